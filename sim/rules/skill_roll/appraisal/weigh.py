"""All options of a decision at once, and kept: most questions come again.

The key is what the appraisals read, and no more: of damage nothing unless wounds cost
rolls, and no round later than the last in which anything changes with time. Only who
leads goes by damage and progress; it is put in at the end.
"""

from collections.abc import Hashable
from functools import lru_cache

from sim.rules.skill_roll.appraisal.appraise import lead_of, unled
from sim.rules.skill_roll.phases import Phase, Reading, Rolling, Setting
from sim.rules.skill_roll.scenario.compile import Setup
from sim.rules.skill_roll.state import Participant, State
from sim.seam.events import Fact
from sim.spine.kept import Kept, Numbered
from sim.spine.leads import Leads, Worths

MOST = 1 << 16
"""How much of one kind is kept."""

_BARE: Kept[Hashable, Worths] = Kept(MOST)
"""What options are worth but for who leads."""
_LEADS = Leads(MOST)


def _read(people: tuple[Participant, ...], setup: Setup) -> Hashable:
    """Return what rolls depend on of everybody."""
    rulings = setup.rulings
    # Who steps in for whom goes by what both can still bear [SK-RUL-68].
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
        bare = _BARE.keep(key, tuple([unled(state, option) for option in options]))
    return _LEADS.told(bare, lead_of(state, options[0].who))


_READ = {Setting, Rolling, Reading}
"""The phases of which all is read."""


def _phase_read(phase: Phase) -> Hashable:
    """Return what is read of the phase: whose turn it is the options say."""
    return phase if type(phase) in _READ else type(phase)


@lru_cache(maxsize=256)
def settled(setup: Setup) -> int:
    """Return the first round from which on nothing changes with time."""
    spans = [(one.from_round, one.to_round) for one in setup.conditions]
    spans += [(one.from_round, one.to_round) for one in setup.distances]
    return max(
        (first if last is None else last + 1 for first, last in spans), default=1
    )
