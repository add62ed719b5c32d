"""Audit of a run: its own events, and its line of each conflict.

A run keeps a line of every conflict, and seals the lines. So a dropped, exchanged or
resealed stream differs from its line, a changed line differs from its stream, and both
contradict the run's seal. Where only lines were kept, the games are played again.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pkgutil import resolve_name

import msgspec
from msgspec import structs

from sim.audit.finding import Finding, Weight, finding
from sim.audit.hosted import Hosted
from sim.campaign.campaign import MODULE, Campaign
from sim.campaign.load import Playable
from sim.casting.persons import without_choices
from sim.conflict.codec import encode
from sim.conflict.phrases import values_apart
from sim.conflict.seal import RunSeal
from sim.conflict.stream import Line
from sim.dice.fair import Terms, faults
from sim.dice.seed import conflict_key
from sim.errors import FracasError
from sim.hosting.sandbox import Asking
from sim.library.scenario import Loaded
from sim.run.chunk import Job, Plan, decode_conflicts, in_force
from sim.run.run import id_of
from sim.seam.events import ConflictStarted, SeatTaken
from sim.spine.kept import Kept
from sim.store.events import (
    ChunkRecorded,
    RunCompleted,
    RunEvent,
    RunStarted,
    chunk_size,
    conflict_stream,
    run_stream,
    written,
)

Again = Callable[[str, SeatTaken], SeatTaken]
"""(an agent's spec, its record) -> the record it would have now."""

_ASKING = Asking()
AGENTS = "agents"
"""The one depth at which agents are asked again."""

_SEED = "the seed, the scenario and the agents"
_SCENARIOS_MAX = 16
"""The most scenarios of which rulings are kept: each game's chapters have their own."""


class RunAudit:
    """Compares a run, event by event, with what it should be."""

    def __init__(
        self,
        began: RunStarted,
        loaded: Playable,
        *,
        load: str,
        roster: str,
        depths: Collection[str],
        asking: Asking = _ASKING,
    ) -> None:
        self.began = began
        self.name = run_stream(began.run)
        self._loaded = loaded
        self._load = load
        self._roster = roster
        self._depths = depths
        self._asking = asking
        campaign = isinstance(loaded, Campaign)
        self._module = MODULE if campaign else "sim.run.chunk"
        self._seal = RunSeal(began.run, written(began))
        self._in_force = Kept[bytes, tuple[tuple[str, str], ...]](_SCENARIOS_MAX)
        self._games = 0
        self._completed: RunCompleted | None = None
        self._last = 0

    def check_start(self, run_id: str) -> Iterator[Finding]:
        """Yield findings about the first event of the run *run_id*."""
        began, loaded = self.began, self._loaded
        system = loaded.system
        self.name = run_stream(run_id)
        whole = loaded if isinstance(loaded, Campaign) else loaded.scenario
        said = (began.run, began.title, began.system)
        rights = (run_id, whole.title, system.name)
        for here, right in zip(said, rights, strict=True):
            if here != right:
                yield seal_finding(self.name, 1, repr(here), repr(right))
        if began.record not in {"full", "seal"}:
            recorded = f"the record {began.record!r}"
            yield seal_finding(self.name, 1, recorded, "full or seal")
        name = id_of(began, loaded.digest)
        if name != run_id:
            yield seal_finding(
                self.name, 1, f"the name {run_id}", f"{name}, from {_SEED}"
            )
        if began.rules_version != system.version:
            recorded = f"rules version {began.rules_version}"
            older = 1 <= began.rules_version < system.version
            weight: Weight = "note" if older else "violation"
            yield seal_finding(
                self.name, 1, recorded, str(system.version), weight=weight
            )
        if began.chunk != chunk_size(began.games):
            chunk = f"chunks of {began.chunk} games"
            wanted = f"chunks of {chunk_size(began.games)}"
            yield seal_finding(self.name, 1, chunk, wanted)
        yield from self._fairness()
        how = Hosted(began.agents, began.seed, began.sandbox)
        yield from how.findings(self.name, self._depths)
        yield from self.check_depths()
        if self._roster and AGENTS in self._depths:
            yield from self._check_agents()

    def _fairness(self) -> Iterator[Finding]:
        """Yield findings where a seed is not the one that its parties made."""
        began = self.began
        if not began.fair or "dice" not in self._depths:
            return
        terms = Terms(began.scenario, began.agents)
        wrong = list(faults(terms, began.seed, began.fair))
        if wrong:
            # What a person chose was not known when the parties committed.
            terms = Terms(began.scenario, tuple(map(without_choices, began.agents)))
            wrong = list(faults(terms, began.seed, began.fair))
        for recorded, expected in wrong:
            yield finding(self.name, 1, "dice", recorded, expected)

    def check_event(self, version: int, event: RunEvent) -> Iterator[Finding]:
        """Yield findings about the run's event number *version*."""
        self._last = version
        began = self.began
        if isinstance(event, RunStarted):
            if version > 1:
                yield seal_finding(
                    self.name, version, "the start of a run", "it only once"
                )
        elif isinstance(event, RunCompleted):
            if self._completed is not None or self._games != event.games:
                games = f"the end of {event.games} games"
                yield seal_finding(self.name, version, games, f"{self._games} games")
            self._completed = event
        else:
            if event.index != version - 2:
                chunk = f"chunk {event.index}"
                yield seal_finding(self.name, version, chunk, f"chunk {version - 2}")
            first = self._games
            count = max(0, min(began.chunk, began.games - first))
            derived = list(range(first, first + count))
            numbers = [line.game for line in event.lines]
            if numbers != derived:
                yield seal_finding(
                    self.name, version, f"games {numbers}", f"games {derived}"
                )
            for line in event.lines:
                self._seal.add(encode(line))
            self._games += len(event.lines)

    def check_end(self, published: bytes | None = None) -> Iterator[Finding]:
        """Yield findings about the run as a whole."""
        seal = self._seal.seal()
        completed = self._completed
        if completed is None:
            said = f"{self._games} of {self.began.games} games, and no end"
            expected = "the rest of the run"
            # A run that was killed after its last chunk lacks only its last event.
            weight: Weight = "violation" if self._games > self.began.games else "note"
            yield seal_finding(self.name, self._last + 1, said, expected, weight=weight)
        elif completed.seal != seal:
            said = f"the seal {completed.seal.hex()}"
            yield seal_finding(self.name, self._last, said, seal.hex())
        elif completed.games != self.began.games:
            said = f"{completed.games} games"
            yield seal_finding(self.name, 1, f"{self.began.games} games", said)
        if published is not None and published != seal:
            why = "the run is not the one that was published"
            yield seal_finding(
                self.name, 0, f"the seal {seal.hex()}", published.hex(), why
            )

    def expected_start(self, game: int) -> ConflictStarted | None:
        """Return the encoded first event of *game*; None for a number below 0."""
        if game < 0:
            return None
        began, loaded = self.began, self._loaded
        if isinstance(loaded, Campaign):
            return None
        same = structs.replace(loaded, digest=bytes.fromhex(began.scenario))
        if began.branch is not None:
            # Its key is its parent's, which does not follow from its own name.
            own = self.start_of(
                same, began.seats, began.branch.game, began.branch.chapter
            )
            return structs.replace(own, seed="", game=0)
        return self.start_of(same, began.seats, game)

    def start_of(
        self, loaded: Loaded, seats: tuple[SeatTaken, ...], game: int, chapter: int = 0
    ) -> ConflictStarted:
        """Return the first event of a conflict of *game*, or of one of its chapters."""
        began = self.began
        return ConflictStarted(
            began.system,
            began.rules_version,
            loaded.digest.hex(),
            self._rulings(loaded),
            seats,
            conflict_key(began.seed, game, chapter).hex(),
            began.seed,
            game,
        )

    def _rulings(self, loaded: Loaded) -> tuple[tuple[str, str], ...]:
        """Return the rulings of *loaded* as streams record them, worked out once."""
        known = self._in_force.get(loaded.data)
        if known is None:
            rulings = in_force(loaded.system.files.rulings(loaded.scenario))
            known = self._in_force.keep(loaded.data, rulings)
        return known

    def compare_line(
        self, line: Line, derived: Line, version: int
    ) -> Iterator[Finding]:
        """Yield a finding if a *line* of event *version* differs from *derived*."""
        name = conflict_stream(self.began.run, line.game)
        said: list[str] = []
        expected: list[str] = []
        for part in Line.__struct_fields__:
            here, right = getattr(line, part), getattr(derived, part)
            if encode(here) != encode(right):
                words = values_apart(here, right)
                said.append(f"{part} {words[0]}")
                expected.append(f"{part} {words[1]}")
        if said:
            recorded = f"{name} with {', '.join(said)}"
            yield seal_finding(self.name, version, recorded, ", ".join(expected))

    def replay_chunk(self, chunk: ChunkRecorded, version: int) -> Iterator[Finding]:
        """Play the games of *chunk* again, and compare their lines."""
        first = chunk.index * self.began.chunk
        yield from self.replay_games(chunk.lines, first, version)

    def replay_games(
        self, lines: Sequence[Line], first: int, version: int
    ) -> Iterator[Finding]:
        """Play games again from number *first* on, and compare their *lines*."""
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
            sandbox=self._asking.sandbox,
            taken=began.seats,
            module=self._module,
            weak=self._asking.weak,
        )
        job = Job(plan, first, len(lines))
        try:
            play_chunk = resolve_name(f"{self._module}:play_chunk")
            again = [conflict.line for conflict in decode_conflicts(play_chunk(job))]
        except FracasError as error:
            yield from self._agents_missing(version, error)
            return
        for line, derived in zip(lines, again, strict=True):
            yield from self.compare_line(line, derived, version)

    def check_depths(self) -> Iterator[Finding]:
        """Note the depths that cannot be audited without depth agents.

        Where only the lines of games were kept, all has to be played again for them.
        """
        if AGENTS not in self._depths:
            yield from self._depths_without_events(
                "depth agents, which plays the games again"
            )

    def _depths_without_events(self, wanted: str) -> Iterator[Finding]:
        """Yield the depths at which a run of lines alone cannot be audited."""
        if self.began.record == "full":
            return
        recorded = f"the lines of {self.began.games} games, and no events"
        for depth in ("rules", "dice"):
            if depth in self._depths:
                yield finding(self.name, 1, depth, recorded, wanted, weight="stop")

    def _agents_missing(self, version: int, error: Exception) -> Iterator[Finding]:
        recorded = ", ".join(self.began.agents)
        wanted = f"agents that can be asked again ({error})"
        yield finding(self.name, version, AGENTS, recorded, wanted, weight="stop")
        yield from self._depths_without_events("agents to play the games again")

    def _check_agents(self) -> Iterator[Finding]:
        """Yield findings where a seat's record differs from what its spec makes now."""
        began = self.began
        describe = resolve_name(f"{self._roster}:described_again")
        describe = partial(describe, **structs.asdict(self._asking))
        try:
            derived = tuple(
                describe(spec, taken) if spec else taken
                for spec, taken in zip(began.agents, began.seats, strict=True)
            )
        except (FracasError, ValueError, msgspec.MsgspecError) as error:
            yield from self._agents_missing(1, error)
            return
        if derived != began.seats:
            older = [structs.replace(seat, version="") for seat in began.seats]
            same = older == [structs.replace(seat, version="") for seat in derived]
            weight: Weight = "stop" if same else "violation"
            recorded = _seats(began.seats)
            expected = f"{_seats(derived)}, as the agents are now"
            yield finding(self.name, 1, AGENTS, recorded, expected, weight=weight)


def seal_finding(
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


def not_audited(name: str, error: FracasError) -> Finding:
    """Return that *error* kept the stream *name* from being audited."""
    return seal_finding(name, 0, f"what cannot be audited ({error})", "a stream")


def _seats(seats: tuple[SeatTaken, ...]) -> str:
    return "; ".join(
        f"{seat.seat} {seat.agent} {seat.version} {seat.settings}" for seat in seats
    )
