"""Playing and recording in full, end to end, against the library used the usual way.

Fracas plays and records into a SQLite file, in one process. The usual way is an
aggregate with an @event for each thing that happens, saved once a conflict; the duel
written by hand plays for it, so it pays next to nothing for play.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import Section, Work, columns, ratio, side_by_side, spread, wall
from benchmarks.stage import DUEL, SEED, apart, begin, plan
from benchmarks.usual_way import application, recorded
from sim.conflict.stream import Line
from sim.run.plan import Record
from sim.run.run import run
from sim.store.store import open_store

FASTER_LEAST = 4
PACKED_LEAST = 6


def measure(rounds: int = 7, games: int = 200) -> list[Section]:
    """Return how fast conflicts are played and recorded."""
    with TemporaryDirectory() as folder:
        ours, packed, usual = columns(
            side_by_side(
                rounds,
                _recording(Path(folder), games, "full"),
                _recording(Path(folder), games, "packed"),
                _usual(Path(folder), games),
                clock=wall,
            )
        )
    figures = [
        ratio("events/s / events/s of the usual way", usual, ours, least=FASTER_LEAST),
        ratio(
            "events/s, packed / events/s of the usual way",
            usual,
            packed,
            least=PACKED_LEAST,
        ),
        spread("events/s, thousands", [1e-3 / each for each in ours]),
        spread("events/s, packed, thousands", [1e-3 / each for each in packed]),
        spread("events/s of the usual way, thousands", [1e-3 / each for each in usual]),
    ]
    return [Section(f"Playing and recording in full: {DUEL}", figures)]


def _recording(folder: Path, games: int, record: Record) -> Work:
    count = iter(range(1_000_000))

    def work() -> int:
        lines: list[Line] = []
        number = next(count)
        path = folder / f"{record}-{number}.db"
        fresh = plan(DUEL, games, record=record, seed=f"{SEED} {number}")
        with open_store(str(path), create=True) as store:
            run(fresh, store=store, on_line=lines.append)
        return sum(line.events for line in lines)

    return apart(work)


def _usual(folder: Path, games: int) -> Work:
    count = iter(range(1_000_000))
    digest = begin(DUEL).digest

    def work() -> int:
        usual = application(folder / f"usual-{next(count)}.db")
        events = sum(recorded(usual, digest, game) for game in range(games))
        usual.close()
        return events

    return work
