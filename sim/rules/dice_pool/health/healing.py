"""Bleeding and healing over time: one wound at a time, the least severe first."""

from collections.abc import Iterable

from msgspec.structs import replace

from sim.rules.dice_pool.events.lasting import CharacterWoke, WoundHealed
from sim.rules.dice_pool.health.harming import bleeding, struck
from sim.rules.dice_pool.health.track import drawn
from sim.rules.dice_pool.records.body import DEAD, INCAPACITATED, UP, Body, Wound
from sim.rules.dice_pool.scenario.data import CharacterData
from sim.rules.dice_pool.scenario.words import AGGRAVATED, BASHING, LETHAL, Severity
from sim.rules.dice_pool.state import Left, Participant, State
from sim.seam.events import Cites, Consequence, Seat
from sim.seam.seats import by_seat, seats

MINUTE, DAY = 60, 86_400
RATES = {BASHING: 15 * MINUTE, LETHAL: 2 * DAY, AGGRAVATED: 7 * DAY}
"""The seconds a wound of each severity takes to heal [DP-HEAL-02]."""
HEALED: Cites = ("DP-HEAL-01", "DP-HEAL-02", "DP-R-40")
ACCELERATED: Cites = ("DP-HEAL-04", "DP-RESIST-02")
WOKE: Cites = ("DP-HEALTH-07", "DP-HEALTH-08", "DP-R-36", "DP-R-37")


def heals(body: Body, character: CharacterData) -> bool:
    """Whether the wounds of *body* heal now [DP-HEAL-03, DP-R-41]."""
    if body.condition == DEAD or not body.wounds or not character.heals:
        return False
    return body.condition != INCAPACITATED or body.stabilized


def next_wound(body: Body) -> Wound:
    """Return the wound that heals next: the least severe [DP-HEAL-01, DP-R-42]."""
    return body.wounds[-1]


def speed(body: Body, wound: Wound, character: CharacterData) -> int:
    """Return how fast *wound* heals; a Resistant one at the default [DP-RESIST-02]."""
    return 1 if wound.resistant else character.factor * body.care


def heals_in(body: Body, character: CharacterData) -> int | None:
    """Return the seconds until the next wound of *body* is healed."""
    if not heals(body, character):
        return None
    wound = next_wound(body)
    left = RATES[wound.severity] - body.progress[wound.severity - 1]
    # Rounded up: a wound heals at the first whole second when enough has passed.
    return max(0, -(-left // speed(body, wound, character)))


def progressed(body: Body, character: CharacterData, seconds: int) -> Body:
    """Return *body* after some seconds of healing that heal no wound fully.

    [DP-R-40]
    """
    if seconds <= 0 or not heals(body, character):
        return body
    wound = next_wound(body)
    place = wound.severity - 1
    progress = list(body.progress)
    progress[place] += seconds * speed(body, wound, character)
    return _healing(body, progress)


def _healing(body: Body, progress: Iterable[int]) -> Body:
    """Return *body* with this many seconds of progress, by severity."""
    bashing, lethal, aggravated = progress
    return replace(body, progress=(bashing, lethal, aggravated))


def advanced(state: State, clock: int) -> State:
    """Return *state* at a later second, with the healing until then."""
    if clock <= state.clock:
        return state
    passed = clock - state.clock
    if not any(participant.body.wounds for participant in state.participants):
        return replace(state, clock=clock)
    participants = tuple(
        [
            _mended(participant, progressed(participant.body, character, passed))
            for participant, character in zip(
                state.participants, state.setup.characters, strict=True
            )
        ]
    )
    return replace(state, clock=clock, participants=participants)


def _mended(participant: Participant, body: Body) -> Participant:
    return participant if body is participant.body else replace(participant, body=body)


def tenders(state: State) -> tuple[tuple[Seat, Seat], ...]:
    """Return every pair (helper, patient) of somebody able and somebody who bleeds.

    For each patient, allies come first [DP-DEC-17, DP-R-98].
    """
    if state.setup.rulings.stabilize == "never":
        return ()
    sides = [data.side for data in state.setup.characters]
    everybody = list(seats(len(state.participants)))
    helpers = [who for who in everybody if _can_tend(state.participants[who])]
    return tuple(
        (helper, patient)
        for patient in everybody
        if state.participants[patient].body.bleeds_at is not None
        for helper in sorted(helpers, key=lambda who: sides[who] != sides[patient])
    )


def _can_tend(participant: Participant) -> bool:
    """Whether *participant* is up and has not run away.

    Those who gave up are still there.
    """
    return (
        participant.body.condition == UP
        and not participant.soul.succumbed
        and participant.left != Left.ESCAPED
    )


def next_mark(state: State, until: int) -> tuple[int, Seat, bool] | None:
    """Return (when, who, is bleeding) of the next point of bleeding or healed wound.

    None if that is after *until* [DP-R-97].
    """
    mark: tuple[int, Seat, bool] | None = None
    clock = state.clock
    for who, participant in by_seat(state.participants):
        body = participant.body
        if body.bleeds_at is not None:
            at = max(body.bleeds_at, clock)
        elif body.wounds:
            after = heals_in(body, state.setup.characters[who])
            if after is None:
                continue
            at = clock + after
        else:
            continue
        # Of events due at the same time, the first seat's comes first.
        if at <= until and (mark is None or at < mark[0]):
            mark = at, who, body.bleeds_at is not None
    return mark


def marked_events(state: State, who: Seat, *, bleeds: bool) -> list[Consequence]:
    """Return the effect of bleeding or healing on *who* at this moment."""
    if bleeds:
        return struck(state, bleeding(who))
    return healed(state, who)


def healed(state: State, who: Seat) -> list[Consequence]:
    """Return the healing of the next wound of *who*, who may wake [DP-R-36]."""
    body, character = state.participants[who].body, state.setup.characters[who]
    wound, boxes = next_wound(body), character.boxes
    cites = HEALED if character.factor == 1 else HEALED + ACCELERATED
    events: list[Consequence] = [
        WoundHealed(
            cites,
            who,
            wound.severity.name.lower(),
            state.clock,
            drawn(body.wounds[:-1], boxes),
        )
    ]
    if body.condition != UP and len(body.wounds) >= boxes:
        events.append(CharacterWoke(WOKE, who))
    return events


def after_healing(body: Body) -> Body:
    """Return *body* without the wound that heals next and without its progress."""
    place = next_wound(body).severity - 1
    progress = list(body.progress)
    progress[place] = 0
    return _healing(replace(body, wounds=body.wounds[:-1]), progress)


def interrupted(body: Body, severity: Severity, *, undone: bool) -> Body:
    """Return *body* after a new wound: a milder one may undo progress [DP-R-40]."""
    if not undone:
        return body
    kept = [
        0 if place > severity - 1 else seconds
        for place, seconds in enumerate(body.progress)
    ]
    return _healing(body, kept)


def may_care(state: State, patient: Seat) -> bool:
    """Whether care would speed up natural healing, once a day [DP-R-111]."""
    body, character = state.participants[patient].body, state.setup.characters[patient]
    if state.setup.rulings.care_pace == 1 or not heals(body, character):
        return False
    recent = body.cared_at is not None and state.clock - body.cared_at < DAY
    return not recent and not all(wound.resistant for wound in body.wounds)
