"""The round thought through to its dice, and then counted exactly.

Everything not yet answered is taken as the scenario settles it, everything sealed as
not chosen.
"""

from functools import lru_cache

from msgspec import Struct, structs

from sim.rules.planets.assigning import dice_of
from sim.rules.planets.check import SIGNS
from sim.rules.planets.committing import dice_open, picked_sizes
from sim.rules.planets.forces import FORCES
from sim.rules.planets.patterns import chances, faces_of
from sim.rules.planets.rolling import groups, hand
from sim.rules.planets.rulings import Rulings
from sim.rules.planets.setup import INDIRECT
from sim.rules.planets.state import (
    AFTERMATH,
    FRESH,
    UNGRADED,
    Intent,
    Standing,
    partners,
    rival,
    task_source,
    with_player,
    with_turn,
)
from sim.rules.planets.throws import Hand, throw


class Exchange(Struct, frozen=True):
    """How likely one prevails in a round, and how likely the other side does."""

    ours: float
    theirs: float


def ready(view: Standing, intents: dict[int, Intent]) -> Standing:
    """Return the state as it will be when the dice fall, for these *intents*.

    What is settled for the intents in force stays; all else is as the scenario has it.
    """
    if view.step == AFTERMATH:
        view = structs.replace(view, round=view.round + 1)
    rolling: list[int] = []
    for who, intent in sorted(intents.items()):
        player = view.players[who]
        same = player.intent is not None and player.intent.approach == intent.approach
        turn = player.turn if same else FRESH
        way = view.setup.way(intent.approach)
        verdict = turn.judged or way.verdict
        if view.sheet(who).rolls and verdict == "roll":
            rolling.append(who)
        turn = structs.replace(turn, grade=SIGNS.get(verdict, UNGRADED))
        view = with_player(view, who, structs.replace(player, intent=intent, turn=turn))
    view = structs.replace(view, rolling=tuple(rolling))
    for who in rolling:
        view = _equipped(view, who)
    return view


def _equipped(view: Standing, who: int) -> Standing:
    source = task_source(view, who)
    settled = view.turn(source)
    if settled.task is None:
        way = view.setup.way(view.intent(source).approach)
        task = way.task(settled.level or way.level, view.setup.rulings)
        view = with_turn(view, source, task=task)
    turn = view.turn(who)
    if not turn.armed:
        view = with_turn(view, who, dice=dice_of(view, who))
    if turn.own is None and len(partners(view, who)) > 1:
        picks: tuple[int, ...] = ()
        while len(picks) < len(FORCES):
            picks = (*picks, dice_open(view, who, picks)[0])
        view = with_turn(view, who, own=picked_sizes(view, picks))
    return view


def exchange(state: Standing, who: int) -> Exchange:
    """Return the odds that *who*'s side and the other prevail, dice about to fall."""
    rulings = state.setup.rulings
    marks: dict[int, dict[int, float]] = {}
    for group in groups(state):
        first, *others = group
        if others:
            hands = tuple(hand(state, one) for one in group)
            ahead, behind = _opposed(hands, rulings)
            mine = state.sheet(first).side == state.sheet(who).side
            return Exchange(*(ahead, behind) if mine else (behind, ahead))
        if state.setup.mode != INDIRECT or first == who:
            marks[first] = _alone(hand(state, first), rulings)
    if state.setup.mode == INDIRECT:
        own = marks.get(who) or {state.turn(who).grade: 1.0}
        return Exchange(sum(p for mark, p in own.items() if mark > 0), 0.0)
    other = rival(state, who)
    ours = theirs = 0.0
    for mark, p in _marks(state, who, marks).items():
        for against, q in _marks(state, other, marks).items():
            ours += p * q * (mark > against)
            theirs += p * q * (mark < against)
    return Exchange(ours, theirs)


def _marks(
    state: Standing, who: int, marks: dict[int, dict[int, float]]
) -> dict[int, float]:
    """Return the odds of each grade of *who*: rolled, decreed or waiting."""
    grade = state.turn(who).grade
    return marks.get(who) or {0 if grade == UNGRADED else grade: 1.0}


@lru_cache(maxsize=16384)
def _opposed(hands: tuple[Hand, ...], rulings: Rulings) -> tuple[float, float]:
    pool, read = throw(hands, rulings)
    counts = chances(pool, read)
    total = faces_of(pool, read)
    ahead = sum(count for (mark, other), count in counts if mark > other)
    behind = sum(count for (mark, other), count in counts if mark < other)
    return ahead / total, behind / total


@lru_cache(maxsize=16384)
def _alone(hand_: Hand, rulings: Rulings) -> dict[int, float]:
    pool, read = throw((hand_,), rulings)
    total = faces_of(pool, read)
    return {mark: count / total for (mark,), count in chances(pool, read)}
