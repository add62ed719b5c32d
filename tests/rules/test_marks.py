"""Marks on the fields of sheets: what they require, and how a breach is told."""

from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec import Meta

from sim.library.registry import SYSTEMS, rule_system
from sim.seam.protocol import Scenario, Sheet
from sim.spine.marks import Distinct, NotBefore, Ref, check_marks

Skill = Annotated[str, Ref("skills")]


class Tool(Sheet):
    """Something one has, and what it is used with."""

    name: str
    skill: Skill = ""
    from_own: Annotated[str | None, Ref(".tools")] = None


class Person(Sheet):
    """Somebody with tools."""

    name: str
    tools: Annotated[tuple[Tool, ...], Distinct()] = ()
    friends: tuple[Annotated[str, Ref("people")], ...] = ()
    pair: tuple[Skill, Annotated[str, Ref("people")]] | None = None
    likes: dict[Annotated[str, Ref("people")], tuple[Skill, ...] | Tool] = (
        msgspec.field(default_factory=dict[str, tuple[str, ...] | Tool])
    )


class Village(Scenario, kw_only=True):
    """People, and the rounds in which it rains."""

    people: tuple[Person, ...]
    borrowed: Annotated[str, Ref("people.tools")] = ""
    mayor: Annotated[str, Ref("people", "guests")] = ""
    guests: Annotated[tuple[str, ...], Distinct()] = ()
    first: int = 1
    last: Annotated[int | None, NotBefore("first")] = None


ANN: dict[str, Any] = {"name": "Ann", "tools": [{"name": "saw"}, {"name": "axe"}]}
BO: dict[str, Any] = {"name": "Bo", "tools": [{"name": "rod", "skill": "fishing"}]}


def said(**fields: object) -> list[str]:
    """Return what is wrong with a village of Ann, Bo and these *fields*."""
    table = {"title": "t", "system": "s", "people": [ANN, BO]} | fields
    village = msgspec.convert(table, Village)
    return list(check_marks(village, skills={"fishing", "felling"}))


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"borrowed": "rod", "mayor": "Cy", "guests": ["Cy"], "last": 1},
        {"people": [ANN | {"friends": ["Bo"], "pair": ["felling", "Ann"]}, BO]},
        {"people": [ANN | {"likes": {"Bo": ["fishing"], "Ann": {"name": "hat"}}}, BO]},
        {"people": [{"name": "Di", "tools": [{"name": "axe", "from_own": "axe"}]}]},
    ],
)
def test_what_fits_is_no_problem(fields: dict[str, Any]) -> None:
    """A sheet whose names all exist has no problem."""
    assert said(**fields) == []


WRONG: list[tuple[dict[str, object], str, str]] = [
    (
        {"borrowed": "rot"},
        "$.borrowed: found 'rot'",
        "axe, rod, saw; did you mean rod?",
    ),
    (
        {"mayor": "Anne", "guests": ["Cy"]},
        "$.mayor: found 'Anne'",
        "Ann, Bo, Cy; did you mean Ann?",
    ),
    (
        {"people": [ANN, BO | {"friends": ["Ann", "Boo"]}]},
        "$.people[1].friends[1]: found 'Boo'",
        "Ann, Bo; did you mean Bo?",
    ),
    (
        {"people": [ANN, BO | {"pair": ["fising", "Bo"]}]},
        "$.people[1].pair[0]: found 'fising'",
        "felling, fishing; did you mean fishing?",
    ),
    (
        {"people": [ANN, BO | {"likes": {"the sun": ["felling"]}}]},
        "$.people[1].likes.\"the sun\": found 'the sun'",
        "Ann, Bo",
    ),
    (
        {"people": [ANN | {"likes": {"Bo": ["feling"]}}, BO]},
        "$.people[0].likes.Bo[0]: found 'feling'",
        "felling, fishing; did you mean felling?",
    ),
    (
        {"people": [ANN | {"likes": {"Bo": {"name": "hat", "skill": "x"}}}, BO]},
        "$.people[0].likes.Bo.skill: found 'x'",
        "felling, fishing",
    ),
    (
        {"people": [ANN, {"name": "Cy", "tools": [{"name": "a", "from_own": "saw"}]}]},
        "$.people[1].tools[0].from_own: found 'saw'",
        "a",
    ),
]
"""Fields of a village, what is found wrong in it, and the names there are."""


@pytest.mark.parametrize(("fields", "wrong", "known"), WRONG)
def test_an_unknown_name_is_one_sentence(
    fields: dict[str, object], wrong: str, known: str
) -> None:
    """An unknown name is one sentence, with place, choices and the nearest name."""
    assert said(**fields) == [f"{wrong}, expected one of {known}"]


def test_names_that_must_differ() -> None:
    """Two sheets of one name, or a word that stands twice, are a problem."""
    twice = "found 'saw' stands there twice, expected different names"
    tools = [{"name": "saw"}, {"name": "saw"}]
    assert said(people=[{"name": "Ed", "tools": tools}]) == [
        f"$.people[0].tools: {twice}"
    ]
    assert said(guests=["Cy", "saw", "saw"]) == [f"$.guests: {twice}"]


def test_a_number_that_must_not_be_less_than_another() -> None:
    """A number below the one that bounds it is a problem."""
    assert said(first=5, last=5) == said(first=5) == []
    assert said(first=5, last=4) == [
        "$.last: found 4, expected 5 or more, since first = 5"
    ]


def test_where_nobody_has_such_a_name() -> None:
    """Where there is no name to choose from, the sentence says so."""
    (sentence,) = said(people=[{"name": "Ann"}], borrowed="rod")
    assert sentence == "$.borrowed: found 'rod', expected nothing: there is none"


NAMING = {
    "abilities",
    "agent",
    "approaches",
    "attributes",
    "categories",
    "conditions",
    "cultures",
    "descriptors",
    "die",
    "keys",
    "label",
    "means",
    "name",
    "produced",
    "recorded",
    "secrets",
    "side",
    "skills",
    "species",
    "subject",
    "system",
    "tags",
    "title",
    "when_empty",
}
"""Fields that name something, or are the table that does: nothing to look up."""
FREE = {
    "about",
    "asked_before",
    "barred",
    "cause",
    "condition",
    "erased",
    "health",
    "intimacy",
    "lost",
    "meets",
    "owner",
    "produces",
    "reconciled",
    "resources",
    "shifts",
    "source",
    "stakes",
    "tag",
    "teachers",
    "text",
    "toward",
    "vice",
    "virtue",
    "when",
}
"""Fields for free words, and names of what may come only later, or elsewhere."""
BY_HAND = {
    "solar_system": {"last", "partner", "secret"},
    "planets": {"descriptor", "wound_ladder"},
    "intensity": {"ability", "against", "only"},
    "dice_pool": {"specialties", "wounds"},
    "skill_roll": {"against", "power"},
}
"""References that are known only beside another field: `validate` checks them."""


def unmarked(kind: type[Sheet], seen: set[type]) -> Iterator[str]:
    """Yield the text fields of *kind*, and of sheets in it, that have no mark."""
    if kind not in seen:
        seen.add(kind)
        hints = get_type_hints(kind, include_extras=True)
        for name in kind.__struct_fields__:
            yield from _unmarked(hints[name], name, seen)


def _unmarked(hint: object, name: str, seen: set[type]) -> Iterator[str]:
    if get_origin(hint) is Annotated:
        inner, *marks = get_args(hint)
        if not any(isinstance(mark, Ref) or _patterned(mark) for mark in marks):
            yield from _unmarked(inner, name, seen)
    elif get_origin(hint) in {Union, UnionType, tuple, dict}:
        for argument in get_args(hint):
            yield from _unmarked(argument, name, seen)
    elif hint is str:
        yield name
    elif isinstance(hint, type) and issubclass(hint, Sheet):
        yield from unmarked(hint, seen)


def _patterned(mark: object) -> bool:
    return isinstance(mark, Meta) and mark.pattern is not None


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_text_of_a_sheet_is_looked_up_or_is_free(system: str) -> None:
    """Every text field of a sheet is marked as a reference or listed as free."""
    unmarked_ = set(unmarked(rule_system(system).scenario, set()))
    assert unmarked_ - NAMING - FREE == BY_HAND[system]
