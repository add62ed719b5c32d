"""The five sentences of a playtest, each only as strong as its interval allows."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from sim.playtest.course import Course, Leads
from sim.playtest.fairness import Fairness, SideWorth
from sim.playtest.findings import LARGE, NEARLY, SMALL, Finding, Label, Restrictions
from sim.playtest.parts import PartLabel, PartWorth, PartWorths
from sim.playtest.sensitivity import Sensitivity
from sim.playtest.skill import Ladder
from sim.spine.words import capital, listed
from sim.statistics.counts import Counts
from sim.statistics.intervals import Interval
from sim.statistics.words import exactly, told_apart

_NARROW = 0.07
"""The widest half of an interval with which a scenario may be called fair."""
_LEAN, _NO_CONTEST = 0.6, 0.95
_STALLS, _DRAWS = 0.05, 0.02
_PAIR = 2
_MOSTLY, _HARDLY = 0.5, 0.1
_NAMED = 3
"""The most options of one label that a sentence names."""


class Sentence(Struct, frozen=True):
    """An answer: the subject it is *about*, and the text that it *says*."""

    about: str
    says: str


def summary_sentences(
    course: Course | None,
    ladder: Ladder | None,
    fairness: Fairness | None,
    restricted: Restrictions | None,
    sensitivity: Sensitivity | None,
    sheets: PartWorths | None = None,
) -> tuple[Sentence, ...]:
    """Return the sentences for the parts that exist."""
    found: list[Sentence] = []
    calm = course is not None and fairness is not None and _is_calm(course, fairness)
    if fairness is not None:
        fair = _CALM if calm else f"{_fair_sentence(fairness)}{_best(fairness)}"
        found.append(Sentence("fair", fair))
    if ladder is not None:
        said = _skill_sentence(ladder, fairness, restricted, sheets)
        idle = calm and all(not one.behind.value for one in ladder.rungs)
        found.append(Sentence("decides", _CALM_DECIDES if idle else said))
    if restricted is not None:
        said = _options(restricted, sheets)
        idle = calm and not any(one.label for one in restricted.findings)
        found.append(Sentence("options", _CALM_OPTIONS if idle else said))
    if course is not None:
        found.append(Sentence("feels", _course_sentence(course)))
    if course is not None and fairness is not None and restricted is not None:
        found.append(
            Sentence(
                "change", _change(course, fairness, restricted, sensitivity, sheets)
            )
        )
    return tuple(found)


_CALM = "Its sides win and lose nothing: every conflict ended with the same for all."

_CALM_DECIDES = "Nothing has to be decided, for nothing is won or lost."
_CALM_OPTIONS = "No option is too strong or a trap, for nothing is won or lost."


def _is_calm(course: Course, fairness: Fairness) -> bool:
    """Whether nobody ever wins, and not because it stalls: as in an interlude."""
    return fairness.drawn.value == 1 and not course.stalled.value


def _fair_sentence(fairness: Fairness) -> str:
    best = max(fairness.sides, key=lambda one: one.score.value)
    wins = f"{best.side} {_win_verb(best)} {share_in_words(best.score)}"
    if len(fairness.sides) == 1:
        return f"Nobody plays against {best.side}: {_success_in_words(fairness, best)}."
    if fairness.drawn.low > _MOSTLY:
        return f"Mostly nobody wins: {share_in_words(fairness.drawn)} are drawn."
    several, draws = len(fairness.sides) > _PAIR, fairness.drawn.value > _DRAWS
    wins += ", a win of several being shared out" * several
    wins += ", a draw counting half" * (draws and not several)
    exact = _exact(fairness)
    if best.score.low > fairness.even:
        return f"{_uneven(best, wins, fairness)}{exact}"
    if _is_open(fairness):
        return f"{_open_sentence(fairness, wins)}.{exact}"
    if _is_tilted(fairness):
        return (
            f"It is nearly fair where all choose among several agents: {wins}.{exact}"
        )
    return f"It is fair as far as these games can tell: {wins}.{exact}"


def _open_sentence(fairness: Fairness, wins: str) -> str:
    """Return that too little was played, but for what best play tells all the same."""
    if (favoured := _favoured(fairness)) is None:
        return f"Whether it is fair is still open: {wins}; a larger --budget would tell"
    among = f"among several agents it is still open who wins more: {wins}"
    return f"Best play favours {favoured[0]}, while {among}"


def _favoured(fairness: Fairness) -> tuple[str, str] | None:
    """Return whom best play favours, and over whom, if it surely does."""
    return None if fairness.best is None else fairness.best.favours


def _is_open(fairness: Fairness) -> bool:
    """Whether it may be fair or not, since too little was played."""
    best = max(fairness.sides, key=lambda one: one.score.value)
    sure = best.score.low > fairness.even or fairness.drawn.low > _MOSTLY
    return len(fairness.sides) > 1 and not sure and _half_width(best.score) > _NARROW


def _is_tilted(fairness: Fairness) -> bool:
    """Whether it is certain that its own agents win clearly unequal shares."""
    most = max(fairness.exact.values(), default=0.0)
    return most > fairness.even + SMALL


def _exact(fairness: Fairness) -> str:
    """Return a sentence on what its own agents win, "" where that is not exact."""
    if not fairness.exact:
        return ""
    who, most = max(fairness.exact.items(), key=lambda one: one[1])
    pair, drawn = len(fairness.sides) == _PAIR, fairness.drawn.value
    half = ", a draw counting half" * (pair and 0 < drawn <= _DRAWS)
    wins = f"{who} wins {_in_hundred(most)} of 100{half}"
    return f" Between its own agents {wins}, exact."


def _win_verb(side: SideWorth) -> str:
    """Return the verb for one seat, or for a side of several: bandits win."""
    return "win" if side.seats > 1 else "wins"


def _success_in_words(fairness: Fairness, best: SideWorth) -> str:
    """Return how often the only side succeeds, exact where that is known."""
    exact = set(map(_in_hundred, fairness.exact.values()))
    if len(exact) == 1:
        return f"its own agents succeed in {exact.pop()} of 100 conflicts, exact"
    return f"{share_in_words(best.score)} succeed"


def _in_hundred(share: float) -> str:
    return f"{100 * share:.1f}"


def _best(fairness: Fairness) -> str:
    """Return a sentence on what both sides can be sure of, "" where none is known."""
    best = fairness.best
    return "" if best is None else f" Played as well as can be, {best}."


def _uneven(best: SideWorth, wins: str, fairness: Fairness) -> str:
    even = f", an even share being {100 * fairness.even:.0f}"
    even *= len(fairness.sides) > _PAIR
    if best.score.low >= _NO_CONTEST - SMALL and best.score.value >= _NO_CONTEST:
        return f"It is no contest: {wins}{even}."
    if best.score.low >= _LEAN * 2 * fairness.even:
        return f"It is not fair: {wins}{even}."
    return f"It leans towards {best.side}: {wins}{even}."


def _skill_sentence(
    ladder: Ladder,
    fairness: Fairness | None,
    restricted: Restrictions | None,
    sheets: PartWorths | None,
) -> str:
    blind, key = ladder.rungs[0].behind, _key_in_words(restricted, sheets)
    loss = gain_in_words(blind)
    if blind.low > SMALL:
        skill = f"Choosing matters: who chooses blindly gets {loss} less"
    elif blind.low > 0:
        skill = f"Choosing matters a little: who chooses blindly gets {loss} less"
    elif blind.high < 0:
        more = gain_in_words(_negated(blind))
        skill = f"Choosing blindly does better than its agents, by {more}"
    elif blind.high < LARGE:
        skill = "The dice decide it, for who chooses blindly does about as well"
    else:
        much = "How much" if key else "Whether"
        skill = (
            f"{much} choosing matters is still open: who chooses blindly gets"
            f" {loss} less"
        )
    return f"{skill}{_players_matter(fairness)}{key}."


def _players_matter(fairness: Fairness | None) -> str:
    """Return how much depends on which of the better players plays."""
    if fairness is None or fairness.skill is None:
        return ""
    if fairness.skill.low >= _MOSTLY:
        return "; between good players it is more who plays than the dice"
    if fairness.skill.high <= _HARDLY:
        return "; between good players the dice decide nearly all of it"
    if fairness.skill.high < _MOSTLY:
        return "; between good players the dice decide more than who plays"
    return ""


def _key_in_words(restricted: Restrictions | None, sheets: PartWorths | None) -> str:
    """Return the option or the part of a sheet that somebody would miss most.

    What one needs to get anything at all, such as to enter, tells nothing.
    """
    missed = [
        (one.seat, f'"{one.brief}"', _negated(one.never))
        for one in (() if restricted is None else restricted.findings)
        if one.measured and one.never.high < 0 and not one.needed
    ]
    missed += [
        (one.owner, f'the {one.kind} "{one.name}"', one.worth)
        for one in (() if sheets is None else sheets.labelled(PartLabel.DECISIVE))
    ]
    if not missed:
        return ""
    seat, what, worth = max(missed, key=lambda one: one[2].value)
    return f"; {seat} would miss {what} most, worth {gain_in_words(worth)}"


def _options(restricted: Restrictions, sheets: PartWorths | None) -> str:
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
    cost = gain_in_words(_negated(found[0].worth))
    if len(names) == 1:
        return f"{names[0]} is a burden ({_burden_cost(found[0], cost)})"
    return f"{listed(names)} are burdens (the first: {_burden_cost(found[0], cost)})"


def _burden_cost(one: PartWorth, cost: str) -> str:
    """Say what a burden costs, or what one gets more where it is something else."""
    if one.becomes:
        return f"with it {one.becomes} one gets {cost} more"
    return f"it costs {cost}"


def _restrictions(restricted: Restrictions, told: Sequence[PartWorth]) -> str:
    labels = (Label.STRONG, Label.TRAP, Label.NEVER, Label.DEAD)
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
    widths = [f"{_half_width(one.always):.2f}" for one in seen if not one.exact]
    least, most = min(widths), max(widths)
    return least if least == most else f"{least} to {most}"


_COSTS = {
    Label.STRONG: "without it one loses {}",
    Label.TRAP: "it costs {}",
    Label.NEVER: "it costs {}",
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
    if label is Label.TRAP and first.never.low > 0:
        effect = _negated(first.never)
    cost = _COSTS[label].format(gain_in_words(_negated(effect)))
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


def _course_sentence(course: Course) -> str:
    rounds = f"{spread_in_words(course.rounds, 'round')} and " * bool(
        course.rounds.most
    )
    said = f"A conflict takes {rounds}{spread_in_words(course.real, 'choice')}"
    if course.leads is not None:
        said += _lead_words(course.leads)
    if course.stalled.value > 0:
        degenerate = "play is degenerate, for " * (course.stalled.low > _MOSTLY)
        said += f"; {degenerate}{share_in_words(course.stalled)} stall"
    return said + "."


def _lead_words(leads: Leads) -> str:
    part = leads.open.value
    if part < 0.15:  # noqa: PLR2004 - about none of it
        openness = "it is decided almost from the start"
    elif part > 0.995:  # noqa: PLR2004 - all of it, when rounded
        openness = "it stays open to the end"
    else:
        openness = f"it stays open for {100 * part:.0f} % of its choices"
    lead = f"the lead changes {leads.changes.value:.1f} times"
    if leads.changes.value < 0.1:  # noqa: PLR2004 - in fewer than one of ten
        lead = "the lead hardly ever changes"
    return f"; {openness}, and {lead}"


def _change(
    course: Course,
    fairness: Fairness,
    restricted: Restrictions,
    sensitivity: Sensitivity | None,
    sheets: PartWorths | None,
) -> str:
    todo = [
        *_stalls(course, fairness),
        *sides_advice(fairness, sensitivity),
        *_labels(restricted, deeds=True),
        *_lighter(sheets),
        *_labels(restricted, deeds=False),
    ]
    if not todo and (sensitivity is None or sheets is None):
        return "Nothing has to change on this evidence, of which parts are missing."
    favoured = _favoured(fairness)
    if not todo and _is_open(fairness) and favoured is not None:
        one, other = favoured
        return f"Help {other} or hinder {one}, if best play is to favour nobody."
    if not todo and _is_open(fairness):
        return "Nothing shows yet that has to change, and much is still open."
    if not todo:
        return "Nothing has to change on this evidence."
    return capital("; ".join(todo[:_NAMED])) + "."


def _stalls(course: Course, fairness: Fairness) -> Iterable[str]:
    if course.stalled.low > _STALLS:
        yield "give those who stall a way to end it"
    elif fairness.drawn.low > _MOSTLY and not _is_calm(course, fairness):
        yield "let somebody win more often"


def sides_advice(fairness: Fairness, sensitivity: Sensitivity | None) -> Iterable[str]:
    """Yield whom to help, and by which number, where a side surely wins more."""
    best = max(fairness.sides, key=lambda one: one.score.value)
    worst = min(fairness.sides, key=lambda one: one.score.value)
    if len(fairness.sides) == 1 or best.score.low <= fairness.even:
        return
    helps = _helping(best, worst, sensitivity)
    yield f"help {worst.side} or hinder {best.side}{helps}"


def _helping(best: SideWorth, worst: SideWorth, sensitivity: Sensitivity | None) -> str:
    """Return the number that certainly moves wins away from *best*, if any.

    Of several it is the one that brings both nearest to each other, and it has to halve
    their distance: what turns it round is no help.
    """
    if sensitivity is None or sensitivity.side not in {best.side, worst.side}:
        return ""
    sign = -1 if sensitivity.side == best.side else 1
    ahead = best.score.value - worst.score.value
    left: list[tuple[float, str]] = []
    for one in sensitivity.effects:
        gain = one.gain if sign > 0 else _negated(one.gain)
        after = abs(ahead - 2 * gain.value)
        if gain.low > 0 and after <= ahead / 2:
            to = f"{one.called} {one.set_to} instead of {one.was}"
            moved = f"making {to}, which moves {share_in_words(gain)} wins"
            left.append((after, moved))
    return f", for example by {min(left)[1]}" if left else ""


def _labels(restricted: Restrictions, *, deeds: bool) -> Iterable[str]:
    """Yield what to do about options: *deeds*, or what the rules do with a throw."""
    advice = {
        Label.STRONG: "weaken {}",
        Label.TRAP: "make {} worth its price",
        Label.NEVER: "give {} a use, or drop it",
        Label.DEAD: "drop {}, or give it an effect",
    }
    for label, words in advice.items():
        every = restricted.labelled(label)
        found = [one for one in every if one.option.is_deed == deeds]
        if found:
            yield words.format(f'"{found[0].brief}"')


def _lighter(sheets: PartWorths | None) -> Iterable[str]:
    known = () if sheets is None else sheets.labelled(PartLabel.BURDEN)
    for one in [burden for burden in known if not burden.same_as][:1]:
        rid = f"make it {one.becomes}" if one.becomes else "take it away"
        yield f'make the {one.kind} "{one.name}" help {one.owner}, or {rid}'


def share_in_words(share: Interval) -> str:
    """Return a share as so many of 100, with its interval."""
    value, low, high = (100 * one for one in (share.value, share.low, share.high))
    digits = told_apart(low, high, 0)
    return f"{value:.{digits}f} of 100 ({low:.{digits}f} to {high:.{digits}f})"


def gain_in_words(gain: Interval) -> str:
    """Return a difference of returns with its interval, or an exact one."""
    if gain.low == gain.high:
        return f"{exactly(gain.value)}, exact"
    digits = told_apart(gain.low, gain.high, 2)
    return f"{gain.value:.{digits}f} ({gain.low:.{digits}f} to {gain.high:.{digits}f})"


def spread_in_words(counts: Counts, thing: str) -> str:
    """Return the median of what was counted, and between what half of it lies."""
    low, middle, high = (counts.quantile(share) for share in (0.25, 0.5, 0.75))
    plural = thing if middle == 1 else f"{thing}s"
    if low == high:
        return f"{middle} {plural}"
    return f"{middle} {plural} ({low} to {high})"


def _half_width(interval: Interval) -> float:
    return (interval.high - interval.low) / 2


def _negated(gain: Interval) -> Interval:
    return Interval(-gain.value, -gain.high, -gain.low)
