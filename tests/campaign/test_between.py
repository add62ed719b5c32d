"""Choices between chapters go by what the next chapters return with each of them."""

from collections.abc import Callable
from hashlib import blake2b
from random import Random
from typing import Any

import msgspec
import pytest

from sim.agents.cautious import Cautious
from sim.agents.mcts import Mcts
from sim.agents.steady import Steady
from sim.audit.store import StoreAudit
from sim.campaign.load import load
from sim.campaign.plan import cast, plan_of
from sim.conflict.kinds import scopes
from sim.conflict.walk import Walk
from sim.laws.walking import walked
from sim.library.registry import rule_system, system_names
from sim.library.scenario import load as load_scenario
from sim.rules.solar_system.events.interlude import AdvanceBanked, AdvanceBought
from sim.rules.solar_system.facts import HealingTried, Passed
from sim.run.run import run
from sim.seam.events import Fact, Scope
from sim.seam.nodes import Outcome, State
from sim.seam.onward import Seated
from sim.seam.protocol import Agent, Decision, Description, RuleSystem, Table
from sim.store.store import MEMORY, open_store
from tests.rules.walking import shipped

BETWEEN = [
    name
    for name in system_names()
    if rule_system(name).campaigns and Scope.AFTERMATH in scopes(rule_system(name))
]
"""The systems that carry something, and ask what to do about it."""
Worth = Callable[[Description], float]
"""What one carries -> what the next chapters return to one who does."""


def asked_between(name: str, luck: int = 0) -> list[Decision[Any]]:
    """Return choices between chapters that random conflicts of a system came to."""
    system, decisions = rule_system(name), list[Decision[Any]]()
    for scenario in shipped(name):
        for step in walked(system, load_scenario(scenario).scenario, Random(luck)):
            asked = step.asked
            if type(asked) is Decision and len(asked.options) > 1:
                decisions += [asked] * (asked.options[0].scope is Scope.AFTERMATH)
    return decisions


def chosen(
    system: RuleSystem[Any], asked: Decision[Any], worth: Worth, agent: Agent
) -> Fact:
    """Return the choice of one to whom the next chapters return *worth*."""
    assert system.campaigns is not None
    carried = system.campaigns.carried
    who = asked.who

    def onward(state: State, outcome: Outcome, luck: bytes, seated: Seated) -> float:
        del outcome, luck, seated
        return worth(list(carried(state).values())[who])

    seats = system.seats(load_scenario(shipped(system.name)[0]).scenario)
    count = len(system.status(asked.view))
    seats = (*seats, *seats)[:count]
    agent.begin(Table(system, who, seats, bytes(32), onward=onward))
    return agent.choose(asked)


def any_worth(record: Description) -> float:
    """Return some number that differs wherever the record does."""
    data = msgspec.json.encode(record, order="sorted")
    return blake2b(data, digest_size=1).digest()[0] / 255


def _mcts() -> Agent:
    return Mcts(samples=1, of=Steady(), rival=Steady())


@pytest.mark.slow
@pytest.mark.parametrize("agent", [Steady, Cautious, _mcts])
@pytest.mark.parametrize("name", BETWEEN)
def test_every_system_is_judged_by_what_comes_after(
    name: str, agent: Callable[[], Agent]
) -> None:
    """In every system the choices between chapters depend on what comes after."""
    system = rule_system(name)
    asked = [decision for luck in range(4) for decision in asked_between(name, luck)][
        :6
    ]
    assert asked
    pairs = [
        (
            chosen(system, decision, any_worth, agent()),
            chosen(system, decision, lambda record: 1 - any_worth(record), agent()),
        )
        for decision in asked
    ]
    assert any(first != second for first, second in pairs)


def of_kind(kind: type[Fact]) -> Decision[Any]:
    """Return a choice of the Solar System that offers a *kind* of answer."""
    return next(
        decision
        for luck in range(20)
        for decision in asked_between("solar_system", luck)
        if any(type(option) is kind for option in decision.options)
    )


def test_healing_that_is_free_is_taken() -> None:
    """Free healing is tried, unless the next chapters return less after it."""
    system, asked = rule_system("solar_system"), of_kind(HealingTried)
    assert type(chosen(system, asked, lambda _: 0.5, Steady())) is HealingTried
    loses = chosen(system, asked, _hurt, Steady())
    assert not isinstance(loses, HealingTried) or loses.patient != asked.who
    assert type(chosen(system, asked, _hurt, Steady(futures=0))) is Passed


def _hurt(record: Description) -> float:
    return len(record.get("harm", ())) / 10


@pytest.mark.parametrize(
    "useful",
    [
        lambda record: record["abilities"]["Stealth"] != "greenhorn",
        lambda record: record["pools"]["reason"] > 4,
        lambda record: "Secret of the Long Cut" in record["secrets"],
    ],
    ids=["ability", "pool", "secret"],
)
def test_a_useful_purchase_beats_a_useless_one_and_a_bank(useful: Worth) -> None:
    """The purchase that the next chapters return more for is found."""
    system, asked = rule_system("solar_system"), of_kind(AdvanceBought)
    assert system.campaigns is not None
    best = chosen(system, asked, useful, Steady())
    after = system.campaigns.carried(Walk(system, asked.view, best).state)
    assert useful(list(after.values())[asked.who])
    banked = chosen(system, asked, lambda record: record.get("advances", 0), Steady())
    assert type(banked) is AdvanceBanked


@pytest.mark.slow
def test_a_campaign_is_the_same_whoever_plays_it_and_audits_clean() -> None:
    """A campaign has one seal with workers or without, and audits clean."""
    campaign = load("viper_and_zaru")
    plan = plan_of(campaign, cast(campaign, []), seed="between", games=1)
    with open_store(MEMORY, create=True) as store:
        calm = run(plan, store=store)
        assert list(StoreAudit(store).everything()) == []
    with open_store(MEMORY, create=True) as store:
        assert run(plan, store=store, workers=2).seal == calm.seal
