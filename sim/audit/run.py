"""Audit of a run: what it says of itself and of each conflict.

A run keeps a line of every conflict and seals those. So a stream that was dropped,
exchanged or sealed anew differs from its line, a line from its stream, and the run's
seal from both. Where only lines were kept, the games are played again.
"""

from collections.abc import Callable, Iterator
from pkgutil import resolve_name

from msgspec import structs

from sim.audit.finding import Finding, Weight, finding
from sim.errors import FracasError
from sim.events import ConflictStarted, SeatTaken
from sim.run.chunk import Job, Plan, finished, in_force, play_chunk
from sim.run.run import run_id as id_of_run
from sim.scenario import Loaded
from sim.seal import run_seal
from sim.seed import conflict_key
from sim.store.events import (
    ChunkRecorded,
    RunCompleted,
    RunEvent,
    RunStarted,
    conflict_stream,
    run_stream,
)
from sim.stream import Line
from sim.telling.spoken import value

Describe = Callable[[str], tuple[str, str, str]]
"""An agent's spec -> its name, version and settings as a stream records them."""

_SEED = "the seed, the scenario and the agents"


class RunAudit:
    """Holds a run, event by event, against what it should be."""

    def __init__(
        self, began: RunStarted, loaded: Loaded, *, load: str, roster: str
    ) -> None:
        self.began = began
        self.name = run_stream(began.run)
        self._loaded = loaded
        self._load = load
        self._roster = roster
        self._seals: list[bytes] = []
        self._completed: RunCompleted | None = None
        self._last = 0

    def begin(self, run_id: str) -> Iterator[Finding]:
        """Yield what is wrong with how the run *run_id* began."""
        began, loaded = self.began, self._loaded
        system = loaded.system
        self.name = run_stream(run_id)
        title: str = loaded.scenario.title
        for here, right in (
            (began.run, run_id),
            (began.title, title),
            (began.system, system.name),
        ):
            if here != right:
                yield found(self.name, 1, repr(here), repr(right))
        if began.record not in {"full", "seal"}:
            yield found(self.name, 1, f"the record {began.record!r}", "full or seal")
        name = id_of_run(began.seed, loaded.digest, began.agents)
        if name != run_id:
            yield found(self.name, 1, f"the name {run_id}", f"{name}, from {_SEED}")
        if began.rules_version != system.version:
            recorded = f"rules version {began.rules_version}"
            older = 1 <= began.rules_version < system.version
            weight: Weight = "note" if older else "violation"
            yield found(self.name, 1, recorded, str(system.version), weight=weight)
        yield from self._agents()

    def event(self, version: int, event: RunEvent) -> Iterator[Finding]:
        """Yield what is wrong with the run's event number *version*."""
        self._last = version
        began = self.began
        if isinstance(event, RunStarted):
            if version > 1:
                yield found(self.name, version, "the start of a run", "it only once")
        elif isinstance(event, RunCompleted):
            if self._completed is not None or len(self._seals) != event.games:
                games = f"the end of {event.games} games"
                yield found(self.name, version, games, f"{len(self._seals)} games")
            self._completed = event
        else:
            if event.index != version - 2:
                chunk = f"chunk {event.index}"
                yield found(self.name, version, chunk, f"chunk {version - 2}")
            first = len(self._seals)
            count = max(0, min(began.chunk, began.games - first))
            due = list(range(first, first + count))
            numbers = [line.game for line in event.lines]
            if numbers != due:
                yield found(self.name, version, f"games {numbers}", f"games {due}")
            self._seals += [line.seal for line in event.lines]

    def end(self, published: bytes | None = None) -> Iterator[Finding]:
        """Yield what is wrong with the run as a whole."""
        seal = run_seal(self.began.run, self._seals)
        completed = self._completed
        if completed is None:
            said = f"{len(self._seals)} of {self.began.games} games, and no end"
            expected = "the rest of the run"
            whole = len(self._seals) >= self.began.games
            weight: Weight = "violation" if whole else "note"
            yield found(self.name, self._last + 1, said, expected, weight=weight)
        elif completed.seal != seal:
            said = f"the seal {completed.seal.hex()}"
            yield found(self.name, self._last, said, seal.hex())
        elif completed.games != self.began.games:
            said = f"{completed.games} games"
            yield found(self.name, 1, f"{self.began.games} games", said)
        if published is not None and published != seal:
            why = "the run is not the one that was published"
            yield found(self.name, 0, f"the seal {seal.hex()}", published.hex(), why)

    def opening(self, game: int) -> ConflictStarted | None:
        """Return how the run began *game*, as it is written; None below the first."""
        if game < 0:
            return None
        began, loaded = self.began, self._loaded
        return ConflictStarted(
            began.system,
            began.rules_version,
            began.scenario,
            in_force(loaded.system.rulings(loaded.scenario)),
            began.seats,
            conflict_key(began.seed, loaded.digest, game).hex(),
            began.seed,
            game,
        )

    def against(self, line: Line, due: Line, version: int) -> Iterator[Finding]:
        """Yield where the *line* of event *version* is not what is *due*."""
        name = conflict_stream(self.began.run, line.game)
        said: list[str] = []
        expected: list[str] = []
        for part in Line.__struct_fields__:
            here, right = getattr(line, part), getattr(due, part)
            if here != right:
                said.append(f"{part} {value(here)}")
                expected.append(f"{part} {value(right)}")
        if said:
            recorded = f"{name} with {', '.join(said)}"
            yield found(self.name, version, recorded, ", ".join(expected))

    def again(self, chunk: ChunkRecorded, version: int) -> Iterator[Finding]:
        """Play the games of *chunk* again, and yield where their lines differ."""
        began = self.began
        plan = Plan(
            began.run,
            self._loaded.data,
            began.agents,
            began.seed,
            began.games,
            "seal",
            load=self._load,
            roster=self._roster,
        )
        job = Job(plan, chunk.index * began.chunk, len(chunk.lines))
        try:
            lines = [one.line for one in finished(play_chunk(job))]
        except FracasError as error:
            yield self._unasked(version, error)
            return
        for line, due in zip(chunk.lines, lines, strict=True):
            yield from self.against(line, due, version)

    def _unasked(self, version: int, error: FracasError) -> Finding:
        said = ", ".join(self.began.agents)
        due = f"agents that can be asked again ({error})"
        return finding(self.name, version, "agents", said, due, weight="note")

    def _agents(self) -> Iterator[Finding]:
        """Yield how the seats differ from what the agents' specs now make."""
        began, loaded = self.began, self._loaded
        seats = loaded.system.seats(loaded.scenario)
        if not self._roster:
            return
        describe: Describe = resolve_name(f"{self._roster}:describe")
        try:
            due = tuple(
                SeatTaken(seat.name, *describe(spec))
                for seat, spec in zip(seats, began.agents, strict=False)
            )
        except FracasError as error:
            yield self._unasked(1, error)
            return
        if due != began.seats:
            older = [structs.replace(one, version="") for one in began.seats]
            same = older == [structs.replace(one, version="") for one in due]
            weight: Weight = "note" if same else "violation"
            said, expected = (
                _seats(began.seats),
                f"{_seats(due)}, as the agents are now",
            )
            yield found(self.name, 1, said, expected, weight=weight)


def found(
    conflict: str,
    number: int,
    recorded: str,
    expected: str,
    why: str = "",
    *,
    weight: Weight = "violation",
) -> Finding:
    """Return a finding of depth seal."""
    return finding(conflict, number, "seal", recorded, expected, why=why, weight=weight)


def _seats(seats: tuple[SeatTaken, ...]) -> str:
    return "; ".join(
        f"{one.seat} {one.agent} {one.version} {one.settings}" for one in seats
    )
