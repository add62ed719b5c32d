"""Small scenarios of all five systems with one fault each, and with none."""

from collections.abc import Sequence
from typing import Any

Sheet = dict[str, Any]

_TRAITS = (
    *("strength", "dexterity", "stamina", "intelligence", "wits"),
    *("resolve", "presence", "manipulation", "composure"),
)


def blow(name: str, dice: int = 0) -> Sheet:
    """An intent of dice pools, with more or fewer dice than another."""
    sheet: Sheet = {
        "name": name,
        "kind": "harm",
        "means": "fists",
        "pools": [["strength", "brawl"]],
    }
    if dice:
        kind = "edges" if dice > 0 else "difficulties"
        sheet[kind] = [{"label": f"to {name}", "dice": abs(dice)}]
    return sheet


BLOWS = (blow("punch"), blow("kick"), blow("shove"))


def brawl(own: Sequence[Sheet] = BLOWS, *, health: int = 2) -> Sheet:
    """Ann and Bob come to blows under dice pools; what is different is Ann's."""

    def person(name: str, intents: Sequence[Sheet], bears: int) -> Sheet:
        return {
            "name": name,
            "attributes": dict.fromkeys(_TRAITS, 2),
            "skills": {"brawl": 2, "athletics": 2},
            "health": bears,
            "intents": list(intents),
            "resists": {"physical": [["stamina", "athletics"]]},
        }

    return {
        "title": "A brawl in the yard",
        "system": "dice_pool",
        "kind": "violent",
        "stakes": "the yard",
        "means": {"fists": "bashing"},
        "seats": [person("Ann", own, health), person("Bob", BLOWS, 2)],
    }


def cut(name: str, damage: int = 8, ranks: int = 4) -> Sheet:
    """An attack of skill rolls."""
    return {
        "name": name,
        "skill": "blade",
        "damage_per_rank": damage,
        "ranks": ranks,
        "appropriate_defences": ["dodge"],
    }


CUTS = (cut("cut"), cut("thrust"))
TRADES = (cut("cut"), cut("slash", 6) | {"skill": "axe"})
"""Who slashes hits more often, and harms less: both are worth about the same."""


def swords(
    own: Sequence[Sheet] = CUTS, *, theirs: Sequence[Sheet] = CUTS, capacity: int = 60
) -> Sheet:
    """Cat and Dan fight under skill rolls; what is different is Cat's."""

    def person(name: str, attacks: Sequence[Sheet], bears: int) -> Sheet:
        return {
            "name": name,
            "attributes": {"dex": 11},
            "skills": {"blade": 11, "axe": 13, "dodge": 10},
            "capacity": bears,
            "attacks": list(attacks),
        }

    return {
        "title": "Two blades",
        "system": "skill_roll",
        "kind": "combat",
        "seats": [person("Cat", own, capacity), person("Dan", theirs, 60)],
    }


APPROACHES = ("surge", "outwit", "gamble")
LIMP: Sheet = {
    "name": "limp",
    "favored": ["known"],
    "opposed": ["static", "lost", "passion"],
}
"""An approach that hardly ever succeeds."""
JOG: Sheet = {"name": "jog", "favored": ["dynamic", "known"], "opposed": ["static"]}
"""One that hardly ever fails, so that a truce is a bad bargain."""


def race(
    own: Sequence[str] = APPROACHES,
    *,
    rounds: int = 20,
    goal: int = 2,
    new: Sequence[Sheet] = (),
    theirs: Sequence[str] = APPROACHES,
) -> Sheet:
    """Rosa and Karl race under planets; what is different is Rosa's.

    In a few rounds nobody gets ahead.
    """
    planets = dict.fromkeys(("mercury", "mars", "jupiter", "saturn"), "d8")

    def runner(name: str, approaches: Sequence[str]) -> Sheet:
        return {
            "name": name,
            "planets": planets | {"venus": "wed"},
            "approaches": list(approaches),
        }

    return {
        "title": "A race",
        "system": "planets",
        "mode": "direct",
        "reason": "too_close_to_call",
        "rulings": {"goal": goal, "round_cap": rounds},
        "approaches": list(new),
        "seats": [runner("Rosa", own), runner("Karl", theirs)],
    }


def goal(name: str, worth: float) -> Sheet:
    """A goal of Intensity, which is worth so much to who obtains it."""
    return {"name": name, "worth": worth}


GOALS = (goal("the map", 0.5), goal("the purse", 0.5))


def auction(
    own: Sequence[Sheet] = GOALS,
    *,
    size: int = 4,
    points: int = 8,
    rounds: int | None = None,
    prizes: Sequence[int] = (),
) -> Sheet:
    """Eve and Fay bid under Intensity; what is different is Eve's.

    With so many *points* somebody mostly obtains something; where there are *prizes*,
    both may go for a die in place of a goal.
    """

    def person(name: str, faces: int) -> Sheet:
        dice = [
            {"name": f"{kind} of {name}", "category": kind, "size": faces}
            for kind in ("wit", "means")
        ]
        return {"name": name, "side": name, "intensity": points, "abilities": dice}

    goals = [goal | {"side": "Eve"} for goal in own]
    goals += [goal | {"side": "Fay"} for goal in GOALS]
    sheet: Sheet = {
        "title": "Two bidders",
        "system": "intensity",
        "categories": ["wit", "means"],
        "seats": [person("Eve", size), person("Fay", 4)],
        "goals": goals,
        "prizes": list(prizes),
    }
    return sheet if rounds is None else sheet | {"rulings": {"max_rounds": rounds}}


def want(name: str, by: str, worth: float = 1.0) -> Sheet:
    """An intention of the Solar System, pursued with one ability."""
    return {"name": name, "actions": [by], "worth": worth}


WANTS = (want("win the ring", "Swords"), want("win the purse", "Axes"))


def pain(
    own: Sequence[Sheet] = WANTS,
    *,
    rank: str = "journeyman",
    items: Sequence[Sheet] = (),
    theirs: Sequence[Sheet] = (),
    volleys: int | None = None,
) -> Sheet:
    """Gus and Hal meet in the Pain under the Solar System; what differs is Gus's."""

    def person(
        name: str, wants: Sequence[Sheet], swords: str, items: Sequence[Sheet]
    ) -> Sheet:
        innate = dict.fromkeys(("Endure", "React", "Resist"), "greenhorn")
        return {
            "name": name,
            "abilities": innate | {"Swords": swords, "Axes": "journeyman"},
            "pools": {"vigor": 2, "instinct": 2, "reason": 2},
            "intentions": list(wants),
            "items": list(items),
        }

    sheet: Sheet = {
        "title": "Two in the ring",
        "system": "solar_system",
        "abilities": {"Swords": "vigor", "Axes": "vigor"},
        "seats": [
            person("Gus", own, rank, items),
            person("Hal", WANTS, "journeyman", theirs),
        ],
    }
    return sheet if volleys is None else sheet | {"rulings": {"max_volleys": volleys}}
