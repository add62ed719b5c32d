"""Names, titles, seeds and words that would run in a page are text on it."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from sim.cli.main import main
from tests.desk.conftest import Opened, token_of, whole
from tests.desk.test_looking import ids
from tests.pages.parsed import Page
from tests.pages.payloads import PAYLOADS

_AT_ONCE = 4
GROUPS = [
    PAYLOADS[first : first + _AT_ONCE] for first in range(0, len(PAYLOADS), _AT_ONCE)
]
TOGETHER = [" ".join(group) for group in GROUPS]
AGENT = """
from fracas import Agent

class Mine(Agent):
    def choose(self, asked):
        return asked.options[0]
"""
PLACES = (
    "seats[0].name",
    "seats[1].name",
    "seats[0].attacks[0].name",
    "seats[1].attacks[1].name",
)
_NO_FILE = str.maketrans("", "", "/,:@")


def built(page: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the elements of a page with the names of their attributes."""
    return [(element.tag, tuple(element.attrs)) for element in Page(page).elements]


def latest(client: TestClient) -> str:
    """Return the id of the run that was recorded last."""
    return ids(client.get("/").text, "runs")[0]


def recorded(store: Path, folder: Path, names: Sequence[str]) -> None:
    """Play a conflict in which names and texts are *names*, the agent's too."""
    together = " ".join(names)
    name = together.translate(_NO_FILE)
    (folder / f"{name}.py").write_text(AGENT, "utf-8")
    file = folder / "two.toml"
    if not file.exists():
        assert main(["new", "skill_roll", str(file)]) == 0
    command = ["run", str(file), "--agents", f"{folder / name}.py:Mine,first"]
    command += ["--debug", "--games", "1", "--seed", "desk", "--store", str(store)]
    for place, text in (
        ("title", names[0]),
        ("about", together),
        *zip(PLACES, names, strict=True),
    ):
        command += ["--set", f"{place}={json.dumps(text)}"]
    assert main(command) == 0


def pages(client: TestClient, run: str) -> list[str]:
    """Return all pages about a run of one conflict."""
    return [
        whole(client, f"/runs/{run}"),
        whole(client, f"/runs/{run}/result"),
        whole(client, f"/runs/{run}/audit"),
        whole(client, f"/conflicts/{run}-1"),
        whole(client, f"/conflicts/{run}-1/audit"),
    ]


@pytest.mark.slow
def test_no_name_of_a_store_changes_a_page(
    desk: Opened, store: Path, tmp_path: Path
) -> None:
    """Names from a scenario are text on every page, whatever they hold."""
    client = desk()
    recorded(store, tmp_path, ("Ann", "Bob", "one", "two"))
    plain = [built(page) for page in pages(client, latest(client))]
    for group in GROUPS:
        recorded(store, tmp_path, group)
        shown = pages(client, latest(client))
        assert [built(page) for page in shown] == plain, group
        text = " ".join(Page(shown[3]).all("body")[0].text.split())
        assert " ".join(group) in text
    assert client.get("/").text.count("<script") == 1


def met(store: Path, folder: Path, names: Sequence[str]) -> None:
    """Let agents with such names meet on a scenario whose name and seats are those."""
    name = " ".join(names).translate(_NO_FILE)
    (folder / f"{name}.py").write_text(AGENT, "utf-8")
    (folder / f"{name}.toml").write_bytes((folder / "two.toml").read_bytes())
    command = ["tournament", str(folder / f"{name}.toml"), "--seed", names[0]]
    command += ["--agents", f"{folder / name}.py:Mine,first", "--games", "2"]
    command += ["--null", "0", "--store", str(store), "--limits"]
    for place, text in (("title", names[0]), *zip(PLACES, names, strict=True)):
        command += ["--set", f"{place}={json.dumps(text)}"]
    assert main([*command, "--html", str(folder / f"{name}.html")]) == 0


@pytest.mark.slow
def test_no_name_of_a_tournament_changes_a_page(
    desk: Opened, store: Path, tmp_path: Path
) -> None:
    """Names from a tournament are text on every page, whatever they hold."""
    assert main(["new", "skill_roll", str(tmp_path / "two.toml")]) == 0
    client = desk()
    plain: list[list[tuple[str, tuple[str, ...]]]] = []
    for group in (("Ann", "Bob", "one", "two"), *GROUPS[::3]):
        met(store, tmp_path, group)
        (sent,) = tmp_path.glob("*.html")
        cup = ids(client.get("/").text, "tournaments")[0]
        shown = [whole(client, f"/tournaments/{cup}"), sent.read_text("utf-8")]
        sent.unlink()
        built_ = [built(page) for page in shown]
        plain = plain or built_
        assert built_ == plain, group
        assert group[0] in " ".join(Page(shown[0]).all("body")[0].text.split())


@pytest.mark.slow
def test_no_seed_of_a_store_changes_a_page(desk: Opened, store: Path) -> None:
    """A seed is text on every page, whatever it holds."""
    client = desk()
    wish = ["run", "stuck_door", "--agents", "first,first,first", "--games", "1"]
    plain = None
    for seed in ("Ann", *TOGETHER):
        assert main([*wish, "--seed", seed, "--store", str(store)]) == 0
        built_ = built(client.get(f"/runs/{latest(client)}").text)
        plain = plain or built_
        assert built_ == plain, seed
        (script,) = Page(client.get("/").text).all("script")
        assert script.attrs == {"src": "/page.js"}


def test_no_word_of_a_judged_round_changes_a_page(desk: Opened) -> None:
    """Words typed into a judged round are refused and quoted as text."""
    client = desk()
    token = token_of(client.get("/judge?scenario=stuck_door").text)
    form = {"csrf": token, "scenario": "stuck_door"}
    where = client.post("/judge", data=form).url.path
    plain = built(client.post(where, data={"csrf": token, "words": "Ann"}).text)
    for payload in TOGETHER:
        for more in ({}, {"claim": "yes"}):
            answer = client.post(where, data={"csrf": token, "words": payload, **more})
            assert answer.status_code == 422
            assert built(answer.text) == plain, payload
