"""The nursery: it imports what agents need once, and forks a process for each.

A host has one for agents it trusts and one for strangers. It runs no agent's code, so
every child starts from the same state and knows nothing of earlier ones. It ends when
its host does, since its socket is then closed, and its children end with it.
"""

import gc
import os
import socket
from array import array
from contextlib import suppress
from importlib import import_module
from signal import SIGKILL
from struct import Struct as Layout

import msgspec

from sim.hosting import child
from sim.hosting.messages import End, Start
from sim.hosting.wall import prepare

HEADER = Layout("!I")
"""The length of the order that follows; the two pipes are sent with a Start."""
ANSWER = Layout("!q")
"""The id of the process that was started, or minus an errno."""
_orders = msgspec.msgpack.Decoder(Start | End)


def main(descriptor: int) -> None:
    """Take orders from the socket *descriptor* until it is closed."""
    control = socket.socket(fileno=descriptor)
    # An agent's file may say `from fracas import Agent`; in a checkout that could not
    # be read behind the wall any more.
    for name in ("sim.agents", "sim.scenarios", "fracas", "resource"):
        import_module(name)
    children: set[int] = set()
    # A host that ends before it has read an answer breaks the connection.
    with suppress(ConnectionError):
        while (taken := _order(control)) is not None:
            order, pipes = taken
            if isinstance(order, Start):
                control.sendall(ANSWER.pack(_start(control, order, pipes, children)))
            else:
                _end(order.pid, children)
    for pid in tuple(children):
        _end(pid, children)


def _order(control: socket.socket) -> tuple[Start | End, list[int]] | None:
    """Return the next order with its descriptors, None when the host is gone."""
    header, pipes, _, _ = socket.recv_fds(control, HEADER.size, 2)
    if len(header) < HEADER.size:
        return None
    (length,) = HEADER.unpack(header)
    order = bytearray()
    while len(order) < length:
        part = control.recv(length - len(order))
        if not part:
            return None
        order += part
    return _orders.decode(order), list(array("i", pipes))


def _start(
    control: socket.socket, order: Start, pipes: list[int], children: set[int]
) -> int:
    """Fork a child that serves *pipes*; return its id, or minus an errno."""
    with suppress(Exception):  # the child meets the same error, and reports it
        child.table(order.load, order.scenario)
    prepare()
    gc.freeze()
    parent = os.getpid()
    try:
        pid = os.fork()
    except OSError as error:
        pid = -(error.errno or 1)
    if pid == 0:
        try:
            control.close()
            reading, writing = pipes
            child.main(reading, writing, parent, order.sandbox)
        finally:
            os._exit(0)
    for pipe in pipes:
        os.close(pipe)
    if pid > 0:
        children.add(pid)
    return pid


def _end(pid: int, children: set[int]) -> None:
    """Kill a child with its process group."""
    if pid not in children:
        return
    children.remove(pid)
    with suppress(OSError):
        os.killpg(pid, SIGKILL)
    with suppress(OSError):
        os.kill(pid, SIGKILL)
    with suppress(OSError):
        os.waitpid(pid, 0)
