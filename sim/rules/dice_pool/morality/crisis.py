"""The crisis of conscience: how it begins, the rolls, and how it ends."""

from sim.rules.dice_pool.events.conscience import (
    CrisisAdvanced,
    CrisisEnded,
    CrisisFailed,
    CrisisReplaced,
    CrisisStarted,
    MoralityLost,
)
from sim.rules.dice_pool.events.lasting import WillpowerPointLost
from sim.rules.dice_pool.facts import CharacterDegenerated, FailureAccepted
from sim.rules.dice_pool.records.rolls import Roll, Why
from sim.rules.dice_pool.scenario.data import PoolData
from sim.rules.dice_pool.state import State, lacks_soul, view
from sim.rules.dice_pool.willpower.regaining import (
    CRISIS_REST,
    CRISIS_SCENE,
    DEGENERATION,
    regained,
)
from sim.seam.events import Cites, Consequence, Seat
from sim.seam.protocol import Decision

RESOLVED, DEGENERATED = "resolved", "degenerated"
STRIDES = "strides"
STARTED: Cites = ("DP-CRISIS-01", "DP-CRISIS-08", "DP-CRISIS-09")
REPLACED: Cites = ("DP-CRISIS-09", "DP-CRISIS-10")
ADVANCED: Cites = ("DP-CRISIS-04", "DP-CRISIS-07", "DP-R-58")
BY_STRIDES: Cites = ("DP-CRISIS-14", "DP-R-61")
ENDED: dict[str, Cites] = {
    RESOLVED: ("DP-CRISIS-07",),
    DEGENERATED: ("DP-CRISIS-05",),
}
LOST: Cites = ("DP-CRISIS-03", "DP-R-57")
FAILED: Cites = ("DP-CRISIS-10", "DP-R-59")
HARDENED: Cites = ("DP-MORAL-07", "DP-CRISIS-05", "DP-R-63")


def troubled(state: State, who: Seat, rating: int) -> list[Consequence]:
    """Return the crisis that a crime of *rating* starts or replaces.

    A rating above the current Morality does nothing [DP-R-60], nor does a milder crime
    than that of the present crisis [DP-CRISIS-01, DP-CRISIS-08, DP-CRISIS-09].
    """
    participant = state.participants[who]
    if rating > (participant.conscience.morality or 0):
        return []
    if participant.conscience.crisis is None:
        return [CrisisStarted(STARTED, who, rating)]
    if rating > participant.conscience.crisis.rating:
        return []
    return [CrisisReplaced(REPLACED, who, participant.conscience.crisis.rating, rating)]


def crisis_roll(state: State, who: Seat, attempt: int) -> Roll:
    """Return the roll of *who*: as many dice as the crime's rating [DP-CRISIS-02].

    The pool has no traits, so Willpower cannot be spent on it [DP-R-46, DP-R-56].
    """
    crisis = state.participants[who].conscience.crisis
    assert crisis is not None
    pool = PoolData("the rating of the crime", (), crisis.rating, 0, None)
    return Roll(
        who, Why.CRISIS, pool, attempt=attempt, dice=crisis.rating, boosted=False
    )


def succeeded(state: State, who: Seat, grade: str) -> list[Consequence]:
    """Return the point and the counted success of a roll [DP-CRISIS-04, -12].

    *grade* is how the deed was faced in a scene, or "" for a rest.
    """
    source = CRISIS_SCENE if grade else CRISIS_REST
    return [*regained(state, who, source), *_step(state, who, ADVANCED)]


def failed(state: State, who: Seat, grade: str) -> list[Consequence]:
    """Return the cost of an accepted failure; strides count nevertheless.

    DP-CRISIS-03, DP-CRISIS-12, DP-CRISIS-14, DP-R-57, DP-R-59, DP-R-61.
    """
    participant = state.participants[who]
    events: list[Consequence] = [
        CrisisFailed(FAILED, who, participant.conscience.failures + 1)
    ]
    if participant.will.points:
        events.append(WillpowerPointLost(LOST, who, participant.will.points - 1))
    return events + (_step(state, who, BY_STRIDES) if grade == STRIDES else [])


def _step(state: State, who: Seat, cites: Cites) -> list[Consequence]:
    """Return one more counted success, and the end of the crisis if they are enough.

    Without a soul no success is counted [DP-SOUL-03, DP-R-66].
    """
    participant = state.participants[who]
    assert participant.conscience.crisis is not None
    assert participant.conscience.morality is not None
    if lacks_soul(state, who):
        return []
    successes = participant.conscience.crisis.successes + 1
    events: list[Consequence] = [
        CrisisAdvanced(cites, who, successes, participant.conscience.morality)
    ]
    if successes >= participant.conscience.morality:
        events.append(CrisisEnded(ENDED[RESOLVED], who, RESOLVED))
    return events


def degenerated(state: State, who: Seat) -> list[Consequence]:
    """Return the effects of hardening: a point, the end of the crisis, one dot less.

    DP-CRISIS-05, DP-CRISIS-13, DP-R-62, DP-R-63.
    """
    conscience = state.participants[who].conscience
    assert conscience.morality is not None
    return [
        CrisisFailed(FAILED, who, conscience.failures + 1),
        *regained(state, who, DEGENERATION),
        CrisisEnded(ENDED[DEGENERATED], who, DEGENERATED),
        MoralityLost(HARDENED, who, conscience.morality, conscience.morality - 1),
    ]


def ask_failure(state: State, who: Seat) -> Decision[State]:
    """Ask whether to accept a failed crisis roll or to harden [DP-DEC-12]."""
    options = (FailureAccepted(who), CharacterDegenerated(who))
    return Decision(who, options, view(state, who))
