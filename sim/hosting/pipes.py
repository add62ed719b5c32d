"""The host's ends of the pipes to an agent's process; every wait has a time limit.

The other side may stop reading, or write half of a message. The framing is that of
`multiprocessing.connection`, which the other side uses.
"""

import os
import select
from struct import Struct as Layout
from time import monotonic

from sim.files.polling import wait_until_ready

_LENGTH = Layout("!i")


class Pipes:
    """Two pipes to a process: one to write to it, one to read from it."""

    def __init__(self) -> None:
        self.theirs_in, self._out = os.pipe()
        self._in, self.theirs_out = os.pipe()
        os.set_blocking(self._out, False)
        os.set_blocking(self._in, False)

    def given(self) -> None:
        """Close the other side's ends in this process, once the child has them."""
        os.close(self.theirs_in)
        os.close(self.theirs_out)

    def close(self) -> None:
        """Close the host's ends."""
        os.close(self._in)
        os.close(self._out)

    def send(self, data: bytes, seconds: float) -> None:
        """Send *data*; raises TimeoutError when it is not read within *seconds*.

        Raises OSError if nobody is there to take it.
        """
        deadline = monotonic() + seconds
        rest = memoryview(_LENGTH.pack(len(data)) + data)
        while rest:
            try:
                rest = rest[os.write(self._out, rest) :]
            except BlockingIOError:
                wait_until_ready(self._out, select.POLLOUT, deadline)

    def receive(self, seconds: float, most: int) -> bytes:
        """Return the next message, of at most *most* bytes, within *seconds*.

        Raises TimeoutError, EOFError if nobody is there any more, OSError for a
        message that is too long.
        """
        deadline = monotonic() + seconds
        (length,) = _LENGTH.unpack(self._read(_LENGTH.size, deadline))
        if not 0 <= length <= most:
            message = f"a message of {length} bytes, expected at most {most}"
            raise OSError(message)
        return self._read(length, deadline)

    def _read(self, count: int, deadline: float) -> bytes:
        read = bytearray()
        while len(read) < count:
            try:
                part = os.read(self._in, count - len(read))
            except BlockingIOError:
                wait_until_ready(self._in, select.POLLIN, deadline)
                continue
            if not part:
                raise EOFError
            read += part
        return bytes(read)
