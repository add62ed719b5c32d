"""Commands on a PostgreSQL server do what they do on a file, and print no password."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.cli.conftest import Fracas
from tests.store.conftest import SERVER, server

__all__ = ["server"]

COMMANDS = (
    "run noon.toml --games 4 --seed a --store STORE",
    "run noon.toml --games 4 --seed a --store STORE",
    "run noon.toml --games 4 --seed p --record packed --store STORE",
    "list STORE",
    "list STORE --json",
    "show STORE",
    "show STORE RUN --conflicts",
    "replay STORE RUN-1",
    "replay STORE nobody",
    "audit STORE",
    "analyse STORE RUN",
    "pack STORE STOREpacked",
    "pack STORE STORE",
    "pack STOREpacked STOREplain --unpack --json",
    "tournament noon.toml --agents uniform,steady --games 4 --seed t --store STORE",
    "tournament --store STORE --resume --why --html cup.html",
    "league STOREleague noon.toml --agents uniform,steady --games 4 --why --json",
    "league STOREleague --html league.html",
    "playtest noon.toml --budget 300games --seed q --workers 1 --store STORE",
    "run noon.toml --games 4 --seed h --store STORE --html run.html",
)
REFUSED = {"replay STORE nobody", "pack STORE STORE"}


def test_no_command_prints_a_password(
    fracas: Fracas, noon: Path, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No command prints the password of a store's address."""
    secret = urlsplit(SERVER).password
    assert secret
    monkeypatch.chdir(noon.parent)
    run = ""
    for line in COMMANDS:
        given = line.replace("STORE", server).replace("RUN", run)
        said = fracas(*given.split(" "))
        assert f":{secret}@" not in said.out + said.err, line
        assert "Traceback" not in said.err, line
        assert (said.status == 2) == (line in REFUSED), (line, said.err)
        run = run or fracas("list", server, "--json").lines()[0]["run"]
    for page in noon.parent.glob("*.html"):
        assert f":{secret}@" not in page.read_text("utf-8"), page
