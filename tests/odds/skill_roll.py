"""Skill rolls and attacks, face by face: SK-ROLL-06, SK-QLO-03, SK-ATTRES-01 to 06."""

import re
from collections import Counter
from fractions import Fraction
from itertools import product

from msgspec import structs

from sim.rules.skill_roll.appraisal.odds import AttackQuery, RollQuery
from tests.odds.question import Enumerated, Law, Parts, counted, gathered, mirrored

TEN = 10
DICE = ("3d6", "1d20", "2d6+3", "none")


def thrown(dice: str) -> Law:
    """Return the sums of *dice*: those of every face, or 10 without dice."""
    if dice == "none":
        return {TEN: Fraction(1)}
    read = re.fullmatch(r"(\d+)d(\d+)(?:\+(\d+))?", dice)
    assert read
    number, sides, more = (int(group or 0) for group in read.groups())
    faces = product(range(1, sides + 1), repeat=number)
    return counted(Counter(sum(face) + more for face in faces))


def naive_roll(query: RollQuery) -> Parts:
    """Throw for oneself and, where the opponent rolls, for the opponent."""
    own = thrown(query.dice)
    theirs: Law = {0: Fraction(1)}
    against = query.difficulty or 0
    if query.vs_rolled:
        theirs = thrown(query.dice)
    elif query.vs_skill is not None:
        theirs = {TEN: Fraction(1)}
    against += query.vs_skill or 0
    level = gathered(
        [
            (query.skill + own_roll - against - their_roll, p * q)
            for own_roll, p in own.items()
            for their_roll, q in theirs.items()
        ]
    )
    named = [
        ("success" if level_ >= 0 else "failure", p) for level_, p in level.items()
    ]
    return {"": gathered(named), "level": level}


def swap_roll(query: RollQuery) -> RollQuery | str:
    """Let the opponent act: what was added to its skill is taken from one's own."""
    if query.vs_skill is None:
        return "against a number: nobody can act in its place"
    if not query.vs_rolled and query.dice != "none":
        return (
            "the opponent takes 10 and does not roll, so it is no roll of the same kind"
        )
    return structs.replace(
        query,
        skill=query.vs_skill,
        vs_skill=query.skill,
        difficulty=-(query.difficulty or 0),
    )


def mirror_roll(parts: Parts) -> Parts:
    """Change the sign of every level; who acts succeeds at level 0 too [SK-ROLL-06].

    So success and failure do not change places: equal totals are a success of either.
    """
    level = mirrored({"level": parts["level"]})["level"]
    won = sum((chance for level_, chance in level.items() if level_ >= 0), Fraction(0))
    return {"": {"success": won, "failure": 1 - won}, "level": level}


NUMBERS = (None, -2, 0, 7, 25)
ROLLS = [
    RollQuery(skill, difficulty, dice, vs_skill=other, vs_rolled=rolled)
    for skill, difficulty, dice, other, rolled in product(
        (-3, 0, 12), NUMBERS, DICE, (None, -1, 0, 15), (False, True)
    )
    if (difficulty, other) != (None, None)
]


def naive_attack(query: AttackQuery) -> Parts:
    """Throw, and do so much damage: half on a graze, and a bonus above a plain hit."""
    bands: list[tuple[str, Fraction]] = []
    harms: list[tuple[str, Fraction]] = []
    oops: list[tuple[int, Fraction]] = []
    base = Fraction(query.damage_per_rank * query.ranks)
    per_level = Fraction(query.damage_per_rank, 4 if query.scale == "coarse" else 8)
    for total, p in thrown(query.dice).items():
        level = query.skill + total - query.difficulty
        bonus = max(0, level) * per_level
        harm = base + (bonus if query.uncapped else min(bonus, base / 2))
        band = "hit_bonus" if level > 0 else "hit"
        if level < 0:
            band, harm = ("winged", base / 2) if level == -1 else ("miss", Fraction(0))
        bands.append((band, p))
        harms.append((str(harm), p))
        out = 0 if level > 0 or query.from_afar else max(1, -level)
        oops.append((out, p))
    return {"": gathered(bands), "damage": gathered(harms), "oops": gathered(oops)}


def swap_attack(_query: AttackQuery) -> str:
    """Nobody strikes back within one attack."""
    return "an attack is one side's roll against a number"


ATTACKS = [
    AttackQuery(*numbers, scale, dice, afar, uncapped)
    for numbers in product((3, 12, 30), (11, 21), (0, 3, 8), (1, 5))
    for scale, dice, afar, uncapped in product(
        ("coarse", "fine"), DICE, (False, True), (False, True)
    )
]

QUESTIONS = {
    "roll": Enumerated(
        grid=ROLLS, naive=naive_roll, swap=swap_roll, mirror=mirror_roll
    ),
    "attack": Enumerated(grid=ATTACKS, naive=naive_attack, swap=swap_attack),
}
