"""What goes along from conflict to conflict, and a campaign of whole chapters."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from sim.audit.store import StoreAudit
from sim.campaign.campaign import Campaign
from sim.campaign.events import ChapterPlayed
from sim.campaign.load import load
from sim.campaign.plan import cast, plan_of
from sim.campaign.recorded import Game, find
from sim.conflict.replay import replay
from sim.dice.seed import conflict_key
from sim.library.scenario import canonical, from_json, scenario_digest
from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.between.carrying import carried, entered, in_session
from sim.rules.solar_system.events import interlude as i
from sim.rules.solar_system.events import secrets as s
from sim.rules.solar_system.events.aftermath import PoolRefreshed
from sim.rules.solar_system.events.interlude import AdvanceSpent
from sim.rules.solar_system.scenario.sheet import SolarScenario
from sim.rules.solar_system.state import growth_of
from sim.rules.solar_system.system import SYSTEM
from sim.run.run import RunResult, run
from sim.seam.events import Seat
from sim.seam.protocol import Description
from sim.store.store import MEMORY, Store, open_store
from tests.campaign.test_run import cut
from tests.rules.checked import checked
from tests.rules.drawn import Drawn
from tests.rules.solar_system.table import Table, person, scenario
from tests.rules.solar_system.walks import CONFLICTS, WALKS, Walk

ANN, BO, CY = Seat(0), Seat(1), Seat(2)
PERMANENT = [{"name": "kill", "permanent": True}]
GAMES = 4


def of_ann_and_bo(*more: dict[str, Any], **told: Any) -> SolarScenario:  # noqa: ANN401 - any field
    """Return a conflict of Ann and Bo, and whoever is there beside them."""
    return scenario(person("Ann"), person("Bo"), *more, **told)


def entering(told: SolarScenario, records: dict[str, Description]) -> SolarScenario:
    """Return *told* as those who carry *records* enter it, checked."""
    next_ = entered(told, records)
    assert next_ is not None
    return checked(SYSTEM, from_json(canonical(next_)).scenario)


def test_rul_92_the_sheet_goes_along_as_it_has_become() -> None:
    """RUL-92: Pools, ranks, Secrets, Keys, harm, bruise dice and experience go along.

    Also tested: SS-HARM-12.
    """
    sheet: dict[str, Any] = {
        "pools": {"vigor": 4, "instinct": 3, "reason": 2},
        "now": {"vigor": 1},
        "secrets": ["Secret of Disarm"],
        "keys": ["Key of Vengeance"],
        "harm": {"1": "vigor", "4": "reason"},
        "bruise_dice": 2,
        "items": [{"name": "knife", "bonuses": [{"role": "weapon", "rating": 1}]}],
        "record": {
            "xp": 3,
            "advances": 2,
            "earned": 13,
            "spent": 1,
            "last": "vigor",
            "erased": ["Key of Bloodlust"],
        },
    }
    first = scenario(person("Ann", **sheet), person("Bo"))
    records = carried(SYSTEM.initial(first))
    after = entering(of_ann_and_bo(), records)
    ann, there = first.seats[0], after.seats[0]
    for name in (*sheet, "abilities"):
        assert getattr(there, name) == getattr(ann, name), name
    assert after.seats[1] == first.seats[1]
    assert carried(SYSTEM.initial(after)) == records


def test_rul_92_the_rest_is_the_chapter_s_own() -> None:
    """RUL-92: Intentions, sides, agents and tags are those of each chapter."""
    told = of_ann_and_bo(tags=["court"])
    own = {
        "intentions": [{"name": "talk"}],
        "side": "x",
        "agent": "bold",
        "tags": ["z"],
    }
    later = scenario(person("Ann", **own), person("Bo"), tags=["market"])
    after = entering(later, carried(SYSTEM.initial(told)))
    assert after == later
    assert entered(later, {}) == later
    assert scenario_digest(after) == scenario_digest(later)


def test_rul_92_harm_that_stays_after_shake_out() -> None:
    """RUL-92: Harm that stays after shake-out is there in the next conflict.

    Also tested: SS-SHAKE-01 and SS-HARM-12.
    """
    hurt = person("Bo", harm={"2": "vigor", "6": "vigor"})
    table = Table(scenario(person("Ann"), hurt)).wish(1, f.Conceded).run()
    records = carried(table.state)
    assert records["Bo"]["harm"] == [["1", "vigor"], ["2", "vigor"]]
    later = Table(entering(of_ann_and_bo(), records))
    for who in (0, 1):
        later.wish(who, f.ActionDeclared, 1, stance=f.ACTIVE, ability="Brawl")
    later.dice(1, 0, "+00").until(c.HarmApplied)
    assert later.last(c.HarmApplied).box == 3


def test_rul_92_what_a_setting_does_not_know_waits() -> None:
    """RUL-92: What a setting does not know goes along unused, and comes back."""
    first = scenario(
        person(
            "Ann",
            ranks={"Fly": "master"},
            secrets=["Secret of Wings"],
            keys=["Key of Feathers"],
            record={"erased": ["Key of Eggs"], "last": "Fly"},
        ),
        person("Bo"),
        abilities={"Brawl": "vigor", "Sneak": "instinct", "Argue": "reason"}
        | {"Fly": "vigor"},
        secrets={"Secret of Wings": {}},
        keys={"Key of Feathers": {}, "Key of Eggs": {}},
    )
    elsewhere = entering(of_ann_and_bo(), carried(SYSTEM.initial(first)))
    ann = elsewhere.seats[0]
    assert "Fly" not in ann.abilities
    assert (ann.secrets, ann.keys, ann.record.erased) == ((), (), ())
    home = entering(first, carried(SYSTEM.initial(elsewhere)))
    assert set(home.seats[0].abilities) == set(first.seats[0].abilities)
    assert structs.replace(home.seats[0], abilities={}) == structs.replace(
        first.seats[0], abilities={}
    )


def test_what_was_bought_is_there_in_the_next() -> None:
    """RUL-88, RUL-92: What was bought is on the sheet in the next conflict."""
    setting: dict[str, Any] = {
        "secrets": {"Secret of Ours": {}},
        "keys": {"Key of Ours": {}},
    }
    table = Table(
        scenario(
            person("Ann", record={"advances": 6}),
            person("Bo"),
            opening={"kind": "interlude"},
            advancing=True,
            teachers=["Mo"],
            **setting,
        )
    )
    for kind in (i.ABILITY, i.RAISE, i.POOL, i.SECRET, i.KEY):
        table.choose(i.AdvanceBought, kind=kind)
    after = entering(of_ann_and_bo(**setting), carried(table.run().state)).seats[0]
    assert after.abilities["Endure"] == "greenhorn"
    assert after.abilities["Dash"] == "novice"
    assert after.pools.vigor == 6
    assert (after.secrets, after.keys) == (("Secret of Ours",), ("Key of Ours",))
    assert (after.record.last, after.record.spent) == ("Key of Ours", 5)


# Removed for good.


def killed(*more: dict[str, Any]) -> dict[str, Description]:
    """Return what is carried from a conflict in which Ann kills Bo."""
    ann = person("Ann", intentions=PERMANENT)
    bo = person("Bo", intentions=[{"name": "live", "target": "Ann"}])
    told = scenario(ann, bo, *more)
    return carried(Table(told).wish(1, f.Conceded).run().state)


def test_rul_93_who_was_removed_is_out() -> None:
    """RUL-93: Whoever was removed for good takes part in no later chapter."""
    records = killed()
    assert records["Bo"]["out"] == "removed for good"
    assert "out" not in records["Ann"]
    assert entered(of_ann_and_bo(), records) is None
    three = of_ann_and_bo(person("Cy", intentions=[{"name": "flee", "target": "Ann"}]))
    after = entering(three, records)
    assert [seat.name for seat in after.seats] == ["Ann", "Cy"]


def test_rul_93_a_major_character_is_spared_by_a_simple_check() -> None:
    """RUL-93: Only a major character of the Story Guide is spared.

    Also tested: SS-RES-05 and RUL-71.
    """
    checks = [{"who": name, "abilities": ["Brawl"]} for name in ("Ann", "Bo")]
    bo = person("Bo", story_guide=True, major=True)
    ann = person("Ann", intentions=PERMANENT)
    told = scenario(ann, bo, opening={"kind": "resisted", "checks": checks})
    table = Table(told).dice(0, 0, "+++").run()
    assert table.outcome.how == "accepted"
    assert "out" not in carried(table.state)["Bo"]
    mortal = structs.replace(told.seats[1], major=False)
    table = Table(structs.replace(told, seats=(told.seats[0], mortal)))
    assert "out" in carried(table.dice(0, 0, "+++").run().state)["Bo"]


@pytest.mark.parametrize(
    ("told", "left"),
    [
        ({"opening": {"kind": "interlude"}}, True),
        ({"opening": {"kind": "unopposed", "checks": ["Ann"]}}, True),
        ({"opening": {"kind": "unopposed", "checks": ["Bo"]}}, False),
        ({"opening": {"kind": "resisted", "checks": ["Ann", "Bo"]}}, False),
        ({"opening": {"kind": "competitive", "checks": ["Ann", "Bo", "Cy"]}}, True),
        ({"opening": {"kind": "competitive", "checks": ["Ann", "Bo"]}}, False),
    ],
)
def test_rul_93_chapters_that_cannot_be_without_him(
    told: dict[str, Any],
    left: bool,  # noqa: FBT001 - a table of cases
) -> None:
    """RUL-93: A chapter goes on without the removed if enough others are left to roll.

    What was about the removed falls away.
    """
    names = told["opening"].get("checks", [])
    checks = [{"who": name, "abilities": ["Brawl"]} for name in names]
    acts = [
        {"name": "a walk", "who": "Ann", "pool": "vigor", "partner": name}
        for name in ("Bo", "Cy")
    ]
    whole = of_ann_and_bo(
        person("Cy"),
        opening={**told["opening"], "checks": checks},
        aftermath={"refresh": acts},
        scenes=[{"who": "Bo", "tags": []}],
        circumstances=[{"who": "Bo", "dice": 1}],
    )
    chapter = entered(whole, killed())
    assert (chapter is not None) == left
    if chapter is not None:
        checked(SYSTEM, chapter)
        assert [act.partner for act in chapter.aftermath.refresh] == ["Cy"]
        assert chapter.scenes == chapter.circumstances == ()


def test_rul_93_nobody_can_want_anything_of_him() -> None:
    """RUL-93: A goal against the removed is gone, and a side may have none left."""
    aimed = person("Cy", side="x", intentions=[{"name": "save", "target": "Bo"}])
    three = scenario(person("Ann", side="y"), person("Bo", side="y"), aimed)
    assert entered(three, killed()) is None
    looking_on = person("Cy", side="z", bystander=True)
    assert entered(of_ann_and_bo(looking_on), killed()) is None
    secondary = {"who": "Ann", "abilities": ["Brawl"]}
    resisted = secondary | {"against": "Bo", "answers": ["Brawl"]}
    linked = of_ann_and_bo(opening={"kind": "linked", "checks": [resisted, secondary]})
    chapter = entered(linked, killed())
    assert chapter is not None
    assert chapter.opening.checks[0].against is None


# Sessions.


def with_gifts(session: int, records: dict[str, Description] | None = None) -> Table:
    """Return a conflict with gift dice in this session of a campaign."""
    told = of_ann_and_bo(gift_dice=True, opening={"kind": "pain"})
    return Table(entering(in_session(told, session), records or {}))


def test_rul_91_gift_dice_last_a_session() -> None:
    """RUL-91: Gift dice last for a session, and are dealt anew in the next.

    Also tested: RUL-60 and INV-24.
    """
    first = with_gifts(1)
    assert first.state.gifts == (3, 3, 3)
    first.wish(0, f.GiftGiven, roll=1).wish(0, f.GiftGiven, roll=1)
    first.wish(1, f.Conceded, 2).run()
    assert first.state.gifts == (1, 3, 3)
    given_ = len(first.of(f.GiftGiven))
    assert sum(first.state.gifts) + given_ == 9
    records = carried(first.state)
    assert with_gifts(1, records).state.gifts == (1, 3, 3)
    assert with_gifts(2, records).state.gifts == (3, 3, 3)


def test_rul_91_a_single_scenario_is_a_session_of_its_own() -> None:
    """RUL-91: A single scenario is a session of its own."""
    ann = person("Ann", record={"gifts": 1})
    guide = {"gifts": 2}
    table = Table(scenario(ann, person("Bo"), gift_dice=True, story_guide=guide))
    assert table.state.gifts == (1, 3, 2)
    assert "session" not in carried(table.state)["Ann"]


def test_rul_82_what_was_produced_lasts_to_the_end_of_the_session() -> None:
    """RUL-82: A thing brought out serves as a prop until the session ends."""
    secret = {"produces": "a lockpick", "check": "Sneak", "abilities": ["Brawl"]}
    told = scenario(
        person("Ann", secrets=["Secret of Picks"]),
        person("Bo"),
        secrets={"Secret of Picks": secret},
        opening={"kind": "interlude"},
    )
    table = Table(in_session(told, 1)).choose(s.PocketTried).run()
    records = carried(table.state)
    assert growth_of(table.state, ANN).produced == ("a lockpick",)
    same = entering(in_session(told, 1), records).seats[0]
    assert [(prop.name, prop.ability) for prop in same.props] == [
        ("a lockpick", "Brawl")
    ]
    assert entering(in_session(told, 2), records).seats[0].props == ()


# Laws.


@CONFLICTS
def test_inv_22_the_interlude_comes_after_the_conflict(walk: Walk) -> None:
    """INV-22: Nothing is earned, spent or refreshed before the conflict is closed.

    A Key erased pays nothing afterwards.
    """
    closed = walk.told.opening.kind == "interlude"
    erased: set[tuple[int, int]] = set()
    for event in walk.events:
        closed = closed or isinstance(event, c.ConflictClosed)
        if isinstance(event, i.ExperienceChanged | i.AdvanceSpent | PoolRefreshed):
            assert closed
        if isinstance(event, i.KeyErased):
            erased.add((event.who, event.key))
        elif isinstance(event, i.ExperienceChanged) and event.cause == i.Cause.AWARD:
            assert (event.who, event.key) not in erased


@CONFLICTS
def test_inv_18_and_23_only_its_own_chapters_change_a_record(walk: Walk) -> None:
    """INV-18, INV-23: No experience is lost, and a record entered again is the same."""
    rate = walk.rulings.xp_per_advance
    last = walk.steps[-1].after if walk.steps else walk.start
    for who, begun in enumerate(walk.start.setup.people.begun):
        grown = growth_of(last, Seat(who))
        more = grown.advances + grown.spent - begun.advances - begun.spent
        assert grown.earned - begun.earned == grown.xp - begun.xp + rate * more
        assert 0 <= grown.xp < max(rate, begun.xp + 1)
        assert grown.spent - begun.spent <= begun.advances + max(0, more)
        assert len(grown.keys) <= 5
    records = carried(last)
    again = entered(walk.told, records)
    if again is None:
        assert any("out" in record for record in records.values())
        return
    assert again == entered(walk.told, carried(last))
    once = carried(SYSTEM.initial(from_json(canonical(again)).scenario))
    for name, record in once.items():
        before = {k: v for k, v in records[name].items() if k != "out"}
        assert {k: v for k, v in record.items() if k != "out"} == before


@Drawn(WALKS, st.floats(0, 1), most=12)
def test_inv_19_folded_in_two_halves_the_same_is_carried(
    walk: Walk, part: float
) -> None:
    """INV-19: A game folded in two halves carries the same as one folded whole."""
    place = int(part * len(walk.events))
    middle = replay(SYSTEM, walk.start, walk.events[:place])
    last = replay(SYSTEM, middle, walk.events[place:])
    assert last == replay(SYSTEM, walk.start, walk.events)
    assert carried(last) == carried(walk.steps[-1].after if walk.steps else walk.start)


@pytest.mark.parametrize("text", ["help him to his feet", "kill him"])
def test_ss_iiee_05_nothing_follows_from_words(text: str) -> None:
    """SS-IIEE-05, ENG-05: What a goal or a scene is called brings about nothing."""
    ann = person("Ann", intentions=[{"name": text}], keys=["Key of Conscience"])
    scene = {"who": "Ann", "tags": ["idle"], "text": text}
    table = Table(scenario(ann, person("Bo"), scenes=[scene], title=text))
    table.wish(1, f.Conceded).run()
    assert table.of(i.ExperienceChanged) == []
    assert "out" not in carried(table.state)["Bo"]


# The campaign that ships.


@pytest.fixture(name="saga", scope="module")
def _saga() -> Campaign:
    loaded = load("viper_and_zaru")
    assert isinstance(loaded, Campaign)
    return loaded


@pytest.fixture(name="calm", scope="module")
def _calm(saga: Campaign) -> Iterator[tuple[Store, RunResult]]:
    """Play the campaign into a store without a pause."""
    plan = plan_of(saga, cast(saga, []), seed="saga", games=GAMES)
    with open_store(MEMORY, create=True) as store:
        yield store, run(plan, store=store)


@pytest.mark.slow
def test_rul_92_to_95_the_campaign_audits_and_shares_its_luck(
    saga: Campaign, calm: tuple[Store, RunResult]
) -> None:
    """RUL-92: A played campaign audits clean, with the right returns.

    Also tested: RUL-93, RUL-94, RUL-95 and INV-23.
    """
    store, result = calm
    assert list(StoreAudit(store, depths=("seal", "rules", "dice")).everything()) == []
    for number, line in enumerate(result.lines):
        game = find(store, str(number + 1))
        assert isinstance(game, Game)
        played = [event for event in game.events if isinstance(event, ChapterPlayed)]
        weights = {chapter.number: chapter.weight for chapter in saga.chapters}
        got = [(weights[chapter.chapter], chapter.returns[0]) for chapter in played]
        mean = sum(w * r for w, r in got) / sum(w for w, _ in got)
        assert line.returns[0] == pytest.approx(mean)
        for chapter in played:
            key = game.chapter(chapter.chapter).events[0].key  # type: ignore[attr-defined]
            assert key == conflict_key("saga", number, chapter.chapter).hex()
    games = [find(store, str(number + 1)) for number in range(GAMES)]
    spent = [
        event
        for game in games
        if isinstance(game, Game)
        for played in game.events
        if isinstance(played, ChapterPlayed)
        for event in game.chapter(played.chapter).events
        if isinstance(event, AdvanceSpent)
    ]
    assert spent


@pytest.mark.slow
@given(cuts=st.lists(st.integers(0, GAMES - 1), min_size=1, max_size=2))
@settings(max_examples=2, deadline=None)
def test_a_campaign_cut_and_resumed_anywhere_has_the_same_seal(
    saga: Campaign, calm: tuple[Store, RunResult], cuts: list[int]
) -> None:
    """RUL-92: A campaign cut off anywhere and resumed ends with the same seal.

    Also tested: INV-23.
    """
    plan = plan_of(saga, cast(saga, []), seed="saga", games=GAMES)
    undisturbed, whole = calm
    with open_store(MEMORY, create=True) as store:
        for after in cuts:
            with pytest.raises(KeyboardInterrupt):
                run(plan, store=store, resume=True, on_line=cut(after))
        assert run(plan, store=store, resume=True).seal == whole.seal
        assert sorted(store.all_rows()) == sorted(undisturbed.all_rows())
