"""A part comes to the same wherever it reads the same, and a false one is reported.

What comes of a part is worked out at one state and told of another as what it changes:
here it is worked out at both.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sim.errors import AgentError, RulesError
from sim.graph.budget import Budget
from sim.graph.choosers import Choosers
from sim.graph.lead_notes import Recorder
from sim.graph.parts import PartOutcomes, Position, cached_outcomes
from sim.graph.rounds import Rounds
from sim.graph.spot_checks import SpotChecks
from sim.library.scenario import Loaded, load
from sim.run.seating import seat_agents
from sim.seam.events import Seat
from sim.seam.protocol import RuleSystem
from tests.graph.tables import (
    played_alike,
    reached,
    solved,
    unparted,
    with_chart,
    with_course,
)
from tests.tiers import later

NEAR = 1e-12
PAIRS = 25
COUNTS = """
from agents.steady import Steady


class Counts(Steady):
    def choose(self, asked):
        points = sum(sum(one.pools) for one in asked.view.participants)
        return asked.options[points % len(asked.options)]
"""


def _begun(loaded: Loaded, rounds: Rounds, choosers: Choosers) -> Iterator[Position]:
    """Yield positions at which parts begin, from rounds that chance reaches."""
    for state in reached(loaded, 25):
        waiting = [(rounds.essential(state), choosers.begin)]
        while waiting:
            here = waiting.pop()
            yield here
            waiting += list(rounds.played(here, here[0].round).within)[:3]


def _come(rounds: Rounds, here: Position, *, inner: bool) -> PartOutcomes:
    """Return what comes of the part that begins *here*."""
    played = rounds.played if inner else rounds.inside
    return played(here, here[0].round)


@pytest.mark.parametrize(
    ("agents", "least"),
    later([("", 3), ("bold", 3), ("cautious", 1)], [("bold", 3)]),
)
@pytest.mark.parametrize(
    "name",
    later(
        ["alley", "guitar_duel", "intensity_brawl", "intensity_cliff"],
        {"guitar_duel", "intensity_cliff"},
    ),
)
def test_what_is_told_of_a_state_comes_of_it(
    name: str, agents: str, least: int
) -> None:
    """If a part reads two states alike, what came of one is true of the other."""
    loaded = load(name)
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    choosers = Choosers(system, seats, seat_agents(seats, (agents,)))
    rounds = Rounds(system, choosers)
    assert system.solving.chart.part is not None
    met: dict[object, Position] = {}
    seen: dict[object, int] = {}
    for here in _begun(loaded, rounds, choosers):
        state, memories = here
        part = system.solving.chart.part(state)
        assert part is not None
        # Told from one to the other only where all lead by as much.
        leads = part.leads and [
            part.leads(state, Seat(who)) for who in range(len(seats))
        ]
        changes = leads is not None and None in leads
        key = part, part.reads(state), state if changes else str(leads), memories
        first = met.setdefault(key, here)
        if first[0] == state or seen.get(part, 0) == PAIRS:
            continue
        seen[part] = seen.get(part, 0) + 1
        outcomes = cached_outcomes(first[0], _come(rounds, first, inner=part.inner))
        after = [part.after(state, first[0], end) for end, _, _ in outcomes.within]
        assert len(set(after)) == len(after)
        told = outcomes.applied_to(state, partial(part.after, state, first[0]))
        truth = _come(rounds, here, inner=part.inner)
        for kind in ("then", "within", "ended"):
            mine, theirs = getattr(told, kind), getattr(truth, kind)
            assert mine == pytest.approx(theirs, abs=NEAR)
    assert len(seen) >= least


@pytest.mark.parametrize(
    "agents", later(["steady,steady", "bold,steady"], ["bold,steady"])
)
def test_parts_change_no_round(agents: str) -> None:
    """Whole rounds come to the same with and without parts."""
    loaded = load("alley")
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    choosers = Choosers(system, seats, seat_agents(seats, agents.split(",")))
    rounds = Rounds(system, choosers)
    plain = Rounds(_plain(system), choosers)
    over = 0
    for state in reached(loaded, 60, "bold")[-30:]:
        here = rounds.essential(state), choosers.begin
        played = played_alike(rounds, plain, here)
        over += any(length == 1 for _, _, length in played.ended)
    assert over


def test_who_is_felled_in_a_later_round_bleeds_later() -> None:
    """Someone felled in a later round bleeds from then on, with and without parts."""
    loaded = load(str(Path(__file__).parent / "cellar.toml"))
    system, seated = loaded.system, loaded.system.seats(loaded.scenario)
    choosers = Choosers(system, seated, seat_agents(seated, ("steady",) * 3))
    rounds = Rounds(system, choosers)
    begun = system.initial(loaded.scenario)
    opened = next(iter(rounds.play((begun, choosers.begin)).then))[0]
    bled = 0
    for number in (2, 4):
        clock = (number - 1) * begun.setup.seconds
        here = structs.replace(opened, round=number, clock=clock), choosers.begin
        # What the second has of the first by its parts, the third works out.
        played = played_alike(rounds, Rounds(system, choosers), here)
        bled += any(
            participant.body.bleeds_at is not None
            for after, _ in played.then
            for participant in after.participants
        )
    assert bled


@pytest.mark.parametrize("name", ["intensity_brawl", "intensity_cliff"])
@pytest.mark.parametrize("agents", later(["", "bold"], [""]))
def test_parts_of_parts_change_no_round(name: str, agents: str) -> None:
    """Rounds of talk, dice and blows come to the same in parts of parts."""
    loaded = load(name)
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    choosers = Choosers(system, seats, seat_agents(seats, (agents,) * len(seats)))
    rounds = Rounds(system, choosers)
    plain = Rounds(unparted(system), choosers)
    for state in reached(loaded, 6):
        here = rounds.essential(state), choosers.begin
        played_alike(rounds, plain, here)


def _plain(system: RuleSystem) -> RuleSystem:
    chart = structs.replace(system.solving.chart, part=None, law=None)
    return with_chart(system, chart)


@pytest.mark.parametrize(
    "agents", later(["", "bold,cautious", "cautious,bold"], {"", "cautious,bold"})
)
def test_parts_change_no_value(agents: str) -> None:
    """Endings, returns and length are the same with parts and without."""
    loaded = load("alley", {"max_volleys": "2"})
    specs = agents.split(",")
    solution = solved(loaded, *specs)
    other = solved(loaded, *specs, system=_plain(loaded.system))
    assert solution.exact
    assert other.exact
    assert solution.outcomes == pytest.approx(other.outcomes, abs=NEAR)
    assert solution.length == pytest.approx(other.length, abs=NEAR)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "agent", "states"),
    [
        ("alley", "bold", 3000),
        ("guitar_duel", "bold:lead=0.1,fears=0", 6000),
        ("guitar_duel", "cautious:behind=0.1", 1000),
        ("guitar_duel", "steady:leading=1,raises=0.2", 1000),
        ("intensity_brawl", "bold:lead=0.1,fears=0", 6000),
        ("intensity_cliff", "bold:lead=0.1", 200),
        ("dice_pool_knives", "bold:lead=0.1", 60),
        ("planets_race", "bold:lead=0.1,fears=0", 600),
    ],
)
def test_all_that_is_told_is_played_as_well(
    name: str, agent: str, states: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every spot check made, no part reads more than it declares."""
    monkeypatch.setattr(SpotChecks, "due", lambda _: True)
    solution = solved(load(name), agent, budget=Budget(states=states))
    assert solution.states


def test_who_leads_is_told_apart_where_an_agent_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If leads are not noted, a part that depends on who leads is reported."""
    monkeypatch.setattr(SpotChecks, "due", lambda _: True)
    monkeypatch.setattr(Recorder, "noting", lambda _self, _seat, _view, worths: worths)
    loaded, budget = load("guitar_duel"), Budget(states=6000)
    chart = structs.replace(loaded.system.solving.chart, split=None)
    one_by_one = with_chart(loaded.system, chart)
    with pytest.raises(AgentError, match="reads more than"):
        solved(loaded, "bold:lead=0.1,fears=0", budget=budget, system=one_by_one)


def test_who_reads_what_it_does_not_say_is_found(tmp_path: Path) -> None:
    """A part that reads points of pools without declaring it is reported."""
    file = tmp_path / "counts.py"
    file.write_text(COUNTS, encoding="utf-8")
    with pytest.raises(AgentError, match="reads more than"):
        solved(load("alley", {"max_volleys": "3"}), str(file), "steady")


def test_a_part_is_told_of_what_matters_of_a_state() -> None:
    """A part comes to the same from a state as from its essence."""
    loaded = load("intensity_brawl")
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    choosers = Choosers(system, seats, seat_agents(seats, ("",)))
    rounds = Rounds(system, choosers)
    unlike = 0
    for here in reached(loaded, 80, every=True):
        slim = rounds.essential(here)
        parts = [
            rounds.part((state, choosers.begin), here.round) for state in (here, slim)
        ]
        if slim == here or None in parts:
            continue
        unlike += 1
        first, second = [
            {after(end): chance for end, _, chance in outcomes.within}
            for outcomes, after in filter(None, parts)
        ]
        assert first == pytest.approx(second, abs=NEAR)
    assert unlike >= PAIRS


def _phase_of(state: Any) -> object:  # noqa: ANN401 - a state of the system
    return state.phase


def test_a_course_that_promises_too_much_is_found_out() -> None:
    """A course that leaves out who may pay for a die is reported."""
    loaded = load("alley")
    lying = with_course(loaded.system, _phase_of)
    with pytest.raises(RulesError, match=r"`Part\.course`"):
        solved(loaded, "steady", budget=Budget(states=3000), system=lying)
