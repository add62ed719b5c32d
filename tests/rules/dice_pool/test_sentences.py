"""Every ID has a sentence, and every option names its ruling."""

import re
from collections import Counter
from pathlib import Path

from msgspec import structs

from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.state import Ending
from sim.rules.dice_pool.system import SYSTEM
from sim.spine.rulebook import Rulebook
from tests.rules.ids import unnamed

PACKAGE = Path(__file__).parents[3] / "sim" / "rules" / "dice_pool"


def test_every_area_is_complete() -> None:
    """There are 148 rules of the text, 113 rulings and 22 questions."""
    areas = Counter(rule.split("-")[1] for rule in SYSTEM.rules)
    assert areas.pop("R") == 113
    assert areas.pop("DEC") == 22
    assert sum(areas.values()) == 148


def test_a_sentence_is_a_sentence() -> None:
    """Every rule begins with a capital, ends with a full stop and is short."""
    for sentence in SYSTEM.rules.values():
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert len(sentence) < 260


def test_every_option_is_named_by_one_rule() -> None:
    """Every option is named by one rule, which its field cites."""
    assert isinstance(SYSTEM.rules, Rulebook)
    options = SYSTEM.rules.options
    assert set(options) == {field.name for field in structs.fields(Rulings)}
    assert {len(rules) for rules in options.values()} == {1}
    text = (PACKAGE / "scenario" / "rulings.py").read_text(encoding="utf-8")
    named = set(re.findall(r"DP-R-\d+", text))
    assert named == {rule for rules in options.values() for rule in rules}


def test_every_ending_has_a_sentence() -> None:
    """Every ending has a sentence."""
    assert set(SYSTEM.endings) == set(Ending)


def test_every_id_has_a_test_that_names_it() -> None:
    """Every ID is named in a test; the IDs without one are listed."""
    here = Path(__file__)
    assert unnamed(SYSTEM.rules, here.parent, here.name) == []
