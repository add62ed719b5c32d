"""Small extensive games, by the sequence form: chance and hidden steps inside.

A side's *sequence* is the list of its answers so far, each with its question; number 0
is the empty sequence. A *plan* (realization plan) is the probability of each sequence
by the side's own answers: 1 for the empty one, and the answers to a question add up to
the sequence that led to it. So plans are a polytope, and the worth of two plans is
bilinear in them: optimal plans are the solution of a linear program of the size of the
tree (Koller, Megiddo and von Stengel 1996), while a matrix of pure strategies would be
exponential in it.

As with matrices, the numbers that the program reports are not trusted: what a plan
makes sure of is computed from the other side's best reply, by backward induction over
its questions.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol, TypeAlias

import numpy as np
from msgspec import Struct

from sim.graph.columns import Sparse, summed_matrix
from sim.optimal.matrix import STILL, Bools, Floats, Ints, MixPair, solve_equations
from sim.seam.protocol import Decision

Pair: TypeAlias = tuple[int, int]

_TOLERANCE = 1e-10
"""The least tolerance that HiGHS accepts."""
_USED = 1e-8
"""Smaller entries of a plan are errors of the program."""
_SMALL = 100_000
"""The most pairs of sequences for which plans are sharpened by equations."""
_ROUNDS = 8
"""How often each side replies to the other before the linear program is used."""


class InformationSet(Struct, frozen=True, gc=False):
    """An information set: the question *asked*, and the sequences of its answers.

    These are numbered from *first* on; *after* is the sequence that led to it.
    """

    asked: Decision[Any]
    after: int
    first: int

    @property
    def answers(self) -> slice:
        """The sequences of its answers."""
        return slice(self.first, self.first + len(self.asked.options))


class SequenceTree(Protocol):
    """A small extensive game, in any representation of its leaves."""

    @property
    def questions(
        self,
    ) -> tuple[tuple[InformationSet, ...], tuple[InformationSet, ...]]:
        """The information sets of each side, every one after the ones before it."""
        ...

    def sizes(self) -> Pair:
        """Return how many sequences each side has."""
        ...


class PlanWorths(Protocol):
    """The value of two plans, as the sequences of either side add to it."""

    @property
    def matrix(self) -> Sparse:
        """All of it as a sparse matrix: a row for each sequence of the first side."""
        ...

    def to_first(self, theirs: Floats) -> Floats:
        """Return the value of each sequence of the first side against a plan."""
        ...

    def to_second(self, theirs: Floats) -> Floats:
        """Return the value of each sequence of the second side against a plan."""
        ...


class HiddenTree(Struct, frozen=True):
    """A tree from one public state to the next ones.

    Leaf n is the node *target*[n]: it is reached by the sequences *left*[n] and
    *right*[n] of the two sides and with the probability *chance*[n] of all dice on the
    way. *questions* are those of each side, every one after the ones before it.
    """

    left: Ints
    right: Ints
    chance: Floats
    target: Ints
    questions: tuple[tuple[InformationSet, ...], tuple[InformationSet, ...]]

    def sizes(self) -> tuple[int, int]:
        """Return how many sequences each side has."""
        first, second = [
            1 + sum(len(asked.asked.options) for asked in questions)
            for questions in self.questions
        ]
        return first, second

    @property
    def nodes(self) -> Ints:
        """The nodes that it leads to; some may be named more than once."""
        return self.target

    def decisions(self, side: int) -> tuple[Decision[Any], ...]:
        """Return what is asked at each question of a *side*."""
        return tuple([question.asked for question in self.questions[side]])

    def reached(self, plans: tuple[Floats, Floats]) -> tuple[Ints, Floats]:
        """Return nodes, and the probability of each by both *plans*."""
        first, second = plans
        return self.target, self.chance * first[self.left] * second[self.right]

    def ways(self, side: int, theirs: Floats) -> tuple[Ints, Floats]:
        """Return sequences of a *side*, and the chance of each leaf beyond them.

        The side's own answers count as certain; the other plays the plan *theirs*.
        """
        if side:
            return self.right, self.chance * theirs[self.left]
        return self.left, self.chance * theirs[self.right]

    def payoffs(self, values: Floats) -> "Payoffs":
        """Return what each pair of sequences adds to the worth of two plans."""
        entries = self.chance * values[self.target]
        return Payoffs(entries, self.left, self.right, self.sizes())


class Payoffs(Struct, frozen=True):
    """The contributions of pairs of sequences to the worth of two plans, by leaf.

    For most blocks, which are small, building a sparse matrix takes longer than sums.
    """

    entries: Floats
    left: Ints
    right: Ints
    sizes: Pair

    def to_first(self, theirs: Floats) -> Floats:
        """Return the value of each sequence of the first side against a plan."""
        shares = self.entries * theirs[self.right]
        sums = np.bincount(self.left, shares, minlength=self.sizes[0])
        return np.asarray(sums, dtype=np.float64)

    def to_second(self, theirs: Floats) -> Floats:
        """Return the value of each sequence of the second side against a plan."""
        shares = self.entries * theirs[self.left]
        sums = np.bincount(self.right, shares, minlength=self.sizes[1])
        return np.asarray(sums, dtype=np.float64)

    @property
    def matrix(self) -> Sparse:
        """All of it as a sparse matrix: a row for each sequence of the first side."""
        return summed_matrix((self.entries, (self.left, self.right)), self.sizes)


def best_worth(
    gains: Floats, questions: Sequence[InformationSet], sign: float
) -> float:
    """Return the greatest (least, if *sign* < 0) worth of a plan by *gains*."""
    totals = gains.copy()
    for asked in reversed(questions):
        options = totals[asked.answers]
        totals[asked.after] += options.max() if sign > 0.0 else options.min()
    return float(totals[0])


def best_reply(
    gains: Floats, questions: Sequence[InformationSet], sign: float
) -> tuple[float, Floats]:
    """Return the greatest (least, if *sign* < 0) worth by *gains*, with its plan."""
    # Backward: the best answer of each question counts for the sequence before it.
    totals = gains.copy()
    chosen = np.zeros(len(questions), dtype=np.int64)
    for number in range(len(questions) - 1, -1, -1):
        asked = questions[number]
        options = totals[asked.answers]
        best = int((sign * options).argmax())
        chosen[number] = best
        totals[asked.after] += options[best]
    # Forward: a chosen answer has the probability of the sequence before it.
    plan = np.zeros(len(gains))
    plan[0] = 1.0
    for number, asked in enumerate(questions):
        plan[asked.first + chosen[number]] = plan[asked.after]
    return float(totals[0]), plan


def value_of_plans(
    block: SequenceTree, payoffs: PlanWorths, plans: tuple[Floats, Floats]
) -> MixPair:
    """Return *plans* with the bounds of the value that they make sure of."""
    low = best_worth(payoffs.to_second(plans[0]), block.questions[1], -1.0)
    high = best_worth(payoffs.to_first(plans[1]), block.questions[0], 1.0)
    return MixPair(*plans, low, high)


def optimal_plans(block: SequenceTree, payoffs: PlanWorths) -> MixPair:
    """Return an optimal plan of each side.

    First the sides reply to each other a few times; if there is an equilibrium in pure
    plans, this often finds it. Otherwise a linear program is solved, and its plans are
    sharpened by equations if the block is small.
    """
    replies = _plans_by_replies(block, payoffs)
    if replies.gap < STILL:
        return replies
    pairs = payoffs.matrix
    plans = _plans_by_program(block, pairs)
    best = min(replies, value_of_plans(block, payoffs, plans), key=_gap)
    first, second = block.sizes()
    if best.gap < STILL or first * second > _SMALL:
        return best
    exact = value_of_plans(block, payoffs, _sharpened_plans(block, pairs, plans))
    return min(best, exact, key=_gap)


def _gap(pair: MixPair) -> float:
    return pair.gap


def _plans_by_replies(block: SequenceTree, payoffs: PlanWorths) -> MixPair:
    """Return the best pair of plans when each side replies to the other in turn."""
    right = uniform_plan(block, 1)
    best: MixPair | None = None
    for _ in range(_ROUNDS):
        _, left = best_reply(payoffs.to_first(right), block.questions[0], 1.0)
        _, right = best_reply(payoffs.to_second(left), block.questions[1], -1.0)
        pair = value_of_plans(block, payoffs, (left, right))
        if best is None or pair.gap < best.gap:
            best = pair
        if best.gap < STILL:
            break
    assert best is not None
    return best


def uniform_plan(block: SequenceTree, side: int) -> Floats:
    """Return the plan of a *side* that takes every option with the same chance."""
    plan = np.zeros(block.sizes()[side])
    plan[0] = 1.0
    for asked in block.questions[side]:
        plan[asked.answers] = plan[asked.after] / len(asked.asked.options)
    return plan


def _plan_equations(
    questions: Sequence[InformationSet], size: int
) -> tuple[Sparse, Floats]:
    """Return the equations of a plan: its first entry is 1, and every question's sum.

    They are as (matrix, right side).
    """
    rows, columns, entries = [0], [0], [1.0]
    for row, asked in enumerate(questions, 1):
        answers = range(asked.first, asked.first + len(asked.asked.options))
        rows += [row] * (len(answers) + 1)
        columns += [asked.after, *answers]
        entries += [-1.0, *(1.0 for _ in answers)]
    right = np.zeros(len(questions) + 1)
    right[0] = 1.0
    shape = len(questions) + 1, size
    return summed_matrix(
        (np.array(entries), (np.array(rows), np.array(columns))), shape
    ), right


def _plans_by_program(block: SequenceTree, payoffs: Sparse) -> tuple[Floats, Floats]:
    """Return the plans of the linear program.

    Maximise f v over plans x of the first side (E x = e, x >= 0) and free v, so that
    F' v <= A' x: v are the values of the second side's questions. The duals of these
    inequalities are the second side's plan.
    """
    first, second = block.sizes()
    equal, right = _plan_equations(block.questions[0], first)
    theirs, last = _plan_equations(block.questions[1], second)
    of: Any = import_module("scipy.sparse")
    optimize: Any = import_module("scipy.optimize")
    nothing = of.csr_array((len(right), len(last)))
    program = optimize.linprog(
        np.concatenate([np.zeros(first), -last]),
        A_ub=of.csr_array(of.hstack([-payoffs.T, theirs.T])),
        b_ub=np.zeros(second),
        A_eq=of.csr_array(of.hstack([equal, nothing])),
        b_eq=right,
        bounds=[(0, None)] * first + [(None, None)] * len(last),
        method="highs",
        options={
            "primal_feasibility_tolerance": _TOLERANCE,
            "dual_feasibility_tolerance": _TOLERANCE,
        },
    )
    return (
        _plan_of_weights(block.questions[0], program.x[:first]),
        _plan_of_weights(block.questions[1], -program.ineqlin.marginals),
    )


def _plan_of_weights(questions: Sequence[InformationSet], weights: Floats) -> Floats:
    """Return a plan with the shares that *weights* have at every question."""
    plan = np.zeros(len(weights))
    plan[0] = 1.0
    for asked in questions:
        shares = np.maximum(weights[asked.answers], 0.0)
        total = shares.sum()
        if total <= 0.0:
            shares, total = np.zeros(len(shares)), 1.0
            shares[0] = 1.0
        plan[asked.answers] = plan[asked.after] * shares / total
    return plan


def _sharpened_plans(
    block: SequenceTree, payoffs: Sparse, plans: tuple[Floats, Floats]
) -> tuple[Floats, Floats]:
    """Return equalizing plans with the same support as *plans*.

    In equilibrium all answers that a side uses at a question are worth the same to it:
    so the support of one side gives equations for the plan of the other.
    """
    used = [_support(plan) for plan in plans]
    first = _equalizing_plan(block.questions, payoffs.T, plans[0], used)
    swapped = block.questions[1], block.questions[0]
    second = _equalizing_plan(swapped, payoffs, plans[1], used[::-1])
    return first, second


def _support(plan: Floats) -> Bools:
    kept: Bools = plan > _USED
    return kept


def _equalizing_plan(
    questions: tuple[Sequence[InformationSet], Sequence[InformationSet]],
    payoffs: Sparse,
    plan: Floats,
    used: Sequence[Bools],
) -> Floats:
    """Return the first side's plan by which all answers the other uses are worth alike.

    The unknowns are the entries in the plan's support and the values of the other's
    questions. The equations are those of a plan, and one for each answer that the other
    uses: its worth by the plan equals the value of its question.
    """
    equal, right = _plan_equations(questions[0], len(plan))
    theirs, _ = _plan_equations(questions[1], payoffs.shape[0])
    mine, other = used
    sums: Floats = equal.toarray()[:, mine]
    worths: Floats = payoffs.toarray()[other][:, mine]
    values: Floats = theirs.toarray().T[other]
    rows = np.zeros((len(sums) + len(worths), sums.shape[1] + values.shape[1]))
    rows[: len(sums), : sums.shape[1]] = sums
    rows[len(sums) :, : sums.shape[1]] = worths
    rows[len(sums) :, sums.shape[1] :] = -values
    wanted = np.concatenate([right, np.zeros(int(other.sum()))])
    solution = solve_equations(rows, wanted)
    weights = np.zeros(len(plan))
    weights[mine] = solution[: int(mine.sum())]
    return _plan_of_weights(questions[0], weights)
