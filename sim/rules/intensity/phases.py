"""The phases of a round: for each, a small record of what it must remember.

What several phases use, such as a goal, is defined before the first that uses it.
"""

from enum import StrEnum

from msgspec import Struct

from sim.seam.events import Seat


class Opening(Struct, frozen=True, gc=False, cache_hash=True):
    """Before a round."""


# Goals.

NONE = -1
"""Stands for no ability, or for no goal of the scenario."""


class GoalKind(StrEnum):
    """What a goal is about; KEEP is the only goal of an obstacle [IN-R-11]."""

    NARRATIVE = "narrative"
    REDUCE = "reduce_ability"
    GAIN = "gain_die"
    INFLICT = "inflict_die"
    HELP = "help"
    SITUATION = "situation"
    KEEP = "keep"


NARRATIVE, REDUCE, GAIN, INFLICT, HELP, SITUATION, KEEP = GoalKind


class Goal(Struct, frozen=True, array_like=True, gc=False, cache_hash=True):
    """A goal for this round; equal goals are the same goal [IN-R-41].

    *wish* is the goal of the scenario, or NONE; *target* is whom it is aimed at, or the
    ally of a helping goal; *size* is that of the die asked for.
    """

    kind: GoalKind
    wish: int
    target: Seat
    ability: int = NONE
    size: int = 0


class Declaring(Struct, frozen=True, gc=False, cache_hash=True):
    """Goals are being declared, and are not revealed yet."""

    chosen: tuple[Goal | None, ...]


# Pools.


class Draft(Struct, frozen=True, array_like=True, gc=False, cache_hash=True):
    """A pool being built: chosen base dice, extra dice, whether it is done."""

    acting: bool
    base: tuple[int, ...] = ()
    extras: tuple[int, ...] = ()
    closed: bool = False


class Swap(Struct, frozen=True, array_like=True, gc=False, cache_hash=True):
    """Dice replaced by dice of the *size* that *seeker* asks for.

    They are at *places* in the pool of *opponent* or, where that is NOBODY, in a pool
    of the GM. It is not *done* while the GM may still choose.
    """

    seeker: Seat
    opponent: Seat
    size: int
    places: tuple[int, ...] = ()
    done: bool = True


class Helping(Struct, frozen=True, gc=False, cache_hash=True):
    """A helper at work: the helper's pool, the difficulty, the faces rolled so far."""

    pool: tuple[int, ...]
    difficulty: tuple[int, ...] = ()
    swap: Swap | None = None
    early: tuple[int, ...] = ()


class Building(Struct, frozen=True, gc=False, cache_hash=True):
    """Pools are built, helpers first."""

    drafts: tuple[Draft | None, ...]
    ruled: frozenset[Seat] = frozenset()
    """The seats whose size the GM has ruled on."""
    helped: frozenset[Seat] = frozenset()
    """Helpers who are done."""
    paid: frozenset[int] = frozenset()
    """Sides that have paid their base point."""
    helping: Helping | None = None
    stood: tuple[tuple[int, ...], ...] = ()
    """Faces of helpers that stand in the main comparison, highest first."""
    pools: tuple[tuple[int, ...], ...] = ()
    """Sizes of the dice of each main pool."""
    used: tuple[tuple[int, ...], ...] = ()
    """Abilities rolled this round, where only those may be hit."""


# Rolls and their comparison.

PENALTY, REPLACEMENT, SEPARATE, MAIN = "penalty", "replacement", "situation", "main"
HELPING_ROLL, HELPED_AGAINST = "help", "difficulty"
"""The purposes of the rolls."""


class Result(Struct, frozen=True, array_like=True, gc=False, cache_hash=True):
    """The result of comparing *a* and *b*; *b* is NOBODY for a pool of the GM.

    *hand* says who has the upper hand; raw successes are recorded only where they
    count.
    """

    a: Seat
    b: Seat
    hand: str
    kept_a: int
    kept_b: int
    raw_a: int = 0
    raw_b: int = 0


class Rolling(Struct, frozen=True, gc=False, cache_hash=True):
    """Dice are rolled and compared."""

    pools: tuple[tuple[int, ...], ...]
    stood: tuple[tuple[int, ...], ...] = ()
    used: tuple[tuple[int, ...], ...] = ()
    swaps: tuple[Swap, ...] = ()
    thrown: tuple[tuple[int, ...], ...] = ()
    """Faces of the rolls made, as far as they still matter."""
    results: tuple[Result, ...] = ()


# Effects, and after them.


class Affecting(Struct, frozen=True, gc=False, cache_hash=True):
    """Successes are used."""

    results: tuple[Result, ...]
    used: tuple[tuple[int, ...], ...] = ()
    step: int = 0
    """How many allocations of damage are done."""
    placed: tuple[int, ...] = ()
    """Abilities that got a pip in the allocation under way, in order."""
    zeroed: tuple[tuple[Seat, int, Seat], ...] = ()
    """(whose, ability, by) brought to zero this round."""
    obtained: frozenset[Seat] = frozenset()
    """The seats that obtained a goal by this round's effects."""


class Closing(Struct, frozen=True, gc=False, cache_hash=True):
    """Seats that obtained a goal may want another, and everybody may cede."""

    upper: frozenset[Seat]
    """The seats that had an upper hand this round."""
    obtained: frozenset[Seat]
    continued: frozenset[Seat] = frozenset()
    """The seats that have declared a further goal at once."""
    asked: frozenset[Seat] = frozenset()
    """The seats that have answered whether they want another goal."""
    waived: frozenset[Seat] = frozenset()
    """The seats that have chosen not to cede."""


class Over(Struct, frozen=True, gc=False, cache_hash=True):
    """The conflict has ended."""


Phase = Opening | Declaring | Building | Rolling | Affecting | Closing | Over
