"""The meaning of a round for consciences, losses and Virtues."""

from msgspec.structs import replace

from sim.rules.dice_pool.consequences import (
    DefeatForced,
    LossRecorded,
)
from sim.rules.dice_pool.contests.comparing import best_of, contests_of, totals
from sim.rules.dice_pool.contests.leaving import AT_LIMIT, out
from sim.rules.dice_pool.contests.meeting import losing
from sim.rules.dice_pool.events.judgements import (
    DeedRuled,
    LimitRuled,
    VirtueRuled,
)
from sim.rules.dice_pool.facts import VirtueKept, VirtueShown
from sim.rules.dice_pool.morality.crimes import committed, deeds
from sim.rules.dice_pool.phases import Deed, Reckoning, Retrying, Settling, Stepping
from sim.rules.dice_pool.records.rolls import Roll
from sim.rules.dice_pool.scenario.rulings import DIRECT
from sim.rules.dice_pool.scenario.words import ARENAS, Arena
from sim.rules.dice_pool.state import State, able, alive, losses_of, side_of, view
from sim.rules.dice_pool.willpower.regaining import may_show_virtue, virtue
from sim.seam.events import Cites, Consequence, Seat
from sim.seam.protocol import Asked, Decision, Due

LOST: Cites = ("DP-PROLONG-02", "DP-PROLONG-03", "DP-PROLONG-04", "DP-R-20")
FORCED: Cites = ("DP-PROLONG-03", "DP-R-22")


def reckoning(state: State, phase: Settling) -> Reckoning:
    """Return the deeds, losses and Virtues to settle once all effects are done."""
    return Reckoning(
        deeds=deeds(state, phase.dealt),
        losers=losers(state, phase),
        virtues=risking(state, phase.rolls),
        winners=phase.winners,
        settled=phase.settled,
    )


def risking(state: State, rolls: tuple[Roll, ...]) -> tuple[Seat, ...]:
    """Return those who rolled and are asked about a Virtue [DP-DEC-14, DP-R-101]."""
    return tuple(roll.who for roll in rolls if _risked(state, roll))


def _risked(state: State, roll: Roll) -> bool:
    """Whether *roll* ran a risk for a Virtue that may still be shown [DP-R-101]."""
    if not roll.intent:
        return False
    if not state.setup.characters[roll.who].intent(roll.intent).virtue:
        return False
    setup = state.setup
    intent = setup.characters[roll.who].intent(roll.intent)
    danger = (
        setup.violent
        or setup.at_risk
        or intent.at_risk
        or any(
            hazard.round == state.round and roll.who in hazard.who
            for hazard in setup.hazards
        )
    )
    return danger and alive(state, roll.who) and may_show_virtue(state, roll.who)


def losers(state: State, phase: Settling) -> tuple[tuple[Seat, Arena], ...]:
    """Return the seats that have lost a contest that counts, and in which arena.

    All who rolled for a side below the top have lost; helpers have not. The arena is
    that of the winner's intent [DP-R-20, DP-R-21, DP-R-23, DP-R-78].
    """
    rulings = state.setup.rulings
    if rulings.loss_limit == "off":
        return ()
    if state.setup.violent and not rulings.loss_limit_in_violence:
        return ()
    if rulings.opposition == DIRECT:
        return losing(state, contests_of(state, phase.rolls))
    if not phase.winners:
        return ()
    best = best_of(state, phase.rolls, totals(state, phase.rolls))
    won = max(
        (side for side in best if side.side in phase.winners), key=lambda x: x.total
    )
    # Somebody who only contested had no intent: each loses in its own arena.
    return tuple(
        (roll.who, arena_of(state, won.roll if won.roll.intent else roll))
        for roll in phase.rolls
        if roll.dice and side_of(state, roll.who) not in phase.winners
    )


def arena_of(state: State, roll: Roll) -> Arena:
    """Return the arena of the intent that a roll was for."""
    if roll.intent:
        return state.setup.characters[roll.who].intent(roll.intent).arena
    return roll.pool.arena or Arena.PHYSICAL


def needed(phase: Reckoning) -> bool:
    """Whether there is anything to settle."""
    return bool(phase.deeds or phase.losers or phase.virtues)


def ask_reckoning(state: State, phase: Reckoning) -> Asked[State] | None:
    """Take deeds first, then losses and limits, then Virtues."""
    if phase.deeds:
        return _ask_deed(state, phase.deeds[0])
    if len(phase.recorded) < len(phase.losers):
        return Due(tuple(_lost(state, phase)))
    limits = at_limit(state, phase)
    if limits:
        return _ask_limit(state, *limits[0])
    return ask_virtue(state, phase)


def ask_virtue(state: State, phase: Reckoning | Retrying) -> Decision[State] | None:
    """Ask the Storyteller about the Virtue just shown, then the next who ran a risk.

    The default is to keep it [DP-DEC-14, DP-R-101].
    """
    if phase.shown is not None and state.setup.asks("virtue"):
        judge, shown = state.setup.judge, phase.shown
        options = tuple(VirtueRuled(judge, shown, word) for word in (True, False))
        return Decision(judge, options, view(state, judge))
    if phase.virtues:
        who = phase.virtues[0]
        return Decision(who, (VirtueKept(who), VirtueShown(who)), view(state, who))
    return None


def _ask_deed(state: State, deed: Deed) -> Asked[State]:
    """Return a deed, or ask how bad it was, default first [DP-MORAL-04, DP-R-54]."""
    if not state.setup.asks("deed"):
        return Due(tuple(committed(state, deed)))
    judge = state.setup.judge
    ratings = sorted(range(6), key=lambda rating: rating != deed.rating)
    options = tuple(
        DeedRuled(judge, deed.who, deed.victim, rating) for rating in ratings
    )
    return Decision(judge, options, view(state, judge))


def deed_ruled(state: State, fact: DeedRuled) -> tuple[Consequence, ...]:
    """Return the consequences of a deed once its rating is ruled."""
    phase = state.phase
    assert type(phase) is Reckoning
    deed = replace(phase.deeds[0], rating=fact.rating)
    morality = state.participants[fact.of].conscience.morality or 0
    return tuple(committed(state, deed)) if 0 < fact.rating <= morality else ()


def at_limit(state: State, phase: Reckoning) -> list[tuple[Seat, Arena]]:
    """Return those at the limit of losses, if it is not enforced [DP-R-21].

    If it is enforced, the loss has forced defeat at once.
    """
    if state.setup.rulings.loss_limit != "advisory":
        return []
    characters = state.setup.characters
    return [
        (who, arena)
        for who, arena in phase.losers
        if who not in phase.judged
        and losses_of(state, who, arena) >= characters[who].bears[ARENAS.index(arena)]
    ]


def _lost(state: State, phase: Reckoning) -> list[Consequence]:
    """Return every loss, and the defeats they force [DP-PROLONG-03, DP-R-24]."""
    events: list[Consequence] = []
    enforced = state.setup.rulings.loss_limit == "enforced"
    for who, arena in phase.losers:
        losses = losses_of(state, who, arena) + 1
        limit = state.setup.characters[who].bears[ARENAS.index(arena)]
        events.append(LossRecorded(LOST, who, arena, losses, limit))
        if enforced and losses >= limit and able(state, who):
            events += forced(who, arena, losses)
    return events


def forced(who: Seat, arena: Arena, losses: int) -> list[Consequence]:
    """Return the defeat of *who*, who is too worn out to go on [DP-R-24]."""
    return [
        DefeatForced(FORCED, who, arena, losses),
        out(who, AT_LIMIT),
    ]


def _ask_limit(state: State, who: Seat, arena: Arena) -> Asked[State]:
    """Ask whether the limit applies; by default it does [DP-DEC-11, DP-R-21]."""
    judge = state.setup.judge
    if state.setup.asks("limit"):
        options = tuple(LimitRuled(judge, who, word) for word in (True, False))
        return Decision(judge, options, view(state, judge))
    return Due(tuple(forced(who, arena, losses_of(state, who, arena))))


def limit_ruled(state: State, fact: LimitRuled) -> tuple[Consequence, ...]:
    """Return the defeat, if the Storyteller says so [DP-DEC-11]."""
    phase = state.phase
    assert type(phase) is Reckoning
    who, arena = at_limit(state, phase)[0]
    if not fact.binds:
        return ()
    return tuple(forced(who, arena, losses_of(state, who, arena)))


def virtue_shown(state: State, fact: VirtueShown) -> tuple[Consequence, ...]:
    """Return the points a Virtue refills, unless the Storyteller is asked first."""
    if type(state.phase) is not Stepping and state.setup.asks("virtue"):
        return ()
    return tuple(virtue(state, fact.who))


def virtue_ruled(state: State, fact: VirtueRuled) -> tuple[Consequence, ...]:
    """Return the points a Virtue refills, if the risk was ruled a real one."""
    return tuple(virtue(state, fact.of)) if fact.accepted else ()
