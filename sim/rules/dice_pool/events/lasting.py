"""What lasts: what happens to bodies and wills, in a round or after it.

*who* is the seat it happens to, *by* the seat that did it; TABLE where it is nobody.
*clock* is the second at which it happens.
"""

from sim.seam.events import Consequence, Seat

# Health.


class HazardStruck(Consequence, tag="hazard"):
    """Something strikes that nobody wanted."""

    who: Seat
    index: int
    label: str


class HazardMet(Consequence, tag="hazard-met"):
    """The roll against it decides: it is avoided, or it is not."""

    who: Seat
    label: str
    avoided: bool


class HarmMitigated(Consequence, tag="mitigated"):
    """A point of Willpower takes one off."""

    who: Seat
    before: int
    after: int


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


class StayedConscious(Consequence, tag="awake"):
    """One full of bashing wounds stays on the feet for a turn."""

    who: Seat


class CharacterFellUnconscious(Consequence, tag="unconscious"):
    """One full of bashing wounds falls."""

    who: Seat


class CharacterWoke(Consequence, tag="woke"):
    """One who lay there is up again."""

    who: Seat


class CharacterIncapacitated(Consequence, tag="incapacitated"):
    """One lies there bleeding."""

    who: Seat
    by: Seat


class CharacterDied(Consequence, tag="died"):
    """One is dead."""

    who: Seat
    cause: str
    clock: int


class CharacterStabilized(Consequence, tag="stabilized"):
    """The bleeding is stopped."""

    who: Seat
    by: Seat
    method: str


class TendingFailed(Consequence, tag="tending-failed"):
    """The bleeding is not stopped."""

    who: Seat
    by: Seat


class WoundHealed(Consequence, tag="healed"):
    """A wound is gone."""

    who: Seat
    severity: str
    clock: int
    track: str


class WoundDowngraded(Consequence, tag="downgraded"):
    """A treated wound is less severe."""

    who: Seat
    was: str
    now: str
    by: Seat


class CareGiven(Consequence, tag="care"):
    """Under medical care wounds heal so many times as fast."""

    who: Seat
    by: Seat
    pace: int


class TreatmentFailed(Consequence, tag="treatment-failed"):
    """A treatment did nothing."""

    who: Seat
    by: Seat


class WoundTransferred(Consequence, tag="transferred"):
    """A Resistant wound passes to another."""

    who: Seat
    to: Seat
    severity: str


class RollFellDue(Consequence, tag="roll-due"):
    """With time a roll falls due that nobody chooses."""

    who: Seat
    why: str


class RestTaken(Consequence, tag="rest"):
    """One has slept through."""

    who: Seat


class StepReached(Consequence, tag="reached"):
    """The time of a step is over, and what it is for begins."""


class StepTaken(Consequence, tag="taken"):
    """One thing of a step of the aftermath is done."""


class TimePassed(Consequence, tag="time"):
    """Time passes, to this second of the clock."""

    clock: int


# Willpower.


class WillpowerSpent(Consequence, tag="spent"):
    """A point is spent: to boost a roll, to ease harm, or for a special act."""

    who: Seat
    use: str
    before: int
    after: int
    intimacy: str = ""


class WillpowerRegained(Consequence, tag="regained"):
    """Points come back."""

    who: Seat
    amount: int
    source: str
    points: int


class WillpowerPointLost(Consequence, tag="point-lost"):
    """A failed crisis roll costs a point."""

    who: Seat
    points: int


class ViceIndulged(Consequence, tag="vice"):
    """The Vice is given in to."""

    who: Seat


class WillpowerDotsLost(Consequence, tag="dots-lost"):
    """Permanent dots are lost, and points with them."""

    who: Seat
    amount: int
    cause: str
    dots: int
    points: int
    condition: str = ""


class WillpowerDotRegained(Consequence, tag="dot-regained"):
    """A lost dot is back."""

    who: Seat
    source: str
    dots: int


class DotDelayed(Consequence, tag="dot-delayed"):
    """A lost dot does not come back yet."""

    who: Seat
    again: int


class ConditionMet(Consequence, tag="condition-met"):
    """What lost dots have waited for has come about."""

    who: Seat
    condition: str
