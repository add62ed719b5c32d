"""Events and standings in words: names instead of numbers, and a line for a story."""

from typing import Any

from msgspec import structs

from sim.events import DiceRolled, Event
from sim.protocol import Words
from sim.rules.intensity.setup import NOBODY
from sim.rules.intensity.state import (
    HELPING,
    KEEP,
    REDUCE,
    SITUATION,
    STATUSES,
    Goal,
    State,
)

_SEATS = frozenset({"who", "by", "of", "target", "ally", "a", "b"})
_GOALS = frozenset({"was", "now"})

DEADLY, HARMFUL, MILD = 2, 1, 0
"""Stakes: a goal that is a death, one that is a loss of a die, any other."""


def name(state: State, who: int) -> str:
    """Return the name of a seat, or of the table where there is none."""
    return state.setup.names[who] if who >= 0 else "the table"


def ability_name(state: State, who: int, ability: int) -> str:
    """Return the name of an ability of *who*."""
    return state.setup.people[who].abilities[ability] if ability >= 0 else ""


def goal_name(state: State, goal: Goal) -> str:
    """Return *goal* in a few words."""
    target = name(state, goal.target)
    if goal.kind == KEEP:
        return "keep them from it"
    if goal.kind == HELPING:
        return f"help {target}" + (f" with a d{goal.size}" if goal.size else "")
    if goal.kind == SITUATION:
        die = f"a d{goal.size}" if goal.size else "a die"
        return f"win {die} for later from {target}"
    if goal.wish == NOBODY:
        return f"prevail over {target}"
    said = f"{state.setup.wishes[goal.wish].name!r} against {target}"
    if goal.kind == REDUCE:
        return f"{said} ({ability_name(state, goal.target, goal.ability)} at zero)"
    return f"{said} (a d{goal.size})" if goal.size else said


def stakes(state: State, goal: Goal | None) -> int:
    """Return how deadly *goal* is."""
    if goal is None or goal.target < 0 or goal.kind != REDUCE:
        return MILD
    health = state.setup.people[goal.target].health
    return DEADLY if goal.ability == health else HARMFUL


def words(state: State, event: Event) -> Words:
    """Return *event* with names instead of numbers; *state* is the one before it."""
    said: Words = {"does": type(event).__name__}
    fields: dict[str, Any] = structs.asdict(event)
    for field, value in fields.items():
        said[field] = _word(state, fields, field, value)
    if isinstance(event, DiceRolled):
        said["pool"] = [f"d{die.high}" for die in event.pool]
    return said


def _word(state: State, fields: dict[str, Any], field: str, value: Any) -> Any:  # noqa: ANN401 - any field of any event
    if field in _SEATS and isinstance(value, int):
        return name(state, value)
    if field == "who" and isinstance(value, tuple):
        return [name(state, who) for who in value]
    if field == "ability":
        owner = fields.get("target", fields["who"]) if value >= 0 else NOBODY
        return ability_name(state, owner, value)
    if field in _GOALS or (field == "goal" and isinstance(value, tuple)):
        return goal_name(state, Goal(*value))
    if field == "goal":
        return state.setup.wishes[value].name if value >= 0 else ""
    if field == "dice" and value and not isinstance(value[0], int):
        return [_pooled(state, fields["who"], die) for die in value]
    if field == "carried":
        return [{**structs.asdict(one), "who": name(state, one.who)} for one in value]
    return list(value) if isinstance(value, tuple) else value


def _pooled(state: State, who: int, die: Any) -> str:  # noqa: ANN401 - a PooledDie
    label = ability_name(state, who, die.ability) or die.role
    return f"{label} d{die.size}"


def standing(state: State) -> tuple[Words, ...]:
    """Return how every seat stands; a GM's seat has nothing to stand with."""
    stands = [_stands(state, who) for who in range(len(state.fighters))]
    judges = len(state.setup.names) - len(stands)
    return (*stands, *({} for _ in range(judges)))


def _stands(state: State, who: int) -> Words:
    fighter = state.fighters[who]
    person = state.setup.people[who]
    dice = zip(person.abilities, fighter.sizes, strict=True)
    goal = fighter.goal
    return {
        "status": STATUSES[fighter.status],
        "side": state.setup.sides[person.side],
        "intensity": fighter.intensity,
        "abilities": {ability: size for ability, size in dice if size},
        "lost": [
            ability
            for ability, size in zip(person.abilities, fighter.sizes, strict=True)
            if not size and person.abilities.index(ability) < person.won_from
        ],
        "goal": goal_name(state, goal) if goal is not None else "",
        "stakes": stakes(state, goal),
        "situation_dice": [[one.size, one.left] for one in fighter.bonuses],
        "penalty_dice": [[one.size, one.left] for one in fighter.penalties],
    }
