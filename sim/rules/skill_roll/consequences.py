"""What follows: rounds and turns, difficulties and levels, harm and what ends it.

*who* is the seat it happened to or whose roll it was, *by* the seat that did it.
Damage is in eighths of a point.
"""

from enum import StrEnum

from sim.rules.skill_roll.phases import Bar, Purpose, Special, Stray
from sim.rules.skill_roll.skills.attack_difficulty import Awareness, Parts
from sim.rules.skill_roll.skills.attack_result import Band
from sim.rules.skill_roll.skills.charts import Inheritance, Recall, Relation
from sim.rules.skill_roll.skills.expertise import Expertise
from sim.seam.events import Consequence, Seat
from sim.spine.tables import defined


class Cause(StrEnum):
    """What changed somebody's OOPS."""

    MISS = "miss"
    WINGED = "winged"
    HIT = "hit"
    RECOVERY = "recovery"


class RoundStarted(Consequence, tag="round"):
    """A round begins; *order* is who acts in it."""

    number: int
    order: tuple[Seat, ...]


class InitiativeStarted(Consequence, tag="turn"):
    """It is this one's turn."""

    who: Seat


class InitiativeLost(Consequence, tag="turn-lost"):
    """A turn is passed over: it was spent on a counter."""

    who: Seat


class AwarenessGrew(Consequence, tag="aware"):
    """Somebody knows more of the fight."""

    who: Seat
    awareness: Awareness


class AttackerSeen(Consequence, tag="seen"):
    """A hidden attacker is hidden from this one no longer."""

    who: Seat
    by: Seat


class IntentChanged(Consequence, tag="intent-changed"):
    """Another target or form than last time; *was* and *now* say which, in words."""

    who: Seat
    was: str
    now: str


class OopsChanged(Consequence, tag="oops"):
    """Somebody is more or less out of position."""

    who: Seat
    before: int
    after: int
    cause: Cause


class DifficultySet(Consequence, tag="difficulty"):
    """How hard a roll is, and the numbers that this is the sum of."""

    who: Seat
    purpose: Purpose
    difficulty: int
    parts: Parts
    row: str = ""


class OppositionSet(Consequence, tag="opposition"):
    """What an opponent's roll, or 10 and the skill, came to."""

    who: Seat
    total: int
    rolled: bool


class OutcomeDetermined(Consequence, tag="outcome"):
    """What a roll came to; *rolled* is whether dice fell or 10 was taken."""

    who: Seat
    total: int
    difficulty: int
    level: int
    band: Band
    rolled: bool = True


class HarmApplied(Consequence, tag="harm"):
    """Somebody takes damage; *total* is all it has taken."""

    who: Seat
    by: Seat
    eighths: int
    total: int
    capped: bool = False


class CombatantTakenOut(Consequence, tag="taken-out"):
    """Somebody is taken out: damage has come up to the capacity."""

    who: Seat
    by: Seat


class MissOffsetFound(Consequence, tag="offset"):
    """An attack from afar goes wide by so many Distance Units."""

    who: Seat
    stray: Stray


class ExchangeEnded(Consequence, tag="exchanged"):
    """All effects of an exchange of blows are told."""

    who: Seat


class BystandersGathered(Consequence, tag="near"):
    """Who is near where a stray lands, in the order in which they are checked."""

    who: Seat
    names: tuple[str, ...]


class DirectionFound(Consequence, tag="direction"):
    """A stray goes this way, as on the face of a clock."""

    who: Seat
    clock: int


class BystanderChecked(Consequence, tag="bystander"):
    """Whether a stray hits one who is near."""

    who: Seat
    name: str
    difficulty: int
    level: int
    hit: bool
    stops: bool


class BystanderHarmed(Consequence, tag="bystander-harm"):
    """Somebody or something without a seat takes damage; *down*: and is taken out."""

    name: str
    by: Seat
    eighths: int
    total: int
    down: bool


class TermsFixed(Consequence, tag="terms"):
    """Somebody has conceded, and this is what that leaves."""

    who: Seat
    leaves: float


class CombatantWithdrew(Consequence, tag="withdrew"):
    """Somebody got away."""

    who: Seat


class ProgressMade(Consequence, tag="progress"):
    """A side comes nearer to its goal."""

    who: Seat
    gained: int
    total: int


class SkillUseClassified(Consequence, tag="use"):
    """A use comes up: measured or not, opposed or not, and how good its user is."""

    who: Seat
    number: int
    measured: bool
    opposed: bool
    special: Special
    expertise: Expertise
    within: str = ""


class RoutineUseGranted(Consequence, tag="routine"):
    """It succeeds without a roll, at this level."""

    who: Seat
    level: int


class AutomaticFailureDeclared(Consequence, tag="impossible"):
    """It cannot succeed, and nothing is rolled."""

    who: Seat
    reason: Bar


class KnowledgeRecalled(Consequence, tag="recalled"):
    """What somebody turns out to know of a subject."""

    who: Seat
    skill: str
    subject: str
    relation: Relation
    level: int | None
    band: Recall
    wrong: bool


class ResearchDone(Consequence, tag="researched"):
    """Somebody has researched a subject; *learned* is whether that gained anything."""

    who: Seat
    skill: str
    subject: str
    closeness: Relation
    level: int
    learned: bool


class SpecialtyRecorded(Consequence, tag="recorded"):
    """A specialised skill is recorded, and how much of its parent it inherits."""

    who: Seat
    skill: str
    subject: str
    inheritance: Inheritance
    rank: int


class EffectAllocated(Consequence, tag="allocated"):
    """What the levels of a measured use were given to, in per cent of normal."""

    who: Seat
    aspects: tuple[tuple[str, int], ...]
    ranks: int
    unused: int


class UsePerformed(Consequence, tag="performed"):
    """A single use is over: whether it succeeded, and how well it went."""

    who: Seat
    success: bool
    percents: tuple[int, ...]
    ranks: int


CONSEQUENCES = defined(globals(), Consequence)
"""Everything the rules of this system derive."""
