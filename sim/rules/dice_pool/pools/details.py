"""The details of a roll: everything that helps it (Edge) or hinders it (Difficulty)."""

from collections.abc import Iterable
from functools import lru_cache

from sim.rules.dice_pool.consequences import CarriedDiceUsed
from sim.rules.dice_pool.phases import Rolling
from sim.rules.dice_pool.pools.emptied_tallies import tags_borne, tally_difficulty
from sim.rules.dice_pool.records.rolls import CONTEST, Roll
from sim.rules.dice_pool.scenario.data import DetailData, IntentData, Setup
from sim.rules.dice_pool.scenario.rulings import DIRECT
from sim.rules.dice_pool.scenario.words import Arena
from sim.rules.dice_pool.state import State, counts, tags
from sim.seam.events import Cites, Seat

CARRIED: Cites = ("DP-CONTEST-08", "DP-R-15", "DP-R-89")
NO_TAGS: frozenset[str] = frozenset()


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
    details: list[DetailData] = []
    name = ""
    if intent is not None:
        here, name = here | intent.tags, intent.name
        details = [detail for detail in intent.details if detail.when <= here]
    for detail in setup.details:
        fits = (
            detail.when <= here
            and (not detail.who or who in detail.who)
            and (not detail.intents or name in detail.intents)
        )
        if fits and counts(round_, detail.first, detail.last):
            details.append(detail)
    return tuple(details)


Named = tuple[tuple[str, int, bool], ...]
"""Details as (label, dice, extraordinary)."""


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
        detail
        for detail in fitting(setup, round_, who, intent, borne)
        if not (flat and detail.weapon)
    ]
    helped, burdened = (
        tuple(
            (detail.label, detail.dice, detail.extraordinary)
            for detail in counting
            if detail.edge == edge
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
    return [(dice.edge, dice.dice) for dice in carried if dice.arena == arena]


def arena_of(roll: Roll, intent: IntentData | None) -> Arena | None:
    """Return the arena of a roll: of its intent, of the act it answers, or its pool."""
    return (roll.arena or roll.pool.arena) if intent is None else intent.arena


def carried_used(state: State, roll: Roll) -> list[CarriedDiceUsed]:
    """Return the carried dice that enter *roll* [DP-R-89]."""
    if not state.participants[roll.who].carried:
        return []
    character = state.setup.characters[roll.who]
    intent = character.intent(roll.intent) if roll.intent else None
    # For somebody who rolls once a round, the arena need not tell rolls apart.
    direct = state.setup.rulings.opposition == DIRECT
    return [
        CarriedDiceUsed(
            CARRIED,
            roll.who,
            "edge" if dice.edge else "difficulty",
            dice.dice,
            dice.arena if direct else "",
        )
        for dice in state.participants[roll.who].carried
        if dice.arena == arena_of(roll, intent)
    ]
