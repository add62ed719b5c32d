"""A fingerprint of the code that plays: equal code gives equal conflicts.

The version number is not enough, since it does not change with every edit.
"""

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

import sim

OURS = sim.__name__
_PERSON = b"fracas-code"
_FOLDERS = ("agents", "scenarios")
"""Folders shipped inside the package; in a checkout they are next to it."""


@cache
def fingerprint(package: str = OURS) -> str:
    """Return BLAKE2b-128 over the Python and TOML files of *package*, by their names.

    The files are read once in a process; later changes to them do not count.
    """
    digest = blake2b(digest_size=16, person=_PERSON)
    for name, path in sorted(_files(package)):
        data = path.read_bytes()
        digest.update(f"{name}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()


def package_of(made: object) -> str:
    """Return the name of the top-level package that defines the class of *made*."""
    return type(made).__module__.partition(".")[0]


def _files(package: str) -> Iterator[tuple[str, Path]]:
    """Yield the files of *package*, each under its name inside the package."""
    own = package == OURS
    for name, place in _shipped() if own else _installed(package):
        for path in (*place.rglob("*.py"), *place.rglob("*.toml")):
            inside = path.relative_to(place).as_posix()
            if name or not own or inside.split("/")[0] not in _FOLDERS:
                yield f"{name}/{inside}", path


def _shipped() -> Iterator[tuple[str, Path]]:
    """Yield our own folders, under the same names in a checkout and an installation."""
    yield "", Path(sim.__file__).parent
    for folder in _FOLDERS:
        paths = (Path(root) / folder for root in sim.__path__)
        yield folder, next(path for path in paths if path.is_dir())


def _installed(package: str) -> Iterator[tuple[str, Path]]:
    try:
        spec = find_spec(package)
    except ValueError:  # __main__ has no spec in an interactive session
        return
    if spec is not None:
        for place in spec.submodule_search_locations or ():
            yield "", Path(place)
