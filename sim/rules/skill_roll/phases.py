"""The phases of a round: for each, a small record of what it must remember.

What several phases use, such as an attack, is defined before the first that uses it.
"""

from enum import StrEnum

from msgspec import Struct

from sim.rules.skill_roll.skills.charts import Circumstance, Row
from sim.seam.events import Seat


class Between(Struct, frozen=True, gc=False, cache_hash=True):
    """Nothing is under way: the next turn is due, or the round is over."""


class Initiative(Struct, frozen=True, gc=False, cache_hash=True):
    """*who* chooses an action; the aim may change once before it [SK-RUL-41]."""

    who: Seat
    aimed: bool = False


# The purposes of rolls.


class Purpose(StrEnum):
    """The purpose of a roll: part of its name [SK-RUL-54]."""

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
    """A defender's answer to an attack [SK-DP-06]."""

    DEFEND = "defend"
    NO_DEFENCE = "no_defence"
    COUNTER = "counter"


class Strike(Struct, frozen=True, gc=False, cache_hash=True):
    """An attack: by whom, on whom, in which form, with how many ranks of it."""

    who: Seat
    target: Seat
    form: str
    ranks: int | None = None
    counter: bool = False


class Escape(Struct, frozen=True, gc=False, cache_hash=True):
    """An attempt to get away [SK-CONF-07]."""

    who: Seat


class Act(Struct, frozen=True, gc=False, cache_hash=True):
    """An act of a contest: its approach, and the side it is against [SK-CONF-03]."""

    who: Seat
    approach: str
    against: int


class Trial(Struct, frozen=True, gc=False, cache_hash=True):
    """A single use of a skill: its number in the task [SK-CONF-09].

    *topic* is the number of the topic researched, None until it is chosen.
    """

    who: Seat
    number: int
    topic: int | None = None


Matter = Strike | Escape | Act | Trial
"""What is being rolled for."""


class Verdict(StrEnum):
    """Whether a single use is routine, rolled for or impossible [SK-DP-01]."""

    ROUTINE = "routine"
    ROLL = "roll"
    IMPOSSIBLE = "impossible"


class Special(StrEnum):
    """The sort of a use beyond measured and opposed [SK-ROLL-07]."""

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


class Setting(Struct, frozen=True, gc=False, cache_hash=True):
    """What must be known before the difficulty can be set.

    It holds the Narrator's rulings, the defender's answer (and its skill or form), the
    number of ranks used, and the totals of opponents. *roll* is whether the next
    opponent rolls. For companions of an attack's target: *stood_by* are those who stand
    by, *stepped_in* is whether one has stepped in, and *aside* the attack by which one
    counters.
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


class Stray(Struct, frozen=True, gc=False, cache_hash=True):
    """An attack from afar that went wide, by a number of Distance Units."""

    strike: Strike
    du: int


class Rolling(Struct, frozen=True, gc=False, cache_hash=True):
    """The difficulties are set, and the dice fall one after the other.

    *levels* are the levels of those that have fallen. *harmed* and *strays* are the
    effects of an exchange of blows so far.
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


class Aftermath(Struct, frozen=True, gc=False, cache_hash=True):
    """Strays meet bystanders, then those who were hurt choose whether to go on.

    *near* are those still to be checked for the first stray, None until they are known;
    *order* is the ruling on it, *directed* whether its direction is known.
    """

    harmed: tuple[Seat, ...] = ()
    strays: tuple[Stray, ...] = ()
    order: Order | None = None
    directed: bool = False
    near: tuple[str, ...] | None = None


class Reading(Struct, frozen=True, gc=False, cache_hash=True):
    """The result of a single use, and the aspects that its levels are given to.

    *level* is None if it could not succeed; *given* counts levels by aspect, *ranks*
    the ranks that levels act as. *recalled* and *recorded* are for knowledge; *used*
    are ranks of a power, None for all.
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
