"""What can still matter in a state; the past, and amounts beyond need, are left out.

A state and its essence ask the same questions and end in the same way.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from sim.rules.dice_pool.aftermath.passing import ask_passing
from sim.rules.dice_pool.aftermath.stepping import ask_stepping
from sim.rules.dice_pool.appraisal.law import thrown
from sim.rules.dice_pool.appraisal.moments import lasts, may_heal
from sim.rules.dice_pool.appraisal.parts import TOLD, compared, fallen, part
from sim.rules.dice_pool.contests.rolling import ask_rolling
from sim.rules.dice_pool.facts import IntentDeclared
from sim.rules.dice_pool.health.hazards import ask_striking
from sim.rules.dice_pool.health.waking import ask_waking
from sim.rules.dice_pool.phases import (
    Attempting,
    Closing,
    Passing,
    Phase,
    Rolling,
    Settling,
    Stepping,
    Striking,
    Waking,
)
from sim.rules.dice_pool.records.body import Body
from sim.rules.dice_pool.records.conscience import Conscience, Soul
from sim.rules.dice_pool.records.will import Will
from sim.rules.dice_pool.scenario.data import CharacterData, Setup
from sim.rules.dice_pool.state import Participant, State
from sim.rules.dice_pool.tasks.attempting import ask_attempting
from sim.seam.chart import Chart, Law
from sim.seam.events import NOBODY, Seat
from sim.seam.protocol import Asked, Chance
from sim.seam.seats import by_seat
from sim.spine.changes import with_phase
from sim.spine.lookup import first


def essence(state: State) -> State:
    """Return *state* without everything that cannot matter any more.

    Of a round whose totals are compared, the dice and their modifiers are left out. Of
    the last intent, only its harm matters, to those who consider giving in to it; all
    of it matters if those who lie helpless may still be struck [DP-R-88]. A tally that
    means nothing matters only by its existence, losses only up to the number that can
    be borne, and failed crisis rolls not at all. If nothing after the conflict affects
    the returns, whatever only time would bring is dropped, and the end of the conflict
    is the end of everything.
    """
    setup, phase = state.setup, state.phase
    if state.ended is not None and not lasts(setup):
        return _over(state)
    if type(phase) is Rolling and part(state) is TOLD:
        state = replace(state, phase=fallen(state, phase))
    elif type(phase) is Settling and setup.rulings.boost_timing != "after":
        # The future looks the same whether the dice were left out before or are now.
        state = with_phase(state, rolls=compared(state, phase.rolls))
    participants = tuple(
        [_slim(setup, state.round, *pair) for pair in by_seat(state.participants)]
    )
    if participants == state.participants:
        return state
    return replace(state, participants=participants)


def _over(state: State) -> State:
    """Return the end of *state*, as if all steps of its aftermath had passed."""
    steps = len(state.setup.steps)
    gone = Participant(Body(), Will(0, 0), Conscience(), Soul())
    return replace(
        state,
        participants=(gone,) * len(state.participants),
        round=state.round + steps - state.steps,
        clock=0,
        stake=None,
        used=frozenset(),
        steps=steps,
        phase=Closing(),
    )


@lru_cache(maxsize=1 << 16)
def _slim(
    setup: Setup, round_: int, who: Seat, participant: Participant
) -> Participant:
    # Cached: the same participants occur in many states.
    character = setup.characters[who]
    mind = replace(participant.conscience, failures=0)
    if not mind.morality:
        # A deed troubles nobody without Morality, however brutal it is.
        mind = replace(mind, lethal=())
    participant = replace(
        participant,
        conscience=mind,
        last=_wanted(setup, participant, character),
        **_tallies(participant, character),
        losses=tuple(map(min, participant.losses, character.bears)),
    )
    if lasts(setup):
        return participant
    if not setup.asks("deed"):
        # Deeds begin crises, and crises have effects only with time.
        participant = replace(
            participant, conscience=replace(participant.conscience, lethal=())
        )
    if not may_heal(setup, round_, participant.body, character):
        participant = replace(
            participant, body=replace(participant.body, progress=(0, 0, 0))
        )
    return _without_time(participant)


def _wanted(
    setup: Setup, participant: Participant, character: CharacterData
) -> IntentDeclared | None:
    """Return the last intent of *participant*, as far as it can matter."""
    last = participant.last
    if last is None:
        return None
    if setup.finishing and setup.rulings.last_finished:
        return replace(last, pool="")
    severity = character.intent(last.intent).severity
    if not severity:
        return None
    # The first intent with this harm represents all that have it.
    intents = character.intents
    name = first(other.name for other in intents if other.severity == severity)
    return replace(last, intent=name, target=NOBODY, pool="")


def _tallies(
    participant: Participant, character: CharacterData
) -> dict[str, int | None]:
    """Return the tallies of *participant*, with no points in those without effect."""
    kept = {tally.name for tally in character.tallies}
    tallies = {"reputation": participant.reputation, "holdings": participant.holdings}
    return {
        name: points if name in kept or points is None else 0
        for name, points in tallies.items()
    }


def _without_time(participant: Participant) -> Participant:
    """Return *participant* without crises, and without moments out of reach."""
    return replace(
        participant,
        will=replace(participant.will, dot_at=None, rested_at=None),
        conscience=replace(participant.conscience, crisis=None, unrealized=None),
        soul=replace(participant.soul, erosion_at=None),
    )


_ASK: Mapping[type[Phase], Callable[[State, Any], Asked[State] | None]] = {
    Rolling: ask_rolling,
    Waking: ask_waking,
    Striking: ask_striking,
    Attempting: ask_attempting,
    Passing: ask_passing,
    Stepping: ask_stepping,
}
"""The phases in which dice fall, in a conflict, at an obstacle and afterwards."""


def law(state: State) -> Law | None:
    """Return the law of the throw that is due here."""
    ask = _ASK.get(type(state.phase))
    asked = None if ask is None else ask(state, state.phase)
    return thrown(state, asked) if type(asked) is Chance else None


CHART = Chart[State](law=law, part=part)
"""The chart: cut at every round, whose dice are a part of it."""
