"""Regular files, as opposed to named pipes, devices and sockets.

Opening a named pipe waits until somebody writes to it, perhaps for ever, and a device
may never end.
"""

import errno
import stat
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

_SPECIAL: Mapping[int, str] = MappingProxyType(
    {
        stat.S_IFIFO: "a named pipe",
        stat.S_IFSOCK: "a socket",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a device",
    }
)
_SHELL = ("/", "dev")


def kind_of_special_file(path: str | Path) -> str:
    """Return what *path* is, in words, if it is not a regular file; "" if it is one.

    Raises OSError if it does not exist, ValueError for what cannot be a path.
    """
    return _SPECIAL.get(stat.S_IFMT(Path(path).stat().st_mode), "")


def is_piped(path: Path) -> bool:
    """Whether *path* is a pipe of the shell under /dev: `<(command)` or /dev/stdin.

    Raises OSError for anything else that is not a regular file.
    """
    kind = kind_of_special_file(path)
    if kind and path.parts[:2] != _SHELL:
        raise OSError(errno.EINVAL, f"it is {kind}, expected a file", str(path))
    return bool(kind)


def read_bounded(path: Path, most: int) -> bytes:
    """Return the first bytes of the file *path*, up to a limit.

    It may be a pipe of the shell. Raises OSError if it cannot be read, or is neither.
    """
    is_piped(path)  # raises OSError for what is neither
    with path.open("rb") as file:
        return file.read(most)
