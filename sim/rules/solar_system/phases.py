"""The phases of a conflict: for each, the one small record of what it must remember.

What several phases speak of, such as rolls, stands before the first that does.
"""

from msgspec import Struct

from sim.rules.solar_system.consequences import Ending, Pairing, Stage
from sim.rules.solar_system.facts import ActionDeclared
from sim.rules.solar_system.records.interlude import Advancing, Awarding
from sim.seam.events import Seat
from sim.spine.turns import Turns

Ruled = tuple[tuple[str, int, int], ...]
"""Judgements made for what is under way: (kind, of whom or what, value)."""

Fees = tuple[tuple[Seat, bool], ...]
"""Who among the broken was asked for the fee, and whether it was paid."""

Target = tuple[int, Seat]
"""A goal and at whom it is aimed: what makes one intention another."""


# Checks outside the Pain.


class Checking(Struct, frozen=True, gc=False):
    """The check that opens the conflict is prepared, step by step.

    *abilities* and *answers* are what was chosen for each check of the scenario, None
    while it is open. *results* are the levels of the steps so far, None for a failure,
    or in a competitive check the level each has reached.
    """

    abilities: tuple[int | None, ...]
    answers: tuple[int | None, ...]
    step: int = 0
    results: tuple[int | None, ...] = ()
    ranking: tuple[tuple[Seat, ...], ...] = ()
    rerolls: int = 0
    ruled: Ruled = ()
    fees: Fees = ()


class Offer(Struct, frozen=True, gc=False):
    """A resisted check has its result, and the Pain may be called.

    *requested* is whether the Story Guide has asked for it, None before.
    """

    loser: Seat
    winner: Seat
    declined: tuple[Seat, ...] = ()
    requested: bool | None = None


# The Pain.


class Joining(Struct, frozen=True, gc=False):
    """Bystanders join, and everyone declares an intention."""

    declared_by: Seat | None = None
    stayed_out: frozenset[Seat] = frozenset()
    ruled: Ruled = ()


Stalemates = tuple[tuple[Seat, Seat], ...]
"""Pairs whose actions met at equal levels."""


class Gate(Struct, frozen=True, gc=False):
    """Before each free-and-clear: everyone goes on or gives up.

    *owing* are those who announced a change in the volley before and name it now;
    *released* those a stalemate lets change at once; *sealed* what each has written
    down, empty before the first.
    """

    turn: int = 0
    owing: frozenset[Seat] = frozenset()
    released: frozenset[Seat] = frozenset()
    stalemates: Stalemates = ()
    sealed: tuple[bool | None, ...] = ()
    stayed_out: frozenset[Seat] = frozenset()


class Naming(Struct, frozen=True, gc=False):
    """The opening of the free-and-clear: new intentions are named.

    *before* is what those whom a stalemate lets change wanted until then, and whether
    they had it; *replaced* what each new intention stands for.
    """

    owing: frozenset[Seat]
    released: frozenset[Seat]
    stalemates: Stalemates
    answered: frozenset[Seat] = frozenset()
    before: tuple[tuple[Seat, Target, bool], ...] = ()
    replaced: tuple[tuple[Seat, Target], ...] = ()
    fresh: frozenset[Seat] = frozenset()


Actions = tuple[ActionDeclared | None, ...]
"""What each has declared to do, None while nothing is."""


class Declaring(Struct, frozen=True, gc=False):
    """The free-and-clear: everyone says what they do, and may revise it.

    *stays* says that the one whose turn it is will not give up in it any more,
    *must_act* that a change of intent is settled as well. *changing* have announced
    one; *fresh* have named one just now and may still reword it. *barred* are the props
    and defences that were ruled out: (whose, which of both, index). *left* says that
    somebody has given up inside this stage, so that others had no time to turn.
    """

    actions: Actions
    turns: Turns
    stays: bool = False
    must_act: bool = False
    changing: frozenset[Seat] = frozenset()
    fresh: frozenset[Seat] = frozenset()
    replaced: tuple[tuple[Seat, Target], ...] = ()
    barred: frozenset[tuple[Seat, str, int]] = frozenset()
    ruled: Ruled = ()
    left: bool = False


class Blow(Struct, frozen=True, gc=False):
    """Harm that is decided and not yet marked."""

    who: Seat
    by: Seat
    amount: int
    pool: int


class Volley(Struct, frozen=True, gc=False):
    """Actions are locked: fees, rolls, contests.

    *pairs* are the actions that meet, None where it must be looked at again. *step*
    and *carried* are of a chain in Zeitgeist: which batch rolls, and the level each
    side passes on, None before its first.
    """

    actions: Actions
    changing: frozenset[Seat]
    ruled: Ruled
    pairs: tuple[Pairing, ...] | None
    fees: Fees = ()
    step: int = 0
    carried: tuple[int | None, int | None] = (None, None)
    blows: tuple[Blow, ...] = ()
    stalemates: Stalemates = ()


Declared = Declaring | Volley
"""The phases in which the actions of a volley stand."""


class Harming(Struct, frozen=True, gc=False):
    """Harm is marked, once it is settled who takes which.

    *levels* are what everyone has rolled in the *volley*; *shares* are how a Zeitgeist
    side lays its harm on its members.
    """

    volley: Volley
    levels: tuple[tuple[Seat, int], ...]
    shares: tuple[tuple[Seat, int], ...] = ()
    ruled: Ruled = ()


# After the conflict.


class Recovering(Struct, frozen=True, gc=False):
    """The conflict is over, and each in turn may heal and fill pools.

    *first* are those who share the first place of a competitive check. *tended* are
    (healer, patient) pairs, *refreshed* the acts done so far, both in order. *contest*
    is the act that must be won first, while its contest is under way.
    """

    how: Ending
    first: tuple[Seat, ...] = ()
    turn: int = 0
    rolled: int = 0
    """How many times dice were rolled."""
    tended: tuple[tuple[Seat, Seat], ...] = ()
    refreshed: tuple[int, ...] = ()
    contest: int | None = None
    fees: Fees = ()


class Over(Struct, frozen=True, gc=False):
    """Nothing more is done."""

    how: Ending
    first: tuple[Seat, ...] = ()


# Dice, in any of them.


class Roll(Struct, frozen=True, gc=False):
    """One check on the table; *level* is None before its dice have fallen."""

    who: Seat
    ability: int
    rank: int
    pool: int
    bonus: int
    penalty: int
    difficulty: int = 0
    ordered: bool = False
    """Whether it began below zero, so that the order of its dice matters."""
    buyers: tuple[Seat, ...] = ()
    """Who has bought a pool die for it."""
    fee_paid: bool = False
    drawn: int = 0
    faces: tuple[int, ...] = ()
    level: int | None = None

    @property
    def net(self) -> int:
        """Bonus dice less penalty dice [SS-DIE-01]."""
        return self.bonus - self.penalty

    @property
    def reached(self) -> int:
        """The level of dice that have fallen."""
        assert self.level is not None
        return self.level


Interrupted = Checking | Volley | Recovering
"""The phases in which dice are rolled."""

Paying = Checking | Volley | Recovering
"""The phases in which the broken are asked for the fee."""


class Rolling(Struct, frozen=True, gc=False):
    """Rolls lie on the table; *within* is the phase that goes on when they are read.

    *questions* is a round of them: (index of a roll, who is asked, None for its
    roller); it is kept, since every question asks for it. *opened* says that it goes
    by who loses.
    """

    within: Interrupted
    stage: Stage
    attempt: int
    rolls: tuple[Roll, ...]
    questions: tuple[tuple[int, Seat | None], ...]
    turns: Turns
    opened: bool = False


Interlude = Awarding | Advancing
"""What comes after the conflict beside recovery."""

Judged = Checking | Joining | Declaring | Harming
"""The phases in which judgements are made."""

Pain = Joining | Gate | Naming | Declaring | Volley | Harming

Phase = Checking | Offer | Pain | Rolling | Recovering | Interlude | Over
