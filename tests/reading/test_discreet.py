"""No address that is printed has a password, wherever it stood in it."""

import pytest

from sim.reading.visible import discreet, visible_json

SECRET = "hush-0b7"  # noqa: S105 - nobody's
ADDRESSES = {
    f"postgresql://ann:{SECRET}@host:5432/duels": "postgresql://ann@host:5432/duels",
    f"postgres://ann:{SECRET}@host/duels": "postgres://ann@host/duels",
    f"postgresql://:{SECRET}@host/duels": "postgresql://@host/duels",
    f"postgresql://ann:x@{SECRET}@host/duels": "postgresql://ann@host/duels",
    f"postgresql://ann:x:{SECRET}@host/duels": "postgresql://ann@host/duels",
    f"postgresql://ann@host/duels?password={SECRET}&schema=cup": (
        "postgresql://ann@host/duels?password=***&schema=cup"
    ),
    f"duels?schema=cup&password={SECRET}": "duels?schema=cup&password=***",
    "postgresql://ann@host:5432/duels?schema=cup": (
        "postgresql://ann@host:5432/duels?schema=cup"
    ),
}
"""An address -> what is printed of it."""


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_password_is_left_out(address: str) -> None:
    """In a sentence, in a command with quotation marks, in a page and in JSON."""
    said = ADDRESSES[address]
    assert discreet(f"{address} holds 2 runs") == f"{said} holds 2 runs"
    assert discreet(f"fracas list '{address}' a-1") == f"fracas list '{said}' a-1"
    assert discreet(f'<a title="{address}">') == f'<a title="{said}">'
    assert visible_json(f'["{address}"]'.encode()) == f'["{said}"]'.encode()


@pytest.mark.parametrize(
    "text", ["a://b:c@d", "https://ann:b@host/", "no password=here", "Ann: Bo@noon"]
)
def test_other_text_stays(text: str) -> None:
    """Only the addresses of databases are looked at, and only an option of one."""
    assert discreet(text) == text
