"""Exact odds of a single roll, or of two read from one throw, as fractions."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction

from sim.errors import OddsError
from sim.rules.planets.check import (
    FAILURE,
    OUTCOMES,
    SUCCESS,
    UNPRODUCTIVE,
    outcome,
)
from sim.rules.planets.circumstances import (
    BENEFIT,
    HINDRANCE,
    MAJOR_DIE,
    MINOR_DIE,
    Circumstance,
)
from sim.rules.planets.forces import FORCES, Forces, Sizes, forces
from sim.rules.planets.omega import BLOCKED, NOT_WED, OUT_OF_RANGE, illegal, limit
from sim.rules.planets.patterns import chances, faces_of
from sim.rules.planets.rulings import Rulings
from sim.rules.planets.throws import Hand, throw

DICE_MAX = 100
REASONS = {
    NOT_WED: "it has a die of its own",
    BLOCKED: "its Force, or another wed one, is favored or opposed",
    OUT_OF_RANGE: "its value must be from 1 to {most}, the largest die",
}
NONE: Mapping[str, int] = {}
PLAIN = Rulings()


def planets_odds(  # noqa: PLR0913 - one argument for each part of the question
    dice: Mapping[str, int],
    favored: Sequence[str],
    opposed: Sequence[str] = (),
    omega: Mapping[str, int] = NONE,
    benefit: Sequence[tuple[str, int]] = (),
    hindrance: Sequence[tuple[str, int]] = (),
    *,
    rulings: Rulings = PLAIN,
) -> dict[str, Fraction]:
    """Return the odds of success, failure and unproductive of one basic roll.

    *dice* are sizes by Force, *omega* placed values by Force, *benefit* and
    *hindrance* at most one (severity, size) each. Raises OddsError when the question
    has no answer.
    """
    own, task, omegas = _asked(dice, (favored, opposed), omega, rulings)
    beside = (*_beside(BENEFIT, benefit), *_beside(HINDRANCE, hindrance))
    odds = roll_odds(Hand(0, own, task, omegas, beside), rulings)
    return {OUTCOMES[sign]: odds[sign] for sign in (SUCCESS, FAILURE, UNPRODUCTIVE)}


def opposed_odds(  # noqa: PLR0913 - one argument for each part of the question
    a: Mapping[str, int],
    b: Mapping[str, int],
    forces_a: tuple[Sequence[str], Sequence[str]],
    forces_b: tuple[Sequence[str], Sequence[str]],
    omega_a: Mapping[str, int] = NONE,
    omega_b: Mapping[str, int] = NONE,
    *,
    rulings: Rulings = PLAIN,
) -> dict[str, Fraction]:
    """Return the odds of an opposed roll: a_prevails, b_prevails and standoff.

    *forces_a* and *forces_b* are (favored, opposed) as each side is judged by.
    """
    hands = (
        Hand(0, *_asked(a, forces_a, omega_a, rulings)),
        Hand(1, *_asked(b, forces_b, omega_b, rulings)),
    )
    pool, read = throw(hands, rulings)
    total = faces_of(pool, read)
    won = {"a_prevails": 0, "b_prevails": 0, "standoff": 0}
    for (mark, other), count in chances(pool, read):
        key = "standoff" if mark == other else "a_prevails"
        won["b_prevails" if mark < other else key] += count
    return {key: Fraction(count, total) for key, count in won.items()}


def roll_odds(hand: Hand, rulings: Rulings = PLAIN) -> dict[int, Fraction]:
    """Return the odds of each outcome of the basic roll of *hand*."""
    pool, read = throw((hand,), rulings)
    total = faces_of(pool, read)
    odds = dict.fromkeys(OUTCOMES, Fraction(0))
    for (mark,), count in chances(pool, read):
        odds[outcome(mark)] += Fraction(count, total)
    return odds


def _asked(
    dice: Mapping[str, int],
    sets: tuple[Sequence[str], Sequence[str]],
    omega: Mapping[str, int],
    rulings: Rulings,
) -> tuple[Sizes, Forces, tuple[tuple[int, int], ...]]:
    """Return the question in numbers: dice, Forces, Omega dice."""
    favored, opposed = sets
    for name in (*dice, *favored, *opposed, *omega):
        _known(name)
    for name, size in dice.items():
        if not 1 <= size <= DICE_MAX:
            message = f"{name}={size} is no die: expected a size from 1 to {DICE_MAX}"
            raise OddsError(message)
    both = set(favored) & set(opposed)
    if both:
        message = f"{', '.join(sorted(both))} cannot be both favored and opposed"
        raise OddsError(message)
    task = forces(favored, opposed)
    most = len(FORCES) - rulings.min_neutral
    if task.both.bit_count() > most:
        message = f"at least {rulings.min_neutral} of the five Forces must be neutral"
        raise OddsError(message)
    own = tuple(dice.get(force, 0) for force in FORCES)
    return own, task, _placed(own, task, omega, rulings)


def _known(name: str) -> None:
    if name not in FORCES:
        near = get_close_matches(name, FORCES, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        message = f"no Force is called {name!r}: there are {', '.join(FORCES)}{hint}"
        raise OddsError(message)


def _placed(
    own: Sizes, task: Forces, omega: Mapping[str, int], rulings: Rulings
) -> tuple[tuple[int, int], ...]:
    """Return the Omega dice; raise OddsError for one that may not be placed so."""
    if len(omega) > rulings.omega_dice_max:
        message = f"at most {rulings.omega_dice_max} Omega dice may be placed"
        raise OddsError(message)
    placed: list[tuple[int, int]] = []
    for name, value in omega.items():
        force = FORCES.index(name)
        why = illegal(own, force, value, task, rulings)
        if why:
            expected = REASONS[why].format(most=limit(own))
            message = f"the Omega die {name}={value} may not be placed: {expected}"
            raise OddsError(message)
        placed.append((force, value))
    return tuple(placed)


def _beside(kind: str, asked: Sequence[tuple[str, int]]) -> tuple[Circumstance, ...]:
    if len(asked) > 1:
        message = f"a roll has at most one {kind}, found {len(asked)}"
        raise OddsError(message)
    for severity, size in asked:
        if severity not in (MINOR_DIE, MAJOR_DIE) or not 1 <= size <= DICE_MAX:
            message = (
                f"the {kind} {severity}:{size} is no Circumstance die, expected"
                f" {MINOR_DIE} or {MAJOR_DIE} and a size from 1 to {DICE_MAX}"
            )
            raise OddsError(message)
    return tuple(Circumstance(kind, severity, size) for severity, size in asked)
