"""Rolls of the Planets, face by face: PL-HIER-14, PL-CHECK-08, PL-CIRC-05 to 10.

Of two who oppose each other, each reads one throw of the larger dice [PL-COMB-02 to
05]; who has the better outcome prevails [PL-RUL-18].
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby, product

from sim.rules.planets.appraisal.odds import OpposedQuery, RollQuery
from sim.rules.planets.scenario.rulings import Rulings
from tests.odds.question import Enumerated, Parts, counted, swapped

FORCES = ("known", "passion", "dynamic", "static", "lost")
STAGES = ("above all", "dominant", "above weak", "weak", "above major", "major")
ORDER = ("standoff", "a_prevails", "b_prevails")
Values = Mapping[str, int]
Sides = tuple[tuple[str, int], ...]
"""Dice by name: how many sides each has, or what an Omega die shows."""
Majors = Sequence[tuple[int, int]]
"""Major dice: their vote, 1 for a Benefit and -1 for a Hindrance, and their value."""


def read(values: Values, rulings: Rulings) -> dict[str, tuple[int, list[str]]]:
    """Return who stands in each position that is asked, and what they show."""
    groups = [
        (value, list(names))
        for value, names in groupby(sorted(values, key=values.__getitem__), values.get)
        if value is not None
    ]
    places: dict[str, tuple[int, list[str]]] = {}
    if len(values) == 1 and rulings.single_die_position == "major":
        return {"major": groups[0]}
    sizes = [len(names) for _, names in groups]
    if groups and len(groups[0][1]) == 1:
        places["dominant"] = groups.pop(0)
    printed = sizes == [1, 2, 1] and rulings.case6_reading != "weak"
    if groups and len(groups[-1][1]) == 1 and not printed:
        places["weak"] = groups.pop()
    if groups:
        places["major"] = groups[0]
    return places


def between(majors: Majors) -> int:
    """Return what dice in one slot between positions say: the lower acts."""
    if not majors:
        return 0
    least = min(value for _, value in majors)
    return _sign(sum(vote for vote, value in majors if value == least))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def check(
    values: Values,
    sets: tuple[Sequence[str], Sequence[str]],
    majors: Majors,
    rulings: Rulings,
) -> tuple[int, str]:
    """Return success (1), failure (-1) or neither (0), and the stage that decided."""
    least = min(values.values(), default=1000)
    first = between([major for major in majors if major[1] < least])
    if first:
        return first, STAGES[0]
    if rulings.major_circumstance_policy == "lowest_only":
        majors = ()
    seen = read(values, rulings)
    shown = sorted(set(values.values()))
    for position in ("dominant", "weak", "major"):
        if position not in seen:
            continue
        value, names = seen[position]
        below = max(
            (shown_value for shown_value in shown if shown_value < value), default=1000
        )
        slot = [major for major in majors if below < major[1] < value]
        heard = position != "weak" or rulings.above_weak_counts
        if between(slot) and heard:
            return between(slot), f"above {position}"
        favored, opposed = (sum(name in forces for name in names) for forces in sets)
        planets = favored - opposed if position != "weak" else opposed - favored
        tied = sum(vote for vote, face in majors if face == value)
        votes = {
            "same_position": (planets + tied,),
            "circumstance_first": (tied, planets),
            "planet_first": (planets, tied),
        }[rulings.circumstance_tie]
        for vote in votes:
            if vote:
                return _sign(vote), position
    return 0, "none"


def naive_roll(query: RollQuery) -> Parts:
    """Roll every die there is, those beside the Planets too."""
    dice = [*query.dice.items()]
    beside = [(1, *die) for die in query.benefit]
    beside += [(-1, *die) for die in query.hindrance]
    sizes = [size for _, size in dice] + [size for *_, size in beside]
    outcomes: Counter[str] = Counter()
    for faces in product(*(range(1, size + 1) for size in sizes)):
        values = dict(zip(query.dice, faces, strict=False)) | query.omega
        rolled = zip(beside, faces[len(dice) :], strict=True)
        majors = [(vote, face) for (vote, kind, _), face in rolled if kind == "major"]
        sets = query.favored, query.opposed
        sign, _ = check(values, sets, majors, query.rulings)
        outcomes[("unproductive", "success", "failure")[sign]] += 1
    return {"": counted(outcomes)}


def swap_roll(_query: RollQuery) -> str:
    """Only one side has dice here."""
    return "a basic roll is one side's"


@cache
def marks_of(
    own: Sides, sizes: Sides, sets: tuple[tuple[str, ...], ...], rulings: Rulings
) -> Mapping[tuple[int, ...], tuple[int, int]]:
    """Return how well each throw of dice of these *sizes* goes, beside *own* Omega."""
    marks: dict[tuple[int, ...], tuple[int, int]] = {}
    for faces in product(*(range(1, size + 1) for _, size in sizes)):
        values = dict(zip((name for name, _ in sizes), faces, strict=True)) | dict(own)
        sign, stage = check(values, (sets[0], sets[1]), (), rulings)
        place = 0
        if sign and rulings.opposed_compare == "rank_then_decided_at":
            place = -sign * STAGES.index(stage)
        marks[faces] = sign, place
    return marks


def naive_opposed(query: OpposedQuery) -> Parts:
    """Roll the larger die of every Force; each reads those of which it has dice."""
    sizes = {
        force: max(query.dice.get(force, 0), query.vs_dice.get(force, 0))
        for force in FORCES
    }
    sizes = {force: size for force, size in sizes.items() if size}
    sides = (
        (query.dice, query.omega, (query.favored, query.opposed)),
        (query.vs_dice, query.vs_omega, (query.vs_favored, query.vs_opposed)),
    )
    names = list(sizes)
    tables = [
        (
            [names.index(force) for force in dice],
            marks_of(
                tuple(omega.items()),
                tuple((force, sizes[force]) for force in dice),
                (tuple(sets[0]), tuple(sets[1])),
                query.rulings,
            ),
        )
        for dice, omega, sets in sides
    ]
    outcomes: Counter[str] = Counter()
    for faces in product(*(range(1, size + 1) for size in sizes.values())):
        a, b = (table[tuple(faces[n] for n in places)] for places, table in tables)
        outcomes[ORDER[_sign((a > b) - (a < b))]] += 1
    return {"": counted(outcomes)}


PLAIN = Rulings()
RULED = (
    PLAIN,
    Rulings(case6_reading="minor_as_printed", single_die_position="major"),
    Rulings(circumstance_tie="circumstance_first"),
    Rulings(circumstance_tie="planet_first", above_weak_counts=False),
    Rulings(major_circumstance_policy="lowest_only"),
)
THROWS: tuple[tuple[dict[str, int], dict[str, int]], ...] = (
    ({"passion": 6}, {}),
    ({"known": 4, "static": 6}, {"lost": 3}),
    ({"known": 4, "dynamic": 3, "lost": 6}, {}),
    ({"known": 4, "dynamic": 3, "static": 4, "lost": 6}, {}),
    ({"known": 4, "dynamic": 3, "static": 4, "lost": 6}, {"passion": 2}),
)
SETS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("known",), ()),
    ((), ("known", "lost")),
    (("dynamic",), ("static",)),
    (("known", "lost"), ("static", "dynamic")),
    (("static",), ("known", "lost")),
)
Beside = tuple[tuple[str, int], ...]
BESIDE: tuple[tuple[Beside, Beside], ...] = (
    ((), ()),
    ((("minor", 4),), ()),
    ((), (("major", 6),)),
    ((("major", 4),), (("major", 5),)),
)


def may_stand(omega: Values, sets: tuple[tuple[str, ...], tuple[str, ...]]) -> bool:
    """Whether an Omega die may stand: its Force is neutral [PL-RUL-20]."""
    return not any(name in force_set for name in omega for force_set in sets)


ROLLS = [
    RollQuery(dice, *sets, omega, hindrance, benefit, rulings)
    for (dice, omega), sets, (benefit, hindrance), rulings in product(
        THROWS, SETS, BESIDE, RULED
    )
    if may_stand(omega, sets)
]
OPPOSED = [
    OpposedQuery(a, b, *own, *other, omega, vs_omega, rulings)
    for (a, omega), (b, vs_omega), own, other, rulings in product(
        THROWS,
        THROWS,
        SETS,
        SETS,
        (PLAIN, RULED[1], Rulings(opposed_compare="rank_then_decided_at")),
    )
    if may_stand(omega, own) and may_stand(vs_omega, other)
]

QUESTIONS = {
    "roll": Enumerated(grid=ROLLS, naive=naive_roll, swap=swap_roll),
    "opposed": Enumerated(grid=OPPOSED, naive=naive_opposed, swap=swapped),
}
