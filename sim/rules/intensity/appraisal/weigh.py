"""All options of a decision at once, and kept: many questions come again.

The key is the view without what no appraisal reads: the round, what was won before,
and how many points somebody has beyond the one it takes to act.
"""

from msgspec.structs import replace

from sim.appraisal import Appraisal
from sim.events import Fact
from sim.rules.intensity.appraisal.appraise import weighed
from sim.rules.intensity.state import Participant, State
from sim.spine.kept import Kept

MOST = 1 << 15

_WEIGHED: Kept[tuple[State, tuple[Fact, ...]], tuple[Appraisal, ...]] = Kept(MOST)


def weigh(state: State, options: tuple[Fact, ...]) -> tuple[Appraisal, ...]:
    """Return what each of *options* is worth, as `appraise` says."""
    key = _read(state), options
    found = _WEIGHED.get(key)
    if found is None:
        found = _WEIGHED.keep(key, weighed(state, options))
    return found


def _read(state: State) -> State:
    """Return *state* with all alike that is not read."""
    people = tuple([_stripped(one) for one in state.participants])
    return replace(state, round=0, won=(), how=None, participants=people)


def _stripped(one: Participant) -> Participant:
    return one if one.intensity <= 1 else replace(one, intensity=1)
