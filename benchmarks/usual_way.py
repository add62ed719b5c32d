"""The eventsourcing library used the usual way: an aggregate with @event methods.

One aggregate a duel, one decorated method for each kind of event, JSON, the library's
own application and mapper, one save a conflict. The duel written by hand says what
happens, which is the cheapest play there is; each event becomes one call with the same
fields, citations included, and the aggregate keeps what a duel must remember.
"""

# ruff: noqa: ARG002 - an event has all its fields, remembered or not

from collections.abc import Callable
from pathlib import Path
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from benchmarks.bare_duel import Duel
from benchmarks.bare_tables import POOLS, Event
from benchmarks.stage import QUIET, SEED
from sim.dice.seed import conflict_key

Cites = list[str]


class Alley(Aggregate):
    """One duel as an aggregate."""

    @event("Started")
    def __init__(self, system: str, scenario: str, key: str, game: int) -> None:
        self.system, self.scenario, self.key, self.game = system, scenario, key, game
        self.volley = 0
        self.pools = [list(pools) for pools in POOLS]
        self.harm = [[0] * 7, [0] * 7]
        self.actions: list[list[int]] = [[], []]
        self.checks: list[list[Any]] = []
        self.levels = [0, 0]
        self.how = ""
        self.returns = [0.0, 0.0]

    @event("Gathered")
    def gathered(
        self, cites: Cites, stage: int, checks: list[list[Any]], attempt: int
    ) -> None:
        """Put checks on the table."""
        self.checks = checks

    @event("Rolled")
    def rolled(  # noqa: PLR0913, PLR0917 - the fields of the event
        self,
        who: int,
        why: str,
        pool: list[list[int]],
        faces: list[int],
        kept: list[int],
        reading: list[int],
        attempt: int,
    ) -> None:
        """Let dice fall."""
        self.levels[who] = reading[0]

    @event("Spent")
    def spent(  # noqa: PLR0913, PLR0917 - the fields of the event
        self,
        cites: Cites,
        who: int,
        by: int,
        amount: int,
        pool: int,
        left: int,
        purpose: str,
    ) -> None:
        """Take points from a pool."""
        self.pools[who][pool] = left

    @event("Declared")
    def declared(
        self,
        who: int,
        stance: int,
        ability: int,
        target: int,
        obstructs: bool,  # noqa: FBT001 - a field
        prop: int,
    ) -> None:
        """Declare an action."""
        self.actions[who] = [stance, ability, target, prop]

    @event("Opening")
    def opened(
        self,
        cites: Cites,
        volley: int,
        naming: list[int],
        released: list[int],
        retargeting: list[int],
    ) -> None:
        """Begin a volley."""
        self.volley = volley

    @event("Met")
    def met(self, cites: Cites, fields: list[Any]) -> None:
        """Resolve a contest."""
        self.levels = [fields[3], fields[4]]

    @event("Harmed")
    def harmed(self, cites: Cites, fields: list[Any]) -> None:
        """Mark harm."""
        who, _, _, box, pool = fields[:5]
        if box:
            self.harm[who][box - 1] = 1 + pool

    @event("Ended")
    def ended(self, cites: Cites, how: str, returns: list[float]) -> None:
        """End the conflict."""
        self.how, self.returns = how, returns

    @event("Answered")
    def answered(self, tag: str, who: int, fields: list[Any]) -> None:
        """Record any other answer."""

    @event("Followed")
    def followed(self, tag: str, cites: Cites, fields: list[Any]) -> None:
        """Record any other consequence."""


WHOLE: dict[str, Callable[..., None]] = {
    "gathered": Alley.gathered,
    "rolled": Alley.rolled,
    "spent": Alley.spent,
    "action": Alley.declared,
    "free-and-clear": Alley.opened,
    "ended": Alley.ended,
}
PARTED: dict[str, Callable[..., None]] = {"contest": Alley.met, "harm": Alley.harmed}


def recorded(application: Application[Any], digest: bytes, game: int) -> int:
    """Play one duel, save it, and return how many events it has."""
    key = conflict_key(SEED, game)
    played = Duel(key, QUIET)
    played.play()
    alley = Alley("solar_system", digest.hex(), key.hex(), game)
    for happened in played.events:
        _happen(alley, happened)
    application.save(alley)
    return len(played.events) + 1


def _happen(alley: Alley, event: Event) -> None:
    tag, *fields = plain(event)
    if tag in WHOLE:
        WHOLE[tag](alley, *fields)
    elif tag in PARTED:
        PARTED[tag](alley, fields[0], fields[1:])
    elif isinstance(fields[0], int):
        alley.answered(tag, fields[0], fields[1:])
    else:
        alley.followed(tag, fields[0], fields[1:])


def plain(value: Any) -> Any:  # noqa: ANN401 - whatever JSON can hold
    """Return *value* as JSON has it: lists for tuples, [low, high] for a die."""
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value if isinstance(value, str | float | int | None) else [-1, 1]


def application(path: Path) -> Application[Any]:
    """Return a new application that keeps its events in the SQLite file *path*."""
    return Application(
        env={
            "PERSISTENCE_MODULE": "eventsourcing.sqlite",
            "SQLITE_DBNAME": str(path),
        }
    )
