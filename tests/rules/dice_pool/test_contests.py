"""Contests: who may contest, comparison, margins, losses, and how they end."""

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
from sim.rules.dice_pool.scenario.sheet import Storyteller, Worth
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
    """Return a debate of two, in which Ana may want other things too."""
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
    """DP-CONTEST-05: More successes win, and the option decides a tie.

    Worked example: DP-EX-17.

    Also tested: DP-R-10 and DP-R-12.
    """
    sides = list(enumerate(pair))
    assert winners(sides, 0, PLAIN) == default
    assert winners(sides, 0, Rulings(tie="actor")) == actor
    assert winners(sides, 0, Rulings(tie="opposition")) == opposition


@pytest.mark.parametrize(
    ("totals", "ahead"), [((5, 3, 3), [0]), ((4, 4, 2), [0, 1]), ((0, 0, 0), [])]
)
def test_dp_ex_55_three_sides(totals: tuple[int, ...], ahead: list[int]) -> None:
    """DP-R-19, DP-R-78, DP-EX-55: Sides that tie at the top are ahead of the rest."""
    assert winners(list(enumerate(totals)), 0, PLAIN) == ahead


def test_dp_ex_55_each_top_intent_meets_only_lower_sides() -> None:
    """DP-R-19, DP-R-78, DP-EX-55: An act is compared with its target alone.

    4, 4 and 2: the first acts at the third, by 2.
    """
    seats = [person(name) for name in ("Ana", "Boris", "Cy")]
    game = Game(conflict(*seats))
    game.say(f.IntentDeclared(A, "hurt", C, "strength + brawl"))
    game.say(f.IntentDeclared(B, "hurt", A, "strength + brawl"))
    game.say(f.IntentDeclared(C, "hurt", A, "strength + brawl")).quiet()
    game.successes(4).successes(4).successes(2).quiet()
    told = game.all(c.IntentObtained)
    assert [(event.who, event.target, event.margin) for event in told] == [(A, C, 2)]


def test_dp_contest_06_the_margin_is_the_measure() -> None:
    """DP-CONTEST-06: The margin is the measure of the win, and of the damage.

    Also tested: DP-CONTEST-01 and DP-R-16.
    """
    game = Game(conflict()).fight(4, 1).quiet()
    assert game.all(c.ContestResolved)[0].margin == 3
    assert game.all(m.HarmApplied)[0].points == 3


def test_dp_ex_18_the_best_single_roll_counts() -> None:
    """DP-TEAM-02, DP-EX-18: Under `sides` the best single roll of each side counts.

    Also tested: DP-CONTEST-04, DP-R-23, DP-R-26 and DP-R-78.
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
    """DP-R-10: A tie for the stake of two is read by the option; of three by nobody.

    Also tested: DP-R-19.
    """
    seats = [person(name, side=name, intents=(BEST,)) for name in names.split()]
    game = Game(conflict(*seats, kind="contest", tie=tie)).quiet()
    for count in (2, 2, 1)[: len(seats)]:
        game.successes(count)
    told = game.last(c.ContestResolved)
    assert told.totals == (2, 2)
    assert told.winners == (ahead if len(seats) == len((A, B)) else ())


def test_dp_contest_06_of_three_sides_the_margin_is_over_the_next_best() -> None:
    """DP-CONTEST-06, DP-R-78: Of three sides the margin is over the next best."""
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
    """DP-R-78, DP-R-26: Under `sides` only the intent of the best roller takes effect.

    Worked example: DP-EX-54.
    """
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
    """DP-CONTEST-02: Whoever holds back may contest an act, and prevents it by winning.

    Also tested: DP-DEC-03, DP-R-79 and DP-R-80.
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
    """DP-CONTEST-03: An uncontested act has its whole effect, eased by one point.

    Also tested: DP-CONTEST-09, DP-DEC-09, DP-EX-57, DP-R-13 and DP-R-81.
    """
    for count, eased, points in ((0, False, 0), (3, False, 3), (3, True, 2)):
        game = Game(conflict(max_turns=1)).pick(f.IntentDeclared, f.HeldBack)
        game.pick(f.ContestWaived).quiet().successes(count).quiet(f.HarmEased)
        if count:
            game.pick(f.HarmEased if eased else f.HarmSuffered)
        assert sum(event.points for event in game.all(m.HarmApplied)) == points


def test_dp_r_13_a_waiver_may_forgo_willpower() -> None:
    """DP-R-13: By option whoever waives a contest cannot ease the harm."""
    game = Game(conflict(waiver_allows_mitigation=False, max_turns=1))
    game.pick(f.IntentDeclared, f.HeldBack, f.ContestWaived).quiet()
    game.successes(2).quiet()
    assert game.all(f.ContestWaived)
    assert not game.all(f.HarmSuffered)


def test_dp_r_25_the_unaware_cannot_contest() -> None:
    """DP-R-25: The unaware declare nothing, and are aware after the first act.

    Also tested: DP-CONTEST-03 and DP-R-92.
    """
    boris = person("Boris", unaware_until=5, resists={"physical": (("stamina",),)})
    game = Game(conflict(person(), boris)).pick(f.IntentDeclared).quiet().successes(1)
    game.quiet(f.IntentDeclared)
    assert not game.all(f.ContestWaived)
    game.pick(f.IntentDeclared)
    assert game.who == B


def test_dp_dec_04_the_storyteller_may_rule_who_can_resist() -> None:
    """DP-DEC-04: A Storyteller who is asked rules whether the target may contest.

    Also tested: DP-CONTEST-03 and DP-R-77.
    """
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
    """DP-STAKES-02: In a contest that is not violent a margin does no damage.

    Also tested: DP-STAKES-01, DP-CONTEST-08, DP-R-15 and DP-R-83.
    """
    game = debate().quiet().successes(3).successes(1)
    uses = [option.use for option in game.offers(f.MarginClaimed)]
    assert uses == ["none", "bonus", "penalty", "holdings"]
    assert game.offers(f.MarginClaimed)[0].amount == 2


def test_dp_stakes_04_unopposed_talk_is_a_static_obstacle() -> None:
    """DP-STAKES-04, DP-R-81: Without a contest one success is enough."""
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
    """DP-R-83: Each kind of intent has its own uses of the margin, one first.

    Also tested: DP-DEC-08.
    """
    intent = harm() if kind == "harm" else wish(kind)
    game = Game(conflict(person(intents=(intent,)), person("Boris")))
    assert (game.offers(f.IntentDeclared)[0].target == B) == target
    game.quiet().successes(3).successes(1)
    assert [option.use for option in game.offers(f.MarginClaimed)] == uses


@pytest.mark.parametrize("asked", [(), ("difficulty",)])
def test_dp_ex_50_a_penalty_is_one_detail_of_the_next_roll(
    asked: tuple[str, ...],
) -> None:
    """DP-EX-50, DP-R-15: A penalty is one Difficulty detail of the next roll only.

    Also tested: DP-CONTEST-08, DP-R-06, DP-R-89 and DP-DEC-05. A 3 beside a 1 is 3,
    also where a Storyteller adds them up.
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
    """DP-R-15: A margin may damage holdings, unless the Storyteller vetoes it.

    Also tested: DP-CONTEST-08, DP-R-77 and DP-R-83.
    """
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
    """DP-R-89: Carried dice that were not used end with the conflict."""
    game = debate(wish("prepare", arena="mental")).say(
        f.IntentDeclared(A, "prepare", -1, "dexterity + athletics")
    )
    game.quiet().successes(3).successes(0).quiet(f.LetRest)
    assert game.last(c.CarriedDiceGained).dice == 3
    game.pick(f.LetRest, f.LetRest)
    assert game.last(c.CarriedDiceExpired).dice == 3
    assert game.outcome.how == "left inconclusive"


def test_dp_prolong_03_losses_force_defeat() -> None:
    """DP-PROLONG-03, DP-EX-39: As many losses as Composure force defeat.

    Also tested: DP-PROLONG-02, DP-PROLONG-04, DP-R-20, DP-R-22 and DP-R-24.
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
    """DP-R-21: The limit of losses can be off or advisory, and is off in violence.

    Also tested: DP-DEC-11.
    """
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
    """DP-EX-56: A contest ends by who lets it stand, rest or seeks a reversal.

    Also tested: DP-PROLONG-01, DP-R-84, DP-R-85, DP-R-90, DP-DEC-10, DP-DEC-20 and
    DP-DEC-21.
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
    """DP-R-87: A development of the scenario keeps a contest going once.

    Also tested: DP-PROLONG-01.
    """
    new = (Development(1, "a witness comes in"),)
    game = debate(developments=new).quiet().successes(2).successes(1)
    game.quiet(f.LetStand).pick(f.LetStand)
    assert game.last(c.DevelopmentCame).text == "a witness comes in"
    assert game.last(c.RoundOpened).reason == "new_development"
    game.quiet().successes(1).successes(1).pick(f.LetRest, f.LetRest)
    assert game.outcome.how == "stake won"


def test_dp_dec_11_a_judge_may_find_a_new_ground() -> None:
    """DP-DEC-11: A Storyteller who is asked may find a new ground for a round.

    Also tested: DP-R-87 and DP-R-77.
    """
    new = (Development(9, "a witness comes in"),)
    judge = Storyteller(asked=("ground",))
    game = debate(judge=judge, developments=new).quiet().successes(2).successes(1)
    game.quiet(f.LetStand).pick(f.LetStand)
    assert [option.new for option in game.offers(j.GroundRuled)] == [False, True]
    game.say(game.options[1])
    assert game.last(c.RoundOpened).reason == "new_development"


def test_dp_r_86_giving_up_leaves_what_was_wanted() -> None:
    """DP-R-86, DP-R-70, DP-R-84: Conceding gives a settling intent, but no damage."""
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
    """DP-R-90: An escape pays its owner, and the others what it leaves.

    Also tested: DP-R-83 and DP-R-84.
    """
    run = wish("escape", worth=0.7, leaves=0.3)
    game = Game(conflict(person(intents=(run,)), person("Boris"))).fight(2, 1).quiet()
    assert game.state.participants[A].left == Left.ESCAPED
    assert (game.outcome.how, game.outcome.returns) == ("escaped", (0.7, 0.3))


def test_dp_r_18_rounds_are_limited() -> None:
    """DP-R-18: A conflict ends as a standoff at the limit of rounds.

    Also tested: DP-R-90 and DP-R-91.
    """
    game = Game(conflict(max_turns=2)).fight(1, 1).fight(0, 0).quiet()
    assert (game.outcome.how, game.outcome.returns) == ("round limit", (0.5, 0.5))
    assert [event.clock for event in game.all(c.RoundOpened)] == [0, 3]


def test_dp_r_108_if_all_fall_nobody_wins() -> None:
    """DP-R-108, DP-R-90: If every side falls in one round, nobody wins."""
    fallen = hurt(wounds="B B B B B B B")
    game = Game(conflict(person(now=fallen), person("Boris", now=fallen)))
    game.quiet().successes(0).quiet().successes(0)
    assert (game.outcome.how, game.outcome.returns) == ("incapacitated", (0.5, 0.5))


def test_dp_r_88_the_helpless_are_no_targets_unless_allowed() -> None:
    """DP-R-88, DP-R-25: The helpless are targets only under `finishing`."""
    down = person("Boris", side="b", now=hurt(wounds="L L L L L L L"))
    up = person("Bea", side="b")
    for allowed in (False, True):
        game = Game(conflict(person(), down, up, finishing=allowed))
        targets = {option.target for option in game.offers(f.IntentDeclared)}
        assert (B in targets) == allowed


def test_dp_r_11_nobody_sees_what_is_covered() -> None:
    """DP-R-11, DP-R-82: Answers, boosts and dice are hidden from others until shown."""
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
    """DP-R-17: Under `alternating` a defender who wins only prevents the act."""
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
    """DP-AUTO-07: Powers cancel, add to and floor a total, in this order.

    Also tested: DP-AUTO-01, DP-AUTO-02, DP-AUTO-05, DP-AUTO-06, DP-R-30, DP-R-31,
    DP-EX-15 and DP-EX-48.
    """
    own, foes = [Automatic(add, floor)], [Automatic(cancel=cancel)]
    assert with_automatic(rolled, own, foes, PLAIN).total == total
    rulings = Rulings(auto_order="floor_then_add")
    assert with_automatic(rolled, own, foes, rulings).total == other
    breaker = [Automatic(cancels_floor=True)]
    assert with_automatic(0, [Automatic(floor=3)], breaker, PLAIN).total == 0


def test_dp_auto_03_most_sources_work_in_contests() -> None:
    """DP-AUTO-03: Automatic successes are added in contests, and can be cancelled.

    Worked example: DP-EX-48.

    Also tested: DP-AUTO-05 and DP-AUTO-07.
    """
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


@pytest.mark.parametrize(
    ("scope", "works"), [("contested", True), ("static", False), ("both", True)]
)
def test_dp_auto_03_a_source_works_where_it_says(scope: str, *, works: bool) -> None:
    """DP-AUTO-03: A source for static obstacles alone adds nothing in a contest."""
    boris = person("Boris", automatic=(Automatic(2, scope=scope),))
    game = Game(conflict(person(), boris)).fight(2, 0)
    assert bool(game.all(c.AutomaticSuccessesApplied)) == works


def test_dp_ex_11_rote_totals_are_alternatives() -> None:
    """DP-ROTE-03, DP-EX-11: Of two rote totals one is chosen, or by option they add up.

    Also tested: DP-ROTE-01, DP-ROTE-02, DP-R-27, DP-R-28, DP-R-29 and DP-DEC-07.
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
    """DP-EX-12: Only failed dice of the original pool are rolled again.

    Also tested: DP-EX-13, DP-R-28, DP-R-96 and DP-ROTE-02.
    """
    rote = harm(pools=(PoolTable(("strength", "brawl"), rote=True),))
    weak = person(attributes=attributes(strength=1), intents=(rote,))
    game = Game(conflict(weak, person("Boris"))).quiet().roll(*first).roll(*again)
    game.successes(0)
    if rerolled:
        assert (game.why, game.dice) == ("rote", rerolled)
    else:
        assert game.all(c.ContestResolved)


def test_dp_ex_14_a_failed_chance_die_is_rolled_again_as_one() -> None:
    """DP-EX-14: A failed chance die is rolled again as a chance die.

    Also tested: DP-R-03, DP-R-28 and DP-ROTE-02.
    """
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
    """DP-R-16: Under `weapon_mode = flat` a weapon adds damage and no dice."""
    armed = harm("knife", edges=(Detail("a knife", 2, weapon=True),))
    game = Game(conflict(person(intents=(armed,)), person("Boris"), weapon_mode="flat"))
    game.quiet()
    assert game.dice == 4
    game.successes(2).successes(1).quiet()
    told = game.all(m.HarmApplied)[0]
    assert (told.points, told.severity) == (3, "lethal")


def test_dp_r_105_some_acts_cost_a_point() -> None:
    """DP-R-105: An act that costs a point needs one free, and pays when shown.

    Also tested: DP-WILL-07 and DP-R-44.
    """
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
    """DP-DEC-02: An intent, help, protection, holding back and conceding are offered.

    Also tested: DP-DEC-01, DP-R-72, DP-R-80, DP-R-82 and DP-R-112.
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
    """DP-ATTR-02: An intent other than that of the round before is told as a change.

    Also tested: DP-R-73.
    """
    game = Game(conflict(person(intents=(harm(), wish("escape"))), person("Boris")))
    game.fight(1, 1)
    game.say(f.IntentDeclared(A, "escape", -1, "dexterity + athletics"))
    game.pick(f.IntentDeclared)
    told = game.last(c.IntentChanged)
    assert (told.was, told.now) == ("hurt", "escape")


# Sides of mixed fates, and several powers.


def test_dp_auto_01_of_several_floors_the_highest_holds() -> None:
    """DP-AUTO-01, DP-R-30: Of several floors the highest holds, in whatever order."""
    floors = Automatic(floor=1), Automatic(floor=3), Automatic(floor=2)
    for own in (floors, floors[::-1]):
        assert with_automatic(0, own, (), PLAIN).total == 3


def test_dp_r_30_no_more_is_cancelled_than_was_added() -> None:
    """DP-R-30: Automatic successes are cancelled, and successes of dice are not."""
    foes = [Automatic(cancel=2), Automatic(cancel=3)]
    added = with_automatic(3, [Automatic(1)], foes, PLAIN)
    assert (added.cancelled, added.total) == (1, 3)


@pytest.mark.parametrize(
    ("second", "how"),
    [("A A A A A A A", "dead"), ("L L L L L L L", "incapacitated")],
)
def test_dp_r_90_a_side_is_dead_when_all_of_it_are(second: str, how: str) -> None:
    """DP-R-90, DP-R-108: A conflict ends as "dead" only if all of the side are dead."""
    gone = [
        person("Boris", side="b", now=hurt(wounds="A A A A A A A", dead=True)),
        person("Bo", side="b", now=hurt(wounds=second, dead=how == "dead")),
    ]
    assert Game(conflict(person(side="a"), *gone)).outcome.how == how


@pytest.mark.parametrize(
    ("fates", "won"), [(("up", "conceded"), 0.5), (("down", "conceded"), 1.0)]
)
def test_dp_r_90_who_is_left_alone_has_won(fates: tuple[str, str], won: float) -> None:
    """DP-R-90: Whoever is left alone has won if one of the others fell."""
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
    """DP-R-90: Whoever is left alone has won by one who fell, though one escaped."""
    seats = person(side="a"), person("Bo", side="b"), person("Cy", side="b")
    state = SYSTEM.initial(conflict(*seats))
    state = with_body(state, Seat(B), condition=UNCONSCIOUS)
    state = with_participant(state, Seat(C), left=Left.ESCAPED, escape="hurt")
    assert how_over(state) == Ending.ESCAPED
    assert returns_of(state, Seat(A), Ending.ESCAPED) == 1.0


def test_dp_r_90_of_several_escapes_the_least_is_left() -> None:
    """DP-R-90: Whoever others escaped from has the least that one of them leaves."""
    runs = [
        person(name, intents=(wish("escape", leaves=leaves),))
        for name, leaves in (("Ana", 0.3), ("Bo", 0.1))
    ]
    state = SYSTEM.initial(conflict(*runs, person("Cy")))
    for who in (A, B):
        state = with_participant(state, Seat(who), left=Left.ESCAPED, escape="escape")
    assert returns_of(state, Seat(C), Ending.ESCAPED) == 0.1


def test_dp_r_90_to_give_up_and_to_fall_each_have_a_worth() -> None:
    """DP-R-90: Whoever conceded has `conceded`, and whoever fell has `out`."""
    seats = [person(name) for name in ("Ana", "Bo", "Cy", "Di")]
    worth = Worth(conceded=0.2, out=0.1)
    state = SYSTEM.initial(conflict(*seats, worth=worth))
    state = with_participant(state, Seat(A), left=Left.CONCEDED)
    state = with_body(state, Seat(B), condition=UNCONSCIOUS)
    returns = [returns_of(state, Seat(who), Ending.ROUND_LIMIT) for who in range(4)]
    assert returns == [0.2, 0.1, 0.5, 0.5]


def test_dp_r_86_all_must_give_up_for_nobody_to_win() -> None:
    """DP-R-86, DP-R-90: A conflict ends as a mutual concession only if all conceded."""
    state = SYSTEM.initial(conflict())
    both = with_participant(state, Seat(A), left=Left.CONCEDED)
    both = with_participant(both, Seat(B), left=Left.CONCEDED)
    assert how_over(both) == Ending.MUTUAL_CONCESSION
    mixed = with_participant(state, Seat(A), left=Left.CONCEDED)
    mixed = with_participant(mixed, Seat(B), left=Left.FELLED)
    assert how_over(mixed) == Ending.CONCEDED
