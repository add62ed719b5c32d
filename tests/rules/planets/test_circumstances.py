"""Circumstance dice: slots, influence, Minor and Major, and what rulings change."""

import pytest
from msgspec import structs

from sim.rules.planets import consequences as c
from sim.rules.planets import facts as f
from sim.rules.planets.appraisal.odds import planets_odds
from sim.rules.planets.dice.check import Vote, check
from sim.rules.planets.dice.circumstances import INFLUENCE, foremost, slot
from sim.rules.planets.dice.hierarchy import positions
from sim.rules.planets.forces.rolls import Circumstance
from sim.rules.planets.forces.task import forces
from sim.rules.planets.scenario.rulings import Rulings
from sim.rules.planets.scenario.sheet import Situation, Storyguide, Weight
from sim.seam.protocol import Decision
from tests.rules.planets.table import (
    CARDINAL,
    JUDGE,
    PLAIN,
    A,
    B,
    Game,
    cardinal,
    conflict,
    renaissance,
    spiders,
    values,
)

BOULDER = values(known=5, dynamic=2, static=4, lost=12)
EVEN = forces(["dynamic"], ["static"])
HELP, HURT = 1, -1


def where(value: int, seen: tuple[int, ...] = BOULDER) -> str:
    """Return the slot of a Circumstance die that shows *value* beside *seen*."""
    return slot(value, seen, positions(seen, PLAIN))


def decided(
    *majors: Vote,
    seen: tuple[int, ...] = BOULDER,
    task: tuple[str, str] = ("dynamic", "static"),
    **options: object,
) -> str:
    """Return outcome and stage of a check with these Major dice."""
    rulings: Rulings = structs.replace(PLAIN, **options)
    read = positions(seen, rulings)
    outcome, decided_at = check(read, forces([task[0]], [task[1]]), majors, rulings)
    return f"{ {1: 'success', 0: 'unproductive', -1: 'failure'}[outcome] } {decided_at}"


@pytest.mark.parametrize(
    ("rule", "value", "place"),
    [
        ("PL-CIRC-05", 1, "above_all"),
        ("PL-CIRC-06", 2, "tied_dominant"),
        ("PL-CIRC-07", 3, "above_major"),
        ("PL-CIRC-06", 4, "tied_major"),
        ("PL-CIRC-06", 5, "tied_minor"),
        ("PL-CIRC-07", 6, "above_weak"),
        ("PL-RUL-11", 11, "above_weak"),
        ("PL-CIRC-06", 12, "tied_weak"),
        ("PL-CIRC-08", 13, "below_all"),
        ("PL-FN-29", 20, "below_all"),
    ],
)
def test_where_a_circumstance_die_stands(rule: str, value: int, place: str) -> None:
    """A Circumstance die has its slot by value, as in the boulder's column."""
    assert rule
    assert where(value) == place


def test_pl_circ_07_between_two_minors_is_minor() -> None:
    """PL-CIRC-07: Between two Minors a die is above the next of them."""
    seen = values(known=1, passion=3, dynamic=5, static=7, lost=9)
    assert where(6, seen) == "above_minor"


def test_pl_circ_05_holds_without_a_dominant() -> None:
    """PL-CIRC-05: Without a Dominant a die below the tied Majors is above all."""
    assert where(1, values(known=2, lost=2, passion=4, static=6)) == "above_all"


@pytest.mark.parametrize("shape", [(3,), (3, 3), (3, 3, 3), (2, 3, 3), (2, 3, 3, 3)])
def test_pl_rul_12_highest_without_weak_or_minor(shape: tuple[int, ...]) -> None:
    """PL-RUL-12: Above every Planet's value a die is below all, whatever the shape."""
    seen = tuple([*shape, 0, 0, 0, 0][:5])
    assert where(9, seen) == "below_all"


def test_pl_rul_05_beside_nothing_it_is_above_all() -> None:
    """PL-RUL-05: Beside no Planet die a Major die is above all and decides."""
    assert where(7, values()) == "above_all"
    assert decided(Vote(HELP, "above_all", 7), seen=values()).startswith("success")
    assert decided(seen=values()) == "unproductive none"


def test_pl_circ_16_every_slot_has_an_influence() -> None:
    """PL-CIRC-16: Each of the nine slots has an influence."""
    assert len(INFLUENCE) == 9
    assert INFLUENCE["above_all"] == "strongest of all"
    assert INFLUENCE["below_all"] == "none"
    assert INFLUENCE["above_minor"] == INFLUENCE["tied_minor"]


def test_pl_circ_04_they_change_no_position() -> None:
    """PL-CIRC-04: Circumstance dice leave the Hierarchy as it is."""
    harm = Situation(kind="hindrance", size="d6", severity="major", cause="rain")
    plain = Game(conflict(cardinal(), spiders(), mode="diceless"))
    wet = Game(conflict(cardinal(circumstances=(harm,)), spiders(), mode="diceless"))
    plain.quiet().roll(5, 2, 4, 12, 3)
    wet.quiet().roll(5, 2, 4, 12, 1)
    read, other = plain.last(c.HierarchyRead), wet.last(c.HierarchyRead)
    assert (read.dominant, read.weak) == (other.dominant, other.weak)
    assert wet.last(c.OutcomeDetermined).outcome == "failure"


def test_pl_circ_09_a_minor_die_only_colours() -> None:
    """PL-CIRC-09: A Minor die above all decides nothing."""
    game = Game(conflict(cardinal(), spiders(), mode="diceless"))
    game.quiet().roll(5, 2, 4, 12, 1)
    placed = game.last(c.CircumstancePlaced)
    assert (placed.slot, placed.influence) == ("above_all", "strongest of all")
    assert game.last(c.OutcomeDetermined).outcome == "success"


def test_pl_circ_10_a_major_die_above_all_rules() -> None:
    """PL-CIRC-10: Above all a Major Hindrance is failure, a Benefit success."""
    assert decided(Vote(HURT, "above_all", 1)) == "failure circumstance_above_all"
    against = ("static", "dynamic")
    assert decided(task=against) == "failure dominant"
    outcome = decided(Vote(HELP, "above_all", 1), task=against)
    assert outcome == "success circumstance_above_all"


def test_pl_circ_11_elsewhere_it_counts_where_it_stands() -> None:
    """PL-CIRC-11: Elsewhere a Major die decides just before its position."""
    seen = values(known=2, passion=4, static=5, lost=12)
    task = ("passion", "static")
    weak = decided(Vote(HURT, "above_weak", 9), seen=seen, task=task)
    major = decided(Vote(HURT, "above_major", 3), seen=seen, task=task)
    assert weak == "failure circumstance_above_weak"
    assert major == "failure circumstance_above_major"


def test_pl_circ_12_the_order_of_the_check_beats_rank() -> None:
    """PL-CIRC-12: A die that is consulted after the Dominant cannot undo it."""
    assert decided(Vote(HURT, "above_major", 3)) == "success dominant"


def test_pl_circ_01_and_03_one_of_each_kind() -> None:
    """PL-CIRC-03, PL-CIRC-01: One Benefit and one Hindrance are kept, the foremost."""
    offered = [
        Circumstance(kind, severity, size)
        for kind in ("benefit", "hindrance")
        for severity in ("minor", "major")
        for size in (12, 6)
    ]
    kept = foremost(tuple(offered))
    assert [(die.kind, die.severity, die.size) for die in kept] == [
        ("benefit", "major", 6),
        ("hindrance", "major", 6),
    ]


def test_pl_circ_02_and_15_the_storyguide_picks_minor_first() -> None:
    """PL-CIRC-02, PL-CIRC-15, PL-DP-06: The Storyguide picks kind, severity and size.

    None and Minor are offered first.
    """
    game = Game(conflict(storyguide=Storyguide(asked=("circumstances",))))
    game.quiet(f.CircumstancesJudged)
    assert game.who == JUDGE
    assert game.options[0] == f.CircumstancesJudged(JUDGE, A, ())
    assert len(game.options) == 4
    game.say(f.CircumstancesJudged(JUDGE, A, ("benefit", "hindrance")))
    assert game.options == (
        f.SeverityJudged(JUDGE, A, "benefit", "minor"),
        f.SeverityJudged(JUDGE, A, "benefit", "major"),
    )
    game.say(game.options[1])
    sizes = sorted(
        option.size for option in game.options if isinstance(option, f.SizeJudged)
    )
    assert sizes == [4, 6, 8, 10, 12, 20]
    game.say(f.SizeJudged(JUDGE, A, "benefit", 6))
    game.say(f.SeverityJudged(JUDGE, A, "hindrance", "minor"))
    game.say(f.SizeJudged(JUDGE, A, "hindrance", 20)).quiet()
    assert [
        (event.kind, event.severity, event.size)
        for event in game.all(c.CircumstanceAssigned)
    ] == [
        ("benefit", "major", 6),
        ("hindrance", "minor", 20),
    ]
    assert game.sizes == (8, 8, 6, 6, 20, 6, 20)


def test_pl_circ_13_a_wound_is_a_minor_hindrance() -> None:
    """PL-CIRC-13: A wound is a Hindrance of the ladder, Minor by default."""
    game = Game(conflict(cardinal(), renaissance(harms=(True,))))
    game.quiet().roll(5, 2, 3, 1, 9).quiet()
    wound = game.last(c.CircumstanceAssigned)
    assert (wound.who, wound.kind, wound.severity, wound.size) == (
        A,
        "hindrance",
        "minor",
        12,
    )
    assert "PL-CIRC-13" in wound.cites


def test_pl_circ_14_a_diceless_foe_is_a_hindrance_die() -> None:
    """PL-CIRC-14: A Diceless foe is a Hindrance die, and the roll is basic.

    Also tested: PL-CHAR-05, PL-DIFF-04 and PL-RUL-29.
    """
    foe = spiders(weight=Weight(size="d4", severity="major"))
    game = Game(conflict(cardinal(), foe, mode="diceless")).quiet()
    die = game.last(c.CircumstanceAssigned)
    assert (die.who, die.kind, die.severity, die.size) == (A, "hindrance", "major", 4)
    assert game.last(c.RollCalled).kind == "basic"
    assert game.who == A
    assert "PL-CHAR-05" in die.cites


def test_pl_circ_14_a_diceless_friend_is_a_benefit_die() -> None:
    """PL-CIRC-14: A Diceless friend is a Benefit die of their own side."""
    friend = spiders(name="Crowd", side="B", weight=Weight(size="d10"))
    game = Game(conflict(cardinal(side="A"), renaissance(side="B"), friend)).quiet()
    assigned = game.all(c.CircumstanceAssigned)
    assert [(event.who, event.kind, event.size) for event in assigned] == [
        (B, "benefit", 10)
    ]


@pytest.mark.parametrize(
    ("tie", "outcome"),
    [
        ("same_position", "failure major"),
        ("circumstance_first", "failure dominant"),
        ("planet_first", "success dominant"),
    ],
)
def test_pl_rul_06_tied_with_a_planet(tie: str, outcome: str) -> None:
    """PL-RUL-06: A tied Major die counts with its position, before or after it."""
    assert decided(Vote(HURT, "tied_dominant", 2), circumstance_tie=tie) == outcome


def test_pl_rul_07_how_far_major_dice_reach() -> None:
    """PL-RUL-07: Under `lowest_only` Major dice count above all alone."""
    seen = values(known=2, passion=4, static=5, lost=12)
    die = Vote(HURT, "above_major", 3)
    kwargs = {"seen": seen, "task": ("passion", "static")}
    assert decided(die, **kwargs).startswith("failure")
    outcome = decided(die, **kwargs, major_circumstance_policy="lowest_only")
    assert outcome == "success major"
    boulder = (CARDINAL, ["passion", "dynamic"], ["static"])
    hurt = [("major", 6)]
    lowest = structs.replace(PLAIN, major_circumstance_policy="lowest_only")
    some = planets_odds(*boulder, hindrance=hurt)["success"]
    more = planets_odds(*boulder, hindrance=hurt, rulings=lowest)["success"]
    most = planets_odds(*boulder)["success"]
    assert [round(float(chance), 4) for chance in (some, more, most)] == [
        0.2406,
        0.3502,
        0.4167,
    ]


def ruled(*choices: str, faces: tuple[int, ...], asked: bool = True) -> Game:
    """Return a boulder with both Major dice, on which the Storyguide may rule."""
    dice = tuple(
        Situation(kind=kind, size="d20", severity="major")
        for kind in ("benefit", "hindrance")
    )
    game = Game(
        conflict(
            cardinal(circumstances=dice),
            spiders(weight=Weight(size="d20")),
            mode="diceless",
            storyguide=Storyguide(asked=("major_dice",) if asked else ("roll",)),
            major_circumstance_policy="sg_choice",
        )
    )
    game.quiet().roll(*faces)
    for choice, kind in zip(choices, ("benefit", "hindrance"), strict=False):
        game.say(f.MajorJudged(JUDGE, A, kind, choice))
    return game


def test_pl_dp_09_the_storyguide_rules_on_each_die() -> None:
    """PL-DP-09: The Storyguide rules on each Major die, Benefit before Hindrance.

    It is ignored, applied by position, or decides at once.
    """
    faces = (5, 2, 4, 12, 3, 4)
    game = ruled(faces=faces)
    assert isinstance(game.asked, Decision)
    assert [type(option) for option in game.options] == [f.MajorJudged] * 3
    assert ruled("ignore", "ignore", faces=faces).last(
        c.OutcomeDetermined
    ).decided_at == ("dominant")
    outcome = ruled("ignore", "rule_now", faces=faces).last(c.OutcomeDetermined)
    assert (outcome.outcome, outcome.decided_at) == ("failure", "sg_ruling")
    both = ruled("rule_now", "rule_now", faces=faces).last(c.OutcomeDetermined)
    assert both.outcome == "success"


def test_pl_dp_09_not_asked_where_the_slot_says_all() -> None:
    """PL-DP-09: The Storyguide is not asked if the slot leaves no choice."""
    assert ruled(faces=(5, 2, 4, 12, 5, 20)).last(c.OutcomeDetermined)
    assert not ruled(faces=(5, 2, 4, 12, 1, 4)).all(c.MajorCircumstanceRuled)


def test_pl_rul_38_unasked_a_major_die_stands_where_it_fell() -> None:
    """PL-RUL-38: By default a Major die is applied by position."""
    game = ruled(faces=(5, 2, 4, 12, 3, 4), asked=False)
    choices = [event.choice for event in game.all(c.MajorCircumstanceRuled)]
    assert choices == ["apply_positional"] * 2
    assert "PL-RUL-38" in game.last(c.MajorCircumstanceRuled).cites


def test_pl_rul_08_above_the_weak_can_be_switched_off() -> None:
    """PL-RUL-08: By option a die above the Weak does not count."""
    seen = values(known=2, passion=4, static=5, lost=12)
    task = ("passion", "lost")
    die = Vote(HURT, "above_weak", 9)
    assert decided(die, seen=seen, task=task) == "failure circumstance_above_weak"
    quiet = decided(die, seen=seen, task=task, above_weak_counts=False)
    assert quiet == "success weak"
    tied = Vote(HURT, "tied_dominant", 2)
    elsewhere = decided(tied, seen=seen, task=task, above_weak_counts=False)
    assert elsewhere == "failure dominant"


def test_pl_rul_09_it_is_not_reversed_at_the_weak() -> None:
    """PL-RUL-09: A Hindrance tied with the Weak is failure, not reversed."""
    seen = values(known=2, passion=4, static=5, lost=12)
    outcome = decided(
        Vote(HURT, "tied_weak", 12), seen=seen, task=("passion", "static")
    )
    assert outcome == "failure weak"


def test_pl_rul_10_two_major_dice() -> None:
    """PL-RUL-10: Of two Major dice in a slot the lower acts, or tied votes add up."""
    help_, hurt = Vote(HELP, "above_all", 1), Vote(HURT, "above_all", 1)
    assert decided(help_, hurt) == "success dominant"
    against = ("static", "dynamic")
    lower = decided(help_, structs.replace(hurt, value=2), task=against)
    assert lower == "success circumstance_above_all"
    tied = [structs.replace(vote, slot="tied_dominant") for vote in (help_, hurt)]
    assert decided(*tied) == "success dominant"


def test_pl_rul_27_each_reader_has_dice_of_their_own() -> None:
    """PL-RUL-27: In an opposed roll each side has its own Benefit and Hindrance.

    Also tested: PL-RUL-37.
    """
    help_ = Situation(kind="benefit", size="d10")
    hurt = Situation(kind="hindrance", size="d12")
    game = Game(
        conflict(
            cardinal(circumstances=(hurt, help_)), renaissance(circumstances=(hurt,))
        )
    )
    assert game.quiet().sizes == (8, 8, 6, 6, 20, 10, 12, 12)
    game.roll(3, 5, 1, 4, 9, 2, 8, 1)
    placed = [
        (event.who, event.kind, event.value) for event in game.all(c.CircumstancePlaced)
    ]
    assert placed == [(A, "benefit", 2), (A, "hindrance", 8), (B, "hindrance", 1)]


def test_pl_rul_33_of_several_hindrances_the_foremost_counts() -> None:
    """PL-RUL-33: Of several Hindrances Major comes first, then the smaller."""
    faint = Situation(kind="hindrance", size="d20", cause="a distraction")
    game = Game(conflict(cardinal(circumstances=(faint,)), renaissance(harms=(True,))))
    game.quiet().roll(5, 2, 3, 1, 9, 20).quiet()
    assert game.last(c.CircumstanceAssigned).cause == "a wound"


def test_situations_come_and_go_with_rounds_and_approaches() -> None:
    """A Circumstance die of the scenario applies in its rounds and approaches only."""
    late = Situation(
        kind="benefit",
        size="d8",
        approaches=("hold",),
        from_round=2,
        to_round=2,
    )
    held = cardinal(circumstances=(late,), approaches=("hold",))
    game = Game(conflict(held, renaissance(), goal=5))
    for round_ in (1, 2, 3):
        game.quiet()
        assert len(game.all(c.CircumstanceAssigned)) == (1 if round_ >= 2 else 0)
        extra = (5,) if round_ == 2 else ()
        game.roll(1, 3, 3, 6, 10, *extra)
