"""All options of a decision at once, and kept: most questions come again.

The key is the view without what no appraisal reads: how long nothing has moved, which
round it is where no die comes or goes by the round, and how far everybody has come,
which is put in at the end.
"""

from functools import lru_cache

from msgspec.structs import replace

from sim.appraisal import Appraisal
from sim.events import Fact
from sim.rules.planets.appraisal.appraise import ahead_of, unled
from sim.rules.planets.scenario.compile import Setup
from sim.rules.planets.state import Participant, State
from sim.spine.kept import Kept

MOST = 1 << 15

Worths = tuple[Appraisal, ...]

_BARE: Kept[tuple[State, tuple[Fact, ...]], Worths] = Kept(MOST)
_LED: Kept[tuple[int, float], tuple[Worths, Worths]] = Kept(MOST)
"""The same to one who leads so far; the first is held, so that its place is its own."""


def weigh(view: State, options: tuple[Fact, ...]) -> Worths:
    """Return what each of *options* is worth, as `appraise` says."""
    key = _read(view), options
    bare = _BARE.get(key)
    if bare is None:
        bare = _BARE.keep(key, tuple([unled(view, option) for option in options]))
    ahead = ahead_of(view, options[0])
    led = _LED.get((id(bare), ahead))
    if led is None:
        found = tuple([replace(one, ahead=ahead) for one in bare])
        led = _LED.keep((id(bare), ahead), (bare, found))
    return led[1]


def _read(view: State) -> State:
    """Return *view* with all alike that is not read."""
    people = view.participants
    if any(one.tally or one.changes for one in people):
        people = tuple([_stripped(one) for one in people])
    last = _last_round(view.setup)
    return replace(
        view, round=min(view.round, last), still=0, track=0, participants=people
    )


def _stripped(one: Participant) -> Participant:
    return replace(one, tally=0, changes=0)


@lru_cache(maxsize=64)
def _last_round(setup: Setup) -> int:
    """Return the round after which no Circumstance die comes or goes by the round."""
    rounds = [
        situation.last if situation.last is not None else situation.first
        for one in setup.characters
        for situation in one.situations
    ]
    return max(rounds, default=0) + 1
