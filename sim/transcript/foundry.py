"""The chat log of Foundry Virtual Tabletop: messages and dice.

A log is the ChatMessage documents of a world as JSON: an array, a table with an array
"messages", or one document for each line as in its older databases, where a later line
with the same `_id` replaces an earlier one. `speaker.alias` is the speaker, `content`
is HTML, and each of `rolls` is the JSON of a Roll, whose terms have the results of
dice. Messages that Fracas wrote have `flags.fracas`.
"""

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, cast
from urllib.parse import unquote

import msgspec
from msgspec import Struct, field

from sim.errors import StreamError
from sim.reading.mismatch import mismatch
from sim.transcript.carried import Carried, carried_in
from sim.transcript.file import file_bytes

_BYTES_MAX = 1 << 26
_FUDGE = "FateDie"
_DRAWN = "dice-roll"
_NOT_SAID = frozenset({"button", "script", "style", "select"})
"""HTML elements that are buttons or invisible, and so were not said."""
_POOLS = frozenset({"PoolTerm", "DicePool"})
_HOW = (
    "expected the messages of Foundry as JSON, such as"
    " JSON.stringify(game.messages) gives"
)


class Speaker(Struct, frozen=True):
    """The speaker of a message."""

    alias: str | None = None


class Message(Struct, frozen=True):
    """The fields of a ChatMessage that are read."""

    id: str | None = field(name="_id", default=None)
    deleted: bool = field(name="$$deleted", default=False)
    speaker: Speaker | None = None
    content: str | None = None
    flavor: str | None = None
    rolls: tuple[str | dict[str, Any], ...] | None = ()
    roll: str | dict[str, Any] | None = None
    timestamp: float | None = None
    flags: Any = None


class _Log(Struct, frozen=True):
    messages: list[Any]


_OF_A_MESSAGE = {item.encode_name for item in msgspec.structs.fields(Message)}


class _Result(Struct, frozen=True):
    result: int


class _Term(Struct, frozen=True):
    kind: str = field(name="class", default="")
    results: tuple[_Result, ...] = ()
    rolls: tuple["_Roll", ...] = ()
    roll: "_Roll | None" = None


class _Roll(Struct, frozen=True):
    terms: tuple[_Term, ...] = ()
    formula: str = ""


class Dice(Struct, frozen=True):
    """A roll: its formula, its faces in order, and whether all are Fudge dice.

    No faces means that it could not be read.
    """

    formula: str
    faces: tuple[int, ...] = ()
    fudge: bool = False


class Entry(Struct, frozen=True):
    """One message: the speaker, the plain text, the rolls.

    *carried* has the data of a message that Fracas wrote.
    """

    alias: str
    text: str
    rolls: tuple[Dice, ...] = ()
    carried: Carried | None = None


def read_log(path: str) -> list[Entry]:
    """Return the messages of the log at *path*, in order of time.

    Raises StreamError when it is no such log, or has no message.
    """
    messages: dict[str, Message] = {}
    for number, document in enumerate(_documents(path), 1):
        wrong = mismatch(document, Message)
        if wrong is not None:
            message = f"{path}: message {number}: {wrong.named('it')}"
            raise StreamError(message)
        chat = msgspec.convert(document, Message)
        if chat.deleted:
            messages.pop(chat.id or "", None)
        else:
            messages[chat.id or f"{number}."] = chat
    ordered = sorted(messages.values(), key=lambda chat: chat.timestamp or 0.0)
    entries = map(_read, ordered)
    # A database has lines that are not messages, and some modules leave empty ones.
    heard = [entry for entry in entries if entry.text or entry.rolls]
    if not heard:
        nothing = f"{path}: found no message in it, {_HOW}"
        raise StreamError(nothing)
    return heard


def _documents(path: str) -> list[Any]:
    """Return the JSON documents of the file at *path*."""
    raw = file_bytes(path, _BYTES_MAX).removeprefix(b"\xef\xbb\xbf").strip()
    try:
        if raw.startswith(b"["):
            return msgspec.json.decode(raw, type=list[Any])
        lines = [line for line in raw.splitlines() if line.strip()]
        table = _single_table(raw)
        if table is None:
            return [msgspec.json.decode(line) for line in lines]
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        message = f"{path}: found what is not JSON ({error}), {_HOW}"
        raise StreamError(message) from error
    try:
        return msgspec.convert(table, _Log).messages
    except msgspec.ValidationError as error:
        message = f"{path}: found no list of messages, {_HOW}"
        raise StreamError(message) from error


def _single_table(raw: bytes) -> dict[str, Any] | None:
    """Return the file as one table; None if each line is a message."""
    try:
        document = msgspec.json.decode(raw)
    except msgspec.MsgspecError:
        return None
    if not isinstance(document, dict):
        return None
    table = cast("dict[str, Any]", document)
    return None if table.keys() & _OF_A_MESSAGE else table


def _read(message: Message) -> Entry:
    alias = (message.speaker.alias if message.speaker else None) or ""
    flavor, content = _Text(message.flavor or ""), _Text(message.content or "")
    packed = [*(message.rolls or ()), *([message.roll] if message.roll else [])]
    rolls = tuple(_dice(roll) for roll in [*packed, *flavor.rolls, *content.rolls])
    # Foundry puts the total of a roll, or a picture of its dice, into the content.
    said = [flavor.text]
    if not (packed and (_is_number(content.text) or _DRAWN in content.classes)):
        said.append(content.text)
    text = ": ".join(part for part in said if part)
    return Entry(printable(alias), text, rolls, carried_in(message.flags))


def _is_number(text: str) -> bool:
    return text.lstrip("+-").replace(".", "", 1).isdigit()


def _dice(packed: str | dict[str, Any]) -> Dice:
    """Return the dice of a Roll, as a text of JSON or as it is."""
    try:
        if isinstance(packed, str):
            roll = msgspec.json.decode(packed, type=_Roll)
        else:
            roll = msgspec.convert(packed, _Roll)
        fallen = list(_fallen(roll))
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return Dice("a roll")
    formula = printable(roll.formula) or "a roll"
    faces = tuple(face for face, _ in fallen)
    return Dice(formula, faces, bool(fallen) and all(fudge for _, fudge in fallen))


def _fallen(roll: _Roll) -> Iterator[tuple[int, bool]]:
    """Yield every die, dropped ones included, and whether it is a Fudge die."""
    for term in roll.terms:
        inner = [*term.rolls, *([term.roll] if term.roll else [])]
        for inner_roll in inner:
            yield from _fallen(inner_roll)
        if term.kind not in _POOLS:
            for die in term.results:
                yield die.result, term.kind == _FUDGE


def printable(text: str) -> str:
    """Return *text* on one line, without characters that terminals or TOML refuse."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


class _Text(HTMLParser):
    """The plain text of some HTML, its classes, and the rolls written into it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rolls: list[str] = []
        self.classes: set[str] = set()
        self._text: list[str] = []
        self._hidden_tags: list[str] = []
        self.feed(html)
        self.close()

    @property
    def text(self) -> str:
        """The text that a person sees, on one line."""
        return printable("".join(self._text))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an inline roll, and separate blocks by a space."""
        packed = dict(attrs).get("data-roll")
        self.classes.update((dict(attrs).get("class") or "").split())
        if packed:
            self.rolls.append(unquote(packed))
        if tag in _NOT_SAID:
            self._hidden_tags.append(tag)
        if tag not in {"a", "b", "em", "i", "span", "strong"}:
            self._text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        """Leave an element that is skipped, and unclosed elements within it."""
        if tag in self._hidden_tags:
            del self._hidden_tags[self._hidden_tags.index(tag) :]

    def handle_data(self, data: str) -> None:
        """Keep the text, except on buttons."""
        if not self._hidden_tags:
            self._text.append(data)
