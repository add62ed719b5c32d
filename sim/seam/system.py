"""What a rule system is: the four functions, what is said of them, and its parts.

Fifteen fields are required. The rest is in parts by who reads them: people's words, the
solvers, scenario files and campaigns. A system that leaves a part out can still be
played, replayed, audited and solved.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from msgspec import Struct

from sim.seam.appraisal import Appraisal
from sim.seam.chances import Odds
from sim.seam.chart import Chart
from sim.seam.events import Consequence, Deciding, Description, Event, Fact, Seat
from sim.seam.nodes import Asked, State
from sim.seam.settings import Wording
from sim.seam.sheets import Scenario, rulings_of

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


Measure = tuple[str, Callable[[Any], tuple[int, int]]]
"""Something that is counted: its name, and event -> (seat, amount)."""


def _open(state: S, seat: Seat) -> S:
    del seat
    return state


def _nothing(scenario: object) -> Iterable[str]:
    del scenario
    return ()


class Words(Struct, Generic[S], frozen=True, kw_only=True):
    """What people say at the table, for stories and for transcripts."""

    parse: Callable[[S, Description], Fact | None] | None = None
    """Builds the fact a person's words mean, offered or not; None if not now."""
    needless: Callable[[S, Seat], Mapping[Fact, str]] | None = None
    """What a seat might say though it is so without it -> how it is."""
    wording: Wording = Wording()
    """Which words options and standings have that no scenario file has."""
    dice_decided_by: str | Mapping[str, Deciding] = ""
    """The rule that decides a dispute about dice; other events name it themselves."""


class Solving(Struct, Generic[S], frozen=True, kw_only=True):
    """What agents read of an option, and how `solve` and `reply` cut a conflict."""

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


class Files(Struct, frozen=True, kw_only=True):
    """What is known of a scenario file beyond the types of its fields."""

    template: Callable[[], bytes] | None = None
    """A small scenario file with comments, to begin one's own from."""
    validate: Callable[[Any], Iterable[str]] = _nothing
    """What makes a scenario unplayable though its types fit, a sentence each.

    A sentence begins with the place, as a path from `$`.
    """
    warnings: Callable[[Any], Iterable[str]] = _nothing
    """What can be played but is probably a mistake, a sentence each."""
    rulings: Callable[[Any], Mapping[str, Any]] = rulings_of
    """The options in force, by name; by default the scenario's table `rulings`."""
    costs: Callable[[Any], tuple[Description, ...]] | None = None
    """What the sheet of everybody in a scenario costs, by what it is spent on."""


class Campaigns(Struct, Generic[S], frozen=True, kw_only=True):
    """What goes with people from one conflict to the next."""

    carried: Callable[[S], Mapping[str, Description]]
    """What everybody takes out of a conflict, by name; `out`: why one is out of all."""
    entered: Callable[[Any, Mapping[str, Description]], Any]
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


class RuleSystem(Struct, Generic[S], frozen=True, kw_only=True, eq=False):
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

    seats: Callable[[Any], tuple[SeatInfo, ...]]
    initial: Callable[[Any], S]
    ask: Callable[[S], Asked[S]]
    decide: Callable[[S, Fact], tuple[Consequence, ...]]
    evolve: Callable[[S, Event], S]

    describe: Callable[[S, Event], Description]
    """An event with names instead of numbers, for programs."""
    narrate: Callable[[S, Event], str]
    """An event as a sentence, for people; "" for what is not worth one."""
    status: Callable[[S], tuple[Description, ...]]
    """How every seat stands."""

    # From here on everything may be left out.

    view: Callable[[S, Seat], S] = _open
    """The state as a seat may know it: what is hidden from it is blank."""
    stalls: frozenset[str] = frozenset()
    """The endings by which it stops though nobody had the better of it."""
    odds: Mapping[str, Odds] = MappingProxyType({})
    """Questions about chances by name; the first is the one usually meant."""
    tally: Mapping[type[Event], Measure] = MappingProxyType({})
    """What is counted over a conflict, by the type of event that counts."""
    words: Words[S] = Words()
    solving: Solving[S] = Solving()
    files: Files = Files()
    campaigns: Campaigns[S] | None = None
    """None: nothing of a conflict goes on to the next."""
