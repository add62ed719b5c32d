"""`fracas judge`: a round of a table typed in by answering what the rules ask next."""

import os
import shlex
from pathlib import Path

import click

from sim.cli import complete
from sim.cli.judge.session import Left, Session
from sim.cli.options.scenario import ruling_option, rulings_of
from sim.cli.terminal.output import Stopped, note, put, put_plain
from sim.errors import StoreError
from sim.files.outputs import check_new, replace_file
from sim.judge.round import Round
from sim.library.catalogue import transcripts
from sim.library.scenario import load


@click.command(
    epilog=(
        "Examples: fracas judge stuck_door --save door.toml;  fracas judge --from"
        " door.toml --save door.toml;  fracas audit door.toml"
    )
)
@click.argument(
    "scenario", metavar="[SCENARIO]", default="", shell_complete=complete.playables
)
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path),
    metavar="TRANSCRIPT.toml",
    shell_complete=complete.transcripts,
    help="Go on with a round that was saved or typed in.",
)
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    metavar="FILE.toml",
    help="Keep the round in this file, written anew after every step.",
)
@ruling_option
def judge(
    *, scenario: str, source: Path | None, save: Path | None, ruling: tuple[str, ...]
) -> None:
    """Type in a round of your table: you are asked whatever the rules ask next.

    Legal answers are offered, by number and in the words of the table; for dice you
    type the faces. What follows is told at once, with how everybody stands. Type what
    the table claims, "Miska made it with 4", and it is judged. undo takes a step back,
    ? names the rules, help says what else there is.

    The round becomes a transcript, for audit, replay, explain, analyse and whatif. With
    --save it is in the file after every step, also when you are interrupted; without,
    it is printed in the end.
    """
    source = _by_name(source)
    round_ = _round(scenario, source, ruling)
    if save is not None:
        _check(save, source)
        round_.scenario = _reference(round_.scenario, source, save.parent)
    session = Session(round_, lambda text: _keep(save, text))
    put(f"{round_.loaded.title} ({round_.loaded.system.title})")
    try:
        session.run()
    except Left as left:
        _leave(round_, save)
        if left.interrupted:
            raise Stopped(_saving_hint(save)) from None
    note(_saving_hint(save))


def _round(scenario: str, source: Path | None, ruling: tuple[str, ...]) -> Round:
    """Return the round to begin, or to go on with."""
    if source is None and not scenario:
        message = "fracas judge lacks SCENARIO, or --from and a transcript"
        raise click.UsageError(message)
    if source is None:
        rulings = rulings_of(ruling)
        return Round(load(scenario, rulings), scenario, rulings)
    if scenario or ruling:
        message = (
            "--from goes on with the scenario and the rulings of the transcript: leave"
            f" out {scenario or '--ruling'}"
        )
        raise click.UsageError(message)
    return Round.from_file(source)


def _by_name(source: Path | None) -> Path | None:
    """Return the file of a shipped transcript that is given by its name."""
    if source is None or source.exists():
        return source
    return Path(transcripts().get(str(source), source))


def _check(save: Path, source: Path | None) -> None:
    """Raise StoreError for a file that is there, unless it is the one gone on with."""
    if save.suffix != ".toml":
        message = f"{save} is no name of a transcript, expected one that ends in .toml"
        raise StoreError(message)
    same = source is not None and save.exists() and save.samefile(source)
    if not same:
        check_new(save)


def _reference(scenario: str, source: Path | None, folder: Path) -> str:
    """Return how a transcript in *folder* names the *scenario*.

    A file is named by its path from there; *source* is the transcript that named it.
    """
    beside = [Path(scenario)] if source is None else [source.parent / scenario]
    path = next((file for file in (*beside, Path(scenario)) if file.is_file()), None)
    if path is None:
        return scenario
    return Path(os.path.relpath(path, folder)).as_posix()


def _keep(save: Path | None, text: str) -> None:
    if save is not None:
        replace_file(save, text.encode())


def _leave(round_: Round, save: Path | None) -> None:
    if save is None:
        put()
        put_plain(round_.transcript())


def _saving_hint(save: Path | None) -> str:
    if save is None:
        return "the transcript is above; --save FILE.toml keeps it"
    file = shlex.quote(str(save))
    return (
        f"the round is in {save}; fracas audit {file} checks it, and fracas judge"
        f" --from {file} --save {file} goes on"
    )
