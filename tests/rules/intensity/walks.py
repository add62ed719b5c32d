"""Random conflicts for laws: scenarios, and walks with any choice and any face."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from sim.dice.pool import Faces
from sim.rules.intensity.facts import Conceded, PoolDeclined
from sim.rules.intensity.scenario.sheet import IntensityScenario
from sim.rules.intensity.state import State
from sim.rules.intensity.system import SYSTEM
from sim.seam.events import Event, Fact
from sim.seam.protocol import Asked, Chance, Decision, Due, Outcome
from tests.rules.intensity.table import Table, contest, goal, kill, obstacle, seat

SIZES = st.integers(1, 8)
POINTS = st.sampled_from([4, 6, 2, 1, 0])
STEPS_MAX = 3000
PERSISTENCE = 0.8

RULINGS = st.fixed_dictionaries(
    {"max_rounds": st.integers(2, 5)},
    optional={
        "goals_chosen": st.sampled_from(["each_round", "once"]),
        "base_cost": st.sampled_from(["participant", "side"]),
        "broke": st.sampled_from(["no_pool", "forced_cede"]),
        "health_rollable": st.booleans(),
        "default_d2": st.sampled_from(["none", "gm_only", "everyone"]),
        "static_mode": st.sampled_from(["abilities", "one_roll"]),
        "static_deals_damage": st.booleans(),
        "damage_model": st.sampled_from(["pips", "chain", "nearest_real"]),
        "targets": st.sampled_from(["any", "rolled"]),
        "preempt_on_zero": st.booleans(),
        "goal_ability": st.sampled_from(["named", "any_always"]),
        "cede_unit": st.sampled_from(["participant", "side"]),
        "help_lasts": st.sampled_from(["successes", "once"]),
        "helper_defends": st.sampled_from(["same_roll", "no_pool", "second_pool"]),
        "failure_counts": st.sampled_from(["kept", "raw"]),
        "penalty_target": st.sampled_from(["ally", "helper"]),
        "penalty_effect": st.sampled_from(["opposing_die", "cancel_best"]),
        "penalty_stack": st.sampled_from(["sequential", "together"]),
        "duration": st.sampled_from(["rolls", "rounds"]),
        "situation_pool": st.sampled_from(["shared", "separate"]),
        "situation_penalty": st.booleans(),
        "keep_situation_dice": st.booleans(),
        "replace_policy": st.sampled_from(["smallest", "none", "explicit"]),
        "restore_between": st.sampled_from(["all", "not_zeroed", "none"]),
    },
)
"""Any readings at all, with few rounds."""


LUCK = st.integers(0, 1 << 32).map(Random)
"""Whatever chooses and rolls."""


@st.composite
def scenarios(draw: st.DrawFn) -> IntensityScenario:
    """Two sides of up to two, perhaps a third, perhaps an obstacle; any readings."""
    count = draw(st.sampled_from([3, 4, 2]))
    seats: list[Table] = []
    for number in range(count):
        names = draw(st.sampled_from(["ab", "ba", "aab", "abc"]))
        side = names[number % len(names)] if number > 1 else "ab"[number]
        seats.append(
            seat(
                f"P{number}",
                side,
                f"t{number} trait {draw(SIZES)}, health trait {draw(SIZES)},"
                f" s{number} skill {draw(SIZES)}",
                draw(POINTS),
                marks=[{"size": 4}] if draw(st.booleans()) else [],
            )
        )
    if draw(st.booleans()):
        seats.append(
            obstacle("Wall", "wall", f"slab {draw(SIZES)}, edge {draw(SIZES)}")
        )
    goals = [
        goal("win", "a"),
        kill("a", "P1"),
        goal("gain", "a", kind="gain_die", die="ward", category="asset", size=4),
        goal("win", "b"),
        goal("mark", "b", kind="inflict_die", die="mark", size=4),
    ]
    prizes = draw(st.sampled_from([(), (6,), (4, 8)]))
    rulings = draw(RULINGS)
    return contest(*seats, goals=goals, prizes=prizes, gm={}, rulings=rulings)


def step(state: State, event: Event) -> State:
    """Return what *event* leaves."""
    return SYSTEM.evolve(state, event)


def answered(state: State, fact: Fact) -> tuple[State, list[Event]]:
    """Return the state after *fact* and what followed from it, and those events."""
    events = [fact, *SYSTEM.decide(state, fact)]
    for event in events:
        state = step(state, event)
    return state, events


def chosen(options: tuple[Fact, ...], random: Random) -> Fact:
    """Return any option, but seldom one that gives up or declines."""
    if type(options[-1]) in {Conceded, PoolDeclined} and random.random() < PERSISTENCE:
        return options[0]
    return random.choice(options)


Walk = Iterator[tuple[State, Asked[State], list[Event], State]]


def walk(scenario: IntensityScenario, random: Random) -> Walk:
    """Yield (state, asked, events, state after) to the end, all answers drawn."""
    state = SYSTEM.initial(scenario)
    for _ in range(STEPS_MAX):
        asked = SYSTEM.ask(state)
        before = state
        events: list[Event] = []
        if type(asked) is Due:
            events = list(asked.events)
            for event in events:
                state = step(state, event)
        elif type(asked) is Decision:
            state, events = answered(state, chosen(asked.options, random))
        elif type(asked) is Chance:
            faces: Faces = tuple(random.randint(d.low, d.high) for d in asked.pool)
            state, events = answered(state, asked.rolled(faces))
        yield before, asked, events, state
        if type(asked) is Outcome:
            return
    message = "this walk does not end"
    raise AssertionError(message)
