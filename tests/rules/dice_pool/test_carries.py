"""What a character carries from conflict to conflict, in words."""

import msgspec

from sim.rules.dice_pool.between.carrying import Baggage
from sim.rules.dice_pool.narration.carries import carries
from sim.rules.dice_pool.scenario.now import Crisis, Now, Tallies, Willpower
from sim.rules.dice_pool.scenario.steps import Intimacy


def said(now: Now, willpower: Willpower, **fields: object) -> list[str]:
    """Return the words for a record of these."""
    fields = {"morality": None, "intimacies": (), "tallies": Tallies()} | fields
    bag = Baggage(now=now, willpower=willpower, **fields)
    return list(carries(msgspec.to_builtins(bag)).values())


def test_dp_r_107_one_who_is_well_carries_little() -> None:
    """DP-R-107: A character who is well carries just Willpower, and Morality if any."""
    assert said(Now(), Willpower(3, 2, 3)) == ["no wounds", "Willpower 2 of 3"]


def test_dp_r_107_a_body_is_told_by_its_wounds() -> None:
    """DP-R-107: A body carries its wounds, the worst first, and what time brings."""
    now = Now(
        wounds="A* L L B",
        progress={"bashing": 60, "lethal": 0, "aggravated": 86_400},
        stabilized=True,
        untreatable=True,
        unconscious=True,
        bleeds_in=60,
        rested_ago=3600,
    )
    assert said(now, Willpower(1, 0, 3, "an oath"))[0:1] == [
        "1 Resistant aggravated wound, 2 lethal wounds and 1 bashing wound"
    ]
    assert said(now, Willpower(1, 0, 3, "an oath"))[1:] == [
        "Willpower 0 of 1",
        "2 dots of Willpower lost",
        "no way to spend Willpower",
        "unconscious",
        "stabilized",
        "Resistant wounds that no healer can treat",
        "healing for 1 min (bashing) and 1 day (aggravated)",
        "bleeding, next in 1 min",
        "last rested 1 h ago",
    ]
    assert said(Now(rested_ago=0), Willpower(1, 0, 1))[-1] == "just rested"


def test_dp_r_107_a_mind_is_told_by_what_troubles_it() -> None:
    """DP-R-107: A mind carries its crisis, soul, ties, and what was used."""
    now = Now(
        crisis=Crisis(4, 1),
        failures=2,
        unrealized=3,
        soulless=True,
        erosion_in=86_400,
        dot_in=172_800,
        conditions=("a new moon", "a kind word"),
        vice_used=True,
        virtue_used=True,
        losses={"social": 2},
    )
    bonds = (Intimacy("her brother"), Intimacy("the mill"))
    carried = said(
        now, Willpower(2, 1, 2), morality=4, intimacies=bonds, tallies=Tallies(3, 0)
    )
    assert carried[2:] == [
        "Morality 4",
        "ties to her brother and the mill",
        "Reputation 3",
        "Holdings 0",
        "wearing away, next in 1 day",
        "a dot of Willpower back in 2 days",
        "dots that wait for a new moon and a kind word",
        "in a crisis over a crime of 4, with 1 success",
        "2 failed crisis rolls so far",
        "a crime of 3 not yet noticed",
        "no soul",
        "a Vice drawn on already",
        "a Virtue drawn on already",
        "contests lost: 2 social",
    ]
    back = said(Now(crisis=Crisis(2), restored=True), Willpower(2, 1, 2))
    assert back[2:] == ["in a crisis over a crime of 2", "a soul that was lost once"]
