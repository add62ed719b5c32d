"""The state of a character as a conflict begins: wounds, Willpower, conscience."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from sim.rules.dice_pool.scenario.words import SeverityName
from sim.seam.protocol import Sheet
from sim.spine.marks import Ref

Seconds = Annotated[int, Meta(ge=0, le=100_000_000)]
Rating = Annotated[int, Meta(ge=0, le=30)]
Dots = Annotated[int, Meta(ge=0, le=10)]
ArenaName = Literal["mental", "physical", "social"]


class Willpower(Sheet):
    """The Willpower of a character."""

    dots: Dots = 3
    """The number of permanent dots [DP-WILL-01]."""
    points: Dots | None = None
    """The points left; by default, as many as dots."""
    original: Dots | None = None
    """The dots there were originally; by default, none is lost."""
    barred: str = ""
    """What keeps the character from spending Willpower at all, if anything
    [DP-WILL-08].
    """


class Crisis(Sheet):
    """A crisis of conscience that the character is in when the conflict begins."""

    rating: Annotated[int, Meta(ge=1, le=5)]
    """The rating of the crime that caused it [DP-CRISIS-02]."""
    successes: Rating = 0
    """The successes counted so far [DP-CRISIS-09]."""


class Felled(Sheet):
    """Who brought the character down, for that seat's conscience [DP-R-54]."""

    by: Annotated[str, Ref("seats")]
    """The seat that did it."""
    premeditated: bool = False
    """Whether it meant to kill."""
    unseen: bool = False
    """Whether it did not notice the result [DP-R-55]."""


class Now(Sheet):
    """The state of a character as the conflict begins; by default, fresh."""

    added: ClassVar[frozenset[str]] = frozenset(
        {"treated_ago", "felled", "left_by", "care", "cared_ago"}
    )
    wounds: str = ""
    """Wounds such as "L B": B, L or A, a star for Resistant ones [DP-RESIST-01]."""
    progress: dict[SeverityName, Seconds] = field(
        default_factory=dict[SeverityName, Seconds]
    )
    """The seconds of healing so far, for each severity [DP-R-40]."""
    stabilized: bool = False
    """Whether the bleeding has been stopped [DP-HEALTH-08]."""
    untreatable: bool = False
    """Whether no healer can treat the Resistant wounds [DP-RESIST-03]."""
    unconscious: bool = False
    """Whether the character is unconscious [DP-HEALTH-07]."""
    crisis: Crisis | None = None
    """The crisis the character is in, if any [DP-CRISIS-08]."""
    failures: Rating = 0
    """The crisis rolls failed in this life [DP-R-59]."""
    unrealized: Annotated[int, Meta(ge=1, le=5)] | None = None
    """The rating of a crime committed without noticing [DP-R-55]."""
    soulless: bool = False
    """Whether the soul is lost [DP-SOUL-01]."""
    restored: bool = False
    """Whether the soul was lost once and is back [DP-SOUL-07]."""
    bleeds_in: Seconds | None = None
    """The seconds until the next point of bleeding [DP-R-38]."""
    rested_ago: Seconds | None = None
    """The seconds since the last rest began [DP-R-48]."""
    erosion_in: Seconds | None = None
    """The seconds until the next erosion roll [DP-R-67]."""
    dot_in: Seconds | None = None
    """The seconds until the next dot comes back [DP-R-52]."""
    conditions: tuple[str, ...] = ()
    """The conditions to be met before lost dots come back [DP-WILL-17]."""
    vice_used: bool = False
    """Whether the Vice has been used in this scene [DP-WILL-11]."""
    virtue_used: bool = False
    """Whether the Virtue has been used in this session [DP-WILL-12]."""
    losses: dict[ArenaName, Rating] = field(default_factory=dict[ArenaName, Rating])
    """The contests of the scene lost so far, by arena [DP-R-20]."""
    succumbed: bool = False
    """Whether the character has given in to the loss of its soul [DP-R-104]."""
    dead: bool = False
    """Whether the character is dead and only remembered [DP-R-107]."""
    treated_ago: tuple[Seconds | None, ...] = ()
    """The seconds since each wound, the worst first, was treated [DP-R-43]."""
    felled: Felled | None = None
    """How the character was brought down [DP-R-54]."""
    care: Annotated[int, Meta(ge=1, le=100)] = 1
    """The factor by which medical care speeds up healing [DP-R-111]."""
    cared_ago: Seconds | None = None
    """The seconds since that care was given [DP-R-111]."""
    left_by: tuple[Annotated[str, Ref("seats")], ...] = ()
    """The seats that have left the character to bleed since it last bled [DP-R-54]."""


class Tally(Sheet):
    """A tally, what it is worth to its owner, and what follows when it is empty."""

    points: Rating
    """The points there are to lose."""
    full: Annotated[int, Meta(ge=1, le=30)] | None = None
    """The points of a full tally; by default, as many as there are."""
    worth: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.0
    """What losing all of it takes from the owner's return [DP-R-113]."""
    when_empty: Annotated[int, Meta(ge=1, le=30)] | str = ""
    """`out`, dice of Difficulty on social rolls, or a tag of the owner [DP-R-113]."""


class Tallies(Sheet):
    """What a character can lose beside Health: points, or a table that says more."""

    reputation: Rating | Tally | None = None
    """The reputation there is to lose; by default, none counts [DP-R-15]."""
    holdings: Rating | Tally | None = None
    """The holdings there are to lose; by default, none count [DP-R-15]."""
