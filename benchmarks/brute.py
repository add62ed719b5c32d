"""Tiny conflicts of every rule system: exact values against brute force.

The other side follows every face of every die through the rules and merges nothing; it
is that of `tests/graph/tables.py`, in which the tests hold the difference under 1e-9.
"""

from collections.abc import Iterator
from time import process_time

from benchmarks.kept import MEASURED, Part, Row
from benchmarks.stamp import stamp
from tests.graph.tables import brute, solved
from tests.graph.test_brute import PLAYED, tiny

PART = Part(
    "Every face of every die",
    __doc__,
    (
        "tiny conflict",
        "agents",
        "endings",
        "states",
        "s",
        "s by every face",
        "largest difference",
        MEASURED,
    ),
)


NAMES = tuple(dict.fromkeys(pair[0] for pair in PLAYED))


def rows(wanted: str) -> Iterator[Row]:
    """Solve the tiny conflict of that name both ways, and return its rows."""
    for name, *specs in PLAYED:
        if name != wanted:
            continue
        loaded = tiny(name)
        begun = process_time()
        solution = solved(loaded, *specs)
        halfway = process_time()
        faces = brute(loaded, *specs)
        ended = process_time()
        endings = {*faces, *solution.outcomes}
        largest = max(
            abs(solution.outcomes.get(ending, 0.0) - faces.get(ending, 0.0))
            for ending in endings
        )
        yield PART.row(
            name,
            ", ".join(specs),
            len(endings),
            solution.states,
            f"{halfway - begun:.2f}",
            f"{ended - halfway:.2f}",
            f"{largest:.0e}",
            stamp(),
        )
