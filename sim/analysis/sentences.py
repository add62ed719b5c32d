"""An analysis in a few sentences, and the moments that decided it.

Numbers are of 100: what a seat can expect is a return, which may be shared, so it is no
chance to win.
"""

from collections.abc import Sequence

from sim.analysis.analysis import Analysis
from sim.analysis.judging import Z
from sim.analysis.moments import Account, Moment
from sim.analysis.scale import of_100, signed
from sim.conflict.stream import spelt
from sim.spine.words import capital, counted, listed

_MOMENTS = 3
_SMALL = 0.08
"""A throw that changes values by less than this is not decisive."""
_NONE = 0.005
_LONG = 160
_CUT = " [...]"


def summary(found: Analysis) -> list[str]:
    """Return three sentences: what could be expected, the dice, the choices."""
    return [_outset(found), _dice(found), _costliest(found)]


def _outset(found: Analysis) -> str:
    one, *more = found.accounts
    could = f"{one.seat} could expect {_give_or_take(of_100(one.expected), one)} of 100"
    rest = [f"{two.seat} {_give_or_take(of_100(two.expected), two)}" for two in more]
    could = listed([could, *rest])
    got = listed([f"{one.seat} {of_100(one.came_to)}" for one in found.accounts])
    first = f"At the start {could}"
    if not found.ended:
        return f"{first}; where the record stops: {got}."
    return f"{first}; it ended with {got} ({spelt(found.ended)})."


def _dice(found: Analysis) -> str:
    moved = [
        one for one in found.accounts if abs(one.luck) >= _NONE or one.error >= _NONE
    ]
    if not moved:
        return "Over the whole conflict the dice favoured nobody."
    return (
        "The dice were worth "
        + listed(
            [f"{_give_or_take(signed(one.luck), one)} to {one.seat}" for one in moved]
        )
        + "."
    )


def _give_or_take(amount: str, one: Account) -> str:
    """Return an expectation, or the luck that follows from it, with its error."""
    return f"{amount} ± {of_100(one.error)}" if one.error >= _NONE else amount


def _costliest(found: Analysis) -> str:
    marked = marked_choices(found)
    count = len(found.choices)
    if not count:
        return "Nobody had a choice."
    if not marked:
        return f"Of {counted(count, 'choice')} none was clearly wrong{_open(found)}."
    worst = marked[0]
    return (
        f"Of {counted(count, 'choice')} {len(marked)}"
        f" {'is' if len(marked) == 1 else 'are'} marked{_open(found)}; the costliest"
        f" was {worst.seat}'s{_in_round(worst)}, which cost {cost_in_words(worst)}."
    )


def _open(found: Analysis) -> str:
    """Return how many judgements are open, in brackets; "" for none."""
    said: list[str] = []
    doubted = sum(bool(one.mark) and not one.settled for one in found.choices)
    if found.unsettled > doubted:
        said.append(f"{found.unsettled - doubted} could not be settled")
    if doubted:
        said.append(f"{counted(doubted, 'mark')} could still change")
    if found.unjudged:
        were = "was" if found.unjudged == 1 else "were"
        said.append(f"{found.unjudged} {were} not judged in time")
    return f" ({', '.join(said)})" if said else ""


def marked_choices(found: Analysis) -> list[Moment]:
    """Return the choices that are marked, the costliest first."""
    marked = [one for one in found.choices if one.mark]
    return sorted(marked, key=lambda one: -one.cost)


def decisive_moments(found: Analysis) -> list[Moment]:
    """Return at most three moments that decided it, in order; fewer if they are small.

    A throw counts by its luck, a choice by its cost where that is marked.
    """
    weighed = [(decisiveness(found, one), one) for one in found.moments]
    large = sorted((one for one in weighed if one[0] >= _SMALL), key=lambda w: -w[0])
    return sorted([one for _, one in large[:_MOMENTS]], key=lambda one: one.event)


def decisiveness(found: Analysis, one: Moment) -> float:
    """Return how decisive a moment was.

    A throw counts only for those whose values it surely moved.
    """
    places = [account.place for account in found.accounts]
    if one.kind == "throw":
        moved = [(abs(one.luck[place]), Z * one.error[place]) for place in places]
        return max((luck for luck, unsure in moved if luck > unsure), default=0.0)
    if one.kind == "choice":
        return one.cost if one.mark else 0.0
    return max(abs(one.advantage[place]) for place in places)


def at_event(one: Moment) -> str:
    """Return when *one* was: its round, if it was in one, and its event."""
    event = f"event {one.event}"
    return f"round {one.round}, {event}" if one.round else event


def _in_round(one: Moment) -> str:
    return f" in round {one.round}" if one.round else f" at event {one.event}"


def describe_moment(found: Analysis, one: Moment) -> list[str]:
    """Describe a moment in a line or two."""
    where = at_event(one)
    if one.kind == "choice":
        lines = [f"{where}: {one.said} {_verdict(found, one)}"]
        return lines + ([f"Better: {one.best}"] if one.best else [])
    account = _moved_most(found.accounts, one)
    before, after = one.before[account.place], one.after[account.place]
    moment = "this throw" if one.kind == "throw" else "the forfeit"
    line = (
        f"{where}: {account.seat} could expect {of_100(before)} before {moment} and"
        f" {of_100(after)} after it"
    )
    line += f" ({one.mark})" if one.mark else ""
    return [line, cut_between_words(f"{one.said} {one.came}")]


def _verdict(found: Analysis, one: Moment) -> str:
    """Return what a choice cost, and with which agents playing on."""
    mark = one.mark or "Not marked"
    who = listed([*dict.fromkeys(found.continuation.values())])
    return f"{capital(mark)}: costs {cost_in_words(one)}, played on by {who}."


def cost_in_words(one: Moment) -> str:
    """Return what a choice cost, and the interval where there is one."""
    amount = f"{of_100(one.cost)} of 100"
    if one.high - one.low < _NONE:
        return amount
    return f"{amount} ({of_100(max(one.low, 0.0))} to {of_100(one.high)})"


def _moved_most(accounts: Sequence[Account], one: Moment) -> Account:
    def moved(account: Account) -> float:
        return abs(one.after[account.place] - one.before[account.place])

    return max(accounts, key=moved)


def cut_between_words(text: str, most: int = _LONG) -> str:
    """Return *text* on one line of at *most* characters, cut between words."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    head = line[: most - len(_CUT) + 1]
    whole = head.rpartition(" ")[0] or head[:-1]
    return f"{whole}{_CUT}"
