"""Rounds played in batches come to what they come to one by one, in whole graphs.

A few rounds that are picked would not do: a wrong key was once right in 129 of them.
Here every node of a graph is played both ways.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from random import Random
from typing import Any

import pytest
from msgspec import structs

from sim.graph import batch, batch_graph, courses
from sim.graph.batch_graph import BatchGraph
from sim.graph.batch_rows import Inseparable
from sim.graph.batch_tables import BatchTables
from sim.graph.budget import BoundError, Budget
from sim.graph.choosers import Choosers
from sim.graph.lead_notes import NotedNumber, Notes, Recorder, function_of_lead
from sim.graph.progress import no_progress
from sim.graph.rounds import Rounds
from sim.graph.tables import Case
from sim.library.scenario import Loaded, load
from sim.rules.solar_system.phases import Gate
from sim.rules.solar_system.state import Intent
from sim.run.seating import seat_agents
from sim.seam.appraisal import Appraisal
from sim.seam.chart import Part
from sim.seam.events import Seat
from sim.seam.protocol import RuleSystem
from tests.graph.tables import solved, with_chart, with_course, with_parts
from tests.tiers import later

NEAR = 1e-14
ALL = 1 << 40
VOLLEYS = {"max_volleys": "2"}


def unbatched(system: RuleSystem[Any]) -> RuleSystem[Any]:
    """Return *system* whose states are not split, so that nothing is batched."""
    return with_chart(system, structs.replace(system.solving.chart, split=None))


def graph_of(loaded: Loaded, agents: str, states: int) -> BatchGraph[Any]:
    """Return the graph of *loaded* between *agents*, parted by semicolons."""
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    choosers = Choosers(system, seats, seat_agents(seats, agents.split(";")))
    split = system.solving.chart.split
    assert split is not None
    begun = system.initial(loaded.scenario)
    people = len(split.apart(begun)[1])
    graph = BatchGraph(Rounds(system, choosers), Budget(states=states), split, people)
    graph.node((begun, choosers.begin), 1.0)
    return graph


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "agents", "states"),
    [
        ("alley", "steady;bold", 1500),
        ("alley", "bold:lead=0.1;cautious:behind=0.1", 1500),
        ("alley", "steady:leading=1;daring", 800),
        ("guitar_duel", "", 1500),
        ("guitar_duel", "bold:lead=0.1,fears=0;", 800),
        ("tribunal", "", 300),
        ("rooftops", "", 40),
        ("lamp_market", "", 100),
    ],
)
def test_every_round_is_what_it_is_without_tables(
    name: str, agents: str, states: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every node of a graph is played with and without tables; they must agree."""
    monkeypatch.setattr(batch_graph, "CHECKED", ALL)
    monkeypatch.setattr(batch, "_LONG", 0)
    graph = graph_of(load(name), agents, states)
    graph.explore(no_progress)
    assert graph.played


BROKEN = [(0, 0, 0, 1, 2, 2, 1), (1, 1, 0, 2, 2, 2, 1), (1, 1, 0, 0, 2, 2, 1)]
PAIRS = ["steady;steady", "bold;steady", "steady;bold", "bold;bold"]
ROOTS = 150
FEWEST = 100
TRACKS = [*BROKEN, (1, 1, 0, 0, 2, 2, 0)]


def _hurt(state: Any, draw: Random) -> Any:  # noqa: ANN401 - states of the system
    """Return *state* with everybody hurt, most of them broken, with few points left."""
    people = [
        structs.replace(
            participant,
            intent=Intent(draw.choice((0, 1)), Seat(1 - seat)),
            pools=tuple([draw.randrange(4) for _ in participant.pools]),
            harm=draw.choice(TRACKS),
        )
        for seat, participant in enumerate(state.participants)
    ]
    return structs.replace(state, phase=Gate(), participants=tuple(people))


@pytest.mark.slow
@pytest.mark.parametrize("agents", PAIRS)
def test_rounds_of_the_broken_are_what_they_are_without_tables(
    agents: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Participants who are broken and can pay little come to the same with tables."""
    monkeypatch.setattr(batch_graph, "CHECKED", ALL)
    monkeypatch.setattr(batch, "_LONG", 0)
    draw = Random(3)
    graph = graph_of(load("alley"), agents, 2000)
    begun, memories = graph.positions[0]
    for _ in range(ROOTS):
        graph.node((_hurt(begun, draw), memories), 2.0)
    graph.explore(no_progress)
    assert graph.played > FEWEST


@pytest.mark.parametrize(
    "agents",
    later(["", "bold,cautious", "cautious:behind=0.1,bold"], {"", "bold,cautious"}),
)
def test_batches_change_no_value(agents: str) -> None:
    """Endings, returns and lengths are those of rounds played one by one."""
    loaded = load("alley", VOLLEYS)
    specs = agents.split(",")
    batched = solved(loaded, *specs)
    other = solved(loaded, *specs, system=unbatched(loaded.system))
    assert batched.exact
    assert (batched.states, batched.edges) == (other.states, other.edges)
    assert batched.outcomes == pytest.approx(other.outcomes, abs=NEAR)
    assert batched.length == pytest.approx(other.length, abs=NEAR)


def test_parts_that_do_not_separate_are_played_one_by_one() -> None:
    """A chart that calls no part separable gives the same values."""
    loaded = load("alley", VOLLEYS)

    def changed(part: Part[Any]) -> Part[Any]:
        return structs.replace(part, separable=False, reads_without_lead=None)

    plain = with_parts(loaded.system, changed)
    batched, one_by_one = solved(loaded, "bold"), solved(loaded, "bold", system=plain)
    assert batched.outcomes == pytest.approx(one_by_one.outcomes, abs=NEAR)
    assert batched.states == one_by_one.states


def _reads_nothing(_state: object) -> None:
    return None


def _differs(*_: object) -> bool:
    return False


def test_a_chart_that_promises_too_much_is_found_out() -> None:
    """A chart that claims, wrongly, that a part reads nobody raises Inseparable."""
    loaded = load("alley")

    def changed(part: Part[Any]) -> Part[Any]:
        if part.reads_without_lead is None:
            return part
        return structs.replace(part, reads_without_lead=_reads_nothing)

    lying = with_parts(loaded.system, changed)
    graph = graph_of(structs.replace(loaded, system=lying), "bold", 1000)
    with pytest.raises(Inseparable):
        graph.explore(no_progress)


def test_what_does_not_separate_is_solved_without_batches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If batches fail, the graph is solved without them, to the same values."""
    loaded = load("alley", VOLLEYS)
    truth = solved(loaded, "bold")
    monkeypatch.setattr(batch_graph, "is_near", _differs)
    solution = solved(loaded, "bold")
    assert solution.outcomes == pytest.approx(truth.outcomes, abs=NEAR)
    assert solution.states == truth.states


def _whole_course(state: Any) -> object:  # noqa: ANN401 - a state of the system
    """Return what rolls depend on, less the dice that harm costs."""
    rolls = tuple([structs.replace(roll, penalty=0) for roll in state.phase.rolls])
    able = [state.participants[roll.who].pools[roll.pool] > 0 for roll in rolls]
    return (*able, structs.replace(state.phase, rolls=rolls))


def test_a_wrong_course_is_found_out_by_rounds_that_follow_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rounds played without a course expose a course that says too little."""
    loaded = load("alley")
    monkeypatch.setattr(courses, "_check_course", _differs)
    lying = with_course(loaded.system, _whole_course)
    graph = graph_of(structs.replace(loaded, system=lying), "bold", 1000)
    with pytest.raises(Inseparable):
        graph.explore(no_progress)


def test_batches_keep_to_the_budget() -> None:
    """A budget of states ends a graph near that number, likeliest positions first."""
    graph = graph_of(load("alley"), "bold", 500)
    assert not graph.explore(no_progress)
    assert graph.full == "500 states"
    assert 500 <= len(graph.positions) < 600


def test_a_search_that_its_budget_ended_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A search that ran out of states in the middle of a part can be continued."""
    whole = graph_of(load("alley", VOLLEYS), "bold", ALL)
    assert whole.explore(no_progress)
    graph = graph_of(load("alley", VOLLEYS), "bold", ALL)
    learn, calls = BatchTables._case, count(1)

    def stopped(playing: BatchTables[Any], row: list[int]) -> Case:
        if next(calls) % 3 == 0:
            message = "the time is up"
            raise BoundError(message, Budget(seconds=1).of_time)
        return learn(playing, row)

    monkeypatch.setattr(BatchTables, "_case", stopped)
    ended = 0
    while not graph.explore(no_progress):
        ended, graph.full = ended + 1, ""
    assert ended > 3
    assert set(graph.numbers) == set(whole.numbers)
    assert len(graph.edges) == len(whole.edges)


def noted(value: float) -> tuple[Any, Notes]:
    """Return a lead of that *value*, and what will be noted of it."""
    recorder = Recorder()
    with recorder.recording() as notes:
        (worth,) = recorder.noting(Seat(0), _NOBODY, (Appraisal(ahead=value),))
    return worth.ahead, notes


_NOBODY: Any = None


def test_a_lead_notes_what_it_is_compared_with() -> None:
    """What is noted of a lead holds for just the leads that compare alike."""
    ahead, notes = noted(0.5)
    assert -(1 + ahead) / 2 * 4 < -2.5
    assert not ahead <= -0.25
    assert bool(ahead)
    for lead in (-0.5, -0.25, 0.0, 0.2, 0.3, 1.0):
        same = [
            function_of_lead(expression)(lead) == result
            for (_, expression), result in notes.found.items()
        ]
        truths = [-(1 + lead) / 2 * 4 < -2.5, lead > -0.25, lead != 0.0]
        assert same == truths


LOOKS: list[Callable[[Any], Any]] = [
    hash,
    str,
    repr,
    float,
    math.floor,
    math.trunc,
    lambda lead: divmod(lead, 0.1),
    round,
    lambda lead: lead**2,
    lambda lead: lead % 1,
    lambda lead: f"{lead:.2f}",
    lambda lead: {lead: 1},
    lambda lead: lead.is_integer(),
    lambda lead: sum([lead, 1.0]) == 0,
    lambda lead: max(lead, 0.0),
    math.exp,
    lambda lead: lead == "",
    lambda lead: lead + Fraction(1, 2),
]


@pytest.mark.parametrize("look", LOOKS)
def test_whoever_looks_at_a_lead_leaves_a_note(look: Callable[[Any], Any]) -> None:
    """Every operation on a recorded lead is noted, and has the number's result."""
    ahead, notes = noted(0.25)
    assert type(ahead) is NotedNumber
    assert not isinstance(ahead, float)
    looked = look(ahead)
    assert looked == look(0.25)
    assert notes.found


def test_the_lead_at_another_question_is_another_number() -> None:
    """Leads at two questions that are compared are both noted whole."""
    recorder = Recorder()
    with recorder.recording() as notes:
        (appraisal,) = recorder.noting(Seat(0), _NOBODY, (Appraisal(ahead=0.25),))
        (other,) = recorder.noting(Seat(1), _NOBODY, (Appraisal(ahead=0.5),))
    assert appraisal.ahead < other.ahead
    assert notes.found[0, ("float", ("ahead",))] == 0.25
    assert notes.found[1, ("float", ("ahead",))] == 0.5
    for (question, expression), result in notes.found.items():
        assert function_of_lead(expression)((0.25, 0.5)[question]) == result


def test_a_lead_that_is_remembered_is_noted_no_more() -> None:
    """A lead noted before is a plain number when another is compared with it."""
    ahead, _ = noted(0.25)
    now, notes = noted(0.5)
    assert not now + 1 < ahead + 1
    held = [(function_of_lead(what), came) for (_, what), came in notes.found.items()]
    assert held
    assert all(compute(0.5) == came for compute, came in held)
    assert not all(compute(0.1) == came for compute, came in held)
