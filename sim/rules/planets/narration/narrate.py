"""The story of a conflict: the sentences that depend on the state.

All other events have their sentence in their class.
"""

from sim.rules.planets import consequences as c
from sim.rules.planets.evolve import EVENTS
from sim.rules.planets.narration.describe import describe
from sim.rules.planets.narration.names import name
from sim.rules.planets.narration.narrate_dice import DICE
from sim.rules.planets.scenario.compile import INDIRECT
from sim.rules.planets.state import State, lead
from sim.seam.events import TABLE
from sim.spine.narration import narrator


def _resolved(state: State, event: c.RoundResolved) -> str:
    if state.setup.mode == INDIRECT:
        counts = ", ".join(
            f"{data.name} {tally}"
            for data, tally in zip(state.setup.characters, event.tallies, strict=True)
        )
        return f"So far: {counts} (goal {state.setup.rulings.goal})."
    if event.who == TABLE:
        what = "Nobody prevails"
        if event.still > 1:
            what += f", for the {_ordinal(event.still)} time in a row"
        return f"{what}. {_track(state, event.after)}"
    # No verb after a name: "the spiders" are several.
    return f"The round goes to {name(state, event.who)}. {_track(state, event.after)}"


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third"}.get(number, f"{number}th")


def _track(state: State, track: int) -> str:
    """Draw the track from side 1's goal to side 0's."""
    goal = state.setup.rulings.goal
    marks = "".join("O" if place == track else "." for place in range(-goal, goal + 1))
    left, right = (name(state, lead(state, side)) for side in (1, 0))
    return f"{left} [{marks}] {right}"


narrate = narrator(
    EVENTS,
    describe,
    {
        **DICE,
        c.RoundResolved: _resolved,
    },
)
"""(state before, event) -> the event as a sentence."""
