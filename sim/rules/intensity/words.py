"""Events and standings in words: names instead of numbers, and a line for a story."""

from typing import Any

from msgspec import structs

from sim.events import DiceRolled, Event
from sim.protocol import Words
from sim.rules.intensity.consequences import (
    IntentChanged,
    PoolAssembled,
    PooledDie,
)
from sim.rules.intensity.harms import (
    AftermathSettled,
    Carried,
    GoalObtained,
    GoalsReconciled,
    SidesLeft,
)
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
    elif isinstance(event, PoolAssembled):
        said["dice"] = [_pooled(state, event.who, die) for die in event.dice]
    elif isinstance(event, AftermathSettled):
        said["carried"] = [_carried(state, one) for one in event.carried]
    elif isinstance(event, SidesLeft | GoalsReconciled):
        said["who"] = [name(state, who) for who in event.who]
    elif isinstance(event, GoalObtained):
        said["goal"] = goal_name(state, Goal(*event.goal))
    elif isinstance(event, IntentChanged):
        said["was"] = goal_name(state, Goal(*event.was))
        said["now"] = goal_name(state, Goal(*event.now))
    return said


def _word(state: State, fields: dict[str, Any], field: str, value: object) -> object:
    if isinstance(value, int) and field in _SEATS:
        return name(state, value)
    if isinstance(value, int) and field == "ability":
        return ability_name(state, fields.get("target", fields["who"]), value)
    if isinstance(value, int) and field == "goal":
        return state.setup.wishes[value].name if value >= 0 else ""
    return value


def _pooled(state: State, who: int, die: PooledDie) -> str:
    label = ability_name(state, who, die.ability) or die.role
    return f"{label} d{die.size}"


def _carried(state: State, one: Carried) -> Words:
    words_: Words = structs.asdict(one)
    return {**words_, "who": name(state, one.who)}


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
