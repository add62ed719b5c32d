"""Exploitability: the gain of the best reply to each agent, seat by seat.

What an agent loses to a best reply against it is the gain of that reply over the same
agent at the replying seat. Where not all that could be chosen was, the best reply may
gain more: then the gain is a lower bound, and is called so.
"""

from collections.abc import Mapping, Sequence
from time import process_time
from unittest.mock import patch

from msgspec import Struct

from benchmarks.kept import MEASURED, Part, Row
from benchmarks.stamp import stamp
from sim.casting.roster import make
from sim.conflict.kinds import scopes
from sim.errors import FracasError
from sim.graph import budget as within
from sim.graph import clock
from sim.graph.budget import Budget
from sim.graph.clock import Clock
from sim.graph.reply import reply
from sim.graph.solve import solve
from sim.library.scenario import Loaded, load
from sim.seam.events import Fact, Seat
from sim.seam.protocol import SeatInfo

DEFAULT = "steady"
SHIPPED = ""
"""Whoever the scenario seats there: perhaps the default with fitted numbers."""
EVERYTHING = "everything"
THREE = (DEFAULT, "bold", "cautious")
MORE = (*THREE, "thrift", "poised", "first")
ALL = (
    SHIPPED,
    *MORE,
    "miser",
    "spender",
    "surge",
    "scruple",
    "storyteller",
)
"""Every agent that ships, answers alike and needs no settings."""
STATES, MEGABYTES = 100_000, 1_500
"""The bounds of a reply; that takes seconds, or a minute."""


class Plan(Struct, frozen=True):
    """Which *agents* to find replies against, and which kinds of decision are *free*.

    Each of *free* is everything, or kinds of decision with a comma between them.
    """

    agents: Sequence[str]
    free: Sequence[str] = (EVERYTHING,)
    states: int = STATES


REPLIED: Mapping[str, Plan] = {
    "alley": Plan((SHIPPED, *THREE), states=40_000),
    "captain_shin_qui": Plan(ALL),
    "dice_pool_debate": Plan((SHIPPED, DEFAULT), ("LetStand",)),
    "dice_pool_knives": Plan(
        (SHIPPED, DEFAULT), ("MarginClaimed,WentOn",), states=20_000
    ),
    "footrace": Plan(ALL),
    "intensity_brawl": Plan(THREE, ("PoolEntered,WentOn",)),
    "planets_arm_wrestle": Plan(THREE),
    "planets_boulder": Plan(ALL),
    "planets_race": Plan(THREE, states=20_000),
    "planets_siege": Plan((SHIPPED, DEFAULT), ("action",), states=40_000),
    "skill_archive": Plan((SHIPPED,), ("gate",), states=20_000),
    "skill_camp": Plan(ALL),
    "skill_chase": Plan(THREE),
    "skill_duel": Plan((DEFAULT,), states=40_000),
    "skill_fort": Plan(THREE),
    "skill_jump": Plan(THREE, ("RollChosen",)),
    "skill_page": Plan(ALL),
    "skill_page_example": Plan(THREE, ("harm",)),
    "stuck_door": Plan(ALL),
}
"""Scenario -> what is measured of it."""


class Work(Struct, frozen=True):
    """One reply to find: at which *seat*, against whom, and which kinds are free."""

    scenario: str
    seat: Seat
    agent: str
    free: str
    states: int = STATES


class Gain(Struct, frozen=True):
    """The gain of one reply, or why there is none."""

    work: Work
    name: str
    seconds: float
    value: float | None = None
    base: float | None = None
    states: int = 0
    whole: bool = False
    bound: str = ""

    @property
    def gain(self) -> float | None:
        """How much more the reply returns than the agent; never negative."""
        if self.value is None or self.base is None:
            return None
        return max(0.0, self.value - self.base)

    @property
    def least(self) -> bool:
        """Whether this is only a lower bound."""
        return self.work.free != EVERYTHING or not self.whole


def works(names: Sequence[str]) -> list[Work]:
    """Return all replies to find in scenarios of these *names*."""
    return [
        Work(name, Seat(seat), agent, free, plan.states)
        for name in names
        if (plan := REPLIED.get(name)) is not None
        for seat, info in enumerate(_seats(load(name)))
        if info.side is not None
        for free in plan.free
        for agent in plan.agents
    ]


def _seats(loaded: Loaded) -> Sequence[SeatInfo]:
    return loaded.system.seats(loaded.scenario)


def kinds(loaded: Loaded, free: str) -> tuple[type[Fact], ...] | None:
    """Return the facts that are *free*, named or what they are about; None: all."""
    if free == EVERYTHING:
        return None
    about = {scope.value: kinds for scope, kinds in scopes(loaded.system).items()}
    facts = [event for event in loaded.system.events if issubclass(event, Fact)]
    ways = {**{fact.__name__: (fact,) for fact in facts}, **about}
    return tuple([fact for name in free.split(",") for fact in ways[name]])


def exploited(work: Work, seconds: float | None = None) -> Gain:
    """Return the gain of the best reply to an agent at one seat.

    What was not followed within these *seconds* of processor time is left out.
    """
    loaded = load(work.scenario)
    seats = _seats(loaded)
    specs = [
        seat.agent if seat.side is None else work.agent or seat.agent for seat in seats
    ]
    state = loaded.system.initial(loaded.scenario)
    place = work.seat, kinds(loaded, work.free)
    name = seats[work.seat].name
    budget = Budget(work.states, MEGABYTES)
    begun = process_time()
    # A stochastic agent has no part in a reply: the default answers what is not free.
    draws = make(specs[work.seat]).draws
    beside = [
        DEFAULT if draws and seat == work.seat else spec
        for seat, spec in enumerate(specs)
    ]
    try:
        with (
            patch.object(within, "monotonic", process_time),
            patch.object(clock, "monotonic", process_time),
        ):
            best = reply(
                loaded.system,
                state,
                seats,
                beside,
                place,
                budget=budget,
                clock=Clock(seconds),
            )
    except FracasError as error:
        return Gain(work, name, process_time() - begun, bound=str(error))
    base: float | None = best.base
    most = best.at_most({})
    if best.full and not draws and best.value > most:
        base = most
    elif best.full or draws:
        # What the agent itself returns fits into less than a reply to it.
        whole = solve(loaded.system, state, seats, specs)
        base = whole.returns[work.seat].low if whole.exact else None
    return Gain(
        work,
        name,
        process_time() - begun,
        best.value,
        base,
        best.states,
        whole=best.whole,
        bound=best.full or best.closed,
    )


def rows(gains: Sequence[Gain]) -> list[Row]:
    """Return the rows of the gains of best replies, with the default's beside.

    Agents with the same results share a row.
    """
    beside = {
        (gain.work.scenario, gain.work.seat, gain.work.free): gain
        for gain in gains
        if gain.work.agent == DEFAULT
    }
    alike: dict[tuple[str, ...], list[Gain]] = {}
    for gain in gains:
        work = gain.work
        default = beside.get((work.scenario, work.seat, work.free))
        key = work.scenario, gain.name, work.free, *_cells(gain, default)
        alike.setdefault(key, []).append(gain)
    table: list[Row] = []
    for (scenario, seat, *cells), some in alike.items():
        agents = ", ".join(gain_.work.agent or _SHIPPED for gain_ in some)
        seconds = f"{sum(gain_.seconds for gain_ in some) / len(some):.1f}"
        table.append(PART.row(scenario, seat, agents, *cells, seconds, stamp()))
    return table


def _cells(gain: Gain, default: Gain | None) -> tuple[str, ...]:
    beside = "" if default is None else _gain(default)
    if gain.value is None:
        return "", "", "", beside, "", gain.bound
    least = "at least " if gain.least else ""
    return (
        "not known" if gain.base is None else f"{gain.base:.5f}",
        f"{least}{gain.value:.5f}",
        _gain(gain),
        beside,
        str(gain.states),
        gain.bound,
    )


def _gain(gain: Gain) -> str:
    if gain.gain is None:
        return "not known"
    return f"{'at least ' if gain.least else ''}{gain.gain:.5f}"


def _summary(rows: Sequence[Row]) -> list[str]:
    """Return the mean loss of every agent over the seats where it is known."""
    sure: dict[str, list[float]] = {}
    for row in rows:
        gain = row[_GAIN]
        if gain and row["free"] == EVERYTHING and not gain.startswith(("at", "not")):
            for agent in row["agent"].split(", "):
                sure.setdefault(agent, []).append(float(gain))
    return [
        f"- {agent} loses {sum(some) / len(some):.5f} on average, {max(some):.5f} at"
        f" most, over the {len(some)} seats where that is known exactly."
        for agent, some in sure.items()
    ]


_GAIN = "gain"
_SHIPPED = "as shipped"
PART = Part(
    "What the best reply gains",
    """
The agent is the one that plays the replying seat otherwise, and the same agent plays
all others; *at least* stands where not every choice was free or followed.""",
    (
        "scenario",
        "replying seat",
        "agent",
        "free",
        "it returns",
        "the reply returns",
        _GAIN,
        f"{DEFAULT} beside it",
        "states",
        "bound by",
        "s",
        MEASURED,
    ),
    _summary,
)
