"""Mistakes of a rule system's author, found while a conflict is played.

What can be checked without playing is checked when a RuleSystem is created
(`sim/seam/system.py`). The rest shows only when it happens: an event that `evolve` does
not know, one that is missing in `events`, a rule or an ending that nothing explains.
Each becomes a RulesError of one sentence, which names the system and what is wrong.
"""

from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any

from sim.errors import FracasError, RulesError, error_in_words
from sim.seam.events import DiceRolled, Event, Fact
from sim.seam.protocol import Chance, Decision, Due, Outcome, RuleSystem, State

_NODES = Decision, Chance, Due, Outcome
_MOST = 64
_checked: dict[int, tuple[RuleSystem[Any], set[object]]] = {}
"""Systems by identity, each with the kinds of event and the endings already checked."""


def defect(
    system: RuleSystem[Any],
    error: Exception,
    place: tuple[object, object],
    events: Sequence[Event],
) -> RulesError | None:
    """Return the mistake in *system* that led to *error*; None if there is none.

    *place* is (state, what is asked there), *events* are all events so far.
    """
    if isinstance(error, FracasError):
        return None
    state, asked = place
    frame = _evolving(system, error)
    if frame is not None:
        before, event = _arguments(frame)
        if isinstance(before, State):
            return _cannot_evolve(system, event, error)
        state, events = before, _until(events, event)
    if not isinstance(state, State):
        what = f"`evolve` returned for {type(events[-1]).__name__}" if events else ""
        return RulesError(
            f"the rule system {system.name} needs a State, and found {state!r}, which"
            f" {what or '`initial` returned'}"
        )
    if not isinstance(asked, _NODES):
        after = f"after {type(events[-1]).__name__}" if events else "at the start"
        return RulesError(
            f"the rule system {system.name} needs a Decision, a Chance, a Due or an"
            f" Outcome, and found {asked!r}, which `ask` returned {after}"
        )
    return None


def _cannot_evolve(
    system: RuleSystem[Any], event: object, error: Exception
) -> RulesError:
    kind = type(event)
    said = f"the rule system {system.name} cannot evolve {kind.__name__}"
    if kind not in (*system.events, DiceRolled):
        return RulesError(f"{said}, which is not in its `events` either")
    why = " ".join(error_in_words(error).split())
    return RulesError(f"{said}: {why} ({_line(error)})")


def _evolving(system: RuleSystem[Any], error: Exception) -> FrameType | None:
    """Return the frame of `evolve` of *system*, if *error* was raised in it."""
    below = error.__traceback__ and error.__traceback__.tb_next
    if below is None:
        return None
    frame = below.tb_frame
    return frame if frame.f_code is _code(system.evolve) else None


def _code(function: object) -> object:
    return getattr(function, "__code__", None)


def _arguments(frame: FrameType) -> tuple[object, object]:
    """Return (state, event), with which `evolve` was called."""
    first, second = frame.f_code.co_varnames[:2]
    return frame.f_locals.get(first), frame.f_locals.get(second)


def _until(events: Sequence[Event], event: object) -> Sequence[Event]:
    """Return those of *events* that come before *event*."""
    for place in range(len(events) - 1, -1, -1):
        if events[place] is event:
            return events[:place]
    return events


def _line(error: Exception) -> str:
    """Return the file and the line in which *error* was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "no line is known"
    file = Path(trace.tb_frame.f_code.co_filename).name
    return f"{file}, line {trace.tb_lineno}"


def check_ended(
    system: RuleSystem[Any], events: Sequence[Event], outcome: Outcome
) -> None:
    """Raise RulesError for events, rules or an ending that *system* does not explain.

    The whole conflict is checked if a kind of event or an ending occurs for the first
    time in this process; other conflicts need no check.
    """
    held = _checked.get(id(system))
    if held is None:
        if len(_checked) >= _MOST:
            _checked.clear()
        held = _checked[id(system)] = system, set()
    known = held[1]
    if outcome.how not in known or not known.issuperset(map(type, events)):
        for event in events:
            _check_event(system, event)
        _check_outcome(system, outcome)
        known.update(map(type, events))
        known.add(outcome.how)


def check_returns(
    system: RuleSystem[Any], how: str, returns: Sequence[float], seats: int
) -> None:
    """Raise RulesError unless there is a return from 0 to 1 for each of the *seats*."""
    wrong = wrong_returns(returns, seats)
    if wrong:
        ends = f"ends with {str.__str__(how)!r} and {wrong}"
        message = f"the rule system {system.name} {ends}"
        raise RulesError(message)


def wrong_returns(returns: Sequence[float], seats: int) -> str:
    """Return what is wrong with *returns*: "3 returns for 2 seats, ..."; "" if none."""
    if len(returns) != seats:
        many = "1 return" if len(returns) == 1 else f"{len(returns)} returns"
        of = "1 seat" if seats == 1 else f"{seats} seats"
        return f"{many} for {of}, expected one for each seat"
    for value in returns:
        if not 0 <= value <= 1:
            return f"the return {value:g}, expected 0 to 1"
    return ""


def _check_event(system: RuleSystem[Any], event: Event) -> None:
    kind = type(event)
    if kind not in (*system.events, DiceRolled):
        message = (
            f"the rule system {system.name} has {kind.__name__} happen, which is not in"
            " its `events`: what is recorded could not be read again"
        )
        raise RulesError(message)
    cites = getattr(event, "rules" if isinstance(event, Fact) else "cites", ())
    _check_cites(system, cites, f"in {kind.__name__}")


def _check_outcome(system: RuleSystem[Any], outcome: Outcome) -> None:
    how = str(outcome.how)
    if how not in system.endings:
        message = (
            f"the rule system {system.name} ends with {how!r}, which is not in its"
            f" `endings`: {', '.join(map(str, system.endings))}"
        )
        raise RulesError(message)
    _check_cites(system, outcome.cites, f"for the ending {how!r}")


def _check_cites(system: RuleSystem[Any], cites: Sequence[str], where: str) -> None:
    for rule in cites:
        if rule not in system.rules:
            message = (
                f"the rule system {system.name} cites {rule!r} {where}, which is not in"
                " its `rules`"
            )
            raise RulesError(message)
