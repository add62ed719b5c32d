"""Sights: short hashes of the information an agent has when it is asked.

Two questions have the same sight when they offer the same options and their views
differ only in what can no longer matter (the system's `essence`).
"""

from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import structs

from sim.seam.protocol import Decision, RuleSystem

_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_SIZE = 8
"""Bytes of a sight: a million of them collide with probability 2.7e-8."""


def sight(system: RuleSystem[Any], asked: Decision[Any], *, rounds: bool) -> str:
    """Return the sight of what is *asked*, in hexadecimal digits.

    Without *rounds* the number of the round is left out if it does not matter.
    """
    view, timeless = asked.view, system.solving.chart.timeless
    essence = system.solving.essence
    slim = view if essence is None else essence(view)
    matters = rounds or timeless is None or view.round >= timeless(view)
    number = view.round if matters else 0
    seen = structs.replace(slim, round=number), asked.options
    return _short(seen)


def beginning_sight(system: RuleSystem[Any], scenario: Any) -> str:  # noqa: ANN401 - a scenario of the system
    """Return the sight of how *scenario* begins: its values and its rulings."""
    return _short(system.initial(scenario))


def _short(seen: object) -> str:
    digest = blake2b(_encode(seen), digest_size=_SIZE, person=b"fracas-sight")
    return digest.hexdigest()
