"""Souls: their loss, daily erosion, and return."""

from sim.rules.dice_pool.events.conscience import ErosionBorne, SoulLost, SoulRestored
from sim.rules.dice_pool.events.lasting import WillpowerDotsLost
from sim.rules.dice_pool.facts import CharacterSuccumbed, NotYetSuccumbed
from sim.rules.dice_pool.records.rolls import Roll, Why
from sim.rules.dice_pool.scenario.data import PoolData
from sim.rules.dice_pool.state import State, view
from sim.rules.dice_pool.willpower.regaining import SOUL_LOSS, span
from sim.seam.events import Cites, Consequence, Seat
from sim.seam.protocol import Decision

FORMS = ("listless", "catatonic", "insane")
LOST: Cites = ("DP-SOUL-01", "DP-R-69")
ERODED: Cites = ("DP-SOUL-05", "DP-WILL-14", "DP-R-67")
BORNE: Cites = ("DP-SOUL-05", "DP-R-67")


def soul_changed(
    state: State, who: Seat, cause: str, *, restored: bool
) -> list[Consequence]:
    """Return the loss or the return of the soul of *who* [DP-SOUL-01]."""
    if restored == state.participants[who].soul.is_there:
        return []
    kind = SoulRestored if restored else SoulLost
    return [kind(LOST, who, cause)]


def erosion_roll(state: State, who: Seat, attempt: int) -> Roll:
    """Return the roll of permanent dots; Willpower cannot boost it [DP-R-46]."""
    dots = state.participants[who].will.dots
    pool = PoolData("permanent Willpower", (), dots, 0, None)
    return Roll(who, Why.EROSION, pool, attempt=attempt, dice=dots)


def eroded(state: State, who: Seat, successes: int) -> list[Consequence]:
    """Return the effect of a day without a soul: a dot lost on a success.

    [DP-SOUL-05]
    """
    participant = state.participants[who]
    assert participant.soul.erosion_at is not None
    if not successes:
        return [
            ErosionBorne(
                BORNE, who, participant.soul.erosion_at + span(participant.will.dots)
            )
        ]
    dots = participant.will.dots - 1
    points = min(participant.will.points, dots)
    return [WillpowerDotsLost(ERODED, who, 1, SOUL_LOSS, dots, points)]


def ask_succumbing(state: State, who: Seat) -> Decision[State]:
    """Ask somebody without dots whether to give in, and how [DP-DEC-16, DP-R-104]."""
    options = (
        NotYetSuccumbed(who),
        *(CharacterSuccumbed(who, form) for form in FORMS),
    )
    return Decision(who, options, view(state, who))
