"""How rolls are counted together where a conflict is solved round by round."""

from msgspec import structs

from sim.rules.dice_pool.appraisal.parts import fallen, part
from sim.rules.dice_pool.phases import Rolling
from sim.rules.dice_pool.records.rolls import Throw
from sim.rules.dice_pool.scenario.people import Automatic
from tests.rules.dice_pool.table import A, B, C, Game, conflict, person
from tests.rules.dice_pool.test_opposing import act_on, seats


def rolls_due(game: Game) -> Rolling:
    """Return the rolls that are due, before any die is rolled."""
    phase = game.state.phase
    assert type(phase) is Rolling
    return phase


def with_totals(phase: Rolling, *totals: int) -> Rolling:
    """Return the same rolls with these totals."""
    rolls = [
        structs.replace(roll, first=Throw(0, fresh=False, total=total))
        for roll, total in zip(phase.rolls, totals, strict=True)
    ]
    return structs.replace(phase, rolls=tuple(rolls))


def test_dp_r_26_the_best_of_a_side_counts_whichever_was_rolled_first() -> None:
    """DP-R-26: Under `sides` the best of a side counts, whichever was rolled first."""
    game = Game(conflict(*seats("a", "a", "b"), opposition="sides"))
    game.say(act_on(A, C)).say(act_on(B, C)).say(act_on(C, A)).quiet()
    phase = rolls_due(game)
    assert [roll.who for roll in phase.rolls] == [A, B, C]
    for totals, least in (
        ((5, 3, 2), [4, 0, 1]),
        ((3, 5, 2), [0, 4, 1]),
        ((5, 5, 2), [4, 0, 1]),
        ((2, 1, 5), [1, 0, 4]),
    ):
        rolls = fallen(game.state, with_totals(phase, *totals)).rolls
        assert [roll.first.total if roll.first else 0 for roll in rolls] == least


def test_dp_auto_03_dice_are_read_apart_where_anybody_adds_to_them() -> None:
    """DP-AUTO-03: States are read differently if a power adds successes in one."""
    by_night = Automatic(add=1, scope="contested", when=("night",))
    game = Game(
        conflict(person(), person("Boris", automatic=(by_night,)), tags=("night",))
    )
    game.say(act_on(A, B)).say(act_on(B, A)).quiet()
    night = game.state
    setup = structs.replace(night.setup, tags=frozenset())
    day = structs.replace(night, setup=setup)
    thrown = part(day)
    assert thrown is not None
    assert thrown.reads(day) != thrown.reads(night)
