"""Two worker processes against one: the same run, into a file and into nothing."""

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import Section, Work, columns, ratio, side_by_side, wall
from benchmarks.stage import DUEL, plan
from sim.run import run
from sim.store import open_store

FASTER_LEAST = 1.7


def measure(rounds: int = 5, games: int = 4000) -> list[Section]:
    """Return what a second worker is worth."""
    with TemporaryDirectory() as folder:
        times = side_by_side(
            rounds,
            _recording(Path(folder), games, 1),
            _recording(Path(folder), games, 2),
            _counting(games, 1),
            _counting(games, 2),
            clock=wall,
        )
    one, two, alone, pair = columns(times)
    figures = [
        ratio("conflicts/s of 2 / of 1, in full", one, two, least=FASTER_LEAST),
        ratio("conflicts/s of 2 / of 1, nothing kept", alone, pair, least=FASTER_LEAST),
    ]
    notes = [f"{games} conflicts, the start of the processes among them"]
    return [Section(f"Two worker processes: {DUEL}", figures, notes)]


def _recording(folder: Path, games: int, workers: int) -> Work:
    count = iter(range(1_000_000))

    def work() -> int:
        path = folder / f"{workers}-{next(count)}.db"
        with open_store(str(path), create=True) as store:
            run(plan(DUEL, games), store=store, workers=workers, each=_forget)
        path.unlink()
        return games

    return work


def _counting(games: int, workers: int) -> Work:
    def work() -> int:
        run(plan(DUEL, games, record="none"), workers=workers, each=_forget)
        return games

    return work


def _forget(line: object) -> None:
    del line
