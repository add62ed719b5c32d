"""What is said below the points of a sweep: how they are known, and what is missing."""

from collections.abc import Iterator, Sequence

from sim.library.called import setting_words
from sim.spine.words import counted
from sim.vary.figures import Measure
from sim.vary.points import Point
from sim.vary.sweep import Sweep


def change_in_words(sweep: Sweep, shown: Measure) -> str:
    """Return what the column `change` shows."""
    origin = " and ".join(
        setting_words(sweep.base, setting) for setting in sweep.origin.settings
    )
    verb = "wins" if shown.kind == "wins" else "gets"
    return f"change: how much more {shown.seat} {verb} than with {origin}"


def remarks(sweep: Sweep, within: float, seed: str) -> Iterator[str]:
    """Yield why points were played, how sure they are, and which are missing."""
    known = [point for point in sweep.points if point.known]
    if any(point.solved is None for point in known):
        yield _played_remark(sweep, known, within, seed)
    missing = len(sweep.points) - len(known)
    if missing:
        yield (
            f"There was no time for {counted(missing, 'point')} of"
            f" {len(sweep.points)}; more --seconds leave time for them."
        )


def _played_remark(
    sweep: Sweep, known: Sequence[Point], within: float, seed: str
) -> str:
    played = sum(point.solved is None for point in known)
    says = (
        f"{counted(played, 'point')} could not be solved in the time for that and"
        f" {'was' if played == 1 else 'were'} played; brackets are intervals of 95 %."
        f" Games of one number share their dice, seed {seed}."
    )
    unsure = sum(not sweep.sure(point, within) for point in known)
    if unsure:
        says += (
            f" The intervals of {unsure} reach farther than {within:g}, for"
            " --games or --seconds were spent."
        )
    return says
