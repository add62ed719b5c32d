"""Checks outside the Pain: unopposed, competitive, resisted, linked and group.

One check settles a whole conflict, not one blow of it [SS-META-04]. The opening is a
plan of steps; each step puts one roll on the table, or several at once.
"""

from sim.events import NOBODY, Consequence, Seat
from sim.protocol import Asked, Decision, Due
from sim.rules.solar_system.checks.gathering import can_roll, fee, gathered, gathering
from sim.rules.solar_system.checks.plan import (
    ability_of,
    answer_of,
    ask_ruling,
    difficulty,
    has_difficulty,
    plan,
)
from sim.rules.solar_system.consequences import (
    CheckResolved,
    ConflictClosed,
    Gathered,
    IntentionFulfilled,
    PainOffered,
    RulingSettled,
)
from sim.rules.solar_system.facts import CheckDeclared
from sim.rules.solar_system.harm.items import weapon
from sim.rules.solar_system.phases import BLANK, CHECK
from sim.rules.solar_system.scenario.compiled import CheckData
from sim.rules.solar_system.state import State, asks

BRANCHES = ("no_effect", "penalty_die", "blocked")
"""What a failed check does to the one it was to help [SS-TOG-03, SS-MULTI-01]."""
FAILED = -1


def opening(state: State) -> Asked[State]:
    """Ask for what the next step of the opening check still needs, then gather it."""
    asked = _choose_abilities(state)
    if asked is not None:
        return asked
    branch = 0
    if state.step and state.results[-1] == FAILED:
        found = _branch(state)
        if not isinstance(found, int):
            return found
        branch = found
        if BRANCHES[branch] == "blocked":
            return Due(_over(state, NOBODY, 0, success=False, cites=("SS-TOG-03",)))
    for index in _rollers(state):
        asked = _judged(state, index) or _fee(state, index)
        if asked is not None:
            return asked
    return Due((*_settled(state), _gather(state, branch)))


# The plan.


def _rollers(state: State) -> tuple[int, ...]:
    return plan(state)[state.step]


def _choose_abilities(state: State) -> Decision[State] | None:
    """Let each character choose the ability of his check [SS-CHK-01]."""
    for index, check in enumerate(state.setup.checks):
        if ability_of(state, index) == BLANK:
            options = tuple(CheckDeclared(check.who, a) for a in check.abilities)
            return Decision(check.who, options, state)
        if check.against != NOBODY and answer_of(state, index) == BLANK:
            options = tuple(CheckDeclared(check.against, a) for a in check.answers)
            return Decision(check.against, options, state)
    return None


def _judged(state: State, index: int) -> Decision[State] | None:
    """Ask the Story Guide for difficulty and circumstances [SS-UNO-02, SS-DIE-08]."""
    check = state.setup.checks[index]
    kinds = (
        ("difficulty", (1, 2), check.difficulty),
        ("circumstance", (0, 1, 2), check.circumstance),
    )
    for kind, values, preset in kinds:
        if kind == "difficulty" and not has_difficulty(state, index):
            continue
        if asks(state, kind) and state.ruling(kind, index) == BLANK:
            return ask_ruling(state, kind, index, values, preset)
    return None


def _fee(state: State, index: int) -> Decision[State] | None:
    check = state.setup.checks[index]
    asked = fee(state, check.who, ability_of(state, index))
    if asked is None and check.against != NOBODY:
        return fee(state, check.against, answer_of(state, index))
    return asked


def _branch(state: State) -> int | Decision[State]:
    """Say what the failed check before this one does [SS-TOG-03, SS-MULTI-02, RUL-55].

    In a group of the same ability it is always one penalty die.
    """
    if state.setup.kind == "group" and not state.setup.building:
        return BRANCHES.index("penalty_die")
    previous = plan(state)[state.step - 1][0]
    if not asks(state, "link_failure"):
        return BRANCHES.index(state.setup.checks[previous].if_failed)
    ruled = state.ruling("link_failure", previous)
    if ruled != BLANK:
        return ruled
    preset = BRANCHES.index(state.setup.checks[previous].if_failed)
    return ask_ruling(state, "link_failure", previous, (0, 1, 2), preset)


def _settled(state: State) -> tuple[Consequence, ...]:
    """Record the circumstances the scenario settles, before they are used [ENG-02]."""
    if asks(state, "circumstance"):
        return ()
    return tuple(
        RulingSettled(("SS-DIE-08", "ENG-02"), "circumstance", index, dice)
        for index in _rollers(state)
        if (dice := state.setup.checks[index].circumstance)
    )


def _gather(state: State, branch: int) -> Consequence:
    carried = max(0, state.results[-1]) if state.step else 0
    failure = int(BRANCHES[branch] == "penalty_die")
    checks: list[Gathered] = []
    for index in _rollers(state):
        check = state.setup.checks[index]
        if can_roll(state, check.who):
            checks.append(part_of(state, index, check, carried, failure))
        if check.against != NOBODY and can_roll(state, check.against):
            checks.append(gathered(state, check.against, answer_of(state, index)))
    return gathering(CHECK, tuple(checks), state.step)


def part_of(
    state: State, index: int, check: CheckData, carried: int, failure: int
) -> Gathered:
    """Return one character's roll of a step, with what the check before gives."""
    ruled = state.ruling("circumstance", index)
    return gathered(
        state,
        check.who,
        ability_of(state, index),
        linked=carried,
        failure=failure,
        circumstance=check.circumstance if ruled == BLANK else ruled,
        difficulty=difficulty(state, index),
    )


# Reading the results.


def level_of(state: State, who: Seat) -> int:
    """Return the level *who* has rolled; 0 without a roll [RUL-12]."""
    for roll in state.rolls:
        if roll.who == who:
            return roll.level
    return 0


def check_read(state: State) -> Due:
    """Read the checks of this step."""
    kind = state.setup.kind
    if kind == "resisted":
        return _resisted(state)
    return _step_done(state)


def _resisted(state: State) -> Due:
    """Compare: the higher wins, and on a tie the instigator loses [SS-RES-02, RUL-31].

    The result is computed from the winner's level [SS-RES-03].
    """
    first, second = (check.who for check in state.setup.checks)
    mine, theirs = level_of(state, first), level_of(state, second)
    winner, loser = (first, second) if mine > theirs else (second, first)
    level = max(mine, theirs) + _item_result(state, winner, loser)
    cites = ("SS-RES-02", "SS-RES-03", "RUL-31", "RUL-73")
    result = CheckResolved(
        cites, "resisted", winner, loser, level, success=mine > theirs
    )
    return Due((result, PainOffered(("SS-BDP-01", "RUL-43"), loser, winner)))


def _item_result(state: State, winner: Seat, loser: Seat) -> int:
    """Add the winner's weapon to the result where the ruling says so [RUL-73]."""
    if state.setup.rulings.items_in_simple_checks == "none":
        return 0
    goal = simple_goal(state, winner, loser)
    for roll in state.rolls:
        if roll.who == winner:
            return weapon(state, winner, roll.ability, loser, goal)
    return 0


def _step_done(state: State) -> Due:
    """Read one step of an unopposed, linked or group check.

    It succeeds if the level reaches the difficulty, and beats whoever resists
    [SS-UNO-04, SS-TOG-06].
    """
    index = _rollers(state)[0]
    check = state.setup.checks[index]
    level = level_of(state, check.who)
    success = level >= difficulty(state, index)
    if check.against != NOBODY:
        success = level > level_of(state, check.against)
    if state.step + 1 == len(plan(state)):
        return Due(
            _over(
                state, check.who, level, success=success, cites=_CITES[state.setup.kind]
            )
        )
    kind = state.setup.kind
    winner = check.who if success else NOBODY
    return Due((CheckResolved(_CITES[kind], kind, winner, NOBODY, level, success),))


_CITES = {
    "unopposed": ("SS-UNO-04", "SS-UNO-02"),
    "linked": ("SS-TOG-01", "SS-TOG-02", "RUL-55"),
    "group": ("SS-MULTI-02", "SS-MULTI-05", "RUL-54"),
}


def _over(
    state: State, who: Seat, level: int, *, success: bool, cites: tuple[str, ...]
) -> tuple[Consequence, ...]:
    kind = state.setup.kind
    winner = who if success else NOBODY
    return (
        CheckResolved(cites, kind, winner, NOBODY, level, success),
        ConflictClosed(("SS-META-04",), "success" if success else "failure"),
    )


# Competitive checks.


# Accepting.


def simple_goal(state: State, winner: Seat, loser: Seat) -> int:
    """Return the first of the winner's intentions that can be aimed at the loser."""
    for index, goal in enumerate(state.data(winner).goals):
        if not goal.later and goal.target in {loser, NOBODY}:
            return index
    return 0


def accepted(state: State) -> Due:
    """Give the winner of the resisted check what he intended [SS-RES-04].

    A simple check cannot permanently harm or remove a major named character of the
    Story Guide [SS-RES-05, RUL-71].
    """
    winner, loser = state.winner, state.loser
    index = simple_goal(state, winner, loser)
    goal = state.data(winner).goals[index]
    spared = state.data(loser).story_guide and state.data(loser).major
    fulfilled = IntentionFulfilled(
        ("SS-RES-04", "SS-RES-05", "RUL-71"),
        winner,
        index,
        loser,
        "simple_check",
        not (goal.permanent and spared),
    )
    return Due((fulfilled, ConflictClosed(("SS-RES-04",), "accepted")))
