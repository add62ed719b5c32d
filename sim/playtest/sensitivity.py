"""Which numbers of a scenario matter: each a step up and a step down, on the same dice.

All are screened on a few dice. Those with the largest effects are measured again on
fresh dice, so that their selection does not bias the estimates; their intervals hold
together at 95 %.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from sim.errors import FracasError
from sim.library.scenario import Loaded
from sim.library.settings import Setting, numbers, with_settings
from sim.playtest.ground import Ground, Progress
from sim.playtest.paired import corrected, differences, mean_of
from sim.statistics.intervals import Interval

LISTED = 10
"""How many numbers are measured after the screening."""
_TRIED = 8
"""The number of conflicts that screen a number."""
_MEASURED = 0.6
"""The share of the conflicts that is reserved for measuring."""
_ENOUGH = 400
_PART = 0.1
"""A step of a number that is not whole; of larger ones it is this share."""


class Effect(Struct, frozen=True):
    """The effect of one *setting* of a number, which *was* another in the scenario.

    *gain* is how much more often the first side wins, over so many *games*.
    """

    setting: str
    was: str
    gain: Interval
    games: int

    def row(self) -> dict[str, Any]:
        """Return it with named columns."""
        return {
            "setting": self.setting,
            "was": self.was,
            "gain": self.gain.value,
            "gain_low": self.gain.low,
            "gain_high": self.gain.high,
            "games": self.games,
        }


class Sensitivity(Struct, frozen=True):
    """The numbers that matter most to how often *side* wins.

    *tried* of *numbers* were moved; *moved* of these changed the result of a conflict.
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
    loaded: Loaded
    size: float


def sensitivity(
    ground: Ground, games: int, first: int, progress: Progress
) -> Sensitivity:
    """Return the effects of steps of numbers, from about *games* conflicts.

    The screened numbers are measured on the dice from conflict *first* on.
    """
    known = numbers(ground.loaded)
    room = max(1, int((1 - _MEASURED) * games) // (2 * _TRIED))
    chosen = _spread(known, room)
    plain = _scores(ground, range(_TRIED))
    steps: list[_Step] = []
    for one in chosen:
        steps += _steps(ground, one, plain)
        progress(ground.played)
    moving = sorted((one for one in steps if one.size), key=lambda one: -one.size)
    best = _once(moving)[:LISTED]
    each = min(_ENOUGH, int(_MEASURED * games) // (len(best) + 1))
    return Sensitivity(
        ground.side_name(ground.sides[0]),
        tuple(_measured(ground, best, range(first, first + each), progress)),
        len(known),
        len(chosen),
        len({one.setting.path for one in moving}),
    )


def _spread(known: Sequence[Setting], room: int) -> list[Setting]:
    """Return *room* of the numbers, taken evenly from the scenario, rulings last."""
    rulings = [one for one in known if one.path.startswith("rulings")]
    first = [one for one in known if one not in rulings]
    if len(first) <= room:
        return [*first, *rulings][:room]
    return [first[at * len(first) // room] for at in range(room)]


def _steps(ground: Ground, number: Setting, plain: Sequence[float]) -> list[_Step]:
    """Return the steps of a number that the scenario can take."""
    found: list[_Step] = []
    for value in _values(number.value):
        setting = Setting(number.path, value)
        try:
            loaded = with_settings(ground.loaded, [setting])
            there = ground.beside(loaded)
            scores = _scores(there, range(len(plain)))
        except FracasError:
            continue
        ground.played += there.played
        size = sum(map(abs, differences(scores, plain)))
        found.append(_Step(setting, number.value, loaded, size))
    return found


def _values(value: float) -> tuple[float, float]:
    if isinstance(value, int):
        return value + 1, value - 1
    step = _PART * max(1.0, abs(value))
    return round(value + step, 6), round(value - step, 6)


def _once(steps: Sequence[_Step]) -> list[_Step]:
    """Return the larger step of every number."""
    found: dict[str, _Step] = {}
    for one in steps:
        found.setdefault(one.setting.path, one)
    return list(found.values())


def _measured(
    ground: Ground, steps: Sequence[_Step], games: range, progress: Progress
) -> list[Effect]:
    """Return the effects of *steps*, the largest first."""
    plain = _scores(ground, games) if steps else []
    confidence = corrected(len(steps))
    found: list[Effect] = []
    for one in steps:
        there = ground.beside(one.loaded)
        gains = differences(_scores(there, games), plain)
        ground.played += there.played
        progress(ground.played)
        gain = mean_of(gains, confidence)
        found.append(Effect(str(one.setting), f"{one.was}", gain, len(games)))
    return sorted(found, key=lambda one: -abs(one.gain.value))


def _scores(ground: Ground, games: range) -> list[float]:
    side = ground.sides[0]
    return [ground.play(ground.agents, number).scores[side] for number in games]
