"""The agent that is written from a whole reply is worth what the reply is.

What it is worth is solved anew, with its file for an agent like any other.
"""

from pathlib import Path

import pytest
from msgspec import structs

from sim.conflict.sights import sight
from sim.conflict.walk import Walk
from sim.graph.agent_file import source_of_policy
from sim.graph.policy import policy_of
from sim.graph.reply import reply
from sim.library.scenario import Loaded, load
from sim.run.seating import seat_agents
from sim.seam.events import Seat
from sim.seam.protocol import Decision
from sim.seam.seats import by_seat
from tests.graph.tables import solved
from tests.graph.test_brute import TINY, tiny

NEAR = 1e-9


def _solved_again(
    loaded: Loaded, seat: int, own: str, file: Path, *, apart: bool = False
) -> tuple[float, ...]:
    """Return the best, what its policy is said to be worth, and what its file is."""
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    specs = ["steady"] * sum(seat.side is not None for seat in seats)
    specs[seat] = own
    begun, agents = system.initial(loaded.scenario), seat_agents(seats, specs)
    best_reply = reply(system, begun, seats, agents, (Seat(seat), None), apart=apart)
    assert best_reply.whole
    whole = policy_of(system, best_reply)
    file.write_text(source_of_policy("A reply.", (), own, whole), encoding="utf-8")
    specs[seat] = str(file)
    again = solved(loaded, *specs).returns[seat]
    assert again.high - again.low < NEAR
    assert best_reply.value >= best_reply.base - NEAR
    return best_reply.value, whole.value, again.low


OWN = ("first", "cautious", "miser")
"""Agents that play as it comes, give up at once, or save what they can."""


def each_seat() -> list[tuple[str, Seat]]:
    """Return every tiny conflict with each of its seats that takes part."""
    taken: list[tuple[str, Seat]] = []
    for name in TINY:
        loaded = tiny(name)
        seats = loaded.system.seats(loaded.scenario)
        taken += [
            (name, seat) for seat, info in by_seat(seats) if info.side is not None
        ]
    return taken


@pytest.mark.slow
@pytest.mark.parametrize("own", OWN)
@pytest.mark.parametrize(("name", "seat"), each_seat())
def test_a_policy_is_worth_what_the_reply_is(
    name: str, seat: Seat, own: str, tmp_path: Path
) -> None:
    """In tiny conflicts, at every seat, the policy returns what the reply does.

    In Intensity nobody chooses after a throw, whose faces are many.
    """
    value, said, again = _solved_again(
        tiny(name), seat, own, tmp_path / "r.py", apart=name != "intensity"
    )
    assert said == pytest.approx(value, abs=NEAR)
    assert again == pytest.approx(value, abs=NEAR)


def test_a_choice_after_a_throw_is_known_by_the_dice_that_are_seen(
    tmp_path: Path,
) -> None:
    """A law of dice keeps one throw for many, so a table of sights knows only that one.

    With every throw kept apart the table has all of them, and returns what is said.
    """
    loaded, file = tiny("solar_system"), tmp_path / "r.py"
    value, _, again = _solved_again(loaded, 1, "first", file)
    assert again < value - 0.01
    value, said, again = _solved_again(loaded, 1, "first", file, apart=True)
    assert said == pytest.approx(value, abs=NEAR)
    assert again == pytest.approx(value, abs=NEAR)


@pytest.mark.slow
@pytest.mark.parametrize("own", ["first", "cautious"])
def test_a_policy_of_a_whole_scenario(own: str, tmp_path: Path) -> None:
    """The file of a whole scenario's policy returns the value of the reply."""
    loaded = load("planets_boulder")
    value, said, again = _solved_again(loaded, 0, own, tmp_path / "r.py")
    assert said == pytest.approx(value, abs=NEAR)
    assert again == pytest.approx(value, abs=NEAR)


def test_a_sight_is_what_can_be_seen_and_matters() -> None:
    """A question asked in another round is another sight only if rounds count."""
    loaded = load("alley")
    asked = Walk(loaded.system, loaded.system.initial(loaded.scenario)).asked
    assert isinstance(asked, Decision)
    first, later = (
        structs.replace(asked, view=structs.replace(asked.view, round=volley))
        for volley in (1, 2)
    )
    fewer = structs.replace(first, options=first.options[1:])

    def seen(*, rounds: bool) -> list[str]:
        asks = (first, later, fewer)
        return [sight(loaded.system, asked, rounds=rounds) for asked in asks]

    now, then, less = seen(rounds=False)
    assert now == then != less
    assert len(set(seen(rounds=True))) == 3
