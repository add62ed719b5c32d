"""Which words in settings mean something, in every rule system.

Nothing that was ever offered is refused; a misspelt word is, with the one that was
meant.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any, Literal, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.casting.vocabulary import Vocabulary
from sim.conflict.codec import tag
from sim.conflict.kinds import answer_kinds, kind_meant
from sim.conflict.phrases import called, describe_event
from sim.laws.walking import walked
from sim.library.registry import rule_system, system_names
from sim.library.scenario import load
from sim.seam.events import Fact
from sim.seam.protocol import Decision, RuleSystem, Scenario
from sim.seam.settings import ANY, Named
from tests.rules.walking import situations, small

SEVERAL = 40
"""So many options of a decision are looked at."""


def slips(word: str) -> Iterator[str]:
    """Yield *word* with a letter too few, one too many, and two the other way round."""
    middle = len(word) // 2
    yield word[:middle] + word[middle + 1 :]
    yield word[:middle] + "q" + word[middle:]
    if word[middle] != word[middle - 1]:
        swapped = word[middle] + word[middle - 1]
        yield word[: middle - 1] + swapped + word[middle + 1 :]


@cache
def vocabulary(name: str) -> Vocabulary:
    """Return the words of one shipped scenario of the system *name*."""
    loaded = load(small(name))
    return Vocabulary(loaded.system, loaded.scenario)


def texts(item: object) -> Iterator[str]:
    """Yield the texts of a value of a description that a condition compares."""
    if isinstance(item, str):
        yield str(item)
    elif isinstance(item, list | tuple):
        for entry in cast("Iterable[object]", item):
            yield from texts(entry)


@pytest.mark.parametrize("name", system_names())
def test_nothing_that_is_ever_offered_is_refused(name: str) -> None:
    """Every kind, key, value and standing that comes up is in the vocabulary."""
    system = rule_system(name)

    @given(situations(name), st.integers(0, 1 << 32))
    @settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
    def holds(scenario: Scenario, luck: int) -> None:
        known = Vocabulary(system, scenario)
        for step in walked(system, scenario, Random(luck)):
            for stands in system.status(step.before):
                assert not any(
                    known.problem_with(Named("standing", key)) for key in stands
                )
            if type(step.asked) is Decision:
                for option in step.asked.options[:SEVERAL]:
                    _is_known(system, known, step.asked.view, option)

    holds()


def _is_known(
    system: RuleSystem[Any], known: Vocabulary, view: object, option: Fact
) -> None:
    kind = type(option).__name__
    assert not known.problem_with(Named("kind", kind))
    for key, item in describe_event(system, view, option).items():
        assert not known.problem_with(Named("key", key, kind))
        for text in texts(item) if key != "does" else ():
            assert not known.problem_with(Named("value", text, kind)), (kind, key, text)


@pytest.mark.parametrize("name", system_names())
def test_a_kind_is_its_name_its_tag_and_what_a_replay_says(name: str) -> None:
    """A kind of answer may be written by its name, its tag or its sentence."""
    system = rule_system(name)

    for kind in answer_kinds(system):
        for way in (kind.__name__, tag(kind), *kind.sayings):
            assert kind_meant(system, way) is kind
            assert kind_meant(system, way.upper().replace(" ", "_")) is kind


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", system_names())
def test_a_misspelt_kind_is_refused_with_the_one_that_was_meant(
    name: str, every: int
) -> None:
    """A misspelt kind is refused with the right one that can come up."""
    system, known = rule_system(name), vocabulary(name)

    for number, kind in enumerate(answer_kinds(system)[::every]):
        way = (kind.__name__, called(system, kind.__name__))[number % 2]
        slip = next(slip for slip in slips(way) if kind_meant(system, slip) is None)
        wrong = known.problem_with(Named("kind", slip))
        assert f'no answer in {name} is called "{slip}"' in wrong
        assert f'"{called(system, kind.__name__)}"' in wrong


@pytest.mark.parametrize("name", system_names())
def test_what_happens_of_itself_is_no_kind_of_answer(name: str) -> None:
    """A consequence given as a kind of answer is refused as one."""
    system = rule_system(name)
    known = vocabulary(name)

    for kind in system.events[::7]:
        if not issubclass(kind, Fact) and kind_meant(system, tag(kind)) is None:
            assert "is an event that nobody chooses" in known.problem_with(
                Named("kind", tag(kind))
            )


@pytest.mark.parametrize("name", system_names())
def test_misspelt_keys_values_and_standings_are_refused(name: str) -> None:
    """Misspelt keys, values and standings are refused with the right ones."""
    system, known = rule_system(name), vocabulary(name)
    seat = next(seat.name for seat in system.seats(load(small(name)).scenario))
    keys = {key for kind in answer_kinds(system) for key in kind.__struct_fields__}

    standing = system.words.wording.standing or frozenset()
    there: dict[Literal["key", "value", "standing"], Iterable[str]] = {
        "key": keys,
        "value": {seat},
        "standing": standing,
    }
    for what, words in there.items():
        for word in words:
            for slip in slips(word):
                if what == "value" or slip not in words:
                    assert f'"{word}"' in known.problem_with(Named(what, slip))


def test_a_word_of_a_value_that_was_taken_for_a_kind_is_explained() -> None:
    """A value given without its key is refused with how to write it."""
    loaded = load("dice_pool_debate")
    named = Named("kind", "cite", whole="cite the law")

    wrong = Vocabulary(loaded.system, loaded.scenario).problem_with(named)

    assert wrong.endswith(f'; did you mean {ANY} "cite the law", in quotes?')


def test_a_word_that_only_another_system_has_is_refused() -> None:
    """A word that only another system has is refused."""
    known = vocabulary("solar_system")

    assert not known.problem_with(Named("standing", "vigor"))
    assert '"oops"' in known.problem_with(Named("standing", "oops"))
