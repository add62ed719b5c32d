"""The time of `fracas --help`, against a Python that does nothing."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import Section, Work, columns, ratio, side_by_side, spread, wall

ROOT = Path(__file__).parent.parent
NOTHING = ("-c", "pass")
HELP = ("-m", "sim.cli", "--help")
SCENARIOS = ("-m", "sim.cli", "scenarios")


def measure(rounds: int = 9) -> list[Section]:
    """Return the start-up time of a command."""
    nothing, help_, scenarios = columns(
        side_by_side(
            rounds,
            _command(NOTHING),
            _command(HELP),
            _command(SCENARIOS),
            clock=wall,
        )
    )
    figures = [
        ratio("time of fracas --help / python -c pass", help_, nothing),
        ratio("time of fracas scenarios / python -c pass", scenarios, nothing),
        spread("milliseconds of fracas --help", [1e3 * each for each in help_]),
    ]
    return [Section("Starting", figures)]


def _command(arguments: Sequence[str]) -> Work:
    def work() -> int:
        subprocess.run(  # noqa: S603 - this very package
            [sys.executable, *arguments], cwd=ROOT, capture_output=True, check=True
        )
        return 1

    return work
