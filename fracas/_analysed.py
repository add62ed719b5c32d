"""Analysis of what was played: luck, advantage, mistakes, and other branches."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from typing import overload

from fracas._conflicts import conflict_of
from fracas._inputs import specs_for, store_of, texts_of
from sim.analysis.analyse import GAMES, Effort, Record, continuation_of
from sim.analysis.analyse import analyse as analyse_record
from sim.analysis.analysis import Analysis
from sim.analysis.keeping import change_at
from sim.analysis.keeping import keep as keep_branch
from sim.analysis.overall import SECONDS, SEED, Draw, analyse_all
from sim.analysis.recordings import recordings
from sim.analysis.ruled import Ruled
from sim.analysis.totals import Overall
from sim.analysis.values import STEPS
from sim.analysis.whatif import WhatIf
from sim.casting.given import AgentGiven
from sim.errors import StreamError
from sim.run.executors import reached
from sim.run.recorded import Conflict
from sim.seam.events import Fact
from sim.seam.protocol import Agent
from sim.store.store import Store


def analyse(
    conflict: Conflict,
    continuation: AgentGiven | Sequence[AgentGiven] = (),
    *,
    games: int = GAMES,
    steps: int = STEPS,
    seconds: float | None = None,
) -> Analysis:
    """Analyse *conflict*: the value of every moment to each seat.

    From every moment the *continuation* plays on: one agent at all seats, or one for
    each, by default the agents that played. Values are exact if following every branch
    takes at most *steps* steps; otherwise they are means of *games* games from each
    moment, with the same dice. With a limit of *seconds*, fewer games may be played,
    and `Analysis.unjudged` counts the choices for which there was no time.
    `Analysis.rows` has a row for each moment and participant.

    Raises AgentError for an agent that cannot play on from within a conflict,
    StreamError for a broken record, or when there is no time to judge any choice.

    >>> import fracas
    >>> found = fracas.analyse(fracas.play("stuck_door", seed="demo"))
    >>> found.how, round(found.accounts[0].expected, 4)
    ('exact', 0.69)
    """
    record = Record.of(conflict_of(conflict))
    specs = _specs(record, continuation)
    return analyse_record(record, specs, effort=Effort(steps, games), seconds=seconds)


def analyse_run(  # noqa: PLR0913 - all but the store have defaults
    store: Store,
    name: str = "",
    continuation: AgentGiven | Sequence[AgentGiven] = (),
    *,
    seconds: float = SECONDS,
    conflicts: int = 0,
    seed: str = SEED,
    games: int = GAMES,
    steps: int = STEPS,
    workers: int = 1,
    executor: Executor | None = None,
) -> Overall:
    """Analyse the run or tournament *name* of *store*, or the only one it has.

    Conflicts are drawn at random by *seed* and analysed until *seconds* are over, at
    least one and at most *conflicts* (0: no limit). *workers* and *executor* are as in
    `run`, and analyse a conflict each; the other arguments are those of `analyse`.
    `Overall.rows` has a row for each conflict and participant.

    Raises StoreError if there is no such run or tournament, or several to choose from,
    StreamError if no conflict can be analysed, AgentError as `analyse` does.

    >>> import fracas
    >>> with fracas.open_store(":memory:", create=True) as store:
    ...     run = fracas.run("stuck_door", games=3, seed="demo", store=store)
    ...     found = fracas.analyse_run(store)
    >>> found.analysed, found.exact, round(found.totals[0].expected, 4)
    (3, 3, 0.69)
    """
    specs = specs_for(_given(continuation), workers, executor)
    with reached(executor) as pool:
        return analyse_all(
            recordings(store_of(store), name),
            Draw(seconds, conflicts, seed),
            specs,
            effort=Effort(steps, games),
            trusted=True,
            workers=workers,
            executor=pool,
        )


@overload
def whatif(
    conflict: Conflict,
    at: int,
    continuation: AgentGiven | Sequence[AgentGiven] = (),
) -> WhatIf: ...


@overload
def whatif(
    conflict: Conflict,
    at: int | None = None,
    continuation: AgentGiven | Sequence[AgentGiven] = (),
    *,
    rulings: Mapping[str, object],
) -> Ruled: ...


def whatif(
    conflict: Conflict,
    at: int | None = None,
    continuation: AgentGiven | Sequence[AgentGiven] = (),
    *,
    rulings: Mapping[str, object] | None = None,
) -> WhatIf | Ruled:
    """Go to event number *at* of *conflict*, to explore another branch from there.

    In the result, `options` lists what could have been chosen, and `pool` the dice that
    were rolled; `chosen` and `rolled` turn a text or faces into another answer.
    `branch` plays on after an answer with the dice of the record, `compared` plays
    pairs of games to see what the answer is worth. *continuation* is as in `analyse`.

    With *rulings*, other values of rules options, the record is followed under them
    instead: to where they first matter, or to *at* if that comes first.

    Raises StreamError for an event at which nobody chose and nothing was rolled.

    >>> import fracas
    >>> door = fracas.play("stuck_door", seed="demo")
    >>> throw = next(m for m in fracas.analyse(door).moments if m.kind == "throw")
    >>> at = fracas.whatif(door, throw.event)
    >>> str(at.branch(at.point.fact).outcome.how)
    'success'
    >>> page = fracas.play("skill_page", seed="demo")
    >>> fracas.whatif(page, rulings={"round_cap": 1}).meeting.point.event
    16
    """
    record = Record.of(conflict_of(conflict))
    specs = _specs(record, continuation)
    if rulings is not None:
        return Ruled(record, specs, texts_of(rulings), at)
    if at is None:
        message = "expected the number of an event, or rulings that are other"
        raise StreamError(message)
    return WhatIf(record, specs, at)


def keep(
    store: Store,
    found: WhatIf | Ruled,
    answer: Fact | None = None,
    *,
    source: Store | None = None,
) -> str:
    """Keep the branch of *found* in *store* as a run of one conflict; return its id.

    The branch of a `WhatIf` begins with this *answer* (`chosen`, `rolled`), or with
    what the agent there chooses. The record is in *source*, by default also *store*; it
    is not changed. Raises StoreError if *store* already has the branch, StreamError for
    a record whose dice do not follow from a seed, AgentError for agents from files.

    >>> import fracas
    >>> with fracas.open_store(":memory:", create=True) as store:
    ...     run = fracas.run("skill_page", games=1, seed="demo", store=store)
    ...     page = fracas.replay(store)
    ...     first = fracas.analyse(page, "first", games=2, steps=0).choices[0]
    ...     at = fracas.whatif(page, first.event)
    ...     kept = fracas.keep(store, at, at.chosen("does nothing"))
    ...     for note in fracas.audit(store, kept):
    ...         print(note.recorded, "which", note.expected)
    Hacker does nothing which no agent was asked for
    """
    if isinstance(found, Ruled):
        change = found.change(found.branch())
    elif isinstance(found, WhatIf):  # pyright: ignore[reportUnnecessaryIsInstance] - not every caller is checked
        change = change_at(found, answer, found.branch(answer))
    else:
        message = f"found {type(found).__name__}, expected what fracas.whatif returns"
        raise StreamError(message)
    return keep_branch(source or store, store, found.record, change)


def _specs(
    record: Record, continuation: AgentGiven | Sequence[AgentGiven]
) -> tuple[str, ...]:
    return continuation_of(record, specs_for(_given(continuation)), trusted=True)


def _given(continuation: AgentGiven | Sequence[AgentGiven]) -> list[AgentGiven]:
    if isinstance(continuation, str | type | Agent):
        return [continuation]
    return list(continuation)
