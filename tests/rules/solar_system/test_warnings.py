"""What a scenario may say, but probably means otherwise."""

from typing import Any

import msgspec
import pytest

from sim.rules.solar_system.scenario.sheet import SolarScenario
from sim.rules.solar_system.system import SYSTEM
from tests.rules.solar_system.table import person, scenario
from tests.rules.solar_system.test_new_characters import new


def warned(table: object) -> list[str]:
    """Return the warnings about *table*."""
    return list(SYSTEM.files.warnings(msgspec.convert(table, SolarScenario)))


def test_a_check_that_its_character_cannot_make_is_warned_of() -> None:
    """SS-CHK-01: A check that its character cannot make is warned of."""
    for who, other in (("Ann", "Bo"), ("Bo", "Ann")):
        skilled, plain = person(other, ranks={"Climb": "novice"}), person(who)
        check = {"who": who, "abilities": ["Climb"]}
        table = scenario(
            skilled, plain, opening={"kind": "unopposed", "checks": [check]}
        )
        said = [
            warning
            for warning in warned(msgspec.to_builtins(table))
            if "Climb" in warning
        ]
        assert len(said) == 1
        assert who in said[0]


@pytest.mark.parametrize("actions", [[], ["Brawl"]])
def test_an_intention_without_actions_is_served_by_any(actions: list[str]) -> None:
    """SS-INT-01: An intention that names no actions is warned of, and no other."""
    goals = [{"name": "win", "actions": actions}, {"name": "go", "actions": ["Sneak"]}]
    table = scenario(person("Ann", intentions=goals), person("Bo"))
    said = [
        warning for warning in warned(msgspec.to_builtins(table)) if "Ann" in warning
    ]
    expected = 'Ann: the intention "win" names no actions, so every ability serves'
    assert said == ([] if actions else [expected])


@pytest.mark.parametrize(
    ("last", "kind", "doubtful"),
    [
        (None, None, ""),
        ("Alone", None, ""),
        ("Both", "secret", ""),
        ("Both", None, "'secret' and 'key'"),
        ("All", None, "'ability' and 'secret' and 'key'"),
    ],
)
def test_what_was_bought_last_may_be_one_of_several(
    last: str | None, kind: str | None, doubtful: str
) -> None:
    """SS-ADV-05: A last purchase that may be one of several things is warned of.

    Also tested: SS-ADV-06.
    """
    record: dict[str, Any] = {"last": last, "last_kind": kind}
    told = new(
        created=False,
        record={name: value for name, value in record.items() if value is not None},
        ranks={"All": "novice"},
        secrets=["Alone", "Both", "All"],
        keys=["Both", "All"],
    )
    told["abilities"] |= {"All": "vigor"}
    told["secrets"] = {name: {} for name in ("Alone", "Both", "All")}
    told["keys"] = {name: {} for name in ("Both", "All")}
    said = [
        warning for warning in warned(told) if "the last advance went to" in warning
    ]
    assert len(said) == bool(doubtful)
    assert all(f"which is {doubtful} on the sheet" in warning for warning in said)
