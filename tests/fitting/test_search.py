"""The search that `fit` and `exploit` share: it finds, and finds the same again."""

from collections.abc import Sequence
from random import Random

import pytest

from sim.casting.roster import make
from sim.errors import UnknownNameError
from sim.fitting.exploit import exploit, games_of
from sim.fitting.family import family, spelled
from sim.fitting.search import LEAST, Fresh, Search, halving
from sim.library.scenario import load

WORTH = {"a": 0.3, "b": 0.9, "c": 0.5, "d": 0.1}


def test_halving_leaves_the_best_and_tries_it_most() -> None:
    """All specs meet the same games; those clearly worse are not tried again."""
    met: dict[str, list[int]] = {name: [] for name in WORTH}

    def tried(specs: Sequence[str], games: range) -> list[list[float]]:
        for spec in specs:
            met[spec] += games
        return [[WORTH[spec]] * len(games) for spec in specs]

    left = halving(WORTH, tried, 40, Fresh(), keep=2)

    assert left == ["b", "c"]
    assert met["a"] == met["d"] == list(range(10))
    assert halving(WORTH, tried, 40, Fresh()) == ["b"]
    assert len(met["b"]) > len(met["d"])


def test_of_equals_the_earlier_is_better() -> None:
    """Of specs with equal scores the first is kept."""
    left = halving("xyz", lambda xs, games: [[0.5] * len(games)] * len(xs), 9, Fresh())
    assert left == ["x"]


def test_the_scan_moves_one_number_at_a_time() -> None:
    """The scan has the plain agent, and agents that differ from it in one number."""
    known = family(1.0)
    moved = [
        sum(numbers[name] != known.plain[name] for name in known.numbers)
        for numbers in known.scan()
    ]

    assert moved[0] == 0
    assert moved.count(1) > 30
    assert all(make(spelled(numbers)) for numbers in known.scan())


@pytest.mark.parametrize("number", ["suffers", "later", "price"])
def test_what_one_number_alone_brings_is_found(number: str) -> None:
    """A number that helps alone is found, though moving others too would hide it."""
    known = family(1.0)
    usual = known.plain[number]

    def worth(spec: str) -> float:
        agent = vars(make(spec))
        others = sum(abs(agent[name] - known.plain[name]) for name in known.plain)
        moved = abs(agent[number] - usual)
        return moved - 2 * (others - moved)

    def tried(specs: Sequence[str], games: range) -> list[list[float]]:
        return [[worth(spec)] * len(games) for spec in specs]

    search = Search(known, tried, Random("x"), Fresh())
    best, numbers = search.best(LEAST)

    assert abs(numbers[number] - usual) >= known.numbers[number].spread
    assert best == spelled(numbers)


@pytest.mark.slow
def test_a_gain_out_of_nothing_is_found_on_the_cliff() -> None:
    """A few games are enough to find a better agent than one that fears all harm."""
    exploited = exploit(
        load("intensity_cliff"), "steady:suffers=3", seat="Ines", games=300
    )

    assert "suffers=3" not in exploited.found
    assert exploited.beats


def test_the_same_seed_finds_the_same() -> None:
    """The same seed finds the same agent, in about as many games as announced."""
    counted: list[int] = []
    door = load("stuck_door")
    exploited = exploit(door, "uniform", games=600, progress=counted.append)
    again = exploit(door, "uniform", games=600)

    assert (exploited.found, exploited.searched) == (again.found, again.searched)
    assert counted == sorted(counted)
    assert counted[-1] <= games_of(door, 600) * 1.2


def test_the_verdict_is_of_luck_nobody_was_chosen_by() -> None:
    """The verdict has another seed than the search, and stops when it is settled."""
    exploited = exploit(load("alley"), "uniform", games=60)

    assert exploited.result is not None
    assert exploited.pairing is not None
    assert exploited.result.contest.seed == "exploit/verdict"
    assert exploited.beats
    assert exploited.pairing.verdict.settled


def test_nothing_is_found_where_nobody_can_do_better() -> None:
    """No better agent is found for a seat whose options do not change the result."""
    exploited = exploit(load("planets_boulder"), "steady", seat="The spiders", games=60)

    assert (exploited.found, exploited.beats, exploited.pairing) == (
        "steady",
        False,
        None,
    )


def test_who_cannot_be_searched_for_is_said() -> None:
    """A seat that nobody has and an agent that nobody knows are refused by name."""
    with pytest.raises(UnknownNameError, match="nobody is called"):
        exploit(load("alley"), "steady", seat="Tella", games=60)
    with pytest.raises(UnknownNameError, match="steddy"):
        exploit(load("alley"), "steddy", games=60)
