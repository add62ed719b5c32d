"""What a scenario file of skill rolls says, as its author writes it.

Characters with their skills, what they may do, and where. `compile` turns it into
numbers once.
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
from sim.spine.marks import Distinct, NotBefore, Ref

Number = Annotated[int, Meta(ge=-100, le=200)]
SeatName = Annotated[Name, Ref("seats")]
"""One of the characters."""
Anybody = Annotated[Name, Ref("seats", "bystanders")]
"""One of the characters or bystanders."""
LastRound = Annotated[Round | None, NotBefore("from_round")]


class Distance(Sheet):
    """How far two are from each other, and when."""

    between: tuple[Anybody, Anybody]
    """These two, characters or bystanders, are so far apart [SK-RUL-47]."""
    du: Units | None = None
    """They are so many Distance Units apart [SK-RUL-20]."""
    metres: Annotated[float, Meta(gt=0, le=1e9)] | None = None
    """They are so many metres apart, where the units are not said [SK-RUL-20]."""
    from_round: Round = 1
    """They are so far apart from this round on."""
    to_round: LastRound = None
    """They are so far apart up to and including this round; unset, to the end."""


class Condition(Sheet):
    """What shifts the difficulty of some rolls: each part unset fits any."""

    added = frozenset({"answers"})

    who: tuple[SeatName, ...] = ()
    """It counts when one of these acts."""
    against: tuple[SeatName, ...] = ()
    """It counts against one of these."""
    approach: Annotated[str, Ref("seats.approaches")] = ""
    """It counts for this approach of a contest."""
    answers: Annotated[str, Ref("seats.approaches")] = ""
    """It counts while the side acted against went by this approach last."""
    form: Annotated[str, Ref("seats.attacks")] = ""
    """It counts for this form of attack."""
    skill: Annotated[str, Ref("skills")] = ""
    """It counts when this skill is used."""
    row: Circumstance = Circumstance.NEUTRAL
    """The circumstances favour or hinder the one who acts so [SK-QLO-04]."""
    percent: Number = 0
    """The one who acts has so many per cent of an advantage [SK-QLO-06]."""
    power: str = ""
    """Ranks of this power count, those of the opponent against it [SK-QLO-05]."""
    ranks: Annotated[int, Meta(ge=-100, le=100)] | None = None
    """So many ranks count for the one who acts, whatever the sheets say."""
    relevant: bool = False
    """The power is directly relevant, so that a rank has full weight [SK-RUL-16]."""
    from_round: Round = 1
    """It counts from this round on."""
    to_round: LastRound = None
    """It counts up to and including this round; unset, to the end."""

    @property
    def shift(self) -> int:
        """What its row does to the difficulty."""
        return CIRCUMSTANCES[self.row]

    @property
    def has_power(self) -> bool:
        """Whether ranks of a power shift the difficulty."""
        return bool(self.power) or self.ranks is not None


class Bystander(Sheet):
    """Somebody or something without a seat that a stray may hit [SK-RUL-48]."""

    name: Name
    """It goes by this name, which nobody else may have."""
    dex: Rank = 10
    """Its DEX is what a stray must beat [SK-RUL-26]."""
    size_du: Units = 2
    """It is so large, in Distance Units."""
    velocity: Count = 0
    """It moves so fast, in VEL units."""
    capacity: Annotated[int, Meta(ge=1, le=10000)] = 100
    """So much damage is all it can take."""
    object: bool = False
    """It is a thing, not a person, and does not dodge [SK-ATTACK-10]."""
    aware: bool = True
    """It knows that there is a fight; otherwise its DEX does not help."""
    near: dict[Anybody, Units] = field(default_factory=dict[str, int])
    """It is so many Distance Units from these characters."""

    def __hash__(self) -> int:
        """Go by the name: a table has no hash, and no two have the same name."""
        return hash(self.name)


class Culture(Sheet):
    """A people known for its skills, or for the lack of them [SK-CULT-02]."""

    name: Name
    """The culture goes by this name."""
    shifts: dict[Name, Rank]
    """Its members have so much more of each of these skills than others."""


class Aspect(Sheet):
    """One thing about a measured use that its levels can improve [SK-QNU-03]."""

    name: Name
    """The aspect goes by this name."""
    needs: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """It must reach so many per cent of normal to count as obtained [SK-CONF-09]."""
    worth: Share = 1.0
    """Obtaining it is this part of the whole [SK-CONF-09]."""


class Researchable(Sheet):
    """A subject that can be researched with a skill [SK-RUL-67]."""

    subject: Name
    """Research gains a specialised skill of this name [SK-KNOW-02]."""
    closeness: Relation
    """It is this close to the skill, which says how hard it is [SK-KNOW-03]."""


class Use(Sheet):
    """A single use of a skill, one round of a task."""

    added = frozenset({"research"})

    who: SeatName
    """This character uses it."""
    skill: Skill
    """It is this skill; without it, an attribute counts [SK-RUL-27]."""
    attribute: Attribute = "dex"
    """This attribute counts where the skill is missing [SK-RUL-27]."""
    row: Row | None = None
    """It is as hard as this row of the chart, in place of any formula; unset and where
    nothing else says, professional_challenging [SK-QLU-03, SK-RUL-14]."""
    difficulty: Number | None = None
    """It is as hard as the Narrator's own number [SK-QLU-03]."""
    quantitative: bool = False
    """How well it goes matters, not only whether [SK-ROLL-07]."""
    aspects: Annotated[tuple[Aspect, ...], Distinct()] = ()
    """Its levels may improve these [SK-QNU-03]."""
    against: Annotated[str, Ref("seats")] = ""
    """This character actively opposes it [SK-ROLL-07]."""
    resisted_by: tuple[Skill, ...] = ()
    """The opponent resists with the best of these skills [SK-QLO-03]."""
    pressed: bool = False
    """There is no time, so it is not routine [SK-ROUT-02]."""
    must_roll: bool = False
    """Somebody acts against the result, so it is not routine [SK-ROUT-03]."""
    among: Annotated[str, Ref("cultures")] = ""
    """It is judged by this culture's standards [SK-CULT-03]."""
    power: str = ""
    """This power of the character is used with the skill; of a measured use against
    an opponent it lends ranks alone [SK-POW-01, SK-QNU-04]."""
    required: Annotated[int, Meta(ge=1, le=100)] | None = None
    """So many ranks of it are needed; unset, the power as described [SK-POW-03]."""
    excess_steps: Count = 0
    """It must exceed the power by so many steps [SK-POW-02]."""
    better: Count = 0
    """So many circumstances each improve it by a step [SK-QNU-06, SK-QLO-06]."""
    worse: Count = 0
    """So many circumstances each impair it by a step [SK-QNU-06, SK-QLO-06]."""
    modifier: Annotated[int, Meta(ge=-50, le=50)] = 0
    """So much is added to the roll [SK-ROLL-03]."""
    knowledge: Relation | None = None
    """It asks what is known of a subject this close to the skill [SK-KNOW-03]."""
    subject: str = ""
    """It asks about this subject [SK-KNOW-01]."""
    range_du: Units | None = None
    """It is a shot at a target so far away [SK-ATTACK-10]."""
    research: Annotated[
        tuple[Researchable, ...], Distinct("subject"), Meta(max_length=20)
    ] = ()
    """It is spent on research into one of these topics, as its user chooses, and
    success gains a specialised skill [SK-KNOW-02, SK-RUL-67]."""


Topic = Literal["routine", "difficulty", "circumstance", "weight", "bystanders"]
"""What a Narrator can be asked about."""


class Narrator(Sheet):
    """Who judges. Asked about nothing, the Narrator has settled all in advance."""

    name: Name = "Narrator"
    """The Narrator goes by this name."""
    agent: str = "steady"
    """This agent answers for the Narrator when asked."""
    asked: Annotated[tuple[Topic, ...], Distinct()] = ()
    """The Narrator is asked about these; the rest is settled [SK-RUL-60]."""


class Worth(Sheet):
    """What the endings are worth that no aim speaks of [SK-RUL-55]."""

    escaped: Share = 0.5
    """One who got away gets this."""
    field: Share = 0.5
    """One whose opponents all got away gets this."""
    draw: Share = 0.5
    """Everyone gets this when nobody wins."""


class SkillRollScenario(Scenario, kw_only=True):
    """A fight, a contest or a task decided by skill rolls."""

    kind: Literal["combat", "contest", "task"]
    """It is a fight, sides against each other, or single uses [SK-CONF-01]."""
    seats: Annotated[tuple[Character, ...], Meta(min_length=1, max_length=12)]
    """These characters take part."""
    uses: Annotated[tuple[Use, ...], Meta(max_length=50)] = ()
    """A task is these uses of skills, one a round [SK-CONF-09]."""
    goal: Annotated[int, Meta(ge=1, le=100)] = 3
    """A contest is won by so much progress [SK-CONF-03]."""
    distance_du: Units = 1
    """Whoever is not said to be elsewhere is so far from everyone [SK-RUL-47]."""
    distances: tuple[Distance, ...] = ()
    """These pairs are at other distances, the first that fits [SK-RUL-47]."""
    conditions: tuple[Condition, ...] = ()
    """These shift the difficulty of some rolls [SK-RUL-61]."""
    bystanders: tuple[Bystander, ...] = ()
    """These stand around and may be hit by strays [SK-RUL-48]."""
    cultures: Annotated[tuple[Culture, ...], Distinct()] = ()
    """By their standards a skill may be judged [SK-CULT-02]."""
    heal: bool = False
    """Whoever enters from an earlier conflict enters unhurt [SK-RUL-64]."""
    narrator: Narrator = Narrator()
    """The Narrator judges what the scenario leaves open [SK-RUL-60]."""
    worth: Worth = Worth()
    """This says what the endings without a winner are worth [SK-RUL-55]."""
    rulings: Rulings = Rulings()
    """These readings of the rules are in force; unsaid ones keep their default."""


def side_of(character: Character) -> str:
    """Return the name of the side *character* is on."""
    return character.side or character.name


def side_names(scenario: SkillRollScenario) -> tuple[str, ...]:
    """Return the sides, in the order in which their first members stand."""
    return tuple(dict.fromkeys(side_of(one) for one in scenario.seats))


def seats(scenario: SkillRollScenario) -> tuple[SeatInfo, ...]:
    """Return who is asked: every character, then the Narrator if asked at all."""
    sides = side_names(scenario)
    taken = [
        SeatInfo(one.name, sides.index(side_of(one)), one.agent, side_of(one))
        for one in scenario.seats
    ]
    narrator = scenario.narrator
    if narrator.asked:
        taken.append(SeatInfo(narrator.name, None, narrator.agent))
    return tuple(taken)
