r"""Does as it was told: a list of wishes, the first that can be had is taken.

Wishes stand between bars, and are made of words between spaces:

    scripted:says=ActionDeclared Sneak round<3|ActionDeclared stance=active|DieDeclined

A wish begins with what is chosen, the name of the event or its tag (`*` for any). Each
further word must hold of it: a plain word is one of the values the option shows, with
names instead of numbers; a condition compares such a value by its key, or the `round`,
or a figure of the appraisal (`ahead`, `win`, `cost` ...), or with `me.` in front a key
of how the own seat stands. Quotes keep a value of several words together. When no wish
can be had it does what silence would, or under *strict* complains.
"""

import re
import shlex
from collections.abc import Hashable
from contextlib import suppress
from typing import Any

from msgspec import Struct

from sim.errors import AgentError
from sim.events import Fact
from sim.protocol import Agent, Decision, Table
from sim.reading.hints import nearest, shortened

ANY = "*"
_CONDITION = re.compile(r"([\w.-]+)(<=|>=|!=|=|<|>)(.*)", re.DOTALL)


class Term(Struct, frozen=True):
    """One condition of a wish; a plain word has no key."""

    key: str
    compare: str
    value: str

    def holds(self, found: object) -> bool:
        """Whether *found* compares with the value as it should."""
        if isinstance(found, list | tuple):
            return any(self.holds(item) for item in found)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType] - words hold anything
        wanted: float | str = self.value.casefold()
        shown: float | str = str(found).casefold()
        with suppress(ValueError):
            wanted, shown = float(wanted), float(shown)
        return _compared(self.compare, shown, wanted)


class Wish(Struct, frozen=True):
    """What to choose, and what must hold of it."""

    name: str
    terms: tuple[Term, ...]


class Scripted(Agent):
    """Takes the first wish that can be had, in the order they are written."""

    def __init__(self, *, says: str = "", strict: bool = False) -> None:
        self.says = says
        self.strict = strict
        self.wishes = tuple(_wish(text) for text in says.split("|") if text.strip())

    def begin(self, table: Table) -> None:
        """Sit down; raises AgentError for a wish that nobody could ever have here."""
        super().begin(table)
        known = _names(table)
        for wish in self.wishes:
            if wish.name != ANY and wish.name.casefold() not in known:
                message = (
                    f"scripted: nothing in {table.rules.name} is called"
                    f" {shortened(wish.name)!r}{nearest(wish.name, known.values())}"
                )
                raise AgentError(message)

    def memory(self) -> Hashable:
        """Return what it remembers: nothing."""
        return ()

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the first option that the first possible wish is for."""
        for wish in self.wishes:
            for option in asked.options:
                if self._is(wish, asked, option):
                    return option
        if self.strict:
            kinds = ", ".join(sorted({type(one).__name__ for one in asked.options}))
            message = f"scripted: no wish is for any of {kinds}"
            raise AgentError(message)
        return asked.options[0]

    def _is(self, wish: Wish, asked: Decision[Any], option: Fact) -> bool:
        if wish.name != ANY and wish.name.casefold() not in _called(type(option)):
            return False
        if not wish.terms:
            return True
        words = self.table.rules.describe(asked.view, option)
        return all(self._holds(term, asked, option, words) for term in wish.terms)

    def _holds(
        self, term: Term, asked: Decision[Any], option: Fact, words: dict[str, Any]
    ) -> bool:
        if not term.key:
            return any(term.holds(words[key]) for key in words if key != "does")
        if term.key.startswith("me."):
            stands = self.table.rules.status(asked.view)[self.table.seat]
            found = stands.get(term.key.removeprefix("me."))
        elif term.key in words:
            found = words[term.key]
        elif term.key == "round":
            found = asked.view.round
        else:
            worth = self.table.appraise(asked.view, option)
            found = getattr(worth, term.key, None)
        return found is not None and term.holds(found)


def _compared(compare: str, shown: float | str, wanted: float | str) -> bool:
    if compare in {"=", "!="}:
        return (shown == wanted) == (compare == "=")
    if isinstance(shown, str) or isinstance(wanted, str):
        return False
    if compare[0] == "<":
        return shown < wanted or (compare == "<=" and shown == wanted)
    return shown > wanted or (compare == ">=" and shown == wanted)


def _wish(text: str) -> Wish:
    try:
        name, *rest = shlex.split(text)
    except ValueError as error:
        message = f"scripted: the wish {text!r} cannot be read ({error})"
        raise AgentError(message) from error
    return Wish(name, tuple(_term(word) for word in rest))


def _term(word: str) -> Term:
    match = _CONDITION.fullmatch(word)
    if match is None:
        return Term("", "=", word)
    key, compare, value = match.groups()
    return Term(key, compare, value)


def _called(kind: type[Fact]) -> tuple[str, str]:
    """Return the names of an event's kind: its class and its tag, in small letters."""
    return kind.__name__.casefold(), str(kind.__struct_config__.tag).casefold()


def _names(table: Table) -> dict[str, str]:
    """Return what can be chosen in these rules: name in small letters -> name."""
    names: dict[str, str] = {}
    for kind in table.rules.events:
        if issubclass(kind, Fact):
            for name in _called(kind):
                names[name] = kind.__name__
    return names
