"""Tests for the author of a rule system: laws, and playthroughs in files.

In a test file of your own, one line each::

    from fracas.testing import laws, playthroughs

    test_laws = laws("my_rules")
    test_stories = playthroughs("tests/stories", ["noon.toml"])

These are the laws that the systems of Fracas keep themselves. A broken law is reported
in one sentence, which names the law and where it is broken. Needs pytest.
"""

from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from fracas._inputs import Scenario, path_of
from sim.errors import FracasError, RulesError, ScenarioError
from sim.laws.every import LAWS, broken, cases_of, hold, scenarios_of
from sim.laws.law import Case, Law, LawBroken, NotApplicable
from sim.laws.playthrough import Chosen, chosen, told
from sim.library.registry import rule_system
from sim.library.scenario import Loaded, Lookup, from_dict, load
from sim.seam.protocol import RuleSystem

WALKS = 5
"""The default number of walks through each scenario."""
WRITE = "--write-playthroughs"
"""The option of pytest that rewrites playthroughs."""


def laws(
    system: str | RuleSystem[Any],
    scenarios: Iterable[Scenario] = (),
    *,
    walks: int = WALKS,
) -> Callable[..., None]:
    """Return a test that *system* keeps every law, to be assigned to a `test_...` name.

    The system is given by its name, once it is installed, or as the object. Each of
    *scenarios* (by default all its installed ones, or else its template) is walked
    *walks* times, with random choices and faces. A law that does not apply to the
    system is skipped. A wrong argument, such as a scenario of another system, is
    reported at once in one sentence, and then the file has no tests.
    """
    try:
        rules = _system(system, walks)
        given = _given(scenarios, rules)
    except FracasError as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None
    cases: list[Case] = []

    @pytest.mark.parametrize("law", LAWS, ids=lambda one: one.name.replace(" ", "-"))
    def test(law: Law) -> None:
        if not cases:
            cases.extend(cases_of(given or scenarios_of(rules), walks))
        try:
            hold(law, cases)
        except NotApplicable as reason:
            pytest.skip(f"nothing to ask: {reason}")
        except LawBroken as sentence:
            pytest.fail(str(sentence), pytrace=False)

    test.__doc__ = "The rule system keeps the law."
    return test


def broken_laws(
    system: str | RuleSystem[Any],
    scenarios: Iterable[Scenario] = (),
    *,
    walks: int = WALKS,
) -> list[str]:
    """Return a sentence for each law that *system* breaks, without pytest's help.

    Raises ScenarioError for scenarios of another system, and UnknownNameError for names
    that are not there.

    >>> import fracas.testing
    >>> system = fracas.load("stuck_door").system
    >>> fracas.testing.broken_laws(system, ["stuck_door"], walks=1)
    []
    """
    rules = _system(system, walks)
    return list(
        broken(cases_of(_given(scenarios, rules) or scenarios_of(rules), walks))
    )


def playthroughs(
    folder: str | PathLike[str], scenarios: Iterable[str | PathLike[str]]
) -> Callable[..., None]:
    """Return a test that the stories of conflicts are word for word as they were.

    A playthrough is a file in *folder*, one of each of *scenarios*: its first line is
    the command that plays the conflict, the rest its story. `pytest
    --write-playthroughs` writes those that are missing or differ; read what changed
    before you keep it. Another seed or other agents are set in the first line.
    """
    try:
        kept, named = Path(folder), [str(name) for name in _several(scenarios)]
    except FracasError as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None
    if not named:
        message = "found no scenario, expected at least one to play through"
        pytest.fail(message, pytrace=False)

    @pytest.mark.parametrize("scenario", named, ids=lambda one: Path(one).stem)
    def test(scenario: str, request: pytest.FixtureRequest) -> None:
        path = kept / f"{Path(scenario).stem}.txt"
        write = bool(request.config.getoption(WRITE, default=False))
        before = path.read_text("utf-8") if path.exists() else ""
        now = told(chosen(before) if before else Chosen(scenario))
        if write:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(now, "utf-8")
        elif not before:
            message = f"there is no playthrough {path}: pytest {WRITE} writes it"
            pytest.fail(message, pytrace=False)
        elif now != before:
            pytest.fail(_difference(path, before, now), pytrace=False)

    test.__doc__ = "The same conflict is told in the same words, down to its seal."
    return test


def _difference(path: Path, before: str, now: str) -> str:
    """Return a sentence on the first line that differs."""
    was, is_ = before.splitlines(), now.splitlines()
    number = next(
        (at for at, (kept, told) in enumerate(zip(was, is_), 1) if kept != told),  # noqa: B905 - the shorter one
        min(len(was), len(is_)) + 1,
    )
    old = was[number - 1] if number <= len(was) else "nothing"
    new = is_[number - 1] if number <= len(is_) else "nothing"
    return (
        f"line {number} of {path} was {old!r} and is {new!r} now; if that is meant,"
        f" pytest {WRITE} writes it anew"
    )


def _system(system: object, walks: int) -> RuleSystem[Any]:
    """Return the rule system *system*; also check that *walks* is at least 1."""
    if type(walks) is not int or walks < 1:
        message = f"found walks={walks!r}, expected a whole number from 1"
        raise RulesError(message)
    if isinstance(system, str):
        return rule_system(system)
    kind = type(system).__name__
    if isinstance(system, RuleSystem):
        return system  # pyright: ignore[reportUnknownVariableType] - of any state
    message = f"found {kind}, expected the name of a rule system, or a RuleSystem"
    raise RulesError(message)


def _given(scenarios: Iterable[Scenario], rules: RuleSystem[Any]) -> list[Loaded]:
    """Return *scenarios*, loaded; raises ScenarioError for those of other *rules*."""

    def lookup(name: str) -> RuleSystem[Any]:
        # Use the system that was given, even if another of its name is installed.
        return rules if name == rules.name else rule_system(name)

    every = [_loaded(scenario, rules, lookup) for scenario in _several(scenarios)]
    for loaded in every:
        if loaded.system is not rules:
            message = (
                f"{loaded.name} is a scenario of {loaded.system.name}, expected one of"
                f" {rules.name}, whose laws are asked"
            )
            raise ScenarioError(message)
    return every


def _loaded(scenario: Scenario, rules: RuleSystem[Any], lookup: Lookup) -> Loaded:
    if isinstance(scenario, Mapping):
        return from_dict(scenario, lookup=lookup)
    if not isinstance(scenario, Loaded):
        return load(path_of(scenario), lookup=lookup)
    if scenario.system is rules:
        return scenario
    again = from_dict(scenario.to_dict(), lookup=lookup)
    return structs.replace(again, name=scenario.name)


def _several(scenarios: object) -> list[Any]:
    """Return *scenarios* as a list; raises ScenarioError for a single one."""
    kind = type(scenarios).__name__
    alone = isinstance(scenarios, str | PathLike | Mapping | Loaded)
    if not alone and isinstance(scenarios, Iterable):
        return list(scenarios)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType] - whatever it holds
    found = f"'{scenarios}'" if isinstance(scenarios, str | PathLike) else kind
    message = f"found {found}, expected a list of scenarios, such as ['noon.toml']"
    raise ScenarioError(message)


__all__ = ["broken_laws", "laws", "playthroughs"]
