"""Finding runs and conflicts in a store.

In a run that recorded only seals, a conflict is played again from its seed.
"""

import re
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from sim.conflict.codec import UNREADABLE, decode
from sim.conflict.stream import Line, Row
from sim.errors import FracasError, StoreError, StreamError, UnknownNameError
from sim.library.scenario import Loaded, digest_of
from sim.narration.story import event_objects
from sim.run.chunk import Job, Plan, decode_conflicts, play_chunk
from sim.run.outcome import ConflictOutcome, outcome_of
from sim.seam.events import ConflictSealed, Event
from sim.spine.words import counted
from sim.store.events import RunStarted, conflict_stream
from sim.store.store import Store

_CONFLICT = re.compile(r"(?:(?P<run>.+)-)?(?P<number>\d{1,18}(?:\.\d{1,4})?)")


class Conflict(Struct, frozen=True):
    """One conflict: its scenario, its stream's id and its events as they are stored.

    *replayed* means that only its seal was stored, and it was played again from the
    seed.
    """

    loaded: Loaded
    stream_id: str
    stored: Sequence[Row]
    replayed: bool = False

    @property
    def events(self) -> list[Event]:
        """The whole stream; raises StreamError if it cannot be read."""
        return decode(self.loaded.system, [data for _, data in self.stored])

    @property
    def gap(self) -> str:
        """How many events are missing, in words; "" if all that were sealed are there.

        Raises StreamError if the stream cannot be read.
        """
        events = self.events
        last = events[-1] if events else None
        if not isinstance(last, ConflictSealed):
            return f"the end of {self.stream_id} is missing, and the story stops before"
        missing = last.count - (len(events) - 1)
        if missing <= 0:
            return ""
        lacks = "is" if missing == 1 else "are"
        return (
            f"{missing} of the {counted(last.count, 'event')} of {self.stream_id}"
            f" {lacks} missing, and the story leaves out what happened there"
        )

    @property
    def outcome(self) -> ConflictOutcome:
        """How it ended, with the names of the seats.

        Raises StreamError if its end is not recorded.
        """
        return outcome_of(self.loaded, self.stream_id, self.events)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each event, with names instead of numbers.

        Every kind of event has columns of its own, in addition to `conflict`, `event`
        (its number), `round`, `does` (its kind), `cites` and `told`.
        """
        loaded = self.loaded
        told = event_objects(loaded.system, loaded.scenario, self.events)
        return [{"conflict": self.stream_id, **words} for words in told]

    def __repr__(self) -> str:
        try:
            ended = str(self.outcome)
        except FracasError as error:
            ended = str(error)
        return f"<conflict {self.stream_id} of {self.loaded.title}: {ended}>"


@contextmanager
def trusting(what: str) -> Generator[None, None, None]:
    """Turn errors into one sentence: the record of *what* cannot be trusted.

    Commands that only read a record trust it. A forged one can contain anything; audit
    shows what.
    """
    try:
        yield
    except (
        ArithmeticError,
        AssertionError,
        AttributeError,
        LookupError,
        RuntimeError,
        TypeError,
        ValueError,
        *UNREADABLE,
    ) as error:
        # The text of a LookupError is the missing key, which may be a whole event.
        why = type(error).__name__
        why += "" if isinstance(error, LookupError) else f": {error}"
        message = (
            f"{what} cannot be read further, since something in it does not follow from"
            f" what came before ({why}): audit it"
        )
        raise StreamError(message) from error


def find_run(store: Store, run_id: str = "") -> RunStarted:
    """Return the run *run_id*, or the only run of *store* if it is not given.

    Kept branches are ignored if there is exactly one other run. Raises StoreError if
    there is none, or several to choose from.
    """
    known = store.run_ids()
    if run_id in known and not store.holds_run(run_id):
        message = (
            f"{store.where} lists the run {run_id}, but holds no event of it: audit"
            " the store"
        )
        raise StoreError(message)
    if run_id:
        return store.run(run_id)
    if len(known) == 1:
        return find_run(store, known[0])
    runs = store.runs() if known else ()
    played = [started.run for started in runs if started.branch is None]
    if len(played) == 1:
        return store.run(played[0])
    message = f"{store.where} holds {_several(known)}, expected the id of a run"
    if known:
        message += f"; ids of conflicts are such as {known[0]}-1"
    raise StoreError(message)


def runs_alike(
    store: Store | None, digest: bytes, agents: tuple[str, ...], games: int
) -> Iterator[RunStarted]:
    """Yield the runs of this number of *games* of a scenario with these *agents*."""
    asked = (digest.hex(), agents, games)
    if store is not None:
        for run in store.runs():
            if run.branch is None and (run.scenario, run.agents, run.games) == asked:
                yield run


def begun_seed(store: Store, digest: bytes, agents: tuple[str, ...], games: int) -> str:
    """Return the seed of the run to resume: the last unfinished one of this kind.

    Raises StoreError when there is none.
    """
    alike = list(runs_alike(store, digest, agents, games))
    open_ = [started for started in alike if store.completed(started.run) is None]
    if not alike:
        message = (
            f"{store.where} has no run of {games} games of this scenario with the"
            f" agents {', '.join(agents)}, expected one to resume"
        )
        raise StoreError(message)
    return (open_ or alike)[-1].seed


def scenario_data(store: Store, run: RunStarted) -> bytes:
    """Return the scenario of *run* as the store keeps it: canonical JSON.

    Raises StoreError if it does not match its digest.
    """
    digest = bytes.fromhex(run.scenario)
    data = store.scenario(digest)
    if digest_of(data) != digest:
        message = f"{store.where}: the scenario kept under {run.scenario} was altered"
        raise StoreError(message)
    return data


def conflict_name(store: Store, name: str) -> str:
    """Return the id of the stream that *name* stands for; NUMBER is enough for one run.

    In a run of a campaign, a dot and the number of a chapter may follow. Raises
    UnknownNameError for any other name, StoreError if it is ambiguous.
    """
    match = _CONFLICT.fullmatch(name)
    if match is None:
        message = (
            f"{name!r} names no conflict, expected an id such as 3fa91c02-17, or 17"
            " in a store of one run"
        )
        raise UnknownNameError(message)
    run_id = match["run"] or find_run(store).run
    return f"{run_id}-{match['number']}"


def conflict_of(store: Store, run: RunStarted, loaded: Loaded, number: str) -> Conflict:
    """Return the conflict with this *number* in *run*, which plays *loaded*.

    Raises StoreError if it does not exist or, played again from its seed, has another
    result.
    """
    if not number.isdecimal():
        message = f"{store.where}: the run {run.run} plays no campaign, so no chapters"
        raise StoreError(message)
    game = int(number) - 1
    if not 0 <= game < run.games:
        message = (
            f"{store.where}: the run {run.run} has the conflicts 1 to {run.games},"
            f" not {game + 1}"
        )
        raise StoreError(message)
    stream_id = conflict_stream(run.run, game)
    rows = store.rows(stream_id)
    if rows:
        return Conflict(loaded, stream_id, rows)
    rows = _played_again(store, run, game, loaded)
    return Conflict(loaded, stream_id, rows, replayed=True)


def _played_again(
    store: Store, run: RunStarted, game: int, loaded: Loaded
) -> list[Row]:
    """Play a conflict again whose seal alone was stored."""
    line = line_of(store, run, game + 1)
    stream_id = conflict_stream(run.run, game)
    if run.record == "full":
        message = f"{store.where} should hold {stream_id}, but does not: audit it"
        raise StoreError(message)
    plan = Plan(
        run.run,
        loaded.data,
        run.agents,
        run.seed,
        run.games,
        "full",
        sandbox="wall",
        taken=run.seats,
    )
    (sealed,) = decode_conflicts(play_chunk(Job(plan, game, 1)))
    if sealed.line != line:
        message = (
            f"{stream_id} was played again from its seed, and its result differs from"
            " the recorded one: audit the store"
        )
        raise StoreError(message)
    return sealed.rows


def line_of(store: Store, run: RunStarted, number: int) -> Line:
    """Return the line of conflict *number* (from 1) of *run*.

    Raises StoreError if it is not recorded.
    """
    index, place = divmod(number - 1, run.chunk)
    chunk = store.chunk(run.run, index) if 0 < number <= run.games else None
    if chunk is None or place >= len(chunk.lines):
        message = f"{store.where}: the run {run.run} has no conflict {number} recorded"
        raise StoreError(message)
    return chunk.lines[place]


def _several(known: tuple[str, ...]) -> str:
    if not known:
        return "no run"
    more = ", ..." if len(known) > 5 else ""  # noqa: PLR2004 - a line's worth
    return f"{len(known)} runs ({', '.join(known[:5])}{more})"
