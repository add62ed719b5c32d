"""What a scenario file of dice pools says, as its author writes it.

What kind of conflict it is, who takes part, what the Storyteller has settled, and what
comes after. `compile` turns it into numbers once.
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
    """The Storyteller goes by this name."""
    agent: str = "steady"
    """This agent answers for the Storyteller."""
    asked: Annotated[tuple[Topic, ...], Distinct()] = ()
    """The Storyteller is asked about these; the rest is settled [DP-R-77]."""


class Stake(Sheet):
    """What an Intimacy has at stake, and when."""

    intimacy: Name
    """This Intimacy is at stake [DP-R-102]."""
    who: SeatName
    """It is one of this character."""
    from_round: Round = 1
    """It is at stake from this round on."""
    to_round: Annotated[Round | None, NotBefore("from_round")] = None
    """It is at stake up to and including this round; unset, to the end."""


class Hazard(Sheet, kw_only=True):
    """Something that hurts without anybody wanting it."""

    label: Name
    """The hazard is called so."""
    round: Round
    """It strikes in this round [DP-R-93]."""
    who: tuple[SeatName, ...] = ()
    """It strikes these; empty: everybody who is there."""
    points: Annotated[int, Meta(ge=1, le=100)]
    """It does so many points."""
    severity: SeverityName = "lethal"
    """The points are of this severity."""
    resistant: bool = False
    """The wounds are Resistant [DP-RESIST-01]."""
    contest: Pool = ()
    """A success with this pool avoids it; empty: nothing does [DP-CONTEST-09]."""
    difficulty: Rating = 0
    """That roll loses so many dice."""


class Opposition(Sheet):
    """Effort that was put up before, and that a task must beat."""

    total: Rating | None = None
    """It was made with so many successes [DP-R-14]."""
    dice: Annotated[int, Meta(ge=1, le=40)] | None = None
    """It is rolled now, once, with so many dice [DP-CONTEST-07]."""
    owner: str = ""
    """This says whose work it is."""


class Prerequisite(Sheet):
    """What must be paid before an obstacle can be tried at all."""

    minutes: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """It takes so many minutes [DP-STATIC-03]."""
    resources: str = ""
    """It takes this."""


class Task(Sheet):
    """An obstacle without a will, or opposition that was put up before."""

    name: Name
    """The obstacle is called so."""
    opposition: Opposition | None = None
    """It must be beaten; unset: one success is enough [DP-STATIC-01]."""
    prerequisite: Prerequisite | None = None
    """It is paid with the first attempt [DP-STATIC-03]."""
    retries: Annotated[int, Meta(ge=0, le=50)] = 1
    """After a failure one may try so many times more [DP-R-95]."""
    retry_difficulty: Rating = 1
    """Each failure is one more detail of difficulty, so heavy [DP-R-95]."""
    together: bool = False
    """Those who try roll in one round, and the best counts [DP-TEAM-02]."""
    deadline: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    """After so many minutes it is too late; unset: time is no matter."""


class Worth(Sheet):
    """What each ending is worth, from 0 to 1."""

    won: Share = 1.0
    """A side that is left alone gets this [DP-R-90]."""
    standoff: Share = 0.5
    """Everybody gets this when nobody obtains anything [DP-R-90]."""
    conceded: Share = 0.0
    """One who gave up gets this [DP-R-90]."""
    out: Share = 0.0
    """One who fell gets this [DP-R-90]."""
    dead: Share | None = None
    """One who is dead in the end gets this; unset: as if alive [DP-R-90]."""
    succumbed: Share | None = None
    """One whom the loss of a soul has broken gets this; unset: as if not [DP-R-90]."""
    hardened: Share | None = None
    """One who has lost Morality gets this in the end; unset: as if not [DP-R-90]."""


class DicePoolScenario(Scenario, kw_only=True):
    """A conflict decided by pools of ten-sided dice."""

    added: ClassVar[frozenset[str]] = frozenset({"at_risk"})

    kind: Literal["violent", "contest", "task", "aftermath"]
    """Bodies are hurt, or sides contend, or an obstacle is tried [DP-R-91]."""
    stakes: str = ""
    """What it is all about, in words."""
    seats: Annotated[tuple[Character, ...], Meta(min_length=1, max_length=12)]
    """These characters take part, in the order in which they are asked [DP-R-82]."""
    storyteller: Storyteller = Storyteller()
    """The Storyteller judges what the scenario leaves open [DP-R-77]."""
    means: dict[Name, SeverityName] = field(default_factory=dict[Name, SeverityName])
    """How severe the harm of each means is [DP-R-16]."""
    tags: tuple[Name, ...] = ()
    """These tags hold throughout."""
    places: tuple[Place, ...] = ()
    """These tags come and go [DP-R-109]."""
    details: tuple[SceneDetail, ...] = ()
    """What helps or hinders in the scene [DP-R-109]."""
    at_stake: tuple[Stake, ...] = ()
    """For these Intimacies Willpower may be spent [DP-R-102]."""
    hazards: tuple[Hazard, ...] = ()
    """These strike of themselves [DP-R-93]."""
    developments: tuple[Development, ...] = ()
    """These keep a conflict going [DP-R-87]."""
    task: Task | None = None
    """The obstacle, where the kind is task [DP-R-95]."""
    at_risk: bool = False
    """All who take part run a risk, though nobody is hurt [DP-R-101]."""
    finishing: bool = False
    """One may strike at those who lie helpless [DP-R-88]."""
    worth: Worth = Worth()
    """What each ending is worth."""
    aftermath: Annotated[tuple[Step, ...], Meta(max_length=60)] = ()
    """What comes after, step by step [DP-R-97]."""
    rulings: Rulings = Rulings()
    """These readings of the rules are in force; unsaid ones keep their default."""


def side_of(character: Character) -> str:
    """Return the name of the side *character* is on."""
    return character.side or character.name


def side_names(scenario: DicePoolScenario) -> tuple[str, ...]:
    """Return the sides, in the order in which their first members stand."""
    return tuple(dict.fromkeys(side_of(one) for one in scenario.seats))


def seats(scenario: DicePoolScenario) -> tuple[SeatInfo, ...]:
    """Return who is asked: every character, then the Storyteller if asked at all."""
    sides = side_names(scenario)
    taken = [
        SeatInfo(one.name, sides.index(side_of(one)), one.agent, side_of(one))
        for one in scenario.seats
    ]
    judge = scenario.storyteller
    if judge.asked:
        taken.append(SeatInfo(judge.name, None, judge.agent))
    return tuple(taken)
