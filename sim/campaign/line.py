"""One campaign in one row: enough for statistics, and to detect a change.

Beside the rule system's own measures its tally has who still stands at the end, what is
carried, the return of each chapter in hundredths, and for everything gained by name the
campaign's return with it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from sim.campaign.campaign import Campaign
from sim.campaign.course import Course, campaign_returns
from sim.campaign.gained import gains_of
from sim.conflict.stream import Line

STANDS = "stands"
CARRIES = "carries "
RETURNED = "return of chapter "
GAINED = "gained "
"""Prefix of what was gained: 0, or 1 plus the campaign's return in hundredths."""
ABSENT = -1
"""The value recorded for a seat that was absent from a chapter."""
_HUNDRED = 100


def return_tally(number: int) -> str:
    """Return the name of the tally with the return of chapter *number*."""
    return f"{RETURNED}{number}"


def column_name(campaign: Campaign, name: str) -> str:
    """Return the name of the table's column for a measure of a line."""
    field = name.removeprefix(CARRIES)
    if field == name:
        return name
    return CARRIES + campaign.carrying.figures.get(field, field)


def as_returns(campaign: Campaign, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of a table, with chapters' returns from 0 to 1.

    Chapters in which the seat was absent are left out; gains are 0 or 1, and what is
    carried has the names of the summary.
    """
    return {
        column_name(campaign, name): _as_return(name, item)
        for name, item in row.items()
        if not (name.startswith(RETURNED) and item == ABSENT)
    }


def _as_return(name: str, item: Any) -> Any:  # noqa: ANN401 - a cell of a table
    if name.startswith(RETURNED):
        return item / _HUNDRED
    return int(item > 0) if name.startswith(GAINED) else item


def campaign_line(
    campaign: Campaign,
    course: Course,
    game: int,
    lines: Sequence[Line | None],
    seal: bytes,
) -> Line:
    """Return the line of a campaign with these *lines* of its chapters."""
    played = [line for line in lines if line is not None]
    return Line(
        game,
        course.path,
        campaign_returns(campaign, course),
        sum(line.rounds for line in played),
        sum(line.events for line in played),
        sum(line.decisions for line in played),
        _measured(campaign, course, lines)
        | _final_tallies(campaign, course)
        | _gain_tallies(campaign, course),
        seal,
    )


def _measured(
    campaign: Campaign, course: Course, lines: Sequence[Line | None]
) -> dict[str, tuple[int, ...]]:
    """Add up what the rule system measures, seat by seat."""
    totals: dict[str, dict[str, int]] = {
        name: dict.fromkeys(campaign.names, 0)
        for name, _ in campaign.system.tally.values()
    }
    for result, line in zip(course.results, lines, strict=True):
        if result is None or line is None:
            continue
        for name, amounts in line.tally.items():
            by_seat = totals.setdefault(name, dict.fromkeys(campaign.names, 0))
            for seat, amount in zip(result.seats, amounts, strict=True):
                if seat.name in by_seat:
                    by_seat[seat.name] += amount
    return {name: tuple(by_seat.values()) for name, by_seat in totals.items()}


def _final_tallies(campaign: Campaign, course: Course) -> dict[str, tuple[int, ...]]:
    """Return the tallies of who stands, what is carried, and chapters' returns."""
    names = campaign.names
    tallies = {STANDS: tuple(int(course.stands(name)) for name in names)}
    amounts = {
        name: dict(numbers_within(course.records.get(name, {}))) for name in names
    }
    for what in dict.fromkeys(what for numbers in amounts.values() for what in numbers):
        tallies[CARRIES + what] = tuple(amounts[name].get(what, 0) for name in names)
    for number, result in enumerate(course.results, 1):
        got = [None if result is None else result.got(name) for name in names]
        tallies[return_tally(number)] = tuple(
            ABSENT if amount is None else round(_HUNDRED * amount) for amount in got
        )
    return tallies


def _gain_tallies(campaign: Campaign, course: Course) -> dict[str, tuple[int, ...]]:
    """Return the tallies of who gained what, with the campaign's return to them."""
    gains = gains_of(campaign, course.records)
    returns = campaign_returns(campaign, course)
    return {
        GAINED + what: tuple(
            1 + round(_HUNDRED * amount) if what in gained else 0
            for gained, amount in zip(gains, returns, strict=True)
        )
        for what in dict.fromkeys(what for gained in gains for what in gained)
    }


def numbers_within(
    record: Mapping[str, Any], within: str = ""
) -> Iterator[tuple[str, int]]:
    """Yield the integers of *record* and the lengths of its lists, by name."""
    for name, item in record.items():
        path = f"{within}{name}".replace("_", " ")
        if isinstance(item, bool | int):
            yield path, int(item)
        elif isinstance(item, list):
            yield path, len(cast("list[object]", item))
        elif isinstance(item, Mapping):
            yield from numbers_within(cast("Mapping[str, Any]", item), f"{path} ")
