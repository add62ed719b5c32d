"""One volley: who rolls, how two actions meet, and what harm it does."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.rules.solar_system.consequences import (
    ONE_SIDED,
    ContestResolved,
    DiceGathered,
    Harm,
    HarmApplied,
    IntentionFulfilled,
    PoolSpent,
    RulingSettled,
    VolleyClosed,
)
from sim.rules.solar_system.facts import (
    ACTIVE,
    DEFENSIVE,
    NO_ACTION,
    ActionDeclared,
    Conceded,
    DieBought,
    FeePaid,
    FeeRefused,
    IntentDeclared,
    ProposalAnswered,
    StoryGuideRuled,
)
from sim.seam.events import DiceRolled
from sim.seam.protocol import Decision
from tests.rules.solar_system.table import (
    INSTINCT,
    REASON,
    VIGOR,
    Table,
    person,
    scenario,
)

SWORD = {"name": "sword", "bonuses": [{"role": "weapon", "rating": 1}]}
MAIL = {"name": "mail", "bonuses": [{"role": "armor", "rating": 2}]}


def exchange(
    ann: str,
    bo: str,
    dice: tuple[str, str],
    stances: tuple[int, int] = (ACTIVE, ACTIVE),
    people: tuple[dict[str, Any], dict[str, Any]] | None = None,
    *,
    obstructs: bool = True,
    **told: Any,  # noqa: ANN401 - passed on
) -> Table:
    """Play volley 1 with these abilities and dice, up to its end."""
    seats = people or (person("Ann"), person("Bo"))
    if not obstructs:
        told["obstruct"] = "choice"
    table = Table(scenario(*seats, **told))
    for who, (ability, stance) in enumerate(zip((ann, bo), stances, strict=True)):
        wish: dict[str, Any] = {"ability": ability, "stance": stance}
        if stance == NO_ACTION:
            wish = {"stance": stance}
        elif stance == ACTIVE:
            wish["obstructs"] = obstructs
        table.wish(who, ActionDeclared, 1, **wish).dice(1, who, dice[who])
    return table.until(VolleyClosed)


def contest(table: Table) -> ContestResolved:
    """Return the one contest of the volley."""
    contests = table.of(ContestResolved)
    assert len(contests) == 1
    return contests[0]


def harms(table: Table) -> list[tuple[int, int, int]]:
    """List the harm applied as (who, amount, box)."""
    return [(event.who, event.amount, event.box) for event in table.of(HarmApplied)]


def hurt(
    name: str, *ticked: int, pool: str = "reason", **told: object
) -> dict[str, Any]:
    """Return a character with these boxes ticked."""
    return person(name, harm={str(box): pool for box in ticked}, **told)


def test_ss_vol_01_everyone_who_acts_rolls_one_check() -> None:
    """SS-VOL-01: Everyone who acts rolls one check, gathered before any falls.

    Also tested: RUL-47.
    """
    table = exchange("Brawl", "Argue", ("000", "000"))
    assert [roll.who for roll in table.of(DiceRolled)] == [0, 1]
    gathered = table.of(DiceGathered)
    assert [check.who for check in gathered[0].checks] == [0, 1]
    assert len(gathered) == 1


@pytest.mark.parametrize(
    ("dice", "loser", "harm"),
    [(("+00", "000"), 1, 1), (("+++", "+00"), 1, 2), (("-00", "+++"), 0, 4)],
)
def test_ss_vol_02_the_loser_takes_the_difference(
    dice: tuple[str, str], loser: int, harm: int
) -> None:
    """SS-VOL-02: The loser of a perpendicular meeting takes the margin as harm.

    Also tested: RUL-14.
    """
    table = exchange("Brawl", "Brawl", dice)
    assert contest(table).winner == 1 - loser
    assert contest(table).margin == harm
    assert harms(table) == [(loser, harm, harm)]


def test_rul_14_or_the_winners_full_level() -> None:
    """RUL-14: Under `winner_success_level` the harm is the winner's full level."""
    rulings = {"perpendicular_harm": "winner_success_level"}
    table = exchange("Brawl", "Brawl", ("+00", "000"), rulings=rulings)
    assert harms(table) == [(1, 3, 3)]
    assert contest(table).margin == 1


def test_ss_vol_03_a_winning_defender_harms_nobody() -> None:
    """SS-VOL-03, SS-ACT-03, RUL-39: A defender who wins does no harm, armed or not."""
    people = (person("Ann"), person("Bo", items=[SWORD]))
    stances = (ACTIVE, DEFENSIVE)
    table = exchange("Brawl", "React", ("-00", "+++"), stances, people)
    met = contest(table)
    assert (met.winner, met.margin, met.stalemate) == (1, 4, False)
    assert (met.harm_a, met.harm_b) == (None, None)
    assert harms(table) == []


def test_ss_act_03_a_losing_defender_takes_the_margin() -> None:
    """SS-ACT-03: A defender who loses takes the margin."""
    table = exchange("Brawl", "React", ("+++", "-00"), (ACTIVE, DEFENSIVE))
    assert harms(table) == [(1, 4, 4)]


def test_ss_act_05_other_abilities_strike_back() -> None:
    """SS-ACT-05: Whoever meets an attack with another ability and wins does harm."""
    assert harms(exchange("Brawl", "Sneak", ("000", "+00"))) == [(0, 1, 1)]


@pytest.mark.parametrize(
    ("dice", "dealt"),
    [
        (("+00", "000"), [(0, 2, 2), (1, 3, 3)]),
        (("+00", "---"), [(1, 3, 3)]),
        (("---", "---"), []),
    ],
)
def test_ss_vol_04_side_by_side_each_takes_the_others_level(
    dice: tuple[str, str], dealt: list[tuple[int, int, int]]
) -> None:
    """SS-VOL-04: In parallel each takes the other's level, and no one wins.

    Also tested: RUL-15 and RUL-34.
    """
    table = exchange("Brawl", "Argue", dice, obstructs=False)
    assert harms(table) == dealt
    assert contest(table).winner == -1
    assert not contest(table).stalemate


def test_ss_vol_05_weapon_and_armour() -> None:
    """SS-VOL-05: A weapon adds to the harm and armour takes from it, all on record.

    Also tested: SS-ITEM-02.
    """
    people = (person("Ann", items=[SWORD]), person("Bo", items=[MAIL]))
    table = exchange("Brawl", "Brawl", ("+++", "000"), people=people)
    assert contest(table).harm_b == Harm(3, 1, 2, 2)
    assert harms(table) == [(1, 2, 2)]


def test_rul_18_never_below_nothing() -> None:
    """RUL-18, SS-VOL-05: Armour lowers harm to 0 at least, and harm 0 does nothing."""
    people = (person("Ann"), person("Bo", items=[MAIL]))
    table = exchange("Brawl", "Brawl", ("+00", "000"), people=people)
    assert contest(table).winner == 0
    assert contest(table).harm_b == Harm(1, 0, 2, 0)
    assert harms(table) == []
    assert table.state.participants[1].bruises == 0


def test_rul_17_a_weapon_alone_harms_nobody() -> None:
    """RUL-17: A weapon alone does no harm."""
    people = (person("Ann", items=[SWORD]), person("Bo", items=[SWORD]))
    assert harms(exchange("Brawl", "Brawl", ("000", "000"), people=people)) == []
    table = exchange("Brawl", "Argue", ("---", "+00"), people=people, obstructs=False)
    assert harms(table) == [(0, 4, 4)]


def test_ss_vol_06_equal_is_a_stalemate() -> None:
    """SS-VOL-06, RUL-31: Equal levels are a stalemate, and harm nobody."""
    met = contest(exchange("Brawl", "Brawl", ("000", "000")))
    assert (met.stalemate, met.winner, met.margin) == (True, -1, 0)
    assert (met.harm_a, met.harm_b) == (None, None)


def test_ss_vol_07_the_order_of_a_volley() -> None:
    """SS-VOL-07: A volley goes from rolls to contests, harm, its end and the gate."""
    table = exchange("Brawl", "Brawl", ("+00", "000"))
    kinds = [type(event) for event in table.events]
    order = [DiceGathered, DiceRolled, ContestResolved, HarmApplied, VolleyClosed]
    places = [kinds.index(kind) for kind in order]
    assert places == sorted(places)
    assert isinstance(table.asked, Decision)


def test_ss_vol_08_all_dice_come_together() -> None:
    """SS-VOL-08: Bruises, wounds, circumstances and a bought die count together.

    Also tested: RUL-25 and RUL-74.
    """
    ann = hurt("Ann", 4, 7, pool="vigor", bruise_dice=1)
    table = Table(
        scenario(ann, person("Bo"), circumstances=[{"who": "Ann", "dice": 2}])
    )
    table.wish(0, ActionDeclared, ability="Brawl").wish(0, DieBought, 1)
    table.until(VolleyClosed)
    mine = table.last(DiceGathered).checks[0]
    assert (mine.bruised, mine.bloodied, mine.broken, mine.circumstance) == (1, 1, 1, 2)
    assert len(table.of(DiceRolled)[0].faces) == 3 + 4
    settled = [(e.kind, e.of, e.value) for e in table.of(RulingSettled)]
    assert settled == [("circumstance", 0, 2)]


def test_rul_74_circumstances_in_some_volleys_only() -> None:
    """RUL-74, SS-DIE-08: Circumstances may hold in some volleys only."""
    told = [{"who": "Ann", "dice": 2, "volleys": [2]}]
    table = Table(scenario(circumstances=told)).until(VolleyClosed, 2)
    counts = [len(roll.faces) for roll in table.of(DiceRolled) if roll.who == 0]
    assert counts == [3, 5]


def test_rul_74_the_story_guide_is_asked_for_each_roll() -> None:
    """RUL-74: The Story Guide gives 0 to 2 dice to each who acts, before the lock.

    Also tested: ENG-02.
    """
    table = Table(scenario(story_guide={"asked": ["circumstance"]}))
    table.until_asked(StoryGuideRuled, 2)
    assert [option.value for option in table.options] == [0, 1, 2]
    table.choose(StoryGuideRuled, of=0, value=1).choose(StoryGuideRuled, of=1, value=2)
    table.until(VolleyClosed)
    assert [len(roll.faces) for roll in table.of(DiceRolled)] == [4, 5]


# Harm.


def test_ss_harm_02_level_zero_harms_nobody() -> None:
    """SS-HARM-02: An attack of level 0 does nothing."""
    table = exchange("Brawl", "", ("---", ""), (ACTIVE, NO_ACTION))
    assert harms(table) == []
    assert contest(table).winner == -1


def test_ss_harm_03_the_number_names_the_box() -> None:
    """SS-HARM-03: Harm ticks the box of its number, and leaves those below free."""
    table = exchange("Brawl", "Brawl", ("+++", "000"))
    assert table.boxes(1) == {3}


def test_ss_harm_04_a_ticked_box_passes_it_on() -> None:
    """SS-HARM-04: Harm on a ticked box lands on the next one, and acts there.

    Also tested: RUL-20 and RUL-22.
    """
    people = (person("Ann"), hurt("Bo", 3))
    table = exchange("Brawl", "Brawl", ("+++", "000"), people=people)
    assert harms(table) == [(1, 3, 4)]
    assert table.boxes(1) == {3, 4}
    assert table.state.participants[1].bruises == 0


@pytest.mark.parametrize(
    ("dice", "bruises"), [(("+00", "000"), 1), (("+++", "000"), 1), (("+++", "-00"), 0)]
)
def test_ss_harm_05_and_06_only_boxes_to_three_bruise(
    dice: tuple[str, str], bruises: int
) -> None:
    """SS-HARM-05, SS-HARM-06: Boxes 1 to 3 bring a bruise die, and box 4 does not."""
    table = exchange("Brawl", "Brawl", dice)
    assert table.state.participants[1].bruises == bruises


def test_ss_harm_06_the_very_next_check() -> None:
    """SS-HARM-06, RUL-23: A bruise die is used by the very next check."""
    table = exchange("Brawl", "Brawl", ("+00", "000"))
    for volley in (2, 3):
        for who in (0, 1):
            table.wish(who, ActionDeclared, volley, ability="Brawl", stance=ACTIVE)
    table.until(VolleyClosed, 2)
    counts = [len(roll.faces) for roll in table.of(DiceRolled) if roll.who == 1]
    assert counts == [3, 4, 3]


def test_ss_harm_07_and_08_the_label_is_the_striking_abilitys_pool() -> None:
    """SS-HARM-07: The label is the pool of the ability that struck.

    Also tested: SS-HARM-08 and RUL-26.
    """
    for ability, pool in (("Argue", REASON), ("Brawl", VIGOR), ("Sneak", INSTINCT)):
        table = exchange(ability, "Brawl", ("+++", "-00"))
        assert table.last(HarmApplied).pool == pool
        assert table.state.participants[1].harm == (0, 0, 0, 1 + pool, 0, 0, 0)


def test_ss_harm_07_every_ability_of_the_pool_pays() -> None:
    """SS-HARM-07, SS-ABIL-02: A bloodied pool costs each of its abilities a die."""
    for ability, stance, dice in (
        ("Argue", ACTIVE, 4),
        ("Resist", DEFENSIVE, 4),
        ("Brawl", ACTIVE, 3),
    ):
        people = (hurt("Ann", 4), person("Bo"))
        table = exchange(ability, "Brawl", ("", ""), (stance, ACTIVE), people)
        assert len(table.of(DiceRolled)[0].faces) == dice


def test_rul_26_the_table_may_agree_on_another_label() -> None:
    """RUL-26, SS-HARM-07, ENG-02: Another label is written only if both agree to it."""
    for agrees in (True, False):
        table = Table(scenario(story_guide={"asked": ["harm_pool"]}))
        table.wish(0, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
        table.wish(1, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
        table.dice(1, 0, "+++").dice(1, 1, "-00").until_asked(StoryGuideRuled, 2)
        table.choose(StoryGuideRuled, value=REASON)
        table.choose(ProposalAnswered, agrees=True)
        table.choose(ProposalAnswered, agrees=agrees)
        assert table.last(HarmApplied).pool == (REASON if agrees else VIGOR)


def test_ss_harm_09_the_broken_pay_and_lose_a_die() -> None:
    """SS-HARM-09: The broken pay a point of the ability's pool, and roll a penalty die.

    Also tested: SS-ACT-06.
    """
    for ability, stance, pool in (
        ("Brawl", ACTIVE, VIGOR),
        ("React", DEFENSIVE, INSTINCT),
    ):
        people = (hurt("Ann", 7), person("Bo"))
        table = exchange(ability, "Brawl", ("", ""), (stance, ACTIVE), people)
        assert table.of(FeePaid)
        spent = table.of(PoolSpent)[0]
        assert (spent.who, spent.pool, spent.left, spent.purpose) == (
            0,
            pool,
            4,
            "broken_action",
        )
        assert len(table.of(DiceRolled)[0].faces) == 4


@pytest.mark.parametrize(
    ("empty", "open_"),
    [
        ("vigor", {"Sneak", "Argue", "React", "Resist"}),
        ("instinct", {"Brawl", "Argue", "Endure", "Resist"}),
        ("reason", {"Brawl", "Sneak", "Endure", "React"}),
    ],
)
def test_rul_12_only_what_can_be_paid_is_offered(empty: str, open_: set[str]) -> None:
    """RUL-12: A broken character is offered only abilities that can be paid for."""
    people = (hurt("Ann", 7, now={empty: 0}), person("Bo"))
    table = Table(scenario(*people)).until_asked(ActionDeclared, 0)
    offered = {
        table.state.ability(0, option.ability).name
        for option in table.options
        if isinstance(option, ActionDeclared) and option.stance != NO_ACTION
    }
    assert offered == open_


def test_rul_12_nothing_to_pay_with_is_no_action() -> None:
    """RUL-12, RUL-53: A broken character who can pay for nothing has no action."""
    empty = {"vigor": 0, "instinct": 0, "reason": 0}
    people = (hurt("Ann", 7, now=empty), person("Bo"))
    table = exchange("", "Brawl", ("", "+00"), (NO_ACTION, ACTIVE), people)
    assert [roll.who for roll in table.of(DiceRolled)] == [1]
    assert harms(table) == [(0, 3, 3)]
    assert contest(table).relation == ONE_SIDED


def test_rul_12_who_will_not_pay_does_not_act() -> None:
    """RUL-12, RUL-53: A broken character who refuses the fee has no action."""
    people = (hurt("Ann", 7), person("Bo"))
    table = Table(scenario(*people)).wish(0, FeeRefused)
    for who in (0, 1):
        table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.dice(1, 1, "000").until(VolleyClosed)
    assert table.of(PoolSpent) == []
    assert [roll.who for roll in table.of(DiceRolled)] == [1]
    assert harms(table) == [(0, 2, 2)]


@pytest.mark.parametrize("dice", ["000", "---"])
def test_rul_53_no_stalemate_with_somebody_who_does_nothing(dice: str) -> None:
    """RUL-53: An attack on somebody without an action makes no stalemate."""
    table = exchange("Brawl", "", (dice, ""), (ACTIVE, NO_ACTION))
    assert not contest(table).stalemate
    assert table.last(VolleyClosed).stalemates == ()


def test_ss_harm_10_past_broken_the_intention_happens() -> None:
    """SS-HARM-10, RUL-21: Whoever drives another past broken obtains the intention."""
    people = (person("Ann", ranks={"Brawl": "grand_master"}), hurt("Bo", 4, 5, 6, 7))
    table = exchange("Brawl", "", ("000", ""), (ACTIVE, NO_ACTION), people).run()
    harm = table.last(HarmApplied)
    assert (harm.amount, harm.box, harm.past_broken) == (4, 0, True)
    done = table.of(IntentionFulfilled)
    assert [(e.who, e.against, e.cause) for e in done] == [(0, 1, "past_broken")]
    assert table.outcome.how == "past broken"
    assert table.outcome.returns == (1.0, 0.0)


def test_ss_harm_10_a_free_box_above_is_not_past_broken() -> None:
    """SS-HARM-10: Harm that finds a free box above is not past broken."""
    people = (person("Ann", ranks={"Brawl": "grand_master"}), hurt("Bo", 4, 5, 7))
    table = exchange("Brawl", "", ("000", ""), (ACTIVE, NO_ACTION), people)
    assert harms(table) == [(1, 4, 6)]
    assert table.of(IntentionFulfilled) == []


@pytest.mark.parametrize(("ruling", "box"), [(True, 7), (False, 0)])
def test_rul_21_more_than_seven(ruling: bool, box: int) -> None:  # noqa: FBT001
    """RUL-21: Harm above 7 is past broken, and ticks box 7 unless ruled otherwise."""
    spear = {"name": "spear", "bonuses": [{"role": "weapon", "rating": 1}]}
    people = (
        person("Ann", ranks={"Brawl": "grand_master"}, items=[spear]),
        person("Bo"),
    )
    stances = (ACTIVE, NO_ACTION)
    rulings = {"overflow_ticks_seven": ruling}
    table = exchange("Brawl", "", ("+++", ""), stances, people, rulings=rulings)
    harm = table.last(HarmApplied)
    assert (harm.amount, harm.box, harm.past_broken) == (8, box, True)


@pytest.mark.parametrize(
    ("marks", "dice", "rule"),
    [
        ((), "+++", "SS-HARM-06"),
        ((3,), "+++", "SS-HARM-07"),
        ((3, 4, 5, 6), "+++", "SS-HARM-09"),
        ((3, 4, 5, 6, 7), "+++", "SS-HARM-10"),
    ],
)
def test_eng_03_harm_names_what_it_does(
    marks: tuple[int, ...], dice: str, rule: str
) -> None:
    """ENG-03: A bruise, a wound, a break and an overflow each cite their own rule."""
    people = (person("Ann"), hurt("Bo", *marks))
    fee = "0" if 7 in marks else ""
    table = exchange("Brawl", "Brawl", (dice, "000" + fee), people=people)
    assert harms(table)[0][1] == 3
    cites = set(table.last(HarmApplied).cites)
    own = {"SS-HARM-06", "SS-HARM-07", "SS-HARM-09", "SS-HARM-10"}
    assert cites & own == {rule}


def test_ss_vol_04_the_margin_is_recorded_all_the_same() -> None:
    """SS-VOL-04: The margin is on record in parallel and one-sided meetings too.

    Also tested: RUL-53.
    """
    table = exchange("Brawl", "Argue", ("++0", "-00"), obstructs=False)
    assert contest(table).margin == 3
    table = exchange("Brawl", "", ("000", ""), (ACTIVE, NO_ACTION))
    assert contest(table).margin == 2


def test_ss_harm_11_harm_is_not_death() -> None:
    """SS-HARM-11: Harm ends nothing as long as nobody is past broken."""
    people = (person("Ann"), hurt("Bo", 1, 2, 3, 4, 5, 7))
    table = exchange("Brawl", "Brawl", ("+00", "000"), people=people)
    assert table.boxes(1) == {1, 2, 3, 4, 5, 6, 7}
    assert table.of(IntentionFulfilled) == []
    table.until_asked(ActionDeclared, 1)


def test_ss_harm_12_old_marks_count() -> None:
    """SS-HARM-12: Marks from before the conflict count."""
    people = (person("Ann"), hurt("Bo", 1, 2))
    table = exchange("Brawl", "Brawl", ("+00", "000"), people=people)
    assert harms(table) == [(1, 1, 3)]


@pytest.mark.parametrize(("ruling", "rollers"), [("roll", [0, 1]), ("skip", [])])
def test_rul_38_two_who_both_defend(ruling: str, rollers: list[int]) -> None:
    """RUL-38: Two who both defend roll, and under `skip` do not."""
    stances = (DEFENSIVE, DEFENSIVE)
    rulings = {"double_defense": ruling}
    table = exchange("React", "React", ("000", "000"), stances, rulings=rulings)
    assert [roll.who for roll in table.of(DiceRolled)] == rollers
    stalled = ((0, 1),) if rollers else ()
    assert table.last(VolleyClosed).stalemates == stalled
    assert harms(table) == []


def test_rul_38_bruise_dice_are_used_up() -> None:
    """RUL-38, RUL-23: The roll of two defenders uses up their bruise dice."""
    for ruling, left in (("roll", 0), ("skip", 1)):
        people = (person("Ann", bruise_dice=1), person("Bo"))
        stances = (DEFENSIVE, DEFENSIVE)
        rulings = {"double_defense": ruling}
        table = exchange("React", "React", ("", ""), stances, people, rulings=rulings)
        assert table.state.participants[0].bruises == left


def deadly(name: str, **told: object) -> dict[str, Any]:
    """Return a Grand Master with every box but the lowest three ticked."""
    ranks = {"Brawl": "grand_master", "Argue": "grand_master"}
    return hurt(name, 4, 5, 6, 7, ranks=ranks, **told)


@pytest.mark.parametrize(
    ("ruling", "dice", "winners"),
    [
        ("both", ("+00", "000"), [1, 0]),
        ("higher_harm", ("+00", "000"), [0]),
        ("higher_harm", ("000", "000"), []),
        ("neither", ("+00", "000"), []),
    ],
)
def test_rul_52_both_past_broken_at_once(
    ruling: str, dice: tuple[str, str], winners: list[int]
) -> None:
    """RUL-52: Both intentions happen, that of more harm, or neither, as ruled."""
    people = (deadly("Ann"), deadly("Bo"))
    rulings = {"double_overflow": ruling}
    ready = (dice[0] + "+", dice[1] + "+")  # the best goes: both are broken
    table = exchange(
        "Brawl", "Argue", ready, people=people, obstructs=False, rulings=rulings
    )
    done = [e.who for e in table.of(IntentionFulfilled) if e.cause == "past_broken"]
    assert sorted(done) == sorted(winners)
    assert all(event.past_broken for event in table.of(HarmApplied))


def test_rul_51_all_out_is_no_concession_unless_all_conceded() -> None:
    """RUL-51: Where one gave up and two are past broken, the ending is past broken."""
    people = (person("Ann"), deadly("Bo"), deadly("Cy"))
    table = Table(scenario(*people, obstruct="choice"))
    table.wish(0, Conceded, 0)
    for who, target in ((1, 2), (2, 1)):
        table.wish(who, IntentDeclared, 0, target=target)
        wish = {"ability": "Brawl", "stance": ACTIVE, "obstructs": False}
        table.wish(who, ActionDeclared, 1, **wish)
    table.dice(1, 1, "0000").dice(1, 2, "0000").run()
    assert [event.past_broken for event in table.of(HarmApplied)] == [True, True]
    assert table.outcome.how == "past broken"


@pytest.mark.parametrize(("compatible", "winners"), [(1, [0, 1]), (0, [0])])
def test_rul_52_the_story_guide_may_find_them_at_odds(
    compatible: int, winners: list[int]
) -> None:
    """RUL-52, ENG-02: Two intentions at odds go to the one who did more harm."""
    told = {"story_guide": {"asked": ["effect"]}, "obstruct": "choice"}
    table = Table(scenario(deadly("Ann"), deadly("Bo"), **told))
    for who, ability in enumerate(("Brawl", "Argue")):
        wish = {"ability": ability, "stance": ACTIVE, "obstructs": False}
        table.wish(who, ActionDeclared, 1, **wish)
    table.dice(1, 0, "++00").dice(1, 1, "+000").until_asked(StoryGuideRuled, 2)
    table.choose(StoryGuideRuled, kind="effect", value=compatible)
    done = [e.who for e in table.of(IntentionFulfilled)]
    assert sorted(done) == winners


def test_rul_03_levels_are_floored_before_they_meet() -> None:
    """RUL-03: Levels are cut off at 0 before they are compared."""
    ranks = {"Brawl": "novice"}
    people = (person("Ann", ranks=ranks), person("Bo", ranks=ranks))
    table = exchange("Brawl", "Brawl", ("-0-", "---"), people=people)
    assert contest(table).stalemate
    assert harms(table) == []


THREE = st.text("+0-", min_size=3, max_size=3)
STRIKES = st.sampled_from((("Brawl", ACTIVE), ("Sneak", ACTIVE), ("React", DEFENSIVE)))


@given(THREE, THREE, STRIKES, STRIKES)
@settings(max_examples=40, deadline=None)
def test_inv_20_seats_do_not_matter(
    mine: str, theirs: str, ours: tuple[str, int], others: tuple[str, int]
) -> None:
    """INV-20: With seats swapped the same dice give the same margin and boxes."""
    here = exchange(ours[0], others[0], (mine, theirs), (ours[1], others[1]))
    there = exchange(others[0], ours[0], (theirs, mine), (others[1], ours[1]))
    assert [here.state.participants[n].harm for n in (0, 1)] == [
        there.state.participants[n].harm for n in (1, 0)
    ]
    assert contest(here).margin == contest(there).margin
    assert contest(here).stalemate == contest(there).stalemate
