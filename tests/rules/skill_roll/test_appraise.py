"""What options are worth to agents [SK-RUL-66]."""

from itertools import product
from typing import Any

import pytest
from msgspec import structs

from agents.poised import Poised
from agents.steady import Steady
from sim.library.scenario import load
from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.scenario.seat import Aim, Approach, Power
from sim.rules.skill_roll.scenario.sheet import Aspect, Condition, Narrator, Use
from sim.rules.skill_roll.skills.charts import Circumstance
from sim.rules.skill_roll.skills.dice import DiceSet, levels
from sim.rules.skill_roll.system import SYSTEM
from sim.seam.protocol import Appraisal, Table
from tests.agents.tables import conflict as conflict_of
from tests.rules.skill_roll.table import (
    COUNTER,
    DEFEND,
    NO_DEFENCE,
    A,
    B,
    Game,
    ann,
    blade,
    bob,
    bow,
    conflict,
    task,
)

DICE = DiceSet(3, 6)


def worth(game: Game, option: Any) -> Appraisal:  # noqa: ANN401 - any fact
    """Return what *option* is worth now."""
    assert option in game.options
    assert SYSTEM.solving.appraise is not None
    return SYSTEM.solving.appraise(game.asked.view, option)  # type: ignore[union-attr] # a decision


def chosen(agent: Steady, game: Game) -> Any:  # noqa: ANN401 - any fact
    """Return what *agent* chooses now."""
    agent.begin(Table(SYSTEM, A, (), bytes(32)))
    return agent.choose(game.asked)


def test_an_attack_deals_hundredths_of_what_is_borne() -> None:
    """SK-RUL-66: An attack deals its expected damage in hundredths of capacity.

    Skill 12 against 21 with a base of 40 deals 965/27 on average, of a capacity of 50.
    """
    game = Game(conflict(ann(), bob(skills={"parry": 11}, capacity=50)))
    appraisal = worth(game, f.AttackDeclared(A, "blade", B))
    assert appraisal.win == pytest.approx(20 / 27)
    assert appraisal.deals == pytest.approx(100 * 965 / 27 / 50)
    assert appraisal.suffers > 0
    assert worth(game, f.Held(A)).idle


def test_oops_that_is_kept_is_suffered_for() -> None:
    """SK-RUL-66: To keep one's OOPS suffers more, and recovering suffers nothing.

    Also tested: SK-ATTACK-09.
    """
    game = Game(conflict()).attack(A, "blade", B, 1, 1, 1).say(f.Held(B))
    attack = worth(game, f.AttackDeclared(A, "blade", B))
    recovery = worth(game, f.RecoveryTaken(A))
    assert recovery.suffers == 0
    assert attack.suffers > worth(game, f.Held(A)).suffers > 0


def test_one_agent_minds_its_oops() -> None:
    """SK-RUL-23: An agent that minds OOPS recovers where the plain one attacks."""
    game = Game(conflict()).attack(A, "blade", B, 2, 2, 4).say(f.Held(B))
    assert isinstance(chosen(Steady(), game), f.AttackDeclared)
    assert chosen(Poised(each=4.0), game) == f.RecoveryTaken(A)
    assert isinstance(chosen(Poised(each=0.0), game), f.AttackDeclared)


def test_where_there_is_no_oops_it_fights_as_the_plain_one() -> None:
    """SK-RUL-23: Without OOPS in the rules such an agent plays as the plain one."""
    off = Game(conflict(use_oops=False)).attack(A, "blade", B, 1, 1, 1).say(f.Held(B))
    assert chosen(Poised(each=100.0), off) == chosen(Steady(), off)


def test_harm_is_foreseen_as_it_is_rounded() -> None:
    """SK-RUL-25: Expected damage is rounded as damage is.

    Of 5 points a level above the first hit is 1 1/4, and counts as 1 under
    `floor_total`. Ann is as good as Bob's dodge, so that 3 to 8 miss, 9 grazes and 10
    hits.
    """
    small = blade(damage_per_rank=5, ranks=1)
    alike = bob(skills={"dodge": 12}, attacks=())
    for rounding, kept in (("exact", True), ("floor_total", False)):
        game = Game(conflict(ann(attacks=(small,)), alike, damage_rounding=rounding))
        expected = 0.0
        for level, chance in levels(DICE, -10):
            points = 5 / 2 if level == -1 else (5 + min(5 / 2, 5 * level / 4))
            exact = 0.0 if level < -1 else points
            harm = exact if kept else float(int(exact))
            expected += chance * harm
        dealt = worth(game, f.AttackDeclared(A, "blade", B)).deals
        assert dealt == pytest.approx(100 * expected / 90)


def guard(spec: str) -> float:
    """Return the average OOPS with which *spec* is attacked in the shipped duel."""
    duel, all_oops = load("skill_duel"), list[int]()
    for game, seat in product(range(20), (A, B)):
        specs = (spec, "steady") if seat == A else ("steady", spec)
        oops = 0
        for event in conflict_of(duel, *specs, game=game).events:
            if isinstance(event, c.OopsChanged) and event.who == seat:
                oops = event.after
            elif isinstance(event, f.AttackDeclared) and event.who != seat:
                all_oops.append(oops)
    return sum(all_oops) / len(all_oops)


def test_who_minds_its_oops_is_met_off_balance_less_often() -> None:
    """SK-ATTACK-09: An agent that minds OOPS is attacked with a quarter less of it."""
    assert guard("poised") < 0.75 * guard("steady")


def test_responses_are_weighed_by_what_comes_through() -> None:
    """SK-RUL-66: A Response is worth what it keeps out, and a counter what it deals."""
    game = Game(conflict(counter_initiative=True)).say(f.AttackDeclared(A, "blade", B))
    parry = worth(game, f.ResponseDeclared(B, DEFEND, "parry"))
    none = worth(game, f.ResponseDeclared(B, NO_DEFENCE))
    counter = worth(game, f.ResponseDeclared(B, COUNTER, "sabre"))
    assert parry.suffers < none.suffers == counter.suffers
    assert parry.win > none.win
    assert counter.deals > 0 == none.deals


def harm(edge: int, ranks: int) -> float:
    """Return the mean damage of 8 a rank, face by face [SK-ATTRES-01 to -05]."""
    total, base = 0.0, 8 * ranks
    for faces in product(range(1, 7), repeat=3):
        level = sum(faces) + edge
        if level >= -1:
            bonus = min(base / 2, 2 * level) if level > 0 else 0
            total += base / 2 if level < 0 else base + bonus
    return total / 216


@pytest.mark.parametrize(
    ("others", "turn"), [((), 4), ((1,), 4), ((5,), 5), ((1, 3), 4)]
)
def test_a_counter_is_worth_what_it_deals_beyond_the_turn_it_costs(
    others: tuple[int, ...], turn: int
) -> None:
    """SK-RUL-45, SK-RUL-66: A counter deals its damage less that of the turn it costs.

    Bob counters with 11 against 6 + DEX 10, and would attack with the best form against
    10 + 11.
    """
    forms = tuple(blade(name=f"of {ranks}", ranks=ranks) for ranks in (4, *others))
    foe = conflict(ann(), bob(attacks=forms), counter_initiative=True)
    game = Game(foe).say(f.AttackDeclared(A, "blade", B))
    dealt = worth(game, f.ResponseDeclared(B, COUNTER, "of 4")).deals
    assert dealt == pytest.approx(harm(11 - 16, 4) - harm(11 - 21, turn))


def test_only_aims_at_ones_own_side_threaten_it() -> None:
    """SK-RUL-55, SK-RUL-66: Only aims against one's own side threaten it."""
    at_cy = Aim(name="rob", leaves=0.1, against="Cy")
    three = bob(aims=(at_cy,)), bob(name="Cy", aims=(Aim(name="win", leaves=0.4),))
    still = worth(Game(conflict(ann(), *three)), f.Held(A))
    assert (still.gives, still.loses) == (0.4, 0.4)


def test_conceding_and_aims_show_their_stakes() -> None:
    """SK-RUL-66: Stakes and returns of conceding and of aims are those of the aims."""
    grim = bob(aims=(Aim(name="kill", deadly=3, leaves=0.2),))
    two = ann(aims=(Aim(name="win", worth=0.7), Aim(name="shame", deadly=1)))
    game = Game(conflict(two, grim))
    giving = worth(game, f.Conceded(A))
    assert (giving.concedes, giving.stakes, giving.gives) == (True, 3, 0.2)
    assert (giving.wins, giving.loses) == (0.7, 0.2)
    assert worth(game, f.AimChanged(A, "shame")).stakes == 1
    assert worth(game, f.Held(A)).ahead == 0


def test_whoever_is_hurt_less_is_ahead() -> None:
    """SK-RUL-66: Whoever has lost the smaller share of capacity is ahead."""
    game = Game(conflict()).say(f.AttackDeclared(A, "blade", B))
    game.say(f.ResponseDeclared(B, DEFEND, "parry")).roll(3, 3, 4)
    assert worth(game, f.WentOn(B)).ahead == pytest.approx(-40 / 140)


def test_the_chance_to_get_away() -> None:
    """SK-CONF-07: The chance to withdraw is exact, against the highest pursuer.

    Also tested: SK-RUL-57.
    """
    runner = ann(may_withdraw=True, withdraw_with="running", skills={"running": 13})
    chase = tuple(
        bob(name=name, side="they", npc=True, skills={"running": skill})
        for name, skill in (("Bob", 12), ("Cy", 10))
    )
    game = Game(conflict(runner, *chase))
    assert worth(game, f.WithdrawalTried(A)).win == pytest.approx(20 / 27)
    away = worth(game, f.WithdrawalTried(A))
    assert (away.leaves, away.gives) == (away.win, 0.5)
    each = Game(conflict(runner, *chase, several_opponents="each"))
    chance = worth(each, f.WithdrawalTried(A)).win
    assert chance == pytest.approx(20 / 27 * 49 / 54)


def test_who_may_fail_to_get_away_still_suffers_for_oops() -> None:
    """SK-RUL-66: A withdrawal suffers for OOPS as often as the attempt fails.

    Also tested: SK-RUL-57.
    """
    runner = ann(may_withdraw=True)
    game = Game(conflict(runner, bob(npc=True))).attack(A, "blade", B, 1, 1, 1)
    game.say(f.Held(B))
    away, still = worth(game, f.WithdrawalTried(A)), worth(game, f.Held(A))
    assert 0 < away.win < 1
    assert away.suffers == pytest.approx((1 - away.win) * still.suffers)


def test_an_act_is_worth_its_progress() -> None:
    """SK-CONF-03, SK-RUL-66: An act deals its expected progress.

    That is 25/54 and twice 17/108 and thrice 1/216.
    """
    way = Approach(
        name="run", skill="running", resisted_by=("running",), quantitative=True
    )
    runner = ann(approaches=(way,), skills={"running": 12})
    foe = bob(approaches=(way,), skills={"running": 12}, npc=True)
    game = Game(conflict(runner, foe, kind="contest"))
    appraisal = worth(game, f.ActDeclared(A, "run", 1))
    assert appraisal.win == pytest.approx(5 / 8)
    assert appraisal.deals == pytest.approx(25 / 54 + 2 * 17 / 108 + 3 / 216)


@pytest.mark.parametrize(("skill", "rolls"), [(15, False), (14, True)])
def test_ten_is_taken_where_it_suffices(skill: int, *, rolls: bool) -> None:
    """SK-RUL-04: `steady` takes 10 if that suffices, and rolls otherwise."""
    use = Use(who="Ann", skill="craft", pressed=True)
    there = (ann(skills={"craft": skill}),)
    game = task(use, seats=there, deterministic="agent_choice")
    assert chosen(Steady(), game) == f.RollChosen(A, roll=rolls)


def test_levels_go_where_they_obtain_most() -> None:
    """SK-RUL-53, SK-CONF-09: Levels go to the aspects that obtain most.

    Two levels are worth the style, and not half of the way.
    """
    aspects = (
        Aspect(name="far", needs=160, worth=0.6),
        Aspect(name="fine", needs=120, worth=0.4),
    )
    use = Use(
        who="Ann", skill="craft", quantitative=True, aspects=aspects, pressed=True
    )
    game = task(use, seats=(ann(skills={"craft": 12}),)).roll(3, 3, 4)
    while not hasattr(game.asked, "returns"):
        game.say(chosen(Steady(), game))
    assert game.outcome.returns == (0.4,)


def test_a_narrators_rulings_are_worth_nobody_knows_what() -> None:
    """SK-RUL-60: A Narrator's ruling has the neutral appraisal, whichever it is."""
    judge = Narrator(asked=("circumstance",))
    wet = Condition(row=Circumstance.MODERATELY_HINDER)
    game = Game(conflict(narrator=judge, conditions=(wet,)))
    game.say(f.AttackDeclared(A, "blade", B), f.ResponseDeclared(B, NO_DEFENCE))
    assert worth(game, game.options[0]) == Appraisal()


def test_a_blast_counts_friends_against_it() -> None:
    """SK-RUL-49: Damage of an area attack to one's own side is no gain."""
    blast = bow(name="blast", area=True, radius_du=1, appropriate_defences=())
    alone = ann(attacks=(blast, blade()), skills={"bow": 12, "blade": 12})
    near = Game(conflict(alone, bob(capacity=100)))
    appraisal = worth(near, f.AttackDeclared(A, "blast", B))
    assert appraisal.deals == 0


def test_a_blast_that_reaches_one_deals_what_a_blow_does() -> None:
    """SK-RUL-49: Whoever stands outside an area counts neither way."""
    dealt = []
    for radius in (0, 1):
        blast = bow(name="blast", area=True, radius_du=radius, appropriate_defences=())
        game = Game(conflict(ann(attacks=(blast,)), bob(), distance_du=2))
        dealt.append(worth(game, f.AttackDeclared(A, "blast", B)).deals)
    assert dealt[0] == pytest.approx(dealt[1])
    assert dealt[0] > 0


def test_a_blast_that_reaches_oneself_costs_what_one_bears() -> None:
    """SK-RUL-49: An area attack that reaches oneself costs one's share of capacity."""
    dealt = []
    for radius in (0, 1):
        blast = bow(name="blast", area=True, radius_du=radius, appropriate_defences=())
        thrower = ann(attacks=(blast,), capacity=200)
        game = Game(conflict(thrower, bob(capacity=100)))
        dealt.append(worth(game, f.AttackDeclared(A, "blast", B)).deals)
    assert dealt[1] == pytest.approx(dealt[0] / 2)


def test_fewer_ranks_deal_less() -> None:
    """SK-RUL-43: An attack with fewer ranks never deals more."""
    game = Game(conflict(pull_ranks=True)).say(f.AttackDeclared(A, "blade", B))
    deals = [worth(game, option).deals for option in game.options]
    assert deals == sorted(deals, reverse=True)


def leaps(*needs: int | None) -> Game:
    """Return a task in which Ann, then Bob, choose dice or 10 for a measured use."""
    aspects = tuple(Aspect(name="far", needs=need) for need in needs)
    use = Use(
        who="Ann",
        skill="blade",
        quantitative=True,
        difficulty=20,
        aspects=aspects,
        must_roll=True,
    )
    uses = (use, structs.replace(use, who="Bob"))
    return task(*uses, seats=(ann(), bob()), deterministic="agent_choice")


def test_the_first_to_perform_weighs_what_can_be_obtained() -> None:
    """SK-RUL-66: The first to perform weighs the aspects that can be obtained.

    120 per cent take level 1, which 9 or more of dice reaches, and 10 does too.
    """
    game = leaps(120)
    assert worth(game, f.RollChosen(A, roll=True)).deals == pytest.approx(
        100 * sum(chance for level, chance in levels(DICE, 12 - 20) if level >= 1)
    )
    assert worth(game, f.RollChosen(A, roll=False)).deals == pytest.approx(100)


def test_whoever_follows_weighs_how_to_come_out_ahead() -> None:
    """SK-RUL-66: Whoever performs later weighs the chance to do better.

    To beat level 3 takes 4; a tie counts half, and 10 falls short.
    """
    game = leaps(None).say(f.RollChosen(A, roll=True)).roll(4, 4, 3)
    chances = levels(DICE, 11 - 20)
    better = sum(chance for level, chance in chances if level > 3)
    tie = sum(chance for level, chance in chances if level == 3)
    dice = worth(game, f.RollChosen(B, roll=True))
    assert dice.win == pytest.approx(better + tie / 2)
    assert dice.deals == 0
    assert worth(game, f.RollChosen(B, roll=False)).win == 0


def test_a_strike_is_weighed_with_dice_and_with_ten() -> None:
    """SK-RUL-66: An attack is weighed with dice and with 10.

    12 against 22: 10 just suffices, dice do in five cases of eight.
    """
    game = Game(conflict(deterministic="agent_choice"))
    game.say(f.AttackDeclared(A, "blade", B)).say(game.options[0])
    assert worth(game, f.RollChosen(A, roll=False)).win == 1.0
    dice = worth(game, f.RollChosen(A, roll=True))
    assert dice.win == pytest.approx(5 / 8)


def test_ranks_are_weighed_by_what_they_do() -> None:
    """SK-RUL-43: More ranks of an attack deal more; more of a power are surer.

    Also tested: SK-RUL-66.
    """
    game = Game(conflict(pull_ranks=True)).say(f.AttackDeclared(A, "blade", B))
    deals = [worth(game, option).deals for option in game.options]
    assert len(deals) == 5
    assert deals == sorted(deals, reverse=True)
    assert deals[0] > deals[-1] > 0
    might = ann(skills={"craft": 14}, powers=(Power("might", 8),))
    hard = Use("Ann", "craft", power="might", required=6, pressed=True)
    used = task(hard, seats=(might,), pull_ranks=True)
    # 3d6 and 14 reach 22 in 215 of 216 cases, 26 in 81
    wins = [worth(used, option).win for option in used.options]
    assert wins == sorted(wins, reverse=True)
    assert wins[0] > wins[-1] > 0


def test_nobody_leads_in_a_task() -> None:
    """SK-RUL-66: In a task nobody is ahead."""
    might = ann(skills={"craft": 14}, powers=(Power("might", 8),))
    hard = Use("Ann", "craft", power="might", required=6, pressed=True)
    game = task(hard, seats=(might,), pull_ranks=True)
    assert worth(game, game.options[0]).ahead == 0


def test_a_strike_with_fewer_ranks_is_weighed_with_those() -> None:
    """SK-RUL-43, SK-RUL-66: A 10 with two ranks deals what two ranks do.

    Two ranks of 8 at level 0 are 16 of the 90 that Bob bears.
    """
    game = Game(conflict(deterministic="agent_choice", pull_ranks=True))
    game.say(f.AttackDeclared(A, "blade", B), f.RanksChosen(A, 2))
    game.say(game.options[0])
    ten = worth(game, f.RollChosen(A, roll=False))
    assert ten.deals == pytest.approx(100 * 16 / 90)
