"""The accounts of an analysis in words."""

from collections.abc import Iterable

from sim.analysis.analysis import Analysis
from sim.analysis.moments import Account
from sim.analysis.totals import Totals


def continuation_in_words(analysis: Analysis) -> str:
    """Return which agents continue from every moment, and how certain values are."""
    agents = set(analysis.continuation.values())
    who = ", ".join(f"{seat} by {spec}" for seat, spec in analysis.continuation.items())
    if len(agents) == 1:
        who = f"all seats by {next(iter(agents))}"
    return f"Played on from every moment: {who}. Values: {analysis.how_sure}."


def errors_in_words(accounts: Iterable[Account | Totals]) -> str:
    """Return what the ± of `expectation_in_words` is; "" if all *accounts* are exact.

    A result has no error, so luck is as unsure as the expectation that it is added to.
    """
    unsure = [account for account in accounts if account.error]
    if not unsure:
        return ""
    most = "at most the " if isinstance(unsure[0], Totals) else ""
    return f"±: {most}standard error of expected, and so of luck"
