"""`fracas replay` tells what happened, and `explain` why."""

import re
import sqlite3
import sys
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from sim.cli.terminal.story import put_tale
from sim.library.registry import rule_system
from sim.narration.tale import Passage
from tests.cli.conftest import Fracas


def test_replay_tells_who_played_and_how_it_ended(
    fracas: Fracas, store: Path, run_id: str
) -> None:
    """A story has its title, agents, rounds and ending."""
    said = fracas("replay", store, f"{run_id}-3")
    assert (said.status, said.err) == (0, "")
    for word in ("Two at noon", "Ann, played by uniform", "Round 1", "It ended:"):
        assert word in said.out


def test_replay_calls_agents_what_run_calls_them(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A story names agents with the settings that are not usual, if short."""
    store = tmp_path / "feud.db"
    short = "steady,bold:lead=0.5"
    fracas("run", "skill_duel", "--agents", short, "--games", 1, "--store", store)
    told = fracas("replay", store).out
    assert "Ann, played by steady\n" in told
    assert "Bob, played by bold:lead=0.5\n" in told
    long = "steady:price=0.3,suffers=0.7,win=-0.6,later=-0.2,wins=-1.3,raises=8.8,bold"
    run = ("run", "guitar_duel", "--agents", long, "--games", 1)
    fracas(*run, "--store", tmp_path / "long.db")
    assert "Lucha, played by steady:...\n" in fracas("replay", tmp_path / "long.db").out


def test_replay_is_brief_unless_it_is_to_be_full(
    fracas: Fracas, store: Path, run_id: str
) -> None:
    """--rules adds rules, and --full every line down to the seal."""
    short = fracas("replay", store, f"{run_id}-3").out
    ruled = fracas("replay", store, f"{run_id}-3", "--rules").out
    whole = fracas("replay", store, f"{run_id}-3", "--full").out
    assert "[TO-" not in short
    assert "[TO-" in ruled
    assert [line.partition(" [TO-")[0] for line in ruled.splitlines()] == (
        short.splitlines()
    )
    assert "Sealed over" in whole
    assert "Sealed over" not in short
    assert len(short) < len(ruled) < len(whole)


def test_replay_as_markdown_marks_nothing_by_chance(
    fracas: Fracas, noon: Path, tmp_path: Path
) -> None:
    """In Markdown what a name holds is escaped."""
    scenario, path = tmp_path / "odd.toml", tmp_path / "odd.db"
    text = noon.read_text().replace('"Ann"', '"*Ann* <b>"')
    scenario.write_text(text)
    assert fracas("run", scenario, "--games", 1, "--store", path).status == 0
    said = fracas("replay", path, "--markdown").out
    assert said.startswith("# Two at noon\n\n*Conflict ")
    assert "\n## Round 1\n" in said
    assert "- \\*Ann\\* \\<b\\>, played by" in said
    assert "\n\n\n" not in said


@pytest.mark.slow
@pytest.mark.parametrize(
    "scenario", ["alley", "planets_three_gates", "skill_fort_of_three_keys"]
)
@pytest.mark.parametrize("args", [[], ["--full"]])
def test_replay_as_markdown_has_headings_of_a_document(
    fracas: Fracas, tmp_path: Path, scenario: str, args: list[str]
) -> None:
    """Markdown has one title and no skipped level of headings."""
    store = tmp_path / "own.db"
    wish = ("run", scenario, "--games", 2, "--seed", "a", "--store", store)
    assert fracas(*wish).status == 0
    said = fracas("replay", store, "2", "--markdown", *args).out
    heads = [line for line in said.splitlines() if line.startswith("#")]
    levels = [len(line.split(" ")[0]) for line in heads]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later - level <= 1 for level, later in pairwise(levels))
    rounds = {len(head.split(" ")[0]) for head in heads if "# Round " in head}
    assert rounds == {3 if "# Chapter " in said else 2}
    assert heads[-1].endswith(("# Ending", "# The campaign returns"))
    assert "0.333" not in said


@pytest.mark.parametrize("args", [[], ["--full"], ["--markdown"], ["--numbers"]])
def test_replay_lets_no_name_steer_a_terminal(
    fracas: Fracas, noon: Path, tmp_path: Path, args: list[str]
) -> None:
    """Control characters in names are printed escaped in every format."""
    scenario, path = tmp_path / "odd.toml", tmp_path / "odd.db"
    text = noon.read_text().replace('"Ann"', r'"A\u001b[31mnn\u009b\u202e"')
    scenario.write_text(text)
    assert fracas("run", scenario, "--games", 1, "--store", path).status == 0
    said = fracas("replay", path, *args).out
    assert "\\x1b" in said
    assert not set("\x1b\x9b\u202e") & set(said)


def test_replay_is_in_colour_on_a_terminal_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A story is coloured on a terminal, and not under NO_COLOR."""
    passages = [Passage("title", "Noon"), Passage("round", "Round 1", ("TO-01",))]
    strips = "click.utils.should_strip_ansi"
    monkeypatch.setattr(strips, lambda _, color: color is False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    put_tale(passages, rules=True, markdown=False)
    assert "\x1b[1mNoon\x1b[0m" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    put_tale(passages, rules=True, markdown=False)
    assert capsys.readouterr().out == "Noon\n\nRound 1 [TO-01]\n"


def test_replay_without_an_id_tells_the_first(
    fracas: Fracas, store: Path, run_id: str
) -> None:
    """Without an id the first conflict of a store is told."""
    first = fracas("replay", store, f"{run_id}-1").out
    assert fracas("replay", store).out == first
    assert fracas("replay", store, "1").out == first


def test_replay_json_is_one_line_an_event(
    fracas: Fracas, store: Path, run_id: str
) -> None:
    """--json has a line for every event, numbered."""
    events = fracas("replay", store, f"{run_id}-3", "--json").lines()
    assert [event["event"] for event in events] == list(range(1, len(events) + 1))
    assert events[-1]["seal"]
    assert fracas("replay", store, "3", "--numbers").out.count("\n") == len(events) + 1


def test_replay_of_a_sealed_run_plays_it_again(
    fracas: Fracas, store: Path, noon: Path, tmp_path: Path
) -> None:
    """A conflict kept as a seal is played again from its seed."""
    other = tmp_path / "sealed.db"
    asked = ("run", noon, "--games", 12, "--seed", "high", "--store", other)
    assert fracas(*asked, "--record", "seal").status == 0
    said = fracas("replay", other, "3")
    assert "played again from its seed" in said.err
    assert said.out == fracas("replay", store, "3").out


def test_numbered_events_are_told_in_words(fracas: Fracas, tmp_path: Path) -> None:
    """Numbered events and explanations name no class."""
    store = tmp_path / "own.db"
    wish = ("run", "alley", "--agents", "spender", "--games", 1, "--seed", "five")
    assert fracas(*wish, "--store", store).status == 0
    told = fracas("replay", store, "1", "--numbers").out
    assert not re.findall(r"\b[A-Z][a-z]+[A-Z]\w+", told)
    assert re.search(r"\d  Gael pays 1 point of instinct for the bonus die", told)
    assert re.search(r"\d  Gael buys no die \(roll Gael\)|Gael pays a point", told)
    for number in range(1, 40):
        said = fracas("explain", store, "1", number).out
        head, _, rest = said.partition("): ")
        assert re.fullmatch(r"Event \d+ \(\w+, [A-Z]\w+", head)
        assert not re.findall(r"\b[A-Z][a-z]+[A-Z]\w+", rest)


def test_explain_names_the_rules_and_the_question(
    fracas: Fracas, store: Path, run_id: str
) -> None:
    """Every event is explained by the rules it cites."""
    events = fracas("replay", store, f"{run_id}-1", "--json").lines()
    for event in events:
        said = fracas("explain", store, f"{run_id}-1", event["event"])
        assert said.status == 0
        assert all(rule in said.out for rule in event["cites"])
    words = fracas("explain", store, "1", 2, "--json").json()
    assert (words["event"], words["kind"]) == (2, "consequence")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["replay", "{store}", "{run}-13"], "has the conflicts 1 to 12"),
        (["replay", "{store}", "0"], "has the conflicts 1 to 12"),
        (["replay", "{store}", "ffffffff-1"], "has no run called 'ffffffff'"),
        (["replay", "{store}", "third"], "names no conflict"),
        (["explain", "{store}", "1", "4000"], "no event 4000"),
        (["explain", "none.db", "1", "1"], "none.db"),
        (["replay", "alley"], "alley is a scenario, expected a store"),
        (["run", "{store}"], "is a store of conflicts, expected a scenario"),
        (["check-scenario", "{store}"], "is a store of conflicts, expected a scen"),
        (["transcript", "{store}", "13"], "has the conflicts 1 to 12"),
    ],
)
def test_replay_of_what_is_not_there_is_one_sentence(
    fracas: Fracas, store: Path, run_id: str, args: list[str], said: str
) -> None:
    """A conflict or event that is not there is refused with those that are."""
    given = [arg.format(store=store, run=run_id) for arg in args]
    assert said in fracas(*given).refused()


def test_replay_tells_a_round_typed_in(fracas: Fracas, noon: Path) -> None:
    """A transcript is told as far as it goes, and its events are explained."""
    path = noon.parent / "round.toml"
    path.write_text(
        'scenario = "noon.toml"\n[[round]]\nnumber = 1\n'
        'says = [{ who = "Ann", does = "Pressed" }]\n'
        'dice = [{ who = "Ann", faces = [5, 1, 6] }]\n'
    )
    said = fracas("replay", path, "--full")
    assert (said.status, said.err) == (0, "")
    assert "Round 2" not in said.out
    assert said.out.startswith("Transcript round\nTwo at noon\n")
    for part in (
        "people at the table",
        "lands 2 stress on Bo. [TO-02]",
        "the record stops",
    ):
        assert part in said.out
    (harm,) = (
        line
        for line in fracas("replay", path, "--json").lines()
        if line["does"] == "HarmApplied"
    )
    assert harm["amount"] == 2
    explained = fracas("explain", path, "1", harm["event"]).out
    assert "TO-02" in explained
    # A transcript has one conflict, so that its event is enough.
    assert fracas("explain", path, harm["event"]).out == explained
    asked = fracas("explain", path, "what")
    assert (asked.status, "Missing argument 'EVENT'" in asked.err) == (2, True)
    assert "one conflict, 1, not 2" in fracas("replay", path, "2").refused()


def test_replay_knows_the_shipped_transcripts(fracas: Fracas) -> None:
    """A shipped transcript is told by its name."""
    said = fracas("replay", "tela_gael_strict", "--numbers")
    assert said.status == 0
    assert "SS-HARM-04" in said.out


def test_replay_says_what_the_ending_means(fracas: Fracas, store: Path) -> None:
    """A story ends with what its ending and its figures mean."""
    *_, ended, meant = fracas("replay", store, 1).out.splitlines()
    how = ended.removeprefix("It ended: ").partition(":")[0]
    endings = rule_system("toy").endings
    assert meant.startswith(f"{how.capitalize()}: {endings[how.replace(' ', '_')]} ")
    assert "from 0 (lost) to 1 (obtained what was intended)" in meant
    assert "What each gets" not in fracas("replay", store, 1, "--markdown").out


def test_sentences_wrap_between_words_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal sentences wrap between words; in a pipe they do not."""
    long = Passage("told", " ".join(["Ann picks a sword;"] * 6), ("TO-01", "TO-02"))
    table = Passage("drawn", "|" + " column" * 12)
    put_tale([long, table], rules=True, markdown=False)
    assert len(capsys.readouterr().out.splitlines()) == 2
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("NO_COLOR", "1")
    put_tale([long, table], rules=True, markdown=False)
    first, *more, last = capsys.readouterr().out.splitlines()
    assert first.startswith("  Ann picks")
    assert all(len(line) <= 60 and line.startswith("    ") for line in more)
    assert more[-1].endswith("sword; [TO-01 TO-02]")
    assert last.strip() == table.text


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        (7, 7, "1 of the 474 events of f2cceece-1 is missing, and the story leaves"),
        (475, 475, "the end of f2cceece-1 is missing, and the story stops before"),
    ],
    ids=["within", "end"],
)
def test_a_story_with_a_gap_says_so(
    fracas: Fracas, tmp_path: Path, first: int, last: int, said: str
) -> None:
    """Where events of a conflict were deleted, its story says what is missing."""
    store = tmp_path / "a.db"
    fracas("run", "alley", "--games", 1, "--seed", "s", "--store", store)
    assert fracas("replay", store).err == ""
    with closing(sqlite3.connect(store)) as connection:
        connection.execute(
            "DELETE FROM stored_events WHERE originator_id = 'f2cceece-1'"
            " AND originator_version BETWEEN ? AND ?",
            (first, last),
        )
        connection.commit()
    told = fracas("replay", store)
    assert said in told.err
    assert len(told.err.splitlines()) == 1
    assert told.out
