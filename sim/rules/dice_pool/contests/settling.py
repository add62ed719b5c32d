"""What winners do with their margins: claims, easing of harm, effects."""

from functools import lru_cache

from sim.rules.dice_pool.consequences import (
    CarriedDiceGained,
    HoldingsDamaged,
    MarginVetoed,
    ReputationDamaged,
)
from sim.rules.dice_pool.contests.comparing import best_of, contests_of, totals
from sim.rules.dice_pool.contests.lost_tallies import when_emptied
from sim.rules.dice_pool.contests.meeting import loser_of
from sim.rules.dice_pool.events.judgements import ClaimRuled
from sim.rules.dice_pool.events.lasting import HarmApplied, HarmMitigated
from sim.rules.dice_pool.facts import HarmEased, HarmSuffered, MarginClaimed
from sim.rules.dice_pool.health.harming import reaching, struck
from sim.rules.dice_pool.morality.crimes import strained
from sim.rules.dice_pool.phases import Blow, Effect, Settling
from sim.rules.dice_pool.pools.assessing import fitting
from sim.rules.dice_pool.pools.emptied_tallies import tags_borne
from sim.rules.dice_pool.scenario.data import IntentData, Setup
from sim.rules.dice_pool.scenario.rulings import DIRECT
from sim.rules.dice_pool.scenario.words import HURTING, Kind, Use
from sim.rules.dice_pool.state import State, has_point, view
from sim.rules.dice_pool.willpower.spending import MITIGATE, spent
from sim.seam.events import NOBODY, Cites, Consequence, Seat
from sim.seam.protocol import Asked, Decision, Due

CARRIED: Cites = ("DP-CONTEST-08", "DP-R-15", "DP-R-89")
TALLIES: Cites = ("DP-CONTEST-08", "DP-R-15", "DP-R-83")
VETOED: Cites = ("DP-CONTEST-08", "DP-R-15")
EASED: Cites = ("DP-WILL-05", "DP-R-47")
OTHERS: dict[Kind, tuple[Use, ...]] = {
    Kind.HARM: (Use.BONUS, Use.PENALTY, Use.REPUTATION, Use.HOLDINGS),
    Kind.AFFLICTION: (Use.BONUS, Use.PENALTY, Use.REPUTATION, Use.HOLDINGS),
    Kind.ESCAPE: (),
    Kind.SEIZE: (Use.BONUS, Use.PENALTY, Use.REPUTATION, Use.HOLDINGS),
    Kind.BEST: (Use.BONUS, Use.PENALTY, Use.REPUTATION, Use.HOLDINGS),
    Kind.HOLD: (Use.BONUS, Use.PENALTY, Use.REPUTATION, Use.HOLDINGS),
    Kind.SHAME: (Use.BONUS, Use.PENALTY, Use.REPUTATION, Use.HOLDINGS),
    Kind.HINDER: (),
    Kind.PREPARE: (),
}
"""What a margin may be claimed for besides its natural use [DP-R-83]."""


def intent_of(state: State, effect: Effect) -> IntentData:
    """Return the intent that takes effect."""
    return state.setup.characters[effect.who].intent(effect.intent)


def ask_settling(state: State, phase: Settling) -> Asked[State] | None:
    """Have the first effect claimed, ruled on, eased and applied; then the next."""
    effect = next((one for one in phase.effects if not lapsed(state, one)), None)
    if effect is None:
        return None
    if effect.use is None:
        return Decision(
            effect.who, claims(state, phase, effect), view(state, effect.who)
        )
    judge = state.setup.judge
    if state.setup.asks("claim") and not effect.ruled:
        uses = [one.use for one in claims(state, phase, effect)]
        uses.sort(key=lambda use: use != effect.use)
        return Decision(
            judge,
            tuple(ClaimRuled(judge, effect.who, use) for use in uses),
            view(state, judge),
        )
    who = effect.target
    if effect.eased is None and may_ease(state, phase, effect):
        return Decision(who, (HarmSuffered(who), HarmEased(who)), view(state, who))
    return Due(tuple(applied(state, effect)))


def lapsed(state: State, effect: Effect) -> bool:
    """Whether a margin was finally claimed for nothing."""
    return effect.use == Use.NONE and (effect.ruled or not state.setup.asks("claim"))


def claims(state: State, phase: Settling, effect: Effect) -> tuple[MarginClaimed, ...]:
    """Return what the margin of *effect* may be claimed for, the natural use first.

    DP-CONTEST-08, DP-STAKES-02, DP-R-15, DP-R-83.
    """
    kind = intent_of(state, effect).kind
    loser = effect.target
    if loser == NOBODY:
        loser = best_loser(state, phase, effect)
    proud = rich = False
    if loser != NOBODY:
        one = state.participants[loser]
        proud, rich = one.reputation is not None, one.holdings is not None
    uses = _uses(state.setup, kind, loser != NOBODY, proud, rich)
    who, margin = effect.who, effect.margin
    return tuple([MarginClaimed(who, use, margin, loser) for use in uses])


@lru_cache(maxsize=256)
def _uses(
    setup: Setup,
    kind: Kind,
    falls: bool,  # noqa: FBT001 - told by place, which is quicker
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
    found = [
        use
        for use in (*uses, Use.NONE)
        if use == Use.NONE or (use in allowed and fits[use])
    ]
    return tuple(dict.fromkeys(found))


def natural(setup: Setup, kind: Kind, *, proud: bool) -> Use:
    """Return what a margin counts as by default [DP-R-83]."""
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
    """Return on whom a margin without a target falls: the best of those beaten.

    DP-R-26, DP-R-83.
    """
    if state.setup.rulings.opposition == DIRECT:
        some = contests_of(state, phase.rolls)
        return loser_of(some, effect.who, effect.intent)
    best = best_of(state, phase.rolls, totals(state, phase.rolls))
    below = [one for one in best if one.side not in phase.winners]
    return max(below, key=lambda one: one.total).roll.who if below else NOBODY


def may_ease(state: State, phase: Settling, effect: Effect) -> bool:
    """Whether Willpower may take a point off: only if nobody contested it.

    DP-CONTEST-09, DP-WILL-05, DP-R-13, DP-R-47, DP-R-81.
    """
    who = effect.target
    if effect.contested or who == NOBODY or effect.use in (Use.NONE, Use.BONUS):
        return False
    if who in phase.waived and not state.setup.rulings.waiver_allows_mitigation:
        return False
    if effect.use == Use.DAMAGE and not damage(state, effect):
        return False
    return has_point(state, who)


def damage(state: State, effect: Effect) -> int:
    """Return the points that reach the victim: the margin less armour, within caps.

    DP-R-16, DP-R-93.
    """
    points = effect.margin
    if state.setup.rulings.weapon_mode == "flat":
        intent, borne = intent_of(state, effect), tags_borne(state, effect.who)
        details = fitting(state.setup, state.round, effect.who, intent, borne)
        points += sum(one.dice for one in details if one.weapon and one.edge)
    return reaching(state.setup.characters[effect.target], points)


def applied(state: State, effect: Effect) -> list[Consequence]:
    """Return what the claimed margin does [DP-CONTEST-08]."""
    who, use, intent = effect.target, effect.use, intent_of(state, effect)
    if use == Use.DAMAGE:
        assert intent.severity is not None
        blow = Blow(
            who,
            effect.who,
            intent.name,
            damage(state, effect),
            intent.severity,
            intent.resistant,
            bool(effect.eased),
        )
        hurt = struck(state, blow)
        harmed = any(type(one) is HarmApplied and one.points for one in hurt)
        return [*hurt, *(strained(state, effect.who, who) if harmed else ())]
    amount, found = effect.margin, list[Consequence]()
    if effect.eased:
        found += [
            spent(state, who, MITIGATE),
            HarmMitigated(EASED, who, amount, amount - 1),
        ]
        amount -= 1
        if not amount:
            return found
    if use == Use.BONUS:
        gained = CarriedDiceGained(CARRIED, effect.who, "edge", amount, intent.arena)
    elif use == Use.PENALTY:
        gained = CarriedDiceGained(CARRIED, who, "difficulty", amount, intent.arena)
    else:
        return [
            *found,
            *_lowered(state, who, amount, use),
            *strained(state, effect.who, who),
        ]
    against = who if use == Use.PENALTY else NOBODY
    return [*found, gained, *(strained(state, effect.who, against))]


def _lowered(
    state: State, who: Seat, amount: int, use: Use | None
) -> tuple[Consequence, ...]:
    """Return the loss of a tally, and what follows when it is empty [DP-R-113]."""
    one = state.participants[who]
    if use == Use.REPUTATION:
        left = max(0, (one.reputation or 0) - amount)
        lost: Consequence = ReputationDamaged(TALLIES, who, amount, left)
    else:
        left = max(0, (one.holdings or 0) - amount)
        lost = HoldingsDamaged(TALLIES, who, amount, left)
    assert use is not None
    return lost, *when_emptied(state, who, use, left)


def claim_ruled(state: State, fact: ClaimRuled) -> tuple[Consequence, ...]:
    """Return the change of a claim by the Storyteller, if there is one [DP-R-15]."""
    phase = state.phase
    assert type(phase) is Settling
    was = phase.effects[0].use
    assert was is not None
    if was == fact.use:
        return ()
    return (MarginVetoed(VETOED, fact.of, was, fact.use),)
