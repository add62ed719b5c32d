"""Making invisible characters visible, and removing passwords.

Names come from files that strangers wrote. When they reach a terminal, a spreadsheet or
a file that somebody prints, they can neither move the cursor, colour the screen nor
reverse the order of letters. Printed text is kept in logs and sent to others, so no
address in it has a password.
"""

import re
from pathlib import PurePath
from unicodedata import category

_USER = re.compile(r"(postgres[\w+.-]{,20}://[^\s/?#:]*):(?:&#\w+;|[^\s/?#])*@")
"""A user's name may have an @, a scheme may be mistyped, and a page has &#39; for '."""
_A, _Q = r"(?:'|&#\w+;)", r'(?:\\?"|&#\w+;|&quot;)'
_OPTION = re.compile(
    rf"""([?&;](?:ssl)?password=)(?:[^&\s'"<>]|{_A}{_Q}{_A}{_Q}{_A})+"""
)
"""In a shell command ' is written as '"'"', also within pages and JSON."""

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_LAYOUT = frozenset("\n\t")
_BASIC = 0xFFFF
_HALF, _HIGH, _LOW = 0x400, 0xD800, 0xDC00


def hidden(char: str) -> bool:
    """Whether *char* is invisible."""
    return category(char) in _HIDDEN


def visible(text: str) -> str:
    """Return *text* on one line with invisible characters as escapes."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        char.encode("unicode_escape").decode() if hidden(char) else char
        for char in text
    )


def without_password(text: str) -> str:
    """Return *text* without the password of any address of a database in it.

    The address still connects with PGPASSWORD or a ~/.pgpass, as for PostgreSQL's own
    commands.
    """
    if "://" not in text and "password=" not in text:
        return text
    return _OPTION.sub(r"\1***", _USER.sub(r"\1@", text))


def store_name(store: str) -> str:
    """Return the name of *store* for a page, which is sent to others: its last part.

    For an address without a database it is the server's name, never a password.
    """
    place = without_password(store)
    return PurePath(place.partition("?")[0] if "://" in place else place).name


def visible_json(encoded: bytes) -> bytes:
    """Return the JSON *encoded* with invisible characters in JSON's own escapes.

    It means the same; of invisible characters only the newlines of the layout stay.
    """
    if b"://" in encoded or b"password=" in encoded:
        encoded = without_password(encoded.decode()).encode()
    if encoded.isascii() and b"\x7f" not in encoded:
        return encoded
    text = encoded.decode()
    return "".join(
        _json_escape(char) if hidden(char) and char != "\n" else char for char in text
    ).encode()


def _json_escape(char: str) -> str:
    code = ord(char)
    if code <= _BASIC:
        return f"\\u{code:04x}"
    high, low = divmod(code - _BASIC - 1, _HALF)
    return f"\\u{_HIGH + high:04x}\\u{_LOW + low:04x}"


def visible_toml(text: str) -> str:
    """Return the TOML *text* with invisible characters in TOML's own escapes.

    Text in double quotation marks still means the same.
    """
    return "".join(
        _toml_escape(char) if hidden(char) and char not in _LAYOUT else char
        for char in text
    )


def _toml_escape(char: str) -> str:
    code = ord(char)
    return f"\\u{code:04x}" if code <= _BASIC else f"\\U{code:08x}"
