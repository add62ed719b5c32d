"""How conflicts of a run are searched, and lists that are longer than a page."""

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from sim.cli.main import main
from sim.conflict.stream import Line, spelt
from sim.desk import looking
from sim.desk.finding import ORDERS
from sim.library.scenario import load
from sim.playtest.record import Recorded, started_for
from sim.store.events import conflict_stream
from sim.store.store import open_store
from tests.desk.conftest import Opened, whole
from tests.desk.test_looking import ids
from tests.pages.parsed import Page


@pytest.fixture(name="duel")
def _duel(store: Path) -> str:
    """Return a run of conflicts that end in several ways, in the store of the desk."""
    command = ["run", "skill_page", "--games", "60", "--seed", "find"]
    assert main([*command, "--agents", "uniform", "--store", str(store)]) == 0
    with open_store(str(store), create=False) as opened:
        return opened.run_ids()[-1]


def found(client: TestClient, run: str, **wanted: object) -> tuple[list[str], str]:
    """Return the conflicts of a page of what is looked for, and the page."""
    page = whole(client, f"/runs/{run}?{urlencode(wanted)}")
    tables = [
        element
        for element in Page(page).all("div")
        if "Conflicts" in element.attrs.values()
    ]
    return [
        name for table in tables for name in re.findall(rf"{run}-\d+", table.text)
    ], page


@pytest.mark.parametrize("order", ORDERS)
def test_a_whole_run_is_put_in_order(
    desk: Opened, store: Path, duel: str, order: str
) -> None:
    """A whole run is sorted by a measure, in all three orders, over its pages."""
    client = desk()
    with open_store(str(store), create=False) as opened:
        lines = list(opened.lines(duel))
    middle = sorted(line.events for line in lines)[29:31]

    def key(line: Line) -> tuple[float, int]:
        events = line.events
        apart = abs(events - sum(middle) / 2)
        return {"highest": -events, "lowest": events, "median": apart}[order], line.game

    due = [conflict_stream(duel, line.game) for line in sorted(lines, key=key)]
    first, page = found(client, duel, by="events", order=order)
    assert first == due[:50]
    assert "All 60 are here, in the order of" in page
    assert "every line of the run was read" in page
    (after,) = re.findall(r'href="(/runs/[^"]*page=2)#found"', page)
    last, _ = found(
        client,
        duel,
        **dict(
            parameter.split("=")
            for parameter in after.partition("?")[2].replace("&amp;", "&").split("&")
        ),
    )
    assert last == due[50:]


def test_conflicts_are_chosen_by_measure_ending_and_winner(
    desk: Opened, store: Path, duel: str
) -> None:
    """Conflicts are chosen by measure, ending and winner, and the form keeps these."""
    client = desk()
    with open_store(str(store), create=False) as opened:
        lines = list(opened.lines(duel))
    won = next(line for line in lines if line.returns[0] > line.returns[1])
    how, least = spelt(won.how), won.events
    fits = [
        conflict_stream(duel, line.game)
        for line in lines
        if spelt(line.how) == how
        and line.returns[0] > line.returns[1]
        and least <= line.events <= 400
    ]
    assert 0 < len(fits) < 60
    form = {"by": "events", "least": least, "most": 400, "how": how, "won": "Hacker"}
    names, page = found(client, duel, **form)
    assert sorted(names) == sorted(fits)
    assert f"{len(fits)} of 60 are like that" in page
    # What was asked for stands in the form, so that it can be changed.
    chosen = [
        element.text
        for element in Page(page).all("option")
        if "selected" in element.attrs
    ]
    assert {"events", how, "Hacker"} <= set(chosen)
    names, page = found(client, duel, by="rounds", least=10_000)
    assert names == []
    assert "0 of 60 are like that" in page


@pytest.mark.parametrize(
    "query",
    [
        "by=luck",
        "by=events&order=best",
        "by=events&least=x",
        "by=events&most=nan",
        "least=3",
        "won=Nobody",
        f"how={'x' * 300}",
        "by=events&page=7",
        "by=<script>",
    ],
)
def test_what_cannot_be_looked_for_is_a_sentence(desk: Opened, query: str) -> None:
    """A search that cannot be made is refused with a sentence and its status."""
    client = desk()
    run = ids(client.get("/").text, "runs")[-1]
    answer = client.get(f"/runs/{run}?{query}")
    assert answer.status_code in {400, 404}
    assert not Page(answer.text).all("table")
    assert "<script>alert" not in answer.text


def test_every_list_has_further_pages(
    desk: Opened, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs, tournaments and playtests each have their own further pages."""
    door = load("stuck_door")
    with open_store(str(store), create=False) as opened:
        for seed in ("a", "b", "c"):
            started = started_for(door, ("first",) * 3, seed, 10)
            Recorded(opened, started, door.data)
    again = ["tournament", "stuck_door", "--agents", "first,bold", "--games", "2"]
    assert main([*again, "--null", "0", "--seed", "two", "--store", str(store)]) == 0
    monkeypatch.setattr(looking, "PER_PAGE", 2)
    client = desk()
    front = client.get("/").text
    assert front.count("page 1 of 2") == 2
    assert "2 tournaments, the latest first" in front
    for kind in ("runs", "playtests"):
        (where,) = re.findall(rf'href="(/\?[^"]*{kind}=2)"', front)
        second = client.get(where.replace("&amp;", "&")).text
        assert second.count("page 2 of 2") == 1
        assert second.count("page 1 of 2") == 1
    assert len(ids(front, "runs")) == 2
    assert len(ids(client.get("/?runs=2").text, "runs")) == 1
