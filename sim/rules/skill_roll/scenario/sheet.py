"""The scenario file of skill rolls, as its author writes it.

It lists the characters with their skills, what they may do, and where they are.
`compile` turns it into numbers once.
"""

from typing import Annotated, Literal

from msgspec import Meta, field

from sim.rules.skill_roll.scenario.rulings import Rulings
from sim.rules.skill_roll.scenario.seat import (
    Attribute,
    Character,
    Count,
    Name,
    Rank,
    Round,
    Share,
    Skill,
    Units,
)
from sim.rules.skill_roll.skills.charts import (
    CIRCUMSTANCES,
    Circumstance,
    Relation,
    Row,
)
from sim.seam.protocol import Scenario, SeatInfo, Sheet
from sim.seam.sides import seats_of
from sim.spine.marks import Distinct, NotBefore, Ref

Number = Annotated[int, Meta(ge=-100, le=200)]
SeatName = Annotated[Name, Ref("seats")]
"""One of the characters."""
Anybody = Annotated[Name, Ref("seats", "bystanders")]
"""One of the characters or bystanders."""
LastRound = Annotated[Round | None, NotBefore("from_round")]


class Distance(Sheet):
    """The distance between two, and when it holds."""

    between: tuple[Anybody, Anybody]
    """The two characters or bystanders that are apart [SK-RUL-47]."""
    du: Units | None = None
    """The distance in Distance Units [SK-RUL-20]."""
    metres: Annotated[float, Meta(gt=0, le=1e9)] | None = None
    """The distance in metres, if not given in units [SK-RUL-20]."""
    from_round: Round = 1
    """The first round in which they are this far apart."""
    to_round: LastRound = None
    """The last round in which they are this far apart; by default, to the end."""


class Condition(Sheet):
    """A shift of the difficulty of some rolls; a part left out fits any roll."""

    added = frozenset({"answers"})

    who: tuple[SeatName, ...] = ()
    """Those for whose acts it counts."""
    against: tuple[SeatName, ...] = ()
    """Those against whom it counts."""
    approach: Annotated[str, Ref("seats.approaches")] = ""
    """The approach of a contest for which it counts."""
    answers: Annotated[str, Ref("seats.approaches")] = ""
    """The last approach of the side acted against for which it counts."""
    form: Annotated[str, Ref("seats.attacks")] = ""
    """The form of attack for which it counts."""
    skill: Annotated[str, Ref("skills")] = ""
    """The skill for whose use it counts."""
    row: Circumstance = Circumstance.NEUTRAL
    """How far circumstances favour or hinder whoever acts [SK-QLO-04]."""
    percent: Number = 0
    """The advantage of whoever acts, in per cent [SK-QLO-06]."""
    power: str = ""
    """The power whose ranks count; those of the opponent count against it
    [SK-QLO-05].
    """
    ranks: Annotated[int, Meta(ge=-100, le=100)] | None = None
    """The ranks that count for whoever acts, whatever the sheets say."""
    relevant: bool = False
    """Whether the power is directly relevant, so that a rank has full weight
    [SK-RUL-16].
    """
    from_round: Round = 1
    """The first round in which it counts."""
    to_round: LastRound = None
    """The last round in which it counts; by default, to the end."""

    @property
    def shift(self) -> int:
        """What its row adds to the difficulty."""
        return CIRCUMSTANCES[self.row]

    @property
    def has_power(self) -> bool:
        """Whether ranks of a power shift the difficulty."""
        return bool(self.power) or self.ranks is not None


class Bystander(Sheet):
    """Somebody or something without a seat that a stray may hit [SK-RUL-48]."""

    name: Name
    """The name of the bystander, unique in the scenario."""
    dex: Rank = 10
    """Its DEX, which a stray must beat [SK-RUL-26]."""
    size_du: Units = 2
    """Its size in Distance Units."""
    velocity: Count = 0
    """Its speed in VEL units."""
    capacity: Annotated[int, Meta(ge=1, le=10000)] = 100
    """The damage that takes it out."""
    object: bool = False
    """Whether it is a thing, which does not dodge, rather than a person
    [SK-ATTACK-10].
    """
    aware: bool = True
    """Whether it knows that there is a fight; otherwise its DEX does not help."""
    near: dict[Anybody, Units] = field(default_factory=dict[str, int])
    """Its distance from characters, in Distance Units by name."""

    def __hash__(self) -> int:
        """Hash the name, which is unique; the table in this record has no hash."""
        return hash(self.name)


class Culture(Sheet):
    """A people known for its skills, or for the lack of them [SK-CULT-02]."""

    name: Name
    """The name of the culture."""
    shifts: dict[Name, Rank]
    """How many more ranks its members have in each of these skills than others."""


class Aspect(Sheet):
    """One aspect of a measured use, which its levels can improve [SK-QNU-03]."""

    name: Name
    """The name of the aspect."""
    needs: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """The per cent of normal it must reach to count as obtained [SK-CONF-09]."""
    worth: Share = 1.0
    """What part of the whole it is worth [SK-CONF-09]."""


class Researchable(Sheet):
    """A subject that can be researched with a skill [SK-RUL-67]."""

    subject: Name
    """The subject, which is the name of the specialised skill gained [SK-KNOW-02]."""
    closeness: Relation
    """How close it is to the skill, which sets the difficulty [SK-KNOW-03]."""


class Use(Sheet):
    """A single use of a skill, one round of a task."""

    added = frozenset({"research"})

    who: SeatName
    """The character who uses the skill."""
    skill: Skill
    """The skill; a character who lacks it uses an attribute [SK-RUL-27]."""
    attribute: Attribute = "dex"
    """The attribute that counts where the skill is missing [SK-RUL-27]."""
    row: Row | None = None
    """The row of the chart that sets the difficulty, in place of any formula; by
    default, professional_challenging if nothing else sets it [SK-QLU-03, SK-RUL-14].
    """
    difficulty: Number | None = None
    """The difficulty as the Narrator's own number [SK-QLU-03]."""
    quantitative: bool = False
    """Whether it matters how well it goes, not only whether it succeeds
    [SK-ROLL-07].
    """
    aspects: Annotated[tuple[Aspect, ...], Distinct()] = ()
    """The aspects that its levels may improve [SK-QNU-03]."""
    against: Annotated[str, Ref("seats")] = ""
    """The character who actively opposes it [SK-ROLL-07]."""
    resisted_by: tuple[Skill, ...] = ()
    """The skills of which the opponent uses the best to resist [SK-QLO-03]."""
    pressed: bool = False
    """Whether time is short, so that it is not routine [SK-ROUT-02]."""
    must_roll: bool = False
    """Whether somebody acts against the result, so that it is not routine
    [SK-ROUT-03].
    """
    among: Annotated[str, Ref("cultures")] = ""
    """The culture by whose standards it is judged [SK-CULT-03]."""
    power: str = ""
    """The power of the character that is used with the skill; to a measured use against
    an opponent it only lends ranks [SK-POW-01, SK-QNU-04].
    """
    required: Annotated[int, Meta(ge=1, le=100)] | None = None
    """The ranks of it that are needed; by default, the power as described
    [SK-POW-03].
    """
    excess_steps: Count = 0
    """The steps by which it must exceed the power [SK-POW-02]."""
    better: Count = 0
    """The number of circumstances that improve it by a step each [SK-QNU-06,
    SK-QLO-06].
    """
    worse: Count = 0
    """The number of circumstances that impair it by a step each [SK-QNU-06,
    SK-QLO-06].
    """
    modifier: Annotated[int, Meta(ge=-50, le=50)] = 0
    """The number added to the roll [SK-ROLL-03]."""
    knowledge: Relation | None = None
    """For a use of knowledge: how close the subject is to the skill [SK-KNOW-03]."""
    subject: str = ""
    """The subject it asks about [SK-KNOW-01]."""
    range_du: Units | None = None
    """For a shot: the distance of the target, in Distance Units [SK-ATTACK-10]."""
    research: Annotated[
        tuple[Researchable, ...], Distinct("subject"), Meta(max_length=20)
    ] = ()
    """For research: the topics its user may choose from; success gains a specialised
    skill [SK-KNOW-02, SK-RUL-67].
    """


Topic = Literal["routine", "difficulty", "circumstance", "weight", "bystanders"]
"""What a Narrator can be asked about."""


class Narrator(Sheet):
    """Who judges. Asked about nothing, the Narrator has settled all in advance."""

    name: Name = "Narrator"
    """The name of the Narrator."""
    agent: str = "steady"
    """The agent that answers for the Narrator."""
    asked: Annotated[tuple[Topic, ...], Distinct()] = ()
    """The topics the Narrator is asked about; the rest is settled [SK-RUL-60]."""


class Worth(Sheet):
    """The returns of endings that no aim covers [SK-RUL-55]."""

    escaped: Share = 0.5
    """The return of whoever got away."""
    field: Share = 0.5
    """The return of those whose opponents all got away."""
    draw: Share = 0.5
    """Everyone's return when nobody wins."""


class SkillRollScenario(Scenario, kw_only=True):
    """A fight, a contest or a task decided by skill rolls."""

    kind: Literal["combat", "contest", "task"]
    """Whether it is a fight, a contest between sides, or a task of single uses
    [SK-CONF-01].
    """
    seats: Annotated[tuple[Character, ...], Meta(min_length=1, max_length=12)]
    """The characters that take part."""
    uses: Annotated[tuple[Use, ...], Meta(max_length=50)] = ()
    """The uses of skills that make up a task, one a round [SK-CONF-09]."""
    goal: Annotated[int, Meta(ge=1, le=100)] = 3
    """The progress that wins a contest [SK-CONF-03]."""
    distance_du: Units = 1
    """The distance between all pairs that `distances` does not list [SK-RUL-47]."""
    distances: tuple[Distance, ...] = ()
    """Other distances between pairs; the first that fits counts [SK-RUL-47]."""
    conditions: tuple[Condition, ...] = ()
    """What shifts the difficulty of some rolls [SK-RUL-61]."""
    bystanders: tuple[Bystander, ...] = ()
    """Bystanders, who may be hit by strays [SK-RUL-48]."""
    cultures: Annotated[tuple[Culture, ...], Distinct()] = ()
    """The cultures by whose standards a skill may be judged [SK-CULT-02]."""
    heal: bool = False
    """Whether those who come from an earlier conflict enter unhurt [SK-RUL-64]."""
    narrator: Narrator = Narrator()
    """The Narrator, who judges what the scenario leaves open [SK-RUL-60]."""
    worth: Worth = Worth()
    """The returns of endings without a winner [SK-RUL-55]."""
    rulings: Rulings = Rulings()
    """The options in force; those left out keep their default."""


def seats(scenario: SkillRollScenario) -> tuple[SeatInfo, ...]:
    """Return every character, then the Narrator if asked about anything."""
    taken = seats_of(scenario.seats)
    narrator = scenario.narrator
    if narrator.asked:
        taken.append(SeatInfo(narrator.name, None, narrator.agent))
    return tuple(taken)
