"""`fracas whatif --keep` records branches as conflicts, which can be audited."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from msgspec import structs

from sim.analysis.analyse import Record
from sim.analysis.keeping import Change, keep
from sim.analysis.whatif import WhatIf
from sim.campaign.recorded import find
from sim.run.recorded import Conflict
from sim.seam.events import Fact
from sim.store.store import open_store
from tests.cli.conftest import Fracas

WAYS: list[list[object]] = [
    ["--at", 4, "--choose", 2],
    ["--at", 4, "--choose", 2, "--agent", "Hacker=uniform"],
    ["--at", 4, "--choose", 1, "--as", "uniform"],
    ["--at", 4, "--choose", 3, "--as", "uniform"],
    ["--at", 5, "--dice", "1,1,1"],
    ["--at", 4, "--agent", "Hacker=uniform"],
    ["--at", 5, "--agent", "ArmorMan=noise:share=0.5"],
    ["--ruling", "round_cap=1"],
    ["--ruling", "dice=2d6"],
    ["--ruling", "round_cap=1", "--at", 4, "--agent", "Hacker=uniform"],
]


@pytest.fixture
def store(duels: str) -> str:
    """Return a store with one conflict of a duel."""
    return duels


def _rows(path: str) -> dict[tuple[str, int], tuple[str, bytes]]:
    with open_store(path) as store:
        return {(row[0], row[1]): (row[2], row[3]) for row in store.all_rows()}


@pytest.mark.parametrize("way", WAYS, ids=lambda way: " ".join(map(str, way)))
def test_a_branch_is_kept_and_audits_clean(
    fracas: Fracas, store: str, way: list[object]
) -> None:
    """A kept branch changes nothing else, audits clean and names its parent."""
    before = _rows(store)
    document = fracas("whatif", store, "1", *way, "--keep", "--json").json()
    after = _rows(store)
    assert {place: after[place] for place in before} == before
    audit = fracas("audit", store, "--json").json()
    assert audit["clean"]
    noted = [finding["event"] for finding in audit["findings"]]
    is_set = "--choose" in way or "--dice" in way
    assert noted == ([way[1]] if is_set else [])
    assert all(finding["weight"] == "note" for finding in audit["findings"])
    kept = document["kept"]
    branch = fracas("show", store, kept, "--json").json()["branch"]
    parent = fracas("show", store, "1", "--json").json()
    assert branch["parent"] == parent["conflict"]
    assert branch["event"] == document.get("event", way[1])
    events = fracas("replay", store, kept, "--json").lines()
    assert events[-2]["returns"] == [*document["returns"].values()]
    assert f"a branch of {parent['conflict']}" in fracas("show", store, kept).out
    assert "what is other" in fracas("list", store).out


def test_a_branch_is_kept_once(fracas: Fracas, store: str) -> None:
    """The same branch of the same record is refused the second time."""
    asked = ["whatif", store, "--at", 4, "--choose", 2, "--keep"]
    assert fracas(*asked).status == 0
    assert "already has this branch" in fracas(*asked).refused()


@pytest.mark.slow
def test_an_analysis_of_a_branch_names_who_played_before_it(
    fracas: Fracas, store: str, tmp_path: Path
) -> None:
    """The analysis of a branch names the agent that played before it, if known."""
    quick = ("--as", "steady", "--steps", 0, "--games", 2, "--json")

    def accounts(where: str, name: str) -> dict[str, object]:
        seats = fracas("analyse", where, name, *quick).json()["seats"]
        return {seat["seat"]: seat["before"] for seat in seats}

    played = fracas("analyse", store, "1", *quick).json()["seats"]
    agents = {seat["seat"]: seat["agent"] for seat in played}
    assert accounts(store, "1") == {"Hacker": None, "ArmorMan": None}
    moments = fracas("analyse", store, "1", *quick).json()["moments"]
    second = moments[1]["event"]
    way = ("--at", second, "--agent", "ArmorMan=uniform", "--json")
    kept = fracas("whatif", store, "1", *way, "--keep").json()["kept"]
    was = f"{agents['ArmorMan']} to event {second - 1}"
    assert accounts(store, kept) == {"Hacker": None, "ArmorMan": was}
    other = str(tmp_path / "other.db")
    again = fracas("whatif", store, "1", *way, "--keep", other).json()["kept"]
    assert accounts(other, again)["ArmorMan"] == f"somebody to event {second - 1}"


def test_a_branch_in_another_store_says_what_is_not_compared(
    fracas: Fracas, store: str, tmp_path: Path
) -> None:
    """An audit of a branch without its parent notes what it cannot compare."""
    other = tmp_path / "other.db"
    before = _rows(store)
    fracas("whatif", store, "--at", 4, "--choose", 2, "--keep", other)
    assert _rows(store) == before
    said = fracas("audit", other)
    assert said.status == 0
    assert "expected the events of that conflict in" in said.out


def test_a_parent_may_have_kept_its_seal_alone(fracas: Fracas, tmp_path: Path) -> None:
    """A branch of a run recorded by its seal is kept, and noted as not compared."""
    path = tmp_path / "seals.db"
    sealed = ["--games", 1, "--seed", "x", "--record", "seal", "--store", path]
    fracas("run", "skill_page", *sealed)
    assert fracas("whatif", path, "--at", 5, "--dice", "1,1,1", "--keep").status == 0
    said = fracas("audit", path)
    assert said.status == 0
    assert said.out.count("note: ") == 2


@pytest.mark.slow
def test_a_branch_has_branches_of_its_own(
    fracas: Fracas, store: str, tmp_path: Path
) -> None:
    """A branch of a branch is kept, and notes only its own parent."""
    way = ["whatif", store, "--at", 5, "--dice", "1,1,1", "--keep", "--json"]
    first = fracas(*way).json()["kept"]
    events = fracas("analyse", store, first, "--json", "--steps", 0, "--games", 2)
    last = [moment["event"] for moment in events.json()["moments"]][-1]
    way = ["whatif", store, first, "--at", last, "--agent", "Hacker=uniform", "--keep"]
    assert fracas(*way).status == 0
    said = fracas("audit", store)
    assert said.status == 0
    assert said.out.count("note: ") == 1
    other = tmp_path / "other.db"
    assert fracas(*way[:-1], "--keep", other).status == 0
    said = fracas("audit", other)
    assert said.status == 0
    assert said.out.count("note: ") == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--at", 4, "--keep"], "--keep needs something to change"),
        (["--at", 4, "--choose", 1, "--games", 9, "--keep"], "leave out --games"),
        (["--ruling", "use_oops=false", "--keep"], "nothing in"),
        (["--at", 4, "--choose", 1, "--keep", "."], "."),
        (["--at", 4, "--choose", 1, "--keep", "no/such/place.db"], "no/such/place.db"),
        (["--at", 4, "--choose", 1, "--keep", "duck://pond"], "no store is reached"),
        (["--at", 4, "--agent", "Hacker=mine.py:Mine", "--keep"], "without files"),
    ],
)
def test_what_cannot_be_kept_is_one_sentence(
    fracas: Fracas, store: str, arguments: list[object], words: str
) -> None:
    """A branch that cannot be kept is refused, and the store stays as it was."""
    before = _rows(store)
    assert words in fracas("whatif", store, "1", *arguments).refused()
    assert _rows(store) == before


def test_a_round_typed_in_has_no_branch_to_keep(fracas: Fracas) -> None:
    """A round that was typed in has no branch to keep, since it has no seed."""
    asked = ["whatif", "tela_gael_printed", "--at", 4, "--choose", 1, "--keep", "x.db"]
    assert "follow from no seed" in fracas(*asked).refused()


def _honest(store: str, event: int, choice: int | None) -> tuple[Record, Change]:
    """Return the record, and an honest branch of it with option number *choice*."""
    with open_store(store) as opened:
        conflict = find(opened, "1")
    assert isinstance(conflict, Conflict)
    record = Record.of(conflict)
    assert record.loaded is not None
    what_if = WhatIf(record, record.played, event)
    fact = None if choice is None else what_if.chosen(str(choice))
    change = Change(
        event,
        "agents" if fact is None else "choice",
        "",
        what_if.specs,
        record.events[1 : event - 1],
        what_if.branch(fact),
        record.loaded,
        fact,
    )
    return record, change


def _audited(fracas: Fracas, store: str, record: Record, change: Change) -> str:
    with open_store(store) as opened:
        keep(opened, opened, record, change)
    return fracas("audit", store).out


def test_a_choice_that_nobody_set_is_asked_again(fracas: Fracas, store: str) -> None:
    """An audit finds a choice that the branch says an agent made."""
    record, change = _honest(store, 4, 2)
    said = _audited(fracas, store, record, structs.replace(change, how="agents"))
    assert "event 4: recorded" in said
    assert "expected a choice of an agent, for none was set" in said
    forged = structs.replace(change, how="agents", answer=None)
    assert "which is what its agents choose" in _audited(fracas, store, record, forged)


def test_other_agents_than_those_named_are_found_out(
    fracas: Fracas, store: str
) -> None:
    """An audit finds choices made by other agents than the branch names."""
    record, change = _honest(store, 4, 2)
    assert "clean" in _audited(fracas, store, record, change)
    forged = structs.replace(change, specs=("first", "first"))
    assert "which is what its agents choose" in _audited(fracas, store, record, forged)


def test_what_came_before_is_the_parents(fracas: Fracas, store: str) -> None:
    """An audit finds a branch that began earlier than it says."""
    record, change = _honest(store, 4, 2)
    whole = [*change.before, *change.branch.events]
    later = next(
        number
        for number, event in enumerate(whole, 2)
        if number > 4 and isinstance(event, Fact) and event in whole
    )
    rest = structs.replace(change.branch, events=whole[later - 2 :])
    forged = structs.replace(
        change,
        event=later,
        before=whole[: later - 2],
        branch=rest,
        how="agents",
        answer=None,
    )
    said = _audited(fracas, store, record, forged)
    assert "event 4: recorded another event, expected event 4 of" in said


def test_dice_that_nobody_set_are_found_out(fracas: Fracas, store: str) -> None:
    """An audit finds dice that the branch does not say were set."""
    record, honest = _honest(store, 5, None)
    what_if = WhatIf(record, record.played, 5)
    fact = what_if.rolled([1, 1, 1])
    other = structs.replace(honest, branch=what_if.branch(fact))
    said = _audited(fracas, store, record, other)
    assert "which follow from the conflict's key" in said


@pytest.mark.parametrize("topic", ["run", "started", "turn", "round", "rolled"])
def test_a_damaged_branch_is_found_and_never_followed(
    fracas: Fracas, store: str, tmp_path: Path, topic: str
) -> None:
    """An audit tells a damaged row of a branch in sentences."""
    kept = fracas("whatif", store, "1", *WAYS[0], "--keep", "--json").json()["kept"]
    rows = [place for place, row in _rows(store).items() if row[0] == topic]
    names = (kept, f"run:{kept.partition('-')[0]}")
    (stream, version), *_ = [row for row in rows if row[0] in names]
    for number in range(3):
        spoilt = tmp_path / f"{number}.db"
        spoilt.write_bytes(Path(store).read_bytes())
        with closing(sqlite3.connect(spoilt)) as database:
            where = "where originator_id = ? and originator_version = ?"
            held = database.execute(
                f"select state from stored_events {where}",  # noqa: S608 - a constant
                (stream, version),
            ).fetchone()[0]
            at = Random(number).randrange(8, len(held)) if len(held) > 9 else -1
            state = held[:at] + bytes([held[at] ^ 1]) + held[at:][1:]
            database.execute(
                f"update stored_events set state = ? {where}",  # noqa: S608
                (state, stream, version),
            )
            database.commit()
        said = fracas("audit", spoilt)
        assert said.status in {1, 2}
        assert "Traceback" not in said.err
