"""Appraise all options of a decision at once, with a cache.

The cache key holds what the appraisals read and no more: the number and severity of
wounds, rolls whole until their dice fall, and the round only up to the last in which
anything changes with time. Questions of the aftermath are not cached.
"""

from collections.abc import Hashable
from functools import lru_cache

from sim.rules.dice_pool.appraisal.appraise import appraise
from sim.rules.dice_pool.facts import MarginClaimed, RoteChoiceMade
from sim.rules.dice_pool.phases import (
    Choosing,
    Contesting,
    Declaring,
    Rolling,
    Settling,
)
from sim.rules.dice_pool.scenario.data import Setup
from sim.rules.dice_pool.state import Participant, State
from sim.seam.events import Fact
from sim.spine.kept import Kept, Numbered
from sim.spine.leads import Worths

MOST = 1 << 15
"""The size of each cache."""

_WORTHS: Kept[Hashable, Worths] = Kept(MOST)
_TOTALS = frozenset({MarginClaimed, RoteChoiceMade})
"""Answers that are worth the same in every state, unless a tally is at stake."""


def _read(people: tuple[Participant, ...], setup: Setup) -> Hashable:
    """Return what appraisals read of all participants while a conflict goes on."""
    return tuple(
        [
            (
                len(participant.body.wounds),
                sum([wound.severity for wound in participant.body.wounds]),
                participant.body.condition,
                participant.left,
                participant.soul.succumbed,
                participant.aware_from,
                participant.losses,
                participant.carried,
                None if participant.last is None else participant.last.intent,
                participant.conscience.morality
                if participant.conscience.bonds
                else None,
                (participant.reputation, participant.holdings)
                if character.tallies
                else None,
            )
            for participant, character in zip(people, setup.characters, strict=True)
        ]
    )


_PEOPLE: Numbered[tuple[Participant, ...], Setup] = Numbered(_read, MOST)


def weigh(state: State, options: tuple[Fact, ...]) -> Worths:
    """Return the appraisal of each of *options*, the same as by `appraise`."""
    key = _key(state, options)
    if key is None:
        return tuple([appraise(state, option) for option in options])
    cached = _WORTHS.get(key)
    if cached is None:
        worths = tuple([appraise(state, option) for option in options])
        cached = _WORTHS.keep(key, worths)
    return cached


def _key(state: State, options: tuple[Fact, ...]) -> Hashable | None:
    """Return everything that is read of *state*; None if it is not worth caching."""
    phase = state.phase
    kind = type(phase)
    read: Hashable
    setup = state.setup
    if type(options[0]) in _TOTALS and not (kind is Settling and _felt(setup)):
        return options
    if kind is Rolling or kind is Contesting:
        read = phase
    elif type(phase) is Settling:
        read = phase.effects[0].margin
    elif kind is Declaring or kind is Choosing:
        read = kind
    else:
        return None
    people = _PEOPLE.number(state.participants, setup)
    moment = min(state.round, settled(setup))
    return people, moment, read, state.stake, options


@lru_cache(maxsize=256)
def _felt(setup: Setup) -> bool:
    """Whether losing a tally matters to anybody [DP-R-113]."""
    return any(data.tallies for data in setup.characters)


@lru_cache(maxsize=256)
def settled(setup: Setup) -> int:
    """Return the first round from which nothing changes with time any more."""
    spans = [(place.from_round, place.to_round) for place in setup.places]
    spans += [(detail.first, detail.last) for detail in setup.details]
    spans += [(stake.first, stake.last) for stake in setup.at_stake]
    spans += [(hazard.round, hazard.round) for hazard in setup.hazards]
    spans += [(round_, round_) for round_, _ in setup.developments]
    begins = [data.unaware_until for data in setup.characters]
    begins += [intent.first for person in setup.characters for intent in person.intents]
    ends = [first if last is None else last + 1 for first, last in spans]
    return max((*begins, *ends), default=1)
