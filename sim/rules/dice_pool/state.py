"""The state of a conflict, and questions that it answers directly.

A state holds what every phase needs, and a small record of the current phase (see
`phases`).
"""

from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from typing import Any

from msgspec import Struct, structs

from sim.rules.dice_pool import phases as p
from sim.rules.dice_pool.facts import IntentDeclared
from sim.rules.dice_pool.phases import Opening, Phase, Rolling, has_rolls
from sim.rules.dice_pool.records.body import DEAD, UP, Body
from sim.rules.dice_pool.records.conscience import Conscience, Soul
from sim.rules.dice_pool.records.rolls import IMPOSSIBLE, Roll
from sim.rules.dice_pool.records.will import Will
from sim.rules.dice_pool.scenario.data import Setup
from sim.rules.dice_pool.scenario.words import ARENAS, Arena
from sim.seam import protocol
from sim.seam.events import NOBODY, TABLE, Seat
from sim.seam.seats import by_seat, seats
from sim.spine.changes import put, with_phase


class Left(StrEnum):
    """How a seat has left the conflict; FELLED with a side none of whom is able."""

    ESCAPED = "escaped"
    CONCEDED = "conceded"
    FORCED = "forced"
    FELLED = "felled"


class Ending(StrEnum):
    """How a conflict ends; `rules.toml` says what each means."""

    STAKE_WON = "stake won"
    DEFEAT_ACCEPTED = "defeat accepted"
    CONCEDED = "conceded"
    MUTUAL_CONCESSION = "mutual concession"
    ESCAPED = "escaped"
    INCAPACITATED = "incapacitated"
    DEAD = "dead"
    LEFT_INCONCLUSIVE = "left inconclusive"
    ROUND_LIMIT = "round limit"
    OVERCOME = "overcome"
    FAILED = "failed"
    TIME_PASSED = "time passed"


class Carried(Struct, frozen=True, gc=False, cache_hash=True):
    """Dice gained by a margin, for later rolls in one arena [DP-R-89]."""

    edge: bool
    dice: int
    arena: Arena
    uses: int


class Participant(Struct, frozen=True, gc=False, cache_hash=True):
    """The current state of a character."""

    body: Body
    will: Will
    conscience: Conscience
    soul: Soul
    aware_from: int = 1
    left: Left | None = None
    """How it has left the conflict; FELLED with a side none of whom is able."""
    escape: str = ""
    """The intent by which it got away."""
    losses: tuple[int, ...] = (0, 0, 0)
    """The contests lost in each arena."""
    carried: tuple[Carried, ...] = ()
    reputation: int | None = None
    holdings: int | None = None
    last: IntentDeclared | None = None
    """Its last intent, for changes of intent."""
    helps: Seat = NOBODY
    """The seat whose next act it helps, where exchanges alternate."""
    protects: Seat = NOBODY
    """The seat it protects until its next turn, where exchanges alternate."""


class Stake(Struct, frozen=True, gc=False, cache_hash=True):
    """Who holds the stake of the conflict, and by which intent."""

    side: int
    who: Seat
    intent: str


class Progress(Struct, frozen=True, gc=False, cache_hash=True):
    """The progress of a task: attempts made, prerequisites, and the total to beat."""

    tries: tuple[int | None, ...]
    """The attempts of each seat; None: it tries no more."""
    failures: int = 0
    granted: frozenset[Seat] = frozenset()
    """The seats that the Storyteller lets try once more."""
    paid: bool = False
    total: int | None = None


class Ended(Struct, frozen=True, gc=False, cache_hash=True):
    """How the conflict ended, before its aftermath."""

    how: Ending
    returns: tuple[float, ...]


class State(protocol.State, frozen=True, cache_hash=True):
    """A conflict between two events.

    *turn* is whose turn it is where exchanges alternate. *used* are the developments
    that have come, *steps* the steps of the aftermath that have begun.
    """

    setup: Setup
    participants: tuple[Participant, ...]
    clock: int = 0
    turn: Seat = NOBODY
    stake: Stake | None = None
    used: frozenset[int] = frozenset()
    task: Progress | None = None
    ended: Ended | None = None
    steps: int = 0
    phase: Phase = Opening()


# Participants and sides.


def able(state: State, who: Seat) -> bool:
    """Whether *who* is up and still in it, aware or not [DP-R-108]."""
    participant = state.participants[who]
    return (
        participant.body.condition == UP
        and participant.left is None
        and not participant.soul.succumbed
    )


def has_left(participant: Participant) -> bool:
    """Whether *participant* is no longer there; those who fell still lie there."""
    return participant.left not in {None, Left.FELLED}


def aware(state: State, who: Seat) -> bool:
    """Whether *who* knows what is going on [DP-R-92]."""
    return state.round >= state.participants[who].aware_from


def next_turn(state: State) -> Seat:
    """Return the seat whose turn comes next in this round, or NOBODY [DP-R-17]."""
    if state.setup.rulings.exchange != "alternating":
        return NOBODY
    for who in seats(len(state.participants)):
        if who > state.turn and able(state, who) and aware(state, who):
            return who
    return NOBODY


def able_seats(state: State) -> tuple[Seat, ...]:
    """Return everyone who is able, in the order of the file [DP-R-82]."""
    return tuple([who for who in seats(len(state.participants)) if able(state, who)])


def standing_sides(state: State) -> tuple[int, ...]:
    """Return the sides that have an able member."""
    people, sides = state.participants, list[int]()
    for side, team in enumerate(state.setup.teams):
        for who in team:
            participant = people[who]
            if (
                participant.left is None
                and participant.body.condition == UP
                and not participant.soul.succumbed
            ):
                sides.append(side)
                break
    return tuple(sides)


def side_of(state: State, who: Seat) -> int:
    """Return the side of *who*."""
    return state.setup.characters[who].side


def alive(state: State, who: Seat) -> bool:
    """Whether *who* is alive, and has not given in to the loss of a soul."""
    participant = state.participants[who]
    return participant.body.condition != DEAD and not participant.soul.succumbed


def lacks_soul(state: State, who: Seat) -> bool:
    """Whether *who* suffers from having no soul: mortals alone do [DP-R-69]."""
    return (
        state.setup.characters[who].mortal and not state.participants[who].soul.is_there
    )


@lru_cache(maxsize=1024)
def tags(setup: Setup, round_: int) -> frozenset[str]:
    """Return the tags that hold in a round [DP-R-109]."""
    held = setup.tags
    for place in setup.places:
        if counts(round_, place.from_round, place.to_round):
            held = held.union(place.tags)
    return held


def counts(round_: int, first: int, last: int | None) -> bool:
    """Whether an entry that holds from *first* to *last* holds in this round."""
    return first <= round_ and (last is None or round_ <= last)


# Willpower at a glance.


SPECIAL = "special"
"""The use of a point that an act costs; all other uses are reflexive."""


def has_point(state: State, who: Seat, *, special: bool = False) -> bool:
    """Whether *who* may spend a point now: one is left, and none was spent this round.

    DP-WILL-02, DP-WILL-08, DP-R-44: or no reflexive one, under that reading.
    """
    participant = state.participants[who]
    if participant.will.points <= 0 or state.setup.characters[who].barred:
        return False
    if state.setup.rulings.willpower_cap == "reflexive_only":
        return special or all(use == SPECIAL for use in participant.will.spent)
    return not participant.will.spent


# Changing a state.


def with_participant(state: State, who: Seat, **changes: Any) -> State:  # noqa: ANN401 - fields of a Participant
    """Return *state* with fields of one participant changed."""
    participant = structs.replace(state.participants[who], **changes)
    return structs.replace(
        state, participants=put(state.participants, who, participant)
    )


def _changing(part: str) -> Callable[..., State]:
    def changed(state: State, who: Seat, **changes: Any) -> State:  # noqa: ANN401 - fields of a record
        record = structs.replace(getattr(state.participants[who], part), **changes)
        return with_participant(state, who, **{part: record})

    return changed


with_body, with_will = _changing("body"), _changing("will")
with_conscience, with_soul = _changing("conscience"), _changing("soul")
"""(state, who, fields) -> the state with fields of that record of *who* changed."""


def with_roll(state: State, who: Seat, nth: int, **changes: Any) -> State:  # noqa: ANN401 - fields of a Roll
    """Return *state* with fields of one roll of *who* changed."""
    assert has_rolls(state.phase)
    rolls = [
        structs.replace(roll, **changes) if roll.key == (who, nth) else roll
        for roll in state.phase.rolls
    ]
    return with_phase(state, rolls=tuple(rolls))


def losses_of(state: State, who: Seat, arena: Arena) -> int:
    """Return how many contests of *arena* *who* has lost [DP-PROLONG-04]."""
    return state.participants[who].losses[ARENAS.index(arena)]


# Views.


def view(state: State, who: Seat) -> State:
    """Return *state* without answers and throws of others that are not shown.

    [DP-R-11]
    """
    phase = state.phase
    if type(phase) is p.Declaring or (type(phase) is p.Choosing and not phase.settled):
        if not any(phase.answers):
            return state
        visible = phase.shown | {who}
        said = by_seat(phase.answers)
        own = tuple([answer if seat in visible else None for seat, answer in said])
        return state if own == phase.answers else with_phase(state, answers=own)
    if type(phase) is Rolling or type(phase) is p.Attempting:
        open_ = phase.shown if type(phase) is Rolling else frozenset((TABLE,))
        rolls = tuple(
            [
                roll if roll.who == who or roll.who in open_ else covered(state, roll)
                for roll in phase.rolls
            ]
        )
        return state if rolls == phase.rolls else with_phase(state, rolls=rolls)
    return state


def covered(state: State, roll: Roll) -> Roll:
    """Return *roll* as others see it: without its dice and any hidden boost."""
    late = state.setup.rulings.boost_timing == "after"
    changes: dict[str, Any] = {}
    open_ = roll.boosted is not None and (roll.dice is None or late)
    possible = roll.hardness != IMPOSSIBLE
    if open_ and possible and has_point(state, roll.who):
        changes = {"boosted": None, "intimacy": "", "accepted": None}
    if roll.first is not None:
        changes |= {"first": None, "second": None, "chosen": None}
    return structs.replace(roll, **changes) if changes else roll
