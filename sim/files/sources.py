"""The files that agents are loaded from: regular, small, and read once.

A run reads them before it begins and keeps their contents in its plan, so that every
process plays what was recorded.
"""

import stat
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from shutil import which
from types import MappingProxyType

from sim.errors import AgentError

Files = tuple[tuple[str, bytes], ...]
"""Path -> contents, as pairs."""

BYTES_MAX = 1 << 20
COMPILED_MAX = 1 << 24
"""The same for compiled programs, which hold their libraries."""
COMPILED = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
"""The first bytes of compiled programs of Linux and macOS."""

_NONE: Mapping[str, bytes] = MappingProxyType({})
_GIVEN: ContextVar[Mapping[str, bytes]] = ContextVar("files", default=_NONE)


def read_source(path: str) -> bytes:
    """Return the contents of *path*: from `reading_from`, otherwise from the disk.

    Raises AgentError when it is missing, no regular file, or larger than a mebibyte (16
    for a compiled program).
    """
    given = _GIVEN.get().get(path)
    if given is not None:
        return given
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):
            message = f"{path} is no regular file, which an agent's file must be"
            raise AgentError(message)
        with Path(path).open("rb") as file:
            data = file.read(BYTES_MAX + 1)
            most = COMPILED_MAX if data.startswith(COMPILED) else BYTES_MAX
            data += file.read(most - BYTES_MAX)
    except FileNotFoundError as error:
        if not (command := which(path)):
            message = f"the agent's file {path} cannot be read: {error.strerror}"
        else:
            message = (
                f"there is no file {path} here: a program that plays is named by its"
                f" path, as cmd:{command} is"
            )
        raise AgentError(message) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"the agent's file {path} cannot be read: {reason}"
        raise AgentError(message) from error
    if len(data) > most:
        message = f"the agent's file {path} is larger than {most} bytes"
        raise AgentError(message)
    return data


def read_sources(paths: Iterable[str]) -> Files:
    """Return the contents of each of *paths*, to be kept with what is played."""
    return tuple((path, read_source(path)) for path in dict.fromkeys(paths))


@contextmanager
def reading_from(files: Files) -> Generator[None, None, None]:
    """Let `read_source` return the contents in *files* instead of reading the disk."""
    token = _GIVEN.set({**_GIVEN.get(), **dict(files)})
    try:
        yield
    finally:
        _GIVEN.reset(token)
