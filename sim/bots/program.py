"""The process of an external program, which is asked and answers a line at a time.

It reads its questions from standard input and writes its answers to standard output at
times that nobody knows: every wait has a limit, and output that was not asked for is
noticed. The file is copied into memory and started from there, so that the bytes that
were read are those that play, even if the file changes.

Output that was not asked for is looked for at one moment only, when the program reads
on. Each line that is sent begins with the same byte, and that byte is sent as soon as
the line before it is answered. Once the program has read it, everything that it wrote
before it began to read has arrived; so a second answer is found always or never,
however fast the machine is, unless the program writes while it reads.
"""

import fcntl
import os
import select
import signal
import subprocess
import sys
import tempfile
import termios
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from time import monotonic, sleep

from sim.errors import AgentError
from sim.files.polling import wait_until_ready
from sim.files.sources import COMPILED
from sim.reading.hints import shortened

LINE_MAX = 1 << 16
"""The longest line that a program may answer, in bytes."""
_READ = 1 << 16
_AHEAD = b"{"
"""The first byte of every line that is sent."""
_NAPS = (0.0, 0.00002, 0.0001, 0.0005)
_NAP = 0.002
"""The seconds to sleep before each look at the program: the first few, then all."""
_INT = 4
"""The size in bytes of the number that FIONREAD returns."""
_WAITS = 1.0
"""The seconds that a program has to end after it closed its output."""
_ALL_SEALS = 0xF
"""The seals that forbid every change of the copy."""
_FOLDERS = "/usr/local/bin:/usr/bin:/bin"
"""The PATH in which `#!/usr/bin/env` looks for an interpreter, if there is no PATH."""


class Failed(Exception):  # noqa: N818 - its text goes on after "it"
    """How a program failed, as a sentence that begins with "it"."""


class Unprepared(Exception):  # noqa: N818 - what the wall lacks
    """The preparation before the start of the program failed; the text says why."""


def check_program(path: str, data: bytes) -> None:
    """Raise AgentError if *data*, read from *path*, cannot be a program."""
    if not data.startswith((b"#!", *COMPILED)):
        message = (
            f"{path} is no program that can be started, expected a first line such as"
            " #!/bin/sh or #!/usr/bin/env node, or a compiled program"
        )
        raise AgentError(message)


class Program:
    """A program that runs, and the pipes to it."""

    def __init__(
        self,
        path: str,
        data: bytes,
        prepare: Callable[[], None] | None = None,
        *,
        apart: bool = True,
        hint: str = "",
    ) -> None:
        """Start the program with the bytes *data*, which were read from *path*.

        *prepare* is called in its process before it starts. *apart* gives it a process
        group of its own, which ends with it. *hint* is added to the message if the
        program does not start, or ends, and the hint may be the reason.
        Raises AgentError if it cannot be started, Unprepared if *prepare* failed.
        """
        check_program(path, data)
        self.path = path
        self.broken = ""
        """How it failed, if it did; a failed program is not asked again."""
        self._apart, self._hint = apart, hint
        self._kept = bytearray()
        self._process, self._copy = _started(
            path, data, prepare, apart=apart, hint=hint
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._out, self._in = self._process.stdin, self._process.stdout
        os.set_blocking(self._out.fileno(), False)
        os.set_blocking(self._in.fileno(), False)
        self._ahead = False
        """Whether the first byte of the next line was sent."""
        self._said: tuple[str, bytes] | None = None
        """The name of the last message, and the answer."""

    def asked(self, line: bytes, called: str, seconds: float) -> bytes:
        """Send *line*, and return the line that is answered within *seconds*.

        *called* is the name of the message in a sentence. Raises Failed if no such
        answer comes, and always after the first failure.
        """
        if self.broken:
            raise Failed(self.broken)
        assert line.startswith(_AHEAD)
        try:
            deadline = monotonic() + seconds
            self._read_on(deadline)
            self._send(line[len(_AHEAD) :], called, deadline)
            self._ahead = False
            answer = self._receive(called, deadline)
            self._said = called, answer
            # A program that answered in time may read on whenever it likes.
            with suppress(TimeoutError):
                self._read_on(deadline)
        except TimeoutError as error:
            self.broken = f"gave no answer to {called} within {seconds:g} s"
            raise Failed(self.broken) from error
        except Failed as error:
            self.broken = str(error)
            raise
        return answer

    def _read_on(self, deadline: float) -> None:
        """Wait until the program begins to read the next line.

        Raises Failed if it wrote something before that was not asked for, and
        TimeoutError if it does not read before the *deadline*.
        """
        if not self._ahead:
            with suppress(OSError):  # if it has ended, `_send` reports that
                os.write(self._out.fileno(), _AHEAD)
            self._ahead = True
        for nap in chain(_NAPS, repeat(_NAP)):
            read = self._has_read()
            # Look for output after the read, since by now it has arrived.
            writes = self._hear()
            if b"\n" in self._kept or (self._kept and (read or not writes)):
                raise Failed(self._unasked())
            if read or not writes:
                return
            if monotonic() > deadline:
                raise TimeoutError
            sleep(nap)

    def _has_read(self) -> bool:
        """Whether the program has read all that was sent."""
        try:
            left = fcntl.ioctl(self._out.fileno(), termios.FIONREAD, bytes(_INT))
        except OSError:  # a system that cannot say: assume that it has
            return True
        return not any(left)

    def _hear(self) -> bool:
        """Keep what the program wrote; return whether it may write more."""
        try:
            part = os.read(self._in.fileno(), _READ)
        except BlockingIOError:
            return True
        self._kept += part
        return bool(part)

    def _unasked(self) -> str:
        """Return the first line of output that was not asked for, as a sentence."""
        first = _shown(bytes(self._kept).split(b"\n", 1)[0])
        if self._said is None:
            return f"wrote {first} before it was asked anything"
        called, answer = self._said
        return f"answered {called} twice, with {_shown(answer)} and {first}"

    def _send(self, line: bytes, called: str, deadline: float) -> None:
        rest = memoryview(line)
        while rest:
            try:
                rest = rest[os.write(self._out.fileno(), rest) :]
            except BlockingIOError:
                wait_until_ready(self._out.fileno(), select.POLLOUT, deadline)
            except OSError as error:
                raise Failed(self._ended(called)) from error

    def _receive(self, called: str, deadline: float) -> bytes:
        """Return the next line; bytes after it stay in the buffer."""
        while (end := self._kept.find(b"\n")) < 0:
            if len(self._kept) > LINE_MAX:
                message = (
                    f"answered {called} with more than {LINE_MAX} bytes and no end of"
                    " line"
                )
                raise Failed(message)
            try:
                part = os.read(self._in.fileno(), _READ)
            except BlockingIOError:
                wait_until_ready(self._in.fileno(), select.POLLIN, deadline)
                continue
            if not part:
                raise Failed(self._ended(called))
            self._kept += part
        line = bytes(self._kept[:end])
        del self._kept[: end + 1]
        return line

    def _ended(self, called: str) -> str:
        """Return how the program ended, after it closed a pipe."""
        try:
            status = self._process.wait(_WAITS)
        except subprocess.TimeoutExpired:
            return f"closed its output and did not answer {called}"
        if status < 0:
            return f"was ended by {_signal(-status)} and did not answer {called}"
        ended = f"ended with exit status {status} and did not answer {called}"
        return f"{ended}; {self._hint}" if status and self._hint else ended

    def close(self) -> None:
        """End the program, whatever it is doing."""
        if self._process.poll() is None:
            with suppress(OSError):
                if self._apart:
                    os.killpg(self._process.pid, signal.SIGKILL)
                self._process.kill()
        # Close the pipes last: the program would read the byte sent ahead as a message.
        for pipe in (self._out, self._in):
            with suppress(OSError):
                pipe.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_WAITS)
        if self._copy is not None:
            self._copy.unlink(missing_ok=True)


def _started(
    path: str,
    data: bytes,
    prepare: Callable[[], None] | None,
    *,
    apart: bool,
    hint: str,
) -> tuple[subprocess.Popen[bytes], Path | None]:
    """Start a copy of *data*, whose first line or bytes say what runs it.

    Return its process, and the file of the copy if it cannot be in memory.
    """
    copy, file = _copied(data)
    said, says = os.pipe()

    try:
        process = subprocess.Popen(  # noqa: S603 - the user named it to be run
            [path],
            executable=f"/dev/fd/{copy}" if file is None else file,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env=_environment(path),
            pass_fds=(copy,),
            start_new_session=apart,
            preexec_fn=partial(_prepared, copy, says, prepare),  # noqa: PLW1509 - nothing but system calls
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        message = _unstartable(path, data, error)
        denied = hint and isinstance(error, PermissionError)
        raise AgentError(f"{message}; {hint}" if denied else message) from error
    finally:
        os.close(says)
        os.close(copy)
        with open(said, "rb") as lacks:  # noqa: PTH123 - a descriptor
            lacking = lacks.read().decode()
    if lacking:
        process.wait()
        raise Unprepared(lacking)
    return process, file


def _prepared(copy: int, says: int, prepare: Callable[[], None] | None) -> None:
    """Prepare the process that becomes a program; end it if that fails."""
    os.lseek(copy, 0, os.SEEK_SET)  # perl reads on where this descriptor stands
    if prepare is None:
        return
    try:
        prepare()
    except BaseException as error:  # noqa: BLE001 - reported to the parent
        os.write(says, str(error).encode()[:_READ])
        os._exit(1)


def _copied(data: bytes) -> tuple[int, Path | None]:
    """Return a descriptor of a copy of *data*, and its path if it is a file."""
    if sys.platform == "linux":
        copy = os.memfd_create("bot", os.MFD_ALLOW_SEALING | os.MFD_CLOEXEC)
        os.write(copy, data)
        fcntl.fcntl(copy, fcntl.F_ADD_SEALS, _ALL_SEALS)
        return copy, None
    _, name = tempfile.mkstemp(prefix="fracas-bot-")
    file = Path(name)
    file.write_bytes(data)
    file.chmod(0o700)
    return os.open(file, os.O_RDONLY), file


def _environment(path: str) -> Mapping[str, str]:
    """Return the environment of a program, with the same hash seed of Python for all.

    FRACAS_BOT has the path of its file, since it is started from a copy.
    """
    # Node looks for the real path of what it starts, and a copy in memory has none.
    options = os.environ.get("NODE_OPTIONS", "")
    node = f"{options} --preserve-symlinks-main".strip()
    own = {"PYTHONHASHSEED": "0", "NODE_OPTIONS": node}
    if "PATH" not in os.environ:
        return {**os.environ, **own, "PATH": _FOLDERS}
    return {**os.environ, **own, "FRACAS_BOT": str(Path(path).absolute())}


def _unstartable(path: str, data: bytes, error: Exception) -> str:
    """Return why *path* cannot be started."""
    reason = getattr(error, "strerror", None) or str(error)
    first = data.split(b"\n", 1)[0].decode("utf-8", "replace")
    if first.startswith("#!"):
        reason = f"{reason}; its first line is {shortened(first)!r}"
    return f"{path} cannot be started: {reason}"


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _shown(line: bytes) -> str:
    """Return what a program wrote, short and in quotation marks."""
    return repr(shortened(line.decode("utf-8", "replace").strip()))
