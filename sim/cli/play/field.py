"""`fracas run --agents all`: the range of results over a small field of agents."""

import shlex
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from sim.cli.play.forfeits import exit_on_forfeits, forfeits_as_json, put_forfeits
from sim.cli.play.request import ALL, Request
from sim.cli.play.samples import Played, put_samples, samples_played
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_command, put_document, put_prose
from sim.cli.terminal.progress import progress
from sim.dice.seed import fresh_seed
from sim.fitting.arena import OWN
from sim.fitting.field import (
    FIELD,
    NOBODY,
    Cell,
    FieldResult,
    Range,
    field,
    games_of,
    ranges,
    seat_range,
)
from sim.library.scenario import Loaded
from sim.run.run import make_plan
from sim.seam.seats import by_seat
from sim.statistics.intervals import Interval
from sim.statistics.records import side_names
from sim.statistics.words import figure, share

_ENOUGH = 10
"""A row of fewer games says little."""


def put_field(request: Request, page: Path | None, *, as_json: bool) -> None:
    """Play the field and print the range for each side and seat; write the *page*."""
    if request.store is not None:
        message = "--agents all keeps no conflicts: leave out --store"
        raise click.UsageError(message)
    scenario, games = request.scenario, request.games
    loaded = request.changes.load(scenario)
    seed = fresh_seed() if request.seed is None else request.seed
    with progress("playing", games_of(loaded, games)) as report:
        result = field(loaded, seed=seed, games=games, progress=report)
    cells, played = result.cells, games_of(loaded, games)
    samples = _samples(loaded, result, request, seed)
    parts = ["fracas", "run", scenario, "--games", str(games), "--agents", ALL]
    again = shlex.join([*parts, "--seed", seed, *request.changes.words()])
    try:
        if page is not None:
            pages = import_module("sim.cli.play.page")  # templates are slow to load
            pages.put_field_page(page, loaded, result, (seed, again, samples))
    finally:
        document = _words(loaded, cells, seed, played)
        document |= {"samples": samples, "again": again}
        if as_json:
            put_document(forfeits_as_json(result.forfeits) | document)
        else:
            put_forfeits(result.forfeits, debug=False)
            _put(loaded, cells, played)
            _put_end(document)
    exit_on_forfeits(result.forfeits)


def _put_end(document: Mapping[str, Any]) -> None:
    """Print what to read, and how to have the same again."""
    put_samples(document["samples"])
    put()
    put(f"seed {document['seed']}")
    put_command(document["again"], "the same again: ")


def _samples(
    loaded: Loaded, result: FieldResult, request: Request, seed: str
) -> list[dict[str, Any]]:
    """Return the typical conflict of all and the strangest, each by who played it."""
    seats = loaded.system.seats(loaded.scenario)
    played = [
        Played(
            make_plan(loaded, specs, seed=seed),
            request.scenario,
            seats,
            request.changes.words(),
            {"where": f"by {', '.join(specs if len({*specs}) > 1 else specs[:1])}"},
        )
        for specs in result.lineups
    ]
    return samples_played(result.samples, played)


def _put(loaded: Loaded, cells: tuple[Cell, ...], played: int) -> None:
    put(f"{loaded.title} ({loaded.system.title}), {played} conflicts of a field")
    put()
    heads = ("side", "played by", "against", "wins", "return", "games")
    rows = [_row(who, cell) for who, own in _by_side(loaded, cells) for cell in own]
    put_table(heads, rows, words=3)
    put_prose(
        "For each side: where it won least, and where most, each with its own interval"
        " (95 %). Being picked from many, both lie further out than they would again."
    )
    if min(cell.games for cell in cells) < _ENOUGH:
        put_prose(
            f"Each row rests on fewer than {_ENOUGH} games, which say little: more come"
            " with --games"
        )
    put(f"the field: {_field_words(loaded, cells)}")
    put()
    put_prose(
        "What each seat got on average, at least and at most; a pairing in which it"
        " won least need not be the one in which it got least."
    )
    seat_rows = [
        (name, _pairing(own.worst), _pairing(own.best), figure(least), figure(most))
        for name, own, least, most in _seat_ranges(loaded, cells)
    ]
    put_table(
        ("seat", "least as", "most as", "least return", "most"), seat_rows, words=3
    )


def _row(who: str, cell: Cell) -> tuple[str, ...]:
    won = share(cell.win), figure(cell.returned), str(cell.games)
    return who, _named(cell), _against(cell), *won


def _field_words(loaded: Loaded, cells: tuple[Cell, ...]) -> str:
    """Return the agents of the field, and which the scenario's own agents are."""
    met = {cell.agent for cell in cells} | {cell.others for cell in cells}
    names = ", ".join(
        "their own" if agent == OWN else agent for agent in FIELD if agent in met
    )
    own: dict[str, list[str]] = {}
    for seat in loaded.system.seats(loaded.scenario):
        if seat.side is not None:
            own.setdefault(seat.agent, []).append(seat.name)
    if len(own) == 1:
        return f"{names}; their own is {next(iter(own))}"
    seated = [f"{agent} ({'; '.join(seats)})" for agent, seats in own.items()]
    return f"{names}; their own are {', '.join(seated)}"


def _pairing(cell: Cell) -> str:
    if cell.others == NOBODY:
        return _named(cell)
    return f"{_named(cell)} against {_against(cell)}"


def _by_side(
    loaded: Loaded, cells: tuple[Cell, ...]
) -> list[tuple[str, tuple[Cell, ...]]]:
    """Return each side's seats with its worst and best cell, once if they are one."""
    seats = loaded.system.seats(loaded.scenario)
    return [
        (
            ", ".join(seat.name for seat in seats if seat.side == side),
            tuple(dict.fromkeys((span.worst, span.best))),
        )
        for side, span in ranges(cells).items()
    ]


def _seat_ranges(
    loaded: Loaded, cells: tuple[Cell, ...]
) -> list[tuple[str, Range, Interval, Interval]]:
    """Return each seat with the cells where it got least and most, and how much."""
    seats = loaded.system.seats(loaded.scenario)
    return [
        (info.name, own, own.worst.seats[seat], own.best.seats[seat])
        for seat, info in by_seat(seats)
        if info.side is not None
        for own in (seat_range(cells, info.side, seat),)
    ]


def _named(cell: Cell) -> str:
    return cell.agent if cell.agent != OWN else "their own"


def _against(cell: Cell) -> str:
    return cell.others if cell.others != OWN else "their own"


def _words(
    loaded: Loaded, cells: tuple[Cell, ...], seed: str, played: int
) -> dict[str, Any]:
    """Return the whole result, ready for JSON."""
    seats = loaded.system.seats(loaded.scenario)
    names = side_names(seats)
    return {
        "scenario": loaded.name,
        "title": loaded.title,
        "system": loaded.system.name,
        "agents": [ALL],
        "seed": seed,
        "played": played,
        "sides": [
            {
                "side": names[side],
                "seats": [seat.name for seat in seats if seat.side == side],
                "win": [span.worst.wins, span.best.wins],
                "return": [span.worst.returns, span.best.returns],
                "worst": [_named(span.worst), _against(span.worst)],
                "best": [_named(span.best), _against(span.best)],
            }
            for side, span in ranges(cells).items()
        ],
        "seats": [
            {
                "seat": name,
                "return": [least.value, most.value],
                "return_low": [least.low, most.low],
                "return_high": [least.high, most.high],
            }
            for name, _, least, most in _seat_ranges(loaded, cells)
        ],
        "field": [_cell_words(names[cell.side], cell) for cell in cells],
    }


def _cell_words(side: str, cell: Cell) -> dict[str, Any]:
    return {
        "side": side,
        "agent": _named(cell),
        "others": _against(cell),
        "games": cell.games,
        "win": cell.win.to_dict(),
        "drawn": cell.draws,
        "return": cell.returns,
        "return_low": cell.returned.low,
        "return_high": cell.returned.high,
    }
