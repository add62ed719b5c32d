"""The Omega die: when it is allowed, its limits, how many, and secrecy."""

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
from sim.seam.events import DiceRolled
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
    """Return a conflict in which both outwit, so that both may place an Omega die."""
    ways = {"approaches": ("outwit",)}
    return Game(conflict(cardinal(**ways), renaissance(**ways), **rulings))


def test_pl_omega_01_only_for_a_neutral_force() -> None:
    """PL-OMEGA-01: An Omega die needs a Wed and neutral Force."""
    assert illegal(OWN, PASSION, 20, TRAP, PLAIN) == ""
    assert illegal(OWN, PASSION, 6, BOULDER, PLAIN) == BLOCKED
    assert illegal(OWN, FORCES.index("known"), 3, TRAP, PLAIN) == NOT_WED


def test_pl_omega_02_committed_before_any_die() -> None:
    """PL-OMEGA-02: All Omega dice are committed before any die is rolled.

    Also tested: PL-STEP-02.
    """
    game = outwitters().quiet(f.OmegaDeclined)
    assert isinstance(game.asked, Decision)
    assert game.options[0] == f.OmegaDeclined(A)
    game.say(f.OmegaDeclined(A), f.OmegaCommitted(B, "static", 3))
    assert isinstance(game.asked, Chance)
    assert not game.all(DiceRolled)
    assert [event.value for event in game.all(c.OmegaShown)] == [0, 3]


@pytest.mark.parametrize("value", [0, 21])
def test_pl_omega_03_between_one_and_the_largest_die(value: int) -> None:
    """PL-OMEGA-03: The limit is 20 for the Cardinal, and 10 for Renaissance Man."""
    assert illegal(OWN, PASSION, value, TRAP, PLAIN) == OUT_OF_RANGE
    other = values(**RENAISSANCE)
    assert illegal(other, STATIC, 10, forces(["dynamic"], ["lost"]), PLAIN) == ""
    assert illegal(other, STATIC, 11, forces(["dynamic"], ["lost"]), PLAIN) != ""


def test_pl_omega_03_offers_every_legal_value_and_no_other() -> None:
    """PL-OMEGA-03: Every legal value is offered, and to decline."""
    game = outwitters().quiet(f.OmegaDeclined)
    assert len(game.options) == 21
    game.say(f.OmegaCommitted(A, "passion", 20))
    assert len(game.options) == 11


def test_pl_omega_04_it_is_read_like_any_die() -> None:
    """PL-OMEGA-04: An Omega die is read in the Hierarchy like any other: example 18."""
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
    """PL-OMEGA-05: A high value keeps another Force from Weak, a low one from Dominant.

    A 1 ties with Known, so that Lost at the Weak decides instead: example 19.
    """
    shown = {"known": 1, "dynamic": 3, "static": 5, "lost": 9}
    ways = {"approaches": ("outwit",)}
    for value, stage in ((20, "dominant"), (1, "weak")):
        game = Game(conflict(cardinal(**ways), spiders(), mode="diceless"))
        game.quiet(f.OmegaDeclined).say(f.OmegaCommitted(A, "passion", value))
        game.roll(*shown.values(), 4)
        judged = game.last(c.OutcomeDetermined)
        assert (judged.outcome, judged.decided_at) == ("success", stage)
    reads = game.last(c.HierarchyRead)
    assert (reads.dominant, reads.major) == ((), ("known", "passion"))


def test_pl_omega_06_nothing_needs_to_be_explained() -> None:
    """PL-OMEGA-06: A commitment has a Force and a value, and no reason."""
    assert f.OmegaCommitted.__struct_fields__ == ("who", "force", "value")


def test_pl_omega_07_asked_when_the_circumstances_are_known() -> None:
    """PL-OMEGA-07: The Omega die is asked for after Circumstance dice are assigned."""
    ways = {"approaches": ("outwit",)}
    game = Game(conflict(cardinal(**ways), spiders(), mode="diceless"))
    game.quiet(f.OmegaDeclined)
    assert game.all(c.CircumstanceAssigned)
    assert isinstance(game.asked, Decision)


def test_pl_dp_07_not_asked_where_it_may_not_be_placed() -> None:
    """PL-DP-07: Nobody is asked for an Omega die that may not be placed."""
    assert isinstance(Game(conflict()).quiet(f.OmegaDeclined).asked, Chance)
    off = outwitters(use_omega_die=False).quiet(f.OmegaDeclined)
    assert isinstance(off.asked, Chance)


def test_pl_rul_20_with_several_wed_planets_each_is_its_own() -> None:
    """PL-RUL-20: Of several Wed Planets each is judged by itself, or none."""
    sizes = (0, 6, 8, 0, 6)
    task = forces(["known"], ["lost"])
    assert open_forces(sizes, task, PLAIN) == (STATIC,)
    strict = structs.replace(PLAIN, omega_eligibility="any_blocks")
    assert open_forces(sizes, task, strict) == ()


def test_pl_rul_21_one_die_or_more_by_option() -> None:
    """PL-RUL-21: One Omega die is placed, or by option more, each for another Force."""
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
    """Return an approach with Dynamic Favored and Lost Opposed."""
    return Approach(name="press", favored=("dynamic",), opposed=("lost",))


def test_pl_rul_22_the_limit_is_ones_own_largest_die() -> None:
    """PL-RUL-22: The limit is one's own largest die, whatever is rolled."""
    assert limit(values(**RENAISSANCE)) == 10
    game = outwitters().quiet(f.OmegaDeclined).say(f.OmegaDeclined(A))
    assert game.options[-1] == f.OmegaCommitted(B, "static", 10)


def test_pl_rul_23_in_an_opposed_roll_it_is_its_owners_alone() -> None:
    """PL-RUL-23: In an opposed roll an Omega die is read by its owner alone."""
    game = outwitters().quiet(f.OmegaDeclined)
    game.say(f.OmegaCommitted(A, "passion", 20), f.OmegaDeclined(B))
    game.roll(1, 3, 3, 6, 10)
    mine, theirs = game.all(c.HierarchyRead)
    assert (mine.values[PASSION], theirs.values[PASSION]) == (20, 3)
    forbidden = outwitters(omega_in_opposed=False).quiet(f.OmegaDeclined)
    assert isinstance(forbidden.asked, Chance)


def test_pl_rul_25_sealed_until_both_have_chosen() -> None:
    """PL-RUL-25: The second's view is the same whatever the first has placed."""
    seen: set[State] = set()
    for first in (f.OmegaDeclined(A), f.OmegaCommitted(A, "passion", 20)):
        game = outwitters().quiet(f.OmegaDeclined).say(first)
        assert isinstance(game.asked, Decision)
        assert not game.all(c.OmegaShown)
        seen.add(game.asked.view)
    assert len(seen) == 1


def test_pl_rul_25_actor_first_commits_openly() -> None:
    """PL-RUL-25: Under `actor_first` side 1 sees what side 0 committed."""
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
    """Return a conflict of one Wed to Mercury and Jupiter and one Wed to Venus."""
    ways = {"approaches": (way,)}
    seats = cardinal(planets=TWO_WED, **ways), cardinal(name="Other", **ways)
    sally = Approach(name="sally", favored=("dynamic",), opposed=("lost",))
    scenario = conflict(*seats, approaches=(sally,), **rulings)
    return Game(scenario).quiet(f.OmegaDeclined, f.OmegaCommitted)


def placeable(game: Game) -> set[str]:
    """Return the Forces that an Omega die may be placed for now."""
    return {
        option.force for option in game.options if isinstance(option, f.OmegaCommitted)
    }


def test_pl_rul_20_one_wed_force_in_the_task_blocks_its_own_die_or_all() -> None:
    """PL-RUL-20: A Wed Force of the task blocks its own die, or by option all."""
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
    """Return what is shown of A, who commits first and openly, before B answers."""
    game = wanderers(way, omega_order="actor_first", omega_dice_max=most)
    for answer in answers:
        assert game.who == A
        game.say(answer)
    return [(event.who, event.force, event.value) for event in game.all(c.OmegaShown)]


def test_pl_rul_25_openly_with_two_dice_to_place() -> None:
    """PL-RUL-25: An open commitment is shown when no further die can follow."""
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
    """PL-RUL-25: By default a first die stays hidden until the other answered."""
    game = wanderers("outwit", omega_dice_max=2)
    game.say(f.OmegaCommitted(A, "static", 5))
    assert (game.who, game.all(c.OmegaShown)) == (B, [])
    game.say(f.OmegaDeclined(B))
    assert [event.value for event in game.all(c.OmegaShown)] == [5, 0]
