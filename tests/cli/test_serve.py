"""What `fracas serve` says before it serves, and that it serves."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from sim.cli.look import serve as command
from tests.cli.conftest import Fracas


def test_serve_without_its_libraries_says_what_to_install(
    fracas: Fracas, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its libraries the desk names what to install."""

    def nothing(name: str) -> None:
        del name

    monkeypatch.setattr(command, "find_spec", nothing)
    said = fracas("serve", store).refused()
    assert "the desk needs starlette and uvicorn: pip install 'fracas[desk]'" in said


def test_serve_refuses_what_it_cannot_show(fracas: Fracas, tmp_path: Path) -> None:
    """A store, port or scenario that cannot be served is refused."""
    assert "none.db" in fracas("serve", tmp_path / "none.db").refused()
    other = tmp_path / "other.db"
    other.write_text("no store")
    assert "other.db" in fracas("serve", other).refused()
    assert "--port is" in fracas("serve", other, "--port", 99999).refused()
    own = fracas("serve", other, "--scenario", "mine.toml").refused()
    assert "--scenario is for a desk that may keep what is played: add --write" in own


def test_serve_names_a_port_that_is_taken(fracas: Fracas, store: Path) -> None:
    """A port that is taken is refused by its number."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port}" in fracas("serve", store, "--port", port).refused()


def test_a_desk_that_has_ended_leaves_its_port() -> None:
    """A port whose connections have ended can be used again."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)):
            served, _ = server.accept()
            served.close()
    assert command.free_port("127.0.0.1", port) == port


@pytest.mark.slow
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])  # noqa: S104 - asked for here
def test_serve_shows_the_store_until_it_is_ended(store: Path, host: str) -> None:
    """The desk shows the store, beyond this machine only with a token."""
    command = [sys.executable, "-m", "sim.cli", "serve", str(store)]
    with subprocess.Popen(
        [*command, "--port", "0", "--host", host],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        try:
            assert process.stdout is not None
            where = re.search(r"http://\S+", process.stdout.readline())
            assert where is not None
            address = where[0].replace("0.0.0.0", "127.0.0.1")  # noqa: S104 - replaced
            assert ("token=" in address) == (host != "127.0.0.1")
            assert b"Runs" in _opened(address)
            if "token=" in address:
                bare = address.partition("?")[0]
                with pytest.raises(urllib.error.HTTPError, match="401"):
                    urllib.request.urlopen(bare)  # noqa: S310 - our own
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)
            said = process.communicate()[1]
    assert ("with this one's name" in said) == (host != "127.0.0.1")


def _opened(address: str) -> bytes:
    cookies = urllib.request.HTTPCookieProcessor()
    opener = urllib.request.build_opener(cookies)
    for _ in range(100):
        try:
            with opener.open(address, timeout=30) as answer:
                return bytes(answer.read())
        except urllib.error.URLError:
            time.sleep(0.2)
    raise AssertionError(address)
