"""Stores with rows made to break a reader are told in sentences, not tracebacks."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from tests.cli.conftest import Fracas, Said

DEEP = b"\x91" * 200_000
"""An array in an array, and so on."""

COMMANDS: dict[str, Callable[[Path, str], tuple[object, ...]]] = {
    "audit": lambda store, _: ("audit", store),
    "list": lambda store, run: ("list", store, run),
    "show": lambda store, run: ("show", store, f"{run}-1"),
    "replay": lambda store, run: ("replay", store, f"{run}-1"),
    "export": lambda store, _: ("export", store),
}
KINDS = ("store", "listed", "scenario", "run", "chunk", "completed", "started", "ended")


def put(store: Path, topic: str, change: Callable[[bytes], bytes]) -> None:
    """Change the first row of *topic* behind the store's back."""
    where = "where topic = ? order by originator_id, originator_version limit 1"
    with closing(sqlite3.connect(store)) as database:
        query = f"select rowid, state from stored_events {where}"  # noqa: S608 - a constant
        row, state = database.execute(query, (topic,)).fetchone()
        database.execute(
            "update stored_events set state = ? where rowid = ?", (change(state), row)
        )
        database.commit()


def said_so(said: Said) -> None:
    """Check that a command answered in sentences, whatever it made of the store."""
    assert said.status in {0, 1, 2}
    assert "Traceback" not in said.err
    assert "RecursionError" not in said.err


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("topic", KINDS)
def test_a_row_of_nested_arrays_is_a_sentence(
    fracas: Fracas, store: Path, run_id: str, topic: str, command: str
) -> None:
    """A row with deeply nested arrays is told in a sentence by every command."""
    put(store, topic, lambda state: bytes([state[0] + 1]) + state[1:] + DEEP + b"\x00")
    said = fracas(*COMMANDS[command](store, run_id))
    said_so(said)
    if command == "audit":
        assert said.status == 1 or said.err


@pytest.mark.parametrize(
    "args",
    [
        *(("audit", one) for one in ("", "1", "RUN", "RUN-1")),
        ("run", "--resume"),
        ("list", "RUN"),
        ("show", "RUN-1"),
        ("replay", "RUN-1"),
    ],
)
def test_a_run_of_chunks_of_nothing_is_a_sentence(
    fracas: Fracas, store: Path, run_id: str, noon: Path, args: tuple[str, ...]
) -> None:
    """A run that claims chunks of no games is told in a sentence."""

    def nothing(state: bytes) -> bytes:
        fields = msgspec.msgpack.decode(state)
        assert fields[10] == 2
        return msgspec.msgpack.encode([*fields[:10], 0, *fields[11:]])

    put(store, "run", nothing)
    command, *rest = args
    given = [word.replace("RUN", run_id) for word in rest if word]
    if command == "run":
        again = ("--games", 12, "--seed", "high", "--store", store, "--resume")
        said = fracas(command, noon, *again)
    else:
        said = fracas(command, store, *given)
    said_so(said)
    assert said.status != 0
    assert "chunk" in said.out + said.err or "[10]" in said.out + said.err


def test_a_return_of_minus_nothing_is_no_return_of_nothing(
    fracas: Fracas, store: Path
) -> None:
    """An audit finds a return of -0.0 where 0.0 was recorded."""
    zero, minus = b"\xcb" + bytes(8), b"\xcb\x80" + bytes(7)
    put(store, "chunk", lambda state: state.replace(zero, minus, 1))
    said = fracas("audit", store, "--json")
    assert said.status == 1
    findings = said.json()["findings"]
    line, seal = findings
    assert line["conflict"] == seal["conflict"]
    assert "returns [-0.0, " in line["recorded"] or ", -0.0]" in line["recorded"]
    assert seal["recorded"].startswith("the seal ")
