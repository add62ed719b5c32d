"""Games that earlier tournaments of a store have played already, to be taken over.

A game is determined by its scenario, the agents at its seats, the tournament's seed and
its number, whatever else the tournament has. So if a tournament with the same seed has
played it, playing it again would give the same line. How games end, if that is known
exactly, does not depend on the seed.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from sim.conflict.stream import Line
from sim.store.contests import (
    BlocksRecorded,
    ContestStarted,
    Entrant,
    PairSolved,
    PlaceSolved,
    contest_stream,
)
from sim.store.store import Store
from sim.tournament.blocks import Luck
from sim.tournament.contest import Contest
from sim.tournament.ledger import Pair, block_seatings
from sim.tournament.place import FIRST, SECOND
from sim.tournament.record import (
    contest_ids,
    events_of,
    recorded_contest,
    recorded_steps,
    started_event,
)

_Game = tuple[Line, Luck]
_BATCHES = 64
"""The most batches that are kept when read: neighbours are asked for together."""


class _Key(Struct, frozen=True):
    """What determines the games of a seating under one seed, except their number.

    *turn* tells the two games of an agent alone apart. Agents are told apart by their
    fingerprints: a file that was changed plays anew.
    """

    digest: bytes
    agents: tuple[Entrant, ...]
    turn: int


class _Recorded:
    """The rows of a tournament's stream that have the games of one seating.

    They are those of one pair, so that its blocks come in order. A game is number
    *position* of the *size* games of its block.
    """

    def __init__(self, contest: str, position: int, size: int) -> None:
        self.contest, self.position, self.size = contest, position, size
        self._starts = array("q")
        self._versions = array("q")

    def add(self, start: int, version: int) -> None:
        """Note that row number *version* begins with block number *start*."""
        self._starts.append(start)
        self._versions.append(version)

    def row(self, number: int) -> tuple[int, int] | None:
        """Return the row with block *number* of those there are, and its first."""
        at = bisect_right(self._starts, number) - 1
        return None if at < 0 else (self._versions[at], self._starts[at])


class Earlier:
    """Blocks of *contest* that other tournaments of *store* have.

    Only where they stand is kept in memory; they are read when they are asked for.
    Where somebody sits at a fixed side nothing is taken over, since tournaments do not
    record which version of that agent it was.
    """

    def __init__(self, store: Store | None, contest: Contest) -> None:
        self._store = store
        self._contest = contest
        self._read: dict[tuple[str, int], BlocksRecorded | None] = {}

    def blocks(
        self, place: int, pair: Pair, start: int, count: int
    ) -> list[list[_Game]]:
        """Return the games of the first blocks from *start* on, as far as they go."""
        blocks: list[list[_Game]] = []
        keys = _keys(self._contest, place, pair)
        for number in range(start, start + count):
            games = (self._game(key, number) for key in keys)
            block = [game for game in games if game is not None]
            # Blocks are recorded without gaps, so the first that is not whole ends it.
            if not block or len(block) < len(keys):
                break
            blocks.append(block)
        return blocks

    def _game(self, key: _Key, number: int) -> _Game | None:
        """Return the game *number* of a seating, None if nobody has it."""
        for recorded in self._index.get(key, ()):
            row = recorded.row(number)
            batch = None if row is None else self._batch(recorded.contest, row[0])
            if row is not None and batch is not None:
                at = (number - row[1]) * recorded.size + recorded.position
                if at < len(batch.lines) and at < len(batch.luck):
                    return batch.lines[at], batch.luck[at]
        return None

    def _batch(self, contest: str, version: int) -> BlocksRecorded | None:
        """Return the batch in one row of another tournament."""
        place = contest, version
        if place not in self._read:
            if len(self._read) >= _BATCHES:
                self._read.clear()
            assert self._store is not None
            name = contest_stream(contest)
            self._read[place] = self._store.one(name, version, BlocksRecorded)
        return self._read[place]

    def solved(self, place: int, pair: Pair) -> PlaceSolved | None:
        """Return what another tournament knows exactly of *pair* in one place."""
        if not self._is_open(place):
            return None
        where = self._contest.started().places[place]
        first, second = (self._contest.agents[number] for number in pair)
        return self._solved.get((where.digest, where.rules_version, first, second))

    def _is_open(self, place: int) -> bool:
        """Whether every seat of a place is open."""
        where = self._contest.places[place]
        return sum(map(len, where.sides)) == len(where.seats)

    @cached_property
    def _solved(self) -> dict[tuple[str, int, Entrant, Entrant], PlaceSolved]:
        """What is known exactly: by scenario, its rules, and both agents."""
        if self._store is None:
            return {}
        return {
            (where.digest, where.rules_version, *both): solved
            for started in self._other_contests(self._store)
            for step in recorded_steps(self._store, started.contest)
            if isinstance(step, PairSolved)
            for both in _entrants(started, step)
            for where, solved in zip(started.places, step.places, strict=False)
            if solved.games
        }

    def _other_contests(self, store: Store) -> Iterator[ContestStarted]:
        """Yield the beginnings of the other tournaments of *store*."""
        for contest in contest_ids(store):
            if contest != self._contest.contest:
                yield started_event(store, contest)

    @cached_property
    def _index(self) -> dict[_Key, list[_Recorded]]:
        """Where other tournaments under the same seed have the games of seatings."""
        index: dict[_Key, list[_Recorded]] = {}
        store = self._store
        for started in () if store is None else self._other_contests(store):
            if store is not None and started.seed == self._contest.seed:
                for (key, _), recorded in self._of(store, started).items():
                    index.setdefault(key, []).append(recorded)
        return index

    def _of(
        self, store: Store, started: ContestStarted
    ) -> dict[tuple[_Key, Pair], _Recorded]:
        """Return where another tournament has games of scenarios with the same rules.

        With one side, an agent has the same game whoever it is compared with, but at
        another position of other rows, so they are kept by pair.
        """
        ours = {
            (place.digest, place.rules_version)
            for place in self._contest.started().places
        }
        if not ours & {(place.digest, place.rules_version) for place in started.places}:
            return {}
        contest = recorded_contest(store, started.contest, load=self._contest.load)
        by_seating: dict[tuple[_Key, Pair], _Recorded] = {}
        for version, batch in enumerate(events_of(store, started.contest), 1):
            if not isinstance(batch, BlocksRecorded):
                continue
            place = started.places[batch.place]
            if (place.digest, place.rules_version) not in ours:
                continue
            pair = batch.first, batch.second
            keys = _keys(contest, batch.place, pair)
            for position, key in enumerate(keys):
                recorded = by_seating.get((key, pair))
                if recorded is None:
                    name = started.contest
                    recorded = by_seating[key, pair] = _Recorded(
                        name, position, len(keys)
                    )
                recorded.add(batch.start, version)
        return by_seating


def _entrants(
    started: ContestStarted, step: PairSolved
) -> Iterator[tuple[Entrant, Entrant]]:
    """Yield the two agents of *step*, if there are two of these numbers."""
    numbers = range(len(started.agents))
    if step.first in numbers and step.second in numbers:
        yield started.agents[step.first], started.agents[step.second]


def _keys(contest: Contest, place: int, pair: Pair) -> Sequence[_Key]:
    """Return what determines the games of each seating; none where a side is fixed."""
    where = contest.places[place]
    if sum(map(len, where.sides)) < len(where.seats):
        return ()
    agents = {FIRST: contest.agents[pair[0]], SECOND: contest.agents[pair[1]]}
    keys: list[_Key] = []
    for seating in block_seatings(where, pair):
        seated = tuple(agents[who] for who in seating)
        turn = sum(key.agents == seated for key in keys)
        keys.append(_Key(where.loaded.digest, seated, turn))
    return keys
