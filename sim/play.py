"""Play one conflict: agents answer decisions, dice answer chances.

This is the single legality gate: an answer counts only if it was offered.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from sim.dice import Dice
from sim.errors import AgentError
from sim.events import ConflictEnded, Event, Fact, Forfeited
from sim.protocol import Agent, Chance, Decision, Due, Outcome, RuleSystem, Seat, State

S = TypeVar("S", bound=State)

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_SAID_MAX = 200
FORFEIT = "forfeit"
FORFEIT_RULE = "FR-FORFEIT"
ENGINE_RULES: Mapping[str, str] = {
    FORFEIT_RULE: (
        "An agent that raises, or answers with anything it was not offered, loses the"
        " conflict for its side; the other sides share the win. When a judge fails"
        " so, nobody wins and every participant gets one half."
    ),
}
"""The few rules that are the engine's own and hold in every system."""


class Played(Struct, frozen=True):
    """What one conflict left: the rules' events in order, and the last state.

    *events* end with ConflictEnded; what opens and seals a stream is not in them.
    """

    events: list[Event]
    state: State
    outcome: Outcome
    decisions: int


class Refusal(Exception):  # noqa: N818 - not an error of ours: an agent's answer
    """The agent at seat *who* failed to answer."""

    def __init__(self, message: str, who: int) -> None:
        super().__init__(message)
        self.who = who


def answer(agent: Agent, asked: Decision[Any]) -> Fact:
    """Ask *agent*; return the option it chose.

    Raises Refusal with the reason when it raises or answers what was not offered.
    """
    options = asked.options
    try:
        chosen = agent.choose(asked)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        message = f"raised {type(error).__name__}: {_said(str, error)}"
        raise Refusal(message, asked.who) from error
    if chosen is options[0]:
        return options[0]
    for option in options:
        if option is chosen:
            return option
    if isinstance(chosen, Fact):  # pyright: ignore[reportUnnecessaryIsInstance] - agents may answer anything
        for option in options:
            if type(option) is type(chosen) and option == chosen:
                return option
    message = (
        f"answered {_said(repr, chosen)}, which was not among the"
        f" {len(options)} options"
    )
    raise Refusal(message, asked.who)


def _said(words: Callable[[object], str], thing: object) -> str:
    """Return *thing* in words that are the same in every process."""
    try:
        said = words(thing).encode(errors="replace").decode()
        return _ADDRESS.sub("", said[:_SAID_MAX])
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - what an agent gave may raise anything
        return f"a {type(thing).__name__} that cannot be shown"


def forfeit(seats: Sequence[Seat], who: int) -> Outcome:
    """Return the ending when the agent at seat *who* failed [FR-FORFEIT]."""
    loser = seats[who].side
    sides = {seat.side for seat in seats if seat.side is not None}
    share = 0.5 if loser is None else 1.0 / max(1, len(sides) - 1)
    returns = tuple(
        0.0 if seat.side is None or seat.side == loser else share for seat in seats
    )
    return Outcome(FORFEIT, returns, (FORFEIT_RULE,))


def play(
    system: RuleSystem[S],
    state: S,
    agents: Sequence[Agent],
    dice: Dice,
    *,
    seats: Sequence[Seat] = (),
    strict: bool = False,
) -> Played:
    """Play to the end; a single option is answered here, and recorded.

    Raises AgentError under *strict* when an agent fails; else it ends by that.
    """
    ask, decide, evolve = system.ask, system.decide, system.evolve
    events, decisions = list[Event](), 0
    try:
        while True:
            asked = ask(state)
            if type(asked) is Decision:
                open_ = len(asked.options) > 1
                decisions += open_
                fact = answer(agents[asked.who], asked) if open_ else asked.options[0]
            elif type(asked) is Due:
                events += asked.events
                for due in asked.events:
                    state = evolve(state, due)
                continue
            elif type(asked) is Chance:
                fact = asked.fall(dice, state.round)
            else:
                return _ended(events, state, asked, decisions)
            events.append(fact)
            consequences = decide(state, fact)
            state = evolve(state, fact)
            events += consequences
            for due in consequences:
                state = evolve(state, due)
    except Refusal as refusal:
        end = _failed(system, seats, refusal, events, strict=strict)
        return _ended(events, state, end, decisions)


def _ended(events: list[Event], state: State, end: Outcome, decisions: int) -> Played:
    events.append(ConflictEnded(end.cites, end.how, end.returns))
    return Played(events, state, end, decisions)


def _failed(
    system: RuleSystem[Any],
    seats: Sequence[Seat],
    refusal: Refusal,
    events: list[Event],
    *,
    strict: bool,
) -> Outcome:
    who = refusal.who
    if strict:
        name = seats[who].name if seats else f"seat {who}"
        message = f"the agent at {name} {refusal} ({system.name}, event {len(events)})"
        raise AgentError(message) from refusal.__cause__
    events.append(Forfeited(who, str(refusal)))
    return forfeit(seats, who)
