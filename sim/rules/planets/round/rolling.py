"""Steps 3 and 4: the dice fall, the Hierarchies are read, the outcome is determined.

An opposed roll is one throw for both sides; everyone else makes a throw of their own.
Planets fall in the order of the Forces, then each reader's Benefit and Hindrance.
"""

from functools import lru_cache

from sim.dice.pool import Faces
from sim.rules.planets.consequences import (
    CircumstancePlaced,
    HierarchyRead,
    MajorCircumstanceRuled,
    OutcomeDetermined,
)
from sim.rules.planets.dice.check import OUTCOMES, Sign, Stage
from sim.rules.planets.dice.circumstances import INFLUENCE, Slot, slot
from sim.rules.planets.dice.citing import STANDS, decided_by, read_by
from sim.rules.planets.dice.hierarchy import (
    DOMINANT,
    MAJOR,
    MINOR,
    WEAK,
    Positions,
    at,
)
from sim.rules.planets.dice.reading import PENDING, Column, ColumnReading, Extra, Throw
from sim.rules.planets.dice.throws import throw
from sim.rules.planets.facts import MajorJudged
from sim.rules.planets.forces.rolls import Roll
from sim.rules.planets.forces.task import FORCES, Names, names
from sim.rules.planets.phases import (
    IGNORE,
    POSITIONAL,
    Choice,
    Equipped,
    Rolling,
    Thrown,
)
from sim.rules.planets.state import State, is_opposed, roll_of, view
from sim.seam.events import TABLE, Consequence, DiceRolled, Seat
from sim.seam.protocol import Asked, Chance, Decision, Due

PLANET_DICE = "planets"
"""The purpose of the dice."""

RULED = ("PL-CIRC-11", "PL-RUL-07")
BY_POLICY = (*RULED, "PL-RUL-38")


def ask_rolling(state: State, phase: Rolling) -> Asked[State] | None:
    """Return the next throw, or the next question to the Storyguide about a die."""
    if phase.thrown is not None:
        return _rule(state, phase, phase.thrown)
    for group in throws(state, phase.rolls):
        first, *others = group
        if phase.grades[first.who] is None:
            pool, read = throw(group, state.setup.rulings)
            return Chance(TABLE if others else first.who, PLANET_DICE, pool, read)
    return None


def throws(state: State, rolls: tuple[Roll, ...]) -> tuple[tuple[Roll, ...], ...]:
    """Return the throws of the round, each as the rolls that are read from it."""
    return (
        (rolls,) if is_opposed(state, len(rolls)) else tuple((roll,) for roll in rolls)
    )


def dice_read(state: State, fact: DiceRolled) -> tuple[Consequence, ...]:
    """Return the reading of a throw, and its outcome if nobody must rule first."""
    phase = state.phase
    assert type(phase) is Rolling
    read = _reading(state, phase, fact.who)
    follows: list[Consequence] = []
    outcomes: list[Consequence] = []
    for column, aside in zip(read.columns, _aside(read), strict=True):
        reading = column.look(fact.faces)
        follows += _read(column, fact, reading, aside)
        outcomes.append(_outcome(column, fact.faces, reading))
    return tuple(follows if fact.reading[0] == PENDING else follows + outcomes)


def _reading(state: State, phase: Equipped, roller: Seat) -> Throw:
    rolls = phase.rolls if roller == TABLE else (roll_of(phase, roller),)
    return throw(rolls, state.setup.rulings)[1]


@lru_cache(maxsize=4096)
def _aside(read: Throw) -> tuple[Names, ...]:
    return read.aside()


def labels(state: State, phase: Rolling, roller: Seat) -> tuple[str, ...]:
    """Return the label of each die of a throw: a Force, or a kind of Circumstance."""
    names: dict[int, str] = {}
    for column in _reading(state, phase, roller).columns:
        names |= {index: FORCES[force] for index, force in column.places}
        names |= {extra.index: extra.kind for extra in column.extras}
    return tuple(names[index] for index in sorted(names))


def _read(
    column: Column, fact: DiceRolled, reading: ColumnReading, aside: Names
) -> list[Consequence]:
    """Return one reader's Hierarchy and the places of the Circumstance dice."""
    values, shared = reading.values, fact.who == TABLE
    tied = len(set(values) - {0}) < len(values) - values.count(0)
    cites = read_by(reading.read, shared=shared, tied=tied, omega=bool(column.placed))
    return [
        HierarchyRead(cites, column.who, *_named(reading.read), aside, values),
        *(_placed(column.who, extra, fact.faces, reading) for extra in column.extras),
    ]


@lru_cache(maxsize=4096)
def _named(read: Positions) -> tuple[Names, Names, Names, Names]:
    """Return the Forces at each position, by name."""
    dominant, major, minor, weak = (
        names(at(position, read)) for position in (DOMINANT, MAJOR, MINOR, WEAK)
    )
    return dominant, major, minor, weak


def _placed(
    who: Seat, extra: Extra, faces: Faces, reading: ColumnReading
) -> CircumstancePlaced:
    kind, severity, value = extra.kind, extra.severity, faces[extra.index]
    where = slot(value, reading.values, reading.read)
    cites = STANDS[severity, where]
    return CircumstancePlaced(
        cites, who, kind, severity, value, where, INFLUENCE[where]
    )


def _outcome(
    column: Column, faces: Faces, reading: ColumnReading, ruled: tuple[Choice, ...] = ()
) -> OutcomeDetermined:
    slots: tuple[Slot, ...] = ()
    if column.extras and column.rulings.major_circumstance_policy != "lowest_only":
        votes = column.votes(faces, reading.values, reading.read, ruled)
        slots = tuple([vote.slot for vote in votes if vote.choice != IGNORE])
    return _determined(
        column.who, reading.outcome, reading.decided_at, reading.grade, slots
    )


@lru_cache(maxsize=1024)
def _determined(
    who: Seat, outcome: Sign, decided_at: Stage, mark: int, slots: tuple[Slot, ...]
) -> OutcomeDetermined:
    cites = decided_by(decided_at, slots)
    return OutcomeDetermined(cites, who, OUTCOMES[outcome], decided_at, mark)


def _rule(state: State, phase: Rolling, thrown: Thrown) -> Asked[State]:
    """Ask for a ruling on each Major die that the text leaves open [PL-DP-09]."""
    columns = _reading(state, phase, thrown.roller).columns
    for column in columns:
        who = column.who
        kind = column.unruled(thrown.faces, thrown.ruled_on(who))
        if kind is None:
            continue
        if state.setup.asks("major_dice"):
            judge = state.setup.judge
            options = tuple(MajorJudged(judge, who, kind, choice) for choice in Choice)
            return Decision(judge, options, view(state, judge))
        return Due((MajorCircumstanceRuled(BY_POLICY, who, kind, POSITIONAL),))
    outcomes: list[OutcomeDetermined] = []
    for column in columns:
        ruled = thrown.ruled_on(column.who)
        reading = column.look(thrown.faces, ruled)
        outcomes.append(_outcome(column, thrown.faces, reading, ruled))
    return Due(tuple(outcomes))


def major_judged(
    _state: State, fact: MajorJudged
) -> tuple[MajorCircumstanceRuled, ...]:
    """Return the effect of the Storyguide's ruling on a Major die [PL-CIRC-11]."""
    return (MajorCircumstanceRuled(RULED, fact.of, fact.kind, fact.choice),)
