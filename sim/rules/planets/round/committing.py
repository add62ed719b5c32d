"""Step 1a: Omega dice, placed before any die falls.

If both sides may place one, they do so in secret and reveal together, or openly, side 0
first.
"""

from collections.abc import Sequence
from functools import lru_cache

from sim.rules.planets.consequences import OmegaShown
from sim.rules.planets.dice.omega import limit, open_forces
from sim.rules.planets.facts import OmegaCommitted, OmegaDeclined
from sim.rules.planets.forces.rolls import Omega, Roll
from sim.rules.planets.forces.task import FORCES, Forces, Sizes
from sim.rules.planets.phases import Committing
from sim.rules.planets.scenario.compile import Setup
from sim.rules.planets.state import State, is_opposed, partners, roll_of, view
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Asked, Decision, Due

PLACED = ("PL-OMEGA-02", "PL-OMEGA-04", "PL-OMEGA-05", "PL-RUL-25")


def ask_committing(state: State, phase: Committing) -> Asked[State] | None:
    """Ask everyone who may place an Omega die, then reveal them all [PL-DP-07]."""
    asked: list[Seat] = []
    for roll in phase.rolls:
        who = roll.who
        if who in phase.shown:
            continue
        if who not in phase.closed:
            offers = _offers(state, phase, roll)
            if offers:
                return Decision(who, _options(who, offers), view(state, who))
            if not phase.placed[who]:
                continue
        asked.append(who)
    shown = tuple(
        event for who in asked for event in shown_of(state, who, phase.placed[who])
    )
    return Due(shown) if shown else None


def _offers(state: State, phase: Committing, roll: Roll) -> tuple[Omega, ...]:
    """Return (Force, highest value) of every Omega die that may still be placed."""
    placed = phase.placed[roll.who]
    if len(placed) >= _most(state, phase, roll.who):
        return ()
    offers = _placeable(state.setup, partners(state, roll.who), roll.task)
    taken = [force for force, _ in placed]
    return tuple([offer for offer in offers if offer[0] not in taken])


@lru_cache(maxsize=4096)
def _placeable(setup: Setup, team: tuple[Seat, ...], task: Forces) -> tuple[Omega, ...]:
    """Return (Force, highest value) of every Omega die that *team* may place."""
    offers: dict[int, int] = {}
    for member in team:
        sizes = setup.characters[member].sizes
        for force in open_forces(sizes, task, setup.rulings):
            offers[force] = max(offers.get(force, 0), limit(sizes))
    return tuple(sorted(offers.items()))


def _most(state: State, phase: Committing, who: Seat) -> int:
    """Return how many Omega dice this roll may have [PL-RUL-21, 23, 24]."""
    rulings = state.setup.rulings
    opposed = is_opposed(state, len(phase.rolls))
    if not rulings.use_omega_die or (opposed and not rulings.omega_in_opposed):
        return 0
    if len(partners(state, who)) > 1:
        return int(rulings.omega_in_coordinating)
    return rulings.omega_dice_max


@lru_cache(maxsize=1024)
def _options(who: Seat, offers: tuple[Omega, ...]) -> tuple[Fact, ...]:
    return (
        OmegaDeclined(who),
        *(
            OmegaCommitted(who, FORCES[force], value)
            for force, most in offers
            for value in range(1, most + 1)
        ),
    )


def shown_of(
    state: State, who: Seat, omegas: tuple[Omega, ...]
) -> tuple[OmegaShown, ...]:
    """Return the events that reveal the Omega dice of *who*."""
    own = [state.setup.characters[partner].sizes for partner in partners(state, who)]
    if not omegas:
        return (OmegaShown(PLACED, who, "", 0, max(map(limit, own))),)
    return tuple(
        OmegaShown(PLACED, who, FORCES[force], value, _limit(own, force))
        for force, value in omegas
    )


def _limit(team: Sequence[Sizes], force: int) -> int:
    """Return the highest value for *force*, set by a partner who is Wed to it."""
    return max(limit(sizes) for sizes in team if not sizes[force])


def shown_openly(
    state: State, fact: OmegaDeclined | OmegaCommitted
) -> tuple[OmegaShown, ...]:
    """Reveal an Omega die at once if side 0 commits openly [PL-RUL-25]."""
    if state.setup.rulings.omega_order != "actor_first":
        return ()
    phase, who = state.phase, fact.who
    assert type(phase) is Committing
    omegas = phase.placed[who]
    if isinstance(fact, OmegaCommitted):
        force = FORCES.index(fact.force)
        omegas = (*omegas, (force, fact.value))
        offers = _offers(state, phase, roll_of(phase, who))
        others = any(other != force for other, _ in offers)
        if others and len(omegas) < _most(state, phase, who):
            return ()
    return shown_of(state, who, omegas)
