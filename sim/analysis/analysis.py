"""The analysis of one conflict: values, luck and advantage, seat by seat.

For every seat: expectation at the start + luck + advantage = return. The cost of a
choice, against the best option, is reported separately and not part of the sum.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from sim.analysis.curve import as_html, as_text
from sim.analysis.judging import Board, ExactBoard, Judgement
from sim.analysis.marks import luck_mark, mistake_mark
from sim.analysis.points import Point, is_throw, points, stretches
from sim.analysis.values import Returns
from sim.conflict.phrases import in_sentence
from sim.conflict.replay import steps
from sim.errors import StreamError
from sim.seam.events import ConflictEnded, Event, Forfeited
from sim.seam.protocol import Chance, Decision, RuleSystem, SeatInfo, State
from sim.seam.seats import by_seat

Progress = Callable[[int, int], None]
"""A callback that gets the number of moments done, and of all moments."""


class Moment(Struct, frozen=True):
    """One throw or choice, and what it changed.

    *event* to *last* are its events. A throw is all dice between two choices. *before*
    and *after* are what every seat could expect; *luck* and *advantage* add up to the
    difference, with the standard *error* of that. Of a choice: what it *cost* against
    the *best* option, between *low* and *high*, *settled* or not; *compared* of so many
    *options*. The luck of a choice is what others had sealed, which nobody could know.
    """

    event: int
    last: int
    round: int
    kind: str
    seat: str
    said: str
    came: str
    before: Returns
    after: Returns
    luck: Returns
    advantage: Returns
    error: Returns
    mark: str = ""
    cost: float = 0.0
    low: float = 0.0
    high: float = 0.0
    best: str = ""
    settled: bool = True
    options: int = 0
    compared: int = 0


class Account(Struct, frozen=True):
    """What one participant could expect, and what it came to.

    *expected* + *luck* + *advantage* = *came_to*. The advantage is its *own* and that
    of the *others*, by their choices. *cost* is that of all its choices whose cost is
    marked, and no part of the sum.
    """

    seat: str
    place: int
    side: int
    agent: str
    expected: float
    luck: float
    own: float
    others: float
    came_to: float
    choices: int
    marked: int
    cost: float
    error: float = 0.0
    """The standard error of what it could expect, and so of its luck."""

    @property
    def advantage(self) -> float:
        """The advantage by all choices, relative to those of the continuation."""
        return self.own + self.others

    @property
    def cost_per_decision(self) -> float:
        """The cost of its marked choices, divided by the number of its choices."""
        return self.cost / self.choices if self.choices else 0.0


class Analysis(Struct, frozen=True):
    """What every moment of a conflict was worth to each of its *seats*.

    *continuation* has the agents that play on from every moment. *how* is "exact" or
    "rollouts"; then so many *games* were played from each. *shown_by* is above 0 where
    values are exact only as far as so many conflicts show. *ended* is how it ended, ""
    where the record stops before.
    """

    conflict: str
    title: str
    seats: tuple[str, ...]
    continuation: Mapping[str, str]
    how: str
    games: int
    shown_by: int
    ended: str
    accounts: tuple[Account, ...]
    moments: tuple[Moment, ...]

    @property
    def choices(self) -> list[Moment]:
        """The moments at which somebody chose."""
        return [one for one in self.moments if one.kind == "choice"]

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each moment and participant, with named columns."""
        return [
            {
                "conflict": self.conflict,
                "event": one.event,
                "round": one.round,
                "kind": one.kind,
                "chooser": one.seat,
                "seat": name,
                "before": one.before[place],
                "after": one.after[place],
                "luck": one.luck[place],
                "advantage": one.advantage[place],
                "error": one.error[place],
                "cost": one.cost if name == one.seat and one.options else None,
                "mark": one.mark if name == one.seat or not one.options else "",
                "said": one.said,
            }
            for one in self.moments
            for place, name in self._participants()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as `fracas analyse --json` prints it."""
        places = [place for place, _ in self._participants()]
        how: dict[str, Any] = {"how": self.how}
        if self.how != "exact":
            how["games"] = self.games
        if self.shown_by:
            how["shown_by"] = self.shown_by
        return {
            "format": 1,
            "conflict": self.conflict,
            "title": self.title,
            "continuation": dict(self.continuation),
            **how,
            "ended": self.ended,
            "seats": [
                {
                    "seat": one.seat,
                    "agent": one.agent,
                    "expected": one.expected,
                    "error": one.error,
                    "luck": one.luck,
                    "advantage": one.advantage,
                    "own": one.own,
                    "others": one.others,
                    "came_to": one.came_to,
                    "choices": one.choices,
                    "marked": one.marked,
                    "cost_per_decision": one.cost_per_decision,
                }
                for one in self.accounts
            ],
            "moments": [_plain(one, places) for one in self.moments],
        }

    def __repr__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        return as_html(self)

    def _participants(self) -> list[tuple[int, str]]:
        return [(one.place, one.seat) for one in self.accounts]


def _plain(one: Moment, places: Sequence[int]) -> dict[str, Any]:
    """Return a moment as JSON has it, with the numbers of the participants alone."""

    def of(returns: Returns) -> list[float]:
        return [returns[place] for place in places]

    words: dict[str, Any] = {
        "event": one.event,
        "last": one.last,
        "round": one.round,
        "kind": one.kind,
        "seat": one.seat or None,
        "said": one.said,
        "came": one.came,
        "before": of(one.before),
        "values": of(one.after),
        "luck": of(one.luck),
        "advantage": of(one.advantage),
        "error": of(one.error),
        "mark": one.mark or None,
    }
    if one.options:
        words |= {
            "cost": one.cost,
            "low": one.low,
            "high": one.high,
            "best": one.best or None,
            "settled": one.settled,
            "options": one.options,
            "compared": one.compared,
        }
    return words


class Analyser:
    """Analyses the conflicts of one scenario with one continuation."""

    def __init__(
        self,
        system: RuleSystem[Any],
        begun: State,
        seats: Sequence[SeatInfo],
        specs: Sequence[str],
        board: Board,
        *,
        games: int,
    ) -> None:
        """Value the conflicts that begin at *begun* by *board*, which plays *specs*."""
        self._system, self._begun = system, begun
        self._seats, self._specs, self._board = tuple(seats), tuple(specs), board
        self._games = games

    def analyse(
        self,
        conflict: str,
        title: str,
        events: Sequence[Event],
        agents: Sequence[str],
        progress: Progress,
    ) -> Analysis:
        """Return the analysis of *events*, a stream whose seats *agents* played.

        Raises StreamError where it cannot be followed.
        """
        board, system = self._board, self._system
        found = list(points(system, self._begun, events, board.start, board.after))
        if not found:
            message = f"{conflict} has neither a choice nor a throw: nothing to analyse"
            raise StreamError(message)
        lines = _Lines(system, self._begun, events)
        parts = list(stretches(found))
        here: tuple[State, Any] = (found[0].state, found[0].memories)
        before = board.returns_at(*here)
        expected, moments = before, list[Moment]()
        for number, part in enumerate(parts):
            end = part[-1]
            after = end.over.returns if end.over else board.returns_at(*_end(end))
            change = (before, after, board.errors(here, _end(end)))
            if part[0].is_choice:
                moments.append(self._choice(part[0], lines, change))
            elif is_throw(part):
                moments.append(self._throw(part, lines, change))
            else:
                # Nobody had a choice and nothing was rolled, so the value is unchanged.
                after = before
            before, here = after, _end(end)
            progress(number + 1, len(parts))
        moments += self._forfeit(events, before, found[-1].round)
        return self._whole((conflict, title), events, expected, moments, agents)

    def _whole(
        self,
        named: tuple[str, str],
        events: Sequence[Event],
        expected: Returns,
        moments: Sequence[Moment],
        agents: Sequence[str],
    ) -> Analysis:
        board, seats = self._board, self._seats
        shown_by = 0
        if isinstance(board, ExactBoard):
            board.values.check()
            shown_by = board.values.shown_by
        names = [one.name for one in seats]
        return Analysis(
            conflict=named[0],
            title=named[1],
            seats=tuple(names),
            continuation=dict(zip(names, self._specs, strict=True)),
            how=board.how,
            games=self._games if board.how != "exact" else 0,
            shown_by=shown_by,
            ended=next((e.how for e in events if isinstance(e, ConflictEnded)), ""),
            accounts=self._accounts(expected, moments, agents),
            moments=tuple(moments),
        )

    def _choice(
        self, point: Point, lines: "_Lines", change: tuple[Returns, Returns, Returns]
    ) -> Moment:
        before, after, error = change
        asked = point.asked
        assert type(asked) is Decision
        judged: Judgement = self._board.judge(point)
        moved = zip(before, after, judged.advantage, strict=True)
        best = "" if judged.best is None else lines.option(point, judged.best)
        return Moment(
            event=point.event,
            last=point.last,
            round=point.round,
            kind="choice",
            seat=self._seats[asked.who].name,
            said=lines.answer(point),
            came=lines.between(point.event, point.last),
            before=before,
            after=after,
            luck=tuple([end - start - own for start, end, own in moved]),
            advantage=judged.advantage,
            error=error,
            mark=mistake_mark(judged, exact=self._board.how == "exact"),
            cost=judged.cost,
            low=judged.low,
            high=judged.high,
            best=best,
            settled=judged.settled,
            options=len(asked.options),
            compared=judged.compared,
        )

    def _throw(
        self,
        part: Sequence[Point],
        lines: "_Lines",
        change: tuple[Returns, Returns, Returns],
    ) -> Moment:
        before, after, error = change
        luck = tuple([end - start for start, end in zip(before, after, strict=True)])
        first = next(one for one in part if type(one.asked) is Chance)
        who = first.asked.who
        return Moment(
            event=first.event,
            last=part[-1].last,
            round=first.round,
            kind="throw",
            seat=self._seats[who].name if who >= 0 else "",
            said=lines.answer(first),
            came=lines.between(first.event, part[-1].last),
            before=before,
            after=after,
            luck=luck,
            advantage=(0.0,) * len(luck),
            error=error,
            mark=luck_mark(luck, error, self._seats),
        )

    def _forfeit(
        self, events: Sequence[Event], before: Returns, round_: int
    ) -> list[Moment]:
        """Return the forfeit as a moment of its own, if an agent failed."""
        for number, one in enumerate(events, 1):
            if not isinstance(one, Forfeited):
                continue
            ended = next(e for e in events if isinstance(e, ConflictEnded))
            lost = tuple(b - a for a, b in zip(before, ended.returns, strict=True))
            seat = self._seats[one.who].name
            return [
                Moment(
                    event=number,
                    last=number,
                    round=round_,
                    kind="forfeit",
                    seat=seat,
                    said=f"{seat} forfeits: {one.reason}",
                    came="",
                    before=before,
                    after=ended.returns,
                    luck=(0.0,) * len(lost),
                    advantage=lost,
                    error=(0.0,) * len(lost),
                )
            ]
        return []

    def _accounts(
        self, expected: Returns, moments: Sequence[Moment], agents: Sequence[str]
    ) -> tuple[Account, ...]:
        last = moments[-1].after if moments else expected
        errors = self._board.error_at(self._begun, self._board.start)
        return tuple(
            structs.replace(
                _account(seat, place, (expected[place], last[place]), moments, agents),
                error=errors[place],
            )
            for place, seat in by_seat(self._seats)
            if seat.side is not None
        )


def _account(
    seat: SeatInfo,
    place: int,
    ends: tuple[float, float],
    moments: Sequence[Moment],
    agents: Sequence[str],
) -> Account:
    """Return what *seat* could expect, what moved that, and what it came to."""
    own = [one for one in moments if one.seat == seat.name]
    others = [one for one in moments if one.seat != seat.name]
    made = [one for one in own if one.options]
    marked = [one for one in made if one.mark]
    assert seat.side is not None
    return Account(
        seat=seat.name,
        place=place,
        side=seat.side,
        agent=agents[place],
        expected=ends[0],
        luck=sum(one.luck[place] for one in moments),
        own=sum(one.advantage[place] for one in own),
        others=sum(one.advantage[place] for one in others),
        came_to=ends[1],
        choices=len(made),
        marked=len(marked),
        cost=sum(one.cost for one in marked),
    )


def _end(point: Point) -> tuple[State, Any]:
    """Return where the conflict stands after *point*."""
    return point.then, point.remembered


class _Lines:
    """The sentences of a conflict's events."""

    def __init__(
        self, system: RuleSystem[Any], begun: State, events: Sequence[Event]
    ) -> None:
        self._system = system
        self._steps = [
            (before, event) for before, event, _ in steps(system, begun, events)
        ]

    def answer(self, point: Point) -> str:
        """Return an answer as the story tells it."""
        return point.sentence(self._system)

    def option(self, point: Point, option: Any) -> str:  # noqa: ANN401 - a fact of the system
        """Return an option as the story would have told it."""
        return in_sentence(self._system, point.state, option).splitlines()[0]

    def between(self, first: int, last: int) -> str:
        """Return the story of the events after *first*, to *last*."""
        said = [
            self._system.narrate(before, event)
            for before, event in self._steps[first:last]
            if type(event) is not ConflictEnded and hasattr(event, "cites")
        ]
        return " ".join(line for text in said for line in text.splitlines() if line)
