"""How many small changes of the code do the tests notice? Needs `.[mutants]`.

    python -m benchmarks.mutants planets intensity            # a sample of each
    python -m benchmarks.mutants planets --sample 200 --write # and keep the score
    python -m benchmarks.mutants sim/statistics sim/audit     # packages of the engine

Each mutant is made in a copy of the checkout, and the tests that are there for the rule
system, or for the engine package, are run against it until one fails: of a package its
own, then those that import it or have its name.
"""

import argparse
import os
import resource
import shutil
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.metadata import version
from itertools import pairwise
from math import ceil
from pathlib import Path
from random import Random
from subprocess import run as run_command
from tempfile import TemporaryDirectory

from benchmarks.mutation import PARTS, Mutant, found, is_noticed
from benchmarks.stamp import heading
from sim.library.registry import system_names
from sim.statistics.intervals import wilson

ROOT = Path(__file__).parent.parent
RULE_TESTS = ROOT / "tests" / "rules"
RESULTS = ROOT / "benchmarks" / "mutants.md"
AIM = 0.97
COPIED = ("sim", "agents", "scenarios", "tests", "benchmarks", "docs", "fracas")
QUICK = (
    "tests/test_appraised.py::test_options_are_worth_what_they_were",
    "tests/test_played.py::test_conflicts_go_on_as_they_did",
    "tests/test_refused.py::test_what_is_refused_is_refused_in_the_same_words",
)
"""What is run first: each walks through many conflicts of a rule system in seconds."""
SHARED = (
    "tests/test_limits.py",
    "tests/test_museum.py",
    "tests/test_golden.py",
    "tests/odds",
    "tests/graph",
)
"""What is run beside a rule system's own tests, where it has its name in the test's."""
PATIENCE = 8
"""How many times as long as without a mutant tests may take: it is noticed if longer.

Of processor time; a mutant in an endless loop is noticed by that alone.
"""
AT_LEAST = 30
"""Seconds of processor time that tests may take in any case."""
SLEPT = 4800
"""Seconds by the clock after which one that only waits is; others share the machine."""


def folder_of(name: str) -> Path:
    """Return the folder called *name*: a rule system, or a package of the engine."""
    return ROOT / name if "/" in name else ROOT / "sim" / "rules" / name


PLAIN = (
    *("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0"),
    # Hypothesis is loaded once, before pytest would rewrite what it asserts.
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)


def runs(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the pytest runs for *name*, with the same random seed for every mutant.

    A rule system's kept appraisals and conflicts come first, then its own tests, since
    to collect all others takes longer than most mutants live. Those that play a
    scenario have its name in theirs, so they are found by the names of the system and
    of its golden replays.
    """
    if "/" in name:
        beside = [str(path.relative_to(ROOT)) for path in _beside(name)]
        own = (*PLAIN, str(_tests_of(name)))
        return (own, (*PLAIN, *beside)) if beside else (own,)
    laws = [
        str(path.relative_to(ROOT)) for path in sorted(RULE_TESTS.glob("test_*.py"))
    ]
    replays = sorted((ROOT / "tests" / "golden" / name).glob("*.txt"))
    chosen = " or ".join([name, *(path.stem for path in replays)])
    return (
        (*PLAIN, *(f"{quick}[{name}]" for quick in QUICK)),
        (*PLAIN, f"tests/rules/{name}"),
        (*PLAIN, *laws, *SHARED, "-k", chosen),
    )


def _tests_of(package: str) -> Path:
    return Path("tests", *Path(package).parts[1:])


def _beside(package: str) -> list[Path]:
    """Return the other tests of *package*: they import it, or have its name."""
    own = ROOT / _tests_of(package)
    name, imported = Path(package).name, package.replace("/", ".")
    return [
        path
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        if own not in path.parents
        and (name in path.stem or imported in path.read_text(encoding="utf-8"))
    ]


def named(given: str) -> str:
    """Return the rule system or engine package *given*, if it has tests of its own."""
    name = given.rstrip("/")
    engine = name.startswith("sim/") and (ROOT / name).is_dir()
    if name in system_names() or (engine and (ROOT / _tests_of(name)).is_dir()):
        return name
    systems = ", ".join(sorted(system_names()))
    expected = f"{systems}, or a package with tests such as sim/statistics"
    message = f"found {given!r}, expected {expected}"
    raise argparse.ArgumentTypeError(message)


def sampled(mutants: Sequence[Mutant], size: int, seed: int) -> list[Mutant]:
    """Return *size* of *mutants*, the same ones for the same *seed*."""
    return Random(seed).sample(mutants, min(size, len(mutants)))


def copied(folder: Path) -> None:
    """Copy the checkout to *folder*."""
    for name in COPIED:
        kept = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=kept)
    for file in ("pyproject.toml", "NOTICE"):
        shutil.copy(ROOT / file, folder)


def settle(clean: Path, patience: int) -> None:
    """Copy *clean*, with its bytecode, for this process, and change to the copy.

    Tests may take *patience* seconds of processor time from now on.
    """
    mine = clean.with_name(str(os.getpid()))
    shutil.copytree(clean, mine)
    os.chdir(mine)
    resource.setrlimit(resource.RLIMIT_CPU, (patience, patience))


def tried(mutant: Mutant, tests: Sequence[Sequence[str]]) -> bool:
    """Return whether *mutant* is noticed, in the copy of this process."""
    return is_noticed(Path.cwd(), mutant, tests, SLEPT)


def _longest(clean: Path, system: str, tests: Iterable[Sequence[str]]) -> float:
    """Return the processor seconds of the longest run, without a mutant in *clean*."""
    surroundings = os.environ | {"PYTHONPATH": str(clean)}
    ended = [os.times().children_user]
    for arguments in tests:
        asked = [sys.executable, "-m", "pytest", *arguments]
        done = run_command(asked, cwd=clean, env=surroundings, check=False)  # noqa: S603 - pytest
        if done.returncode:
            sys.exit(f"the tests of {system} fail without any mutant")
        ended.append(os.times().children_user)
    return max(later - sooner for sooner, later in pairwise(ended))


def lives(system: str, given: argparse.Namespace) -> list[tuple[Mutant, bool]]:
    """Return each sampled mutant of *system*, and whether it was noticed."""
    everything = found(ROOT, folder_of(system))
    chosen = sampled(everything, given.sample, given.seed)[given.after :]
    tests = runs(system)
    noticed: list[bool] = []
    with TemporaryDirectory() as folder:
        clean = Path(folder, "clean")
        copied(clean)
        patience = ceil(max(AT_LEAST, PATIENCE * _longest(clean, system, tests)))
        with ProcessPoolExecutor(
            given.workers, initializer=settle, initargs=(clean, patience)
        ) as pool:
            seen = pool.map(partial(tried, tests=tests), chosen)
            for mutant, is_seen in zip(chosen, seen, strict=True):
                noticed.append(is_seen)
                missed = "" if is_seen else f" not noticed: {_place(mutant)}"
                count = f"{system}: {len(noticed)} of {len(chosen)}"
                print(f"{count}{missed}", file=sys.stderr, flush=True)
    return list(zip(chosen, noticed, strict=True))


def told(system: str, seed: int, tried_: Sequence[tuple[Mutant, bool]]) -> str:
    """Return the score of *system* as a table, and the mutants that survived."""
    everything = len(found(ROOT, folder_of(system)))
    lines = [
        f"### {system}",
        "",
        f"{len(tried_)} of {everything} mutants, by seed {seed}.",
        "",
        "| part | tried | noticed | share | 95 % | aim |",
        "|---|---|---|---|---|---|",
    ]
    for part in (*PARTS, "all"):
        some = [seen for mutant, seen in tried_ if part in {mutant.part, "all"}]
        if some:
            share = sum(some) / len(some)
            span = wilson(sum(some), len(some))
            within = f"{span.low:.3f} to {span.high:.3f}"
            verdict = f"{AIM} {'met' if share >= AIM else 'missed'}"
            counts = f"{len(some)} | {sum(some)} | {share:.3f}"
            lines.append(f"| {part} | {counts} | {within} | {verdict} |")
    alive = [_place(mutant) for mutant, seen in tried_ if not seen]
    return "\n".join([*lines, "", *_listed(alive)])


def _place(mutant: Mutant) -> str:
    text = (ROOT / mutant.path).read_text(encoding="utf-8").splitlines()
    return (
        f"- `{mutant.path}:{mutant.line}` {mutant.operator}:"
        f" `{text[mutant.line - 1].strip()}`"
    )


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
    parser.add_argument(
        "systems",
        nargs="+",
        type=named,
        metavar="NAME",
        help="a rule system, or a package of the engine such as sim/statistics",
    )
    parser.add_argument("--sample", type=int, default=60, help="how many of each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--after", type=int, default=0, help="leave out so many of it, tried before"
    )
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="add to mutants.md")
    given = parser.parse_args()
    tables = [
        told(system, given.seed, lives(system, given)) for system in given.systems
    ]
    tool = f"Cosmic Ray {version('cosmic-ray')}."
    text = "\n".join([heading(), f"{tool}\n", *tables])
    print(text)
    if given.write:
        kept = RESULTS.read_text(encoding="utf-8").rstrip()
        RESULTS.write_text(f"{kept}\n\n{text.rstrip()}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
