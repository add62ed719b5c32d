"""Fracas beside other game libraries: decisions a second of the yardstick.

They are measured in a process of the Python that the environment variable
`FRACAS_PEERS` names, or this one, so that they need not be installed beside Fracas.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from benchmarks.measure import Figure, Section, spread

ROOT = Path(__file__).parent.parent


def measure() -> list[Section]:
    """Return how fast other libraries play, and name those that are missing."""
    python = os.environ.get("FRACAS_PEERS") or sys.executable
    done = subprocess.run(  # noqa: S603 - the Python that somebody names for it
        [python, "-m", "benchmarks.peers"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    figures: list[Figure] = [
        spread(f"decisions/s / yardstick: {row['peer']}, {row['game']}", row["ratios"])
        for row in rows
    ]
    notes = ["All play at random. Fracas in the same run stands under Playing alone."]
    missing = "No other library is installed." if not figures else ""
    return [Section("Other libraries", figures, [*notes, *filter(None, [missing])])]
