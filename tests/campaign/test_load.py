"""Campaign files are read strictly, and every mistake is one sentence."""

import re
from pathlib import Path

import pytest
from msgspec import structs

from sim.campaign.campaign import Campaign
from sim.campaign.load import from_json, is_campaign, load
from sim.errors import ScenarioError, UnknownNameError
from sim.library.catalogue import campaigns
from sim.library.registry import rule_system
from sim.library.scenario import load as load_scenario
from tests.campaign.files import FEUD, HEAD, SCENARIO, WRESTLE, loaded, written

BAD = {
    "no chapters": (
        f"{HEAD}\nchapters = []\n",
        "$.chapters is a list of 0, expected a list of length 1 to",
    ),
    "a chapter without a scenario": (
        f"{HEAD}\n[[chapters]]\nsession = 1\n",
        '$.chapters[0] lacks the field "scenario": expected text',
    ),
    "an unknown field": (
        f"{HEAD}{WRESTLE}sesion = 2\n",
        (
            '$.chapters[0] has the unknown field "sesion", expected one of scenario,'
            " session, weight, when; did you mean session?"
        ),
    ),
    "an unknown scenario": (
        f'{HEAD}\n[[chapters]]\nscenario = "planets_sieg"\n',
        (
            '$.chapters[0].scenario: no scenario is called "planets_sieg", expected a'
            " .toml file beside the campaign's or one of"
        ),
    ),
    "a file that is not there": (
        f'{HEAD}\n[[chapters]]\nscenario = "gone.toml"\n',
        "gone.toml: cannot be read (No such file or directory)",
    ),
    "a scenario of another system": (
        f'{HEAD}{WRESTLE}\n[[chapters]]\nscenario = "intensity_brawl"\n',
        (
            "$.chapters[1].scenario: found intensity_brawl.toml, played by intensity,"
            " expected planets alone"
        ),
    ),
    "an unknown system": (
        HEAD.replace("planets", "planet") + WRESTLE,
        "$.system: no rule system is called 'planet': there are",
    ),
    "a ruling there is not": (
        f"{HEAD}rulings = {{ gaol = 2 }}\n{WRESTLE}",
        '$.rulings has the unknown field "gaol", expected one of',
    ),
    "a ruling of the wrong kind": (
        f"{HEAD}rulings = {{ goal = 0 }}\n{WRESTLE}",
        "$.rulings.goal is 0, expected a whole number from 1 to 1000",
    ),
    "a seat twice": (
        HEAD.replace("Renaissance Man", "The Cardinal") + WRESTLE,
        "$.seats: found 'The Cardinal' stands there twice, expected different names",
    ),
    "a seat nobody takes": (
        HEAD.replace("Renaissance Man", "Renaissance Men") + WRESTLE,
        (
            "$.seats[1]: found 'Renaissance Men', expected one of Renaissance Man, The"
            " Cardinal; did you mean Renaissance Man?"
        ),
    ),
    "a judge": (
        (
            'title = "x"\nsystem = "planets"\nseats = ["Storyguide"]\n'
            '[[chapters]]\nscenario = "planets_siege"\n'
        ),
        "$.seats[0]: found 'Storyguide', who judges and carries nothing, expected one",
    ),
    "a chapter about nobody": (
        f'{HEAD}{WRESTLE}\n[[chapters]]\nscenario = "planets_race"\n',
        (
            "$.chapters[1].scenario: found planets_race between Vasilisa, Old"
            " Baldwin, Pip, expected somebody of $.seats: The Cardinal, Renaissance Man"
        ),
    ),
    "no weight at all": (
        f"{HEAD}{WRESTLE}weight = 0\n",
        "$.seats[0]: found 'The Cardinal', whose chapters all have the weight 0",
    ),
    "sessions out of order": (
        f"{HEAD}{WRESTLE}session = 2\n{WRESTLE}session = 1\n",
        "$.chapters[1].session: found 1 after session 2, expected sessions in order",
    ),
    "a chapter that waits for a later one": (
        f'{HEAD}{WRESTLE}{WRESTLE}when = {{ chapter = 3, how = ["won"] }}\n{WRESTLE}',
        (
            "$.chapters[1].when.chapter: found 3, expected a chapter that comes before"
            " this one, 1 to 1"
        ),
    ),
    "a chapter that waits for itself": (
        f'{HEAD}{WRESTLE}when = {{ chapter = 1, how = ["won"] }}\n',
        (
            "$.chapters[0].when.chapter: found 1, expected none: nothing comes before"
            " the first chapter"
        ),
    ),
    "nothing to wait for": (
        f"{HEAD}{WRESTLE}{WRESTLE}when = {{ chapter = 1 }}\n",
        "$.chapters[1].when: found nothing to wait for, expected how, obtained_by or",
    ),
    "an ending there is not": (
        f'{HEAD}{WRESTLE}{WRESTLE}when = {{ chapter = 1, how = ["wun"] }}\n',
        "$.chapters[1].when.how[0]: found 'wun', expected one of",
    ),
    "a winner who was not there": (
        f'{HEAD}{WRESTLE}{WRESTLE}when = {{ chapter = 1, obtained_by = ["Pip"] }}\n',
        "$.chapters[1].when.obtained_by[0]: found 'Pip', expected one of",
    ),
    "a loser who was not there": (
        (
            f"{HEAD}{WRESTLE}{WRESTLE}"
            'when = { chapter = 1, not_obtained_by = ["Pip"] }\n'
        ),
        "$.chapters[1].when.not_obtained_by[0]: found 'Pip', expected one of",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_a_mistake_is_named_with_its_place(what: str, tmp_path: Path) -> None:
    """A mistake is told in one line with its file, place, value and what fits."""
    text, said = BAD[what]
    with pytest.raises(ScenarioError) as refused:
        load(written(tmp_path, text))
    sentence = str(refused.value)
    assert re.match(rf"{tmp_path}/feud\.toml, line \d+, column \d+: \$", sentence)
    assert said in sentence
    assert "\n" not in sentence


def test_a_mistake_in_a_chapter_s_file_names_both_places(tmp_path: Path) -> None:
    """A mistake in a chapter's scenario is told with both places."""
    with pytest.raises(ScenarioError) as refused:
        loaded(tmp_path, scenario=SCENARIO.replace('saturn = "d20"', 'saturn = "d7"'))
    assert "$.chapters[0].scenario: " in str(refused.value)
    assert "wrestle.toml, line " in str(refused.value)
    assert "$.seats[0].planets.saturn (The Cardinal): found 'd7'" in str(refused.value)


def test_a_system_that_carries_nothing_says_so(tmp_path: Path) -> None:
    """A system that carries nothing refuses campaigns."""
    bare = structs.replace(rule_system("planets"), campaigns=None)
    file = tmp_path / "feud.toml"
    file.write_text(HEAD + WRESTLE, "utf-8")
    with pytest.raises(ScenarioError, match="carries nothing from one conflict to"):
        load(str(file), lookup=lambda _: bare)


def test_who_cannot_enter_a_later_chapter_is_refused_at_once(tmp_path: Path) -> None:
    """A seat that cannot enter a later chapter is refused when the file is read."""
    other = Path(tmp_path, "other.toml")
    brawl = 'categories = ["virtue"]\nseats = [\n'
    for name, side in (("Fred", "a"), ("Ann", "b")):
        dice = '[{ name = "faith", category = "virtue", size = 8 }]'
        brawl += f'{{ name = "{name}", side = "{side}", abilities = {dice} }},\n'
    other.write_text(f'title = "x"\nsystem = "intensity"\n{brawl}]\n', "utf-8")
    text = HEAD.replace("planets", "intensity").replace("The Cardinal", "Fred")
    text = text.replace(', "Renaissance Man"', "")
    chapters = '[[chapters]]\nscenario = "{}"\n'
    text += chapters.format("intensity_brawl") + chapters.format("other.toml")
    with pytest.raises(ScenarioError) as refused:
        loaded(tmp_path, text)
    assert (
        "$.chapters[1].scenario: other cannot be entered with what is carried: Fred"
        in str(refused.value)
    )


def test_a_campaign_is_known_by_all_that_is_in_it(tmp_path: Path) -> None:
    """A campaign has one digest however it is typed, which its scenarios change."""
    first = loaded(tmp_path)
    assert is_campaign(first.data)
    again = from_json(first.data)
    assert isinstance(again, Campaign)
    assert (again.digest, again.data) == (first.digest, first.data)
    assert loaded(tmp_path, f"# the same\n{FEUD}").digest == first.digest
    other = loaded(tmp_path, scenario=SCENARIO.replace("A bout", "Another bout"))
    assert other.digest != first.digest


def test_rulings_of_a_campaign_are_in_force_in_every_chapter(tmp_path: Path) -> None:
    """A campaign's rulings hold in every chapter, and a command's before them."""
    for rulings, goal in (({}, 2), ({"goal": "4"}, 4)):
        campaign = load(written(tmp_path), rulings)
        assert isinstance(campaign, Campaign)
        in_force = [chapter.loaded.scenario.rulings for chapter in campaign.chapters]
        assert [ruling.goal for ruling in in_force] == [goal] * 3


def test_the_seats_are_those_it_is_about(tmp_path: Path) -> None:
    """A campaign's seats keep sides and agents that are the same in all chapters."""
    campaign = loaded(tmp_path)
    seats = [(seat.name, seat.side, seat.agent) for seat in campaign.seats]
    assert seats == [("The Cardinal", 0, "steady"), ("Renaissance Man", 1, "steady")]
    bold = SCENARIO.replace("title", "#", 1).replace(
        'name = "The Cardinal"', 'name = "The Cardinal"\nagent = "bold"'
    )
    Path(tmp_path, "bold.toml").write_text(f'title = "x"\n{bold}', "utf-8")
    text = f'{FEUD}\n[[chapters]]\nscenario = "bold.toml"\nsession = 2\n'
    assert [seat.agent for seat in loaded(tmp_path, text).seats] == ["", "steady"]


@pytest.mark.parametrize("name", campaigns())
def test_what_ships_can_be_played(name: str) -> None:
    """Every campaign that ships has more than one chapter."""
    campaign = load(name)
    assert isinstance(campaign, Campaign)
    assert len(campaign.chapters) > 1


def test_a_name_that_is_neither_is_refused() -> None:
    """A misspelt name is refused with the nearest."""
    with pytest.raises(UnknownNameError, match="did you mean planets_three_gates"):
        load("planets_three_gate")


def test_a_scenario_is_still_a_scenario() -> None:
    """A file that is no campaign is read as a scenario."""
    assert load("planets_boulder") == load_scenario("planets_boulder")
