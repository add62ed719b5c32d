"""Agents given as classes and objects: what they are called, and how they play."""

import multiprocessing
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from types import FunctionType
from typing import Any

import msgspec
import pytest

import fracas
from sim.agents.bold import Bold
from sim.agents.noise import Noise
from sim.casting import objects
from sim.casting.class_code import code_mark
from sim.casting.given import spec_of
from sim.casting.objects import Given
from sim.errors import AgentError
from sim.run.code import fingerprint
from sim.run.workers import new_pool
from tests.python.players import Pick, Plain, Trained

HERE = "tests.python.players"
ROOT = Path(__file__).parents[2]


def shifted() -> Pick:
    """Return an agent that is no longer what it was made."""
    agent = Pick(at=1)
    agent.at = 2
    return agent


@pytest.mark.parametrize(
    ("agent", "spec"),
    [
        ("bold:lead=0.5", "bold:lead=0.5"),
        (Plain, f"{HERE}.Plain"),
        (Plain(), f"{HERE}.Plain"),
        (Pick(at=2), f"{HERE}.Pick:at=2"),
        (Pick(2), f"{HERE}.Pick:at=2"),
        (Pick(at=0), f"{HERE}.Pick"),
        (Pick(word="a,b"), f'{HERE}.Pick:word="a,b"'),
        (Bold, "bold"),
        (Bold(lead=0.5), "bold:lead=0.5"),
        (Noise(of=Bold(lead=0.3, price=1.0)), "noise:of=bold:lead=0.3;price=1.0"),
        (Noise(of=Pick(at=3)), f"noise:of={HERE}.Pick:at=3"),
    ],
)
def test_an_agent_is_known_by_a_text(agent: fracas.AgentGiven, spec: str) -> None:
    """An agent given in Python has a spec of its name and settings."""
    assert spec_of(agent) == spec


@pytest.mark.parametrize(
    "agent",
    [
        shifted(),
        Trained([2.0]),
        Pick(word='"a", b'),
        Pick(word="@file"),
        Pick(word=" around "),
    ],
)
def test_what_settings_do_not_say_is_known_by_a_fingerprint(agent: Any) -> None:  # noqa: ANN401
    """What an agent's settings do not tell is told by a fingerprint of its contents."""
    first = spec_of(agent)
    assert first.startswith(f"{HERE}.{type(agent).__name__}#")
    assert spec_of(agent) == first
    agent.more = 1
    assert spec_of(agent) != first


@pytest.mark.parametrize(
    "agents", [[Plain, "steady"], [shifted(), Pick(at=1)], [Trained([1.0])] * 2]
)
def test_it_plays_the_same_wherever_it_plays(agents: list[Any]) -> None:
    """A given agent plays the same again, alone or in threads."""
    options: dict[str, Any] = {"games": 40, "seed": "given"}
    alone = fracas.run("stuck_door", agents, **options)
    assert fracas.run("stuck_door", agents, **options).seal == alone.seal
    with ThreadPoolExecutor(2) as threads:
        shared = fracas.run("stuck_door", agents, **options, executor=threads)
    assert shared.seal == alone.seal
    assert not alone.forfeits


def test_a_class_plays_as_its_object_and_as_its_file_do(tmp_path: Path) -> None:
    """A class, its object and its file play the same."""
    file = tmp_path / "plain.py"
    file.write_text(
        "from fracas import Agent\n\n\nclass Plain(Agent):\n"
        "    def choose(self, asked):\n        return asked.options[-1]\n"
    )
    runs = [
        fracas.run("stuck_door", [agent], games=20, seed="three")
        for agent in (Plain, Plain(), f"{file}:Plain")
    ]
    assert runs[0].seal == runs[1].seal
    figures = [run.summary.to_dict() for run in runs]
    assert figures[0] == figures[1] == figures[2]


@pytest.mark.slow
def test_worker_processes_play_and_audit_what_they_can_import(tmp_path: Path) -> None:
    """Given agents play and are audited in worker processes."""
    agents: list[Any] = [Pick(at=1), Trained([1.0])]
    options: dict[str, Any] = {"games": 40, "seed": "workers"}
    alone = fracas.run("stuck_door", agents, **options)
    target = str(tmp_path / "w.db")
    with fracas.open_store(target, create=True) as store:
        shared = fracas.run("stuck_door", agents, **options, store=store, workers=2)
        assert shared.seal == alone.seal
        assert fracas.audit(store, target=target, workers=2) == []
    cups = [
        fracas.tournament(["stuck_door"], agents, games=8, seed="w", workers=workers)
        for workers in (1, 2)
    ]
    assert cups[0].seal == cups[1].seal
    with new_pool(1) as pool:
        other = fracas.run("stuck_door", agents, **options, executor=pool)
    assert other.seal == alone.seal


def local() -> type[Pick]:
    """Return a class that nothing can import."""

    class Local(Pick):
        """Inside a function."""

    return Local


def test_a_local_class_plays_here_and_is_refused_elsewhere() -> None:
    """A local class plays here, and is refused for worker processes."""
    kind = local()
    assert fracas.run("stuck_door", [kind(at=1)], games=3, seed="l").lines
    with pytest.raises(AgentError, match=r"cannot be played by worker processes"):
        fracas.run("stuck_door", [kind], games=3, seed="l", workers=2)
    with (
        ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool,
        pytest.raises(AgentError, match=r"put it into a file"),
    ):
        fracas.run("stuck_door", [kind], games=3, seed="l", executor=pool)


NOTEBOOK = """
import fracas

class Mine(fracas.Agent):
    def choose(self, asked):
        return asked.options[0]

print(fracas.run("stuck_door", [Mine], games=3, seed="n").agents)
fracas.run("stuck_door", [Mine], games=3, seed="n", workers=2)
"""


def test_a_class_in_a_notebook_is_refused_for_what_it_is() -> None:
    """A class of a notebook is refused for worker processes by what it is."""
    done = subprocess.run(
        [sys.executable, "-c", NOTEBOOK],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.stdout.startswith("('__main__.Mine', ")
    last = done.stderr.strip().splitlines()[-1]
    assert "it is defined in a notebook or at a prompt" in last
    assert "play with workers=1" in last


SCRIPT = """
import fracas

class Mine(fracas.Agent):
    def choose(self, asked):
        return asked.options[0]

if __name__ == "__main__":
    options = dict(games=20, seed="n")
    runs = [fracas.run("stuck_door", [Mine], workers=n, **options) for n in (1, 2)]
    print(len({one.seal for one in runs}))
"""


@pytest.mark.slow
def test_a_class_in_a_script_plays_in_workers(tmp_path: Path) -> None:
    """A class of a script plays in worker processes."""
    file = tmp_path / "mine.py"
    file.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, str(file)],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert done.stdout == "1\n"


class Needy(fracas.Agent):
    """Cannot be copied."""

    def __init__(self) -> None:
        self.lock = threading.Lock()


@pytest.mark.parametrize(
    ("agents", "said"),
    [
        ([3], "3 is no agent, expected a name, a class derived from fracas.Agent"),
        ([len], "is no agent"),
        ([Trained], "the setting weights of Trained needs a default value, or give an"),
        ([Needy()], "this Needy cannot be copied, and copies of it are what plays"),
        ([fracas.Agent], "has no method choose"),
        (Pick, "agents are a list, one a seat"),
        ("steady,bold", "agents are a list, one a seat"),
        ([local()(at=1), local()(at=2)], "two classes are both called"),
        (["tests.Nobody"], "the class tests.Nobody is not known here"),
    ],
)
def test_what_is_no_agent_is_refused_in_a_sentence(agents: Any, said: str) -> None:  # noqa: ANN401
    """What is no agent is refused in a sentence."""
    with pytest.raises(fracas.FracasError, match=r"(?s).*") as refused:
        fracas.run("stuck_door", agents, games=1)
    assert said in str(refused.value)


def test_a_record_says_which_class_with_which_settings_played() -> None:
    """A record has the class, code and settings of a given agent."""
    taken = fracas.play("stuck_door", [Pick(at=1), Trained([1.0])], seed="r").events[0]
    seats = msgspec.to_builtins(taken.seats)  # type: ignore[attr-defined] # ConflictStarted
    assert seats[0][1] == f"{HERE}.Pick"
    assert seats[0][2] == f"1+{code_mark(Pick)}"
    assert seats[0][3] == '{"at":1,"word":"x"}'
    assert seats[1][1].startswith(f"{HERE}.Trained#")
    assert seats[1][2].startswith(f"1+{code_mark(Trained)}+")


@pytest.fixture
def forgotten(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return what makes this process one in which nothing was given."""
    return lambda: monkeypatch.setattr(objects, "_KNOWN", {})


@pytest.mark.parametrize("record", ["full", "seal"])
def test_an_audit_asks_again_what_is_given_again(
    record: Any,  # noqa: ANN401
    forgotten: Callable[[], None],
) -> None:
    """An audit asks given agents again if they are given to it, and else stops."""
    with fracas.open_store(":memory:", create=True) as store:
        fracas.run(
            "stuck_door",
            [Pick(at=1), Trained([1.0])],
            games=4,
            seed="a",
            store=store,
            record=record,
        )
        assert fracas.audit(store) == []
        forgotten()
        findings = fracas.audit(store)
        assert {finding.weight for finding in findings} == {"stop"}
        assert any(
            "known only to the program that gives it" in str(o) for o in findings
        )
        assert fracas.audit(store, agents=[Pick, Trained([1.0])]) == []


def test_other_code_or_contents_are_not_asked_for_those_that_played(
    forgotten: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent with other code or contents is not asked in an audit."""
    with fracas.open_store(":memory:", create=True) as store:
        agents = [Pick(at=1), Trained([1.0])]
        fracas.run("stuck_door", agents, games=2, seed="a", store=store)
        forgotten()
        monkeypatch.setattr("tests.python.players.STEP", 2)
        findings = fracas.audit(store, agents=[Pick, Trained([2.0])])
    assert {finding.weight for finding in findings} == {"stop"}
    assert any("is version 1+" in str(finding) for finding in findings)
    assert any(
        "#" in str(finding) and "not known here" in str(finding) for finding in findings
    )


def test_the_code_is_what_a_class_does() -> None:
    """The mark of a class's code covers all it uses in its module, but no comment."""

    def marked(source: str) -> str:
        # a variable called as an attribute is has nothing to do with it
        names: dict[str, Any] = {"__name__": "somewhere", "options": len(source)}
        exec(f"from fracas import Agent\n{source}", names)  # noqa: S102 - two modules
        return code_mark(names["Mine"])

    whole = (
        "def helper(n):\n    return n + 1\nSTEP = {'a': 1, 'b': (2, 3)}\n"
        "class Base(Agent):\n    pass\n"
        "class Mine(Base):\n    price = 2\n"
        "    def choose(self, asked, *, far=3):\n"
        "        asked.options\n"
        "        return [helper(x) for x in (STEP['a'], far)]\n"
    )
    same = marked(whole)
    assert marked(f"# a comment\n\n{whole}") == same
    for old, new in (
        ("n + 1", "n + 2"),
        ("(2, 3)", "(2, 4)"),
        ("price = 2", "price = 3"),
        ("far=3", "far=4"),
        ("    pass", "    also = 1"),
        ("(STEP['a'], far)", "(far, STEP['a'])"),
    ):
        assert old in whole
        assert marked(whole.replace(old, new)) != same


def test_what_came_with_a_job_must_be_what_it_was(
    forgotten: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker whose module has other code refuses to play."""
    spec = spec_of(Pick(at=1))
    (given,) = objects.objects_for([spec, "steady", "", "x:y"])
    sent = pickle.dumps(given)
    forgotten()
    assert pickle.loads(sent) == given  # noqa: S301
    monkeypatch.setattr("tests.python.players.STEP", 2)
    arrived = pickle.loads(sent)  # noqa: S301
    assert isinstance(arrived, Given)
    assert arrived.kind is None
    with pytest.raises(AgentError, match="has other code here"):
        objects.find(given.name)


def test_what_cannot_be_imported_is_said_by_the_worker(
    forgotten: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent that a worker cannot import is refused in a sentence."""
    spec = spec_of(Plain)
    sent = pickle.dumps(objects.objects_for([spec]))
    forgotten()
    monkeypatch.delattr("tests.python.players.Plain")
    pickle.loads(sent)  # noqa: S301
    with pytest.raises(AgentError, match="cannot be loaded in a worker process"):
        objects.find(spec)


def test_a_module_without_files_has_code_all_the_same() -> None:
    """A module without a file has a fingerprint too."""
    assert fingerprint("__main__")
    assert isinstance(local, FunctionType)


def test_settings_are_refused_where_there_are_none() -> None:
    """Settings for a class that takes none are refused."""
    plain: Any = Plain
    with pytest.raises(TypeError, match="Plain\\(\\) takes no settings"):
        plain(at=1)
