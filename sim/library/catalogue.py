"""What can be played by name: ours, and that of other packages.

Scenario files are in the folder `scenarios`, campaigns and transcripts in its
subfolders.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from typing import TypeVar

from sim.errors import FracasError
from sim.library import plugins

Loaded = TypeVar("Loaded")
"""What a file is loaded as."""

_OURS = "sim.scenarios"
_SUFFIX = ".toml"


def scenarios() -> dict[str, Traversable]:
    """Return all scenario files, by name, in order.

    Of two of one name the first is used, ours before those of other packages.
    """
    return _gathered("")


def usable(
    found: Mapping[str, Traversable], load: Callable[[str], Loaded]
) -> Iterator[Loaded]:
    """Yield what *load* makes of each name; another package's failures are left out.

    Such a failure is a warning that names the file. Raises the FracasError of a file of
    ours.
    """
    ours = str(files(_OURS))
    for name, entry in found.items():
        try:
            loaded = load(name)
        except FracasError as error:
            if str(entry).startswith(ours):
                raise
            plugins.warn(f"left out: {entry} of another package: {error}")
        else:
            yield loaded


def campaigns() -> dict[str, Traversable]:
    """Return all campaign files, by name, in order."""
    return _gathered("campaigns")


def transcripts() -> dict[str, str]:
    """Return all transcripts: name -> path."""
    found: dict[str, str] = {}
    for name, entry in _gathered("transcripts").items():
        with as_file(entry) as path:
            found[name] = str(path)
    return found


def _gathered(folder: str) -> dict[str, Traversable]:
    found: dict[str, Traversable] = {}
    brought: dict[str, str] = {}
    for module, package in {_OURS: "Fracas", **plugins.folders()}.items():
        for name, entry in _entries(module, folder):
            if name in found:
                plugins.warn(
                    f"{brought[name]} and {package} both bring a {name}{_SUFFIX}: that"
                    f" of {brought[name]} is used"
                )
                continue
            found[name], brought[name] = entry, package
    return dict(sorted(found.items()))


def _entries(module: str, folder: str) -> Iterator[tuple[str, Traversable]]:
    place, reason = plugins.guarded(lambda: files(module))
    if reason:
        plugins.warn(f"left out: the scenarios of {module} cannot be found: {reason}")
        return
    if folder:
        place = place.joinpath(folder)
    if place.is_dir():
        for entry in place.iterdir():
            if entry.name.endswith(_SUFFIX):
                yield entry.name.removesuffix(_SUFFIX), entry
