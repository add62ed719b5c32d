"""`fracas solve`: the value of a conflict between given agents, exact where it fits."""

from collections.abc import Mapping
from typing import Any

import click

from sim.casting.specs import split
from sim.cli.options.budget import budget_of, budget_options
from sim.cli.options.changes import Changes, changes_options
from sim.cli.options.hosting import runs_here
from sim.cli.options.printed import json_option
from sim.cli.options.scenario import trust_option
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.interrupting import INTERRUPTED, interrupted_by_ctrl_c
from sim.cli.terminal.output import Stopped, put, put_json
from sim.cli.terminal.progress import growing
from sim.graph.answering import EstimatedValues
from sim.graph.budget import can_be_raised
from sim.graph.rollout import Estimate
from sim.graph.solve import Solved
from sim.spine.words import counted
from sim.study.solving import SECONDS, Solution, solution
from sim.study.values import (
    Value,
    chance_in_words,
    exact_part_in_words,
    return_in_words,
    says_nothing,
    value_in_words,
)

_MADE = "a solution"


@click.command(
    epilog=(
        "Examples: fracas solve stuck_door;  fracas solve alley --agents"
        " bold,cautious --json"
    )
)
@click.argument("scenario")
@click.option(
    "--agents",
    default="",
    metavar="A,B",
    help="Who plays, seat by seat: each NAME or FILE.py:CLASS.",
)
@budget_options(SECONDS, "The most time to take.")
@click.option(
    "--games",
    type=click.IntRange(1),
    help="The most conflicts to play out; by default as many as the time allows.",
)
@click.option("--seed", metavar="TEXT", help="Seed of the games that are played out.")
@click.option("--bounds", is_flag=True, help="Print bounds instead of estimates.")
@trust_option
@changes_options
@json_option
@runs_here
def solve(
    *,
    scenario: str,
    agents: str,
    trust_files: bool,
    changes: Changes,
    as_json: bool,
    **limits: Any,  # noqa: ANN401 - how much may be computed, and what is played out
) -> None:
    """Compute what SCENARIO, a file or a shipped name, is worth to its agents.

    Every branch is followed to its end, so agents must give the same answer every time
    or declare their probabilities. If all branches fit, the values are exact.

    If they do not, the likeliest are followed and the rest is played out from there:
    values have a standard error, and the exact share is printed. If hardly any branch
    can be followed, whole conflicts are played. Ctrl-C prints what is known by then.
    """
    _check(limits)
    loaded = changes.load(scenario)
    with interrupted_by_ctrl_c() as interrupt, growing("solving", _MADE) as report:
        result = solution(
            loaded,
            split(agents),
            trusted=trust_files,
            budget=budget_of(limits, interrupt),
            games=limits["games"],
            seed=limits["seed"],
            bounds=limits["bounds"],
            progress=report,
        )
    if as_json:
        put_json(result.to_dict())
    else:
        _put(result)
    if interrupt.pressed:
        raise Stopped(INTERRUPTED)


def _check(limits: Mapping[str, Any]) -> None:
    """Raise UsageError for options that do not go together."""
    for name in ("games", "seed"):
        if limits["bounds"] and limits[name] is not None:
            message = f"--bounds plays nothing out: leave out --{name}"
            raise click.UsageError(message)


def _put(result: Solution) -> None:
    loaded, solved = result.loaded, result.solved
    put(f"{loaded.title} ({loaded.system.title}), {_how_found(result)}")
    put()
    rows = [
        (
            row["seat"],
            row["agent"],
            chance_in_words(result.wins[row["seat"]]),
            return_in_words(value),
        )
        for row, value in zip(result.rows(), result.returns.values(), strict=True)
    ]
    put_table(("seat", "agent", _wins_heading(result), "return"), rows, words=2)
    put()
    meanings = loaded.system.endings
    endings = sorted(result.endings.items(), key=lambda ending: -_least(ending[1]))
    ended = [
        (how.replace("_", " "), chance_in_words(chance), meanings.get(how, ""))
        for how, chance in endings
    ]
    put_table(("how it ends", "chance", "which means"), ended, remark=True)
    if isinstance(solved, Solved) and solved.deadlock.low > 0.0:
        deadlock = chance_in_words(solved.deadlock)
        put(f"a deadlock, which only the limit of rounds ends: {deadlock}")
    put()
    size = f"{counted(solved.states, 'state')}, {counted(solved.edges, 'edge')}"
    if isinstance(solved, EstimatedValues):
        _put_estimated(result, solved, size)
    elif solved.whole:
        put(f"{result.sure}; {solved.length:.2f} rounds on average; {size}")
    else:
        put(f"{result.sure}; {size}")


def _how_found(result: Solution) -> str:
    """Return how the values were found, for the first line."""
    if not result.estimated:
        return "solved"
    return "played" if result.played else "solved in part"


def _wins_heading(result: Solution) -> str:
    """Return the head of the column of wins: seats of one side win together."""
    sides = [seat.side for seat in result.seats if seat.side is not None]
    return "wins" if len(set(sides)) == len(sides) else "its side wins"


def _put_estimated(result: Solution, solved: EstimatedValues, size: str) -> None:
    """Print which share of the values is exact, and how the rest was estimated."""
    games = counted(solved.games, "conflict")
    rounds = f"{value_in_words(solved.length)} rounds on average"
    if result.played:
        put(f"value ± standard error, by play: {result.error}, so")
        put(f"{games} were played from beginning to end; {rounds}")
        put(f"({result.why})")
    else:
        exact = exact_part_in_words(result.share)
        put(f"value ± standard error, {exact} exact: {result.error}, so")
        put(f"{games} were played out from where that ends; {rounds}; {size}")
    if solved.short:
        put(f"{counted(solved.short, 'conflict')} fewer than --games, as time ended")
    if any(map(says_nothing, result.returns.values())):
        put("that is too little to know anything: give it more --seconds")
    elif solved.full:
        more = "--seconds, --states or --memory"
        more = more if can_be_raised(solved.full) else "--seconds"
        put(f"a smaller error takes more {more}")
    put(f"seed {solved.seed}")


def _least(value: Value) -> float:
    return value.value if isinstance(value, Estimate) else value.low
