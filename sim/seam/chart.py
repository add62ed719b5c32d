"""How a rule system's conflicts are cut into rounds, for those who solve them."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from sim.seam.events import Event, Seat

S = TypeVar("S")

Law = Sequence[tuple[float, tuple[Event, ...]]]
"""What dice come to: the chance of each case, and the events that tell it."""


class Part(Struct, Generic[S], frozen=True, kw_only=True, cache_hash=True):
    """A part of every round that reads little of the state, and so comes again.

    What comes of it is worked out once for all states that it reads alike, and told
    of the others as what it changes.
    """

    reads: Callable[[S], Hashable]
    """All of a state that the rules, and what options are worth, depend on in it.

    Of `Appraisal.ahead` nothing, where no option of the part gives up and all of a
    decision have the same stakes; then `leads` tells what is left out.
    """
    after: Callable[[S, S, S], S]
    """(state, begun, ended) -> what comes of *state* where *ended* comes of *begun*."""
    leads: Callable[[S, Seat], float | None] | None = None
    """(state, seat) -> `Appraisal.ahead` of the seat all through the part.

    None where that changes in it. Without this function, it follows from what is read.
    """
    inner: bool = False
    """Whether it lies in another part, which does not end where it begins."""
    first: "Part[S] | None" = None
    """The inner part with which it begins, in the same state."""
    apart: Callable[[S], Sequence[S]] | None = None
    """What of the part nobody else in it sees: a state each, to be played alone.

    Then everything that can come of each is joined with all that can of the others.
    """
    joined: Callable[[S, Sequence[S]], S] | None = None
    """(state, ended) -> what comes of *state* where these come of what is *apart*."""
    separable: bool = False
    """Whether it takes each participant by itself (see `Split`), so that tables do.

    Two states with the same rest are read alike where each of their participants is,
    whatever the others are. `after` gives a participant what depends on the participant
    it is given to, on what it was in *begun* and on what it is in *ended*, and leaves
    the rest as it is in *ended*.
    """
    leads_read: Callable[[S], Hashable] | None = None
    """All that `leads` depends on, read of each participant by itself as well.

    It reads nothing but the participants.
    """
    reads_unled: Callable[[S], Hashable] | None = None
    """As `reads`, without what is read only since `Appraisal.ahead` depends on it.

    Where there is this, what agents find out of `ahead` is noted at each question.
    There it is what `leads` says, and `after` tells how the same question looks in a
    round that began in another state.
    """


class Split(Struct, Generic[S], frozen=True, kw_only=True):
    """A state as a rest, and what belongs to each participant alone.

    Which separable part begins in a state depends on its rest.
    """

    apart: Callable[[S], tuple[S, tuple[Hashable, ...]]]
    """The rest of a state, and its participants."""
    joined: Callable[[S, tuple[Any, ...]], S]
    """(rest, participants) -> the state they are of."""


class Mark(Struct, frozen=True):
    """Where a number comes to matter: once *weights* times numbers is *least*."""

    weights: tuple[int, ...]
    least: int


class Sums(Struct, Generic[S], frozen=True, kw_only=True):
    """Numbers that are added to, and otherwise read at few marks: mostly harm.

    Conflicts of it are solved step by step, and every step is played once for all
    states that are alike but for their numbers and rounds, and beyond the same marks.
    Of `Appraisal.ahead` nothing is read: where an agent does, it is not solved so.
    """

    begins: Callable[[S], bool]
    """Whether a step begins here, whatever is asked or due; with every round one does.

    The more steps, the fewer marks matter in each.
    """
    numbers: Callable[[S], tuple[int, ...]]
    """The numbers of a state."""
    having: Callable[[S, tuple[int, ...]], S]
    """(state, numbers) -> the state with these numbers instead of its own."""
    marks: Callable[[S], tuple[Mark, ...]]
    """All that the step that begins in a state reads of its numbers.

    It is asked of a state whose numbers are 0.
    """
    moment: Callable[[S], int]
    """The round in place of which it might as well be this one, while the step lasts.

    It is the same for all rounds that might, and one of them.
    """


class Chart(Struct, Generic[S], frozen=True, kw_only=True):
    """What an exact solution may know of a rule system beside its four functions.

    Everything is optional: without it a graph is cut at the first question of each
    round, its states are what they are, and dice fall one roll after the other.
    """

    begins: Callable[[S], bool] | None = None
    """Whether a round begins with what is asked here."""
    timeless: Callable[[S], int] | None = None
    """Before which round it does not matter what round it is.

    Where a round begins before that one, the essence of the state has round 0.
    """
    law: Callable[[S], Law | None] | None = None
    """The law of the dice: one joint law for all that is due here; None: not here.

    The events lead to where no die of this law is due any more.
    """
    part: Callable[[S], Part[S] | None] | None = None
    """The part of a round that begins here, whatever is asked or due; None: none."""
    split: Split[S] | None = None
    """How a state is told as its participants and a rest; None: it is not."""
    sums: Callable[[S], Sums[S] | None] | None = None
    """The numbers that are added to in the conflict that begins here; None: none."""
