"""Which actions meet, and how: perpendicular, parallel or one-sided."""

from sim.rules.solar_system.consequences import (
    ONE_SIDED,
    PARALLEL,
    PERPENDICULAR,
    Pairing,
    Relation,
)
from sim.rules.solar_system.facts import (
    ACTIVE,
    DEFENSIVE,
    HEALING,
    NO_ACTION,
    ActionDeclared,
    Stance,
)
from sim.rules.solar_system.phases import Declared, Volley
from sim.rules.solar_system.scenario.sheet import RELATION
from sim.rules.solar_system.state import IN, State, acts, intent_of, members, ruling
from sim.seam.events import Seat
from sim.seam.seats import by_seat


def pairings(state: State, volley: Declared) -> tuple[Pairing, ...]:
    """List the pairs whose actions meet in this volley [SS-FAC-03, SS-MULTI-08].

    A mutual pair is perpendicular or parallel; a defender meets every attacker with one
    roll; an attack on somebody busy elsewhere, or without an action, is one-sided
    [RUL-46, RUL-48, RUL-53]. Two who defend meet when each is the target of the other's
    intent and the table lets both roll [RUL-38].
    """
    if type(volley) is Volley and volley.pairs is not None:
        return volley.pairs
    if state.zeitgeist:
        return _sides_meet(state, volley)
    pairs: list[Pairing] = []
    for who, action in by_seat(volley.actions):
        if action is None or state.participants[who].status != IN:
            continue
        if action.stance == ACTIVE:
            pairing = _attack(state, volley, who, action)
            if pairing is not None:
                pairs.append(pairing)
        elif action.stance == DEFENSIVE:
            other = intent_of(state, who).target
            if _two_defend(state, volley, who, other):
                pairs.append((who, other, PERPENDICULAR))
    return tuple(pairs)


def stance_of(volley: Declared, who: Seat) -> Stance:
    """Return the kind of action *who* has declared."""
    action = volley.actions[who]
    return NO_ACTION if action is None else action.stance


def _attack(
    state: State, volley: Declared, who: Seat, attack: ActionDeclared
) -> Pairing | None:
    """Return how the *attack* of *who* meets its target; None if already listed."""
    target = attack.target
    if state.participants[target].status != IN:
        return None
    answer = volley.actions[target]
    if answer is None:
        return who, target, ONE_SIDED
    if answer.stance == ACTIVE and answer.target == who:
        if target < who:
            return None
        return who, target, relation(state, volley, who, target)
    if answer.stance == DEFENSIVE:
        return who, target, PERPENDICULAR
    if answer.stance == HEALING and attack.obstructs:
        return who, target, PERPENDICULAR
    return who, target, ONE_SIDED


def action_in(volley: Declared, who: Seat) -> ActionDeclared:
    """Return the action of *who*, which must have been declared."""
    action = volley.actions[who]
    assert action is not None
    return action


def _two_defend(state: State, volley: Declared, who: Seat, other: Seat) -> bool:
    if state.setup.rulings.double_defense == "skip" or other <= who:
        return False
    return (
        state.participants[other].status == IN
        and stance_of(volley, other) == DEFENSIVE
        and intent_of(state, other).target == who
    )


def relation(state: State, volley: Declared, a: Seat, b: Seat) -> Relation:
    """Return how two actions aimed at each other relate.

    The Story Guide's ruling comes first, then the scenario's list of abilities that do
    not interfere; otherwise they are parallel only if neither obstructs [RUL-46,
    SS-ACT-01, SS-ACT-02].
    """
    ruled = ruling(volley.ruled, RELATION, min(a, b))
    if ruled is not None:
        return Relation(ruled)
    action, other = action_in(volley, a), action_in(volley, b)
    if side_by_side(state, a, action.ability, b, other.ability):
        return PARALLEL
    return PERPENDICULAR if action.obstructs or other.obstructs else PARALLEL


def side_by_side(state: State, a: Seat, mine: int, b: Seat, theirs: int) -> bool:
    """Whether the scenario lists these abilities as not interfering."""
    if not state.setup.parallel:
        return False
    names = state.ability(a, mine).name, state.ability(b, theirs).name
    return names in state.setup.parallel or names[::-1] in state.setup.parallel


def _sides_meet(state: State, volley: Declared) -> tuple[Pairing, ...]:
    """Pair the last rollers of the two sides [SS-ZEIT-01, RUL-58]."""
    sides = chains(state, volley)
    lasts = [chain[-1] for chain in sides if chain]
    if len(lasts) < 2:  # noqa: PLR2004 - two sides
        return tuple(
            (chain[-1], members(state, 1 - side)[0], ONE_SIDED)
            for side, chain in enumerate(sides)
            if chain and stance_of(volley, chain[-1]) == ACTIVE
        )
    a, b = lasts
    stances = stance_of(volley, a), stance_of(volley, b)
    if stances == (DEFENSIVE, ACTIVE):
        return ((b, a, PERPENDICULAR),)
    if stances == (ACTIVE, ACTIVE):
        return ((a, b, relation(state, volley, a, b)),)
    return ((a, b, PERPENDICULAR),)


def chains(state: State, volley: Declared) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """List, for each side, who rolls in turn: highest rank first [SS-MULTI-03].

    Equal ranks go in the order in which they joined [RUL-56].
    """
    first, second = (
        tuple(
            sorted(
                (who for who in members(state, side) if acts(state, volley, who)),
                key=lambda who: (
                    -state.ability(who, action_in(volley, who).ability).rank
                ),
            )
        )
        for side in (0, 1)
    )
    return first, second
