"""`fracas glossary` prints what a word means."""

from pathlib import Path

import pytest

from sim.cli.write.glossary import entries
from sim.reading.hints import quoted
from tests.cli.conftest import Fracas

GOLDEN = Path(__file__).parents[1] / "golden"
TOLD = {
    "solar_system": "perpendicular one-sided bruised bloodied Key gate interlude"
    " Legendary instinct React stalemate",
    "planets": "favored Dominant Weak Omega hindrance benefit influence"
    " track standoff unproductive approach press",
    "intensity": "Intensity everywhere goal pip filler",
    "dice_pool": "Edge Willpower rote Vice crisis Morality bashing lethal dots margin"
    " incapacitated arena",
    "skill_roll": "OOPS capacity aware progress level solid",
}
"""Words of stories that newcomers stop at, by whose stories they are."""


@pytest.mark.slow
def test_every_word_of_the_glossary_is_told(fracas: Fracas) -> None:
    """Every word of the glossary prints its sentence."""
    for entry in entries():
        for word in entry.words:
            said = fracas("glossary", *word.split())
            assert said.status == 0
            assert entry.means in said.out


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("free-and-clear", "free-and-clear"),
        ("Free and Clear", "free-and-clear"),
        ("VOLLEYS", "volley"),
        ("omega", "Omega die"),
        ("one_sided", "perpendicular, parallel, one-sided"),
    ],
)
def test_a_word_is_found_however_it_is_written(
    fracas: Fracas, asked: str, words: str
) -> None:
    """A word is found in other spellings and forms."""
    first = fracas("glossary", *asked.split()).out.splitlines()[0]
    assert first.startswith(f"{words} (")


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("perpendiclar", "did you mean perpendicular?"),
        ("SS-FAC-01", "fracas rules SS-FAC-01"),
        ("plunder", "one that fracas rules --words lists"),
        ("losing", "it occurs in the entries for gives"),
    ],
)
def test_a_word_that_is_not_there_is_one_sentence(
    fracas: Fracas, asked: str, hint: str
) -> None:
    """A word that is not there is refused with a near one."""
    said = fracas("glossary", asked).refused()
    assert f"the glossary has no word {quoted(asked)}" in said
    assert hint in said


def test_the_list_is_of_words_and_not_of_fields(fracas: Fracas) -> None:
    """The list has words and not fields; as JSON each has its place."""
    listed = {*fracas("glossary").out.split()}
    words = [entry for entry in entries() if not entry.of_files]
    for word in words:
        assert {*f"{', '.join(word.words)} {word.means}".split()} <= listed
    assert fracas("glossary", "--json").json()["words"] == [
        {
            "words": list(word.words),
            "means": word.means,
            "where": word.where,
            "of_files": False,
        }
        for word in words
    ]
    (field,) = fracas("glossary", "xp_per_advance", "--json").json()["words"]
    assert field["of_files"]
    assert field["where"].endswith(", rulings")


@pytest.mark.parametrize(
    ("system", "word"),
    [(system, word) for system, words in TOLD.items() for word in words.split()],
)
def test_what_stories_say_is_explained(fracas: Fracas, system: str, word: str) -> None:
    """Words of the stories are explained with a rule's ID."""
    stories = "".join(
        story.read_text("utf-8") for story in (GOLDEN / system).glob("*.txt")
    )
    assert word.casefold() in stories.casefold()
    entries = fracas("glossary", word, "--json").json()["words"]
    assert any("[" in entry["means"] for entry in entries if not entry["of_files"])
