"""Contests: entitlement, comparison, margins, losses, going on, and how it ends."""

import pytest

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.contests.comparing import winners, with_automatic
from sim.rules.dice_pool.contests.ending import how_over
from sim.rules.dice_pool.contests.returning import returns_of
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.events import lasting as m
from sim.rules.dice_pool.records.body import UNCONSCIOUS
from sim.rules.dice_pool.scenario.now import Tallies, Willpower
from sim.rules.dice_pool.scenario.people import Automatic, Detail, Intent, PoolTable
from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.scenario.sheet import Storyteller
from sim.rules.dice_pool.scenario.steps import Development
from sim.rules.dice_pool.state import Ending, Left, view, with_body, with_participant
from sim.rules.dice_pool.system import SYSTEM
from sim.seam.events import Seat
from sim.seam.protocol import Decision
from tests.rules.dice_pool.table import (
    PLAIN,
    A,
    B,
    C,
    Game,
    attributes,
    conflict,
    harm,
    hurt,
    person,
    wish,
)

BEST = wish("best", arena="social", pools=(("presence", "brawl"),))


NO_JUDGE = Storyteller()


def debate(*others: Intent, judge: Storyteller = NO_JUDGE, **fields: object) -> Game:
    """Two who debate; Ana may want other things too."""
    ana = person(intents=(BEST, *others), tallies=Tallies(reputation=3))
    boris = person("Boris", intents=(BEST,), tallies=Tallies(holdings=2))
    return Game(conflict(ana, boris, kind="contest", storyteller=judge, **fields))


@pytest.mark.parametrize(
    ("pair", "default", "actor", "opposition"),
    [
        ((4, 2), [0], [0], [0]),
        ((2, 4), [1], [1], [1]),
        ((2, 2), [], [0], [1]),
        ((0, 0), [], [], [1]),
        ((1, 0), [0], [0], [0]),
    ],
)
def test_dp_ex_17_more_successes_win(
    pair: tuple[int, int], default: list[int], actor: list[int], opposition: list[int]
) -> None:
    """DP-CONTEST-05, DP-R-10, DP-R-12, DP-EX-17: more win; the rulings decide a tie."""
    sides = list(enumerate(pair))
    assert winners(sides, 0, PLAIN) == default
    assert winners(sides, 0, Rulings(tie="actor")) == actor
    assert winners(sides, 0, Rulings(tie="opposition")) == opposition


@pytest.mark.parametrize(
    ("totals", "ahead"), [((5, 3, 3), [0]), ((4, 4, 2), [0, 1]), ((0, 0, 0), [])]
)
def test_dp_ex_55_three_sides(totals: tuple[int, ...], ahead: list[int]) -> None:
    """DP-R-19, DP-R-78, DP-EX-55: those who tie at the top are ahead of the rest."""
    assert winners(list(enumerate(totals)), 0, PLAIN) == ahead


def test_dp_ex_55_each_top_intent_meets_only_lower_sides() -> None:
    """DP-R-19, DP-R-78, DP-EX-55: 4, 4, 2, the first at the third: margin 2."""
    seats = [person(name) for name in ("Ana", "Boris", "Cy")]
    game = Game(conflict(*seats))
    game.say(f.IntentDeclared(A, "hurt", C, "strength + brawl"))
    game.say(f.IntentDeclared(B, "hurt", A, "strength + brawl"))
    game.say(f.IntentDeclared(C, "hurt", A, "strength + brawl")).quiet()
    game.successes(4).successes(4).successes(2).quiet()
    told = game.all(c.IntentObtained)
    assert [(event.who, event.target, event.margin) for event in told] == [(A, C, 2)]


def test_dp_contest_06_the_margin_is_the_measure() -> None:
    """DP-CONTEST-01, DP-CONTEST-06, DP-R-16: four against one is three points."""
    game = Game(conflict()).fight(4, 1).quiet()
    assert game.all(c.ContestResolved)[0].margin == 3
    assert game.all(m.HarmApplied)[0].points == 3


def test_dp_ex_18_the_best_single_roll_counts() -> None:
    """1, 4, 2 against 3, 3, where a round is one comparison of the sides.

    DP-CONTEST-04, DP-TEAM-02, DP-R-23, DP-R-26, DP-R-78, DP-EX-18.
    """
    ours = [person(f"A{n}", side="a") for n in range(3)]
    theirs = [person(f"B{n}", side="b") for n in range(2)]
    game = Game(conflict(*ours, *theirs, opposition="sides")).quiet()
    for count in (1, 4, 2, 3, 3):
        game.successes(count)
    told = game.last(c.ContestResolved)
    assert (told.totals, told.winners, told.margin) == ((4, 3), (0,), 1)
    assert [event.who for event in game.all(c.SideTotalChosen)] == [1, 3]


@pytest.mark.parametrize(
    ("tie", "ahead"), [("inconclusive", ()), ("actor", (0,)), ("opposition", (1,))]
)
@pytest.mark.parametrize("names", ["Ana Boris", "Ana Boris Cy"])
def test_dp_r_10_who_has_a_stake_that_is_tied_is_an_option(
    tie: str, ahead: tuple[int, ...], names: str
) -> None:
    """DP-R-10, DP-R-19: of two; where three want it nobody has it for a tie."""
    seats = [person(name, side=name, intents=(BEST,)) for name in names.split()]
    game = Game(conflict(*seats, kind="contest", tie=tie)).quiet()
    for count in (2, 2, 1)[: len(seats)]:
        game.successes(count)
    told = game.last(c.ContestResolved)
    assert told.totals == (2, 2)
    assert told.winners == (ahead if len(seats) == len((A, B)) else ())


def test_dp_contest_06_of_three_sides_the_margin_is_over_the_next_best() -> None:
    """DP-CONTEST-06, DP-R-78: four against one and three is one."""
    seats = [person(name, side=name) for name in ("Ana", "Boris", "Cy")]
    game = Game(conflict(*seats, opposition="sides")).quiet()
    for count in (4, 1, 3):
        game.successes(count)
    told = game.last(c.ContestResolved)
    assert (told.totals, told.winners, told.margin) == ((4, 1, 3), (0,), 1)


@pytest.mark.parametrize(
    ("abe", "harmed", "by"), [(4, "Boris", "Abe"), (0, "Ana", "Boris")]
)
def test_dp_ex_54_only_the_best_rollers_intent_happens(
    abe: int, harmed: str, by: str
) -> None:
    """DP-R-78, DP-R-26, DP-EX-54: the other reading."""
    names = ["Ana", "Abe", "Boris", "Dora"]
    seats = [person(name, side=(name[0] == "A" and "a") or "b") for name in names]
    game = Game(conflict(*seats, opposition="sides"))
    for who, target in ((0, 3), (1, 2), (2, 0), (3, 1)):
        fact = f.IntentDeclared(who, "hurt", target, "strength + brawl")
        game.say(fact)
    game.quiet()
    for count in (2, abe, 3, 1):
        game.successes(count)
    game.quiet(f.IntentDeclared)
    told = game.last(m.HarmApplied)
    assert (names[told.who], names[told.by], told.points) == (harmed, by, 1)


def test_dp_contest_02_the_one_acted_upon_may_contest() -> None:
    """Whoever holds back may contest with a pool, and by winning prevents the act.

    DP-CONTEST-02, DP-DEC-03, DP-R-79, DP-R-80.
    """
    boris = person("Boris", resists={"physical": (("stamina",), ("stamina", "brawl"))})
    game = Game(conflict(person(), boris))
    game.pick(f.IntentDeclared, f.HeldBack)
    assert [option.pool for option in game.offers(f.ContestAnswered)] == [
        "stamina + brawl",
        "stamina",
    ]
    game.pick(f.ContestAnswered).quiet()
    game.successes(1).successes(3).quiet(f.IntentDeclared)
    told = game.all(c.ContestResolved)[0]
    assert (told.winners, game.all(c.IntentObtained)) == ((1,), [])


def test_dp_contest_03_what_nobody_contests_has_its_whole_effect() -> None:
    """DP-CONTEST-03, DP-CONTEST-09, DP-R-13, DP-R-81, DP-DEC-09, DP-EX-57."""
    for count, eased, points in ((0, False, 0), (3, False, 3), (3, True, 2)):
        game = Game(conflict(max_turns=1)).pick(f.IntentDeclared, f.HeldBack)
        game.pick(f.ContestWaived).quiet().successes(count).quiet(f.HarmEased)
        if count:
            game.pick(f.HarmEased if eased else f.HarmSuffered)
        assert sum(event.points for event in game.all(m.HarmApplied)) == points


def test_dp_r_13_a_waiver_may_forgo_willpower() -> None:
    """DP-R-13: under another reading one who waives takes it all."""
    game = Game(conflict(waiver_allows_mitigation=False, max_turns=1))
    game.pick(f.IntentDeclared, f.HeldBack, f.ContestWaived).quiet()
    game.successes(2).quiet()
    assert game.all(f.ContestWaived)
    assert not game.all(f.HarmSuffered)


def test_dp_r_25_the_unaware_cannot_contest() -> None:
    """DP-CONTEST-03, DP-R-25, DP-R-92: they declare nothing, and know from then on."""
    boris = person("Boris", unaware_until=5, resists={"physical": (("stamina",),)})
    game = Game(conflict(person(), boris)).pick(f.IntentDeclared).quiet().successes(1)
    game.quiet(f.IntentDeclared)
    assert not game.all(f.ContestWaived)
    game.pick(f.IntentDeclared)
    assert game.who == B


def test_dp_dec_04_the_storyteller_may_rule_who_can_resist() -> None:
    """DP-DEC-04, DP-CONTEST-03, DP-R-77: entitled first."""
    boris = person("Boris", resists={"physical": (("stamina",),)})
    judge = Storyteller(asked=("entitlement",))
    game = Game(conflict(person(), boris, storyteller=judge))
    game.pick(f.IntentDeclared, f.HeldBack)
    assert [option.entitled for option in game.offers(j.EntitlementRuled)] == [
        True,
        False,
    ]
    game.say(game.options[1]).quiet()
    assert not game.all(f.ContestAnswered)


def test_dp_stakes_02_nobody_is_hurt_where_nobody_fights() -> None:
    """DP-STAKES-01, DP-STAKES-02, DP-CONTEST-08, DP-R-15, DP-R-83: no damage."""
    game = debate().quiet().successes(3).successes(1)
    uses = [option.use for option in game.offers(f.MarginClaimed)]
    assert uses == ["none", "bonus", "penalty", "holdings"]
    assert game.offers(f.MarginClaimed)[0].amount == 2


def test_dp_stakes_04_unopposed_talk_is_a_static_obstacle() -> None:
    """DP-STAKES-04, DP-R-81: without a contest one success is enough."""
    game = debate().pick(f.IntentDeclared, f.HeldBack).quiet().successes(1)
    assert game.last(c.IntentObtained).contested is False


@pytest.mark.parametrize(
    ("kind", "target", "uses"),
    [
        ("harm", True, ["damage", "bonus", "penalty", "none"]),
        ("seize", True, ["none", "bonus", "penalty"]),
        ("hold", False, ["none", "bonus", "penalty"]),
        ("hinder", True, ["penalty", "none"]),
        ("prepare", False, ["bonus", "none"]),
        ("persuade_or_shame", True, ["penalty", "bonus", "none"]),
    ],
)
def test_dp_r_83_every_kind_has_its_natural_use(
    kind: str, *, target: bool, uses: list[str]
) -> None:
    """DP-R-83, DP-DEC-08: silence is the natural use."""
    intent = harm() if kind == "harm" else wish(kind)
    game = Game(conflict(person(intents=(intent,)), person("Boris")))
    assert (game.offers(f.IntentDeclared)[0].target == B) == target
    game.quiet().successes(3).successes(1)
    assert [option.use for option in game.offers(f.MarginClaimed)] == uses


@pytest.mark.parametrize("asked", [(), ("difficulty",)])
def test_dp_ex_50_a_penalty_is_one_detail_of_the_next_roll(
    asked: tuple[str, ...],
) -> None:
    """3 beside 1 is 3, then gone, and the same where a Storyteller adds them up.

    DP-CONTEST-08, DP-R-15, DP-R-06, DP-R-89, DP-EX-50, DP-DEC-05.
    """
    dark = Intent(
        name="hurt",
        kind="harm",
        means="fists",
        pools=(("strength", "brawl"),),
        difficulties=(Detail("bad light", 1),),
    )
    boris = person("Boris", attributes=attributes(strength=4), intents=(dark,))
    ana, judge = person(intents=(wish("hinder"), harm())), Storyteller(asked=asked)
    game = Game(conflict(ana, boris, storyteller=judge))
    game.quiet().successes(3).successes(0).quiet()
    told = [event for event in game.all(c.DifficultyAssessed) if event.who == B]
    assert [event.assessed for event in told] == [1, 3]
    assert game.all(c.CarriedDiceUsed)[0].dice == 3
    game.successes(0).successes(0).quiet()
    told = [event for event in game.all(c.DifficultyAssessed) if event.who == B]
    assert told[-1].assessed == 1


def test_dp_r_15_tallies_go_down_and_the_storyteller_may_veto() -> None:
    """DP-CONTEST-08, DP-R-15, DP-R-77, DP-R-83: holdings are damaged, or not."""
    game = debate().quiet().successes(3).successes(1)
    game.say(f.MarginClaimed(A, "holdings", 2, B))
    assert game.last(c.HoldingsDamaged).left == 0
    game = debate(judge=Storyteller(asked=("claim",))).quiet()
    game.successes(3).successes(1).say(f.MarginClaimed(A, "bonus", 2, B))
    assert game.offers(j.ClaimRuled)[0].use == "bonus"
    game.say(j.ClaimRuled(2, A, "none"))
    assert game.last(c.MarginVetoed).use == "none"
    assert not game.all(c.CarriedDiceGained)


def test_dp_r_89_what_is_carried_ends_with_the_conflict() -> None:
    """DP-R-89: dice that were not used come to nothing."""
    game = debate(wish("prepare", arena="mental")).say(
        f.IntentDeclared(A, "prepare", -1, "dexterity + athletics")
    )
    game.quiet().successes(3).successes(0).quiet(f.LetRest)
    assert game.last(c.CarriedDiceGained).dice == 3
    game.pick(f.LetRest, f.LetRest)
    assert game.last(c.CarriedDiceExpired).dice == 3
    assert game.outcome.how == "left inconclusive"


def test_dp_prolong_03_losses_force_defeat() -> None:
    """Two losses at Composure 2 force Ana's defeat.

    DP-PROLONG-02, DP-PROLONG-03, DP-PROLONG-04, DP-R-20, DP-R-22, DP-R-24, DP-EX-39.
    """
    game = debate()
    for ana, boris in ((1, 2), (2, 2), (3, 1), (0, 1)):
        game.quiet().successes(ana).successes(boris)
        game.quiet(f.IntentDeclared, f.LetStand)
        if game.offers(f.ReversalSought):
            game.pick(f.ReversalSought)
    losses = [(event.who, event.losses) for event in game.all(c.LossRecorded)]
    assert losses == [(A, 1), (B, 1), (A, 2)]
    assert game.last(c.DefeatForced).losses == 2
    assert game.last(c.ConflictConceded).reason == "resistance_limit"
    assert game.outcome.how == "defeat accepted"
    assert game.outcome.returns == (0.0, 1.0)


def test_dp_r_21_the_limit_is_a_rule_of_thumb() -> None:
    """DP-R-21, DP-DEC-11: off, advisory with a judge, and not in violence."""
    assert not Game(conflict()).fight(2, 1).all(c.LossRecorded)
    assert (
        Game(conflict(loss_limit_in_violence=True))
        .fight(2, 1)
        .quiet()
        .all(c.LossRecorded)
    )
    game = debate(loss_limit="off").quiet().successes(2).successes(1).quiet()
    assert not game.all(c.LossRecorded)
    judge = Storyteller(asked=("limit",))
    ana = person(intents=(BEST,), attributes=attributes(composure=0))
    scenario = conflict(
        person("Boris", intents=(BEST,)),
        ana,
        kind="contest",
        storyteller=judge,
        loss_limit="advisory",
    )
    game = Game(scenario).quiet().successes(2).successes(1).quiet(j.LimitRuled)
    assert [ruled.binds for ruled in game.offers(j.LimitRuled)] == [True, False]
    game.say(game.options[1])
    assert not game.all(c.DefeatForced)


FLOWS = [
    (["a", f.LetStand], "stake won", (1.0, 0.0)),
    (
        ["a", f.ReversalSought, "tie", f.WentOn, f.WentOn, "b", f.LetStand],
        "stake won",
        (0.0, 1.0),
    ),
    (["tie", f.LetRest, f.LetRest], "left inconclusive", (0.5, 0.5)),
    (["a:prepare", f.LetRest, f.LetRest], "left inconclusive", (0.5, 0.5)),
    (["tie", f.LetRest, f.WentOn, f.Conceded], "conceded", (0.0, 1.0)),
]


@pytest.mark.parametrize(("flow", "how", "returns"), FLOWS)
def test_dp_ex_56_how_peaceful_conflicts_end(
    flow: list[object], how: str, returns: tuple[float, float]
) -> None:
    """Peaceful conflicts end, answer by answer, as in the example.

    DP-PROLONG-01, DP-R-84, DP-R-85, DP-R-90, DP-DEC-10, DP-DEC-20, DP-DEC-21,
    DP-EX-56.
    """
    game = debate(wish("prepare", arena="social", pools=(("presence", "brawl"),)))
    scores = {"a": (2, 1), "b": (1, 2), "tie": (1, 1), "a:prepare": (2, 0)}
    for step in flow:
        if not isinstance(step, str):
            game.pick(step)
            if step is f.Conceded:
                game.quiet()
            continue
        if step == "a:prepare":
            game.say(f.IntentDeclared(A, "prepare", -1, "presence + brawl"))
        for count in scores[step]:
            game.quiet().successes(count)
        game.quiet(f.LetStand, f.LetRest)
    assert game.outcome.how == how
    assert game.outcome.returns == returns


def test_dp_r_87_something_new_keeps_it_going() -> None:
    """DP-PROLONG-01, DP-R-87: once, where it would have ended after that round."""
    new = (Development(1, "a witness comes in"),)
    game = debate(developments=new).quiet().successes(2).successes(1)
    game.quiet(f.LetStand).pick(f.LetStand)
    assert game.last(c.DevelopmentCame).text == "a witness comes in"
    assert game.last(c.RoundOpened).reason == "new_development"
    game.quiet().successes(1).successes(1).pick(f.LetRest, f.LetRest)
    assert game.outcome.how == "stake won"


def test_dp_dec_11_a_judge_may_find_a_new_ground() -> None:
    """DP-DEC-11, DP-R-87, DP-R-77: a judge who allows a new ground opens a round."""
    new = (Development(9, "a witness comes in"),)
    judge = Storyteller(asked=("ground",))
    game = debate(judge=judge, developments=new).quiet().successes(2).successes(1)
    game.quiet(f.LetStand).pick(f.LetStand)
    assert [option.new for option in game.offers(j.GroundRuled)] == [False, True]
    game.say(game.options[1])
    assert game.last(c.RoundOpened).reason == "new_development"


def test_dp_r_86_giving_up_leaves_what_was_wanted() -> None:
    """A settling intent is obtained; harm takes no Health.

    DP-R-70, DP-R-86, DP-R-84.
    """
    ana = person(intents=(wish("seize", worth=0.8, leaves=0.1),))
    game = Game(conflict(ana, person("Boris"))).pick(f.IntentDeclared, f.Conceded)
    assert game.last(c.IntentObtained).margin == 0
    assert (game.outcome.how, game.outcome.returns) == ("stake won", (0.8, 0.1))
    game = Game(conflict()).pick(f.IntentDeclared, f.Conceded)
    assert not game.all(m.HarmApplied)
    assert (game.outcome.how, game.outcome.returns) == ("conceded", (1.0, 0.0))
    game = Game(conflict()).pick(f.Conceded, f.Conceded)
    assert (game.outcome.how, game.outcome.returns) == ("mutual concession", (0.5, 0.5))


def test_dp_r_90_an_escape_pays_its_owner() -> None:
    """DP-R-83, DP-R-84, DP-R-90: 0.7 to the runaway, 0.3 to who keeps the field."""
    run = wish("escape", worth=0.7, leaves=0.3)
    game = Game(conflict(person(intents=(run,)), person("Boris"))).fight(2, 1).quiet()
    assert game.state.participants[A].left == Left.ESCAPED
    assert (game.outcome.how, game.outcome.returns) == ("escaped", (0.7, 0.3))


def test_dp_r_18_rounds_are_limited() -> None:
    """DP-R-18, DP-R-90, DP-R-91: a standoff, and three seconds a turn."""
    game = Game(conflict(max_turns=2)).fight(1, 1).fight(0, 0).quiet()
    assert (game.outcome.how, game.outcome.returns) == ("round limit", (0.5, 0.5))
    assert [event.clock for event in game.all(c.RoundOpened)] == [0, 3]


def test_dp_r_108_if_all_fall_nobody_wins() -> None:
    """DP-R-108, DP-R-90: both sides out in one round are a standoff."""
    fallen = hurt(wounds="B B B B B B B")
    game = Game(conflict(person(now=fallen), person("Boris", now=fallen)))
    game.quiet().successes(0).quiet().successes(0)
    assert (game.outcome.how, game.outcome.returns) == ("incapacitated", (0.5, 0.5))


def test_dp_r_88_the_helpless_are_no_targets_unless_allowed() -> None:
    """DP-R-88, DP-R-25: the helpless are targets only where finishing is allowed."""
    down = person("Boris", side="b", now=hurt(wounds="L L L L L L L"))
    up = person("Bea", side="b")
    for allowed in (False, True):
        game = Game(conflict(person(), down, up, finishing=allowed))
        targets = {option.target for option in game.offers(f.IntentDeclared)}
        assert (B in targets) == allowed


def test_dp_r_11_nobody_sees_what_is_covered() -> None:
    """DP-R-11, DP-R-82: answers, boosts and dice are blank for others until shown."""
    game = Game(conflict()).pick(f.IntentDeclared)
    assert view(game.state, B).phase.answers == (None, None)  # type: ignore[union-attr] # Declaring
    game.pick(f.IntentDeclared, f.Boosted)
    assert view(game.state, B).phase.rolls[A].boosted is None  # type: ignore[union-attr] # Rolling
    game.pick(f.BoostDeclined).successes(2)
    assert view(game.state, B).phase.rolls[A].first is None  # type: ignore[union-attr] # Rolling
    open_ = Game(conflict(sealed=False)).pick(f.IntentDeclared)
    assert view(open_.state, B).phase.answers[A] is not None  # type: ignore[union-attr] # Declaring
    assert open_.all(c.AnswerShown)


def test_dp_r_17_exchanges_may_alternate() -> None:
    """DP-R-17: each acts in turn, the other contests, and a defender deals nothing."""
    resists = {"physical": (("stamina", "brawl"),)}
    seats = person(resists=resists), person("Boris", resists=resists)
    game = Game(conflict(*seats, exchange="alternating", max_turns=1))
    assert game.last(c.TurnOpened).who == A
    game.pick(f.IntentDeclared, f.ContestAnswered).quiet().successes(1).successes(3)
    assert not game.all(c.IntentObtained)
    assert game.last(c.TurnOpened).who == B
    game.pick(f.IntentDeclared, f.ContestAnswered).quiet().successes(0).successes(2)
    game.quiet()
    assert game.all(m.HarmApplied)[0].who == A
    assert game.outcome.how == "round limit"


@pytest.mark.parametrize(
    ("rolled", "add", "floor", "cancel", "total", "other"),
    [
        (1, 0, 3, 0, 3, 3),
        (4, 0, 3, 0, 4, 4),
        (1, 2, 0, 0, 3, 3),
        (0, 2, 0, 0, 2, 2),
        (1, 2, 3, 0, 3, 5),
        (1, 3, 0, 2, 2, 2),
    ],
)
def test_dp_auto_what_powers_make_of_a_total(
    rolled: int, add: int, floor: int, cancel: int, total: int, other: int
) -> None:
    """Powers add to a total, floor it and cancel each other, as in the examples.

    DP-AUTO-01, DP-AUTO-02, DP-AUTO-05, DP-AUTO-06, DP-AUTO-07, DP-R-30, DP-R-31,
    DP-EX-15, DP-EX-48.
    """
    own, foes = [Automatic(add, floor)], [Automatic(cancel=cancel)]
    assert with_automatic(rolled, own, foes, PLAIN).total == total
    rulings = Rulings(auto_order="floor_then_add")
    assert with_automatic(rolled, own, foes, rulings).total == other
    breaker = [Automatic(cancels_floor=True)]
    assert with_automatic(0, [Automatic(floor=3)], breaker, PLAIN).total == 0


def test_dp_auto_03_most_sources_work_in_contests() -> None:
    """DP-AUTO-03, DP-AUTO-05, DP-AUTO-07, DP-EX-48: 2 against 0 and 2 is a tie."""
    boris = person("Boris", automatic=(Automatic(2),))
    game = Game(conflict(person(), boris)).fight(2, 0)
    told = game.last(c.AutomaticSuccessesApplied)
    assert (told.rolled, told.added, told.total) == (0, 2, 2)
    assert game.all(c.ContestResolved)[0].winners == ()
    game = Game(conflict(person(), boris)).fight(3, 0)
    assert game.all(c.ContestResolved)[0].margin == 1
    breaker = person(automatic=(Automatic(cancel=1),))
    game = Game(conflict(breaker, boris)).fight(2, 0)
    assert game.last(c.AutomaticSuccessesCancelled).amount == 1


def test_dp_ex_11_rote_totals_are_alternatives() -> None:
    """Of two rote throws one total is chosen, with the numbers of the example.

    DP-ROTE-01, DP-ROTE-02, DP-ROTE-03, DP-R-27, DP-R-28, DP-R-29, DP-DEC-07, DP-EX-11.
    """
    rote = harm(pools=(PoolTable(("strength", "brawl"), rote=True),))
    strong = person(attributes=attributes(strength=3), intents=(rote,))
    game = Game(conflict(strong, person("Boris"))).quiet().roll(8, 3, 5, 9, 2)
    game.successes(0)
    assert (game.why, game.dice) == ("rote", 3)
    game.roll(10, 9, 4).roll(8)
    assert [option.total for option in game.offers(f.RoteChoiceMade)] == [3, 2]
    assert game.options[0].chosen == "second"  # type: ignore[attr-defined] # RoteChoiceMade
    added = Game(conflict(strong, person("Boris"), rote_mode="add")).quiet()
    added.roll(8, 3, 5, 9, 2).successes(0).roll(10, 9, 4).roll(8)
    assert added.last(c.ContestResolved).totals == (5, 0)


@pytest.mark.parametrize(
    ("first", "again", "rerolled"), [((8, 9, 10), (2,), 0), ((10, 2, 8), (4,), 1)]
)
def test_dp_ex_12_and_13_only_original_failures_are_picked_up(
    first: tuple[int, ...], again: tuple[int, ...], rerolled: int
) -> None:
    """DP-ROTE-02, DP-R-28, DP-R-96, DP-EX-12, DP-EX-13."""
    rote = harm(pools=(PoolTable(("strength", "brawl"), rote=True),))
    weak = person(attributes=attributes(strength=1), intents=(rote,))
    game = Game(conflict(weak, person("Boris"))).quiet().roll(*first).roll(*again)
    game.successes(0)
    if rerolled:
        assert (game.why, game.dice) == ("rote", rerolled)
    else:
        assert game.all(c.ContestResolved)


def test_dp_ex_14_a_failed_chance_die_is_rolled_again_as_one() -> None:
    """DP-ROTE-02, DP-R-28, DP-R-03, DP-EX-14."""
    rote = harm(
        pools=(PoolTable(("strength", "brawl"), rote=True),),
        difficulties=(Detail("dark", 9),),
    )
    game = Game(conflict(person(intents=(rote,)), person("Boris"))).quiet().roll(6)
    game.successes(0)
    assert (game.why, game.dice) == ("rote", 1)
    game.roll(9)
    assert game.all(c.ContestResolved)[0].totals == (0, 0)


def test_dp_r_16_weapons_may_add_damage() -> None:
    """DP-R-16: flat, and no dice, under another reading."""
    armed = harm("knife", edges=(Detail("a knife", 2, weapon=True),))
    game = Game(conflict(person(intents=(armed,)), person("Boris"), weapon_mode="flat"))
    game.quiet()
    assert game.dice == 4
    game.successes(2).successes(1).quiet()
    told = game.all(m.HarmApplied)[0]
    assert (told.points, told.severity) == (3, "lethal")


def test_dp_r_105_some_acts_cost_a_point() -> None:
    """DP-WILL-07, DP-R-105, DP-R-44: only with one free, paid when shown."""
    costly = harm(name="a curse", costs_willpower=True)
    game = Game(conflict(person(intents=(harm(), costly)), person("Boris")))
    game.say(f.IntentDeclared(A, "a curse", B, "strength + brawl"))
    game.pick(f.IntentDeclared)
    assert game.last(m.WillpowerSpent).use == "special"
    assert game.who == B
    poor = person(intents=(harm(), costly), willpower=Willpower(3, 0))
    game = Game(conflict(poor, person("Boris")))
    assert [option.intent for option in game.offers(f.IntentDeclared)] == ["hurt"]


def test_dp_dec_02_everything_one_may_say_stands_in_order() -> None:
    """Intents, help, protection, nothing, giving up.

    DP-DEC-01, DP-DEC-02, DP-R-72, DP-R-80, DP-R-82, DP-R-112.
    """
    game = Game(conflict(person(side="a"), person("Abe", side="a"), person("B")))
    assert isinstance(game.asked, Decision)
    kinds = [type(option) for option in game.options]
    assert kinds == [
        f.IntentDeclared,
        f.HelpOffered,
        f.ProtectionOffered,
        f.HeldBack,
        f.Conceded,
    ]


def test_intents_that_change_are_told() -> None:
    """DP-ATTR-02, DP-R-73: an intent other than that of the round before is told."""
    game = Game(conflict(person(intents=(harm(), wish("escape"))), person("Boris")))
    game.fight(1, 1)
    game.say(f.IntentDeclared(A, "escape", -1, "dexterity + athletics"))
    game.pick(f.IntentDeclared)
    told = game.last(c.IntentChanged)
    assert (told.was, told.now) == ("hurt", "escape")


# Sides of mixed fates, and several powers.


def test_dp_auto_01_of_several_floors_the_highest_holds() -> None:
    """DP-AUTO-01, DP-R-30: the highest floor holds, in whatever order they come."""
    floors = Automatic(floor=1), Automatic(floor=3), Automatic(floor=2)
    for own in (floors, floors[::-1]):
        assert with_automatic(0, own, (), PLAIN).total == 3


@pytest.mark.parametrize(
    ("second", "how"),
    [("A A A A A A A", "dead"), ("L L L L L L L", "incapacitated")],
)
def test_dp_r_90_a_side_is_dead_when_all_of_it_are(second: str, how: str) -> None:
    """DP-R-90, DP-R-108: one dead and one who bleeds have fallen, not died."""
    gone = [
        person("Boris", side="b", now=hurt(wounds="A A A A A A A", dead=True)),
        person("Bo", side="b", now=hurt(wounds=second, dead=how == "dead")),
    ]
    assert Game(conflict(person(side="a"), *gone)).outcome.how == how


@pytest.mark.parametrize(
    ("fates", "won"), [(("up", "conceded"), 0.5), (("down", "conceded"), 1.0)]
)
def test_dp_r_90_who_is_left_alone_has_won(fates: tuple[str, str], won: float) -> None:
    """DP-R-90: one of the others having given up or fallen is enough, not all."""
    state = SYSTEM.initial(
        conflict(
            person(side="a"),
            person("Bo", side="b"),
            person("Cy", side="b"),
            kind="contest",
        )
    )
    for who, fate in zip((B, C), fates, strict=True):
        if fate == "conceded":
            state = with_participant(state, Seat(who), left=Left.CONCEDED)
        elif fate == "down":
            state = with_body(state, Seat(who), condition=UNCONSCIOUS)
    assert returns_of(state, Seat(A), Ending.ROUND_LIMIT) == won


def test_dp_r_90_one_fallen_beside_one_who_got_away_is_a_win() -> None:
    """DP-R-90: who is left alone has won by the one who fell."""
    seats = person(side="a"), person("Bo", side="b"), person("Cy", side="b")
    state = SYSTEM.initial(conflict(*seats))
    state = with_body(state, Seat(B), condition=UNCONSCIOUS)
    state = with_participant(state, Seat(C), left=Left.ESCAPED, escape="hurt")
    assert how_over(state) == Ending.ESCAPED
    assert returns_of(state, Seat(A), Ending.ESCAPED) == 1.0


def test_dp_r_86_all_must_give_up_for_nobody_to_win() -> None:
    """DP-R-86, DP-R-90: one who fell beside one who gave up is no mutual concession."""
    state = SYSTEM.initial(conflict())
    both = with_participant(state, Seat(A), left=Left.CONCEDED)
    both = with_participant(both, Seat(B), left=Left.CONCEDED)
    assert how_over(both) == Ending.MUTUAL_CONCESSION
    mixed = with_participant(state, Seat(A), left=Left.CONCEDED)
    mixed = with_participant(mixed, Seat(B), left=Left.FELLED)
    assert how_over(mixed) == Ending.CONCEDED
