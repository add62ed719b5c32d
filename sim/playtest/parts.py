"""The parts of the sheets: the worth of an item, a skill or a die to its owner.

Forbidding an option cannot always show it: armour is worn without being chosen, and a
skill stands behind many options. So the conflict is played again without the part, by
the same agents with the same dice. All parts are tried on a few dice. Those with the
largest effects are measured on fresh dice, so that having been picked does not flatter
them. The parts that changed nothing are then taken from their owner all at once: if no
conflict goes differently even so, all of them are dead weight, which one test has
shown.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct

from sim.errors import FracasError
from sim.library.parts import Having, parts, without
from sim.library.scenario import Loaded
from sim.playtest.arena import Arena, play_in_all
from sim.playtest.findings import LARGE, SMALL
from sim.playtest.paired import (
    corrected_confidence,
    mean_with_interval,
    paired_differences,
)
from sim.playtest.table import Game
from sim.statistics.intervals import Interval

_TRIED = 4
"""How many conflicts show whether a part has an effect."""
_SCREENING = 1 / 3
"""The share of the conflicts that the first try takes."""
_MEASURED, _FIRST = 6, 2
"""The parts with the largest effects; this many of them come before all others."""
_LEAST = 40
"""With fewer conflicts nothing is measured, and nothing is called dead weight."""
_ENOUGH = 400
_ROUNDS = 1e-3
"""The size of an effect on the course of a conflict alone."""


class PartLabel(StrEnum):
    """A verdict about a part of a sheet."""

    DECISIVE = "decisive"
    BURDEN = "a burden"
    DEAD = "dead weight"
    NONE = ""


class PartWorth(Struct, frozen=True):
    """The loss of the *owner* of a part, in its return, if the sheet lacks the part.

    *changed* of *games* conflicts went differently without it. *setting* takes it away.
    Parts that had no effect are measured *together*; then *worth* is that of all.
    """

    owner: str
    kind: str
    name: str
    path: str
    setting: str
    worth: Interval
    changed: int
    games: int
    label: PartLabel
    together: int = 1
    same_as: str = ""
    """The name of an option of the owner that tells the same already."""
    becomes: str = ""
    """What replaces the part if its owner cannot simply lack it."""

    def row(self) -> dict[str, Any]:
        """Return it with named columns."""
        return {
            "seat": self.owner,
            "kind": self.kind,
            "name": self.name,
            "label": self.label.value,
            "same_as": self.same_as,
            "worth": self.worth.value,
            "worth_low": self.worth.low,
            "worth_high": self.worth.high,
            "changed": self.changed,
            "games": self.games,
            "together": self.together,
            "without": self.setting,
        }


class PartWorths(Struct, frozen=True):
    """The worth of the parts that were measured; *tried* of *parts* were tried.

    *needed* could not be taken away, since something else on the sheets needs them.
    """

    found: tuple[PartWorth, ...]
    parts: int
    tried: int
    needed: tuple[str, ...]

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each part that was measured."""
        return [part.row() for part in self.found]

    def labelled(self, label: PartLabel) -> tuple[PartWorth, ...]:
        """Return the parts with this *label*."""
        return tuple(part for part in self.found if part.label is label)


class _ScenarioWithout(Struct):
    """A scenario in which an owner lacks some *parts*, and how large the effect is."""

    parts: tuple[Having, ...]
    there: Arena
    size: float = 0.0


def part_worths(arena: Arena, games: int, plain: Sequence[Game]) -> PartWorths:
    """Return the worth of parts of the sheets, in about *games* conflicts.

    *plain* are conflicts with all parts, from the first on.
    """
    owned = parts(arena.loaded)
    room = max(1, int(_SCREENING * games) // _TRIED)
    playable, needed = _playable_scenarios(arena, _spread(owned, room))
    tried = _screen(playable, plain)
    moving = sorted(
        (scenario for scenario in tried if scenario.size),
        key=lambda scenario: -scenario.size,
    )
    groups = _silent_groups(
        arena, [scenario for scenario in tried if not scenario.size]
    )
    moving = moving[:_MEASURED]
    rest = games - len(tried) * _TRIED
    most = max(1, rest // _LEAST - 1)
    picked = [*moving[:_FIRST], *groups, *moving[_FIRST:]][:most]
    each = min(_ENOUGH, rest // (len(picked) + 1))
    worths = _measure_parts(arena, picked, range(len(plain), len(plain) + each))
    order = list(PartLabel)
    worths.sort(key=lambda part: (order.index(part.label), -abs(part.worth.value)))
    names = tuple(map(str, needed))
    return PartWorths(tuple(worths), len(owned), len(tried), names)


def _spread(owned: Sequence[Having], room: int) -> list[Having]:
    """Return *room* of the parts, taken evenly from all sheets."""
    if len(owned) <= room:
        return list(owned)
    return [owned[at * len(owned) // room] for at in range(room)]


def _playable_scenarios(
    arena: Arena, chosen: Sequence[Having]
) -> tuple[list[_ScenarioWithout], list[Having]]:
    """Return the scenarios without each part, and the parts that are needed."""
    playable: list[_ScenarioWithout] = []
    needed: list[Having] = []
    for part in chosen:
        reduced = _scenario_without(arena.loaded, part)
        if reduced is None:
            needed.append(part)
        else:
            playable.append(_ScenarioWithout((part,), arena.for_scenario(reduced)))
    return playable, needed


def _scenario_without(loaded: Loaded, part: Having) -> Loaded | None:
    """Return *loaded* without *part*; parts next to it may be gone already."""
    same = (part.owner, part.kind, part.name)
    for candidate in parts(loaded):
        if (candidate.owner, candidate.kind, candidate.name) == same:
            try:
                return without(loaded, candidate)
            except FracasError:
                return None
    return None


def _screen(
    playable: Sequence[_ScenarioWithout], plain: Sequence[Game]
) -> list[_ScenarioWithout]:
    """Return those that can be played, each with how much it changes."""
    usual = plain[:_TRIED]
    played = play_in_all(
        [scenario.there for scenario in playable], [game.number for game in usual]
    )
    played_at: list[_ScenarioWithout] = []
    for scenario, games in zip(playable, played, strict=True):
        if games is not None:
            scenario.size = sum(map(_distance, games, usual))
            played_at.append(scenario)
    return played_at


def _distance(first: Game, second: Game) -> float:
    """Return how differently two conflicts went; what everybody got counts most."""
    gaps = paired_differences(first.returns, second.returns)
    return sum(abs(gap) for gap in gaps) + _ROUNDS * _differ(first, second)


def _differ(first: Game, second: Game) -> bool:
    """Return whether two conflicts of the same dice went differently."""
    return any(
        getattr(first, field) != getattr(second, field)
        for field in ("how", "rounds", "returns")
    )


def _silent_groups(
    arena: Arena, silent: Sequence[_ScenarioWithout]
) -> list[_ScenarioWithout]:
    """Return the scenarios in which an owner lacks everything that had no effect."""
    owned: dict[str, list[Having]] = {}
    for scenario in silent:
        owned.setdefault(scenario.parts[0].owner, []).extend(scenario.parts)
    return [_all_of(arena, own) for own in owned.values()]


def _all_of(arena: Arena, own: Sequence[Having]) -> _ScenarioWithout:
    """Return the scenario without all parts of *own* that can be taken away."""
    loaded, gone = arena.loaded, list[Having]()
    for part in own:
        reduced = _scenario_without(loaded, part)
        if reduced is not None:
            loaded = reduced
            gone.append(part)
    return _ScenarioWithout(tuple(gone), arena.for_scenario(loaded))


def _measure_parts(
    arena: Arena, picked: Sequence[_ScenarioWithout], numbers: range
) -> list[PartWorth]:
    """Return what the parts of all *picked* scenarios are worth, on fresh dice."""
    if not picked or not numbers:
        return []
    plain, *played = play_in_all(
        [arena, *(scenario.there for scenario in picked)], numbers
    )
    confidence = corrected_confidence(len(picked))
    places = {seat.name: place for place, seat in enumerate(arena.seats)}
    return [
        worth
        for scenario, games in zip(picked, played, strict=True)
        if games is not None and plain is not None
        for worth in _worths(scenario, plain, games, places, confidence)
    ]


def _worths(
    reduced: _ScenarioWithout,
    plain: Sequence[Game],
    games: Sequence[Game],
    places: Mapping[str, int],
    confidence: float,
) -> Iterator[PartWorth]:
    place = places[reduced.parts[0].owner]
    had, lacked = (
        [game.returns[place] for game in conflicts] for conflicts in (plain, games)
    )
    worth = mean_with_interval(paired_differences(had, lacked), confidence)
    changed = sum(map(_differ, games, plain))
    label = _label(reduced, worth, changed, len(games))
    for part in reduced.parts:
        yield PartWorth(
            part.owner,
            part.kind,
            part.name,
            part.path,
            str(part.without),
            worth,
            changed,
            len(games),
            label,
            len(reduced.parts),
            becomes=instead if isinstance(instead := part.without.value, str) else "",
        )


def _label(
    reduced: _ScenarioWithout, worth: Interval, changed: int, games: int
) -> PartLabel:
    """Return the verdict, by the thresholds of restricted play."""
    if reduced.size:
        if worth.low > 0 and worth.value >= LARGE:
            return PartLabel.DECISIVE
        if worth.high < 0 and worth.value <= -SMALL:
            return PartLabel.BURDEN
        return PartLabel.NONE
    dead = not changed and games >= _LEAST
    return PartLabel.DEAD if dead else PartLabel.NONE
