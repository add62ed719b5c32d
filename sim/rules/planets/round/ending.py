"""Endings: by the goal, taken out, conceded, holding on, a standoff, or a decree.

All of this is a ruling: the text resolves single actions only [PL-CONF-09].
"""

from collections.abc import Iterable

from sim.rules.planets.dice.check import SUCCESS
from sim.rules.planets.phases import CONCEDE, REST, Aftermath, Aim, Answering
from sim.rules.planets.scenario.compile import INDIRECT, CharacterData
from sim.rules.planets.state import CONCEDED, TAKEN_OUT, Ending, State, Status
from sim.seam.events import NOBODY, Cites, Seat
from sim.seam.protocol import Outcome
from sim.seam.seats import by_seat

BY_GOAL = ("PL-CONF-02", "PL-CONF-09")
BY_WOUNDS = ("PL-CONF-05", "PL-CONF-09")
BY_CONCESSION = ("PL-CONF-07", "PL-RUL-36", "PL-CONF-09")
BY_HOLDING = ("PL-CONF-08", "PL-RUL-30", "PL-CONF-09")
BY_CAP = ("PL-CONF-08", "PL-RUL-34", "PL-CONF-09")
BY_CONSENT = ("PL-CONF-08", "PL-DP-11", "PL-CONF-09")
BY_DECREE = ("PL-RUL-29", "PL-CONF-09")


def settled(state: State) -> Outcome | None:
    """Return the ending that follows from the round just resolved, if any."""
    return _by_goal(state) or _emptied(state) or _capped(state)


def _by_goal(state: State) -> Outcome | None:
    """Return the end if the track, or a tally, has reached the goal [PL-CONF-02]."""
    goal = state.setup.rulings.goal
    if state.setup.mode != INDIRECT:
        if abs(state.track) < goal:
            return None
        side = 0 if state.track > 0 else 1
        return _ended(state, Ending.WON, _team(state, side), BY_GOAL)
    best = max(participant.tally for participant in state.participants)
    if best < goal:
        return None
    first = [
        who
        for who, participant in by_seat(state.participants)
        if participant.tally == best
    ]
    how = Ending.WON if len(first) == 1 else Ending.SHARED
    return _ended(state, how, first, BY_GOAL)


def _emptied(state: State) -> Outcome | None:
    """Return the end if nobody of a side is left [PL-CONF-05]."""
    if state.setup.mode == INDIRECT:
        return None
    for side in (0, 1):
        if not state.members[side]:
            return _ended(state, Ending.TAKEN_OUT, _team(state, 1 - side), BY_WOUNDS)
    return None


def _capped(state: State) -> Outcome | None:
    """Return the end at the round cap: a resister not behind holds [PL-CONF-08]."""
    rulings = state.setup.rulings
    if state.round < rulings.round_cap:
        return None
    if state.setup.mode != INDIRECT and rulings.unproductive_for_resister == "hold":
        resists = [_aim(state, side) == Aim.RESIST for side in (0, 1)]
        if resists == [True, False] and state.track >= 0:
            return _ended(state, Ending.HELD, _team(state, 0), BY_HOLDING)
        if resists == [False, True] and state.track <= 0:
            return _ended(state, Ending.HELD, _team(state, 1), BY_HOLDING)
    return _ended(state, Ending.STANDOFF, (), BY_CAP)


def _aim(state: State, side: int) -> Aim:
    """Return the aim in force on *side*: the one declared last for it."""
    intents = [state.participants[who].intent for who in _team(state, side)]
    return [intent.aim for intent in intents if intent is not None][-1]


def conceded(state: State, phase: Answering) -> Outcome | None:
    """Return the ending that follows from the answers of this phase, if any.

    If everyone concedes at once it is a standoff; the last one left wins [PL-RUL-36].
    """
    actors = state.actors
    stay = [who for who in actors if phase.answers[who] != CONCEDE]
    if len(stay) == len(actors):
        return None
    if not stay:
        return _ended(state, Ending.STANDOFF, (), BY_CONCESSION)
    if state.setup.mode != INDIRECT:
        side = state.setup.characters[stay[0]].side
        return _ended(state, Ending.CONCEDED, _team(state, side), BY_CONCESSION)
    if len(stay) > 1:
        return None
    return _ended(state, Ending.CONCEDED, stay, BY_CONCESSION)


def rested(state: State, phase: Aftermath) -> Outcome | None:
    """Return the standoff that everyone accepts, if they do [PL-CONF-08]."""
    if all(phase.answers[who] == REST for who in state.actors):
        return _ended(state, Ending.STANDOFF, (), BY_CONSENT)
    return None


def decreed(state: State, grade: int) -> Outcome:
    """Return the ending of a conflict in which nobody has dice [PL-RUL-29].

    *grade* is the outcome declared for side 0.
    """
    if not grade:
        return _ended(state, Ending.STANDOFF, (), BY_DECREE)
    side = 0 if grade == SUCCESS else 1
    return _ended(state, Ending.DECREED, _team(state, side), BY_DECREE)


def _team(state: State, side: int) -> tuple[Seat, ...]:
    return state.setup.teams[side]


def _ended(state: State, how: Ending, winners: Iterable[Seat], cites: Cites) -> Outcome:
    """Return the ending *how*, with every seat's return."""
    won = frozenset(winners)
    characters = state.setup.characters
    returns = [
        _worth(characters[who], how, participant.status, won, who)
        for who, participant in by_seat(state.participants)
    ]
    if state.setup.judge != NOBODY:
        returns.append(0.0)
    return Outcome(how, tuple(returns), cites)


def _worth(
    data: CharacterData, how: Ending, status: Status, won: frozenset[Seat], who: Seat
) -> float:
    worth = data.worth
    if not won:
        return worth.conceded if status == CONCEDED else worth.standoff
    if who in won:
        if how == Ending.SHARED:
            return 1.0 / len(won) if worth.shared is None else worth.shared
        return worth.held if how == Ending.HELD else worth.won
    if how == Ending.TAKEN_OUT or status == TAKEN_OUT:
        return worth.taken_out
    if how == Ending.CONCEDED or status == CONCEDED:
        return worth.conceded
    return worth.lost
