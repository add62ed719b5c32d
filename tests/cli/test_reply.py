"""`fracas reply` on the command line."""

from pathlib import Path

import pytest

from tests.cli.conftest import Fracas

BOULDER = "planets_boulder"
UNHURRIED = ("--seconds", "900")
"""Long enough to work out what can be, on however busy a machine."""
FREEING = (
    "reply",
    BOULDER,
    "--seat",
    "The Cardinal",
    "--agent",
    "first",
    *UNHURRIED,
    "--free",
)


def test_a_kind_that_does_not_exist_is_one_sentence(fracas: Fracas) -> None:
    """A kind of decision that is not there is refused with those that are."""
    asked = ("reply", BOULDER, "--seat", "The Cardinal", "--free", "presed")
    said = fracas(*asked).refused()
    assert 'has no decision called "presed", expected intention, action, ' in said
    assert "ruling, or an answer: chooses an approach, " in said
    assert "did you mean presses on?" in said


@pytest.mark.long
def test_decisions_go_by_what_people_call_them(fracas: Fracas) -> None:
    """Decisions are named by their classes or by what people call them."""
    said = fracas(*FREEING, "ApproachChosen")
    assert said.out == fracas(*FREEING, "chooses an approach").out
    assert "\n  chooses an approach" in said.out
    assert "(ApproachChosen)\n" in said.out


@pytest.mark.long
def test_decisions_go_by_what_they_are_about(fracas: Fracas) -> None:
    """A word for what decisions are about frees all of these."""
    one_by_one = fracas(*FREEING, "TargetChosen,AimChosen,ApproachChosen").out
    assert fracas(*FREEING, "Intention, action").out == one_by_one


def test_a_seat_that_does_not_exist_is_one_sentence(fracas: Fracas) -> None:
    """A seat that nobody has is refused."""
    said = fracas("reply", BOULDER, "--seat", "The Spider").refused()
    assert 'nobody is called "The Spider"' in said


@pytest.mark.long
def test_reply_as_json(fracas: Fracas, tmp_path: Path) -> None:
    """--json has the reply beside what a solution has, and --save writes an agent."""
    file = tmp_path / "held.py"
    asked = ("reply", BOULDER, "--seat", "The Cardinal", "--agent", "first", *UNHURRIED)
    said = fracas(*asked, "--save", str(file), "--json")
    assert f"try: fracas run {BOULDER} --agents {file},steady" in said.err
    document = said.json()
    assert document["exact"] is True
    assert document["reply"]["return"] == pytest.approx(0.98890568, abs=1e-6)
    assert document["reply"]["gain"] > 0
    assert "class Reply(Agent)" in file.read_text(encoding="utf-8")


@pytest.mark.long
def test_what_ran_out_of_room_is_said(fracas: Fracas) -> None:
    """A reply with too few states is at least so good, and says why."""
    asked = ("reply", BOULDER, "--seat", "The Cardinal", "--agent", "first", *UNHURRIED)
    said = fracas(*asked, "--states", "800").out
    assert "\nfirst returns  0.46849\n" in said
    assert "\nthe best returns at least 0.9" in said
    assert "(not every choice was free: 800 states were too few, and where" in said


@pytest.mark.long
def test_a_first_round_that_is_too_wide_is_searched_by_play(fracas: Fracas) -> None:
    """Where a first round is too wide the reply is searched by playing."""
    asked = ("reply", "dice_pool_debate", "--seat", "Cleo", "--states", "256")
    more = ("--seconds", "5", "--games", "50")
    said = fracas(*asked, *more).out
    assert "(one round has more than 256 ways through it" in said
    assert "(searched by playing; --seconds allows a longer search)" in said
    document = fracas(*asked, *more, "--json").json()
    assert document["exact"] is False
    assert "ways through it" in document["error"]
    assert document["reply"]["certainty"] in {"interval", "bounds"}


def test_kinds_that_nobody_asks_for_are_said_to_be_so(fracas: Fracas) -> None:
    """Kinds that this seat is never asked for are named."""
    asked = ("reply", BOULDER, "--seat", "The spiders", "--free", "HarmChosen")
    assert "(nothing that is free was asked of The spiders)" in fracas(*asked).out


@pytest.mark.long
def test_lines_are_proved_by_play(fracas: Fracas) -> None:
    """The lines of a reply are played in as many conflicts as asked for."""
    asked = ("reply", BOULDER, "--seat", "The Cardinal", "--agent", "first", *UNHURRIED)
    said = fracas(*asked, "--games", "50")
    assert "\nPlayed in 50 conflicts it returns 0.9" in said.out
    assert fracas(*asked, "--games", "50").out == said.out
    assert "Played in" not in fracas(*asked, "--games", "0").out
    reply = fracas(*asked, "--games", "50", "--json").json()["reply"]
    assert reply["games"] == 50
    assert reply["played"]["low"] <= reply["rules_return"] <= reply["played"]["high"]


def test_what_is_not_better_is_not_proved(fracas: Fracas) -> None:
    """A reply without lines plays no conflict."""
    asked = ("reply", BOULDER, "--seat", "The spiders", "--json")
    reply = fracas(*asked).json()["reply"]
    assert reply["rules"] == []
    assert (reply["games"], reply["played"]) == (0, None)


def test_a_file_that_is_there_is_refused_before_anything_is_sought(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A file that is there already is refused before a reply is sought."""
    file = tmp_path / "there.py"
    file.touch()
    asked = ("reply", BOULDER, "--seat", "nobody", "--save", str(file))
    assert "is there already" in fracas(*asked).refused()


@pytest.mark.long
def test_what_lines_do_not_tell_is_known_by_sight(
    fracas: Fracas, tmp_path: Path
) -> None:
    """Where lines tell too little the whole reply is saved, and returns as printed."""
    file = tmp_path / "jon.py"
    asked = ("reply", "skill_camp", "--seat", "Jon", "--agent", "first", *UNHURRIED)
    said = fracas(*asked, "--games", "50", "--save", str(file)).out
    assert " of the gain)\nPlayed in 50 conflicts it returns 0." in said
    assert "\nThe whole reply (39 questions by sight), otherwise first: 0.442" in said
    text = file.read_text(encoding="utf-8")
    assert "It knows 39 questions by sight, and in all else does as first does:" in text
    policy = fracas(*asked, "--games", "50", "--json").json()["reply"]["policy"]
    assert policy["questions"] == 39
    assert policy["return"] == pytest.approx(0.44254, abs=1e-5)
    specs = ("--agents", f"steady,{file},steady")
    again = fracas("solve", "skill_camp", *specs, "--trust-files", "--json").json()
    assert again["seats"][1]["return"] == pytest.approx(policy["return"], abs=1e-9)


@pytest.mark.long
def test_a_reply_that_lines_tell_needs_no_policy(fracas: Fracas) -> None:
    """A reply that its lines tell has no policy beside them."""
    asked = ("reply", BOULDER, "--seat", "The Cardinal", "--agent", "first", *UNHURRIED)
    assert fracas(*asked, "--json").json()["reply"]["policy"] is None


@pytest.mark.long
def test_what_has_no_room_at_all_is_played(fracas: Fracas) -> None:
    """With hardly any states the reply is played, and what was too few is said."""
    for states, bound in (("1", "1 state"), ("3", "3 states")):
        asked = ("reply", BOULDER, "--seat", "The Cardinal", "--states", states)
        said = fracas(*asked, "--seconds", "4", "--games", "50").out
        was = "was" if states == "1" else "were"
        assert f"(not every state was played: {bound} {was} too few)" in said
        assert "steady returns  " in said


def test_a_name_that_nobody_could_play_is_refused_at_once(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A name to save under that does not end in .py is refused."""
    asked = ("reply", BOULDER, "--seat", "The Cardinal", "--save")
    said = fracas(*asked, str(tmp_path / "reply.txt")).refused()
    assert "expected a name that ends in .py" in said


@pytest.mark.long
def test_lines_of_one_system_are_no_wishes_in_another(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A reply saved for one system plays another as its own agent does."""
    file = tmp_path / "miska.py"
    asked = ("reply", "stuck_door", "--seat", "Miska", "--agent", "steady")
    assert fracas(*asked, "--save", file, "--games", 0).status == 0
    run = ("run", BOULDER, "--games", 20, "--seed", "s", "--json", "--agents")
    saved, own = (fracas(*run, f"{first},steady").json() for first in (file, "steady"))
    assert saved["endings"] == own["endings"]


@pytest.mark.long
def test_lines_are_told_as_people_read_them(fracas: Fracas) -> None:
    """Each line says what is chosen, when, and its name for a file."""
    asked = ("reply", "skill_camp", "--seat", "Isa", "--against", "uniform")
    said = fracas(*asked, "--agent", "first", "--games", 0, *UNHURRIED).out
    line = "acts: approach crawl through the leaves, with ahead at least 0.9 (Act"
    assert f"\n  {line}" in said
    assert "whether to roll: roll no, with ahead at least 0.9 (RollChosen)\n" in said


@pytest.mark.long
def test_what_was_not_worked_out_is_measured_by_play(fracas: Fracas) -> None:
    """A reply that was not solved is an interval or bounds, and never worse."""
    asked = ("reply", "skill_page", "--seat", "ArmorMan", "--states", 1000)
    reply = fracas(*asked, "--games", 50, "--seconds", 8, "--json").json()["reply"]
    assert reply["certainty"] in {"interval", "bounds"}
    assert reply["return"]["high"] >= reply["agent_return"]["low"]
    assert reply["gain"] >= 0.0
