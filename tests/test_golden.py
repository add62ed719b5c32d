"""Golden replays: one conflict of every shipped scenario, as a reader sees it.

When a story has changed on purpose, write them anew with

    python -m tests.test_golden --write

and read what changed before keeping it. Planets and Intensity choose their conflicts by
luck, in tests/rules; every shipped scenario of every system must have one.
"""

import sys
from pathlib import Path

import pytest

from sim.codec import decode
from sim.run.chunk import Job, finished, play_chunk
from sim.run.run import make_plan
from sim.scenario import load, shipped
from sim.telling.story import story

GOLDEN = Path(__file__).parent / "golden"
SYSTEM = "solar_system"
SEEDS = {
    "alley": "golden 107",
    "ambush": "golden 168",
    "footrace": "golden 93",
    "guitar_duel": "golden 31",
    "stuck_door": "golden 99",
}
"""Scenario -> a seed whose first game is worth reading; its own agents play it."""


def told(name: str) -> str:
    """Return the story of the first game of a scenario's seed."""
    loaded = load(name)
    system, scenario = loaded.system, loaded.scenario
    agents = [seat.agent for seat in system.seats(scenario)]
    plan = make_plan(loaded, agents, seed=SEEDS[name])
    (sealed,) = finished(play_chunk(Job(plan, 0, 1)))
    events = decode(system, [row for _, row in sealed.rows])
    return "\n".join(story(system, scenario, events)) + "\n"


def golden(name: str) -> Path:
    """Return where the golden replay of a scenario is kept."""
    return GOLDEN / load(name).system.name / f"{name}.txt"


@pytest.mark.parametrize("name", sorted(SEEDS))
def test_the_story_reads_as_it_did(name: str) -> None:
    """The same game is told in the same words, down to its seal."""
    assert told(name) == golden(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", shipped())
def test_every_shipped_scenario_has_a_golden_replay(name: str) -> None:
    """Whatever ships has been read by somebody once."""
    assert golden(name).read_text(encoding="utf-8").strip()


def test_every_golden_replay_is_of_a_shipped_scenario() -> None:
    """None is left of a scenario that is gone, and the seeds fit what ships."""
    kept = {path.stem for path in GOLDEN.rglob("*.txt")}
    assert kept <= set(shipped())
    ours = {name for name in shipped() if load(name).system.name == SYSTEM}
    assert set(SEEDS) == ours


def write() -> None:
    """Write the golden replays anew."""
    for name in SEEDS:
        path = golden(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(told(name), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.test_golden --write")
    write()
