"""Sides that throw and choose unseen by each other are followed separately."""

from typing import Any

import numpy as np
import pytest
from msgspec import structs

from sim.errors import OddsError
from sim.library.scenario import Loaded
from sim.optimal.backward import Aim, BackwardInduction
from sim.optimal.graph import Graph
from sim.optimal.independent_blocks import IndependentBlock
from sim.optimal.side_outcomes import restricted_side
from sim.seam.protocol import Decision
from tests.optimal.worked import graph_of, tiny

NEAR = 1e-12


def _argument() -> Loaded:
    """Return an argument in which whoever spends a point throws twice and chooses."""
    return tiny("dice_pool", max_turns="1")


def _graph(loaded: Loaded) -> Graph:
    return graph_of(loaded.system, loaded.scenario)


def _parted(loaded: Loaded) -> list[IndependentBlock]:
    return [
        block for block in _graph(loaded).blocks if isinstance(block, IndependentBlock)
    ]


def _charted(loaded: Loaded, **changes: object) -> Loaded:
    """Return *loaded* with another chart of its system."""
    solving = loaded.system.solving
    chart = structs.replace(solving.chart, **changes)
    solving = structs.replace(solving, chart=chart)
    return structs.replace(
        loaded, system=structs.replace(loaded.system, solving=solving)
    )


def test_what_is_followed_apart_is_worth_what_it_is_together() -> None:
    """Sides followed apart have the value of following all pairs of ways."""
    loaded = _argument()
    graph, together = _graph(loaded), _graph(_charted(loaded, part=None))
    assert not any(isinstance(block, IndependentBlock) for block in together.blocks)
    for aim in Aim:
        value, expected = (
            BackwardInduction(either).swept(aim).low for either in (graph, together)
        )
        assert value == pytest.approx(expected, abs=NEAR)
    parted = [block for block in graph.blocks if isinstance(block, IndependentBlock)]
    both = [block for block in parted if all(block.questions)]
    assert both
    for block in both:
        first, second = block.sides
        assert first.many * second.many == block.targets.size
        assert first.many < first.size


def _guarded() -> Loaded:
    """Return an argument in which one may have to answer beside the own act."""
    return tiny("dice_pool_guarded", max_turns="1")


def test_a_side_that_rolls_twice_chooses_knowing_both() -> None:
    """A side that rolls twice is followed apart, to the same value."""
    loaded = _guarded()
    graph, together = _graph(loaded), _graph(_charted(loaded, part=None))
    for aim in Aim:
        separate, expected = (
            BackwardInduction(either).swept(aim).low for either in (graph, together)
        )
        assert separate == pytest.approx(expected, abs=NEAR)
    parted = zip(graph.positions.known, graph.blocks, strict=True)
    twice = [
        known
        for known, block in parted
        if isinstance(block, IndependentBlock)
        and isinstance(known, tuple)
        and len(known[0].phase.rolls) > len(block.sides)
    ]
    assert twice


def test_chances_of_what_is_reached_add_up() -> None:
    """The chances of what optimal mixes reach add up to 1."""
    graph = _graph(_argument())
    blocks = [block for block in graph.blocks if isinstance(block, IndependentBlock)]
    swept = BackwardInduction(graph).swept(Aim.DIFFERENCE)
    for number, block in enumerate(graph.blocks):
        if isinstance(block, IndependentBlock):
            mixes = swept.solved[0][number]
            _, shares = block.reached((mixes.rows, mixes.columns))
            assert shares.sum() == pytest.approx(1.0, abs=NEAR)
    assert blocks


def test_what_is_asked_is_what_a_seat_sees_in_play() -> None:
    """In an independent block a seat sees what it sees in play, and no more."""
    loaded = _argument()
    for block in _parted(loaded):
        for side, asked in enumerate(block.questions):
            told = block.decisions(side)
            assert [question.options for question in told] == [
                question.asked.options for question in asked
            ]
            for question in told:
                assert question.who == side
                assert loaded.system.view(question.view, side) == question.view


@pytest.mark.parametrize("open_", [0, 3])
def test_a_menu_leaves_what_its_answers_reach(open_: int) -> None:
    """A menu keeps the outcomes that its answers can reach, and no others.

    The same outcomes by the same plan; every *open_*-th question keeps its options. Of
    what cannot be reached any more, nothing is left.
    """
    sides = [side for block in _parted(_guarded()) for side in block.sides]
    for alone in [side for side in sides if side.questions]:

        def places(number: int, asked: Decision[Any]) -> tuple[int, ...]:
            if open_ and number % open_ == 0:
                return tuple(range(len(asked.options)))
            return (number % len(asked.options),)

        restricted = restricted_side(alone, places)
        left, plan = restricted.left, np.zeros(alone.size)
        fewer = np.zeros(left.size)
        plan[0] = fewer[0] = 1.0
        kept = dict(
            zip([number for number, _ in restricted.asked], left.questions, strict=True)
        )
        for number, question in enumerate(alone.questions):
            taken = places(number, question.asked)
            # The last of the options left is certain.
            plan[question.first + taken[-1]] = plan[question.after]
            if number in kept:
                fewer[kept[number].answers.stop - 1] = fewer[kept[number].after]
        likely = np.zeros(alone.many)
        likely[restricted.outcomes] = left.likely(fewer)
        assert likely == pytest.approx(alone.likely(plan), abs=NEAR)
        assert left.chance.all()
        assert len(left.questions) == len(restricted.asked) < len(alone.questions)


def test_a_chart_that_says_too_little_is_refused() -> None:
    """A chart whose `reads` says too little is refused."""
    loaded = _argument()
    part = loaded.system.solving.chart.part
    assert part is not None

    def lying(state: object) -> object:
        begun = part(state)
        return begun and structs.replace(begun, reads=len_of)

    def len_of(state: object) -> object:
        return len(state.phase.rolls)  # type: ignore[attr-defined]

    with pytest.raises(OddsError, match="depends on more than its chart says"):
        _graph(_charted(loaded, part=lying))
