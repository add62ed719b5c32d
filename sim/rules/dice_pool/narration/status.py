"""How every seat stands, and what it has won, with names instead of numbers."""

from collections.abc import Mapping

from sim.rules.dice_pool.health.track import drawn
from sim.rules.dice_pool.phases import has_rolls
from sim.rules.dice_pool.pools.emptied_tallies import tags_borne
from sim.rules.dice_pool.records.body import UP
from sim.rules.dice_pool.scenario.words import ARENAS
from sim.rules.dice_pool.state import Left, State, has_left, side_of
from sim.seam.events import NOBODY, Seat
from sim.seam.protocol import Description
from sim.seam.seats import seats
from sim.spine.words import quoted


def status(state: State) -> tuple[Description, ...]:
    """Return how every seat stands; for a Storyteller, what is asked there."""
    standings = [_status_of(state, who) for who in seats(len(state.participants))]
    if state.setup.judge != NOBODY:
        standings.append({"judges": sorted(state.setup.asked)})
    return tuple(standings)


def _status_of(state: State, who: Seat) -> Description:
    participant, character = state.participants[who], state.setup.characters[who]
    words: Description = {
        "health": drawn(participant.body.wounds, character.boxes),
        "willpower": participant.will.points,
        "dots": participant.will.dots,
    }
    if participant.conscience.morality is not None:
        words["morality"] = participant.conscience.morality
    if participant.body.condition != UP:
        words["condition"] = participant.body.condition.name.lower()
    if participant.left is not None and has_left(participant):
        words["left"] = participant.left.value
    losses = {
        arena.value: lost
        for arena, lost in zip(ARENAS, participant.losses, strict=True)
        if lost
    }
    if losses:
        words["losses"] = losses
    for tally in ("reputation", "holdings"):
        if getattr(participant, tally) is not None:
            words[tally] = getattr(participant, tally)
    borne = tags_borne(state, who)
    if borne:
        words["bears"] = sorted(borne)
    words |= _mind(state, who)
    if state.stake is not None and state.stake.side == character.side:
        words["holds"] = state.stake.intent
    return words | _roll(state, who)


def _mind(state: State, who: Seat) -> Description:
    participant = state.participants[who]
    words: Description = {}
    if participant.conscience.crisis is not None:
        words["crisis"] = {
            "rating": participant.conscience.crisis.rating,
            "successes": participant.conscience.crisis.successes,
        }
    if not participant.soul.is_there:
        words["soul"] = "lost"
    if participant.soul.succumbed:
        words["succumbed"] = True
    if participant.conscience.bonds:
        words["intimacies"] = ", ".join(
            bond.name for bond in participant.conscience.bonds
        )
    return words


def _roll(state: State, who: Seat) -> Description:
    """Return the dice that the roll of *who* has so far."""
    if not has_rolls(state.phase):
        return {}
    for roll in state.phase.rolls:
        if roll.who == who:
            words: Description = {"pool": roll.pool.text}
            if roll.edge:
                words["edge"] = roll.edge
            if roll.difficulty:
                words["difficulty"] = roll.difficulty
            if roll.dice is not None:
                words["dice"] = roll.dice
            return words
    return {}


def won(state: State) -> Mapping[Seat, str]:
    """Return what each seat has obtained: the stake, or how it got away."""
    told = {who: _won(state, who) for who in seats(len(state.participants))}
    return {who: what for who, what in told.items() if what}


def _won(state: State, who: Seat) -> str:
    stake, participant = state.stake, state.participants[who]
    if stake is not None and stake.side == side_of(state, who):
        by, about = quoted(stake.intent), state.setup.stakes
        return f"{quoted(about)} by {by}" if about else by
    return quoted(participant.escape) if participant.left == Left.ESCAPED else ""
