"""Every ID, option and ending has a sentence."""

import re
from collections import Counter
from pathlib import Path

from msgspec import structs

from sim.rules.skill_roll.scenario.rulings import Rulings
from sim.rules.skill_roll.state import Ending
from sim.rules.skill_roll.system import SYSTEM
from sim.spine.rulebook import Rulebook
from tests.rules.ids import unnamed

PACKAGE = Path(__file__).parents[3] / "sim" / "rules" / "skill_roll"

COUNTS = {
    "ROUT": 4,
    "EXP": 2,
    "CULT": 4,
    "ROLL": 7,
    "QLU": 4,
    "POW": 6,
    "QNU": 6,
    "KNOW": 9,
    "QLO": 6,
    "QNO": 1,
    "ATTACK": 10,
    "ATTRES": 6,
    "RANGED": 3,
    "CONF": 10,
    "RUL": 68,
    "DP": 16,
}


def test_every_area_is_complete() -> None:
    """There are 68 rules of the text, 10 of our own layer, 68 rulings and questions."""
    areas = Counter(rule.split("-")[1] for rule in SYSTEM.rules)
    assert areas == COUNTS
    assert sum(COUNTS[area] for area in list(COUNTS)[:13]) == 68


def test_a_sentence_is_a_sentence() -> None:
    """Every rule begins with a capital, ends with a full stop and is short."""
    for rule, sentence in SYSTEM.rules.items():
        assert sentence[0].isupper(), rule
        assert sentence.endswith("."), rule
        assert len(sentence) < 320, rule


def test_every_option_is_explained_by_a_ruling() -> None:
    """Every option's field cites a rule that names the option."""
    assert isinstance(SYSTEM.rules, Rulebook)
    options = SYSTEM.rules.options
    assert set(options) == {field.name for field in structs.fields(Rulings)}
    assert {len(rules) for rules in options.values()} == {1}
    text = (PACKAGE / "scenario" / "rulings.py").read_text(encoding="utf-8")
    for option, (rule,) in options.items():
        comment = re.search(rf'\n    {option}: .*?"""(.*?)"""', text, re.DOTALL)
        assert comment is not None
        assert rule in comment[1], option


def test_every_ending_has_a_sentence() -> None:
    """Every ending has a sentence."""
    assert set(SYSTEM.endings) == set(Ending)


def test_nothing_is_left_for_later() -> None:
    """No rule is marked as not played yet."""
    assert isinstance(SYSTEM.rules, Rulebook)
    assert SYSTEM.rules.later == frozenset()


def test_every_id_has_a_test_that_names_it() -> None:
    """Every ID is named in a test; the IDs without one are listed."""
    here = Path(__file__)
    assert unnamed(SYSTEM.rules, here.parent, here.name) == []
