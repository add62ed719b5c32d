"""`fracas reply`: the best that one seat can do against given agents."""

import shlex
from contextlib import AbstractContextManager
from pathlib import Path

import click

from sim.cli.options.budget import budget_options
from sim.cli.options.changes import Changes, changes_options
from sim.cli.options.free import free_option
from sim.cli.options.hosting import runs_here
from sim.cli.options.number import Number
from sim.cli.options.printed import json_option
from sim.cli.options.scenario import ANYBODY, trust_option
from sim.cli.study.reply_report import put_reply
from sim.cli.terminal.output import note, put_json
from sim.cli.terminal.progress import growing
from sim.files.outputs import check_new
from sim.graph.budget import Budget
from sim.graph.progress import Progress
from sim.reading.hints import quoted
from sim.study.best_reply import best_reply
from sim.study.replying import GAMES, SECONDS, BestReply, Question, question_of


@click.command(
    epilog=(
        "Examples: fracas reply stuck_door --seat Skala;"
        "  fracas reply alley --seat Tela --free gate,dice"
    )
)
@click.argument("scenario")
@click.option(
    "--seat", required=True, metavar="NAME", help="The seat to find a reply for."
)
@click.option(
    "--against",
    default="",
    metavar="AGENT",
    help=f"Who plays the other participants' seats: each {ANYBODY}; by default the"
    " scenario's.",
)
@click.option(
    "--agent",
    default="",
    help="Who chooses for the seat where it is not free, NAME or FILE.py:CLASS; by"
    " default the scenario's.",
)
@free_option
@click.option("--save", metavar="FILE", help="Write the reply as an agent.")
@click.option(
    "--games",
    type=click.IntRange(min=0),
    default=GAMES,
    show_default=True,
    help="How many conflicts to test the reply in.",
)
@budget_options(
    SECONDS,
    "About how long to search; the best reply found by then is printed.",
    of=Number(min=1),
)
@trust_option
@changes_options
@json_option
@runs_here
def reply(  # noqa: PLR0913 - each of these is an option
    *,
    scenario: str,
    seat: str,
    against: str,
    agent: str,
    free: str,
    save: str | None,
    seconds: float,
    trust_files: bool,
    changes: Changes,
    as_json: bool,
    **most: int,
) -> None:
    """Find the best that one seat of SCENARIO can do, and describe it in a few lines.

    It is the best reply to these agents only, and may do badly against others. It
    chooses before sealed choices are revealed. If only some decisions are free, or not
    all of them fit, --agent makes the rest, and bounds are printed, since the best
    reply may return more. If the conflict is too large for --seconds, or another agent
    is stochastic and does not declare its probabilities, a reply is found by playing,
    first among the shipped agents, and its return is an interval. If the printed lines
    keep less than 99 % of the gain, --save writes a table of every question instead.
    The saved agent returns what is printed.
    """
    _check_named(save)
    asked = question_of(
        changes.load(scenario),
        seat,
        against=against,
        agent=agent,
        free=free.split(",") if free else (),
        trusted=trust_files,
    )
    budget = Budget(most["states"], most["memory"])
    answer = best_reply(
        asked, games=most["games"], seconds=seconds, budget=budget, steps=_step_progress
    )
    _put(answer, [scenario, *changes.words()], save, as_json=as_json)


def _put(
    answer: BestReply, scenario: list[str], save: str | None, *, as_json: bool
) -> None:
    """Save the reply if that is asked for, and print it even if that fails."""
    saved = False
    try:
        if save is not None:
            answer.save(save)
            saved = True
            _note_saved(scenario, save, answer.question)
    finally:
        if as_json:
            put_json(answer.to_dict())
        else:
            put_reply(answer, saved=saved)


def _check_named(save: str | None) -> None:
    """Raise BadParameter or StoreError if *save* cannot be written or played."""
    if save is None:
        return
    if not save.endswith(".py"):
        message = f"found {quoted(save)}, expected a name that ends in .py"
        raise click.BadParameter(message, param_hint="--save")
    check_new(Path(save))


def _step_progress(step: str) -> AbstractContextManager[Progress]:
    return growing(step, "a reply")


def _note_saved(scenario: list[str], save: str, asked: Question) -> None:
    seats = asked.loaded.system.seats(asked.loaded.scenario)
    agents = [
        save if seat.name == asked.seat else spec
        for seat, spec in zip(seats, asked.agents, strict=True)
        if seat.side is not None
    ]
    again = shlex.join(["fracas", "run", *scenario, "--agents", ",".join(agents)])
    note(f"{save} is written; try: {again}")
