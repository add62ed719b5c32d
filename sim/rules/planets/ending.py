"""Endings: by the goal, taken out, conceded, holding on, a standoff, or a decree.

All of this layer is ours: the text resolves single actions only.
"""

from collections.abc import Iterable

from sim.events import Cites
from sim.protocol import Outcome
from sim.rules.planets.check import SUCCESS
from sim.rules.planets.setup import INDIRECT, Sheet
from sim.rules.planets.state import (
    CONCEDE,
    GAVE_UP,
    REST,
    TAKEN,
    UNGRADED,
    Standing,
    rollers,
    standing,
)

WON, HELD, SHARED, STANDOFF, DECREED = "won", "held", "shared", "standoff", "decreed"

BY_GOAL = ("PL-CONF-02", "PL-CONF-09")
BY_WOUNDS = ("PL-CONF-05", "PL-CONF-09")
BY_CONCESSION = ("PL-CONF-07", "PL-RUL-36", "PL-CONF-09")
BY_HOLDING = ("PL-CONF-08", "PL-RUL-30", "PL-CONF-09")
BY_CAP = ("PL-CONF-08", "PL-RUL-34", "PL-CONF-09")
BY_CONSENT = ("PL-CONF-08", "PL-DP-11", "PL-CONF-09")
BY_DECREE = ("PL-RUL-29", "PL-CONF-09")


def settled(state: Standing) -> Outcome | None:
    """Return the ending that the round just resolved has brought, if any."""
    return _by_goal(state) or _emptied(state) or _capped(state)


def _by_goal(state: Standing) -> Outcome | None:
    goal = state.setup.rulings.goal
    if state.setup.mode != INDIRECT:
        if abs(state.track) < goal:
            return None
        side = 0 if state.track > 0 else 1
        return _won(state, WON, _team(state, side), BY_GOAL)
    best = max(player.tally for player in state.players)
    if best < goal:
        return None
    first = [who for who, player in enumerate(state.players) if player.tally == best]
    how = WON if len(first) == 1 else SHARED
    return _won(state, how, first, BY_GOAL)


def _emptied(state: Standing) -> Outcome | None:
    if state.setup.mode == INDIRECT:
        return None
    for side in (0, 1):
        if not standing(state, side):
            return _won(state, TAKEN, _team(state, 1 - side), BY_WOUNDS)
    return None


def _capped(state: Standing) -> Outcome | None:
    """End at the round cap: whoever resists and is not behind holds [PL-CONF-08]."""
    rulings = state.setup.rulings
    if state.round < rulings.round_cap:
        return None
    if state.setup.mode != INDIRECT and rulings.unproductive_for_resister == "hold":
        resists = [_aim(state, side) == "resist" for side in (0, 1)]
        if resists == [True, False] and state.track >= 0:
            return _won(state, HELD, _team(state, 0), BY_HOLDING)
        if resists == [False, True] and state.track <= 0:
            return _won(state, HELD, _team(state, 1), BY_HOLDING)
    return _won(state, STANDOFF, (), BY_CAP)


def _aim(state: Standing, side: int) -> str:
    """Return the aim in force on *side*: of whoever last declared one for it."""
    intents = [state.players[who].intent for who in state.setup.teams[side]]
    return [one.aim for one in intents if one is not None][-1]


def conceded(state: Standing) -> Outcome | None:
    """Return the ending that the answers of this step bring, if any.

    Everyone at once is a standoff; one who is left alone wins [PL-RUL-36].
    """
    actors = state.actors
    stay = [who for who in actors if state.turn(who).answer != CONCEDE]
    if len(stay) == len(actors):
        return None
    if not stay:
        return _won(state, STANDOFF, (), BY_CONCESSION)
    if state.setup.mode != INDIRECT:
        side = state.sheet(stay[0]).side
        return _won(state, GAVE_UP, _team(state, side), BY_CONCESSION)
    return _won(state, GAVE_UP, stay, BY_CONCESSION) if len(stay) == 1 else None


def rested(state: Standing) -> Outcome | None:
    """Return the standoff that everyone accepts, if they do [PL-CONF-08]."""
    if all(state.turn(who).answer == REST for who in state.actors):
        return _won(state, STANDOFF, (), BY_CONSENT)
    return None


def decreed(state: Standing) -> Outcome | None:
    """Return the ending of a conflict in which nobody has dice, once declared."""
    if rollers(state):
        return None
    grade = state.turn(state.actors[0]).grade
    if grade == UNGRADED:
        return None
    if not grade:
        return _won(state, STANDOFF, (), BY_DECREE)
    side = 0 if grade == SUCCESS else 1
    return _won(state, DECREED, _team(state, side), BY_DECREE)


def _team(state: Standing, side: int) -> tuple[int, ...]:
    return state.setup.teams[side]


def _won(state: Standing, how: str, winners: Iterable[int], cites: Cites) -> Outcome:
    """Return the ending *how*, and what it is worth to every seat."""
    first = frozenset(winners)
    returns = [
        _worth(sheet, how, player.left, first, who)
        for who, (sheet, player) in enumerate(
            zip(state.setup.sheets, state.players, strict=True)
        )
    ]
    if state.setup.judge >= 0:
        returns.append(0.0)
    return Outcome(how, tuple(returns), cites)


def _worth(
    sheet: Sheet, how: str, left: str, winners: frozenset[int], who: int
) -> float:
    worth = sheet.worth
    if not winners:
        return worth.conceded if left == GAVE_UP else worth.standoff
    if who in winners:
        if how == SHARED:
            return 1.0 / len(winners) if worth.shared is None else worth.shared
        return worth.held if how == HELD else worth.won
    if TAKEN in {how, left}:
        return worth.taken_out
    if GAVE_UP in {how, left}:
        return worth.conceded
    return worth.lost
