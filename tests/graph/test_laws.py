"""Laws of dice against the faces they stand for, in every rule system that has one.

Conflicts of every scenario are walked; wherever dice fall for which there is a law, the
round is played on from there twice: by the law, and by the faces of one roll after the
other. Both must come to the same essences with the same chances.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, structs

from sim.conflict.walk import Walk
from sim.graph.budget import BoundError
from sim.graph.choosers import Choosers, Memories
from sim.graph.parts import PartOutcomes
from sim.graph.rounds import Rounds
from sim.library.catalogue import scenarios
from sim.library.scenario import Loaded, load
from sim.rules.intensity.phases import (
    NARRATIVE,
    NONE,
    SITUATION,
    Goal,
    GoalKind,
    Rolling,
)
from sim.rules.intensity.state import Penalty
from sim.seam.events import Seat
from sim.seam.protocol import Chance, State
from tests.graph.tables import reached, solved, with_chart
from tests.tiers import CROWDED, later

NEAR = 1e-12
TINY = sorted(str(path) for path in (Path(__file__).parent / "tiny").glob("*.toml"))
CHEAP = [*(path for path in TINY if "skill_roll" not in path), "skill_chase"]
"""One system's small conflicts are fights, and a blow has no law."""
FEWER: dict[str, dict[str, str]] = {"dice_pool": {"again_limit": "1"}}
"""Rulings under which fewer dice fall, of the systems where they go on falling."""
LONG = 2_000
"""A question whose faces lead more ways than these is left out."""


class TooLong(Exception):  # noqa: N818 - no error: the next question may be shorter
    """By faces, a question leads too many ways."""


class Compared(Struct):
    """How many questions were compared, and how many were left out as too long."""

    alike: int = 0
    left_out: int = 0


def _too_long(ways: int) -> None:
    if ways > LONG:
        raise TooLong


def _named(name: str) -> Loaded:
    loaded = load(name)
    return load(name, FEWER.get(loaded.system.name, {}))


class Question(Struct, frozen=True):
    """Dice that are due in *state*; where *alone*, for one seat's share of a part."""

    state: State
    alone: bool


def _asked_with_law(loaded: Loaded, spec: str, games: int) -> Iterator[Question]:
    """Yield where dice are due in *games* for which there is a law."""
    chart = loaded.system.solving.chart
    assert chart.law is not None
    seen = set[State]()
    for state in reached(loaded, games, spec, every=True):
        if type(loaded.system.ask(state)) is not Chance:
            continue
        part = chart.part(state) if chart.part is not None else None
        apart = part.apart(state) if part is not None and part.apart is not None else ()
        for each in apart or (state,):
            if each not in seen and chart.law(each) is not None:
                seen.add(each)
                yield Question(each, alone=bool(apart))


def _played(
    rounds: Rounds[Any], asked: Question, memories: Memories
) -> PartOutcomes[Any]:
    """Return what comes of *asked*: to the next round, or of one who is alone."""
    here = asked.state, memories
    if asked.alone:
        return rounds.played(here, asked.state.round)
    return rounds.play(here)


def _furthest(law: Mapping[Any, float], faces: Mapping[Any, float]) -> float:
    """Return by how much the chances of one case differ at most.

    What is less likely than a rounding may be missing from a law.
    """
    cases = {*law, *faces}
    return max((abs(law.get(c, 0.0) - faces.get(c, 0.0)) for c in cases), default=0.0)


def _compare(loaded: Loaded, spec: str, games: int, most: int) -> Compared:
    """Play up to *most* questions by law and by faces; both must come to the same."""
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    lawless = with_chart(system, structs.replace(system.solving.chart, law=None))
    choosers = Choosers(system, seats, ("steady",) * len(seats))
    both = [Rounds[Any](rules, choosers) for rules in (system, lawless)]
    for rounds in both:
        rounds.watch = _too_long
    compared = Compared()
    for asked in islice(_asked_with_law(loaded, spec, games), most):
        try:
            law, faces = [_played(rounds, asked, choosers.begin) for rounds in both]
        except (TooLong, BoundError):
            compared.left_out += 1
            continue
        assert _furthest(law.then, faces.then) < NEAR
        assert _furthest(law.within, faces.within) < NEAR
        assert _furthest(law.ended, faces.ended) < NEAR
        compared.alike += 1
    return compared


@pytest.mark.parametrize(
    "name",
    later(CHEAP, [one for one in CHEAP if CROWDED in one]),
    ids=lambda name: Path(name).stem,
)
def test_a_law_is_what_the_faces_come_to(name: str) -> None:
    """At every roll of random walks, the law and all faces lead to the same."""
    compared = _compare(_named(name), "uniform", 6, 12)
    assert compared.alike > compared.left_out


@pytest.mark.long
@pytest.mark.parametrize("spec", ["uniform", "steady"])
@pytest.mark.parametrize("name", sorted(scenarios()))
def test_a_law_is_what_the_faces_come_to_in_every_scenario(
    name: str, spec: str
) -> None:
    """In every shipped scenario a law is what the faces come to, if few enough."""
    _compare(_named(name), spec, 6, 4)


@pytest.mark.long
@pytest.mark.parametrize(
    "rulings",
    [
        {},
        *(
            pytest.param(one, marks=pytest.mark.long)
            for one in (
                {"penalty_effect": "cancel_best"},
                {"situation_pool": "separate", "situation_penalty": "true"},
                {"failure_counts": "raw", "situation_penalty": "true"},
            )
        ),
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "aims",
    [
        ((NARRATIVE, 1), (NARRATIVE, 2), (NARRATIVE, 0)),
        ((SITUATION, 1), (NARRATIVE, 2), (SITUATION, 0)),
        ((SITUATION, 1), (NARRATIVE, 0), (SITUATION, 1)),
        ((SITUATION, 1), (SITUATION, 0), (NARRATIVE, 1)),
    ],
    ids=["ring", "ring of seekers", "two seek from one", "two seek from each other"],
)
def test_three_who_meet_are_one_law(
    rulings: dict[str, str], aims: tuple[tuple[GoalKind, int], ...]
) -> None:
    """Three who meet have one law, with a penalty die and with sought dice."""
    loaded = load(str(Path(__file__).parent / "rings" / "three.toml"), rulings)
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    lawless = with_chart(system, structs.replace(system.solving.chart, law=None))
    choosers = Choosers(system, seats, ("steady",) * len(seats))
    both = [Rounds[Any](rules, choosers) for rules in (system, lawless)]
    asked = Question(_meeting(loaded, aims), alone=False)
    assert system.solving.chart.law is not None
    assert system.solving.chart.law(asked.state)
    law, faces = [_played(rounds, asked, choosers.begin) for rounds in both]
    assert len(law.then) + len(law.ended) > 1
    assert _furthest(law.then, faces.then) < NEAR
    assert _furthest(law.ended, faces.ended) < NEAR


def _meeting(loaded: Loaded, aims: tuple[tuple[GoalKind, int], ...]) -> State:
    """Return where dice fall for three with these goals, one with a penalty die."""
    system = loaded.system
    states: Iterator[Any] = iter(reached(loaded, 4, "steady", every=True))
    state = next(
        state
        for state in states
        if type(state.phase) is Rolling and all(state.phase.pools)
    )
    people = tuple(
        structs.replace(
            participant,
            goal=Goal(kind, NONE if kind == SITUATION else who, Seat(on), size=4 - who),
            penalties=(Penalty(2, 1),) if who == 0 else (),
        )
        for who, (participant, (kind, on)) in enumerate(
            zip(state.participants, aims, strict=True)
        )
    )
    met: State = Walk(system, structs.replace(state, participants=people)).state
    return met


@pytest.mark.parametrize("spec", later(["steady", "bold"], ["bold"]))
@pytest.mark.parametrize(
    "name",
    later(TINY, [one for one in TINY if CROWDED in one]),
    ids=lambda name: Path(name).stem,
)
def test_values_by_law_are_values_by_faces(name: str, spec: str) -> None:
    """Small conflicts have the same endings, returns and length by law and by faces."""
    loaded = _named(name)
    system = loaded.system
    lawless = with_chart(system, structs.replace(system.solving.chart, law=None))
    specs = (spec,) * len(system.seats(loaded.scenario))
    law = solved(loaded, *specs)
    faces = solved(loaded, *specs, system=lawless)
    assert law.exact
    assert faces.exact
    assert _furthest(law.outcomes, faces.outcomes) < NEAR
    assert law.length == pytest.approx(faces.length, abs=NEAR)
