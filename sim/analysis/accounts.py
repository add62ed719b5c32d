"""The accounts of an analysis in words: what adds up is printed so that it adds up."""

from sim.analysis.analysis import Account, Analysis
from sim.analysis.curve import sure
from sim.analysis.over import Totals


def continued(found: Analysis) -> str:
    """Return which agents continue from every moment, and how certain values are."""
    agents = set(found.continuation.values())
    who = ", ".join(f"{seat} by {spec}" for seat, spec in found.continuation.items())
    if len(agents) == 1:
        who = f"all seats by {next(iter(agents))}"
    return f"Played on from every moment: {who}. Values: {sure(found)}."


def in_tenths(one: Account | Totals) -> tuple[str, str, str]:
    """Return luck, advantage and result on a scale of 100, to one decimal.

    Together with the expectation they add up as printed: the larger of luck and
    advantage absorbs the rounding error.
    """
    amounts = (one.expected, one.luck, one.advantage, one.came_to)
    expected, luck, advantage, result = [round(1000 * amount) for amount in amounts]
    if abs(luck) >= abs(advantage):
        luck = result - expected - advantage
    else:
        advantage = result - expected - luck
    return f"{luck / 10:+.1f}", f"{advantage / 10:+.1f}", f"{result / 10:.1f}"


def expectation(one: Account) -> str:
    """Return the expectation at the start, with its standard error if it has one."""
    expected = f"{round(1000 * one.expected) / 10:.1f}"
    return f"{expected} ± {100 * one.error:.1f}" if one.error else expected
