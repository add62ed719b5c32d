"""Rounds cut into parts, and rolls read as one law, keep all values.

The other side of each comparison rolls every face, or plays the round as a whole.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from msgspec import structs

from sim.graph.choosers import Choosers
from sim.graph.parts import Position, cached_outcomes
from sim.graph.rounds import Rounds
from sim.library.scenario import load
from sim.rules.planets.appraisal.parts import part
from sim.rules.planets.phases import Rolling
from sim.rules.planets.round.resolving import failed_alone, resolution, what_counts
from sim.rules.planets.scenario.compile import INDIRECT
from sim.rules.planets.scenario.sheet import PlanetsScenario
from sim.rules.planets.state import State
from sim.run.seating import seat_agents
from sim.seam.protocol import SeatInfo
from tests.graph.tables import (
    brute,
    played_alike,
    reached,
    solved,
    unmerged,
    unparted,
)
from tests.rules.planets.walks import LUCK, scenarios, walk
from tests.tiers import later

NEAR = 1e-12
BRUTE = 1e-9
PAIRS = 12
BOTH = 2
MARKS = (-7, -1, 0, 1, 7)

RACE = """
title = "Two run for the door"
system = "planets"
mode = "indirect"
reason = "too_close_to_call"

[rulings]
goal = 2
round_cap = 2
use_omega_die = false
retry_policy = "{retry}"
opposed_compare = "{compare}"

[[seats]]
name = "Rosa"
approaches = ["outwit", "gamble"]

[seats.planets]
mercury = "d4"
venus = "d4"
mars = "wed"
jupiter = "wed"
saturn = "wed"

[[seats]]
name = "Karl"
approaches = ["fervor", "outwit"]
harms = [false, true]

[seats.planets]
mercury = "d4"
venus = "wed"
mars = "wed"
jupiter = "d4"
saturn = "wed"
"""


@pytest.mark.slow
@pytest.mark.parametrize("compare", ["rank", "rank_then_decided_at"])
@pytest.mark.parametrize("retry", ["each_round_anew", "changed_intent"])
def test_a_race_comes_to_what_every_face_comes_to(
    tmp_path: Path, retry: str, compare: str
) -> None:
    """An indirect conflict by parts has the odds of rolling every face."""
    file = tmp_path / "race.toml"
    file.write_text(RACE.format(retry=retry, compare=compare), encoding="utf-8")
    loaded = load(str(file))
    by_parts = solved(loaded, "steady", "bold")
    faces = brute(loaded, "steady", "bold")
    plain = solved(loaded, "steady", "bold", system=unmerged(loaded.system))
    assert len(faces) > 1
    assert by_parts.outcomes == pytest.approx(faces, abs=BRUTE)
    assert by_parts.outcomes == pytest.approx(plain.outcomes, abs=BRUTE)
    assert by_parts.length == pytest.approx(plain.length, abs=BRUTE)


@settings(max_examples=60)
@given(scenarios(), LUCK)
def test_grades_that_count_alike_are_resolved_alike(
    scenario: PlanetsScenario, luck: Random
) -> None:
    """Grades that count alike lead to the same moves, wounds and failures."""
    for state, _, _ in walk(scenario, luck):
        phase = state.phase
        if type(phase) is not Rolling or None in _marks(phase):
            continue
        rolls = len(phase.rolls)
        first: dict[object, object] = {}
        for marks in _all_marks(rolls):
            tried = _graded(phase, marks)
            due = resolution(state, tried), failed_alone(state, tried)
            here = structs.replace(state, phase=tried)
            begins = part(here)
            assert begins is not None
            counted = what_counts(state.setup, marks, rolls)
            assert first.setdefault(counted, due) == due
            assert first.setdefault(("read", begins.reads(here)), due) == due


def _marks(phase: Rolling) -> tuple[int | None, ...]:
    return tuple(phase.grades[roll.who] for roll in phase.rolls)


def _all_marks(rolls: int) -> list[tuple[int, ...]]:
    """Return all ways to grade so many rolls."""
    marks: list[tuple[int, ...]] = [()]
    for _ in range(rolls):
        marks = [(*earlier, mark) for earlier in marks for mark in MARKS]
    return marks


def _graded(phase: Rolling, marks: tuple[int, ...]) -> Rolling:
    """Return *phase* with these grades of those who rolled."""
    grades = [*phase.grades]
    for roll, mark in zip(phase.rolls, marks, strict=True):
        grades[roll.who] = mark
    return structs.replace(phase, grades=tuple(grades))


def _moved(state: State) -> State:
    """Return *state* with everybody a step elsewhere, after a still round."""
    people = state.participants
    if state.setup.mode != INDIRECT:
        return structs.replace(state, track=1 - state.track, still=1)
    people = tuple(
        structs.replace(participant, tally=participant.tally + 1)
        for participant in people
    )
    return structs.replace(state, participants=people, still=1)


def beside_steady(seats: Sequence[SeatInfo], first: str) -> tuple[str, ...]:
    """Return *first* at the first seat, and the default agent at all others."""
    return seat_agents(seats, (first, *["steady"] * (len(seats) - 1)))


@pytest.mark.parametrize("agents", ["steady", "bold", "cautious"])
@pytest.mark.parametrize("name", ["planets_race", "planets_siege"])
def test_what_is_told_of_a_state_comes_of_it(name: str, agents: str) -> None:
    """Of two states that a part reads alike, the results of one are those of both."""
    loaded = load(name)
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    choosers = Choosers(system, seats, beside_steady(seats, agents))
    rounds = Rounds(system, choosers)
    met: dict[object, Position] = {}
    seen: dict[object, int] = {}
    for state in reached(loaded, 6):
        slim = rounds.essential(state)
        waiting = [slim, _moved(slim)]
        while waiting:
            here = waiting.pop(0), choosers.begin
            begins = part(here[0])
            within = rounds.played(here, here[0].round).within
            waiting += [position for position, _ in list(within)[:9]]
            if begins is None:
                continue
            key = begins, begins.reads(here[0])
            first = met.setdefault(key, here)
            if first[0] == here[0] or seen.get(begins, 0) == PAIRS:
                continue
            seen[begins] = seen.get(begins, 0) + 1
            outcomes = cached_outcomes(first[0], rounds.inside(first, first[0].round))
            told = outcomes.applied_to(
                here[0], partial(begins.after, here[0], first[0])
            )
            truth = rounds.inside(here, here[0].round)
            for kind in ("then", "within", "ended"):
                mine, theirs = getattr(told, kind), getattr(truth, kind)
                assert mine == pytest.approx(theirs, abs=NEAR)
    assert len(seen) == BOTH


@pytest.mark.parametrize("agents", ["steady", "bold"])
@pytest.mark.parametrize(
    "name", later(["planets_race", "planets_siege"], {"planets_siege"})
)
def test_parts_change_no_round(name: str, agents: str) -> None:
    """Rounds with parts and without have the same results."""
    loaded = load(name, {"goal": "2"})
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    choosers = Choosers(system, seats, beside_steady(seats, agents))
    rounds = Rounds(system, choosers)
    plain = Rounds(unparted(system), choosers)
    over = 0
    for state in reached(loaded, 8)[-30:]:
        here = rounds.essential(state), choosers.begin
        played = played_alike(rounds, plain, here)
        over += bool(played.ended)
    assert over
