"""A reply that was worked out is played by its file, or the difference is noticed."""

from pathlib import Path

import pytest

from sim.graph.agent_file import source_of_policy
from sim.graph.policy import policy_of
from sim.graph.reply import SolvedReply, reply
from sim.graph.sketch import FreeSeat
from sim.library.scenario import Loaded
from sim.run.seating import seat_agents
from sim.seam.events import Seat
from sim.study.as_replied import chooses_as_replied
from tests.graph.test_brute import tiny

GAMES = 40
SPECS = ["steady", "first"]
HERO = Seat(1)


def replied(loaded: Loaded, *, apart: bool) -> SolvedReply:
    """Return the reply of the second seat, who takes the first option otherwise."""
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    state, agents = system.initial(loaded.scenario), seat_agents(seats, SPECS)
    return reply(system, state, seats, agents, (HERO, None), apart=apart)


@pytest.mark.parametrize(("apart", "alike"), [(True, True), (False, False)])
def test_a_throw_that_stands_for_others_is_noticed(
    tmp_path: Path,
    apart: bool,  # noqa: FBT001 - a parameter of the test
    alike: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """Where one throw stood for others, the file does not choose as the reply did."""
    loaded, file = tiny("solar_system"), tmp_path / "r.py"
    reply = replied(loaded, apart=apart)
    known = policy_of(loaded.system, reply)
    file.write_text(source_of_policy("A reply.", (), "first", known), encoding="utf-8")
    specs, free = ["steady", str(file)], FreeSeat(HERO, None)
    answers = known.answers
    assert chooses_as_replied(loaded, specs, free, reply, answers, GAMES) is alike


def test_an_agent_that_chooses_otherwise_is_noticed() -> None:
    """An agent that does not choose what the reply chose is noticed."""
    loaded = tiny("skill_roll_fight")
    reply = replied(loaded, apart=False)
    others = {choice.number: 1 for choice in reply.choices}
    free = FreeSeat(HERO, None)
    assert chooses_as_replied(loaded, SPECS, free, reply, {}, GAMES)
    assert not chooses_as_replied(loaded, SPECS, free, reply, others, GAMES)
