"""What each event leaves behind: one tiny function a type, looked up by type.

Nothing is decided here; consequences carry the finished words and numbers.
"""

from msgspec import structs

from sim.events import TABLE, Event
from sim.rules.planets import consequences as c
from sim.rules.planets.circumstances import Circumstance
from sim.rules.planets.evolve_answers import ANSWERS, Remember, as_it_was
from sim.rules.planets.forces import forces
from sim.rules.planets.setup import INDIRECT
from sim.rules.planets.state import (
    AFTERMATH,
    FRESH,
    GAVE_UP,
    INTENTS,
    NO_DRAFT,
    TAKEN,
    UNGRADED,
    Intent,
    Standing,
    Turn,
    mustered,
    with_player,
    with_turn,
)

FAILED = Turn(failed=True)


def _round(state: Standing, event: c.RoundOpened) -> Standing:
    """Wipe every blank of the round before."""
    players = tuple(
        structs.replace(player, draft=NO_DRAFT, turn=FRESH) for player in state.players
    )
    opened = structs.replace(
        state,
        round=event.number,
        still=event.still,
        step=INTENTS,
        players=players,
        rolling=(),
        prevailed=TABLE,
    )
    return mustered(opened)


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
    player = structs.replace(
        player,
        intent=_intent(event),
        changes=player.changes + limited,
        draft=NO_DRAFT,
        turn=structs.replace(FRESH, reframed=True),
    )
    return with_player(state, event.who, player)


def _withdrew(state: Standing, event: c.Withdrew) -> Standing:
    player = structs.replace(state.players[event.who], left=GAVE_UP)
    return mustered(with_player(state, event.who, player))


def _decreed(state: Standing, event: c.OutcomeDecreed) -> Standing:
    return with_turn(state, event.who, grade=event.grade)


def _called(state: Standing, event: c.RollCalled) -> Standing:
    rolling = (*state.rolling, event.who) if event.who != TABLE else state.actors
    return structs.replace(state, rolling=rolling)


def _level(state: Standing, event: c.DifficultySet) -> Standing:
    return with_turn(state, event.who, level=event.level)


def _proposed(state: Standing, event: c.ForcesProposed) -> Standing:
    task = forces(event.favored, event.opposed)
    return with_turn(state, event.who, proposed=task, leans=FRESH.leans)


def _settled(state: Standing, event: c.ForcesSettled) -> Standing:
    """Keep the Forces; what led to them no longer matters."""
    turn = structs.replace(FRESH, task=forces(event.favored, event.opposed))
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
            structs.replace(player, tally=tally, turn=_after(state, player.turn))
            for player, tally in zip(state.players, tallies, strict=True)
        ),
    )


def _after(state: Standing, turn: Turn) -> Turn:
    """Forget *turn*, but for a failure that must not be tried again [PL-RUL-41]."""
    setup = state.setup
    alone = setup.mode == INDIRECT and setup.rulings.retry_policy == "changed_intent"
    return FAILED if alone and UNGRADED < turn.grade < 0 else FRESH


def _harm(state: Standing, event: c.HarmApplied) -> Standing:
    player = structs.replace(state.players[event.who], wounds=event.wound)
    return with_player(state, event.who, player)


def _felled(state: Standing, event: c.TakenOut) -> Standing:
    player = structs.replace(state.players[event.who], left=TAKEN)
    return mustered(with_player(state, event.who, player))


REMEMBER: dict[type[Event], Remember] = {
    **ANSWERS,
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
    c.HierarchyRead: as_it_was,
    c.CircumstancePlaced: as_it_was,
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
