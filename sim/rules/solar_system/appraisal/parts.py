"""The parts of a volley: talk, dice, and the marking of harm, with what each reads.

Talk reads pools only to see who can pay the fee of the broken, and harm only as penalty
dice. While dice are rolled, pools are read only to see who can pay for one more die,
and harm only to see how much more of it goes past broken.
"""

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sim.rules.solar_system.appraisal.conditions import conditions
from sim.rules.solar_system.appraisal.exchange import boxes_left, net_weapon
from sim.rules.solar_system.appraisal.labels import AFTER, slim, with_slim_tracks
from sim.rules.solar_system.appraisal.weigh import standing_of
from sim.rules.solar_system.checks.levels import KEPT
from sim.rules.solar_system.checks.rolling import may_buy, may_help
from sim.rules.solar_system.consequences import VOLLEY
from sim.rules.solar_system.facts import ACTIVE
from sim.rules.solar_system.harm.track import (
    BOXES,
    BRUISED_TO,
    Track,
    ends_at,
    is_broken,
    tick,
    ticked,
)
from sim.rules.solar_system.phases import (
    Blow,
    Gate,
    Harming,
    Over,
    Phase,
    Rolling,
    Volley,
)
from sim.rules.solar_system.state import Participant, State
from sim.seam.chart import Part, Split
from sim.seam.events import Seat
from sim.seam.seats import by_seat
from sim.spine.changes import put

_PAID = 1
"""The most points of a pool that are paid in a part: the fee in talk, or a die."""


def part(state: State) -> Part[State] | None:
    """Return the part that begins here, where nobody heals or helps with dice."""
    begins = _BEGINS.get(type(state.phase))
    return None if begins is None else begins(state)


def _gate(state: State) -> Part[State] | None:
    phase = state.phase
    assert type(phase) is Gate
    return _TALK if not phase.turn and not phase.sealed and _alone(state) else None


def _rolling(state: State) -> Part[State] | None:
    phase = state.phase
    assert type(phase) is Rolling
    fresh = phase.stage == VOLLEY and not phase.turns.turn
    fresh = fresh and not any(roll.drawn for roll in phase.rolls)
    return _CONTEST if fresh and _alone(state) else None


def _harming(state: State) -> Part[State] | None:
    return _MARK if _alone(state) else None


def _over(_state: State) -> Part[State]:
    return _AFTER


_BEGINS: Mapping[type[Phase], Callable[[State], Part[State] | None]] = {
    Gate: _gate,
    Rolling: _rolling,
    Harming: _harming,
    Over: _over,
}


def _alone(state: State) -> bool:
    """Whether everybody rolls, pays and takes harm for themselves only.

    No wound heals, and nobody is asked how harm is marked.
    """
    setup = state.setup
    if may_help(state) or setup.people.secretive or state.zeitgeist:
        return False
    return not (setup.rulings.healing_in_pain or setup.asked)


def _talk(state: State) -> Hashable:
    tracks = [
        (boxes_left(participant.harm), _purse(participant))
        for participant in state.participants
    ]
    bruises = [participant.bruises for participant in state.participants]
    return conditions(state), *tracks, *bruises, *_same(state)


def _talk_without_lead(state: State) -> Hashable:
    bruises = [participant.bruises for participant in state.participants]
    return conditions(state), *bruises, *_same(state)


def _dice(state: State) -> Hashable:
    phase = state.phase
    assert type(phase) is Rolling
    able = [state.participants[roll.who].pools[roll.pool] > 0 for roll in phase.rolls]
    ends = [ends_at(participant.harm) for participant in state.participants]
    return *ends, *_thrown(state, able)


def _dice_alike(state: State) -> Hashable:
    """Return `_dice`, with harm only as far as somebody who may buy a die weighs it."""
    able = _buyers(state)
    people = by_seat(state.participants)
    ends = [_end_weighed(state, seat) for seat, _ in people if any(able)]
    return *ends, *_thrown(state, able)


def _dice_course(state: State) -> Hashable:
    """Return what rolls depend on, whatever a die is worth to those who may buy it."""
    return _thrown(state, _buyers(state))


def _buyers(state: State) -> list[bool]:
    """Return who may buy a die, roll by roll."""
    phase = state.phase
    assert type(phase) is Rolling
    return [may_buy(state, roll, roll.who) for roll in phase.rolls]


def _thrown(state: State, able: list[bool]) -> tuple[Hashable, ...]:
    """Return what all rolls depend on, if those who are *able* may buy a die."""
    wanted = [
        (participant.status, participant.intent, participant.side)
        for participant in state.participants
    ]
    return *able, *wanted, *_same(state)


def _end_weighed(state: State, seat: Seat) -> int:
    """Return the harm at which further harm to *seat* is weighed as its end.

    The harm that a roll may deal has a least and a greatest value; beyond them it makes
    no difference where the end lies. Whoever may buy a die may weigh the dice of
    others, too, so it does not matter who strikes.
    """
    phase = state.phase
    assert type(phase) is Rolling
    volley, ends = phase.within, ends_at(state.participants[seat].harm)
    if type(volley) is not Volley:
        return ends
    least, most = BOXES, 0
    for roll in phase.rolls:
        action = volley.actions[roll.who]
        if action is None or action.stance != ACTIVE or action.target != seat:
            continue
        adds = net_weapon(state, roll.who, action.ability, seat)
        least = min(least, 1 + adds)
        most = max(most, roll.rank + KEPT + adds)
    # From the last box on harm counts as it is [SS-HARM-10].
    return max(min(ends, most + 1, BOXES), min(least, BOXES))


def _dice_and_lead(state: State) -> Hashable:
    """Return `_dice_alike`, with all that leads depend on if a last point may be paid.

    Somebody broken who has no point left cannot act, and so leads no more [SS-HARM-09].
    """
    phase = state.phase
    assert type(phase) is Rolling
    payers = [(state.participants[roll.who], roll.pool) for roll in phase.rolls]
    last = any(
        is_broken(payer.harm) and payer.pools[pool] == _PAID for payer, pool in payers
    )
    return _dice_alike(state), _leads_read(state) if last else None


def _contest(state: State) -> Hashable:
    return _tracks(state), _dice_and_lead(state)


def _tracks(state: State) -> Hashable:
    """Return what the marking of harm depends on, beside the dice."""
    return tuple([participant.harm for participant in state.participants])


def _mark(state: State) -> Hashable:
    """Return who is driven past broken by whom; everybody's boxes are independent."""
    rest, struck = _with_blows(state)
    past = [_hit(state, participant.harm, blows).past for participant, blows in struck]
    wanted = [
        (participant.status, participant.intent, participant.side)
        for participant, _ in struck
    ]
    return *past, *wanted, *_same(rest)


def _after(state: State) -> Hashable:
    standing = [
        (participant.status, participant.intent, participant.side)
        for participant in state.participants
    ]
    return *standing, *_same(state)


def _same(state: State) -> tuple[Hashable, ...]:
    return state.round, state.phase, state.obtained, state.acts, state.grown


def _moved(state: State, begun: State, ended: State) -> State:
    """Return *ended*, but with the pools and harm of *state* instead of *begun*."""
    now, before = state.participants, begun.participants
    if ended.participants is not before:
        both = zip(now, before, ended.participants, strict=True)
        now = tuple([own if c is b else _of(own, b, c) for own, b, c in both])
    moved = replace(ended, participants=now)
    return with_slim_tracks(moved) if type(ended.phase) in AFTER else moved


def _marked(state: State, begun: State, ended: State) -> State:
    """Return *ended*, where everybody is marked by the harm of *state*."""
    moved = _moved(state, begun, ended)
    people = moved.participants
    for who, (participant, blows) in enumerate(_with_blows(state)[1]):
        # A seat that takes harm in one state may take none in the other.
        hit = _hit(state, participant.harm, blows)
        harm, bruises = slim(ended, hit.harm), participant.bruises + hit.bruises
        now = people[who]
        if harm != now.harm or bruises != now.bruises:
            now = replace(now, harm=harm, bruises=bruises)
            people = put(people, Seat(who), now)
    return replace(moved, participants=people)


def _of(
    participant: Participant, begun: Participant, ended: Participant
) -> Participant:
    pools, harm = participant.pools, participant.harm
    if ended.pools != begun.pools:
        changes = zip(pools, begun.pools, ended.pools, strict=True)
        vigor, instinct, reason = [a - b + c for a, b, c in changes]
        pools = vigor, instinct, reason
    if ended.harm != begun.harm:
        harm = ended.harm
    bruises = participant.bruises + ended.bruises - begun.bruises
    return replace(ended, pools=pools, harm=harm, bruises=bruises)


def _leads(state: State, who: Seat) -> float:
    return standing_of(state, who)[1]


def _leads_read(state: State) -> Hashable:
    tracks = [
        (boxes_left(participant.harm), _purse(participant))
        for participant in state.participants
    ]
    return conditions(state), *tracks


def _purse(participant: Participant) -> tuple[int, ...]:
    """Return how the pools of a participant matter: not at all unless it is broken.

    Then it matters for each pool whether a point is left, now and after paying the most
    that is paid in a part [SS-HARM-09].
    """
    if not is_broken(participant.harm):
        return ()
    return tuple([min(points, _PAID + 1) for points in participant.pools])


def _leads_change(begun: State, view: State) -> Hashable:
    both = zip(begun.participants, view.participants, strict=True)
    return type(view.phase) in AFTER, tuple([_change(*pair) for pair in both])


def _change(begun: Participant, now: Participant) -> Hashable:
    """Return how a participant has changed, in the terms `_moved` applies it in."""
    paid = tuple([a - b for a, b in zip(begun.pools, now.pools, strict=True)])
    harm = None if now.harm == begun.harm else now.harm
    bruises = now.bruises - begun.bruises
    return paid, harm, bruises, now.status, now.intent, now.side


_TALK = Part[State](
    reads=_talk,
    reads_without_lead=_talk_without_lead,
    after=_moved,
    leads=_leads,
    leads_read=_leads_read,
    leads_change=_leads_change,
    separable=True,
)
_DICE = Part[State](
    reads=_dice_and_lead,
    reads_without_lead=_dice,
    alike=_dice_alike,
    course=_dice_course,
    after=_moved,
    leads=_leads,
    leads_read=_leads_read,
    leads_change=_leads_change,
    inner=True,
    separable=True,
)
_CONTEST = Part[State](
    reads=_contest,
    reads_after_first=_tracks,
    after=_moved,
    leads=_leads,
    first=_DICE,
)
_MARK = Part[State](reads=_mark, after=_marked, inner=True, separable=True)
_AFTER = Part[State](reads=_after, after=_moved, separable=True)


# The split: a participant, and the harm it is about to take.


class _Hit(Struct, frozen=True, gc=False):
    """A track after blows, new bruises, and (by, amount) of what went past broken."""

    harm: Track
    bruises: int
    past: tuple[tuple[Seat, int], ...]


def _hit(state: State, harm: Track, blows: tuple[Blow, ...]) -> _Hit:
    return _hits(harm, blows, overflow=state.setup.rulings.overflow_ticks_seven)


@lru_cache(maxsize=1 << 16)
def _hits(harm: Track, blows: tuple[Blow, ...], *, overflow: bool) -> _Hit:
    bruises, past = 0, list[tuple[Seat, int]]()
    for blow in blows:
        box, beyond = tick(harm, blow.amount, overflow=overflow)
        if box:
            harm = ticked(harm, box, blow.pool)
            bruises += box <= BRUISED_TO
        if beyond:
            past.append((blow.by, blow.amount))
    return _Hit(harm, bruises, tuple(past))


Struck = tuple[Participant, tuple[Blow, ...]]
"""A participant, and the harm it is about to take."""


def _with_blows(state: State) -> tuple[State, tuple[Struck, ...]]:
    """Return *state* without the harm that is about to be marked, and who takes it."""
    phase = state.phase
    assert type(phase) is Harming
    blows = phase.volley.blows
    rest = replace(state, phase=_bearing(phase, ()))
    return rest, tuple(
        [
            (participant, tuple([blow for blow in blows if blow.who == who]))
            for who, participant in by_seat(state.participants)
        ]
    )


def _bearing(phase: Harming, blows: tuple[Blow, ...]) -> Harming:
    return replace(phase, volley=replace(phase.volley, blows=blows))


def _apart(state: State) -> tuple[State, tuple[Hashable, ...]]:
    pieces: tuple[Hashable, ...] = state.participants
    if type(state.phase) is Harming and _alone(state):
        state, pieces = _with_blows(state)
    return replace(state, participants=()), pieces


def _joined(rest: State, pieces: tuple[Any, ...]) -> State:
    phase = rest.phase
    if type(phase) is Harming and _alone(rest):
        blows = tuple([blow for _, taken in pieces for blow in taken])
        pieces = tuple([participant for participant, _ in pieces])
        return replace(rest, participants=pieces, phase=_bearing(phase, blows))
    return replace(rest, participants=pieces)


SPLIT = Split[State](apart=_apart, joined=_joined)
