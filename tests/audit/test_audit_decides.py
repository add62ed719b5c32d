"""A finding names the one rule that decides it, with its sentence."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from msgspec import structs

from sim.audit.finding import Finding
from sim.conflict.codec import decode, encode
from sim.conflict.phrases import rules_behind
from sim.errors import FracasError
from sim.library.catalogue import scenarios
from sim.library.registry import rule_system, system_names
from sim.narration.deciding import NONE_OF_ITS_KIND, rule_against_answer
from sim.rules.solar_system.facts import HEALING
from sim.seam.events import Consequence, Deciding, DiceRolled, Event, Fact
from tests.audit.sample import altered
from tests.audit.test_audit_systems import Sample, sample
from tests.tiers import short_first

HARM: dict[str, tuple[str, dict[str, object], str, str]] = {
    "alley": (
        "HarmApplied",
        {"amount": 5},
        "SS-VOL-05",
        "Tela 5 against Gael 3, perpendicular: Gael suffers harm 2 (event",
    ),
    "dice_pool_mill": ("HarmApplied", {"filled": 1}, "DP-HEALTH-04", "bashing point"),
    "intensity_brawl": ("HarmApplied", {"size": 1}, "IN-EFFECT-02", "1 pip off"),
    "planets_siege": ("HarmApplied", {"size": 4}, "PL-RUL-33", "hindrance d12"),
    "skill_duel": (
        "HarmApplied",
        {"eighths": 8},
        "SK-ATTRES-04",
        "Bob does Ann 90 (base) + 27 (bonus) = 117 damage (117 of 150) (event",
    ),
}
"""Scenario -> the kind of event, the change, the rule and what is told."""


def found_in(record: Sample, at: int, other: Event) -> Finding:
    """Return the first finding when *other* is recorded in the place *at*."""
    changed = [*record.events[:at], other, *record.events[at + 1 :]]
    auditor = record.auditor("rules")
    return auditor.audit(record.stream.stream_id, record.resealed(changed))[0]


def kinds(record: Sample) -> Iterator[tuple[int, Consequence]]:
    """Yield the first consequence of every kind, and its place; not the ending."""
    seen: set[type[Event]] = set()
    for at, event in enumerate(record.events[:-2]):
        if isinstance(event, Consequence) and type(event) not in seen:
            seen.add(type(event))
            yield at, event


def readable(record: Sample, event: Event) -> bool:
    """Whether a store can hold *event*."""
    try:
        decode(record.loaded.system, [encode(event)])
    except FracasError:
        return False
    return True


@pytest.mark.parametrize("name", short_first(scenarios()))
def test_every_change_of_a_consequence_is_decided_by_one_rule(name: str) -> None:
    """Whatever part of a consequence is altered, the finding cites a single rule."""
    record = sample(name)
    for at, event in kinds(record):
        fields: set[str] = set()
        for other in altered(event):
            (field,) = (
                name
                for name in event.__struct_fields__
                if getattr(event, name) != getattr(other, name)
            )
            if field in fields or not readable(record, other):
                continue
            fields.add(field)
            finding = found_in(record, at, other)
            assert len(finding.rules) <= 1, (event, finding)
            assert bool(finding.rules) == bool(rules_behind(event)), (event, finding)


@pytest.mark.parametrize("name", HARM)
def test_harm_altered_in_the_store_is_answered_with_its_sentence(name: str) -> None:
    """Harm altered in a store is answered with the rule about its amount or place."""
    kind, change, rule, told = HARM[name]
    record = sample(name)
    at, event = next(
        (at, event) for at, event in kinds(record) if type(event).__name__ == kind
    )
    finding = found_in(record, at, structs.replace(event, **change))
    assert finding.rules == (rule,)
    assert told in finding.sentence
    assert str(next(iter(change.values()))) in finding.recorded


def test_finding_says_whom_it_is_about_and_what_differs_alone() -> None:
    """A finding leaves out what the recorded and the expected event share."""
    record = sample("alley")
    at, event = next(
        (at, event)
        for at, event in kinds(record)
        if type(event).__name__ == "ContestResolved"
    )
    finding = found_in(record, at, structs.replace(event, margin=5))
    assert finding.recorded == "contest resolved (a Tela, b Gael, margin 5)"
    assert finding.expected == "contest resolved (a Tela, b Gael, margin 0)"


def test_dice_read_wrongly_are_answered_with_the_rule_that_reads_them() -> None:
    """Dice that were added up wrongly cite the rule that reads them."""
    record = sample("alley")
    at, roll = next(
        (at, event)
        for at, event in enumerate(record.events)
        if type(event).__name__ == "DiceRolled"
    )
    finding = found_in(record, at, structs.replace(roll, reading=(7,)))
    assert finding.rules == ("SS-CHK-03",)


@pytest.mark.parametrize("name", system_names())
def test_deciding_rules_are_rules_of_events_of_the_system(name: str) -> None:
    """Rules that may be cited belong to the system and to the event."""
    system = rule_system(name)
    said: dict[type[Event], Any] = {kind: kind.decided_by for kind in system.events}
    said[DiceRolled] = system.words.dice_decided_by
    for kind, by in said.items():
        for rules in by_parts(by):
            for rule in spoken(rules):
                assert rule in system.rules, (kind, rule)


def by_parts(by: str | Mapping[str, Deciding]) -> list[Deciding]:
    """Return the rules that decide about an event, or about its parts."""
    return [by] if isinstance(by, str) else list(by.values())


def spoken(rules: str | Callable[[Any], str]) -> list[str]:
    """Return the IDs in *rules*, where they do not depend on the event."""
    return rules.split() if isinstance(rules, str) else []


CLOSED: list[tuple[str, int, str, dict[str, object], str]] = [
    ("skill_duel", 3, "AttackDeclared", {"form": "no such"}, "SK-DP-04"),
    ("skill_duel", 3, "AttackDeclared", {"target": 0}, "SK-RUL-47"),
    ("skill_duel", 3, "RecoveryTaken", {}, "SK-RUL-23"),
    ("skill_duel", 3, "RollChosen", {"roll": True}, "SK-DP-08"),
    ("skill_duel", 4, "ResponseDeclared", {"by": "no such"}, "SK-RUL-29"),
    ("dice_pool_mill", 2, "IntentDeclared", {"pool": "no such"}, "DP-ATTR-02"),
    ("dice_pool_mill", 2, "IntentDeclared", {"intent": "no such"}, "DP-R-73"),
    ("dice_pool_mill", 24, "RoteChoiceMade", {"total": 9}, "DP-ROTE-03"),
    ("planets_siege", 13, "DifficultyJudged", {"level": "no such"}, "PL-DIFF-01"),
    ("planets_siege", 22, "PlanetDieChosen", {"partner": 3}, "PL-RUL-26"),
    ("intensity_brawl", 20, "PipPlaced", {"ability": 9}, "IN-R-19"),
    ("alley", 18, "ActionDeclared", {"stance": HEALING}, "SS-CHG-03"),
]
"""Scenario, place, what stands there instead, and the rule by which it was not open."""


@pytest.mark.parametrize(("name", "at", "kind", "change", "rule"), CLOSED)
def test_choice_that_was_not_open_is_answered_with_what_closes_it(
    name: str, at: int, kind: str, change: dict[str, object], rule: str
) -> None:
    """A choice that was not open cites the rule that closes it."""
    record = sample(name)
    there = record.events[at]
    assert isinstance(there, Fact)
    other: Event
    if type(there).__name__ == kind:
        other = structs.replace(there, **change)
    else:
        (made,) = (
            event for event in record.loaded.system.events if event.__name__ == kind
        )
        other = made(there.who, **change)
    assert found_in(record, at, other).rules == (rule,)


@pytest.mark.parametrize("name", system_names())
def test_answers_are_not_closed_by_what_only_says_who_is_asked(name: str) -> None:
    """A choice is closed by a rule about it, not by one that says who is asked."""
    system = rule_system(name)
    for kind in system.events:
        if issubclass(kind, Fact) and not all(map(asks, kind.rules)):
            (cited,) = rule_against_answer(system, kind, (NONE_OF_ITS_KIND,))
            assert not asks(cited), kind


def asks(rule: str) -> bool:
    """Whether *rule* is a point of decision: what is asked of whom, and no more."""
    return "-DP-" in rule or "-DEC-" in rule
