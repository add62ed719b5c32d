"""How a character stands as a conflict begins: wounds, Willpower, conscience."""

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
    """The Willpower of a character as its sheet says."""

    dots: Dots = 3
    """So many permanent dots there are [DP-WILL-01]."""
    points: Dots | None = None
    """So many points are left; unset: as many as dots."""
    original: Dots | None = None
    """So many dots there were once; unset: none is lost."""
    barred: str = ""
    """This keeps the character from spending at all [DP-WILL-08]."""


class Crisis(Sheet):
    """A crisis of conscience in which the character enters."""

    rating: Annotated[int, Meta(ge=1, le=5)]
    """It is over a crime of this rating [DP-CRISIS-02]."""
    successes: Rating = 0
    """So many successes have been counted [DP-CRISIS-09]."""


class Felled(Sheet):
    """Who brought the character down, on whose conscience it lies [DP-R-54]."""

    by: Annotated[str, Ref("seats")]
    """This seat did."""
    premeditated: bool = False
    """It meant to kill."""
    unseen: bool = False
    """It did not see what came of it [DP-R-55]."""


class Now(Sheet):
    """How a character stands as the conflict begins; left out: fresh."""

    added: ClassVar[frozenset[str]] = frozenset(
        {"treated_ago", "felled", "left_by", "care", "cared_ago"}
    )
    wounds: str = ""
    """Wounds such as "L B": B, L or A, a star for Resistant ones [DP-RESIST-01]."""
    progress: dict[SeverityName, Seconds] = field(
        default_factory=dict[SeverityName, Seconds]
    )
    """So many seconds of healing have gone by, for each severity [DP-R-40]."""
    stabilized: bool = False
    """The bleeding has been stopped [DP-HEALTH-08]."""
    untreatable: bool = False
    """The Resistant wounds are no injuries that a healer can treat [DP-RESIST-03]."""
    unconscious: bool = False
    """The character lies unconscious [DP-HEALTH-07]."""
    crisis: Crisis | None = None
    """The character is in this crisis [DP-CRISIS-08]."""
    failures: Rating = 0
    """So many crisis rolls have failed in this life [DP-R-59]."""
    unrealized: Annotated[int, Meta(ge=1, le=5)] | None = None
    """A crime of this rating has been done and not been noticed [DP-R-55]."""
    soulless: bool = False
    """The soul is lost [DP-SOUL-01]."""
    restored: bool = False
    """The soul was lost once and is back [DP-SOUL-07]."""
    bleeds_in: Seconds | None = None
    """The next point of bleeding comes in so many seconds [DP-R-38]."""
    rested_ago: Seconds | None = None
    """The last rest began so many seconds ago [DP-R-48]."""
    erosion_in: Seconds | None = None
    """The next erosion roll is due in so many seconds [DP-R-67]."""
    dot_in: Seconds | None = None
    """The next dot comes back in so many seconds [DP-R-52]."""
    conditions: tuple[str, ...] = ()
    """Lost dots wait until these have been met [DP-WILL-17]."""
    vice_used: bool = False
    """The Vice has been used in this scene [DP-WILL-11]."""
    virtue_used: bool = False
    """The Virtue has been used in this session [DP-WILL-12]."""
    losses: dict[ArenaName, Rating] = field(default_factory=dict[ArenaName, Rating])
    """So many contests of the scene are lost already [DP-R-20]."""
    succumbed: bool = False
    """The character has given in to the loss of its soul [DP-R-104]."""
    dead: bool = False
    """The character is dead, and only remembered [DP-R-107]."""
    treated_ago: tuple[Seconds | None, ...] = ()
    """Each wound, the worst first, was treated so many seconds ago [DP-R-43]."""
    felled: Felled | None = None
    """This is how the character was brought down [DP-R-54]."""
    care: Annotated[int, Meta(ge=1, le=100)] = 1
    """Under medical care the wounds heal so many times as fast [DP-R-111]."""
    cared_ago: Seconds | None = None
    """That care was given so many seconds ago [DP-R-111]."""
    left_by: tuple[Annotated[str, Ref("seats")], ...] = ()
    """These seats have left the character to bleed since it last bled [DP-R-54]."""


class Tally(Sheet):
    """A tally, what it is worth to its owner, and what follows when it is empty."""

    points: Rating
    """So many points of it there are to lose."""
    full: Annotated[int, Meta(ge=1, le=30)] | None = None
    """So many points are the whole of it; unset: as many as there are."""
    worth: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.0
    """Losing all of it takes so much from the owner's return [DP-R-113]."""
    when_empty: Annotated[int, Meta(ge=1, le=30)] | str = ""
    """`out`, dice of Difficulty on social rolls, or a tag of the owner [DP-R-113]."""


class Tallies(Sheet):
    """What a character can lose beside Health: points, or a table that says more."""

    reputation: Rating | Tally | None = None
    """So much reputation there is to lose; unset: none counts [DP-R-15]."""
    holdings: Rating | Tally | None = None
    """So much there is in holdings to lose; unset: none counts [DP-R-15]."""
