"""`forced` takes an option by the words of the story, whenever it is offered."""

import pytest

import fracas
from sim.cli.play.forced import split_seat
from sim.errors import AgentError
from sim.reading.words import said_in


@pytest.mark.parametrize(
    ("said", "line", "whether"),
    [
        ("wrestle her down", "Taster wants: 'Wrestle her down' (Cleo).", True),
        ("WRESTLE, her-down", "Taster wants: 'wrestle her down' (Cleo).", True),
        ("wrestle down", "Taster wants: 'wrestle her down' (Cleo).", False),
        ("rest", "Taster wrestles.", False),
        ("", "Taster wrestles.", False),
    ],
)
def test_words_stand_in_a_line(said: str, line: str, *, whether: bool) -> None:
    """Words are found in a line as whole words in order, whatever case they have."""
    assert said_in(said, line) == whether


@pytest.mark.parametrize(
    ("name", "seat", "says"),
    [
        ("skill_duel", "Bob", "dodge"),
        ("intensity_brawl", "Fred", "make him pay"),
        ("dice_pool_debate", "Cleo", "cite the law"),
        ("planets_race", "Vasilisa", "pace oneself"),
        ("alley", "Tela", "announces a change of intention"),
        pytest.param("alley", "Gael", "buys no die", marks=pytest.mark.slow),
        ("infirmary", "Gael", "subject Deceit"),
    ],
)
def test_what_is_forced_is_taken_whenever_it_can(
    name: str, seat: str, says: str
) -> None:
    """The forced option is taken whenever it is offered."""
    seats = fracas.walk(name, seed="demo").seats
    agents = [
        "" if taken_seat != seat else f"forced:says={says},of=bold"
        for taken_seat in seats
    ]
    run = fracas.run(name, agents, games=4, seed="demo")
    assert run.choices is not None
    meant = [
        option
        for option in run.choices.options()
        if option.seat == seat and said_in(says, option.words)
    ]
    assert meant
    taken = sum(option.taken for option in meant)
    # Of several options with these words only one is taken at a time.
    assert max(option.offered for option in meant) <= taken
    assert taken <= sum(option.offered for option in meant)


def test_what_nobody_can_mean_is_refused() -> None:
    """Words that no option has are refused with the nearest that one has."""
    with pytest.raises(AgentError, match=r'no option has the words "dogde".*dodge'):
        fracas.run("skill_duel", ["", "forced:says=dogde"], games=2)


def test_the_name_of_a_seat_may_have_a_colon() -> None:
    """A seat's name may have a colon; the longest name that fits is the seat."""
    names = ["Ann", "Ann: the elder"]
    assert split_seat("Ann: the elder: gives up", names) == (
        "Ann: the elder",
        " gives up",
    )
    assert split_seat("Ann: gives up", names) == ("Ann", " gives up")
    assert split_seat("Bob: gives up", names) == ("Bob", " gives up")
    assert split_seat("gives up", names) == ("gives up", "")
