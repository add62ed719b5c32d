"""A package that cannot be used is a warning, and never a failure."""

import signal
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

import fracas as interface
from sim.casting import roster
from sim.errors import PluginError
from sim.library import plugins
from tests.cli.conftest import Said, fracas, noon

__all__ = ["fracas", "noon"]

BAD = {
    "missing": ("", "ModuleNotFoundError"),
    "raises": (
        "raise RuntimeError('no luck\\nat all')",
        "RuntimeError: no luck at all",
    ),
    "exits": ("import sys\nsys.exit(3)", "SystemExit: 3"),
    "interrupts": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "empty": ("pass", "AttributeError"),
    "is not text": ("'\x00'", "Error"),
    "offers something else": ("THING = 7", "is no"),
}
FAILS = """
import sys
from fracas import Agent

class THING(Agent):
    def __init__(self) -> None:
        sys.exit(3)

    def choose(self, asked):
        return asked.options[0]
"""
GROUPS = (plugins.SYSTEMS, plugins.AGENTS)
Give = Callable[..., Said]


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Forget what was found, before and after."""
    for cache in (plugins.offered, plugins.warn, plugins.loaded):
        cache.cache_clear()
    yield
    for cache in (plugins.offered, plugins.warn, plugins.loaded):
        cache.cache_clear()


@pytest.fixture
def offer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., None]:
    """Return a function that has a module with this text offered in a group."""
    monkeypatch.syspath_prepend(tmp_path)

    def offered(group: str, name: str, text: str, module: str) -> None:
        if text:
            (tmp_path / f"{module}.py").write_text(text)
        value = module if group == plugins.SCENARIOS else f"{module}:THING"
        point = EntryPoint(name, value, group)

        def entry_points(*, group: str) -> EntryPoints:
            return EntryPoints([point] if group == point.group else [])

        monkeypatch.setattr(plugins, "entry_points", entry_points)

    return offered


def warned(said: Said) -> str:
    """Return the one warning of a command that went well."""
    assert said.status == 0, said.err
    (line,) = [line for line in said.err.splitlines() if line.startswith("warning: ")]
    return line


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("group", GROUPS)
def test_what_cannot_be_imported_is_a_line_of_warning(
    fracas: Give, offer: Callable[..., None], group: str, bad: str
) -> None:
    """A package that cannot be imported is a warning; commands that list go on."""
    text, reason = BAD[bad]
    offer(group, "stranger", text, f"bad_{group[7:]}_{bad.replace(' ', '_')}")
    line = warned(fracas(*(("rules",) if group == plugins.SYSTEMS else ("agents",))))
    assert "left out" in line
    assert "stranger" in line
    assert reason in line


@pytest.mark.parametrize("bad", ["missing", "raises", "exits", "interrupts"])
def test_scenarios_of_a_package_that_cannot_be_imported_are_left_out(
    fracas: Give, offer: Callable[..., None], bad: str
) -> None:
    """Scenarios of a broken package are left out with a warning that names it."""
    offer(plugins.SCENARIOS, "them", BAD[bad][0], f"bad_scenarios_{bad}")
    said = fracas("scenarios")
    assert f"bad_scenarios_{bad}" in warned(said)
    assert "alley" in said.out


@pytest.mark.parametrize(
    "broken", ["title = ", 'title = "It"\nsystem = "nobodys"\n'], ids=["TOML", "system"]
)
@pytest.mark.parametrize("command", [("scenarios",), ("scenarios", "--json")])
def test_a_scenario_of_a_package_that_is_broken_is_left_out(
    fracas: Give,
    offer: Callable[..., None],
    tmp_path: Path,
    broken: str,
    command: tuple[str, ...],
) -> None:
    """A broken scenario of a package is left out with a warning that has its path."""
    folder = tmp_path / f"brings_{len(broken)}_{len(command)}"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "broken.toml").write_text(broken)
    offer(plugins.SCENARIOS, "them", "", folder.name)
    said = fracas(*command)
    assert "broken.toml" in warned(said)
    assert "alley" in said.out


def test_python_lists_scenarios_without_what_is_broken(
    offer: Callable[..., None], tmp_path: Path
) -> None:
    """`fracas.scenarios()` goes on, and warns, as the command does."""
    folder = tmp_path / "brings_to_python"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "broken.toml").write_text("title = ")
    offer(plugins.SCENARIOS, "them", "", folder.name)
    with pytest.warns(plugins.PluginWarning, match=r"broken\.toml"):
        names = [row["name"] for row in interface.scenarios()]
    assert "alley" in names
    assert "broken" not in names


def test_an_agent_of_a_package_that_cannot_be_made_is_left_out(
    fracas: Give, offer: Callable[..., None]
) -> None:
    """An agent that fails when it is made is left out with a warning."""
    offer(plugins.AGENTS, "stranger", FAILS, "cannot_be_made")
    said = fracas("agents")
    assert "SystemExit: 3" in warned(said)
    assert "steady" in said.out


@pytest.mark.parametrize("bad", BAD)
def test_who_asks_for_it_is_refused_in_a_sentence(
    fracas: Give, noon: Path, offer: Callable[..., None], bad: str
) -> None:
    """A broken agent that is asked for by name is refused with the reason."""
    text, reason = BAD[bad]
    offer(plugins.AGENTS, "stranger", text, f"asked_{bad.replace(' ', '_')}")
    said = fracas("run", noon, "--games", 1, "--agents", "stranger,uniform")
    assert reason in said.refused()


def test_what_is_not_asked_for_is_not_looked_at(
    fracas: Give, noon: Path, offer: Callable[..., None]
) -> None:
    """A run by agents of ours imports no other package's."""
    offer(plugins.AGENTS, "stranger", BAD["exits"][0], "not_asked")
    said = fracas("run", noon, "--games", 1, "--agents", "uniform,uniform")
    assert said.status == 0
    assert "warning" not in said.err


def test_a_name_of_ours_stays_ours(fracas: Give, offer: Callable[..., None]) -> None:
    """An agent under a name of ours is left out with a warning."""
    offer(plugins.AGENTS, "uniform", BAD["raises"][0], "ours")
    assert "Fracas has its own" in warned(fracas("agents"))


def test_of_two_packages_of_one_name_the_first_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of two packages that offer the same name the first is used, with a warning."""
    two = [EntryPoint("x", f"m{n}:X", plugins.AGENTS) for n in range(2)]

    def entry_points(*, group: str) -> EntryPoints:
        return EntryPoints(two if group == plugins.AGENTS else [])

    monkeypatch.setattr(plugins, "entry_points", entry_points)
    with pytest.warns(plugins.PluginWarning, match="both offer 'x'"):
        assert plugins.offered(plugins.AGENTS) == {"x": two[0]}


def test_python_is_warned_as_python_warns(offer: Callable[..., None]) -> None:
    """In Python a broken package is a warning, and an error if it is asked for."""
    offer(plugins.AGENTS, "stranger", BAD["exits"][0], "warned_in_python")
    with pytest.warns(plugins.PluginWarning, match="SystemExit"):
        assert "stranger" not in roster.names()
    with pytest.raises(PluginError, match="SystemExit: 3"):
        roster.agent_class("stranger")


def test_ctrl_c_of_a_person_goes_on() -> None:
    """Ctrl-C while a package is called raises KeyboardInterrupt as usual."""

    def pressed() -> None:
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        plugins.call_guarded(pressed)
