"""Golden replays: one conflict of every shipped scenario, as a reader sees it.

Set FRACAS_GOLDEN=write to write them anew, and read what changed before keeping it.
"""

import os
import tomllib
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import msgspec
import pytest

from sim.dice import KeyedDice
from sim.events import Consequence, Event, Fact
from sim.play import play
from sim.protocol import Agent, Decision, Table
from sim.rules.intensity.check import check
from sim.rules.intensity.consequences import GoalsShown, RollsClosed
from sim.rules.intensity.facts import Conceded, PoolClosed, PoolEntered, WentOn
from sim.rules.intensity.harms import EffectsSettled, RoundEnded
from sim.rules.intensity.sheet import Contest
from sim.rules.intensity.state import State
from sim.rules.intensity.system import SYSTEM

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "tests" / "golden" / "intensity"
NAMES = sorted(path.stem for path in (ROOT / "scenarios").glob("intensity_*.toml"))
SILENT = (GoalsShown, RollsClosed, EffectsSettled, RoundEnded, PoolEntered, PoolClosed)
"""What needs no line of its own where everything around it has one."""


class Wanderer(Agent):
    """Silence as often as not, else any option, by a digest; seldom gives up."""

    def __init__(self, luck: int) -> None:
        self.luck = luck
        self.count = 0

    def choose(self, asked: Decision[State]) -> Fact:
        """Return the next option of its way."""
        self.count += 1
        text = f"{self.luck} {asked.who} {self.count}".encode()
        number = int.from_bytes(blake2b(text, digest_size=4).digest(), "big")
        options = asked.options
        if type(options[0]) is WentOn:
            return options[number % 12 == 0]
        return options[0] if number % 2 else options[number // 2 % len(options)]


LUCK = {
    "intensity_auction": 2910,
    "intensity_brawl": 89,
    "intensity_cliff": 64,
    "intensity_heist": 26,
}
"""Whose way is short and meets much of what the scenario is about."""


def load(name: str) -> Contest:
    """Return a shipped scenario."""
    text = (ROOT / "scenarios" / f"{name}.toml").read_text(encoding="utf-8")
    scenario = msgspec.convert(tomllib.loads(text), Contest)
    check(scenario)
    return scenario


def story(name: str, luck: int) -> str:
    """Return one conflict of a scenario as lines."""
    scenario = load(name)
    seats = SYSTEM.seats(scenario)
    agents: list[Agent] = [Wanderer(luck) for _ in seats]
    for seat, agent in enumerate(agents):
        agent.begin(Table(SYSTEM, seat, seats, b""))
    dice = KeyedDice(blake2b(name.encode(), digest_size=32).digest())
    state = SYSTEM.initial(scenario)
    played = play(SYSTEM, state, agents, dice, seats=seats, strict=True)
    lines = [scenario.title, *_told(state, played.events[:-1])]
    lines.append(f"Outcome: {played.outcome.how} [{' '.join(played.outcome.cites)}]")
    for seat, words, share in zip(
        seats, SYSTEM.standing(played.state), played.outcome.returns, strict=True
    ):
        if words:
            dice_ = ", ".join(f"{a} d{size}" for a, size in words["abilities"].items())
            said = f"{words['status']}, {dice_ or 'no dice'}, {words['intensity']}"
            lines.append(f"  {seat.name}: {share:g} ({said} Intensity)")
    return "\n".join(lines) + "\n"


def _told(state: State, events: list[Event]) -> Iterator[str]:
    for event in events:
        line = SYSTEM.tell(state, event)
        if line.startswith("Round") and type(event) not in SILENT:
            yield ""
        cites = event.cites if isinstance(event, Consequence) else ()
        if type(event) not in SILENT:
            yield f"  {line}" + (f" [{' '.join(cites)}]" if cites else "")
        state = SYSTEM.evolve(state, event)


@pytest.mark.parametrize("name", NAMES)
def test_golden(name: str) -> None:
    """The conflict reads as it did."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("FRACAS_GOLDEN") == "write":
        path.write_text(story(name, LUCK[name]), encoding="utf-8")
    assert story(name, LUCK[name]) == path.read_text(encoding="utf-8")


def test_every_scenario_has_a_golden_replay() -> None:
    """A brawl, a cliff, a heist and an auction; what is left out has no line."""
    assert sorted(LUCK) == NAMES
    assert Conceded not in SILENT
