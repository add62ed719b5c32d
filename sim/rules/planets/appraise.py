"""What an option is worth, by exact odds of the next roll it leads to.

The round is thought through to its dice, everything not yet answered taken as the
scenario settles it and everything sealed as not chosen; then the throw is counted
exactly. Harm is measured in steps of the track, and a wound is one step more.
"""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from sim.events import Fact
from sim.protocol import Appraisal
from sim.rules.planets import facts as f
from sim.rules.planets.committing import dice_open, picked_sizes
from sim.rules.planets.difficulty import gathered, lean
from sim.rules.planets.forces import FORCES, Forces, forces
from sim.rules.planets.foresight import exchange, prospect
from sim.rules.planets.setup import INDIRECT, NOBODY
from sim.rules.planets.state import (
    BLANK,
    Draft,
    Intent,
    Standing,
    rival,
    task_source,
    with_turn,
)


def appraise(view: Standing, option: Fact) -> Appraisal:
    """Return what *option* is worth to the one who would choose it."""
    weigh = _WEIGH.get(type(option))
    return weigh(view, option) if weigh is not None else Appraisal()


# One way to weigh each kind of option.


def _conceding(view: Standing, option: Fact) -> Appraisal:
    return Appraisal(win=0.0, concedes=True, ahead=_ahead(view, option.who))


def _resting(view: Standing, option: Fact) -> Appraisal:
    return Appraisal(win=0.0, ahead=_ahead(view, option.who))


def _as_it_stands(view: Standing, option: Fact) -> Appraisal:
    return _weighed(view, option.who, view.intent(option.who))


def _part(view: Standing, option: Fact) -> Appraisal:
    """Weigh one part of an intent, the rest as drafted or as it was."""
    who = option.who
    draft = view.players[who].draft
    if isinstance(option, f.ApproachChosen):
        draft = structs.replace(draft, approach=option.approach)
    elif isinstance(option, f.TargetChosen):
        draft = structs.replace(draft, target=option.target)
    elif isinstance(option, f.AimChosen):
        draft = structs.replace(draft, aim=option.aim)
    elif isinstance(option, f.HarmChosen):
        draft = structs.replace(draft, harms=option.harms)
    return _weighed(view, who, _drafted(view, who, draft))


def _task(view: Standing, option: Fact) -> Appraisal:
    """Weigh the Forces that are proposed or argued for."""
    who = option.who
    turn = view.turn(who)
    task = turn.proposed or Forces()
    if isinstance(option, f.ForcesDisputed) and (option.favored or option.opposed):
        task = forces(option.favored, option.opposed)
    elif isinstance(option, f.ForceArgued) and turn.argued is not None:
        words = [
            option.lean if name == option.force else said or lean(task, force)
            for force, (name, said) in enumerate(
                zip(FORCES, turn.argued.leans, strict=True)
            )
        ]
        task = gathered(words)
    settled = with_turn(view, task_source(view, who), task=task)
    return _weighed(settled, who, view.intent(who))


def _omega(view: Standing, option: Fact) -> Appraisal:
    who = option.who
    omegas = view.turn(who).omegas
    if isinstance(option, f.OmegaCommitted):
        omegas = (*omegas, (FORCES.index(option.force), option.value))
    return _weighed(view, who, view.intent(who), omegas)


def _die(view: Standing, option: f.PlanetDieChosen) -> Appraisal:
    """Weigh a partner's die, the later ones taken as the text advises."""
    who = option.who
    picks: tuple[int, ...] = ()
    for force, picked in enumerate(view.turn(who).picks):
        if FORCES[force] == option.force:
            picks = (*picks, option.partner)
        elif picked != BLANK:
            picks = (*picks, picked)
        else:
            picks = (*picks, dice_open(view, who, picks)[0])
    chosen = with_turn(view, who, own=picked_sizes(view, picks))
    return _weighed(chosen, who, view.intent(who))


_WEIGH: dict[type[Fact], Callable[[Standing, Any], Appraisal]] = {
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


# The round, thought through to its dice.


def _weighed(
    view: Standing,
    who: int,
    intent: Intent,
    omegas: tuple[tuple[int, int], ...] | None = None,
) -> Appraisal:
    """Weigh the next roll with *intent* against what the others want or may want."""
    other = rival(view, who)
    theirs = _possible(view, other) if other != NOBODY else (None,)
    ours_sum = theirs_sum = 0.0
    for one in theirs:
        pair = ((who, intent),) if one is None else ((who, intent), (other, one))
        ahead = prospect(view, pair)
        if omegas is not None:
            ahead = ahead.placing(who, omegas)
        chance = exchange(ahead, who, other)
        ours_sum += chance.ours
        theirs_sum += chance.theirs
    win = ours_sum / len(theirs)
    hurt = 1.0 + (theirs[0] is not None and theirs[0].harms)
    return Appraisal(
        win=win,
        deals=win * (1.0 + intent.harms),
        suffers=theirs_sum / len(theirs) * hurt,
        stakes=int(intent.harms),
        ahead=_ahead(view, who),
    )


def _drafted(view: Standing, who: int, draft: Draft) -> Intent:
    """Return the intent *draft* will be if the rest stays as it was, or usual."""
    sheet, old = view.sheet(who), view.players[who].intent
    usual = old or Intent(sheet.approaches[0], NOBODY, sheet.aims[0], sheet.harms[0])
    return Intent(
        draft.approach or usual.approach,
        usual.target if draft.target == BLANK else draft.target,
        draft.aim or usual.aim,
        usual.harms if draft.harms is None else draft.harms,
    )


def _possible(view: Standing, who: int) -> tuple[Intent, ...]:
    """Return what *who* is known to want, or may be about to show."""
    known = view.players[who].intent
    if known is not None:
        return (known,)
    sheet = view.sheet(who)
    aim, harms = sheet.aims[0], sheet.harms[0]
    return tuple(Intent(one, NOBODY, aim, harms) for one in sheet.approaches)


def _ahead(view: Standing, who: int) -> float:
    """Return how far *who* leads, from -1 to 1, in parts of the goal."""
    goal = view.setup.rulings.goal
    if view.setup.mode == INDIRECT:
        others = [p.tally for seat, p in enumerate(view.players) if seat != who]
        lead_ = view.players[who].tally - max(others)
    else:
        lead_ = view.track if view.sheet(who).side == 0 else -view.track
    return max(-1.0, min(1.0, lead_ / goal))
