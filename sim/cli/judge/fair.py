"""Print which runs have a seed that several parties made, and their commitments."""

from collections.abc import Sequence

from msgspec import Struct

from sim.cli.terminal.output import put
from sim.errors import FracasError
from sim.run.fair_files import phrase_of
from sim.store.store import open_store


class FairRun(Struct, frozen=True):
    """A run whose seed is made of shares, with the commitments of their parties."""

    run: str
    commitments: tuple[str, ...]


def fair_runs(target: str, name: str) -> list[FairRun]:
    """Return the runs of the store *target*, or the one of *name*, with such seeds.

    What cannot be read is none of them: the audit says what is wrong with it.
    """
    fair: list[FairRun] = []
    try:
        with open_store(target, create=False) as store:
            for run in store.runs():
                named = name in {"", run.run} or name.startswith(f"{run.run}-")
                if run.fair and (named or name.isdecimal()):
                    pairs = (
                        phrase_of(entry.party, entry.commitment) for entry in run.fair
                    )
                    fair.append(FairRun(run.run, tuple(sorted(pairs))))
    except FracasError:
        return fair
    return fair


def put_fair(runs: Sequence[FairRun]) -> None:
    """Print who made the seeds, with what each of them has to compare."""
    for run in runs:
        put(
            f"fair dice: the seed of run {run.run} follows from the shares of"
            f" {len(run.commitments)} parties. Each compares what it was sent before"
            " any share was shown:"
        )
        for commitment in run.commitments:
            put(f"  {commitment}")
