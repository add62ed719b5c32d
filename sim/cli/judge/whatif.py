"""`fracas whatif`: a recorded conflict with another choice or other dice."""

from collections.abc import Sequence
from typing import Any

import click
from msgspec import Struct

from sim.analysis.analyse import Record, continuation_of
from sim.analysis.ruled import Ruled
from sim.analysis.whatif import WhatIf
from sim.cli.judge.branches import (
    branch_words,
    plain,
    put_beside,
    put_rows,
    put_ruled,
)
from sim.cli.judge.recorded import record_of
from sim.cli.options.hosting import runs_here
from sim.cli.options.scenario import rulings_of
from sim.cli.terminal.output import put, put_json
from sim.run.recorded import trusting
from sim.run.seating import seat_named
from sim.seam.events import Fact


class _Wish(Struct, frozen=True):
    """What is to be done otherwise, and how it is printed."""

    event: int | None
    choose: str | None
    dice: str | None
    agents: tuple[str, ...]
    ruling: tuple[str, ...]
    games: int | None
    as_json: bool


@click.command(
    epilog=(
        "Examples: fracas whatif duels.db 17 --at 42;  fracas whatif duels.db 17 --at"
        " 42 --choose 2 --games 500;  fracas whatif duels.db 17 --at 44 --dice 6,6,1;"
        "  fracas whatif duels.db 17 --ruling round_cap=5"
    )
)
@click.argument("store", metavar="STORE|TRANSCRIPT.toml")
@click.argument("name", metavar="[CONFLICT]", default="1")
@click.option(
    "--at",
    "event",
    type=click.IntRange(1),
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
    "--ruling",
    multiple=True,
    metavar="NAME=VALUE",
    help="Other rules options; without --at from where they first matter.",
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
def whatif(
    *,
    store: str,
    name: str,
    trust_files: bool,
    **wish: Any,  # noqa: ANN401 - the fields of a _Wish
) -> None:
    """Take another branch of a recorded conflict at one event, and play on.

    The record is followed to EVENT. There another option is chosen, other dice fall, or
    another agent sits down, and the conflict goes on with the dice it had. With neither
    the options are listed. Nothing is kept, and the record stays as it is.

    With --ruling the recorded answers stand as long as the same is asked and the same
    follows; from the first difference, or from EVENT, the agents play on.
    """
    wished = _Wish(**wish)
    _check_one(choose=wished.choose, dice=wished.dice, ruling=wished.ruling)
    with trusting(f"{store}, {name}"):
        record = record_of(store, name)
        specs = _specs(record, wished.agents, trusted=trust_files)
        if wished.ruling:
            ruled = Ruled(record, specs, rulings_of(wished.ruling), wished.event)
            put_ruled(ruled, wished.games, as_json=wished.as_json)
        else:
            _answered(record, specs, wished)


def _answered(record: Record, specs: Sequence[str], wish: _Wish) -> None:
    """Give another answer at one event, or list those that there are."""
    if wish.event is None:
        message = "Missing option '--at': which choice or throw is meant?"
        raise click.UsageError(message)
    found = WhatIf(record, specs, wish.event)
    fact = _fact(found, wish.choose, wish.dice, wish.agents)
    if fact is None:
        _put_options(found, as_json=wish.as_json)
    elif wish.games is not None:
        _put_differences(found, fact, wish.games, as_json=wish.as_json)
    else:
        _put_branch(found, fact, as_json=wish.as_json)


def _check_one(**given: object) -> None:
    """Raise UsageError where several answers are given for one event."""
    names = [f"--{name}" for name, value in given.items() if value not in (None, ())]
    if len(names) > 1:
        message = f"{' and '.join(names)} exclude each other"
        raise click.UsageError(message)


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
        put_json(_head(found, fact) | {"games": games, "seats": [*map(plain, rows)]})
        return
    _put_head(found, fact)
    put_rows(rows, games)


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
    if as_json:
        said = branch_words(found.record, was, new, other)
        put_json(_head(found, fact) | said)
        return
    _put_head(found, fact)
    put_beside(found.record, was, new, other)
