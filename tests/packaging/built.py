"""Building a wheel and installing it as pip does, without any network."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def pip(*args: object) -> None:
    """Run pip, which must succeed."""
    command = [sys.executable, "-m", "pip", "--quiet", *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def install(source: Path, target: Path) -> None:
    """Build the wheel of *source* and install it into the folder *target*."""
    wheels = target.parent / f"{source.name}-wheels"
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels, source)
    (wheel,) = wheels.glob("*.whl")
    pip("install", "--no-deps", "--no-index", "--upgrade", "--target", target, wheel)


def python(
    *args: object, first: Path, where: Path, typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run Python with the folder *first* ahead of all others, in another folder.

    What is *typed* is what it reads.
    """
    return subprocess.run(
        [sys.executable, *map(str, args)],
        cwd=where,
        env={**os.environ, "PYTHONPATH": str(first)},
        capture_output=True,
        text=True,
        check=False,
        input=typed,
    )
