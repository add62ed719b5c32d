"""Long work says how far it is, on a terminal and elsewhere."""

from itertools import count

import pytest

from sim.cli.terminal import progress as module
from sim.cli.terminal.progress import SoFar, growing, progress


def test_a_line_says_how_much_is_done_and_what_is_left() -> None:
    """A line says what is done after how long, and what is left if that is known."""
    so_far = SoFar("playing")
    assert so_far.line(10) == "playing: 10 s so far"
    so_far.tell(0, 200)
    assert so_far.line(12) == "playing: 0 of 200 after 12 s"
    so_far.tell(50, 200)
    assert so_far.line(20) == "playing: 50 of 200 after 20 s, about 60 s left"
    so_far.tell(201, 201)
    assert so_far.line(90) == "playing: 201 of 201 after 90 s"
    so_far.tell(50, 20_000)
    assert so_far.line(300) == "playing: 50 of 20000 after 5 min, about 1995 min left"


def test_of_what_still_grows_nothing_is_foretold() -> None:
    """A line of work that grows predicts nothing."""
    so_far = SoFar("solving", growing=True)
    so_far.tell(7, 9)
    assert so_far.line(20) == "solving: 7 of 9 states known so far, after 20 s"
    so_far.tell(7, 0)
    assert so_far.line(20) == "solving: 7 conflicts played, after 20 s"


def test_off_a_terminal_lines_come_while_one_step_lasts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Off a terminal lines are printed while work goes on, and none after it."""
    heard: list[str] = []
    monkeypatch.setattr(module, "SECONDS_BETWEEN", 0.001)
    monkeypatch.setattr(module, "note", heard.append)
    with progress("playing", 4) as told:
        told(1)
        for _ in count():
            if len(heard) > 1:
                break
    at_end = len(heard)
    assert all(line.startswith("playing: ") for line in heard)
    with growing("solving", "a graph") as grows:
        grows(3, 5)
        for _ in count():
            if len(heard) > at_end:
                break
    assert heard[-1].startswith("solving: ")


def test_on_a_terminal_a_bar_says_what_is_done_of_how_many(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal a bar shows how many are done of how many."""
    monkeypatch.setattr(module, "on_terminal", lambda: True)
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.setenv(name, "1")
    with progress("playing", 4) as told:
        told(3)
    shown = capsys.readouterr().err
    assert "playing" in shown
    assert "3/4" in shown


def test_off_a_terminal_short_work_says_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Off a terminal short work prints nothing."""
    with progress("playing", 4) as told:
        told(4)
    assert capsys.readouterr().err == ""
