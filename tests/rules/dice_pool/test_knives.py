"""What happens in the shipped knife fight between shipped agents."""

from collections import Counter
from typing import Any

import pytest

from sim.conflict.play import Played
from sim.library.scenario import load
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.consequences import RoundOpened
from sim.rules.dice_pool.events.conscience import CrisisStarted, MoralityLost
from sim.rules.dice_pool.events.lasting import HarmApplied
from tests.agents.tables import conflict
from tests.rules.dice_pool.table import A, B

GAMES = 60
KNIVES = load("dice_pool_knives")


def played(*specs: str) -> list[Played]:
    """Return the same games of the knife fight for all agents."""
    return [conflict(KNIVES, *specs, game=game) for game in range(GAMES)]


def test_blood_is_drawn_on_both_sides() -> None:
    """Steady agents wound each side in most games, and neither is bound to win."""
    games = played("steady", "steady")
    bled = Counter(
        who
        for game in games
        for who in (A, B)
        if any(
            isinstance(event, HarmApplied) and event.by != who == event.who
            for event in game.events
        )
    )
    assert min(bled[A], bled[B]) > GAMES * 2 / 3
    won = sum(game.outcome.returns[A] for game in games) / GAMES
    assert 0.35 < won < 0.65


@pytest.mark.slow
def test_scruple_keeps_its_morality_and_its_peace() -> None:
    """`scruple` loses no Morality and has no crisis, where `steady` has both."""
    for seat in (A, B):
        kept = played(*("scruple" if who == seat else "steady" for who in (A, B)))
        lost = played("steady", "steady")
        assert not _troubled(kept, seat, CrisisStarted)
        assert not _troubled(kept, seat, MoralityLost)
        assert _troubled(lost, seat, CrisisStarted) > GAMES / 5
        assert _troubled(lost, seat, MoralityLost) > GAMES / 20


def _troubled(games: list[Played], who: int, kind: type[Any]) -> int:
    return sum(
        any(isinstance(event, kind) and event.who == who for event in game.events)
        for game in games
    )


@pytest.mark.slow
def test_surge_keeps_its_points_where_they_move_little() -> None:
    """`surge` spends no points in the round where they change little, but later."""
    for seat, sure in ((A, 1), (B, 2)):
        spends = _spent(
            played(*("surge" if who == seat else "steady" for who in (A, B)))
        )
        wastes = _spent(played("steady", "steady"))
        assert not spends[seat, sure]
        assert wastes[seat, sure] > GAMES / 2
        # What it has kept it spends later.
        assert sum(count for (who, _), count in spends.items() if who == seat) > GAMES


def _spent(games: list[Played]) -> Counter[tuple[int, int]]:
    """Return how often each boosted in each round."""
    spent: Counter[tuple[int, int]] = Counter()
    for game in games:
        round_ = 0
        for event in game.events:
            if isinstance(event, RoundOpened):
                round_ = event.number
            elif isinstance(event, f.Boosted):
                spent[event.who, round_] += 1
    return spent
