"""The story of a conflict: the sentences that depend on the state.

All other events have their sentence in their class.
"""

from collections.abc import Sequence

from sim.rules.intensity import consequences as c
from sim.rules.intensity import facts as f
from sim.rules.intensity.evolve import EVENTS
from sim.rules.intensity.narration.describe import describe
from sim.rules.intensity.narration.names import goal_name, name
from sim.rules.intensity.phases import (
    HELPED_AGAINST,
    HELPING_ROLL,
    MAIN,
    PENALTY,
    REPLACEMENT,
    Goal,
)
from sim.rules.intensity.state import State
from sim.seam.events import TABLE, DiceRolled, Seat
from sim.spine.narration import narrator
from sim.spine.words import listed


def _dice(sizes: Sequence[int]) -> str:
    return " ".join(f"d{size}" for size in sizes) or "nothing"


def _faces(faces: Sequence[int]) -> str:
    return " ".join(str(face) for face in faces) or "nothing"


def _intent(state: State, event: f.IntentDeclared | f.GoalContinued) -> str:
    goal = Goal(event.kind, event.goal, event.target, event.ability, event.size)
    wants = "now wants" if isinstance(event, f.GoalContinued) else "wants"
    return f"{name(state, event.who)} {wants}: {goal_name(state, goal)}."


def _rolled(state: State, event: DiceRolled) -> str:
    pool = _dice([die.high for die in event.pool])
    who, faces = name(state, event.who), _faces(event.faces)
    if event.why == PENALTY:
        return f"The penalty dice on {who} ({pool}) show {faces}."
    if event.why == REPLACEMENT:
        return f"In place of dice of {who}, {pool} show {faces}."
    if event.who == TABLE:
        against = name(state, Seat(event.attempt))
        return f"Against {against}, {pool} are rolled: {faces}."
    helps = " to help" if event.why == HELPING_ROLL else ""
    assert event.why in {MAIN, HELPING_ROLL, HELPED_AGAINST}
    return f"{who} rolls {pool}{helps}: {faces}."


def _reconciled(state: State, event: c.GoalsReconciled) -> str:
    who = listed([name(state, seat) for seat in event.who])
    return f"{who} obtain what they wanted at once: {state.setup.reconciled}."


def _aftermath(state: State, event: c.AftermathSettled) -> str:
    left = ", ".join(
        f"{name(state, carried.who)} {carried.intensity}"
        for carried in event.carried
        if not state.setup.characters[carried.who].static
    )
    return f"It is over: {event.how.replace('_', ' ')}. Intensity left: {left}."


narrate = narrator(
    EVENTS,
    describe,
    {
        f.IntentDeclared: _intent,
        f.GoalContinued: _intent,
        DiceRolled: _rolled,
        c.GoalsReconciled: _reconciled,
        c.AftermathSettled: _aftermath,
    },
)
"""(state before, event) -> the event as a sentence."""
