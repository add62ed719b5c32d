"""`--seconds`, `--states` and `--memory`: how much a command may use to find something.

Each command says by how much it is bounded where nothing is given, and may say in its
own words what for.
"""

from collections.abc import Callable, Mapping
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

import click

from sim.cli.options.number import Number

if TYPE_CHECKING:
    from sim.graph.budget import Budget
    from sim.graph.interrupt import Interrupt

Option = Callable[[Callable[..., Any]], Callable[..., Any]]

FIELDS = {"seconds": "seconds", "states": "states", "memory": "megabytes"}
"""Option -> the field of a budget."""
_ABOVE_NONE = Number(0.0, min_open=True)


def seconds_option(
    default: float | None,
    about: str = "About the most time to take.",
    *,
    of: Number = _ABOVE_NONE,
) -> Option:
    """Return the option of how long it may take, a number *of* some range.

    Without a *default* its help says *about* what is done.
    """
    return click.option(
        "--seconds",
        type=of,
        default=default,
        show_default=default is not None,
        help=about,
    )


def budget_options(
    seconds: float,
    about: str = "About the most time to take.",
    *,
    of: Number = _ABOVE_NONE,
) -> Option:
    """Return the options of a budget: of this many *seconds*, and the usual rest.

    *about* is the help of `--seconds`, a number *of* some range.
    """
    usual = _budget()
    return _together(
        seconds_option(seconds, about, of=of),
        _states("The most states to compute.", usual.states),
        _memory("The most memory to use.", usual.megabytes),
    )


def budget_of(
    options: Mapping[str, Any], interrupt: "Interrupt | None" = None
) -> "Budget":
    """Return the budget that *options* give; an *interrupt* may end it early."""
    bounds = {field: options[name] for name, field in FIELDS.items()}
    return _budget(**bounds, **({"interrupt": interrupt} if interrupt else {}))


def _budget(**bounds: Any) -> "Budget":  # noqa: ANN401 - the fields of a Budget
    # Imported late: play needs no graphs.
    budget: Budget = resolve_name("sim.graph.budget:Budget")(**bounds)
    return budget


def sampled_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that bound the graph of --sampled, which has its own budget."""
    return _together(
        seconds_option(None, "The most time that --sampled takes for its graph."),
        _states("The most states that --sampled computes.", None),
        _memory("The most memory that --sampled uses for its graph.", None),
    )(command)


def sampled_bounds(options: dict[str, Any], *, sampled: bool) -> dict[str, Any]:
    """Take the bounds of --sampled out of *options*; return those that were given.

    Raises UsageError for any where no graph is made.
    """
    given = {name: options.pop(name) for name in FIELDS}
    bounds = {name: bound for name, bound in given.items() if bound is not None}
    for name in bounds if not sampled else ():
        message = f"--{name} bounds the graph of --sampled: leave it out, or add that"
        raise click.UsageError(message)
    return bounds


def _states(about: str, default: int | None) -> Option:
    return click.option(
        "--states",
        type=click.IntRange(1),
        default=default,
        show_default=default is not None,
        help=about,
    )


def _memory(about: str, default: int | None) -> Option:
    return click.option(
        "--memory",
        type=click.IntRange(64),
        default=default,
        show_default=default is not None,
        metavar="MB",
        help=about,
    )


def _together(*options: Option) -> Option:
    """Return all of *options* as one, in this order."""

    def added(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return added
