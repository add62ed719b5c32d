"""Events as words, for programs and for typed-in tables."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from sim.events import DiceRolled, Event, Seat
from sim.protocol import Description
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.checks.levels import LEVELS
from sim.rules.solar_system.consequences import (
    ContestResolved,
    DiceGathered,
    Gathered,
    HarmApplied,
    IntentionFulfilled,
    RulingSettled,
)
from sim.rules.solar_system.harm.track import BOXES, severity
from sim.rules.solar_system.narration.names import (
    BASES,
    RELATIONS,
    STAGES,
    STANCES,
    ability_name,
    about,
    name,
    names,
    track,
)
from sim.rules.solar_system.scenario.character import POOLS
from sim.rules.solar_system.state import (
    State,
)

_SEATS = frozenset(
    {"who", "by", "target", "winner", "loser", "against", "patient", "member"}
    | {"partner", "a", "b", "declared_by"}
)


_SEAT_LISTS = frozenset({"naming", "released", "retargeting", "void", "conceding"})


def _pool(value: int) -> str:
    return POOLS[value]


def _stance(value: int) -> str:
    return STANCES[value]


def _basis(value: int) -> str:
    return BASES[value]


def _relation(value: int) -> str:
    return RELATIONS[value]


def _track_or_points(value: int | tuple[int, ...]) -> int | dict[str, str]:
    return track(value) if isinstance(value, tuple) else value


def _list(value: tuple[str, ...]) -> list[str]:
    return list(value)


_PLAIN: Mapping[str, Callable[[Any], Any]] = {
    "pool": _pool,
    "stance": _stance,
    "basis": _basis,
    "relation": _relation,
    "before": _track_or_points,
    "after": _track_or_points,
    "cites": _list,
}


def describe(state: State, event: Event) -> Description:
    """Return *event* with names; "does" is what kind of event it is."""
    special = _SPECIAL.get(type(event))
    if special is not None:
        return special(state, event)
    said: Description = {"does": type(event).__name__}
    for key, value in structs.asdict(event).items():
        said[key] = _named(state, event, key, value)
    if isinstance(event, f.Joined):
        said["side"] = state.setup.sides[event.side]
    if isinstance(event, f.DieBought | f.DieDeclined | f.GiftGiven):
        said["roll"] = name(state, state.rolls[event.roll].who)
    return said


def _who(event: Event) -> Seat:
    """Return whose event it is; those with abilities, goals and props have one."""
    return Seat(structs.asdict(event)["who"])


def _named(state: State, event: Event, key: str, value: Any) -> Any:  # noqa: ANN401 - any field
    if key in _SEATS:
        return name(state, value)
    if key in _SEAT_LISTS:
        return names(state, value)
    if key == "ability":
        return ability_name(state, _who(event), value)
    if key == "goal":
        goals = state.data(_who(event)).goals
        return goals[int(value)].name
    if key == "prop":
        props = state.data(_who(event)).props
        return props[int(value)].name if value >= 0 else ""
    if key in {"pairings", "stalemates"}:
        return [
            [*names(state, pair[:2]), *(RELATIONS[r] for r in pair[2:])]
            for pair in value
        ]
    if key == "ranking":
        return [names(state, group) for group in value]
    return _PLAIN[key](value) if key in _PLAIN else value


def _rolled(state: State, event: DiceRolled) -> Description:
    roll = next(one for one in state.rolls if one.who == event.who)
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


def _gathered(state: State, event: DiceGathered) -> Description:
    return {
        "does": "DiceGathered",
        "stage": STAGES[event.stage],
        "checks": [check_words(state, check) for check in event.checks],
        "cites": list(event.cites),
    }


def check_words(state: State, check: Gathered) -> Description:
    """Return who rolls what, with the dice from each source that gives any."""
    said: Description = {
        "who": name(state, check.who),
        "ability": ability_name(state, check.who, check.ability),
        "rank": state.ability(check.who, check.ability).rank,
    }
    for source in (
        "linked",
        "failure",
        "bruised",
        "bloodied",
        "broken",
        "circumstance",
    ):
        dice = getattr(check, source)
        if dice:
            said[source] = dice
    return said


def _harm(state: State, event: HarmApplied) -> Description:
    return {
        "does": "HarmApplied",
        "who": name(state, event.who),
        "by": name(state, event.by),
        "harm": event.amount,
        "box": event.box,
        "severity": severity(event.box) if event.box else "",
        "cascaded": bool(event.box) and event.box != min(event.amount, BOXES),
        "pool": POOLS[event.pool],
        "past_broken": event.past_broken,
        "fell_out": event.fell_out,
        "cites": list(event.cites),
    }


def _contest(state: State, event: ContestResolved) -> Description:
    said: Description = {
        "does": "ContestResolved",
        "a": name(state, event.a),
        "b": name(state, event.b),
        "relation": RELATIONS[event.relation],
        "level_a": event.level_a,
        "level_b": event.level_b,
        "winner": name(state, event.winner),
        "margin": event.margin,
        "stalemate": event.stalemate,
    }
    for key, harm in (("harm_a", event.harm_a), ("harm_b", event.harm_b)):
        if harm is not None:
            said[key] = structs.asdict(harm)
    return said | {"cites": list(event.cites)}


def _fulfilled(state: State, event: IntentionFulfilled) -> Description:
    said = {
        key: _named(state, event, key, value)
        for key, value in structs.asdict(event).items()
    }
    return {"does": "IntentionFulfilled", **said}


def _ruled(state: State, event: f.StoryGuideRuled) -> Description:
    return {
        "does": "StoryGuideRuled",
        "who": name(state, event.who),
        "kind": event.kind,
        "of": about(state, event.kind, event.of),
        "value": event.value,
    }


def _settled(state: State, event: RulingSettled) -> Description:
    return {
        "does": "RulingSettled",
        "kind": event.kind,
        "of": about(state, event.kind, event.of),
        "value": event.value,
        "cites": list(event.cites),
    }


_SPECIAL: Mapping[type[Event], Callable[[State, Any], Description]] = {
    DiceRolled: _rolled,
    DiceGathered: _gathered,
    HarmApplied: _harm,
    ContestResolved: _contest,
    IntentionFulfilled: _fulfilled,
    f.StoryGuideRuled: _ruled,
    RulingSettled: _settled,
}
