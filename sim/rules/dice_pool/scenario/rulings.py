"""The options in force: one field for every place where the text leaves a choice.

The text says neither which faces succeed nor how long a turn is, so many defaults come
from related games and are cited as rulings wherever they are applied. `rules.toml`
explains each ruling and names the fields that change it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from sim.seam.protocol import Sheet
from sim.spine.marks import Distinct, Ref

Face = Annotated[int, Meta(ge=1, le=10)]
AgainFace = Annotated[int, Meta(ge=8, le=11)]
Count = Annotated[int, Meta(ge=0, le=100)]
Positive = Annotated[int, Meta(ge=1, le=1000)]
Seconds = Annotated[int, Meta(ge=1, le=86_400)]
UseName = Literal["damage", "bonus", "penalty", "reputation", "holdings", "none"]

DIRECT, SIDES = "direct", "sides"


class Rulings(Sheet, cache_hash=True):
    """The options in force; each names the ruling that explains its default."""

    before: ClassVar[Mapping[str, Any]] = MappingProxyType(
        {
            "opposition": SIDES,
            "many_details": "by_fives",
            "standing_tie": "tie",
            "night_minutes": 0,
            "care_pace": 1,
            "default_resists": False,
            "restored_virtue": "one_dot",
            "last_finished": False,
            "costly_acts": "contests",
        }
    )

    success_face: Annotated[int, Meta(ge=2, le=10)] = 8
    """A die that shows this or more is a success [DP-R-01]."""
    again_face: AgainFace = 10
    """A die that shows this or more is thrown again; 11 means never [DP-R-02]."""
    again_limit: Annotated[int, Meta(ge=1, le=50)] = 20
    """The largest number of waves of dice thrown again [DP-R-76]."""
    chance_face: Face = 10
    """A chance die succeeds on this or more [DP-R-03]."""
    chance_explodes: bool = False
    """A chance die that succeeds is thrown again like any other [DP-R-03]."""
    dramatic_failure: bool = False
    """A chance die that shows 1 is noted as a dramatic failure [DP-R-03]."""
    unskilled_mental: Count = 0
    """The dice that a mental pool with a Skill of 0 loses [DP-R-05]."""
    unskilled_physical: Count = 0
    """The dice that a physical pool with a Skill of 0 loses [DP-R-05]."""
    unskilled_social: Count = 0
    """The dice that a social pool with a Skill of 0 loses [DP-R-05]."""
    stacking: Literal["holistic", "max", "explicit"] = "holistic"
    """Details are judged together, only the best counts, or a judge says [DP-R-06]."""
    soft_cap: Count = 5
    """The most that ordinary details are worth together [DP-R-07]."""
    exceptional_at: Positive | None = None
    """The successes from which a roll is noted as exceptional; by default, none is
    [DP-R-75].
    """
    tie: Literal["inconclusive", "actor", "opposition"] = "inconclusive"
    """Equal totals decide nothing, or for one of two sides [DP-R-10]."""
    sealed: bool = True
    """What both sides choose at one step stays hidden until all have [DP-R-11]."""
    waiver_allows_mitigation: bool = True
    """One who waives a contest may still spend Willpower on the harm [DP-R-13]."""
    margin_uses: Annotated[tuple[UseName, ...], Distinct()] = (
        "damage",
        "bonus",
        "penalty",
        "reputation",
        "holdings",
    )
    """A winner may claim a margin for these, besides for nothing [DP-R-15]."""
    carry_uses: Positive = 1
    """The number of rolls on which dice gained by a margin count [DP-R-15]."""
    weapon_mode: Literal["edge", "flat"] = "edge"
    """A weapon adds its dice to the pool, or points to the damage [DP-R-16]."""
    exchange: Literal["mutual", "alternating"] = "mutual"
    """All act at once, or one after the other [DP-R-17]."""
    turn_seconds: Seconds = 3
    """The seconds that a turn of a violent conflict takes [DP-R-18]."""
    max_turns: Positive = 100
    """The number of rounds after which the conflict ends at the latest [DP-R-18]."""
    loss_scope: Literal["conflict", "scene"] = "conflict"
    """Losses are forgotten with the conflict, or with its scene [DP-R-20]."""
    loss_limit: Literal["enforced", "advisory", "off"] = "enforced"
    """Losses force defeat, or a judge says whether, or never do [DP-R-21]."""
    loss_limit_in_violence: bool = False
    """Losses count in violent conflicts too [DP-R-21]."""
    rote_mode: Literal["choose", "add"] = "choose"
    """Of the two throws of a rote action one counts, or both do [DP-R-27]."""
    auto_order: Literal["add_then_floor", "floor_then_add"] = "add_then_floor"
    """The order in which automatic successes change the total [DP-R-30]."""
    upgrade_rule: Literal["one_step", "to_incoming"] = "one_step"
    """With no empty box a point worsens a wound a step, or fully [DP-R-32]."""
    consciousness_pool: Annotated[
        tuple[Annotated[str, Ref("attributes")], ...], Meta(min_length=1, max_length=2)
    ] = ("stamina",)
    """The traits to roll to stay conscious when full of bashing wounds [DP-R-34]."""
    stabilize: Literal["roll", "auto", "never"] = "roll"
    """Tending stops bleeding by a roll, without one, or not at all [DP-R-37]."""
    bleed_seconds: Seconds = 60
    """The seconds after which bleeding does another point [DP-R-38]."""
    heal_interrupt: Literal["pause", "reset"] = "pause"
    """A milder wound makes the healing of a worse one wait, or start over [DP-R-40]."""
    willpower_cap: Literal["all_uses", "reflexive_only"] = "all_uses"
    """One point a round is the limit of all uses, or of reflexive ones [DP-R-44]."""
    boost_timing: Literal["before", "after"] = "before"
    """Willpower is spent on a pool before its dice fall, or after [DP-R-45]."""
    roll_off_seconds: Seconds = 60
    """The seconds that a roll-off or an attempt takes [DP-R-91]."""
    opposition: Literal["direct", "sides"] = "direct"
    """Each direct act is a contest of its own, or a round is one [DP-R-78]."""
    many_details: Literal["by_threes", "by_fives"] = "by_threes"
    """Many details are worth a die more from three on, or for every five [DP-R-06]."""
    standing_tie: Literal["actor", "opposition", "inconclusive", "tie"] = "actor"
    """Matching what was made before is enough, or not, or as in a contest [DP-R-14]."""
    night_minutes: Annotated[int, Meta(ge=0, le=1440)] = 360
    """The fewest minutes that count as a rest [DP-R-48]."""
    care_pace: Annotated[int, Meta(ge=1, le=100)] = 2
    """The factor by which medical care speeds up healing [DP-R-111]."""
    default_resists: bool = True
    """Those without a pool to answer with use common ones, and may protect
    [DP-R-112].
    """
    restored_virtue: Literal["two_dots", "one_dot"] = "two_dots"
    """A Virtue shown with a restored soul also brings a dot of its own [DP-R-68]."""
    last_finished: bool = True
    """A helpless side stays in the conflict while somebody strikes at it [DP-R-88]."""
    costly_acts: Literal["everywhere", "contests"] = "everywhere"
    """Acts cost points in tasks too, and may be for an Intimacy [DP-R-105]."""
