"""Whose action meets whose: perpendicular, parallel or one-sided."""

from sim.events import NOBODY, Seat
from sim.rules.solar_system.consequences import ONE_SIDED, PARALLEL, PERPENDICULAR
from sim.rules.solar_system.facts import ACTIVE, DEFENSIVE, HEALING
from sim.rules.solar_system.phases import BLANK
from sim.rules.solar_system.state import IN, Person, State, acts, members
from sim.seats import by_seat

Pairing = tuple[Seat, Seat, int]
"""(attacker, or the lower seat of a mutual pair; the other; relation)."""


def pairings(state: State) -> tuple[Pairing, ...]:
    """List the pairs whose actions meet in this volley [SS-FAC-03, SS-MULTI-08].

    A mutual pair is perpendicular, or parallel; whoever defends meets every attacker
    with his one roll; an attack on somebody busy elsewhere, or without an action, is
    one-sided [RUL-46, RUL-48, RUL-53]. Two who defend meet when each is the target of
    the other's intention and the table lets both roll [RUL-38].
    """
    if state.pairs is not None:
        return state.pairs
    if state.zeitgeist:
        return _sides_meet(state)
    found: list[Pairing] = []
    for who, person in by_seat(state.people):
        if not acts(person) or person.stance == HEALING:
            continue
        if person.stance == DEFENSIVE:
            if _two_defend(state, who):
                found.append((who, person.target, PERPENDICULAR))
            continue
        pairing = _attack(state, who)
        if pairing is not None:
            found.append(pairing)
    return tuple(found)


def _attack(state: State, who: Seat) -> Pairing | None:
    """Return how the attack of *who* meets its target; None if already listed."""
    aim = state.people[who].aim
    if aim == NOBODY or state.people[aim].status != IN:
        return None
    target = state.people[aim]
    if target.stance == ACTIVE and target.aim == who:
        if aim < who:
            return None
        return who, aim, relation(state, who, aim)
    if target.stance == DEFENSIVE:
        return who, aim, PERPENDICULAR
    if target.stance == HEALING and state.people[who].obstructs:
        return who, aim, PERPENDICULAR
    return who, aim, ONE_SIDED


def _two_defend(state: State, who: Seat) -> bool:
    if state.setup.rulings.double_defense == "skip":
        return False
    other = state.people[who].target
    if other <= who or state.people[other].status != IN:
        return False
    their = state.people[other]
    return their.stance == DEFENSIVE and their.target == who


def relation(state: State, a: Seat, b: Seat) -> int:
    """Return how two actions aimed at each other relate.

    The Story Guide's word first, then the scenario's list of what can go on side by
    side; else they are parallel only if neither obstructs [RUL-46, SS-ACT-01,
    SS-ACT-02].
    """
    ruled = state.ruling("relation", min(a, b))
    if ruled != BLANK:
        return ruled
    one, other = state.people[a], state.people[b]
    if _side_by_side(state, a, one, b, other):
        return PARALLEL
    return PERPENDICULAR if one.obstructs or other.obstructs else PARALLEL


def _side_by_side(state: State, a: Seat, one: Person, b: Seat, other: Person) -> bool:
    if not state.setup.parallel:
        return False
    names = state.ability(a, one.ability).name, state.ability(b, other.ability).name
    return names in state.setup.parallel or names[::-1] in state.setup.parallel


def _sides_meet(state: State) -> tuple[Pairing, ...]:
    """Pair the last rollers of the two sides [SS-ZEIT-01, RUL-58]."""
    lasts = [chain[-1] for chain in chains(state) if chain]
    if len(lasts) < 2:  # noqa: PLR2004 - two sides
        return tuple(
            (chain[-1], members(state, 1 - side)[0], ONE_SIDED)
            for side, chain in enumerate(chains(state))
            if chain and state.people[chain[-1]].stance == ACTIVE
        )
    a, b = lasts
    stances = state.people[a].stance, state.people[b].stance
    if stances == (DEFENSIVE, ACTIVE):
        return ((b, a, PERPENDICULAR),)
    if stances == (ACTIVE, ACTIVE):
        return ((a, b, relation(state, a, b)),)
    return ((a, b, PERPENDICULAR),)


def chains(state: State) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """List, for each side, who rolls in turn: the highest rank first [SS-MULTI-03].

    Those of equal rank go by the order in which they joined [RUL-56].
    """
    first, second = (
        tuple(
            sorted(
                (
                    who
                    for who in members(state, side)
                    if acts(state.people[who]) and able(state, who)
                ),
                key=lambda who: -state.ability(who, state.people[who].ability).rank,
            )
        )
        for side in (0, 1)
    )
    return first, second


def able(state: State, who: Seat) -> bool:
    """Whether being broken keeps *who* from acting: only once the fee is settled."""
    person = state.people[who]
    return not (person.harm[-1] and person.fee == 0)
