"""What an event costs as seats are added to a duel: linear growth is the aim."""

import json
from itertools import count, islice

from benchmarks.measure import Section, Work, columns, ratio, side_by_side, spread
from benchmarks.stage import DUEL, SEED, played
from sim.casting.roster import make
from sim.library.scenario import Loaded, from_dict, load
from sim.run.chunk import setting
from sim.run.run import make_plan

SEATS = (2, 4, 8)
AGENT = "steady"


def measure(rounds: int = 5, games: int = 12) -> list[Section]:
    """Return what an event costs with two seats, four and eight."""
    works = [_playing(seats, games) for seats in SEATS]
    times = columns(side_by_side(rounds, *works))
    figures = [
        spread(f"microseconds an event, {seats} seats", [1e6 * each for each in found])
        for seats, found in zip(SEATS, times, strict=True)
    ]
    figures += [
        ratio(
            f"time of an event with {seats} seats / with 2",
            found,
            times[0],
            most=seats / 2,
        )
        for seats, found in zip(SEATS[1:], times[1:], strict=True)
    ]
    notes = [f"Two sides of equal size, played by {AGENT}"]
    return [Section(f"Seats: {DUEL} with more of the same", figures, notes)]


def crowd(seats: int) -> Loaded:
    """Return the duel with so many *seats*: its two again and again, by number.

    Everybody is after the opponent of the same number.
    """
    duel = load(DUEL).to_dict()
    names = [seat["name"] for seat in duel["seats"]]
    table = duel | {"seats": []}
    for number in range(1, seats // 2 + 1):
        text = json.dumps(duel["seats"])
        for name in names if number > 1 else ():
            text = text.replace(name, f"{name} {number}")
        pair = json.loads(text)
        for seat, name in zip(pair, names, strict=True):
            table["seats"].append(seat | {"side": f"{name}s"})
    return from_dict(table)


def _playing(seats: int, games: int) -> Work:
    loaded = crowd(seats)
    plan = make_plan(loaded, [AGENT] * seats, seed=SEED, games=games)
    start = setting(plan)
    agents = [make(AGENT) for _ in range(seats)]
    fresh = count()

    def work() -> int:
        """Play games that nobody played before, as a run does."""
        return sum(
            played(start, agents, game).line.events for game in islice(fresh, games)
        )

    return work
