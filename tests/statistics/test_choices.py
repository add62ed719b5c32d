"""Counts of options: how often offered and taken, and what they returned."""

import json

import pytest

import fracas
from sim.casting.roster import make
from sim.conflict.choices import COUNTED, Answered, Choice, real_choices
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key, fresh_seed
from sim.library.catalogue import scenarios
from sim.library.registry import system_names
from sim.library.scenario import load
from sim.run.sitting import begin_agents
from sim.statistics.choices import ChoiceCounts
from tests.rules.walking import small
from tests.tiers import later


def choice(words: str, offered: int, taken: int, returned: float | None) -> Choice:
    """Return one of Ann's choices."""
    return Choice("Ann", "action", "hit", words, offered, taken, returned)


def test_a_return_is_that_of_conflicts_in_which_it_was_taken() -> None:
    """The return of an option is that of conflicts in which it was taken."""
    counts = ChoiceCounts()
    counts.add([choice("hits", 3, 2, 1.0), choice("waits", 3, 1, 1.0)])
    counts.add([choice("hits", 2, 2, 0.0), choice("waits", 2, 0, 0.0)])
    counts.add([choice("hits", 1, 0, 1.0), choice("waits", 1, 1, 1.0)])
    hits, waits = counts.options()

    assert (hits.words, hits.offered, hits.taken) == ("hits", 6, 4)
    assert hits.share == 4 / 6
    assert hits.returns is not None
    assert hits.returns.value == 0.5
    assert hits.returns_without is not None
    assert hits.returns_without.value == 1.0
    assert waits.returns is not None
    assert waits.returns.value == 1.0
    assert counts.conflicts == 3


def test_the_order_of_conflicts_changes_nothing() -> None:
    """The counts of options do not depend on the order of conflicts."""
    games = [[choice("hits", 2, at % 2, at / 4)] for at in range(4)]
    forwards, backwards = ChoiceCounts(), ChoiceCounts()
    for game in games:
        forwards.add(game)
    for game in reversed(games):
        backwards.add(game)
    assert forwards.to_dict() == backwards.to_dict()


def test_numbers_in_words_are_in_order() -> None:
    """Options that differ in a number are listed in its order."""
    counts = ChoiceCounts()
    counts.add([choice(f"at {place}, covered", 1, 0, 0.0) for place in (10, 2, 1)])
    said = [option.words for option in counts.options()]
    assert said == ["at 1, covered", "at 2, covered", "at 10, covered"]


def test_of_a_judge_there_is_no_return() -> None:
    """The options of a judge have no return."""
    counts = ChoiceCounts()
    counts.add([choice("allows", 1, 1, None)])
    (only,) = counts.options()
    assert only.returns is None
    assert only.to_dict()["return_with"] is None


@pytest.mark.parametrize(
    "name",
    later(
        ["alley", "skill_duel", "planets_race", "intensity_brawl", "dice_pool_mill"],
        {"alley", "planets_race", "intensity_brawl", "dice_pool_mill"},
    ),
)
def test_choices_are_those_of_the_decisions_played(name: str) -> None:
    """The counts of workers and of one process are those of the decisions played."""
    run = fracas.run(name, games=12, seed="demo")
    again = fracas.run(name, games=12, seed="demo", workers=2)
    chosen = run.choices
    assert chosen is not None
    assert again.choices is not None
    assert chosen.to_dict() == again.choices.to_dict()

    assert chosen.conflicts == 12
    assert sum(option.taken for option in chosen.options()) == sum(
        line.decisions for line in run.lines
    )
    assert all(0 <= option.taken <= option.offered for option in chosen.options())
    assert json.loads(json.dumps(chosen.to_dict())) == chosen.to_dict()
    assert chosen.rows()[0].keys() >= {"seat", "words", "offered", "taken"}


def test_seals_do_not_depend_on_what_is_counted() -> None:
    """Options are counted in the first conflicts of a run only."""
    seed = fresh_seed()
    games = COUNTED + 20
    run = fracas.run("stuck_door", games=games, seed=seed)
    assert run.choices is not None
    assert run.choices.conflicts == COUNTED
    short = fracas.run("stuck_door", games=3, seed=seed)
    assert [line.seal for line in short.lines] != [b""] * 3
    assert len(run.lines) == games


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(scenarios()))
def test_every_shipped_scenario_has_words_for_its_options(name: str) -> None:
    """Every option of every shipped scenario has words."""
    run = fracas.run(name, games=2, seed="demo")
    assert run.choices is not None
    assert all(option.words.strip() for option in run.choices.options())


@pytest.mark.parametrize("system", system_names())
def test_what_is_noted_in_play_is_what_its_events_tell(system: str) -> None:
    """Options noted in play are those that the events tell."""
    loaded = load(small(system))
    seats = loaded.system.seats(loaded.scenario)
    begun = loaded.system.initial(loaded.scenario)
    key = conflict_key("noted", 1)
    agents = begin_agents([make("bold") for _ in seats], loaded.system, seats, key)
    notes: list[Answered] = []
    played = play(loaded.system, begun, agents, KeyedDice(key), notes=notes)
    assert notes == list(real_choices(loaded.system, begun, played.events))
    assert len(notes) == played.decisions
