"""The effects of claimed margins: easing of harm, damage, dice, tallies."""

from sim.rules.dice_pool.consequences import (
    CarriedDiceGained,
    HoldingsDamaged,
    ReputationDamaged,
)
from sim.rules.dice_pool.contests.claiming import claims, intent_of, lapsed
from sim.rules.dice_pool.contests.lost_tallies import when_emptied
from sim.rules.dice_pool.events.judgements import ClaimRuled
from sim.rules.dice_pool.events.lasting import HarmApplied, HarmMitigated
from sim.rules.dice_pool.facts import HarmEased, HarmSuffered
from sim.rules.dice_pool.health.harming import reaching, struck
from sim.rules.dice_pool.morality.crimes import strained
from sim.rules.dice_pool.phases import Blow, Effect, Settling
from sim.rules.dice_pool.pools.details import fitting
from sim.rules.dice_pool.pools.emptied_tallies import tags_borne
from sim.rules.dice_pool.scenario.words import Use
from sim.rules.dice_pool.state import State, has_point, view, with_participant
from sim.rules.dice_pool.willpower.spending import MITIGATE, spent
from sim.seam.events import NOBODY, Cites, Consequence, Seat
from sim.seam.protocol import Asked, Decision, Due
from sim.spine.changes import with_phase
from sim.spine.evolution import Evolve

CARRIED: Cites = ("DP-CONTEST-08", "DP-R-15", "DP-R-89")
TALLIES: Cites = ("DP-CONTEST-08", "DP-R-15", "DP-R-83")
EASED: Cites = ("DP-WILL-05", "DP-R-47")


def ask_settling(state: State, phase: Settling) -> Asked[State] | None:
    """Have the first effect claimed, ruled on, eased and applied; then the next."""
    effect = next(
        (effect for effect in phase.effects if not lapsed(state, effect)), None
    )
    if effect is None:
        return None
    if effect.use is None:
        return Decision(
            effect.who, claims(state, phase, effect), view(state, effect.who)
        )
    judge = state.setup.judge
    if state.setup.asks("claim") and not effect.ruled:
        uses = [claim.use for claim in claims(state, phase, effect)]
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
        points += sum(
            detail.dice for detail in details if detail.weapon and detail.edge
        )
    return reaching(state.setup.characters[effect.target], points)


def applied(state: State, effect: Effect) -> list[Consequence]:
    """Return the effect of the claimed margin [DP-CONTEST-08]."""
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
        harmed = any(type(victim) is HarmApplied and victim.points for victim in hurt)
        return [*hurt, *(strained(state, effect.who, who) if harmed else ())]
    amount, events = effect.margin, list[Consequence]()
    if effect.eased:
        events += [
            spent(state, who, MITIGATE),
            HarmMitigated(EASED, who, amount, amount - 1),
        ]
        amount -= 1
        if not amount:
            return events
    if use == Use.BONUS:
        gained = CarriedDiceGained(CARRIED, effect.who, "edge", amount, intent.arena)
    elif use == Use.PENALTY:
        gained = CarriedDiceGained(CARRIED, who, "difficulty", amount, intent.arena)
    else:
        return [
            *events,
            *_lowered(state, who, amount, use),
            *strained(state, effect.who, who),
        ]
    against = who if use == Use.PENALTY else NOBODY
    return [*events, gained, *(strained(state, effect.who, against))]


def _lowered(
    state: State, who: Seat, amount: int, use: Use | None
) -> tuple[Consequence, ...]:
    """Return the loss of a tally, and the consequences when it is empty [DP-R-113]."""
    participant = state.participants[who]
    if use == Use.REPUTATION:
        left = max(0, (participant.reputation or 0) - amount)
        lost: Consequence = ReputationDamaged(TALLIES, who, amount, left)
    else:
        left = max(0, (participant.holdings or 0) - amount)
        lost = HoldingsDamaged(TALLIES, who, amount, left)
    assert use is not None
    return lost, *when_emptied(state, who, use, left)


# How the loss of a tally changes the state; the margin that took it is then done.


def _done(state: State) -> State:
    if type(state.phase) is Settling:
        return with_phase(state, effects=state.phase.effects[1:])
    return state


def _reputation(state: State, event: ReputationDamaged) -> State:
    return _done(with_participant(state, event.who, reputation=event.left))


def _holdings(state: State, event: HoldingsDamaged) -> State:
    return _done(with_participant(state, event.who, holdings=event.left))


TALLY_EVENTS: Evolve[State] = {
    ReputationDamaged: _reputation,
    HoldingsDamaged: _holdings,
}
"""Class of event -> the function that applies it."""
