"""Secrets with a check of their own, such as the Hidden Pocket.

They work only outside the Pain: as an unopposed opening, or in the recovery, once each
[SS-SEC-03, RUL-82].
"""

from sim.rules.solar_system.consequences import (
    CheckResolved,
    ConflictClosed,
    DiceGathered,
    Ending,
)
from sim.rules.solar_system.events.aftermath import SceneEnded
from sim.rules.solar_system.events.secrets import PocketTried, PropProduced
from sim.rules.solar_system.harm.track import is_broken
from sim.rules.solar_system.phases import Recovering, Rolling
from sim.rules.solar_system.secrets.matching import secrets_known
from sim.rules.solar_system.secrets.using import paid
from sim.rules.solar_system.state import State
from sim.seam.events import Consequence, Fact, Seat
from sim.seam.protocol import Asked, Due

PRODUCED = ("SS-SEC-03", "RUL-82")


def pockets(state: State, who: Seat) -> tuple[Fact, ...]:
    """List the Secrets with a check that *who* can try now, each once [RUL-82]."""
    return tuple(
        PocketTried(who, secret)
        for secret, data in secrets_known(state, who)
        if data.produces
        and (who, secret) not in state.using.tried
        and check_of(state, who, secret) is not None
        and can_pay(state, who, secret)
    )


def check_of(state: State, who: Seat, secret: int) -> int | None:
    """Return the ability with which a Secret is tried; None if the setting lacks it."""
    wanted = state.setup.people.secrets[secret].check
    for index, ability in enumerate(state.data(who).abilities):
        if ability.name == wanted:
            return index
    return None


def can_pay(state: State, who: Seat, secret: int) -> bool:
    """Whether *who* has the points, and those of any fee of the broken.

    [SS-SEC-01, SS-HARM-09, RUL-13]
    """
    data, participant = state.setup.people.secrets[secret], state.participants[who]
    left = list(participant.pools)
    left[data.pool] -= data.points
    check = check_of(state, who, secret)
    if check is not None and is_broken(participant.harm):
        left[state.ability(who, check).pool] -= 1
    return min(left) >= 0


def opening_paid(state: State, asked: Asked[State]) -> Asked[State]:
    """Take the points for the Secret that the opening check is for [RUL-82].

    Without the points it cannot be tried.
    """
    secret = _of_opening(state)
    if secret is None or type(asked) is not Due:
        return asked
    *_, last = asked.events
    if not isinstance(last, DiceGathered):
        return asked
    who = state.setup.checks[0].who
    data = state.setup.people.secrets[secret]
    if state.participants[who].pools[data.pool] < data.points:
        return Due((ConflictClosed(PRODUCED, Ending.FAILURE),))
    return Due((paid(state, who, secret), *asked.events))


def opening_read(state: State, read: Due) -> Due:
    """Let a successful opening check produce the thing that its Secret promises.

    [RUL-82]
    """
    secret = _of_opening(state)
    events: list[Consequence] = []
    for event in read.events:
        events.append(event)
        if secret is not None and isinstance(event, CheckResolved) and event.success:
            events.append(PropProduced(PRODUCED, event.winner, secret))
    return Due(tuple(events))


def _of_opening(state: State) -> int | None:
    checks = state.setup.checks
    return checks[0].secret if checks else None


def pocket_read(state: State, phase: Rolling, _within: Recovering) -> Due:
    """Read the check: level 1 or more produces the thing [SS-SEC-03, RUL-82]."""
    who, secret = state.using.tried[-1]
    level = phase.rolls[0].reached if phase.rolls else 0
    produced = (PropProduced(PRODUCED, who, secret),) if level else ()
    return Due((*produced, SceneEnded(PRODUCED)))
