"""Golden replays: one conflict of every shipped scenario, column by column.

Set FRACAS_GOLDEN=write to write them anew, and read what changed before keeping it.
"""

import os
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import pytest

from sim.dice import KeyedDice
from sim.events import Consequence, Event, Fact
from sim.play import play
from sim.protocol import Agent, Decision, Table
from sim.rules.planets.consequences import RoundOpened
from sim.rules.planets.facts import Conceded
from sim.rules.planets.state import Standing
from sim.rules.planets.system import SYSTEM
from sim.scenario import load

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "tests" / "golden" / "planets"
NAMES = sorted(path.stem for path in (ROOT / "scenarios").glob("planets_*.toml"))

LUCK = {
    "planets_arm_wrestle": 337,
    "planets_boulder": 292,
    "planets_race": 188,
    "planets_siege": 18,
}
"""Whose way is short and meets much of what the scenario is about."""


class Wanderer(Agent):
    """Silence as often as not, else any option, by a digest; never gives up."""

    def __init__(self, luck: int) -> None:
        """Wander by *luck*."""
        self.luck = luck
        self.count = 0

    def choose(self, asked: Decision[Standing]) -> Fact:
        """Return the next option of its way."""
        self.count += 1
        text = f"{self.luck} {asked.who} {self.count}".encode()
        number = int.from_bytes(blake2b(text, digest_size=4).digest(), "big")
        options = [one for one in asked.options if not isinstance(one, Conceded)]
        return options[0] if number % 2 else options[number // 2 % len(options)]


def events_of(name: str, luck: int) -> tuple[list[Event], Standing, list[str]]:
    """One conflict of a scenario: its events, its start, and how it ended."""
    scenario = load(name).scenario
    seats = SYSTEM.seats(scenario)
    agents: list[Agent] = [Wanderer(luck) for _ in seats]
    for seat, agent in enumerate(agents):
        agent.begin(Table(SYSTEM, seat, seats, b""))
    dice = KeyedDice(blake2b(name.encode(), digest_size=32).digest())
    state = SYSTEM.initial(scenario)
    played = play(SYSTEM, state, agents, dice, seats=seats, strict=True)
    ends = [
        f"Outcome: {played.outcome.how} [{' '.join(played.outcome.cites)}]",
        *(
            f"  {seat.name}: {share:g}"
            for seat, share in zip(seats, played.outcome.returns, strict=True)
        ),
    ]
    return played.events[:-1], state, ends


def story(name: str, luck: int) -> str:
    """Return one conflict of a scenario as lines."""
    events, state, ends = events_of(name, luck)
    title = load(name).scenario.title
    return "\n".join([title, *_told(state, events), "", *ends]) + "\n"


def _told(state: Standing, events: list[Event]) -> Iterator[str]:
    for event in events:
        first, *column = SYSTEM.tell(state, event).split("\n")
        cites = event.cites if isinstance(event, Consequence) else ()
        if isinstance(event, RoundOpened):
            yield ""
        yield f"  {first}" + (f" [{' '.join(cites)}]" if cites else "")
        yield from (f"  {row}" for row in column)
        state = SYSTEM.evolve(state, event)


@pytest.mark.parametrize("name", NAMES)
def test_golden(name: str) -> None:
    """The conflict reads as it did."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("FRACAS_GOLDEN") == "write":
        path.write_text(story(name, LUCK[name]), encoding="utf-8")
    assert story(name, LUCK[name]) == path.read_text(encoding="utf-8")


def test_every_scenario_has_a_golden_replay() -> None:
    """The arm wrestle and the boulder of the text, a race, a siege."""
    assert sorted(LUCK) == NAMES
    assert len(NAMES) >= 4


def test_a_column_is_drawn_with_the_lowest_die_on_top() -> None:
    """Values ascend, positions descend, and marks say favored and opposed."""
    lines = story(NAMES[0], LUCK[NAMES[0]]).splitlines()
    start = next(i for i, line in enumerate(lines) if "reads" in line)
    rows = [line.split() for line in lines[start + 1 : start + 4]]
    shown = [int(row[1]) for row in rows]
    assert shown == sorted(shown)
    assert all(row[0] == "|" for row in rows)
