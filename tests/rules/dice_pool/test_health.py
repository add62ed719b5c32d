"""Health: the track, falling, bleeding, dying, healing and Resistant wounds."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.appraisal.exact import Rolled, chance_of
from sim.rules.dice_pool.events import lasting as m
from sim.rules.dice_pool.health.harming import reaching
from sim.rules.dice_pool.health.healing import progressed
from sim.rules.dice_pool.health.track import (
    drawn,
    is_bleeding,
    is_dead,
    is_reeling,
    marked,
    parsed,
)
from sim.rules.dice_pool.records.body import UP, Body, Condition
from sim.rules.dice_pool.scenario.sheet import Hazard
from sim.rules.dice_pool.scenario.steps import Step
from sim.rules.dice_pool.scenario.words import Severity
from sim.rules.dice_pool.system import SYSTEM
from sim.seam.protocol import Chance
from tests.rules.dice_pool.table import (
    A,
    B,
    C,
    Game,
    after,
    attributes,
    conflict,
    harm,
    hurt,
    person,
    wish,
)

LETTER = {severity.name[0]: severity for severity in Severity}


def tracks_after(
    boxes: int, start: str, *hits: tuple[int, str], far: bool = False
) -> list[str]:
    """Return the track after each of some hits."""
    wounds, tracks = parsed(start), list[str]()
    for points, mark in hits:
        wounds = marked(
            wounds,
            boxes,
            points,
            LETTER[mark[0]],
            resistant=mark.endswith("*"),
            fully=far,
        ).wounds
        tracks.append(drawn(wounds, boxes))
    return tracks


def test_dp_health_01_boxes_are_five_and_stamina() -> None:
    """DP-HEALTH-01: A track has 5 and Stamina boxes."""
    sizes = [attributes(stamina=2), attributes(stamina=3)]
    scenario = conflict(*(person(f"P{n}", attributes=a) for n, a in enumerate(sizes)))
    assert [character.boxes for character in Game(scenario).state.setup.characters] == [
        7,
        8,
    ]


def test_dp_ex_19_worse_wounds_push_milder_ones_right() -> None:
    """DP-EX-19: Worse wounds push milder ones to the right.

    Also tested: DP-HEALTH-02, DP-HEALTH-03 and DP-HEALTH-04.
    """
    assert tracks_after(8, "", (2, "B"), (2, "L"), (1, "A")) == [
        "B B - - - - - -",
        "L L B B - - - -",
        "A L L B B - - -",
    ]
    assert tracks_after(7, "B B B B B B", (1, "A")) == ["A B B B B B B"]


def test_dp_ex_20_and_23_a_full_track_worsens() -> None:
    """DP-EX-20: A point on a full track worsens a wound by one step.

    Also tested: DP-EX-23, DP-HEALTH-05, DP-R-32 and DP-R-33.
    """
    assert tracks_after(8, "B B B B B B", (5, "L")) == ["L L L L L B B B"]
    assert tracks_after(7, "L L L L L L L", (6, "B"), (1, "B"), (3, "L")) == [
        "A A A A A A L",
        "A A A A A A A",
        "A A A A A A A",
    ]
    assert is_dead(parsed("A A A A A A A"), 7)
    assert is_bleeding(parsed("A A A A A A L"), 7)
    assert is_reeling(parsed("L B B"), 3)
    assert marked(parsed("A A"), 2, 3, Severity.LETHAL).wasted == 3


@pytest.mark.parametrize(
    ("example", "rule", "track"),
    [
        ("DP-EX-21", "one_step", "L L B B B B B"),
        ("DP-EX-22", "to_incoming", "A A B B B B B"),
    ],
)
def test_how_far_a_wound_worsens_is_a_ruling(
    example: str, rule: str, track: str
) -> None:
    """DP-HEALTH-05: A wound worsens by one step, or by option to the arriving severity.

    Also tested: DP-R-32.
    """
    beam = Hazard(
        label="a beam", round=1, who=("Ana",), points=2, severity="aggravated"
    )
    ana = person(now=hurt(wounds="B B B B B B B"))
    seats = ana, person("Boris")
    game = Game(conflict(*seats, hazards=(beam,), upgrade_rule=rule))
    game.quiet().successes(1).quiet()
    told = game.last(m.HarmApplied)
    assert (told.filled, told.upgraded, told.wasted) == (0, 2, 0), example
    assert told.track == track
    # The last box is bashing still, so a turn later it is Stamina again.
    game.fight(0, 0).quiet()
    assert (game.who, game.why) == (A, "consciousness")
    assert drawn(game.state.participants[A].body.wounds, 7) == track


def test_dp_ex_28_resistant_wounds_stand_to_the_left() -> None:
    """DP-RESIST-01, DP-R-42, DP-EX-28: A Resistant wound stands left of its equals."""
    assert tracks_after(7, "L B", (1, "L*"), (1, "B*")) == [
        "L* L B - - - -",
        "L* L B* B - - -",
    ]
    assert tracks_after(2, "B* B", (1, "L")) == ["L* B"]
    assert tracks_after(2, "B B", (1, "L*")) == ["L* B"]


@given(
    st.integers(1, 12),
    st.lists(st.tuples(st.integers(0, 6), st.sampled_from("BLA")), max_size=8),
    st.booleans(),
)
def test_dp_health_03_severities_never_rise(
    boxes: int,
    hits: list[tuple[int, str]],
    far: bool,  # noqa: FBT001 - drawn
) -> None:
    """DP-HEALTH-03: Severities never rise from left to right, and every point counts.

    Also tested: DP-HEALTH-04 and DP-R-33.
    """
    wounds = parsed("")
    for points, mark in hits:
        after_ = marked(wounds, boxes, points, LETTER[mark], fully=far)
        assert points == after_.filled + after_.upgraded + after_.wasted
        wounds = after_.wounds
        assert len(wounds) <= boxes
        levels = [wound.severity for wound in wounds]
        assert levels == sorted(levels, reverse=True)


def reeling(**rulings: object) -> Game:
    """Return a fight that begins with Ana full of Bashing wounds, at Stamina 2."""
    ana = person(now=hurt(wounds="B B B B B B B"))
    return Game(conflict(ana, person("Boris"), **rulings))


def test_dp_ex_25_stamina_keeps_one_awake() -> None:
    """DP-HEALTH-07: With a full track one rolls Stamina each turn, until a failure.

    Worked example: DP-EX-25.

    Also tested: DP-POOL-05, DP-R-34 and DP-R-35.
    """
    game = reeling()
    for faces in ((9, 3), (10, 1), (4, 7)):
        game.quiet()
        assert (game.why, game.dice) == ("consciousness", 2)
        game.roll(*faces)
        if 10 in faces:
            game.roll(2)
        game.quiet(f.IntentDeclared)
        if game.offers(f.IntentDeclared):
            game.fight(0, 0)
    assert len(game.all(m.StayedConscious)) == 2
    assert game.last(m.CharacterFellUnconscious).who == A
    assert game.outcome.how == "incapacitated"
    assert [1 - chance_of(Rolled(n), 0) for n in (2, 3)] == [
        Fraction(51, 100),
        Fraction(657, 1000),
    ]


def test_dp_r_35_willpower_helps_to_stay_awake() -> None:
    """DP-R-35: Willpower boosts the Stamina roll, and is that turn's point.

    Also tested: DP-WILL-03 and DP-R-44.
    """
    game = reeling().pick(f.Boosted)
    assert game.dice == 5
    game.successes(0)
    assert (game.why, game.dice) == ("rote", 5)
    game.successes(1).quiet(f.Boosted)
    assert game.all(m.StayedConscious)
    assert game.state.participants[A].will.points == 2


def test_dp_r_39_who_is_not_normal_never_rolls() -> None:
    """DP-R-39: A character who is not normal never rolls to stay awake."""
    golem = person(normal=False, now=hurt(wounds="B B B B B B B"))
    assert Game(conflict(golem, person("Boris"))).offers(f.IntentDeclared)


def test_dp_r_91_without_turns_nobody_rolls_to_stay_awake() -> None:
    """DP-R-91: Without turns nobody rolls to stay awake."""
    best = wish("best")
    ana = person(intents=(best,), now=hurt(wounds="B B B B B B B"))
    game = Game(conflict(ana, person("Boris", intents=(best,)), kind="contest"))
    assert game.offers(f.IntentDeclared)
    game = Game(after(Step("wait", minutes=30), seats=(ana,)))
    assert game.outcome.how == "time passed"
    assert not game.rolled("consciousness")


def test_dp_health_10_wounds_burden_no_roll() -> None:
    """DP-HEALTH-06, DP-HEALTH-10: Wounds take no dice."""
    game = Game(conflict(person(now=hurt(wounds="L L L L L L")), person("Boris")))
    game.quiet()
    assert game.dice == 4
    assert game.state.participants[A].body.condition == UP


def test_dp_health_08_a_lethal_last_box_fells() -> None:
    """DP-HEALTH-08, DP-R-16, DP-R-37: A Lethal wound in the last box incapacitates."""
    boris = person("Boris", now=hurt(wounds="L L L L"))
    game = Game(conflict(person(intents=(harm("knife"),)), boris)).fight(3, 0).quiet()
    assert game.last(m.HarmApplied).track == "L L L L L L L"
    assert game.last(m.CharacterIncapacitated).who == B
    assert game.outcome.how == "incapacitated"
    assert game.outcome.returns == (1.0, 0.0)


@pytest.mark.parametrize(
    ("wounds", "seconds"), [("A A L L L L L", 300), ("L " * 7, 420)]
)
def test_dp_ex_24_bleeding_kills_by_the_minute(wounds: str, seconds: int) -> None:
    """DP-HEALTH-08: Bleeding worsens one wound a minute, until death.

    Worked example: DP-EX-24.

    Also tested: DP-HEALTH-09, DP-R-38 and DP-R-41.
    """
    ana = person(intents=(), now=hurt(wounds=wounds))
    game = Game(after(Step("wait", hours=1), seats=(ana,), stabilize="never"))
    assert game.last(m.CharacterDied).clock == seconds
    assert game.last(m.CharacterDied).cause == "bleeding"
    assert len(game.all(m.HarmApplied)) == seconds // 60
    assert not game.all(m.WoundHealed)
    assert game.state.participants[A].body.progress == (0, 0, 0)


def test_dp_health_09_a_track_of_aggravated_wounds_is_death() -> None:
    """DP-HEALTH-09: A track full of Aggravated wounds is death."""
    boris = person("Boris", now=hurt(wounds="A A A A A A"))
    game = Game(conflict(person(intents=(harm("bane"),)), boris)).fight(1, 0).quiet()
    assert game.last(m.CharacterDied).who == B
    assert game.outcome.how == "dead"


def wounded(wounds: str, *steps: Step, **fields: object) -> Game:
    """Return an aftermath of one with such wounds."""
    ana = person(intents=(), now=hurt(wounds=wounds), **fields)
    return Game(after(*steps, seats=(ana,)))


def test_dp_ex_26_wounds_heal_one_by_one() -> None:
    """DP-EX-26: Wounds heal one by one, the least severe first.

    Also tested: DP-HEAL-01, DP-HEAL-02, DP-R-18 and DP-R-40.
    """
    game = wounded("L L B", Step("wait", minutes=15))
    assert [wound.severity for wound in game.state.participants[A].body.wounds] == [
        2,
        2,
    ]
    game = wounded("L L B", Step("wait", days=4, minutes=15))
    assert [event.clock for event in game.all(m.WoundHealed)] == [900, 173_700, 346_500]
    game = wounded("A L B B", Step("wait", days=30))
    assert game.all(m.WoundHealed)[-1].clock == 779_400


def test_dp_ex_27_the_unconscious_wake_when_the_last_box_is_free() -> None:
    """DP-HEALTH-07, DP-R-36: The unconscious wake when the last box is empty.

    Worked example: DP-EX-27.
    """
    ana = person(intents=(), now=hurt(wounds="B " * 7, unconscious=True))
    game = Game(after(Step("wait", minutes=15), seats=(ana,)))
    assert game.last(m.CharacterWoke).who == A
    assert game.last(m.WoundHealed).track == "B B B B B B -"
    assert game.state.participants[A].body.condition == UP


def test_dp_ex_46_only_ordinary_wounds_heal_faster() -> None:
    """DP-HEAL-04: Faster healing leaves Resistant wounds at the default rate.

    Worked example: DP-EX-46.

    Also tested: DP-RESIST-02.
    """
    game = wounded("L* L", Step("wait", days=5), healing_factor=10)
    assert [event.clock for event in game.all(m.WoundHealed)] == [17_280, 190_080]


def test_dp_heal_03_some_do_not_heal() -> None:
    """DP-HEAL-03: A character may be said not to heal."""
    assert not wounded("B", Step("wait", days=1), heals_naturally=False).all(
        m.WoundHealed
    )


def test_dp_ex_60_time_goes_step_by_step() -> None:
    """DP-R-97, DP-R-40: Time passes step by step, and progress is kept between steps.

    Worked example: DP-EX-60.
    """
    steps = Step("wait", minutes=30), Step("rest", hours=8), Step("wait", days=2)
    game = wounded("L L B B", *steps)
    told = [(event.severity[0], event.clock) for event in game.all(m.WoundHealed)]
    assert told == [("b", 900), ("b", 1800), ("l", 174_600)]
    ana = game.state.participants[A]
    assert (ana.body.progress[1], game.state.clock) == (28_800, 203_400)


def test_dp_r_40_a_milder_wound_goes_first() -> None:
    """DP-R-40: A milder wound heals first, and progress waits or is lost."""
    for rule, left in (("pause", 100), ("reset", 0)):
        ana = person(now=hurt(wounds="L", progress={"lethal": 100}))
        game = Game(conflict(ana, person("Boris"), heal_interrupt=rule, max_turns=1))
        game.fight(0, 1).quiet()
        assert game.state.participants[A].body.progress[1] - left in (0, 3)


def treated(wounds: str, **now: object) -> Game:
    """Return an aftermath with a healer and a patient who has such wounds."""
    patient = person("Pat", intents=(), now=hurt(wounds=wounds, **now))
    step = Step("treat", who=("Ana",), patients=("Pat",))
    return Game(after(step, seats=(person(intents=()), patient)))


def test_dp_ex_47_a_treatment_takes_one_step() -> None:
    """DP-EX-47: A treatment lowers a Resistant wound by one step, once a day.

    Also tested: DP-DEC-19, DP-R-43, DP-R-99 and DP-RESIST-03.
    """
    game = treated("A*")
    assert isinstance(game.options[0], f.TreatmentRefused)
    game.pick(f.TreatmentTried, f.BoostDeclined)
    assert game.why == "treat"
    game.successes(1)
    told = game.last(m.WoundDowngraded)
    assert (told.was, told.now) == ("aggravated", "lethal")
    assert treated("A*", untreatable=True).outcome
    assert treated("B*").outcome
    assert treated("A*", treated_ago=(86_399,)).outcome
    assert treated("A*", treated_ago=(86_400,)).offers(f.TreatmentTried)


def test_dp_resist_04_a_wound_can_only_change_its_bearer() -> None:
    """DP-RESIST-04: A wound that is transferred keeps its severity and mark.

    Also tested: DP-RESIST-05.
    """
    pat = person("Pat", intents=(), now=hurt(wounds="L* B"))
    step = Step("transfer", who=("Pat",), to="Ana")
    game = Game(after(step, seats=(person(intents=()), pat)))
    assert game.all(m.WoundTransferred)
    tracks = [
        drawn(participant.body.wounds, 3) for participant in game.state.participants
    ]
    assert tracks == ["L* - -", "B - -"]


def test_dp_ex_31_armour_then_cap_then_willpower() -> None:
    """DP-WILL-05: Harm is lowered by armour, then a cap, then Willpower.

    Worked example: DP-EX-31.

    Also tested: DP-WILL-06, DP-R-47 and DP-R-93.
    """
    beam = Hazard(label="a beam", round=1, points=6, who=("Ana",), severity="bashing")
    ana = person(armor=1, harm_cap=4)
    game = Game(conflict(ana, person("Boris"), hazards=(beam,)))
    assert game.state.setup.characters[A].armor == 1
    assert reaching(game.state.setup.characters[A], 6) == 4
    game.pick(f.HarmEased)
    told = game.last(m.HarmMitigated)
    assert (told.before, told.after) == (4, 3)
    assert game.last(m.HarmApplied).points == 3


def test_dp_r_93_a_hazard_can_be_avoided() -> None:
    """DP-R-93: A success avoids a hazard, and a failure cannot be eased.

    Also tested: DP-CONTEST-09.
    """
    beam = Hazard(
        label="a beam", round=1, points=2, who=("Ana",), contest=("dexterity",)
    )
    game = Game(conflict(hazards=(beam,))).pick(f.BoostDeclined).successes(1)
    assert game.last(m.HazardMet).avoided
    assert not game.all(m.HarmApplied)
    game = Game(conflict(hazards=(beam,))).pick(f.BoostDeclined).successes(0)
    assert not game.all(m.HarmMitigated)
    assert game.last(m.HarmApplied).points == 2


def tending(dice: int = 4) -> Game:
    """Return an aftermath of Ana beside one who bleeds, six boxes full of six."""
    pat = person("Pat", side="Ana", intents=(), health=6, now=hurt(wounds="L " * 6))
    skills = {"medicine": dice - 2}
    ana = person(intents=(), skills=skills)
    return Game(after(Step("wait", hours=1), seats=(ana, pat)))


def test_dp_ex_59_one_helper_has_six_tries() -> None:
    """DP-EX-59: One helper has a try at once and one after each point.

    Also tested: DP-DEC-17, DP-HEALTH-08, DP-R-37 and DP-R-98.
    """
    game, tries = tending(), 0
    while game.offers(f.TendingTried):
        game.pick(f.TendingTried)
        game.quiet()
        assert isinstance(game.asked, Chance)
        assert game.asked.attempt == tries  # counted from 0 in every step
        assert game.dice == 4
        game.successes(0)
        tries += 1
    assert tries == 6
    assert game.last(m.CharacterDied).clock == 360
    miss = chance_of(Rolled(4), 0)
    assert float(1 - miss) == pytest.approx(0.7599)
    assert float(miss**6) == pytest.approx(0.00019158, abs=1e-8)


def test_dp_r_98_when_one_helper_fails_the_next_is_asked() -> None:
    """DP-R-98: If one helper fails the next is asked, in the order of seats.

    Also tested: DP-DEC-17.
    """
    pat = person("Pat", side="a", intents=(), health=6, now=hurt(wounds="L " * 6))
    helpers = [person(name, side="a", intents=()) for name in ("Ana", "Abe", "Amy")]
    game = Game(after(Step("wait", hours=1), seats=(*helpers, pat)))
    asked: list[int] = []
    while game.offers(f.TendingTried) and len(asked) < len(helpers):
        asked.append(game.who)
        game.pick(f.TendingTried).quiet().successes(0)
    assert asked == [A, B, C]
    assert len(game.all(m.TendingFailed)) == 3


def test_dp_health_08_tending_stops_the_bleeding() -> None:
    """DP-HEALTH-08, DP-R-37, DP-R-41: Tending that succeeds stops the bleeding."""
    game = tending().pick(f.TendingTried, f.BoostDeclined).successes(1)
    assert game.last(m.CharacterStabilized).method == "roll"
    assert game.state.participants[B].body.condition == Condition.INCAPACITATED
    assert game.outcome.how == "time passed"
    assert not game.all(m.CharacterDied)


def test_dp_r_98_strangers_are_asked_and_silence_ignores() -> None:
    """DP-R-98: By default an ally tends, and a stranger does not."""
    pat = person("Pat", intents=(), now=hurt(wounds="L " * 7))
    game = Game(after(Step("wait", hours=1), seats=(person(intents=()), pat)))
    assert isinstance(game.options[0], f.TendingRefused)
    assert isinstance(tending().options[0], f.TendingTried)


def test_dp_r_98_allies_are_asked_before_strangers() -> None:
    """DP-R-98: Whoever is of the patient's side is asked first, in whatever seat."""
    pat = person("Pat", side="a", intents=(), now=hurt(wounds="L " * 7))
    foe = person("Foe", side="b", intents=())
    ally = person("Abe", side="a", intents=())
    game = Game(after(Step("wait", hours=1), seats=(foe, ally, pat)))
    asked: list[int] = []
    while game.offers(f.TendingTried) and len(asked) < 2:
        asked.append(game.who)
        game.pick(f.TendingRefused)
    assert asked == [B, A]


def test_dp_resist_01_weapons_may_make_resistant_wounds() -> None:
    """DP-RESIST-01, DP-RESIST-05, DP-R-42: An intent may do Resistant wounds."""
    cursed = harm("knife", resistant=True)
    game = Game(conflict(person(intents=(cursed,)), person("Boris"))).fight(1, 0)
    game.quiet()
    assert game.all(m.HarmApplied)[0].track.startswith("L*")
    assert game.all(c.ContestResolved)


# Care.


def cared(successes: int, **fields: Any) -> Game:  # noqa: ANN401 - any ruling
    """Return an aftermath in which Bea treats Ana, whose wounds heal by themselves."""
    steps = (Step("treat", hours=1, who=("Bea",), patients=("Ana",)),) * 2
    people = (
        person(now=hurt(wounds="L B"), intents=()),
        person("Bea", intents=()),
    )
    game = Game(after(*steps, Step("wait", days=1), seats=people, **fields))
    if game.offers(f.TreatmentTried):
        game.pick(f.TreatmentTried).quiet().successes(successes)
    return game.quiet()


def test_dp_r_111_care_speeds_what_heals_by_itself() -> None:
    """DP-HEAL-04, DP-R-99, DP-R-111: Care doubles the pace of healing, once a day."""
    game = cared(1)
    assert [event.pace for event in game.all(m.CareGiven)] == [2]
    assert len(game.all(f.TreatmentTried)) == 1
    assert game.state.participants[A].body.care == 2
    healed = [event.clock for event in game.all(m.WoundHealed)]
    # A quarter of an hour for the first, before the hour of care is over; in the rest
    # of that hour the other has begun to heal at the usual pace.
    assert healed == [900, 3600 + (2 * 86400 - 2700) // 2]


def test_dp_r_111_a_failure_changes_nothing() -> None:
    """DP-R-99, DP-R-111: A failed treatment gives no care."""
    assert not cared(0).all(m.CareGiven)
    assert not cared(1, care_pace=1).all(f.TreatmentTried)


def test_dp_r_111_new_harm_ends_it() -> None:
    """DP-R-111: New harm ends the care."""
    ana = person(now=hurt(care=2))
    game = Game(conflict(ana, person("Boris")))
    assert game.state.participants[A].body.care == 2
    game.fight(0, 1).quiet()
    assert game.state.participants[A].body.care == 1


def test_dp_resist_02_care_leaves_resistant_wounds_alone() -> None:
    """DP-RESIST-02, DP-R-111: Care leaves Resistant wounds at the default rate."""
    character = SYSTEM.initial(conflict()).setup.characters[A]
    body = Body(wounds=parsed("L*"), care=2)
    assert progressed(body, character, 10).progress == (0, 10, 0)
    plain = Body(wounds=parsed("L"), care=2)
    assert progressed(plain, character, 10).progress == (0, 20, 0)
