"""What holds for every question about chances, of every rule system.

The chances of each part are none below 0 and add up to 1; who asks from the other side
is told the same of it; and all is as plain enumeration has it. A system says in
`tests/odds/NAME.py` what its questions are and how they are enumerated.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

import pytest

from sim.library.registry import rule_system, system_names
from tests.odds.question import Enumerated, Parts, mirrored
from tests.toy import SYSTEM as TOY

SAMPLE = 20
"""So many questions of each grid are asked by default."""
LEFT_MOST = Fraction(1, 10**6)
"""So little of a part may be left when a sum without end is cut off."""
SYSTEMS = {name: rule_system(name) for name in system_names()} | {"toy": TOY}
ASKED = [
    (name, question) for name, system in SYSTEMS.items() for question in system.odds
]


@cache
def enumerated(system: str) -> Mapping[str, Enumerated]:
    """Return the enumerations of *system*."""
    questions: Mapping[str, Enumerated] = import_module(
        f"tests.odds.{system}"
    ).QUESTIONS
    return questions


def sample(system: str, question: str) -> list[Any]:
    """Return a few quick questions of the grid, always the same."""
    entry = enumerated(system)[question]
    grid = [asked for asked in entry.grid if entry.quick(asked)]
    return Random(question).sample(grid, min(SAMPLE, len(grid)))


def nonzero(parts: Parts) -> Parts:
    """Return *parts* without what cannot come out."""
    return {
        part: {key: chance for key, chance in law.items() if chance}
        for part, law in parts.items()
    }


def check_sums(parts: Parts) -> None:
    """Check that chances are chances."""
    for law in parts.values():
        assert min(law.values()) >= 0
        assert sum(law.values()) == 1


def check_swap(entry: Enumerated, asked: Any, answer: Parts, other: Parts) -> None:  # noqa: ANN401 - any question
    """Check that *other*, the answer to the swapped question, is the other's."""
    mirror = entry.mirror or mirrored
    assert nonzero(other) == nonzero(mirror(answer)), asked


def check_naive(entry: Enumerated, asked: Any, answer: Parts) -> None:  # noqa: ANN401 - any question
    """Check *answer* against enumeration: equal, but for what that leaves out."""
    naive = entry.naive(asked)
    assert set(naive) == set(answer)
    for part, law in naive.items():
        left = 1 - sum(law.values())
        assert 0 <= left <= LEFT_MOST
        if not left:
            assert nonzero({"": answer[part]}) == nonzero({"": law}), asked
            continue
        for key, chance in answer[part].items():
            if key != "more":
                assert law.get(key, 0) <= chance <= law.get(key, 0) + left, asked


def check(system: str, question: str, queries: list[Any]) -> None:
    """Check all laws of *queries*."""
    entry, odds = enumerated(system)[question], SYSTEMS[system].odds[question]
    for asked in queries:
        answer = odds.answer(asked).parts
        check_sums(answer)
        check_naive(entry, asked, answer)
        turned = entry.swap(asked)
        if isinstance(turned, str):
            assert len(turned.split()) > 2, "why it has no other side, in words"
        else:
            check_swap(entry, asked, answer, odds.answer(turned).parts)


@pytest.mark.parametrize(("system", "question"), ASKED)
def test_odds_hold_what_chances_must(system: str, question: str) -> None:
    """The odds of a sample of questions obey the laws of chances."""
    check(system, question, sample(system, question))


@pytest.mark.slow
@pytest.mark.parametrize(("system", "question"), ASKED)
def test_odds_hold_what_chances_must_everywhere(system: str, question: str) -> None:
    """The odds of all questions of the grid obey the laws of chances."""
    check(system, question, list(enumerated(system)[question].grid))


@pytest.mark.parametrize(("system", "question"), ASKED)
def test_a_grid_asks_with_every_option(system: str, question: str) -> None:
    """The grid has at least two values of every option."""
    grid = enumerated(system)[question].grid
    fields = SYSTEMS[system].odds[question].query.__struct_fields__
    values = {name: {str(getattr(query, name)) for query in grid} for name in fields}
    assert all(len(value) > 1 for value in values.values()), values


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_is_opposed_can_be_asked_from_the_other_side(system: str) -> None:
    """Each question about an opponent is also asked with both exchanged."""
    for name, odds in SYSTEMS[system].odds.items():
        entry = enumerated(system)[name]
        opposed = any(field.startswith("vs") for field in odds.query.__struct_fields__)
        turned = any(not isinstance(entry.swap(asked), str) for asked in entry.grid)
        assert turned == opposed


def test_the_laws_see_what_was_wrong_once() -> None:
    """The laws find the odds that were wrong once: 43 % instead of 88 %."""
    entry, odds = (
        enumerated("dice_pool")["pool"],
        SYSTEMS["dice_pool"].odds["pool"],
    )
    asked = odds.query(pool=8, again=11, vs_pool=1)
    right = odds.answer(asked).parts
    assert float(right[""]["win"]) == pytest.approx(0.8831, abs=1e-4)
    whole = dict(right[""])
    shift = whole["win"] / 2
    wrong = {"": whole | {"win": whole["win"] - shift, "lose": whole["lose"] + shift}}
    with pytest.raises(AssertionError):
        check_naive(entry, asked, wrong)
    with pytest.raises(AssertionError):
        check_swap(entry, asked, wrong, odds.answer(entry.swap(asked)).parts)
