"""Tiny conflicts of every rule system: exact values against brute force.

The other side follows every face of every die through the rules and merges nothing; it
is that of `tests/graph/tables.py`, in which the tests hold the difference under 1e-9.
"""

from collections.abc import Iterator
from time import process_time

from tests.graph.tables import brute, solved
from tests.graph.test_brute import PLAYED, tiny

TITLE = "## Every face of every die\n"
_HEADS = ("tiny conflict", "agents", "endings", "states", "s", "s by every face")
_DIFFERENCE = "largest difference"


def told() -> str:
    """Solve the tiny conflicts both ways, and return the table."""
    heads = [*_HEADS, _DIFFERENCE]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", *_rows()]
    return "\n".join([TITLE, *lines, "", ""])


def _rows() -> Iterator[str]:
    for name, *specs in PLAYED:
        loaded = tiny(name)
        begun = process_time()
        found = solved(loaded, *specs)
        halfway = process_time()
        faces = brute(loaded, *specs)
        ended = process_time()
        endings = {*faces, *found.outcomes}
        largest = max(
            abs(found.outcomes.get(one, 0.0) - faces.get(one, 0.0)) for one in endings
        )
        yield (
            f"| {name} | {', '.join(specs)} | {len(endings)} | {found.states} |"
            f" {halfway - begun:.2f} | {ended - halfway:.2f} | {largest:.0e} |"
        )
