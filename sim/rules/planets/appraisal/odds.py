"""Exact odds of a single roll, or of two read from one throw, as fractions."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from sim.errors import OddsError
from sim.reading.hints import nearest, shortened
from sim.rules.planets.dice.check import (
    FAILURE,
    OUTCOMES,
    SUCCESS,
    UNPRODUCTIVE,
    outcome,
)
from sim.rules.planets.dice.omega import (
    BLOCKED,
    NOT_WED,
    OUT_OF_RANGE,
    illegal,
    limit,
)
from sim.rules.planets.dice.patterns import chances, faces_of
from sim.rules.planets.dice.throws import throw
from sim.rules.planets.forces.rolls import (
    BENEFIT,
    HINDRANCE,
    Circumstance,
    Kind,
    Omega,
    Roll,
    Severity,
)
from sim.rules.planets.forces.task import FORCES, Forces, Sizes, forces
from sim.rules.planets.scenario.rulings import Rulings
from sim.seam.chances import Answer, Odds
from sim.seam.events import Seat

DICE_MAX = 100
REASONS = {
    NOT_WED: "it has a die of its own",
    BLOCKED: "its Force, or another wed one, is favored or opposed",
    OUT_OF_RANGE: "its value must be from 1 to {most}, the largest die",
}
NONE: Mapping[str, int] = {}
PLAIN = Rulings()

_A, _B = Seat(0), Seat(1)


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
    """Return the odds of success, failure and unproductive for one basic roll.

    *dice* are sizes by Force, *omega* placed values by Force, *benefit* and *hindrance*
    at most one (severity, size) each. Raises OddsError if the question has no answer.
    """
    own, task, omegas = _asked(dice, (favored, opposed), omega, rulings)
    beside = (*_beside(BENEFIT, benefit), *_beside(HINDRANCE, hindrance))
    odds = roll_odds(Roll(_A, own, task, omegas, beside), rulings)
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

    *forces_a* and *forces_b* are the (favored, opposed) Forces that judge each side.
    """
    rolls = (
        Roll(_A, *_asked(a, forces_a, omega_a, rulings)),
        Roll(_B, *_asked(b, forces_b, omega_b, rulings)),
    )
    pool, read = throw(rolls, rulings)
    total = faces_of(pool, read)
    won = {"a_prevails": 0, "b_prevails": 0, "standoff": 0}
    for (mark, other), count in chances(pool, read):
        key = "standoff" if mark == other else "a_prevails"
        won["b_prevails" if mark < other else key] += count
    return {key: Fraction(count, total) for key, count in won.items()}


def roll_odds(roll: Roll, rulings: Rulings = PLAIN) -> dict[int, Fraction]:
    """Return the odds of each outcome of the basic *roll*."""
    pool, read = throw((roll,), rulings)
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
) -> tuple[Sizes, Forces, tuple[Omega, ...]]:
    """Return the dice, Forces and Omega dice of the question."""
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
        expected = f"{', '.join(FORCES)}{nearest(name, FORCES)}"
        message = f"no Force is called {shortened(name)!r}: there are {expected}"
        raise OddsError(message)


def _placed(
    own: Sizes, task: Forces, omega: Mapping[str, int], rulings: Rulings
) -> tuple[Omega, ...]:
    """Return the Omega dice; raise OddsError for one that may not be placed so."""
    if len(omega) > rulings.omega_dice_max:
        message = f"at most {rulings.omega_dice_max} Omega dice may be placed"
        raise OddsError(message)
    placed: list[Omega] = []
    for name, value in omega.items():
        force = FORCES.index(name)
        why = illegal(own, force, value, task, rulings)
        if why:
            expected = REASONS[why].format(most=limit(own))
            message = f"the Omega die {name}={value} may not be placed: {expected}"
            raise OddsError(message)
        placed.append((force, value))
    return tuple(placed)


def _beside(kind: Kind, asked: Sequence[tuple[str, int]]) -> tuple[Circumstance, ...]:
    if len(asked) > 1:
        message = f"a roll has at most one {kind}, found {len(asked)}"
        raise OddsError(message)
    for severity, size in asked:
        if severity not in tuple(Severity) or not 1 <= size <= DICE_MAX:
            message = (
                f"the {kind} {severity}:{size} is no Circumstance die, expected"
                f" {' or '.join(Severity)} and a size from 1 to {DICE_MAX}"
            )
            raise OddsError(message)
    return tuple(
        Circumstance(kind, Severity(severity), size) for severity, size in asked
    )


class RollQuery(Struct, frozen=True):
    """Odds of success, failure and an unproductive result."""

    dice: dict[str, int]
    """The dice by Force."""
    favored: tuple[str, ...] = ()
    """The favored Forces."""
    opposed: tuple[str, ...] = ()
    """The opposed Forces."""
    omega: dict[str, int] = {}
    """The Omega die, by Force, at its value."""
    hindrance: tuple[tuple[str, int], ...] = ()
    """A Hindrance die, minor:SIDES or major:SIDES."""
    benefit: tuple[tuple[str, int], ...] = ()
    """A Benefit die, minor:SIDES or major:SIDES."""
    rulings: Rulings = PLAIN


def answer_roll(query: RollQuery) -> Answer:
    """Answer *query*; raises OddsError if it is impossible."""
    asked: dict[str, object] = {
        "dice": query.dice,
        "favored": query.favored,
        "opposed": query.opposed,
        "omega": query.omega,
        "hindrance": query.hindrance,
        "benefit": query.benefit,
    }
    odds = planets_odds(
        query.dice,
        query.favored,
        query.opposed,
        query.omega,
        query.benefit,
        query.hindrance,
        rulings=query.rulings,
    )
    return Answer(asked | _changed_rulings(query.rulings), {"": odds})


class OpposedQuery(Struct, frozen=True):
    """Odds of an opposed roll: who prevails, or a standoff.

    The Forces of each side are those by which its dice are judged.
    """

    dice: dict[str, int]
    """The dice of side a, by Force."""
    vs_dice: dict[str, int]
    """The dice of side b, by Force."""
    favored: tuple[str, ...] = ()
    """The Forces favored for a."""
    opposed: tuple[str, ...] = ()
    """The Forces opposed for a."""
    vs_favored: tuple[str, ...] = ()
    """The Forces favored for b."""
    vs_opposed: tuple[str, ...] = ()
    """The Forces opposed for b."""
    omega: dict[str, int] = {}
    """The Omega die of a, by Force, at its value."""
    vs_omega: dict[str, int] = {}
    """The Omega die of b, by Force, at its value."""
    rulings: Rulings = PLAIN


def answer_opposed(query: OpposedQuery) -> Answer:
    """Answer *query*; raises OddsError if it is impossible."""
    asked = {
        name: getattr(query, name)
        for name in query.__struct_fields__
        if name != "rulings"
    }
    odds = opposed_odds(
        query.dice,
        query.vs_dice,
        (query.favored, query.opposed),
        (query.vs_favored, query.vs_opposed),
        query.omega,
        query.vs_omega,
        rulings=query.rulings,
    )
    return Answer(asked | _changed_rulings(query.rulings), {"": odds})


def _changed_rulings(rulings: Rulings) -> dict[str, object]:
    """Return the rulings that are not the default, if there are any."""
    changed = {
        name: getattr(rulings, name)
        for name in rulings.__struct_fields__
        if getattr(rulings, name) != getattr(PLAIN, name)
    }
    return {"rulings": changed} if changed else {}


ODDS = {
    "roll": Odds(
        RollQuery,
        answer_roll,
        "--dice known=8,dynamic=6,static=6,lost=20 --favored known,lost"
        " --opposed static",
    ),
    "opposed": Odds(
        OpposedQuery,
        answer_opposed,
        "opposed --dice known=8,lost=6 --favored known --vs-dice known=6,static=8"
        " --vs-favored static",
    ),
}
"""The questions about chances that Rolling the Planets answers."""
