"""Which numbers of a scenario matter: each a step up and a step down, on the same dice.

As many as possible are screened on a few dice, two at least, by how differently the
conflicts went: a step up first, and down where that changed most. Those with the
largest effects are measured on fresh dice, so that their selection does not bias the
estimates; their intervals hold together at 95 %.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from sim.errors import FracasError
from sim.library.called import called
from sim.library.settings import Setting, numbers, with_settings
from sim.playtest.ground import Ground, play_at_all
from sim.playtest.paired import (
    corrected_confidence,
    mean_with_interval,
    paired_differences,
)
from sim.playtest.table import Game
from sim.statistics.intervals import Interval

LISTED = 10
"""How many numbers are measured after the screening."""
_TRIED_LEAST, _TRIED = 2, 8
"""The number of conflicts that screen each step of a number."""
_MEASURED = 0.5
"""The share of the conflicts that is reserved for measuring."""
_WORTH_IT = 16
"""With fewer conflicts a number is not measured, but another left out."""
_COURSE = 1e-3
"""The size of an effect on the length of a conflict alone, in the screening."""
_ENOUGH = 400
_PART = 0.1
"""A step of a number that is not whole; of larger ones it is this share."""


class Effect(Struct, frozen=True):
    """The effect of one *setting* of a number, which *was* another in the scenario.

    *gain* is how much more often the first side wins, over this many *games*. *called*
    is what a sentence calls the number.
    """

    setting: str
    was: str
    gain: Interval
    games: int
    called: str = ""

    @property
    def set_to(self) -> str:
        """What the number is set to."""
        return self.setting.rpartition("=")[2]

    def row(self) -> dict[str, Any]:
        """Return it with named columns."""
        return {
            "setting": self.setting,
            "called": self.called,
            "was": self.was,
            "gain": self.gain.value,
            "gain_low": self.gain.low,
            "gain_high": self.gain.high,
            "games": self.games,
        }


class Sensitivity(Struct, frozen=True):
    """The numbers that matter most to how often *side* wins.

    *tried* of *numbers* were moved; *moved* of these changed the course of a conflict.
    """

    side: str
    effects: tuple[Effect, ...]
    numbers: int
    tried: int
    moved: int

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each change that was measured."""
        return [one.row() for one in self.effects]


class _Step(Struct, frozen=True):
    """A changed scenario, and the difference of its results in the screening."""

    setting: Setting
    was: Any
    there: Ground
    size: float = 0.0


def measure_sensitivity(ground: Ground, games: int, first: int) -> Sensitivity:
    """Return the effects of steps of numbers, measured in about *games* conflicts.

    The screened numbers are measured on the dice from conflict *first* on.
    """
    known = numbers(ground.loaded)
    screening = int((1 - _MEASURED) * games)
    chosen = _spread(known, max(1, screening // _TRIED_LEAST - 1))
    able = [steps for one in chosen if (steps := _steps(ground, one))]
    tried = screening // (len(able) + 1)
    dice = range(max(_TRIED_LEAST, min(_TRIED, tried)))
    moving = _screen_steps(ground, [steps[0] for steps in able], dice)
    most = [one.setting.path for one in moving[:LISTED]]
    back = [one for steps in able for one in steps[1:] if one.setting.path in most]
    best = sorted(moving + _screen_steps(ground, back, dice), key=_size, reverse=True)
    left = games - len(dice) * (len(able) + 1 + len(back) + bool(back))
    best = _larger_steps(best)[: max(1, min(LISTED, left // _WORTH_IT - 1))]
    each = min(_ENOUGH, max(1, left // (len(best) + 1)))
    return Sensitivity(
        ground.side_name(ground.sides[0]),
        tuple(_measure_steps(ground, best, range(first, first + each))),
        len(known),
        len(chosen),
        len(moving),
    )


def _spread(known: Sequence[Setting], room: int) -> list[Setting]:
    """Return *room* of the numbers, taken evenly from the scenario, rulings last."""
    rulings = [one for one in known if one.path.startswith("rulings")]
    first = [one for one in known if one not in rulings]
    if len(first) <= room:
        return [*first, *rulings][:room]
    return [first[at * len(first) // room] for at in range(room)]


def _steps(ground: Ground, number: Setting) -> list[_Step]:
    """Return the steps of a number that the scenario can take."""
    found: list[_Step] = []
    for value in _values(number.value):
        setting = Setting(number.path, value)
        try:
            there = ground.beside(with_settings(ground.loaded, [setting]))
        except FracasError:
            continue
        found.append(_Step(setting, number.value, there))
    return found


def _screen_steps(ground: Ground, steps: Sequence[_Step], dice: range) -> list[_Step]:
    """Return the steps that change a conflict, those that change most first."""
    side = ground.sides[0]
    if not steps:
        return []
    plain, *played = play_at_all([ground, *(one.there for one in steps)], dice)
    if plain is None:
        return []
    found = [
        structs.replace(
            step,
            size=sum(
                _distance(one, other, side)
                for one, other in zip(games, plain, strict=True)
            ),
        )
        for step, games in zip(steps, played, strict=True)
        if games is not None
    ]
    return sorted(filter(_size, found), key=_size, reverse=True)


def _size(step: _Step) -> float:
    return step.size


def _distance(one: Game, other: Game, side: int) -> float:
    """Return how differently a side fared: by winning, by its return, by the course."""
    won = abs(one.scores[side] - other.scores[side])
    got = abs(one.sides[side] - other.sides[side])
    return won + got + _COURSE * (one.rounds != other.rounds)


def _values(value: float) -> tuple[float, float]:
    if isinstance(value, int):
        return value + 1, value - 1
    step = _PART * max(1.0, abs(value))
    return round(value + step, 6), round(value - step, 6)


def _larger_steps(steps: Sequence[_Step]) -> list[_Step]:
    """Return the larger step of every number."""
    found: dict[str, _Step] = {}
    for one in steps:
        found.setdefault(one.setting.path, one)
    return list(found.values())


def _measure_steps(
    ground: Ground, steps: Sequence[_Step], numbers: range
) -> list[Effect]:
    """Return the effects of *steps*, the largest first."""
    if not steps:
        return []
    side, confidence = ground.sides[0], corrected_confidence(len(steps))
    plain, *played = play_at_all([ground, *(one.there for one in steps)], numbers)
    found: list[Effect] = []
    for one, games in zip(steps, played, strict=True):
        if games is None or plain is None:
            continue
        gains = paired_differences(
            [game.scores[side] for game in games], [game.scores[side] for game in plain]
        )
        gain = mean_with_interval(gains, confidence)
        words = called(ground.loaded, one.setting.path)
        setting, was = str(one.setting), f"{one.was}"
        found.append(Effect(setting, was, gain, len(numbers), words))
    return sorted(found, key=lambda one: -abs(one.gain.value))
