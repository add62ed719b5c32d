"""Whatever a scenario file says is either refused in a sentence or can be played."""

from random import Random

import pytest

from sim.errors import ScenarioError
from sim.laws.walking import walked
from sim.library.registry import rule_system, system_names
from sim.library.scenario import from_dict
from tests.rules.test_every_system import drawn
from tests.rules.varied import brief, varied

SHARES = (0.03, 0.1)
"""How often something on a sheet is changed."""


@pytest.mark.parametrize("name", system_names())
def test_what_is_not_refused_is_played_to_its_end(name: str) -> None:
    """A scenario with random values is refused or can be played to its end."""
    system = rule_system(name)
    played = 0
    for scenario, luck in drawn(name).examples:
        for often in SHARES:
            changed = brief(varied(scenario, often, Random(luck)))
            try:
                loaded = from_dict(changed)
            except ScenarioError:
                continue
            played += bool([*walked(system, loaded.scenario, Random(luck))])
    assert played
