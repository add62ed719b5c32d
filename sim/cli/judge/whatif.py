"""`fracas whatif`: a recorded conflict with another choice or other dice."""

from collections.abc import Sequence
from typing import Any

import click
from msgspec import Struct

from sim.analysis.analyse import Record, continuation_of
from sim.analysis.keeping import change_at, check_keepable
from sim.analysis.ruled import Ruled
from sim.analysis.whatif import WhatIf
from sim.casting.specs import split
from sim.cli.judge.branches import (
    branch_words,
    plain,
    put_beside,
    put_rows,
    put_ruled,
)
from sim.cli.options.hosting import runs_here, trust_record_option
from sim.cli.options.keeper import Keeper
from sim.cli.options.printed import json_option
from sim.cli.options.recorded import record_of
from sim.cli.options.scenario import rulings_of
from sim.cli.terminal.output import note, put, put_document
from sim.run.recorded import trusting
from sim.run.seating import seat_named
from sim.seam.events import DiceRolled, Fact, Seat


class _Request(Struct, frozen=True):
    """The options of `fracas whatif`, as they were given."""

    event: int | None
    choose: str | None
    dice: str | None
    agents: tuple[str, ...]
    onward: str
    ruling: tuple[str, ...]
    games: int | None
    keep: str | None
    as_json: bool

    @property
    def changed(self) -> tuple[str, ...]:
        """The options that change something."""
        given = {
            "--choose": self.choose is not None,
            "--dice": self.dice is not None,
            "--agent": bool(self.agents),
            "--ruling": bool(self.ruling),
        }
        return tuple(name for name, is_given in given.items() if is_given)

    @property
    def who(self) -> Sequence[str]:
        """Who plays on, as it was given."""
        return [*([self.onward] if self.onward else []), *self.agents]

    @property
    def others(self) -> Sequence[str] | None:
        """The agents given seat by seat, None if others are given too."""
        return None if self.onward else self.agents

    def check(self) -> None:
        """Raise UsageError for options that do not go together."""
        ways = [name for name in self.changed if name != "--agent"]
        if len(ways) > 1:
            message = f"{' and '.join(ways)} exclude each other"
            raise click.UsageError(message)
        if self.keep is not None and self.games is not None:
            message = "--keep keeps one branch: leave out --games"
            raise click.UsageError(message)
        if (self.keep is not None or self.games is not None) and not self.changed:
            option = "--games" if self.keep is None else "--keep"
            message = (
                f"{option} needs something to change: --choose, --dice, --agent or"
                " --ruling"
            )
            raise click.UsageError(message)


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
    "--as",
    "onward",
    default="",
    metavar="A,B",
    help="Who plays on, as in analyse: one agent for all, or seat by seat."
    "  [default: the agents that played]",
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
    "--keep",
    is_flag=False,
    flag_value="",
    metavar="[STORE]",
    help="Keep the branch, in this store or in another.",
)
@trust_record_option
@json_option
@runs_here
def whatif(
    *,
    store: str,
    name: str,
    trust_files: bool,
    **options: Any,  # noqa: ANN401 - the fields of a _Request
) -> None:
    """Take another branch of a recorded conflict at one event, and play on.

    The record is followed to EVENT. There another option is chosen, other dice fall, or
    another agent takes a seat, and the conflict continues with the dice it had. Without
    any of these, the options are listed. The record stays as it is. With --keep the
    branch is kept too, as a run of one conflict that names its parent.

    With --ruling, recorded answers are used for as long as the questions and what
    follows stay the same; from the first difference, or from EVENT, the agents play on.
    """
    request = _Request(**options)
    request.check()
    with trusting(f"{store}, {name}"):
        record = record_of(store, name)
        # To list what could have been answered, nobody has to play on.
        specs: Sequence[str] = ["first"] * len(record.seats)
        if request.changed or request.onward:
            specs = _specs(record, request, trusted=trust_files)
        keeper = None
        if request.keep is not None:
            check_keepable(record, specs)
            keeper = Keeper(store, request.keep or store, record)
        if request.ruling:
            ruled = Ruled(record, specs, rulings_of(request.ruling), request.event)
            put_ruled(ruled, request.games, keeper, as_json=request.as_json)
        else:
            _answered(record, specs, request, keeper)


def _answered(
    record: Record, specs: Sequence[str], request: _Request, keeper: Keeper | None
) -> None:
    """Give another answer at one event, or list those that there are."""
    if request.event is None:
        message = "Missing option '--at': which choice or throw is meant?"
        raise click.UsageError(message)
    what_if = WhatIf(record, specs, request.event)
    fact = _fact(what_if, request.choose, request.dice, request.agents)
    if fact is None:
        _put_options(what_if, as_json=request.as_json)
    elif request.games is not None:
        _put_differences(what_if, fact, request.games, request)
    else:
        _put_branch(what_if, fact, request, keeper)


def _specs(record: Record, request: _Request, *, trusted: bool) -> list[str]:
    """Return the agents that play on, those of `--agent` in their seats."""
    names = [seat.name for seat in record.seats]
    instead: dict[Seat, str] = {}
    for text in request.agents:
        seat, equals, spec = text.partition("=")
        if not equals:
            message = f"{text!r} is not of the form SEAT=SPEC"
            raise click.BadParameter(message, param_hint="--agent")
        instead[seat_named(names, seat)] = spec
    given = split(request.onward) if request.onward else ()
    return list(continuation_of(record, given, instead=instead, trusted=trusted))


def _fact(
    what_if: WhatIf, choose: str | None, dice: str | None, agents: Sequence[str]
) -> Fact | None:
    if choose is not None:
        return what_if.chosen(choose)
    if dice is not None:
        try:
            faces = [int(face) for face in dice.split(",")]
        except ValueError as error:
            message = f"{dice!r} is no list of faces, expected numbers such as 6,6,1"
            raise click.BadParameter(message, param_hint="--dice") from error
        return what_if.rolled(faces)
    return what_if.answered() if agents else None


def _put_options(what_if: WhatIf, *, as_json: bool) -> None:
    point, options = what_if.point, what_if.options
    was = what_if.in_words(point.fact)
    dice = [[die.low, die.high] for die in what_if.pool]
    if as_json:
        put_document(
            {
                "conflict": what_if.record.conflict,
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


def _put_differences(
    what_if: WhatIf, fact: Fact, games: int, request: _Request
) -> None:
    rows = what_if.compared(fact, games)
    if request.as_json:
        seats = [*map(plain, rows)]
        put_document(_head(what_if, fact) | {"games": games, "seats": seats})
        return
    _put_head(what_if, fact, request.who)
    put_rows(rows, games)


def _head(what_if: WhatIf, fact: Fact) -> dict[str, object]:
    return {
        "conflict": what_if.record.conflict,
        "event": what_if.point.event,
        "recorded": what_if.in_words(what_if.point.fact),
        "instead": what_if.in_words(fact),
    }


def _put_head(what_if: WhatIf, fact: Fact, agents: Sequence[str]) -> None:
    point = what_if.point
    put(f"{what_if.record.title}, conflict {what_if.record.conflict}")
    put(f"Event {point.event}, round {point.round}: {what_if.in_words(point.fact)}")
    words = what_if.in_words(fact)
    if fact == point.fact:
        words = f"{words.rstrip('.')}, the same as recorded"
    put(f"Instead: {words}")
    if agents:
        put(f"Played on by: {', '.join(agents)}")
    put()


def _put_branch(
    what_if: WhatIf, fact: Fact, request: _Request, keeper: Keeper | None
) -> None:
    # Without a given answer the agent chooses, with its memory after choosing.
    is_set = request.choose is not None or type(fact) is DiceRolled
    branch = what_if.branch(fact if is_set else None)
    was, new = what_if.recorded(), what_if.sentences(branch.events)
    kept = None
    if keeper is not None:
        answer = fact if is_set else None
        kept = keeper.keep(change_at(what_if, answer, branch, request.others))
    if request.as_json:
        said = branch_words(what_if.record, was, new, branch)
        put_document(_head(what_if, fact) | said | ({"kept": kept} if kept else {}))
        return
    _put_head(what_if, fact, request.who)
    put_beside(what_if.record, was, new, branch)
    if keeper is not None:
        note(keeper.replay_command(kept))
