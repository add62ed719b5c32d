"""What stands above and below the tables of a playtest, in a terminal and on a page.

Each is read aloud to somebody who has not seen the code: what was played, what a column
means, and what is meant by the verdicts that are there.
"""

from collections.abc import Iterable, Iterator

from sim.playtest.best_play import sure_returns_in_words
from sim.playtest.coverage import Coverage
from sim.playtest.fairness import Fairness
from sim.playtest.findings import LARGE, SMALL, Finding, Label, Restrictions
from sim.playtest.parts import PartLabel, PartWorths
from sim.playtest.phrases import (
    AS_ABOVE,
    DEPENDS,
    TOO_SELDOM,
    own_wins_in_words,
    verdict_in_words,
)
from sim.playtest.sensitivity import Sensitivity
from sim.playtest.skill import Ladder
from sim.spine.words import capital, counted
from sim.statistics.words import share

_PAIR = 2
_LABELS = {
    Label.STRONG: (
        f"too strong: its seat surely gets {SMALL} less without it, probably"
        f" {LARGE} or more, and would miss nothing else as much"
    ),
    Label.TRAP: (
        f"a trap: it surely costs something, probably {SMALL} or more, and the seat's"
        " own agent or a naive player takes it often"
    ),
    Label.WEAK: (
        "too weak: always taking it surely costs something, probably"
        f" {SMALL} or more, and nobody misses it"
    ),
    Label.DEAD: (
        "dead weight: always taking it surely costs something, probably less than"
        f" {SMALL}"
    ),
}
_DEPENDS = (
    f"{DEPENDS}: always taking it surely costs something where the others play well,"
    f" and gains {SMALL} or more where they choose blindly"
)
_TOO_SELDOM = f"{TOO_SELDOM}: always taking it surely gains {SMALL} or more"
_ALIKE = f"{AS_ABOVE}: the same fact once more, seen from another option"

_PARTS = {
    PartLabel.DECISIVE: (
        f"decisive: its owner surely loses something without it, probably {LARGE} or"
        " more"
    ),
    PartLabel.BURDEN: (
        f"a burden: its owner surely gains something without it, probably {SMALL} or"
        " more"
    ),
    PartLabel.DEAD: (
        "dead weight: no conflict went differently without it, nor without all that are"
        " named with it"
    ),
}


def who_wins(fairness: Fairness) -> str:
    """Return what the table of who wins shows."""
    return (
        f"Who wins between good players, in {counted(fairness.games, 'conflict')}. The"
        " agents that play a side take turns, in the shares that are an equilibrium of"
        " the games that all agents played against one another"
    )


def own_wins(fairness: Fairness) -> Iterator[str]:
    """Yield what else is known of who wins, in sentences."""
    for agent, side in fairness.gave_up:
        yield f"Left out, as it gives up at once: {agent or 'its own'} as {side}."
    if fairness.exact:
        exact = ", ".join(
            f"{who} {100 * won:.1f} %" for who, won in fairness.exact.items()
        )
        draws = _draws_in_words(fairness)
        yield f"Between the scenario's own agents, exactly{draws}: {exact}."
    elif fairness.own:
        wins = own_wins_in_words(fairness)
        yield f"Between the scenario's own agents{_draws_in_words(fairness)}: {wins}."
    if len(fairness.sides) > _PAIR:
        yield (
            "Of a conflict that several sides win, each has its part of the win in this"
            " report, and a whole one where a run is counted."
        )
    if fairness.best is not None:
        yield f"{capital(sure_returns_in_words(fairness.best))}."
    if fairness.skill is not None:
        yield (
            f"Which of these agents plays explains {share(fairness.skill)} of the"
            " spread of the results, and the dice explain the rest."
        )


def _draws_in_words(fairness: Fairness) -> str:
    """Return how a draw is counted; a single side draws with nobody."""
    return ", draws shared out" * (len(fairness.sides) > 1)


def weaker(ladder: Ladder) -> str:
    """Return what the table of weaker players shows."""
    return (
        f"What players who know less get, in {counted(ladder.games, 'conflict')} at"
        " each side, while the scenario's own agents play the others"
    )


def options(restrictions: Restrictions) -> str:
    """Return what the table of options shows."""
    return (
        "What a seat gains if it may never take an option, and if it always must, with"
        f" the same dice. {_method_in_words(restrictions)}"
    )


def _method_in_words(restrictions: Restrictions) -> str:
    """Return how it was found out: by solving, by games, or by both."""
    asked, offered = restrictions.asked, restrictions.offered
    solved = restrictions.solved
    if not solved:
        return _tried(asked, offered, "option")
    if solved == offered:
        return f"All {counted(offered, 'option')} were solved exactly"
    rest, others = offered - solved, asked - solved
    them = "All of the others" if others == rest else f"{others} of the {rest} others"
    were, tried = ("was" if number == 1 else "were" for number in (solved, others))
    return (
        f"{solved} of {counted(offered, 'option')} {were} solved exactly, and for more"
        f" a larger --budget is needed. {them} {tried} tried in games, and what seemed"
        " to matter measured"
    )


def sheets(worths: PartWorths) -> str:
    """Return the legend of the table of parts of the sheets."""
    replacements = sorted({part.becomes for part in worths.found if part.becomes})
    instead = f" (or is {' or '.join(replacements)} instead)" if replacements else ""
    return (
        "What its owner gets less if an item, a skill or a die is struck from the"
        f" sheet{instead}, with the same dice."
        f" {_tried(worths.tried, worths.parts, 'part')}"
    )


def _tried(tried: int, of: int, thing: str) -> str:
    if tried == of > 1:
        return (
            f"All {counted(of, thing)} were tried, and what seemed to matter measured"
        )
    was = "was" if tried == 1 else "were"
    return (
        f"{tried} of {counted(of, thing)} {was} tried, and what seemed to matter"
        " measured"
    )


def labels(listed: Iterable[Finding]) -> Iterator[str]:
    """Yield what the verdicts about the options that are *listed* mean."""
    findings = list(listed)
    for label, says in _LABELS.items():
        if any(finding.label is label for finding in findings):
            yield says
    verdicts = set(map(verdict_in_words, findings))
    if DEPENDS in verdicts:
        yield _DEPENDS
    if TOO_SELDOM in verdicts:
        yield _TOO_SELDOM
    if any(finding.same_as for finding in findings):
        yield _ALIKE


def part_labels(worths: PartWorths) -> Iterator[str]:
    """Yield what the verdicts about parts of the sheets mean, where they are there."""
    for label, says in _PARTS.items():
        if worths.labelled(label):
            yield says


def rules(coverage: Coverage) -> str:
    """Return what the tables of rules show."""
    others = f", {len(coverage.unused)} more when others played" * bool(coverage.unused)
    could = len(coverage.could)
    left = f", and {could} could have come up and never did" * bool(could)
    return (
        f"{len(coverage.used)} of {coverage.rules} rules came up in {coverage.games}"
        f" conflicts between the scenario's own agents{others}{left}"
    )


def readings(coverage: Coverage) -> str:
    """Return the effects of other readings of the rules."""
    tried = f"{counted(len(coverage.rulings), 'other reading')} of the rules"
    were = "was" if len(coverage.rulings) == 1 else "were"
    left = f"; a larger --budget tries {coverage.untried} more" * bool(coverage.untried)
    if not coverage.rulings:
        return f"{tried} {were} tried{left}"
    games = counted(coverage.rulings[0].games, "conflict")
    each = " each" * (len(coverage.rulings) > 1)
    tried = f"{tried} {were} tried in {games}{each}"
    if not coverage.mattered:
        return f"{tried}, and changed no result{left}"
    return f"{tried}{left}. These changed results"


def numbers(sensitivity: Sensitivity) -> str:
    """Return what the table of numbers shows."""
    of = f"{sensitivity.tried} of {sensitivity.numbers} numbers were"
    if sensitivity.tried == sensitivity.numbers:
        of = f"All {counted(sensitivity.numbers, 'number')} were"
    if not sensitivity.effects:
        return f"{of} moved by a step, and no conflict changed"
    games = counted(sensitivity.effects[0].games, "conflict")
    return (
        f"How many more of 100 conflicts {sensitivity.side} wins if one number is a"
        f" step higher or lower, with the same dice. {of} tried in a few conflicts,"
        f" {sensitivity.moved} of them changed any, and those that changed most were"
        f" measured in {games} each"
    )
