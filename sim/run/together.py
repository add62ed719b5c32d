"""Jobs with the same games but other agents, played together while they are alike.

The result of each job is what `play_job` returns for it, with less work.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from msgspec import structs

from sim.conflict.play import Played
from sim.conflict.stream import Sealed, seal_alike, seal_stream
from sim.conflict.together import play_together
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.errors import RulesError
from sim.hosting.host import HostedAgent
from sim.run.chunk import Job, Setting, play_job, setting, stdout_kept_clean
from sim.run.sitting import begin_agents, seated_agents
from sim.seam.protocol import Agent
from sim.store.events import conflict_stream


def play_jobs(jobs: Sequence[Job]) -> list[list[Sealed]]:
    """Return what `play_job` returns for each of *jobs*.

    They differ in their agents only: scenario, seed and games are the same. If an agent
    has a process of its own, each job is played separately, many games at once. Raises
    AgentError when an agent cannot be made, and RulesError as play does.
    """
    plans = [job.plan for job in jobs]
    if any(plan.strict or plan.counted for plan in plans):
        return [play_job(job) for job in jobs]
    with stdout_kept_clean(), ExitStack() as stack:
        tables = [stack.enter_context(seated_agents(plan)) for plan in plans]
        seated = [agent for table in tables for agent in table]
        if not any(isinstance(agent, HostedAgent) for agent in seated):
            begun = [setting(plan) for plan in plans]
            blocks = _blocks(jobs, begun, tables)
            return [list(games) for games in zip(*blocks, strict=True)]
    return [play_job(job) for job in jobs]


def _blocks(
    jobs: Sequence[Job], begun: Sequence[Setting], tables: Sequence[Sequence[Agent]]
) -> Iterator[list[Sealed]]:
    """Yield the games of each number, in the order of *jobs*."""
    job, begin = jobs[0], begun[0]
    for game in range(job.first, job.first + job.count):
        key = conflict_key(job.plan.seed, game)
        seated = [begin_agents(here, begin.system, begin.seats, key) for here in tables]
        try:
            played = play_together(
                begin.system, begin.state, seated, KeyedDice(key), begin.seats
            )
        except RulesError as error:
            name = conflict_stream(job.plan.run_id, game)
            message = f"{name}: {error}"
            raise type(error)(message) from error
        yield _sealed(jobs, begun, played, (game, key))


def _sealed(
    jobs: Sequence[Job],
    begun: Sequence[Setting],
    played: Sequence[Played],
    numbered: tuple[int, bytes],
) -> list[Sealed]:
    """Return what was *played*, sealed; equal conflicts are encoded once."""
    game, key = numbered
    done: dict[int, Sealed] = {}
    conflicts: list[Sealed] = []
    for job, begin, conflict in zip(jobs, begun, played, strict=True):
        name = conflict_stream(job.plan.run_id, game)
        started = structs.replace(begin.opening, key=key.hex(), game=game)
        alike = done.get(id(conflict))
        if alike is None:
            sealed = done[id(conflict)] = seal_stream(
                begin.system, name, started, conflict
            )
        else:
            sealed = seal_alike(alike, name, started)
        conflicts.append(sealed)
    if jobs[0].plan.level == "full":
        return conflicts
    return [structs.replace(sealed, rows=[]) for sealed in conflicts]
