"""The four nodes of a conflict: decision, chance, due consequences, outcome."""

from typing import Generic, Protocol, TypeVar, final

from msgspec import Struct

from sim.dice.pool import Dice, Faces, Pool
from sim.seam.events import Cites, Consequence, DiceRolled, Fact, Seat


class State(Struct, frozen=True, gc=False):
    """What must be remembered of a conflict; *round* is its only clock.

    States are immutable, hashable and free of history, so they can be shared,
    forked and compared.
    """

    round: int


S = TypeVar("S", bound=State)


@final
class Decision(Struct, Generic[S], frozen=True, gc=False):
    """Seat *who* must choose one of *options*, each the fact it would become.

    *options* are in a stable order, and the first is the default. *view* is the state
    as that seat may know it, without the sealed answers of others.
    """

    who: Seat
    options: tuple[Fact, ...]
    view: S


class Reading(Protocol):
    """Reads faces: (the dice kept, the numbers that decide the future).

    Readings are hashable, and two rolls with the same reading have the same future.
    """

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return (kept, reading) of *faces*."""
        ...


@final
class Chance(Struct, frozen=True, gc=False):
    """Seat *who* (or TABLE) must roll *pool*, for *why*.

    *seen* are dice of the same roll that have fallen already; *attempt* tells apart
    rolls for the same purpose in one round. *cites* are the rules that require these
    dice, if they differ from the rules of every roll.
    """

    who: Seat
    why: str
    pool: Pool
    read: Reading
    seen: Pool = ()
    attempt: int = 0
    cites: Cites = ()

    def fall(self, dice: Dice, round_: int) -> DiceRolled:
        """Return the fact of rolling with *dice* in this round."""
        return self.rolled(self.faces(dice, round_))

    def faces(self, dice: Dice, round_: int) -> Faces:
        """Return the faces that *dice* show in this round."""
        return dice.roll(round_, self.who, self.why, self.attempt, self.seen, self.pool)

    def rolled(self, faces: Faces) -> DiceRolled:
        """Return the fact that *faces* fell."""
        kept, reading = self.read(faces)
        return DiceRolled(
            self.who, self.why, self.pool, faces, kept, reading, self.attempt
        )


@final
class Due(Struct, frozen=True, gc=False):
    """Nobody is asked: these consequences follow without an answer."""

    events: tuple[Consequence, ...]


@final
class Outcome(Struct, frozen=True, gc=False):
    """The conflict is over: how, and the return of every seat (judges get 0)."""

    how: str
    returns: tuple[float, ...]
    cites: Cites


Asked = Decision[S] | Chance | Due | Outcome
