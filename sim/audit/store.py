"""Audit of a store: every run, every conflict, and whatever belongs to neither.

The streams are read one by one; what a run says of its conflicts is held against them
by `run`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from pkgutil import resolve_name
from types import MappingProxyType

from msgspec import structs

from sim.audit.agent_notes import AgentNotes
from sim.audit.campaign import CampaignAudit, Chapters
from sim.audit.finding import Finding
from sim.audit.run import AGENTS, RunAudit, seal_finding
from sim.audit.strays import strays
from sim.audit.stream import DEPTHS, AgentMaker, Auditor
from sim.campaign.campaign import Campaign
from sim.campaign.chunk import LOAD
from sim.campaign.load import Playable
from sim.codec import decode_started
from sim.errors import FracasError, StoreError, StreamError
from sim.events import SeatTaken
from sim.hosting.host import PATIENCE, HostedAgent, House
from sim.protocol import Agent
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

Others = Mapping[str, Callable[[Store, str, Collection[str]], Iterator[Finding]]]
"""What a listed stream's name begins with -> (store, the rest, depths) -> audit."""


class StoreAudit:
    """Audits what *store* keeps, to the *depths* asked for.

    *load* and *roster* are the dotted names of what reads a stored scenario and of the
    module that makes agents, as in a Plan; with no roster nothing is said of agents.
    *others* audit what is neither a run nor a conflict.
    """

    def __init__(
        self,
        store: Store,
        *,
        depths: Collection[str] = DEPTHS,
        load: str = LOAD,
        roster: str = "sim.hosting.agents",
        patience: float = PATIENCE,
        others: Others = MappingProxyType({}),
    ) -> None:
        self._store = store
        self._depths = depths
        self._load = load
        self._roster = roster
        self._patience = patience
        self._others = others
        self._notes = AgentNotes()
        self._stopped: set[str] = set()
        self._chapters: set[str] = set()

    @property
    def audited(self) -> tuple[str, ...]:
        """The depths that were audited, once all findings were had.

        One at which something could not be looked at is none of them.
        """
        left_out = self._stopped | (set[str]() if self._roster else {AGENTS})
        return tuple(d for d in DEPTHS if d in self._depths and d not in left_out)

    def _noted(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Yield *findings*, and remember at which depths something stopped.

        An agent that could not be asked is said once, at the end.
        """
        for one in chain(self._notes.without(findings), self._notes.notes()):
            if one.weight == "stop":
                self._stopped.add(one.depth)
            yield one

    def everything(self) -> Iterator[Finding]:
        """Yield what is wrong anywhere: in runs, in conflicts, in what is stray."""
        return self._noted(self._everything())

    def run(self, run_id: str, published: bytes | None = None) -> Iterator[Finding]:
        """Yield what is wrong with a run; *published* is its seal as once made known.

        Raises StoreError or StreamError when it cannot be audited.
        """
        return self._noted(chain(self._damaged(), self._run(run_id, published)))

    def conflict(
        self, stream_id: str, published: bytes | None = None
    ) -> Iterator[Finding]:
        """Yield what is wrong with one conflict; *published* is its seal made known.

        Raises StoreError or StreamError when it cannot be audited.
        """
        return self._noted(self._conflict(stream_id, published))

    def _everything(self) -> Iterator[Finding]:
        store = self._store
        known: set[str] = set()
        lost: set[str] = set()
        yield from self._damaged()
        yield from _in_place(CONTENTS, [one[1] for one in store.stored(CONTENTS)])
        yield from self._as_written(CONTENTS)
        for name in store.listed():
            if name in known:
                yield seal_finding(
                    CONTENTS, 0, f"{name} listed twice", "every stream once"
                )
            run_id = name.removeprefix(run_stream(""))
            known.add(name)
            try:
                if run_id != name and not store.holds_run(run_id):
                    lost.add(run_id)
                elif run_id != name:
                    known.update(store.stream_ids(run_id))
                    yield from self._run(run_id)
                    known |= self._chapters
                else:
                    yield from self._other(name)
            except FracasError as error:
                yield seal_finding(
                    name, 0, f"what cannot be audited ({error})", "a stream"
                )
        yield from strays(store, known, lost)

    def _other(self, name: str) -> Iterator[Finding]:
        """Audit a listed stream that is no run's."""
        for prefix, audit in self._others.items():
            if name.startswith(prefix):
                yield from self._as_written(name)
                yield from audit(self._store, name.removeprefix(prefix), self._depths)
                return
        yield from self._conflict(name)

    def other(self, name: str) -> Iterator[Finding]:
        """Yield what is wrong with a listed stream that is neither."""
        return self._noted(chain(self._damaged(), self._other(name)))

    def _damaged(self) -> Iterator[Finding]:
        """Yield what the database finds wrong: rows read one way differ another way."""
        for sentence in self._store.damage():
            expected = "a file whose tables and indexes agree"
            yield seal_finding(self._store.where, 0, sentence, expected)

    def _run(self, run_id: str, published: bytes | None = None) -> Iterator[Finding]:
        began = self._store.run(run_id)
        loaded, altered = self._scenario(began)
        yield from altered
        yield from self._as_written(run_stream(run_id))
        yield from self._as_written(scenario_stream(bytes.fromhex(began.scenario)))
        run = self._run_audit(began, loaded)
        yield from run.check_start(run_id)
        for version, event in enumerate(self._store.run_events(run_id), 1):
            yield from run.check_event(version, event)
            if not isinstance(event, ChunkRecorded):
                continue
            if began.record == "full":
                for line in event.lines:
                    yield from self._game(run, loaded, line, version)
            elif "agents" in self._depths and self._roster:
                yield from run.replay_chunk(event, version)
        yield from run.check_end(published)

    def _as_written(self, name: str) -> Iterator[Finding]:
        """Yield the places of one of the store's own streams that hide something."""
        for version in self._store.altered(name):
            yield seal_finding(
                name, version, "bytes of another kind", "those of its event"
            )

    def _conflict(
        self, stream_id: str, published: bytes | None = None
    ) -> Iterator[Finding]:
        run_id, _, number = stream_id.rpartition("-")
        rows = self._store.rows(stream_id)
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
                    loaded, altered = self._scenario(began)
                    yield from altered
                    run = self._run_audit(began, loaded)
                    if began.record != "full":
                        yield from self._replayed(run, line, index + 2)
                        return
                    found = self._game(run, loaded, line, index + 2)
                    yield from (
                        one for one in found if not chapter or one.conflict == stream_id
                    )
                    return
        yield from self._alone(stream_id, rows)

    def _replayed(self, run: RunAudit, line: Line, version: int) -> Iterator[Finding]:
        """Audit a game of which only its *line* was kept: play it again."""
        yield from run.looked_at()
        if AGENTS in self._depths and self._roster:
            yield from run.replay_games((line,), line.game, version)

    def _alone(self, stream_id: str, rows: list[Row]) -> Iterator[Finding]:
        """Audit a conflict that belongs to no run, perhaps still going on."""
        if not rows:
            message = f"{self._store.where} has no conflict {stream_id!r}"
            raise StoreError(message)
        started = decode_started(rows[0][1])
        loaded, altered = self._kept(started.scenario, stream_id)
        yield from altered
        yield from _in_place(
            stream_id, [one[1] for one in self._store.stored(stream_id)]
        )
        if isinstance(loaded, Campaign):
            message = f"{stream_id} belongs to a campaign, but to no run"
            raise StreamError(message)
        yield from self._auditor(loaded).audit(stream_id, rows, live=True)

    def _game(
        self, run: RunAudit, loaded: Playable, line: Line, version: int
    ) -> Iterator[Finding]:
        """Audit the stream of one game, and the run's *line* of it."""
        name = conflict_stream(run.began.run, line.game)
        stored = self._store.stored(name)
        if not stored:
            why = f"event {version} of {run.name} has its line"
            yield seal_finding(name, 0, "nothing", "the stream of this game", why)
            return
        yield from _in_place(name, [one[1] for one in stored])
        rows = [(one[2], one[3]) for one in stored]
        if isinstance(loaded, Campaign):
            yield from self._campaign(run, loaded).check(name, rows, line, version)
            return
        start = run.expected_start(line.game)
        examined = self._auditor(loaded).examine(name, rows, run=start)
        yield from examined.findings
        if examined.line is not None:
            yield from run.compare_line(line, examined.line, version)
        elif examined.seal is not None:
            due = structs.replace(line, seal=examined.seal)
            yield from run.compare_line(line, due, version)

    def _campaign(self, run: RunAudit, campaign: Campaign) -> CampaignAudit:
        again = None
        if self._roster and AGENTS in self._depths:
            again = resolve_name(f"{self._roster}:described_again")
        chapters = Chapters(self._store, self._auditor, self._chapters)
        return CampaignAudit(run, campaign, chapters, self._depths, again)

    def _auditor(self, loaded: Loaded) -> Auditor:
        make_agent: AgentMaker | None = None
        if self._roster and AGENTS in self._depths:
            make_agent = partial(self._seated, loaded)
        return Auditor(
            loaded.system,
            loaded.scenario,
            digest=loaded.digest,
            depths=self._depths,
            make_agent=make_agent,
        )

    def _seated(self, loaded: Loaded, taken: SeatTaken) -> Agent:
        """Return the agent of *taken*; one from a file gets a limited process."""
        agent: Agent = resolve_name(f"{self._roster}:seated")(taken)
        if isinstance(agent, HostedAgent):
            files = agent.files
            house = House(self._load, loaded.data, files, self._patience, sandbox=True)
            agent.enter(house)
        return agent

    def _run_audit(self, began: RunStarted, loaded: Playable) -> RunAudit:
        return RunAudit(
            began, loaded, load=self._load, roster=self._roster, depths=self._depths
        )

    def _scenario(self, began: RunStarted) -> tuple[Playable, list[Finding]]:
        return self._kept(began.scenario, run_stream(began.run))

    def _kept(self, digest: str, where: str) -> tuple[Playable, list[Finding]]:
        """Return the scenario kept under *digest*, and whether it is that one."""
        try:
            key = bytes.fromhex(digest)
        except ValueError as error:
            message = f"{where}, event 1: {digest!r} is not the digest of a scenario"
            raise StreamError(message) from error
        data = self._store.scenario(key)
        altered: list[Finding] = []
        if digest_of(data) != key:
            recorded = f"a scenario of the digest {digest_of(data).hex()}"
            altered.append(seal_finding(scenario_stream(key), 1, recorded, digest))
        loaded: Playable = resolve_name(self._load)(data)
        return loaded, altered


def _in_place(name: str, versions: list[int]) -> Iterator[Finding]:
    """Yield the first place in a stream that is empty."""
    for place, version in enumerate(versions, 1):
        if version != place:
            yield seal_finding(name, place, "nothing", "the event of this place")
            return
