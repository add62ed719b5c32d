"""What explanations say of facts, of what was decided, and of what was due."""

from typing import Any

import pytest
from msgspec import structs

from sim.conflict.codec import tag
from sim.errors import StreamError
from sim.library.scenario import load
from sim.narration.explain import explain
from sim.narration.explanation import Explanation, rendered
from sim.narration.people import seats_named
from sim.narration.tale import tale
from sim.seam.events import Event
from tests.agents.tables import conflict
from tests.audit.sample import events_of, sample
from tests.noon import RULES, SCENARIO, TOY
from tests.toy import Conceded

EVENTS = events_of(sample(3, ("steady", "uniform:concedes=false")).rows)


def number_of(kind: str, nth: int = 0) -> int:
    """Return the number of the *nth* event of *kind*."""
    return [
        number for number, event in enumerate(EVENTS, 1) if type(event).__name__ == kind
    ][nth]


def explained(number: int, events: list[Event] = EVENTS) -> Explanation:
    """Explain one event of the sample."""
    return explain(TOY, SCENARIO, events, number)


def sources(number: int) -> list[int]:
    """Return the numbers of the events that event *number* follows from."""
    return [source.event for source in explained(number).sources]


def test_explain_what_was_decided_follows_from_its_fact() -> None:
    """Harm follows from its roll alone, cites its rule, and changes its victim."""
    number = number_of("HarmApplied")
    explanation = explained(number)
    harm: Any = EVENTS[number - 1]
    assert explanation.kind == "consequence"
    assert sources(number) == [number - 1]
    assert explanation.rules == {"TO-02": RULES["TO-02"]}
    (change,) = explanation.changes
    assert change.seat == ("Ann", "Bo")[harm.who]
    assert change.after - change.before == harm.amount


def test_explain_what_is_due_follows_from_all_since_the_last() -> None:
    """The opening of a round follows from everything in the round before."""
    first, second = number_of("RoundOpened"), number_of("RoundOpened", 1)
    assert sources(first) == []
    assert sources(second) == list(range(first, second))
    silent = {source.event for source in explained(second).sources if source.silent}
    does = {type(EVENTS[number - 1]).__name__ for number in silent}
    assert does <= {"Held"}


def test_explain_choice_says_who_was_asked_and_what_was_open() -> None:
    """An explained choice has the seat, the options and what it could see."""
    explanation = explained(number_of("Pressed"))
    assert explanation.kind == "fact"
    assert explanation.asked is not None
    assert explanation.asked.who in {"Ann", "Bo"}
    assert [option["does"] for option in explanation.asked.options] == [
        "Held",
        "Pressed",
        "Conceded",
    ]
    assert explanation.asked.view == (
        {"who": "Ann", "stress": 0},
        {"who": "Bo", "stress": 0},
    )
    assert explanation.rules == {"TO-01": RULES["TO-01"]}


def test_explain_roll_says_which_dice_were_asked_for() -> None:
    """An explained roll has its purpose and its dice."""
    explanation = explained(number_of("DiceRolled"))
    assert explanation.asked is not None
    assert explanation.asked.roll["for"] == "press"
    assert explanation.asked.roll["dice"] == "1 to 6, 1 to 6, 1 to 6"


def test_explain_every_event_can_be_explained_and_read() -> None:
    """Every event has an explanation in plain text with the sentences of its rules."""
    for number in range(1, len(EVENTS) + 1):
        explanation = explained(number)
        text = rendered(explanation)
        assert text.startswith(f"Event {number} ")
        assert all(said in text for said in explanation.rules.values())
        assert all(source.event < number for source in explanation.sources)


def test_explain_end_follows_from_what_ended_it() -> None:
    """The explained end names its rule and the last blow."""
    number = number_of("ConflictEnded")
    assert "TO-03" in explained(number).rules
    assert number - 1 in sources(number)


def test_explain_no_such_event_is_one_sentence() -> None:
    """An event number outside the stream is refused, with the numbers there are."""
    for number in (0, -1, len(EVENTS) + 1):
        with pytest.raises(StreamError, match=f"events 1 to {len(EVENTS)}"):
            explained(number)


def test_explain_forged_stream_is_refused_not_explained() -> None:
    """A stream that does not follow the rules is not explained: an audit is advised."""
    events: list[Event] = [EVENTS[0], *EVENTS[2:]]
    harm = events[number_of("HarmApplied") - 2]
    events[number_of("HarmApplied") - 2] = structs.replace(harm, who=7)
    for number in range(2, len(events)):
        try:
            explained(number, events)
        except StreamError as error:
            assert "audit" in str(error)  # noqa: PT017 - most are explained


def test_explain_concession_changes_nothing_yet() -> None:
    """A concession changes nothing before the others have answered."""
    events = events_of(sample(0).rows)
    at = next(at for at, event in enumerate(events) if isinstance(event, Conceded))
    explanation = explained(at + 1, events)
    assert explanation.changes == ()
    assert "TO-04" in explanation.rules


def test_explain_speaks_the_sentences_of_the_story_of_those_involved() -> None:
    """An explanation tells of those whom the event is about, in the story's words."""
    loaded = load("ambush")
    played = conflict(loaded, "steady").events
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    names = {seat.name for seat in seats}
    lines = {passage.text for passage in tale(system, loaded.scenario, played)}
    harmed = [at for at, event in enumerate(played, 1) if tag(type(event)) == "harm"]
    assert harmed
    for at in harmed[:4]:
        explanation = explain(system, loaded.scenario, played, at)
        people = seats_named(explanation.words, tuple(names))
        near = [
            source for source in explanation.sources if not source.aside and source.told
        ]
        assert near
        assert any(source.aside for source in explanation.sources)
        for source in near:
            assert source.told in lines
            assert f"event {source.event}: {source.told}" in rendered(explanation)
            said = seats_named(source.words, tuple(names))
            assert not said or said <= people or people <= said
