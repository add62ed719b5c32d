"""What everybody scored against everybody, in one table that fits a screen."""

from collections.abc import Mapping, Sequence

from sim.cli.terminal.grid import put_blocks
from sim.cli.terminal.output import put_items, put_prose
from sim.tournament.result import Result
from sim.tournament.standings import Pairing
from sim.tournament.verdicts import Says

_LISTED = 8
"""The most pairings that stand in a list; more of them are told by a matrix."""
_SECOND = 21
"""The most that are listed on a second screen: those of seven agents."""
_NAME = 26
"""A longer name has no room beside many figures, and stands below them."""
_MARKS: Mapping[Says, tuple[str, str]] = {
    "better": ("+", "-"),
    "worse": ("-", "+"),
    "equal": ("=", "="),
    "alike": ("=", "="),
    "open": ("?", "?"),
}
"""For each verdict, the mark of the first agent and that of the second."""


def needs_matrix(result: Result, pairings: Sequence[Pairing]) -> bool:
    """Return whether a matrix is shorter than the list of *pairings*, which is long."""
    return len(pairings) > max(_LISTED, len(result.standings))


def option_listing(pairings: Sequence[Pairing]) -> str:
    """Return the option that lists the *pairings* for which a matrix stands."""
    return "--why" if len(pairings) <= _SECOND else "--all"


def put_matrix(
    result: Result, pairings: Sequence[Pairing], head: str = "in %, against"
) -> None:
    """Print what each agent scored against each other, and whether that is sure."""
    cells: dict[tuple[str, str], str] = {}
    for pairing in pairings:
        mine, theirs = _MARKS[pairing.verdict.says]
        score = pairing.score.value
        cells[pairing.first, pairing.second] = f"{100 * score:.0f}{mine}"
        cells[pairing.second, pairing.first] = f"{100 * (1 - score):.0f}{theirs}"
    put_square(head, [row.agent for row in result.standings], cells)


def put_square(
    head: str, agents: Sequence[str], cells: Mapping[tuple[str, str], str]
) -> None:
    """Print the *cells* of each agent against each other, who are numbered."""
    named = numbered_names(agents)
    short = max(map(len, agents)) <= _NAME
    rows = [
        (
            label if short else str(place),
            *(cells.get((agent, other), "") for other in agents),
        )
        for place, (label, agent) in enumerate(zip(named, agents, strict=True), 1)
    ]
    put_blocks([head, *(str(place) for place in range(1, len(agents) + 1))], rows)
    if not short:
        put_items(named)


def numbered_names(agents: Sequence[str]) -> list[str]:
    """Return each of *agents* after its number, by which a table calls it."""
    return [f"{place} {agent}" for place, agent in enumerate(agents, 1)]


def put_marks(more: str = "") -> None:
    """Print what the marks of a matrix mean, and *more* about its scores."""
    put_prose(f"+ better, - worse, = equal or played alike, ? not settled{more}.")
