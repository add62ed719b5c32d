"""Restricted play: what a seat gets if it may never take an option, or always must.

All others play as usual, with the same dice, so that most of the luck cancels. After
Jaffe and others, "Evaluating Competitive Game Balance with Restricted Play" (2012).
First options are tried on a few dice (see `sim.playtest.trials`); those with the
largest effects are measured on fresh dice, so that having been picked does not flatter
them. They are measured in two rounds, and the second belongs to those that still seem
to matter; the intervals of all of them hold together at 95 %, at both looks.
Where solving is cheap nothing of this is needed: see `sim.playtest.exact`.
"""

import re
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from typing import Any, TypeVar

from msgspec import Struct, structs

from sim.playtest.budget import Seconds
from sim.playtest.exact import Exact, exactly, tell_the_same
from sim.playtest.ground import Ground
from sim.playtest.offers import NAIVE, OWN, Offer, Offers
from sim.playtest.paired import corrected, differences, mean_of
from sim.playtest.restricting import Option, Player
from sim.playtest.same import firsts, tell_alike
from sim.playtest.table import Game
from sim.playtest.trials import (
    Trial,
    cost,
    joined,
    limited,
    measured,
    needed,
    picked,
    promising,
    screened,
    trial_cost,
    trial_gain,
)
from sim.seam.events import Scope
from sim.statistics.intervals import Interval

SMALL = 0.05
"""Less than so much of the return is not worth a designer's time."""
LARGE = 0.1
"""So much is."""
UNIFORM = "uniform:concedes=false"
_MEASURED = 8
_EARLY, _LOOK, _OF_ALL = 0.5, 10, 14
"""The first round has this share of the conflicts, and at least so many of each kind,
or a fourteenth of all: else it has fewer options.
"""
_ROUND = 20
"""The second round has at least so many, or goes to fewer options."""
_MISSES_EARLY = 0.2
"""The share of all misses that the intervals of the first round may make."""
_BLIND, _BLIND_LEAST, _KEPT = 120, 20, 10
"""Verdicts are held against blind players in so many conflicts, a tenth of the rest."""
_LOOKS = 3
"""So often it is looked whether that is clear before all of them are played."""
_ENOUGH = 400
"""More conflicts than this are not spent on one question."""
_TAKEN = 0.5
"""A naive player takes a trap at least so often, the default agent a fifth."""
_FIFTH, NEARLY = 0.2, 0.9
_SELDOM = 0.15
_TELLING = 0.01
"""An exact cost that is smaller is no verdict; games would hardly show it either."""
_RIVALS = 2
"""An option is too strong beside at least so many others."""
_VERB = re.compile(r"^(?:now )?(?:wants(?: something else)?|chooses|tries): ")
_TARGET = re.compile(r" \([^()]*\)$")
_DIE = re.compile(r"\b(?:an? )?dN\b")
_SOME = re.compile(r"(?:,? of|:|,)? N\b")
_LONG = 48


K = TypeVar("K", Trial, Exact)


class Label(StrEnum):
    """A verdict about an option."""

    STRONG = "too strong"
    TRAP = "a trap"
    NEVER = "never right"
    DEAD = "dead weight"
    NONE = ""


class Finding(Struct, frozen=True):
    """What an option of a *seat* is worth, over so many *games* of each kind.

    *brief* are its words as short as they tell it from the seat's other options.
    *never* is what the seat's return gains if it may not take the option, *always* if
    it must whenever it can; the shares say how often the scenario's agent and a naive
    player take it. *needed* says that without it the seat gets hardly anything ever. If
    not *measured*, it was only tried.
    """

    seat: str
    words: str
    brief: str
    never: Interval
    always: Interval
    games: int
    own: float | None
    naive: float | None
    measured: bool
    option: Option
    blind: Interval | None = None
    """What *always* comes to where everybody else chooses blindly."""
    label: Label = Label.NONE
    needed: bool = False
    same_as: str = ""
    """What another option of the seat is called, of which the same fact is told."""
    exact: bool = False

    def row(self) -> dict[str, Any]:
        """Return it with named columns."""
        return {
            "seat": self.seat,
            "option": self.words,
            "label": self.label.value,
            "same_as": self.same_as,
            "never": self.never.value,
            "never_low": self.never.low,
            "never_high": self.never.high,
            "always": self.always.value,
            "always_low": self.always.low,
            "always_high": self.always.high,
            "exact": self.exact,
            "always_against_blind": None if self.blind is None else self.blind.value,
            "games": self.games,
            "taken": self.own,
            "taken_naively": self.naive,
            "measured": self.measured,
        }


class Restrictions(Struct, frozen=True):
    """The findings of restricted play; *asked* of *offered* options were tried.

    That are those that were *solved*, and those that were played.
    """

    findings: tuple[Finding, ...]
    asked: int
    offered: int
    games: int
    solved: int = 0

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each option that was asked about."""
        return [one.row() for one in self.findings]

    def labelled(self, *labels: Label) -> tuple[Finding, ...]:
        """Return the findings with one of these *labels*."""
        return tuple(one for one in self.findings if one.label in labels)

    def alike(self, first: Finding) -> tuple[Finding, ...]:
        """Return the findings that tell the same fact as *first*."""
        named = (first.seat, first.brief)
        return tuple(one for one in self.findings if (one.seat, one.same_as) == named)


def restricted(
    ground: Ground,
    offers: Offers,
    games: int,
    plain: Sequence[Game],
    solving: Seconds | None = None,
) -> Restrictions:
    """Return the values of the options of *offers*, from about *games* conflicts.

    *plain* are conflicts without restriction, from the first on. *solving* says how
    many seconds are left to solve conflicts in place of games; None: nothing is solved.
    """
    known = offers.all()
    solved = [] if solving is None else exactly(ground, known, games, solving)
    done = {one.offer.option for one in solved}
    rest = [one for one in known if one.option not in done]
    share = games * len(rest) // max(1, len(known))
    tried, spent = screened(ground, rest, plain, share) if rest else ([], 0)
    left = max(share // 3, share - spent)
    kept = left // _KEPT
    rounds = _rounds(ground, tried, left - kept, len(plain))
    findings = [_exact(ground, one) for one in solved]
    findings += _measured_and_tried(ground, tried, rounds)
    labels = {one.option: _labelled(one, offers, findings) for one in findings}
    found = [structs.replace(one, label=labels[one.option]) for one in findings]
    kept += (games - share) // _KEPT
    found = _told_apart(_held_all(ground, found, kept))
    found.sort(key=_rank)
    found = _told_once(found, rounds, solved)
    most = max((one.games for one in findings if one.measured), default=0)
    asked = len(tried) + len(solved)
    return Restrictions(tuple(found), asked, len(known), most, len(solved))


def _measured_and_tried(
    ground: Ground, tried: Sequence[Trial], rounds: Sequence[Trial]
) -> list[Finding]:
    """Return the findings of what was measured in *rounds*, and of what else was tried.

    The intervals of the first round and of the second share the misses.
    """
    longest = max((len(one.plain) for one in rounds), default=0)
    asked = trial_cost(rounds) - 1
    early, late = asked / _MISSES_EARLY, asked / (1 - _MISSES_EARLY)
    chosen = {one.offer.option for one in rounds}
    return [
        _finding(ground, one, late if len(one.plain) == longest else early)
        for one in rounds
    ] + [
        structs.replace(_finding(ground, one, 2 * len(tried)), measured=False)
        for one in tried
        if one.offer.option not in chosen
    ]


def _rounds(
    ground: Ground, tried: Sequence[Trial], games: int, first: int
) -> list[Trial]:
    """Return what was measured of the most promising of *tried*, in about *games*.

    The conflicts are those from number *first* on, which picked nothing.
    """
    early = int(_EARLY * games)
    chosen = picked(tried, _MEASURED, partial(_telling, tried))
    look = max(_LOOK, games // _OF_ALL)
    while len(chosen) > 1 and trial_cost(chosen) * look > early:
        chosen = chosen[:-1]
    if not chosen:
        return []
    each = min(_ENOUGH, max(1, early // trial_cost(chosen)))
    looked = measured(ground, chosen, range(first, first + each))
    rest = games - each * trial_cost(looked)
    asked = corrected((trial_cost(looked) - 1) / _MISSES_EARLY)
    open_ = [one for one in looked if not _settled(one, asked)]
    again = picked(open_, (len(looked) + 1) // 2, partial(_telling, looked))
    while len(again) > 1 and trial_cost(again) * _ROUND > rest:
        again = again[:-1]
    more = min(_ENOUGH - each, rest // trial_cost(again)) if again else 0
    longer = measured(ground, again, range(first + each, first + each + max(0, more)))
    by_option = {one.offer.option: one for one in longer}
    return [joined(one, by_option.get(one.offer.option)) for one in looked]


def _settled(one: Trial, confidence: float) -> bool:
    """Whether it is sure already that always to take an option costs much.

    More games would tell nothing else about what nobody misses.
    """
    gain = mean_of(differences(one.always, one.plain), confidence)
    return gain.high < -SMALL and trial_gain(one) >= 0


def _telling(tried: Sequence[Trial], one: Trial) -> float:
    """Return how strong that effect of a trial is which a verdict can be about.

    What is missed is too strong only as it is said in `_strong`; else its cost counts.
    """
    lost = trial_gain(one)
    rivals = [other for other in tried if other.offer.option in one.offer.rivals]
    near = any(trial_gain(other) < lost + LARGE for other in rivals)
    if lost < 0 and (len(one.offer.rivals) < _RIVALS or near or needed(one)):
        return cost(one)
    return promising(one)


def _told_once(
    found: Sequence[Finding], trials: Sequence[Trial], solved: Sequence[Exact]
) -> list[Finding]:
    """Return *found*, in order, with what tells the same fact behind the first.

    Only the first keeps its label.
    """
    first: dict[Option, Option] = {}
    first |= firsts(_in_order(found, trials), tell_alike)
    first |= firsts(_in_order(found, solved), tell_the_same)
    place = {one.option: index for index, one in enumerate(found)}
    briefs = {one.option: one.brief for one in found}
    told = [
        one
        if first.get(one.option, one.option) == one.option
        else structs.replace(one, label=Label.NONE, same_as=briefs[first[one.option]])
        for one in found
    ]
    return sorted(
        told,
        key=lambda one: (place[first.get(one.option, one.option)], place[one.option]),
    )


def _in_order(found: Sequence[Finding], known: Sequence[K]) -> list[K]:
    """Return what is *known*, in the order in which it was *found*."""
    by_option = {one.offer.option: one for one in known}
    return [by_option[one.option] for one in found if one.option in by_option]


def _told_apart(found: Sequence[Finding]) -> list[Finding]:
    """Return the findings with names that are unique within each seat."""
    times = Counter((one.seat, one.brief) for one in found)
    return [
        one
        if times[one.seat, one.brief] == 1
        else structs.replace(one, brief=plainly(without_verb(one.words)))
        for one in found
    ]


def doing(words: str) -> str:
    """Return the subject of an option: its words without verb, target and pool.

    Numbers that differ from time to time are left out, and a quotation in it has single
    quotation marks.
    """
    words = plainly(_TARGET.sub("", without_verb(words).split(", by ")[0]))
    if len(words) <= _LONG:
        return words
    return f"{words[: _LONG - 3].rsplit(' ', 1)[0].rstrip(' ,:')}..."


def plainly(words: str) -> str:
    """Return words of an option as one would say them, whatever its numbers are."""
    said = _SOME.sub("", _DIE.sub("a die", words))
    return said.replace('"', "'")


def without_verb(words: str) -> str:
    """Return the words of an option without the beginning common to its kind."""
    return _VERB.sub("", words)


_DOUBTED = frozenset([Label.TRAP, Label.NEVER, Label.DEAD])


def _held_all(ground: Ground, found: Sequence[Finding], games: int) -> list[Finding]:
    """Return *found* without the labels that weaker players refute.

    It takes about *games* conflicts.
    """
    doubted = sum(one.label in _DOUBTED for one in found)
    each = min(_BLIND, max(_BLIND_LEAST, games // (2 * max(1, doubted))))
    return [
        _held(ground, one, each, doubted) if one.label in _DOUBTED else one
        for one in found
    ]


def _held(ground: Ground, one: Finding, games: int, doubted: int) -> Finding:
    """Return *finding*, without its label if against weaker players it surely gains."""
    gain = _against_blind(ground, one.option, games, corrected(_LOOKS * doubted))
    if gain is None:
        return one
    label = Label.NONE if gain.low > SMALL else one.label
    return structs.replace(one, blind=gain, label=label)


def _against_blind(
    ground: Ground, option: Option, games: int, confidence: float
) -> Interval | None:
    """Return what a seat gains by *always* taking an option against blind players.

    That takes so many *games* of each kind, or fewer if it is clear before; None where
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
    always = limited(ground, option, always=True)
    who = ground.seated(blind | {seat: always}), ground.seated(blind)
    gains: list[float] = []
    step = -(-games // _LOOKS)
    for first in range(0, games, step):
        numbers = range(first, min(first + step, games))
        played = ground.games([(each, at) for each in who for at in numbers])
        got = [game.returns[seat] for game in played]
        gains += differences(got[: len(numbers)], got[len(numbers) :])
        gain = mean_of(gains, confidence)
        if gain.low > SMALL or gain.high < SMALL:
            break
    return mean_of(gains, confidence)


def _rank(one: Finding) -> tuple[int, bool, float]:
    """Return the place of a finding, by its label.

    What somebody wants or does comes before what is done with a throw, and of these the
    largest effect first.
    """
    size = max(abs(one.never.value), abs(one.always.value))
    deed = one.option.kind.scope in {Scope.INTENTION, Scope.ACTION}
    return list(Label).index(one.label), not deed, -size


def _finding(ground: Ground, trial: Trial, asked: float) -> Finding:
    confidence = corrected(asked)
    found = _named(ground, trial.offer)
    return structs.replace(
        found,
        never=mean_of(differences(trial.never, trial.plain), confidence),
        always=mean_of(differences(trial.always, trial.plain), confidence),
        games=len(trial.plain),
        needed=needed(trial),
    )


def _exact(ground: Ground, solved: Exact) -> Finding:
    never, always = solved.gain(solved.never), solved.gain(solved.always)
    return structs.replace(
        _named(ground, solved.offer),
        never=Interval(never, never, never),
        always=Interval(always, always, always),
        needed=solved.needed,
        exact=True,
    )


def _named(ground: Ground, offer: Offer) -> Finding:
    """Return a finding about an option, of which only its name is known so far."""
    option = offer.option
    name, kind = ground.seats[option.seat].name, option.kind
    said = kind.sayings[0] if kind.sayings else kind.__name__
    words = option.words.removeprefix(f"{name} ").rstrip(".") or f"{said} (any)"
    nothing = Interval(0.0, -1.0, 1.0)
    return Finding(
        name,
        words,
        doing(words),
        nothing,
        nothing,
        0,
        offer.share(OWN),
        offer.share(NAIVE),
        measured=True,
        option=option,
    )


def _labelled(one: Finding, offers: Offers, findings: Sequence[Finding]) -> Label:
    """Return the label of an option, by the thresholds of this module."""
    if not one.measured:
        return Label.NONE
    by_option = {other.option: other for other in findings}
    rivals = [
        by_option[other] for other in offers.of(one.option).rivals if other in by_option
    ]
    if len(rivals) >= _RIVALS and _strong(one, rivals):
        return Label.STRONG
    if _trap(one):
        return Label.TRAP
    return _useless(one, rivals)


def _strong(one: Finding, rivals: Sequence[Finding]) -> bool:
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


def _trap(one: Finding) -> bool:
    """Whether naive players take it, and lose by it.

    What is right now and then, such as one of two throws, would be missed.
    """
    lured = one.own is not None and one.own >= _FIFTH and one.never.low > 0
    naive = one.naive is not None and one.naive >= _TAKEN
    missed = one.never.value <= -SMALL
    return (lured and one.never.value >= SMALL) or (
        naive and _costly(one) and not missed
    )


def _costly(one: Finding) -> bool:
    """Whether being forced to take it certainly loses much."""
    return one.always.high < 0 and one.always.value <= -SMALL


def _useless(one: Finding, rivals: Sequence[Finding]) -> Label:
    """Whether the option is never right, or makes no difference."""
    # What the seat's agent seldom takes, it hardly misses.
    seldom = (one.own or 0.0) < _SELDOM
    missed = one.never.high < 0 or (one.never.low < -SMALL and not seldom)
    if missed or one.always.high >= 0:
        return Label.NONE
    others = [other.always.value for other in rivals]
    alike = sum(other <= one.always.value + SMALL for other in others)
    if len(others) >= _RIVALS and 2 * alike >= len(others):
        return Label.NONE  # it is no worse than most: one of the others stands out
    if one.exact and one.always.value > -_TELLING:
        return Label.NONE
    return Label.NEVER if _costly(one) else Label.DEAD
