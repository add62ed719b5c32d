"""Checks outside the Pain: unopposed, resisted, linked and group.

One check settles a whole conflict, not one blow of it [SS-META-04]. The opening is a
plan of steps; each step puts one roll on the table, or several at once.
"""

from sim.rules.solar_system.checks.circumstances import (
    chain_of,
    circumstance,
    settled,
)
from sim.rules.solar_system.checks.gathering import (
    can_roll,
    fee,
    gathered,
    gathering,
    has_paid,
)
from sim.rules.solar_system.checks.plan import (
    ability_of,
    answer_of,
    ask_ruling,
    difficulty,
    has_difficulty,
    plan,
)
from sim.rules.solar_system.consequences import (
    CHECK,
    CheckResolved,
    ConflictClosed,
    Ending,
    Gathered,
    IntentionFulfilled,
    PainOffered,
)
from sim.rules.solar_system.facts import CheckDeclared
from sim.rules.solar_system.harm.items import weapon
from sim.rules.solar_system.phases import Checking, Rolling
from sim.rules.solar_system.scenario.sheet import (
    CIRCUMSTANCE,
    DIFFICULTY,
    LINK_FAILURE,
    RulingKind,
)
from sim.rules.solar_system.state import State, asks, ruling
from sim.seam.events import NOBODY, Cites, Consequence, Seat
from sim.seam.protocol import Asked, Decision, Due

BRANCHES = ("no_effect", "penalty_die", "blocked")
"""What a failed check does to the check it was meant to help [SS-TOG-03,
SS-MULTI-01].
"""


def ask_opening(state: State, phase: Checking) -> Asked[State]:
    """Ask for what the next step of the opening check needs, then gather its dice."""
    asked = _choose_abilities(state, phase)
    if asked is not None:
        return asked
    branch = "no_effect"
    if phase.step and phase.results[-1] is None:
        judged = _branch(state, phase)
        if not isinstance(judged, str):
            return judged
        branch = judged
        if branch == "blocked":
            return Due(_over(state, NOBODY, 0, success=False, cites=("SS-TOG-03",)))
    rollers = _rollers(state, phase)
    for index in rollers:
        asked = _judged(state, phase, index) or _fee(state, phase, index)
        if asked is not None:
            return asked
    return Due((*settled(state, phase, rollers), _gather(state, phase, branch)))


# The plan.


def _rollers(state: State, phase: Checking) -> tuple[int, ...]:
    return plan(state, phase)[phase.step]


def _choose_abilities(state: State, phase: Checking) -> Decision[State] | None:
    """Let each character choose the ability of the check [SS-CHK-01]."""
    for index, check in enumerate(state.setup.checks):
        if phase.abilities[index] is None:
            options = tuple(
                CheckDeclared(check.who, ability) for ability in check.abilities
            )
            return Decision(check.who, options, state)
        if check.against != NOBODY and phase.answers[index] is None:
            options = tuple(
                CheckDeclared(check.against, ability) for ability in check.answers
            )
            return Decision(check.against, options, state)
    return None


def _judged(state: State, phase: Checking, index: int) -> Decision[State] | None:
    """Ask the Story Guide for difficulty and circumstances [SS-UNO-02, SS-DIE-08].

    The circumstances of a group of the same ability are asked once [SS-MULTI-04].
    """
    kinds: tuple[tuple[RulingKind, tuple[int, ...], tuple[int, ...], int], ...] = (
        (DIFFICULTY, (index,), (1, 2), state.setup.checks[index].difficulty),
        (
            CIRCUMSTANCE,
            chain_of(state, index),
            (0, 1, 2),
            circumstance(state, phase, index),
        ),
    )
    for kind, alike, values, preset in kinds:
        if kind == DIFFICULTY and not has_difficulty(state, index):
            continue
        ruled = [ruling(phase.ruled, kind, place) for place in alike]
        if asks(state, kind) and all(value is None for value in ruled):
            return ask_ruling(state, kind, index, values, preset)
    return None


def _fee(state: State, phase: Checking, index: int) -> Decision[State] | None:
    check = state.setup.checks[index]
    asked = fee(state, phase.fees, check.who, ability_of(phase, index))
    if asked is None and check.against != NOBODY:
        return fee(state, phase.fees, check.against, answer_of(phase, index))
    return asked


def _branch(state: State, phase: Checking) -> str | Decision[State]:
    """Decide how a failed check affects this one [SS-TOG-03, SS-MULTI-02, RUL-55].

    In a group of the same ability it is always one penalty die.
    """
    if state.setup.kind == "group" and not state.setup.building:
        return "penalty_die"
    previous = plan(state, phase)[phase.step - 1][0]
    preset = state.setup.checks[previous].if_failed
    if not asks(state, LINK_FAILURE):
        return preset
    ruled = ruling(phase.ruled, LINK_FAILURE, previous)
    if ruled is not None:
        return BRANCHES[ruled]
    return ask_ruling(state, LINK_FAILURE, previous, (0, 1, 2), BRANCHES.index(preset))


def _gather(state: State, phase: Checking, branch: str) -> Consequence:
    carried = (phase.results[-1] or 0) if phase.step else 0
    failure = int(branch == "penalty_die")
    checks: list[Gathered] = []
    for index in _rollers(state, phase):
        check = state.setup.checks[index]
        if can_roll(state, phase.fees, check.who):
            checks.append(part_of(state, phase, index, carried, failure))
        if check.against != NOBODY and can_roll(state, phase.fees, check.against):
            paid = has_paid(phase.fees, check.against)
            answer = answer_of(phase, index)
            checks.append(gathered(state, check.against, answer, fee_paid=paid))
    return gathering(CHECK, tuple(checks), phase.step)


def part_of(
    state: State, phase: Checking, index: int, carried: int, failure: int
) -> Gathered:
    """Return a character's roll of a step, with the dice from the check before."""
    check = state.setup.checks[index]
    return gathered(
        state,
        check.who,
        ability_of(phase, index),
        linked=carried,
        failure=failure,
        circumstance=circumstance(state, phase, index),
        difficulty=difficulty(state, phase, index),
        fee_paid=has_paid(phase.fees, check.who),
    )


# Reading the results.


def level_by(phase: Rolling, who: Seat) -> int:
    """Return the level *who* has rolled; 0 without a roll [RUL-12]."""
    for roll in phase.rolls:
        if roll.who == who:
            return roll.reached
    return 0


def check_read(state: State, phase: Rolling, within: Checking) -> Due:
    """Read the checks of this step."""
    if state.setup.kind == "resisted":
        return _resisted(state, phase)
    return _step_done(state, phase, within)


def _resisted(state: State, phase: Rolling) -> Due:
    """Compare: the higher wins, and on a tie the instigator loses [SS-RES-02, RUL-31].

    The result is computed from the winner's level [SS-RES-03].
    """
    first, second = (check.who for check in state.setup.checks)
    mine, theirs = level_by(phase, first), level_by(phase, second)
    winner, loser = (first, second) if mine > theirs else (second, first)
    level = max(mine, theirs) + _item_result(state, phase, winner, loser)
    cites = ("SS-RES-02", "SS-RES-03", "RUL-31", "RUL-73")
    result = CheckResolved(
        cites, "resisted", winner, loser, level, success=mine > theirs
    )
    return Due((result, PainOffered(("SS-BDP-01", "RUL-43"), loser, winner)))


def _item_result(state: State, phase: Rolling, winner: Seat, loser: Seat) -> int:
    """Add the winner's weapon to the result where the ruling says so [RUL-73]."""
    if state.setup.rulings.items_in_simple_checks == "none":
        return 0
    goal = simple_goal(state, winner, loser)
    for roll in phase.rolls:
        if roll.who == winner:
            return weapon(state, winner, roll.ability, loser, goal)
    return 0


def _step_done(state: State, phase: Rolling, within: Checking) -> Due:
    """Read one step of an unopposed, linked or group check.

    It succeeds if the level reaches the difficulty, and beats whoever resists
    [SS-UNO-04, SS-TOG-06].
    """
    kind = state.setup.kind
    index = _rollers(state, within)[0]
    check = state.setup.checks[index]
    level = level_by(phase, check.who)
    success = level >= difficulty(state, within, index)
    if check.against != NOBODY:
        success = level > level_by(phase, check.against)
    cites = _CITES[kind]
    if within.step + 1 == len(plan(state, within)):
        return Due(_over(state, check.who, level, success=success, cites=cites))
    winner = check.who if success else NOBODY
    return Due((CheckResolved(cites, kind, winner, NOBODY, level, success),))


_CITES = {
    "unopposed": ("SS-UNO-04", "SS-UNO-02"),
    "linked": ("SS-TOG-01", "SS-TOG-02", "RUL-55"),
    "group": ("SS-MULTI-02", "SS-MULTI-05", "RUL-54"),
}


def _over(
    state: State, who: Seat, level: int, *, success: bool, cites: Cites
) -> tuple[Consequence, ...]:
    winner = who if success else NOBODY
    return (
        CheckResolved(cites, state.setup.kind, winner, NOBODY, level, success),
        ConflictClosed(("SS-META-04",), Ending.SUCCESS if success else Ending.FAILURE),
    )


# Accepting.


def simple_goal(state: State, winner: Seat, loser: Seat) -> int:
    """Return the first of the winner's intentions that can be aimed at the loser."""
    for index, goal in enumerate(state.data(winner).goals):
        if not goal.later and goal.target in {loser, NOBODY}:
            return index
    return 0


def accepted(state: State, winner: Seat, loser: Seat) -> Due:
    """Give the winner of the resisted check the intention [SS-RES-04].

    A simple check cannot permanently harm or remove a major named character of the
    Story Guide [SS-RES-05, RUL-71].
    """
    index = simple_goal(state, winner, loser)
    goal = state.data(winner).goals[index]
    major = state.data(loser).story_guide and state.data(loser).major
    spared = goal.permanent and major
    cites: Cites = ("SS-RES-04",)
    if spared:
        cites += ("SS-RES-05", "RUL-71")
    fulfilled = IntentionFulfilled(
        cites, winner, index, loser, "simple_check", not spared
    )
    return Due((fulfilled, ConflictClosed(("SS-RES-04",), Ending.ACCEPTED)))
