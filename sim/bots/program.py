"""A program that is asked: started from the bytes that were read, one line at a time.

It reads its questions from standard input and writes its answers to standard output,
where nobody knows when it will write: every wait has a limit, and what comes unasked is
noticed. The file is copied into memory and started from there, so that what was read is
what plays, whatever becomes of the file.
"""

import fcntl
import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic

from sim.errors import AgentError
from sim.files.sources import COMPILED
from sim.reading.hints import shortened

LINE_MAX = 1 << 16
"""The longest line that a program may answer, in bytes."""
_READ = 1 << 16
_WAITS = 1.0
"""How many seconds a program has to end once it closed its output."""
_ALL_SEALS = 0xF
"""Nothing can be written to the copy any more."""
_FOLDERS = "/usr/local/bin:/usr/bin:/bin"
"""Where an interpreter is looked for by `#!/usr/bin/env`, unless PATH says where."""


class Failed(Exception):  # noqa: N818 - its text goes on after "it"
    """How a program failed, as a sentence that begins with "it"."""


class Unprepared(Exception):  # noqa: N818 - what the wall lacks
    """What could not be prepared before the program was to start."""


def check_program(path: str, data: bytes) -> None:
    """Raise AgentError where *data*, read from *path*, cannot be a program."""
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
        group of its own, which ends with it. *hint* is said where it may be why the
        program does not start, or ends.
        Raises AgentError where it cannot be started, Unprepared where *prepare* failed.
        """
        check_program(path, data)
        self.path = path
        self.broken = ""
        """How it failed, if it did: nothing is asked of it any more."""
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
        self._answered = "before it was asked anything"

    def asked(self, line: bytes, called: str, seconds: float) -> bytes:
        """Send *line*, and return the line that is answered within *seconds*.

        *called* is what the message is called in a sentence. Raises Failed for
        everything else, and once it has failed, always.
        """
        if self.broken:
            raise Failed(self.broken)
        try:
            self._check_silent()
            deadline = monotonic() + seconds
            self._send(line, called, deadline)
            answer = self._receive(called, deadline)
            self._check_once(answer, called)
        except TimeoutError as error:
            self.broken = f"gave no answer to {called} within {seconds:g} s"
            raise Failed(self.broken) from error
        except Failed as error:
            self.broken = str(error)
            raise
        return answer

    def _check_silent(self) -> None:
        """Raise Failed where it wrote something that nothing had asked for."""
        with suppress(BlockingIOError):
            self._kept += os.read(self._in.fileno(), _READ)
        if self._kept:
            message = f"wrote {_shown(bytes(self._kept))} {self._answered}"
            raise Failed(message)

    def _check_once(self, answer: bytes, called: str) -> None:
        """Raise Failed where something followed the *answer* at once."""
        self._answered = f"after it had answered {called}"
        if self._kept:
            second = _shown(bytes(self._kept))
            message = f"answered {called} twice, with {_shown(answer)} and {second}"
            raise Failed(message)

    def _send(self, line: bytes, called: str, deadline: float) -> None:
        rest = memoryview(line)
        while rest:
            try:
                rest = rest[os.write(self._out.fileno(), rest) :]
            except BlockingIOError:
                _wait(self._out.fileno(), select.POLLOUT, deadline)
            except OSError as error:
                raise Failed(self._ended(called)) from error

    def _receive(self, called: str, deadline: float) -> bytes:
        """Return the next line; what follows it is kept."""
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
                _wait(self._in.fileno(), select.POLLIN, deadline)
                continue
            if not part:
                raise Failed(self._ended(called))
            self._kept += part
        line = bytes(self._kept[:end])
        del self._kept[: end + 1]
        return line

    def _ended(self, called: str) -> str:
        """Return how it ended, once it has closed a pipe."""
        try:
            status = self._process.wait(_WAITS)
        except subprocess.TimeoutExpired:
            return f"closed its output and did not answer {called}"
        if status < 0:
            return f"was ended by {_signal(-status)} and did not answer {called}"
        ended = f"ended with exit status {status} and did not answer {called}"
        return f"{ended}; {self._hint}" if status and self._hint else ended

    def close(self) -> None:
        """End it, whatever it is doing."""
        for pipe in (self._out, self._in):
            with suppress(OSError):
                pipe.close()
        if self._process.poll() is None:
            with suppress(OSError):
                if self._apart:
                    os.killpg(self._process.pid, signal.SIGKILL)
                self._process.kill()
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

    Return its process, and the file that the copy is where it cannot be in memory.
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
    """Prepare the process that becomes a program; end it where that fails."""
    os.lseek(copy, 0, os.SEEK_SET)  # perl reads on where this descriptor stands
    if prepare is None:
        return
    try:
        prepare()
    except BaseException as error:  # noqa: BLE001 - told to the parent
        os.write(says, str(error).encode()[:_READ])
        os._exit(1)


def _copied(data: bytes) -> tuple[int, Path | None]:
    """Return a descriptor of a copy of *data*, and its path where that is a file."""
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
    """Return the environment of a program; hashes of Python are alike in all.

    FRACAS_BOT says where its file is, for it is started from a copy; the processes of
    strangers' agents, whose folder is /, have neither.
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


def _wait(descriptor: int, what: int, deadline: float) -> None:
    """Wait until *descriptor* is ready; raises TimeoutError at the *deadline*."""
    poll = select.poll()
    poll.register(descriptor, what)
    if not poll.poll(max(0.0, deadline - monotonic()) * 1000):
        raise TimeoutError
