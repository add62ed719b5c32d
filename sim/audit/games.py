"""Audit of the games of a run, a chunk at a time, in any process.

The audit of a chunk depends only on the store and on the terms of the audit, so
processes can share a run. Each returns bytes, as when playing.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pkgutil import resolve_name
from typing import Any

import msgspec
from msgspec import Struct, structs

from sim import errors
from sim.audit.branch import BranchAudit
from sim.audit.campaign import CampaignAudit
from sim.audit.chapters import Chapters
from sim.audit.finding import Finding, finding
from sim.audit.kept import kept_scenario, missing_version
from sim.audit.run import AGENTS, RunAudit, not_audited, seal_finding
from sim.audit.stream import AgentMaker, Auditor, Examined
from sim.campaign.campaign import Campaign
from sim.campaign.load import Playable
from sim.casting.objects import Given
from sim.casting.specs import files_of
from sim.conflict.codec import decode
from sim.conflict.stream import Line, Row
from sim.errors import AgentError, ExecutorError, FracasError, StreamError
from sim.files.sources import Files, read_source, reading_from
from sim.hosting.host import HostedAgent
from sim.hosting.process import House
from sim.hosting.sandbox import Asking, Sandbox
from sim.library.scenario import Loaded
from sim.run.code import OURS, fingerprint, package_of
from sim.seam.events import SeatTaken
from sim.seam.protocol import Agent
from sim.spine.kept import Kept
from sim.store.events import (
    Branched,
    ChunkRecorded,
    RunStarted,
    conflict_stream,
    run_stream,
)
from sim.store.store import Store, open_store

_AGENTS_MAX = 64
"""The most agents kept to be asked about further games."""
_AUDITORS_MAX = 16
"""The most auditors kept, each for the conflicts of one scenario."""


class Terms(Struct, frozen=True):
    """How a store is audited: the depths, and how scenarios and agents are loaded.

    *load* and *roster* are dotted names, as in a Plan; without a roster agents are not
    audited. Those from files run in *sandbox*; *weak* says whether a weak fingerprint
    is enough to run one. *target* is the address under which other processes find the
    store, *branches* the dotted name of the function that makes the choices of a kept
    branch again.
    """

    depths: tuple[str, ...]
    load: str
    roster: str
    patience: float
    target: str = ""
    sandbox: Sandbox = "wall"
    weak: bool = False
    branches: str = ""

    @property
    def asks(self) -> bool:
        """Whether agents are asked again."""
        return bool(self.roster) and AGENTS in self.depths


class Games(Struct, frozen=True):
    """A job: the games whose lines are in event *version* of the run *run_id*.

    *files* are the files of its agents, as far as they exist; *code* are fingerprints
    of the code that audits the games (see `code_of`). *given* are those of its agents
    that were given in Python.
    """

    terms: Terms
    run_id: str
    began: RunStarted
    chunk: ChunkRecorded = ChunkRecorded(0, ())
    version: int = 0
    files: Files = ()
    code: tuple[str, ...] = ()
    given: tuple[Given, ...] = ()

    def __str__(self) -> str:
        return f"event {self.version} of {run_stream(self.run_id)}"


class GamesFindings(Struct, frozen=True):
    """The findings about some games, their chapters, and the error that ended it.

    *failed* is the name of a FracasError and its message.
    """

    findings: tuple[Finding, ...]
    chapters: tuple[str, ...] = ()
    failed: tuple[str, str] | None = None

    @property
    def error(self) -> FracasError:
        """The error that ended the audit, as an exception of its class."""
        kind, message = self.failed or (FracasError.__name__, "")
        error: FracasError = getattr(errors, kind)(message)
        return error


class GamesAudit:
    """Audits games of the runs of *store*."""

    def __init__(self, store: Store, terms: Terms) -> None:
        self._store = store
        self._terms = terms
        self._chapters: set[str] = set()
        self._agents = Kept[tuple[bytes, SeatTaken], Agent](_AGENTS_MAX)
        self._auditors = Kept[tuple[bytes, bool], Auditor](_AUDITORS_MAX)

    def run_audit(self, began: RunStarted, loaded: Playable) -> RunAudit:
        """Return the audit of the run that *began* with the scenario *loaded*."""
        terms = self._terms
        return RunAudit(
            began,
            loaded,
            load=terms.load,
            roster=terms.roster,
            depths=terms.depths,
            asking=Asking(terms.sandbox, terms.weak),
        )

    def scenario(self, began: RunStarted) -> tuple[Playable, list[Finding]]:
        """Return the scenario of a run, and whether its digest is right."""
        name = run_stream(began.run)
        return kept_scenario(self._store, self._terms.load, began.scenario, name)

    def has_run(self, job: Games) -> bool:
        """Whether the store has the run that the games of *job* are of."""
        return self._store.run(job.run_id) == job.began

    def code_of(self, job: Games) -> tuple[str, ...]:
        """Return fingerprints of the code that the audit of *job* runs.

        For an agent that cannot be asked it is the reason.
        """
        loaded, _ = self.scenario(job.began)
        first = loaded.chapters[0].loaded if isinstance(loaded, Campaign) else loaded
        code = [fingerprint(), fingerprint(package_of(first.scenario))]
        taken = [seat for seat in job.began.seats if seat.agent]
        with reading_from(job.files):
            return (*code, *map(self._agent_code, taken if self._terms.asks else ()))

    def _agent_code(self, taken: SeatTaken) -> str:
        try:
            agent = resolve_name(f"{self._terms.roster}:seated")(taken)
        except FracasError as error:
            return str(error)
        return fingerprint(package_of(agent))

    def files_of(self, began: RunStarted) -> Files:
        """Return the files of a run's agents, as far as they exist."""
        files: list[tuple[str, bytes]] = []
        for path in files_of(began.agents, code=True) if self._terms.asks else ():
            with suppress(AgentError):
                files.append((path, read_source(path)))
        return tuple(files)

    def look(self, job: Games) -> GamesFindings:
        """Audit the games of *job*, as far as that can be done."""
        findings: list[Finding] = []
        before = set(self._chapters)
        failed: tuple[str, str] | None = None
        try:
            with reading_from(job.files):
                findings.extend(self._chunk(job))
        except FracasError as error:
            failed = (type(error).__name__, str(error))
        chapters = tuple(sorted(self._chapters - before))
        return GamesFindings(tuple(findings), chapters, failed)

    def _chunk(self, job: Games) -> Iterator[Finding]:
        loaded, _ = self.scenario(job.began)
        run = self.run_audit(job.began, loaded)
        run.name = run_stream(job.run_id)
        if job.began.record == "full":
            for line in job.chunk.lines:
                try:
                    yield from self.game(run, loaded, line, job.version)
                except StreamError as error:  # of this game: the others can be read
                    yield not_audited(conflict_stream(job.run_id, line.game), error)
        elif self._terms.asks:
            yield from run.replay_chunk(job.chunk, job.version)

    def game(
        self, run: RunAudit, loaded: Playable, line: Line, version: int
    ) -> Iterator[Finding]:
        """Audit the stream of one game, and the run's *line* of it."""
        name = conflict_stream(run.began.run, line.game)
        stored = self._store.stored(name)
        if not stored:
            why = f"event {version} of {run.name} has its line"
            yield seal_finding(name, 0, "nothing", "the stream of this game", why)
            return
        yield from missing_version(name, [row[1] for row in stored])
        rows = [(row[2], row[3]) for row in stored]
        if isinstance(loaded, Campaign):
            yield from self._campaign(run, loaded).check(name, rows, line, version)
            return
        start = run.expected_start(line.game)
        branch = run.began.branch
        auditor = self.auditor(loaded, asks=branch is None)
        examined = auditor.examine(name, rows, run=start)
        if branch is None:
            yield from examined.findings
        else:
            yield from self._branch(run.began, branch, loaded, name, rows, examined)
        if examined.line is not None:
            yield from run.compare_line(line, examined.line, version)
        elif examined.seal is not None:
            expected = structs.replace(line, seal=examined.seal)
            yield from run.compare_line(line, expected, version)

    def _branch(
        self,
        began: RunStarted,
        branch: Branched,
        loaded: Loaded,
        name: str,
        rows: Sequence[Row],
        examined: Examined,
    ) -> Iterator[Finding]:
        """Audit a kept branch beyond what holds of any conflict."""
        audit = BranchAudit(self._store, self._terms.load, branch, loaded, name)
        yield from audit.of_rules(examined.findings, rows)
        if examined.line is None or branch.event > len(rows):
            # There is a finding already that says why it cannot be followed.
            return
        events = decode(loaded.system, [data for _, data in rows])
        if not audit.can_be_asked(events):
            return
        yield from audit.of_answer(events, self._terms.depths)
        if not self._terms.asks:
            return
        if not self._terms.branches:
            expected = "an audit that can ask the agents of a branch"
            yield finding(name, 1, AGENTS, "a branch", expected, weight="stop")
            return
        again = resolve_name(self._terms.branches)
        yield from again(began, branch, loaded, name, events)

    def replayed(self, run: RunAudit, line: Line, version: int) -> Iterator[Finding]:
        """Audit a game of which only its *line* was kept: play it again."""
        yield from run.check_depths()
        if self._terms.asks:
            yield from run.replay_games((line,), line.game, version)

    def _campaign(self, run: RunAudit, campaign: Campaign) -> CampaignAudit:
        terms = self._terms
        again = None
        if terms.asks:
            again = partial(
                resolve_name(f"{terms.roster}:described_again"),
                sandbox=terms.sandbox,
                weak=terms.weak,
            )
        chapters = Chapters(self._store, self.auditor, self._chapters)
        return CampaignAudit(run, campaign, chapters, terms.depths, again)

    def auditor(self, loaded: Loaded, *, asks: bool = True) -> Auditor:
        """Return the auditor for conflicts of *loaded*, which asks agents if *asks*."""
        kind = loaded.digest, asks and self._terms.asks
        known = self._auditors.get(kind)
        if known is None:
            known = self._auditors.keep(kind, self._new_auditor(loaded, asks=kind[1]))
        return known

    def _new_auditor(self, loaded: Loaded, *, asks: bool) -> Auditor:
        make_agent: AgentMaker | None = (
            partial(self._agent_at, loaded) if asks else None
        )
        return Auditor(
            loaded.system,
            loaded.scenario,
            digest=loaded.digest,
            depths=self._terms.depths,
            make_agent=make_agent,
        )

    def _agent_at(self, loaded: Loaded, taken: SeatTaken) -> Agent:
        """Return the agent that *taken* records, in a process if it is from a file.

        A shipped agent is asked about all games of a seat, as when they were played,
        so what it has computed is used again. Any other is made anew for each game.
        """
        known = self._agents.get((loaded.digest, taken))
        if known is not None:
            return known
        agent = self._make_agent(loaded, taken)
        if _is_ours(agent, taken):
            self._agents.keep((loaded.digest, taken), agent)
        return agent

    def _make_agent(self, loaded: Loaded, taken: SeatTaken) -> Agent:
        terms = self._terms
        seated = resolve_name(f"{terms.roster}:seated")
        agent: Agent = seated(taken, weak=True) if terms.weak else seated(taken)
        if isinstance(agent, HostedAgent):
            files = agent.files
            load, sandbox = terms.load, terms.sandbox
            agent.enter(House(load, loaded.data, files, terms.patience, sandbox))
        return agent


def _is_ours(agent: Agent, taken: SeatTaken) -> bool:
    """Whether *agent* ships with Fracas, and so does whatever it is made of."""
    if isinstance(agent, HostedAgent):  # a proxy for an agent from a file
        return False
    settings = msgspec.json.decode(taken.settings, type=dict[str, Any])
    plain = all(isinstance(value, int | float) for value in settings.values())
    return plain and package_of(agent) == OURS


def audit_games(job: Games) -> bytes:
    """Audit the games of *job* in a process of its own; return the findings encoded.

    Raises ExecutorError if this process does not find the run or has other code than
    the process that asks, so that its findings could differ.
    """
    with _store_of(job) as store:
        audit = GamesAudit(store, job.terms)
        _check_alike(audit, job)
        return _encode(audit.look(job))


def _store_of(job: Games) -> Store:
    """Return the store of *job*, as this process finds it."""
    try:
        return open_store(job.terms.target)
    except FracasError as error:
        message = f"a worker cannot audit {job}: {error}"
        raise ExecutorError(message) from error


def _check_alike(audit: GamesAudit, job: Games) -> None:
    """Raise ExecutorError unless this process has the run and the code of *job*."""
    try:
        alike = audit.has_run(job) and job.code in ((), audit.code_of(job))
    except FracasError as error:
        message = f"a worker cannot audit {job}: {error}"
        raise ExecutorError(message) from error
    if not alike:
        message = (
            f"a worker cannot audit {job}: it has another store, rule system or agent"
            " than this process"
        )
        raise ExecutorError(message)


_encode = msgspec.msgpack.Encoder().encode
decode_findings = msgspec.msgpack.Decoder(GamesFindings).decode
"""Decodes the result of `audit_games`."""
