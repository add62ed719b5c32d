"""The tables of ratings: Elo and ranks, or the cycles that make ranks impossible."""

from sim.cli.compete.matrix import put_square
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_prose
from sim.tournament.phrases import about_leaders, elo_in_words, ranks_in_words
from sim.tournament.ratings import Ratings
from sim.tournament.result import Result


def put_ratings(result: Result) -> None:
    """Print the ratings and cycles if there are any."""
    ratings = result.ratings
    if ratings is None:
        return
    put()
    if ratings.cycles:
        _put_cycles(result, ratings)
        return
    rows = [
        (
            rating.agent,
            elo_in_words(rating.elo, exact=result.exact),
            ranks_in_words(rating.ranks),
        )
        for rating in ratings.ratings
    ]
    put_table(("agent", "Elo", "surely ranks"), rows)
    put_prose(about_leaders(ratings, exact=result.exact))


def _put_cycles(result: Result, ratings: Ratings) -> None:
    for cycle in ratings.cycles:
        ring = " beats ".join((*cycle, cycle[0]))
        put_prose(f"No single order is honest: {ring}.")
    put_prose(
        "So there are no ranks, and no rating by a single number. What each scored"
        " against each, in points above or below 50 %:"
    )
    specs = result.contest.specs
    cells = {
        (agent, opponent): f"{100 * cell:+.1f}"
        for agent, row in zip(specs, ratings.payoffs, strict=True)
        for opponent, cell in zip(specs, row, strict=True)
        if opponent != agent
    }
    put_square("against", [row.agent for row in result.standings], cells)
