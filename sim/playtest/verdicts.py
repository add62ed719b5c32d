"""Verdicts about options: too strong, a trap, too weak, dead weight, or none.

They follow from intervals, and then hold only if blind players do not refute them: what
costs against good players may surely gain against weak ones.
"""

from collections.abc import Sequence
from math import sqrt

from msgspec import structs

from sim.playtest.arena import Arena
from sim.playtest.findings import LARGE, NEARLY, SMALL, Finding, Label
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
"""The conflicts in which verdicts are tested against blind players, and the least."""
_LOOKS = 3
"""In how many steps they are played, each of which may make it clear."""
_TAKEN = 0.5
"""A naive player takes a trap at least so often, the default agent a fifth."""
_FIFTH = 0.2
_SELDOM = 0.15
_TELLING = 0.01
"""An exact cost that is smaller is no verdict; games would hardly show it either."""
_TIMES = (1.5, 2.0, 3.0, 4.0, 6.0)
"""The factors of the number of games that are considered if a verdict may change."""
RIVALS = 2
"""An option is too strong beside at least this many others."""


def option_label(
    finding: Finding, offers: Offers, findings: Sequence[Finding]
) -> Label:
    """Return the label of an option, by the thresholds of this module."""
    if not finding.measured:
        return Label.NONE
    by_option = {other.option: other for other in findings}
    rivals = [
        by_option[other]
        for other in offers.of(finding.option).rivals
        if other in by_option
    ]
    if len(rivals) >= RIVALS and _is_too_strong(finding, rivals):
        return Label.STRONG
    if _is_trap(finding):
        return Label.TRAP
    return _is_useless(finding, rivals)


def _is_too_strong(finding: Finding, rivals: Sequence[Finding]) -> bool:
    """Too strong: a seat loses much without it, and nothing by always taking it.

    It does so with the best of the rest, as its agent sees it. If one of the rest would
    be missed about as much, neither stands out. What the rest would do if they always
    had to be taken says little: the seat may still change its mind later.
    """
    costly = finding.never.high < -SMALL and finding.never.value <= -LARGE
    rivalled = any(other.never.value < finding.never.value + LARGE for other in rivals)
    # A seat that nearly always takes it loses nothing by having to, in few games or
    # many.
    kept = finding.always.low > -LARGE or (finding.own or 0.0) >= NEARLY
    return costly and kept and not rivalled and not finding.needed


def _is_trap(finding: Finding) -> bool:
    """Whether naive players take it, and lose by it.

    Where it would be missed as well, they lose more by it than without it: that is seen
    with the same dice. The label needs both, each surely, and so is no more often
    wrong than one of them. But one of two throws is only right now and then: that is no
    trap.
    """
    lured = finding.own is not None and finding.own >= _FIFTH and finding.never.low > 0
    naive = finding.naive is not None and finding.naive >= _TAKEN
    worse = finding.never.high > -SMALL or (
        finding.apart is not None and finding.apart.high < 0
    )
    lost = worse if finding.option.is_action else finding.never.value > -SMALL
    return (lured and finding.never.value >= SMALL) or (
        naive and _is_costly(finding) and lost
    )


def _is_costly(finding: Finding) -> bool:
    """Whether being forced to take it certainly loses much."""
    return finding.always.high < 0 and finding.always.value <= -SMALL


def _is_useless(finding: Finding, rivals: Sequence[Finding]) -> Label:
    """Return whether the option is too weak, dead weight or neither."""
    # What the seat's agent seldom takes, it hardly misses.
    seldom = (finding.own or 0.0) < _SELDOM
    missed = finding.never.high < 0 or (finding.never.low < -SMALL and not seldom)
    if missed or finding.always.high >= 0:
        return Label.NONE
    others = [other.always.value for other in rivals]
    alike = sum(other <= finding.always.value + SMALL for other in others)
    if len(others) >= RIVALS and 2 * alike >= len(others):
        return Label.NONE  # it is no worse than most: one of the others stands out
    if finding.exact and finding.always.value > -_TELLING:
        return Label.NONE
    return Label.WEAK if _is_costly(finding) else Label.DEAD


def growth_to_settle(
    finding: Finding, offers: Offers, findings: Sequence[Finding]
) -> float | None:
    """Return the factor by which more games would give an option another label.

    It assumes that they go on as they did: a shorter interval may then leave out what
    it contains now. None if the most that is tried would not do that either.
    """
    if not finding.measured or finding.exact:
        return None
    for times in _TIMES:
        shorter = structs.replace(
            finding,
            never=_shortened_interval(finding.never, times),
            always=_shortened_interval(finding.always, times),
            apart=None
            if finding.apart is None
            else _shortened_interval(finding.apart, times),
        )
        if option_label(shorter, offers, findings) is not finding.label:
            return times
    return None


def _shortened_interval(interval: Interval, times: float) -> Interval:
    """Return what *interval* would be with this many *times* as many games."""
    value, part = interval.value, sqrt(1 / times)
    low, high = value - interval.low, interval.high - value
    return Interval(value, value - part * low, value + part * high)


_DOUBTED = frozenset([Label.TRAP, Label.WEAK, Label.DEAD])


def drop_refuted_labels(
    arena: Arena, findings: Sequence[Finding], games: int
) -> list[Finding]:
    """Return *findings* without the labels that weaker players refute.

    It takes about *games* conflicts.
    """
    doubted = sum(finding.label in _DOUBTED for finding in findings)
    each = min(_BLIND, max(_BLIND_LEAST, games // (2 * max(1, doubted))))
    return [
        _unless_refuted(arena, finding, each, doubted)
        if finding.label in _DOUBTED
        else finding
        for finding in findings
    ]


def _unless_refuted(
    arena: Arena, finding: Finding, games: int, doubted: int
) -> Finding:
    """Return *finding*, without its label if it surely gains against weaker players."""
    gain = _against_blind(
        arena, finding.option, games, corrected_confidence(_LOOKS * doubted)
    )
    if gain is None:
        return finding
    label = Label.NONE if gain.low > SMALL else finding.label
    return structs.replace(finding, blind=gain, label=label)


def _against_blind(
    arena: Arena, option: Option, games: int, confidence: float
) -> Interval | None:
    """Return what a seat gains by *always* taking an option against blind players.

    That takes this many *games* of each kind, or fewer if it is clear before; None if
    the seat has no rivals.
    """
    seat = option.seat
    blind: dict[int, Player] = {
        other: UNIFORM
        for own in arena.members.values()
        for other in own
        if arena.seats[other].side != arena.seats[seat].side
    }
    if not blind:
        return None
    always = limited_player(arena, option, always=True)
    seatings = arena.seated(blind | {seat: always}), arena.seated(blind)
    gains: list[float] = []
    step = -(-games // _LOOKS)
    for first in range(0, games, step):
        numbers = range(first, min(first + step, games))
        played = arena.games([(seating, at) for seating in seatings for at in numbers])
        got = [game.returns[seat] for game in played]
        gains += paired_differences(got[: len(numbers)], got[len(numbers) :])
        gain = mean_with_interval(gains, confidence)
        if gain.low > SMALL or gain.high < SMALL:
            break
    return mean_with_interval(gains, confidence)
