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
_ACTIONS = frozenset({Scope.INTENTION, Scope.ACTION})
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
    put_table(heads, [_row(option)[:4] for option in map(_brief, shown)], words=2)
    left = len(counts.options()) - len(shown)
    if left and not every:
        put(f"--choices has {counted(left, 'more option')}, and returns without each")


def _brief(option: OptionCount) -> OptionCount:
    """Return an option without what it is done by."""
    words = option.words.partition(", by ")[0].removesuffix(".")
    return structs.replace(option, words=words)


def _telling(options: Sequence[OptionCount], seats: Sequence[str]) -> list[OptionCount]:
    """Return what *seats* wanted or did most, and then what went with other returns.

    Some kinds have only one option, such as keeping an intention: it says yes or no,
    and less of what was done.
    """
    kinds = Counter((option.seat, option.kind) for option in options)
    by_seat: dict[str, list[OptionCount]] = {seat: [] for seat in seats}
    for option in options:
        is_action = option.about in _ACTIONS and kinds[option.seat, option.kind] > 1
        if is_action and option.taken and option.seat in by_seat:
            by_seat[option.seat].append(option)
    busy = [own for own in by_seat.values() if own][:_SHORT]
    telling: list[OptionCount] = []
    for own in busy:
        share = _SHORT // len(busy)
        most = max(own, key=lambda option: option.taken)
        rest = sorted(
            (option for option in own if option is not most),
            key=_separation,
            reverse=True,
        )
        telling += [most, *rest[: share - 1]]
    return telling


def _separation(option: OptionCount) -> tuple[float, int]:
    """Return how clearly its returns differ, taken and never taken; then how often."""
    with_it, without = option.returns, option.returns_without
    gap = abs(with_it.value - without.value) if with_it and without else 0.0
    return gap * min(
        sum(option.with_it.values()), sum(option.without.values())
    ), option.taken


def put_choices(counts: ChoiceCounts, seats: Sequence[str], *, every: bool) -> None:
    """Print the options of each of *seats*: the most important few, or *every* one."""
    order = {name: place for place, name in enumerate(seats)}
    options = sorted(
        counts.options(), key=lambda option: order.get(option.seat, len(order))
    )
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


def _row(option: OptionCount) -> tuple[str, ...]:
    return (
        option.seat,
        # The column beside it already names the seat.
        without_name(option.words, option.seat),
        f"{option.taken} of {option.offered}",
        _figure(option.returns),
        _figure(option.returns_without),
    )


def _figure(returns: Interval | None) -> str:
    return "" if returns is None else figure(returns)


def _few(options: Sequence[OptionCount]) -> list[OptionCount]:
    """Return a few options of each seat: intentions and actions first."""

    def rank(option: OptionCount) -> tuple[int, int]:
        known = option.about in _FIRST
        return (
            _FIRST.index(Scope(option.about)) if known else len(_FIRST),
            -option.offered,
        )

    taken: Counter[str] = Counter()
    chosen: set[int] = set()
    for option in sorted(options, key=rank):
        taken[option.seat] += 1
        if taken[option.seat] <= _FEW:
            chosen.add(id(option))
    return [option for option in options if id(option) in chosen]
