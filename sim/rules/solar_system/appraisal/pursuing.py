"""The worth of joining, and of declaring, keeping and changing an intention.

An intention is weighed by the next exchange, and by a later volley in which it is
pursued with nothing else changed.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from sim.rules.solar_system import facts as f
from sim.rules.solar_system.appraisal.conditions import by_conditions, by_near
from sim.rules.solar_system.appraisal.exchange import NOTHING, Exchange, penalties
from sim.rules.solar_system.appraisal.prospects import returns_of
from sim.rules.solar_system.appraisal.weighing import (
    rung_of,
    usable,
    usable_innate,
    weighed,
)
from sim.rules.solar_system.facts import AFTER_CHANGE
from sim.rules.solar_system.pain.ending import UNSETTLED
from sim.rules.solar_system.pain.intentions import intentions
from sim.rules.solar_system.phases import Gate, Target
from sim.rules.solar_system.state import (
    IN,
    Intent,
    State,
    intent_of,
    is_changing,
    opponents,
    with_participant,
)
from sim.seam.appraisal import Appraisal
from sim.seam.events import NOBODY, Fact, Seat


def appraisal_of(
    state: State,
    who: Seat,
    exchange: Exchange,
    then: Exchange = NOTHING,
    *,
    goal: int | None = None,
    **more: Any,  # noqa: ANN401 - fields of an Appraisal
) -> Appraisal:
    """Return the appraisal of an option that leads to *exchange*, then to *then*."""
    returns = returns_of(state, who, rung_of(state, who) if goal is None else goal)
    return Appraisal(
        # Rounding may take sums of chances just past 0 or 1.
        win=min(1.0, max(0.0, exchange.win)),
        deals=exchange.deals,
        suffers=exchange.suffers,
        stakes=more.pop("stakes", _stakes(state, who)),
        gives=returns.gives,
        wins=returns.wins,
        loses=returns.loses,
        then_deals=then.deals,
        then_suffers=then.suffers,
        **more,
    )


def _stakes(state: State, who: Seat) -> int:
    """Return how deadly the intention of *who* is, or is about to be."""
    rungs = len(state.data(who).goals)
    return max(0, min(rung_of(state, who) + is_changing(state, who), rungs - 1))


# What follows once it has taken effect.


@by_near
def _later(state: State, who: Seat, wanted: Target) -> Exchange:
    """Weigh a later volley in which *who* pursues *wanted*, with nothing declared."""
    goal, target = wanted
    after = with_participant(
        structs.replace(state, phase=Gate()), who, intent=Intent(goal, target)
    )
    return _best(after, who, goal, target)


def later_volley(state: State, who: Seat) -> Exchange:
    """Weigh a later volley if the intention stays, or is changed as announced."""
    participant = state.participants[who]
    if participant.intent is None:
        return NOTHING
    if is_changing(state, who):
        return _changed_to(state, who)[1]
    return _later(state, who, participant.intent.wanted)


@by_conditions
def _changed_to(state: State, who: Seat) -> tuple[int, Exchange]:
    """Return the best goal that *who* may change to, and a volley with it [RUL-36]."""
    return max(
        [
            (option.goal, _later(state, who, (option.goal, option.target)))
            for option in intentions(state, who, AFTER_CHANGE)
            if isinstance(option, f.IntentDeclared)
        ],
        key=lambda pair: pair[1].deals - pair[1].suffers,
        default=(rung_of(state, who), NOTHING),
    )


# Joining and intentions.


def _joined(state: State, option: f.Joined) -> Appraisal:
    """Weigh joining: nobody targets a newcomer, so joining only gains [RUL-50].

    Against one's own side there is nothing to gain.
    """
    who = option.who
    side = state.data(who).side
    if option.side != side:
        return Appraisal(win=0.0, loses=UNSETTLED)
    goals = state.data(who).goals
    targets = opponents(state, who)
    exchanges = [
        _later(state, who, (goal, target))
        for goal, rung in enumerate(goals)
        if not rung.later
        for target in targets
        if rung.target in {NOBODY, target}
    ]
    best = max(exchanges, key=lambda exchange: exchange.deals, default=NOTHING)
    worth = max([rung.worth for rung in goals if not rung.later], default=1.0)
    return Appraisal(
        win=best.win,
        deals=best.deals,
        then_deals=best.deals,
        wins=worth,
        loses=UNSETTLED,
    )


def _stayed_out(_state: State, _option: f.StayedOut) -> Appraisal:
    return Appraisal(win=0.0, idle=True, wins=UNSETTLED, loses=UNSETTLED)


def _intent(state: State, option: f.IntentDeclared) -> Appraisal:
    who, goal = option.who, option.goal
    wanted = goal, option.target
    exchange, then = _best(state, who, *wanted), _later(state, who, wanted)
    return appraisal_of(state, who, exchange, then, goal=goal, stakes=goal)


def _best(state: State, who: Seat, goal: int, target: Seat) -> Exchange:
    """Weigh the best action that serves a goal."""
    actions = usable(state, who, goal)
    exchanges = [weighed(state, who, f.ACTIVE, ability, target) for ability in actions]
    return max(
        exchanges,
        key=lambda exchange: exchange.deals - exchange.suffers,
        default=NOTHING,
    )


def _intent_kept(state: State, option: f.IntentKept) -> Appraisal:
    """Weigh the old intention.

    It does nothing if its target has left, or if no ability that serves it can be used
    [RUL-12, RUL-49].
    """
    who = option.who
    goal, target = intent_of(state, who).wanted
    if state.participants[target].status != IN or not usable(state, who, goal):
        return appraisal_of(state, who, NOTHING, idle=True)
    exchange, then = _best(state, who, goal, target), _later(state, who, (goal, target))
    return appraisal_of(state, who, exchange, then)


def _changed(state: State, option: f.IntentChanged) -> Appraisal:
    """Weigh a change: a volley of defence only, then the best new intention."""
    who = option.who
    goal, target = intent_of(state, who).wanted
    sheet = state.data(who).abilities
    innate = usable_innate(state, who)
    stance = f.DEFENSIVE if innate else f.NO_ACTION
    best = max(
        innate,
        key=lambda n: sheet[n].rank - penalties(state, who, n),
        default=f.NONE,
    )
    exchange = weighed(state, who, stance, best, target)
    after, then = _changed_to(state, who)
    stakes = min(goal + 1, len(state.data(who).goals) - 1)
    return appraisal_of(state, who, exchange, then, goal=after, stakes=stakes)


def _withdrawn(state: State, option: f.ChangeWithdrawn) -> Appraisal:
    """Weigh going on with the old intention after all."""
    who = option.who
    goal, target = intent_of(state, who).wanted
    exchange, then = _best(state, who, goal, target), _later(state, who, (goal, target))
    return appraisal_of(state, who, exchange, then, goal=goal, stakes=goal)


PURSUED: Mapping[type[Fact], Callable[[State, Any], Appraisal]] = {
    f.Joined: _joined,
    f.StayedOut: _stayed_out,
    f.IntentDeclared: _intent,
    f.IntentKept: _intent_kept,
    f.IntentChanged: _changed,
    f.ChangeWithdrawn: _withdrawn,
}
"""Class of answer -> how it is weighed."""
