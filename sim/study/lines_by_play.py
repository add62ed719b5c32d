"""A better reply found by playing, where a conflict is too large to work it out.

A reply is a few lines over the seat's own agent, as the agent `scripted` reads them.
Lines are tried in the same conflicts, under the same dice, as what they shall improve
on; half of them are dropped, the others play on in twice as many, and what is clearly
better in the end is kept. What was found so is measured in other conflicts, since the
best of many in one sample looks better there than it is.
"""

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Protocol, cast

from msgspec import Struct

from sim.casting.roster import made, make
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import agent_key, conflict_key
from sim.graph.clock import Clock
from sim.graph.lines import spoken
from sim.library.scenario import Loaded
from sim.seam.events import Fact, Scope, Seat
from sim.seam.protocol import Agent, Decision, RuleSystem, Table
from sim.seam.seats import by_seat

_SEED = "reply by play"
"""Not the seed under which a reply is measured."""
_FIRST = 32
"""In so many conflicts of the own agent one sees what it could choose instead."""
_LEAST, _MOST = 8, 512
"""In how many conflicts a line is tried at first, and at most."""
_TRIED = 48
"""So many lines are tried at once."""
_LIMITED = 3
"""So many of the best are tried in some of the rounds alone as well."""
_ROUNDS = (1, 2, 3)
"""Before and after the end of these."""
_LINES_MAX = 6
_CLEAR = 2.0
"""A gain of so many standard errors is kept."""
_KINDS = tuple(Scope)
"""What a decision is about, in the order in which lines are tried."""

Lines = tuple[str, ...]


class _Wishing(Protocol):
    """An agent that says what it wishes for, if it wishes for anything."""

    def begin(self, table: Table) -> None: ...

    def wished(self, asked: Decision[Any]) -> Fact | None: ...


class _Follower(Agent):
    """Follows lines, else does what the own agent does, and notes what else it could.

    *free* are the kinds of answer that may be chosen otherwise; None: all.
    """

    def __init__(self, spec: str, free: tuple[type[Fact], ...] | None) -> None:
        self._usual = make(spec)
        self._free = free
        self._lines: _Wishing | None = None
        self.met: Counter[tuple[int, str]] = Counter()
        """(place of its kind, line) -> at how many questions it would choose anew."""

    def follow(self, lines: Lines) -> None:
        """Follow these *lines* from the next conflict on."""
        says = {"says": "|".join(lines)}
        agent = made("scripted", says, literal=True) if lines else None
        self._lines = cast("_Wishing | None", agent)

    def begin(self, table: Table) -> None:
        """Sit down."""
        super().begin(table)
        self._usual.begin(table)
        if self._lines is not None:
            self._lines.begin(table)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return what the lines wish for, or what is usual."""
        usual = self._usual.choose(asked)
        wished = None if self._lines is None else self._lines.wished(asked)
        chosen = usual if wished is None else wished
        if self._is_free(asked):
            self._note(asked, chosen)
        return chosen

    def _is_free(self, asked: Decision[Any]) -> bool:
        return self._free is None or any(
            isinstance(one, self._free) for one in asked.options
        )

    def _note(self, asked: Decision[Any], chosen: Fact) -> None:
        for place, option in enumerate(asked.options):
            if option != chosen:
                about = len(_KINDS)
                if option.scope is not None:
                    about = _KINDS.index(option.scope)
                for line in spoken(self.table.rules, asked, place):
                    self.met[about, line] += 1


class Trials:
    """Conflicts in which one seat follows lines and all others play as they do."""

    def __init__(
        self,
        loaded: Loaded,
        specs: Sequence[str],
        seat: Seat,
        free: tuple[type[Fact], ...] | None,
    ) -> None:
        self._system: RuleSystem[Any] = loaded.system
        self._seats = tuple(loaded.system.seats(loaded.scenario))
        self._state: Any = loaded.system.initial(loaded.scenario)
        self._seat = seat
        self._follower = _Follower(specs[seat], free)
        others = [make(spec) for spec in specs]
        self._agents = [*others[:seat], self._follower, *others[seat + 1 :]]
        self._known: dict[Lines, list[float]] = {}
        self.played = 0

    def returns(self, lines: Lines, games: int) -> list[float]:
        """Return what the seat got by *lines* in each of the first *games*."""
        known = self._known.setdefault(lines, [])
        self._follower.follow(lines)
        while len(known) < games:
            known.append(self._play(len(known)))
        return known[:games]

    def _play(self, game: int) -> float:
        key = conflict_key(_SEED, game)
        for seat, agent in by_seat(self._agents):
            luck = agent_key(key, seat)
            agent.begin(Table(self._system, seat, self._seats, luck))
        done = play(
            self._system, self._state, self._agents, KeyedDice(key), seats=self._seats
        )
        self.played += 1
        return done.outcome.returns[self._seat]

    def lines(self) -> list[str]:
        """Return what could be chosen otherwise so far.

        Intentions come first, then actions and so on; of a kind what is met most often.
        """
        met = self._follower.met
        ranked = sorted(met, key=lambda one: (one[0], -met[one], one[1]))
        return list(dict.fromkeys(line for _, line in ranked))

    def gain(self, lines: Lines, base: Lines, games: int) -> "Gain":
        """Return what *lines* gain over *base* in the same conflicts."""
        pairs = zip(self.returns(lines, games), self.returns(base, games), strict=True)
        gains = [one - other for one, other in pairs]
        error = stdev(gains) / sqrt(games) if games > 1 else 1.0
        return Gain(fmean(gains), error)


class Gain(Struct, frozen=True):
    """A gain that was played, with its standard error."""

    value: float
    error: float

    @property
    def clear(self) -> bool:
        """Whether it is more than luck."""
        return self.value > 0.0 and self.value >= _CLEAR * self.error


def improved(trials: Trials, clock: Clock, begun: Lines = ()) -> Lines:
    """Return lines that do better than the own agent, none where none were found.

    *begun* are lines to begin with, which are left out again if they are no better.
    """
    trials.returns((), _FIRST)
    lines: Lines = ()
    if begun and trials.gain(begun, (), _MOST // 2).clear:
        lines = begun
    while len(lines) < _LINES_MAX and not clock.over:
        better = _better(trials, lines, clock)
        if better is None:
            break
        lines = better
    return lines


def _better(trials: Trials, lines: Lines, clock: Clock) -> Lines | None:
    """Return *lines* with the one more that gains most; None where none does clearly.

    A new line comes first, since the first that answers a question is followed.
    """
    trials.returns(lines, _FIRST)
    fresh = [one for one in trials.lines() if one not in lines][:_TRIED]
    pool, games = [(one, *lines) for one in fresh], _LEAST
    best: tuple[float, Lines] | None = None
    while pool and games <= _MOST:
        ranked: list[tuple[float, Lines]] = []
        for tried in pool:
            if clock.over:
                return None if best is None else best[1]
            gain = trials.gain(tried, lines, games)
            ranked.append((gain.value, tried))
        ranked.sort(key=lambda one: -one[0])
        top = trials.gain(ranked[0][1], lines, games)
        best = ranked[0] if top.clear and games > _LEAST else None
        pool = [tried for _, tried in ranked[: (len(ranked) + 1) // 2]]
        if games == _LEAST:
            pool += _limited(pool[:_LIMITED])
        games *= 2
    return None if best is None else best[1]


def _limited(tried: Sequence[Lines]) -> list[Lines]:
    """Return the same, each followed only up to a round or only from one on."""
    return [
        (f"{first} {limit}", *rest)
        for first, *rest in tried
        for number in _ROUNDS
        for limit in (f"round<={number}", f"round>={number + 1}")
    ]
