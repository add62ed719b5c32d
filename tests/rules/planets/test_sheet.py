"""Scenario files that are refused, each with one clear sentence."""

from pathlib import Path

import pytest

from sim.errors import ScenarioError
from sim.library.catalogue import scenarios
from sim.library.scenario import canonical, from_json, load
from sim.rules.planets.scenario.sheet import (
    Approach,
    Argument,
    Situation,
    Storyguide,
    Weight,
)
from tests.rules.planets.table import cardinal, conflict, renaissance, spiders

MINE = [name for name in scenarios() if name.startswith("planets_")]


def test_the_shipped_scenarios_load() -> None:
    """The shipped scenarios load, and show all three modes."""
    modes = {load(name).scenario.mode for name in MINE}
    assert modes == {"direct", "indirect", "diceless"}
    assert len(MINE) >= 4


def refused(says: str, *seats: object, **fields: object) -> None:
    """Check that such a conflict is refused with such a sentence."""
    with pytest.raises(ScenarioError, match=says) as caught:
        conflict(*seats, **fields)
    assert str(caught.value).count("\n") == 0


def test_an_unknown_approach_is_named_with_the_nearest() -> None:
    """An unknown approach is refused with its place and the nearest name."""
    refused(
        r"\$\.seats\[0\]\.approaches\[1\]: found 'sorge', expected .* mean surge\?",
        cardinal(approaches=("hold", "sorge")),
        renaissance(),
    )


def test_sides_must_fit_the_mode() -> None:
    """PL-CONF-01, PL-DP-12: The sides of a scenario must fit its mode."""
    refused("found 1 sides, expected 2", cardinal(side="X"), renaissance(side="X"))
    refused("expected 'diceless'", cardinal(), spiders())
    refused("expected 'direct'", mode="diceless")
    refused(
        "leave side out", cardinal(side="X"), renaissance(side="X"), mode="indirect"
    )
    refused("indirect mode is for dice only", cardinal(), spiders(), mode="indirect")
    late = cardinal(name="Late", side="B")
    refused("comes before one with dice", cardinal(side="A"), spiders(side="B"), late)


def test_names_are_taken_once() -> None:
    """Two seats or two approaches of one name are refused."""
    refused("'The Cardinal' stands there twice", cardinal(), cardinal())
    twice = (Approach(name="x", favored=("lost",)),) * 2
    refused(r"\$\.approaches: found 'x' stands there twice", approaches=twice)


def test_forces_of_an_approach_must_be_legal() -> None:
    """PL-RUL-14: The Forces of an approach in use must be legal at its Difficulty."""
    tried = cardinal(approaches=("x",)), renaissance()
    both = Approach(name="x", favored=("lost",), opposed=("lost",))
    refused("both as favored and as opposed", *tried, approaches=(both,))
    twice = Approach(name="x", favored=("lost", "lost"))
    refused(r"\.favored: found 'lost' stands there twice", *tried, approaches=(twice,))
    empty = Approach(name="x")
    says = "neither a favored nor an opposed.* together have 1 to 4 Forces"
    refused(says, *tried, approaches=(empty,))
    refused("to 3 Forces", *tried, approaches=(empty,), min_neutral=2)
    conflict(approaches=(empty,))


def test_a_forgotten_descriptor_needs_legal_forces() -> None:
    """A forgotten Descriptor needs an approach whose Forces could be amended."""
    plea = Argument(descriptor="tall")
    refused(r"forgotten\[0\]", cardinal(forgotten=(plea,)), renaissance())


def test_sizes_must_be_allowed() -> None:
    """PL-RUL-31: Circumstance dice and wounds must have allowed sizes."""
    odd = Situation(kind="benefit", size="d7")
    refused("found 'd7'", cardinal(circumstances=(odd,)), renaissance())
    refused(
        r"wound_ladder: found 'd7', expected one of d4, d6", wound_ladder="minor d7"
    )
    refused("expected one of gentle, grim", wound_ladder="gruesome")


def test_a_chart_must_leave_something_neutral() -> None:
    """PL-RUL-13: A level of 0/0 or of five Forces is refused."""
    refused(
        "simple_forces: found 4/1, which is 5 Forces, expected 1 to 4",
        simple_forces="4/1",
    )
    refused("hard_forces: found 0/0", hard_forces="0/0")


def test_a_decree_names_a_side() -> None:
    """A decree that names no side is refused with the nearest."""
    refused(
        r"decree: found 'Cardinal', expected .* mean The Cardinal\?", decree="Cardinal"
    )


def test_lists_do_not_repeat() -> None:
    """An aim that is given twice is refused."""
    refused(
        r"aims: found 'win' stands there twice",
        cardinal(aims=("win", "win")),
        renaissance(),
    )


def test_a_storyguide_has_a_name_of_her_own() -> None:
    """A Storyguide's name must be nobody else's, and each topic is listed once."""
    named = Storyguide(name="The Cardinal", asked=("roll",))
    refused(r"\$\.seats: found 'The Cardinal' stands there twice", storyguide=named)
    twice = Storyguide(asked=("roll", "roll"))
    refused(r"\$\.storyguide\.asked: found 'roll' stands there twice", storyguide=twice)


def test_a_plea_is_made_once_and_with_ones_own_descriptor() -> None:
    """A forgotten Descriptor is listed once and must be one of the character's."""
    plea = Argument(descriptor="tall", favored=("lost",))
    twice = cardinal(forgotten=(plea, plea))
    refused(
        r"forgotten\[1\]: found 'tall', which says the same twice", twice, renaissance()
    )
    small = cardinal(forgotten=(plea,), descriptors=("tell", "small"))
    refused(
        r"descriptor: found 'tall', expected one of small, tell.* mean tell\?",
        small,
        renaissance(),
    )
    conflict(cardinal(forgotten=(plea,)), renaissance())


def test_rounds_of_a_circumstance_are_in_order() -> None:
    """A Circumstance that ends before it begins is refused."""
    never = Situation(kind="benefit", size="d8", from_round=6, to_round=3)
    says = r"circumstances\[0\]\.to_round: found 3, expected 6 or more"
    refused(says, cardinal(circumstances=(never,)), renaissance())


def test_only_a_diceless_has_a_weight() -> None:
    """A weight beside Planets is refused."""
    heavy = cardinal(weight=Weight(size="d4"))
    refused(
        "found a weight beside planets, expected one of the two", heavy, renaissance()
    )


def test_allowed_sizes_are_some_and_each_once() -> None:
    """PL-RUL-31: No size allowed, or one listed twice, is refused."""
    refused("found \\[\\], expected one size", allowed_sizes=())
    refused("each once", allowed_sizes=(4, 4, 6, 8, 10, 12, 20))


def test_a_broken_file_is_one_sentence_with_its_place(tmp_path: Path) -> None:
    """A value of the wrong type is refused with its Planet."""
    text = Path(__file__).parents[3] / "scenarios" / "planets_arm_wrestle.toml"
    broken = tmp_path / "broken.toml"
    broken.write_text(text.read_text(encoding="utf-8").replace('"wed"', '"wet"', 1))
    with pytest.raises(ScenarioError) as caught:
        load(str(broken))
    assert "venus" in str(caught.value)
    assert "wet" in str(caught.value)


def test_rulings_can_be_overridden_one_by_one() -> None:
    """Each ruling can be overridden by text, as on the command line."""
    loaded = load("planets_siege", {"goal": "1", "omega_order": "actor_first"})
    assert loaded.scenario.rulings.goal == 1
    assert loaded.system.files.rulings(loaded.scenario)["omega_order"] == "actor_first"
    with pytest.raises(ScenarioError, match="omega_order"):
        load("planets_siege", {"omega_order": "backwards"})


def test_every_field_of_a_shipped_scenario_survives_json() -> None:
    """Every shipped scenario is the same after a store has kept it."""
    for name in MINE:
        scenario = load(name).scenario
        assert from_json(canonical(scenario)).scenario == scenario


BOUNDED = [
    ("rulings", "goal", 1000),
    ("rulings", "round_cap", 1000),
    ("rulings", "standoff_limit", 1000),
    ("rulings", "coordinating_max_partners", 1000),
    ("rulings", "omega_dice_max", 5),
    ("", "rest", 1000),
    ("seats[0]", "intent_changes", 1000),
    ("seats[0]", "wounds", 1000),
    ("seats[0].circumstances[0]", "from_round", 1000),
    ("seats[0].circumstances[0]", "to_round", 1000),
]


@pytest.mark.parametrize(("table", "field", "most"), BOUNDED)
def test_a_number_beyond_all_use_is_refused(
    tmp_path: Path, table: str, field: str, most: int
) -> None:
    """A number beyond its bound is refused with the place and the bound."""
    file = tmp_path / "mine.toml"
    file.write_text(_with(table, f"{field} = {most + 1}"), "utf-8")
    says = rf"{field}( \(Ann\))? is {most + 1}, expected .* (at most|to) {most}( |$)"
    with pytest.raises(ScenarioError, match=says) as caught:
        load(str(file))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("allowed_sizes = [4, 1000]", "1000.*999"),
        (f"allowed_sizes = {list(range(1, 34))}", "32"),
        (f"wound_ladder = '{'minor d4, ' * 200}'", "1000"),
    ],
)
def test_pl_rul_31_and_33_lists_of_dice_are_short(
    tmp_path: Path, line: str, says: str
) -> None:
    """PL-RUL-31, PL-RUL-33: Lists of dice are refused if they are too long."""
    file = tmp_path / "mine.toml"
    file.write_text(_with("rulings", line), "utf-8")
    with pytest.raises(ScenarioError, match=says):
        load(str(file))


def _with(table: str, line: str) -> str:
    """Return a scenario file that has *line* in *table*."""
    lines = {table: line}
    dice = ", ".join(
        f'{planet} = "d4"' for planet in ("mercury", "venus", "mars", "jupiter")
    )
    planets = f'planets = {{ {dice}, saturn = "wed" }}'
    return f"""
title = "Mine"
system = "planets"
mode = "direct"
{lines.get("", "")}
[rulings]
{lines.get("rulings", "")}
[[seats]]
name = "Ann"
{planets}
{lines.get("seats[0]", "")}
[[seats.circumstances]]
kind = "benefit"
size = "d8"
{lines.get("seats[0].circumstances[0]", "")}
[[seats]]
name = "Bo"
{planets}
"""
