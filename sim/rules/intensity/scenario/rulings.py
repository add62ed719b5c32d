"""The options in force: one field for every place where the text leaves a choice.

A scenario states only what differs from these defaults. `rules.toml` explains each
ruling and names the fields that change it in brackets.
"""

from typing import Annotated, Literal

from msgspec import Meta

from sim.seam.protocol import Sheet

LARGEST = 20
"""No die has more faces [IN-R-02]."""

Size = Annotated[int, Meta(ge=1, le=LARGEST)]
Limit = Annotated[int, Meta(ge=1, le=1000)]


class Rulings(Sheet):
    """The options of the rule system; every default is the ruling's own."""

    max_size: Size = LARGEST
    """The largest die there is [IN-R-02]."""
    max_prize: Size = 12
    """The largest die a helping or situational goal may ask for [IN-R-49]."""
    max_rounds: Limit = 50
    """The round limit, which is a safeguard and not a rule [IN-R-39]."""
    goals_chosen: Literal["each_round", "once"] = "each_round"
    """Whether goals may change from round to round [IN-GOAL-02]."""
    sealed: bool = True
    """Whether goals and pools stay hidden until all have chosen [IN-R-06]."""
    base_cost: Literal["participant", "side"] = "participant"
    """Who pays the point for the base pool [IN-R-04]."""
    broke: Literal["no_pool", "forced_cede"] = "no_pool"
    """What happens to a participant without Intensity [IN-R-05]."""
    health_rollable: bool = True
    """Whether health may be one of the dice in a pool [IN-R-07]."""
    default_d2: Literal["none", "gm_only", "everyone"] = "gm_only"
    """Whose empty categories are filled with d2s [IN-R-08]."""
    static_mode: Literal["abilities", "one_roll"] = "abilities"
    """Whether an obstacle is worn down, or one roll decides [IN-R-11]."""
    static_deals_damage: bool = True
    """Whether an obstacle's successes do damage [IN-R-11]."""
    damage_model: Literal["pips", "chain", "nearest_real"] = "pips"
    """What a pip does to a die [IN-R-18]."""
    targets: Literal["any", "rolled"] = "any"
    """Whether damage may land on dice that were not rolled [IN-R-19]."""
    preempt_on_zero: bool = False
    """Whether the first blow can forestall the second [IN-R-20]."""
    goal_ability: Literal["named", "any_always"] = "named"
    """Whether a goal that names an ability needs that one at zero [IN-R-23]."""
    cede_unit: Literal["participant", "side"] = "participant"
    """Who leaves by a cession [IN-R-27]."""
    help_lasts: Literal["successes", "once"] = "successes"
    """Whether help lasts a roll for each success, or one roll only [IN-HELP-03]."""
    helper_defends: Literal["same_roll", "no_pool", "second_pool"] = "same_roll"
    """With which pool a helper meets attackers [IN-R-29]."""
    failure_counts: Literal["kept", "raw"] = "kept"
    """Which successes of the difficulty are failures [IN-R-30]."""
    penalty_target: Literal["ally", "helper"] = "ally"
    """Who gets the penalty dice of a failed help [IN-R-30]."""
    penalty_effect: Literal["opposing_die", "cancel_best"] = "opposing_die"
    """What a penalty die does [IN-R-30]."""
    penalty_stack: Literal["sequential", "together"] = "sequential"
    """Whether failures last longer or weigh more [IN-R-31]."""
    duration: Literal["rolls", "rounds"] = "rolls"
    """What wears situation and penalty dice out [IN-R-32]."""
    situation_pool: Literal["shared", "separate"] = "shared"
    """Which pool a situational goal is rolled against [IN-R-33]."""
    situation_penalty: bool = False
    """Whether failures of a situational goal give penalty dice [IN-R-34]."""
    keep_situation_dice: bool = False
    """Whether unused situation dice outlast the conflict [IN-R-35]."""
    replace_policy: Literal["smallest", "none", "explicit"] = "smallest"
    """How difficulty dice are replaced; explicit asks the GM's seat [IN-R-36]."""
    inflicted_scope: Literal["always", "tagged"] = "always"
    """When an inflicted die counts [IN-R-37]."""
    restore_between: Literal["all", "not_zeroed", "none"] = "not_zeroed"
    """What recovers when the conflict is over [IN-R-38]."""
