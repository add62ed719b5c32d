"""The agents in a real conflict: Tela and Gael in the alley."""

import pytest

from sim.conflict.stream import tally
from sim.library.scenario import load
from tests.agents.tables import conflict

ALLEY = load("alley")
TELA, GAEL = 0, 1


def counted(measure: str, seat: int, *specs: str, games: int = 8) -> int:
    """Return what *seat* totals of *measure* over some conflicts."""
    played = (conflict(ALLEY, *specs, game=game) for game in range(games))
    return sum(
        tally(ALLEY.system, conflict.events, 2)[measure][seat] for conflict in played
    )


def won(agent: str, rival: str, games: int) -> int:
    """Return how many of 2 * *games* mirrored conflicts *agent* wins."""
    wins = 0
    for game in range(games):
        there = conflict(ALLEY, agent, rival, game=game).outcome.returns
        back = conflict(ALLEY, rival, agent, game=game).outcome.returns
        wins += (there[TELA] > there[GAEL]) + (back[GAEL] > back[TELA])
    return wins


@pytest.mark.slow
@pytest.mark.parametrize("agent", ["steady", "bold", "spender", "lookahead:samples=2"])
def test_agents_that_weigh_beat_one_that_does_not(agent: str) -> None:
    """Agents that weigh options beat one that chooses at random, on either side."""
    assert won(agent, "uniform", 4) >= 7


@pytest.mark.slow
def test_lookahead_beats_steady_from_the_weaker_side() -> None:
    """Lookahead wins from the weaker side, by an aim no single exchange suggests."""
    played = [
        conflict(ALLEY, "steady", "lookahead:samples=2", game=game).outcome.returns
        for game in range(3)
    ]

    assert sum(returns[GAEL] > returns[TELA] for returns in played) >= 2


PLAIN = "steady:hope=-1"
"""One that never gives up."""


def test_steady_keeps_to_what_it_wants() -> None:
    """Steady, told to have no hope too small, neither concedes nor changes its aim."""
    assert counted("conceded", GAEL, PLAIN, games=4) == 0
    assert counted("changed", TELA, PLAIN, games=4) == 0


def test_steady_that_looks_further_draws_the_blade() -> None:
    """Steady that weighs what an intention leads to draws the blade, and wins by it."""
    further = "steady:later=2,raises=0"
    played = [
        conflict(ALLEY, "steady", further, game=game).outcome.returns
        for game in range(4)
    ]

    assert counted("changed", GAEL, "steady", further, games=4) >= 4
    assert sum(returns[GAEL] > returns[TELA] for returns in played) >= 3


def test_cautious_concedes_what_steady_fights_out() -> None:
    """Cautious concedes at the weaker seat, where steady fights on."""
    assert counted("conceded", GAEL, "steady", "cautious") >= 4


def test_bold_turns_deadly_once_ahead() -> None:
    """Bold changes to a deadly aim once it leads."""
    assert counted("changed", TELA, "bold", "steady") >= 4


def test_spender_spends_and_miser_does_not() -> None:
    """Spender spends both points that Tela has, and miser none."""
    assert counted("spent", TELA, "spender", "steady") >= 16
    assert counted("spent", TELA, "miser", "steady") == 0


def test_scripted_does_as_a_designer_writes() -> None:
    """Names of abilities and rounds can be wished for."""
    script = "scripted:says=PainDeclared|ActionDeclared Sneak round<3|Conceded round>=3"

    assert counted("conceded", TELA, script, "steady", games=4) >= 3
