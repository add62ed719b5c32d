"""The scenario file of dice pools, as its author writes it.

It says what kind of conflict it is, who takes part, what the Storyteller has settled,
and what comes after. `compile` turns it into numbers once.
"""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from sim.rules.dice_pool.scenario.people import (
    Character,
    Place,
    Pool,
    Rating,
    Round,
    SceneDetail,
    Share,
)
from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.scenario.steps import Development, Name, SeatName, Step
from sim.rules.dice_pool.scenario.words import SeverityName
from sim.seam.protocol import Scenario, SeatInfo, Sheet
from sim.seam.sides import seats_of
from sim.spine.marks import Distinct, NotBefore

Topic = Literal[
    "entitlement",
    "edge",
    "difficulty",
    "claim",
    "ground",
    "limit",
    "intimacy",
    "virtue",
    "deed",
    "retry",
]
"""What a Storyteller can be asked about."""


class Storyteller(Sheet):
    """Who judges. Asked about nothing, the Storyteller has settled all in advance."""

    name: Name = "Storyteller"
    """The name of the Storyteller."""
    agent: str = "steady"
    """The agent that answers for the Storyteller."""
    asked: Annotated[tuple[Topic, ...], Distinct()] = ()
    """The topics the Storyteller is asked about; the rest is settled [DP-R-77]."""


class Stake(Sheet):
    """What an Intimacy has at stake, and when."""

    intimacy: Name
    """The Intimacy at stake [DP-R-102]."""
    who: SeatName
    """The character whose Intimacy it is."""
    from_round: Round = 1
    """The first round in which it is at stake."""
    to_round: Annotated[Round | None, NotBefore("from_round")] = None
    """The last round in which it is at stake; by default, to the end."""


class Hazard(Sheet, kw_only=True):
    """Something that hurts without anybody wanting it."""

    label: Name
    """The name of the hazard."""
    round: Round
    """The round in which it strikes [DP-R-93]."""
    who: tuple[SeatName, ...] = ()
    """Those it strikes; if empty, everybody who is there."""
    points: Annotated[int, Meta(ge=1, le=100)]
    """The points of harm it does."""
    severity: SeverityName = "lethal"
    """The severity of the harm."""
    resistant: bool = False
    """Whether the wounds are Resistant [DP-RESIST-01]."""
    contest: Pool = ()
    """The pool with which a success avoids it.

    If empty, nothing does [DP-CONTEST-09].
    """
    difficulty: Rating = 0
    """The dice which that roll loses."""


class Opposition(Sheet):
    """Opposition that was prepared earlier and that a task must beat."""

    total: Rating | None = None
    """The successes with which it was made [DP-R-14]."""
    dice: Annotated[int, Meta(ge=1, le=40)] | None = None
    """The dice with which it is rolled, once, at the start [DP-CONTEST-07]."""
    owner: str = ""
    """Whose work it is, in words."""


class Prerequisite(Sheet):
    """What must be paid before an obstacle can be tried at all."""

    minutes: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """The minutes it takes [DP-STATIC-03]."""
    resources: str = ""
    """The things it takes, in words."""


class Task(Sheet):
    """An obstacle without a will, or opposition that was prepared earlier."""

    name: Name
    """The name of the obstacle."""
    opposition: Opposition | None = None
    """The opposition to beat; without it, one success is enough [DP-STATIC-01]."""
    prerequisite: Prerequisite | None = None
    """What must be paid with the first attempt [DP-STATIC-03]."""
    retries: Annotated[int, Meta(ge=0, le=50)] = 1
    """How often each may try again after a failure [DP-R-95]."""
    retry_difficulty: Rating = 1
    """The dice of the further detail of Difficulty that each failure adds [DP-R-95]."""
    together: bool = False
    """Whether all who try roll in one round, of whom the best counts [DP-TEAM-02]."""
    deadline: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    """The minutes after which it is too late; by default, there is no limit."""


class Worth(Sheet):
    """The returns of the endings, from 0 to 1."""

    won: Share = 1.0
    """The return of a side that is the last one left [DP-R-90]."""
    standoff: Share = 0.5
    """Everybody's return when nobody obtains anything [DP-R-90]."""
    conceded: Share = 0.0
    """The return of whoever gave up [DP-R-90]."""
    out: Share = 0.0
    """The return of whoever fell [DP-R-90]."""
    dead: Share | None = None
    """The return of whoever is dead in the end; by default, as if alive [DP-R-90]."""
    succumbed: Share | None = None
    """The return of whoever the loss of a soul has broken; by default, no change
    [DP-R-90].
    """
    hardened: Share | None = None
    """The return of whoever has lost Morality in the end; by default, no change
    [DP-R-90].
    """


class DicePoolScenario(Scenario, kw_only=True):
    """A conflict decided by pools of ten-sided dice."""

    added: ClassVar[frozenset[str]] = frozenset({"at_risk"})

    kind: Literal["violent", "contest", "task", "aftermath"]
    """Whether it is a violent conflict, a contest without harm, or an obstacle to
    overcome [DP-R-91].
    """
    stakes: str = ""
    """What the conflict is about, in words."""
    seats: Annotated[tuple[Character, ...], Meta(min_length=1, max_length=12)]
    """The characters, in the order in which they are asked [DP-R-82]."""
    storyteller: Storyteller = Storyteller()
    """The Storyteller, who judges what the scenario leaves open [DP-R-77]."""
    means: dict[Name, SeverityName] = field(default_factory=dict[Name, SeverityName])
    """The severity of harm for each means [DP-R-16]."""
    tags: tuple[Name, ...] = ()
    """The tags that hold throughout."""
    places: tuple[Place, ...] = ()
    """Tags that hold for some rounds only [DP-R-109]."""
    details: tuple[SceneDetail, ...] = ()
    """What helps or hinders in the scene [DP-R-109]."""
    at_stake: tuple[Stake, ...] = ()
    """The Intimacies for which Willpower may be spent [DP-R-102]."""
    hazards: tuple[Hazard, ...] = ()
    """Hazards, which nobody intends [DP-R-93]."""
    developments: tuple[Development, ...] = ()
    """New events that keep the conflict going [DP-R-87]."""
    task: Task | None = None
    """The obstacle, where the kind is task [DP-R-95]."""
    at_risk: bool = False
    """Whether everybody runs a risk, even where nobody is hurt [DP-R-101]."""
    finishing: bool = False
    """Whether those who lie helpless may be attacked [DP-R-88]."""
    worth: Worth = Worth()
    """The returns of the endings."""
    aftermath: Annotated[tuple[Step, ...], Meta(max_length=60)] = ()
    """The steps after the conflict, in order [DP-R-97]."""
    rulings: Rulings = Rulings()
    """The options in force; those left out keep their default."""


def seats(scenario: DicePoolScenario) -> tuple[SeatInfo, ...]:
    """Return every character, then the Storyteller if asked about anything."""
    taken = seats_of(scenario.seats)
    judge = scenario.storyteller
    if judge.asked:
        taken.append(SeatInfo(judge.name, None, judge.agent))
    return tuple(taken)
