"""How many worker processes a command takes when it is not told."""

import os

_WORKERS_MAX = 4
_SMALL = 200
"""So many games are over before worker processes have started."""


def workers_for(games: int) -> int:
    """Return 1 for few *games*, else the cores this process may use, up to 4."""
    if games <= _SMALL:
        return 1
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), _WORKERS_MAX)
    return min(os.cpu_count() or 1, _WORKERS_MAX)
