"""What tests of the desk share: a store with something of each kind, and the desk."""

import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copyfile

import pytest

from sim.cli.main import main
from sim.desk.app import create_app

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

HERE = "http://127.0.0.1"
_TOKEN = re.compile(r'name="csrf" value="([0-9a-f]{64})"')


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store with a run, one of seals alone, a campaign and a tournament."""
    path = tmp_path_factory.mktemp("desk") / "duels.db"
    for command in (
        ["run", "stuck_door", "--agents", "first,first,first", "--games", "120"],
        ["run", "footrace", "--games", "2", "--record", "seal"],
        ["run", "planets_three_gates", "--games", "1"],
        ["tournament", "stuck_door", "--agents", "first,bold", "--games", "8"],
    ):
        assert main([*command, "--seed", "desk", "--store", str(path)]) == 0
    return path


@pytest.fixture
def store(played: Path, tmp_path: Path) -> Path:
    """Return a copy of it, to write into."""
    return Path(copyfile(played, tmp_path / "duels.db"))


Opened = Callable[..., TestClient]


@pytest.fixture
def desk(store: Path) -> Iterator[Opened]:
    """Return a function that opens the desk of the store, without processes."""
    opened: list[TestClient] = []

    def open_desk(**options: object) -> TestClient:
        app = create_app(str(store), workers=0, **options)
        client = TestClient(app, base_url=HERE, raise_server_exceptions=False)
        opened.append(client.__enter__())
        return client

    yield open_desk
    for app in opened:
        app.__exit__(None, None, None)


def token_of(page: str) -> str:
    """Return what the forms of a page must send."""
    match = _TOKEN.search(page)
    assert match is not None
    return match[1]


def whole(client: TestClient, where: str) -> str:
    """Return a page that may have to be computed, once it is there."""
    for _ in range(40):
        answer = client.get(where)
        assert answer.status_code in {200, 202}, (where, answer.text)
        if answer.status_code == 200:
            return str(answer.text)
    raise AssertionError(where)
