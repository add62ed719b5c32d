"""The conflict layer, which is ours: tracks, wounds, standoffs, holding, conceding."""

import pytest

from sim.rules.planets import consequences as c
from sim.rules.planets import facts as f
from sim.rules.planets.forces.task import forces
from sim.rules.planets.phases import Rolling
from sim.rules.planets.scenario.sheet import Character, Worth
from sim.seam.events import TABLE
from sim.seam.protocol import Decision, Outcome
from tests.rules.planets.table import (
    CARDINAL_PLANETS,
    RENAISSANCE_PLANETS,
    A,
    B,
    Game,
    cardinal,
    conflict,
    prevail,
    renaissance,
    spiders,
)

NOBODY_WINS = 2
HURTFUL = renaissance(harms=(True,))


def test_pl_conf_01_three_modes() -> None:
    """PL-CONF-01: One roll is for both, one for each, or one side's alone."""
    assert Game(conflict()).quiet().who == TABLE
    assert Game(conflict(mode="indirect")).quiet().who == A
    assert Game(conflict(cardinal(), spiders(), mode="diceless")).quiet().who == A


def test_pl_conf_02_one_track_for_two_sides() -> None:
    """PL-CONF-02: A direct conflict is won at the goal of one track."""
    game = prevail(Game(conflict()), A)
    assert game.last(c.RoundResolved).after == 1
    prevail(game, B)
    assert game.last(c.RoundResolved).after == 0
    prevail(prevail(game, B), B)
    assert (game.outcome.how, game.outcome.returns) == ("won", (0.0, 1.0))
    assert game.outcome.cites == ("PL-CONF-02", "PL-CONF-09")


def test_pl_conf_02_a_tally_for_each_runner() -> None:
    """PL-CONF-02: An indirect conflict has a tally for each, and ties are shared."""
    game = Game(conflict(mode="indirect", goal=1)).quiet().roll(5, 1, 4, 12)
    game.roll(4, 5, 1, 9)
    assert (game.outcome.how, game.outcome.returns) == ("shared", (0.5, 0.5))
    alone = Game(conflict(mode="indirect", goal=1)).quiet().roll(5, 1, 4, 12)
    alone.roll(1, 5, 5, 1)
    assert (alone.outcome.how, alone.outcome.returns) == ("won", (1.0, 0.0))


def test_pl_conf_03_a_round_in_order() -> None:
    """PL-CONF-03: A round runs in order: intents, the four steps, comparison."""
    game = Game(conflict()).quiet().roll(5, 2, 3, 1, 9)
    kinds = [type(event) for event in game.events]
    order = [
        c.RoundOpened,
        c.IntentDeclared,
        c.RollCalled,
        c.DifficultySet,
        c.ForcesSettled,
        c.HierarchyRead,
        c.OutcomeDetermined,
        c.RoundResolved,
    ]
    assert [kinds.index(kind) for kind in order] == sorted(map(kinds.index, order))


def test_pl_conf_03_diceless_the_roller_prevails_or_the_other_does() -> None:
    """PL-CONF-03: In diceless mode failure is the other side's success."""
    for faces, who in (
        ((5, 2, 4, 12, 6), A),
        ((5, 4, 2, 12, 6), B),
        ((1, 5, 5, 9, 6), TABLE),
    ):
        game = Game(conflict(cardinal(), spiders(), mode="diceless")).quiet()
        game.roll(*faces)
        assert game.last(c.RoundResolved).who == who


def test_pl_rul_18_two_successes_are_a_standoff() -> None:
    """PL-RUL-18: Two successes are a standoff, in which nobody prevails."""
    game = Game(conflict()).quiet().roll(1, 3, 3, 6, 10)
    assert game.last(c.RoundResolved).who == TABLE
    assert [event.outcome for event in game.all(c.OutcomeDetermined)] == ["success"] * 2


def test_pl_rul_18_or_where_it_was_decided_breaks_the_tie() -> None:
    """PL-RUL-18: Under `rank_then_decided_at` an earlier success beats a later one."""
    fine = conflict(opposed_compare="rank_then_decided_at")
    game = Game(fine).quiet().roll(5, 3, 3, 6, 10)
    stages = [event.decided_at for event in game.all(c.OutcomeDetermined)]
    assert stages == ["dominant", "major"]
    assert game.last(c.RoundResolved).who == A


def test_pl_conf_05_prevailing_with_harm_wounds() -> None:
    """PL-CONF-05: An intent that harms wounds the other side's lead once.

    Also tested: PL-RUL-33.
    """
    game = prevail(Game(conflict(cardinal(), HURTFUL)), B)
    harm = game.last(c.HarmApplied)
    assert (harm.who, harm.by, harm.amount, harm.wound) == (A, B, 1, 1)
    assert (harm.severity, harm.size) == ("minor", 12)
    assert not prevail(Game(conflict(cardinal(), HURTFUL)), A).all(c.HarmApplied)
    mild = Game(conflict(cardinal(), HURTFUL, harm_on_prevail=False))
    assert not prevail(mild, B).all(c.HarmApplied)


def test_pl_rul_33_past_the_ladder_one_is_taken_out() -> None:
    """PL-RUL-33: A wound past the end of the ladder takes its bearer out."""
    game = Game(conflict(cardinal(), HURTFUL, goal=9))
    for wound, size in enumerate((12, 8, 4, 0), start=1):
        game.quiet()
        extra = (9,) * (wound > 1)
        game.roll(5, 2, 3, 1, 9, *extra)
        harm = game.last(c.HarmApplied)
        assert (harm.amount, harm.wound, harm.size) == (1, wound, size)
    assert game.last(c.TakenOut).who == A
    assert (game.outcome.how, game.outcome.returns) == ("taken_out", (0.0, 1.0))


@pytest.mark.parametrize(
    ("ladder", "wounds_"),
    [
        ("grim", [("minor", 12), ("major", 12), ("major", 8)]),
        ("major d6", [("major", 6)]),
    ],
)
def test_pl_rul_33_other_ladders(ladder: str, wounds_: list[tuple[str, int]]) -> None:
    """PL-RUL-33: A ladder of wounds may be given by name or step by step."""
    game = Game(conflict(cardinal(), HURTFUL, goal=9, wound_ladder=ladder))
    for index in range(len(wounds_)):
        game.quiet().roll(5, 2, 3, 1, 9, *((9,) if index else ()))
    wounds = [(event.severity, event.size) for event in game.all(c.HarmApplied)]
    assert wounds == wounds_


def test_pl_conf_05_the_next_in_order_leads() -> None:
    """PL-CONF-05: When the lead is taken out the next leads, and declares an intent."""
    second = Character(
        name="Second", side="X", planets=CARDINAL_PLANETS, approaches=("hold", "surge")
    )
    team = (cardinal(side="X"), second, renaissance(harms=(True,)))
    game = Game(
        conflict(*team, goal=9, wound_ladder="minor d12", team_mode="leads_only")
    )
    game.quiet().roll(5, 2, 3, 1, 9, 8).quiet().roll(5, 2, 3, 1, 9, 8, 3)
    assert game.last(c.TakenOut).who == A
    game.say(f.Pressed(2))
    assert game.options[0] == f.ApproachChosen(1, "hold")
    game.say(f.ApproachChosen(1, "surge"))
    assert game.last(c.IntentDeclared).who == 1


def test_pl_conf_05_the_goal_counts_before_an_emptied_side() -> None:
    """PL-CONF-05: A round that reaches the goal and empties a side ends as won."""
    game = Game(conflict(cardinal(), HURTFUL, goal=2, wound_ladder="minor d4"))
    prevail(game, B).quiet().roll(5, 2, 3, 1, 9, 4)
    assert game.all(c.TakenOut)
    assert game.outcome.how == "won"


def test_pl_conf_06_an_intent_changes_after_a_round() -> None:
    """PL-CONF-06: After a round an approach may change, and Forces are picked anew.

    Also tested: PL-DP-10 and PL-RUL-35.
    """
    game = Game(conflict(cardinal(approaches=("surge", "hold")), renaissance()))
    game.quiet()
    game.roll(5, 2, 3, 1, 9)
    assert game.options == (
        f.Pressed(A),
        f.ApproachChosen(A, "hold"),
        f.Conceded(A),
    )
    game.say(f.ApproachChosen(A, "hold"), f.Pressed(B))
    change = game.last(c.IntentChanged)
    assert (change.was, change.approach) == ("surge", "hold")
    game.quiet()
    assert isinstance(game.state.phase, Rolling)
    assert game.state.phase.rolls[A].task == forces(["static"], ["dynamic"])
    assert ("static",) in [event.favored for event in game.all(c.ForcesSettled)]


def test_pl_conf_06_a_scenario_may_limit_changes() -> None:
    """PL-CONF-06: At the scenario's limit no further change is offered."""
    fickle = cardinal(approaches=("surge", "hold"), intent_changes=1)
    game = Game(conflict(fickle, renaissance(), goal=9)).quiet().roll(5, 2, 3, 1, 9)
    game.say(f.ApproachChosen(A, "hold"), f.Pressed(B)).quiet().roll(5, 2, 3, 1, 9)
    assert game.options == (f.Pressed(A), f.Conceded(A))


def test_pl_conf_06_a_change_must_change_something() -> None:
    """PL-CONF-06: A change of intent must change something."""
    torn = cardinal(aims=("win", "resist"))
    game = Game(conflict(torn, renaissance()))
    game.say(f.ApproachChosen(A, "surge"), f.AimChosen(A, "win"))
    game.quiet().roll(5, 2, 3, 1, 9)
    assert game.options[1] == f.ApproachChosen(A, "surge")
    game.say(f.ApproachChosen(A, "surge"), f.Pressed(B))
    assert game.last(c.IntentChanged).aim == "resist"


def test_pl_conf_07_conceding_loses() -> None:
    """PL-CONF-07: Whoever concedes loses and keeps the wounds suffered.

    Also tested: PL-RUL-36.
    """
    first = Game(conflict()).say(f.Conceded(A), f.ApproachChosen(B, "surge"))
    assert (first.outcome.how, first.outcome.returns) == ("conceded", (0.0, 1.0))
    game = prevail(Game(conflict(cardinal(), HURTFUL)), B)
    game.say(f.Conceded(A), f.Pressed(B))
    assert game.outcome.returns == (0.0, 1.0)
    assert game.state.participants[A].wounds == 1
    assert "PL-RUL-36" in game.outcome.cites


def test_pl_rul_36_both_at_once_is_a_standoff() -> None:
    """PL-RUL-36: If both concede at once it is a standoff."""
    game = prevail(Game(conflict()), NOBODY_WINS).say(f.Conceded(A))
    assert isinstance(game.asked, Decision)
    game.say(f.Conceded(B))
    assert (game.outcome.how, game.outcome.returns) == ("standoff", (0.5, 0.5))


def test_pl_rul_36_in_a_race_the_others_go_on() -> None:
    """PL-RUL-36: In a race those who go on still roll, and the last one left wins."""
    third = Character(name="Third", planets=CARDINAL_PLANETS)
    game = Game(conflict(cardinal(), renaissance(), third, mode="indirect"))
    game.say(f.Conceded(A)).quiet(f.Pressed)
    assert game.last(c.Withdrew).who == A
    game.roll(1, 3, 3, 6).roll(1, 1, 1, 1).say(f.Conceded(B), f.Pressed(2))
    assert game.outcome.returns == (0.0, 0.0, 1.0)


def test_may_concede_can_be_switched_off() -> None:
    """With `may_concede` off and one approach each, nothing is left to decide."""
    never = {"may_concede": False}
    game = Game(conflict(cardinal(**never), renaissance(**never)))
    assert not isinstance(game.asked, Decision)


def still(rounds: int, **fields: object) -> Game:
    """Return a conflict in which nobody prevails for so many rounds."""
    game = Game(conflict(**fields))
    for _ in range(rounds):
        prevail(game, NOBODY_WINS)
    return game


def test_pl_conf_08_a_run_of_standoffs_asks_whether_to_rest() -> None:
    """PL-CONF-08: A standoff is offered after three rounds without movement.

    Also tested: PL-DP-11.
    """
    assert f.StandoffAccepted(A) not in still(2).options
    game = still(3)
    assert game.options[:2] == (f.Pressed(A), f.StandoffAccepted(A))
    game.say(f.StandoffAccepted(A), f.StandoffAccepted(B))
    assert (game.outcome.how, game.outcome.returns) == ("standoff", (0.5, 0.5))
    assert "PL-DP-11" in game.outcome.cites


def test_pl_conf_08_if_not_both_the_count_starts_anew() -> None:
    """PL-CONF-08: If one side presses, the rounds are counted anew."""
    game = still(3).say(f.StandoffAccepted(A), f.Pressed(B))
    for count in (1, 2, 3):
        prevail(game, NOBODY_WINS)
        offered = f.StandoffAccepted(A) in game.options
        assert offered is (count == 3)


def resisting(*aims: str, cap: int = 2, **fields: object) -> Outcome:
    """Return how it ends at the round cap after nobody has moved."""
    seats = [
        character(aims=(aim,))
        for character, aim in zip((cardinal, renaissance), aims, strict=True)
    ]
    game = Game(conflict(*seats, round_cap=cap, **fields))
    for _ in range(cap):
        prevail(game, NOBODY_WINS)
    return game.outcome


def test_pl_rul_30_who_resists_holds_at_the_cap() -> None:
    """PL-RUL-30: A side that alone resists holds at the round cap, by default.

    Also tested: PL-CONF-08.
    """
    held = resisting("win", "resist")
    assert (held.how, held.returns) == ("held", (0.0, 1.0))
    assert resisting("resist", "win").returns == (1.0, 0.0)
    assert resisting("resist", "resist").how == "standoff"
    assert resisting("win", "win").how == "standoff"
    never = resisting("win", "resist", unproductive_for_resister="unproductive")
    assert never.how == "standoff"


@pytest.mark.parametrize("resists", [A, B])
def test_pl_conf_08_one_who_is_behind_does_not_hold(resists: int) -> None:
    """PL-CONF-08: A side that is behind does not hold at the round cap."""
    aims = [("resist",) if who == resists else ("win",) for who in (A, B)]
    seats = cardinal(aims=aims[A]), renaissance(aims=aims[B])
    for who in (A, B):
        game = prevail(Game(conflict(*seats, round_cap=1)), who)
        assert game.outcome.how == ("held" if who == resists else "standoff")


def test_pl_conf_09_every_ending_has_a_worth() -> None:
    """PL-CONF-09: A scenario may say what an ending is worth to a character."""
    proud = cardinal(worth=Worth(standoff=0.25, conceded=0.1))
    game = Game(conflict(proud, renaissance()))
    game.say(f.Conceded(A), f.ApproachChosen(B, "surge"))
    assert game.outcome.returns == (0.1, 1.0)
    still = prevail(Game(conflict(proud, renaissance(), round_cap=1)), NOBODY_WINS)
    assert still.outcome.returns == (0.25, 0.5)


def test_pl_rul_34_the_defaults_of_a_conflict() -> None:
    """PL-RUL-34: The defaults are goal 2, 20 rounds and 3 without movement."""
    game = Game(conflict())
    rulings = game.state.setup.rulings
    assert (rulings.goal, rulings.round_cap, rulings.standoff_limit) == (2, 20, 3)


def test_pl_rul_41_each_round_is_a_new_roll() -> None:
    """PL-RUL-41: Under `changed_intent` whoever lost must change to go on."""
    ways = {"approaches": ("surge", "hold")}
    seats = cardinal(**ways), renaissance(**ways)
    free = Game(conflict(*seats)).quiet().roll(5, 2, 3, 1, 9)
    assert free.options[0] == f.Pressed(A)
    strict = Game(conflict(*seats, retry_policy="changed_intent"))
    strict.quiet().roll(5, 2, 3, 1, 9)
    assert strict.options[0] == f.ApproachChosen(A, "hold")
    strict.say(strict.options[0])
    assert strict.options[0] == f.Pressed(B)


def test_pl_dp_02_an_intent_is_asked_part_by_part() -> None:
    """PL-DP-02: An intent is asked part by part; a part with one value is not asked."""
    second = Character(name="Second", side="Y", planets=RENAISSANCE_PLANETS)
    whole = cardinal(aims=("win", "resist"), harms=(False, True))
    game = Game(conflict(whole, renaissance(side="Y"), second))
    assert game.options == (f.ApproachChosen(A, "surge"), f.Conceded(A))
    game.say(f.ApproachChosen(A, "surge"))
    assert game.options == (f.TargetChosen(A, B), f.TargetChosen(A, 2))
    game.say(
        f.TargetChosen(A, 2), f.AimChosen(A, "resist"), f.HarmChosen(A, harms=True)
    )
    assert game.who == B
    game.say(f.ApproachChosen(B, "surge"))
    shown = game.all(c.IntentDeclared)[0]
    assert (shown.target, shown.aim, shown.harms) == (2, "resist", True)


def test_pl_rul_25_intents_are_sealed_too() -> None:
    """PL-RUL-25: The second side's view does not show what the first chose."""
    ways = {"approaches": ("surge", "hold")}
    views = set()
    for way in ways["approaches"]:
        game = Game(conflict(cardinal(**ways), renaissance(**ways)))
        game.say(f.ApproachChosen(A, way))
        assert isinstance(game.asked, Decision)
        views.add(game.asked.view)
    assert len(views) == 1


TRACE = [
    ((1, 3, 3, 6, 10), None, "success major", "", "success major", 0),
    ((5, 2, 3, 1, 9), None, "failure dominant", "", "success dominant", -1),
    ((2, 6, 5, 1, 12), 4, "success dominant", "above_minor", "success major", -1),
    ((2, 7, 6, 1, 5), 12, "success dominant", "below_all", "failure weak", 0),
    ((4, 1, 2, 5, 17), 1, "failure dominant", "above_all", "success dominant", -1),
    ((3, 2, 1, 6, 20), 7, "failure dominant", "above_weak", "success dominant", -2),
]


def test_a_whole_conflict_round_by_round() -> None:
    """The ledger's whole conflict goes round by round as it was worked out."""
    game = Game(
        conflict(cardinal(approaches=("surge", "hold")), renaissance(harms=(True,)))
    )
    for number, (faces, hurt, mine, slot, theirs, track) in enumerate(TRACE, start=1):
        game.quiet().roll(*faces, *(() if hurt is None else (hurt,)))
        a, b = game.all(c.OutcomeDetermined)[-2:]
        assert f"{a.outcome} {a.decided_at}" == mine
        assert f"{b.outcome} {b.decided_at}" == theirs
        assert not slot or game.last(c.CircumstancePlaced).slot == slot
        assert game.last(c.RoundResolved).after == track
        if number == 2:
            game.say(f.ApproachChosen(A, "hold"))
    assert [event.size for event in game.all(c.HarmApplied)] == [12, 8, 4]
    assert (game.outcome.how, game.outcome.returns) == ("won", (0.0, 1.0))
    assert game.state.round == 6
