"""What a scenario file may say of the time after the conflict, step by step."""

from typing import Annotated, Literal

from msgspec import Meta, field

from sim.seam.protocol import Sheet
from sim.spine.marks import Ref

Name = Annotated[str, Meta(min_length=1, max_length=80)]
SeatName = Annotated[Name, Ref("seats")]
"""One of those who take part."""
Amount = Annotated[int, Meta(ge=0, le=10_000)]
Grade = Literal["engage", "strides"]

MINUTE, HOUR, DAY = 60, 3600, 86_400


class Intimacy(Sheet):
    """A strong tie to somebody, or to a few, whom one meets all the time."""

    name: Name
    """The tie goes by this name."""
    objects: tuple[SeatName, ...] = ()
    """These seats are whom it is to; others need no names [DP-INTIM-01]."""
    type: Literal["person", "group", "pet", "monster"] = "person"
    """It is to a person, a small group, a pet or a monster [DP-INTIM-02]."""


class Step(Sheet):
    """A step of the aftermath; each is one round, and all may take time."""

    kind: Literal[
        "wait",
        "rest",
        "scene",
        "treat",
        "bonds",
        "session",
        "stress",
        "soul",
        "transfer",
        "growth",
    ]
    """This is what the step is for [DP-R-97]."""
    minutes: Amount = 0
    """The step takes so many minutes, besides its hours and days."""
    hours: Amount = 0
    """The step takes so many hours, besides its minutes and days."""
    days: Amount = 0
    """The step takes so many days, besides its minutes and hours."""
    who: tuple[SeatName, ...] = ()
    """It is for these; empty: for everybody it can be for."""
    interrupted: tuple[SeatName, ...] = ()
    """These do not sleep through, and a rest gives them nothing [DP-R-48]."""
    facing: dict[SeatName, Grade] = field(default_factory=dict[Name, Grade])
    """In a scene these may face their deed, a little or in earnest [DP-R-100]."""
    realizes: tuple[SeatName, ...] = ()
    """In a scene these learn what they have done unawares [DP-R-55]."""
    vice: tuple[SeatName, ...] = ()
    """In a scene these give in to their Vice [DP-R-101]."""
    virtue: tuple[SeatName, ...] = ()
    """In a scene these may run a risk for their Virtue [DP-R-101]."""
    patients: tuple[SeatName, ...] = ()
    """The healers of a treatment may treat these; empty: anybody [DP-R-99]."""
    new: Intimacy | None = None
    """This is the tie that `bonds` may bring [DP-INTIM-04]."""
    lost: Name | None = None
    """In `bonds` this tie of theirs comes to an end [DP-INTIM-04]."""
    drama: bool = False
    """A revelation changes ties on the spot [DP-INTIM-05]."""
    dots: Amount = 0
    """In `stress` so many dots of Willpower are lost [DP-WILL-13]."""
    condition: str = ""
    """Lost dots come back only once this has been met [DP-WILL-17]."""
    meets: tuple[str, ...] = ()
    """The step meets these conditions."""
    cause: str = ""
    """This says in words what happens."""
    restored: bool = False
    """In `soul` the soul comes back; otherwise it is lost [DP-SOUL-01]."""
    to: SeatName | None = None
    """In `transfer` the worst Resistant wound goes to this one [DP-RESIST-04]."""
    rating: Annotated[int, Meta(ge=0, le=5)] = 0
    """In `growth` Morality rises to this [DP-R-53]."""
    edge: Annotated[int, Meta(ge=0, le=20)] = 0
    """Mystical circumstances help the regain of dots by so many dice [DP-WILL-16]."""

    @property
    def seconds(self) -> int:
        """How long the step takes."""
        return self.minutes * MINUTE + self.hours * HOUR + self.days * DAY


class Development(Sheet):
    """Something new that keeps a conflict going that would have ended."""

    after_round: Annotated[int, Meta(ge=1, le=1000)]
    """Where it would end after this round, it goes on instead [DP-R-87]."""
    text: Name
    """This is what happens."""
