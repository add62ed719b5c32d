"""What a run is to play, and all that decides what comes of it."""

from typing import Literal

from msgspec import Struct

from sim.casting.objects import Given
from sim.files.sources import Files
from sim.hosting.process import PATIENCE
from sim.hosting.sandbox import Sandbox
from sim.seam.events import SeatTaken

WIDTH = 32
"""So many conflicts are under way at once where an agent from a file plays."""

Record = Literal["full", "seal", "none"]
"""What is kept: every event, one line a conflict, nothing."""


class Plan(Struct, frozen=True):
    """What a run is to play, and all that decides what comes of it.

    *scenario* is canonical JSON, *agents* one spec a seat. *load* and *roster* are the
    dotted names of what reads the scenario and of the module that makes agents; *files*
    are what the specs name, as they were when the plan was made. An agent from a file
    has *patience* seconds for a choice, and is held as *sandbox* says. Where the seats
    as a stream records them are given as *taken*, agents are made from those; old
    records with *weak* fingerprints will do only if it says so.

    Where an agent from a file plays, *width* conflicts are under way at once; what
    comes of them does not depend on it. Of the first *counted* games the choices
    are counted. *given* are agents given in Python, of which other processes know only
    what the plan brings them.
    """

    run_id: str
    scenario: bytes
    agents: tuple[str, ...]
    seed: str
    games: int
    record: Record = "full"
    strict: bool = False
    load: str = "sim.library.scenario:from_json"
    roster: str = "sim.hosting.agents"
    files: Files = ()
    patience: float = PATIENCE
    sandbox: Sandbox = "off"
    taken: tuple[SeatTaken, ...] = ()
    module: str = "sim.run.chunk"
    weak: bool = False
    width: int = WIDTH
    given: tuple[Given, ...] = ()
    counted: int = 0
