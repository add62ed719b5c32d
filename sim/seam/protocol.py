"""The one seam: four nodes, four functions, and what an agent is.

A conflict is a game in extensive form whose history is a stream of events. A rule
system says what the conflict waits for (`ask`), what follows from an answer (`decide`)
and how an event changes the state (`evolve`). Everything else, such as playing,
replaying, auditing and solving, calls these functions and knows no particular rule
system.
"""

from collections.abc import Hashable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Self

from msgspec import Struct

from sim.seam.appraisal import NEUTRAL
from sim.seam.appraisal import Appraisal as Appraisal  # noqa: PLC0414 - part of the seam
from sim.seam.chart import Chart as Chart  # noqa: PLC0414 - re-exported
from sim.seam.events import Description as Description  # noqa: PLC0414 - re-exported
from sim.seam.events import Event, Fact, Seat
from sim.seam.nodes import Asked as Asked  # noqa: PLC0414 - re-exported
from sim.seam.nodes import Chance as Chance  # noqa: PLC0414 - re-exported
from sim.seam.nodes import Decision as Decision  # noqa: PLC0414 - re-exported
from sim.seam.nodes import Due as Due  # noqa: PLC0414 - re-exported
from sim.seam.nodes import Outcome as Outcome  # noqa: PLC0414 - re-exported
from sim.seam.nodes import Reading as Reading  # noqa: PLC0414 - re-exported
from sim.seam.nodes import State as State  # noqa: PLC0414 - re-exported
from sim.seam.onward import Onward
from sim.seam.settings import Kind as Kind  # noqa: PLC0414 - re-exported
from sim.seam.settings import Number as Number  # noqa: PLC0414 - re-exported
from sim.seam.settings import Standing as Standing  # noqa: PLC0414 - re-exported
from sim.seam.sheets import Part as Part  # noqa: PLC0414 - re-exported
from sim.seam.sheets import Scenario as Scenario  # noqa: PLC0414 - part of the seam
from sim.seam.sheets import Sheet as Sheet  # noqa: PLC0414 - part of the seam
from sim.seam.system import Campaigns as Campaigns  # noqa: PLC0414 - re-exported
from sim.seam.system import Files as Files  # noqa: PLC0414 - re-exported
from sim.seam.system import Measure as Measure  # noqa: PLC0414 - re-exported
from sim.seam.system import RuleSystem as RuleSystem  # noqa: PLC0414 - re-exported
from sim.seam.system import SeatInfo as SeatInfo  # noqa: PLC0414 - re-exported
from sim.seam.system import Solving as Solving  # noqa: PLC0414 - re-exported
from sim.seam.system import Words as Words  # noqa: PLC0414 - re-exported


class Table(Struct):
    """What an agent knows about the conflict it takes part in."""

    rules: RuleSystem[Any]
    seat: Seat
    seats: tuple[SeatInfo, ...]
    _key: bytes
    _random: Random | None = None
    onward: Onward | None = None
    """The conflicts that follow in a campaign, if the agent takes part in them."""

    @property
    def key(self) -> bytes:
        """Return the agent's own key, 32 bytes, different in every conflict."""
        return self._key

    @property
    def random(self) -> Random:
        """Return the agent's own generator: repeatable, and independent of the dice."""
        if self._random is None:
            self._random = Random(int.from_bytes(self.key, "big"))  # noqa: S311
        return self._random

    def status(self, view: State) -> tuple[Description, ...]:
        """Return how every seat stands in *view*, by name, as `show` tells it."""
        return self.rules.status(view)

    def appraise(self, view: State, option: Fact) -> Appraisal:
        """Return what *option* is worth; the neutral Appraisal if nobody knows."""
        appraise = self.rules.solving.appraise
        return NEUTRAL if appraise is None else appraise(view, option)

    def weigh(self, asked: Decision[Any]) -> tuple[Appraisal, ...]:
        """Return what every option of *asked* is worth, in the order offered."""
        weigh = self.rules.solving.weigh
        if weigh is not None:
            return weigh(asked.view, asked.options)
        return tuple([self.appraise(asked.view, option) for option in asked.options])

    def guesses(self, view: State) -> tuple[State, ...]:
        """Return *view* once for each answer that others may give now, unseen."""
        guesses = self.rules.solving.guesses
        return () if guesses is None else guesses(view, self.seat)


class Agent:
    """Makes the choices of one seat; override `choose`.

    Settings are keyword arguments of `__init__` with defaults. `begin` is called before
    each conflict and resets the agent. Several conflicts may be under way at once, each
    with its own agent object; attributes of the class are shared between them.
    """

    # The arguments are not part of an agent's state, so they have a slot.
    __slots__ = ("__dict__", "__weakref__", "made_with")
    version: ClassVar[str] = "1"
    numbers: ClassVar[Mapping[str, Number]] = MappingProxyType({})
    """The settings that `fracas fit` tunes to a scenario."""
    table: Table
    listens: bool = False
    """Whether it observes events; set automatically if `observe` is overridden."""
    repeats: bool = True
    """Whether it is repeatable: an agent that reads a clock, for example, is not."""
    draws: bool = False
    """Whether it is stochastic, with the probabilities that `chances` returns."""
    alike: Hashable = None
    """Set in `begin` to promise that it chooses as any agent with an equal `alike` does
    where the same is asked: what it was asked before, and its own dice, play no part.
    None is no promise.
    """
    history: list[Event]
    """The events of this conflict it has observed, if it listens."""
    made_with: tuple[tuple[Any, ...], dict[str, Any]]
    """The arguments of its `__init__`."""

    def __new__(cls, *args: Any, **settings: Any) -> Self:  # noqa: ANN401 - those of `__init__`
        """Store the arguments, so that an equal agent can be created."""
        if cls.__init__ is object.__init__ and (args or settings):
            message = f"{cls.__name__}() takes no settings, for it has no __init__"
            raise TypeError(message)
        made = super().__new__(cls)
        made.made_with = args, settings
        return made

    def __init_subclass__(cls) -> None:
        """Set `listens` in subclasses that override `observe`."""
        if "observe" in cls.__dict__ and "listens" not in cls.__dict__:
            cls.listens = True

    def begin(self, table: Table) -> None:
        """Sit down at *table* for a new conflict."""
        self.table = table
        self.history = []

    def observe(self, event: Event) -> None:
        """Observe *event*, before the next question, if the agent listens.

        Events come in order, but none before this seat may know everything up to it:
        sealed answers of others are observed once they are revealed.
        """
        self.history.append(event)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return one of `asked.options`."""
        raise NotImplementedError

    def chances(self, asked: Decision[Any]) -> Mapping[Fact, float]:
        """Return (option, probability) pairs.

        Here, what `choose` returns, with certainty. A stochastic agent overrides this
        method and sets `draws`. Afterwards its memory must be as after `choose`, so it
        must not depend on what was drawn.
        """
        return {self.choose(asked): 1.0}

    def memory(self) -> Hashable:
        """Return everything it remembers of this conflict, () for nothing.

        Equal memories must mean equal answers. None, the default, means unknown.
        """
        return None

    def restore(self, memory: Any) -> None:  # noqa: ANN401 - whatever it is
        """Restore a *memory* returned by `memory`, and forget everything else."""

    def reads(self, worth: Appraisal, /) -> Hashable:
        """Return () to promise that it uses only the options and their appraisals.

        It may also use the appraisals at the table's `guesses`, but neither the view
        nor the round. `Appraisal.ahead` need not be declared: what the agent finds out
        of it is noted while it chooses. None, the default, promises nothing. Any other
        value means the same as (). *worth* is the appraisal of an option.
        """
        del worth
        return None
