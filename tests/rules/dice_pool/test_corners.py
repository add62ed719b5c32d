"""Situations in which several rules meet, each once played wrongly."""

import pytest

from sim.errors import ScenarioError
from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.appraisal.moments import may_heal
from sim.rules.dice_pool.between.carrying import carried, entered
from sim.rules.dice_pool.events import conscience as m
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.events import lasting as e
from sim.rules.dice_pool.scenario.now import Crisis, Willpower
from sim.rules.dice_pool.scenario.people import (
    Automatic,
    Detail,
    PoolTable,
    SceneDetail,
)
from sim.rules.dice_pool.scenario.sheet import (
    Hazard,
    Opposition,
    Stake,
    Storyteller,
    Task,
    Worth,
)
from sim.rules.dice_pool.scenario.steps import Development, Intimacy, Step
from sim.rules.dice_pool.scenario.warnings import warnings
from sim.seam.protocol import Decision
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

ROTE = PoolTable(("stamina",), rote=True)
NEVER = PoolTable(("stamina",), impossible=True)
STAND = {"physical": (("stamina", "brawl"),)}
FULL, DOWN = "B B B B B B B", "L L L L L L L"
DAY = Step("wait", days=1)
NIGHT = Step("rest", hours=8)


def alone(*steps: Step, **fields: object) -> Game:
    """Return an aftermath of one character, with these steps."""
    return Game(after(*steps, seats=(person(**({"intents": ()} | fields)),)))


# Willpower.


@pytest.mark.parametrize(("points", "left"), [(2, 2), (3, 3)])
def test_a_vice_gives_back_what_its_act_has_cost(points: int, left: int) -> None:
    """DP-R-101: An act costs its point before its Vice gives one back.

    Also tested: DP-R-105 and DP-WILL-11.
    """
    wild = harm(costs_willpower=True, vice=True)
    ana = person(intents=(wild,), vice="wrath", willpower=Willpower(3, points))
    game = Game(conflict(ana, person("Boris"))).pick(f.IntentDeclared, f.IntentDeclared)
    assert game.last(e.WillpowerSpent).after == points - 1
    assert game.last(e.WillpowerRegained).points == left
    assert game.state.participants[A].will.points == left


def test_a_special_act_may_follow_a_reflex_where_only_those_count() -> None:
    """DP-R-44: Under `reflexive_only` a boost leaves the point of an act free."""
    costly = harm(costs_willpower=True)
    ana = person(intents=(costly,), now=hurt(wounds=FULL))
    for cap, offered in (("reflexive_only", 1), ("all_uses", 0)):
        game = Game(conflict(ana, person("Boris"), willpower_cap=cap))
        game.pick(f.Boosted).successes(5)
        assert (game.who, len(game.offers(f.IntentDeclared))) == (A, offered)


def test_a_point_that_is_not_there_is_not_lost() -> None:
    """DP-R-57: At zero points a failed crisis roll only counts the failure."""
    crisis = hurt(crisis=Crisis(1))
    power = Willpower(3, 0)
    game = alone(NIGHT, morality=2, willpower=power, now=crisis)
    game.successes(0).pick(f.FailureAccepted)
    assert game.last(m.CrisisFailed).failures == 1
    assert not game.all(e.WillpowerPointLost)


def test_a_dot_waits_for_its_condition_whatever_brings_it() -> None:
    """DP-WILL-17: A restored soul brings no dot before its condition was met.

    Also tested: DP-SOUL-07.
    """
    now = hurt(restored=True, conditions=("peace",))
    game = alone(NIGHT, willpower=Willpower(2, 1, 4), now=now)
    assert not game.all(e.WillpowerDotRegained)
    assert game.last(e.WillpowerRegained).points == 2


# Pools.


def test_a_rote_pool_is_rote_wherever_it_is_rolled() -> None:
    """DP-ROTE-01: A rote pool is rote against hazards, in treatment and in tending.

    Also tested: DP-R-109.
    """
    beam = Hazard(label="a beam", round=1, who=("Ana",), points=1, contest=ROTE)
    game = Game(conflict(hazards=(beam,))).quiet().successes(0)
    assert game.why == "rote"
    ina = person("Ina", tend=ROTE, treat=ROTE, intents=())
    finn = person("Finn", intents=(), now=hurt(wounds="L* L L L L L L"))
    game = Game(after(Step("treat", who=("Ina",)), seats=(ina, finn)))
    game.pick(f.TendingTried).quiet().successes(0)
    assert game.why == "rote"
    game.successes(1).quiet(f.TreatmentTried).pick(f.TreatmentTried).quiet()
    game.successes(0)
    assert game.why == "rote"


def test_no_two_throws_of_a_round_have_one_name() -> None:
    """DP-ROTE-02: Two rote rolls of one character in one round have two names."""
    ina = person("Ina", tend=ROTE, treat=ROTE, intents=())
    finn = person("Finn", intents=(), now=hurt(wounds="L* L L L L L L"))
    game = Game(after(Step("treat", who=("Ina",)), seats=(ina, finn)))
    game.pick(f.TendingTried).quiet().successes(0).successes(1)
    game.quiet(f.TreatmentTried).pick(f.TreatmentTried).quiet().successes(0)
    game.successes(1).quiet()
    names = [roll.attempt for roll in game.rolled("rote")]
    assert len(set(names)) == len(names) == 2


def test_what_cannot_be_done_is_not_offered_to_resist() -> None:
    """DP-R-94: An impossible pool is not offered, and must not be the only one."""
    boris = person("Boris", resists={"physical": (NEVER, ("stamina", "brawl"))})
    game = Game(conflict(person(), boris)).pick(f.IntentDeclared, f.HeldBack)
    assert [option.pool for option in game.offers(f.ContestAnswered)] == [
        "stamina + brawl"
    ]
    with pytest.raises(ScenarioError, match="there is no other pool"):
        conflict(person(tend=NEVER), person("Boris"))


def test_a_weapon_of_the_scene_counts_where_weapons_add_damage() -> None:
    """DP-R-16: Under `flat` a weapon of the scene adds damage and no dice."""
    cleaver = SceneDetail("a cleaver", 2, weapon=True, kind="edge", who=("Ana",))
    fight = conflict(details=(cleaver,), weapon_mode="flat")
    game = Game(fight).quiet()
    assert game.dice == 4
    game.successes(2).successes(1).quiet()
    assert game.all(e.HarmApplied)[0].points == 3


# Contests.


def test_a_waiver_binds_only_the_one_who_waived() -> None:
    """DP-R-13: A waiver binds only the one who waived."""
    ours = [person(name, side="a") for name in ("Ana", "Abe")]
    boris = person("Boris", side="b", resists=STAND)
    bea = person("Bea", side="b", unaware_until=9)
    game = Game(conflict(*ours, boris, bea, waiver_allows_mitigation=False))
    game.say(f.IntentDeclared(A, "hurt", 3, "strength + brawl"))
    game.say(f.IntentDeclared(B, "hurt", C, "strength + brawl"))
    game.pick(f.HeldBack, f.ContestWaived).quiet()
    game.successes(3).successes(1).pick(f.MarginClaimed)
    assert (game.who, len(game.offers(f.HarmEased))) == (3, 1)


def test_who_rolled_best_counts_what_powers_add() -> None:
    """DP-R-26, DP-AUTO-02: The best roll of a side is that with automatic successes."""
    best = wish("best")
    ana = person(intents=(best,), side="a")
    boris = person("Boris", side="b", intents=(best,))
    bea = person("Bea", side="b", intents=(best,), automatic=(Automatic(add=2),))
    game = Game(conflict(ana, boris, bea, kind="contest")).quiet()
    game.successes(4).successes(2).successes(1)
    assert {option.target for option in game.offers(f.MarginClaimed)} == {C}


def test_a_loss_counts_in_the_arena_of_the_roll_that_won() -> None:
    """DP-R-20, DP-TEAM-02: A loss counts in the arena of the roll that won."""
    mind = wish("best", name="outwit", arena="mental")
    face = wish("best", name="outshine", arena="social")
    ana = person(side="a", intents=(mind,))
    abe = person("Abe", side="a", intents=(face,), automatic=(Automatic(add=2),))
    boris = person("Boris", intents=(wish("best"),))
    game = Game(conflict(ana, abe, boris, kind="contest")).quiet()
    game.successes(3).successes(2).successes(0).quiet()
    assert game.last(c.LossRecorded).arena == "social"


@pytest.mark.parametrize(
    ("means", "reason"), [("knife", "incapacitated"), ("bane", "dead")]
)
def test_a_side_that_falls_is_told_to_be_out(means: str, reason: str) -> None:
    """DP-R-24, DP-R-108: The members of a side that falls are told to be out."""
    boris = person("Boris", health=1)
    game = Game(conflict(person(intents=(harm(means),)), boris)).fight(1, 0).quiet()
    told = game.last(c.ConflictConceded)
    assert (told.who, told.reason) == (B, reason)
    assert game.events.index(told) < game.events.index(game.last(c.FightEnded))
    assert game.outcome.returns == (1.0, 0.0)


def test_a_third_side_goes_on_when_one_has_fallen() -> None:
    """DP-R-24: With a third side, a fallen one may be struck and is out once.

    Also tested: DP-R-88 and DP-R-108.
    """
    seats = [person(name) for name in ("Ana", "Boris")] + [person("Cy", health=1)]
    seats[0] = person(intents=(harm("knife"),))
    game = Game(conflict(*seats, finishing=True))
    aim = f.IntentDeclared(A, "hurt", C, "strength + brawl")
    game.say(aim).quiet().successes(1).successes(0).successes(0).quiet(f.HeldBack)
    game.quiet(f.IntentDeclared)
    assert not game.all(c.ConflictConceded)
    assert aim in game.options
    game.say(aim).quiet().successes(0).successes(0).quiet(f.IntentDeclared)
    for _ in range(2):
        game.pick(f.HeldBack).quiet(f.IntentDeclared).pick(f.HeldBack)
        assert [event.who for event in game.all(c.ConflictConceded)] == [C]


def test_nobody_declares_against_those_who_cannot_fight() -> None:
    """DP-R-108: A side that cannot fight from the start has lost already."""
    boris = person("Boris", now=hurt(wounds=DOWN))
    game = Game(conflict(person(), boris))
    assert game.outcome.how == "incapacitated"
    assert not game.all(c.RoundOpened)


def test_the_dead_show_no_virtue() -> None:
    """DP-R-101: Whoever dies of the risk shows no Virtue."""
    brave = harm(virtue=True)
    power = Willpower(3, 1)
    ana = person(intents=(brave,), virtue="hope", willpower=power, health=1)
    boris = person("Boris", intents=(harm("bane"),))
    game = Game(conflict(ana, boris)).quiet().successes(0).successes(1)
    game.quiet(f.VirtueShown)
    assert game.outcome.how == "dead"


def test_what_is_asked_openly_is_seen() -> None:
    """DP-DEC-20: The second of a losing side sees what the first has answered.

    Also tested: DP-R-85.
    """
    best = wish("best")
    ana = person(intents=(best,), side="a")
    theirs = [person(name, side="b", intents=(best,)) for name in ("Boris", "Bea")]
    game = Game(conflict(ana, *theirs, kind="contest")).quiet()
    game.successes(3).successes(1).successes(1).quiet(f.LetStand).pick(f.LetStand)
    asked = game.asked
    assert isinstance(asked, Decision)
    assert (asked.who, asked.view.phase.answers[B]) == (C, f.LetStand(B))  # type: ignore[union-attr] # choosing


# Tasks.


def test_what_is_impossible_is_not_done_by_powers_for_contests() -> None:
    """DP-R-31: Automatic successes for contests do not make a task possible."""
    made = Opposition(1)
    hand = Automatic(add=3)
    judge = Storyteller(asked=("difficulty",))
    ana = person(intents=(wish("best"),), automatic=(hand,))
    task = Task("a lock", opposition=made, retries=0)
    game = Game(conflict(ana, kind="task", task=task, storyteller=judge))
    game.pick(f.AttemptMade)
    game.say(
        next(o for o in game.offers(j.DifficultyRuled) if o.hardness == "impossible")
    )
    assert game.quiet().outcome.how == "failed"


def test_a_resolution_says_whether_anything_was_rolled() -> None:
    """DP-STATIC-01, DP-DIFF-03: An impossible attempt is told without a roll."""
    judge = Storyteller(asked=("difficulty",))
    task = Task("a wall", retries=0)
    ana = person(intents=(wish("best"),))
    game = Game(conflict(ana, kind="task", task=task, storyteller=judge))
    game.pick(f.AttemptMade)
    game.say(
        next(o for o in game.offers(j.DifficultyRuled) if o.hardness == "impossible")
    )
    assert not game.quiet().last(c.StaticObstacleResolved).rolled


def test_those_of_a_side_fail_together() -> None:
    """DP-R-90, DP-R-95: All of a side that failed at a task get the same."""
    ana = person(intents=(wish("best"),), side="us")
    abe = person("Abe", intents=(), side="us")
    cy = person("Cy", intents=(), side="them")
    task = Task("a lock", retries=0)
    game = Game(conflict(ana, abe, cy, kind="task", task=task)).quiet().successes(0)
    assert game.quiet().outcome.returns == (0.0, 0.0, 1.0)


# Bodies.


def test_who_has_run_away_tends_nobody() -> None:
    """DP-R-98: Only those who are still there are asked to tend."""
    ours = person("Ana", side="a", health=1), person("Abe", side="a")
    boris = person("Boris", intents=(wish("escape"),))
    foe = person("Cy", intents=(harm("knife"),))
    step = Step("wait", minutes=1)
    game = Game(conflict(*ours, boris, foe, aftermath=(step,), max_turns=2))
    game.quiet()
    for count in (0, 0, 4, 0):
        game.successes(count)
    game.quiet()
    assert game.state.participants[2].left == "escaped"
    for count in (0, 0, 1):
        game.successes(count)
    game.quiet(f.TendingTried)
    helpers = {game.who}
    while isinstance(game.asked, Decision):
        helpers.add(game.who)
        game.pick(f.TendingRefused)
    assert helpers == {B, 3}


def test_a_healer_may_turn_from_one_wound_to_the_next() -> None:
    """DP-R-43: A treatment is once a day for each wound, not for each patient."""
    finn = person("Finn", intents=(), now=hurt(wounds="A* L*"))
    healers = [person(name, intents=()) for name in ("Ina", "Ida", "Isa")]
    step = Step("treat", who=("Ina", "Ida", "Isa"), patients=("Finn",))
    game = Game(after(step, seats=(finn, *healers)))
    for _ in range(2):
        game.pick(f.TreatmentTried).quiet().successes(1)
    told = [(event.was, event.now) for event in game.all(e.WoundDowngraded)]
    assert told == [("aggravated", "lethal"), ("lethal", "bashing")]
    assert game.quiet().outcome.how == "time passed"


def test_whoever_a_wound_is_taken_from_wakes() -> None:
    """DP-RESIST-04: Whoever a wound is taken from wakes if the last box is empty.

    Also tested: DP-R-37.
    """
    finn = person(
        "Finn", intents=(), now=hurt(wounds="L* L L L L L L", stabilized=True)
    )
    step = Step("transfer", who=("Finn",), to="Ana")
    game = Game(after(step, seats=(person(intents=()), finn)))
    assert game.last(e.CharacterWoke).who == B
    assert game.state.participants[B].body.condition == 0


# Consciences.


def test_a_deed_done_unseen_is_not_known_when_its_victim_dies() -> None:
    """DP-R-54: A death by an unseen deed starts no crisis before it is realized.

    Also tested: DP-R-55.
    """
    shot = harm("knife", unseen=True)
    ana = person(intents=(shot,), morality=4)
    boris = person("Boris", health=1)
    step = Step("wait", minutes=2)
    game = Game(conflict(ana, boris, aftermath=(step,))).fight(1, 0)
    game.quiet(f.TendingRefused).pick(f.TendingRefused).quiet()
    told = game.last(m.SinCommitted)
    assert (told.rating, told.aware) == (3, False)
    assert not game.all(m.CrisisStarted)


@pytest.mark.parametrize("morality", [0, 5])
def test_to_hurt_whom_one_is_tied_to_is_marked(morality: int) -> None:
    """DP-R-65: Harm to whom one is tied to is marked, whatever the Morality."""
    tie = Intimacy("her brother", ("Boris",))
    ana = person(morality=morality, intimacies=(tie,))
    game = Game(conflict(ana, person("Boris"))).fight(2, 1).quiet()
    assert game.last(m.IntimacyStrained).intimacy == "her brother"


def test_a_crime_needs_no_victim_at_the_table() -> None:
    """DP-R-103: An intent may be a crime without a victim."""
    theft = wish("best", name="rob the church", crime=3)
    game = Game(
        conflict(person(intents=(theft,), morality=4), person("Boris"), kind="contest")
    )
    game.quiet().successes(2).successes(1).quiet()
    told = game.last(m.SinCommitted)
    assert (told.who, told.rating, told.victim) == (A, 3, -1)


def test_a_crime_is_one_whatever_the_margin_is_claimed_for() -> None:
    """DP-R-83, DP-R-103: An intent is a crime whatever its margin is claimed for."""
    ana = person(intents=(harm(crime=2),), morality=4)
    game = Game(conflict(ana, person("Boris"))).quiet().successes(2).successes(1)
    game.say(next(o for o in game.offers(f.MarginClaimed) if o.use == "none")).quiet()
    assert game.last(m.SinCommitted).rating == 2


def test_who_has_hardened_or_broken_may_get_less() -> None:
    """DP-R-90: To be hardened, succumbed or dead may have a worth of its own."""
    worth = Worth(hardened=0.25, succumbed=0.125, dead=0.0)
    crisis = hurt(crisis=Crisis(1))
    ana = person(morality=3, intents=(), now=crisis)
    faded = hurt(soulless=True, erosion_in=60)
    boris = person("Boris", intents=(), willpower=Willpower(1), now=faded)
    steps = Step("rest", hours=8), Step("rest", hours=24)
    game = Game(
        after(*steps, seats=(ana, boris, person("Cy", intents=())), worth=worth)
    )
    game.successes(1).pick(f.CharacterSuccumbed).successes(0).pick(
        f.CharacterDegenerated
    )
    assert game.quiet().outcome.returns == (0.25, 0.125, 0.5)


# Souls.


def test_a_lost_soul_wears_away_from_the_first_day() -> None:
    """DP-SOUL-05: Without a date the first erosion roll is a day after the loss.

    Also tested: DP-R-67.
    """
    lost = hurt(soulless=True)
    assert alone(DAY, now=lost).why == "erosion"
    assert alone(Step("wait", days=6), DAY, willpower=Willpower(1), now=lost).why


def test_only_mortals_suffer_without_a_soul() -> None:
    """DP-R-69: Only humans suffer from a lost soul."""
    now = hurt(soulless=True, crisis=Crisis(1))
    game = alone(NIGHT, kind="supernatural", morality=2, now=now).successes(1)
    assert game.last(m.CrisisAdvanced).successes == 1
    virtue = Step("scene", virtue=("Ana",))
    power = Willpower(2, 1, 4)
    fields = {"kind": "supernatural", "willpower": power, "virtue": "hope"}
    game = alone(virtue, now=hurt(soulless=True), **fields).pick(f.VirtueShown)
    assert game.last(e.WillpowerDotRegained).dots == 3


def test_who_loses_the_last_dot_to_stress_is_asked_in_that_step() -> None:
    """DP-R-104: Whoever loses the last dot to stress is asked in that step."""
    stress = Step("stress", dots=1, cause="dread")
    lost = hurt(soulless=True, erosion_in=10**7)
    game = alone(stress, DAY, willpower=Willpower(1), now=lost)
    assert (game.state.steps, len(game.offers(f.NotYetSuccumbed))) == (1, 1)
    game.pick(f.NotYetSuccumbed)
    assert game.state.steps == 2
    assert game.pick(f.NotYetSuccumbed).outcome.how == "time passed"


# Campaigns and files.


def test_the_dead_do_not_come_along() -> None:
    """DP-R-107: The dead enter no further conflict, and steps go on without them."""
    boris = person("Boris", now=hurt(dead=True), intents=())
    seats = person(intents=()), boris, person("Cy", intents=())
    tie = Intimacy("a friend", ("Boris",))
    steps = (
        Step("treat", who=("Boris",), hours=2),
        Step("rest", who=("Ana", "Boris"), interrupted=("Boris",)),
        Step("transfer", who=("Ana",), to="Boris"),
    )
    scenario = after(*steps, seats=(person(intents=(), intimacies=(tie,)), *seats[1:]))
    brought = carried(Game(scenario).quiet().state)
    assert brought["Boris"]["out"] == "dead"
    later = entered(scenario, brought)
    assert later is not None
    assert [seat.name for seat in later.seats] == ["Ana", "Cy"]
    assert later.seats[0].intimacies[0].objects == ()
    assert [(step.kind, step.seconds, step.who) for step in later.aftermath] == [
        ("wait", 7200, ()),
        ("rest", 0, ("Ana",)),
    ]
    two = conflict(person(), person("Boris"))
    assert entered(two, brought) is None


def test_bleeding_and_rest_go_on_where_they_were() -> None:
    """DP-R-107, DP-R-38, DP-R-48: Bleeding and rest go on in the next conflict."""
    finn = person("Ana", intents=(), now=hurt(wounds=DOWN))
    scenario = after(Step("rest"), seats=(finn,))
    game = Game(scenario)
    brought = carried(game.state)
    assert brought["Ana"]["now"]["bleeds_in"] == 60
    again = entered(scenario, brought)
    assert again is not None
    assert not Game(again).all(e.RestTaken)


BAD = [
    ({"details": (SceneDetail("mud", 1, when=("wet",)),)}, "$.details[0].when"),
    ({"at_stake": (Stake("x", "Ana", 3, 2),)}, "$.at_stake[0].to_round"),
]


@pytest.mark.parametrize(("fields", "where"), BAD)
def test_what_can_never_count_is_refused(fields: dict[str, object], where: str) -> None:
    """DP-R-109: A tag that never holds, or a span that never comes, is refused.

    Also tested: DP-R-102.
    """
    with pytest.raises(
        ScenarioError, match=where.replace("$", r"\$").replace("[", r"\[")
    ):
        conflict(**fields)


def test_names_that_nobody_has_are_refused() -> None:
    """DP-R-109: Unknown tags, Skills and Vices are refused."""
    for ana, where in (
        (person(intents=(harm(edges=(Detail("it", 1, when=("dry",)),)),)), "edges"),
        (person(automatic=(Automatic(add=1, when=("dry",)),)), "automatic"),
        (person(skills={"brawl": 1, "athletics": 1, "strength": 2}), "skills"),
        (person(intents=(wish("best", means="spoon"),)), "means"),
    ):
        with pytest.raises(ScenarioError, match=where):
            conflict(ana, person("Boris"))
    for step in (Step("scene", vice=("Ana",)), Step("scene", virtue=("Ana",))):
        with pytest.raises(ScenarioError, match="somebody"):
            after(step)


def test_what_never_comes_is_warned_of() -> None:
    """DP-R-18: Rounds that never come and conditions nobody has are warned of.

    Also tested: DP-R-48, DP-R-112 and DP-WILL-17.
    """
    beam = Hazard(label="a beam", round=9, points=1)
    told = list(warnings(conflict(hazards=(beam,), max_turns=3)))
    resting = [said for said in told if said.endswith("[DP-R-112]")]
    assert len(resting) == 2
    late = "$.hazards[0].round: 9 never comes, since round 3 is the last"
    assert [said for said in told if said not in resting] == [late]
    short = list(warnings(after(Step("rest", hours=5))))
    assert short == ["$.aftermath[0]: a rest of less than 360 minutes gives nothing"]
    news = Development(8, "a witness")
    talk = conflict(kind="contest", developments=(news,), max_turns=3)
    assert any("8 never comes" in said for said in warnings(talk))
    told = list(warnings(after(Step("wait", days=1, meets=("peace",)))))
    assert told == ["$.aftermath[0].meets: nobody waits for 'peace'"]
    told = list(warnings(after(Step("scene", facing={"Ana": "engage"}))))
    assert "has no Morality" in told[0]


@pytest.mark.parametrize(
    ("kind", "until", "wants", "warned"),
    [
        ("violent", 2, False, 1),
        ("violent", 1, False, 0),
        ("violent", 3, True, 0),
        ("aftermath", 3, False, 0),
    ],
)
def test_who_is_unaware_and_wants_nothing_has_nothing_to_do(
    kind: str, until: int, wants: object, warned: int
) -> None:
    """DP-R-25, DP-R-92: Whoever is unaware and has no intent is warned of."""
    boris = person("Boris", unaware_until=until, intents=(harm(),) if wants else ())
    unaware = boris if kind == "violent" else person(intents=(), unaware_until=until)
    made = (
        conflict(person(), unaware)
        if kind == "violent"
        else after(DAY, seats=(unaware,))
    )
    assert sum("never has anything to want" in it for it in warnings(made)) == warned


@pytest.mark.parametrize("wounded", [False, True])
@pytest.mark.parametrize("falling", [False, True])
@pytest.mark.parametrize("kind", ["violent", "contest"])
def test_a_wound_may_heal_where_anybody_can_be_hurt(
    kind: str, falling: object, wounded: object
) -> None:
    """DP-HEAL-02, DP-HAZARD-01: A wound may heal if there is one, or one may be dealt.

    In a hundred turns of an hour each a Lethal one heals too.
    """
    beam = Hazard(label="a beam", round=1, points=1)
    ana = person(intents=(wish("best"),), now=hurt(wounds="L") if wounded else hurt())
    game = Game(
        conflict(
            ana,
            person("Boris", intents=(wish("best"),)),
            kind=kind,
            hazards=(beam,) if falling else (),
            turn_seconds=3600,
            roll_off_seconds=3600,
        )
    )
    state = game.state
    body, character = state.participants[A].body, state.setup.characters[A]
    healing = may_heal(state.setup, 1, body, character)
    assert healing == bool(wounded or falling or kind == "violent")


@pytest.mark.parametrize(("stamina", "wounds", "up"), [(2, 6, 1), (2, 7, 0), (3, 7, 1)])
def test_who_lies_unconscious_has_no_empty_box(
    stamina: int, wounds: int, up: int
) -> None:
    """DP-HEALTH-01: An unconscious character with an empty box is warned of.

    Also tested: DP-HEALTH-07.
    """
    fallen = hurt(unconscious=True, wounds=" ".join(["B"] * wounds))
    fallen_one = person(intents=(), attributes=attributes(stamina=stamina), now=fallen)
    said = [it for it in warnings(after(DAY, seats=(fallen_one,))) if "empty box" in it]
    assert len(said) == up


# What small changes of the code showed to be untested.


@pytest.mark.parametrize(("planned", "rating"), [(False, 3), (True, 2)])
def test_to_kill_outright_is_a_worse_crime_than_to_hurt(
    planned: bool,  # noqa: FBT001 - a parameter
    rating: int,
) -> None:
    """DP-MORAL-03, DP-R-54: A blow that kills is a killing, by intent or impulse."""
    bane = harm("bane", premeditated=planned)
    game = Game(
        conflict(person(intents=(bane,), morality=5), person("Boris", health=1))
    )
    game.fight(1, 0).quiet()
    assert game.last(m.SinCommitted).rating == rating


def test_worse_wounds_keep_what_they_have_healed() -> None:
    """DP-R-40: Progress of a wound that waits is kept."""
    progress = {"lethal": 1000, "aggravated": 7}
    now = hurt(wounds="A L B", progress=progress)
    game = alone(Step("wait", minutes=15), now=now)
    assert game.last(e.WoundHealed).severity == "bashing"
    assert game.state.participants[A].body.progress == (0, 1000, 7)


def test_a_new_wound_undoes_the_progress_of_worse_ones_alone() -> None:
    """DP-R-40: Under `reset` a milder wound undoes the progress of worse ones."""
    ana = hurt(wounds="A L B", progress={"bashing": 5, "lethal": 90, "aggravated": 7})
    boris = person("Boris", intents=(harm("knife"),))
    rules = {"heal_interrupt": "reset", "max_turns": 1}
    game = Game(conflict(person(now=ana), boris, **rules))
    game.fight(0, 1).quiet()
    bashing, lethal, aggravated = game.state.participants[A].body.progress
    assert 5 <= bashing < 90 <= lethal
    assert aggravated == 0


def test_who_loses_dots_to_stress_wears_away_no_later() -> None:
    """DP-SOUL-05: Dots lost to stress do not put off the next erosion roll."""
    stress = Step("stress", dots=1, cause="dread")
    lost = hurt(soulless=True, erosion_in=1000)
    game = alone(stress, willpower=Willpower(3), now=lost)
    assert game.state.participants[A].soul.erosion_at == 1000


def test_where_nothing_can_be_rolled_nothing_is_ahead() -> None:
    """DP-DIFF-03, DP-R-94: If nothing can be rolled the round is undecided."""
    judge = Storyteller(asked=("difficulty",))
    game = Game(conflict(storyteller=judge)).pick(f.IntentDeclared, f.IntentDeclared)
    for _ in range(2):
        offers = game.offers(j.DifficultyRuled)
        game.say(next(offer for offer in offers if offer.hardness == "impossible"))
    told = game.last(c.ContestResolved)
    assert (told.sides, told.winners, told.margin) == ((), (), 0)


@pytest.mark.parametrize(("bearer", "healed_first"), [("Ana", True), ("Boris", False)])
def test_marks_of_one_second_fall_due_by_seats(
    bearer: str,
    healed_first: bool,  # noqa: FBT001 - a parameter
) -> None:
    """DP-R-97: Marks of one second fall due by seats, healing before erosion."""
    wounds = {name: "B" if name == bearer else "" for name in ("Ana", "Boris")}
    lost = hurt(soulless=True, erosion_in=900, wounds=wounds["Ana"])
    seats = (
        person(intents=(), now=lost),
        person("Boris", intents=(), now=hurt(wounds=wounds["Boris"])),
    )
    game = Game(after(Step("wait", minutes=15), seats=seats)).successes(0)
    kinds = [type(event) for event in game.events]
    before = kinds.index(e.WoundHealed) < kinds.index(e.RollFellDue)
    assert before == healed_first


def test_one_tie_of_several_may_end() -> None:
    """DP-INTIM-04: If one Intimacy ends, the others stay."""
    ties = Intimacy("a friend"), Intimacy("a brother")
    game = alone(Step("bonds", days=9, lost="a friend"), intimacies=ties)
    assert game.last(m.IntimacyLost).intimacy == "a friend"
    assert game.state.participants[A].conscience.bonds == (ties[1],)
