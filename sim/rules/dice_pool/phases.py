"""The phases of a conflict: for each, a small record of what it must remember.

What several phases use, such as a roll, is defined before the first that uses it.
Tuples of answers have one entry for each character; None means no answer yet.
"""

from typing import TypeGuard, get_args

from msgspec import Struct

from sim.rules.dice_pool.events.judgements import EntitlementRuled
from sim.rules.dice_pool.facts import ContestAnswered, ContestWaived
from sim.rules.dice_pool.records.rolls import Roll
from sim.rules.dice_pool.scenario.words import Arena, Severity, Use
from sim.seam.events import NOBODY, Fact, Seat


class Blow(Struct, frozen=True, gc=False, cache_hash=True):
    """Harm that is about to be marked; *eased* is None until its victim has chosen."""

    who: Seat
    by: Seat
    source: str
    points: int
    severity: Severity
    resistant: bool
    eased: bool | None


class Opening(Struct, frozen=True, gc=False, cache_hash=True):
    """Before a round."""


class Waking(Struct, frozen=True, gc=False, cache_hash=True):
    """Those full of bashing wounds roll to stay awake."""

    rolls: tuple[Roll, ...]


class Striking(Struct, frozen=True, gc=False, cache_hash=True):
    """Hazards of this round strike; *rolls* are of those who may avoid one.

    *blow* is the harm of the current one, until it is marked.
    """

    rolls: tuple[Roll, ...]
    blow: Blow | None
    left: tuple[tuple[int, Seat], ...]
    """(hazard, seat) of the strikes that are still to come."""


Answers = tuple[Fact | None, ...]


class Declaring(Struct, frozen=True, gc=False, cache_hash=True):
    """Everybody declares in secret; *shown* are answers revealed at once."""

    answers: Answers
    shown: frozenset[Seat] = frozenset()


class Contesting(Struct, frozen=True, gc=False, cache_hash=True):
    """Those acted upon who have no pool yet may contest."""

    answers: Answers
    ruled: tuple[EntitlementRuled, ...] = ()
    contests: tuple[ContestAnswered | ContestWaived, ...] = ()


class Rolling(Struct, frozen=True, gc=False, cache_hash=True):
    """Pools are assessed, boosted and thrown."""

    rolls: tuple[Roll, ...]
    waived: frozenset[Seat] = frozenset()
    """The seats that waived a contest."""
    helpers: tuple[tuple[Seat, Seat], ...] = ()
    """Who helps whom."""
    used: tuple[tuple[Seat, bool, int, Arena], ...] = ()
    """Dice of earlier margins used so far: (whose, whether an Edge, how many)."""
    shown: frozenset[Seat] = frozenset()


class Effect(Struct, frozen=True, gc=False, cache_hash=True):
    """An intent that takes effect; *use* is None until its margin is claimed.

    *ruled* means that the Storyteller has ruled on it, *eased* is the victim's choice.
    """

    who: Seat
    intent: str
    target: Seat
    margin: int
    contested: bool
    use: Use | None = None
    ruled: bool = False
    eased: bool | None = None


class Dealt(Struct, frozen=True, gc=False, cache_hash=True):
    """An act on somebody in this round, for the conscience.

    *helpless* means that the victim lay helpless or had given up, *grave* that it has
    taken four lethal points or more, *killed* that it died of it.
    """

    by: Seat
    victim: Seat
    intent: str
    hurt: bool = False
    helpless: bool = False
    grave: bool = False
    killed: bool = False


class Settling(Struct, frozen=True, gc=False, cache_hash=True):
    """Totals are compared, and the intents they obtain take effect."""

    rolls: tuple[Roll, ...]
    winners: tuple[int, ...]
    effects: tuple[Effect, ...] = ()
    dealt: tuple[Dealt, ...] = ()
    settled: bool = False
    waived: frozenset[Seat] = frozenset()
    lying: frozenset[Seat] = frozenset()
    """The seats that were down or gone before these effects, which are simultaneous."""


class Deed(Struct, frozen=True, gc=False, cache_hash=True):
    """A deed to be judged: its description, and its default rating (0: no crime)."""

    who: Seat
    victim: Seat
    deed: str
    rating: int
    aware: bool


class Reckoning(Struct, frozen=True, gc=False, cache_hash=True):
    """Deeds, losses and Virtues of the round are settled."""

    deeds: tuple[Deed, ...]
    losers: tuple[tuple[Seat, Arena], ...]
    virtues: tuple[Seat, ...]
    winners: tuple[int, ...]
    settled: bool
    recorded: frozenset[Seat] = frozenset()
    """The seats whose losses have been counted."""
    judged: frozenset[Seat] = frozenset()
    """The seats for which it is decided whether the limit applies."""
    shown: Seat | None = None
    """The seat that has shown a Virtue last; the Storyteller may still rule on it."""


class Choosing(Struct, frozen=True, gc=False, cache_hash=True):
    """A conflict that is not violent goes on or rests.

    *settled* means that the round gave somebody the stake; otherwise it was
    inconclusive. *over* means that the Storyteller has ruled that nothing new comes up.
    """

    answers: Answers
    winners: tuple[int, ...]
    settled: bool
    over: bool = False
    shown: frozenset[Seat] = frozenset()


class Attempting(Struct, frozen=True, gc=False, cache_hash=True):
    """The next seat tries the obstacle, or leaves it.

    *rolls* are of those who have chosen to try; *until* is when they are done.
    """

    rolls: tuple[Roll, ...] = ()
    until: int = 0


class Retrying(Struct, frozen=True, gc=False, cache_hash=True):
    """After an attempt: Virtues first, then who may try again.

    *asked* are those on whom the Storyteller still has to rule; *virtues* those who ran
    a risk for a Virtue and have not answered yet.
    """

    asked: tuple[Seat, ...] = ()
    virtues: tuple[Seat, ...] = ()
    shown: Seat | None = None
    """The seat that has shown a Virtue last; the Storyteller may still rule on it."""


class Passing(Struct, frozen=True, gc=False, cache_hash=True):
    """Time passes until a second of the clock, event by event.

    *tending* are the (helper, patient) still to be asked, *patient* is tended now,
    *thrown* counts the rolls of the step.
    """

    until: int
    tending: tuple[tuple[Seat, Seat], ...] = ()
    patient: Seat = NOBODY
    rolls: tuple[Roll, ...] = ()
    fading: tuple[Seat, ...] = ()
    """The seats that have no dots left and may give in."""
    asked: tuple[Seat, ...] = ()
    """The seats that have been asked that in this step."""
    thrown: int = 0


class Stepping(Struct, frozen=True, gc=False, cache_hash=True):
    """A step's entries, seat after seat.

    *queue* are the entries still to come, as (kind, who, whom it concerns); *rolls* is
    the roll of the first entry, *grade* how a deed is faced by it.
    """

    queue: tuple[tuple[str, Seat, Seat], ...]
    rolls: tuple[Roll, ...] = ()
    grade: str = ""
    thrown: int = 0


class Closing(Struct, frozen=True, gc=False, cache_hash=True):
    """The conflict is over, and so is each step so far."""


Thrown = Waking | Striking | Rolling | Attempting | Passing | Stepping
"""The phases that have rolls."""

Phase = (
    Opening
    | Thrown
    | Declaring
    | Contesting
    | Settling
    | Reckoning
    | Choosing
    | Retrying
    | Closing
)

_THROWN = frozenset(get_args(Thrown))


def has_rolls(phase: Phase) -> TypeGuard[Thrown]:
    """Whether *phase* has rolls."""
    return type(phase) in _THROWN
