"""Which requests the desk answers, and what its answers allow."""

import pytest

from sim.desk.guard import BODY_MOST, HEADERS
from tests.desk.conftest import Opened, token_of

SECRET = "a-secret-of-somebody"  # noqa: S105 - of a test


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:8000", "localhost:1", "LOCALHOST", "[::1]:8000"]
)
def test_this_machine_is_answered(desk: Opened, host: str) -> None:
    """The desk answers by each name of this machine, at any port."""
    assert desk().get("/page.css", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "[::2]", "0"],
)
def test_a_page_elsewhere_reaches_nothing(desk: Opened, host: str) -> None:
    """The desk refuses every other name, against DNS rebinding."""
    answer = desk().get("/", headers={"host": host})
    assert answer.status_code == 421
    assert "duels" not in answer.text


@pytest.mark.parametrize(
    "where", ["/", "/nowhere", "/?page=x", "/page.js", "/play", "/runs/x/audit"]
)
def test_every_answer_forbids_what_is_foreign(desk: Opened, where: str) -> None:
    """Every answer forbids foreign scripts, frames and guessed types."""
    answer = desk().get(where)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_a_desk_elsewhere_asks_for_its_token(desk: Opened) -> None:
    """A desk elsewhere asks for its token once, and then knows its cookie."""
    client = desk(token=SECRET)
    there = {"host": "desk.example"}
    assert client.get("/", headers=there).status_code == 401
    assert client.get("/?token=wrong", headers=there).status_code == 401
    assert client.get("/play", headers=there).status_code == 401
    refused = client.post("/play", headers=there, data={"token": SECRET})
    assert refused.status_code == 401
    came = client.get(
        f"/play?scenario=alley&token={SECRET}", headers=there, follow_redirects=False
    )
    assert came.status_code == 303
    assert came.headers["location"] == "/play?scenario=alley"
    cookie = came.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    known = there | {"cookie": came.headers["set-cookie"].partition(";")[0]}
    assert client.get("/", headers=known).status_code == 200


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example", "///evil"])
def test_a_token_leads_to_no_other_host(desk: Opened, path: str) -> None:
    """Behind a token the address stays on the desk."""
    client = desk(token=SECRET)
    answer = client.get(
        f"http://127.0.0.1{path}?token={SECRET}", follow_redirects=False
    )
    where = answer.headers.get("location", "/")
    assert where.startswith("/")
    assert not where.startswith(("//", "/\\"))


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_form_of_another_page_is_refused(
    desk: Opened, headers: dict[str, str]
) -> None:
    """A form sent from another page is refused."""
    client = desk()
    token = token_of(client.get("/judge?scenario=stuck_door").text)
    form = {"csrf": token, "scenario": "stuck_door"}
    assert client.post("/judge", data=form, headers=headers).status_code == 403
    assert client.post("/judge", data=form).status_code == 200


@pytest.mark.parametrize("csrf", ["", "0" * 64, "é"])
def test_a_form_without_its_token_is_refused(desk: Opened, csrf: str) -> None:
    """A form without the token of this visit is refused."""
    client = desk()
    client.get("/judge?scenario=stuck_door")
    form = {"csrf": csrf, "scenario": "stuck_door"}
    assert client.post("/judge", data=form).status_code == 403
    client.cookies.clear()
    assert client.post("/judge", data=form).status_code == 403


def test_what_is_too_large_is_refused(desk: Opened) -> None:
    """A form or address that is too large is refused."""
    client = desk()
    token = token_of(client.get("/judge?scenario=stuck_door").text)
    large = b"csrf=" + token.encode() + b"&words=" + b"x" * BODY_MOST
    kind = {"content-type": "application/x-www-form-urlencoded"}
    assert client.post("/judge", content=large, headers=kind).status_code == 413
    parts = (large[at : at + 1000] for at in range(0, len(large), 1000))
    assert client.post("/judge", content=parts, headers=kind).status_code == 400
    many = "&".join(f"a{n}=1" for n in range(50))
    assert client.post("/judge", content=many, headers=kind).status_code == 400
    assert client.get("/?" + "x" * 5_000).status_code == 414


def test_other_methods_and_kinds_of_form_are_refused(desk: Opened) -> None:
    """Other methods and kinds of form are refused."""
    client = desk()
    for method in ("PUT", "DELETE", "PATCH", "TRACE", "OPTIONS"):
        assert client.request(method, "/").status_code == 405
    assert client.post("/judge", json={"scenario": "stuck_door"}).status_code == 415
    assert client.head("/").status_code == 200
