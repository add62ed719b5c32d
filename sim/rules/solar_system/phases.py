"""The phases of a conflict: for each, a small record of what it must remember.

What several phases use, such as rolls, stands before the first that uses it.
"""

from msgspec import Struct

from sim.rules.solar_system.consequences import Ending, Pairing, Stage
from sim.rules.solar_system.facts import ActionDeclared
from sim.rules.solar_system.records.interlude import Advancing, Awarding
from sim.seam.events import Seat
from sim.spine.turns import Turns

Ruled = tuple[tuple[str, int, int], ...]
"""Rulings made so far: (kind, about whom or what, value)."""

Fees = tuple[tuple[Seat, bool], ...]
"""Broken seats asked for the fee, and whether it was paid."""

Target = tuple[int, Seat]
"""A goal and its target, which distinguish one intention from another."""


# Checks outside the Pain.


class Checking(Struct, frozen=True, gc=False, cache_hash=True):
    """The check that opens the conflict is prepared, step by step.

    *abilities* and *answers* are the choices for each check of the scenario, None while
    open. *results* are the levels of the steps so far, None for a failure; in a
    competitive check, the level of each seat.
    """

    abilities: tuple[int | None, ...]
    answers: tuple[int | None, ...]
    step: int = 0
    results: tuple[int | None, ...] = ()
    ranking: tuple[tuple[Seat, ...], ...] = ()
    rerolls: int = 0
    ruled: Ruled = ()
    fees: Fees = ()


class Offer(Struct, frozen=True, gc=False, cache_hash=True):
    """A resisted check has its result, and the Pain may be called.

    *requested* is whether the Story Guide has asked for it, None before.
    """

    loser: Seat
    winner: Seat
    declined: tuple[Seat, ...] = ()
    requested: bool | None = None


# The Pain.


class Joining(Struct, frozen=True, gc=False, cache_hash=True):
    """Bystanders join, and everyone declares an intention."""

    declared_by: Seat | None = None
    stayed_out: frozenset[Seat] = frozenset()
    ruled: Ruled = ()


Stalemates = tuple[tuple[Seat, Seat], ...]
"""Pairs whose actions met at equal levels."""


class Gate(Struct, frozen=True, gc=False, cache_hash=True):
    """Before each free-and-clear: everyone goes on or gives up.

    The seats in *owing* announced a change in the volley before and must name it now;
    those in *released* may change at once after a stalemate; *sealed* are the secret
    answers, empty before the first.
    """

    turn: int = 0
    owing: frozenset[Seat] = frozenset()
    released: frozenset[Seat] = frozenset()
    stalemates: Stalemates = ()
    sealed: tuple[bool | None, ...] = ()
    stayed_out: frozenset[Seat] = frozenset()


class Naming(Struct, frozen=True, gc=False, cache_hash=True):
    """The opening of the free-and-clear: new intentions are named.

    *before* is the previous intention of those whom a stalemate lets change, and
    whether it had happened; *replaced* is what each new intention replaces.
    """

    owing: frozenset[Seat]
    released: frozenset[Seat]
    stalemates: Stalemates
    answered: frozenset[Seat] = frozenset()
    before: tuple[tuple[Seat, Target, bool], ...] = ()
    replaced: tuple[tuple[Seat, Target], ...] = ()
    fresh: frozenset[Seat] = frozenset()


Actions = tuple[ActionDeclared | None, ...]
"""The declared action of each seat, None until it is declared."""


class Declaring(Struct, frozen=True, gc=False, cache_hash=True):
    """The free-and-clear: everyone declares an action and may revise it.

    *stays* means that whoever has the turn has chosen not to give up, *must_act* that a
    change of intention is settled as well. The seats in *changing* have announced one;
    those in *fresh* have just named one and may still reword it. *barred* are the props
    and defences that were ruled out: (seat, ruling's kind, index). *left* means that
    somebody has given up during this stage, so that others had no time to turn
    elsewhere.
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


class Blow(Struct, frozen=True, gc=False, cache_hash=True):
    """Harm that is decided but not yet marked."""

    who: Seat
    by: Seat
    amount: int
    pool: int


class Volley(Struct, frozen=True, gc=False, cache_hash=True):
    """Actions are locked: fees, rolls, contests.

    *pairs* are the actions that meet, None if they must be computed again. *step* and
    *carried* are for chains in Zeitgeist: which batch rolls, and the level each side
    passes on, None before its first roll.
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


class Harming(Struct, frozen=True, gc=False, cache_hash=True):
    """Harm is marked, once it is settled who takes how much.

    *levels* are the levels rolled in the *volley*; *shares* are how a Zeitgeist side
    shares its harm.
    """

    volley: Volley
    levels: tuple[tuple[Seat, int], ...]
    shares: tuple[tuple[Seat, int], ...] = ()
    ruled: Ruled = ()


# After the conflict.


class Recovering(Struct, frozen=True, gc=False, cache_hash=True):
    """The conflict is over, and each seat in turn may heal and refill pools.

    *first* are those who share the first place of a competitive check. *tended* are
    (healer, patient) pairs, *refreshed* the acts done so far, both in order. *contest*
    is the act whose contest is under way.
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


class Over(Struct, frozen=True, gc=False, cache_hash=True):
    """Everything is over."""

    how: Ending
    first: tuple[Seat, ...] = ()


# Dice, in any of them.


class Roll(Struct, frozen=True, gc=False, cache_hash=True):
    """One check on the table; *level* is None before its dice have fallen."""

    who: Seat
    ability: int
    rank: int
    pool: int
    bonus: int
    penalty: int
    difficulty: int = 0
    ordered: bool = False
    """Whether it began with a negative net, so that the order of its dice matters."""
    buyers: tuple[Seat, ...] = ()
    """The seats that have bought a pool die for it."""
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


class Rolling(Struct, frozen=True, gc=False, cache_hash=True):
    """Rolls are on the table; *within* is the phase that goes on once they are read.

    *questions* is a round of questions: (index of a roll, seat asked, None for its
    roller), stored because every question needs it. *opened* means that the losers are
    asked first.
    """

    within: Interrupted
    stage: Stage
    attempt: int
    rolls: tuple[Roll, ...]
    questions: tuple[tuple[int, Seat | None], ...]
    turns: Turns
    opened: bool = False


Interlude = Awarding | Advancing
"""The phases after a conflict other than the recovery."""

Judged = Checking | Joining | Declaring | Harming
"""The phases in which rulings are made."""

Pain = Joining | Gate | Naming | Declaring | Volley | Harming

Phase = Checking | Offer | Pain | Rolling | Recovering | Interlude | Over
