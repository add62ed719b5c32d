"""The Pain with three and more: whom one can harm, who leaves, and when it ends."""

from typing import Any

import pytest
from msgspec import structs

from sim.library.scenario import load
from sim.rules.solar_system.appraisal.prospects import Returns, returns_of
from sim.rules.solar_system.consequences import (
    ONE_SIDED,
    PERPENDICULAR,
    ActionsLocked,
    ContestResolved,
    FreeAndClearOpened,
    IntentionFulfilled,
    VolleyClosed,
)
from sim.rules.solar_system.facts import (
    ACTIVE,
    DEFENSIVE,
    RETARGET,
    ActionDeclared,
    Conceded,
    FeeRefused,
    IntentChanged,
    IntentDeclared,
    IntentKept,
)
from sim.rules.solar_system.state import Happened
from sim.seam.events import DiceRolled, Seat
from tests.rules.solar_system.table import Table, person, scenario

ANN, BO, CY = range(3)
NAMES = ("Ann", "Bo", "Cy", "Di")


def melee(*targets: int, sides: str = "", **told: Any) -> Table:  # noqa: ANN401 - passed on
    """Sit down as many as have targets, each aiming at theirs, up to the first gate."""
    people = told.pop("people", None)
    if people is None:
        people = [person(name) for name in NAMES[: len(targets)]]
    for character, side in zip(people, sides, strict=False):
        character["side"] = side
    table = Table(scenario(*people, **told))
    for who, target in enumerate(targets):
        table.wish(who, IntentDeclared, 0, target=target, goal=0)
    return table.until(IntentDeclared, len(targets))


def acting(table: Table, volley: int, *told: tuple[str, str]) -> Table:
    """Have each act, in the order of seats, with (ability, dice); React defends."""
    for who, (ability, dice) in enumerate(told):
        stance = DEFENSIVE if ability == "React" else ACTIVE
        table.wish(who, ActionDeclared, volley, ability=ability, stance=stance)
        table.dice(volley, who, dice)
    return table.until(VolleyClosed)


def test_ss_multi_08_only_the_one_named_is_harmed() -> None:
    """SS-MULTI-08: Harm goes to the one the intention names, whoever else fights.

    Also tested: SS-INT-03 and INV-13.
    """
    table = melee(BO, ANN, BO)
    acting(table, 1, ("Brawl", "000"), ("Brawl", "000"), ("Brawl", "+00"))
    assert table.harms == [(BO, CY, 3)]


def test_rul_48_an_attack_nobody_answers() -> None:
    """RUL-48: An attack that nobody answers deals its full level."""
    table = melee(CY, CY, ANN)
    acting(table, 1, ("Brawl", "000"), ("Brawl", "000"), ("Brawl", "+00"))
    assert table.last(ActionsLocked).pairings == (
        (ANN, CY, PERPENDICULAR),
        (BO, CY, ONE_SIDED),
    )
    assert sorted(table.harms) == [(ANN, CY, 1), (CY, BO, 2)]


def test_rul_48_a_defender_meets_every_attacker() -> None:
    """RUL-48: A defender meets every attacker with one roll."""
    table = melee(CY, CY, ANN)
    acting(table, 1, ("Brawl", "000"), ("Brawl", "000"), ("React", "+00"))
    assert table.harms == []
    assert [met.winner for met in table.of(ContestResolved)] == [CY, CY]
    assert len([roll for roll in table.of(DiceRolled) if roll.who == CY]) == 1


@pytest.mark.parametrize(
    ("dice", "dealt"),
    [("000", [(ANN, CY, 1)]), ("+++", [(CY, BO, 2), (ANN, CY, 1)])],
)
def test_rul_48_by_ruling_the_roll_counts_all_the_same(
    dice: str, dealt: list[tuple[int, int, int]]
) -> None:
    """RUL-48: Under `margin` the roll of a busy target counts against the attack."""
    table = melee(CY, CY, ANN, rulings={"unanswered_attack": "margin"})
    acting(table, 1, ("Brawl", "000"), ("Brawl", dice), ("Brawl", "+00"))
    assert sorted(table.harms) == sorted(dealt)


def test_rul_47_one_roll_for_every_pairing() -> None:
    """RUL-47: One roll counts in every pairing."""
    table = melee(CY, CY, ANN, CY)
    told = [("Brawl", "+++"), ("Brawl", "+00"), ("React", "000"), ("Brawl", "---")]
    acting(table, 1, *told)
    assert len(table.of(DiceRolled)) == 4
    assert [(met.level_b, met.margin) for met in table.of(ContestResolved)] == [
        (2, 3),
        (2, 1),
        (2, 2),
    ]


def test_rul_52_the_greatest_harm_first() -> None:
    """RUL-52, RUL-26: The greatest harm is marked first."""
    table = melee(CY, CY, ANN)
    acting(table, 1, ("Argue", "+++"), ("Brawl", "+00"), ("React", "000"))
    assert table.harms == [(CY, ANN, 3), (CY, BO, 1)]
    assert table.state.participants[CY].harm == (1, 0, 3, 0, 0, 0, 0)


def test_rul_52_of_equal_harms_that_of_the_first_seat_comes_first() -> None:
    """RUL-52: Of equal harms to one victim, that by the first to join comes first."""
    table = melee(CY, CY, ANN)
    acting(table, 1, ("Argue", "+00"), ("Brawl", "+00"), ("React", "000"))
    (who, by, amount), second = table.harms
    assert (who, by) == (CY, ANN)
    assert second == (CY, BO, amount)
    assert table.state.participants[CY].harm[amount - 1 : amount + 1] == (3, 1)


def test_rul_33_only_the_tied_pair_is_released() -> None:
    """RUL-33: Only the two who tied are released."""
    table = melee(BO, ANN, 3, CY)
    told = [("Brawl", "000"), ("Brawl", "000"), ("Brawl", "+00"), ("Brawl", "000")]
    acting(table, 1, *told).until(FreeAndClearOpened)
    assert table.last(FreeAndClearOpened).released == (ANN, BO)


def test_rul_33_the_release_is_complete() -> None:
    """RUL-33: A released character may turn to another and attack at once."""
    table = melee(BO, ANN, ANN)
    acting(table, 1, ("Brawl", "000"), ("Brawl", "000"), ("Brawl", "---"))
    table.until(FreeAndClearOpened).choose(IntentDeclared, target=CY)
    table.choose(IntentKept)
    assert table.offers(ActionDeclared, stance=ACTIVE, target=CY)


def test_rul_38_two_of_three_who_defend() -> None:
    """RUL-38: Two of three who defend meet only if each aims at the other."""
    for targets, met in (((BO, ANN, ANN), [(0, 1), (2, 0)]), ((BO, CY, ANN), [(2, 0)])):
        table = melee(*targets)
        acting(table, 1, ("React", ""), ("React", ""), ("Brawl", ""))
        assert sorted((m.a, m.b) for m in table.of(ContestResolved)) == met


def test_ss_multi_07_and_09_until_one_is_left() -> None:
    """SS-MULTI-07, SS-MULTI-09, RUL-51: The Pain goes on until only one is left."""
    table = melee(CY, ANN, ANN).until(VolleyClosed)
    table.wish(BO, Conceded).until(Conceded)
    assert table.of(IntentionFulfilled) == []
    table.until(VolleyClosed).wish(CY, Conceded).run()
    assert table.outcome.how == "last standing"
    assert table.outcome.returns[ANN] == 1.0
    done = [(e.who, e.against, e.cause) for e in table.of(IntentionFulfilled)]
    assert done == [(ANN, CY, "concession")]


def test_rul_51_giving_up_yields_to_all_who_aim_at_one() -> None:
    """RUL-51, SS-GIVE-02: Whoever gives up yields to all who aim at him."""
    table = melee(CY, CY, ANN).wish(CY, Conceded, 0).until(Conceded)
    done = [(e.who, e.against, e.cause) for e in table.of(IntentionFulfilled)]
    assert done == [(ANN, CY, "concession"), (BO, CY, "concession")]


def test_rul_51_past_broken_yields_to_the_one_who_did_it() -> None:
    """RUL-51, SS-HARM-10: Harm past broken yields only to the one who did it."""
    marks = dict.fromkeys("1234567", "reason")
    people = [person("Ann"), person("Bo"), person("Cy", harm=marks)]
    table = melee(CY, CY, ANN, people=people)
    acting(table, 1, ("Brawl", "+00"), ("Brawl", "---"), ("React", "+00+"))
    assert not table.of(IntentionFulfilled)
    table = melee(CY, CY, ANN, people=people)
    acting(table, 1, ("Brawl", "+++"), ("Brawl", "---"), ("React", "0000"))
    done = [(e.who, e.against, e.cause) for e in table.of(IntentionFulfilled)]
    assert done == [(ANN, CY, "past_broken")]
    table.until(FreeAndClearOpened)
    assert {participant.status for participant in table.state.participants[:2]} == {0}


def test_rul_51_sides_win_together() -> None:
    """RUL-51, SS-GIVE-03: The side that is left wins together."""
    table = melee(CY, CY, ANN, sides="xxy").wish(CY, Conceded, 0).run()
    assert table.outcome.how == "side defeated"
    assert table.outcome.returns == (1.0, 1.0, 0.0)


def test_rul_51_the_rest_of_a_side_obtains_at_the_end() -> None:
    """RUL-51: At the end the rest of a side obtains what it has not yet obtained."""
    table = melee(3, CY, ANN, BO, sides="xxyy")
    table.wish(3, Conceded, 0).wish(CY, Conceded, 0).run()
    done = [(e.who, e.against, e.cause) for e in table.of(IntentionFulfilled)]
    assert done == [(BO, CY, "concession"), (ANN, 3, "concession")]
    assert table.outcome.how == "side defeated"


def test_rul_51_who_obtained_nothing_does_so_when_the_other_side_is_gone() -> None:
    """RUL-51: Nobody who has obtained the intention obtains it again at the end."""
    table = melee(CY, CY, ANN, ANN, sides="xxyy")
    table.wish(CY, Conceded, 0).wish(3, Conceded, 0).run()
    causes = sorted((e.who, e.against, e.cause) for e in table.of(IntentionFulfilled))
    assert causes == [(ANN, CY, "concession"), (BO, CY, "concession")]


def test_rul_49_a_new_target_costs_nothing() -> None:
    """RUL-49: Whoever has lost a target names another at no cost."""
    table = melee(CY, ANN, ANN).dice(1, ANN, "+00").until(VolleyClosed)
    table.wish(CY, Conceded)
    table.until(FreeAndClearOpened)
    assert table.last(FreeAndClearOpened).retargeting == (ANN,)
    table.choose(IntentDeclared, target=BO)
    assert table.last(IntentDeclared).basis == RETARGET
    assert table.offers(ActionDeclared, stance=ACTIVE, target=BO)


def test_rul_49_until_then_one_can_only_defend() -> None:
    """RUL-49: Without a new target one can only defend."""
    table = melee(CY, ANN, ANN).dice(1, ANN, "+00").until(VolleyClosed)
    table.wish(CY, Conceded)
    table.until(FreeAndClearOpened).choose(IntentKept)
    assert not table.offers(ActionDeclared, stance=ACTIVE)
    assert table.offers(ActionDeclared, stance=DEFENSIVE)
    table.until(FreeAndClearOpened)
    assert table.last(FreeAndClearOpened).retargeting == (ANN,)


def test_rul_49_by_ruling_it_is_a_change_like_any_other() -> None:
    """RUL-49: Under `change_intention` a new target has to be announced."""
    rulings = {"retarget_after_target_left": "change_intention"}
    table = melee(CY, ANN, ANN, rulings=rulings).dice(1, ANN, "+00")
    table.until(VolleyClosed)
    table.wish(CY, Conceded).until(FreeAndClearOpened)
    assert table.last(FreeAndClearOpened).retargeting == ()
    assert not table.offers(ActionDeclared, stance=ACTIVE)
    table.choose(IntentChanged).until(FreeAndClearOpened)
    assert table.offers(IntentDeclared, target=BO)


def test_rul_51_a_standoff() -> None:
    """RUL-51: The Pain is a standoff where nobody has a target left."""
    people = [person(name) for name in NAMES[:3]]
    for character in people[:2]:
        character["intentions"] = [{"name": "mild", "target": "Cy"}]
    table = melee(CY, CY, ANN, people=people).wish(CY, Conceded, 0).run()
    assert table.outcome.how == "standoff"


def test_rul_49_to_turn_to_another_is_a_change() -> None:
    """RUL-49: To turn from one target to another is a change of the intention.

    Also tested: SS-INT-03.
    """
    table = melee(BO, ANN, ANN).until(FreeAndClearOpened)
    assert not table.offers(ActionDeclared, stance=ACTIVE, target=CY)
    assert table.offers(IntentChanged)


def test_rul_48_nobody_harms_whom_one_did_not_aim_at() -> None:
    """RUL-48, RUL-12, INV-13: Nobody harms a character one did not aim at."""
    people = [person("Ann", harm={"7": "reason"}), person("Bo"), person("Cy")]
    table = melee(CY, ANN, BO, people=people).wish(ANN, FeeRefused)
    acting(table, 1, ("Brawl", ""), ("React", "---"), ("Brawl", "+00"))
    assert table.harms == [(BO, CY, 3)]


def test_rul_40_who_gives_up_in_the_talk_is_out_of_the_volley() -> None:
    """RUL-40: Under `until_lock` whoever gives up is out of the volley at once.

    Also tested: RUL-49.
    """
    table = melee(BO, ANN, ANN, rulings={"concession_window": "until_lock"})
    table.wish(ANN, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.wish(CY, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.wish(BO, Conceded, 1).until(Conceded).until_asked(ActionDeclared, ANN)
    assert not table.offers(ActionDeclared, stance=ACTIVE)
    table.choose(ActionDeclared, stance=DEFENSIVE).until(ActionsLocked)
    assert table.last(ActionsLocked).pairings == ((CY, ANN, PERPENDICULAR),)


def test_rul_51_no_standoff_before_a_new_target_could_be_named() -> None:
    """RUL-51, RUL-49: There is no standoff before a new target could be named."""
    table = melee(CY, CY, ANN, rulings={"concession_window": "until_lock"})
    table.wish(CY, Conceded, 1).until(Conceded).until(FreeAndClearOpened)
    assert table.last(FreeAndClearOpened).retargeting == (ANN, BO)


@pytest.mark.parametrize(
    ("ruling", "before", "robber", "ally"),
    [("keeps", 0.5, 1.0, 1.0), ("shares", 0.6, 0.8, 0.8)],
)
def test_rul_51_giving_up_leaves_what_was_obtained_before(
    ruling: str, before: float, robber: float, ally: float
) -> None:
    """RUL-51: Giving up leaves what was obtained before, halved by what was suffered.

    Whom nobody is after keeps it all [RUL-97]. Under `shares` the allies who go on are
    taken to lose.
    """
    loaded = load("ambush", {"leaving_allies": ruling})
    ysolde, ancel = Seat(1), Seat(3)
    state = loaded.system.initial(loaded.scenario)
    assert returns_of(state, ysolde, 0) == Returns(before, 1.0, 0.5)
    obtained = Happened(ysolde, 0, ancel, lasting=False)
    state = structs.replace(state, obtained=frozenset({obtained}))
    assert returns_of(state, ysolde, 0) == Returns(robber, 1.0, 0.8)
    assert returns_of(state, Seat(0), 0) == Returns(ally, 1.0, 0.6)  # her ally's share
    suffered = Happened(ancel, 0, ysolde, lasting=False)
    state = structs.replace(state, obtained=frozenset({obtained, suffered}))
    assert returns_of(state, ysolde, 0) == Returns(0.8, 0.8, 0.8)
