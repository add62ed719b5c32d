"""What agents from files print: the first lines of each are shown, with its name.

Whoever looks for a mistake by printing finds the lines on stderr, in every process that
plays. An agent prints at each of thousands of choices, so the rest is left out:
`--debug`, which has agents in the process of the command, shows all.
"""

import sys
from contextlib import suppress
from io import FileIO, TextIOWrapper
from mmap import mmap
from zlib import crc32

SHOWN = 5
"""The number of lines that are shown of each agent, by every process that plays."""
LONG = 1000
"""The most characters of a line that are shown."""
_STDERR = 2
_PLACES = 256
_COUNTS = memoryview(mmap(-1, 8 * _PLACES)).cast("Q")
"""How many lines each agent has printed: all who are forked from this process share it.

An agent's place follows from its name; two that share one show fewer lines.
"""


class FirstLines(TextIOWrapper):
    """The stdout and stderr of an agent called *name*, which show its first lines."""

    def __init__(self, name: str) -> None:
        plain = FileIO(_STDERR, "w", closefd=False)
        super().__init__(plain, encoding="utf-8", errors="replace", write_through=True)
        self._name, self._begun = name, ""
        self._place = crc32(name.encode(errors="replace")) % _PLACES

    def write(self, text: str, /) -> int:
        """Show the lines that *text* ends, as far as they are among the first."""
        *lines, begun = (self._begun + text).split("\n")
        self._begun = begun[:LONG]
        for line in lines:
            self._show(line)
        return len(text)

    def flush(self) -> None:
        """Show what was written since the last end of a line, as a line."""
        begun, self._begun = self._begun, ""
        if begun:
            self._show(begun)
        super().flush()

    def _show(self, line: str) -> None:
        before = _COUNTS[self._place]
        _COUNTS[self._place] = before + 1
        if before < SHOWN:
            super().write(f"{self._name} prints: {line[:LONG]}\n")
        elif before == SHOWN:
            more = "prints more, which is left out: --debug shows all"
            super().write(f"{self._name} {more}\n")


def show_first_lines(name: str) -> None:
    """Have this process show the first lines that the agent called *name* prints."""
    sys.stdout = sys.stderr = FirstLines(name)


def show_last_line() -> None:
    """Show what the agent printed last, if it did not end the line."""
    with suppress(Exception):  # the agent may have put anything in its place
        sys.stdout.flush()
