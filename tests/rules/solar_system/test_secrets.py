"""Secrets: what they take, where they work, and what the catalogue makes of them."""

from typing import Any

import pytest

from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.events import secrets as s
from sim.rules.solar_system.events.aftermath import SceneEnded
from sim.rules.solar_system.scenario.catalogue import KEYS, SECRETS
from sim.rules.solar_system.scenario.setting import Key, Secret
from sim.rules.solar_system.state import growth_of
from sim.rules.solar_system.system import SYSTEM
from sim.seam.events import Seat
from sim.seam.protocol import Decision
from tests.rules.solar_system.table import Table, person, scenario
from tests.rules.solar_system.test_invariants import of
from tests.rules.solar_system.walks import CONFLICTS, Walk

ANN, BO = Seat(0), Seat(1)
OURS = "Secret of Ours"
POCKET = "Secret of the Hidden Pocket"


def fight(secret: dict[str, Any], **told: Any) -> Table:  # noqa: ANN401 - any field
    """Return the Pain between Bo and Ann, who knows this Secret."""
    ann = person("Ann", secrets=[OURS], **told.pop("ann", {}))
    bo = person("Bo", **told.pop("bo", {}))
    return Table(scenario(ann, bo, secrets={OURS: secret}, **told))


def cost(points: int = 1, pool: str = "vigor") -> dict[str, Any]:
    """Return what a Secret takes."""
    return {"pool": pool, "points": points}


def acting(table: Table) -> Table:
    """Have both act with Brawl against each other."""
    for who in (0, 1):
        table.wish(who, f.ActionDeclared, 1, stance=f.ACTIVE, ability="Brawl")
    return table


def harm(table: Table) -> c.Harm:
    """Return the harm that Bo suffers in the first volley."""
    met = table.until(c.ContestResolved).last(c.ContestResolved)
    assert met.harm_b is not None
    return met.harm_b


# Before the roll.


def test_ss_sec_01_a_secret_asks_for_points() -> None:
    """SS-SEC-01: A Secret is asked for before the die, and paid at once.

    Also tested: SS-POOL-07 and RUL-81.
    """
    table = acting(fight({"cost": cost(), "bonus_dice": 2})).until_asked(s.SecretUsed)
    assert table.options == (s.SecretDeclined(ANN, 0), s.SecretUsed(ANN, 0, 0))
    table.choose(s.SecretUsed)
    spent = table.last(c.PoolSpent)
    assert (spent.who, spent.amount, spent.left) == (ANN, 1, 4)
    assert spent.purpose == "secret"
    # Used once on this check, and now the pool die is asked for [INV-21, RUL-10].
    assert table.offers(f.DieBought)
    table.choose(f.DieBought)
    table.until(c.ContestResolved)
    assert table.last(c.PoolSpent).left == 3
    rolled = next(e for e in table.events if getattr(e, "why", "") == "volley")
    assert len(rolled.faces) == 6  # type: ignore[attr-defined]


def test_ss_sec_01_without_the_points_it_is_not_offered() -> None:
    """SS-SEC-01, SS-POOL-06: A Secret is not offered without the points it takes."""
    told: dict[str, Any] = {"ann": {"now": {"instinct": 0}}}
    table = acting(fight({"cost": cost(pool="instinct"), "bonus_dice": 1}, **told))
    table.until(c.ContestResolved)
    assert table.of(s.SecretDeclined) == []
    dear = acting(fight({"cost": cost(6), "bonus_dice": 1})).until(c.ContestResolved)
    assert dear.of(s.SecretDeclined) == []


def test_rul_81_the_worked_dice() -> None:
    """RUL-81: The dice of a Secret, a bought die and a bruise are counted together."""
    table = acting(fight({"bonus_dice": 1}, ann={"bruise_dice": 1}))
    table.wish(0, f.DieBought).until(c.ContestResolved)
    assert table.last(s.SecretsWorked).dice == ((0, 0, 1),)
    rolled = [e for e in table.events if getattr(e, "why", "") == "volley"]
    assert len(rolled[0].faces) == 4  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("told", "works"),
    [
        ({"bonus_dice": 1, "when": ["roofs"]}, True),
        ({"bonus_dice": 1, "when": ["roofs", "guild", "rogue", "Brawl"]}, True),
        ({"bonus_dice": 1, "when": ["market"]}, False),
        ({"bonus_dice": 1, "abilities": ["Brawl"]}, True),
        ({"bonus_dice": 1, "abilities": ["Sneak"]}, False),
        ({"speciality": True, "when": ["roofs"]}, True),
        ({}, False),
    ],
)
def test_rul_72_and_80_where_a_secret_works(told: dict[str, Any], works: bool) -> None:  # noqa: FBT001 - a table of cases
    """RUL-72: A Secret works only where its tags and ability are met.

    Also tested: RUL-80 and ENG-05.
    """
    ann = {"intentions": [{"name": "mild", "tags": ["guild"]}]}
    table = fight(told, ann=ann, bo={"tags": ["rogue"]}, tags=["roofs"])
    acting(table).until(c.ContestResolved)
    assert bool(table.of(s.SecretsWorked)) == works


@pytest.mark.parametrize(
    ("when", "works"), [(["rogue"], True), (["guild"], True), (["market"], False)]
)
def test_rul_80_a_secret_works_in_a_resisted_check(
    when: list[str],
    works: bool,  # noqa: FBT001 - a table of cases
) -> None:
    """RUL-80, ENG-05: A Secret may depend on the goal and on the one who resists.

    Cy of the market, who looks on, is not whom it is against.
    """
    goal = {"name": "mild", "tags": ["guild"]}
    ann = person("Ann", secrets=[OURS], intentions=[goal])
    bo, cy = person("Bo", tags=["rogue"]), person("Cy", tags=["market"])
    checks = [{"who": who, "abilities": ["Brawl"]} for who in ("Ann", "Bo")]
    opening = {"kind": "resisted", "checks": checks}
    secret = {OURS: {"bonus_dice": 1, "when": when}}
    table = Table(scenario(ann, bo, cy, opening=opening, secrets=secret))
    table.until(c.CheckResolved)
    assert bool(table.of(s.SecretsWorked)) == works


@pytest.mark.parametrize(
    ("first", "works"),
    [({}, True), ({"later": True}, False), ({"target": "Cy"}, False)],
)
def test_rul_80_in_a_check_the_goal_is_one_to_begin_with(
    first: dict[str, object], *, works: bool
) -> None:
    """RUL-80: In a check the first goal counts that can be had of the other now."""
    goals = [{"name": "guilds", "tags": ["guild"]} | first, {"name": "mild"}]
    ann = person("Ann", secrets=[OURS], intentions=goals)
    checks = [{"who": who, "abilities": ["Brawl"]} for who in ("Ann", "Bo")]
    opening = {"kind": "resisted", "checks": checks}
    secret = {OURS: {"bonus_dice": 1, "when": ["guild"]}}
    people = ann, person("Bo"), person("Cy")
    table = Table(scenario(*people, opening=opening, secrets=secret))
    table.until(c.CheckResolved)
    assert bool(table.of(s.SecretsWorked)) == works


@pytest.mark.parametrize(("target", "asked"), [(1, True), (2, False)])
def test_rul_80_a_guard_is_for_who_is_attacked(target: int, *, asked: bool) -> None:
    """RUL-80: A guard is offered only to somebody at whom an attack is aimed."""
    bo = person("Bo", secrets=[OURS])
    people = person("Ann"), bo, person("Cy")
    table = Table(scenario(*people, secrets={OURS: {"cost": cost(), "guard": 1}}))
    for who, aim in ((0, target), (1, 2), (2, 0)):
        table.wish(who, f.IntentDeclared, 0, target=aim)
    for who, stance in ((0, f.ACTIVE), (1, f.DEFENSIVE), (2, f.DEFENSIVE)):
        table.wish(who, f.ActionDeclared, 1, stance=stance)
    table.until(c.VolleyClosed)
    assert (bool(table.of(s.SecretDeclined))) == asked


def test_rul_72_what_speciality_gives() -> None:
    """RUL-72: Speciality gives as many bonus dice as the ruling says, perhaps none."""
    rulings = {"speciality_bonus_dice": 3}
    table = acting(fight({"speciality": True}, rulings=rulings))
    assert table.until(s.SecretsWorked).last(s.SecretsWorked).dice == ((0, 0, 3),)
    none = acting(fight({"speciality": True}, rulings={"speciality_bonus_dice": 0}))
    assert none.until(c.ContestResolved).of(s.SecretsWorked) == []


def test_rul_81_silence_uses_none_and_each_is_offered_once() -> None:
    """RUL-81, INV-21: Each Secret is offered once a check, until one is declined."""
    secrets = {"One": {"cost": cost(), "bonus_dice": 1}}
    secrets |= {"Two": {"cost": cost(), "bonus_dice": 1}}
    ann = person("Ann", secrets=["Two", "One"])
    table = acting(Table(scenario(ann, person("Bo"), secrets=secrets)))
    table.until_asked(s.SecretUsed)
    used = [
        option.secret for option in table.options if isinstance(option, s.SecretUsed)
    ]
    assert used == [1, 0]
    assert table.options[0].passes
    table.choose(s.SecretUsed, secret=1)
    assert table.options == (s.SecretDeclined(ANN, 0), s.SecretUsed(ANN, 0, 0))
    table.choose(s.SecretDeclined)
    assert table.offers(f.DieBought)
    # In the next volley it may be used again.
    table.until(c.VolleyClosed)
    assert table.until_asked(s.SecretUsed).state.round == 2


def test_rul_09_each_roller_is_asked_for_his_secret_before_his_die() -> None:
    """RUL-09, RUL-81: Each roller is asked for a Secret first, and then for a die."""
    secret = {OURS: {"cost": cost(), "bonus_dice": 1}}
    people = [person(name, secrets=[OURS]) for name in ("Ann", "Bo")]
    table = acting(Table(scenario(*people, secrets=secret)))
    table.until_asked(s.SecretUsed)
    asked: list[tuple[int, str]] = []
    for _ in range(4):
        asked.append((table.options[0].who, type(table.options[0]).__name__))
        table.take(table.options[0])
    assert asked == [
        (0, "SecretDeclined"),
        (0, "DieDeclined"),
        (1, "SecretDeclined"),
        (1, "DieDeclined"),
    ]


def test_ss_sec_01_in_a_simple_check() -> None:
    """SS-SEC-01: In a simple check Secrets that give dice are offered, and no others.

    Also tested: RUL-81.
    """
    checks = [
        {"who": "Ann", "abilities": ["Brawl"]},
        {"who": "Bo", "abilities": ["Brawl"]},
    ]
    opening = {"kind": "resisted", "checks": checks}
    table = fight({"cost": cost(), "bonus_dice": 1}, opening=opening)
    assert table.offers(s.SecretUsed)
    for idle in ({"harm": 1}, {"guard": 1}):
        table = fight({"cost": cost(), **idle}, opening=opening)
        assert table.offers(f.DieBought)


def test_ss_ref_and_secrets_in_the_recovery() -> None:
    """RUL-81: A Secret helps a healing check that uses its ability."""
    ann = {"ranks": {"First Aid": "novice"}}
    table = fight(
        {"bonus_dice": 2, "abilities": ["First Aid"]},
        ann=ann,
        bo={"harm": {"1": "vigor"}},
        aftermath={"heal_with": ["First Aid"]},
        opening={"kind": "interlude"},
    )
    table.choose(f.HealingTried).run()
    assert table.of(s.SecretsWorked)[0].dice == ((0, 0, 2),)


# On harm.


@pytest.mark.parametrize("paid", [False, True])
def test_ss_sec_04_the_worked_harm(paid: bool) -> None:  # noqa: FBT001 - both
    """SS-SEC-04: The harm of a Secret is added to margin and weapon, less armour.

    Also tested: RUL-18 and SS-VOL-05.
    """
    knife = [{"name": "knife", "bonuses": [{"role": "weapon", "rating": 1}]}]
    mail = [{"name": "mail", "bonuses": [{"role": "armor", "rating": 1}]}]
    secret: dict[str, Any] = {"harm": 1} | ({"cost": cost()} if paid else {})
    table = acting(fight(secret, ann={"items": knife}, bo={"items": mail}))
    if paid:
        table.wish(0, s.SecretUsed)
    dealt = harm(table.dice(1, 0, "++0"))
    assert (dealt.base, dealt.weapon, dealt.armor, dealt.amount) == (2, 1, 1, 3)
    modified = table.last(s.HarmModified)
    assert (modified.by, modified.who, modified.amount) == (ANN, BO, 1)


def test_ss_sec_04_a_hook_of_one_harm() -> None:
    """SS-SEC-04: A Secret adds its harm only if its points are paid."""
    table = acting(fight({"cost": cost(2), "harm": 1})).dice(1, 0, "++0")
    assert harm(table.wish(0, s.SecretUsed)).amount == 3
    table = acting(fight({"cost": cost(2), "harm": 1})).dice(1, 0, "++0")
    assert harm(table).amount == 2
    assert table.of(s.HarmModified) == []


def test_rul_81_the_worked_guard() -> None:
    """RUL-81, RUL-18: A guard lowers the harm, and does not change who wins."""
    guard = {OURS: {"cost": cost(), "guard": 4}}
    people = [person("Ann"), person("Bo", secrets=[OURS])]
    table = acting(Table(scenario(*people, secrets=guard))).dice(1, 0, "++0")
    table.wish(1, s.SecretUsed)
    assert harm(table).amount == 0
    met = table.last(c.ContestResolved)
    assert (met.winner, met.margin) == (ANN, 2)
    assert table.last(s.HarmModified).amount == -4


def test_rul_81_they_add_up_and_lapse() -> None:
    """RUL-81, INV-21: All Secrets in force are added up, for one volley only."""
    secrets = {"One": {"cost": cost(), "harm": 1}, "Two": {"harm": 2}}
    ann = person("Ann", secrets=["One", "Two"])
    table = acting(Table(scenario(ann, person("Bo"), secrets=secrets)))
    table.wish(0, s.SecretUsed, 1).dice(1, 0, "+00").dice(2, 0, "+00")
    assert harm(table).amount == 4
    table.until(c.ContestResolved)
    amounts = [event.amount for event in table.of(s.HarmModified)]
    assert amounts == [3, 2]


def test_rul_17_a_secret_alone_does_no_harm() -> None:
    """SS-HARM-02, RUL-17: A Secret alone does no harm."""
    table = acting(fight({"harm": 3})).until(c.ContestResolved)
    assert table.last(c.ContestResolved).stalemate
    assert table.of(s.HarmModified) == []


def test_rul_58_a_side_s_secrets_count_for_its_last_roll() -> None:
    """RUL-58, RUL-81: In Zeitgeist the Secrets of a side add up in its last roll."""
    people = [
        person("Ann", side="x", secrets=[OURS]),
        person("Cy", side="x", ranks={"Brawl": "greenhorn"}),
        person("Bo", side="y"),
    ]
    told = scenario(*people, secrets={OURS: {"harm": 1}}, method="zeitgeist")
    table = Table(told)
    for who in (0, 1, 2):
        table.wish(who, f.ActionDeclared, 1, stance=f.ACTIVE, ability="Brawl")
    table.dice(1, 1, "++++++").until(c.ContestResolved)
    assert [event.amount for event in table.of(s.HarmModified)] == [1]


# With a check of their own.


def pocket(stealth: str = "novice", points: int = 1, **told: Any) -> Table:  # noqa: ANN401 - any field
    """Return an interlude in which Ann has the Hidden Pocket."""
    setting = {"Stealth": "instinct", "Brawl": "vigor", "Sneak": "instinct"}
    ann = person(
        "Ann",
        secrets=[POCKET],
        ranks={"Stealth": stealth},
        now={"instinct": points},
        **told.pop("ann", {}),
    )
    return Table(
        scenario(
            ann,
            person("Bo"),
            abilities=setting | {"Argue": "reason"},
            **({"opening": {"kind": "interlude"}} | told),
        )
    )


@pytest.mark.parametrize(("dice", "produced"), [("+00", True), ("000", False)])
def test_ss_sec_03_the_hidden_pocket(dice: str, produced: bool) -> None:  # noqa: FBT001 - a table of cases
    """SS-SEC-03: The Hidden Pocket costs a point and a check, and may be tried once.

    Also tested: RUL-72 and RUL-82.
    """
    table = pocket()
    table.choose(s.PocketTried)
    assert table.last(c.PoolSpent).left == 0
    table.roll(dice).run()
    assert len(table.of(s.PropProduced)) == produced
    made = growth_of(table.state, ANN).produced
    assert made == (("something small and cheap",) if produced else ())
    assert table.state.participants[ANN].pools[1] == 0
    assert len(table.of(s.PocketTried)) == 1


def test_ss_sec_03_without_the_point_it_is_not_offered() -> None:
    """SS-SEC-03: A Secret is not offered without its point, and the fee of the broken.

    Also tested: RUL-13.
    """
    assert not isinstance(pocket(points=0).asked, Decision)
    track = {str(box): "vigor" for box in range(1, 8)}
    assert not isinstance(pocket(ann={"harm": track}).asked, Decision)
    broken = pocket(points=2, ann={"harm": track})
    broken.choose(s.PocketTried)
    assert [event.left for event in broken.of(c.PoolSpent)] == [1, 0]
    assert broken.state.participants[ANN].pools[1] == 0


def test_rul_82_never_twice_in_one_interlude() -> None:
    """RUL-82: Nobody tries a Secret twice in one interlude."""
    table = pocket(points=5)
    table.choose(s.PocketTried)
    table.run()
    assert len(table.of(s.PocketTried)) == 1


@pytest.mark.parametrize("dice", ["+00", "000", "---"])
def test_rul_82_is_not_offered_again(dice: str) -> None:
    """RUL-82: A Secret is not offered again, whatever came of its check."""
    table = pocket(points=5)
    table.choose(s.PocketTried)
    table.dice(0, ANN, dice).until(SceneEnded)
    assert table.state.participants[ANN].pools[1] == 4
    assert not isinstance(table.asked, Decision)


@pytest.mark.parametrize(
    ("points", "dice", "how"),
    [(1, "+00", "success"), (1, "000", "failure"), (0, "", "failure")],
)
def test_rul_82_as_an_opening(points: int, dice: str, how: str) -> None:
    """RUL-82, SS-UNO-04: As an opening, the check of a Secret takes its points."""
    check = {"who": "Ann", "abilities": ["Stealth"], "secret": POCKET}
    table = pocket(points=points, opening={"kind": "unopposed", "checks": [check]})
    if points:
        assert table.last(c.PoolSpent).left == 0
        table.roll(dice)
    table.run()
    assert table.outcome.how == how
    assert bool(table.of(s.PropProduced)) == (how == "success")
    assert len(table.of(c.PoolSpent)) == points


def test_rul_82_who_may_open_with_a_secret_and_by_what() -> None:
    """RUL-82: An opening for a Secret is its owner's, by the Secret's own ability."""
    check = {"who": "Ann", "abilities": ["Brawl"], "secret": POCKET}
    with pytest.raises(Exception, match="of the Secret's own ability"):
        pocket(opening={"kind": "unopposed", "checks": [check]})
    other = check | {"who": "Bo"}
    with pytest.raises(Exception, match="expected nothing: there is none"):
        pocket(opening={"kind": "unopposed", "checks": [other]})


# The catalogue.


def test_section_30_is_catalogued() -> None:
    """RUL-72: Thirteen Secrets and six Keys are known, of which three do something.

    Also tested: SS-SEC-02 and SS-KEY-05.
    """
    assert len(SECRETS) == 13
    assert len(KEYS) == 6
    able = {name for name, secret in SECRETS.items() if secret != Secret()}
    assert able == {POCKET, "Secret of Speciality"}
    assert {name for name, key in KEYS.items() if key != Key()} == {"Key of Conscience"}
    labels = sorted(set(SECRETS) - able)
    ann = person("Ann", secrets=labels)
    table = acting(Table(scenario(ann, person("Bo")))).until(c.ContestResolved)
    assert table.of(s.SecretsWorked) == table.of(s.HarmModified) == []


def test_ss_sec_05_imbuement_and_body_weaponry_are_items() -> None:
    """SS-SEC-05, RUL-83: An item that a Secret gives counts like any other."""
    spear = {"name": "spear", "bonuses": [{"role": "weapon", "rating": 2}]}
    table = acting(fight({"item": spear})).dice(1, 0, "+00")
    dealt = harm(table)
    assert (dealt.weapon, dealt.amount) == (2, 3)


@CONFLICTS
def test_inv_21_what_secrets_do_and_take(walk: Walk) -> None:
    """INV-21: No Secret is used twice on a check, or after its roll."""
    used: set[tuple[int, int]] = set()
    fallen = False
    for step in walk.steps:
        event = step.event
        if isinstance(event, c.DiceGathered):
            used, fallen = set(), False
        elif isinstance(event, s.SecretUsed):
            assert not fallen
            assert (event.roll, event.secret) not in used
            used.add((event.roll, event.secret))
        elif getattr(event, "faces", None) is not None:
            fallen = True
    for step in of(walk, s.HarmModified):
        event = step.event
        assert isinstance(event, s.HarmModified)
        secrets = step.before.setup.people.secrets
        most = (
            2
            * sum(secret.harm + secret.guard for secret in secrets)
            * len(step.before.participants)
        )
        assert 0 < abs(event.amount) <= most
    for step in walk.steps:
        assert SYSTEM.describe(step.before, step.event)
