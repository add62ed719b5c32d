"""Tournaments: mirrored, exact, the same however they are played."""

from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from sim.errors import AgentError, ScenarioError
from sim.hosting.host import PATIENCE
from sim.protocol import SeatInfo
from sim.statistics.intervals import blocks
from sim.tournament.meetings import Terms, arena, meeting
from sim.tournament.standings import Bout, Match, Pair, Pairing, standings
from sim.tournament.tournament import Result, tournament
from tests.agents.tables import LOAD, TOY_LOADED
from tests.noon import TOY

AGENTS = ("steady", "uniform", "scripted:says=Pressed round<3")
RESTLESS = """
import random
from sim.protocol import Agent

class Mine(Agent):
    def choose(self, asked):
        return random.choice(asked.options)
"""


def played(
    *agents: str, games: int = 20, workers: int = 1, null: bool = False
) -> Result:
    """Return the tournament of *agents* at the toy."""
    return tournament(
        [TOY_LOADED],
        agents,
        games=games,
        seed="cup",
        null=null,
        workers=workers,
        load=LOAD,
    )


def match(first: str, second: str, *pairs: tuple[int, int]) -> Match:
    """Return a match with these points of the first agent."""
    return Match(
        "here",
        first,
        second,
        tuple(Pair((Bout(a, "broken"), Bout(b, "broken"))) for a, b in pairs),
    )


def test_tournament_has_everyone_meet_everyone_on_both_sides() -> None:
    """Three agents, three pairings, every pair of two games."""
    result = played(*AGENTS)

    assert result.games == 3 * 2 * 10
    assert [row.games for row in result.standings.rows] == [40, 40, 40]
    assert [sum(pairing.counts) for pairing in result.standings.pairings] == [10] * 3


def test_tournament_finds_the_better() -> None:
    """Steady wins at the toy, and it may be said."""
    result = played(*AGENTS, games=40)

    assert result.standings.rows[0].agent == "steady"
    assert result.standings.pairings[0].verdict == "steady beats uniform"
    assert result.standings.between("uniform", "steady") is not None


def test_tournament_is_the_same_serial_and_parallel() -> None:
    """Workers change nothing, to the last byte."""
    one, two = played(*AGENTS), played(*AGENTS, workers=2)

    assert msgspec.json.encode(one.to_dict()) == msgspec.json.encode(two.to_dict())
    assert one.seal == two.seal


def test_tournament_follows_its_seed() -> None:
    """Another seed is other luck."""
    again = tournament([TOY_LOADED], AGENTS, games=20, seed="other", load=LOAD)

    assert again.seal != played(*AGENTS).seal


def test_tournament_adds_an_agent_without_changing_the_others() -> None:
    """A pairing's luck does not depend on who else takes part."""
    few, many = played(*AGENTS[:2]), played(*AGENTS)

    assert few.standings.pairings[0].counts == many.standings.pairings[0].counts


def test_tournament_null_check_is_exactly_even() -> None:
    """An agent that only knows the conflict cannot beat itself."""
    nulls = played("uniform", "steady", null=True).nulls

    assert [(null.agent, null.pairs, null.uneven) for null in nulls] == [
        ("uniform", 10, 0),
        ("steady", 10, 0),
    ]


def test_tournament_null_check_finds_luck_of_ones_own(tmp_path: Path) -> None:
    """An agent with another source of chance does not come out even."""
    path = tmp_path / "mine.py"
    path.write_text(RESTLESS, encoding="utf-8")
    result = played(f"{path}:Mine", "steady", games=60, null=True)

    assert result.nulls[0].uneven > 0
    assert not result.to_dict()["null"][0]["passed"]


def test_tournament_says_which_side_the_scenario_favours() -> None:
    """Who presses first has the better of it between equals."""
    result = played("steady", "spender", games=800)

    assert result.standings.pairings[0].score.value == 0.5
    assert result.sides[0].low > 0.5


def test_tournament_counts_forfeits(tmp_path: Path) -> None:
    """An agent that fails loses those games, and the row says why."""
    path = tmp_path / "mine.py"
    path.write_text(
        RESTLESS.replace("random.choice(asked.options)", "None"), encoding="utf-8"
    )
    last = played("steady", f"{path}:Mine", games=6).standings.rows[-1]

    assert (last.lost, last.forfeits) == (6, 6)


def test_tournament_seats_whole_sides() -> None:
    """The agent takes every seat of its side; a judge keeps his own."""
    seats = (
        SeatInfo("A", 0),
        SeatInfo("B", 1),
        SeatInfo("C", 1),
        SeatInfo("J", None, "storyteller"),
    )
    system = structs.replace(TOY, seats=lambda _: seats)
    place = arena(structs.replace(TOY_LOADED, system=system))
    plan = meeting(
        place, "steady", "bold", Terms("cup", 1, LOAD, PATIENCE, sandbox=False)
    ).plan

    assert plan.agents == ("steady", "bold", "bold", "storyteller")


@pytest.mark.parametrize("sides", [(0, 0), (0, 1, 2)])
def test_tournament_refuses_what_cannot_be_mirrored(sides: tuple[int, ...]) -> None:
    """One side, or three, cannot swap."""
    seats = tuple(SeatInfo(f"S{index}", side) for index, side in enumerate(sides))
    system = structs.replace(TOY, seats=lambda _: seats)
    loaded = structs.replace(TOY_LOADED, system=system)
    with pytest.raises(ScenarioError, match="only meet in mirrored pairs where"):
        tournament([loaded], AGENTS, games=2, seed="cup", load=LOAD)


@pytest.mark.parametrize("agents", [("steady",), ("steady", "bold", "steady")])
def test_tournament_refuses_an_agent_alone_or_twice(agents: tuple[str, ...]) -> None:
    """It takes two, and each its own name."""
    with pytest.raises(AgentError, match=r"two agents|named twice"):
        played(*agents)


def test_standings_settle_nothing_without_evidence() -> None:
    """Two pairs won are no verdict, forty are."""
    few = standings("ab", [match("a", "b", (2, 2), (2, 2))])
    many = standings("ab", [match("a", "b", *[(2, 1)] * 40)])
    less = standings("ab", [match("a", "b", *[(0, 1)] * 40)])

    assert few.pairings[0].verdict == "not settled"
    assert many.pairings[0].verdict == "a beats b"
    assert less.pairings[0].verdict == "b beats a"


def test_standings_ask_more_of_many_verdicts() -> None:
    """What would be a verdict alone is none among many."""
    counts = (10, 0, 10, 0, 24)
    alone = Pairing("a", "b", counts, 0.95)

    assert alone.verdict == "a beats b"
    assert structs.replace(alone, confidence=0.999).verdict == "not settled"


def test_standings_take_blocks_across_opponents() -> None:
    """Pairs of the same luck are one block, whoever sat opposite."""
    won, lost = (2, 2), (0, 0)
    table = standings(
        "abc", [match("a", "b", won, lost, won), match("a", "c", lost, won, won)]
    )
    row = next(row for row in table.rows if row.agent == "a")

    assert (row.won, row.lost) == (8, 4)
    assert row.score == blocks({0.5: 2, 1.0: 1})


def test_standings_give_the_mirror_image_of_a_score() -> None:
    """What one scored the other did not."""
    table = standings("ab", [match("a", "b", (2, 1), (0, 1), (2, 2))])
    one, other = table.between("a", "b"), table.between("b", "a")
    assert one is not None
    assert other is not None

    assert (1 - one.value, 1 - one.high) == (other.value, other.low)
    assert table.between("a", "z") is None
