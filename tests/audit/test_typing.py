"""Transcripts that Fracas writes: of a recorded conflict, or to fill in."""

import re
import tomllib
from pathlib import Path

import pytest

from sim.cli.main import main
from sim.library.catalogue import scenarios
from sim.library.scenario import load
from sim.transcript.follow import follow
from sim.transcript.skeleton import example_rounds, skeleton_text
from sim.transcript.typing import Heading, rounds_of, transcript_text
from tests.agents.tables import conflict
from tests.tiers import short_first

SHORT = [name for name in scenarios() if name not in {"ambush", "planets_siege"}]


@pytest.mark.parametrize("agent", ["uniform", "steady"])
@pytest.mark.parametrize("name", short_first(SHORT))
def test_a_conflict_typed_in_is_clean(name: str, agent: str, tmp_path: Path) -> None:
    """A recorded conflict written as a transcript assumes nothing, and audits clean.

    So it is where everybody passes, and nothing is said.
    """
    loaded = load(name)
    system, scenario = loaded.system, loaded.scenario
    events = conflict(loaded, agent, seed=name).events
    seats = [seat.name for seat in system.seats(scenario)]
    path = tmp_path / "typed.toml"
    rounds = rounds_of(system, scenario, events)
    path.write_text(transcript_text(Heading("Typed", name, {}), rounds, seats), "utf-8")
    heard = follow(str(path))
    assert heard.findings == []
    assert not any(assumed.act for assumed in heard.assumed)
    assert heard.events[1:] == list(events)
    assert heard.over


@pytest.mark.parametrize("name", short_first(scenarios()))
def test_a_skeleton_filled_in_is_a_clean_round(name: str, tmp_path: Path) -> None:
    """A skeleton without its comment marks is a round without findings."""
    loaded = load(name)
    system, scenario = loaded.system, loaded.scenario
    seats = [seat.name for seat in system.seats(scenario)]
    heading = Heading(loaded.title, name, {})
    text = skeleton_text(heading, example_rounds(system, scenario), seats)
    table = tomllib.loads(text)
    assert table["scenario"] == name
    assert all(not round_.get("says") for round_ in table["round"])
    path = tmp_path / "round.toml"
    path.write_text(re.sub(r"(?m)^  # \{", "  {", text), "utf-8")
    filled = tomllib.loads(path.read_text("utf-8"))["round"]
    if not any(round_.get("says") or round_.get("claims") for round_ in filled):
        pytest.skip("nobody has a choice here")
    heard = follow(str(path))
    assert heard.findings == []
    assert heard.claims.hold == heard.claims.made
    assert not any(assumed.act for assumed in heard.assumed)
    # A round numbered from 1 on is reached in every system that has rounds.
    assert max(round_["number"] for round_ in filled) >= 1 or heard.over


def test_the_command_writes_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`fracas transcript` writes a skeleton of a scenario or a recorded conflict."""
    store, path = str(tmp_path / "own.db"), tmp_path / "typed.toml"
    ruled = ["run", "alley", "--ruling", "max_volleys=9", "--games", "2"]
    assert main([*ruled, "--seed", "q", "--store", store]) == 0
    capsys.readouterr()
    assert main(["transcript", store, "2"]) == 0
    path.write_text(capsys.readouterr().out, "utf-8")
    read = tomllib.loads(path.read_text("utf-8"))
    assert (read["scenario"], read["rulings"]) == ("alley", {"max_volleys": "9"})
    assert main(["audit", str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("clean: ")
    assert main(["transcript", "alley"]) == 0
    assert capsys.readouterr().out.startswith("# A first round")


def test_a_skeleton_says_how_faces_are_typed_and_why_somebody_is_asked_twice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A skeleton says how faces are typed, and why somebody is asked again."""
    assert main(["transcript", "intensity_brawl"]) == 0
    brawl = capsys.readouterr().out
    assert "# faces: the number each die shows" in brawl
    assert brawl.count("# Bouncer once more: each is an answer of its own\n") == 2
    assert main(["transcript", "alley"]) == 0
    alley = capsys.readouterr().out
    assert "# faces: + is a plus" in alley
    opening, _ = alley.split("number = 1\n")
    again = opening.index("# Tela is asked again, for others have answered since\n")
    assert opening.index('"buys no die"') < again < opening.rindex('"buys no die"')
