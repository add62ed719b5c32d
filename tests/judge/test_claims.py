"""What a table claims in plain words, judged by the rules."""

import re
from pathlib import Path
from random import Random

import pytest

from sim.errors import StreamError
from sim.judge.course import course
from sim.judge.round import Round
from sim.library.scenario import load
from sim.transcript.follow import follow
from tests.judge.answers import typed_answer


@pytest.fixture(scope="module")
def door() -> Round:
    """Return the round of the stuck door, played to its end: Miska comes to 2."""
    round_ = Round(load("stuck_door"))
    while not round_.over:
        asked = round_.asked()
        faces = {"Wolf-Snarl": "++-", "Skala": "000000", "Miska": "+++0"}[asked.who]
        round_.answer("1" if asked.kind == "choice" else faces)
    return round_


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("Miska made it with 2", "yes: The group check succeeds with Good (2)"),
        ("Miska made it", "yes: The group check succeeds"),
        ("Miska made it with 4", "no: by the rules it is level 2: Miska rolls"),
        ("Miska failed", "no: by the rules it is a success: The group check"),
        ("miska has 2 vigor left", "no: by the rules it is vigor 1: so from the start"),
        ("Skala reason 2", "yes: Skala has vigor 2, instinct 3, reason 2"),
        ("Miska suffers harm 2", "no: nothing of the kind happened (harm applied"),
    ],
)
def test_a_claim_is_judged_in_words(door: Round, words: str, sentence: str) -> None:
    """A right claim is answered with the story, a wrong one with what is right."""
    verdict = door.claim(words)
    assert verdict.sentence.startswith(sentence)
    assert verdict.holds == sentence.startswith("yes")


@pytest.mark.parametrize(
    "words",
    ["", "4", "Miska", "the moon is blue", "Tela made it with 2", "Skala is bruised"],
)
def test_what_is_no_claim_is_refused(door: Round, words: str) -> None:
    """A sentence that is no claim is refused, and not judged."""
    with pytest.raises(StreamError, match="is nothing that can be judged here"):
        door.claim(words)


def test_a_claim_without_a_name_or_a_number_is_refused() -> None:
    """A claim without a name or a number is refused."""
    knives = Round(load("dice_pool_knives"))
    for words in ("take the letter", "keeps"):
        with pytest.raises(StreamError, match="is nothing that can be judged here"):
            knives.claim(words)
    assert knives.claim("it is about who keeps the letter").holds


def _failed() -> Round:
    """Return the stuck door where all three failed, as far as it goes."""
    round_ = Round(load("stuck_door"))
    while not round_.over:
        asked = round_.asked()
        round_.answer("1" if asked.kind == "choice" else "-" * len(asked.dice))
    return round_


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("Miska made it with 4", "no: by the rules it is a failure, level 0: Miska"),
        ("Miska made it", "no: by the rules it is a failure: The group check fails"),
        ("Miska failed", "yes: The group check fails with Failure (0)"),
        ("Wolf-Snarl made it with 4", "no: by the rules it is a failure, level 0"),
        ("Skala failed", "yes: The group check fails"),
        (
            "Miska rolled 4",
            "no: by the rules the roll of Miska comes to level 0: Miska",
        ),
        ("Miska's roll came to 0", "yes: Miska rolls Athletics: - - - -, keeps"),
    ],
)
def test_a_roll_that_failed_is_judged(words: str, sentence: str) -> None:
    """A claim about a failed check is judged by those who rolled for it."""
    verdict = _failed().claim(words)
    assert verdict.sentence.startswith(sentence)
    assert verdict.holds == sentence.startswith("yes")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "Wolf-Snarl made it with 4",
            "no: by the rules the roll of Wolf-Snarl comes to level 2 so far:",
        ),
        ("Wolf-Snarl made it with 2", "yes so far: Wolf-Snarl rolls Athletics: + 0 -"),
        (
            "Wolf-Snarl failed",
            "no: by the rules the roll of Wolf-Snarl comes to a success so far:",
        ),
    ],
)
def test_dice_are_judged_before_it_is_decided(words: str, sentence: str) -> None:
    """A claim about dice is judged before the check is decided."""
    begun = Round(load("stuck_door"))
    for typed in ("1", "+ 0 -"):
        begun.answer(typed)
    assert begun.claim(words).sentence.startswith(sentence)
    assert '"success"' not in begun.transcript()
    begun.answer("1")
    assert "so far" not in begun.claim(words).sentence


@pytest.mark.parametrize(
    ("name", "typed", "wrong", "right"),
    [
        (
            "skill_page",
            ("2", "6 6 6", "1 1 1"),
            "Hacker made it with 4",
            "no: by the rules it is a failure, level -",
        ),
        (
            "skill_page",
            ("2", "6 6 6"),
            "ArmorMan made it with 4",
            "no: by the rules the roll of ArmorMan comes to total 3",
        ),
        (
            "dice_pool_strongbox",
            ("1", "1", "1", "1"),
            "Odo made it with 9",
            "no: by the rules it is a failure, total 0: Odo has 0 against 2",
        ),
    ],
)
def test_a_roll_is_judged_in_other_systems(
    name: str, typed: tuple[str, ...], wrong: str, right: str
) -> None:
    """A claim about a roll is judged by total, successes or outcome, in any system."""
    round_ = Round(load(name))
    for words in typed:
        asked = round_.asked()
        low = [die.partition(" to ")[0] for die in asked.dice]
        round_.answer(" ".join(low) if asked.dice and words == "1" else words)
    assert round_.claim(wrong).sentence.startswith(right)


def test_dice_that_are_thrown_again_count_together() -> None:
    """A claim about dice that were thrown again counts both throws."""
    round_ = Round(load("dice_pool_strongbox"))
    while not round_.asked().dice:
        round_.answer("1")
    tens = ["10", *["1"] * (len(round_.asked().dice) - 1)]
    round_.answer(" ".join(tens))
    assert round_.claim("Odo made it with 1").holds
    round_.answer("8")
    assert round_.claim("Odo made it with 2").holds
    assert not round_.claim("Odo rolled 5 successes").holds


def test_who_has_the_upper_hand_made_it() -> None:
    """Of two with successes, the one with the upper hand made it."""
    round_, luck = Round(load("intensity_cliff")), Random("intensity_cliffx")
    while not any(type(each).__name__ == "RollsCompared" for each in round_.events):
        round_.answer(typed_answer(round_.asked(), luck))
    path = course(
        round_.loaded.system, round_.loaded.scenario, round_.seats, round_.events
    )
    happened = [each for stretch in path.rounds for each in stretch.happened]
    words = next(each.words for each in happened if "winner" in each.words)
    assert round_.claim(f"{words['winner']} made it").holds
    assert not round_.claim(f"{words['winner']} failed").holds


def test_whoever_lost_did_not_make_it() -> None:
    """Whoever lost did not make it, whatever the dice alone would say."""
    alley = Round(load("alley"))
    while len(alley.events) < 40 and not alley.over:
        asked = alley.asked()
        alley.answer("1" if asked.kind == "choice" else "0" * len(asked.dice))
        if any(type(event).__name__ == "CheckResolved" for event in alley.events):
            break
    assert alley.claim("Tela made it").holds
    verdict = alley.claim("Gael made it with 4")
    assert verdict.sentence.startswith("no: by the rules it is a failure")


def test_claims_are_saved_and_audited(door: Round, tmp_path: Path) -> None:
    """Claims are saved, and an audit finds the wrong ones in their own words."""
    path = tmp_path / "saved.toml"
    door.claim("Miska made it with 2")
    door.claim("Miska made it with 4")
    path.write_text(door.transcript(), "utf-8")
    followed = follow(str(path))
    assert {(finding.weight, finding.depth) for finding in followed.findings} == {
        ("violation", "claim")
    }
    assert followed.claims.made > followed.claims.hold >= 1
    sentence = next(
        finding.sentence
        for finding in followed.findings
        if '"Miska made it with 4"' in finding.sentence
    )
    assert "by the rules it is level 2: Miska rolls Athletics" in sentence
    again = Round.from_file(path).transcript()
    assert sorted(again.splitlines()) == sorted(door.transcript().splitlines())


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Miska made it with 4", "a failure, winner nobody, level 0: Miska rolls"),
        ("Skala made it", "winner nobody, a failure: The group check fails"),
        ("Skala rolled 3", "level 0: Skala rolls Athletics: - - - -"),
        ("Miska has 3 vigor", "vigor 1: so from the start"),
        ("Miska suffers harm 2", "nothing: no such thing happened"),
    ],
)
def test_a_wrong_claim_is_kept_until_it_is_withdrawn(
    words: str, expected: str, tmp_path: Path
) -> None:
    """A wrong claim is saved until it is withdrawn, and audited as it was judged."""
    round_ = _failed()
    assert not round_.claim(words).holds
    assert round_.claim("Wolf-Snarl failed").holds
    path = tmp_path / "saved.toml"
    path.write_text(round_.transcript(), "utf-8")
    (finding,) = follow(str(path)).findings
    assert f'the table claims "{words}", but by the rules it is ' in finding.sentence
    for part in expected.partition(": ")[0].split(", "):
        assert part in finding.sentence
    again = Round.from_file(path)
    assert again.transcript() == round_.transcript()
    assert round_.undo() == 'the claim "Wolf-Snarl failed" is withdrawn'
    assert round_.undo() == f'the claim "{words}" is withdrawn'
    assert "claims" not in round_.transcript()
    assert round_.over


def test_who_is_wrongly_said_to_have_won_is_kept(tmp_path: Path) -> None:
    """A wrong claim about who won is saved."""
    boulder = Round(load("planets_boulder"))
    while not boulder.over:
        named = boulder.asked().options
        give_up = [option for option in named if "gives up" in option]
        boulder.answer(give_up[0] if give_up else "1")
    wrong = [seat for seat in boulder.seats if not boulder.claim(f"{seat} won").holds]
    assert len(wrong) == 1
    path = tmp_path / "saved.toml"
    path.write_text(boulder.transcript(), "utf-8")
    result = follow(str(path))
    assert [f'"{wrong[0]} won"' in finding.sentence for finding in result.findings] == [
        True
    ]
    assert result.claims.hold == 1


def test_a_claim_that_is_right_by_the_end_of_the_round_is_no_finding(
    tmp_path: Path,
) -> None:
    """A claim that became right within its round is saved as a comment."""
    round_ = Round(load("stuck_door"))
    assert not round_.claim("Wolf-Snarl has 3 vigor").holds
    round_.answer("2")
    path = tmp_path / "saved.toml"
    path.write_text(round_.transcript(), "utf-8")
    assert follow(str(path)).findings == []
    assert "# Wolf-Snarl has 3 vigor: no: by the rules" in round_.transcript()


def test_a_status_that_changes_later_is_no_claim_of_the_file(tmp_path: Path) -> None:
    """A claim that is not true at the end of its round is no claim of the file."""
    round_ = Round(load("stuck_door"))
    assert round_.claim("Wolf-Snarl has 4 vigor").holds
    assert "vigor = 4 }" in round_.transcript()
    round_.answer("2")
    assert "vigor = 4 }" not in round_.transcript()
    assert "# Wolf-Snarl has 4 vigor: yes" in round_.transcript()
    path = tmp_path / "saved.toml"
    path.write_text(round_.transcript(), "utf-8")
    assert follow(str(path)).findings == []


def test_a_claim_in_the_middle_is_judged_where_it_was_made() -> None:
    """A claim is judged by the last event before it of its kind."""
    page = Round(load("skill_page"))
    page.answer("2")
    page.answer("5 5 2")
    page.answer("3 5 4")
    assert page.claim("Hacker comes to 27").holds
    assert page.claim("Hacker made it with 0").holds
    wrong = page.claim("Hacker comes to 25")
    assert wrong.sentence.startswith("no: by the rules it is total 27: Hacker comes to")
    assert wrong.rules == ("SK-ROLL-02",)
    assert page.claim("Hacker has 1 progress").holds
    assert not page.claim("Hacker failed").holds


def _is_true(round_: Round, words: str) -> bool:
    """Whether *words* are a claim that holds; many are none."""
    try:
        return round_.claim(words).holds
    except StreamError:
        return False


@pytest.mark.parametrize(
    "name", ["skill_page", "planets_boulder", "intensity_cliff", "dice_pool_strongbox"]
)
def test_the_story_itself_holds_and_other_numbers_do_not(name: str) -> None:
    """Every line of the story holds as a claim, and fails with another number."""
    round_, luck = Round(load(name)), Random(name)
    for _ in range(40):
        if not round_.over:
            round_.answer(typed_answer(round_.asked(), luck))
    happened = course(
        round_.loaded.system, round_.loaded.scenario, round_.seats, round_.events
    )
    lines = [each.told for each in happened.rounds[-1].happened if each.told]
    assert lines
    for told in lines[-8:]:
        line, *_ = told.splitlines()
        assert round_.claim(line).holds
        for number in re.finditer(r"\d+", line):
            other = str(int(number[0]) + 7)
            false = line[: number.start()] + other + line[number.end() :]
            assert not _is_true(round_, false)
