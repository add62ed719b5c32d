"""`fracas transcript`: a skeleton to type a round into, or a recorded conflict."""

from pathlib import Path

import click

from sim.campaign.recorded import Game, find
from sim.cli.terminal.output import note
from sim.errors import FracasError, StreamError
from sim.files.regular import kind_of_special_file
from sim.library import catalogue
from sim.library.registry import rule_system
from sim.library.scenario import Loaded, load
from sim.reading.visible import visible_toml
from sim.run.chunk import in_force
from sim.run.recorded import trusting
from sim.store.store import open_store
from sim.tournament.games import find_game
from sim.transcript.carried import Carried
from sim.transcript.foundry import read_log
from sim.transcript.imported import Importer, imported_transcript
from sim.transcript.lexicon import Lexicon
from sim.transcript.skeleton import example_rounds, skeleton_text
from sim.transcript.typing import Heading, fudge_dice, rounds_of, transcript_text

_SQLITE = b"SQLite format 3\0"


@click.command(
    epilog=(
        "Examples: fracas transcript alley > round.toml;  fracas transcript duels.db"
        " 3fa91c02-17 > duel.toml;  fracas transcript alley --from-foundry log.json"
    )
)
@click.argument("target", metavar="SCENARIO|STORE")
@click.argument("name", metavar="[CONFLICT]", default="")
@click.option(
    "--from-foundry",
    "log",
    metavar="LOG.json",
    help="Import the chat log of Foundry Virtual Tabletop.",
)
def transcript(target: str, name: str, log: str | None) -> None:
    """Write a transcript: a skeleton for SCENARIO, or a recorded CONFLICT of STORE.

    A skeleton shows, in comments, how a first round might go and what else could be
    said. CONFLICT is written as if a table had typed it in: it passes an audit until
    you change something.

    From a chat log come the dice of speakers who are named like a seat; a message such
    as "Round 3" begins a round. Everything else becomes a comment. In Foundry,
    JSON.stringify(game.messages) gives the log. What `fracas replay --foundry` wrote
    comes back with its answers, so that the conflict is the same.
    """
    if log is not None:
        text = _from_foundry(log, target, name)
    elif name or _is_store(target):
        text = _recorded(target, name or "1")
    else:
        loaded = load(target)
        seats = [seat.name for seat in loaded.system.seats(loaded.scenario)]
        heading = Heading(loaded.title, target, {})
        text = skeleton_text(
            heading, example_rounds(loaded.system, loaded.scenario), seats
        )
    click.echo(visible_toml(text), nl=False)


def _from_foundry(log: str, target: str, name: str) -> str:
    if name or _is_store(target):
        message = "--from-foundry takes the scenario that was played, and nothing else"
        raise click.UsageError(message)
    loaded = load(target)
    seats = [seat.name for seat in loaded.system.seats(loaded.scenario)]
    rounds = example_rounds(loaded.system, loaded.scenario)
    fudge = fudge_dice(list(rounds.values()))
    importer = Importer(seats, Lexicon(loaded.system), fudge=fudge)
    heard = read_log(log)
    imported = importer.rounds(heard, next(iter(rounds), 1))
    for changed in importer.counts.changed:
        note(f"{log}: {changed}; the dice shown are taken over")
    rulings = _rulings_of(importer.begun, loaded, log)
    unfinished = importer.over is False
    heading = Heading(loaded.title, target, rulings, unfinished)
    return imported_transcript(heading, imported, importer.counts, log)


def _rulings_of(begun: Carried, loaded: Loaded, log: str) -> dict[str, str]:
    """Return the rulings of a log that are not those of the scenario it is read by.

    Raises StreamError for what was played by another scenario: its answers would not
    fit.
    """
    if not begun.scenario:
        return {}
    system = loaded.system
    ours = dict(in_force(system.files.rulings(loaded.scenario)))
    rulings = {
        name: value for name, value in begun.rulings.items() if ours.get(name) != value
    }
    try:
        same = load(loaded.name, rulings).digest.hex() == begun.scenario
    except FracasError:
        same = False
    if not same:
        message = (
            f"{log} is of another scenario than {loaded.name}, expected a log of it:"
            " name the scenario that was played, as it was then"
        )
        raise StreamError(message)
    return rulings


def _is_store(target: str) -> bool:
    with_scheme = "://" in target
    try:
        if with_scheme or kind_of_special_file(target):
            return with_scheme
        with Path(target).open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except (OSError, ValueError):
        return False


def _recorded(store: str, name: str) -> str:
    with trusting(f"{store}, {name}"):
        with open_store(store, create=False) as opened:
            conflict = find_game(opened, name) or find(opened, name)
        if isinstance(conflict, Game):
            message = (
                f"{conflict.stream_id} is a game of a campaign, expected one conflict,"
                f" such as its chapter {conflict.stream_id}.1"
            )
            raise StreamError(message)
        loaded = conflict.loaded
        rounds = rounds_of(loaded.system, loaded.scenario, conflict.events)
        seats = [seat.name for seat in loaded.system.seats(loaded.scenario)]
        return transcript_text(_heading(loaded, conflict.stream_id), rounds, seats)


def _heading(loaded: Loaded, stream_id: str) -> Heading:
    """Return the heading; it names the scenario if it is a shipped one."""
    title = f"Conflict {stream_id}: {loaded.title}"
    ours = dict(loaded.system.files.rulings(loaded.scenario))
    for other in catalogue.usable(catalogue.scenarios(), load):
        if (other.system.name, other.title) != (loaded.system.name, loaded.title):
            continue
        theirs = dict(other.system.files.rulings(other.scenario))
        rulings = {
            key: _plain(item) for key, item in ours.items() if theirs.get(key) != item
        }
        if load(other.name, rulings, lookup=rule_system).digest == loaded.digest:
            return Heading(title, other.name, rulings)
    note("put the file of the scenario beside the transcript, as scenario.toml")
    return Heading(title, "scenario.toml", {})


def _plain(item: object) -> str:
    return str(item).lower() if isinstance(item, bool) else str(item)
