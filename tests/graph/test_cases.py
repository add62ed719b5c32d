"""What came of a part is reused where all comparisons of leads are the same."""

from typing import Any

from sim.graph.cases import Cases
from sim.graph.lead_notes import Comparison, Recorder
from sim.seam.chart import Part
from sim.seam.events import Seat
from sim.seam.protocol import Appraisal

ANN, BOB = Seat(0), Seat(1)
NOBODY: Any = None
Leads = tuple[float, float]
"""In these tests a state is how far each of two seats leads."""


def _alike(_state: Leads) -> str:
    return "alike"


def _leads(state: Leads, who: Seat) -> float:
    return state[who]


def _changing(_state: Leads, _who: Seat) -> None:
    return None


def _after(_state: Leads, _begun: Leads, ended: Leads) -> Leads:
    return ended


PART = Part[Leads](reads=_alike, after=_after, leads=_leads)
CHANGING = Part[Leads](reads=_alike, after=_after, leads=_changing)
DETERMINED = Part[Leads](reads=_alike, after=_after)


def _at_least(seat: Seat, least: float, lead: float) -> Comparison:
    """Return that *seat* asked whether it leads by *least*, and leads by *lead*."""
    return Comparison(seat, lead, ("ge", ("ahead",), least), lead >= least)


def _learn(cases: Cases[Leads, str], state: Leads) -> str:
    """Keep what comes of the part: Bob asks for his lead only where Ann has none."""
    asked = [_at_least(ANN, 0.5, state[0])]
    if state[0] < 0.5:
        asked.append(_at_least(BOB, 0.25, state[1]))
    came = ", ".join(str(result.result) for result in asked)
    cases.keep("key", PART, state, came, tuple(asked))
    return came


def test_a_case_is_found_where_all_comparisons_come_out_alike() -> None:
    """A case is found for the leads that compare as its own did, and for no others."""
    cases: Cases[Leads, str] = Cases(100)
    assert cases.find("key", PART, (0.9, 0.0)) is None
    truth = {
        state: _learn(cases, state) for state in [(0.9, 0.0), (0.1, 0.3), (0.1, 0.0)]
    }
    assert len(set(truth.values())) == 3
    for state, like in [
        ((0.5, 0.9), (0.9, 0.0)),
        ((0.4, 0.25), (0.1, 0.3)),
        ((-1.0, -1.0), (0.1, 0.0)),
    ]:
        case = cases.find("key", PART, state)
        assert case is not None
        assert case.outcomes == truth[like]
        assert [case.ahead for case in case.at(state, PART)] == list(
            state[: len(case.compared or ())]
        )


def test_whoever_compares_nothing_has_one_case() -> None:
    """A part in which no leads are compared has a single case."""
    cases: Cases[Leads, str] = Cases(100)
    cases.keep("key", PART, (0.0, 0.0), "so", ())
    cases.keep("key", DETERMINED, (0.0, 0.0), "so", None)
    for part in (PART, DETERMINED):
        case = cases.find("key", part, (0.9, 0.9))
        assert case is not None
        assert case.outcomes == "so"


def test_a_lead_that_changed_on_the_way_makes_a_case_of_one_state() -> None:
    """If a lead changes within a part, its case holds for that one state only."""
    state, other = (0.0, 0.0), (0.0, 0.1)
    for part, lead in ((PART, 0.9), (CHANGING, 0.0)):
        cases: Cases[Leads, str] = Cases(100)
        asked = (_at_least(ANN, 0.5, lead),)
        cases.keep("key", part, state, "so", asked)
        case = cases.find("key", part, state)
        assert case is not None
        assert case.at(state, part) == asked
        assert cases.find("key", part, other) is None


def test_another_comparison_in_the_same_place_is_of_one_state() -> None:
    """If an agent compares something else the second time, no case is reused."""
    cases: Cases[Leads, str] = Cases(100)
    state, other = (0.9, 0.0), (0.1, 0.1)
    cases.keep("key", PART, state, "so", (_at_least(ANN, 0.5, 0.9),))
    for asked in ((), (_at_least(BOB, 0.5, 0.1),)):
        cases.keep("key", PART, other, "otherwise", asked)
        for here, came in ((state, "so"), (other, "otherwise"), ((0.7, 0.7), "so")):
            case = cases.find("key", PART, here)
            assert case is not None
            assert case.outcomes == came


def test_what_is_compared_within_is_compared_around_it() -> None:
    """An outer part depends on every comparison that its inner parts depend on."""
    recorder = Recorder()
    with recorder.recording() as outer:
        (worth,) = recorder.noting(ANN, NOBODY, (Appraisal(ahead=0.25),))
        assert worth.ahead >= 0.0
        with recorder.recording() as inner:
            (worth,) = recorder.noting(BOB, NOBODY, (Appraisal(ahead=0.5),))
            assert not worth.ahead >= 1.0
        assert outer.compared() == (_at_least(ANN, 0.0, 0.25),)
        recorder.add(inner.compared(), NOBODY)
    assert outer.compared() == (
        _at_least(ANN, 0.0, 0.25),
        _at_least(BOB, 1.0, 0.5),
    )
    assert not recorder.on
