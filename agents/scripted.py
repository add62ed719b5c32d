r"""Follows a script: a list of wishes, of which it takes the first that is offered.

Wishes stand between bars, and are made of words between spaces:

    scripted:says=ActionDeclared Sneak round<3|ActionDeclared stance=active|DieDeclined

A wish begins with what is chosen: the name of the event, its tag, or the words of a
replay, as in `wants intent="win the court over"` (`*` for any). Each
further word must hold of it: a plain word is one of the values the option shows, with
names instead of numbers; a condition compares such a value by its key, or the `round`,
or a figure of the appraisal (`ahead`, `win`, `cost` ...), or with `me.` in front a key
of its own seat's status. Quotes keep a value of several words together. If no wish is
offered it takes the first option or, if *strict*, raises an error.
"""

import re
import shlex
from collections.abc import Hashable, Iterator, Mapping
from contextlib import suppress
from typing import Annotated, Any

from msgspec import Struct

from sim.conflict.kinds import KindsMeant
from sim.errors import AgentError
from sim.seam.appraisal import Appraisal
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision, Table
from sim.seam.settings import ANY, Named, Names

_OWN = "me."
FIGURES = ("round", *Appraisal.__struct_fields__)
"""What a condition may compare beside the words of the option."""
_EQUALS = frozenset({"=", "!="})
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


def named_in(says: str) -> Iterator[Named]:
    """Yield what the wishes of *says* name: kinds, and keys and values of answers."""
    for wish in wishes_of(says):
        words = (term.value for term in wish.terms if not term.key)
        whole = " ".join((wish.name, *words))
        if wish.name != ANY:
            yield Named("kind", wish.name, whole=whole)
        for term in wish.terms:
            if term.key.startswith(_OWN):
                yield Named("standing", term.key.removeprefix(_OWN))
                continue
            if term.key:
                yield Named("key", term.key, wish.name, also=FIGURES)
            if term.compare in _EQUALS and not _is_number(term.value):
                yield Named("value", term.value, wish.name, whole=whole)


class Scripted(Agent):
    """Takes the first of the wishes in *says* that is on offer."""

    version = "3"

    def __init__(
        self, *, says: Annotated[str, Names(named_in)] = "", strict: bool = False
    ) -> None:
        self.says = says
        self.strict = strict
        self.wishes = wishes_of(says)
        self._meant = KindsMeant(
            tuple(one.name for one in self.wishes if one.name != ANY)
        )
        self._kinds: Mapping[str, type[Fact] | None] = {}

    def begin(self, table: Table) -> None:
        """Sit down, and find which answers the wishes are for in these rules.

        A wish for what another rule system has is for none: a script may be for several
        scenarios.
        """
        super().begin(table)
        self._kinds = self._meant.within(table.rules)

    def memory(self) -> Hashable:
        """Return what it remembers: nothing."""
        return ()

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the first option that fits the first possible wish."""
        wished = self.wished(asked)
        if wished is not None:
            return wished
        if self.strict:
            kinds = ", ".join(sorted({type(one).__name__ for one in asked.options}))
            message = f"scripted: no wish is for any of {kinds}"
            raise AgentError(message)
        return asked.options[0]

    def wished(self, asked: Decision[Any]) -> Fact | None:
        """Return the same; None if no wish is offered."""
        for wish in self.wishes:
            for option in asked.options:
                if self._is(wish, asked, option):
                    return option
        return None

    def _is(self, wish: Wish, asked: Decision[Any], option: Fact) -> bool:
        if wish.name != ANY and type(option) is not self._kinds[wish.name]:
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
        if term.key.startswith(_OWN):
            stands = self.table.rules.status(asked.view)[self.table.seat]
            found = stands.get(term.key.removeprefix(_OWN))
        elif term.key in words:
            found = words[term.key]
        elif term.key == "round":
            found = asked.view.round
        else:
            worth = self.table.appraise(asked.view, option)
            found = getattr(worth, term.key, None)
        return found is not None and term.holds(found)


def _compared(compare: str, shown: float | str, wanted: float | str) -> bool:
    if compare in _EQUALS:
        return (shown == wanted) == (compare == "=")
    if isinstance(shown, str) or isinstance(wanted, str):
        return False
    if compare[0] == "<":
        return shown < wanted or (compare == "<=" and shown == wanted)
    return shown > wanted or (compare == ">=" and shown == wanted)


def wishes_of(says: str) -> tuple[Wish, ...]:
    """Return the wishes of *says*; raises AgentError for one that cannot be read."""
    return tuple(_wish(text) for text in says.split("|") if text.strip())


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
    if compare not in _EQUALS and not _is_number(value):
        message = f"scripted: {word!r} compares with {value!r}, expected a number"
        raise AgentError(message)
    return Term(key, compare, value)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
