"""What everybody scored against everybody, in one table that fits a screen."""

from collections.abc import Mapping, Sequence

from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put_prose
from sim.tournament.result import Result
from sim.tournament.standings import Pairing
from sim.tournament.verdicts import Says

_LISTED = 8
"""So many pairings stand one below the other; more of them are told by a matrix."""
_SECOND = 21
"""So many are listed on a second screen: those of seven agents."""
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


def listed_by(pairings: Sequence[Pairing]) -> str:
    """Return the option that lists *pairings* which a matrix stands for."""
    return "--why" if len(pairings) <= _SECOND else "--all"


def put_matrix(
    result: Result, pairings: Sequence[Pairing], head: str = "in %, against"
) -> None:
    """Print what each agent scored against each other, and whether that is sure."""
    cells: dict[tuple[str, str], str] = {}
    for one in pairings:
        mine, theirs = _MARKS[one.verdict.says]
        score = one.score.value
        cells[one.first, one.second] = f"{100 * score:.0f}{mine}"
        cells[one.second, one.first] = f"{100 * (1 - score):.0f}{theirs}"
    agents = [row.agent for row in result.standings]
    rows = [
        (f"{place} {agent}", *(cells.get((agent, other), "") for other in agents))
        for place, agent in enumerate(agents, 1)
    ]
    put_table([head, *(str(place) for place in range(1, len(agents) + 1))], rows)


def put_marks(more: str) -> None:
    """Print what the marks of a matrix mean, and that *more* has intervals."""
    put_prose(
        "+ better, - worse, = equal or played alike, ? not settled; one by one, with"
        f" intervals: {more}."
    )
