"""Broken files are refused in one sentence with the place and what was expected."""

from pathlib import Path

import pytest

from sim.errors import ScenarioError
from sim.library.scenario import load

KNIVES = Path(__file__).parents[3] / "scenarios" / "dice_pool_knives.toml"


def broken(tmp_path: Path, old: str, new: str) -> str:
    """Return what is said of the scenario `dice_pool_knives` with one thing changed."""
    text = KNIVES.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load(str(file))
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "Boris"', 'name = "Ana"', "'Ana' stands there twice"),
        ('means = "knife"', 'means = "knive"', "did you mean knife?"),
        (
            'pools = [["strength", "brawl"]]',
            'pools = [["strenght"]]',
            "did you mean strength?",
        ),
        ('pools = [["strength", "brawl"]]', "pools = [[]]", "found no trait"),
        (
            'pools = [["strength", "brawl"]]',
            'pools = [["strength", "brawl", "wits"]]',
            "found 3 traits, expected one or two",
        ),
        (", composure = 3 }", " }", "expected all nine Attributes"),
        ("willpower = { dots = 4 }", "willpower = { dots = 4, points = 5 }", "4 dots"),
        ("morality = 4", "morality = 6", "5"),
        ('facing = { Ana = "engage"', 'facing = { Ann = "engage"', "did you mean Ana?"),
        ('kind = "wait"\nminutes = 30', 'kind = "wait"', "found no time"),
        ('vice = "wrath"', "", "to have a Vice"),
        ("vice = true", "virtue = true", "to have a Virtue"),
        ('kind = "violent"', 'kind = "task"', "an obstacle, since the kind is task"),
        ('side = "toughs"', 'side = "couriers"', "found one side, expected two"),
        (
            'specialties = ["grapples"]',
            'specialties = ["grapple"]',
            "did you mean grapples?",
        ),
    ],
)
def test_a_slip_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    """A mistake in a sheet is refused in one line that says what would do."""
    message = broken(tmp_path, old, new)
    assert said in message
    assert "\n" not in message.strip()


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        ("again_face = 8\nsuccess_face = 9", "9 or more, since only successes"),
        ('stacking = "explicit"', "asked about edge and difficulty"),
        ('stacking = "sum"', "sum"),
        ('consciousness_pool = ["stamna"]', "did you mean stamina?"),
    ],
)
def test_odd_readings_are_refused(tmp_path: Path, ruling: str, said: str) -> None:
    """DP-R-06: Details never simply add up, so there is no such option."""
    assert said in broken(tmp_path, "[means]", f"[rulings]\n{ruling}\n\n[means]")
