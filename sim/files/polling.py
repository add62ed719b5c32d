"""Waiting for a pipe, up to a deadline."""

import select
from time import monotonic


def wait_until_ready(descriptor: int, what: int, deadline: float) -> None:
    """Wait until *descriptor* is ready for *what*: `select.POLLIN` or `POLLOUT`.

    Raises TimeoutError at the *deadline*, in seconds of `time.monotonic`.
    """
    poll = select.poll()
    poll.register(descriptor, what)
    if not poll.poll(max(0.0, deadline - monotonic()) * 1000):
        raise TimeoutError
