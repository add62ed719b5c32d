"""Campaigns on the command line: run, shown, told, audited and exported."""

import json
import re
import sqlite3
from pathlib import Path

import pytest

from sim.campaign.summary import Gain
from sim.cli.play.campaign import _put_most_gained
from sim.library.catalogue import campaigns
from sim.statistics.intervals import Interval
from tests.campaign.files import FEUD, written
from tests.cli.conftest import Fracas
from tests.tiers import later

GAMES = "8"


@pytest.fixture(name="feud")
def _feud(tmp_path: Path) -> str:
    return written(tmp_path)


@pytest.fixture(name="store")
def _store(feud: str, fracas: Fracas, tmp_path: Path) -> str:
    """A store with a run of the feud."""
    target = str(tmp_path / "feud.db")
    done = fracas("run", feud, "--games", GAMES, "--seed", "feud", "--store", target)
    assert done.status == 0, done.err
    return target


def test_what_was_bought_stands_by_name_on_the_first_screen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The first screen names what each seat gained most often, and how many more."""
    some = Interval(0.5, 0.2, 0.8)
    gains = [
        Gain("Tela", what, 4, some, None, None)
        for what in ("Sneak: master", "Endure: novice", "a coat")
    ]
    _put_most_gained([*gains, Gain("Gael", "Dash: master", 4, some, None, None)])
    said = " ".join(capsys.readouterr().out.split())
    assert said == (
        "gained most often, bought or won: Tela: Sneak: master (50.0 %), Endure: novice"
        " (50.0 %); Gael: Dash: master (50.0 %); 1 more: --why"
    )
    _put_most_gained([])
    assert capsys.readouterr().out == ""


def test_a_run_says_who_stands_what_is_carried_and_what_each_chapter_returned(
    fracas: Fracas, feud: str
) -> None:
    """A run prints who stands, what is carried and the returns of chapters."""
    command = ("run", feud, "--games", GAMES, "--seed", "feud")
    said = fracas(*command, "--why").out
    assert " of 8 campaigns" in said.splitlines()[0]
    assert "A feud (Rolling the Planets)" in said.splitlines()[:3]
    for words in (
        "still stands: The Cardinal",
        "carried at the end",
        "return, chapter 3",
        "chapter 1 was won by Renaissance Man",
        "per campaign",
    ):
        assert {*words.split()} <= {*said.split()}  # a cell may take two lines
    whole = fracas(*command, "--json").json()
    assert whole["games"] == 8
    assert [chapter["chapter"] for chapter in whole["chapters"]] == [1, 2, 3]
    assert whole["chapters"][0]["played"] == 8
    assert whole["chapters"][1]["played"] + whole["chapters"][1]["skipped"] == 8
    assert sum(path["games"] for path in whole["paths"]) == 8
    assert {stand["seat"] for stand in whole["stands"]} == {
        "The Cardinal",
        "Renaissance Man",
    }
    assert list(whole["carried"]) == ["wounds"]
    assert whole["rulings"]["2"]["goal"] == 2
    for chapter in whole["chapters"]:
        for seat in chapter["seats"]:
            assert seat["games"] <= chapter["played"]


def test_returns_add_up(fracas: Fracas, feud: str) -> None:
    """The mean return of a campaign of one chapter is that chapter's."""
    Path(feud).write_text("[[chapters]]".join(FEUD.split("[[chapters]]")[:2]), "utf-8")
    command = ("run", feud, "--games", "12", "--seed", "one", "--json")
    whole = fracas(*command).json()
    (chapter,) = whole["chapters"]
    got = [seat["return"] for seat in chapter["seats"]]
    assert [seat["return"] for seat in whole["seats"]] == got


def test_a_run_is_resumed_and_never_played_twice(
    fracas: Fracas, feud: str, store: str
) -> None:
    """A complete run is not played again, and has the same seal."""
    command = ("run", feud, "--games", GAMES, "--seed", "feud", "--store", store)
    said = fracas(*command)
    assert said.status == 0
    assert f"nothing to do: all {GAMES} campaigns are already there" in said.err
    resumed = fracas(*command, "--resume", "--json").json()
    assert resumed["played"] == 0
    bare = fracas("run", feud, "--games", GAMES, "--seed", "feud", "--json").json()
    assert bare["seal"] == resumed["seal"]
    assert bare["chapters"] == resumed["chapters"]


def test_games_and_chapters_are_listed_and_shown(fracas: Fracas, store: str) -> None:
    """A store's runs, games, chapters and one chapter can be listed and shown."""
    (run,) = fracas("list", store, "--json").lines()
    assert (run["title"], run["complete"]) == ("A feud", True)
    games = fracas("list", store, run["run"], "--json").lines()
    assert len(games) == 8
    chapters = fracas("list", store, "1", "--json").lines()
    assert [chapter["chapter"] for chapter in chapters] == [1, 2, 3]
    assert ", ".join(chapter["how"] for chapter in chapters) == games[0]["how"]
    shown = fracas("show", store, "1", "--json").json()
    assert shown["returns"] == games[0]["returns"]
    assert shown["chapters"] == chapters
    assert fracas("show", store, "1.1", "--json").json() == {"format": 1} | chapters[0]
    assert "chapter 1, wrestle" in fracas("show", store, "1.1").out
    assert fracas("list", store, "1").out.count("\n") == 5
    whole = fracas("show", store).out
    assert "still stands" in whole
    assert re.search(r"; carries (no|\d+) wounds?\n", fracas("show", store, "1").out)
    assert "has the chapters 1 to 3" in fracas("show", store, "1.9").refused()


def test_a_campaign_is_told_whole_and_by_chapter(fracas: Fracas, store: str) -> None:
    """The story of a campaign has that of each chapter."""
    whole = fracas("replay", store, "1").out
    assert whole.startswith("Campaign ")
    chapter = fracas("replay", store, "1.1").out
    story, meant = chapter.partition("\n")[2].strip().rsplit("\n", 1)
    assert story in whole
    assert "What each gets" in meant
    assert re.search(r"comes with (no|\d+) wounds?\n", whole)
    assert "The campaign returns:" in whole
    events = fracas("replay", store, "1", "--json").lines()
    own = [event for event in events if event["conflict"].endswith("-1")]
    assert [event["event"] for event in own] == list(range(1, len(own) + 1))
    inner = [event for event in events if event["conflict"].endswith("-1.1")]
    alone = fracas("replay", store, "1.1", "--json").lines()
    assert [{**event, "conflict": inner[0]["conflict"]} for event in alone] == inner


def test_events_of_a_campaign_are_explained(fracas: Fracas, store: str) -> None:
    """An event of a campaign is explained by its rules, sources and changes."""
    numbered = fracas("replay", store, "1", "--numbers").out.splitlines()
    assert len(numbered) == 7
    assert "FR-CHAPTER" in numbered[3]
    game = numbered[0].removeprefix("Campaign ")
    assert numbered[-1].endswith(f"fracas replay {store} {game}.1 --numbers")
    assert fracas("replay", store, f"{game}.1", "--numbers").status == 0
    told = fracas("explain", store, "1", "3").out
    assert "  event 2: Chapter 1, wrestle: played, and ended with" in told
    explained = fracas("explain", store, "1", "3", "--json").json()
    assert [source["event"] for source in explained["sources"]] == [2]
    assert set(explained["rules"]) <= {"FR-CHAPTER", "FR-CARRIED"}
    first = fracas("explain", store, "1", "2", "--json").json()
    assert {change["what"] for change in first["changes"]} >= {"wounds"}
    assert all(change["before"] != change["after"] for change in first["changes"])
    changed = fracas("explain", store, "1", "2").out
    assert re.search(r"  \S.*: \d+ wounds?; before that (no|\d+) wounds?\n", changed)
    last = fracas("explain", store, "1", "5")
    assert "FR-CAMPAIGN" in last.out
    assert fracas("explain", store, "1.1", "5").status == 0
    assert "events 1 to 5" in fracas("explain", store, "1", "9").refused()


def test_a_campaign_is_audited_whole_and_by_chapter(fracas: Fracas, store: str) -> None:
    """A campaign, a game and a chapter can be audited, and held to their seals."""
    (run,) = fracas("list", store, "--json").lines()
    seal = fracas("show", store, "1.1", "--json").json()["seal"]
    for name in ((), ("1",), ("1.1",), (run["run"],), ("1.1", "--seal", seal)):
        assert fracas("audit", store, *name).status == 0
    assert fracas("audit", store, run["run"], "--seal", run["seal"]).status == 0
    assert fracas("audit", store, "1", "--seal", seal).status == 1
    assert "keeps no conflict" in fracas("audit", store, "1.9").refused()


def test_a_store_with_campaigns_is_exported_and_imported(
    fracas: Fracas, store: str, tmp_path: Path
) -> None:
    """A store of campaigns is exported in every format, and imported again."""
    lines, copy = str(tmp_path / "feud.jsonl"), str(tmp_path / "copy.db")
    assert fracas("export", store, lines).status == 0
    assert fracas("import", copy, lines).status == 0
    assert fracas("audit", copy, "--depth", "seal").status == 0
    table = tmp_path / "feud.csv"
    assert fracas("export", store, "--table", str(table)).status == 0
    assert len(table.read_text("utf-8").splitlines()) == 17
    events = tmp_path / "events.jsonl"
    assert fracas("export", store, "--events", str(events)).status == 0
    assert '"does":"CampaignCompleted"' in events.read_text("utf-8")


def test_runs_of_seals_alone_are_told_again(
    fracas: Fracas, feud: str, tmp_path: Path
) -> None:
    """A run recorded by its seals is played again from its seed, which is said."""
    target = str(tmp_path / "seals.db")
    command = ("run", feud, "--games", "3", "--seed", "feud", "--store", target)
    assert fracas(*command, "--record", "seal").status == 0
    told = fracas("replay", target, "1.1")
    assert "was played again from its seed" in told.err
    assert fracas("audit", target, "--depth", "seal,agents").status == 0


@pytest.mark.parametrize(
    "name", later(campaigns(), {"skill_fort_of_three_keys", "viper_and_zaru"})
)
def test_what_ships_is_listed_checked_and_printed(fracas: Fracas, name: str) -> None:
    """Campaigns that ship are listed, printed and checked."""
    assert name in fracas("scenarios").out
    listed = fracas("scenarios", "--campaigns", "--json").json()["scenarios"]
    assert name in {entry["name"] for entry in listed}
    assert "[[chapters]]" in fracas("scenarios", name).out
    checked = fracas("check-scenario", name, "--json").json()
    assert checked["digest"] == next(o for o in listed if o["name"] == name)["digest"]
    assert "chapter 2: " in fracas("check-scenario", name).out


def test_where_a_scenario_is_wanted_a_campaign_is_refused(
    fracas: Fracas, feud: str
) -> None:
    """A command that needs a scenario refuses a campaign, by file or by name."""
    for given in (feud, campaigns_name()):
        refused = fracas("tournament", given, "--games", "2").refused()
        assert "is a campaign, expected a scenario" in refused


def campaigns_name() -> str:
    """The name of a shipped campaign."""
    return next(iter(campaigns()))


def test_agents_of_files_that_a_chapter_names_need_trust(
    fracas: Fracas, feud: str, tmp_path: Path
) -> None:
    """Agents from files that a chapter names are refused without --trust-files."""
    scenario = tmp_path / "wrestle.toml"
    text = scenario.read_text("utf-8")
    scenario.write_text(text.replace("harms =", 'agent = "mine.py:Mine"\nharms =', 1))
    assert "in chapter 1 names the file 'mine.py'" in fracas("run", feud).refused()


def test_the_schema_of_campaign_files_says_what_each_field_means(
    fracas: Fracas,
) -> None:
    """The schema of campaign files describes every field."""
    whole = fracas("schema", "campaign").json()
    assert whole["title"] == "Fracas campaign"
    for form in ("CampaignSheet", "ChapterSheet", "When"):
        for field in whole["$defs"][form]["properties"].values():
            assert field["description"].endswith((".", "]"))


def test_a_store_that_lost_a_chapter_says_so(fracas: Fracas, store: str) -> None:
    """A store that lacks a chapter is refused with the advice to audit it."""
    with sqlite3.connect(store) as opened:
        opened.execute("DELETE FROM stored_events WHERE originator_id LIKE '%-1.1'")
    opened.close()
    assert "which is not there: audit it" in fracas("replay", store, "1").refused()
    audited = fracas("audit", store, "1")
    assert audited.status == 1
    assert "expected the stream of this chapter" in audited.out
    assert fracas("replay", store, "2").status == 0


def test_a_table_has_returns_of_chapters_from_0_to_1(
    fracas: Fracas, store: str, tmp_path: Path
) -> None:
    """A table has each chapter's return as a share, empty for who was absent."""
    table = tmp_path / "feud.jsonl"
    assert fracas("export", store, "--table", table).status == 0
    rows = [json.loads(line) for line in table.read_text("utf-8").splitlines()]
    names = [name for name in rows[0] if name.startswith("return of chapter")]
    assert names
    given = [row[name] for row in rows for name in names]
    assert all(share is None or 0 <= share <= 1 for share in given)
    assert 1 in given
    assert 100 not in given
    assert None in given


@pytest.mark.long
def test_a_table_has_a_column_for_whatever_any_game_carries(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A table has a column for everything that any game carries."""
    store, table = tmp_path / "v.db", tmp_path / "v.csv"
    run = ("run", "viper_and_zaru", "--games", "10", "--seed", "r")
    assert fracas(*run, "--store", str(store)).status == 0
    assert fracas("export", str(store), "--table", str(table)).status == 0
    head = table.read_text("utf-8").splitlines()[0].split(",")
    assert {"spent", "carries advances spent"} <= set(head)
    assert "carries spent" not in head
    assert len(head) == len(set(head))
