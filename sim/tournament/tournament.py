"""A tournament: every agent meets every other, in mirrored pairs, on every scenario.

A pair is the same luck twice: the same seed and number of the game, with the agents on
each other's side. What is left of chance in such a pair is small, so few games settle
much. It does not matter in how many processes the games are played, nor in which order
they end: the same tournament has the same standings and the same seal.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from hashlib import blake2b
from itertools import combinations
from typing import Any

from msgspec import Struct, structs

from sim.codec import encode
from sim.errors import AgentError
from sim.hosting.agents import describe
from sim.hosting.host import PATIENCE
from sim.run.chunk import Job, Plan, finished, play_chunk
from sim.run.workers import in_order
from sim.scenario import Loaded
from sim.seal import RunSeal
from sim.statistics.intervals import Interval, blocks
from sim.store.events import chunk_size
from sim.stream import Line
from sim.tournament.meetings import Meeting, Terms, arena, match, meeting
from sim.tournament.standings import EVEN, PAIR, WON, Match, Standings, standings

_PERSON = b"fracas-contest"
_FEWEST = 2
LOAD = "sim.scenario:from_json"


class Null(Struct, frozen=True):
    """An agent against itself: every mirrored pair must come out exactly even.

    If one does not, the agent depends on more than the conflict, and no figure about
    it can be trusted.
    """

    agent: str
    pairs: int
    uneven: int

    def to_dict(self) -> dict[str, Any]:
        """Return the check by name."""
        words: dict[str, Any] = structs.asdict(self)
        return {**words, "passed": not self.uneven}


class Result(Struct, frozen=True):
    """What a tournament came to.

    *sides* says, for each scenario, what the side named first scored over all games:
    far from one half, the scenario favours it. *seal* covers every conflict.
    """

    scenarios: tuple[str, ...]
    agents: tuple[str, ...]
    seed: str
    pairs: int
    games: int
    standings: Standings
    matches: tuple[Match, ...]
    sides: tuple[Interval, ...]
    nulls: tuple[Null, ...]
    seal: bytes

    def to_dict(self) -> dict[str, Any]:
        """Return the result, ready for JSON and the same however it was played."""
        return {
            "seed": self.seed,
            "pairs": self.pairs,
            "games": self.games,
            "agents": [_described(spec) for spec in self.agents],
            "scenarios": [
                {"scenario": name, "first_side": score.to_dict()}
                for name, score in zip(self.scenarios, self.sides, strict=True)
            ],
            **self.standings.to_dict(),
            "null": [null.to_dict() for null in self.nulls],
            "seal": self.seal.hex(),
        }


def tournament(  # noqa: PLR0913 - each of these is a choice of whoever holds one
    scenarios: Sequence[Loaded],
    agents: Sequence[str],
    *,
    games: int,
    seed: str,
    null: bool = False,
    workers: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
    load: str = LOAD,
    patience: float = PATIENCE,
    sandbox: bool = False,
) -> Result:
    """Let *agents* meet on *scenarios*: *games* games each two, in whole pairs.

    With *null* every agent also meets itself. *progress* hears how many games are
    done; *workers* and *executor* are those of `workers.in_order`. *load* is the
    dotted name of what reads a scenario in a worker; *patience* and *sandbox* are for
    agents from files. Raises AgentError for fewer than
    two agents or one named twice, ScenarioError for a scenario without two sides.
    """
    _check_agents(agents)
    terms = Terms(seed, max(1, (games + 1) // 2), load, patience, sandbox)
    met = [*combinations(agents, 2), *((one, one) for one in agents if null)]
    meetings = [
        meeting(place, first, second, terms)
        for place in map(arena, scenarios)
        for one, other in met
        for first, second in ((one, other), (other, one))
    ]
    played = list(_played(meetings, workers, executor, progress))
    names = tuple(loaded.name for loaded in scenarios)
    return _result(names, tuple(agents), terms, meetings, played)


def _result(
    scenarios: tuple[str, ...],
    agents: tuple[str, ...],
    terms: Terms,
    meetings: Sequence[Meeting],
    played: Sequence[Sequence[Line]],
) -> Result:
    seal = blake2b(digest_size=32, person=_PERSON)
    for one, lines in zip(meetings, played, strict=True):
        run = RunSeal(one.plan.run_id, b"")
        for line in lines:
            run.add(encode(line))
        seal.update(run.seal())
    ways = zip(meetings[::2], played[::2], played[1::2], strict=True)
    matches = [match(there, lines, back) for there, lines, back in ways]
    real = tuple(one for one in matches if one.first != one.second)
    alone = [one for one in matches if one.first == one.second]
    return Result(
        scenarios,
        agents,
        terms.seed,
        terms.pairs,
        len(meetings) * terms.pairs,
        standings(agents, real),
        real,
        tuple(_first_side(name, real) for name in scenarios),
        tuple(_null(agent, alone) for agent in agents if alone),
        seal.digest(),
    )


def _check_agents(agents: Sequence[str]) -> None:
    if len(agents) < _FEWEST:
        message = f"a tournament needs two agents or more, not {len(agents)}"
        raise AgentError(message)
    for index, agent in enumerate(agents):
        if agent in agents[:index]:
            message = (
                f"the agent {agent} is named twice: ask for the null check instead"
            )
            raise AgentError(message)
        describe(agent)


def _jobs(plan: Plan) -> list[Job]:
    size = chunk_size(plan.games)
    return [
        Job(plan, first, min(size, plan.games - first))
        for first in range(0, plan.games, size)
    ]


def _played(
    meetings: Sequence[Meeting],
    workers: int,
    executor: Executor | None,
    progress: Callable[[int], None] | None,
) -> Iterator[list[Line]]:
    """Yield the lines of every meeting, in order."""
    shares = [_jobs(one.plan) for one in meetings]
    jobs = [job for share in shares for job in share]
    done = 0
    hands = in_order(play_chunk, jobs, workers=workers, executor=executor)
    with closing(hands) as results:
        for share in shares:
            lines: list[Line] = []
            for _ in share:
                lines += [sealed.line for sealed in finished(next(results))]
            done += len(lines)
            if progress is not None:
                progress(done)
            yield lines


def _first_side(scenario: str, matches: Sequence[Match]) -> Interval:
    """Return what the side named first scored; a pair is a block here too."""
    scores: Counter[float] = Counter()
    for one in matches:
        if one.scenario == scenario:
            for pair in one.pairs:
                there, back = pair.bouts
                scores[(there.points + WON - back.points) / PAIR] += 1
    return blocks(scores)


def _null(agent: str, alone: Sequence[Match]) -> Null:
    scores = [
        pair.points / PAIR for one in alone if one.first == agent for pair in one.pairs
    ]
    return Null(agent, len(scores), sum(score != EVEN for score in scores))


def _described(spec: str) -> dict[str, str]:
    name, version, settings = describe(spec)
    return {"agent": spec, "name": name, "version": version, "settings": settings}
