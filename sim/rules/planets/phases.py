"""The phases of a round: for each, the one small record of what it must remember.

What several phases speak of, such as an intent, stands before the first that does.
Tuples that are not said to be in another order have one entry for each participant.
"""

from enum import IntEnum, StrEnum
from typing import TypeGuard, get_args

from msgspec import Struct

from sim.dice.pool import Faces
from sim.rules.planets.forces.rolls import Kind, Omega, Roll, Severity
from sim.rules.planets.forces.task import FORCES, Forces, Lean
from sim.seam.events import Seat


class Step(StrEnum):
    """A part of the procedure that an event opens, in the order of a round."""

    CALLING = "calling"
    FORCES = "forces"
    CIRCUMSTANCES = "circumstances"
    OMEGA = "omega"
    COORDINATION = "coordination"
    DICE = "dice"


class Opening(Struct, frozen=True, gc=False):
    """Before a round."""


# Intents.


class Aim(StrEnum):
    """What one wants of the conflict: to win it, or only that nobody else does."""

    WIN = "win"
    RESIST = "resist"


class Intent(Struct, frozen=True, gc=False):
    """How one goes about it, against whom, what for, and whether it wounds.

    *target* is NOBODY in an indirect conflict.
    """

    approach: str
    target: Seat
    aim: Aim
    harms: bool


class Draft(Struct, frozen=True, gc=False):
    """An intent in the making: its parts as far as they were chosen."""

    approach: str | None = None
    target: Seat | None = None
    aim: Aim | None = None
    harms: bool | None = None


NO_DRAFT = Draft()


class Answer(IntEnum):
    """What one may say of going on, other than to change the intent."""

    PRESS, REST, CONCEDE = range(3)


PRESS, REST, CONCEDE = Answer

Answers = tuple[Answer | Draft | None, ...]
"""What each has said: an answer, a new intent in the making, or nothing yet."""


class Framing(Struct, frozen=True, gc=False):
    """Whoever acts and has no intent yet chooses one."""

    answers: Answers


# Whether to roll, and by which Forces.


class Verdict(StrEnum):
    """What is to become of an intent: it is rolled for, or its outcome declared."""

    ROLL = "roll"
    SUCCESS = "success"
    FAILURE = "failure"


ROLL = Verdict.ROLL

Grades = tuple[int | None, ...]
"""What the intent of each came to, as `dice.check` grades it; None: not known yet."""


class Calling(Struct, frozen=True, gc=False):
    """It is judged what is rolled for, and what is declared."""

    judged: tuple[Verdict | None, ...]
    grades: Grades
    rolling: tuple[Seat, ...] = ()
    """Whose intents are rolled for, in side order."""


Leans = tuple[Lean | None, ...]
"""What each Force is to a task, in the order of the Forces; None: not yet said."""

UNSAID: Leans = (None,) * len(FORCES)


class Dispute(Struct, frozen=True, gc=False):
    """Why a player argues for other Forces, and for which.

    What is *wanted* is known at once, or argued Force by Force.
    """

    reason: str
    leans: Leans = UNSAID
    wanted: Forces | None = None


class Discussion(Struct, frozen=True, gc=False):
    """What has been said about one task, until its Forces are settled."""

    level: str | None = None
    leans: Leans = UNSAID
    proposed: Forces | None = None
    accepted: bool = False
    dispute: Dispute | None = None
    amended: bool | None = None


NO_DISCUSSION = Discussion()


class Settling(Struct, frozen=True, gc=False):
    """Difficulties and Forces are settled, one task after the other.

    *changers* may go about it another way once they have heard what is proposed. What
    they answer is covered until all have pressed on, or shown their change.
    """

    rolling: tuple[Seat, ...]
    grades: Grades
    tasks: tuple[Forces | None, ...]
    discussions: tuple[Discussion, ...]
    changers: tuple[Seat, ...]
    answers: Answers

    @property
    def covered(self) -> bool:
        """Whether some change may still be chosen or shown."""
        return any(self.answers[who] != PRESS for who in self.changers)


# What a roll has beside its Forces.


class JudgedDice(Struct, frozen=True, gc=False):
    """What the Storyguide has said of the Circumstance dice of one roll, in order."""

    kinds: tuple[Kind, ...]
    severities: tuple[Severity, ...] = ()
    sizes: tuple[int, ...] = ()


class Assigning(Struct, frozen=True, gc=False):
    """Circumstance dice are given to the rolls."""

    rolls: tuple[Roll, ...]
    grades: Grades
    judged: tuple[JudgedDice | None, ...]


class Committing(Struct, frozen=True, gc=False):
    """Omega dice are placed, covered; those shown lie with the rolls."""

    rolls: tuple[Roll, ...]
    grades: Grades
    placed: tuple[tuple[Omega, ...], ...]
    closed: frozenset[Seat] = frozenset()
    """Who places no more."""
    shown: frozenset[Seat] = frozenset()
    """Who has shown what was placed, if anything was."""


Picks = tuple[Seat | None, ...]
"""Whose die partners roll for each Force, NOBODY for none; None: not yet chosen."""

UNPICKED: Picks = (None,) * len(FORCES)


class Coordinating(Struct, frozen=True, gc=False):
    """Partners pick whose die they roll for each Force, covered."""

    rolls: tuple[Roll, ...]
    grades: Grades
    picks: tuple[Picks, ...]


class Choice(StrEnum):
    """What a Storyguide may say of a Major die that the text leaves to her."""

    POSITIONAL = "apply_positional"
    IGNORE = "ignore"
    RULE_NOW = "rule_now"


POSITIONAL, IGNORE, RULE_NOW = Choice


class Thrown(Struct, frozen=True, gc=False):
    """Dice on the table about which the Storyguide still has to rule.

    *roller* is TABLE for an opposed throw; *ruled* is what she has said, and of whose
    die.
    """

    roller: Seat
    faces: Faces
    ruled: tuple[tuple[Seat, Choice], ...] = ()

    def ruled_on(self, who: Seat) -> tuple[Choice, ...]:
        """Return what has been said of the dice of *who*, in order."""
        return tuple(choice for seat, choice in self.ruled if seat == who)


class Rolling(Struct, frozen=True, gc=False):
    """The dice fall, throw by throw."""

    rolls: tuple[Roll, ...]
    grades: Grades
    thrown: Thrown | None = None


# After the dice.


class Aftermath(Struct, frozen=True, gc=False):
    """The round is resolved, and everyone says how to go on.

    *prevailed* is NOBODY when nobody did; *failed* are those whose own attempt did,
    where it matters.
    """

    answers: Answers
    prevailed: Seat
    failed: frozenset[Seat] = frozenset()


Answering = Framing | Settling | Aftermath
"""The phases in which everyone chooses an intent, or keeps it, or gives up."""
_ANSWERING = frozenset(get_args(Answering))
Called = Calling | Settling
"""The phases that know whose intents are rolled for, and have no rolls yet."""
Equipped = Assigning | Committing | Coordinating | Rolling
"""The phases in which the rolls take shape."""
Resolvable = Calling | Rolling
"""The phases a round is resolved in: all was declared, or the dice have fallen."""

Phase = Opening | Answering | Called | Equipped


def is_answering(phase: Phase) -> TypeGuard[Answering]:
    """Whether *phase* is one of Answering."""
    # Asked at every answer, and isinstance takes long to look through a union.
    return type(phase) in _ANSWERING
