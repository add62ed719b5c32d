"""When to roll, who has dice, the order of the steps, and what decides nothing."""

from fractions import Fraction
from itertools import permutations

import pytest
from msgspec import structs

from sim.errors import ScenarioError
from sim.rules.planets import consequences as c
from sim.rules.planets import facts as f
from sim.rules.planets.appraisal.odds import planets_odds
from sim.rules.planets.forces.task import FORCES, PLANETS, wed
from sim.rules.planets.scenario.compile import sizes
from sim.rules.planets.scenario.sheet import (
    Approach,
    Character,
    Planets,
    Situation,
    Storyguide,
)
from sim.rules.planets.system import SYSTEM
from sim.seam.events import DiceRolled
from sim.seam.protocol import Chance, Outcome
from tests.rules.planets.table import (
    CARDINAL_PLANETS,
    JUDGE,
    PLAIN,
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

DICELESS = (spiders(), spiders(name="Wasps"))


def test_pl_term_02_each_planet_carries_one_force() -> None:
    """PL-TERM-02: The worked examples leave one assignment of Forces to Planets of 120.

    Also tested: PL-FN-28.
    """
    left: list[tuple[str, ...]] = []
    for order in permutations(FORCES):
        carried = dict(zip(PLANETS, order, strict=True))
        cardinal_dice, renaissance_dice = (
            {
                carried[planet]: getattr(sheet, planet).removeprefix("d")
                for planet in PLANETS
            }
            for sheet in (CARDINAL_PLANETS, RENAISSANCE_PLANETS)
        )
        pool = {
            force: max(
                int(die[force])
                for die in (cardinal_dice, renaissance_dice)
                if die[force] != "wed"
            )
            for force in FORCES
        }
        rolled = {"known": 8, "passion": 8, "dynamic": 6, "static": 6, "lost": 20}
        passion_is_omega = cardinal_dice["passion"] == "wed"
        small = "4" in {cardinal_dice["dynamic"], renaissance_dice["dynamic"]}
        if pool == rolled and passion_is_omega and small:
            left.append(order)
    assert left == [FORCES]
    assert "Passion as a blue pentagon" in SYSTEM.rules["PL-FN-28"]


def test_pl_term_01_size_only_sets_the_range() -> None:
    """PL-TERM-01: The same faces on larger dice are read alike."""
    giant = Planets(mercury="d20", venus="wed", mars="d20", jupiter="d20", saturn="d20")
    small = Game(conflict(cardinal(), spiders(), mode="diceless")).quiet()
    other = Game(conflict(cardinal(planets=giant), spiders(), mode="diceless")).quiet()
    small.roll(5, 2, 4, 12, 6)
    other.roll(5, 2, 4, 12, 6)
    assert small.last(c.HierarchyRead) == other.last(c.HierarchyRead)


def test_pl_term_03_a_diceless_never_rolls() -> None:
    """PL-TERM-03: A Diceless character rolls nothing and has no Forces."""
    game = Game(conflict(cardinal(), spiders(), mode="diceless")).quiet()
    assert game.who == A
    assert {event.who for event in game.all(c.ForcesSettled)} == {A}


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        ("PL-SCOPE-01", "descriptors_undecided"),
        ("PL-SCOPE-02", "too_close_to_call"),
        ("PL-SCOPE-03", "no_relevant_descriptor"),
    ],
)
def test_why_the_planets_are_rolled(rule: str, reason: str) -> None:
    """A roll cites the rule of the reason that the scenario gives."""
    game = Game(conflict(reason=reason)).quiet()
    assert rule in game.last(c.RollCalled).cites


def test_pl_scope_04_what_is_declared_is_not_rolled() -> None:
    """PL-SCOPE-04: A decreed intent has its outcome, and the other side rolls alone."""
    sure = Approach(name="wait", verdict="success")
    ways = {"approaches": (sure,)}
    game = Game(conflict(cardinal(approaches=("wait",)), renaissance(), **ways)).quiet()
    assert game.last(c.OutcomeDecreed).outcome == "success"
    assert game.who == B
    assert game.last(c.RollCalled).kind == "basic"
    game.roll(1, 8, 3, 5)
    assert all(event.who == B for event in game.all(DiceRolled))
    assert game.last(c.RoundResolved).who == A


def test_pl_scope_06_a_conflict_may_run_without_a_roll() -> None:
    """PL-SCOPE-06: If both intents are decreed the conflict runs without a roll."""
    both = (
        Approach(name="wait", verdict="success"),
        Approach(name="beg", verdict="failure"),
    )
    seats = cardinal(approaches=("wait",)), renaissance(approaches=("beg",))
    game = Game(conflict(*seats, approaches=both)).quiet()
    assert isinstance(game.asked, Outcome)
    assert not game.all(DiceRolled)
    assert game.outcome.returns == (1.0, 0.0)
    told = {(event.outcome, event.reason) for event in game.all(c.OutcomeDecreed)}
    assert told == {("success", "automatic"), ("failure", "impossible")}


def test_pl_dp_01_the_storyguide_may_be_asked() -> None:
    """PL-DP-01: The Storyguide is asked for each intent: roll, success or failure."""
    game = Game(conflict(storyguide=Storyguide(asked=("roll",)))).quiet(f.RollJudged)
    assert game.options == (
        f.RollJudged(JUDGE, A, "roll"),
        f.RollJudged(JUDGE, A, "success"),
        f.RollJudged(JUDGE, A, "failure"),
    )
    game.say(f.RollJudged(JUDGE, A, "failure"), f.RollJudged(JUDGE, B, "success"))
    assert not game.all(DiceRolled)
    assert game.last(c.RoundResolved).who == B


def test_pl_scope_05_each_complication_can_be_switched_off() -> None:
    """PL-SCOPE-05: Circumstance and Omega dice can be switched off."""
    help_ = Situation(kind="benefit", size="d8")
    ways = {"approaches": ("outwit",)}
    seats = cardinal(circumstances=(help_,), **ways), renaissance(**ways)
    off = {"use_circumstance_dice": False, "use_omega_die": False}
    game = Game(conflict(*seats, **off)).quiet(f.OmegaDeclined)
    assert isinstance(game.asked, Chance)
    assert game.sizes == (8, 8, 6, 6, 20)


def test_pl_char_01_five_entries_one_of_them_wed() -> None:
    """PL-CHAR-01, PL-FN-27: A character without a Wed Planet is refused."""
    assert sizes(cardinal()) == values(known=8, dynamic=6, static=6, lost=20)
    five = structs.replace(CARDINAL_PLANETS, venus="d8")
    with pytest.raises(ScenarioError, match="found 0 wed Planets, expected 1 to 3"):
        conflict(cardinal(planets=five), renaissance())


def test_pl_char_02_without_planets_one_is_diceless() -> None:
    """PL-CHAR-02: A character without Planets has no dice."""
    assert sizes(spiders()) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_pl_char_03_up_to_three_wed_planets(count: int) -> None:
    """PL-CHAR-03: One to three Wed Planets are accepted, and four by option only.

    Also tested: PL-RUL-32.
    """
    entries = dict.fromkeys(PLANETS, "d6")
    entries |= dict.fromkeys(PLANETS[:count], "wed")
    sheet = Planets(**entries)
    assert wed(sizes(cardinal(planets=sheet))).bit_count() == count
    conflict(cardinal(planets=sheet), renaissance())
    four = Planets(**(entries | dict.fromkeys(PLANETS[:4], "wed")))
    with pytest.raises(ScenarioError, match="found 4 wed Planets, expected 1 to 3"):
        conflict(cardinal(planets=four), renaissance())
    conflict(cardinal(planets=four), renaissance(), max_wed=4)


def test_pl_char_04_sizes_are_those_of_the_text() -> None:
    """PL-CHAR-04, PL-RUL-31: A size that is not the text's needs the option."""
    odd = structs.replace(CARDINAL_PLANETS, mars="d7")
    with pytest.raises(ScenarioError, match="mars: found 'd7', expected one of d4, d6"):
        conflict(cardinal(planets=odd), renaissance())
    conflict(
        cardinal(planets=odd), renaissance(), allowed_sizes=(4, 6, 7, 8, 10, 20, 12)
    )


def test_pl_step_02_to_05_come_in_order() -> None:
    """PL-STEP-02: Circumstances come before Omega dice, and both before the roll.

    Also tested: PL-STEP-03 and PL-STEP-04.
    """
    help_ = Situation(kind="benefit", size="d8")
    ways = {"approaches": ("outwit",)}
    seats = cardinal(circumstances=(help_,), **ways), renaissance(**ways)
    game = Game(conflict(*seats)).quiet()
    steps = [event.step for event in game.all(c.StepOpened)]
    assert steps == ["calling", "forces", "circumstances", "omega", "dice"]


def test_pl_step_05_when_circumstance_dice_fall_changes_nothing() -> None:
    """PL-STEP-05: Circumstance dice are thrown with the Planets."""
    game = Game(conflict(cardinal(), spiders(), mode="diceless")).quiet()
    assert game.sizes == (8, 6, 6, 20, 8)
    assert "PL-STEP-05" in game.roll(5, 2, 4, 12, 3).last(c.CircumstancePlaced).cites


def test_pl_step_07_nothing_is_settled_after_a_die_has_fallen() -> None:
    """PL-STEP-07: After a roll nothing more is settled in that round."""
    game = Game(conflict()).quiet().roll(1, 3, 3, 6, 10)
    rolled = next(i for i, e in enumerate(game.events) if isinstance(e, DiceRolled))
    later = {type(event) for event in game.events[rolled:]}
    settled = {c.ForcesSettled, c.CircumstanceAssigned, c.OmegaShown, c.DifficultySet}
    assert not later & settled


def test_pl_rul_29_the_diceless_are_judged_by_decree() -> None:
    """PL-RUL-29: Two Diceless get what the scenario decrees, or a standoff."""
    won = Game(conflict(*DICELESS, mode="diceless", decree="Wasps")).quiet()
    assert (won.outcome.how, won.outcome.returns) == ("decreed", (0.0, 1.0))
    drawn = Game(conflict(*DICELESS, mode="diceless")).quiet()
    assert (drawn.outcome.how, drawn.outcome.returns) == ("standoff", (0.5, 0.5))


@pytest.mark.parametrize(("face", "returns"), [(1, (1.0, 0.0)), (2, (0.0, 1.0))])
def test_pl_rul_29_or_by_a_coin(face: int, returns: tuple[float, float]) -> None:
    """PL-RUL-29: By the option a d2 decides between two Diceless."""
    game = Game(conflict(*DICELESS, mode="diceless", diceless_duel="coin")).quiet()
    assert game.sizes == (2,)
    game.roll(face)
    assert (game.outcome.how, game.outcome.returns) == ("decreed", returns)


def test_pl_rul_29_or_by_the_storyguide() -> None:
    """PL-RUL-29: A Storyguide who is asked declares which of two Diceless wins."""
    guide = Storyguide(asked=("roll",))
    game = Game(conflict(*DICELESS, mode="diceless", storyguide=guide))
    game.quiet(f.RollJudged).say(f.RollJudged(JUDGE, A, "failure"))
    assert game.outcome.returns == (0.0, 1.0, 0.0)


@pytest.mark.parametrize(
    ("decree", "returns"), [("Spiders", (1.0, 0.0)), ("Wasps", (0.0, 1.0))]
)
def test_pl_rul_29_a_storyguide_who_says_nothing_keeps_to_the_decree(
    decree: str, returns: tuple[float, float]
) -> None:
    """PL-DP-01, PL-RUL-29: The default of the Storyguide is the scenario's decree."""
    guide = Storyguide(asked=("roll",))
    game = Game(
        conflict(*DICELESS, mode="diceless", decree=decree, storyguide=guide)
    ).quiet()
    assert game.outcome.how == "decreed"
    assert game.outcome.returns[:2] == returns


def test_pl_rul_40_automatic_is_not_certain() -> None:
    """PL-RUL-40: An automatic task fails when a Favored Force is Weak."""
    game = Game(
        conflict(cardinal(), spiders(), mode="diceless", difficulty="automatic")
    )
    game.quiet(f.OmegaDeclined).quiet().roll(1, 6, 2, 4, 3)
    assert game.last(c.OutcomeDetermined).outcome == "failure"


def test_pl_rul_19_and_fn_31_no_degrees() -> None:
    """PL-RUL-19, PL-FN-31: An outcome records where it was decided, and no degree."""
    assert PLAIN.degrees == "none"
    fields = c.OutcomeDetermined.__struct_fields__
    assert fields == ("cites", "who", "outcome", "decided_at", "grade")


def test_pl_rul_39_remarks_that_are_not_rules() -> None:
    """PL-RUL-39: Remarks of the text that are not true are no rules."""
    assert "not rules" in SYSTEM.rules["PL-RUL-39"]
    sizes_ = {"known": 8, "dynamic": 6, "static": 6, "lost": 20}
    trap = planets_odds(sizes_, ["known", "lost"], ["static"])
    assert trap["success"] == Fraction(133, 480)


def test_pl_rul_37_the_order_of_the_draw() -> None:
    """PL-RUL-37: Dice are rolled in Force order, then Benefit, then Hindrance."""
    both = tuple(
        Situation(kind=kind, size=size)
        for kind, size in (("hindrance", "d4"), ("benefit", "d12"))
    )
    drawn = Character(name="One", planets=CARDINAL_PLANETS, circumstances=both)
    game = Game(conflict(drawn, spiders(), mode="diceless")).quiet()
    assert game.sizes == (8, 6, 6, 20, 12, 4)
