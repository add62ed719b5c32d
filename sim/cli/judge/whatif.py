"""`fracas whatif`: a recorded conflict with another choice or other dice."""

from collections.abc import Sequence

import click

from sim.analysis.analyse import Record, continuation_of
from sim.analysis.whatif import Branch, Difference, WhatIf
from sim.cli.judge.recorded import record_of
from sim.cli.options.hosting import runs_here
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_json
from sim.conflict.replay import ENGINE
from sim.conflict.stream import numeral, spelt
from sim.run.recorded import trusting
from sim.run.seating import seat_named
from sim.seam.events import ConflictEnded, Fact

_LINES = 14


@click.command(
    epilog=(
        "Examples: fracas whatif duels.db 17 --at 42;  fracas whatif duels.db 17 --at"
        " 42 --choose 2 --games 500;  fracas whatif duels.db 17 --at 44 --dice 6,6,1"
    )
)
@click.argument("store", metavar="STORE|TRANSCRIPT.toml")
@click.argument("name", metavar="[CONFLICT]", default="1")
@click.option(
    "--at",
    "event",
    type=click.IntRange(1),
    required=True,
    metavar="EVENT",
    help="The choice or throw, by its number (replay --numbers).",
)
@click.option("--choose", metavar="OPTION", help="Another option: its number or words.")
@click.option("--dice", metavar="FACES", help="Other faces, with commas: 6,6,1.")
@click.option(
    "--agent",
    "agents",
    multiple=True,
    metavar="SEAT=SPEC",
    help="Another agent at a seat from there on.",
)
@click.option(
    "--games",
    type=click.IntRange(2),
    metavar="N",
    help="Play on N times in pairs: what was the difference worth?",
)
@click.option(
    "--trust-files", is_flag=True, help="Run agents from files that the record names."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
@runs_here
def whatif(  # noqa: PLR0913 - one parameter for each option
    *,
    store: str,
    name: str,
    event: int,
    choose: str | None,
    dice: str | None,
    agents: tuple[str, ...],
    games: int | None,
    trust_files: bool,
    as_json: bool,
) -> None:
    """Take another branch of a recorded conflict at one event, and play on.

    The record is followed to EVENT. There another option is chosen, other dice fall, or
    another agent sits down, and the conflict goes on with the dice it had. With neither
    the options are listed. Nothing is kept, and the record stays as it is.
    """
    if choose is not None and dice is not None:
        message = "--choose and --dice exclude each other"
        raise click.UsageError(message)
    with trusting(f"{store}, {name}"):
        record = record_of(store, name)
        specs = _specs(record, agents, trusted=trust_files)
        found = WhatIf(record, specs, event)
        fact = _fact(found, choose, dice, agents)
        if fact is None:
            _put_options(found, as_json=as_json)
        elif games is not None:
            _put_differences(found, fact, games, as_json=as_json)
        else:
            _put_branch(found, fact, as_json=as_json)


def _specs(record: Record, agents: Sequence[str], *, trusted: bool) -> list[str]:
    """Return the agents that play on, those of `--agent` in their seats."""
    specs = list(continuation_of(record, trusted=trusted))
    names = [seat.name for seat in record.seats]
    for text in agents:
        seat, equals, spec = text.partition("=")
        if not equals:
            message = f"{text!r} is not of the form SEAT=SPEC"
            raise click.BadParameter(message, param_hint="--agent")
        specs[seat_named(names, seat)] = spec
    return specs


def _fact(
    found: WhatIf, choose: str | None, dice: str | None, agents: Sequence[str]
) -> Fact | None:
    if choose is not None:
        return found.chosen(choose)
    if dice is not None:
        try:
            faces = [int(face) for face in dice.split(",")]
        except ValueError as error:
            message = f"{dice!r} is no list of faces, expected numbers such as 6,6,1"
            raise click.BadParameter(message, param_hint="--dice") from error
        return found.rolled(faces)
    return found.answered() if agents else None


def _put_options(found: WhatIf, *, as_json: bool) -> None:
    point, options = found.point, found.options
    was = found.in_words(point.fact)
    dice = [[die.low, die.high] for die in found.pool]
    if as_json:
        put_json(
            {
                "format": 1,
                "conflict": found.record.conflict,
                "event": point.event,
                "recorded": was,
                "options": options,
                "dice": dice,
            }
        )
        return
    put(f"Event {point.event}, round {point.round}: {was}")
    if dice:
        spans = ", ".join(f"{low} to {high}" for low, high in dice)
        put(f"Its dice: {spans}. Other faces: --dice FACES")
        return
    put("The options: --choose NUMBER takes one")
    for number, option in enumerate(options, 1):
        put(f"  {number:>2}  {option}")


def _put_differences(found: WhatIf, fact: Fact, games: int, *, as_json: bool) -> None:
    rows = found.compared(fact, games)
    if as_json:
        put_json(_head(found, fact) | {"games": games, "seats": [*map(_plain, rows)]})
        return
    _put_head(found, fact)
    put(f"Of 100, means of {games} pairs of games with the same dice, interval of 95 %")
    put_table(
        ("seat", "as recorded", "instead", "difference", "interval"),
        [
            (
                one.seat,
                f"{100 * one.recorded:.1f}",
                f"{100 * one.branch:.1f}",
                f"{100 * one.mean:+.1f}",
                f"{100 * one.low:+.1f} to {100 * one.high:+.1f}",
            )
            for one in rows
        ],
    )


def _plain(one: Difference) -> dict[str, object]:
    difference = {"value": one.mean, "low": one.low, "high": one.high}
    return {
        "seat": one.seat,
        "recorded": one.recorded,
        "branch": one.branch,
        "difference": difference,
    }


def _head(found: WhatIf, fact: Fact) -> dict[str, object]:
    return {
        "format": 1,
        "conflict": found.record.conflict,
        "event": found.point.event,
        "recorded": found.in_words(found.point.fact),
        "instead": found.in_words(fact),
    }


def _put_head(found: WhatIf, fact: Fact) -> None:
    point = found.point
    put(f"{found.record.title}, conflict {found.record.conflict}")
    put(f"Event {point.event}, round {point.round}: {found.in_words(point.fact)}")
    put(f"Instead: {found.in_words(fact)}")
    put()


def _put_branch(found: WhatIf, fact: Fact, *, as_json: bool) -> None:
    other = found.branch(fact)
    was, new = found.recorded(), found.sentences(other.events)
    same = _in_common(was, new)
    ends = _ends(found), _ending(found, other)
    if as_json:
        put_json(
            _head(found, fact)
            | {
                "as_recorded": was,
                "branch": new,
                "in_common": same,
                "how": other.outcome.how,
                "returns": _returns(found, other),
            }
        )
        return
    _put_head(found, fact)
    for title, lines, end in zip(
        ("As recorded", "In the branch"), (was, new), ends, strict=True
    ):
        put(title)
        for number, line in enumerate(lines[:_LINES]):
            put(f"{'>' if number == same else ' '} {line}")
        if len(lines) > _LINES:
            put(f"  ... and {len(lines) - _LINES} more")
        put(f"  {end}")
        put()


def _in_common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many lines both begin with."""
    for number, (here, there) in enumerate(zip(one, other, strict=False)):
        if here != there:
            return number
    return min(len(one), len(other))


def _returns(found: WhatIf, other: Branch) -> dict[str, float]:
    return {
        seat.name: other.outcome.returns[place]
        for place, seat in enumerate(found.record.seats)
        if seat.side is not None
    }


def _ending(found: WhatIf, other: Branch) -> str:
    got = _returns(found, other).items()
    said = ", ".join(f"{name} {numeral(amount)}" for name, amount in got)
    return f"Ended: {spelt(other.outcome.how)}; {said}"


def _ends(found: WhatIf) -> str:
    for one in found.record.events:
        if type(one) in ENGINE and isinstance(one, ConflictEnded):
            seats = found.record.seats
            said = ", ".join(
                f"{seat.name} {numeral(one.returns[place])}"
                for place, seat in enumerate(seats)
                if seat.side is not None
            )
            return f"Ended: {spelt(one.how)}; {said}"
    return "Here the record stops."
