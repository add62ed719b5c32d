"""Appraise all options of a decision at once, with a cache.

The cache key holds what the appraisals read and no more: damage only if wounds lower
rolls or somebody may step in, progress only if acts are measured, and the round only up
to the last in which anything changes with time. Only the lead depends on damage and
progress in any case; it is added at the end.
"""

from collections.abc import Hashable
from functools import lru_cache

from sim.rules.skill_roll.appraisal.appraise import appraise_without_lead, lead_of
from sim.rules.skill_roll.appraisal.intervening import INTERVENING
from sim.rules.skill_roll.appraisal.opposing import missing
from sim.rules.skill_roll.phases import Phase, Reading, Rolling, Setting, Strike
from sim.rules.skill_roll.scenario.compile import Setup
from sim.rules.skill_roll.state import Participant, State, character
from sim.seam.events import Fact
from sim.spine.kept import Kept, Numbered
from sim.spine.leads import Leads, Worths

MOST = 1 << 16
"""The size of each cache."""

_BARE: Kept[Hashable, Worths] = Kept(MOST)
"""Appraisals of options, without the lead."""
_LEADS = Leads(MOST)


def _read(people: tuple[Participant, ...], setup: Setup) -> Hashable:
    """Return everything that rolls depend on, for all participants."""
    wounds = setup.rulings.wound_penalty_per_quarter
    return tuple(
        [
            (
                participant.damage if wounds else 0,
                participant.oops,
                participant.status,
                participant.awareness,
                participant.aim,
                participant.responses,
                participant.seen,
                participant.specialties,
                participant.background,
            )
            for participant in people
        ]
    )


_PEOPLE: Numbered[tuple[Participant, ...], Setup] = Numbered(_read, MOST)


def weigh(state: State, options: tuple[Fact, ...]) -> Worths:
    """Return the appraisal of each of *options*, the same as by `appraise`."""
    setup, performed = state.setup, state.performed
    people = _PEOPLE.number(state.participants, setup)
    moment = min(state.round, settled(setup))
    first = options[0]
    read = _phase_read(state.phase), _hurt(state, first), _missing(state, first)
    key = people, moment, read, performed, state.went, options
    bare = _BARE.get(key)
    if bare is None:
        bare = _BARE.keep(
            key, tuple([appraise_without_lead(state, option) for option in options])
        )
    return _LEADS.with_lead(bare, lead_of(state, options[0].who))


def _hurt(state: State, first: Fact) -> tuple[int, int] | None:
    """Return the damage of those attacked and those who may step in [SK-RUL-68].

    None if nobody may step in: then damage is not read.
    """
    phase = state.phase
    if type(first) not in INTERVENING or type(phase) is not Setting:
        return None
    assert type(phase.matter) is Strike
    people = state.participants
    return people[phase.matter.target].damage, people[first.who].damage


def _missing(state: State, first: Fact) -> int:
    """Return the missing progress, if it is read; otherwise 0."""
    if not _measures(state.setup):
        return 0
    phase = state.phase
    who = first.who
    if type(phase) is Rolling:
        who = phase.setting.matter.who
    elif type(phase) is Setting:
        who = phase.matter.who
    elif who == state.setup.judge:
        return 0  # a Narrator makes no progress
    return missing(state, character(state, who).side)


@lru_cache(maxsize=256)
def _measures(setup: Setup) -> bool:
    """Whether an act of the contest may gain more than 1."""
    ways = [approach for data in setup.characters for approach in data.sheet.approaches]
    return any(way.quantitative for way in ways)


_READ = {Setting, Rolling, Reading}
"""The phases that are read completely."""


def _phase_read(phase: Phase) -> Hashable:
    """Return the part of the phase that is read; the options show whose turn it is."""
    return phase if type(phase) in _READ else type(phase)


@lru_cache(maxsize=256)
def settled(setup: Setup) -> int:
    """Return the first round from which nothing changes with time any more."""
    spans = [
        (condition.from_round, condition.to_round) for condition in setup.conditions
    ]
    spans += [(distance.from_round, distance.to_round) for distance in setup.distances]
    return max(
        (first if last is None else last + 1 for first, last in spans), default=1
    )
