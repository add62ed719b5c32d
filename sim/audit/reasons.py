"""Reasons for findings: the sentence of the story that decides what should stand."""

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
    Ground,
    RoundSoFar,
    deciding_rule,
    ground,
    ground_of,
    parts_apart,
    rule_against_answer,
)
from sim.seam.events import Event, Fact
from sim.seam.protocol import Chance, Decision, Description, RuleSystem, State


class Reasons:
    """Finds the reason for an expected event."""

    def __init__(self, system: RuleSystem[Any], first: State) -> None:
        self._system = system
        self._round = RoundSoFar(system, first)

    def of(
        self,
        followed: Sequence[Event],
        number: int,
        here: Event | None,
        due: Event | None,
    ) -> Ground:
        """Return why *due*, the last of those *followed*, is event *number*.

        If *here* is another event of the same kind, the reason is that of the fields
        that differ; if nothing is due, the rule that *here* would rest on.
        """
        if due is None:
            return (
                Ground()
                if here is None
                else Ground("", deciding_rule(self._system, here))
            )
        told = self._round.told(followed, number - len(followed))
        about = told[-1]
        parts = set[str]() if here is None else parts_apart(here, due)
        right = {name: item for name, item in about.words.items() if name in parts}
        found = ground(self._system, told, about, right or dict.fromkeys(parts))
        if not about.told and found == ground_of(self._system, about, parts):
            return Ground("", found.rules)
        return found


def difference_in_words(
    system: RuleSystem[Any], before: object, here: Event | None, due: Event | None
) -> tuple[str, str]:
    """Return in words what is recorded and what is expected; one may be missing.

    For two events of a kind, whom they concern and what differs is enough.
    """
    if here is not None and due is not None:
        words = [describe_event(system, before, one) for one in (here, due)]
        recorded, expected = (as_said(system, one) for one in _unlike(*words))
        if type(here) is type(due) and recorded != expected:
            return recorded, expected
        return told_apart(system, before, here, due)
    recorded, expected = (
        "nothing here" if one is None else one_line(system, before, one)
        for one in (here, due)
    )
    return recorded, expected


def _unlike(one: Description, other: Description) -> tuple[Description, Description]:
    """Return both without the fields they share, except the seat."""
    shared = {
        name
        for name in one.keys() & other.keys() - PEOPLE
        if name != "does" and one[name] == other[name]
    }
    left, right = (
        {name: item for name, item in words.items() if name not in shared}
        for words in (one, other)
    )
    return left, right


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
        if any(set(event.rules) & set(one.rules) for one in kinds):
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
