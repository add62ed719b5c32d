"""The harm of a volley: how much everybody takes, and what follows from it."""

from sim.rules.solar_system.checks.consent import consent
from sim.rules.solar_system.consequences import (
    PERPENDICULAR,
    HarmApplied,
    IntentionFulfilled,
    VolleyClosed,
)
from sim.rules.solar_system.facts import HEALING, HarmShared
from sim.rules.solar_system.harm.healing import heal
from sim.rules.solar_system.harm.marking import Tracks, mark
from sim.rules.solar_system.pain.pairing import pairings
from sim.rules.solar_system.phases import Blow, Harming
from sim.rules.solar_system.scenario.sheet import EFFECT, HARM_POOL
from sim.rules.solar_system.state import (
    IN,
    State,
    ask_guide,
    asks,
    intent_of,
    members,
    ruling,
)
from sim.seam.events import Consequence, Seat
from sim.seam.protocol import Asked, Decision, Due
from sim.seam.seats import by_seat


def ask_harming(state: State, phase: Harming) -> Asked[State]:
    """Settle labels, shares and overflows, then mark the harm [SS-VOL-07]."""
    if state.zeitgeist or state.setup.asked:
        asked = (
            _share_asked(state, phase)
            or _label_asked(state, phase)
            or _effect_asked(state, phase)
        )
        if asked is not None:
            return asked
    return Due(_marked(state, phase))


def _healings(state: State, phase: Harming, tracks: Tracks) -> list[Consequence]:
    """Apply healing done as an action, unless it was hindered [RUL-30].

    Each healer works on the tracks as left by the one before, in *tracks*.
    """
    events: list[Consequence] = []
    if not state.setup.rulings.healing_in_pain:
        return events
    volley, levels = phase.volley, dict(phase.levels)
    for seat, action in by_seat(volley.actions):
        participant = state.participants[seat]
        if action is None or action.stance != HEALING or participant.status != IN:
            continue
        level = levels.get(seat, 0)
        hindered = [
            levels.get(a, 0)
            for a, b, relation in pairings(state, volley)
            if b == seat and relation == PERPENDICULAR
        ]
        if all(level > other for other in hindered):
            events += heal(state, seat, action.target, level, tracks)
    return events


def _blows(state: State, phase: Harming) -> tuple[Blow, ...]:
    """List the harms in the order they are marked."""
    return in_order(_shared(state, phase) if state.zeitgeist else phase.volley.blows)


def in_order(blows: tuple[Blow, ...]) -> tuple[Blow, ...]:
    """Return harms in the order they are marked.

    For each victim the greatest harm comes first, then by the attacker's seat [RUL-52].
    """
    if len(blows) < 2:  # noqa: PLR2004 - nothing to sort
        return blows
    return tuple(sorted(blows, key=lambda blow: (blow.who, -blow.amount, blow.by)))


def _marked(state: State, phase: Harming) -> tuple[Consequence, ...]:
    """Return the consequences of marking all harm, to the end of the volley."""
    tracks: Tracks = {}
    events = _healings(state, phase, tracks)
    past: list[HarmApplied] = []
    for index, blow in enumerate(_blows(state, phase)):
        ruled = ruling(phase.ruled, HARM_POOL, index)
        harm = mark(state, blow, blow.pool if ruled is None else ruled, tracks)
        events.append(harm)
        if harm.past_broken:
            past.append(harm)
    events += _fulfilled(state, phase, past)
    return (
        *events,
        VolleyClosed(("SS-FAC-06", "SS-STALE-01"), phase.volley.stalemates),
    )


def _fulfilled(
    state: State, phase: Harming, past: list[HarmApplied]
) -> list[Consequence]:
    """Let the attacker's intention happen to a victim driven past broken [SS-HARM-10].

    Two who do it to each other both get what they want, unless the option or the Story
    Guide says that only the one who did more harm does, or neither [RUL-52].
    """
    cites = ("SS-HARM-10", "RUL-52", "RUL-51")
    done: set[tuple[Seat, Seat]] = set()
    events: list[Consequence] = []
    for harm in past:
        if not _prevails(state, phase, harm, past):
            continue
        for seat in _all_of(state, harm.by):
            goal = intent_of(state, seat).goal
            if (seat, harm.who) not in done:
                done.add((seat, harm.who))
                events.append(
                    IntentionFulfilled(cites, seat, goal, harm.who, "past_broken")
                )
    return events


def _all_of(state: State, who: Seat) -> tuple[Seat, ...]:
    """Return *who* alone or, in Zeitgeist, the whole side [RUL-58]."""
    return members(state, state.participants[who].side) if state.zeitgeist else (who,)


def _prevails(
    state: State, phase: Harming, harm: HarmApplied, past: list[HarmApplied]
) -> bool:
    ours, theirs = _all_of(state, harm.by), _all_of(state, harm.who)
    back = [o.amount for o in past if o.who in ours and o.by in theirs]
    if not back:
        return True
    rule = state.setup.rulings.double_overflow
    if ruling(phase.ruled, EFFECT, min(harm.who, harm.by)) == 0:
        rule = "higher_harm"
    if rule == "both":
        return True
    return rule == "higher_harm" and harm.amount > max(back)


def _label_asked(state: State, phase: Harming) -> Asked[State] | None:
    """Ask the table to agree on another pool for a wound [SS-HARM-07, RUL-26]."""
    if not asks(state, HARM_POOL):
        return None
    for index, blow in enumerate(_blows(state, phase)):
        values = (blow.pool, *(p for p in range(3) if p != blow.pool))
        asked = consent(
            state,
            phase.ruled,
            HARM_POOL,
            index,
            values=values,
            involved=(blow.who, blow.by),
        )
        if asked is not None:
            return asked
    return None


def _effect_asked(state: State, phase: Harming) -> Asked[State] | None:
    """Ask whether two intentions fulfilled at once are compatible [RUL-52]."""
    if not asks(state, EFFECT):
        return None
    harms = [
        e for e in _marked(state, phase) if isinstance(e, HarmApplied) and e.past_broken
    ]
    pairs = {(h.by, h.who) for h in harms}
    for by, who in sorted(pairs):
        if (who, by) in pairs and ruling(phase.ruled, EFFECT, min(by, who)) is None:
            return ask_guide(state, EFFECT, min(by, who), (1, 0))
    return None


def _share_asked(state: State, phase: Harming) -> Decision[State] | None:
    """Ask the losing side to share its harm among its members [SS-ZEIT-03, RUL-58].

    Member by member in seat order; the last takes what is left.
    """
    if not state.zeitgeist:
        return None
    for blow in phase.volley.blows:
        side = members(state, state.participants[blow.who].side)
        given = dict(phase.shares)
        left = blow.amount - sum(given.get(seat, 0) for seat in side)
        for place, seat in enumerate(side[:-1]):
            if seat in given:
                continue
            return Decision(side[0], _shares(state, side, place, left), state)
    return None


def _shares(
    state: State, side: tuple[Seat, ...], place: int, left: int
) -> tuple[HarmShared, ...]:
    """List how much one member may take; the most even share comes first."""
    even = -(-left // (len(side) - place))
    amounts = [even, *(a for a in range(left + 1) if a != even)]
    if state.setup.rulings.zeitgeist_distribution == "whole_to_one":
        amounts = [left, 0] if left else [0]
    return tuple(HarmShared(side[0], side[place], amount) for amount in amounts)


def _shared(state: State, phase: Harming) -> tuple[Blow, ...]:
    """Return each side's harm as the shares of its members."""
    given = dict(phase.shares)
    blows: list[Blow] = []
    for blow in phase.volley.blows:
        side = members(state, state.participants[blow.who].side)
        left = blow.amount
        for seat in side:
            # All have been asked but the last, who takes what is left.
            share = given.get(seat, left)
            left -= share
            if share:
                blows.append(Blow(seat, blow.by, share, blow.pool))
    return tuple(blows)
