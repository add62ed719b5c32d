"""The readings in force: one field for every place where the text leaves a choice.

A scenario states only what departs from these defaults. What each ruling says is in
RULINGS, with the fields that choose another reading in brackets.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

LARGEST = 20
"""No die has more faces [IN-R-02]."""

Size = Annotated[int, Meta(ge=1, le=LARGEST)]
Limit = Annotated[int, Meta(ge=1, le=1000)]


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of the rule system; every default is the ruling's own."""

    max_size: Size = LARGEST
    """The largest die there is [IN-R-02]."""
    max_prize: Size = 12
    """The largest die a helping or situational goal may ask for [IN-R-49]."""
    max_rounds: Limit = 50
    """The round limit, a guard and not a rule [IN-R-39]."""
    goals_chosen: Literal["each_round", "once"] = "each_round"
    """Whether goals may change from round to round [IN-GOAL-02]."""
    sealed: bool = True
    """Whether goals and pools stay hidden until all have chosen [IN-R-06]."""
    base_cost: Literal["participant", "side"] = "participant"
    """Who pays the point for the base pool [IN-R-04]."""
    broke: Literal["no_pool", "forced_cede"] = "no_pool"
    """What becomes of one without Intensity [IN-R-05]."""
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
    """With what a helper meets those who come at him [IN-R-29]."""
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
    """Against what a situational goal is rolled [IN-R-33]."""
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


RULINGS: Mapping[str, str] = {
    "IN-R-01": (
        "The categories are data of the scenario, at least one; three, such as trait,"
        " skill and asset, fit the text best."
    ),
    "IN-R-02": (
        "A die may have any number of faces up to a limit; a d1 always shows 1, and"
        " size 0 means the ability is gone. [max_size]"
    ),
    "IN-R-03": (
        "Starting Intensity is data of the scenario; none comes back during a"
        " conflict, and what is left is reported at the end."
    ),
    "IN-R-04": (
        "Everyone who assembles a pool pays the base point; or the first of a side"
        " pays it for all of the side. [base_cost]"
    ),
    "IN-R-05": (
        "One without Intensity may stay in without a pool, or is made to cede; when"
        " nobody at all can assemble a pool, the conflict ends exhausted. [broke]"
    ),
    "IN-R-06": (
        "Goals, and then dice, are chosen hidden and shown together; damage, going on"
        " and ceding are open, one after another. [sealed]"
    ),
    "IN-R-07": (
        "The base pool has a die of every category one has a die in; an ability is"
        " rolled at most once a round. [health_rollable]"
    ),
    "IN-R-08": (
        "Only pools the GM makes up are filled with d2s, up to one die per category;"
        " or everybody's pools are, or none. [default_d2]"
    ),
    "IN-R-09": (
        "The price of extra dice starts again at 1 every round, and dice are not used"
        " up."
    ),
    "IN-R-10": (
        "Active characters of the GM's pay from Intensity of their own; obstacles"
        " never pay."
    ),
    "IN-R-11": (
        "The dice of an obstacle, but not its fillers, are its abilities; it wants to"
        " keep everyone from their goal, never cedes, and whoever plays it places its"
        " damage. Or one roll decides. [static_mode, static_deals_damage]"
    ),
    "IN-R-12": (
        "Two participants of different sides are compared when at least one of them"
        " targets the other with this round's goal, and both can score."
    ),
    "IN-R-13": "One roll a round stands in all comparisons of its owner.",
    "IN-R-14": "After a tie at the top the first unequal pair gives the upper hand.",
    "IN-R-15": "When every pair ties, nobody has the upper hand and nothing happens.",
    "IN-R-16": "The comparison stops where the longer pool does.",
    "IN-R-17": (
        "Successes are discarded pair of participants by pair, in the order they were"
        " scored; this holds for helping, situational and obstacle rolls too."
    ),
    "IN-R-18": (
        "A pip is one face of a die, so that a d8 hit by three is a d5; or a step"
        " down the real dice; or pips are kept and the next smaller real die is"
        " rolled. [damage_model]"
    ),
    "IN-R-19": (
        "Whoever scored picks among the opponent's abilities that are left, rolled or"
        " not; fillers and dice won in the conflict cannot be picked. [targets]"
    ),
    "IN-R-20": (
        "Both sides land their damage, and only then zeros count; or one who has just"
        " been beaten lands nothing any more. [preempt_on_zero]"
    ),
    "IN-R-21": (
        "No ability takes more pips than it has; pips for which nothing is left are"
        " wasted."
    ),
    "IN-R-22": (
        "The successes of a comparison hurt only the other of that comparison; first"
        " all who have an upper hand place damage, then all others, in seat order."
    ),
    "IN-R-23": (
        "A goal that names an ability needs that one at zero, brought there by the"
        " own side; any other goal needs any ability of its target at zero, or, with"
        " any_always, of any opponent. [goal_ability]"
    ),
    "IN-R-24": (
        "When both sides reach zero in one round both obtain their goals; how that"
        " fits together is for the GM to say and changes nothing."
    ),
    "IN-R-25": (
        "Death comes after all damage of the round; the dead keep what they obtained"
        " and are asked nothing more. Without an ability called health nobody dies."
    ),
    "IN-R-26": (
        "Those who obtained a goal may at once name another. If nobody does, their"
        " sides leave content, and it goes on only while two opposing sides are left."
    ),
    "IN-R-27": (
        "One after another decides whether to cede, those without any upper hand"
        " first; the opponents whose goals concern the ceder gain them. [cede_unit]"
    ),
    "IN-R-28": (
        "Helping and situational goals are not obtained by a cession; the last"
        " ordinary goal counts, and without one the ceder just leaves."
    ),
    "IN-R-29": (
        "A helper pays for one pool and rolls it early; that roll stands against"
        " those who target the helper, without doing damage. [helper_defends]"
    ),
    "IN-R-30": (
        "A failure is a success the difficulty keeps; the penalty die falls on the"
        " ally and is rolled with every pool compared with that character."
        " [failure_counts, penalty_target, penalty_effect]"
    ),
    "IN-R-31": (
        "Several failures make the penalty die last as many rolls; or make as many"
        " dice for one roll. [penalty_stack]"
    ),
    "IN-R-32": (
        "Situation and penalty dice wear out by main rolls of their owner, a helper's"
        " early roll not counted; or by rounds. They are always rolled. [duration]"
    ),
    "IN-R-33": (
        "A situational goal is rolled against one opponent's pool, some of whose dice"
        " are replaced in that comparison only; its successes do no damage. Or it has"
        " a pool of its own of three such dice. [situation_pool]"
    ),
    "IN-R-34": (
        "Failures of a situational goal give no penalty dice, unless the option says"
        " so. [situation_penalty]"
    ),
    "IN-R-35": (
        "Situation and penalty dice cost nothing, need no category, cannot be"
        " reduced, and end with the conflict, except the permanent ones."
        " [keep_situation_dice]"
    ),
    "IN-R-36": (
        "The smallest dice below the size asked for are replaced, at most three; a"
        " helping pool without data is three such dice, and an active opponent of"
        " helper or ally adds its largest. [replace_policy]"
    ),
    "IN-R-37": (
        "A die to be won or inflicted is named with the goal; an inflicted die is a"
        " penalty die for good, in every conflict or where its tag fits."
        " [inflicted_scope]"
    ),
    "IN-R-38": (
        "Damage lasts through the conflict; afterwards all recovers but what was"
        " brought to zero, or everything, or nothing. The dead stay dead."
        " [restore_between]"
    ),
    "IN-R-39": "A round limit ends any conflict that would not end. [max_rounds]",
    "IN-R-40": (
        "Inside a round a goal changes only by declaring another after obtaining one."
    ),
    "IN-R-41": (
        "Goals are declared every round; a goal is another one when its kind, target,"
        " ability, die or name is another."
    ),
    "IN-R-42": (
        "Goals belong to participants; members of a side who pursue the very same"
        " goal obtain it together."
    ),
    "IN-R-43": (
        "Only another participant of the same side who is still in can be helped;"
        " helpers act in seat order, and a die for one who does not roll waits."
    ),
    "IN-R-44": (
        "One without any die left has no pool but stays in until ceding or the end."
    ),
    "IN-R-45": (
        "Sizes and faces of all dice are recorded; order, pairs and successes are"
        " derived from them."
    ),
    "IN-R-46": "Pools stay hidden while extra dice are bought; abilities are public.",
    "IN-R-47": (
        "Helping is rolled after goals are shown and before the main pools are built,"
        " so the ally knows of the die."
    ),
    "IN-R-48": "Scoring gains nothing but through goals; damage only shrinks dice.",
    "IN-R-49": (
        "The die asked for is one of the scenario's sizes, up to a limit, and the GM"
        " may lower it before the roll. [max_prize]"
    ),
    "IN-R-50": (
        "Every grant is a die of its own with its own rolls; all that are available"
        " are rolled together and do not cancel."
    ),
}
"""What we chose where the text is silent or contradicts itself, by ID."""
