"""`fracas solve`: what a conflict between given agents is worth, exactly."""

from collections.abc import Sequence
from typing import Any

import click

from sim.casting.specs import split
from sim.cli.options.hosting import runs_here
from sim.cli.options.scenario import ruling_option, rulings_of, trust_option
from sim.cli.terminal.grid import percent, put_table
from sim.cli.terminal.output import counted, put, put_json
from sim.cli.terminal.progress import growing
from sim.errors import OddsError
from sim.graph.budget import Budget, can_be_raised
from sim.graph.solve import DEADLOCK, Bounds, Solved
from sim.graph.solve import solve as solve_conflict
from sim.library.scenario import Loaded, load
from sim.run.meaning import check_settings
from sim.run.seating import seat_agents
from sim.seam.protocol import SeatInfo

_TINY = 5e-6
"""A chance that would be rounded to none."""
_USELESS = 0.5
"""Where more of the chances than this is open, no bound says anything."""

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
    seats = loaded.system.seats(loaded.scenario)
    specs = seat_agents(seats, split(agents), trusted=trust_files)
    check_settings([loaded], specs)
    with growing("solving", "a solution") as told:
        solved = solve_conflict(
            loaded.system,
            loaded.system.initial(loaded.scenario),
            seats,
            specs,
            budget=Budget(bounds["states"], bounds["memory"]),
            told=told,
        )
    if solved.open > _USELESS:
        raise OddsError(far(loaded.name, solved))
    if as_json:
        put_json(_words(loaded, seats, specs, solved))
    else:
        _put(loaded, seats, specs, solved)


def far(name: str, solved: Solved) -> str:
    """Say how far the solution came before its budget ended."""
    return (
        f"{name} does not fit into {solved.full}: {percent(solved.open)} of the chances"
        f" are still open there{more(solved.full)}"
    )


def more(bound: str) -> str:
    """Return how to raise a *bound*, if there is a way."""
    return " (--states and --memory raise the bounds)" if can_be_raised(bound) else ""


def _words(
    loaded: Loaded, seats: Sequence[SeatInfo], specs: Sequence[str], solved: Solved
) -> dict[str, Any]:
    words: dict[str, Any] = {
        "system": loaded.system.name,
        "scenario": loaded.name,
        "digest": loaded.digest.hex(),
        "agents": specs,
        "exact": solved.exact,
        **({"shown_by": solved.shown_by} if solved.shown_by else {}),
    }
    if not solved.whole:
        words |= {"error": far(loaded.name, solved), "open": solved.open}
    words |= {
        "states": solved.states,
        "edges": solved.edges,
        "endings": {how: _spoken(one) for how, one in sorted(solved.endings.items())},
        "seats": [
            {
                "seat": seat.name,
                "agent": specs[place],
                "return": _spoken(solved.returns[place]),
                "win": _spoken(solved.wins[place]),
            }
            for place, seat in enumerate(seats)
        ],
    }
    if solved.whole:
        words["length"] = solved.length
    if solved.limits:
        words["deadlock_ends_by"] = solved.limits
    return words


def _spoken(bounds: Bounds) -> float | dict[str, float]:
    if bounds.low == bounds.high:
        return bounds.low
    return {"low": bounds.low, "high": bounds.high}


def _put(
    loaded: Loaded, seats: Sequence[SeatInfo], specs: Sequence[str], solved: Solved
) -> None:
    put(f"{loaded.title} ({loaded.system.title}), solved")
    put()
    rows = [
        (seat.name, spec, share(won), figure(got))
        for seat, spec, got, won in zip(
            seats, specs, solved.returns, solved.wins, strict=True
        )
        if seat.side is not None
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
        put(f"{sure(solved)}; {solved.length:.2f} rounds on average; {size}")
    else:
        put(f"bounds only: {far(loaded.name, solved)}; {size}")


def sure(solved: Solved) -> str:
    """Say how sure values are of which nothing was left out."""
    if solved.exact:
        return "exact"
    return (
        f"exact as far as {solved.shown_by} conflicts show, since an agent may look at"
        " everything (see `Agent.reads`)"
    )


def _deadlock(solved: Solved) -> str:
    how = ", ".join(one.replace("_", " ") for one in solved.limits)
    return f"Nobody can end it any more, so that it goes on until its limit ({how})."


def share(bounds: Bounds) -> str:
    """Return a chance as a percentage, or as two."""
    if bounds.low == bounds.high:
        tiny = 0.0 < bounds.low < _TINY
        return "under 0.001 %" if tiny else percent(bounds.low, 3)
    return f"{100 * bounds.low:.3f} to {percent(bounds.high, 3)}"


def figure(bounds: Bounds) -> str:
    """Return a value, or the two between which it lies."""
    if bounds.low == bounds.high:
        return f"{bounds.low:.5f}"
    return f"{bounds.low:.5f} to {bounds.high:.5f}"
