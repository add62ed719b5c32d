"""What is only half said in a transcript is never taken for its opposite."""

from pathlib import Path

import pytest

from sim.errors import StreamError
from sim.transcript.follow import follow
from sim.transcript.result import TranscriptResult


def heard(folder: Path, scenario: str, number: int, body: str) -> TranscriptResult:
    """Follow one round of a scenario."""
    path = folder / "round.toml"
    head = f'scenario = "{scenario}"\n[[round]]\nnumber = {number}\n'
    path.write_text(head + body, "utf-8")
    return follow(str(path))


def refused(folder: Path, scenario: str, number: int, body: str) -> str:
    """Return the sentence with which such a round is refused."""
    with pytest.raises(StreamError) as raised:
        heard(folder, scenario, number, body)
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_beginning_of_several_things_is_asked_about(tmp_path: Path) -> None:
    """A statement that begins several options is asked about."""
    said = refused(tmp_path, "alley", 0, 'says = [{ who = "Tela", does = "buys" }]')
    assert '"buys" of Tela may be "buys a die" or "buys no die": say which' in said


def test_beginning_without_its_not_is_no_denial(tmp_path: Path) -> None:
    """A statement without its "not" is not taken for the denial."""
    body = 'says = [{ who = "Fred", does = "swaps" }, { who = "Fred", does = "adds" }]'
    said = refused(tmp_path, "intensity_brawl", 1, body)
    assert 'does is "swaps", which nobody understands there of Fred' in said
    assert '"adds" of Fred may be "adds an extra die" or "adds no more dice"' in said


def test_all_that_nobody_understands_is_told_at_once(tmp_path: Path) -> None:
    """Everything that is not understood is reported at once, each with its place."""
    said = refused(
        tmp_path,
        "alley",
        0,
        'says = [{ who = "Tela", does = "frobs" }, { who = "Gael", does = "buys" },'
        ' { who = "Gael", does = "grumbles" }]\n'
        'claims = [{ about = "status", who = "Tela", vigour = 3 }]\n',
    )
    assert said.count("round.toml, line ") == 4
    assert said.count("round 0, says: ") == 3
    for part in ("frobs", "grumbles", "say which", 'status has no "vigour"'):
        assert part in said


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ('"0 0 0 +"', "1 more die of Gael +,"),
        ('["-", 0, 0, "+", "-"]', "2 more dice of Gael + -,"),
        ("[0, 0, 0, 1]", "1 more die of Gael [1],"),
        ('"0 0 0 1"', "1 more die of Gael [1],"),
    ],
)
def test_dice_left_over_are_told_as_they_were_typed(
    tmp_path: Path, typed: str, told: str
) -> None:
    """Dice left over are told as they were typed: signs or numbers."""
    body = (
        'says = [{ who = "Tela", does = "buys no die" }]\n'
        'dice = [{ who = "Tela", faces = "- 0 0" },'
        f' {{ who = "Gael", faces = {typed} }}]'
    )
    (finding,) = heard(tmp_path, "alley", 0, body).findings
    assert told in finding.sentence
