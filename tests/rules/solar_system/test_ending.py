"""Giving up, the end of the Pain, shake-out, and what everybody gets."""

from typing import Any

import pytest

from sim.rules.solar_system.appraisal.appraise import appraise
from sim.rules.solar_system.consequences import (
    ActionsLocked,
    ConcessionsShown,
    ConflictClosed,
    ContestResolved,
    DiceGathered,
    FreeAndClearOpened,
    HarmApplied,
    IntentionFulfilled,
    VolleyClosed,
)
from sim.rules.solar_system.events.aftermath import HarmCollapsed
from sim.rules.solar_system.facts import (
    ACTIVE,
    NO_ACTION,
    ActionDeclared,
    AnsweredSealed,
    Conceded,
    IntentChanged,
    IntentDeclared,
    WentOn,
)
from sim.rules.solar_system.state import GAVE_UP, IN
from sim.seam.events import Seat
from sim.seam.protocol import Decision
from tests.rules.solar_system.table import Table, person, scenario


def sitting(*people: dict[str, Any], **told: Any) -> Table:  # noqa: ANN401 - passed on
    """Sit down to the Pain."""
    return Table(scenario(*people, **told))


def test_ss_give_01_only_before_a_free_and_clear() -> None:
    """SS-GIVE-01: Giving up is offered at each gate, and never from there to the next.

    Also tested: RUL-40.
    """
    table = sitting()
    for _ in range(60):
        talking = table.of(FreeAndClearOpened) and not isinstance(
            table.events[-1], WentOn | VolleyClosed
        )
        if isinstance(table.asked, Decision) and talking:
            assert not table.offers(Conceded)
        table.step()
    assert len(table.of(WentOn)) >= 4


def test_rul_40_a_gate_precedes_the_first_volley() -> None:
    """RUL-40, RUL-41: One may give up before anything is rolled."""
    table = sitting().until(IntentDeclared, 2).choose(Conceded)
    assert table.outcome.how == "conceded"
    assert table.of(DiceGathered) == []


def test_ss_give_02_the_opponents_intention_happens() -> None:
    """SS-GIVE-02: The opponent of whoever gives up obtains the intention.

    Also tested: SS-GIVE-03 and SS-INT-04.
    """
    table = sitting().until(VolleyClosed).wish(1, Conceded).run()
    done = table.of(IntentionFulfilled)
    assert [(e.who, e.goal, e.against, e.cause) for e in done] == [
        (0, 0, 1, "concession")
    ]
    assert table.outcome.how == "conceded"
    assert table.outcome.returns == (1.0, 0.0)


def test_ss_give_04_the_intention_in_force_at_that_moment() -> None:
    """SS-GIVE-04: What is obtained is the intention in force at that moment."""
    table = sitting().wish(0, IntentChanged, 1).until(VolleyClosed)
    table.wish(1, Conceded).run()
    assert table.last(IntentionFulfilled).goal == 0
    table = sitting().wish(0, IntentChanged, 1).wish(0, IntentDeclared, 2, goal=1)
    table.until(VolleyClosed, 2).wish(1, Conceded).run()
    assert table.last(IntentionFulfilled).goal == 1


def test_ss_give_05_the_story_guide_gives_up_like_anybody() -> None:
    """SS-GIVE-05: A character of the Story Guide may give up like anybody."""
    table = sitting(person("Ann"), person("Bo", story_guide=True))
    table.until_asked(Conceded, 1).choose(Conceded)
    assert table.last(IntentionFulfilled).who == 0


def test_rul_40_until_the_lock() -> None:
    """RUL-40: Under `until_lock` one may give up after hearing the new intention."""
    rulings = {"concession_window": "until_lock"}
    table = sitting(rulings=rulings).wish(0, IntentChanged, 1)
    table.wish(0, IntentDeclared, 2, goal=1).until(FreeAndClearOpened, 2)
    table.until_asked(Conceded, 1).choose(Conceded).run()
    assert len(table.of(ActionsLocked)) == 1
    assert table.last(IntentionFulfilled).goal == 1
    assert table.outcome.how == "conceded"


@pytest.mark.parametrize("mode", ["sequential", "sealed"])
def test_rul_40_until_the_lock_the_gate_is_asked_too(mode: str) -> None:
    """RUL-40: Under `until_lock` one is asked at the gate and in each turn."""
    rulings = {"concession_window": "until_lock", "concession_mode": mode}
    table = sitting(rulings=rulings).until(FreeAndClearOpened)
    assert len(table.of(WentOn)) + len(table.of(AnsweredSealed)) == 2
    assert table.offers(Conceded)
    table.choose(WentOn)
    assert table.who == 0
    assert table.offers(ActionDeclared)
    table.choose(ActionDeclared, stance=ACTIVE)
    assert table.who == 1
    assert table.offers(Conceded)


def test_ss_give_04_before_worse_is_named_even_so() -> None:
    """SS-GIVE-04: Under `until_lock` too one may give up while the intention is mild.

    Also tested: RUL-40.
    """
    rulings = {"concession_window": "until_lock"}
    table = sitting(rulings=rulings).wish(0, IntentChanged, 1).until(VolleyClosed)
    table.until_asked(Conceded, 1).choose(Conceded)
    assert table.last(IntentionFulfilled).goal == 0


def test_rul_41_one_after_the_other() -> None:
    """RUL-41: When one of two gives up, the other is not asked."""
    table = sitting().until(IntentDeclared, 2)
    assert table.who == 0
    table.choose(Conceded)
    assert table.outcome.how == "conceded"
    assert table.of(WentOn) == []
    assert table.last(IntentionFulfilled).who == 1


def test_rul_41_both_give_up_unseen_and_nobody_gets_it() -> None:
    """RUL-41: Under `sealed` both may give up unseen, and nobody wins."""
    table = sitting(rulings={"concession_mode": "sealed"}).until(IntentDeclared, 2)
    table.choose(AnsweredSealed, concedes=True)
    asked = table.asked
    assert isinstance(asked, Decision)
    assert asked.who == 1
    other = sitting(rulings={"concession_mode": "sealed"}).until(IntentDeclared, 2)
    other.choose(AnsweredSealed, concedes=False)
    blind = other.asked
    assert isinstance(blind, Decision)
    assert asked.view == blind.view
    table.choose(AnsweredSealed, concedes=True)
    assert table.last(ConcessionsShown).conceding == (0, 1)
    assert table.outcome.how == "mutual concession"
    assert table.outcome.returns == (0.5, 0.5)
    assert table.of(IntentionFulfilled) == []


def test_rul_41_sealed_and_one_gives_up() -> None:
    """RUL-41: Under `sealed` the one who goes on obtains the intention."""
    table = sitting(rulings={"concession_mode": "sealed"}).until(IntentDeclared, 2)
    table.choose(AnsweredSealed, concedes=False).choose(AnsweredSealed, concedes=True)
    assert table.outcome.how == "conceded"
    assert table.outcome.returns == (1.0, 0.0)
    assert [e.who for e in table.of(IntentionFulfilled)] == [0]


@pytest.mark.parametrize("leaving", [0, 1, 2])
def test_rul_41_sealed_one_of_three_gives_up_alone(leaving: int) -> None:
    """RUL-41, RUL-51: Under `sealed` one of three leaves, and the others obtain."""
    rulings = {"concession_mode": "sealed"}
    people = [person(name) for name in ("Ann", "Bo", "Cy")]
    table = sitting(*people, rulings=rulings)
    others = [seat for seat in range(3) if seat != leaving]
    for seat in others:
        table.wish(seat, IntentDeclared, 0, target=leaving)
    table.wish(leaving, AnsweredSealed, 0, concedes=True).until(FreeAndClearOpened)
    assert [answer.who for answer in table.of(AnsweredSealed)] == [0, 1, 2]
    assert table.last(ConcessionsShown).conceding == (leaving,)
    done = [(e.who, e.against, e.cause) for e in table.of(IntentionFulfilled)]
    assert done == [(seat, leaving, "concession") for seat in others]
    status = [participant.status for participant in table.state.participants]
    assert status == [GAVE_UP if seat == leaving else IN for seat in range(3)]
    assert table.of(Conceded) == []


@pytest.mark.parametrize("leaving", [(1,), (2,), (0, 1)])
def test_rul_58_sealed_who_leaves_with_whom(leaving: tuple[int, ...]) -> None:
    """RUL-58, RUL-41: A second member leaves alone, and a first with the whole side."""
    people = [
        person(n, side=s) for n, s in zip(("Ann", "Bo", "Cy"), "xxy", strict=True)
    ]
    rulings = {"concession_mode": "sealed"}
    table = sitting(*people, rulings=rulings, method="zeitgeist")
    table.wish(leaving[0], AnsweredSealed, 0, concedes=True).until(ConcessionsShown)
    assert table.last(ConcessionsShown).conceding == leaving
    gone = [s for s, p in enumerate(table.state.participants) if p.status == GAVE_UP]
    assert tuple(gone) == leaving


def test_rul_51_the_side_that_is_left_obtains_each_its_own() -> None:
    """RUL-51: Each of the side that is left obtains the own intention."""
    ann, bo = (
        person(
            name,
            side="x",
            ranks={"Brawl": "grand_master"},
            intentions=[{"name": "goal", "worth": worth}],
        )
        for name, worth in (("Ann", 0.5), ("Bo", 0.75))
    )
    cy = person("Cy", side="y", harm=dict.fromkeys("4567", "reason"))
    table = sitting(ann, bo, cy)
    table.wish(0, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    for seat in (1, 2):
        table.wish(seat, ActionDeclared, 1, stance=NO_ACTION)
    table.dice(1, 0, "000").run()
    assert table.outcome.how == "side defeated"
    assert table.outcome.returns == (0.5, 0.75, 0.0)
    causes = [(e.who, e.cause) for e in table.of(IntentionFulfilled)]
    assert causes == [(0, "past_broken"), (1, "side_defeated")]


@pytest.mark.parametrize("wins", [True, False])
def test_rul_51_who_obtained_nothing_fares_as_the_side_does(wins: bool) -> None:  # noqa: FBT001
    """RUL-51: Whoever obtained nothing fares as the allies do."""
    aims = (
        ("Ann", "x", "Di", 0.5, 0.25),
        ("Bo", "x", "Di", 1.0, 0.0),
        ("Cy", "x", "Ed", 0.75, 0.5),
        ("Di", "y", "Ann", 0.5, 0.25),
        ("Ed", "y", "Cy", 0.75, 0.5),
    )
    people = [
        person(
            name,
            side=side,
            intentions=[
                {"name": "goal", "target": target, "worth": worth, "leaves": left}
            ],
        )
        for name, side, target, worth, left in aims
    ]
    # Nobody aims at Bo, who gives up first, and so nothing is done to him.
    table = sitting(*people).wish(1, Conceded, 0).until(Conceded)
    for seat in (3, 4) if wins else (0, 2):
        table.wish(seat, Conceded)
    table.run()
    assert table.outcome.how == "side defeated"
    won, lost = (0.5, 0.75), (0.25, 0.5)
    ours, theirs = (won, lost) if wins else (lost, won)
    bo = max(won) if wins else min(lost)
    assert table.outcome.returns == (ours[0], bo, ours[1], *theirs)


def two_against_two(ruling: str, *aims: tuple[str, str, str]) -> Table:
    """Sit down people of two sides; what each wants is worth .75 and leaves .25."""
    people = [
        person(
            name,
            side=side,
            intentions=[
                {"name": "goal", "target": target, "worth": 0.75, "leaves": 0.25}
            ],
        )
        for name, side, target in aims
    ]
    return sitting(*people, rulings={"leaving_allies": ruling})


AFTER_ANN = (
    ("Ann", "x", "Ed"),
    ("Bo", "x", "Di"),
    ("Di", "y", "Ann"),
    ("Ed", "y", "Ann"),
)


@pytest.mark.parametrize(
    ("ruling", "returns", "cites"),
    [
        ("keeps", (0.25, 0.75, 0.25, 0.75), ("RUL-51",)),
        ("shares", (0.25, 0.5, 0.25, 0.75), ("RUL-51", "RUL-97")),
    ],
)
def test_rul_97_who_goes_home_with_the_spoils(
    ruling: str, returns: tuple[float, ...], cites: tuple[str, ...]
) -> None:
    """RUL-97: Whoever left shares in what allies suffer later, by ruling."""
    table = two_against_two(ruling, *AFTER_ANN)
    for volley, seat in enumerate((2, 1, 0)):
        table.wish(seat, Conceded, volley)
    table.until(Conceded, 1)
    assert appraise(table.state, Conceded(Seat(1))).gives == returns[1]
    table.run()
    assert table.outcome.returns == returns
    assert table.outcome.cites == cites


@pytest.mark.parametrize(("ruling", "expected"), [("keeps", 0.75), ("shares", 0.5)])
def test_rul_97_who_goes_home_first(ruling: str, expected: float) -> None:
    """RUL-97: Whoever left with nothing shares it only under `shares`."""
    table = two_against_two(
        ruling,
        ("Ann", "x", "Di"),
        ("Bo", "x", "Di"),
        ("Di", "y", "Ann"),
        ("Ed", "y", "Ann"),
        ("Cy", "x", "Ed"),
    )
    table.wish(1, Conceded, 0).wish(0, Conceded, 1)
    for seat in (2, 3):
        table.wish(seat, Conceded, 2)
    table.run()
    assert table.outcome.how == "side defeated"
    assert table.outcome.returns[1] == expected


def test_rul_97_who_was_overcome_shares_nothing_more() -> None:
    """RUL-97: Whoever gave up and was overcome suffers that, and nothing of allies."""
    aims = (
        ("Ann", "x", "Di", 0.0),
        ("Bo", "x", "Ed", 0.0),
        ("Di", "y", "Bo", 0.5),
        ("Ed", "y", "Ann", 0.25),
    )
    people = [
        person(
            name,
            side=side,
            intentions=[{"name": "goal", "target": target, "leaves": leaves}],
        )
        for name, side, target, leaves in aims
    ]
    table = sitting(*people, rulings={"leaving_allies": "shares"})
    table.wish(1, Conceded, 0).wish(0, Conceded, 1).run()
    assert table.outcome.returns[:2] == (0.25, 0.5)


def test_rul_51_a_bystander_gets_half_whoever_wins() -> None:
    """RUL-51: A bystander gets a half, whoever wins."""
    cy = person("Cy", side="x", bystander=True)
    table = sitting(person("Ann", side="x"), person("Bo", side="y"), cy)
    table.wish(1, Conceded).run()
    assert table.outcome.returns == (1.0, 0.0, 0.5)


def test_rul_51_without_a_winner_allies_share_nothing() -> None:
    """RUL-51, RUL-75: Without a winner allies share nothing."""
    aims = (
        ("Ann", "x", "Bo"),
        ("Bo", "y", "Ann"),
        ("Cy", "x", "Di"),
        ("Di", "y", "Cy"),
    )
    people = [
        person(name, side=side, intentions=[{"name": "goal", "target": target}])
        for name, side, target in aims
    ]
    table = sitting(*people, rulings={"max_volleys": 1}).wish(1, Conceded, 0).run()
    assert table.outcome.how == "round limit"
    assert table.outcome.returns == (1.0, 0.0, 0.5, 0.5)


@pytest.mark.parametrize("volleys", [1, 2, 5])
def test_rul_75_the_round_limit(volleys: int) -> None:
    """RUL-75: At the round limit the Pain closes without a winner."""
    table = sitting(rulings={"max_volleys": volleys})
    for volley in range(1, volleys + 1):
        table.dice(volley, 0, "+00").dice(volley, 1, "-00")
    table.run()
    assert len(table.of(VolleyClosed)) == volleys
    assert table.of(ContestResolved)
    assert table.outcome.how == "round limit"
    assert table.outcome.returns == (0.5, 0.5)
    assert table.of(IntentionFulfilled) == []
    assert {e.cause for e in table.of(HarmCollapsed)} == {"shake_out"}


def test_rul_75_the_default_limit_is_two_hundred() -> None:
    """RUL-75: The round limit is 200 volleys unless a scenario says another."""
    table = sitting(rulings={"pool_die_timing": "before_roll_only"})
    assert table.state.setup.rulings.max_volleys == 200


def test_ss_shake_01_harm_shakes_out_at_the_end() -> None:
    """SS-SHAKE-01, RUL-28: Marks slide down once, when the Pain closes."""
    bo = person("Bo", harm={"2": "vigor", "3": "reason", "6": "instinct"})
    table = sitting(person("Ann"), bo).until(VolleyClosed, 2)
    assert table.of(HarmCollapsed) == []
    table.wish(0, Conceded).run()
    shaken = table.of(HarmCollapsed)
    assert [(e.who, e.cause, e.after) for e in shaken] == [
        (1, "shake_out", (1, 3, 2, 0, 0, 0, 0))
    ]
    closed = table.events.index(table.last(ConflictClosed))
    assert table.events.index(shaken[0]) < closed


def test_ss_shake_02_sliding_down_bruises_nobody() -> None:
    """SS-SHAKE-02, SS-HARM-12: Marks that slide down bring no bruise dice."""
    bo = person("Bo", harm=dict.fromkeys("23567", "vigor"))
    table = sitting(person("Ann"), bo).wish(0, Conceded).run()
    after = table.state.participants[1]
    assert after.bruises == 0
    assert after.harm == (1, 1, 1, 1, 1, 0, 0)


def test_rul_23_unused_bruise_dice_outlast_the_pain() -> None:
    """RUL-23: Bruise dice that were not used outlast the Pain."""
    table = sitting()
    for who in (0, 1):
        table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.dice(1, 0, "+00").until(HarmApplied).wish(1, Conceded).run()
    assert table.state.participants[1].bruises == 1


@pytest.mark.parametrize(("ruling", "second"), [("travel", 1), ("stay", 3)])
def test_rul_27_labels_travel_or_stay(ruling: str, second: int) -> None:
    """RUL-27: Labels move with the marks or stay, as the ruling says."""
    bo = person("Bo", harm={"2": "reason", "5": "vigor"})
    rulings = {"collapse_labels": ruling}
    table = sitting(person("Ann"), bo, rulings=rulings).wish(0, Conceded).run()
    assert table.state.participants[1].harm == (3, second, 0, 0, 0, 0, 0)


def test_rul_51_what_an_intention_is_worth() -> None:
    """RUL-51: The scenario may say what an intention is worth, and what it leaves."""
    goals = [{"name": "mild", "worth": 0.75, "leaves": 0.25}]
    table = sitting(person("Ann", intentions=goals), person("Bo"))
    table.wish(1, Conceded).run()
    assert table.outcome.returns == (0.75, 0.25)


def test_ss_bdp_07_harm_shakes_out_after_the_intention() -> None:
    """SS-BDP-07, SS-INT-04: The intention happens before harm is shaken out."""
    bo = person("Bo", harm={"5": "vigor"})
    table = sitting(person("Ann"), bo).wish(1, Conceded).run()
    order = [IntentionFulfilled, HarmCollapsed, ConflictClosed]
    places = [table.events.index(table.last(kind)) for kind in order]
    assert places == sorted(places)
