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
    known = () if sheets is None else sheets.labelled(PartLabel.BURDEN)
    burdens = [one for one in known if not one.same_as]
    heavy = f"; {_burdens(burdens)}" if burdens else ""
    told = [one for one in known if one.same_as]
    return f"{_restrictions(restricted, told)}{heavy}."


def _burdens(found: Sequence[PartWorth]) -> str:
    """Say what its owners are better off without."""
    names = [f'the {one.kind} "{one.name}" ({one.owner})' for one in found[:_NAMED]]
    more = len(found) - len(names)
    if more:
        names.append(f"{more} more")
    cost = gain_in_words(-found[0].worth)
    if len(names) == 1:
        return f"{names[0]} is a burden ({_burden_cost(found[0], cost)})"
    return f"{listed(names)} are burdens (the first: {_burden_cost(found[0], cost)})"


def _burden_cost(one: PartWorth, cost: str) -> str:
    """Say what a burden costs, or what one gets more where it is something else."""
    if one.becomes:
        return f"with it {one.becomes} one gets {cost} more"
    return f"it costs {cost}"


def _restrictions(restricted: Restrictions, told: Sequence[PartWorth]) -> str:
    labels = (Label.STRONG, Label.TRAP, Label.WEAK, Label.DEAD)
    groups = [(label, restricted.labelled(label)) for label in labels]
    said = [
        _named(label, found, _tell_the_same(found[0], restricted, told))
        for label, found in groups
        if found
    ]
    if said:
        return capital("; ".join(said))
    return _nothing_found(restricted)


def _nothing_found(restricted: Restrictions) -> str:
    """Say that nothing was found, of how many options, and what could not be seen."""
    if not restricted.asked:
        return "Of no option it is known whether it is a trap: none could be restricted"
    seen = [one for one in restricted.findings if one.measured]
    asked, offered = restricted.asked, restricted.offered
    if 0 < len(seen) < asked:
        number, which = len(seen), "measured"
    else:
        number, which = asked, "tried"
    of = f"{'Neither' if number == _PAIR else 'None'} of the {number} options"
    of = "The one option" if number == 1 else of
    isnt = "is not" if number == 1 else "is"
    said = f"{of} {which} {isnt} clearly a trap, too strong or useless"
    if not seen:
        return said
    if all(one.exact for one in seen) and len(seen) == offered:
        return f"{said}, exact"
    left = offered - len(seen)
    rest = f", and {left} other options were hardly looked at" if left > 1 else ""
    rest = ", and one other option was hardly looked at" if left == 1 else rest
    return f"{said}; an effect of less than {_unseen(seen)} would not have shown{rest}"


def _unseen(seen: Sequence[Finding]) -> str:
    """Return how large effects have to be, to be seen of those that were measured."""
    widths = [f"{one.always.half_width:.2f}" for one in seen if not one.exact]
    least, most = min(widths), max(widths)
    return least if least == most else f"{least} to {most}"


_COSTS = {
    Label.STRONG: "without it one loses {}",
    Label.TRAP: "always to take it costs {}",
    Label.WEAK: "always to take it costs {}",
    Label.DEAD: "nobody would miss it",
}


def _named(label: Label, found: Sequence[Finding], also: Sequence[str]) -> str:
    """Say what *found* are called, and what the first costs, and what *also* does."""
    names = [f'"{one.brief}" ({one.seat})' for one in found[:_NAMED]]
    more = len(found) - len(names)
    if more:
        names.append(f"{more} more")
    first = found[0]
    effect = first.never if label is Label.STRONG else first.always
    cost = _COSTS[label].format(gain_in_words(-effect))
    if label is Label.TRAP and first.never.low > 0:
        cost = f"without it one gets {gain_in_words(first.never)} more"
    verb = "is" if len(names) == 1 else "are"
    which = "" if len(names) == 1 else "the first: "
    label_said = "traps" if label is Label.TRAP and len(names) > 1 else label.value
    degenerate = _degenerate(first) if label is Label.STRONG else ""
    same = "".join(f"; {one}" for one in also[:_NAMED])
    return f"{listed(names)} {verb} {label_said} ({which}{cost}{same}){degenerate}"


def _tell_the_same(
    first: Finding, restricted: Restrictions, told: Sequence[PartWorth]
) -> list[str]:
    """Say which options and parts of the sheet tell the same fact as *first*."""
    parts = [
        f'to strike the {one.kind} "{one.name}" comes to the same'
        for one in told
        if (one.owner, one.same_as) == (first.seat, first.brief)
    ]
    return [_same(first, one) for one in restricted.alike(first)] + parts


def _same(first: Finding, other: Finding) -> str:
    """Say that *other* tells the same fact as *first*, from its side."""
    sides = {abs(one.always.value) < abs(one.never.value) for one in (first, other)}
    how = "comes to the same" if len(sides) == 1 else "is the other side of it"
    return f'"{other.brief}" {how}'


def _degenerate(one: Finding) -> str:
    """Say that play is degenerate where an option leaves no reason to choose."""
    if one.own is None or one.own < NEARLY:
        return ""
    taken = f"{100 * one.own:.0f} of 100 times it can"
    return f", and play is degenerate: {one.seat} takes it {taken}"
