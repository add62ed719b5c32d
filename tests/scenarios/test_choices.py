"""Whether a scenario offers a choice is measured and kept: `benchmarks.choices`."""

from itertools import product

import pytest

from benchmarks.choices import RESULTS, kept, returned, table_of, told, undated
from benchmarks.choosing import (
    CHOICE,
    CLOSE,
    LEAST,
    MARGIN,
    NEAR,
    Table,
    foregone,
    twins,
    verdict,
    widest,
)
from benchmarks.ways import CHOICES, SetOn, Strategy, seated
from sim.library.catalogue import scenarios
from sim.library.scenario import load, source
from sim.rules.intensity.consequences import PoolSpent
from sim.rules.intensity.facts import IntentDeclared
from sim.rules.planets import consequences as c
from sim.seam.protocol import Agent
from tests.agents.tables import conflict

OWN, OTHER, AGENT = ("on:own",), ("on:other",), ("steady",)
HERE, THERE = ("here",), ("there",)


@pytest.mark.parametrize("name", scenarios())
def test_a_shipped_scenario_is_measured_or_says_that_it_is_worked(name: str) -> None:
    """A scenario is measured, or its first lines call it a worked example."""
    first = source(name).decode().splitlines()[:3]
    assert ("worked example" in " ".join(first)) is not (name in CHOICES)


@pytest.mark.parametrize("name", CHOICES)
def test_no_side_of_what_is_measured_is_foregone(name: str) -> None:
    """The kept page has a table for each side that chooses, and each shows a choice."""
    lines = RESULTS.read_text(encoding="utf-8").splitlines()
    titles = [line for line in lines if line.startswith(f"### {name}, ")]
    assert len(titles) == sum(len(side) > 1 for side in CHOICES[name])
    assert all(title.endswith((f": {CHOICE}", f": {CLOSE}")) for title in titles)


def table(worths: dict[tuple[Strategy, Strategy], float], games: int = LEAST) -> Table:
    """What every game returned, where all of a cell returned the same."""
    return {cell: [worth] * games for cell, worth in worths.items()}


def test_a_choice_is_foregone_when_one_way_is_best_whatever_the_reply() -> None:
    """A way that beats every other by the margin against every reply is foregone."""
    shares = {(OWN, HERE): 0.6, (OWN, THERE): 0.6, (OTHER, HERE): 0.5}
    close = 0.6 - MARGIN / 2
    assert foregone(table({**shares, (OTHER, THERE): 0.5})) == [OWN]
    assert verdict(table({**shares, (OTHER, THERE): 0.5})) == "foregone: on:own"
    assert foregone(table({**shares, (OTHER, THERE): close})) == []
    assert foregone(table({**shares, (OTHER, THERE): 0.7})) == []


def test_an_agent_that_beats_every_way_leaves_none_to_choose() -> None:
    """Ways each best against some reply are no choice if an agent beats them all."""
    shares = {(OWN, HERE): 0.6, (OTHER, HERE): 0.4}
    shares |= {(OWN, THERE): 0.4, (OTHER, THERE): 0.6}
    assert verdict(table(shares)) == CHOICE
    agent = {(AGENT, HERE): 0.7, (AGENT, THERE): 0.7}
    assert verdict(table(shares | agent)) == "foregone: steady"
    assert verdict(table(shares | agent | {(AGENT, THERE): 0.64})) == CHOICE


def test_one_table_anew_leaves_the_others_their_date() -> None:
    """A table measured anew replaces the old one; others keep their text and date."""
    (name, *_), here = sorted(CHOICES), {(OWN, HERE): 0.6, (OTHER, HERE): 0.4}
    page = "# Title\n\nAbout.\n\nLast measured in May\n\non abc.\n"
    page += f"\n### {name}, side 1: old\n\nto be replaced\n"
    page += f"\n### {name}, side 2: kept\n\nas it was\n"
    page += "\n### gone, side 1: of no scenario\n"
    again = told(name, 0, table(here))
    assert again.splitlines()[-1].startswith("Measured on ")
    page_ = kept([again], page)
    assert page_.count("### ") == 2
    assert again.strip() in page_
    assert "as it was" in page_
    assert undated(page) == "Last measured in May\n\non abc."
    assert undated("# Title\n\nAbout.\n\n### a table\n") == ""


def test_ways_that_hardly_differ_are_twins_and_no_choice() -> None:
    """Ways that differ by less than the margin are twins, whichever is better."""
    shares = {(OWN, HERE): 0.54, (OTHER, HERE): 0.5}
    shares |= {(OWN, THERE): 0.5, (OTHER, THERE): 0.54}
    assert twins(table(shares)) == [(OWN, OTHER)]
    assert verdict(table(shares)) == "twins: on:own = on:other"
    assert "Twins: on:own = on:other." in told("x", 0, table(shares))


def test_what_is_never_better_is_no_choice() -> None:
    """A way that is never clearly better than another is no choice."""
    shares = {(OWN, HERE): 0.6, (OTHER, HERE): 0.4}
    shares |= {(OWN, THERE): 0.5, (OTHER, THERE): 0.5 - 2 * NEAR}
    assert verdict(table(shares)) == "always best: on:own"
    shares[OTHER, THERE] = 0.5
    assert verdict(table(shares)) == "always best: on:own"
    third: Strategy = ("on:third",)
    shares |= {(third, HERE): 0.3, (third, THERE): 0.3}
    assert verdict(table(shares)) == CHOICE


def test_nothing_hangs_on_ways_that_are_worth_the_same() -> None:
    """Ways with equal means against every reply do not matter, though games differ."""
    even, odd = [0.0, 1.0] * LEAST, [1.0, 0.0] * LEAST
    cells = ((OWN, HERE), (OWN, THERE), (OTHER, HERE), (OTHER, THERE))
    shares = {cell: odd if OWN in cell else even for cell in cells}
    assert verdict(shares) == "nothing hangs on it"
    assert widest(shares) == pytest.approx(1.96 / (2 * LEAST) ** 0.5)


def test_luck_alone_is_no_difference() -> None:
    """A difference that so few games cannot show is none; with more games it is."""
    own = [1.0] * 55 + [0.0] * 45
    other = [0.0] * 55 + [1.0] * 45
    shares = {(OWN, HERE): own, (OTHER, HERE): other, (OWN, THERE): other}
    shares[OTHER, THERE] = own
    assert verdict(shares).startswith("twins")
    many = {cell: list(values) * 10 for cell, values in shares.items()}
    assert verdict(many) == CHOICE


def test_on_few_games_nothing_is_said() -> None:
    """With fewer games than the least there is no verdict, whatever they returned."""
    shares = {(OWN, HERE): 0.9, (OTHER, HERE): 0.1}
    shares |= {(OWN, THERE): 0.1, (OTHER, THERE): 0.9}
    assert verdict(table(shares, games=LEAST - 1)) == "too few games to say"


def test_where_nobody_replies_a_close_call_is_all_there_is() -> None:
    """Without a reply, ways within the margin are a close call, others are foregone."""
    shares = {(OWN, HERE): 0.6, (OTHER, HERE): 0.6 - MARGIN / 2}
    assert verdict(table(shares)) == CLOSE
    assert verdict(table(shares | {(OTHER, HERE): 0.5})) == "foregone: on:own"


def test_a_reply_is_what_each_of_the_others_does_at_once() -> None:
    """The replies are every combination of what all the other sides do."""
    sides: tuple[tuple[Strategy, ...], ...]
    sides = ((HERE, THERE), (OWN, OTHER), (("a",), ("b",)))
    cells = enumerate(product(*sides))
    worths = {cell: [[i * 10.0 + n] for n in range(3)] for i, cell in cells}
    first, second = table_of(worths, sides, 0), table_of(worths, sides, 1)
    met = [(*OWN, "a"), (*OWN, "b"), (*OTHER, "a"), (*OTHER, "b")]
    assert list(first) == [(own, way) for own in (HERE, THERE) for way in met]
    assert first[THERE, (*OWN, "b")] == worths[THERE, OWN, ("b",)][0]
    assert second[OWN, (*THERE, "b")] == worths[THERE, OWN, ("b",)][1]


def test_one_game_tells_what_every_side_got() -> None:
    """Each strategy goes to its side's seats in order, and each side gets its own."""
    loaded = load("planets_siege")
    siege: Strategy = ("on:undermine", "on:storm the gate")
    held: Strategy = ("steady", "on:sally out", "steady")
    returns = returned(loaded, (siege, held), (3, "x"))
    seats = [*siege, *held]
    for game in range(3):
        alone = conflict(loaded, *map(seated, seats), game=game, seed="x").outcome
        assert [side[game] for side in returns] == [alone.returns[0], alone.returns[2]]


def test_one_who_is_set_on_a_way_keeps_to_it() -> None:
    """An agent set on a way keeps to it from the first round on."""
    race: list[Agent] = [SetOn("sprint") for _ in range(3)]
    played = conflict(load("planets_race"), *race).events
    declared = [event for event in played if isinstance(event, c.IntentDeclared)]
    assert {event.approach for event in declared} == {"sprint"}
    assert not any(isinstance(event, c.IntentChanged) for event in played)
    fight: list[Agent] = [SetOn("make him pay"), SetOn("throw him out")]
    played = conflict(load("intensity_brawl"), *fight).events
    wanted = {
        (event.who, event.goal) for event in played if isinstance(event, IntentDeclared)
    }
    assert wanted == {(0, 1), (1, 2)}
    assert any(isinstance(event, PoolSpent) and event.extras for event in played)
