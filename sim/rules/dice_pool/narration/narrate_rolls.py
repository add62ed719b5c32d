"""Sentences about rolls: whose they are, their dice, and how they compare."""

from collections.abc import Callable, Mapping
from typing import Any

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.narration.names import name
from sim.rules.dice_pool.phases import Rolling, has_rolls
from sim.rules.dice_pool.records.rolls import ROTE, Roll, Why, roll_of
from sim.rules.dice_pool.state import State
from sim.seam.events import NOBODY, TABLE, DiceRolled, Event, Seat
from sim.spine.words import counted, listed

TOGETHER = ", which do not add up"
"""The words added when several details are judged together [DP-R-06]."""
WHY = {
    Why.CONTEST: "",
    Why.TASK: "",
    Why.CONSCIOUSNESS: " to stay conscious",
    Why.HAZARD: " to avoid it",
    Why.INTIMACY: " for the tie",
    Why.STABILIZE: " to stop the bleeding",
    Why.TREAT: " to treat it",
    Why.EROSION: " against the loss of the soul",
    Why.DOT: " for a lost dot",
    Why.CRISIS: " to find peace",
    Why.OPPOSITION: "",
}


def _roller(state: State, roll: Roll) -> str:
    """Return who makes *roll*, and which roll it is where they make several."""
    assert has_rolls(state.phase)
    rolls, who = state.phase.rolls, name(state, roll.who)
    if sum(other.who == roll.who for other in rolls) == 1:
        return who
    if roll.intent:
        return f"{who} ({roll.intent})"
    guarded = roll.who if roll.guards == NOBODY else roll.guards
    acting = [
        name(state, other.who)
        for other in rolls
        if other.target in (roll.who, guarded)
        and state.setup.characters[other.who].intent(other.intent).arena == roll.arena
    ]
    return f"{who} (contesting {listed(acting)})" if acting else who


def _own(state: State, who: Seat) -> list[Roll]:
    assert has_rolls(state.phase)
    return [roll for roll in state.phase.rolls if roll.who == who]


def _nth(
    state: State, event: c.EdgeAssessed | c.DifficultyAssessed | c.PoolAssembled
) -> str:
    """Return whose pool is assessed or assembled, and for which roll."""
    own = _own(state, event.who)
    return _roller(state, next((roll for roll in own if roll.nth == event.nth), own[0]))


def _details(event: c.EdgeAssessed | c.DifficultyAssessed) -> str:
    if not event.details:
        return ""
    named = ", ".join(f"{label} {dice}" for label, dice in event.details)
    numbers = [dice for _, dice in event.details]
    adds_up = len(numbers) == 1 or sum(numbers) == event.assessed
    together = "" if adds_up else TOGETHER
    return f" ({named}{together})"


def _edge_assessed(state: State, event: c.EdgeAssessed) -> str:
    """Tell the Edge on a roll and its details."""
    dice = counted(event.assessed, "die")
    return f"{_nth(state, event)} has an edge of {dice}{_details(event)}."


def _difficulty_assessed(state: State, event: c.DifficultyAssessed) -> str:
    """Tell the Difficulty of a roll and its details."""
    who = _nth(state, event)
    if event.hardness == "chance_only":
        return f"{who} has no more than a chance{_details(event)}."
    if event.hardness == "impossible":
        return f"What {who} tries cannot be done{_details(event)}."
    dice = counted(event.assessed, "die")
    return f"{who} has a difficulty of {dice}{_details(event)}."


def _pool_assembled(state: State, event: c.PoolAssembled) -> str:
    """Tell which dice a roll has, and where they come from."""
    parts = [
        f"{'less ' if dice < 0 else ''}{trait} {abs(dice)}"
        for trait, dice in event.components
    ]
    for number, says in (
        (event.specialty, "a specialty"),
        (event.edge, "an edge"),
        (event.willpower, "willpower"),
    ):
        parts += [f"{says} of {number}"] if number else []
    less = f", less {event.difficulty}" if event.difficulty else ""
    rote = ", rote" if event.rote else ""
    dice = {"chance": "a chance die", "no_roll": "no roll"}.get(
        event.kind, counted(event.dice, "die")
    )
    return f"{_nth(state, event)}: {', '.join(parts)}{less}: {dice}{rote}."


def _rolled(state: State, fact: DiceRolled) -> str:
    """Tell which dice fell, and how many successes they are."""
    faces = " ".join(map(str, fact.faces))
    successes = counted(fact.reading[0], "success")
    phase = state.phase
    assert has_rolls(phase)
    roll = roll_of(phase.rolls, fact.who, fact.attempt)
    who = "The opposition" if fact.who == TABLE else _roller(state, roll)
    if fact.why == ROTE:
        what = "rolls what failed again" if not _again(state, fact) else "rolls again"
        return f"{who} {what}: {faces}: {successes}."
    what = "rolls again" if _again(state, fact) else f"rolls{WHY[Why(fact.why)]}"
    return f"{who} {what}: {faces}: {successes}."


def _again(state: State, fact: DiceRolled) -> bool:
    """Whether these dice are thrown again, in a throw that has begun."""
    phase = state.phase
    assert has_rolls(phase)
    roll = roll_of(phase.rolls, fact.who, fact.attempt)
    if fact.why == Why.INTIMACY:
        return roll.refresh is not None
    return (roll.second if fact.why == ROTE else roll.first) is not None


def _resolved(state: State, event: c.ContestResolved) -> str:
    """Tell how totals compare: of one act, or of all sides."""
    if event.who != NOBODY:
        return _contest(state, event)
    if not event.sides:
        rolling = type(state.phase) is Rolling
        return "Nobody opposes anybody." if rolling else "Nobody rolls anything."
    sides = state.setup.sides
    pairs = zip(event.sides, event.totals, strict=True)
    totals = ", ".join(f"{sides[side]} {total}" for side, total in pairs)
    if not event.winners:
        return f"{totals}: undecided."
    ahead = listed([sides[side] for side in event.winners])
    return f"{totals}: {ahead} ahead by {event.margin}."


def _contest(state: State, event: c.ContestResolved) -> str:
    """Tell the contest about one act."""
    who, total = name(state, event.who), event.totals[0]
    act = f"{who}, {event.intent}"
    if event.target not in {NOBODY, event.against}:
        act += f" (against {name(state, event.target)})"
    if event.against == NOBODY:
        return f"{act}: {total}, and nobody against it."
    against = f"{total} against {event.totals[1]} of {name(state, event.against)}"
    if not event.winners:
        return f"{act}: {against}, undecided."
    won = event.winners[0] == event.sides[0]
    ahead = who if won else name(state, event.against)
    return f"{act}: {against}, {ahead} ahead by {event.margin}."


def _boosted(state: State, event: f.Boosted) -> str:
    """Tell on which roll a point of Willpower is spent."""
    aim = f" for {event.intimacy}" if event.intimacy else ""
    return f"{_boosting(state, event.who)} puts Willpower into it{aim}."


def _not_boosted(state: State, event: f.BoostDeclined) -> str:
    """Tell on which roll no Willpower is spent."""
    return f"{_boosting(state, event.who)} puts no Willpower into it."


def _boosting(state: State, who: Seat) -> str:
    own = _own(state, who)
    return _roller(state, next((roll for roll in own if roll.boosted is None), own[0]))


def _throw_chosen(state: State, event: f.RoteChoiceMade) -> str:
    """Tell which throw of a roll counts."""
    own = _own(state, event.who)
    roll = next(
        (roll_ for roll_ in own if roll_.second and roll_.chosen is None), own[0]
    )
    return f"{_roller(state, roll)} takes the {event.chosen} throw: {event.total}."


ROLLS: Mapping[type[Event], Callable[[State, Any], str]] = {
    DiceRolled: _rolled,
    f.Boosted: _boosted,
    f.BoostDeclined: _not_boosted,
    f.RoteChoiceMade: _throw_chosen,
    c.EdgeAssessed: _edge_assessed,
    c.DifficultyAssessed: _difficulty_assessed,
    c.PoolAssembled: _pool_assembled,
    c.ContestResolved: _resolved,
}
"""Class of event -> its sentence."""
