"""The lines of all options that come up when a scenario is played at random."""

from random import Random
from typing import Any

from sim.casting.roster import make
from sim.casting.specs import files_of
from sim.conflict.phrases import first_line
from sim.conflict.play import play
from sim.conflict.walk import Walk
from sim.dice.pool import KeyedDice
from sim.dice.seed import agent_key, conflict_key
from sim.reading.words import said_in
from sim.seam.events import Event, Fact, Seat
from sim.seam.protocol import Agent, Chance, Decision, RuleSystem, Table
from sim.seam.seats import by_seat

_WALKS, _PLAYED = 40, 20
_LONGEST = 400
"""A walk of more answers is left."""
_SEED = "offered"


Lines = dict[tuple[Seat, str], None]


def lines_offered(
    system: RuleSystem[Any],
    scenario: object,
    seat: Seat | None = None,
    *,
    said: str = "",
) -> list[str]:
    """Return the lines of the options of a few walks, those of *seat* or all.

    Most are by lot; in every other one nobody gives up, so that they come far. Unless
    an option with the words *said* came up there, the scenario's own agents play some
    too, who get where chance does not. They are always the same; what comes up once in
    hundreds of conflicts may be missing.
    """
    found: Lines = {}
    for number in range(_WALKS):
        _walk(system, scenario, number, found)
    if not said or not any(said_in(said, line) for line in _of(found, seat)):
        _played(system, scenario, found)
    return _of(found, seat)


def _of(found: Lines, seat: Seat | None) -> list[str]:
    lines = (line for who, line in found if seat is None or who == seat)
    return list(dict.fromkeys(lines))


class _Watched(Agent):
    """Plays as another agent does, and notes the lines of its options."""

    def __init__(self, spec: str, found: Lines) -> None:
        self.of = make(spec)
        self.listens = self.of.listens
        self._found = found
        self._seen: set[Fact] = set()

    def begin(self, table: Table) -> None:
        super().begin(table)
        self.of.begin(table)

    def observe(self, event: Event) -> None:
        self.of.observe(event)

    def choose(self, asked: Decision[Any]) -> Fact:
        _note(self.table.rules, asked, self._found, self._seen)
        return self.of.choose(asked)


def _played(system: RuleSystem[Any], scenario: Any, found: Lines) -> None:  # noqa: ANN401 - of any system
    """Let the scenario's own agents play, unless one of them is from a file."""
    seats = system.seats(scenario)
    if any(files_of([seat.agent for seat in seats], code=True)):
        return
    state = system.initial(scenario)
    agents = [_Watched(seat.agent, found) for seat in seats]
    for number in range(_PLAYED):
        key = conflict_key(_SEED, number)
        for seat, agent in by_seat(agents):
            agent.begin(Table(system, seat, seats, agent_key(key, seat)))
        play(system, state, agents, KeyedDice(key), seats=seats)


def _walk(system: RuleSystem[Any], scenario: object, number: int, found: Lines) -> None:
    key = conflict_key(_SEED, number)
    dice, lots = KeyedDice(key), Random(number)  # noqa: S311 - no secret
    walk = Walk(system, system.initial(scenario))
    seen: set[Fact] = set()
    for _ in range(_LONGEST):
        asked = walk.asked
        if type(asked) is Chance:
            walk.take(asked.fall(dice, walk.state.round))
        elif type(asked) is Decision:
            _note(system, asked, found, seen)
            walk.take(_drawn(system, asked, lots, stays=number % 2 == 1))
        else:
            return


def _note(
    system: RuleSystem[Any], asked: Decision[Any], found: Lines, seen: set[Fact]
) -> None:
    for option in asked.options:
        if option not in seen:
            seen.add(option)
            found[asked.who, first_line(system, asked.view, option)] = None


def _drawn(
    system: RuleSystem[Any], asked: Decision[Any], lots: Random, *, stays: bool
) -> Fact:
    """Return an option by lot; for who *stays* one that does not give up, if any."""
    appraise, view = system.solving.appraise, asked.view
    drawn = lots.sample(asked.options, len(asked.options))
    if not stays or appraise is None:
        return drawn[0]
    # Only what is drawn is appraised, which takes longer than all else here.
    going = (one for one in drawn if not appraise(view, one).concedes)
    return next(going, drawn[0])
