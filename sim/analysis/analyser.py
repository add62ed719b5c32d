"""Go through a record, moment by moment, and value each."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import structs

from sim.analysis.analysis import Analysis
from sim.analysis.judging import Board, ExactBoard, Judgement, ValuedMoment
from sim.analysis.marks import luck_mark, mistake_mark
from sim.analysis.measuring import RolloutBoard
from sim.analysis.moments import Account, Moment
from sim.analysis.points import Point, is_throw, points, stretches
from sim.analysis.values import Returns
from sim.conflict.phrases import in_sentence
from sim.conflict.replay import steps
from sim.conflict.walk import Walk
from sim.errors import StreamError
from sim.seam.events import ConflictEnded, Event, Forfeited
from sim.seam.protocol import Chance, Decision, RuleSystem, SeatInfo, State
from sim.seam.seats import by_seat

_Change: TypeAlias = tuple[Returns, Returns, Returns]
"""The value before, the value after, and the error of the difference."""
Progress = Callable[[int, int], None]
"""A callback that gets the number of steps done, and of all steps."""


class Analyser:
    """Analyses the conflicts of one scenario with one continuation."""

    def __init__(
        self,
        system: RuleSystem[Any],
        begun: State,
        seats: Sequence[SeatInfo],
        specs: Sequence[str],
        board: Board,
    ) -> None:
        """Value the conflicts that begin at *begun* by *board*, which plays *specs*.

        *begun* is the initial state, before any event that is due at once.
        """
        self._system, self._begun = system, begun
        self._seats, self._specs, self._board = tuple(seats), tuple(specs), board

    def analyse(
        self,
        conflict: str,
        title: str,
        events: Sequence[Event],
        agents: Sequence[str],
        progress: Progress,
    ) -> Analysis:
        """Return the analysis of *events*, a stream whose seats *agents* played.

        Raises StreamError if it cannot be followed.
        """
        board, system = self._board, self._system
        answered = list(points(system, self._begun, events, board.start, board.after))
        if not answered:
            message = f"{conflict} has neither a choice nor a throw: nothing to analyse"
            raise StreamError(message)
        lines = _Lines(system, self._begun, events)
        parts = list(stretches(answered))
        changes = list(self._changes(answered, parts, progress))
        judged = self._judged(parts, changes, progress)
        moments: list[Moment] = []
        for part, change in zip(parts, changes, strict=True):
            if part[0].is_choice:
                judgement = judged[part[0].event]
                moments.append(self._choice(part[0], lines, change, judgement))
            elif is_throw(part):
                moments.append(self._throw(part, lines, change))
        self._check_judged(conflict, moments)
        expected, before = changes[0][0], changes[-1][1]
        moments += self._forfeit(events, before, answered[-1].round)
        return self._analysis((conflict, title), events, expected, moments, agents)

    def _changes(
        self,
        answered: Sequence[Point],
        parts: Sequence[Sequence[Point]],
        progress: Progress,
    ) -> Iterator[_Change]:
        """Yield the values before and after each of *parts*, and their errors."""
        board = self._board
        choices = [point for point in answered if point.is_choice]
        board.prepare(self._moments_to_value(answered, parts), len(choices))
        start: tuple[State, Any] = (answered[0].state, answered[0].memories)
        before = board.returns_at(*start)
        for number, part in enumerate(parts, 1):
            end = part[-1]
            after = end.over.returns if end.over else board.returns_at(*_end(end))
            if not part[0].is_choice and not is_throw(part):
                # Nobody had a choice and nothing was rolled, so the value is unchanged.
                after = before
            yield before, after, board.errors(start, _end(end))
            before, start = after, _end(end)
            progress(number, 2 * len(parts))

    def _moments_to_value(
        self, answered: Sequence[Point], parts: Sequence[Sequence[Point]]
    ) -> list[ValuedMoment]:
        """Return all moments whose value is needed, in the order of play."""
        first = answered[0]
        moments: list[ValuedMoment] = [(first.state, first.memories, None)]
        for part in parts:
            point, end = part[0], part[-1]
            # If others have sealed an answer, the chooser's view has to be valued too.
            if point.is_choice and _view(point) != point.state:
                assert isinstance(point.asked, Decision)
                then = self._board.after(point.asked, point.known)
                moments.append((_view(point), point.known, None))
                moments.append((_view(point), then, point.fact))
            if end.over is None:
                moments.append((*_end(end), None))
        return moments

    def _judged(
        self,
        parts: Sequence[Sequence[Point]],
        changes: Sequence[_Change],
        progress: Progress,
    ) -> dict[int, Judgement]:
        """Return the judgement of each choice, by its event.

        Choices that lowered the expectation of whoever made them most are judged first,
        so that they are judged if time is short.
        """
        gained = [
            (after[part[0].asked.who] - before[part[0].asked.who], part[0])
            for part, (before, after, _) in zip(parts, changes, strict=True)
            if part[0].is_choice
        ]
        gained.sort(key=lambda pair: pair[0])
        judged: dict[int, Judgement] = {}
        for number, (_, point) in enumerate(gained, 1):
            judged[point.event] = self._board.judge(point)
            progress(len(parts) + number * len(parts) // len(gained), 2 * len(parts))
        return judged

    def _check_judged(self, conflict: str, moments: Sequence[Moment]) -> None:
        """Raise StreamError if there was no time to judge any choice."""
        choices = [moment for moment in moments if moment.options]
        if choices and not any(moment.compared for moment in choices):
            message = (
                f"no time for any judgement of {conflict}: none of"
                f" {len(choices)} choices could be compared with its other options,"
                " expected more --seconds"
            )
            raise StreamError(message)

    def _analysis(
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
        names = [seat.name for seat in seats]
        return Analysis(
            conflict=named[0],
            title=named[1],
            seats=tuple(names),
            continuation=dict(zip(names, self._specs, strict=True)),
            how=board.how,
            games=board.games if isinstance(board, RolloutBoard) else 0,
            shown_by=shown_by,
            ended=next((e.how for e in events if isinstance(e, ConflictEnded)), ""),
            accounts=self._accounts(expected, moments, agents),
            moments=tuple(moments),
        )

    def _choice(
        self, point: Point, lines: "_Lines", change: _Change, judged: Judgement
    ) -> Moment:
        before, after, error = change
        asked = point.asked
        assert type(asked) is Decision
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
        change: _Change,
    ) -> Moment:
        before, after, error = change
        luck = tuple([end - start for start, end in zip(before, after, strict=True)])
        first = next(point for point in part if type(point.asked) is Chance)
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
        for number, event in enumerate(events, 1):
            if not isinstance(event, Forfeited):
                continue
            ended = next(e for e in events if isinstance(e, ConflictEnded))
            lost = tuple(b - a for a, b in zip(before, ended.returns, strict=True))
            seat = self._seats[event.who].name
            return [
                Moment(
                    event=number,
                    last=number,
                    round=round_,
                    kind="forfeit",
                    seat=seat,
                    said=f"{seat} forfeits: {event.reason}",
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
        asked_first = Walk(self._system, self._begun).state
        errors = self._board.error_at(asked_first, self._board.start)
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
    """Return the account of *seat*: its expectation, what moved it, and the result."""
    own = [moment for moment in moments if moment.seat == seat.name]
    others = [moment for moment in moments if moment.seat != seat.name]
    choices = [moment for moment in own if moment.options]
    marked = [moment for moment in choices if moment.mark]
    assert seat.side is not None
    return Account(
        seat=seat.name,
        place=place,
        side=seat.side,
        agent=agents[place],
        expected=ends[0],
        luck=sum(moment.luck[place] for moment in moments),
        own=sum(moment.advantage[place] for moment in own),
        others=sum(moment.advantage[place] for moment in others),
        came_to=ends[1],
        choices=len(choices),
        marked=len(marked),
        cost=sum(moment.cost for moment in marked),
    )


def _view(point: Point) -> State:
    """Return the view of the seat that chose at *point*."""
    assert isinstance(point.asked, Decision)
    view: State = point.asked.view
    return view


def _end(point: Point) -> tuple[State, Any]:
    """Return the state and the memories after *point*."""
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
        told = [
            self._system.narrate(before, event)
            for before, event in self._steps[first:last]
            if type(event) is not ConflictEnded and hasattr(event, "cites")
        ]
        return " ".join(line for text in told for line in text.splitlines() if line)
