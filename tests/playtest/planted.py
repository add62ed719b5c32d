"""Small scenarios of two systems with one fault each, and with none."""

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


def race(*, rounds: int) -> Sheet:
    """Two equal runners under planets, of whom nobody gets ahead in so few rounds."""
    planets = dict.fromkeys(("mercury", "mars", "jupiter", "saturn"), "d8")
    return {
        "title": "A race",
        "system": "planets",
        "mode": "direct",
        "reason": "too_close_to_call",
        "rulings": {"goal": 4, "round_cap": rounds},
        "seats": [
            {
                "name": name,
                "planets": planets | {"venus": "wed"},
                "approaches": ["surge", "outwit", "gamble"],
            }
            for name in ("Rosa", "Karl")
        ],
    }
