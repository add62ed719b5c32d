"""The lines of the options that can come up in a scenario."""

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from sim.casting.reachable import Search
from sim.casting.roster import make
from sim.casting.specs import files_of
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import agent_key, conflict_key
from sim.reading.words import said_in, words_in
from sim.seam.events import Event, Seat
from sim.seam.protocol import RuleSystem, Table
from sim.seam.seats import by_seat

_FEW, _MANY = 20, 150
"""The conflicts of the scenario's own agents that are looked at first, and at last."""
_SOON, _LATE = 3000, 10_000
"""The answers after which a search is left first, and at last."""
_LIKE = 0.8
_SEED = "offered"


def lines_offered(
    system: RuleSystem[Any],
    scenario: object,
    seat: Seat | None = None,
    *,
    said: str = "",
) -> list[str]:
    """Return the lines of options that can be offered, those of *seat* or all.

    They are always the same, but for words that are *said*: an option that has them is
    searched for longer, unless one of the words seems to be misspelt.
    """
    search = Search(system, scenario)

    def has_it() -> bool:
        return bool(said) and any(said_in(said, line) for line in _of(search, seat))

    for _ in _looked(search, system, scenario):
        if has_it():
            break
    if said and not has_it() and not _misspelt(said, search):
        for _ in _looked_long(search, system, scenario):
            if has_it():
                break
    return _of(search, seat)


def _of(search: Search, seat: Seat | None) -> list[str]:
    lines = (line for who, line in search.lines if seat is None or who == seat)
    return list(dict.fromkeys(lines))


def _looked(search: Search, system: RuleSystem[Any], scenario: object) -> Iterator[int]:
    """Look where the scenario's own agents go, then where they do not."""
    for events in _played(system, scenario, range(_FEW)):
        search.follow(events)
    yield 0
    yield from search.walks(_SOON)


def _looked_long(
    search: Search, system: RuleSystem[Any], scenario: object
) -> Iterator[int]:
    """Look for what comes up once in hundreds of conflicts."""
    for events in _played(system, scenario, range(_FEW, _MANY)):
        search.follow(events)
        yield 0
    yield from search.walks(_LATE)


def _misspelt(said: str, search: Search) -> bool:
    """Return whether a word of *said* is in no line, but much like one that is."""
    known = {word for _, line in search.lines for word in words_in(line)}
    strange = [word for word in words_in(said) if word not in known]
    return any(get_close_matches(one, known, cutoff=_LIKE) for one in strange)


def _played(
    system: RuleSystem[Any],
    scenario: Any,  # noqa: ANN401 - of any system
    numbers: range,
) -> Iterator[list[Event]]:
    """Yield the events of conflicts of its own agents, unless one is from a file."""
    seats = system.seats(scenario)
    if any(files_of([seat.agent for seat in seats], code=True)):
        return
    state = system.initial(scenario)
    agents = [make(seat.agent) for seat in seats]
    for number in numbers:
        key = conflict_key(_SEED, number)
        for seat, agent in by_seat(agents):
            agent.begin(Table(system, seat, seats, agent_key(key, seat)))
        yield play(system, state, agents, KeyedDice(key), seats=seats).events
