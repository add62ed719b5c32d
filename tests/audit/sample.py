"""Sample streams of the toy system, and every way to tamper with one."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeVar

import msgspec
from msgspec import Struct, structs

from sim.audit.stream import Auditor
from sim.casting.roster import describe, make, seated
from sim.conflict.codec import decode, encode, tag
from sim.conflict.play import play
from sim.conflict.seal import stream_seal
from sim.conflict.stream import Row, Sealed, seal_stream
from sim.dice.pool import KeyedDice
from sim.dice.seed import agent_key, conflict_key
from sim.library.scenario import digest_of
from sim.seam.events import ConflictSealed, ConflictStarted, Event, SeatTaken
from sim.seam.protocol import Agent, Table
from tests.noon import SCENARIO, TOY

DIGEST = digest_of(msgspec.json.encode(SCENARIO, order="sorted"))
SEED = "a seed for tests"
T = TypeVar("T", bound=Struct)
SEATS = TOY.seats(SCENARIO)


@cache
def sample(game: int = 0, specs: tuple[str, str] = ("uniform", "uniform")) -> Sealed:
    """Return game number *game* of a run of the toy, played and sealed."""
    return played(game, [make(spec) for spec in specs], specs)


def played(game: int, agents: Sequence[Agent], specs: Sequence[str]) -> Sealed:
    """Play one conflict of the toy with *agents*, recorded as *specs*."""
    key = conflict_key(SEED, game)
    for index, agent in enumerate(agents):
        agent.begin(Table(TOY, index, SEATS, agent_key(key, index)))
    result = play(TOY, TOY.initial(SCENARIO), agents, KeyedDice(key), seats=SEATS)
    started = ConflictStarted(
        TOY.name,
        TOY.version,
        DIGEST.hex(),
        tuple(
            (name, str(value)) for name, value in TOY.files.rulings(SCENARIO).items()
        ),
        tuple(
            SeatTaken(seat.name, *describe(spec))
            for seat, spec in zip(SEATS, specs, strict=True)
        ),
        key.hex(),
        SEED,
        game,
    )
    return seal_stream(TOY, f"abcd1234-{game + 1}", started, result)


def auditor(*depths: str) -> Auditor:
    """Return an auditor of the toy's scenario, of every depth by default."""
    chosen = depths or ("seal", "rules", "dice", "agents")
    return Auditor(TOY, SCENARIO, digest=DIGEST, depths=chosen, make_agent=seated)


def rows_of(events: Sequence[Event]) -> list[Row]:
    """Return *events* as rows."""
    return [(tag(type(event)), encode(event)) for event in events]


def events_of(rows: Sequence[Row]) -> list[Event]:
    """Return the events of *rows*."""
    return decode(TOY, [data for _, data in rows])


def resealed(stream_id: str, rows: Sequence[Row]) -> list[Row]:
    """Return *rows* with count and seal made right again, as a forger would."""
    body = list(rows[:-1])
    seal = stream_seal(stream_id, DIGEST, [data for _, data in body])
    return [*body, *rows_of([ConflictSealed(len(body), seal)])]


def altered(event: T) -> Iterator[T]:
    """Yield *event* with each of its fields changed."""
    for name in event.__struct_fields__:
        for value in _others_of(name, getattr(event, name)):
            yield structs.replace(event, **{name: value})


def _others_of(name: str, value: object) -> Iterator[object]:
    """Yield other values of a field, of settings those that can be read."""
    return iter(('{"altered":1}',)) if name == "settings" else _others(value)


def _others(value: object) -> Iterator[object]:
    match value:
        case bool():
            yield not value
        case int() | float():
            yield value + 1
            yield value - 1
        case str():
            yield value + "x"
            yield value[1:] if value else "y"
        case bytes():
            yield bytes([value[0] ^ 1]) + value[1:]
        case tuple() if value:
            yield value[:-1]
            yield (*value, value[0])
            for index, item in enumerate(value):
                for other in _others(item):
                    yield (*value[:index], other, *value[index + 1 :])
        case tuple() | None:
            pass
        case Struct():
            yield from altered(value)
        case _:
            message = f"no other value than {value!r} is known"
            raise TypeError(message)
