"""What tests of commands share: giving a command, a scenario file, a store."""

import io
import shutil
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from msgspec import Struct

from sim.cli.documents.table import DOCUMENTS, LINES, OLDER
from sim.cli.main import main
from sim.library import registry

NOON = b"""\
title = "Two at noon"
system = "toy"
about = "Nobody moves."

[[seats]]
name = "Ann"

[[seats]]
name = "Bo"
agent = "steady"
"""


class Said(Struct):
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str
    command: str = ""

    def json(self) -> Any:  # noqa: ANN401 - any document
        """Return the one document on stdout, and check that it has its schema."""
        check_shape(self.command, self.out, DOCUMENTS)
        return msgspec.json.decode(self.out)

    def lines(self) -> list[Any]:
        """Return the documents on stdout, one a line, and check each."""
        for line in self.out.splitlines():
            check_shape(self.command, line, LINES)
        return [msgspec.json.decode(line) for line in self.out.splitlines()]

    def refused(self) -> str:
        """Return the one sentence of a refusal, and check that it is one."""
        assert self.status == 2
        assert not self.out
        assert "Traceback" not in self.err
        assert self.err.startswith("error: ")
        assert self.err.count("\n") == 1
        return self.err.strip()


Forms = Mapping[str, tuple[type[Struct], ...]]


def check_shape(command: str, text: str, forms: Forms) -> None:
    """Check that *text* is one of the documents that *command* can print."""
    wrong: list[str] = []
    for form in forms.get(OLDER.get(command, command), ()):
        try:
            msgspec.json.decode(text, type=form)
        except msgspec.ValidationError as error:
            wrong.append(f"{form.__name__}: {error}")
        else:
            return
    assert not wrong, "; ".join(wrong)


Fracas = Callable[..., Said]


@pytest.fixture
def fracas(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Fracas:
    """Return a function that gives a command in this process, with the toy known."""
    known = cast("dict[str, str]", registry.SYSTEMS)
    monkeypatch.setitem(known, "toy", "tests.toy")

    def give(*args: object) -> Said:
        capsys.readouterr()
        status = main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return Said(status, out, err, str(args[0]) if args else "")

    return give


@pytest.fixture
def noon(tmp_path: Path) -> Path:
    """Return a scenario file of the toy."""
    path = tmp_path / "noon.toml"
    path.write_bytes(NOON)
    return path


Stored = Callable[..., Path]


@pytest.fixture(scope="session")
def stored_once(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    """Return a function that gives a command, once, and returns the store it fills."""
    folder = tmp_path_factory.mktemp("stored")
    (folder / "noon.toml").write_bytes(NOON)
    stores: dict[tuple[object, ...], Path] = {}

    def give(*args: object) -> Path:
        if args not in stores:
            path = folder / f"{len(stores)}.db"
            words = [str(arg) for arg in (*args, "--store", path)]
            with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()):
                patch.chdir(folder)
                known = cast("dict[str, str]", registry.SYSTEMS)
                patch.setitem(known, "toy", "tests.toy")
                assert main(words) == 0
            stores[args] = path
        return stores[args]

    return give


@pytest.fixture
def stored(stored_once: Stored, tmp_path: Path) -> Stored:
    """Return a function that copies the store that a command filled.

    *name* is that of the copy; "noon.toml" is a scenario of the toy.
    """

    def give(name: str, *args: object) -> Path:
        return Path(shutil.copy(stored_once(*args), tmp_path / name))

    return give


@pytest.fixture
def store(stored: Stored, noon: Path) -> Path:
    """Return a store that holds one run of twelve conflicts; its scenario is there."""
    assert noon.exists()
    return stored("noon.db", "run", "noon.toml", "--games", 12, "--seed", "high")


@pytest.fixture
def duels(stored: Stored) -> str:
    """Return a store with one conflict of a duel in few rounds."""
    return str(stored("duels.db", "run", "skill_page", "--games", 1, "--seed", "x"))


@pytest.fixture
def run_id(fracas: Fracas, store: Path) -> str:
    """Return the id of the run in the store."""
    (run,) = fracas("list", store, "--json").lines()
    return str(run["run"])


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a list that gets every figure that is saved."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    figures_: list[Any] = []
    save: Any = getattr(Figure, "savefig")  # noqa: B009 - its types are partial

    def savefig(self: Figure, *given: Any, **options: Any) -> None:  # noqa: ANN401 - as it is
        figures_.append(self)
        save(self, *given, **options)

    monkeypatch.setattr(Figure, "savefig", savefig)
    return figures_
