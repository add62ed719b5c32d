"""`fracas check-scenario` and `check-agent`."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.cli.write.check import smallest
from sim.library.catalogue import scenarios
from sim.library.scenario import load, source
from sim.seam.protocol import SeatInfo
from sim.study.near_names import near_sides
from tests.cli.conftest import NOON, Fracas
from tests.tiers import short_first


def test_check_scenario_says_who_sits_where(fracas: Fracas, noon: Path) -> None:
    """A scenario that can be played is said to be so, with its seats and digest."""
    said = fracas("check-scenario", noon)
    assert said.status == 0
    assert "can be played: Two at noon" in said.out
    assert "Bo: side 2, played by steady" in said.out
    words = fracas("check-scenario", noon, "--ruling", "grit=1", "--json").json()
    assert words["changed_rulings"] == {"grit": 1}
    assert words["digest"] not in said.out


def test_check_scenario_calls_sides_what_the_file_calls_them(fracas: Fracas) -> None:
    """A side is called as in the file, and a side of one seat by that seat alone."""
    assert (
        "  Nadia: the thieves, played by" in fracas("check-scenario", "skill_fort").out
    )
    assert "  Ann: played by steady" in fracas("check-scenario", "skill_duel").out
    campaign = fracas("check-scenario", "skill_fort_of_three_keys").out
    assert re.search(r"\n    .*: the garrison, played by", campaign)
    assert "side 1" not in campaign


def test_check_scenario_knows_agents_that_are_not_there(
    fracas: Fracas, noon: Path
) -> None:
    """A seat whose agent nobody knows is refused with a hint."""
    noon.write_text(noon.read_text().replace("steady", "steddy"))
    sentence = fracas("check-scenario", noon).refused()
    assert "the seat Bo" in sentence
    assert "did you mean steady?" in sentence


@pytest.mark.parametrize("name", short_first(scenarios()))
def test_check_scenario_shipped_scenarios_can_be_played(
    fracas: Fracas, name: str
) -> None:
    """Every shipped scenario can be played, and something is at stake in it."""
    said = fracas("check-scenario", name)
    assert said.status == 0
    assert "games on trial" not in said.out


@pytest.mark.parametrize(
    ("was", "now", "warned"),
    [
        (r"leaves = 0\.\d", "worth = 0.5\nleaves = 0.5", "Rico got 0.5 in all of"),
        (r"bonuses = .*", "bonuses = []", ""),
    ],
)
def test_check_scenario_warns_where_nothing_is_at_stake(
    fracas: Fracas, tmp_path: Path, was: str, now: str, warned: str
) -> None:
    """A warning says where everybody gets the same however it ends."""
    path = tmp_path / "own.toml"
    path.write_text(re.sub(was, now, fracas("new", "solar_system").out), "utf-8")
    said = fracas("check-scenario", path)
    assert said.status == 0
    assert ("games on trial" in said.out) == bool(warned)
    assert warned in said.out


def test_check_scenario_warns_where_no_harm_can_be_done(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A warning says where every game on trial ends alike."""
    path = tmp_path / "own.toml"
    text = fracas("new", "skill_roll").out
    path.write_text(re.sub(r"rank = \d+", "rank = 0", text), "utf-8")
    said = fracas("check-scenario", path, "--json").json()["warnings"]
    assert any(
        "all ended alike (round limit, after 20 rounds)" in line for line in said
    )


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    at=st.integers(0, len(NOON)),
    gone=st.integers(0, 8),
    put=st.binary(max_size=5) | st.sampled_from([b"[", b'"', b"\n", b"=", b"\x1b"]),
)
def test_check_scenario_any_damage_is_said_in_sentences(
    fracas: Fracas, noon: Path, at: int, gone: int, put: bytes
) -> None:
    """However a file is broken, every line of the answer names it."""
    noon.write_bytes(NOON[:at] + put + NOON[at + gone :])
    said = fracas("check-scenario", noon)
    if said.status != 0:
        assert (said.status, said.out) == (2, "")
        for line in said.err.splitlines():
            assert line.startswith((f"error: {noon}", f"{noon}: names"))
    assert "\x1b" not in said.out + said.err


def test_check_scenario_says_everything_at_once(fracas: Fracas, noon: Path) -> None:
    """All problems of a file are told at once, with line, column and name."""
    noon.write_bytes(NOON.replace(b'"Ann"', b"7") + b"weapons = 1\n")
    place = f"{noon}, line"
    asked = fracas("check-scenario", noon)
    assert asked.status == 2
    first, second, after = asked.err.splitlines()
    assert first == f"error: {place} 6, column 1: $.seats[0].name is 7, expected text"
    wanted = f'error: {place} 11, column 1: $.seats[1] (Bo) has the unknown field "weap'
    assert second.startswith(wanted)
    assert after == f"{noon}: names that it refers to are checked once that is mended"
    problems = fracas("check-scenario", noon, "--json").json()["problems"]
    assert [f"error: {problem}" for problem in problems] == [first, second]
    refused = fracas("run", noon).refused()
    assert refused == f"{first} (and 1 more: see fracas check)"


def test_check_agent_of_an_unknown_agent_is_refused(fracas: Fracas, noon: Path) -> None:
    """An agent that does not exist cannot be checked."""
    asked = ("check-agent", "bolt", "--scenario", noon)
    assert "did you mean bold?" in fracas(*asked).refused()


SLIPS = {
    'when = ["Zaru",': ('when = ["Zaruu",', "did you mean Zaru?"),
    'actions = ["Sneak", "Deceit"]': (
        'actions = ["Dash"]',
        '"Dash", which is not on the sheet and so rolled at Nil',
    ),
    'actions = ["Knife Fighting", "Sneak"]': ("actions = []", "names no actions"),
    'name = "kill Gael"': ('name = "sneak up on Gael"', "is there twice"),
    'abilities = ["Sneak"]': ('abilities = ["Dash"]', "the opening check uses"),
}


@pytest.mark.parametrize("right", SLIPS)
def test_check_scenario_warns_of_slips(
    fracas: Fracas, tmp_path: Path, right: str
) -> None:
    """A probable slip is a warning, and the scenario can be played."""
    wrong, said = SLIPS[right]
    text = source("alley").decode()
    assert right in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(right, wrong, 1))
    checked = fracas("check-scenario", file)
    assert checked.status == 0
    assert said in checked.out
    (warning,) = fracas("check-scenario", file, "--json").json()["warnings"]
    assert said in warning


def test_check_scenario_runs_and_reads_nothing_that_it_names(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A scenario that names code or a file is refused, and none of it is run."""
    code = tmp_path / "code.py"
    code.write_text("import pathlib; pathlib.Path(__file__ + '.ran').touch()")
    for agent in (f"{code}:A", f"scripted:says=@{tmp_path}/pipe"):
        file = tmp_path / "mine.toml"
        named = f'[[seats]]\nagent = "{agent}"'
        file.write_text(source("alley").decode().replace("[[seats]]", named, 1))
        said = fracas("check-scenario", file)
        assert said.status != 0
        assert "--trust-files" in said.out + said.err
    assert not (tmp_path / "code.py.ran").exists()


@pytest.mark.parametrize("name", short_first(scenarios()))
def test_check_scenario_has_no_doubts_about_what_is_shipped(
    fracas: Fracas, name: str
) -> None:
    """Shipped scenarios give no warnings but those that are known.

    But one tries at Nil, and two sheets of a text do not cost what it states (28.8).
    """
    warnings = fracas("check-scenario", name, "--json").json()["warnings"]
    known = ("Miska: ", "Violet, later: states 20", "Oliphant, later: states 20")
    assert [warning for warning in warnings if not warning.startswith(known)] == []


def _with_allies(fracas: Fracas, path: Path, sides: tuple[str, str]) -> str:
    """Write a quarrel in which Ann has Bo and Cy beside her, on those sides."""
    text = fracas("new", "solar_system").out
    at, end = text.index('[[seats]]\nname = "Ann"'), text.index("# Readings of")
    own = text[at:end]
    allies = [
        own.replace('name = "Ann"', f'name = "{name}"\nside = "{side}"')
        for name, side in zip(("Ann", "Bo", "Cy"), ("gang", *sides), strict=True)
    ]
    path.write_text("".join([text[:at], *allies, text[end:]]), "utf-8")
    return fracas("check-scenario", path).out


def test_check_scenario_warns_of_a_side_that_is_a_slip(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A side that differs from another by a slip is a warning; other names are not."""
    path = tmp_path / "own.toml"
    said = _with_allies(fracas, path, ("gang", "gong"))
    assert 'Cy is alone on the side "gong"; did you mean "gang"?' in said
    assert "alone on the side" not in _with_allies(fracas, path, ("gang", "gang"))
    assert "alone on the side" not in _with_allies(fracas, path, ("gang", "thugs"))


@pytest.mark.parametrize(
    ("first", "second", "slip"),
    [
        ("gang", "gang ", True),
        ("Gang", "gang", True),
        ("gnag", "gang", True),
        ("gangs", "gang", True),
        ("the wath", "the watch", True),
        ("team A", "team B", False),
        ("team1", "team2", False),
        ("red", "reds", False),
        ("north gate", "south gate", False),
    ],
)
def test_check_scenario_knows_a_slip_from_another_name(
    first: str, second: str, *, slip: bool
) -> None:
    """Names of sides that differ by a number or a word of their own are no slip."""
    seats = [
        SeatInfo(str(at), at % 2, side_name=side)
        for at, side in enumerate((second, first, second))
    ]
    assert bool(list(near_sides(seats))) == slip


def test_check_scenario_warns_of_who_is_spared_and_of_a_standoff(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A warning names those whom nobody is after, and games that end in a standoff."""
    path = tmp_path / "own.toml"
    _with_allies(fracas, path, ("gang", "gong"))
    text = path.read_text("utf-8").replace("[[seats]]\n", '[[seats]]\nagent = "bold"\n')
    path.write_text(text, "utf-8")
    said = fracas("check-scenario", path).out
    assert "nobody is after Bo, Cy: no intention has that name as its target" in said
    assert "10 games on trial between its own agents all ended with standoff: " in said


def test_check_tells_a_scenario_from_an_agent(fracas: Fracas, noon: Path) -> None:
    """`check` checks a scenario or an agent, by what it is given."""
    assert fracas("check", noon).out == fracas("check-scenario", noon).out
    said = fracas("check", "first", "--scenario", "stuck_door", "--json").json()
    assert {check["name"] for check in said["checks"]} > {"offered", "repeatable"}


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("aley",), "did you mean alley? no scenario and no agent is called"),
        (("stedy",), "did you mean steady? no scenario and no agent is called"),
        (("nowhere.toml",), "nowhere.toml"),
        (("nowhere.py:Mine",), "nowhere.py"),
        (("alley", "--games", "2"), "--games is for agents"),
        (("alley", "--all"), "--all is for agents"),
        (("first", "--set", "grit=2"), "--set is for scenarios"),
        (("first", "--ruling", "grit=2"), "--ruling is for scenarios"),
    ],
)
def test_check_refuses_what_it_cannot_use(
    fracas: Fracas, asked: tuple[str, ...], words: str
) -> None:
    """A misspelt name, or an option of the other kind, is refused."""
    assert words in fracas("check", *asked).refused()


def test_check_asks_an_agent_in_one_scenario_of_each_system() -> None:
    """Without --all an agent is checked in one scenario of every system."""
    asked = [loaded.system.name for loaded in smallest()]
    assert len(asked) == len(set(asked))
    assert set(asked) >= {load(name).system.name for name in scenarios()}


def test_check_records_what_a_program_is_asked_and_sends_it_again(
    fracas: Fracas, tmp_path: Path
) -> None:
    """An exchange is recorded and sent to a program; what does not fit is refused."""
    said, bot = tmp_path / "said.jsonl", tmp_path / "bot"
    bot.write_text("#!/bin/sh\nwhile read -r m; do echo 1; done\n", "utf-8")
    record = ("--scenario", "stuck_door", "--games", "1", "--record", str(said))
    told = fracas("check", "first", *record, "--json").json()
    assert told == {"format": 1, "file": str(said), "messages": 2}
    assert "is there already" in fracas("check", "first", *record).refused()
    sent = fracas("check", f"cmd:{bot}", "--exchange", str(said))
    assert sent.status == 0
    assert "ok      answers: it answers each of 2 messages" in sent.out
    beside = fracas("check", f"cmd:{bot}", "--exchange", str(said), "--all")
    assert "nothing is played with --exchange" in beside.refused()
    other = fracas("check", "steady", "--exchange", str(said)).refused()
    assert "found steady, expected a program" in other
    assert (
        "--exchange is for agents"
        in fracas("check", "alley", "--exchange", str(said)).refused()
    )
