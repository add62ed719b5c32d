"""Step 1a and the choice of dice: what the players commit before any die falls.

Omega dice first, sealed where both sides may place one; then the partners of one side
choose whose die they roll for each Force.
"""

from collections.abc import Sequence
from functools import lru_cache

from sim.events import Fact
from sim.protocol import Asked, Decision, Due
from sim.rules.planets.consequences import OmegaShown, PlanetDiceChosen
from sim.rules.planets.facts import OmegaCommitted, OmegaDeclined, PlanetDieChosen
from sim.rules.planets.forces import EACH, FORCES, Forces, Sizes
from sim.rules.planets.omega import limit, open_forces
from sim.rules.planets.pools import OMITTED, choices
from sim.rules.planets.setup import NOBODY, Setup
from sim.rules.planets.state import (
    BLANK,
    Standing,
    opposed,
    partners,
    task,
    view,
)

PLACED = ("PL-OMEGA-02", "PL-OMEGA-04", "PL-OMEGA-05", "PL-RUL-25")
CHOSEN = ("PL-COMB-07", "PL-COMB-08", "PL-FORCE-09", "PL-RUL-26")
PAIR = 2
TEAM = ("PL-COMB-07", "PL-FORCE-09", "PL-RUL-26", "PL-RUL-28")


# Omega dice.


def ask_omega(state: Standing) -> Asked[Standing] | None:
    """Ask everyone who may for an Omega die, then show them all [PL-DP-07]."""
    asked: list[int] = []
    for who in state.rolling:
        turn = state.turn(who)
        offers = _offers(state, who)
        if not offers and not turn.omegas and not turn.omega_done:
            continue
        asked.append(who)
        if offers and not turn.omega_done and not turn.omega_shown:
            options = _options(who, offers)
            return Decision(who, options, view(state, who))
    shown = tuple(
        event
        for who in asked
        if not state.turn(who).omega_shown
        for event in omega_shown(state, who, state.turn(who).omegas)
    )
    return Due(shown) if shown else None


def _offers(state: Standing, who: int) -> tuple[tuple[int, int], ...]:
    """Return (Force, highest value) of every Omega die *who* may still place."""
    rulings = state.setup.rulings
    placed = state.turn(who).omegas
    if not rulings.use_omega_die or len(placed) >= _most(state, who):
        return ()
    judged_by = task(state, who)
    offers: dict[int, int] = {}
    for one in partners(state, who):
        sizes = state.sheet(one).sizes
        for force in open_forces(sizes, judged_by, rulings):
            offers[force] = max(offers.get(force, 0), limit(sizes))
    taken = {force for force, _ in placed}
    return tuple((force, offers[force]) for force in sorted(offers.keys() - taken))


def _most(state: Standing, who: int) -> int:
    """Return how many Omega dice this roll may have [PL-RUL-21, 23, 24]."""
    rulings = state.setup.rulings
    if opposed(state) and not rulings.omega_in_opposed:
        return 0
    if len(partners(state, who)) > 1:
        return int(rulings.omega_in_coordinating)
    return rulings.omega_dice_max


@lru_cache(maxsize=1024)
def _options(who: int, offers: tuple[tuple[int, int], ...]) -> tuple[Fact, ...]:
    return (
        OmegaDeclined(who),
        *(
            OmegaCommitted(who, FORCES[force], value)
            for force, most in offers
            for value in range(1, most + 1)
        ),
    )


def omega_shown(
    state: Standing, who: int, omegas: tuple[tuple[int, int], ...]
) -> tuple[OmegaShown, ...]:
    """Return what is shown of the Omega dice of *who*."""
    own = [state.sheet(one).sizes for one in partners(state, who)]
    if not omegas:
        return (OmegaShown(PLACED, who, "", 0, max(map(limit, own))),)
    return tuple(
        OmegaShown(PLACED, who, FORCES[force], value, _limit(own, force))
        for force, value in omegas
    )


def _limit(partners_: Sequence[Sizes], force: int) -> int:
    """Return the highest value for *force*: that of a partner who is Wed to it."""
    return max(limit(sizes) for sizes in partners_ if not sizes[force])


def decide_omega(
    state: Standing, fact: OmegaDeclined | OmegaCommitted
) -> tuple[OmegaShown, ...]:
    """Show an Omega die at once where side 0 commits openly [PL-RUL-25]."""
    if state.setup.rulings.omega_order != "actor_first":
        return ()
    who = fact.who
    omegas = state.turn(who).omegas
    if isinstance(fact, OmegaCommitted):
        omegas = (*omegas, (FORCES.index(fact.force), fact.value))
        left = [force for force, _ in _offers(state, who) if force != omegas[-1][0]]
        if left and len(omegas) < _most(state, who):
            return ()
    return omega_shown(state, who, omegas)


# Coordinating.


def ask_coordination(state: Standing) -> Asked[Standing] | None:
    """Ask the first of each team whose dice are rolled, then show it [PL-DP-08]."""
    shown: list[PlanetDiceChosen] = []
    for who in state.rolling:
        turn = state.turn(who)
        if len(partners(state, who)) < PAIR or turn.own is not None:
            continue
        picks: list[int] = []
        for force, picked in enumerate(turn.picks):
            if picked != BLANK:
                picks.append(picked)
                continue
            options = _die_options(who, force, dice_open(state, who, tuple(picks)))
            only, *others = options
            if others:
                return Decision(who, options, view(state, who))
            picks.append(only.partner)
        cites = TEAM if opposed(state) else CHOSEN
        shown.append(PlanetDiceChosen(cites, who, picked_sizes(state, picks)))
    return Due(tuple(shown)) if shown else None


def picked_sizes(state: Standing, picks: Sequence[int]) -> Sizes:
    """Return the dice that picking a partner's (or NOBODY's) comes to."""
    return tuple(
        0 if one == NOBODY else state.sheet(one).sizes[force]
        for force, one in enumerate(picks)
    )


def dice_open(state: Standing, who: int, picks: tuple[int, ...]) -> tuple[int, ...]:
    """Return whose die may be rolled for the Force after *picks*; NOBODY's is none."""
    placed = tuple(force for force, _ in state.turn(who).omegas)
    team = partners(state, who)
    return _dice_open(state.setup, team, task(state, who), placed, picks)


@lru_cache(maxsize=4096)
def _dice_open(
    setup: Setup,
    team: tuple[int, ...],
    judged_by: Forces,
    placed: tuple[int, ...],
    picks: tuple[int, ...],
) -> tuple[int, ...]:
    force = len(picks)
    sheets = [setup.sheets[one].sizes for one in team]
    if force in placed:
        return (NOBODY,)
    later = (other for other in EACH if other > force and other not in placed)
    must = all(pick == NOBODY for pick in picks) and not any(
        sizes[other] for other in later for sizes in sheets
    )
    return tuple(
        NOBODY if index == OMITTED else team[index]
        for index in choices(sheets, force, judged_by, must=must)
    )


@lru_cache(maxsize=1024)
def _die_options(
    who: int, force: int, partners_: tuple[int, ...]
) -> tuple[PlanetDieChosen, ...]:
    return tuple(PlanetDieChosen(who, FORCES[force], one) for one in partners_)
