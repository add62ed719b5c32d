"""How every seat stands, and what it has won, with names instead of numbers."""

from collections.abc import Mapping

from sim.rules.intensity.appraisal.stakes import stakes
from sim.rules.intensity.narration.names import goal_name, name
from sim.rules.intensity.phases import NONE
from sim.rules.intensity.state import State, side_of
from sim.seam.events import Seat
from sim.seam.protocol import Description
from sim.seam.seats import seats
from sim.spine.words import listed, quoted

PAIR = 2
"""The number of sides with which it is clear against whom a goal was obtained."""


def status(state: State) -> tuple[Description, ...]:
    """Return how every seat stands; the GM's seat has no status."""
    standings = [_status_of(state, who) for who in seats(len(state.participants))]
    judges = len(state.setup.names) - len(standings)
    return (*standings, *({} for _ in range(judges)))


def _status_of(state: State, who: Seat) -> Description:
    participant = state.participants[who]
    data = state.setup.characters[who]
    dice = zip(data.abilities, participant.sizes, strict=True)
    goal = participant.goal
    return {
        "status": participant.status.name.lower(),
        "side": state.setup.sides[data.side],
        "intensity": participant.intensity,
        "abilities": {ability: size for ability, size in dice if size},
        "lost": [
            ability
            for ability, size in zip(data.abilities, participant.sizes, strict=True)
            if not size and data.abilities.index(ability) < data.won_from
        ],
        "goal": goal_name(state, goal) if goal is not None else "",
        "stakes": stakes(state, goal),
        "situation_dice": [[die.size, die.left] for die in participant.bonuses],
        "penalty_dice": [[die.size, die.left] for die in participant.penalties],
    }


def won(state: State) -> Mapping[Seat, str]:
    """Return the goals that the side of each seat has obtained."""
    obtained: dict[int, list[str]] = {}
    for side, goal in state.won:
        if goal.wish != NONE:
            wish = quoted(state.setup.wishes[goal.wish].name)
            several = len(state.setup.sides) > PAIR
            whom = f" against {name(state, goal.target)}" if several else ""
            obtained.setdefault(side, []).append(f"{wish}{whom}")
    return {
        who: listed(obtained[side])
        for who in seats(len(state.participants))
        if (side := side_of(state, who)) in obtained
    }
