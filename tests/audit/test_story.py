"""A conflict told round by round, for people and for programs."""

import re
from itertools import chain, pairwise

import msgspec
import pytest
from msgspec import structs

from sim.casting.roster import make
from sim.conflict.phrases import as_said, ending_line, phrase
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.library.scenario import load
from sim.narration.brief import brief, status_differences
from sim.narration.story import event_objects, story
from sim.narration.tale import Passage, tale
from sim.run.sitting import begin_agents
from sim.seam.events import ConflictEnded, Forfeited
from sim.seam.protocol import Description, SeatInfo
from sim.seam.seats import by_seat
from sim.transcript.follow import follow
from tests.audit.sample import events_of, sample
from tests.noon import SCENARIO, TOY
from tests.toy import Conceded

STREAM = sample(3, ("steady", "uniform:concedes=false"))
EVENTS = events_of(STREAM.rows)
LINES = list(story(TOY, SCENARIO, EVENTS))


def test_story_begins_with_who_plays_and_ends_with_the_seal() -> None:
    """A story begins with title and seats, and ends with the ending and the seal."""
    assert LINES[0] == "Two at noon"
    assert "  Ann, played by steady" in LINES
    assert LINES[-2].startswith("It ended: broken: ")
    assert LINES[-2].endswith("[TO-03]")
    assert LINES[-1].endswith(STREAM.line.seal.hex())


def test_story_has_every_round_once_with_the_standing_after_it() -> None:
    """Each round has a heading, and after it everyone's standing."""
    starts = [line for line in LINES if line.startswith("Round ")]
    assert all(line.endswith(" [TO-01]") for line in starts)
    headings = [line.removesuffix(" [TO-01]") for line in starts]
    assert headings == [f"Round {n}" for n in range(1, STREAM.line.rounds + 1)]
    standing = [line for line in LINES if line.startswith("    Bo: stress")]
    assert len(standing) == len(headings)


def test_story_has_no_line_for_what_its_heading_says() -> None:
    """A round's beginning is told in its heading, and a round without events has none.

    The heading has the rules of what it tells.
    """
    assert not any(line.strip().startswith("Round 1 begins") for line in LINES)
    quiet = structs.replace(TOY, narrate=lambda *_: "")
    assert not any(line.startswith("Round") for line in story(quiet, SCENARIO, EVENTS))


def test_story_in_brief_says_nothing_twice() -> None:
    """A short story repeats no line, no standing and no seal."""
    passages = list(tale(TOY, SCENARIO, EVENTS))
    told = [passage for passage in brief(passages) if passage.kind != "title"]
    texts = [passage.text for passage in passages]
    assert not any(passage.kind == "seal" for passage in told)
    rounds: dict[str, set[str]] = {"": set()}
    here = ""
    for passage in told:
        if passage.kind == "round":
            here = passage.text
            rounds[here] = set()
        elif passage.kind == "told":
            assert passage.text in texts
            assert passage.text not in rounds[here]
            rounds[here].add(passage.text)
    moved = {passage.text for passage in passages if passage.moved}
    for before, after in pairwise(rounds.values()):
        assert not before & after - moved
    standing = [passage for passage in told if passage.kind == "standing"]
    assert all(", was " in passage.text for passage in standing[2:])


def test_story_in_brief_counts_rounds_in_which_nothing_is_new() -> None:
    """A short story tells rounds without news in one line, with their number."""

    def round_(number: int, *lines: str) -> list[Passage]:
        words = {"stress": 1}
        standing = Passage("standing", "Bo: stress 1", (), "Bo", words)
        heading = Passage("round", f"Round {number}")
        return [heading, *(Passage("told", line) for line in lines), standing]

    still = [round_(number, "Bo holds still.") for number in range(1, 5)]
    parts = [*still, round_(5, "Bo moves."), round_(6, "Bo moves.")]
    told = [passage.text for part in [brief(chain(*parts))] for passage in part]
    assert told == [
        "Round 1",
        "Bo holds still.",
        "Bo: stress 1",
        "Rounds 2 to 4: nothing new",
        "Round 5",
        "Bo moves.",
        "Round 6: nothing new",
    ]


def test_story_in_brief_says_what_is_done_again_and_again_once() -> None:
    """A short story tells what is repeated once, with its rounds or a count."""

    def round_(number: int, *acts: str) -> list[Passage]:
        return [
            Passage("round", f"Round {number}"),
            *(Passage("told", act, act=True) for act in acts),
            Passage("told", f"The dice show {number}."),
        ]

    same = [round_(number, "Bo sneaks.", "Al waits.") for number in range(1, 6)]
    pips = round_(6, "Bo aims.", "Bo aims.", "Bo aims.")
    told = [passage.text for part in [brief(chain(*same, pips))] for passage in part]
    assert told == [
        "Round 1",
        "Bo sneaks.",
        "Al waits.",
        "The dice show 1.",
        *chain(*((f"Round {n}", f"The dice show {n}.") for n in range(2, 6))),
        "Again in rounds 2 to 5: Bo sneaks; Al waits.",
        "Round 6",
        "Bo aims (3 times).",
        "The dice show 6.",
    ]


def test_story_in_brief_keeps_why_somebody_stands_otherwise() -> None:
    """A short story repeats a line that explains why a standing changed."""

    def round_(number: int, points: int) -> list[Passage]:
        paid = frozenset({("Bo", "points")})
        looked = frozenset({("Bo", "aim")})
        words = {"points": points, "aim": "Al"}
        return [
            Passage("round", f"Round {number}"),
            Passage("told", "Bo looks at Al.", act=True, moved=looked),
            Passage("told", "Bo pays a point for a die.", act=True, moved=paid),
            Passage("standing", "Bo: ...", (), "Bo", words),
        ]

    parts = [round_(number, 5 - number) for number in range(1, 4)]
    told = [passage.text for passage in brief(chain(*parts, round_(4, 2)))]
    assert told == [
        "Round 1",
        "Bo looks at Al.",
        "Bo pays a point for a die.",
        "Bo: ...",
        *("Round 2", "Bo pays a point for a die.", "Bo: points 3, was 4"),
        *("Round 3", "Bo pays a point for a die.", "Bo: points 2, was 3"),
        "Round 4: nothing new",
    ]


def test_story_knows_what_each_line_moved() -> None:
    """A line of a story knows the standings it moved, through what followed too."""
    hit = next(
        passage
        for passage in tale(TOY, SCENARIO, EVENTS)
        if "lands 1 stress on Bo" in passage.text
    )
    assert hit.moved == {("Bo", "stress")}
    loaded = load("alley")
    system, first = loaded.system, loaded.system.initial(loaded.scenario)
    seats = system.seats(loaded.scenario)
    agents = begin_agents([make("steady") for _ in seats], system, seats, b"0" * 32)
    end = play(system, first, agents, KeyedDice(b"0" * 32), seats=seats)
    told = tale(system, loaded.scenario, end.events)
    paid = [passage for passage in told if "pays a point of" in passage.text]
    assert paid
    assert all(passage.moved for passage in paid)


def test_story_in_brief_says_of_a_list_what_is_new_and_gone() -> None:
    """A short story tells of a list only what was added and removed."""
    stands = [
        {"boxes": ["1", "2"], "dice": {"brawn": 8, "club": 4, "hat": 2}},
        {"boxes": ["2", "5"], "dice": {"brawn": 6, "club": 4, "cap": 1}},
    ]
    passages = [
        Passage("standing", f"Bo: {words}", (), "Bo", words) for words in stands
    ]
    *_, last = brief(passages)
    assert last.text == (
        "Bo: boxes: new 5, gone 1; dice brawn 6, was 8; dice: new cap 1, gone hat 2"
    )


def test_story_in_brief_claims_no_change_of_what_was_not_told_before() -> None:
    """A short story calls nothing a change that it has not told before."""
    stands = [{"wounds": 1}, {"wounds": 2, "xp": 0}]
    passages = [Passage("standing", "Bo", (), "Bo", words) for words in stands]
    *_, last = brief(passages)
    assert last.text == "Bo: wounds 2, was 1; xp 0"


def test_story_in_brief_joins_lines_of_one_kind_about_one_person() -> None:
    """A short story joins consecutive lines of one kind about one person."""
    picks = [
        Passage("told", text, does=does, actor=actor)
        for text, does, actor in (
            ("Ann Lee picks a sword.", "Picked", "Ann Lee"),
            ("Ann Lee picks no shield.", "Picked", "Ann Lee"),
            ("Ann Lee drops it.", "Picked", "Ann Lee"),
            ("Bo picks no shield.", "Picked", "Bo"),
            ("Bo picks a fight.", "Fought", "Bo"),
            ("Bo rolls 1.", "DiceRolled", "Bo"),
            ("Bo rolls 2.", "DiceRolled", "Bo"),
        )
    ]
    first, *others = [passage.text for passage in brief(picks)]
    assert first == "Ann Lee picks a sword; no shield."
    assert others == [pick.text for pick in picks[2:]]


def test_story_in_brief_says_what_a_roll_came_to_though_it_is_as_before() -> None:
    """A short story tells a roll's total again only together with its dice."""
    rounds = [
        passage
        for number, face in enumerate((1, 2, 2), 1)
        for passage in (
            Passage("round", f"Round {number}"),
            Passage("told", f"Ann rolls {face}.", does="DiceRolled", actor="Ann"),
            Passage("told", "Ann misses.", does="Missed", actor="Ann"),
        )
    ]
    told = [passage.text for passage in brief(rounds) if passage.kind == "told"]
    assert told == ["Ann rolls 1.", "Ann misses.", "Ann rolls 2.", "Ann misses."]


def test_story_in_brief_leaves_out_what_is_minor() -> None:
    """A short story leaves out minor steps, with all that is told under them."""
    passages = [
        Passage("round", "Round 1"),
        Passage("told", "Step 1.", minor=True),
        Passage("drawn", "|  the column"),
        Passage("told", "Ann rolls 6.", does="DiceRolled", actor="Ann"),
        Passage("told", "The rolls are compared.", minor=True),
        Passage("told", "Ann hits.", does="Hit", actor="Ann"),
    ]
    told = [passage.text for passage in brief([*passages, *passages])]
    shown = ["Ann rolls 6.", "Ann hits."]
    assert told == ["Round 1", *shown, "Round 1: nothing new"]


@pytest.mark.parametrize(
    ("returns", "won", "said"),
    [
        ((1.0, 1.0, 0.0), ('"it"', '"it"'), 'Ann and Bo won "it" (1), Cy got 0'),
        ((1.0, 0.7, 0.0), ('"it"', '"it"'), 'Ann (1) and Bo (0.7) won "it", Cy got 0'),
        ((1.0, 0.7, 0.0), ('"a"', ""), 'Ann won "a" (1) and Bo won (0.7), Cy got 0'),
        ((0.0, 0.0, 1.0), ('"it"', '"it"'), "Cy won (1), Ann and Bo got 0"),
    ],
)
def test_story_ends_with_what_was_won(
    returns: tuple[float, ...], won: tuple[str, ...], said: str
) -> None:
    """A story ends with what each winner has won."""
    seats = (SeatInfo("Ann", 0), SeatInfo("Bo", 0), SeatInfo("Cy", 1))
    what = dict(by_seat(won))
    line = ending_line(ConflictEnded((), "broken", returns), seats, what)
    assert line == f"broken: {said}"


@pytest.mark.parametrize(
    ("returns", "said"),
    [
        ((1.0, 0.5, 0.0), "Ann won (1), Bo got 0.5"),
        ((0.2, 0.2, 0.0), "nobody won, Ann and Bo got 0.2"),
        ((0.0, 1.0, 0.0), "Bo won (1), Ann got 0"),
        ((1.0,), "1"),
    ],
)
def test_story_ends_with_who_won(returns: tuple[float, ...], said: str) -> None:
    """A story ends with who won; a judge wins nothing."""
    seats = (SeatInfo("Ann", 0), SeatInfo("Bo", 1), SeatInfo("Judge", None))
    assert ending_line(ConflictEnded((), "broken", returns), seats) == f"broken: {said}"


def test_words_of_an_event_name_who_speaks_once() -> None:
    """The words of an event name the speaker once: her own roll is hers."""
    words = {"does": "Pressed", "who": "Bo", "roll": "Bo"}
    assert "roll" not in as_said(TOY, words)
    assert "roll Ann" in as_said(TOY, {**words, "roll": "Ann"})


def test_story_lines_end_with_their_rules() -> None:
    """Lines of a story end with the rules they rest on."""
    assert any(line.endswith(". [TO-02]") for line in LINES)
    assert any(re.search(r" rolls \d, \d, \d\.$", line) for line in LINES)


def test_story_empty_lines_of_the_system_are_skipped() -> None:
    """An event that the system tells with an empty line is left out."""
    quiet = structs.replace(TOY, narrate=lambda *_: "")
    told = "\n".join(story(quiet, SCENARIO, EVENTS))
    assert "Pressed" not in told
    assert "It ended" in told


def test_story_of_a_record_that_stops_says_so() -> None:
    """The story of a live conflict ends with everyone's standing."""
    lines = list(story(TOY, SCENARIO, EVENTS[:-3]))
    assert lines[-1] == "Here the record stops."
    assert any(line.startswith("    Ann: stress") for line in lines[-4:])


def test_story_of_a_forfeit_says_why() -> None:
    """The story of a forfeit gives agent, reason and rule."""
    events = events_of(sample(0).rows)
    at = next(at for at, event in enumerate(events) if isinstance(event, Conceded))
    events[at] = Forfeited(1, "raised ValueError: oh")
    told = "\n".join(story(TOY, SCENARIO, events))
    assert "Bo forfeits: the agent raised ValueError: oh [FR-FORFEIT]" in told


def test_story_objects_are_json_one_for_each_event() -> None:
    """For programs a story is one JSON object for each event."""
    objects = list(event_objects(TOY, SCENARIO, EVENTS))
    assert [object_["event"] for object_ in objects] == list(range(1, len(EVENTS) + 1))
    assert objects[-1]["seal"] == STREAM.line.seal.hex()
    harm = next(object_ for object_ in objects if object_["does"] == "HarmApplied")
    assert harm["cites"] == ["TO-02"]
    assert harm["told"].endswith(f"stress on {harm['who']}.")
    assert (
        msgspec.json.decode(msgspec.json.encode(objects))[0]["does"]
        == "ConflictStarted"
    )


def test_story_of_the_printed_example_reads_like_one() -> None:
    """The printed example is told as a fight that a player recognises."""
    heard = follow("scenarios/transcripts/tela_gael_strict.toml")
    told = "\n".join(story(heard.system, heard.scenario, heard.events))
    for part in ("Round 6", "Knife Fighting", "bloodied", "SS-HARM-04", "box 5"):
        assert part in told
    assert load("alley").scenario.title in told


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        ({}, {"4": "vigor"}, ["new box 4 vigor"]),
        ({}, {"4": "vigor", "5": "vigor"}, ["new boxes 4 vigor, 5 vigor"]),
        ({"4": "vigor"}, {"1": "vigor"}, ["new box 1 vigor", "gone box 4 vigor"]),
        ({"4": "vigor"}, {"4": "reason"}, ["box 4 reason, was vigor"]),
        ({"hat": "red"}, {}, ["boxes: gone hat red"]),
    ],
)
def test_one_numbered_thing_is_in_the_singular(
    before: Description, now: Description, said: list[str]
) -> None:
    """One box of a track is told in the singular, in statuses and changes."""
    assert status_differences({"boxes": before}, {"boxes": now}) == said
    assert phrase({"boxes": {"4": "vigor"}}) == "box 4 vigor"
    assert phrase({"boxes": {"4": "vigor", "5": "vigor"}}) == "boxes 4 vigor, 5 vigor"
    assert phrase({"dice": {"hat": 4}}) == "dice hat 4"
