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
    stands = [_stands(state, who) for who in seats(len(state.participants))]
    if state.setup.judge != NOBODY:
        stands.append({"judges": sorted(state.setup.asked)})
    return tuple(stands)


def _stands(state: State, who: Seat) -> Description:
    one, character = state.participants[who], state.setup.characters[who]
    words: Description = {
        "health": drawn(one.body.wounds, character.boxes),
        "willpower": one.will.points,
        "dots": one.will.dots,
    }
    if one.conscience.morality is not None:
        words["morality"] = one.conscience.morality
    if one.body.condition != UP:
        words["condition"] = one.body.condition.name.lower()
    if one.left is not None and has_left(one):
        words["left"] = one.left.value
    losses = {
        arena.value: lost
        for arena, lost in zip(ARENAS, one.losses, strict=True)
        if lost
    }
    if losses:
        words["losses"] = losses
    for tally in ("reputation", "holdings"):
        if getattr(one, tally) is not None:
            words[tally] = getattr(one, tally)
    borne = tags_borne(state, who)
    if borne:
        words["bears"] = sorted(borne)
    words |= _mind(state, who)
    if state.stake is not None and state.stake.side == character.side:
        words["holds"] = state.stake.intent
    return words | _roll(state, who)


def _mind(state: State, who: Seat) -> Description:
    one = state.participants[who]
    words: Description = {}
    if one.conscience.crisis is not None:
        words["crisis"] = {
            "rating": one.conscience.crisis.rating,
            "successes": one.conscience.crisis.successes,
        }
    if not one.soul.is_there:
        words["soul"] = "lost"
    if one.soul.succumbed:
        words["succumbed"] = True
    if one.conscience.bonds:
        words["intimacies"] = ", ".join(bond.name for bond in one.conscience.bonds)
    return words


def _roll(state: State, who: Seat) -> Description:
    """Return what the roll of *who* has so far."""
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
    """Return what each seat has: what it was about, or how it got away."""
    found = {who: _won(state, who) for who in seats(len(state.participants))}
    return {who: what for who, what in found.items() if what}


def _won(state: State, who: Seat) -> str:
    stake, one = state.stake, state.participants[who]
    if stake is not None and stake.side == side_of(state, who):
        by, about = quoted(stake.intent), state.setup.stakes
        return f"{quoted(about)} by {by}" if about else by
    return quoted(one.escape) if one.left == Left.ESCAPED else ""
