"""Research in play, which gains a specialised skill [SK-KNOW-02, SK-RUL-67]."""

from typing import Any

import pytest
from msgspec import structs

from sim.errors import ScenarioError
from sim.library.scenario import canonical, from_json, load
from sim.narration.story import story
from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.narration.narrate import narrate
from sim.rules.skill_roll.phases import Bar, Special
from sim.rules.skill_roll.scenario.seat import Character
from sim.rules.skill_roll.scenario.sheet import Researchable, Use
from sim.rules.skill_roll.skills.charts import Inheritance, Relation
from sim.rules.skill_roll.system import SYSTEM
from sim.seam.protocol import Chance
from tests.agents.tables import conflict as played
from tests.rules.skill_roll.table import A, Game, ann, conflict, task, use

LOCKS = Researchable(subject="locks", closeness=Relation.ELECTIVE)
WALLS = Researchable(subject="walls", closeness=Relation.TYPICAL_ADVANCED)
PARTIAL, FULL = Inheritance.PARTIAL, Inheritance.FULL


def study(*topics: Researchable, **changes: object) -> Use:
    """Return research by Ann, into locks if nothing else is named."""
    fields: dict[str, Any] = {"research": topics or (LOCKS,)} | changes
    return use(**fields)


def crafty(rank: int = 14, **changes: object) -> Character:
    """Return Ann with a craft."""
    return ann(skills={"craft": rank}, attacks=(), **changes)


def researched(*faces: int, seat: Character | None = None, **rulings: object) -> Game:
    """Return Ann's research into locks after the dice were rolled."""
    return task(study(), seats=(seat or crafty(),), **rulings).roll(*faces)


@pytest.mark.parametrize(
    ("faces", "level", "gain"),
    [
        ((3, 3, 3), -1, None),
        ((4, 3, 3), 0, (PARTIAL, 10)),
        ((6, 6, 5), 7, (PARTIAL, 10)),
        ((6, 6, 6), 8, (FULL, 14)),
    ],
)
def test_success_gains_a_specialised_skill(
    faces: tuple[int, ...], level: int, gain: tuple[Inheritance, int] | None
) -> None:
    """SK-KNOW-02: Research that succeeds gains a specialised skill.

    Craft 14 against 24: 10 in part, 14 in full.

    Also tested: SK-RUL-67 and SK-RUL-27.
    """
    game = researched(*faces)
    done = game.last(c.ResearchDone)
    assert game.last(c.DifficultySet).parts == (("research", 24),)
    assert (done.level, done.learned) == (level, gain is not None)
    recorded = game.all(c.SpecialtyRecorded)
    assert [(specialty.inheritance, specialty.rank) for specialty in recorded] == (
        [gain] if gain else []
    )
    assert game.outcome.returns == (float(level >= 0),)
    assert game.last(c.SkillUseClassified).special == Special.RESEARCH


@pytest.mark.parametrize(
    ("rule", "faces", "gain"),
    [
        ("partial", (6, 6, 6), (PARTIAL, 10)),
        ("full", (4, 3, 3), (FULL, 14)),
        ("by_level", (4, 3, 3), (PARTIAL, 10)),
    ],
)
def test_a_scenario_may_say_how_much_is_gained(
    rule: str, faces: tuple[int, ...], gain: tuple[Inheritance, int]
) -> None:
    """SK-RUL-67: `research_gain` says how much of the skill is inherited."""
    specialty = researched(*faces, research_gain=rule).last(c.SpecialtyRecorded)
    assert (specialty.inheritance, specialty.rank) == gain


def test_with_time_to_spare_research_is_routine_for_experts() -> None:
    """SK-ROUT-02: Without pressure research is routine if 10 and the skill suffice.

    10 and craft 14 reach 24; with 13 it is rolled for.

    Also tested: SK-RUL-67.
    """
    game = task(study(pressed=False), seats=(crafty(14),))
    assert game.last(c.RoutineUseGranted).level == 0
    assert game.last(c.SpecialtyRecorded).rank == 10
    other = task(study(pressed=False), seats=(crafty(13),))
    assert isinstance(other.asked, Chance)


def test_background_tells_how_to_research_further() -> None:
    """SK-KNOW-08: Whoever knew some background gains the skill at full inheritance.

    Also tested: SK-RUL-67.
    """
    know = use(knowledge="elective", subject="locks")
    game = task(know, study(), seats=(crafty(),)).roll(6, 4, 4)
    game.say(f.SpecialtyLeft(A)).roll(4, 3, 3)
    assert game.last(c.SpecialtyRecorded).inheritance == FULL
    vague = task(know, study(), seats=(crafty(),)).roll(6, 4, 3).roll(4, 3, 3)
    assert vague.last(c.SpecialtyRecorded).inheritance == PARTIAL


def test_research_again_brings_a_skill_to_full_inheritance() -> None:
    """SK-RUL-67: A second research brings a skill to full, and a third nothing."""
    game = task(study(), study(), study(), seats=(crafty(),))
    game.roll(4, 3, 3).roll(4, 3, 3).roll(4, 3, 3)
    recorded = game.all(c.SpecialtyRecorded)
    assert [specialty.rank for specialty in recorded] == [10, 14]
    assert [event.learned for event in game.all(c.ResearchDone)] == [True, True, False]
    assert SYSTEM.campaigns is not None
    assert SYSTEM.campaigns.carried(game.state)["Ann"]["skills"] == {"locks": 14}
    assert narrate(game.state, game.last(c.ResearchDone)) == (
        "Ann finds nothing new about locks."
    )


def test_research_never_makes_worse() -> None:
    """SK-RUL-67: Research gains nothing for somebody who is better at it already."""
    seat = structs.replace(crafty(), recorded={"locks": 15})
    assert not researched(6, 6, 6, seat=seat).last(c.ResearchDone).learned


def test_a_scenario_may_ask_for_background() -> None:
    """SK-RUL-67: Under `research_needs_background` research without it fails."""
    rulings = {"research_needs_background": True}
    game = task(study(), seats=(crafty(),), **rulings)
    assert game.last(c.AutomaticFailureDeclared).reason == Bar.BACKGROUND
    assert not game.all(c.ResearchDone)
    assert game.outcome.returns == (0.0,)
    known = structs.replace(crafty(), recorded={"locks": 9})
    assert isinstance(task(study(), seats=(known,), **rulings).asked, Chance)


def test_what_was_researched_is_used_at_once_and_carried_on() -> None:
    """SK-RUL-62: A researched skill is used in the next use, and carried on.

    Also tested: SK-RUL-64.
    """
    game = task(study(), use(skill="locks"), seats=(crafty(),))
    game.roll(4, 3, 3).roll(5, 5, 5)
    assert game.last(c.OutcomeDetermined).total == 25
    assert SYSTEM.campaigns is not None
    assert SYSTEM.campaigns.carried(game.state)["Ann"]["skills"] == {"locks": 10}


def test_one_chooses_among_topics() -> None:
    """SK-DP-15: A topic is chosen among several, each with its own difficulty."""
    game = task(study(LOCKS, WALLS), seats=(crafty(),))
    assert game.options == (f.TopicChosen(A, "locks"), f.TopicChosen(A, "walls"))
    game.say(f.TopicChosen(A, "walls"))
    assert game.last(c.DifficultySet).difficulty == 20
    assert game.roll(3, 3, 3).last(c.SpecialtyRecorded).subject == "walls"


def test_a_topic_is_worth_what_it_makes_of_later_uses() -> None:
    """SK-RUL-66, SK-DP-15: A topic is worth the uses that succeed by it, now and later.

    Walls: 17/18 to learn (20 or 14 + 6), and nothing later. Locks: 20/27 (24), and then
    a use at 18 needs 8 with the skill in part, 12 with DEX 10 less 4.
    """
    later = use(skill="locks", difficulty=18)
    game = task(study(WALLS, LOCKS), later, seats=(crafty(),))
    walls, locks = (
        SYSTEM.solving.appraise(game.state, option)  # type: ignore[misc] # there
        for option in game.options
    )
    assert walls.win == pytest.approx(1 - 10 / 216)
    assert locks.win == pytest.approx(5 / 8)
    assert walls.deals == pytest.approx(100 * walls.win)
    in_part = (5 / 8 - 1 / 216) * (181 / 216 - 3 / 8)
    in_full = (1 / 216) * (215 / 216 - 3 / 8)
    assert locks.deals == pytest.approx(100 * (5 / 8 + in_part + in_full))


def test_routine_research_is_sure_to_be_worth_it() -> None:
    """SK-RUL-66, SK-ROUT-02: Routine research is worth a sure success."""
    game = task(study(LOCKS, WALLS, pressed=False), seats=(crafty(),))
    for option in game.options:
        assert SYSTEM.solving.appraise(game.state, option).win == 1.0  # type: ignore[misc] # there


def test_later_uses_may_become_routine() -> None:
    """SK-RUL-66, SK-ROUT-02: A topic counts later uses that it makes routine.

    Locks are learned by 10 or more on the dice; with the skill at 10 a use at 20 needs
    no roll, before it needs 14.
    """
    later = use(skill="locks", difficulty=20, pressed=False)
    game = task(study(WALLS, LOCKS), later, later, seats=(crafty(),))
    locks = SYSTEM.solving.appraise(game.state, game.options[1])  # type: ignore[misc] # there
    before = 35 / 216
    assert locks.deals == pytest.approx(100 * (5 / 8 + 5 / 8 * 2 * (1 - before)))


@pytest.mark.parametrize("first", [True, False])
def test_what_is_recorded_is_never_worse_than_the_attribute(*, first: bool) -> None:
    """SK-RUL-27: A recorded skill counts no less than the attribute inherited.

    Craft 7 in part is 3, and DEX 10 in part is 6, in the conflict in which it was
    recorded as in the next.
    """
    if first:
        study_ = study(Researchable(subject="locks", closeness=Relation.ESSENTIAL))
        game = task(study_, use(skill="locks"), seats=(crafty(7),)).roll(3, 3, 3)
        assert game.last(c.SpecialtyRecorded).rank == 3
    else:
        seat = structs.replace(crafty(), recorded={"locks": 3})
        game = task(use(skill="locks"), seats=(seat,))
    assert game.roll(3, 3, 3).last(c.OutcomeDetermined).total == 15


def test_the_story_says_what_is_researched() -> None:
    """The story names a single topic at once, and of several the chosen one."""
    said: list[str] = []
    for topics in ((LOCKS,), (LOCKS, WALLS)):
        game = task(study(*topics), seats=(crafty(),))
        event = game.last(c.SkillUseClassified)
        said.append(narrate(game.state, event).partition(":")[0])
    assert said == [
        "Ann does research into locks, by craft",
        "Ann does research, by craft",
    ]
    hard = narrate(game.say(game.options[0]).state, game.last(c.DifficultySet))
    assert hard == "What Ann tries has difficulty 24, as the subject is elective."


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"quantitative": True}, "quantitative: found true"),
        ({"difficulty": 20}, "difficulty and research"),
        ({"research": (LOCKS, LOCKS)}, "'locks'"),
    ],
)
def test_research_that_cannot_be_is_refused(
    changes: dict[str, object], says: str
) -> None:
    """SK-RUL-67: Research with another difficulty, or a topic twice, is refused."""
    with pytest.raises(ScenarioError, match=says):
        conflict(crafty(), kind="task", uses=(study(**changes),))


def test_scenarios_without_research_are_known_by_the_same_digest() -> None:
    """A scenario without research has the digest it had before there was research."""
    scenario = conflict(crafty(), kind="task", uses=(use(),))
    assert b"research" not in canonical(scenario)
    there = conflict(crafty(), kind="task", uses=(study(),))
    assert from_json(canonical(there)).scenario == there


def test_the_library_is_told() -> None:
    """SK-KNOW-02: The scenario `skill_library` has research in its story."""
    loaded = load("skill_library")
    game = played(loaded, "first", "first", seed="1")
    told = "\n".join(story(loaded.system, loaded.scenario, game.events))
    assert "researches" in told
    assert "does research, by" in told
