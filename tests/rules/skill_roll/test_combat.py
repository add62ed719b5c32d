"""Fights: Initiatives, Responses, damage, OOPS, awareness, strays and ways out."""

import pytest
from msgspec import structs

from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.phases import Order, Response
from sim.rules.skill_roll.scenario.seat import Aim, Power
from sim.rules.skill_roll.scenario.sheet import (
    Bystander,
    Condition,
    Distance,
    Narrator,
    Worth,
)
from sim.rules.skill_roll.skills.attack_difficulty import Awareness
from sim.rules.skill_roll.skills.charts import Circumstance
from sim.rules.skill_roll.state import CONCEDED, TAKEN_OUT, WITHDRAWN, wound_penalty
from sim.rules.skill_roll.system import SYSTEM
from sim.seam.protocol import Chance
from tests.rules.skill_roll.table import (
    COUNTER,
    DEFEND,
    NO_DEFENCE,
    A,
    B,
    C,
    Game,
    ann,
    blade,
    bob,
    bow,
    conflict,
)


def fight(*seats: object, **fields: object) -> Game:
    """Return a fight under way."""
    return Game(conflict(*seats, **fields))


# Initiatives.


def test_an_initiative_offers_everything_in_order() -> None:
    """SK-DP-08: An Initiative offers attacks first, then everything else in order.

    Also tested: SK-DP-04, SK-RUL-41, SK-RUL-42 and SK-CONF-02.
    """
    two = ann(
        attacks=(blade(), bow()),
        may_withdraw=True,
        aims=(Aim(name="win"), Aim(name="kill", deadly=2)),
    )
    game = fight(two, bob(side="they"), bob(name="Cy", side="they"))
    assert game.options == (
        f.AttackDeclared(A, "blade", B),
        f.AttackDeclared(A, "blade", C),
        f.AttackDeclared(A, "bow", B),
        f.AttackDeclared(A, "bow", C),
        f.WithdrawalTried(A),
        f.AimChanged(A, "kill"),
        f.Held(A),
        f.Conceded(A),
    )


def test_recovering_is_offered_to_those_out_of_position() -> None:
    """SK-RUL-23: Recovery is offered with OOPS only, and takes the Initiative.

    Also tested: SK-RUL-58 and SK-ATTRES-01.
    """
    game = fight().attack(A, "blade", B, 1, 1, 1)
    assert game.participant(A).oops == 7
    game.say(f.Held(B))
    assert f.RecoveryTaken(A) in game.options
    game.say(f.RecoveryTaken(A))
    assert game.participant(A).oops == 0
    assert game.who == B


def test_recovering_may_take_only_some_of_it() -> None:
    """SK-RUL-23: Under `recovery = minus_n` recovering takes off only so much OOPS."""
    game = fight(recovery="minus_n", recovery_n=3).attack(A, "blade", B, 1, 1, 1)
    game.say(f.Held(B), f.RecoveryTaken(A))
    assert game.participant(A).oops == 4


def test_where_nothing_reaches_silence_holds() -> None:
    """SK-RUL-41: A form is offered only within its reach.

    Without any, hold comes first.

    Also tested: SK-RUL-47.
    """
    short = ann(attacks=(blade(reach_du=1),))
    far = (Distance(between=("Ann", "Bob"), du=2, to_round=1),)
    game = fight(short, bob(), distances=far)
    assert game.options[0] == f.Held(A)
    game.say(f.Held(A), f.Held(B))
    assert game.options[0] == f.AttackDeclared(A, "blade", B)
    assert fight(short, bob(), distance_du=2).options[0] == f.Held(A)


def test_an_aim_changes_once_and_another_attack_is_a_change() -> None:
    """SK-CONF-05: An aim may change once in an Initiative; another attack is a change.

    Also tested: SK-RUL-42.
    """
    many = ann(aims=(Aim(name="win"), Aim(name="kill")), attacks=(blade(), bow()))
    game = fight(many, bob())
    game.say(f.AimChanged(A, "kill"))
    assert game.who == A
    assert not any(isinstance(option, f.AimChanged) for option in game.options)
    game.attack(A, "blade", B, 3, 3, 3).say(f.Held(B)).attack(A, "bow", B, 3, 3, 3)
    changed = game.last(c.IntentChanged)
    assert (changed.was, changed.now) == ("blade on Bob", "bow on Bob")


@pytest.mark.parametrize(
    ("rulings", "order"),
    [({}, (B, C, A)), ({"initiative": "alternate"}, (B, C, A))],
)
def test_the_quickest_go_first(rulings: dict[str, str], order: tuple[int, ...]) -> None:
    """SK-RUL-32: The order is by DEX, and alternating sides keep it where they can.

    Also tested: SK-RUL-56.
    """
    quick = bob(attributes={"dex": 14}), bob(name="Cy", attributes={"dex": 12})
    game = fight(ann(), *quick, **rulings)
    assert game.last(c.RoundStarted).order == order


def test_sides_may_take_turns() -> None:
    """SK-RUL-32: Under `alternate` two of one side do not act one after the other."""
    quick = tuple(
        bob(name=name, side="they", attributes={"dex": dex})
        for name, dex in (("Bob", 14), ("Cy", 12))
    )
    game = fight(ann(), *quick, initiative="alternate")
    assert game.last(c.RoundStarted).order == (B, A, C)


def test_dice_may_say_who_goes_first() -> None:
    """SK-RUL-32, SK-RUL-54: Under `seeded_random` the table rolls a die for each."""
    game = fight(initiative="seeded_random")
    assert (game.who, game.why) == (-1, "initiative")
    game.roll(3, 90)
    assert game.last(c.RoundStarted).order == (B, A)


# Attacks.


def test_a_defender_chooses_the_response() -> None:
    """SK-ATTACK-02: A defender is offered the fitting skills, the best first.

    Also tested: SK-DP-06, SK-RUL-44 and SK-RUL-29.
    """
    able = bob(skills={"parry": 12, "dodge": 13, "juggling": 20})
    game = fight(ann(), able).say(f.AttackDeclared(A, "blade", B))
    assert game.options == (
        f.ResponseDeclared(B, DEFEND, "dodge"),
        f.ResponseDeclared(B, DEFEND, "parry"),
        f.ResponseDeclared(B, NO_DEFENCE),
    )
    game.say(f.ResponseDeclared(B, DEFEND, "parry"))
    assert game.last(c.DifficultySet).difficulty == 22
    assert {"SK-ATTACK-01", "SK-ATTACK-03"} <= game.cited()


def test_no_defence_comes_first_where_it_is_no_worse() -> None:
    """SK-RUL-28: No defence comes first if it is no worse than the best skill.

    6 and DEX 12 against parry at 8.

    Also tested: SK-RUL-44 and SK-ATTACK-04.
    """
    slow = bob(attributes={"dex": 12}, skills={"parry": 8})
    game = fight(ann(), slow).say(f.Held(B), f.AttackDeclared(A, "blade", B))
    assert game.options[0] == f.ResponseDeclared(B, NO_DEFENCE)
    game.say(game.options[0])
    assert game.last(c.DifficultySet).difficulty == 18


def test_a_floor_gives_the_best_line_there_is() -> None:
    """SK-RUL-28: Under `defence_floor` a poor parry counts as 6 and DEX."""
    slow = bob(attributes={"dex": 9}, skills={"parry": 2})
    game = fight(ann(), slow, defence_floor=True)
    game.say(f.AttackDeclared(A, "blade", B), f.ResponseDeclared(B, DEFEND, "parry"))
    assert game.last(c.DifficultySet).difficulty == 15


@pytest.mark.parametrize(("dex", "difficulty"), [(9, 9), (3, 5)])
def test_a_floor_gives_no_defence_to_the_unaware(dex: int, difficulty: int) -> None:
    """SK-RUL-28: Under `defence_floor` the unaware still have no better defence.

    Also tested: SK-CON-04.
    """
    slow = bob(attributes={"dex": dex}, awareness="unaware_of_attack")
    game = fight(ann(), slow, defence_floor=True).attack(A, "blade", B, 1, 1, 1)
    assert game.all(c.DifficultySet)[0].difficulty == difficulty


def test_what_is_counted_over_a_fight() -> None:
    """SK-RUL-66: Tallies count harm in eighths, misses and who conceded."""
    game = fight().attack(A, "blade", B, 3, 3, 4).attack(B, "sabre", A, 1, 1, 1)
    game.say(f.Conceded(A))
    counted = {
        name: [how(event) for event in game.events if isinstance(event, kind)]
        for kind, (name, how) in SYSTEM.tally.items()
    }
    assert counted == {
        "harm in eighths": [(B, 320)],
        "misses": [(A, 0), (B, 1)],
        "conceded": [(A, 1)],
    }


def test_who_has_no_defence_is_not_asked() -> None:
    """SK-RUL-29: A defender without a fitting skill is not asked."""
    game = fight(ann(), bob(skills={"juggling": 20}))
    game.say(f.AttackDeclared(A, "blade", B))
    assert isinstance(game.asked, Chance)


def test_responses_may_run_out() -> None:
    """SK-RUL-31: Under `responses_per_round` there is no Response beyond so many."""
    pair = ann(side="we"), bob(name="Bo", side="we", attributes={"dex": 20})
    game = fight(*pair, bob(side="they"), responses_per_round=1)
    game.attack(B, "sabre", C, 3, 3, 3).say(f.AttackDeclared(A, "blade", C))
    assert isinstance(game.asked, Chance)
    assert game.last(c.DifficultySet).difficulty == 15


def test_making_no_defence_uses_up_no_response() -> None:
    """SK-RUL-31: To make no defence uses up no Response."""
    pair = ann(side="we"), bob(name="Bo", side="we", attributes={"dex": 20})
    game = fight(*pair, bob(side="they"), responses_per_round=1)
    game.say(f.AttackDeclared(B, "sabre", C), f.ResponseDeclared(C, NO_DEFENCE))
    game.roll(1, 1, 1).say(f.WentOn(C), f.AttackDeclared(A, "blade", C))
    assert f.ResponseDeclared(C, DEFEND, "parry") in game.options


def test_velocity_range_and_oops_count_for_physical_attacks() -> None:
    """SK-ATTACK-07: Velocity, range and OOPS count for physical attacks only.

    Also tested: SK-ATTACK-08, SK-ATTACK-09 and SK-RUL-19.
    """
    fast = bob(velocity=4, skills={"dodge": 12})
    far = (Distance(between=("Ann", "Bob"), metres=16),)
    shooter = ann(attacks=(bow(), bow(name="word", physical=False)))
    game = fight(shooter, fast, distances=far).attack(A, "bow", B, 3, 3, 3)
    parts = dict(game.last(c.DifficultySet).parts)
    assert parts == {"base": 22, "velocity": 4, "range": 3}
    game = fight(shooter, fast, distances=far).attack(A, "word", B, 3, 3, 3)
    assert dict(game.last(c.DifficultySet).parts) == {"base": 22}
    assert "SK-RUL-19" in game.cited()


@pytest.mark.parametrize(
    ("rulings", "du"),
    [
        ({}, 6),
        ({"du_rounding": "up"}, 7),
        ({"du_base": 10}, 2),
        ({"du_base": 10, "du_rounding": "up"}, 3),
        ({"du_base": 10, "du_rounding": "nearest"}, 3),
        ({"du_base": 41}, 1),
        ({"du_base": 40}, 2),
    ],
)
def test_metres_are_read_in_distance_units(rulings: dict[str, object], du: int) -> None:
    """SK-RUL-20: Metres are read in Distance Units of `du_base` and `du_rounding`.

    40 m are 6 units of a doubling each. Under `nearest` the middle between 10 m and 100
    m is 31.6 m.
    """
    far = (Distance(between=("Ann", "Bob"), metres=40),)
    state = fight(distances=far, **rulings).state
    assert state.setup.distance("Ann", "Bob", 1) == du


@pytest.mark.parametrize(("base", "more"), [(2, 6), (3, 3), (10, 1)])
def test_units_of_another_multiple_are_fewer_and_add_less(base: int, more: int) -> None:
    """SK-RUL-20: Units of a larger base are fewer and add less to the difficulty.

    64 m are 7, 4 or 2 units, of which the target's size is 1.

    Also tested: SK-ATTACK-08.
    """
    far = (Distance(between=("Ann", "Bob"), metres=64),)
    shooter = ann(attacks=(bow(),))
    game = fight(shooter, bob(size_du=1), distances=far, du_base=base)
    game.attack(A, "bow", B, 3, 3, 3)
    assert dict(game.last(c.DifficultySet).parts)["range"] == more


def test_oops_may_count_where_nothing_is_physical() -> None:
    """SK-RUL-19: Under `nonphysical_oops` OOPS counts in every attack."""
    shouter = ann(attacks=(blade(), blade(name="word", physical=False)))
    for option, parts in ((False, {"base"}), (True, {"base", "attacker OOPS"})):
        game = fight(shouter, bob(), nonphysical_oops=option)
        game.attack(A, "blade", B, 1, 1, 1).say(f.Held(B))
        game.attack(A, "word", B, 3, 3, 3)
        assert {name for name, _ in game.last(c.DifficultySet).parts} == parts


def test_a_defence_may_be_rolled() -> None:
    """SK-RUL-18: Under `defender_rolls` a defence is 3d6 and the skill."""
    game = fight(defender_rolls=True)
    game.say(f.AttackDeclared(A, "blade", B), f.ResponseDeclared(B, DEFEND, "parry"))
    assert (game.who, game.why) == (B, "defence")
    game.roll(1, 1, 1)
    assert game.last(c.DifficultySet).difficulty == 15
    assert "SK-RUL-18" in game.last(c.DifficultySet).cites
    taken = fight().say(f.AttackDeclared(A, "blade", B))
    taken.say(f.ResponseDeclared(B, DEFEND, "parry"))
    assert "SK-RUL-18" not in taken.last(c.DifficultySet).cites


def test_fewer_ranks_may_be_used() -> None:
    """SK-RUL-43: Under `pull_ranks` one may attack with fewer ranks, all first.

    Also tested: SK-DP-12.
    """
    game = fight(pull_ranks=True).say(f.AttackDeclared(A, "blade", B))
    assert game.options[0] == f.RanksChosen(A, 5)
    game.say(f.RanksChosen(A, 2), f.ResponseDeclared(B, DEFEND, "parry"))
    game.roll(3, 3, 4)
    assert game.last(c.HarmApplied).eighths == 16 * 8


# Results.


@pytest.mark.parametrize(
    ("faces", "band", "eighths", "oops", "rule"),
    [
        ((2, 2, 4), "miss", 0, 2, "SK-ATTRES-01"),
        ((3, 3, 3), "winged", 160, 1, "SK-ATTRES-02"),
        ((3, 3, 4), "hit", 320, 1, "SK-ATTRES-03"),
        ((3, 4, 4), "hit_bonus", 336, 0, "SK-ATTRES-04"),
    ],
)
def test_what_a_level_comes_to(
    faces: tuple[int, ...], band: str, eighths: int, oops: int, rule: str
) -> None:
    """SK-ATTRES-01 to SK-ATTRES-06, SK-RUL-25: Each level has its damage and OOPS.

    Damage is counted in eighths.
    """
    game = fight().attack(A, "blade", B, *faces)
    assert game.last(c.OutcomeDetermined).band == band
    assert (game.participant(B).damage, game.participant(A).oops) == (eighths, oops)
    assert rule in game.cited()


def test_a_clean_hit_costs_no_position() -> None:
    """SK-ATTRES-06: A clean hit leaves the attacker's OOPS as it was."""
    game = fight().attack(A, "blade", B, 1, 1, 1).say(f.Held(B))
    game.attack(A, "blade", B, 6, 6, 6)
    assert game.participant(A).oops == 7
    assert game.last(c.OutcomeDetermined).level == 1


@pytest.mark.parametrize("lifted", [False, True])
def test_the_bonus_is_capped_unless_that_is_lifted(*, lifted: bool) -> None:
    """SK-ATTRES-05: The bonus is at most half the base damage, unless a power lifts it.

    Also tested: SK-RUL-11.
    """
    fist = Power(name="fist", ranks=5, increased_maximum_effect=lifted)
    strong = ann(powers=(fist,), attacks=(blade(power="fist"),), skills={"blade": 30})
    game = fight(strong, bob()).attack(A, "blade", B, 6, 6, 6)
    done = game.last(c.HarmApplied)
    assert (done.capped, done.eighths) == ((False, 736) if lifted else (True, 480))
    if not lifted:
        assert "SK-ATTRES-05" in done.cites


def test_a_graze_may_mean_nothing() -> None:
    """SK-RUL-24: Without `winging_meaningful` a graze costs OOPS and does no damage."""
    net = ann(attacks=(blade(winging_meaningful=False),))
    game = fight(net, bob()).attack(A, "blade", B, 3, 3, 3)
    assert (game.participant(B).damage, game.participant(A).oops) == (0, 1)
    assert not game.all(c.HarmApplied)


def test_fractions_may_be_dropped() -> None:
    """SK-RUL-25: Under `floor_total` the fraction of the damage is dropped."""
    odd = ann(attacks=(blade(damage_per_rank=15, ranks=5),))
    for rounding, eighths in (("exact", 300), ("floor_total", 296)):
        game = fight(odd, bob(), damage_rounding=rounding)
        assert game.attack(A, "blade", B, 3, 3, 3).participant(B).damage == eighths


@pytest.mark.parametrize(("rule", "oops"), [("never", 0), ("light", 1)])
def test_from_afar_position_is_not_lost(rule: str, oops: int) -> None:
    """SK-RUL-22: Ranged attacks gain no OOPS, or under `light` 1 at levels -1 and 0."""
    dodger = bob(skills={"dodge": 12})
    game = fight(ann(attacks=(bow(),)), dodger, oops_ranged=rule)
    assert game.attack(A, "bow", B, 3, 3, 4).participant(A).oops == oops


def test_without_the_rule_there_is_no_oops() -> None:
    """SK-RUL-23: Under `use_oops = false` nobody gains OOPS or can recover."""
    game = fight(use_oops=False).attack(A, "blade", B, 1, 1, 1)
    assert game.participant(A).oops == 0
    assert f.RecoveryTaken(A) not in game.say(f.Held(B)).options


def test_enough_damage_takes_one_out() -> None:
    """SK-RUL-33: Damage of the whole capacity takes one out, and wounds cost nothing.

    Also tested: SK-CONF-04 and SK-CONF-08.
    """
    game = fight(ann(), bob(capacity=42)).attack(A, "blade", B, 3, 4, 4)
    assert game.participant(B).status == TAKEN_OUT
    assert (game.outcome.how, game.outcome.returns) == ("taken_out", (1.0, 0.0))
    assert "SK-CONF-04" in game.last(c.HarmApplied).cites


def test_wounds_may_cost_something_on_rolls() -> None:
    """SK-RUL-33: Under `wound_penalty_per_quarter` each quarter lost lowers a roll."""
    game = fight(ann(), bob(capacity=80), wound_penalty_per_quarter=2)
    game.attack(A, "blade", B, 3, 4, 4)
    game.attack(B, "sabre", A, 4, 4, 4)
    assert game.last(c.OutcomeDetermined).total == 12 + 11 - 4


def test_wounds_may_cost_something_on_an_opponents_roll() -> None:
    """SK-RUL-33: Wounds lower a defence that is rolled, and a pursuit."""
    rulings = {"wound_penalty_per_quarter": 2, "defender_rolls": True}
    game = fight(ann(), bob(damage=240), **rulings)
    game.say(f.AttackDeclared(A, "blade", B), f.ResponseDeclared(B, DEFEND, "parry"))
    assert game.roll(3, 3, 4).last(c.DifficultySet).difficulty == 10 + 12 - 2
    runner = ann(may_withdraw=True)
    game = fight(runner, bob(npc=True, damage=240), **rulings)
    game.say(f.WithdrawalTried(A))
    assert game.last(c.DifficultySet).difficulty == 10 + 5 - 2


def test_wounds_may_cost_something_on_the_way_out() -> None:
    """SK-RUL-33, SK-CONF-07: Wounds lower the roll to withdraw.

    400 eighths are two quarters of 100 points, at 2 for each.
    """
    runner = ann(
        may_withdraw=True,
        withdraw_with="running",
        skills={"running": 13},
        damage=400,
    )
    game = fight(runner, bob(npc=True), wound_penalty_per_quarter=2)
    game.say(f.WithdrawalTried(A)).roll(4, 4, 4)
    assert game.last(c.OutcomeDetermined).total == 12 + 13 - 4


@pytest.mark.parametrize(("rolls", "faces"), [(False, ()), (True, (3, 3, 4))])
@pytest.mark.parametrize(
    ("response", "by", "difficulty"),
    [(DEFEND, "parry", 10 + 12 - 2), (NO_DEFENCE, "", 6 + 9 - 2)],
)
def test_wounds_cost_a_10_as_much_as_a_roll(
    rolls: bool,  # noqa: FBT001 - a table of cases
    faces: tuple[int, ...],
    response: Response,
    by: str,
    difficulty: int,
) -> None:
    """SK-RUL-33: Wounds lower a 10 as they lower a roll, of inherited skills too."""
    rulings = {"wound_penalty_per_quarter": 2, "defender_rolls": rolls}
    game = fight(ann(), bob(damage=240), **rulings)
    game.say(f.AttackDeclared(A, "blade", B), f.ResponseDeclared(B, response, by))
    if faces and response == DEFEND:
        game.roll(*faces)
    said = game.last(c.DifficultySet)
    assert said.difficulty == difficulty
    assert "SK-RUL-33" in said.cites


def test_wounds_change_nothing_where_nobody_knows_of_an_attack() -> None:
    """SK-RUL-33: Wounds change nothing for somebody unaware of the attack.

    Also tested: SK-ATTACK-05.
    """
    dozing = bob(damage=240, awareness="unaware_of_attack")
    game = fight(ann(), dozing, wound_penalty_per_quarter=2)
    said = game.say(f.AttackDeclared(A, "blade", B)).last(c.DifficultySet)
    assert said.difficulty == 9
    assert "SK-RUL-33" not in said.cites


# Awareness.


def test_who_suspects_nothing_is_hit_at_5_and_has_no_turn() -> None:
    """SK-ATTACK-06: Whoever suspects nothing is hit at 5 and has no Initiative.

    Also tested: SK-ATTACK-05, SK-RUL-34 and SK-RUL-46.
    """
    game = fight(ann(), bob(awareness="unaware_of_danger"))
    game.attack(A, "blade", B, 3, 3, 3)
    assert game.last(c.DifficultySet).difficulty == 5
    assert game.participant(B).awareness == Awareness.AWARE
    other = fight(ann(), bob(awareness="unaware_of_attack"))
    other.attack(A, "blade", B, 1, 1, 1)
    assert other.all(c.DifficultySet)[0].difficulty == 9
    idle = fight(ann(), bob(awareness="unaware_of_danger"))
    assert idle.say(f.Held(A)).state.round == 2


def test_a_shot_tells_the_side_that_there_is_a_fight() -> None:
    """SK-RUL-34: After an attack all of its side are at least unaware of the attack."""
    pair = tuple(
        bob(name=name, side="they", awareness="unaware_of_danger")
        for name in ("Bob", "Cy")
    )
    game = fight(ann(attacks=(bow(),)), *pair).attack(A, "bow", B, 1, 1, 1)
    grown = [event.who for event in game.all(c.AwarenessGrew) if event.awareness == 1]
    assert grown == [B, C]


def test_hidden_until_one_comes_hand_to_hand() -> None:
    """SK-RUL-46: An attacker who was fought hand-to-hand is hidden no longer."""
    sniper = ann(attacks=(bow(hidden=True), blade()))
    game = fight(sniper, bob(capacity=500)).attack(A, "bow", B, 1, 1, 1)
    assert game.last(c.DifficultySet).difficulty == 9
    game.say(f.Held(B)).attack(A, "blade", B, 1, 1, 1)
    assert game.last(c.AttackerSeen).by == A
    game.say(f.Held(B)).say(f.AttackDeclared(A, "bow", B))
    assert game.last(c.DifficultySet).difficulty == 15 + 7


def test_who_is_out_notices_nothing_more() -> None:
    """SK-RUL-34: Whoever is taken out by the attack, or conceded, notices nothing."""
    pair = tuple(
        bob(name=name, side="they", capacity=capacity, awareness="unaware_of_attack")
        for name, capacity in (("Bob", 1), ("Cy", 90))
    )
    game = fight(ann(), *pair).attack(A, "blade", B, 6, 6, 6)
    assert game.participant(B).status == TAKEN_OUT
    assert B not in [event.who for event in game.all(c.AwarenessGrew)]
    gone = fight(
        bob(name="Bo", attributes={"dex": 20}, side="they"),
        ann(attacks=(bow(area=True, appropriate_defences=()),)),
        bob(side="they", awareness="unaware_of_danger"),
    )
    gone.say(f.Conceded(A)).attack(B, "bow", C, 1, 1, 1)
    assert {event.who for event in gone.all(c.AwarenessGrew)} == {C}


# Counters.


def test_an_exchange_of_one_blow_is_no_exchange_of_two() -> None:
    """SK-CONF-02: Two effects are told as one exchange only after a counter.

    Also tested: SK-RUL-63.
    """
    game = fight(counter_initiative=True).attack(A, "blade", B, 3, 3, 3)
    assert game.last(c.ExchangeEnded).cites == ("SK-CONF-02",)


def test_a_counter_costs_the_next_turn_and_is_not_countered() -> None:
    """SK-RUL-45: A counter costs the next Initiative and cannot be countered.

    Also tested: SK-RUL-31, SK-DP-14 and SK-ATTACK-02.
    """
    game = fight(counter_initiative=True).say(f.AttackDeclared(A, "blade", B))
    assert game.options[-1] == f.ResponseDeclared(B, COUNTER, "sabre")
    game.say(game.options[-1])
    assert [event.difficulty for event in game.all(c.DifficultySet)] == [15, 16]
    game.roll(3, 3, 3).roll(3, 3, 3).say(f.WentOn(A), f.WentOn(B))
    assert game.last(c.ExchangeEnded).cites == ("SK-CONF-02", "SK-RUL-63")
    assert game.last(c.InitiativeLost).who == B
    assert (game.who, game.state.round) == (A, 2)
    game.say(f.Held(A))
    assert game.who == B


def test_a_counter_is_never_hidden() -> None:
    """SK-RUL-45: A counter is never hidden: it is rolled against 6 and DEX.

    Also tested: SK-RUL-46.
    """
    archer = bob(attacks=(bow(hidden=True),), skills={"bow": 9})
    game = fight(ann(), archer, counter_initiative=True)
    game.say(f.AttackDeclared(A, "blade", B), f.ResponseDeclared(B, COUNTER, "bow"))
    assert [event.difficulty for event in game.all(c.DifficultySet)] == [15, 16]


def test_what_is_ruled_of_an_attack_says_nothing_of_its_counter() -> None:
    """SK-RUL-60: A ruling on an attack does not apply to its counter; conditions do.

    Also tested: SK-RUL-61.
    """
    judge = Narrator(asked=("circumstance",))
    shade = Condition(who=("Bob",), row=Circumstance.MODERATELY_FAVOR)
    game = fight(counter_initiative=True, narrator=judge, conditions=(shade,))
    game.say(f.AttackDeclared(A, "blade", B), f.ResponseDeclared(B, COUNTER, "sabre"))
    game.say(f.CircumstanceRuled(2, A, Circumstance.GREATLY_HINDER))
    assert [event.difficulty for event in game.all(c.DifficultySet)] == [15 + 8, 16 - 2]


def test_both_may_fall_at_once() -> None:
    """SK-RUL-63: If both fall at once nobody is left, and each gets one half.

    Also tested: SK-RUL-45.
    """
    game = fight(ann(capacity=1), bob(capacity=1), counter_initiative=True)
    game.say(f.AttackDeclared(A, "blade", B), f.ResponseDeclared(B, COUNTER, "sabre"))
    game.roll(6, 6, 6).roll(6, 6, 6)
    assert (game.outcome.how, game.outcome.returns) == ("taken_out", (0.5, 0.5))
    assert "SK-RUL-63" in game.outcome.cites


# Strays and areas.


def market(**changes: object) -> Game:
    """Return a fight with a bow, a target, and some bystanders."""
    stand = (
        Bystander(name="near", dex=8, near={"Bob": 2}),
        Bystander(name="nearer", dex=9, capacity=30, near={"Bob": 1}),
        Bystander(name="wall", object=True, near={"Bob": 3}),
        Bystander(name="far", near={"Bob": 9}),
    )
    shooter = ann(attacks=(bow(),), skills={"bow": 5})
    fields: dict[str, object] = {"bystanders": stand, "distance_du": 1}
    return fight(shooter, bob(skills={"dodge": 9}), **(fields | changes))


def test_strays_are_checked_from_the_nearest_on() -> None:
    """SK-RUL-26: Strays are checked from the nearest bystander on, until one is hit.

    Also tested: SK-RANGED-01 to SK-RANGED-03 and SK-RUL-48.
    """
    game = (
        market()
        .say(f.AttackDeclared(A, "bow", B))
        .say(f.ResponseDeclared(B, DEFEND, "dodge"))
    )
    game.roll(3, 3, 3)
    assert game.last(c.OutcomeDetermined).level == -5
    assert game.last(c.MissOffsetFound).stray.du == 6
    assert game.last(c.BystandersGathered).names == ("nearer", "near", "wall")
    game.roll(1, 1, 1)
    assert game.last(c.BystanderChecked).hit
    assert game.last(c.BystanderChecked).level == 0
    assert game.last(c.BystanderHarmed).eighths == 320
    assert game.last(c.BystanderHarmed).down
    assert game.who == B


def test_all_may_be_checked_and_a_wall_is_a_place() -> None:
    """SK-RUL-26: Under `bystander_stop_at_first = false` all are checked.

    A wall is a place.

    Also tested: SK-ATTACK-10 and SK-RUL-21.
    """
    game = market(bystander_stop_at_first=False).attack(A, "bow", B, 3, 3, 3)
    for _ in range(3):
        game.roll(6, 6, 6)
    checks = game.all(c.BystanderChecked)
    assert [check.difficulty for check in checks] == [9, 8, 6]
    assert len(game.all(c.BystanderHarmed)) == 3


def test_a_miss_by_little_is_no_stray() -> None:
    """SK-RUL-26: A miss by one level is no stray."""
    game = market().attack(A, "bow", B, 6, 4, 3)
    assert game.last(c.OutcomeDetermined).level == -1
    assert not game.all(c.MissOffsetFound)


def test_whoever_has_got_away_is_not_near_a_stray() -> None:
    """SK-RUL-48: A stray is not checked against anybody who has withdrawn."""
    fast = {"may_withdraw": True, "withdraw_with": "running"}
    runner = bob(name="Cy", side="they", skills={"running": 30}, **fast)
    shooter = ann(attacks=(bow(),), skills={"bow": 5})
    game = fight(shooter, bob(side="they", skills={"dodge": 9}), runner)
    game.say(f.Held(A), f.Held(B), f.WithdrawalTried(C))
    game.roll(1, 1, 1).roll(6, 6, 6)
    assert game.participant(C).status == WITHDRAWN
    game.attack(A, "bow", B, 3, 3, 3)
    assert game.last(c.MissOffsetFound).stray.du == 6
    assert game.last(c.BystandersGathered).names == ()


def test_a_bystander_who_moves_is_harder_to_hit() -> None:
    """SK-RUL-48: The velocity of a bystander adds to the difficulty of a stray."""
    for velocity in (0, 3):
        runner = Bystander(name="runner", dex=8, velocity=velocity, near={"Bob": 2})
        game = market(bystanders=(runner,)).attack(A, "bow", B, 3, 3, 3)
        game.roll(1, 1, 1)
        assert game.last(c.BystanderChecked).difficulty == 8 + velocity


def test_whom_a_stray_takes_out_learns_nothing_by_it() -> None:
    """SK-RUL-34: Whoever a stray takes out does not become aware of the fight."""
    idle = bob(name="Cy", side="c", awareness="unaware_of_danger", capacity=1)
    shooter = ann(attacks=(bow(),), skills={"bow": 5})
    game = fight(shooter, bob(side="they", skills={"dodge": 9}), idle)
    game.say(f.AttackDeclared(A, "bow", B)).say(f.ResponseDeclared(B, DEFEND, "dodge"))
    game.roll(3, 3, 3).roll(6, 6, 6)
    assert game.last(c.CombatantTakenOut).who == C
    assert not game.all(c.AwarenessGrew)


def test_dice_may_say_where_it_goes_and_who_is_first() -> None:
    """SK-RUL-26: A direction and an order are rolled under the options for them.

    Also tested: SK-RANGED-02 and SK-RANGED-03.
    """
    game = market(bystander_direction=True, bystander_order="random")
    game.attack(A, "bow", B, 3, 3, 3)
    assert game.why == "direction"
    game.roll(4)
    assert game.last(c.DirectionFound).clock == 4
    assert game.why == "order"
    game.roll(90, 50, 10)
    assert game.last(c.BystandersGathered).names == ("wall", "near", "nearer")


@pytest.mark.parametrize(("capacity", "down"), [(40, True), (41, False)])
def test_a_bystander_is_down_at_the_capacity(capacity: int, *, down: bool) -> None:
    """SK-RUL-48: A bystander who has taken as much damage as the capacity is down."""
    idle = Bystander(name="idle", dex=9, capacity=capacity, near={"Bob": 1})
    game = market(bystanders=(idle,)).attack(A, "bow", B, 3, 3, 3).roll(1, 1, 1)
    assert game.last(c.BystanderHarmed).eighths == 40 * 8
    assert game.last(c.BystanderHarmed).down == down


def test_the_narrator_may_spare_the_bystanders() -> None:
    """SK-DP-10: The Narrator may spare the bystanders, or pick their order.

    Also tested: SK-RUL-60.
    """
    game = market(narrator=Narrator(asked=("bystanders",)))
    game.attack(A, "bow", B, 3, 3, 3)
    orders = [option.order for option in game.options]  # type: ignore[attr-defined] # rulings
    assert orders == [Order.PROXIMITY, Order.RANDOM, Order.NONE]
    game.say(f.BystandersRuled(2, A, Order.NONE))
    assert not game.all(c.BystanderChecked)
    assert game.who == B


def test_a_stray_may_hit_a_combatant() -> None:
    """SK-RUL-48: A stray may hit a combatant, who is then asked whether to go on.

    Also tested: SK-DP-09.
    """
    pair = tuple(
        bob(name=name, side="they", skills={"dodge": 9}) for name in ("Bob", "Cy")
    )
    game = fight(ann(attacks=(bow(),), skills={"bow": 5}), *pair)
    game.attack(A, "bow", B, 3, 3, 3).roll(4, 4, 4)
    assert game.last(c.HarmApplied).who == C
    assert game.options == (f.WentOn(C), f.Conceded(C))


@pytest.mark.parametrize(
    ("awareness", "difficulty"),
    [("unaware_of_danger", 5), ("unaware_of_attack", 13), ("aware", 13)],
)
def test_a_stray_is_not_expected_by_anybody(awareness: str, difficulty: int) -> None:
    """SK-RUL-26: Nobody expects a stray: it needs DEX, or 5 if no attack was possible.

    Also tested: SK-ATTACK-05 and SK-ATTACK-06.
    """
    near = bob(
        name="Cy", side="we", attributes={"dex": 13}, awareness=awareness, skills={}
    )
    quick = {"attributes": {"dex": 14}, "skills": {"bow": 5}}
    shooter = ann(side="we", attacks=(bow(),), **quick)
    game = fight(shooter, bob(skills={"dodge": 9}), near)
    game.attack(A, "bow", B, 3, 3, 3).roll(1, 1, 1)
    assert game.last(c.BystanderChecked).name == "Cy"
    assert game.last(c.BystanderChecked).difficulty == difficulty


def test_without_dice_strays_take_10() -> None:
    """SK-RUL-38: Without dice a stray counts as 16 against those who are near."""
    game = market(dice="none")
    game.say(f.AttackDeclared(A, "bow", B), f.ResponseDeclared(B, DEFEND, "dodge"))
    assert game.last(c.BystanderChecked).level == 16 - 9


@pytest.mark.parametrize(("faces", "harmed"), [((1, 1, 1), 3), ((6, 6, 6), 3)])
def test_an_area_takes_all_who_stand_there(faces: tuple[int, ...], harmed: int) -> None:
    """SK-RUL-49: An area attack hits all who stand there, without a Response.

    Also tested: SK-ATTACK-10 and SK-RUL-21.
    """
    blast = bow(name="blast", area=True, radius_du=1, appropriate_defences=())
    pair = bob(side="they"), bob(name="Cy", side="they", awareness="unaware_of_danger")
    thrower = ann(attacks=(blast,), skills={"bow": 20}, capacity=900)
    game = fight(thrower, *pair).attack(A, "blast", B, *faces)
    assert dict(game.last(c.DifficultySet).parts) == {"base": 5, "range": 1}
    assert len(game.all(c.HarmApplied)) == harmed
    assert game.participant(C).awareness >= Awareness.UNAWARE_OF_ATTACK


def idlers(*far: int) -> tuple[tuple[object, ...], tuple[Distance, ...]]:
    """Return a thrower, a target, and some of other sides so far from the target."""
    blast = bow(name="blast", area=True, radius_du=2, appropriate_defences=())
    thrower = ann(attacks=(blast, bow()), skills={"bow": 5}, capacity=900)
    dull = {"awareness": "unaware_of_danger"}
    others = [bob(name=f"at {du}", side=f"{du}", **dull) for du in far]
    between = [Distance(between=("Bob", f"at {du}"), du=du) for du in far]
    mate = bob(name="Mate", side="they", **dull)
    away = Distance(between=("Bob", "Mate"), du=9)
    seats = (thrower, bob(side="they", skills={"dodge": 9}, **dull), mate, *others)
    return seats, (away, *between)


def test_an_area_is_noticed_where_it_strikes_and_by_the_side_it_is_aimed_at() -> None:
    """SK-RUL-49: An area attack is noticed where it strikes and by the side aimed at.

    Also tested: SK-RUL-34.
    """
    seats, far = idlers(2, 3)
    game = fight(*seats, distances=far, distance_du=9).attack(A, "blast", B, 4, 4, 4)
    grown = {event.who: event.cites[-1] for event in game.all(c.AwarenessGrew)}
    assert grown[3] == "SK-RUL-49"
    assert grown[C] == "SK-RUL-46"
    assert 4 not in grown


def test_whoever_a_stray_hits_notices_and_has_a_turn() -> None:
    """SK-RUL-34: Whoever a stray hits notices it and has a turn; their mates do not.

    Also tested: SK-RUL-48.
    """
    seats, far = idlers(1)
    twin = bob(name="by", side="1", awareness="unaware_of_danger")
    game = fight(*seats, twin, distances=far, distance_du=9)
    game.say(f.AttackDeclared(A, "bow", B)).roll(1, 1, 1)
    assert game.all(c.BystandersGathered)[-1].names[0] == "at 1"
    game.roll(4, 4, 4)
    assert game.last(c.AwarenessGrew).who == 3
    assert game.participant(3).awareness == Awareness.UNAWARE_OF_ATTACK
    assert game.participant(4).awareness == Awareness.UNAWARE_OF_DANGER
    game.say(f.WentOn(3))
    started: set[int] = set()
    while game.state.round == 1:
        game.say(f.Held(game.who))
    started = {event.who for event in game.all(c.InitiativeStarted)}
    assert 3 in started
    assert 4 not in started


def test_an_area_takes_whoever_gave_up_and_stands_there() -> None:
    """SK-CONF-06: An area attack hits somebody there who conceded, and aims at others.

    Also tested: SK-RUL-49.
    """
    blast = bow(name="blast", area=True, radius_du=1, appropriate_defences=())
    quick = {"attributes": {"dex": 20}, "side": "they"}
    foes = bob(**quick), bob(name="Cy", side="they")
    game = fight(ann(attacks=(blast,), capacity=900), *foes)
    game.say(f.Conceded(B))
    assert f.AttackDeclared(A, "blast", B) not in game.options
    game.attack(A, "blast", C, 4, 4, 4)
    assert B in [event.who for event in game.all(c.HarmApplied)]
    assert game.participant(B).status == CONCEDED
    assert B not in [event.who for event in game.all(c.CombatantTakenOut)]


def test_an_area_spares_whoever_has_got_away() -> None:
    """SK-RUL-49: An area attack harms nobody who has withdrawn."""
    blast = bow(name="blast", area=True, radius_du=1, appropriate_defences=())
    fast = {"may_withdraw": True, "withdraw_with": "running"}
    runner = bob(name="Cy", side="they", skills={"running": 30}, **fast)
    game = fight(ann(attacks=(blast,), capacity=900), bob(side="they"), runner)
    game.say(f.Held(A), f.Held(B), f.WithdrawalTried(C))
    game.roll(1, 1, 1).roll(6, 6, 6)
    assert game.participant(C).status == WITHDRAWN
    game.attack(A, "blast", B, 4, 4, 4)
    assert {event.who for event in game.all(c.HarmApplied)} == {A, B}


@pytest.mark.parametrize(("far", "harmed"), [(2, True), (3, False)])
def test_an_area_reaches_to_its_radius(far: int, *, harmed: bool) -> None:
    """SK-RUL-49: A bystander just at the radius is harmed, and one beyond it is not."""
    blast = bow(name="blast", area=True, radius_du=2, appropriate_defences=())
    idle = Bystander(name="idle", near={"Bob": far})
    game = fight(ann(attacks=(blast,), capacity=900), bob(), bystanders=(idle,))
    game.attack(A, "blast", B, 4, 4, 4)
    assert bool(game.all(c.BystanderHarmed)) == harmed


def test_an_area_is_5_and_the_range_however_it_is_struck() -> None:
    """SK-ATTACK-10: An area attack hand-to-hand is 5 and the range as well.

    Also tested: SK-RUL-21.
    """
    sweep = blade(name="sweep", area=True, appropriate_defences=())
    game = fight(ann(attacks=(sweep,)), bob(), distance_du=2)
    game.say(f.AttackDeclared(A, "sweep", B))
    assert dict(game.last(c.DifficultySet).parts) == {"base": 5, "range": 2}


# Ways out.


def test_withdrawing_is_opposed_by_all_who_are_aware() -> None:
    """SK-CONF-07: All aware opponents pursue, and their highest total counts.

    Also tested: SK-RUL-57, SK-RUL-17 and SK-RUL-27.
    """
    runner = ann(skills={"running": 13}, may_withdraw=True, withdraw_with="running")
    chase = (
        bob(side="they", npc=True, skills={"running": 12}),
        bob(name="Cy", side="they", npc=True, attributes={"dex": 9}),
        bob(name="Di", side="they", npc=True, awareness="unaware_of_danger"),
    )
    game = fight(runner, *chase).say(f.WithdrawalTried(A))
    assert [event.total for event in game.all(c.OppositionSet)] == [22, 15]
    assert game.last(c.DifficultySet).difficulty == 22
    game.roll(3, 3, 3)
    assert game.participant(A).status == WITHDRAWN
    assert game.outcome.how == "escaped"
    assert game.outcome.returns == (0.5, 0.5, 0.5, 0.5)


def test_failing_to_get_away_costs_the_turn() -> None:
    """SK-RUL-57: A failed withdrawal costs the Initiative; OOPS does not count.

    Also tested: SK-RUL-58.
    """
    runner = ann(may_withdraw=True, withdraw_with="running")
    game = fight(runner, bob(npc=True)).say(f.WithdrawalTried(A)).roll(1, 1, 1)
    assert game.who == B
    assert "OOPS" not in str(game.last(c.DifficultySet).parts)


def test_nobody_runs_after_who_is_not_noticed() -> None:
    """SK-RUL-57: Without an aware opponent a withdrawal succeeds without a roll."""
    game = fight(ann(may_withdraw=True), bob(awareness="unaware_of_danger"))
    game.say(f.WithdrawalTried(A))
    assert game.outcome.how == "escaped"


def test_each_pursuer_may_be_rolled_against() -> None:
    """SK-RUL-17: Under `several_opponents = each` one pursuer is enough to fail."""
    chase = tuple(
        bob(name=name, side="they", npc=True, skills={"running": skill})
        for name, skill in (("Bob", 12), ("Cy", 8))
    )
    runner = ann(may_withdraw=True, withdraw_with="running", skills={"running": 12})
    game = fight(runner, *chase, several_opponents="each").say(f.WithdrawalTried(A))
    assert [event.difficulty for event in game.all(c.DifficultySet)] == [22, 18]
    game.roll(6, 6, 6).roll(1, 1, 1)
    assert game.participant(A).status != WITHDRAWN


def test_conceding_fixes_what_is_left() -> None:
    """SK-CONF-06: Conceding fixes what is left, by the aims in force at that time.

    Also tested: SK-RUL-59 and SK-RUL-55.
    """
    mild = ann(aims=(Aim(name="drive off", leaves=0.4, worth=0.8), Aim(name="kill")))
    pair = tuple(bob(name=name, side="they") for name in ("Bob", "Cy"))
    game = fight(mild, *pair).say(f.Held(A), f.Conceded(B))
    assert game.participant(B).status == CONCEDED
    assert game.last(c.TermsFixed).leaves == 0.4
    assert f.AttackDeclared(C, "sabre", A) in game.options
    game.say(f.Held(C), f.AimChanged(A, "kill"))
    assert all(getattr(option, "target", C) == C for option in game.options)
    game.say(f.Held(A), f.Conceded(C))
    assert (game.outcome.how, game.outcome.returns) == ("conceded", (1.0, 0.4, 0.0))


def test_who_gave_up_gains_nothing_when_the_others_flee() -> None:
    """SK-RUL-55: Whoever conceded gains nothing when the opponents withdraw.

    Also tested: SK-RUL-59.
    """
    runner = {"may_withdraw": True, "awareness": "unaware_of_danger"}
    foe = ann(aims=(Aim(name="rob", leaves=0.3),), may_withdraw=True)
    pair = bob(side="they"), bob(name="Cy", side="they", **runner)
    game = fight(foe, *pair, worth=Worth(escaped=0.4, field=0.6))
    game.say(f.Held(A), f.Conceded(B), f.WithdrawalTried(A))
    assert (game.outcome.how, game.outcome.returns) == ("escaped", (0.4, 0.3, 0.6))


def test_who_beat_one_and_lost_sight_of_another_has_won() -> None:
    """SK-RUL-55: A side is left the winner unless every opponent has withdrawn."""
    foe = ann(
        aims=(Aim(name="rob", worth=0.9, leaves=0.3),), awareness="unaware_of_danger"
    )
    pair = bob(side="they"), bob(name="Cy", side="they", may_withdraw=True)
    game = fight(foe, *pair, worth=Worth(escaped=0.4, field=0.6))
    game.quiet(f.Conceded, f.WithdrawalTried).say(f.Conceded(B), f.WithdrawalTried(C))
    assert (game.outcome.how, game.outcome.returns) == ("conceded", (0.9, 0.3, 0.4))


def test_whoever_is_hurt_may_give_up() -> None:
    """SK-DP-09, SK-RUL-59: Whoever is harmed may concede right after."""
    game = fight().say(f.AttackDeclared(A, "blade", B))
    game.say(f.ResponseDeclared(B, NO_DEFENCE)).roll(3, 3, 3)
    assert game.options == (f.WentOn(B), f.Conceded(B))
    assert game.say(f.Conceded(B)).outcome.how == "conceded"


def test_some_may_never_give_up() -> None:
    """SK-CONF-06: With `may_concede = false` nobody is asked to concede."""
    game = fight(ann(may_concede=False), bob(may_concede=False))
    assert f.Conceded(A) not in game.options
    game.say(f.AttackDeclared(A, "blade", B), f.ResponseDeclared(B, NO_DEFENCE))
    assert game.roll(3, 3, 3).options[0] == f.AttackDeclared(B, "sabre", A)


def test_an_aim_may_be_against_one_side() -> None:
    """SK-RUL-59: An aim against one side takes nothing from another."""
    hunter = ann(aims=(Aim(name="get Cy", against="Cy", leaves=0.0),))
    kind = bob(name="Cy", aims=(Aim(name="peace", leaves=0.7),))
    game = fight(hunter, bob(), kind).say(f.Held(A), f.Conceded(B))
    assert game.last(c.TermsFixed).leaves == 0.7


@pytest.mark.parametrize(
    ("at_cap", "returns"), [("points", (1.0, 0.0)), ("draw", (0.5, 0.5))]
)
def test_at_the_cap_damage_shares_decide(
    at_cap: str, returns: tuple[float, ...]
) -> None:
    """SK-CONF-08: At the round cap the side with less damage wins, or it is a draw.

    Also tested: SK-RUL-55.
    """
    game = fight(round_cap=1, at_cap=at_cap).attack(A, "blade", B, 3, 4, 4)
    game.say(f.Held(B))
    assert (game.outcome.how, game.outcome.returns) == ("round_limit", returns)
    level = fight(round_cap=1, at_cap=at_cap).say(f.Held(A), f.Held(B))
    assert level.outcome.returns == (0.5, 0.5)


def test_a_round_is_everybodys_turn_once() -> None:
    """SK-CONF-10, SK-CONF-01, SK-RUL-56: A round is everybody's Initiative once."""
    game = fight().say(f.Held(A), f.Held(B))
    assert (game.state.round, game.who) == (2, A)
    assert [event.who for event in game.all(c.InitiativeStarted)] == [A, B, A]


def test_conditions_count_while_they_last() -> None:
    """SK-RUL-61: A condition counts for its forms, targets and rounds only."""
    wet = Condition(row=Circumstance.MODERATELY_HINDER, form="blade", to_round=1)
    game = fight(conditions=(wet,)).attack(A, "blade", B, 3, 3, 3)
    assert game.last(c.DifficultySet).difficulty == 24
    game.attack(B, "sabre", A, 3, 3, 3)
    assert "circumstance" not in dict(game.last(c.DifficultySet).parts)
    game.attack(A, "blade", B, 3, 3, 3)
    assert "circumstance" not in dict(game.last(c.DifficultySet).parts)


@pytest.mark.parametrize(
    ("eighths", "cost"), [(199, 0), (200, 2), (599, 4), (600, 6), (800, 8), (990, 8)]
)
def test_each_whole_quarter_of_the_capacity_costs(eighths: int, cost: int) -> None:
    """SK-RUL-33: Each whole quarter of the capacity lost costs.

    Of 800 eighths a quarter is 200, and there are four.
    """
    state = Game(conflict(wound_penalty_per_quarter=2)).state
    people = (structs.replace(state.participants[A], damage=eighths),)
    hurt = structs.replace(state, participants=(*people, state.participants[B]))
    assert wound_penalty(hurt, A) == cost
