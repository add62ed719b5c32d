"""A standoff whose values are known by a formula."""

from sim.library.scenario import Loaded, from_dict

LIMIT = "rulings.round_limit"


def noon(**rulings: int) -> Loaded:
    """Return a standoff of two who press in turn until one of them hits.

    The one die hits with a third, so in each round that comes to it Ann, who presses
    first, wins with 3/9, Bo with 2/9, and with 4/9 there is another round.
    """
    seats = [{"name": name, "agent": "steady"} for name in ("Ann", "Bo")]
    rulings = {"nerve": 1, "grit": 1, "round_limit": 40} | rulings
    table = {"title": "Two at noon", "system": "toy", "seats": seats}
    return from_dict({**table, "rulings": rulings})


def ann(rounds: int) -> float:
    """Return the probability that Ann wins within *rounds* rounds."""
    return 3 / 5 * (1 - (4 / 9) ** rounds)
