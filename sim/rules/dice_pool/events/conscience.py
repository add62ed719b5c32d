"""What lasts in the mind: crimes, the crisis of conscience, ties and souls."""

from sim.seam.events import Consequence, Seat


class SinCommitted(Consequence, tag="sin"):
    """A crime that troubles its culprit."""

    who: Seat
    rating: int
    victim: Seat
    deed: str
    aware: bool


class SinRealized(Consequence, tag="realized"):
    """One learns what one has done."""

    who: Seat
    rating: int


class CrisisStarted(Consequence, tag="crisis"):
    """A crisis of conscience begins."""

    who: Seat
    rating: int


class CrisisReplaced(Consequence, tag="crisis-replaced"):
    """A worse crime, or one as bad, takes the place of the old one."""

    who: Seat
    was: int
    rating: int


class CrisisAdvanced(Consequence, tag="crisis-step"):
    """A success is counted toward peace of mind."""

    who: Seat
    successes: int
    needed: int


class CrisisFailed(Consequence, tag="crisis-failed"):
    """A crisis roll has failed, one more in a lifetime."""

    who: Seat
    failures: int


class CrisisEnded(Consequence, tag="crisis-ended"):
    """The crisis is over: resolved, or hardened through."""

    who: Seat
    reason: str


class MoralityLost(Consequence, tag="morality-lost"):
    """A dot of Morality is gone."""

    who: Seat
    before: int
    after: int


class MoralityRaised(Consequence, tag="morality-raised"):
    """Morality has grown."""

    who: Seat
    to: int


class IntimacyStrained(Consequence, tag="strained"):
    """The object of a tie was hurt by the one who has it."""

    who: Seat
    intimacy: str


class IntimacyLost(Consequence, tag="bond-lost"):
    """A tie is gone."""

    who: Seat
    intimacy: str


class SoulLost(Consequence, tag="soul-lost"):
    """The soul is lost."""

    who: Seat
    cause: str


class SoulRestored(Consequence, tag="soul-restored"):
    """The soul is back."""

    who: Seat
    cause: str


class ErosionBorne(Consequence, tag="erosion-borne"):
    """A day without a soul costs nothing, this time."""

    who: Seat
    again: int


class SceneEnded(Consequence, tag="scene-ended"):
    """A scene is over; everybody may give in to a Vice again."""


class SessionEnded(Consequence, tag="session-ended"):
    """A session is over; everybody may show a Virtue again."""
