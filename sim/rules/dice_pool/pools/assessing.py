"""Edge and Difficulty: many details, judged together into one number.

Details are never added up. Where the Storyteller is not asked, one function judges.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from sim.rules.dice_pool.consequences import (
    CarriedDiceUsed,
    DifficultyAssessed,
    EdgeAssessed,
)
from sim.rules.dice_pool.events.judgements import DifficultyRuled, EdgeRuled
from sim.rules.dice_pool.phases import Rolling
from sim.rules.dice_pool.pools.emptied_tallies import tags_borne, tally_difficulty
from sim.rules.dice_pool.records.rolls import CONTEST, Hardness, Roll
from sim.rules.dice_pool.scenario.data import DetailData, IntentData, Setup
from sim.rules.dice_pool.scenario.rulings import DIRECT, Rulings
from sim.rules.dice_pool.scenario.words import Arena
from sim.rules.dice_pool.state import State, counts, tags, view
from sim.seam.events import Cites, Seat
from sim.seam.protocol import Decision

EDGE: Cites = ("DP-POOL-03", "DP-EDGE-02", "DP-EDGE-03", "DP-R-06", "DP-R-07")
DIFFICULTY: Cites = ("DP-POOL-04", "DP-DIFF-02", "DP-DIFF-04", "DP-R-06")
CARRIED: Cites = ("DP-CONTEST-08", "DP-R-15", "DP-R-89")
EXPLICIT = "explicit"
FOLD = 3
"""Each time there are this many times as many details, they are worth one more die
[DP-R-06].
"""
NO_TAGS: frozenset[str] = frozenset()
PER_STEP, MORE_MAX = 5, 2
"""By fives: this many further details are worth one more die, up to this many dice."""


def assessed(details: Sequence[tuple[int, bool]], rulings: Rulings) -> int:
    """Return what details (dice, extraordinary) are worth together [DP-R-06, DP-R-07].

    That is the best of them, one more die from three details on and two from nine, up
    to the cap, unless one of them exceeds it alone or is extraordinary.
    """
    if not details:
        return 0
    best = max(dice for dice, _ in details)
    if rulings.stacking == "max":
        together = best
    elif rulings.many_details == "by_fives":
        together = best + min(MORE_MAX, (len(details) - 1) // PER_STEP)
    else:
        together = best + _times(len(details))
    lifted = best > rulings.soft_cap or any(lifts for _, lifts in details)
    return together if lifted else min(together, rulings.soft_cap)


def _times(count: int) -> int:
    """Return how often *count* can be divided by three: 1 from 3 on, 2 from 9."""
    times = 0
    while count >= FOLD:
        count //= FOLD
        times += 1
    return times


@lru_cache(maxsize=1024)
def fitting(
    setup: Setup,
    round_: int,
    who: Seat,
    intent: IntentData | None,
    borne: frozenset[str] = NO_TAGS,
) -> tuple[DetailData, ...]:
    """Return the details that hold for *who* in a round, of the scene and the intent.

    *borne* are tags of *who*. DP-EDGE-04, DP-DIFF-05, DP-R-109.
    """
    here = tags(setup, round_) | borne
    found: list[DetailData] = []
    name = ""
    if intent is not None:
        here, name = here | intent.tags, intent.name
        found = [one for one in intent.details if one.when <= here]
    for one in setup.details:
        fits = (
            one.when <= here
            and (not one.who or who in one.who)
            and (not one.intents or name in one.intents)
        )
        if fits and counts(round_, one.first, one.last):
            found.append(one)
    return tuple(found)


Named = tuple[tuple[str, int, bool], ...]
"""Details as (label, dice, extraordinary)."""


@lru_cache(maxsize=1024)
def judged(named: Named, rulings: Rulings) -> int:
    """Return what *named* details are worth where no judge is asked [DP-R-77]."""
    if not named:
        return 0
    return assessed([(dice, lifts) for _, dice, lifts in named], rulings)


@lru_cache(maxsize=1024)
def details_of(
    setup: Setup,
    round_: int,
    who: Seat,
    intent: IntentData | None,
    borne: frozenset[str] = NO_TAGS,
) -> tuple[Named, Named]:
    """Return the details that help and hinder a roll of *who* in a round.

    A weapon that adds damage in place of dice does not count [DP-R-16].
    """
    flat = setup.rulings.weapon_mode == "flat"
    counting = [
        one
        for one in fitting(setup, round_, who, intent, borne)
        if not (flat and one.weapon)
    ]
    helped, burdened = (
        tuple(
            (one.label, one.dice, one.extraordinary)
            for one in counting
            if one.edge == edge
        )
        for edge in (True, False)
    )
    return helped, burdened


def gathered(
    state: State, roll: Roll, *, edge: bool, helpers: Iterable[Seat] = ()
) -> Named:
    """Return every detail of Edge or of Difficulty of *roll*.

    DP-EDGE-05, DP-TEAM-01, DP-CONTEST-08, DP-STATIC-04.
    """
    helped, burdened = both(state, roll, helpers)
    return helped if edge else burdened


def both(state: State, roll: Roll, helpers: Iterable[Seat] = ()) -> tuple[Named, Named]:
    """Return the details of Edge and of Difficulty of *roll*.

    Help is an Edge, carried dice are either, and an earlier failure makes a task
    harder; so does an empty tally [DP-R-113].
    """
    setup = state.setup
    characters = setup.characters
    intent = characters[roll.who].intent(roll.intent) if roll.intent else None
    borne = tags_borne(state, roll.who)
    helped, burdened = details_of(setup, state.round, roll.who, intent, borne)
    burdened += tally_difficulty(state, roll.who, arena_of(roll, intent))
    for who in helpers:
        helped += ((f"help of {characters[who].name}", characters[who].helping, False),)
    if roll.why == CONTEST:
        for edge, dice in _carried(state, roll, intent):
            margin = (("an earlier margin", dice, False),)
            if edge:
                helped += margin
            else:
                burdened += margin
    task = setup.task
    if task is not None and state.task is not None and task.retry_difficulty:
        failure = "a failure before", task.retry_difficulty, False
        burdened += (failure,) * state.task.failures
    return helped, burdened


def _carried(
    state: State, roll: Roll, intent: IntentData | None
) -> list[tuple[bool, int]]:
    """Return the carried dice of a contest, whether they have entered yet or not."""
    phase = state.phase
    if type(phase) is Rolling:
        arena = arena_of(roll, intent)
        return [
            (edge, dice)
            for who, edge, dice, where in phase.used
            if who == roll.who and where == arena
        ]
    carried = state.participants[roll.who].carried
    if not carried:
        return []
    arena = arena_of(roll, intent)
    return [(one.edge, one.dice) for one in carried if one.arena == arena]


def arena_of(roll: Roll, intent: IntentData | None) -> Arena | None:
    """Return the arena a roll is made in: of its intent, what it answers, its pool."""
    return (roll.arena or roll.pool.arena) if intent is None else intent.arena


def carried_used(state: State, roll: Roll) -> list[CarriedDiceUsed]:
    """Return the carried dice that enter *roll* [DP-R-89]."""
    if not state.participants[roll.who].carried:
        return []
    character = state.setup.characters[roll.who]
    intent = character.intent(roll.intent) if roll.intent else None
    # Who rolls once a round needs no arena to say which of the rolls they enter.
    direct = state.setup.rulings.opposition == DIRECT
    return [
        CarriedDiceUsed(
            CARRIED,
            roll.who,
            "edge" if one.edge else "difficulty",
            one.dice,
            one.arena if direct else "",
        )
        for one in state.participants[roll.who].carried
        if one.arena == arena_of(roll, intent)
    ]


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
    told = _shown(named)
    return DifficultyAssessed(
        DIFFICULTY, roll.who, told, dice, method, hardness, roll.nth
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

    The first option is what the default function says [DP-R-77].
    """
    if not state.setup.asked:
        return None
    judge, most = state.setup.judge, state.setup.rulings.soft_cap
    for roll in rolls:
        for edge, known in ((True, roll.edge), (False, roll.difficulty)):
            if known is not None:
                continue
            aid = [one for one, whom in helpers if whom == roll.who]
            named = gathered(state, roll, edge=edge, helpers=aid)
            first, _ = _number(state, named, None)
            numbers = [first, *(one for one in range(most + 1) if one != first)]
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
