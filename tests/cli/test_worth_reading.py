"""Conflicts worth reading are listed in other orders, and named with every result."""

import shlex
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

from tests.cli.conftest import Fracas
from tests.tiers import later


def _names(lines: list[Any]) -> list[str]:
    return [line["conflict"] for line in lines]


def test_list_sorts_by_any_measure(fracas: Fracas, store: Path, run_id: str) -> None:
    """Conflicts are sorted by any measure, the highest first."""
    whole = fracas("list", store, run_id, "--json", "--limit", 0).lines()
    longest = fracas("list", store, run_id, "--longest", "--json").lines()
    events = [line["events"] for line in longest]
    assert events == sorted((line["events"] for line in whole), reverse=True)
    assert [line["sorted"] for line in longest] == [
        {"events": event} for event in events
    ]
    by_events = fracas("list", store, run_id, "--sort", "Events", "--json").lines()
    assert by_events == longest
    by_ann = fracas("list", store, run_id, "--sort", "ann", "--json").lines()
    assert [line["sorted"]["Ann"] for line in by_ann] == sorted(
        (line["returns"]["Ann"] for line in whole), reverse=True
    )
    for measure in whole[0]["measures"]:
        shown = fracas("list", store, run_id, "--sort", f"{measure}:Bo", "--limit", 2)
        assert f"{measure}:Bo" in shown.out
        assert "to read the first: fracas replay" in shown.err
        (first, *_) = fracas("list", store, run_id, "--sort", measure, "--json").lines()
        most = max(sum(line["measures"][measure].values()) for line in whole)
        assert first["sorted"][measure] == most


def test_first_words_of_a_measure_are_enough(fracas: Fracas, tmp_path: Path) -> None:
    """The beginning of a measure's name is enough."""
    kept = tmp_path / "page.db"
    run = ("run", "skill_page", "--games", 3, "--seed", "worth", "--store", kept)
    page = fracas(*run, "--json").json()["run"]
    for short, whole in (("harm", "harm in eighths"), ("harm:hacker", "Hacker")):
        assert whole in fracas("list", kept, page, "--sort", short).out
    head = fracas("list", kept, page, "--sort", "hacker").out.splitlines()[0]
    assert head.split().count("Hacker") == 1
    assert "measure" in fracas("list", kept, page, "--sort", "harm:Bo").refused()


def test_list_around_puts_the_nearest_first(
    fracas: Fracas, store: Path, run_id: str
) -> None:
    """--around sorts by how near a measure is to the median or a number."""
    around = ("list", store, run_id, "--sort", "events", "--around")
    near = fracas(*around, "median", "--json").lines()
    events = sorted(line["events"] for line in near)
    middle = (events[5] + events[6]) / 2
    apart = [abs(line["events"] - middle) for line in near]
    assert apart == sorted(apart)
    few = fracas(*around, "median", "--json", "--limit", 3).lines()
    assert _names(few) == _names(near)[:3]
    assert "by how near events is to" in fracas(*around, "median").err
    far = fracas(*around, "1000000", "--json").lines()
    assert far[0]["events"] == events[-1]


@pytest.mark.slow
def test_list_finds_the_luckiest_and_the_closest(
    fracas: Fracas, tmp_path: Path, store: Path, run_id: str
) -> None:
    """--luckiest and --closest list conflicts by their analyses."""
    kept = tmp_path / "race.db"
    run = ("run", "footrace", "--games", "3", "--seed", "worth", "--store", kept)
    race = fracas(*run, "--json").json()["run"]
    for option, words in (("--luckiest", "dice were worth"), ("--closest", "apart")):
        shown = fracas("list", kept, race, option, "--seconds", "30")
        assert shown.status == 0
        name = shown.out.splitlines()[2].split()[0]
        assert words in shown.err
        assert f"fracas replay {kept} {name}" in shown.err
    # Between an agent that plays at random and one that does not, nothing is close.
    none = fracas("list", store, run_id, "--closest")
    assert (none.status, none.out) == (0, "")
    assert "no conflict among these stayed close" in none.err


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["RUN", "--sort", "evnets"], "there is no measure"),
        (["RUN", "--sort", "evnets"], "did you mean events?"),
        (["RUN", "--longest", "--luckiest"], "are different orders"),
        (["RUN", "--around", "median"], "--around needs a measure"),
        (["RUN", "--sort", "events", "--around", "middle"], "expected median or a"),
        (["RUN", "--sort", "events", "--around", "nan"], "expected median or a"),
        (["RUN", "--longest", "--seconds", "3"], "--luckiest or --closest"),
    ],
)
def test_an_order_that_cannot_be_is_one_sentence(
    fracas: Fracas, store: Path, run_id: str, words: list[str], reason: str
) -> None:
    """An order that cannot be is refused with the nearest."""
    given = [run_id if word == "RUN" else word for word in words]
    assert reason in fracas("list", store, *given).refused()


def _told(fracas: Fracas, command: str) -> str:
    program, *words = shlex.split(command)
    assert program == "fracas"
    done = fracas(*words)
    assert done.status == 0
    return done.out


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize(
    "words",
    [
        ["run", "skill_page", "--games", "12"],
        pytest.param(
            ["run", "planets_three_gates", "--games", "2"], marks=pytest.mark.slow
        ),
        ["tournament", "skill_page", "--agents", "steady,first", "--games", "8"],
    ],
    ids=["run", "campaign", "tournament"],
)
def test_every_result_names_what_to_read(
    fracas: Fracas,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    *,
    kept: bool,
) -> None:
    """Every result names conflicts to read, and the commands tell them."""
    monkeypatch.chdir(tmp_path)
    given = [*words, "--seed", "worth", *(["--store", "kept.db"] if kept else [])]
    samples = fracas(*given, "--json").json()["samples"]
    assert [sample["what"] for sample in samples][:1] == ["typical"]
    for command in dict.fromkeys(
        sample["keep"] for sample in samples if "keep" in sample
    ):
        _told(fracas, command)
    for sample in samples:
        assert ("keep" in sample) != kept
        told = _told(fracas, sample["replay"])
        assert sample["name"] in told
    printed = fracas(*given).out
    assert all(sample["replay"] in printed for sample in samples)
    assert printed.count("returns: ") == len(samples)
    if kept and words[0] == "run":
        run_id = samples[0]["name"].rpartition("-")[0]
        shown = fracas("show", "kept.db", run_id, "--json").json()["samples"]
        assert shown == samples


_GRIT = ("--vary", "rulings.grit=1,2", "--games", 20, "--seed", "w")
STUDIES: dict[str, tuple[object, ...]] = {
    "sampled": ("run", "stuck_door", "--sampled", "--games", 100, "--seed", "w"),
    "field": ("run", "NOON", "--agents", "all", "--games", 50, "--seed", "w"),
    "sweep": ("sweep", "NOON", *_GRIT),
    "tune": ("tune", "NOON", *_GRIT, "--target", "wins(Ann)=0.01"),
    "compare": ("compare", "NOON", "--set", "rulings.grit=2", "--games", 20),
    "playtest": ("playtest", "stuck_door", "--budget", "300 games", "--seed", "w"),
}
"""Results of other kinds than a run, which keep nothing."""


@pytest.mark.parametrize("study", later(STUDIES, {"playtest"}))
def test_what_varies_and_what_samples_names_what_to_read(
    fracas: Fracas,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    noon: Path,
    study: str,
) -> None:
    """Studies name conflicts to read, and the commands tell the very ones."""
    monkeypatch.chdir(tmp_path)
    words = [noon.name if word == "NOON" else word for word in STUDIES[study]]
    page = ["--html", "page.html"] * (study not in {"tune", "compare"})
    samples = fracas(*words, "--json", *page).json()["samples"]
    assert samples[0]["what"] == "typical"
    for keep in dict.fromkeys(sample["keep"] for sample in samples):
        _told(fracas, keep)
    for sample in samples:
        assert sample["name"] in _told(fracas, sample["replay"])
        events = fracas(*shlex.split(sample["replay"])[1:], "--json").lines()
        assert len(events) == sample["events"]
    if page:
        said = Path("page.html").read_text("utf-8")
        for sample in samples:
            assert escape(sample["replay"]) in said
            assert escape(sample["keep"]) in said
    else:
        printed = fracas(*words).out
        assert all(sample["replay"] in printed for sample in samples)
        assert printed.count("returns: ") == len(samples)


def test_what_a_file_has_is_told_by_its_name(
    fracas: Fracas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noon: Path
) -> None:
    """A sample on a scenario from a file has commands that work."""
    monkeypatch.chdir(tmp_path)
    mine = noon.rename(tmp_path / "my page.toml")
    met = ("tournament", mine.name, "--agents", "uniform,first", "--games", 2)
    samples = fracas(*met, "--null", 0, "--seed", "w", "--json").json()["samples"]
    assert samples
    for sample in samples:
        _told(fracas, sample["keep"])
        assert sample["name"] in _told(fracas, sample["replay"])
