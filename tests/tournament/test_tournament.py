"""Tournaments are fair and exact, and the same however they are played."""

from pathlib import Path

import msgspec
import pytest

from sim.errors import AgentError, FracasError, StoreError
from sim.library.scenario import load
from sim.store.contests import BlocksRecorded
from sim.store.store import Store, open_store
from sim.tournament.contest import Terms, make_contest, scenario_seed
from sim.tournament.record import (
    append_step,
    begin_contest,
    ended_event,
    recorded_batches,
)
from sim.tournament.result import result_of
from sim.tournament.tournament import recall_tournament
from tests.agents.tables import LOAD
from tests.tournament.cups import AGENTS, RESTLESS, cup, played


def test_everyone_meets_everyone_in_every_seating() -> None:
    """Three agents have three pairings, each with both seatings, and a check."""
    held = played(cup())
    shown = result_of(held)

    assert shown.games == 3 * 2 * 10 + 3 * 2 * 2
    assert [row.games for row in shown.standings] == [40, 40, 40]
    assert [pairing.blocks for pairing in shown.pairings] == [10] * 3


def test_the_better_is_found_and_may_be_named() -> None:
    """Steady is found to be better at the toy, and named."""
    shown = result_of(played(cup("steady", "uniform", blocks=40)))

    assert shown.standings[0].agent == "steady"
    assert shown.pairings[0].verdict.says == "better"
    assert shown.pairings[0].score.low > 0.5


def test_the_same_serial_parallel_and_without_a_store() -> None:
    """Serial, parallel and without a store, a tournament has the same record."""
    contest = cup(until="settled", blocks=60)
    with open_store(":memory:", create=True) as store:
        ways = [
            played(contest),
            played(contest, workers=2),
            played(contest, store=store),
        ]

    words = {msgspec.json.encode(result_of(way).to_dict()) for way in ways}
    assert len(words) == 1


def test_another_seed_is_other_luck() -> None:
    """Another seed gives another result."""
    assert played(cup()).seal != played(cup(seed="other")).seal


def test_contestants_added_later_change_nothing_for_the_others() -> None:
    """A pairing has the same games whoever else takes part."""
    few, many = played(cup(*AGENTS[:2])), played(cup(*AGENTS))

    assert list(few.ledger.blocks((0, 1), 0)) == list(many.ledger.blocks((0, 1), 0))


def test_scenarios_have_luck_of_their_own() -> None:
    """A scenario's games follow from the tournament's seed and its digest."""
    contest = make_contest(
        [load("footrace"), load("stuck_door")],
        AGENTS[:2],
        Terms(blocks=1, null=0),
        seed="cup",
    )
    seeds = [
        contest.plan(place, (0, 1), (0,) * n).seed for place, n in ((0, 3), (1, 1))
    ]

    assert seeds[0] != seeds[1]
    assert seeds[0] == scenario_seed("cup", contest.places[0].loaded.digest)


@pytest.mark.parametrize(
    ("scenario", "games"), [("footrace", 6), ("stuck_door", 2), ("alley", 2)]
)
def test_any_number_of_sides_takes_part(scenario: str, games: int) -> None:
    """Scenarios of one, two and three sides are played, with the same dice a block."""
    contest = make_contest(
        [load(scenario)], ("uniform", "storyteller"), Terms(blocks=2, null=0), seed="a"
    )
    held = played(contest)

    assert held.ledger.games == 2 * games
    assert [block.number for block in held.ledger.blocks((0, 1), 0)] == [0, 1]


def test_a_fixed_side_takes_part() -> None:
    """With a fixed side, agents take turns at the open one."""
    contest = make_contest(
        [load("alley")],
        ("uniform", "storyteller"),
        Terms(blocks=2, null=0, fixed={"Gael": "storyteller"}),
        seed="a",
    )
    ends = played(contest).ledger.blocks((0, 1), 0)[0].ends

    assert len(ends) == 2


@pytest.mark.parametrize(
    ("scenario", "fixed"), [("alley", {"Gael": ""}), ("alley", {}), ("footrace", {})]
)
def test_games_against_oneself_are_counted_once(
    scenario: str, fixed: dict[str, str]
) -> None:
    """Games of an agent against itself count once."""
    contest = make_contest(
        [load(scenario)], AGENTS[:2], Terms(blocks=3, null=2, fixed=fixed), seed="a"
    )
    shown = result_of(played(contest))
    games = len(contest.places[0].seatings)

    assert shown.alone == 2 * 2 * 2
    assert shown.games - shown.alone == 3 * games


@pytest.mark.parametrize(
    ("scenario", "fixed"),
    [("stuck_door", {}), ("alley", {"Gael": ""}), ("alley", {})],
)
def test_won_and_lost_are_those_that_the_score_counts(
    scenario: str, fixed: dict[str, str]
) -> None:
    """What one wins the other loses, and half a draw is half a win."""
    contest = make_contest(
        [load(scenario)],
        ("steady", "uniform"),
        Terms(blocks=5, null=0, fixed=fixed),
        seed="a",
    )
    first, second = result_of(played(contest)).standings

    assert (first.won, first.drawn, first.lost) == (
        second.lost,
        second.drawn,
        second.won,
    )
    assert first.won + first.drawn + first.lost == first.games
    assert abs(first.score.value - (first.won + first.drawn / 2) / first.games) < 1e-9


def test_agents_play_alike_against_themselves() -> None:
    """Agents that only know the conflict play alike against themselves."""
    nulls = result_of(played(cup("uniform", "steady"))).nulls

    assert [(null.agent, null.blocks, null.uneven) for null in nulls] == [
        ("uniform", 2, 0),
        ("steady", 2, 0),
    ]


def test_luck_of_ones_own_is_found_out(tmp_path: Path) -> None:
    """An agent with another source of luck is found not to play alike."""
    path = tmp_path / "mine.py"
    path.write_text(RESTLESS, encoding="utf-8")
    shown = result_of(played(cup(f"{path}:Mine", "steady", null=10)))

    assert shown.nulls[0].uneven > 0
    assert not shown.to_dict()["null"][0]["passed"]


@pytest.mark.slow
def test_forfeits_are_counted(tmp_path: Path) -> None:
    """An agent that fails loses those games, and its row says why."""
    path = tmp_path / "mine.py"
    path.write_text(
        RESTLESS.replace("random.choice(asked.options)", "None"), encoding="utf-8"
    )
    last = result_of(played(cup("steady", f"{path}:Mine", blocks=3))).standings[-1]

    assert (last.lost, last.forfeits) == (6, 6)


def test_agents_that_play_alike_are_said_to() -> None:
    """Two spellings of one agent are said to play alike."""
    contest = cup("steady", "steady:price=0.5", blocks=100)
    verdict = result_of(played(contest)).pairings[0].verdict

    assert (verdict.says, verdict.blocks) == ("alike", 100)


def test_stopping_when_settled_plays_less() -> None:
    """A clear pairing ends early; with a target error it goes on until that is met."""
    settled = played(cup("steady", "uniform", blocks=400, until="settled"))
    exact = played(cup("steady", "uniform", blocks=400, until="error", error=0.1))

    assert settled.ledger.count((0, 1)) < exact.ledger.count((0, 1)) < 400
    interval = exact.course.verdict((0, 1)).interval
    assert (interval.high - interval.low) / 2 < 0.1


def test_killed_anywhere_it_goes_on_to_the_same_end() -> None:
    """Whatever was recorded, a resumed tournament ends with the same seal."""
    contest = cup("steady", "uniform", blocks=60, until="settled")
    with open_store(":memory:", create=True) as whole:
        full = played(contest, store=whole)
        known = _batches(whole, contest.contest)
    for cut in range(0, len(known), 2):
        with open_store(":memory:", create=True) as store:
            begin_contest(store, contest, resume=False)
            for after, batch in enumerate(known[:cut], 1):
                append_step(store, contest.contest, batch, after)
            again = played(contest, store=store, resume=True)
            assert again.seal == full.seal
            assert again.played == sum(len(block.lines) for block in known[cut:])


def _batches(store: Store, contest: str) -> list[BlocksRecorded]:
    return list(recorded_batches(store, contest))


def test_a_record_is_read_without_playing() -> None:
    """A recorded tournament is read as it was, without playing."""
    contest = cup()
    with open_store(":memory:", create=True) as store:
        held = played(contest, store=store)
        again = recall_tournament(store, load=LOAD)
        ended = ended_event(store, contest.contest)

    assert again.complete
    assert again.played == 0
    assert result_of(again).to_dict() == result_of(held).to_dict()
    assert ended is not None
    assert ended.seal == held.seal


def test_a_tournament_is_begun_once() -> None:
    """A second beginning is refused, with how to go on."""
    contest = cup(blocks=1, null=0)
    with open_store(":memory:", create=True) as store:
        played(contest, store=store)
        with pytest.raises(StoreError, match="already has the tournament"):
            played(contest, store=store)
        with pytest.raises(StoreError, match="has no tournament"):
            played(cup(blocks=2), store=store, resume=True)


def test_a_record_in_another_order_is_refused() -> None:
    """Blocks recorded in another order are refused."""
    contest = cup()
    with open_store(":memory:", create=True) as store:
        played(contest, store=store)
        known = _batches(store, contest.contest)
    with open_store(":memory:", create=True) as store:
        begin_contest(store, contest, resume=False)
        append_step(store, contest.contest, known[1], 1)
        with pytest.raises(StoreError, match="another order"):
            played(contest, store=store, resume=True)


@pytest.mark.parametrize("agents", [("steady",), ("steady", "bold", "steady")])
def test_an_agent_alone_or_twice_is_refused(agents: tuple[str, ...]) -> None:
    """One agent alone, or one given twice, is refused."""
    with pytest.raises(AgentError, match=r"two agents|named twice"):
        cup(*agents)


def test_a_scenario_given_twice_is_refused() -> None:
    """A scenario given twice is refused."""
    alley = load("alley")
    with pytest.raises(FracasError, match="given twice"):
        make_contest([alley, alley], AGENTS, Terms(), seed="a")
