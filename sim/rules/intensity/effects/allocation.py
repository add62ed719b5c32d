"""The use of successes: damage placed pip by pip, or a die instead of damage.

Everybody with an upper hand goes first, then everybody else. The pips of one comparison
are placed in a fixed order, the ability the goal names first and then from the smallest
die up, so that each split can be chosen in one way only. Pips without a choice are not
asked for.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from sim.rules.intensity.comparison.comparing import A_UPPER, B_UPPER
from sim.rules.intensity.consequences import (
    BY_DAMAGE,
    AbilityZeroed,
    DamageForestalled,
    HarmApplied,
    SituationDieGranted,
    SuccessesUsed,
)
from sim.rules.intensity.effects.obtaining import is_beaten, settle
from sim.rules.intensity.facts import PipPlaced
from sim.rules.intensity.phases import (
    HELP,
    NONE,
    REDUCE,
    SITUATION,
    Affecting,
    Goal,
    Result,
)
from sim.rules.intensity.pools.dice import endurance, reduced
from sim.rules.intensity.rolls.helping import penalty
from sim.rules.intensity.scenario.compile import Setup
from sim.rules.intensity.state import State, seeks
from sim.seam.events import NOBODY, Consequence, Seat
from sim.seam.protocol import Asked, Decision, Due

HARM = ("IN-EFFECT-01", "IN-EFFECT-02", "IN-EFFECT-03", "IN-R-18", "IN-R-22")
ZERO = ("IN-EFFECT-04", "IN-SCOPE-02")
USED = ("IN-EFFECT-01", "IN-R-21", "IN-R-22", "IN-R-48")
FORESTALLED = ("IN-R-20",)
SOUGHT = ("IN-SIT-03", "IN-R-33")
FAILED = ("IN-R-34", "IN-R-30", "IN-R-31")


class Step(Struct, frozen=True, gc=False):
    """The successes of *by* against *on*, and the failures that come with them."""

    by: Seat
    on: Seat
    successes: int
    failures: int
    first: bool


def ask_effects(state: State, phase: Affecting) -> Asked[State]:
    """Return the next use of successes or, after the last, the settling of effects."""
    order = steps(state, phase)
    if phase.step == len(order):
        return Due(settle(state, phase))
    step = order[phase.step]
    if seeks(state, step.by) is not None:
        return Due(dice_won(state, step))
    preempt = state.setup.rulings.preempt_on_zero and not step.first
    if preempt and is_beaten(state, phase, step.by):
        return Due((DamageForestalled(FORESTALLED, step.on, step.by),))
    placed, options = allocation(state, phase, step)
    if options:
        return Decision(step.by, pips(step.by, step.on, tuple(options)), state)
    return Due(landed(state, step, placed))


@lru_cache(maxsize=1 << 10)
def pips(by: Seat, on: Seat, abilities: tuple[int, ...]) -> tuple[PipPlaced, ...]:
    """Return the answers of *by*, who may hit one of these *abilities* of *on*."""
    return tuple([PipPlaced(by, on, ability) for ability in abilities])


def steps(state: State, phase: Affecting) -> tuple[Step, ...]:
    """Return all uses of successes, upper hands first [IN-EFFECT-01, IN-R-22]."""
    goals = tuple([participant.goal for participant in state.participants])
    return _steps(state.setup, goals, phase.results)


@lru_cache(maxsize=1 << 14)
def _steps(
    setup: Setup, goals: tuple[Goal | None, ...], results: tuple[Result, ...]
) -> tuple[Step, ...]:
    # Cached: every pip of a round asks for the same list.
    uses: list[Step] = []
    for result in results:
        uses += (
            step
            for step in _both(setup, result)
            if step.by != NOBODY and _counts(setup, goals[step.by], step)
        )
    return tuple(sorted(uses, key=lambda step: (not step.first, step.by, step.on)))


def _both(setup: Setup, result: Result) -> tuple[Step, Step]:
    raw = setup.rulings.failure_counts == "raw"
    missed_a = result.raw_b if raw else result.kept_b
    missed_b = result.raw_a if raw else result.kept_a
    return (
        Step(result.a, result.b, result.kept_a, missed_a, result.hand == A_UPPER),
        Step(result.b, result.a, result.kept_b, missed_b, result.hand == B_UPPER),
    )


def _counts(setup: Setup, goal: Goal | None, step: Step) -> bool:
    """Whether these successes have any effect [IN-R-11, IN-R-29, IN-R-33, IN-R-34]."""
    rulings = setup.rulings
    if goal is not None and goal.kind == SITUATION:
        separate = rulings.situation_pool == "separate"
        against = NOBODY if separate else goal.target
        fails = rulings.situation_penalty and step.failures > 0
        return step.on == against and (step.successes > 0 or fails)
    if not step.successes or (goal is not None and goal.kind == HELP):
        return False
    people = setup.characters
    by_static = people[step.by].static
    if rulings.static_mode == "one_roll" and (by_static or people[step.on].static):
        return False
    return rulings.static_deals_damage or not by_static


def dice_won(state: State, step: Step) -> tuple[Consequence, ...]:
    """Return what a situational goal yields: a die, perhaps penalties [IN-SIT-03]."""
    goal = seeks(state, step.by)
    assert goal is not None
    events: list[Consequence] = []
    if step.successes:
        granted = SituationDieGranted(
            SOUGHT, step.by, step.by, goal.size, step.successes, fresh=True
        )
        events.append(granted)
    if step.failures and state.setup.rulings.situation_penalty:
        whose = (step.by, step.by)
        events.append(penalty(state, FAILED, whose, goal.size, step.failures))
    used = SuccessesUsed(SOUGHT, step.on, step.by, step.successes, 0)
    return (*events, used)


def allocation(
    state: State, phase: Affecting, step: Step
) -> tuple[Sequence[int], Sequence[int]]:
    """Return (abilities hit so far, abilities the next pip may hit) [IN-R-21].

    Pips that can go to one ability only are placed without asking.
    """
    order = target_order(state, phase, step.by, step.on)
    model = state.setup.rulings.damage_model
    sizes = state.participants[step.on].sizes
    room = tuple([endurance(model, sizes[ability]) for ability in order])
    return _allotted(order, room, step.successes, phase.placed)


@lru_cache(maxsize=1 << 12)
def _allotted(
    order: tuple[int, ...],
    room: tuple[int, ...],
    successes: int,
    chosen: tuple[int, ...],
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Place the *chosen* pips, and between them those without a choice.

    *room* is how many pips each ability of *order* can take.
    """
    left = dict(zip(order, room, strict=True))
    due = min(successes, sum(room))
    answers = iter(chosen)
    placed: list[int] = []
    while len(placed) < due:
        start = order.index(placed[-1]) if placed else 0
        options = _next_pips(order[start:], left, due - len(placed))
        ability = options[0] if len(options) == 1 else next(answers, NONE)
        if ability == NONE:
            return tuple(placed), options
        placed.append(ability)
        left[ability] -= 1
    return tuple(placed), ()


def _next_pips(
    order: Sequence[int], left: Mapping[int, int], due: int
) -> tuple[int, ...]:
    """Return the abilities that leave room for all later pips, placed in order."""
    options: list[int] = []
    # Backwards: an ability is open if it and all later ones can take the pips due.
    room = 0
    for ability in reversed(order):
        pips = left[ability]
        room += pips
        if pips and room >= due:
            options.append(ability)
    return tuple(reversed(options))


def target_order(state: State, phase: Affecting, by: Seat, on: Seat) -> tuple[int, ...]:
    """Return the abilities of *on* that *by* may hit, in order of placement [IN-R-19].

    Dice won in the conflict cannot be hit, rolled or not.
    """
    dice = state.participants[on].sizes
    model = state.setup.rulings.damage_model
    goal = state.participants[by].goal
    named = NONE
    if goal is not None and goal.kind == REDUCE and goal.target == on:
        named = goal.ability
    won_from = state.setup.characters[on].won_from
    rolled = phase.used[on] if state.setup.only_rolled else None
    return _order(model, dice[:won_from], named, rolled)


@lru_cache(maxsize=1 << 12)
def _order(
    model: str, dice: tuple[int, ...], named: int, rolled: tuple[int, ...] | None
) -> tuple[int, ...]:
    """Return which of *dice* may be hit; *rolled* are those that may, None for all."""
    return tuple(
        sorted(
            (
                index
                for index, size in enumerate(dice)
                if size and (rolled is None or index in rolled)
            ),
            key=lambda index: (index != named, endurance(model, dice[index]), index),
        )
    )


def landed(state: State, step: Step, placed: Sequence[int]) -> tuple[Consequence, ...]:
    """Return the damage of one allocation [IN-EFFECT-02, IN-EFFECT-04]."""
    model = state.setup.rulings.damage_model
    sizes = state.participants[step.on].sizes
    events: list[Consequence] = []
    for ability in dict.fromkeys(placed):
        pips = placed.count(ability)
        left = reduced(model, sizes[ability], pips)
        events.append(HarmApplied(HARM, step.on, step.by, pips, ability, left))
        if not left:
            events.append(AbilityZeroed(ZERO, step.on, step.by, ability, BY_DAMAGE))
    wasted = step.successes - len(placed)
    events.append(SuccessesUsed(USED, step.on, step.by, step.successes, wasted))
    return tuple(events)
