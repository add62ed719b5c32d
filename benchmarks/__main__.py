"""Run all benchmarks, or those named: `python -m benchmarks [NAME ...] [--write]`.

`python -m benchmarks solve` and `python -m benchmarks analysis` have options of their
own: see `benchmarks/solve.py` and `benchmarks/analysis.py`.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path

from benchmarks.measure import Section
from benchmarks.stamp import heading

HERE = Path(__file__).parent
NAMES = (
    "play",
    "record",
    "store",
    "replay",
    "workers",
    "hosted",
    "audit",
    "memory",
    "start",
    "means",
    "opcodes",
    "seats",
    "peers",
)


def run(names: Iterable[str]) -> list[Section]:
    """Run the benchmarks called *names*, in order."""
    sections: list[Section] = []
    for name in names:
        print(f"measuring {name} ...", file=sys.stderr)
        sections += import_module(f"benchmarks.bench_{name}").measure()
    return sections


def table(sections: Sequence[Section]) -> str:
    """Return the numbers as tables."""
    lines: list[str] = []
    for section in sections:
        lines += [f"### {section.title}", "", *section.notes, ""]
        lines += ["| number | median | middle half | aim | |", "|---|---|---|---|---|"]
        lines += [
            f"| {figure.name} | {_short(figure.value)} | {_short(figure.low)} to"
            f" {_short(figure.high)} | {figure.aim} | {figure.verdict} |"
            for figure in section.figures
        ]
        lines.append("")
    return "\n".join(lines).replace("\n\n\n", "\n\n")


def _short(value: float) -> str:
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def main() -> None:
    """Measure, print the tables, and under --write keep them."""
    if sys.argv[1:2] in (["solve"], ["analysis"]):
        import_module(f"benchmarks.{sys.argv[1]}").main(sys.argv[2:])
        return
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--write", action="store_true", help="add to results.md")
    given = parser.parse_args()
    unknown = set(given.names) - set(NAMES)
    if unknown:
        parser.error(f"found {', '.join(unknown)}, expected any of {', '.join(NAMES)}")
    tables = table(run(given.names or NAMES))
    text = f"{heading()}\n{tables}"
    print(text)
    if given.write:
        results = HERE / "results.md"
        results.write_text(
            f"{results.read_text(encoding='utf-8').rstrip()}\n\n{text}",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
