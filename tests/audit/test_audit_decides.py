"""A finding names the one rule that decides it, and tells the sentence that says so."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import structs

from sim.audit.finding import Finding
from sim.codec import decode, encode
from sim.errors import FracasError
from sim.events import Consequence, Event
from sim.library import scenarios
from sim.narration.phrases import rules_behind
from sim.registry import rule_system, system_names
from tests.audit.sample import altered
from tests.audit.test_audit_systems import Sample, sample

HARM: dict[str, tuple[str, dict[str, object], str, str]] = {
    "alley": (
        "HarmApplied",
        {"amount": 5},
        "SS-VOL-05",
        "Tela 2 against Gael 0, perpendicular: Gael suffers harm 2 (event",
    ),
    "dice_pool_mill": ("HarmApplied", {"filled": 3}, "DP-HEALTH-04", "bashing point"),
    "intensity_brawl": ("HarmApplied", {"size": 1}, "IN-EFFECT-02", "1 pip off"),
    "planets_siege": ("HarmApplied", {"size": 4}, "PL-RUL-33", "hindrance d12"),
    "skill_duel": (
        "HarmApplied",
        {"eighths": 8},
        "SK-ATTRES-04",
        "Ann does Bob 32 (base) + 10 (bonus) = 42 damage (42 of 150) (event",
    ),
}
"""Scenario -> the kind of event, the change, the rule and what is told."""


def found_in(one: Sample, at: int, other: Event) -> Finding:
    """Return the first finding when *other* is recorded in the place *at*."""
    changed = [*one.events[:at], other, *one.events[at + 1 :]]
    auditor = one.auditor("rules")
    return auditor.audit(one.stream.stream_id, one.resealed(changed))[0]


def kinds(one: Sample) -> Iterator[tuple[int, Consequence]]:
    """Yield the first consequence of every kind, and its place; not the ending."""
    seen: set[type[Event]] = set()
    for at, event in enumerate(one.events[:-2]):
        if isinstance(event, Consequence) and type(event) not in seen:
            seen.add(type(event))
            yield at, event


def readable(one: Sample, event: Event) -> bool:
    """Whether a store can hold *event*."""
    try:
        decode(one.loaded.system, [encode(event)])
    except FracasError:
        return False
    return True


@pytest.mark.parametrize("name", scenarios())
def test_every_change_of_a_consequence_is_decided_by_one_rule(name: str) -> None:
    """Whatever is altered in it, the finding cites one rule, not all of its event."""
    one = sample(name)
    for at, event in kinds(one):
        fields: set[str] = set()
        for other in altered(event):
            (field,) = (
                name
                for name in event.__struct_fields__
                if getattr(event, name) != getattr(other, name)
            )
            if field in fields or not readable(one, other):
                continue
            fields.add(field)
            found = found_in(one, at, other)
            assert len(found.rules) <= 1, (event, found)
            assert bool(found.rules) == bool(rules_behind(event)), (event, found)


@pytest.mark.parametrize("name", HARM)
def test_harm_altered_in_the_store_is_answered_with_its_sentence(name: str) -> None:
    """Another amount, box, size or number of eighths: one rule, one sentence."""
    kind, change, rule, told = HARM[name]
    one = sample(name)
    at, event = next(
        (at, event) for at, event in kinds(one) if type(event).__name__ == kind
    )
    found = found_in(one, at, structs.replace(event, **change))
    assert found.rules == (rule,)
    assert told in found.sentence
    assert str(next(iter(change.values()))) in found.recorded


def test_finding_says_whom_it_is_about_and_what_differs_alone() -> None:
    """What both sides of a quarrel share is not read out twice."""
    one = sample("alley")
    at, event = next(
        (at, event)
        for at, event in kinds(one)
        if type(event).__name__ == "ContestResolved"
    )
    found = found_in(one, at, structs.replace(event, margin=5))
    assert found.recorded == "contest resolved (a Tela, b Gael, margin 5)"
    assert found.expected == "contest resolved (a Tela, b Gael, margin 2)"


def test_dice_read_wrongly_are_answered_with_the_rule_that_reads_them() -> None:
    """Faces that fell but were added up to another level break one rule."""
    one = sample("alley")
    at, roll = next(
        (at, event)
        for at, event in enumerate(one.events)
        if type(event).__name__ == "DiceRolled"
    )
    found = found_in(one, at, structs.replace(roll, reading=(7,)))
    assert found.rules == ("SS-CHK-03",)


@pytest.mark.parametrize("name", system_names())
def test_deciding_rules_are_rules_of_events_of_the_system(name: str) -> None:
    """Every ID that may be cited so is one of the system's, of an event of its own."""
    system = rule_system(name)
    for kind, parts in system.decides.items():
        assert kind in system.events or kind.__module__ == "sim.events", kind
        assert "" in parts, kind
        for rules in parts.values():
            for one in spoken(rules):
                assert one in system.rules, (kind, one)


def spoken(rules: str | Callable[[Any], str]) -> list[str]:
    """Return the IDs in *rules*, where they do not depend on the event."""
    return rules.split() if isinstance(rules, str) else []
