"""The returns of a task: success, or a place among those who performed."""

from sim.rules.skill_roll.scenario.uses import UseData
from sim.rules.skill_roll.state import Performance, State
from sim.seam.events import NOBODY, Seat
from sim.seam.seats import by_seat

Place = tuple[float, int, int]
"""The numbers performers are ranked by: (amount obtained, per cent, ranks)."""


def task_returns(state: State) -> tuple[float, ...]:
    """Return the worth to every seat of the uses performed [SK-CONF-09].

    A single performer gets the share of its uses that succeeded, and its opponents the
    rest; several are ranked, and the best share 1.
    """
    uses, done = state.setup.uses, state.performed
    by_user: dict[Seat, list[Place]] = {}
    against: dict[Seat, list[float]] = {}
    for number, (use, performance) in enumerate(zip(uses, done, strict=False)):
        place = place_of(state, number, performance)
        by_user.setdefault(use.user, []).append(place)
        if use.opponent != NOBODY:
            against.setdefault(use.opponent, []).append(1.0 - place[0])
    scores = {who: added(places) for who, places in by_user.items()}
    best = max(scores.values(), default=(0.0, 0, 0))
    ahead = [who for who, score in scores.items() if score == best]
    returns = [0.0] * len(state.participants)
    for who, _ in by_seat(state.participants):
        if who in scores and len(scores) > 1:
            returns[who] = 1.0 / len(ahead) if who in ahead else 0.0
        elif who in scores:
            returns[who] = best[0] / len(by_user[who])
        elif who in against:
            returns[who] = sum(against[who]) / len(against[who])
    return tuple(returns)


def place_of(state: State, number: int, performance: Performance) -> Place:
    """Return the place of a performance.

    Success or the needs of its aspects count first, then per cent of normal, then bonus
    ranks.
    """
    use = state.setup.uses[number]
    got = obtained(use, performance)
    return (
        (got, sum(performance.percents), performance.ranks)
        if use.measured
        else (got, 0, 0)
    )


def obtained(use: UseData, performance: Performance) -> float:
    """Return how much a use obtained, from 0 to 1 [SK-CONF-09].

    It is the total worth of the aspects that meet their needs, or success if none needs
    anything.
    """
    needed = [aspect for aspect in use.aspects if aspect.needs is not None]
    if not use.measured or not needed:
        return float(performance.success)
    gained = sum(
        aspect.worth
        for aspect, percent in zip(use.aspects, performance.percents, strict=True)
        if aspect.needs is not None and percent >= aspect.needs
    )
    return min(1.0, gained)


def places(state: State, who: Seat) -> tuple[Place, Place | None]:
    """Return the place of *who* so far, and the best of the other performers.

    None if nobody else has performed yet.
    """
    by_user: dict[Seat, list[Place]] = {who: []}
    for number, performance in enumerate(state.performed):
        user = state.setup.uses[number].user
        by_user.setdefault(user, []).append(place_of(state, number, performance))
    scores = {user: added(there) for user, there in by_user.items()}
    mine = scores.pop(who)
    return mine, max(scores.values(), default=None)


def added(places: list[Place]) -> Place:
    """Return the sum of several places, number by number."""
    return (
        sum(place[0] for place in places),
        sum(place[1] for place in places),
        sum(place[2] for place in places),
    )
