"""What each event leaves behind: one tiny function a type, looked up by type.

Nothing is decided here; consequences carry the finished words and numbers.
"""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from sim.events import TABLE, DiceRolled, Event
from sim.rules.planets import consequences as c
from sim.rules.planets import facts as f
from sim.rules.planets.circumstances import Circumstance
from sim.rules.planets.forces import FORCES, forces
from sim.rules.planets.reading import PENDING
from sim.rules.planets.state import (
    AFTERMATH,
    CHANGE,
    CONCEDE,
    FRESH,
    GAVE_UP,
    INTENTS,
    NO_DRAFT,
    PRESS,
    REST,
    TAKEN,
    Argued,
    Intent,
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
    return with_turn(state, event.who, argued=Argued(event.reason, (), wanted))


def _argued(state: Standing, event: f.ForceArgued) -> Standing:
    argued = state.turn(event.who).argued
    assert argued is not None
    leans = (*argued.leans, event.lean)
    return with_turn(state, event.who, argued=structs.replace(argued, leans=leans))


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
    leans = (*state.turn(event.of).leans, event.lean)
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


def _round(state: Standing, event: c.RoundOpened) -> Standing:
    """Wipe every blank of the round before."""
    players = tuple(
        structs.replace(player, draft=NO_DRAFT, turn=FRESH) for player in state.players
    )
    return structs.replace(
        state,
        round=event.number,
        still=event.still,
        step=INTENTS,
        players=players,
        prevailed=TABLE,
    )


def _step(state: Standing, event: c.StepOpened) -> Standing:
    return structs.replace(state, step=event.step)


def _intent(event: c.IntentDeclared | c.IntentChanged) -> Intent:
    return Intent(event.approach, event.target, event.aim, event.harms)


def _declared(state: Standing, event: c.IntentDeclared) -> Standing:
    player = structs.replace(
        state.players[event.who], intent=_intent(event), draft=NO_DRAFT, turn=FRESH
    )
    return with_player(state, event.who, player)


def _changed(state: Standing, event: c.IntentChanged) -> Standing:
    """Count a change only where a limit makes it matter; Forces are picked anew."""
    player = state.players[event.who]
    limited = state.sheet(event.who).changes_max is not None
    verdict = player.turn.verdict
    player = structs.replace(
        player,
        intent=_intent(event),
        changes=player.changes + limited,
        draft=NO_DRAFT,
        turn=structs.replace(FRESH, verdict=verdict, reframed=True),
    )
    return with_player(state, event.who, player)


def _withdrew(state: Standing, event: c.Withdrew) -> Standing:
    player = structs.replace(state.players[event.who], left=GAVE_UP)
    return with_player(state, event.who, player)


def _decreed(state: Standing, event: c.OutcomeDecreed) -> Standing:
    return with_turn(state, event.who, verdict=event.outcome, grade=event.grade)


def _called(state: Standing, event: c.RollCalled) -> Standing:
    return with_turn(state, event.who, verdict="roll")


def _level(state: Standing, event: c.DifficultySet) -> Standing:
    return with_turn(state, event.who, level=event.level)


def _proposed(state: Standing, event: c.ForcesProposed) -> Standing:
    task = forces(event.favored, event.opposed)
    return with_turn(state, event.who, proposed=task, leans=())


def _settled(state: Standing, event: c.ForcesSettled) -> Standing:
    """Keep the Forces; what led to them no longer matters."""
    turn = structs.replace(
        FRESH,
        verdict=state.turn(event.who).verdict,
        task=forces(event.favored, event.opposed),
    )
    player = structs.replace(state.players[event.who], turn=turn)
    return with_player(state, event.who, player)


def _assigned(state: Standing, event: c.CircumstanceAssigned) -> Standing:
    die = Circumstance(event.kind, event.severity, event.size, event.cause)
    dice = (*state.turn(event.who).dice, die)
    return with_turn(state, event.who, dice=dice, armed=True)


def _shown(state: Standing, event: c.OmegaShown) -> Standing:
    return with_turn(state, event.who, omega_shown=True, omega_done=True)


def _chosen(state: Standing, event: c.PlanetDiceChosen) -> Standing:
    return with_turn(state, event.who, own=event.sizes, picks=FRESH.picks)


def _ruled(state: Standing, event: c.MajorCircumstanceRuled) -> Standing:
    ruled = (*state.turn(event.who).ruled, event.choice)
    return with_turn(state, event.who, ruled=ruled)


def _outcome(state: Standing, event: c.OutcomeDetermined) -> Standing:
    state = with_turn(state, event.who, grade=event.grade)
    return structs.replace(state, rolled=None)


def _resolved(state: Standing, event: c.RoundResolved) -> Standing:
    """Keep what it came to; how it came about no longer matters."""
    tallies = event.tallies or tuple(player.tally for player in state.players)
    return structs.replace(
        state,
        track=event.after,
        still=event.still,
        step=AFTERMATH,
        prevailed=event.who,
        players=tuple(
            structs.replace(player, tally=tally, turn=FRESH)
            for player, tally in zip(state.players, tallies, strict=True)
        ),
    )


def _harm(state: Standing, event: c.HarmApplied) -> Standing:
    player = structs.replace(state.players[event.who], wounds=event.wound)
    return with_player(state, event.who, player)


def _felled(state: Standing, event: c.TakenOut) -> Standing:
    player = structs.replace(state.players[event.who], left=TAKEN)
    return with_player(state, event.who, player)


def _as_it_was(state: Standing, _event: Event) -> Standing:
    return state


def _force(name: str) -> int:
    return FORCES.index(name)  # type: ignore[arg-type] # a Force by construction


REMEMBER: dict[type[Event], Remember] = {
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
    f.DifficultyJudged: _as_it_was,
    f.ForceJudged: _force_judged,
    f.DisputeJudged: _dispute_judged,
    f.CircumstancesJudged: _kinds,
    f.SeverityJudged: _severity,
    f.SizeJudged: _size,
    f.MajorJudged: _as_it_was,
    DiceRolled: _rolled,
    c.RoundOpened: _round,
    c.StepOpened: _step,
    c.IntentDeclared: _declared,
    c.IntentChanged: _changed,
    c.Withdrew: _withdrew,
    c.OutcomeDecreed: _decreed,
    c.RollCalled: _called,
    c.DifficultySet: _level,
    c.ForcesProposed: _proposed,
    c.ForcesSettled: _settled,
    c.CircumstanceAssigned: _assigned,
    c.OmegaShown: _shown,
    c.PlanetDiceChosen: _chosen,
    c.HierarchyRead: _as_it_was,
    c.CircumstancePlaced: _as_it_was,
    c.MajorCircumstanceRuled: _ruled,
    c.OutcomeDetermined: _outcome,
    c.RoundResolved: _resolved,
    c.HarmApplied: _harm,
    c.TakenOut: _felled,
}
"""Event type -> what it leaves behind; a test compares the keys with the events."""


def evolve(state: Standing, event: Event) -> Standing:
    """Return what *event* leaves of *state*."""
    return REMEMBER[type(event)](state, event)

