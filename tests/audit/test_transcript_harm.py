"""Common words for harm, and what need not be said, in every system."""

from pathlib import Path

import pytest

from sim.audit.finding import Finding
from sim.conflict.phrases import describe_event
from sim.conflict.replay import steps
from sim.library.catalogue import scenarios
from sim.library.registry import rule_system, system_names
from sim.library.scenario import load
from sim.seam.protocol import Description
from sim.transcript.follow import follow
from sim.transcript.lexicon import Lexicon
from tests.agents.tables import conflict

BRAWL = """\
scenario = "intensity_brawl"
[[round]]
number = 1
says = [
  { who = "Fred", does = "enters a pool" },
  { who = "Fred", does = "picks a die", ability = "brawny" },
  { who = "Fred", does = "adds no more dice" },
  { who = "Bouncer", does = "enters a pool" },
  { who = "Bouncer", does = "uses huge" },
  # more
]
dice = [
  { who = "Fred", faces = [1, 5, 2] },
  { who = "Bouncer", faces = [8, 1, 3] },
]
claims = [
  # claim
]
"""


def brawl(folder: Path, more: str = "", claim: str = "") -> list[Finding]:
    """Return what is found in a round of the brawl."""
    path = folder / "round.toml"
    path.write_text(BRAWL.replace("# more", more).replace("# claim", claim), "utf-8")
    return follow(str(path)).findings


@pytest.mark.parametrize(
    "said", ['does = "picks a die", ability = "brawling"', 'does = "picks pool cue"']
)
def test_die_in_the_pool_anyway_is_no_violation(tmp_path: Path, said: str) -> None:
    """Naming the only die of a category is a note, not a violation."""
    assert brawl(tmp_path) == []
    (finding,) = brawl(tmp_path, f'{{ who = "Fred", {said} }},')
    assert finding.weight == "note"
    assert "is in the pool anyway" in finding.sentence


def test_die_of_nobodys_category_is_a_violation_still(tmp_path: Path) -> None:
    """A second die of a category is a violation if there was a choice."""
    said = '{ who = "Fred", does = "picks a die", ability = "health" },'
    assert [finding.weight for finding in brawl(tmp_path, said)] == ["violation"]


@pytest.mark.parametrize("word", ["harm", "damage", "points", "amount"])
def test_number_of_harm_has_its_common_names(tmp_path: Path, word: str) -> None:
    """The number of harm can be claimed by its common names."""
    claim = f'{{ about = "harm", who = "Fred", {word} = 2 }},'
    assert brawl(tmp_path, claim=claim) == []
    (finding,) = brawl(tmp_path, claim=claim.replace("2", "5"))
    assert "amount 5, but by the rules it is amount 2" in finding.sentence


def harms() -> dict[str, Description]:
    """Return the words of some harm of each system, of its shipped scenarios."""
    by_system: dict[str, Description] = {}
    for name in scenarios():
        loaded = load(name)
        system = loaded.system
        for seed in range(12):
            if system.name in by_system:
                break
            events = conflict(loaded, "uniform", seed=f"{name}{seed}").events
            first = system.initial(loaded.scenario)
            for before, event, _ in steps(system, first, events):
                if type(event).__name__ == "HarmApplied":
                    by_system[system.name] = describe_event(system, before, event)
    return by_system


def test_every_system_has_a_number_of_harm() -> None:
    """In every system harm, damage and points name the number of harm."""
    by_system = harms()
    assert set(by_system) == set(system_names())
    for name, words in by_system.items():
        lexicon = Lexicon(rule_system(name))
        lexicon.learn("HarmApplied", words)
        for word in ("harm", "damage", "points"):
            named = lexicon.claimed({"about": "HarmApplied", word: 3})
            del named["about"]
            lexicon.check("here", "HarmApplied", named)
            assert list(named.values()) == [3]


def test_table_in_a_claim_is_compared_as_far_as_it_goes(tmp_path: Path) -> None:
    """A claim about one entry of a table is compared with that entry alone."""
    claim = '{ about = "status", who = "Bouncer", abilities = { huge = 10 } },'
    assert brawl(tmp_path, claim=claim) == []
    (finding,) = brawl(tmp_path, claim=claim.replace("10", "5"))
    assert "abilities huge 5, but by the rules" in finding.sentence
