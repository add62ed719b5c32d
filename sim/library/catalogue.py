"""What can be played by name: ours, and that of other packages.

Scenario files are in the folder `scenarios`, campaigns and transcripts in its
subfolders.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from typing import TypeVar

from sim.errors import FracasError
from sim.library import plugins

Loaded = TypeVar("Loaded")
"""What a file is loaded as."""

_OURS = "sim.scenarios"
_SUFFIX = ".toml"
_CAMPAIGNS = "campaigns"


class Shipped(Mapping[str, Traversable]):
    """Files by name, in order: of two of one name ours is used, then the first.

    Other packages are searched only for a name that is not ours, or when all are
    listed.
    """

    def __init__(self, *folders: str) -> None:
        self._folders = folders

    @cached_property
    def _ours(self) -> dict[str, Traversable]:
        return {
            name: entry
            for folder in self._folders
            for name, entry in _entries(_OURS, folder)
        }

    @cached_property
    def _all(self) -> dict[str, Traversable]:
        every: dict[str, Traversable] = {}
        for folder in self._folders:
            every |= _gathered(folder)
        return every | self._ours

    def is_ours(self, name: str) -> bool:
        """Whether the file called *name* ships with Fracas."""
        return name in self._ours

    def __getitem__(self, name: str) -> Traversable:
        return self._ours[name] if name in self._ours else self._all[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)


def scenarios() -> Shipped:
    """Return all scenario files."""
    return Shipped("")


def usable(
    entries: Mapping[str, Traversable], load: Callable[[str], Loaded]
) -> Iterator[Loaded]:
    """Yield what *load* makes of each name; another package's failures are left out.

    Such a failure is a warning that names the file. Raises the FracasError of a file of
    ours.
    """
    ours = str(files(_OURS))
    for name, entry in entries.items():
        try:
            loaded = load(name)
        except FracasError as error:
            if str(entry).startswith(ours):
                raise
            plugins.warn(f"left out: {entry} of another package: {error}")
        else:
            yield loaded


def campaigns() -> Shipped:
    """Return all campaign files."""
    return Shipped(_CAMPAIGNS)


def playables() -> Shipped:
    """Return all files that can be run: scenarios, then campaigns."""
    return Shipped("", _CAMPAIGNS)


def transcripts() -> dict[str, str]:
    """Return all transcripts: name -> path."""
    paths: dict[str, str] = {}
    for name, entry in _gathered("transcripts").items():
        with as_file(entry) as path:
            paths[name] = str(path)
    return paths


def _gathered(folder: str) -> dict[str, Traversable]:
    entries: dict[str, Traversable] = {}
    brought: dict[str, str] = {}
    for module, package in {_OURS: "Fracas", **plugins.folders()}.items():
        for name, entry in _entries(module, folder):
            if name in entries:
                plugins.warn(
                    f"{brought[name]} and {package} both bring a {name}{_SUFFIX}: that"
                    f" of {brought[name]} is used"
                )
                continue
            entries[name], brought[name] = entry, package
    return dict(sorted(entries.items()))


def _entries(module: str, folder: str) -> Iterator[tuple[str, Traversable]]:
    place, reason = plugins.call_guarded(lambda: files(module))
    if reason:
        plugins.warn(f"left out: the scenarios of {module} cannot be found: {reason}")
        return
    if folder:
        place = place.joinpath(folder)
    if place.is_dir():
        for entry in place.iterdir():
            if entry.name.endswith(_SUFFIX):
                yield entry.name.removesuffix(_SUFFIX), entry
