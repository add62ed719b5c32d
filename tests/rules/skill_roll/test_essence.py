"""What an essence forgets, and that an exact solution is the same with it."""

from typing import Any

import pytest
from msgspec import structs

from sim.library.scenario import canonical, from_json
from sim.rules.skill_roll.appraisal.essence import begins, essence
from sim.rules.skill_roll.phases import Initiative
from sim.rules.skill_roll.scenario.sheet import SkillRollScenario, Use
from sim.rules.skill_roll.skills.attack_difficulty import Awareness
from sim.rules.skill_roll.state import (
    CONCEDED,
    TAKEN_OUT,
    WITHDRAWN,
    Participant,
    Status,
)
from sim.rules.skill_roll.system import SYSTEM
from tests.graph.tables import solved, unmerged
from tests.rules.skill_roll.table import A, B, C, Game, ann, blade, bob, conflict

NEAR = 1e-9
MET = frozenset({B, C})


def three(**rulings: object) -> Game:
    """Return Ann against Bob and another on one side."""
    cid = bob(name="Cid", side="they")
    return Game(conflict(ann(), bob(side="they"), cid, **rulings))


def slimmed(game: Game, who: int, participant: Participant) -> Participant:
    """Return what an essence keeps of *participant* in the seat of *who*."""
    people = list(game.state.participants)
    people[who] = participant
    state = structs.replace(game.state, participants=tuple(people))
    return essence(state).participants[who]


def test_of_who_is_in_it_only_what_is_told_is_forgotten() -> None:
    """An essence forgets a last attack, and Responses if they are not limited."""
    participant = Participant(9, 2, last=("blade", B), owes=True, responses=1, seen=MET)
    rest = structs.replace(participant, last=None)
    assert slimmed(three(responses_per_round=2), A, participant) == rest
    assert slimmed(three(), A, participant) == structs.replace(rest, responses=0)


@pytest.mark.parametrize("how", [CONCEDED, TAKEN_OUT, WITHDRAWN])
def test_of_who_left_only_how_and_what_it_bears_matters(how: Status) -> None:
    """Of somebody who left, an essence keeps how, and what it can still bear."""
    was = Participant(
        9,
        2,
        how,
        Awareness.UNAWARE_OF_DANGER,
        1,
        last=("sabre", A),
        owes=True,
        responses=1,
        seen=MET,
        left=0.3,
    )
    there: dict[str, Any] = {
        "awareness": Awareness.UNAWARE_OF_DANGER,
        "damage": 9,
        "status": how,
    }
    left = {
        CONCEDED: {**there, "left": 0.3},
        TAKEN_OUT: {**there, "aim": 1},
        WITHDRAWN: {"damage": 9, "status": how},
    }[how]
    assert slimmed(three(), C, was) == Participant(**left)


def test_whoever_left_is_nobody_to_be_seen_or_to_have_a_turn() -> None:
    """An essence forgets those who left in turns, notices and what bystanders bear."""
    game = three()
    people = game.state.participants
    gone = structs.replace(people[C], status=WITHDRAWN)
    sees = structs.replace(people[A], seen=MET)
    state = structs.replace(
        game.state,
        participants=(sees, people[B], gone),
        order=(C, B),
        fallen=((A, "attack", 1),),
        progress=(1, 2),
    )
    slim = essence(state)
    assert slim.order == (B,)
    assert slim.participants[A].seen == {B}
    assert not slim.fallen
    assert slim.progress == (1, 2)
    alone = structs.replace(people[B], status=CONCEDED)
    nobody = structs.replace(state, participants=(sees, alone, gone))
    assert essence(nobody).progress == (1, 0)


def test_a_turn_begins_once() -> None:
    """A turn begins once, and not again after a change of aim."""
    state = three().state
    assert begins(state)
    assert not begins(structs.replace(state, phase=Initiative(A, aimed=True)))


def short(**fields: object) -> SkillRollScenario:
    """Return a duel that few attacks and few rounds decide."""
    heavy = blade(damage_per_rank=10, ranks=2)
    seats = (
        ann(capacity=30, attacks=(heavy,)),
        bob(capacity=30, attacks=(heavy,), may_concede=False),
    )
    return conflict(*seats, round_cap=2, **fields)


@pytest.mark.slow
@pytest.mark.parametrize(
    "scenario",
    [
        short(),
        short(counter_initiative=True, responses_per_round=1),
        conflict(
            kind="task",
            uses=(
                Use(who="Ann", skill="blade", must_roll=True),
                Use(who="Bob", skill="blade", against="Ann", resisted_by=("dodge",)),
            ),
            deterministic="agent_choice",
        ),
    ],
)
def test_a_solution_by_turns_is_the_solution_by_rounds(
    scenario: SkillRollScenario,
) -> None:
    """A solution by turns has the values of one by rounds without an essence."""
    loaded = from_json(canonical(scenario))
    plain = solved(loaded, system=unmerged(SYSTEM))
    slim = solved(loaded)
    assert slim.exact
    assert slim.length == pytest.approx(plain.length, abs=NEAR)
    assert set(slim.outcomes) == set(plain.outcomes)
    for kind, chance in plain.outcomes.items():
        assert slim.outcomes[kind] == pytest.approx(chance, abs=NEAR)
