"""Properties that follow from the rules, PL-PROP-01 to PL-PROP-07, for any dice."""

from hypothesis import given
from hypothesis import strategies as st

from sim.rules.planets.dice.check import check
from sim.rules.planets.dice.hierarchy import (
    ABSENT,
    DOMINANT,
    MAJOR,
    MINOR,
    WEAK,
    positions,
)
from sim.rules.planets.dice.reading import Column
from sim.rules.planets.dice.throws import throw
from sim.rules.planets.forces.rolls import Circumstance, Roll
from sim.rules.planets.forces.task import EACH, FORCES, Forces, Values, forces
from sim.rules.planets.scenario.rulings import Rulings
from tests.rules.planets.table import PLAIN, values

SHOWN = st.tuples(*[st.integers(0, 8)] * 5)
"""Up to five dice of small values, so that ties are common; 0 is no die."""
TASKS = st.lists(
    st.sampled_from(["favored", "opposed", "neutral"]), min_size=5, max_size=5
).map(
    lambda leans: forces(
        [f for f, lean in zip(FORCES, leans, strict=True) if lean == "favored"],
        [f for f, lean in zip(FORCES, leans, strict=True) if lean == "opposed"],
    )
)
BESIDE = st.lists(
    st.tuples(
        st.sampled_from(["benefit", "hindrance"]),
        st.sampled_from(["minor", "major"]),
        st.integers(1, 9),
    ),
    max_size=2,
    unique_by=lambda die: die[0],
).map(tuple)
RULINGS = st.builds(
    Rulings,
    case6_reading=st.sampled_from(["weak", "minor_as_printed"]),
    single_die_position=st.sampled_from(["dominant", "major"]),
    circumstance_tie=st.sampled_from(
        ["same_position", "circumstance_first", "planet_first"]
    ),
    major_circumstance_policy=st.sampled_from(["positional", "lowest_only"]),
    above_weak_counts=st.booleans(),
    opposed_compare=st.sampled_from(["rank", "rank_then_decided_at"]),
)
Beside = tuple[tuple[str, str, int], ...]


def column(
    seen: Values, task: Forces, beside: Beside, rulings: Rulings
) -> tuple[Column, tuple[int, ...]]:
    """Return the column of one basic roll, and its faces."""
    sizes = tuple(20 if value else 0 for value in seen)
    dice = tuple(Circumstance(kind, severity, 20) for kind, severity, _ in beside)
    _, read = throw((Roll(0, sizes, task, (), dice),), rulings)
    faces = (*(value for value in seen if value), *(value for *_, value in beside))
    return read.columns[0], faces


def judged(
    seen: Values, task: Forces, beside: Beside, rulings: Rulings
) -> tuple[int, str]:
    """Return the outcome of one basic roll, and where it was decided."""
    column_, faces = column(seen, task, beside, rulings)
    sight = column_.look(faces)
    return sight.outcome, sight.decided_at


@given(SHOWN, RULINGS)
def test_pl_prop_01_positions(seen: Values, rulings: Rulings) -> None:
    """PL-PROP-01: Each die has one position, with one Dominant and one Weak at most."""
    read = positions(seen, rulings)
    assert read.count(DOMINANT) <= 1
    assert read.count(WEAK) <= 1
    assert [place == ABSENT for place in read] == [not value for value in seen]
    assert MAJOR in read or MINOR not in read
    rolled = [value for value in seen if value]
    if len(rolled) > 1 and len(set(rolled)) == 1:
        assert set(read) <= {MAJOR, ABSENT}


@given(SHOWN, TASKS, BESIDE, RULINGS, st.lists(st.integers(1, 5), min_size=10))
def test_pl_prop_02_only_order_counts(
    seen: Values, task: Forces, beside: Beside, rulings: Rulings, steps: list[int]
) -> None:
    """PL-PROP-02: Any strictly increasing map of all values changes nothing."""
    grown = [0]
    for step in steps:
        grown.append(grown[-1] + step)
    stretched = tuple(grown[value] for value in seen)
    farther = tuple((kind, severity, grown[value]) for kind, severity, value in beside)
    assert judged(seen, task, beside, rulings) == judged(
        stretched, task, farther, rulings
    )


@given(SHOWN, st.permutations(FORCES))
def test_pl_prop_03_one_against_one(seen: Values, order: list[str]) -> None:
    """PL-PROP-03: With four dice at most, the lower of Favored and Opposed decides."""
    favored, opposed, wed, *_ = (FORCES.index(name) for name in order)
    four = tuple(0 if force == wed else value for force, value in enumerate(seen))
    if not (four[favored] and four[opposed]):
        return
    task = Forces(1 << favored, 1 << opposed)
    outcome = check(positions(four, PLAIN), task, (), PLAIN)[0]
    good, bad = four[favored], four[opposed]
    assert outcome == (good < bad) - (good > bad)


def test_pl_prop_03_is_false_with_five_dice() -> None:
    """PL-PROP-03: With five dice a fifth can make the outcome unproductive."""
    seen = values(known=2, passion=3, dynamic=1, static=1, lost=3)
    task = forces(["known"], ["passion"])
    assert check(positions(seen, PLAIN), task, (), PLAIN)[0] == 0


@given(SHOWN, TASKS, BESIDE, RULINGS)
def test_pl_prop_04_exchange(
    seen: Values, task: Forces, beside: Beside, rulings: Rulings
) -> None:
    """PL-PROP-04: Exchanging Favored and Opposed exchanges the outcome."""
    other = {"benefit": "hindrance", "hindrance": "benefit"}
    turned = tuple((other[kind], severity, value) for kind, severity, value in beside)
    outcome, decided_at = judged(seen, task, beside, rulings)
    exchanged = judged(seen, task.exchanged(), turned, rulings)
    assert exchanged == (-outcome, decided_at)


@given(SHOWN, TASKS, BESIDE, RULINGS)
def test_pl_prop_05_minor_dice_decide_nothing(
    seen: Values, task: Forces, beside: Beside, rulings: Rulings
) -> None:
    """PL-PROP-05: Minor dice change neither outcome nor stage."""
    majors = tuple(die for die in beside if die[1] == "major")
    assert judged(seen, task, beside, rulings) == judged(seen, task, majors, rulings)


@given(st.tuples(*[st.integers(1, 8)] * 5), TASKS, st.sets(st.sampled_from(EACH)))
def test_pl_prop_06_an_opposed_reading_is_a_basic_one(
    faces: tuple[int, ...], task: Forces, wed: set[int]
) -> None:
    """PL-PROP-06: A reader of an opposed roll sees the dice not set aside."""
    own = tuple(0 if force in wed else 8 for force in EACH)
    hands = (Roll(0, own, task), Roll(1, (8, 8, 8, 8, 8), task))
    _, read = throw(hands, PLAIN)
    seen = tuple(0 if force in wed else face for force, face in enumerate(faces))
    assert read.columns[0].values(faces) == seen
    sight = read.columns[0].look(faces)
    assert (sight.outcome, sight.decided_at) == judged(seen, task, (), PLAIN)


def test_pl_prop_07_a_lower_favored_die_can_hurt() -> None:
    """PL-PROP-07: Lowering a Favored die can turn unproductive into failure."""
    task = forces(["known", "passion"])
    seen = values(known=2, passion=2, dynamic=1, static=1)
    assert judged(seen, task, (), PLAIN)[0] == 0
    assert judged((1, *seen[1:]), task, (), PLAIN)[0] == -1
