"""Fracas: conflicts under tabletop rules as append-only streams of events."""

from pathlib import Path

# Installed, agents and scenarios are folders of this package; in a checkout they stand
# beside it.
if not (Path(__file__).parent / "agents").is_dir():
    __path__.append(str(Path(__file__).parent.parent))
