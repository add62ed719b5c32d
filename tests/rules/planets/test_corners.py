"""Rulings that apply together, and which rules are cited there."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product

import pytest

from sim.rules.planets import consequences as c
from sim.rules.planets import facts as f
from sim.rules.planets.dice import patterns
from sim.rules.planets.dice.check import Vote, check
from sim.rules.planets.dice.hierarchy import positions
from sim.rules.planets.dice.patterns import CROWD, chances, faces_of, likely
from sim.rules.planets.dice.throws import throw
from sim.rules.planets.forces.rolls import Circumstance, Roll
from sim.rules.planets.forces.task import forces
from sim.rules.planets.phases import RULE_NOW
from sim.rules.planets.scenario.rulings import Rulings
from sim.rules.planets.scenario.sheet import Approach, Argument, Planets, Situation
from sim.rules.planets.system import SYSTEM
from tests.rules.planets.table import (
    A,
    B,
    Game,
    cardinal,
    conflict,
    renaissance,
    spiders,
    values,
)

TEAM = {"side": "Team", "approaches": ("outwit",)}


def test_pl_rul_07_her_word_is_heard_above_the_weak() -> None:
    """PL-RUL-07: A ruling at once counts though PL-RUL-08 switches the slot off."""
    seen = values(known=2, passion=4, static=5, lost=12)
    task = forces(["passion"], ["lost"])
    quiet = Rulings(above_weak_counts=False, major_circumstance_policy="sg_choice")
    read = positions(seen, quiet)
    place = Vote(-1, "above_weak", 9)
    assert check(read, task, (place,), quiet) == (1, "weak")
    now = Vote(-1, "above_weak", 9, RULE_NOW)
    assert check(read, task, (now,), quiet) == (-1, "sg_ruling")


def test_pl_rul_24_the_limit_shown_is_that_of_the_partner_who_is_wed() -> None:
    """PL-RUL-24: The limit shown is that of the partner who is Wed to the Force.

    Static is Renaissance Man's: 10, though his partner has a d20.
    """
    seats = cardinal(**TEAM), renaissance(**TEAM), spiders()
    game = Game(conflict(*seats, mode="diceless", omega_in_coordinating=True))
    game.quiet(f.OmegaCommitted).say(f.OmegaCommitted(A, "static", 10))
    assert (game.last(c.OmegaShown).value, game.last(c.OmegaShown).limit) == (10, 10)


@pytest.mark.parametrize("allowed", [False, True])
def test_pl_rul_23_forbids_it_to_a_team_in_an_opposed_roll_too(
    allowed: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """PL-RUL-24 allows a coordinating Omega die, but PL-RUL-23 not against others."""
    foe = renaissance(name="Foe", approaches=("overpower",))
    seats = cardinal(**TEAM), renaissance(**TEAM), foe
    game = Game(
        conflict(*seats, omega_in_coordinating=True, omega_in_opposed=allowed)
    ).quiet(f.OmegaCommitted)
    assert game.all(c.OmegaShown) == []
    assert (
        any(isinstance(option, f.OmegaCommitted) for option in _offered(game))
        is allowed
    )


def _offered(game: Game) -> tuple[object, ...]:
    return getattr(game.asked, "options", ())


def test_pl_rul_18_what_is_declared_was_decided_nowhere() -> None:
    """PL-RUL-18: A declared outcome has no stage, so only outcomes are compared."""
    sure = Approach(name="sure", verdict="success")
    game = Game(
        conflict(
            cardinal(approaches=("sure",)),
            renaissance(),
            approaches=(sure,),
            opposed_compare="rank_then_decided_at",
        )
    ).quiet()
    game.roll(1, 2, 3, 9)
    assert game.last(c.OutcomeDetermined).outcome == "success"
    assert game.last(c.RoundResolved).who == -1
    worth = (
        SYSTEM.solving.appraise(game.state, f.Pressed(B))
        if SYSTEM.solving.appraise
        else None
    )
    assert worth is not None
    assert worth.win == 0.0


def test_pl_rul_18_is_cited_for_two_basic_rolls() -> None:
    """PL-RUL-18: The comparison of two basic rolls cites the rule."""
    game = Game(conflict(use_combined_rolls=False)).quiet()
    game.roll(1, 2, 3, 9).roll(1, 2, 3, 9)
    assert "PL-RUL-18" in game.last(c.RoundResolved).cites
    alone = Game(conflict(cardinal(), spiders(), mode="diceless")).quiet()
    alone.roll(1, 2, 3, 9, 1)
    assert "PL-RUL-18" not in alone.last(c.RoundResolved).cites


@pytest.mark.parametrize("bound", [False, True])
def test_pl_rul_13_a_plea_keeps_to_an_enforced_chart(
    bound: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """PL-RUL-13: Under `enforce_chart` an argument keeps to the chart."""
    plea = Argument(descriptor="tall", favored=("known", "lost"), opposed=("static",))
    pleading = cardinal(forgotten=(plea,), approaches=("hold",))
    game = Game(conflict(pleading, renaissance(), enforce_chart=bound))
    game.quiet(f.ForcesDisputed)
    offered = any(isinstance(option, f.ForcesDisputed) for option in _offered(game))
    assert offered is not bound


def test_pl_rul_27_what_a_partner_brings_is_there_for_the_joint_roll() -> None:
    """PL-RUL-27: A partner's Circumstance die applies to the joint roll only."""
    rope = Situation(kind="benefit", size="d10", cause="a rope")
    seats = cardinal(**TEAM), renaissance(**TEAM, circumstances=(rope,)), spiders()
    game = Game(conflict(*seats, mode="diceless")).quiet()
    causes = {event.cause for event in game.all(c.CircumstanceAssigned)}
    assert "a rope" in causes
    apart = conflict(*seats, mode="diceless", team_mode="leads_only")
    causes = {event.cause for event in Game(apart).quiet().all(c.CircumstanceAssigned)}
    assert "a rope" not in causes


def test_pl_rul_41_who_fails_alone_must_change_too() -> None:
    """PL-RUL-41: In an indirect conflict whoever failed must change."""
    ways = {"approaches": ("surge", "hold")}
    seats = cardinal(**ways), renaissance(**ways)
    race = conflict(*seats, mode="indirect", retry_policy="changed_intent")
    game = Game(race).quiet().roll(5, 4, 1, 9).roll(1, 2, 3, 9)
    first, second = (event.outcome for event in game.all(c.OutcomeDetermined))
    assert (first, second) == ("failure", "success")
    assert f.Pressed(A) not in game.options
    game.say(game.options[0])
    assert game.options[0] == f.Pressed(B)
    free = Game(conflict(*seats, mode="indirect")).quiet()
    assert free.roll(5, 4, 1, 9).roll(1, 2, 3, 9).options[0] == f.Pressed(A)


@pytest.mark.parametrize(
    ("policy", "die", "cited"),
    [
        ("positional", 1, {"PL-RUL-06"}),
        ("positional", 9, {"PL-RUL-06", "PL-RUL-09"}),
        ("positional", 12, set[str]()),
        ("lowest_only", 9, set[str]()),
    ],
)
def test_pl_rul_06_is_cited_where_a_major_die_is_tied(
    policy: str, die: int, cited: set[str]
) -> None:
    """PL-RUL-06, PL-RUL-09: Cited for a tied Major die, as far as the check went."""
    hurt = Situation(kind="hindrance", size="d20", severity="major")
    zealous = cardinal(approaches=("fervor",), circumstances=(hurt,))
    other = renaissance(approaches=("fervor",))
    game = Game(
        conflict(
            zealous,
            other,
            mode="indirect",
            major_circumstance_policy=policy,
            use_omega_die=False,
        )
    ).quiet()
    game.roll(4, 1, 5, 9, die)
    outcome = game.last(c.OutcomeDetermined)
    assert {"PL-RUL-06", "PL-RUL-09"} & set(outcome.cites) == cited


@pytest.mark.parametrize(
    ("faces", "cited"),
    [
        ((1, 8, 3, 3, 9), "PL-RUL-01"),
        ((2, 8, 2, 2, 9), "PL-RUL-02"),
        ((1, 8, 2, 3, 9), ""),
    ],
)
def test_pl_rul_01_and_02_are_cited_for_their_shapes(
    faces: tuple[int, ...], cited: str
) -> None:
    """PL-RUL-01, PL-RUL-02: The strange shapes are cited where they are read.

    The Cardinal sets Passion aside and reads a b b c, a a a b, a b c d.
    """
    for how in ("weak", "minor_as_printed"):
        game = Game(conflict(case6_reading=how)).quiet().roll(*faces)
        read = game.all(c.HierarchyRead)[0]
        shapes = {"PL-RUL-01", "PL-RUL-02"} & set(read.cites)
        assert shapes == ({cited} if cited else set())


def test_pl_rul_04_is_cited_for_a_single_die() -> None:
    """PL-RUL-04, PL-RUL-05: A Hierarchy of a single die cites the first, once."""
    four = Planets(mercury="d8", venus="wed", mars="wed", jupiter="wed", saturn="wed")
    seats = cardinal(planets=four), renaissance()
    game = Game(conflict(*seats, mode="indirect", max_wed=4)).quiet().roll(3)
    assert "PL-RUL-04" in game.last(c.HierarchyRead).cites
    assert len(set(game.last(c.HierarchyRead).cites)) == len(
        game.last(c.HierarchyRead).cites
    )


@pytest.mark.slow
def test_pl_prop_02_orders_are_counted_once_and_rightly() -> None:
    """PL-PROP-02: Odds of an opposed roll with extra dice are those of every face."""
    hurt = Circumstance("hindrance", "major", 4)
    help_ = Circumstance("benefit", "major", 6)
    mine = forces(["known"], ["static"])
    theirs = forces(["dynamic"], ["known", "lost"])
    hands = (
        Roll(0, (2, 0, 3, 2, 0), mine, ((1, 2),), (hurt,)),
        Roll(1, (3, 2, 0, 2, 2), theirs, (), (help_, hurt)),
    )
    rulings = Rulings(opposed_compare="rank_then_decided_at")
    pool, read = throw(hands, rulings)
    faces = product(*(range(die.low, die.high + 1) for die in pool))
    orders = Counter(read(face)[1] for face in faces)
    total = sum(orders.values())
    odds = {
        key: Fraction(count, faces_of(pool, read)) for key, count in chances(pool, read)
    }
    assert odds == {key: Fraction(count, total) for key, count in orders.items()}


@pytest.mark.slow
def test_a_crowd_of_major_dice_is_counted_closely_and_soon() -> None:
    """Up to CROWD deciding dice odds are exact, and beyond within 2 per cent."""
    hurt = Circumstance("hindrance", "major", 4)
    help_ = Circumstance("benefit", "major", 6)
    task = forces(["known"], ["lost"])
    other = Roll(1, (3, 2, 0, 2, 2), task, (), (hurt,))
    for mine in ((hurt,), (help_, hurt)):
        pool, read = throw((Roll(0, (2, 0, 3, 2, 4), task, (), mine), other), Rulings())
        total = faces_of(pool, read)
        exact = {key: count / total for key, count in chances(pool, read)}
        near = dict(likely(pool, read))
        assert sum(near.values()) == pytest.approx(1.0)
        close = 0.0 if len(read.deciding()) <= CROWD else 0.02
        for key in exact.keys() | near.keys():
            assert near.get(key, 0.0) == pytest.approx(exact.get(key, 0.0), abs=close)
    first = Roll(0, (8, 0, 6, 0, 20), task, ((1, 5),), (help_, hurt))
    second = Roll(1, (4, 8, 0, 0, 10), task, (), (help_, hurt))
    odds = likely(*throw((first, second), Rulings()))
    assert sum(chance for _, chance in odds) == pytest.approx(1.0)


def test_the_odds_of_a_crowd_are_exact_for_each_reader_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """PL-PROP-02: Approximate odds are exact for each reader alone.

    What is neglected is only how the dice of both fall together.
    """
    hurt = Circumstance("hindrance", "major", 3)
    task = forces(["known"], ["lost"])
    hands = Roll(0, (2, 0, 3, 0, 4), task, (), (hurt,)), Roll(1, (2, 0, 0, 3, 2), task)
    pool, read = throw(hands, Rulings())
    exact = {key: n / faces_of(pool, read) for key, n in chances(pool, read)}
    monkeypatch.setattr(patterns, "CROWD", 0)
    near = dict(likely.__wrapped__(pool, read))
    assert near != exact
    for reader in range(2):
        alone = [defaultdict[int, float](float) for _ in range(2)]
        for added, odds in zip(alone, (exact, near), strict=True):
            for marks, chance in odds.items():
                added[marks[reader]] += chance
        assert alone[1] == pytest.approx(alone[0])
