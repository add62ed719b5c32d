"""Commands that say what there is."""

from pathlib import Path

import pytest

from agents.roster import names
from sim.play import FORFEIT_RULE
from sim.registry import SYSTEMS
from sim.scenario import shipped
from tests.cli.conftest import Fracas
from tests.toy import RULES


def test_agents_are_listed_with_their_settings(fracas: Fracas) -> None:
    """Every agent that is shipped, and how it can be set."""
    said = fracas("agents")
    assert said.status == 0
    assert all(name in said.out for name in names())
    listed = fracas("agents", "--json").json()
    assert [one["name"] for one in listed] == list(names())
    assert all(one["about"] for one in listed)


def test_agents_of_a_file_are_described(fracas: Fracas, tmp_path: Path) -> None:
    """One's own agent is as good as any."""
    file = tmp_path / "mine.py"
    file.write_text(
        "from sim.protocol import Agent\n\n\n"
        "class Brave(Agent):\n"
        '    """Never looks back."""\n\n'
        "    def __init__(self, nerve: int = 3) -> None:\n"
        "        self.nerve = nerve\n\n"
        "    def choose(self, asked):\n"
        "        return asked.options[0]\n"
    )
    said = fracas("agents", f"{file}:Brave")
    assert "Brave:nerve=3" in said.out
    assert "Never looks back." in said.out
    assert "did you mean Brave?" in fracas("agents", f"{file}:Brav").refused()


@pytest.mark.parametrize("rule", ["TO-03", "to-03", FORFEIT_RULE])
def test_rules_prints_the_sentence_of_an_id(fracas: Fracas, rule: str) -> None:
    """The sentence behind a citation is one command away."""
    said = fracas("rules", rule)
    assert said.status == 0
    assert said.out.startswith(rule.upper() + "  ")
    assert list(fracas("rules", rule, "--json").json()) == [rule.upper()]


def test_rules_lists_a_system_or_a_chapter(fracas: Fracas) -> None:
    """All rules of a system, or those whose IDs begin alike."""
    assert fracas("rules", "toy", "--json").json() == RULES
    assert fracas("rules", "TO-", "--json").json() == RULES
    assert all(rule in fracas("rules", "toy").out for rule in RULES)


def test_rules_alone_lists_the_systems(fracas: Fracas) -> None:
    """Where to begin when one knows nothing."""
    listed = fracas("rules", "--json").json()
    assert [one["name"] for one in listed] == list(SYSTEMS)
    assert "toy" in fracas("rules").out


def test_rules_unknown_is_answered_with_the_nearest(fracas: Fracas) -> None:
    """A slip in an ID or a name costs one look."""
    assert "did you mean solar_system?" in fracas("rules", "solar_sistem").refused()
    assert "did you mean TO-0" in fracas("rules", "TQ-03").refused()


def test_schema_is_printed(fracas: Fracas) -> None:
    """Editors get a schema of every system's files."""
    assert "$defs" in fracas("schema", "toy").json()
    assert "did you mean planets?" in fracas("schema", "planet").refused()


def test_scenarios_are_listed(fracas: Fracas) -> None:
    """Every shipped scenario, with its system and its seats."""
    listed = fracas("scenarios", "--json").json()
    assert [one["name"] for one in listed] == list(shipped())
    said = fracas("scenarios")
    assert said.status == 0
    assert all(one["title"] in said.out for one in listed)
