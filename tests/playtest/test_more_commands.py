"""The commands that a report names can be given as they are printed."""

import shlex

import pytest

from sim.library.scenario import Loaded, from_dict
from sim.library.settings import Setting, with_settings
from sim.playtest.more_commands import MoreCommands
from sim.playtest.sensitivity import Effect, Sensitivity
from sim.statistics.intervals import Interval
from sim.vary.ranges import read_axis
from tests.playtest.planted import auction, brawl, pain, race, swords

NUMBERS = [
    pytest.param(brawl(), "seats[0].unaware_until", 1, (1, 3), id="at least 1"),
    pytest.param(brawl(), "seats[Ann].skills.brawl", 2, (0, 4), id="from 0"),
    pytest.param(brawl(), "seats[0].attributes.wits", 2, (0, 4), id="dice_pool"),
    pytest.param(swords(), "seats[0].capacity", 60, (58, 62), id="skill_roll"),
    pytest.param(auction(), "seats[0].intensity", 1, (0, 3), id="intensity"),
    pytest.param(pain(), "seats[0].pools.vigor", 2, (1, 4), id="solar_system"),
    pytest.param(race(), "rulings.goal", 2, (1, 4), id="planets"),
]


@pytest.mark.parametrize(("sheet", "path", "value", "ends"), NUMBERS)
def test_a_sweep_is_offered_of_values_that_may_be(
    sheet: dict[str, object], path: str, value: int, ends: tuple[int, int]
) -> None:
    """A sweep is offered of values around the usual one that the scenario allows."""
    loaded = from_dict(sheet)
    _, sweep = MoreCommands(loaded, "mine.toml", "", ()).numbers(_moved(path, value))
    axis = read_axis(shlex.split(sweep)[-1])
    assert (axis.values[0], axis.values[-1]) == ends
    for value_ in axis.values:
        assert isinstance(with_settings(loaded, [Setting(path, value_)]), Loaded)


def _moved(path: str, value: int) -> Sensitivity:
    effect = Effect(f"{path}={value + 1}", str(value), Interval(0.1, 0.05, 0.15), 40)
    return Sensitivity("Ann", (effect,), 1, 1, 1)
