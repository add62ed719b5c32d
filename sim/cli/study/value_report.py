"""What `fracas value` prints for people."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import fsum

from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_prose
from sim.graph.budget import can_be_raised
from sim.graph.rollout import Estimate
from sim.graph.solve import Bounds
from sim.optimal.lines import Answers, Choice
from sim.optimal.situations import FigureLimit
from sim.spine.words import counted, listed
from sim.study.costly_choices import CostlyChoice
from sim.study.graph_results import EASIER
from sim.study.nearest_bounds import ROUNDING
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


def put_value(result: OptimalValue) -> None:
    """Print the value for people."""
    loaded = result.loaded
    put(f"{loaded.title} ({loaded.system.title}), under best play")
    if result.free:
        words = ", ".join(result.free)
        put(f"(free: {words}; the agents make every other decision)")
    put()
    _put_values(result)
    if result.told is not None:
        if result.free and not result.told.asked:
            put()
            put("Best play comes to no decision that is free.")
        for side, seat in enumerate(result.seats):
            choices = [choice for choice in result.told.choices if choice.side == side]
            usual = result.playing[side] if result.told.apart else ""
            _put_strategy(seat, choices, result.names, usual)
        if result.told.apart:
            put()
            put("(how often: where the other replies as well as can be)")
    elif result.exact:
        put()
        put_prose(f"(how both play is not told: {result.told_why})")
    if result.own is not None and result.exact:
        _put_lost(result)
    put()
    _put_sure(result)


def _put_values(result: OptimalValue) -> None:
    """Print the difference, and a table of what each seat can be sure of."""
    put(difference_in_words(result.seats, result.difference))
    put()
    owns = result.own or (None, None)
    known = result.own is not None and result.loses[0] is not None
    rows = [
        (
            row["seat"],
            row["agent"],
            "" if own is None else value_in_words(own),
            *([f"{row['loses']:.5f}"] if known else []),
            value_in_words(sure),
        )
        for row, sure, own in zip(result.rows(), result.sure, owns, strict=True)
    ]
    loses = ["loses"] if known else []
    heads = ("seat", "its agent", "returns", *loses, "can be sure of")
    put_table(heads, rows, words=2)
    _put_among(result)
    if (own := result.own_difference) is not None:
        shipped = difference_in_words(result.seats, Bounds(own, own))
        put(f"between these agents {shipped}")
    if any(isinstance(own, Estimate) for own in owns):
        put_prose("(± is one standard error: some of it was played, not followed)")
    if result.shown_by:
        put_prose(
            f"(what these agents get is so as far as {result.shown_by} conflicts show:"
            " an agent may look at more than was followed)"
        )
    if result.own_why:
        put_prose(f"(what the agents get is not known: {result.own_why})")
    for name, agent in result.judges:
        put(f"({name} judges, and answers as {agent})")


def _put_among(result: OptimalValue) -> None:
    """Print what it is worth among shipped agents; no bound is mixed with that."""
    if result.among_why:
        why = result.among_why
        put_prose(f"(what it is worth among ways of playing is not told: {why})")
    if result.among is None:
        return
    put_prose(f"{among_in_words(result.seats, result.among)}:")
    for side in result.among.sides:
        weights = sorted(side.agents.items(), key=lambda item: -item[1])
        played = ", ".join([f"{agent} {100 * part:.0f} %" for agent, part in weights])
        put_prose(f"  {side.seat} plays {played}", indent=4)


def _put_strategy(
    seat: str, choices: Sequence[Choice], names: Sequence[str], usual: str
) -> None:
    """Print the situations a seat is in most often, and what it does there.

    In all other situations it does as the agent *usual*.
    """
    put()
    if not choices:
        put(f"{seat} does what {usual} does." if usual else f"{seat} is never asked.")
        return
    put(f"{seat} (otherwise as {usual}):" if usual else f"{seat}:")
    shown = sorted(choices[:_LINES], key=_round_span)
    alike = Counter([choice.shares for choice in choices])
    for choice in shown:
        more = alike[choice.shares] > 1 and choice.instead
        beside = f" (or: {', '.join(choice.instead)})" if more else ""
        often = f"{_rounds_in_words(choice.rounds)}, {times_in_hundred(choice.times)}"
        first, *rest = _answer_in_words(choice)
        where = _situation_in_words(choice.limits, names)
        put_prose(f"  {often}{where}: {first}{beside}".rstrip(), indent=4)
        for line in rest:
            put_prose(f"      {line}", indent=2)
    if len(choices) > len(shown):
        put(f"  (and {counted(len(choices) - len(shown), 'line')} more in --json)")


def _round_span(choice: Choice) -> tuple[int, int]:
    return choice.rounds[0], choice.rounds[-1]


def _situation_in_words(limits: Sequence[FigureLimit], names: Sequence[str]) -> str:
    """Return the situation of an answer in words, after a comma."""
    conditions = [_limit_in_words(limit, names) for limit in limits]
    return f", where {listed(conditions)}" if conditions else ""


def _limit_in_words(limit: FigureLimit, names: Sequence[str]) -> str:
    """Return the limit of one figure in words."""
    said = f"{names[limit.seat]}'s {limit.what} is"
    if limit.among is not None:
        return f"{said} {limit.among}"
    if limit.but:
        return f"{said} not {' or '.join(limit.but)}"
    if limit.least is None:
        return f"{said} {limit.most:g} or less"
    if limit.most is None:
        return f"{said} {limit.least:g} or more"
    if limit.least == limit.most:
        return f"{said} {limit.least:g}"
    return f"{said} {limit.least:g} to {limit.most:g}"


def _answer_in_words(choice: Choice) -> list[str]:
    """Return the answer in a situation, in several lines if it varies."""
    answers = [_mixture_in_words(mixture) for mixture, _ in choice.shares]
    if len(answers) == 1:
        return answers
    said = [
        f"{_share_in_words(share)}: {words}"
        for words, (_, share) in zip(answers, choice.shares, strict=True)
    ]
    left = len(said) - _OTHERS
    rest = [f"and {counted(left, 'other answer')}"] if left > 1 else said[_OTHERS:]
    return ["", *said[:_OTHERS], *rest]


def _share_in_words(share: float) -> str:
    """Return a share of all times."""
    hundred = round(100 * share)
    if share < 1.0 and hundred in (0, 100):
        return "nearly always" if hundred else "hardly ever"
    return f"{hundred} times of 100"


def times_in_hundred(frequency: float) -> str:
    """Return the frequency of something in 100 conflicts, in words."""
    hundred = 100 * frequency
    if abs(frequency - 1.0) < _ROUNDED:
        return "in every conflict"
    if frequency > 1.0:
        return f"{frequency:.2f} times a conflict"
    if round(hundred) > 1:
        return f"{hundred:.0f} times in 100 conflicts"
    return f"once in {_rounded(1 / frequency)} conflicts"


def _rounded(number: float) -> str:
    """Return a number rounded to two digits."""
    rounded = float(f"{number:.2g}")
    return f"{rounded:,.0f}"


def _mixture_in_words(answers: Answers) -> str:
    """Return the answers, with their probabilities if there are several."""
    if len(answers) == 1:
        return answers[0][0]
    return " or ".join(
        f"with chance {chance:.3f}: {words}" for words, chance in answers
    )


def _put_lost(result: OptimalValue) -> None:
    """Print which choices of the shipped agents lose something."""
    put()
    if result.lost_why:
        why = f"which of their choices lose something is not known: {result.lost_why}"
        put_prose(f"({why})")
        return
    if not result.lost:
        put("No choice of these agents loses anything against best play.")
        _put_unseen(result)
        return
    put("What these agents lose of the difference in a conflict, and where:")
    mistakes = _mistakes(result.lost)
    for mistake in mistakes[:_LOST]:
        for line in _mistake_lines(mistake):
            put_prose(f"  {line}", indent=6)
    if len(mistakes) > _LOST:
        put(f"  (and {len(mistakes) - _LOST} more; --json has them round by round)")
    _put_unseen(result)


def _put_unseen(result: OptimalValue) -> None:
    """Print what both chose unseen at the same time, which is no loss of either."""
    seat = result.seats[result.unseen < 0.0]
    if (amount := f"{abs(result.unseen):.5f}") != _NOTHING:
        put_prose(
            f"({seat} comes out {amount} better than that explains: a choice made"
            " unseen is held against best play, but it met what the other agent chose."
            " What came of that is no loss of either.)"
        )


def _mistakes(lost: Sequence[CostlyChoice]) -> list[list[CostlyChoice]]:
    """Return losses in groups: the same choice where the same would be better."""
    groups: dict[tuple[str, str, str], list[CostlyChoice]] = {}
    for choice in lost:
        groups.setdefault((choice.seat, choice.taken, choice.best), []).append(choice)
    return sorted(groups.values(), key=lambda group: -_total(group))


def _total(choices: Iterable[CostlyChoice]) -> float:
    return fsum(choice.times * choice.cost for choice in choices)


def _mistake_lines(choices: Sequence[CostlyChoice]) -> Iterable[str]:
    """Yield what one kind of mistake costs, and where it is made."""
    first = choices[0]
    where = _rounds_in_words([choice.round for choice in choices])
    frequency = times_in_hundred(fsum(choice.times for choice in choices))
    yield f"{_total(choices):.5f}: {first.seat}, {where}, {frequency}"
    yield f"  {first.taken}"
    yield f"  Better: {first.best}"


def _rounds_in_words(rounds: Sequence[int]) -> str:
    """Return the numbers of *rounds* in words, or only the first if they are many."""
    rounds = sorted(set(rounds))
    if len(rounds) == 1:
        return f"round {rounds[0]}"
    if rounds[-1] - rounds[0] == len(rounds) - 1 > 1:
        return f"rounds {rounds[0]} to {rounds[-1]}"
    if len(rounds) <= _ROUNDS:
        return f"rounds {listed([str(number) for number in rounds])}"
    return f"some rounds from {rounds[0]} to {rounds[-1]}"


def _put_sure(result: OptimalValue) -> None:
    """Print how exact the value is, and how many states were followed."""
    size = counted(result.states, "state")
    if result.exact:
        told = result.told
        mixes = "" if told is None else f"; {told.mixed} of {told.asked} choices mix"
        put(f"exact: nobody gains more than {result.gap:.0e}; {size}{mixes}")
        if any(sure.low < sure.high for sure in result.sure):
            put_prose(
                "(exact is who gets how much more; what a seat can be sure of lies"
                " between the two numbers beside it)"
            )
        return
    put(f"bounds: {result.why}; {size}")
    for end, agent in zip(("lower", "upper"), result.bounded_by, strict=True):
        if agent == EASIER:
            put(f"(the {end} bound is what {agent} is worth)")
        elif agent:
            put(f"(the {end} bound is what {agent} makes sure of)")
    if can_be_raised(result.full):
        put("(more --seconds, --states or --memory may bring them closer)")


def put_saved(strategy: SavedStrategy) -> None:
    """Print what anybody gains against the strategy in a file."""
    questions = counted(strategy.questions, "question")
    gain, certificate = strategy.certificate.gain, strategy.certificate
    if gain is None:
        said = f"how good it is was not tested: {certificate.why}"
    elif certificate.whole:
        said = f"against it nobody gains more than {max(gain, ROUNDING):.0e}"
    else:
        said = (
            f"against it nobody gains more than {gain:.5f} (a bound, for the reply to"
            f" it does not fit into {certificate.why})"
        )
    put(f"{strategy.file} ({questions}): {said}")
