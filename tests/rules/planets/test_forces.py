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
from sim.rules.planets.scenario.sheet import Approach, Argument, Storyguide
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
    """A table where the Storyguide is asked about *topics*."""
    guide = Storyguide(asked=topics, disputes=fields.pop("disputes", "descriptors"))
    return Game(conflict(storyguide=guide, **fields))


def test_pl_step_01_difficulty_and_forces_come_first() -> None:
    """They are settled before anything is committed or rolled."""
    game = Game(conflict()).quiet()
    assert [event.level for event in game.all(c.DifficultySet)] == ["simple", "simple"]
    assert len(game.all(c.ForcesSettled)) == 2


def test_pl_force_01_favored_and_opposed_are_what_the_check_reads() -> None:
    """The same column is success or failure by what is favored."""
    surge = Game(conflict(cardinal(), spiders(), mode="diceless")).quiet()
    hold = cardinal(approaches=("hold",))
    held = Game(conflict(hold, spiders(), mode="diceless")).quiet(f.OmegaDeclined)
    held.quiet()
    for game, outcome in ((surge, "success"), (held, "failure")):
        game.roll(5, 2, 4, 12, 6)
        assert game.last(c.OutcomeDetermined).outcome == outcome


def test_pl_force_02_some_force_is_neutral() -> None:
    """Four at most may be picked, unless min_neutral says otherwise; PL-RUL-14."""
    assert illegal(forces(["known", "passion"], ["dynamic", "static"]), PLAIN) == ""
    five = forces(["known", "passion", "lost"], ["dynamic", "static"])
    assert illegal(five, PLAIN) == "no_neutral_force"
    loose = structs.replace(PLAIN, min_neutral=0)
    assert illegal(five, loose) == ""


def test_pl_force_03_whoever_performs_it() -> None:
    """A surge favors Passion for the Cardinal too, who is Wed to it."""
    game = Game(conflict()).quiet()
    assert [event.favored for event in game.all(c.ForcesSettled)] == [
        ("passion", "dynamic")
    ] * 2


def test_pl_force_04_free_picks_name_their_own_difficulty() -> None:
    """Without a Difficulty all Forces listed count, and it falls where it may."""
    assert natural(forces(["known", "lost"], ["static"]), PLAIN) == "simple"
    assert natural(forces(["known", "lost", "static"]), PLAIN) == "unnamed"
    free = Approach(name="free", favored=("known", "lost", "static"))
    game = Game(
        conflict(cardinal(approaches=("free",)), renaissance(), approaches=(free,))
    ).quiet(f.OmegaDeclined)
    assert game.all(c.DifficultySet)[0].level == "unnamed"
    assert "PL-FORCE-04" in game.all(c.DifficultySet)[0].cites


def test_pl_force_05_the_player_argues_and_the_storyguide_decides() -> None:
    """Asked, she keeps or amends; silence keeps. PL-DP-04, PL-DP-05."""
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
    """Unasked, the Storyguide grants a Descriptor the scenario lists; PL-RUL-42."""
    game = Game(conflict(cardinal(forgotten=(REMINDER,)), renaissance()))
    game.quiet(f.ForcesDisputed).say(game.options[1])
    settled = game.all(c.ForcesSettled)[0]
    assert (settled.favored, settled.opposed) == (("known",), ("lost",))
    assert "PL-FORCE-06" in settled.cites


def test_pl_force_06_another_reason_is_argued_force_by_force() -> None:
    """PL-FORCE-06: another reason is argued by Force, and not granted by default."""
    game = Game(conflict(storyguide=Storyguide(disputes="any")))
    game.quiet(f.ForcesDisputed).say(f.ForcesDisputed(A, "other"))
    leans = ("favored", "neutral", "favored", "opposed", "neutral")
    for force, lean in zip(FORCES, leans, strict=True):
        game.say(f.ForceArgued(A, force, lean))
    settled = game.all(c.ForcesSettled)[0]
    assert (settled.amended, settled.favored) == (False, ("passion", "dynamic"))


def test_pl_force_07_settled_before_the_roll_and_final() -> None:
    """No question about Forces comes after the dice of a round. PL-STEP-07."""
    game = Game(conflict(cardinal(forgotten=(REMINDER,)), renaissance())).quiet()
    game.roll(1, 3, 3, 6, 10)
    kinds = {type(option) for option in game.options}
    assert kinds == {f.Pressed, f.Conceded}


def test_pl_force_08_a_wed_force_drops_out() -> None:
    """Passion is favored in the boulder, and the Cardinal has no die for it."""
    game = Game(conflict(cardinal(), spiders(), mode="diceless")).quiet()
    game.roll(5, 2, 4, 12, 6)
    assert game.last(c.HierarchyRead).values == (5, 0, 2, 4, 12)
    assert game.last(c.ForcesSettled).favored == ("passion", "dynamic")


def test_pl_diff_01_five_levels_and_the_chart() -> None:
    """PL-RUL-13, and PL-DIFF-02: the fallback of a table without a word is moderate."""
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
    """Where the scenario says nothing, silence is moderate."""
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
    """PL-FN-32: without the one Opposed Force, simple is exactly automatic."""
    some, others = chart("simple", PLAIN)
    assert (some, others - 1) == chart("automatic", PLAIN)
    some, others = chart("hard", PLAIN)
    assert (some - 1, others) == chart("impossible", PLAIN)


def test_pl_diff_04_a_milder_difficulty_and_a_small_die() -> None:
    """A scenario may do both: a simple approach and a Benefit d4."""
    assert 4 in PLAIN.allowed_sizes
    game = Game(conflict(difficulty="moderate")).quiet()
    assert game.all(c.ForcesSettled)[0].favored == ("dynamic",)


def test_pl_diff_05_automatic_and_impossible_in_opposed_action() -> None:
    """They are levels like the others, and the opponent keeps a chance."""
    game = Game(conflict(difficulty="impossible")).quiet()
    settled = game.all(c.ForcesSettled)[0]
    assert (settled.favored, settled.opposed) == ((), ("static", "lost"))


def test_pl_rul_13_a_judge_may_be_bound_to_the_chart() -> None:
    """With enforce_chart only the numbers of the Difficulty can be reached."""
    bound = structs.replace(PLAIN, enforce_chart=True)
    leans: tuple[str, ...] = ()
    for _ in FORCES:
        leans = (*leans, open_leans(leans, "neutral", "hard", bound)[0])
    assert counts(gathered(leans)) == (1, 2)
    assert prefix((2, 1), (3,), "simple", PLAIN) == forces(
        ["dynamic", "passion"], ["static"]
    )


def test_pl_rul_14_no_empty_pair_is_settled() -> None:
    """Nothing favored and nothing opposed, or one Force both, is refused."""
    assert illegal(Forces(), PLAIN) == "no_force_favored_or_opposed"
    both = Forces(1, 1)
    assert illegal(both, PLAIN) == "force_both_favored_and_opposed"
    all_neutral = ("neutral",) * 4
    assert "neutral" not in open_leans(all_neutral, "neutral", "", PLAIN)


def test_pl_dp_03_the_judge_picks_force_by_force() -> None:
    """Five questions of three answers, silence as the table of approaches has it."""
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
    """Not in direct conflict, once a round; the Forces are picked anew: PL-RUL-35."""
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
    """Two in a race who may each go about it in two ways."""
    ways = {"approaches": ("surge", "hold")}
    seats = cardinal(**ways, forgotten=(REMINDER,)), renaissance(**ways)
    return Game(conflict(*seats, mode="indirect", **fields))


def test_pl_rul_25_a_change_over_the_forces_is_sealed() -> None:
    """The second hears what is proposed, and not whether the first will change."""
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
    """PL-RUL-25: changes are shown together, then Forces are set or disputed."""
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
    """Whoever has changed presses on; a limit of the scenario holds here too."""
    game = runners().quiet(f.Pressed).say(f.ApproachChosen(A, "hold"), f.Pressed(B))
    assert not any(isinstance(option, f.ApproachChosen) for option in game.options)
    steady = cardinal(approaches=("surge", "hold"), intent_changes=0)
    alone = Game(conflict(steady, renaissance(), mode="indirect")).quiet(f.Pressed)
    assert not isinstance(alone.asked, Decision)


def test_pl_dp_04_what_is_proposed_is_what_pressing_on_is_weighed_by() -> None:
    """A Storyguide's own Forces, not those of the table of approaches."""
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
    """Two scenarios that differ in them alone play the same."""
    tagged = cardinal(descriptors=("learned", "fervent"))
    tagged_game, plain_game = Game(conflict(tagged, renaissance())), Game(conflict())
    assert tagged_game.quiet().events == plain_game.quiet().events


def test_pl_rul_38_the_default_policy_is_cited() -> None:
    """PL-RUL-38: Forces and Difficulty that nobody was asked about cite the default."""
    game = Game(conflict()).quiet()
    assert "PL-RUL-38" in game.all(c.DifficultySet)[0].cites
    assert "PL-RUL-38" in game.all(c.ForcesSettled)[B].cites


@pytest.mark.parametrize("level", DIFFICULTIES)
def test_pl_conf_04_a_scenario_difficulty_takes_more_or_fewer(level: str) -> None:
    """Every common approach has a legal pair at every level."""
    for way in ("overpower", "hold", "outwit", "gamble", "fervor", "surge"):
        fields = {"approaches": (way,)}
        seats = cardinal(**fields), renaissance(**fields)
        game = Game(conflict(*seats, difficulty=level)).quiet()
        settled = game.all(c.ForcesSettled)[0]
        assert (len(settled.favored), len(settled.opposed)) == chart(level, PLAIN)


def test_lists_too_short_for_the_chart_are_refused() -> None:
    """When the judge may say any Difficulty, an approach needs enough Forces."""
    thin = Approach(name="thin", favored=("known",))
    with pytest.raises(ScenarioError, match="at impossible difficulty"):
        conflict(
            cardinal(approaches=("thin",)),
            renaissance(),
            approaches=(thin,),
            storyguide=Storyguide(asked=("difficulty",)),
        )
