"""What is foreseen of acts at nobody, of answers, and of the stake."""

from itertools import product

import pytest

from sim.casting.roster import make
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.appraisal.distribution import Chances, pool_chances
from sim.rules.dice_pool.appraisal.rolls import foreseen
from sim.rules.dice_pool.phases import Rolling
from sim.rules.dice_pool.system import SYSTEM
from sim.seam.appraisal import Appraisal
from sim.seam.events import NOBODY, Fact, Seat
from sim.seam.protocol import Agent, Decision, Table
from tests.rules.dice_pool.table import (
    PLAIN,
    A,
    B,
    Game,
    attributes,
    conflict,
    harm,
    person,
    wish,
)

SLIP = wish("best", arena="mental", pools=(("wits", "medicine"),))
DODGE = {"physical": (("dexterity", "athletics"),)}
SEIZE = wish("seize", arena="physical", pools=(("strength", "brawl"),))


def worth(game: Game, option: Fact) -> Appraisal:
    """Return what an option is worth to whoever is asked."""
    assert SYSTEM.solving.appraise is not None
    assert isinstance(game.asked, Decision)
    return SYSTEM.solving.appraise(game.asked.view, option)


def after_declaring(clever: int = 2, quick: int = 2, strong: int = 2) -> Game:
    """Return a conflict in which Ana slips away, Boris seizes, and Ana answers."""
    ana = person(
        attributes=attributes(wits=clever, dexterity=quick),
        intents=(SLIP, harm()),
        resists=DODGE,
    )
    boris = person("Boris", attributes=attributes(strength=strong), intents=(SEIZE,))
    game = Game(conflict(ana, boris))
    return game.pick(f.IntentDeclared, f.IntentDeclared)


def landing(attack: Chances, answer: Chances) -> float:
    """Return the chance that an attack has more successes than its answer."""
    pairs = product(enumerate(attack), enumerate(answer))
    return sum(mine * theirs for (n, mine), (m, theirs) in pairs if n > m)


def test_dp_r_78_a_blow_in_another_arena_undoes_an_act_at_nobody() -> None:
    """DP-R-78, DP-R-79: An act at nobody is weighed with what may undo it."""
    ana = person(intents=(SLIP,))
    game = Game(conflict(ana, person("Boris", intents=(SEIZE,))))
    four = pool_chances(4, PLAIN)
    slip = f.IntentDeclared(Seat(A), "best", NOBODY, "wits + medicine")
    expected = (1.0 - four[0]) * (1.0 - landing(four, four))
    assert worth(game, slip).win == pytest.approx(expected)


def test_dp_r_78_an_answer_is_worth_what_it_makes_of_the_own_act() -> None:
    """DP-R-78, DP-DEC-06: An answer is worth what it keeps of one's own act."""
    game = after_declaring().pick(f.ContestAnswered).pick(f.BoostDeclined)
    plain, boosted = (worth(game, option) for option in game.options[:2])
    assert boosted.win > plain.win + 0.05
    assert boosted.deals > plain.deals
    assert boosted.suffers < plain.suffers
    assert (plain.cost, boosted.cost) == (0, 1)


@pytest.mark.parametrize(
    ("traits", "kinds"),
    [
        ((6, 2, 4), [f.BoostDeclined, f.Boosted]),
        ((1, 9, 1), [f.Boosted]),
    ],
)
def test_dp_will_02_a_point_goes_into_the_roll_that_needs_it(
    traits: tuple[int, int, int], kinds: list[type[Fact]]
) -> None:
    """DP-WILL-02: `steady` spends its point in the roll that needs it."""
    game = after_declaring(*traits).pick(f.ContestAnswered)
    agent: Agent = make("steady")
    seats = SYSTEM.seats(conflict())
    agent.begin(Table(SYSTEM, Seat(A), seats, bytes(32)))
    for kind in kinds:
        assert isinstance(game.asked, Decision)
        chosen = agent.choose(game.asked)
        assert type(chosen) is kind
        game.answer(chosen)


def test_dp_r_84_that_others_may_take_the_stake_counts() -> None:
    """DP-R-84: What others may take of the stake counts as suffered."""
    ana = person(
        attributes=attributes(strength=5), intents=(SLIP, harm()), resists=DODGE
    )
    grabbing = Game(conflict(ana, person("Boris", intents=(SEIZE,))))
    hinder = wish("hinder", pools=(("strength", "brawl"),))
    harmless = Game(conflict(ana, person("Boris", intents=(hinder,))))
    slip = f.IntentDeclared(Seat(A), "best", NOBODY, "wits + medicine")
    strike = f.IntentDeclared(Seat(A), "hurt", Seat(B), "strength + brawl")
    assert worth(grabbing, slip).suffers > worth(harmless, slip).suffers + 0.5
    assert worth(grabbing, strike).suffers < worth(grabbing, slip).suffers


def test_dp_dec_06_a_boost_that_is_not_known_is_as_likely_as_not() -> None:
    """DP-DEC-06, DP-R-11: A boost that is not known counts as likely as not."""
    game = after_declaring().pick(f.ContestAnswered)
    assert isinstance(game.asked, Decision)
    phase = game.asked.view.phase
    assert isinstance(phase, Rolling)
    (theirs,) = (roll for roll in phase.rolls if roll.who == B)
    assert theirs.boosted is None
    chances = foreseen(game.asked.view, theirs)
    plain, boosted = pool_chances(4, PLAIN), pool_chances(7, PLAIN, rote=True)
    assert sum(chances) == pytest.approx(1.0)
    assert chances[2] == pytest.approx((plain[2] + boosted[2]) / 2)
