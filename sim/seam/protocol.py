"""The one seam: four nodes, four functions, and what an agent is.

A conflict is a game in extensive form whose history is a stream of events. A rule
system says what the conflict waits for (`ask`), what follows from an answer
(`decide`) and what an event leaves behind (`evolve`). Everything else, playing,
replaying, auditing, searching, drives these functions and knows no rule system.
"""

from collections.abc import Hashable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar

from msgspec import Struct

from sim.seam.appraisal import NEUTRAL
from sim.seam.appraisal import Appraisal as Appraisal  # noqa: PLC0414 - part of the seam
from sim.seam.chart import Chart as Chart  # noqa: PLC0414 - offered from here
from sim.seam.events import Description as Description  # noqa: PLC0414 - offered from here
from sim.seam.events import Event, Fact, Seat
from sim.seam.nodes import Asked as Asked  # noqa: PLC0414 - offered from here
from sim.seam.nodes import Chance as Chance  # noqa: PLC0414 - offered from here
from sim.seam.nodes import Decision as Decision  # noqa: PLC0414 - offered from here
from sim.seam.nodes import Due as Due  # noqa: PLC0414 - offered from here
from sim.seam.nodes import Outcome as Outcome  # noqa: PLC0414 - offered from here
from sim.seam.nodes import Reading as Reading  # noqa: PLC0414 - offered from here
from sim.seam.nodes import State as State  # noqa: PLC0414 - offered from here
from sim.seam.onward import Onward
from sim.seam.settings import Kind as Kind  # noqa: PLC0414 - offered from here
from sim.seam.settings import Number as Number  # noqa: PLC0414 - offered from here
from sim.seam.settings import Standing as Standing  # noqa: PLC0414 - offered from here
from sim.seam.sheets import Scenario as Scenario  # noqa: PLC0414 - part of the seam
from sim.seam.sheets import Sheet as Sheet  # noqa: PLC0414 - part of the seam
from sim.seam.system import Campaigns as Campaigns  # noqa: PLC0414 - offered from here
from sim.seam.system import Files as Files  # noqa: PLC0414 - offered from here
from sim.seam.system import Measure as Measure  # noqa: PLC0414 - offered from here
from sim.seam.system import RuleSystem as RuleSystem  # noqa: PLC0414 - offered from here
from sim.seam.system import SeatInfo as SeatInfo  # noqa: PLC0414 - offered from here
from sim.seam.system import Solving as Solving  # noqa: PLC0414 - offered from here
from sim.seam.system import Words as Words  # noqa: PLC0414 - offered from here


class Table(Struct):
    """What an agent knows of the conflict it sits down to."""

    rules: RuleSystem[Any]
    seat: Seat
    seats: tuple[SeatInfo, ...]
    key: bytes
    _random: Random | None = None
    onward: Onward | None = None
    """What comes after it, for one who will take part in that too."""

    @property
    def random(self) -> Random:
        """The agent's own generator: repeatable, and unrelated to the dice."""
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


class Agent:
    """Whoever chooses for one seat; override `choose`.

    Settings are keyword arguments of `__init__` with defaults. `begin` is called
    before each conflict and forgets the last one. Several conflicts may be under way
    at once, each with an agent object of its own: what is in the class is shared.
    """

    version: ClassVar[str] = "1"
    numbers: ClassVar[Mapping[str, Number]] = MappingProxyType({})
    """Its settings that `fracas fit` finds for a scenario."""
    table: Table
    listens: bool = False
    """Whether it is told what happens; so is whoever overrides `observe`."""
    repeats: bool = True
    """Whether it would choose alike again: who looks at a clock would not."""
    draws: bool = False
    """Whether it draws lots by chances that `chances` tells."""
    history: list[Event]
    """All it was told of this conflict, if it listens."""

    def __init_subclass__(cls) -> None:
        """Let whoever overrides `observe` listen."""
        if "observe" in cls.__dict__ and "listens" not in cls.__dict__:
            cls.listens = True

    def begin(self, table: Table) -> None:
        """Sit down at *table* for a new conflict."""
        self.table = table
        self.history = []

    def observe(self, event: Event) -> None:
        """Hear of *event*, before the next question, if it listens.

        Every event comes in order, but none before this seat may know of all that
        happened until then: what others sealed is told once it is shown.
        """
        self.history.append(event)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return one of `asked.options`."""
        raise NotImplementedError

    def chances(self, asked: Decision[Any]) -> Mapping[Fact, float]:
        """Return what it may choose, and how likely each is: here what it chooses.

        Whoever draws lots overrides it and sets `draws`. It remembers afterwards what
        it would have after `choose`, and so nothing of what was drawn.
        """
        return {self.choose(asked): 1.0}

    def memory(self) -> Hashable:
        """Return all that it remembers of this conflict, () for nothing.

        Equal memories mean equal answers. None, as here: it does not say what.
        """
        return None

    def restore(self, memory: Any) -> None:  # noqa: ANN401 - whatever it is
        """Remember *memory*, which `memory` returned, and nothing else."""

    def reads(self, worth: Appraisal, /) -> Hashable:
        """Return what it reads of an appraisal, part by part.

        It then reads nothing else but the options, neither view nor round, and of
        `ahead`, which all options share, where none concedes and all have the same
        stakes, only what `reads_lead` says. None, as here: it may read anything.
        """
        del worth
        return None

    def reads_lead(self, ahead: float, /) -> Hashable:
        """Return what it reads of `Appraisal.ahead` where `reads` promises nothing.

        None, as here: nothing.
        """
        del ahead
        return None
