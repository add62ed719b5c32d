"""What a notebook shows of an analysis: a table and a curve, with names escaped."""

from xml.etree import ElementTree as ET

from msgspec import structs

from sim.analysis.analyse import Effort, analyse
from tests.analysis.records import record

SVG = "{http://www.w3.org/2000/svg}"


def test_a_notebook_shows_table_and_curve() -> None:
    """In a notebook every participant has a row and a curve from start to end."""
    recorded = record("skill_roll")
    analysis = analyse(recorded, ["steady"] * len(recorded.seats), effort=Effort())
    page = ET.fromstring(f"<div>{analysis._repr_html_()}</div>")  # noqa: S314 # pyright: ignore[reportPrivateUsage]
    assert len(page.findall(".//tbody/tr")) == len(analysis.accounts)
    curves = page.findall(f".//{SVG}polyline")
    assert len(curves) == len(analysis.accounts)
    for curve in curves:
        assert len(str(curve.get("points")).split()) == 1 + len(analysis.moments)
    bands = page.findall(f".//{SVG}rect")
    assert len(bands) == len({moment.round for moment in analysis.moments})
    marked = [moment for moment in analysis.moments if moment.mark]
    assert len(page.findall(f".//{SVG}circle")) == len(marked)


def test_names_and_sentences_are_text() -> None:
    """Names and sentences are escaped, so that nothing in them runs."""
    recorded = record("skill_roll")
    analysis = analyse(recorded, ["steady"] * len(recorded.seats), effort=Effort())
    bad = "<script>alert('x')</script>"
    accounts = tuple(
        structs.replace(account, seat=bad, agent=bad) for account in analysis.accounts
    )
    moments = tuple(
        structs.replace(moment, said=bad, mark="blunder") for moment in analysis.moments
    )
    spoilt = structs.replace(
        analysis, title=bad, conflict=bad, accounts=accounts, moments=moments
    )
    page = spoilt._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    ET.fromstring(f"<div>{page}</div>")  # noqa: S314 - our own
