"""What a search found, in sentences: the number, how sure it is, and what is not known.

Each is read aloud without the table; only a command has paths.
"""

from collections.abc import Iterator
from itertools import groupby, pairwise

from sim.library.settings import as_option_text
from sim.vary.figures import VALUE, Measure, Target
from sim.vary.tune import At, Tuning

_NAMED = 3
"""The most values, or stretches of them, that are named."""


def sentences(found: Tuning) -> list[str]:
    """Return what *found* says, the most important first."""
    if _is_dark(found):
        return [*_dark(found), extent_in_words(found)]
    return [*_verdict(found), extent_in_words(found)]


def target_in_words(target: Target) -> str:
    """Return the *target* in words: Tela wins 50 of 100 conflicts."""
    measure, value = target.measure, target.value
    if measure.kind == "wins":
        return f"{measure.seat} wins {100 * value:g} of 100 conflicts"
    return measure_in_words(measure, f"{value:g}")


def measure_in_words(measure: Measure, figure: str) -> str:
    """Return the statement that *measure* is *figure*."""
    if measure.kind == VALUE:
        return f"best play is worth {figure}"
    if measure.kind == "wins":
        return f"{measure.seat} wins {figure}"
    return f"{measure.seat} gets {figure} on average"


def _figure(found: Tuning, at: At) -> str:
    measure = found.target.measure
    return measure_in_words(measure, found.figure(at).text(measure.kind))


def _is_dark(found: Tuning) -> bool:
    """Whether there is nothing but bounds, none of which excludes the target."""
    known = found.looked()
    unclear = (not (found.figure(at).exact or found.side(at)) for at in known)
    return found.target.measure.kind == VALUE and all(unclear)


def _dark(found: Tuning) -> Iterator[str]:
    yield (
        "It is not known which value meets the target: best play could not be computed"
        f" in this time. With {found.in_words(found.best)} all that is certain is that"
        f" {_figure(found, found.best)}."
    )
    yield (
        "More --seconds bring the bounds closer. For what the scenario's own agents"
        " make of it, found by playing, ask for wins(NAME)=0.5 instead of value."
    )


def _verdict(found: Tuning) -> Iterator[str]:
    best, figure = found.in_words(found.best), _figure(found, found.best)
    if found.verdict == "exactly":
        yield f"With {best} the target is met exactly: {figure}."
    elif found.verdict == "nearest":
        tried = "" if found.finished else " of those that were tried"
        yield f"No value{tried} meets the target exactly."
        yield f"The closest is {best}: {figure}."
        yield from _nearer(found)
        yield from _crossed(found)
    else:
        yield from _perhaps(found, best, figure)
        yield from _others(found)


def _nearer(found: Tuning) -> Iterator[str]:
    """Yield what may be nearer than the best, as far as games or bounds can tell."""
    if rivals := [found.in_words(at) for at in found.rivals()]:
        more = ", and others" * (len(rivals) > _NAMED)
        named = "; or ".join(rivals[:_NAMED])
        tell = "games" if found.figure(found.best).games else "the bounds"
        yield f"As far as {tell} can tell, it may be closer with {named}{more}."


def _perhaps(found: Tuning, best: str, figure: str) -> Iterator[str]:
    ends = found.interval
    sure = found.figure(found.best)
    tell = f"{sure.games} games" if sure.games else "the bounds"
    if ends is None or ends[0] == ends[1]:
        yield f"With {best} the target is met, as far as {tell} can tell: {figure}."
        return
    low, high = (_value_text(found, end) for end in ends)
    yield f"The closest is {best}: {figure}."
    yield f"Any value from {low} to {high} may be right, as far as {tell} can tell."


def _crossed(found: Tuning) -> Iterator[str]:
    """Yield where else the target is crossed, between two neighbours."""
    if len(found.axes) > 1:
        return
    for one, other in pairwise(found.looked()):
        if found.best not in {one, other} and found.side(one) * found.side(other) < 0:
            low, high = _value_text(found, one), _value_text(found, other)
            yield f"The target is crossed between {low} and {high} as well."
            return


def _others(found: Tuning) -> Iterator[str]:
    """Yield the values elsewhere that may meet the target too."""
    low, high = found.interval or (found.best, found.best)
    others = [
        found.in_words(at)
        for at in found.looked()
        if not found.side(at) and not low <= at <= high
    ]
    if others:
        more = ", and others" * (len(others) > _NAMED)
        named = "; or ".join(others[:_NAMED])
        yield f"Other values may meet it, too: {named}{more}."


def extent_in_words(found: Tuning) -> str:
    """Return a sentence: which values were tried, which were not, and why."""
    known, of = len(found.looked()), found.of
    if known == of:
        return f"All {of} values were tried." if of > 1 else "There is one value."
    if found.finished:
        return _enough(found, known, of)
    over = f"The time was over after {known} of {of} values"
    left = _left_out(found)
    return f"{over}; not tried: {left}." if left else f"{over}."


def _enough(found: Tuning, known: int, of: int) -> str:
    some = f"{known} of {of} values were tried"
    if len(found.axes) > 1:
        return f"{some}, as an optimiser chose them: others may be closer."
    ways = [found.figure(at).value for at in (found.looked()[0], found.looked()[-1])]
    moves = "rises" if ways[0] < ways[1] else "falls"
    return (
        f"{some}. Along these the figure {moves}, as far as can be told, so those"
        " between them were left out."
    )


def _left_out(found: Tuning) -> str:
    """Return the values of the only axis that were not looked at, in stretches."""
    if len(found.axes) > 1:
        return ""
    places = [at for at in found.places() if at not in set(found.looked())]
    stretches: list[str] = []
    for _, group in groupby(enumerate(places), lambda one: one[1][0] - one[0]):
        each = [at for _, at in group]
        low, high = _value_text(found, each[0]), _value_text(found, each[-1])
        stretches.append(low if len(each) == 1 else f"{low} to {high}")
    more = len(stretches) - 2 * _NAMED
    return ", ".join(stretches[: 2 * _NAMED]) + f" and {more} more" * (more > 0)


def _value_text(found: Tuning, at: At) -> str:
    return as_option_text(found.axes[0].values[at[0]])
