"""What a Key pays and how often, and what striking it out brings."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.rules.solar_system import facts as f
from sim.rules.solar_system.consequences import ConflictClosed
from sim.rules.solar_system.events import interlude as i
from sim.rules.solar_system.keys.awarding import awards
from sim.rules.solar_system.scenario.catalogue import KEYS
from sim.rules.solar_system.state import growth_of
from sim.seam.events import Seat
from sim.seam.protocol import Decision, Outcome
from tests.rules.solar_system.table import Table, person, scenario

ANN, BO = Seat(0), Seat(1)
CONSCIENCE: dict[str, Any] = {
    "tiers": [
        {"on": "scene", "when": ["help"], "xp": 1},
        {"on": "scene", "when": ["defence"], "xp": 2},
        {"on": "scene", "when": ["a new life"], "xp": 5},
    ],
    "buyoff": {"on": "scene", "when": ["ignored"]},
}


def doing(*scenes: list[str], **told: Any) -> Table:  # noqa: ANN401 - any field
    """Return an interlude in which Ann, with the Key, does these things."""
    ann = person("Ann", keys=["Key of Ours"], **told.pop("ann", {}))
    return Table(
        scenario(
            ann,
            person("Bo", **told.pop("bo", {})),
            opening={"kind": "interlude"},
            keys=told.pop("keys", {"Key of Ours": CONSCIENCE}),
            scenes=[{"who": "Ann", "tags": tags} for tags in scenes],
            **told,
        )
    )


def xp(table: Table) -> list[tuple[int, int, int]]:
    """Return (amount, XP after, advances after) of all changes so far."""
    return [
        (event.amount, event.xp, event.advances)
        for event in table.of(i.ExperienceChanged)
    ]


def test_ss_key_01_and_02_each_occasion_pays_its_tier() -> None:
    """SS-KEY-01, SS-KEY-02: Each occasion pays the experience of its tier."""
    table = doing(["help"], ["defence"]).run()
    assert xp(table) == [(1, 1, 0), (2, 3, 0)]
    assert table.of(i.ExperienceChanged)[1].tier == 1


def test_the_key_of_conscience_of_the_text() -> None:
    """SS-KEY-02: The Key of Conscience pays 1, 2 and 5, and any setting may name it.

    Also tested: SS-KEY-05.
    """
    key = KEYS["Key of Conscience"]
    assert [tier.xp for tier in key.tiers] == [1, 2, 5]
    assert key.buyoff is not None
    table = doing(keys={"Key of Ours": {}, "Key of Conscience": {}})
    assert table.state.setup.people.keys[1].tiers[2].xp == 5


def test_rul_61_and_86_the_worked_awards() -> None:
    """RUL-61: Every five points of experience become an advance, those of a Buyoff too.

    Also tested: RUL-85 and RUL-86.
    """
    keys = {"Key of Ours": CONSCIENCE, "Key of Theirs": CONSCIENCE}
    table = doing(["help"], ["defence"], ["ignored"], keys=keys)
    table.wish(0, i.KeyErased).run()
    assert xp(table) == [(1, 1, 0), (2, 3, 0), (10, 13, 0), (-10, 3, 2)]
    later = doing(
        ["a new life"], ["help"], ann={"record": {"xp": 3, "advances": 2}}
    ).run()
    assert xp(later) == [(5, 8, 2), (-5, 3, 3), (1, 4, 3)]
    grown = growth_of(later.state, ANN)
    assert (grown.earned, grown.xp, grown.advances) == (6, 4, 3)


def test_ss_key_06_another_rate() -> None:
    """SS-KEY-06, RUL-61: `xp_per_advance` sets how much experience makes an advance."""
    table = doing(["a new life"], rulings={"xp_per_advance": 2}).run()
    assert xp(table) == [(5, 5, 0), (-4, 1, 2)]


@pytest.mark.parametrize("erases", [False, True])
def test_ss_key_03_a_buyoff_may_be_declined(erases: bool) -> None:  # noqa: FBT001 - both
    """SS-KEY-03, RUL-86: A Buyoff pays 10 and strikes the Key out, or is declined.

    What was a Buyoff pays no tier, and an erased Key pays nothing afterwards (INV-22).
    """
    table = doing(["ignored", "help"], ["help"])
    assert table.options == (i.KeyKept(ANN, 0), i.KeyErased(ANN, 0))
    assert table.options[0].passes
    table.choose(i.KeyErased if erases else i.KeyKept)
    table.run()
    if erases:
        assert xp(table) == [(10, 10, 0), (-10, 0, 2)]
        assert growth_of(table.state, ANN).keys == ()
        assert growth_of(table.state, ANN).erased == (0,)
    else:
        assert xp(table) == [(1, 1, 0)]
        assert growth_of(table.state, ANN).keys == (0,)


def fight(key: dict[str, Any], **told: Any) -> Table:  # noqa: ANN401 - any field
    """Return a conflict in which Ann has a Key of this kind."""
    ann = person("Ann", keys=["Key of Ours"], **told.pop("ann", {}))
    bo = person("Bo", **told.pop("bo", {}))
    return Table(scenario(ann, bo, keys={"Key of Ours": key}, **told))


def tier(on: str, xp_: int = 1, **more: object) -> dict[str, Any]:
    """Return one tier of a Key."""
    return {"on": on, "xp": xp_, **more}


@pytest.mark.parametrize("worths", [(1, 2), (2, 1)])
def test_rul_64_of_one_act_the_highest_tier_pays(worths: tuple[int, int]) -> None:
    """RUL-64: Of two tiers that fit one act the higher one pays, in any order."""
    key = {"tiers": [tier("won", worth) for worth in worths]}
    table = fight(key).wish(1, f.Conceded).run()
    assert xp(table) == [(2, 2, 0)]


@pytest.mark.parametrize(
    ("on", "who"),
    [
        ("won", ANN),
        ("obtained", ANN),
        ("intended", ANN),
        ("lost", BO),
        ("suffered", BO),
        ("conceded", BO),
    ],
)
def test_rul_84_what_is_done_in_the_pain(on: str, who: Seat) -> None:
    """RUL-84: What each has done in the Pain pays, once the conflict is closed."""
    key = {"tiers": [tier(on)]}
    people = [person("Ann", keys=["K"]), person("Bo", keys=["K"])]
    table = Table(scenario(*people, keys={"K": key})).wish(1, f.Conceded).run()
    paid = [event.who for event in table.of(i.ExperienceChanged)]
    assert paid == ([ANN, BO] if on == "intended" else [who])
    order = [type(event) for event in table.events]
    assert order.index(ConflictClosed) < order.index(i.ExperienceChanged)


def test_rul_84_who_gives_up_sealed_has_conceded() -> None:
    """RUL-84, RUL-41: Whoever gives up in secret has conceded, and nobody else."""
    people = [person("Ann", keys=["K"]), person("Bo", keys=["K"])]
    key = {"K": {"tiers": [tier("conceded")]}}
    sealed = {"concession_mode": "sealed"}
    table = Table(scenario(*people, keys=key, rulings=sealed))
    table.wish(1, f.AnsweredSealed, 0, concedes=True).run()
    assert [event.who for event in table.of(i.ExperienceChanged)] == [BO]


def test_rul_84_changes_bystanders_healing_and_refreshment() -> None:
    """RUL-84: What is done outside the exchange pays its Keys as well."""
    on = ("joined", "stayed_out", "changed", "healed", "refreshed")
    keys = {f"K {deed}": {"tiers": [tier(deed)]} for deed in on}
    people = [
        person("Ann", keys=list(keys), ranks={"First Aid": "master"}, side="x"),
        person(
            "Bo", harm={"1": "vigor"}, now={"vigor": 1}, side="y", keys=["K changed"]
        ),
        person("Cy", keys=["K joined"], bystander=True, side="x"),
        person("Di", keys=["K stayed_out"], bystander=True, side="y"),
    ]
    act = {"name": "a walk", "who": "Ann", "pool": "vigor", "partner": "Bo"}
    people[0]["now"] = {"vigor": 1}
    told = scenario(
        *people,
        keys=keys,
        aftermath={"heal_with": ["First Aid"], "refresh": [act]},
    )
    table = Table(told)
    table.wish(2, f.Joined).wish(1, f.IntentChanged).wish(1, f.Conceded, 1)
    table.wish(0, f.HealingTried).wish(0, f.RefreshTaken).run()
    names = [name.removeprefix("K ") for name in keys]
    paid = [
        (event.who, names[event.key or 0]) for event in table.of(i.ExperienceChanged)
    ]
    assert paid == [
        (1, "changed"),
        (2, "joined"),
        (3, "stayed_out"),
        (0, "healed"),
        (0, "refreshed"),
    ]


def test_rul_84_tags_and_whom_it_is_toward() -> None:
    """RUL-84: An act pays only where the tags and the one it is toward are met.

    Also tested: ENG-05.
    """
    fits = [
        tier("won", when=["alley", "rogue", "guild"]),
        tier("won", 2, toward="Bo"),
        tier("won", 3, toward="Cy"),
        tier("won", 4, when=["market"]),
    ]
    ann = {"intentions": [{"name": "mild", "tags": ["guild"]}]}
    for number, fit in enumerate(fits):
        table = fight({"tiers": [fit]}, tags=["alley"], ann=ann, bo={"tags": ["rogue"]})
        table.wish(1, f.Conceded).run()
        assert len(xp(table)) == (number < 2)


@pytest.mark.parametrize(
    ("when", "met"),
    [
        (["help", "the poor"], True),
        (["help", "the rich"], False),
        (["the rich"], False),
        ([], True),
    ],
)
def test_rul_84_every_tag_is_asked_for(when: list[str], met: bool) -> None:  # noqa: FBT001 - a table of cases
    """RUL-84: A Key pays, and is bought off, only where all of its tags match.

    Also tested: ENG-05.
    """
    here: dict[str, Any] = {"on": "scene", "when": when}
    never = {"on": "scene", "when": ["never"]}
    paying = {"Key of Ours": {"tiers": [here | {"xp": 1}], "buyoff": never}}
    table = doing(["help", "the poor"], keys=paying).run()
    assert len(xp(table)) == met
    leaving = {"Key of Ours": {"tiers": [never | {"xp": 1}], "buyoff": here}}
    table = doing(["help", "the poor"], keys=leaving)
    asked = isinstance(table.asked, Decision)
    assert asked == met
    if asked:
        assert isinstance(table.options[0], i.KeyKept)


@pytest.mark.parametrize(
    ("ruling", "amounts"), [("per_scene", [1, 2]), ("per_event", [1, 1, 2])]
)
def test_rul_85_the_same_act_pays_once_a_scene(ruling: str, amounts: list[int]) -> None:
    """RUL-85: The same act pays once in a scene, unless `per_event` pays each time."""
    key = {"tiers": [tier("intended"), tier("obtained", 2)]}
    table = fight(key, rulings={"key_awards": ruling})
    table.wish(0, f.IntentChanged, 1).wish(0, f.IntentDeclared, 2, goal=1)
    table.wish(1, f.Conceded, 2)
    table.run()
    assert [amount for amount, _, _ in xp(table) if amount > 0] == amounts


def test_rul_85_scenes_pay_one_after_another() -> None:
    """RUL-85: The same act pays again in another scene."""
    assert [amount for amount, _, _ in xp(doing(["help"], ["help"]).run())] == [1, 1]


def test_the_story_guide_judges_where_he_is_asked() -> None:
    """RUL-84, ENG-02: Asked about a Key, the Story Guide decides whether it pays."""
    asked = {"asked": ["key_tier"]}
    table = doing(["help"], ["defence"], story_guide=asked)
    assert [option.value for option in table.options] == [1, 0]
    table.choose(f.StoryGuideRuled, value=0)
    table.choose(f.StoryGuideRuled, value=1).run()
    assert xp(table) == [(2, 2, 0)]


def test_rul_87_the_order_of_the_interlude() -> None:
    """RUL-87: Awards come first, then recovery, scenes and advances."""
    act = {"name": "a walk", "who": "Ann", "pool": "vigor", "partner": "the porters"}
    table = fight(
        {"tiers": [tier("won", 5), tier("scene", 1)]},
        ann={"now": {"vigor": 1}},
        scenes=[{"who": "Ann", "tags": []}],
        aftermath={"refresh": [act]},
        advancing=True,
    )
    table.wish(1, f.Conceded).wish(0, f.RefreshTaken).run()
    kinds = (i.ExperienceChanged, f.RefreshTaken, i.AdvanceBanked, ConflictClosed)
    order = [type(event) for event in table.events if isinstance(event, kinds)]
    assert order == [
        ConflictClosed,
        *[i.ExperienceChanged] * 2,
        f.RefreshTaken,
        i.ExperienceChanged,
        i.AdvanceBanked,
    ]
    assert table.outcome.how == "conceded"
    assert table.outcome.returns == (1.0, 0.0)


def test_rul_90_a_partner_without_a_seat() -> None:
    """RUL-90: Anybody may be the partner of an act, but a contest needs a seat.

    Also tested: SS-REF-05.
    """
    act = {"name": "dice", "who": "Ann", "pool": "vigor", "partner": "the porters"}
    table = doing(ann={"now": {"vigor": 1}}, aftermath={"refresh": [act]})
    table.wish(0, f.RefreshTaken).run()
    assert table.state.participants[ANN].pools[0] == 5
    contest = act | {"contest": ["Argue", "Argue"]}
    with pytest.raises(Exception, match="expected one of Ann, Bo"):
        doing(aftermath={"refresh": [contest]})


@given(st.lists(st.sampled_from(["help", "defence", "a new life", "ignored"])))
def test_experience_is_never_lost(acts: list[str]) -> None:
    """RUL-61: All that was earned is there as experience or as advances."""
    table = doing(*([act] for act in acts))
    erased = False
    while not isinstance(table.asked, Outcome):
        erased = True
        table.choose(i.KeyErased)
    grown = growth_of(table.state, ANN)
    worth = {"help": 1, "defence": 2, "a new life": 5}
    paid = acts[: acts.index("ignored")] if erased else acts
    assert grown.earned == sum(worth[act] for act in paid) + 10 * erased
    assert grown.earned == grown.xp + 5 * grown.advances
    assert grown.xp < 5
    assert awards(table.state) == []
