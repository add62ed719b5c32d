"""A tournament in one sentence: who is best, how sure, and where they lose."""

from collections.abc import Iterator

from sim.spine.words import listed
from sim.tournament.result import Result

_TWO = 2
_DIGITS = 9
_VERDICTS = ("better", "worse", "equal", "alike", "open", "")


def headline_sentence(result: Result) -> str:
    """Return the sentence; "" before anybody has met anybody.

    "Sure" is said of what the verdicts say, which hold together, and "exact" where all
    of these are; everything else is the order of the scores so far.
    """
    if not result.pairings:
        return ""
    order = [row.agent for row in result.standings]
    cycles = () if result.ratings is None else result.ratings.cycles
    if cycles:
        return f"{_above(result, order)}: {' beats '.join((*cycles[0], cycles[0][0]))}."
    parts = [_leading(result, order), *_second(result, order)]
    return "; ".join(part for part in parts if part) + "."


def _above(result: Result, order: list[str]) -> str:
    """Return who is best where some beat one another in a ring: others, or nobody."""
    for one in order:
        if all(
            _says(result, one, other) == "better" for other in order if other != one
        ):
            sure = _sure(result, one, [other for other in order if other != one])
            return f"{one} is best, {sure}; among the rest"
    beaten = [
        one
        for one in order
        if any(_says(result, one, other) == "worse" for other in order)
    ]
    return "Nobody is best" if len(beaten) == len(order) else "Nobody is surely best"


def _leading(result: Result, order: list[str]) -> str:
    best, others = order[0], order[1:]
    said = {other: _says(result, best, other) for other in others}
    against = {
        one: [other for other in others if said[other] == one] for one in _VERDICTS
    }
    if against["worse"]:
        return f"{best} scores most, but {listed(against['worse'])} beats it"
    if against["open"]:
        scores = {
            row.agent: round(row.score.value, _DIGITS) for row in result.standings
        }
        level = [one for one in against["open"] if scores[one] == scores[best]]
        rest = [one for one in against["open"] if one not in level]
        if level:
            more = f", as it is against {listed(rest)}" if rest else ""
            return f"{listed([best, *level])} lead level; who is better is open{more}"
        return f"{best} leads, but not surely: open against {listed(against['open'])}"
    if against[""]:
        return f"{best} scores most, and has not met {listed(against[''])}"
    level = [*against["alike"], *against["equal"]]
    if not level:
        sure = _sure(result, best, others)
        return f"{best} is best, {sure}" + _weakness(result, best)
    ahead = "" if len(level) == len(others) else ", and ahead of the rest"
    sure = _sure(result, best, others)
    return f"{listed([best, *level])} are level{ahead}, {sure}"


def _second(result: Result, order: list[str]) -> Iterator[str]:
    """Yield what is said of whoever comes second, if somebody comes after them."""
    if len(order) <= _TWO or _says(result, order[0], order[1]) != "better":
        return
    second = order[1]
    rest = order[2:]
    better = all(_says(result, second, one) == "better" for one in rest)
    sure = f", {_sure(result, second, rest)}" if better else ""
    yield f"{second} second{sure}{_weakness(result, second)}"


def _weakness(result: Result, agent: str) -> str:
    """Return where an agent surely loses, the worst side of those there are."""
    sides = [one for one in result.places if one.agent == agent and one.loses]
    if not sides:
        return ""
    worst = min(sides, key=lambda one: one.score.value)
    return f", and loses on {worst.scenario} as {worst.side}"


def _says(result: Result, first: str, second: str) -> str:
    """Return the verdict on *first* against *second*, "" if they have not met."""
    one = result.between(first, second)
    if one is None:
        return ""
    said = one.verdict.says
    if one.first == first:
        return said
    return {"better": "worse", "worse": "better"}.get(said, said)


def _sure(result: Result, agent: str, others: list[str]) -> str:
    """Return how sure the verdicts on *agent* against *others* are, all of one kind."""
    found = [result.between(agent, other) for other in others]
    exact = all(one is not None and one.verdict.exact for one in found)
    return "exact" if exact else "sure"
