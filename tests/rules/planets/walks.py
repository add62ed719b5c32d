"""Random conflicts for laws: any scenario, any ruling, any choice, any face."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from sim.rules.planets.forces.task import PLANETS
from sim.rules.planets.scenario.rulings import Rulings
from sim.rules.planets.scenario.sheet import (
    Argument,
    Character,
    Planets,
    PlanetsScenario,
    Situation,
    Storyguide,
    Weight,
)
from sim.rules.planets.state import State
from sim.rules.planets.system import SYSTEM
from sim.seam.events import Event, Fact
from sim.seam.protocol import Asked, Chance, Decision, Due, Outcome
from tests.rules.checked import checked

STEPS_MAX = 2000
WAYS = ("overpower", "hold", "outwit", "gamble", "fervor", "surge")
TOPICS = ("roll", "difficulty", "forces", "disputes", "circumstances", "major_dice")
SEVERITIES = ("minor", "major")

RULINGS = st.builds(
    Rulings,
    goal=st.integers(1, 3),
    round_cap=st.integers(1, 4),
    standoff_limit=st.integers(1, 2),
    use_circumstance_dice=st.sampled_from([True, True, False]),
    use_omega_die=st.sampled_from([True, True, False]),
    use_combined_rolls=st.sampled_from([True, True, False]),
    case6_reading=st.sampled_from(["weak", "minor_as_printed"]),
    single_die_position=st.sampled_from(["dominant", "major"]),
    circumstance_tie=st.sampled_from(
        ["same_position", "circumstance_first", "planet_first"]
    ),
    major_circumstance_policy=st.sampled_from(
        ["positional", "lowest_only", "sg_choice", "sg_choice"]
    ),
    above_weak_counts=st.booleans(),
    enforce_chart=st.booleans(),
    opposed_forces=st.sampled_from(["per_intent", "shared_task", "mirrored"]),
    opposed_compare=st.sampled_from(["rank", "rank_then_decided_at"]),
    omega_eligibility=st.sampled_from(["per_force", "any_blocks"]),
    omega_dice_max=st.sampled_from([1, 2]),
    omega_in_opposed=st.booleans(),
    omega_in_coordinating=st.booleans(),
    omega_order=st.sampled_from(["sealed", "actor_first"]),
    coordinating_max_partners=st.sampled_from([1, 2, 3]),
    team_mode=st.sampled_from(["coordinate", "leads_only"]),
    diceless_duel=st.sampled_from(["decree", "coin"]),
    unproductive_for_resister=st.sampled_from(["hold", "unproductive"]),
    wound_ladder=st.sampled_from(["gentle", "grim", "major d4"]),
    harm_on_prevail=st.sampled_from([True, True, False]),
    retry_policy=st.sampled_from(["each_round_anew", "changed_intent"]),
)
"""Any readings at all, with few rounds."""

LUCK = st.integers(0, 1 << 32).map(Random)
"""Whatever chooses and rolls."""


@st.composite
def characters(draw: st.DrawFn, name: str, side: str, *, dice: bool) -> Character:
    """Draw a character with one to three Wed Planets, or a Diceless one."""
    sizes = [draw(st.sampled_from(["d4", "d6", "d20"])) for _ in PLANETS]
    for index in draw(st.sets(st.integers(0, 4), min_size=1, max_size=3)):
        sizes[index] = "wed"
    situations = [
        Situation(
            kind=kind,
            size=draw(st.sampled_from(["d4", "d12"])),
            severity=draw(st.sampled_from(SEVERITIES)),
        )
        for kind in ("benefit", "hindrance")
        if draw(st.booleans())
    ]
    plea = Argument(descriptor="a word", favored=("lost",), opposed=("dynamic",))
    ways = draw(st.lists(st.sampled_from(WAYS), min_size=1, max_size=3, unique=True))
    return Character(
        name=name,
        side=side,
        planets=Planets(**dict(zip(PLANETS, sizes, strict=True))) if dice else None,
        approaches=tuple(ways),
        aims=draw(st.sampled_from([("win",), ("resist",), ("win", "resist")])),
        harms=draw(st.sampled_from([(False,), (True,), (False, True)])),
        may_concede=draw(st.booleans()),
        intent_changes=draw(st.sampled_from([None, None, 1])),
        weight=Weight()
        if dice
        else Weight(size="d6", severity=draw(st.sampled_from(SEVERITIES))),
        circumstances=tuple(situations),
        forgotten=(plea,) if draw(st.booleans()) else (),
    )


SEATS = {
    "direct": ["Aa", "Bb", "Aa", "Bx"],
    "indirect": ["Aa", "Ba", "Ca"],
    "diceless": ["Aa", "Bx", "Aa"],
    "nobody": ["Ax", "Bx"],
}
"""Side and whether with dice (x is Diceless), in joining order; two at least."""


@st.composite
def scenarios(draw: st.DrawFn) -> PlanetsScenario:
    """Draw a conflict in any mode under any rulings, with or without a judge."""
    mode = draw(st.sampled_from(["direct", "direct", "indirect", "diceless", "nobody"]))
    count = draw(st.integers(2, len(SEATS[mode])))
    seats = [
        draw(
            characters(
                f"{code}{number}",
                "" if mode == "indirect" else code[0],
                dice=not code.endswith("x"),
            )
        )
        for number, code in enumerate(SEATS[mode][:count])
    ]
    asked = draw(st.sets(st.sampled_from(TOPICS)))
    guide = Storyguide(
        asked=tuple(sorted(asked)),
        disputes=draw(st.sampled_from(["none", "descriptors", "any"])),
    )
    scenario = PlanetsScenario(
        title="A walk",
        system="planets",
        mode="diceless" if mode == "nobody" else mode,
        seats=tuple(seats),
        storyguide=guide,
        difficulty=draw(st.sampled_from([None, None, "simple", "hard"])),
        rulings=draw(RULINGS),
    )
    checked(SYSTEM, scenario)
    return scenario


Step = tuple[State, Asked[State], tuple[Event, ...]]
"""A state, what it asked, and the events that followed."""


def walk(scenario: PlanetsScenario, luck: Random) -> Iterator[Step]:
    """Yield each step of a walk with any choice and any face.

    Fail if it does not end.
    """
    state = SYSTEM.initial(scenario)
    for _ in range(STEPS_MAX):
        asked = SYSTEM.ask(state)
        if isinstance(asked, Outcome):
            yield state, asked, ()
            return
        events = follow(state, asked, luck)
        yield state, asked, events
        for event in events:
            state = SYSTEM.evolve(state, event)
    message = f"no end after {STEPS_MAX} steps"
    raise AssertionError(message)


def follow(state: State, asked: Asked[State], luck: Random) -> tuple[Event, ...]:
    """Return the events of one answer."""
    if isinstance(asked, Due):
        return asked.events
    fact: Fact
    if isinstance(asked, Decision):
        options = asked.options
        fact = luck.choice(options)
        if type(fact).__name__ == "Conceded" and luck.random() < 0.8:
            fact = options[0]
    else:
        assert isinstance(asked, Chance)
        faces = tuple(luck.randint(die.low, die.high) for die in asked.pool)
        fact = asked.rolled(faces)
    return (fact, *SYSTEM.decide(state, fact))


def folded(state: State, events: tuple[Event, ...]) -> State:
    """Return the state after *events*."""
    for event in events:
        state = SYSTEM.evolve(state, event)
    return state
