"""A hint is a word that is close; where none is close there is no hint."""

import pytest

from sim.reading.hints import hint_first, most_similar, nearest


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
        ("dice_pool_alley", ["dice_pool_mill", "alley"], "alley"),
        ("Marrow", ["Lucha", "Old Marrow"], "Old Marrow"),
        ("solar_duel", ["skill_duel"], ""),
    ],
)
def test_hint_is_close_or_absent(said: str, known: list[str], meant: str) -> None:
    """A misspelt word gets a hint; a word that is not close to any gets none."""
    assert nearest(said, known) == (f"; did you mean {meant}?" if meant else "")


def test_equally_like_names_are_listed_by_the_alphabet() -> None:
    """Names that are equally similar come in alphabetical order."""
    assert most_similar("zzz", {"b", "d", "a", "c"}, 3) == ["a", "b", "c"]
    assert most_similar("bold", {"a", "bald", "c"}, 2) == ["bald", "a"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("no bo, expected Bo; did you mean Bo?", "did you mean Bo? no bo, expected Bo"),
        (
            "my file.toml, line 3, column 5: $.grit has x; did you mean grit? Or not",
            "my file.toml, line 3, column 5: did you mean grit? $.grit has x Or not",
        ),
        ("nothing is near", "nothing is near"),
    ],
)
def test_hint_first_puts_what_was_meant_before_the_rest(said: str, told: str) -> None:
    """The hint comes first, though after the problem's place in a file."""
    assert hint_first(said) == told
