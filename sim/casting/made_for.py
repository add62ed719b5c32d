"""Agents that were made for one conflict, and know nothing in another.

Such a file says so in a line, which is read and not run: `MADE_FOR` is the beginning of
that conflict (`sim.conflict.sights`).
"""

import re
from collections.abc import Iterator, Sequence

from sim.casting.specs import files_of
from sim.conflict.sights import beginning_sight
from sim.errors import AgentError
from sim.files.sources import read_source
from sim.library.scenario import Loaded

_LINE = re.compile(rb'^MADE_FOR = "([0-9a-f]{16})"$', re.MULTILINE)


def check_made_for(spec: str, places: Sequence[Loaded]) -> None:
    """Raise AgentError if a file of *spec* was not made for one of the *places*."""
    for path, begun in _made_for(spec):
        for place in places:
            if beginning_sight(place.system, place.scenario) != begun:
                message = (
                    f"{path} is best play in another conflict than {place.name} as it"
                    " is here, expected the scenario it was saved for, with the same"
                    " values and rulings (`fracas value SCENARIO --save DIR` writes"
                    " one for each)"
                )
                raise AgentError(message)


def _made_for(spec: str) -> Iterator[tuple[str, str]]:
    """Yield (path, beginning) of the files of *spec* that are for one conflict."""
    for path in files_of([spec], code=True):
        if not path.endswith(".py"):
            continue
        try:
            text = read_source(path)
        except AgentError:
            continue  # loading it reports why it cannot be read
        if match := _LINE.search(text):
            yield path, match[1].decode()
