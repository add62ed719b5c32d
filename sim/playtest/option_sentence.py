"""The sentence about options: which are traps, too strong or useless."""

from collections.abc import Sequence

from sim.playtest.figures_in_words import gain_in_words
from sim.playtest.findings import NEARLY, Finding, Label, Restrictions
from sim.playtest.parts import PartLabel, PartWorth, PartWorths
from sim.spine.words import capital, listed

_PAIR = 2
_NAMED = 3
"""The most options of one label that the sentence names."""


def options_sentence(restricted: Restrictions, sheets: PartWorths | None) -> str:
    """Return which options and parts of a sheet stand out, or that none does."""
    labelled = () if sheets is None else sheets.labelled(PartLabel.BURDEN)
    burdens = [part for part in labelled if not part.same_as]
    heavy = f"; {_burdens(burdens)}" if burdens else ""
    linked = [part for part in labelled if part.same_as]
    return f"{_restrictions(restricted, linked)}{heavy}."


def _burdens(parts: Sequence[PartWorth]) -> str:
    """Say which parts their owners are better off without."""
    names = [f'the {part.kind} "{part.name}" ({part.owner})' for part in parts[:_NAMED]]
    more = len(parts) - len(names)
    if more:
        names.append(f"{more} more")
    cost = gain_in_words(-parts[0].worth)
    if len(names) == 1:
        return f"{names[0]} is a burden ({_burden_cost(parts[0], cost)})"
    return f"{listed(names)} are burdens (the first: {_burden_cost(parts[0], cost)})"


def _burden_cost(part: PartWorth, cost: str) -> str:
    """Say what a burden costs, or what its owner gets more if something replaces it."""
    if part.becomes:
        return f"with it {part.becomes} one gets {cost} more"
    return f"it costs {cost}"


def _restrictions(restricted: Restrictions, linked: Sequence[PartWorth]) -> str:
    labels = (Label.STRONG, Label.TRAP, Label.WEAK, Label.DEAD)
    groups = [(label, restricted.labelled(label)) for label in labels]
    said = [
        _named(label, findings, _tell_the_same(findings[0], restricted, linked))
        for label, findings in groups
        if findings
    ]
    if said:
        return capital("; ".join(said))
    return _nothing_found(restricted)


def _nothing_found(restricted: Restrictions) -> str:
    """Say that nothing was found, of how many options, and what could not be seen."""
    if not restricted.asked:
        return "Of no option it is known whether it is a trap: none could be restricted"
    measured = [finding for finding in restricted.findings if finding.measured]
    asked, offered = restricted.asked, restricted.offered
    if 0 < len(measured) < asked:
        number, which = len(measured), "measured"
    else:
        number, which = asked, "tried"
    of = f"{'Neither' if number == _PAIR else 'None'} of the {number} options"
    of = "The one option" if number == 1 else of
    isnt = "is not" if number == 1 else "is"
    said = f"{of} {which} {isnt} clearly a trap, too strong or useless"
    if not measured:
        return said
    if all(finding.exact for finding in measured) and len(measured) == offered:
        return f"{said}, exact"
    left = offered - len(measured)
    rest = f", and {left} other options were hardly looked at" if left > 1 else ""
    rest = ", and one other option was hardly looked at" if left == 1 else rest
    return (
        f"{said}; an effect of less than {_unseen(measured)} would not have shown{rest}"
    )


def _unseen(measured: Sequence[Finding]) -> str:
    """Return how large effects must be to be seen among those that were measured."""
    widths = [
        f"{finding.always.half_width:.2f}" for finding in measured if not finding.exact
    ]
    least, most = min(widths), max(widths)
    return least if least == most else f"{least} to {most}"


_COSTS = {
    Label.STRONG: "without it one loses {}",
    Label.TRAP: "always taking it costs {}",
    Label.WEAK: "always taking it costs {}",
    Label.DEAD: "nobody would miss it",
}


def _named(label: Label, findings: Sequence[Finding], also: Sequence[str]) -> str:
    """Name the *findings*, and say what the first costs, and what *also* tells that."""
    names = [f'"{finding.brief}" ({finding.seat})' for finding in findings[:_NAMED]]
    more = len(findings) - len(names)
    if more:
        names.append(f"{more} more")
    first = findings[0]
    effect = first.never if label is Label.STRONG else first.always
    cost = _COSTS[label].format(gain_in_words(-effect))
    if label is Label.TRAP and first.never.low > 0:
        cost = f"without it one gets {gain_in_words(first.never)} more"
    verb = "is" if len(names) == 1 else "are"
    which = "" if len(names) == 1 else "the first: "
    label_said = "traps" if label is Label.TRAP and len(names) > 1 else label.value
    degenerate = _degenerate(first) if label is Label.STRONG else ""
    same = "".join(f"; {words}" for words in also[:_NAMED])
    return f"{listed(names)} {verb} {label_said} ({which}{cost}{same}){degenerate}"


def _tell_the_same(
    first: Finding, restricted: Restrictions, linked: Sequence[PartWorth]
) -> list[str]:
    """Say which options and parts of the sheet tell the same fact as *first*."""
    parts = [
        f'to strike the {part.kind} "{part.name}" comes to the same'
        for part in linked
        if (part.owner, part.same_as) == (first.seat, first.brief)
    ]
    return [_same(first, finding) for finding in restricted.alike(first)] + parts


def _same(first: Finding, other: Finding) -> str:
    """Say that *other* tells the same fact as *first*, from its side."""
    sides = {
        abs(finding.always.value) < abs(finding.never.value)
        for finding in (first, other)
    }
    how = "comes to the same" if len(sides) == 1 else "is the other side of it"
    return f'"{other.brief}" {how}'


def _degenerate(finding: Finding) -> str:
    """Say that play is degenerate where an option leaves no reason to choose."""
    if finding.own is None or finding.own < NEARLY:
        return ""
    taken = f"{100 * finding.own:.0f} of 100 times it can"
    return f", and play is degenerate: {finding.seat} takes it {taken}"
