"""`fracas whatif` plays another branch of a recorded conflict, or refuses it."""

from pathlib import Path

import pytest

from tests.cli.conftest import Fracas


@pytest.fixture
def store(duels: str) -> str:
    """Return a store with one conflict of a duel."""
    return duels


_MOMENTS: list[tuple[int, str]] = []
"""Event and kind of each choice and throw of the one conflict, looked up once."""


def _events(fracas: Fracas, store: str, kind: str) -> list[int]:
    """Return the numbers of the choices or throws of the conflict."""
    if not _MOMENTS:
        analysed = fracas("analyse", store, "--json", "--steps", 0, "--games", 2).json()
        _MOMENTS.extend(
            (moment["event"], moment["kind"]) for moment in analysed["moments"]
        )
    return [event for event, what in _MOMENTS if what == kind]


def test_the_recorded_answer_brings_the_recorded_end(
    fracas: Fracas, store: str
) -> None:
    """The recorded answer leads to the recorded end."""
    for event in _events(fracas, store, "choice"):
        listed = fracas("whatif", store, "--at", event, "--json").json()
        number = 1 + listed["options"].index(listed["recorded"])
        same = fracas(
            "whatif", store, "--at", event, "--choose", number, "--json"
        ).json()
        assert same["branch"] == same["as_recorded"]
        assert same["how"] == "goal_reached"
        assert same["returns"] == {"Hacker": 0.2, "ArmorMan": 1.0}
    said = fracas("whatif", store, "--at", event, "--choose", number).out
    assert ", the same as recorded\n" in said
    assert "Nothing differs" in said
    assert said.count("Ended: ") == 1


def test_other_dice_make_another_branch(fracas: Fracas, store: str) -> None:
    """Other dice lead to another branch, told beside the record."""
    event = _events(fracas, store, "throw")[0]
    said = fracas("whatif", store, "--at", event, "--dice", "1,1,1").out
    assert "Instead:" in said
    assert "\n> " in said
    assert said.count("Ended: ") == 2


def test_games_in_pairs_say_what_it_was_worth(fracas: Fracas, store: str) -> None:
    """Pairs of games estimate what the change was worth to each seat."""
    event = _events(fracas, store, "throw")[0]
    document = fracas(
        "whatif", store, "--at", event, "--dice", "1,1,1", "--games", 40, "--json"
    ).json()
    gaps = {seat["seat"]: seat["difference"]["value"] for seat in document["seats"]}
    assert gaps["Hacker"] > 0 > gaps["ArmorMan"]


def test_few_games_that_agree_are_no_proof(fracas: Fracas, store: str) -> None:
    """Two pairs that agree have a wide interval, unless nothing was changed."""
    event = _events(fracas, store, "choice")[0]
    asked = ["whatif", store, "--at", event, "--games", 2, "--json"]
    listed = fracas("whatif", store, "--at", event, "--json").json()
    was = 1 + listed["options"].index(listed["recorded"])
    same = fracas(*asked, "--choose", was).json()["seats"]
    assert [seat["difference"]["high"] for seat in same] == [0.0, 0.0]
    other = fracas(*asked, "--choose", 1 + was % len(listed["options"])).json()["seats"]
    for seat in other:
        gap = seat["difference"]
        assert -1.0 <= gap["low"] < gap["high"] <= 1.0


def test_options_have_names_without_punctuation(fracas: Fracas, store: str) -> None:
    """An option is chosen by some of its words, in any case."""
    event = _events(fracas, store, "choice")[0]
    asked = ["whatif", store, "--at", event, "--choose", "a PASSWORD against armorman!"]
    assert fracas(*asked, "--json").json()["instead"].startswith("Hacker tries to b")


def test_another_agent_sits_down(fracas: Fracas, store: str) -> None:
    """--agent seats another agent from the event on."""
    event = _events(fracas, store, "choice")[0]
    said = fracas("whatif", store, "--at", event, "--agent", "Hacker=uniform")
    assert said.status == 0
    assert "In the branch" in said.out


def test_a_ruling_that_changes_nothing_says_so(fracas: Fracas, store: str) -> None:
    """A ruling that changes nothing is said to do so."""
    said = fracas("whatif", store, "--ruling", "use_oops=false")
    assert "Nothing differs" in said.out
    document = fracas("whatif", store, "--ruling", "use_oops=false", "--json").json()
    assert document["event"] is None


def test_a_ruling_is_followed_to_where_it_matters(fracas: Fracas, store: str) -> None:
    """A ruling is followed to the first event that differs."""
    document = fracas("whatif", store, "--ruling", "round_cap=1", "--json").json()
    told = document["as_recorded"]
    assert document["how"] == "round_limit"
    assert document["branch"] == told[: document["in_common"]]
    assert told[document["in_common"]].startswith("Round 2 begins")
    said = fracas("whatif", store, "--ruling", "round_cap=1").out
    assert (
        f"The first difference: event {document['event']}, round 1: something" in said
    )
    asked = ["whatif", store, "--ruling", "round_cap=1", "--games", 20, "--json"]
    for seat in fracas(*asked).json()["seats"]:
        gap = seat["difference"]
        assert gap["low"] <= gap["value"] <= gap["high"]


@pytest.mark.slow
@pytest.mark.parametrize("ruling", ["dice=2d6", "scale=fine", "deterministic=nobody"])
def test_from_the_first_choice_on_it_is_the_run_with_that_ruling(
    fracas: Fracas, store: str, tmp_path: Path, ruling: str
) -> None:
    """From the first choice on a ruling leads to what a run with it has."""
    first = _events(fracas, store, "choice")[0]
    asked = ["whatif", store, "--at", first, "--ruling", ruling, "--json"]
    branch = fracas(*asked).json()
    path = tmp_path / "other.db"
    seeded = ["--games", 1, "--seed", "x", "--ruling", ruling, "--store", path]
    fracas("run", "skill_page", *seeded)
    events = fracas("replay", path, "--json").lines()
    told = "\n".join(event["told"] for event in events if event["told"])
    assert "\n".join(branch["branch"]) in told
    assert [*branch["returns"].values()] == events[-2]["returns"]


def test_options_that_a_ruling_adds_are_named(fracas: Fracas, tmp_path: Path) -> None:
    """Options that a ruling adds are named."""
    path = tmp_path / "sabres.db"
    fracas("run", "skill_duel", "--games", 1, "--seed", "x", "--store", path)
    said = fracas("whatif", path, "--ruling", "counter_initiative=true").out
    assert "also offered: Bob does not defend but counters" in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--at", 1], "event 1 is no choice or throw"),
        (["--at", 999], "expected one from 1 to"),
        (["--at", 5, "--dice", "7,1,1"], "expected 3 that the dice have: 1 to 6"),
        (["--at", 5, "--dice", "1,1"], "expected 3 that the dice have"),
        (["--at", 5, "--dice", "six"], "no list of faces"),
        (["--at", 5, "--choose", 1], "event 5 is a throw, expected --dice"),
        (["--at", 4, "--dice", "1"], "event 4 is a choice, expected --choose"),
        (["--at", 4, "--choose", "dance"], "no option is called"),
        (["--at", 4, "--choose", 99], "no option is called"),
        (["--at", 4, "--choose", " "], "--choose names no option"),
        (["--at", 4, "--choose", "Hacker"], "several options are called"),
        (["--at", 4, "--agent", "Hakcer=bold"], "nobody is called"),
        (["--at", 4, "--agent", "bold"], "not of the form SEAT=SPEC"),
        (["--at", 5, "--dice", "1", "--choose", 1], "exclude each other"),
        (["--at", 4, "--ruling", "scale=fine", "--choose", 1], "exclude each other"),
        ([], "Missing option '--at'"),
        (["--ruling", "scael=fine"], "did you mean scale?"),
        (["--ruling", "scale=tiny"], 'expected one of "coarse", "fine"'),
        (["--ruling", "scale"], "found 'scale', expected NAME=VALUE"),
        (["--ruling", "round_cap=1", "--at", 6], "no choice or throw"),
        (["--ruling", "round_cap=1", "--at", 30], "first matters at event"),
        (["--ruling", "use_oops=false", "--at", 1], "no choice or throw"),
    ],
)
def test_a_mistake_is_one_sentence(
    fracas: Fracas, store: str, arguments: list[object], words: str
) -> None:
    """A mistake is refused with what was expected."""
    assert words in fracas("whatif", store, *arguments).refused()


@pytest.mark.parametrize("command", [["analyse"], ["whatif", "--at", 1]])
def test_a_conflict_may_be_forfeited_at_once(
    fracas: Fracas, tmp_path: Path, command: list[object]
) -> None:
    """A conflict forfeited at once has no event to change."""
    store, agent = str(tmp_path / "zero.db"), tmp_path / "failing.py"
    agent.write_text(
        "from sim.seam.protocol import Agent\n\n\nclass Failing(Agent):\n"
        '    version = "1"\n\n    def choose(self, asked):\n'
        '        raise RuntimeError("no idea")\n',
        "utf-8",
    )
    seated = ["--agents", f"{agent}:Failing", "--games", 1, "--store", store]
    fracas("run", "skill_page", *seated)
    said = fracas(*command, store, "1", "--trust-files").refused()
    assert "has neither a choice nor a throw" in said
