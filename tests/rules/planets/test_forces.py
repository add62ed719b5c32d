"""Step 1: Difficulty, the Forces, and one dispute about them."""

import pytest
from msgspec import structs

from sim.errors import ScenarioError
from sim.rules.planets import consequences as c
from sim.rules.planets import facts as f
from sim.rules.planets.appraisal.appraise import appraise
from sim.rules.planets.forces.task import FORCES, Forces, Lean, forces, gathered
from sim.rules.planets.round.leaning import open_leans
from sim.rules.planets.scenario.difficulty import (
    DIFFICULTIES,
    chart,
    counts,
    illegal,
    natural,
    prefix,
)
from sim.rules.planets.scenario.sheet import Approach, Argument, Situation, Storyguide
from sim.seam.protocol import Decision
from tests.rules.planets.table import (
    JUDGE,
    PLAIN,
    A,
    B,
    Game,
    cardinal,
    conflict,
    renaissance,
    spiders,
)

REMINDER = Argument(descriptor="learned", favored=("known",), opposed=("lost",))


def judged(*topics: str, **fields: object) -> Game:
    """Return a game in which the Storyguide is asked about *topics*."""
    guide = Storyguide(asked=topics, disputes=fields.pop("disputes", "descriptors"))
    return Game(conflict(storyguide=guide, **fields))


def test_pl_step_01_difficulty_and_forces_come_first() -> None:
    """PL-STEP-01: Difficulty and Forces are settled first, for each side."""
    game = Game(conflict()).quiet()
    assert [event.level for event in game.all(c.DifficultySet)] == ["simple", "simple"]
    assert len(game.all(c.ForcesSettled)) == 2


def test_pl_force_01_favored_and_opposed_are_what_the_check_reads() -> None:
    """PL-FORCE-01: The same faces succeed or fail by what is Favored and Opposed."""
    surge = Game(conflict(cardinal(), spiders(), mode="diceless")).quiet()
    hold = cardinal(approaches=("hold",))
    held = Game(conflict(hold, spiders(), mode="diceless")).quiet(f.OmegaDeclined)
    held.quiet()
    for game, outcome in ((surge, "success"), (held, "failure")):
        game.roll(5, 2, 4, 12, 6)
        assert game.last(c.OutcomeDetermined).outcome == outcome


def test_pl_force_02_some_force_is_neutral() -> None:
    """PL-FORCE-02: At least one Force is neutral, unless `min_neutral` says otherwise.

    Also tested: PL-RUL-14.
    """
    assert illegal(forces(["known", "passion"], ["dynamic", "static"]), PLAIN) == ""
    five = forces(["known", "passion", "lost"], ["dynamic", "static"])
    assert illegal(five, PLAIN) == "no_neutral_force"
    loose = structs.replace(PLAIN, min_neutral=0)
    assert illegal(five, loose) == ""


def test_pl_force_03_whoever_performs_it() -> None:
    """PL-FORCE-03: Forces are picked for the task, whoever is Wed to one of them."""
    game = Game(conflict()).quiet()
    assert [event.favored for event in game.all(c.ForcesSettled)] == [
        ("passion", "dynamic")
    ] * 2


def test_pl_force_04_free_picks_name_their_own_difficulty() -> None:
    """PL-FORCE-04: Forces picked freely name the Difficulty that they come to."""
    assert natural(forces(["known", "lost"], ["static"]), PLAIN) == "simple"
    assert natural(forces(["known", "lost", "static"]), PLAIN) == "unnamed"
    free = Approach(name="free", favored=("known", "lost", "static"))
    game = Game(
        conflict(cardinal(approaches=("free",)), renaissance(), approaches=(free,))
    ).quiet(f.OmegaDeclined)
    assert game.all(c.DifficultySet)[0].level == "unnamed"
    assert "PL-FORCE-04" in game.all(c.DifficultySet)[0].cites


def test_pl_force_05_the_player_argues_and_the_storyguide_decides() -> None:
    """PL-FORCE-05: The player argues, and the Storyguide keeps or amends the Forces.

    Also tested: PL-DP-04 and PL-DP-05.
    """
    for amended, favored in ((False, ("passion", "dynamic")), (True, ("known",))):
        guide = Storyguide(asked=("disputes",))
        game = Game(
            conflict(cardinal(forgotten=(REMINDER,)), renaissance(), storyguide=guide)
        )
        game.quiet(f.ForcesDisputed)
        assert game.options[0] == f.ForcesAccepted(A)
        assert len(game.options) == 2
        game.say(game.options[1])
        assert game.who == JUDGE
        assert game.options[0] == f.DisputeJudged(JUDGE, A, amended=False)
        game.say(f.DisputeJudged(JUDGE, A, amended=amended))
        settled = game.all(c.ForcesSettled)[0]
        assert (settled.favored, settled.amended) == (favored, amended)


def test_pl_force_06_a_forgotten_descriptor_is_a_reason() -> None:
    """PL-FORCE-06: An unasked Storyguide grants a forgotten Descriptor of the scenario.

    Also tested: PL-RUL-42.
    """
    game = Game(conflict(cardinal(forgotten=(REMINDER,)), renaissance()))
    game.quiet(f.ForcesDisputed).say(game.options[1])
    settled = game.all(c.ForcesSettled)[0]
    assert (settled.favored, settled.opposed) == (("known",), ("lost",))
    assert "PL-FORCE-06" in settled.cites


def test_pl_force_06_another_reason_is_argued_force_by_force() -> None:
    """PL-FORCE-06: Another reason is argued Force by Force, and refused by default."""
    game = Game(conflict(storyguide=Storyguide(disputes="any")))
    game.quiet(f.ForcesDisputed).say(f.ForcesDisputed(A, "other"))
    leans = ("favored", "neutral", "favored", "opposed", "neutral")
    for force, lean in zip(FORCES, leans, strict=True):
        game.say(f.ForceArgued(A, force, lean))
    settled = game.all(c.ForcesSettled)[0]
    assert (settled.amended, settled.favored) == (False, ("passion", "dynamic"))


def test_pl_force_07_settled_before_the_roll_and_final() -> None:
    """PL-FORCE-07: After the roll nobody is asked about Forces.

    Also tested: PL-STEP-07.
    """
    game = Game(conflict(cardinal(forgotten=(REMINDER,)), renaissance())).quiet()
    game.roll(1, 3, 3, 6, 10)
    kinds = {type(option) for option in game.options}
    assert kinds == {f.Pressed, f.Conceded}


def test_pl_force_08_a_wed_force_drops_out() -> None:
    """PL-FORCE-08: A Force that the actor is Wed to has no die in their Hierarchy."""
    game = Game(conflict(cardinal(), spiders(), mode="diceless")).quiet()
    game.roll(5, 2, 4, 12, 6)
    assert game.last(c.HierarchyRead).values == (5, 0, 2, 4, 12)
    assert game.last(c.ForcesSettled).favored == ("passion", "dynamic")


def test_pl_diff_01_five_levels_and_the_chart() -> None:
    """PL-DIFF-01: Each Difficulty has its numbers of Favored and Opposed Forces.

    Also tested: PL-RUL-13 and PL-DIFF-02.
    """
    assert [chart(level, PLAIN) for level in DIFFICULTIES] == [
        (2, 0),
        (2, 1),
        (1, 1),
        (1, 2),
        (0, 2),
    ]
    even = structs.replace(PLAIN, moderate_forces="2/2")
    assert chart("moderate", even) == (2, 2)


def test_pl_diff_02_moderate_is_where_a_judge_begins() -> None:
    """PL-DIFF-02: Moderate is the default Difficulty if the scenario says nothing."""
    free = Approach(
        name="free", favored=("known", "lost"), opposed=("static", "dynamic")
    )
    ways = {"approaches": ("free",)}
    game = Game(
        conflict(
            cardinal(**ways),
            renaissance(**ways),
            approaches=(free,),
            storyguide=Storyguide(asked=("difficulty",)),
        )
    ).quiet(f.DifficultyJudged)
    assert game.options[0] == f.DifficultyJudged(JUDGE, A, "moderate")
    assert len(game.options) == 5


def test_pl_diff_03_wed_planets_make_simple_automatic() -> None:
    """PL-DIFF-03, PL-FN-32: Simple without its Opposed Force is exactly automatic."""
    some, others = chart("simple", PLAIN)
    assert (some, others - 1) == chart("automatic", PLAIN)
    some, others = chart("hard", PLAIN)
    assert (some - 1, others) == chart("impossible", PLAIN)


def test_pl_diff_04_a_milder_difficulty_and_a_small_die() -> None:
    """PL-DIFF-04: A milder Difficulty can be combined with a small Circumstance die."""
    help_ = Situation(kind="benefit", size="d4")
    helped = cardinal(circumstances=(help_,))
    game = Game(conflict(helped, renaissance(), difficulty="moderate")).quiet()
    assert game.all(c.ForcesSettled)[0].favored == ("dynamic",)
    assert game.last(c.CircumstanceAssigned).size == 4


def test_pl_diff_05_automatic_and_impossible_in_opposed_action() -> None:
    """PL-DIFF-05: Automatic and impossible tasks are rolled in opposed action."""
    game = Game(conflict(difficulty="impossible")).quiet()
    settled = game.all(c.ForcesSettled)[0]
    assert (settled.favored, settled.opposed) == ((), ("static", "lost"))
    game.roll(1, 8, 3, 6, 9)
    assert [event.outcome for event in game.all(c.OutcomeDetermined)] == ["success"] * 2


def test_pl_rul_13_a_judge_may_be_bound_to_the_chart() -> None:
    """PL-RUL-13: Under `enforce_chart` only the Difficulty's numbers are reached."""
    bound = structs.replace(PLAIN, enforce_chart=True)
    leans: tuple[str, ...] = ()
    for _ in FORCES:
        leans = (*leans, open_leans(leans, "neutral", "hard", bound)[0])
    assert counts(gathered(leans)) == (1, 2)
    assert prefix((2, 1), (3,), "simple", PLAIN) == forces(
        ["dynamic", "passion"], ["static"]
    )


def test_pl_rul_14_no_empty_pair_is_settled() -> None:
    """PL-RUL-14: No Force at all, or one Force on both sides, is not settled."""
    assert illegal(Forces(), PLAIN) == "no_force_favored_or_opposed"
    both = Forces(1, 1)
    assert illegal(both, PLAIN) == "force_both_favored_and_opposed"
    all_neutral = ("neutral",) * 4
    assert "neutral" not in open_leans(all_neutral, "neutral", "", PLAIN)


def test_pl_dp_03_the_judge_picks_force_by_force() -> None:
    """PL-DP-03: The Storyguide picks Force by Force, beginning with the default."""
    game = judged("difficulty", "forces").quiet(f.DifficultyJudged)
    assert game.who == JUDGE
    game.say(f.DifficultyJudged(JUDGE, A, "hard"))
    picked = ("opposed", "neutral", "favored", "opposed", "neutral")
    for force, lean in zip(FORCES, picked, strict=True):
        assert len(game.options) == 3
        game.say(f.ForceJudged(JUDGE, A, force, lean))
    settled = game.last(c.ForcesSettled)
    assert (settled.favored, settled.opposed) == (("dynamic",), ("known", "static"))
    assert game.all(c.DifficultySet)[0].level == "hard"


def test_pl_dp_04_elsewhere_the_intent_may_still_change() -> None:
    """PL-DP-04: In an indirect conflict an intent may change before Forces are settled.

    Also tested: PL-RUL-35.
    """
    ways = {"approaches": ("surge", "hold")}
    race = Game(conflict(cardinal(**ways), renaissance(), mode="indirect"))
    race.quiet(f.Pressed)
    assert race.options == (f.Pressed(A), f.ApproachChosen(A, "hold"))
    assert race.last(c.ForcesProposed).favored == ("passion", "dynamic")
    race.say(f.ApproachChosen(A, "hold"))
    assert race.last(c.IntentChanged).approach == "hold"
    assert race.all(c.ForcesSettled)[0].favored == ("static",)
    assert not any(isinstance(option, f.ApproachChosen) for option in race.options)
    wrestle = Game(conflict(cardinal(**ways), renaissance())).quiet(f.Pressed)
    assert not isinstance(wrestle.asked, Decision)


def runners(**fields: object) -> Game:
    """Return two in an indirect conflict who each have two approaches."""
    ways = {"approaches": ("surge", "hold")}
    seats = cardinal(**ways, forgotten=(REMINDER,)), renaissance(**ways)
    return Game(conflict(*seats, mode="indirect", **fields))


def test_pl_rul_25_a_change_over_the_forces_is_sealed() -> None:
    """PL-RUL-25: A change over proposed Forces is hidden until both answered."""
    asked = set()
    for answer in (f.Pressed(A), f.ApproachChosen(A, "hold")):
        game = runners().quiet(f.Pressed).say(answer)
        assert not game.all(c.IntentChanged)
        assert isinstance(game.asked, Decision)
        assert game.asked.who == B
        asked.add((game.asked.options, game.asked.view))
    assert len(asked) == 1
    assert all(option.sealed for option in game.options)


def test_pl_rul_25_changes_over_the_forces_are_shown_together() -> None:
    """PL-RUL-25: Changes are shown together, then Forces are settled or disputed."""
    game = (
        runners()
        .quiet(f.Pressed)
        .say(f.ApproachChosen(A, "hold"), f.ApproachChosen(B, "hold"))
    )
    assert [event.who for event in game.all(c.IntentChanged)] == [A, B]
    settled = game.all(c.ForcesSettled)
    assert settled == []
    assert game.options[0] == f.ForcesAccepted(A)
    kept = runners().quiet(f.Pressed).say(f.Pressed(A), f.ApproachChosen(B, "hold"))
    kept.say(kept.options[1])
    both = [
        (event.who, event.favored, event.amended) for event in kept.all(c.ForcesSettled)
    ]
    assert both == [(A, ("known",), True), (B, ("static",), False)]


def test_pl_dp_04_a_plan_is_changed_once_a_step() -> None:
    """PL-DP-04: An intent changes once at this step, within the limit."""
    game = runners().quiet(f.Pressed).say(f.ApproachChosen(A, "hold"), f.Pressed(B))
    assert not any(isinstance(option, f.ApproachChosen) for option in game.options)
    steady = cardinal(approaches=("surge", "hold"), intent_changes=0)
    alone = Game(conflict(steady, renaissance(), mode="indirect")).quiet(f.Pressed)
    assert not isinstance(alone.asked, Decision)


def test_pl_dp_04_what_is_proposed_is_what_pressing_on_is_weighed_by() -> None:
    """PL-DP-04: Pressing on is weighed by the Forces that are proposed."""
    worth = []
    for lost in ("neutral", "opposed"):
        guide = Storyguide(asked=("forces",), disputes="none")
        game = runners(storyguide=guide).quiet(f.ForceJudged)
        for force in FORCES[:-1]:
            assert isinstance(game.options[0], f.ForceJudged)
            assert game.options[0].force == force
            game.say(game.options[0])
        game.say(f.ForceJudged(JUDGE, A, "lost", Lean(lost))).quiet(f.Pressed)
        assert isinstance(game.asked, Decision)
        worth.append(appraise(game.asked.view, f.Pressed(A)).win)
    assert worth[0] != worth[1]


def test_pl_rul_42_descriptors_are_words_to_the_rules() -> None:
    """PL-RUL-42: Descriptors change nothing in the rules."""
    tagged = cardinal(descriptors=("learned", "fervent"))
    tagged_game, plain_game = Game(conflict(tagged, renaissance())), Game(conflict())
    assert tagged_game.quiet().events == plain_game.quiet().events


def test_pl_rul_38_the_default_policy_is_cited() -> None:
    """PL-RUL-38: Decisions that nobody was asked for cite the default policy."""
    game = Game(conflict()).quiet()
    assert "PL-RUL-38" in game.all(c.DifficultySet)[0].cites
    assert "PL-RUL-38" in game.all(c.ForcesSettled)[B].cites


@pytest.mark.parametrize("level", DIFFICULTIES)
def test_pl_conf_04_a_scenario_difficulty_takes_more_or_fewer(level: str) -> None:
    """PL-CONF-04: Every common approach has legal Forces at every Difficulty."""
    for way in ("overpower", "hold", "outwit", "gamble", "fervor", "surge"):
        fields = {"approaches": (way,)}
        seats = cardinal(**fields), renaissance(**fields)
        game = Game(conflict(*seats, difficulty=level)).quiet()
        settled = game.all(c.ForcesSettled)[0]
        assert (len(settled.favored), len(settled.opposed)) == chart(level, PLAIN)


def test_lists_too_short_for_the_chart_are_refused() -> None:
    """An approach with too few Forces for a Difficulty that may be ruled is refused."""
    thin = Approach(name="thin", favored=("known",))
    with pytest.raises(ScenarioError, match="at impossible difficulty"):
        conflict(
            cardinal(approaches=("thin",)),
            renaissance(),
            approaches=(thin,),
            storyguide=Storyguide(asked=("difficulty",)),
        )
