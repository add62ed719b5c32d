"""Hypothesis profiles, and what a kernel must have for some tests."""

import os
import sys

import pytest
from hypothesis import settings

from sim.errors import SandboxError
from sim.files.sources import read_all
from sim.hosting.host import asked_once
from sim.hosting.process import Kind

# Without bytecode every process that a test starts would compile Fracas anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

settings.register_profile("default", deadline=None, max_examples=50)
settings.register_profile("nightly", deadline=None, max_examples=2_000)
settings.load_profile("default")


@pytest.fixture(name="wall")
def _wall(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Skip where this kernel has no wall for strangers' agents: it says why."""
    path = tmp_path_factory.mktemp("wall") / "harmless.py"
    path.write_text(_HARMLESS, "utf-8")
    try:
        asked_once(Kind(str(path), {}), read_all([str(path)]), "wall")
    except SandboxError as error:
        pytest.skip(str(error))


_HARMLESS = """
from sim.seam.protocol import Agent


class Harmless(Agent):
    def choose(self, asked):
        return asked.options[0]
"""
