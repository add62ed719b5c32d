"""In campaigns that ship every branch is taken, and what is carried matters."""

from functools import cache

import pytest

from sim.audit.store import StoreAudit
from sim.campaign.campaign import Campaign
from sim.campaign.events import ChapterPlayed
from sim.campaign.load import load
from sim.campaign.plan import cast, plan_of
from sim.campaign.recorded import Game, find
from sim.library.catalogue import campaigns
from sim.rules.skill_roll.scenario.sheet import SkillRollScenario
from sim.rules.skill_roll.system import SYSTEM
from sim.run.run import run
from sim.seam.events import Seat
from sim.store.store import MEMORY, open_store

BRANCHING = (
    "dice_pool_two_heirs",
    "intensity_north_face",
    "skill_fort_of_three_keys",
)
GAMES, AUDITED = 30, 2
LIMITS = {"round limit", "round_limit"}
LIMIT_MOST = 0.1


@cache
def endings(name: str) -> dict[int, list[str]]:
    """How each chapter of a campaign ended that was played, by its number."""
    campaign = load(name)
    ours = plan_of(campaign, cast(campaign, []), seed="shipped", games=GAMES)
    ways: dict[int, list[str]] = {}
    with open_store(MEMORY, create=True) as store:
        run(ours, store=store)
        for number in range(1, GAMES + 1):
            whole = find(store, str(number))
            assert isinstance(whole, Game)
            for event in whole.events:
                if isinstance(event, ChapterPlayed):
                    ways.setdefault(event.chapter, []).append(event.how)
    return ways


@pytest.mark.slow
@pytest.mark.parametrize("name", BRANCHING)
def test_every_chapter_is_played(name: str) -> None:
    """Every chapter is played in some game."""
    campaign = load(name)
    assert isinstance(campaign, Campaign)
    assert set(endings(name)) == {chapter.number for chapter in campaign.chapters}


@pytest.mark.slow
@pytest.mark.parametrize("name", BRANCHING)
def test_hardly_a_chapter_ends_by_its_rounds(name: str) -> None:
    """Hardly any chapter ends by its limit of rounds."""
    all_ = [how for each in endings(name).values() for how in each]
    assert sum(how in LIMITS for how in all_) <= LIMIT_MOST * len(all_)


@pytest.mark.slow
@pytest.mark.parametrize("name", campaigns())
def test_what_is_played_is_replayed_and_audited(name: str) -> None:
    """An audit of a shipped campaign finds nothing."""
    campaign = load(name)
    ours = plan_of(campaign, cast(campaign, []), seed="shipped", games=AUDITED)
    with open_store(MEMORY, create=True) as store:
        run(ours, store=store)
        assert list(StoreAudit(store).everything()) == []


def test_what_was_studied_opens_the_fort() -> None:
    """SK-RUL-62: A skill recorded in the first chapter is known in the second."""
    campaign = load("skill_fort_of_three_keys")
    assert isinstance(campaign, Campaign)
    fort = campaign.chapters[1].loaded.scenario
    assert isinstance(fort, SkillRollScenario)
    assert SYSTEM.campaigns is not None
    ranks = []
    for brought in ({}, {"Nadia": {"skills": {"the fort": 17}}}):
        entered = SYSTEM.campaigns.entered(fort, brought)
        state = SYSTEM.initial(entered)
        ranks.append(state.setup.characters[Seat(0)].skill("the fort"))
    assert ranks == [8, 17]
