"""What must be remembered, and what can be read off it at a glance.

Whatever a phase needs is blank before it and blank again after it, so that conflicts
which no longer differ in anything that matters are equal. Sets of seats are bits.
"""

from typing import Any, TypeVar

from msgspec import Struct, structs

from sim import protocol
from sim.rules.intensity.setup import NOBODY, Setup

T = TypeVar("T")

OPEN, GOALS, BUILD, ROLL, EFFECTS, AFTER, OVER = range(7)
"""Phases of a round, in order; helping is part of BUILD, and OVER is the end."""

IN, CEDED, DEAD, OUT = range(4)
"""How a participant stands; OUT is to have left content."""

STATUSES = ("in", "ceded", "dead", "out")

NARRATIVE = "narrative"
REDUCE = "reduce_ability"
GAIN = "gain_die"
INFLICT = "inflict_die"
HELPING = "help"
SITUATION = "situation"
KEEP = "keep"
"""Kinds of goals; KEEP is the one goal of every obstacle [IN-R-11]."""

PERMANENT = -1
"""Instead of a number of rolls: for good."""


class Goal(Struct, frozen=True, array_like=True, gc=False):
    """What somebody wants this round; equal goals are the same goal [IN-R-41].

    *wish* is the goal of the scenario, or NOBODY; *target* is whom it is aimed at, the
    ally for a helping goal; *size* is the die asked for.
    """

    kind: str
    wish: int
    target: int
    ability: int = NOBODY
    size: int = 0


class Bonus(Struct, frozen=True, array_like=True, gc=False, order=True):
    """A situation die; a *fresh* one waits for the next round."""

    size: int
    left: int
    fresh: bool = False


class Penalty(Struct, frozen=True, array_like=True, gc=False, order=True):
    """A penalty die, for so many rolls or PERMANENT."""

    size: int
    left: int


class Fighter(Struct, frozen=True, gc=False):
    """A participant as it stands; *aim* is its last ordinary goal [IN-R-28]."""

    sizes: tuple[int, ...]
    intensity: int
    status: int = IN
    goal: Goal | None = None
    aim: Goal | None = None
    bonuses: tuple[Bonus, ...] = ()
    penalties: tuple[Penalty, ...] = ()


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

    seeker: int
    opponent: int
    size: int
    places: tuple[int, ...] = ()
    done: bool = True


class Result(Struct, frozen=True, array_like=True, gc=False):
    """How *a* and *b* compared; *b* is NOBODY for a pool of the GM's.

    *hand* says who has the upper hand; raw successes are noted only where they count.
    """

    a: int
    b: int
    hand: str
    kept_a: int
    kept_b: int
    raw_a: int = 0
    raw_b: int = 0


class State(protocol.State, frozen=True):
    """A conflict between two events."""

    setup: Setup
    fighters: tuple[Fighter, ...]
    phase: int = OPEN
    chosen: tuple[Goal | None, ...] = ()
    """Goals declared and not yet shown."""
    ruled: int = 0
    """Whose size the GM has ruled on."""
    helped: int = 0
    """Helpers who are done."""
    paid: int = 0
    """Sides whose base point is paid."""
    drafts: tuple[Draft | None, ...] = ()
    helping: tuple[int, ...] = ()
    """The pool of the helper at work."""
    difficulty: tuple[int, ...] = ()
    """What that helper rolls against."""
    early: tuple[int, ...] = ()
    """The faces of the helper, while the difficulty has still to fall."""
    stood: tuple[tuple[int, ...], ...] = ()
    """Faces of helpers that stand in the main comparison, highest first."""
    pools: tuple[tuple[int, ...], ...] = ()
    """Sizes of the dice of each main pool."""
    used: tuple[tuple[int, ...], ...] = ()
    """Abilities rolled this round, where only those may be hit."""
    swaps: tuple[Swap, ...] = ()
    thrown: tuple[tuple[int, ...], ...] = ()
    """Faces of the rolls made, as far as they still matter."""
    results: tuple[Result, ...] = ()
    step: int = 0
    """How many allocations of damage are done."""
    placed: tuple[int, ...] = ()
    """Abilities that got a pip in the allocation under way, in order."""
    zeroed: tuple[tuple[int, int, int], ...] = ()
    """(whose, ability, by) brought to zero this round."""
    upper: int = 0
    """Who had an upper hand this round."""
    obtained: int = 0
    """Who obtained a goal by this round's effects."""
    continued: int = 0
    """Who has declared a further goal at once."""
    asked: int = 0
    """Who has answered whether to want more."""
    waived: int = 0
    """Who has answered not to cede."""
    won: tuple[tuple[int, Goal], ...] = ()
    """(side, goal) obtained so far, sorted."""
    how: str = ""
    """What would end the conflict if it ended now."""


def is_in(state: State, who: int) -> bool:
    """Whether *who* still takes part."""
    return state.fighters[who].status == IN


def is_active(state: State, who: int) -> bool:
    """Whether *who* takes part and chooses for itself."""
    return state.fighters[who].status == IN and not state.setup.people[who].static


def actives(state: State) -> list[int]:
    """The participants who take part and choose, in seat order."""
    people = state.setup.people
    return [
        who
        for who, fighter in enumerate(state.fighters)
        if fighter.status == IN and not people[who].static
    ]


def side_of(state: State, who: int) -> int:
    """The side of *who*."""
    return state.setup.people[who].side


def opponents(state: State, who: int) -> list[int]:
    """Who is still in and on another side, in seat order."""
    people = state.setup.people
    side = people[who].side
    return [
        other
        for other, fighter in enumerate(state.fighters)
        if fighter.status == IN and people[other].side != side
    ]


def is_contested(state: State) -> bool:
    """Whether somebody who can choose still has an opponent."""
    return any(opponents(state, who) for who in actives(state))


def is_helping(state: State, who: int) -> bool:
    """Whether *who* pursues a helping goal this round."""
    goal = state.fighters[who].goal
    return goal is not None and goal.kind == HELPING


def seeks(state: State, who: int) -> Goal | None:
    """The situational goal of *who*, if that is what is pursued this round."""
    goal = state.fighters[who].goal
    return goal if goal is not None and goal.kind == SITUATION else None


def targets(state: State, who: int, other: int) -> bool:
    """Whether the goal of *who* is aimed at the opponent *other*."""
    goal = state.fighters[who].goal
    return goal is not None and goal.kind != HELPING and goal.target == other


def pairs(state: State) -> list[tuple[int, int]]:
    """Who is compared with whom this round [IN-R-12]."""
    people = state.setup.people
    there = [who for who in range(len(people)) if is_in(state, who)]
    return [
        (a, b)
        for place, a in enumerate(there)
        for b in there[place + 1 :]
        if people[a].side != people[b].side
        and (targets(state, a, b) or targets(state, b, a))
    ]


def put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Return *items* with *item* at *place*."""
    return (*items[:place], item, *items[place + 1 :])


def with_fighter(state: State, who: int, **changes: Any) -> State:  # noqa: ANN401 - fields of a Fighter
    """Return *state* with fields of one fighter changed."""
    fighter = structs.replace(state.fighters[who], **changes)
    return structs.replace(state, fighters=put(state.fighters, who, fighter))
