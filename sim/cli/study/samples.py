"""Conflicts worth reading of scenarios that were varied, with their commands."""

from collections.abc import Iterable, Sequence
from typing import Any

from sim.cli.play.samples import Played, samples_played
from sim.run.run import make_plan
from sim.statistics.samples import Sample
from sim.vary.points import Point

Named = tuple[Point, str, Sequence[str]]
"""A point; how a command line names its scenario, and with which changes before it."""


def point_samples(
    points: Iterable[tuple[str, Named]], seed: str
) -> list[dict[str, Any]]:
    """Return conflicts of *points* to read, each with the words that tell it apart.

    They were played, or are played for this, with the dice of a run with this *seed*.
    """
    samples: list[Sample] = []
    played: list[Played] = []
    for where, (point, scenario, changes) in points:
        plan = make_plan(point.loaded, point.specs, seed=seed)
        settings = [
            word for setting in point.settings for word in ("--set", str(setting))
        ]
        apart = {"where": where}
        played.append(Played(plan, scenario, point.seats, [*changes, *settings], apart))
        samples += point.samples(seed)
    return samples_played(samples, played)
