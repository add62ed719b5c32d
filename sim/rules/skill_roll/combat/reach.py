"""Who can attack whom in which form, and what the target knows of it."""

from functools import lru_cache

from sim.rules.skill_roll.phases import Strike
from sim.rules.skill_roll.scenario.compile import Setup
from sim.rules.skill_roll.scenario.seat import Attack
from sim.rules.skill_roll.skills.attack_difficulty import Awareness
from sim.rules.skill_roll.state import State, form_of, opponents
from sim.seam.events import Seat


def in_reach(setup: Setup, round_: int, who: Seat, form: Attack, target: Seat) -> bool:
    """Whether the *form* of *who* reaches as far as *target* [SK-RUL-47]."""
    if form.reach_du is None:
        return True
    names = setup.characters[who].name, setup.characters[target].name
    return setup.distance(*names, round_) <= form.reach_du


def strikes(state: State, who: Seat) -> tuple[Strike, ...]:
    """Return the attacks open to *who*, form by form [SK-RUL-41].

    SK-CONF-06: nobody attacks those who are out.
    """
    return _strikes(state.setup, state.round, who, opponents(state, who))


@lru_cache(maxsize=4096)
def _strikes(
    setup: Setup, round_: int, who: Seat, others: tuple[Seat, ...]
) -> tuple[Strike, ...]:
    return tuple(
        Strike(who, target, form.name)
        for form in setup.characters[who].forms
        for target in others
        if in_reach(setup, round_, who, form, target)
    )


def awareness_of(state: State, strike: Strike, who: Seat | None = None) -> Awareness:
    """Return how aware *who*, by default the target, is of *strike* [SK-RUL-34].

    SK-RUL-46: nobody is aware of an attack in a hidden form until its attacker has
    attacked them hand to hand.
    """
    participant = state.participants[strike.target if who is None else who]
    hidden = form_of(state, strike.who, strike.form).hidden
    if hidden and strike.who not in participant.seen:
        return min(participant.awareness, Awareness.UNAWARE_OF_ATTACK)
    return participant.awareness
