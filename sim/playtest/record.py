"""A playtest in a store: begin it, or resume it where it was interrupted.

It is identified by the scenario, the agents, the seed, and the budget in conflicts. So
the same command resumes it, and prints a complete one again without playing.
"""

from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec

from sim.casting.roster import describe
from sim.errors import StoreError
from sim.library.scenario import Loaded
from sim.run.code import fingerprint, package_of
from sim.seam.events import SeatTaken
from sim.store.events import row
from sim.store.playtests import (
    BatchRecorded,
    PlaytestCompleted,
    PlaytestStarted,
    playtest_stream,
)
from sim.store.store import Store

if TYPE_CHECKING:
    from sim.playtest.runner import Job  # a solver is slow to load

_PREFIX = playtest_stream("")
_PERSON = b"fracas-playtest"


def started_for(
    loaded: Loaded, agents: tuple[str, ...], seed: str, games: int
) -> PlaytestStarted:
    """Return the first event of the playtest of *loaded* by these *agents*."""
    digest = loaded.digest.hex()
    seats = loaded.system.seats(loaded.scenario)
    identity = msgspec.json.encode([digest, agents, seed, games])
    return PlaytestStarted(
        blake2b(identity, digest_size=6, person=_PERSON).hexdigest(),
        loaded.title,
        loaded.system.name,
        loaded.system.version,
        digest,
        agents,
        tuple(
            SeatTaken(seat.name, *describe(spec))
            for seat, spec in zip(seats, agents, strict=True)
        ),
        seed,
        games,
        fingerprint(package_of(loaded.scenario)),
    )


class Recorded:
    """The record of one playtest in *store*; new batches are added to it."""

    def __init__(self, store: Store, started: PlaytestStarted, scenario: bytes) -> None:
        """Begin it, or read what is there; StoreError if other code began it."""
        self._store = store
        self._name = playtest_stream(started.playtest)
        self._next = 0
        self.batches: list[BatchRecorded] = []
        self.complete = False
        if not store.version(self._name):
            store.put_scenario(bytes.fromhex(started.scenario), scenario)
            store.append(self._name, [row(started)], after=0, listed=True)
        self._read(started)

    def _read(self, started: PlaytestStarted) -> None:
        begun = recorded_start(self._store, started.playtest)
        if begun != started:
            message = (
                f"{self._store.where} has this playtest, but other code or other agents"
                " began it: expected another --seed, or another store"
            )
            raise StoreError(message)
        self.batches = recorded_batches(self._store, started.playtest)
        self.complete = is_complete(self._store, started.playtest)

    def known(self, job: "Job") -> bytes | None:
        """Return the recorded result of *job*; None if it is not recorded.

        Raises StoreError if another job is recorded in its place.
        """
        if self._next >= len(self.batches):
            return None
        batch = self.batches[self._next]
        if batch.asked != job.digest:
            message = (
                f"{self._store.where}: event {self._next + 2} of {self._name} holds"
                " other conflicts than this playtest plays there"
            )
            raise StoreError(message)
        self._next += 1
        return batch.results

    def keep(self, job: "Job", data: bytes) -> bytes:
        """Keep the result of the next job, and return it."""
        event = BatchRecorded(job.digest, data)
        self._store.append(self._name, [row(event)], after=len(self.batches) + 1)
        self.batches.append(event)
        self._next += 1
        return data

    def close(self) -> None:
        """Note that the report is complete."""
        if not self.complete:
            count = len(self.batches)
            ended = row(PlaytestCompleted(count))
            self._store.append(self._name, [ended], after=count + 1)
            self.complete = True


def playtest_ids(store: Store) -> tuple[str, ...]:
    """Return the id of every playtest of *store*, in the order in which they began."""
    return tuple(name.removeprefix(_PREFIX) for name in store.listed(_PREFIX))


def recorded_start(store: Store, playtest: str) -> PlaytestStarted:
    """Return the first event of a playtest; StoreError when there is none."""
    started = store.one(playtest_stream(playtest), 1, PlaytestStarted)
    if started is None:
        message = f"{store.where} has no playtest called {playtest}"
        raise StoreError(message)
    return started


def recorded_batches(store: Store, playtest: str) -> list[BatchRecorded]:
    """Return the batches of a playtest that are recorded, in order."""
    events = map(store.read, store.select(playtest_stream(playtest), gt=1))
    return [event for event in events if isinstance(event, BatchRecorded)]


def is_complete(store: Store, playtest: str) -> bool:
    """Whether everything that the report needs is recorded."""
    name = playtest_stream(playtest)
    return store.one(name, store.version(name), PlaytestCompleted) is not None
