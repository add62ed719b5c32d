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
                len(one.body.wounds),
                sum([wound.severity for wound in one.body.wounds]),
                one.body.condition,
                one.left,
                one.soul.succumbed,
                one.aware_from,
                one.losses,
                one.carried,
                None if one.last is None else one.last.intent,
                one.conscience.morality if one.conscience.bonds else None,
                (one.reputation, one.holdings) if character.tallies else None,
            )
            for one, character in zip(people, setup.characters, strict=True)
        ]
    )


_PEOPLE: Numbered[tuple[Participant, ...], Setup] = Numbered(_read, MOST)


def weigh(state: State, options: tuple[Fact, ...]) -> Worths:
    """Return what each of *options* is worth, as `appraise` says."""
    key = _key(state, options)
    if key is None:
        return tuple([appraise(state, option) for option in options])
    known = _WORTHS.get(key)
    if known is None:
        worths = tuple([appraise(state, option) for option in options])
        known = _WORTHS.keep(key, worths)
    return known


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
    return any(one.tallies for one in setup.characters)


@lru_cache(maxsize=256)
def settled(setup: Setup) -> int:
    """Return the first round from which nothing changes with time any more."""
    spans = [(one.from_round, one.to_round) for one in setup.places]
    spans += [(one.first, one.last) for one in setup.details]
    spans += [(one.first, one.last) for one in setup.at_stake]
    spans += [(one.round, one.round) for one in setup.hazards]
    spans += [(round_, round_) for round_, _ in setup.developments]
    begins = [one.unaware_until for one in setup.characters]
    begins += [one.first for person in setup.characters for one in person.intents]
    ends = [first if last is None else last + 1 for first, last in spans]
    return max((*begins, *ends), default=1)
