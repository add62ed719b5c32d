"""What is told in arrays is what the graph says, state by state.

Steps are played once for all that differ in numbers alone: here the same conflicts are
followed without any sums, and those that are not told so are told as before.
"""

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sim.conflict.walk import Walk
from sim.errors import AgentError
from sim.graph.budget import Budget
from sim.graph.flow import GraphFlow
from sim.graph.lead_notes import Notes
from sim.graph.progress import no_progress
from sim.graph.solve import Solved
from sim.graph.steps import AgentReadsLead, check_leadless
from sim.graph.sums import flow_by_sums
from sim.library.scenario import Loaded, load
from sim.run.seating import seat_agents
from sim.seam.protocol import RuleSystem
from tests.graph.tables import brute, solved, with_chart

NEAR = 1e-9
HERE = Path(__file__).parent
THIRD = """
[[seats]]
name = "Cat"
attributes = { dex = 8 }
skills = { sticks = 7, dodge = 6 }
capacity = 10

[[seats.attacks]]
name = "claw"
skill = "sticks"
damage_per_rank = 4
ranks = 1
appropriate_defences = ["dodge"]
"""
COUNTS = """
from agents.steady import Steady


class Counts(Steady):
    def choose(self, asked):
        harm = sum(one.damage for one in asked.view.participants)
        return asked.options[harm % len(asked.options)]
"""

BAND = """
from agents.steady import Steady


class Band(Steady):
    def pick(self, weighed):
        if 0.1 < weighed[0][1].ahead < 0.4:
            return weighed[-1][0]
        return super().pick(weighed)
"""

_AHEAD = ("ahead",)
_LINE = ("add", ("mul", 2.0, ("truediv", ("neg", _AHEAD), 3.0)), _AHEAD)


def fight(**rulings: str) -> Loaded:
    """Return the tiny fight under these rulings."""
    return load(str(HERE / "tiny" / "skill_roll_fight.toml"), rulings)


def altered(tmp_path: Path, more: str) -> Loaded:
    """Return the tiny fight with *more* in its file."""
    text = (HERE / "tiny" / "skill_roll_fight.toml").read_text(encoding="utf-8")
    file = tmp_path / "fight.toml"
    file.write_text(text + more, encoding="utf-8")
    return load(str(file))


def told(loaded: Loaded, *specs: str, budget: Budget | None = None) -> GraphFlow | None:
    """Return what is told in arrays; None where nothing is."""
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    state = Walk(system, system.initial(loaded.scenario)).state
    agents = seat_agents(seats, specs)
    return flow_by_sums(system, state, seats, agents, budget or Budget(), no_progress)


def without(system: RuleSystem[Any]) -> RuleSystem[Any]:
    """Return *system* with nothing told in arrays."""
    return with_chart(system, structs.replace(system.solving.chart, sums=None))


def same(summed: Solved, followed: Solved) -> None:
    """Check that both say the same."""
    assert summed.exact
    assert followed.exact
    assert summed.length == pytest.approx(followed.length, abs=NEAR)
    assert summed.outcomes == pytest.approx(followed.outcomes, abs=NEAR)


@pytest.mark.slow
@pytest.mark.parametrize(
    "rulings",
    [
        {},
        {"at_cap": "draw"},
        {"round_cap": "5", "scale": "fine"},
        {"counter_initiative": "true"},
        {"pull_ranks": "true"},
        {"defender_rolls": "true"},
        {"recovery": "minus_n", "recovery_n": "1"},
    ],
)
def test_arrays_say_what_the_graph_says(rulings: dict[str, str]) -> None:
    """With sums and without, endings, returns and length are the same."""
    loaded = fight(**rulings)
    assert told(loaded, "steady", "steady") is not None
    summed = solved(loaded, "steady", "steady")
    same(summed, solved(loaded, "steady", "steady", system=without(loaded.system)))
    assert len(summed.outcomes) > 1


def test_every_face_comes_to_the_same() -> None:
    """With sums, the values are those of every face of every die."""
    loaded = fight()
    faces = brute(loaded, "steady", "steady")
    outcomes = solved(loaded, "steady", "steady").outcomes
    assert outcomes == pytest.approx(faces, abs=NEAR)
    assert len(outcomes) > 2


@pytest.mark.slow
def test_conditions_that_pass_and_three_who_fight(tmp_path: Path) -> None:
    """Sums hold with passing conditions and with three who fight."""
    wet = '\n[[conditions]]\nrow = "moderately_hinder"\nto_round = 1\n'
    loaded = altered(tmp_path, THIRD + wet)
    specs = ("steady", "steady:later=1", "steady")
    assert told(loaded, *specs) is not None
    summed = solved(loaded, *specs)
    same(summed, solved(loaded, *specs, system=without(loaded.system)))


@pytest.mark.slow
def test_the_duel_cut_short_says_what_its_graph_says() -> None:
    """Sums hold in the duel on the stairs, cut to two rounds."""
    loaded = load("skill_duel", {"round_cap": "2"})
    summed = solved(loaded, "steady", "steady")
    same(summed, solved(loaded, "steady", "steady", system=without(loaded.system)))


@pytest.mark.parametrize("agent", ["bold", "cautious", "delay"])
def test_who_reads_numbers_is_solved_as_before(agent: str) -> None:
    """An agent that reads leads is solved without sums."""
    loaded = fight()
    assert told(loaded, "steady", agent) is None


@pytest.mark.parametrize("agent", ["steady:leading=1", "daring"])
def test_who_reads_no_number_that_it_might_read_is_told_in_arrays(agent: str) -> None:
    """An agent that would read leads only if stakes differ is solved with sums."""
    loaded, agents = fight(), ("steady", agent)
    assert told(loaded, *agents) is not None
    plain = without(loaded.system)
    same(solved(loaded, *agents), solved(loaded, *agents, system=plain))


def test_who_reads_whether_a_lead_is_in_between_is_solved_as_before(
    tmp_path: Path,
) -> None:
    """An agent that reads whether a lead is in a band is solved without sums."""
    file = tmp_path / "band.py"
    file.write_text(BAND, encoding="utf-8")
    assert told(fight(), "steady", f"{file}:Band") is None


@pytest.mark.parametrize(
    ("expression", "result", "leadless"),
    [
        (("lt", _LINE, 2.0), True, True),
        (("lt", _LINE, 0.3), True, False),
        (("ge", 1.5, _AHEAD), True, True),
        (("ge", 1.5, _AHEAD), False, False),
        (("gt", ("sub", _AHEAD, 0.25), _AHEAD), False, True),
        (("eq", _AHEAD, 0.25), False, False),
        (("bool", _AHEAD), True, False),
        (("lt", ("mul", _AHEAD, _AHEAD), 4.0), True, False),
        (("lt", ("truediv", 1.0, _AHEAD), 9.0), True, False),
        (("lt", ("abs", _AHEAD), 4.0), True, False),
        (("float", _AHEAD), 0.5, False),
    ],
)
def test_only_lines_are_told_by_their_ends(
    expression: tuple[Any, ...], result: object, *, leadless: bool
) -> None:
    """Only linear functions of a lead are decided by its two ends."""
    notes = Notes()
    notes.found[0, expression] = result
    with nullcontext() if leadless else pytest.raises(AgentReadsLead):
        check_leadless(notes)


def test_wounds_that_cost_rolls_are_no_sum() -> None:
    """Wounds that cost rolls are not additive, so they are solved without sums."""
    loaded = fight(wound_penalty_per_quarter="1")
    assert told(loaded, "steady", "steady") is None
    assert solved(loaded, "steady", "steady").exact


def test_what_does_not_fit_is_left_to_the_graph() -> None:
    """Sums keep to the budget; beyond it the graph gives bounds."""
    loaded = load("skill_duel", {"round_cap": "3"})
    few = Budget(states=20)
    assert told(loaded, "steady", "steady", budget=few) is None
    assert told(loaded, "steady", "steady", budget=Budget(seconds=0.0)) is None
    some = solved(loaded, "steady", "steady", budget=few)
    assert some.full == "20 states"


@pytest.mark.slow
def test_who_reads_more_than_it_says_is_found(tmp_path: Path) -> None:
    """An agent that reads damage without declaring it is refused."""
    file = tmp_path / "counts.py"
    file.write_text(COUNTS, encoding="utf-8")
    with pytest.raises(AgentError, match="reads more than"):
        told(load("skill_duel"), f"{file}:Counts:leaving=2", "steady:leaving=2")
