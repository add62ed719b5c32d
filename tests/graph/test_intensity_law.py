"""The law of Intensity's dice, where helpers roll early and penalty dice fall."""

from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sim.graph.choosers import Choosers
from sim.graph.rounds import Rounds
from sim.library.scenario import load
from sim.rules.intensity.appraisal import law
from sim.rules.intensity.appraisal.tables import Seen, Thrower
from sim.rules.intensity.comparison.comparing import compared, descending
from sim.rules.intensity.consequences import RollsCompared
from sim.rules.intensity.facts import IntentDeclared
from sim.rules.intensity.phases import NARRATIVE
from sim.rules.intensity.state import Bonus, Penalty
from sim.run.seating import seat_agents
from sim.seam.events import NOBODY, DiceRolled, Seat
from tests.graph.tables import (
    brute,
    played_alike,
    solved,
    unparted,
    with_chart,
)
from tests.rules.intensity.table import contest, drive, goal, seat

NEAR = 1e-12
WISHES = """
from agents.scripted import Scripted


class Wishes(Scripted):
    def reads(self, worth):
        return worth.concedes
"""
"""Reads the options alone, so that parts of rounds that read alike are merged."""
TINY = Path(__file__).parent / "tiny"
HELPS = "scripted:says=IntentDeclared kind=help"


def _wishing(folder: Path, kind: str) -> str:
    """Return the spec of one who wants such a goal whenever it can."""
    file = folder / "wishes.py"
    file.write_text(WISHES, encoding="utf-8")
    return f"{file}:Wishes:says=IntentDeclared kind={kind}"


@pytest.mark.slow
@pytest.mark.parametrize("agents", [(HELPS, "steady"), ("steady", HELPS)])
@pytest.mark.parametrize("effect", ["opposing_die", "cancel_best"])
def test_who_helps_is_solved_by_every_face(
    agents: tuple[str, str], effect: str
) -> None:
    """With helpers, who roll early, the values are those of every face."""
    loaded = load(str(TINY / "intensity_helped.toml"), {"penalty_effect": effect})
    solution = solved(loaded, *agents, "steady")
    faces = brute(loaded, *agents, "steady")
    assert len(faces) > 1
    assert solution.outcomes == pytest.approx(faces, abs=NEAR)


@pytest.mark.parametrize("effect", ["opposing_die", "cancel_best"])
@pytest.mark.parametrize("sizes", [((2, 3), ()), ((2,), (3, 3)), ((4,), (2,))])
def test_penalty_dice_on_both_sides_are_in_the_law(
    sizes: tuple[tuple[int, ...], ...], effect: str
) -> None:
    """A round in which both have penalty dice is the same with and without the law."""
    loaded = load(str(TINY / "intensity.toml"), {"penalty_effect": effect})
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    state = system.initial(loaded.scenario)
    people = tuple(
        structs.replace(participant, penalties=tuple(Penalty(size, 1) for size in each))
        for participant, each in zip(state.participants, sizes, strict=True)
    )
    state = structs.replace(state, participants=people)
    outcomes: list[dict[Any, Any]] = []
    lawless = structs.replace(system.solving.chart, law=None)
    for rules in (system, with_chart(system, lawless)):
        choosers = Choosers(rules, seats, seat_agents(seats, ("steady", "bold")))
        rounds = Rounds(rules, choosers)
        played = rounds.play((rounds.walk(state).state, choosers.begin))
        outcomes.append({**played.then, **played.ended})
    by_law, faces = outcomes
    assert len(by_law) > 1
    assert by_law == pytest.approx(faces, abs=NEAR)


def test_a_ring_is_counted_up_to_so_much_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ring of comparisons is counted exactly until it needs too much work."""
    thrower = Seen(Thrower((2,), 0, ()))
    met = tuple((pair, (thrower, thrower)) for pair in ((0, 1), (0, 2), (1, 2)))
    work = 8 * 3 * 3
    monkeypatch.setattr(law, "_WORK_MAX", work - 1)
    assert law._joint.__wrapped__(met, raw=False) is None
    monkeypatch.setattr(law, "_WORK_MAX", work)
    outcomes = law._joint.__wrapped__(met, raw=False)
    assert outcomes is not None
    assert len(outcomes) == 7  # somebody is alone with a 1 or a 2, or all tie
    assert [chance for chance, _ in outcomes] == pytest.approx(
        [0.25 if set(codes) == {(0, 0, 0)} else 0.125 for _, codes in outcomes]
    )


@pytest.mark.parametrize("other", ["steady", "bold"])
def test_who_seeks_a_die_is_played_alike_as_part_and_whole(
    other: str, tmp_path: Path
) -> None:
    """A round in which a die is sought is the same in parts and as a whole."""
    loaded = load(str(TINY / "intensity.toml"), {"max_rounds": "6"})
    scenario = structs.replace(loaded.scenario, prizes=(2,))
    system, seats = loaded.system, loaded.system.seats(scenario)
    agents = _wishing(tmp_path, "situation"), other
    choosers = Choosers(system, seats, agents)
    assert not choosers.read_all
    rounds = Rounds(system, choosers)
    plain = Rounds(unparted(system), choosers)
    state = rounds.walk(system.initial(scenario)).state
    for bonuses in ((), (Bonus(2, 4),), (Bonus(2, 2),)):
        people = [
            structs.replace(
                participant, intensity=6, bonuses=bonuses if who == 0 else ()
            )
            for who, participant in enumerate(state.participants)
        ]
        tried = structs.replace(state, participants=tuple(people))
        played_alike(rounds, plain, (rounds.essential(tried), choosers.begin))


@pytest.mark.slow
@pytest.mark.parametrize(
    "rulings",
    [
        {},
        {"penalty_target": "helper", "help_lasts": "once"},
        {"penalty_effect": "cancel_best", "penalty_stack": "together"},
        {"helper_defends": "no_pool", "failure_counts": "raw"},
        {"base_cost": "side"},
        {"duration": "rounds", "help_lasts": "once"},
        {"static_mode": "one_roll"},
    ],
    ids=str,
)
@pytest.mark.parametrize("both", [True, False])
def test_who_helps_is_played_alike_as_part_and_whole(
    rulings: dict[str, str],
    tmp_path: Path,
    both: bool,  # noqa: FBT001 - each
) -> None:
    """A round with helpers is the same in parts and as a whole, whatever their dice."""
    loaded = load("intensity_cliff", rulings)
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    helper = _wishing(tmp_path, "help")
    agents = (helper, helper if both else "steady", "steady")
    choosers = Choosers(system, seats, agents)
    assert not choosers.read_all
    rounds = Rounds(system, choosers)
    plain = Rounds(unparted(system), choosers)
    state = rounds.walk(system.initial(loaded.scenario)).state
    # Where an obstacle is met in one roll, a penalty of eight sides makes more rolls
    # than the law counts, and every face would be followed: half an hour of them.
    size = 4 if "static_mode" in rulings else 8
    dice = [((), ()), ((Bonus(4, 2),), ()), ((Bonus(4, 1),), (Penalty(size, 3),))]
    for points, mine, theirs in product((5, 2), dice, dice):
        people = [
            structs.replace(
                participant, intensity=points, bonuses=bonuses, penalties=penalties
            )
            for participant, (bonuses, penalties) in zip(
                state.participants, (mine, theirs), strict=False
            )
        ]
        people += state.participants[2:]
        tried = structs.replace(state, participants=tuple(people))
        here = rounds.essential(tried), choosers.begin
        played_alike(rounds, plain, here)


@pytest.mark.parametrize("pool", ["shared", "separate"])
def test_the_law_of_a_roll_for_a_die_is_what_every_face_comes_to(pool: str) -> None:
    """IN-R-33: A roll for a die is against its target, or against three GM dice too.

    P rolls a d2 and a d3 for a d3, and R a d2 and a d1, of which the smaller are
    replaced by d3s where the pool is shared.
    """
    scenario = contest(
        seat("P", "a", "x trait 2, y skill 3"),
        seat("R", "b", "x trait 2, y skill 1"),
        prizes=(3,),
        rulings={"situation_pool": pool},
    )
    wish = IntentDeclared(0, -1, 1, "situation", -1, 3)
    told = drive(scenario, wish, rounds=1)
    place = [type(event) for event in told.events].index(DiceRolled)
    state = told.states[place]
    cases = law.law(state)
    assert cases is not None
    chances: dict[object, float] = {}
    for chance, events in cases:
        pairs = [
            (event.a, event.b, event.hand, event.kept)
            for event in events
            if type(event) is RollsCompared
        ]
        chances[*pairs] = chances.get((*pairs,), 0.0) + chance
    expected: dict[object, float] = {}
    foe = (3, 3) if pool == "shared" else (2, 1)
    besides = (3, 3, 3) if pool == "separate" else ()
    sizes = (2, 3, *foe, *besides)
    for faces in product(*(range(1, size + 1) for size in sizes)):
        mine, theirs, gm = faces[:2], faces[2:4], faces[4:]
        met = [(1, theirs)] + ([(NOBODY, gm)] if gm else [])
        pairs = []
        for other, dice in met:
            result = compared(descending(mine), descending(dice))
            pairs.append((0, other, result.hand, (result.kept_a, result.kept_b)))
        expected[*pairs] = expected.get((*pairs,), 0.0) + 1 / prod(sizes)
    assert chances == pytest.approx(expected)


def test_the_law_of_three_who_meet_in_a_ring_is_what_every_face_comes_to() -> None:
    """IN-R-12: Of three who meet in a ring, each rolls once for both comparisons."""
    scenario = contest(
        seat("P", "a", "x trait 2, y skill 3"),
        seat("Q", "b", "x trait 1, y skill 4"),
        seat("R", "c", "x trait 2, y skill 2"),
        goals=[goal("win", "a"), goal("win", "b"), goal("win", "c")],
    )
    wishes = [
        IntentDeclared(Seat(who), who, Seat((who + 1) % 3), NARRATIVE)
        for who in range(3)
    ]
    told = drive(scenario, *wishes, rounds=1)
    place = [type(event) for event in told.events].index(DiceRolled)
    cases = law.law(told.states[place])
    assert cases is not None
    chances: dict[object, float] = {}
    for chance, events in cases:
        pairs = [
            (event.a, event.b, event.hand, event.kept)
            for event in events
            if type(event) is RollsCompared
        ]
        chances[frozenset(pairs)] = chances.get(frozenset(pairs), 0.0) + chance
    sizes = ((2, 3), (1, 4), (2, 2))
    expected: dict[object, float] = {}
    for rolls in product(
        *(product(*(range(1, n + 1) for n in pool)) for pool in sizes)
    ):
        pairs = []
        for a, b in ((0, 1), (0, 2), (1, 2)):
            result = compared(descending(rolls[a]), descending(rolls[b]))
            kept = result.kept_a, result.kept_b
            pairs.append((Seat(a), Seat(b), result.hand, kept))
        case = frozenset(pairs)
        expected[case] = expected.get(case, 0.0) + 1 / prod(map(prod, sizes))
    assert len(expected) > 20
    assert chances == pytest.approx(expected)
