"""Totals over many conflicts: what counts as one draw."""

import fracas
from sim.analysis.analyse import Record
from sim.analysis.over import Tally


def test_several_seats_of_one_conflict_are_one_draw() -> None:
    """One agent at all seats of one conflict: that is too little for an interval."""
    door = fracas.play("stuck_door", ["uniform"] * 3, seed="demo")
    tally = Tally(by_agent=True)
    tally.add(Record.of(door), fracas.analyse(door, steps=0, games=2))
    (one,) = tally.totals()
    assert one.conflicts > 1
    assert one.per_round.high == 1.0
    assert one.per_round.low == -1.0
