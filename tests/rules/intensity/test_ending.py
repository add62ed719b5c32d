"""Zeros, goals obtained, death, further goals, and dice won or inflicted for good."""

import pytest

from sim.rules.intensity.consequences import (
    AbilityZeroed,
    AftermathSettled,
    CharacterDied,
    GoalObtained,
    GoalsReconciled,
    IntentChanged,
    OutcomeDieGranted,
    OutcomeDieInflicted,
    PoolSpent,
    RoundStarted,
    SidesLeft,
)
from sim.rules.intensity.facts import (
    Contented,
    GoalContinued,
    IntentDeclared,
    PipPlaced,
    WentOn,
)
from sim.rules.intensity.state import State
from sim.rules.intensity.system import SYSTEM
from sim.seam.protocol import Decision
from tests.rules.intensity.table import (
    Told,
    contest,
    drive,
    duel,
    goal,
    kill,
    seat,
    until,
)

GEAR = "body trait 8, health skill 8, gear asset 2"
HITS_3 = {(1, 0, "main"): (8, 6, 4)}
HITS_2 = {(1, 0, "main"): (8, 6, 1)}
KILL_B = IntentDeclared(0, 1, 1, "reduce_ability", 1)


def test_in_zero_01_an_ability_at_zero_obtains_the_goal() -> None:
    """IN-ZERO-01, IN-EX-15: An ability at zero obtains the goal; one at d1 does not."""
    told = drive(duel(b=GEAR), faces=HITS_2)
    assert told.only(AbilityZeroed).ability == 2
    assert told.only(GoalObtained).cause == "ability_zeroed"
    assert told.outcome is not None
    assert (told.outcome.how, told.outcome.returns) == ("goal_obtained", (1.0, 0.0))
    stands = drive(duel(), faces=HITS_3, rounds=1)
    assert stands.sizes(1)[3] == 1
    assert stands.all(GoalObtained) == []


@pytest.mark.parametrize(
    ("wish", "mode", "obtained"),
    [
        (KILL_B, "named", False),
        (KILL_B, "any_always", True),
        (IntentDeclared(0, 0, 1, "narrative"), "named", True),
    ],
)
def test_in_r_23_which_ability_counts(
    wish: IntentDeclared, mode: str, obtained: object
) -> None:
    """IN-R-23: A goal that names health is not obtained by breaking the gear.

    Worked example: IN-EX-23.
    """
    scenario = duel(b=GEAR, rulings={"goal_ability": mode})
    told = drive(scenario, wish, *_pips(wish), faces=HITS_2, rounds=1)
    assert bool(told.all(GoalObtained)) is obtained


def _pips(wish: IntentDeclared) -> list[PipPlaced]:
    """Return pips on the gear, unless the default puts them there already."""
    return [PipPlaced(0, 1, 2)] * 2 if wish is KILL_B else []


def test_in_zero_02_health_at_zero_is_death() -> None:
    """IN-ZERO-02: Whoever has health at zero is dead, and takes no further part."""
    told = drive(duel(b="health trait 2, w skill 8"), faces=HITS_2)
    death = told.only(CharacterDied)
    assert (death.who, death.by, death.cause) == (1, 0, "damage")
    after = told.events[told.events.index(death) :]
    assert all(getattr(event, "who", 0) != 1 or event is death for event in after)


def test_in_zero_03_a_further_goal_keeps_it_going() -> None:
    """IN-ZERO-03: A further goal leads to another round, which is paid for.

    Worked example: IN-EX-24.
    """
    scenario = duel(b=GEAR, rulings={"max_rounds": 3})
    asked = until_further(scenario_of=Told(scenario))
    further = GoalContinued(0, 1, 1, "reduce_ability", 1)
    assert asked.options == (Contented(0), further)
    told = drive(scenario, further, faces=HITS_2, rounds=2)
    assert [event.reason for event in told.all(IntentChanged)] == ["continued"]
    assert len(told.all(RoundStarted)) == 2
    assert len(told.all(PoolSpent)) == 4
    assert [type(e) for e in told.events if type(e) in {GoalContinued, WentOn}][:3] == [
        GoalContinued,
        WentOn,
        WentOn,
    ]


def until_further(scenario_of: Told) -> Decision[State]:
    """Return what A is asked after obtaining a goal in round one."""
    told = drive(scenario_of.scenario, faces=HITS_2)
    at = told.events.index(Contented(0))
    asked = SYSTEM.ask(told.states[at])
    assert type(asked) is Decision
    return asked


def test_in_r_26_who_wants_no_more_leaves_content() -> None:
    """IN-R-26, IN-EX-24: Without a further goal the side leaves with what it has."""
    told = drive(duel(b=GEAR), faces=HITS_2)
    assert told.only(SidesLeft).who == (0,)
    assert len(told.all(RoundStarted)) == 1


def test_in_r_24_both_may_obtain_their_goals() -> None:
    """IN-R-24, IN-EX-29: Two goals obtained in one round are reconciled and shared."""
    a = "x trait 8, y skill 1, z asset 6"
    b = "p trait 8, q skill 6, r asset 2"
    faces = {(1, 0, "main"): (8, 1, 6), (1, 1, "main"): (6, 5, 2)}
    told = drive(duel(a, b, reconciled="a draw"), faces=faces)
    assert told.only(GoalsReconciled).who == (0, 1)
    assert told.outcome is not None
    assert (told.outcome.how, told.outcome.returns) == ("both_obtained", (0.5, 0.5))
    assert "a draw" in SYSTEM.narrate(told.state, told.only(GoalsReconciled))


def test_in_r_25_death_comes_after_all_damage_and_needs_health() -> None:
    """IN-R-25: Death comes after all damage; nobody dies without a health ability."""
    told = drive(duel(b="health trait 2, w skill 8"), faces=HITS_2)
    names = [type(event).__name__ for event in told.events]
    assert names.index("CharacterDied") > names.index("SuccessesUsed")
    other = drive(duel(b="nerve trait 2, w skill 8"), faces=HITS_2)
    assert other.all(CharacterDied) == []


def test_in_r_25_a_death_that_was_no_goal_ends_it_without_one() -> None:
    """IN-R-25: A death that was nobody's goal ends it with no goal obtained."""
    b = "health trait 2, w skill 8, v asset 8"
    goals = [kill("a", "B", "w"), goal("win", "b")]
    told = drive(duel(b=b, goals=goals), *[PipPlaced(0, 1, 0)] * 2, faces=HITS_2)
    assert told.all(GoalObtained) == []
    assert told.outcome is not None
    assert (told.outcome.how, told.outcome.returns) == ("death", (1.0, 0.0))


def test_in_r_42_another_sides_zero_obtains_nothing() -> None:
    """IN-R-42: A zero that another side caused obtains nothing."""
    scenario = contest(
        seat("A", "a", "x trait 4"),
        seat("R", "r", "health trait 2, y skill 6"),
        seat("C", "c", "z trait 8, w skill 8"),
        goals=[kill("a", "R"), kill("c", "R")],
        rulings={"max_rounds": 1},
    )
    told = drive(scenario, faces={(1, 2, "main"): (8, 8)})
    assert [event.who for event in told.all(GoalObtained)] == [2]


def test_in_zero_01_a_goal_is_obtained_from_whom_it_is_aimed_at() -> None:
    """IN-ZERO-01: A goal is obtained only by a zero of the one it is aimed at."""
    scenario = contest(
        seat("A", "a", "x trait 8, xx skill 8"),
        seat("B", "b", "y trait 8, yy skill 8"),
        seat("C", "c", "z trait 2, zz skill 8"),
        goals=[goal("win", "a"), goal("win", "b"), goal("win", "c")],
        rulings={"max_rounds": 1},
    )
    wishes = [
        IntentDeclared(0, 0, 1, "narrative"),
        IntentDeclared(1, 1, 0, "narrative"),
        IntentDeclared(2, 2, 0, "narrative"),
    ]
    faces = {(1, 0, "main"): (8, 8), (1, 1, "main"): (8, 8)}
    told = drive(scenario, *wishes, faces=faces)
    zero = told.only(AbilityZeroed)
    assert (zero.who, zero.by) == (2, 0)
    assert told.all(GoalObtained) == []


def test_in_r_42_a_friends_zero_counts_for_the_same_goal_only() -> None:
    """IN-R-42: A friend's zero obtains the goal only for those who share it."""
    scenario = contest(
        seat("P", "a", "x trait 8"),
        seat("Q", "a", "y trait 8, yy skill 8"),
        seat("R", "b", "z trait 2, zz skill 8"),
        goals=[goal("pass", "a"), goal("the key", "a"), goal("win", "b")],
        rulings={"max_rounds": 1},
    )
    faces = {(1, 1, "main"): (8, 8)}
    for wish, obtained in ((1, [1]), (0, [0, 1])):
        wishes = [
            IntentDeclared(0, 0, 2, "narrative"),
            IntentDeclared(1, wish, 2, "narrative"),
        ]
        told = drive(scenario, *wishes, faces=faces)
        assert told.only(AbilityZeroed).by == 1
        assert [event.who for event in told.all(GoalObtained)] == obtained


RITUAL = goal("ritual", "a", kind="gain_die", die="ward", category="asset", size=6)
CURSE = goal("curse", "a", kind="inflict_die", die="the eye", size=4)


def test_in_outcome_01_a_die_can_be_won_for_good() -> None:
    """IN-OUTCOME-01: A die that is won has its category and size afterwards.

    Worked example: IN-EX-26.
    """
    told = drive(duel(b=GEAR, goals=[RITUAL]), faces=HITS_2)
    granted = told.only(OutcomeDieGranted)
    person = told.state.setup.characters[0]
    assert person.abilities[granted.ability] == "ward"
    assert granted.ability in person.groups[2]
    assert told.sizes(0) == (8, 6, 6, 4, 6)
    assert SYSTEM.initial(told.scenario).participants[0].sizes == (8, 6, 6, 4, 0)
    assert told.only(AftermathSettled).carried[0].sizes[-1] == 6


def test_in_r_37_a_die_can_be_inflicted_for_good() -> None:
    """IN-R-37: An inflicted die is carried out of the conflict as a mark."""
    told = drive(duel(b=GEAR, goals=[CURSE]), faces=HITS_2)
    inflicted = told.only(OutcomeDieInflicted)
    assert (inflicted.who, inflicted.by, inflicted.size) == (1, 0, 4)
    assert told.only(AftermathSettled).carried[1].marks == (4,)


@pytest.mark.parametrize(
    ("scope", "tags", "count"),
    [("always", (), 2), ("tagged", (), 0), ("tagged", ("sea",), 1)],
)
def test_in_r_37_marks_count_always_or_where_their_tag_fits(
    scope: str, tags: tuple[str, ...], count: int
) -> None:
    """IN-R-37: Marks count always, or under `tagged` only if their tag fits."""
    marks = [{"size": 4, "tag": "sea"}, {"size": 6, "tag": "court"}]
    scenario = contest(
        seat("A", "a", "x trait 4", marks=marks),
        seat("B", "b", "y trait 4"),
        tags=tags,
        rulings={"inflicted_scope": scope},
    )
    assert len(SYSTEM.initial(scenario).participants[0].penalties) == count


@pytest.mark.parametrize(
    ("restore", "sizes"),
    [
        ("none", (8, 0, 5)),
        ("not_zeroed", (8, 0, 8)),
        ("all", (8, 2, 8)),
    ],
)
def test_in_r_38_what_recovers_between_conflicts(
    restore: str, sizes: tuple[int, ...]
) -> None:
    """IN-R-38: By the ruling all dice recover, all but those at zero, or none."""
    scenario = duel(
        b="p trait 8, q skill 2, r asset 8", rulings={"restore_between": restore}
    )
    faces = {
        (1, 0, "main"): (8, 6, 4),
        (2, 0, "main"): (8, 6, 1),
    }
    told = drive(scenario, PipPlaced(0, 1, 2), faces=faces)
    assert told.only(AftermathSettled).carried[1].sizes == sizes


@pytest.mark.parametrize(("more", "returned"), [(0.3, 0.7), (0.7, 1.0), (None, 1.0)])
def test_worth_of_goals_replaces_the_shares(
    more: float | None, returned: float
) -> None:
    """Goals with a stated worth return that, others their share, and 1 at most."""
    goals = [goal("win", "a", worth=0.4), goal("more", "a", worth=more)]
    scenario = duel(b="p trait 2, q skill 2, r asset 2", goals=goals)
    told = drive(
        scenario,
        GoalContinued(0, 1, 1, "narrative"),
        faces={**HITS_2, (2, 0, "main"): (8, 6, 1)},
    )
    assert told.outcome is not None
    assert told.outcome.returns == (returned, 0.0)


def test_a_decision_after_obtaining_needs_something_further_to_want() -> None:
    """IN-ZERO-03: Nobody is asked for a further goal if there is none to want."""
    told = drive(duel(b=GEAR, goals=[goal("win", "a")]), faces=HITS_2)
    assert told.all(Contented) == []
    assert until(Told(duel()), 1, IntentDeclared).who == 1


def test_in_outcome_01_an_inflicted_die_is_inflicted_once_for_a_goal() -> None:
    """IN-OUTCOME-01: A die is inflicted once for a goal, however many share it."""
    other = goal("hex", "a", kind="inflict_die", die="the ear", size=6)
    scenario = contest(
        seat("P", "a", "x trait 8, xx skill 8"),
        seat("Q", "a", "y trait 8, yy skill 8"),
        seat("R", "b", "z trait 1, zz skill 1"),
        goals=[CURSE, other, goal("win", "b")],
        rulings={"max_rounds": 1},
    )
    faces = {(1, 0, "main"): (8, 1), (1, 1, "main"): (8, 1)}
    for wish, size, borne in ((0, 4, [4]), (1, 6, [4, 6])):
        wishes = [
            IntentDeclared(0, 0, 2, "inflict_die", -1, 4),
            IntentDeclared(1, wish, 2, "inflict_die", -1, size),
        ]
        told = drive(scenario, *wishes, faces=faces)
        assert len(told.all(GoalObtained)) == 2
        assert [event.size for event in told.all(OutcomeDieInflicted)] == borne


def test_in_outcome_01_each_die_to_be_won_has_its_own_place() -> None:
    """IN-OUTCOME-01: Each die that can be won has its own place and category."""
    rope = goal("a rope", "a", kind="gain_die", die="rope", category="trait", size=4)
    told = drive(
        duel(b=GEAR, goals=[RITUAL, rope, goal("win", "b")]),
        IntentDeclared(0, 1, 1, "gain_die", -1, 4),
        faces=HITS_2,
    )
    assert told.only(OutcomeDieGranted).ability == 5
    assert told.sizes(0) == (8, 6, 6, 4, 0, 4)
    person = told.state.setup.characters[0]
    assert person.abilities[4:] == ("ward", "rope")
    assert 5 in person.groups[0]
