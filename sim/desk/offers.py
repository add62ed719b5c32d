"""Scenarios to play and to judge: those that are shipped, and those given at the start.

A file is read once, when the desk is opened, and found by its name alone: what comes
from a browser is never a path.
"""

import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path, PurePath

from msgspec import Struct, structs

from sim.errors import ScenarioError, UnknownNameError
from sim.library import catalogue
from sim.library.scenario import Loaded, from_json, load
from sim.run.seating import seat_agents

_OWN = "Your files"


class Offer(Struct, frozen=True):
    """A scenario that is offered by its *name*.

    One from a file has its contents as *data*, and *reference* is how a transcript
    beside the store names the file.
    """

    name: str
    data: bytes = b""
    reference: str = ""

    def load(self) -> Loaded:
        """Return the scenario; no file of the disk is read by its path."""
        if self.data:
            return structs.replace(from_json(self.data), name=self.name)
        if self.name not in catalogue.scenarios():
            message = f"no scenario is called {self.name!r}"
            raise UnknownNameError(message)
        return load(self.name)


class Offers:
    """What is offered at the desk of *store*, with the scenarios of *files*."""

    def __init__(self, store: str = "", files: Sequence[str] = ()) -> None:
        self._own: dict[str, Offer] = {}
        for file in files:
            offer = _read(store, file)
            if offer.name in self._own:
                message = (
                    f"two files are called {offer.name}, expected one of each name"
                )
                raise ScenarioError(message)
            self._own[offer.name] = offer

    @cached_property
    def titles(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """Heading -> (name, title) of scenarios: files first, then by rule system."""
        titles: dict[str, list[tuple[str, str]]] = {}
        if self._own:
            own = [offer.load() for offer in self._own.values()]
            titles[_OWN] = [(loaded.name, loaded.title) for loaded in own]
        for loaded in catalogue.usable(catalogue.scenarios(), load):
            entry = loaded.name, loaded.title
            titles.setdefault(loaded.system.title, []).append(entry)
        return titles

    def offer(self, name: str) -> Offer:
        """Return what is called *name*; raises UnknownNameError for anything else."""
        own = self._own.get(name)
        if own is None and name not in catalogue.scenarios():
            message = "no scenario is called so"
            raise UnknownNameError(message)
        return own or Offer(name)


def _read(store: str, file: str) -> Offer:
    """Return the scenario of *file*; raises ScenarioError, AgentError for a bad one."""
    name = PurePath(file).name
    if file in catalogue.scenarios():
        message = f"{file} is shipped and offered already, expected the path of a file"
        raise ScenarioError(message)
    loaded = load(file)
    seat_agents(loaded.system.seats(loaded.scenario), [])  # agents of files are refused
    near = Path(store).resolve().parent if "://" not in store else None
    reference = name if near is None else os.path.relpath(Path(file).resolve(), near)
    return Offer(name, loaded.data, Path(reference).as_posix())
