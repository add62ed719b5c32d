"""Appraise all options of a decision at once, with a cache.

The cache key holds what the appraisals read and no more: damage only if wounds lower
rolls, and the round only up to the last in which anything changes with time. Only who
leads depends on damage and progress; it is added at the end.
"""

from collections.abc import Hashable
from functools import lru_cache

from sim.rules.skill_roll.appraisal.appraise import appraise_without_lead, lead_of
from sim.rules.skill_roll.phases import Phase, Reading, Rolling, Setting
from sim.rules.skill_roll.scenario.compile import Setup
from sim.rules.skill_roll.state import Participant, State
from sim.seam.events import Fact
from sim.spine.kept import Kept, Numbered
from sim.spine.leads import Leads, Worths

MOST = 1 << 16
"""The size of each cache."""

_BARE: Kept[Hashable, Worths] = Kept(MOST)
"""Worth of options, without who leads."""
_LEADS = Leads(MOST)


def _read(people: tuple[Participant, ...], setup: Setup) -> Hashable:
    """Return what rolls depend on, for everybody."""
    rulings = setup.rulings
    # Who steps in for whom depends on the damage both can take [SK-RUL-68].
    wounds = rulings.wound_penalty_per_quarter or rulings.others_respond
    return tuple(
        [
            (
                one.damage if wounds else 0,
                one.oops,
                one.status,
                one.awareness,
                one.aim,
                one.responses,
                one.seen,
                one.specialties,
                one.background,
            )
            for one in people
        ]
    )


_PEOPLE: Numbered[tuple[Participant, ...], Setup] = Numbered(_read, MOST)


def weigh(state: State, options: tuple[Fact, ...]) -> Worths:
    """Return what each of *options* is worth, as `appraise` says."""
    setup, performed = state.setup, state.performed
    people = _PEOPLE.number(state.participants, setup)
    moment = min(state.round, settled(setup))
    key = people, moment, _phase_read(state.phase), performed, state.went, options
    bare = _BARE.get(key)
    if bare is None:
        bare = _BARE.keep(
            key, tuple([appraise_without_lead(state, option) for option in options])
        )
    return _LEADS.told(bare, lead_of(state, options[0].who))


_READ = {Setting, Rolling, Reading}
"""The phases that are read completely."""


def _phase_read(phase: Phase) -> Hashable:
    """Return what is read of the phase; the options say whose turn it is."""
    return phase if type(phase) in _READ else type(phase)


@lru_cache(maxsize=256)
def settled(setup: Setup) -> int:
    """Return the first round from which nothing changes with time any more."""
    spans = [(one.from_round, one.to_round) for one in setup.conditions]
    spans += [(one.from_round, one.to_round) for one in setup.distances]
    return max(
        (first if last is None else last + 1 for first, last in spans), default=1
    )
