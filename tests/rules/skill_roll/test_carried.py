"""What is carried from one conflict into the next, and who does not enter it."""

import pytest
from msgspec import structs

from sim.errors import ScenarioError
from sim.library.scenario import canonical, from_json
from sim.rules.skill_roll.narration.carries import carries
from sim.rules.skill_roll.scenario.seat import Aim, Approach, Character
from sim.rules.skill_roll.scenario.sheet import (
    Bystander,
    Condition,
    Distance,
    SkillRollScenario,
    Use,
)
from sim.rules.skill_roll.state import IN
from sim.rules.skill_roll.system import SYSTEM
from sim.seam.protocol import Description
from tests.rules.skill_roll import test_rolls
from tests.rules.skill_roll.table import A, B, ann, bob, conflict, task

OUT = {"damage": 800, "out": "taken out"}


def entering(scenario: SkillRollScenario, **brought: Description) -> SkillRollScenario:
    """Return the scenario as they enter it, read again as a store would."""
    assert SYSTEM.campaigns is not None
    entered = SYSTEM.campaigns.entered(scenario, brought)
    assert isinstance(entered, SkillRollScenario)
    again = from_json(canonical(entered), lookup=lambda _: SYSTEM).scenario
    assert isinstance(again, SkillRollScenario)
    return again


def leaving(game: object) -> dict[str, Description]:
    """Return what everybody carries out of the conflict."""
    assert SYSTEM.campaigns is not None
    return dict(SYSTEM.campaigns.carried(game.state))  # type: ignore[attr-defined] # a game


def test_damage_and_knowledge_are_carried() -> None:
    """SK-RUL-64, SK-RUL-62, SK-KNOW-02: Damage and skills are carried, OOPS is not."""
    game = task(test_rolls.ask(), seats=(test_rolls.crafty(22),)).roll(3, 3, 4)
    game.say(game.options[0])
    brought = leaving(game)["Ann"]
    assert brought == {
        "damage": 0,
        "skills": {"locks": 22},
        "asked": [["craft", "locks"]],
    }
    hurt = brought | {"damage": 99}
    state = SYSTEM.initial(entering(conflict(), Ann=hurt))
    assert state.participants[A].damage == 99
    assert state.participants[A].asked == (("craft", "locks"),)
    assert state.setup.characters[A].skill("locks") == 22
    healed = SYSTEM.initial(entering(conflict(heal=True), Ann=hurt))
    assert healed.participants[A].damage == 0


def test_what_was_recorded_is_carried_through_every_conflict() -> None:
    """SK-RUL-62, SK-KNOW-08: A fight carries on what was recorded before it."""
    brought = {"damage": 8, "skills": {"locks": 15}, "asked": [["craft", "locks"]]}
    fight = entering(conflict(), Ann=brought)
    assert SYSTEM.campaigns is not None
    assert SYSTEM.campaigns.carried(SYSTEM.initial(fight))["Ann"] == brought


@pytest.mark.parametrize(("own", "rank"), [(10, 15), (18, 18)])
def test_what_was_recorded_never_makes_one_worse(own: int, rank: int) -> None:
    """SK-RUL-27: A skill that was recorded never replaces a better one on the sheet."""
    able = ann(skills={"blade": 12, "locks": own})
    state = SYSTEM.initial(
        entering(conflict(able, bob()), Ann={"skills": {"locks": 15}})
    )
    assert state.setup.characters[A].skill("locks") == rank


def test_what_was_asked_before_adds_up() -> None:
    """SK-RUL-35: Subjects asked before are those of the file and those carried.

    Also tested: SK-RUL-62.
    """
    asked = ann(asked_before=(("craft", "traps"),))
    brought = {"asked": [["craft", "locks"]]}
    state = SYSTEM.initial(entering(conflict(asked, bob()), Ann=brought))
    assert state.participants[A].asked == (("craft", "traps"), ("craft", "locks"))


def test_who_was_taken_out_is_out() -> None:
    """SK-RUL-64, SK-RUL-33: Only who was taken out is recorded as out."""
    game = conflict(ann(), bob(capacity=42))
    state = SYSTEM.initial(game)
    fallen = structs.replace(state.participants[B], damage=336)
    state = structs.replace(state, participants=(state.participants[A], fallen))
    assert SYSTEM.campaigns is not None
    left = SYSTEM.campaigns.carried(state)
    assert left["Bob"]["out"] == "taken out"
    assert "out" not in left["Ann"]


def test_who_is_out_does_not_enter() -> None:
    """SK-RUL-64: Whoever is out does not enter, unless healed or able to bear more.

    With one side alone there is no conflict.
    """
    assert SYSTEM.campaigns is not None
    assert SYSTEM.campaigns.entered(conflict(), {"Ann": OUT}) is None
    back = entering(conflict(heal=True), Ann=OUT)
    assert SYSTEM.initial(back).participants[A].status == IN
    tough = entering(conflict(ann(capacity=101), bob()), Ann=OUT)
    assert SYSTEM.initial(tough).participants[A].damage == 800


def test_nothing_speaks_of_who_is_not_there() -> None:
    """SK-RUL-64: What names somebody absent is dropped: aims, distances, conditions."""
    hunter = ann(
        aims=(Aim(name="get Cy", against="Cy"),),
        may_withdraw=True,
        withdraw_with="parry",
        skills={"blade": 12},
    )
    cy = bob(name="Cy", skills={"parry": 12, "sabre": 11})
    mate = bob(name="Di", side="Ann", attacks=(), skills={"dodge": 5})
    scenario = conflict(
        hunter,
        bob(skills={"blade": 9}),
        cy,
        mate,
        distances=(Distance(between=("Ann", "Cy"), du=3),),
        conditions=(
            Condition(who=("Cy",), percent=20),
            Condition(who=("Cy", "Ann"), percent=40),
            Condition(against=("Cy",), percent=60),
            Condition(skill="parry", percent=60),
        ),
        bystanders=(Bystander(name="child", near={"Cy": 1, "Bob": 2}),),
    )
    left = entering(scenario, Cy=OUT, Di=OUT)
    assert [seat.name for seat in left.seats] == ["Ann", "Bob"]
    first = left.seats[0]
    assert (first.aims, first.withdraw_with) == ((), "")
    assert first.attacks[0].appropriate_defences == ()
    assert left.distances == ()
    assert [(condition.who, condition.percent) for condition in left.conditions] == [
        (("Ann",), 40)
    ]
    assert left.bystanders[0].near == {"Bob": 2}


def test_a_task_is_left_to_those_who_are_there() -> None:
    """SK-RUL-64, SK-CONF-09: Uses by somebody absent, or against them, are dropped."""
    crafty = ann(skills={"craft": 14})
    uses = (
        Use(who="Ann", skill="craft"),
        Use(who="Bob", skill="craft"),
        Use(who="Ann", skill="craft", against="Bob"),
    )
    dark = (Condition(percent=20),)
    scenario = conflict(
        crafty, bob(attacks=()), kind="task", uses=uses, conditions=dark
    )
    without = entering(scenario, Bob=OUT)
    assert (without.uses, without.conditions) == (uses[:1], ())
    assert SYSTEM.campaigns is not None
    assert SYSTEM.campaigns.entered(scenario, {"Ann": OUT, "Bob": OUT}) is None
    alone = entering(scenario, Ann=OUT)
    assert alone.uses == uses[1:2]
    assert alone.seats[0].skills["craft"] == 9 - 4


def test_a_contest_needs_somebody_who_acts() -> None:
    """SK-RUL-50, SK-RUL-64: There is no contest if nobody who acts enters it."""
    way = Approach(name="run", skill="running", resisted_by=("running", "wits"))
    seats = (
        Character(name="Ann", skills={"running": 9}, approaches=(way,)),
        Character(name="Bob", skills={"wits": 9}, acts=False),
        Character(name="Cy", acts=False),
    )
    scenario = conflict(*seats, kind="contest")
    assert SYSTEM.campaigns is not None
    assert SYSTEM.campaigns.entered(scenario, {"Ann": OUT}) is None
    left = entering(scenario, Bob=OUT)
    assert left.seats[0].approaches[0].resisted_by == ("running",)


def test_what_nobody_can_carry_is_refused() -> None:
    """Damage below zero is refused, and the sentence names whose it is."""
    assert SYSTEM.campaigns is not None
    with pytest.raises(ScenarioError, match="Ann carries"):
        SYSTEM.campaigns.entered(conflict(), {"Ann": {"damage": -1}})


def test_sk_rul_64_what_is_carried_is_told_in_words() -> None:
    """SK-RUL-64: What is carried is described in words."""
    assert list(carries({"damage": 0, "skills": {}, "asked": []}).values()) == [
        "no damage"
    ]
    record = {
        "damage": 20,
        "skills": {"the fort": 17, "bells": 9},
        "asked": [["engineering", "the fort"]],
    }
    assert list(carries(record).values()) == [
        "2 1/2 of damage",
        "learned skills: the fort at 17 and bells at 9",
        "having asked engineering about the fort",
    ]
