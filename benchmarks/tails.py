"""The result of `fracas solve` in a number of seconds, against plain play for as long.

Seconds are of the processor, one core. The error is the standard error of what the
first seat gets.
"""

from time import process_time
from unittest.mock import patch

from msgspec import Struct

from benchmarks.kept import MEASURED, Part, Row
from benchmarks.stamp import stamp
from sim.casting.roster import make
from sim.conflict.walk import Walk
from sim.graph import budget
from sim.graph.answering import EstimatedValues, Question, solve_or_estimate
from sim.graph.rollout import Estimate, Rollouts
from sim.graph.tails import StopRule, play_from_position
from sim.library.scenario import load
from sim.run.seating import seat_agents
from sim.study.values import exact_part_in_words, value_in_words

PART = Part(
    "What is played out",
    __doc__,
    (
        "scenario",
        "agents",
        "s allowed",
        "s",
        "states",
        "first seat returns",
        "exact",
        "played out",
        "by plain play as long",
        "played",
        MEASURED,
    ),
)

TIMED = (
    ("alley", "bold,bold", 4.0),
    ("alley", "bold,bold", 10.0),
    ("guitar_duel", "", 10.0),
    ("intensity_auction", "", 10.0),
    ("dice_pool_chase", "", 10.0),
    ("lamp_market", "", 10.0),
    ("intensity_heist", "", 10.0),
    ("ambush", "", 10.0),
    ("intensity_auction", "", 30.0),
    ("alley", "bold,bold", 20.0),
    ("dice_pool_debate", "", 10.0),
    ("dice_pool_mill", "", 10.0),
    ("intensity_cliff", "", 10.0),
    ("rooftops", "", 10.0),
    ("skill_gate", "", 10.0),
    ("skill_library", "", 10.0),
    ("skill_sniper", "", 10.0),
    ("tribunal", "", 10.0),
    ("violet_and_oliphant", "", 10.0),
)
"""Scenario, agents, and for how long it is solved."""

_SEED = "tails"


class Timed(Struct, frozen=True):
    """What a scenario is worth to its first seat, as far as it was found in time."""

    scenario: str
    agents: str
    allowed: float
    seconds: float
    states: int
    value: str
    exact: str
    games: int
    played: Estimate
    plays: int


def timed(work: tuple[str, str, float]) -> Timed:
    """Solve a scenario within some seconds, and play it for as long."""
    name, agents, seconds = work
    with patch.object(budget, "monotonic", process_time):
        return _timed(name, agents, seconds)


def _timed(name: str, agents: str, seconds: float) -> Timed:
    loaded = load(name)
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    specs = seat_agents(seats, agents.split(","))
    state = system.initial(loaded.scenario)
    begun = process_time()
    asked = Question(_SEED, budget=budget.Budget(seconds=seconds))
    values = solve_or_estimate(system, state, seats, specs, asked)
    taken = process_time() - begun
    rollouts = Rollouts(system, seats, [make(spec) for spec in specs], _SEED)
    # Who remembers None begins anew, as all do at the beginning of a conflict.
    root = Walk(system, state).state, (None,) * len(seats)
    enough = StopRule(until=budget.clock() + taken)
    sample = play_from_position(root, rollouts, enough, lambda *_: None)
    return Timed(
        scenario=name,
        agents=", ".join(dict.fromkeys(specs)),
        allowed=seconds,
        seconds=taken,
        states=values.states,
        value=value_in_words(values.returns[0]),
        exact=exact_part_in_words(1.0 - values.open) if values.open else "all",
        games=values.games if isinstance(values, EstimatedValues) else 0,
        played=sample.estimate(lambda kind: kind[1][0]),
        plays=sample.games,
    )


def row(timed: Timed) -> Row:
    """Return a row of the table."""
    return PART.row(
        timed.scenario,
        timed.agents,
        f"{timed.allowed:g}",
        f"{timed.seconds:.1f}",
        timed.states,
        timed.value,
        timed.exact,
        timed.games,
        value_in_words(timed.played),
        timed.plays,
        stamp(),
    )
