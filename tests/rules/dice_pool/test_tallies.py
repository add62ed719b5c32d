"""What it means to lose reputation or holdings [DP-R-113]."""

from typing import Any

import pytest
from msgspec import structs

from sim.errors import ScenarioError
from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.appraisal.essence import essence
from sim.rules.dice_pool.between.carrying import carried, entered
from sim.rules.dice_pool.contests.lost_tallies import ruin
from sim.rules.dice_pool.scenario.now import Tallies, Tally
from sim.rules.dice_pool.scenario.people import Automatic, Detail, SceneDetail
from sim.rules.dice_pool.scenario.sheet import DicePoolScenario
from sim.rules.dice_pool.scenario.warnings import warnings
from sim.rules.dice_pool.state import Ending, Left
from sim.rules.dice_pool.system import SYSTEM
from sim.seam.protocol import Outcome
from tests.rules.dice_pool.table import A, B, Game, conflict, person, wish

TALK = (("presence", "brawl"),)
SHAME = wish("persuade_or_shame", arena="social", pools=TALK, leaves=0.6)
LIFT = wish("best", pools=(("strength", "brawl"),))
SPEAK = wish("prepare", arena="social", pools=TALK)


def scene(tally: int | Tally, **fields: Any) -> DicePoolScenario:  # noqa: ANN401 - any field
    """Return a contest in which Ana shames Boris, leaving him 0.6 if she wins."""
    boris = {"tallies": Tallies(reputation=tally), "intents": (SPEAK, LIFT)}
    boris |= fields.pop("boris", {})
    seats = person(intents=(SHAME,)), person("Boris", **boris)
    return conflict(*seats, kind="contest", **fields)


def lose(game: Game, margin: int, use: str = "reputation") -> Game:
    """Have Ana win by *margin*, and take it from what Boris has."""
    game.quiet().successes(margin).successes(0).quiet(f.MarginClaimed)
    return game.say(f.MarginClaimed(A, use, margin, B))


def returned(game: Game) -> tuple[float, ...]:
    """Return what everybody gets in the end."""
    assert isinstance(game.asked, Outcome), game.asked
    return game.asked.returns


@pytest.mark.parametrize(
    ("points", "lost", "full", "returns"),
    [
        (4, 1, None, 0.5),
        (4, 2, None, 0.4),
        (4, 4, None, 0.2),
        (4, 2, 8, 0.5),
        (1, 1, None, 0.2),
    ],
)
def test_dp_r_113_worth_goes_in_the_share_that_is_lost(
    points: int, lost: int, full: int | None, returns: float
) -> None:
    """DP-R-113: A tally's worth is lost in the share that is gone.

    Of four points worth 0.4 each takes 0.1 from a return of 0.6; the only one there is
    takes all of it.
    """
    game = lose(Game(scene(Tally(points, full=full, worth=0.4))), lost)
    game.pick(f.LetStand)
    assert returned(game) == pytest.approx((1.0, returns))


def test_dp_r_113_nobody_returns_with_less_than_nothing() -> None:
    """DP-R-113: A return never falls below zero."""
    game = lose(Game(scene(Tally(2, worth=1.0))), 2).pick(f.LetStand)
    assert returned(game) == (1.0, 0.0)


def test_dp_r_113_a_tally_that_is_only_damaged_has_no_further_consequence() -> None:
    """DP-R-113: A tally that is not empty has no further consequence."""
    game = lose(Game(scene(Tally(3, when_empty="out"))), 2)
    assert game.last(c.ReputationDamaged).left == 1
    assert not game.all(c.ConflictConceded)
    assert game.offers(f.ReversalSought)


def test_dp_r_113_half_a_name_lost_is_halfway_out() -> None:
    """DP-R-113: Half of a tally lost is halfway out, if empty means out."""
    for empty, close in (("out", 0.5), (2, 0.0)):
        game = lose(Game(scene(Tally(4, when_empty=empty))), 2)
        assert ruin(game.state, B) == close
        assert ruin(game.state, A) == 0.0


def test_dp_r_113_one_may_be_out_without_a_name() -> None:
    """DP-R-113, DP-R-90: An empty reputation may put its owner out, as a defeat."""
    game = lose(Game(scene(Tally(3, when_empty="out"))), 3)
    assert game.last(c.ConflictConceded).reason == "no_reputation"
    assert game.state.participants[B].left == Left.FORCED
    ended = game.last(c.FightEnded)
    assert ended.how == Ending.DEFEAT_ACCEPTED
    assert returned(game)[A] == 1.0


def test_dp_r_113_one_may_be_out_without_holdings() -> None:
    """DP-R-113: Empty holdings may put their owner out."""
    poor = {"tallies": Tallies(holdings=Tally(1, when_empty="out"))}
    game = lose(Game(scene(1, boris=poor)), 2, "holdings")
    assert game.last(c.ConflictConceded).reason == "no_holdings"


def test_dp_r_113_an_empty_tally_may_burden_social_rolls_alone() -> None:
    """DP-R-113: An empty tally may be a Difficulty on social rolls alone."""
    game = lose(Game(scene(Tally(2, when_empty=2))), 4).pick(f.ReversalSought)
    emptied = game.last(c.TallyEmptied)
    assert (emptied.who, emptied.tally, emptied.dice) == (B, "reputation", 2)
    game.pick(f.IntentDeclared)
    game.pick(f.IntentDeclared)
    game.quiet()
    told = [event for event in game.all(c.DifficultyAssessed) if event.who == B]
    assert told[-1].details == (("no reputation left", 2),)
    assert game.all(c.PoolAssembled)[-1].dice == 2

    game = lose(Game(scene(Tally(2, when_empty=2), opposition="sides")), 4)
    game.pick(f.ReversalSought, f.IntentDeclared)
    game.answer(next(option for option in game.options if "best" in repr(option)))
    game.quiet()
    lifted = [event for event in game.all(c.PoolAssembled) if event.who == B]
    assert lifted[-1].dice == 4


def test_dp_r_113_an_empty_tally_may_be_borne_as_a_tag() -> None:
    """DP-R-113: An empty tally may be a tag that details and powers ask for.

    Also tested: DP-R-109.
    """
    jeers = SceneDetail("jeers", 3, when=("disgraced",))
    spite = Automatic(add=1, when=("disgraced",))
    proud = {"automatic": (spite,)}
    name = Tally(2, when_empty="disgraced")
    boris = {"tallies": Tallies(reputation=name), "intents": (SPEAK,)} | proud
    game = Game(scene(name, details=(jeers,), boris=boris))
    assert not game.all(c.DifficultyAssessed)
    lose(game, 2).pick(f.ReversalSought)
    assert SYSTEM.status(game.state)[B]["bears"] == ["disgraced"]
    game.quiet()
    burdened = {event.who: event.assessed for event in game.all(c.DifficultyAssessed)}
    assert burdened == {B: 3}
    game.successes(1).successes(0)
    assert game.last(c.AutomaticSuccessesApplied).added == 1


def test_dp_r_113_what_was_empty_from_the_start_is_not_emptied_again() -> None:
    """DP-R-113: A tally that was empty from the start is not emptied again."""
    game = lose(Game(scene(Tally(0, when_empty="out", worth=0.5))), 2)
    assert not game.all(c.ConflictConceded)
    game.pick(f.LetStand)
    assert returned(game) == (1.0, 0.6)
    game = Game(scene(Tally(0, when_empty=1))).quiet()
    assert game.last(c.DifficultyAssessed).assessed == 1


@pytest.mark.parametrize(
    ("tally", "odd"),
    [
        (3, True),
        (0, False),
        (Tally(3), True),
        (Tally(3, worth=0.1), False),
        (Tally(3, when_empty=1), False),
    ],
)
def test_dp_r_113_a_tally_without_meaning_is_a_decoration(
    tally: int | Tally,
    odd: bool,  # noqa: FBT001 - a parameter
) -> None:
    """DP-R-113: A warning says if losing a tally changes nothing."""
    said = [
        warning for warning in warnings(scene(tally)) if "tallies.reputation" in warning
    ]
    assert bool(said) == odd
    assert all("losing it changes nothing" in warning for warning in said)


@pytest.mark.parametrize(
    ("tally", "says"),
    [
        (Tally(3, when_empty="disgraced"), "when_empty"),
        (Tally(3, full=2, worth=0.5), "at most the 2 of the whole"),
    ],
)
def test_dp_r_113_what_can_mean_nothing_is_refused(tally: Tally, says: str) -> None:
    """DP-R-113: A tag that nobody asks for, or too many points, are refused."""
    with pytest.raises(ScenarioError, match=says):
        scene(tally)


def test_dp_r_113_a_campaign_carries_points_and_chapters_say_what_they_mean() -> None:
    """DP-R-113: A campaign carries the points of a tally, and no loss counts twice.

    Also tested: DP-R-107.
    """
    first = scene(Tally(4, worth=0.4))
    game = lose(Game(first), 2).pick(f.LetStand)
    bags = carried(game.state)
    assert bags["Boris"]["tallies"]["reputation"] == 2
    second = entered(first, bags)
    assert second is not None
    assert second.seats[B].tallies.reputation == Tally(2, full=4, worth=0.4)
    again = lose(Game(second), 1).pick(f.LetStand)
    assert returned(again) == pytest.approx((1.0, 0.5))
    plain = structs.replace(first.seats[B], tallies=Tallies(3))
    other = entered(structs.replace(first, seats=(first.seats[A], plain)), bags)
    assert other is not None
    assert other.seats[B].tallies.reputation == 2


def test_dp_r_113_states_that_differ_in_a_name_that_counts_are_not_the_same() -> None:
    """DP-R-113: An essence keeps tallies that have a meaning."""
    for tally, same in ((3, True), (Tally(3, worth=0.2), False)):
        lost = lose(Game(scene(tally)), 1).state
        other = lose(Game(scene(tally)), 2).state
        pair = [essence(state).participants for state in (lost, other)]
        assert (pair[0] == pair[1]) is same


def test_dp_r_113_taking_a_name_is_weighed_by_what_it_does() -> None:
    """DP-R-110, DP-R-113: To take from a tally is weighed by what that does."""
    weighed = []
    for tally in (3, Tally(3, worth=0.2), Tally(3, when_empty="out")):
        game = Game(scene(tally)).quiet().successes(4).successes(0)
        game.quiet(f.MarginClaimed)
        taken = next(option for option in game.options if option.use == "reputation")  # type: ignore[attr-defined] # a claim
        worths = SYSTEM.solving.weigh(game.state, tuple(game.options))  # type: ignore[misc] # there is one
        weighed.append(worths[game.options.index(taken)].deals)
        assert SYSTEM.solving.appraise(game.state, taken).deals == weighed[-1]  # type: ignore[misc] # there is one
    assert weighed == [0.0, 1.5, 3.0]


def test_dp_r_113_it_is_told_what_is_lost_and_what_follows() -> None:
    """DP-R-113: The story tells what a tally loses and what follows."""
    game = Game(scene(Tally(2, when_empty=2)))
    before = game.quiet().successes(4).successes(0).quiet(f.MarginClaimed).state
    lost = c.ReputationDamaged((), B, 4, 0)
    assert SYSTEM.narrate(before, lost) == "Boris loses 2 of reputation (0 left)."
    for event, says in (
        (
            c.TallyEmptied((), B, "reputation", 2, ""),
            "With no reputation left, Boris loses 2 dice on social rolls.",
        ),
        (
            c.TallyEmptied((), B, "holdings", 0, "a beggar"),
            "With no holdings left, Boris is from now on: a beggar.",
        ),
        (
            c.ConflictConceded((), B, "no_reputation"),
            "Boris has no name left, and must leave it.",
        ),
    ):
        assert SYSTEM.narrate(before, event) == says


def test_dp_r_113_details_of_ones_own_may_ask_for_the_tag() -> None:
    """DP-R-113: A detail of one's own intent may ask for the tag of an empty tally.

    Also tested: DP-R-109.
    """
    free = wish(
        "best",
        arena="social",
        pools=TALK,
        edges=(Detail("nothing to lose", 2, when=("bare",)),),
    )
    boris = {
        "tallies": Tallies(reputation=Tally(1, when_empty="bare")),
        "intents": (free,),
    }
    game = lose(Game(scene(1, boris=boris)), 2).pick(f.ReversalSought).quiet()
    assert {event.who: event.assessed for event in game.all(c.EdgeAssessed)} == {B: 2}
