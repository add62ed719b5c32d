"""Values of options: what a seat gets if it may never take one, or always must.

All others play as usual, with the same dice, so that most of the luck cancels. After
Jaffe and others, "Evaluating Competitive Game Balance with Restricted Play" (2012).
First options are tried on a few dice (see `sim.playtest.trials`); those with the
largest effects are measured on fresh dice, so that having been picked does not flatter
them. They are measured in two rounds, and the second belongs to those that still seem
to matter. What is left then goes to those about which a verdict hangs by the ends of
their intervals. The intervals of all of them hold together at 95 %, at all three looks.
Where solving is cheap nothing of this is needed: see `sim.playtest.exact`.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from math import ceil
from typing import TypeVar

from msgspec import structs

from sim.playtest.budget import Seconds, unlimited_seconds
from sim.playtest.exact import Exact, solve_restrictions, tell_the_same
from sim.playtest.findings import (
    LARGE,
    SMALL,
    Finding,
    Label,
    Restrictions,
    option_in_plain_words,
    option_subject,
    without_verb,
)
from sim.playtest.ground import Ground
from sim.playtest.offers import NAIVE, OWN, Offer, Offers
from sim.playtest.paired import (
    corrected_confidence,
    mean_with_interval,
    paired_differences,
)
from sim.playtest.restricted_agents import Option
from sim.playtest.same_fact import first_of_same_fact, tell_same_fact
from sim.playtest.solving import Solution
from sim.playtest.table import Game
from sim.playtest.trials import (
    MANY,
    Trial,
    apparent_effect,
    conflicts_to_measure,
    cost_of_always,
    gain_of_never,
    is_needed,
    joined_trial,
    measure_trials,
    most_promising,
    screen_options,
)
from sim.playtest.verdicts import (
    RIVALS,
    drop_refuted_labels,
    growth_to_settle,
    option_label,
)
from sim.spine.words import without_name
from sim.statistics.intervals import Interval

_MEASURED = 8
_EARLY, _LOOK, _OF_ALL = 0.5, 10, 14
"""The first round has this share of the conflicts, and at least this many of each kind,
or a fourteenth of all: else it has fewer options.
"""
_ROUND = 20
"""The second round has at least this many, or goes to fewer options."""
_MISSES = (0.2, 0.6, 0.2)
"""The shares of all misses that the intervals of an option may make after each look."""
_OFTEN = 0.2
"""What players do so often is measured, if there is room, whatever a trial says."""
_ENOUGH = 400
"""More conflicts than this are not spent on one question."""
_KEPT = 10
"""A tenth is kept for blind players, against whom verdicts are held."""
_UNSOLVED = Solution()
K = TypeVar("K", Trial, Exact)


def measure_options(
    ground: Ground,
    offers: Offers,
    games: int,
    plain: Sequence[Game],
    usual: Solution = _UNSOLVED,
    solving: Seconds = unlimited_seconds,
) -> Restrictions:
    """Return the values of the options of *offers*, from about *games* conflicts.

    *plain* are conflicts without restriction, from the first on. Where *usual* solves
    the same, options are solved in place of games, as long as *solving* has seconds.
    """
    known, begun = offers.all(), ground.played
    solved = solve_restrictions(ground, known, games, usual, solving)
    done = {one.offer.option for one in solved}
    rest = [one for one in known if one.option not in done]
    share = games * len(rest) // max(1, len(known))
    tried, spent = screen_options(ground, rest, plain, share) if rest else ([], 0)
    left = max(share // 3, share - spent)
    kept = left // _KEPT
    rounds = _rounds(ground, tried, left - kept, len(plain))
    exact = [_exact_finding(ground, one) for one in solved]
    findings = _labelled(exact + _measured_and_tried(ground, tried, rounds), offers)
    kept += (games - share) // _KEPT
    room = begun + games - ground.played - kept
    longer = _looked_again(ground, rounds, findings, offers, room, len(plain))
    if longer != rounds:
        rounds = longer
        findings = _labelled(exact + _measured_and_tried(ground, tried, rounds), offers)
    found = _told_apart(drop_refuted_labels(ground, findings, kept))
    found.sort(key=_rank)
    found = _told_once(found, rounds, solved)
    most = max((one.games for one in findings if one.measured), default=0)
    asked = len(tried) + len(solved)
    return Restrictions(tuple(found), asked, len(known), most, len(solved))


def _measured_and_tried(
    ground: Ground, tried: Sequence[Trial], rounds: Sequence[Trial]
) -> list[Finding]:
    """Return the findings of what was measured in *rounds*, and of what else was tried.

    The intervals of all looks at an option share its misses.
    """
    asked = conflicts_to_measure(rounds) - 1
    chosen = {one.offer.option for one in rounds}
    return [
        _finding(ground, one, asked / _MISSES[one.rounds - 1]) for one in rounds
    ] + [
        structs.replace(_finding(ground, one, 2 * len(tried)), measured=False)
        for one in tried
        if one.offer.option not in chosen
    ]


def _labelled(findings: Sequence[Finding], offers: Offers) -> list[Finding]:
    """Return *findings*, each with its label."""
    return [
        structs.replace(one, label=option_label(one, offers, findings))
        for one in findings
    ]


def _looked_again(
    ground: Ground,
    rounds: Sequence[Trial],
    findings: Sequence[Finding],
    offers: Offers,
    room: int,
    first: int,
) -> list[Trial]:
    """Return *rounds*, with a last look at those about which a verdict hangs.

    That are those to which this many more games would give another label, if they went
    on as they did, as there is *room* for. The conflicts are those from number *first*
    on that were not played yet.
    """
    by_option = {one.option: one for one in findings}
    wanted: list[tuple[int, Trial]] = []
    for one in rounds:
        times = growth_to_settle(by_option[one.offer.option], offers, findings)
        if times is not None and len(one.plain) < _ENOUGH:
            wanted.append((ceil((times - 1) * len(one.plain)), one))
    wanted.sort(key=lambda pair: pair[0] * (conflicts_to_measure([pair[1]]) - 1))
    while wanted:
        more, again = max(each for each, _ in wanted), [one for _, one in wanted]
        if more * conflicts_to_measure(again) <= room:
            first += max(len(one.plain) for one in rounds)
            fresh = measure_trials(ground, again, range(first, first + more))
            longer = {one.offer.option: one for one in fresh}
            return [joined_trial(one, longer.get(one.offer.option)) for one in rounds]
        wanted.pop()
    return list(rounds)


def _rounds(
    ground: Ground, tried: Sequence[Trial], games: int, first: int
) -> list[Trial]:
    """Return what was measured of the most promising of *tried*, in about *games*.

    The conflicts are those from number *first* on, which picked nothing.
    """
    looked, spent = _first_round(ground, _queue(tried), games, first)
    if not looked:
        return []
    each = len(looked[0].plain)
    again = most_promising(
        _undecided(looked), (len(looked) + 1) // 2, partial(_telling_effect, looked)
    )
    while len(again) > 1 and conflicts_to_measure(again) * _ROUND > games - spent:
        again = again[:-1]
    room = (games - spent) // conflicts_to_measure(again) if again else 0
    more = max(0, min(_ENOUGH - each, room))
    longer = measure_trials(ground, again, range(first + each, first + each + more))
    by_option = {one.offer.option: one for one in longer}
    return [joined_trial(one, by_option.get(one.offer.option)) for one in looked]


def _first_round(
    ground: Ground, queue: Sequence[Trial], games: int, first: int
) -> tuple[list[Trial], int]:
    """Return what was measured of the first of *queue*, and in how many conflicts.

    Where that settles all of them, those that wait have their turn.
    """
    early, look = int(_EARLY * games), max(_LOOK, games // _OF_ALL)
    looked: list[Trial] = []
    spent = each = 0
    while queue and not _undecided(looked) and (not looked or spent <= early):
        count = len(queue)
        while count > 1 and conflicts_to_measure(queue[:count]) * look > early:
            count -= 1
        some, queue = queue[:count], queue[count:]
        most = min(_ENOUGH, max(1, early // conflicts_to_measure(some)))
        each = min(each, most) if looked else most
        looked += measure_trials(ground, some, range(first, first + each))
        spent += each * conflicts_to_measure(some)
    return looked, spent


def _undecided(looked: Sequence[Trial]) -> list[Trial]:
    """Return the trials about which more games may tell more."""
    confidence = corrected_confidence((conflicts_to_measure(looked) - 1) / _MISSES[0])
    return [one for one in looked if not _is_settled(one, confidence)]


def _queue(tried: Sequence[Trial]) -> list[Trial]:
    """Return what of *tried* is to be measured, the most promising first.

    What somebody wants or does comes before the rest.
    """
    chosen = most_promising(tried, _MEASURED, partial(_telling_effect, tried))
    deeds = [one for one in chosen if one.offer.option.is_deed]
    rest = [one for one in chosen if not one.offer.option.is_deed]
    return [*deeds, *_usual_choices(tried, chosen), *rest][:_MEASURED]


def _usual_choices(tried: Sequence[Trial], chosen: Sequence[Trial]) -> list[Trial]:
    """Return what of *tried* naive players do or its agent, the most frequent first.

    A few conflicts may have hidden what that is worth.
    """
    often: list[tuple[float, Trial]] = []
    for one in tried:
        own, naive = one.offer.share(OWN) or 0.0, one.offer.share(NAIVE) or 0.0
        share = max(own, naive)
        if one.offer.option.is_deed and share >= _OFTEN and one not in chosen:
            often.append((abs(naive - own) + share, one))
    return [one for _, one in sorted(often, key=lambda pair: -pair[0])]


def _is_settled(one: Trial, confidence: float) -> bool:
    """Whether more games would hardly change what is said of an option.

    It surely costs much always to take it, and nobody misses it; or it is needed, of
    which a few conflicts say little.
    """
    if is_needed(one) and len(one.plain) >= MANY:
        return True
    gain = mean_with_interval(paired_differences(one.always, one.plain), confidence)
    return gain.high < -SMALL and gain_of_never(one) >= 0


def _telling_effect(tried: Sequence[Trial], one: Trial) -> float:
    """Return the size of that effect of a trial about which a verdict can be.

    What is missed is too strong only by `_is_too_strong`; else its cost counts.
    """
    lost = gain_of_never(one)
    rivals = [other for other in tried if other.offer.option in one.offer.rivals]
    near = any(gain_of_never(other) < lost + LARGE for other in rivals)
    if lost < 0 and (len(one.offer.rivals) < RIVALS or near):
        return cost_of_always(one)
    # In a dozen conflicts what is too strong may look like what is needed.
    return apparent_effect(one) / 2 if is_needed(one) else apparent_effect(one)


def _told_once(
    found: Sequence[Finding], trials: Sequence[Trial], solved: Sequence[Exact]
) -> list[Finding]:
    """Return *found*, in order, with what tells the same fact behind the first.

    Only the first keeps its label.
    """
    first: dict[Option, Option] = {}
    first |= first_of_same_fact(_in_order(found, trials), tell_same_fact)
    first |= first_of_same_fact(_in_order(found, solved), tell_the_same)
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
        else structs.replace(one, brief=option_in_plain_words(without_verb(one.words)))
        for one in found
    ]


def _rank(one: Finding) -> tuple[int, bool, float]:
    """Return the place of a finding, by its label.

    What somebody wants or does comes before what is done with a throw, and of these the
    largest effect first.
    """
    size = max(abs(one.never.value), abs(one.always.value))
    return list(Label).index(one.label), not one.option.is_deed, -size


def _finding(ground: Ground, trial: Trial, asked: float) -> Finding:
    confidence = corrected_confidence(asked)
    found = _named_finding(ground, trial.offer)
    return structs.replace(
        found,
        never=mean_with_interval(
            paired_differences(trial.never, trial.plain), confidence
        ),
        always=mean_with_interval(
            paired_differences(trial.always, trial.plain), confidence
        ),
        apart=mean_with_interval(
            paired_differences(trial.always, trial.never), confidence
        ),
        games=len(trial.plain),
        needed=is_needed(trial),
    )


def _exact_finding(ground: Ground, solved: Exact) -> Finding:
    never, always = solved.gain(solved.never), solved.gain(solved.always)
    return structs.replace(
        _named_finding(ground, solved.offer),
        never=Interval(never, never, never),
        always=Interval(always, always, always),
        apart=Interval(always - never, always - never, always - never),
        needed=solved.needed,
        exact=True,
    )


def _named_finding(ground: Ground, offer: Offer) -> Finding:
    """Return a finding about an option, of which only its name is known so far."""
    option = offer.option
    name, kind = ground.seats[option.seat].name, option.kind
    said = kind.sayings[0] if kind.sayings else kind.__name__
    words = without_name(option.words, name).rstrip(".") or f"{said} (any)"
    nothing = Interval(0.0, -1.0, 1.0)
    return Finding(
        name,
        words,
        option_subject(words),
        nothing,
        nothing,
        0,
        offer.share(OWN),
        offer.share(NAIVE),
        measured=True,
        option=option,
    )
