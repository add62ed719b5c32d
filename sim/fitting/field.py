"""How much a result depends on the agents: a small field of them, each against all.

The result of one set of agents holds for those agents. Here each side is played in turn
by each of a few agents with different strategies, against each of them.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from msgspec import Struct

from sim.fitting.arena import OWN, Arena, Result
from sim.library.scenario import Loaded
from sim.run.forfeits import ForfeitCount
from sim.run.run import run_id
from sim.seam.protocol import SeatInfo
from sim.statistics.intervals import Interval, wilson
from sim.statistics.records import mean_return
from sim.statistics.samples import Sample, Samples
from sim.store.events import conflict_stream

FIELD = (OWN, "steady", "steady:later=3,raises=0", "bold", "cautious")
"""The seats' own agents, and others that weigh their options: one that looks further
and turns deadlier where that helps; one that turns deadlier when ahead; one that gives
up in time.
"""

NOBODY = "nobody"
"""The opponent of a side that has none."""


class Cell(Struct, frozen=True):
    """The result of a side played by one agent, with another at all other sides."""

    side: int
    agent: str
    others: str
    wins: float
    draws: float
    returned: Interval
    """Its mean return, with its interval."""
    seats: tuple[Interval, ...] = ()
    """The same of every seat, in order."""
    games: int = 0

    @property
    def win(self) -> Interval:
        """The share of games that it won, with its interval."""
        return wilson(self.wins * self.games, self.games)

    @property
    def returns(self) -> float:
        """Its mean return."""
        return self.returned.value


class Range(Struct, frozen=True):
    """The worst and the best cell of a side, or of a seat."""

    worst: Cell
    best: Cell


def games_of(loaded: Loaded, games: int) -> int:
    """Return how many conflicts `field` plays: this many for every pair of agents."""
    pairs = len(_pairs(Arena(loaded, "")))
    return pairs * _games_each(games, pairs)


def _shared(seats: Sequence[SeatInfo], sides: Collection[int]) -> str:
    specs = {seat.agent for seat in seats if seat.side in sides}
    return specs.pop() if len(specs) == 1 and specs <= set(FIELD) else OWN


def _pairs(arena: Arena) -> list[tuple[int, str, str]]:
    """Return (side, its agent, everybody else's), nobody twice under two names.

    Where the scenario has one of the field at all of these seats, that is their own.
    """

    def met(sides: Collection[int]) -> list[str]:
        if not sides:
            return [NOBODY]
        shared = _shared(arena.seats, sides)
        return [spec for spec in FIELD if spec == OWN or spec != shared]

    return [
        (side, agent, others)
        for side in arena.sides
        for agent in met({side})
        for others in met({*arena.sides} - {side})
    ]


class FieldResult(Struct, frozen=True):
    """What every side achieved in all pairs, and which agents forfeited.

    *samples* are the typical conflict of all and the strangest, *lineups* the agents of
    all seats, as they sat together.
    """

    cells: tuple[Cell, ...]
    forfeits: tuple[ForfeitCount, ...]
    samples: tuple[Sample, ...] = ()
    lineups: tuple[tuple[str, ...], ...] = ()


def field(
    loaded: Loaded,
    *,
    seed: str,
    games: int,
    progress: Callable[[int], None] = lambda _: None,
) -> FieldResult:
    """Return what every side achieved, in about *games* conflicts.

    All pairs play under the same dice.
    """
    arena = Arena(loaded, seed, strict=False)
    pairs = _pairs(arena)
    each, cells, lost = _games_each(games, len(pairs)), list[Cell](), _Lost()
    samples, lineups = Samples(), dict[tuple[str, ...], None]()
    for side, agent, others in pairs:
        who = dict.fromkeys(arena.sides, others) | {side: agent}
        results = [arena.play(who, game) for game in range(each)]
        cells.append(_cell(side, agent, others, results))
        specs = arena.specs(who)
        lost.add(specs, results)
        if specs not in lineups:  # every side has a cell of the same conflicts
            lineups[specs] = None
            run = run_id(seed, loaded.digest, specs)
            for game, result in enumerate(results):
                name = conflict_stream(run, game)
                samples.see(name, result.how, result.seats, result.events)
        progress(len(cells) * each)
    chosen = tuple(samples.picked())
    return FieldResult(tuple(cells), lost.counts(), chosen, tuple(lineups))


def _cell(side: int, agent: str, others: str, results: Sequence[Result]) -> Cell:
    each = len(results)
    scores = [result.score(side) for result in results]
    seats = zip(*(result.seats for result in results), strict=True)
    return Cell(
        side,
        agent,
        others,
        scores.count(1.0) / each,
        scores.count(0.5) / each,
        mean_return(Counter(result.returns[side] for result in results)),
        tuple(mean_return(Counter(got)) for got in seats),
        each,
    )


class _Lost:
    """The forfeits of a field: how many of how many games, and the first of each."""

    def __init__(self) -> None:
        self._games: Counter[str] = Counter()
        self._times: Counter[str] = Counter()
        self._first: dict[str, tuple[str, str, int]] = {}

    def add(self, specs: Iterable[str], results: Sequence[Result]) -> None:
        """Count the games in which *specs* sat, and the forfeits among them."""
        for spec in set(specs):
            self._games[spec] += len(results)
        for game, result in enumerate(results, 1):
            if result.forfeit is not None:
                spec, seat, reason = result.forfeit
                self._times[spec] += 1
                self._first.setdefault(spec, (seat, reason, game))

    def counts(self) -> tuple[ForfeitCount, ...]:
        """Return who forfeited, most often first."""
        return tuple(
            ForfeitCount(spec, seat, "", times, self._games[spec], str(game), reason)
            for spec, times in self._times.most_common()
            for seat, reason, game in (self._first[spec],)
        )


def _games_each(games: int, pairs: int) -> int:
    return max(1, games // max(1, pairs))


def ranges(cells: tuple[Cell, ...]) -> dict[int, Range]:
    """Return for each side the cells in which it won least and most often."""
    by_side: dict[int, Range] = {}
    for side in dict.fromkeys(cell.side for cell in cells):
        own = [cell for cell in cells if cell.side == side]
        worst = min(own, key=lambda cell: (cell.wins, cell.returns))
        best = max(own, key=lambda cell: (cell.wins, cell.returns))
        by_side[side] = Range(worst, best)
    return by_side


def seat_range(cells: tuple[Cell, ...], side: int, seat: int) -> Range:
    """Return the cells in which a seat of *side* got least and most in the mean."""
    own = [cell for cell in cells if cell.side == side]
    worst = min(own, key=lambda cell: cell.seats[seat].value)
    best = max(own, key=lambda cell: cell.seats[seat].value)
    return Range(worst, best)
