"""The part of a scenario file about the time after the conflict, step by step."""

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
    """A strong tie to a person or a few people whom the character often meets."""

    name: Name
    """The name of the tie."""
    objects: tuple[SeatName, ...] = ()
    """The seats it is to; people without a seat need no names [DP-INTIM-01]."""
    type: Literal["person", "group", "pet", "monster"] = "person"
    """Whether it is to a person, a small group, a pet or a monster [DP-INTIM-02]."""


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
    """What the step is for [DP-R-97]."""
    minutes: Amount = 0
    """The minutes the step takes, in addition to hours and days."""
    hours: Amount = 0
    """The hours the step takes, in addition to minutes and days."""
    days: Amount = 0
    """The days the step takes, in addition to minutes and hours."""
    who: tuple[SeatName, ...] = ()
    """Those it is for; if empty, everybody it can be for."""
    interrupted: tuple[SeatName, ...] = ()
    """Those whose sleep is interrupted, so that a rest gives them nothing [DP-R-48]."""
    facing: dict[SeatName, Grade] = field(default_factory=dict[Name, Grade])
    """Those who may face their deed in a scene, and how seriously [DP-R-100]."""
    realizes: tuple[SeatName, ...] = ()
    """Those who learn in a scene what they have done unawares [DP-R-55]."""
    vice: tuple[SeatName, ...] = ()
    """Those who give in to their Vice in a scene [DP-R-101]."""
    virtue: tuple[SeatName, ...] = ()
    """Those who may run a risk for their Virtue in a scene [DP-R-101]."""
    patients: tuple[SeatName, ...] = ()
    """Those whom the healers of a treatment may treat; if empty, anybody [DP-R-99]."""
    new: Intimacy | None = None
    """The tie that `bonds` may bring [DP-INTIM-04]."""
    lost: Name | None = None
    """The tie that ends in `bonds` [DP-INTIM-04]."""
    drama: bool = False
    """Whether a revelation changes ties on the spot [DP-INTIM-05]."""
    dots: Amount = 0
    """The dots of Willpower lost in `stress` [DP-WILL-13]."""
    condition: str = ""
    """The condition that must be met before lost dots come back [DP-WILL-17]."""
    meets: tuple[str, ...] = ()
    """The conditions that the step meets."""
    cause: str = ""
    """What happens, in words."""
    restored: bool = False
    """Whether the soul comes back in `soul`; otherwise it is lost [DP-SOUL-01]."""
    to: SeatName | None = None
    """The character who gets the worst Resistant wound in `transfer` [DP-RESIST-04]."""
    rating: Annotated[int, Meta(ge=0, le=5)] = 0
    """The rating to which Morality rises in `growth` [DP-R-53]."""
    edge: Annotated[int, Meta(ge=0, le=20)] = 0
    """The dice by which mystical circumstances help to regain dots [DP-WILL-16]."""

    @property
    def seconds(self) -> int:
        """The length of the step in seconds."""
        return self.minutes * MINUTE + self.hours * HOUR + self.days * DAY


class Development(Sheet):
    """Something new that keeps going a conflict that would have ended."""

    after_round: Annotated[int, Meta(ge=1, le=1000)]
    """The round after which the conflict goes on instead of ending [DP-R-87]."""
    text: Name
    """What happens, in words."""
