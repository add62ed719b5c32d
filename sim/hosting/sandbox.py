"""Kinds of sandbox for agents from files: how they are asked for and recorded."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from sim.casting.specs import files_of
from sim.errors import StoreError

Sandbox = Literal["off", "limits", "wall"]
"""No limits, limits on memory and files, or the wall."""

STANDS = "landlock+seccomp"
"""What a run records when its strangers' agents were behind the wall."""

RECORDED: dict[Sandbox, str] = {"off": "", "limits": "limits", "wall": STANDS}
"""What a run records about the sandbox of strangers' agents."""

_IN_WORDS = {
    "off": "nothing: they had the rights of whoever played",
    "limits": "limits on their memory and files, and no wall",
    STANDS: f"a wall ({STANDS})",
}


def kept_by(specs: Iterable[str], recorded: str) -> str | None:
    """Return the sandbox of agents from files, as it was *recorded*.

    It is "off" where there was none, and None if none of *specs* is from a file.
    """
    if recorded:
        return recorded
    return "off" if any(files_of(specs, code=True)) else None


def kept_in_words(kept: str) -> str:
    """Return the result of `kept_by` in words; a record may say anything."""
    return _IN_WORDS.get(kept, f"{kept!r}, which is unknown here")


class Asking(Struct, frozen=True):
    """How an audit asks agents: in which sandbox, with *weak* fingerprints or not."""

    sandbox: Sandbox = "wall"
    weak: bool = False


def as_recorded(held: str) -> Sandbox:
    """Return the sandbox for a record that says *held*; StoreError if it is unknown."""
    for sandbox, known in RECORDED.items():
        if known == held:
            return sandbox
    message = f"its agents from files were in the sandbox {held!r}, which is unknown"
    raise StoreError(message)
