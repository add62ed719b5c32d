"""The story: whose roll it is, for what, and what adds up."""

from sim.narration.story import story
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.scenario.people import Detail, SceneDetail
from sim.rules.dice_pool.system import SYSTEM
from tests.rules.dice_pool.table import Game, conflict, person, wish

DARK = SceneDetail("dark", 1, who=("Ana",))


def told(game: Game, scenario: object) -> list[str]:
    """Return the sentences so far, without the rules they cite."""
    lines = story(SYSTEM, scenario, game.events)
    return [line.partition(" [")[0].strip() for line in lines]


def test_two_rolls_of_one_are_told_apart() -> None:
    """DP-R-79: Two rolls of one character are narrated apart."""
    talk = wish("prepare", name="talk", pools=(("presence",),), arena="social")
    trip = wish("hinder", name="trip her", arena="physical")
    boris = person("Boris", intents=(trip,))
    scenario = conflict(person(intents=(talk,)), boris, kind="contest", details=(DARK,))
    game = Game(scenario).pick(f.IntentDeclared, f.IntentDeclared, f.ContestAnswered)
    game.pick(f.Boosted, f.BoostDeclined).successes(2).successes(1)
    lines = told(game, scenario)
    for said in (
        "Ana (talk) has a difficulty of 1 die (dark 1).",
        "Ana (contesting Boris) has a difficulty of 1 die (dark 1).",
        "Ana (talk) puts Willpower into it.",
        "Boris puts no Willpower into it.",
        "Ana (contesting Boris): dexterity 2, athletics 2, less 1: 3 dice.",
        "Ana (talk) rolls: 8 8 1 1: 2 successes.",
        "Ana (contesting Boris) rolls: 8 1 1: 1 success.",
    ):
        assert said in lines


def test_details_that_do_not_add_up_are_said_not_to() -> None:
    """DP-R-06: Details that do not add up are said not to."""
    dark, mud = Detail("dark", 3), Detail("mud", 1)
    scenario = conflict(
        person(intents=(wish("best", difficulties=(dark, mud)),)),
        person("Boris", intents=(wish("best", difficulties=(mud,)),)),
        kind="contest",
    )
    lines = told(Game(scenario).pick(f.IntentDeclared, f.IntentDeclared), scenario)
    several = "(dark 3, mud 1, which do not add up)"
    assert f"Ana has a difficulty of 3 dice {several}." in lines
    assert "Boris has a difficulty of 1 die (mud 1)." in lines


def test_an_earlier_margin_is_told_as_what_it_gives() -> None:
    """DP-CONTEST-08: An earlier margin is narrated as the dice that it gives.

    Also tested: DP-R-15.
    """
    scenario = conflict(person(intents=(wish("hinder"),)), person("Boris"))
    game = Game(scenario).quiet().successes(2).successes(0).quiet()
    lines = told(game, scenario)
    assert "An earlier margin gives Boris a difficulty of 2 dice." in lines
