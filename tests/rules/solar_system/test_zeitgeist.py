"""Zeitgeist: each side rolls one chain, and the loser shares out the harm."""

from typing import Any

import pytest

from sim.conflict.phrases import in_sentence
from sim.errors import ScenarioError
from sim.rules.solar_system.appraisal.essence import essence
from sim.rules.solar_system.checks.rolling import roll_at
from sim.rules.solar_system.consequences import (
    ONE_SIDED,
    ContestResolved,
    DiceGathered,
    FellOut,
    FreeAndClearOpened,
    HarmApplied,
    IntentionFulfilled,
    MethodSet,
    PoolSpent,
    RulingSettled,
    VolleyClosed,
    WindowOpened,
)
from sim.rules.solar_system.facts import (
    ACTIVE,
    DEFENSIVE,
    NO_ACTION,
    ActionDeclared,
    Conceded,
    DieBought,
    FeePaid,
    HarmShared,
    IntentChanged,
    IntentDeclared,
    ProposalAnswered,
    StayedOut,
    StoryGuideRuled,
)
from sim.rules.solar_system.state import FELL_OUT, is_changing
from sim.rules.solar_system.system import SYSTEM
from sim.seam.events import DiceRolled
from sim.seam.protocol import Decision
from sim.seam.seats import seats
from tests.rules.solar_system.table import VIGOR, Table, person, scenario

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


def sides(sides_: str, ranks: str = "", **told: Any) -> Table:  # noqa: ANN401 - passed on
    """Sit down so many as letters, on these sides, with ranks 0 to 4 in Brawl."""
    names = ("novice", "greenhorn", "journeyman", "master", "grand_master")
    digits = ranks or "2" * len(sides_)
    people = [
        person(name, side=side, ranks={"Brawl": names[int(rank)]})
        for name, side, rank in zip(NAMES, sides_, digits, strict=False)
    ]
    for seat, more in told.pop("more", {}).items():
        people[seat] |= more
    told.setdefault("method", "zeitgeist")
    return Table(scenario(*people, **told))


def brawl(table: Table, *dice: str, volley: int = 1) -> Table:
    """Have everyone brawl with these dice in seat order, and go to the sharing."""
    for who, signs in enumerate(dice):
        table.wish(who, ActionDeclared, volley, ability="Brawl", stance=ACTIVE)
        table.dice(volley, who, signs)
    return table


def shares(table: Table, *amounts: int) -> None:
    """Answer the sharing of harm with these amounts."""
    for amount in amounts:
        table.until_asked(HarmShared).choose(HarmShared, amount=amount)


def test_ss_zeit_01_a_side_rolls_one_chain() -> None:
    """SS-ZEIT-01: In a side the level of the first roller helps the next.

    Also tested: SS-MULTI-03.
    """
    table = brawl(sides("xxy", "123"), "++000", "000", "000").until(ContestResolved)
    assert [(roll.who, len(roll.faces)) for roll in table.of(DiceRolled)] == [
        (1, 3),
        (0, 5),
        (2, 3),
    ]
    met = table.last(ContestResolved)
    assert {met.a: met.level_a, met.b: met.level_b} == {0: 3, 2: 3}


def test_ss_zeit_01_only_if_it_is_chosen() -> None:
    """SS-ZEIT-01: Zeitgeist is played only if it is chosen."""
    table = sides("xxy", method="standard").until(MethodSet)
    assert not table.last(MethodSet).zeitgeist
    assert sides("xxy").until(MethodSet).last(MethodSet).zeitgeist


def test_ss_zeit_01_all_involved_agree() -> None:
    """SS-ZEIT-01: Zeitgeist is played if everybody agrees to it, and not otherwise.

    Also tested: ENG-02.
    """
    for agrees in (True, False):
        table = sides("xxy", method="ask")
        for who in range(3):
            table.until_asked(ProposalAnswered, who)
            answer = agrees or who < 2
            table.choose(ProposalAnswered, agrees=answer)
        assert table.last(MethodSet).zeitgeist is agrees


@pytest.mark.parametrize("method", ["ask", "standard", "zeitgeist"])
def test_rul_58_the_story_guide_is_asked_only_where_it_is_open(method: str) -> None:
    """RUL-58, ENG-02: The Story Guide is asked only where the file leaves it open."""
    asked = {"story_guide": {"asked": ["method"]}}
    if method == "ask":
        for value in (0, 1):
            table = sides("xxy", method=method, **asked)
            table.until_asked(StoryGuideRuled, 3)
            offered = [getattr(option, "value", None) for option in table.options]
            assert offered == [0, 1]
            table.choose(StoryGuideRuled, value=value)
            for who in range(3 * value):
                table.until_asked(ProposalAnswered, who)
                table.choose(ProposalAnswered, agrees=True)
            assert table.last(MethodSet).zeitgeist == bool(value)
    else:
        with pytest.raises(ScenarioError, match="as the Story Guide is asked for it"):
            sides("xxy", method=method, **asked)


def test_rul_58_one_against_one() -> None:
    """RUL-58: Two alone may play a Zeitgeist, but are not asked for it."""
    assert sides("xy").until(MethodSet).last(MethodSet).zeitgeist
    table = sides("xy", method="ask").until(MethodSet)
    assert not table.last(MethodSet).zeitgeist
    assert table.of(ProposalAnswered) == []


def test_rul_58_a_failure_is_one_penalty_die() -> None:
    """RUL-58: A failure in the chain is one penalty die for the next roller.

    Also tested: SS-MULTI-02.
    """
    table = brawl(sides("xxy", "012"), "0000", "---").until(ContestResolved)
    gathered = [check for event in table.of(DiceGathered) for check in event.checks]
    assert [(c.who, c.linked, c.failure) for c in gathered] == [
        (1, 0, 0),
        (0, 0, 1),
        (2, 0, 0),
    ]


def test_rul_58_the_side_that_joined_first_rolls_first() -> None:
    """RUL-58: The first side rolls first, and the two last together."""
    table = brawl(sides("xyxy", "1123"), "", "", "", "").until(ContestResolved)
    batches = [[c.who for c in event.checks] for event in table.of(DiceGathered)]
    assert batches == [[2], [3], [0, 1]]


def circumstances(table: Table) -> dict[int, int]:
    """Return the penalty dice for circumstances of each who has rolled."""
    checks = [check for event in table.of(DiceGathered) for check in event.checks]
    return {check.who: check.circumstance for check in checks}


@pytest.mark.parametrize("whose", ["Ann", "Bo"])
def test_rul_58_circumstances_lie_on_all(whose: str) -> None:
    """RUL-58: Circumstances of one member lie on the whole chain of the side.

    Also tested: SS-MULTI-04.
    """
    told = [{"who": whose, "dice": 1}]
    table = brawl(sides("xxy", circumstances=told), "", "", "").until(ContestResolved)
    assert circumstances(table) == {0: 1, 1: 1, 2: 0}
    settled = table.of(RulingSettled)
    assert [(event.of, event.value) for event in settled] == [(0, 1), (1, 1)]
    assert all("SS-MULTI-04" in event.cites for event in settled)


def test_rul_58_circumstances_are_not_added_up() -> None:
    """RUL-58: Circumstances of a side are its greatest, and are not added up.

    Also tested: SS-DIE-08.
    """
    told = [{"who": "Ann", "dice": 1}, {"who": "Bo", "dice": 2}]
    table = brawl(sides("xxy", circumstances=told), "", "", "").until(ContestResolved)
    assert circumstances(table) == {0: 2, 1: 2, 2: 0}


def test_rul_58_the_story_guide_says_it_once_for_a_side() -> None:
    """RUL-58: The Story Guide is asked for circumstances once for each side.

    Also tested: SS-MULTI-04 and ENG-02.
    """
    guide = {"asked": ["circumstance"]}
    table = brawl(sides("xxy", story_guide=guide), "", "", "")
    table.wish(3, StoryGuideRuled, 1, of=0, value=2)
    table.wish(3, StoryGuideRuled, 1, of=2, value=1)
    table.until(ContestResolved)
    assert circumstances(table) == {0: 2, 1: 2, 2: 1}
    assert [event.of for event in table.of(StoryGuideRuled)] == [0, 2]


def test_ss_multi_04_outside_zeitgeist_each_has_his_own() -> None:
    """SS-MULTI-04, RUL-74: Outside Zeitgeist each has the own circumstances."""
    told = [{"who": "Ann", "dice": 1}]
    table = sides("xxy", circumstances=told, method="standard")
    brawl(table, "", "", "").until(ContestResolved)
    assert circumstances(table) == {0: 1, 1: 0, 2: 0}


@pytest.mark.parametrize(
    ("given", "dealt"),
    [
        ((4, 0), [(1, 0, 4)]),
        ((2, 1), [(1, 0, 2), (2, 0, 1), (3, 0, 1)]),
        ((2, 2), [(1, 0, 2), (2, 0, 2)]),
        ((0, 0), [(3, 0, 4)]),
    ],
)
def test_ss_zeit_03_the_losers_share_out_the_harm(
    given: tuple[int, int], dealt: list[tuple[int, int, int]]
) -> None:
    """SS-ZEIT-03, RUL-58: The losing side shares out the harm as it likes."""
    table = brawl(sides("xyyy", "4000"), "0++", "---", "----", "----")
    table.until_asked(HarmShared, 1)
    amount = table.last(ContestResolved).margin
    assert amount == 6
    table = brawl(sides("xyyy", "4000"), "000", "---", "----", "----")
    shares(table, *given)
    assert table.harms == dealt


def test_ss_zeit_03_shares_add_up() -> None:
    """SS-ZEIT-03: No member can take more than is left, and the last takes the rest."""
    table = brawl(sides("xyyy", "4000"), "000", "---", "----", "----")
    table.until_asked(HarmShared, 1)
    assert sorted(o.amount for o in table.options) == [0, 1, 2, 3, 4]
    table.choose(HarmShared, amount=3)
    assert sorted(o.amount for o in table.options) == [0, 1]
    slim = SYSTEM.ask(essence(table.state))
    assert isinstance(slim, Decision)
    assert slim.options == table.options, "who has taken what is still known"


def test_rul_58_as_evenly_as_possible_comes_first() -> None:
    """RUL-58: The first option shares the harm as evenly as possible."""
    table = brawl(sides("xyyy", "4000"), "000", "---", "----", "----")
    table.until(VolleyClosed)
    assert [amount for _, _, amount in table.harms] == [2, 1, 1]


def test_rul_58_or_one_takes_it_whole() -> None:
    """RUL-58: Under `whole_to_one` each is offered all of the harm or nothing."""
    rulings = {"zeitgeist_distribution": "whole_to_one"}
    table = brawl(sides("xyyy", "4000", rulings=rulings), "000", "---", "----", "----")
    table.until_asked(HarmShared, 1)
    assert sorted(o.amount for o in table.options) == [0, 4]
    table.choose(HarmShared, amount=0).until(VolleyClosed)
    assert len(table.harms) == 1


def test_rul_26_the_last_rollers_pool_is_the_label() -> None:
    """RUL-26, RUL-58: The label is the pool of the last roller's ability."""
    table = sides("xxy", "420")
    table.wish(0, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.wish(1, ActionDeclared, 1, ability="Argue", stance=ACTIVE)
    table.wish(2, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.dice(1, 2, "---").until(HarmApplied)
    assert table.last(HarmApplied).pool == 2


def test_rul_58_the_best_weapon_of_the_side_counts_once() -> None:
    """RUL-58: The best weapon of one side and the best armour of the other count once.

    Also tested: RUL-19.
    """
    arms = [[("weapon", 1)], [("weapon", 2)], [("armor", 1)]]
    arms += [[("armor", 2), ("weapon", 3)]]
    more = {
        n: {
            "items": [
                {"name": role, "bonuses": [{"role": role, "rating": rating}]}
                for role, rating in each
            ]
        }
        for n, each in enumerate(arms)
    }
    table = brawl(sides("xxyy", "4400", more=more), "", "", "---", "----")
    table.until(ContestResolved)
    met = table.last(ContestResolved)
    harm = met.harm_a or met.harm_b
    assert harm is not None
    assert (harm.weapon, harm.armor) == (2, 2)


def test_ss_zeit_02_anyone_may_pay_for_anyone() -> None:
    """SS-ZEIT-02, RUL-59: Any member may pay for a die on another's roll."""
    table = brawl(sides("xxy", "121"), "", "", "")
    while not helping(table):
        table.step()
    table.take(helping(table)[0])
    spent = table.last(PoolSpent)
    assert (spent.who, spent.by, spent.pool, spent.left) == (1, 0, VIGOR, 4)
    table.until(ContestResolved)
    assert len(table.of(DieBought)) == 1


def helping(table: Table) -> list[DieBought]:
    """List what Bo may do now to buy a die for Ann."""
    asked = table.asked
    if not isinstance(asked, Decision) or asked.who != 1:
        return []
    bought = [option for option in asked.options if isinstance(option, DieBought)]
    return [option for option in bought if roll_at(table.state, option.roll).who == 0]


@pytest.mark.parametrize(("ruling", "dice"), [("1", 1), ("one_per_member", 2)])
def test_rul_59_how_many_dice_a_side_may_buy(ruling: str, dice: int) -> None:
    """RUL-59: A side buys one die on a check, or by a ruling one by each member.

    Also tested: SS-ZEIT-02.
    """
    rulings = {"zeitgeist_pool_dice_per_check": ruling}
    table = brawl(sides("xxy", "123", rulings=rulings), "", "", "")
    table.wish(0, DieBought).wish(1, DieBought).until(ContestResolved)
    first = [roll for roll in table.of(DiceRolled) if roll.who == 1]
    assert sum(len(roll.faces) for roll in first) == 3 + dice


def test_ss_zeit_04_the_broken_drop_out() -> None:
    """SS-ZEIT-04, RUL-58: A member who is broken drops out of the next volley."""
    marks = {2: {"harm": {"4": "reason", "5": "reason", "6": "reason"}}}
    table = brawl(sides("xyyy", "4000", more=marks), "000", "---", "----", "----")
    shares(table, 0, 4)
    assert table.last(HarmApplied).box == 7
    assert table.state.participants[2].status == 3
    table.until(VolleyClosed)
    rolled = {roll.who for roll in table.of(DiceRolled)[4:]}
    assert rolled == {0, 1, 3}


def test_ss_zeit_04_the_last_of_a_side_broken_ends_it() -> None:
    """RUL-58, SS-ZEIT-04: A side that has nobody left has lost."""
    marks = {2: {"harm": dict.fromkeys("23456", "reason")}}
    table = brawl(sides("xxy", "440", more=marks), "", "", "--+").run()
    assert table.state.participants[2].status in {2, 3}
    done = {(e.who, e.cause) for e in table.of(IntentionFulfilled)}
    assert {who for who, _ in done} == {0, 1}
    assert table.outcome.how == "side defeated"
    assert table.outcome.returns == (1.0, 1.0, 0.0)


def test_rul_58_past_broken_is_that_members_own_loss() -> None:
    """RUL-58, SS-HARM-10: A member driven past broken is out."""
    marks = {1: {"harm": {"4": "reason", "5": "reason", "6": "reason"}}}
    table = brawl(sides("xyy", "400", more=marks), "+++", "---", "----")
    shares(table, 7)
    assert table.state.participants[1].status in {2, 3}


def test_rul_58_the_first_of_a_side_speaks_for_it() -> None:
    """RUL-58: The first of a side gives up for all, and another alone."""
    table = sides("xxy").until(IntentDeclared, 3).choose(Conceded)
    assert table.outcome.returns == (0.0, 0.0, 1.0)
    table = sides("xxy").until(IntentDeclared, 3).wish(1, Conceded)
    table.until(FreeAndClearOpened)
    assert [participant.status for participant in table.state.participants] == [0, 1, 0]


def test_rul_58_a_side_changes_its_intention_together() -> None:
    """RUL-58: Only the first of a side may announce a change, for all."""
    table = sides("xxy").until(FreeAndClearOpened)
    assert table.offers(IntentChanged)
    table.choose(IntentChanged)
    assert [is_changing(table.state, seat) for seat in seats(3)] == [True, True, False]
    table.until_asked(ActionDeclared, 1)
    assert not table.offers(IntentChanged)
    assert not table.offers(ActionDeclared, stance=ACTIVE)
    assert table.offers(ActionDeclared, stance=DEFENSIVE)


def test_rul_77_the_target_is_the_whole_side() -> None:
    """RUL-77: Whoever aims at one of a side obtains it of any member who gives up."""
    table = sides("xxy").wish(2, IntentDeclared, target=0).until(IntentDeclared, 3)
    table.wish(1, Conceded).until(Conceded)
    done = [(e.who, e.against) for e in table.of(IntentionFulfilled)]
    assert done == [(2, 1)]


def test_rul_58_bruises_lie_on_the_member_who_took_them() -> None:
    """RUL-58: A bruise die is the own of the member who took the harm."""
    table = brawl(sides("xyy", "200"), "-00", "---", "----")
    shares(table, 1)
    assert [participant.bruises for participant in table.state.participants] == [
        0,
        1,
        0,
    ]


@pytest.mark.parametrize("idle", ["xx", "y"])
def test_rul_53_a_side_that_does_nothing(idle: str) -> None:
    """RUL-53: A side that does nothing rolls nothing, and takes the other's full level.

    Also tested: RUL-58.
    """
    table = sides("xxy", "222")
    for who, side in enumerate("xxy"):
        if side in idle:
            table.wish(who, ActionDeclared, 1, stance=0)
        else:
            table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.dice(1, 0, "---").dice(1, 1, "00-+").dice(1, 2, "000").until(VolleyClosed)
    met = table.last(ContestResolved)
    assert (met.relation, met.stalemate) == (ONE_SIDED, False)
    level = 2 if idle == "xx" else 1
    assert sum(amount for _, _, amount in table.harms) == level


@pytest.mark.parametrize("ann", [{"vigor": 2}, {"vigor": 0}])
def test_rul_58_who_is_broken_already_pays_no_fee(ann: dict[str, int]) -> None:
    """RUL-58: A member who is broken from the start falls out, and pays no fee.

    Also tested: SS-ZEIT-04.
    """
    more = {0: {"harm": {"7": "reason"}, "now": ann}}
    table = brawl(sides("xxy", more=more), "", "", "").until(FreeAndClearOpened)
    assert [event.who for event in table.of(FellOut)] == [0]
    assert table.state.participants[0].status == FELL_OUT
    del table.wishes[0]
    table.until(VolleyClosed)
    assert [roll.who for roll in table.of(DiceRolled)] == [1, 2]
    assert table.of(FeePaid) == []
    assert "SS-ZEIT-04" in table.last(FellOut).cites


def test_rul_58_a_side_that_is_broken_already() -> None:
    """RUL-58, SS-ZEIT-04, RUL-51: A side that is all broken from the start has lost."""
    broken = {"harm": {"7": "reason"}}
    table = sides("xxy", more={0: broken, 1: broken}).run()
    assert table.outcome.how == "side defeated"
    assert table.outcome.returns == (0.0, 0.0, 1.0)


def test_ss_zeit_04_each_for_himself_the_broken_may_pay() -> None:
    """SS-ZEIT-04, SS-HARM-09: Outside Zeitgeist the broken may pay the fee and act."""
    more = {0: {"harm": {"7": "reason"}}}
    table = brawl(sides("xxy", more=more, method="standard"), "", "", "")
    table.until(VolleyClosed)
    assert [event.who for event in table.of(FeePaid)] == [0]
    assert table.of(FellOut) == []


@pytest.mark.parametrize(("harm", "asked"), [({}, True), ({"7": "reason"}, False)])
def test_ss_zeit_04_nobody_broken_joins_later(
    harm: dict[str, str],
    asked: bool,  # noqa: FBT001 - a table of cases
) -> None:
    """SS-ZEIT-04, RUL-50: Nobody who is broken can join a Zeitgeist later."""
    more = {2: {"bystander": True, "harm": harm}}
    rulings = {"late_join": "at_free_and_clear"}
    table = sides("xyx", more=more, rulings=rulings).until(MethodSet)
    before = len(table.of(StayedOut))
    table.until(FreeAndClearOpened)
    assert before == 1
    assert (len(table.of(StayedOut)) > before) is asked


def test_rul_58_two_sides_in_parallel() -> None:
    """RUL-58, SS-VOL-04: In parallel each side takes the other's level."""
    table = sides("xxy", "222", obstruct="choice")
    for who in range(3):
        wish = {"ability": "Brawl", "stance": ACTIVE, "obstructs": False}
        table.wish(who, ActionDeclared, 1, **wish)
    table.dice(1, 0, "-00").dice(1, 1, "0000").dice(1, 2, "+00").until(VolleyClosed)
    taken = {who: amount for who, _, amount in table.harms}
    assert taken[2] == 2
    assert taken.get(0, 0) + taken.get(1, 0) == 3


SWORD = [{"name": "sword", "bonuses": [{"role": "weapon", "rating": 3}]}]
KNIFE = [{"name": "knife", "bonuses": [{"role": "weapon", "rating": 1}]}]


@pytest.mark.parametrize(
    ("ann", "bo", "adds"),
    [("idle", [], 0), ("idle", KNIFE, 1), ("acts", [], 3), ("acts", KNIFE, 3)],
)
def test_rul_58_the_weapon_of_an_idle_member_does_not_count(
    ann: str, bo: list[dict[str, Any]], adds: int
) -> None:
    """RUL-58: The weapon of a member who does not act does not count."""
    more = {0: {"items": SWORD}, 1: {"items": bo}}
    table = sides("xxy", "212", more=more)
    if ann == "acts":
        table.wish(0, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    else:
        table.wish(0, ActionDeclared, 1, stance=NO_ACTION)
    for who in (1, 2):
        table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.dice(1, 1, "+++++").dice(1, 2, "---").until(ContestResolved)
    met = table.last(ContestResolved)
    assert (met.a, met.b) == (1, 2)
    assert met.harm_b is not None
    assert met.harm_b.weapon == adds


@pytest.mark.parametrize(("ann", "adds"), [("Argue", 3), ("Sneak", 0)])
def test_rul_58_each_weapon_is_for_its_owners_own_action(ann: str, adds: int) -> None:
    """RUL-58: A weapon counts for its owner's own action, whoever rolls last.

    Also tested: ENG-05.
    """
    bonus = {"role": "weapon", "rating": 3, "when": ["Argue"]}
    more = {0: {"items": [{"name": "pen", "bonuses": [bonus]}]}}
    table = sides("xxy", "212", more=more)
    for who, ability in enumerate((ann, "Brawl", "Brawl")):
        table.wish(who, ActionDeclared, 1, ability=ability, stance=ACTIVE)
    table.dice(1, 1, "+++++").dice(1, 2, "---").until(ContestResolved)
    met = table.last(ContestResolved)
    assert met.harm_b is not None
    assert (met.a, met.harm_b.weapon) == (1, adds)


def test_eng_03_the_method_cites_what_it_is() -> None:
    """ENG-03: Zeitgeist cites its own rules, and the standard way does not."""
    assert "SS-ZEIT-01" in sides("xxy").until(MethodSet).last(MethodSet).cites
    table = sides("xxy", method="standard").until(MethodSet)
    assert "SS-ZEIT-01" not in table.last(MethodSet).cites


def test_rul_09_along_a_chain_nobody_loses_yet() -> None:
    """RUL-09: Under `loser_first` only the two who meet are ordered by who is behind.

    Also tested: SS-ZEIT-01.
    """
    table = sides("aabb", rulings={"dice_window_order": "loser_first"})
    for who, dice in enumerate(("000", "+00", "000", "-00")):
        table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
        table.dice(1, who, dice)
    opened = [event.order for event in table.until(VolleyClosed).of(WindowOpened)]
    assert opened == [(0,), (0,), (1, 0)]


def test_rul_09_whoever_asks_hears_who_may_still_put_dice_on_a_roll() -> None:
    """RUL-09: An open window is told with those who may still put dice down."""
    table = sides("aabb", rulings={"dice_window_order": "loser_first"})
    for who, dice in enumerate(("000", "+00", "000", "-00")):
        table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
        table.dice(1, who, dice)
    opened = table.until(WindowOpened, 3).last(WindowOpened)
    told = in_sentence(SYSTEM, table.state, opened)
    assert told == "The dice lie; Di and Bo may still put dice on them, in that order."
