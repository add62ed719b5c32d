"""From a state and from its essence the same follows.

Comparison with play cannot show it: to forget which of three boxes is ticked moves an
ending by a fiftieth of the spread of 20,000 games, and is wrong.
"""

import pytest

from sim.graph.choosers import Choosers
from sim.graph.parts import PartOutcomes
from sim.graph.rounds import Rounds
from sim.library.scenario import Loaded, load
from sim.run.seating import seat_agents
from tests.graph.tables import reached
from tests.tiers import later

NEAR = 1e-12
STATES = 4


def _followed(outcomes: PartOutcomes) -> dict[object, float]:
    """Return what a round came to, without the number of the round it ended in."""
    mixed: dict[object, float] = dict(outcomes.then)
    for (how, returns, _), chance in outcomes.ended.items():
        mixed[how, returns] = mixed.get((how, returns), 0.0) + chance
    return mixed


def _rounds(loaded: Loaded, spec: str) -> tuple[Rounds, Choosers]:
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    choosers = Choosers(system, seats, seat_agents(seats, (spec,) * len(seats)))
    return Rounds(system, choosers), choosers


@pytest.mark.parametrize("agents", later(["bold", "cautious"], ["bold"]))
@pytest.mark.parametrize(
    "name",
    [
        "alley",
        "guitar_duel",
        "intensity_brawl",
        "intensity_cliff",
        "skill_duel",
        "skill_sniper",
        "dice_pool_debate",
        "dice_pool_knives",
    ],
)
def test_what_follows_a_state_follows_its_essence(name: str, agents: str) -> None:
    """From a state and from its essence the same rounds follow, as likely."""
    loaded = load(name)
    rounds, choosers = _rounds(loaded, agents)
    seen = 0
    for state in reached(loaded, 5):
        slim = rounds.essential(state)
        if slim == state:
            continue
        whole = _followed(rounds.play((state, choosers.begin)))
        less = _followed(rounds.play((slim, choosers.begin)))
        assert set(whole) == set(less)
        for kind, chance in whole.items():
            assert less[kind] == pytest.approx(chance, abs=NEAR)
        seen += 1
        if seen == STATES:
            break
