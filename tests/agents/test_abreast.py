"""Each conflict comes out alike however many are under way at once."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from sim.audit.store import StoreAudit
from sim.conflict.stream import Sealed
from sim.errors import AgentError
from sim.hosting.process import BABBLED, GONE, LATE
from sim.hosting.sandbox import Sandbox
from sim.library.catalogue import scenarios
from sim.library.scenario import load
from sim.run import chunk as chunks
from sim.run.chunk import Job, decode_conflicts, play_chunk
from sim.run.plan import WIDTH, Plan
from sim.run.run import make_plan, run
from sim.store.store import open_store
from tests.tiers import later

pytestmark = pytest.mark.usefixtures("wall")
FILE = Path(__file__).parent / "abreast.py"
SEED = "x~00112233445566778899aabbccddeeff"
NARROW = (1, 4)
GAMES = 34
"""Two more than are under way at once, so that tables are taken again."""


def plan(
    scenario: str, *agents: str, patience: float = 60.0, sandbox: Sandbox = "off"
) -> Plan:
    """Return a plan with *agents* of the file at the first seats, First elsewhere."""
    loaded = load(scenario)
    seats = len(loaded.system.seats(loaded.scenario))
    ours = [f"{FILE}:{agent}" for agent in agents]
    specs = [*ours, *["first"] * (seats - len(ours))]
    made = make_plan(loaded, specs, seed=SEED, games=400)
    return structs.replace(made, patience=patience, sandbox=sandbox)


def played(what: Plan, width: int, games: int = GAMES, first: int = 0) -> list[Sealed]:
    """Return the conflicts of a chunk, *width* of them under way at once."""
    return decode_conflicts(
        play_chunk(Job(structs.replace(what, width=width), first, games))
    )


def one_a_system() -> list[str]:
    """Return the first scenario of every rule system."""
    by_system: dict[str, str] = {}
    for name in scenarios():
        by_system.setdefault(load(name).system.name, name)
    return list(by_system.values())


@pytest.mark.parametrize("scenario", one_a_system())
def test_every_conflict_is_the_same_at_every_width(scenario: str) -> None:
    """Events and seals are the same however many conflicts are played side by side."""
    what = plan(scenario, "Remembers")
    wide = played(what, WIDTH)
    assert len(wide) == GAMES
    for width in NARROW:
        assert played(what, width) == wide


@settings(max_examples=5)
@given(
    first=st.integers(0, 300),
    games=st.integers(2, 12),
    width=st.integers(2, 12),
    way=st.sampled_from(["", "raise", "begin", "exit", "babble"]),
)
def test_widths_and_chunks_decide_nothing(
    first: int, games: int, width: int, way: str
) -> None:
    """Neither the width nor where a chunk begins changes any conflict."""
    what = plan("guitar_duel", f"Unsure:way={way}", "Remembers")
    assert played(what, width, games, first) == played(what, 1, games, first)


@pytest.mark.parametrize("sandbox", later(["off", "wall"], ["wall"]))
@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("raise", "raised ValueError: a mistake in round"),
        ("begin", "raised ValueError: no place for me"),
        ("exit", GONE),
        ("babble", BABBLED),
    ],
)
def test_forfeits_are_the_same_at_every_width(
    way: str, reason: str, sandbox: Sandbox
) -> None:
    """At every width the same conflicts are forfeited, for the same reasons."""
    what = plan("guitar_duel", f"Unsure:way={way}", sandbox=sandbox)
    alone = played(what, 1, games=16)
    why = [conflict.forfeits for conflict in alone if conflict.line.how == "forfeit"]
    assert 0 < len(why) < len(alone)
    assert all(text.startswith(reason) for ((_, text),) in why)
    for width in (4, WIDTH):
        assert played(what, width, games=16) == alone


@pytest.mark.parametrize("width", [1, WIDTH])
def test_who_sleeps_forfeits_and_its_neighbours_do_not(width: int) -> None:
    """Only the conflicts in which an agent sleeps are forfeited, by that agent.

    Patience is as long as no busy machine makes anybody wait who is awake.
    """
    what = plan("guitar_duel", "Unsure:way=sleep", patience=1.5)
    wide = played(what, width, games=6)
    awake = played(plan("guitar_duel", "Unsure:way="), 1, games=6)
    slept = [number for number, conflict in enumerate(wide) if conflict.forfeits]
    assert 0 < len(slept) < len(wide)
    seat = load("guitar_duel").system.seats(load("guitar_duel").scenario)[0].name
    for number, conflict in enumerate(wide):
        if number in slept:
            assert conflict.forfeits == ((seat, LATE),)
        else:
            assert conflict.line.returns == awake[number].line.returns


@pytest.mark.slow
def test_time_is_given_for_each_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question has its own time, so a message of several makes nobody late."""
    again: list[str] = []
    alone = chunks.play_stream

    def noted(*args: object, **more: object) -> object:
        again.append(str(args[0]))
        return alone(*args, **more)

    what = plan("alley", "Slow", patience=2.0)
    monkeypatch.setattr(chunks, "play_stream", noted)
    assert not any(conflict.forfeits for conflict in played(what, 8, games=8))
    assert again == []


def test_nobody_forfeits_because_its_neighbours_take_the_memory() -> None:
    """No conflict is forfeited because those played beside it take the memory."""
    what = plan("guitar_duel", "Large", sandbox="wall")
    alone = played(what, 1, games=4)
    assert not any(conflict.forfeits for conflict in alone)
    assert played(what, WIDTH, games=4) == alone


@pytest.mark.parametrize("way", ["raise", "exit"])
def test_nobody_sees_the_dice_of_a_conflict_that_is_played_again(way: str) -> None:
    """An agent learns nothing of a conflict's dice when that is played again."""
    what = plan("guitar_duel", f"Unsure:way={way}", "Accomplice")
    why = [
        text
        for conflict in played(what, WIDTH, games=16)
        for _, text in conflict.forfeits
    ]
    assert why
    assert not any("fallen before" in text for text in why)


def test_a_strict_plan_names_the_first_conflict_that_fails() -> None:
    """A strict plan names the first conflict that fails, even if another is sooner."""
    what = structs.replace(plan("guitar_duel", "Unsure"), strict=True)
    said: list[str] = []
    for width in (1, WIDTH):
        with pytest.raises(AgentError) as caught:
            played(what, width)
        said.append(str(caught.value))
    assert said[0] == said[1]


@pytest.mark.parametrize("way", ["raise", "exit"])
def test_what_was_played_abreast_audits_clean(way: str) -> None:
    """An audit finds nothing in conflicts that were played side by side."""
    what = structs.replace(plan("guitar_duel", f"Unsure:way={way}"), games=24)
    with open_store(":memory:", create=True) as store:
        how = [line.how for line in run(what, store=store).lines]
        assert 0 < how.count("forfeit") < len(how)
        assert list(StoreAudit(store).everything()) == []
