"""Comparisons: agents in tournaments, and scenarios under the same dice."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from math import inf
from typing import Any, Literal, cast

from fracas._inputs import (
    Scenario,
    check_word,
    loaded_of,
    seed_of,
    specs_for,
    store_of,
)
from sim.casting.given import AgentGiven
from sim.hosting.sandbox import Sandbox
from sim.run.executors import reached
from sim.run.job_runner import JobRunner
from sim.store.store import Store
from sim.tournament.contest import Format, Terms, make_contest
from sim.tournament.record import with_secret_seed
from sim.tournament.result import Result as TournamentResult
from sim.tournament.result import result_of as tournament_result
from sim.tournament.tournament import Tournament
from sim.vary.compare import GAMES as COMPARED_GAMES
from sim.vary.compare import WITHIN as COMPARED_WITHIN
from sim.vary.compare import Comparison
from sim.vary.figures import read_target
from sim.vary.points import FEW_JOBS, Effort
from sim.vary.ranges import Axes, axis, read_axes
from sim.vary.sweep import GAMES, WITHIN, Sweep
from sim.vary.tune import GAMES as TUNED_GAMES
from sim.vary.tune import Tuning

Vary = Mapping[str, Iterable[Any]] | str | Iterable[str]
"""Path -> its values, or what `--vary` says: one text or several."""


def tournament(  # noqa: PLR0913 - all but scenarios and agents have defaults
    scenarios: Sequence[Scenario],
    agents: Sequence[AgentGiven],
    *,
    games: int = 200,
    seed: str | int | None = None,
    until: Literal["", "settled"] = "",
    format: Format = "round-robin",  # noqa: A002 - what it is called
    store: Store | None = None,
    resume: bool = False,
    workers: int = 1,
    sandbox: Sandbox = "off",
    executor: Executor | None = None,
    exact: float = 0.0,
) -> TournamentResult:
    """Let *agents* meet under the same dice; return who is better, and how surely.

    Every pair of agents plays blocks in each scenario: games under the same dice, one
    for each seating. There are *games* / 2 blocks, since a duel has two seatings; with
    `until="settled"` play stops as soon as the verdict on the two is certain. With
    *exact* above 0, up to that many seconds are spent on solving the games of two
    agents in a scenario; if that succeeds, they play none there, and their verdict is
    exact.

    A *store* keeps the tournament; *resume* continues one. *agents*, *workers*,
    *executor* and *sandbox* are as in `run`; a new copy of an object plays in every
    seating of every block. `forfeits` of the result says which agents failed.

    Raises AgentError for fewer than two agents, one given twice, or one that cannot be
    loaded; ScenarioError for a scenario given twice, or without a side for agents;
    StoreError when the store has this tournament already and *resume* is not set;
    ExecutorError when the executor loses its workers.

    >>> import fracas
    >>> found = fracas.tournament(["footrace"], ["steady", "bold"], games=4, seed="a")
    >>> [(one.first, one.second, one.blocks) for one in found.pairings]
    [('steady', 'bold', 2)]
    """
    if store is not None:
        store_of(store)
    check_word("until", until, ("", "settled"))
    check_word("format", format, Format)
    check_word("sandbox", sandbox, Sandbox)
    contest = make_contest(
        [loaded_of(scenario) for scenario in scenarios],
        specs_for(agents, workers, executor),
        Terms(format=format, blocks=(games + 1) // 2, until=until, exact=exact),
        seed=seed_of(seed),
        sandbox=sandbox,
    )
    contest = with_secret_seed(contest, store)
    held = Tournament(contest, store=store, resume=resume)
    with reached(executor) as pool:
        held.play(workers=workers, executor=pool)
    return tournament_result(held)


def sweep(  # noqa: PLR0913 - all but the scenario and what is varied have defaults
    scenario: Scenario,
    vary: Vary,
    agents: Sequence[AgentGiven] = (),
    *,
    games: int = GAMES,
    seconds: float = inf,
    within: float = WITHIN,
    seed: str = "vary",
    workers: int = 1,
    executor: Executor | None = None,
) -> Sweep:
    """Return what *scenario* is worth for every combination of the values of *vary*.

    *vary* maps paths of the scenario to values, `{"rulings.goal": range(1, 4)}`, or is
    the text that `--vary` takes, `"rulings.goal=1..3"`. A combination that fits into a
    few seconds is solved. The others are played with the same dice until no interval is
    wider than *within* to either side, or *games* each or *seconds* in all are spent.
    `rows()` has a row for each combination and seat, in which `exact` and `games` say
    how its values are known. *workers* and *executor* are as in `run`; the result does
    not depend on them.

    Raises ScenarioError or UnknownNameError for a path that the scenario does not have,
    or a value that does not fit there.

    >>> import fracas
    >>> found = fracas.sweep("stuck_door", {"opening.checks[0].difficulty": (1, 2)})
    >>> [round(row["win"], 3) for row in found.rows()[::3]]
    [0.69, 0.666]
    """
    specs = specs_for(agents, workers, executor)
    varied = Sweep(loaded_of(scenario), _axes(vary), specs)
    with _playing(workers, executor) as runner:
        varied.run(Effort(seed, games, seconds, runner=runner), within)
    return varied


def tune(  # noqa: PLR0913 - all but the first three have defaults
    scenario: Scenario,
    vary: Vary,
    target: str,
    agents: Sequence[AgentGiven] = (),
    *,
    games: int = TUNED_GAMES,
    seconds: float = inf,
    seed: str = "vary",
    workers: int = 1,
    executor: Executor | None = None,
) -> Tuning:
    """Return the search for the values of *vary* that make *target* true.

    *vary* is as in `sweep`. A *target* is `wins(Tela)=0.5`, `returns(Tela)=0.5`, or
    `value=0` for the value of best play, which is solved and never played. In the
    result, `best` is the combination found and `settings(best)` its values; `verdict`
    says whether it meets the target exactly, may meet it as far as games can tell, or
    is only the nearest; `neighbours()` are the combinations next to it, `rows()` all
    that were tried. *workers* and *executor* are as in `run`.

    Raises OddsError for a malformed target, or when all values lie on one side of it;
    ScenarioError or UnknownNameError as `sweep` does.

    >>> import fracas
    >>> found = fracas.tune("skill_page", "goal=1..3", "wins(Hacker)=0.47")
    >>> found.verdict, found.words(found.best)
    ('nearest', 'goal=2')
    """
    with _playing(workers, executor) as runner:
        tuning = Tuning(
            loaded_of(scenario),
            _axes(vary),
            read_target(target),
            Effort(seed, games, seconds, runner=runner),
            specs_for(agents, workers, executor),
        )
        tuning.run()
    return tuning


def compare(  # noqa: PLR0913 - all but the two scenarios have defaults
    first: Scenario,
    second: Scenario,
    agents: Sequence[AgentGiven] = (),
    other_agents: Sequence[AgentGiven] | None = None,
    *,
    games: int = COMPARED_GAMES,
    seconds: float = inf,
    within: float = COMPARED_WITHIN,
    seed: str = "vary",
    workers: int = 1,
    executor: Executor | None = None,
) -> Comparison:
    """Return what changes from *first* to *second*, and by how much, with equal dice.

    *agents* play both, or *other_agents* the second. Both are solved if they fit;
    otherwise they are played game by game until it is certain for everybody whether
    there is a difference of more than *within*. `changed` lists the paths that differ,
    `rows()` what everybody got, and `parted` the conflicts that were followed to the
    first decision at which they differ. *workers* and *executor* are as in `run`.
    Raises ScenarioError if the two are the same or have nobody in common.

    >>> import fracas
    >>> page = fracas.load("skill_page")
    >>> found = fracas.compare(page, fracas.changed(page, goal=2), games=20)
    >>> found.changed, found.rows()[0]["win_says"]
    ([('goal', 3, 2)], 'more')
    """
    comparison = Comparison(
        loaded_of(first),
        loaded_of(second),
        specs_for(agents, workers, executor),
        None if other_agents is None else specs_for(other_agents, workers, executor),
        within=within,
    )
    with _playing(workers, executor) as runner:
        comparison.run(Effort(seed, games, seconds, runner=runner))
    return comparison


@contextmanager
def _playing(
    workers: int, executor: Executor | None
) -> Generator[JobRunner, None, None]:
    with (
        reached(executor) as pool,
        closing(JobRunner(workers, pool, few=FEW_JOBS)) as runner,
    ):
        yield runner


def _axes(vary: Vary) -> Axes:
    if isinstance(vary, Mapping):
        each = cast("Mapping[str, Iterable[Any]]", vary)
        return tuple(axis(path, values) for path, values in each.items())
    return read_axes([vary] if isinstance(vary, str) else vary)
