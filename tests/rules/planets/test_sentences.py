"""Every ID, option and ending has a sentence, and every ID a test."""

import re
from collections import Counter
from pathlib import Path

from msgspec import structs

from sim.rules.planets.scenario.rulings import Rulings
from sim.rules.planets.state import Ending
from sim.rules.planets.system import SYSTEM
from sim.spine.rulebook import Rulebook
from tests.rules.ids import unnamed

PACKAGE = Path(__file__).parents[3] / "sim" / "rules" / "planets"

COUNTS = {
    "TERM": 4,
    "SCOPE": 6,
    "CHAR": 5,
    "STEP": 7,
    "FORCE": 9,
    "DIFF": 5,
    "HIER": 14,
    "CIRC": 16,
    "OMEGA": 7,
    "COMB": 10,
    "CHECK": 8,
    "FN": 6,
    "RUL": 43,
    "CONF": 9,
    "DP": 12,
    "PROP": 8,
}


def test_every_area_is_complete() -> None:
    """There are 97 rules of the text, 43 rulings, 9 of our own layer, and questions."""
    areas = Counter(rule.split("-")[1] for rule in SYSTEM.rules)
    assert areas == COUNTS
    assert sum(COUNTS[area] for area in list(COUNTS)[:12]) == 97


def test_no_id_is_given_twice() -> None:
    """No ID is given twice."""
    text = (PACKAGE / "rules.toml").read_text(encoding="utf-8")
    heads = re.findall(r'^\["(PL-\w+-\d+)"\]$', text, re.MULTILINE)
    assert len(heads) == len(set(heads)) == len(SYSTEM.rules)


def test_a_sentence_is_a_sentence() -> None:
    """Every rule begins with a capital, ends with a full stop and is short."""
    for rule, sentence in SYSTEM.rules.items():
        assert sentence[0].isupper(), rule
        assert sentence.endswith("."), rule
        assert len(sentence) < 320, rule


def test_every_option_is_explained_by_its_ruling() -> None:
    """Every option's field cites a ruling that exists."""
    assert isinstance(SYSTEM.rules, Rulebook)
    text = (PACKAGE / "scenario" / "rulings.py").read_text(encoding="utf-8")
    for option, (rule,) in SYSTEM.rules.options.items():
        comment = re.search(rf'\n    {option}: .*?"""(.*?)"""', text, re.DOTALL)
        assert comment is not None, option
        assert rule in comment[1], option


def test_every_option_is_named_by_one_rule() -> None:
    """Every option is named by one rule, and only options are named so."""
    assert isinstance(SYSTEM.rules, Rulebook)
    options = SYSTEM.rules.options
    assert set(options) == {field.name for field in structs.fields(Rulings)}
    assert {len(rules) for rules in options.values()} == {1}


def test_every_ending_has_a_sentence() -> None:
    """PL-CONF-09: Every ending has a sentence."""
    assert set(SYSTEM.endings) == set(Ending)


def test_every_id_has_a_test_that_names_it() -> None:
    """Every ID is named in a test; the IDs without one are listed."""
    here = Path(__file__)
    assert unnamed(SYSTEM.rules, here.parent, here.name) == []
