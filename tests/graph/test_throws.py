"""The dice of pools as laws, and rolls that are followed apart."""

from functools import cache, partial
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from sim.graph.choosers import Choosers
from sim.graph.parts import Parts, Position
from sim.graph.rounds import Rounds
from sim.library.scenario import Loaded, load
from sim.rules.dice_pool.appraisal.exact import Rolled, chance_of
from sim.rules.dice_pool.appraisal.law import rote, totals
from sim.rules.dice_pool.pools.throwing import Successes
from sim.run.seating import seat_agents
from tests.graph.tables import reached, solved

NEAR = 1e-12
AGAIN = 20
ENOUGH = 4
MANY = 150


@pytest.mark.parametrize(
    "read", [Successes(8, 10), Successes(8, 11), Successes(7, 9), Successes(10, 11)]
)
@pytest.mark.parametrize("dice", [1, 4, 9])
def test_a_throw_is_what_fractions_say(dice: int, read: Successes) -> None:
    """The law of dice thrown again is that of exact fractions."""
    asked = Rolled(dice, read.success, read.again)
    chances = totals(dice, read, AGAIN).tolist()
    assert sum(chances) == pytest.approx(1.0, abs=NEAR)
    for total, chance in enumerate(chances):
        assert chance == pytest.approx(float(chance_of(asked, total)), abs=NEAR)


@pytest.mark.parametrize("dice", [1, 3, 6])
def test_both_throws_of_a_rote_action_are_what_fractions_say(dice: int) -> None:
    """The laws of both throws of a rote action are those of exact fractions."""
    for add in (False, True):
        asked = Rolled(dice, rote=True, add=add)
        chances: dict[int, float] = {}
        for chance, first, second in rote(dice, Successes(8, 10), AGAIN):
            pair = first, second or 0
            total = sum(pair) if add else max(pair)
            chances[total] = chances.get(total, 0.0) + chance
        for total, chance in chances.items():
            assert chance == pytest.approx(float(chance_of(asked, total)), abs=NEAR)


def test_no_more_waves_fall_than_may() -> None:
    """With one wave of dice thrown again a die counts at most two."""
    assert totals(1, Successes(8, 10), 1).tolist() == pytest.approx([0.7, 0.27, 0.03])
    # A face that comes again need be no success.
    chances = totals(1, Successes(10, 9), 1).tolist()
    assert chances == pytest.approx([0.8 + 0.09, 0.1, 0.01])


class Table(NamedTuple):
    """A scenario between agents, and positions at which parts of its rounds begin."""

    loaded: Loaded
    choosers: Choosers
    rounds: Rounds
    positions: list[Position]


@cache
def _table(name: str, agents: str) -> Table:
    """Return *name* where dice fall once, in rounds that chance reaches."""
    loaded = load(name, {"again_face": "11"})
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    choosers = Choosers(system, seats, seat_agents(seats, (agents,)))
    rounds = Rounds(system, choosers)
    positions: list[Position] = []
    for state in reached(loaded, 12):
        waiting = [(rounds.essential(state), choosers.begin)]
        while waiting:
            here = waiting.pop()
            positions.append(here)
            waiting += list(rounds.played(here, here[0].round).within)[:2]
    return Table(loaded, choosers, rounds, positions)


@pytest.mark.slow
@pytest.mark.parametrize("agents", ["steady", "cautious", "bold"])
@pytest.mark.parametrize("name", ["dice_pool_debate", "dice_pool_knives"])
def test_rolls_played_apart_come_to_what_they_do_together(
    name: str, agents: str
) -> None:
    """Throws followed apart and joined equal throws followed together."""
    loaded, choosers, rounds, positions = _table(name, agents)
    system = loaded.system
    seen = set[object]()
    for here in positions:
        state, _ = here
        begins = system.solving.chart.part(state) if system.solving.chart.part else None
        if begins is None or begins.apart is None or len(begins.apart(state)) == 1:
            continue
        key = begins.reads(state)
        if key in seen or len(seen) == ENOUGH:
            continue
        seen.add(key)
        assert system.solving.chart.part
        who = choosers.specs, choosers.recorder
        parts = Parts(system.solving.chart.part, rounds.played, *who)
        known, after = parts.outcomes(here, begins, state.round)
        told = known.applied_to(state, after)
        truth = rounds.played(here, state.round)
        assert not truth.then
        assert told.within == pytest.approx(truth.within, abs=NEAR)
    assert seen


@pytest.mark.slow
@pytest.mark.parametrize("agents", ["steady", "cautious", "bold"])
@pytest.mark.parametrize("name", ["dice_pool_debate", "dice_pool_knives"])
def test_what_is_told_of_a_round_comes_of_it(name: str, agents: str) -> None:
    """If a round reads two states alike, what came of one is true of the other."""
    loaded, choosers, rounds, positions = _table(name, agents)
    system = loaded.system
    met: dict[object, Position] = {}
    later = 0
    for here in positions:
        state, memories = here
        begins = system.solving.chart.part(state) if system.solving.chart.part else None
        if begins is None or begins.apart is not None:
            continue
        # It is told of a later round too, if it is the same in all.
        for told_state in (state, replace(state, round=state.round + 3)):
            key = begins, begins.reads(told_state), memories
            first = met.setdefault(key, (told_state, memories))
            if first[0] == told_state:
                continue
            later += 1
            assert system.solving.chart.part
            who = choosers.specs, choosers.recorder
            parts = Parts(system.solving.chart.part, rounds.played, *who)
            known, _ = parts.outcomes(first, begins, first[0].round)
            told = known.applied_to(
                told_state, partial(begins.after, told_state, first[0])
            )
            truth = rounds.played((told_state, memories), told_state.round)
            assert told.then == pytest.approx(truth.then, abs=NEAR)
            assert told.within == pytest.approx(truth.within, abs=NEAR)
            assert told.ended == pytest.approx(truth.ended, abs=NEAR)
    assert later >= ENOUGH


@pytest.mark.slow
@pytest.mark.parametrize("agents", ["steady", "bold"])
@pytest.mark.parametrize("name", ["dice_pool_debate", "dice_pool_knives"])
def test_what_is_left_of_totals_is_as_good(name: str, agents: str) -> None:
    """A reduced total leads to the same as the dice it was reduced from."""
    loaded, choosers, rounds, positions = _table(name, agents)
    system = loaded.system
    whole = Rounds(
        replace(system, solving=replace(system.solving, essence=None)), choosers
    )
    seen, alike = 0, set[object]()
    for here in positions[:12]:
        begins = (
            system.solving.chart.part(here[0]) if system.solving.chart.part else None
        )
        if begins is None or begins.apart is None or seen > 2 * MANY:
            continue
        for state, memories in list(whole.played(here, here[0].round).within)[:MANY]:
            slim = rounds.essential(state)
            alike.add(slim)
            seen += 1
            truth = rounds.played((state, memories), state.round)
            told = rounds.played((slim, memories), state.round)
            assert told.then == pytest.approx(truth.then, abs=NEAR)
            assert told.ended == pytest.approx(truth.ended, abs=NEAR)
    assert len(alike) < seen


def test_a_fight_that_is_over_lasts_as_long_as_its_aftermath() -> None:
    """Each step of the aftermath counts as a round of the conflict's length."""
    loaded = load("dice_pool_knives", {"max_turns": "1"})
    solution = solved(loaded, "steady:price=99", "steady:price=99")
    assert solution.exact
    steps = len(loaded.scenario.aftermath)
    assert solution.length == pytest.approx(1 + steps)
