"""What a separable part reads and changes of a participant does not depend on others.

So a state may be told as a number for each participant and one for the rest, and what
comes of a part as a change of each of these numbers.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

import pytest

from sim.graph.choosers import Choosers
from sim.graph.rounds import Rounds
from sim.library.scenario import load
from sim.run.seating import seat_agents
from sim.seam.chart import Part
from sim.seam.protocol import RuleSystem, State
from tests.graph.tables import reached

PAIRS = 80
ENOUGH = 200

Alike = tuple[Part[Any], list[State], dict[State, list[State]]]
"""A part, states at which it begins with the same rest, and what comes of some."""


def _alike(system: RuleSystem[Any], rounds: Rounds[Any], begun: Any) -> Iterator[Alike]:  # noqa: ANN401
    """Yield states with the same rest, at which a separable part begins."""
    split = system.solving.chart.split
    assert split is not None
    groups: dict[State, dict[State, list[State]]] = {}
    waiting = list(begun)
    while waiting:
        state, memories = waiting.pop()
        ends = list(rounds.played((state, memories), state.round).within)
        some = groups.setdefault(split.apart(state)[0], {})
        some[state] = [end for end, _ in ends[:3]]
        waiting += ends[:4]
    for group in groups.values():
        states = list(group)
        part = rounds.inner_part(states[0])
        if part is not None and part.separable:
            yield part, states, group


@pytest.mark.parametrize(("name", "parts"), [("alley", 3), ("guitar_duel", 3)])
def test_a_separable_part_takes_each_participant_by_itself(
    name: str, parts: int
) -> None:
    """If participants of two states are mixed, each fares as in its own state."""
    loaded = load(name)
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    choosers = Choosers(system, seats, seat_agents(seats, ("",)))
    rounds = Rounds(system, choosers)
    split = system.solving.chart.split
    assert split is not None
    compared: Counter[Part[Any]] = Counter()
    begun = [
        (rounds.essential(state), choosers.begin) for state in reached(loaded, 100)
    ]
    for part, states, ends in _alike(system, rounds, begun):
        outer = rounds.outer_part(states[0]) or part
        reads = part.reads_without_lead or part.reads
        all_reads = reads, part.leads_read, outer.reads_after_first
        readings = [read for read in all_reads if read is not None]
        for first, second in islice(combinations(states, 2), PAIRS):
            rest, pieces = split.apart(first)
            _, others = split.apart(second)
            assert split.joined(rest, pieces) == first
            mixtures = [
                split.joined(rest, (*pieces[:at], others[at], *pieces[at + 1 :]))
                for at in range(len(pieces))
            ]
            assert all(rounds.inner_part(mixed) == part for mixed in mixtures)
            for reads in readings:
                alike = all(reads(mixed) == reads(first) for mixed in mixtures)
                assert alike == (reads(first) == reads(second))
            for end in ends[first]:
                there, both = split.apart(part.after(second, first, end))
                assert there == split.apart(end)[0]
                for at, mixed in enumerate(mixtures):
                    _, people = split.apart(part.after(mixed, first, end))
                    assert people[at] == both[at]
                    kept = [people[n] for n in range(len(people)) if n != at]
                    came = split.apart(end)[1]
                    assert kept == [came[n] for n in range(len(people)) if n != at]
            compared[part] += 1
    assert len(compared) >= parts
    assert sum(compared.values()) >= ENOUGH
