"""The options in force: one field for every place where the text leaves a choice.

Every field belongs to a ruling of the ledger, its default first; a scenario changes it
under `[rulings]`, a run with `--ruling NAME=VALUE`.
"""

from typing import Annotated, Literal

from msgspec import Meta

from sim.seam.protocol import Sheet

Limit = Annotated[int, Meta(ge=1, le=1000)]


class Rulings(Sheet):
    """The rulings in force, by the names of ledger section 29."""

    added = frozenset(
        {
            "xp_per_advance",
            "key_rebuy",
            "speciality_bonus_dice",
            "starting_advances",
            "key_awards",
            "leaving_allies",
        }
    )

    pool_die_timing: Literal["before_or_after_roll", "before_roll_only"] = (
        "before_or_after_roll"
    )
    """When the pool die may be bought [RUL-07]."""
    dice_window_order: Literal["join_index", "loser_first"] = "join_index"
    """Who is asked first once the dice have fallen [RUL-09]."""
    broken_fee_counts_as_pool_die: bool = False
    """Whether the fee of the broken uses up the one pool die [RUL-11]."""
    competitive_tie: Literal["share", "reroll"] = "share"
    """What a tie in a competitive check becomes [RUL-57]."""
    nil_closed_allowed: bool = False
    """Whether a closed ability may be tried at Nil [RUL-68]."""
    link_failure_default: Literal["no_effect", "penalty_die", "blocked"] = "no_effect"
    """What a failed secondary check does to the primary one [RUL-55]."""
    story_guide_may_declare: bool = False
    """Whether the Story Guide's own characters may call the Pain [RUL-43]."""
    late_join: Literal["never", "at_free_and_clear"] = "never"
    """Whether bystanders may come in later [RUL-50]."""
    defensive_abilities: Literal["innate_only", "any_reactive"] = "innate_only"
    """Which abilities can defend [RUL-37]."""
    double_defense: Literal["roll", "skip"] = "roll"
    """Whether two who both defend roll [RUL-38]."""
    free_and_clear_max_passes: Limit = 4
    """How often everybody is asked before the actions lock [RUL-45]."""
    stalemate_at_zero: bool = True
    """Whether two failures are a stalemate [RUL-32]."""
    stalemate_release: Literal["either", "both_or_none"] = "either"
    """Whether one alone may use a stalemate [RUL-33]."""
    perpendicular_harm: Literal["margin", "winner_success_level"] = "margin"
    """Base harm of a perpendicular action [RUL-14]."""
    item_effect: Literal["after_success", "on_success_level"] = "after_success"
    """Whether items can change who wins [RUL-16]."""
    item_stacking: Literal["highest", "sum_per_item", "sum_all"] = "highest"
    """How several bonuses combine [RUL-19]."""
    items_in_simple_checks: Literal["none", "add_to_result"] = "none"
    """Whether a weapon adds to the result of a simple check [RUL-73]."""
    overflow_ticks_seven: bool = True
    """Whether harm past seven ticks a free box 7 as well [RUL-21]."""
    bloodied_stacking: Literal["per_pool", "per_box"] = "per_pool"
    """Whether a second wound of one pool costs another die [RUL-24]."""
    collapse_labels: Literal["travel", "stay"] = "travel"
    """Whether labels move with the marks [RUL-27]."""
    healing_attempts_per_scene: Literal["1", "unlimited"] = "1"
    """How often a healer may try one patient [RUL-30]."""
    healing_in_pain: bool = False
    """Whether healing can be an action of a volley [RUL-30]."""
    double_overflow: Literal["both", "higher_harm", "neither"] = "both"
    """What happens when two break each other at once [RUL-52]."""
    concession_window: Literal["before_free_and_clear", "until_lock"] = (
        "before_free_and_clear"
    )
    """When somebody may give up [RUL-40]."""
    concession_mode: Literal["sequential", "sealed"] = "sequential"
    """Whether giving up is decided openly, one after the other [RUL-41]."""
    unanswered_attack: Literal["full_success_level", "margin"] = "full_success_level"
    """The effect of an attack whose target is busy elsewhere [RUL-48]."""
    retarget_after_target_left: Literal["free", "change_intention"] = "free"
    """What a new target costs if the old one has left [RUL-49]."""
    leaving_allies: Literal["keeps", "shares"] = "keeps"
    """What those get who give up without having been overcome [RUL-97]."""
    max_volleys: Limit = 200
    """The number of volleys after which the conflict ends [RUL-75]."""
    zeitgeist_distribution: Literal["split", "whole_to_one"] = "split"
    """How a side may share its harm [RUL-58]."""
    zeitgeist_pool_dice_per_check: Literal["1", "one_per_member"] = "1"
    """How many pool dice a side may buy for one check [RUL-59]."""
    gift_dice_count_includes_story_guide: bool = True
    """Whether the Story Guide counts when gift dice are dealt [RUL-60]."""
    xp_per_advance: Limit = 5
    """How much experience makes one advance [RUL-61]."""
    key_rebuy: bool = False
    """Whether a Key that was bought off can be bought again [RUL-64]."""
    speciality_bonus_dice: Annotated[int, Meta(ge=0, le=9)] = 1
    """The bonus dice of the Secret of Speciality in its circumstance [RUL-72]."""
    starting_advances: Annotated[int, Meta(ge=0, le=100)] = 5
    """How many advances a new character has spent [SS-CRE-09]."""
    key_awards: Literal["per_scene", "per_event"] = "per_scene"
    """Whether an act pays once a scene or every time [RUL-85]."""
