"""Amounts of an analysis on a scale of 100."""

from typing import Protocol

_NONE = 0.005


class Summed(Protocol):
    """An expectation with its error, luck and advantage, and their sum."""

    @property
    def expected(self) -> float:
        """What could be expected at the start."""
        ...

    @property
    def error(self) -> float:
        """The standard error of the expectation, or more; 0 if it is exact."""
        ...

    @property
    def luck(self) -> float:
        """What the dice were worth."""
        ...

    @property
    def advantage(self) -> float:
        """What the choices were worth."""
        ...

    @property
    def came_to(self) -> float:
        """The sum of the three."""
        ...


def of_100(amount: float) -> str:
    """Format an amount on a scale of 100."""
    return f"{100 * amount:.0f}".replace("-0", "0")


def signed(amount: float) -> str:
    """Format a difference on a scale of 100 with its sign; 0 has none."""
    return f"{100 * amount:+.0f}" if abs(amount) >= _NONE else "0"


def expectation_in_words(account: Summed) -> str:
    """Return the expectation at the start, with its standard error if it has one."""
    expected = f"{round(1000 * account.expected) / 10:.1f}"
    return f"{expected} ± {100 * account.error:.1f}" if account.error else expected


def in_tenths(account: Summed) -> tuple[str, str, str]:
    """Return luck, advantage and result on a scale of 100, to one decimal.

    Together with the expectation they add up as printed: the larger of luck and
    advantage absorbs the rounding error.
    """
    amounts = (account.expected, account.luck, account.advantage, account.came_to)
    expected, luck, advantage, result = [round(1000 * amount) for amount in amounts]
    if abs(luck) >= abs(advantage):
        luck = result - expected - advantage
    else:
        advantage = result - expected - luck
    return f"{luck / 10:+.1f}", f"{advantage / 10:+.1f}", f"{result / 10:.1f}"
