"""Options that come to the same conflicts are one finding."""

from collections import Counter

import pytest

from sim.playtest.offers import OWN, Offer
from sim.playtest.restricted_agents import Option
from sim.playtest.same_fact import first_of_same_fact, tell_same_fact
from sim.playtest.trials import Trial
from sim.seam.events import Pass, Seat

USUAL = [1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0]
WORSE = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]
LOST = [0.0] * 8


def _trial(
    words: str,
    never: list[float],
    always: list[float],
    *beside: str,
    seat: int = 0,
) -> Trial:
    options = [Option(Seat(seat), Pass, option) for option in (words, *beside)]
    offer = Offer(options[0], Counter({OWN: 10}))
    offer.beside = Counter(dict.fromkeys(options[1:], 10))
    return Trial(offer, USUAL, never, always, met=True)


def _first(first: Trial, second: Trial) -> bool:
    """Whether *other* tells the same fact as *one*."""
    firsts = first_of_same_fact([first, second], tell_same_fact)
    assert firsts[first.offer.option] == first.offer.option
    return firsts[second.offer.option] == first.offer.option


def test_never_one_and_always_the_other_is_one_fact() -> None:
    """Never one option and always the other, alike in each game, are one fact."""
    announce = _trial("announce", WORSE, USUAL)
    withdraw = _trial("take it back", USUAL, WORSE)
    assert _first(announce, withdraw)
    withdraw.plain, withdraw.never, withdraw.always = USUAL[:6], USUAL[:6], WORSE[:6]
    assert _first(announce, withdraw)


@pytest.mark.parametrize("place", [0, 6])
def test_one_conflict_that_went_differently_tells_them_apart(place: int) -> None:
    """One game that differs makes two options different facts."""
    other = list(WORSE)
    other[place] = 1.0 - other[place]
    assert not _first(_trial("a", WORSE, USUAL), _trial("b", USUAL, other))


def test_seats_are_told_apart() -> None:
    """Options of two seats are never one fact."""
    assert not _first(_trial("a", WORSE, USUAL), _trial("b", USUAL, WORSE, seat=1))


def test_two_that_lose_all_are_alike_only_as_the_two_of_a_choice() -> None:
    """Options that lose every game are one fact only as a choice between the two."""
    assert not _first(_trial("a", LOST, USUAL), _trial("b", USUAL, LOST))
    first, second = _trial("a", LOST, USUAL, "b"), _trial("b", USUAL, LOST, "a")
    assert _first(first, second)
    assert not _first(_trial("a", LOST, USUAL, "b", "c"), second)


def test_what_changes_hardly_a_conflict_tells_nothing() -> None:
    """Options that change hardly a game are not one fact."""
    slightly = [0.0, 0.0, 0.0, *USUAL[3:]]
    assert not _first(_trial("a", slightly, USUAL), _trial("b", USUAL, slightly))
