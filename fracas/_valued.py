"""The value of a conflict at any state, between given agents."""

from collections.abc import Hashable, Mapping, Sequence

from fracas._inputs import Scenario, loaded_of, specs_for, whole
from sim.analysis.values import STEPS, ExactValues
from sim.casting.given import AgentGiven
from sim.errors import AgentError, StepError
from sim.library.scenario import Loaded
from sim.run.seating import seat_agents
from sim.seam.events import DiceRolled, Fact
from sim.seam.protocol import Asked, Chance, Decision, State


class Values:
    """Exact values of one conflict between given agents, at any of its states.

    Values that were computed are kept, so a second state takes little time.
    `fracas.values` makes an instance.
    """

    def __init__(self, loaded: Loaded, specs: Sequence[str], steps: int) -> None:
        system = loaded.system
        self._system = system
        self._seats = system.seats(loaded.scenario)
        self._steps = steps
        self._begun = begun = system.initial(loaded.scenario)
        seated = seat_agents(self._seats, specs)
        self._values = ExactValues(system, begun, self._seats, seated, steps=steps)

    @property
    def memories(self) -> tuple[Hashable, ...]:
        """What the agents remember before anything has happened, seat by seat."""
        return self._values.start

    @property
    def shown_by(self) -> int:
        """The number of conflicts that showed that the agents use no other memory.

        0 if nothing had to be shown: then the values are exact.
        """
        return self._values.shown_by

    def at(
        self,
        state: State,
        answer: Fact | None = None,
        *,
        memories: Sequence[Hashable] | None = None,
    ) -> dict[str, float]:
        """Return what every seat gets from *state* on, on average.

        With an *answer*, which may be a roll of dice, the value is the one after it;
        otherwise the agent that is asked answers. *memories* are what the agents
        remember there, by seat; they are required if an agent remembers anything.
        Raises AgentError if they are missing, StepError for an answer that is not
        offered or a state of another conflict, and OddsError if there are too many
        branches to follow.
        """
        kept = self._remembered(memories)
        asked = self._asked(state)
        if answer is not None and not _offered(asked, answer):
            message = f"{answer!r} is not offered there"
            raise StepError(message)
        self._values.begin_again(steps=self._steps)
        returns = self._values.returns_at(state, kept, answer)
        return {
            seat.name: got
            for seat, got in zip(self._seats, returns, strict=True)
            if seat.side is not None
        }

    def answers(
        self, state: State, *, memories: Sequence[Hashable] | None = None
    ) -> tuple[Mapping[Fact, float], tuple[Hashable, ...]]:
        """Return the possible answers at *state*, and the memories after each.

        Each has its probability, 1 if nothing is random. *memories* are as in `at`.
        Raises StepError if nobody is asked.
        """
        kept = self._remembered(memories)
        asked = self._asked(state)
        if not isinstance(asked, Decision):
            message = "nobody is asked at this state, so there are no answers"
            raise StepError(message)
        return self._values.answers(asked, kept)

    def _asked(self, state: State) -> Asked[State]:
        """Return what is asked at *state*; raises StepError if it is of another."""
        if type(state) is not type(self._begun):
            message = (
                f"found {type(state).__qualname__}, expected a state of this conflict,"
                " such as `walk.state`"
            )
            raise StepError(message)
        # In all systems that ship, a state includes what its scenario fixes.
        setups = [getattr(each, "setup", None) for each in (state, self._begun)]
        if setups[0] != setups[1]:
            message = "found a state of another scenario, expected one of this conflict"
            raise StepError(message)
        return self._system.ask(state)

    def _remembered(self, memories: Sequence[Hashable] | None) -> tuple[Hashable, ...]:
        """Return *memories*; raises AgentError if they are missing or too many."""
        start = self._values.start
        if memories is None:
            if self._values.remembering:
                message = (
                    "an agent remembers what happened, so memories have to be given,"
                    " one for each seat"
                )
                raise AgentError(message)
            return start
        if len(memories) != len(start):
            message = f"found {len(memories)} memories for {len(start)} seats"
            raise AgentError(message)
        return tuple(memories)


def _offered(asked: Asked[State], answer: Fact) -> bool:
    """Whether *answer* is one to what is *asked*."""
    if isinstance(asked, Decision):
        return answer in asked.options
    if not isinstance(asked, Chance) or not isinstance(answer, DiceRolled):
        return False
    faces, pool = answer.faces, asked.pool
    fits = len(faces) == len(pool) and all(
        die.low <= face <= die.high for face, die in zip(faces, pool, strict=True)
    )
    return fits and answer == asked.rolled(faces)


def values(
    scenario: Scenario, agents: Sequence[AgentGiven] = (), *, steps: int = STEPS
) -> Values:
    """Return the values of *scenario* at any state, between *agents*.

    *agents* are as in `play`. Every branch from a state on is followed, in at most
    *steps* steps; if that is not enough, `analyse` estimates the values by play. Raises
    AgentError, as `solve` does, for an agent about which nothing exact can be said.

    >>> import fracas
    >>> values = fracas.values("stuck_door", ["steady"] * 3)
    >>> walk = fracas.walk("stuck_door", seed="demo")
    >>> {name: round(got, 2) for name, got in values.at(walk.state).items()}
    {'Wolf-Snarl': 0.64, 'Skala': 0.64, 'Miska': 0.64}
    >>> [round(values.at(walk.state, one.fact)["Skala"], 2) for one in walk.options]
    [0.64, 0.67]
    """
    return Values(loaded_of(scenario), specs_for(agents), whole("steps", steps, 1))
