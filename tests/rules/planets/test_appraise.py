"""What options are worth to agents: exact odds of the next roll."""

from fractions import Fraction

import pytest
from msgspec import structs

from sim.rules.planets import consequences as c
from sim.rules.planets import facts as f
from sim.rules.planets.appraisal.appraise import appraise, lead_of
from sim.rules.planets.appraisal.odds import opposed_odds, planets_odds
from sim.rules.planets.scenario.sheet import (
    Approach,
    Argument,
    Character,
    Storyguide,
    Weight,
)
from sim.seam.events import Fact
from sim.seam.protocol import Appraisal, Decision
from tests.rules.planets.table import (
    CARDINAL,
    JUDGE,
    RENAISSANCE,
    A,
    B,
    Game,
    cardinal,
    conflict,
    prevail,
    renaissance,
    spiders,
)

SURGE = (["dynamic", "passion"], ["static"])
HOLD = (["static"], ["dynamic"])
OUTWIT = (["known"], ["lost"])
THIRD = 2


def worth(game: Game, option: Fact) -> Appraisal:
    """Return what *option*, offered now, is worth."""
    assert isinstance(game.asked, Decision)
    assert option in game.options
    return appraise(game.asked.view, option)


def chance(
    mine: object, theirs: object, **omega: dict[str, int]
) -> tuple[float, float]:
    """Return the odds that the Cardinal, and that Renaissance Man, prevails."""
    odds = opposed_odds(CARDINAL, RENAISSANCE, mine, theirs, **omega)
    return float(odds["a_prevails"]), float(odds["b_prevails"])


def test_an_approach_against_what_is_known() -> None:
    """After a round an approach is weighed against the other's known intent."""
    game = prevail(
        Game(conflict(cardinal(approaches=("surge", "hold")), renaissance())), 2
    )
    up, down = chance(HOLD, SURGE)
    appraisal = worth(game, f.ApproachChosen(A, "hold"))
    assert (appraisal.win, appraisal.deals, appraisal.suffers) == pytest.approx(
        (up, up, down)
    )
    up, down = chance(SURGE, SURGE)
    assert worth(game, f.Pressed(A)).win == pytest.approx(up)


def test_an_approach_against_what_is_sealed() -> None:
    """Before round one an approach is weighed against all that the other has."""
    ways = ("surge", "hold")
    game = Game(conflict(cardinal(), renaissance(approaches=ways)))
    mean = [chance(SURGE, other) for other in (SURGE, HOLD)]
    appraisal = worth(game, f.ApproachChosen(A, "surge"))
    assert appraisal.win == pytest.approx(sum(up for up, _ in mean) / 2)
    assert appraisal.suffers == pytest.approx(sum(down for _, down in mean) / 2)


def test_a_wound_is_one_step_more() -> None:
    """A round that wounds counts as two steps, one that only moves the track as one."""
    game = prevail(Game(conflict(cardinal(), renaissance(harms=(True,)))), 2)
    up, down = chance(SURGE, SURGE)
    mine = worth(game, f.Pressed(A))
    assert (mine.deals, mine.suffers, mine.stakes) == pytest.approx((up, 2 * down, 0))
    theirs = worth(game.say(f.Pressed(A)), f.Pressed(B))
    assert (theirs.deals, theirs.stakes) == pytest.approx((2 * down, 1))


def test_the_same_approach_again_means_to_wound() -> None:
    """PL-CONF-06: The same approach chosen again is weighed with the wound it means.

    A change must change something, and nothing else can change.
    """
    wrench = renaissance(approaches=("surge", "hold"), harms=(False, True))
    game = prevail(Game(conflict(cardinal(), wrench)), 2).say(f.Pressed(A))
    _, down = chance(SURGE, SURGE)
    again = worth(game, f.ApproachChosen(B, "surge"))
    assert (again.deals, again.stakes) == pytest.approx((2 * down, 1))
    assert worth(game, f.Pressed(B)).stakes == 0
    assert worth(game, f.ApproachChosen(B, "hold")).stakes == 0
    game.say(f.ApproachChosen(B, "surge"))
    assert game.last(c.IntentChanged).harms


def test_conceding_says_so_and_ahead_is_by_the_steps_to_go() -> None:
    """Who is ahead depends on the steps that each has to go.

    One step to go against three: three chances of four, and so a half.
    """
    game = prevail(Game(conflict()), A)
    appraisal = worth(game, f.Conceded(A))
    assert (appraisal.concedes, appraisal.ahead, appraisal.win) == (True, 0.5, 0.0)
    assert worth(game.say(f.Pressed(A)), f.Pressed(B)).ahead == -0.5


@pytest.mark.parametrize("past", [0, 1])
def test_who_is_at_the_end_of_the_track_leads_surely(past: int) -> None:
    """PL-CONF-02: At the goal or past it the lead is certain."""
    state = Game(conflict()).state
    end = state.setup.rulings.goal + past
    for track, sure in ((end, 1.0), (-end, -1.0)):
        over = structs.replace(state, track=track)
        assert (lead_of(over, A), lead_of(over, B)) == (sure, -sure)


def test_resting_moves_nothing() -> None:
    """A standoff accepted neither deals nor suffers."""
    game = Game(conflict(standoff_limit=1))
    appraisal = worth(prevail(game, 2), f.StandoffAccepted(A))
    assert (appraisal.win, appraisal.deals, appraisal.suffers) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("value", [1, 8, 20])
def test_an_omega_die_by_its_value(value: int) -> None:
    """An Omega die is weighed exactly, as if the other side placed none."""
    ways = {"approaches": ("outwit",)}
    game = Game(conflict(cardinal(**ways), renaissance(**ways))).quiet(f.OmegaDeclined)
    up, down = chance(OUTWIT, OUTWIT, omega_a={"passion": value})
    appraisal = worth(game, f.OmegaCommitted(A, "passion", value))
    assert (appraisal.win, appraisal.suffers) == pytest.approx((up, down))


def test_against_a_diceless_it_is_a_basic_roll() -> None:
    """Against a Diceless foe the roll is basic, and Major dice are counted."""
    for severity in ("minor", "major"):
        foe = spiders(weight=Weight(size="d6", severity=severity))
        game = Game(conflict(cardinal(), foe, mode="diceless"))
        odds = planets_odds(CARDINAL, *SURGE, hindrance=[(severity, 6)])
        appraisal = worth(game, f.ApproachChosen(A, "surge"))
        assert appraisal.win == pytest.approx(float(odds["success"]))
        assert appraisal.suffers == pytest.approx(float(odds["failure"]))


def test_in_a_race_only_ones_own_roll_counts() -> None:
    """In an indirect conflict only one's own success counts."""
    game = Game(conflict(mode="indirect"))
    appraisal = worth(game, f.ApproachChosen(A, "surge"))
    odds = planets_odds(CARDINAL, *SURGE)
    assert (appraisal.win, appraisal.suffers) == pytest.approx(
        (float(odds["success"]), 0.0)
    )


def test_a_dispute_by_the_forces_it_would_win() -> None:
    """A dispute is worth the odds of the Forces that it would win."""
    plea = Argument(descriptor="learned", favored=("known",), opposed=("lost",))
    game = Game(conflict(cardinal(forgotten=(plea,)), spiders(), mode="diceless"))
    game.quiet(f.ForcesAccepted)
    kept = worth(game, game.options[0]).win
    argued = worth(game, game.options[1]).win
    assert kept == pytest.approx(float(planets_odds(CARDINAL, *SURGE)["success"]))
    assert argued == pytest.approx(float(planets_odds(CARDINAL, *OUTWIT)["success"]))


def test_an_argument_force_by_force() -> None:
    """A Force that is argued for is weighed with the others as proposed."""
    game = Game(conflict(storyguide=Storyguide(disputes="any")))
    game.quiet(f.ForcesDisputed).say(f.ForcesDisputed(A, "other"))
    against = worth(game, f.ForceArgued(A, "known", "opposed"))
    up, _ = chance((["dynamic", "passion"], ["static", "known"]), SURGE)
    assert against.win == pytest.approx(up)


def test_a_partners_die_with_the_rest_as_advised() -> None:
    """A partner's die is weighed with the other dice chosen as the text advises.

    Leaving Passion out is better for the stone: 313/320 against 2363/2560.
    """
    team = {"side": "Lifters"}
    stone = spiders(weight=Weight(size="d20"))
    game = Game(conflict(cardinal(**team), renaissance(**team), stone, mode="diceless"))
    game.quiet(f.PlanetDieChosen).say(f.PlanetDieChosen(A, "known", A))
    left_out = worth(game, f.PlanetDieChosen(A, "passion", -1)).win
    rolled = worth(game, f.PlanetDieChosen(A, "passion", B)).win
    assert left_out == pytest.approx(float(Fraction(313, 320)))
    assert rolled == pytest.approx(float(Fraction(2363, 2560)))


def test_what_is_declared_is_certain() -> None:
    """A decreed approach is weighed as certain, against the other's roll."""
    sure = Approach(name="wait", verdict="success")
    seats = cardinal(approaches=("wait", "surge")), renaissance()
    game = Game(conflict(*seats, approaches=(sure,)))
    appraisal = worth(game, f.ApproachChosen(A, "wait"))
    odds = planets_odds(RENAISSANCE, *SURGE)
    assert appraisal.win == pytest.approx(1 - float(odds["success"]))
    assert appraisal.suffers == 0.0


def test_without_combined_rolls_both_roll_alone() -> None:
    """Without combined rolls two independent rolls are compared."""
    game = Game(conflict(use_combined_rolls=False))
    mine = planets_odds(CARDINAL, *SURGE)
    theirs = planets_odds(RENAISSANCE, *SURGE)
    up = mine["success"] * (1 - theirs["success"])
    up += mine["unproductive"] * theirs["failure"]
    appraisal = worth(game, f.ApproachChosen(A, "surge"))
    assert appraisal.win == pytest.approx(float(up))


def test_a_judge_has_no_stake() -> None:
    """Every judgement of the Storyguide is worth the same, so the default stands."""
    game = Game(conflict(storyguide=Storyguide(asked=("difficulty",))))
    game.quiet(f.DifficultyJudged)
    assert game.who == JUDGE
    assert {worth(game, option) for option in game.options} == {Appraisal()}


def test_a_roll_that_was_called_is_weighed_as_a_roll() -> None:
    """A roll that the Storyguide called is weighed by its odds, not as certain."""
    sure = Approach(
        name="sure", favored=("known",), opposed=("lost",), verdict="success"
    )
    cardinal_ = cardinal(approaches=("sure",))
    asked = {"approaches": (sure,), "storyguide": Storyguide(asked=("roll",))}
    game = Game(conflict(cardinal_, spiders(), mode="diceless", **asked)).quiet(
        f.RollJudged
    )
    game.say(f.RollJudged(JUDGE, A, "roll")).quiet(f.OmegaDeclined)
    odds = planets_odds(CARDINAL, *OUTWIT)
    appraisal = worth(game, f.OmegaDeclined(A))
    assert appraisal.win == pytest.approx(float(odds["success"]))


@pytest.mark.parametrize("verdict", ["success", "failure"])
def test_what_the_storyguide_declares_of_the_other_is_certain(verdict: str) -> None:
    """An outcome decreed for the other side is weighed as certain."""
    cardinal_, asked = cardinal(approaches=("outwit",)), Storyguide(asked=("roll",))
    game = Game(conflict(cardinal_, renaissance(), storyguide=asked)).quiet(
        f.RollJudged
    )
    game.say(f.RollJudged(JUDGE, A, "roll")).say(f.RollJudged(JUDGE, B, verdict))
    game.quiet(f.OmegaDeclined)
    odds = planets_odds(CARDINAL, *OUTWIT)
    appraisal = worth(game, f.OmegaDeclined(A))
    ahead, behind = 1.0 - float(odds["failure"]), 1.0 - float(odds["success"])
    expected = (0.0, behind) if verdict == "success" else (ahead, 0.0)
    assert (appraisal.win, appraisal.suffers) == pytest.approx(expected)


def test_a_shared_task_is_that_of_the_first_side_whoever_leads_it() -> None:
    """PL-RUL-17: The shared task is that of the first side, whoever leads it now."""
    third = Character(
        name="Third", side="X", planets=cardinal().planets, approaches=("hold", "surge")
    )
    seats = cardinal(side="X"), renaissance(harms=(True,)), third
    rulings = {"opposed_forces": "shared_task", "wound_ladder": "minor d4", "goal": 9}
    alone = {"team_mode": "leads_only", "use_circumstance_dice": False}
    game = Game(conflict(*seats, **rulings, **alone))
    prevail(prevail(game, B), B).say(f.Pressed(B))
    assert game.who == THIRD
    up, _ = chance(HOLD, HOLD)
    assert worth(game, f.ApproachChosen(THIRD, "hold")).win == pytest.approx(up)


def test_in_a_race_ahead_is_of_the_best_of_the_others() -> None:
    """In an indirect conflict the lead is over the best of the others.

    One success to go against two, squared: four chances of five.
    """
    game = Game(conflict(mode="indirect")).quiet().roll(4, 1, 5, 9).roll(1, 8, 3, 4)
    assert worth(game, f.Pressed(A)).ahead == pytest.approx(0.6)
    assert worth(game.say(f.Pressed(A)), f.Pressed(B)).ahead == pytest.approx(-0.6)
