"""Willpower, Morality, crises, Intimacies and souls."""

from fractions import Fraction

import msgspec
import pytest

from sim.errors import ScenarioError
from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.appraisal.exact import Rolled, chance_of
from sim.rules.dice_pool.events import conscience as m
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.events import lasting as e
from sim.rules.dice_pool.morality.crimes import deed_of, rated
from sim.rules.dice_pool.phases import Dealt
from sim.rules.dice_pool.scenario.now import Crisis, Willpower
from sim.rules.dice_pool.scenario.people import Character
from sim.rules.dice_pool.scenario.sheet import Stake, Storyteller
from sim.rules.dice_pool.scenario.steps import Intimacy, Step
from sim.rules.dice_pool.state import Participant
from sim.rules.dice_pool.system import SYSTEM
from sim.seam.events import Seat
from tests.rules.dice_pool.table import (
    A,
    B,
    Game,
    after,
    attributes,
    conflict,
    harm,
    hurt,
    person,
    wish,
)

REST, DAY = Step("rest", hours=24), Step("wait", days=1)
MONTH = Step("wait", days=30)


def alone(*steps: Step, **fields: object) -> Game:
    """Return an aftermath of one character, with these steps."""
    fields = {"intents": ()} | fields
    return Game(after(*steps, seats=(person(**fields),)))


def ana(game: Game) -> Participant:
    """Return Ana's state."""
    return game.state.participants[A]


def troubled(crime: int, morality: int, *steps: Step, **now: object) -> Game:
    """Return an aftermath of one in a crisis, with three points of five."""
    return alone(
        *steps,
        morality=morality,
        willpower=Willpower(5, 3),
        now=hurt(crisis=Crisis(crime), **now),
    )


# Willpower.


def test_dp_will_02_one_point_a_turn() -> None:
    """DP-WILL-02: One point is spent in a turn, and another in the next.

    Worked example: DP-EX-30.

    Also tested: DP-R-44 and DP-DEC-06.
    """
    game = Game(conflict()).quiet(f.Boosted).pick(f.Boosted, f.BoostDeclined)
    assert (game.last(e.WillpowerSpent).before, ana(game).will.points) == (3, 2)
    assert ana(game).will.spent
    game.successes(0)
    game.successes(0).successes(0).quiet(f.Boosted)
    assert game.offers(f.Boosted)


def test_dp_ex_29_a_boost_is_three_dice_and_rote() -> None:
    """DP-EX-29: A boost is three dice and the rote property.

    Also tested: DP-R-46, DP-ROTE-01, DP-WILL-03 and DP-WILL-04.
    """
    game = Game(conflict()).quiet(f.Boosted).pick(f.Boosted, f.BoostDeclined)
    told = game.all(c.PoolAssembled)[0]
    assert (told.dice, told.willpower, told.rote) == (7, 3, True)


def test_dp_ex_44_one_exchange_with_willpower() -> None:
    """DP-WILL-03: The worked exchange with Willpower does four Lethal damage.

    Worked example: DP-EX-44.

    Also tested: DP-ROTE-03, DP-CONTEST-05 and DP-R-16.
    """
    boris = person(attributes=attributes(strength=3), intents=(harm("knife"),))
    foe = person("Foe", attributes=attributes(strength=3))
    game = Game(conflict(boris, foe)).quiet(f.Boosted)
    game.pick(f.Boosted, f.BoostDeclined).roll(8, 9, 2, 3, 10, 1, 4, 6).roll(7)
    game.roll(2, 4, 8, 6, 7)
    game.roll(9, 8, 8, 10, 3).roll(10).roll(2)
    game.pick(f.RoteChoiceMade, f.MarginClaimed)
    told = game.last(e.HarmApplied)
    assert (told.points, told.track) == (4, "L L L L - - -")


def test_dp_r_45_a_boost_may_come_after_the_dice() -> None:
    """DP-R-45: Under `boost_timing = after` a boost adds three dice to the roll.

    Also tested: DP-R-106.
    """
    game = Game(conflict(boost_timing="after")).quiet(f.Boosted)
    assert not game.offers(f.Boosted)
    game = Game(conflict(boost_timing="after")).pick(f.IntentDeclared, f.IntentDeclared)
    game.successes(1).successes(1)
    assert (game.who, len(game.offers(f.Boosted))) == (A, 1)
    game.pick(f.Boosted, f.BoostDeclined)
    assert game.dice == 3
    game.successes(1)
    assert (game.why, game.dice) == ("rote", 5)


def test_dp_will_08_some_cannot_spend() -> None:
    """DP-WILL-08: Whoever is barred from spending is offered no boost."""
    cursed = person(willpower=Willpower(3, barred="a curse"))
    game = Game(conflict(cursed, person("Boris"))).quiet(f.Boosted)
    assert game.who == B


def test_dp_ex_32_and_33_dots_go_and_come() -> None:
    """DP-EX-32, DP-EX-33: Dots are lost by stress, and a Virtue brings one back.

    Also tested: DP-WILL-01, DP-WILL-12, DP-WILL-13, DP-WILL-14, DP-R-51 and DP-DEC-14.
    """
    stress = Step("stress", dots=2, cause="dread")
    game = alone(stress, willpower=Willpower(5))
    assert (ana(game).will.dots, ana(game).will.points) == (3, 3)
    low = alone(stress, willpower=Willpower(5, 2))
    assert (ana(low).will.dots, ana(low).will.points) == (3, 2)
    scene = Step("scene", virtue=("Ana",))
    game = alone(scene, willpower=Willpower(4, 1, 5), virtue="hope")
    game.pick(f.VirtueShown)
    assert (ana(game).will.dots, ana(game).will.points) == (5, 5)
    again = alone(scene, scene, willpower=Willpower(4, 1, 5), virtue="hope")
    again.pick(f.VirtueShown)
    assert again.outcome
    assert len(again.all(f.VirtueShown)) == 1


def test_dp_will_12_a_session_gives_the_virtue_back() -> None:
    """DP-WILL-12: A Virtue that was used can be shown again in the next session.

    Also tested: DP-R-101.
    """
    steps = (
        Step("scene", virtue=("Ana",)),
        Step("session"),
        Step("scene", virtue=("Ana",)),
    )
    power = Willpower(3, 1)
    game = alone(*steps, willpower=power, virtue="hope", now=hurt(virtue_used=True))
    game.pick(f.VirtueShown)
    assert len(game.all(f.VirtueShown)) == 1
    assert game.all(m.SessionEnded)


def test_dp_will_11_a_vice_gives_a_point_a_scene() -> None:
    """DP-WILL-11, DP-R-50, DP-R-100, DP-R-101: A Vice gives one point in a scene."""
    greedy = wish("best", vice=True)
    character = person(intents=(greedy,), vice="greed", willpower=Willpower(3, 1))
    foe = person("Boris", intents=(wish("best"),))
    game = Game(conflict(character, foe, kind="contest")).quiet()
    game.successes(1).successes(1).quiet()
    assert len(game.all(e.ViceIndulged)) == 1
    assert ana(game).will.points == 2
    scene = Step("scene", vice=("Ana",))
    game = alone(scene, scene, vice="greed", willpower=Willpower(3, 0))
    assert ana(game).will.points == 2
    assert not alone(scene, vice="greed").all(e.ViceIndulged)


def test_dp_will_09_rest_gives_a_point_a_day() -> None:
    """DP-WILL-01, DP-WILL-09, DP-R-48: Undisturbed rest gives a point once a day."""
    assert ana(alone(REST, willpower=Willpower(4, 2))).will.points == 3
    assert ana(alone(REST, willpower=Willpower(4))).will.points == 4
    short = Step("rest", hours=8)
    assert ana(alone(short, short, willpower=Willpower(4, 0))).will.points == 1
    broken = Step("rest", hours=8, interrupted=("Ana",))
    assert ana(alone(broken, willpower=Willpower(4, 0))).will.points == 0


def tied(morality: int) -> Game:
    """Return a conflict in which Ana has spent a point for a tie."""
    character = person(
        morality=morality, intimacies=(Intimacy("her son"),), willpower=Willpower(3)
    )
    scenario = conflict(character, person("Boris"), at_stake=(Stake("her son", "Ana"),))
    game = Game(scenario).quiet(f.Boosted)
    assert [fact.intimacy for fact in game.offers(f.Boosted)] == ["", "her son"]
    return game.say(f.Boosted(A, "her son")).pick(f.BoostDeclined)


@pytest.mark.parametrize(
    ("morality", "faces", "points"), [(3, (2, 9, 4), 3), (2, (7, 1), 2), (0, None, 2)]
)
def test_dp_ex_41_a_tie_may_give_the_point_back(
    morality: int, faces: tuple[int, ...] | None, points: int
) -> None:
    """DP-EX-41: A point spent for a tie comes back if Morality succeeds.

    Also tested: DP-MORAL-05, DP-R-102, DP-R-49, DP-R-96 and DP-WILL-10.
    """
    game = tied(morality)
    if faces is not None:
        assert (game.why, game.dice) == ("intimacy", morality)
        game.roll(*faces)
    assert game.why == "contest"
    assert ana(game).will.points == points
    assert 1 - chance_of(Rolled(3), 0) == Fraction(657, 1000)


def test_dp_r_102_an_ally_under_attack_is_at_stake() -> None:
    """DP-R-102, DP-R-77: A tie to an ally under attack is at stake, unless refused."""
    bond = (Intimacy("Abe", ("Abe",)),)
    seats = [
        person(side="a", morality=3, intimacies=bond),
        person("Abe", side="a"),
        person("Boris"),
    ]
    game = Game(conflict(*seats, storyteller=Storyteller(asked=("intimacy",))))
    game.pick(f.IntentDeclared, f.IntentDeclared)
    game.say(f.IntentDeclared(2, "hurt", 1, "strength + brawl"))
    game.say(f.Boosted(A, "Abe")).quiet(j.IntimacyRuled)
    game.say(game.options[1])
    assert game.why == "contest"


def test_dp_ex_45_dots_come_back_with_the_months() -> None:
    """DP-WILL-15: A lost dot comes back after 30 days, for some by a roll.

    Worked example: DP-EX-45.

    Also tested: DP-WILL-16 and DP-R-52.
    """
    human = alone(MONTH, willpower=Willpower(3, 3, 4))
    assert human.last(e.WillpowerDotRegained).dots == 4
    lost = Willpower(3, 3, 4)
    game = alone(
        MONTH,
        Step("wait", days=30, edge=1),
        willpower=lost,
        kind="supernatural",
        power_trait=2,
    )
    assert (game.why, game.dice) == ("dot", 2)
    game.roll(7, 2)
    assert game.last(e.DotDelayed).again == 60 * 86_400
    assert game.dice == 3
    game.roll(3, 8, 5)
    assert game.last(e.WillpowerDotRegained).dots == 4


def test_dp_will_17_lost_dots_may_wait_for_something() -> None:
    """DP-WILL-17: A lost dot comes back only after its condition was met."""
    loss = Step("stress", dots=1, cause="dread", condition="a grave found")
    game = alone(loss, MONTH)
    assert not game.all(e.WillpowerDotRegained)
    grave = Step("wait", days=1, meets=("a grave found",))
    game = alone(loss, grave, Step("wait", days=60))
    assert game.last(e.ConditionMet).condition == "a grave found"
    assert game.all(e.WillpowerDotRegained)


# Morality and crises.


@pytest.mark.parametrize(
    ("morality", "crime", "starts"),
    [
        (3, 5, False),
        (3, 4, False),
        (3, 3, True),
        (3, 2, True),
        (3, 1, True),
        (0, 1, False),
    ],
)
def test_dp_ex_34_what_troubles_whom(
    morality: int, crime: int, *, starts: bool
) -> None:
    """DP-EX-34: A crime troubles those whose Morality is not below its rating.

    Also tested: DP-CRISIS-01, DP-MORAL-03, DP-MORAL-05, DP-R-103 and DP-R-60.
    """
    deed = harm(crime=crime)
    game = Game(conflict(person(intents=(deed,), morality=morality), person("Boris")))
    game.fight(1, 0).quiet()
    assert bool(game.all(m.CrisisStarted)) == starts


@pytest.mark.parametrize(
    ("dealt", "premeditated", "rating"),
    [
        (Dealt(0, 1, "x", hurt=True), False, 5),
        (Dealt(0, 1, "x", hurt=True, helpless=True), False, 4),
        (Dealt(0, 1, "x", hurt=True, grave=True), False, 4),
        (Dealt(0, 1, "x", hurt=True, killed=True), False, 3),
        (Dealt(0, 1, "x", hurt=True, killed=True), True, 2),
        (Dealt(0, 1, "x"), False, 0),
    ],
)
def test_dp_r_54_deeds_are_rated(
    dealt: Dealt, *, premeditated: bool, rating: int
) -> None:
    """DP-R-54: Each deed has its rating, and only the Storyteller gives a 1.

    Also tested: DP-MORAL-03 and DP-MORAL-04.
    """
    assert rated(dealt, None, premeditated=premeditated) == rating
    assert rated(dealt, 1, premeditated=premeditated) == 1


@pytest.mark.parametrize(("kind", "rating"), [("persuade_or_shame", 5), ("best", 0)])
def test_dp_r_54_to_shame_somebody_is_to_hurt_somebody(kind: str, rating: int) -> None:
    """DP-R-54: A margin claimed against somebody's feelings is a deed of 5."""
    scenario = conflict(person(intents=(wish(kind),)), person("Boris"), kind="contest")
    deed = deed_of(SYSTEM.initial(scenario), Dealt(Seat(A), Seat(B), kind))
    assert deed.rating == rating


def test_dp_moral_02_any_morality_may_be_had() -> None:
    """DP-MORAL-02: Morality may be from 0 to 5, or none at all.

    Also tested: DP-MORAL-01 and DP-DEC-18.
    """
    for morality in (None, 0, 3, 5):
        assert ana(alone(DAY, morality=morality)).conscience.morality == morality


def test_dp_moral_04_the_storyteller_says_how_bad_it_was() -> None:
    """DP-MORAL-04: A Storyteller who is asked rates a deed from 0 to 5.

    Also tested: DP-R-54 and DP-R-77.
    """
    judge = Storyteller(asked=("deed",))
    game = Game(conflict(person(morality=5), person("Boris"), storyteller=judge))
    game.fight(1, 0).quiet(j.DeedRuled)
    assert [option.rating for option in game.offers(j.DeedRuled)] == [5, 0, 1, 2, 3, 4]
    game.say(j.DeedRuled(2, A, B, 1))
    assert game.last(m.CrisisStarted).rating == 1


@pytest.mark.parametrize(("kind", "counts"), [("supernatural", True), ("feral", False)])
def test_dp_moral_06_who_counts(kind: str, *, counts: bool) -> None:
    """DP-MORAL-06: To harm a beast is no crime, unless one is tied to it.

    Also tested: DP-INTIM-02.
    """
    boris = person("Boris", kind=kind)
    game = Game(conflict(person(morality=5), boris)).fight(1, 0).quiet()
    assert bool(game.all(m.SinCommitted)) == counts
    pet = Intimacy("her dog", ("Boris",), "pet")
    fond = person(morality=5, intimacies=(pet,))
    game = Game(conflict(fond, boris)).fight(1, 0).quiet()
    assert game.last(m.IntimacyStrained).intimacy == "her dog"
    assert game.all(m.CrisisStarted)


def test_dp_r_55_a_deed_may_go_unnoticed_for_a_while() -> None:
    """DP-CRISIS-01, DP-R-55: A deed done unseen starts a crisis once it is realized."""
    blind = harm(unseen=True)
    character = person(intents=(blind,), morality=5)
    steps = (Step("scene", realizes=("Ana",)),)
    scenario = conflict(character, person("Boris"), aftermath=steps, max_turns=1)
    game = Game(scenario).fight(1, 0).quiet()
    assert game.last(m.SinCommitted).aware is False
    assert game.last(m.SinRealized).rating == 5
    assert game.all(m.CrisisStarted)


def test_dp_ex_35_three_nights_of_peace_resolve_it() -> None:
    """DP-EX-35: As many successes as Morality resolve a crisis.

    Also tested: DP-CRISIS-02, DP-CRISIS-03, DP-CRISIS-04, DP-CRISIS-07, DP-CRISIS-08,
    DP-R-58 and DP-DEC-12.
    """
    game = troubled(2, 3, *[REST] * 4)
    nights = []
    for success in (True, False, True, True):
        assert (game.why, game.dice) == ("crisis", 2)
        game.successes(int(success))
        if not success:
            game.pick(f.FailureAccepted)
        crisis = ana(game).conscience.crisis
        nights.append(
            (
                ana(game).will.points,
                crisis and crisis.successes,
                ana(game).conscience.failures,
            )
        )
    assert nights == [(4, 1, 0), (3, 1, 1), (4, 2, 1), (5, None, 1)]
    assert game.last(m.CrisisEnded).reason == "resolved"
    assert 1 - chance_of(Rolled(2), 0) == Fraction(51, 100)


def test_dp_ex_36_one_may_harden() -> None:
    """DP-EX-36: To degenerate ends a crisis for one dot of Morality.

    Also tested: DP-CRISIS-05, DP-CRISIS-06, DP-MORAL-07, DP-R-62 and DP-R-63.
    """
    game = troubled(1, 3, REST, REST).successes(0).pick(f.FailureAccepted)
    assert ana(game).will.points == 2
    game.successes(0).pick(f.CharacterDegenerated)
    hardened = ana(game)
    mind = hardened.conscience
    assert (mind.morality, hardened.will.points, mind.crisis, mind.failures) == (
        2,
        3,
        None,
        2,
    )
    assert troubled(1, 1, REST).successes(1).outcome
    assert not troubled(1, 1, REST).successes(1).all(f.CharacterDegenerated)


def test_dp_ex_37_a_worse_crime_takes_its_place() -> None:
    """DP-EX-37: A crime as bad or worse replaces the crisis, a milder one does not.

    Also tested: DP-CRISIS-08, DP-CRISIS-09, DP-CRISIS-10, DP-R-59 and DP-R-60.
    """
    before = hurt(crisis=Crisis(3, 1), failures=1)
    for crime, after_, successes in ((4, 3, 1), (3, 3, 0), (1, 1, 0)):
        character = person(morality=4, intents=(harm(crime=crime),), now=before)
        game = (
            Game(conflict(character, person("Boris"))).fight(1, 0).pick(f.MarginClaimed)
        )
        crisis = ana(game).conscience.crisis
        assert crisis is not None
        assert (crisis.rating, crisis.successes) == (after_, successes)
        assert ana(game).conscience.failures == 1


def test_dp_ex_38_a_deed_may_be_faced() -> None:
    """DP-EX-38: Facing the deed gives a roll at the end of a scene.

    Also tested: DP-CRISIS-11, DP-CRISIS-12, DP-CRISIS-14, DP-R-61, DP-R-100 and
    DP-DEC-13.
    """
    game = alone(
        Step("scene", facing={"Ana": "engage"}),
        Step("scene", facing={"Ana": "strides"}),
        morality=2,
        willpower=Willpower(4, 2),
        now=hurt(crisis=Crisis(2)),
    )
    assert isinstance(game.options[0], f.DeedLeft)
    game.pick(f.DeedFaced).successes(1)
    crisis = ana(game).conscience.crisis
    assert crisis is not None
    assert (ana(game).will.points, crisis.successes) == (3, 1)
    game.pick(f.DeedFaced).successes(0).pick(f.FailureAccepted)
    assert (
        ana(game).will.points,
        ana(game).conscience.crisis,
        ana(game).conscience.failures,
    ) == (2, None, 1)


@pytest.mark.parametrize(("grade", "counted"), [("engage", 0), ("strides", 1)])
def test_dp_r_61_a_failure_counts_only_by_strides(grade: str, counted: int) -> None:
    """DP-R-61: A failed scene roll counts as a success only after great strides."""
    game = troubled(2, 2, Step("scene", facing={"Ana": grade}))
    game.pick(f.DeedFaced).successes(0).pick(f.FailureAccepted)
    crisis = ana(game).conscience.crisis
    assert crisis is not None
    assert crisis.successes == counted


def test_dp_r_57_a_failure_costs_the_last_point_too() -> None:
    """DP-R-57: A failed crisis roll costs a point of Willpower, even the last."""
    will = Willpower(3, 1)
    game = alone(REST, morality=2, willpower=will, now=hurt(crisis=Crisis(2)))
    game.successes(0).pick(f.FailureAccepted)
    assert ana(game).will.points == 0


def test_dp_crisis_13_one_may_harden_in_a_scene() -> None:
    """DP-CRISIS-13: After a failed scene roll one may degenerate on the spot.

    Also tested: DP-R-61 and DP-R-62.
    """
    game = troubled(2, 2, Step("scene", facing={"Ana": "engage"}))
    game.pick(f.DeedFaced).successes(0).pick(f.CharacterDegenerated)
    assert (ana(game).conscience.morality, ana(game).will.points) == (1, 4)


def test_dp_r_56_nothing_helps_a_crisis_roll() -> None:
    """DP-R-56: A crisis roll cannot be boosted, and no point is lost at zero.

    Also tested: DP-WILL-04, DP-R-46 and DP-R-57.
    """
    game = troubled(2, 2, REST)
    assert not game.all(f.Boosted)
    assert game.why == "crisis"
    poor = alone(
        REST, morality=2, willpower=Willpower(3, 0), now=hurt(crisis=Crisis(2))
    )
    poor.successes(0).pick(f.FailureAccepted)
    assert (ana(poor).will.points, ana(poor).conscience.failures) == (0, 1)


def test_dp_r_54_who_bleeds_to_death_is_on_a_conscience() -> None:
    """DP-R-54: Whoever bleeds to death was killed by the one who felled them.

    Also tested: DP-MORAL-03 and DP-R-104.
    """
    finn = person("Finn", now=hurt(wounds="L L L L"))
    character = person(morality=3, intents=(harm("knife"),))
    scenario = conflict(character, finn, aftermath=(Step("wait", hours=1),))
    game = Game(scenario).fight(3, 0).quiet()
    game.quiet()
    assert game.last(m.SinCommitted).rating == 3
    assert game.last(m.CrisisStarted).rating == 3
    assert game.outcome.how == "incapacitated"


def test_dp_r_53_morality_grows_only_as_told() -> None:
    """DP-R-53: Growth raises Morality, but not without a soul.

    Also tested: DP-MORAL-07 and DP-SOUL-02.
    """
    growth = Step("growth", who=("Ana",), rating=4)
    assert ana(alone(growth, morality=2)).conscience.morality == 4
    assert (
        ana(alone(growth, morality=2, now=hurt(soulless=True))).conscience.morality == 2
    )


# Ties.


@pytest.mark.parametrize(("resolve", "limit"), [(1, 4), (2, 5), (5, 8)])
def test_dp_ex_40_ties_are_resolve_and_three(resolve: int, limit: int) -> None:
    """DP-INTIM-01, DP-INTIM-03: There are at most Resolve and 3 Intimacies.

    Worked example: DP-EX-40.
    """
    ties = tuple(Intimacy(f"friend {n}") for n in range(limit))
    traits = attributes(resolve=resolve)
    assert alone(DAY, attributes=traits, intimacies=ties)
    with pytest.raises(ScenarioError, match="Resolve and 3"):
        alone(DAY, attributes=traits, intimacies=(*ties, Intimacy("one too many")))


def bonds(count: int, **fields: object) -> Game:
    """Return an aftermath of one with so many ties, who meets somebody new."""
    ties = tuple(Intimacy(f"friend {n}") for n in range(count))
    step = Step("bonds", new=Intimacy("a stranger"), **({"days": 7} | fields))
    return alone(step, intimacies=ties)


def test_dp_intim_04_ties_change_in_days() -> None:
    """DP-INTIM-04: Intimacies change after days, or at once by drama.

    Also tested: DP-INTIM-05, DP-DEC-15 and DP-R-64.
    """
    game = bonds(1)
    assert isinstance(game.options[0], f.BondKept)
    game.pick(f.IntimacyDeveloped)
    assert len(ana(game).conscience.bonds) == 2
    full = bonds(5)
    assert not full.offers(f.IntimacyDeveloped)
    full.pick(f.IntimacyReplaced)
    assert ana(full).conscience.bonds[0].name == "a stranger"
    with pytest.raises(ScenarioError, match="3 or more, or drama"):
        bonds(1, days=2)
    assert bonds(1, days=3).offers(f.IntimacyDeveloped)
    assert bonds(1, days=0, drama=True).offers(f.IntimacyDeveloped)
    lost = Step("bonds", days=9, lost="a friend")
    assert not ana(alone(lost, intimacies=(Intimacy("a friend"),))).conscience.bonds


@pytest.mark.parametrize(
    ("step", "missing"),
    [
        (Step("wait"), "minutes, hours or days to wait"),
        (Step("transfer"), "the seat that takes the wound"),
        (Step("stress", cause="dread"), "so many dots that are lost"),
    ],
)
def test_a_step_without_what_its_kind_needs_is_refused(
    step: Step, missing: str
) -> None:
    """DP-R-48, DP-WILL-13: A step of the aftermath without what it needs is refused.

    A stress that only meets a condition needs no dots.
    """
    with pytest.raises(ScenarioError, match=missing):
        alone(step)
    stressed = Step("stress", dots=1, cause="dread", condition="a grave found")
    met = Step("stress", cause="dread", meets=("a grave found",))
    assert alone(stressed, met, willpower=Willpower(5))


def test_dp_intim_01_only_persons_and_small_groups() -> None:
    """DP-INTIM-01: An Intimacy is to a person, group, pet or monster, not an idea.

    Also tested: DP-R-65.
    """
    for kind in ("person", "group", "pet", "monster"):
        tie = msgspec.convert({"name": "it", "type": kind}, Intimacy)
        assert ana(alone(DAY, intimacies=(tie,))).conscience.bonds == (tie,)
    for kind in ("organization", "ideal"):
        with pytest.raises(msgspec.ValidationError, match=kind):
            msgspec.convert({"name": "it", "type": kind}, Intimacy)


# Souls.


def test_dp_ex_42_a_lost_soul_wears_away() -> None:
    """DP-SOUL-05: A lost soul costs a dot by a roll each day, and the last weekly.

    Also tested: DP-SOUL-01, DP-SOUL-04, DP-R-67 and DP-R-69.

    Worked example: DP-EX-42.
    """
    soul = Step("soul", who=("Ana",), cause="a bargain")
    game = alone(soul, Step("wait", days=10), willpower=Willpower(2))
    assert (game.why, game.dice) == ("erosion", 2)
    game.roll(8, 3)
    assert (ana(game).will.dots, ana(game).will.points, ana(game).soul.erosion_at) == (
        1,
        1,
        8 * 86_400,
    )
    game.roll(5)
    assert (ana(game).will.dots, ana(game).soul.erosion_at) == (1, 15 * 86_400)
    stony = alone(soul, MONTH, kind="supernatural")
    assert not stony.rolled("erosion")


def test_dp_ex_52_how_long_a_soul_takes() -> None:
    """DP-SOUL-05: Erosion takes six days to the last dot, and 10/3 weeks for it.

    Worked example: DP-EX-52.
    """
    hits = {dots: 1 - chance_of(Rolled(dots), 0) for dots in range(1, 6)}
    assert float(sum(1 / hits[dots] for dots in range(2, 6))) == pytest.approx(
        6.0008, abs=1e-4
    )
    assert 1 / hits[1] == Fraction(10, 3)


def test_dp_soul_01_a_soul_that_is_given_back_is_there() -> None:
    """DP-SOUL-01, DP-SOUL-02: Morality grows again once the soul is restored."""
    lost, back = Step("soul"), Step("soul", restored=True)
    grows = Step("growth", rating=4)
    for steps, raised in (((lost, grows), 0), ((lost, back, grows), 1)):
        game = alone(*steps, morality=3)
        assert len(game.all(m.MoralityRaised)) == raised


def test_dp_soul_03_no_peace_without_a_soul() -> None:
    """DP-SOUL-03: Without a soul crisis successes give a point but are not counted.

    Also tested: DP-R-66.
    """
    game = (
        troubled(2, 2, *[REST] * 3, soulless=True, erosion_in=10**8)
        .successes(1)
        .successes(1)
    )
    crisis = ana(game).conscience.crisis
    assert crisis is not None
    assert (crisis.successes, ana(game).will.points) == (0, 5)


def test_dp_soul_06_at_the_end_one_gives_in_or_holds_out() -> None:
    """DP-SOUL-06: At the last dot and after each step one is asked to succumb.

    Also tested: DP-DEC-16, DP-R-71 and DP-R-104.
    """
    fields = {"willpower": Willpower(1), "now": hurt(soulless=True, erosion_in=60)}
    game = alone(DAY, DAY, **fields).successes(1)
    assert [getattr(fact, "form", "") for fact in game.options] == [
        "",
        "listless",
        "catatonic",
        "insane",
    ]
    game.pick(f.NotYetSuccumbed, f.CharacterSuccumbed)
    assert ana(game).soul.succumbed
    assert game.outcome.how == "time passed"


def test_dp_ex_43_once_it_is_back_dots_come_first() -> None:
    """DP-SOUL-07, DP-R-68: With a restored soul each point regained brings a dot first.

    Worked example: DP-EX-43.
    """
    steps = REST, REST, Step("scene", vice=("Ana",))
    game = alone(
        *steps, willpower=Willpower(0, 0, 4), vice="greed", now=hurt(restored=True)
    )
    dots = [event.dots for event in game.all(e.WillpowerDotRegained)]
    points = [event.points for event in game.all(e.WillpowerRegained)]
    assert (dots, points) == ([1, 2, 3], [1, 2, 3])


def test_dp_soul_04_no_dot_without_a_soul() -> None:
    """DP-SOUL-04: Without a soul neither months nor a Virtue bring a dot back.

    Also tested: DP-R-51.
    """
    scene = Step("scene", virtue=("Ana",))
    power = Willpower(3, 1, 4)
    game = alone(scene, willpower=power, virtue="hope", now=hurt(soulless=True))
    game.pick(f.VirtueShown)
    assert (ana(game).will.dots, ana(game).will.points) == (3, 3)
    assert ana(game).will.dot_at is None


def test_dp_r_101_a_virtue_is_shown_after_the_effects() -> None:
    """DP-R-101: A Virtue is shown after the effects, unless the Storyteller refuses.

    Also tested: DP-DEC-14 and DP-R-77.
    """
    brave = harm(virtue=True)
    character: Character = person(
        intents=(brave,), virtue="hope", willpower=Willpower(3, 1)
    )
    game = Game(conflict(character, person("Boris"))).quiet().successes(1).successes(1)
    assert [type(fact) for fact in game.options] == [f.VirtueKept, f.VirtueShown]
    game.pick(f.VirtueShown)
    assert ana(game).will.points == 3
    judge = Storyteller(asked=("virtue",))
    game = Game(conflict(character, person("Boris"), storyteller=judge))
    game.quiet().successes(1).successes(1).pick(f.VirtueShown)
    game.say(j.VirtueRuled(2, A, accepted=False))
    assert ana(game).will.points == 1


def test_dp_r_68_a_virtue_with_a_restored_soul_brings_two_dots() -> None:
    """DP-R-68: A Virtue with a restored soul brings two dots, or by option one.

    Also tested: DP-SOUL-07 and DP-WILL-12.
    """
    power = Willpower(dots=2, points=1, original=5)
    for reading, dots in (("two_dots", 4), ("one_dot", 3)):
        ana = person(
            intents=(), virtue="hope", willpower=power, now=hurt(restored=True)
        )
        step = Step("scene", virtue=("Ana",))
        game = Game(after(step, seats=(ana,), restored_virtue=reading))
        game.pick(f.VirtueShown).quiet()
        will = game.state.participants[A].will
        assert (will.dots, will.points) == (dots, dots)


def test_dp_r_101_a_risk_may_be_run_where_nobody_is_hurt() -> None:
    """DP-R-101: A risk can be run in a contest if the intent or scenario says so.

    Also tested: DP-WILL-12.
    """
    power = Willpower(dots=3, points=1)
    for own, all_ in ((False, False), (True, False), (False, True)):
        best = wish("best", virtue=True, at_risk=own)
        ana = person(intents=(best,), virtue="hope", willpower=power)
        boris = person("Boris", intents=(wish("best"),))
        game = Game(conflict(ana, boris, kind="contest", at_risk=all_))
        game.quiet().successes(1).successes(0).quiet(f.VirtueShown)
        assert bool(game.offers(f.VirtueShown)) == (own or all_)
