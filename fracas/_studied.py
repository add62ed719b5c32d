"""What is worked out without playing: chances and exact values."""

from collections.abc import Mapping
from typing import Any

from sim.errors import UnknownNameError
from sim.library.registry import rule_system
from sim.reading.hints import among
from sim.seam.chances import Chances


def odds(system: str, question: str = "", /, **query: Any) -> Mapping[str, Chances]:  # noqa: ANN401 - the fields of the question
    """Return the parts of the answer to a question about chances, as fractions.

    The first question of *system* is meant where none is named; the part named "" is
    the answer itself. Raises OddsError for what cannot be.
    """
    known = rule_system(system).odds
    name = question or next(iter(known), "")
    if name not in known:
        message = (
            f"{system} answers no question {name!r}, expected {among([*known], name)}"
        )
        raise UnknownNameError(message)
    asked = known[name]
    return asked.answer(asked.query(**query)).parts
