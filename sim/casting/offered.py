"""The lines of the options that can come up in a scenario."""

from collections import deque
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import islice
from threading import Lock
from typing import Any

from sim.casting.reachable import Key, Search
from sim.casting.roster import make
from sim.casting.specs import files_of
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import agent_key, conflict_key
from sim.reading.words import said_in, words_in
from sim.seam.events import Event, Scope, Seat
from sim.seam.protocol import RuleSystem, Table
from sim.seam.seats import by_seat

_FEW, _MANY = 20, 150
"""The conflicts of the scenario's own agents that are looked at first, and at last."""
_SOON, _LATE = 3000, 10_000
"""The answers after which a search is left first, and at last."""
_SCENARIOS = 4
"""The most scenarios remembered, with what was found in them."""
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

    The search for them is always the same, except that an option with the words *said*
    is searched for longer, unless one of the words seems to be misspelt. What was found
    in the last few scenarios is remembered.
    """
    with _ONE_AT_A_TIME:
        search = _search_of(system, scenario)
        try:
            keys = search.until(seat, said)
        except BaseException:
            _REMEMBERED.remove(search)  # its search cannot go on
            raise
    lines = (line for who, line in keys if seat in (None, who))
    return list(dict.fromkeys(lines))


def actions_offered(system: RuleSystem[Any], scenario: object, seat: Seat) -> list[str]:
    """Return the lines of the intentions and then of the actions of *seat*.

    They are among those that `lines_offered` returns.
    """
    lines_offered(system, scenario, seat)
    with _ONE_AT_A_TIME:
        scopes = _search_of(system, scenario).scopes
    return [
        line
        for scope in (Scope.INTENTION, Scope.ACTION)
        for (who, line), scope_of_line in scopes.items()
        if who == seat and scope_of_line is scope
    ]


class _OptionSearch:
    """The options found in a scenario, and a search that goes on where it was left."""

    def __init__(self, system: RuleSystem[Any], scenario: object) -> None:
        self.of = system, scenario
        search = Search(system, scenario)
        self._lines = self.scopes = search.lines
        self._soon = _steps_soon(search, system, scenario)
        self._late = _steps_late(search, system, scenario)
        self._few: int | None = None
        """How many lines were found soon, once that is known."""

    def until(self, seat: Seat | None, said: str) -> list[Key]:
        """Search until an option of *seat*, or of any, has what is *said*.

        Return the options that were found; if nothing calls for a long search, those
        that a short one finds.
        """
        if not self._reaches(seat, said, self._soon):
            if self._few is None:
                self._few = len(self._lines)
            few = list(islice(self._lines, self._few))
            if not said or _misspelt(said, few):
                return few
            self._reaches(seat, said, self._late)
        return list(self._lines)

    def _reaches(self, seat: Seat | None, said: str, steps: Iterator[int]) -> bool:
        """Take *steps* until an option has what is *said*; return whether one has."""
        seen = 0
        while True:
            new = islice(self._lines, seen, None)
            mine = (line for who, line in new if seat in (None, who))
            if said and any(said_in(said, line) for line in mine):
                return True
            seen = len(self._lines)
            if next(steps, None) is None:
                return False


_ONE_AT_A_TIME = Lock()
_REMEMBERED: deque[_OptionSearch] = deque(maxlen=_SCENARIOS)


def _search_of(system: RuleSystem[Any], scenario: object) -> _OptionSearch:
    """Return the search of *scenario* that is remembered, or else a new one."""
    for search in _REMEMBERED:
        if search.of[0] is system and search.of[1] == scenario:
            return search
    _REMEMBERED.append(_OptionSearch(system, scenario))
    return _REMEMBERED[-1]


def _steps_soon(
    search: Search, system: RuleSystem[Any], scenario: object
) -> Iterator[int]:
    """Look where the scenario's own agents go, then where they do not."""
    for events in _played(system, scenario, range(_FEW)):
        search.follow(events)
        yield 0
    yield from search.walks(_SOON)


def _steps_late(
    search: Search, system: RuleSystem[Any], scenario: object
) -> Iterator[int]:
    """Look for what comes up once in hundreds of conflicts."""
    for events in _played(system, scenario, range(_FEW, _MANY)):
        search.follow(events)
        yield 0
    yield from search.walks(_LATE)


def _misspelt(said: str, few: Iterable[Key]) -> bool:
    """Return whether a word of *said* is in no line, but much like one that is."""
    known = {word for _, line in few for word in words_in(line)}
    strange = [word for word in words_in(said) if word not in known]
    return any(get_close_matches(word, known, cutoff=_LIKE) for word in strange)


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
