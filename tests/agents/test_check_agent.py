"""`fracas check-agent` finds what is wrong with an agent, and nothing else."""

from pathlib import Path
from subprocess import run
from sys import executable

import pytest

from sim.check_agent.checks import check_agent, conflicts_to_play
from sim.errors import AgentError, UnknownNameError
from sim.library.scenario import load
from tests.agents.tables import TOY_LOADED

pytestmark = pytest.mark.usefixtures("few_objects")

HEAD = """
import random
from sim.seam.protocol import Agent

class Mine(Agent):
    kept = []
    def choose(self, asked):
"""
FAULTS = [
    ("raise KeyError('oh')", {"raises-nothing"}),
    ("return 42", {"offered"}),
    ("return None", {"offered"}),
    ("return asked.options[0] if asked.view.round % 2 else 1 / 0", {"raises-nothing"}),
    ("return random.choice(asked.options)", {"repeatable"}),
    ("self.last = asked; return asked.options[0]", set[str]()),
    ("self.kept.append(asked); return asked.options[0]", {"lets-go"}),
    (
        "self.kept.append(1); return asked.options[len(self.kept) % 3]",
        {"repeatable", "forgets"},
    ),
    (
        """self.kept = [*self.kept, 1]; return asked.options[len(self.kept) % 3]
    def memory(self): return ()""",
        {"forgets", "remembers"},
    ),
    (
        "return asked.options[0]\n    def memory(self): return []",
        {"remembers"},
    ),
]


def failed(spec: str) -> set[str]:
    """Return the names of the checks that *spec* fails on the toy."""
    checks = check_agent(spec, [TOY_LOADED])
    assert all(check.sentence for check in checks)
    return {check.name for check in checks if check.judged and not check.passed}


@pytest.mark.parametrize(
    ("body", "why", "shown"),
    [
        ("raise KeyError('oh')", "it crashed", {"described", "raises-nothing"}),
        (
            "return 42",
            "nothing it answered was offered",
            {
                *("described", "raises-nothing", "offered"),
                *("leaves-questions", "lets-go", "time"),
            },
        ),
    ],
)
def test_what_an_agent_without_an_answer_does_not_show_is_not_judged(
    tmp_path: Path, body: str, why: str, shown: set[str]
) -> None:
    """What an agent without an answer does not show is not judged, which is said."""
    path = tmp_path / "mine.py"
    path.write_text(f"{HEAD}        {body}\n", encoding="utf-8")

    checks = check_agent(f"{path}:Mine", [TOY_LOADED])
    assert {check.name for check in checks if check.judged} == shown
    for check in checks:
        if not check.judged:
            assert not check.passed
            assert f"not judged: {why}, at each of its" in check.sentence


@pytest.mark.parametrize("spec", ["uniform", "steady", "lookahead:samples=1"])
def test_check_agent_passes_the_good(spec: str) -> None:
    """Agents of the roster pass every check."""
    assert failed(spec) == set()


@pytest.mark.parametrize(("body", "names"), FAULTS)
def test_check_agent_names_the_fault(
    tmp_path: Path, body: str, names: set[str]
) -> None:
    """Each fault fails its own checks and no others."""
    path = tmp_path / "mine.py"
    path.write_text(f"{HEAD}        {body}\n", encoding="utf-8")

    assert failed(f"{path}:Mine") == names


STOCHASTIC = """
from sim.seam.protocol import Agent

class Mine(Agent):
    draws = True

    def memory(self):
        return {memory}

    def choose(self, asked):
        return asked.options[int(self.table.random.random() * len(asked.options))]

    def chances(self, asked):
        return {chances}
"""
EVEN = "{one: 1 / len(asked.options) for one in asked.options}"


@pytest.mark.parametrize(
    ("memory", "chances", "said"),
    [
        ("()", EVEN, "it chooses with the chances that it declares ("),
        ("()", "{asked.options[0]: 1.0}", "it does not choose with the prob"),
        ("()", "{asked.options[0]: 0.5}", "it told chances that are not above 0 or"),
        ("()", "{}[0]", "it raised KeyError: 0, at mine.py, line "),
        ("1 / 0", EVEN, "it raised ZeroDivisionError: division by zero, at mine.py"),
        ("None", EVEN, "it does not say what it remembers (`Agent.memory`)"),
    ],
)
def test_check_agent_holds_chances_against_what_is_drawn(
    tmp_path: Path, memory: str, chances: str, said: str
) -> None:
    """Chances that an agent tells are compared with its draws, and must agree."""
    path = tmp_path / "mine.py"
    path.write_text(STOCHASTIC.format(memory=memory, chances=chances), encoding="utf-8")

    told: list[int] = []
    checks = check_agent(f"{path}:Mine", [TOY_LOADED], progress=told.append)
    (check,) = (check for check in checks if check.name == "chances")
    assert check.sentence.startswith(said)
    assert check.passed == (chances == EVEN and memory == "()")
    assert told[-1] == conflicts_to_play(f"{path}:Mine", [TOY_LOADED])


def test_check_agent_finds_an_altered_question(tmp_path: Path) -> None:
    """An agent that forces a change in its question fails the check for that."""
    path = tmp_path / "mine.py"
    body = "import msgspec; msgspec.structs.force_setattr(asked, 'who', 9)"
    path.write_text(
        f"{HEAD}        {body}; return asked.options[0]\n", encoding="utf-8"
    )

    assert failed(f"{path}:Mine") == {"leaves-questions"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            """        for option in asked.options:
            force_setattr(option, "who", 99)
        for name in type(asked.view).__struct_fields__:
            force_setattr(asked.view, name, None)
        return asked.options[0]
""",
            "choice 1: it altered the question",
        ),
        (
            """        return asked.options[0]
    listens = True
    def observe(self, event):
        for name in type(event).__struct_fields__:
            force_setattr(event, name, None)
""",
            "it altered the event",
        ),
        (
            """        return asked.options[0]
    def begin(self, table):
        force_setattr(table.seats[0], "name", "Nobody")
""",
            "sitting down: it altered the seats",
        ),
        (
            """        return asked.options[0]
    def begin(self, table):
        force_setattr(table.rules, "evolve", None)
""",
            "sitting down: it altered the rule system",
        ),
        (
            """        self.last = asked
        return asked.options[0]
    last = None
    def memory(self):
        if self.last is not None:
            force_setattr(self.last.view, "round", 99)
        return ()
""",
            "choice 1: it altered the question",
        ),
        (
            """        self.last = asked
        return asked.options[0]
    listens = True
    last = None
    def observe(self, event):
        if self.last is not None:
            force_setattr(self.last.view, "round", 99)
""",
            "it altered the question",
        ),
        (
            """        return asked.options[0]
    listens = True
    def begin(self, table):
        self.heard = []
    def observe(self, event):
        self.heard.append(event)
        if len(self.heard) > 1:
            for name in type(self.heard[0]).__struct_fields__:
                force_setattr(self.heard[0], name, None)
""",
            "it altered the event after the next one",
        ),
        (
            """        for one in self.table.weigh(asked):
            force_setattr(one, "win", 2.0)
        return asked.options[0]
""",
            "choice 1: it altered an appraisal",
        ),
        (
            """        for one in self.earlier:
            force_setattr(one, "win", 2.0)
        self.earlier = self.table.weigh(asked)
        return asked.options[0]
    earlier = ()
""",
            "it altered an appraisal after the next one",
        ),
    ],
)
def test_who_spoils_what_it_is_shown_is_named_and_nobody_else(
    body: str, said: str, tmp_path: Path
) -> None:
    """An agent that alters what it is shown is named, and no other agent is.

    States are shared, so nothing is played on with what was forced. It spoils them for
    whatever else this process would play, so it has its own.
    """
    path = tmp_path / "mine.py"
    begun = "from msgspec.structs import force_setattr\n"
    path.write_text(f"{begun}{HEAD}{body}", encoding="utf-8")
    asked = ("check", f"{path}:Mine", "--scenario", "stuck_door")
    done = run([executable, "-m", "sim.cli", *asked], capture_output=True, check=False)
    told = done.stdout.decode()
    assert done.returncode == 1
    assert "BROKEN  leaves-questions: " in told
    assert f"{said}; so nothing else is judged" in told
    assert told.count("\n") == 2


UNSHOWN = """from sim.seam.protocol import Agent


class Unshown(Exception):
    def __str__(self):
        raise ValueError


"""


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("raise Unshown", "mine.py does not load: Unshown: it cannot be shown"),
        (
            (
                "class Mine(Agent):\n"
                "    def __init__(self):\n        raise Unshown\n"
                "    def choose(self, asked):\n        return asked.options[0]\n"
            ),
            "mine.py:Mine cannot be made: Unshown: it cannot be shown",
        ),
    ],
)
def test_an_error_that_cannot_be_shown_is_named(
    body: str, said: str, tmp_path: Path
) -> None:
    """An error whose message cannot be shown is named by what its code raised."""
    path = tmp_path / "mine.py"
    path.write_text(UNSHOWN + body, encoding="utf-8")
    with pytest.raises(AgentError, match=said):
        check_agent(f"{path}:Mine", [TOY_LOADED])


def test_what_was_raised_is_told_in_one_line(tmp_path: Path) -> None:
    """An error with line breaks in its message is told in one line."""
    path = tmp_path / "mine.py"
    path.write_text(f"{HEAD}        raise ValueError('a\\n\\n b')\n", encoding="utf-8")
    said = {
        check.name: check.sentence
        for check in check_agent(f"{path}:Mine", [TOY_LOADED])
    }
    assert "raised ValueError: a b, at mine.py, line 8" in said["raises-nothing"]


def test_check_agent_refuses_settings_that_mean_nothing() -> None:
    """A wish for what none of the scenarios has is refused with a hint."""
    with pytest.raises(AgentError, match="did you mean Pressed"):
        check_agent("scripted:says=Presed", [TOY_LOADED])


def test_check_agent_refuses_what_is_no_agent() -> None:
    """A name that is no agent's, or a file that is not there, is refused."""
    with pytest.raises(UnknownNameError):
        check_agent("stedy", [TOY_LOADED])
    with pytest.raises(AgentError):
        check_agent("none.py:Mine", [TOY_LOADED])


def test_an_error_without_a_message_is_its_class(tmp_path: Path) -> None:
    """An error without a message is told by its class and place."""
    path = tmp_path / "mine.py"
    path.write_text(f"{HEAD}        raise MemoryError\n", encoding="utf-8")
    said = {
        check.name: check.sentence
        for check in check_agent(f"{path}:Mine", [TOY_LOADED])
    }
    assert "raised MemoryError, at mine.py, line 8" in said["raises-nothing"]


@pytest.mark.parametrize(
    ("body", "said"), [("import os; os._exit(3)", "it ended its process (alley)")]
)
def test_check_agent_outlives_the_agent(tmp_path: Path, body: str, said: str) -> None:
    """An agent that ends its process fails one check, and nothing else is asked."""
    file = tmp_path / "mine.py"
    file.write_text(f"{HEAD}        {body}\n", "utf-8")
    (check,) = check_agent(f"{file}:Mine", [load("alley")])
    assert (check.name, check.passed) == ("stays", False)
    assert check.sentence.startswith(said)


def test_check_agent_says_where_it_was_raised(tmp_path: Path) -> None:
    """An error of an agent is told with its file and line."""
    path = tmp_path / "mine.py"
    path.write_text(f"{HEAD}        return asked.options[99]\n", encoding="utf-8")

    (raised,) = (
        check
        for check in check_agent(f"{path}:Mine", [TOY_LOADED])
        if check.name == "raises-nothing"
    )
    assert ", at mine.py, line 8" in raised.sentence


def test_check_agent_points_to_the_agents_own_luck(tmp_path: Path) -> None:
    """An agent that uses the process's random numbers is pointed to its own."""
    path = tmp_path / "mine.py"
    path.write_text(
        f"{HEAD}        return random.choice(asked.options)\n", encoding="utf-8"
    )

    (check,) = (
        check
        for check in check_agent(f"{path}:Mine", [TOY_LOADED])
        if check.name == "repeatable"
    )
    assert "self.table.random" in check.sentence


@pytest.mark.slow
def test_check_agent_tells_how_far_it_is(tmp_path: Path) -> None:
    """Progress counts every conflict to the last, also those in other processes."""
    path = tmp_path / "mine.py"
    path.write_text(f"{HEAD}        return asked.options[0]\n", encoding="utf-8")
    for spec, scenario, many in (
        ("first", TOY_LOADED, 6),
        ("first", load("skill_duel"), 8),
        (f"{path}:Mine", load("skill_duel"), 9),
    ):
        told: list[int] = []
        check_agent(spec, [scenario], games=2, progress=told.append)
        assert told == list(range(1, 1 + many))
        assert conflicts_to_play(spec, [scenario], 2) == many
