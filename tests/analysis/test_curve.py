"""What a notebook shows of an analysis: a table and a curve, and text as text."""

from xml.etree import ElementTree as ET

from msgspec import structs

from sim.analysis.analyse import Effort, analyse
from tests.analysis.records import record

SVG = "{http://www.w3.org/2000/svg}"


def test_a_notebook_shows_table_and_curve() -> None:
    """Every participant has a row and a curve from the start to the end."""
    one = record("skill_roll")
    found = analyse(one, ["steady"] * len(one.seats), effort=Effort())
    page = ET.fromstring(f"<div>{found._repr_html_()}</div>")  # noqa: S314 # pyright: ignore[reportPrivateUsage]
    assert len(page.findall(".//tbody/tr")) == len(found.accounts)
    curves = page.findall(f".//{SVG}polyline")
    assert len(curves) == len(found.accounts)
    for curve in curves:
        assert len(str(curve.get("points")).split()) == 1 + len(found.moments)
    bands = page.findall(f".//{SVG}rect")
    assert len(bands) == len({moment.round for moment in found.moments})
    marked = [moment for moment in found.moments if moment.mark]
    assert len(page.findall(f".//{SVG}circle")) == len(marked)


def test_names_and_sentences_are_text() -> None:
    """Whatever a scenario calls its seats, nothing of it runs."""
    one = record("skill_roll")
    found = analyse(one, ["steady"] * len(one.seats), effort=Effort())
    bad = "<script>alert('x')</script>"
    accounts = tuple(
        structs.replace(account, seat=bad, agent=bad) for account in found.accounts
    )
    moments = tuple(
        structs.replace(moment, said=bad, mark="blunder") for moment in found.moments
    )
    spoilt = structs.replace(
        found, title=bad, conflict=bad, accounts=accounts, moments=moments
    )
    page = spoilt._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    ET.fromstring(f"<div>{page}</div>")  # noqa: S314 - our own
