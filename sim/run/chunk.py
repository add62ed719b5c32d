"""Playing and sealing a chunk of games: the pure part of a run, in any process.

A chunk depends on nothing but its job. Its agents are created for this chunk only, so
that even an agent with a memory plays the same wherever and in whatever order chunks
are played. The result is bytes; nothing an agent could have touched is ever unpickled.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from functools import cache, lru_cache, partial
from pkgutil import resolve_name
from threading import current_thread, main_thread
from typing import Any

import msgspec
from msgspec import Struct, structs

from sim.conflict.choices import Answered, choices
from sim.conflict.codec import encode
from sim.conflict.phrases import first_line
from sim.conflict.play import Played, play
from sim.conflict.stream import Sealed, seal_stream
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.errors import AgentError, RulesError
from sim.files.sources import reading_from
from sim.hosting.host import HostedAgent
from sim.hosting.sandbox import Sandbox
from sim.run.abreast import Open, Opens, play_abreast
from sim.run.code import fingerprint, package_of
from sim.run.plan import Plan as Plan  # noqa: PLC0414 - re-exported
from sim.run.plan import Record as Record  # noqa: PLC0414 - re-exported
from sim.run.sitting import (
    OnwardOf,
    agents_at_table,
    begin_agents,
    end_processes,
    nothing_follows,
    seated_agents,
)
from sim.seam.events import ConflictStarted, SeatTaken
from sim.seam.protocol import Agent, RuleSystem, SeatInfo, State
from sim.store.bulk import in_bulk
from sim.store.events import conflict_stream
from sim.store.packing import pack


class Job(Struct, frozen=True):
    """The games of one chunk: *count* of them from number *first* (from 0)."""

    plan: Plan
    first: int
    count: int

    def __str__(self) -> str:
        if self.count == 1:
            return f"game {self.first + 1}"
        return f"games {self.first + 1} to {self.first + self.count}"

    def prepared(self) -> bytes:
        """Return the beginning of every conflict, and the code that plays it, as bytes.

        Raises ScenarioError, AgentError or UnknownNameError if it cannot be played.
        """
        return prepared(self.plan)


class Setting(Struct, frozen=True):
    """What all conflicts of a plan have in common."""

    system: RuleSystem[Any]
    title: str
    digest: bytes
    seats: tuple[SeatInfo, ...]
    state: State
    opening: ConflictStarted


def stdout_kept_clean() -> AbstractContextManager[object]:
    """Return a context that redirects prints to stderr, except in threads."""
    if current_thread() is main_thread():
        return redirect_stdout(sys.stderr)
    return nullcontext()


def setting(plan: Plan) -> Setting:
    """Return what all conflicts of *plan* have in common.

    Raises ScenarioError, AgentError or UnknownNameError if it cannot be played.
    """
    with stdout_kept_clean(), reading_from(plan.files):
        # Fields that do not affect the setting are reset, so that it is cached once.
        same = structs.replace(
            plan,
            run_id="",
            games=0,
            record="none",
            strict=False,
            width=1,
            counted=0,
            bulk="",
        )
        return _setting(same)


@lru_cache(maxsize=64)
def prepared(plan: Plan) -> bytes:
    """Return bytes that are equal wherever *plan* is played in the same way.

    They cover rules, options, scenario, agents and files, as a stream records them, and
    the code of the packages with the rule system and the agents. Raises ScenarioError,
    AgentError or UnknownNameError if it cannot be played.
    """
    begin: Setting = resolve_name(f"{plan.module}:setting")(plan)
    make = resolve_name(f"{plan.roster}:make")
    with reading_from(plan.files):
        agents = [make(spec) for spec in plan.agents if spec]
    packages = {package_of(made) for made in (begin.state, *agents)}
    code = [fingerprint(package) for package in sorted(packages)]
    return encode(begin.opening) + msgspec.msgpack.encode(code)


@lru_cache(maxsize=64)
def _setting(plan: Plan) -> Setting:
    loaded = resolve_name(plan.load)(plan.scenario)
    system: RuleSystem[Any] = loaded.system
    seats = system.seats(loaded.scenario)
    specs = plan.agents
    if len(specs) != len(seats):
        names = ", ".join(seat.name for seat in seats)
        message = (
            f"{len(specs)} agents for {len(seats)} seats, expected one each: {names}"
        )
        raise AgentError(message)
    describe = describer(plan.roster, plan.sandbox)
    opening = ConflictStarted(
        system.name,
        system.version,
        loaded.digest.hex(),
        in_force(system.files.rulings(loaded.scenario)),
        plan.taken
        or tuple(
            SeatTaken(seat.name, *describe(spec))
            for seat, spec in zip(seats, specs, strict=True)
        ),
        seed=plan.seed,
    )
    state = system.initial(loaded.scenario)
    title = loaded.scenario.title
    return Setting(system, title, loaded.digest, seats, state, opening)


def specs_of(plan: Plan) -> tuple[str, ...]:
    """Return the specs of all agents that play somewhere in *plan*."""
    return plan.agents


def describer(roster: str, sandbox: Sandbox) -> Callable[[str], tuple[str, str, str]]:
    """Return the function from a spec to what streams record of it."""
    describe: Callable[..., tuple[str, str, str]]
    describe = resolve_name(f"{roster}:describe")
    return describe if sandbox == "off" else partial(describe, sandbox=sandbox)


def in_force(rulings: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return *rulings* as ConflictStarted records them: text, or else JSON."""
    plain: dict[str, Any] = msgspec.to_builtins(dict(rulings))
    return tuple(
        (name, value if isinstance(value, str) else msgspec.json.encode(value).decode())
        for name, value in plain.items()
    )


def play_chunk(job: Job) -> bytes:
    """Play the games of *job*; return them encoded, for `decode_chunk`.

    What agents print goes to stderr: stdout is for results.

    Raises AgentError when an agent cannot be made or, in a strict plan, fails.
    """
    return encode_conflicts(job.plan, play_job(job))


def play_job(job: Job) -> list[Sealed]:
    """Play the games of *job*, as `play_chunk` does, for use in this process."""
    plan = job.plan
    with stdout_kept_clean(), seated_agents(plan) as agents:
        return list(_play(job, setting(plan), agents))


def _play(job: Job, begin: Setting, agents: Sequence[Agent]) -> Iterator[Sealed]:
    plan = job.plan
    games = range(job.first, job.first + job.count)
    done: Mapping[int, Played] = {}
    width = min(plan.width, job.count)
    if width > 1 and any(isinstance(agent, HostedAgent) for agent in agents):
        done = play_abreast(games, width, _game_opener(plan, begin, agents))
        end_processes(agents)  # the other games need new processes
    for game in games:
        key = conflict_key(plan.seed, game)
        name = conflict_stream(plan.run_id, game)
        started = structs.replace(begin.opening, key=key.hex(), game=game)
        if game in done:
            sealed = _seal(name, begin, started, done[game], plan)
        else:
            sealed, _ = play_stream(name, begin, started, agents, plan)
        yield sealed if plan.level == "full" else structs.replace(sealed, rows=[])


def _game_opener(plan: Plan, begin: Setting, agents: Sequence[Agent]) -> Opens:
    """Return the function that begins a game of *plan*, at a table of *agents*."""

    @cache
    def seated(table: int) -> list[Agent]:
        return agents_at_table(plan, agents, table)

    def open_game(game: int, table: int) -> Open:
        key = conflict_key(plan.seed, game)
        sitting = begin_agents(seated(table), begin.system, begin.seats, key)
        return Open(game, table, sitting, begin.system, begin.state, KeyedDice(key))

    return open_game


def play_stream(
    name: str,
    begin: Setting,
    started: ConflictStarted,
    agents: Sequence[Agent],
    plan: Plan,
    onward: OnwardOf = nothing_follows,
) -> tuple[Sealed, State]:
    """Play the conflict *name* that *started* opens; return it, and its last state.

    Only `strict` and `counted` of *plan* are used. Raises AgentError when an agent
    fails in a strict plan, and RulesError for a rule system that rolls dice of one name
    twice.
    """
    key = bytes.fromhex(started.key)
    notes: list[Answered] | None = [] if started.game < plan.counted else None
    try:
        played = play(
            begin.system,
            begin.state,
            begin_agents(agents, begin.system, begin.seats, key, onward),
            KeyedDice(key),
            seats=begin.seats,
            strict=plan.strict,
            notes=notes,
        )
    except (AgentError, RulesError) as error:
        message = f"{name}: {error}"
        raise type(error)(message) from error
    return _seal(name, begin, started, played, plan, notes), played.state


def _seal(
    name: str,
    begin: Setting,
    started: ConflictStarted,
    played: Played,
    plan: Plan,
    notes: list[Answered] | None = None,
) -> Sealed:
    """Return *played*, sealed; with its choices if *plan* counts them.

    *notes* are the answers as play noted them, None if it did not.
    """
    system = begin.system
    sealed = seal_stream(system, name, started, played)
    if started.game >= plan.counted:
        return sealed
    chosen = choices(
        system,
        begin.state,
        begin.seats,
        played.events,
        partial(first_line, system),
        notes,
    )
    return structs.replace(sealed, choices=chosen)


class Finished(Struct, frozen=True):
    """A chunk that was played: its conflicts, and perhaps their rows separately.

    Only a full record has rows. If they are not in the conflicts, they are *packed*, or
    in the form in which a store takes them in *bulk*. The worker that plays a chunk
    does this, since it is most of the work of recording.
    """

    conflicts: list[Sealed]
    packed: bytes = b""
    bulk: bytes = b""


_encode = msgspec.msgpack.Encoder().encode
decode_chunk = msgspec.msgpack.Decoder(Finished).decode
"""The result of `play_chunk` -> the chunk."""


def decode_conflicts(data: bytes) -> list[Sealed]:
    """Return the conflicts in the result of `play_chunk`."""
    return decode_chunk(data).conflicts


def encode_conflicts(plan: Plan, conflicts: list[Sealed]) -> bytes:
    """Return played *conflicts* of *plan* in the form that `play_chunk` returns.

    Raises StoreError for more than can be packed.
    """
    if plan.level != "full":
        return _encode(Finished(conflicts))
    streams = [(stream.stream_id, stream.rows) for stream in streams_of(conflicts)]
    packed = pack(streams) if plan.record == "packed" else b""
    bulk = in_bulk(plan.bulk, streams) if plan.bulk and not packed else b""
    if packed or bulk:
        conflicts = [_without_rows(conflict) for conflict in conflicts]
    return _encode(Finished(conflicts, packed, bulk))


def streams_of(conflicts: Iterable[Sealed]) -> list[Sealed]:
    """Return *conflicts*, each followed by its parts."""
    return [stream for done in conflicts for stream in (done, *done.parts)]


def _without_rows(conflict: Sealed) -> Sealed:
    parts = [_without_rows(part) for part in conflict.parts]
    return structs.replace(conflict, rows=[], parts=parts)
