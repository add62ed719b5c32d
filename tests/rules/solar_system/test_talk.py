"""The free-and-clear: actions said and revised, intentions changed, ties used."""

from itertools import pairwise
from typing import Any

import pytest

from sim.rules.solar_system.consequences import (
    PARALLEL,
    PERPENDICULAR,
    ActionsLocked,
    ContestResolved,
    FreeAndClearOpened,
    HarmApplied,
    IntentionFulfilled,
    VolleyClosed,
)
from sim.rules.solar_system.facts import (
    ACTIVE,
    AFTER_CHANGE,
    DEFENSIVE,
    FACTS,
    NO_ACTION,
    REWORDED,
    ActionDeclared,
    ActionKept,
    ChangeWithdrawn,
    Conceded,
    IntentChanged,
    IntentDeclared,
    IntentKept,
    StoryGuideRuled,
    WentOn,
)
from sim.rules.solar_system.facts import STALEMATE as ON_STALEMATE
from sim.rules.solar_system.state import action_of, is_changing
from sim.seam.events import DiceRolled, Seat
from sim.seam.protocol import Decision
from tests.rules.solar_system.table import Table, person, scenario

INNATE = {"Endure", "React", "Resist"}


def sitting(*people: dict[str, Any], **told: Any) -> Table:  # noqa: ANN401 - passed on
    """Sit down to the Pain and go to the first free-and-clear."""
    return Table(scenario(*people, **told)).until(FreeAndClearOpened)


def abilities(table: Table, stance: int) -> set[str]:
    """Name the abilities that may be used now in one stance."""
    return {
        table.state.ability(option.who, option.ability).name
        for option in table.options
        if isinstance(option, ActionDeclared) and option.stance == stance
    }


def stalemate(**told: Any) -> Table:  # noqa: ANN401 - passed on
    """Tie in volley 1 at level 2 and go to the opening of volley 2."""
    table = sitting(**told)
    for who in (0, 1):
        table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
        table.dice(1, who, "000")
    return table.until(FreeAndClearOpened)


# Actions.


def test_ss_fac_01_everyone_says_what_they_do() -> None:
    """SS-FAC-01: Everyone declares one action, and then they lock with how they meet.

    Also tested: SS-FAC-03.
    """
    table = sitting().until(ActionsLocked)
    assert [event.who for event in table.of(ActionDeclared)] == [0, 1]
    assert table.last(ActionsLocked).pairings == ((0, 1, PERPENDICULAR),)


def test_ss_fac_02_it_is_said_in_the_open() -> None:
    """SS-FAC-02, SS-IIEE-06: What one declares is seen by those who choose after."""
    table = sitting().choose(ActionDeclared, ability="Argue", stance=ACTIVE)
    asked = table.asked
    assert isinstance(asked, Decision)
    seen = action_of(asked.view, Seat(0))
    assert seen is not None
    assert (asked.who, seen.stance) == (1, ACTIVE)
    assert asked.view.ability(Seat(0), seen.ability).name == "Argue"


def test_ss_fac_02_an_action_may_be_revised() -> None:
    """SS-FAC-02, SS-IIEE-02: A declared action may be revised until the lock."""
    table = sitting().choose(ActionDeclared, ability="Argue", stance=ACTIVE)
    table.choose(ActionDeclared, ability="Brawl", stance=ACTIVE)
    assert table.who == 0
    assert table.offers(ActionKept)
    table.choose(ActionDeclared, ability="Sneak", stance=ACTIVE).until(ActionsLocked)
    assert table.does(0) == "Sneak"


def test_rul_45_in_the_order_of_joining_until_nothing_changes() -> None:
    """RUL-45: All are asked in the order of joining until nothing changes."""
    table = sitting().until(ActionsLocked)
    said = [
        (type(event), event.who)
        for event in table.events
        if isinstance(event, ActionDeclared | ActionKept)
    ]
    assert said == [
        (ActionDeclared, 0),
        (ActionDeclared, 1),
        (ActionKept, 0),
        (ActionKept, 1),
    ]


@pytest.mark.parametrize("passes", [1, 2, 4])
def test_rul_45_no_more_rounds_than_the_option_says(passes: int) -> None:
    """RUL-45: The talk has no more rounds than `free_and_clear_max_passes`."""
    table = sitting(rulings={"free_and_clear_max_passes": passes})
    for _ in range(2 * passes):
        table.choose(ActionDeclared, stance=ACTIVE)
    assert table.of(ActionsLocked)
    assert len(table.of(ActionDeclared)) == 2 * passes


def test_ss_iiee_03_nothing_is_said_after_the_lock() -> None:
    """SS-IIEE-03: From the lock to the next free-and-clear nobody declares anything."""
    table = sitting().until(FreeAndClearOpened)
    locked = table.events.index(table.of(ActionsLocked)[0])
    opened = table.events.index(table.of(FreeAndClearOpened)[1])
    between = table.events[locked:opened]
    spoken = (ActionDeclared, ActionKept, IntentChanged, IntentDeclared)
    assert [event for event in between if isinstance(event, spoken)] == []
    assert any(isinstance(event, DiceRolled) for event in between)


def test_ss_fac_06_the_next_volley_has_the_next_number() -> None:
    """SS-FAC-06: Volleys are numbered from 1 on, one after another."""
    table = sitting().until(FreeAndClearOpened, 2)
    assert [event.volley for event in table.of(FreeAndClearOpened)] == [1, 2, 3]
    assert len(table.of(VolleyClosed)) == 2


def test_ss_int_02_another_ability_in_every_volley() -> None:
    """SS-INT-02: Any of its abilities serves an intention, another in every volley."""
    table = sitting()
    for volley, ability in enumerate(("Sneak", "Argue", "Brawl"), 1):
        table.wish(0, ActionDeclared, volley, ability=ability, stance=ACTIVE)
    table.until(VolleyClosed, 3)
    assert [event.who for event in table.of(IntentDeclared)] == [0, 1]
    assert not table.wishes


def test_ss_int_03_only_the_target_can_be_attacked() -> None:
    """SS-INT-03: Only the target of the intention can be attacked."""
    people = (person("Ann"), person("Bo"), person("Cy"))
    table = Table(scenario(*people))
    table.wish(0, IntentDeclared, target=1).until(FreeAndClearOpened)
    targets = {
        option.target
        for option in table.options
        if isinstance(option, ActionDeclared) and option.stance == ACTIVE
    }
    assert targets == {1}


def test_ss_abil_04_no_innate_ability_attacks() -> None:
    """SS-ABIL-04: No innate ability is offered as an attack."""
    table = sitting()
    assert abilities(table, ACTIVE) == {"Brawl", "Sneak", "Argue"}


def test_ss_act_03_the_innate_three_defend() -> None:
    """SS-ACT-03: By default the innate three defend, and nothing else.

    Also tested: SS-ABIL-05 and RUL-37.
    """
    assert abilities(sitting(), DEFENSIVE) == INNATE


def test_ss_act_04_defence_in_any_volley() -> None:
    """SS-ACT-04: One may defend in a volley without announcing a change."""
    table = sitting()
    assert table.of(IntentChanged) == []
    assert table.offers(ActionDeclared, ability="React", stance=DEFENSIVE)


RELEVANT = {"Brawl": ["Endure", "React", "Dash"], "Argue": ["Resist"]}


@pytest.mark.parametrize(
    ("attack", "fitting"), [("Brawl", {"Endure", "React"}), ("Argue", {"Resist"})]
)
def test_rul_37_the_scenario_may_narrow_the_defences(
    attack: str, fitting: set[str]
) -> None:
    """RUL-37, SS-ABIL-05: The scenario may say which abilities defend against which."""
    table = sitting(relevant=RELEVANT)
    table.choose(ActionDeclared, ability=attack, stance=ACTIVE)
    assert abilities(table, DEFENSIVE) == fitting


def test_rul_37_other_abilities_defend_by_ruling() -> None:
    """RUL-37: Under `any_reactive` another ability defends, and does no harm."""
    bo = person("Bo", ranks={"Dash": "master"})
    rulings = {"defensive_abilities": "any_reactive"}
    table = sitting(person("Ann"), bo, relevant=RELEVANT, rulings=rulings)
    table.choose(ActionDeclared, ability="Brawl", stance=ACTIVE)
    assert abilities(table, DEFENSIVE) == {"Endure", "React", "Dash"}
    table.choose(ActionDeclared, ability="Dash", stance=DEFENSIVE)
    table.dice(1, 1, "+++").until(VolleyClosed)
    assert table.last(ContestResolved).winner == 1
    assert table.of(HarmApplied) == []


def test_rul_37_the_map_holds_whoever_speaks_first() -> None:
    """RUL-37: A defence that does not fit the other's attack does not stand."""
    table = sitting(relevant=RELEVANT)
    table.choose(ActionDeclared, ability="Endure", stance=DEFENSIVE)
    table.choose(ActionDeclared, ability="Argue", stance=ACTIVE).until(ActionsLocked)
    assert table.action(0).stance != DEFENSIVE or table.does(0) == "Resist"


@pytest.mark.parametrize(("fits", "stands"), [(1, True), (0, False)])
def test_rul_37_the_story_guide_judges_relevance(fits: int, stands: bool) -> None:  # noqa: FBT001
    """RUL-37: A defence that the Story Guide rules out has to be replaced at once.

    Also tested: RUL-45.
    """
    table = sitting(story_guide={"asked": ["relevance"]})
    table.choose(ActionDeclared, ability="Endure", stance=DEFENSIVE)
    assert table.who == 2
    table.choose(StoryGuideRuled, kind="relevance", of=0, value=fits)
    if stands:
        assert table.who == 1
    else:
        assert table.who == 0
        assert "Endure" not in abilities(table, DEFENSIVE)


def test_ss_fac_04_props_are_proposed_and_judged() -> None:
    """SS-FAC-04, SS-ITEM-08: A prop that the Story Guide allows is a weapon of 1."""
    ann = person("Ann", props=[{"name": "pebbles", "ability": "Sneak"}])
    for allowed in (1, 0):
        table = sitting(ann, person("Bo"), story_guide={"asked": ["prop"]})
        table.choose(ActionDeclared, ability="Sneak", stance=ACTIVE, prop=0)
        assert table.who == 2
        table.choose(StoryGuideRuled, kind="prop", of=0, value=allowed)
        if not allowed:
            assert table.who == 0
            assert not table.offers(ActionDeclared, prop=0)
            continue
        table.wish(1, ActionDeclared, ability="Brawl", stance=ACTIVE)
        table.dice(1, 0, "+00").until(HarmApplied)
        harm = table.last(ContestResolved).harm_b
        assert harm is not None
        assert (harm.base, harm.weapon, harm.amount) == (1, 1, 2)


@pytest.mark.parametrize(("asked", "offered"), [([], {-1, 1}), (["prop"], {-1, 0, 1})])
def test_ss_fac_04_a_disallowed_prop(asked: list[str], offered: set[int]) -> None:
    """SS-FAC-04, ENG-02: A prop that is not allowed is offered only to be judged."""
    props = [
        {"name": "sand", "ability": "Sneak", "allowed": False},
        {"name": "pebbles", "ability": "Sneak"},
    ]
    ann = person("Ann", props=props)
    table = sitting(ann, person("Bo"), story_guide={"asked": asked})
    proposable = {
        option.prop
        for option in table.options
        if isinstance(option, ActionDeclared) and option.stance == ACTIVE
    }
    assert proposable == offered


def test_rul_37_one_defence_ruled_out_leaves_the_others() -> None:
    """RUL-37, RUL-45: A defence ruled out leaves the others, and all to the other."""
    table = sitting(story_guide={"asked": ["relevance"]})
    left = set(INNATE)
    for ruled_out in ("React", "Resist", "Endure"):
        assert table.who == 0
        assert abilities(table, DEFENSIVE) == left
        assert {"Brawl", "Sneak", "Argue"} <= abilities(table, ACTIVE)
        table.choose(ActionDeclared, ability=ruled_out, stance=DEFENSIVE)
        table.choose(StoryGuideRuled, kind="relevance", of=0, value=0)
        left.remove(ruled_out)
    assert abilities(table, DEFENSIVE) == set()
    assert table.offers(ActionDeclared, stance=NO_ACTION)
    table.choose(ActionDeclared, stance=NO_ACTION)
    assert table.who == 1
    assert abilities(table, DEFENSIVE) == INNATE


def test_ss_fac_04_a_prop_counts_for_one_action() -> None:
    """SS-FAC-04: A prop counts for one action, and has to be proposed again."""
    ann = person("Ann", props=[{"name": "pebbles", "ability": "Sneak"}])
    table = sitting(ann, person("Bo"))
    table.wish(0, ActionDeclared, 1, ability="Sneak", prop=0)
    table.wish(0, ActionDeclared, 2, ability="Sneak", prop=-1)
    for volley in (1, 2):
        table.wish(1, ActionDeclared, volley, ability="Brawl", stance=ACTIVE)
        table.dice(volley, 0, "+++++").dice(volley, 1, "000")
    table.until(VolleyClosed, 2)
    amounts = [event.amount for event in table.of(HarmApplied)]
    assert amounts == [4, 3]


@pytest.mark.parametrize(
    ("ann", "bo", "relation"),
    [
        (True, True, PERPENDICULAR),
        (True, False, PERPENDICULAR),
        (False, True, PERPENDICULAR),
        (False, False, PARALLEL),
    ],
)
def test_rul_46_parallel_only_if_neither_obstructs(
    ann: bool,  # noqa: FBT001 - a table of cases
    bo: bool,  # noqa: FBT001 - a table of cases
    relation: int,
) -> None:
    """RUL-46: Two attacks are parallel only if neither obstructs the other.

    Also tested: SS-ACT-01, SS-ACT-02 and SS-FAC-03.
    """
    table = sitting(obstruct="choice")
    table.choose(ActionDeclared, ability="Brawl", stance=ACTIVE, obstructs=ann)
    table.choose(ActionDeclared, ability="Argue", stance=ACTIVE, obstructs=bo)
    table.until(ActionsLocked)
    assert table.last(ActionsLocked).pairings == ((0, 1, relation),)


def test_rul_46_a_defence_is_always_perpendicular() -> None:
    """RUL-46, SS-ACT-03: A defence is perpendicular to any attack."""
    table = sitting(obstruct="choice")
    table.choose(ActionDeclared, ability="Brawl", stance=ACTIVE, obstructs=False)
    table.choose(ActionDeclared, ability="React", stance=DEFENSIVE)
    table.until(ActionsLocked)
    assert table.last(ActionsLocked).pairings == ((0, 1, PERPENDICULAR),)


def test_ss_act_02_the_scenario_may_say_what_is_parallel() -> None:
    """SS-ACT-02: The scenario may list abilities that are parallel, in either order."""
    bo = person("Bo", ranks={"Cook": "master"})
    for seats in ((person("Ann"), bo), (bo, person("Ann"))):
        table = sitting(*seats, parallel=[["Argue", "Cook"]])
        for who, seat in enumerate(seats):
            ability = "Cook" if seat is bo else "Argue"
            table.wish(who, ActionDeclared, ability=ability, stance=ACTIVE)
        table.until(ActionsLocked)
        assert table.last(ActionsLocked).pairings == ((0, 1, PARALLEL),)


@pytest.mark.parametrize("relation", [PERPENDICULAR, PARALLEL])
def test_rul_46_the_story_guide_has_the_last_word(relation: int) -> None:
    """RUL-46: The Story Guide's ruling settles how two attacks meet.

    Also tested: SS-FAC-03 and ENG-02.
    """
    table = sitting(story_guide={"asked": ["relation"]})
    for who in (0, 1):
        table.wish(who, ActionDeclared, ability="Brawl", stance=ACTIVE)
    table.until_asked(StoryGuideRuled, 2, kind="relation")
    table.choose(StoryGuideRuled, value=relation)
    assert table.last(ActionsLocked).pairings == ((0, 1, relation),)


# Changing an intention.


def test_ss_chg_01_announced_in_the_free_and_clear() -> None:
    """SS-CHG-01, SS-FAC-05: An announced change names no goal yet."""
    table = sitting().choose(IntentChanged)
    assert is_changing(table.state, Seat(0))
    assert table.goals[0] == table.of(IntentDeclared)[0].goal


def test_ss_chg_03_who_changes_can_only_defend() -> None:
    """SS-CHG-03, TG-03: Whoever changes can only defend, and does no harm."""
    table = sitting().choose(IntentChanged)
    assert table.who == 0
    assert abilities(table, ACTIVE) == set()
    assert abilities(table, DEFENSIVE) == INNATE
    table.choose(ActionDeclared, ability="React", stance=DEFENSIVE)
    table.dice(1, 0, "+++").until(VolleyClosed)
    assert table.last(ContestResolved).winner == 0
    assert table.of(HarmApplied) == []


def test_ss_chg_03_an_action_declared_before_the_change_falls() -> None:
    """SS-CHG-03, RUL-45: A change sets aside an attack that was declared before it."""
    table = sitting().choose(ActionDeclared, ability="Brawl", stance=ACTIVE)
    table.choose(ActionDeclared, ability="Brawl", stance=ACTIVE).choose(IntentChanged)
    assert table.who == 0
    assert abilities(table, ACTIVE) == set()
    assert not table.offers(ActionKept)


def test_ss_chg_04_in_answer_to_what_was_just_declared() -> None:
    """SS-CHG-04: A change may be announced in answer to what another declared."""
    table = sitting().choose(ActionDeclared, ability="Brawl", stance=ACTIVE)
    assert table.who == 1
    assert table.offers(IntentChanged)


def test_rul_45_a_change_may_be_withdrawn() -> None:
    """RUL-45, SS-CHG-01: A change may be withdrawn until the lock."""
    table = sitting().choose(IntentChanged)
    table.choose(ActionDeclared, ability="React", stance=DEFENSIVE)
    table.choose(ActionDeclared, ability="Brawl", stance=ACTIVE)
    table.choose(ChangeWithdrawn)
    assert not is_changing(table.state, Seat(0))
    table.choose(ActionDeclared, ability="Brawl", stance=ACTIVE).until(
        FreeAndClearOpened
    )
    assert table.last(FreeAndClearOpened).naming == ()


def test_ss_chg_02_named_in_the_next_free_and_clear() -> None:
    """SS-CHG-02: The new intention is named at the next free-and-clear, before actions.

    Also tested: RUL-36.
    """
    table = sitting().wish(0, IntentChanged, 1).until(FreeAndClearOpened)
    assert table.last(FreeAndClearOpened).naming == (0,)
    table.choose(IntentDeclared, goal=1)
    named = table.last(IntentDeclared)
    assert (named.who, named.goal, named.basis) == (0, 1, AFTER_CHANGE)
    assert table.goals[0] == 1
    assert table.offers(ActionDeclared, stance=ACTIVE)


def test_rul_36_it_must_differ_in_goal_or_target() -> None:
    """RUL-36: A new intention differs in its goal or its target."""
    people = (person("Ann"), person("Bo"), person("Cy"))
    table = Table(scenario(*people)).wish(0, IntentDeclared, 0, goal=0, target=1)
    table.wish(0, IntentChanged, 1).until(FreeAndClearOpened, 2)
    named = {(o.goal, o.target) for o in table.options if isinstance(o, IntentDeclared)}
    assert named == {(0, 2), (1, 1), (1, 2)}


def test_rul_36_not_named_it_lapses() -> None:
    """RUL-36: A change that is not named lapses."""
    table = sitting().wish(0, IntentChanged, 1).until(FreeAndClearOpened)
    table.choose(IntentKept)
    assert table.goals[0] == 0
    assert table.offers(ActionDeclared, stance=ACTIVE)
    assert table.offers(IntentChanged)
    table.until(FreeAndClearOpened)
    assert table.last(FreeAndClearOpened).naming == ()


def test_rul_35_the_old_one_is_in_force_until_then() -> None:
    """RUL-35, SS-GIVE-02: The old intention is in force until another is named."""
    table = sitting().wish(0, IntentChanged, 1).wish(1, Conceded, 1).run()
    done = table.last(IntentionFulfilled)
    assert (done.who, done.goal, done.cause) == (0, 0, "concession")


def test_ss_chg_05_both_may_change_and_again() -> None:
    """SS-CHG-05: Both may change in one volley, and one again in the next."""
    table = sitting().wish(0, IntentChanged, 1).wish(1, IntentChanged, 1)
    table.wish(0, IntentDeclared, 2, goal=1).wish(1, IntentDeclared, 2, goal=1)
    table.wish(0, IntentChanged, 2).wish(0, IntentDeclared, 3, goal=0)
    table.until(ActionsLocked, 3)
    assert table.wishes == []
    assert table.goals == [0, 1]


# Stalemates.


def test_ss_stale_01_both_may_change_at_once() -> None:
    """SS-STALE-01, RUL-33: After a tie one may name another goal and attack at once."""
    table = stalemate()
    assert table.of(ContestResolved)[0].stalemate
    assert table.last(FreeAndClearOpened).released == (0, 1)
    table.choose(IntentDeclared, goal=1)
    assert table.last(IntentDeclared).basis == ON_STALEMATE
    assert table.who == 1
    table.choose(IntentKept)
    assert table.offers(ActionDeclared, stance=ACTIVE)
    assert table.goals[0] == 1


def test_rul_33_what_is_not_used_is_gone() -> None:
    """RUL-33: A release that is not used is gone in the next volley."""
    table = stalemate()
    table.choose(IntentKept).choose(IntentKept)
    table.wish(0, ActionDeclared, 2, ability="Brawl", stance=ACTIVE)
    table.wish(1, ActionDeclared, 2, ability="Brawl", stance=ACTIVE)
    table.dice(2, 0, "+00").until(FreeAndClearOpened)
    assert table.last(FreeAndClearOpened).released == ()
    assert not table.offers(IntentDeclared)


def test_rul_33_after_the_gate() -> None:
    """RUL-33: A release is used after the gate."""
    table = stalemate()
    kinds = [type(event) for event in table.events]
    assert kinds[-3:] == [WentOn, WentOn, FreeAndClearOpened]


@pytest.mark.parametrize(("other", "goal"), [(0, 0), (1, 1)])
def test_rul_33_both_or_none(other: int, goal: int) -> None:
    """RUL-33: Under `both_or_none` a change is void unless both change."""
    table = stalemate(rulings={"stalemate_release": "both_or_none"})
    table.choose(IntentDeclared, goal=1)
    if other:
        table.choose(IntentDeclared, goal=1)
    else:
        table.choose(IntentKept)
    table.until(ActionsLocked)
    assert table.goals == [goal, other]


@pytest.mark.parametrize(("ruling", "released"), [(True, (0, 1)), (False, ())])
def test_rul_32_equal_at_nothing(ruling: bool, released: tuple[int, ...]) -> None:  # noqa: FBT001
    """RUL-32: A tie at 0 is a stalemate unless `stalemate_at_zero` says otherwise.

    Also tested: SS-VOL-06.
    """
    table = sitting(rulings={"stalemate_at_zero": ruling})
    for who in (0, 1):
        table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
        table.dice(1, who, "---")
    table.until(FreeAndClearOpened)
    assert table.of(ContestResolved)[0].stalemate is ruling
    assert table.last(FreeAndClearOpened).released == released


def test_rul_31_defences_make_stalemates_too() -> None:
    """RUL-31: A tie with a defence is a stalemate that releases both."""
    table = sitting()
    table.wish(0, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.wish(1, ActionDeclared, 1, ability="React", stance=DEFENSIVE)
    table.until(FreeAndClearOpened)
    contest = table.of(ContestResolved)[0]
    assert (contest.stalemate, contest.winner, contest.margin) == (True, -1, 0)
    assert table.last(FreeAndClearOpened).released == (0, 1)
    assert table.of(HarmApplied) == []


def test_rul_34_no_stalemate_in_parallel() -> None:
    """RUL-34: Parallel attacks of one level make no stalemate."""
    table = sitting(obstruct="choice")
    for who in (0, 1):
        told = {"ability": "Brawl", "stance": ACTIVE, "obstructs": False}
        table.wish(who, ActionDeclared, 1, **told)
    table.until(FreeAndClearOpened)
    assert [(e.who, e.amount) for e in table.of(HarmApplied)] == [(0, 2), (1, 2)]
    assert table.last(FreeAndClearOpened).released == ()


def test_rul_12_no_action_is_an_option() -> None:
    """RUL-53, RUL-12: Whoever does nothing rolls nothing."""
    table = sitting().wish(0, ActionDeclared, 1, stance=NO_ACTION)
    table.wish(1, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.until(VolleyClosed)
    assert [roll.who for roll in table.of(DiceRolled)] == [1]


def test_eng_05_nothing_is_read_from_names() -> None:
    """ENG-05: Other names for goals and characters change nothing that happens."""
    goals = [{"name": "kill them all"}, {"name": "a quiet talk", "permanent": True}]
    plain = sitting().until(VolleyClosed, 2)
    fancy = sitting(
        person("Yan", intentions=goals), person("Zoe", intentions=goals)
    ).until(VolleyClosed, 2)
    assert plain.events == fancy.events


def test_eng_04_every_decision_leaves_a_fact() -> None:
    """ENG-04: Every choice in a volley is recorded as a fact."""
    table = sitting().until(VolleyClosed)
    facts = [event for event in table.events if isinstance(event, FACTS)]
    assert all(later != earlier for earlier, later in pairwise(facts))
    assert {type(fact) for fact in facts} >= {WentOn, ActionDeclared, ActionKept}


def test_rul_45_a_new_intention_may_be_reworded_until_the_lock() -> None:
    """RUL-45, RUL-36: A new intention may be reworded until the lock."""
    people = (person("Ann"), person("Bo"), person("Cy"))
    table = Table(scenario(*people)).wish(0, IntentDeclared, 0, goal=0, target=1)
    table.wish(0, IntentChanged, 1).until(FreeAndClearOpened, 2)
    table.choose(IntentDeclared, goal=1, target=1)
    table.until_asked(ActionDeclared, 0)
    table.choose(ActionDeclared, stance=ACTIVE, target=1)
    table.until_asked(ActionKept, 0).choose(IntentDeclared, goal=1, target=2)
    assert table.last(IntentDeclared).basis == REWORDED
    assert not table.offers(ActionDeclared, stance=ACTIVE, target=1)
    table.choose(ActionDeclared, stance=ACTIVE, target=2).until(ActionsLocked)
    assert table.action(0).target == 2


def test_rul_45_an_old_intention_may_not() -> None:
    """RUL-45: Without a change there is nothing to reword."""
    assert not sitting().offers(IntentDeclared)


def test_rul_46_only_mutual_attacks_are_judged() -> None:
    """RUL-46: The Story Guide is not asked how an attack meets a defence."""
    table = sitting(story_guide={"asked": ["relation"]})
    table.wish(0, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.wish(1, ActionDeclared, 1, ability="React", stance=DEFENSIVE)
    table.until(VolleyClosed)
    assert table.of(StoryGuideRuled) == []


def test_ss_int_03_a_goal_whose_target_stays_out() -> None:
    """SS-INT-03: A goal whose target stays out is aimed at somebody who is there."""
    goals = [{"name": "mild", "target": "Cy"}]
    ann = person("Ann", intentions=goals)
    table = Table(scenario(ann, person("Bo"), person("Cy", bystander=True)))
    table.until_asked(IntentDeclared, 0)
    assert {option.target for option in table.options} == {1}


def test_ss_fac_04_one_prop_refused_leaves_the_other() -> None:
    """SS-FAC-04, RUL-45: A prop that is ruled out leaves the others."""
    props = [{"name": name, "ability": "Sneak"} for name in ("pebbles", "ladder")]
    ann = person("Ann", props=props)
    table = sitting(ann, person("Bo"), story_guide={"asked": ["prop"]})
    table.choose(ActionDeclared, ability="Sneak", prop=0)
    table.choose(StoryGuideRuled, kind="prop", of=0, value=0)
    assert not table.offers(ActionDeclared, prop=0)
    assert table.offers(ActionDeclared, ability="Sneak", prop=1)
    assert table.offers(ActionDeclared, ability="Sneak", prop=-1)


def test_rul_46_what_holds_without_a_word_comes_first() -> None:
    """RUL-46: The first option leaves a pair as it is without a ruling."""
    table = sitting(story_guide={"asked": ["relation"]}, obstruct="choice")
    for who in (0, 1):
        wish = {"ability": "Brawl", "stance": ACTIVE, "obstructs": False}
        table.wish(who, ActionDeclared, 1, **wish)
    table.until_asked(StoryGuideRuled, 2)
    assert [option.value for option in table.options] == [PARALLEL, PERPENDICULAR]


def test_rul_45_a_change_just_announced_is_not_taken_back_at_once() -> None:
    """RUL-45: A change is not offered to be withdrawn before one has acted on it."""
    table = Table(scenario()).until_asked(IntentChanged, 0).choose(IntentChanged)
    assert not table.offers(ChangeWithdrawn)
    assert table.offers(ActionDeclared, stance=NO_ACTION)
    table.choose(ActionDeclared, stance=NO_ACTION).until_asked(ChangeWithdrawn, 0)
