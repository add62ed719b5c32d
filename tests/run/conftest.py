"""Stores that last longer than a process, for the tests of runs."""

from tests.store.conftest import server, target

__all__ = ["server", "target"]
