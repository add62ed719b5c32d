"""Agents from a file that attack the process they run in, or the question."""

import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import force_setattr

from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision, Table


class First(Agent):
    """Takes the first option, as all of these do once they have done their worst."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the first option."""
        self.attack(asked)
        return asked.options[0]

    def attack(self, _asked: Decision[Any]) -> None:
        """Do nothing."""


class Interrupts(First):
    """Raises what Ctrl-C raises."""

    def attack(self, _asked: Decision[Any]) -> None:
        """Interrupt."""
        raise KeyboardInterrupt


class Exits(First):
    """Ends the process without a word."""

    def attack(self, _asked: Decision[Any]) -> None:
        """Exit."""
        os._exit(9)


class Loops(First):
    """Never answers."""

    def attack(self, _asked: Decision[Any]) -> None:
        """Think for ever."""
        while True:
            time.sleep(0.01)


class Stays(First):
    """Leaves a thread behind that never ends."""

    def attack(self, _asked: Decision[Any]) -> None:
        """Start it."""
        threading.Thread(target=time.sleep, args=(3600,)).start()


class Closes(First):
    """Closes stdout, by name and by number, and prints before that."""

    def attack(self, _asked: Decision[Any]) -> None:
        """Close it, once."""
        if not sys.stdout.closed:
            os.write(1, b"{\n")
            sys.stdout.close()
            os.close(1)


class Shallow(First):
    """Leaves little room to call anything."""

    def attack(self, _asked: Decision[Any]) -> None:
        """Lower the limit."""
        sys.setrecursionlimit(60)


class Alters(First):
    """Changes what it is shown: the state, the question, the options."""

    def attack(self, asked: Decision[Any]) -> None:
        """Change all of it, by the back door."""
        force_setattr(asked.view, "round", 77)
        for option in asked.options:
            force_setattr(option, "who", 5)
        force_setattr(asked, "options", asked.options[:1])


class Greedy(First):
    """Takes more memory than there is."""

    def attack(self, _asked: Decision[Any]) -> None:
        """Take it."""
        held = []
        while True:
            held.append(bytearray(1 << 26))


class Writes(First):
    """Writes a file beside itself."""

    def attack(self, _asked: Decision[Any]) -> None:
        """Write it."""
        Path(__file__ + ".out").write_text("here", "utf-8")


class Raises(First):
    """Raises what any mistake raises."""

    def attack(self, _asked: Decision[Any]) -> None:
        """Make the mistake."""
        message = "a mistake of mine"
        raise ValueError(message)


class Babbles(First):
    """Writes into every pipe that it finds open, so that its answer is none."""

    def attack(self, _asked: Decision[Any]) -> None:
        """Write what would be a program to whoever unpickled it."""
        for number in range(3, 64):
            with suppress(OSError):
                os.write(
                    number, b"\x00\x00\x00\x2bcposix\nsystem\n(S'echo unpickled'\ntR."
                )


class Prints(First):
    """Prints wherever it may, when it is loaded, made, seated and asked."""

    sys.stdout.write("loading\n")

    def __init__(self) -> None:
        sys.stdout.write("making\n")

    def begin(self, table: Table) -> None:
        """Print, and sit down."""
        sys.stdout.write("sitting down\n")
        super().begin(table)

    def attack(self, _asked: Decision[Any]) -> None:
        """Print."""
        os.write(1, b"choosing\n")
