"""Finding and making agents by what is written on a command line."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sim.agents.scripted import Scripted
from sim.agents.steady import Steady
from sim.casting.roster import agent_class, describe, make, names, seated, spec_of
from sim.casting.settings import settings_of
from sim.casting.specs import nested_spec, parse, split
from sim.errors import AgentError, UnknownNameError
from sim.seam.events import SeatTaken

GOOD = """
from sim.seam.protocol import Agent

class Mine(Agent):
    version = "7"
    def __init__(self, *, often: int = 3, say: str = "hm", share: float = 0.5):
        self.often, self.say, self.share = often, say, share
    def choose(self, asked):
        return asked.options[-1]
"""
Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes an agent's file and returns its path."""

    def written(text: str) -> Path:
        path = tmp_path / "mine.py"
        path.write_text(text, encoding="utf-8")
        return path

    return written


def test_names_are_the_files_of_the_folder() -> None:
    """The names are those of the agents in the folder, and of no other module."""
    wanted = "bold cautious lookahead miser scripted spender steady storyteller uniform"

    assert set(wanted.split()) <= set(names())
    assert not {"roster", "__init__", "_file"} & set(names())


def test_make_gives_settings_their_types() -> None:
    """A setting becomes the type that its argument is annotated with."""
    agent = make("lookahead:samples=3,price=0.5")

    assert vars(agent)["samples"] == 3
    assert vars(agent)["price"] == 0.5


def test_make_reads_a_file(write: Write) -> None:
    """An agent is made from a path and a class, with its settings."""
    agent = make(f"{write(GOOD)}:Mine:often=9,say=well = yes")

    assert vars(agent) == {"often": 9, "say": "well = yes", "share": 0.5}


def test_make_takes_the_only_agent_of_a_file(write: Write) -> None:
    """The class of a file may be left out if it has one agent."""
    path = write(GOOD)

    assert type(make(f"{path}:often=1")).__name__ == "Mine"
    assert describe(str(path))[0] == f"{path}:Mine"


def test_make_leaves_nothing_behind(write: Write, tmp_path: Path) -> None:
    """Loading a file leaves no bytecode, no path and no failed module behind."""
    path, before = write(GOOD), list(sys.path)
    make(f"{path}:Mine")
    left = set(sys.modules)
    write("import json\nraise RuntimeError")
    with pytest.raises(AgentError):
        make(f"{path}:Mine")

    assert [entry.name for entry in tmp_path.iterdir()] == ["mine.py"]
    assert sys.path == before
    assert set(sys.modules) == left


def test_make_loads_the_same_file_once(write: Write) -> None:
    """A file is loaded again only when its bytes have changed."""
    path = write(GOOD)
    first = agent_class(f"{path}:Mine")

    assert agent_class(f"{path}:Mine") is first
    write(GOOD + "# changed\n")
    assert agent_class(f"{path}:Mine") is not first


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("stedy", "no agent is called 'stedy'.*did you mean steady?"),
        ("roster", "no agent is called 'roster'"),
        ("", "no agent is called ''"),
        ("bold:leed=1", "bold has no setting 'leed'.*did you mean lead?"),
        ("miser:lead=1", "miser has no setting 'lead': it has none"),
        ("bold:lead", "'lead' is no setting; expected key=value"),
        ("bold:lead=much", "lead of bold must be a number; found much"),
        (
            "lookahead:samples=0",
            "samples of lookahead must be a whole number, at least 1; found 0",
        ),
        ("scripted:says=@none.txt", "file none.txt cannot be read"),
        ("no/such.py:Mine", "file no/such.py cannot be read: No such file"),
    ],
)
def test_make_says_what_is_wrong_with_a_spec(spec: str, sentence: str) -> None:
    """A wrong spec is refused in one sentence, with the nearest name if any is near."""
    with pytest.raises((AgentError, UnknownNameError), match=sentence):
        make(spec)


@pytest.mark.parametrize(
    ("text", "name", "sentence"),
    [
        (GOOD, "Mein", "defines no agent 'Mein', but Mine; did you mean Mine?"),
        (GOOD + GOOD.replace("Mine", "Yours"), "", "say which, as"),
        ("x = 1", "Mine", "defines no agent"),
        ("from sim.agents.steady import Steady", "Steady", "defines no agent"),
        ("def", "Mine", "does not load: SyntaxError"),
        ("import nothing_of_the_kind", "Mine", "does not load: ModuleNotFoundError"),
        ("raise SystemExit", "Mine", "does not load: it exits"),
        (
            GOOD.replace("choose", "chose"),
            "Mine",
            "has no method choose",
        ),
        (GOOD.replace("often: int = 3", "often"), "Mine", "often of Mine needs a def"),
        (GOOD.replace("= often", "= 1 // 0"), "Mine", "cannot be made: ZeroDivision"),
    ],
)
def test_make_says_what_is_wrong_with_a_file(
    write: Write, text: str, name: str, sentence: str
) -> None:
    """A wrong file is refused in one sentence that says what is wrong."""
    text = text.replace("self.often, self.say, self.share = 1 // 0, say, share", "1//0")
    path = write(text)
    with pytest.raises(AgentError, match=sentence):
        make(f"{path}:{name}" if name else str(path))


def test_make_reads_a_setting_from_a_file(tmp_path: Path) -> None:
    """A setting read from a file has its lines as wishes, without comments."""
    script = tmp_path / "script.txt"
    script.write_text("# opening\nPressed round<3\n\nHeld\n", encoding="utf-8")
    spec = f"scripted:says=@{script}"
    agent = make(spec)

    assert isinstance(agent, Scripted)
    assert agent.says == "Pressed round<3|Held"
    assert str(script) not in describe(spec)[2]


def test_describe_records_every_setting() -> None:
    """A description has every setting, those by default included."""
    assert describe("bold:lead=0.5") == (
        "bold",
        "5",
        '{"fears":0.5,"lead":0.5,"price":0.5}',
    )


def test_describe_marks_the_version_of_a_file(write: Write) -> None:
    """The version of an agent from a file changes with the file."""
    path = write(GOOD)
    first = describe(f"{path}:Mine")[1]
    write(GOOD + "\n")

    assert first.startswith("7+")
    assert describe(f"{path}:Mine")[1] != first


def test_seated_refuses_another_version(write: Write) -> None:
    """An agent whose file has changed is refused, and the file is not run."""
    path = write(GOOD)
    taken = SeatTaken("Ann", *describe(f"{path}:Mine"))
    write("raise RuntimeError('must not be run')")

    with pytest.raises(AgentError, match="sat at Ann"):
        seated(taken)


@pytest.mark.parametrize(
    "spec",
    [
        "steady",
        "steady:later=3,raises=0",
        "steady:price=0.25",
        "uniform:concedes=false",
        "noise:of=bold,share=0.5",
        "noise:of=bold:lead=0.25;price=1,salt=-9",
        'scripted:says="A b=c, and then d|D",strict=true',
        'noise:of=scripted:says="no, thanks; never";strict=true,share=0.5',
        "steady:price=-0.0,suffers=1e300,win=1e-300,later=-0.25,raises=12345678901234",
    ],
)
def test_a_recorded_agent_is_written_as_one_types_it(spec: str) -> None:
    """The spec of a recorded agent is written as it is typed, and makes it again."""
    taken = SeatTaken("Ann", *describe(spec))
    assert spec_of(taken) == spec
    assert SeatTaken("Ann", *describe(spec_of(taken))) == taken


def test_split_keeps_settings_with_their_agent() -> None:
    """Specs are split at commas, except before a setting."""
    text = "scripted:says=A b=c|D,strict=true,steady, lookahead:samples=3,depth=2"

    assert split(text) == (
        "scripted:says=A b=c|D,strict=true",
        "steady",
        "lookahead:samples=3,depth=2",
    )


def test_a_setting_in_quotes_may_have_commas() -> None:
    """Commas and semicolons of a quoted value separate neither agents nor settings."""
    text = 'cmd:./bot:says="no, thanks; never",n=3,noise:of=x:says="a, b";strict=1'

    bot, noise = split(text)
    assert parse(bot).settings == {"says": "no, thanks; never", "n": "3"}
    inner = parse(nested_spec(parse(noise).settings["of"]))
    assert inner.settings == {"says": "a, b", "strict": "1"}
    assert parse('x:y=a "b').settings == {"y": 'a "b'}
    assert split('x:y="a,b') == ('x:y="a', "b")
    assert split("") == ("",)


def test_settings_of_lists_names_types_and_defaults() -> None:
    """Each setting is listed with its name, type and default."""
    setting, *others = settings_of(Steady)

    assert (setting.name, setting.kind, setting.default) == ("price", float, 0.5)
    assert {other.name for other in others} >= {"later", "raises", "hope"}
