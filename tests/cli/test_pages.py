"""`--html FILE` writes one page, or says in one sentence why it cannot."""

from pathlib import Path

import pytest

from tests.cli.conftest import Fracas
from tests.cli.test_hostile_store import put
from tests.pages.parsed import sound


def test_replay_writes_a_page(fracas: Fracas, store: Path, tmp_path: Path) -> None:
    """`replay --html` writes the numbered events, and commands that tell them."""
    path = tmp_path / "page.html"
    said = fracas("replay", store, "3", "--html", path)
    assert (said.status, said.out) == (0, "")
    assert said.err == f"{path} is written: open it in a browser\n"
    page = sound(path.read_text("utf-8"))
    assert page.all("h1")[0].text == "Two at noon"
    numbered = fracas("replay", store, "3", "--numbers").out.splitlines()[1:]
    assert f"e{len(numbered)}" in page.ids()
    curve, *commands = [element.text for element in page.all("code")]
    assert commands[0].startswith("fracas replay noon.db ")
    name = commands[0].split()[-1]
    assert curve == f"fracas analyse noon.db {name} --html worth.html"
    assert str(tmp_path) not in path.read_text("utf-8")


def test_a_page_of_a_conflict_is_the_same_each_time(
    fracas: Fracas, store: Path, tmp_path: Path
) -> None:
    """The page of a conflict has the same bytes each time."""
    texts: set[bytes] = set()
    for name in ("a.html", "b.html"):
        assert fracas("replay", store, "--html", tmp_path / name).status == 0
        texts.add((tmp_path / name).read_bytes())
    assert len(texts) == 1


def test_a_transcript_has_a_page(fracas: Fracas, tmp_path: Path) -> None:
    """A transcript has a page with its events."""
    path = tmp_path / "round.html"
    assert fracas("replay", "tela_gael_printed", "--html", path).status == 0
    page = sound(path.read_text("utf-8"))
    assert "e1" in page.ids()
    assert page.all("code")[1].text == "fracas replay tela_gael_printed"


def test_analyse_writes_a_page_with_what_it_prints(
    fracas: Fracas, store: Path, tmp_path: Path
) -> None:
    """`analyse --html` has the printed sentences and figures, and a curve."""
    path = tmp_path / "page.html"
    said = fracas("analyse", store, "3", "--html", path)
    assert said.status == 0
    page = sound(path.read_text("utf-8"))
    text = " ".join(page.all("main")[0].text.split())
    sentences = said.out.split("\n\n")[1].splitlines()
    assert len(sentences) == 3
    for line in sentences:
        assert line in text
    for cell in [
        element.text for element in page.all("td") if " of " not in element.text
    ]:
        assert cell in said.out
    assert "curve" in {element.attrs.get("class") for element in page.all("svg")}


def test_audit_judges_a_transcript_on_a_page(fracas: Fracas, tmp_path: Path) -> None:
    """The page of a transcript's audit has each finding at its event."""
    path = tmp_path / "page.html"
    said = fracas("audit", "tela_gael_printed", "--html", path)
    assert said.status == 1
    findings = fracas("audit", "tela_gael_printed", "--json").json()["findings"]
    page = sound(path.read_text("utf-8"))
    assert len(page.all("article")) == len(findings)
    for finding in findings:
        at = page.at(f"e{finding['event']}").text
        assert finding["recorded"] in at
        assert finding["expected"] in at
    text = page.all("main")[0].text
    assert said.out.splitlines()[-1] in text
    assert "Claims: 34 of 35 hold." in text
    assert "fracas audit tela_gael_printed" in [
        element.text for element in page.all("code")
    ]


def test_audit_of_a_store_is_a_table_and_of_a_conflict_its_story(
    fracas: Fracas, store: Path, tmp_path: Path
) -> None:
    """The audit of a store is a table, and that of a conflict has its story."""
    paths = [tmp_path / f"{name}.html" for name in ("all", "one", "odd", "worse")]
    assert fracas("audit", store, "--html", paths[0]).status == 0
    page = sound(paths[0].read_text("utf-8"))
    assert "Clean: no findings" in page.all("main")[0].text
    assert fracas("audit", store, "1", "--html", paths[1]).status == 0
    assert "e1" in sound(paths[1].read_text("utf-8")).ids()
    put(store, "ended", lambda state: state.replace(b"yielded", b"spoiled"))
    put(store, "started", lambda state: state.replace(b"Ann", b"Abe"))
    for path, name in ((paths[2], "1"), (paths[3], "")):
        assert fracas("audit", store, name, "--html", path).status in {1, 2}
        text = sound(path.read_text("utf-8")).all("main")[0].text
        assert "Finding" in text


@pytest.mark.slow
def test_a_page_of_three_hundred_events_is_below_500_kb(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A page needs less than 500 kB for 300 events."""
    store, path = tmp_path / "own.db", tmp_path / "page.html"
    wish = ("run", "alley", "--games", 2, "--seed", "demo", "--store", store)
    assert fracas(*wish).status == 0
    assert fracas("replay", store, "2", "--html", path).status == 0
    text = path.read_text("utf-8")
    events = sum(
        element.attrs.get("id", "").startswith("e") for element in sound(text).all("li")
    )
    assert events > 200
    assert len(text.encode()) / events < 500_000 / 300


COMMANDS = ["replay", "analyse", "audit"]
STUDIES = ["playtest", "sweep", "tournament", "run"]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_page_that_cannot_be_written_is_a_sentence(
    fracas: Fracas, store: Path, tmp_path: Path, command: str
) -> None:
    """A page that cannot be written is refused, and leaves no file behind."""
    there = tmp_path / "there.html"
    there.write_text("mine")
    for path in (there, tmp_path / "none" / "page.html"):
        said = fracas(command, store, "1", "--html", path).refused()
        assert str(path) in said
    # It is known only once it is written, and then the result is printed all the same.
    late = fracas(command, store, "1", "--html", "/proc/page.html")
    assert late.status == 2
    assert late.err.startswith("error: /proc")
    assert late.err.count("\n") == 1
    assert there.read_text() == "mine"
    assert not list(tmp_path.glob(".fracas-*"))


@pytest.mark.slow
def test_a_game_of_a_campaign_has_a_page_with_a_section_a_chapter(
    fracas: Fracas, tmp_path: Path
) -> None:
    """The page of a campaign's game has a section for each chapter."""
    store, path = tmp_path / "own.db", tmp_path / "page.html"
    wish = ("run", "planets_three_gates", "--games", 1, "--seed", "a", "--store", store)
    assert fracas(*wish).status == 0
    refused = fracas("analyse", store, "1", "--html", path).refused()
    assert "expected one of its chapters" in refused
    whole = tmp_path / "whole.html"
    assert fracas("replay", store, "1", "--html", whole).status == 0
    page = sound(whole.read_text("utf-8"))
    name, *told = fracas("replay", store, "1").out.splitlines()
    heads = [element.text for element in page.all("h2")]
    for line in told:
        if line.startswith("Chapter "):
            assert line in heads
    text = " ".join(page.all("body")[0].text.split())
    where, start = 0, next(at for at, line in enumerate(told) if "session" in line)
    for line in told[start : start + 120]:
        where = text.index(" ".join(line.split()), where)
    game = name.removeprefix("Campaign ")
    line = f"fracas replay own.db {game}.1 --html chapter.html"
    assert line in [element.text for element in page.all("code")]
    assert str(tmp_path) not in whole.read_text("utf-8")
    assert fracas("replay", store, "1.1", "--html", path).status == 0
    sound(path.read_text("utf-8"))


def test_run_writes_a_page_with_what_it_prints(fracas: Fracas, tmp_path: Path) -> None:
    """`run --html` has the printed shares, endings, options, seed and command."""
    path = tmp_path / "page.html"
    wish = ("run", "stuck_door", "--games", 20, "--seed", "demo")
    document = fracas(*wish, "--json").json()
    said = fracas(*wish, "--choices", "--html", path)
    assert said.status == 0
    text = path.read_text("utf-8")
    page = sound(text)
    main = page.all("main")[0].text
    for part in (document["run"], document["seed"], document["seal"]):
        assert part in main
    for seat in document["endings"]:
        assert seat["how"].replace("_", " ") in main
    for seat in document["seats"]:
        assert seat["seat"] in main
    rows = [element for element in page.all("tr") if "tbody" in element.path]
    assert len(rows) >= len(document["choices"]["options"])
    codes = [element.text for element in page.all("code")]
    assert codes[-1] == document["again"]
    keep, *replays = [code for code in codes if code.startswith("fracas")][:-1]
    assert [keep] * len(replays) == [sample["keep"] for sample in document["samples"]]
    assert replays == [sample["replay"] for sample in document["samples"]]


def test_run_refuses_a_page_before_it_plays(fracas: Fracas, tmp_path: Path) -> None:
    """A page's file that is there is refused before anything is played."""
    there, store = tmp_path / "a.html", tmp_path / "s.db"
    there.write_text("mine")
    wish = ("run", "stuck_door", "--games", 2, "--store", store, "--html")
    assert str(there) in fracas(*wish, there).refused()
    assert not store.exists()
    for other in (("--sampled",), ("--agents", "all")):
        wrong = fracas("run", "stuck_door", *other, "--html", there)
        assert str(there) in wrong.refused()


def test_a_tournament_writes_a_page(fracas: Fracas, tmp_path: Path) -> None:
    """A tournament's page has its scores, evidence, seal and command."""
    path, there = tmp_path / "cup.html", tmp_path / "there.html"
    there.write_text("mine")
    agents = ("--agents", "uniform,steady")
    wish = ("tournament", "skill_page", *agents, "--games", 4, "--seed", "demo")
    assert str(there) in fracas(*wish, "--html", there).refused()
    assert fracas(*wish, "--html", path).status == 0
    page = sound(path.read_text("utf-8"))
    main = page.all("main")[0].text
    document = fracas(*wish, "--json").json()
    assert document["seal"] in main
    assert document["headline"]
    assert main.lstrip().startswith(document["headline"])
    assert "evidence" in page.ids()
    assert all(sample["replay"] in main for sample in document["samples"])
    again = page.all("code")[-1].text
    assert again == (
        "fracas tournament skill_page --agents uniform,steady --games 4 --seed demo"
    )


@pytest.mark.slow
def test_a_run_of_a_campaign_writes_a_page(fracas: Fracas, tmp_path: Path) -> None:
    """A campaign's page has its chapters, and replays that work."""
    path, store = tmp_path / "page.html", tmp_path / "own.db"
    wish = ("run", "planets_three_gates", "--games", 2, "--seed", "a")
    assert fracas(*wish, "--store", store, "--html", path).status == 0
    page = sound(path.read_text("utf-8"))
    assert "chapters" in page.ids()
    replays = [element.text for element in page.all("code") if "replay" in element.text]
    for page_ in replays:
        assert fracas(*page_.replace("own.db", str(store)).split()[1:]).status == 0


@pytest.mark.parametrize("command", STUDIES)
def test_a_study_refuses_a_page_before_it_plays(
    fracas: Fracas, tmp_path: Path, command: str
) -> None:
    """A study refuses a page's file that is there."""
    there = tmp_path / "there.html"
    there.write_text("mine")
    more = ["--vary", "goal=1,2"] if command == "sweep" else []
    said = fracas(command, "skill_page", *more, "--html", there).refused()
    assert str(there) in said
    assert there.read_text() == "mine"


def test_a_whole_run_and_a_sweep_write_pages(
    fracas: Fracas, store: Path, tmp_path: Path
) -> None:
    """`analyse` of a run and `sweep` write pages with what they print."""
    whole, swept = tmp_path / "whole.html", tmp_path / "swept.html"
    budget = ("--conflicts", 2, "--steps", 0, "--games", 2)
    said = fracas("analyse", store, *budget, "--html", whole)
    assert said.status == 0
    text = whole.read_text("utf-8")
    main = " ".join(sound(text).all("main")[0].text.split())
    for line in said.out.split("\n\n")[1].splitlines():
        assert line in main
    assert str(tmp_path) not in text
    wish = (
        "sweep",
        "stuck_door",
        "--seed",
        "a",
        "--vary",
        "rulings.free_and_clear_max_passes=1,2",
    )
    said = fracas(*wish, "--html", swept)
    assert said.status == 0
    again = sound(swept.read_text("utf-8")).all("code")[-1].text
    assert said.out.splitlines()[-1] == f"the same again: {again}"
