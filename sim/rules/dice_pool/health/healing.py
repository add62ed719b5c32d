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


def heals(one: Body, character: CharacterData) -> bool:
    """Whether the wounds of *one* heal now [DP-HEAL-03, DP-R-41]."""
    if one.condition == DEAD or not one.wounds or not character.heals:
        return False
    return one.condition != INCAPACITATED or one.stabilized


def next_wound(one: Body) -> Wound:
    """Return the wound that heals next: the least severe [DP-HEAL-01, DP-R-42]."""
    return one.wounds[-1]


def speed(one: Body, wound: Wound, character: CharacterData) -> int:
    """Return how fast *wound* heals; a Resistant one at the default [DP-RESIST-02]."""
    return 1 if wound.resistant else character.factor * one.care


def heals_in(one: Body, character: CharacterData) -> int | None:
    """Return the seconds until the next wound of *one* is healed."""
    if not heals(one, character):
        return None
    wound = next_wound(one)
    left = RATES[wound.severity] - one.progress[wound.severity - 1]
    # Rounded up: a wound heals at the first whole second when enough has passed.
    return max(0, -(-left // speed(one, wound, character)))


def progressed(one: Body, character: CharacterData, seconds: int) -> Body:
    """Return *one* after some seconds of healing that heal no wound fully [DP-R-40]."""
    if seconds <= 0 or not heals(one, character):
        return one
    wound = next_wound(one)
    place = wound.severity - 1
    progress = list(one.progress)
    progress[place] += seconds * speed(one, wound, character)
    return _healing(one, progress)


def _healing(one: Body, progress: Iterable[int]) -> Body:
    """Return *one* with this many seconds of progress, by severity."""
    bashing, lethal, aggravated = progress
    return replace(one, progress=(bashing, lethal, aggravated))


def advanced(state: State, clock: int) -> State:
    """Return *state* at a later second, with the healing until then."""
    if clock <= state.clock:
        return state
    passed = clock - state.clock
    if not any(one.body.wounds for one in state.participants):
        return replace(state, clock=clock)
    participants = tuple(
        [
            _mended(one, progressed(one.body, character, passed))
            for one, character in zip(
                state.participants, state.setup.characters, strict=True
            )
        ]
    )
    return replace(state, clock=clock, participants=participants)


def _mended(one: Participant, body: Body) -> Participant:
    return one if body is one.body else replace(one, body=body)


def tenders(state: State) -> tuple[tuple[Seat, Seat], ...]:
    """Return every pair (helper, patient) of somebody able and somebody who bleeds.

    For each patient, allies come first [DP-DEC-17, DP-R-98].
    """
    if state.setup.rulings.stabilize == "never":
        return ()
    sides = [one.side for one in state.setup.characters]
    everybody = list(seats(len(state.participants)))
    helpers = [who for who in everybody if _can_tend(state.participants[who])]
    return tuple(
        (helper, patient)
        for patient in everybody
        if state.participants[patient].body.bleeds_at is not None
        for helper in sorted(helpers, key=lambda who: sides[who] != sides[patient])
    )


def _can_tend(one: Participant) -> bool:
    """Whether *one* is up and has not run away; those who gave up are still there."""
    return (
        one.body.condition == UP and not one.soul.succumbed and one.left != Left.ESCAPED
    )


def next_mark(state: State, until: int) -> tuple[int, Seat, bool] | None:
    """Return (when, who, is bleeding) of the next point of bleeding or healed wound.

    None when that is after *until* [DP-R-97].
    """
    found: tuple[int, Seat, bool] | None = None
    clock = state.clock
    for who, one in by_seat(state.participants):
        body = one.body
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
        if at <= until and (found is None or at < found[0]):
            found = at, who, body.bleeds_at is not None
    return found


def marked_events(state: State, who: Seat, *, bleeds: bool) -> list[Consequence]:
    """Return what bleeding or healing does to *who* at this moment."""
    if bleeds:
        return struck(state, bleeding(who))
    return healed(state, who)


def healed(state: State, who: Seat) -> list[Consequence]:
    """Return the healing of the next wound of *who*, who may wake by it [DP-R-36]."""
    one, character = state.participants[who].body, state.setup.characters[who]
    wound, boxes = next_wound(one), character.boxes
    cites = HEALED if character.factor == 1 else HEALED + ACCELERATED
    found: list[Consequence] = [
        WoundHealed(
            cites,
            who,
            wound.severity.name.lower(),
            state.clock,
            drawn(one.wounds[:-1], boxes),
        )
    ]
    if one.condition != UP and len(one.wounds) >= boxes:
        found.append(CharacterWoke(WOKE, who))
    return found


def after_healing(one: Body) -> Body:
    """Return *one* without the wound that heals next and without its progress."""
    place = next_wound(one).severity - 1
    progress = list(one.progress)
    progress[place] = 0
    return _healing(replace(one, wounds=one.wounds[:-1]), progress)


def interrupted(one: Body, severity: Severity, *, undone: bool) -> Body:
    """Return *one* after a new wound: a milder one may undo progress [DP-R-40]."""
    if not undone:
        return one
    kept = [
        0 if place > severity - 1 else seconds
        for place, seconds in enumerate(one.progress)
    ]
    return _healing(one, kept)


def may_care(state: State, patient: Seat) -> bool:
    """Whether care would speed up natural healing, once a day [DP-R-111]."""
    body, character = state.participants[patient].body, state.setup.characters[patient]
    if state.setup.rulings.care_pace == 1 or not heals(body, character):
        return False
    recent = body.cared_at is not None and state.clock - body.cared_at < DAY
    return not recent and not all(wound.resistant for wound in body.wounds)
