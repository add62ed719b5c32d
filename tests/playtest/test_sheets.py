"""What is on the sheets: each part is found, and what it is worth to its owner."""

from functools import cache
from typing import Any

import pytest

from sim.campaign.plan import cast as seated
from sim.errors import ScenarioError
from sim.library.parts import Having, parts, without
from sim.library.scenario import Loaded, from_dict, load
from sim.library.settings import parse, with_settings
from sim.playtest.arena import Arena
from sim.playtest.parts import PartLabel, PartWorths, part_worths
from sim.playtest.phrases import dead_words, part_words
from tests.playtest.planted import BLOWS, blow, brawl


def named(loaded: Loaded) -> dict[str, Having]:
    """The parts by what they are called."""
    return {str(part): part for part in parts(loaded)}


def test_the_parts_are_those_that_a_system_names() -> None:
    """The parts of a sheet are those that its system names, with their owners."""
    known = named(load("lamp_market"))
    assert 'the Secret "Secret of the Hidden Pocket" of Tela' in known
    assert 'the ability "Dash" of Gael' in known
    assert 'the die "mars" of Pip' in named(load("planets_race"))
    assert 'the die "jewels" of The Contessa' in named(load("intensity_auction"))
    assert 'the skill "parry" of Bob' in named(load("skill_duel"))
    assert 'the edge "her bread knife" of Ana' in named(load("dice_pool_knives"))


@pytest.mark.parametrize(
    "scenario", ["alley", "planets_race", "intensity_heist", "dice_pool_mill"]
)
def test_a_part_is_taken_away_by_a_setting(scenario: str) -> None:
    """Each part is taken away by a setting that a command can repeat."""
    loaded = load(scenario)
    for part in parts(loaded):
        left = without(loaded, part)
        assert left.digest != loaded.digest
        again = with_settings(loaded, [parse(str(part.without))])
        assert again.digest == left.digest
        assert str(part) not in named(left)


def test_what_something_else_needs_stays() -> None:
    """A part that another one needs is refused with that one."""
    loaded = load("skill_duel")
    with pytest.raises(ScenarioError, match="found 'lunge'"):
        without(loaded, named(loaded)['the skill "lunge" of Ann'])


@cache
def worths() -> PartWorths:
    """A brawl in which Ann's teeth decide much, and a bad blow has a useless edge."""
    spit: dict[str, Any] = blow("spit", -9)
    spit["edges"] = [{"label": "aim", "dice": 1}]
    loaded = from_dict(brawl((*BLOWS[:1], blow("bite", 9), spit)))
    there = Arena(loaded, seated(loaded, ()), "s")
    plain = [there.play(there.agents, number) for number in range(8)]
    return part_worths(there, 300, plain)


def test_a_part_is_decisive_or_dead_weight() -> None:
    """A part is decisive or dead weight by what changes without it."""
    result = worths()
    (bite,) = (part for part in result.found if part.name == "to bite")
    assert bite.label is PartLabel.DECISIVE
    assert bite.worth.low > 0
    (aim,) = (part for part in result.found if part.name == "aim")
    assert (aim.label, aim.changed) == (PartLabel.DEAD, 0)
    assert result.tried == result.parts - len(result.needed)


def test_the_parts_are_told_once() -> None:
    """Dead weight is told by owner, and every other part in a row."""
    rows, dead = list(part_words(worths())), list(dead_words(worths()))
    assert rows[0][:2] == ("decisive", "Ann")
    assert all("aim (edge)" not in names for _, _, names, _ in rows)
    assert any("Ann: " in line and "aim (edge)" in line for line in dead)
