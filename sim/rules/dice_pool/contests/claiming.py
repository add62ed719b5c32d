"""Claims: the use of a contest's margin, and how a judge may change it."""

from functools import lru_cache

from msgspec.structs import replace

from sim.rules.dice_pool.consequences import MarginVetoed
from sim.rules.dice_pool.contests.comparing import best_of, contests_of, totals
from sim.rules.dice_pool.contests.meeting import loser_of
from sim.rules.dice_pool.events.judgements import ClaimRuled
from sim.rules.dice_pool.facts import MarginClaimed
from sim.rules.dice_pool.phases import Effect, Settling
from sim.rules.dice_pool.scenario.data import IntentData, Setup
from sim.rules.dice_pool.scenario.rulings import DIRECT
from sim.rules.dice_pool.scenario.words import HURTING, Kind, Use
from sim.rules.dice_pool.state import State
from sim.seam.events import NOBODY, Cites, Consequence, Seat
from sim.spine.changes import with_phase
from sim.spine.evolution import Evolve, unchanged

VETOED: Cites = ("DP-CONTEST-08", "DP-R-15")
_ANY = (Use.BONUS, Use.PENALTY, Use.REPUTATION, Use.HOLDINGS)
_NATURAL_ONLY = (Kind.ESCAPE, Kind.HINDER, Kind.PREPARE)
OTHERS = {kind: () if kind in _NATURAL_ONLY else _ANY for kind in Kind}
"""The uses a margin may be claimed for besides its natural use [DP-R-83]."""


def intent_of(state: State, effect: Effect) -> IntentData:
    """Return the intent that takes effect."""
    return state.setup.characters[effect.who].intent(effect.intent)


def lapsed(state: State, effect: Effect) -> bool:
    """Whether a margin was finally claimed for nothing."""
    return effect.use == Use.NONE and (effect.ruled or not state.setup.asks("claim"))


def claims(state: State, phase: Settling, effect: Effect) -> tuple[MarginClaimed, ...]:
    """Return the uses the margin of *effect* may be claimed for, the natural first.

    DP-CONTEST-08, DP-STAKES-02, DP-R-15, DP-R-83.
    """
    kind = intent_of(state, effect).kind
    loser = effect.target
    if loser == NOBODY:
        loser = best_loser(state, phase, effect)
    proud = rich = False
    if loser != NOBODY:
        participant = state.participants[loser]
        proud, rich = (
            participant.reputation is not None,
            participant.holdings is not None,
        )
    uses = _uses(state.setup, kind, loser != NOBODY, proud, rich)
    who, margin = effect.who, effect.margin
    return tuple([MarginClaimed(who, use, margin, loser) for use in uses])


@lru_cache(maxsize=256)
def _uses(
    setup: Setup,
    kind: Kind,
    falls: bool,  # noqa: FBT001 - passed by position, which is quicker
    proud: bool,  # noqa: FBT001
    rich: bool,  # noqa: FBT001
) -> tuple[Use, ...]:
    """Return the uses of a margin, the natural one first.

    It *falls* on a loser, who may have reputation or holdings to lose, or on nobody
    [DP-R-83].
    """
    allowed = [Use(name) for name in setup.rulings.margin_uses]
    uses = [natural(setup, kind, proud=proud)]
    uses += [use for use in allowed if use in OTHERS[kind]]
    fits = {
        Use.BONUS: True,
        Use.DAMAGE: falls,
        Use.PENALTY: falls,
        Use.REPUTATION: proud,
        Use.HOLDINGS: rich,
    }
    fitting = [
        use
        for use in (*uses, Use.NONE)
        if use == Use.NONE or (use in allowed and fits[use])
    ]
    return tuple(dict.fromkeys(fitting))


def natural(setup: Setup, kind: Kind, *, proud: bool) -> Use:
    """Return the default use of a margin [DP-R-83]."""
    if kind in HURTING:
        return Use.DAMAGE if setup.violent else Use.NONE
    if kind == Kind.HINDER:
        return Use.PENALTY
    if kind == Kind.PREPARE:
        return Use.BONUS
    if kind == Kind.SHAME:
        return Use.REPUTATION if proud else Use.PENALTY
    return Use.NONE


def best_loser(state: State, phase: Settling, effect: Effect) -> Seat:
    """Return the victim of a margin without a target: the best of those beaten.

    DP-R-26, DP-R-83.
    """
    if state.setup.rulings.opposition == DIRECT:
        contests = contests_of(state, phase.rolls)
        return loser_of(contests, effect.who, effect.intent)
    best = best_of(state, phase.rolls, totals(state, phase.rolls))
    below = [side for side in best if side.side not in phase.winners]
    return max(below, key=lambda result: result.total).roll.who if below else NOBODY


def claim_ruled(state: State, fact: ClaimRuled) -> tuple[Consequence, ...]:
    """Return the change of a claim by the Storyteller, if there is one [DP-R-15]."""
    phase = state.phase
    assert type(phase) is Settling
    was = phase.effects[0].use
    assert was is not None
    if was == fact.use:
        return ()
    return (MarginVetoed(VETOED, fact.of, was, fact.use),)


# How a claim changes the state.


def _claimed(state: State, event: MarginClaimed) -> State:
    """The current margin has a use; margins claimed for nothing before it are done."""
    phase = state.phase
    assert type(phase) is Settling
    unclaimed = [effect for effect in phase.effects if effect.use is None]
    first = replace(unclaimed[0], use=Use(event.use), target=event.target)
    return with_phase(state, effects=(first, *unclaimed[1:]))


def _ruled(state: State, event: ClaimRuled) -> State:
    phase = state.phase
    assert type(phase) is Settling
    first = replace(phase.effects[0], use=Use(event.use), ruled=True)
    return with_phase(state, effects=(first, *phase.effects[1:]))


CLAIM_EVENTS: Evolve[State] = {
    MarginClaimed: _claimed,
    ClaimRuled: _ruled,
    MarginVetoed: unchanged,
}
"""Class of event -> the function that applies it."""
