"""Lasting effects on bodies and Willpower, in a round or after it.

*who* is the seat it happens to, *by* the seat that did it; TABLE means nobody. *clock*
is the second at which it happens.
"""

from sim.seam.events import NOBODY, Consequence, Description, Seat, by_part
from sim.spine.words import counted, moment

_SPENT = {
    "boost": "to put more into the roll",
    "mitigate": "to ease it",
    "special": "to try that at all",
}
_SOURCES = {
    "rest": "from rest",
    "intimacy": "from the tie it was spent for",
    "vice": "from the Vice",
    "virtue": "from the Virtue",
    "crisis rest": "from rest, the conscience being quiet for a night",
    "crisis scene": "from facing the deed",
    "degeneration": "from looking away",
    "month": "with time",
    "soul loss": "with the soul",
}

# Health.


class HazardStruck(Consequence, tag="hazard"):
    """A hazard, which nobody wanted, strikes."""

    who: Seat
    index: int
    label: str
    decided_by = "DP-R-93"
    story = "{label} strikes {who}."


class HazardMet(Consequence, tag="hazard-met"):
    """The roll against a hazard decides whether it is avoided."""

    who: Seat
    label: str
    avoided: bool
    decided_by = "DP-STATIC-01"

    def tell(self, words: Description) -> str:
        what = "avoids" if self.avoided else "does not avoid"
        return f"{words['who']} {what} {self.label}."


class HarmMitigated(Consequence, tag="mitigated"):
    """A point of Willpower takes a point of damage off."""

    who: Seat
    before: int
    after: int
    decided_by = "DP-WILL-06"
    story = "{who} eases it from {before} to {after}."


class HarmApplied(Consequence, tag="harm"):
    """Damage is marked: boxes filled, wounds worsened, points wasted."""

    who: Seat
    by: Seat
    source: str
    severity: str
    points: int
    resistant: bool
    filled: int
    upgraded: int
    wasted: int
    track: str
    clock: int
    decided_by = by_part(
        "DP-HEALTH-02",
        upgraded="DP-HEALTH-05",
        wasted="DP-R-33",
        filled="DP-HEALTH-04",
        track="DP-R-32 DP-HEALTH-03",
    )

    def tell(self, words: Description) -> str:
        who = words["who"]
        if not self.points:
            return f"{who} is not hurt: nothing gets through."
        resistant = "resistant " if self.resistant else ""
        points = counted(self.points, f"{resistant}{self.severity} point")
        if self.source == "bleeding":
            cause = f", bleeding, at {moment(self.clock)}"
        elif self.by == NOBODY:
            cause = f" from {self.source}"
        else:
            cause = f" from {words['by']}"
        worse = f"; {counted(self.upgraded, 'wound')} worsened" if self.upgraded else ""
        wasted = f"; {self.wasted} make no odds" if self.wasted else ""
        return f"{who} takes {points}{cause}{worse}{wasted}. Health: {self.track}"


class StayedConscious(Consequence, tag="awake"):
    """Somebody whose track is full of bashing wounds stays conscious for a turn."""

    who: Seat
    decided_by = "DP-HEALTH-07"
    story = "{who} stays conscious."


class CharacterFellUnconscious(Consequence, tag="unconscious"):
    """Somebody whose track is full of bashing wounds falls unconscious."""

    who: Seat
    decided_by = "DP-HEALTH-07"
    story = "{who} falls unconscious."


class CharacterWoke(Consequence, tag="woke"):
    """Somebody who was unconscious is up again."""

    who: Seat
    decided_by = "DP-R-36"
    story = "{who} is up again."


class CharacterIncapacitated(Consequence, tag="incapacitated"):
    """Somebody lies bleeding."""

    who: Seat
    by: Seat
    decided_by = "DP-HEALTH-08"

    def tell(self, words: Description) -> str:
        return f"{words['who']} goes down, bleeding."


class CharacterDied(Consequence, tag="died"):
    """Somebody is dead."""

    who: Seat
    cause: str
    clock: int

    def tell(self, words: Description) -> str:
        cause = "bleeding" if self.cause == "bleeding" else "the wounds"
        return f"{words['who']} dies of {cause}, at {moment(self.clock)}."


class CharacterStabilized(Consequence, tag="stabilized"):
    """The bleeding is stopped."""

    who: Seat
    by: Seat
    method: str
    decided_by = "DP-R-37"

    def tell(self, words: Description) -> str:
        by, who = words["by"], words["who"]
        return f"{by} stops the bleeding of {who}."


class TendingFailed(Consequence, tag="tending-failed"):
    """The bleeding is not stopped."""

    who: Seat
    by: Seat
    decided_by = "DP-R-37"
    story = "{by} cannot stop the bleeding of {who}."


class WoundHealed(Consequence, tag="healed"):
    """A wound is gone."""

    who: Seat
    severity: str
    clock: int
    track: str
    decided_by = by_part("DP-HEAL-01", clock="DP-HEAL-02")

    def tell(self, words: Description) -> str:
        who, at = words["who"], moment(self.clock)
        wound = f"{'An' if self.severity[0] in 'aeiou' else 'A'} {self.severity} wound"
        return f"{wound} of {who} has healed, at {at}. Health: {self.track}"


class WoundDowngraded(Consequence, tag="downgraded"):
    """A treated wound is less severe."""

    who: Seat
    was: str
    now: str
    by: Seat
    decided_by = "DP-R-43"
    story = "{by} treats {who}: a resistant {was} wound becomes {now}."


class CareGiven(Consequence, tag="care"):
    """Under medical care wounds heal faster, by this factor."""

    who: Seat
    by: Seat
    pace: int
    decided_by = "DP-R-111"
    story = "{by} treats {who}, who heals {pace} times as fast."


class TreatmentFailed(Consequence, tag="treatment-failed"):
    """A treatment did nothing."""

    who: Seat
    by: Seat
    decided_by = "DP-RESIST-03"
    story = "{by} treats {who} in vain."


class WoundTransferred(Consequence, tag="transferred"):
    """A Resistant wound passes to another."""

    who: Seat
    to: Seat
    severity: str
    story = "A resistant {severity} wound passes from {who} to {to}."


class RollFellDue(Consequence, tag="roll-due"):
    """A roll that nobody chooses becomes due with time."""

    who: Seat
    why: str
    decided_by = "DP-CRISIS-02 DP-SOUL-05"
    story = ""
    aside = "A roll falls due for {who}: {why}."


class RestTaken(Consequence, tag="rest"):
    """Somebody has had a full rest."""

    who: Seat
    decided_by = "DP-R-48"
    story = "{who} sleeps through."


class StepReached(Consequence, tag="reached"):
    """The time of a step is over, and its entries begin."""

    story = ""
    aside = "The next step of what comes after is reached."


class StepTaken(Consequence, tag="taken"):
    """One entry of a step of the aftermath is done."""

    story = ""
    aside = "That step is done."


class TimePassed(Consequence, tag="time"):
    """Time passes, to this second of the clock."""

    clock: int
    decided_by = "DP-R-97"
    story = ""

    def tell_aside(self, words: Description) -> str:
        return f"Time passes, to {moment(self.clock)}."


# Willpower.


class WillpowerSpent(Consequence, tag="spent"):
    """A point is spent: to boost a roll, to ease harm, or for a special act."""

    who: Seat
    use: str
    before: int
    after: int
    intimacy: str = ""
    decided_by = "DP-WILL-02"

    def tell(self, words: Description) -> str:
        aim = _SPENT[self.use]
        if self.intimacy:
            aim = f"for {self.intimacy}"
        left = f"({self.before} -> {self.after})"
        return f"{words['who']} spends a point of Willpower {aim} {left}."


class WillpowerRegained(Consequence, tag="regained"):
    """Points come back."""

    who: Seat
    amount: int
    source: str
    points: int
    decided_by = by_part("DP-WILL-09 DP-WILL-11 DP-CRISIS-04", points="DP-WILL-01")

    def tell(self, words: Description) -> str:
        points = counted(self.amount, "point")
        source = _SOURCES[self.source]
        return (
            f"{words['who']} regains {points} of Willpower {source}"
            f" (now {self.points})."
        )


class WillpowerPointLost(Consequence, tag="point-lost"):
    """A failed crisis roll costs a point."""

    who: Seat
    points: int
    decided_by = "DP-CRISIS-03"


class ViceIndulged(Consequence, tag="vice"):
    """Somebody gives in to their Vice."""

    who: Seat
    decided_by = "DP-WILL-11"
    story = "{who} gives in to a Vice."
    in_brief = False


class WillpowerDotsLost(Consequence, tag="dots-lost"):
    """Permanent dots are lost, and points with them."""

    who: Seat
    amount: int
    cause: str
    dots: int
    points: int
    condition: str = ""
    decided_by = by_part("DP-SOUL-05", points="DP-WILL-14")

    def tell(self, words: Description) -> str:
        dots = counted(self.amount, "dot")
        cause = f": {self.cause}" if self.cause else ""
        return (
            f"{words['who']} loses {dots} of Willpower{cause}"
            f" (now {self.points} of {self.dots})."
        )


class WillpowerDotRegained(Consequence, tag="dot-regained"):
    """A lost dot is back."""

    who: Seat
    source: str
    dots: int
    decided_by = "DP-SOUL-07 DP-WILL-15"

    def tell(self, words: Description) -> str:
        source = _SOURCES.get(self.source, f"by {self.source}")
        return f"{words['who']} regains a dot of Willpower {source} (now {self.dots})."


class DotDelayed(Consequence, tag="dot-delayed"):
    """A lost dot does not come back yet."""

    who: Seat
    again: int
    decided_by = "DP-R-52"
    story = "No dot of Willpower comes back to {who} this month."


class ConditionMet(Consequence, tag="condition-met"):
    """A condition that lost dots have waited for is met."""

    who: Seat
    condition: str
    story = "For {who} this has come about: {condition}."
