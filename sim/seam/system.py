"""The definition of a rule system: the four functions, and its optional parts.

The first fields are those that every system needs. The rest is grouped by its use:
words for people, solving, scenario files and campaigns. A system without any of these
parts can still be played, replayed, audited and solved.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from string import Formatter
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from msgspec import Struct

from sim.errors import RulesError
from sim.seam.appraisal import Appraisal
from sim.seam.chances import Odds
from sim.seam.chart import Chart
from sim.seam.events import (
    SHARED,
    Consequence,
    Deciding,
    Description,
    Event,
    Fact,
    Seat,
)
from sim.seam.naming import described, told
from sim.seam.nodes import Asked, State
from sim.seam.settings import Wording
from sim.seam.sheets import Scenario, rulings_of

S = TypeVar("S", bound=State)


class SeatInfo(Struct, frozen=True):
    """A seat: its name, its side (None for a judge) and its default agent.

    *side_name* is the name of the side in the scenario, if it has one.
    """

    name: str
    side: int | None
    agent: str = "steady"
    side_name: str = ""

    @property
    def side_named(self) -> str:
        """The side in words: its name, or its number from 1; "" for a judge."""
        if self.side is None:
            return ""
        return self.side_name or f"side {self.side + 1}"


Measure = tuple[str, Callable[[Any], tuple[int, int]]]
"""Something that is counted: its name, and event -> (seat, amount)."""


def seats_of(scenario: object) -> tuple[SeatInfo, ...]:
    """Return the `seats` of *scenario*, each a side alone.

    A seat has a `name` and may have an `agent`.
    """
    seats: Iterable[object] = getattr(scenario, "seats", ())
    return tuple(
        SeatInfo(str(getattr(seat, "name", "")), side, getattr(seat, "agent", "steady"))
        for side, seat in enumerate(seats)
    )


def _open(state: S, seat: Seat) -> S:
    del seat
    return state


def _nothing(scenario: object) -> Iterable[str]:
    del scenario
    return ()


class Words(Struct, Generic[S], frozen=True, kw_only=True):
    """The words that people use at the table, for stories and transcripts."""

    parse: Callable[[S, Description], Fact | None] | None = None
    """Builds the fact that a person's words mean, offered or not; None if nothing
    fits.
    """
    needless: Callable[[S, Seat], Mapping[Fact, str]] | None = None
    """Facts that a transcript may state although nobody chooses them -> the reason."""
    won: Callable[[S], Mapping[Seat, str]] | None = None
    """(final state) -> what each seat has won if it is among the winners, as words that
    go on after "Ann won": "the letter". Where there is nothing to name, no entry.
    """
    wording: Wording = Wording()
    """Words for options and statuses that do not come from the scenario file."""
    dice_decided_by: str | Mapping[str, Deciding] = ""
    """The rule that decides a dispute about dice; other events name it themselves."""
    claimable: Callable[[S, Event, Description], Description] | None = None
    """(state before, event, its words) -> more words that a table may claim of it: how
    many successes dice came to, who had the upper hand. Its own need not be among them.
    """


class Solving(Struct, Generic[S], frozen=True, kw_only=True):
    """Appraisals for agents, and how `solve` and `reply` divide a conflict."""

    appraise: Callable[[S, Fact], Appraisal] | None = None
    """What one option is worth, from the view of the seat that may choose it."""
    weigh: Callable[[S, tuple[Fact, ...]], tuple[Appraisal, ...]] | None = None
    """Appraises all options of a decision at once, if that is faster. Its caches must
    be bounded, and must not confuse two views that `appraise` distinguishes.
    """
    guesses: Callable[[S, Seat], tuple[S, ...]] | None = None
    """(view, seat) -> the view once for each answer that the other side may give at the
    same time, unseen, as if it were known; () where it chooses nothing. The options of
    the seat are appraised in each, so that an agent may weigh them against each answer.
    """
    essence: Callable[[S], S] | None = None
    """Returns the state without everything that cannot matter any more."""
    chart: Chart[S] = Chart()
    """How a conflict is divided into rounds, for exact solutions."""


class Files(Struct, frozen=True, kw_only=True):
    """What a system knows about scenario files beyond the types of their fields."""

    template: Callable[[], bytes] | None = None
    """A small scenario file with comments, to start from."""
    validate: Callable[[Any], Iterable[str]] = _nothing
    """Yields the errors in a scenario whose types fit, a sentence each. A sentence
    begins with the place, as a path from `$`.
    """
    warnings: Callable[[Any], Iterable[str]] = _nothing
    """Yields what can be played but is probably a mistake, a sentence each."""
    rulings: Callable[[Any], Mapping[str, Any]] = rulings_of
    """The options in force, by name; by default the scenario's table `rulings`."""
    costs: Callable[[Any], tuple[Description, ...]] | None = None
    """The cost of everybody's sheet, by what it is spent on."""


class Campaigns(Struct, Generic[S], frozen=True, kw_only=True):
    """What characters carry from one conflict to the next."""

    carried: Callable[[S], Mapping[str, Description]]
    """What everybody takes out of a conflict, by name; `out` says why somebody cannot
    take part any more.
    """
    entered: Callable[[Any, Mapping[str, Description]], Any]
    """(scenario, what was carried) -> the scenario with it applied. Characters without
    a record enter as the file describes them; those who are out do not enter. Returns
    None if too few are left. Raises ScenarioError for records that cannot exist.
    """
    carries: Callable[[Description], Mapping[str, str]] | None = None
    """What somebody carries, in words for people, by category."""
    holdings: Callable[[Description], Mapping[str, str | int]] | None = None
    """What somebody carries that can be bought, learned or won, by name. The value is
    its rank or amount, "" if it has neither.
    """
    figures: Mapping[str, str] = MappingProxyType({})
    """Names for carried numbers whose field name is not readable."""
    in_session: Callable[[Any, int], Any] | None = None
    """(scenario, number of the session) -> the scenario as played in that session."""


class RuleSystem(Struct, Generic[S], frozen=True, kw_only=True, eq=False):
    """A rule system: the four functions, and everything needed to present it.

    `describe` and `narrate` get the state before the event. `rules` maps every ID to
    its sentence.
    """

    name: str
    title: str
    version: int
    scenario: type[Scenario]
    events: tuple[type[Event], ...]
    rules: Mapping[str, str]
    endings: Mapping[str, str]
    """Possible ending -> what it means, in a sentence."""

    seats: Callable[[Any], tuple[SeatInfo, ...]] = seats_of
    """The seats; by default the scenario's `seats`, each a side of its own."""
    initial: Callable[[Any], S]
    ask: Callable[[S], Asked[S]]
    decide: Callable[[S, Fact], tuple[Consequence, ...]]
    evolve: Callable[[S, Event], S]

    describe: Callable[[S, Event], Description] = described
    """Returns an event with names instead of numbers, for programs. By default its
    fields, with seats named by the `names` of the state.
    """
    narrate: Callable[[S, Event], str] = told
    """Returns an event as a sentence, for people; "" for no sentence. By default the
    sentence of its class, with the words of the default `describe`.
    """
    status: Callable[[S], tuple[Description, ...]]
    """Returns the status of every seat, by name."""

    # The fields from here on are optional.

    view: Callable[[S, Seat], S] = _open
    """Returns the state as a seat may know it, without what is hidden from it."""
    stalls: frozenset[str] = frozenset()
    """The endings at which the conflict stops although nobody may have won.

    It has stalled if all sides got the same besides.
    """
    odds: Mapping[str, Odds] = MappingProxyType({})
    """Questions about probabilities by name; the first is the default."""
    tally: Mapping[type[Event], Measure] = MappingProxyType({})
    """Measures counted over a conflict, by the type of event that counts."""
    words: Words[S] = Words()
    solving: Solving[S] = Solving()
    files: Files = Files()
    campaigns: Campaigns[S] | None = None
    """None means that nothing is carried from one conflict to the next."""

    def __post_init__(self) -> None:
        """Raise RulesError, in a sentence, if parts do not fit together."""
        for fault in chain(_of_wrong_types(self), _faults(self), _templates(self)):
            message = f"the rule system {self.name} {fault}"
            raise RulesError(message)


_TYPES: Mapping[str, tuple[type, str]] = {
    "name": (str, "text"),
    "title": (str, "text"),
    "version": (int, "a whole number"),
    "scenario": (type, "a class of scenarios"),
    "events": (tuple, "a tuple of classes"),
    "rules": (Mapping, "a table from IDs to sentences"),
    "endings": (Mapping, "a table from endings to sentences"),
}
_FUNCTIONS = (
    *("seats", "initial", "ask", "decide", "evolve"),
    *("describe", "narrate", "status", "view"),
)


def _of_wrong_types(system: RuleSystem[Any]) -> tuple[str, ...]:
    """Return the first field that is of a wrong type, in a tuple; () for none.

    A version that is no number would be written, and could not be read again.
    """
    for field, (kind, expected) in _TYPES.items():
        found = getattr(system, field)
        if not isinstance(found, kind) or isinstance(found, bool):
            return (f"has the {field} {found!r}, expected {expected}",)
    for field in _FUNCTIONS:
        if not callable(getattr(system, field)):
            found = getattr(system, field)
            return (f"has the {field} {found!r}, expected a function",)
    return ()


def _faults(system: RuleSystem[Any]) -> Iterator[str]:
    """Yield the errors in *system* that can be found without playing."""
    shared = {_tag(kind): kind for kind in SHARED}
    for kind in system.events:
        tag = _tag(kind)
        if not tag:
            yield f"has {_name(kind)} among its events, which is no event with a tag"
        elif shared.setdefault(tag, kind) is not kind:
            other = shared[tag].__name__
            yield f"has two events with the tag {tag!r}: {other} and {kind.__name__}"
    known = {*SHARED, *system.events}
    for kind in system.tally:
        if kind not in known:
            yield f"counts {_name(kind)} in its `tally`, which is not in its `events`"
    if system.narrate is told:
        for kind in system.events:
            if kind.story is None and kind.tell is Event.tell:
                yield (
                    f"has no sentence for {kind.__name__}: give it a `story` or a"
                    " method `tell`, or the system a function `narrate`"
                )
    fields = system.scenario.__struct_fields__
    if system.seats is seats_of and "seats" not in fields:
        yield (
            f"has no seats: its scenario, {_name(system.scenario)}, has no field"
            " `seats`, and the system no function `seats` that says who takes part"
        )


def _templates(system: RuleSystem[Any]) -> Iterator[str]:
    """Yield what is wrong with the words of events, where their fields fill them in."""
    if system.describe is described:
        for kind in system.events:
            yield from _unfilled(kind)


def _unfilled(kind: type[Event]) -> Iterator[str]:
    fields = ("does", *kind.__struct_fields__)
    templates = [("story", kind.story or "", kind.tell is Event.tell)]
    templates += [("aside", kind.aside, kind.tell_aside is Event.tell_aside)]
    for name, template, filled in templates:
        if not filled:
            continue
        try:
            asked = [name_ for _, name_, _, _ in Formatter().parse(template)]
        except ValueError as error:
            yield f"has a `{name}` of {kind.__name__} that cannot be read: {error}"
            continue
        for name_ in asked:
            if name_ is not None and re.split(r"[.\[]", name_)[0] not in fields:
                yield (
                    f"has {{{name_}}} in the `{name}` of {kind.__name__}, which has no"
                    f" such field: it has {', '.join(fields[1:])}"
                )


def _tag(kind: object) -> str:
    """Return the tag of an event; "" for anything else."""
    if isinstance(kind, type) and issubclass(kind, Event):
        return str(kind.__struct_config__.tag or "")
    return ""


def _name(kind: object) -> str:
    """Return the name of a class; for anything else its repr."""
    return getattr(kind, "__name__", "") or repr(kind)
