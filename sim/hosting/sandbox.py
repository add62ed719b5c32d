"""How much an agent's process may do, from what is asked for to what is recorded."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from sim.casting.specs import files_of
from sim.errors import StoreError
from sim.hosting.wall import STANDS

Sandbox = Literal["off", "limits", "wall"]
"""Nothing is held back; memory and files are limited; or it is behind the wall."""

RECORDED: dict[Sandbox, str] = {"off": "", "limits": "limits", "wall": STANDS}
"""What a run of strangers' agents says of how they were held."""

_IN_WORDS = {
    "off": "nothing: they had the rights of whoever played",
    "limits": "limits on their memory and files, and no wall",
    STANDS: f"a wall ({STANDS})",
}


def kept_by(specs: Iterable[str], recorded: str) -> str | None:
    """Return what kept agents from files from doing harm, as it was *recorded*.

    It is "off" where nothing did, and None where none of *specs* is from a file.
    """
    if recorded:
        return recorded
    return "off" if any(files_of(specs, code=True)) else None


def kept_in_words(kept: str) -> str:
    """Return what `kept_by` says, in words; a stranger's record may say anything."""
    return _IN_WORDS.get(kept, f"{kept!r}, which is no wall known here")


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
