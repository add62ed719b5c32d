"""The phases of a round: for each, the one small record of what it must remember.

What several phases speak of, such as an attack, stands before the first that does.
"""

from enum import StrEnum

from msgspec import Struct

from sim.rules.skill_roll.skills.charts import Circumstance, Row
from sim.seam.events import Seat


class Between(Struct, frozen=True, gc=False):
    """Nothing is under way: the next of the round is due, or the round is over."""


class Initiative(Struct, frozen=True, gc=False):
    """*who* chooses what to do; once in it the aim may change first [SK-RUL-41]."""

    who: Seat
    aimed: bool = False


# What a roll is for.


class Purpose(StrEnum):
    """What a roll is for: part of its name [SK-RUL-54]."""

    ATTACK = "attack"
    COUNTER = "counter"
    DEFENCE = "defence"
    WITHDRAW = "withdraw"
    PURSUIT = "pursuit"
    ACT = "act"
    RESIST = "resist"
    USE = "use"
    BYSTANDER = "bystander"
    DIRECTION = "direction"
    ORDER = "order"
    INITIATIVE = "initiative"
    FAULTY_ANSWER = "faulty_answer"


class Response(StrEnum):
    """What a defender does about an attack [SK-DP-06]."""

    DEFEND = "defend"
    NO_DEFENCE = "no_defence"
    COUNTER = "counter"


class Strike(Struct, frozen=True, gc=False):
    """An attack: by whom, on whom, in which form, with how many ranks of it."""

    who: Seat
    target: Seat
    form: str
    ranks: int | None = None
    counter: bool = False


class Escape(Struct, frozen=True, gc=False):
    """An attempt to get away [SK-CONF-07]."""

    who: Seat


class Act(Struct, frozen=True, gc=False):
    """An act of a contest: by which approach, against which side [SK-CONF-03]."""

    who: Seat
    approach: str
    against: int


class Trial(Struct, frozen=True, gc=False):
    """A single use of a skill: which of the task's [SK-CONF-09].

    *topic* is the number of what is researched, None while that is not chosen.
    """

    who: Seat
    number: int
    topic: int | None = None


Matter = Strike | Escape | Act | Trial
"""What dice are to decide."""


class Verdict(StrEnum):
    """What becomes of a single use [SK-DP-01]."""

    ROUTINE = "routine"
    ROLL = "roll"
    IMPOSSIBLE = "impossible"


class Special(StrEnum):
    """What sort of use it is beyond measured and opposed [SK-ROLL-07]."""

    NOTHING = ""
    KNOWLEDGE = "knowledge"
    POWER = "power"
    SHOT = "shot"
    RESEARCH = "research"


class Bar(StrEnum):
    """Why a use cannot succeed."""

    POWER = "power"
    ASKED = "asked"
    RULED = "ruled"
    BACKGROUND = "background"


class Setting(Struct, frozen=True, gc=False):
    """What must be known before the difficulty is.

    What the Narrator has ruled, what the defender answers (with which skill or form),
    how many ranks are used, what the opponents' rolls came to. *roll* is whether the
    next of them rolls. Of the companions of an attack's target: who *stood_by*, whether
    one has *stepped_in*, and the attack by which one counters from *aside*.
    """

    matter: Matter
    verdict: Verdict | None = None
    ranks: int | None = None
    response: Response | None = None
    by: str = ""
    circumstance: Circumstance | None = None
    row: Row | None = None
    weight: int | None = None
    totals: tuple[int, ...] = ()
    roll: bool | None = None
    stood_by: tuple[Seat, ...] = ()
    stepped_in: bool = False
    aside: Strike | None = None


class Stray(Struct, frozen=True, gc=False):
    """An attack from afar that went wide by so many Distance Units."""

    strike: Strike
    du: int


class Rolling(Struct, frozen=True, gc=False):
    """The difficulties are set, and the dice fall one after the other.

    *levels* are what those that fell came to. *harmed* and *strays* are what came of
    an exchange of blows so far.
    """

    setting: Setting
    difficulties: tuple[int | None, ...]
    levels: tuple[int, ...] = ()
    roll: bool | None = None
    harmed: tuple[Seat, ...] = ()
    strays: tuple[Stray, ...] = ()


# After the dice.


class Order(StrEnum):
    """In which order bystanders are checked, if at all [SK-DP-10]."""

    PROXIMITY = "proximity"
    RANDOM = "random"
    NONE = "none"


class Aftermath(Struct, frozen=True, gc=False):
    """Strays find bystanders, then those who were harmed say whether they go on.

    *near* are those still to be checked for the first stray, None while nobody has
    looked; *order* is what was ruled of it, *directed* whether its direction is known.
    """

    harmed: tuple[Seat, ...] = ()
    strays: tuple[Stray, ...] = ()
    order: Order | None = None
    directed: bool = False
    near: tuple[str, ...] | None = None


class Reading(Struct, frozen=True, gc=False):
    """What a single use came to, and what its levels are given to.

    *level* is None for what could not succeed; *given* counts levels by aspect, *ranks*
    those that levels act as. *recalled* and *recorded* are for knowledge; *used* are
    ranks of a power, None for all.
    """

    matter: Trial
    level: int | None
    given: tuple[int, ...] = ()
    ranks: int = 0
    closed: bool = False
    wrong: bool | None = None
    recalled: bool = False
    recorded: bool | None = None
    used: int | None = None


Phase = Between | Initiative | Setting | Rolling | Aftermath | Reading
