"""Audit of a stream's first event, on which all others depend.

The system, its version, the rulings, the scenario and the seats must be those of the
scenario; the key must follow from the seed. Deeper depths use the dice and agents that
the first event yields.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct, field, to_builtins

from sim.audit.finding import Finding, Weight, finding
from sim.audit.rows import ReadStream
from sim.conflict.phrases import format_value
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.errors import SandboxError
from sim.run.chunk import in_force
from sim.run.sitting import FailedAgent, OnwardOf, nothing_follows, table_of
from sim.seam.events import ConflictStarted, Seat, SeatTaken
from sim.seam.protocol import Agent, RuleSystem, SeatInfo, Table
from sim.seam.seats import by_seat

AgentMaker = Callable[[SeatTaken], Agent]
"""Makes the recorded agent of a seat again; raises AgentError when it cannot."""

_KEY = 32
_OF_RUN = re.compile(r"[0-9a-f]{8}-(\d{1,18})(?:\.(\d{1,4}))?")
"""The id of a stream: which game of a run, and which chapter of a campaign."""
Departure = tuple[str, str, str, Weight]
"""(depth, recorded, expected, weight)."""


class Beginning(Struct, frozen=True):
    """What all conflicts of one scenario begin with; its *digest* may be unknown."""

    system: RuleSystem[Any]
    seats: tuple[SeatInfo, ...]
    rulings: tuple[tuple[str, str], ...]
    digest: bytes | None


def beginning(
    system: RuleSystem[Any], scenario: object, digest: bytes | None
) -> Beginning:
    """Return what all conflicts of *scenario* begin with."""
    rulings = in_force(system.files.rulings(scenario))
    return Beginning(system, system.seats(scenario), rulings, digest)


class Opening(Struct):
    """The dice and agents that a stream's first event yields for the audit.

    *dice* are None when they are external or the key is in doubt; *agents* holds those
    that can be asked again, by seat.
    """

    seats: tuple[SeatInfo, ...]
    dice: KeyedDice | None = None
    agents: dict[Seat, Agent] = field(default_factory=dict[Seat, Agent])
    findings: list[Finding] = field(default_factory=list[Finding])

    def name(self, seat: int) -> str:
        """Return the name of *seat*."""
        return self.seats[seat].name if 0 <= seat < len(self.seats) else "the table"


def check_opening(
    derived: Beginning,
    read: ReadStream,
    make_agent: AgentMaker | None,
    *,
    run: ConflictStarted | None = None,
    onward: OnwardOf = nothing_follows,
) -> Opening:
    """Check the first event of *read*, and return the dice and agents it yields.

    It is compared with what is *derived* from the scenario, and with *run*, that event
    as the stream's run would have written it. *onward* is what follows the conflict.
    """
    seats = derived.seats
    start = Opening(seats)
    started = read.started
    if started is None:
        return start
    departures = list(_departures(derived, started))
    in_doubt = list(_key_in_doubt(read.conflict, started))
    if run is not None and not departures and not in_doubt:
        departures += _unlike_run(started, run)
    for depth, recorded, expected, weight in departures + in_doubt:
        start.findings.append(
            finding(read.conflict, 1, depth, recorded, expected, weight=weight)
        )
    if in_doubt:
        return start
    key = bytes.fromhex(started.key)
    if key:
        start.dice = KeyedDice(key)
    if make_agent is not None:
        for index, taken in by_seat(started.seats[: len(seats)]):
            table = table_of(derived.system, seats, index, key, onward)
            _seat_agent(start, read.conflict, table, taken, make_agent)
    return start


def _departures(derived: Beginning, started: ConflictStarted) -> Iterator[Departure]:
    """Yield each way in which *started* departs from its scenario."""
    system, digest = derived.system, derived.digest
    if started.system != system.name:
        yield "rules", f"the rules of {started.system}", system.name, "violation"
    version = started.rules_version
    if version != system.version:
        older = 1 <= version < system.version
        weight: Weight = "note" if older else "violation"
        yield "rules", f"rules version {version}", str(system.version), weight
    if digest is not None and started.scenario != digest.hex():
        yield "rules", f"the scenario {started.scenario}", digest.hex(), "violation"
    if started.rulings != derived.rulings:
        recorded, expected = _unlike(started.rulings, derived.rulings)
        yield "rules", f"the rulings {recorded}", expected, "violation"
    names = tuple(seat.name for seat in derived.seats)
    taken = tuple(seat.seat for seat in started.seats)
    if taken != names:
        yield "rules", f"the seats {', '.join(taken)}", ", ".join(names), "violation"


def _unlike(
    recorded: tuple[tuple[str, str], ...], expected: tuple[tuple[str, str], ...]
) -> tuple[str, str]:
    """Return as text the pairs of each that the other lacks."""
    only = [f"{name}={text}" for name, text in recorded if (name, text) not in expected]
    missing = [
        f"{name}={text}" for name, text in expected if (name, text) not in recorded
    ]
    return ", ".join(only) or "as they stand", ", ".join(missing) or "their own order"


def _unlike_run(started: ConflictStarted, run: ConflictStarted) -> Iterator[Departure]:
    for name in ConflictStarted.__struct_fields__:
        recorded, expected = getattr(started, name), getattr(run, name)
        if recorded != expected:
            wanted = f"{format_value(to_builtins(expected))}, as its run began"
            said = f"{name} {format_value(to_builtins(recorded))}"
            yield "seal", said, wanted, "violation"


def _key_in_doubt(conflict: str, started: ConflictStarted) -> Iterator[Departure]:
    """Yield why dice and agents cannot be derived from *started*."""
    named = _OF_RUN.fullmatch(conflict)
    if named is not None and started.seed and int(named[1]) != started.game + 1:
        expected = f"{int(named[1]) - 1}, as the stream's name says"
        yield "dice", f"game {started.game}", expected, "violation"
        return
    try:
        key = bytes.fromhex(started.key)
    except ValueError:
        key = b"?"
    if key and len(key) != _KEY:
        yield "dice", f"the key {started.key!r}", "32 bytes in hexadecimal", "violation"
    elif started.seed:
        chapter = int(named[2] or 0) if named is not None else 0
        derived = conflict_key(started.seed, max(0, started.game), chapter).hex()
        if derived != started.key:
            source = f"seed {started.seed!r} and game {started.game}"
            checks = "faces and agents cannot be checked"
            expected = f"{derived}, which follows from {source}; {checks}"
            yield "dice", f"the key {started.key}", expected, "violation"


def _seat_agent(
    start: Opening,
    conflict: str,
    table: Table,
    taken: SeatTaken,
    make_agent: AgentMaker,
) -> None:
    """Seat the agent of *taken* again; note it when that cannot be done."""
    if not taken.agent:
        return
    try:
        agent = make_agent(taken)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - an agent is anybody's code
        _note_missing(start, conflict, taken, error)
        return
    try:
        agent.begin(table)
    except KeyboardInterrupt:
        raise
    except SandboxError as error:
        _note_missing(start, conflict, taken, error)
        return
    except BaseException as error:  # noqa: BLE001 - an agent is anybody's code
        agent = FailedAgent(error)
    start.agents[table.seat] = agent


def _note_missing(
    start: Opening, conflict: str, taken: SeatTaken, error: BaseException
) -> None:
    """Note that the agent of *taken* cannot be asked again, and why."""
    wanted = f"an agent that can be asked again ({error})"
    noted = f"{taken.agent} at {taken.seat}"
    start.findings.append(finding(conflict, 1, "agents", noted, wanted, weight="stop"))
