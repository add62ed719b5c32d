"""Rounds that do not know their number end at the limit of rounds all the same."""

from typing import Any

import msgspec
import pytest
from msgspec import structs

from sim.graph.reply import reply
from sim.library.scenario import Loaded
from sim.seam.chart import Chart
from sim.seam.events import Seat
from sim.seam.protocol import RuleSystem
from sim.study.solving import solution
from tests.agents.tables import toy_from_json
from tests.graph.tables import solved
from tests.noon import SCENARIO, TOY
from tests.toy import Rulings, State, Waits

NEAR = 1e-9
LIMIT = 4


def _blind(state: State) -> State:
    """Forget the round where one begins, but for the last."""
    begins = state.waits is Waits.ANSWER and state.turn == 0
    if begins and state.round < LIMIT:
        return structs.replace(state, round=0)
    return state


TIMELESS: RuleSystem[Any] = structs.replace(
    TOY,
    solving=structs.replace(
        TOY.solving, essence=_blind, chart=Chart(timeless=lambda _: LIMIT)
    ),
)


def toy(nerve: int) -> Loaded:
    """Return the toy with few rounds, and so much nerve."""
    short = structs.replace(SCENARIO, rulings=Rulings(round_limit=LIMIT, nerve=nerve))
    return toy_from_json(msgspec.json.encode(short, order="sorted"))


@pytest.mark.parametrize("nerve", [4, 9])
@pytest.mark.parametrize("agents", ["steady", "cautious", "first:kind=pressed"])
def test_who_forgets_the_round_comes_to_the_same(nerve: int, agents: str) -> None:
    """Endings, returns and length are the same if rounds know no number."""
    loaded = toy(nerve)
    plain = solved(loaded, agents, "first:kind=pressed")
    blind = solved(loaded, agents, "first:kind=pressed", system=TIMELESS)
    assert blind.exact
    assert set(blind.outcomes) == set(plain.outcomes)
    for kind, chance in plain.outcomes.items():
        assert blind.outcomes[kind] == pytest.approx(chance, abs=NEAR)
    assert blind.length == pytest.approx(plain.length, abs=NEAR)


def test_a_deadlock_ends_by_the_limit_as_in_play() -> None:
    """A conflict in which nobody ever acts is a deadlock, ended by the limit."""
    slow = solved(toy(4), "storyteller", "storyteller", system=TIMELESS)
    assert slow.deadlock.low == pytest.approx(1.0, abs=NEAR)
    assert set(slow.endings) == {"round limit"}
    loaded = structs.replace(toy(4), system=TIMELESS)
    words = solution(loaded, ("storyteller", "storyteller")).to_dict()
    assert words["deadlock"] == pytest.approx(1.0, abs=NEAR)
    assert set(words["endings"]) == {"round limit"}
    assert slow.length == LIMIT
    plain = solved(toy(4), "storyteller", "storyteller")
    assert plain.outcomes == slow.outcomes


def test_slow_play_is_no_deadlock() -> None:
    """A conflict that could still end is ended by the limit, and is no deadlock."""
    slow = solved(toy(40), "first:kind=pressed", "storyteller", system=TIMELESS)
    assert slow.deadlock.high == 0.0
    assert slow.endings["round limit"].low > 0


@pytest.mark.parametrize("nerve", [4, 9])
def test_a_reply_knows_when_the_limit_comes(nerve: int) -> None:
    """The best reply is worth the same if rounds know no number."""
    loaded = toy(nerve)
    seats = TOY.seats(loaded.scenario)
    replies = [
        reply(
            system,
            system.initial(loaded.scenario),
            seats,
            ("storyteller", "first:kind=pressed"),
            (Seat(0), None),
        )
        for system in (TOY, TIMELESS)
    ]
    assert replies[0].value == pytest.approx(replies[1].value, abs=NEAR)
    assert replies[0].base == pytest.approx(replies[1].base, abs=NEAR)
    assert replies[0].value >= replies[0].base - NEAR
