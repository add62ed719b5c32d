"""What every agent promises, checked for each of them in every rule system."""

from itertools import product
from typing import Any

import msgspec
import pytest

from sim.casting.roster import describe, make, names, seated
from sim.conflict.asking import answer
from sim.library.scenario import Loaded
from sim.seam.events import DiceRolled, SeatTaken
from sim.seam.protocol import Agent, Decision
from tests.agents.pennies import PENNIES, Coins, Hidden
from tests.agents.tables import conflict, conflicts, sit

CONFLICTS = conflicts()
QUICK = {
    "lookahead": "lookahead:samples=1,depth=1,width=2",
    "mcts": "mcts:samples=3,depth=1",
}
SPECS = [QUICK.get(name, name) for name in names()]


def places() -> list[Any]:
    """Return every agent with every conflict; the longest search of all is slow."""
    dear = QUICK["lookahead"], "intensity"
    params: list[Any] = []
    for spec, loaded in product(SPECS, CONFLICTS):
        name = loaded.system.name
        marks = [pytest.mark.slow] if (spec, name) == dear else []
        params.append(pytest.param(spec, loaded, id=f"{spec}-{name}", marks=marks))
    return params


@pytest.mark.parametrize(("spec", "loaded"), places())
def test_every_agent_plays_any_system_to_the_end_and_alike_under_the_same_key(
    spec: str, loaded: Loaded
) -> None:
    """Every agent plays every system to an end without a forfeit, and twice alike.

    Two agents from one spec make the same conflict, event by event.
    """
    played = conflict(loaded, spec)

    assert played.outcome.how != "forfeit"
    assert conflict(loaded, spec).events == played.events


@pytest.mark.parametrize("spec", SPECS)
def test_every_agent_forgets_the_last_conflict(spec: str) -> None:
    """The same agent, after another conflict, plays the first one again alike."""
    loaded = CONFLICTS[0]
    agent, company = make(spec), "uniform:concedes=false"
    first = conflict(loaded, agent, company, game=1).events
    conflict(loaded, agent, company, game=2)

    assert conflict(loaded, agent, company, game=1).events == first


@pytest.mark.parametrize("spec", SPECS)
def test_every_agent_is_made_again_from_its_description(spec: str) -> None:
    """An agent made from its recorded description has the same settings."""
    name, version, settings = describe(spec)
    again = seated(SeatTaken("Ann", name, version, settings))

    assert type(again) is type(make(spec))
    assert _settings(again) == _settings(make(spec))


def _settings(agent: Agent) -> dict[str, object]:
    """Return how *agent* is set, and how the agents are that it is made from."""
    return {
        name: (type(value), _settings(value)) if isinstance(value, Agent) else value
        for name, value in vars(agent).items()
    }


@pytest.mark.parametrize("spec", SPECS)
def test_every_agent_has_settings_that_json_holds(spec: str) -> None:
    """Settings are recorded whole, in the order of their names."""
    settings = msgspec.json.decode(describe(spec)[2])

    assert list(settings) == sorted(settings)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seen", [True, False])
def test_every_agent_is_blind_to_what_is_sealed(spec: str, seen: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """Two states that differ in a sealed coin give the same answer."""
    answers = []
    for hidden in (True, False):
        state = PENNIES.evolve(Coins(round=1), Hidden(0, heads=hidden))
        asked = PENNIES.ask(state)
        assert isinstance(asked, Decision)
        agent = sit(make(spec), PENNIES, 1)
        if seen:
            answer(agent, Decision(1, asked.options, Coins(round=1)))
        answers.append(answer(agent, asked))

    assert answers[0] == answers[1]


def test_agents_draw_nothing_from_the_dice() -> None:
    """The first rolls fall alike whether or not an agent imagined others before."""
    rolls = [
        [event for event in played.events if isinstance(event, DiceRolled)][:2]
        for played in (
            conflict(CONFLICTS[0], "lookahead", "steady"),
            conflict(CONFLICTS[0], "steady", "steady"),
        )
    ]

    assert rolls[0] == rolls[1]
