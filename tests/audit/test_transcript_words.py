"""A misspelt word in a transcript is told to its writer, and is no violation."""

import re
from pathlib import Path
from random import Random

import pytest

from sim.audit.finding import Finding
from sim.cli.main import main
from sim.conflict.kinds import answer_kinds
from sim.conflict.phrases import in_sentence
from sim.errors import StreamError
from sim.laws.walking import walked
from sim.library.registry import rule_system, system_names
from sim.library.scenario import load
from sim.reading.words import said_as, stem_set
from sim.seam.events import Fact
from sim.seam.protocol import Decision
from sim.transcript.follow import follow
from sim.transcript.lexicon import Lexicon
from sim.transcript.matching import StatementMatcher
from sim.transcript.result import TranscriptResult
from sim.transcript.typed import Position, Statement, Typed
from tests.tiers import later

PAGE = (Path(__file__).parents[2] / "TRANSCRIPTS.md").read_text("utf-8")
(SAID,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
EXAMPLE = """\
title = "Four boxes, says the table"
scenario = "alley"

[[round]]
number = 0
says = [
  { who = "Tela", does = "DieBought" },
  { who = "Gael", does = "PainDeclared" },
  { who = "Tela", does = "IntentDeclared", goal = "sneak up on Gael" },
  { who = "Gael", does = "IntentDeclared", goal = "notice Tela and get away from her" },
]
dice = [
  { who = "Tela", faces = [-1, 0, 0, 1] },
  { who = "Gael", faces = [0, 0, 0] },
]
claims = [{ about = "rolled", who = "Gael", ability = "Sense Danger", level = 2 }]

[[round]]
number = 1
says = [
  { who = "Tela", does = "ActionDeclared", ability = "Sneak" },
  { who = "Gael", does = "ActionDeclared", ability = "Sense Danger" },
]
dice = [
  { who = "Gael", faces = [1, 0, 0] },
  { who = "Tela", faces = [-1, 0, 0] },
]
claims = [
  { about = "harm", who = "Tela", by = "Gael", harm = 4, box = 4 },
  { about = "status", who = "Tela", vigor = 2, instinct = 1 },
]
"""
"""What the page says, by the names of kinds and the numbers of faces."""
HARM = 'about = "harm", who = "Tela", by = "Gael", harm = 4, box = 4'


def heard(folder: Path, was: str = "", now: str = "") -> TranscriptResult:
    """Follow the example with *was* in it changed to *now*."""
    assert was in EXAMPLE
    path = folder / "round.toml"
    path.write_text(EXAMPLE.replace(was, now) if was else EXAMPLE, "utf-8")
    return follow(str(path))


def weights(findings: list[Finding]) -> list[str]:
    """Return the weight of each finding."""
    return [finding.weight for finding in findings]


def test_transcript_page_example_is_what_the_page_says(tmp_path: Path) -> None:
    """The example of the page has one wrong claim, and no other finding."""
    read = heard(tmp_path, EXAMPLE, SAID)
    assert read.events == heard(tmp_path).events
    (finding,) = read.findings
    assert finding.weight == "violation"
    assert "harm 1, box 1" in finding.expected
    assert finding.rules == ("SS-VOL-05",)
    assert (
        "perpendicular: Tela suffers harm 1 (event 31) [SS-VOL-05]" in finding.sentence
    )
    assert (read.claims.made, read.claims.hold, read.claims.unjudged) == (3, 2, 0)
    assert read.assumed
    assert not any(assumed.act for assumed in read.assumed)


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('"PainDeclared"', '"PainDecleared"', "round 0, says: does is"),
        ('"PainDeclared"', '"PainDecleared"', "did you mean PainDeclared?"),
        ('"PainDeclared"', '"HarmApplied"', "expected one of"),
        ('"PainDeclared"', "3", "does is 3, expected text"),
        ('"PainDeclared"', '"PainDeclared", allow = true', "the reason as text"),
        ('about = "harm"', 'about = "hrm"', 'round 1, claims: about = "hrm" is not'),
        ('about = "harm"', 'about = "hrm"', '"harm applied"'),
        ('about = "harm"', 'about = "zzzzzz"', "the nearest that can happen are"),
        ("goal = ", "gaol = ", 'has no "gaol"'),
        ("goal = ", "gaol = ", "did you mean goal?"),
        ("box = 4", "bax = 4", "did you mean box?"),
        ("box = 4", "box = {}", "box of HarmApplied is a table, expected a number"),
        ("level = 2", 'level = "two"', 'is "two", expected a number'),
        ("vigor = 2", "viger = 2", "did you mean vigor?"),
        ("vigor = 2", "vigor = [2]", "is a list of 1, expected a number"),
        ('"status", who = "Tela",', '"status",', 'lacks "who"'),
    ],
)
def test_transcript_slip_of_the_pen_is_one_sentence(
    tmp_path: Path, was: str, now: str, said: str
) -> None:
    """A misspelt word is refused with its place and the nearest right one."""
    with pytest.raises(StreamError) as raised:
        heard(tmp_path, was, now)
    assert said in str(raised.value)
    assert re.search(r"round\.toml, line \d+: round \d, ", str(raised.value))
    assert "\n" not in str(raised.value)


def test_each_slip_has_a_sentence_with_its_line_and_its_own_hint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each misspelt word has a sentence of its own, with line and hint."""
    path = tmp_path / "round.toml"
    said: list[str] = []
    for slips in (
        {"[0, 0, 0]": "[0.5]", "number = 1": 'number = "one"'},
        {'"PainDeclared"': '"PainDecleared"', "level = 2": "levle = 2"},
    ):
        text = EXAMPLE
        for was, now in slips.items():
            text = text.replace(was, now, 1)
        path.write_text(text, "utf-8")
        changed = [
            number
            for number, (was, now) in enumerate(
                zip(EXAMPLE.splitlines(), text.splitlines(), strict=True), 1
            )
            if was != now
        ]
        assert main(["audit", str(path)]) == 2
        said = capsys.readouterr().err.splitlines()
        for number, line in zip(changed, said, strict=True):
            assert f"round.toml, line {number}" in line
    assert "did you mean PainDeclared?" in said[0]
    assert "did you mean level?" in said[1]


def test_transcript_of_nothing_said_is_not_judged(tmp_path: Path) -> None:
    """A transcript in which nothing is said is not judged."""
    path = tmp_path / "round.toml"
    for text in ("", '[[round]]\nnumber = 1\ndice = [{ who = "Tela", faces = [1] }]'):
        path.write_text(f'scenario = "alley"\n{text}')
        with pytest.raises(StreamError, match="there is nothing to judge"):
            follow(str(path))


def test_transcript_that_nobody_filled_in_says_what_to_do(tmp_path: Path) -> None:
    """A transcript that nobody filled in says what to do."""
    path = tmp_path / "round.toml"
    line = '# { who = "Tela", does = "gives up" },'
    path.write_text(f'scenario = "alley"\n[[round]]\nnumber = 1\nsays = [\n{line}\n]\n')
    with pytest.raises(StreamError, match="counts once its # is taken away"):
        follow(str(path))


def test_transcript_kind_may_be_typed_as_people_do(tmp_path: Path) -> None:
    """Kinds of event may be typed in any case, with hyphens, or by their tags."""
    read = heard(tmp_path, '"PainDeclared"', '"paindeclared"')
    assert weights(read.findings) == ["violation"]
    read = heard(tmp_path, 'about = "harm"', 'about = "HarmApplied"')
    assert weights(read.findings) == ["violation"]


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('"DieBought"', '"buys a die"'),
        ('"PainDeclared"', '"declares the Pain"'),
        ('"IntentDeclared", goal = "sneak', '"declared an intention", goal = "sneak'),
        ('about = "harm"', 'about = "damage"'),
        (HARM, HARM.replace("harm", "damage")),
        ('about = "rolled"', 'about = "dice"'),
        ('about = "status"', 'about = "standing"'),
        ("[-1, 0, 0, 1]", '"- 0 0 +"'),
        ("[-1, 0, 0, 1]", '"-00+"'),
        ("[-1, 0, 0, 1]", '["-", 0, "0", 1]'),
        ("[-1, 0, 0, 1]", '"-1, 0 0 1"'),
    ],
)
def test_transcript_takes_the_words_people_use(
    tmp_path: Path, was: str, now: str
) -> None:
    """Common words are taken for kinds, and signs for faces of Fudge dice."""
    plain = heard(tmp_path)
    read = heard(tmp_path, was, now)
    assert [finding.event for finding in read.findings] == [
        finding.event for finding in plain.findings
    ]
    assert read.claims == plain.claims
    assert read.events == plain.events


def test_transcript_faces_that_are_none_are_one_sentence(tmp_path: Path) -> None:
    """Impossible faces are refused in one sentence with what would do."""
    with pytest.raises(StreamError, match=r'dice of Tela: the faces are "\+ x"'):
        heard(tmp_path, "[-1, 0, 0, 1]", '"+ x"')


@pytest.mark.parametrize("name", system_names())
def test_transcript_words_for_one_kind_are_for_no_other(name: str) -> None:
    """Whatever a kind of answer is called, no other is read from the same words."""
    kinds = [
        event.__name__ for event in rule_system(name).events if issubclass(event, Fact)
    ]
    assert all(said_as(kind, kinds) in {kind, ""} for kind in kinds)
    assert len({stem_set(kind) for kind in kinds}) >= len(kinds) - 1


def test_transcript_statement_of_the_round_before_says_so(tmp_path: Path) -> None:
    """A statement that belongs to the round before is reported once, with it."""
    path = tmp_path / "round.toml"
    said = re.findall(r'  \{ who = "\w+", does = "IntentDeclared".*\n', EXAMPLE)
    assert len(said) == 2
    text = EXAMPLE
    for line in said:
        text = text.replace(line, "")
    later = 'does = "ActionDeclared", ability = "Sneak" },\n'
    path.write_text(text.replace(later, later + "".join(said)), "utf-8")
    first, *_ = follow(str(path)).findings
    assert 'in round 1: Tela saying "wants" (goal sneak up on Gael); Gael' in (
        first.recorded
    )
    assert "in round 0, before " in first.expected
    assert ", round 0, event " in first.sentence
    assert first.sentence.count("would have been right") == 1
    finding = [
        finding for finding in follow(str(path)).findings if "wants" in finding.recorded
    ]
    assert finding == [first]


def test_transcript_statement_after_silence_ended_it_is_judged_where_it_belongs(
    tmp_path: Path,
) -> None:
    """A statement after a silence that ended it is judged in the right round."""
    lines = re.findall(r"  \{ who = .* does = .*\},\n", EXAMPLE)
    late = next(line for line in lines if "PainDeclared" in line)
    wants = [line for line in lines if "IntentDeclared" in line]
    text = EXAMPLE
    for line in (late, *wants):
        text = text.replace(line, "")
    acts = [line for line in lines if "ActionDeclared" in line]
    text = text.replace(acts[0], "".join([late, *wants, acts[0]]))
    path = tmp_path / "round.toml"
    path.write_text(text, "utf-8")
    read = follow(str(path))
    first, *more = read.findings
    assert first.expected == 'in round 0, before "Gael lets the result stand"'
    assert first.recorded.startswith('in round 1: Gael saying "brings down the Pain"')
    as_typed = heard(tmp_path)
    assert [finding.sentence for finding in more] == [
        finding.sentence for finding in as_typed.findings
    ]
    assert read.events == as_typed.events


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('"PainDeclared"', '"brings down the Pain"'),
        ('"PainDeclared"', '"Gael brings down the Pain."'),
        ('"DieBought"', '"pays a point of instinct for a bonus die, before the roll"'),
        ('"ActionDeclared", ability = "Sneak"', '"acts", ability = "Sneak"'),
        ('"ActionDeclared", ability = "Sneak"', '"attacks", ability = "Sneak"'),
        ('"ActionDeclared", ability = "Sneak"', '"acts against Gael with Sneak"'),
        ('"ActionDeclared", ability = "Sneak"', '"acts with Sneak"'),
        ('"ActionDeclared", ability = "Sneak"', '"attacks with Sneak"'),
        ('"ActionDeclared", ability = "Sneak"', '"uses Sneak"'),
    ],
)
def test_transcript_takes_an_option_as_it_is_told(
    tmp_path: Path, was: str, now: str
) -> None:
    """An option may be typed as a saying of its kind or as its sentence."""
    plain = heard(tmp_path)
    read = heard(tmp_path, was, now)
    assert read.events == plain.events
    assert [finding.sentence for finding in read.findings] == [
        finding.sentence for finding in plain.findings
    ]


def test_transcript_lists_what_would_be_understood(tmp_path: Path) -> None:
    """A statement that is not understood is answered with what would be."""
    with pytest.raises(StreamError) as raised:
        heard(tmp_path, '"PainDeclared"', '"frobs"')
    said = str(raised.value)
    assert (
        'expected one of "buys no die", "buys a die", "lets the result stand",' in said
    )
    assert '"brings down the Pain"' in said
    assert '"keeps the action"' not in said


@pytest.mark.parametrize("name", system_names())
def test_transcript_sayings_of_one_kind_are_of_no_other(name: str) -> None:
    """Every kind of answer has sayings, which are read as no other kind."""
    system = rule_system(name)
    lexicon = Lexicon(system)
    for kind in answer_kinds(system):
        assert kind.sayings
        assert {lexicon.meant(saying) for saying in kind.sayings} == {kind.__name__}
    assert lexicon.meant("gives up") == "Conceded"


def test_transcript_standing_that_fails_says_what_changed_it_last(
    tmp_path: Path,
) -> None:
    """A wrong standing is answered with the event that changed it last."""
    finding = heard(tmp_path, "vigor = 2", "vigor = 1").findings[-1]
    assert "vigor 2: so from the start, and nothing changed it" in finding.sentence
    finding = heard(tmp_path, "instinct = 1", "instinct = 2").findings[-1]
    assert "instinct 1: Tela" in finding.sentence
    assert "(event " in finding.sentence
    assert finding.rules


def test_transcript_value_not_offered_names_the_nearest(tmp_path: Path) -> None:
    """A value that was not offered is answered with the nearest that was."""
    read = heard(tmp_path, '"sneak up on Gael"', '"sneak up on Geal"')
    finding = read.findings[0]
    assert finding.weight == "violation"
    assert "did you mean sneak up on Gael?" in finding.sentence
    assert "Tela had vigor 2, instinct 1" in finding.sentence


def test_transcript_findings_are_in_order_of_time(tmp_path: Path) -> None:
    """Findings of a transcript are in the order of events."""
    read = heard(tmp_path, 'ability = "Sneak"', 'ability = "Dash"')
    cause, claim = read.findings
    assert (cause.depth, claim.depth) == ("rules", "claim")
    assert cause.event < claim.event
    assert "with ability" in cause.expected
    (act,) = (assumed for assumed in read.assumed if assumed.act)
    assert (act.who, act.round, act.event) == ("Tela", 1, cause.event)


def test_transcript_claims_after_the_stop_are_not_judged(tmp_path: Path) -> None:
    """Claims after the point where an audit stopped are not judged."""
    read = heard(tmp_path, '  { who = "Gael", faces = [1, 0, 0] },\n', "")
    assert weights(read.findings) == ["stop", "note", "note"]
    assert read.stopped
    assert "no dice of Gael" in read.findings[0].recorded
    assert "not judged" in read.findings[1].sentence
    assert (read.claims.hold, read.claims.unjudged) == (1, 2)


def test_transcript_mistyped_claim_word_is_hinted_at(tmp_path: Path) -> None:
    """A mistyped word of a claim is answered with the right one."""
    read = heard(tmp_path, HARM, HARM[:-19] + ', pool = "instnct"')
    (finding,) = read.findings
    assert "did you mean instinct?" in finding.sentence


@pytest.mark.parametrize(
    ("name", "said", "meant"),
    [
        ("solar_system", "spends a point", "DieBought"),
        ("solar_system", "escalates", "PainDeclared"),
        ("solar_system", "backs down", "Conceded"),
        ("dice_pool", "waits", "HeldBack"),
        ("dice_pool", "dodges", "ContestAnswered"),
        ("dice_pool", "spends a point", "Boosted"),
        ("dice_pool", "attacks", "IntentDeclared"),
        ("intensity", "waits", "PoolDeclined"),
        ("intensity", "rolls", "PoolEntered"),
        ("intensity", "attacks", "PoolEntered"),
        ("intensity", "spends a point", "ExtraBought"),
        ("intensity", "spends nothing", "PoolClosed"),
        ("planets", "spends an Omega die", "OmegaCommitted"),
        ("planets", "keeps fighting", "Pressed"),
        ("skill_roll", "waits", "Held"),
        ("skill_roll", "runs away", "WithdrawalTried"),
    ],
)
def test_transcript_knows_what_is_said_at_tables(
    name: str, said: str, meant: str
) -> None:
    """Words that are said at tables are understood in every system."""
    assert Lexicon(rule_system(name)).meant(said) == meant


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('"PainDeclared"', '"escalates"'),
        ('"DieBought"', '"spends a point"'),
        ('"IntentDeclared", goal = "sneak up on Gael"', '"wants to sneak up on Gael"'),
        ('"ActionDeclared", ability = "Sneak"', '"hits with Sneak"'),
    ],
)
def test_transcript_takes_what_is_said_at_tables(
    tmp_path: Path, was: str, now: str
) -> None:
    """Words that are said at tables come to the same as the rulebook's."""
    assert heard(tmp_path, was, now).events == heard(tmp_path).events


IN_THE_ALLEY = [
    ("alley", "defends with React", "parries with React"),
    ("alley", "does nothing", "waits"),
]


@pytest.mark.parametrize(
    ("scenario", "was", "now"),
    [
        ("alley", "defends with React", "dodges with React"),
        *later(IN_THE_ALLEY, IN_THE_ALLEY),
        ("skill_duel", "defends with dodge", "dodges"),
        ("skill_duel", "defends with parry", "parries"),
        (
            "skill_duel",
            "now wants: drive him off",
            "wants to drive him off",
        ),
    ],
)
def test_transcript_takes_a_deed_for_what_a_system_calls_it(
    scenario: str, was: str, now: str
) -> None:
    """A deed is taken for what the system calls it: to dodge is to defend."""
    loaded = load(scenario)
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    names = [seat.name for seat in seats]
    understood = 0
    for luck in range(20):
        for step in walked(system, loaded.scenario, Random(luck)):
            asked = step.asked
            if not isinstance(asked, Decision):
                continue
            said = [in_sentence(system, step.before, each) for each in asked.options]
            right = [at for at, line in enumerate(said) if line.endswith(f" {was}.")]
            if not right:
                continue
            understood += 1
            matcher = StatementMatcher(system, names, Lexicon(system))
            spoken = Statement(asked.who, {}, sentence=now)
            typed = Typed(says=[spoken])
            at = Position(0, step.before)
            assert matcher.chosen(typed, at, asked) == asked.options[right[0]]
    assert understood
