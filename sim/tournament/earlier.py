"""Games that earlier tournaments of a store have played already, to be taken over.

A game is determined by its scenario, the agents at its seats, the tournament's seed and
its number, whatever else the tournament has. So where a tournament with the same seed
has played it, its line is what playing it again would give. How games end, where it is
known exactly, has nothing to do with the seed.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from sim.conflict.stream import Line
from sim.store.contests import ContestStarted, Entrant, PairSolved, PlaceSolved
from sim.store.store import Store
from sim.tournament.arena import FIRST, SECOND
from sim.tournament.blocks import Luck
from sim.tournament.contest import Contest
from sim.tournament.ledger import Pair, seatings_of
from sim.tournament.record import batches, begun, contest_ids, recorded, steps

_Game = tuple[Line, Luck]


class _Key(Struct, frozen=True):
    """What determines a game under one seed; *turn* tells an agent's two alone apart.

    Agents are told by their fingerprints: a file that was changed plays anew.
    """

    digest: bytes
    agents: tuple[Entrant, ...]
    game: int
    turn: int


class Earlier:
    """Blocks of *contest* that other tournaments of *store* have.

    Where somebody sits at a fixed side nothing is taken over, since tournaments do not
    record which version of that agent it was.
    """

    def __init__(self, store: Store | None, contest: Contest) -> None:
        self._store = store
        self._contest = contest

    def blocks(
        self, place: int, pair: Pair, start: int, count: int
    ) -> list[list[_Game]]:
        """Return the games of the first blocks from *start* on, as far as they go."""
        found: list[list[_Game]] = []
        for number in range(start, start + count):
            keys = _keys(self._contest, place, pair, number)
            block = [self._games[key] for key in keys if key in self._games]
            # Blocks are recorded without gaps, so the first that is not whole ends it.
            if not block or len(block) < len(keys):
                break
            found.append(block)
        return found

    def solved(self, place: int, pair: Pair) -> PlaceSolved | None:
        """Return what another tournament knows exactly of *pair* in one place."""
        if not self._whole(place):
            return None
        there = self._contest.started().places[place]
        first, second = (self._contest.agents[one] for one in pair)
        return self._solved.get((there.digest, there.rules_version, first, second))

    def _whole(self, place: int) -> bool:
        """Whether every seat of a place is open."""
        where = self._contest.places[place]
        return sum(map(len, where.sides)) == len(where.seats)

    @cached_property
    def _solved(self) -> dict[tuple[str, int, Entrant, Entrant], PlaceSolved]:
        """What is known exactly: by scenario, its rules, and both agents."""
        if self._store is None:
            return {}
        return {
            (there.digest, there.rules_version, *both): known
            for started in self._others(self._store)
            for step in steps(self._store, started.contest)
            if isinstance(step, PairSolved)
            for both in _both(started, step)
            for there, known in zip(started.places, step.places, strict=False)
            if known.games
        }

    def _others(self, store: Store) -> Iterator[ContestStarted]:
        """Yield the beginnings of the other tournaments of *store*."""
        for one in contest_ids(store):
            if one != self._contest.contest:
                yield begun(store, one)

    @cached_property
    def _games(self) -> dict[_Key, _Game]:
        if self._store is None:
            return {}
        store = self._store
        return dict(
            game
            for started in self._others(store)
            if started.seed == self._contest.seed
            for game in self._of(store, started)
        )

    def _of(
        self, store: Store, started: ContestStarted
    ) -> Iterator[tuple[_Key, _Game]]:
        """Yield the games of another tournament, where the rules are the same."""
        ours = {
            (one.digest, one.rules_version) for one in self._contest.started().places
        }
        if not ours & {(one.digest, one.rules_version) for one in started.places}:
            return
        contest = recorded(store, started.contest, load=self._contest.load)
        for batch in batches(store, started.contest):
            place = started.places[batch.place]
            if (place.digest, place.rules_version) not in ours:
                continue
            pair = batch.first, batch.second
            size = len(seatings_of(contest.places[batch.place], pair))
            games = list(zip(batch.lines, batch.luck, strict=True))
            for index in range(len(games) // size):
                block = games[index * size : index * size + size]
                keys = _keys(contest, batch.place, pair, batch.start + index)
                yield from zip(keys, block, strict=False)


def _both(
    started: ContestStarted, step: PairSolved
) -> Iterator[tuple[Entrant, Entrant]]:
    """Yield the two agents of *step*, if there are two of these numbers."""
    known = range(len(started.agents))
    if step.first in known and step.second in known:
        yield started.agents[step.first], started.agents[step.second]


def _keys(contest: Contest, place: int, pair: Pair, number: int) -> Sequence[_Key]:
    """Return what determines the games of a block; none where a side is fixed."""
    where = contest.places[place]
    if sum(map(len, where.sides)) < len(where.seats):
        return ()
    agents = {FIRST: contest.agents[pair[0]], SECOND: contest.agents[pair[1]]}
    keys: list[_Key] = []
    for seating in seatings_of(where, pair):
        seated = tuple(agents[who] for who in seating)
        # An agent against itself has two games that are alike in everything else.
        turn = sum(key.agents == seated for key in keys)
        keys.append(_Key(where.loaded.digest, seated, number, turn))
    return keys
