"""Values of options: what a seat gets if it may never take one, or always must.

All others play as usual, with the same dice, so that most of the luck cancels. After
Jaffe and others, "Evaluating Competitive Game Balance with Restricted Play" (2012).
First options are tried on a few dice (see `sim.playtest.trials`); those with the
largest effects are measured on fresh dice, so that having been picked does not flatter
them. They are measured in two rounds, and the second belongs to those that still seem
to matter. The conflicts that are left then go to options whose verdict a few more games
may change. The intervals of all of them hold together at 95 %, at all three looks. If
solving is cheap none of this is needed: see `sim.playtest.exact`.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from math import ceil
from typing import TypeVar

from msgspec import structs

from sim.playtest.arena import Arena
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
"""The second round has at least this many, or has fewer options."""
_MISSES = (0.2, 0.6, 0.2)
"""The shares of all misses that the intervals of an option may make after each look."""
_OFTEN = 0.2
"""An option taken this often is measured if there is room, whatever a trial says."""
_ENOUGH = 400
"""More conflicts than this are not spent on one question."""
_KEPT = 10
"""One tenth is kept for blind players, against whom verdicts are tested."""
_UNSOLVED = Solution()
K = TypeVar("K", Trial, Exact)


def measure_options(
    arena: Arena,
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
    offered, begun = offers.all(), arena.played
    solved = solve_restrictions(arena, offered, games, usual, solving)
    solved_options = {result.offer.option for result in solved}
    unsolved = [offer for offer in offered if offer.option not in solved_options]
    share = games * len(unsolved) // max(1, len(offered))
    tried, spent = (
        screen_options(arena, unsolved, plain, share) if unsolved else ([], 0)
    )
    left = max(share // 3, share - spent)
    kept = left // _KEPT
    rounds = _rounds(arena, tried, left - kept, len(plain))
    exact = [_exact_finding(arena, result) for result in solved]
    findings = _labelled(exact + _measured_and_tried(arena, tried, rounds), offers)
    kept += (games - share) // _KEPT
    room = begun + games - arena.played - kept
    longer = _with_last_look(arena, rounds, findings, offers, room, len(plain))
    if longer != rounds:
        rounds = longer
        findings = _labelled(exact + _measured_and_tried(arena, tried, rounds), offers)
    final = _with_unique_names(drop_refuted_labels(arena, findings, kept))
    final.sort(key=_rank)
    final = _without_repeats(final, rounds, solved)
    most = max((finding.games for finding in findings if finding.measured), default=0)
    asked = len(tried) + len(solved)
    return Restrictions(tuple(final), asked, len(offered), most, len(solved))


def _measured_and_tried(
    arena: Arena, tried: Sequence[Trial], rounds: Sequence[Trial]
) -> list[Finding]:
    """Return findings on the options measured in *rounds*, and on all others *tried*.

    The intervals of all looks at an option share its misses.
    """
    asked = conflicts_to_measure(rounds) - 1
    chosen = {trial.offer.option for trial in rounds}
    return [
        _finding(arena, trial, asked / _MISSES[trial.rounds - 1]) for trial in rounds
    ] + [
        structs.replace(_finding(arena, trial, 2 * len(tried)), measured=False)
        for trial in tried
        if trial.offer.option not in chosen
    ]


def _labelled(findings: Sequence[Finding], offers: Offers) -> list[Finding]:
    """Return *findings*, each with its label."""
    return [
        structs.replace(finding, label=option_label(finding, offers, findings))
        for finding in findings
    ]


def _with_last_look(
    arena: Arena,
    rounds: Sequence[Trial],
    findings: Sequence[Finding],
    offers: Offers,
    room: int,
    first: int,
) -> list[Trial]:
    """Return *rounds*, with a last look at the trials whose verdict may still change.

    Those would get another label by as many more games as there is *room* for, if these
    went like the games so far. The conflicts are those from number *first* on that were
    not played yet.
    """
    by_option = {finding.option: finding for finding in findings}
    wanted: list[tuple[int, Trial]] = []
    for trial in rounds:
        times = growth_to_settle(by_option[trial.offer.option], offers, findings)
        if times is not None and len(trial.plain) < _ENOUGH:
            wanted.append((ceil((times - 1) * len(trial.plain)), trial))
    wanted.sort(key=lambda pair: pair[0] * (conflicts_to_measure([pair[1]]) - 1))
    while wanted:
        more, chosen = max(each for each, _ in wanted), [trial for _, trial in wanted]
        if more * conflicts_to_measure(chosen) <= room:
            first += max(len(trial.plain) for trial in rounds)
            fresh = measure_trials(arena, chosen, range(first, first + more))
            longer = {trial.offer.option: trial for trial in fresh}
            return [
                joined_trial(trial, longer.get(trial.offer.option)) for trial in rounds
            ]
        wanted.pop()
    return list(rounds)


def _rounds(
    arena: Arena, tried: Sequence[Trial], games: int, first: int
) -> list[Trial]:
    """Measure the most promising of *tried* in about *games* conflicts.

    The conflicts are fresh: those from number *first* on.
    """
    looked, spent = _first_round(arena, _queue(tried), games, first)
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
    longer = measure_trials(arena, again, range(first + each, first + each + more))
    by_option = {trial.offer.option: trial for trial in longer}
    return [joined_trial(trial, by_option.get(trial.offer.option)) for trial in looked]


def _first_round(
    arena: Arena, queue: Sequence[Trial], games: int, first: int
) -> tuple[list[Trial], int]:
    """Measure the first of *queue*; return them, and how many conflicts that took.

    If that settles all of them, the next ones are measured as well.
    """
    early, look = int(_EARLY * games), max(_LOOK, games // _OF_ALL)
    looked: list[Trial] = []
    spent = each = 0
    while queue and not _undecided(looked) and (not looked or spent <= early):
        count = len(queue)
        while count > 1 and conflicts_to_measure(queue[:count]) * look > early:
            count -= 1
        group, queue = queue[:count], queue[count:]
        most = min(_ENOUGH, max(1, early // conflicts_to_measure(group)))
        each = min(each, most) if looked else most
        looked += measure_trials(arena, group, range(first, first + each))
        spent += each * conflicts_to_measure(group)
    return looked, spent


def _undecided(looked: Sequence[Trial]) -> list[Trial]:
    """Return the trials about which more games may tell more."""
    confidence = corrected_confidence((conflicts_to_measure(looked) - 1) / _MISSES[0])
    return [trial for trial in looked if not _is_settled(trial, confidence)]


def _queue(tried: Sequence[Trial]) -> list[Trial]:
    """Return which of *tried* are to be measured, the most promising first.

    Intentions and actions come before the rest.
    """
    chosen = most_promising(tried, _MEASURED, partial(_telling_effect, tried))
    actions = [trial for trial in chosen if trial.offer.option.is_action]
    rest = [trial for trial in chosen if not trial.offer.option.is_action]
    return [*actions, *_usual_choices(tried, chosen), *rest][:_MEASURED]


def _usual_choices(tried: Sequence[Trial], chosen: Sequence[Trial]) -> list[Trial]:
    """Return the options *tried* that naive players or its agent take, in order.

    Those that are taken most often come first. A few conflicts may have hidden their
    worth.
    """
    often: list[tuple[float, Trial]] = []
    for trial in tried:
        own, naive = trial.offer.share(OWN) or 0.0, trial.offer.share(NAIVE) or 0.0
        share = max(own, naive)
        if trial.offer.option.is_action and share >= _OFTEN and trial not in chosen:
            often.append((abs(naive - own) + share, trial))
    return [trial for _, trial in sorted(often, key=lambda pair: -pair[0])]


def _is_settled(trial: Trial, confidence: float) -> bool:
    """Whether more games would hardly change the verdict on an option.

    That is so if taking it always surely costs much, and nobody misses it; or if it is
    needed, about which a few conflicts say little.
    """
    if is_needed(trial) and len(trial.plain) >= MANY:
        return True
    gain = mean_with_interval(paired_differences(trial.always, trial.plain), confidence)
    return gain.high < -SMALL and gain_of_never(trial) >= 0


def _telling_effect(tried: Sequence[Trial], trial: Trial) -> float:
    """Return the size of the effect of a trial that a verdict can be about.

    An option that is missed is too strong only by `_is_too_strong`; else its cost
    counts.
    """
    lost = gain_of_never(trial)
    rivals = [other for other in tried if other.offer.option in trial.offer.rivals]
    near = any(gain_of_never(other) < lost + LARGE for other in rivals)
    if lost < 0 and (len(trial.offer.rivals) < RIVALS or near):
        return cost_of_always(trial)
    # In a dozen conflicts what is too strong may look like what is needed.
    return apparent_effect(trial) / 2 if is_needed(trial) else apparent_effect(trial)


def _without_repeats(
    findings: Sequence[Finding], trials: Sequence[Trial], solved: Sequence[Exact]
) -> list[Finding]:
    """Return *findings* in order, with those that tell the same fact behind the first.

    Only the first keeps its label.
    """
    first: dict[Option, Option] = {}
    first |= first_of_same_fact(_in_order(findings, trials), tell_same_fact)
    first |= first_of_same_fact(_in_order(findings, solved), tell_the_same)
    place = {finding.option: index for index, finding in enumerate(findings)}
    briefs = {finding.option: finding.brief for finding in findings}
    told = [
        finding
        if first.get(finding.option, finding.option) == finding.option
        else structs.replace(
            finding, label=Label.NONE, same_as=briefs[first[finding.option]]
        )
        for finding in findings
    ]
    return sorted(
        told,
        key=lambda finding: (
            place[first.get(finding.option, finding.option)],
            place[finding.option],
        ),
    )


def _in_order(findings: Sequence[Finding], results: Sequence[K]) -> list[K]:
    """Return *results* in the order of *findings*."""
    by_option = {result.offer.option: result for result in results}
    return [
        by_option[finding.option] for finding in findings if finding.option in by_option
    ]


def _with_unique_names(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings with names that are unique within each seat."""
    times = Counter((finding.seat, finding.brief) for finding in findings)
    return [
        finding
        if times[finding.seat, finding.brief] == 1
        else structs.replace(
            finding, brief=option_in_plain_words(without_verb(finding.words))
        )
        for finding in findings
    ]


def _rank(finding: Finding) -> tuple[int, bool, float]:
    """Return the place of a finding, by its label.

    Intentions and actions come before what is done with a throw, and among these the
    largest effect comes first.
    """
    size = max(abs(finding.never.value), abs(finding.always.value))
    return list(Label).index(finding.label), not finding.option.is_action, -size


def _finding(arena: Arena, trial: Trial, asked: float) -> Finding:
    confidence = corrected_confidence(asked)
    finding = _named_finding(arena, trial.offer)
    return structs.replace(
        finding,
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


def _exact_finding(arena: Arena, solved: Exact) -> Finding:
    never, always = solved.gain(solved.never), solved.gain(solved.always)
    return structs.replace(
        _named_finding(arena, solved.offer),
        never=Interval(never, never, never),
        always=Interval(always, always, always),
        apart=Interval(always - never, always - never, always - never),
        needed=solved.needed,
        exact=True,
    )


def _named_finding(arena: Arena, offer: Offer) -> Finding:
    """Return a finding about an option that has only its name so far."""
    option = offer.option
    name, kind = arena.seats[option.seat].name, option.kind
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
