"""What `fracas value` prints for people."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import fsum

from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_prose
from sim.graph.budget import can_be_raised
from sim.graph.playout import Estimate
from sim.graph.solve import Bounds
from sim.optimal.lines import Answers, Choice
from sim.optimal.situations import FigureLimit
from sim.spine.words import counted, listed
from sim.study.graph_results import EASIER, ROUNDING, CostlyChoice
from sim.study.optimal_files import SavedStrategy
from sim.study.values import value_in_words
from sim.study.valuing import OptimalValue, among_in_words, difference_in_words

_LINES = 6
"""The most situations printed of each strategy."""
_OTHERS = 3
"""The most answers printed of a situation that does not decide."""
_LOST = 5
_ROUNDS = 3
_ROUNDED = 1e-9
_NOTHING = f"{0.0:.5f}"


def put_value(found: OptimalValue) -> None:
    """Print the value for people."""
    loaded = found.loaded
    put(f"{loaded.title} ({loaded.system.title}), when both play well")
    if found.free:
        words = ", ".join(found.free)
        put(f"(free: {words}; the agents make every other decision)")
    put()
    _put_values(found)
    if found.told is not None:
        if found.free and not found.told.asked:
            put()
            put("Best play comes to no decision that is free.")
        for side, seat in enumerate(found.seats):
            choices = [one for one in found.told.choices if one.side == side]
            usual = found.playing[side] if found.told.apart else ""
            _put_strategy(seat, choices, found.names, usual)
        if found.told.apart:
            put()
            put("(how often: where the other replies as well as can be)")
    elif found.exact:
        put()
        put_prose(f"(how both play is not told: {found.told_why})")
    if found.own is not None and found.exact:
        _put_lost(found)
    put()
    _put_sure(found)


def _put_values(found: OptimalValue) -> None:
    """Print the difference, and a table of what each seat can be sure of."""
    put(difference_in_words(found.seats, found.difference))
    put()
    owns = found.own or (None, None)
    known = found.own is not None and found.loses[0] is not None
    rows = [
        (
            row["seat"],
            row["agent"],
            "" if own is None else value_in_words(own),
            *([f"{row['loses']:.5f}"] if known else []),
            value_in_words(sure),
        )
        for row, sure, own in zip(found.rows(), found.sure, owns, strict=True)
    ]
    loses = ["loses"] if known else []
    heads = ("seat", "its agent", "returns", *loses, "can be sure of")
    put_table(heads, rows, words=2)
    _put_among(found)
    if (own := found.own_difference) is not None:
        shipped = difference_in_words(found.seats, Bounds(own, own))
        put(f"between these agents {shipped}")
    if any(isinstance(own, Estimate) for own in owns):
        put_prose("(± is one standard error: some of it was played, not followed)")
    if found.shown_by:
        put_prose(
            f"(what these agents get is so as far as {found.shown_by} conflicts show:"
            " an agent may look at more than was followed)"
        )
    if found.own_why:
        put_prose(f"(what the agents get is not known: {found.own_why})")
    for name, agent in found.judges:
        put(f"({name} judges, and answers as {agent})")


def _put_among(found: OptimalValue) -> None:
    """Print what it is worth among shipped agents, which no bound is mixed with."""
    if found.among_why:
        why = found.among_why
        put_prose(f"(what it is worth among ways of playing is not told: {why})")
    if found.among is None:
        return
    put_prose(f"{among_in_words(found.seats, found.among)}:")
    for one in found.among.sides:
        weights = sorted(one.agents.items(), key=lambda item: -item[1])
        played = ", ".join([f"{agent} {100 * part:.0f} %" for agent, part in weights])
        put_prose(f"  {one.seat} plays {played}", indent=4)


def _put_strategy(
    seat: str, choices: Sequence[Choice], names: Sequence[str], usual: str
) -> None:
    """Print in which situations a seat is most often, and what it does there.

    Wherever no line says what it does, it does as the agent *usual*.
    """
    put()
    if not choices:
        put(f"{seat} does what {usual} does." if usual else f"{seat} is never asked.")
        return
    put(f"{seat} (otherwise as {usual}):" if usual else f"{seat}:")
    shown = sorted(choices[:_LINES], key=_round_span)
    alike = Counter([one.shares for one in choices])
    for one in shown:
        more = alike[one.shares] > 1 and one.instead
        beside = f" (or: {', '.join(one.instead)})" if more else ""
        often = f"{_rounds(one.rounds)}, {times_in_hundred(one.times)}"
        first, *rest = _answer_in_words(one)
        where = _situation_in_words(one.limits, names)
        put_prose(f"  {often}{where}: {first}{beside}".rstrip(), indent=4)
        for line in rest:
            put_prose(f"      {line}", indent=2)
    if len(choices) > len(shown):
        put(f"  (and {counted(len(choices) - len(shown), 'line')} more in --json)")


def _round_span(one: Choice) -> tuple[int, int]:
    return one.rounds[0], one.rounds[-1]


def _situation_in_words(limits: Sequence[FigureLimit], names: Sequence[str]) -> str:
    """Return the situation in which something is answered, after a comma."""
    some = [_limit(one, names) for one in limits]
    return f", where {listed(some)}" if some else ""


def _limit(one: FigureLimit, names: Sequence[str]) -> str:
    """Return what holds of one figure."""
    said = f"{names[one.seat]}'s {one.what} is"
    if one.among is not None:
        return f"{said} {one.among}"
    if one.but:
        return f"{said} not {' or '.join(one.but)}"
    if one.least is None:
        return f"{said} {one.most:g} or less"
    if one.most is None:
        return f"{said} {one.least:g} or more"
    if one.least == one.most:
        return f"{said} {one.least:g}"
    return f"{said} {one.least:g} to {one.most:g}"


def _answer_in_words(one: Choice) -> list[str]:
    """Return what is done in a situation; in lines where that does not decide."""
    answers = [_answers(some) for some, _ in one.shares]
    if len(answers) == 1:
        return answers
    said = [
        f"{_of_hundred(share)}: {some}"
        for some, (_, share) in zip(answers, one.shares, strict=True)
    ]
    left = len(said) - _OTHERS
    rest = [f"and {counted(left, 'other answer')}"] if left > 1 else said[_OTHERS:]
    return ["", *said[:_OTHERS], *rest]


def _of_hundred(share: float) -> str:
    """Return a share of all times."""
    hundred = round(100 * share)
    if share < 1.0 and hundred in (0, 100):
        return "nearly always" if hundred else "hardly ever"
    return f"{hundred} times of 100"


def times_in_hundred(many: float) -> str:
    """Return the frequency of something in 100 conflicts, in words."""
    hundred = 100 * many
    if abs(many - 1.0) < _ROUNDED:
        return "in every conflict"
    if many > 1.0:
        return f"{many:.2f} times a conflict"
    if round(hundred) > 1:
        return f"{hundred:.0f} times in 100 conflicts"
    return f"once in {_rounded(1 / many)} conflicts"


def _rounded(number: float) -> str:
    """Return a number with its first two digits, and noughts after them."""
    rounded = float(f"{number:.2g}")
    return f"{rounded:,.0f}"


def _answers(answers: Answers) -> str:
    """Return the answers, with chances where it mixes."""
    if len(answers) == 1:
        return answers[0][0]
    return " or ".join(
        f"with chance {chance:.3f}: {words}" for words, chance in answers
    )


def _put_lost(found: OptimalValue) -> None:
    """Print which choices of the shipped agents lose something."""
    put()
    if found.lost_why:
        why = f"which of their choices lose something is not known: {found.lost_why}"
        put_prose(f"({why})")
        return
    if not found.lost:
        put("No choice of these agents loses anything against best play.")
        _put_unseen(found)
        return
    put("What these agents lose of the difference in a conflict, and where:")
    mistakes = _mistakes(found.lost)
    for one in mistakes[:_LOST]:
        for line in _mistake_lines(one):
            put_prose(f"  {line}", indent=6)
    if len(mistakes) > _LOST:
        put(f"  (and {len(mistakes) - _LOST} more; --json has them round by round)")
    _put_unseen(found)


def _put_unseen(found: OptimalValue) -> None:
    """Print what both chose unseen at the same time, which is no loss of either."""
    seat = found.seats[found.unseen < 0.0]
    if (amount := f"{abs(found.unseen):.5f}") != _NOTHING:
        put_prose(
            f"({seat} comes out {amount} better than that explains: a choice made"
            " unseen is held against best play, but it met what the other agent chose."
            " What came of that is no loss of either.)"
        )


def _mistakes(lost: Sequence[CostlyChoice]) -> list[list[CostlyChoice]]:
    """Return losses in groups: the same choice where the same would be better."""
    found: dict[tuple[str, str, str], list[CostlyChoice]] = {}
    for one in lost:
        found.setdefault((one.seat, one.taken, one.best), []).append(one)
    return sorted(found.values(), key=lambda some: -_total(some))


def _total(some: Iterable[CostlyChoice]) -> float:
    return fsum(one.times * one.cost for one in some)


def _mistake_lines(some: Sequence[CostlyChoice]) -> Iterable[str]:
    """Yield what one kind of mistake costs, and where it is made."""
    first = some[0]
    where = _rounds([one.round for one in some])
    each = times_in_hundred(fsum(one.times for one in some))
    yield f"{_total(some):.5f}: {first.seat}, {where}, {each}"
    yield f"  {first.taken}"
    yield f"  Better: {first.best}"


def _rounds(rounds: Sequence[int]) -> str:
    """Return the numbers of some rounds, the first of many."""
    rounds = sorted(set(rounds))
    if len(rounds) == 1:
        return f"round {rounds[0]}"
    if rounds[-1] - rounds[0] == len(rounds) - 1 > 1:
        return f"rounds {rounds[0]} to {rounds[-1]}"
    if len(rounds) <= _ROUNDS:
        return f"rounds {listed([str(one) for one in rounds])}"
    return f"some rounds from {rounds[0]} to {rounds[-1]}"


def _put_sure(found: OptimalValue) -> None:
    """Print how sure it is, and how much was followed."""
    size = counted(found.states, "state")
    if found.exact:
        told = found.told
        mixes = "" if told is None else f"; {told.mixed} of {told.asked} choices mix"
        put(f"exact: nobody gains more than {found.gap:.0e}; {size}{mixes}")
        if any(sure.low < sure.high for sure in found.sure):
            put_prose(
                "(exact is who gets how much more; what a seat can be sure of lies"
                " between the two numbers beside it)"
            )
        return
    put(f"bounds: {found.why}; {size}")
    for end, agent in zip(("lower", "upper"), found.bounded_by, strict=True):
        if agent == EASIER:
            put(f"(the {end} bound is what {agent} is worth)")
        elif agent:
            put(f"(the {end} bound is what {agent} makes sure of)")
    if can_be_raised(found.full):
        put("(more --seconds, --states or --memory may bring them closer)")


def put_saved(one: SavedStrategy) -> None:
    """Print what anybody gains against the strategy in a file."""
    known = counted(one.questions, "question")
    gain, certificate = one.certificate.gain, one.certificate
    if gain is None:
        said = f"how good it is was not tested: {certificate.why}"
    elif certificate.whole:
        said = f"against it nobody gains more than {max(gain, ROUNDING):.0e}"
    else:
        said = (
            f"against it nobody gains more than {gain:.5f} (a bound, for the reply to"
            f" it does not fit into {certificate.why})"
        )
    put(f"{one.file} ({known}): {said}")
