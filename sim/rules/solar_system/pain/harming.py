"""Marking harm: shares, labels, overflow, and healing done in a volley."""

from sim.events import Consequence, Seat
from sim.protocol import Asked, Decision, Due
from sim.rules.solar_system.checks.consent import consent
from sim.rules.solar_system.consequences import (
    PERPENDICULAR,
    HarmApplied,
    HarmCollapsed,
    IntentionFulfilled,
    PatientHealed,
    VolleyClosed,
)
from sim.rules.solar_system.facts import HEALING, HarmShared, StoryGuideRuled
from sim.rules.solar_system.harm.track import Track, healed, is_broken, tick, ticked
from sim.rules.solar_system.pain.pairing import pairings
from sim.rules.solar_system.phases import BLANK, Blow
from sim.rules.solar_system.state import IN, State, asks, members
from sim.seats import by_seat


def _healings(state: State, tracks: dict[int, Track]) -> list[Consequence]:
    """Read healing done as an action; being hindered can undo it [RUL-30].

    Each healer finds the track as the one before him left it, in *tracks*.
    """
    healers = [
        seat
        for seat, person in by_seat(state.people)
        if person.stance == HEALING and person.status == IN
    ]
    events: list[Consequence] = []
    for seat in healers:
        levels = {roll.who: roll.level for roll in state.rolls}
        level = levels.get(seat, 0)
        hindered = [
            levels.get(a, 0)
            for a, b, relation in pairings(state)
            if b == seat and relation == PERPENDICULAR
        ]
        if all(level > other for other in hindered):
            events += heal(state, seat, state.people[seat].aim, level, tracks)
    return events


def heal(
    state: State, who: Seat, patient: Seat, level: int, tracks: dict[int, Track]
) -> list[Consequence]:
    """Heal *patient* with a check of *level*; *tracks* hold what changed before.

    [SS-HEAL-01, SS-HEAL-02, RUL-29, RUL-30]
    """
    travel = state.setup.rulings.collapse_labels == "travel"
    before = tracks.get(patient, state.people[patient].harm)
    after, removed = healed(before, level, travel=travel)
    cites = ("SS-HEAL-01", "RUL-29", "RUL-30")
    events: list[Consequence] = [PatientHealed(cites, who, patient, level, removed)]
    if after != before:
        tracks[patient] = after
        cites = ("SS-HEAL-01", "SS-HEAL-02", "RUL-27")
        events.append(HarmCollapsed(cites, patient, "healing", before, after))
    return events


def harming(state: State) -> Asked[State]:
    """Settle labels, shares and overflows, then mark the harm [SS-VOL-07]."""
    if not state.zeitgeist and not state.setup.asked:
        return Due(_marked(state))
    return (
        _share_asked(state)
        or _label_asked(state)
        or _effect_asked(state)
        or Due(_marked(state))
    )


def blows(state: State) -> list[Blow]:
    """List the harms in the order they are marked.

    For each victim the greatest first, then by the attacker's seat [RUL-52].
    """
    found = _shared(state) if state.zeitgeist else list(state.blows)
    if len(found) < 2:  # noqa: PLR2004 - nothing to sort
        return found
    return sorted(found, key=lambda blow: (blow.who, -blow.amount, blow.by))


def _marked(state: State) -> tuple[Consequence, ...]:
    tracks: dict[int, Track] = {}
    events = _healings(state, tracks)
    past: list[HarmApplied] = []
    overflow = state.setup.rulings.overflow_ticks_seven
    for index, blow in enumerate(blows(state)):
        track = tracks.get(blow.who, state.people[blow.who].harm)
        box, beyond = tick(track, blow.amount, overflow=overflow)
        ruled = state.ruling("harm_pool", index)
        pool = blow.pool if ruled == BLANK else ruled
        if box:
            tracks[blow.who] = ticked(track, box, pool)
        fell = state.zeitgeist and is_broken(tracks.get(blow.who, track))
        harm = HarmApplied(
            _harm_cites(box, beyond=beyond, fell=fell),
            blow.who,
            blow.by,
            blow.amount,
            box,
            pool,
            beyond,
            fell,
        )
        events.append(harm)
        past += [harm] if beyond else []
    events += _fulfilled(state, past)
    return (*events, VolleyClosed(("SS-FAC-06", "SS-STALE-01"), state.stalled))


def _harm_cites(box: int, *, beyond: bool, fell: bool) -> tuple[str, ...]:
    if fell:
        return ("SS-HARM-04", "SS-ZEIT-04", "RUL-58")
    if beyond:
        return ("SS-HARM-10", "RUL-21")
    label = "SS-HARM-06" if box <= 3 else "SS-HARM-07"  # noqa: PLR2004 - bruised to 3
    if box == 7:  # noqa: PLR2004 - the last box
        label = "SS-HARM-09"
    return ("SS-HARM-03", "SS-HARM-04", "SS-HARM-08", label, "RUL-20", "RUL-22")


def _fulfilled(state: State, past: list[HarmApplied]) -> list[Consequence]:
    """Let the attacker's intention happen to whom he drove past broken [SS-HARM-10].

    Two who do it to each other both get what they want, unless the ruling, or the
    Story Guide, says only the one with more harm, or neither [RUL-52].
    """
    cites = ("SS-HARM-10", "RUL-52", "RUL-51")
    done: set[tuple[Seat, Seat]] = set()
    events: list[Consequence] = []
    for harm in past:
        if not _prevails(state, harm, past):
            continue
        for seat in _all_of(state, harm.by):
            goal = state.people[seat].goal
            if (seat, harm.who) not in done:
                done.add((seat, harm.who))
                events.append(
                    IntentionFulfilled(cites, seat, goal, harm.who, "past_broken")
                )
    return events


def _all_of(state: State, who: Seat) -> tuple[Seat, ...]:
    """Return *who* alone, or in Zeitgeist his whole side [RUL-58]."""
    return members(state, state.people[who].side) if state.zeitgeist else (who,)


def _prevails(state: State, harm: HarmApplied, past: list[HarmApplied]) -> bool:
    ours, theirs = _all_of(state, harm.by), _all_of(state, harm.who)
    back = [o.amount for o in past if o.who in ours and o.by in theirs]
    if not back:
        return True
    ruling = state.setup.rulings.double_overflow
    if state.ruling("effect", min(harm.who, harm.by)) == 0:
        ruling = "higher_harm"
    if ruling == "both":
        return True
    return ruling == "higher_harm" and harm.amount > max(back)


def _label_asked(state: State) -> Asked[State] | None:
    """Let the table agree on another pool for a wound [SS-HARM-07, RUL-26]."""
    if not asks(state, "harm_pool"):
        return None
    for index, blow in enumerate(blows(state)):
        values = (blow.pool, *(p for p in range(3) if p != blow.pool))
        asked = consent(state, "harm_pool", index, values, (blow.who, blow.by))
        if asked is not None:
            return asked
    return None


def _effect_asked(state: State) -> Asked[State] | None:
    """Ask whether two intentions fulfilled at once go together [RUL-52]."""
    if not asks(state, "effect"):
        return None
    harms = [e for e in _marked(state) if isinstance(e, HarmApplied) and e.past_broken]
    pairs = {(h.by, h.who) for h in harms}
    for by, who in sorted(pairs):
        if (who, by) in pairs and state.ruling("effect", min(by, who)) == BLANK:
            judge = state.setup.judge
            options = tuple(
                StoryGuideRuled(judge, "effect", min(by, who), v) for v in (1, 0)
            )
            return Decision(judge, options, state)
    return None


def _share_asked(state: State) -> Decision[State] | None:
    """Let the losing side lay its harm on its members [SS-ZEIT-03, RUL-58].

    Member by member in seat order; the last takes what is left.
    """
    if not state.zeitgeist:
        return None
    for blow in state.blows:
        side = members(state, state.people[blow.who].side)
        given = dict(state.shares)
        left = blow.amount - sum(given.get(seat, 0) for seat in side)
        for place, seat in enumerate(side[:-1]):
            if seat in given:
                continue
            return Decision(side[0], _shares(state, side, place, left), state)
    return None


def _shares(
    state: State, side: tuple[Seat, ...], place: int, left: int
) -> tuple[HarmShared, ...]:
    """List how much one member may take; as even as can be comes first."""
    even = -(-left // (len(side) - place))
    amounts = [even, *(a for a in range(left + 1) if a != even)]
    if state.setup.rulings.zeitgeist_distribution == "whole_to_one":
        amounts = [left, 0] if left else [0]
    return tuple(HarmShared(side[0], side[place], amount) for amount in amounts)


def _shared(state: State) -> list[Blow]:
    """Turn each side's harm into the shares of its members."""
    given = dict(state.shares)
    found: list[Blow] = []
    for blow in state.blows:
        side = members(state, state.people[blow.who].side)
        left = blow.amount
        for seat in side:
            share = given.get(seat, left if seat == side[-1] else 0)
            left -= share
            if share:
                found.append(Blow(seat, blow.by, share, blow.pool))
    return found
