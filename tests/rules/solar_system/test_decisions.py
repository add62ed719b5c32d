"""The decision points of the ledger: who is asked, and what silence means."""

from collections.abc import Callable
from typing import Any

import pytest

from sim.rules.solar_system import facts as f
from sim.rules.solar_system.consequences import (
    PERPENDICULAR,
    FreeAndClearOpened,
)
from sim.rules.solar_system.events import interlude as i
from sim.rules.solar_system.events import secrets as s
from sim.seam.events import NOBODY, DiceRolled, Fact, Seat
from tests.rules.solar_system.table import VIGOR, Table, check, person, scenario

ANN, BO, CY, GUIDE = 0, 1, 2, 2
"""The Story Guide has the seat behind those of Ann and Bo."""
SECRET = {"bonus_dice": 1, "cost": {"pool": "vigor", "points": 1}}
POCKET = "Secret of the Hidden Pocket"
ITEM = {"item": {"name": "blade", "bonuses": [{"role": "weapon", "rating": 1}]}}


def opened(kind: str, *checks: dict[str, Any], **told: Any) -> Table:  # noqa: ANN401 - passed on
    """Return a conflict that begins with these checks."""
    seats = told.pop("seats", [person("Ann"), person("Bo")])
    opening = {"kind": kind, "checks": list(checks)}
    return Table(scenario(*seats, opening=opening, **told))


def alone(**told: Any) -> Table:  # noqa: ANN401 - passed on
    """Return a conflict that Ann's one check settles."""
    return opened("unopposed", check("Ann", *told.pop("abilities", ())), **told)


def resisted(**told: Any) -> Table:  # noqa: ANN401 - passed on
    """Return a check that Ann has won against Bo."""
    return opened("resisted", check("Ann"), check("Bo"), **told).dice(0, ANN, "+00")


def pain(*more: dict[str, Any], **told: Any) -> Table:  # noqa: ANN401 - passed on
    """Return the Pain between Ann, Bo and whoever is there beside them."""
    ann = person("Ann", **told.pop("ann", {}))
    return Table(scenario(ann, person("Bo", **told.pop("bo", {})), *more, **told))


def brawl(table: Table, **wish: object) -> Table:
    """Have everybody brawl in the first volley."""
    for who in range(len(table.state.participants)):
        told = {"stance": f.ACTIVE, "ability": "Brawl"} | wish
        table.wish(who, f.ActionDeclared, 1, **told)
    return table


def asking(*kinds: str) -> dict[str, Any]:
    """Return the part of a scenario by which the Story Guide is asked for rulings."""
    return {"story_guide": {"asked": list(kinds)}}


def sides(method: str) -> Table:
    """Return the Pain of Ann and Bo against Cy, by this method."""
    people = [
        person(n, side=x) for n, x in zip(("Ann", "Bo", "Cy"), "xxy", strict=True)
    ]
    return Table(scenario(*people, method=method))


def interlude(ann: dict[str, Any], **told: Any) -> Table:  # noqa: ANN401 - passed on
    """Return an interlude of Ann and Bo."""
    seats = [person("Ann", **ann), person("Bo")]
    return opened("interlude", seats=seats, **told)


def deadly(name: str) -> dict[str, Any]:
    """Return somebody whom any blow drives past broken."""
    harm = dict.fromkeys("4567", "reason")
    return person(name, harm=harm, ranks={"Brawl": "grand_master"})


def ruled(kind: str, value: int, of: int = 0) -> f.StoryGuideRuled:
    """Return a ruling of the Story Guide."""
    return f.StoryGuideRuled(Seat(GUIDE), kind, of, value)


BRAWL = 3
ATTACK = f.ActionDeclared(Seat(ANN), f.ACTIVE, BRAWL, Seat(BO))
CASES: dict[str, tuple[Callable[[], Table], type[Fact], Fact]] = {
    "DP-01": (
        lambda: alone(abilities=("Brawl", "Cook")),
        f.CheckDeclared,
        f.CheckDeclared(Seat(ANN), BRAWL),
    ),
    "DP-02": (
        lambda: alone(**asking("difficulty")),
        f.StoryGuideRuled,
        ruled("difficulty", 1),
    ),
    "DP-03": (
        lambda: alone(**asking("circumstance")),
        f.StoryGuideRuled,
        ruled("circumstance", 0),
    ),
    "DP-04": (
        lambda: opened(
            "linked", check("Ann"), check("Ann", "Argue"), **asking("link_failure")
        ).dice(0, ANN, "---"),
        f.StoryGuideRuled,
        ruled("link_failure", 0),
    ),
    "DP-05": (alone, f.DieBought, f.DieDeclined(Seat(ANN), 0)),
    "DP-06": (lambda: alone(gift_dice=True), f.GiftGiven, f.DieDeclined(Seat(BO), 0)),
    "DP-07": (
        lambda: alone(
            seats=[person("Ann", secrets=["S"]), person("Bo")], secrets={"S": SECRET}
        ),
        s.SecretUsed,
        s.SecretDeclined(Seat(ANN), 0),
    ),
    "DP-08": (
        lambda: alone().until(DiceRolled),
        f.DieBought,
        f.DieDeclined(Seat(ANN), 0),
    ),
    "DP-09": (
        lambda: opened(
            "competitive", check("Ann"), check("Bo"), **asking("competitive_tie")
        ),
        f.StoryGuideRuled,
        ruled("proposal:competitive_tie", 0),
    ),
    "DP-10": (resisted, f.PainDeclared, f.PainDeclined(Seat(BO))),
    "DP-11": (
        lambda: resisted(**asking("request_pain")),
        f.StoryGuideRuled,
        ruled("request_pain", 0, NOBODY),
    ),
    "DP-12": (
        lambda: pain(person("Cy", bystander=True)),
        f.Joined,
        f.StayedOut(Seat(CY)),
    ),
    "DP-13": (
        lambda: sides("ask"),
        f.ProposalAnswered,
        f.ProposalAnswered(Seat(ANN), agrees=False, kind="method"),
    ),
    "DP-14": (
        pain,
        f.IntentDeclared,
        f.IntentDeclared(Seat(ANN), 0, Seat(BO), f.INITIAL),
    ),
    "DP-15": (pain, f.Conceded, f.WentOn(Seat(ANN))),
    "DP-16": (
        lambda: pain().wish(ANN, f.IntentChanged, 1).until(FreeAndClearOpened, 2),
        f.IntentDeclared,
        f.IntentKept(Seat(ANN)),
    ),
    "DP-17": (
        lambda: brawl(pain()).until(FreeAndClearOpened, 2),
        f.IntentDeclared,
        f.IntentKept(Seat(ANN)),
    ),
    "DP-18": (pain, f.ActionDeclared, ATTACK),
    "DP-19": (pain, f.IntentChanged, ATTACK),
    "DP-20": (
        lambda: brawl(pain(**asking("relation"))),
        f.StoryGuideRuled,
        ruled("relation", PERPENDICULAR),
    ),
    "DP-22": (
        lambda: brawl(pain(**asking("harm_pool"))).dice(1, ANN, "+00"),
        f.StoryGuideRuled,
        ruled("proposal:harm_pool", VIGOR),
    ),
    "DP-23": (
        lambda: (
            brawl(sides("zeitgeist"))
            .dice(1, CY, "+++")
            .dice(1, ANN, "---")
            .dice(1, BO, "-----")
        ),
        f.HarmShared,
        f.HarmShared(Seat(ANN), Seat(ANN), 3),
    ),
    "DP-24": (
        lambda: brawl(sides("zeitgeist")),
        f.DieBought,
        f.DieDeclined(Seat(BO), 0),
    ),
    "DP-25": (
        lambda: brawl(
            Table(
                scenario(
                    deadly("Ann"), deadly("Bo"), obstruct="choice", **asking("effect")
                )
            ),
            obstructs=False,
        ),
        f.StoryGuideRuled,
        ruled("effect", 1),
    ),
    "DP-26": (
        lambda: pain(
            bo={"harm": {"1": "vigor"}},
            ann={"ranks": {"First Aid": "novice"}},
            aftermath={"heal_with": ["First Aid"]},
        ).wish(BO, f.Conceded),
        f.HealingTried,
        f.Passed(Seat(ANN)),
    ),
    "DP-27": (
        lambda: interlude(
            {"keys": ["K"]},
            keys={"K": {"buyoff": {"on": "scene"}}},
            scenes=[{"who": "Ann", "tags": []}],
        ),
        i.KeyErased,
        i.KeyKept(Seat(ANN), 0),
    ),
    "DP-28": (
        lambda: interlude({"record": {"advances": 1}}, advancing=True),
        i.AdvanceBought,
        i.AdvanceBanked(Seat(ANN)),
    ),
    "DP-29": (
        lambda: interlude(
            {"now": {"vigor": 1}},
            aftermath={
                "refresh": [
                    {"name": "a walk", "who": "Ann", "pool": "vigor", "partner": "Bo"}
                ]
            },
        ),
        f.RefreshTaken,
        f.Passed(Seat(ANN)),
    ),
    "DP-30": (
        lambda: (
            pain(person("Cy"))
            .wish(ANN, f.IntentDeclared, 0, target=CY)
            .wish(CY, f.Conceded, 1)
            .until(f.Conceded)
            .until(FreeAndClearOpened)
        ),
        f.IntentDeclared,
        f.IntentKept(Seat(ANN)),
    ),
    "DP-31": (
        lambda: interlude(
            {"record": {"advances": 1}},
            advancing=True,
            teachers=["Mo"],
            secrets={"S": ITEM},
            **asking("approval"),
        ).choose(i.AdvanceBought, kind=i.SECRET),
        f.StoryGuideRuled,
        ruled("approval", 1),
    ),
    "DP-32": (
        lambda: interlude(
            {"secrets": [POCKET], "ranks": {"Stealth": "novice"}},
            abilities={
                "Brawl": "vigor",
                "Sneak": "instinct",
                "Argue": "reason",
                "Stealth": "instinct",
            },
        ),
        s.PocketTried,
        f.Passed(Seat(ANN)),
    ),
}
"""A conflict on its way to each decision, what may be chosen, and what silence is."""


@pytest.mark.parametrize("decision", CASES)
def test_each_decision_is_asked_and_has_a_silent_answer(decision: str) -> None:
    """DP-01 to DP-32: Each decision is asked of its seat, and silence comes first."""
    conflict, kind, silence = CASES[decision]
    table = conflict()
    table.until_asked(kind, silence.who)
    assert table.options[0] == silence
    assert any(type(option) is kind for option in table.options)
