"""The one seam: four nodes, four functions, and what an agent is.

A conflict is a game in extensive form whose history is a stream of events. A rule
system says what the conflict waits for (`ask`), what follows from an answer
(`decide`) and what an event leaves behind (`evolve`). Everything else, playing,
replaying, auditing, searching, drives these functions and knows no rule system.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from sim.seam.appraisal import NEUTRAL
from sim.seam.appraisal import Appraisal as Appraisal  # noqa: PLC0414 - part of the seam
from sim.seam.chances import Odds
from sim.seam.chart import Chart
from sim.seam.events import Consequence, Event, Fact, Seat
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
from sim.seam.settings import Wording
from sim.seam.sheets import Scenario as Scenario  # noqa: PLC0414 - part of the seam
from sim.seam.sheets import Sheet as Sheet  # noqa: PLC0414 - part of the seam
from sim.seam.sheets import rulings_of

S = TypeVar("S", bound=State)


class SeatInfo(Struct, frozen=True):
    """Who takes a seat: a name, a side (None for a judge) and a default agent.

    *side_name* is what the scenario calls the side, if it has a name.
    """

    name: str
    side: int | None
    agent: str = "steady"
    side_name: str = ""

    @property
    def side_named(self) -> str:
        """The side in words: its name, or its number from 1; "" for a judge."""
        if self.side is None:
            return ""
        return self.side_name or f"side {self.side + 1}"


Description = dict[str, Any]
"""An event or a seat's status with names instead of numbers, ready for JSON."""

Measure = tuple[str, Callable[[Any], tuple[int, int]]]
"""Something that is counted: its name, and event -> (seat, amount)."""

Decides = Mapping[type[Event], Mapping[str, str | Callable[[Any], str]]]
"""Kind of event -> a part of it -> the rule that decides a quarrel about the part.

IDs with spaces between: the first that the event cites, or else the last. A function
says them of the event as it should be. The part "" is all that is not named.
"""


def _open(state: S, seat: Seat) -> S:
    del seat
    return state


def _untold(state: object, event: Event) -> str:
    del state, event
    return ""


def _nothing(scenario: object) -> Iterable[str]:
    del scenario
    return ()


class RuleSystem(Struct, Generic[S], frozen=True, kw_only=True):
    """A rule system: the four functions, and what its edges need to speak of it.

    `describe` and `narrate` get the state before the event. `rules` maps every ID to
    its sentence.
    """

    name: str
    title: str
    version: int
    scenario: type[Scenario]
    events: tuple[type[Event], ...]
    rules: Mapping[str, str]
    endings: Mapping[str, str]
    """How a conflict may end -> what that means, in a sentence."""
    stalls: frozenset[str] = frozenset()
    """Of these, the ones by which it stops though nobody had the better of it."""

    seats: Callable[[Any], tuple[SeatInfo, ...]]
    rulings: Callable[[Any], Mapping[str, Any]] = rulings_of
    """The options in force, by name; by default the scenario's table `rulings`."""
    initial: Callable[[Any], S]
    ask: Callable[[S], Asked[S]]
    decide: Callable[[S, Fact], tuple[Consequence, ...]]
    evolve: Callable[[S, Event], S]
    view: Callable[[S, Seat], S] = _open
    """The state as a seat may know it: what is hidden from it is blank."""

    describe: Callable[[S, Event], Description]
    """An event with names instead of numbers, for programs."""
    narrate: Callable[[S, Event], str]
    """An event as a sentence, for people; "" for what is not worth one."""
    background: Callable[[S, Event], str] = _untold
    """What has no sentence in a story, as one for whoever asks; "" for what has."""
    status: Callable[[S], tuple[Description, ...]]
    """How every seat stands."""
    parse: Callable[[S, Description], Fact | None] | None = None
    """Builds the fact a person's words mean, offered or not; None if not now."""
    needless: Callable[[S, Seat], Mapping[Fact, str]] | None = None
    """What a seat might say though it is so without it -> how it is."""
    sayings: Mapping[type[Event], tuple[str, ...]] = MappingProxyType({})
    """How people say that somebody answered so, without whose it is; ours first."""

    wording: Wording = Wording()
    """Which words options and standings have that no scenario file has."""

    decides: Decides = MappingProxyType({})
    """Of all rules an event rests on, the one that decides a quarrel about it."""

    template: Callable[[], bytes] | None = None
    """A small scenario file with comments, to begin one's own from."""
    validate: Callable[[Any], Iterable[str]] = _nothing
    """What makes a scenario unplayable though its types fit, a sentence each.

    A sentence begins with the place, as a path from `$`.
    """
    warnings: Callable[[Any], Iterable[str]] = _nothing
    """What can be played but is hardly meant so, a sentence each."""
    appraise: Callable[[S, Fact], Appraisal] | None = None
    """What one option is worth, from the view of the seat that may choose it."""
    weigh: Callable[[S, tuple[Fact, ...]], tuple[Appraisal, ...]] | None = None
    """The same of all options of a decision at once, where that is quicker.

    What it keeps between decisions is bounded, and it never takes two views for one
    that `appraise` tells apart.
    """
    essence: Callable[[S], S] | None = None
    """The same conflict with all forgotten that can no longer matter."""
    chart: Chart[S] = Chart()
    """How it is cut into rounds, for those who solve it."""
    carried: Callable[[S], Mapping[str, Description]] | None = None
    """What everybody takes out of a conflict, by name; `out`: why one is out of all."""
    entered: Callable[[Any, Mapping[str, Description]], Any] | None = None
    """(scenario, what was carried) -> the scenario as those who carry it enter it.

    Whoever is not among the carried enters as the file says, whoever is out does not;
    None: too few are left. Raises ScenarioError for what no scenario can be.
    """
    carries: Callable[[Description], Mapping[str, str]] | None = None
    """What one carries, in words for people, by what it is."""
    holdings: Callable[[Description], Mapping[str, str | int]] | None = None
    """What one carries that can be bought, learned or won, each by its own name.

    With its rank, or how much of it there is; "" where one only has it or not.
    """
    figures: Mapping[str, str] = MappingProxyType({})
    """What a number that is carried is called, where its field is no name for it."""
    in_session: Callable[[Any, int], Any] | None = None
    """(scenario, number of the session) -> the scenario as it is played in it."""
    costs: Callable[[Any], tuple[Description, ...]] | None = None
    """What the sheet of everybody in a scenario costs, by what it is spent on."""
    odds: Mapping[str, Odds] = MappingProxyType({})
    """Questions about chances by name; the first is the one usually meant."""
    tally: Mapping[type[Event], Measure] = MappingProxyType({})
    """What is counted over a conflict, by the type of event that counts."""


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
        if self.rules.appraise is None:
            return NEUTRAL
        return self.rules.appraise(view, option)

    def weigh(self, asked: Decision[Any]) -> tuple[Appraisal, ...]:
        """Return what every option of *asked* is worth, in the order offered."""
        rules = self.rules
        if rules.weigh is not None:
            return rules.weigh(asked.view, asked.options)
        return tuple([self.appraise(asked.view, option) for option in asked.options])


class Agent:
    """Whoever chooses for one seat; override `choose`.

    Settings are keyword arguments of `__init__` with defaults. `begin` is called
    before each conflict and forgets the last one.
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
