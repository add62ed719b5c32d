"""How much an agent's process may do, from what is asked for to what is recorded."""

from typing import Literal

from msgspec import Struct

from sim.errors import StoreError
from sim.hosting.wall import STANDS

Sandbox = Literal["off", "limits", "wall"]
"""Nothing is held back; memory and files are limited; or it is behind the wall."""

RECORDED: dict[Sandbox, str] = {"off": "", "limits": "limits", "wall": STANDS}
"""What a run of strangers' agents says of how they were held."""


class Asking(Struct, frozen=True):
    """How agents are asked again: how held, and whether *weak* fingerprints will do."""

    sandbox: Sandbox = "wall"
    weak: bool = False


def as_recorded(held: str) -> Sandbox:
    """Return how agents are held that were *held* so; StoreError for no known way."""
    for sandbox, known in RECORDED.items():
        if known == held:
            return sandbox
    message = f"its agents from files were held by {held!r}, which nothing here is"
    raise StoreError(message)
