"""The result of a tournament, ready to print, to write as JSON, or to plot."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct, structs

from sim.errors import UnknownNameError
from sim.hosting.sandbox import kept_by
from sim.reading.hints import among
from sim.run.forfeits import ForfeitCount
from sim.run.seeding import guessed
from sim.statistics import html
from sim.statistics.rows import flat
from sim.statistics.words import share
from sim.store.contests import BlocksRecorded, PairSolved
from sim.tournament.contest import Contest
from sim.tournament.forfeits import forfeit_counts
from sim.tournament.formats import Course, knockout_rounds, racing_field, swiss_rounds
from sim.tournament.ledger import Ledger
from sim.tournament.place import Place
from sim.tournament.places import PlaceScore, place_scores
from sim.tournament.ratings import Ratings, rate_agents
from sim.tournament.standings import (
    RESULTS,
    Pairing,
    StandingsRow,
    all_pairings,
    standings_rows,
)
from sim.tournament.table import game_rows
from sim.tournament.tournament import Tournament

Of = Literal["games", "standings", "pairings"]
"""The tables of a result that `rows` returns."""

_SPOKEN = {"open": "not settled", "alike": "played alike"}
_TWO = 2
"""With two agents a rating says no more than their pairing."""


class Null(Struct, frozen=True):
    """An agent against itself under the same dice, where all games must be alike.

    If one is not, the agent depends on something else than the conflict, and no figure
    about it can be trusted.
    """

    agent: str
    blocks: int
    uneven: int

    def to_dict(self) -> dict[str, Any]:
        """Return the check by name."""
        words: dict[str, Any] = structs.asdict(self)
        return {**words, "passed": not self.uneven}


class Result(Struct, frozen=True):
    """The result of a tournament so far; *seal* covers all its games.

    Of the *games*, *alone* were of agents against themselves. *rounds* has the pairings
    of each round, for formats with rounds; *field* the agents still in a race;
    *forfeits* the agents that forfeited, and why. *solved* says of each two where their
    games are known without playing, and elsewhere why not.
    """

    contest: Contest
    games: int
    alone: int
    complete: bool
    standings: tuple[StandingsRow, ...]
    pairings: tuple[Pairing, ...]
    places: tuple[PlaceScore, ...]
    ratings: Ratings | None
    rounds: tuple[tuple[tuple[str, str], ...], ...]
    field: tuple[str, ...]
    nulls: tuple[Null, ...]
    seal: bytes
    forfeits: tuple[ForfeitCount, ...] = ()
    batches: Iterable[BlocksRecorded] = ()
    solved: tuple[PairSolved, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether all of it is known without playing."""
        return all(row.exact for row in self.standings)

    def between(self, first: str, second: str) -> Pairing | None:
        """Return how *first* did against *second* over all, as it was played."""
        for pairing in self.pairings:
            if pairing.scenario is None and {pairing.first, pairing.second} == {
                first,
                second,
            }:
                return pairing
        return None

    def not_exact(self) -> Iterator[dict[str, str]]:
        """Yield where two agents play though exact verdicts were asked for, and why."""
        specs = self.contest.specs
        for solved in self.solved:
            for where, known in zip(self.contest.places, solved.places, strict=True):
                if not known.games:
                    yield {
                        "first": specs[solved.first],
                        "second": specs[solved.second],
                        "scenario": where.name,
                        "why": known.why,
                    }

    def rows(self, of: Of = "games") -> list[dict[str, Any]]:
        """Return a row for each seat and game, with named columns.

        Of "standings" there is a row for each agent, of "pairings" one for each two
        that met, over all scenarios (`scenario` is None) and in each. A `score` or a
        `margin` is followed by the ends of its interval, `score_low` and `score_high`.
        """
        if of == "standings":
            return [_standings_row(row) for row in self.standings]
        if of == "pairings":
            return [_pairing_row(pairing) for pairing in self.pairings]
        if of == "games":
            return list(game_rows(self.contest, self.batches))
        message = f"there are no rows of {of!r}, expected {among(get_args(Of), of)}"
        raise UnknownNameError(message)

    def to_dict(self) -> dict[str, Any]:
        """Return the result, ready for JSON and the same however it was played."""
        contest = self.contest
        return {
            "forfeits": [forfeit.to_dict() for forfeit in self.forfeits],
            "tournament": contest.contest,
            "seed": contest.seed,
            "sandbox": kept_by(contest.everybody, contest.held),
            "notes": guessed(contest.seed, contest.everybody),
            "terms": msgspec.to_builtins(contest.terms),
            "games": self.games,
            "games_against_themselves": self.alone,
            "complete": self.complete,
            "exact": self.exact,
            "agents": [msgspec.structs.asdict(agent) for agent in contest.agents],
            "scenarios": [_place_words(place) for place in contest.places],
            "standings": [row.to_dict() for row in self.standings],
            "pairings": [pairing.to_dict() for pairing in self.pairings],
            "places": [place.to_dict() for place in self.places],
            "ratings": None if self.ratings is None else self.ratings.to_dict(),
            "field": list(self.field),
            "rounds": [[list(pair) for pair in pairs] for pairs in self.rounds],
            "null": [null.to_dict() for null in self.nulls],
            "played": [*self.not_exact()],
            "seal": self.seal.hex(),
        }

    def __repr__(self) -> str:
        where = ", ".join(place.name for place in self.contest.places)
        head = f"Tournament {self.contest.contest} on {where}, {self.games} games"
        rows = [
            f"  {row.agent}: {share(row.score, exact=row.exact)}"
            for row in self.standings
        ]
        said = [
            f"  {pairing.first} against {pairing.second}: {_verdict_word(pairing)},"
            f" {share(pairing.score, exact=pairing.verdict.exact)}"
            for pairing in self.pairings
            if pairing.scenario is None
        ]
        return "\n".join([head, *rows, *said])

    def _repr_html_(self) -> str:
        standings = [
            (
                row.agent,
                share(row.score, exact=row.exact),
                row.games,
                row.won,
                row.drawn,
                row.lost,
            )
            for row in self.standings
        ]
        pairs = [
            (
                *(pairing.first, pairing.second),
                *(
                    _verdict_word(pairing),
                    share(pairing.score, exact=pairing.verdict.exact),
                ),
            )
            for pairing in self.pairings
            if pairing.scenario is None
        ]
        heads = ("agent", "score", "games", "won", "drawn", "lost")
        return html.table(heads, standings) + html.table(
            ("agent", "against", "verdict", "score"), pairs
        )


def _verdict_word(pairing: Pairing) -> str:
    """Return the verdict in a word or two."""
    said = _SPOKEN.get(pairing.verdict.says, pairing.verdict.says)
    return f"{said}, exact" if pairing.verdict.exact else said


def _standings_row(row: StandingsRow) -> dict[str, Any]:
    words = row.to_dict()
    words["chances"] = words["chances"] or dict.fromkeys(RESULTS)
    return flat(words)


def _pairing_row(pairing: Pairing) -> dict[str, Any]:
    spoken = pairing.verdict
    words = pairing.to_dict() | {"verdict": spoken.says, "exact": spoken.exact}
    del words["scores"]
    return flat(words)


def result_of(held: Tournament) -> Result:
    """Return the result of *held* so far."""
    contest = held.contest
    return Result(
        contest,
        held.ledger.games,
        held.ledger.games_alone,
        held.complete,
        standings_rows(held.course),
        all_pairings(held.course),
        place_scores(held.course),
        rate_agents(held.course)
        if held.ledger.met() and len(contest.agents) > _TWO
        else None,
        _rounds(held.course),
        _field(held.course),
        _nulls(held.ledger),
        held.seal,
        forfeit_counts(held),
        held.batches,
        tuple(held.solved),
    )


def _rounds(course: Course) -> tuple[tuple[tuple[str, str], ...], ...]:
    """Return who met in each round, where there are rounds."""
    rounds_of = {"swiss": swiss_rounds, "knockout": knockout_rounds}
    find = rounds_of.get(course.terms.format)
    specs = course.contest.specs
    return tuple(
        tuple((specs[first], specs[second]) for first, second in pairs)
        for pairs in (find(course) if find is not None else ())
    )


def _field(course: Course) -> tuple[str, ...]:
    """Return the agents left in a race, where those that fall behind drop out."""
    if course.terms.format != "racing":
        return ()
    return tuple(course.contest.specs[agent] for agent in racing_field(course))


def _nulls(ledger: Ledger) -> tuple[Null, ...]:
    nulls: list[Null] = []
    for index, agent in enumerate(ledger.contest.specs):
        blocks, uneven = ledger.null(index)
        if blocks:
            nulls.append(Null(agent, blocks, uneven))
    return tuple(nulls)


def _place_words(place: Place) -> dict[str, Any]:
    return {
        "scenario": place.name,
        "digest": place.loaded.digest.hex(),
        "system": place.loaded.system.name,
        "sides": list(place.side_names),
        "seatings": len(place.seatings),
    }
