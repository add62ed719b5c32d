"""Verdicts about options: too strong, a trap, too weak, dead weight, or none.

They follow from intervals, and then hold only if blind players do not refute them: what
costs against good players may surely gain against weak ones.
"""

from collections.abc import Sequence
from math import sqrt

from msgspec import structs

from sim.playtest.findings import LARGE, NEARLY, SMALL, Finding, Label
from sim.playtest.ground import Ground
from sim.playtest.offers import Offers
from sim.playtest.paired import (
    corrected_confidence,
    mean_with_interval,
    paired_differences,
)
from sim.playtest.restricted_agents import Option, Player
from sim.playtest.trials import limited_player
from sim.statistics.intervals import Interval

UNIFORM = "uniform:concedes=false"
_BLIND, _BLIND_LEAST = 120, 20
"""Verdicts are held against blind players in this many conflicts."""
_LOOKS = 3
"""So often it is looked whether that is clear before all of them are played."""
_TAKEN = 0.5
"""A naive player takes a trap at least so often, the default agent a fifth."""
_FIFTH = 0.2
_SELDOM = 0.15
_TELLING = 0.01
"""An exact cost that is smaller is no verdict; games would hardly show it either."""
_TIMES = (1.5, 2.0, 3.0, 4.0, 6.0)
"""How many times as many games are thought of, where a verdict hangs."""
RIVALS = 2
"""An option is too strong beside at least this many others."""


def option_label(one: Finding, offers: Offers, findings: Sequence[Finding]) -> Label:
    """Return the label of an option, by the thresholds of this module."""
    if not one.measured:
        return Label.NONE
    by_option = {other.option: other for other in findings}
    rivals = [
        by_option[other] for other in offers.of(one.option).rivals if other in by_option
    ]
    if len(rivals) >= RIVALS and _is_too_strong(one, rivals):
        return Label.STRONG
    if _is_trap(one):
        return Label.TRAP
    return _is_useless(one, rivals)


def _is_too_strong(one: Finding, rivals: Sequence[Finding]) -> bool:
    """Too strong: a seat loses much without it, and nothing by always taking it.

    It does so with the best of the rest, as its agent sees it. If one of the rest would
    be missed about as much, neither stands out. What the rest would do if they always
    had to be taken says little: the seat may still change its mind later.
    """
    costly = one.never.high < -SMALL and one.never.value <= -LARGE
    rivalled = any(other.never.value < one.never.value + LARGE for other in rivals)
    # Who takes it nearly always loses nothing by having to, few games or many.
    kept = one.always.low > -LARGE or (one.own or 0.0) >= NEARLY
    return costly and kept and not rivalled and not one.needed


def _is_trap(one: Finding) -> bool:
    """Whether naive players take it, and lose by it.

    Where it would be missed as well, they lose more by it than without it: that is seen
    with the same dice. The label needs both, each surely, and so is no more often
    wrong than one of them. But one of two throws is only right now and then: that is no
    trap.
    """
    lured = one.own is not None and one.own >= _FIFTH and one.never.low > 0
    naive = one.naive is not None and one.naive >= _TAKEN
    worse = one.never.high > -SMALL or (one.apart is not None and one.apart.high < 0)
    lost = worse if one.option.is_deed else one.never.value > -SMALL
    return (lured and one.never.value >= SMALL) or (naive and _is_costly(one) and lost)


def _is_costly(one: Finding) -> bool:
    """Whether being forced to take it certainly loses much."""
    return one.always.high < 0 and one.always.value <= -SMALL


def _is_useless(one: Finding, rivals: Sequence[Finding]) -> Label:
    """Return whether the option is too weak, dead weight or neither."""
    # What the seat's agent seldom takes, it hardly misses.
    seldom = (one.own or 0.0) < _SELDOM
    missed = one.never.high < 0 or (one.never.low < -SMALL and not seldom)
    if missed or one.always.high >= 0:
        return Label.NONE
    others = [other.always.value for other in rivals]
    alike = sum(other <= one.always.value + SMALL for other in others)
    if len(others) >= RIVALS and 2 * alike >= len(others):
        return Label.NONE  # it is no worse than most: one of the others stands out
    if one.exact and one.always.value > -_TELLING:
        return Label.NONE
    return Label.WEAK if _is_costly(one) else Label.DEAD


def growth_to_settle(
    one: Finding, offers: Offers, findings: Sequence[Finding]
) -> float | None:
    """Return the factor by which more games would give an option another label.

    It assumes that they go on as they did: a shorter interval may then leave out what
    it contains now. None if the most that is tried would not do that either.
    """
    if not one.measured or one.exact:
        return None
    for times in _TIMES:
        shorter = structs.replace(
            one,
            never=_shortened_interval(one.never, times),
            always=_shortened_interval(one.always, times),
            apart=None if one.apart is None else _shortened_interval(one.apart, times),
        )
        if option_label(shorter, offers, findings) is not one.label:
            return times
    return None


def _shortened_interval(interval: Interval, times: float) -> Interval:
    """Return what *interval* would be with this many *times* as many games."""
    value, part = interval.value, sqrt(1 / times)
    low, high = value - interval.low, interval.high - value
    return Interval(value, value - part * low, value + part * high)


_DOUBTED = frozenset([Label.TRAP, Label.WEAK, Label.DEAD])


def drop_refuted_labels(
    ground: Ground, found: Sequence[Finding], games: int
) -> list[Finding]:
    """Return *found* without the labels that weaker players refute.

    It takes about *games* conflicts.
    """
    doubted = sum(one.label in _DOUBTED for one in found)
    each = min(_BLIND, max(_BLIND_LEAST, games // (2 * max(1, doubted))))
    return [
        _unless_refuted(ground, one, each, doubted) if one.label in _DOUBTED else one
        for one in found
    ]


def _unless_refuted(ground: Ground, one: Finding, games: int, doubted: int) -> Finding:
    """Return *one*, without its label if against weaker players it surely gains."""
    gain = _against_blind(
        ground, one.option, games, corrected_confidence(_LOOKS * doubted)
    )
    if gain is None:
        return one
    label = Label.NONE if gain.low > SMALL else one.label
    return structs.replace(one, blind=gain, label=label)


def _against_blind(
    ground: Ground, option: Option, games: int, confidence: float
) -> Interval | None:
    """Return what a seat gains by *always* taking an option against blind players.

    That takes this many *games* of each kind, or fewer if it is clear before; None if
    the seat has no rivals.
    """
    seat = option.seat
    blind: dict[int, Player] = {
        other: UNIFORM
        for own in ground.members.values()
        for other in own
        if ground.seats[other].side != ground.seats[seat].side
    }
    if not blind:
        return None
    always = limited_player(ground, option, always=True)
    who = ground.seated(blind | {seat: always}), ground.seated(blind)
    gains: list[float] = []
    step = -(-games // _LOOKS)
    for first in range(0, games, step):
        numbers = range(first, min(first + step, games))
        played = ground.games([(each, at) for each in who for at in numbers])
        got = [game.returns[seat] for game in played]
        gains += paired_differences(got[: len(numbers)], got[len(numbers) :])
        gain = mean_with_interval(gains, confidence)
        if gain.low > SMALL or gain.high < SMALL:
            break
    return mean_with_interval(gains, confidence)
