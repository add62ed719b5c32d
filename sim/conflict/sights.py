"""Sights: what an agent has before it when it is asked, as one short word.

Two questions have one sight when the same may be chosen, and what is seen differs only
in what can no longer matter (the system's `essence`).
"""

from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import structs

from sim.seam.protocol import Decision, RuleSystem

_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_SIZE = 8
"""Bytes of a sight: among a million of them two are alike by luck once in 4e7 times."""


def sight(system: RuleSystem[Any], asked: Decision[Any], *, rounds: bool) -> str:
    """Return the sight of what is *asked*, in hexadecimal digits.

    Without *rounds* the number of the round is left out where it does not matter.
    """
    view, timeless = asked.view, system.chart.timeless
    slim = view if system.essence is None else system.essence(view)
    matters = rounds or timeless is None or view.round >= timeless(view)
    number = view.round if matters else 0
    seen = structs.replace(slim, round=number), asked.options
    digest = blake2b(_encode(seen), digest_size=_SIZE, person=b"fracas-sight")
    return digest.hexdigest()
