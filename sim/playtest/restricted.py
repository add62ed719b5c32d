"""Restricted play: what a seat gets if it may never take an option, or always must.

All others play as usual, with the same dice, so that most of the luck cancels. After
Jaffe and others, "Evaluating Competitive Game Balance with Restricted Play" (2012).
First all options are tried on a few dice; those with the largest effects are measured
on fresh dice, so that having been picked does not flatter them, and their intervals
hold together at 95 %.
"""

import re
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct, structs

from sim.playtest.ground import Ground
from sim.playtest.offers import Offer, Offers
from sim.playtest.paired import corrected, differences, mean_of
from sim.playtest.restricting import Limited, Option, Player
from sim.playtest.table import Game
from sim.statistics.intervals import Interval

SMALL = 0.05
"""Less than so much of the return is not worth a designer's time."""
LARGE = 0.1
"""So much is."""
OWN, NAIVE, BLIND = "own", "naive", "blind"
"""The scenario's agents, the naive player, and one that chooses blindly."""
UNIFORM = "uniform:concedes=false"
_TRIED = 12
"""So many conflicts of each kind show which options are worth measuring."""
_MEASURED = 8
_BLIND = 60
_ENOUGH = 400
"""More conflicts than this are not spent on one question."""
_TAKEN = 0.5
"""A naive player takes a trap at least so often, the default agent a fifth."""
_FIFTH, NEARLY = 0.2, 0.9
_RIVALS = 2
_VERB = re.compile(r"^(?:now )?(?:wants(?: something else)?|chooses): ")
_TARGET = re.compile(r" \([^()]*\)$")
_LONG = 48


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
    player take it. If not *measured*, it was only tried.
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
    blind: float | None = None
    """What *always* comes to where everybody else chooses blindly."""
    label: Label = Label.NONE

    def row(self) -> dict[str, Any]:
        """Return it with named columns."""
        return {
            "seat": self.seat,
            "option": self.words,
            "label": self.label.value,
            "never": self.never.value,
            "never_low": self.never.low,
            "never_high": self.never.high,
            "always": self.always.value,
            "always_low": self.always.low,
            "always_high": self.always.high,
            "always_against_blind": self.blind,
            "games": self.games,
            "taken": self.own,
            "taken_naively": self.naive,
            "measured": self.measured,
        }


class Restrictions(Struct, frozen=True):
    """The findings of restricted play; *asked* of *offered* options were tried."""

    findings: tuple[Finding, ...]
    asked: int
    offered: int
    games: int

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each option that was asked about."""
        return [one.row() for one in self.findings]

    def labelled(self, *labels: Label) -> tuple[Finding, ...]:
        """Return the findings with one of these *labels*."""
        return tuple(one for one in self.findings if one.label in labels)


class _Trial(Struct):
    """The games of one option: what its seat got in each.

    *met* says that somebody was kept from it, and made to take it, in some game.
    """

    offer: Offer
    plain: list[float]
    never: list[float]
    always: list[float]
    met: bool


def restricted(
    ground: Ground,
    offers: Offers,
    games: int,
    plain: Sequence[Game],
) -> Restrictions:
    """Return the values of the options of *offers*, from about *games* conflicts.

    *plain* are conflicts without restriction, from the first on.
    """
    known = offers.all()
    room = max(1, games // 3 // (2 * _TRIED))
    tried = _tried(ground, known[:room], plain)
    ranked = sorted(tried, key=_promising, reverse=True)
    picked = [one for one in ranked if _promising(one)][:_MEASURED]
    each = min(_ENOUGH, games * 2 // 3 // max(1, 2 * len(picked)))
    measured = _measured(ground, picked, each, len(plain))
    findings = [
        _finding(ground, one, 2 * len(picked), measured=True) for one in measured
    ]
    findings += [
        _finding(ground, one, 2 * len(tried), measured=False)
        for one in tried
        if one not in picked
    ]
    labels = {one.option: _labelled(one, offers, findings) for one in findings}
    found = [
        _held(ground, structs.replace(one, label=labels[one.option]))
        for one in findings
    ]
    found = _told_apart(found)
    order = list(Label)
    found.sort(key=lambda one: (order.index(one.label), -_size(one)))
    return Restrictions(tuple(found), len(tried), len(known), each)


def _told_apart(found: Sequence[Finding]) -> list[Finding]:
    """Return the findings with names that are unique within each seat."""
    times = Counter((one.seat, one.brief) for one in found)
    return [
        one
        if times[one.seat, one.brief] == 1
        else structs.replace(one, brief=without_verb(one.words))
        for one in found
    ]


def doing(words: str) -> str:
    """Return the subject of an option: its words without verb, target and pool."""
    words = _TARGET.sub("", without_verb(words).split(", by ")[0])
    return words if len(words) <= _LONG else f"{words[: _LONG - 3].rstrip()}..."


def without_verb(words: str) -> str:
    """Return the words of an option without the beginning common to its kind."""
    return _VERB.sub("", words)


def _held(ground: Ground, one: Finding) -> Finding:
    """Return *finding*, without its label if weaker players would refute that."""
    if one.label not in {Label.TRAP, Label.NEVER, Label.DEAD}:
        return one
    seat = one.option.seat
    blind: dict[int, Player] = {
        other: UNIFORM
        for own in ground.members.values()
        for other in own
        if ground.seats[other].side != ground.seats[seat].side
    }
    if not blind:
        return one
    _, always = _limited(ground, one.option)
    who = ground.seated(blind | {seat: always}), ground.seated(blind)
    count = min(_BLIND, one.games)
    played = ground.games([(each, at) for each in who for at in range(count)])
    got = [game.returns[seat] for game in played]
    gain = mean_of(differences(got[:count], got[count:])).value
    label = Label.NONE if gain > SMALL else one.label
    return structs.replace(one, blind=gain, label=label)


def _size(one: Finding) -> float:
    return max(abs(one.never.value), abs(one.always.value))


def _limited(ground: Ground, option: Option) -> tuple[Limited, Limited]:
    """Return who never takes *option*, and who always must."""
    spec = ground.agents[option.seat]
    return Limited(spec, option, always=False), Limited(spec, option, always=True)


def _tried(
    ground: Ground, offers: Sequence[Offer], plain: Sequence[Game]
) -> list[_Trial]:
    """Return a few games of each option that ever made a difference."""
    played = _play(ground, offers, range(min(_TRIED, len(plain))), plain)
    return [one for one in played if one.met]


def _play(
    ground: Ground, offers: Sequence[Offer], numbers: range, plain: Sequence[Game]
) -> list[_Trial]:
    """Play without each of the options, and always with it, beside *plain* games."""
    players = [(one, who) for one in offers for who in _limited(ground, one.option)]
    played = ground.games(
        [
            (ground.seated({one.option.seat: who}), at)
            for one, who in players
            for at in numbers
        ]
    )
    count = len(numbers)
    found: list[_Trial] = []
    for place, one in enumerate(offers):
        first = 2 * place * count
        never = played[first : first + count]
        always = played[first + count : first + 2 * count]
        met = all(any(game.narrowed for game in games) for games in (never, always))
        seat = one.option.seat
        usual, without, with_it = (
            [game.returns[seat] for game in each]
            for each in (plain[:count], never, always)
        )
        found.append(_Trial(one, usual, without, with_it, met))
    return found


def _measured(
    ground: Ground, picked: Sequence[_Trial], each: int, first: int
) -> list[_Trial]:
    """Return as many games of each again, on dice that nothing was picked by."""
    if not picked:
        return []
    numbers = range(first, first + each)
    fresh = ground.games([(ground.agents, number) for number in numbers])
    return _play(ground, [one.offer for one in picked], numbers, fresh)


def _promising(trial: _Trial) -> float:
    """Return how strong the effect of an option seems, for ranking."""
    never = mean_of(differences(trial.never, trial.plain)).value
    always = mean_of(differences(trial.always, trial.plain)).value
    return max(abs(never), abs(always))


def _finding(ground: Ground, trial: _Trial, asked: int, *, measured: bool) -> Finding:
    option, confidence = trial.offer.option, corrected(asked)
    name = ground.seats[option.seat].name
    kind = option.kind
    said = kind.sayings[0] if kind.sayings else kind.__name__
    words = option.words.removeprefix(f"{name} ").rstrip(".") or f"{said} (any)"
    return Finding(
        name,
        words,
        doing(words),
        mean_of(differences(trial.never, trial.plain), confidence),
        mean_of(differences(trial.always, trial.plain), confidence),
        len(trial.plain),
        trial.offer.share(OWN),
        trial.offer.share(NAIVE),
        measured,
        option,
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
    """Too strong: a seat loses much without it, and nothing by always taking it."""
    needed = one.never.high < -SMALL and one.never.value <= -LARGE
    ahead = one.always.value - max(other.always.value for other in rivals)
    # Who takes it nearly always loses nothing by having to, few games or many.
    kept = one.always.low > -LARGE or (one.own or 0.0) >= NEARLY
    return needed and kept and ahead >= LARGE


def _trap(one: Finding) -> bool:
    """Whether naive players take it, and lose by it."""
    lured = one.own is not None and one.own >= _FIFTH and one.never.low > 0
    naive = one.naive is not None and one.naive >= _TAKEN
    return (lured and one.never.value >= SMALL) or (
        naive and _costly(one) and one.never.high > -SMALL
    )


def _costly(one: Finding) -> bool:
    """Whether being forced to take it certainly loses much."""
    return one.always.high < 0 and one.always.value <= -SMALL


def _useless(one: Finding, rivals: Sequence[Finding]) -> Label:
    """Whether the option is never right, or makes no difference."""
    # What the seat's agent never takes, it cannot miss.
    missed = one.never.low < -SMALL and bool(one.own)
    if missed or one.always.high >= 0:
        return Label.NONE
    others = [other.always.value for other in rivals]
    alike = sum(other <= one.always.value + SMALL for other in others)
    if len(others) >= _RIVALS and 2 * alike >= len(others):
        return Label.NONE  # it is no worse than most: one of the others stands out
    return Label.NEVER if _costly(one) else Label.DEAD
