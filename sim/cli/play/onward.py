"""`fracas play --from`: a person sits down in the middle of a recorded conflict."""

from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any

import click
from msgspec import Struct

from sim.analysis.analyse import Record, continuation_of
from sim.analysis.keeping import Change, check_keepable, keep
from sim.analysis.whatif import Branch, WhatIf, key_of
from sim.casting.persons import PERSON, person_spec
from sim.casting.specs import split
from sim.cli.options.recorded import record_of
from sim.cli.play.table import Begun, Sitting, until_over
from sim.cli.terminal.output import note, put
from sim.conflict.play import Game
from sim.conflict.replay import ENGINE
from sim.conflict.walk import Walk
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.run.recorded import trusting
from sim.run.seating import seat_named
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Decision, Outcome
from sim.store.store import Store, open_store


class Request(Struct, frozen=True):
    """Where a person sits down: at *seat*, at the *place* CONFLICT@EVENT of *source*.

    What is played is kept in *store*, if one is given, as a branch of the record. With
    a *seed* the dice are other ones, and then it is not kept.
    """

    source: str
    place: str
    seat: str
    agents: str
    store: str | None
    seed: str | None

    def check(self) -> None:
        """Raise UsageError for options that do not go together."""
        if self.seed is not None and self.store is not None:
            message = (
                "--store keeps a branch, which has the dice of its record: leave out"
                " --seed"
            )
            raise click.UsageError(message)


def play_from(asked: Request, *, trusted: bool) -> None:
    """Let a person sit down in a recorded conflict."""
    asked.check()
    (name, event), store = _placed(asked.place), asked.store
    given = split(asked.agents) if asked.agents else ()
    with trusting(f"{asked.source}, {name}"):
        record = record_of(asked.source, name)
        where = seat_named([seat.name for seat in record.seats], asked.seat)
        before = _choices(record, where, event)
        instead = {where: person_spec(before) if before else PERSON}
        specs = list(continuation_of(record, given, instead=instead, trusted=trusted))
        if store is not None:
            check_keepable(record, specs)
        what_if = WhatIf(record, specs, event)
    # A store that cannot be written is an error before anything is played.
    with nullcontext() if store is None else open_store(store, create=True) as target:
        choices, game = _played(what_if, specs, where, asked.seed)
        specs[where] = person_spec([*before, *choices])
        if asked.seed is not None:
            note("it was not kept, for a branch has the dice of its record")
        elif target is None:
            note("it was not kept; with --store FILE it is, as a branch of the record")
        elif isinstance(game.walk.asked, Outcome):
            change = _change(what_if, specs, where, game)
            kept = _keep(asked.source, store or asked.source, target, record, change)
            note(f"kept: fracas replay {store} {kept}")
        else:
            note("it was not kept, for an agent failed")


def _played(
    what_if: WhatIf, specs: Sequence[str], where: Seat, seed: str | None
) -> tuple[list[int], Game[Any]]:
    """Let a person play on from the point of *what_if*; return choices and game.

    With the dice of the record, or of *seed*.
    """
    record, point = what_if.record, what_if.point
    key, dice = key_of(record), ""
    if seed is not None:
        key, dice = conflict_key(seed, 0), f", with the dice of seed {seed}"
    put(f"{record.title}, conflict {record.conflict}, from event {point.event} on")
    put(f"Round {point.round}{dice}")
    begin = partial(_begun, what_if, where, key)
    return until_over(Sitting(record.system, record.scenario, specs, where, begin))


def _placed(place: str) -> tuple[str, int]:
    name, at, event = place.rpartition("@")
    if not at or not event.isdecimal() or not name:
        message = f"found {place!r}, expected CONFLICT@EVENT such as 17@42"
        raise click.BadParameter(message, param_hint="--from")
    return name, int(event)


def _choices(record: Record, seat: Seat, event: int) -> list[int]:
    """Return the numbers of the options that were chosen at *seat* before *event*."""
    walk = Walk(record.system, record.begun, recorded=True)
    numbers: list[int] = []
    for recorded in record.events[: event - 1]:
        if not isinstance(recorded, Fact) or type(recorded) in ENGINE:
            continue
        asked = walk.asked
        if isinstance(asked, Decision) and asked.who == seat and len(asked.options) > 1:
            numbers.append(1 + list(asked.options).index(recorded))
        walk.take(recorded)
    return numbers


def _begun(what_if: WhatIf, where: Seat, key: bytes) -> Begun:
    """Return the conflict in play from the point of *what_if* on."""
    state, dice = what_if.point.state, KeyedDice(key)
    return state, Game(what_if.record.system, state, what_if.seated(key), dice, {where})


def _change(
    what_if: WhatIf, specs: Sequence[str], where: Seat, game: Game[Any]
) -> Change:
    record, event = what_if.record, what_if.point.event
    assert record.loaded is not None
    assert isinstance(game.walk.asked, Outcome)
    return Change(
        event,
        "person",
        record.seats[where].name,
        specs,
        record.events[1 : event - 1],
        Branch(game.walk.events, game.walk.asked),
        record.loaded,
    )


def _keep(
    source: str, store: str, target: Store, record: Record, change: Change
) -> str:
    if store == source:
        return keep(target, target, record, change)
    with open_store(source) as opened:
        return keep(opened, target, record, change)
