"""Combined rolls: one roll for two opponents, chosen dice for two partners."""

import pytest
from msgspec import structs

from sim.rules.planets import consequences as c
from sim.rules.planets import facts as f
from sim.rules.planets.dice.pools import choices, opposed_pool
from sim.rules.planets.forces.task import EACH, FORCES, Forces, forces
from sim.rules.planets.scenario.sheet import Character, Planets
from sim.seam.events import TABLE
from sim.seam.protocol import Chance
from tests.rules.planets.table import (
    CARDINAL,
    RENAISSANCE,
    RENAISSANCE_PLANETS,
    A,
    B,
    Game,
    cardinal,
    conflict,
    renaissance,
    spiders,
    values,
)

ONE, OTHER = values(**CARDINAL), values(**RENAISSANCE)
STONE = forces(["dynamic", "passion"], ["static"])
NONE = Forces()


def lifting(**rulings: object) -> Game:
    """Return a conflict in which two lift a stone, against nobody with dice."""
    team = {"side": "Lifters"}
    return Game(
        conflict(
            cardinal(**team),
            renaissance(**team),
            spiders(name="The stone"),
            mode="diceless",
            use_circumstance_dice=False,
            **rulings,
        )
    )


def test_pl_comb_01_combined_only_where_two_have_dice() -> None:
    """PL-COMB-01: Two with dice roll together, and one against the Diceless alone."""
    assert Game(conflict()).quiet().last(c.RollCalled).kind == "opposed"
    alone = Game(conflict(cardinal(), spiders(), mode="diceless")).quiet()
    assert alone.last(c.RollCalled).kind == "basic"
    assert lifting().quiet().last(c.RollCalled).kind == "coordinating"


def test_pl_comb_02_one_die_for_each_force() -> None:
    """PL-COMB-02: An opposed roll has one die for each Force, rolled by the table."""
    game = Game(conflict()).quiet()
    assert game.who == TABLE
    assert game.sizes == (8, 8, 6, 6, 20)


def test_pl_comb_03_the_larger_of_the_two() -> None:
    """PL-COMB-03, PL-COMB-04: Of two dice the larger is rolled, or the only one."""
    assert opposed_pool(ONE, OTHER) == (8, 8, 6, 6, 20)


def test_pl_comb_04_one_die_is_enough() -> None:
    """PL-COMB-04: A Force has a die if either of the two has one."""
    assert opposed_pool((4, 0, 0, 6, 0), (0, 0, 8, 4, 0)) == (4, 0, 8, 6, 0)


def test_pl_comb_05_each_sets_the_wed_forces_aside() -> None:
    """PL-COMB-05, PL-COMB-06: Each reader sets aside the Force that they are Wed to."""
    game = Game(conflict()).quiet().roll(1, 3, 3, 6, 10)
    mine, theirs = game.all(c.HierarchyRead)
    assert (mine.set_aside, theirs.set_aside) == (("passion",), ("static",))
    assert (mine.major, mine.minor) == (("dynamic",), ("static",))
    assert (theirs.major, theirs.minor) == (("passion", "dynamic"), ())


def test_pl_comb_06_both_wed_forces_are_rolled() -> None:
    """PL-COMB-06: The roll contains both Wed Forces, though each is ignored by one."""
    game = Game(conflict()).quiet().roll(1, 3, 3, 6, 10)
    assert len(game.all(c.HierarchyRead)[0].values) == 5
    assert "PL-COMB-05" in game.cited()


@pytest.mark.parametrize(
    ("force", "omit"), [(0, False), (1, True), (2, False), (3, True), (4, False)]
)
def test_pl_comb_07_a_die_may_be_omitted_where_one_is_wed(
    force: int,
    omit: bool,  # noqa: FBT001 - a row of the table
) -> None:
    """PL-COMB-07: Partners may leave out only a Force that one is Wed to.

    Also tested: PL-RUL-26.
    """
    offered = choices([ONE, OTHER], force, NONE, must=False)
    assert (None in offered) is omit


def test_pl_comb_07_the_players_choose_whose_die() -> None:
    """PL-COMB-07: The first of the side chooses for each Force whose die is rolled.

    Also tested: PL-DP-08 and PL-FORCE-09.
    """
    game = lifting().quiet(f.PlanetDieChosen)
    assert game.all(c.ForcesSettled)
    dice = ("known", A), ("passion", B), ("dynamic", B), ("static", -1), ("lost", A)
    game.say(*(f.PlanetDieChosen(A, force, whose) for force, whose in dice))
    assert game.last(c.PlanetDiceChosen).sizes == (8, 8, 4, 0, 20)
    assert game.sizes == (8, 8, 4, 20)


def test_pl_comb_08_the_dice_make_one_hierarchy() -> None:
    """PL-COMB-08: Chosen dice form one Hierarchy, in which nothing is set aside.

    Example 21: Dynamic and Passion Major, Known Minor, Lost Weak; a success.
    """
    game = lifting().quiet()
    assert game.sizes == (8, 8, 4, 20)
    game.roll(4, 2, 2, 9)
    read = game.last(c.HierarchyRead)
    assert (read.major, read.minor, read.weak, read.set_aside) == (
        ("passion", "dynamic"),
        ("known",),
        ("lost",),
        (),
    )
    assert game.last(c.OutcomeDetermined).outcome == "success"
    assert len(game.all(c.OutcomeDetermined)) == 1


def test_pl_comb_09_silence_follows_the_texts_advice() -> None:
    """PL-COMB-09: The default choice follows the text's advice, as in its example.

    Small dice for Favored Forces, large ones for neutral Forces, and no Static.
    """
    assert [choices([ONE, OTHER], force, STONE, must=False)[0] for force in EACH] == [
        0,
        1,
        1,
        None,
        0,
    ]
    large = [(8, 0, 6, 12, 20), OTHER]
    static = choices(large, 3, STONE, must=False)
    assert static == (0, None)


def test_pl_comb_10_the_scenario_chooses_the_mode() -> None:
    """PL-COMB-10: The mode decides between one roll for both and one for each.

    Also tested: PL-DP-12 and PL-CONF-01.
    """
    race = Game(conflict(mode="indirect")).quiet(f.ForcesAccepted).quiet()
    assert [event.kind for event in race.all(c.RollCalled)] == ["basic", "basic"]
    assert race.who == A
    race.roll(1, 2, 3, 4)
    assert race.who == B


def test_pl_scope_05_without_combined_rolls_everyone_rolls_alone() -> None:
    """PL-SCOPE-05: Without combined rolls everybody, or the lead, rolls alone."""
    game = Game(conflict(use_combined_rolls=False)).quiet()
    assert game.sizes == (8, 6, 6, 20)
    game.roll(1, 2, 3, 4).quiet()
    assert game.sizes == (4, 8, 4, 10)
    alone = lifting(use_combined_rolls=False).quiet()
    assert alone.sizes == (8, 6, 6, 20)


def test_pl_rul_15_set_aside_before_ties_are_looked_at() -> None:
    """PL-RUL-15: Wed Forces are set aside before ties are looked at.

    Known 1 is the Cardinal's Dominant although Passion shows 1 too.
    """
    game = Game(conflict()).quiet().roll(1, 1, 3, 4, 9)
    mine, theirs = game.all(c.HierarchyRead)
    assert mine.dominant == ("known",)
    assert theirs.major == ("known", "passion")


def test_pl_rul_16_both_wed_to_one_force_roll_none() -> None:
    """PL-RUL-16: A Force that both are Wed to has no die."""
    twin = cardinal(name="His twin")
    assert Game(conflict(cardinal(), twin)).quiet().sizes == (8, 6, 6, 20)


def test_pl_rul_17_whose_forces_count() -> None:
    """PL-RUL-17: Forces are each side's own, the first side's for both, or mirrored."""
    ways = {"approaches": ("hold",)}
    seats = (cardinal(), renaissance(**ways, aims=("resist",)))
    own = Game(conflict(*seats)).quiet()
    assert [event.favored for event in own.all(c.ForcesSettled)] == [
        ("passion", "dynamic"),
        ("static",),
    ]
    shared = Game(conflict(*seats, opposed_forces="shared_task")).quiet()
    assert [event.who for event in shared.all(c.ForcesSettled)] == [A]
    shared.roll(3, 1, 2, 5, 9)
    assert [event.outcome for event in shared.all(c.OutcomeDetermined)] == [
        "success"
    ] * 2
    mirrored = Game(conflict(*seats, opposed_forces="mirrored")).quiet()
    mirrored.roll(3, 1, 2, 5, 9)
    assert [event.outcome for event in mirrored.all(c.OutcomeDetermined)] == [
        "success",
        "failure",
    ]


def test_pl_rul_17_mirrored_follows_the_one_who_does_not_resist() -> None:
    """PL-RUL-17: If side 0 alone resists, side 1's Forces are mirrored."""
    seats = (cardinal(aims=("resist",)), renaissance(approaches=("hold",)))
    game = Game(conflict(*seats, opposed_forces="mirrored")).quiet()
    assert [event.who for event in game.all(c.ForcesSettled)] == [B]


def test_pl_rul_24_no_omega_die_when_coordinating() -> None:
    """PL-RUL-24: A coordinating roll has no Omega die, or by option one."""
    ways = {"approaches": ("outwit",), "side": "Team"}
    seats = (cardinal(**ways), renaissance(**ways), spiders())
    fields = {"mode": "diceless", "use_circumstance_dice": False}
    plain = Game(conflict(*seats, **fields)).quiet(f.OmegaDeclined)
    assert not any(isinstance(option, f.OmegaDeclined) for option in options(plain))
    game = Game(conflict(*seats, **fields, omega_in_coordinating=True))
    game.quiet(f.OmegaDeclined)
    placed = [option for option in game.options if isinstance(option, f.OmegaCommitted)]
    assert {option.force for option in placed} == {"passion", "static"}
    assert max(option.value for option in placed if option.force == "static") == 10
    game.say(f.OmegaCommitted(A, "static", 10)).quiet()
    assert game.last(c.PlanetDiceChosen).sizes[3] == 0


def options(game: Game) -> tuple[object, ...]:
    """Return what is offered, if anything."""
    return () if isinstance(game.asked, Chance) else game.options


def test_pl_rul_26_one_die_must_remain() -> None:
    """PL-RUL-26: If everything might be omitted, the last die must be rolled."""
    odd = [(0, 6, 0, 0, 0), (6, 0, 0, 0, 0)]
    assert choices(odd, 1, NONE, must=True) == (0,)
    assert None in choices(odd, 1, NONE, must=False)
    planets = Planets(mercury="wed", venus="d6", mars="wed", jupiter="wed", saturn="d4")
    two = Planets(mercury="d8", venus="wed", mars="wed", jupiter="d4", saturn="wed")
    game = Game(
        conflict(
            Character(name="One", side="T", planets=planets),
            Character(name="Two", side="T", planets=two),
            spiders(),
            mode="diceless",
        )
    )
    game.quiet(f.PlanetDieChosen)
    while any(isinstance(option, f.PlanetDieChosen) for option in options(game)):
        game.say(next(option for option in game.options if option.partner == -1))  # type: ignore[attr-defined] # a die
    assert game.last(c.PlanetDiceChosen).sizes == (0, 0, 0, 0, 4)


def test_pl_rul_26_two_partners_or_more_by_option() -> None:
    """PL-RUL-26: At most `coordinating_max_partners` of a side lend dice."""
    other = structs.replace(RENAISSANCE_PLANETS, mercury="d6")
    third = Character(name="Third", side="T", planets=other)
    seats = (cardinal(side="T"), renaissance(side="T"), third, spiders())
    for most, whose in ((2, {A, B}), (3, {A, B, 2})):
        game = Game(
            conflict(*seats, mode="diceless", coordinating_max_partners=most)
        ).quiet(f.PlanetDieChosen)
        offered = {option.partner for option in game.options}  # type: ignore[attr-defined] # a die
        assert offered == whose


def test_pl_rul_28_teams_coordinate_before_they_oppose() -> None:
    """PL-RUL-28: A team coordinates first and then opposes as one character."""
    seats = (
        cardinal(side="X"),
        renaissance(side="X"),
        Character(name="Foe", planets=cardinal().planets),
    )
    game = Game(conflict(*seats)).quiet()
    assert game.last(c.RollCalled).kind == "opposed"
    assert game.all(c.PlanetDiceChosen)[0].sizes == (8, 8, 4, 0, 20)
    assert game.sizes == (8, 8, 6, 6, 20)
    game.roll(4, 2, 2, 5, 9)
    assert game.all(c.HierarchyRead)[0].set_aside == ("static",)


def test_pl_rul_28_leads_only_gives_a_minor_benefit() -> None:
    """PL-RUL-28: Under `leads_only` partners give one Minor Benefit d8."""
    seats = (
        cardinal(side="X"),
        renaissance(side="X"),
        Character(name="Foe", planets=cardinal().planets),
    )
    game = Game(conflict(*seats, team_mode="leads_only")).quiet()
    die = game.last(c.CircumstanceAssigned)
    assert (die.who, die.kind, die.severity, die.size) == (A, "benefit", "minor", 8)
    assert game.sizes == (8, 6, 6, 20, 8)


def test_pl_comb_09_an_opposed_force_is_rolled_only_with_a_large_die() -> None:
    """PL-COMB-09: An Opposed Force is left out by default unless a die is large."""
    task = forces(["dynamic"], ["static"])
    team = [values(static=6, known=4), values(static=20, known=4), values(known=4)]
    static = FORCES.index("static")
    assert choices(team, static, task, must=False) == (1, 0, None)
    weak = [team[0], values(static=10, known=4), team[2]]
    assert choices(weak, static, task, must=False) == (None, 1, 0)
    edge = [team[0], values(static=12, known=4), team[2]]
    assert choices(edge, static, task, must=False) == (1, 0, None)
    assert choices(weak, static, task, must=True) == (1, 0)


def test_pl_rul_24_who_declines_for_a_team_shows_the_highest_limit() -> None:
    """PL-RUL-24: A team that places none shows its highest limit."""
    team = {"side": "Lifters", "approaches": ("outwit",)}
    seats = renaissance(**team), cardinal(**team), spiders(side="Nest")
    game = Game(conflict(*seats, mode="diceless", omega_in_coordinating=True))
    game.quiet(f.OmegaDeclined).say(f.OmegaDeclined(A))
    shown = game.last(c.OmegaShown)
    assert (shown.value, shown.limit) == (0, 20)
