"""When weapons and armour count, how they add up, and what they change."""

from typing import Any

import pytest

from sim.rules.solar_system.consequences import (
    ContestResolved,
    Harm,
    HarmApplied,
    VolleyClosed,
)
from sim.rules.solar_system.facts import (
    ACTIVE,
    DEFENSIVE,
    NO_ACTION,
    ActionDeclared,
    IntentDeclared,
    StoryGuideRuled,
)
from sim.rules.solar_system.system import SYSTEM
from tests.rules.solar_system.table import Table, person, scenario


def item(name: str, *bonuses: tuple[str, int, list[str]]) -> dict[str, Any]:
    """Return an item of (role, rating, situations)."""
    told = [{"role": r, "rating": n, "when": when} for r, n, when in bonuses]
    return {"name": name, "bonuses": told}


def fought(
    ann: dict[str, Any],
    bo: dict[str, Any],
    dice: tuple[str, str] = ("+++", "000"),
    stances: tuple[int, int] = (ACTIVE, ACTIVE),
    **told: Any,  # noqa: ANN401 - passed on
) -> Table:
    """Play one volley of Ann's Brawl against Bo's, 5 against 2."""
    table = Table(scenario(ann, bo, **told))
    for who, stance in enumerate(stances):
        wish: dict[str, Any] = {"stance": stance}
        if stance == ACTIVE:
            wish |= {"ability": "Brawl", "obstructs": told.get("obstruct") != "choice"}
        elif stance == DEFENSIVE:
            wish |= {"ability": "React"}
        table.wish(who, ActionDeclared, 1, **wish).dice(1, who, dice[who])
    return table.until(VolleyClosed)


def harm_to_bo(table: Table) -> Harm:
    """Return the harm that Bo suffers."""
    harm = table.last(ContestResolved).harm_b
    assert harm is not None
    return harm


def test_ss_item_01_only_in_its_situations() -> None:
    """SS-ITEM-01, ENG-05: An item counts only in its situations."""
    ann = person("Ann", items=[item("lute", ("weapon", 1, ["crowd"]))])
    assert harm_to_bo(fought(ann, person("Bo"))).weapon == 0
    assert harm_to_bo(fought(ann, person("Bo"), tags=["crowd"])).weapon == 1


def test_ss_item_02_weapons_add_and_armour_takes() -> None:
    """SS-ITEM-02: The weapon adds to the margin, and armour takes from it."""
    ann = person("Ann", items=[item("mace", ("weapon", 2, []))])
    bo = person("Bo", items=[item("shield", ("armor", 1, []))])
    assert harm_to_bo(fought(ann, bo)) == Harm(3, 2, 1, 4)


def test_ss_item_04_by_the_action() -> None:
    """SS-ITEM-04: A weapon that needs an ability counts for that ability alone."""
    ann = person("Ann", items=[item("sword", ("weapon", 1, ["Brawl"]))])
    assert harm_to_bo(fought(ann, person("Bo"))).weapon == 1
    ann = person("Ann", items=[item("quill", ("weapon", 1, ["Argue"]))])
    assert harm_to_bo(fought(ann, person("Bo"))).weapon == 0


def test_ss_item_05_by_the_kind_of_people() -> None:
    """SS-ITEM-05: A weapon against a kind of people counts only against them."""
    ann = person("Ann", items=[item("blade", ("weapon", 2, ["Zaru", "Brawl"]))])
    assert harm_to_bo(fought(ann, person("Bo", tags=["Zaru"]))).weapon == 2
    assert harm_to_bo(fought(ann, person("Bo"))).weapon == 0


def test_ss_item_06_for_one_person_or_one_goal() -> None:
    """SS-ITEM-06, ENG-05: A weapon made for one person and goal counts only then."""
    dagger = item("dagger", ("weapon", 3, ["Bo", "kill"]))
    goals = [{"name": "end it", "tags": ["kill"]}, {"name": "mild"}]
    ann = person("Ann", items=[dagger], intentions=goals)
    assert harm_to_bo(fought(ann, person("Bo"))).weapon == 3
    goals.reverse()
    assert harm_to_bo(fought(ann, person("Bo"))).weapon == 0


def test_ss_item_02_armour_looks_at_the_one_who_strikes() -> None:
    """SS-ITEM-02, ENG-05: Whether armour counts may depend on who strikes."""
    bo = person("Bo", items=[item("writ", ("armor", 2, ["law"]))])
    assert harm_to_bo(fought(person("Ann", tags=["law"]), bo)).armor == 2
    assert harm_to_bo(fought(person("Ann"), bo)).armor == 0


MANY = [
    item("sword", ("weapon", 1, []), ("weapon", 2, [])),
    item("spear", ("weapon", 1, []), ("weapon", 1, [])),
    item("stone", ("weapon", 1, [])),
]


@pytest.mark.parametrize(
    ("stacking", "weapon"), [("highest", 2), ("sum_per_item", 3), ("sum_all", 6)]
)
def test_rul_19_what_several_bonuses_make(stacking: str, weapon: int) -> None:
    """RUL-19: Of several bonuses the best, an item's sum, or all count."""
    ann = person("Ann", items=MANY)
    rulings = {"item_stacking": stacking}
    assert harm_to_bo(fought(ann, person("Bo"), rulings=rulings)).weapon == weapon


def test_rul_19_a_prop_is_one_more_weapon() -> None:
    """RUL-19, SS-FAC-04: A prop beside a sword adds only where everything adds up."""
    for stacking, weapon in (("highest", 2), ("sum_all", 3)):
        ann = person(
            "Ann",
            items=[item("sword", ("weapon", 2, []))],
            props=[{"name": "sand", "ability": "Brawl"}],
        )
        table = Table(scenario(ann, person("Bo"), rulings={"item_stacking": stacking}))
        table.wish(0, ActionDeclared, 1, ability="Brawl", prop=0)
        table.wish(1, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
        table.dice(1, 0, "+++").until(VolleyClosed)
        assert harm_to_bo(table).weapon == weapon


def test_ss_item_08_a_prop_is_never_more_than_one() -> None:
    """SS-ITEM-08: A scenario cannot give a prop a rating."""
    ann = person("Ann", props=[{"name": "sand", "ability": "Brawl", "rating": 2}])
    with pytest.raises(Exception, match="rating"):
        scenario(ann, person("Bo"))


def test_ss_item_08_the_story_guide_may_rule_an_item_out() -> None:
    """SS-ITEM-08: The Story Guide's ruling on an item overrides the tags.

    Also tested: ENG-05 and ENG-02.
    """
    ann = person("Ann", items=[item("sword", ("weapon", 1, []))])
    for counts in (1, 0):
        table = Table(scenario(ann, person("Bo"), story_guide={"asked": ["item"]}))
        for who in (0, 1):
            table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
        table.dice(1, 0, "+++").until_asked(StoryGuideRuled, 2, kind="item")
        table.choose(StoryGuideRuled, value=counts).until(VolleyClosed)
        assert harm_to_bo(table).weapon == counts


SWORD = [item("sword", ("weapon", 2, []))]
MAIL = [item("mail", ("armor", 1, []))]


def test_rul_16_items_change_nobodys_win_by_default() -> None:
    """RUL-16, RUL-17: By default an item never changes who wins."""
    table = fought(person("Ann", items=SWORD), person("Bo"), ("000", "+00"))
    met = table.last(ContestResolved)
    assert (met.winner, met.harm_b) == (1, None)
    assert [(e.who, e.amount) for e in table.of(HarmApplied)] == [(0, 1)]


@pytest.mark.parametrize(
    ("dice", "winner", "margin", "who"),
    [
        (("000", "+00"), 0, 1, 1),
        (("-00", "+00"), -1, 0, 0),
        (("+00", "000"), 0, 3, 1),
        (("---", "-00"), 1, 1, 0),
    ],
)
def test_rul_16_by_ruling_they_change_the_levels(
    dice: tuple[str, str], winner: int, margin: int, who: int
) -> None:
    """RUL-16: Under `on_success_level` weapons change the levels that are compared.

    Winner, stalemate and margin are those of the changed levels.
    """
    rulings = {"item_effect": "on_success_level"}
    table = fought(person("Ann", items=SWORD), person("Bo"), dice, rulings=rulings)
    met = table.last(ContestResolved)
    assert (met.winner, met.margin, met.stalemate) == (winner, margin, margin == 0)
    amount = margin
    dealt = [(e.who, e.amount) for e in table.of(HarmApplied)]
    assert dealt == ([(who, amount)] if amount else [])


def test_rul_16_armour_lowers_the_others_level() -> None:
    """RUL-16: Under `on_success_level` armour lowers the other's level."""
    rulings = {"item_effect": "on_success_level"}
    bo = person("Bo", items=MAIL)
    table = fought(person("Ann"), bo, ("+00", "000"), rulings=rulings)
    met = table.last(ContestResolved)
    assert (met.level_a, met.level_b) == (3, 2)
    assert (met.stalemate, met.margin) == (True, 0)
    told = SYSTEM.narrate(table.state, met)
    assert told == "Ann 3 against Bo 2, level once items count: a stalemate."


def test_rul_16_a_tie_of_the_dice_is_no_stalemate() -> None:
    """RUL-16: Under `on_success_level` a tie of the dice may be won by a weapon."""
    rulings = {"item_effect": "on_success_level"}
    ann, bo = person("Ann", items=SWORD), person("Bo")
    table = fought(ann, bo, ("000", "000"), rulings=rulings)
    met = table.last(ContestResolved)
    assert (met.winner, met.margin, met.stalemate) == (0, 2, False)
    assert table.last(VolleyClosed).stalemates == ()


def test_rul_16_a_defence_gets_no_weapon() -> None:
    """RUL-16, RUL-39: Under `on_success_level` a weapon does not help a defence."""
    rulings = {"item_effect": "on_success_level"}
    bo = person("Bo", items=SWORD)
    stances = (ACTIVE, DEFENSIVE)
    table = fought(person("Ann"), bo, ("+00", "000"), stances, rulings=rulings)
    assert [(e.who, e.amount) for e in table.of(HarmApplied)] == [(1, 1)]


def test_rul_16_unanswered_and_parallel_levels_change_too() -> None:
    """RUL-16: Under `on_success_level` one-sided and parallel levels change as well."""
    rulings = {"item_effect": "on_success_level"}
    ann, bo = person("Ann", items=SWORD), person("Bo", items=MAIL)
    stances = (ACTIVE, NO_ACTION)
    table = fought(ann, bo, ("000", ""), stances, rulings=rulings)
    assert [(e.who, e.amount) for e in table.of(HarmApplied)] == [(1, 3)]
    assert table.last(ContestResolved).margin == 3
    dice = ("000", "---")
    table = fought(ann, bo, dice, rulings=rulings, obstruct="choice")
    assert [(e.who, e.amount) for e in table.of(HarmApplied)] == [(1, 3)]
    assert table.last(ContestResolved).margin == 3


def test_eng_05_only_what_could_count_is_judged() -> None:
    """ENG-05, ENG-02: The Story Guide is asked only about items that could count."""
    for when, asked in (([], 1), (["crowd"], 0)):
        bo = person("Bo", items=[item("mail", ("armor", 1, when))])
        table = Table(scenario(person("Ann"), bo, story_guide={"asked": ["item"]}))
        for who in (0, 1):
            table.wish(who, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
        table.until(VolleyClosed)
        assert len(table.of(StoryGuideRuled)) == asked


def test_ss_item_02_an_allys_armour_protects_nobody_else() -> None:
    """SS-ITEM-02: Outside Zeitgeist an ally's armour protects nobody else."""
    ann, bo = person("Ann", side="x"), person("Bo", side="y")
    cy = person("Cy", side="y", items=MAIL)
    table = Table(scenario(ann, bo, cy))
    table.wish(0, IntentDeclared, target=1)
    table.wish(0, ActionDeclared, 1, ability="Brawl", stance=ACTIVE)
    table.wish(1, ActionDeclared, 1, stance=NO_ACTION)
    table.wish(2, ActionDeclared, 1, stance=NO_ACTION)
    table.until(VolleyClosed)
    assert harm_to_bo(table) == Harm(2, 0, 0, 2)


def test_eng_05_a_bonus_that_never_counts_is_remarked_on() -> None:
    """ENG-05: A bonus for a tag that nothing here has is warned of."""
    bonuses = [{"role": "weapon", "rating": 1, "when": ["alley", "Brawl", "roof"]}]
    ann = person("Ann", items=[{"name": "knife", "bonuses": bonuses}])
    told = scenario(ann, person("Bo", tags=["roofs"]), tags=["alley"])
    (remark,) = [
        warning for warning in SYSTEM.files.warnings(told) if "the item" in warning
    ]
    assert 'the item "knife" counts when "roof", a tag nothing here has' in remark
    assert remark.endswith("did you mean roofs?")
