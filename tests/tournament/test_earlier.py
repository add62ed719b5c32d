"""Games that another tournament of the store has are used again, and no others."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import fracas
from sim.store.store import MEMORY, Store, open_store
from sim.tournament.earlier import Earlier
from tests.tournament.cups import AGENTS, cup, played


@pytest.fixture
def store() -> Store:
    """Return a store with a tournament of two agents."""
    store = open_store(MEMORY)
    played(cup(*AGENTS[:2]), store=store)
    return store


@pytest.mark.parametrize("workers", [1, 2])
def test_a_third_agent_plays_only_its_own_games(store: Store, workers: int) -> None:
    """An agent that joins plays only its own games, to the record of a fresh start."""
    whole = cup(*AGENTS)
    held = played(whole, store=store, workers=workers)
    alone = played(whole)
    assert list(held.batches) == list(alone.batches)
    assert held.seal == alone.seal
    assert held.taken_over == 20 + 2 * 2 * 2  # a pair's blocks, and two agents alone
    assert held.played + held.taken_over == alone.played


def test_more_blocks_play_only_what_is_more(store: Store) -> None:
    """With more blocks only the further ones are played."""
    held = played(cup(*AGENTS[:2], blocks=15, within=0.1), store=store)
    assert held.played == 2 * 5
    assert held.seal == played(cup(*AGENTS[:2], blocks=15, within=0.1)).seal


def test_agents_may_have_changed_places(store: Store) -> None:
    """Games recorded with two agents in the other order are used again."""
    turned = cup(*reversed(AGENTS[:2]))
    held = played(turned, store=store)
    assert held.played == 0
    assert list(held.batches) == list(played(turned).batches)


@pytest.mark.parametrize(
    "terms", [{"seed": "another"}, {"fixed": {"Ann": "steady"}}], ids=str
)
def test_other_games_are_played(store: Store, terms: dict[str, Any]) -> None:
    """Under another seed or with a fixed side all games are played."""
    other = cup(*AGENTS[:2], **terms)
    if "fixed" in terms:  # also the second time, since its version is not recorded
        played(cup(*AGENTS[:2], within=0.1, **terms), store=store)
    assert played(other, store=store).taken_over == 0


def test_a_changed_agent_plays_anew(store: Store) -> None:
    """An agent whose code changed plays all its games anew."""
    contest = cup(*AGENTS[:2], within=0.1)
    assert Earlier(store, contest).blocks(0, (0, 1), 0, 10)
    changed = structs.replace(contest.agents[1], version="another")
    now = structs.replace(contest, agents=(contest.agents[0], changed))
    assert not Earlier(store, now).blocks(0, (0, 1), 0, 10)
    assert Earlier(store, now).blocks(0, (0, 0), 0, 2)


def test_where_one_side_is_open_everybody_has_games_of_their_own() -> None:
    """With one open side an agent that joins leaves the record of a fresh start."""
    options: dict[str, Any] = {"scenarios": ["stuck_door"], "games": 4, "seed": "one"}
    with fracas.open_store(MEMORY, create=True) as store:
        fracas.tournament(agents=["steady", "uniform"], store=store, **options)
        held = fracas.tournament(
            agents=["first", "steady", "uniform"], store=store, **options
        )
    alone = fracas.tournament(agents=["first", "steady", "uniform"], **options)
    assert held.seal == alone.seal
    assert not any(null.uneven for null in held.nulls)


def test_without_a_store_there_is_nothing_earlier(tmp_path: Path) -> None:
    """Without a store, or in an empty one, there are no earlier games."""
    assert not Earlier(None, cup()).blocks(0, (0, 1), 0, 10)
    with open_store(str(tmp_path / "a.db"), create=True) as store:
        assert not Earlier(store, cup()).blocks(0, (0, 1), 0, 10)
