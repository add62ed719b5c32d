"""Keeping a branch: a conflict of its own that names the one it comes from."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

from msgspec import Struct

from sim.analysis.analyse import Record
from sim.analysis.whatif import Branch, WhatIf
from sim.casting.roster import describe
from sim.casting.specs import files_of
from sim.conflict.codec import encode
from sim.conflict.play import Played
from sim.conflict.replay import ENGINE
from sim.conflict.seal import RunSeal
from sim.conflict.stream import seal_stream
from sim.conflict.walk import Walk
from sim.dice.seed import conflict_key
from sim.errors import AgentError, StreamError
from sim.library.scenario import Loaded
from sim.run.chunk import in_force
from sim.run.run import branch_id
from sim.seam.events import (
    ConflictSealed,
    ConflictStarted,
    DiceRolled,
    Event,
    Fact,
    SeatTaken,
)
from sim.seam.protocol import Decision, Outcome, RuleSystem, State
from sim.store.events import (
    Branched,
    RunCompleted,
    RunStarted,
    conflict_stream,
    written,
)
from sim.store.store import Store

How = Literal["choice", "dice", "agents", "rulings", "person"]
_NONE: Mapping[str, str] = MappingProxyType({})


class Change(Struct, frozen=True):
    """The change that a branch makes to a record, from *event* on.

    *how* and *words* say what was changed; *answer* is the answer at *event* if it was
    set. *before* are the events of the rules up to there, and *branch* those that
    follow, with *specs* at the seats. *loaded* is the scenario of the branch.
    """

    event: int
    how: How
    words: str
    specs: Sequence[str]
    before: Sequence[Event]
    branch: Branch
    loaded: Loaded
    answer: Fact | None = None
    rulings: Mapping[str, str] = _NONE


def change_at(
    what_if: WhatIf,
    answer: Fact | None,
    branch: Branch,
    agents: Sequence[str] | None = None,
) -> Change:
    """Return the change that *branch* makes at the point of *what_if*.

    *answer* was set there; None if an agent chose it. *agents* are those that differ
    from the record, each as SEAT=SPEC; by default they are found by comparison. Raises
    as `check_keepable`.
    """
    point, record = what_if.point, what_if.record
    if agents is None:
        pairs = zip(record.seats, record.played, what_if.specs, strict=True)
        agents = [f"{seat.name}={new}" for seat, was, new in pairs if was != new]
    how: How = "agents"
    words = [] if answer is None else [what_if.in_words(answer).rstrip(".")]
    if isinstance(answer, DiceRolled):
        # If only agents differ, the throw is the recorded one.
        how = "agents" if agents and answer == point.fact else "dice"
    elif answer is not None:
        how = "choice"
    return Change(
        point.event,
        how,
        "; ".join([*words, *agents]),
        what_if.specs,
        record.events[1 : point.event - 1],
        branch,
        check_keepable(record, what_if.specs),
        answer,
    )


def check_keepable(record: Record, specs: Sequence[str]) -> Loaded:
    """Return the scenario of *record*, a branch of which is to be kept.

    Raises StreamError for a round typed in from a table, whose dice follow from no
    seed, and AgentError if one of *specs* plays from a file or reads one.
    """
    if record.loaded is None:
        message = (
            f"a branch of {record.conflict} cannot be kept, for its dice follow from no"
            " seed: expected a conflict of a store"
        )
        raise StreamError(message)
    path = next(files_of(specs), None)
    if path is not None:
        message = (
            f"a branch with the agent of {path} cannot be kept, expected agents without"
            " files, which an audit can ask again: name one with --agent SEAT=SPEC"
        )
        raise AgentError(message)
    return record.loaded


def keep(source: Store, target: Store, record: Record, change: Change) -> str:
    """Keep a branch of *record*, which *source* holds, in *target*; return its id.

    Nothing that is there already is changed. Raises StoreError when *target* has it
    already, StreamError when the dice of *record* follow from no seed.
    """
    check_keepable(record, change.specs)
    first, last = record.events[0], record.events[-1]
    if not isinstance(first, ConflictStarted) or not isinstance(last, ConflictSealed):
        message = f"{record.conflict} is not whole, so no branch of it can be kept"
        raise StreamError(message)
    seed, game, chapter = _seeded(source, record.conflict, first)
    branched = Branched(
        record.conflict,
        last.seal.hex(),
        change.event,
        change.how,
        change.words,
        b"" if change.answer is None else encode(change.answer),
        tuple(change.rulings.items()),
        game,
        chapter,
    )
    started = _started(record, change, branched, seed)
    _put(target, started, record.system, change, first.key)
    return conflict_stream(started.run, 0)


def _seeded(source: Store, name: str, first: ConflictStarted) -> tuple[str, int, int]:
    """Return the seed, game and chapter from which the key of the dice follows."""
    run_id, _, number = name.rpartition("-")
    chapter = number.partition(".")[2]
    parts = first.seed, first.game, int(chapter) if chapter.isdecimal() else 0
    if not first.seed and source.holds_run(run_id):
        run = source.run(run_id)
        if run.branch is not None:
            parts = run.seed, run.branch.game, run.branch.chapter
    if conflict_key(*parts).hex() != first.key:
        message = (
            f"a branch of {name} cannot be kept, for its dice follow from no seed that"
            " is recorded"
        )
        raise StreamError(message)
    return parts


def _started(
    record: Record, change: Change, branched: Branched, seed: str
) -> RunStarted:
    loaded, specs = change.loaded, tuple(change.specs)
    return RunStarted(
        branch_id(branched, loaded.digest, specs),
        loaded.title,
        record.system.name,
        record.system.version,
        loaded.digest.hex(),
        tuple(
            SeatTaken(seat.name, *describe(spec))
            for seat, spec in zip(record.seats, specs, strict=True)
        ),
        specs,
        seed,
        1,
        1,
        "full",
        branch=branched,
    )


def _put(
    target: Store,
    started: RunStarted,
    system: RuleSystem[Any],
    change: Change,
    key: str,
) -> None:
    opening = ConflictStarted(
        started.system,
        started.rules_version,
        started.scenario,
        in_force(system.files.rulings(change.loaded.scenario)),
        started.seats,
        key,
    )
    begun = system.initial(change.loaded.scenario)
    events = [*change.before, *change.branch.events]
    played = _played(system, begun, events)
    name = conflict_stream(started.run, 0)
    sealed = seal_stream(system, name, opening, played)
    seal = RunSeal(started.run, written(started))
    seal.add(encode(sealed.line))
    completed = RunCompleted(1, seal.seal())
    target.put_branch(started, change.loaded.data, sealed, completed)


def _played(system: RuleSystem[Any], begun: State, events: Sequence[Event]) -> Played:
    """Walk through *events* again; return them with the last state and their choices.

    Raises StreamError if they do not follow from their answers.
    """
    walk, decisions = Walk(system, begun, recorded=True), 0
    for fact in events:
        if isinstance(fact, Fact) and type(fact) not in ENGINE:
            asked = walk.asked
            decisions += isinstance(asked, Decision) and len(asked.options) > 1
            walk.take(fact)
    if not isinstance(walk.asked, Outcome) or walk.events != [*events]:
        message = "the branch does not follow from the record: audit the record"
        raise StreamError(message)
    return Played(walk.events, walk.state, walk.asked, decisions)
