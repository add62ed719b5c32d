"""A chat log of Foundry becomes a transcript to fill in, and comes out of a replay."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.campaign.recorded import find
from sim.conflict.codec import encode
from sim.conflict.seal import stream_seal
from sim.library.registry import rule_system
from sim.run.recorded import Conflict
from sim.seam.events import ConflictSealed, DiceRolled
from sim.store.store import open_store
from sim.transcript.follow import follow
from sim.transcript.foundry import Dice, Entry, read_log
from sim.transcript.imported import Counts, Importer, imported_transcript
from sim.transcript.lexicon import Lexicon
from sim.transcript.typing import Heading
from tests.cli.conftest import Fracas

LOG = Path(__file__).parent / "foundry" / "alley.json"
SEATS = ("Tela", "Gael")


def taken_over(fracas: Fracas, log: Path) -> str:
    """Return the transcript the command makes of *log*."""
    said = fracas("transcript", "alley", "--from-foundry", log)
    assert (said.status, said.err) == (0, "")
    return said.out


def rounds_in(text: str) -> list[dict[str, Any]]:
    """Return the rounds of a transcript, but those in which nothing is typed."""
    rounds: list[dict[str, Any]] = tomllib.loads(text)["round"]
    return [round_ for round_ in rounds if round_.keys() != {"number"}]


def test_a_single_roll_is_told_as_one() -> None:
    """A single roll and a single answer are counted in the singular."""
    counts = Counts(messages=2, rolls=1, answers=1)
    text = imported_transcript(Heading("t", "alley", {}), {}, counts, "log.json")
    assert "Taken over: 1 roll, 1 answer.\n" in text


def test_a_log_becomes_a_transcript(fracas: Fracas, tmp_path: Path) -> None:
    """A log becomes rounds with dice by seat; what is not understood is a comment."""
    text = taken_over(fracas, LOG)
    typed = tomllib.loads(text)
    assert typed["scenario"] == "alley"
    opening, first = typed["round"]
    assert (opening["number"], first["number"]) == (0, 1)
    assert opening["says"] == [
        {"who": "Tela", "does": "buys a die"},
        {"who": "Gael", "does": "brings down the Pain"},
    ]
    assert opening["dice"] == [
        {"who": "Tela", "faces": "- 0 0 +"},
        {"who": "Gael", "faces": "0 0 0"},
    ]
    assert first["dice"] == [
        {"who": "Gael", "faces": "+ 0 0"},
        {"who": "Tela", "faces": "- 0 0"},
    ]
    for line in (
        "  # Gamemaster: The rain has stopped. Somebody is behind you.",
        "  # Gamemaster: 1d20, Does it rain?: 14",
        "  # Gael: a roll: dice nobody can read",
        "  # Tela of Zaru: 3df, Sneak -1",
    ):
        assert f"{line}\n" in text
    assert "11 messages. Taken over: 4 rolls, 2 answers.\n# Not understood: 4," in text
    path = tmp_path / "evening.toml"
    path.write_text(text, "utf-8")
    heard = follow(str(path))
    assert [
        finding.weight for finding in heard.findings if finding.weight != "note"
    ] == []


def test_a_log_of_one_message_a_line_is_the_same(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A log of one message a line gives the same; the later of one id counts."""
    messages: list[dict[str, Any]] = msgspec.json.decode(LOG.read_bytes())
    older = {**messages[2], "content": "an older wording"}
    gone = {**messages[0], "_id": "gone", "content": "said too much"}
    lines = [older, gone, *messages, {"$$deleted": True, "_id": "gone"}]
    path = tmp_path / "messages.db"
    path.write_bytes(
        b"\n".join(msgspec.json.encode(message) for message in lines) + b"\n"
    )
    whole = taken_over(fracas, LOG).partition("\n")[2]
    assert taken_over(fracas, path).partition("\n")[2] == whole


def test_a_log_within_a_table_is_the_same(fracas: Fracas, tmp_path: Path) -> None:
    """A log under "messages" in a table gives the same; one message is a log too."""
    messages: list[dict[str, Any]] = msgspec.json.decode(LOG.read_bytes())
    whole = taken_over(fracas, LOG).partition("\n")[2]
    packed = msgspec.json.encode({"title": "An evening", "messages": messages})
    path = tmp_path / "log.json"
    for raw in (packed, msgspec.json.format(packed)):
        path.write_bytes(raw)
        assert taken_over(fracas, path).partition("\n")[2] == whole
    path.write_text('{"content": "The rain has stopped."}')
    assert read_log(str(path)) == [Entry("", "The rain has stopped.")]


def test_pools_and_parentheses_have_their_dice_read(tmp_path: Path) -> None:
    """Every die in pools and parentheses is read, and so is the older `roll`."""
    die = {"class": "Die", "results": [{"result": 5}, {"result": 2, "active": False}]}
    inner = {"class": "Roll", "formula": "2d6kh", "terms": [die]}
    terms = [
        {"class": "PoolTerm", "rolls": [inner], "results": [{"result": 5}]},
        {"class": "OperatorTerm", "operator": "+"},
        {"class": "ParentheticalTerm", "roll": inner},
        {"class": "NumericTerm", "number": 3},
    ]
    roll = {"class": "Roll", "formula": "{2d6kh} + (2d6kh) + 3", "terms": terms}
    message = {"speaker": {"alias": None}, "content": "13", "roll": roll}
    path = tmp_path / "log.json"
    path.write_bytes(msgspec.json.encode([message]))
    dice = Dice("{2d6kh} + (2d6kh) + 3", (5, 2, 5, 2))
    assert read_log(str(path)) == [Entry("", "", (dice,))]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[4/21/2021, 2:34:12 PM] Peter\n1d6 + 3 = 8\n", "found what is not JSON"),
        ('[{"content": "half', "found what is not JSON"),
        ("[7]", "message 1: it is 7, expected a table"),
        ('[{"content": 7}]', "message 1: $.content is 7, expected"),
        ('[{"speaker": "Tela"}]', "message 1: $.speaker is"),
        ('[{"rolls": [7]}]', "message 1: $.rolls[0]"),
        ('{"messages": 3}', "found no list of messages, expected the messages"),
        ('{"title": "An evening"}', "found no list of messages"),
        ('{"messages": [7]}', "message 1: it is 7, expected a table"),
        ("[" * 5000, "found what is not JSON"),
        ("[]", "found no message in it, expected the messages of Foundry"),
        ("", "found no message in it, expected the messages of Foundry"),
        ('[{"content": ""}]', "found no message in it, expected the messages"),
    ],
)
def test_what_is_no_log_is_one_sentence(
    fracas: Fracas, tmp_path: Path, text: str, sentence: str
) -> None:
    """A file that is no log is refused with what was found and expected."""
    path = tmp_path / "log.json"
    path.write_text(text, "utf-8")
    said = fracas("transcript", "alley", "--from-foundry", path).refused()
    assert f"{path}: {sentence}" in said


def test_a_log_wants_a_scenario_and_a_file(fracas: Fracas, tmp_path: Path) -> None:
    """A log that is missing, or a scenario that nobody knows, is refused."""
    gone = tmp_path / "gone.json"
    said = fracas("transcript", "alley", "--from-foundry", gone).refused()
    assert "gone.json: cannot be read" in said
    more = fracas("transcript", "alley", "1", "--from-foundry", LOG)
    assert more.status == 2
    assert "takes the scenario that was played" in more.err
    said = fracas("transcript", "alleyway", "--from-foundry", LOG).refused()
    assert "alley" in said


ENTRIES = st.builds(
    Entry,
    st.sampled_from(["Tela", "tela", "Gael the Grim", "Tela and Gael", "", "GM\x1b"]),
    st.text(max_size=30) | st.sampled_from(["Round 2", "ROUND 7: go", "buys a die"]),
    st.lists(
        st.builds(
            Dice, st.just("4df"), st.lists(st.integers(-9, 9)).map(tuple), st.booleans()
        ),
        max_size=2,
    ).map(tuple),
)


@pytest.mark.slow
@given(st.lists(ENTRIES, max_size=12))
def test_whatever_is_said_the_file_can_be_read(heard: list[Entry]) -> None:
    """Whatever is said, the transcript is TOML and counts every message once."""
    importer = Importer(SEATS, Lexicon(rule_system("solar_system")), fudge=True)
    rounds = importer.rounds(heard, 0)
    text = imported_transcript(
        Heading("t", "alley", {}), rounds, importer.counts, "a\nb"
    )
    typed = tomllib.loads(text)
    numbers = [round_["number"] for round_ in typed["round"]]
    assert numbers == sorted(set(numbers))
    counts = importer.counts
    assert counts.messages == len(heard)
    assert sum(len(round_.get("dice", ())) for round_ in typed["round"]) == counts.rolls
    assert (
        sum(len(round_.get("says", ())) for round_ in typed["round"]) == counts.answers
    )


def test_a_log_of_any_version_is_read(tmp_path: Path) -> None:
    """Messages of Foundry's versions 9 to 13 are read."""
    fate = {
        "class": "FateDie",
        "number": 2,
        "faces": 3,
        "modifiers": [],
        "results": [
            {"result": -1, "active": True, "failure": True},
            {"result": 1, "active": True, "success": True},
        ],
    }
    roll = {"class": "Roll", "formula": "2df", "terms": [fate], "evaluated": True}
    packed = msgspec.json.encode(roll).decode()
    picture = '<div class="dice-roll"><div class="dice-formula">2df</div> 0</div>'
    tela = {"alias": "Tela", "actor": None, "scene": None, "token": None}
    old = {"_id": "a", "type": 5, "roll": packed, "content": "0", "speaker": tela}
    ten = {"_id": "b", "type": 5, "rolls": [packed], "content": "0", "speaker": tela}
    new = {"_id": "c", "type": "base", "style": 0, "author": "u", "system": {}}
    new |= {"rolls": [packed], "content": picture, "speaker": tela, "flavor": "Sneak"}
    said = {"_id": "d", "type": "base", "style": 2, "rolls": None, "flavor": None}
    said |= {"content": "<p>I bring down the Pain!</p>", "speaker": tela}
    nothing = {"$$indexCreated": {"fieldName": "timestamp"}}
    path = tmp_path / "messages.db"
    lines = [msgspec.json.encode(message) for message in (nothing, old, ten, new, said)]
    path.write_bytes(b"\n".join(lines))
    dice = (Dice("2df", (-1, 1), fudge=True),)
    heard = read_log(str(path))
    assert heard == [
        Entry("Tela", "", dice),
        Entry("Tela", "", dice),
        Entry("Tela", "Sneak", dice),
        Entry("Tela", "I bring down the Pain!"),
    ]
    lexicon = Lexicon(rule_system("solar_system"))
    importer = Importer(("Tela", "Gael"), lexicon, fudge=True)
    first = importer.rounds(heard, 0)[0]
    assert '{ who = "Tela", does = "brings down the Pain" }' in first.says
    assert (importer.counts.rolls, importer.counts.comments) == (3, 0)


def test_what_a_card_has_to_press_was_said_by_nobody(tmp_path: Path) -> None:
    """Buttons and styles in a message are left out of its text."""
    card = (
        "<div><style>p {}</style><p>The axe.</p><button>Attack</button>"
        "<button data-action='x'>Damage<i>!</i></button><p>It is sharp.</p><button>"
    )
    path = tmp_path / "log.json"
    path.write_bytes(msgspec.json.encode([{"_id": "a", "content": card}]))
    assert read_log(str(path)) == [Entry("", "The axe. It is sharp.")]


def test_speakers_without_a_seat_are_named(fracas: Fracas, tmp_path: Path) -> None:
    """Speakers without a seat are named in a comment, with how often they speak."""
    path = tmp_path / "log.json"
    says = [("Ro", "hello"), ("Kenku", "uhm"), ("Kenku", "well"), ("", "a card")]
    messages = [
        {"_id": str(at), "content": text, "speaker": {"alias": alias}}
        for at, (alias, text) in enumerate(says)
    ]
    path.write_bytes(msgspec.json.encode(messages))
    text = taken_over(fracas, path)
    assert (
        "# Who speaks there and has no seat of that name: Kenku (2), Ro (1).\n" in text
    )
    assert tomllib.loads(text)["scenario"] == "alley"


SHOWN = {
    "alley": True,
    "dice_pool_knives": False,
    "intensity_brawl": False,
    "planets_boulder": False,
    "skill_page": False,
}
"""A scenario of every system -> whether its dice are Fudge dice."""


@pytest.mark.parametrize("scenario", SHOWN)
def test_a_replay_goes_out_and_comes_back(
    fracas: Fracas, tmp_path: Path, scenario: str
) -> None:
    """A replay exported to a log comes back as the same conflict, by its seal."""
    store, log, file = (tmp_path / name for name in ("s.db", "log.json", "r.toml"))
    fracas("run", scenario, "--games", 1, "--seed", "out", "--store", store)
    said = fracas("replay", store, "1", "--foundry", log)
    assert (said.status, said.out) == (0, "")
    back = fracas("transcript", scenario, "--from-foundry", log)
    assert (back.status, back.err) == (0, "")
    assert "# All of it was understood.\n" in back.out
    file.write_text(back.out, "utf-8")
    typed = fracas("transcript", store, "1").out
    assert rounds_in(back.out) == rounds_in(typed)
    followed = follow(str(file))
    assert followed.findings == []
    with open_store(str(store), create=False) as opened:
        conflict = find(opened, "1")
    assert isinstance(conflict, Conflict)
    started, *events, sealed = conflict.events
    assert followed.events[1:] == events
    assert isinstance(sealed, ConflictSealed)
    # A transcript has no agents and no seed, so the seal is that with the opening.
    rows = list(map(encode, [started, *followed.events[1:]]))
    assert stream_seal(conflict.stream_id, conflict.loaded.digest, rows) == sealed.seal
    rolls = [roll for entry in read_log(str(log)) for roll in entry.rolls]
    thrown = [list(event.faces) for event in events if isinstance(event, DiceRolled)]
    assert [list(roll.faces) for roll in rolls] == thrown
    assert {roll.fudge for roll in rolls} == {SHOWN[scenario]}
    assert "already" in fracas("replay", store, "1", "--foundry", log).refused()


def test_every_message_of_the_story_names_its_rules(
    fracas: Fracas, tmp_path: Path
) -> None:
    """Every message of a story names its rules, those with dice too."""
    store, log = tmp_path / "s.db", tmp_path / "log.json"
    fracas("run", "dice_pool_knives", "--games", 1, "--seed", "out", "--store", store)
    fracas("replay", store, "1", "--foundry", log)
    messages: list[dict[str, Any]] = msgspec.json.decode(log.read_bytes())
    told = [message for message in messages if "event" in message["flags"]["fracas"]]
    assert any(message["rolls"] for message in told)
    known = rule_system("dice_pool").rules
    for message in told:
        rules = message["flags"]["fracas"]["rules"]
        assert rules
        assert set(rules) <= set(known)
    assert messages[-1]["content"].startswith("<p>Incapacitated: ")


def test_what_was_played_otherwise_comes_back_so(
    fracas: Fracas, tmp_path: Path
) -> None:
    """Rulings come back with the log; a log of another scenario is refused."""
    store, log, file = (tmp_path / name for name in ("s.db", "log.json", "r.toml"))
    ruling = "pool_die_timing=before_roll_only"
    run = ("run", "alley", "--games", 1, "--seed", "out", "--store", store)
    fracas(*run, "--ruling", ruling)
    fracas("replay", store, "1", "--foundry", log)
    back = fracas("transcript", "alley", "--from-foundry", log)
    assert tomllib.loads(back.out)["rulings"] == dict([ruling.split("=")])
    file.write_text(back.out, "utf-8")
    assert follow(str(file)).findings == []
    other = fracas("transcript", "lamp_market", "--from-foundry", log).refused()
    assert f"{log} is of another scenario than lamp_market, expected a log" in other


def test_dice_that_were_changed_in_a_log_are_said(
    fracas: Fracas, tmp_path: Path
) -> None:
    """Dice changed in a log are taken over, and the change is told."""
    store, log, file = (tmp_path / name for name in ("s.db", "log.json", "r.toml"))
    fracas("run", "planets_boulder", "--games", 1, "--seed", "out", "--store", store)
    fracas("replay", store, "1", "--foundry", log)
    messages: list[dict[str, Any]] = msgspec.json.decode(log.read_bytes())
    number, message = next(
        (n, message) for n, message in enumerate(messages, 1) if message["rolls"]
    )
    roll = msgspec.json.decode(message["rolls"][0])
    first = roll["terms"][0]["results"][0]
    before, first["result"] = first["result"], first["result"] % 6 + 1
    message["rolls"] = [msgspec.json.encode(roll).decode()]
    log.write_bytes(msgspec.json.encode(messages))
    said = fracas("transcript", "planets_boulder", "--from-foundry", log)
    assert said.status == 0
    assert f"message {number}, by " in said.err
    assert f": the dice shown are {first['result']}" in said.err
    assert f", the record says {before}" in said.err
    assert "All of it was understood" not in said.out
    assert f"# Message {number}, by " in said.out
    file.write_text(said.out, "utf-8")
    assert str(first["result"]) in str(tomllib.loads(said.out))


def test_what_a_table_says_beside_it_stays(fracas: Fracas, tmp_path: Path) -> None:
    """Messages that are not ours are taken over as comments."""
    store, log = tmp_path / "s.db", tmp_path / "log.json"
    fracas("run", "alley", "--games", 1, "--seed", "out", "--store", store)
    fracas("replay", store, "1", "--foundry", log)
    messages: list[dict[str, Any]] = msgspec.json.decode(log.read_bytes())
    whole = fracas("transcript", "alley", "--from-foundry", log).out
    bare = {"speaker": {"alias": "GM"}, "content": "Tea?", "flags": {"fracas": 7}}
    log.write_bytes(msgspec.json.encode([*messages[:3], bare, *messages[3:-1]]))
    back = fracas("transcript", "alley", "--from-foundry", log).out
    assert "  # GM: Tea?\n" in back
    assert "# Not understood: 1, which stand" in back
    after, before = tomllib.loads(back), tomllib.loads(whole)
    assert after["unfinished"] is True
    assert "unfinished" not in before
    assert after["round"][:-1] == before["round"][:-1]


def test_names_are_no_html_there(fracas: Fracas, tmp_path: Path) -> None:
    """Names with HTML in them are text in the log."""
    file, store, log = (tmp_path / name for name in ("s.toml", "s.db", "log.json"))
    text = fracas("scenarios", "stuck_door").out
    file.write_text(text.replace("Skala", "<img src=x>"), "utf-8")
    fracas("run", file, "--games", 1, "--seed", "a", "--store", store)
    fracas("replay", store, "1", "--foundry", log)
    messages: list[dict[str, Any]] = msgspec.json.decode(log.read_bytes())
    said = "".join(message["content"] + message["flavor"] for message in messages)
    assert "<img" not in said
    assert "&lt;img src=x&gt;" in said


def test_a_judgement_goes_out_with_its_verdict(fracas: Fracas, tmp_path: Path) -> None:
    """A judgement is the last message of a log and the last heading of Markdown."""
    log = tmp_path / "log.json"
    assert not fracas("replay", "tela_gael_printed", "--foundry", log).status
    *_, last = read_log(str(log))
    assert last.text == "Of what the table said, 34 of 35 hold."
    assert last.alias == "Fracas"
    marked = fracas("replay", "tela_gael_printed", "--markdown").out
    assert marked.endswith("Of what the table said, 34 of 35 hold.\n")
    assert "## Verdict\n" in marked
    clean = fracas("replay", "tela_gael_strict", "--markdown").out
    assert "- All of it is by the rules.\n" in clean
