"""Asking an agent, and telling it what happened; any failure of it becomes a Refusal.

This is the one place that checks legality: an answer counts only if it was offered.
"""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import count
from pathlib import Path
from traceback import walk_tb
from typing import Any, TypeVar

from sim.conflict.positions import Position, with_kind
from sim.conflict.walk import Reply
from sim.errors import RulesError, error_in_words
from sim.seam.events import Event, Fact, Seat
from sim.seam.protocol import Agent, Chance, Decision, Outcome, RuleSystem, State
from sim.seam.seats import by_seat

S = TypeVar("S", bound=State)
R = TypeVar("R")

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_SHOWN_MAX = 200
_ROUNDED = 1e-9
_KINDS: dict[tuple[type[Agent], Hashable], int] = {}
"""Class and promise of agents -> their number: those that choose alike share one."""
_KINDS_MAX = 1 << 12
_NUMBERS = count()


class Refusal(Exception):  # noqa: N818 - not an error of ours: an agent's answer
    """The agent at seat *who* failed to answer.

    *place* is where in its file it failed, as `raised_at` returns it. It is not part of
    the message that streams record, since the same failure may move to another line.
    """

    def __init__(self, message: str, who: Seat, place: str = "") -> None:
        super().__init__(message)
        self.who = who
        self.place = place


def answer(agent: Agent, asked: Decision[Any]) -> Fact:
    """Ask *agent*; return the option it chose.

    Raises Refusal with the reason when it raises or answers what was not offered.
    """
    options = asked.options
    chosen = tried(asked.who, agent.choose, asked)
    if chosen is options[0]:
        return chosen
    for option in options:
        if option is chosen:
            return option
    if isinstance(chosen, Fact):  # pyright: ignore[reportUnnecessaryIsInstance] - agents may answer anything
        for option in options:
            if type(option) is type(chosen) and option == chosen:
                return option
    message = (
        f"answered {in_words(repr, chosen)}, which was not among the"
        f" {len(options)} options"
    )
    raise Refusal(message, asked.who)


def alike(agent: Agent) -> int | None:
    """Return the number of the agents that choose alike, None if that is unknown."""
    try:
        told = agent.alike
        kind = type(agent), told
        number = _KINDS.get(kind)
    except Exception:  # noqa: BLE001 - a promise that cannot be used is none
        return None
    if told is None:
        return None
    if number is None:
        if len(_KINDS) >= _KINDS_MAX:
            _KINDS.clear()
        number = _KINDS[kind] = next(_NUMBERS)
    return number


def answer_at(
    position: Position[Any] | None,
    agent: Agent,
    asked: Decision[Any],
    alike: int | None,
) -> Fact:
    """Return what *agent* answers; those that choose *alike* are asked once.

    That is at a *position* that is kept. Raises Refusal as `answer` does.
    """
    if alike is None or position is None:
        return answer(agent, asked)
    fact = position.answers.get(alike)
    if fact is not None:
        return fact
    fact = answer(agent, asked)
    position.answers = with_kind(position.answers, alike, fact)
    return fact


def chances(agent: Agent, asked: Decision[Any]) -> Mapping[Fact, float]:
    """Ask *agent* for the probability of each option; return them in the order offered.

    Raises Refusal when it raises, or its chances are not a distribution over the
    options.
    """
    try:
        told = dict(agent.chances(asked))
        by_option = {
            option: float(told.pop(option))
            for option in asked.options
            if option in told
        }
        sure = all(chance > 0 for chance in by_option.values())
        whole = abs(sum(by_option.values()) - 1) < _ROUNDED
    except (KeyboardInterrupt, Refusal, RulesError):
        raise
    except BaseException as error:
        raise _raised(error, asked.who) from error
    if told:
        message = f"told a chance of {in_words(repr, next(iter(told)))}, not an option"
        raise Refusal(message, asked.who)
    if not sure or not whole:
        message = "told chances that are not above 0 or do not add up to 1"
        raise Refusal(message, asked.who)
    return by_option


def tried(who: Seat, ask: Callable[..., R], *given: object) -> R:
    """Return what *ask* gets from the agent at *who*; raises Refusal when it raises.

    A RulesError, met by an agent that looks ahead, is not the agent's mistake.
    """
    try:
        return ask(*given)
    except (KeyboardInterrupt, Refusal, RulesError):
        raise
    except BaseException as error:
        raise _raised(error, who) from error


def memory(agent: Agent, who: Seat) -> Hashable:
    """Return the memory of *agent*; raises Refusal when it is not hashable."""
    kept = tried(who, agent.memory)
    try:
        hash(kept)
    except TypeError as error:
        message = (
            f"remembers {in_words(repr, kept)}, which has no hash; its `memory` must be"
            " of what does not change, such as a tuple"
        )
        raise Refusal(message, who) from error
    return kept


def _raised(error: BaseException, who: Seat) -> Refusal:
    message = f"raised {error_in_words(error, in_words(str, error))}"
    return Refusal(message, who, raised_at(error))


def in_words(words: Callable[[object], str], thing: object) -> str:
    """Return *words* about *thing* without parts that differ between processes."""
    try:
        text = words(thing).encode(errors="replace").decode()
        return _ADDRESS.sub("", text[:_SHOWN_MAX])
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - what an agent gave may raise anything
        return f"a {type(thing).__name__} that cannot be shown"


def raised_at(error: BaseException) -> str:
    """Return where in an agent's file *error* was raised: ", at FILE, line N".

    It is the last line of that file in the traceback. Where that line called something
    else that failed, such as a function of the rule system, its place follows.
    """
    try:
        trace = list(walk_tb(error.__traceback__))
        places = [(frame.f_code.co_filename, line) for frame, line in trace]
        others = (file for file, _ in places if file != places[0][0])
        own = next(others, places[-1][0])
        line = [line for file, line in places if file == own][-1]
        last, deepest = places[-1]
        beyond = f", which called {_place(last, deepest)}" if last != own else ""
        return f", at {_place(own, line)}{beyond}"
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - what an agent raised may raise anything
        return ""


def _place(file: str, line: int) -> str:
    return f"{Path(file).name[:_SHOWN_MAX]}, line {line}"


class Listeners:
    """Tells agents what happened, before they are asked and no earlier than allowed.

    An agent observes everything up to the last question at which nothing was hidden
    from its seat, so `look` must be called at every question of a conflict.
    """

    def __init__(
        self, system: RuleSystem[Any], agents: Sequence[Agent] | Mapping[Seat, Agent]
    ) -> None:
        """Serve those *agents* that listen."""
        seated = agents if isinstance(agents, Mapping) else dict(by_seat(agents))
        self._view = system.view
        self._agents = {seat: agent for seat, agent in seated.items() if agent.listens}
        self._open = dict.fromkeys(self._agents, 0)
        self._observed = dict.fromkeys(self._agents, 0)

    def __bool__(self) -> bool:
        """Whether anybody listens."""
        return bool(self._agents)

    def look(self, state: State, events: Sequence[Event]) -> None:
        """Note which seats may know all of *events*, which led to *state*."""
        for seat in self._agents:
            view = self._view(state, seat)
            if view is state or view == state:
                self._open[seat] = len(events)

    def before(self, reply: Reply[S], events: Sequence[Event]) -> Reply[S]:
        """Return *reply*, with agents observing *events* they may know first."""

        def told(asked: Decision[S] | Chance | Outcome, state: S) -> Fact | None:
            self.look(state, events)
            if type(asked) is Decision and len(asked.options) > 1:
                self.tell(asked.who, events)
            return reply(asked, state)

        return told

    def tell(self, who: Seat, events: Sequence[Event]) -> None:
        """Let the agent at *who* observe new *events* that it may know.

        Raises Refusal if it raises.
        """
        agent = self._agents.get(who)
        if agent is None:
            return
        told, self._observed[who] = self._observed[who], self._open[who]
        for event in events[told : self._open[who]]:
            tried(who, agent.observe, event)
