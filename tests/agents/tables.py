"""Conflicts in which tests seat agents: the toy, and what the package ships."""

from typing import Any

import msgspec

from sim.casting.roster import make
from sim.conflict.play import Played, play
from sim.dice.pool import KeyedDice
from sim.dice.seed import agent_key, conflict_key
from sim.library.catalogue import scenarios
from sim.library.scenario import Loaded, from_json, load
from sim.seam.events import Fact
from sim.seam.protocol import (
    Agent,
    Appraisal,
    Decision,
    RuleSystem,
    SeatInfo,
    Solving,
    State,
    Table,
)
from tests.noon import SCENARIO, TOY

SEED = "x~00112233445566778899aabbccddeeff"
"""A seed of which no audit says that an agent from a file could have guessed it."""
LOAD = "tests.agents.tables:toy_from_json"
"""Where a worker finds what reads the toy."""


def toy_from_json(data: bytes) -> Loaded:
    """Return the toy's scenario from its canonical JSON."""
    return from_json(data, lookup=lambda _: TOY)


TOY_LOADED = toy_from_json(msgspec.json.encode(SCENARIO, order="sorted"))


def conflicts() -> tuple[Loaded, ...]:
    """Return the toy and one shipped scenario of every rule system."""
    by_system = {"toy": TOY_LOADED}
    for name in scenarios():
        loaded = load(name)
        by_system.setdefault(loaded.system.name, loaded)
    return tuple(by_system.values())


def conflict(
    loaded: Loaded, *specs: str | Agent, game: int = 0, seed: str = "tables"
) -> Played:
    """Play one conflict with *specs* at the participants' seats, over and over."""
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    key = conflict_key(seed, game)
    agents: list[Agent] = []
    players = 0
    for index, seat in enumerate(seats):
        spec: str | Agent = seat.agent
        if seat.side is not None:
            spec = specs[players % len(specs)]
            players += 1
        agent = make(spec) if isinstance(spec, str) else spec
        agent.begin(Table(system, index, seats, agent_key(key, index)))
        agents.append(agent)
    state = system.initial(loaded.scenario)
    return play(system, state, agents, KeyedDice(key), seats=seats, strict=True)


def sit(
    agent: Agent,
    system: RuleSystem[Any] = TOY,
    seat: int = 0,
    seats: tuple[SeatInfo, ...] = (SeatInfo("Ann", 0), SeatInfo("Bo", 1)),
) -> Agent:
    """Return *agent*, sat down at a seat of *system*."""
    agent.begin(Table(system, seat, seats, bytes(32)))
    return agent


class Numbered(Fact, tag="numbered"):
    """An option that is only a number."""

    index: int


class Blank(State, frozen=True):
    """A state in which nothing has to be remembered."""


def index_of(option: Fact) -> int:
    """Return the number that *option* is."""
    assert isinstance(option, Numbered)
    return option.index


def offered(*worths: Appraisal) -> tuple[RuleSystem[Any], Decision[Any]]:
    """Return rules that appraise as told, and a decision with as many options."""
    options = tuple(Numbered(0, index) for index in range(len(worths)))
    system = msgspec.structs.replace(
        TOY,
        solving=Solving(appraise=lambda _, option: worths[index_of(option)]),
    )
    return system, Decision(0, options, Blank(round=1))
