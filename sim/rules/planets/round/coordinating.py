"""The choice of dice: partners pick whose die is rolled for each Force."""

from collections.abc import Sequence
from functools import lru_cache

from sim.rules.planets.consequences import PlanetDiceChosen
from sim.rules.planets.dice.pools import choices
from sim.rules.planets.facts import PlanetDieChosen
from sim.rules.planets.forces.rolls import Roll
from sim.rules.planets.forces.task import EACH, FORCES, NO_DICE, Forces, Sizes
from sim.rules.planets.phases import Coordinating, Picks
from sim.rules.planets.scenario.compile import Setup
from sim.rules.planets.state import State, is_opposed, partners, view
from sim.seam.events import NOBODY, Seat
from sim.seam.protocol import Asked, Decision, Due

CHOSEN = ("PL-COMB-07", "PL-COMB-08", "PL-FORCE-09", "PL-RUL-26")
TEAM = ("PL-COMB-07", "PL-FORCE-09", "PL-RUL-26", "PL-RUL-28")


def ask_coordinating(state: State, phase: Coordinating) -> Asked[State] | None:
    """Ask the first of each team whose dice are rolled, then reveal it [PL-DP-08]."""
    chosen: list[tuple[Seat, tuple[Seat, ...]]] = []
    for roll in phase.rolls:
        who = roll.who
        if roll.sizes != NO_DICE:
            continue
        team, placed = partners(state, who), _placed(roll)
        picked = phase.picks[who]
        picks, whose = _next_pick(state.setup, team, roll.task, placed, picked)
        if whose:
            options = _options(who, len(picks), whose)
            return Decision(who, options, view(state, who))
        chosen.append((who, picks))
    cites = TEAM if is_opposed(state, len(phase.rolls)) else CHOSEN
    shown = [
        PlanetDiceChosen(cites, who, picked_sizes(state, picks))
        for who, picks in chosen
    ]
    return Due(tuple(shown)) if shown else None


def picked_sizes(state: State, picks: Sequence[Seat]) -> Sizes:
    """Return the dice that these picks of partners (or NOBODY) give."""
    return tuple(
        0 if pick == NOBODY else state.setup.characters[pick].sizes[force]
        for force, pick in enumerate(picks)
    )


def dice_open(state: State, roll: Roll, picks: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return whose die may be rolled for the Force after *picks*; NOBODY means none."""
    team = partners(state, roll.who)
    return _dice_open(state.setup, team, roll.task, _placed(roll), picks)


def _placed(roll: Roll) -> tuple[int, ...]:
    return tuple([force for force, _ in roll.omegas])


@lru_cache(maxsize=4096)
def _next_pick(
    setup: Setup,
    team: tuple[Seat, ...],
    task: Forces,
    placed: tuple[int, ...],
    picked: Picks,
) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return (picks so far, Force by Force; whose die may be rolled for the next one).

    If only one die can be rolled, nobody is asked and *picked* has no entry.
    """
    picks: tuple[Seat, ...] = ()
    for given in picked:
        die = given
        if die is None:
            die, *others = _dice_open(setup, team, task, placed, picks)
            if others:
                return picks, (die, *others)
        picks = (*picks, die)
    return picks, ()


@lru_cache(maxsize=4096)
def _dice_open(
    setup: Setup,
    team: tuple[Seat, ...],
    task: Forces,
    placed: tuple[int, ...],
    picks: tuple[Seat, ...],
) -> tuple[Seat, ...]:
    force = len(picks)
    dice = [setup.characters[member].sizes for member in team]
    if force in placed:
        return (NOBODY,)
    later = (other for other in EACH if other > force and other not in placed)
    must = all(pick == NOBODY for pick in picks) and not any(
        sizes[other] for other in later for sizes in dice
    )
    return tuple(
        NOBODY if index is None else team[index]
        for index in choices(dice, force, task, must=must)
    )


@lru_cache(maxsize=1024)
def _options(
    who: Seat, force: int, whose: tuple[Seat, ...]
) -> tuple[PlanetDieChosen, ...]:
    return tuple(PlanetDieChosen(who, FORCES[force], seat) for seat in whose)
