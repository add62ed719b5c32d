"""Whether there is anything to choose is measured and kept: `benchmarks.choices`."""

import pytest

from benchmarks.choices import MARGIN, RESULTS, foregone, idle, replies
from benchmarks.ways import CHOICES, SetOn
from sim.library import scenarios
from sim.protocol import Agent
from sim.rules.intensity.consequences import PoolSpent
from sim.rules.intensity.facts import IntentDeclared
from sim.rules.planets import consequences as c
from sim.scenario import load, source
from tests.agents.tables import conflict

OWN, OTHER, AGENT = ("on:own",), ("on:other",), ("steady",)
HERE, THERE = ("here",), ("there",)


@pytest.mark.parametrize("name", scenarios())
def test_a_shipped_scenario_is_measured_or_says_that_it_is_worked(name: str) -> None:
    """In its first lines: a worked example has no choice to offer."""
    first = source(name).decode().splitlines()[:3]
    assert ("worked example" in " ".join(first)) is not (name in CHOICES)


@pytest.mark.parametrize("name", CHOICES)
def test_no_side_of_what_is_measured_is_foregone(name: str) -> None:
    """By the tables that were kept; there is one for every side that chooses."""
    lines = RESULTS.read_text(encoding="utf-8").splitlines()
    titles = [line for line in lines if line.startswith(f"### {name}, ")]
    assert len(titles) == sum(len(side) > 1 for side in CHOICES[name])
    assert all(title.endswith(": a choice") for title in titles)


def test_a_choice_is_foregone_when_one_way_is_best_whatever_the_reply() -> None:
    """By more than the margin, against every reply, than every other way."""
    found = {(OWN, HERE): 0.6, (OWN, THERE): 0.6, (OTHER, HERE): 0.5}
    close = 0.6 - MARGIN / 2
    assert foregone({**found, (OTHER, THERE): 0.5}) == [OWN]
    assert foregone({**found, (OTHER, THERE): close}) == []
    assert foregone({**found, (OTHER, THERE): 0.7}) == []
    better = {(AGENT, HERE): 0.9, (AGENT, THERE): 0.9, (OTHER, THERE): close}
    assert foregone({**found, **better}) == []


def test_nothing_hangs_on_ways_that_are_worth_the_same() -> None:
    """Against every reply; where one reply tells them apart, there is a choice."""
    same = {(OWN, HERE): 0.6, (OWN, THERE): 0.3, (OTHER, HERE): 0.6}
    assert idle({**same, (OTHER, THERE): 0.3})
    assert not idle({**same, (OTHER, THERE): 0.4})


def test_a_reply_is_what_each_of_the_others_does_at_once() -> None:
    """As many as the longest list has; shorter ones begin again."""
    sides = ((HERE, THERE), (OWN, OTHER), (("a",), ("b",), ("c",)))
    assert replies(sides, 0) == [(*OWN, "a"), (*OTHER, "b"), (*OWN, "c")]


def test_one_who_is_set_on_a_way_keeps_to_it() -> None:
    """From the first round on, whatever is offered, and plays steadily else."""
    race: list[Agent] = [SetOn("sprint") for _ in range(3)]
    played = conflict(load("planets_race"), *race).events
    declared = [one for one in played if isinstance(one, c.IntentDeclared)]
    assert {one.approach for one in declared} == {"sprint"}
    assert not any(isinstance(one, c.IntentChanged) for one in played)
    fight: list[Agent] = [SetOn("make him pay"), SetOn("throw him out")]
    played = conflict(load("intensity_brawl"), *fight).events
    wanted = {(one.who, one.goal) for one in played if isinstance(one, IntentDeclared)}
    assert wanted == {(0, 1), (1, 2)}
    assert any(isinstance(one, PoolSpent) and one.extras for one in played)
