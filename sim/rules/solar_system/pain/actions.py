"""The actions somebody may declare: attacks, defences, healing, or nothing."""

from functools import lru_cache

from sim.events import NOBODY, Fact, Seat
from sim.rules.solar_system.facts import (
    ACTIVE,
    DEFENSIVE,
    HEALING,
    NO_ACTION,
    ActionDeclared,
)
from sim.rules.solar_system.harm.track import EMPTY, is_broken
from sim.rules.solar_system.phases import BLANK
from sim.rules.solar_system.scenario.compiled import Setup
from sim.rules.solar_system.state import Person, State, active, acts, asks, target_there
from sim.seats import by_seat

PROP_BAR = -1
"""A prop ruled out is barred as PROP_BAR - its index, an ability as itself."""


def actions(state: State, who: Seat) -> tuple[Fact, ...]:
    """List the actions *who* may declare, other than the one that stands.

    Active ones serve the intention in force and are aimed at its target; whoever
    announces a change may only defend; the broken only use what they can pay for
    [SS-INT-02, SS-INT-03, SS-CHG-03, SS-ACT-03, SS-ACT-04, SS-ACT-06, RUL-12, RUL-49].
    """
    person = state.people[who]
    may_attack = not person.changing and target_there(state, who)
    payable = payable_pools(person)
    current = _standing_action(who, person)
    found: tuple[Fact, ...] = ()
    if may_attack:
        found = _attacks(
            state.setup,
            who,
            person.goal,
            person.target,
            payable,
            _open_props(state, who),
        )
    heals = state.setup.rulings.healing_in_pain and not state.zeitgeist
    if heals and not person.changing:
        found = (*found, *_healing(state, who, payable))
    found = (*found, *defences(state.setup, who, attacking(state, who), payable))
    if person.barred:
        found = tuple(one for one in found if not _is_barred(person, one))
    return tuple(one for one in found if one != current)


def _standing_action(who: Seat, person: Person) -> ActionDeclared | None:
    """Return the action declared so far in this volley."""
    if person.stance == BLANK:
        return None
    return ActionDeclared(
        who, person.stance, person.ability, person.aim, person.obstructs, person.prop
    )


@lru_cache(maxsize=16384)
def plain_actions(
    setup: Setup,
    who: Seat,
    goal: int,
    target: Seat,
    payable: tuple[bool, ...],
    current: ActionDeclared | None,
) -> tuple[Fact, ...]:
    """List attacks and defences where nothing but these numbers decides them."""
    attacks: tuple[Fact, ...] = ()
    if target != NOBODY:
        props = tuple(n for n, p in enumerate(setup.people[who].props) if p.allowed)
        attacks = _attacks(setup, who, goal, target, payable, props)
    found = (*attacks, *defences(setup, who, (), payable))
    return tuple(one for one in found if one != current)


ALL_POOLS = (True, True, True)


def payable_pools(person: Person) -> tuple[bool, bool, bool]:
    """Say of which pools abilities can be used at all [SS-HARM-09, RUL-12]."""
    if not is_broken(person.harm):
        return ALL_POOLS
    vigor, instinct, reason = person.pools
    return (vigor > 0, instinct > 0, reason > 0)


@lru_cache(maxsize=8192)
def _attacks(
    setup: Setup,
    who: Seat,
    goal: int,
    target: Seat,
    payable: tuple[bool, ...],
    props: tuple[int, ...],
) -> tuple[Fact, ...]:
    data = setup.people[who]
    ways = (True, False) if setup.may_stand_aside else (True,)
    found: list[Fact] = []
    for index in data.goals[goal].actions:
        if not payable[data.abilities[index].pool]:
            continue
        for obstructs in ways:
            found.append(ActionDeclared(who, ACTIVE, index, target, obstructs))
            found += [
                ActionDeclared(who, ACTIVE, index, target, obstructs, prop)
                for prop in props
                if data.props[prop].ability == index
            ]
    return tuple(found)


def _open_props(state: State, who: Seat) -> tuple[int, ...]:
    """List the props that may be proposed: if nobody judges, those allowed."""
    judged = asks(state, "prop")
    return tuple(
        index
        for index, prop in enumerate(state.data(who).props)
        if judged or prop.allowed
    )


@lru_cache(maxsize=8192)
def defences(
    setup: Setup, who: Seat, attacks: tuple[str, ...], payable: tuple[bool, ...]
) -> tuple[Fact, ...]:
    """List the defences, and doing nothing [SS-ACT-03, SS-ABIL-05, RUL-37]."""
    fitting = dict(setup.relevant)
    narrowed = [set(fitting[name]) for name in attacks if name in fitting]
    reactive = setup.rulings.defensive_abilities == "any_reactive"
    found: list[Fact] = []
    for index, ability in enumerate(setup.people[who].abilities):
        fits = all(ability.name in names for names in narrowed)
        allowed = fits and (ability.innate or reactive)
        if allowed and payable[ability.pool]:
            found.append(ActionDeclared(who, DEFENSIVE, index, NOBODY))
    found.append(ActionDeclared(who, NO_ACTION, BLANK, NOBODY))
    return tuple(found)


def attacking(state: State, who: Seat) -> tuple[str, ...]:
    """Name the abilities declared against *who*, which narrow what can defend."""
    if not state.setup.relevant:
        return ()
    return tuple(
        state.ability(seat, one.ability).name
        for seat, one in by_seat(state.people)
        if acts(one) and one.stance == ACTIVE and one.aim == who
    )


def _healing(state: State, who: Seat, payable: tuple[bool, ...]) -> tuple[Fact, ...]:
    """List whom *who* may heal as his action of the volley [RUL-30]."""
    return tuple(
        ActionDeclared(who, HEALING, index, patient)
        for index, ability in enumerate(state.data(who).abilities)
        if ability.name in state.setup.heal_with and payable[ability.pool]
        for patient in active(state)
        if state.people[patient].harm != EMPTY
    )


def _is_barred(person: Person, option: Fact) -> bool:
    if not isinstance(option, ActionDeclared):
        return False
    if option.prop >= 0 and PROP_BAR - option.prop in person.barred:
        return True
    return option.stance == DEFENSIVE and option.ability in person.barred
