"""Events with names instead of numbers, for programs."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

from msgspec import structs

from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.checks.rolling import roll_at
from sim.rules.solar_system.harm.track import BOXES, severity
from sim.rules.solar_system.narration.interlude import DESCRIBED
from sim.rules.solar_system.narration.names import (
    STANCES,
    ability_name,
    about,
    name,
    names,
    roll_by,
    track,
    word,
)
from sim.rules.solar_system.scenario.character import LEVELS, POOLS
from sim.rules.solar_system.state import State
from sim.seam.events import DiceRolled, Event, Fact, Seat
from sim.seam.protocol import Description
from sim.spine.narration import named

SOURCES = ("linked", "failure", "bruised", "bloodied", "broken", "circumstance")
"""The sources of a check's dice."""


def describe(state: State, event: Event) -> Description:
    """Return *event* with names instead of numbers; *state* is the one before it."""
    if isinstance(event, DiceRolled):
        return _rolled(state, event)
    words = named(event, lambda seat: name(state, seat))
    for field in words.keys() & _FIELDS.keys() if type(event) not in DESCRIBED else ():
        words[field] = _FIELDS[field](state, event, words[field])
    special = _SPECIAL.get(type(event))
    return words if special is None else words | special(state, event)


# Fields that mean the same in every event.


def _ability(state: State, event: Any, index: int) -> str:  # noqa: ANN401 - of whoever acts
    return ability_name(state, event.who, index)


def _goal(state: State, event: Any, index: int) -> str:  # noqa: ANN401 - of whoever wants it
    return state.data(event.who).goals[index].name


def _prop(state: State, event: Any, index: int) -> str:  # noqa: ANN401 - of whoever uses it
    return "" if index == f.NONE else state.data(event.who).props[index].name


def _pool(_state: State, _event: Event, pool: int) -> str:
    return POOLS[pool]


def _stance(_state: State, _event: Event, stance: f.Stance) -> str:
    return STANCES[stance]


def _word(_state: State, _event: Event, member: IntEnum) -> str:
    return word(member)


def _roll(state: State, event: Event, index: int) -> str | int:
    chosen = isinstance(event, Fact)
    return name(state, roll_at(state, index).who) if chosen else index


def _pairs(
    state: State, _event: Event, pairs: tuple[tuple[Seat, Seat], ...]
) -> list[list[str]]:
    return [names(state, pair) for pair in pairs]


def _meetings(
    state: State, _event: Event, pairs: tuple[c.Pairing, ...]
) -> list[Description]:
    return [
        {"a": name(state, a), "b": name(state, b), "relation": word(relation)}
        for a, b, relation in pairs
    ]


def _groups(
    state: State, _event: Event, groups: tuple[tuple[Seat, ...], ...]
) -> list[list[str]]:
    return [names(state, group) for group in groups]


def _track_or_points(
    _state: State, _event: Event, value: int | tuple[int, ...]
) -> int | dict[str, str]:
    return track(value) if isinstance(value, tuple) else value


def _list(_state: State, _event: Event, items: tuple[str, ...]) -> list[str]:
    return list(items)


_FIELDS: Mapping[str, Callable[[State, Any, Any], object]] = {
    "ability": _ability,
    "goal": _goal,
    "prop": _prop,
    "pool": _pool,
    "stance": _stance,
    "basis": _word,
    "relation": _word,
    "stage": _word,
    "roll": _roll,
    "pairings": _meetings,
    "stalemates": _pairs,
    "ranking": _groups,
    "before": _track_or_points,
    "after": _track_or_points,
    "cites": _list,
}


# Events with more fields, or with fields of their own meaning.


def _rolled(state: State, event: DiceRolled) -> Description:
    roll = roll_by(state, event.who)
    level = event.reading[0]
    return {
        "does": "DiceRolled",
        "who": name(state, event.who),
        "why": event.why,
        "ability": ability_name(state, event.who, roll.ability),
        "rank": roll.rank,
        "net": roll.net,
        "faces": list(event.faces),
        "kept": list(event.kept),
        "level": level,
        "level_name": LEVELS[level],
    }


def _window(state: State, event: c.WindowOpened) -> Description:
    return {"order": [name(state, roll_at(state, index).who) for index in event.order]}


def _gathered(state: State, event: c.DiceGathered) -> Description:
    return {"checks": [_check(state, check) for check in event.checks]}


def _check(state: State, check: c.Gathered) -> Description:
    """Return who rolls what, with the dice from each source."""
    words: Description = {
        "who": name(state, check.who),
        "ability": ability_name(state, check.who, check.ability),
        "rank": state.ability(check.who, check.ability).rank,
    }
    dice = {source: getattr(check, source) for source in SOURCES}
    return words | {source: count for source, count in dice.items() if count}


def _harm(_state: State, event: c.HarmApplied) -> Description:
    return {
        "harm": event.amount,
        "severity": severity(event.box) if event.box else "",
        "cascaded": bool(event.box) and event.box != min(event.amount, BOXES),
    }


def _contest(_state: State, event: c.ContestResolved) -> Description:
    harms = {"harm_a": event.harm_a, "harm_b": event.harm_b}
    return {
        field: None if harm is None else structs.asdict(harm)
        for field, harm in harms.items()
    }


def _joined(state: State, event: f.Joined) -> Description:
    return {"side": state.setup.sides[event.side]}


def _judged(state: State, event: f.StoryGuideRuled | c.RulingSettled) -> Description:
    return {"of": about(state, event.kind, event.of)}


_SPECIAL: Mapping[type[Event], Callable[[State, Any], Description]] = {
    **DESCRIBED,
    c.WindowOpened: _window,
    c.DiceGathered: _gathered,
    c.HarmApplied: _harm,
    c.ContestResolved: _contest,
    f.Joined: _joined,
    f.StoryGuideRuled: _judged,
    c.RulingSettled: _judged,
}
