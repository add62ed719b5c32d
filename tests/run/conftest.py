"""Stores that outlive their process, as the tests of stores make them."""

from tests.store.conftest import server, target

__all__ = ["server", "target"]
