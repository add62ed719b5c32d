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
from sim.playtest.arena import Arena, play_in_all
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
"""With fewer conflicts for each number, fewer numbers are measured."""
_COURSE = 1e-3
"""The size of an effect on the length of a conflict alone, in the screening."""
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
        return [effect.row() for effect in self.effects]


class _Step(Struct, frozen=True):
    """A changed scenario, and the difference of its results in the screening."""

    setting: Setting
    was: Any
    there: Arena
    size: float = 0.0


def measure_sensitivity(arena: Arena, games: int, first: int) -> Sensitivity:
    """Return the effects of steps of numbers, measured in about *games* conflicts.

    The screened numbers are measured on the dice from conflict *first* on.
    """
    settings = numbers(arena.loaded)
    screening = int((1 - _MEASURED) * games)
    chosen = _spread(settings, max(1, screening // _TRIED_LEAST - 1))
    able = [steps for number in chosen if (steps := _steps(arena, number))]
    tried = screening // (len(able) + 1)
    dice = range(max(_TRIED_LEAST, min(_TRIED, tried)))
    moving = _screen_steps(arena, [steps[0] for steps in able], dice)
    paths = [step.setting.path for step in moving[:LISTED]]
    backward = [
        step for steps in able for step in steps[1:] if step.setting.path in paths
    ]
    best = sorted(
        moving + _screen_steps(arena, backward, dice), key=_size, reverse=True
    )
    left = games - len(dice) * (len(able) + 1 + len(backward) + bool(backward))
    best = _larger_steps(best)[: max(1, min(LISTED, left // _WORTH_IT - 1))]
    # No part comes after this one that plays, so what is left of all others is used.
    each = max(1, left // (len(best) + 1))
    return Sensitivity(
        arena.side_name(arena.sides[0]),
        tuple(_measure_steps(arena, best, range(first, first + each))),
        len(settings),
        len(chosen),
        len(moving),
    )


def _spread(settings: Sequence[Setting], room: int) -> list[Setting]:
    """Return *room* of the numbers, taken evenly from the scenario, rulings last."""
    rulings = [setting for setting in settings if setting.path.startswith("rulings")]
    first = [setting for setting in settings if setting not in rulings]
    if len(first) <= room:
        return [*first, *rulings][:room]
    return [first[at * len(first) // room] for at in range(room)]


def _steps(arena: Arena, number: Setting) -> list[_Step]:
    """Return the steps of a number that the scenario can take."""
    steps: list[_Step] = []
    for value in _values(number.value):
        setting = Setting(number.path, value)
        try:
            changed = arena.for_scenario(with_settings(arena.loaded, [setting]))
        except FracasError:
            continue
        steps.append(_Step(setting, number.value, changed))
    return steps


def _screen_steps(arena: Arena, steps: Sequence[_Step], dice: range) -> list[_Step]:
    """Return the steps that change a conflict, those that change most first."""
    side = arena.sides[0]
    if not steps:
        return []
    plain, *played = play_in_all([arena, *(step.there for step in steps)], dice)
    if plain is None:
        return []
    screened = [
        structs.replace(
            step,
            size=sum(
                _distance(after, before, side)
                for after, before in zip(games, plain, strict=True)
            ),
        )
        for step, games in zip(steps, played, strict=True)
        if games is not None
    ]
    return sorted(filter(_size, screened), key=_size, reverse=True)


def _size(step: _Step) -> float:
    return step.size


def _distance(after: Game, before: Game, side: int) -> float:
    """Return how differently a side fared: by winning, by its return, by the course."""
    won = abs(after.scores[side] - before.scores[side])
    got = abs(after.sides[side] - before.sides[side])
    return won + got + _COURSE * (after.rounds != before.rounds)


def _values(value: float) -> tuple[float, float]:
    if isinstance(value, int):
        return value + 1, value - 1
    step = _PART * max(1.0, abs(value))
    return round(value + step, 6), round(value - step, 6)


def _larger_steps(steps: Sequence[_Step]) -> list[_Step]:
    """Return the larger step of every number."""
    largest: dict[str, _Step] = {}
    for step in steps:
        largest.setdefault(step.setting.path, step)
    return list(largest.values())


def _measure_steps(
    arena: Arena, steps: Sequence[_Step], numbers: range
) -> list[Effect]:
    """Return the effects of *steps*, the largest first."""
    if not steps:
        return []
    side, confidence = arena.sides[0], corrected_confidence(len(steps))
    plain, *played = play_in_all([arena, *(step.there for step in steps)], numbers)
    effects: list[Effect] = []
    for step, games in zip(steps, played, strict=True):
        if games is None or plain is None:
            continue
        gains = paired_differences(
            [game.scores[side] for game in games], [game.scores[side] for game in plain]
        )
        gain = mean_with_interval(gains, confidence)
        words = called(arena.loaded, step.setting.path)
        setting, was = str(step.setting), f"{step.was}"
        effects.append(Effect(setting, was, gain, len(numbers), words))
    return sorted(effects, key=lambda effect: -abs(effect.gain.value))
