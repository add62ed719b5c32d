"""The consequences: rounds and turns, difficulties and levels, damage and endings.

*who* is the seat it happened to or whose roll it was, *by* the seat that did it. Damage
is in eighths of a point.
"""

from enum import StrEnum

from sim.rules.skill_roll.phases import Bar, Purpose, Special, Stray
from sim.rules.skill_roll.skills.attack_difficulty import Awareness, Parts
from sim.rules.skill_roll.skills.attack_result import Band
from sim.rules.skill_roll.skills.charts import Inheritance, Recall, Relation
from sim.rules.skill_roll.skills.expertise import Expertise
from sim.rules.skill_roll.skills.words import levels
from sim.seam.events import Consequence, Description, Seat, by_part
from sim.spine.tables import defined

_KNOWN = {
    Recall.UNFAMILIAR: "it is unfamiliar, as a part of {skill}",
    Recall.FAULTY: "it is familiar, but what comes to mind is {trust}",
    Recall.YES_NO: "enough to answer yes or no",
    Recall.SHORT_ANSWERS: "enough for answers of a word or two",
    Recall.BACKGROUND: "a paragraph of background, and where to find more",
    Recall.EXTENSIVE: "it was studied at length",
}
_WHY = {
    Bar.POWER: "it is too far beyond the power",
    Bar.ASKED: "the subject was asked about before",
    Bar.RULED: "it is ruled to be impossible",
    Bar.BACKGROUND: "without any background nobody knows where to look",
}
_AWARE = {
    Awareness.UNAWARE_OF_ATTACK: "notices that there is a fight",
    Awareness.AWARE: "knows what is going on",
}
_BANDS = {
    Band.MISS: "a clear miss",
    Band.WINGED: "a graze",
    Band.HIT: "a hit",
    Band.HIT_BONUS: "a solid hit",
    Band.SUCCESS: "a success",
    Band.FAILURE: "a failure",
}


class Cause(StrEnum):
    """What changed somebody's OOPS."""

    MISS = "miss"
    WINGED = "winged"
    HIT = "hit"
    RECOVERY = "recovery"


class RoundStarted(Consequence, tag="round"):
    """A round begins; *order* are the seats that act in it."""

    number: int
    order: tuple[Seat, ...]
    decided_by = by_part("SK-CONF-10", order="SK-RUL-32 SK-RUL-50 SK-CONF-10")


class InitiativeStarted(Consequence, tag="turn"):
    """It is the turn of *who*."""

    who: Seat
    decided_by = by_part("SK-CONF-02", who="SK-RUL-32")
    story = ""
    aside = "It is {who}'s Initiative."


class InitiativeLost(Consequence, tag="turn-lost"):
    """A turn is passed over: it was spent on a counter."""

    who: Seat
    decided_by = "SK-RUL-45"
    story = "{who} has spent this turn on the counter."


class AwarenessGrew(Consequence, tag="aware"):
    """Somebody becomes more aware of the fight."""

    who: Seat
    awareness: Awareness
    decided_by = "SK-RUL-34 SK-RUL-46"

    def tell(self, words: Description) -> str:
        return f"{words['who']} {_AWARE[self.awareness]}."


class AttackerSeen(Consequence, tag="seen"):
    """A hidden attacker is no longer hidden from *who*."""

    who: Seat
    by: Seat
    story = "{who} has seen {by}, who cannot hide again."


class IntentChanged(Consequence, tag="intent-changed"):
    """The target or form differs from last time; *was* and *now* name both in words."""

    who: Seat
    was: str
    now: str
    decided_by = "SK-CONF-05"
    story = "{who} changes from {was} to {now}."
    in_brief = False


class OopsChanged(Consequence, tag="oops"):
    """Somebody is more or less out of position."""

    who: Seat
    before: int
    after: int
    cause: Cause
    decided_by = "SK-ATTRES-01 SK-ATTRES-02 SK-ATTRES-03 SK-RUL-23"

    def tell(self, words: Description) -> str:
        who = words["who"]
        if self.after > self.before:
            return f"{who} is out of position (OOPS {self.after})."
        left = f"OOPS {self.after} is left" if self.after else "no OOPS is left"
        return f"{who} is back in position: {left}."


class DifficultySet(Consequence, tag="difficulty"):
    """The difficulty of a roll, and the numbers that add up to it."""

    who: Seat
    purpose: Purpose
    difficulty: int
    parts: Parts
    row: str = ""
    decided_by = (
        "SK-ATTACK-03 SK-ATTACK-04 SK-ATTACK-05 SK-ATTACK-06"
        " SK-QLO-03 SK-QNU-05 SK-KNOW-03 SK-RUL-05"
    )


class OppositionSet(Consequence, tag="opposition"):
    """The total of an opponent's roll, or of 10 and the skill."""

    who: Seat
    total: int
    rolled: bool
    decided_by = by_part("SK-RUL-04", total="SK-ROLL-02")

    def tell(self, words: Description) -> str:
        if self.rolled:
            return ""
        return f"{words['who']} stands at {self.total}, 10 and the skill."

    def tell_aside(self, words: Description) -> str:
        return f"{words['who']} comes to {self.total}."


class OutcomeDetermined(Consequence, tag="outcome"):
    """The level of a roll; *rolled* says whether dice fell or 10 was taken."""

    who: Seat
    total: int
    difficulty: int
    level: int
    band: Band
    rolled: bool = True
    decided_by = by_part(
        "SK-ATTRES-01 SK-ATTRES-02 SK-ATTRES-03 SK-ATTRES-04 SK-QLU-01 SK-ROLL-06",
        total="SK-ROLL-02",
        level="SK-ROLL-06",
        difficulty="SK-ROLL-06",
    )

    def tell(self, words: Description) -> str:
        result = f"{self.total} against {self.difficulty}: {levels(self.level)}"
        taken = "" if self.rolled else " takes 10 and"
        return f"{words['who']}{taken} comes to {result}, {_BANDS[self.band]}."


def _most_or_level(event: "HarmApplied") -> str:
    """Say whether damage follows from the level or is the maximum."""
    if event.capped:
        return "SK-ATTRES-05"
    return "SK-ATTRES-04 SK-ATTRES-03 SK-ATTRES-02"


class HarmApplied(Consequence, tag="harm"):
    """Somebody takes damage; *total* is all the damage so far."""

    who: Seat
    by: Seat
    eighths: int
    total: int
    capped: bool = False
    decided_by = by_part(
        "SK-CONF-04", capped="SK-ATTRES-05", eighths=_most_or_level, total="SK-RUL-33"
    )


class CombatantTakenOut(Consequence, tag="taken-out"):
    """Somebody is taken out: damage has reached the capacity."""

    who: Seat
    by: Seat
    decided_by = "SK-RUL-33"
    story = "{who} is taken out."


class MissOffsetFound(Consequence, tag="offset"):
    """An attack from afar goes wide, by a number of Distance Units."""

    who: Seat
    stray: Stray
    decided_by = "SK-RANGED-01"
    story = "It lands {stray[du]} DU from {stray[target]}."


class ExchangeEnded(Consequence, tag="exchanged"):
    """All effects of an exchange of blows are applied."""

    who: Seat
    decided_by = "SK-RUL-63 SK-CONF-02"
    story = ""
    aside = "All that came of the exchange is told."


class BystandersGathered(Consequence, tag="near"):
    """Those near the landing place of a stray, in the order of their checks."""

    who: Seat
    names: tuple[str, ...]
    decided_by = "SK-RUL-26"
    aside = "Nobody is near enough for {who} to hit by chance."

    def tell(self, words: Description) -> str:
        return f"Near where it lands: {', '.join(self.names)}." if self.names else ""


class DirectionFound(Consequence, tag="direction"):
    """A stray goes this way, as on the face of a clock."""

    who: Seat
    clock: int
    decided_by = "SK-RANGED-02"
    story = "It goes towards {clock} o'clock."


class BystanderChecked(Consequence, tag="bystander"):
    """Whether a stray hits one who is near."""

    who: Seat
    name: str
    difficulty: int
    level: int
    hit: bool
    stops: bool
    decided_by = "SK-RANGED-02"

    def tell(self, words: Description) -> str:
        does = "hits" if self.hit else "misses"
        by = f"difficulty {self.difficulty}, {levels(self.level)}"
        return f"The stray {does} {self.name} ({by})."


class BystanderHarmed(Consequence, tag="bystander-harm"):
    """Somebody or something without a seat takes damage; *down*: it is taken out."""

    name: str
    by: Seat
    eighths: int
    total: int
    down: bool
    decided_by = by_part("SK-RUL-48", eighths="SK-ATTRES-04")


class TermsFixed(Consequence, tag="terms"):
    """Somebody has conceded, and this is the return it leaves."""

    who: Seat
    leaves: float
    decided_by = by_part("SK-CONF-06", leaves="SK-RUL-55")

    def tell(self, words: Description) -> str:
        return f"{words['who']} has conceded, and keeps {self.leaves:.0%}."


class CombatantWithdrew(Consequence, tag="withdrew"):
    """Somebody got away."""

    who: Seat
    decided_by = "SK-CONF-07"
    story = "{who} gets away."


class ProgressMade(Consequence, tag="progress"):
    """A side comes nearer to its goal."""

    who: Seat
    gained: int
    total: int
    decided_by = "SK-CONF-03"


class SkillUseClassified(Consequence, tag="use"):
    """The next use: measured or not, opposed or not, and how skilled its user is."""

    who: Seat
    number: int
    measured: bool
    opposed: bool
    special: Special
    expertise: Expertise
    within: str = ""
    decided_by = by_part(
        "SK-RUL-51", expertise="SK-EXP-01", measured="SK-ROLL-07", opposed="SK-ROLL-07"
    )


class RoutineUseGranted(Consequence, tag="routine"):
    """It succeeds without a roll, at this level."""

    who: Seat
    level: int
    decided_by = "SK-ROUT-02"
    story = "{who} needs no roll: it is routine, at level {level}."


class AutomaticFailureDeclared(Consequence, tag="impossible"):
    """It cannot succeed, and nothing is rolled."""

    who: Seat
    reason: Bar
    decided_by = "SK-DP-01 SK-POW-04 SK-RUL-35 SK-RUL-67"

    def tell(self, words: Description) -> str:
        return f"{words['who']} fails without a roll: {_WHY[self.reason]}."


class KnowledgeRecalled(Consequence, tag="recalled"):
    """Somebody's knowledge of a subject, as it turns out."""

    who: Seat
    skill: str
    subject: str
    relation: Relation
    level: int | None
    band: Recall
    wrong: bool
    decided_by = by_part("SK-KNOW-07 SK-KNOW-05 SK-KNOW-02", wrong="SK-RUL-36")

    def tell(self, words: Description) -> str:
        trust = "wrong" if self.wrong else "right this time"
        knowledge = _KNOWN[self.band].format(skill=self.skill, trust=trust)
        return f"{words['who']} on {self.subject or 'the subject'}: {knowledge}."


class ResearchDone(Consequence, tag="researched"):
    """Somebody has researched a subject; *learned* is whether that gained anything."""

    who: Seat
    skill: str
    subject: str
    closeness: Relation
    level: int
    learned: bool
    decided_by = by_part("SK-RUL-67", level="SK-ROLL-06")

    def tell(self, words: Description) -> str:
        who, subject = words["who"], self.subject
        if self.learned:
            return f"The research of {who} into {subject} pays off."
        new = "nothing new" if self.level >= 0 else "nothing"
        return f"{who} finds {new} about {subject}."


class SpecialtyRecorded(Consequence, tag="recorded"):
    """A specialised skill is recorded, with its inheritance from the parent skill."""

    who: Seat
    skill: str
    subject: str
    inheritance: Inheritance
    rank: int
    decided_by = by_part("SK-KNOW-08 SK-RUL-67", rank="SK-RUL-27")

    def tell(self, words: Description) -> str:
        skill = f"{self.subject} at {self.rank} ({self.inheritance} inheritance)"
        return f"{words['who']} records a specialised skill: {skill}."


class EffectAllocated(Consequence, tag="allocated"):
    """The result of a measured use, in per cent of normal for each aspect."""

    who: Seat
    aspects: tuple[tuple[str, int], ...]
    ranks: int
    unused: int
    decided_by = by_part("SK-QNU-03", ranks="SK-QNU-04")

    def tell(self, words: Description) -> str:
        parts = [f"{aspect} {percent}%" for aspect, percent in self.aspects]
        if self.ranks:
            parts.append(f"{self.ranks} rank{'s' if self.ranks > 1 else ''} more")
        unused = f"; {self.unused} unused" if self.unused else ""
        return f"{words['who']} achieves {', '.join(parts)} of normal{unused}."


class UsePerformed(Consequence, tag="performed"):
    """A single use is over: whether it succeeded, and how well it went."""

    who: Seat
    success: bool
    percents: tuple[int, ...]
    ranks: int
    decided_by = "SK-QLU-01 SK-KNOW-01 SK-QNU-02"

    def tell(self, words: Description) -> str:
        does = "succeeds" if self.success else "fails"
        return f"{words['who']} {does}."


CONSEQUENCES = defined(globals(), Consequence)
"""Every class of consequence in this system."""
