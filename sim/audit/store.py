"""Audit of a store: every run, every conflict, and whatever belongs to neither.

The streams are read one by one; what a run says of its conflicts is held against them
by `audit_run`.
"""

from collections.abc import Collection, Iterator
from pkgutil import resolve_name

from msgspec import structs

from sim.audit.finding import Finding
from sim.audit.run import RunAudit, found
from sim.audit.stream import DEPTHS, AgentMaker, Auditor
from sim.audit.unasked import Unasked
from sim.codec import decode_started
from sim.errors import FracasError, StreamError
from sim.scenario import Loaded, digest_of
from sim.store.events import (
    CONTENTS,
    ChunkRecorded,
    RunStarted,
    conflict_stream,
    run_stream,
    scenario_stream,
)
from sim.store.store import Store
from sim.stream import Line, Row


class StoreAudit:
    """Audits what *store* keeps, to the *depths* asked for.

    *load* and *roster* are the dotted names of what reads a stored scenario and of the
    module that makes agents, as in a Plan; with no roster nothing is said of agents.
    """

    def __init__(
        self,
        store: Store,
        *,
        depths: Collection[str] = DEPTHS,
        load: str = "sim.scenario:from_json",
        roster: str = "agents.roster",
    ) -> None:
        self._store = store
        self._depths = depths
        self._load = load
        self._roster = roster
        self._unasked = Unasked()

    @property
    def audited(self) -> tuple[str, ...]:
        """The depths that were audited, once all findings were had.

        Depth agents is none of them when an agent could not be asked.
        """
        left_out = {"agents"} if self._unasked or not self._roster else set[str]()
        return tuple(d for d in DEPTHS if d in self._depths and d not in left_out)

    def everything(self) -> Iterator[Finding]:
        """Yield what is wrong anywhere: in runs, in conflicts, in what is stray.

        An agent that could not be asked is said once, at the end.
        """
        yield from self._unasked.others(self._everything())
        yield from self._unasked.notes()

    def run(self, run_id: str, published: bytes | None = None) -> Iterator[Finding]:
        """Yield what is wrong with a run; *published* is its seal as once made known.

        Raises StoreError or StreamError when it cannot be audited.
        """
        yield from self._unasked.others(self._run(run_id, published))
        yield from self._unasked.notes()

    def conflict(
        self, stream_id: str, published: bytes | None = None
    ) -> Iterator[Finding]:
        """Yield what is wrong with one conflict; *published* is its seal made known.

        Raises StoreError or StreamError when it cannot be audited.
        """
        yield from self._unasked.others(self._conflict(stream_id, published))
        yield from self._unasked.notes()

    def _everything(self) -> Iterator[Finding]:
        store = self._store
        known: set[str] = set()
        lost: set[str] = set()
        yield from _in_place(CONTENTS, [one[1] for one in store.stored(CONTENTS)])
        yield from self._as_written(CONTENTS)
        for name in store.listed():
            if name in known:
                yield found(CONTENTS, 0, f"{name} listed twice", "every stream once")
            run_id = name.removeprefix(run_stream(""))
            known.add(name)
            try:
                if run_id != name and not store.holds_run(run_id):
                    lost.add(run_id)
                elif run_id != name:
                    known.update(store.stream_ids(run_id))
                    yield from self._run(run_id)
                else:
                    yield from self._conflict(name)
            except FracasError as error:
                yield found(name, 0, f"what cannot be audited ({error})", "a stream")
        yield from self._strays(known, lost)

    def _run(self, run_id: str, published: bytes | None = None) -> Iterator[Finding]:
        began = self._store.run(run_id)
        loaded, wrong = self._scenario(began)
        yield from wrong
        yield from self._as_written(run_stream(run_id))
        yield from self._as_written(scenario_stream(bytes.fromhex(began.scenario)))
        run = RunAudit(began, loaded, load=self._load, roster=self._roster)
        yield from run.begin(run_id)
        auditor = self._auditor(loaded)
        for version, event in enumerate(self._store.run_events(run_id), 1):
            yield from run.event(version, event)
            if not isinstance(event, ChunkRecorded):
                continue
            if began.record == "full":
                for line in event.lines:
                    yield from self._game(run, auditor, line, version)
            elif "agents" in self._depths and self._roster:
                yield from run.again(event, version)
        yield from run.end(published)

    def _as_written(self, name: str) -> Iterator[Finding]:
        """Yield the places of one of the store's own streams that hide something."""
        for version in self._store.altered(name):
            yield found(name, version, "bytes of another kind", "those of its event")

    def _conflict(
        self, stream_id: str, published: bytes | None = None
    ) -> Iterator[Finding]:
        run_id, _, number = stream_id.rpartition("-")
        rows = self._store.rows(stream_id)
        if published is not None and (not rows or not rows[-1][1].endswith(published)):
            yield found(stream_id, len(rows), "another seal", published.hex())
        if number.isdecimal() and self._store.holds_run(run_id):
            began = self._store.run(run_id)
            game = int(number) - 1
            index = game // began.chunk
            chunk = self._store.chunk(run_id, index)
            for line in chunk.lines if chunk is not None else ():
                if line.game == game:
                    loaded, wrong = self._scenario(began)
                    yield from wrong
                    run = RunAudit(began, loaded, load=self._load, roster=self._roster)
                    yield from self._game(run, self._auditor(loaded), line, index + 2)
                    return
        yield from self._alone(stream_id, rows)

    def _alone(self, stream_id: str, rows: list[Row]) -> Iterator[Finding]:
        """Audit a conflict that belongs to no run, perhaps still going on."""
        if not rows:
            message = f"{self._store.where} has no conflict {stream_id!r}"
            raise StreamError(message)
        started = decode_started(rows[0][1])
        loaded, wrong = self._kept(started.scenario, stream_id)
        yield from wrong
        yield from _in_place(
            stream_id, [one[1] for one in self._store.stored(stream_id)]
        )
        yield from self._auditor(loaded).audit(stream_id, rows, live=True)

    def _game(
        self, run: "RunAudit", auditor: Auditor, line: Line, version: int
    ) -> Iterator[Finding]:
        """Audit the stream of one game, and the run's *line* of it."""
        name = conflict_stream(run.began.run, line.game)
        stored = self._store.stored(name)
        if not stored:
            why = f"event {version} of {run.name} has its line"
            yield found(name, 0, "nothing", "the stream of this game", why)
            return
        yield from _in_place(name, [one[1] for one in stored])
        rows = [(one[2], one[3]) for one in stored]
        examined = auditor.examine(name, rows, run=run.opening(line.game))
        yield from examined.findings
        if examined.line is not None:
            yield from run.against(line, examined.line, version)
        elif examined.seal is not None:
            due = structs.replace(line, seal=examined.seal)
            yield from run.against(line, due, version)

    def _auditor(self, loaded: Loaded) -> Auditor:
        make_agent: AgentMaker | None = None
        if self._roster:
            make_agent = resolve_name(f"{self._roster}:seated")
        return Auditor(
            loaded.system,
            loaded.scenario,
            digest=loaded.digest,
            depths=self._depths,
            make_agent=make_agent,
        )

    def _scenario(self, began: RunStarted) -> tuple[Loaded, list[Finding]]:
        return self._kept(began.scenario, run_stream(began.run))

    def _kept(self, digest: str, where: str) -> tuple[Loaded, list[Finding]]:
        """Return the scenario kept under *digest*, and whether it is that one."""
        try:
            key = bytes.fromhex(digest)
        except ValueError as error:
            message = f"{where}, event 1: {digest!r} is not the digest of a scenario"
            raise StreamError(message) from error
        data = self._store.scenario(key)
        wrong: list[Finding] = []
        if digest_of(data) != key:
            recorded = f"a scenario of the digest {digest_of(data).hex()}"
            wrong.append(found(scenario_stream(key), 1, recorded, digest))
        loaded: Loaded = resolve_name(self._load)(data)
        return loaded, wrong

    def _strays(self, known: set[str], lost: set[str]) -> Iterator[Finding]:
        """Yield streams that nothing in the store says should be there.

        Those of a run that is *lost* itself are counted with it.
        """
        orphans = dict.fromkeys(sorted(lost), 0)
        for name, version, *_ in self._store.all_rows():
            if name in known or name == CONTENTS:
                continue
            if name.rpartition("-")[0] in orphans:
                known.add(name)
                orphans[name.rpartition("-")[0]] += 1
            elif not name.startswith("scenario:"):
                known.add(name)
                yield found(name, 0, "a stream", "none: no run and no list names it")
            elif version > 1:
                yield found(name, version, "an event", "nothing after the scenario")
        for run_id, count in orphans.items():
            expected = "the run that the store lists"
            why = f"the store holds {count} of its conflicts"
            yield found(run_stream(run_id), 0, "nothing", expected, why)


def _in_place(name: str, versions: list[int]) -> Iterator[Finding]:
    """Yield the first place in a stream that is empty."""
    for place, version in enumerate(versions, 1):
        if version != place:
            yield found(name, place, "nothing", "the event of this place")
            return
