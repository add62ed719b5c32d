"""Playing alone: events made, encoded and sealed, and nothing kept.

Against the same duel written by hand, which makes the same bytes; and, for every rule
system, in decisions a second against the yardstick: by the cheapest of agents, which
shows what the rules cost, and by one that ships. Nobody has played the games before:
they are those that come after the first WARM of a run.
"""

from collections.abc import Sequence
from itertools import count, islice

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
    Fresh,
    bare,
    begin,
    one_a_system,
    played,
    same,
    shipped,
)
from benchmarks.yardstick import rock_paper_scissors
from sim.casting.roster import make
from sim.run.chunk import Setting
from sim.seam.protocol import Agent

SLOWER_MOST = 4
CHECKED = 50
WARM = 200
"""So many games go before those that are measured, as in a usual run."""
YARDSTICK_LEAST = 0.035
SHIPPED = "steady"
SHIPPED_LEAST = {"alley": 0.02, "intensity_auction": 0.012}
"""Scenario -> the least for default agents, where it is not that of most."""
MOST_LEAST = 0.01
FEWER = 5
"""Shipped agents think, so they play that many times fewer games."""
COSTS_MOST = 2
"""What an event of any system may cost at most, in those of the Solar System."""


def measure(rounds: int = 9, games: int = 100) -> list[Section]:
    """Return how fast conflicts are played."""
    return [_duel(rounds, games), *_systems(rounds, games), _shipped(rounds, games)]


def _duel(rounds: int, games: int) -> Section:
    start = begin(DUEL)
    check(start, min(games, CHECKED))
    yardstick = games * 40
    numbers = count(WARM)
    played_, bare_, plain = columns(
        side_by_side(
            rounds,
            Fresh(start, [First() for _ in start.seats], games, WARM).by_decisions,
            lambda: sum(
                bare(start, game)[1].decisions for game in islice(numbers, games)
            ),
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


def _systems(rounds: int, games: int) -> list[Section]:
    found: list[Section] = []
    for system, scenario in one_a_system():
        seats = begin(scenario).seats
        title = f"Playing alone: {system}, {scenario}"
        agents: list[Agent] = [First() for _ in seats]
        found.append(_system(rounds, games, title, scenario, agents))
        agents = [make(SHIPPED) for _ in seats]
        title = f"{title}, by {SHIPPED}"
        fewer = max(1, games // FEWER)
        found.append(_system(rounds, fewer, title, scenario, agents))
    return found


def _system(
    rounds: int, games: int, title: str, scenario: str, agents: list[Agent]
) -> Section:
    fresh = Fresh(begin(scenario), agents, games, WARM)
    deciding, plain = columns(
        side_by_side(
            rounds, fresh.by_decisions, lambda: rock_paper_scissors(games * 40)
        )
    )
    an_event = fresh.decisions / fresh.events
    least: float | None = SHIPPED_LEAST.get(scenario, MOST_LEAST)
    if isinstance(agents[0], First):
        least = YARDSTICK_LEAST if scenario == DUEL else None
    figures: list[Figure] = [
        ratio("decisions/s / yardstick", plain, deciding, least=least),
        spread(
            "microseconds an event",
            [1e6 * each * an_event for each in deciding],
        ),
        spread("decisions/s, thousands", [1e-3 / each for each in deciding]),
        spread(
            "events/s, thousands",
            [1e-3 / each / an_event for each in deciding],
        ),
    ]
    decisions, events = (
        many / fresh.conflicts for many in (fresh.decisions, fresh.events)
    )
    notes = [f"{decisions:.0f} decisions and {events:.0f} events a conflict"]
    return Section(title, figures, notes)


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
    return Fresh(start, shipped(start), games, WARM).by_events
