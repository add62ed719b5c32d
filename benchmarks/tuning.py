"""Does `fracas tune` find the number that is known exactly?

    python -m benchmarks.tuning                  # prints the table, about two minutes

Twenty numbers of small conflicts, four in each rule system. The result of each value of
a number is solved without the search, so the value that is nearest to the target is
known. The normal search must find that value and say correctly whether it meets the
target exactly. In a second search solving is switched off, so that it plays: then it
cannot tell near values apart, and its certain statements must be true.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import process_time
from typing import Any
from unittest.mock import patch

from msgspec import Struct

import fracas
from sim.vary.points import Point
from sim.vary.ranges import Varied, read_axis
from sim.vary.tune import At, Tuning
from tests import study
from tests.playtest.planted import Sheet, auction

GAMES = 1000
ABOUT = f"""\
What each value of a number comes to is solved, value by value, without the search.
*tune* says whether `fracas tune` names the nearest to the target, and says rightly if
it is exactly so. *by games* is what it names where it is kept from solving, with at
most {GAMES:,} conflicts a value; then it cannot tell near values apart, and what it is
sure of must be true. `python -m benchmarks.tuning`"""
CUP = str(Path(study.__file__).parent / "scenarios" / "cup.toml")
_EVEN, _SAME = 0.5, 1e-9


class Case(Struct, frozen=True):
    """A number of a scenario, and the seat whose wins or return have a target."""

    scenario: str | Sheet
    vary: str
    of: str

    @property
    def axis(self) -> Varied:
        """The values of the number."""
        return read_axis(self.vary)

    def __str__(self) -> str:
        title = fracas.load(self.scenario).title
        return f"{title}: {self.vary.partition('=')[0]}"


CASES: Mapping[str, Sequence[Case]] = {
    "skill_roll": (
        Case("skill_page", "seats[Hacker].skills.intrusion=4..23", "wins(Hacker)"),
        Case("skill_page", "seats[Hacker].skills.ruses=4..23", "wins(Hacker)"),
        Case("skill_page", "seats[ArmorMan].skills.security=4..23", "wins(ArmorMan)"),
        Case("skill_page", "goal=1..6", "returns(ArmorMan)"),
    ),
    "planets": (
        Case("planets_boulder", "rulings.round_cap=1..20", "wins(The Cardinal)"),
        Case("planets_boulder", "rulings.goal=1..8", "wins(The Cardinal)"),
        Case(
            "planets_boulder",
            "seats[The Cardinal].planets.mars=d4,d6,d8,d10,d12,d20",
            "returns(The spiders)",
        ),
        Case("planets_arm_wrestle", "rulings.goal=1..6", "wins(The Cardinal)"),
    ),
    "intensity": (
        Case(auction(), "seats[Eve].intensity=2..24", "returns(Eve)"),
        Case(auction(), "seats[Eve].abilities[0].size=2..20", "wins(Eve)"),
        Case(auction(), "seats[Fay].abilities[1].size=2..20", "wins(Eve)"),
        Case("intensity_brawl", "seats[0].intensity=1..12", "returns(Fred)"),
    ),
    "solar_system": (
        Case("stuck_door", "opening.checks[0].difficulty=1..2", "wins(Skala)"),
        Case(
            "stuck_door",
            "seats[Miska].abilities.Athletics=nil,novice,greenhorn,journeyman,master",
            "returns(Miska)",
        ),
        Case(
            "stuck_door",
            "seats[Wolf-Snarl].abilities.Athletics=nil,novice,greenhorn,journeyman,master",
            "wins(Skala)",
        ),
        Case(
            "stuck_door",
            "seats[Skala].abilities.Athletics=greenhorn,novice,journeyman,master",
            "wins(Skala)",
        ),
    ),
    "dice_pool": (
        Case(CUP, "seats[Mara].skills.athletics=0..5", "wins(Mara)"),
        Case(CUP, "seats[Mara].attributes.dexterity=1..5", "wins(Mara)"),
        Case(CUP, "seats[Corvin].skills.larceny=0..5", "wins(Corvin)"),
        Case(CUP, "seats[Corvin].attributes.dexterity=1..5", "returns(Corvin)"),
    ),
}
"""Four numbers in each rule system, of conflicts that are solved in a few seconds."""


class Truth(Struct, frozen=True):
    """The exact result of every value, and the *target*."""

    figures: Mapping[Any, float]
    target: float

    @property
    def nearest(self) -> list[Any]:
        """The values that are nearest to the target."""
        off = {
            value: abs(figure - self.target) for value, figure in self.figures.items()
        }
        least = min(off.values())
        return [value for value, off_by in off.items() if off_by - least < _SAME]

    @property
    def exactly(self) -> bool:
        """Whether the nearest values meet the target exactly."""
        return abs(self.figures[self.nearest[0]] - self.target) < _SAME


def truth_of(case: Case) -> Truth:
    """Return what is known of a case without a search: every value is solved."""
    base, (kind, _, seat) = fracas.load(case.scenario), case.of.partition("(")
    figures: dict[Any, float] = {}
    for value in case.axis.values:
        there = fracas.changed(base, {case.axis.path: value})
        solved = fracas.solve(there)
        assert solved.exact, f"{case} is not solved with {value}"
        figures[value] = getattr(solved, kind)[seat.removesuffix(")")].low
    least, most = min(figures.values()), max(figures.values())
    even = least < _EVEN < most
    return Truth(figures, _EVEN if even else round((least + most) / 2, 2))


def tuned(case: Case, truth: Truth) -> Tuning:
    """Return what the search finds."""
    target = f"{case.of}={truth.target}"
    return fracas.tune(case.scenario, case.vary, target, games=GAMES, seed="tuning")


def by_solving(case: Case, truth: Truth) -> bool:
    """Whether the search finds the value, and says correctly whether it is exact."""
    tuning = tuned(case, truth)
    right = "exactly" if truth.exactly else "nearest"
    best = _value(tuning, tuning.best)
    return best in truth.nearest and tuning.verdict == right


def by_games(case: Case, truth: Truth) -> tuple[bool, Any, float]:
    """Whether all that it is sure of by games is true; what it names, how far off.

    Each value that it puts on one side of the target is there, what it names comes to
    something in the interval that is printed beside it, and where it says that no value
    makes it so, the nearest is among those that it calls the nearest.
    """
    with patch.object(Point, "solve", lambda *_, **__: False):
        tuning = tuned(case, truth)
    sides = [
        (truth.figures[_value(tuning, at)], tuning.side(at)) for at in tuning.looked()
    ]
    right = all((figure - truth.target) * side >= 0 for figure, side in sides)
    best, figure = _value(tuning, tuning.best), tuning.figure(tuning.best)
    held = figure.low <= truth.figures[best] <= figure.high
    near = {best, *(_value(tuning, at) for at in tuning.rivals())} & {*truth.nearest}
    true = right and held and (bool(near) or tuning.verdict != "nearest")
    return true, best, abs(truth.figures[best] - truth.target)


def _value(tuning: Tuning, at: At) -> Any:  # noqa: ANN401 - any value of a sheet
    (setting,) = tuning.settings(at)
    return setting.value


def table() -> list[str]:
    """Return the table, printed line by line as it is measured."""
    rows = ["| number | values | target | known | tune | by games | seconds |"]
    rows.append("|---|---|---|---|---|---|---|")
    solved = played = 0
    for case in [case for some in CASES.values() for case in some]:
        truth, begun = truth_of(case), process_time()
        right, (held, named, off) = by_solving(case, truth), by_games(case, truth)
        solved, played = solved + right, played + held
        near = ", ".join(map(str, truth.nearest[:3])) + ", ..." * (
            len(truth.nearest) > 3
        )
        rows.append(
            f"| {case} | {len(truth.figures)} | {case.of}={truth.target} | {near} |"
            f" {'found' if right else 'MISSED'} |"
            f" {named}, off by {off:.3f}{'' if held else ': UNTRUE'} |"
            f" {process_time() - begun:.0f} |"
        )
        print(rows[-1], flush=True)
    count = sum(map(len, CASES.values()))
    said = (
        f"Found: {solved} of {count}. By games all that it was sure of is true in"
        f" {played} of {count}."
    )
    print(said)
    return [*rows, "", said]


if __name__ == "__main__":
    table()
