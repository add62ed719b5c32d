"""In every format: who meets whom, and when it is over."""

from collections.abc import Mapping

from msgspec import structs

from sim.conflict.stream import Line
from sim.store.contests import BlocksRecorded
from sim.tournament.contest import Contest
from sim.tournament.formats import Course, knockout_rounds, racing_field, swiss_rounds
from sim.tournament.ledger import Ledger, Pair
from tests.tournament.cups import AGENTS, cup, played

NAMES = tuple(f"steady:price={number}" for number in range(8))


def held(contest: Contest, strength: Mapping[int, float]) -> Course:
    """Return *contest* played where the stronger wins, block by block."""
    course = Course(Ledger(contest))
    while meets := course.next():
        for meet in meets:
            course.ledger.add(_batch(meet.pair, meet.start, meet.count, strength))
    return course


def _batch(
    pair: Pair, start: int, count: int, strength: Mapping[int, float]
) -> BlocksRecorded:
    ahead = strength[pair[0]] - strength[pair[1]]
    lines: list[Line] = []
    for number in range(start, start + count):
        won = 0.5 if ahead == 0 else 1.0 if ahead > 0 else 0.0
        lines += [
            Line(number, "broken", (got, 1 - got), 1, 1, 1, {}, b"")
            for got in (won, 1 - won)
        ]
    return BlocksRecorded(0, *pair, start, tuple(lines), ((0.0, 0.0),) * len(lines))


def test_a_gauntlet_has_the_first_meet_all_others() -> None:
    """In a gauntlet the first agent meets all others, and nobody else meets."""
    course = played(cup(*AGENTS, format="gauntlet", null=0)).course

    assert course.ledger.met() == [(0, 1), (0, 2)]


def test_a_ladder_has_neighbours_meet_the_higher_first() -> None:
    """On a ladder neighbours meet, the higher first."""
    course = held(cup(*NAMES[:4], format="ladder", null=0), dict(enumerate(range(4))))

    assert course.ledger.met() == [(1, 0), (2, 1), (3, 2)]
    assert course.verdict((1, 0)).interval.value == 1.0


def test_a_knockout_goes_to_the_strongest() -> None:
    """A knockout of eight has seven matches, and the strongest wins."""
    strength = dict(enumerate((5, 1, 7, 2, 3, 9, 4, 0)))
    course = held(cup(*NAMES, format="knockout", null=0), strength)
    rounds = knockout_rounds(course)

    assert [len(pairs) for pairs in rounds] == [4, 2, 1]
    assert rounds[0][0] == (0, 7)
    assert rounds[-1] == [(0, 5)]


def test_a_knockout_of_six_lets_the_first_two_rest() -> None:
    """In a knockout of six the first two have no match in the first round."""
    course = held(
        cup(*NAMES[:6], format="knockout", null=0), dict.fromkeys(range(6), 1)
    )
    rounds = knockout_rounds(course)

    assert rounds[0] == [(2, 5), (3, 4)]
    assert rounds[1] == [(0, 3), (1, 2)]


def test_swiss_has_nobody_meet_twice_and_finds_the_best() -> None:
    """In Swiss rounds nobody meets twice, and the best wins all matches."""
    strength = dict(enumerate((5, 1, 7, 2, 3, 9, 4, 0)))
    course = held(cup(*NAMES, format="swiss", null=0), strength)
    rounds = swiss_rounds(course)
    met = [pair for pairs in rounds for pair in pairs]

    assert [len(pairs) for pairs in rounds] == [4, 4, 4]
    assert len(set(met)) == 12
    assert sum(5 in pair for pair in met) == 3


def test_swiss_of_five_gives_everybody_a_rest_at_most_once() -> None:
    """In Swiss rounds of five another agent rests each time."""
    course = held(cup(*NAMES[:5], format="swiss", null=0), dict(enumerate(range(5))))
    rounds = swiss_rounds(course)
    resting = [
        set(range(5)) - {player for pair in pairs for player in pair}
        for pairs in rounds
    ]

    assert [len(resting_ones) for resting_ones in resting] == [1, 1, 1]
    assert len(set.union(*resting)) == 3


def test_racing_drops_who_is_surely_below_the_leader() -> None:
    """Racing drops agents that are surely below the leader."""
    strength = {0: 1.0, 1: 3.0, 2: 1.0}
    course = held(cup(*NAMES[:3], format="racing", null=0, blocks=500), strength)

    assert racing_field(course) == [1]
    assert course.ledger.count((0, 1)) < 50
    assert course.ledger.count((0, 2)) < 50


def test_what_comes_next_depends_on_the_record_alone() -> None:
    """What is played next depends on the record alone."""
    contest = cup(*NAMES[:4], format="swiss", null=0)
    course = Course(Ledger(contest))
    for meet in course.next():
        course.ledger.add(
            _batch(meet.pair, meet.start, meet.count, dict.fromkeys(range(4), 1))
        )

    assert Course(course.ledger).next() == course.next()
    assert course.next() != Course(Ledger(structs.replace(contest))).next()
