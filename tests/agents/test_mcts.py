"""The agent that searches: what it finds, what it cannot know, and its clock."""

from typing import Any

import msgspec
import pytest

from sim.agents.mcts import Mcts
from sim.casting.roster import describe, make, seated
from sim.conflict.fork import play_on
from sim.dice.pool import KeyedDice
from sim.errors import AgentError
from sim.seam.events import SeatTaken
from sim.seam.protocol import (
    Agent,
    Appraisal,
    Chance,
    Decision,
    Outcome,
    RuleSystem,
    Solving,
)
from sim.tournament.contest import Terms, make_contest
from sim.tournament.record import make_playable
from tests.agents.pennies import PENNIES, Coins, Hidden
from tests.agents.tables import TOY_LOADED, conflict, sit
from tests.noon import TOY
from tests.toy import (
    Conceded,
    Held,
    Pressed,
    Rulings,
    State,
    Waits,
)


def at_stress(stress: tuple[int, int], rulings: Rulings) -> Decision[State]:
    """Return what the first is asked in the toy's second round."""
    state = State(round=2, rulings=rulings, stress=stress, waits=Waits.ANSWER)
    asked = TOY.ask(state)
    assert isinstance(asked, Decision)
    return asked


def shy() -> RuleSystem[State]:
    """Return the toy, in which pressing is appraised as harm to oneself."""

    def appraise(_: object, option: object) -> Appraisal:
        worse = float(isinstance(option, Pressed))
        return Appraisal(suffers=worse, concedes=isinstance(option, Conceded))

    return msgspec.structs.replace(TOY, solving=Solving(appraise=appraise))


def test_it_finds_what_the_appraisal_hides() -> None:
    """Mcts presses where that ends the conflict, although it is appraised last."""
    asked = at_stress((3, 3), Rulings(grit=30, round_limit=9))

    assert sit(make("steady"), shy()).choose(asked) == Held(0)
    assert sit(make("mcts:samples=30"), shy()).choose(asked) == Pressed(0)


def test_it_finds_what_only_two_choices_together_bring() -> None:
    """Mcts finds two presses in a row, which its policy would not go on with."""
    asked = at_stress((0, 0), Rulings(grit=1, nerve=1, round_limit=3))

    assert sit(make("mcts:samples=200"), shy()).choose(asked) == Pressed(0)


def test_it_concedes_only_where_it_pays() -> None:
    """Mcts goes on in a lost conflict that a concession would not improve."""
    asked = at_stress((3, 0), Rulings(grit=30))

    assert sit(make("mcts:samples=20")).choose(asked) != Conceded(0)


class Gloomy(Mcts):
    """Takes every future for lost of which it has not seen the end."""

    def _worth(self, asked: Decision[Any] | Chance | Outcome) -> float:
        return 0.5 if isinstance(asked, Outcome) else 0.0


def test_a_mere_lead_is_no_reason_to_give_up() -> None:
    """Mcts does not concede because of a future that was cut off."""
    asked = at_stress((3, 0), Rulings(grit=30, round_limit=9))
    steady = make("steady")
    agent = Gloomy(samples=40, depth=1, of=steady, rival=steady)

    assert sit(agent).choose(asked) != Conceded(0)


def test_it_cannot_win_at_pennies() -> None:
    """Mcts does not know the sealed coin, and chooses as if it had to guess."""
    asked = PENNIES.ask(PENNIES.evolve(Coins(round=1), Hidden(0, heads=False)))
    assert isinstance(asked, Decision)
    agent = sit(make("mcts:samples=8"), PENNIES, 1)

    assert agent.choose(asked) == Hidden(1, heads=True)


def test_its_rival_is_who_it_is_told() -> None:
    """Mcts with a rival that concedes keeps the usual choice, since anything wins."""
    asked = at_stress((3, 3), Rulings(grit=30, round_limit=9))
    agent = make("mcts:samples=30,rival=first:kind=concede")

    assert sit(agent, shy()).choose(asked) == Held(0)


def test_who_listens_cannot_be_imagined() -> None:
    """Mcts refuses a rival that listens."""

    class Hears(Agent):
        listens = True

    with pytest.raises(AgentError, match="hears listens to what happens"):
        Mcts(of=make("steady"), rival=Hears())


def test_samples_give_the_same_choices_again() -> None:
    """Mcts by samples plays the same conflict from the same seed."""
    spec = "mcts:samples=12"
    first, again = (conflict(TOY_LOADED, spec, "steady").events for _ in range(2))

    assert first == again


@pytest.mark.parametrize(
    "spec",
    ["mcts:seconds=0.01", "delay:of=mcts:seconds=0.01", "switch:then=mcts:seconds=1"],
)
def test_who_looks_at_the_clock_is_not_asked_again(spec: str) -> None:
    """An agent that chooses by the clock cannot be asked again."""
    taken = SeatTaken("Ann", *describe(spec))

    assert not make(spec).repeats
    with pytest.raises(AgentError, match="chose by the clock"):
        seated(taken)


def test_a_clock_ends_the_search() -> None:
    """Mcts by the clock makes a choice however little time it has."""
    played = conflict(TOY_LOADED, "mcts:seconds=0.001", "steady")

    assert played.outcome.how != "forfeit"


def test_a_tournament_by_the_clock_is_not_played_again() -> None:
    """A tournament by agents that choose by the clock cannot be played again."""
    agents = ("mcts:seconds=0.001", "steady")
    contest = make_contest([TOY_LOADED], agents, Terms(), seed="s")

    with pytest.raises(AgentError, match="chooses by the clock"):
        make_playable(contest)


def test_forks_of_one_luck_go_alike() -> None:
    """Forks with the same dice go alike, and with other dice otherwise."""
    asked = at_stress((0, 0), Rulings())
    table = sit(make("steady")).table

    def fork(key: int) -> list[object]:
        dice = KeyedDice(bytes([key]) * 32)
        choose = sit(make("steady")).choose
        walk = play_on(table, asked, asked.options[0], choose, dice=dice)
        return list(walk.events)

    assert fork(1) == fork(1)
    assert any(fork(1) != fork(key) for key in range(2, 9))
