"""Events and seats with names instead of numbers, ready for JSON."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from msgspec import structs

from sim.dice import Die, Faces
from sim.events import TABLE, Event
from sim.protocol import Words
from sim.rules.planets.forces import FORCES, names
from sim.rules.planets.setup import INDIRECT, Sheet
from sim.rules.planets.state import Player, Standing

Line = Callable[[Standing, Any], str]
"""How one kind of event is told, in the state before it."""

SEATS = frozenset({"who", "by", "of", "target", "partner"})
"""The fields of events that are seats."""

NOBODY_NAMED = "nobody"
THE_TABLE = "the table"


def name(state: Standing, seat: int) -> str:
    """Return the name of *seat*."""
    if seat == TABLE:
        return THE_TABLE
    if seat == state.setup.judge:
        return state.setup.judge_name
    return state.setup.sheets[seat].name


def die(one: Die) -> str:
    """Return a die as it is said, such as d8."""
    return f"d{one.high}"


def words(state: Standing, event: Event) -> Words:
    """Return *event*, which happened in *state*, in words; "does" is its kind."""
    said: Words = {"does": type(event).__name__}
    for field, value in structs.asdict(event).items():
        said[field] = _said(state, field, value)
    if "values" in said:
        said["values"] = by_force(said["values"])
    elif "sizes" in said:
        said["sizes"] = by_force(said["sizes"])
    return said


def by_force(numbers: Sequence[int]) -> dict[str, int]:
    """Return what there is for each Force, by its name."""
    pairs = zip(FORCES, numbers, strict=True)
    return {force: number for force, number in pairs if number}


def _said(state: Standing, field: str, value: Any) -> Any:  # noqa: ANN401 - any field of any event
    if field in SEATS:
        nobody = value == TABLE and field in {"target", "partner", "by"}
        return NOBODY_NAMED if nobody else name(state, value)
    if field == "pool":
        return [die(one) for one in value]
    return list(cast("Faces", value)) if isinstance(value, tuple) else value


def standing(state: Standing) -> tuple[Words, ...]:
    """Return how every seat stands."""
    seats = tuple(
        _seat(state, sheet, player)
        for sheet, player in zip(state.setup.sheets, state.players, strict=True)
    )
    if state.setup.judge < 0:
        return seats
    return (*seats, {"judges": list(state.setup.asked)})


def _seat(state: Standing, sheet: Sheet, player: Player) -> Words:
    said: Words = {"wounds": player.wounds}
    if state.setup.mode == INDIRECT:
        said["tally"] = player.tally
    else:
        said["track"] = state.track if sheet.side == 0 else -state.track
    if player.intent is not None:
        said["approach"] = player.intent.approach
        said["aim"] = player.intent.aim
        said["harms"] = player.intent.harms
    said |= _round(player)
    if player.left:
        said["out"] = player.left
    return said


def _round(player: Player) -> Words:
    """Return what is settled for this round."""
    turn = player.turn
    said: Words = {}
    if turn.level:
        said["difficulty"] = turn.level
    if turn.task is not None:
        said["favored"] = list(names(turn.task.favored))
        said["opposed"] = list(names(turn.task.opposed))
    if turn.dice:
        said["beside"] = [f"{one.severity} {one.kind} d{one.size}" for one in turn.dice]
    if turn.omegas:
        said["omega"] = {FORCES[force]: value for force, value in turn.omegas}
    if turn.own is not None:
        said["rolls"] = by_force(turn.own)
    return said
