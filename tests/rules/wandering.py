"""One conflict wandered through by luck, told as `fracas replay` tells it."""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

from sim.dice import KeyedDice
from sim.events import Fact
from sim.play import play
from sim.protocol import Agent, Decision, RuleSystem, Table
from sim.telling.story import story

Pick = Callable[[Sequence[Fact], int], Fact]
"""Chooses one of the options by a number."""


class Wanderer(Agent):
    """Goes where *luck* leads, by a digest; *pick* says what a number means."""

    def __init__(self, luck: int, pick: Pick) -> None:
        self.luck = luck
        self.pick = pick
        self.count = 0

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the next option of its way."""
        self.count += 1
        text = f"{self.luck} {asked.who} {self.count}".encode()
        number = int.from_bytes(blake2b(text, digest_size=4).digest(), "big")
        return self.pick(asked.options, number)


def half_silent(options: Sequence[Fact], number: int) -> Fact:
    """Return silence as often as not, else any option."""
    return options[0] if number % 2 else options[number // 2 % len(options)]


def told(
    system: RuleSystem[Any],
    scenario: Any,  # noqa: ANN401 - any system's
    name: str,
    luck: int,
    pick: Pick,
) -> str:
    """Return the story of the conflict that *luck* leads to."""
    seats = system.seats(scenario)
    agents = [Wanderer(luck, pick) for _ in seats]
    for seat, agent in enumerate(agents):
        agent.begin(Table(system, seat, seats, b""))
    dice = KeyedDice(blake2b(name.encode(), digest_size=32).digest())
    start = system.initial(scenario)
    played = play(system, start, agents, dice, seats=seats, strict=True)
    return "\n".join(story(system, scenario, played.events)) + "\n"
