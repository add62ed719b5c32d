"""The basis of findings: the sentence of the story that decides what is right."""

from collections.abc import Sequence
from typing import Any

from sim.conflict.phrases import (
    as_said,
    describe_event,
    one_line,
    told_apart,
)
from sim.narration.deciding import (
    NONE_OF_ITS_KIND,
    PEOPLE,
    Basis,
    RoundSoFar,
    basis_of,
    deciding_rule,
    find_basis,
    parts_apart,
    rule_against_answer,
)
from sim.seam.events import Event, Fact
from sim.seam.protocol import Chance, Decision, Description, RuleSystem, State


class Reasons:
    """Finds the basis of an expected event."""

    def __init__(self, system: RuleSystem[Any], first: State) -> None:
        self._system = system
        self._round = RoundSoFar(system, first)

    def of(
        self,
        followed: Sequence[Event],
        number: int,
        recorded: Event | None,
        derived: Event | None,
    ) -> Basis:
        """Return why *derived*, the last of those *followed*, is event *number*.

        If *recorded* is another event of the same kind, the basis is that of the
        fields that differ; if nothing is due, it is the rule of *recorded*.
        """
        if derived is None:
            return (
                Basis()
                if recorded is None
                else Basis("", deciding_rule(self._system, recorded))
            )
        happened = self._round.told(followed, number - len(followed))
        about = happened[-1]
        parts = set[str]() if recorded is None else parts_apart(recorded, derived)
        right = {name: item for name, item in about.words.items() if name in parts}
        basis = find_basis(self._system, happened, about, right or dict.fromkeys(parts))
        if not about.told and basis == basis_of(self._system, about, parts):
            return Basis("", basis.rules)
        return basis


def difference_in_words(
    system: RuleSystem[Any], before: object, actual: Event | None, derived: Event | None
) -> tuple[str, str]:
    """Return the recorded and the expected event in words; one may be missing.

    For two events of a kind the people and the fields that differ are enough.
    """
    if actual is not None and derived is not None:
        both = [describe_event(system, before, event) for event in (actual, derived)]
        recorded, expected = (as_said(system, words) for words in _unlike(*both))
        if type(actual) is type(derived) and recorded != expected:
            return recorded, expected
        return told_apart(system, before, actual, derived)
    recorded, expected = (
        "nothing here" if event is None else one_line(system, before, event)
        for event in (actual, derived)
    )
    return recorded, expected


def _unlike(left: Description, right: Description) -> tuple[Description, Description]:
    """Return both without the fields they share, except the seat."""
    shared = {
        name
        for name in left.keys() & right.keys() - PEOPLE
        if name != "does" and left[name] == right[name]
    }
    first, second = (
        {name: item for name, item in words.items() if name not in shared}
        for words in (left, right)
    )
    return first, second


def rule_against(
    system: RuleSystem[Any], asked: Decision[Any], event: Event
) -> tuple[str, ...]:
    """Return the rule that makes *event* an illegal answer to what is *asked*.

    That is the rule of the field that no option of its kind has; else that its kind is
    not offered here; else the meaning of a pass.
    """
    kind, kinds = type(event), {type(option) for option in asked.options}
    if isinstance(event, Fact):
        if kind in kinds:
            return rule_against_answer(
                system, type(event), _like_none(event, asked.options)
            )
        if any(set(event.rules) & set(known.rules) for known in kinds):
            return rule_against_answer(system, type(event), (NONE_OF_ITS_KIND,))
    return type(asked.options[0]).rules[:1]


def _like_none(event: Fact, options: Sequence[Fact]) -> set[str]:
    """Return the fields of *event* whose value no option of its kind has."""
    others = [option for option in options if type(option) is type(event)]
    return {
        name
        for name in event.__struct_fields__
        if all(getattr(event, name) != getattr(other, name) for other in others)
    }


def can_fall(asked: Chance, faces: Sequence[int]) -> bool:
    """Whether the dice asked for can show *faces*."""
    return len(faces) == len(asked.pool) and all(
        die.low <= face <= die.high for die, face in zip(asked.pool, faces, strict=True)
    )
