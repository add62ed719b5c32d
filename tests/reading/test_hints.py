"""A hint is close, or there is none."""

import pytest

from sim.reading.hints import nearest


@pytest.mark.parametrize(
    ("said", "known", "meant"),
    [
        ("Knif", ["Brawl", "Knife"], "Knife"),
        ("BRAWL", ["Brawl", "Knife"], "Brawl"),
        ("gunn", ["gun"], "gun"),
        ("gaol", ["goal", "about"], "goal"),
        ("bax", ["amount", "box"], "box"),
        ("vigr", ["reason", "vigor"], "vigor"),
        ('"weapons"', ['"items"', '"pools"'], '"items"'),
        ("strength", ["vigor", "instinct", "reason"], ""),
        ('"strength"', ['"vigor"', '"instinct"', '"reason"'], ""),
        ("strength", ["Stealth", "Etiquette"], ""),
        ("zzz", ["about"], ""),
        ("", ["about"], ""),
    ],
)
def test_hint_is_close_or_absent(said: str, known: list[str], meant: str) -> None:
    """A slip of the pen is mended; another word is not taken for one."""
    assert nearest(said, known) == (f"; did you mean {meant}?" if meant else "")
