"""What seats gain is told by name, with the returns with it and without it."""

from fractions import Fraction

import pytest
from msgspec import structs

from sim.campaign.campaign import Campaign
from sim.campaign.gained import gains_of
from sim.campaign.line import CARRIES, GAINED, numbers_within
from sim.campaign.load import load
from sim.campaign.plan import cast, plan_of
from sim.campaign.recorded import Game, find
from sim.campaign.summary import CampaignSummary
from sim.casting.roster import make
from sim.conflict.stream import Line
from sim.library.catalogue import campaigns
from sim.rules.solar_system.advancement.purchases import TRAIT, subject_name
from sim.rules.solar_system.events.interlude import AdvanceSpent
from sim.rules.solar_system.system import SYSTEM
from sim.run.run import run
from sim.seam.protocol import Description
from sim.statistics.intervals import wilson
from sim.store.store import MEMORY, open_store

GAMES = 12
_LOADED = load("viper_and_zaru")
assert isinstance(_LOADED, Campaign)
CAMPAIGN: Campaign = _LOADED
BARE = Line(0, "", (0.0, 0.0), 1, 1, 1, {}, b"")


def test_every_purchase_is_in_a_row() -> None:
    """Every purchase is counted as gained by its seat."""
    plan = plan_of(
        CAMPAIGN, cast(CAMPAIGN, ["uniform"] * 2), seed="bought", games=GAMES
    )
    bought = 0
    with open_store(MEMORY, create=True) as store:
        lines = run(plan, store=store).lines
        for number, line in enumerate(lines, 1):
            whole = find(store, str(number))
            assert isinstance(whole, Game)
            rows = [
                (what, seat)
                for what, each in line.tally.items()
                for seat, value in enumerate(each)
                if what.startswith(GAINED) and value
            ]
            for seat, thing in _bought(whole):
                bought += 1
                assert any(thing in what and who == seat for what, who in rows)
    assert bought > GAMES


def _bought(whole: Game) -> list[tuple[int, str]]:
    """Return who bought what, by kind and name."""
    bought: list[tuple[int, str]] = []
    for step in whole.steps:
        if step.conflict is None:
            continue
        people = SYSTEM.initial(step.conflict.loaded.scenario).setup.people
        for event in step.conflict.events:
            if isinstance(event, AdvanceSpent):
                name = subject_name(people, (event.kind, event.subject))
                kind = TRAIT[event.kind]
                thing = f"pool {name.capitalize()}" if kind == "pool" else name
                bought.append(
                    (event.who, f"ability {name}" if kind == "ability" else thing)
                )
    return bought


def test_the_return_with_it_and_without() -> None:
    """The means with and without a gain stand side by side."""
    held = [(0.8, 81), (0.4, 41), (0.2, 0), (0.0, 0)]
    summary = CampaignSummary(CAMPAIGN)
    for amount, value in held:
        tally = {f"{GAINED}a sword": (value, 0)} if value else {}
        summary.add(structs.replace(BARE, returns=(amount, 1.0), tally=tally))
    (gain,) = summary.gains()

    assert (gain.seat, gain.what, gain.games) == ("Tela", "a sword", 2)
    assert gain.share == wilson(2, 4)
    assert gain.with_it is not None
    assert gain.without is not None
    assert Fraction(gain.with_it.value).limit_denominator(100) == Fraction(6, 10)
    assert Fraction(gain.without.value).limit_denominator(100) == Fraction(1, 10)
    assert gain.to_dict()["return_with"]["low"] is None


@pytest.mark.parametrize("name", campaigns())
def test_no_word_means_two_things(name: str) -> None:
    """No figure of a conflict has the name of one that is carried."""
    campaign = load(name)
    assert isinstance(campaign, Campaign)
    system = campaign.system
    assert system.campaigns is not None
    counted = {measure for measure, _ in system.tally.values()}
    for chapter in campaign.chapters:
        records = system.campaigns.carried(system.initial(chapter.loaded.scenario))
        fields = {
            what for record in records.values() for what, _ in numbers_within(record)
        }
        called = [system.campaigns.figures.get(field, field) for field in fields]
        assert len(set(called)) == len(called)
        assert counted.isdisjoint(called)


def test_spent_means_one_thing() -> None:
    """The figure "spent" means points spent in conflicts, and never advances."""
    tally = {"spent": (4, 0), f"{CARRIES}spent": (2, 0), f"{CARRIES}harm": (1, 0)}
    summary = CampaignSummary(CAMPAIGN, [structs.replace(BARE, tally=tally)])
    assert set(summary.measured().tally) == {"spent"}
    assert set(summary.carried().tally) == {"advances spent", "boxes of harm"}


@pytest.mark.parametrize("name", campaigns())
def test_nobody_has_gained_anything_before_the_first_chapter(name: str) -> None:
    """Nothing that a file gives counts as gained."""
    campaign = load(name)
    assert isinstance(campaign, Campaign)
    system = campaign.system
    assert system.campaigns is not None
    records: dict[str, Description] = {}
    for chapter in campaign.chapters:
        entered = system.campaigns.entered(chapter.loaded.scenario, records)
        assert entered is not None
        records |= system.campaigns.carried(system.initial(entered))
        assert gains_of(campaign, records) == [() for _ in campaign.names]


def test_what_waits_for_another_setting_is_no_gain() -> None:
    """RUL-92: What the last setting does not know counts as had, and as no gain."""
    system = CAMPAIGN.system
    assert system.campaigns is not None
    records: dict[str, Description] = {}
    for chapter in CAMPAIGN.chapters:
        for name, record in system.campaigns.carried(
            system.initial(chapter.loaded.scenario)
        ).items():
            records.setdefault(name, record)
    tela = dict(records["Tela"])
    ranks = [list(entry) for entry in tela.pop("abilities").items()]
    away = {
        "abilities": ranks,
        "secrets": tela.pop("secrets", []),
        "keys": tela["keys"],
    }
    moved = tela | {"abilities": {}, "keys": [], "elsewhere": away}
    assert gains_of(CAMPAIGN, {"Tela": moved})[0] == ()


def test_namesakes_are_told_apart() -> None:
    """RUL-62: Things of different kinds with one name are separate gains."""
    campaigns = CAMPAIGN.system.campaigns
    assert campaigns is not None
    holdings = campaigns.holdings
    assert holdings is not None
    record: Description = {
        "pools": {"vigor": 3, "instinct": 3, "reason": 3},
        "abilities": {"Ash": "grand_master"},
        "secrets": ["Ash", "Secret of Ash"],
        "keys": ["Ash"],
        "erased": ["Key of Ash"],
        "items": [{"name": "Ash"}],
    }
    assert dict(holdings(record)) == {
        "ability Ash": "grand master",
        "pool Vigor": 3,
        "pool Instinct": 3,
        "pool Reason": 3,
        "Secret Ash": "",
        "Secret of Ash": "",
        "Key Ash": "",
        "Key of Ash bought off": "",
        "item Ash": "",
    }


@pytest.mark.parametrize("name", campaigns())
def test_no_shipped_campaign_plays_by_lot(name: str) -> None:
    """Agents of shipped campaigns do not choose at random, but for mixed.

    Agent mixed is stochastic too, but by what each option is worth.
    """
    campaign = load(name)
    assert isinstance(campaign, Campaign)
    for chapter in campaign.chapters:
        for seat in chapter.seats:
            judges = seat.agent == "mixed" or not make(seat.agent).draws
            assert judges, f"{chapter.name}: {seat.name}"
