"""The plan of an opening check: its steps, with their choices and rulings."""

from sim.rules.solar_system.phases import Checking
from sim.rules.solar_system.scenario.sheet import DIFFICULTY, RulingKind
from sim.rules.solar_system.state import State, ask_guide, ruling
from sim.seam.protocol import Decision


def plan(state: State, phase: Checking) -> tuple[tuple[int, ...], ...]:
    """List the steps; each is the checks (by index) that are rolled at once.

    A group of the same ability goes from the highest rank down, equal ranks in file
    order; abilities building on each other keep their order [SS-MULTI-01, SS-MULTI-03,
    RUL-56].
    """
    setup = state.setup
    everyone = tuple(range(len(setup.checks)))
    if setup.kind in {"competitive", "resisted"}:
        return (everyone,)
    if setup.kind == "group" and not setup.building:
        order = sorted(everyone, key=lambda index: -_rank(state, phase, index))
        return tuple((index,) for index in order)
    return tuple((index,) for index in everyone)


def ability_of(phase: Checking, index: int) -> int:
    """Return the ability for check *index*, which must have been chosen."""
    ability = phase.abilities[index]
    assert ability is not None
    return ability


def answer_of(phase: Checking, index: int) -> int:
    """Return the ability with which check *index* is resisted, which must be chosen."""
    answer = phase.answers[index]
    assert answer is not None
    return answer


def _rank(state: State, phase: Checking, index: int) -> int:
    who = state.setup.checks[index].who
    return state.ability(who, ability_of(phase, index)).rank


def has_difficulty(state: State, index: int) -> bool:
    """Whether a check has a difficulty; a competitive check has one for all."""
    kind = state.setup.kind
    return kind != "resisted" and (kind != "competitive" or index == 0)


def ask_ruling(
    state: State, kind: RulingKind, of: int, values: tuple[int, ...], preset: int
) -> Decision[State]:
    """Ask the Story Guide; the default is the scenario's preset."""
    first = sorted(values, key=lambda value: value != preset)
    return ask_guide(state, kind, of, first)


def difficulty(state: State, phase: Checking, index: int) -> int:
    """Return the level check *index* must reach: 1, or 2 [SS-UNO-02, SS-CHK-05]."""
    if state.setup.kind == "competitive":
        index = 0
    ruled = ruling(phase.ruled, DIFFICULTY, index)
    return state.setup.checks[index].difficulty if ruled is None else ruled
