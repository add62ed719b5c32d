"""The Omega die: when, how high, how many, how secret."""

import pytest
from msgspec import structs

from sim.rules.planets import consequences as c
from sim.rules.planets import facts as f
from sim.rules.planets.dice.omega import (
    BLOCKED,
    NOT_WED,
    OUT_OF_RANGE,
    illegal,
    limit,
    open_forces,
)
from sim.rules.planets.forces.task import FORCES, forces
from sim.rules.planets.phases import Committing
from sim.rules.planets.scenario.sheet import Approach, Planets
from sim.rules.planets.state import State
from sim.seam.protocol import Chance, Decision
from tests.rules.planets.table import (
    CARDINAL,
    PLAIN,
    RENAISSANCE,
    A,
    B,
    Game,
    cardinal,
    conflict,
    renaissance,
    spiders,
    values,
)

OWN = values(**CARDINAL)
TRAP = forces(["known", "lost"], ["static"])
BOULDER = forces(["passion", "dynamic"], ["static"])
PASSION = FORCES.index("passion")
STATIC = FORCES.index("static")

TWO_WED = Planets(mercury="wed", venus="d6", mars="d8", jupiter="wed", saturn="d6")

BOTH = conflict(
    cardinal(approaches=("gamble",)), renaissance(approaches=("gamble", "fervor"))
)
"""The Cardinal may place a die for Passion; Renaissance Man none: Static is opposed."""


def outwitters(**rulings: object) -> Game:
    """Both go by Known and Lost, so both may place an Omega die."""
    ways = {"approaches": ("outwit",)}
    return Game(conflict(cardinal(**ways), renaissance(**ways), **rulings))


def test_pl_omega_01_only_for_a_neutral_force() -> None:
    """PL-OMEGA-01: an Omega die needs a Wed and neutral Force."""
    assert illegal(OWN, PASSION, 20, TRAP, PLAIN) == ""
    assert illegal(OWN, PASSION, 6, BOULDER, PLAIN) == BLOCKED
    assert illegal(OWN, FORCES.index("known"), 3, TRAP, PLAIN) == NOT_WED


def test_pl_omega_02_committed_before_any_die() -> None:
    """Nothing is rolled until everyone who may place one has answered; PL-STEP-02."""
    game = outwitters().quiet(f.OmegaDeclined)
    assert isinstance(game.asked, Decision)
    assert game.options[0] == f.OmegaDeclined(A)
    game.say(f.OmegaDeclined(A), f.OmegaCommitted(B, "static", 3))
    assert isinstance(game.asked, Chance)
    tags = [type(event) for event in game.events]
    assert tags.index(c.OmegaShown) < len(tags)


@pytest.mark.parametrize("value", [0, 21])
def test_pl_omega_03_between_one_and_the_largest_die(value: int) -> None:
    """PL-OMEGA-03: the limit is 20 for the Cardinal, and 10 for Renaissance Man."""
    assert illegal(OWN, PASSION, value, TRAP, PLAIN) == OUT_OF_RANGE
    other = values(**RENAISSANCE)
    assert illegal(other, STATIC, 10, forces(["dynamic"], ["lost"]), PLAIN) == ""
    assert illegal(other, STATIC, 11, forces(["dynamic"], ["lost"]), PLAIN) != ""


def test_pl_omega_03_offers_every_legal_value_and_no_other() -> None:
    """Twenty values and to decline; for the other side ten."""
    game = outwitters().quiet(f.OmegaDeclined)
    assert len(game.options) == 21
    game.say(f.OmegaCommitted(A, "passion", 20))
    assert len(game.options) == 11


def test_pl_omega_04_it_is_read_like_any_die() -> None:
    """Known 1, Dynamic 3, Static 5, Lost 9 and a Passion of 20: example 18."""
    ways = {"approaches": ("outwit",)}
    game = Game(conflict(cardinal(**ways), spiders(), mode="diceless"))
    game.quiet(f.OmegaDeclined).say(f.OmegaCommitted(A, "passion", 20))
    game.roll(1, 3, 5, 9, 4)
    read = game.last(c.HierarchyRead)
    assert (read.dominant, read.minor, read.weak) == (
        ("known",),
        ("static", "lost"),
        ("passion",),
    )
    assert {"PL-OMEGA-04", "PL-HIER-10"} <= set(read.cites)


def test_pl_omega_05_it_only_takes_or_spoils_a_position() -> None:
    """A 1 keeps Known from the Dominant and turns success to failure: example 19."""
    shown = {"known": 1, "dynamic": 3, "static": 5, "lost": 9}
    ways = {"approaches": ("outwit",)}
    for value, outcome in ((20, "success"), (1, "success")):
        game = Game(conflict(cardinal(**ways), spiders(), mode="diceless"))
        game.quiet(f.OmegaDeclined).say(f.OmegaCommitted(A, "passion", value))
        game.roll(*shown.values(), 4)
        assert game.last(c.OutcomeDetermined).outcome == outcome
    assert game.last(c.OutcomeDetermined).decided_at == "weak"


def test_pl_omega_06_nothing_needs_to_be_explained() -> None:
    """PL-OMEGA-06: a commitment has a Force and a value, and no reason."""
    assert f.OmegaCommitted.__struct_fields__ == ("who", "force", "value")


def test_pl_omega_07_asked_when_the_circumstances_are_known() -> None:
    """Waiting costs nothing, so the question comes after the Circumstance dice."""
    ways = {"approaches": ("outwit",)}
    game = Game(conflict(cardinal(**ways), spiders(), mode="diceless"))
    game.quiet(f.OmegaDeclined)
    assert game.all(c.CircumstanceAssigned)
    assert isinstance(game.asked, Decision)


def test_pl_dp_07_not_asked_where_it_may_not_be_placed() -> None:
    """Passion is favored, or Static opposed: nobody is asked."""
    assert isinstance(Game(conflict()).quiet(f.OmegaDeclined).asked, Chance)
    off = outwitters(use_omega_die=False).quiet(f.OmegaDeclined)
    assert isinstance(off.asked, Chance)


def test_pl_rul_20_with_several_wed_planets_each_is_its_own() -> None:
    """Known favored: Static is still free; by any_blocks nothing is."""
    sizes = (0, 6, 8, 0, 6)
    task = forces(["known"], ["lost"])
    assert open_forces(sizes, task, PLAIN) == (STATIC,)
    strict = structs.replace(PLAIN, omega_eligibility="any_blocks")
    assert open_forces(sizes, task, strict) == ()


def test_pl_rul_21_one_die_or_more_by_option() -> None:
    """The second is for another Force, and asked after the first."""
    pip = cardinal(name="Pip", planets=TWO_WED, approaches=("fervor",))
    fight = {"approaches": ("surge",)}
    game = Game(conflict(pip, renaissance(**fight), mode="direct"))
    game.quiet(f.OmegaDeclined).say(f.OmegaCommitted(A, "static", 3))
    assert isinstance(game.asked, Chance)
    free = cardinal(name="Pip", planets=TWO_WED, approaches=("press",))
    fields = {"approaches": (press(),), "omega_dice_max": 2}
    two = Game(conflict(free, renaissance(**fight), **fields)).quiet(f.OmegaDeclined)
    two.say(f.OmegaCommitted(A, "known", 8))
    assert {
        option.force
        for option in two.options[1:]
        if isinstance(option, f.OmegaCommitted)
    } == {"static"}
    two.say(f.OmegaCommitted(A, "static", 1)).roll(3, 5, 1, 4)
    assert two.all(c.HierarchyRead)[0].values == (8, 5, 1, 1, 4)


def press() -> Approach:
    """An approach of Dynamic against Lost."""
    return Approach(name="press", favored=("dynamic",), opposed=("lost",))


def test_pl_rul_22_the_limit_is_ones_own_largest_die() -> None:
    """Renaissance Man's limit is 10 though a d20 is rolled."""
    assert limit(values(**RENAISSANCE)) == 10
    game = outwitters().quiet(f.OmegaDeclined).say(f.OmegaDeclined(A))
    assert game.options[-1] == f.OmegaCommitted(B, "static", 10)


def test_pl_rul_23_in_an_opposed_roll_it_is_its_owners_alone() -> None:
    """The opponent still reads the die that was rolled for that Force."""
    game = outwitters().quiet(f.OmegaDeclined)
    game.say(f.OmegaCommitted(A, "passion", 20), f.OmegaDeclined(B))
    game.roll(1, 3, 3, 6, 10)
    mine, theirs = game.all(c.HierarchyRead)
    assert (mine.values[PASSION], theirs.values[PASSION]) == (20, 3)
    forbidden = outwitters(omega_in_opposed=False).quiet(f.OmegaDeclined)
    assert isinstance(forbidden.asked, Chance)


def test_pl_rul_25_sealed_until_both_have_chosen() -> None:
    """PL-RUL-25: the second's view is the same whatever the first has placed."""
    seen: set[State] = set()
    for first in (f.OmegaDeclined(A), f.OmegaCommitted(A, "passion", 20)):
        game = outwitters().quiet(f.OmegaDeclined).say(first)
        assert isinstance(game.asked, Decision)
        assert not game.all(c.OmegaShown)
        seen.add(game.asked.view)
    assert len(seen) == 1


def test_pl_rul_25_actor_first_commits_openly() -> None:
    """By option side 1 sees what side 0 placed before it answers."""
    game = outwitters(omega_order="actor_first").quiet(f.OmegaDeclined)
    game.say(f.OmegaCommitted(A, "passion", 20))
    assert game.last(c.OmegaShown).value == 20
    assert isinstance(game.asked, Decision)
    phase = game.asked.view.phase
    assert isinstance(phase, Committing)
    assert phase.rolls[0].omegas == ((PASSION, 20),)
    game.say(f.OmegaDeclined(B))
    assert [event.value for event in game.all(c.OmegaShown)] == [20, 0]


def wanderers(way: str, **rulings: object) -> Game:
    """A is Wed to Mercury and Jupiter, B to Venus; both go about it *way*."""
    ways = {"approaches": (way,)}
    seats = cardinal(planets=TWO_WED, **ways), cardinal(name="Other", **ways)
    sally = Approach(name="sally", favored=("dynamic",), opposed=("lost",))
    scenario = conflict(*seats, approaches=(sally,), **rulings)
    return Game(scenario).quiet(f.OmegaDeclined, f.OmegaCommitted)


def placeable(game: Game) -> set[str]:
    """The Forces an Omega die may be placed for now."""
    return {
        option.force for option in game.options if isinstance(option, f.OmegaCommitted)
    }


def test_pl_rul_20_one_wed_force_in_the_task_blocks_its_own_die_or_all() -> None:
    """Outwitting favors Known: Static may be placed, unless any blocks."""
    game = wanderers("outwit")
    assert (game.who, placeable(game)) == (A, {"static"})
    game = wanderers("outwit", omega_eligibility="any_blocks")
    assert (game.who, placeable(game)) == (B, {"passion"})
    # Neither of the two is in the task: nothing is blocked.
    task = forces(["dynamic"], ["lost"])
    blocks = structs.replace(PLAIN, omega_eligibility="any_blocks")
    two = values(passion=6, dynamic=8, lost=6)
    assert open_forces(two, task, blocks) == (FORCES.index("known"), STATIC)
    assert open_forces(two, forces(["dynamic"], ["static"]), blocks) == ()


def first_shown(*answers: object, most: int, way: str) -> list[object]:
    """What is shown of A, who commits first and openly, before B answers."""
    game = wanderers(way, omega_order="actor_first", omega_dice_max=most)
    for answer in answers:
        assert game.who == A
        game.say(answer)
    return [(event.who, event.force, event.value) for event in game.all(c.OmegaShown)]


def test_pl_rul_25_openly_with_two_dice_to_place() -> None:
    """Shown when no more can follow: by number, by Force, or by her own word."""
    known, static = f.OmegaCommitted(A, "known", 3), f.OmegaCommitted(A, "static", 5)
    both = [(A, "known", 3), (A, "static", 5)]
    assert first_shown(known, most=1, way="sally") == both[:1]
    assert first_shown(known, most=2, way="sally") == []
    assert first_shown(known, static, most=2, way="sally") == both
    assert first_shown(known, static, most=3, way="sally") == both
    assert first_shown(known, f.OmegaDeclined(A), most=2, way="sally") == both[:1]
    assert first_shown(f.OmegaDeclined(A), most=2, way="sally") == [(A, "", 0)]
    # Outwitting leaves Static alone to place, so one die is all.
    assert first_shown(static, most=2, way="outwit") == both[1:]


def test_pl_rul_25_nothing_is_shown_openly_where_all_is_sealed() -> None:
    """By default the first die waits for the other side's."""
    game = wanderers("outwit", omega_dice_max=2)
    game.say(f.OmegaCommitted(A, "static", 5))
    assert (game.who, game.all(c.OmegaShown)) == (B, [])
    game.say(f.OmegaDeclined(B))
    assert [event.value for event in game.all(c.OmegaShown)] == [5, 0]
