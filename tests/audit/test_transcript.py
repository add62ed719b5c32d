"""Transcripts from the table: what fits, what does not, and what is said of it."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from sim.casting.roster import make
from sim.conflict.play import play
from sim.conflict.replay import ENGINE, steps
from sim.dice.pool import KeyedDice
from sim.errors import StreamError
from sim.library.scenario import load
from sim.seam.events import ConflictStarted, DiceRolled, Event, Fact
from sim.seam.protocol import Description, RuleSystem, Table
from sim.transcript.follow import follow
from sim.transcript.result import TranscriptResult
from sim.transcript.typed import Statement, Throw, Typed
from sim.transcript.walk import TranscriptWalk
from tests.noon import SCENARIO, TOY
from tests.toy import Conceded, Pressed, State, Waits

SCENARIO_TEXT = """
title = "Two at noon"
system = "toy"
seats = [{ name = "Ann" }, { name = "Bo" }]
"""
PRESS = '{ who = "Ann", does = "Pressed" }'
ANN = '{ who = "Ann", faces = [5, 1, 6] }'


def _said(state: State, words: Description) -> Fact | None:
    """Provide the toy with two acts: to press on, and to give way at another's turn."""
    who = ("Ann", "Bo").index(words["who"])
    if words.get("does") == "Conceded":
        return Conceded(who)
    if words.get("does") == "Pressed" and (state.waits, state.turn) != (
        Waits.ANSWER,
        who,
    ):
        return Pressed(who)
    return None


def lookup(name: str) -> RuleSystem[Any]:
    """Return the toy, which understands a person's words."""
    assert name == "toy"
    return structs.replace(TOY, words=structs.replace(TOY.words, parse=_said))


@pytest.fixture(name="typed")
def _typed(tmp_path: Path) -> "Typing":
    (tmp_path / "noon.toml").write_text(SCENARIO_TEXT)
    return Typing(tmp_path / "table.toml")


class Typing:
    """Types rounds into a file and follows it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def hear(
        self, *rounds: str, head: str = 'scenario = "noon.toml"'
    ) -> TranscriptResult:
        """Follow what was typed in; each round is (says, dice, claims) in TOML."""
        text = head + "\n"
        for number, round_ in enumerate(rounds, 1):
            text += f"[[round]]\nnumber = {number}\n{round_}\n"
        self.path.write_text(text)
        return follow(str(self.path), lookup=lookup)

    def refused(self, text: str) -> str:
        """Return the one sentence with which the file *text* is refused."""
        self.path.write_text(text)
        with pytest.raises(StreamError) as raised:
            follow(str(self.path), lookup=lookup)
        assert str(raised.value).startswith(str(self.path))
        assert "\n" not in str(raised.value)
        return str(raised.value)


def test_transcript_silence_is_the_first_option(typed: Typing) -> None:
    """If nobody says anything, each takes the first option."""
    heard = typed.hear('claims = [{ about = "status", who = "Ann", stress = 0 }]')
    assert heard.findings == []
    assert [(assumed.who, assumed.answer) for assumed in heard.assumed] == [
        ("Ann", "Ann holds still."),
        ("Bo", "Bo holds still."),
    ]
    does = [type(event).__name__ for event in heard.events]
    assert does == ["ConflictStarted", "RoundOpened", "Held", "Held", "RoundOpened"]


def test_transcript_claims_that_hold_are_no_findings(typed: Typing) -> None:
    """A round with right claims has no finding."""
    heard = typed.hear(
        f"says = [{PRESS}]\ndice = [{ANN}]\nclaims = ["
        '{ about = "rolled", who = "Ann", kept = [5, 6] },'
        '{ about = "HarmApplied", who = "Bo", amount = 2 },'
        '{ about = "status", who = "bo", stress = 2 }]'
    )
    assert heard.findings == []
    assert not heard.over


def test_transcript_claim_that_fails_names_event_and_rule(typed: Typing) -> None:
    """A wrong amount is a violation that names its event and rule."""
    heard = typed.hear(
        f"says = [{PRESS}]\ndice = [{ANN}]\n"
        'claims = [{ about = "harm", who = "Bo", amount = 3 },'
        '{ about = "status", who = "Bo", stress = 3 },'
        '{ about = "conceded", who = "Bo" }]'
    )
    first, second, third = heard.findings
    assert (first.event, first.depth, first.weight) == (5, "claim", "violation")
    assert first.rules == ("TO-02",)
    assert "amount 3" in first.recorded
    assert "amount 2" in first.expected
    assert "stress 2" in second.expected
    assert "no such thing happened" in third.expected


def test_transcript_statement_not_offered_says_what_was_legal(typed: Typing) -> None:
    """A statement that was not open is named with its rules and what was open."""
    heard = typed.hear(f"says = [{PRESS}, {PRESS}]\ndice = [{ANN}]")
    (finding,) = heard.findings
    assert (finding.depth, finding.rules) == ("rules", ("TO-01",))
    assert 'Ann saying "presses"' in finding.recorded
    assert "no more often than it was open, 1 time" in finding.expected
    assert "Ann had stress 0" in finding.sentence


def test_transcript_what_was_allowed_is_carried_on_with(typed: Typing) -> None:
    """A statement that the table allowed is carried on with."""
    heard = typed.hear(
        f'says = [{PRESS}, {{ who = "Bo", does = "Conceded", allow = "house rule" }}]'
    )
    assert heard.over
    (finding,) = heard.findings
    assert finding.rules == ("TO-04",)
    assert "house rule" in finding.sentence
    heard = typed.hear(
        f'says = [{PRESS}, {{ who = "Bo", does = "Pressed", allow = "hasty" }}]'
        f'\ndice = [{ANN}, {{ who = "Bo", faces = [1, 1, 1] }}]'
    )
    assert [finding.depth for finding in heard.findings][:1] == ["rules"]
    assert "hasty" in heard.findings[0].sentence


def test_transcript_dice_missing_or_left_over_are_found(typed: Typing) -> None:
    """Missing faces are assumed middling and reported; faces left over as well."""
    says = f"says = [{PRESS}]\n"
    heard = typed.hear(says + 'dice = [{ who = "Ann", faces = [5, 6] }]')
    assert [finding.recorded for finding in heard.findings] == ["2 dice of Ann (press)"]
    assert [type(event).__name__ for event in heard.events].count("RoundOpened") == 2
    heard = typed.hear(says + 'dice = [{ who = "Ann", faces = [5, 6, 1, 1] }]')
    assert "1 more die of Ann [1]" in heard.findings[0].recorded
    heard = typed.hear(says + 'dice = [{ who = "Ann", faces = [5, 6, 7] }]')
    assert "a die of Ann showing 7" in heard.findings[0].recorded
    assert heard.findings[0].expected == "1 to 6"


def test_transcript_may_stop_before_the_dice(typed: Typing) -> None:
    """A last round without dice is no finding; dice missing earlier are."""
    assert typed.hear(f"says = [{PRESS}]").findings == []
    heard = typed.hear(f"says = [{PRESS}]", "")
    assert heard.findings[0].recorded == "no dice of Ann (press)"
    assert [finding.weight for finding in heard.findings] == ["stop", "note"]


def test_transcript_rounds_after_the_end_are_found(typed: Typing) -> None:
    """A round typed in after the end is reported."""
    heard = typed.hear('says = [{ who = "Bo", does = "Conceded" }]', "", "")
    assert heard.over
    assert "the conflict was over in round 1" in heard.findings[0].expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("scenario = ", "TOML"),
        ("round = []", 'lacks the field "scenario"'),
        ('scenario = "noon.toml"\nrounds = []', "did you mean round?"),
        ('scenario = "nowhere"', "no scenario is called"),
        ('scenario = "noon.toml"\nrulings = { grot = 2 }', "did you mean grit?"),
        ('scenario = "noon.toml"\n[[round]]\nnumber = -1', "$.round[0].number"),
        (
            'scenario = "noon.toml"\n[[round]]\nnumber = 2\n[[round]]\nnumber = 1',
            "rising numbers",
        ),
        (
            'scenario = "noon.toml"\n[[round]]\nnumber = 1\nsays = [{ who = "Anne" }]',
            "did you mean Ann?",
        ),
        (
            'scenario = "noon.toml"\n[[round]]\nnumber = 1\nsays = [{ does = "x" }]',
            'lacks "who"',
        ),
        (
            'scenario = "noon.toml"\n[[round]]\nnumber = 1\nclaims = [{ who = "Ann" }]',
            'lacks "about"',
        ),
        (
            'scenario = "noon.toml"\nround = [{ number = 1, dice = [{ faces = 6 }] }]',
            "$.round[0].dice[0]",
        ),
    ],
)
def test_transcript_broken_file_is_one_sentence(
    typed: Typing, text: str, said: str
) -> None:
    """An unusable file is refused in one sentence with place and expectation."""
    assert said in typed.refused(text)


def test_transcript_missing_file_is_one_sentence() -> None:
    """A missing file is refused in one sentence."""
    with pytest.raises(StreamError, match=r"nothing\.toml: cannot be read"):
        follow("nothing.toml")


@pytest.mark.slow
@settings(deadline=None, max_examples=20)
@given(text=st.text(max_size=60))
def test_transcript_any_text_is_refused_or_followed(
    text: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Any text of a file is followed or refused in one sentence."""
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_text('scenario = "nowhere"\n' + text, encoding="utf-8")
    with pytest.raises(StreamError):
        follow(str(path), lookup=lookup)


def typed_in(
    system: RuleSystem[Any], state: State, events: list[Event]
) -> dict[int, Typed]:
    """Return the rounds a table would type in of *events*."""
    rounds: dict[int, Typed] = {}
    for before, event, _ in steps(system, state, events):
        typed = rounds.setdefault(before.round, Typed())
        if type(event) in ENGINE:
            continue
        words = system.describe(before, event)
        if isinstance(event, DiceRolled):
            typed.dice.append(Throw(event.who, list(event.faces)))
        elif isinstance(event, Fact):
            said = {name: item for name, item in words.items() if name != "who"}
            typed.says.append(Statement(event.who, said))
        kept = {
            name: item for name, item in words.items() if name not in {"does", "who"}
        }
        typed.claims.append({"about": words["does"], **kept})
    return rounds


@pytest.mark.slow
@pytest.mark.parametrize("name", ["toy", "alley"])
@settings(max_examples=25, deadline=None)
@given(seed=st.binary(min_size=32, max_size=32))
def test_transcript_of_what_was_played_is_clean(name: str, seed: bytes) -> None:
    """A conflict played and typed in word by word has no finding."""
    if name == "toy":
        system, scenario = TOY, SCENARIO
    else:
        loaded = load(name, {"max_volleys": "6"})
        system, scenario = loaded.system, loaded.scenario
    seats = system.seats(scenario)
    agents = [make("uniform:concedes=false") for _ in seats]
    for index, agent in enumerate(agents):
        agent.begin(Table(system, index, seats, seed))
    state = system.initial(scenario)
    events = play(system, state, agents, KeyedDice(seed), seats=seats).events
    rounds = typed_in(system, state, events)
    heard = TranscriptWalk(name, system, scenario, rounds).run("00" * 32)
    assert heard.findings == []
    assert isinstance(heard.events[0], ConflictStarted)
    assert heard.events[1:] == events


def found_in(name: str) -> list[tuple[int, str, str, tuple[str, ...]]]:
    """Return event, depth, weight and rules of each finding of a shipped transcript."""
    path = Path(__file__).parents[2] / "scenarios" / "transcripts" / name
    heard = follow(str(path))
    return [
        (finding.event, finding.depth, finding.weight, finding.rules)
        for finding in heard.findings
    ]


def test_tg_02_tg_03_tg_05_are_all_the_printed_example_has_against_it() -> None:
    """The printed example has three violations: a name, an action and a point."""
    (name, action, point) = found_in("tela_gael_printed.toml")
    assert name[1:3] == ("claim", "name")
    assert action[1:3] == ("rules", "violation")
    assert action[3] == ("SS-CHG-03",)
    assert point[1:3] == ("rules", "violation")
    assert point[3] == ("SS-POOL-06",)


def test_tg_strict_example_is_clean() -> None:
    """The printed example with both violations mended has no finding."""
    assert found_in("tela_gael_strict.toml") == []


def test_tg_printed_findings_say_who_when_and_what_was_legal() -> None:
    """The findings of the printed example say who, when and what was legal."""
    path = Path(__file__).parents[2] / "scenarios/transcripts/tela_gael_printed.toml"
    name, action, point = (finding.sentence for finding in follow(str(path)).findings)
    assert "round 3" in name
    assert "level name Good" in name
    assert "level name Great" in name
    assert "round 4" in action
    assert "ability Dash" in action
    assert "ability Endure, React or Resist" in action
    assert "Gael had vigor 5, instinct 0, reason 3" in action
    assert "round 6" in point
    assert "buys a die" in point
    assert "Gael had vigor 4, instinct 0, reason 3" in point
