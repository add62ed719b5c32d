"""Every worked example of the ledger: the text's own (T) and computed ones (C).

Forces are written K, P, D, S and L; a Hierarchy reads Dominant, Major, Minor, Weak.
"""

from fractions import Fraction

import pytest
from msgspec import structs

from sim.rules.planets.appraisal.odds import opposed_odds, planets_odds
from sim.rules.planets.dice import omega
from sim.rules.planets.dice.check import Stage
from sim.rules.planets.dice.circumstances import Slot, slot
from sim.rules.planets.dice.hierarchy import DOMINANT, MAJOR, MINOR, WEAK, at, positions
from sim.rules.planets.dice.pools import opposed_pool
from sim.rules.planets.dice.reading import Column
from sim.rules.planets.dice.throws import throw
from sim.rules.planets.forces.rolls import Circumstance, Roll
from sim.rules.planets.forces.task import FORCES, Forces, Values, forces, mask, names
from sim.rules.planets.scenario import difficulty
from tests.rules.planets.table import CARDINAL, PLAIN, RENAISSANCE, values

LETTER = dict(zip("KPDSL", FORCES, strict=True))
BY_NAME = {"cardinal": values(**CARDINAL), "renaissance_man": values(**RENAISSANCE)}
DICE = {"cardinal": CARDINAL, "renaissance_man": RENAISSANCE}


def values_of(text: str) -> Values:
    """Return what dice show: "K4 P5" is Known 4, Passion 5."""
    return values(**{LETTER[die[0]]: int(die[1:]) for die in text.split()})


def forces_of(letters: str) -> tuple[str, ...]:
    """Return the Forces of *letters*."""
    return names(mask(LETTER[letter] for letter in letters))


def drawn(seen: Values) -> str:
    """Return a Hierarchy in letters, position by position."""
    read = positions(seen, PLAIN)
    letters = {name: letter for letter, name in LETTER.items()}
    return "/".join(
        "".join(letters[name] for name in names(at(position, read)))
        for position in (DOMINANT, MAJOR, MINOR, WEAK)
    )


HIERARCHIES = [
    ("PLX-T00a", "K4 P5 D6 S7", "K/P/D/S"),
    ("PLX-T00b", "K1 P6 D10 S20", "K/P/D/S"),
    ("PLX-T01", "K8 P3 D2 S5", "D/P/S/K"),
    ("PLX-T02", "K2 P4 S6 L2", "/KL/P/S"),
    ("PLX-T03", "K3 P1 D5 S5", "P/K/DS/"),
    ("PLX-T04", "K7 P2 D2 L7", "/PD/KL/"),
    ("PLX-T05", "P4 D4 S4 L1", "L/PDS//"),
    ("PLX-T06", "K3 D1 S3 L9", "D/KS//L"),
    ("PLX-T07", "K4 P4 S4 L4", "/KPSL//"),
    ("PLX-T08", "K7 P2 S4", "P/S//K"),
    ("PLX-T09", "P6 D3 L3", "/DL//P"),
    ("PLX-T10", "D5 S2 L5", "S/DL//"),
    ("PLX-T11", "K3 S3 L3", "/KSL//"),
    ("PLX-T12", "P2 L7", "P///L"),
    ("PLX-T13", "K4 S4", "/KS//"),
    ("PLX-T19b", "K1 P20 D3 S5 L9", "K/D/SL/P"),
    ("PLX-T20a", "K1 P1 D3 S5 L9", "/KP/DS/L"),
    ("PLX-T22a", "K4 P2 D2 L9", "/PD/K/L"),
    ("PLX-C01", "K2 P2 D2 S6", "/KPD//S"),
    ("PLX-C02", "K1 P2 D3 S4 L5", "K/P/DS/L"),
    ("PLX-C03", "K1 P2 D3 S5 L5", "K/P/DSL/"),
    ("PLX-C04", "K1 P3 D3 S3 L5", "K/PDS//L"),
    ("PLX-C05", "K2 P2 D4 S4 L4", "/KP/DSL/"),
    ("PLX-C06", "K2 P2 D2 S2 L4", "/KPDS//L"),
    ("PLX-C07", "P3", "P///"),
]


@pytest.mark.parametrize(("number", "dice", "read"), HIERARCHIES)
def test_values_become_positions(number: str, dice: str, read: str) -> None:
    """PLX-T01 to PLX-T13: Values become the positions of the example."""
    assert number
    assert drawn(values_of(dice)) == read


PLACES = [
    ("PLX-T14", "K5 D2 S4 L12", 1, "above_all"),
    ("PLX-T14b", "K2 P4 S6 L2", 1, "above_all"),
    ("PLX-T15", "K5 D2 S4 L12", 3, "above_major"),
    ("PLX-T16", "K5 D2 S4 L12", 4, "tied_major"),
    ("PLX-T16b", "K5 D2 S4 L12", 8, "above_weak"),
    ("PLX-T16c", "K8 D2 S4 L12", 6, "above_minor"),
    ("PLX-T17", "K5 D2 S4 L12", 14, "below_all"),
    ("PLX-T17b", "K3 P1 D5 S5", 6, "below_all"),
]


@pytest.mark.parametrize(("number", "dice", "value", "where"), PLACES)
def test_a_circumstance_die_finds_its_slot(
    number: str, dice: str, value: int, where: str
) -> None:
    """PLX-T14 to PLX-T17: A Circumstance die has the slot of the example."""
    assert number
    seen = values_of(dice)
    assert slot(value, seen, positions(seen, PLAIN)) == where


def judged(
    dice: str, task: Forces, beside: str, policy: str
) -> tuple[str, Stage, list[Slot]]:
    """Return outcome, stage and slots of a basic roll; "hM6=1" is a die beside it."""
    rulings = structs.replace(PLAIN, major_circumstance_policy=policy)
    seen = values_of(dice)
    extras = [extra.split("=") for extra in beside.split()]
    circumstances = tuple(
        Circumstance(
            {"b": "benefit", "h": "hindrance"}[name[0]],
            {"m": "minor", "M": "major"}[name[1]],
            int(name[2:]),
        )
        for name, _ in extras
    )
    sizes = tuple(20 if value else 0 for value in seen)
    _, read = throw((Roll(0, sizes, task, (), circumstances),), rulings)
    column: Column = read.columns[0]
    rolled = tuple(value for value in seen if value)
    faces = (*rolled, *(int(value) for _, value in extras))
    sight = column.look(faces)
    outcome, decided_at = sight.outcome, sight.decided_at
    slots = [slot(int(value), seen, positions(seen, rulings)) for _, value in extras]
    word = {1: "success", -1: "failure", 0: "unproductive"}[outcome]
    return word, decided_at, slots


BASIC = [
    (
        "PLX-T18a",
        "K5 D2 S4 L12",
        "PD/S",
        "hm6=3",
        "positional",
        "success dominant",
        ["above_major"],
    ),
    (
        "PLX-T18b",
        "K5 D2 S4 L12",
        "PD/S",
        "hM6=3",
        "positional",
        "success dominant",
        ["above_major"],
    ),
    ("PLX-T19c", "K1 P20 D3 S5 L9", "KL/S", "", "positional", "success dominant", []),
    ("PLX-T20b", "K1 P1 D3 S5 L9", "KL/S", "", "positional", "failure weak", []),
    ("PLX-T22b", "K4 P2 D2 L9", "PD/S", "", "positional", "success major", []),
    ("PLX-C08", "K3 P1 S4 L7", "K/L", "", "positional", "success weak", []),
    ("PLX-C09", "K3 P1 S4 L7", "KL/S", "", "positional", "failure weak", []),
    ("PLX-C10", "K3 P1 S7 L3", "K/L", "", "positional", "unproductive none", []),
    ("PLX-C11", "K2 P2 D2 S5", "K/PD", "", "positional", "failure major", []),
    ("PLX-C12", "K2 P2 D2 S5", "KP/D", "", "positional", "success major", []),
    ("PLX-C13", "K2 P2 D7 S7", "D/S", "", "positional", "unproductive none", []),
    ("PLX-C14", "K4 P4 D4 S4", "K/P", "", "positional", "unproductive none", []),
    ("PLX-C15", "P2 L7", "K/S", "", "positional", "unproductive none", []),
    (
        "PLX-C16",
        "K5 D2 S4 L12",
        "D/S",
        "hM6=1",
        "positional",
        "failure circumstance_above_all",
        ["above_all"],
    ),
    (
        "PLX-C17",
        "K5 D2 S4 L12",
        "D/S",
        "hm6=1",
        "positional",
        "success dominant",
        ["above_all"],
    ),
    (
        "PLX-C18",
        "K5 D2 S4 L12",
        "D/S",
        "hM6=2",
        "positional",
        "failure major",
        ["tied_dominant"],
    ),
    (
        "PLX-C19",
        "K2 P4 S5 L12",
        "P/S",
        "hM6=3",
        "positional",
        "failure circumstance_above_major",
        ["above_major"],
    ),
    (
        "PLX-C20",
        "K2 P4 S5 L12",
        "P/S",
        "hM6=3",
        "lowest_only",
        "success major",
        ["above_major"],
    ),
    (
        "PLX-C21",
        "K2 P4 S5 L12",
        "P/L",
        "hM20=9",
        "positional",
        "failure circumstance_above_weak",
        ["above_weak"],
    ),
    (
        "PLX-C22",
        "K5 D2 S4 L12",
        "D/S",
        "bM6=1 hM6=1",
        "positional",
        "success dominant",
        ["above_all", "above_all"],
    ),
    (
        "PLX-C23",
        "K5 D4 S6 L12",
        "S/D",
        "bM6=2 hM6=3",
        "positional",
        "success circumstance_above_all",
        ["above_all", "above_all"],
    ),
]


@pytest.mark.parametrize(
    ("number", "dice", "task", "beside", "policy", "outcome", "slots"), BASIC
)
def test_a_whole_check(  # noqa: PLR0913, PLR0917 - an example is one row
    number: str,
    dice: str,
    task: str,
    beside: str,
    policy: str,
    outcome: str,
    slots: list[str],
) -> None:
    """A whole check has the outcome of the example, for the boulder, trap and stone."""
    assert number
    favored, against = task.split("/")
    judged_by = forces(forces_of(favored), forces_of(against))
    word, decided_at, filled = judged(dice, judged_by, beside, policy)
    assert (f"{word} {decided_at}", filled) == (outcome, slots)


OMEGAS = [
    ("PLX-T19a", "cardinal", "P20", "KL/S", ""),
    ("PLX-T20c", "cardinal", "P1", "KL/S", ""),
    ("PLX-C24", "cardinal", "P6", "PD/S", "wed_force_is_favored_or_opposed"),
    ("PLX-C25", "cardinal", "P21", "L/S", "value_out_of_range"),
    ("PLX-C26", "cardinal", "P0", "L/S", "value_out_of_range"),
    ("PLX-C27", "renaissance_man", "S10", "D/L", ""),
    ("PLX-C28", "renaissance_man", "S11", "D/L", "value_out_of_range"),
    ("PLX-C29", "cardinal", "K3", "L/S", "force_not_wed"),
]


@pytest.mark.parametrize(("number", "who", "die", "task", "reason"), OMEGAS)
def test_whether_an_omega_die_may_be_placed(
    number: str, who: str, die: str, task: str, reason: str
) -> None:
    """An Omega die may be placed, or not for the reason that the example gives."""
    assert number
    favored, against = task.split("/")
    judged_by = forces(forces_of(favored), forces_of(against))
    force = "KPDSL".index(die[0])
    value = int(die[1:])
    assert omega.illegal(BY_NAME[who], force, value, judged_by, PLAIN) == reason


LEGAL = [
    ("PLX-C30", "KP", "DS", ""),
    ("PLX-C31", "KPL", "DS", "no_neutral_force"),
    ("PLX-C32", "K", "K", "force_both_favored_and_opposed"),
]


@pytest.mark.parametrize(("number", "favored", "against", "reason"), LEGAL)
def test_which_pairs_of_sets_may_be_settled(
    number: str, favored: str, against: str, reason: str
) -> None:
    """A pair of Force sets may be settled, or not for the reason of the example."""
    assert number
    task = forces(forces_of(favored), forces_of(against))
    assert difficulty.illegal(task, PLAIN) == reason


def test_opposed_pool_of_plx_t21a() -> None:
    """PLX-T21a: An opposed roll has the larger of the two dice, Force by Force."""
    pool = opposed_pool(BY_NAME["cardinal"], BY_NAME["renaissance_man"])
    assert pool == values_of("K8 P8 D6 S6 L20")


READ = [
    ("PLX-T21b", "K1 P3 D3 S6 L10", "D/S", ("K/D/S/L", ""), ("K/PD//L", "")),
    (
        "PLX-C33",
        "K1 P3 D3 S6 L10",
        "PD/S",
        ("K/D/S/L", "success major"),
        ("K/PD//L", "success major"),
    ),
    (
        "PLX-C34",
        "K5 P2 D3 S1 L9",
        "PD/S",
        ("S/D/K/L", "failure dominant"),
        ("P/D/K/L", "success dominant"),
    ),
    ("PLX-C35", "K1 P1 D3 S4 L9", "D/S", ("K/D/S/L", ""), ("/KP/D/L", "")),
]


@pytest.mark.parametrize(("number", "dice", "task", "a", "b"), READ)
def test_one_throw_is_read_as_two_hierarchies(
    number: str, dice: str, task: str, a: tuple[str, str], b: tuple[str, str]
) -> None:
    """PLX-T21b: One roll is read as two Hierarchies, each without its Wed Forces."""
    assert number
    favored, against = task.split("/")
    judged_by = forces(forces_of(favored), forces_of(against))
    hands = tuple(
        Roll(who, sizes, judged_by) for who, sizes in enumerate(BY_NAME.values())
    )
    _, read = throw(hands, PLAIN)
    for column, (hierarchy, outcome) in zip(read.columns, (a, b), strict=True):
        seen = column.values(values_of(dice))
        assert drawn(seen) == hierarchy
        sight = column.look(values_of(dice))
        word, decided_at = sight.outcome, sight.decided_at
        signs = {1: "success", -1: "failure", 0: "unproductive"}
        assert outcome in {"", f"{signs[word]} {decided_at}"}


ODDS = [
    (
        "PLX-C36",
        "K8 D6 S6 L20",
        "KL/S",
        "",
        [],
        "positional",
        "133/480 2047/2880 7/576",
    ),
    (
        "PLX-C37",
        "K8 D6 S6 L20",
        "KL/S",
        "P20",
        [],
        "positional",
        "371/960 463/960 21/160",
    ),
    (
        "PLX-C38",
        "K8 D6 S6 L20",
        "KL/S",
        "P1",
        [],
        "positional",
        "187/1920 157/180 35/1152",
    ),
    ("PLX-C39", "K8 D6 S6 L20", "PD/S", "", [], "positional", "5/12 5/12 1/6"),
    (
        "PLX-C40",
        "K8 D6 S6 L20",
        "PD/S",
        "",
        [("hindrance", "minor", 6)],
        "positional",
        "5/12 5/12 1/6",
    ),
    (
        "PLX-C41",
        "K8 D6 S6 L20",
        "PD/S",
        "",
        [("hindrance", "major", 6)],
        "positional",
        "1663/6912 2369/3456 511/6912",
    ),
    (
        "PLX-C42",
        "K8 D6 S6 L20",
        "PD/S",
        "",
        [("hindrance", "major", 6)],
        "lowest_only",
        "12103/34560 3037/5760 847/6912",
    ),
    (
        "PLX-C43",
        "K8 P8 D4 L20",
        "PD/S",
        "",
        [],
        "positional",
        "2363/2560 19/256 7/2560",
    ),
    ("PLX-C44", "K8 D4 L20", "PD/S", "", [], "positional", "313/320 7/320 0/1"),
    (
        "PLX-C45",
        "K8 P8 D4 S6 L20",
        "PD/S",
        "",
        [],
        "positional",
        "9617/15360 3761/15360 991/7680",
    ),
    ("PLX-C46", "P6 L10", "P/L", "", [], "positional", "13/20 1/4 1/10"),
]


@pytest.mark.parametrize(
    ("number", "dice", "task", "placed", "beside", "policy", "odds"), ODDS
)
def test_odds_of_one_roll_are_exact(  # noqa: PLR0913, PLR0917 - an example is one row
    number: str,
    dice: str,
    task: str,
    placed: str,
    beside: list[tuple[str, str, int]],
    policy: str,
    odds: str,
) -> None:
    """The odds of one roll are the fractions of the example."""
    assert number
    favored, against = task.split("/")
    sizes = {LETTER[die[0]]: int(die[1:]) for die in dice.split()}
    chances = planets_odds(
        sizes,
        forces_of(favored),
        forces_of(against),
        {LETTER[placed[0]]: int(placed[1:])} if placed else {},
        hindrance=[(severity, size) for _, severity, size in beside],
        rulings=structs.replace(PLAIN, major_circumstance_policy=policy),
    )
    assert list(chances.values()) == [Fraction(share) for share in odds.split()]


OPPOSED_ODDS = [
    ("PLX-C47", "PD/S", "PD/S", "527/11520 4777/9216 20087/46080"),
    ("PLX-C48", "D/S", "D/S", "1733/46080 24371/46080 2497/5760"),
    ("PLX-C49", "K/L", "K/L", "0/1 0/1 1/1"),
    ("PLX-C50", "K/L", "L/K", "31/40 7/40 1/20"),
]


@pytest.mark.parametrize(("number", "a", "b", "odds"), OPPOSED_ODDS)
def test_odds_of_an_opposed_roll_are_exact(
    number: str, a: str, b: str, odds: str
) -> None:
    """The odds of an opposed roll are the fractions of the example."""
    assert number
    sets = [tuple(forces_of(part) for part in task.split("/")) for task in (a, b)]
    chances = opposed_odds(
        CARDINAL, RENAISSANCE, (sets[0][0], sets[0][1]), (sets[1][0], sets[1][1])
    )
    assert list(chances.values()) == [Fraction(share) for share in odds.split()]
