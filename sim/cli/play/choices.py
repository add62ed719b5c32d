"""The table of choices: how often each option was taken, and the mean returns."""

from collections import Counter
from collections.abc import Sequence

from msgspec import structs

from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_prose
from sim.seam.events import Scope
from sim.spine.words import counted, without_name
from sim.statistics.choices import ChoiceCounts, OptionCount
from sim.statistics.intervals import Interval
from sim.statistics.words import figure

_FEW = 5
"""How many options of a seat --why lists without --choices."""
_SHORT = 4
"""On the first screen this many options are shared by the seats."""
_IF_TAKEN = "return if taken"
_HEADS = ("seat", "option", "taken", _IF_TAKEN, "if never taken")
_DEEDS = frozenset({Scope.INTENTION, Scope.ACTION})
_FIRST = (Scope.INTENTION, Scope.ACTION, Scope.GATE, Scope.HARM)
_WORDS = (
    "taken: how often, of the choices between it and at least one other option. return"
    " if taken: the mean of the conflicts in which the seat took the option at least"
    " once; if never taken: of those in which it could have, and never did. Where they"
    " differ, that may be why it was taken, and need not be the effect of taking it."
)


def put_done(
    counts: ChoiceCounts, seats: Sequence[str], *, every: bool = False
) -> None:
    """Print the few options that say most about what each of *seats* did.

    How to list the others is said unless *every* option is listed below.
    """
    shown = _telling(counts.options(), seats)
    if not shown:
        return
    put()
    conflicts = counted(counts.conflicts, "conflict")
    heads = ("seat", f"did, in the first {conflicts}", "taken of offered", _IF_TAKEN)
    put_table(heads, [_row(one)[:4] for one in map(_brief, shown)], words=2)
    left = len(counts.options()) - len(shown)
    if left and not every:
        put(f"--choices has {counted(left, 'more option')}, and returns without each")


def _brief(one: OptionCount) -> OptionCount:
    """Return an option without what it is done by."""
    words = one.words.partition(", by ")[0].removesuffix(".")
    return structs.replace(one, words=words)


def _telling(options: Sequence[OptionCount], seats: Sequence[str]) -> list[OptionCount]:
    """Return what *seats* wanted or did most, and then what went with other returns.

    Of some kinds, such as to keep to what one wanted, there is one option: those only
    say yes or no, and say less of what was done.
    """
    kinds = Counter((one.seat, one.kind) for one in options)
    by_seat: dict[str, list[OptionCount]] = {seat: [] for seat in seats}
    for one in options:
        deed = one.about in _DEEDS and kinds[one.seat, one.kind] > 1
        if deed and one.taken and one.seat in by_seat:
            by_seat[one.seat].append(one)
    busy = [own for own in by_seat.values() if own][:_SHORT]
    found: list[OptionCount] = []
    for own in busy:
        each = _SHORT // len(busy)
        most = max(own, key=lambda one: one.taken)
        rest = sorted((one for one in own if one is not most), key=_apart, reverse=True)
        found += [most, *rest[: each - 1]]
    return found


def _apart(one: OptionCount) -> tuple[float, int]:
    """Return how clearly its returns differ, taken and never taken; then how often."""
    with_it, without = one.returns, one.returns_without
    gap = abs(with_it.value - without.value) if with_it and without else 0.0
    return gap * min(sum(one.with_it.values()), sum(one.without.values())), one.taken


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
    put_table(_HEADS, map(_row, listed), words=2)
    left = len(options) - len(listed)
    if left:
        put(f"{counted(left, 'more option')}: --choices lists them all")
    put_prose(_WORDS)


def _row(one: OptionCount) -> tuple[str, ...]:
    return (
        one.seat,
        # The column beside it already names the seat.
        without_name(one.words, one.seat),
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
