"""Compare two variants of a conflict under the same dice, and find where they part."""

from collections.abc import Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Any

from msgspec import Struct

from sim.conflict.choices import is_choice
from sim.conflict.codec import decode
from sim.conflict.phrases import first_line
from sim.conflict.replay import steps
from sim.conflict.stream import Sealed
from sim.errors import OddsError, ScenarioError
from sim.library.scenario import Loaded
from sim.library.settings import changed_values
from sim.run.chunk import Job, decode_conflicts, play_chunk
from sim.run.run import make_plan
from sim.seam.events import Fact
from sim.seam.protocol import State
from sim.vary.figures import KINDS, Gain, Measure, verdict_on_difference
from sim.vary.points import Effort, Point, gap_between

GAMES = 2000
SECONDS = 60.0
WITHIN = 0.02
LOOKED = 50
"""How many conflicts are followed, decision by decision."""
_LATE = 10
"""How many are followed if the time is already up."""

Chosen = tuple[State, Fact]
"""What was chosen, and the state before it."""


class Parting(Struct, frozen=True):
    """The first decision, counted from 1, at which two conflicts of one *game* differ.

    *does* is the choice in the first, *other* that in the second; "" if the conflict
    is over there. *gap* is the return in the second less that in the first, of the
    first seat whose return differs.
    """

    game: int
    decision: int
    round: int
    does: str
    other: str
    gap: float


class Comparison:
    """Two conflicts, each with its agents, that share at least one participant."""

    def __init__(
        self,
        first: Loaded,
        second: Loaded,
        agents: Sequence[str] = (),
        other_agents: Sequence[str] | None = None,
        *,
        trusted: bool = False,
        within: float = WITHIN,
    ) -> None:
        """Raise ScenarioError if they cannot be compared, or are the same."""
        theirs = agents if other_agents is None else other_agents
        self.first = Point(first, agents, trusted=trusted)
        self.second = Point(second, theirs, trusted=trusted)
        self.within = within
        self.partings: dict[int, Parting | None] = {}
        systems = [point.loaded.system.name for point in (self.first, self.second)]
        if systems[0] != systems[1]:
            message = (
                f"{first.name} is played by {systems[0]} and {second.name} by"
                f" {systems[1]}, expected two scenarios of one rule system"
            )
            raise ScenarioError(message)
        if not self.names:
            message = (
                f"{first.name} and {second.name} have no participant in common,"
                " expected two scenarios in which somebody has the same name"
            )
            raise ScenarioError(message)
        if not self.changed:
            message = (
                "the two are the same, expected another scenario, --set, --ruling or a"
                " second --agents"
            )
            raise ScenarioError(message)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The participants that are in both."""
        ours, theirs = (
            [point.seats[place].name for place in point.playing]
            for point in (self.first, self.second)
        )
        return tuple(name for name in ours if name in theirs)

    @cached_property
    def changed(self) -> list[tuple[str, Any, Any]]:
        """What differs: (path, first, second), agents by the names of their seats."""
        changes = changed_values(self.first.loaded, self.second.loaded)
        changes = [change for change in changes if not change[0].endswith(".agent")]
        specs = [
            {
                seat.name: spec
                for seat, spec in zip(point.seats, point.specs, strict=True)
            }
            for point in (self.first, self.second)
        ]
        agents = [
            (f"agent of {name}", specs[0].get(name), specs[1].get(name))
            for name in {**specs[0], **specs[1]}
        ]
        return changes + [change for change in agents if change[1] != change[2]]

    def run(self, effort: Effort) -> None:
        """Solve both, or play them until every difference is certain.

        Some conflicts are then followed decision by decision, even after a solution.
        """
        if not effort.over and effort.solves(self.first):
            effort.solves(self.second)
        for games in effort.looks():
            if effort.over or (self._solved or self._settled()):
                break
            effort.play((self.first, self.second), games)
        if not (self.first.known and self.second.known):
            message = (
                f"{effort.seconds:g} seconds are too few to compare anything, expected"
                " more --seconds"
            )
            raise OddsError(message)
        self._follow(min(_LATE if effort.over else LOOKED, effort.games), effort)

    def gains(self) -> list[Gain]:
        """Return the wins and returns, in both, of the participants they share."""
        return [
            self._gain(Measure(kind, name)) for name in self.names for kind in KINDS
        ]

    @property
    def games(self) -> int:
        """How many conflicts were played of each, or of the one that is not solved."""
        return max(self.first.games, self.second.games)

    @property
    def parted(self) -> list[Parting]:
        """The conflicts that were followed and differ, in order."""
        return [parting for parting in self.partings.values() if parting is not None]

    def example(self) -> Parting | None:
        """Return the parting with the largest difference in a return."""
        return max(self.parted, key=lambda parting: abs(parting.gap), default=None)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each participant, with named columns."""
        return [self._row(name) for name in self.names]

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as `fracas compare --json` prints it."""
        example = self.example()
        return {
            "format": 1,
            "first": self.first.loaded.name,
            "second": self.second.loaded.name,
            "system": self.first.loaded.system.name,
            "digests": [
                point.loaded.digest.hex() for point in (self.first, self.second)
            ],
            "changed": [
                {"path": path, "first": ours, "second": theirs}
                for path, ours, theirs in self.changed
            ],
            "seats": self.rows(),
            "followed": len(self.partings),
            "differ": len(self.parted),
            "partings": self.parted,
            "example": None if example is None else example.game,
        }

    def __repr__(self) -> str:
        return f"<{self.first.loaded.name} compared with {self.second.loaded.name}>"

    @property
    def _solved(self) -> bool:
        return self.first.solved is not None and self.second.solved is not None

    def _settled(self) -> bool:
        both_known = self.first.known and self.second.known
        return both_known and all(gain.says != "open" for gain in self.gains())

    def _gain(self, measure: Measure) -> Gain:
        between = gap_between(self.first, self.second, measure)
        return Gain(
            measure,
            self.first.figure(measure),
            self.second.figure(measure),
            between,
            verdict_on_difference(between, self.within),
        )

    def _row(self, name: str) -> dict[str, Any]:
        row: dict[str, Any] = {"seat": name}
        for kind in KINDS:
            gain, column = self._gain(Measure(kind, name)), kind.removesuffix("s")
            row |= {
                f"{column}_first": gain.first.value,
                f"{column}_second": gain.second.value,
                f"{column}_gap": gain.gap.value,
                f"{column}_gap_low": gain.gap.low,
                f"{column}_gap_high": gain.gap.high,
                f"{column}_says": gain.says,
            }
        return row | {
            "exact": self._solved,
            "first_exact": self.first.solved is not None,
            "second_exact": self.second.solved is not None,
            "games": self.games,
        }

    def _follow(self, games: int, effort: Effort) -> None:
        """Play the first *games* of both again, and find where each pair parts."""
        jobs = [
            _followed(point, games, effort.seed) for point in (self.first, self.second)
        ]
        played = map(decode_conflicts, list(effort.runner.results(play_chunk, jobs)))
        for game, (first, second) in enumerate(zip(*played, strict=True)):
            self.partings[game] = self._parting(game, first, second)

    def _parting(self, game: int, first: Sealed, second: Sealed) -> Parting | None:
        """Return the first differing decision of *game*; None if there is none."""
        gaps = self._gaps(first.line.returns, second.line.returns)
        ours, theirs = _chosen(self.first, first), _chosen(self.second, second)
        for number, (mine, yours) in enumerate(zip_longest(ours, theirs), 1):
            # Only choices are compared: faces differ where a sheet does, and are no
            # decision.
            if mine is not None and yours is not None and mine[1] == yours[1]:
                continue
            at = mine or yours
            assert at is not None
            return Parting(
                game + 1,
                number,
                at[0].round,
                _words(self.first, mine),
                _words(self.second, yours),
                next((gap for gap in gaps if gap), 0.0),
            )
        return None

    def _gaps(self, ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
        places = [
            {seat.name: place for place, seat in enumerate(point.seats)}
            for point in (self.first, self.second)
        ]
        return [theirs[places[1][name]] - ours[places[0][name]] for name in self.names]


def _followed(point: Point, games: int, seed: str) -> Job:
    """Return the job of the first *games*, with all their events."""
    plan = make_plan(point.loaded, point.specs, seed=seed, games=games, strict=True)
    return Job(plan, 0, games)


def _chosen(point: Point, played: Sealed) -> list[Chosen]:
    """Return what was chosen, in order, each with the state before it."""
    events = decode(point.loaded.system, [data for _, data in played.rows])
    state = point.loaded.system.initial(point.loaded.scenario)
    return [
        (before, event)
        for before, event, _ in steps(point.loaded.system, state, events[1:])
        if is_choice(event)
    ]


def _words(point: Point, chosen: Chosen | None) -> str:
    if chosen is None:
        return ""
    return first_line(point.loaded.system, *chosen).rstrip(".")
