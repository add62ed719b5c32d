"""The phases of a round: for each, the one small record of what it must remember.

What several phases speak of, such as a goal, stands before the first that does.
"""

from enum import StrEnum

from msgspec import Struct

from sim.seam.events import Seat


class Opening(Struct, frozen=True, gc=False):
    """Before a round."""


# Goals.

NONE = -1
"""In place of an ability or of a goal of the scenario: none."""


class GoalKind(StrEnum):
    """What a goal is about; KEEP is the one goal of every obstacle [IN-R-11]."""

    NARRATIVE = "narrative"
    REDUCE = "reduce_ability"
    GAIN = "gain_die"
    INFLICT = "inflict_die"
    HELP = "help"
    SITUATION = "situation"
    KEEP = "keep"


NARRATIVE, REDUCE, GAIN, INFLICT, HELP, SITUATION, KEEP = GoalKind


class Goal(Struct, frozen=True, array_like=True, gc=False, cache_hash=True):
    """What somebody wants this round; equal goals are the same goal [IN-R-41].

    *wish* is the goal of the scenario, or NONE; *target* is whom it is aimed at, the
    ally for a helping goal; *size* is the die asked for.
    """

    kind: GoalKind
    wish: int
    target: Seat
    ability: int = NONE
    size: int = 0


class Declaring(Struct, frozen=True, gc=False):
    """Goals are declared, and not yet shown."""

    chosen: tuple[Goal | None, ...]


# Pools.


class Draft(Struct, frozen=True, array_like=True, gc=False):
    """A pool being built: chosen base dice, extra dice, whether it is done."""

    acting: bool
    base: tuple[int, ...] = ()
    extras: tuple[int, ...] = ()
    closed: bool = False


class Swap(Struct, frozen=True, array_like=True, gc=False):
    """Dice replaced by the *size* that *seeker* asks for.

    They are at *places* in the pool of *opponent*, or, where that is NOBODY, in a pool
    of the GM's; it is not *done* while the GM may still choose.
    """

    seeker: Seat
    opponent: Seat
    size: int
    places: tuple[int, ...] = ()
    done: bool = True


class Helping(Struct, frozen=True, gc=False):
    """A helper at work: the own pool, the difficulty, the faces that have fallen."""

    pool: tuple[int, ...]
    difficulty: tuple[int, ...] = ()
    swap: Swap | None = None
    early: tuple[int, ...] = ()


class Building(Struct, frozen=True, gc=False):
    """Pools are built, helpers first."""

    drafts: tuple[Draft | None, ...]
    ruled: frozenset[Seat] = frozenset()
    """Whose size the GM has ruled on."""
    helped: frozenset[Seat] = frozenset()
    """Helpers who are done."""
    paid: frozenset[int] = frozenset()
    """Sides whose base point is paid."""
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
"""What the rolls are for."""


class Result(Struct, frozen=True, array_like=True, gc=False):
    """How *a* and *b* compared; *b* is NOBODY for a pool of the GM's.

    *hand* says who has the upper hand; raw successes are noted only where they count.
    """

    a: Seat
    b: Seat
    hand: str
    kept_a: int
    kept_b: int
    raw_a: int = 0
    raw_b: int = 0


class Rolling(Struct, frozen=True, gc=False):
    """Dice fall, and are compared."""

    pools: tuple[tuple[int, ...], ...]
    stood: tuple[tuple[int, ...], ...] = ()
    used: tuple[tuple[int, ...], ...] = ()
    swaps: tuple[Swap, ...] = ()
    thrown: tuple[tuple[int, ...], ...] = ()
    """Faces of the rolls made, as far as they still matter."""
    results: tuple[Result, ...] = ()


# Effects, and after them.


class Affecting(Struct, frozen=True, gc=False):
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
    """Who obtained a goal by this round's effects."""


class Closing(Struct, frozen=True, gc=False):
    """Who obtained a goal may want more, and everybody may cede."""

    upper: frozenset[Seat]
    """Who had an upper hand this round."""
    obtained: frozenset[Seat]
    continued: frozenset[Seat] = frozenset()
    """Who has declared a further goal at once."""
    asked: frozenset[Seat] = frozenset()
    """Who has answered whether to want more."""
    waived: frozenset[Seat] = frozenset()
    """Who has answered not to cede."""


class Over(Struct, frozen=True, gc=False):
    """It has ended."""


Phase = Opening | Declaring | Building | Rolling | Affecting | Closing | Over
