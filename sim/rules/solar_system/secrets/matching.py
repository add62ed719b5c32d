"""When a Secret works: its tags must hold, and the ability must be one of its own.

A Secret is matched on its owner's check: by the tags of the conflict, of the ability,
of the goal and of the other character. A guard is matched on the blow it is meant to
stop, as armour is [ENG-05, RUL-80].
"""

from sim.rules.solar_system.facts import ACTIVE
from sim.rules.solar_system.phases import Checking, Interrupted, Volley
from sim.rules.solar_system.scenario.people import SecretData
from sim.rules.solar_system.state import State, growth_of
from sim.seam.events import NOBODY, Seat
from sim.seam.seats import by_seat


def secrets_known(state: State, who: Seat) -> list[tuple[int, SecretData]]:
    """Return the Secrets of *who*, in sheet order."""
    secrets = state.setup.people.secrets
    return [(index, secrets[index]) for index in growth_of(state, who).secrets]


def fits(
    state: State, within: Interrupted, who: Seat, ability: int, secret: SecretData
) -> bool:
    """Whether *secret* works on this check of *who* [ENG-05]."""
    if secret.guard:
        return isinstance(within, Volley) and any(
            action is not None
            and action.stance == ACTIVE
            and action.target == who
            and hits(state, attacker, action.ability, who, secret)
            for attacker, action in by_seat(within.actions)
        )
    goal, other = _aim(state, within, who)
    return _matches(state, who, ability, goal, other, secret)


def hits(
    state: State, dealer: Seat, ability: int, sufferer: Seat, secret: SecretData
) -> bool:
    """Whether *secret* counts for a blow: the dealer's own, or the victim's guard."""
    intent = state.participants[dealer].intent
    goal = None if intent is None else intent.goal
    other = dealer if secret.guard else sufferer
    return _matches(state, dealer, ability, goal, other, secret)


def _aim(
    state: State, within: Interrupted, who: Seat
) -> tuple[int | None, Seat | None]:
    """Return the goal of *who* and the other character, if there is one."""
    if isinstance(within, Volley):
        intent = state.participants[who].intent
        return (None, None) if intent is None else (intent.goal, intent.target)
    if not isinstance(within, Checking):
        return None, None
    others = [check.who for check in state.setup.checks if check.who != who]
    others += [check.against for check in state.setup.checks if check.who == who]
    others = [seat for seat in others if seat != NOBODY]
    if state.setup.kind != "resisted":
        return None, next(iter(others), None)
    (other,) = others
    goals = state.data(who).goals
    first = next(
        (
            index
            for index, goal in enumerate(goals)
            if not goal.later and goal.target in {other, NOBODY}
        ),
        None,
    )
    return first, other


def _matches(
    state: State,
    who: Seat,
    ability: int,
    goal: int | None,
    other: Seat | None,
    secret: SecretData,
) -> bool:
    data = state.data(who)
    used = data.abilities[ability]
    if secret.abilities and used.name not in secret.abilities:
        return False
    tags = {*state.setup.tags, *used.tags}
    if goal is not None:
        tags.update(data.goals[goal].tags)
    if other is not None:
        tags.update(state.data(other).tags)
    return tags.issuperset(secret.when)
