"""A conflict walked step by step from outside: ask, answer, undo, fork."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, cast

from msgspec import Struct

from fracas._inputs import (
    Scenario,
    by_name,
    loaded_of,
    seed_of,
    specs_for,
    whole,
)
from sim.bots.bot import PROGRAMS
from sim.bots.telling import Situation
from sim.casting.given import AgentGiven
from sim.casting.objects import objects_for
from sim.casting.roster import make
from sim.conflict.asking import Refusal
from sim.conflict.phrases import describe_event, first_line
from sim.conflict.play import Game
from sim.dice.pool import Dice, KeyedDice
from sim.dice.seed import conflict_key
from sim.errors import AgentError, StepError
from sim.library.scenario import Loaded
from sim.narration.story import event_objects
from sim.reading.hints import quoted
from sim.run.seating import seat_named
from sim.run.sitting import begin_agents
from sim.seam.appraisal import Appraisal
from sim.seam.events import Event, Fact, Seat
from sim.seam.protocol import Agent, Decision, Outcome, State, Table
from sim.seam.seats import by_seat

_NOBODY: Mapping[str, AgentGiven] = MappingProxyType({})


class Option(Struct, frozen=True):
    """An option of the current decision.

    *number* counts from 1, *words* are a line of the story, and *event* is the same
    with names instead of numbers, for programs.
    """

    number: int
    words: str
    event: Mapping[str, Any]
    fact: Fact


class Walk:
    """A conflict that waits for the next choice of a seat without an agent.

    Dice are rolled automatically, from the seed, just as in `fracas.play`, and a single
    option is taken automatically. `fracas.walk` makes an instance.
    """

    def __init__(
        self,
        loaded: Loaded,
        seated: Mapping[Seat, str],
        seed: str,
        game: int,
        taken: Iterable[Fact] = (),
        forked: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        self.loaded = loaded
        self.seed = seed
        self._number = game
        self._seated = dict(seated)
        self._seats = loaded.system.seats(loaded.scenario)
        self._taken = list(taken)
        self._forked = dict(forked)
        """Number of choices -> the seed of the dice after them, for each fork."""
        self._game = self._replayed()

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of all seats, judges included."""
        return tuple(one.name for one in self._seats)

    @property
    def over(self) -> bool:
        """Whether the conflict has ended."""
        return self._game.over

    @property
    def asked(self) -> Decision[Any] | Outcome:
        """The question as an agent gets it, or the outcome when it is over."""
        asked = self._game.walk.asked
        assert isinstance(asked, Decision | Outcome)
        return asked

    @property
    def who(self) -> str | None:
        """The name of the seat that is asked; None when it is over."""
        asked = self.asked
        return None if isinstance(asked, Outcome) else self.seats[asked.who]

    @property
    def options(self) -> tuple[Option, ...]:
        """The options; none when it is over."""
        asked, system = self.asked, self.loaded.system
        if isinstance(asked, Outcome):
            return ()
        view = asked.view
        return tuple(
            Option(
                number,
                first_line(system, view, fact),
                describe_event(system, view, fact),
                fact,
            )
            for number, fact in enumerate(asked.options, 1)
        )

    @property
    def returns(self) -> dict[str, float]:
        """Everybody's return; empty until it is over."""
        asked = self.asked
        if isinstance(asked, Decision):
            return {}
        return {
            seat.name: value
            for seat, value in zip(self._seats, asked.returns, strict=True)
            if seat.side is not None
        }

    @property
    def ending(self) -> str:
        """The name of the ending; "" until it is over."""
        asked = self.asked
        # A plain text, also where the system has a member of an enum.
        return str.__str__(asked.how) if isinstance(asked, Outcome) else ""

    @property
    def state(self) -> State:
        """The whole state, hidden parts included."""
        state: State = self._game.walk.state
        return state

    @property
    def events(self) -> tuple[Event, ...]:
        """All that has happened so far."""
        return tuple(self._game.walk.events)

    def view(self, seat: str) -> State:
        """Return the state as *seat* may know it.

        Raises UnknownNameError for a name that has no seat.
        """
        view: State = self.loaded.system.view(self.state, seat_named(self.seats, seat))
        return view

    def observe(self, seat: str) -> dict[str, Any]:
        """Return what *seat* may know now, with names and of types that JSON has.

        `standing` has how everybody stands; `options` is there for the seat that is
        asked. Raises UnknownNameError for a name that has no seat.
        """
        view = self.view(seat)
        found: dict[str, Any] = {
            "seat": seat,
            "round": view.round,
            "asked": self.who,
            "standing": [dict(one) for one in self.loaded.system.status(view)],
        }
        if seat == self.who:
            found["options"] = [
                {"number": one.number, "words": one.words, "event": dict(one.event)}
                for one in self.options
            ]
        if self.over:
            found |= {"ending": self.ending, "returns": self.returns}
        return found

    def weigh(self) -> tuple[Appraisal, ...]:
        """Return the appraisal of each option, in their order."""
        asked = self.asked
        if isinstance(asked, Outcome):
            return ()
        table = Table(self.loaded.system, asked.who, self._seats, b"")
        return table.weigh(asked)

    def take(self, choice: int | str | Fact | Option) -> tuple[Event, ...]:
        """Take an option: its number from 1, its words, its fact or itself.

        Return all that happened then, until somebody is asked again. Raises StepError
        for what is not offered, and AgentError if an agent fails.
        """
        fact = self._chosen(choice)
        told = len(self._game.walk.events)
        self._take(self._game, fact)
        self._taken.append(fact)
        return tuple(self._game.walk.events[told:])

    def undo(self, choices: int = 1) -> None:
        """Take the last *choices* back.

        Raises StepError if fewer were taken, FracasError for what is no number.
        """
        if not 1 <= whole("choices", choices, 1) <= len(self._taken):
            message = (
                f"found {choices} choices to take back, expected"
                f" 1 to {len(self._taken)}, for so many were taken"
                if self._taken
                else "there is no choice to take back"
            )
            raise StepError(message)
        del self._taken[-choices:]
        made = len(self._taken)
        self._forked = {at: seed for at, seed in self._forked.items() if at <= made}
        self._game = self._replayed()

    def fork(self, seed: str | int | None = None) -> "Walk":
        """Return a copy of this walk.

        It continues with the same dice, or with those of another *seed*. All events so
        far are played again, so that agents remember them.
        """
        forked = dict(self._forked)
        if seed is not None:
            forked[len(self._taken)] = seed_of(seed)
        return Walk(
            self.loaded, self._seated, self.seed, self._number, self._taken, forked
        )

    def __copy__(self) -> "Walk":
        """Return a `fork`: what happens next in one walk never changes the other."""
        return self.fork()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Walk":
        """Return a `fork`."""
        del memo
        return self.fork()

    def __reduce__(self) -> tuple[Callable[..., "Walk"], tuple[Any, ...]]:
        """Pickle the choices made; unpickling makes them again.

        Raises AgentError for an agent that no other process could import.
        """
        made = self.loaded, self._seated, self.seed, self._number, self._taken
        return _unpickled, (objects_for(self._seated.values()), *made, self._forked)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each event, with names instead of numbers."""
        return list(
            event_objects(self.loaded.system, self.loaded.scenario, self.events)
        )

    def __repr__(self) -> str:
        stands = f"ended: {self.ending}" if self.over else f"{self.who} is asked"
        return f"<walk through {self.loaded.title}, round {self.state.round}, {stands}>"

    def _begun(self) -> Game[Any]:
        loaded, seats = self.loaded, self._seats
        key = conflict_key(self.seed, self._number - 1)
        agents = [
            make(self._seated[seat]) if seat in self._seated else Agent()
            for seat, _ in by_seat(seats)
        ]
        state = loaded.system.initial(loaded.scenario)
        with PROGRAMS.about(Situation.of(state, loaded.scenario)):
            begun = begin_agents(agents, loaded.system, seats, key)
        waiting = {seat for seat, _ in by_seat(seats)} - self._seated.keys()
        game: Game[Any] = Game(loaded.system, state, begun, self._dice(0), waiting)
        self._go_on(game)
        return game

    def _dice(self, made: int) -> Dice:
        """Return the dice to roll after this many choices were *made*."""
        at = max((at for at in self._forked if at <= made), default=None)
        if at is None:
            return KeyedDice(conflict_key(self.seed, self._number - 1))
        return KeyedDice(conflict_key(self._forked[at], 0))

    def _replayed(self) -> Game[Any]:
        game = self._begun()
        for made, fact in enumerate(self._taken, 1):
            game.dice = self._dice(made - 1)
            self._take(game, fact)
        game.dice = self._dice(len(self._taken))
        return game

    def _take(self, game: Game[Any], fact: Fact) -> None:
        game.take(fact)
        self._go_on(game)

    def _go_on(self, game: Game[Any]) -> None:
        try:
            game.go_on()
        except Refusal as refusal:
            name = self._seats[refusal.who].name
            message = f"the agent at {name} {refusal}{refusal.place}"
            raise AgentError(message) from refusal

    def _chosen(self, choice: int | str | Fact | Option) -> Fact:
        asked = self.asked
        if isinstance(asked, Decision) and isinstance(choice, Fact):
            for fact in asked.options:
                if type(choice) is type(fact) and choice == fact:
                    return fact
        options = self.options
        if not options:
            message = f"the conflict is over ({self.ending}): nothing can be chosen"
            raise StepError(message)
        for one in options:
            known = (one.number, one.words, one.fact, one)
            if any(type(choice) is type(it) and choice == it for it in known):
                return one.fact
        meant = [
            one for one in options if isinstance(choice, dict) and one.event == choice
        ]
        if meant:
            message = (
                "found the event of an option, expected the option itself, its number"
                f" ({meant[0].number}) or its words ({meant[0].words!r})"
            )
            raise StepError(message)
        found = quoted(choice) if isinstance(choice, str) else repr(choice)
        message = (
            f"{self.who} is not offered {found}, expected a number from 1 to"
            f" {len(options)}, or the words of an option, such as"
            f" {options[0].words!r}"
        )
        raise StepError(message)


def _unpickled(objects: object, *made: Any) -> Walk:  # noqa: ANN401 - what a Walk is made of
    """Return the walk that was pickled, now that the *objects* that play are known."""
    del objects
    return Walk(*made)


def describe(where: Scenario | Table, view: State, event: Event) -> dict[str, Any]:
    """Return *event* with names instead of numbers, as plain JSON types.

    *where* is the scenario, or the table of an agent; *view* is the state in which the
    event happens, as far as it is known. `does` is the kind of the event. Raises
    StepError for anything that is not an event.

    >>> import fracas
    >>> walk = fracas.walk("stuck_door", seed="demo")
    >>> fracas.describe("stuck_door", walk.state, walk.options[0].fact)
    {'does': 'DieDeclined', 'who': 'Wolf-Snarl', 'roll': 'Wolf-Snarl'}
    """
    if not isinstance(event, Event):  # pyright: ignore[reportUnnecessaryIsInstance] - anybody may call it
        message = f"found {type(event).__name__}, expected an event"
        raise StepError(message)
    system = where.rules if isinstance(where, Table) else loaded_of(where).system
    return dict(describe_event(system, view, event))


def _table_of(agents: object, names: list[str]) -> Mapping[str, AgentGiven]:
    """Return *agents*; raises AgentError, which explains it if a seed was given."""
    if type(agents) in {int, str}:
        message = (
            f"found agents as {agents!r}, expected a table of seats and agents; a seed"
            f" is given by name: seed={agents!r}"
        )
        raise AgentError(message)
    return by_name(cast("Mapping[str, AgentGiven]", agents), names)


def walk(
    scenario: Scenario,
    agents: Mapping[str, AgentGiven] = _NOBODY,
    *,
    seed: str | int | None = None,
    game: int = 1,
) -> Walk:
    """Return conflict number *game* (from 1) of *seed*, to play it step by step.

    *agents* maps names of seats to the agents that play them; you choose for every
    other seat. Raises UnknownNameError for a name without a seat and AgentError for an
    agent that cannot be loaded.

    >>> import fracas
    >>> walk = fracas.walk("stuck_door", seed="demo")
    >>> walk.who, walk.options[0].number
    ('Wolf-Snarl', 1)
    >>> while not walk.over:
    ...     events = walk.take(1)
    >>> walk.ending
    'success'
    """
    loaded = loaded_of(scenario)
    names = [one.name for one in loaded.system.seats(loaded.scenario)]
    specs = specs_for(_table_of(agents, names).values())
    seated = {
        seat_named(names, name): spec for name, spec in zip(agents, specs, strict=True)
    }
    return Walk(loaded, seated, seed_of(seed), whole("game", game, 1))
