"""The actions somebody may declare: attacks, defences, healing, or nothing."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct, structs

from sim.rules.solar_system.facts import (
    ACTIVE,
    DEFENSIVE,
    HEALING,
    NO_ACTION,
    NONE,
    ActionDeclared,
    ActionKept,
    IntentChanged,
)
from sim.rules.solar_system.harm.track import EMPTY, is_broken
from sim.rules.solar_system.phases import Declaring
from sim.rules.solar_system.scenario.compile import Setup
from sim.rules.solar_system.scenario.sheet import PROP, RELEVANCE
from sim.rules.solar_system.state import (
    IN,
    Participant,
    State,
    active,
    target_there,
)
from sim.seam.events import NOBODY, Fact, Seat
from sim.seam.seats import by_seat

Payable = tuple[bool, bool, bool]
"""For each pool, whether abilities of it can be used at all."""

ALL_POOLS: Payable = (True, True, True)


def actions(
    state: State, phase: Declaring, who: Seat, *, changes: bool = False
) -> tuple[Fact, ...]:
    """List the actions *who* may declare, first keeping the present one.

    If *changes* is set, announcing a change of intention comes last. Active actions
    serve the intention in force and are aimed at its target; whoever announces a change
    may only defend; the broken only use what they can pay for [SS-INT-02, SS-INT-03,
    SS-CHG-03, SS-ACT-03, SS-ACT-04, SS-ACT-06, RUL-12, RUL-49].
    """
    setup, participant = state.setup, state.participants[who]
    intent = participant.intent
    assert intent is not None
    may_attack = who not in phase.changing and target_there(state, who)
    return _actions(
        setup,
        who,
        intent.goal,
        intent.target if may_attack else None,
        payable_pools(participant),
        _wounded(state, phase, who) if setup.rulings.healing_in_pain else (),
        attackers(state, phase, who) if setup.relevant else (),
        _barred(phase, who) if phase.barred else NOT_BARRED,
        phase.actions[who],
        changes,
    )


NOT_BARRED: frozenset[tuple[str, int]] = frozenset()


class Situation(Struct, frozen=True, gc=False):
    """Everything that decides which actions somebody may declare.

    *target* is None for those who may not attack; *barred* are the props and defences
    that were ruled out; *changes* is whether a change of intention may be announced.
    """

    who: Seat
    goal: int
    target: Seat | None
    payable: Payable
    wounded: tuple[Seat, ...]
    attacks: tuple[str, ...]
    barred: frozenset[tuple[str, int]]
    declared: ActionDeclared | None
    changes: bool


@lru_cache(maxsize=16384)
def _actions(  # noqa: PLR0913, PLR0917 - the fields of a Situation
    setup: Setup,
    who: Seat,
    goal: int,
    target: Seat | None,
    payable: Payable,
    wounded: tuple[Seat, ...],
    attacks: tuple[str, ...],
    barred: frozenset[tuple[str, int]],
    declared: ActionDeclared | None,
    changes: bool,  # noqa: FBT001 - a field
) -> tuple[Fact, ...]:
    """Build the list of actions; cached, because the same lists come up again.

    The cache key is the arguments, not a Situation, since building, hashing and
    comparing one for every question costs as much as everything else here.
    """
    here = Situation(
        who, goal, target, payable, wounded, attacks, barred, declared, changes
    )
    kept = () if here.declared is None else (ActionKept(here.who),)
    declarable = (
        *_attacks(setup, here),
        *_healing(setup, here),
        *defences(setup, here.who, here.attacks, here.payable),
    )
    others = [
        option
        for option in declarable
        if option != here.declared and not _is_barred(here, option)
    ]
    change = (IntentChanged(who),) if changes else ()
    return (*kept, *others, *change)


def payable_pools(participant: Participant) -> Payable:
    """Return for each pool whether its abilities can be used [SS-HARM-09, RUL-12]."""
    if not is_broken(participant.harm):
        return ALL_POOLS
    vigor, instinct, reason = participant.pools
    return (vigor > 0, instinct > 0, reason > 0)


def _attacks(setup: Setup, here: Situation) -> Iterator[ActionDeclared]:
    if here.target is None:
        return
    data = setup.characters[here.who]
    props = _open_props(setup, here.who)
    for index in data.goals[here.goal].actions:
        if not here.payable[data.abilities[index].pool]:
            continue
        for obstructs in (True, False) if setup.may_stand_aside else (True,):
            attack = ActionDeclared(here.who, ACTIVE, index, here.target, obstructs)
            yield attack
            for prop in props:
                if data.props[prop].ability == index:
                    yield structs.replace(attack, prop=prop)


def _open_props(setup: Setup, who: Seat) -> tuple[int, ...]:
    """List the props that may be proposed; without a judge, those allowed."""
    judged = PROP in setup.asked
    return tuple(
        index
        for index, prop in enumerate(setup.characters[who].props)
        if judged or prop.allowed
    )


@lru_cache(maxsize=8192)
def defences(
    setup: Setup, who: Seat, attacks: tuple[str, ...], payable: Payable
) -> tuple[ActionDeclared, ...]:
    """List the defences, and doing nothing [SS-ACT-03, SS-ABIL-05, RUL-37]."""
    fitting = dict(setup.relevant)
    narrowed = [set(fitting[name]) for name in attacks if name in fitting]
    reactive = setup.rulings.defensive_abilities == "any_reactive"
    options: list[ActionDeclared] = []
    for index, ability in enumerate(setup.characters[who].abilities):
        fits = all(ability.name in names for names in narrowed)
        allowed = fits and (ability.innate or reactive)
        if allowed and payable[ability.pool]:
            options.append(ActionDeclared(who, DEFENSIVE, index, NOBODY))
    options.append(ActionDeclared(who, NO_ACTION, NONE, NOBODY))
    return tuple(options)


def attackers(state: State, phase: Declaring, who: Seat) -> tuple[str, ...]:
    """Return the abilities used against *who*, which may limit what can defend."""
    return tuple(
        state.ability(seat, action.ability).name
        for seat, action in by_seat(phase.actions)
        if action is not None
        and action.stance == ACTIVE
        and action.target == who
        and state.participants[seat].status == IN
    )


def _wounded(state: State, phase: Declaring, who: Seat) -> tuple[Seat, ...]:
    """List whom *who* might heal: nobody, while announcing a change [SS-CHG-03]."""
    if state.zeitgeist or who in phase.changing:
        return ()
    return tuple(
        seat for seat in active(state) if state.participants[seat].harm != EMPTY
    )


def _healing(setup: Setup, here: Situation) -> Iterator[ActionDeclared]:
    """Yield healing as the action of the volley, for each patient [RUL-30]."""
    for index, ability in enumerate(setup.characters[here.who].abilities):
        if ability.name in setup.heal_with and here.payable[ability.pool]:
            for patient in here.wounded:
                yield ActionDeclared(here.who, HEALING, index, patient)


def _barred(phase: Declaring, who: Seat) -> frozenset[tuple[str, int]]:
    return frozenset((kind, index) for seat, kind, index in phase.barred if seat == who)


def _is_barred(here: Situation, option: ActionDeclared) -> bool:
    if not here.barred:
        return False
    defends = option.stance == DEFENSIVE
    return (PROP, option.prop) in here.barred or (
        defends and (RELEVANCE, option.ability) in here.barred
    )
