"""A run is the same however it is played, and its store holds what its level says."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from msgspec import structs

from sim.conflict.codec import decode, decode_started, encode
from sim.conflict.replay import replay
from sim.conflict.seal import RunSeal, stream_seal
from sim.conflict.stream import Line
from sim.dice.seed import conflict_key
from sim.errors import AgentError, StoreError
from sim.library.scenario import load
from sim.run.chunk import Plan, Record, in_force
from sim.run.run import RunResult, make_plan, run, run_id
from sim.seam.events import ConflictEnded, Forfeited
from sim.store.events import ChunkRecorded, run_stream, written
from sim.store.merge import merge
from sim.store.store import MEMORY, Store, open_store
from tests.noon import SCENARIO, TOY
from tests.run.cast import LOAD, ROSTER, STANDOFF


def plan(
    games: int = 20,
    agents: Sequence[str] = ("uniform", "uniform"),
    record: Record = "full",
    *,
    strict: bool = False,
) -> Plan:
    """Return a plan of the toy."""
    made = make_plan(
        STANDOFF, agents, seed="noon", games=games, record=record, strict=strict
    )
    return structs.replace(made, load=LOAD, roster=ROSTER)


def kept(store: Store) -> list[tuple[str, int, str, bytes]]:
    """Return everything in *store*."""
    return list(store.all_rows())


@pytest.fixture
def store() -> Store:
    """Return a new store in memory."""
    return open_store(MEMORY, create=True)


def test_every_conflict_is_sealed_and_replays(store: Store) -> None:
    """Every recorded stream has its line's seal and folds to its line's outcome."""
    result = run(plan(), store=store)
    assert [line.game for line in result.lines] == list(range(20))
    for line, name in zip(result.lines, store.stream_ids(result.run_id), strict=True):
        assert name == f"{result.run_id}-{line.game + 1}"
        rows = [state for _, state in store.rows(name)]
        events = decode(TOY, rows)
        assert line.seal == stream_seal(name, STANDOFF.digest, rows[:-1])
        assert line.events == len(rows)
        ended = events[-2]
        assert isinstance(ended, ConflictEnded)
        assert (ended.how, ended.returns) == (line.how, line.returns)
        assert replay(TOY, TOY.initial(SCENARIO), events).round == line.rounds


def test_a_conflict_says_how_it_began(store: Store) -> None:
    """The first event of a conflict has everything that decides what can follow."""
    result = run(plan(games=3), store=store)
    started = decode_started(store.rows(f"{result.run_id}-3")[0][1])
    assert started.key == conflict_key("noon", 2).hex()
    assert (started.seed, started.game) == ("noon", 2)
    assert started.scenario == STANDOFF.digest.hex()
    assert started.rulings == (("grit", "3"), ("nerve", "4"), ("round_limit", "20"))
    assert [(seat.seat, seat.agent) for seat in started.seats] == [
        ("Ann", "uniform"),
        ("Bo", "uniform"),
    ]


def test_the_runs_seal_covers_its_first_row_and_its_lines(store: Store) -> None:
    """A run's seal covers its first row and all lines, in the order of games."""
    result = run(plan(), store=store)
    seal = RunSeal(result.run_id, written(store.run(result.run_id)))
    for line in result.lines:
        seal.add(encode(line))
    assert result.seal == seal.seal()
    completed = store.completed(result.run_id)
    assert completed is not None
    assert (completed.games, completed.seal) == (20, result.seal)


def test_side_by_side_is_the_same_as_alone(tmp_path: Path) -> None:
    """With several workers a run is the same, byte for byte, as with one."""
    ours = plan(games=30, agents=("uniform", "counting"))
    stores: list[list[tuple[str, int, str, bytes]]] = []
    results: list[RunResult] = []
    for name, workers in (("a.db", 1), ("b.db", 2)):
        with open_store(str(tmp_path / name), create=True) as store:
            results.append(run(ours, store=store, workers=workers))
            stores.append(kept(store))
    assert results[0] == results[1]
    assert stores[0] == stores[1]


def test_an_executor_of_your_own_will_do(store: Store) -> None:
    """A run uses the executor it is given, and does not shut it down."""
    with ThreadPoolExecutor(3) as threads:
        result = run(plan(games=50), store=store, workers=3, executor=threads)
        assert threads.submit(int, "7").result() == 7
    assert result == run(plan(games=50))


@pytest.mark.parametrize("cut", range(9))
def test_a_resumed_run_is_the_same_run(store: Store, cut: int) -> None:
    """Resuming plays just the chunks that are missing, to the same run."""
    ours = plan(games=20)
    whole = run(ours, store=store)
    chunks = list(store.run_events(ours.run_id))[:-1]
    with open_store(MEMORY, create=True) as other:
        for stored in kept(store):
            if stored[0] != run_stream(ours.run_id) and "-" in stored[0]:
                continue
            if stored[0] == run_stream(ours.run_id) and stored[1] > cut + 1:
                continue
            merge(other, [stored])
        recorded = sum(
            len(chunk.lines)
            for chunk in chunks[: cut + 1]
            if isinstance(chunk, ChunkRecorded)
        )
        result = run(ours, store=other, resume=True)
        assert result == structs.replace(whole, played=20 - recorded)
        assert other.completed(ours.run_id) == store.completed(ours.run_id)


def test_resuming_what_is_complete_plays_nothing(store: Store) -> None:
    """Resuming a complete run plays nothing, and returns its lines and seal."""
    whole = run(plan(), store=store)
    before = kept(store)
    assert run(plan(), store=store, resume=True) == structs.replace(whole, played=0)
    assert kept(store) == before


def test_resuming_what_never_began_begins_it(store: Store) -> None:
    """Resuming a run that never began begins it."""
    assert run(plan(), store=store, resume=True) == run(plan())


def test_a_run_is_not_played_twice_unasked(store: Store) -> None:
    """A run that is recorded already is refused unless it is resumed."""
    run(plan(), store=store)
    before = kept(store)
    with pytest.raises(StoreError, match="resuming adds nothing to it, another seed"):
        run(plan(), store=store)
    assert kept(store) == before


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (plan(games=30), "games 20, and cannot go on with 30"),
        (plan(record="seal"), "record 'full', and cannot go on with 'seal'"),
    ],
)
def test_a_resumed_run_keeps_its_plan(store: Store, other: Plan, said: str) -> None:
    """Resuming with another plan is refused, and what differs is named."""
    run(plan(), store=store)
    with pytest.raises(StoreError, match=said):
        run(other, store=store, resume=True)


def test_a_forged_chunk_is_noticed_on_resuming(store: Store) -> None:
    """Resuming notices a chunk that was forged, by its seal."""
    run(plan(), store=store)
    forged = list[tuple[str, int, str, bytes]]()
    for name, version, tag, state in kept(store):
        wrong = tag == "chunk" and version == 3
        new = state[:-1] + bytes([state[-1] ^ 1]) if wrong else state
        forged.append((name, version, tag, new))
    with open_store(MEMORY, create=True) as other:
        merge(other, forged)
        with pytest.raises(StoreError, match=r"completed with the seal .*: audit it"):
            run(plan(), store=other, resume=True)


@pytest.mark.parametrize(
    ("record", "tags"),
    [
        ("full", {"run", "chunk", "completed", "started", "sealed"}),
        ("seal", {"run", "chunk", "completed"}),
        ("none", set[str]()),
    ],
)
def test_a_store_holds_what_its_level_says(
    store: Store, record: Record, tags: set[str]
) -> None:
    """A store holds every event, a line a conflict, or nothing, as its level says.

    The seal says how much was kept, so that nothing of it can be left out later.
    """
    result = run(plan(record=record), store=store)
    written = {tag for _, _, tag, _ in kept(store)} - {"store", "listed", "scenario"}
    assert written >= tags if record == "full" else written == tags
    whole = run(plan())
    assert result.lines == whole.lines
    assert (result.seal == whole.seal) == (record != "seal")


def test_lines_go_where_they_are_wanted() -> None:
    """Lines are passed on in the order of games, and then the result keeps none."""
    lines: list[Line] = []
    done: list[int] = []
    result = run(plan(), on_line=lines.append, progress=done.append)
    assert result.lines == []
    assert lines == run(plan()).lines
    assert done == [3, 6, 9, 12, 15, 18, 20]


@pytest.mark.parametrize("agent", ["raising", "late", "nonsense"])
def test_an_agent_that_fails_loses_and_the_others_go_on(
    store: Store, agent: str
) -> None:
    """An agent that fails forfeits, recorded with the same reason in every process."""
    bad = plan(agents=(agent, "uniform"))
    result = run(bad, store=store)
    assert {(line.how, line.returns) for line in result.lines} == {
        ("forfeit", (0.0, 1.0))
    }
    events = decode(TOY, [state for _, state in store.rows(f"{result.run_id}-7")])
    assert isinstance(events[-3], Forfeited)
    assert "0x" not in events[-3].reason
    assert run(bad, workers=2) == result


@pytest.mark.parametrize("agent", ["raising", "late", "nonsense"])
def test_a_strict_run_stops_at_an_agent_that_fails(agent: str) -> None:
    """A strict run stops at a failing agent and names conflict, seat and reason."""
    with pytest.raises(
        AgentError, match=r"^\w{8}-1: the agent at Bo (raised|answered)"
    ):
        run(plan(agents=("uniform", agent), strict=True))


@pytest.mark.parametrize("agents", [("uniform",), ("uniform",) * 3, ("nobody",) * 2])
def test_agents_that_cannot_be_seated_stop_the_run(
    store: Store, agents: tuple[str, ...]
) -> None:
    """Agents that cannot be made stop a run before anything is written."""
    before = kept(store)
    with pytest.raises(AgentError, match=r"agents for 2 seats|no agent is called"):
        run(plan(agents=agents), store=store)
    assert kept(store) == before


def test_a_runs_id_follows_from_seed_scenario_and_agents() -> None:
    """The id of a run depends on seed, scenario and agents alone, and is fixed."""
    digest = bytes(32)
    assert run_id("noon", digest, ("a", "b")) == "9da01420"
    assert plan(games=5).run_id == plan(games=9, record="seal").run_id
    others = {run_id("noon", digest, ("a", "c")), run_id("now", digest, ("a", "b"))}
    assert len(others | {run_id("noon", digest, ("a", "b"))}) == 3


def test_rulings_in_force_are_text() -> None:
    """Rulings are recorded as text: words as they are, everything else as JSON."""
    given = {"b": True, "n": 3, "w": "each", "l": ("a", 1), "x": None}
    assert dict(in_force(given)) == {
        "b": "true",
        "n": "3",
        "w": "each",
        "l": '["a",1]',
        "x": "null",
    }


def test_the_same_seed_is_the_same_luck_under_another_reading() -> None:
    """Under a ruling that never matters every game is the same."""
    name = "gift_dice_count_includes_story_guide"
    alley = [load("alley", {name: text}) for text in ("true", "false")]
    assert alley[0].digest != alley[1].digest
    first, second = (
        [structs.replace(line, seal=b"") for line in lines]
        for lines in (
            run(make_plan(each, ("steady", "bold"), seed="luck", games=40)).lines
            for each in alley
        )
    )
    assert first == second
