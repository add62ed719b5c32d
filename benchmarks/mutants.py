"""How many small changes of the rules do the tests notice? Needs `.[mutants]`.

    python -m benchmarks.mutants planets intensity            # a sample of each
    python -m benchmarks.mutants planets --sample 200 --write # and keep the score

Each mutant is made in a copy of the checkout, and the system's tests are run there.
"""

import argparse
import os
import shlex
import shutil
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.metadata import version
from pathlib import Path
from random import Random
from subprocess import run as run_command
from tempfile import TemporaryDirectory

from benchmarks.__main__ import heading
from benchmarks.mutation import PARTS, Mutant, found, is_noticed
from sim.registry import system_names
from sim.statistics.intervals import wilson

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "mutants.md"
AIM = 0.97
COPIED = ("sim", "agents", "scenarios", "tests", "benchmarks")
TESTS = "tests/test_museum.py tests/test_golden.py tests/rules"
PATIENCE = 240.0
"""Seconds after which a mutant that goes round and round counts as noticed."""


def command(system: str) -> str:
    """Return how the tests of *system* are run; the same luck for every mutant."""
    python = shlex.quote(sys.executable)
    plain = "-x -q -p no:cacheprovider --hypothesis-seed=0"
    return f"{python} -m pytest {plain} {TESTS} -k {system}"


def sampled(mutants: Sequence[Mutant], size: int, seed: int) -> list[Mutant]:
    """Return *size* of *mutants*, the same ones for the same *seed*."""
    return Random(seed).sample(mutants, min(size, len(mutants)))


def settle(folder: str) -> None:
    """Copy the checkout for this process, and stay there."""
    copy = Path(folder, str(os.getpid()))
    copy.mkdir()
    for name in COPIED:
        kept = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, copy / name, ignore=kept)
    for file in ("pyproject.toml", "fracas.py", "NOTICE"):
        shutil.copy(ROOT / file, copy)
    os.chdir(copy)
    os.environ["PYTHONPATH"] = str(copy)


def tried(mutant: Mutant, tests: str) -> bool:
    """Return whether *mutant* is noticed, in the copy of this process."""
    return is_noticed(Path.cwd(), mutant, tests, PATIENCE)


def lives(system: str, given: argparse.Namespace) -> list[tuple[Mutant, bool]]:
    """Return each sampled mutant of *system*, and whether it was noticed."""
    chosen = sampled(found(ROOT, system), given.sample, given.seed)
    tests = command(system)
    with TemporaryDirectory() as folder:
        pool = ProcessPoolExecutor(
            given.workers, initializer=settle, initargs=(folder,)
        )
        with pool:
            clean = pool.submit(run_command, shlex.split(tests), check=False).result()
            if clean.returncode:
                sys.exit(f"the tests of {system} fail without any mutant")
            noticed: list[bool] = []
            for one in pool.map(partial(tried, tests=tests), chosen):
                noticed.append(one)
                print(f"{system}: {len(noticed)} of {len(chosen)}", file=sys.stderr)
    return list(zip(chosen, noticed, strict=True))


def told(system: str, seed: int, tried_: Sequence[tuple[Mutant, bool]]) -> str:
    """Return the score of *system* as a table, and what nobody noticed."""
    lines = [
        f"### {system}",
        "",
        f"{len(tried_)} of {len(found(ROOT, system))} mutants, by seed {seed}.",
        "",
        "| part | tried | noticed | share | 95 % | aim |",
        "|---|---|---|---|---|---|",
    ]
    for part in (*PARTS, "all"):
        some = [seen for one, seen in tried_ if part in {one.part, "all"}]
        if some:
            share = sum(some) / len(some)
            span = wilson(sum(some), len(some))
            within = f"{span.low:.3f} to {span.high:.3f}"
            verdict = f"{AIM} {'met' if share >= AIM else 'missed'}"
            counts = f"{len(some)} | {sum(some)} | {share:.3f}"
            lines.append(f"| {part} | {counts} | {within} | {verdict} |")
    alive = [_place(one) for one, seen in tried_ if not seen]
    return "\n".join([*lines, "", *_listed(alive)])


def _place(one: Mutant) -> str:
    text = (ROOT / one.path).read_text(encoding="utf-8").splitlines()
    return f"- `{one.path}:{one.line}` {one.operator}: `{text[one.line - 1].strip()}`"


def _listed(alive: Iterable[str]) -> list[str]:
    lines = list(alive)
    return ["Not noticed:", "", *lines, ""] if lines else []


def main() -> None:
    """Try a sample of mutants, print the score, and under --write keep it."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("systems", nargs="+", choices=sorted(system_names()))
    parser.add_argument("--sample", type=int, default=60, help="how many of a system")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="add to mutants.md")
    given = parser.parse_args()
    tables = [told(one, given.seed, lives(one, given)) for one in given.systems]
    tool = f"Cosmic Ray {version('cosmic-ray')}."
    text = "\n".join([heading(), f"{tool}\n", *tables])
    print(text)
    if given.write:
        kept = RESULTS.read_text(encoding="utf-8").rstrip()
        RESULTS.write_text(f"{kept}\n\n{text.rstrip()}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
