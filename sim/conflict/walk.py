"""One path through a conflict: what is asked, a fact taken, and what follows from it.

Play, audit, transcripts and agents' forks all walk a conflict with this class. A walk
never stops at a Due: consequences that need no answer are folded at once. It sees every
roll of its conflict, so it also refuses a roll whose name was used before.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeAlias, TypeVar

from sim.conflict.defects import check_ended, defect
from sim.conflict.positions import Position, Positions, Step, answer_of, with_kind
from sim.dice.pool import RollName, RollNames
from sim.errors import RulesError
from sim.seam.events import TABLE, ConflictEnded, DiceRolled, Event, Fact
from sim.seam.protocol import Asked, Chance, Decision, Due, Outcome, RuleSystem, State

S = TypeVar("S", bound=State)

STEPS_MAX = 100_000
"""The limit of answers and Dues in one go; a conflict beyond it never ends."""

Reply: TypeAlias = Callable[[Decision[S] | Chance | Outcome, S], Fact | None]
"""(what is asked, the state there) -> the answer, or None to stop.

It is not called at the outcome.
"""


class Walk(Generic[S]):
    """A conflict that has stopped at a question.

    *asked* is what it waits for: a Decision, a Chance, or the Outcome at the end.
    *state* is the state there, *events* are all events on the way. At the outcome the
    last event is ConflictEnded. *position* is where it stands among the positions that
    were met before, if it was given any. Raises RulesError for a roll whose name was
    used before on this walk, and where STEPS_MAX is passed in one go.
    """

    __slots__ = (
        *("_names", "_positions", "_rules", "_system"),
        *("asked", "events", "position", "state", "unasked"),
    )

    asked: Decision[S] | Chance | Outcome
    position: Position[S] | None
    unasked: int
    """How many choices of agents were known without asking them."""

    def __init__(
        self,
        system: RuleSystem[S],
        state: S,
        answer: Fact | None = None,
        *,
        recorded: bool = False,
        positions: Positions[S] | None = None,
    ) -> None:
        """Start at *state*, or after answering its question with *answer*.

        If *recorded*, rolls are accepted even if their name was used before. What
        follows is looked up in *positions*, if there are any: those of *state*.
        """
        self._rules = system.ask, system.decide, system.evolve
        self._system = system
        self._names = None if recorded else RollNames()
        self.state = state
        self.events: list[Event] = []
        self._positions, self.position, self.unasked = positions, None, 0
        if positions is not None:
            self.events += positions.begun.events
            self.position = positions.begun.position
            self.state, self.asked = self.position.state, self.position.asked
            if type(self.asked) is Outcome:
                self._end(self.asked)
        else:
            try:
                asked = system.ask(state)
            except Exception as error:  # noqa: BLE001 - it is raised again
                raise self._error_for_author(error, state, Due(()))  # noqa: B904 - of it
            self.asked = self._run_by_rules(asked, _no_reply)
        self.take(answer)

    @property
    def system(self) -> RuleSystem[S]:
        """The rule system by which it is walked."""
        return self._system

    def copy(self) -> "Walk[S]":
        """Return the path so far, to go on otherwise from where it stands."""
        other: Walk[S] = object.__new__(type(self))
        other._rules, other._system = self._rules, self._system
        other._names = None if self._names is None else self._names.copy()
        other._positions, other.position = self._positions, self.position
        other.unasked = self.unasked
        other.state, other.asked = self.state, self.asked
        other.events = [*self.events]
        return other

    def take(self, fact: Fact | None) -> Decision[S] | Chance | Outcome:
        """Fold *fact*, an answer to what is asked, and everything that follows from it.

        Return what is asked next. The caller checks that the fact was offered. None
        stands for no answer: only due consequences are folded.
        """
        if fact is None:
            return self.asked
        # A fork answers a question from a view, which may wait for hidden dice first.
        if type(self.asked) is Chance and type(fact) is DiceRolled:
            self._roll(self.asked, self.state.round)
        return (
            self._take_by_rules(fact)
            if self.position is None
            else self._take_by_positions(fact)
        )

    def _take_by_positions(self, fact: Fact) -> Decision[S] | Chance | Outcome:
        """Fold *fact* and what follows from it, looked up among the positions."""
        positions, position = self._positions, self.position
        assert positions is not None
        assert position is not None
        step = position.after.get(answer_of(fact)) or positions.step(position, fact)
        if step is None:
            positions.answered += 1
            return self._take_by_rules(fact)
        return self.take_step(step)

    def take_step(self, step: Step[S]) -> Decision[S] | Chance | Outcome:
        """Go on by a *step* that is known at the present position.

        Return what is asked next.
        """
        assert self._positions is not None
        self._positions.answered += 1
        self.events += step.events
        here = step.position
        self.position, self.state, self.asked = here, here.state, here.asked
        if type(here.asked) is Outcome:
            self._end(here.asked)
        return here.asked

    def _take_by_rules(self, fact: Fact) -> Decision[S] | Chance | Outcome:
        """Fold *fact* and what follows from it, asking the rules."""
        self.position = None
        ask, decide, evolve = self._rules
        asked: Asked[S] = self.asked
        state = self.state
        try:
            folded = (fact, *decide(state, fact))
            self.events += folded
            for event in folded:
                state = evolve(state, event)
            self.state = state
            asked = ask(state)
        except Exception as error:  # noqa: BLE001 - it is raised again
            raise self._error_for_author(error, state, asked)  # noqa: B904 - of it
        return self._run_by_rules(asked, _no_reply)

    def run(
        self, reply: Reply[S], alike: Sequence[int | None] = ()
    ) -> Decision[S] | Chance | Outcome:
        """Answer every question by *reply* until the conflict is over.

        *alike* has for each seat the number of its agent's kind, all of which choose as
        it does; such choices are not asked for again. Return the outcome, or the
        question for which *reply* returned None.
        """
        if type(self.asked) is Outcome:
            return self.asked
        if self.position is None:
            return self._run_by_rules(self.asked, reply)
        # The last one is NOBODY's: dice are asked for.
        known = (*alike, None) if alike else ()
        return self._run_by_positions(self.position, reply, known)

    def _run_by_positions(
        self, position: Position[S], reply: Reply[S], alike: Sequence[int | None]
    ) -> Decision[S] | Chance | Outcome:
        """Answer by *reply* at each position; ask the rules for new ones only."""
        positions, events, unasked = self._positions, self.events, 0
        assert positions is not None
        step: Step[S] | None
        try:
            for answered in range(STEPS_MAX):
                kind = alike[position.chooser] if alike else None
                step = None if kind is None else position.alike.get(kind)
                if step is not None:
                    unasked += 1
                else:
                    step = self._step_of_reply(position, reply, kind)
                    if step is None:
                        positions.answered += answered
                        break
                events += step.events
                position = step.position
            else:
                raise _endless(self._system.name)
        finally:
            self.unasked += unasked
            if self.position is not None:
                self.state, self.asked = position.state, position.asked
        if self.position is None:
            return self.run(reply)
        stopped = position.asked
        if type(stopped) is Outcome:
            self._end(stopped)
        return stopped

    def _step_of_reply(
        self, position: Position[S], reply: Reply[S], kind: int | None
    ) -> Step[S] | None:
        """Return the step that the answer of *reply* takes from *position*.

        None if it gives no answer, and where the rules fail: then they are asked
        without positions, so that the error names the mistake.
        """
        positions, asked = self._positions, position.asked
        assert positions is not None
        self.position = position
        fact = reply(asked, position.state)
        if fact is None:
            return None
        if type(asked) is Chance:
            self._roll(asked, position.state.round)
        step = position.after.get(answer_of(fact)) or positions.step(position, fact)
        if step is None:
            self.state, self.asked = position.state, asked
            self._take_by_rules(fact)
        elif kind is not None:
            position.alike = with_kind(position.alike, kind, step)
        return step

    def _run_by_rules(
        self, asked: Asked[S], reply: Reply[S]
    ) -> Decision[S] | Chance | Outcome:
        """Fold what is due and what *reply* answers, until *reply* returns None."""
        # Every event of every conflict goes through this loop, and each call in it
        # costs play time: hence one long function, and no attribute looked up twice.
        ask, decide, evolve = self._rules
        state, events = self.state, self.events
        try:
            for _ in _steps(self._system.name):
                if type(asked) is Due:
                    due = asked.events
                    events += due
                    for event in due:
                        state = evolve(state, event)
                else:
                    self.asked = asked
                    fact = reply(asked, state)
                    if fact is None:
                        break
                    if type(asked) is Chance:
                        self._roll(asked, state.round)
                    consequences = decide(state, fact)
                    events.append(fact)
                    state = evolve(state, fact)
                    if consequences:
                        events += consequences
                        for event in consequences:
                            state = evolve(state, event)
                asked = ask(state)
        except Exception as error:  # noqa: BLE001 - it is raised again
            raise self._error_for_author(error, state, asked)  # noqa: B904 - of it
        finally:
            self.state = state
        stopped = self.asked
        if type(stopped) is Outcome:
            self._end(stopped)
        return stopped

    def _end(self, outcome: Outcome) -> None:
        """Add the last event; raise RulesError for what the system cannot explain."""
        check_ended(self._system, self.events, outcome)
        ended = ConflictEnded(outcome.cites, outcome.how, outcome.returns)
        self.events.append(ended)

    def _error_for_author(
        self, error: Exception, state: object, asked: object
    ) -> Exception:
        """Return the rule system's mistake that caused *error*, or *error* itself."""
        explained = defect(self._system, error, (state, asked), self.events)
        return error if explained is None else explained

    def _roll(self, asked: Chance, round_: int) -> None:
        """Record the roll; raise RulesError if its name was used before."""
        name = round_, asked.who, asked.why, asked.attempt
        if self._names is not None and self._names.is_repeated(
            name, asked.seen, asked.pool
        ):
            raise RulesError(_named_twice(self._system.name, name))


def _named_twice(system: str, name: RollName) -> str:
    """Return the sentence for the author of *system*, which rolls *name* again."""
    round_, who, why, attempt = name
    whose = "the table" if who == TABLE else f"seat {who}"
    return (
        f"the rule system {system} rolls {why!r} of {whose}, attempt {attempt}, twice"
        f" in round {round_}: both rolls would show the same faces, so the second needs"
        " another purpose or attempt, or the dice of the first as `seen`"
    )


def _steps(system: str) -> Iterator[int]:
    """Yield STEPS_MAX times; then raise the error for the author of *system*."""
    yield from range(STEPS_MAX)
    raise _endless(system)


def _endless(system: str) -> RulesError:
    """Return the error for the author of *system*, whose conflict has no end."""
    message = (
        f"the rule system {system} has gone on for {STEPS_MAX:,} answers and Dues"
        " without an end: let `ask` return an Outcome at some time, whatever is chosen,"
        " and a Due only where its events change the state"
    )
    return RulesError(message)


def _no_reply(_asked: object, _state: object) -> None:
    """Return None for every question."""
