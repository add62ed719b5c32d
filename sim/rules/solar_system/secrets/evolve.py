"""How using Secrets changes the state."""

from typing import Any

from msgspec.structs import replace

from sim.rules.solar_system.consequences import CHAIN, DiceGathered
from sim.rules.solar_system.events import secrets as s
from sim.rules.solar_system.phases import Rolling
from sim.rules.solar_system.records.using import Using
from sim.rules.solar_system.state import State, growth_of, with_growth
from sim.seam.events import Seat
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve, unchanged


def _with_using(state: State, **changes: Any) -> State:  # noqa: ANN401 - fields of Using
    return replace(state, using=replace(state.using, **changes))


def _with_dice(state: State, index: int, dice: int) -> State:
    phase = state.phase
    assert isinstance(phase, Rolling)
    roll = phase.rolls[index]
    roll = replace(roll, bonus=roll.bonus + dice)
    return replace(state, phase=replace(phase, rolls=put(phase.rolls, index, roll)))


def _declined(state: State, event: s.SecretDeclined) -> State:
    return _with_using(state, done=state.using.done | {event.roll})


def _used(state: State, event: s.SecretUsed) -> State:
    """Add dice to the roll at once; harm and guard hold for the volley [RUL-81]."""
    data = state.setup.people.secrets[event.secret]
    used = state.using.used | {(event.roll, event.secret)}
    if data.bonus_dice:
        return _with_dice(_with_using(state, used=used), event.roll, data.bonus_dice)
    volley = state.using.volley | {(event.who, event.secret)}
    return _with_using(state, used=used, volley=volley)


def _worked(state: State, event: s.SecretsWorked) -> State:
    for index, _, dice in event.dice:
        state = _with_dice(state, index, dice)
    return _with_using(state, worked=True)


def _tried(state: State, event: s.PocketTried) -> State:
    tried = (*state.using.tried, (event.who, event.secret))
    return with_phase(_with_using(state, tried=tried), turn=event.who)


def _produced(state: State, event: s.PropProduced) -> State:
    made = state.setup.people.secrets[event.secret].produces
    produced = growth_of(state, event.who).produced
    if made in produced:
        return state
    return with_growth(state, event.who, produced=(*produced, made))


_NONE_USED = Using()


def forgetting(chapters: Evolve[State]) -> Evolve[State]:
    """Return the function of *chapters* for new rolls, dropping the Secrets used.

    Secrets that hold for a volley last through the chains of a side.
    """
    gathered = chapters[DiceGathered]

    def gather(state: State, event: DiceGathered) -> State:
        state = gathered(state, event)
        before = state.using
        if before == _NONE_USED:
            return state
        goes_on = event.stage == CHAIN and event.attempt
        volley = before.volley if goes_on else frozenset[tuple[Seat, int]]()
        return replace(state, using=Using(volley=volley, tried=before.tried))

    return {DiceGathered: gather}


SECRET_EVENTS: Evolve[State] = {
    s.SecretDeclined: _declined,
    s.SecretUsed: _used,
    s.PocketTried: _tried,
    s.SecretsWorked: _worked,
    s.HarmModified: unchanged,
    s.PropProduced: _produced,
}
