"""The page of a field of agents: how far a result depends on who plays."""

from collections.abc import Iterator, Mapping, Sequence

from sim.fitting.arena import OWN
from sim.fitting.field import Cell as Played
from sim.fitting.field import FieldResult, ranges
from sim.pages.report import (
    Report,
    Section,
    Table,
    columns,
    mean_cell,
    number_cell,
    report_page,
    samples_section,
    share_cell,
    text_cells,
)
from sim.pages.results import About
from sim.seam.protocol import SeatInfo
from sim.seam.seats import by_seat
from sim.statistics.records import members, side_in_short
from sim.statistics.words import share

_PICKED = (
    "Figures in brackets are 95 % intervals, each for its own row. The least and the"
    " most of a side are picked from many rows, so that both lie further out than they"
    " would again."
)


def field_page(result: FieldResult, seats: Sequence[SeatInfo], about: About) -> str:
    """Return the page of what every side of *seats* got, by each agent of a field."""
    played = sum(cell.games for cell in result.cells)
    names = {side: side_in_short(seats, own) for side, own in members(seats).items()}
    return report_page(
        Report(
            about.title,
            f"{played} conflicts of a field of agents",
            [
                _wins(result, names),
                _returns(result, seats),
                *samples_section(about.samples),
            ],
            lead=[*_ranges(result, names)],
            remarks=about.remarks,
            facts=about.facts,
            commands=about.commands,
        )
    )


def agent_label(agent: str) -> str:
    """Return an agent of the field as people read it."""
    return "their own" if agent == OWN else agent


def _range_end(cell: Played) -> str:
    against = f"{agent_label(cell.agent)} against {agent_label(cell.others)}"
    return f"{share(cell.win)} as {against}"


def _ranges(result: FieldResult, names: Mapping[int, str]) -> Iterator[str]:
    for side, span in ranges(result.cells).items():
        least, most = map(_range_end, (span.worst, span.best))
        yield f"{names[side]} wins from {least} to {most}."


def _wins(result: FieldResult, names: Mapping[int, str]) -> Section:
    rows = [
        (
            *text_cells(
                names[cell.side], agent_label(cell.agent), agent_label(cell.others)
            ),
            share_cell(cell.win),
            number_cell(round(cell.draws * cell.games)),
            mean_cell(cell.returned, drawn=True),
            number_cell(cell.games),
        )
        for cell in result.cells
    ]
    heads = columns(
        "side", "played by", "against", "wins", "drawn", "return", "games", words=3
    )
    table = Table(heads, tuple(rows))
    return Section("field", "Who does well against whom", (), table, notes=[_PICKED])


def _returns(result: FieldResult, seats: Sequence[SeatInfo]) -> Section:
    """Return the mean return of every seat, by every agent against every other."""
    taking = [(seat, info) for seat, info in by_seat(seats) if info.side is not None]
    rows = [
        (
            *text_cells(info.name, agent_label(cell.agent), agent_label(cell.others)),
            mean_cell(cell.seats[seat], drawn=True),
        )
        for seat, info in taking
        for cell in result.cells
        if cell.side == info.side
    ]
    heads = columns("seat", "played by", "against", "return", words=3)
    table = Table(heads, tuple(rows))
    return Section("returns", "What every seat got on average", table=table)
