"""`fracas odds`: exact chances on the command line."""

from fractions import Fraction

import pytest
from msgspec import structs

from sim.cli.study.odds import label_in_words
from sim.library.registry import rule_system, system_names
from sim.seam.chances import Answer
from tests.cli.conftest import Fracas


def test_odds_solar_system_gives_fractions(fracas: Fracas) -> None:
    """The odds of Solar System are fractions that sum to 1."""
    odds = fracas("odds", "solar_system", "--rank", 3, "--json").json()
    assert odds["system"] == "solar_system"
    assert odds["query"] == {"rank": 3, "bonus": 0, "penalty": 0}
    assert odds["level"]["3"] == "7/27"
    assert sum(map(Fraction, odds["level"].values())) == 1


def test_odds_solar_system_opposed_gives_win_tie_lose(fracas: Fracas) -> None:
    """The odds of equal opposed rolls are even, and margins sum to 1."""
    asked = ("odds", "solar_system", "--rank", 2, "--bonus", 1, "--vs-rank", 2)
    odds = fracas(*asked, "--vs-bonus", 1, "--json").json()
    assert odds["win"] == odds["lose"]
    whole = Fraction(odds["win"]) * 2 + Fraction(odds["tie"])
    assert whole == 1 == sum(map(Fraction, odds["margin"].values()))


def test_odds_planets_gives_three_chances(fracas: Fracas) -> None:
    """The odds of Planets are three chances that sum to 1."""
    dice = "known=8,dynamic=6,static=6,lost=20"
    asked = ("--dice", dice, "--favored", "known,lost", "--opposed", "static")
    extra = ("--omega", "passion=20", "--hindrance", "minor:6")
    odds = fracas("odds", "planets", *asked, *extra, "--json").json()
    chances = [odds[key] for key in ("success", "failure", "unproductive")]
    assert sum(map(Fraction, chances)) == 1
    assert odds["query"]["omega"] == {"passion": 20}
    assert fracas("odds", "planets", *asked).status == 0


def test_odds_intensity_gives_the_upper_hand(fracas: Fracas) -> None:
    """The odds of Intensity tell who gets the upper hand, and what is kept."""
    asked = ("odds", "intensity", "--pool", "d8,d6,d4", "--vs", "d6,d6,d2")
    odds = fracas(*asked, "--json").json()
    assert set(odds["upper"]) == {"a", "b", "none"}
    assert sum(map(Fraction, odds["upper"].values())) == 1
    assert sum(map(Fraction, odds["kept"].values())) == 1
    assert all(len(key.split(",")) == 2 for key in odds["kept"])
    assert fracas(*asked).status == 0


def test_odds_skill_roll_gives_levels_and_bands(fracas: Fracas) -> None:
    """The odds of Skill Roll are levels and bands against a number or an opponent."""
    asked = ("odds", "skill_roll", "--skill", 15)
    odds = fracas(*asked, "--difficulty", 25, "--dice", "3d6", "--json").json()
    assert odds["success"] == "5/8"
    assert sum(map(Fraction, odds["level"].values())) == 1
    rolled = fracas(*asked, "--vs-skill", 15, "--vs-rolled", "--json").json()
    assert rolled["success"] == "4249/7776"
    by_number = fracas(*asked, "--difficulty", 15, "--vs-rolled", "--json").json()
    assert by_number["success"] == rolled["success"]
    assert by_number["query"]["opponent"] == "3d6 + 15"
    in_words = fracas(*asked, "--difficulty", 15, "--vs-rolled").out
    assert in_words.startswith("opponent: 3d6 + 15\n")
    assert "--vs-skill" in fracas(*asked).refused()
    attack = ("odds", "skill_roll", "attack", "--skill", 12, "--difficulty", 21)
    assert fracas(*attack, "--json").json()["hit_bonus"] == "5/8"


def test_odds_are_told_in_words() -> None:
    """An outcome's name is told in words."""
    answer = Answer({}, {"": {"hit_bonus": Fraction(1), "a_b": Fraction(0)}})
    assert label_in_words(answer, "a_b") == "a b"
    named = structs.replace(answer, words={"hit_bonus": "a solid hit"})
    assert label_in_words(named, "hit_bonus") == "a solid hit"


def test_odds_say_what_holds_unless_said(fracas: Fracas) -> None:
    """Help and answers say the defaults of numbers and words."""
    asked = fracas("odds", "skill_roll", "attack", "--help").out
    assert "The points of damage of each rank. Default: 8." in " ".join(asked.split())
    assert asked.count("Default:") == 4
    said = fracas("odds", "skill_roll", "attack", "--skill", 12, "--difficulty", 21)
    assert "a solid hit" in said.out
    assert "hit_bonus" not in said.out


def test_odds_table_has_percentages(fracas: Fracas) -> None:
    """Without --json the odds are a table with percentages."""
    said = fracas("odds", "solar_system", "--rank", 0)
    assert said.status == 0
    assert "%" in said.out
    assert "/27" in said.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["solar_system", "--rank", "9"], "rank 9 does not exist"),
        (["solar_system", "--rank", "1", "--bonus", "-1"], "-1 bonus dice"),
        (["solar_system", "--rank", "1", "--bonus", "999999"], "999999 bonus dice"),
        (["planets", "--dice", "knowm=8"], "did you mean known?"),
        (["intensity", "--pool", "d999", "--vs", "d6"], "d999"),
    ],
)
def test_odds_that_cannot_be_are_one_sentence(
    fracas: Fracas, args: list[str], said: str
) -> None:
    """Odds that cannot be computed are refused in one sentence."""
    assert said in fracas("odds", *args).refused()


@pytest.mark.parametrize(
    "args",
    [
        ["solar_system"],
        ["solar_system", "--rank", "x"],
        ["planets", "--dice", "known"],
        ["planets", "--dice", "known=x"],
        ["planets", "--dice", "known=8,known=6"],
        ["planets", "--dice", "known=" + "9" * 5000],
        ["planets", "--dice", "known=8", "--benefit", "minor=6"],
        ["planets", "--dice", "known=8", "--omega", "8"],
        ["intensity", "--pool", "d8,x", "--vs", "d6"],
        ["intensity", "--pool", "d8"],
        ["chess"],
    ],
)
def test_odds_misread_are_usage_errors(fracas: Fracas, args: list[str]) -> None:
    """Odds whose options cannot be read are refused with the usage."""
    said = fracas("odds", *args)
    assert (said.status, said.out) == (2, "")
    assert "(see fracas odds" in said.refused()


@pytest.mark.parametrize("option", ["--vs-bonus", "--vs-penalty"])
def test_odds_dice_of_the_other_need_a_rank(fracas: Fracas, option: str) -> None:
    """An option for the other side's dice is refused without its rank."""
    said = fracas("odds", "solar_system", "--rank", 2, option, 1)
    assert (said.status, said.out) == (2, "")
    assert "--vs-rank" in said.err


def test_a_question_nobody_answers_is_named(fracas: Fracas) -> None:
    """An unknown question is refused with the nearest; long fractions are for JSON."""
    said = fracas("odds", "skill_roll", "attak")
    assert said.status == 2
    assert "skill_roll answers no question called 'attak', expected options" in said.err
    assert "did you mean attack?" in said.err
    said = fracas("odds", "dice_pool", "--pool", "5", "--willpower", "--vs-pool", "6")
    assert "The fractions are long: --json prints them." in said.out
    assert max(map(len, said.out.splitlines())) < 80


def test_people_are_told_of_what_is_rare_together(fracas: Fracas) -> None:
    """Rare outcomes are summed in the table, and listed one by one in JSON."""
    asked = ("odds", "dice_pool", "--pool", 12, "--again", 11)
    said = fracas(*asked).out
    rows = [line.split()[0] for line in said.splitlines() if line]
    assert "more" in rows
    assert "12" not in rows
    assert "Rarer outcomes are summed: --json lists them one by one." in said
    chances = fracas(*asked, "--json").json()["successes"]
    assert list(chances) == [str(total) for total in range(13)]
    assert sum(map(Fraction, chances.values())) == 1
    assert "are summed" not in fracas("odds", "dice_pool", "--pool", 0).out


def test_help_says_each_default_once(fracas: Fracas) -> None:
    """Help says the default of each option once."""
    for system in system_names():
        for question in rule_system(system).odds:
            said = " ".join(fracas("odds", system, question, "--help").out.split())
            options = [text for text in said.split(" --") if "Default:" in text]
            assert not [
                option for option in options if option.lower().count("default") > 1
            ]
