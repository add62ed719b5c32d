"""Play one conflict: agents answer decisions, dice answer chances.

Every answer of an agent passes `sim.conflict.asking`, which counts it only if it was
offered.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from sim.conflict.asking import Listeners, Refusal, alike, answer
from sim.conflict.choices import Answered
from sim.conflict.defects import check_returns
from sim.conflict.positions import positions
from sim.conflict.walk import Reply, Walk
from sim.dice.pool import Dice
from sim.errors import AgentError
from sim.seam.events import ConflictEnded, Event, Fact, Forfeited, Seat
from sim.seam.protocol import (
    Agent,
    Chance,
    Decision,
    Outcome,
    RuleSystem,
    SeatInfo,
    State,
)
from sim.seam.seats import by_seat

S = TypeVar("S", bound=State)

FORFEIT = "forfeit"
FORFEIT_RULE = "FR-FORFEIT"
ENGINE_RULES: Mapping[str, str] = {
    FORFEIT_RULE: (
        "An agent that raises, or answers with anything it was not offered, loses the"
        " conflict for its side; the other sides share the win. When a judge fails"
        " so, nobody wins and every participant gets one half."
    ),
    "FR-CHAPTER": (
        "The chapters of a campaign are played in order. One that waits for an earlier"
        " chapter is skipped when that ended otherwise or was not played itself, and"
        " any is skipped when too few can take part."
    ),
    "FR-CARRIED": (
        "Whoever a campaign is about enters a chapter with what the last chapter left"
        " that he or she took part in; everything else is as the chapter's file says."
    ),
    "FR-CAMPAIGN": (
        "A campaign returns to each seat the mean of what its chapters returned to it,"
        " by their weights; chapters that were skipped do not count."
    ),
}
"""The engine's own rules, which hold in every system."""
ENGINE_ENDINGS: Mapping[str, str] = {
    FORFEIT: "An agent failed, and its side lost by it; when a judge fails nobody wins."
}
"""The endings that are the engine's own."""


class Played(Struct, frozen=True):
    """A finished conflict: the events in order, and the last state.

    *events* end with ConflictEnded; the events that open and seal a stream are not
    included. *place* is where in its file an agent failed, if one did.
    """

    events: list[Event]
    state: State
    outcome: Outcome
    decisions: int
    place: str = ""


def forfeit(seats: Sequence[SeatInfo], who: Seat) -> Outcome:
    """Return the ending if the agent at seat *who* failed [FR-FORFEIT]."""
    loser = seats[who].side
    sides = {seat.side for seat in seats if seat.side is not None}
    share = 0.5 if loser is None else 1.0 / max(1, len(sides) - 1)
    returns = tuple(
        0.0 if seat.side is None or seat.side == loser else share for seat in seats
    )
    return Outcome(FORFEIT, returns, (FORFEIT_RULE,))


def ended_by(
    refusal: Refusal, seats: Sequence[SeatInfo]
) -> tuple[Outcome, tuple[Event, Event]]:
    """Return the outcome after the *refusal* of an agent, and the events for it."""
    end = forfeit(seats, refusal.who)
    ended = ConflictEnded(end.cites, end.how, end.returns)
    return end, (Forfeited(refusal.who, str(refusal)), ended)


class Game(Generic[S]):
    """A conflict in play: agents answer decisions, dice answer chances.

    Play goes on until the end, or until one of the seats in *wait* is asked, whose
    answers come from the caller. A decision with a single option is answered here, and
    recorded.
    """

    def __init__(
        self,
        system: RuleSystem[S],
        state: S,
        agents: Sequence[Agent],
        dice: Dice,
        wait: Collection[Seat] = (),
        notes: list[Answered] | None = None,
    ) -> None:
        self.walk = Walk(system, state, positions=positions(system, state))
        self._system = system
        self._agents, self.dice, self._wait = agents, dice, wait
        self._decisions, self._notes = 0, notes
        # Most games are played without notes, and are not asked each time.
        self._answer = answer if notes is None else self._noted
        listeners = Listeners(system, agents)
        # Answers are noted, and listeners told what happened, question by question.
        each = listeners or notes is not None
        self._alike: Sequence[int | None] = ()
        if not each:
            self._alike = [
                None if seat in wait else alike(agent)
                for seat, agent in by_seat(agents)
            ]
        reply: Reply[S] = self._replied_or_waited if wait else self._replied
        self._reply = listeners.before(reply, self.walk.events) if listeners else reply

    @property
    def over(self) -> bool:
        """Whether the conflict has ended."""
        return type(self.walk.asked) is Outcome

    def go_on(self) -> Decision[S] | None:
        """Play on; return the question that waits for an answer, None for the end.

        Raises Refusal when an agent fails, and RulesError when dice of one name would
        fall twice, or not every seat gets a return from 0 to 1.
        """
        asked = self.walk.run(self._reply, self._alike)
        if type(asked) is Decision:
            return asked
        assert type(asked) is Outcome
        check_returns(self._system, asked.how, asked.returns, len(self._agents))
        return None

    def take(self, fact: Fact) -> None:
        """Take *fact*, one of the options of the question that waits."""
        self._decisions += 1
        self.walk.take(fact)

    def forfeited(self, refusal: Refusal, seats: Sequence[SeatInfo]) -> Outcome:
        """End the conflict by the *refusal* of an agent; return the outcome."""
        end, events = ended_by(refusal, seats)
        self.walk.events += events
        return end

    def played(self, end: Outcome | None = None, place: str = "") -> Played:
        """Return the finished conflict, or the one stopped by *end*."""
        walk = self.walk
        asked = end or walk.asked
        assert type(asked) is Outcome
        decisions = self._decisions + walk.unasked
        return Played(walk.events, walk.state, asked, decisions, place)

    def _replied_or_waited(
        self, asked: Decision[S] | Chance | Outcome, state: S
    ) -> Fact | None:
        """Return the answer, or None if the caller answers for the seat."""
        if (
            type(asked) is Decision
            and asked.who in self._wait
            and len(asked.options) > 1
        ):
            return None
        return self._replied(asked, state)

    def _replied(self, asked: Decision[S] | Chance | Outcome, state: S) -> Fact | None:
        """Return what the agent or the dice answer."""
        if type(asked) is Decision:
            options = asked.options
            if len(options) == 1:
                return options[0]
            self._decisions += 1
            return self._answer(self._agents[asked.who], asked)
        return asked.fall(self.dice, state.round) if type(asked) is Chance else None

    def _noted(self, agent: Agent, asked: Decision[S]) -> Fact:
        """Return the answer of *agent*, and note it beside the question."""
        fact = answer(agent, asked)
        assert self._notes is not None
        self._notes.append((asked, fact))
        return fact


def play(  # noqa: PLR0913 - what a conflict is, and how it is watched
    system: RuleSystem[S],
    state: S,
    agents: Sequence[Agent],
    dice: Dice,
    *,
    seats: Sequence[SeatInfo] = (),
    strict: bool = False,
    notes: list[Answered] | None = None,
) -> Played:
    """Play a conflict from *state* to its end.

    If *notes* is given, every question with several options is added to it, with the
    answer. When an agent fails, its seat forfeits or, if *strict*, AgentError is
    raised. Raises RulesError for a mistake of the rule system, such as dice of one name
    that would fall twice.
    """
    game = Game(system, state, agents, dice, notes=notes)
    try:
        game.go_on()
    except Refusal as refusal:
        if strict:
            raise _error(
                system, seats, refusal, game.walk.events
            ) from refusal.__cause__
        return game.played(game.forfeited(refusal, seats), refusal.place)
    return game.played()


def _error(
    system: RuleSystem[Any],
    seats: Sequence[SeatInfo],
    refusal: Refusal,
    events: Sequence[Event],
) -> AgentError:
    """Return the *refusal* of an agent as an error with its place."""
    who = refusal.who
    name = seats[who].name if seats else f"seat {who}"
    said = f"{refusal}{refusal.place}"
    where = f"({system.name}, event {len(events)})"
    return AgentError(f"the agent at {name} {said} {where}")
