"""`fracas tournament`: who is better, by how much, how sure that is, and where."""

import re
import shlex
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, get_args

import click
from msgspec import Struct

from sim.agent_specs import split
from sim.cli.check import ruling_option, rulings_of
from sim.cli.hosting import patience_option, sandbox_option
from sim.cli.progress import progress
from sim.cli.speak import Stopped, put_json
from sim.cli.pictures import check_drawable, draw
from sim.cli.standings import put_result
from sim.cli.why import put_why, why_words
from sim.cli.workers import workers_for
from sim.scenario import load
from sim.seed import fresh_seed
from sim.statistics.gsprt import Bounds
from sim.store.store import Store, open_store
from sim.tournament.contest import Contest, Format, Terms, make_contest
from sim.tournament.record import contest_ids, recorded
from sim.tournament.result import Result, result
from sim.tournament.table import check_new, write_blocks
from sim.tournament.tournament import Tournament

_AGENTS = "uniform,steady,cautious,bold"
_GAMES = 200
_GAMES_MOST = 20_000
_FORMATS = tuple(one for one in get_args(Format) if one != "ladder")
_ERROR = re.compile(r"error\s*<\s*(0?\.\d+)")
_LADDER = re.compile(r"(.*[:,])([A-Za-z_]\w*)=(\d+(?:,\d+)+)")


class Wish(Struct, frozen=True):
    """What the command line asks for."""

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
    ladder: str
    seed: str | None
    store: str | None
    resume: bool
    why: bool
    csv: str
    picture: str
    patience: float
    sandbox: bool
    ruling: tuple[str, ...]


@click.command(
    epilog=(
        "Examples: fracas tournament alley --agents steady,bold,my_agents.py:Brave;"
        "  fracas tournament alley ambush --agents steady,bold --until settled --store"
        " cup.db;  fracas tournament --store cup.db --resume"
    )
)
@click.argument("scenarios", nargs=-1)
@click.option(
    "--agents", default=_AGENTS, show_default=True, metavar="A,B,...", help="Who meets."
)
@click.option(
    "--games",
    type=click.IntRange(2),
    help=f"Conflicts for each two agents on each scenario: at least so many"
    f" (default {_GAMES}), under --until at most (default {_GAMES_MOST}).",
)
@click.option(
    "--format",
    type=click.Choice(_FORMATS),
    default=_FORMATS[0],
    show_default=True,
    help="Who meets whom; in a gauntlet the first agent meets the others.",
)
@click.option(
    "--until",
    default="",
    metavar="settled|'error<X'",
    help="Play two agents until it is settled who is better, or the score is known so"
    " well.",
)
@click.option(
    "--bounds",
    default="",
    metavar="LOW,HIGH",
    help="Settle it by a GSPRT between these differences in normalised Elo.",
)
@click.option(
    "--errors",
    default="0.05,0.05",
    show_default=True,
    metavar="ALPHA,BETA",
    help="How often a verdict may be wrong: a difference that is none, and (with"
    " --bounds) none that is one.",
)
@click.option(
    "--within",
    type=click.FloatRange(0, 0.5, min_open=True),
    default=0.05,
    show_default=True,
    help="The difference in score that counts as none.",
)
@click.option(
    "--fix",
    multiple=True,
    metavar="SIDE[=AGENT]",
    help="Let this side, by its name or a seat's, be played by AGENT or its own.",
)
@click.option(
    "--null",
    type=click.IntRange(0),
    default=10,
    show_default=True,
    help="Blocks in which every agent meets itself as a check.",
)
@click.option(
    "--ladder",
    default="",
    metavar="AGENT:SETTING=1,2,4",
    help="Let an agent meet itself with one setting ever higher.",
)
@click.option("--seed", metavar="TEXT", help="What the dice follow from; else random.")
@click.option("--store", metavar="PATH|URL", help="Record the tournament in this store.")
@click.option(
    "--resume",
    is_flag=True,
    help="Go on with a tournament of the store: the one of this id, or the last.",
)
@click.option(
    "--why",
    is_flag=True,
    help="Say where agents part, what luck was worth, and which games to replay.",
)
@click.option("--csv", default="", metavar="FILE", help="Write every block as a row.")
@click.option(
    "--picture",
    default="",
    metavar="FILE.svg|FILE.png",
    help="Draw the standings, the matrix and the evidence (an extra: pictures).",
)
@click.option(
    "--workers", type=click.IntRange(1), help="Processes; by default up to 4."
)
@patience_option
@sandbox_option
@ruling_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
def tournament(*, workers: int | None, as_json: bool, **wished: Any) -> None:  # noqa: ANN401 - the fields of a Wish
    """Let agents meet on SCENARIOS under the same luck, and say who is better.

    In a block all conflicts have the same luck, and the agents sit in every way. The
    verdict is one to bet on however often one looks. The exit status is 1 when an agent
    does not play alike against itself.
    """
    wish = Wish(**wished)
    _consistent(wish)
    with _open(wish) as store:
        contest = _contest(wish, store)
        held = Tournament(contest, store=store, resume=wish.resume)
        _play(held, wish, workers, as_json=as_json)
    shown = result(held)
    _put(held, shown, wish, as_json=as_json)
    if wish.csv:
        write_blocks(Path(wish.csv), held.ledger)
    if wish.picture:
        draw(Path(wish.picture), shown, held)
    if any(null.uneven for null in shown.nulls):
        raise click.exceptions.Exit(1)


def _put(held: Tournament, shown: Result, wish: Wish, *, as_json: bool) -> None:
    store = wish.store or ""
    if as_json:
        more = why_words(held, store) if wish.why else {}
        put_json(shown.to_dict() | more)
        return
    put_result(shown)
    if wish.why:
        put_why(held, store)


def _consistent(wish: Wish) -> None:
    for file in (wish.csv, wish.picture):
        if file:
            check_new(Path(file))
    if wish.picture:
        check_drawable(Path(wish.picture))
    if wish.resume and wish.store is None:
        message = "--resume needs the store with the tournament: --store PATH"
        raise click.UsageError(message)
    if not wish.scenarios and not wish.resume:
        message = "name at least one scenario, such as alley"
        raise click.UsageError(message)
    if wish.bounds and wish.until != "settled":
        message = "--bounds says when something is settled: add --until settled"
        raise click.UsageError(message)


def _open(wish: Wish) -> AbstractContextManager[Store | None]:
    if wish.store is None:
        return nullcontext()
    return open_store(wish.store, create=not wish.resume)


def _contest(wish: Wish, store: Store | None) -> Contest:
    if wish.resume and store is not None:
        known = contest_ids(store)
        if not wish.scenarios or set(wish.scenarios) <= set(known):
            name = wish.scenarios[0] if wish.scenarios else ""
            return recorded(
                store, name, patience=wish.patience, sandbox=wish.sandbox
            )
    terms = _terms(wish)
    agents = [name for name in split(wish.agents) if name]
    if wish.ladder:
        agents = _rungs(wish.ladder)
    return make_contest(
        [load(name, rulings_of(wish.ruling)) for name in wish.scenarios],
        agents,
        terms,
        seed=_seed(wish, store),
        patience=wish.patience,
        sandbox=wish.sandbox,
    )


def _seed(wish: Wish, store: Store | None) -> str:
    """Return the seed: as given, that of what is resumed, or a fresh one."""
    if wish.seed is not None:
        return wish.seed
    if wish.resume and store is not None and contest_ids(store):
        return recorded(store).seed
    return fresh_seed()


def _terms(wish: Wish) -> Terms:
    alpha, beta = _two(wish.errors, "--errors", 1e-6, 0.5)
    bounds = None
    if wish.bounds:
        low, high = _two(wish.bounds, "--bounds", 0, 1000)
        if low >= high:
            message = f"{wish.bounds} are the wrong way round, expected LOW < HIGH"
            raise click.BadParameter(message, param_hint="--bounds")
        bounds = Bounds(low, high, alpha, beta)
    error = _ERROR.fullmatch(wish.until)
    if wish.until not in {"", "settled"} and error is None:
        message = f"{wish.until!r} is neither settled nor of the form error<0.01"
        raise click.BadParameter(message, param_hint="--until")
    open_ended = wish.until or wish.format == "racing"
    games = wish.games or (_GAMES_MOST if open_ended else _GAMES)
    return Terms(
        format="ladder" if wish.ladder else wish.format,
        blocks=(games + 1) // 2,
        null=wish.null,
        until="error" if error else "settled" if wish.until else "",
        error=float(error[1]) if error else 0.0,
        bounds=bounds,
        confidence=1 - alpha,
        within=wish.within,
        fixed=_fixed(wish.fix),
    )


def _two(text: str, option: str, least: float, most: float) -> tuple[float, float]:
    """Return the two numbers of *text*, each from *least* to below *most*."""
    try:
        first, second = (float(one) for one in text.split(","))
    except ValueError:
        first = second = -1.0
    if not least <= min(first, second) or not max(first, second) < most:
        message = f"{text!r} is not two numbers from {least:g} to {most:g}"
        raise click.BadParameter(message, param_hint=option)
    return first, second


def _fixed(given: Sequence[str]) -> dict[str, str]:
    fixed: dict[str, str] = {}
    for text in given:
        side, _, agent = text.partition("=")
        fixed[side.strip()] = agent.strip()
    return fixed


def _rungs(ladder: str) -> list[str]:
    """Return the agents of a ladder, from the one that thinks least."""
    match = _LADDER.fullmatch(ladder)
    if match is None:
        message = f"{ladder!r} is not of the form AGENT:SETTING=1,2,4"
        raise click.BadParameter(message, param_hint="--ladder")
    stem, setting, steps = match.groups()
    return [f"{stem}{setting}={step}" for step in steps.split(",")]


def _play(held: Tournament, wish: Wish, workers: int | None, *, as_json: bool) -> None:
    contest = held.contest
    seatings = sum(len(place.seatings) for place in contest.places)
    total = len(contest.pairs) * contest.terms.blocks * seatings
    try:
        with progress("playing", total) as told:
            held.play(workers=workers or workers_for(total), progress=told)
    except KeyboardInterrupt as error:
        if held.ledger.games:
            _put(held, result(held), wish, as_json=as_json)
        raise Stopped(_resuming(held, wish)) from error


def _resuming(held: Tournament, wish: Wish) -> str:
    if wish.store is None:
        return "nothing is kept; with --store PATH it could be resumed"
    again = ["fracas", "tournament", held.contest.contest, "--store", wish.store]
    return (
        f"{held.ledger.games} conflicts are kept; go on with:"
        f" {shlex.join([*again, '--resume'])}"
    )



