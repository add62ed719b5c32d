"""The options in force: one field for every place where the text leaves a choice.

Where the text is silent, ambiguous or contradicts itself, the default is the reading it
supports best; the alternatives are there to be compared. `rules.toml` explains each
ruling and names the fields that change it.
"""

from typing import Annotated, Literal

from msgspec import Meta

from sim.rules.skill_roll.skills.scale import ScaleName
from sim.seam.protocol import Sheet

DiceText = Annotated[
    str,
    Meta(
        pattern="^(none|[1-9][0-9]?d[1-9][0-9]{0,2}([+-][0-9]{1,2})?)$",
        examples=["3d6", "2d6+3", "none"],
    ),
]
"""Dice such as "3d6" or "2d6+3", or "none"."""
SkillDice = Annotated[
    str,
    Meta(
        pattern="^.+=(none|[1-9][0-9]?d[1-9][0-9]{0,2}([+-][0-9]{1,2})?)$",
        examples=["archery=1d20", "climbing=none"],
    ),
]
"""The dice of one skill, such as "archery=1d20"."""
Limit = Annotated[int, Meta(ge=1, le=1000)]
Small = Annotated[int, Meta(ge=0, le=100)]


class Rulings(Sheet, cache_hash=True):
    """The options in force; each names the ruling that explains its default."""

    added = frozenset({"research_needs_background", "research_gain", "others_respond"})

    scale: ScaleName = ScaleName.COARSE
    """A level is worth 20 per cent (coarse) or 10 (fine) [SK-RUL-30]."""
    dice: DiceText = "3d6"
    """The dice that are rolled; with none, everybody takes 10 [SK-RUL-39]."""
    dice_by_skill: tuple[SkillDice, ...] = ()
    """Single skills are rolled with other dice, each as skill=dice [SK-ROLL-04]."""
    deterministic: Literal[
        "npc_opponents", "all_opponents", "agent_choice", "nobody"
    ] = "npc_opponents"
    """Who takes 10 when opposing, or whether the roller is asked [SK-RUL-04]."""
    difficulty_hidden: bool = False
    """The difficulty is not shown until the dice have fallen [SK-RUL-65]."""
    expertise_bands: Literal["even_odds", "plus_ten"] = "even_odds"
    """A challenge means even odds, or that 10 just suffices [SK-RUL-01]."""
    routine_margin: Small = 0
    """How far 10 and the skill must exceed the difficulty of a routine use
    [SK-RUL-40].
    """
    partial_inheritance_penalty: Small = 4
    """What partial inheritance of a skill costs [SK-RUL-27]."""
    percent_mode: Literal["additive", "compound"] = "additive"
    """The steps of several levels add up, or multiply [SK-RUL-06]."""
    negative_levels: Literal["symmetric", "fail"] = "symmetric"
    """Failure levels impair a measured use, or it comes to nothing [SK-RUL-07]."""
    mixed_allocation: bool = True
    """Levels of one use may go to aspects and to ranks alike [SK-RUL-08]."""
    rank_cap_rounding: Literal["down", "up"] = "down"
    """How half of an odd number of ranks is rounded [SK-RUL-09]."""
    improved_maximum_lifts_rank_cap: bool = False
    """The Improved Maximum also lifts the cap on ranks for levels [SK-RUL-10]."""
    maximum_traits_are_one: bool = False
    """Either of the two maximum traits of a power means both [SK-RUL-11]."""
    circumstances: Literal["one_row", "sum"] = "one_row"
    """The first row that fits counts, or all that fit [SK-RUL-15]."""
    power_rank_weight: Literal["by_relevance", "maximum", "half", "none"] = (
        "by_relevance"
    )
    """How far a rank of a fitting power shifts the difficulty [SK-RUL-16]."""
    several_opponents: Literal["highest", "each"] = "highest"
    """The best of several opponents counts, or each is rolled against [SK-RUL-17]."""
    defender_rolls: bool = False
    """A defence is rolled rather than taken as 10 [SK-RUL-18]."""
    nonphysical_oops: bool = False
    """OOPS counts in attacks that are not physical [SK-RUL-19]."""
    du_base: Annotated[int, Meta(ge=2, le=100)] = 2
    """The factor between one Distance Unit and the next [SK-RUL-20]."""
    du_rounding: Literal["down", "nearest", "up"] = "down"
    """How metres between two Distance Units are rounded [SK-RUL-20]."""
    use_oops: bool = True
    """Attacks put their attackers out of position [SK-RUL-23]."""
    oops_ranged: Literal["never", "light"] = "never"
    """Attacks from afar give no OOPS, or 1 at levels -1 and 0 [SK-RUL-22]."""
    recovery: Literal["reset", "minus_n"] = "reset"
    """Recovering takes all OOPS away, or some of it [SK-RUL-23]."""
    recovery_n: Limit = 2
    """How much OOPS recovering takes away under minus_n [SK-RUL-23]."""
    damage_rounding: Literal["exact", "floor_total"] = "exact"
    """Damage keeps its fractions, or drops them [SK-RUL-25]."""
    wound_penalty_per_quarter: Small = 0
    """What each quarter of the capacity lost costs on rolls [SK-RUL-33]."""
    bystander_order: Literal["proximity", "random"] = "proximity"
    """Bystanders are checked from the nearest on, or in any order [SK-RUL-26]."""
    bystander_stop_at_first: bool = True
    """The first bystander who is hit stops the stray [SK-RUL-26]."""
    bystander_direction: bool = False
    """A die says in which direction a stray goes [SK-RUL-26]."""
    defence_floor: bool = False
    """A defender uses the best line of defence, not the one that fits [SK-RUL-28]."""
    responses_per_round: Annotated[int, Meta(ge=0, le=100)] | None = None
    """The Responses of a defender a round; by default, any number [SK-RUL-31]."""
    counter_initiative: bool = False
    """A defender may attack at once in place of a defence [SK-RUL-31]."""
    pull_ranks: bool = False
    """Attackers are asked how many ranks they use; otherwise all are used
    [SK-RUL-43].
    """
    initiative: Literal["dex", "seeded_random", "alternate"] = "dex"
    """The order of a round goes by DEX, by dice, or by sides in turn [SK-RUL-32]."""
    knowledge_retries: Small = 0
    """How often the same subject may be asked of a skill again [SK-RUL-35]."""
    faulty_answer_error: Annotated[float, Meta(ge=0, le=1)] = 0.5
    """The chance, from 0 to 1, that a faulty recollection is wrong [SK-RUL-36]."""
    round_cap: Limit = 20
    """The number of rounds after which a fight or contest ends [SK-RUL-55]."""
    at_cap: Literal["points", "draw"] = "points"
    """At the cap the side that stands better wins, or nobody does [SK-RUL-55]."""

    research_needs_background: bool = False
    """Only those with some background in a subject can research it [SK-RUL-67]."""
    research_gain: Literal["by_level", "partial", "full"] = "by_level"
    """The inheritance of a specialised skill gained by research [SK-RUL-67]."""
    others_respond: bool = False
    """Companions of whoever is attacked may step in, or counter [SK-RUL-68]."""

    @property
    def whole(self) -> bool:
        """Whether fractions of damage are dropped [SK-RUL-25]."""
        return self.damage_rounding == "floor_total"
