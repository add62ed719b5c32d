"""Find a better reply by playing, where a conflict is too large to solve.

A reply is a few lines that override the seat's own agent, in the language of the agent
`scripted`. Lines are compared with the current reply by successive halving under common
random numbers: the worse half is dropped, the others play twice as many conflicts, and
a line that is clearly better in the end is kept. Before that the shipped agents are
tried in the same way, and one that is clearly better takes the own agent's place. The
result is measured in separate conflicts, since the best of many is overestimated by the
sample that selected it.
"""

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Protocol, cast

from msgspec import Struct

from sim.casting.roster import made, make
from sim.casting.strategies import DEFAULT, SHIPPED
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import agent_key, conflict_key
from sim.graph.clock import Clock, TimeUpError
from sim.graph.lines import wishes_for
from sim.library.scenario import Loaded
from sim.seam.events import Fact, Scope, Seat
from sim.seam.protocol import Agent, Decision, RuleSystem, Table
from sim.seam.seats import by_seat

_SEED = "reply by play"
"""The seed of the search, other than the one for measuring replies."""
_FIRST = 32
"""The number of conflicts of the own agent that are watched for its other options."""
_LEAST, _MOST = 8, 512
"""The number of conflicts that a line plays at first, and at most."""
_TRIED = 48
"""The number of lines tried at once."""
_LIMITED = 3
"""The number of the best lines that are also tried in some rounds alone."""
_ROUNDS = (1, 2, 3)
"""The rounds at which a line may begin or end."""
_LINES_MAX = 6
_CLEAR = 2.0
"""A gain of this many standard errors is kept."""
_KINDS = tuple(Scope)
"""Scopes of decisions, in the order in which lines are tried."""

_CLEAR_OF_AGENTS = 2.5
"""The same for another agent in place of the own one: they are few, and come first."""
_AGAINST = 64
"""The number of conflicts that compare such an agent with lines for the own one."""
_AGENTS_LEAST, _AGENTS_MOST = 4, 256
"""The number of conflicts that such an agent plays at first, and at most."""

Lines = tuple[str, ...]


class _WishingAgent(Protocol):
    """An agent that returns the option it wishes for, or None."""

    def begin(self, table: Table) -> None: ...

    def wished(self, asked: Decision[Any]) -> Fact | None: ...


class _Follower(Agent):
    """Follows lines or else its own agent, and records the other options it had.

    *free* are the kinds of answer that may be chosen otherwise; None: all.
    """

    def __init__(self, spec: str, free: tuple[type[Fact], ...] | None) -> None:
        self._usual = make(spec)
        self._free = free
        self._lines: _WishingAgent | None = None
        self.met: Counter[tuple[int, str]] = Counter()
        """(place of its kind, line) -> the number of questions that it would change."""

    def follow(self, lines: Lines) -> None:
        """Follow these *lines* from the next conflict on."""
        says = {"says": "|".join(lines)}
        agent = made("scripted", says, literal=True) if lines else None
        self._lines = cast("_WishingAgent | None", agent)

    def begin(self, table: Table) -> None:
        """Sit down."""
        super().begin(table)
        self._usual.begin(table)
        if self._lines is not None:
            self._lines.begin(table)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the choice of the lines, or of the own agent."""
        usual = self._usual.choose(asked)
        wished = None if self._lines is None else self._lines.wished(asked)
        chosen = usual if wished is None else wished
        if self._is_free(asked):
            self._note(asked, chosen)
        return chosen

    def _is_free(self, asked: Decision[Any]) -> bool:
        return self._free is None or any(
            isinstance(option, self._free) for option in asked.options
        )

    def _note(self, asked: Decision[Any], chosen: Fact) -> None:
        shown: dict[Fact, Mapping[str, str]] = {}
        for place, option in enumerate(asked.options):
            if option != chosen:
                about = len(_KINDS)
                if option.scope is not None:
                    about = _KINDS.index(option.scope)
                for line in wishes_for(self.table.rules, asked, place, shown):
                    self.met[about, line] += 1


class Trials:
    """Plays conflicts in which one seat follows lines."""

    def __init__(
        self,
        loaded: Loaded,
        specs: Sequence[str],
        seat: Seat,
        free: tuple[type[Fact], ...] | None,
    ) -> None:
        self._loaded, self._specs = loaded, tuple(specs)
        self._system: RuleSystem[Any] = loaded.system
        self._seats = tuple(loaded.system.seats(loaded.scenario))
        self._state: Any = loaded.system.initial(loaded.scenario)
        self._seat, self._free = seat, free
        self._follower = _Follower(specs[seat], free)
        others = [make(spec) for spec in specs]
        self._agents = [*others[:seat], self._follower, *others[seat + 1 :]]
        self._known: dict[Lines, list[float]] = {}
        self._clock = Clock()
        self.played = 0

    def returns(self, lines: Lines, games: int) -> list[float]:
        """Return the seat's return with *lines* in each of the first *games*."""
        known = self._known.setdefault(lines, [])
        self._follower.follow(lines)
        while len(known) < games:
            known.append(self.play(len(known)))
        return known[:games]

    def seated(self, agent: Agent, games: int) -> list[float]:
        """Return the seat's return with that *agent* in each of the first *games*."""
        return [self.play(game, agent) for game in range(games)]

    def with_agent(self, spec: str) -> "Trials":
        """Return trials in which *spec* answers all questions that no line does."""
        if spec == self._specs[self._seat]:
            return self
        specs = (*self._specs[: self._seat], spec, *self._specs[self._seat + 1 :])
        return Trials(self._loaded, specs, self._seat, self._free)

    @contextmanager
    def within(self, clock: Clock) -> Generator[None]:
        """Run the block within until it ends or *clock* is over."""
        before, self._clock = self._clock, clock
        try:
            with suppress(TimeUpError):
                yield
        finally:
            self._clock = before

    def play(self, game: int, instead: Agent | None = None) -> float:
        """Return the seat's return in that *game*, with another agent *instead*.

        Raises TimeUpError if the time of `within` is up.
        """
        self._clock.look()
        agents = list(self._agents)
        if instead is not None:
            agents[self._seat] = instead
        key = conflict_key(_SEED, game)
        for seat, agent in by_seat(agents):
            luck = agent_key(key, seat)
            agent.begin(Table(self._system, seat, self._seats, luck))
        done = play(
            self._system, self._state, agents, KeyedDice(key), seats=self._seats
        )
        self.played += 1
        return done.outcome.returns[self._seat]

    def lines(self) -> list[str]:
        """Return a line for every option that was not chosen so far.

        Intentions come first, then actions and so on; within a kind the most frequent.
        """
        met = self._follower.met
        ranked = sorted(met, key=lambda entry: (entry[0], -met[entry], entry[1]))
        return list(dict.fromkeys(line for _, line in ranked))

    def gain(self, lines: Lines, base: Lines, games: int) -> "Gain":
        """Return the gain of *lines* over *base* in the same conflicts."""
        return _gain_over(self.returns(lines, games), self.returns(base, games))


class Gain(Struct, frozen=True):
    """A gain that was played, with its standard error."""

    value: float
    error: float

    @property
    def clear(self) -> bool:
        """Whether it is statistically significant."""
        return self.value > 0.0 and self.value >= _CLEAR * self.error


def better_agent(trials: Trials, own: str, clock: Clock) -> str:
    """Return a shipped agent that clearly does better than *own*, else *own*."""
    plain = [spec for spec in (DEFAULT, *SHIPPED) if ":" not in spec and spec != own]
    pool = {spec: make(spec) for spec in plain}
    games, best = _AGENTS_LEAST, own
    with trials.within(clock):
        while pool and games <= _AGENTS_MOST:
            base = trials.returns((), games)
            gains = {
                spec: _gain_over(trials.seated(agent, games), base)
                for spec, agent in pool.items()
            }
            ranked = sorted(gains, key=lambda spec: -gains[spec].value)
            top = gains[ranked[0]]
            clear = top.value > 0.0 and top.value >= _CLEAR_OF_AGENTS * top.error
            best = ranked[0] if clear and games > _AGENTS_LEAST else own
            pool = {spec: pool[spec] for spec in ranked[: (len(ranked) + 1) // 2]}
            games *= 2
    return best


def agent_is_no_worse(trials: Trials, spec: str, lines: Lines, clock: Clock) -> bool:
    """Whether an agent does no worse than the own one does with these *lines*."""
    agent, ahead = make(spec), 0.0
    with trials.within(clock):
        for game in range(_AGAINST):
            ahead += trials.play(game, agent) - trials.returns(lines, game + 1)[game]
    return ahead >= 0.0


def _gain_over(returns: Sequence[float], base: Sequence[float]) -> "Gain":
    """Return the gain of *returns* over *base*, of the same conflicts."""
    gains = [new - old for new, old in zip(returns, base, strict=True)]
    error = stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else 1.0
    return Gain(fmean(gains), error)


def improved_lines(trials: Trials, clock: Clock, begun: Lines = ()) -> Lines:
    """Return lines that do better than the own agent, none if none were found.

    *begun* are lines to start from, which are dropped if they are no better.
    """
    lines: Lines = ()
    with trials.within(clock):
        trials.returns((), _FIRST)
        if begun and trials.gain(begun, (), _MOST // 2).clear:
            lines = begun
    while len(lines) < _LINES_MAX and not clock.over:
        better = _better_lines(trials, lines, clock)
        if better is None:
            break
        lines = better
    return lines


def _better_lines(trials: Trials, lines: Lines, clock: Clock) -> Lines | None:
    """Return *lines* with the new line that gains most; None if none clearly does.

    A new line comes first, since the first that answers a question is followed.
    """
    best: Lines | None = None
    with trials.within(clock):
        trials.returns(lines, _FIRST)
        fresh = [line for line in trials.lines() if line not in lines][:_TRIED]
        pool, games = [(line, *lines) for line in fresh], _LEAST
        while pool and games <= _MOST:
            ranked = [(trials.gain(tried, lines, games).value, tried) for tried in pool]
            ranked.sort(key=lambda pair: -pair[0])
            top = trials.gain(ranked[0][1], lines, games)
            best = ranked[0][1] if top.clear and games > _LEAST else None
            pool = [tried for _, tried in ranked[: (len(ranked) + 1) // 2]]
            if games == _LEAST:
                pool += _limited_to_rounds(pool[:_LIMITED])
            games *= 2
    return best


def _limited_to_rounds(tried: Sequence[Lines]) -> list[Lines]:
    """Return the same, each followed only up to a round or only from one on."""
    return [
        (f"{first} {limit}", *rest)
        for first, *rest in tried
        for number in _ROUNDS
        for limit in (f"round<={number}", f"round>={number + 1}")
    ]
