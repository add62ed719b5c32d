"""A conflict typed in by answering: what is asked, taken, refused, undone, written."""

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from msgspec import structs

from sim.errors import StreamError
from sim.judge.question import Question
from sim.judge.round import Round
from sim.judge.understanding import saying
from sim.library.scenario import load
from sim.reading.words import said_in
from sim.transcript.follow import follow
from tests.judge.answers import typed_answer

SMALL = (
    "stuck_door",
    "planets_boulder",
    "skill_page",
    "intensity_cliff",
    "dice_pool_strongbox",
)
"""A small conflict of each rule system."""


def _play(round_: Round, luck: Random, answers: int = 400) -> None:
    """Answer up to so many questions."""
    for _ in range(answers):
        if round_.over:
            return
        round_.answer(typed_answer(round_.asked(), luck))


def _door() -> Round:
    """Return the round of the stuck door up to Miska's first question."""
    door = Round(load("stuck_door"))
    while door.asked().who != "Miska":
        asked = door.asked()
        door.answer("1" if asked.kind == "choice" else "0" * len(asked.dice))
    return door


@pytest.mark.parametrize("name", SMALL)
def test_what_is_answered_is_saved_and_audits_clean(name: str, tmp_path: Path) -> None:
    """What is answered is saved, audits clean, and can be continued."""
    path = tmp_path / "saved.toml"
    for answers in (5, 400):
        round_ = Round(load(name))
        _play(round_, Random(name), answers)
        path.write_text(round_.transcript(), "utf-8")
        followed = follow(str(path))
        assert followed.findings == []
        assert followed.assumed == []
        assert followed.over == round_.over
        assert followed.events[1:] == list(round_.events)
        again = Round.from_file(path)
        assert list(again.events) == list(round_.events)
        assert again.asked() == round_.asked()
        assert again.transcript() == round_.transcript()


@pytest.mark.parametrize("name", SMALL)
def test_every_answer_can_be_taken_back(name: str) -> None:
    """Undoing every answer leads back to the start."""
    round_, luck, seen = Round(load(name)), Random(name), list[Question]()
    start = round_.state()
    for _ in range(8):
        if round_.over:
            break
        seen.append(round_.asked())
        round_.answer(typed_answer(seen[-1], luck))
    for asked in reversed(seen):
        round_.undo()
        assert round_.asked() == asked
    assert round_.state() == start
    with pytest.raises(StreamError, match="nothing to take back"):
        round_.undo()


def test_a_question_says_what_dice_are_for() -> None:
    """A question about dice says whose they are, what for, and their faces."""
    door = Round(load("stuck_door"))
    asked = door.asked()
    assert (asked.kind, asked.who) == ("choice", "Wolf-Snarl")
    assert asked.options[0] == "Wolf-Snarl buys no die."
    door.answer("Wolf-Snarl buys no die")
    asked = door.asked()
    assert asked.text == "Wolf-Snarl rolls Athletics: 3 Fudge dice, each +, 0 or -"
    assert asked.dice == ("+, 0 or -",) * 3
    assert list(door.rules()) == ["SS-CHK-02"]
    boulder = Round(load("planets_boulder"))
    while boulder.asked().kind == "choice":
        boulder.answer("1")
    assert "known ? (d8), dynamic ? (d6)" in boulder.asked().text


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("9", "there is no option 9, expected 1 to 2"),
        ("Skala buys no die", "Wolf-Snarl is asked now, and not Skala"),
        ("Skala: 1", "Wolf-Snarl is asked now, and not Skala"),
        ("flies away", '"flies away" is not open to Wolf-Snarl now'),
        ("", '"" is not open to Wolf-Snarl now'),
    ],
)
def test_what_is_not_open_is_refused(words: str, refusal: str) -> None:
    """An answer that is not open is refused in one sentence."""
    door = Round(load("stuck_door"))
    asked = door.asked()
    with pytest.raises(StreamError) as error:
        door.answer(words)
    assert str(error.value).startswith(refusal)
    assert door.asked() == asked


@pytest.mark.parametrize(
    ("faces", "refusal"),
    [
        ("+ + 3", "die 3 of Wolf-Snarl cannot show 3, expected +, 0 or -"),
        ("+ +", "found 2 dice, expected 3 dice of Wolf-Snarl"),
        ("high", '"high" is no roll, expected the faces of 3 dice of Wolf-Snarl'),
    ],
)
def test_impossible_faces_are_refused(faces: str, refusal: str) -> None:
    """Faces that no die has are refused."""
    door = Round(load("stuck_door"))
    door.answer("1")
    with pytest.raises(StreamError) as error:
        door.answer(faces)
    assert str(error.value) == refusal
    assert door.answer("Wolf-Snarl: ++-").told[0].startswith("Wolf-Snarl rolls")


def test_words_that_may_mean_several_options_ask_which() -> None:
    """Words that fit several options are answered with a question."""
    page = Round(load("skill_page"))
    with pytest.raises(StreamError, match=r"may be .* or .*: say which"):
        page.answer("Hacker tries")
    told = page.answer("hacker tries to borrow a password").told
    assert told[0] == "Hacker tries to borrow a password, against ArmorMan."


@pytest.mark.parametrize("name", SMALL)
def test_what_stands_in_one_option_alone_means_it(name: str) -> None:
    """Words that occur in one option alone mean it."""
    round_, luck, seen = Round(load(name)), Random(name), 0
    for _ in range(60):
        if round_.over:
            break
        options = round_.asked().options
        after = [line.rstrip(".").partition(": ")[2] for line in options]
        for at, words in enumerate(after, 1):
            with_it = [line for line in options if said_in(words, line)]
            if len(with_it) != 1 or words.isdecimal():
                continue
            taken = round_.answer(words)
            round_.undo()
            assert round_.answer(str(at)) == taken
            round_.undo()
            seen += 1
        round_.answer(typed_answer(round_.asked(), luck))
    assert seen or name in {"stuck_door", "planets_boulder"}


def test_what_leaves_out_a_not_means_no_option() -> None:
    """Words that lack a "not" do not mean the option with one."""
    door = Round(load("stuck_door"))
    asked = structs.replace(door.asked(), options=("Ann holds", "Ann does not go in"))
    assert saying("go in", asked) is None
    assert saying("not go in", asked) == 1
    lines = ("Ann acts with wits.", "Ann acts with wits, without getting in the way.")
    asked = structs.replace(asked, options=lines)
    assert saying("getting in the way", asked) is None
    assert saying("without getting in the way", asked) == 1
    assert saying("Ann", structs.replace(asked, who="Ann")) is None


def test_a_step_says_what_changed() -> None:
    """A step tells the lines of the story and what changed of statuses."""
    door = Round(load("stuck_door"))
    step = door.answer("2")
    assert step.told == (
        "Wolf-Snarl pays a point of vigor for a bonus die, before the roll.",
    )
    assert step.changed == ("Wolf-Snarl: vigor 3, was 4",)


def test_a_file_with_silence_in_it_is_gone_on_with(tmp_path: Path) -> None:
    """A file with silence in it is continued; what was not said is listed."""
    path = tmp_path / "typed.toml"
    path.write_text(
        'scenario = "stuck_door"\n[[round]]\nnumber = 0\n'
        'says = [{ who = "Skala", does = "buys a die" }]\n'
        'dice = [{ who = "Wolf-Snarl", faces = "0 0 0" }]\n',
        "utf-8",
    )
    round_ = Round.from_file(path)
    assert [(each.who, each.act) for each in round_.assumed] == [
        ("Wolf-Snarl", False)
    ] * 2
    assert round_.asked().text.startswith("Skala rolls Athletics")
    round_.undo()
    assert round_.asked().options[0] == "Skala buys no die."


def test_a_file_against_the_rules_is_not_gone_on_with(tmp_path: Path) -> None:
    """A file against the rules is refused with its first finding."""
    path = tmp_path / "typed.toml"
    path.write_text(
        'scenario = "stuck_door"\n[[round]]\nnumber = 0\n'
        'says = [{ who = "Skala", does = "buys no die" }]\n'
        'dice = [{ who = "Wolf-Snarl", faces = [3, 0, 0] }]\n',
        "utf-8",
    )
    with pytest.raises(StreamError, match=r"showing 3.*fracas audit"):
        Round.from_file(path)


def test_undo_takes_claims_back_first() -> None:
    """Undo takes back what was typed last, a claim or an answer."""
    door = _door()
    before = door.asked()
    door.answer("1")
    assert door.claim("Miska has 1 vigor").holds
    assert "vigor = 1" in door.transcript()
    asked = door.asked()
    assert door.undo() == 'the claim "Miska has 1 vigor" is withdrawn'
    assert "vigor = 1" not in door.transcript()
    assert door.asked() == asked
    door.undo()
    assert door.asked() == before


def test_what_is_over_says_who_won() -> None:
    """Once it is over the winner is told instead of a question."""
    door = Round(load("stuck_door"))
    _play(door, Random(1))
    asked = door.asked()
    assert (asked.kind, asked.who) == ("over", "")
    assert asked.text.startswith("It is over: ")
    assert asked.text.endswith(("Skala and Miska won (1)", "Skala and Miska got 0"))


HOSTILE = (
    "\x1b[2J",
    '"""',
    "\n[[round]]\nnumber = 9",
    "} , {",
    "# x",
    "\u202e",
    "a" * 100_000,
    "1" * 5000,
    "\x00",
    '{ who = "x" }',
    "{0}",
    "- - -" * 100,
)


def test_hostile_words_break_neither_the_round_nor_its_file(tmp_path: Path) -> None:
    """Any typed text is an answer, a claim or refused, and the file stays readable."""
    door = _door()
    for words in HOSTILE:
        for each in (words, f"Miska has 1 vigor {words}", f"{words} Miska vigor 1"):
            for take in (door.answer, door.claim):
                with suppress(StreamError):
                    take(each)
    text = door.transcript()
    assert "\x1b" not in text
    assert "\u202e" not in text
    path = tmp_path / "saved.toml"
    path.write_text(text, "utf-8")
    assert {finding.depth for finding in follow(str(path)).findings} <= {"claim"}
    assert list(Round.from_file(path).events) == list(door.events)
