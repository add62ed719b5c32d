"""The Health track: wounds from the left, the worst leftmost."""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from sim.rules.dice_pool.records.body import Wound
from sim.rules.dice_pool.scenario.words import (
    AGGRAVATED,
    BASHING,
    LETHAL,
    LETTERS,
    Severity,
)
from sim.spine.lookup import first

DAY = 86_400
LETTER = {letter: severity for severity, letter in LETTERS.items()}

Wounds = tuple[Wound, ...]


class Marked(Struct, frozen=True, gc=False):
    """The effect of harm on a track; points = filled + upgraded + wasted."""

    wounds: Wounds
    filled: int
    upgraded: int
    wasted: int


@lru_cache(maxsize=1 << 12)
def marked(
    wounds: Wounds,
    boxes: int,
    points: int,
    severity: Severity,
    *,
    resistant: bool = False,
    fully: bool = False,
) -> Marked:
    """Return the track after *points* of harm [DP-HEALTH-02 to 05, DP-R-32].

    A point fills an empty box while there is one; then each point worsens a wound by
    one step or, if *fully*, to the severity of the point.
    """
    filled = max(0, min(points, boxes - len(wounds)))
    if filled:
        wounds = ordered((*wounds, *(Wound(severity, resistant),) * filled))
    upgraded = wasted = 0
    for _ in range(points - filled):
        place = _worsened(wounds)
        if place is None:
            wasted += 1
            continue
        upgraded += 1
        old = wounds[place]
        worse = Severity(old.severity + 1)
        if fully:
            worse = max(worse, severity)
        new = replace(old, severity=worse, resistant=old.resistant or resistant)
        wounds = ordered((*wounds[:place], new, *wounds[place + 1 :]))
    return Marked(wounds, filled, upgraded, wasted)


def _worsened(wounds: Wounds) -> int | None:
    """Return the leftmost of the least severe wounds; None if all are aggravated.

    DP-R-32, DP-R-33.
    """
    least = min(wound.severity for wound in wounds)
    if least == AGGRAVATED:
        return None
    return first(n for n, wound in enumerate(wounds) if wound.severity == least)


def ordered(wounds: Iterable[Wound]) -> Wounds:
    """Return *wounds* in the order of the track: worst first, Resistant before others.

    DP-HEALTH-03, DP-R-42.
    """
    return tuple(
        sorted(wounds, key=lambda wound: (-wound.severity, not wound.resistant))
    )


def may_treat(wound: Wound, clock: int) -> bool:
    """Whether a healer can downgrade *wound* now: once a day, as far as bashing.

    DP-RESIST-03, DP-R-43.
    """
    today = wound.treated_at is not None and clock - wound.treated_at < DAY
    physical = wound.resistant and wound.treatable
    return physical and wound.severity > BASHING and not today


def last_box(wounds: Wounds, boxes: int) -> Severity | None:
    """Return the severity of the wound in the last box, if there is one."""
    return wounds[-1].severity if len(wounds) >= boxes else None


def is_dead(wounds: Wounds, boxes: int) -> bool:
    """Whether every box holds an aggravated wound [DP-HEALTH-09]."""
    return last_box(wounds, boxes) == AGGRAVATED


def is_bleeding(wounds: Wounds, boxes: int) -> bool:
    """Whether the last box holds a lethal wound [DP-HEALTH-08]."""
    return last_box(wounds, boxes) == LETHAL


def is_reeling(wounds: Wounds, boxes: int) -> bool:
    """Whether the last box holds a bashing wound [DP-HEALTH-07]."""
    return last_box(wounds, boxes) == BASHING


@lru_cache(maxsize=1 << 12)
def drawn(wounds: Wounds, boxes: int) -> str:
    """Return the track in text form, such as "L B -"."""
    marks = [LETTERS[wound.severity] + "*" * wound.resistant for wound in wounds]
    return " ".join([*marks, *("-" for _ in range(boxes - len(wounds)))])


def parsed(text: str, *, treatable: bool = True) -> Wounds:
    """Return the wounds written in *text*, such as "L* B"."""
    return ordered(
        Wound(LETTER[mark[0]], mark.endswith("*"), treatable)
        for mark in text.split()
        if mark != "-"
    )
