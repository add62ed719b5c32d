"""The round thought through to its dice, and then counted exactly.

Everything not yet answered is taken as the scenario settles it, everything sealed as
not chosen. What is left is a prospect: who throws what; equal prospects are counted
once. Only where both sides have a crowd of Major dice is it closely and not exactly.
"""

from functools import lru_cache

from msgspec import Struct, structs

from sim.rules.planets.assigning import dice_of
from sim.rules.planets.check import SIGNS, outcome
from sim.rules.planets.circumstances import Circumstance
from sim.rules.planets.committing import dice_open, picked_sizes
from sim.rules.planets.forces import FORCES
from sim.rules.planets.patterns import chances, faces_of, likely
from sim.rules.planets.rolling import groups, hand
from sim.rules.planets.rulings import Rulings
from sim.rules.planets.setup import NOBODY
from sim.rules.planets.state import (
    AFTERMATH,
    FRESH,
    UNGRADED,
    Intent,
    Standing,
    partners,
    task_source,
    with_player,
    with_turn,
)
from sim.rules.planets.throws import Hand, throw

Intents = tuple[tuple[int, Intent], ...]
"""(seat, its intent) for everyone whose dice matter to the question."""


class Exchange(Struct, frozen=True):
    """How likely one prevails in a round, and how likely the other side does."""

    ours: float
    theirs: float


class Prospect(Struct, frozen=True, cache_hash=True):
    """The throws of a round, and the (seat, grade) of those who do not throw."""

    throws: tuple[tuple[Hand, ...], ...]
    fixed: tuple[tuple[int, int], ...]
    rulings: Rulings

    def placing(self, who: int, omegas: tuple[tuple[int, int], ...]) -> "Prospect":
        """Return the same with these Omega dice of *who*."""
        throws = tuple(
            tuple(
                structs.replace(one, omegas=omegas) if one.who == who else one
                for one in hands
            )
            for hands in self.throws
        )
        return structs.replace(self, throws=throws)


@lru_cache(maxsize=1024)
def prospect(view: Standing, intents: Intents) -> Prospect:
    """Return the round as it will be when the dice fall, for these *intents*."""
    state = _ready(view, intents)
    rolling = set(state.rolling)
    fixed = tuple(
        (who, 0 if state.turn(who).grade == UNGRADED else state.turn(who).grade)
        for who, _ in intents
        if who not in rolling
    )
    throws = tuple(
        tuple(_deciding(hand(state, who)) for who in group) for group in groups(state)
    )
    return Prospect(throws, fixed, state.setup.rulings)


def _deciding(one: Hand) -> Hand:
    """Return *one* without the dice that only colour [PL-PROP-05]."""
    majors = tuple(
        Circumstance(die.kind, die.severity, die.size) for die in one.dice if die.major
    )
    return structs.replace(one, dice=majors)


def _ready(view: Standing, intents: Intents) -> Standing:
    """Return the state when the dice are about to fall.

    What is settled for the intents in force stays; all else is as the scenario has it.
    """
    if view.step == AFTERMATH:
        view = structs.replace(view, round=view.round + 1)
    rolling: list[int] = []
    for who, intent in sorted(intents):
        player = view.players[who]
        same = player.intent is not None and player.intent.approach == intent.approach
        turn = player.turn if same else FRESH
        verdict = turn.judged or view.setup.way(intent.approach).verdict
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


@lru_cache(maxsize=65536)
def exchange(ahead: Prospect, who: int, other: int) -> Exchange:
    """Return the odds that *who* and *other* prevail; without an *other*: succeeds."""
    marks: dict[int, dict[int, float]] = {
        seat: {grade: 1.0} for seat, grade in ahead.fixed
    }
    for hands in ahead.throws:
        first, *others = hands
        if others:
            ours, theirs = _opposed(hands, ahead.rulings)
            mine = first.who == who
            return Exchange(ours, theirs) if mine else Exchange(theirs, ours)
        marks[first.who] = _alone(first, ahead.rulings)
    if other == NOBODY:
        return Exchange(sum(p for mark, p in marks[who].items() if mark > 0), 0.0)
    ours = theirs = 0.0
    declared = bool(ahead.fixed)
    for mark, p in marks[who].items():
        for against, q in marks[other].items():
            lead = outcome(mark) - outcome(against) if declared else mark - against
            ours += p * q * (lead > 0)
            theirs += p * q * (lead < 0)
    return Exchange(ours, theirs)


def _opposed(hands: tuple[Hand, ...], rulings: Rulings) -> tuple[float, float]:
    pool, read = throw(hands, rulings)
    odds = likely(pool, read)
    ahead = sum(p for (mark, other), p in odds if mark > other)
    behind = sum(p for (mark, other), p in odds if mark < other)
    return min(ahead, 1.0), min(behind, 1.0)


def _alone(one: Hand, rulings: Rulings) -> dict[int, float]:
    pool, read = throw((one,), rulings)
    total = faces_of(pool, read)
    return {mark: count / total for (mark,), count in chances(pool, read)}
