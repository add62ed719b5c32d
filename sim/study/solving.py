"""The values of a scenario between given agents, by the names of its seats."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from sim.dice.seed import fresh_seed
from sim.errors import OddsError
from sim.graph.answering import EstimatedValues, Question, solve_or_estimate
from sim.graph.budget import Budget, budget_ended_in_words, can_be_raised
from sim.graph.certainty import Certainty
from sim.graph.progress import Progress, no_progress
from sim.graph.solve import Solved
from sim.graph.solve import solve as solve_conflict
from sim.library.scenario import Loaded
from sim.run.meaning import check_settings
from sim.run.seating import seat_agents
from sim.seam.protocol import SeatInfo
from sim.study.values import (
    Value,
    exact_part_in_words,
    return_in_words,
    value_as_json,
    value_columns,
)

SECONDS = 60.0
"""The default time of a solution."""
_USELESS = 0.5
"""If more of the probability than this is open, bounds say nothing."""


class Solution(Struct, frozen=True):
    """The values of a scenario between its *agents*, and their certainty.

    *returns* and *wins* have the value of each participant, *endings* the chance of
    each ending. If `exact`, both bounds of a value, `low` and `high`, are equal. If the
    scenario did not fit into the budget, a value is `estimated`: it has a `value` and
    an `error`, the standard error, and *share* is the part of it that is exact. Bounds
    that differ come only from `bounds=True`. *error* says what did not fit. *length* is
    the mean number of rounds.
    """

    loaded: Loaded
    agents: tuple[str, ...]
    solved: Solved | EstimatedValues

    @property
    def exact(self) -> bool:
        """Whether every branch was followed, and all agents declare what they use."""
        return self.certainty is Certainty.EXACT

    @property
    def estimated(self) -> bool:
        """Whether the values are estimates, with an error."""
        return isinstance(self.solved, EstimatedValues)

    @property
    def share(self) -> float:
        """The probability that was followed exactly."""
        return 1.0 - self.solved.open

    @property
    def certainty(self) -> Certainty:
        """The certainty of the values: exact, shown, bounds, or value ± error."""
        return self.solved.sure

    @property
    def played(self) -> bool:
        """Whether nothing was followed exactly, and whole conflicts were played."""
        return self.estimated and self.solved.open >= 1.0

    @property
    def sure(self) -> str:
        """The certainty of the values, in words."""
        if isinstance(self.solved, EstimatedValues):
            return (
                "value ± standard error, played"
                if self.played
                else f"value ± standard error, {exact_part_in_words(self.share)} exact"
            )
        if self.exact:
            return "exact"
        if self.solved.whole:
            return (
                f"exact as far as {self.solved.shown_by} conflicts show, since an agent"
                " may look at more than was followed (see `Agent.reads`)"
            )
        return f"bounds only: {self.error}"

    @property
    def error(self) -> str:
        """The bound that it did not fit into, in words; "" if all was followed."""
        if isinstance(self.solved, EstimatedValues):
            return budget_ended_in_words(self.loaded.name, self.solved.full)
        return (
            ""
            if self.solved.whole
            else progress_in_words(self.loaded.name, self.solved)
        )

    @property
    def why(self) -> str:
        """How much could be followed if whole conflicts were played, else ""."""
        return self.solved.why if isinstance(self.solved, EstimatedValues) else ""

    @property
    def returns(self) -> Mapping[str, Value]:
        """Participant -> its expected return, from 0 to 1."""
        return self._by_seat(self.solved.returns)

    @property
    def wins(self) -> Mapping[str, Value]:
        """Participant -> the probability that it wins."""
        return self._by_seat(self.solved.wins)

    @property
    def endings(self) -> Mapping[str, Value]:
        """Ending -> its probability."""
        return self.solved.endings

    @property
    def length(self) -> float | None:
        """The mean number of rounds, None if that is not known."""
        if isinstance(self.solved, EstimatedValues):
            return self.solved.length.value
        return self.solved.length if self.solved.whole else None

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """All seats, judges too."""
        return self.loaded.system.seats(self.loaded.scenario)

    def _by_seat(self, values: Sequence[Value]) -> dict[str, Value]:
        return {
            seat.name: value
            for seat, value in zip(self.seats, values, strict=True)
            if seat.side is not None
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each participant, with named columns.

        `return` and `win` are None if only the bounds behind them are known, and the
        bounds where they are estimates, of which `return_error` and `win_error` are the
        standard errors.
        """
        specs = {
            seat.name: spec for seat, spec in zip(self.seats, self.agents, strict=True)
        }
        return [
            {
                "scenario": self.loaded.name,
                "seat": name,
                "agent": specs[name],
                **value_columns("return", value),
                **value_columns("win", self.wins[name]),
            }
            for name, value in self.returns.items()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the solution as `fracas solve --json` prints it."""
        loaded, solved, part = self.loaded, self.solved, self.share
        words: dict[str, Any] = {
            "format": 1,
            "system": loaded.system.name,
            "scenario": loaded.name,
            "digest": loaded.digest.hex(),
            "agents": list(self.agents),
            "exact": self.exact,
            "certainty": self.certainty.value,
        }
        if solved.shown_by:
            words["shown_by"] = solved.shown_by
        if self.error:
            words |= {"error": self.error, "open": solved.open}
        if isinstance(solved, EstimatedValues):
            words |= {"games": solved.games, "seed": solved.seed}
            if solved.short:
                words["games_short"] = solved.short
            if self.why:
                words["why"] = self.why
        words |= {
            "states": solved.states,
            "edges": solved.edges,
            "endings": {
                how: value_as_json(chance, part)
                for how, chance in sorted(self.endings.items())
            },
            "seats": [
                {
                    "seat": seat.name,
                    "agent": self.agents[place],
                    "return": value_as_json(solved.returns[place], part),
                    "win": value_as_json(solved.wins[place], part),
                }
                for place, seat in enumerate(self.seats)
            ],
        }
        return words | self._end()

    def _end(self) -> dict[str, Any]:
        """Return how long it takes, and how likely only its limit can end it."""
        solved = self.solved
        if isinstance(solved, EstimatedValues):
            return {"length": value_as_json(solved.length, self.share)}
        words: dict[str, Any] = {"length": solved.length} if solved.whole else {}
        if solved.deadlock.low > 0.0:
            words["deadlock"] = value_as_json(solved.deadlock)
        return words

    def __repr__(self) -> str:
        rows = [
            f"  {row['seat']}, played by {row['agent']}: wins"
            f" {return_in_words(self.wins[row['seat']])},"
            f" return {return_in_words(self.returns[row['seat']])}"
            for row in self.rows()
        ]
        return "\n".join([f"Solution of {self.loaded.title}, {self.sure}", *rows])


def solution(  # noqa: PLR0913 - all but the scenario have defaults
    loaded: Loaded,
    agents: Sequence[str] = (),
    *,
    trusted: bool = False,
    budget: Budget | None = None,
    games: int | None = None,
    seed: str | None = None,
    bounds: bool = False,
    progress: Progress = no_progress,
) -> Solution:
    """Return the values of *loaded* between *agents*, seat by seat.

    The part that does not fit into *budget* is played: by as many games as its seconds
    allow, at most this many *games*, with a *seed*; or with *bounds* it is left open. A
    scenario that is not *trusted* may name no file. Raises AgentError for an agent that
    cannot be followed exactly, OddsError for bounds that would say nothing.
    """
    seats = loaded.system.seats(loaded.scenario)
    specs = seat_agents(seats, agents, trusted=trusted)
    check_settings([loaded], specs)
    state = loaded.system.initial(loaded.scenario)
    within = budget or Budget(seconds=SECONDS)
    if not bounds:
        question = Question(fresh_seed() if seed is None else seed, games, within)
        values = solve_or_estimate(
            loaded.system, state, seats, specs, question, progress
        )
        return Solution(loaded, specs, values)
    solved = solve_conflict(
        loaded.system, state, seats, specs, budget=within, progress=progress
    )
    if solved.open > _USELESS:
        raise OddsError(progress_in_words(loaded.name, solved))
    return Solution(loaded, specs, solved)


def progress_in_words(name: str, solved: Solved) -> str:
    """Return a sentence: which bound ended the solution, and how much is open."""
    ended = budget_ended_in_words(name, solved.full)
    return (
        f"{ended}: {100 * solved.open:.1f} % of the chances are"
        f" still open there{remedy_in_words(solved.full)}"
    )


def remedy_in_words(bound: str) -> str:
    """Return words that say how to raise a *bound*, "" if that is impossible."""
    return " (allow more time, states or memory)" if can_be_raised(bound) else ""
