"""No address that is printed contains a password."""

import json
import shlex
from collections.abc import Callable
from html import escape

import pytest

from sim.reading.hints import brief, quoted, shortened
from sim.reading.visible import store_name, visible_json, without_password

SECRET = "hush-0b7"  # noqa: S105 - nobody's
ADDRESSES = {
    f"postgresql://ann:{SECRET}@host:5432/duels": "postgresql://ann@host:5432/duels",
    f"postgres://ann:{SECRET}@host/duels": "postgres://ann@host/duels",
    f"postgresql://:{SECRET}@host/duels": "postgresql://@host/duels",
    f"postgresql://ann:x@{SECRET}@host/duels": "postgresql://ann@host/duels",
    f"postgresql://ann:x:{SECRET}@host/duels": "postgresql://ann@host/duels",
    f"postgresql://ann@cloud:{SECRET}@host/duels": "postgresql://ann@cloud@host/duels",
    f"postgres+psycopg://ann:{SECRET}@host/duels": "postgres+psycopg://ann@host/duels",
    f"postgresq://ann:{SECRET}@host/duels": "postgresq://ann@host/duels",
    f"postgresql://ann:it&#39;s{SECRET}@host/duels": "postgresql://ann@host/duels",
    f"postgresql://host/duels?sslpassword={SECRET}": (
        "postgresql://host/duels?sslpassword=***"
    ),
    f"postgresql://ann@host/duels?password={SECRET}&schema=cup": (
        "postgresql://ann@host/duels?password=***&schema=cup"
    ),
    f"duels?schema=cup&password={SECRET}": "duels?schema=cup&password=***",
    "postgresql://ann@host:5432/duels?schema=cup": (
        "postgresql://ann@host:5432/duels?schema=cup"
    ),
}
"""An address -> what is printed of it."""


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_password_is_left_out(address: str) -> None:
    """No password is left in a sentence, a quoted command, a page or JSON."""
    said = ADDRESSES[address]
    assert without_password(f"{address} holds 2 runs") == f"{said} holds 2 runs"
    assert (
        without_password(f"fracas list '{address}' a-1") == f"fracas list '{said}' a-1"
    )
    assert without_password(f'<a title="{address}">') == f'<a title="{said}">'
    assert visible_json(f'["{address}"]'.encode()) == f'["{said}"]'.encode()


def test_a_password_in_quotation_marks_is_left_out() -> None:
    """A password with an apostrophe is left out of commands, pages and JSON."""
    for address in ("postgresql://ann:it's-hush@host/duels", "a?password=it's-hush"):
        line = shlex.join(["fracas", "list", address, "a-1"])
        assert "hush" not in without_password(line)
        assert without_password(line).endswith(" a-1")
        assert "hush" not in without_password(escape(line))
        (said,) = json.loads(visible_json(json.dumps([line]).encode()))
        assert said == without_password(line)


@pytest.mark.parametrize("short", [quoted, shortened, brief])
def test_what_is_cut_short_has_no_part_of_a_password(
    short: Callable[[str], str],
) -> None:
    """An address that is cut short shows no part of its password."""
    assert SECRET[:4] not in short(f"postgresql://ann:{SECRET * 40}@host/duels")


@pytest.mark.parametrize(
    "text", ["a://b:c@d", "https://ann:b@host/", "no password=here", "Ann: Bo@noon"]
)
def test_only_addresses_of_databases_lose_a_password(text: str) -> None:
    """Text that is no database's address, and no option of one, stays as it is."""
    assert without_password(text) == text


def test_a_store_is_called_by_its_last_name() -> None:
    """A store is called by its file, its database, or else its user and server."""
    assert store_name("cups/a.db") == "a.db"
    assert store_name("really?.db") == "really?.db"
    assert store_name("") == ""
    assert store_name(f"postgresql://ann:{SECRET}@host") == "ann@host"
    assert store_name(f"postgresql://ann:{SECRET}@host/duels?a=/b/c") == "duels"
