"""Agents compared: tournaments."""

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Literal

from fracas._inputs import Scenario, loaded_of, specs_for
from sim.casting.given import AgentGiven
from sim.dice.seed import fresh_seed
from sim.hosting.sandbox import Sandbox
from sim.run.executors import reached
from sim.store.store import Store
from sim.tournament.contest import Format, Terms, make_contest
from sim.tournament.record import seeded
from sim.tournament.result import Result as TournamentResult
from sim.tournament.result import result as tournament_result
from sim.tournament.tournament import Tournament


def tournament(  # noqa: PLR0913 - all but scenarios and agents have defaults
    scenarios: Sequence[Scenario],
    agents: Sequence[AgentGiven],
    *,
    games: int = 200,
    seed: str | None = None,
    until: Literal["", "settled"] = "",
    format: Format = "round-robin",  # noqa: A002 - what it is called
    store: Store | None = None,
    resume: bool = False,
    workers: int = 1,
    sandbox: Sandbox = "off",
    executor: Executor | None = None,
) -> TournamentResult:
    """Let *agents* meet under the same luck, and say who is better and how sure it is.

    Each two play *games* games or, with *until*, as many as it takes and at most so
    many. Where a *store* is given, the tournament is kept there and can be resumed. The
    result's *forfeits* are as of `Run`; *agents*, *workers*, *executor* and *sandbox*
    are as in `run`: of an object a new copy plays in every seating of every block.
    """
    contest = make_contest(
        [loaded_of(one) for one in scenarios],
        specs_for(agents, workers, executor),
        Terms(format=format, blocks=(games + 1) // 2, until=until),
        seed=fresh_seed() if seed is None else seed,
        sandbox=sandbox,
    )
    contest = seeded(contest, store)
    held = Tournament(contest, store=store, resume=resume)
    with reached(executor) as hands:
        held.play(workers=workers, executor=hands)
    return tournament_result(held)
