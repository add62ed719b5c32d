"""How every seat stands, and what it has won, with names instead of numbers."""

from collections.abc import Mapping

from sim.rules.solar_system.narration.names import name, track, word
from sim.rules.solar_system.phases import Interlude, Over, Recovering
from sim.rules.solar_system.scenario.character import POOLS
from sim.rules.solar_system.state import State, goal_of, growth_of
from sim.seam.events import NOBODY, Seat
from sim.seam.protocol import Description
from sim.seam.seats import seats
from sim.spine.words import listed, quoted

PAIR = 2
"""The size of a conflict in which it is clear against whom a goal was obtained."""


def status(state: State) -> tuple[Description, ...]:
    """Return how every seat stands: pools, boxes, bruise dice, intention."""
    everyone = tuple(_status(state, seat) for seat in seats(state.setup.size))
    if state.setup.judge == NOBODY:
        return everyone
    judge: Description = {"who": state.setup.judge_name}
    judge["judges"] = list(state.setup.asked)
    if state.setup.gifts:
        judge["gift_dice"] = state.gifts[state.setup.judge]
    return (*everyone, judge)


def _status(state: State, seat: Seat) -> Description:
    participant = state.participants[seat]
    status: Description = {"who": name(state, seat)}
    status |= dict(zip(POOLS, participant.pools, strict=True))
    status["boxes"] = track(participant.harm)
    status["bruise_dice"] = participant.bruises
    status["status"] = word(participant.status).replace("_", " ")
    if participant.intent is not None:
        status["intention"] = goal_of(state, seat).name
        status["target"] = name(state, participant.intent.target)
    if state.setup.gifts:
        status["gift_dice"] = state.gifts[seat]
    return status | _account(state, seat)


def _account(state: State, seat: Seat) -> Description:
    """Return experience and advances, once the conflict is over."""
    people, grown = state.setup.people, growth_of(state, seat)
    over = isinstance(state.phase, Recovering | Interlude | Over)
    if not over or not (people.keys or people.advancing):
        return {}
    keys = [people.keys[key].name for key in grown.keys]
    return {"keys": keys, "xp": grown.xp, "advances": grown.advances}


def won(state: State) -> Mapping[Seat, str]:
    """Return the intentions of each seat that have come true."""
    goals: dict[Seat, list[str]] = {}
    in_order = sorted(
        state.obtained, key=lambda done: (done.who, done.goal, done.against)
    )
    for done in in_order:
        goal = quoted(state.data(done.who).goals[done.goal].name)
        whom = (
            f" against {name(state, done.against)}" if state.setup.size > PAIR else ""
        )
        goals.setdefault(done.who, []).append(f"{goal}{whom}")
    return {who: listed(names) for who, names in goals.items()}
