"""The three full conflicts of the ledger, event by event."""

from sim.rules.intensity.consequences import (
    AbilityZeroed,
    CharacterDied,
    DiceWorn,
    GoalObtained,
    HarmApplied,
    HelpCompared,
    IntentChanged,
    PenaltyInflicted,
    PoolSpent,
    RollsCompared,
    SituationDieGranted,
)
from sim.rules.intensity.facts import (
    Conceded,
    DieChosen,
    ExtraBought,
    IntentDeclared,
    PipPlaced,
    WentOn,
)
from sim.seam.events import TABLE
from tests.rules.intensity.table import Told, contest, drive, duel, goal, kill, seat


def spent(told: Told) -> list[tuple[int, int, int]]:
    """Return (who, cost, left) of all payments."""
    return [(event.who, event.amount, event.left) for event in told.all(PoolSpent)]


def compared(told: Told) -> list[tuple[tuple[int, int], str, tuple[int, int]]]:
    """Return (raw, hand, kept) of all main comparisons."""
    return [(e.raw, e.hand, e.kept) for e in told.all(RollsCompared)]


def harmed(told: Told) -> list[tuple[int, int, int, int]]:
    """Return (by, ability, pips, size left) of all harm."""
    return [(e.by, e.ability, e.amount, e.size) for e in told.all(HarmApplied)]


def test_the_smallest_die_decides_against_the_bouncer() -> None:
    """In the trace "bar" the smallest die decides, after a change of goals."""
    fred = "brawny trait 8, health trait 6, brawling skill 6, cue asset 4"
    bouncer = "huge trait 10, health trait 8, bouncing skill 6, club asset 4"
    faces = {
        (1, 0, "main"): (7, 5, 3, 2),
        (1, 1, "main"): (6, 5, 1),
        (2, 0, "main"): (4, 4, 2),
        (2, 1, "main"): (9, 3, 1, 3),
    }
    scenario = duel(fred, bouncer, points=(6, 5))
    first = (DieChosen(0, 0), ExtraBought(0, 1), *[PipPlaced(0, 1, 3)] * 3)
    told = drive(scenario, *first, faces=faces, rounds=1)
    told = drive(
        scenario,
        IntentDeclared(1, 3, 0, "reduce_ability", 1),
        ExtraBought(1, 1),
        *[PipPlaced(1, 0, 1)] * 2,
        PipPlaced(0, 1, 3),
        faces=faces,
        then=told,
    )
    assert spent(told) == [(0, 2, 4), (1, 1, 4), (0, 1, 3), (1, 2, 2)]
    assert compared(told) == [((3, 0), "a", (3, 0)), ((1, 2), "b", (1, 2))]
    assert harmed(told) == [(0, 3, 3, 1), (1, 1, 2, 4), (0, 3, 1, 0)]
    assert told.only(IntentChanged).who == 1
    assert told.only(AbilityZeroed).who == 1
    assert told.only(GoalObtained).cause == "ability_zeroed"
    assert told.outcome is not None
    assert (told.outcome.how, told.outcome.returns) == ("goal_obtained", (1.0, 0.0))
    assert (told.sizes(0), told.sizes(1)) == ((8, 4, 6, 4), (10, 8, 6, 0))
    assert [participant.intensity for participant in told.state.participants] == [3, 2]


def test_ceding_to_a_goal_that_names_health_is_death() -> None:
    """In the trace "bridge" ceding to a goal that names health is death."""
    x = "nerve trait 6, fencing skill 8, health asset 5"
    y = "reach trait 8, fencing skill 6, health trait 6"
    goals = [goal("hold the bridge", "a"), kill("b", "A")]
    scenario = contest(
        seat("A", "a", x, 2, health="health"), seat("B", "b", y, 4), goals=goals
    )
    faces = {(1, 0, "main"): (5, 6, 1), (1, 1, "main"): (8, 3, 4)}
    told = drive(
        scenario,
        DieChosen(1, 0),
        ExtraBought(1, 2),
        *[PipPlaced(1, 0, 2)] * 2,
        PipPlaced(0, 1, 0),
        Conceded(0),
        faces=faces,
    )
    assert spent(told) == [(0, 1, 1), (1, 2, 2)]
    assert compared(told) == [((1, 2), "b", (1, 2))]
    assert harmed(told) == [(1, 2, 2, 3), (0, 0, 1, 7)]
    tail = [type(event).__name__ for event in told.events[-5:]]
    assert tail == [
        "Conceded",
        "GoalObtained",
        "AbilityZeroed",
        "CharacterDied",
        "AftermathSettled",
    ]
    assert told.only(CharacterDied).who == 0
    assert told.outcome is not None
    assert (told.outcome.how, told.outcome.returns) == ("ceded", (0.0, 1.0))


def test_a_helping_roll_has_a_success_and_a_failure() -> None:
    """In the trace "helped" a helping roll has one success and one failure."""
    scenario = contest(
        seat(
            "P", "a", "strong trait 8, health trait 6, sword skill 6, shield asset 4", 5
        ),
        seat("Q", "a", "quick trait 6, tactics skill 8, banner asset 4", 5),
        seat("R", "b", "brute trait 10, health trait 8, club skill 6, hide asset 4", 5),
        goals=[kill("a", "R"), kill("b", "P")],
        prizes=(8,),
    )
    faces = {
        (1, 1, "help"): (6, 7, 3),
        (1, TABLE, "difficulty"): (6, 5, 4, 2),
        (1, 0, "penalty"): (5,),
        (1, 0, "main"): (8, 3, 2, 6),
        (1, 2, "main"): (9, 4, 1),
    }
    told = drive(
        scenario,
        IntentDeclared(1, -1, 0, "help", -1, 8),
        *[PipPlaced(2, 0, 1)] * 2,
        PipPlaced(0, 2, 1),
        faces=faces,
        rounds=1,
    )
    helped = told.only(HelpCompared)
    assert (helped.raw, helped.hand, helped.kept) == ((2, 2), "a", (2, 1))
    assert told.only(SituationDieGranted).uses == 2
    assert told.only(PenaltyInflicted).rolls == 1
    assert spent(told) == [(1, 1, 4), (0, 1, 4), (2, 1, 4)]
    assert compared(told) == [((2, 2), "b", (1, 2))]
    shown = told.only(RollsCompared)
    assert (shown.faces_a, shown.faces_b) == ((8, 6, 3, 2), (9, 5, 4, 1))
    worn = told.only(DiceWorn)
    assert (worn.who, worn.situation, worn.penalty) == (0, (8,), (8,))
    assert harmed(told) == [(2, 1, 2, 4), (0, 1, 1, 7)]
    assert [event.who for event in told.all(WentOn)] == [0, 1, 2]
