"""Every rule, ruling, invariant and decision of the ledger is named by a test.

What is missing is listed here, and only what is missing.
"""

from pathlib import Path

from sim.rules.solar_system.scenario.rulings import Rulings
from sim.rules.solar_system.system import SYSTEM
from sim.spine.rulebook import Rulebook
from tests.rules.ids import unnamed

HERE = Path(__file__).parent
INVARIANTS = [f"INV-{number:02}" for number in range(1, 25)]
DECISIONS = [f"DP-{number:02}" for number in range(1, 33)]
MISSING: frozenset[str] = frozenset()
"""The IDs no test names, because what they say is not built."""
OPTIONS = """
pool_die_timing dice_window_order broken_fee_counts_as_pool_die competitive_tie
nil_closed_allowed link_failure_default story_guide_may_declare late_join
defensive_abilities double_defense free_and_clear_max_passes stalemate_at_zero
stalemate_release perpendicular_harm item_effect item_stacking items_in_simple_checks
overflow_ticks_seven bloodied_stacking collapse_labels healing_attempts_per_scene
healing_in_pain double_overflow concession_window concession_mode unanswered_attack
retarget_after_target_left leaving_allies max_volleys zeitgeist_distribution
zeitgeist_pool_dice_per_check gift_dice_count_includes_story_guide xp_per_advance
key_rebuy speciality_bonus_dice starting_advances secret_checks_in_pain key_awards
"""
"""Every option of the ledger's section 29."""
NOT_OPTIONS = frozenset({"secret_checks_in_pain"})
"""Options that are not built: only their default is played (RUL-82)."""


def test_every_id_is_named_in_a_test() -> None:
    """The IDs that no test names are just those listed as missing."""
    ids = [*SYSTEM.rules, *INVARIANTS, *DECISIONS]
    assert set(unnamed(ids, HERE, "test_ledger.py", "test_cites.py")) == MISSING


def test_nothing_is_left_for_later() -> None:
    """Every rule of the ledger is played, and none is left for later."""
    assert isinstance(SYSTEM.rules, Rulebook)
    assert SYSTEM.rules.later == frozenset()


def test_every_option_is_there_but_what_is_listed() -> None:
    """RUL-82: The rulings are the options of the ledger, but for those listed here."""
    assert set(OPTIONS.split()) - set(Rulings.__struct_fields__) == NOT_OPTIONS
    assert set(Rulings.__struct_fields__) <= set(OPTIONS.split())
