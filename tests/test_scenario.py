"""Scenario files: what is read and refused, and what each refusal says."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sim.cli.write.ruling_options import options_of
from sim.errors import FracasError, ScenarioError, UnknownNameError
from sim.library.catalogue import scenarios
from sim.library.registry import rule_system, system_names
from sim.library.rulings import changed_rulings
from sim.library.scenario import (
    Loaded,
    canonical,
    from_json,
    load,
    scenario_digest,
    schema,
)
from sim.reading.located import located
from sim.reading.tables import parse
from sim.seam.protocol import RuleSystem
from sim.seam.sheets import rulings_of
from tests.noon import SCENARIO, TOY

GOOD = b"""\
title = "Two at noon"
system = "toy"

[[seats]]
name = "Ann"

[[seats]]
name = "Bo"
agent = "steady"

[rulings]
grit = 2
"""

Say = Callable[[bytes], str]


def toys(name: str) -> RuleSystem[Any]:
    """Find the toy beside the real systems."""
    return TOY if name == "toy" else rule_system(name)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a good scenario file."""
    path = tmp_path / "noon.toml"
    path.write_bytes(GOOD)
    return path


@pytest.fixture
def say(file: Path) -> Say:
    """Return what is said of a file that holds certain bytes."""

    def refused(raw: bytes) -> str:
        file.write_bytes(raw)
        with pytest.raises(ScenarioError) as caught:
            load(str(file), lookup=toys)
        sentence = str(caught.value)
        assert sentence.startswith(str(file))
        assert "\n" not in sentence
        return sentence.removeprefix(str(file))

    return refused


def test_load_a_good_file_is_read_with_its_defaults(file: Path) -> None:
    """A scenario has what its file says, and the defaults of what it leaves out."""
    loaded = load(str(file), lookup=toys)
    assert loaded.name == "noon"
    assert loaded.system is TOY
    assert loaded.scenario.seats[1].agent == "steady"
    assert loaded.scenario.rulings.nerve == 4
    assert changed_rulings(loaded.scenario) == {"grit": 2}


def test_load_the_digest_does_not_depend_on_how_it_was_typed(file: Path) -> None:
    """A digest does not depend on order, spacing or spelled-out defaults."""
    first = load(str(file), lookup=toys)
    file.write_bytes(
        b"rulings.nerve = 4\nrulings.grit = 2\r\n"
        b'seats = [{name = "Ann"}, {agent = "steady", name = "Bo"}]\n'
        b'system = "toy"\ntitle = "Two at noon"\n'
    )
    assert load(str(file), lookup=toys).digest == first.digest


def test_from_json_gives_back_the_same_scenario(file: Path) -> None:
    """A scenario read from its stored JSON is the same, with its digest."""
    loaded = load(str(file), lookup=toys)
    again = from_json(loaded.data, lookup=toys)
    assert again.scenario == loaded.scenario
    assert (again.data, again.digest) == (loaded.data, loaded.digest)
    assert scenario_digest(loaded.scenario) == loaded.digest


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"{", b'{"system": 1}', b"[" * 5000, b'{"system":"toy"}', b'{"\xff"}'],
)
def test_from_json_refuses_what_no_store_wrote(data: bytes) -> None:
    """JSON that is no scenario is refused in one sentence."""
    with pytest.raises(ScenarioError, match="the stored scenario"):
        from_json(data, lookup=toys)


def test_digest_stands_for_ever() -> None:
    """A known scenario has the digest it always had."""
    assert canonical(SCENARIO).startswith(b'{"about":"","rulings":{"grit":3,"nerve":4')
    assert scenario_digest(SCENARIO).hex() == (
        "47a311128fc9cc7fafea03c62ee3fb9c0c6aabb96205e262329e8262bbacfc88"
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"grit", b"gritt", "$.rulings has the unknown field"),
        (b"grit", b"gritt", "did you mean grit?"),
        (b"grit = 2", b'grit = "two"', '$.rulings.grit is "two", expected a whole'),
        (b"grit = 2", b"grit = true", "$.rulings.grit is true, expected a whole"),
        (b'"Bo"', b"7", "$.seats[1].name is 7, expected text"),
        (b'name = "Bo"\n', b"", '$.seats[1] lacks the field "name": expected text'),
        (b'[[seats]]\nname = "Ann"', b"", "$.seats is a list of 1, expected a list"),
        (b'title = "Two at noon"', b"", 'the top of the file lacks the field "title"'),
        (b'system = "toy"', b"", 'the top of the file lacks the field "system"'),
        (b'system = "toy"', b"", "; the file has title, "),
        (GOOD, b"", "; it has nothing"),
        (b'title = "Two at noon"', b"", "; the file has system, "),
        (b'system = "toy"', b"system = 3", "$.system is 3, expected one of"),
        (b'"toy"', b'"solar_sistem"', "did you mean solar_system?"),
        (b'system = "toy"', b"system = toy", ", line 2, column 10, is not TOML"),
        (b'"Ann"', b'"Ann', ", line 5, column 12, is not TOML"),
        (b'"Ann"', b'"\xff"', ", line 5: found bytes that are not UTF-8"),
        (b"grit = 2", b"grit = 2\ngrit = 3", "the same key stands twice"),
        (b"grit = 2", b"grit = nan", "$.rulings.grit is nan"),
        (b"grit = 2", b"grit = " + b"9" * 40, "expected fewer digits"),
        (b"grit = 2", b"grit = " + b"9" * 5000, "thousands of digits"),
        (b"grit = 2", b"grit = 2020-01-01", "is a date or time, expected a whole"),
        (b"grit = 2", b"grit = " + b"[" * 3000, "nested more than 32 deep"),
        (b"grit = 2", b"x" + b".x" * 100 + b" = 1", "nested more than 32 deep"),
        (b"grit = 2", b"x" + b".x" * 9000 + b" = 1", "more than 400 dots"),
        (b"grit = 2", b"#" * (1 << 20), "is larger than 1048576 bytes"),
        (b'"Bo"', b'"Bo"\n"\\u001b[31m" = 1', r"\x1b"),
    ],
)
def test_load_says_where_and_what_is_wrong(
    old: bytes, new: bytes, said: str, say: Say
) -> None:
    """A mistake is told in one sentence with its place and what is expected."""
    assert said in say(GOOD.replace(old, new, 1))


@pytest.mark.parametrize("field", ["title", "system"])
def test_load_finds_what_stands_below_a_header(field: str, say: Say) -> None:
    """A field that stands below a header is reported with where it belongs."""
    (line,) = [
        text_line
        for text_line in GOOD.splitlines()
        if text_line.startswith(field.encode())
    ]
    seat = b'name = "Ann"\n'
    moved = GOOD.replace(line + b"\n", b"").replace(seat, seat + line + b"\n")
    said = say(moved)
    assert f'the top of the file lacks the field "{field}"' in said
    at = moved[: moved.index(line)].count(b"\n") + 1
    assert f"; line {at}, column 1, has it as $.seats[0].{field}: what is" in said


def test_a_field_of_a_part_is_no_field_of_the_file() -> None:
    """A field that belongs where it stands is not suggested for a missing one."""
    raw = b'[[seats]]\nkind = "bold"\n'
    (said,) = located(
        "f", raw, tomllib.loads(raw.decode()), ['$ lacks the field "kind"']
    )
    assert said == 'f: the top of the file lacks the field "kind"; the file has seats'


def test_load_names_the_nearest_shipped_scenario() -> None:
    """A name that is no scenario is answered with what there is."""
    with pytest.raises(UnknownNameError, match="no scenario is called"):
        load("no-such-scenario")


def test_load_names_the_file_that_is_called_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name without its ending is answered with the file of that name."""
    (tmp_path / "dock.toml").write_text("title = 'x'", "utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownNameError, match=r"did you mean the file dock\.toml\?"):
        load("dock")
    with pytest.raises(UnknownNameError) as error:
        load("port")
    assert "did you mean the file" not in str(error.value)


@pytest.mark.parametrize("name", ["missing.toml", ".toml", "x/y", "a\0b.toml", "/"])
def test_load_says_why_a_file_cannot_be_read(name: str) -> None:
    """A path that is no readable file is one clear error."""
    with pytest.raises(ScenarioError, match="cannot be read"):
        load(name)


@pytest.mark.parametrize("text", ["3", " 3", "3.0"])
def test_ruling_is_read_as_its_own_type(file: Path, text: str) -> None:
    """`--ruling grit=3` gives a number, and wins over the file."""
    loaded = load(str(file), {"grit": text}, lookup=toys)
    assert loaded.scenario.rulings.grit == 3
    assert changed_rulings(loaded.scenario) == {}


def test_ruling_changes_the_digest(file: Path) -> None:
    """A run under another ruling is a run of another scenario."""
    plain = load(str(file), lookup=toys)
    assert load(str(file), {"nerve": "5"}, lookup=toys).digest != plain.digest


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("grid", "3", "did you mean grit?"),
        ("zzz", "3", "expected one of grit, nerve, round_limit"),
        ("grit", "many", 'the ruling grit is "many", expected a whole number'),
        ("grit", "3\nnerve=9", "expected a whole number"),
    ],
)
def test_ruling_that_cannot_be_is_said(
    file: Path, name: str, value: str, said: str
) -> None:
    """A wrong name or value is answered with what would be right."""
    with pytest.raises(FracasError, match="ruling") as caught:
        load(str(file), {name: value}, lookup=toys)
    assert said in str(caught.value)


def test_schema_every_table_is_closed() -> None:
    """Every table of the schema is closed, as unknown keys are errors."""
    shape = schema(TOY)
    assert shape["$defs"]["StandoffScenario"]["properties"]["system"]["const"] == "toy"
    forms = [form for form in shape["$defs"].values() if form["type"] == "object"]
    assert all(form["additionalProperties"] is False for form in forms)
    assert msgspec.json.encode(shape)


@pytest.mark.parametrize("name", system_names())
def test_every_number_of_a_scenario_has_an_upper_bound(name: str) -> None:
    """Every number of a scenario has an upper bound."""
    forms = schema(rule_system(name))["$defs"]
    unbounded = {
        field
        for form in forms.values()
        for field, kind in form.get("properties", {}).items()
        if _unbounded(kind)
    }
    assert unbounded == set()


def _unbounded(kind: Any) -> bool:  # noqa: ANN401 - a JSON Schema
    """Whether a number that *kind* holds, in lists and tables too, has no bound."""
    number = kind.get("type") in {"integer", "number"} and "enum" not in kind
    if number and "maximum" not in kind:
        return True
    inner = [*kind.get("anyOf", ()), *kind.get("prefixItems", ())]
    inner += [kind[key] for key in ("items", "additionalProperties") if key in kind]
    return any(_unbounded(kind_) for kind_ in inner if isinstance(kind_, dict))


def test_no_two_shipped_scenarios_share_a_title() -> None:
    """A title on a page or in a list of runs tells which scenario it is."""
    titles = [load(name).title for name in scenarios()]
    assert sorted(titles) == sorted(set(titles))


@pytest.mark.parametrize("name", scenarios())
def test_shipped_scenarios_load_and_come_back(name: str) -> None:
    """Shipped scenarios load, and come back the same from their JSON."""
    loaded: Loaded = load(name)
    assert loaded.name == name
    assert from_json(loaded.data).scenario == loaded.scenario


@pytest.mark.parametrize("name", system_names())
def test_every_value_of_a_ruling_is_what_is_played_and_what_is_recorded(
    name: str,
) -> None:
    """A scenario has the same rulings from its file and from a store.

    A value that stands for "not yet decided" in older records is no exception.
    """
    shipped = next(name_ for name_ in scenarios() if load(name_).system.name == name)
    form = load(shipped).scenario.rulings
    before = getattr(form, "before", {})
    refused: list[str] = []
    tried = 0
    for option, told in options_of(name).items():
        texts = {value.value.strip('"') for value in told.values}
        texts |= {as_text(before[option])} if option in before else set()
        for text in texts:
            try:
                loaded: Loaded = load(shipped, {option: text})
            except ScenarioError as error:
                refused.append(str(error))
                continue
            tried += 1
            assert loaded.scenario == from_json(loaded.data).scenario, (option, text)
            put = as_text(getattr(loaded.scenario.rulings, option))
            assert put == text, option
    assert tried > len(refused), refused


def as_text(value: object) -> str:
    """Return the value of a ruling as a file has it, a text without its quotes."""
    return msgspec.json.encode(value).decode().strip('"')


edits = st.lists(
    st.tuples(
        st.integers(0, len(GOOD)),
        st.integers(0, 12),
        st.binary(max_size=6) | st.sampled_from([b"[", b'"', b"=", b"\n", b"{", b"."]),
    ),
    min_size=1,
    max_size=4,
)


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(edits)
@example([(0, 12, b"\x00")])
def test_load_any_bytes_give_a_scenario_or_one_sentence(
    file: Path, edits: list[tuple[int, int, bytes]]
) -> None:
    """Any bytes as a file give a scenario or one sentence."""
    raw = GOOD
    for at, gone, put in edits:
        raw = raw[:at] + put + raw[at + gone :]
    file.write_bytes(raw)
    said = str(file)
    try:
        loaded = load(str(file), lookup=toys)
    except FracasError as error:
        said = str(error)
    else:
        assert from_json(loaded.data, lookup=toys).digest == loaded.digest
    assert str(file) in said
    assert said.isprintable()


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_parse_any_bytes_give_a_table_or_one_sentence(raw: bytes) -> None:
    """Any bytes as TOML give a table or one sentence."""
    said = "it"
    try:
        assert isinstance(parse(raw, "it"), dict)
    except ScenarioError as error:
        said = str(error)
    assert said.startswith("it")
    assert said.isprintable()


def test_a_stored_scenario_without_a_later_ruling_is_read_as_it_was_played() -> None:
    """An old record without a later ruling is read as it was played, by its digest."""
    now = load("dice_pool_mill")
    table = msgspec.json.decode(now.data)
    later = type(now.scenario.rulings).before
    assert later
    for name in later:
        del table["rulings"][name]
    old = from_json(msgspec.json.encode(table, order="sorted"))
    rulings = old.scenario.rulings
    assert {name: getattr(rulings, name) for name in later} == dict(later)
    assert canonical(old.scenario) == old.data
    assert rulings_of(old.scenario).keys().isdisjoint(later)
    assert canonical(now.scenario) == now.data
    today = now.scenario.rulings
    assert all(getattr(today, name) != value for name, value in later.items())
