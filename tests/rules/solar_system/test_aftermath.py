"""Healing and refreshing pools after the Pain, and by a ruling healing within it."""

from typing import Any

import pytest

from sim.rules.solar_system.consequences import (
    DiceGathered,
    HarmApplied,
    PoolSpent,
    VolleyClosed,
)
from sim.rules.solar_system.events.aftermath import (
    HarmCollapsed,
    PatientHealed,
    PoolRefreshed,
)
from sim.rules.solar_system.facts import (
    ACTIVE,
    DEFENSIVE,
    HEALING,
    ActionDeclared,
    Conceded,
    DieBought,
    FeePaid,
    FeeRefused,
    HealingTried,
    Passed,
    RefreshTaken,
)
from sim.seam.events import DiceRolled
from sim.seam.protocol import Decision, Outcome
from tests.rules.solar_system.table import INSTINCT, Table, person, scenario

HEALS = {"heal_with": ["First Aid"]}


def healer(name: str = "Ann", **told: object) -> dict[str, Any]:
    """Return a Journeyman of First Aid."""
    return person(name, ranks={"First Aid": "journeyman"}, **told)


def hurt(name: str, *boxes: int, **told: object) -> dict[str, Any]:
    """Return a character with these boxes ticked."""
    return person(name, harm={str(box): "vigor" for box in boxes}, **told)


def after_conceding(*people: dict[str, Any], **told: Any) -> Table:  # noqa: ANN401 - passed on
    """Let the last give up before anything is rolled, and go to what comes after."""
    table = Table(scenario(*people, **told))
    return table.until_asked(Conceded, 0).choose(Conceded)


@pytest.mark.parametrize(
    ("marks", "dice", "left"),
    [
        ((1, 2, 3, 4), "000", {1, 2, 3}),
        ((1, 2), "+++", {1}),
        ((1, 2, 3), "---", {1, 2, 3}),
        ((1,), "000", set()),
    ],
)
def test_ss_heal_01_what_a_level_heals(
    marks: tuple[int, ...], dice: str, left: set[int]
) -> None:
    """SS-HEAL-01: A healing check removes the mark at its level, or the next below.

    Also tested: SS-HEAL-02.
    """
    table = after_conceding(healer(), hurt("Bo", *marks), aftermath=HEALS)
    table.choose(HealingTried, patient=1).dice(0, 0, dice).run()
    assert table.boxes(1) == left
    assert table.last(PatientHealed).level == max(
        0, 2 + dice.count("+") - dice.count("-")
    )


def test_ss_heal_01_before_it_harm_has_shaken_out() -> None:
    """SS-HEAL-01, RUL-28: Harm has been shaken out before anybody is healed."""
    table = after_conceding(healer(), hurt("Bo", 5, 7), aftermath=HEALS)
    assert table.boxes(1) == {1, 2}
    table.choose(HealingTried, patient=1).dice(0, 0, "-00").run()
    assert [e.cause for e in table.of(HarmCollapsed)] == ["shake_out", "healing"]
    assert table.boxes(1) == {1}


def test_ss_heal_02_marks_above_slide_down() -> None:
    """SS-HEAL-02: The marks above a healed one slide down."""
    table = after_conceding(healer(), hurt("Bo", 1, 2, 3, 4), aftermath=HEALS)
    table.choose(HealingTried, patient=1).dice(0, 0, "-00").run()
    assert table.last(PatientHealed).box == 1
    assert table.boxes(1) == {1, 2, 3}


def test_rul_30_once_for_each_healer_and_patient() -> None:
    """RUL-30: Each healer may try once for each patient."""
    table = after_conceding(
        healer(harm={"1": "vigor"}), hurt("Bo", 1, 2, 3), aftermath=HEALS
    )
    table.choose(HealingTried, patient=1).dice(0, 0, "000").until(PatientHealed)
    assert not table.offers(HealingTried, patient=1)
    assert table.offers(HealingTried, patient=0)


def test_rul_30_or_without_limit() -> None:
    """RUL-30: Under `unlimited` a healer may go on until nothing is left to heal."""
    rulings = {"healing_attempts_per_scene": "unlimited"}
    table = after_conceding(
        healer(), hurt("Bo", 1, 2, 3), aftermath=HEALS, rulings=rulings
    )
    for _ in range(3):
        table.choose(HealingTried, patient=1).dice(0, 0, "000").until(PatientHealed)
    assert table.boxes(1) == set()
    assert not (
        isinstance(table.asked, Decision) and table.offers(HealingTried, patient=1)
    )


def test_rul_30_it_is_an_unopposed_check() -> None:
    """RUL-30: Healing is an unopposed check, for which a die may be bought.

    Also tested: SS-DIE-06.
    """
    table = after_conceding(healer(), hurt("Bo", 1, 2, 3), aftermath=HEALS)
    table.choose(HealingTried, patient=1).choose(DieBought).roll("+00-").run()
    assert [roll.who for roll in table.of(DiceRolled)] == [0]
    assert table.last(PatientHealed).level == 3


def test_rul_23_bruise_dice_outlast_the_box() -> None:
    """RUL-23: A bruise die that was not used is still there after its box is healed."""
    table = after_conceding(healer(), hurt("Bo", 1, bruise_dice=1), aftermath=HEALS)
    table.choose(HealingTried, patient=1).dice(0, 0, "000").run()
    assert table.boxes(1) == set()
    assert table.state.participants[1].bruises == 1


def test_rul_23_healing_uses_the_healers_bruises() -> None:
    """RUL-23: A healing check uses up the healer's own bruise dice."""
    table = after_conceding(healer(bruise_dice=1), hurt("Bo", 1), aftermath=HEALS)
    table.choose(HealingTried, patient=1).run()
    assert len(table.last(DiceRolled).faces) == 4
    assert table.state.participants[0].bruises == 0


def test_rul_13_the_broken_pay_for_healing() -> None:
    """RUL-13: A broken healer pays a point of Reason and may roll."""
    marks = {str(box): "vigor" for box in range(1, 8)}
    table = after_conceding(healer(harm=marks), hurt("Bo", 1, 2), aftermath=HEALS)
    table.choose(HealingTried, patient=1).dice(0, 0, "000+").run()
    spent = table.of(PoolSpent)
    assert [(e.pool, e.left, e.purpose) for e in spent] == [(2, 4, "broken_action")]
    assert table.last(PatientHealed).level == 2


def test_rul_30_not_in_the_pain_by_default() -> None:
    """RUL-30: By default nobody may heal as the action of a volley."""
    table = Table(scenario(healer(), hurt("Bo", 1), aftermath=HEALS))
    table.until_asked(ActionDeclared, 0)
    assert not table.offers(ActionDeclared, stance=HEALING)


def infirmary(attack: dict[str, Any], *dice: str) -> Table:
    """Let Ann heal Bo, of her side, while Cy acts; play that volley."""
    people = (
        healer(side="x"),
        hurt("Bo", 2, 5, side="x"),
        person("Cy", side="y"),
    )
    told = {"aftermath": HEALS, "rulings": {"healing_in_pain": True}}
    table = Table(scenario(*people, obstruct="choice", **told))
    table.wish(0, ActionDeclared, 1, stance=HEALING, target=1)
    table.wish(1, ActionDeclared, 1, stance=DEFENSIVE, ability="React")
    table.wish(2, ActionDeclared, 1, **attack)
    for who, signs in enumerate(dice):
        table.dice(1, who, signs)
    return table.until(VolleyClosed)


def test_rul_30_healing_as_an_action() -> None:
    """RUL-30, RUL-29: By a ruling a healer heals as the action of a volley."""
    table = infirmary({"stance": DEFENSIVE, "ability": "React"}, "000")
    assert table.boxes(1) == {1}
    assert table.of(HarmApplied) == []


@pytest.mark.parametrize(("ruling", "label"), [("travel", 1), ("stay", 3)])
def test_rul_27_labels_when_healed_marks_fall(ruling: str, label: int) -> None:
    """RUL-27, SS-HEAL-02: Marks that slide down keep their labels, or the boxes do."""
    marks = {"1": "instinct", "2": "reason", "5": "vigor"}
    people = (
        healer(side="x"),
        person("Bo", harm=marks, side="x"),
        person("Cy", side="y"),
    )
    rulings = {"healing_in_pain": True, "collapse_labels": ruling}
    table = Table(scenario(*people, aftermath=HEALS, rulings=rulings))
    table.wish(0, ActionDeclared, 1, stance=HEALING, target=1)
    for who in (1, 2):
        table.wish(who, ActionDeclared, 1, stance=DEFENSIVE, ability="React")
    table.until(VolleyClosed)
    assert table.last(PatientHealed).box == 2
    assert table.state.participants[1].harm == (2, label, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("dice", "left", "harm"),
    [
        (("+00", "", "000"), {1}, []),
        (("000", "", "000"), {2, 5}, []),
        (("000", "", "+00"), {2, 5}, [(0, 1)]),
    ],
)
def test_rul_30_whoever_hinders_must_be_beaten(
    dice: tuple[str, ...], left: set[int], harm: list[tuple[int, int]]
) -> None:
    """RUL-30: A healer in the Pain must beat whoever hinders the healing."""
    attack = {"stance": ACTIVE, "ability": "Brawl", "target": 0, "obstructs": True}
    table = infirmary(attack, *dice)
    assert table.boxes(1) == left
    assert [(e.who, e.amount) for e in table.of(HarmApplied)] == harm


def test_rul_30_two_healers_in_one_volley() -> None:
    """RUL-30: The second healer of a volley works on what the first has left.

    Also tested: SS-HEAL-02.
    """
    people = (
        healer(side="x"),
        hurt("Bo", 2, 5, side="x"),
        person("Cy", side="y"),
        healer("Di", side="x"),
    )
    rulings = {"healing_in_pain": True}
    table = Table(scenario(*people, aftermath=HEALS, rulings=rulings))
    for who in (0, 3):
        table.wish(who, ActionDeclared, 1, stance=HEALING, target=1)
    for who in (1, 2):
        table.wish(who, ActionDeclared, 1, stance=DEFENSIVE, ability="React")
    table.until(VolleyClosed)
    assert [event.box for event in table.of(PatientHealed)] == [2, 1]
    assert table.boxes(1) == set()


def act(name: str, pool: str, **told: object) -> dict[str, Any]:
    """Return an act of Ann's with Bo that fills a pool."""
    return {"name": name, "who": "Ann", "pool": pool, "partner": "Bo", **told}


@pytest.mark.parametrize(
    ("rule", "pool", "index"),
    [
        ("SS-REF-02", "vigor", 0),
        ("SS-REF-03", "instinct", 1),
        ("SS-REF-04", "reason", 2),
    ],
)
def test_ss_ref_01_to_04_an_act_fills_its_pool(
    rule: str, pool: str, index: int
) -> None:
    """SS-REF-01: Each kind of act fills its own pool to the full, and no other.

    Also tested: SS-REF-02, SS-REF-03, SS-REF-04 and SS-REF-06.
    """
    ann = person("Ann", now={"vigor": 0, "instinct": 1, "reason": 2})
    told = {"refresh": [act("a night out", pool)]}
    table = after_conceding(ann, person("Bo"), aftermath=told)
    table.choose(RefreshTaken).run()
    done = table.last(PoolRefreshed)
    assert (done.who, done.pool, done.before, done.after) == (0, index, index, 5)
    assert rule in done.cites
    pools = [0, 1, 2]
    pools[index] = 5
    assert list(table.state.participants[0].pools) == pools


def test_ss_ref_01_a_full_pool_needs_none() -> None:
    """SS-REF-01, SS-REF-05: No act is offered for a pool that is full."""
    told = {"refresh": [act("a night out", "vigor")]}
    table = after_conceding(person("Ann"), person("Bo"), aftermath=told)
    assert isinstance(table.asked, Outcome)
    assert table.of(PoolRefreshed) == []


@pytest.mark.parametrize(
    ("dice", "filled"), [(("+00", "000"), 1), (("000", "000"), 0), (("-00", "000"), 0)]
)
def test_ss_ref_05_a_contest_must_be_won(dice: tuple[str, str], filled: int) -> None:
    """SS-REF-05: An act with a contest fills the pool only if the contest is won.

    Also tested: RUL-70.
    """
    ann = person("Ann", now={"instinct": 1})
    contest = {"contest": ["Argue", "Argue"]}
    told = {"refresh": [act("a game", "instinct", **contest)]}
    table = after_conceding(ann, person("Bo"), aftermath=told).choose(RefreshTaken)
    table.dice(0, 0, dice[0]).dice(0, 1, dice[1]).run()
    assert len(table.of(PoolRefreshed)) == filled
    assert table.state.participants[0].pools[INSTINCT] == (5 if filled else 1)


WORN = {str(box): "vigor" for box in range(1, 8)}
"""Harm that leaves somebody broken after it has shaken out too [RUL-13]."""


def played(who: str, partner: str, **told: dict[str, Any]) -> Table:
    """Let Cy give up, and *who* begin a game that fills Instinct, with *partner*."""
    people = [person(name, **told.get(name, {})) for name in ("Ann", "Bo", "Cy")]
    for character in people:
        character["now"] = {"instinct": 1} | character.get("now", {})
    game = act("a game", "instinct", contest=["Sneak", "Argue"])
    game |= {"who": who, "partner": partner}
    table = Table(scenario(*people, aftermath={"refresh": [game]}))
    for conceding in (0, 1):
        table.until_asked(Conceded, conceding).choose(Conceded)
    return table.until_asked(RefreshTaken).choose(RefreshTaken)


@pytest.mark.parametrize(
    ("who", "partner"), [("Ann", "Cy"), ("Bo", "Ann"), ("Cy", "Bo"), ("Cy", "Ann")]
)
@pytest.mark.parametrize(("mine", "filled"), [("+0", True), ("00", False)])
def test_ss_ref_05_whoever_plays_it(
    who: str,
    partner: str,
    mine: str,
    filled: bool,  # noqa: FBT001 - a table of cases
) -> None:
    """SS-REF-05: Whoever begins a contest gains by winning it, and nobody else.

    Also tested: RUL-70.
    """
    names = ("Ann", "Bo", "Cy")
    table = played(who, partner)
    first, second = names.index(who), names.index(partner)
    table.dice(0, first, "0" + mine).dice(0, second, "000").run()
    rolled = [(roll.who, roll.why) for roll in table.of(DiceRolled)]
    assert rolled == [(first, "refreshment"), (second, "refreshment")]
    checks = table.last(DiceGathered).checks
    used = [table.state.ability(check.who, check.ability).name for check in checks]
    assert used == ["Sneak", "Argue"]
    full = [participant.pools[INSTINCT] for participant in table.state.participants]
    assert full == [5 if filled and seat == first else 1 for seat in range(3)]


@pytest.mark.parametrize("pays", [True, False])
def test_dp_21_a_broken_partner_is_asked_for_the_fee(pays: bool) -> None:  # noqa: FBT001
    """DP-21: A broken partner is asked for the fee, and has level 0 if it is not paid.

    Also tested: SS-HARM-09 and RUL-13.
    """
    table = played("Ann", "Bo", Bo={"harm": WORN})
    assert {option.who for option in table.options} == {1}
    assert isinstance(table.options[0], FeePaid)
    table.choose(FeePaid if pays else FeeRefused)
    spent = [(e.who, e.purpose, e.left) for e in table.of(PoolSpent)]
    assert spent == ([(1, "broken_action", 4)] if pays else [])
    # Bo rolls with the penalty die of the broken, and ties Ann's 2 if he does.
    table.dice(0, 0, "000").dice(0, 1, "000+").run()
    assert [roll.who for roll in table.of(DiceRolled)] == ([0, 1] if pays else [0])
    assert len(table.of(PoolRefreshed)) == (0 if pays else 1)
    assert len(table.of(DiceGathered)) == 1


def test_dp_21_who_cannot_pay_is_not_asked() -> None:
    """DP-21: A broken partner who cannot pay is not asked, and does not roll.

    Also tested: SS-HARM-09 and RUL-12.
    """
    told = {"harm": WORN, "now": {"reason": 0}}
    table = played("Ann", "Bo", Bo=told).dice(0, 0, "-00").run()
    assert table.of(FeePaid) == table.of(FeeRefused) == []
    assert [roll.who for roll in table.of(DiceRolled)] == [0]
    assert len(table.of(PoolRefreshed)) == 1


def test_dp_21_whoever_begins_it_has_chosen_to_pay() -> None:
    """DP-21: A broken character who begins a contest pays without being asked.

    Also tested: SS-HARM-09 and RUL-13.
    """
    table = played("Ann", "Bo", Ann={"harm": WORN})
    spent = [(e.who, e.pool, e.purpose) for e in table.of(PoolSpent)]
    assert spent == [(0, INSTINCT, "broken_action")]
    table.run()
    assert table.of(FeePaid) == []


def test_dp_21_each_contest_has_its_own_fee() -> None:
    """DP-21: A fee refused in one contest is asked for again in the next.

    Also tested: SS-HARM-09 and ENG-04.
    """
    people = [person("Ann"), person("Bo", harm=WORN), person("Cy")]
    for character in people:
        character["now"] = {"instinct": 1}
    game = act("a game", "instinct", contest=["Sneak", "Argue"])
    games = [game, game | {"who": "Cy"}]
    table = Table(scenario(*people, aftermath={"refresh": games}))
    for conceding in (0, 1):
        table.until_asked(Conceded, conceding).choose(Conceded)
    table.choose(RefreshTaken).choose(FeeRefused)
    table.until_asked(RefreshTaken, 2).choose(RefreshTaken).choose(FeePaid).run()
    rolled = [roll.who for roll in table.of(DiceRolled)]
    assert rolled == [0, 2, 1]


def test_rul_70_several_pools_take_several_acts() -> None:
    """RUL-70: Each pool is filled by an act of its own."""
    ann = person("Ann", now={"vigor": 1, "reason": 1})
    told = {"refresh": [act("a run", "vigor"), act("a play", "reason")]}
    table = after_conceding(ann, person("Bo"), aftermath=told)
    table.choose(RefreshTaken, act=0)
    assert table.state.participants[0].pools == (5, 5, 1)
    table.choose(RefreshTaken, act=1)
    assert table.state.participants[0].pools == (5, 5, 5)


def test_rul_70_never_during_the_pain() -> None:
    """RUL-70: Nobody is offered an act of refreshment during the Pain."""
    ann = person("Ann", now={"vigor": 1})
    told = {"refresh": [act("a run", "vigor")]}
    table = Table(scenario(ann, person("Bo"), aftermath=told))
    while len(table.of(VolleyClosed)) < 2:
        if isinstance(table.asked, Decision):
            assert not table.offers(RefreshTaken)
        table.step()


def test_ss_ref_05_one_may_pass() -> None:
    """SS-REF-05: Nobody has to refresh a pool: the scene may end without it."""
    ann = person("Ann", now={"vigor": 1})
    told = {"refresh": [act("a run", "vigor")]}
    table = after_conceding(ann, person("Bo"), aftermath=told).choose(Passed)
    assert isinstance(table.asked, Outcome)
    assert table.state.participants[0].pools == (1, 5, 5)


def test_eng_01_every_attempt_has_its_own_dice() -> None:
    """ENG-01, RUL-30: The attempts after a conflict are numbered."""
    rulings = {"healing_attempts_per_scene": "unlimited"}
    table = after_conceding(
        healer(), hurt("Bo", 1, 2, 3), aftermath=HEALS, rulings=rulings
    )
    for _ in range(3):
        table.choose(HealingTried, patient=1).until(PatientHealed)
    assert [roll.attempt for roll in table.of(DiceRolled)] == [1, 2, 3]


def test_rul_38_healers_roll_whoever_skips() -> None:
    """RUL-38, RUL-30: A healer rolls under `skip`, where an idle defender does not."""
    people = (healer(side="x"), hurt("Bo", 2, side="x"), person("Cy", side="y"))
    rulings = {"healing_in_pain": True, "double_defense": "skip"}
    table = Table(scenario(*people, aftermath=HEALS, rulings=rulings))
    table.wish(0, ActionDeclared, 1, stance=HEALING, target=1)
    for who in (1, 2):
        table.wish(who, ActionDeclared, 1, stance=DEFENSIVE, ability="React")
    table.until(VolleyClosed)
    assert [roll.who for roll in table.of(DiceRolled)] == [0]
    assert table.boxes(1) == set()
