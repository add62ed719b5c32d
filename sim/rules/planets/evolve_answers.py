"""What each answer leaves behind: one tiny function a type."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from sim.events import DiceRolled, Event
from sim.rules.planets import facts as f
from sim.rules.planets.forces import FORCES, forces
from sim.rules.planets.reading import PENDING
from sim.rules.planets.state import (
    CHANGE,
    CONCEDE,
    PRESS,
    REST,
    Argued,
    Rolled,
    Standing,
    with_player,
    with_turn,
)

Remember = Callable[[Standing, Any], Standing]


def _draft(state: Standing, who: int, **part: Any) -> Standing:  # noqa: ANN401 - any part of an intent
    player = state.players[who]
    draft = structs.replace(player.draft, **part)
    return with_player(state, who, structs.replace(player, draft=draft))


def _approach(state: Standing, event: f.ApproachChosen) -> Standing:
    state = _draft(state, event.who, approach=event.approach)
    return with_turn(state, event.who, answer=CHANGE)


def _target(state: Standing, event: f.TargetChosen) -> Standing:
    return _draft(state, event.who, target=event.target)


def _aim(state: Standing, event: f.AimChosen) -> Standing:
    return _draft(state, event.who, aim=event.aim)


def _harms(state: Standing, event: f.HarmChosen) -> Standing:
    return _draft(state, event.who, harms=event.harms)


def _conceded(state: Standing, event: f.Conceded) -> Standing:
    return with_turn(state, event.who, answer=CONCEDE)


def _pressed(state: Standing, event: f.Pressed) -> Standing:
    return with_turn(state, event.who, answer=PRESS)


def _rested(state: Standing, event: f.StandoffAccepted) -> Standing:
    return with_turn(state, event.who, answer=REST)


def _accepted(state: Standing, event: f.ForcesAccepted) -> Standing:
    return with_turn(state, event.who, accepted=True)


def _disputed(state: Standing, event: f.ForcesDisputed) -> Standing:
    whole = event.favored or event.opposed
    wanted = forces(event.favored, event.opposed) if whole else None
    return with_turn(state, event.who, argued=Argued(event.reason, wanted=wanted))


def _argued(state: Standing, event: f.ForceArgued) -> Standing:
    argued = state.turn(event.who).argued
    assert argued is not None
    leans = _said(argued.leans, event.force, event.lean)
    return with_turn(state, event.who, argued=structs.replace(argued, leans=leans))


def _said(leans: tuple[str, ...], name: str, lean: str) -> tuple[str, ...]:
    force = FORCES.index(name)
    return (*leans[:force], lean, *leans[force + 1 :])


def _omega(state: Standing, event: f.OmegaCommitted) -> Standing:
    placed = (_force(event.force), event.value)
    omegas = (*state.turn(event.who).omegas, placed)
    return with_turn(state, event.who, omegas=omegas)


def _no_omega(state: Standing, event: f.OmegaDeclined) -> Standing:
    return with_turn(state, event.who, omega_done=True)


def _picked(state: Standing, event: f.PlanetDieChosen) -> Standing:
    force = _force(event.force)
    picks = state.turn(event.who).picks
    picks = (*picks[:force], event.partner, *picks[force + 1 :])
    return with_turn(state, event.who, picks=picks)


def _roll_judged(state: Standing, event: f.RollJudged) -> Standing:
    return with_turn(state, event.of, judged=event.verdict)


def _force_judged(state: Standing, event: f.ForceJudged) -> Standing:
    leans = _said(state.turn(event.of).leans, event.force, event.lean)
    return with_turn(state, event.of, leans=leans)


def _dispute_judged(state: Standing, event: f.DisputeJudged) -> Standing:
    return with_turn(state, event.of, amended=event.amended)


def _kinds(state: Standing, event: f.CircumstancesJudged) -> Standing:
    return with_turn(state, event.of, kinds=event.kinds)


def _severity(state: Standing, event: f.SeverityJudged) -> Standing:
    severities = (*state.turn(event.of).severities, event.severity)
    return with_turn(state, event.of, severities=severities)


def _size(state: Standing, event: f.SizeJudged) -> Standing:
    drawn = (*state.turn(event.of).drawn, event.size)
    return with_turn(state, event.of, drawn=drawn)


def _rolled(state: Standing, event: DiceRolled) -> Standing:
    if event.reading[0] != PENDING:
        return state
    return structs.replace(state, rolled=Rolled(event.who, event.faces))


def as_it_was(state: Standing, _event: Event) -> Standing:
    """Leave everything as it was: a consequence carries what matters."""
    return state


def _force(name: str) -> int:
    return FORCES.index(name)


ANSWERS: dict[type[Event], Remember] = {
    f.ApproachChosen: _approach,
    f.TargetChosen: _target,
    f.AimChosen: _aim,
    f.HarmChosen: _harms,
    f.Conceded: _conceded,
    f.Pressed: _pressed,
    f.StandoffAccepted: _rested,
    f.ForcesAccepted: _accepted,
    f.ForcesDisputed: _disputed,
    f.ForceArgued: _argued,
    f.OmegaDeclined: _no_omega,
    f.OmegaCommitted: _omega,
    f.PlanetDieChosen: _picked,
    f.RollJudged: _roll_judged,
    f.DifficultyJudged: as_it_was,
    f.ForceJudged: _force_judged,
    f.DisputeJudged: _dispute_judged,
    f.CircumstancesJudged: _kinds,
    f.SeverityJudged: _severity,
    f.SizeJudged: _size,
    f.MajorJudged: as_it_was,
    DiceRolled: _rolled,
}
"""Fact -> what it leaves behind."""
