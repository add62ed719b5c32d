"""The desk answers every request, and never with an error of its own."""

from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.desk.conftest import Opened, token_of

_PARTS = ["runs", "conflicts", "tournaments", "play", "judge", "audit", "analysis"]
_ENDS = ["result", "keep", "save", "round.toml", "..", "%2e%2e", "%00", "é", " ", "1-1"]
_ODD = st.text(max_size=12)
_PATHS = st.lists(st.sampled_from(_PARTS + _ENDS) | _ODD, max_size=4)
_WORDS = st.sampled_from(["1", "yes", "stuck_door", "Skala", "first", "+ 0 -"]) | _ODD
_NAMES = ["page", "scenario", "seat", "agent", "choice", "words", "claim", "undo"]
_KEYS = st.sampled_from([*_NAMES, "token"]) | _ODD
_FIELDS = st.dictionaries(_KEYS, _WORDS, max_size=4)
_FINE = {503, 504}
"""Too many at once, or too long: said so."""


@pytest.mark.slow
@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(path=_PATHS, fields=_FIELDS, posts=st.booleans(), signed=st.booleans())
def test_no_request_is_an_error_of_the_desk(
    desk: Opened,
    path: list[str],
    fields: dict[str, Any],
    posts: bool,  # noqa: FBT001 - drawn
    signed: bool,  # noqa: FBT001 - drawn
) -> None:
    """No address, parameter or form leads to an error of the desk."""
    client = opened(desk)
    where = "/" + "/".join(quote(part, safe="%") for part in path).lstrip("/")
    if posts:
        form = dict(fields)
        if signed:
            form["csrf"] = token_of(client.get("/play?scenario=stuck_door").text)
        answer = client.post(where, data=form)
    else:
        answer = client.get(where, params=fields)
    assert answer.status_code < 500 or answer.status_code in _FINE, answer.text
    assert "content-security-policy" in answer.headers


_OPENED: dict[int, Any] = {}


def opened(desk: Opened) -> Any:  # noqa: ANN401 - a client
    """Return one desk for all examples."""
    return _OPENED.setdefault(id(desk), desk())
