"""What somebody carries from one conflict to the next, in words."""

from collections.abc import Mapping

from sim.rules.skill_roll.skills.words import points
from sim.seam.protocol import Description
from sim.spine.words import listed

FIGURES: Mapping[str, str] = {"damage": "damage in eighths"}
"""The words for the numbers of a record."""


def holdings(record: Description) -> Mapping[str, str | int]:
    """Return the rank of each skill that was learned and recorded."""
    return {f"skill {name}": rank for name, rank in record["skills"].items()}


def carries(record: Description) -> Mapping[str, str]:
    """Return a *record* in words: damage, recorded skills, what was asked.

    SK-RUL-64.
    """
    damage = record["damage"]
    words = {"damage": f"{points(damage)} of damage" if damage else "no damage"}
    skills = [f"{name} at {rank}" for name, rank in record["skills"].items()]
    if skills:
        words["skills"] = f"learned skills: {listed(skills)}"
    asked = [f"{skill} about {subject}" for skill, subject in record["asked"]]
    if asked:
        words["asked"] = f"having asked {listed(asked)}"
    return words
