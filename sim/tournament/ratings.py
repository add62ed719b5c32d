"""Ratings: one strength for each agent, fitted to all games at once.

Blocks are the unit of sampling, so the model is fitted to many random reweightings of
them (a Bayesian bootstrap). Since unseen results are possible, every pairing is given
half a block won by each agent. A pairing whose games are known exactly counts as if it
had played very many and come out as expected, in every reweighting alike.
"""

from math import exp
from typing import Any

import numpy as np
from msgspec import Struct, structs

from sim.statistics.betting import Numbers
from sim.statistics.bradley_terry import ELO, Model
from sim.statistics.intervals import CONFIDENCE, Interval
from sim.statistics.ranks import cycles, holm, rank_bounds
from sim.tournament.cells import Cells
from sim.tournament.formats import Course, score_against
from sim.tournament.ledger import EVEN, Ledger, Pair

DRAWS = 300
_CLOSE = 1e-4


class Rating(Struct, frozen=True):
    """The Elo of an agent (mean 0), with simultaneous bounds of its rank, *ranks*."""

    agent: str
    elo: Interval
    ranks: tuple[int, int]

    def to_dict(self) -> dict[str, Any]:
        """Return the rating by name."""
        return {
            "agent": self.agent,
            "elo": self.elo.to_dict(),
            "ranks": list(self.ranks),
        }


class SideTerm(Struct, frozen=True):
    """The advantage of a side in a scenario, in Elo against the mean of its sides."""

    scenario: str
    side: str
    elo: float


class Ratings(Struct, frozen=True):
    """All ratings, the strongest first, or the cycles that make a ranking meaningless.

    *leaders* are the agents that no other is surely better than. *holm* has the
    adjusted chance of each pairing to look so far from even by luck. *cycles* are
    agents each of whom is surely better than the next. Where there are any, no order is
    honest, so there are neither ratings nor leaders, but only *payoffs*, what each row
    scored against each column less one half. *confidence* is the probability that all
    that is sure is true, at every look.
    """

    ratings: tuple[Rating, ...]
    leaders: tuple[str, ...]
    confidence: float
    sides: tuple[SideTerm, ...]
    ties: tuple[tuple[str, float], ...]
    holm: tuple[tuple[str, str, float], ...]
    cycles: tuple[tuple[str, ...], ...]
    payoffs: tuple[tuple[float, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return all of it by name."""
        return {
            "ratings": [rating.to_dict() for rating in self.ratings],
            "not_surely_behind": list(self.leaders),
            "confidence": round(self.confidence, 6),
            "sides": [
                {
                    "scenario": side.scenario,
                    "side": side.side,
                    "elo": round(side.elo, 6),
                }
                for side in self.sides
            ],
            "ties": [[name, round(share, 6)] for name, share in self.ties],
            "holm": [[first, second, round(p, 6)] for first, second, p in self.holm],
            "cycles": [list(cycle) for cycle in self.cycles],
            "payoffs": [[round(cell, 6) for cell in row] for row in self.payoffs],
        }


def rate_agents(course: Course, draws: int = DRAWS) -> Ratings:
    """Return the ratings of all agents."""
    ledger = course.ledger
    specs = ledger.contest.specs
    chances = holm({pair: _chance(course, pair) for pair in ledger.met()})
    above = surely_above(course)
    rounds = cycles(above)
    unranked = Ratings(
        (),
        (),
        course.terms.confidence,
        (),
        (),
        tuple(
            (specs[first], specs[second], p) for (first, second), p in chances.items()
        ),
        tuple(tuple(specs[agent] for agent in cycle) for cycle in rounds),
        _payoffs(ledger),
    )
    return unranked if rounds else _ranked(unranked, ledger, above, draws)


def _ranked(
    unranked: Ratings, ledger: Ledger, above: list[tuple[int, int]], draws: int
) -> Ratings:
    """Return *unranked* with ranks and leaders; there are no cycles."""
    specs = ledger.contest.specs
    table = Cells(ledger)
    model = Model(len(specs), table.cells)
    best = model.fit(table.total())
    drawn = model.fit_all(table.reweighted(draws), best, near=_CLOSE)
    bounds = rank_bounds(len(specs), above)
    ratings = [
        Rating(spec, _interval(float(best[agent]), drawn[:, agent]), bounds[agent])
        for agent, spec in enumerate(specs)
    ]
    ratings.sort(key=lambda rating: -rating.elo.value)
    return structs.replace(
        unranked,
        ratings=tuple(ratings),
        leaders=tuple(rating.agent for rating in ratings if rating.ranks[0] == 1),
        sides=_side_terms(ledger, model, best),
        ties=_ties(ledger, model, best),
    )


def _interval(value: float, draws: Numbers) -> Interval:
    tail = (1 - CONFIDENCE) / 2
    low, high = (float(np.quantile(draws, share)) for share in (tail, 1 - tail))
    return Interval(ELO * value, ELO * min(low, value), ELO * max(high, value))


def _chance(course: Course, pair: Pair) -> float:
    """Return the p-value of an even score, valid at every look; 0 or 1 if exact."""
    verdict = course.verdict(pair)
    if verdict.exact:
        return float(verdict.says == "equal")
    return min(1.0, 1 / verdict.evidence)


def surely_above(course: Course) -> list[tuple[int, int]]:
    """Return (better, other) for every verdict that says so.

    Verdicts are corrected for their number, so all of these hold together.
    """
    above: list[tuple[int, int]] = []
    for pair in course.ledger.met():
        says = course.verdict(pair).says
        if says in {"better", "worse"}:
            above.append(pair if says == "better" else (pair[1], pair[0]))
    return above


def _payoffs(ledger: Ledger) -> tuple[tuple[float, ...], ...]:
    agents = range(len(ledger.contest.agents))
    return tuple(
        tuple(
            0.0 if row == column else score_against(ledger, row, column) - EVEN
            for column in agents
        )
        for row in agents
    )


def _side_terms(ledger: Ledger, model: Model, terms: Numbers) -> tuple[SideTerm, ...]:
    side_terms: list[SideTerm] = []
    worth = terms[model.agents : model.agents + len(model.sides)]
    for place in model.places:
        own = [
            value
            for (where, _), value in zip(model.sides, worth, strict=True)
            if where == place
        ]
        for (where, side), value in zip(model.sides, worth, strict=True):
            if where == place:
                scenario = ledger.contest.places[place]
                elo = ELO * float(value - sum(own) / len(own))
                side_terms.append(
                    SideTerm(scenario.name, scenario.side_names[side], elo)
                )
    return tuple(side_terms)


def _ties(
    ledger: Ledger, model: Model, terms: Numbers
) -> tuple[tuple[str, float], ...]:
    """Return the probability of a tie between equals in each place."""
    ties: list[tuple[str, float]] = []
    for place, term in zip(model.places, terms[-len(model.places) :], strict=True):
        rate_ = exp(float(term))
        ties.append((ledger.contest.places[place].name, rate_ / (2 + rate_)))
    return tuple(ties)
