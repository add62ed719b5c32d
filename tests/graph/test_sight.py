"""Replies to stochastic agents go by what is seen, and not by what is hidden.

The other side of each comparison follows every answer and all dice through the seam,
and groups them by what the seat has in view when it is asked: no essence, no cut, no
parts, nothing merged.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import reduce
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sim.casting.roster import make
from sim.errors import AgentError, OddsError
from sim.graph.readings import readings_of
from sim.graph.reply import SolvedReply, reply
from sim.library.scenario import Loaded, load
from sim.run.seating import seat_agents
from sim.seam.events import Event, Fact, Seat
from sim.seam.protocol import Chance, Decision, Due, Outcome, RuleSystem, State, Table
from sim.seam.seats import by_seat
from tests.agents.pennies import PENNIES, Coins
from tests.graph.tables import played
from tests.graph.test_brute import tiny

NEAR = 1e-9
EVEN = Seat(1)
SEATS = PENNIES.seats(None)

Seen = Callable[[Decision[Any], State], Hashable]
"""(question, state) -> what whoever answers goes by."""


def best(loaded: Loaded, seat: int, *specs: str) -> SolvedReply:
    """Return the best reply of *seat*, with everything free."""
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    state = system.initial(loaded.scenario)
    return reply(system, state, seats, seat_agents(seats, specs), (Seat(seat), None))


def by_sight(asked: Decision[Any], state: State) -> Hashable:
    """Go by what is in view."""
    del state
    return asked.view, asked.options


def by_peeping(asked: Decision[Any], state: State) -> Hashable:
    """Go by everything, hidden or not."""
    return state, asked.options


Reached = dict[tuple[State, Outcome | Decision[Any]], float]


class Followed:
    """Everything that may happen, with the best answers of *seat* by what is *seen*."""

    def __init__(
        self, loaded: Loaded, seat: int, seen: Seen, others: str = "uniform"
    ) -> None:
        self.system: RuleSystem[Any] = loaded.system
        seats = self.system.seats(loaded.scenario)
        self.others = [make(others) for _ in seats]
        for place, agent in by_seat(self.others):
            agent.begin(Table(self.system, place, seats, bytes(32)))
        self.seat = seat
        self.seen = seen
        self.known: dict[State, Reached] = {}

    def best(self, belief: Mapping[State, float]) -> float:
        """Return the best that is got of *belief*, times its mass."""
        total = 0.0
        groups: dict[Hashable, tuple[Decision[Any], dict[State, float]]] = {}
        for begun, mass in belief.items():
            for (state, asked), chance in self.reached(begun).items():
                if type(asked) is Outcome:
                    total += mass * chance * asked.returns[self.seat]
                    continue
                assert type(asked) is Decision
                _, group = groups.setdefault(self.seen(asked, state), (asked, {}))
                group[state] = group.get(state, 0.0) + mass * chance
        for asked, group in groups.values():
            total += max(
                self.best(self.after(group, option)) for option in asked.options
            )
        return total

    def after(self, belief: Mapping[State, float], fact: Fact) -> dict[State, float]:
        """Return what *belief* becomes by that answer."""
        left: dict[State, float] = {}
        for state, mass in belief.items():
            there = self.told(state, (fact, *self.system.decide(state, fact)))
            left[there] = left.get(there, 0.0) + mass
        return left

    def told(self, state: State, events: Sequence[Event]) -> State:
        """Return *state* after *events*."""
        return reduce(self.system.evolve, events, state)

    def reached(self, state: State) -> Reached:
        """Return the ends and questions of the seat that come next, with chances."""
        if (known := self.known.get(state)) is not None:
            return known
        asked = self.system.ask(state)
        chances = self.known[state] = {}
        if type(asked) is Outcome or (
            type(asked) is Decision and asked.who == self.seat
        ):
            chances[state, asked] = 1.0
            return chances
        for events, chance in self.nexts(state, asked):
            for there, share in self.reached(self.told(state, events)).items():
                chances[there] = chances.get(there, 0.0) + chance * share
        return chances

    def nexts(
        self, state: State, asked: object
    ) -> Iterator[tuple[tuple[Event, ...], float]]:
        """Yield what may happen in *state*, and how likely each is."""
        if type(asked) is Due:
            yield asked.events, 1.0
            return
        if type(asked) is Chance:
            cases = readings_of(asked.pool, asked.read)
            facts: list[tuple[Fact, float]] = [
                (asked.rolled(faces), chance) for faces, chance in cases
            ]
        else:
            assert type(asked) is Decision
            facts = list(self.others[asked.who].chances(asked).items())
        for fact, chance in facts:
            yield (fact, *self.system.decide(state, fact)), chance


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seat"),
    [
        ("dice_pool", 1),
        ("planets", 0),
        ("planets", 1),
        ("skill_roll", 0),
        ("skill_roll", 1),
        ("skill_roll_fight", 1),
        ("solar_system", 0),
    ],
)
def test_the_best_reply_to_a_stochastic_agent_goes_by_what_is_seen(
    name: str, seat: int
) -> None:
    """The best reply to a random agent is the best by hand, over what the seat sees."""
    loaded = tiny(name)
    best_reply = best(loaded, seat, *_against("uniform", seat))
    by_hand = Followed(loaded, seat, by_sight)
    assert best_reply.whole
    begun = loaded.system.initial(loaded.scenario)
    assert best_reply.value == pytest.approx(by_hand.best({begun: 1.0}), abs=NEAR)
    assert best_reply.value >= best_reply.base - NEAR


@pytest.mark.slow
def test_whoever_peeps_gets_more() -> None:
    """The best reply does not use a wager that its seat cannot see."""
    loaded = tiny("dice_pool")
    begun = loaded.system.initial(loaded.scenario)
    peeping = Followed(loaded, 1, by_peeping).best({begun: 1.0})
    assert best(loaded, 1, "uniform", "steady").value < peeping - 0.005


@pytest.mark.slow
def test_dice_that_are_covered_are_not_seen_either() -> None:
    """The best reply does not use dice that are still covered."""
    file = Path(__file__).parent / "tiny" / "dice_pool_violent.toml"
    loaded = load(str(file), {"boost_timing": "after"})
    begun = loaded.system.initial(loaded.scenario)
    other = "never:of=steady,kind=boosted"
    sight, peeping = (
        Followed(loaded, 0, seen, other).best({begun: 1.0})
        for seen in (by_sight, by_peeping)
    )
    assert best(loaded, 0, "steady", other).value == pytest.approx(sight, abs=NEAR)
    assert peeping > sight + 0.02


@pytest.mark.slow
def test_noise_within_noise_is_blind_apart_from_it() -> None:
    """Against noise within noise, play returns what its chances come to."""
    loaded = load("planets_boulder")
    spec = "noise:of=noise:share=0.5;of=first,share=0.5"
    best_reply = best(loaded, 1, spec, "steady")
    games = 1_500
    shares = played(loaded, (spec, "steady"), games)
    mean = sum(kind[1][1] * share for kind, share in shares.items())
    square = sum(kind[1][1] ** 2 * share for kind, share in shares.items())
    error = sqrt((square - mean * mean) / games)
    assert abs(mean - best_reply.base) < 4 * error


def _against(spec: str, seat: int) -> tuple[str, str]:
    return ("steady", spec) if seat == 0 else (spec, "steady")


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("uniform", 0.5),
        ("noise:of=storyteller,share=0.2", 0.9),
        ("noise:of=storyteller,share=0", 1.0),
        ("noise:of=uniform,share=0.2", 0.5),
        ("delay:of=uniform", 1.0),
        ("switch:of=storyteller,then=uniform,at=1", 0.5),
        ("never:of=uniform,kind=concede", 0.5),
    ],
)
def test_a_hidden_coin_is_guessed_as_well_as_can_be(spec: str, value: float) -> None:
    """A hidden coin that is shown by known chances is guessed as well as possible."""
    best_reply = reply(
        PENNIES, PENNIES.initial(None), SEATS, (spec, "steady"), (EVEN, None)
    )
    assert best_reply.value == pytest.approx(value, abs=NEAR)
    assert len(best_reply.choices) == 1


def _next_round(state: Coins, event: Event) -> Coins:
    after = PENNIES.evolve(state, event)
    return structs.replace(after, round=state.round + 1)


def _hidden(state: Coins, seat: Seat) -> Coins:
    return structs.replace(state, first=None) if seat == EVEN else state


def test_what_stays_hidden_beyond_a_round_is_refused() -> None:
    """A conflict in which something stays hidden beyond its round is refused."""
    lasting = structs.replace(PENNIES, evolve=_next_round, view=_hidden)
    begun = lasting.initial(None)
    with pytest.raises(OddsError, match="uniform at Odd drew is still hidden from"):
        reply(lasting, begun, SEATS, ("uniform", "steady"), (EVEN, None))
    sure = reply(lasting, begun, SEATS, ("storyteller", "steady"), (EVEN, None))
    assert sure.value == 1.0


STICKY = """
from sim.seam.protocol import Agent


class Sticky(Agent):
    draws = True
    lot = None

    def begin(self, table):
        super().begin(table)
        self.lot = None

    def memory(self):
        return (self.lot,)

    def restore(self, memory):
        (self.lot,) = memory

    def choose(self, asked):
        if self.lot is None:
            self.lot = self.table.random.random() < 0.5
        return asked.options[0 if self.lot else -1]

    def chances(self, asked):
        ends = asked.options[0], asked.options[-1]
        return dict.fromkeys(ends, 1 / len(set(ends)))
"""


def test_a_draw_that_is_remembered_is_refused_by_name(tmp_path: Path) -> None:
    """An agent that draws once and remembers what it drew is refused, by name."""
    file = tmp_path / "sticky.py"
    file.write_text(STICKY, encoding="utf-8")
    with pytest.raises(AgentError, match="Toad remembers what it drew"):
        best(tiny("skill_roll_fight"), 0, "steady", str(file))


LIAR = """
from sim.seam.protocol import Agent


class Liar(Agent):
    draws = True

    def memory(self):
        return ()

    def choose(self, asked):
        return asked.options[{chosen}]

    def chances(self, asked):
        return {{{chances}}}
"""


@pytest.mark.parametrize(
    ("chosen", "chances", "said"),
    [
        (
            "0",
            "one: 1 / len(asked.options) for one in asked.options",
            "does not choose",
        ),
        (
            "len(asked.options) // 2",
            "one: 1 / len(asked.options) for one in asked.options",
            "does not choose",
        ),
        ("0", "asked.options[-1]: 1.0", "does not choose"),
        ("0", "asked.options[0]: 0.5", "do not add up to 1"),
        ("0", "one: 0 for one in asked.options", "are not above 0"),
        ("0", "'heads': 1.0", "told a chance of 'heads', not an option"),
        ("9999", "asked.options[0]: 1.0", "raised IndexError"),
    ],
)
def test_who_does_not_draw_as_it_says_is_named(
    tmp_path: Path, chosen: str, chances: str, said: str
) -> None:
    """An agent with wrong chances is refused, by name."""
    file = tmp_path / "liar.py"
    file.write_text(LIAR.format(chosen=chosen, chances=chances), encoding="utf-8")
    loaded = tiny("skill_roll_fight")
    with pytest.raises(AgentError, match=said) as refused:
        best(loaded, 0, "steady", str(file))
    assert "Toad" in str(refused.value)


def test_who_replies_draws_no_lots() -> None:
    """A seat whose own agent is stochastic is refused, by name."""
    with pytest.raises(AgentError, match="uniform at Frog is stochastic"):
        best(tiny("skill_roll"), 0, "uniform", "uniform")


def test_a_stochastic_agent_is_followed_where_nothing_is_free() -> None:
    """With nothing free a reply is the own agent, against the same agents."""
    loaded = tiny("planets")
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    agents = seat_agents(seats, ("uniform", "steady"))
    state = system.initial(loaded.scenario)
    own = reply(system, state, seats, agents, (Seat(1), ()))
    assert own.value == pytest.approx(own.base, abs=NEAR)
    whole = best(loaded, 1, "uniform", "steady")
    assert own.base == pytest.approx(whole.base, abs=NEAR)
    assert own.value <= whole.value + NEAR
