"""The exact values of a scenario between given agents, by the names of its seats."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from sim.errors import OddsError
from sim.graph.budget import Budget, can_be_raised
from sim.graph.progress import Progress, quiet
from sim.graph.solve import Bounds, Solved
from sim.graph.solve import solve as solve_conflict
from sim.library.scenario import Loaded
from sim.run.meaning import check_settings
from sim.run.seating import seat_agents
from sim.seam.protocol import SeatInfo

_USELESS = 0.5
"""Where more of the chances than this is open, no bound says anything."""


class Solution(Struct, frozen=True):
    """What a scenario is worth between its *agents*: exactly, or between two bounds.

    *returns* and *wins* have the value of each participant, *endings* the chance of
    each ending; where `exact`, both bounds of a value are the same. *error* says how
    far it came otherwise. *length* is how many rounds it takes on average.
    """

    loaded: Loaded
    agents: tuple[str, ...]
    solved: Solved

    @property
    def exact(self) -> bool:
        """Whether every branch was followed, and it is sure what the agents look at."""
        return self.solved.exact

    @property
    def sure(self) -> str:
        """How sure the values are, in words."""
        if self.exact:
            return "exact"
        if self.solved.whole:
            return (
                f"exact as far as {self.solved.shown_by} conflicts show, since an agent"
                " may look at everything (see `Agent.reads`)"
            )
        return f"bounds only: {self.error}"

    @property
    def error(self) -> str:
        """How far it came before its bounds, "" where every branch was followed."""
        return "" if self.solved.whole else far(self.loaded.name, self.solved)

    @property
    def returns(self) -> Mapping[str, Bounds]:
        """Participant -> what it gets on average, from 0 to 1."""
        return self._by_seat(self.solved.returns)

    @property
    def wins(self) -> Mapping[str, Bounds]:
        """Participant -> how likely it wins."""
        return self._by_seat(self.solved.wins)

    @property
    def endings(self) -> Mapping[str, Bounds]:
        """How it may end -> how likely that is."""
        return self.solved.endings

    @property
    def length(self) -> float | None:
        """How many rounds it takes on average, None where that is not known."""
        return self.solved.length if self.solved.whole else None

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """All seats, judges too."""
        return self.loaded.system.seats(self.loaded.scenario)

    def _by_seat(self, values: Sequence[Bounds]) -> dict[str, Bounds]:
        return {
            seat.name: value
            for seat, value in zip(self.seats, values, strict=True)
            if seat.side is not None
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each participant, with named columns.

        `return` and `win` are None where only the bounds behind them are known.
        """
        specs = {
            seat.name: spec for seat, spec in zip(self.seats, self.agents, strict=True)
        }
        return [
            {
                "scenario": self.loaded.name,
                "seat": name,
                "agent": specs[name],
                **_columns("return", value),
                **_columns("win", self.wins[name]),
            }
            for name, value in self.returns.items()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the solution as `fracas solve --json` prints it."""
        loaded, solved = self.loaded, self.solved
        words: dict[str, Any] = {
            "system": loaded.system.name,
            "scenario": loaded.name,
            "digest": loaded.digest.hex(),
            "agents": list(self.agents),
            "exact": self.exact,
        }
        if solved.shown_by:
            words["shown_by"] = solved.shown_by
        if not solved.whole:
            words |= {"error": self.error, "open": solved.open}
        words |= {
            "states": solved.states,
            "edges": solved.edges,
            "endings": {how: _plain(one) for how, one in sorted(self.endings.items())},
            "seats": [
                {
                    "seat": seat.name,
                    "agent": self.agents[place],
                    "return": _plain(solved.returns[place]),
                    "win": _plain(solved.wins[place]),
                }
                for place, seat in enumerate(self.seats)
            ],
        }
        if solved.whole:
            words["length"] = solved.length
        if solved.limits:
            words["deadlock_ends_by"] = solved.limits
        return words

    def __repr__(self) -> str:
        rows = [
            f"  {row['seat']}, played by {row['agent']}: wins"
            f" {in_text(self.wins[row['seat']])},"
            f" return {in_text(self.returns[row['seat']])}"
            for row in self.rows()
        ]
        return "\n".join([f"Solution of {self.loaded.title}, {self.sure}", *rows])


def solution(
    loaded: Loaded,
    agents: Sequence[str] = (),
    *,
    trusted: bool = False,
    budget: Budget | None = None,
    told: Progress = quiet,
) -> Solution:
    """Return what *loaded* is worth between *agents*, seat by seat.

    A scenario that is not *trusted* may name no file. Raises AgentError for an agent of
    which nothing exact can be said, OddsError where the budget is far too small.
    """
    seats = loaded.system.seats(loaded.scenario)
    specs = seat_agents(seats, agents, trusted=trusted)
    check_settings([loaded], specs)
    state = loaded.system.initial(loaded.scenario)
    solved = solve_conflict(
        loaded.system, state, seats, specs, budget=budget, told=told
    )
    if solved.open > _USELESS:
        raise OddsError(far(loaded.name, solved))
    return Solution(loaded, specs, solved)


def far(name: str, solved: Solved) -> str:
    """Return how far the solution came before its budget ended."""
    return (
        f"{name} does not fit into {solved.full}: {100 * solved.open:.1f} % of the"
        f" chances are still open there{more(solved.full)}"
    )


def more(bound: str) -> str:
    """Return what would move a *bound*, if anything does."""
    return " (allow more states or memory)" if can_be_raised(bound) else ""


def in_text(bounds: Bounds) -> str:
    """Return a value, or the two between which it lies."""
    if bounds.low == bounds.high:
        return f"{bounds.low:.5f}"
    return f"{bounds.low:.5f} to {bounds.high:.5f}"


def _columns(name: str, value: Bounds) -> dict[str, float | None]:
    exact = value.low if value.low == value.high else None
    return {name: exact, f"{name}_low": value.low, f"{name}_high": value.high}


def _plain(bounds: Bounds) -> float | dict[str, float]:
    if bounds.low == bounds.high:
        return bounds.low
    return {"low": bounds.low, "high": bounds.high}
