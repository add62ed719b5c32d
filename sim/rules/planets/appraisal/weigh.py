"""Appraise all options of a decision at once, with a cache.

The cache key is the view without what no appraisal reads: how long nothing has moved,
the round unless dice come or go with it, and everybody's progress, whose effect is
added at the end.
"""

from collections.abc import Hashable
from functools import lru_cache

from msgspec.structs import replace

from sim.rules.planets.appraisal.appraise import ahead_of, appraise_without_lead
from sim.rules.planets.scenario.compile import Setup
from sim.rules.planets.state import Participant, State
from sim.seam.events import Fact
from sim.spine.kept import Kept, Numbered
from sim.spine.leads import Leads, Worths

MOST = 1 << 15

_BARE: Kept[Hashable, Worths] = Kept(MOST)
"""Appraisals of options, without the lead."""
_LEADS = Leads(MOST)


def weigh(view: State, options: tuple[Fact, ...]) -> Worths:
    """Return the appraisal of each of *options*, the same as by `appraise`."""
    setup, last = view.setup, last_round(view.setup)
    people = _PEOPLE.number(view.participants, setup)
    when = min(last, view.round)
    key = people, view.members, view.actors, when, view.phase, options
    bare = _BARE.get(key)
    if bare is None:
        bare = _BARE.keep(
            key, tuple([appraise_without_lead(view, option) for option in options])
        )
    return _LEADS.with_lead(bare, ahead_of(view, options[0]))


def _read(people: tuple[Participant, ...], _setup: Setup) -> Hashable:
    """Return *people* with every field that is not read set to one value."""
    if any(participant.tally or participant.changes for participant in people):
        return tuple(
            [replace(participant, tally=0, changes=0) for participant in people]
        )
    return people


_PEOPLE: Numbered[tuple[Participant, ...], Setup] = Numbered(_read, MOST)


@lru_cache(maxsize=64)
def last_round(setup: Setup) -> int:
    """Return the last round in which a Circumstance die comes or goes by its dates."""
    rounds = [
        situation.last if situation.last is not None else situation.first
        for data in setup.characters
        for situation in data.situations
    ]
    return max(rounds, default=0) + 1
