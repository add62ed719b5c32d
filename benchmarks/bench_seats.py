"""What an event costs as seats are added to a duel: linear growth is the aim.

Each size is played in a process of its own: what rules and agents keep has room for so
much, and eight seats would drive out what two need.
"""

from benchmarks.alone import alone
from benchmarks.measure import Section, columns, ratio, spread
from benchmarks.stage import DUEL

SEATS = (2, 4, 8)
WARM = 60
"""So many games go before those that are measured, since the first take longer."""


def measure(rounds: int = 5, games: int = 60, warm: int = WARM) -> list[Section]:
    """Return what an event costs with two seats, four and eight."""
    times = [[_an_event(seats, warm, games) for seats in SEATS] for _ in range(rounds)]
    costs = columns([tuple(each) for each in times])
    figures = [
        spread(
            f"microseconds an event, {seats} seats", [1e6 * each for each in seconds]
        )
        for seats, seconds in zip(SEATS, costs, strict=True)
    ]
    figures += [
        ratio(
            f"time of an event with {seats} seats / with 2",
            seconds,
            costs[0],
            most=seats / 2,
        )
        for seats, seconds in zip(SEATS[1:], costs[1:], strict=True)
    ]
    notes = [
        "Two sides of equal size, played by steady",
        f"Games {warm + 1} to {warm + games}, each size in a process of its own",
    ]
    return [Section(f"Seats: {DUEL} with more of the same", figures, notes)]


def _an_event(seats: int, warm: int, games: int) -> float:
    took = alone(DUEL, seats, warm, games)
    return took.seconds / took.events
