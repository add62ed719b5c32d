"""A tournament in one sentence: who is best, how sure, and where they lose."""

from collections.abc import Iterator

from sim.spine.words import listed
from sim.tournament.result import Result

_TWO = 2
_DIGITS = 9
_VERDICTS = ("better", "worse", "equal", "alike", "open", "")


def headline_sentence(result: Result) -> str:
    """Return the sentence; "" before anybody has met anybody.

    "Sure" refers to verdicts, which hold together, and "exact" to verdicts that are all
    exact; everything else is the order of the scores so far.
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
    """Return who is best if some beat one another in a ring: another, or nobody."""
    for agent in order:
        if all(
            _says(result, agent, other) == "better" for other in order if other != agent
        ):
            sure = _sure(result, agent, [other for other in order if other != agent])
            return f"{agent} is best, {sure}; among the rest"
    beaten = [
        agent
        for agent in order
        if any(_says(result, agent, other) == "worse" for other in order)
    ]
    return "Nobody is best" if len(beaten) == len(order) else "Nobody is surely best"


def _leading(result: Result, order: list[str]) -> str:
    best, others = order[0], order[1:]
    verdicts = {other: _says(result, best, other) for other in others}
    against = {
        verdict: [other for other in others if verdicts[other] == verdict]
        for verdict in _VERDICTS
    }
    if against["worse"]:
        return f"{best} scores most, but {listed(against['worse'])} beats it"
    if against["open"]:
        scores = {
            row.agent: round(row.score.value, _DIGITS) for row in result.standings
        }
        level = [agent for agent in against["open"] if scores[agent] == scores[best]]
        rest = [agent for agent in against["open"] if agent not in level]
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
    """Yield the part about the agent in second place, if another comes after it."""
    if len(order) <= _TWO or _says(result, order[0], order[1]) != "better":
        return
    second = order[1]
    rest = order[2:]
    better = all(_says(result, second, agent) == "better" for agent in rest)
    sure = f", {_sure(result, second, rest)}" if better else ""
    yield f"{second} second{sure}{_weakness(result, second)}"


def _weakness(result: Result, agent: str) -> str:
    """Return where an agent surely loses, the worst side of those there are."""
    sides = [place for place in result.places if place.agent == agent and place.loses]
    if not sides:
        return ""
    worst = min(sides, key=lambda place: place.score.value)
    return f", and loses on {worst.scenario} as {worst.side}"


def _says(result: Result, first: str, second: str) -> str:
    """Return the verdict on *first* against *second*, "" if they have not met."""
    pairing = result.between(first, second)
    if pairing is None:
        return ""
    says = pairing.verdict.says
    if pairing.first == first:
        return says
    return {"better": "worse", "worse": "better"}.get(says, says)


def _sure(result: Result, agent: str, others: list[str]) -> str:
    """Return how sure the verdicts on *agent* against *others* are, all of one kind."""
    pairings = [result.between(agent, other) for other in others]
    exact = all(pairing is not None and pairing.verdict.exact for pairing in pairings)
    return "exact" if exact else "sure"
