"""A process that plays and audits again and again keeps no more than it did once.

Nothing is said of megabytes: what is counted is what stays alive.
"""

import gc
import weakref
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest

from sim.cli.main import main
from sim.library.registry import rule_system, system_names
from sim.library.scenario import load
from tests.rules.walking import small

AGAIN = 2


def given(*args: object) -> "weakref.ref[TextIOWrapper]":
    """Give a command; return what it wrote its output to, without holding it."""
    out = TextIOWrapper(BytesIO(), "utf-8")
    with redirect_stdout(out), redirect_stderr(StringIO()):
        assert main([str(arg) for arg in args]) == 0
    assert out.tell()
    return weakref.ref(out)


def alive(kind: type) -> int:
    """Return how many objects of *kind* there are."""
    gc.collect()
    return sum(type(object_) is kind for object_ in gc.get_objects())


@pytest.fixture
def played_and_audited(tmp_path: Path) -> Callable[[str, int], None]:
    """Return a function that plays a scenario with luck of its own, and audits that."""

    def done(scenario: str, number: int) -> None:
        store = tmp_path / f"{number}.db"
        given("run", scenario, "--games", 2, "--seed", number, "--store", store)
        given("audit", store)

    return done


@pytest.mark.slow
@pytest.mark.parametrize("system", system_names())
def test_what_is_compiled_from_a_scenario_is_there_once(
    system: str, played_and_audited: Callable[[str, int], None]
) -> None:
    """A scenario is compiled once in a process, however many games are played."""
    name = small(system)
    compiled = type(rule_system(system).initial(load(name).scenario).setup)
    for number in range(AGAIN):
        played_and_audited(name, number)
    before = alive(compiled)
    for number in range(AGAIN, 2 * AGAIN):
        played_and_audited(name, number)
    assert alive(compiled) == before


@pytest.mark.slow
def test_what_a_command_has_printed_is_let_go() -> None:
    """What a command has printed is freed afterwards."""
    for args in (
        ("agents",),
        ("rules", "planets", "--json"),
        ("run", "planets_boulder", "--games", 2, "--seed", 1),
        ("scenarios", "alley"),
    ):
        out = given(*args)
        gc.collect()
        assert out() is None, args
