"""Files that people give: read whole, up to a size limit."""

from pathlib import Path

from sim.errors import StreamError
from sim.files.regular import read_bounded


def file_bytes(path: str, most: int) -> bytes:
    """Return the content of the file at *path*, up to a size limit.

    Raises StreamError when it cannot be read or is larger.
    """
    try:
        raw = read_bounded(Path(path), most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"{path}: cannot be read ({reason})"
        raise StreamError(message) from error
    if len(raw) > most:
        message = f"{path}: is larger than {most} bytes"
        raise StreamError(message)
    return raw
