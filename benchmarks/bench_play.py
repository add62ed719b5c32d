"""Playing alone: events made, encoded and sealed, and nothing kept.

Against the same duel written by hand, which makes the same bytes; and, for every rule
system, in decisions a second against the yardstick: by the cheapest of agents, which
shows what the rules cost, and by one that ships. Nobody has played the games before:
they are those that come after the first WARM of a run. What users run is whole runs, in
a process that has met nothing yet: they have the aims.
"""

from collections.abc import Sequence
from itertools import count, islice

from benchmarks.alone import alone
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
LATER = 4
"""So many times the games of a whole run go before those that show a long one."""
WHOLE_ROUNDS = 3
FEWER = 5
"""Shipped agents think, so they play that many times fewer games."""
COSTS_MOST = 2
"""What an event of any system may cost at most, in those of the Solar System."""


def measure(rounds: int = 9, games: int = 100, whole: int = 1000) -> list[Section]:
    """Return how fast conflicts are played, and runs of so many as *whole*."""
    return [
        _whole(min(rounds, WHOLE_ROUNDS), whole),
        _duel(rounds, games),
        *_systems(rounds, games),
        _shipped(rounds, games),
    ]


def _whole(rounds: int, games: int) -> Section:
    """Compare whole runs by default agents, and later games of long ones."""
    figures: list[Figure] = []
    for system, scenario in one_a_system():
        for warm in (0, LATER * games):
            values = [_by_yardstick(scenario, warm, games) for _ in range(rounds)]
            name = f"{system}, {scenario}: games {warm + 1} to {warm + games}"
            aim = None if warm else SHIPPED_LEAST.get(scenario, MOST_LEAST)
            figures.append(spread(name, values, least=aim))
    notes = [f"Decisions/s / yardstick, by {SHIPPED}, each in a process of its own"]
    return Section("Whole runs", figures, notes)


def _by_yardstick(scenario: str, warm: int, games: int) -> float:
    """Return the decisions a second of a run against the yardstick's, beside it."""
    took = alone(scenario, 0, warm, games)
    ((plain,),) = side_by_side(1, lambda: rock_paper_scissors(games * 4))
    return plain * took.decisions / took.seconds


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
    sections: list[Section] = []
    for system, scenario in one_a_system():
        seats = begin(scenario).seats
        title = f"Playing alone: {system}, {scenario}"
        agents: list[Agent] = [First() for _ in seats]
        sections.append(_system(rounds, games, title, scenario, agents))
        agents = [make(SHIPPED) for _ in seats]
        title = f"{title}, by {SHIPPED}"
        fewer = max(1, games // FEWER)
        sections.append(_system(rounds, fewer, title, scenario, agents))
    return sections


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
    cheapest = scenario == DUEL and isinstance(agents[0], First)
    least = YARDSTICK_LEAST if cheapest else None
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
