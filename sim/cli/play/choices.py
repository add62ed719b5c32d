"""The table of choices: how often each option was taken, and the mean returns."""

from collections import Counter
from collections.abc import Sequence

from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import counted, put, put_prose
from sim.seam.events import Scope
from sim.statistics.choices import ChoiceCounts, OptionCount
from sim.statistics.intervals import Interval
from sim.statistics.words import figure

_FEW = 5
"""How many options of a seat are listed without --choices."""
_FIRST = (Scope.INTENTION, Scope.ACTION, Scope.GATE, Scope.HARM)
_WORDS = (
    "taken: how often, of the choices between it and at least one other option. return"
    " if taken: the mean of the conflicts in which the seat took the option at least"
    " once; if never taken: of those in which it could have, and never did. Where they"
    " differ, that may be why it was taken, and need not be the effect of taking it."
)


def put_choices(counts: ChoiceCounts, seats: Sequence[str], *, every: bool) -> None:
    """Print the options of each of *seats*: the most important few, or *every* one."""
    order = {name: place for place, name in enumerate(seats)}
    options = sorted(counts.options(), key=lambda one: order.get(one.seat, len(order)))
    if not options:
        return
    listed = options if every else _few(options)
    put()
    put(f"What was chosen in the first {counted(counts.conflicts, 'conflict')}:")
    put()
    heads = ("seat", "option", "taken", "return if taken", "if never taken")
    put_table(heads, [_row(one) for one in listed], words=2)
    left = len(options) - len(listed)
    if left:
        put(f"{counted(left, 'more option')}: --choices lists them all")
    put_prose(_WORDS)


def _row(one: OptionCount) -> tuple[str, ...]:
    return (
        one.seat,
        # The column beside it already names the seat.
        one.words.removeprefix(f"{one.seat} "),
        f"{one.taken} of {one.offered}",
        _figure(one.returns),
        _figure(one.returns_without),
    )


def _figure(returns: Interval | None) -> str:
    return "" if returns is None else figure(returns)


def _few(options: Sequence[OptionCount]) -> list[OptionCount]:
    """Return a few options of each seat: intentions and actions first."""

    def rank(one: OptionCount) -> tuple[int, int]:
        known = one.about in _FIRST
        return (_FIRST.index(Scope(one.about)) if known else len(_FIRST), -one.offered)

    taken: Counter[str] = Counter()
    chosen: set[int] = set()
    for one in sorted(options, key=rank):
        taken[one.seat] += 1
        if taken[one.seat] <= _FEW:
            chosen.add(id(one))
    return [one for one in options if id(one) in chosen]
