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


def sentences(tuning: Tuning) -> list[str]:
    """Return what *tuning* says, the most important first."""
    if _is_unknown(tuning):
        return [*_unknown(tuning), extent_in_words(tuning)]
    return [*_verdict(tuning), extent_in_words(tuning)]


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


def _figure(tuning: Tuning, at: At) -> str:
    measure = tuning.target.measure
    return measure_in_words(measure, tuning.figure(at).text(measure.kind))


def _is_unknown(tuning: Tuning) -> bool:
    """Whether there is nothing but bounds, none of which excludes the target."""
    known = tuning.looked()
    unclear = (not (tuning.figure(at).exact or tuning.side(at)) for at in known)
    return tuning.target.measure.kind == VALUE and all(unclear)


def _unknown(tuning: Tuning) -> Iterator[str]:
    yield (
        "It is not known which value meets the target: best play could not be computed"
        f" in this time. With {tuning.in_words(tuning.best)} all that is certain is"
        f" that {_figure(tuning, tuning.best)}."
    )
    yield (
        "More --seconds bring the bounds closer. For what the scenario's own agents"
        " make of it, found by playing, ask for wins(NAME)=0.5 instead of value."
    )


def _verdict(tuning: Tuning) -> Iterator[str]:
    best, figure = tuning.in_words(tuning.best), _figure(tuning, tuning.best)
    if tuning.verdict == "exactly":
        yield f"With {best} the target is met exactly: {figure}."
    elif tuning.verdict == "nearest":
        tried = "" if tuning.finished else " of those that were tried"
        yield f"No value{tried} meets the target exactly."
        yield f"The closest is {best}: {figure}."
        yield from _nearer(tuning)
        yield from _crossed(tuning)
    else:
        yield from _possibly_met(tuning, best, figure)
        yield from _others(tuning)


def _nearer(tuning: Tuning) -> Iterator[str]:
    """Yield what may be nearer than the best, as far as games or bounds can tell."""
    if rivals := [tuning.in_words(at) for at in tuning.rivals()]:
        more = ", and others" * (len(rivals) > _NAMED)
        named = "; or ".join(rivals[:_NAMED])
        tell = "games" if tuning.figure(tuning.best).games else "the bounds"
        yield f"As far as {tell} can tell, it may be closer with {named}{more}."


def _possibly_met(tuning: Tuning, best: str, figure: str) -> Iterator[str]:
    ends = tuning.interval
    sure = tuning.figure(tuning.best)
    tell = f"{sure.games} games" if sure.games else "the bounds"
    if ends is None or ends[0] == ends[1]:
        yield f"With {best} the target is met, as far as {tell} can tell: {figure}."
        return
    low, high = (_value_text(tuning, end) for end in ends)
    yield f"The closest is {best}: {figure}."
    yield f"Any value from {low} to {high} may be right, as far as {tell} can tell."


def _crossed(tuning: Tuning) -> Iterator[str]:
    """Yield where else the target is crossed, between two neighbours."""
    if len(tuning.axes) > 1:
        return
    for first, second in pairwise(tuning.looked()):
        if (
            tuning.best not in {first, second}
            and tuning.side(first) * tuning.side(second) < 0
        ):
            low, high = _value_text(tuning, first), _value_text(tuning, second)
            yield f"The target is crossed between {low} and {high} as well."
            return


def _others(tuning: Tuning) -> Iterator[str]:
    """Yield the values elsewhere that may meet the target too."""
    low, high = tuning.interval or (tuning.best, tuning.best)
    others = [
        tuning.in_words(at)
        for at in tuning.looked()
        if not tuning.side(at) and not low <= at <= high
    ]
    if others:
        more = ", and others" * (len(others) > _NAMED)
        named = "; or ".join(others[:_NAMED])
        yield f"Other values may meet it, too: {named}{more}."


def extent_in_words(tuning: Tuning) -> str:
    """Return a sentence: which values were tried, which were not, and why."""
    known, of = len(tuning.looked()), tuning.of
    if known == of:
        return f"All {of} values were tried." if of > 1 else "There is one value."
    if tuning.finished:
        return _enough(tuning, known, of)
    over = f"The time was over after {known} of {of} values"
    left = _left_out(tuning)
    return f"{over}; not tried: {left}." if left else f"{over}."


def _enough(tuning: Tuning, known: int, of: int) -> str:
    tried = f"{known} of {of} values were tried"
    if len(tuning.axes) > 1:
        return f"{tried}, as an optimiser chose them: others may be closer."
    ends = [tuning.figure(at).value for at in (tuning.looked()[0], tuning.looked()[-1])]
    moves = "rises" if ends[0] < ends[1] else "falls"
    return (
        f"{tried}. Along these the figure {moves}, as far as can be told, so those"
        " between them were left out."
    )


def _left_out(tuning: Tuning) -> str:
    """Return the values of the only axis that were not looked at, in stretches."""
    if len(tuning.axes) > 1:
        return ""
    places = [at for at in tuning.places() if at not in set(tuning.looked())]
    stretches: list[str] = []
    for _, group in groupby(enumerate(places), lambda entry: entry[1][0] - entry[0]):
        stretch = [at for _, at in group]
        low, high = _value_text(tuning, stretch[0]), _value_text(tuning, stretch[-1])
        stretches.append(low if len(stretch) == 1 else f"{low} to {high}")
    more = len(stretches) - 2 * _NAMED
    return ", ".join(stretches[: 2 * _NAMED]) + f" and {more} more" * (more > 0)


def _value_text(tuning: Tuning, at: At) -> str:
    return as_option_text(tuning.axes[0].values[at[0]])
