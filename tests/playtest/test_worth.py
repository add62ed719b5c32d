"""What sides are worth: the interval holds the value of the game of the field.

The tables are made up, so that the value is known: what every pair of agents gets, with
the dice of each conflict. What looks fair by luck must not be called unfair.
"""

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from sim.playtest.equilibrium import maximin_weights
from sim.playtest.meetings import Agents, Meeting, Meetings, play_crossings
from sim.playtest.table import Game
from sim.playtest.worth import Weighing, Worth, departures

Chances = Sequence[Sequence[float]]
"""How often the first side wins, a row for each of its agents."""

TABLES: Mapping[str, Chances] = {
    "all alike": [[0.5] * 4] * 4,
    "one agent of the second side is better": [[0.49, 0.77, 0.77, 0.77]] * 3,
    "a saddle": [[0.6, 0.7, 0.9], [0.5, 0.2, 0.8], [0.55, 0.4, 0.1]],
    "a cycle": [[0.5, 0.8, 0.2], [0.2, 0.5, 0.8], [0.8, 0.2, 0.5]],
    "a cycle that leans": [[0.6, 0.9, 0.2], [0.3, 0.6, 0.9], [0.9, 0.3, 0.6]],
    "no contest": [[0.98, 0.99], [0.9, 0.97]],
}


_MANY = 40
_NEAR = 1e-9


def value_of(chances: Chances) -> float:
    """Return what the first side wins in equilibrium."""
    mixture = maximin_weights(chances, 0.0)
    return min(
        sum(weight * chance for weight, chance in zip(mixture, column, strict=True))
        for column in zip(*chances, strict=True)
    )


def weighed(chances: Chances, games: int, seed: int) -> Worth:
    """Return what the first side is found to be worth in so many games."""
    fields = {
        0: [f"row {at}" for at in range(len(chances))],
        1: [f"column {at}" for at in range(len(chances[0]))],
    }

    def outcome(agents: Agents, number: int) -> Game:
        row, column = (own.index(who) for own, who in zip(fields.values(), agents))  # noqa: B905 - two sides
        # Half of the luck is that of the conflict, the same for all who play it.
        shared, own = Random(f"{seed}/{number}"), Random(f"{seed}/{number}/{agents}")
        luck = (shared if shared.random() < 0.5 else own).random()
        won = float(luck < chances[row][column])
        got = {0: won, 1: 1.0 - won}
        return Game(number, "", 1, (won, 1.0 - won), got, got)

    def play(wanted: Sequence[Meeting]) -> list[Game]:
        return [outcome(*pair) for pair in wanted]

    meetings = Meetings((0, 1), play)
    fields_ = play_crossings(meetings, fields, int(0.35 * games))
    weighing = Weighing(
        meetings,
        {side: column.mixture() for side, column in fields_.items()},
        departures(fields, {side: column.columns for side, column in fields_.items()}),
        Random(seed),
        meetings.played,
    )
    weighing.weigh(games - meetings.played)
    return weighing.worth(0)


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("games", [60, 400])
def test_the_interval_holds_the_value_as_often_as_it_says(
    name: str, games: int
) -> None:
    """The interval holds the value as often as it claims, at every budget."""
    value = value_of(TABLES[name])
    intervals = [weighed(TABLES[name], games, seed).score for seed in range(_MANY)]
    held = sum(
        interval.low - _NEAR <= value <= interval.high + _NEAR for interval in intervals
    )
    assert held / _MANY >= 0.93


def test_more_games_make_it_narrower() -> None:
    """The interval narrows around the value with more games."""
    chances = TABLES["one agent of the second side is better"]
    few, many = (weighed(chances, games, 1).score for games in (200, 1600))
    assert many.high - many.low < (few.high - few.low) / 2
    assert abs(many.value - value_of(chances)) < 0.1


def test_a_pair_that_met_is_not_played_again() -> None:
    """A pair that has met is not played again."""
    played: list[Meeting] = []

    def play(wanted: Sequence[Meeting]) -> list[Game]:
        played.extend(wanted)
        got = {0: 0.5, 1: 0.5}
        return [Game(pair, "", 1, (0.5, 0.5), got, got) for _, pair in wanted]

    meetings = Meetings((0, 1), play)
    both = meetings.pair(1, ("own", "other"))
    assert both == ("other", "own")
    assert len(meetings.games([(both, 3), (both, 3), (both, 4)])) == 3
    meetings.games([(both, 4)])
    assert played == [(both, 3), (both, 4)]
    assert meetings.played == 2
