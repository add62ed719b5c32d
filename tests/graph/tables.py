"""What tests of solutions share: conflicts solved, played, followed by every face."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

import pytest
from msgspec import structs

from sim.casting.roster import make
from sim.conflict.play import play
from sim.conflict.walk import Walk
from sim.dice.pool import KeyedDice
from sim.dice.seed import agent_key, conflict_key
from sim.graph.budget import Budget
from sim.graph.choosers import Choosers, Memories
from sim.graph.parts import PartOutcomes, Position
from sim.graph.rounds import Rounds
from sim.graph.solve import Solved, solve
from sim.library.scenario import Loaded
from sim.run.seating import seat_agents
from sim.seam.chart import Part
from sim.seam.protocol import (
    Chance,
    Chart,
    Decision,
    RuleSystem,
    State,
    Table,
)
from sim.seam.seats import by_seat

ROUNDED = 1e-12
"""By so much sums of chances may differ that are the same."""

Outcomes = Mapping[tuple[str, tuple[float, ...]], float]
"""How it ended and what every seat got -> how likely, or how often."""


def solved(
    loaded: Loaded,
    *specs: str,
    budget: Budget | None = None,
    system: RuleSystem[Any] | None = None,
) -> Solved:
    """Return the solution of *loaded* between *specs*, perhaps by another *system*."""
    rules = system or loaded.system
    seats = rules.seats(loaded.scenario)
    state = rules.initial(loaded.scenario)
    return solve(rules, state, seats, seat_agents(seats, specs), budget=budget)


def played(loaded: Loaded, specs: Sequence[str], games: int) -> dict[Any, float]:
    """Return how often what came out in so many games."""
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    agents = [make(spec) for spec in seat_agents(seats, specs)]
    state = system.initial(loaded.scenario)
    chances: dict[Any, float] = {}
    for game in range(games):
        key = conflict_key("solve", game)
        for seat, agent in by_seat(agents):
            agent.begin(Table(system, seat, seats, agent_key(key, seat)))
        end = play(system, state, agents, KeyedDice(key), strict=True).outcome
        kind = end.how, end.returns
        chances[kind] = chances.get(kind, 0.0) + 1 / games
    return chances


def brute(loaded: Loaded, *specs: str) -> dict[Any, float]:
    """Follow every face of every die through the seam, and merge nothing."""
    chances: dict[Any, float] = {}
    for (how, returns, _), mass in brute_rounds(loaded, *specs).items():
        chances[how, returns] = chances.get((how, returns), 0.0) + mass
    return chances


def brute_rounds(
    loaded: Loaded, *specs: str
) -> dict[tuple[str, tuple[float, ...], int], float]:
    """Do as `brute`, and keep endings in different rounds apart."""
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    choosers = Choosers(system, seats, seat_agents(seats, specs))
    chances: dict[Any, float] = {}
    walk = Walk(system, system.initial(loaded.scenario))
    _follow(system, choosers, walk, (choosers.begin, 1.0), chances)
    return chances


def _follow(
    system: RuleSystem[Any],
    choosers: Choosers,
    walk: Walk[Any],
    at: tuple[Memories, float],
    chances: dict[Any, float],
) -> None:
    (memories, mass), asked = at, walk.asked
    if type(asked) is Decision:
        fact = asked.options[0]
        if len(asked.options) > 1:
            fact, memories = choosers.answer(asked, memories)
        after = Walk(system, walk.state, fact)
        _follow(system, choosers, after, (memories, mass), chances)
    elif type(asked) is Chance:
        dice = [range(die.low, die.high + 1) for die in asked.pool]
        cases = list(product(*dice))
        for faces in cases:
            after = Walk(system, walk.state, asked.rolled(faces))
            _follow(system, choosers, after, (memories, mass / len(cases)), chances)
    else:
        assert not isinstance(asked, Decision | Chance)
        kind = asked.how, asked.returns, walk.state.round
        chances[kind] = chances.get(kind, 0.0) + mass


def unmerged(system: RuleSystem[Any]) -> RuleSystem[Any]:
    """Return *system* with nothing that an exact solution may know beside the seam."""
    plain = structs.replace(system.solving, essence=None, chart=Chart())
    return structs.replace(system, solving=plain)


def reached(
    loaded: Loaded, games: int, spec: str = "uniform", *, every: bool = False
) -> list[State]:
    """Return the states at which rounds begin in *games* of chance, or *every* one."""
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    begins = system.solving.chart.begins
    agents = [make(spec) for _ in seats]
    states: dict[State, None] = {}
    for game in range(games):
        key = conflict_key("reached", game)
        dice = KeyedDice(key)
        for seat, agent in by_seat(agents):
            agent.begin(Table(system, seat, seats, agent_key(key, seat)))
        walk, last = Walk(system, system.initial(loaded.scenario)), -1
        while True:
            asked, state = walk.asked, walk.state
            new = begins(state) if begins is not None else state.round > last
            if every or new:
                states[state] = None
            last = state.round
            if type(asked) is Decision:
                walk = Walk(system, state, agents[asked.who].choose(asked))
            elif type(asked) is Chance:
                walk = Walk(system, state, asked.fall(dice, state.round))
            else:
                break
    return list(states)


def unparted(system: RuleSystem[Any]) -> RuleSystem[Any]:
    """Return *system* whose rounds have no parts."""
    chart = structs.replace(system.solving.chart, part=None)
    return with_chart(system, chart)


def with_chart(system: RuleSystem[Any], chart: Chart[Any]) -> RuleSystem[Any]:
    """Return *system*, cut for the solvers as *chart* says."""
    solving = structs.replace(system.solving, chart=chart)
    return structs.replace(system, solving=solving)


def with_parts(
    system: RuleSystem[Any], changed: Callable[[Part[Any]], Part[Any]]
) -> RuleSystem[Any]:
    """Return *system* with every part of its rounds as *changed* makes it."""
    chart = system.solving.chart
    begins = chart.part
    assert begins is not None

    def part(state: State) -> Part[Any] | None:
        begun = begins(state)
        return None if begun is None else changed(begun)

    return with_chart(system, structs.replace(chart, part=part))


def with_course(
    system: RuleSystem[Any], course: Callable[[Any], Any] | None
) -> RuleSystem[Any]:
    """Return *system* with this *course* of the dice within its parts."""

    def changed(part: Part[Any]) -> Part[Any]:
        if part.first is None:
            return part
        first = structs.replace(part.first, course=course)
        return structs.replace(part, first=first)

    return with_parts(system, changed)


def played_alike(
    rounds: Rounds[Any], others: Rounds[Any], here: Position[Any]
) -> PartOutcomes[Any]:
    """Return what the round *here* comes to by *rounds*, and so it does by *others*."""
    mine, theirs = rounds.play(here), others.play(here)
    assert mine.then == pytest.approx(theirs.then, abs=ROUNDED)
    assert mine.ended == pytest.approx(theirs.ended, abs=ROUNDED)
    return mine
