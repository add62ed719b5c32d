"""After a resisted check: who may begin the Pain, who joins, and who wants what."""

from typing import Any

import pytest

from sim.rules.solar_system.consequences import (
    CheckResolved,
    DiceGathered,
    FreeAndClearOpened,
    HarmApplied,
    IntentionFulfilled,
    PainBegan,
    PainOffered,
)
from sim.rules.solar_system.facts import (
    ActionDeclared,
    Conceded,
    DieBought,
    IntentDeclared,
    Joined,
    PainDeclared,
    PainDeclined,
    StayedOut,
    StoryGuideRuled,
)
from sim.seam.events import DiceRolled
from tests.rules.solar_system.table import Table, person, scenario


def offered(*people: dict[str, Any], **told: Any) -> Table:  # noqa: ANN401 - passed on
    """Go to the offer after Ann's Sneak beat Bo's Brawl 3 to 2; they are seats 0, 1."""
    seats = people or (person("Ann"), person("Bo"))
    checks = [
        {"who": "Ann", "abilities": ["Sneak"]},
        {"who": "Bo", "abilities": ["Brawl"]},
    ]
    opening = {"kind": "resisted", "checks": checks}
    table = Table(scenario(*seats, opening=opening, **told))
    return table.dice(0, 0, "+00").dice(0, 1, "000").until(PainOffered)


def test_ss_bdp_01_the_loser_is_asked_then_the_winner() -> None:
    """SS-BDP-01: The loser is asked first, then the winner, and both may decline.

    Also tested: RUL-43.
    """
    table = offered()
    assert table.who == 1
    table.choose(PainDeclined)
    assert table.who == 0
    table.choose(PainDeclined)
    assert table.outcome.how == "accepted"
    assert table.last(IntentionFulfilled).who == 0


@pytest.mark.parametrize("who", [0, 1])
def test_ss_bdp_01_either_may_bring_it_down(who: int) -> None:
    """SS-BDP-01: The loser as well as the winner may begin the Pain."""
    table = offered().wish(who, PainDeclared).until(PainBegan)
    assert table.last(PainBegan).declared_by == who
    assert table.of(IntentionFulfilled) == []


def test_ss_bdp_02_the_story_guide_may_not() -> None:
    """SS-BDP-02, SS-META-02: A character of the Story Guide is not asked."""
    table = offered(person("Ann"), person("Bo", story_guide=True))
    assert table.who == 0
    table.choose(PainDeclined)
    assert table.outcome.how == "accepted"


def test_rul_43_nobody_calls_it_between_two_of_the_story_guide() -> None:
    """RUL-43: A check between two of his characters stays a simple check."""
    people = (person("Ann", story_guide=True), person("Bo", story_guide=True))
    table = offered(*people)
    assert table.outcome.how == "accepted"
    assert table.of(PainDeclined) == []


def test_rul_43_the_story_guide_may_by_ruling() -> None:
    """RUL-43: Under `story_guide_may_declare` his character is asked as well."""
    rulings = {"story_guide_may_declare": True}
    table = offered(person("Ann"), person("Bo", story_guide=True), rulings=rulings)
    assert table.who == 1
    table.choose(PainDeclared)
    assert table.last(PainBegan).declared_by == 1


@pytest.mark.parametrize("asks", [0, 1])
def test_rul_44_the_story_guide_may_ask_once(asks: int) -> None:
    """RUL-44: The Story Guide may ask once that those who declined think again.

    Also tested: SS-BDP-02.
    """
    bo = person("Bo", story_guide=True)
    table = offered(person("Ann"), bo, story_guide={"asked": ["request_pain"]})
    table.choose(PainDeclined)
    assert table.who == 2
    table.choose(StoryGuideRuled, kind="request_pain", value=asks)
    if asks:
        assert table.who == 0
        table.choose(PainDeclined)
    assert table.outcome.how == "accepted"


def test_rul_44_a_player_may_follow_the_request() -> None:
    """RUL-44: A player who follows the request is the one who begins the Pain."""
    table = offered(story_guide={"asked": ["request_pain"]})
    table.choose(PainDeclined).choose(PainDeclined)
    table.choose(StoryGuideRuled, value=1)
    assert table.who == 1
    table.choose(PainDeclined).choose(PainDeclared)
    assert table.last(PainBegan).declared_by == 0


def test_ss_bdp_03_the_check_is_set_aside() -> None:
    """SS-BDP-03, RUL-42: No harm and no dice come of the check that is set aside."""
    table = offered(person("Ann"), person("Bo"))
    before = table.state.participants
    table.wish(1, PainDeclared).until(DiceGathered)
    assert [check.linked for check in table.last(DiceGathered).checks] == [0, 0]
    assert [participant.pools for participant in table.state.participants] == [
        participant.pools for participant in before
    ]
    assert table.of(HarmApplied) == []


def test_ss_bdp_03_points_stay_spent() -> None:
    """SS-BDP-03: A point paid for the first check is not given back."""
    checks = [
        {"who": "Ann", "abilities": ["Sneak"]},
        {"who": "Bo", "abilities": ["Brawl"]},
    ]
    told = scenario(opening={"kind": "resisted", "checks": checks})
    table = Table(told).wish(0, DieBought).wish(1, PainDeclared).until(PainBegan)
    assert table.state.participants[0].pools == (5, 4, 5)


def test_ss_bdp_04_only_the_pain_kills_a_major_one() -> None:
    """SS-BDP-04: Only the Pain kills a major character for good."""
    ann = person("Ann", intentions=[{"name": "kill", "permanent": True}])
    bo = person("Bo", story_guide=True, major=True)
    assert not offered(ann, bo).run().last(IntentionFulfilled).lasting
    table = offered(ann, bo).wish(0, PainDeclared).wish(1, Conceded).run()
    assert table.last(IntentionFulfilled).lasting


def test_ss_bdp_05_intentions_come_before_the_first_volley() -> None:
    """SS-BDP-05, SS-INT-01: Everyone declares an intention before the first volley."""
    table = offered().wish(1, PainDeclared).until(FreeAndClearOpened)
    declared = table.of(IntentDeclared)
    assert [event.who for event in declared] == [1, 0]
    assert {event.basis for event in declared} == {0}


def test_ss_bdp_06_bystanders_may_join() -> None:
    """SS-BDP-06: A bystander is asked at the declaration, and may join or pass.

    Also tested: SS-MULTI-07 and RUL-50.
    """
    people = (person("Ann"), person("Bo"), person("Cy", bystander=True))
    table = offered(*people).wish(1, PainDeclared).until(PainBegan)
    assert table.who == 2
    assert table.offers(StayedOut)
    table.choose(Joined).until(FreeAndClearOpened)
    assert {event.who for event in table.of(IntentDeclared)} == {0, 1, 2}


def test_ss_bdp_06_who_stays_out_takes_no_part() -> None:
    """SS-BDP-06: A bystander who stays out declares nothing and cannot be aimed at."""
    people = (person("Ann"), person("Bo"), person("Cy", bystander=True))
    table = offered(*people).wish(1, PainDeclared).until(StayedOut)
    targets = {o.target for o in table.options if isinstance(o, IntentDeclared)}
    assert targets == {0}
    table.until(FreeAndClearOpened)
    assert {event.who for event in table.of(IntentDeclared)} == {0, 1}


def test_ss_bdp_06_a_joiner_picks_a_side() -> None:
    """SS-BDP-06: A bystander may join a side, and aims at the other one."""
    people = (person("Ann"), person("Bo"), person("Cy", bystander=True))
    table = offered(*people).wish(1, PainDeclared).until(PainBegan)
    table.choose(Joined, side=0).until_asked(IntentDeclared, 2)
    targets = {o.target for o in table.options if isinstance(o, IntentDeclared)}
    assert targets == {1}


@pytest.mark.parametrize("own", [0, 1])
def test_rul_50_ones_own_side_is_offered_first(own: int) -> None:
    """RUL-50: Of the sides one may join, that of one's own sheet comes first."""
    sides = ("x", "y")
    cy = person("Cy", side=sides[own], bystander=True)
    table = Table(scenario(person("Ann", side="x"), person("Bo", side="y"), cy))
    table.until_asked(Joined, 2)
    joins = [option.side for option in table.options if isinstance(option, Joined)]
    assert joins == [own, 1 - own]


@pytest.mark.parametrize(("ruling", "late"), [("never", 0), ("at_free_and_clear", 1)])
def test_rul_50_joining_later(ruling: str, late: int) -> None:
    """RUL-50: Bystanders may join later only under `at_free_and_clear`."""
    people = (person("Ann"), person("Bo"), person("Cy", bystander=True))
    table = offered(*people, rulings={"late_join": ruling})
    table.wish(1, PainDeclared).until(FreeAndClearOpened)
    if late:
        table.wish(2, Joined)
    table.until(FreeAndClearOpened)
    joined = [event for event in table.of(IntentDeclared) if event.who == 2]
    assert len(joined) == late
    assert (2 in {event.who for event in table.of(Joined)}) == bool(late)


def test_ss_bdp_07_round_and_round_until_somebody_gives_up() -> None:
    """SS-BDP-07: Volley follows volley until somebody gives up."""
    table = offered().wish(1, PainDeclared).until(FreeAndClearOpened, 3)
    table.wish(1, Conceded).run()
    assert [e.volley for e in table.of(FreeAndClearOpened)] == [1, 2, 3]
    assert table.last(IntentionFulfilled).who == 0
    assert table.outcome.how == "conceded"


def test_ss_bdp_08_words_wound_as_knives_do() -> None:
    """SS-BDP-08, SS-HARM-02: An argument does harm just as a blow does."""
    table = Table(scenario())
    table.wish(0, ActionDeclared, ability="Argue", stance=1)
    table.wish(1, ActionDeclared, ability="Argue", stance=1)
    table.dice(1, 0, "++0").dice(1, 1, "000").until(HarmApplied)
    harm = table.last(HarmApplied)
    assert (harm.who, harm.amount, harm.box, harm.pool) == (1, 2, 2, 2)


def test_ss_meta_04_blow_by_blow_only_in_the_pain() -> None:
    """SS-META-04: A conflict that is accepted has one check and no volley."""
    table = offered().run()
    assert len(table.of(CheckResolved)) == 1
    assert table.of(FreeAndClearOpened) == []
    assert len(table.of(DiceRolled)) == 2
