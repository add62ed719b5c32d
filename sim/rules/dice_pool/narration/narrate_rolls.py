"""Rolls told: what helps and burdens them, their dice, and how they compare."""

from collections import Counter

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.narration.names import name
from sim.rules.dice_pool.phases import Rolling, has_rolls
from sim.rules.dice_pool.records.rolls import ROTE, Roll, Why, roll_of
from sim.rules.dice_pool.state import State
from sim.seam.events import NOBODY, TABLE, DiceRolled, Event, Seat
from sim.spine.narration import Sentence
from sim.spine.words import counted, listed

TOGETHER = ", which do not add up"
"""Said of details that are judged together [DP-R-06]."""
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


def _rolls(state: State, event: c.RollsCalled) -> str:
    times = Counter(event.rolling)
    who = [
        name(state, seat) + (f" ({count} rolls)" if count > 1 else "")
        for seat, count in times.items()
    ]
    return f"{listed(who)} {'roll' if len(who) > 1 else 'rolls'}."


def _roller(state: State, roll: Roll) -> str:
    """Return who makes *roll*, and which roll it is where they make several."""
    assert has_rolls(state.phase)
    rolls, who = state.phase.rolls, name(state, roll.who)
    if sum(one.who == roll.who for one in rolls) == 1:
        return who
    if roll.intent:
        return f"{who} ({roll.intent})"
    guarded = roll.who if roll.guards == NOBODY else roll.guards
    acting = [
        name(state, one.who)
        for one in rolls
        if one.target in (roll.who, guarded)
        and state.setup.characters[one.who].intent(one.intent).arena == roll.arena
    ]
    return f"{who} (contesting {listed(acting)})" if acting else who


def _own(state: State, who: Seat) -> list[Roll]:
    assert has_rolls(state.phase)
    return [one for one in state.phase.rolls if one.who == who]


def _nth(
    state: State, event: c.EdgeAssessed | c.DifficultyAssessed | c.PoolAssembled
) -> str:
    """Return whose pool is assessed or assembled, and for which roll."""
    own = _own(state, event.who)
    return _roller(state, next((one for one in own if one.nth == event.nth), own[0]))


def _details(event: c.EdgeAssessed | c.DifficultyAssessed) -> str:
    if not event.details:
        return ""
    named = ", ".join(f"{label} {dice}" for label, dice in event.details)
    dice = [one for _, one in event.details]
    together = "" if len(dice) == 1 or sum(dice) == event.assessed else TOGETHER
    return f" ({named}{together})"


def _edge(state: State, event: c.EdgeAssessed) -> str:
    dice = counted(event.assessed, "die")
    return f"{_nth(state, event)} has an edge of {dice}{_details(event)}."


def _difficulty(state: State, event: c.DifficultyAssessed) -> str:
    who = _nth(state, event)
    if event.hardness == "chance_only":
        return f"{who} has no more than a chance{_details(event)}."
    if event.hardness == "impossible":
        return f"What {who} tries cannot be done{_details(event)}."
    dice = counted(event.assessed, "die")
    return f"{who} has a difficulty of {dice}{_details(event)}."


def _pool(state: State, event: c.PoolAssembled) -> str:
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
    """Whether these are dice thrown again, of a throw that has begun."""
    phase = state.phase
    assert has_rolls(phase)
    roll = roll_of(phase.rolls, fact.who, fact.attempt)
    if fact.why == Why.INTIMACY:
        return roll.refresh is not None
    return (roll.second if fact.why == ROTE else roll.first) is not None


def _automatic(state: State, event: c.AutomaticSuccessesApplied) -> str:
    parts = [f"{event.added} more" if event.added else ""]
    parts.append(f"{event.cancelled} cancelled" if event.cancelled else "")
    parts.append(f"{event.floor} at least" if event.floor else "")
    told = ", ".join(part for part in parts if part)
    return f"{name(state, event.who)}: {event.rolled} rolled, {told}: {event.total}."


def _best(state: State, event: c.SideTotalChosen) -> str:
    side = state.setup.sides[event.side]
    return f"For {side} the roll of {name(state, event.who)} counts: {event.total}."


def _resolved(state: State, event: c.ContestResolved) -> str:
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
    """Tell the contest that one act is."""
    who, total = name(state, event.who), event.totals[0]
    act = f"{who}, {event.intent}"
    if event.target != NOBODY:
        act += f" ({name(state, event.target)})"
    if event.against == NOBODY:
        return f"{act}: {total}, and nobody against it."
    against = f"{total} against {event.totals[1]} of {name(state, event.against)}"
    if not event.winners:
        return f"{act}: {against}, undecided."
    won = event.winners[0] == event.sides[0]
    ahead = who if won else name(state, event.against)
    return f"{act}: {against}, {ahead} ahead by {event.margin}."


def _gained(state: State, event: c.CarriedDiceGained) -> str:
    dice = counted(event.dice, "die")
    return f"{name(state, event.who)} carries {dice} of {event.kind} to a later roll."


def _used(state: State, event: c.CarriedDiceUsed) -> str:
    dice = counted(event.dice, "die")
    kind = "an edge" if event.kind == "edge" else "a difficulty"
    return f"An earlier margin gives {name(state, event.who)} {kind} of {dice}."


def _expired(state: State, event: c.CarriedDiceExpired) -> str:
    dice = counted(event.dice, "die")
    return f"The {event.kind} of {dice} that {name(state, event.who)} carried is gone."


def _boosted(state: State, event: f.Boosted) -> str:
    aim = f" for {event.intimacy}" if event.intimacy else ""
    return f"{_boosting(state, event.who)} puts Willpower into it{aim}."


def _not_boosted(state: State, event: f.BoostDeclined) -> str:
    return f"{_boosting(state, event.who)} puts no Willpower into it."


def _boosting(state: State, who: Seat) -> str:
    own = _own(state, who)
    return _roller(state, next((one for one in own if one.boosted is None), own[0]))


def _chosen(state: State, event: f.RoteChoiceMade) -> str:
    own = _own(state, event.who)
    roll = next((one for one in own if one.second and one.chosen is None), own[0])
    return f"{_roller(state, roll)} takes the {event.chosen} throw: {event.total}."


def _difficulty_ruled(state: State, event: j.DifficultyRuled) -> str:
    says = counted(event.dice, "die")
    if event.hardness != "plain":
        says = event.hardness.replace("_", " ")
    return f"{name(state, event.who)} on {name(state, event.of)}: difficulty {says}."


ROLLS: dict[type[Event], Sentence[State]] = {
    f.Boosted: _boosted,
    f.BoostDeclined: _not_boosted,
    f.RoteChoiceMade: _chosen,
    c.RollsCalled: _rolls,
    c.EdgeAssessed: _edge,
    c.DifficultyAssessed: _difficulty,
    c.CarriedDiceGained: _gained,
    c.CarriedDiceUsed: _used,
    c.CarriedDiceExpired: _expired,
    c.PoolAssembled: _pool,
    c.RollNoted: "{who}: {what}.",
    c.AutomaticSuccessesCancelled: "{by} cancels {amount} of the successes of {who}.",
    c.AutomaticSuccessesApplied: _automatic,
    c.SideTotalChosen: _best,
    c.ContestResolved: _resolved,
    j.EdgeRuled: "{who} on {of}: an edge of {dice}.",
    j.DifficultyRuled: _difficulty_ruled,
    DiceRolled: _rolled,
}
"""Event -> its sentence."""
