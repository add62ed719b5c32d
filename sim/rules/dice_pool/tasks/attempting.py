"""Attempts at an obstacle: who tries next and how, and opposition made earlier."""

from sim.rules.dice_pool.consequences import (
    AttemptFailed,
    OppositionMet,
    OppositionRecorded,
    PrerequisitePaid,
    StaticObstacleResolved,
)
from sim.rules.dice_pool.contests.comparing import (
    CONTESTED,
    STATIC,
    sources,
    with_automatic,
)
from sim.rules.dice_pool.contests.ending import ended
from sim.rules.dice_pool.contests.opening import round_opened
from sim.rules.dice_pool.contests.reckoning import ask_virtue
from sim.rules.dice_pool.contests.rolling import assessments, named
from sim.rules.dice_pool.events.judgements import RetryRuled
from sim.rules.dice_pool.events.lasting import RollFellDue
from sim.rules.dice_pool.facts import AttemptMade, TaskLeft
from sim.rules.dice_pool.phases import Attempting, Retrying
from sim.rules.dice_pool.pools.assessing import ask_assessment
from sim.rules.dice_pool.pools.stages import ask_rolls
from sim.rules.dice_pool.pools.throwing import ask_dice, notes, total_of
from sim.rules.dice_pool.records.rolls import Roll, Why
from sim.rules.dice_pool.scenario.data import IntentData, PoolData
from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.scenario.sheet import Task
from sim.rules.dice_pool.state import Ending, Progress, State, able, has_point, view
from sim.rules.dice_pool.willpower.regaining import price
from sim.rules.dice_pool.willpower.spending import (
    after_paying,
    everywhere,
    may_boost,
    undedicated,
)
from sim.seam.events import TABLE, Cites, Consequence, Fact, Seat
from sim.seam.protocol import Asked, Decision, Due
from sim.seam.seats import seats

MINUTE = 60
PAID: Cites = ("DP-STATIC-03", "DP-R-95")
MET: Cites = ("DP-STATIC-01", "DP-STATIC-05", "DP-ROLL-02")
OBVIATED: Cites = ("DP-AUTO-04", "DP-R-96")
RECORDED: Cites = ("DP-CONTEST-07", "DP-R-14", "DP-R-95")
AGAINST: Cites = ("DP-CONTEST-05", "DP-CONTEST-07", "DP-DIFF-06", "DP-R-14")
AS_TIED: Cites = ("DP-CONTEST-05", "DP-CONTEST-07", "DP-R-10", "DP-R-14")
FAILED: Cites = ("DP-STATIC-04", "DP-R-95")


def task_of(state: State) -> tuple[Task, Progress]:
    """Return the obstacle, and the attempts at it so far."""
    assert state.setup.task is not None
    assert state.task is not None
    return state.setup.task, state.task


def ways(state: State, who: Seat) -> tuple[IntentData, ...]:
    """Return the ways *who* may still try: attempts left, in time, and able to pay.

    DP-STATIC-04, DP-R-95, DP-R-105.
    """
    task, progress = task_of(state)
    tries = progress.tries[who]
    if tries is None or not able(state, who):
        return ()
    if tries > task.retries and who not in progress.granted:
        return ()
    begins = state.clock
    if not progress.paid and task.prerequisite is not None:
        begins += task.prerequisite.minutes * MINUTE
    broke = everywhere(state) and not has_point(state, who, special=True)
    return tuple(
        intent
        for intent in state.setup.characters[who].intents
        if (task.deadline is None or begins + intent.seconds <= task.deadline * MINUTE)
        and not (broke and intent.costs)
    )


def trying(state: State) -> list[Seat]:
    """Return the seats that may still try, those with the fewest attempts first.

    [DP-R-95]
    """
    _, progress = task_of(state)
    able = [who for who in seats(len(state.participants)) if ways(state, who)]
    # Sorting keeps the order of seats among those who have tried as often.
    return sorted(able, key=lambda who: progress.tries[who] or 0)


def ask_attempting(state: State, phase: Attempting) -> Asked[State]:
    """Ask the next seat for an attempt, then roll; together, ask all of them first."""
    task, progress = task_of(state)
    left = [who for who in trying(state) if all(r.who != who for r in phase.rolls)]
    if left and (task.together or not phase.rolls):
        return Decision(left[0], attempts(state, left[0]), view(state, left[0]))
    if not phase.rolls:
        return ended(state, Ending.FAILED)
    asked = ask_assessment(state, [roll for roll in phase.rolls if roll.who >= 0])
    if asked is not None:
        return asked
    if task.opposition is not None and progress.total is None:
        return _opposition(state, phase)
    own = tuple(roll for roll in phase.rolls if roll.who != TABLE)
    return ask_rolls(state, own) or Due(tuple(_met(state, own)))


def attempts(state: State, who: Seat) -> tuple[Fact, ...]:
    """Return the attempts *who* may make, best pool first, and leaving the task.

    DP-DEC-22.
    """
    return (
        *(
            AttemptMade(who, intent.name, pool.text)
            for intent in ways(state, who)
            for pool in intent.pools
        ),
        TaskLeft(who),
    )


def roll_of(state: State, fact: AttemptMade) -> Roll:
    """Return the roll of an attempt, before anything is assessed."""
    intent = state.setup.characters[fact.who].intent(fact.intent)
    asks = state.setup.asks
    pool = named(intent.pools, fact.pool)
    state = after_paying(state, fact.who, intent)
    return Roll(
        fact.who,
        Why.TASK,
        pool,
        intent=intent.name,
        edge=None if asks("edge") else 0,
        difficulty=None if asks("difficulty") else 0,
        boosted=None if may_boost(state, fact.who, pool) else False,
        rote=pool.rote,
        dedicated=undedicated(state, intent),
    )


def attempted(state: State, fact: AttemptMade) -> tuple[Consequence, ...]:
    """Return the cost of an attempt, with help and hindrance.

    Some powers make a roll unnecessary [DP-STATIC-03, DP-AUTO-04].
    """
    task, progress = task_of(state)
    events: list[Consequence] = []
    need = task.prerequisite
    if not progress.paid and need is not None:
        seconds = need.minutes * MINUTE
        events.append(PrerequisitePaid(PAID, fact.who, seconds, need.resources))
    if everywhere(state):
        intent = state.setup.characters[fact.who].intent(fact.intent)
        events += price(state, fact.who, intent)
    static = sources(state, fact.who, STATIC) if task.opposition is None else ()
    if any(automatic.add or automatic.floor for automatic in static):
        resolved = StaticObstacleResolved(
            OBVIATED, fact.who, rolled=False, successes=0, overcome=True
        )
        return (*events, resolved)
    return (*events, *assessments(state, (roll_of(state, fact),)))


def _opposition(state: State, phase: Attempting) -> Asked[State]:
    """Roll now how good an effort made earlier was; then it stands [DP-CONTEST-07]."""
    table = [roll for roll in phase.rolls if roll.who == TABLE]
    if not table:
        return Due((RollFellDue(RECORDED, TABLE, Why.OPPOSITION),))
    total = total_of(table[0], state.setup.rulings)
    asked = ask_dice(state, table)
    return asked or Due((OppositionRecorded(RECORDED, total),))


def opposition_roll(state: State) -> Roll:
    """Return the roll of an effort made earlier, by nobody present [DP-R-95]."""
    task, _ = task_of(state)
    assert task.opposition is not None
    dice = task.opposition.dice or 1
    pool = PoolData("the opposition", (), dice, 0, None)
    return Roll(TABLE, Why.OPPOSITION, pool, dice=dice)


def beats(total: int, against: int, rulings: Rulings) -> bool:
    """Whether an attempt of *total* is enough against an effort made earlier.

    Matching it is enough, but takes a success [DP-DIFF-06, DP-R-12, DP-R-14].
    """
    if total != against:
        return total > against
    rule = rulings.tie if rulings.standing_tie == "tie" else rulings.standing_tie
    return rule == "actor" and total > 0


def _counted(state: State, roll: Roll) -> int:
    """Return the total of *roll*, automatic successes included [DP-AUTO-03].

    What is ruled impossible stays so, unless static obstacles are covered [DP-R-31].
    """
    _, progress = task_of(state)
    scope = CONTESTED if roll.dice and progress.total is not None else STATIC
    rolled = total_of(roll, state.setup.rulings) if roll.dice else 0
    own = sources(state, roll.who, scope)
    return with_automatic(rolled, own, (), state.setup.rulings).total


def _met(state: State, rolls: tuple[Roll, ...]) -> list[Consequence]:
    """Return the result of the best of *rolls* [DP-STATIC-01, DP-TEAM-02]."""
    _, progress = task_of(state)
    rulings, events = state.setup.rulings, notes(state, rolls)
    counted = [(_counted(state, roll), roll.who) for roll in rolls]
    best, who = max(counted, key=lambda pair: pair[0])
    if progress.total is None:
        overcome = best > 0
        events.append(
            StaticObstacleResolved(
                MET,
                who,
                rolled=any(roll.dice for roll in rolls),
                successes=best,
                overcome=overcome,
            )
        )
    else:
        overcome = beats(best, progress.total, rulings)
        cites = AS_TIED if rulings.standing_tie == "tie" else AGAINST
        events.append(OppositionMet(cites, who, best, progress.total, overcome))
    if not overcome:
        seats_ = tuple(roll.who for roll in rolls)
        events.append(AttemptFailed(FAILED, seats_, progress.failures + 1))
    return events


def ask_retrying(state: State, phase: Retrying) -> Asked[State]:
    """Ask about Virtues, then who may try again; then begin the next round.

    By default the scenario says who may try again [DP-STATIC-04, DP-R-101].
    """
    task, progress = task_of(state)
    asked = ask_virtue(state, phase)
    if asked is not None:
        return asked
    if state.stake is not None:
        return ended(state, Ending.OVERCOME)
    if phase.asked and state.setup.asks("retry"):
        judge, who = state.setup.judge, phase.asked[0]
        usual = (progress.tries[who] or 0) <= task.retries
        words = sorted((True, False), key=lambda word: word != usual)
        options = tuple(RetryRuled(judge, who, word) for word in words)
        return Decision(judge, options, view(state, judge))
    if not trying(state):
        return ended(state, Ending.FAILED)
    if state.round >= state.setup.rulings.max_turns:
        return ended(state, Ending.ROUND_LIMIT)
    return Due((round_opened(state, "retry"),))
