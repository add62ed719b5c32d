"""The chart of a rule system: shortcuts that make solving it feasible.

An exact solver needs nothing but the four functions of the protocol: it follows every
outcome of every question, round by round. Without help that is hopeless for all but the
smallest conflicts. A chart says what a solver cannot see from outside and what makes
the difference:

- where rounds begin, and up to which round its number does not matter (`begins`,
  `timeless`), so that one round can be reused for another;
- the distribution of many dice at once (`law`), so that rolls which come to the same
  are not told apart;
- stretches of a round that depend on little of the state (`part`), so that they are
  played once and their outcomes reused in all states that agree on that little;
- how a state is divided into its participants (`split`), so that thousands of states
  can be played together in arrays;
- numbers that are only added to (`sums`), such as damage, so that states which differ
  in nothing else are moved together as one array.

None of it changes a result. Every statement of a chart is a promise about the four
functions; solvers check cached outcomes against freshly played ones now and then, and
refuse to go on where they differ.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from sim.seam.events import Event, Seat

S = TypeVar("S")


def _no_easing(_state: object) -> None:
    return None


Law = Sequence[tuple[float, tuple[Event, ...]]]
"""The distribution of a roll: each case has its probability and its events."""


class Part(Struct, Generic[S], frozen=True, kw_only=True, cache_hash=True):
    """A stretch of a round whose course depends on little of the state.

    It lasts from where the chart's `part` returns it to where the next part or round
    begins, or the conflict ends. Example: while two people roll their dice, nothing
    depends on how much harm they have taken. So the stretch is played once for all
    states that agree on what it `reads`; `after` applies the outcome to each of them.
    """

    reads: Callable[[S], Hashable]
    """state -> the cache key: everything that the course of the part depends on.

    That includes what the appraisals of its options depend on, since agents choose by
    them. `Appraisal.ahead`, the seat's lead, may be left out; then `leads` is needed.
    """
    after: Callable[[S, S, S], S]
    """(state, begun, ended) -> the state that follows *state*.

    *ended* is a state that followed *begun* when the part was played, and *begun* and
    *state* have the same key. Usually it is *ended*, with whatever is not part of the
    key taken from *state* instead of *begun*.
    """
    leads: Callable[[S, Seat], float | None] | None = None
    """(state, seat) -> the seat's `Appraisal.ahead`, if constant throughout the part.

    None if it changes within the part. Solvers note what agents compare with it, and
    reuse what came of the part where all of that comes out alike. Without this function
    the key must determine all leads.
    """
    inner: bool = False
    """Whether it lies within another part, which goes on when this one ends."""
    first: "Part[S] | None" = None
    """The inner part that begins at the same state as this one, if any."""
    reads_after_first: Callable[[S], Hashable] | None = None
    """state -> what the rest of it depends on beside what came of its `first` part.

    Of each participant by itself, as for `separable`. Two promises about states that
    agree on it, and in which the first part makes the same changes: the part after it
    makes the same changes, too, and two outcomes that are equal in one of these states
    are equal in all. Solvers in arrays then put both parts together once for all.
    """
    apart: Callable[[S], Sequence[S]] | None = None
    """state -> states to be played independently of each other, instead of *state*.

    For what happens at the same time, unseen by the others, such as secret rolls: n
    rolls of m cases are then played n times m ways, not m to the power of n. Every
    combination of their outcomes is passed to `joined`.
    """
    joined: Callable[[S, Sequence[S]], S] | None = None
    """(state, ended) -> the state that follows from the outcomes of all of `apart`."""
    by_seat: Callable[[S], Sequence[S]] | None = None
    """state -> as `apart`, but with all that one seat rolls in one state.

    A seat that rolls twice sees both rolls before it chooses what to do about either.
    So what one seat can make of them is followed together, and only the seats are
    independent. None: no seat rolls twice.
    """
    separable: bool = False
    """Whether the part reads and changes each participant independently (see `Split`).

    Then its outcomes fit in tables over participants, which arrays need. Two promises:

    - `reads`, or `reads_without_lead` where there is one, depends on the rest of the
      state and on a tuple of something for each participant, so that changing one
      participant changes only its own entry.
    - `after` returns *ended*, but each participant is computed from that participant
      alone, as it is in *state*, *begun* and *ended*.
    """
    leads_read: Callable[[S], Hashable] | None = None
    """state -> everything that `leads` depends on, for each participant independently.

    It must not depend on the rest of the state.
    """
    leads_change: Callable[[S, S], Hashable] | None = None
    """(begun, view) -> what became of what `leads` depends on, from *begun* to *view*.

    *view* is a state within the part that began at *begun*. Where two pairs have the
    same change, `after` makes the same of any state, as far as `leads` can tell: then
    solvers ask for one lead in place of two. None: each pair has a change of its own.
    """
    alike: Callable[[S], Hashable] | None = None
    """state -> as `reads_without_lead`, but less: a key that need not be separable.

    For parts whose course depends on several participants taken together, where each by
    itself has to be read more exactly. States with the same rest are looked up by the
    separable key first, and those of a new one by this.
    """
    course: Callable[[S], Hashable] | None = None
    """state -> what the rules of the part depend on: its key, less what agents weigh.

    In states that agree on it the part asks the same, the same may fall, and the same
    follows from every answer, as `after` says; only the answers may differ. So
    questions, dice and what follows are found out once for all of them. It pays where
    many keys have one course.
    """
    reads_without_lead: Callable[[S], Hashable] | None = None
    """state -> as `reads`, less what is in it only because the lead depends on it.

    A smaller key for separable parts. Solvers then record what agents compute from
    their leads while the part is played, and reuse its outcome where `leads` gives the
    same results; `after` also translates the states at which agents were asked.
    """


class Split(Struct, Generic[S], frozen=True, kw_only=True):
    """How a state is divided into its participants and the rest.

    The rest alone must determine which separable part begins in a state.
    """

    apart: Callable[[S], tuple[S, tuple[Hashable, ...]]]
    """state -> (rest, participants)."""
    joined: Callable[[S, tuple[Any, ...]], S]
    """(rest, participants) -> the state: the inverse of `apart`."""


class Mark(Struct, frozen=True):
    """A threshold: reached when the sum of *weights* times numbers is at least *least*.

    Example: with the damage of three people as numbers, weights (0, 1, 0) and least 40
    say that the second person is out at 40.
    """

    weights: tuple[int, ...]
    least: int


class Easing(Struct, Generic[S], frozen=True, kw_only=True):
    """How a state is made easier for one of two seats, where a turn begins.

    A promise about best play of both: with less of a number the seat that bears it gets
    no less of the difference of both returns, from any state at which a turn begins
    (the chart's `begins`), and at an eased state the seat it was eased for gets no
    less. So whoever rounds all such states in favour of one seat finds a bound of what
    the true conflict is worth. Where that may not hold, there must be no easing.
    """

    bears: tuple[Seat, ...]
    """For each number the seat to whose harm it is."""
    most: Callable[[S], tuple[int, ...]]
    """state -> the most that each number can be where a turn begins."""
    eased: Callable[[S, Seat, int], S]
    """(state, seat, grain) -> a state that is no worse for *seat*, but for numbers.

    From grain 0 on the larger one eases less; what was eased is not eased again.
    """
    parts: Callable[[int], int]
    """grain -> into how many steps of each number its most is divided, at least.

    What may be added may come to few sums; then nothing is rounded but to these.
    """


class Sums(Struct, Generic[S], frozen=True, kw_only=True):
    """Numbers in the state, mostly damage, that are only added to and compared.

    The conflict is divided into steps. Within a step nothing depends on the numbers but
    the thresholds (`Mark`) they have reached. So a step is played once for all states
    that are equal but for round and numbers and have reached the same marks, and whole
    arrays of such states are moved at once (`sim.graph.sums`). Nothing may depend on
    `Appraisal.ahead`: if an agent uses it, the conflict is solved in another way.
    """

    begins: Callable[[S], bool]
    """state -> whether a step begins here, whatever is asked or due.

    A new step also begins with every round. More steps are faster: fewer marks matter
    in each.
    """
    numbers: Callable[[S], tuple[int, ...]]
    """state -> its numbers."""
    having: Callable[[S, tuple[int, ...]], S]
    """(state, numbers) -> the same state with these numbers."""
    marks: Callable[[S], tuple[Mark, ...]]
    """state -> all marks that matter in the step that begins here.

    It is called with a state whose numbers are 0.
    """
    moment: Callable[[S], int]
    """state -> a round that stands for all rounds in which the step is the same.

    All of these rounds must give the same answer, and it must be one of them.
    """
    easing: Callable[[S], Easing[S] | None] = _no_easing
    """state -> how the conflict that begins here is eased; None: no promise."""


class Chart(Struct, Generic[S], frozen=True, kw_only=True):
    """What a solver may know of a rule system beside its four functions.

    Every field may be left out. Without any of them, a round begins at its first
    question, all states are told apart, and dice are rolled one roll at a time.
    """

    begins: Callable[[S], bool] | None = None
    """state -> whether a round begins at the question asked here."""
    timeless: Callable[[S], int] | None = None
    """state -> the first round whose number matters.

    For rules that depend on the round only near the limit of rounds. States at which an
    earlier round begins are kept with round 0, so that all these rounds share them.
    """
    law: Callable[[S], Law | None] | None = None
    """state -> the joint distribution of all dice that are due here; None: none here.

    The events of each case lead to a state where none of these dice are due any more.
    """
    part: Callable[[S], Part[S] | None] | None = None
    """state -> the part that begins here, whatever is asked or due; None: none."""
    split: Split[S] | None = None
    """How states are divided into participants and the rest; None: they are not."""
    sums: Callable[[S], Sums[S] | None] | None = None
    """state -> the sums of the conflict that begins here; None: it has none."""
