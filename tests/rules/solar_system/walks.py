"""Random scenarios, and random walks through them, for the laws to hold against.

A walk chooses among the offered options and lets any faces fall, so it goes where no
sensible agent would; every ruling of the system is drawn as well.
"""

from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import assume
from hypothesis import strategies as st
from msgspec import Struct

from sim.rules.solar_system.facts import Conceded
from sim.rules.solar_system.scenario.character import RANKS
from sim.rules.solar_system.scenario.rulings import Rulings
from sim.rules.solar_system.scenario.sheet import SolarScenario
from sim.rules.solar_system.state import State
from sim.rules.solar_system.system import SYSTEM
from sim.seam.events import Event, Fact
from sim.seam.protocol import Chance, Decision, Due, Outcome
from tests.rules.drawn import Drawn

NAMES = ("Ann", "Bo", "Cy", "Di")
POOLS = ("vigor", "instinct", "reason")
SETTING = {"Brawl": "vigor", "Sneak": "instinct", "Argue": "reason"}
ASKED = (
    "difficulty",
    "circumstance",
    "link_failure",
    "competitive_tie",
    "request_pain",
    "relation",
    "relevance",
    "prop",
    "item",
    "harm_pool",
    "effect",
    "key_tier",
    "approval",
)
KINDS = (
    *["pain"] * 5,
    *["resisted"] * 3,
    *["unopposed", "competitive", "linked", "group", "interlude"],
)
"""How conflicts open; mostly so that the Pain comes of it."""
STEPS_MAX = 20_000
PATIENCE = 0.9
"""How often a walk does not give up where it could."""


class Step(Struct):
    """One event of a walk, with the states around it."""

    before: State
    event: Event
    after: State


class Walk(Struct):
    """A conflict walked to its end: the scenario, every step, and how it ended."""

    told: SolarScenario
    start: State
    steps: list[Step]
    outcome: Outcome

    @property
    def events(self) -> list[Event]:
        """The events in order."""
        return [step.event for step in self.steps]

    @property
    def rulings(self) -> Rulings:
        """The rulings in force."""
        return self.told.rulings


def _field(kind: object) -> st.SearchStrategy[Any]:
    """Draw the value of one ruling, by its type."""
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if kind is bool:
        return st.booleans()
    return st.integers(1, 4)


RULINGS = st.fixed_dictionaries(
    {},
    optional={
        name: _field(kind)
        for name, kind in get_type_hints(Rulings).items()
        if name in Rulings.__struct_fields__
    },
)

SECRETS: dict[str, dict[str, Any]] = {
    "Secret of Roofs": {"speciality": True, "when": ["crowd"]},
    "Secret of Dice": {"cost": {"pool": "vigor"}, "bonus_dice": 2},
    "Secret of Cuts": {"cost": {"pool": "vigor", "points": 2}, "harm": 2},
    "Secret of Rage": {"harm": 1, "abilities": ["Brawl"]},
    "Secret of Walls": {"cost": {"pool": "reason"}, "guard": 3},
    "Secret of Skin": {"guard": 1, "when": ["Brawl"]},
    "Secret of Pockets": {
        "cost": {"pool": "instinct"},
        "produces": "a coin",
        "check": "Sneak",
    },
    "Secret of Names": {},
}
KEYS: dict[str, dict[str, Any]] = {
    "Key of Victory": {
        "tiers": [{"on": "won", "xp": 2}, {"on": "obtained", "xp": 3}],
        "buyoff": {"on": "conceded"},
    },
    "Key of Wishes": {
        "tiers": [{"on": "intended", "xp": 1}, {"on": "changed", "xp": 1}],
        "buyoff": {"on": "suffered", "toward": "Ann"},
    },
    "Key of Care": {
        "tiers": [
            {"on": "healed", "xp": 1},
            {"on": "refreshed", "xp": 1},
            {"on": "scene", "when": ["kind"], "xp": 5},
        ],
        "buyoff": {"on": "stayed_out"},
    },
    "Key of Names": {},
}

BONUSES = st.fixed_dictionaries(
    {
        "role": st.sampled_from(("weapon", "armor")),
        "rating": st.integers(1, 2),
        "when": st.lists(st.sampled_from(("Brawl", "Argue", "crowd")), max_size=1),
    }
)
ITEMS = st.fixed_dictionaries(
    {"name": st.just("thing"), "bonuses": st.lists(BONUSES, max_size=2)}
)


def _people(draw: st.DrawFn, count: int) -> list[dict[str, Any]]:
    ranks = st.sampled_from(tuple(RANKS)[1:])
    sides = draw(st.sampled_from((None, "xy", "xxy", "xyy", "xyxy", "xxyz")))
    people = []
    for index, name in enumerate(NAMES[:count]):
        innate = {ability: draw(ranks) for ability in ("Endure", "React", "Resist")}
        scores = {pool: draw(st.integers(1, 4)) for pool in POOLS}
        sheet: dict[str, Any] = {
            "name": name,
            "pools": scores,
            "now": {pool: draw(st.integers(0, most)) for pool, most in scores.items()},
            "abilities": innate | {ability: draw(ranks) for ability in SETTING},
            "intentions": [
                {"name": "mild"},
                {"name": "deadly", "permanent": True, "later": draw(st.booleans())},
            ],
            "harm": draw(
                st.dictionaries(st.sampled_from("1234567"), st.sampled_from(POOLS))
            ),
            "bruise_dice": draw(st.integers(0, 2)),
            "items": draw(st.lists(ITEMS, max_size=1)),
            "props": draw(
                st.sampled_from(([], [{"name": "sand", "ability": "Brawl"}]))
            ),
            "story_guide": draw(st.booleans()),
            "major": draw(st.booleans()),
            "bystander": index > 1 and draw(st.booleans()),
            "secrets": draw(
                st.lists(st.sampled_from(tuple(SECRETS)), unique=True, max_size=3)
            ),
            "keys": draw(
                st.lists(st.sampled_from(tuple(KEYS)), unique=True, max_size=2)
            ),
            "record": {"advances": draw(st.integers(0, 3))},
        }
        if sides is not None:
            sheet["side"] = sides[index % len(sides)]
        people.append(sheet)
    return people


def _opening(draw: st.DrawFn, count: int) -> dict[str, Any]:
    kind = draw(st.sampled_from(KINDS))
    many = {"pain": 0, "interlude": 0, "unopposed": 1, "resisted": 2, "linked": 2}.get(
        kind, count
    )
    checks = [
        {
            "who": NAMES[0 if kind == "linked" else index],
            "abilities": draw(
                st.sampled_from((["Brawl"], ["Sneak"], ["Brawl", "Argue"]))
            ),
            "circumstance": draw(st.integers(0, 2)),
        }
        for index in range(many)
    ]
    group = draw(st.sampled_from(("same", "building")))
    return {"kind": kind, "checks": checks, "group": group}


@st.composite
def scenarios(draw: st.DrawFn) -> SolarScenario:
    """Draw a scenario of two to four characters that compiles."""
    count = draw(st.integers(2, 4))
    act = {"name": "a run", "who": "Ann", "pool": "vigor", "partner": "Bo"}
    contest = act | {"pool": "reason", "contest": ["Argue", "Argue"]}
    told: dict[str, Any] = {
        "title": "A walk",
        "system": "solar_system",
        "abilities": SETTING,
        "seats": _people(draw, count),
        "opening": _opening(draw, count),
        "rulings": draw(RULINGS) | {"max_volleys": draw(st.integers(1, 4))},
        "tags": draw(st.sampled_from(([], ["crowd"]))),
        "obstruct": draw(st.sampled_from(("always", "choice"))),
        "parallel": draw(st.sampled_from(([], [["Argue", "Argue"]]))),
        "relevant": draw(
            st.sampled_from(({}, {"Argue": ["Resist"], "Brawl": ["React", "Sneak"]}))
        ),
        "circumstances": draw(st.sampled_from(([], [{"who": "Ann", "dice": 1}]))),
        "method": draw(st.sampled_from(("standard", "zeitgeist"))),
        "gift_dice": draw(st.booleans()),
        "story_guide": {"asked": draw(st.lists(st.sampled_from(ASKED), unique=True))},
        "aftermath": draw(
            st.sampled_from(({}, {"heal_with": ["Argue"], "refresh": [act, contest]}))
        ),
        "secrets": SECRETS,
        "keys": KEYS,
        "scenes": draw(st.lists(st.just({"who": "Ann", "tags": ["kind"]}), max_size=2)),
        "advancing": draw(st.booleans()),
        "teachers": draw(st.sampled_from(([], ["Mo"]))),
    }
    if not draw(st.booleans()):
        told |= {"secrets": {}, "keys": {}}
        for seat in told["seats"]:
            seat |= {"secrets": [], "keys": []}
    scenario = msgspec.convert(told, SolarScenario)
    assume(not list(SYSTEM.files.validate(scenario)))
    return scenario


def walk(told: SolarScenario, seed: int) -> Walk:
    """Walk *told* to its end, choosing and rolling as *seed* has it."""
    luck = Random(seed)
    state = start = SYSTEM.initial(told)
    steps: list[Step] = []
    for _ in range(STEPS_MAX):
        asked = SYSTEM.ask(state)
        events: tuple[Event, ...]
        if isinstance(asked, Outcome):
            return Walk(told, start, steps, asked)
        if isinstance(asked, Due):
            events = asked.events
        else:
            fact = _answer(asked, luck)
            events = (fact, *SYSTEM.decide(state, fact))
        for event in events:
            after = SYSTEM.evolve(state, event)
            steps.append(Step(state, event, after))
            state = after
    message = "the walk never ended"
    raise AssertionError(message)


def _answer(asked: Decision[State] | Chance, luck: Random) -> Fact:
    if isinstance(asked, Chance):
        return asked.rolled(tuple(luck.randint(d.low, d.high) for d in asked.pool))
    options = asked.options
    if luck.random() < PATIENCE:
        options = tuple(o for o in options if not isinstance(o, Conceded)) or options
    return luck.choice(options)


WALKS = st.builds(walk, scenarios(), st.integers(0, 2**16))
"""Random walks through random scenarios."""
CONFLICTS = Drawn(WALKS, most=12)
"""Those that laws are asked of."""
