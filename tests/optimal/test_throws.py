"""A throw is worked out once for all states that a part reads alike."""

from collections.abc import Hashable
from typing import Any

import pytest
from msgspec import structs

from benchmarks.value import two_sided
from sim.errors import OddsError
from sim.graph.budget import Budget
from sim.graph.spot_checks import SpotChecks
from sim.library.scenario import Loaded, load
from sim.optimal.blocks import OpenChoice, Throw
from sim.optimal.exploring import explored_graph
from sim.optimal.graph import Graph
from sim.optimal.positions import Positions
from sim.optimal.sides import sides_of
from sim.optimal.throws import Throws
from sim.rules.intensity.phases import Rolling
from sim.seam.chart import Part
from tests.tiers import later

NEAR = 1e-12
FEW = Budget(states=1500)
QUICK = {"intensity_brawl", "skill_duel", "planets_boulder", "guitar_duel"}


def _graph(loaded: Loaded) -> Graph:
    system, scenario = loaded.system, loaded.scenario
    sides = sides_of(system, scenario, [seat.agent for seat in system.seats(scenario)])
    return explored_graph(system, scenario, sides, FEW)


@pytest.mark.parametrize("name", later(two_sided(), {*two_sided()} - QUICK))
def test_nothing_is_kept_that_would_be_followed_otherwise(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With and without a cache of throws the graph is the same."""
    loaded = load(name)
    kept = _graph(loaded)
    begun = Positions.__init__

    def forgetful(self: Positions[Any], *args: object) -> None:
        begun(self, *args)
        self._wholly_free = self._caches_nodes = False

    monkeypatch.setattr(Positions, "__init__", forgetful)
    plain = _graph(loaded)
    assert kept.positions.known == plain.positions.known
    for block, theirs in zip(kept.blocks, plain.blocks, strict=True):
        assert type(block) is type(theirs)
        if isinstance(block, Throw | OpenChoice):
            assert isinstance(theirs, Throw | OpenChoice)
            assert block.targets == theirs.targets
        if isinstance(block, Throw):
            assert isinstance(theirs, Throw)
            assert block.chances == pytest.approx(theirs.chances, abs=NEAR)
        if isinstance(block, OpenChoice):
            assert isinstance(theirs, OpenChoice)
            assert (block.side, block.asked) == (theirs.side, theirs.asked)


def test_dice_that_fell_are_not_rolled_again_for_other_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A throw is reused in states that differ only in points it does not read."""
    positions = _graph(load("intensity_brawl")).positions
    monkeypatch.setattr(SpotChecks, "due", lambda _: False)
    rounds, throws = positions._rounds, positions._throws
    rich = next(
        position
        for position in positions.known
        if isinstance(position, tuple) and type(position[0].phase) is Rolling
    )
    people = [
        structs.replace(participant, intensity=1)
        for participant in rich[0].participants
    ]
    poor = structs.replace(rich[0], participants=tuple(people)), rich[1]
    assert poor != rich
    throws.at(rich)
    fallen = list(rounds.fallen(poor))
    monkeypatch.setattr(Throws, "_fallen", lambda *_: pytest.fail("rolled again"))
    assert list(throws.at(poor)) == fallen


def test_a_part_that_reads_too_little_is_found_out() -> None:
    """A part that reads too little is reported."""
    loaded = load("intensity_brawl")
    chart = loaded.system.solving.chart

    def hasty(state: object) -> Part[Any] | None:
        part = chart.part(state)  # type: ignore[misc] # Intensity has one
        return None if part is None else structs.replace(part, reads=_nothing)

    solving = structs.replace(
        loaded.system.solving, chart=structs.replace(chart, part=hasty)
    )
    system = structs.replace(loaded.system, solving=solving)
    with pytest.raises(OddsError, match="fall otherwise"):
        _graph(structs.replace(loaded, system=system))


def _nothing(_state: object) -> Hashable:
    return None
