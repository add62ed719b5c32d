"""What an option is worth does not depend on what was weighed before.

Appraisals are cached by what they read. One that reads more would be right or wrong by
which question came first, and a run's seal would depend on who played which games.
"""

import gc
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from sim.laws.law import Case
from sim.library.registry import rule_system, system_names
from sim.library.scenario import Loaded, from_dict, load
from sim.rules.solar_system.facts import NONE, ActionDeclared
from sim.seam.protocol import Decision
from sim.spine.kept import Kept, OfState
from sim.spine.leads import Worths
from tests.rules.walking import small


@cache
def _caches(system: str) -> list[Kept[Any, Any] | OfState[Any, Any]]:
    """Return every cache that there is once *system* is there."""
    assert rule_system(system)
    return [one for one in gc.get_objects() if isinstance(one, Kept | OfState)]


def _worths(case: Case, asked: Iterable[Decision[Any]]) -> list[Worths]:
    """Return what is weighed, with nothing known before."""
    for one in _caches(case.system.name):
        if isinstance(one, Kept):
            one.clear()
        else:
            one._states.clear()
    weigh = case.system.solving.weigh
    assert weigh is not None
    return [weigh(one.view, one.options) for one in asked]


def _check_any_order(case: Case) -> None:
    asked = [one for _, one in case.decisions if len(one.options) > 1]
    assert asked
    assert _worths(case, asked) == _worths(case, asked[::-1])[::-1]


@pytest.mark.parametrize("name", system_names())
def test_what_options_are_worth_does_not_depend_on_the_order(name: str) -> None:
    """Of the questions of a conflict with any choices."""
    loaded = load(small(name))
    for luck in range(3):
        _check_any_order(Case(loaded.system, loaded.scenario, luck))


def _armed() -> Loaded:
    """Return a duel with a prop for the strongest ability of a seat."""
    duel = load("alley").to_dict()
    tela, gael = duel["seats"]
    armed = {**tela, "props": [{"name": "pebbles", "ability": "Sneak"}]}
    return from_dict({**duel, "seats": [armed, gael]})


def test_ss_item_08_who_leads_does_not_hang_on_a_prop_of_this_volley() -> None:
    """It helps one action, and is no part of the volleys that are still to come."""
    loaded, proposed = _armed(), 0
    for luck in range(6):
        case = Case(loaded.system, loaded.scenario, luck)
        _check_any_order(case)
        facts = (one.fact for one in case.steps)
        proposed += any(
            isinstance(one, ActionDeclared) and one.prop != NONE for one in facts
        )
    assert proposed
