"""The desk's forms for playing at a seat and for judging a round."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from sim.cli.main import main
from sim.desk.app import create_app
from sim.errors import FracasError
from tests.desk.conftest import Opened, token_of

DOOR = {"scenario": "stuck_door"}


def begun(client: TestClient, what: str, **form: str) -> tuple[str, str]:
    """Begin at a table; return its address, and the token of its forms."""
    token = token_of(client.get(f"/{what}?scenario=stuck_door").text)
    answer = client.post(f"/{what}", data={"csrf": token, **DOOR, **form})
    assert answer.status_code == 200, answer.text
    return answer.url.path, token


def choices(page: str) -> list[str]:
    """Return the numbers of the options on a page."""
    return re.findall(r'name="choice" value="(\d+)"', page)


def to_the_end(client: TestClient, where: str, token: str) -> str:
    """Take the first option until the conflict is over; return the last page."""
    page = client.get(where).text
    for _ in range(40):
        if not choices(page):
            return str(page)
        page = client.post(where, data={"csrf": token, "choice": "1"}).text
    raise AssertionError(where)


def test_a_conflict_is_played_to_its_end(desk: Opened) -> None:
    """A conflict is played to its end by buttons, and kept only under --write."""
    client = desk()
    where, token = begun(client, "play", seat="Skala", agent="first")
    first = client.get(where).text
    client.post(where, data={"csrf": token, "choice": "1"})
    back = client.post(where, data={"csrf": token, "undo": "yes"}).text
    assert back.replace('"turn" value="2"', '"turn" value="0"') == first
    page = to_the_end(client, where, token)
    assert "It ended:" in page
    assert "/keep" not in page
    refused = client.post(f"{where}/keep", data={"csrf": token})
    assert refused.status_code == 403
    assert "--write" in refused.text


def test_with_write_a_played_conflict_goes_into_the_store(
    desk: Opened, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --write a played conflict is kept once, and audits clean."""
    client = desk(write=True)
    where, token = begun(client, "play", seat="Skala", agent="first")
    early = client.post(f"{where}/keep", data={"csrf": token})
    assert early.status_code == 400
    to_the_end(client, where, token)
    pages = [client.post(f"{where}/keep", data={"csrf": token}).text for _ in range(2)]
    client.post(where, data={"csrf": token, "undo": "yes"})
    to_the_end(client, where, token)
    pages.append(client.post(f"{where}/keep", data={"csrf": token}).text)
    (kept,) = {re.findall(r'href="/conflicts/(\w+-1)"', page)[0] for page in pages}
    assert client.get(f"/conflicts/{kept}").status_code == 200
    assert main(["audit", str(store), kept.partition("-")[0]]) == 0
    assert "clean" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"choice": "0"}, 400),
        ({"choice": "99"}, 400),
        ({"choice": "-1"}, 400),
        ({"choice": "1e3"}, 400),
        ({"choice": "٣"}, 400),
        ({"choice": "9" * 40}, 400),
        ({}, 400),
    ],
)
def test_what_is_no_option_changes_nothing(
    desk: Opened, form: dict[str, str], status: int
) -> None:
    """A choice that is not offered is refused, and changes nothing."""
    client = desk()
    where, token = begun(client, "play", seat="Skala", agent="first")
    before = client.get(where).text
    assert client.post(where, data={"csrf": token, **form}).status_code == status
    assert client.get(where).text == before


@pytest.mark.parametrize(
    "form",
    [
        {"seat": "Nobody"},
        {"seat": ""},
        {"seat": "Skala", "agent": "mine.py:Mine"},
        {"seat": "Skala", "agent": "/etc/passwd"},
        {"seat": "Skala", "scenario": "../../etc/passwd"},
        {"seat": "x" * 600},
    ],
)
def test_only_what_is_offered_can_be_begun(desk: Opened, form: dict[str, str]) -> None:
    """Only shipped scenarios, their seats and installed agents can be begun."""
    client = desk()
    token = token_of(client.get("/play?scenario=stuck_door").text)
    answer = client.post("/play", data={"csrf": token, **DOOR, **form})
    assert answer.status_code in {400, 404}


def test_a_round_is_judged_by_answering(desk: Opened, tmp_path: Path) -> None:
    """A round is judged by options, words and faces, and downloaded."""
    client = desk()
    where, token = begun(client, "judge")
    page = client.post(where, data={"csrf": token, "words": "1"}).text
    assert "rolls Athletics: 3 Fudge dice" in page
    client.post(where, data={"csrf": token, "words": "+ 0 -"})
    page = client.post(where, data={"csrf": token, "choice": "1"}).text
    assert "chooses:" in page
    odd = client.post(where, data={"csrf": token, "words": "dances"})
    assert odd.status_code == 422
    assert 'role="alert"' in odd.text
    claim = {"csrf": token, "words": "Wolf-Snarl made it with 4"}
    for more in ({"claim": "yes"}, {}):
        said = client.post(where, data=claim | more).text
        assert "no: by the rules it is level 2" in said
    told = client.get(where).text
    back = client.post(where, data={"csrf": token, "undo": "yes"}).text
    assert back != told
    file = tmp_path / "round.toml"
    text = client.get(f"{where}/round.toml")
    assert "attachment" in text.headers["content-disposition"]
    file.write_text(text.text, "utf-8")
    assert main(["audit", str(file)]) == 1
    assert "Wolf-Snarl made it with 4" in file.read_text("utf-8")


def test_with_write_a_judged_round_is_saved_beside_the_store(
    desk: Opened, store: Path
) -> None:
    """With --write a judged round is saved once beside the store."""
    client = desk(write=True)
    where, token = begun(client, "judge")
    client.post(where, data={"csrf": token, "words": "1"})
    client.post(f"{where}/save", data={"csrf": token})
    page = client.post(f"{where}/save", data={"csrf": token}).text
    (file,) = store.parent.glob("duels-round-*.toml")
    assert f"Saved as {file.name}" in page
    assert str(store.parent) not in page
    assert file.read_text("utf-8") == client.get(f"{where}/round.toml").text
    shown = desk()
    where, token = begun(shown, "judge")
    assert shown.post(f"{where}/save", data={"csrf": token}).status_code == 403
    assert len(list(store.parent.glob("duels-round-*.toml"))) == 1


@pytest.fixture(name="mine")
def _mine(tmp_path: Path) -> Path:
    """Return a scenario file of a stranger, away from the store."""
    file = tmp_path / "away" / "door <b>.toml"
    file.parent.mkdir()
    assert main(["new", "skill_roll", str(file)]) == 0
    return file


def test_a_scenario_that_is_given_at_the_start_is_played_and_judged(
    desk: Opened, store: Path, mine: Path
) -> None:
    """A scenario given at the start is played and judged by its file's name."""
    client = desk(write=True, scenarios=[str(mine)])
    mine.rename(mine.with_name("moved.toml"))  # it was read when the desk was opened
    form = {"scenario": mine.name}
    for what in ("play", "judge"):
        front = client.get(f"/{what}").text
        assert "door &lt;b&gt;.toml" in front
        page = client.get(f"/{what}", params=form).text
        assert str(mine.parent) not in front + page
        seat = re.findall(r'name="seat" value="([^"]+)"', page)[:1]
        data = {"csrf": token_of(page), **form, **({"seat": seat[0]} if seat else {})}
        answer = client.post(f"/{what}", data=data)
        assert answer.status_code == 200, answer.text
        where, token = answer.url.path, token_of(answer.text)
        if what == "play":
            to_the_end(client, where, token)
            kept = client.post(f"{where}/keep", data={"csrf": token}).text
            (name,) = re.findall(r'href="/conflicts/(\w+)-1"', kept)
            assert main(["audit", str(store), name]) == 0
        else:
            client.post(where, data={"csrf": token, "words": "1"})
            client.post(f"{where}/save", data={"csrf": token})
            assert str(mine.parent) not in client.get(f"{where}/round.toml").text
    mine.with_name("moved.toml").rename(mine)
    (saved,) = store.parent.glob("duels-round-*.toml")
    assert main(["audit", str(saved)]) == 0


def test_scenarios_are_chosen_by_their_titles(desk: Opened, mine: Path) -> None:
    """Scenarios are listed by title under their systems, given files first."""
    front = desk(write=True, scenarios=[str(mine)]).get("/play").text
    headings = re.findall(r'<optgroup label="([^"]+)">', front)
    assert headings[0] == "Your files"
    assert "Dice pools" in headings
    assert '<option value="alley">Tela and Gael in the alley (alley)</option>' in front


@pytest.mark.parametrize("name", ["{}", "../away/door <b>.toml", "door", "moved.toml"])
def test_no_path_comes_from_a_browser(desk: Opened, mine: Path, name: str) -> None:
    """A path sent by a browser is refused, also that of a given scenario."""
    client = desk(write=True, scenarios=[str(mine)])
    form = {"scenario": name.format(mine)}
    assert client.get("/play", params=form).status_code == 404
    token = token_of(client.get("/play?scenario=stuck_door").text)
    for what in ("play", "judge"):
        data = {"csrf": token, "seat": "Skala", **form}
        assert client.post(f"/{what}", data=data).status_code == 404


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["stuck_door"], "stuck_door is shipped and offered already"),
        (["nowhere.toml"], "nowhere.toml"),
        (["{}", "{}"], "two files are called door <b>.toml"),
    ],
)
def test_a_scenario_that_cannot_be_offered_is_said_at_the_start(
    store: Path, mine: Path, given: list[str], said: str
) -> None:
    """A scenario that cannot be offered is refused before anything is served."""
    with pytest.raises(FracasError, match=re.escape(said)):
        create_app(
            str(store), workers=0, scenarios=[name.format(mine) for name in given]
        )


def test_agents_of_files_sit_in_no_scenario_of_the_desk(
    store: Path, mine: Path
) -> None:
    """A given scenario whose agents are files is refused."""
    text = mine.read_text("utf-8")
    (mine.parent / "mine.py").write_text("raise SystemExit", "utf-8")
    seats = text.replace("[[seats]]", '[[seats]]\nagent = "mine.py:Mine"', 1)
    mine.write_text(seats, "utf-8")
    with pytest.raises(FracasError, match=r"mine\.py"):
        create_app(str(store), workers=0, scenarios=[str(mine)])


def turn_of(page: str) -> str:
    """Return which turn the forms of a page are of."""
    (turn,) = set(re.findall(r'name="turn" value="(\d+)"', page))
    return turn


@pytest.mark.parametrize("what", ["play", "judge"])
def test_a_page_of_an_earlier_turn_answers_nothing(desk: Opened, what: str) -> None:
    """A page of an earlier turn is refused, and changes nothing.

    So it is with a second tab, the way back, and a button that is pressed twice.
    """
    client = desk()
    where, token = begun(client, what, seat="Skala", agent="first")
    form = {"csrf": token, "turn": turn_of(client.get(where).text)}
    client.post(where, data=form | {"choice": "1"})
    after = client.get(where).text
    for late in ({"choice": "2"}, {"undo": "yes"}):
        said = client.post(where, data=form | late)
        assert said.status_code == 409
        assert "nothing was done" in said.text
        assert choices(said.text) == choices(after)
        assert client.get(where).text == after
    form["turn"] = turn_of(after)
    client.post(where, data=form | {"undo": "yes"})
    # What was taken back is not the turn it was before: another answer may follow.
    assert client.post(where, data=form | {"choice": "1"}).status_code == 409
    assert turn_of(client.get(where).text) == "2"


def test_a_page_of_an_earlier_turn_keeps_nothing(desk: Opened, store: Path) -> None:
    """A page of an earlier turn neither keeps nor saves anything."""
    client = desk(write=True)
    where, token = begun(client, "play", seat="Skala", agent="first")
    turn = turn_of(to_the_end(client, where, token))
    form = {"csrf": token, "turn": turn}
    client.post(where, data=form | {"undo": "yes"})
    to_the_end(client, where, token)
    late = client.post(f"{where}/keep", data=form)
    assert late.status_code == 409
    assert "nothing was done" in late.text
    assert "It is kept" not in client.get(where).text
    where, token = begun(client, "judge")
    form = {"csrf": token, "turn": turn_of(client.get(where).text)}
    client.post(where, data=form | {"words": "1"})
    assert client.post(f"{where}/save", data=form).status_code == 409
    assert not list(store.parent.glob("duels-round-*.toml"))
