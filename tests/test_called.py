"""Numbers of scenarios have names that can stand in a sentence."""

import pytest

from sim.library.called import called, setting_words
from sim.library.catalogue import scenarios
from sim.library.scenario import load
from sim.library.settings import Setting, numbers


@pytest.mark.parametrize(
    ("scenario", "path", "words"),
    [
        ("skill_page", "seats[0].skills.intrusion", "Hacker's intrusion"),
        ("skill_page", "seats[Hacker].skills.intrusion", "Hacker's intrusion"),
        ("skill_page", "goal", "the goal"),
        ("skill_duel", "seats[Bob].capacity", "Bob's capacity"),
        ("skill_duel", "seats[0].attacks[1].ranks", "the ranks of Ann's lunge"),
        ("alley", "seats[1].pools.vigor", "Gael's vigor"),
        ("alley", "seats[0].now.instinct", "Tela's instinct now"),
        ("alley", "rulings.max_volleys", "the ruling max_volleys"),
        (
            "alley",
            "seats[0].items[0].bonuses[0].rating",
            'the rating of bonus 1 of Tela\'s "coat of scales"',
        ),
        ("stuck_door", "opening.checks[0].difficulty", "the difficulty of opening "),
    ],
)
def test_what_a_number_is_called(scenario: str, path: str, words: str) -> None:
    """A number is called by its owner, then by what it is."""
    assert called(load(scenario), path).startswith(words)


def test_a_setting_in_words() -> None:
    """A setting is told as a number at its value, or as a text."""
    page = load("skill_page")
    assert setting_words(page, Setting("goal", 2)) == "the goal at 2"
    agent = Setting("seats[Hacker].agent", "bold")
    assert setting_words(page, agent) == "Hacker's agent as bold"


@pytest.mark.parametrize("scenario", scenarios())
def test_no_number_is_called_by_a_path(scenario: str) -> None:
    """Every number of a shipped scenario has a name in words."""
    loaded = load(scenario)
    for number in numbers(loaded):
        words = called(loaded, number.path)
        assert words
        assert "[" not in words
