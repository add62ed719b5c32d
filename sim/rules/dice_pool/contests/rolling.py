"""The rolls of a round: who rolls which pool against whom, with help and hindrance."""

from collections.abc import Iterable

from msgspec.structs import replace

from sim.rules.dice_pool.consequences import RollsCalled
from sim.rules.dice_pool.events.judgements import DifficultyRuled, EdgeRuled
from sim.rules.dice_pool.facts import (
    ContestAnswered,
    HelpOffered,
    IntentDeclared,
    ProtectionOffered,
)
from sim.rules.dice_pool.phases import Contesting, Rolling, has_rolls
from sim.rules.dice_pool.pools.assessing import (
    ask_assessment,
    difficulty_assessed,
    edge_assessed,
)
from sim.rules.dice_pool.pools.details import both, carried_used, gathered
from sim.rules.dice_pool.pools.stages import ask_rolls
from sim.rules.dice_pool.records.rolls import CONTEST, Roll
from sim.rules.dice_pool.scenario.data import PoolData
from sim.rules.dice_pool.state import State, able, has_left, side_of
from sim.rules.dice_pool.willpower.spending import may_boost, undedicated
from sim.seam.events import NOBODY, Cites, Consequence, Seat
from sim.seam.protocol import Asked
from sim.seam.seats import by_seat
from sim.spine.kept import OfState

CALLED: Cites = ("DP-CONTEST-01", "DP-TEAM-02", "DP-R-78")

BESIDES = 1000
"""Distance between the attempt numbers of one owner's rolls in a round."""
Helpers = tuple[tuple[Seat, Seat], ...]


def retargeted(state: State, answer: IntentDeclared) -> Seat:
    """Return the target of an act; for a conceder, the next able ally [DP-R-86]."""
    target = answer.target
    if target == NOBODY or not has_left(state.participants[target]):
        return target
    team = state.setup.teams[side_of(state, target)]
    return next((who for who in team if able(state, who)), NOBODY)


_ROLLS: OfState[None, tuple[Roll, ...]] = OfState()


def rolls_of(state: State, phase: Contesting) -> tuple[Roll, ...]:
    """Return the rolls of those who act or contest, before anything is assessed.

    Needed when rolls are called and again when that event is applied.
    """
    cached = _ROLLS.about(state)
    rolls = cached.get(None)
    if rolls is None:
        rolls = cached[None] = tuple(_rolls_of(state, phase))
    return rolls


def _rolls_of(state: State, phase: Contesting) -> list[Roll]:
    rolls: list[Roll] = []
    characters = state.setup.characters
    for who, answer in by_seat(phase.answers):
        if type(answer) is not IntentDeclared or not able(state, who):
            continue
        intent = characters[who].intent(answer.intent)
        target = retargeted(state, answer)
        if target == NOBODY and intent.direct:
            continue
        pool = named(intent.pools, answer.pool)
        roll = _roll(state, who, pool, intent.name, target)
        if intent.costs:
            roll = replace(roll, dedicated=undedicated(state, intent))
        rolls.append(roll)
    for contest in phase.contests:
        if type(contest) is ContestAnswered:
            attacker = phase.answers[contest.against]
            assert type(attacker) is IntentDeclared
            act = state.setup.characters[contest.against].intent(attacker.intent)
            pools = state.setup.characters[contest.who].answers(act)
            roll = _roll(state, contest.who, named(pools, contest.pool))
            guards = ward_of(state, phase, contest.who)
            rolls.append(replace(roll, arena=act.arena, guards=guards))
    if phase.contests:
        rolls.sort(key=lambda roll: roll.who)
    return _numbered(rolls)


def _numbered(rolls: list[Roll]) -> list[Roll]:
    """Return *rolls* with a number and a name for each of one owner's rolls."""
    numbered: list[Roll] = []
    for place, roll in enumerate(rolls):
        nth = sum(earlier.who == roll.who for earlier in rolls[:place])
        attempt = roll.attempt + BESIDES * nth
        numbered.append(replace(roll, nth=nth, attempt=attempt) if nth else roll)
    return numbered


def ward_of(state: State, phase: Contesting, who: Seat) -> Seat:
    """Return the seat that *who* protects, or NOBODY [DP-R-112]."""
    answer = phase.answers[who]
    if type(answer) is ProtectionOffered:
        return answer.whom
    return state.participants[who].protects


def named(pools: Iterable[PoolData], text: str) -> PoolData:
    """Return the pool called *text*."""
    for pool in pools:
        if pool.text == text:
            return pool
    raise KeyError(text)


def _roll(
    state: State, who: Seat, pool: PoolData, intent: str = "", target: Seat = NOBODY
) -> Roll:
    asked = state.setup.asked
    return Roll(
        who,
        CONTEST,
        pool,
        attempt=max(0, state.turn),
        intent=intent,
        target=target,
        edge=None if "edge" in asked else 0,
        difficulty=None if "difficulty" in asked else 0,
        boosted=None if may_boost(state, who, pool) else False,
        rote=pool.rote,
    )


def helpers_of(state: State, phase: Contesting) -> Helpers:
    """Return (helper, helped) pairs; nobody who contests can help [DP-R-72, DP-R-79].

    If exchanges alternate, help is for the next act of the one helped [DP-R-17].
    """
    if state.turn != NOBODY:
        return tuple(
            (who, state.turn)
            for who, participant in by_seat(state.participants)
            if participant.helps == state.turn and able(state, who)
        )
    contesting = {
        answer.who for answer in phase.contests if type(answer) is ContestAnswered
    }
    return tuple(
        (who, answer.whom)
        for who, answer in by_seat(phase.answers)
        if type(answer) is HelpOffered and who not in contesting
    )


def called(state: State, phase: Contesting) -> tuple[Consequence, ...] | None:
    """Return who rolls, and all assessments without a judge; None if nobody rolls."""
    rolls = rolls_of(state, phase)
    if not rolls:
        return None
    events: list[Consequence] = [RollsCalled(CALLED, tuple(roll.who for roll in rolls))]
    return (*events, *assessments(state, rolls, helpers_of(state, phase)))


def assessments(
    state: State, rolls: Iterable[Roll], helpers: Helpers = ()
) -> list[Consequence]:
    """Return every Edge and Difficulty that needs no judge, and carried dice used.

    Without details there is no event.
    """
    events: list[Consequence] = []
    for roll in rolls:
        aid = [helper for helper, whom in helpers if whom == roll.who]
        used = carried_used(state, roll) if roll.why == CONTEST else []
        events += used
        helped, burdened = both(state, roll, aid)
        if roll.edge is not None and helped:
            events.append(edge_assessed(state, roll, helped))
        if roll.difficulty is not None and burdened:
            events.append(difficulty_assessed(state, roll, burdened))
    return events


def ask_rolling(state: State, phase: Rolling) -> Asked[State] | None:
    """Ask for assessments, boosts and dice, until every total is there."""
    asked = ask_assessment(state, phase.rolls, phase.helpers)
    return asked or ask_rolls(state, phase.rolls)


def ruled(state: State, fact: EdgeRuled | DifficultyRuled) -> tuple[Consequence, ...]:
    """Return the assessment that the Storyteller's ruling makes [DP-DEC-05]."""
    phase = state.phase
    assert has_rolls(phase)
    own = [other for other in phase.rolls if other.who == fact.of]
    edge = type(fact) is EdgeRuled
    roll = next(
        (each for each in own if (each.edge if edge else each.difficulty) is None),
        own[0],
    )
    if type(fact) is EdgeRuled:
        helpers = phase.helpers if type(phase) is Rolling else ()
        aid = [helper for helper, whom in helpers if whom == fact.of]
        details = gathered(state, roll, edge=True, helpers=aid)
        return (edge_assessed(state, roll, details, fact.dice),)
    assert type(fact) is DifficultyRuled
    details = gathered(state, roll, edge=False)
    return (difficulty_assessed(state, roll, details, fact),)
