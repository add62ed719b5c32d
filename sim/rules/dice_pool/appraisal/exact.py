"""Exact probabilities of unbounded totals: dice that may be thrown again without limit.

From some number of successes on, the probability of exactly n is a polynomial in n
times a power of the chance to throw again, or a sum of two such terms for a rote
action. Every sum over all totals is therefore a rational number, which follows from one
more value than the degree of the polynomial.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise
from math import comb

from msgspec import Struct

FACES = 10
ONE, ZERO = Fraction(1), Fraction(0)


class Rolled(Struct, frozen=True):
    """A roll to be analysed: its dice, and how they are read."""

    dice: int
    success: int = 8
    again: int = 10
    rote: bool = False
    add: bool = False
    """Whether the two throws of a rote action are added."""

    @property
    def ratio(self) -> Fraction:
        """The chance that a die is thrown again."""
        return Fraction(max(0, FACES + 1 - self.again), FACES)

    @property
    def hit(self) -> Fraction:
        """The chance that a die succeeds."""
        return Fraction(FACES + 1 - self.success, FACES)


@lru_cache(maxsize=65536)
def exactly(roll: Rolled, dice: int, total: int) -> Fraction:
    """Return the probability that plain *dice* have exactly *total* successes.

    By the binomial theorem on ((1 - hit) + (hit - ratio) z) / (1 - ratio z).
    """
    ratio, plain, fail = roll.ratio, roll.hit - roll.ratio, ONE - roll.hit
    if not dice:
        return ONE if not total else ZERO
    return sum(
        (
            comb(dice, n)
            * fail ** (dice - n)
            * plain**n
            * comb(dice + total - n - 1, total - n)
            * ratio ** (total - n)
            for n in range(min(dice, total) + 1)
        ),
        ZERO,
    )


@lru_cache(maxsize=65536)
def _hits(roll: Rolled, dice: int, total: int) -> Fraction:
    """Return the probability of *total* if all *dice* succeed in the first wave."""
    if total < dice:
        return ZERO
    if not dice:
        return ONE if not total else ZERO
    # Of dice that have all succeeded once, n are thrown again with the chance of that
    # among successes; only those bring more.
    again = roll.ratio / roll.hit
    return sum(
        (
            comb(dice, n)
            * again**n
            * (ONE - again) ** (dice - n)
            * exactly(roll, n, total - dice)
            for n in range(dice + 1)
        ),
        ZERO,
    )


@lru_cache(maxsize=65536)
def chance_of(roll: Rolled, total: int) -> Fraction:
    """Return the exact probability that *roll* has *total* successes [DP-R-27]."""
    if total < 0:
        return ZERO
    if not roll.rote:
        return exactly(roll, roll.dice, total)
    if roll.add:
        return sum((_added(roll, failed, total) for failed in _failing(roll)), ZERO)
    return at_most(roll, total) - at_most(roll, total - 1)


def _failing(roll: Rolled) -> range:
    return range(roll.dice + 1)


def _weight(roll: Rolled, failed: int) -> Fraction:
    """Return the probability that *failed* dice of the original pool fail."""
    fail, hit = ONE - roll.hit, roll.hit
    return comb(roll.dice, failed) * fail**failed * hit ** (roll.dice - failed)


def _added(roll: Rolled, failed: int, total: int) -> Fraction:
    # Dice that failed at first are thrown a second time, and both throws add up.
    both = sum(
        (
            _hits(roll, roll.dice - failed, first)
            * exactly(roll, failed, total - first)
            for first in range(total + 1)
        ),
        ZERO,
    )
    return _weight(roll, failed) * both


@lru_cache(maxsize=65536)
def _below(roll: Rolled, dice: int, total: int, *, hits: bool) -> Fraction:
    """Return the probability that a throw has at most *total* successes."""
    if total < 0:
        return ZERO
    here = _hits if hits else exactly
    return _below(roll, dice, total - 1, hits=hits) + here(roll, dice, total)


@lru_cache(maxsize=65536)
def at_most(roll: Rolled, total: int) -> Fraction:
    """Return the probability that *roll* has at most *total* successes."""
    if total < 0:
        return ZERO
    if not roll.rote:
        return _below(roll, roll.dice, total, hits=False)
    if roll.add:
        return at_most(roll, total - 1) + chance_of(roll, total)
    return sum(
        (
            _weight(roll, failed)
            * _below(roll, roll.dice - failed, total, hits=True)
            * _below(roll, failed, total, hits=False)
            for failed in _failing(roll)
        ),
        ZERO,
    )


def summed(
    term: Callable[[int], Fraction], first: int, poles: list[Fraction]
) -> Fraction:
    """Return the sum of *term* over all numbers from 0.

    From *first* on, it must be a sum of polynomials times powers of the *poles*, each
    listed with its multiplicity. Its generating function is then a polynomial divided
    by the product of all (1 - pole z), and its value at z = 1 is the sum.
    """
    # The generating function of the terms from *first* on is a fraction whose
    # denominator is known. So its numerator follows from as many terms as there are
    # poles, however long the sum is.
    below = _expanded(tuple(poles))
    # A coefficient of the numerator is a sum of values times coefficients of the
    # denominator. In the sum of all, each of these meets the sum of the first values.
    values = accumulate(term(first + n) for n in range(len(poles)))
    above = sum(
        (sum_ * factor for sum_, factor in zip(values, below[-2::-1], strict=True)),
        ZERO,
    )
    tail = above / sum(below, ZERO)
    return sum((term(n) for n in range(first)), ZERO) + tail


@lru_cache(maxsize=1024)
def _expanded(poles: tuple[Fraction, ...]) -> list[Fraction]:
    """Return the coefficients of the product of all (1 - pole z)."""
    coefficients = [ONE]
    for pole in poles:
        coefficients = [
            coefficient - pole * before
            for before, coefficient in pairwise([ZERO, *coefficients, ZERO])
        ]
    return coefficients


def poles(roll: Rolled) -> list[Fraction]:
    """Return the poles of the distribution of *roll*, with multiplicity."""
    ratio, dice = roll.ratio, roll.dice
    if not roll.rote:
        return [ratio] * dice
    if roll.add:
        return [ratio] * dice
    # The better throw is at most a total if both are: that is a product of two chances,
    # each 1 less a polynomial times a power of the ratio. So powers of the ratio and of
    # its square occur. Multiplicities may be too high, which only costs more terms.
    return [ratio] * (2 * dice) + [ratio**2] * (2 * dice)


def compared(roll: Rolled, other: Rolled) -> tuple[Fraction, Fraction, Fraction]:
    """Return the probabilities that *roll* is higher, equal or lower.

    DP-CONTEST-05, DP-R-10.
    """
    if not roll.ratio:
        return _against_finite(roll, other)
    if not other.ratio:
        lose, tie, win = _against_finite(other, roll)
        return win, tie, lose
    # Below *first* the terms are not yet of the form that has these poles.
    first = max(roll.dice, other.dice) + 1
    mixed = _products(poles(roll), poles(other))
    tie = summed(lambda n: chance_of(roll, n) * chance_of(other, n), first, mixed)
    # The chance to be higher includes all lower totals of the other, which tends to 1:
    # so the poles of *roll* alone occur as well.
    mixed = mixed + poles(roll)
    win = summed(lambda n: chance_of(roll, n) * at_most(other, n - 1), first, mixed)
    return win, tie, ONE - win - tie


def _against_finite(roll: Rolled, other: Rolled) -> tuple[Fraction, Fraction, Fraction]:
    """Return the same as `compared`, if no die of *roll* is thrown again.

    It has at most as many successes as dice, so the sum is over its finitely many
    totals.
    """
    chances = [chance_of(roll, total) for total in range(roll.dice + 1)]
    tie = sum((p * chance_of(other, n) for n, p in enumerate(chances)), ZERO)
    win = sum((p * at_most(other, n - 1) for n, p in enumerate(chances)), ZERO)
    return win, tie, ONE - win - tie


def _products(poles: list[Fraction], others: list[Fraction]) -> list[Fraction]:
    """Return the poles of the product of two sequences, with multiplicity."""
    products: list[Fraction] = []
    for pole in dict.fromkeys(poles):
        for other in dict.fromkeys(others):
            count = poles.count(pole) + others.count(other) - 1
            products += [pole * other] * (count - products.count(pole * other))
    return products
