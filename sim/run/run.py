"""Run a plan: many games of one scenario, played in parallel, recorded in order.

Games come in chunks. A chunk is played in any process and written by one process in one
transaction, in the order of games. So a store holds whole chunks whenever a run is
killed, and resuming plays exactly what is missing. Serial, parallel or interrupted, the
same plan gives the same rows and the same seal.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from hashlib import blake2b
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from msgspec import Struct, structs

from sim.casting.agent_files import has_weak_fingerprints
from sim.casting.objects import objects_for
from sim.casting.specs import files_of
from sim.conflict.choices import Choice
from sim.conflict.codec import encode
from sim.conflict.seal import RunSeal
from sim.conflict.stream import Line, Sealed
from sim.errors import StoreError
from sim.files.sources import read_sources
from sim.hosting.sandbox import RECORDED
from sim.run.chunk import (
    Job,
    Plan,
    Record,
    Setting,
    decode_chunk,
    streams_of,
)
from sim.spine.words import counted
from sim.store.events import (
    Branched,
    ChunkRecorded,
    RunCompleted,
    RunStarted,
    chunk_size,
    written,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from sim.store.store import Store

_PERSON = b"fracas-run-id"


class RunResult(Struct, frozen=True):
    """The result of a run: *seal* is over its first row and its *games* lines.

    *played* of them were played now, the others were in the store. *lines* is empty if
    `run` got a function for each line.
    """

    run_id: str
    games: int
    played: int
    seal: bytes
    lines: list[Line]


def run_id(seed: str, digest: bytes, agents: Iterable[str]) -> str:
    """Return the id (8 hexadecimal digits) of the run with these three.

    BLAKE2b-32, personalised `fracas-run-id`, over the JSON array of the seed, the
    scenario's digest in hexadecimal and the agents' specs, without spaces.
    """
    data = msgspec.json.encode([seed, digest.hex(), list(agents)])
    return blake2b(data, digest_size=4, person=_PERSON).hexdigest()


def branch_id(branch: Branched, digest: bytes, agents: Iterable[str]) -> str:
    """Return the id (8 hexadecimal digits) of a kept branch.

    BLAKE2b-32, personalised `fracas-branch`, over the JSON array of the branch, the
    scenario's digest in hexadecimal and the agents' specs, without spaces.
    """
    data = msgspec.json.encode([branch, digest.hex(), list(agents)])
    return blake2b(data, digest_size=4, person=b"fracas-branch").hexdigest()


def id_of(began: RunStarted, digest: bytes) -> str:
    """Return the id that follows from how a run *began*, with the scenario *digest*."""
    if began.branch is not None:
        return branch_id(began.branch, digest, began.agents)
    return run_id(began.seed, digest, began.agents)


class LoadedScenario(Protocol):
    """A scenario as it was loaded: its canonical JSON, and the digest of that."""

    @property
    def data(self) -> bytes: ...

    @property
    def digest(self) -> bytes: ...


def make_plan(
    scenario: LoadedScenario,
    agents: Iterable[str],
    *,
    seed: str,
    games: int = 1,
    record: Record = "full",
    strict: bool = False,
) -> Plan:
    """Return the plan of *games* games of *scenario*, with one agent's spec a seat.

    The files that specs name are read here, and nowhere else.
    """
    specs = tuple(agents)
    name = run_id(seed, scenario.digest, specs)
    files = read_sources(files_of(specs))
    return Plan(
        name,
        scenario.data,
        specs,
        seed,
        games,
        record,
        strict,
        files=files,
        given=objects_for(specs),
    )


def run(  # noqa: PLR0913 - all but the plan have defaults
    plan: Plan,
    *,
    store: "Store | None" = None,
    workers: int = 1,
    resume: bool = False,
    progress: Callable[[int], None] | None = None,
    on_line: Callable[[Line], None] | None = None,
    on_forfeit: Callable[[int, str, str], None] | None = None,
    on_choices: Callable[[list[Choice]], None] | None = None,
    executor: "Executor | None" = None,
) -> RunResult:
    """Play *plan* and record it in *store* at the plan's level.

    *on_line* gets every line in the order of games, including those in the store;
    without it they are in the result. *progress* gets the number of games done so far,
    *on_forfeit* the game (from 0), seat and reason of every forfeit played now,
    *on_choices* the choices of every conflict played now for which the plan counts
    them. *workers* and *executor* are those of `workers.in_order`.

    Raises StoreError if the store has the run and *resume* is not set, or has another
    run of the same name; AgentError if an agent cannot be created or, in a strict plan,
    fails.
    """
    started = _run_started(plan)
    store = None if plan.record == "none" else store
    known: frozenset[int] = frozenset()
    if store is not None:
        started, known = _begin_or_resume(store, started, plan.scenario, resume=resume)
    lines: list[Line] = []
    missing = _missing_jobs(_in_form_of_store(plan, store, known), started, known)
    played = _play_jobs(plan, missing, workers, executor)
    with closing(played) as results:
        callbacks = _Callbacks(on_forfeit, on_choices)
        chunks = _chunks(started, known, store, results, callbacks)
        seal = _seal_over(started, chunks, on_line or lines.append, progress)
    if store is not None:
        _complete(store, started, seal)
    before = sum(_job(plan, started, index).count for index in known)
    return RunResult(plan.run_id, plan.games, plan.games - before, seal, lines)


def _play_jobs(
    plan: Plan, jobs: Iterator[Job], workers: int, executor: "Executor | None"
) -> Generator[bytes, None, None]:
    """Play *jobs*; yield their results in order."""
    play = resolve_name(f"{plan.module}:play_chunk")
    if workers == 1 and executor is None:
        return (play(job) for job in jobs)
    in_order: Any = resolve_name("sim.run.workers:in_order")  # imports processes
    results: Generator[bytes, None, None]
    results = in_order(play, jobs, workers=workers, executor=executor)
    return results


def _run_started(plan: Plan) -> RunStarted:
    begin: Setting = resolve_name(f"{plan.module}:setting")(plan)
    opening = begin.opening
    return RunStarted(
        plan.run_id,
        begin.title,
        opening.system,
        opening.rules_version,
        opening.scenario,
        opening.seats,
        plan.agents,
        plan.seed,
        plan.games,
        chunk_size(plan.games),
        plan.level,
        _sandbox_of(plan),
        fair=plan.fair,
    )


def _sandbox_of(plan: Plan) -> str:
    """Return the sandbox of agents from files as streams record it, "" for none."""
    specs: tuple[str, ...] = resolve_name(f"{plan.module}:specs_of")(plan)
    return RECORDED[plan.sandbox] if any(files_of(specs, code=True)) else ""


def _begin_or_resume(
    store: "Store", started: RunStarted, scenario: bytes, *, resume: bool
) -> tuple[RunStarted, frozenset[int]]:
    """Begin the run, or find which chunks of it are recorded.

    Return its first event, and the indices of the chunks that the store has.
    """
    if not store.holds_run(started.run):
        store.start_run(started, scenario)
        return started, frozenset()
    if not resume:
        raise StoreError(_already_recorded(store, started.run))
    before = store.run(started.run)
    # The record says who made the seed, so a resumed run need not be told again.
    now = structs.replace(started, chunk=before.chunk, fair=started.fair or before.fair)
    _check_same(store.where, before, now)
    return before, frozenset(
        event.index
        for event in store.run_events(started.run)
        if isinstance(event, ChunkRecorded) and event.index < before.chunks
    )


def _in_form_of_store(plan: Plan, store: "Store | None", known: frozenset[int]) -> Plan:
    """Return *plan* with its rows in the form that *store* takes.

    A run that is resumed is packed if its recorded chunks are.
    """
    if store is None or plan.level != "full":
        return plan
    record: Record = plan.record
    if known:
        record = "packed" if store.is_packed(plan.run_id) else "full"
    return structs.replace(plan, record=record, bulk=store.bulk)


def _already_recorded(store: "Store", run: str) -> str:
    completed = store.completed(run)
    if completed is None:
        return (
            f"{store.where} already has the run {run}: resume it, or choose another"
            " seed"
        )
    games = counted(completed.games, "game")
    return (
        f"{store.where} already has the run {run}, complete with {games}: resuming adds"
        " nothing to it, another seed plays another"
    )


def _check_same(where: str, before: RunStarted, now: RunStarted) -> None:
    for seat in before.seats:
        if has_weak_fingerprints(seat) and seat not in now.seats:
            message = (
                f"{where}: the run {before.run} knows the file of {seat.agent} by a"
                " fingerprint of 32 bits, which another file can be made to have, so it"
                " can be audited (--weak-fingerprints) but not resumed: another seed"
                " plays another run"
            )
            raise StoreError(message)
    for name in RunStarted.__struct_fields__:
        old, new = getattr(before, name), getattr(now, name)
        if old != new:
            message = (
                f"{where}: the run {before.run} was begun with {name} {old!r}, and"
                f" cannot go on with {new!r}: another seed plays another run"
            )
            raise StoreError(message)


def _missing_jobs(
    plan: Plan, started: RunStarted, known: frozenset[int]
) -> Iterator[Job]:
    """Yield the jobs of all chunks that are not *known*."""
    indices = (index for index in range(started.chunks) if index not in known)
    return (_job(plan, started, index) for index in indices)


def _job(plan: Plan, started: RunStarted, index: int) -> Job:
    first = index * started.chunk
    return Job(plan, first, min(started.chunk, plan.games - first))


def _chunks(
    started: RunStarted,
    known: frozenset[int],
    store: "Store | None",
    results: Iterator[bytes],
    callbacks: "_Callbacks",
) -> Iterator[ChunkRecorded]:
    """Yield every chunk in order, read from the store or played and recorded there."""
    for index in range(started.chunks):
        if store is not None and index in known:
            chunk = store.chunk(started.run, index)
            assert chunk is not None
            yield chunk
            continue
        result = decode_chunk(next(results))
        for done in result.conflicts:
            callbacks.call(done)
        chunk = ChunkRecorded(index, tuple(done.line for done in result.conflicts))
        if store is not None:
            whole = streams_of(result.conflicts) if started.record == "full" else ()
            packed, bulk = result.packed, result.bulk
            store.put_chunk(started.run, chunk, whole, packed=packed, bulk=bulk)
        yield chunk


class _Callbacks(Struct, frozen=True):
    """Callbacks for parts of a played conflict that are not stored."""

    on_forfeit: Callable[[int, str, str], None] | None
    on_choices: Callable[[list[Choice]], None] | None

    def call(self, done: Sealed) -> None:
        """Call them for a conflict, or for a campaign and its chapters."""
        if self.on_forfeit is not None:
            for seat, reason in done.forfeits:
                self.on_forfeit(done.line.game, seat, reason)
        if self.on_choices is not None:
            for conflict in (done, *done.parts):
                if conflict.choices is not None:
                    self.on_choices(conflict.choices)


def _seal_over(
    started: RunStarted,
    chunks: Iterable[ChunkRecorded],
    on_line: Callable[[Line], None],
    progress: Callable[[int], None] | None,
) -> bytes:
    """Call *on_line* with every line; return the seal over the run."""
    # A run that records nothing has the seal of one that records everything, so that
    # the two can be compared.
    level = "full" if started.record == "none" else started.record
    seal = RunSeal(started.run, written(structs.replace(started, record=level)))
    done = 0
    for chunk in chunks:
        for line in chunk.lines:
            on_line(line)
            seal.add(encode(line))
        done += len(chunk.lines)
        if progress is not None:
            progress(done)
    return seal.seal()


def _complete(store: "Store", started: RunStarted, seal: bytes) -> None:
    completed = RunCompleted(started.games, seal)
    before = store.completed(started.run)
    if before is None:
        store.complete_run(started.run, completed, started.chunks)
    elif before != completed:
        message = (
            f"{store.where}: the run {started.run} was completed with the seal"
            f" {before.seal.hex()}, but its games come to {seal.hex()}: audit it"
        )
        raise StoreError(message)


__all__ = ["Line", "Plan", "Record", "RunResult", "make_plan", "run", "run_id"]
