"""A conflict that a test plays by hand: it answers, rolls, and looks at events."""

from typing import Generic, Self, TypeVar

from sim.conflict.walk import Walk
from sim.seam.events import ConflictEnded, Consequence, Event, Fact
from sim.seam.protocol import (
    Asked,
    Chance,
    Decision,
    Outcome,
    RuleSystem,
    Scenario,
    State,
)

S = TypeVar("S", bound=State)
E = TypeVar("E", bound=Event)


class ByHand(Generic[S]):
    """A conflict that stands at a question, and waits for its answer."""

    def __init__(self, system: RuleSystem[S], scenario: Scenario) -> None:
        """Begin at the first question."""
        self._walk = Walk(system, system.initial(scenario))

    @property
    def state(self) -> S:
        """The state at the question."""
        return self._walk.state

    @property
    def events(self) -> list[Event]:
        """All that happened, but the end itself."""
        return [
            event for event in self._walk.events if type(event) is not ConflictEnded
        ]

    @property
    def asked(self) -> Asked[S]:
        """What the conflict waits for."""
        return self._walk.asked

    def answer(self, fact: Fact) -> None:
        """Take *fact*, offered or not."""
        self._walk.take(fact)

    def say(self, *facts: Fact) -> Self:
        """Answer, fact by fact; each must be offered."""
        for fact in facts:
            assert fact in self.options, (fact, self.options)
            self.answer(fact)
        return self

    def roll(self, *faces: int) -> Self:
        """Let the dice fall so."""
        assert isinstance(self.asked, Chance), self.asked
        assert len(faces) == len(self.asked.pool), len(self.asked.pool)
        self.answer(self.asked.rolled(faces))
        return self

    def quiet(self, *kinds: type[Fact]) -> Self:
        """Keep silent until dice or the end, or until one of *kinds* is offered."""
        while isinstance(self.asked, Decision):
            if any(isinstance(option, kinds) for option in self.options):
                break
            self.answer(self.options[0])
        return self

    @property
    def options(self) -> tuple[Fact, ...]:
        """What may be answered now."""
        assert isinstance(self.asked, Decision), self.asked
        return self.asked.options

    @property
    def who(self) -> int:
        """Who is asked now."""
        assert isinstance(self.asked, Decision | Chance), self.asked
        return self.asked.who

    @property
    def why(self) -> str:
        """What the dice that are due are for."""
        assert isinstance(self.asked, Chance), self.asked
        return self.asked.why

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        assert isinstance(self.asked, Outcome), self.asked
        return self.asked

    def all(self, kind: type[E]) -> list[E]:
        """Everything of *kind* that has happened."""
        return [event for event in self.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        """The last of *kind*."""
        return self.all(kind)[-1]

    def cited(self) -> set[str]:
        """Every rule cited so far."""
        return {rule for event in self.all(Consequence) for rule in event.cites}
