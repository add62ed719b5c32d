"""Optimal strategies as files of agents, each with a certificate of exploitability."""

import os
from collections.abc import Iterator
from errno import EACCES
from pathlib import Path

from msgspec import Struct

from sim.conflict.sights import beginning_sight
from sim.errors import StoreError
from sim.files.outputs import check_new, new_file
from sim.graph.budget import Budget
from sim.graph.clock import Clock
from sim.graph.progress import Progress, no_progress
from sim.optimal.backward import Aim
from sim.optimal.blocks import Side
from sim.optimal.certificate import Certificate, certificate_of, file_names
from sim.optimal.strategy import strategy_of
from sim.optimal.strategy_file import AgentSource, agent_source
from sim.study.graph_results import GraphResults

_WANTED: dict[Aim, str] = {
    Aim.DIFFERENCE: "gets as much more than the other as can be",
    Aim.FIRST: "makes sure of as much as can be, whatever the other gets",
    Aim.SECOND: "makes sure of as much as can be, whatever the other gets",
}


class SavedStrategy(Struct, frozen=True):
    """A strategy of a *seat* in a *file*, which knows this many *questions*.

    *aim* is the number that it optimises: the difference, or the return that the
    first or the second side can be sure of. The *certificate* bounds the gain against
    it.
    """

    seat: str
    file: str
    aim: str
    questions: int
    certificate: Certificate

    @property
    def gain(self) -> float | None:
        """The most that anybody gains against it; None if that is not known."""
        return self.certificate.gain


def strategy_files(results: GraphResults) -> list[tuple[Aim, Side, str]]:
    """Return (aim, side, name of the file) of each strategy.

    If returns always have the same sum, maximising the difference also maximises the
    own return, so there is one strategy for each side; else there are two, as far as
    they are known.
    """
    loaded = results.loaded
    seats = loaded.system.seats(loaded.scenario)
    names = file_names(seats, results.sides)
    kinds = [(Aim.DIFFERENCE, side, f"{names[side]}.py") for side in (0, 1)]
    if not results.is_constant():
        sure = ((Aim.FIRST, 0), (Aim.SECOND, 1))
        # In an unfinished graph the bounds of one aim may still be apart.
        kinds += [
            (aim, side, f"{names[side]}_sure.py")
            for aim, side in sure
            if not results.is_open(aim)
        ]
    return kinds


def check_folder(folder: Path) -> None:
    """Raise StoreError if strategies cannot be written into *folder*."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        message = f"{folder} is not empty, expected a new or an empty folder"
        raise StoreError(message)
    if not folder.absolute().parent.is_dir():
        message = f"{folder} cannot be made: there is no {folder.absolute().parent}"
        raise StoreError(message)
    if folder.exists():
        if not os.access(folder, os.W_OK | os.X_OK):
            message = f"{folder} cannot be written into ({os.strerror(EACCES)})"
            raise StoreError(message)
    else:
        try:
            folder.mkdir()
            folder.rmdir()
        except OSError as error:
            message = f"{folder} cannot be made ({error.strerror})"
            raise StoreError(message) from error


def save_strategies(
    results: GraphResults,
    folder: Path,
    *,
    budget: Budget,
    clock: Clock,
    progress: Progress = no_progress,
) -> Iterator[SavedStrategy]:
    """Write the strategies into *folder*, and yield each with its certificate.

    Raises AgentError for a strategy that does not fit into a file, StoreError for a
    folder that cannot be written.
    """
    sources = [
        ((aim, side, name), _strategy_source(results, aim, side))
        for aim, side, name in strategy_files(results)
    ]
    check_folder(folder)
    folder.mkdir(exist_ok=True)
    for number, ((aim, side, name), source) in enumerate(sources):
        file = folder / name
        check_new(file)
        with new_file(file) as target:
            target.write(source.text.encode())
        certificate = certificate_of(
            results.terms(aim),
            str(file),
            (side, results.bounds(aim).middle),
            budget=budget,
            clock=clock.part(1.0 / (len(sources) - number)),
            progress=progress,
        )
        yield SavedStrategy(
            results.names[side], str(file), str(aim), source.questions, certificate
        )


def _strategy_source(results: GraphResults, aim: Aim, side: Side) -> AgentSource:
    loaded = results.loaded
    known = strategy_of(loaded.system, *results.play(aim, side), side)
    title = f"Best play of {results.names[side]} in {loaded.name}."
    told = (
        f"It {_WANTED[aim]}. In another scenario, or with other values or"
        "\nrulings, it is refused."
    )
    begun = beginning_sight(loaded.system, loaded.scenario)
    sides = results.sides
    usual = sides.specs[sides.both[side]]
    # A stochastic agent still draws its answers to questions that are not free.
    likeliest = sides.free[side] is None
    return agent_source(known, (title, told), begun, usual, likeliest=likeliest)
