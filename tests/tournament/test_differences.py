"""Why one agent is better: where agents part, the largest swings, and luck."""

from pathlib import Path

import pytest

from sim.library.scenario import load
from sim.store.store import open_store
from sim.tournament import differences
from sim.tournament.contest import Terms, make_contest
from sim.tournament.differences import (
    Parting,
    Partings,
    Swings,
    find_partings,
    find_swings,
    luck_adjusted,
)
from sim.tournament.places import place_scores
from sim.tournament.table import HEADS, write_blocks
from sim.tournament.tournament import Tournament, recall_tournament
from tests.tournament.cups import cup, played


def test_agents_part_where_they_choose_otherwise() -> None:
    """Each parting is a choice of one seat, and no block has two."""
    held = played(cup("steady", "uniform", null=0, blocks=20))
    partings = find_partings(held.ledger).found

    assert partings
    assert all(parting.does != parting.other for parting in partings)
    assert sum(parting.times for parting in partings) <= 20
    assert {parting.blocks for parting in partings} == {20}
    assert all(isinstance(parting.round, int) for parting in partings)


def test_agents_that_play_alike_never_part() -> None:
    """Two spellings of one agent never part in the blocks that were looked at."""
    held = played(cup("steady", "steady:price=0.5", null=0, blocks=60))

    assert find_partings(held.ledger) == Partings((), blocks=50)
    assert find_swings(held.ledger) == Swings((), 0)


LAST = """
from fracas import Agent

class Last(Agent):
    def choose(self, asked):
        return asked.options[-1]
"""


def test_a_recorded_agent_from_a_file_parts_where_it_did(tmp_path: Path) -> None:
    """A recorded agent from a file parts as it did; a changed file is not asked."""
    file = tmp_path / "last.py"
    file.write_text(LAST, "utf-8")
    contest = make_contest(
        [load("skill_page")],
        ("steady", f"{file}:Last", "first"),
        Terms(blocks=3, null=0),
        seed="a",
    )
    with open_store(":memory:", create=True) as store:
        held = played(contest, store=store)
        again = recall_tournament(store, contest.contest)
    partings = find_partings(held.ledger)
    assert {parting.second for parting in partings.found} >= {f"{file}:Last"}
    assert find_partings(again.ledger) == partings

    file.write_text(LAST.replace("-1", "0"), "utf-8")
    known = tuple(
        parting
        for parting in partings.found
        if (parting.first, parting.second) == ("steady", "first")
    )
    unknown = find_partings(again.ledger)
    assert known
    assert unknown.found == known
    assert "is not what it was" in unknown.unknown


def test_an_agent_that_fails_parts_by_that(tmp_path: Path) -> None:
    """An agent that fails parts by its failure, told as in a story."""
    file = tmp_path / "fails.py"
    failing = LAST.replace("return asked.options[-1]", 'raise ValueError("no idea")')
    file.write_text(failing, "utf-8")
    agents = "steady", f"{file}:Last"
    terms = Terms(blocks=1, null=0)
    contest = make_contest([load("skill_page")], agents, terms, seed="a")
    (parting,) = find_partings(played(contest).ledger).found
    assert parting.other.startswith("fails: it raised ValueError: no idea")


def test_where_many_meet_fewer_blocks_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If many agents meet, fewer blocks of each pair are looked at, but some."""
    held = played(cup(null=0, blocks=10))
    assert {parting.blocks for parting in find_partings(held.ledger).found} == {10}
    for work, blocks in ((18, 6), (0, 4)):
        monkeypatch.setattr(differences, "_ALL", work)
        assert {parting.blocks for parting in find_partings(held.ledger).found} == {
            blocks
        }


def test_the_weightiest_partings_moved_the_scores_most() -> None:
    """The weightiest partings moved the scores most; of equals the more frequent."""
    many = [
        Parting("a", "b", "x", "Ann", "does", "other", 1, times, 50, score)
        for times, score in ((9, 0.5), (1, 1.0), (4, 0.25), (30, 0.5))
    ]
    partings = Partings(tuple(many))
    assert partings.weightiest(2) == (many[1], many[2])
    assert partings.weightiest(3) == (many[1], many[2], many[3])
    assert partings.weightiest(9) == tuple(many)


def test_where_an_agent_fails_says_nothing_of_how_it_plays() -> None:
    """Partings by the failure of an agent are not among the weightiest."""
    many = [
        Parting("a", "b", "x", "Ann", "does", "other", 1, 9, 9, 1.0, fails)
        for fails in (False, True, True)
    ]
    assert Partings(tuple(many)).weightiest(3) == (many[0],)


def test_equal_swings_are_of_all_who_met() -> None:
    """Of equal swings each pair is shown one before any is shown two."""
    held = played(cup("steady", "first", "uniform", null=0, blocks=30))
    swings = find_swings(held.ledger, count=1000).shown
    size = abs(swings[0].score - 0.5), abs(swings[0].margin)
    equal = [
        swing for swing in swings if (abs(swing.score - 0.5), abs(swing.margin)) == size
    ]
    met = [(swing.first, swing.second, swing.scenario) for swing in equal]
    assert len(met) > len(set(met)) > 1
    assert len(set(met[: len(set(met))])) == len(set(met))


def test_swings_begin_with_the_largest() -> None:
    """The ten largest swings are shown, each with a command for every game."""
    held = played(cup("steady", "uniform", null=0, blocks=30))
    swings = find_swings(held.ledger, "cup.db").shown
    sizes = [(abs(swing.score - 0.5), abs(swing.margin)) for swing in swings]

    assert len(swings) == 10
    assert sizes == sorted(sizes, reverse=True)
    assert swings[0].replay[0] == f"fracas replay cup.db {swings[0].games[0]}"
    assert swings[0].games[0].endswith(f"-{swings[0].block}")


def test_only_swings_that_matter_are_shown() -> None:
    """Swings that came out nearly even are counted, and not shown."""
    held = played(cup("steady", "uniform", null=0, blocks=30))
    uneven = [
        (abs(block.result.score - 0.5), abs(block.result.margin))
        for block in held.ledger.blocks((0, 1), 0)
        if block.result.score != 0.5 or block.result.margin
    ]
    swings = find_swings(held.ledger, count=100)

    assert len(swings.shown) == sum(max(size) >= 0.25 for size in uneven)
    assert len(swings.shown) + swings.left_out == len(uneven)
    few = find_swings(held.ledger, count=2)
    assert (few.shown, few.left_out) == (swings.shown[:2], len(uneven) - 2)


def test_luck_is_counted_for_the_side_it_fell_to() -> None:
    """In mirrored seats with the same luck, what one side gains the other loses."""
    contest = make_contest(
        [load("guitar_duel")],
        ("storyteller", "storyteller:"),
        Terms(blocks=3, null=0),
        seed="a",
    )
    held = Tournament(contest)
    held.play()

    assert [block.luck for block in held.ledger.blocks((0, 1), 0)] == [0, 0, 0]


def test_luck_is_taken_out_where_that_saves() -> None:
    """Luck is taken out if that narrows the score, and never if play stops by it."""
    few = played(cup("steady", "cautious", null=0, blocks=5))
    many = played(cup("steady", "cautious", null=0, blocks=100))
    stopped = played(cup("steady", "cautious", null=0, blocks=100, until="settled"))

    assert luck_adjusted(few.course, (0, 1)).status == "too_few"
    assert luck_adjusted(many.course, (0, 1)).status == "adjusted"
    assert luck_adjusted(stopped.course, (0, 1)).status == "stopped"


def test_places_say_how_games_ended() -> None:
    """For each agent and side, the endings of all games are counted."""
    held = played(cup("steady", "uniform", null=0, blocks=10))
    scores = place_scores(held.course)

    assert [(score.agent, score.side) for score in scores] == [
        ("steady", "Ann"),
        ("steady", "Bo"),
        ("uniform", "Ann"),
        ("uniform", "Bo"),
    ]
    assert all(sum(games for _, games, _, _ in score.endings) == 10 for score in scores)


def test_every_block_is_a_row(tmp_path: Path) -> None:
    """A table of blocks has a head and a row for each block."""
    held = played(cup("steady", "uniform", null=0, blocks=4))
    path = tmp_path / "cup.csv"
    write_blocks(path, held.ledger)
    lines = path.read_text(encoding="utf-8").splitlines()

    assert lines[0] == ",".join(HEADS)
    assert len(lines) == 5
