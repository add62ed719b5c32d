"""Laws of words: what is told, what people call it, what files and questions mean."""

import re
from typing import Any

import msgspec
from msgspec import inspect

from sim.conflict.kinds import answer_kinds, scopes
from sim.conflict.phrases import aside
from sim.conflict.replay import ENGINE
from sim.laws.law import (
    SAMPLES,
    Case,
    kind,
    law,
    law_of_systems,
    needed,
    require,
)
from sim.laws.telling import in_words
from sim.library.scenario import canonical, from_json
from sim.reading.described import meanings, structs_within
from sim.seam.events import Fact
from sim.seam.protocol import Campaigns, State

_AS_PROGRAMS_WRITE = re.compile(r"[\[\]{}_]|None|True|False")


@law
def every_event_has_a_sentence_for_whoever_asks(case: Case) -> None:
    """An event is told in the story, in its aside, or as people say it."""
    system = case.system
    for step in case.steps:
        before = step.before
        for event in step.events:
            if type(event) in ENGINE:
                continue
            told = in_words(system, before, event)
            told = told or aside(system, before, event)
            said = told or (isinstance(event, Fact) and event.sayings)
            require(bool(said), f"{kind(event)} has neither a story nor an aside")
            filled = "{" not in told
            require(filled, f"{kind(event)} is told as {told!r}, with a field unfilled")
            before = system.evolve(before, event)


@law
def what_is_carried_can_be_entered_with(case: Case) -> None:
    """Wherever a conflict stops, those who were in it can enter one like it.

    Or too few of them can, and it says so. Whoever is `out` is not there.
    """
    carrying = needed(case.system.campaigns, "`campaigns`")
    states = [case.system.initial(case.scenario), *(step.after for step in case.steps)]
    sampled = case.luck.sample(states, min(SAMPLES, len(states)))
    for state in (*sampled, states[-1]):
        _check_carried(case, carrying, state)


def _check_carried(case: Case, carrying: Campaigns[Any], state: State) -> None:
    records = carrying.carried(state)
    seats = case.system.seats(case.scenario)
    taken = {seat.name for seat in seats if seat.side is not None}
    require(set(records) == taken, f"{set(records)} carry something, expected {taken}")
    back = msgspec.json.decode(msgspec.json.encode(records))
    require(back == records, "what is carried comes back from JSON as something else")
    for record in records.values():
        for said in carrying.carries(record).values() if carrying.carries else ():
            plain = said and not _AS_PROGRAMS_WRITE.search(said)
            require(bool(plain), f"what is carried is said as {said!r}")
    out = {name for name, record in records.items() if "out" in record}
    again = carrying.entered(case.scenario, records)
    if again is None:
        require(bool(out), "nobody is out, and yet too few can enter")
        return
    loaded = from_json(canonical(again), lookup=lambda _: case.system)
    there = {seat.name for seat in case.system.seats(loaded.scenario)}
    missing = taken - there - out
    require(not missing, f"{missing} are not out, and do not enter")


@law_of_systems
def every_answer_is_about_one_thing(case: Case) -> None:
    """Every kind of answer has one scope, so that replies can be free in it."""
    told = [answer for kinds in scopes(case.system).values() for answer in kinds]
    for answer in answer_kinds(case.system):
        many = told.count(answer)
        require(many == 1, f"{answer.__name__} is about {many} things, expected one")


@law_of_systems
def every_question_about_chances_has_an_example(case: Case) -> None:
    """A question of `fracas odds` says how it is asked."""
    for name, odds in case.system.odds.items():
        words = odds.example.split()
        asked = odds.example.startswith("--") or (words and words[0].isidentifier())
        require(bool(asked), f"the odds of {name!r} have the example {odds.example!r}")


@law_of_systems
def every_field_of_a_file_is_explained(case: Case) -> None:
    """A sentence stands under every field of a scenario, for glossary and schema."""
    for form in structs_within(inspect.type_info(case.system.scenario)):
        said = meanings(form)
        for field in form.__struct_fields__:
            require(
                said.get(field, "").endswith((".", "]")),
                f"{form.__name__}.{field} has no sentence under it, so nobody learns"
                " what it means in a scenario file",
            )
