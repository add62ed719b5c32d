"""A tournament in a store: begin, resume, complete, and read it again."""

from collections.abc import Iterable, Iterator
from pkgutil import resolve_name
from typing import Any

import msgspec
from msgspec import structs

from sim.casting.roster import made
from sim.casting.specs import check_names_no_file, files_of
from sim.errors import AgentError, StoreError
from sim.files.sources import read_sources
from sim.hosting.agents import code_again, described_again, files_again
from sim.hosting.process import PATIENCE
from sim.hosting.sandbox import Sandbox
from sim.reading.hints import nearest, shortened
from sim.run.seeding import seed_for
from sim.seam.events import SeatTaken
from sim.store.contests import (
    BlocksRecorded,
    ContestCompleted,
    ContestStarted,
    PairSolved,
    contest_stream,
)
from sim.store.events import row
from sim.store.store import Store
from sim.tournament.contest import (
    LOAD,
    Contest,
    Terms,
    contest_with_seed,
    recorded_terms,
)
from sim.tournament.place import Place, make_place

_CONTEST = contest_stream("")
_PAGE = 200

Step = BlocksRecorded | PairSolved
"""What stands between the start of a tournament and its end."""
ContestEvent = ContestStarted | Step | ContestCompleted


def contest_ids(store: Store) -> tuple[str, ...]:
    """Return the id of every tournament, in the order in which they began."""
    names = store.listed(_CONTEST)
    return tuple(name.removeprefix(_CONTEST) for name in names)


def started_event(store: Store, contest: str) -> ContestStarted:
    """Return the first event of the tournament; StoreError when there is none."""
    started = store.one(contest_stream(contest), 1, ContestStarted)
    if started is None:
        ids = contest_ids(store)
        message = (
            f"{store.where} has no tournament called {shortened(contest)!r}, it holds"
            f" {', '.join(ids[:5]) or 'none'}{nearest(contest, ids)}"
        )
        raise StoreError(message)
    return started


def ended_event(store: Store, contest: str) -> ContestCompleted | None:
    """Return the last event of the tournament *contest*, None if it has not ended."""
    name = contest_stream(contest)
    return store.one(name, store.version(name), ContestCompleted)


def events_of(store: Store, contest: str) -> Iterator[ContestEvent]:
    """Yield the events of a tournament, a page at a time."""
    name = contest_stream(contest)
    seen = 0
    while page := store.select(name, gt=seen, limit=_PAGE):
        seen = page[-1][1]
        for stored in page:
            event = store.read(stored)
            if isinstance(event, ContestEvent):
                yield event


def recorded_batches(store: Store, contest: str) -> Iterator[BlocksRecorded]:
    """Yield the recorded batches of blocks, in order."""
    events = events_of(store, contest)
    return (event for event in events if isinstance(event, BlocksRecorded))


def recorded_steps(store: Store, contest: str) -> Iterator[Step]:
    """Yield the recorded steps between start and end, in order."""
    events = events_of(store, contest)
    return (event for event in events if isinstance(event, Step))


def recorded_contest(
    store: Store,
    contest: str = "",
    *,
    load: str = LOAD,
    patience: float = PATIENCE,
    sandbox: Sandbox = "off",
) -> Contest:
    """Return the tournament *contest* of *store*, the last unfinished one by default.

    Everything is read from the record and no agent's file, which `make_playable`
    does. Raises StoreError when there is none.
    """
    started = started_event(store, contest or _last(store))
    terms = recorded_terms(started)
    return Contest(
        started.contest,
        _places(store, started, terms, load),
        started.agents,
        started.seed,
        terms,
        (),
        load,
        patience,
        sandbox,
        started.sandbox,
    )


def make_playable(contest: Contest, *, weak: bool = False) -> Contest:
    """Return a recorded tournament with its agents' files, so that it can be played.

    No file is run to find out, and only code whose fingerprint is recorded is read.
    Raises AgentError if an agent is not what it was when the tournament began, or would
    not choose alike again. Nothing is recorded of the agents at fixed sides, so if
    agents play in a sandbox, those must not be from files.
    """
    files: dict[str, bytes] = {}
    for agent in contest.agents:
        taken = SeatTaken(agent.spec, agent.agent, agent.version, agent.settings)
        hosted: list[str] = []
        try:
            files |= files_again(agent.spec, taken, weak=weak)
            hosted = code_again(agent.spec, taken)
            same = bool(hosted) or described_again(agent.spec, taken) == taken
        except AgentError as error:
            if "weak fingerprint" in str(error):
                raise
            same = False
        if not same:
            message = (
                f"{agent.spec} is not what it was when the tournament {contest.contest}"
                f" began, which was version {agent.version}"
            )
            raise AgentError(message)
        if not hosted:
            _check_repeats(contest, agent.spec, taken)
    for name, spec in contest.terms.fixed.items():
        if contest.sandbox != "off":
            check_names_no_file(spec, f"the recorded agent of {name}")
        files |= read_sources(files_of([spec]))
    return structs.replace(contest, files=tuple(files.items()))


def with_secret_seed(contest: Contest, store: Store | None) -> Contest:
    """Return *contest* with a seed that no stranger's agent in it can guess.

    If it has begun in *store*, its seed is used.
    """
    before = _seeds(store)
    seed = seed_for(contest.seed, contest.everybody, contest.sandbox, before)
    return contest_with_seed(contest, seed)


def _seeds(store: Store | None) -> Iterator[str]:
    """Yield the seeds of the tournaments that have begun in *store*."""
    if store is not None:
        for contest in contest_ids(store):
            yield started_event(store, contest).seed


def _check_repeats(contest: Contest, spec: str, taken: SeatTaken) -> None:
    """Raise AgentError if *spec* would not make the same choices again.

    It is made from what is recorded: nothing that a setting names is read again.
    """
    settings = msgspec.json.decode(taken.settings, type=dict[str, Any])
    if not made(taken.agent, settings, literal=True).repeats:
        message = (
            f"{spec} chooses by the clock, so that nothing of the tournament"
            f" {contest.contest} can be played again"
        )
        raise AgentError(message)


def _last(store: Store) -> str:
    """Return the last unfinished tournament, or the last one."""
    ids = contest_ids(store)
    if not ids:
        message = f"{store.where} holds no tournament"
        raise StoreError(message)
    open_ = [contest for contest in ids if ended_event(store, contest) is None]
    return (open_ or ids)[-1]


def _places(
    store: Store, started: ContestStarted, terms: Terms, load: str
) -> tuple[Place, ...]:
    read_json = resolve_name(load)
    places: list[Place] = []
    for place in started.places:
        loaded = read_json(store.scenario(bytes.fromhex(place.digest)))
        places.append(make_place(structs.replace(loaded, name=place.name), terms.fixed))
    return tuple(places)


class Known:
    """The recorded steps, to be taken one by one; each is read when it is taken."""

    def __init__(self, steps: Iterable[Step] = ()) -> None:
        self._rest = iter(steps)
        self._next = next(self._rest, None)

    def __bool__(self) -> bool:
        """Whether there is more."""
        return self._next is not None

    def take(self) -> Step:
        """Return the next step."""
        step = self._next
        assert step is not None
        self._next = next(self._rest, None)
        return step


def begin_contest(store: Store, contest: Contest, *, resume: bool) -> Known:
    """Open the tournament in *store*, or find it; return what is recorded there.

    Raises StoreError when it is there and *resume* is not set, or when it began with
    other agents, scenarios or terms.
    """
    started = contest.started()
    name = contest_stream(contest.contest)
    if not store.version(name):
        if resume:
            _check_known(store, contest.contest)
        for place in contest.places:
            store.put_scenario(place.loaded.digest, place.loaded.data)
        store.append(name, [row(started)], after=0, listed=True)
        return Known()
    if not resume:
        done = ended_event(store, contest.contest)
        state = "complete" if done is not None else "begun"
        message = (
            f"{store.where} already has the tournament {contest.contest}, {state}:"
            " resume it, or choose another seed"
        )
        raise StoreError(message)
    _check_same(store.where, started_event(store, contest.contest), started)
    return Known(recorded_steps(store, contest.contest))


def _check_known(store: Store, contest: str) -> None:
    known = ", ".join(contest_ids(store)[:5]) or "none"
    message = (
        f"{store.where} has no tournament {contest} of these scenarios, agents, terms"
        f" and seed to resume, it holds {known}"
    )
    raise StoreError(message)


def _check_same(where: str, before: ContestStarted, now: ContestStarted) -> None:
    for old, new in zip(before.agents, now.agents, strict=False):
        if old.spec == new.spec and old != new:
            message = (
                f"{where}: {shortened(old.spec)} is not what it was when the tournament"
                f" {before.contest} began: another seed plays another"
            )
            raise StoreError(message)
    for name in ContestStarted.__struct_fields__:
        old, new = getattr(before, name), getattr(now, name)
        if old != new:
            message = (
                f"{where}: the tournament {before.contest} was begun with {name}"
                f" {old!r}, and cannot go on with {new!r}: another seed plays another"
            )
            raise StoreError(message)


def append_step(store: Store, contest: str, step: Step, after: int) -> None:
    """Record *step* after this many events."""
    store.append(contest_stream(contest), [row(step)], after=after)


def complete_contest(
    store: Store, contest: str, ended: ContestCompleted, after: int
) -> None:
    """Complete the tournament, or check that it was completed with the same result."""
    before = ended_event(store, contest)
    if before is None:
        store.append(contest_stream(contest), [row(ended)], after=after)
    elif before != ended:
        message = (
            f"{store.where}: the tournament {contest} was completed with the seal"
            f" {before.seal.hex()}, but its games come to {ended.seal.hex()}: audit it"
        )
        raise StoreError(message)
