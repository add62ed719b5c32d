"""Appraise all options of a decision at once, with a cache.

The cache key holds what the appraisals read: the participants, of whose points only the
one it takes to act matters, and those parts of the phase that concern the chooser.
"""

from collections.abc import Hashable
from functools import cache

from msgspec.structs import replace

from sim.rules.intensity.appraisal.appraise import (
    WEIGH,
    appraise_without_lead,
    threatened,
)
from sim.rules.intensity.appraisal.essence import alone
from sim.rules.intensity.appraisal.pips import struck
from sim.rules.intensity.appraisal.prospect import ahead, pool_alone, pool_of
from sim.rules.intensity.facts import PipPlaced
from sim.rules.intensity.phases import Affecting, Building, Declaring
from sim.rules.intensity.scenario.compile import Setup
from sim.rules.intensity.state import Participant, State, is_helping
from sim.seam.appraisal import NEUTRAL
from sim.seam.events import Fact, Seat
from sim.seam.seats import by_seat
from sim.spine.kept import Kept, Numbered
from sim.spine.leads import Leads, Worths

MOST = 1 << 15

_BARE: Kept[Hashable, Worths] = Kept(MOST)
"""Appraisals of options, without the lead."""
_MET: Kept[Hashable, Worths] = Kept(MOST)
"""Appraisals of options that read only the pools of others."""
_PIPS: Kept[Hashable, Worths] = Kept(MOST)
"""Appraisals of pips, without the lead."""
_LEADS = Leads(MOST)
_AHEAD: Kept[Hashable, float] = Kept(MOST)
"""Leads, by participants and helpers: of the phase, only who has helped matters."""


def weigh(state: State, options: tuple[Fact, ...]) -> Worths:
    """Return the appraisal of each of *options*, the same as by `appraise`."""
    if type(options[0]) not in WEIGH:
        return _neutral(len(options))
    phase, who = state.phase, options[0].who
    # Keys of plain values only: the garbage collector need not look at these.
    helped = tuple(phase.helped) if type(phase) is Building else ()
    standing = _PEOPLE.number(state.participants, state.setup), helped, who
    first = options[0]
    if type(first) is PipPlaced and type(phase) is Affecting:
        bare = _pips(state, phase, first, options)
    else:
        key = standing, _phase_read(state, who), options
        cached = _BARE.get(key)
        bare = cached or _BARE.keep(key, _weighed(state, key[1], options))
    lead = _AHEAD.get(standing)
    if lead is None:
        lead = _AHEAD.keep(standing, ahead(state, who))
    return _LEADS.with_lead(bare, lead)


def _pips(
    state: State, phase: Affecting, first: PipPlaced, options: tuple[Fact, ...]
) -> Worths:
    """Return the appraisals of pips, cached by the pool they are for and the victim."""
    who, people = first.who, state.participants
    hit = people[first.target]
    pips, left = struck(state, phase, first.target)
    key = (
        state.setup,
        pool_of(state, who),
        people[who].goal,
        threatened(state, who),
        (left, hit.intensity > 0, hit.bonuses, is_helping(state, first.target)),
        tuple([ability for ability in pips if not left[ability]]),
        options,
    )
    worths = _PIPS.get(key)
    if worths is None:
        worths = _PIPS.keep(
            key, tuple([appraise_without_lead(state, option) for option in options])
        )
    return worths


def _weighed(state: State, read: Hashable, options: tuple[Fact, ...]) -> Worths:
    """Return the appraisals of *options*, cached by the pools they meet.

    If nobody has an ally to help, only those dice of others are read that they roll.
    """
    if not alone(state.setup):
        return tuple([appraise_without_lead(state, option) for option in options])
    people = state.participants
    own = people[options[0].who].sizes
    key = _MEETING.number(people, state.setup), own, read, options
    worths = _MET.get(key)
    if worths is None:
        worths = _MET.keep(
            key, tuple([appraise_without_lead(state, option) for option in options])
        )
    return worths


def _meeting(people: tuple[Participant, ...], setup: Setup) -> Hashable:
    """Return the part of the key for *people* without allies: pools instead of dice."""
    return tuple(
        [
            (
                pool_alone(setup, who, participant),
                participant.goal,
                participant.aim,
                participant.status,
                participant.bonuses,
                participant.penalties,
            )
            for who, participant in by_seat(people)
        ]
    )


_MEETING: Numbered[tuple[Participant, ...], Setup] = Numbered(_meeting, MOST)


@cache
def _neutral(count: int) -> Worths:
    """Return neutral appraisals for *count* rulings of the GM."""
    return (NEUTRAL,) * count


def _phase_read(state: State, who: Seat) -> Hashable:
    """Return the part of the phase that is read, without who has helped."""
    phase = state.phase
    if type(phase) is Building:
        return Building.__name__, phase.drafts[who]
    return type(phase).__name__, phase.chosen[who] if type(phase) is Declaring else None


def _read(people: tuple[Participant, ...], _setup: Setup) -> Hashable:
    """Return *people* with every field that is not read set to one value."""
    return tuple([_stripped(participant) for participant in people])


def _stripped(participant: Participant) -> Participant:
    return (
        participant if participant.intensity <= 1 else replace(participant, intensity=1)
    )


_PEOPLE: Numbered[tuple[Participant, ...], Setup] = Numbered(_read, MOST)
