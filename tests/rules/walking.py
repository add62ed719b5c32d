"""Scenarios of a rule system: those that ship, and any that its tests make."""

import tomllib
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from hypothesis import strategies as st

from sim.library.catalogue import scenarios
from sim.library.registry import rule_system
from sim.library.scenario import from_dict, load
from sim.seam.protocol import Scenario


@cache
def shipped(system: str) -> list[str]:
    """Return the names of the scenarios of *system* that ship."""
    return [name for name in scenarios() if load(name).system.name == system]


@cache
def small(system: str) -> str:
    """Return the shipped scenario of *system* with the shortest file."""
    return min(shipped(system), key=lambda name: len(load(name).data))


@cache
def situations(system: str) -> st.SearchStrategy[Scenario]:
    """Return scenarios of *system*: those that ship and, where its tests make, any."""
    ours = st.sampled_from(_to_begin_with(system))
    module = f"tests.rules.{system}.walks"
    if find_spec(f"tests.rules.{system}") is None or find_spec(module) is None:
        return ours
    made: st.SearchStrategy[Scenario] = import_module(module).scenarios()
    return ours | made


def _to_begin_with(system: str) -> list[Scenario]:
    """Return the scenarios that ship; before there are any, the template of a file."""
    names = shipped(system)
    if names:
        return [load(name).scenario for name in names]
    template = rule_system(system).files.template
    assert template is not None, f"{system} has no scenario and no template of one"
    return [from_dict(tomllib.loads(template().decode())).scenario]
