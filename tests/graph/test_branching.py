"""Rounds with a free seat: trees made of parts are the rounds, step by step.

One side of each comparison is `Rounds`, or a reply in which rounds have no parts.
"""

from collections import deque
from math import inf
from typing import Any

import pytest

from sim.conflict.kinds import scopes
from sim.conflict.sights import sight
from sim.conflict.walk import Walk
from sim.graph import clock
from sim.graph.branching import Branching
from sim.graph.choosers import Choosers
from sim.graph.clock import Clock
from sim.graph.parts import PartOutcomes, Position
from sim.graph.reply import SolvedReply, reply
from sim.graph.rounds import Rounds
from sim.graph.sketch import FreeSeat
from sim.library.scenario import Loaded
from sim.run.seating import seat_agents
from sim.seam.events import Seat
from sim.seam.protocol import RuleSystem
from sim.seam.seats import by_seat
from tests.graph.tables import solved, unparted
from tests.graph.test_brute import THRIFTY, TINY, tiny
from tests.tiers import later

NEAR = 1e-12
ROUNDS = 8
"""So many rounds of a conflict are compared, from the first on."""
HELPED = "intensity_helped"
"""Two help each other there, against one who is never asked."""
PATCHED = "dice_pool_violent"
"""Who is hurt there is cared for afterwards."""
FORCED = Seat(2)
QUICK = [(HELPED, FORCED), ("solar_system", Seat(0)), ("skill_roll", Seat(1))]
"""Few rounds, with a part where each begins, or parts with free choices in them."""


def seats_of(name: str) -> list[tuple[str, Seat]]:
    """Return a tiny conflict with its last seat, all seats of who help each other."""
    loaded = tiny(name)
    each = [(name, seat) for seat, _ in by_seat(loaded.system.seats(loaded.scenario))]
    return each if name == HELPED else each[-1:]


EACH = list(
    dict.fromkeys([*QUICK, *(spec for name in TINY for spec in seats_of(name))])
)
FREE = later(EACH, [spec for spec in EACH if spec not in QUICK])

Kinds = tuple[type, ...] | None


class Grown:
    """Rounds as they grow, each numbered when it is first come to."""

    def __init__(self, loaded: Loaded, seat: Seat, kinds: Kinds) -> None:
        """Prepare for the conflict, with *seat* free to make choices of *kinds*."""
        system, seats = loaded.system, loaded.system.seats(loaded.scenario)
        specs = seat_agents(seats, (THRIFTY,))
        others = [Seat(other) for other in range(len(specs)) if other != seat]
        choosers = Choosers(system, seats, specs, may_draw=others)
        begun = Walk(system, system.initial(loaded.scenario)).state
        self.branching = Branching(
            system, choosers, FreeSeat(seat, kinds), lambda _ways: True
        )
        self.rounds = Rounds(system, choosers)
        self.numbers: dict[Position[Any], int] = {(begun, choosers.begin): 0}

    def node(self, position: Position[Any]) -> int:
        """Return the number of a round."""
        return self.numbers.setdefault(position, len(self.numbers))

    def usual(self, root: int) -> tuple[dict[int, float], dict[float, float]]:
        """Return the rounds and the returns that the own agent comes to from *root*."""
        tree = self.branching.tree
        values = dict(tree.values)
        then: dict[int, float] = {}
        ended: dict[float, float] = {}
        waiting = deque([(root, 1.0)])
        while waiting:
            branch, mass = waiting.pop()
            if branch in tree.targets:
                number = tree.targets[branch]
                then[number] = then.get(number, 0.0) + mass
            elif branch in values:
                ended[values[branch]] = ended.get(values[branch], 0.0) + mass
            elif branch in self.branching.usual:
                option = self.branching.usual[branch]
                waiting.append((tree.children(branch)[option], mass))
            else:
                both = zip(tree.children(branch), tree.chances(branch), strict=True)
                waiting += [(child, mass * chance) for child, chance in both]
        return then, ended

    def to_the_end(
        self,
        then: dict[int, float],
        ended: dict[float, float],
        rounds: set[int],
        seat: Seat,
    ) -> None:
        """Play what a tree comes to that is not among *rounds*, in the same round.

        What follows a conflict that is over is no round of its own, but a tree ends
        where it begins.
        """
        positions = list(self.numbers)
        for number in then.keys() - rounds:
            mass, played = then.pop(number), self.rounds.play(positions[number])
            for position, chance in played.then.items():
                onward = self.numbers[position]
                then[onward] = then.get(onward, 0.0) + mass * chance
            for got, chance in returned(played, seat).items():
                ended[got] = ended.get(got, 0.0) + mass * chance


def returned(played: PartOutcomes[Any], seat: Seat) -> dict[float, float]:
    """Return what a *seat* gets at the endings of a round, and how likely."""
    chances: dict[float, float] = {}
    for (_, returns, _), chance in played.ended.items():
        chances[returns[seat]] = chances.get(returns[seat], 0.0) + chance
    return chances


def kinds_of(loaded: Loaded) -> list[Kinds]:
    """Return what may be free: all of it, or one scope of answers."""
    return [None, *scopes(loaded.system).values()]


@pytest.mark.parametrize(("name", "seat"), FREE)
def test_the_own_agent_goes_through_a_tree_as_through_the_round(
    name: str, seat: Seat
) -> None:
    """Whatever is free, the own agent reaches the same rounds with the same chances."""
    loaded = tiny(name)
    for kinds in kinds_of(loaded):
        grown = Grown(loaded, seat, kinds)
        for number in range(ROUNDS):
            if number >= len(grown.numbers):
                break
            here = list(grown.numbers)[number]
            root = grown.branching.grow(here, grown.node)
            then, ended = grown.usual(root)
            played = grown.rounds.play(here)
            expected = {
                grown.numbers[position]: p for position, p in played.then.items()
            }
            grown.to_the_end(then, ended, set(expected), seat)
            assert then == pytest.approx(expected, abs=NEAR)
            assert ended == pytest.approx(returned(played, seat), abs=NEAR)


def replied(
    loaded: Loaded,
    seat: Seat,
    kinds: Kinds,
    rules: RuleSystem[Any],
    within: Clock | None = None,
) -> SolvedReply:
    """Return the reply of *seat* by *rules*."""
    seats = rules.seats(loaded.scenario)
    state = rules.initial(loaded.scenario)
    specs = seat_agents(seats, (THRIFTY,))
    return reply(rules, state, seats, specs, (seat, kinds), clock=within)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seat"), EACH)
def test_parts_change_no_reply(name: str, seat: Seat) -> None:
    """With and without parts a reply has the same value, bounds and rounds."""
    loaded = tiny(name)
    plain = unparted(loaded.system)
    for kinds in kinds_of(loaded):
        by_parts = replied(loaded, seat, kinds, loaded.system)
        stepped = replied(loaded, seat, kinds, plain)
        assert by_parts.whole
        if name == PATCHED:
            # What follows the conflict is a state of its own only without parts.
            assert by_parts.states <= stepped.states
        else:
            assert by_parts.states == stepped.states
        assert worth(by_parts) == pytest.approx(worth(stepped), abs=NEAR)
        assert sights(plain, by_parts) == sights(plain, stepped)


def worth(best_reply: SolvedReply) -> tuple[float, float, float]:
    """Return all that a reply says of its value."""
    return best_reply.value, best_reply.base, best_reply.most


def sights(system: RuleSystem[Any], best_reply: SolvedReply) -> set[str]:
    """Return what is seen at all questions: a saved reply goes by that."""
    return {sight(system, choice.asked, rounds=True) for choice in best_reply.choices}


def test_what_was_asked_is_known_when_the_time_is_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The questions of a reply can still be listed when its time is up."""
    loaded = tiny(HELPED)
    best_reply = replied(loaded, Seat(0), None, loaded.system, Clock(seconds=1_000))
    monkeypatch.setattr(clock, "monotonic", lambda: inf)
    assert best_reply.whole
    assert all(
        len(choice.asked.options) > choice.chosen for choice in best_reply.choices
    )


@pytest.mark.parametrize("specs", [("steady",) * 3, ("first", "bold", "steady")])
def test_who_is_never_asked_gets_what_is_solved(specs: tuple[str, ...]) -> None:
    """A free seat that is never asked is worth what the agents' solution says."""
    loaded = tiny(HELPED)
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    state = system.initial(loaded.scenario)
    best_reply = reply(system, state, seats, specs, (FORCED, None))
    assert not best_reply.choices
    known = solved(loaded, *specs)
    expected = known.returns[FORCED].low
    assert worth(best_reply) == pytest.approx((expected,) * 3, abs=NEAR)
    assert best_reply.states == known.states
