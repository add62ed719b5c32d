"""A conflict as one extensive game: the values of `sim.optimal`, found without it.

Every way from the first question to every ending is followed through the four
functions of the seam. Nothing is merged but what is the same state after the same
answers of both: no public states, no essence, no law of dice, no rounds. What a side
knows is the list of its own questions, as it saw them, and answers. The whole is one
linear program.

Where people may change their minds for long, openly, that program is too large. Then it
is cut at every state in which nothing is hidden (`value_by_states`).
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np

from sim.conflict.walk import Walk
from sim.graph.readings import readings_of
from sim.library.scenario import Loaded
from sim.seam.protocol import Chance, Decision, Outcome, RuleSystem
from sim.seam.seats import seats

sparse: Any = import_module("scipy.sparse")
optimize: Any = import_module("scipy.optimize")

Pair = tuple[int, int]
Wants = Callable[[tuple[float, ...]], float]
"""Everybody's returns -> what the first of two wants much of, and the second little."""


def difference(returns: tuple[float, ...]) -> float:
    """Return how much more the first of two gets."""
    return returns[0] - returns[1]


def value(loaded: Loaded, wants: Wants = difference) -> float:
    """Return what a conflict of two seats is worth, by one linear program."""
    system = loaded.system
    begun = Walk(system, system.initial(loaded.scenario))

    def ends(walk: Walk[Any]) -> float | None:
        asked = walk.asked
        return wants(asked.returns) if isinstance(asked, Outcome) else None

    return WholeGame(system, begun, ends).value()


def value_by_states(loaded: Loaded, wants: Wants = difference) -> float:
    """Return the same by one program for each state in which nothing is hidden."""
    system, known = loaded.system, dict[Any, float]()

    def ends(walk: Walk[Any]) -> float | None:
        if isinstance(walk.asked, Outcome):
            return wants(walk.asked.returns)
        state = walk.state
        if any(system.view(state, seat) != state for seat in seats(2)):
            return None
        if state not in known:
            known[state] = WholeGame(system, walk, ends).value()
        return known[state]

    return ends(Walk(system, system.initial(loaded.scenario))) or 0.0


class WholeGame:
    """The sequences of both sides from one question on, and what each pair is worth.

    *ends* says what a walk is worth that is not followed any further.
    """

    def __init__(
        self,
        system: RuleSystem[Any],
        begun: Walk[Any],
        ends: Callable[[Walk[Any]], float | None],
    ) -> None:
        self._system, self._ends = system, ends
        self._numbers: list[dict[Any, int]] = [{(): 0}, {(): 0}]
        self._asked: list[dict[Any, tuple[int, int]]] = [{}, {}]
        """Information set -> (the sequence before, how many answers)."""
        self._leaves: dict[Pair, float] = {}
        waiting = {(begun.state, (0, 0)): (begun, 1.0)}
        while waiting:
            later: dict[tuple[Any, Pair], tuple[Walk[Any], float]] = {}
            for (_, pair), (walk, chance) in waiting.items():
                for share, after, stop in self._beyond(walk, pair):
                    worth = ends(stop)
                    if worth is not None:
                        sum_before = self._leaves.get(after, 0.0)
                        self._leaves[after] = sum_before + chance * share * worth
                        continue
                    before = later.get((stop.state, after), (stop, 0.0))[1]
                    later[stop.state, after] = stop, before + chance * share
            waiting = later

    def _beyond(
        self, walk: Walk[Any], pair: Pair
    ) -> Iterator[tuple[float, Pair, Walk[Any]]]:
        system, asked = self._system, walk.asked
        if isinstance(asked, Chance):
            read: Any = asked.read
            for faces, share in readings_of(asked.pool, read):
                yield share, pair, Walk(system, walk.state, asked.rolled(faces))
            return
        assert isinstance(asked, Decision)
        for place, option in enumerate(asked.options):
            after = self._answered(asked, pair, place)
            yield 1.0, after, Walk(system, walk.state, option)

    def _answered(self, asked: Decision[Any], pair: Pair, place: int) -> Pair:
        """Return the sequences after an answer; one that was forced adds nothing."""
        if len(asked.options) == 1:
            return pair
        numbers, own = self._numbers[asked.who], pair[asked.who]
        seen = own, asked.view, asked.options
        self._asked[asked.who][seen] = own, len(asked.options)
        number = numbers.setdefault((seen, place), len(numbers))
        return (number, pair[1]) if asked.who == 0 else (pair[0], number)

    def value(self) -> float:
        """Return the value by the sequence form: v of E x = e, F'v <= A'x, x >= 0."""
        own, others = map(len, self._numbers)
        if own == others == 1:
            return self._leaves[0, 0]
        rows, columns = zip(*self._leaves, strict=True)
        entries = list(self._leaves.values())
        payoffs = sparse.coo_array((entries, (rows, columns)), shape=(own, others))
        equal, right = self._constraints(0)
        theirs, last = self._constraints(1)
        program = optimize.linprog(
            np.concatenate([np.zeros(own), -last]),
            A_ub=sparse.csr_array(sparse.hstack([-payoffs.T, theirs.T])),
            b_ub=np.zeros(others),
            A_eq=sparse.csr_array(
                sparse.hstack([equal, sparse.coo_array((len(right), len(last)))])
            ),
            b_eq=right,
            bounds=[(0, None)] * own + [(None, None)] * len(last),
            options={
                "primal_feasibility_tolerance": 1e-10,
                "dual_feasibility_tolerance": 1e-10,
            },
        )
        return -float(program.fun)

    def _constraints(self, side: int) -> tuple[Any, Any]:
        asked, numbers = self._asked[side], self._numbers[side]
        rows, columns, entries = [0], [0], [1.0]
        for row, (seen, (own, count)) in enumerate(asked.items(), 1):
            answers = [numbers[seen, place] for place in range(count)]
            rows += [row] * (count + 1)
            columns += [own, *answers]
            entries += [-1.0] + [1.0] * count
        right = np.zeros(len(asked) + 1)
        right[0] = 1.0
        shape = len(asked) + 1, len(numbers)
        return sparse.coo_array((entries, (rows, columns)), shape=shape), right
