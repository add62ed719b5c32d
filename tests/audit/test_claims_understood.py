"""A claim with a word that means nothing is not understood, and is no violation."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from sim.conflict.codec import tag
from sim.conflict.phrases import kind_in_words
from sim.errors import StreamError
from sim.library.registry import rule_system, system_names
from sim.library.scenario import load
from sim.transcript import follow as following
from sim.transcript.claims import STATUS
from sim.transcript.follow import follow
from sim.transcript.lexicon import Lexicon
from sim.transcript.possible import Possible
from tests.rules.walking import small

PLACES = [small(name) for name in system_names()]
"""A scenario of each system."""
CLAIM = '  {{ about = "{}", who = "{}" }},'


def slips(tmp_path: Path, scenario: str, abouts: Sequence[str]) -> list[str]:
    """Return what is not understood of claims about these, in the first round."""
    loaded = load(scenario)
    first = loaded.system.initial(loaded.scenario).round
    who = loaded.system.seats(loaded.scenario)[0].name
    claims = "\n".join(CLAIM.format(about, who) for about in abouts)
    path = tmp_path / "round.toml"
    head = f'scenario = "{scenario}"\n[[round]]\nnumber = {first}\n'
    path.write_text(f"{head}claims = [\n{claims}\n]\n")
    try:
        with pytest.MonkeyPatch.context() as patch:
            # What can come up is found by random play, once for all these tests.
            patch.setattr(following, "Possible", lambda *_: possible(scenario))
            follow(str(path))
    except StreamError as error:
        return [part for part in str(error).split("; ") if "not understood" in part]
    return []


@cache
def possible(scenario: str) -> Possible:
    """Return what can come up in a shipped scenario."""
    loaded = load(scenario)
    return Possible(loaded.system, loaded.scenario)


@pytest.mark.parametrize("scenario", PLACES)
def test_a_word_that_means_nothing_is_answered_with_five_that_can(
    tmp_path: Path, scenario: str
) -> None:
    """A word without meaning is answered with five that can come up here."""
    here = possible(scenario)
    lexicon = Lexicon(load(scenario).system)

    messages = slips(tmp_path, scenario, ("xqzt", "wallop", "iniciativ"))

    assert len(messages) == 3
    for message in messages:
        near = re.findall('"([^"]+)"', message.partition("here: ")[2])
        assert len(near) == 5
        assert {lexicon.event("", way) for way in near} <= {STATUS, *here.kinds}


def test_a_word_that_means_nothing_is_said_once_with_its_rounds(
    tmp_path: Path,
) -> None:
    """A word without meaning is reported once, with the rounds that have it."""
    path = tmp_path / "rounds.toml"
    claims = [
        f"[[round]]\nnumber = {number}\nclaims = [{', '.join(abouts)}]\n"
        for number, abouts in enumerate(
            (
                ['{ about = "xqzt" }', '{ about = "xqzt" }'],
                ['{ about = "wallop" }', '{ about = "xqzt" }'],
            )
        )
    ]
    path.write_text('scenario = "alley"\n' + "".join(claims))

    with pytest.raises(StreamError) as error:
        follow(str(path))

    said = [problem.partition(" is not ")[0] for problem in error.value.problems]
    assert said == [
        f'{path}, line 4: rounds 0 and 1, 3 claims: about = "xqzt"',
        f'{path}, line 7: round 1, claims: about = "wallop"',
    ]


@pytest.mark.parametrize("scenario", PLACES)
def test_a_kind_of_event_that_cannot_come_up_is_not_understood(
    tmp_path: Path, scenario: str
) -> None:
    """A kind of event that cannot come up in this scenario is not understood."""
    here = possible(scenario)
    events = load(scenario).system.events
    never = [event for event in events if event.__name__ not in here.kinds]

    messages = slips(tmp_path, scenario, [tag(kind) for kind in never])

    assert never
    assert len(messages) == len(never)
    for kind, message in zip(never, messages, strict=True):
        said = f'("{kind_in_words(kind.__name__)}" cannot happen in this scenario)'
        assert said in message


@pytest.mark.parametrize("scenario", PLACES)
def test_a_kind_that_can_come_up_is_understood(tmp_path: Path, scenario: str) -> None:
    """A kind of event is understood by its tag, its name or in words."""
    here = possible(scenario)
    said = [tag(kind) for kind in here.kinds.values()]
    said += [kind_in_words(name) for name in here.kinds]
    said += [kind.__name__ for kind in load(scenario).system.events]

    assert slips(tmp_path, scenario, said) == []


@pytest.mark.parametrize("system", system_names())
def test_every_kind_is_understood_in_words(system: str) -> None:
    """Every kind of event is understood in the words that are suggested for it."""
    lexicon = Lexicon(rule_system(system))

    for kind in rule_system(system).events:
        assert lexicon.event("", kind_in_words(kind.__name__)) == kind.__name__


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("said = 3", "said is 3, expected what was said, as text"),
        ('event = "four"', 'event is "four", expected the number of an event'),
    ],
)
def test_where_a_claim_is_from_is_readable(
    key: str, sentence: str, tmp_path: Path
) -> None:
    """A claim whose source is no text, or whose event is no number, is refused."""
    path = tmp_path / "typed.toml"
    path.write_text(
        'scenario = "stuck_door"\n[[round]]\nnumber = 0\n'
        f'claims = [{{ about = "rolled", who = "Skala", {key} }}]\n',
        "utf-8",
    )
    with pytest.raises(StreamError, match=re.escape(sentence)):
        follow(str(path))


DUEL = """
scenario = "skill_duel"
unfinished = true
[[round]]
number = 1
says = [{{ who = "Ann", does = "attacks", form = "rapier", target = "Bob" }}]
dice = [{{ who = "Ann", faces = [2, {face}, 2] }}]
claims = [{{ about = "status", who = "Bob", out = "taken_out" }}]
"""


@pytest.mark.parametrize(
    ("face", "said"),
    [
        (3, "(Bob, status) out taken_out, but by the rules it is out nothing"),
        (7, "a die of Ann showing 7, expected 1 to 6"),
    ],
)
def test_a_word_of_a_standing_that_comes_only_late_is_understood(
    tmp_path: Path, face: int, said: str
) -> None:
    """A word of a standing that comes up only later is understood."""
    path = tmp_path / "round.toml"
    path.write_text(DUEL.format(face=face), "utf-8")
    (finding,) = (
        finding
        for finding in follow(str(path)).findings
        if finding.weight == "violation"
    )
    assert said in str(finding)


def test_faces_are_expected_as_they_are_typed(tmp_path: Path) -> None:
    """Expected faces are told as the table typed them: Fudge dice by signs."""
    path = tmp_path / "round.toml"
    rows = '[[round]]\nnumber = 0\ndice = [{ who = "Wolf-Snarl", faces = "+ 0 2" }]'
    says = 'says = [{ who = "Wolf-Snarl", does = "buys no die" }]'
    path.write_text(f'scenario = "stuck_door"\n{rows}\n{says}\n', "utf-8")
    finding = follow(str(path)).findings[0]
    assert (finding.recorded, finding.expected) == (
        "a die of Wolf-Snarl showing 2",
        "+, 0 or -",
    )
