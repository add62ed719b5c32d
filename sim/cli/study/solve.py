"""`fracas solve`: what a conflict between given agents is worth, exactly."""

import click

from sim.casting.specs import split
from sim.cli.options.hosting import runs_here
from sim.cli.options.scenario import ruling_option, rulings_of, trust_option
from sim.cli.terminal.grid import percent, put_table
from sim.cli.terminal.output import counted, put, put_json
from sim.cli.terminal.progress import growing
from sim.graph.budget import Budget
from sim.graph.solve import DEADLOCK, Bounds, Solved
from sim.library.scenario import load
from sim.study.solving import Solution, in_text, solution

_TINY = 5e-6
"""A chance that would be rounded to none."""

states_option = click.option(
    "--states",
    type=click.IntRange(1),
    default=Budget().states,
    show_default=True,
    help="The most states to compute.",
)
memory_option = click.option(
    "--memory",
    type=click.IntRange(64),
    default=Budget().megabytes,
    show_default=True,
    metavar="MB",
    help="The most memory to use.",
)


@click.command(
    epilog=(
        "Examples: fracas solve stuck_door;  fracas solve alley --agents"
        " bold,cautious --json"
    )
)
@click.argument("scenario")
@click.option("--agents", default="", metavar="A,B", help="Who plays, seat by seat.")
@states_option
@memory_option
@trust_option
@ruling_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
@runs_here
def solve(
    *,
    scenario: str,
    agents: str,
    trust_files: bool,
    ruling: tuple[str, ...],
    as_json: bool,
    **bounds: int,
) -> None:
    """Compute exactly what SCENARIO, a file or a shipped name, is worth to its agents.

    No games are played: every branch is followed to its end, so the agents must be
    deterministic or declare their chances. Where there are too many states, it gives
    bounds for the values, or says how far it came.
    """
    loaded = load(scenario, rulings_of(ruling))
    with growing("solving", "a solution") as told:
        found = solution(
            loaded,
            split(agents),
            trusted=trust_files,
            budget=Budget(bounds["states"], bounds["memory"]),
            told=told,
        )
    if as_json:
        put_json(found.to_dict())
    else:
        _put(found)


def _put(found: Solution) -> None:
    loaded, solved = found.loaded, found.solved
    put(f"{loaded.title} ({loaded.system.title}), solved")
    put()
    rows = [
        (row["seat"], row["agent"], share(found.wins[row["seat"]]), in_text(value))
        for row, value in zip(found.rows(), found.returns.values(), strict=True)
    ]
    put_table(("seat", "agent", "wins", "return"), rows, words=2)
    put()
    meanings = {**loaded.system.endings, DEADLOCK: _deadlock(solved)}
    endings = sorted(solved.endings.items(), key=lambda one: -one[1].low)
    told = [
        (how.replace("_", " "), share(one), meanings.get(how, ""))
        for how, one in endings
    ]
    put_table(("how it ends", "chance", "which means"), told, remark=True)
    put()
    size = f"{counted(solved.states, 'state')}, {counted(solved.edges, 'edge')}"
    if solved.whole:
        put(f"{found.sure}; {solved.length:.2f} rounds on average; {size}")
    else:
        put(f"{found.sure}; {size}")


def _deadlock(solved: Solved) -> str:
    how = ", ".join(one.replace("_", " ") for one in solved.limits)
    return f"Nobody can end it any more, so that it goes on until its limit ({how})."


def share(bounds: Bounds) -> str:
    """Return a chance as a percentage, or as two."""
    if bounds.low == bounds.high:
        tiny = 0.0 < bounds.low < _TINY
        return "under 0.001 %" if tiny else percent(bounds.low, 3)
    return f"{100 * bounds.low:.3f} to {percent(bounds.high, 3)}"
