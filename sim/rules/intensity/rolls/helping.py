"""The helping goal: rolled before everything else, for a die that an ally gets."""

from sim.dice.pool import d
from sim.rules.intensity.comparison.comparing import compared, descending, padded
from sim.rules.intensity.comparison.readings import Settled, Side, SortedByGroup
from sim.rules.intensity.consequences import (
    HelpCompared,
    PenaltyInflicted,
    PoolAssembled,
    SituationDieGranted,
)
from sim.rules.intensity.goals.declaring import ask_sizes
from sim.rules.intensity.phases import (
    HELPED_AGAINST,
    HELPING_ROLL,
    Building,
    Helping,
    Swap,
)
from sim.rules.intensity.pools.building import ask_pool, base_due, built, pooled, spent
from sim.rules.intensity.pools.difficulty import ask_swap, built_for_help, replaced
from sim.rules.intensity.state import State, helpers, pairs
from sim.seam.events import TABLE, Consequence, DiceRolled, Seat
from sim.seam.protocol import Asked, Chance, Due

COMPARED = (
    "IN-HELP-05",
    "IN-COMPARE-02",
    "IN-COMPARE-03",
    "IN-COMPARE-04",
    "IN-COMPARE-05",
    "IN-COMPARE-06",
    "IN-R-17",
    "IN-R-47",
)
GRANTED = ("IN-HELP-03", "IN-R-32", "IN-R-50")
FAILED = ("IN-HELP-04", "IN-R-30", "IN-R-31")


def ask_help(state: State, phase: Building) -> Asked[State] | None:
    """Return the next step of the helpers, in seat order [IN-HELP-05, IN-R-43]."""
    asked = ask_sizes(state, phase)
    if asked is not None:
        return asked
    for who in helpers(state):
        if who not in phase.helped:
            asked = ask_pool(state, phase, who) or _ask_roll(state, phase, who)
            if asked is not None:
                return asked
    return None


def _ask_roll(state: State, phase: Building, who: Seat) -> Asked[State] | None:
    """Return the next roll of a helper whose pool is built [IN-HELP-01]."""
    draft, helping = phase.drafts[who], phase.helping
    if draft is None or not draft.acting:
        return None
    if helping is None:
        base = base_due(state, phase, who) or 0
        dice = pooled(state, who, draft, helping=True)
        return Due(
            (
                spent(state, who, draft, base),
                PoolAssembled(built(state), who, dice, helping=True),
                built_for_help(state, who),
            )
        )
    assert helping.swap is not None
    swap = ask_swap(state, helping.swap, helping.difficulty)
    if swap is not None:
        return swap
    if not helping.early:
        pool = tuple(d(size) for size in helping.pool)
        return Chance(
            who, HELPING_ROLL, pool, SortedByGroup((tuple(range(len(pool))),))
        )
    return _against(state, helping, helping.swap)


def _against(state: State, helping: Helping, swap: Swap) -> Chance:
    """Return the roll of the difficulty pool, read against the helper's faces."""
    sizes = replaced(helping.difficulty, swap.places, swap.size)
    raw = state.setup.rulings.failure_counts == "raw"
    sides = (Side(known=helping.early), Side(places=tuple(range(len(sizes)))))
    read = Settled((sides,), raw)
    pool = tuple(d(size) for size in sizes)
    # The table rolls for every helper of a round: without a number of its own each
    # would meet the same faces.
    return Chance(TABLE, HELPED_AGAINST, pool, read, attempt=swap.seeker)


def help_resolved(state: State, rolled: DiceRolled) -> tuple[Consequence, ...]:
    """Return the consequences of a helping roll [IN-HELP-03, IN-HELP-04]."""
    phase = state.phase
    assert type(phase) is Building
    assert phase.helping is not None
    helper = Seat(rolled.attempt)
    goal = state.participants[helper].goal
    assert goal is not None
    faces = descending(rolled.faces)
    result = compared(phase.helping.early, faces)
    a, b = padded(phase.helping.early, faces)
    is_met = any(helper in pair for pair in pairs(state))
    stands = is_met and state.setup.rulings.helper_defends == "same_roll"
    raw = (result.raw_a, result.raw_b)
    kept = (result.kept_a, result.kept_b)
    shown = HelpCompared(
        COMPARED, helper, goal.target, a, b, raw, result.hand, kept, stands
    )
    rulings = state.setup.rulings
    failures = raw[1] if rulings.failure_counts == "raw" else kept[1]
    uses = min(1, kept[0]) if rulings.help_lasts == "once" else kept[0]
    events: list[Consequence] = [shown]
    if uses:
        granted = SituationDieGranted(
            GRANTED, goal.target, helper, goal.size, uses, fresh=False
        )
        events.append(granted)
    if failures:
        whose = goal.target if rulings.penalty_target == "ally" else helper
        events.append(penalty(state, FAILED, (whose, helper), goal.size, failures))
    return tuple(events)


def penalty(
    state: State,
    cites: tuple[str, ...],
    who: tuple[Seat, Seat],
    size: int,
    failures: int,
) -> PenaltyInflicted:
    """Return the penalty dice for *failures*; *who* is (whose, by) [IN-R-31]."""
    if state.setup.rulings.penalty_stack == "together":
        return PenaltyInflicted(cites, *who, size, 1, failures)
    return PenaltyInflicted(cites, *who, size, failures, 1)
