"""Output files: written whole or not at all, and never over somebody else's file."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from errno import EACCES
from pathlib import Path
from secrets import token_hex
from typing import IO

from sim.errors import StoreError
from sim.reading.visible import visible


def check_new(path: Path) -> None:
    """Raise StoreError when *path* is there already, or no file can be made there.

    Use it before long work: `new_file` also refuses, but only when the work is done.
    Nothing is written.
    """
    if path.exists() or path.is_symlink():
        raise _there_already(path)
    if not path.parent.is_dir():
        message = f"{path} cannot be written: there is no directory {path.parent}"
        raise StoreError(message)
    if not os.access(path.parent, os.W_OK | os.X_OK):
        message = f"{path} cannot be written: {os.strerror(EACCES)}"
        raise StoreError(message)


@contextmanager
def new_file(path: Path) -> Generator[IO[bytes], None, None]:
    """Open the new file *path* for writing; it is there once all of it is written.

    Until then it is a hidden file in the same directory, which is removed if anything
    goes wrong; a killed process leaves it. Raises StoreError if there is a file already
    or it cannot be written.
    """
    part = path.with_name(f".fracas-{token_hex(8)}.part")
    try:
        check_new(path)
        try:
            with part.open("xb") as target:
                yield target
                target.flush()
                os.fsync(target.fileno())
            _appear(part, path)
        finally:
            part.unlink(missing_ok=True)
    except FileExistsError as error:
        raise _there_already(path) from error
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror or error}"
        raise StoreError(message) from error


def replace_file(path: Path, content: bytes) -> None:
    """Write *content* to *path*, whatever was there; a reader sees the old or the new.

    It is for a file of ours that is saved again and again. Its permissions stay. Raises
    StoreError if it cannot be written, and leaves the old file as it was.
    """
    part = path.with_name(f".fracas-{token_hex(8)}.part")
    try:
        try:
            with part.open("xb") as target:
                if path.exists():
                    part.chmod(path.stat().st_mode)
                target.write(content)
                target.flush()
                os.fsync(target.fileno())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror or error}"
        raise StoreError(message) from error


def _appear(part: Path, path: Path) -> None:
    """Rename *part* to *path*; raises FileExistsError if there is such a file."""
    try:
        path.hardlink_to(part)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        check_new(path)
        part.rename(path)


def _there_already(path: Path) -> StoreError:
    return StoreError(f"{path} is there already, expected the name of a new file")


def spreadsheet_safe(value: object) -> object:
    """Return *value* safe for a spreadsheet: no formulas, no invisible characters."""
    if not isinstance(value, str):
        return value
    text = visible(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
