"""An analysis in a few sentences, and the moments that decided it.

Numbers are of 100. An expectation is that of a return, which may be shared, so it is
not a chance to win.
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


def summary(analysis: Analysis) -> list[str]:
    """Return three sentences: what could be expected, the dice, the choices."""
    return [_outset(analysis), _dice(analysis), _costliest(analysis)]


def _outset(analysis: Analysis) -> str:
    first, *others = analysis.accounts
    expected = [
        f"{first.seat} could expect {_with_error(of_100(first.expected), first)} of 100"
    ]
    expected += [
        f"{account.seat} {_with_error(of_100(account.expected), account)}"
        for account in others
    ]
    results = listed(
        [f"{account.seat} {of_100(account.came_to)}" for account in analysis.accounts]
    )
    start = f"At the start {listed(expected)}"
    if not analysis.ended:
        return f"{start}; where the record stops: {results}."
    return f"{start}; it ended with {results} ({spelt(analysis.ended)})."


def _dice(analysis: Analysis) -> str:
    moved = [
        account
        for account in analysis.accounts
        if abs(account.luck) >= _NONE or account.error >= _NONE
    ]
    if not moved:
        return "Over the whole conflict the dice favoured nobody."
    luck = [
        f"{_with_error(signed(account.luck), account)} to {account.seat}"
        for account in moved
    ]
    return f"The dice were worth {listed(luck)}."


def _with_error(amount: str, account: Account) -> str:
    """Return an expectation, or the luck that follows from it, with its error."""
    return f"{amount} ± {of_100(account.error)}" if account.error >= _NONE else amount


def _costliest(analysis: Analysis) -> str:
    marked = marked_choices(analysis)
    count, open_ = len(analysis.choices), _open(analysis)
    if not count:
        return "Nobody had a choice."
    if not marked:
        return f"Of {counted(count, 'choice')} none was clearly wrong{open_}."
    worst = marked[0]
    return (
        f"Of {counted(count, 'choice')} {len(marked)}"
        f" {'is' if len(marked) == 1 else 'are'} marked{open_}; the costliest"
        f" was {worst.seat}'s{_in_round(worst)}, which cost {cost_in_words(worst)}."
    )


def _open(analysis: Analysis) -> str:
    """Return how many judgements are open, in brackets; "" for none."""
    said: list[str] = []
    doubted = sum(
        bool(choice.mark) and not choice.settled for choice in analysis.choices
    )
    if analysis.unsettled > doubted:
        said.append(f"{analysis.unsettled - doubted} could not be settled")
    if doubted:
        said.append(f"{counted(doubted, 'mark')} could still change")
    if analysis.unjudged:
        were = "was" if analysis.unjudged == 1 else "were"
        said.append(f"{analysis.unjudged} {were} not judged in time")
    return f" ({', '.join(said)})" if said else ""


def marked_choices(analysis: Analysis) -> list[Moment]:
    """Return the choices that are marked, the costliest first."""
    marked = [choice for choice in analysis.choices if choice.mark]
    return sorted(marked, key=lambda choice: -choice.cost)


def decisive_moments(analysis: Analysis) -> list[Moment]:
    """Return at most three moments that decided it, in order; fewer if they are small.

    A throw counts by its luck, a choice by its cost if that is marked.
    """
    weighed = [(decisiveness(analysis, moment), moment) for moment in analysis.moments]
    large = sorted((pair for pair in weighed if pair[0] >= _SMALL), key=lambda w: -w[0])
    decisive = [moment for _, moment in large[:_MOMENTS]]
    return sorted(decisive, key=lambda moment: moment.event)


def decisiveness(analysis: Analysis, moment: Moment) -> float:
    """Return how decisive a moment was.

    A throw counts only for those whose values it surely moved.
    """
    places = [account.place for account in analysis.accounts]
    if moment.kind == "throw":
        moved = [(abs(moment.luck[place]), Z * moment.error[place]) for place in places]
        return max((luck for luck, unsure in moved if luck > unsure), default=0.0)
    if moment.kind == "choice":
        return moment.cost if moment.mark else 0.0
    return max(abs(moment.advantage[place]) for place in places)


def at_event(moment: Moment) -> str:
    """Return when a moment was: its round, if it was in one, and its event."""
    event = f"event {moment.event}"
    return f"round {moment.round}, {event}" if moment.round else event


def _in_round(moment: Moment) -> str:
    return f" in round {moment.round}" if moment.round else f" at event {moment.event}"


def describe_moment(analysis: Analysis, moment: Moment) -> list[str]:
    """Describe a moment in a line or two."""
    where = at_event(moment)
    if moment.kind == "choice":
        lines = [f"{where}: {moment.said} {_verdict(analysis, moment)}"]
        return lines + ([f"Better: {moment.best}"] if moment.best else [])
    account = _moved_most(analysis.accounts, moment)
    before, after = moment.before[account.place], moment.after[account.place]
    cause = "this throw" if moment.kind == "throw" else "the forfeit"
    line = (
        f"{where}: {account.seat} could expect {of_100(before)} before {cause} and"
        f" {of_100(after)} after it"
    )
    line += f" ({moment.mark})" if moment.mark else ""
    return [line, cut_between_words(f"{moment.said} {moment.came}")]


def _verdict(analysis: Analysis, moment: Moment) -> str:
    """Return the cost of a choice in words, and the agents that play on."""
    mark = moment.mark or "Not marked"
    who = listed([*dict.fromkeys(analysis.continuation.values())])
    return f"{capital(mark)}: costs {cost_in_words(moment)}, played on by {who}."


def cost_in_words(moment: Moment) -> str:
    """Return the cost of a choice, with its interval if that has any width."""
    amount = f"{of_100(moment.cost)} of 100"
    if moment.high - moment.low < _NONE:
        return amount
    return f"{amount} ({of_100(max(moment.low, 0.0))} to {of_100(moment.high)})"


def _moved_most(accounts: Sequence[Account], moment: Moment) -> Account:
    def moved(account: Account) -> float:
        return abs(moment.after[account.place] - moment.before[account.place])

    return max(accounts, key=moved)


def cut_between_words(text: str, most: int = _LONG) -> str:
    """Return *text* on one line of at *most* characters, cut between words."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    head = line[: most - len(_CUT) + 1]
    kept = head.rpartition(" ")[0] or head[:-1]
    return f"{kept}{_CUT}"
