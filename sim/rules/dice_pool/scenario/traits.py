"""Traits: which ones a pool is made of, and which of several Skills counts."""

from collections.abc import Mapping

from sim.rules.dice_pool.scenario.data import PoolData
from sim.rules.dice_pool.scenario.people import Character, Pool, PoolTable
from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.scenario.words import ARENA_OF, Arena

OTHER = ("morality", "willpower", "power trait")
"""Ratings of the sheet that are neither Attribute nor Skill [DP-POOL-05]."""


def traits_of(pool: Pool) -> tuple[str, ...]:
    """Return every trait that *pool* names."""
    return (*pool.traits, *pool.lowest) if isinstance(pool, PoolTable) else pool


def rating(character: Character, trait: str) -> int:
    """Return how many dots *character* has in *trait*; no Skill is 0 [DP-R-05]."""
    if trait in ARENA_OF:
        return character.attributes[trait]  # type: ignore[index] # it is an Attribute
    if trait in OTHER:
        return {
            "morality": character.morality or 0,
            "willpower": character.willpower.dots,
            "power trait": character.power_trait,
        }[trait]
    return character.skills.get(trait, 0)


def effective(ratings: Mapping[str, int], special: frozenset[str]) -> dict[str, int]:
    """Return the rating to compare each Skill by, Specialty included [DP-SKILL-04]."""
    return {skill: dots + (skill in special) for skill, dots in ratings.items()}


def lowest(ratings: Mapping[str, int], special: frozenset[str]) -> str:
    """Return the Skill that counts where breadth is needed [DP-SKILL-03]."""
    counted = effective(ratings, special)
    return min(counted, key=lambda skill: counted[skill])


def pool_data(
    character: Character, pool: Pool, special: frozenset[str], rulings: Rulings
) -> PoolData:
    """Return *pool* of *character*, compiled: ratings added, one die for a Specialty.

    DP-POOL-02, DP-POOL-05, DP-SKILL-03, DP-SKILL-04, DP-R-05, DP-R-09.
    """
    table = pool if isinstance(pool, PoolTable) else PoolTable(pool)
    traits = table.traits
    if table.lowest:
        skill = lowest(
            {name: rating(character, name) for name in table.lowest}, special
        )
        traits = (*traits, skill)
    arena = next((ARENA_OF[name] for name in traits if name in ARENA_OF), None)
    parts = [(name, rating(character, name)) for name in traits]
    skills = [name for name in traits if name not in ARENA_OF and name not in OTHER]
    untrained = [name for name in skills if not rating(character, name)]
    if untrained and (penalty := unskilled(arena, rulings)):
        parts.append(("unskilled", -penalty))
    specialty = int(any(name in special for name in skills))
    dice = sum(dots for _, dots in parts) + specialty
    text = " + ".join(traits)
    if table.lowest:
        text += " (the lowest)"
    return PoolData(text, tuple(parts), dice, specialty, arena, table.rote)


def unskilled(arena: Arena | None, rulings: Rulings) -> int:
    """Return how many dice a Skill of 0 costs in *arena* [DP-R-05]."""
    return 0 if arena is None else int(getattr(rulings, f"unskilled_{arena}"))


def special_of(character: Character, applying: tuple[str, ...]) -> frozenset[str]:
    """Return the Skills with one of the Specialties *applying*."""
    return frozenset(
        skill
        for skill, names in character.specialties.items()
        if any(name in applying for name in names)
    )
