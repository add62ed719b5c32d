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
    found: list[FairRun] = []
    try:
        with open_store(target, create=False) as store:
            for one in store.runs():
                named = name in {"", one.run} or name.startswith(f"{one.run}-")
                if one.fair and (named or name.isdecimal()):
                    pairs = (
                        phrase_of(each.party, each.commitment) for each in one.fair
                    )
                    found.append(FairRun(one.run, tuple(sorted(pairs))))
    except FracasError:
        return found
    return found


def put_fair(runs: Sequence[FairRun]) -> None:
    """Print who made the seeds, with what each of them has to compare."""
    for one in runs:
        put(
            f"fair dice: the seed of run {one.run} follows from the shares of"
            f" {len(one.commitments)} parties. Each compares what it was sent before"
            " any share was shown:"
        )
        for commitment in one.commitments:
            put(f"  {commitment}")
