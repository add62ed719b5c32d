"""The phases of a round: for each, a small record of what it must remember.

What several phases use, such as an intent, is defined before the first that uses it.
Unless stated otherwise, tuples have one entry for each participant.
"""

from enum import IntEnum, StrEnum
from typing import TypeGuard, get_args

from msgspec import Struct

from sim.dice.pool import Faces
from sim.rules.planets.forces.rolls import Kind, Omega, Roll, Severity
from sim.rules.planets.forces.task import FORCES, Forces, Lean
from sim.seam.events import Seat


class Step(StrEnum):
    """A part of the procedure that begins with an event, in the order of a round."""

    CALLING = "calling"
    FORCES = "forces"
    CIRCUMSTANCES = "circumstances"
    OMEGA = "omega"
    COORDINATION = "coordination"
    DICE = "dice"


class Opening(Struct, frozen=True, gc=False, cache_hash=True):
    """Before a round."""


# Intents.


class Aim(StrEnum):
    """An aim: to win the conflict, or only that nobody else does."""

    WIN = "win"
    RESIST = "resist"


class Intent(Struct, frozen=True, gc=False, cache_hash=True):
    """An intent: approach, target, aim, and whether it wounds.

    *target* is NOBODY in an indirect conflict.
    """

    approach: str
    target: Seat
    aim: Aim
    harms: bool


class Draft(Struct, frozen=True, gc=False, cache_hash=True):
    """An intent in the making: the parts chosen so far."""

    approach: str | None = None
    target: Seat | None = None
    aim: Aim | None = None
    harms: bool | None = None


NO_DRAFT = Draft()


class Answer(IntEnum):
    """What a seat may answer about going on, apart from changing the intent."""

    PRESS, REST, CONCEDE = range(3)


PRESS, REST, CONCEDE = Answer

Answers = tuple[Answer | Draft | None, ...]
"""The answer of each seat: an answer, a new intent in the making, or nothing yet."""


class Framing(Struct, frozen=True, gc=False, cache_hash=True):
    """Acting seats without an intent choose one."""

    answers: Answers


# Whether to roll, and by which Forces.


class Verdict(StrEnum):
    """Whether an intent is rolled for, or its outcome is declared."""

    ROLL = "roll"
    SUCCESS = "success"
    FAILURE = "failure"


ROLL = Verdict.ROLL

Grades = tuple[int | None, ...]
"""The grade of each intent, as in `dice.check`; None: not known yet."""


class Calling(Struct, frozen=True, gc=False, cache_hash=True):
    """It is decided what is rolled for and what is declared."""

    judged: tuple[Verdict | None, ...]
    grades: Grades
    rolling: tuple[Seat, ...] = ()
    """The seats whose intents are rolled for, in side order."""


Leans = tuple[Lean | None, ...]
"""The meaning of each Force for a task, in order; None: not chosen yet."""

UNSAID: Leans = (None,) * len(FORCES)


class Dispute(Struct, frozen=True, gc=False, cache_hash=True):
    """A player's argument for other Forces.

    The *wanted* Forces are known at once, or argued Force by Force.
    """

    reason: str
    leans: Leans = UNSAID
    wanted: Forces | None = None


class Discussion(Struct, frozen=True, gc=False, cache_hash=True):
    """The discussion of one task, until its Forces are settled."""

    level: str | None = None
    leans: Leans = UNSAID
    proposed: Forces | None = None
    accepted: bool = False
    dispute: Dispute | None = None
    amended: bool | None = None


NO_DISCUSSION = Discussion()


class Settling(Struct, frozen=True, gc=False, cache_hash=True):
    """Difficulties and Forces are settled, one task after the other.

    *changers* may change their approach once they know what is proposed. Their answers
    are sealed until all have pressed on or revealed their change.
    """

    rolling: tuple[Seat, ...]
    grades: Grades
    tasks: tuple[Forces | None, ...]
    discussions: tuple[Discussion, ...]
    changers: tuple[Seat, ...]
    answers: Answers

    @property
    def covered(self) -> bool:
        """Whether a change may still be chosen or revealed."""
        return any(self.answers[who] != PRESS for who in self.changers)


# The dice of a roll.


class JudgedDice(Struct, frozen=True, gc=False, cache_hash=True):
    """The Storyguide's rulings on the Circumstance dice of one roll, in order."""

    kinds: tuple[Kind, ...]
    severities: tuple[Severity, ...] = ()
    sizes: tuple[int, ...] = ()


class Assigning(Struct, frozen=True, gc=False, cache_hash=True):
    """Circumstance dice are given to the rolls."""

    rolls: tuple[Roll, ...]
    grades: Grades
    judged: tuple[JudgedDice | None, ...]


class Committing(Struct, frozen=True, gc=False, cache_hash=True):
    """Omega dice are placed in secret; revealed ones are stored with the rolls."""

    rolls: tuple[Roll, ...]
    grades: Grades
    placed: tuple[tuple[Omega, ...], ...]
    closed: frozenset[Seat] = frozenset()
    """The seats that place no more."""
    shown: frozenset[Seat] = frozenset()
    """The seats that have revealed their dice, if they placed any."""


Picks = tuple[Seat | None, ...]
"""The partner whose die is rolled for each Force, NOBODY for none; None: not chosen."""

UNPICKED: Picks = (None,) * len(FORCES)


class Coordinating(Struct, frozen=True, gc=False, cache_hash=True):
    """Partners secretly pick whose die they roll for each Force."""

    rolls: tuple[Roll, ...]
    grades: Grades
    picks: tuple[Picks, ...]


class Choice(StrEnum):
    """A Storyguide's rulings on a Major die that the text leaves to her."""

    POSITIONAL = "apply_positional"
    IGNORE = "ignore"
    RULE_NOW = "rule_now"


POSITIONAL, IGNORE, RULE_NOW = Choice


class Thrown(Struct, frozen=True, gc=False, cache_hash=True):
    """Dice on the table on which the Storyguide has yet to rule.

    *roller* is TABLE for an opposed throw; *ruled* are her rulings, and on whose die.
    """

    roller: Seat
    faces: Faces
    ruled: tuple[tuple[Seat, Choice], ...] = ()

    def ruled_on(self, who: Seat) -> tuple[Choice, ...]:
        """Return the rulings on the dice of *who*, in order."""
        return tuple(choice for seat, choice in self.ruled if seat == who)


class Rolling(Struct, frozen=True, gc=False, cache_hash=True):
    """The dice fall, throw by throw."""

    rolls: tuple[Roll, ...]
    grades: Grades
    thrown: Thrown | None = None


# After the dice.


class Aftermath(Struct, frozen=True, gc=False, cache_hash=True):
    """The round is resolved, and everyone answers how to go on.

    *prevailed* is NOBODY if nobody did; *failed* are those whose own attempt failed,
    where that matters.
    """

    answers: Answers
    prevailed: Seat
    failed: frozenset[Seat] = frozenset()


Answering = Framing | Settling | Aftermath
"""The phases in which everyone chooses an intent, keeps it, or gives up."""
_ANSWERING = frozenset(get_args(Answering))
Called = Calling | Settling
"""The phases that know whose intents are rolled for but have no rolls yet."""
Equipped = Assigning | Committing | Coordinating | Rolling
"""The phases in which the rolls take shape."""
_EQUIPPED = frozenset(get_args(Equipped))
Resolvable = Calling | Rolling
"""The phases that resolve a round: all was declared, or the dice have fallen."""

Phase = Opening | Answering | Called | Equipped


# Asked at every answer and step, and isinstance takes long to look through a union.


def is_answering(phase: Phase) -> TypeGuard[Answering]:
    """Whether *phase* is one of Answering."""
    return type(phase) in _ANSWERING


def is_equipped(phase: Phase) -> TypeGuard[Equipped]:
    """Whether *phase* is one of Equipped."""
    return type(phase) in _EQUIPPED
