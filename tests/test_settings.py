"""Single values of a scenario, changed by the path that error messages use."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import ScenarioError, UnknownNameError
from sim.library.catalogue import scenarios
from sim.library.scenario import Loaded, from_json, from_table, load, read
from sim.library.settings import Setting, numbers, parse, value_at, with_settings
from sim.reading.tables import parse as parse_toml
from tests.tiers import short_first


def _changed(name: str, *texts: str) -> Loaded:
    return with_settings(load(name), [parse(text) for text in texts])


def test_a_changed_scenario_is_that_of_a_changed_file() -> None:
    """A setting gives the scenario, and the digest, that editing the file gives."""
    where, raw = read("alley")
    table = parse_toml(raw.replace(b"vigor = 2", b"vigor = 3"), where)
    as_file = from_table(table, raw, where)
    changed = _changed("alley", "seats[0].pools.vigor=3")
    assert changed.digest == as_file.digest != load("alley").digest
    assert from_json(changed.data).digest == changed.digest
    assert changed.name == "alley with seats[0].pools.vigor=3"
    assert changed.words == ["alley", "--set", "seats[0].pools.vigor=3"]
    again = with_settings(changed, [parse("seats[1].pools.vigor=4")])
    assert again.words[:3] == changed.words
    assert again.name == f"{changed.name}, seats[1].pools.vigor=4"
    other = with_settings(again, [parse("seats[1].pools.vigor=5")])
    assert other.settings == ("seats[0].pools.vigor=3", "seats[1].pools.vigor=5")


@pytest.mark.parametrize("name", short_first(sorted(scenarios())))
def test_no_number_set_to_itself_moves_a_digest(name: str) -> None:
    """Every number is found with its value, and setting it to that changes nothing."""
    loaded = load(name)
    every = numbers(loaded)
    assert every
    assert with_settings(loaded, every).digest == loaded.digest
    assert with_settings(loaded, ()) is loaded
    assert all(value_at(loaded, setting.path) == setting.value for setting in every[:5])


@pytest.mark.parametrize(
    "path",
    [
        *("seats[0].pools.vigor", "$.seats[0].pools.vigor", "seats[Tela].pools.vigor"),
        *('seats["Tela"].pools.vigor', "seats['tela'].pools.\"vigor\""),
    ],
)
def test_a_path_may_begin_at_the_root_and_call_entries_by_name(path: str) -> None:
    """A path may begin at the root, and name an entry of a list."""
    assert _changed("alley", f"{path}=3").scenario.seats[0].pools.vigor == 3


def test_names_with_spaces_and_names_not_yet_there_can_be_set() -> None:
    """A seat can be given an ability that the scenario knows."""
    bold = _changed("alley", 'seats[0].abilities."Knife Fighting"=master')
    assert (
        bold.digest
        == _changed("alley", 'seats[0].abilities.Knife Fighting="master"').digest
    )
    fast = _changed("alley", "seats[Tela].abilities.Dash=novice")
    assert "Dash" in fast.scenario.seats[0].abilities
    assert value_at(load("alley"), "seats[Tela].abilities.Dash") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("seats[0].vigor=2", 'no "seats[0].vigor".*seats\\[0\\].pools.vigor'),
        ("seats[9].pools.vigor=2", "seats\\[0\\].pools.vigor"),
        ("seats[Bo].pools.vigor=2", "such as"),
        ("seats[0].abilities.Snaek=master", "seats\\[0\\].abilities.Sneak"),
        ("seats[Gael].pools.vigr=1", "such as seats\\[Gael\\].pools.vigor"),
        ("seats[0].pools.vigor.x=1", "seats\\[0\\].pools.vigor"),
    ],
)
def test_a_path_that_is_not_there_brings_the_nearest(text: str, said: str) -> None:
    """An unknown path is refused with paths that are like it."""
    with pytest.raises(
        UnknownNameError, match=said.replace('"seats[0]', '"seats\\[0]')
    ):
        _changed("alley", text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("seats[0].pools.vigor=999", r"\(Tela\) is 999, expected a whole number"),
        ("seats[0].pools.vigor=[1", "not a value in TOML"),
        ("seats[0].pools.vigor=", "expected PATH=VALUE"),
        ("seats", "expected PATH=VALUE"),
        ("seats[0]name=x", "not a path"),
        ("seats[0].abilities.Sneak=mster", 'did you mean "master"'),
    ],
)
def test_what_breaks_the_sheet_is_said_as_of_a_file(text: str, said: str) -> None:
    """A value that does not fit is refused in the words of check-scenario."""
    with pytest.raises(ScenarioError, match=said):
        _changed("alley", text)


def test_nothing_is_set_twice() -> None:
    """Two values for one place are refused, however it is called."""
    with pytest.raises(ScenarioError, match="is set twice"):
        _changed("alley", "seats[0].pools.vigor=3", "seats[Tela].pools.vigor=4")


_VALUES = st.recursive(
    st.one_of(
        st.booleans(),
        st.floats(allow_nan=False),
        st.integers(-9, 10**6),
        st.text(max_size=9),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner)
    ),
    max_leaves=5,
)


@given(_VALUES)
def test_a_setting_is_spoken_as_it_is_read(value: object) -> None:
    """What is printed of a setting can be given again."""
    setting = Setting("seats[0].name", value)
    assert parse(str(setting)) == setting


@given(st.text(max_size=30))
def test_any_text_is_a_setting_or_one_sentence(text: str) -> None:
    """Whatever is given is a setting or refused on one line."""
    said = ""
    try:
        parse(text)
    except ScenarioError as error:
        said = str(error)
    assert "\n" not in said
