"""The worth of an option, by exact odds of the next roll it leads to.

The round is thought through to its dice, and the throw is counted exactly. Open
questions are assumed to be answered as the scenario settles them, and sealed choices
not to be made. Harm is measured in steps of the track; a wound counts as one more step.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from sim.rules.planets import facts as f
from sim.rules.planets.appraisal.foresight import (
    Exchange,
    Intents,
    arguments,
    exchange,
    prospect,
)
from sim.rules.planets.forces.rolls import Omega
from sim.rules.planets.forces.task import FORCES, Forces, forces, gathered, lean_of
from sim.rules.planets.phases import Committing, Coordinating, Draft, Intent, Settling
from sim.rules.planets.round.coordinating import dice_open, picked_sizes
from sim.rules.planets.round.framing import draft_of
from sim.rules.planets.scenario.compile import INDIRECT
from sim.rules.planets.state import State, intent_of, rival, roll_of, with_roll
from sim.seam.appraisal import NEUTRAL, Appraisal
from sim.seam.events import NOBODY, Fact, Seat
from sim.seam.seats import by_seat
from sim.spine.changes import put, with_phase
from sim.spine.racing import lead


def appraise(view: State, option: Fact) -> Appraisal:
    """Return the appraisal of *option* for the seat that would choose it."""
    return replace(appraise_without_lead(view, option), ahead=ahead_of(view, option))


def appraise_without_lead(view: State, option: Fact) -> Appraisal:
    """Return the appraisal of *option* without the lead, which depends on progress."""
    weigh = _WEIGH.get(type(option))
    return weigh(view, option) if weigh is not None else NEUTRAL


def ahead_of(view: State, option: Fact) -> float:
    """Return how far the chooser of *option* leads; 0 for a Storyguide."""
    return lead_of(view, option.who) if type(option) in _WEIGH else 0.0


# One way to weigh each kind of option.


def _conceding(view: State, option: Fact) -> Appraisal:
    who = option.who
    other = rival(view, who)
    wants = NOBODY if other == NOBODY else view.participants[other].intent
    harms = isinstance(wants, Intent) and wants.harms
    plain = _plain(view, who)
    return replace(plain, win=0.0, concedes=True, stakes=int(harms), leaves=1.0)


def _resting(view: State, option: Fact) -> Appraisal:
    """Weigh offering a standoff, which has no effect unless all accept it."""
    worth = view.setup.characters[option.who].worth
    plain = _plain(view, option.who)
    return replace(plain, win=0.0, wins=worth.standoff, loses=worth.standoff)


def _as_it_stands(view: State, option: Fact) -> Appraisal:
    return _weighed(view, option.who, intent_of(view, option.who))


def _part(view: State, option: Fact) -> Appraisal:
    """Weigh one part of an intent, with the rest as drafted or as before."""
    who = option.who
    draft = draft_of(view, who)
    if isinstance(option, f.ApproachChosen):
        draft = replace(draft, approach=option.approach)
    elif isinstance(option, f.TargetChosen):
        draft = replace(draft, target=option.target)
    elif isinstance(option, f.AimChosen):
        draft = replace(draft, aim=option.aim)
    elif isinstance(option, f.HarmChosen):
        draft = replace(draft, harms=option.harms)
    return _weighed(view, who, _drafted(view, who, draft))


def _task(view: State, option: Fact) -> Appraisal:
    """Weigh the Forces that are proposed or argued for."""
    who, phase = option.who, view.phase
    assert type(phase) is Settling
    discussion = phase.discussions[who]
    task = discussion.proposed or Forces()
    if isinstance(option, f.ForcesDisputed) and (option.favored or option.opposed):
        task = forces(option.favored, option.opposed)
    elif isinstance(option, f.ForceArgued) and discussion.dispute is not None:
        leans = put(discussion.dispute.leans, FORCES.index(option.force), option.lean)
        task = gathered(
            [lean or lean_of(task, force) for force, lean in enumerate(leans)]
        )
    settled = with_phase(view, tasks=put(phase.tasks, who, task))
    return _weighed(settled, who, intent_of(view, who))


def _omega(view: State, option: Fact) -> Appraisal:
    assert type(view.phase) is Committing
    who = option.who
    omegas = view.phase.placed[who]
    if isinstance(option, f.OmegaCommitted):
        omegas = (*omegas, (FORCES.index(option.force), option.value))
    return _weighed(view, who, intent_of(view, who), omegas)


def _die(view: State, option: f.PlanetDieChosen) -> Appraisal:
    """Weigh a partner's die, with later ones picked as the text advises."""
    assert type(view.phase) is Coordinating
    who = option.who
    roll = roll_of(view.phase, who)
    chosen = put(view.phase.picks[who], FORCES.index(option.force), option.partner)
    picks: tuple[Seat, ...] = ()
    for picked in chosen:
        die = dice_open(view, roll, picks)[0] if picked is None else picked
        picks = (*picks, die)
    settled = with_roll(view, who, sizes=picked_sizes(view, picks))
    return _weighed(settled, who, intent_of(view, who))


_WEIGH: Mapping[type[Fact], Callable[[State, Any], Appraisal]] = {
    f.Conceded: _conceding,
    f.StandoffAccepted: _resting,
    f.Pressed: _as_it_stands,
    f.ApproachChosen: _part,
    f.TargetChosen: _part,
    f.AimChosen: _part,
    f.HarmChosen: _part,
    f.ForcesAccepted: _task,
    f.ForcesDisputed: _task,
    f.ForceArgued: _task,
    f.OmegaDeclined: _omega,
    f.OmegaCommitted: _omega,
    f.PlanetDieChosen: _die,
}
"""Class of answer -> how it is weighed; all answers of a Storyguide are equal."""


# The round, thought through to its dice.


def _weighed(
    view: State,
    who: Seat,
    intent: Intent,
    omegas: tuple[Omega, ...] | None = None,
) -> Appraisal:
    """Weigh the next roll with *intent* against what the others want or may want."""
    other = rival(view, who)
    theirs = _possible(view, other) if other != NOBODY else (None,)
    ours_sum = theirs_sum = 0.0
    for value in theirs:
        pair = ((who, intent),) if value is None else ((who, intent), (other, value))
        chance = _best_chance(view, pair, who, other, omegas)
        ours_sum += chance.ours
        theirs_sum += chance.theirs
    win = ours_sum / len(theirs)
    hurt = 1.0 + (theirs[0] is not None and theirs[0].harms)
    deals, suffers = win * (1.0 + intent.harms), theirs_sum / len(theirs) * hurt
    return replace(
        _plain(view, who),
        win=win,
        deals=deals,
        suffers=suffers,
        stakes=int(intent.harms),
        then_deals=deals,
        then_suffers=suffers,
    )


def _best_chance(
    view: State,
    intents: Intents,
    who: Seat,
    other: Seat,
    omegas: tuple[Omega, ...] | None,
) -> Exchange:
    """Return the odds of the round if *who* makes the best of disputing Forces."""
    tasks = arguments(view, who, intents[0][1])
    exchanges: list[Exchange] = []
    for argued in (None, *((who, task) for task in tasks)):
        ahead = prospect(view, intents, argued)
        if omegas is not None:
            ahead = ahead.placing(who, omegas)
        exchanges.append(exchange(ahead, who, other))
    return max(exchanges, key=lambda chance: chance.ours - chance.theirs)


def _plain(view: State, who: Seat) -> Appraisal:
    """Return what all options of *who* share: the returns of endings."""
    worth = view.setup.characters[who].worth
    return Appraisal(
        gives=worth.conceded,
        wins=worth.won,
        loses=worth.lost,
    )


def _drafted(view: State, who: Seat, draft: Draft) -> Intent:
    """Return the intent that *draft* becomes if the rest stays as before, or usual.

    A change must change something: if no other part changes, whether to wound does.
    """
    data, old = view.setup.characters[who], view.participants[who].intent
    usual = old or Intent(data.approaches[0], NOBODY, data.aims[0], data.harms[0])
    intent = Intent(
        draft.approach or usual.approach,
        usual.target if draft.target is None else draft.target,
        draft.aim or usual.aim,
        usual.harms if draft.harms is None else draft.harms,
    )
    if intent == old and len(data.harms) > 1:
        return replace(intent, harms=not intent.harms)
    return intent


def _possible(view: State, who: Seat) -> tuple[Intent, ...]:
    """Return the intents that *who* may have, or may be about to show."""
    shown = view.participants[who].intent
    if shown is not None:
        return (shown,)
    data = view.setup.characters[who]
    aim, harms = data.aims[0], data.harms[0]
    return tuple(Intent(approach, NOBODY, aim, harms) for approach in data.approaches)


def lead_of(view: State, who: Seat) -> float:
    """Return how far *who* leads, by the steps each still has to make.

    On a common track a step forward for one is a step back for the other, so the chance
    to be first depends on the steps themselves. The lead of a seat that only judges is
    0.
    """
    if who >= len(view.setup.characters):
        return 0.0
    goal = view.setup.rulings.goal
    if view.setup.mode == INDIRECT:
        others = [
            participant.tally
            for seat, participant in by_seat(view.participants)
            if seat != who
        ]
        ours, theirs = goal - view.participants[who].tally, goal - max(others)
        return lead(max(0, ours), max(0, theirs), RACE)
    track = view.track if view.setup.characters[who].side == 0 else -view.track
    return lead(max(0, goal - track), max(0, goal + track), TRACK)


TRACK = 1.0
RACE = 2.0
"""Exponents of the ratio of steps, on a common track and on separate tallies."""
