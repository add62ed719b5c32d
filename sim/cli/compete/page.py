"""`--html FILE` of a tournament and of a league: the result as one page to send."""

import shlex
from pathlib import Path

from sim.cli.compete.request import Request
from sim.cli.compete.samples import contest_samples
from sim.cli.play.forfeits import forfeit_words
from sim.cli.play.samples import sample_commands
from sim.cli.terminal.page import put_page
from sim.pages.command import Command
from sim.pages.tournament import tournament_page
from sim.reading.visible import store_name
from sim.tournament.result import Result
from sim.tournament.tournament import Tournament

_USUAL = {
    "format": "round-robin",
    "until": "",
    "bounds": "",
    "errors": "0.05,0.05",
    "within": 0.05,
    "null": 10,
    "exact": None,
}
"""The options of a tournament that a command names only if they differ from these."""


def put_contest(request: Request, held: Tournament, shown: Result) -> None:
    """Write the page that *request* asks for; every forfeit is named first."""
    assert request.page is not None
    # Only the last part of its path: a page is sent to others.
    store = store_name(request.store or "")
    remarks = [forfeit_words(forfeit, debug=False) for forfeit in shown.forfeits]
    commands = [] if request.resume else [_command_again(request, held)]
    if store:
        line = shlex.join(["fracas", "show", store, held.contest.contest])
        commands.append(Command("Its result, from the store", line))
    samples = contest_samples(
        shown.contest,
        held.samples,
        store,
        request.scenarios,
        request.changes.words(),
    )
    text = tournament_page(
        held,
        shown,
        store=store,
        remarks=remarks,
        commands=commands,
        samples=sample_commands(samples),
    )
    put_page(request.page, text)


def put_league(path: Path, store: str, held: Tournament, shown: Result) -> None:
    """Write the page of the league in *store*; every forfeit is named first."""
    # Only the last part of its path: a page is sent to others.
    name = store_name(store)
    line = shlex.join(["fracas", "league", name])
    text = tournament_page(
        held,
        shown,
        what="League",
        store=name,
        remarks=[forfeit_words(forfeit, debug=False) for forfeit in shown.forfeits],
        commands=[Command("How it stands, from the store", line)],
        samples=sample_commands(contest_samples(shown.contest, held.samples, name)),
    )
    put_page(path, text)


def _command_again(request: Request, held: Tournament) -> Command:
    """Return the command that plays the same tournament again."""
    parts = ["fracas", "tournament", *request.scenarios]
    if request.ladder:
        parts += ["--ladder", request.ladder]
    else:
        parts += ["--agents", request.agents]
    parts += ["--games", str(request.games)] if request.games else []
    for name, usual in _USUAL.items():
        given = getattr(request, name)
        parts += [f"--{name}", str(given)] if given != usual else []
    for fixed in request.fix:
        parts += ["--fix", fixed]
    if request.sandbox != "off":
        parts += ["--sandbox" if request.sandbox == "wall" else "--limits"]
    parts += ["--seed", held.contest.seed, *request.changes.words()]
    return Command("The same again", shlex.join(parts))
