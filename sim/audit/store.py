"""Audit of a store: every run, every conflict, and all other streams.

Streams are read one by one. `run` compares a run's lines with its conflicts, `games`
audits the conflicts, and `parts` shares them among workers.
"""

from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from concurrent.futures import Executor
from itertools import chain
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct, structs

from sim.audit.agent_notes import AgentNotes
from sim.audit.finding import Finding
from sim.audit.games import Games, GamesAudit, Terms
from sim.audit.kept import kept_scenario, missing_version
from sim.audit.parts import Part, Shared, listed_twice
from sim.audit.run import AGENTS, not_audited, seal_finding
from sim.audit.strays import strays
from sim.audit.stream import DEPTHS
from sim.campaign.campaign import LOAD, Campaign
from sim.casting.objects import objects_for
from sim.conflict.codec import decode_started
from sim.conflict.stream import Row
from sim.errors import FracasError, StoreError, StreamError
from sim.hosting.process import PATIENCE
from sim.hosting.sandbox import Sandbox
from sim.library.scenario import Loaded
from sim.run.workers import InOrder
from sim.store.events import (
    CONTENTS,
    ChunkPacked,
    ChunkRecorded,
    packed_stream,
    run_stream,
    scenario_stream,
)
from sim.store.store import Store

Others = Mapping[str, Callable[[Store, str, Terms], Iterator[Finding]]]
"""Prefix of a listed stream's name -> (store, rest of the name, terms) -> audit."""


class Again(Struct, frozen=True):
    """A conflict without a stream of its own, played again: its *rows*, as recorded.

    *seal* is the recorded one, *findings* say what differs. There are no
    rows where it could not be played.
    """

    loaded: Loaded
    seal: bytes
    rows: Sequence[Row]
    findings: Sequence[Finding]


Elsewhere = Callable[[Store, str, Terms], Again | None]
"""(store, conflict, terms) -> it, played again; None if nothing recorded it."""


class StoreAudit:
    """Audits what *store* keeps, to the *depths* asked for.

    *load* and *roster* are the dotted names of the function that reads a stored
    scenario and of the module that makes agents, as in a Plan; without a roster agents
    are not audited. Agents from files have *patience* seconds for a choice and run in
    *sandbox*; with *weak* a weak fingerprint of the file is enough. *others* audit
    streams that are neither runs nor conflicts, *elsewhere* finds conflicts that belong
    to no run and have no stream. The games of runs are shared among *workers*, or done
    by an *executor*, which find the store at *target*; *progress* is called with the
    number of games done so far. *branches* is the dotted name of the function that
    makes the choices of a kept branch again.
    """

    def __init__(  # noqa: PLR0913 - all but the store have defaults
        self,
        store: Store,
        *,
        depths: Collection[str] = DEPTHS,
        load: str = LOAD,
        roster: str = "sim.hosting.agents",
        patience: float = PATIENCE,
        sandbox: Sandbox = "wall",
        weak: bool = False,
        others: Others = MappingProxyType({}),
        elsewhere: Elsewhere | None = None,
        target: str = "",
        workers: int = 1,
        progress: Callable[[int], None] | None = None,
        executor: Executor | None = None,
        branches: str = "",
    ) -> None:
        self._store = store
        if Path(target).exists():  # a process in another folder finds it too
            target = str(Path(target).resolve())
        self._terms = Terms(
            tuple(depths), load, roster, patience, target, sandbox, weak, branches
        )
        self._games = GamesAudit(store, self._terms)
        self._others, self._elsewhere = others, elsewhere
        self._shared = Shared(
            self._games,
            workers if target else 1,
            progress,
            executor if target else None,
        )
        self._far = isinstance(executor, InOrder)
        self._notes = AgentNotes()
        self._stopped: set[str] = set()
        self._known: set[str] = set()
        self._lost: set[str] = set()
        self._unread: set[str] = set()

    @property
    def audited(self) -> tuple[str, ...]:
        """The depths that were audited in full, once all findings are out.

        A depth at which something could not be audited is left out.
        """
        terms = self._terms
        left_out = self._stopped | (set[str]() if terms.roster else {AGENTS})
        return tuple(d for d in DEPTHS if d in terms.depths and d not in left_out)

    def _noted(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Yield *findings*, and remember the depths at which something stopped.

        An agent that could not be asked is noted once, at the end.
        """
        for finding in chain(self._notes.without(findings), self._notes.notes()):
            if finding.weight == "stop":
                self._stopped.add(finding.depth)
            yield finding

    def everything(self) -> Iterator[Finding]:
        """Yield all findings: in runs, in conflicts, and stray streams."""
        return self._noted(self._everything())

    def run(self, run_id: str, published: bytes | None = None) -> Iterator[Finding]:
        """Yield findings about a run; *published* is its seal as once published.

        Raises StoreError or StreamError when it cannot be audited.
        """
        parts = (Part(0, "", piece) for piece in self._run(run_id, published))
        return self._noted(chain(self._damaged(), self._shared.findings(parts)))

    def conflict(
        self, stream_id: str, published: bytes | None = None
    ) -> Iterator[Finding]:
        """Yield findings about one conflict; *published* is its seal as once published.

        Raises StoreError or StreamError when it cannot be audited.
        """
        return self._noted(self._conflict(stream_id, published))

    def _everything(self) -> Iterator[Finding]:
        store = self._store
        yield from self._damaged()
        versions = [row[1] for row in store.stored(CONTENTS)]
        yield from missing_version(CONTENTS, versions)
        yield from self._as_written(CONTENTS)
        yield from self._shared.findings(self._listed(), whole=True)
        known = self._known | self._shared.chapters
        yield from strays(store, known, self._lost, self._unread)

    def _listed(self) -> Iterator[Part]:
        """Yield, in order, the parts of the audit of every stream the store lists."""
        for turn, name in enumerate(self._store.listed()):
            if name in self._known:
                yield Part(turn, name, listed_twice(name))
            else:
                yield Part(turn, name)
            self._known.add(name)
            try:
                for piece in self._one_listed(name):
                    yield Part(turn, name, piece)
            except FracasError as error:
                self._unread.add(name.removeprefix(run_stream("")))
                yield Part(turn, name, not_audited(name, error))

    def _one_listed(self, name: str) -> Iterator[Finding | Games]:
        run_id = name.removeprefix(run_stream(""))
        if run_id == name:
            yield from self._other(name)
        elif self._store.holds_run(run_id):
            self._known.update(self._store.stream_ids(run_id))
            self._known.add(packed_stream(run_id))
            yield from self._run(run_id)
        else:
            self._lost.add(run_id)

    def _other(self, name: str) -> Iterator[Finding]:
        """Audit a listed stream that is no run's."""
        for prefix, audit in self._others.items():
            if name.startswith(prefix):
                yield from self._as_written(name)
                yield from audit(self._store, name.removeprefix(prefix), self._terms)
                return
        yield from self._conflict(name)

    def other(self, name: str) -> Iterator[Finding]:
        """Yield findings about a listed stream that is neither run nor conflict."""
        return self._noted(chain(self._damaged(), self._other(name)))

    def _damaged(self) -> Iterator[Finding]:
        """Yield damage that the database reports, and rows on which indexes differ."""
        for sentence in self._store.damage():
            expected = "a file whose tables and indexes agree"
            yield seal_finding(self._store.where, 0, sentence, expected)

    def _run(
        self, run_id: str, published: bytes | None = None
    ) -> Iterator[Finding | Games]:
        began = self._store.run(run_id)
        loaded, altered = self._games.scenario(began)
        yield from altered
        yield from self._as_written(run_stream(run_id))
        yield from self._as_written(scenario_stream(bytes.fromhex(began.scenario)))
        run = self._games.run_audit(began, loaded)
        yield from run.check_start(run_id)
        yield from self._packed(run_id)
        games = Games(
            self._terms,
            run_id,
            began,
            files=self._games.files_of(began),
            given=objects_for(began.agents),
        )
        if self._far:
            games = structs.replace(games, code=self._games.code_of(games))
        for version, event in enumerate(self._store.run_events(run_id), 1):
            yield from run.check_event(version, event)
            if isinstance(event, ChunkRecorded):
                yield structs.replace(games, chunk=event, version=version)
        yield from run.check_end(published)

    def _packed(self, run_id: str) -> Iterator[Finding]:
        """Yield faults of the stream of a packed run's chunks."""
        name = packed_stream(run_id)
        versions: list[int] = []
        for version, event in self._store.numbered_events(name):
            versions.append(version)
            if not isinstance(event, ChunkPacked) or event.version != version:
                expected = f"the packed chunk number {version - 1}"
                yield seal_finding(name, version, "another event", expected)
        yield from missing_version(name, versions)
        yield from self._as_written(name)

    def _as_written(self, name: str) -> Iterator[Finding]:
        """Yield rows of the store's own streams that do not encode their events."""
        for version in self._store.altered(name):
            yield seal_finding(
                name, version, "bytes of another kind", "those of its event"
            )

    def _conflict(
        self, stream_id: str, published: bytes | None = None
    ) -> Iterator[Finding]:
        run_id, _, number = stream_id.rpartition("-")
        rows = self._store.rows(stream_id)
        if not rows and self._elsewhere is not None:
            again = self._elsewhere(self._store, stream_id, self._terms)
            if again is not None:
                yield from self._audit_replayed(stream_id, again, published)
                return
        if published is not None and (not rows or not rows[-1][1].endswith(published)):
            yield seal_finding(stream_id, len(rows), "another seal", published.hex())
        number, _, chapter = number.partition(".")
        if chapter and not rows:
            message = f"{self._store.where} keeps no conflict {stream_id!r}"
            raise StoreError(message)
        if number.isdecimal() and self._store.holds_run(run_id):
            began = self._store.run(run_id)
            game = int(number) - 1
            index = game // began.chunk
            chunk = self._store.chunk(run_id, index)
            for line in chunk.lines if chunk is not None else ():
                if line.game == game:
                    loaded, altered = self._games.scenario(began)
                    yield from altered
                    run = self._games.run_audit(began, loaded)
                    if began.record != "full":
                        yield from self._games.replayed(run, line, index + 2)
                        return
                    findings = self._games.game(run, loaded, line, index + 2)
                    yield from (
                        finding
                        for finding in findings
                        if not chapter or finding.conflict == stream_id
                    )
                    return
        yield from self._alone(stream_id, rows)

    def _audit_replayed(
        self, stream_id: str, again: Again, published: bytes | None
    ) -> Iterator[Finding]:
        """Audit a conflict that was played again, since only its line was kept."""
        if published is not None and published != again.seal:
            yield seal_finding(stream_id, 0, "another seal", published.hex())
        yield from again.findings
        if again.rows:
            yield from self._games.auditor(again.loaded).audit(stream_id, again.rows)

    def _alone(self, stream_id: str, rows: list[Row]) -> Iterator[Finding]:
        """Audit a conflict that belongs to no run, perhaps still going on."""
        if not rows:
            message = f"{self._store.where} has no conflict {stream_id!r}"
            raise StoreError(message)
        started = decode_started(rows[0][1])
        loaded, altered = kept_scenario(
            self._store, self._terms.load, started.scenario, stream_id
        )
        yield from altered
        yield from missing_version(
            stream_id, [row[1] for row in self._store.stored(stream_id)]
        )
        if isinstance(loaded, Campaign):
            message = f"{stream_id} belongs to a campaign, but to no run"
            raise StreamError(message)
        yield from self._games.auditor(loaded).audit(stream_id, rows, live=True)
