"""Which agent played is recorded by the bytes that were read, not by its own claim."""

from hashlib import blake2b
from pathlib import Path

import pytest
from msgspec import structs

from sim.audit.store import StoreAudit
from sim.casting.agent_files import check_marks, fingerprint, weak_fingerprint
from sim.casting.roster import describe as describe_here
from sim.errors import AgentError, StoreError
from sim.hosting import host, process
from sim.hosting.agents import describe, described_again, make, seated
from sim.library.scenario import load
from sim.run.run import make_plan, run
from sim.seam.events import SeatTaken
from sim.store.store import open_store
from tests.agents.tables import SEED

MINE = """
from sim.seam.protocol import Agent


class Mine(Agent):
    version = "7"

    def choose(self, asked):
        return asked.options[0]
"""
CLAIMS = """
import sim.hosting.child
said = ({name!r}, {version!r}, {settings!r})
sim.hosting.child.own_description = lambda *_, **__: said
"""
WRITES = """
import os, struct, msgspec
words = msgspec.msgpack.encode(["", "", ["steady", "1", "{}"], False, []])
for number in range(3, 32):
    try:
        # Once for the import of this file, and once for the agent.
        os.write(number, 2 * (struct.pack("!i", len(words)) + words))
    except OSError:
        pass
"""


def file(folder: Path, text: str = "", called: str = "Mine") -> str:
    """Return the path of an agent's file that begins with *text*."""
    path = folder / "mine.py"
    path.write_text(text + MINE.replace("Mine", called), "utf-8")
    return str(path)


def test_the_fingerprint_is_of_the_bytes_that_were_read(tmp_path: Path) -> None:
    """The version of an agent has the fingerprint, of 16 bytes, of its file."""
    path = file(tmp_path)
    mark = blake2b(Path(path).read_bytes(), digest_size=16).hexdigest()
    due = (f"{path}:Mine", f"7+{mark}", "{}")
    assert describe(path) == due
    assert describe(f"{path}:Mine") == due
    assert describe_here(path) == due
    assert describe(f"noise:of={path}")[1] == f"2 of 7+{mark}"


@pytest.mark.parametrize(
    ("name", "version", "settings", "refused"),
    [
        ("steady", "1", "{}", "says that it is 'steady'"),
        ("elsewhere.py:Mine", "1", "{}", "says that it is 'elsewhere.py:Mine'"),
        ("{path}:Mine", "1+00", "{}", "without a +"),
        ("{path}:Mine", "1\n", "{}", "plain characters"),
        ("{path}:Mine", "1" * 500, "{}", "at most 100"),
        ("{path}:Mine", "1", "[]", "its settings are"),
        ("{path}:Mine", "1", "no JSON", "its settings are"),
        ("{path}:Mine", "1", '{"of": "/etc/other.py"}', "its settings are"),
    ],
)
def test_a_claim_that_cannot_be_is_refused(
    tmp_path: Path, name: str, version: str, settings: str, refused: str
) -> None:
    """An agent's claim about its name, version or settings is refused if impossible."""
    path = str(tmp_path / "mine.py")
    said = name.format(path=path)
    text = CLAIMS.format(name=said, version=version, settings=settings)
    with pytest.raises(AgentError, match=r"mine\.py") as raised:
        describe(f"{file(tmp_path, text)}:Mine")
    assert refused in str(raised.value)


@pytest.mark.usefixtures("wall")
def test_who_writes_the_answer_itself_is_not_believed(tmp_path: Path) -> None:
    """An agent that writes our answer itself is not believed."""
    path = file(tmp_path, WRITES)
    for spec in (path, f"{path}:Mine"):
        with pytest.raises(AgentError, match="says that it is 'steady'"):
            describe(spec, "wall")


@pytest.mark.parametrize("called", ["steady", "bold", "mcts"])
def test_nobody_is_called_as_an_agent_of_ours(tmp_path: Path, called: str) -> None:
    """An agent from a file may not have a name of ours."""
    path = file(tmp_path, called=called)
    for spec in (path, f"{path}:{called}"):
        for told in (describe, describe_here):
            with pytest.raises(AgentError, match=f"calls its agent {called}"):
                told(spec)


def weakly(path: str) -> SeatTaken:
    """Return a seat as it was recorded when fingerprints had 32 bits."""
    mark = weak_fingerprint(Path(path).read_bytes())
    return SeatTaken("Ann", f"{path}:Mine", f"7+{mark}", "{}")


def test_a_weak_fingerprint_is_not_enough_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record with a weak fingerprint is accepted only where that is asked for."""
    path = file(tmp_path)
    taken = weakly(path)
    with monkeypatch.context() as patched:
        for module in (host, process):
            patched.setattr(module, "Child", None)
        for again in (lambda: seated(taken), lambda: described_again(path, taken)):
            with pytest.raises(AgentError, match="weak fingerprint of 32 bits"):
                again()
    assert check_marks(taken, [path], weak=True)
    assert described_again(path, taken, "off", weak=True) == taken
    Path(path).write_text(MINE + "#", "utf-8")
    with pytest.raises(AgentError, match=fingerprint(MINE.encode() + b"#")):
        seated(taken, weak=True)


def test_the_strong_one_must_be_all_of_it(tmp_path: Path) -> None:
    """A record is accepted only if its fingerprint is the file's and nothing more."""
    path = file(tmp_path)
    right = fingerprint(Path(path).read_bytes())
    for version in (f"7+{right}+{right}", f"7+00+{right}", "7", f"7+{right[:8]}00"):
        with pytest.raises(AgentError, match="is version"):
            check_marks(SeatTaken("Ann", f"{path}:Mine", version), [path])
    check_marks(SeatTaken("Ann", f"{path}:Mine", f"7+{right}"), [path])


@pytest.mark.usefixtures("wall")
def test_an_old_store_is_audited_when_it_is_asked_for(tmp_path: Path) -> None:
    """An old store's agents are audited only with --weak-fingerprints."""
    path = file(tmp_path)
    plan = make_plan(load("guitar_duel"), (path, "steady"), seed=SEED, games=1)
    first, *others = _seats(plan.agents)
    old = (structs.replace(weakly(path), seat=first.seat), *others)
    with open_store(str(tmp_path / "own.db"), create=True) as store:
        run(structs.replace(plan, taken=old, weak=True), store=store)
        stops = list(StoreAudit(store).everything())
        assert {(stop.depth, stop.weight) for stop in stops} == {("agents", "stop")}
        assert "--weak-fingerprints" in stops[0].expected
        assert list(StoreAudit(store, weak=True).everything()) == []


@pytest.mark.usefixtures("wall")
def test_an_old_run_is_not_resumed(tmp_path: Path) -> None:
    """A run with weak fingerprints cannot be resumed, and the error says why."""
    path = file(tmp_path)
    plan = make_plan(load("guitar_duel"), (path, "steady"), seed=SEED, games=1)
    first, *others = _seats(plan.agents)
    old = (structs.replace(weakly(path), seat=first.seat), *others)
    with open_store(str(tmp_path / "own.db"), create=True) as store:
        run(structs.replace(plan, taken=old, weak=True), store=store)
        with pytest.raises(StoreError, match="fingerprint of 32 bits") as raised:
            run(plan, store=store, resume=True)
    assert "audited (--weak-fingerprints) but not resumed" in str(raised.value)
    assert path in str(raised.value)


def _seats(specs: tuple[str, ...]) -> list[SeatTaken]:
    seats = load("guitar_duel")
    names = [seat.name for seat in seats.system.seats(seats.scenario)]
    return [
        SeatTaken(name, *describe(spec))
        for name, spec in zip(names, specs, strict=True)
    ]


def test_ours_are_made_here(tmp_path: Path) -> None:
    """Agents of ours are made in this process, and those from files are hosted."""
    assert type(make("steady")).__name__ == "Steady"
    assert type(make(file(tmp_path))) is host.HostedAgent
