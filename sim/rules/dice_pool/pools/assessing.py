"""Edge and Difficulty as events, by the default or as the Storyteller rules."""

from collections.abc import Iterable
from functools import lru_cache

from sim.rules.dice_pool.consequences import DifficultyAssessed, EdgeAssessed
from sim.rules.dice_pool.events.judgements import DifficultyRuled, EdgeRuled
from sim.rules.dice_pool.pools.details import Named, gathered
from sim.rules.dice_pool.pools.judging import judged
from sim.rules.dice_pool.records.rolls import Hardness, Roll
from sim.rules.dice_pool.state import State, view
from sim.seam.events import Cites, Seat
from sim.seam.protocol import Decision

EDGE: Cites = ("DP-POOL-03", "DP-EDGE-02", "DP-EDGE-03", "DP-R-06", "DP-R-07")
DIFFICULTY: Cites = ("DP-POOL-04", "DP-DIFF-02", "DP-DIFF-04", "DP-R-06")
EXPLICIT = "explicit"


def edge_assessed(
    state: State, roll: Roll, named: Named, ruled: int | None = None
) -> EdgeAssessed:
    """Return the Edge on *roll*, judged by default or as *ruled*."""
    dice, method = _number(state, named, ruled)
    return EdgeAssessed(EDGE, roll.who, _shown(named), dice, method, roll.nth)


def difficulty_assessed(
    state: State, roll: Roll, named: Named, ruled: DifficultyRuled | None = None
) -> DifficultyAssessed:
    """Return the Difficulty of *roll*, judged by default or as *ruled*."""
    dice, method = _number(state, named, None if ruled is None else ruled.dice)
    hardness = Hardness.PLAIN if ruled is None else ruled.hardness
    details = _shown(named)
    return DifficultyAssessed(
        DIFFICULTY, roll.who, details, dice, method, hardness, roll.nth
    )


@lru_cache(maxsize=1024)
def _shown(named: Named) -> tuple[tuple[str, int], ...]:
    """Return *named* details as events record them: each with its dice."""
    return tuple((label, dice) for label, dice, _ in named)


def _number(state: State, named: Named, ruled: int | None) -> tuple[int, str]:
    rulings = state.setup.rulings
    default = judged(named, rulings)
    if ruled is not None and (ruled != default or rulings.stacking == EXPLICIT):
        return ruled, EXPLICIT
    return default, "max" if rulings.stacking == "max" else "holistic"


def ask_assessment(
    state: State, rolls: Iterable[Roll], helpers: Iterable[tuple[Seat, Seat]] = ()
) -> Decision[State] | None:
    """Ask the Storyteller for every Edge and Difficulty not yet assessed [DP-DEC-05].

    The first option is the default function's [DP-R-77].
    """
    if not state.setup.asked:
        return None
    judge, most = state.setup.judge, state.setup.rulings.soft_cap
    for roll in rolls:
        for edge, known in ((True, roll.edge), (False, roll.difficulty)):
            if known is not None:
                continue
            aid = [helper for helper, whom in helpers if whom == roll.who]
            named = gathered(state, roll, edge=edge, helpers=aid)
            first, _ = _number(state, named, None)
            numbers = [first, *(dice for dice in range(most + 1) if dice != first)]
            of = roll.who
            if edge:
                options = [EdgeRuled(judge, of, dice) for dice in numbers]
                return Decision(judge, tuple(options), view(state, judge))
            harder = (Hardness.CHANCE_ONLY, Hardness.IMPOSSIBLE)
            return Decision(
                judge,
                (
                    *(DifficultyRuled(judge, of, n, Hardness.PLAIN) for n in numbers),
                    *(DifficultyRuled(judge, of, first, how) for how in harder),
                ),
                view(state, judge),
            )
    return None
