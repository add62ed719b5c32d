"""Every page about what a store holds exists, is whole, and names no folder."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.cli.main import main
from sim.desk import looking
from sim.desk.named import shell_command
from sim.library.scenario import load
from sim.playtest.record import Recorded, started_for
from sim.store.store import Store, open_store
from sim.tournament.games import game_id
from sim.tournament.record import contest_ids, recorded_contest
from tests.desk.conftest import HERE, Opened, whole
from tests.pages.parsed import Page
from tests.store.content import cut_after


def ids(page: str, kind: str) -> list[str]:
    """Return the ids of runs or tournaments that a page links to, in its order."""
    return list(dict.fromkeys(re.findall(rf'href="/{kind}/([0-9a-z]+)"', page)))


def addresses(front: str) -> Iterator[str]:
    """Yield the address of every kind of page, of everything in the store."""
    yield "/"
    gates, race, door = ids(front, "runs")
    (cup,) = ids(front, "tournaments")
    for run in (gates, race, door):
        yield f"/runs/{run}"
        yield f"/runs/{run}/result"
        yield f"/conflicts/{run}-1"
    yield f"/runs/{door}?page=3"
    yield f"/runs/{race}/audit"
    yield f"/conflicts/{gates}-1.1"
    yield f"/conflicts/{door}-1/audit"
    yield f"/tournaments/{cup}"
    yield "/play"
    yield "/play?scenario=stuck_door"
    yield "/judge"
    yield "/judge?scenario=stuck_door"


def test_every_page_is_there_and_names_no_place_of_the_disk(
    desk: Opened, store: Path
) -> None:
    """Every page exists, links only within the desk, and names no folder."""
    client = desk()
    for where in addresses(client.get("/").text):
        page = whole(client, where)
        assert "<h1" in page
        assert page.count('<nav class="desk"') == 1
        assert str(store.parent) not in page
        assert str(Path.cwd()) not in page
        parsed = Page(page)
        (title,) = parsed.all("title")
        assert title.text.strip()
        for link in parsed.all("a"):
            # Nothing leads away from the desk.
            assert link.attrs["href"].startswith(("/", "#")), where


def test_a_command_can_be_copied_whatever_the_store_is_called() -> None:
    """A printed command quotes the name of its store for a shell."""
    assert shell_command("show", "/a/duels.db", "1-2") == "fracas show duels.db 1-2"
    store = "/a/my $(duels).db"
    assert shlex.split(shell_command("show", store, "1"))[2] == "my $(duels).db"


def test_links_of_the_first_page_lead_somewhere(desk: Opened) -> None:
    """The first page leads to every run, and that to its conflicts."""
    client = desk()
    run = ids(client.get("/").text, "runs")[-1]
    page = client.get(f"/runs/{run}").text
    assert "50 of 120" in page
    assert "page 1 of 3" in page
    assert f'href="/runs/{run}?page=2#found"' in page
    assert f"/conflicts/{run}-50" in page
    assert f"/conflicts/{run}-51" not in page.partition("<h2>Conflicts")[2]
    main = Page(page).all("main")[0].text
    assert " of 120 conflicts" in main.partition("agents")[0]
    assert "the typical" in main.partition("Worth reading")[2]
    last = client.get(f"/runs/{run}?page=3").text
    assert f"/conflicts/{run}-120" in last
    assert f"/conflicts/{run}-100" not in last


def test_nothing_is_estimated_of_a_run_without_conflicts(
    desk: Opened, store: Path
) -> None:
    """A run without conflicts shows no figures."""
    cut_after(store, 1)
    client = desk()
    page = client.get(f"/runs/{ids(client.get('/').text, 'runs')[-1]}").text
    assert "0 of 120" in page
    assert "None is recorded yet." in page
    assert "50.0 %" not in page


def test_a_playtest_is_listed(desk: Opened, store: Path) -> None:
    """A playtest is listed under its own heading."""
    door = load("stuck_door")
    started = started_for(door, ("first",) * 3, "<b>", 10)
    with open_store(str(store), create=False) as opened:
        Recorded(opened, started, door.data)
    page = Page(desk().get("/").text)
    (table,) = [box for box in page.all("div") if "Playtests" in box.attrs.values()]
    for text in (started.playtest, "The stuck door", "<b>", "so far"):
        assert text in table.text


def test_a_page_of_a_long_run_reads_the_rows_of_that_page(
    desk: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page of a long run reads only the rows that it shows."""
    client = desk()
    run = ids(client.get("/").text, "runs")[-1]
    monkeypatch.setattr(looking, "_SMALL", 10)
    read: list[int] = []
    chunk = Store.chunk

    def counted(self: Store, run_id: str, index: int) -> object:
        read.append(index)
        return chunk(self, run_id, index)

    def refused(*given: object) -> object:
        raise AssertionError(given)

    monkeypatch.setattr(Store, "chunk", counted)
    with monkeypatch.context() as patched:
        patched.setattr(Store, "lines", refused)
        page = client.get(f"/runs/{run}?page=3").text
    assert f"/conflicts/{run}-101" in page
    assert len(set(read)) <= 2
    assert f'href="/runs/{run}/result"' in page
    result = whole(client, f"/runs/{run}/result")
    assert "120 conflicts" in result
    assert "The typical" in result


@pytest.mark.slow
def test_an_analysis_is_shown_with_its_curve(desk: Opened) -> None:
    """An analysis is shown with its curve and a link to its run."""
    client = desk()
    run = ids(client.get("/").text, "runs")[-1]
    page = whole(client, f"/conflicts/{run}-1/analysis")
    assert "could expect" in page
    assert '<svg class="curve"' in page
    assert f'href="/runs/{run}"' in page
    # What a page may load is said by the desk's own header.
    assert "http-equiv" not in page


def test_a_conflict_of_a_tournament_has_all_its_pages(desk: Opened) -> None:
    """A conflict of a tournament has a story and an audit, with links."""
    client = desk()
    (cup,) = ids(client.get("/").text, "tournaments")
    said = re.search(
        r"fracas replay duels.db ([0-9a-z]+-\d+)", whole(client, f"/tournaments/{cup}")
    )
    assert said is not None
    page = whole(client, f"/conflicts/{said[1]}")
    (nav,) = re.findall(r"<nav.*?</nav>", page, re.DOTALL)
    links = re.findall(r'href="(/(?:tourn|confl|runs)[^"]*)"', nav)
    assert f"/tournaments/{cup}" in links
    assert f"/conflicts/{said[1]}/audit" in links
    for where in links:
        if not where.endswith("/analysis"):  # which takes long
            assert "<h1" in whole(client, where)
    assert "clean: no findings" in whole(client, f"/conflicts/{said[1]}/audit").lower()


def test_a_tournament_shows_its_evidence(desk: Opened) -> None:
    """A tournament shows its evidence as a number and as a line."""
    client = desk()
    (cup,) = ids(client.get("/").text, "tournaments")
    page = whole(client, f"/tournaments/{cup}")
    assert "first against bold" in page
    assert "vidence" in page
    assert "<svg" in page
    assert "http-equiv" not in page
    assert "data-grown" not in page


@pytest.mark.parametrize(
    ("where", "status"),
    [
        ("/nowhere", 404),
        ("/runs/zzzz", 404),
        ("/runs/..%2f..%2fetc", 404),
        ("/runs/zzzz?page=0", 400),
        ("/?runs=2", 404),
        ("/?runs=x", 400),
        ("/?playtests=99999999999999999999", 400),
        ("/conflicts/zzzz-1", 404),
        ("/conflicts/1", 404),
        ("/conflicts/%00-1", 404),
        ("/tournaments/zzzz", 404),
        ("/play?scenario=/etc/passwd", 404),
        ("/judge?scenario=nobody.toml", 404),
        ("/play/zzzz", 404),
        ("/play/" + "0" * 32, 404),
        ("/templates/frame.html", 404),
        ("/frame.html", 404),
    ],
)
def test_what_is_not_there_is_a_sentence(
    desk: Opened, store: Path, where: str, status: int
) -> None:
    """An address that is not there is refused with a sentence and its status."""
    answer = desk().get(where)
    while answer.status_code == 202:
        answer = desk().get(where)
    assert answer.status_code == status, answer.text
    assert str(store.parent) not in answer.text
    assert Page(answer.text).all("main")[0].text[0].isupper()
    assert "Traceback" not in answer.text


AGENT = """
from pathlib import Path
from fracas import Agent
Path({marker!r}).write_text("ran")

class Mine(Agent):
    def choose(self, asked):
        return asked.options[0]
"""


def test_no_agent_of_a_file_is_run(desk: Opened, store: Path, tmp_path: Path) -> None:
    """The desk runs no agent from a file: it replays, analyses and audits without."""
    away = tmp_path / "away"
    away.mkdir()
    marker, file = tmp_path / "marker", away / "mine.py"
    file.write_text(AGENT.format(marker=str(marker)), "utf-8")
    for record in ("seal", "full"):
        command = ["run", "stuck_door", "--agents", f"{file}:Mine", "--games", "1"]
        command += ["--record", record, "--seed", record, "--store", str(store)]
        assert main(command) == 0
    command = ["tournament", "stuck_door", "--agents", f"{file}:Mine,first"]
    command += ["--games", "4", "--seed", "away", "--store", str(store)]
    assert main(command) == 0
    with open_store(str(store), create=False) as opened:
        cup = contest_ids(opened)[-1]
        game = game_id(recorded_contest(opened, cup), 0, (0, 1), 0, 0)
    marker.unlink()
    client = desk()
    for page in ("", "/audit"):
        assert client.get(f"/conflicts/{game}{page}").status_code == 403
    full, seal = ids(client.get("/").text, "runs")[:2]
    answer = client.get(f"/conflicts/{seal}-1")
    assert answer.status_code == 403
    assert "the desk never does" in answer.text
    for run in (full, seal):
        assert str(away) not in client.get(f"/runs/{run}").text
        assert str(away) not in client.get(f"/conflicts/{run}-1").text
        assert "away/" not in client.get(f"/runs/{run}/result").text
        client.get(f"/conflicts/{run}-1/analysis")
        assert "mine.py:Mine" in client.get(f"/runs/{run}").text
        whole(client, f"/runs/{run}/audit")
    assert not marker.exists()


def test_a_tournament_that_grows_says_so(
    desk: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tournament that grows is announced as a server-sent event."""
    monkeypatch.setattr("sim.desk.views._LOOK_SECONDS", 0.01)
    monkeypatch.setattr("sim.desk.views._LIVE_SECONDS", 0.05)
    marks = iter(["1", "1", "2", "2", "2", "2", "2"])

    def next_mark(*given: object) -> str:
        del given
        return next(marks)

    monkeypatch.setattr("sim.desk.work._mark", next_mark)
    answer = desk().get("/tournaments/abc/grown")
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.text.count("event: grown") == 1


def test_the_address_of_this_machine_is_the_base() -> None:
    """The tests' base address is the desk's own."""
    assert HERE == "http://127.0.0.1"
