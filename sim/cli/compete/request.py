"""The options of `fracas tournament`, checked and turned into its terms."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import click
from msgspec import Struct

from sim.cli.options.changes import Changes
from sim.cli.options.number import Number
from sim.cli.terminal.pictures import check_drawable
from sim.files.outputs import check_new
from sim.hosting.sandbox import Sandbox
from sim.statistics.gsprt import Bounds
from sim.tournament.contest import Format, Terms

GAMES = 200
GAMES_MOST = 20_000
FORMATS = tuple(name for name in get_args(Format) if name != "ladder")
_ERROR = re.compile(r"error\s*<\s*(0?\.\d+)")
_LADDER = re.compile(r"(.*[:,])([A-Za-z_]\w*)=(\d+(?:,\d+)+)")


class Request(Struct, frozen=True):
    """The options of `fracas tournament`, as they were given."""

    scenarios: tuple[str, ...]
    agents: str
    games: int | None
    format: Format
    until: str
    bounds: str
    errors: str
    within: float
    fix: tuple[str, ...]
    null: int
    exact: float | None
    ladder: str
    seed: str | None
    store: str | None
    resume: bool
    why: bool
    whole: bool
    csv: str
    picture: str
    page: Path | None
    patience: float
    sandbox: Sandbox
    trust_files: bool
    changes: Changes

    @property
    def second(self) -> bool:
        """Whether a second screen is asked for, or all of it."""
        return self.why or self.whole


exact_option = click.option(
    "--exact",
    type=Number(0, min_open=True),
    metavar="SECONDS",
    help="Compute how the games of two agents end instead of playing them, if that "
    "takes at most this long for each seating: such verdicts are exact. "
    "Scenarios with a single open side are still played.",
)


def check_consistent(request: Request) -> None:
    """Raise UsageError for options that contradict each other, before any play."""
    for file in (request.csv, request.picture):
        if file:
            check_new(Path(file))
    if request.picture:
        check_drawable(Path(request.picture))
    if request.resume and request.store is None:
        message = "--resume needs the store with the tournament: --store PATH"
        raise click.UsageError(message)
    if not request.scenarios and not request.resume:
        message = "name at least one scenario, such as alley"
        raise click.UsageError(message)
    if request.bounds and request.until != "settled":
        message = "--bounds says when something is settled: add --until settled"
        raise click.UsageError(message)


def terms_of(request: Request) -> Terms:
    """Return the terms of *request*; raises BadParameter when one is malformed."""
    alpha, beta = _two(request.errors, "--errors", 1e-6, 0.5)
    bounds = None
    if request.bounds:
        low, high = _two(request.bounds, "--bounds", 0, 1000)
        if low >= high:
            message = f"{request.bounds} are the wrong way round, expected LOW < HIGH"
            raise click.BadParameter(message, param_hint="--bounds")
        bounds = Bounds(low, high, alpha, beta)
    error = _ERROR.fullmatch(request.until)
    if request.until not in {"", "settled"} and error is None:
        message = f"{request.until!r} is neither settled nor of the form error<0.01"
        raise click.BadParameter(message, param_hint="--until")
    open_ended = request.until or request.format == "racing"
    games = request.games or (GAMES_MOST if open_ended else GAMES)
    return Terms(
        format="ladder" if request.ladder else request.format,
        blocks=(games + 1) // 2,
        null=request.null,
        until="error" if error else "settled" if request.until else "",
        error=float(error[1]) if error else 0.0,
        bounds=bounds,
        confidence=1 - alpha,
        within=request.within,
        fixed=_fixed(request.fix),
        exact=request.exact or 0.0,
    )


def _two(text: str, option: str, least: float, most: float) -> tuple[float, float]:
    """Return the two numbers of *text*, each from *least* to below *most*."""
    try:
        first, second = (float(number) for number in text.split(","))
    except ValueError:
        first = second = -1.0
    if not all(least <= number < most for number in (first, second)):
        message = f"{text!r} is not two numbers from {least:g} to {most:g}"
        raise click.BadParameter(message, param_hint=option)
    return first, second


def _fixed(given: Sequence[str]) -> dict[str, str]:
    fixed: dict[str, str] = {}
    for text in given:
        side, _, agent = text.partition("=")
        fixed[side.strip()] = agent.strip()
    return fixed


def ladder_agents(ladder: str) -> list[str]:
    """Return the agents of a ladder, from the one that thinks least."""
    match = _LADDER.fullmatch(ladder)
    if match is None:
        message = f"{ladder!r} is not of the form AGENT:SETTING=1,2,4"
        raise click.BadParameter(message, param_hint="--ladder")
    stem, setting, steps = match.groups()
    return [f"{stem}{setting}={step}" for step in steps.split(",")]
