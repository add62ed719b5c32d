"""Dice that add to a roll follow from a rule, which an audit cites."""

from pathlib import Path
from random import Random

import pytest

from sim.laws.walking import walked
from sim.library.registry import rule_system, system_names
from sim.library.scenario import load
from sim.seam.protocol import Chance
from sim.transcript.follow import follow
from tests.rules.walking import shipped

ADDING = {"dice_pool", "solar_system"}
"""The systems in which dice are added to a roll that lies on the table."""
KNIVES = """\
scenario = "dice_pool_knives"
[[round]]
number = 1
says = [
  {{ who = "Ana", does = "wants", intent = "stab him", target = "Boris" }},
  {{ who = "Boris", does = "wants", intent = "cut her", target = "Ana" }},
]
dice = [{{ who = "Ana", faces = {} }}]
"""


@pytest.mark.parametrize("system", system_names())
def test_dice_that_add_to_a_roll_are_asked_for_by_a_rule(system: str) -> None:
    """Dice that extend a roll cite a rule, in conflicts played at random."""
    known = rule_system(system).rules
    added = [
        step.asked
        for loaded in map(load, shipped(system)[:3])
        for luck in range(3)
        for step in walked(loaded.system, loaded.scenario, Random(luck))
        if type(step.asked) is Chance and step.asked.seen
    ]

    assert bool(added) == (system in ADDING)
    for asked in added:
        assert asked.cites
        assert set(asked.cites) <= known.keys()


def test_a_10_without_its_second_throw_cites_the_rule_that_asks_for_it(
    tmp_path: Path,
) -> None:
    """DP-R-02: A 10 without its second throw cites the rule, also at the end."""
    path = tmp_path / "round.toml"
    path.write_text(KNIVES.format("[10]"))
    (finding,) = follow(str(path)).findings

    assert finding.weight == "stop"
    assert finding.rules == ("DP-R-02",)
    assert (
        "no further dice of Ana (contest), expected 1 die [DP-R-02]" in finding.sentence
    )


def test_a_10_with_its_second_throw_is_right(tmp_path: Path) -> None:
    """DP-R-02: A 10 with its second throw behind the others is right."""
    path = tmp_path / "round.toml"
    path.write_text(KNIVES.format("[10, 3]"))

    assert follow(str(path)).findings == []
