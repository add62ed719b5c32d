"""The dice of a roll: thrown wave by wave, perhaps a second time, and counted.

Each wave of dice thrown again is one more roll of the same name, with the dice so far
`seen`. A wave is read as (successes, dice to throw again).
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from sim.dice.pool import Faces, Pool, d
from sim.rules.dice_pool.consequences import RollNoted
from sim.rules.dice_pool.facts import RoteChoiceMade
from sim.rules.dice_pool.records.rolls import ROTE, Roll, Throw, Why
from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.state import State, view
from sim.seam.events import Cites, Consequence, DiceRolled
from sim.seam.protocol import Chance, Decision

NEVER = 11
"""A face that no die shows: no dice are thrown again [DP-R-02]."""
WORST, BEST = 1, 10
SIDES = d(BEST)
_BELONGS_FROM = {Why.CONSCIOUSNESS: 100, Why.HAZARD: 200, Why.TREAT: 300}
"""Dice that belong to a roll, of one seat in one round, have names of their own.

Second throws are all called `rote`, and Morality dice for a tie `intimacy`, so each
kind of roll that may meet another one in a round counts their attempts from elsewhere:
else two throws would have the same dice.
"""
DRAMATIC, EXCEPTIONAL = "dramatic failure", "exceptional success"
NOTED = {DRAMATIC: ("DP-R-03",), EXCEPTIONAL: ("DP-R-75",)}


class Successes(Struct, frozen=True, cache_hash=True):
    """Reads one wave: faces from *success* succeed, those from *again* fall again.

    DP-ROLL-01, DP-ROLL-02, DP-R-01, DP-R-02, DP-R-76.
    """

    success: int
    again: int
    ones: bool = False
    """Whether a lone 1 is read too: a chance die under `dramatic_failure`."""
    unordered: ClassVar[bool] = True
    """The order of the dice does not matter."""

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return (the dice that succeeded, the numbers that decide the future)."""
        success, again = self.success, self.again
        kept = tuple([face for face in faces if face >= success])
        more = sum([face >= again for face in faces])
        if self.ones:
            return kept, (len(kept), more, int(faces == (WORST,)))
        return kept, (len(kept), more)


@lru_cache(maxsize=64)
def reader(rulings: Rulings, *, chance: bool) -> Successes:
    """Return the reading of dice: a chance die by its own face [DP-R-03]."""
    if not chance:
        return Successes(rulings.success_face, rulings.again_face)
    again = rulings.chance_face if rulings.chance_explodes else NEVER
    return Successes(rulings.chance_face, again, rulings.dramatic_failure)


@lru_cache(maxsize=256)
def tens(count: int) -> Pool:
    """Return *count* ten-sided dice [DP-POOL-01]."""
    return (SIDES,) * count


def waved(throw: Throw, reading: tuple[int, ...], most: int) -> Throw:
    """Return *throw* after one more wave read as *reading*; at most *most* may follow.

    Dice thrown again are not part of the original pool, so they do not count as failed
    [DP-R-28].
    """
    # A third number is there only where a lone 1 is noted.
    total, again = reading[:2]
    waves = throw.waves + 1  # DP-R-76
    return Throw(
        due=again if waves <= most else 0,
        fresh=False,
        total=throw.total + total,
        failed=throw.failed + (throw.due - total if throw.fresh else 0),
        seen=throw.seen + throw.due,
        waves=waves,
        noted=throw.noted or reading[2:] == (1,),
    )


def begun(roll: Roll) -> Throw:
    """Return the first throw of *roll*, whether it has begun or not."""
    return roll.first if roll.first is not None else Throw(roll.dice or 0)


def wave_due(state: State, roll: Roll) -> Chance | None:
    """Return the next wave of the first throw of *roll*, if one is due."""
    if not roll.dice:
        return None
    throw = begun(roll)
    if not throw.due:
        return None
    return _chance(state, roll, roll.why, throw, chance=roll.chance)


def second_throw(roll: Roll) -> Throw | None:
    """Return the second throw of a rote action: the dice that failed [DP-ROTE-02].

    None if it is no rote action, or no die has failed [DP-R-28, DP-R-96].
    """
    if roll.second is not None:
        return roll.second
    if not roll.rote or roll.first is None or not roll.first.failed:
        return None
    return Throw(roll.first.failed)


def rote_due(state: State, roll: Roll) -> Chance | None:
    """Return the next wave of the second throw of *roll*, if one is due."""
    throw = second_throw(roll)
    if throw is None or not throw.due:
        return None
    return _chance(state, roll, ROTE, throw, chance=roll.chance)


def _chance(
    state: State, roll: Roll, why: str, throw: Throw, *, chance: bool
) -> Chance:
    attempt = belonging(roll) if why == ROTE else roll.attempt
    read = reader(state.setup.rulings, chance=chance)
    due, seen = tens(throw.due), tens(throw.seen)
    return Chance(roll.who, why, due, read, seen, attempt, asked_by(why, throw))


def belonging(roll: Roll) -> int:
    """Return the attempt number of dice that belong to *roll*, unique in the round."""
    return roll.attempt + _BELONGS_FROM.get(roll.why, 0)


def asked_by(why: str, throw: Throw) -> Cites:
    """Return the rule that requires the next wave of *throw*, if there is one.

    Dice that are thrown again [DP-R-02], or all that failed [DP-ROTE-02].
    """
    if throw.seen:
        return ("DP-R-02",)
    return ("DP-ROTE-02",) if why == ROTE else ()


def ask_choice(state: State, roll: Roll) -> Decision[State] | None:
    """Ask which total of a rote action counts, if they differ [DP-DEC-07, R-29]."""
    first, second = roll.first, roll.second
    if first is None or second is None or not undecided(roll):
        return None
    if state.setup.rulings.rote_mode == "add":
        return None
    totals = [("first", first.total), ("second", second.total)]
    # The default is the larger; sorting is stable, so of equals it is the first.
    totals.sort(key=lambda choice: -choice[1])
    options = [RoteChoiceMade(roll.who, name, total) for name, total in totals]
    return Decision(roll.who, tuple(options), view(state, roll.who))


def undecided(roll: Roll) -> bool:
    """Whether *roll* has two totals and its owner has not chosen one."""
    first, second = roll.first, roll.second
    if roll.chosen is not None or first is None or second is None:
        return False
    return first.total != second.total


def total_of(roll: Roll, rulings: Rulings) -> int:
    """Return the successes of *roll*, thrown to its end [DP-ROTE-03, DP-R-27]."""
    if roll.chosen is not None:
        return roll.chosen
    first = roll.first.total if roll.first is not None else 0
    if roll.second is not None and rulings.rote_mode == "add":
        return first + roll.second.total
    return first


def fallen(state: State, roll: Roll, fact: DiceRolled) -> Roll:
    """Return *roll* after the dice of *fact*, its own."""
    most = state.setup.waves
    if fact.why == ROTE:
        throw = second_throw(roll)
        assert throw is not None
        return replace(roll, second=waved(throw, fact.reading, most))
    return replace(roll, first=waved(begun(roll), fact.reading, most))


def ask_dice(state: State, rolls: Sequence[Roll]) -> Chance | Decision[State] | None:
    """Ask for all dice of *rolls*: first throws, second throws, then choices."""
    for roll in rolls:
        if roll.first is None or roll.first.due:
            wave = wave_due(state, roll)
            if wave is not None:
                return wave
    rote = [roll for roll in rolls if roll.rote]
    for roll in rote:
        wave = rote_due(state, roll)
        if wave is not None:
            return wave
    for roll in rote:
        choice = ask_choice(state, roll)
        if choice is not None:
            return choice
    return None


def notes(state: State, rolls: Iterable[Roll]) -> list[Consequence]:
    """Return the remarkable results in *rolls*, if the rulings ask to note them."""
    rulings, events = state.setup.rulings, list[Consequence]()
    most = rulings.exceptional_at
    for roll in rolls:
        whats = [DRAMATIC] * bool(roll.first is not None and roll.first.noted)
        if most is not None and total_of(roll, rulings) >= most:
            whats.append(EXCEPTIONAL)
        events += [RollNoted(NOTED[what], roll.who, what) for what in whats]
    return events
