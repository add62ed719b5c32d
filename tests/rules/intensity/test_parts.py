"""A part of a round reads all that matters in it, under any rulings.

Two states that a part reads alike are answered alike, and the same dice are rolled at
both.
"""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec import structs

from sim.rules.intensity.appraisal.essence import (
    essence,
    wears_by_points,
    with_dice_to_pay,
)
from sim.rules.intensity.appraisal.parts import part
from sim.rules.intensity.appraisal.talk import part_of_pools
from sim.rules.intensity.facts import IntentDeclared, PoolEntered
from sim.rules.intensity.phases import Affecting, Building
from sim.rules.intensity.scenario.sheet import IntensityScenario
from sim.rules.intensity.state import (
    Bonus,
    Penalty,
    State,
    helpers,
    pairs,
    with_participant,
)
from sim.rules.intensity.system import SYSTEM
from sim.seam.seats import by_seat
from tests.rules.alike import come_to_the_same
from tests.rules.intensity.table import Told, contest, kill, seat, until
from tests.rules.intensity.test_laws import CONFLICTS
from tests.rules.intensity.walks import walk

TRIED = 5
"""So many states that are read alike are tried at one place."""


def others(state: State) -> Iterator[State]:
    """Yield *state* with other points, or with dice that last for other rolls."""
    for who, participant in by_seat(state.participants):
        for points in {*range(5), participant.intensity + 1} - {participant.intensity}:
            yield with_participant(state, who, intensity=points)
        for kind in ("bonuses", "penalties"):
            dice = getattr(participant, kind)
            for left in (1, 2, 3, 5):
                other = tuple(
                    [
                        die if die.left < 0 else structs.replace(die, left=left)
                        for die in dice
                    ]
                )
                if other != dice:
                    yield with_participant(state, who, **{kind: tuple(sorted(other))})


def armed(state: State) -> State:
    """Return *state* with dice for everybody that outlast their points."""
    for who, participant in by_seat(state.participants):
        if not state.setup.characters[who].static:
            last = participant.intensity + 2
            state = with_participant(
                state,
                who,
                bonuses=tuple(sorted((*participant.bonuses, Bonus(3, last)))),
                penalties=tuple(sorted((*participant.penalties, Penalty(2, last)))),
            )
    return state


def paid(state: State) -> State:
    """Return what matters of *state*, without dice that nobody can pay to roll."""
    if wears_by_points(state.setup.rulings) and type(state.phase) is Affecting:
        people = tuple(
            [with_dice_to_pay(participant) for participant in state.participants]
        )
        state = structs.replace(state, participants=people)
    return essence(state)


def without_rulings(scenario: IntensityScenario) -> IntensityScenario:
    """Return *scenario* with nobody asked for rulings, and dice that wear by points.

    Only there are helpers' rolls, and what follows the dice, parts of their own.
    """
    rulings = structs.replace(
        scenario.rulings, duration="rolls", base_cost="participant"
    )
    goals = tuple(goal for goal in scenario.goals if goal.kind != "inflict_die")
    return structs.replace(scenario, gm=None, goals=goals, prizes=(6,), rulings=rulings)


def check(scenario: IntensityScenario, luck: Random) -> None:
    """Check the law at one position of each kind of part."""
    started: dict[int, list[State]] = {}
    for state in (essence(before) for before, _, _, _ in walk(scenario, luck)):
        read = part(state)
        if read is not None:
            started.setdefault(id(read), []).append(state)
    chosen = [luck.choice(states) for states in started.values()]
    for state in (*chosen, *map(essence, map(armed, chosen))):
        read = part(state)
        if read is None:
            continue
        alike = [
            more
            for more in map(essence, others(state))
            if part(more) is read and read.reads(more) == read.reads(state)
        ]
        for more in luck.sample(alike, min(TRIED, len(alike))):
            come_to_the_same(SYSTEM, (state, more), luck, paid)


@CONFLICTS
def test_what_is_read_alike_goes_on_alike(
    scenario: IntensityScenario, luck: Random
) -> None:
    """IN-POOL-01, IN-R-29, IN-R-32: Positions that a part reads alike go on alike."""
    check(scenario, luck)


@CONFLICTS
def test_what_helpers_do_is_read_alike(
    scenario: IntensityScenario, luck: Random
) -> None:
    """IN-HELP-05, IN-R-32: Positions that a helper's part reads alike go on alike."""
    check(without_rulings(scenario), luck)


PEOPLE = [
    seat("P", "a", "strong trait 8, health trait 6, sword skill 6, shield asset 4"),
    seat("Q", "a", "quick trait 6, health trait 8, tactics skill 8, banner asset 4"),
    seat("R", "b", "brute trait 10, health trait 8, club skill 6, hide asset 4"),
    seat("S", "b", "sly trait 6, health trait 8, knife skill 6, cloak asset 4"),
]


@pytest.mark.parametrize("met", [False, True])
def test_a_helper_who_is_met_rolls_in_no_part_of_its_own(met: bool) -> None:  # noqa: FBT001
    """IN-HELP-05: A helper who meets an opponent in this round has no part of its own.

    Q helps P, and meets nobody unless S is after Q and not after P; R and P meet all
    the same.
    """
    goals = [kill("a", "R"), kill("b", "P"), kill("b", "Q")]
    told = Told(contest(*PEOPLE, goals=goals, prizes=(8,)))
    asked = until(
        told,
        1,
        PoolEntered,
        IntentDeclared(0, 0, 2, "reduce_ability", 1),
        IntentDeclared(1, -1, 0, "help", -1, 8),
        IntentDeclared(2, 1, 0, "reduce_ability", 1),
        IntentDeclared(3, 1 + met, int(met), "reduce_ability", 1),
    )
    assert isinstance(asked.view.phase, Building)
    assert helpers(told.state) == [1]
    assert (0, 2) in pairs(told.state)
    assert (part_of_pools(told.state, asked.view.phase) is None) == met
