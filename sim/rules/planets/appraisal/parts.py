"""The parts of a round: one up to its grades, and one from the grades on.

Progress is read only once the grades are known. From then on, only the effect of the
grades on the round is read of the rolls.
"""

from collections.abc import Hashable

from msgspec.structs import replace

from sim.rules.planets.appraisal.appraise import lead_of
from sim.rules.planets.appraisal.weigh import last_round
from sim.rules.planets.phases import Rolling, Settling
from sim.rules.planets.round.resolving import failed_alone, tallied, what_counts
from sim.rules.planets.scenario.compile import INDIRECT
from sim.rules.planets.state import Participant, State
from sim.seam.chart import Part


def part(state: State) -> Part[State] | None:
    """Return the part that begins here: settling Forces, or all after the dice."""
    phase = state.phase
    if type(phase) is Rolling:
        known = all(phase.grades[roll.who] is not None for roll in phase.rolls)
        return _AFTER if known else None
    if type(phase) is not Settling or _has_begun(phase):
        return None
    # The choice whether to wound may depend on who leads.
    people = state.setup.characters
    open_ = any(len(people[who].harms) > 1 for who in phase.changers)
    return None if open_ else _TALK


def _has_begun(phase: Settling) -> bool:
    """Whether anything about the Forces has been said that was open before."""
    silent = (None,) * len(phase.tasks)
    if phase.tasks != silent or phase.answers != silent:
        return True
    return any(
        discussion.accepted
        or discussion.dispute is not None
        or (discussion.level and not discussion.proposed)
        for discussion in phase.discussions
    )


def _talk(state: State) -> Hashable:
    when = min(state.round, last_round(state.setup))
    people: tuple[Participant, ...] = state.participants
    if state.setup.mode == INDIRECT:
        people = tuple([replace(participant, tally=0) for participant in people])
    return when, people, state.members, state.actors, state.phase


def _graded(state: State, _begun: State, ended: State) -> State:
    """Return *ended*, with the progress and the round of *state*."""
    people = ended.participants
    if state.setup.mode == INDIRECT:
        both = zip(people, state.participants, strict=True)
        people = tuple([replace(before, tally=now.tally) for before, now in both])
    return replace(
        ended,
        round=state.round if ended.round else 0,
        participants=people,
        track=state.track,
        still=state.still,
    )


def _after(state: State) -> Hashable:
    phase, setup = state.phase, state.setup
    assert type(phase) is Rolling
    when = min(state.round, last_round(setup)), state.round >= setup.rulings.round_cap
    if setup.mode == INDIRECT:
        tallies, still = tallied(state, phase)
        both = zip(state.participants, tallies, strict=True)
        people = tuple(
            [replace(participant, tally=tally) for participant, tally in both]
        )
        return *when, people, state.members, still, failed_alone(state, phase)
    rolled = [roll.who for roll in phase.rolls]
    marks = tuple([phase.grades[who] or 0 for who in rolled])
    declared = [
        None if who in rolled else mark for who, mark in enumerate(phase.grades)
    ]
    counted = what_counts(setup, marks, len(rolled))
    progress = state.participants, state.members, state.actors, state.track, state.still
    return *when, *progress, *rolled, *declared, counted


def _later(state: State, begun: State, ended: State) -> State:
    """Return *ended*, shifted by the rounds between *begun* and *state*."""
    later = state.round - begun.round
    # If the number of a round no longer matters, it is not known here either.
    shifts = later and ended.round
    return replace(ended, round=ended.round + later) if shifts else ended


_TALK = Part[State](reads=_talk, after=_graded, leads=lead_of)
_AFTER = Part[State](reads=_after, after=_later)
