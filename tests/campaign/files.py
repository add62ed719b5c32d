"""Campaign files for tests: short conflicts, and one that ends as a test likes."""

from pathlib import Path

from sim.campaign.campaign import Campaign
from sim.campaign.load import load

HEAD = """\
title = "A feud"
system = "planets"
seats = ["The Cardinal", "Renaissance Man"]
"""
WRESTLE = """
[[chapters]]
scenario = "wrestle.toml"
"""
SCENARIO = """\
title = "A bout"
system = "planets"
mode = "direct"
[rulings]
goal = 3
wound_ladder = "minor d20, minor d12, minor d10, minor d8, minor d6"
[[seats]]
name = "The Cardinal"
planets = { mercury = "d8", venus = "wed", mars = "d6", jupiter = "d6", saturn = "d20" }
approaches = ["overpower"]
harms = [true]
[[seats]]
name = "Renaissance Man"
planets = { mercury = "d4", venus = "d8", mars = "d4", jupiter = "wed", saturn = "d10" }
approaches = ["fervor"]
harms = [true]
"""
FEUD = f"""{HEAD}
about = "Each bout leaves its marks."
[rulings]
goal = 2
{WRESTLE}
{WRESTLE}
session = 2
when = {{ chapter = 1, obtained_by = ["Renaissance Man"] }}
{WRESTLE}
session = 2
weight = 2
"""


def written(folder: Path, text: str = FEUD, scenario: str = SCENARIO) -> str:
    """Write a campaign and the scenario it names; return the campaign's path."""
    (folder / "wrestle.toml").write_text(scenario, encoding="utf-8")
    path = folder / "feud.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def loaded(folder: Path, text: str = FEUD, scenario: str = SCENARIO) -> Campaign:
    """Return the campaign that `written` writes."""
    campaign = load(written(folder, text, scenario))
    assert isinstance(campaign, Campaign)
    return campaign
