"""The phases of a conflict: for each, the one small record of what it must remember.

What several phases speak of, such as a roll, stands before the first that does. Tuples
of answers have one entry for each character; None is one who has not answered.
"""

from typing import TypeGuard, get_args

from msgspec import Struct

from sim.rules.dice_pool.events.judgements import EntitlementRuled
from sim.rules.dice_pool.facts import ContestAnswered, ContestWaived
from sim.rules.dice_pool.records.rolls import Roll
from sim.rules.dice_pool.scenario.words import Arena, Severity, Use
from sim.seam.events import NOBODY, Fact, Seat


class Blow(Struct, frozen=True, gc=False):
    """Harm that is about to be marked; *eased* is None until its victim has said."""

    who: Seat
    by: Seat
    source: str
    points: int
    severity: Severity
    resistant: bool
    eased: bool | None


class Opening(Struct, frozen=True, gc=False):
    """Before a round."""


class Waking(Struct, frozen=True, gc=False):
    """Those full of bashing wounds roll to stay awake."""

    rolls: tuple[Roll, ...]


class Striking(Struct, frozen=True, gc=False):
    """Hazards of this round strike; *rolls* are of those who may avoid one.

    *blow* is what one does at the moment, until it is marked.
    """

    rolls: tuple[Roll, ...]
    blow: Blow | None
    left: tuple[tuple[int, Seat], ...]
    """Which hazard strikes whom, as far as it has not."""


Answers = tuple[Fact | None, ...]


class Declaring(Struct, frozen=True, gc=False):
    """Everybody says what they want, covered; *shown* are answers shown at once."""

    answers: Answers
    shown: frozenset[Seat] = frozenset()


class Contesting(Struct, frozen=True, gc=False):
    """Those acted upon who have no pool yet may contest."""

    answers: Answers
    ruled: tuple[EntitlementRuled, ...] = ()
    contests: tuple[ContestAnswered | ContestWaived, ...] = ()


class Rolling(Struct, frozen=True, gc=False):
    """Pools are assessed, boosted and thrown."""

    rolls: tuple[Roll, ...]
    waived: frozenset[Seat] = frozenset()
    """Who waived a contest."""
    helpers: tuple[tuple[Seat, Seat], ...] = ()
    """Who helps whom."""
    used: tuple[tuple[Seat, bool, int, Arena], ...] = ()
    """Dice of earlier margins that have entered: whose, whether edge, how many."""
    shown: frozenset[Seat] = frozenset()


class Effect(Struct, frozen=True, gc=False):
    """An intent that takes effect; *use* is None until its margin is claimed.

    *ruled* says that the Storyteller has had a say, *eased* what the victim said.
    """

    who: Seat
    intent: str
    target: Seat
    margin: int
    contested: bool
    use: Use | None = None
    ruled: bool = False
    eased: bool | None = None


class Dealt(Struct, frozen=True, gc=False):
    """Something done to somebody in this round, for the conscience.

    *helpless* says that the victim already lay there or had given up, *grave* that
    four lethal points or more have come to it, *killed* that it died of it.
    """

    by: Seat
    victim: Seat
    intent: str
    hurt: bool = False
    helpless: bool = False
    grave: bool = False
    killed: bool = False


class Settling(Struct, frozen=True, gc=False):
    """Totals are compared, and what they obtain takes effect."""

    rolls: tuple[Roll, ...]
    winners: tuple[int, ...]
    effects: tuple[Effect, ...] = ()
    dealt: tuple[Dealt, ...] = ()
    settled: bool = False
    waived: frozenset[Seat] = frozenset()
    lying: frozenset[Seat] = frozenset()
    """Who was down or gone before any of it: the effects of a round are at once."""


class Deed(Struct, frozen=True, gc=False):
    """A deed to be judged: what it was, and how bad by default (0: no crime)."""

    who: Seat
    victim: Seat
    deed: str
    rating: int
    aware: bool


class Reckoning(Struct, frozen=True, gc=False):
    """What the round means for consciences, nerves and virtues."""

    deeds: tuple[Deed, ...]
    losers: tuple[tuple[Seat, Arena], ...]
    virtues: tuple[Seat, ...]
    winners: tuple[int, ...]
    settled: bool
    recorded: frozenset[Seat] = frozenset()
    """Whose losses have been counted."""
    judged: frozenset[Seat] = frozenset()
    """Of whom it has been said whether the limit binds."""
    shown: Seat | None = None
    """Who has shown a Virtue last, on which the Storyteller may still have a say."""


class Choosing(Struct, frozen=True, gc=False):
    """A conflict that is not violent goes on or rests.

    *settled* says that the round gave somebody the stake; else it was inconclusive.
    *over* is whether the Storyteller has said that nothing new comes up.
    """

    answers: Answers
    winners: tuple[int, ...]
    settled: bool
    over: bool = False
    shown: frozenset[Seat] = frozenset()


class Attempting(Struct, frozen=True, gc=False):
    """Whoever is next tries the obstacle, or leaves it.

    *rolls* are of those who have said that they try; *until* is when they are done.
    """

    rolls: tuple[Roll, ...] = ()
    until: int = 0


class Retrying(Struct, frozen=True, gc=False):
    """After an attempt: Virtues first, then who may try again.

    *asked* are those of whom the Storyteller still has to say whether they may;
    *virtues* those who ran a risk for a Virtue and have not answered yet.
    """

    asked: tuple[Seat, ...] = ()
    virtues: tuple[Seat, ...] = ()
    shown: Seat | None = None
    """Who has shown a Virtue last, on which the Storyteller may still have a say."""


class Passing(Struct, frozen=True, gc=False):
    """Time passes until a second of the clock, mark by mark.

    *tending* are (helper, patient) still to be asked, *patient* is who is tended now,
    *thrown* counts the rolls of the step.
    """

    until: int
    tending: tuple[tuple[Seat, Seat], ...] = ()
    patient: Seat = NOBODY
    rolls: tuple[Roll, ...] = ()
    fading: tuple[Seat, ...] = ()
    """Who has no dots left and may give in."""
    asked: tuple[Seat, ...] = ()
    """Who has been asked so in this step."""
    thrown: int = 0


class Stepping(Struct, frozen=True, gc=False):
    """What a step is for, seat after seat.

    *queue* is what is still to come: what, of whom, and whom it concerns; *rolls* the
    roll of the first of them, *grade* how a deed is faced by it.
    """

    queue: tuple[tuple[str, Seat, Seat], ...]
    rolls: tuple[Roll, ...] = ()
    grade: str = ""
    thrown: int = 0


class Closing(Struct, frozen=True, gc=False):
    """The conflict is over, and so is each step so far."""


Thrown = Waking | Striking | Rolling | Attempting | Passing | Stepping
"""The phases in which rolls lie on the table."""

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
    """Whether rolls lie on the table in *phase*."""
    return type(phase) in _THROWN
