"""Steps 3 and 4: the dice fall, the Hierarchies are read, the outcome is determined.

An opposed roll is one throw for both sides; everyone else makes a throw of their own.
Planets fall in the order of the Forces, then each reader's Benefit and Hindrance.
"""

from functools import lru_cache

from sim.dice import Faces
from sim.events import TABLE, Cites, Consequence, DiceRolled
from sim.protocol import Asked, Chance, Decision, Due
from sim.rules.planets.calling import COIN, declared
from sim.rules.planets.check import (
    CHOICES,
    IGNORE,
    NOWHERE,
    OUTCOMES,
    STAGES,
    grade,
)
from sim.rules.planets.circumstances import (
    ABOVE_ALL,
    BELOW_ALL,
    INFLUENCE,
    MAJOR_DIE,
    MINOR_DIE,
    slot,
)
from sim.rules.planets.consequences import (
    CircumstancePlaced,
    HierarchyRead,
    MajorCircumstanceRuled,
    OutcomeDetermined,
)
from sim.rules.planets.facts import MajorJudged, Names
from sim.rules.planets.forces import FORCES, names
from sim.rules.planets.hierarchy import (
    DOMINANT,
    MAJOR,
    MINOR,
    WEAK,
    Positions,
    at,
)
from sim.rules.planets.reading import PENDING, Column, Extra, Sight
from sim.rules.planets.state import (
    UNGRADED,
    Standing,
    opposed,
    sizes,
    task,
    view,
)
from sim.rules.planets.throws import Hand, throw

PLANETS = "planets"
"""What the dice are for; a coin is for `COIN`."""

_BARE = ("PL-STEP-04", "PL-HIER-01", "PL-HIER-02", "PL-HIER-03", "PL-HIER-14")
_TIES = ("PL-HIER-04", "PL-HIER-08")
_SHARED = ("PL-COMB-02", "PL-COMB-03", "PL-COMB-05", "PL-RUL-15")
_OMEGA = ("PL-OMEGA-04", "PL-HIER-10")
_READ: dict[tuple[bool, bool, bool], Cites] = {
    (shared, tied, omega): (
        *_BARE,
        *(_TIES if tied else ()),
        *(_SHARED if shared else ()),
        *(_OMEGA if omega else ()),
    )
    for shared in (False, True)
    for tied in (False, True)
    for omega in (False, True)
}
"""The rules a reading follows: opposed or not, tied or not, with an Omega die."""

_NUMBER: dict[int, Cites] = {
    0: ("PL-RUL-05",),
    1: ("PL-RUL-04",),
    2: ("PL-HIER-13",),
    3: ("PL-HIER-12",),
    5: ("PL-HIER-10",),
}
"""Number of dice -> the rule for so many."""

_WHERE = {ABOVE_ALL: "PL-CIRC-05", BELOW_ALL: "PL-CIRC-08"}
_SLOTS: dict[tuple[str, str], Cites] = {
    (severity, where): (
        "PL-STEP-05",
        "PL-CIRC-04",
        _WHERE.get(where, "PL-CIRC-06" if where.startswith("tied") else "PL-CIRC-07"),
        "PL-CIRC-16",
        "PL-CIRC-11" if severity == MAJOR_DIE else "PL-CIRC-09",
    )
    for severity in (MINOR_DIE, MAJOR_DIE)
    for where in INFLUENCE
}
"""The rules by which a Circumstance die stands where it stands."""

RULED = ("PL-CIRC-11", "PL-RUL-07")
BY_POLICY = (*RULED, "PL-RUL-38")
UNPRODUCTIVE_BY = ("PL-CHECK-04", "PL-CHECK-06")
DECIDED: dict[str, Cites] = {
    "circumstance_above_all": ("PL-CIRC-10", "PL-CHECK-07"),
    "sg_ruling": ("PL-CIRC-11", "PL-RUL-07"),
    "dominant": ("PL-STEP-06", "PL-CHECK-01"),
    "circumstance_above_weak": ("PL-CIRC-11", "PL-CHECK-08", "PL-RUL-08"),
    "weak": ("PL-STEP-06", "PL-CHECK-02"),
    "circumstance_above_major": ("PL-CIRC-11", "PL-CIRC-12", "PL-CHECK-08"),
    "major": ("PL-STEP-06", "PL-CHECK-03", "PL-CHECK-05"),
    NOWHERE: UNPRODUCTIVE_BY,
}


def ask_dice(state: Standing) -> Asked[Standing] | None:
    """Roll what is still to be rolled; hear the Storyguide where she must rule."""
    if state.rolled is not None:
        return _rule(state)
    for group in groups(state):
        first, *others = group
        if state.turn(first).grade == UNGRADED:
            hands = tuple(hand(state, who) for who in group)
            pool, read = throw(hands, state.setup.rulings)
            return Chance(TABLE if others else first, PLANETS, pool, read)
    return None


def groups(state: Standing) -> tuple[tuple[int, ...], ...]:
    """Return the throws of the round, each as the seats that read it."""
    able = state.rolling
    return (able,) if opposed(state) else tuple((who,) for who in able)


def hand(state: Standing, who: int) -> Hand:
    """Return what *who* brings to the throw."""
    turn = state.turn(who)
    return Hand(who, sizes(state, who), task(state, who), turn.omegas, turn.dice)


def decide_dice(state: Standing, fact: DiceRolled) -> tuple[Consequence, ...]:
    """Return how a throw is read, and what comes of it if nobody must rule first."""
    if fact.why == COIN:
        return (declared(state.actors[0], fact.reading[0]),)
    columns = _columns(state, fact.who)
    thrown = 0
    for column in columns:
        thrown |= column.own
    follows: list[Consequence] = []
    outcomes: list[Consequence] = []
    for column in columns:
        sight = column.look(fact.faces)
        follows += _read(column, fact, sight, thrown)
        outcomes.append(_outcome(column, fact.faces, sight))
    return tuple(follows if fact.reading[0] == PENDING else follows + outcomes)


def _columns(state: Standing, roller: int) -> tuple[Column, ...]:
    group = state.rolling if roller == TABLE else (roller,)
    hands = tuple(hand(state, who) for who in group)
    return throw(hands, state.setup.rulings)[1].columns


def labels(state: Standing, roller: int) -> tuple[str, ...]:
    """Return what each die of a throw is: a Force, or a kind of Circumstance."""
    found: dict[int, str] = {}
    for column in _columns(state, roller):
        found |= {index: FORCES[force] for index, force in column.places}
        found |= {extra.index: extra.kind for extra in column.extras}
    return tuple(found[index] for index in sorted(found))


def _read(
    column: Column, fact: DiceRolled, sight: Sight, thrown: int
) -> list[Consequence]:
    """Return the Hierarchy of one reader and where the Circumstance dice stand."""
    values = sight.values
    tied = len(set(values) - {0}) < len(values) - values.count(0)
    cites = _READ[fact.who == TABLE, tied, bool(column.placed)]
    cites = (*cites, *(rule for rule in _shape(sight.read) if rule not in cites))
    aside = names(thrown & ~column.own)
    return [
        HierarchyRead(cites, column.who, *_named(sight.read), aside, values),
        *(_placed(column.who, one, fact, sight) for one in column.extras),
    ]


@lru_cache(maxsize=4096)
def _shape(read: Positions) -> Cites:
    """Return the rules for shapes that the text shows unclearly, or not at all."""
    count = {place: read.count(place) for place in (DOMINANT, MAJOR, MINOR, WEAK)}
    several = tuple(count.values())
    if several in {(1, 2, 0, 1), (1, 2, 1, 0)}:
        return ("PL-RUL-01",)
    if several == (0, 3, 0, 1):
        return ("PL-RUL-02",)
    return _NUMBER.get(sum(several), ())


@lru_cache(maxsize=4096)
def _named(read: Positions) -> tuple[Names, Names, Names, Names]:
    """Return the Forces at each position, by name."""
    dominant, major, minor, weak = (
        names(at(position, read)) for position in (DOMINANT, MAJOR, MINOR, WEAK)
    )
    return dominant, major, minor, weak


def _placed(
    who: int, extra: Extra, fact: DiceRolled, sight: Sight
) -> CircumstancePlaced:
    value = fact.faces[extra.index]
    where = slot(value, sight.values, sight.read)
    cites = _SLOTS[extra.severity, where]
    kind, severity = extra.kind, extra.severity
    return CircumstancePlaced(
        cites, who, kind, severity, value, where, INFLUENCE[where]
    )


def _outcome(
    column: Column, faces: Faces, sight: Sight, ruled: tuple[str, ...] = ()
) -> OutcomeDetermined:
    mark = grade(sight.outcome, sight.decided_at, column.rulings)
    slots: tuple[str, ...] = ()
    if column.extras and column.rulings.major_circumstance_policy != "lowest_only":
        votes = column.votes(faces, sight.values, sight.read, ruled)
        slots = tuple([vote.slot for vote in votes if vote.choice != IGNORE])
    return _determined(column.who, sight.outcome, sight.decided_at, mark, slots)


def _tied(decided_at: str, slots: tuple[str, ...]) -> Cites:
    """Return the rulings on Major dice tied with a position that was looked at."""
    looked = STAGES[: STAGES.index(decided_at) + 1] if decided_at in STAGES else STAGES
    tied = {stage for stage in looked if f"tied_{stage}" in slots}
    by_rank = ("PL-RUL-06",) if tied else ()
    return (*by_rank, "PL-RUL-09") if "weak" in tied else by_rank


@lru_cache(maxsize=1024)
def _determined(
    who: int, outcome: int, decided_at: str, mark: int, slots: tuple[str, ...]
) -> OutcomeDetermined:
    cites = (*DECIDED[decided_at], *_tied(decided_at, slots))
    return OutcomeDetermined(cites, who, OUTCOMES[outcome], decided_at, mark)


def _rule(state: Standing) -> Asked[Standing]:
    """Have each Major die ruled on that the text leaves open [PL-DP-09]."""
    rolled = state.rolled
    assert rolled is not None
    columns = _columns(state, rolled.roller)
    for column in columns:
        who = column.who
        kind = column.unruled(rolled.faces, state.turn(who).ruled)
        if not kind:
            continue
        if state.setup.asks("major_dice"):
            judge = state.setup.judge
            options = tuple(MajorJudged(judge, who, kind, one) for one in CHOICES)
            return Decision(judge, options, view(state, judge))
        return Due((MajorCircumstanceRuled(BY_POLICY, who, kind, CHOICES[0]),))
    outcomes: list[OutcomeDetermined] = []
    for column in columns:
        ruled = state.turn(column.who).ruled
        sight = column.look(rolled.faces, ruled)
        outcomes.append(_outcome(column, rolled.faces, sight, ruled))
    return Due(tuple(outcomes))


def decide_major(fact: MajorJudged) -> tuple[MajorCircumstanceRuled, ...]:
    """Return what the Storyguide's word does."""
    return (MajorCircumstanceRuled(RULED, fact.of, fact.kind, fact.choice),)
