"""What a run plays: everything on which its results depend."""

from typing import Literal

from msgspec import Struct

from sim.casting.objects import Given
from sim.dice.fair import Share
from sim.files.sources import Files
from sim.hosting.process import PATIENCE
from sim.hosting.sandbox import Sandbox
from sim.seam.events import SeatTaken
from sim.store.bulk import Bulk

WIDTH = 32
"""How many conflicts are under way at once if an agent from a file plays."""

Level = Literal["full", "seal", "none"]
"""What is recorded: every event, one line for each conflict, or nothing."""
Record = Level | Literal["packed"]
"""How it is recorded: packed is every event too, in one row for a chunk of games."""


class Plan(Struct, frozen=True):
    """What to play, and everything the result depends on.

    *scenario* is canonical JSON, *agents* has one spec for each seat. *load* and
    *roster* are the dotted names of the function that reads the scenario and of the
    module that creates agents; *files* are the files that specs name, as they were when
    the plan was made. An agent from a file has *patience* seconds for a choice, and
    runs in *sandbox*. If *taken* has the seats as a stream records them, agents are
    created from those; old records with *weak* fingerprints are accepted only if that
    is set. If an agent from a file plays, *width* conflicts are under way at once,
    which does not affect results. Choices are counted in the first *counted* games.
    *given* are agents given in Python, which other processes only know from the plan.
    *fair* are the shares that the seed was made of, if several parties made it. *bulk*
    is the form in which the store takes the rows of a chunk together, if it does.
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

    @property
    def level(self) -> Level:
        """What is recorded, however it is laid out."""
        return "full" if self.record == "packed" else self.record

    fair: tuple[Share, ...] = ()
    bulk: Bulk = ""
