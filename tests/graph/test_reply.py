"""Best replies are never worse than what they replace, solved and played."""

from functools import cache
from itertools import pairwise
from math import sqrt
from pathlib import Path

import pytest
from msgspec import structs

from sim.dice.pool import d
from sim.errors import OddsError
from sim.graph.agent_file import source_of_lines
from sim.graph.budget import Budget
from sim.graph.lines import reply_lines
from sim.graph.reply import SolvedReply, reply
from sim.library.scenario import Loaded, load
from sim.rules.solar_system.facts import HarmShared, WentOn
from sim.run.seating import seat_agents
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Asked, Chance
from tests.agents.tables import TOY_LOADED
from tests.graph.tables import played, solved, with_chart
from tests.tiers import later
from tests.toy import State

NEAR = 1e-9
BOULDER, CARDINAL, SPIDERS = "planets_boulder", Seat(0), Seat(1)


def best(
    loaded: Loaded, seat: Seat, *specs: str, budget: Budget | None = None
) -> SolvedReply:
    """Return the best reply of *seat*, with everything free."""
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    state = system.initial(loaded.scenario)
    agents = seat_agents(seats, specs)
    return reply(system, state, seats, agents, (seat, None), budget=budget)


@cache
def of_the_cardinal(spec: str) -> SolvedReply:
    """Return the best reply of the Cardinal to the Spiders, in place of *spec*."""
    return best(load(BOULDER), CARDINAL, spec, "steady")


def test_a_reply_is_never_worse_than_what_it_replaces() -> None:
    """In the toy the best reply returns at least what four shipped agents do."""
    best_reply = best(TOY_LOADED, Seat(0), "steady", "steady")
    for spec in ("steady", "cautious", "first:kind=held", "storyteller"):
        other = solved(TOY_LOADED, spec, "steady").returns[0]
        assert best_reply.value >= other.low - NEAR
    assert best_reply.base == pytest.approx(
        solved(TOY_LOADED, "steady", "steady").returns[0].low, abs=NEAR
    )


def test_what_the_spiders_can_do() -> None:
    """The spiders have no better reply than their default agent."""
    best_reply = best(load(BOULDER), SPIDERS, "steady", "steady")
    assert best_reply.whole
    assert best_reply.value == pytest.approx(0.01109432, abs=1e-6)
    assert best_reply.base == pytest.approx(best_reply.value, abs=NEAR)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "base"), [("first", 0.46849252), ("cautious", 0.78736497)]
)
def test_what_the_cardinal_can_do_better_than_others(spec: str, base: float) -> None:
    """The Cardinal's best reply has a known value, which the default agent reaches."""
    best_reply = of_the_cardinal(spec)
    assert best_reply.whole
    assert best_reply.value == pytest.approx(0.98890568, abs=1e-6)
    assert best_reply.base == pytest.approx(base, abs=1e-6)
    default = solved(load(BOULDER), "steady", "steady").returns[0]
    assert default.low == pytest.approx(best_reply.value, abs=1e-6)


def test_too_little_room_leaves_a_lower_bound() -> None:
    """With too few states the value of a reply is a lower bound."""
    loaded = load(BOULDER)
    some = best(loaded, SPIDERS, "steady", "steady", budget=Budget(states=20))
    assert some.full == "20 states"
    best_there_is = best(loaded, SPIDERS, "steady", "steady").value
    assert some.value <= best_there_is + NEAR
    assert some.most >= best_there_is - NEAR


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["first", "cautious"])
def test_more_room_for_choices_is_never_worse(spec: str) -> None:
    """With more states a reply is at least as good; beyond them the agent plays."""
    loaded = load(BOULDER)
    own = solved(loaded, spec, "steady").returns[0].low
    values = [own]
    budgets = [Budget(states=states) for states in (800, 1_600)]
    some = [best(loaded, CARDINAL, spec, "steady", budget=budget) for budget in budgets]
    for best_reply in (*some, of_the_cardinal(spec)):
        assert not best_reply.full
        assert best_reply.base == pytest.approx(own, abs=NEAR)
        assert best_reply.whole == (not best_reply.closed)
        values.append(best_reply.value)
    assert values == sorted(values)
    assert values[1] < values[-1]
    assert best_reply.whole


@pytest.mark.slow
def test_freeing_more_is_never_worse() -> None:
    """With more kinds of decision free, a reply is at least as good."""
    loaded, seat = load("skill_page"), Seat(1)
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    state = system.initial(loaded.scenario)
    agents = list(seat_agents(seats, ("steady",)))
    agents[seat] = "first"
    whole = reply(system, state, seats, agents, (seat, None))
    assert whole.whole
    asked = [
        type(option) for choice in whole.choices for option in choice.asked.options
    ]
    kinds = tuple(dict.fromkeys(asked))
    assert len(kinds) > 2
    values = [
        reply(system, state, seats, agents, (seat, kinds[:count])).value
        for count in range(len(kinds) + 1)
    ]
    values.append(whole.value)
    assert values[0] == pytest.approx(whole.base, abs=NEAR)
    assert all(less <= more + NEAR for less, more in pairwise(values))
    assert values[-2] == pytest.approx(values[-1], abs=NEAR)


def test_a_round_that_is_too_wide_says_what_to_free_instead() -> None:
    """A round with too many ways is refused, with kinds of decision to free."""
    loaded = load("dice_pool_debate")
    with pytest.raises(OddsError) as refused:
        best(loaded, Seat(0), "steady", "steady", budget=Budget(states=256))
    said = str(refused.value)
    assert said.startswith("one round has more than 256 ways through it")
    assert "(`--free`), such as intention, action, " in said


def crowded(rounds: int) -> Loaded:
    """Return the toy with more dice than can be read after so many *rounds*."""

    def ask(state: State) -> Asked[State]:
        asked = TOY_LOADED.system.ask(state)
        if type(asked) is not Chance or state.round <= rounds:
            return asked
        return structs.replace(asked, pool=(d(6),) * 9)

    return structs.replace(
        TOY_LOADED, system=structs.replace(TOY_LOADED.system, ask=ask)
    )


def test_where_dice_are_too_many_to_free_choices_the_own_agent_plays_on() -> None:
    """In rounds with too many dice the own agent plays; elsewhere the seat is free."""
    few = best(crowded(2), Seat(0), "first", "first")
    more = best(crowded(4), Seat(0), "first", "first")
    for best_reply in (few, more):
        assert (best_reply.closed, best_reply.full) == ("2000000 faces of one roll", "")
        assert best_reply.base == pytest.approx(0.5, abs=NEAR)
    assert 0.5 < few.value < more.value
    assert more.value < best(TOY_LOADED, Seat(0), "first", "first").value


def test_where_dice_are_too_many_for_all_nothing_is_promised() -> None:
    """If nothing can be followed past some dice, values are only bounds."""
    best_reply = best(crowded(1), Seat(0), "first", "first:kind=pressed")
    assert best_reply.full == "2000000 faces of one roll"
    whole = best(TOY_LOADED, Seat(0), "first", "first:kind=pressed")
    assert best_reply.value < whole.value
    assert best_reply.base <= whole.base <= best_reply.at_most({})
    bounds = solved(crowded(1), "first", "first:kind=pressed")
    assert bounds.full == "2000000 faces of one roll"
    assert bounds.open > 0


def test_a_first_round_of_too_many_dice_is_refused() -> None:
    """A first round with too many dice is refused."""
    with pytest.raises(OddsError, match="9 dice has more than 2000000 faces, and"):
        best(crowded(0), Seat(0), "first", "first")


@pytest.mark.slow
def test_a_saved_reply_plays_to_its_value(tmp_path: Path) -> None:
    """The file of a reply returns the printed value, solved and in play."""
    loaded = load(BOULDER)
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    best_reply = of_the_cardinal("cautious")
    assert best_reply.whole
    lines = reply_lines(system, seats, CARDINAL, best_reply)
    assert best_reply.base - NEAR <= lines.value
    file = tmp_path / "cardinal.py"
    text = source_of_lines("A reply.", lines.lines, "cautious", system.name)
    file.write_text(text, encoding="utf-8")
    exact = solved(loaded, str(file), "steady").returns[0]
    assert exact.low == pytest.approx(lines.value, abs=NEAR)
    games = 400
    shares = played(loaded, (str(file), "steady"), games)
    mean = sum(kind[1][0] * share for kind, share in shares.items())
    square = sum(kind[1][0] ** 2 * share for kind, share in shares.items())
    error = sqrt((square - mean * mean) / games)
    assert abs(mean - lines.value) < 4 * error


@pytest.mark.slow
def test_the_lines_are_worth_what_they_say(tmp_path: Path) -> None:
    """The agent written from the lines returns their value, solved and in play."""
    loaded = load(BOULDER)
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    best_reply = of_the_cardinal("first")
    assert best_reply.value == pytest.approx(0.98891, abs=1e-5)
    lines = reply_lines(system, seats, CARDINAL, best_reply)
    assert 0 < len(lines.lines) <= 8
    assert (
        lines.value
        >= best_reply.base + 0.99 * (best_reply.value - best_reply.base) - NEAR
    )
    file = tmp_path / "cardinal.py"
    text = source_of_lines("A reply.", lines.lines, "first", loaded.system.name)
    file.write_text(text, encoding="utf-8")
    exact = solved(loaded, str(file), "steady")
    assert exact.returns[0].low == pytest.approx(lines.value, abs=NEAR)
    games = played(loaded, (str(file), "steady"), 100)
    mean = sum(kind[1][0] * share for kind, share in games.items())
    assert abs(mean - lines.value) < 0.1


@pytest.mark.parametrize("kind", later([WentOn, HarmShared], [WentOn]))
def test_parts_change_no_reply(kind: type[Fact]) -> None:
    """A reply is the same with and without parts, for every kind of answer."""
    loaded = load("alley", {"max_volleys": "2"})
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    chart = structs.replace(system.solving.chart, part=None)
    replies = []
    for rules in (system, with_chart(system, chart)):
        state = rules.initial(loaded.scenario)
        agents = seat_agents(seats, ("steady", "steady"))
        replies.append(reply(rules, state, seats, agents, (Seat(1), (kind,))))
    with_parts, plain = replies
    assert with_parts.value == pytest.approx(plain.value, abs=NEAR)
    assert with_parts.base == pytest.approx(plain.base, abs=NEAR)
    assert with_parts.value >= with_parts.base - NEAR
    assert with_parts.whole
