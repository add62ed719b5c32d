"""Playing alone: events made, encoded and sealed, and nothing kept.

Against the same duel written by hand, which makes the same bytes; and, for every rule
system, in decisions a second against the yardstick.
"""

from collections.abc import Sequence

from benchmarks.bare_tables import Strategy
from benchmarks.first import First
from benchmarks.measure import (
    Figure,
    Section,
    Work,
    columns,
    ratio,
    side_by_side,
    spread,
)
from benchmarks.stage import (
    DUEL,
    QUIET,
    bare,
    begin,
    one_a_system,
    played,
    same,
    shipped,
)
from benchmarks.yardstick import rock_paper_scissors
from sim.protocol import Agent
from sim.run.chunk import Setting

SLOWER_MOST = 4
CHECKED = 50
YARDSTICK_LEAST = 0.035
COSTS_MOST = 2
"""What an event of any system may cost at most, in those of the Solar System."""


def measure(rounds: int = 9, games: int = 100) -> list[Section]:
    """Return how fast conflicts are played."""
    return [_duel(rounds, games), *_systems(rounds, games), _shipped(rounds, games)]


def _duel(rounds: int, games: int) -> Section:
    start = begin(DUEL)
    check(start, min(games, CHECKED))
    yardstick = games * 40
    played_, bare_, plain = columns(
        side_by_side(
            rounds,
            _playing(start, games),
            lambda: sum(bare(start, game)[1].decisions for game in range(games)),
            lambda: rock_paper_scissors(yardstick),
        )
    )
    figures = [
        ratio("time of play / the same duel by hand", played_, bare_, most=SLOWER_MOST),
        ratio("decisions/s of the duel by hand / yardstick", plain, bare_),
    ]
    return Section(f"Playing alone: {DUEL}", figures)


def check(start: Setting, games: int, strategies: Sequence[Strategy] = QUIET) -> None:
    """Raise RuntimeError unless the first games by hand are those that are played."""
    agents: list[Agent] = [First(), First()]
    for game in range(games):
        if not same(played(start, agents, game), *bare(start, game, strategies)):
            message = f"game {game + 1} by hand differs: the two do not compare"
            raise RuntimeError(message)


def _playing(start: Setting, games: int) -> Work:
    agents: list[Agent] = [First() for _ in start.seats]
    return lambda: sum(
        played(start, agents, game).line.decisions for game in range(games)
    )


def _systems(rounds: int, games: int) -> list[Section]:
    return [_system(rounds, games, *which) for which in one_a_system()]


def _system(rounds: int, games: int, system: str, scenario: str) -> Section:
    start = begin(scenario)
    agents: list[Agent] = [First() for _ in start.seats]
    lines = [played(start, agents, game).line for game in range(games)]
    decisions = sum(line.decisions for line in lines)
    events = sum(line.events for line in lines)
    deciding, plain = columns(
        side_by_side(
            rounds,
            _playing(start, games),
            lambda: rock_paper_scissors(games * 40),
        )
    )
    least = YARDSTICK_LEAST if scenario == DUEL else None
    figures: list[Figure] = [
        ratio("decisions/s / yardstick", plain, deciding, least=least),
        spread("decisions/s, thousands", [1e-3 / each for each in deciding]),
        spread(
            "events/s, thousands",
            [1e-3 / each * events / decisions for each in deciding],
        ),
    ]
    notes = [
        f"{decisions / games:.0f} decisions and {events / games:.0f} events a conflict"
    ]
    return Section(f"Playing alone: {system}, {scenario}", figures, notes)


def _shipped(rounds: int, games: int) -> Section:
    """Compare what an event costs in every system, between the agents it ships."""
    works = {name: _events(scenario, games) for name, scenario in one_a_system()}
    first, *others = works
    plain, *costs = columns(side_by_side(rounds, *works.values()))
    figures: list[Figure] = [
        ratio(f"time of an event of {name} / of {first}", cost, plain, most=COSTS_MOST)
        for name, cost in zip(others, costs, strict=True)
    ]
    return Section("An event between shipped agents", figures)


def _events(scenario: str, games: int) -> Work:
    start = begin(scenario)
    agents = shipped(start)
    return lambda: sum(played(start, agents, game).line.events for game in range(games))
