"""The tables of ratings: how strong everybody is, and whether one number is honest."""

from sim.cli.grid import put_table
from sim.cli.speak import put
from sim.statistics.intervals import Interval
from sim.tournament.ratings import Ratings
from sim.tournament.result import Result


def put_ratings(result: Result) -> None:
    """Print the ratings and cycles if there are any."""
    ratings = result.ratings
    if ratings is None:
        return
    put()
    rows = [
        (
            one.agent,
            elo(one.elo),
            f"{one.ranks[0]} to {one.ranks[1]}"
            if len(set(one.ranks)) > 1
            else str(one.ranks[0]),
            f"{100 * one.best:.0f} %",
        )
        for one in ratings.ratings
    ]
    put_table(("agent", "Elo", "surely ranks", "chance to be best"), rows)
    _put_cycles(result, ratings)


def elo(interval: Interval) -> str:
    """Return a rating with its interval."""
    value, low, high = (
        round(one) for one in (interval.value, interval.low, interval.high)
    )
    return f"{value:+d} [{low:+d}, {high:+d}]"


def _put_cycles(result: Result, ratings: Ratings) -> None:
    if not ratings.cycles:
        return
    put()
    for cycle in ratings.cycles:
        ring = " beats ".join((*cycle, cycle[0]))
        put(f"No single order is honest: {ring}.")
    specs = result.contest.specs
    rows = [
        (
            spec,
            *(f"{100 * cell:+.1f}" for cell in ratings.payoffs[index]),
            f"{100 * ratings.weights[index]:.0f} %",
            f"{100 * ratings.shares[index]:.0f} %",
        )
        for index, spec in enumerate(specs)
    ]
    put_table(("points against", *specs, "Nash average", "alpha-rank"), rows)
