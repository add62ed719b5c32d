"""The helping goal: rolled before everything else, for a die that serves an ally."""

from sim.dice import d
from sim.events import TABLE, Consequence, DiceRolled
from sim.protocol import Asked, Chance, Due
from sim.rules.intensity.comparison import compared, descending, padded
from sim.rules.intensity.consequences import (
    HelpCompared,
    PenaltyInflicted,
    PoolAssembled,
    SituationDieGranted,
)
from sim.rules.intensity.difficulty import ask_swaps, built_for_help, replaced
from sim.rules.intensity.goals import ask_sizes
from sim.rules.intensity.pools import ask_pool, base_due, built, pooled, spent
from sim.rules.intensity.readings import Laid, Settled, Side
from sim.rules.intensity.state import State, actives, is_helping, pairs

ROLLED = "help"
AGAINST = "difficulty"
"""What the two rolls of a helper are for."""

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


def ask_help(state: State) -> Asked[State] | None:
    """Return the next step of the helpers, in seat order [IN-HELP-05, IN-R-43]."""
    asked = ask_sizes(state)
    if asked is not None:
        return asked
    for who in actives(state):
        if is_helping(state, who) and not state.helped >> who & 1:
            asked = ask_pool(state, who) or _ask_roll(state, who)
            if asked is not None:
                return asked
    return None


def _ask_roll(state: State, who: int) -> Asked[State] | None:
    """Return the rolls of a helper whose pool is built [IN-HELP-01]."""
    draft = state.drafts[who]
    if draft is None or not draft.acting:
        return None
    if not state.helping:
        base = base_due(state, who) or 0
        dice = pooled(state, who, draft, helping=True)
        return Due(
            (
                spent(state, who, draft, base),
                PoolAssembled(built(state), who, dice, helping=True),
                built_for_help(state, who),
            )
        )
    swaps = ask_swaps(state)
    if swaps is not None:
        return swaps
    if not state.early:
        pool = tuple(d(size) for size in state.helping)
        return Chance(who, ROLLED, pool, Laid((tuple(range(len(pool))),)))
    return _against(state, who)


def _against(state: State, who: int) -> Chance:
    """Return the roll of the difficulty pool, read against the helper's faces."""
    (swap,) = state.swaps
    sizes = replaced(state.difficulty, swap.places, swap.size)
    raw = state.setup.rulings.failure_counts == "raw"
    sides = (Side(known=state.early), Side(places=tuple(range(len(sizes)))))
    read = Settled((sides,), raw)
    return Chance(TABLE, AGAINST, tuple(d(size) for size in sizes), read, attempt=who)


def help_resolved(state: State, rolled: DiceRolled) -> tuple[Consequence, ...]:
    """Return what a helping roll brings about [IN-HELP-03, IN-HELP-04]."""
    helper = rolled.attempt
    goal = state.fighters[helper].goal
    assert goal is not None
    faces = descending(rolled.faces)
    result = compared(state.early, faces)
    a, b = padded(state.early, faces)
    met = any(helper in pair for pair in pairs(state))
    stands = met and state.setup.rulings.helper_defends == "same_roll"
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
    state: State, cites: tuple[str, ...], who: tuple[int, int], size: int, failures: int
) -> PenaltyInflicted:
    """Return the penalty dice for *failures*; *who* is (whose, by) [IN-R-31]."""
    if state.setup.rulings.penalty_stack == "together":
        return PenaltyInflicted(cites, *who, size, 1, failures)
    return PenaltyInflicted(cites, *who, size, failures, 1)
