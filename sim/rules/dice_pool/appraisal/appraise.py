"""The worth of an option, by the odds of the next comparison it leads to.

Harm is measured in points of Health, and in losses if nobody is hurt. The others are
assumed to take their default, which is their first intent.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.appraisal.boosts import BOOSTS
from sim.rules.dice_pool.appraisal.claims import claimed
from sim.rules.dice_pool.appraisal.distribution import (
    better,
    mean,
    weighed,
)
from sim.rules.dice_pool.appraisal.foresight import (
    outlook,
    stake_lost,
    weighed_act,
)
from sim.rules.dice_pool.appraisal.rolls import (
    NOTHING,
    contest_roll,
    dice_of,
    first_target,
    usual,
)
from sim.rules.dice_pool.appraisal.threats import (
    Mine,
    answer_of,
    borne,
    standing_against,
    threats_to,
)
from sim.rules.dice_pool.contests.rolling import named
from sim.rules.dice_pool.morality.crisis import crisis_roll
from sim.rules.dice_pool.phases import Contesting, Settling, Striking
from sim.rules.dice_pool.records.rolls import Roll, Why
from sim.rules.dice_pool.scenario.words import Severity
from sim.rules.dice_pool.state import State, side_of
from sim.rules.dice_pool.tasks.attempting import beats
from sim.seam.appraisal import NEUTRAL, Appraisal
from sim.seam.events import NOBODY, Fact
from sim.seam.seats import by_seat


def appraise(view: State, option: Fact) -> Appraisal:
    """Return the appraisal of *option* for the seat that would choose it."""
    weigh = _WEIGH.get(type(option))
    return weigh(view, option) if weigh is not None else NEUTRAL


# One way to weigh each kind of option.


def _declared(view: State, option: f.IntentDeclared) -> Appraisal:
    who = option.who
    character = view.setup.characters[who]
    intent = character.intent(option.intent)
    roll = contest_roll(who, named(intent.pools, option.pool), intent.name)
    return weighed_act(view, roll, intent, option.target)


def _idle(view: State, option: Fact) -> Appraisal:
    """Weigh declaring no act; acts of others may still be answered."""
    who = option.who
    here = outlook(view, who)
    nothing = Mine(NOTHING)
    lost = mean(here.against)
    if here.threats:
        lost = borne(view, who, nothing, here.threats)
    suffers = lost * here.menace + stake_lost(view, who, None, nothing, 0.0)
    return Appraisal(win=0.0, suffers=suffers, ahead=here.ahead, idle=True)


def _waived(view: State, option: f.ContestWaived) -> Appraisal:
    """Weigh leaving the act of another unanswered."""
    here = outlook(view, option.who)
    against = [threat for threat in here.threats if threat.by == option.against]
    lost = sum(mean(roll.chances) for roll in against) + mean(here.against)
    return Appraisal(win=0.0, suffers=lost * here.menace, ahead=here.ahead, idle=True)


def _protecting(view: State, option: f.ProtectionOffered) -> Appraisal:
    """Weigh protecting an ally by the harm that it spares the ally [DP-R-112]."""
    who, ward = option.who, option.whom
    idle, spared = _idle(view, option), 0.0
    for threat in threats_to(view, ward):
        by = contest_roll(threat.by, threat.act.pools[0], threat.act.name)
        theirs = standing_against(view, by, threat.act, ward)
        ours = better((theirs, answer_of(view, who, threat.act)))
        spared += weighed(theirs, threat.chances)[2] - weighed(ours, threat.chances)[2]
    return replace(idle, deals=spared * outlook(view, who).menace)


def _helping(view: State, option: f.HelpOffered) -> Appraisal:
    """Weigh helping as the ally's usual act with one more die."""
    ally = usual(view, option.whom)
    if ally is None:
        return _idle(view, option)
    more = view.setup.characters[option.who].helping
    pool = replace(ally.pool, dice=ally.pool.dice + more)
    own = view.setup.characters[option.whom].intent(ally.intent)
    target = first_target(view, option.who)
    helped = weighed_act(view, replace(ally, pool=pool), own, target)
    return replace(helped, deals=helped.deals * 0.5, cost=0.0, stakes=0)


def _conceding(view: State, option: Fact) -> Appraisal:
    who = option.who
    here = outlook(view, who)
    stakes = max(
        (
            int(intent.severity or 0)
            for seat, data in by_seat(view.setup.characters)
            if data.side != side_of(view, who)
            for intent in data.intents
            if (last := view.participants[seat].last) and intent.name == last.intent
        ),
        default=0,
    )
    return Appraisal(
        win=0.0,
        concedes=True,
        stakes=stakes,
        ahead=here.ahead,
        gives=here.gives,
        wins=here.wins,
        loses=here.loses,
        leaves=1.0,
    )


def _contested(view: State, option: f.ContestAnswered) -> Appraisal:
    phase = view.phase
    assert type(phase) is Contesting
    act = phase.answers[option.against]
    assert type(act) is f.IntentDeclared
    intent = view.setup.characters[option.against].intent(act.intent)
    pools = view.setup.characters[option.who].answers(intent)
    roll = contest_roll(option.who, named(pools, option.pool))
    own = phase.answers[option.who]
    if type(own) is f.IntentDeclared:
        meant = view.setup.characters[option.who].intent(own.intent)
        if not meant.direct:
            acting = contest_roll(option.who, named(meant.pools, own.pool), meant.name)
            beside = intent.arena, dice_of(view, roll)
            return weighed_act(view, acting, meant, NOBODY, beside=beside)
    return weighed_act(view, replace(roll, arena=intent.arena), None, NOBODY)


def _rote(_view: State, option: f.RoteChoiceMade) -> Appraisal:
    return Appraisal(deals=float(option.total))


def _harm(view: State, option: f.HarmSuffered | f.HarmEased) -> Appraisal:
    phase = view.phase
    if type(phase) is Striking:
        assert phase.blow is not None
        points = phase.blow.points
    else:
        assert type(phase) is Settling
        points = phase.effects[0].margin
    eased = isinstance(option, f.HarmEased)
    return Appraisal(suffers=float(points - eased), cost=float(eased))


def _resting(view: State, option: Fact) -> Appraisal:
    return Appraisal(win=0.0, ahead=outlook(view, option.who).ahead, idle=True)


def _going_on(view: State, option: Fact) -> Appraisal:
    """Weigh going on as the usual act of the next round."""
    roll = usual(view, option.who)
    if roll is None:
        return Appraisal(ahead=outlook(view, option.who).ahead)
    intent = view.setup.characters[option.who].intent(roll.intent)
    target = first_target(view, option.who)
    worth = weighed_act(view, roll, intent, target)
    return replace(worth, deals=worth.win, suffers=0.0)


def _attempt(view: State, option: f.AttemptMade) -> Appraisal:
    character = view.setup.characters[option.who]
    intent = character.intent(option.intent)
    pool = named(intent.pools, option.pool)
    roll = Roll(option.who, Why.TASK, pool, intent=intent.name, rote=pool.rote)
    task, progress = view.setup.task, view.task
    against = 0
    if task is not None and task.opposition is not None and progress is not None:
        against = progress.total or (task.opposition.dice or 0) // 3
    rulings, chances = view.setup.rulings, dice_of(view, roll)
    enough = beats(against, against, rulings)
    win = max(0.0, 1.0 - sum(chances[: against if enough else against + 1]))
    return Appraisal(
        win=win,
        deals=win * intent.worth,
        wins=intent.worth,
        ahead=outlook(view, option.who).ahead,
    )


def _tending(_view: State, option: f.TendingTried | f.TendingRefused) -> Appraisal:
    """Weigh leaving somebody to bleed as neutral but for the risk of death."""
    left = type(option) is f.TendingRefused
    return Appraisal(win=0.0, stakes=Severity.LETHAL if left else 0)


def _accepting(view: State, option: Fact) -> Appraisal:
    """Weigh accepting a failure by the points it costs until the crisis is resolved."""
    participant = view.participants[option.who]
    crisis = participant.conscience.crisis
    assert crisis is not None
    points, dots = participant.will.points, participant.will.dots
    fails = dice_of(view, crisis_roll(view, option.who, 0))[0]
    steps = max(0, (participant.conscience.morality or 0) - crisis.successes)
    later = steps * fails / (1.0 - fails)
    # Hardening would bring a point if there is room for one.
    return Appraisal(cost=float(points > 0) + later + float(points < dots))


def _degenerating(view: State, option: Fact) -> Appraisal:
    """Weigh hardening as a point of harm, and what it takes from the final return."""
    worth = view.setup.worth
    lost = 0.0 if worth.hardened is None else max(0.0, worth.won - worth.hardened)
    return Appraisal(suffers=1.0 + lost * view.setup.characters[option.who].boxes)


def _virtue(view: State, option: f.VirtueKept | f.VirtueShown) -> Appraisal:
    """Weigh showing a Virtue, possible once a session, by the points it would refill.

    It is worth it if at least half of all points are missing.
    """
    will = view.participants[option.who].will
    spare = (will.dots - will.points) - will.dots / 2
    return Appraisal(cost=max(0.0, spare if type(option) is f.VirtueKept else -spare))


_WEIGH: Mapping[type[Fact], Callable[[State, Any], Appraisal]] = {
    f.IntentDeclared: _declared,
    f.HelpOffered: _helping,
    f.ProtectionOffered: _protecting,
    f.HeldBack: _idle,
    f.Conceded: _conceding,
    f.ContestAnswered: _contested,
    f.ContestWaived: _waived,
    **BOOSTS,
    f.RoteChoiceMade: _rote,
    f.MarginClaimed: claimed,
    f.HarmSuffered: _harm,
    f.HarmEased: _harm,
    f.LetStand: _conceding,
    f.ReversalSought: _going_on,
    f.WentOn: _going_on,
    f.LetRest: _resting,
    f.AttemptMade: _attempt,
    f.TaskLeft: _conceding,
    f.TendingTried: _tending,
    f.TendingRefused: _tending,
    f.VirtueKept: _virtue,
    f.VirtueShown: _virtue,
    f.FailureAccepted: _accepting,
    f.CharacterDegenerated: _degenerating,
}
"""Class of answer -> how it is weighed; all answers of a Storyteller are equal."""
