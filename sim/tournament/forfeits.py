"""Who forfeited in a tournament, how often, and why the first time.

The record of a tournament has a line for each game, which tells whose side lost it by a
forfeit. The reason is known while games are played; for games played earlier, the first
of an agent's forfeits is played again to learn it.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

from msgspec import Struct, structs

from sim.conflict.play import FORFEIT
from sim.errors import FracasError
from sim.run.chunk import Plan
from sim.run.forfeits import UNKNOWN, ForfeitCount
from sim.store.events import conflict_stream
from sim.tournament.games import play_again
from sim.tournament.ledger import Ledger
from sim.tournament.place import Place
from sim.tournament.record import make_playable
from sim.tournament.series import End
from sim.tournament.tournament import Tournament


class _Forfeit(Struct, frozen=True):
    """A game that ended by a forfeit: where, as which plan has it, and whose."""

    place: Place
    plan: Plan
    game: int
    seat: int

    @property
    def agent(self) -> str:
        """The agent at the seat."""
        return self.plan.agents[self.seat]

    @property
    def conflict(self) -> str:
        """The id of the game."""
        return conflict_stream(self.plan.run_id, self.game)


def forfeit_counts(held: Tournament) -> tuple[ForfeitCount, ...]:
    """Return who forfeited in *held*, most often first.

    An agent is counted wherever it sits, those of sides that are not open too. Games of
    an agent against itself do not count, as in no score.
    """
    times: Counter[str] = Counter()
    first: dict[str, _Forfeit] = {}
    for forfeit in _forfeits(held.ledger):
        times[forfeit.agent] += 1
        first.setdefault(forfeit.agent, forfeit)
    games = _games(held.ledger) if times else Counter[str]()
    return tuple(
        _count(held, first[agent], forfeits, games[agent])
        for agent, forfeits in times.most_common()
    )


def _count(
    held: Tournament, first: _Forfeit, forfeits: int, games: int
) -> ForfeitCount:
    seat, reason = _why(held, first)
    scenario, conflict = first.place.name, first.conflict
    agent = first.agent
    return ForfeitCount(agent, seat, scenario, forfeits, games, conflict, reason)


def _games(ledger: Ledger) -> Counter[str]:
    """Return how many games every agent sat in."""
    games: Counter[str] = Counter()
    contest = ledger.contest
    for pair in ledger.met():
        agents = contest.specs[pair[0]], contest.specs[pair[1]]
        for number, place in enumerate(contest.places):
            for seating in place.seatings:
                for agent in set(place.seated(seating, agents)):
                    games[agent] += len(ledger.blocks(pair, number))
    return games


def _forfeits(ledger: Ledger) -> Iterator[_Forfeit]:
    """Yield the games that ended by a forfeit, in the order of agents and places."""
    contest = ledger.contest
    for pair in ledger.met():
        for number, place in enumerate(contest.places):
            plans = [contest.plan(number, pair, seating) for seating in place.seatings]
            series = ledger.series(pair, number)
            if series is None or FORFEIT not in {end.how for end in series.ends}:
                continue
            for block in series:
                for plan, end in zip(plans, block.ends, strict=True):
                    if end.how == FORFEIT:
                        seat = _failed(place, end)
                        yield _Forfeit(place, plan, block.number, seat)


def _failed(place: Place, end: End) -> int:
    """Return the seat that failed: the first that got nothing, or else a judge.

    All seats of a side have one agent, unless the scenario gave them theirs.
    """
    seats = range(len(place.seats))
    sided = [seat for seat in seats if place.seats[seat].side is not None]
    lost = [seat for seat in sided if not end.returns[seat]]
    return (lost or [seat for seat in seats if seat not in sided])[0]


def _why(held: Tournament, first: _Forfeit) -> tuple[str, str]:
    """Return the seat that forfeited a game, and why; play it again if unknown."""
    forfeited = held.forfeited.get(first.conflict)
    if forfeited is None:
        with suppress(FracasError):
            files = held.contest.files or make_playable(held.contest).files
            again = play_again(structs.replace(first.plan, files=files), first.game)
            forfeited = next(iter(again.forfeits), None)
    return forfeited or (first.place.seats[first.seat].name, UNKNOWN)
