"""The decision points of the ledger: each is asked, and of the right seat."""

from typing import Any

import pytest

from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.library.scenario import load
from sim.rules.intensity import facts as f
from sim.rules.intensity.consequences import GoalsReconciled
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision
from tests.rules.intensity.table import drive, duel

SCENARIOS = ("brawl", "cliff", "heist", "auction")
GAMES = 80
Asked = set[tuple[str, str, type[Fact]]]


class Curious(Agent):
    """An agent that answers at random and remembers what was offered to which seat."""

    def __init__(self, scenario: str, name: str, asked: Asked, key: int) -> None:
        self.where = (scenario, name)
        self.asked = asked
        self.luck = key

    def choose(self, asked: Decision[Any]) -> Fact:
        """Note the kinds of options; take one."""
        self.asked |= {(*self.where, type(option)) for option in asked.options}
        self.luck = (self.luck * 1103515245 + 12345) % 2**31
        staying = [option for option in asked.options if type(option) is not f.Conceded]
        return (staying or [*asked.options])[self.luck % len(staying or asked.options)]


@pytest.fixture(scope="module")
def asked() -> Asked:
    """Return what is asked of whom in some conflicts of every shipped scenario."""
    kinds: Asked = set()
    for name in SCENARIOS:
        loaded = load(f"intensity_{name}")
        system, seats = loaded.system, loaded.system.seats(loaded.scenario)
        for game in range(GAMES):
            agents = [
                Curious(name, seat.name, kinds, game * 31 + n)
                for n, seat in enumerate(seats)
            ]
            dice = KeyedDice(game.to_bytes(32, "big"))
            play(system, system.initial(loaded.scenario), agents, dice, strict=True)
    return kinds


@pytest.mark.slow
@pytest.mark.parametrize(
    ("decision", "kinds"),
    [
        ("IN-DEC-02", (f.IntentDeclared,)),
        ("IN-DEC-04", (f.PoolEntered, f.PoolDeclined, f.DieChosen, f.PoolClosed)),
        ("IN-DEC-04 extra dice", (f.ExtraBought,)),
        ("IN-DEC-05", (f.IntentDeclared,)),
        ("IN-DEC-06", (f.PipPlaced,)),
        ("IN-DEC-07", (f.PipPlaced,)),
        ("IN-DEC-08", (f.GoalContinued, f.Contented)),
        ("IN-DEC-09", (f.WentOn, f.Conceded)),
    ],
)
def test_in_dec_of_participants(
    asked: Asked, decision: str, kinds: tuple[type[Fact], ...]
) -> None:
    """IN-DEC-02, IN-DEC-04 to -09: Each decision of a participant is asked in play."""
    offered = {kind for _, _, kind in asked}
    assert offered.issuperset(kinds), decision


def test_in_dec_03_the_gm_judges_where_there_is_a_seat_for_it(asked: Asked) -> None:
    """IN-DEC-03: Only the seat of the GM rules on the size of a die that is sought."""
    judges = {(where, seat) for where, seat, kind in asked if kind is f.SizeRuled}
    assert judges == {("heist", "The GM")}


def test_in_dec_11_an_obstacle_says_what_it_damages(asked: Asked) -> None:
    """IN-DEC-11: The wall's seat places the pips it kept, and chooses nothing else."""
    wall = {
        kind for where, seat, kind in asked if (where, seat) == ("cliff", "The wall")
    }
    assert wall == {f.PipPlaced}


def test_in_dec_01_the_scenario_opens_the_conflict() -> None:
    """IN-DEC-01: The scenario gives categories, participants, Intensity and options."""
    for name in SCENARIOS:
        loaded = load(f"intensity_{name}")
        assert loaded.system.initial(loaded.scenario).round == 0
        assert loaded.system.files.rulings(loaded.scenario)


def test_in_dec_10_reconciling_is_told_and_decides_nothing() -> None:
    """IN-DEC-10: The text that reconciles two goals is a label and decides nothing."""
    dice = "x trait 8, y skill 1, z asset 6", "p trait 8, q skill 6, r asset 2"
    faces = {(1, 0, "main"): (8, 1, 6), (1, 1, "main"): (6, 5, 2)}
    plain, labelled = (
        drive(duel(*dice, reconciled=text), faces=faces) for text in ("", "a draw")
    )
    assert plain.only(GoalsReconciled).who == (0, 1)
    assert labelled.events == plain.events
    assert labelled.outcome == plain.outcome
