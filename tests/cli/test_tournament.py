"""`fracas tournament` prints verdicts, keeps a record and refuses mistakes."""

import csv
import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec import structs

from sim.cli.compete import tournament as command
from sim.statistics.adjustment import Status
from sim.statistics.intervals import Interval
from sim.statistics.words import share
from sim.store.store import open_store
from sim.tournament.blocks import play_blocks
from sim.tournament.games import game_id, locate_game
from sim.tournament.record import contest_ids, recorded_contest
from tests.cli.conftest import Fracas, Stored

FAILS = """
from sim.seam.protocol import Agent

class Fails(Agent):
    def choose(self, asked):
        raise ValueError("no idea")
"""
TWO = ("--agents", "uniform,steady", "--seed", "high")
ROOT = Path(__file__).parents[2]
PRESSED = "scripted:says=Pressed round<3"


@pytest.fixture
def cup(stored: Stored, noon: Path) -> Path:
    """Return a store that holds one tournament of the scenario that is there."""
    assert noon.exists()
    return stored("cup.db", "tournament", "noon.toml", *TWO, "--games", 40)


def test_it_says_who_is_better_and_rests_it_on_an_interval(
    fracas: Fracas, noon: Path
) -> None:
    """A tournament prints scores with intervals, verdicts for pairings and its seed."""
    asked = ("tournament", noon, *TWO, "--games", 60)
    said = fracas(*asked)
    assert said.status == 0
    assert said.out.startswith("steady is best, sure.\n")
    assert "against" in said.out
    assert "seed high" in said.out
    words = fracas(*asked, "--json").json()
    assert {row["agent"] for row in words["standings"]} == {"uniform", "steady"}
    (pairing,) = words["pairings"]
    assert pairing["scenario"] is None
    assert pairing["blocks"] == 30
    assert pairing["verdict"]["says"] == "worse"
    assert pairing["score"]["high"] < 0.5
    assert words["complete"]
    # Against one opponent the score is that of the pairing, in both tables.
    first = next(
        standing
        for standing in words["standings"]
        if standing["agent"] == pairing["first"]
    )
    assert first["score"] == pairing["score"]
    assert said.out.count(share(Interval(**pairing["score"]))) == 2
    alone = words["games"] - first["games"]
    more = fracas(*asked, "--why").out
    assert f"{alone} of the conflicts are of agents against themselves" in more


def test_it_stops_when_settled(fracas: Fracas, noon: Path) -> None:
    """A tournament stops once settled: by bets, a GSPRT or a known error."""
    asked = ("tournament", noon, *TWO, "--games", 800, "--workers", 1)
    for more in (("settled",), ("settled", "--bounds", "0,50"), ("error<.2",)):
        words = fracas(*asked, "--json", "--until", *more).json()
        assert words["games"] < 840
        assert words["pairings"][0]["verdict"]["says"] == "worse"


def test_open_verdicts_say_how_much_more(fracas: Fracas, noon: Path) -> None:
    """An open verdict says about how many blocks would settle it."""
    asked = ("tournament", noon, "--agents", f"steady,{PRESSED}", "--games", 4)
    said = fracas(*asked, "--seed", "high")
    words = fracas(*asked, "--seed", "high", "--json").json()
    about = words["pairings"][0]["verdict"]["about"]
    assert 0 < about["low"] < about["high"]
    said_of_it = {"settled:", str(about["low"]), str(about["high"]), "more"}
    assert said_of_it <= {*said.out.split()}
    more = fracas(*asked, "--seed", "high", "--why").out
    assert "is a forecast from the blocks so far" in more


def test_a_test_says_what_its_figures_are(fracas: Fracas, noon: Path) -> None:
    """A GSPRT says what its ratios are, and that the interval is its own."""
    play = ("tournament", noon, "--seed", "high", "--games", 200, "--workers", 1)
    test = ("--until", "settled", "--bounds", "0,50", "--why")
    asked = (*play, *test, "--agents")
    said = fracas(*asked, "uniform,steady")
    told = " ".join(said.out.split())
    assert "Verdicts are those of two sequential tests (GSPRT)" in told
    assert "3.66 or more says which is better, -3.66 or less in both" in told
    assert "An interval belongs to its test" in told
    alike = " ".join(fracas(*asked, "steady,steady:later=0").out.split())
    assert "played alike in all" in alike
    assert "Where all blocks have the same score, there are no ratios" in alike


def test_every_agent_meets_itself(fracas: Fracas, noon: Path) -> None:
    """Every agent plays itself, alike in both games."""
    said = fracas("tournament", noon, *TWO, "--games", 4, "--null", 2)
    assert said.status == 0
    assert "Against itself every agent did the same in both games of 2" in said.out


def test_pairings_are_told_scenario_by_scenario(fracas: Fracas) -> None:
    """The pairings are listed under each scenario, in 80 columns."""
    agents = "steady,steady:later=0.25"
    asked = ("tournament", "stuck_door", "skill_page", "--agents", agents)
    said = fracas(*asked, "--games", 4, "--seed", "s", "--all").out
    rows = said.partition("\non stuck_door\n")[2].partition("\n\n")[0].splitlines()
    place = rows.index("on skill_page")
    assert rows[0].startswith("  steady ")
    assert place <= 3
    assert rows[place + 1].startswith("  steady ")
    assert max(map(len, rows)) <= 80


def test_what_stands_on_the_first_screen_is_not_said_again(
    fracas: Fracas, noon: Path
) -> None:
    """Each screen says where the rest is, and repeats nothing."""
    asked = ("tournament", "--agents", "steady,uniform,first", "--games", 4, "--seed")
    here = "more: --why (each side, where agents part, the largest swings)"
    both = f"{here}, --all (each scenario, margins)"
    for scenarios, where in (((noon,), here), (("stuck_door", "skill_page"), both)):
        said, why, whole = (
            fracas(*asked, "s", *scenarios, *more).out
            for more in ((), ("--why",), ("--all",))
        )
        said, more, rest = said.partition("more: ")
        assert f"{more}{rest}".split() == where.split()
        assert not re.search("--why|--all", said)
        assert not re.search("--why(?! --json)|--all", whole)
        for text in (why, whole):
            assert text.startswith(said)
            assert len(re.findall("(?m)^agent +against +verdict", text)) == (
                2 if text == whole and where == both else 1
            )
            lines = [line for line in text.splitlines() if "fracas " not in line]
            assert max(map(len, lines)) <= 80
        told = " ".join(why.split())
        assert ("margins, each scenario" in told) == (where == both)
        assert ("score of that side is its mean return" in told) == (where == both)
    four = "steady,uniform,first,bold"
    text = fracas("tournament", noon, "--agents", four, "--games", 4, "--why").out
    rest = " ".join(text.split()).rpartition("All of it (")[2]
    assert rest.startswith("margins, sides with their intervals")


def test_very_many_pairings_fill_no_second_screen(fracas: Fracas, noon: Path) -> None:
    """Very many pairings are listed under --all only."""
    eight = "steady,uniform,first,bold,cautious,delay,mixed,switch"
    asked = ("tournament", noon, "--agents", eight, "--games", 2, "--null", 0)
    said, why, whole = (
        fracas(*asked, "--seed", "s", *more).out
        for more in ((), ("--why",), ("--all",))
    )
    assert "--all (pairings one by one, margins)" in " ".join(said.split())
    assert "All of it (pairings one by one, margins" in " ".join(why.split())
    assert len(why.splitlines()) - len(said.splitlines()) < 50
    assert not re.search("(?m)^agent +against +verdict", why)
    assert re.search("(?m)^agent +against +verdict", whole)


def test_a_second_screen_without_dice_speaks_of_no_interval(
    fracas: Fracas, noon: Path
) -> None:
    """A second screen of exact results mentions neither intervals nor luck."""
    asked = ("tournament", noon, "--agents", "steady,uniform,first,bold")
    said = fracas(*asked, "--exact", 60, "--workers", 1, "--why").out
    second = " ".join(said.split()).rpartition(" seal ")[2]
    assert "All exact, with their decimals: --all." in second
    assert second.endswith("All of it (margins, sides with their endings): --all.")
    assert not re.search("interval|luck|blocks", second)


@pytest.mark.parametrize("way", ["gauntlet", "swiss", "knockout", "racing"])
def test_three_agents_meet_in_every_format(
    fracas: Fracas, noon: Path, way: str
) -> None:
    """Three agents can meet in every format."""
    agents = f"steady,uniform,{PRESSED}"
    asked = ("tournament", noon, "--agents", agents, "--games", 20, "--format", way)
    said = fracas(*asked, "--seed", "high")
    assert said.status == 0
    assert f"({way})" in said.out
    assert ("round 1" in said.out) == (way in {"swiss", "knockout"})
    assert ("still in the race: " in said.out) == (way == "racing")


def test_a_ladder_of_one_agent(fracas: Fracas, noon: Path) -> None:
    """--ladder makes agents with ever more of one setting."""
    asked = ("tournament", noon, "--ladder", "lookahead:depth=1,width=2,samples=1,2")
    words = fracas(*asked, "--games", 2, "--null", 0, "--json").json()
    (pairing,) = words["pairings"]
    assert pairing["first"] == "lookahead:depth=1,width=2,samples=2"


def test_a_side_can_be_fixed(fracas: Fracas, noon: Path) -> None:
    """--fix leaves one side to a fixed agent, and the others take turns."""
    asked = ("tournament", noon, *TWO, "--games", 10, "--fix", "Ann=uniform", "--json")
    words = fracas(*asked).json()
    assert words["scenarios"][0]["sides"] == ["Bo"]


def test_why_shows_partings_luck_and_replays(
    fracas: Fracas, noon: Path, cup: Path
) -> None:
    """--why shows where agents part, luck, and replays that work."""
    said = fracas("tournament", "--store", cup, "--resume", "--why")
    assert "Where the agents part first" in said.out
    assert re.search(r"in\s\d+\sof\sthe\sfirst\s\d+\sblocks", said.out)
    assert "without luck" in said.out
    (first, *_) = [line for line in said.out.splitlines() if "fracas replay" in line]
    told = fracas(*first.split()[1:])
    assert told.status == 0
    assert "It ended" in told.out
    words = fracas("tournament", noon, *TWO, "--games", 4, "--why", "--json").json()
    assert words["partings"]
    assert words["luck"][0]["status"] == "too_few"
    assert "&& fracas replay swings-" in words["swings"][0]["replay"][0]


@pytest.mark.parametrize(
    ("given", "status", "said"),
    [
        (("steady,cautious", "--games", 200), "adjusted", "variance saved"),
        (("steady,noise:share=0.5", "--games", 200), "no_saving", "Nothing saved: on"),
        (("steady,first", "--games", 200), "too_few", "too few: 0"),
        (
            ("steady,cautious", "--games", 40, "--until", "settled"),
            "stopped",
            "then no interval",
        ),
    ],
)
def test_luck_is_taken_out_or_it_is_said_why_not(
    fracas: Fracas, noon: Path, given: tuple[object, ...], status: str, said: str
) -> None:
    """Luck is taken out of the scores, or it is said why not."""
    asked = ("tournament", noon, "--null", 0, "--seed", "cup", "--why", "--agents")
    text = fracas(*asked, *given).out
    (luck,) = fracas(*asked, *given, "--json").json()["luck"]

    assert (luck["first"], luck["status"]) == ("steady", status)
    assert (luck["adjusted"] is None) == (status != "adjusted")
    assert said in text
    if luck["adjusted"]:
        assert f"{100 * luck['adjusted']['value']:.1f} %" in text


def test_why_as_json_is_what_the_reference_says(
    fracas: Fracas, noon: Path, tmp_path: Path
) -> None:
    """The reference has every key of `--why --json`, and every status of luck."""
    page = (ROOT / "docs/reference/why.md").read_text(encoding="utf-8")
    tables = [
        set(re.findall(r"(?<=[|,] )`(\w+)`(?=,| \|)", part))
        for part in page.split("|---|---|\n")[1:]
    ]
    asked = ("tournament", noon, *TWO, "--games", 4, "--json")
    why = fracas(*asked, "--why").json()

    added = why.keys() - fracas(*asked).json().keys()
    store = tmp_path / "league.db"
    league = fracas("league", store, noon, *TWO, "--games", 4, "--why", "--json").json()
    of_league = league.keys() - why.keys()
    assert tables == [added, why["luck"][0].keys(), set(get_args(Status)), of_league]


def test_the_same_said_twice_plays_nothing_again(
    fracas: Fracas, noon: Path, tmp_path: Path
) -> None:
    """The same command plays nothing again."""
    store = ("--store", tmp_path / "one.db")
    asked = ("tournament", noon, *TWO, "--games", 4, "--null", 0, *store)
    first = fracas(*asked)
    again = fracas(*asked)
    assert (again.status, again.out) == (first.status, first.out)
    assert again.err == "nothing to do: all 4 conflicts are already there\n"


def test_a_store_lists_and_shows_it(fracas: Fracas, cup: Path) -> None:
    """The store lists and shows a tournament as it was printed."""
    (listed,) = fracas("list", cup, "--json").lines()
    assert listed["complete"]
    assert listed["agents"] == ["uniform", "steady"]
    assert listed["tournament"] in fracas("list", cup).out
    shown = fracas("show", cup, listed["tournament"], "--json").json()
    again = fracas("tournament", "--store", cup, "--resume", "--json").json()
    assert shown == again
    assert "against" in fracas("show", cup).out


def test_a_store_is_audited_with_it(fracas: Fracas, cup: Path) -> None:
    """An audit of a tournament is clean, and compares a published seal."""
    name = fracas("list", cup, "--json").lines()[0]["tournament"]
    seal = fracas("list", cup, "--json").lines()[0]["seal"]
    audit = fracas("audit", cup, "--depth", "seal").out
    assert "the whole store, 0 runs, 1 tournament" in audit
    said = fracas("audit", cup, name, "--seal", seal, "--depth", "seal")
    assert said.status == 0
    other = "0" * 64
    said = fracas("audit", cup, name, "--seal", other, "--depth", "seal")
    assert said.status == 1
    assert "not the one that was published" in said.out


def test_one_of_its_conflicts_is_audited(fracas: Fracas, cup: Path) -> None:
    """One conflict of a tournament is played again and compared with its line."""
    said = fracas("replay", cup, _one(cup))
    assert said.status == 0
    said = fracas("audit", cup, _one(cup))
    assert said.status == 0
    assert said.out.startswith(f"clean: no findings (conflict {_one(cup)}; seal, rules")
    said = fracas("audit", cup, _one(cup), "--seal", "00" * 32)
    assert said.status == 1
    assert "expected 0000" in said.out
    said = fracas("audit", cup, f"{_one(cup)}999")
    assert said.status == 2
    assert "has no conflict" in said.err


def test_a_conflict_that_came_out_otherwise_is_a_finding(
    fracas: Fracas, cup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A conflict whose line differs from its replay is a finding."""
    with open_store(str(cup), create=False) as opened:
        at = locate_game(opened, _one(cup))
        assert at is not None
        forged = structs.replace(at, line=structs.replace(at.line, how="forged"))

    def missing(*_: object) -> object:
        return forged

    monkeypatch.setattr("sim.tournament.audit.locate_game", missing)
    said = fracas("audit", cup, _one(cup))
    assert said.status == 1
    assert "game 1 ended forged" in said.out


def _one(cup: Path) -> str:
    """Return the id of a conflict of the tournament."""
    with open_store(str(cup), create=False) as opened:
        (contest,) = contest_ids(opened)
        return game_id(recorded_contest(opened, contest), 0, (0, 1), 0, 0)


def test_a_copy_by_export_is_the_same(
    fracas: Fracas, cup: Path, tmp_path: Path
) -> None:
    """A tournament exported and imported again lists the same."""
    file, copy = tmp_path / "cup.jsonl", tmp_path / "copy.db"
    assert fracas("export", cup, file).status == 0
    assert fracas("import", copy, file).status == 0
    assert fracas("list", copy, "--json").out == fracas("list", cup, "--json").out


def test_blocks_as_csv(fracas: Fracas, noon: Path, tmp_path: Path) -> None:
    """--csv has a row for each block with the ids of its conflicts."""
    file = tmp_path / "cup.csv"
    fracas("tournament", noon, *TWO, "--games", 10, "--csv", file)
    with file.open(encoding="utf-8") as source:
        rows = list(csv.DictReader(source))
    assert len(rows) == 5
    assert rows[0]["first"] == "uniform"
    assert len(rows[0]["conflicts"].split()) == 2
    said = fracas("tournament", noon, *TWO, "--csv", file)
    assert "there already" in said.refused()


def test_ctrl_c_says_how_it_stands_and_how_to_go_on(
    fracas: Fracas, noon: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C prints the verdict so far and the command that completes it."""
    path = tmp_path / "cup.db"
    asked = ("tournament", noon, *TWO, "--games", 100, "--workers", 1)
    whole = fracas(*asked, "--json").json()
    left = [3]

    def interrupted(job: object) -> bytes:
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt
        return play_blocks(job)

    with monkeypatch.context() as patched:
        patched.setattr("sim.tournament.tournament.play_blocks", interrupted)
        said = fracas(*asked, "--store", path)
    assert said.status == 130
    assert "so far" in said.out
    again = said.err.partition("go on with: ")[2].split()
    assert again[:2] == ["fracas", "tournament"]
    done = fracas(*again[1:], "--json").json()
    # Without a store other commands tell the same conflicts.
    names = [
        [sample["name"] for sample in each.pop("samples")] for each in (done, whole)
    ]
    assert names[0] == names[1]
    assert done == whole


def test_it_refuses_in_one_sentence(fracas: Fracas, noon: Path) -> None:
    """Agents, scenarios and sides that cannot be are refused."""
    ask = ("tournament", noon, "--agents")
    assert "two agents or more" in fracas(*ask, "steady").refused()
    assert "did you mean steady?" in fracas(*ask, "steddy,bold").refused()
    assert "named twice" in fracas(*ask, "bold,bold").refused()
    assert "no scenario is called" in fracas("tournament", "nowhere").refused()
    assert "given twice" in fracas("tournament", noon, noon).refused()
    assert "no side or seat" in fracas("tournament", noon, "--fix", "Cy").refused()
    both = ("--fix", "Ann", "--fix", "Bo")
    assert "no open side" in fracas("tournament", noon, *both).refused()
    assert ".svg or .png" in fracas("tournament", noon, "--picture", "x.gif").refused()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--bounds", "20,0", "--until", "settled"), "wrong way round"),
        (("--bounds", "0,20"), "add --until settled"),
        (("--bounds", "x", "--until", "settled"), "is not two numbers"),
        (("--errors", "0,0.05"), "is not two numbers"),
        (("--until", "bored"), "neither settled nor"),
        (("--ladder", "bold"), "not of the form AGENT:SETTING=1,2,4"),
        (("--resume",), "--resume needs the store"),
    ],
)
def test_it_refuses_what_cannot_be_meant(
    fracas: Fracas, noon: Path, given: tuple[str, ...], said: str
) -> None:
    """Options that contradict each other are refused, and nothing is played."""
    told = fracas("tournament", noon, *given)
    assert told.status == 2
    assert said in " ".join(told.err.split())
    assert not told.out


def test_it_refuses_a_store_of_another_tournament(
    fracas: Fracas, noon: Path, cup: Path
) -> None:
    """Resuming another tournament than the store's is refused."""
    said = fracas("tournament", noon, *TWO, "--store", cup, "--resume")
    assert "has no tournament" in said.refused()
    with open_store(str(cup), create=False) as store:
        assert len(contest_ids(store)) == 1


def test_what_is_refused_leaves_no_store(
    fracas: Fracas, noon: Path, tmp_path: Path
) -> None:
    """A tournament that is refused leaves no store."""
    path = tmp_path / "none.db"
    fracas("tournament", noon, "--agents", "steady,nobody", "--store", path).refused()
    assert not path.exists()


@pytest.mark.slow
def test_an_agent_that_always_forfeits_is_named(
    fracas: Fracas, noon: Path, tmp_path: Path
) -> None:
    """An agent that always forfeits is named, and the status is 1."""
    path = tmp_path / "mine.py"
    path.write_text(FAILS, encoding="utf-8")
    agents = f"steady,{path}:Fails"
    said = fracas("tournament", noon, "--agents", agents, "--games", 4, "--null", 0)
    assert f"the agent {path}:Fails forfeited 4 of 4 games" in said.out
    assert said.status == 1


def test_no_scenario_is_no_tournament(fracas: Fracas) -> None:
    """Without a scenario it is refused."""
    assert "name at least one scenario" in fracas("tournament").err
    assert command.tournament.name == "tournament"


_MINE = """\
from fracas import Agent


class Mine(Agent):
    def choose(self, asked):
        return asked.options[0]
"""


def test_a_store_runs_no_file_unasked(fracas: Fracas, tmp_path: Path) -> None:
    """A store's agent from a file is run only with --trust-files."""
    mine, cup = tmp_path / "mine.py", tmp_path / "cup.db"
    mine.write_text(_MINE)
    asked = ("tournament", "stuck_door", "--agents", f"{mine}:Mine,steady")
    first = fracas(*asked, "--games", 4, "--seed", "high", "--store", cup, "--json")
    resumed = ("tournament", "--store", cup, "--resume", "--json")
    refused = fracas(*resumed).refused()
    assert "with your rights, because the store names it" in refused
    assert "--trust-files" in refused
    again = fracas(*resumed, "--trust-files").json()
    assert again["seal"] == first.json()["seal"]
