"""Programs that play, asked by JSON lines, and what follows from any answer."""

import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from sim.audit.store import StoreAudit
from sim.bots.bot import REQUESTS_MAX
from sim.bots.messages import FORMAT, Returns, schema
from sim.bots.telling import Situation, Telling
from sim.casting import roster
from sim.casting.specs import files_of, parse, paths_of, programs_of, split
from sim.check_agent.exchange import check_exchange, read_exchange, record_exchange
from sim.conflict.phrases import in_sentence
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.errors import AgentError, StepError
from sim.hosting.sandbox import Sandbox
from sim.library.scenario import load
from sim.run.chunk import Job, decode_conflicts, play_chunk
from sim.run.run import make_plan, run
from sim.run.sitting import begin_agents
from sim.seam.events import Seat
from sim.seam.protocol import Decision, SeatInfo, Table
from sim.store.store import open_store
from tests.agents.tables import SEED

SCENARIO = "stuck_door"
FIRST = "echo 1"
RECORDED = Path(__file__).parents[1] / "museum" / "bot_format_1.jsonl"
OFFERED = Path(__file__).parents[2] / "docs" / "how-to" / "knives.jsonl"


def shell(folder: Path, answers: str, name: str = "bot") -> str:
    """Write a shell script that does so at each message; return the agent it is."""
    path = folder / name
    path.write_text(f"#!/bin/sh\nwhile read -r m; do\n{answers}\ndone\n", "utf-8")
    return f"cmd:{path}"


def python(folder: Path, code: str, name: str = "bot") -> str:
    """Write a program in Python; return the agent it is."""
    path = folder / name
    # That of a virtual environment reads one more file, which the wall refuses.
    path.write_text(f"#!{Path(sys.executable).resolve()}\n{code}", "utf-8")
    return f"cmd:{path}"


def forfeits(
    bot: str, sandbox: Sandbox = "off", patience: float = 20.0, games: int = 2
) -> set[str]:
    """Return why *bot* forfeits, "" for where it does not."""
    plan = make_plan(load(SCENARIO), [bot, "first", "first"], seed=SEED, games=games)
    plan = structs.replace(plan, patience=patience, sandbox=sandbox)
    played = decode_conflicts(play_chunk(Job(plan, 0, games)))
    assert len(played) == games
    return {dict(conflict.forfeits).get("Wolf-Snarl", "") for conflict in played}


def test_a_spec_of_a_program_is_read_as_one() -> None:
    """The path in a program's spec ends where its settings begin."""
    assert parse("cmd:./a bot:model=x,heat=0.5") == parse(
        "cmd:./a bot:model=x, heat=0.5"
    )
    assert parse("cmd:./bot").name == "cmd:./bot"
    assert split("cmd:./bot:a=1,b=2,steady") == ("cmd:./bot:a=1,b=2", "steady")
    assert list(files_of(["cmd:bot:of=other.py:A,prompt=@p.txt"])) == ["bot", "p.txt"]
    assert list(files_of(["noise:of=cmd:bot:a=1;b=2"], code=True)) == ["bot"]
    assert paths_of("cmd:bot", {"of": "other.py"}) == ["bot"]
    assert programs_of("noise", {"of": "cmd:bot:a=1;b=2", "share": "0.2"}) == ["bot"]
    assert programs_of("mine.py:A", {"of": "steady"}) == []


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ("echo banana", "answered {} with 'banana', expected the number of an option"),
        ("echo 0", "answered {} with 0, expected the number of an option, 1 to 2"),
        ("echo 3", "answered {} with 3, expected the number of an option, 1 to 2"),
        ("echo", "answered {} with nothing, expected the number of an option"),
        ("echo 1.0", "answered {} with '1.0', expected"),
        ("echo '{}'", "answered {} with '{{}}', expected"),
        (
            'echo \'{"choose": 1, "message": 9}\'',
            "answered message 9 where {} was asked",
        ),
        (
            'echo \'{"choose": 1, "conflict": "x"}\'',
            "answered a message of conflict 'x', not of ",
        ),
        ("printf '1\\n2\\n'", "answered {} twice, with '1' and '2'"),
        ("exit 3", "ended with exit status 3 and did not answer {}"),
        ("kill -9 $$", "was ended by SIGKILL and did not answer {}"),
        ("exec 1>&-", "closed its output and did not answer {}"),
    ],
)
def test_what_is_no_answer_is_a_forfeit_that_names_the_message(
    answers: str, why: str, tmp_path: Path
) -> None:
    """An answer that means nothing is a forfeit that names message and mistake."""
    (said,) = forfeits(shell(tmp_path, answers), games=1)
    assert said.startswith(why.format("message 1 (to Wolf-Snarl)"))


def test_a_late_answer_is_a_forfeit_that_names_the_message(tmp_path: Path) -> None:
    """A late answer is a forfeit that names the message and the time allowed."""
    (said,) = forfeits(shell(tmp_path, "sleep 99; echo 1"), patience=1.0, games=1)
    assert said == "gave no answer to message 1 (to Wolf-Snarl) within 1 s"


@pytest.mark.parametrize(
    "second",
    ["printf '1\\n2\\n'", "echo 1; echo 2", "echo 1; sleep 0.03; printf 2"],
)
def test_a_second_answer_is_noticed_however_late_it_comes(
    second: str, tmp_path: Path
) -> None:
    """A second answer is noticed, and the run has the same seal each time."""
    bot = shell(
        tmp_path, f'case $m in *\'"seed":"\'[0-7]*) echo 1;; *) {second};; esac'
    )
    plan = make_plan(load(SCENARIO), [bot, "first", "first"], seed=SEED, games=4)
    results = [run(plan) for _ in range(2)]
    assert results[0].seal == results[1].seal
    assert {line.how == "forfeit" for line in results[0].lines} == {True, False}
    why = "answered message 1 (to Wolf-Snarl) twice, with '1' and '2'"
    assert forfeits(bot, games=4) == {"", why}


def test_a_program_that_never_reads_is_noticed(tmp_path: Path) -> None:
    """A program that writes without reading forfeits before the first message."""
    path = tmp_path / "bot"
    path.write_text("#!/bin/sh\nwhile :; do echo 1; done\n", "utf-8")
    (said,) = forfeits(f"cmd:{path}", games=1)
    assert said == "wrote '1' before it was asked anything"


def test_a_program_that_ends_after_an_answer_gave_it(tmp_path: Path) -> None:
    """A program that ends after an answer fails at the next message."""
    (said,) = forfeits(shell(tmp_path, "echo 1; exit 0"), games=1)
    assert (
        said == "ended with exit status 0 and did not answer message 2 (to Wolf-Snarl)"
    )


def test_what_comes_unasked_is_noticed(tmp_path: Path) -> None:
    """A line before the first message is a forfeit that quotes it."""
    path = tmp_path / "bot"
    path.write_text(
        "#!/bin/sh\necho hello\nwhile read -r m; do echo 1; done\n", "utf-8"
    )
    (said,) = forfeits(f"cmd:{path}", games=1)
    assert said == "wrote 'hello' before it was asked anything"


def test_rules_are_told_on_request(tmp_path: Path) -> None:
    """A program may ask for rules by ID or for all, up to a number of times."""
    code = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["kind"] == "choose":
        rules, wanted = asked["options"][0]["rules"], asked["message"]
        print(json.dumps({"rules": rules + ["XX-1"]}), flush=True)
    elif asked["message"] == wanted + 1:
        assert sorted(asked["rules"]) == sorted(rules) and asked["unknown"] == ["XX-1"]
        assert all(sentence.endswith("]") or len(sentence) > 9
            for sentence in asked["rules"].values())
        print('{"rules": "all"}', flush=True)
    else:
        assert len(asked["rules"]) > len(rules), asked
        print(json.dumps({"choose": 1, "message": asked["message"]}), flush=True)
"""
    assert forfeits(python(tmp_path, code)) == {""}
    endless = shell(tmp_path, "echo '{\"rules\": []}'", "endless")
    (said,) = forfeits(endless, games=1)
    assert said.startswith(f"asked for rules {REQUESTS_MAX} times, and chose nothing")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", "is no program that can be started, expected a first line such as"),
        (
            "#!/no/such/shell\n",
            "cannot be started: No such file or directory; its first",
        ),
    ],
)
def test_what_cannot_be_started_is_refused_before_play(
    text: str, why: str, tmp_path: Path
) -> None:
    """A program that cannot be started is refused before any conflict."""
    path = tmp_path / "bot"
    path.write_text(text, "utf-8")
    with pytest.raises(AgentError, match=why):
        forfeits(f"cmd:{path}", games=1)


def test_what_was_read_is_what_plays(tmp_path: Path) -> None:
    """A program's description has the fingerprint of its bytes, and its settings."""
    bot = shell(tmp_path, FIRST)
    (tmp_path / "prompt.txt").write_text("be bold\nbe brave\n", "utf-8")
    name, version, settings = roster.describe(
        f"{bot}:model=x,prompt=@{tmp_path}/prompt.txt"
    )
    assert name == bot
    assert version.startswith("1+")
    assert len(version) == 34
    assert msgspec.json.decode(settings) == {"model": "x", "prompt": "be bold|be brave"}
    shell(tmp_path, "echo 2")
    assert roster.describe(bot)[1] != version


def test_a_run_of_a_program_audits_clean(tmp_path: Path) -> None:
    """An audit asks a program again in each conflict, and finds nothing."""
    bot = shell(tmp_path, 'case $m in *\'"seed":"\'[0-7]*) echo 1;; *) echo x;; esac')
    with open_store(":memory:", create=True) as store:
        plan = make_plan(load(SCENARIO), [bot, "first", "first"], seed=SEED, games=4)
        result = run(plan, store=store)
        assert {line.how == "forfeit" for line in result.lines} == {True, False}
        assert (
            list(StoreAudit(store, depths=("agents",), sandbox="off").everything())
            == []
        )


ATTEMPTS = """
import json, os, pathlib, socket, subprocess, sys
parent = os.getppid()
here = sys.argv[0]
attempts = {
    "read a file": lambda: open("/etc/passwd").read(),
    "write a file": lambda: open("/tmp/here", "w"),
    "write its own file": lambda: open(here, "r+"),
    "remove a file": lambda: os.unlink("/etc/passwd"),
    "list the root": lambda: os.listdir("/"),
    "the parent's environment": lambda: open(f"/proc/{parent}/environ").read(),
    "the parent's memory": lambda: open(f"/proc/{parent}/mem", "rb"),
    "where the parent stands": lambda: os.readlink(f"/proc/{parent}/cwd"),
    "kill the parent": lambda: os.kill(parent, 9),
    "the network": socket.socket,
    "fork": os.fork,
    "a program": lambda: subprocess.run(["/bin/true"]),
    "leave the session": os.setsid,
    "a program elsewhere": lambda: os.execv(TARGET, [TARGET]),
}
def tried():
    for what, attempt in attempts.items():
        try:
            attempt()
        except PermissionError:
            continue
        except BaseException as error:
            return f"{what}: {error!r}"
        return what
    return "" if set(os.environ) <= {"PATH", "LD_LIBRARY_PATH", "NODE_OPTIONS",
        "PYTHONHASHSEED",
        "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "LC_CTYPE"
    } else " ".join(os.environ)
through = tried()
for line in sys.stdin:
    print(through or 1, flush=True)
"""


@pytest.mark.usefixtures("wall")
def test_what_a_strangers_program_tries_is_refused(tmp_path: Path) -> None:
    """A program behind the wall is refused all that an agent from a file is."""
    target = tmp_path / "target"
    target.write_text("#!/bin/sh\necho 2\n", "utf-8")
    target.chmod(0o755)
    code = ATTEMPTS.replace("TARGET", repr(str(target)))
    assert forfeits(python(tmp_path, code), "wall", games=1) == {""}


@pytest.mark.usefixtures("wall")
@pytest.mark.parametrize("sandbox", ["off", "limits", "wall"])
def test_programs_of_other_languages_play_behind_the_wall(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """A shell script plays behind the wall, also when it becomes another program."""
    assert forfeits(shell(tmp_path, FIRST), sandbox) == {""}
    path = tmp_path / "other"
    path.write_text("#!/bin/sh\nexec sed -u 's/.*/1/'\n", "utf-8")
    assert forfeits(f"cmd:{path}", sandbox) == {""}


@pytest.mark.usefixtures("wall")
@pytest.mark.skipif(not Path("/usr/bin/node").exists(), reason="there is no Node")
def test_a_program_of_node_plays_behind_the_wall(tmp_path: Path) -> None:
    """A program of Node plays, with and without the wall."""
    path = tmp_path / "bot"
    path.write_text(
        "#!/usr/bin/env node\n"
        "require('readline').createInterface({input: process.stdin})\n"
        "  .on('line', line => console.log(JSON.parse(line).options.length))\n",
        "utf-8",
    )
    assert forfeits(f"cmd:{path}", "wall", games=1) == {""}
    assert forfeits(f"cmd:{path}", games=1) == {""}


@pytest.mark.usefixtures("wall")
def test_its_own_first_line_opens_no_folder(tmp_path: Path) -> None:
    """The interpreter that a program names opens no folder behind the wall."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "sh").symlink_to("/bin/sh")
    own = tmp_path / "bin" / "own"
    own.write_bytes(Path("/bin/sh").read_bytes())
    own.chmod(0o755)
    path = tmp_path / "bot"
    path.write_text(f"#!{own}\nwhile read -r m; do echo 1; done\n", "utf-8")
    assert forfeits(f"cmd:{path}", games=1) == {""}
    with pytest.raises(AgentError, match="Permission denied"):
        forfeits(f"cmd:{path}", "wall", games=1)


@pytest.mark.usefixtures("wall")
def test_a_program_within_an_agent_plays_behind_the_wall(tmp_path: Path) -> None:
    """A program within another agent plays behind the wall."""
    bot = shell(tmp_path, FIRST)
    assert forfeits(f"noise:of={bot}", "wall") == {""}


def test_what_happened_is_told_as_in_the_story() -> None:
    """A program is told every event in the same sentence as the story has it."""
    loaded = load("dice_pool_knives")
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    first = system.initial(loaded.scenario)
    agents = begin_agents([roster.make("uniform")] * 2, system, seats, b"k")
    events = play(system, first, agents, KeyedDice(b"k"), seats=seats).events
    story: list[str] = []
    state = first
    for event in (ours := [event for event in events if type(event) in system.events]):
        story.append(in_sentence(system, state, event))
        state = system.evolve(state, event)
    situation = Situation.of(first, loaded.scenario)
    telling = Telling(Table(system, Seat(0), seats, b"k"), {}, situation)
    told = [*telling._in_words(ours[:30], state), *telling._in_words(ours[30:], state)]
    assert len(ours) > 30
    assert [event.words for event in told] == story


def test_an_exchange_is_recorded_and_sent_again(tmp_path: Path) -> None:
    """A recorded exchange is sent again, and an answer that differs is found."""
    loaded, path = [load(SCENARIO)], tmp_path / "said.jsonl"
    first, last = shell(tmp_path, FIRST, "a"), shell(tmp_path, "echo 2", "b")

    def sent(spec: str, agent: str) -> Mapping[str, bool]:
        path.write_bytes(b"".join(record_exchange(agent, loaded, 2, lambda _: None)))
        checks = check_exchange(spec, str(path), 9.0, lambda _: None)
        return {check.name: check.passed for check in checks}

    assert sent(first, "first") == {"answers": True, "alike": True, "time": True}
    assert sent(last, "first") == {"answers": True, "alike": True, "time": True}
    assert sent(last, last) == {"answers": True, "alike": True, "time": True}
    shell(tmp_path, FIRST, "b")
    checks = check_exchange(last, str(path), 9.0, lambda _: None)
    assert [check.passed for check in checks] == [True, False, True]
    assert "with 1, line 1 of" in checks[1].sentence
    shell(tmp_path, "echo no", "b")
    checks = check_exchange(last, str(path), 9.0, lambda _: None)
    assert [check.passed for check in checks] == [False, False, True]
    assert "line 1 of" in checks[0].sentence


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is empty, expected a line of JSON"),
        ("{}", "line 1 of .* is no exchange: Object missing required field"),
        ("[", "line 1 of .* is no exchange"),
    ],
)
def test_what_is_no_exchange_is_refused(text: str, why: str, tmp_path: Path) -> None:
    """A file that is no exchange is refused in a sentence with the line."""
    path = tmp_path / "said.jsonl"
    path.write_text(text, "utf-8")
    with pytest.raises(StepError, match=why):
        read_exchange(str(path))


def test_an_exchange_that_nobody_can_have_had_is_refused(tmp_path: Path) -> None:
    """An answer must be one of the options, and messages must be numbered in order."""
    (line, *_) = record_exchange("first", [load(SCENARIO)], 1, lambda _: None)
    path = tmp_path / "said.jsonl"
    assert line.endswith(b'"answer":1}\n')
    for wrong in (b"0", b"9", b"-1"):
        path.write_bytes(
            line * 2 + line.replace(b'"answer":1}', b'"answer":%s}' % wrong)
        )
        why = f"line 3 of .* has the answer {int(wrong)}, expected .*, 1 to 2"
        with pytest.raises(StepError, match=why):
            read_exchange(str(path))
    path.write_bytes(line.replace(b'"number":2', b'"number":3'))
    with pytest.raises(
        StepError, match=r"line 1 of .* numbered \[1, 3\], expected 1, 2"
    ):
        read_exchange(str(path))


def test_the_exchange_that_the_page_offers_is_what_its_command_prints() -> None:
    """`check` with --record writes the exchange that the page offers for download."""
    lines = record_exchange("steady", [load("dice_pool_knives")], 1, lambda _: None)
    assert b"".join(lines) == OFFERED.read_bytes()
    assert len(read_exchange(str(OFFERED))) == 9


def test_a_message_explains_itself() -> None:
    """A message says what it is about, its endings, the seats and what is at stake."""
    line = read_exchange(str(OFFERED))[2]
    asked = line.message
    loaded = load("dice_pool_knives")
    assert (asked.scenario, asked.about) == (
        loaded.scenario.title,
        loaded.scenario.about,
    )
    assert asked.task.startswith("You choose for Ana. Against you: Boris. At the end")
    assert [(seat.name, seat.role) for seat in asked.seats] == [
        ("Ana", "you"),
        ("Boris", "against you"),
    ]
    endings = {ending.how: ending.words for ending in asked.endings}
    assert endings.keys() == {*loaded.system.endings, "forfeit"}
    assert {option.words: option.returns for option in asked.options}[
        "Ana gives up."
    ] == Returns(wins=1.0, loses=0.0, leaves=0.0)
    assert all(option.returns is not None for option in asked.options)


@pytest.mark.parametrize(
    ("seat", "roles", "task"),
    [
        (
            0,
            ["you", "with you", "against you", "judges"],
            "With you: B. Against you: C.",
        ),
        (3, ["", "", "", "you"], "You take no side, and nothing is returned to you"),
    ],
)
def test_a_message_says_who_sits_where(seat: Seat, roles: list[str], task: str) -> None:
    """A message tells the task, and each seat's role; a judge has no side."""
    system = load(SCENARIO).system
    seats = tuple(
        SeatInfo(name, side) for name, side in zip("ABCJ", (0, 0, 1, None), strict=True)
    )
    view = system.initial(load(SCENARIO).scenario)
    telling = Telling(Table(system, seat, seats, b"k"), {})
    asked = telling.question(Decision(seat, (), view), ())
    assert [seat.role for seat in asked.seats] == roles
    assert task in asked.task


def test_an_exchange_of_another_format_is_refused(tmp_path: Path) -> None:
    """An exchange of another format is refused, and so is an agent of ours."""
    (line, *_) = record_exchange("first", [load(SCENARIO)], 1, lambda _: None)
    path = tmp_path / "said.jsonl"
    path.write_bytes(line.replace(b'"format":1', b'"format":2'))
    with pytest.raises(StepError, match="has messages of format 2, expected 1"):
        read_exchange(str(path))
    with pytest.raises(AgentError, match="found steady, expected a program"):
        check_exchange("steady", str(path), 9.0, lambda _: None)


def test_messages_have_all_fields_that_they_had_with_format_1() -> None:
    """Messages still have every field that format 1 had, of the same type."""
    assert FORMAT == 1
    assert read_exchange(str(RECORDED))
    old = msgspec.json.decode(RECORDED.read_bytes().splitlines()[0])["message"]
    (first, *_) = record_exchange("first", [load(SCENARIO)], 1, lambda _: None)
    new = msgspec.json.decode(first)["message"]
    for before, now in (
        (old, new),
        (old["seats"][0], new["seats"][0]),
        (old["options"][0], new["options"][0]),
        (old["since"][0], new["since"][0]),
    ):
        kinds = {name: type(value) for name, value in now.items()}
        for name, value in before.items():
            assert kinds[name] is type(value), name


def test_the_schema_says_what_every_field_means() -> None:
    """The schema describes every field of messages, answers and exchanges."""
    definitions = schema()["$defs"]
    assert {"Question", "Rules", "Answer", "Exchange", "Option"} <= set(definitions)
    for form in definitions.values():
        for name, field in form["properties"].items():
            assert name == "kind" or field["description"].endswith("."), name
