"""The text's own example, a page and a hacker, as it is shipped: by its numbers."""

from itertools import pairwise

import pytest

from benchmarks.ways import SetOn
from sim.library.scenario import Loaded, load
from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from tests.agents.tables import conflict

ARMORMAN, HACKER = 0, 1
SCALES = ("coarse", "fine")
TAKES_10 = "roll=False"


@pytest.mark.parametrize(
    ("scale", "walls", "backups", "eased"),
    [("coarse", 160, 140, 2), ("fine", 100, 150, 4)],
)
def test_the_page_is_made_by_routine_and_then_kept_by_measures(
    scale: str, walls: int, backups: int, eased: int
) -> None:
    """SK-ROUT-02: The page's numbers come out as printed, on either scale.

    Making it, 10 + 16 against 25, is routine. Keeping it safe is 10 + 15 against 20: 5
    levels, which are walls and backups coarse and backups alone fine. What the hacker
    has more of time, 40 %, is 2 coarse and 4 fine.

    Also tested: SK-ROUT-03, SK-QNU-03 and SK-QLO-06.
    """
    loaded = load("skill_page_example", {"scale": scale})
    events = conflict(loaded, SetOn(TAKES_10), SetOn(TAKES_10)).events
    (routine,) = [event for event in events if isinstance(event, c.RoutineUseGranted)]
    assert (routine.who, routine.level) == (ARMORMAN, 1)
    kept = next(event for event in events if isinstance(event, c.EffectAllocated))
    assert kept.aspects == (("walls", walls), ("backups", backups))
    hacked = [
        dict(event.parts)
        for event in events
        if isinstance(event, c.DifficultySet) and event.who == HACKER
    ]
    assert len(hacked) == 4
    assert all(parts["advantage"] == -eased for parts in hacked)


@pytest.mark.parametrize(("scale", "less"), [("coarse", 2), ("fine", 4)])
def test_each_measure_is_an_answer_to_one_way_in(scale: str, less: int) -> None:
    """SK-RUL-61: Each measure hinders the way in that it answers, from the next turn.

    Also tested: SK-QLO-06.
    """
    loaded = load("skill_page", {"scale": scale})
    ways = [
        ("try the front door", "bar the door"),
        ("turn the code against itself", "mend the code"),
        ("borrow a password", "trace the line"),
    ]
    time = less // 2
    for way, measure in ways:
        for other in {measure_ for _, measure_ in ways} - {measure}:
            advantages = [_advantages(loaded, way, taken) for taken in (measure, other)]
            assert advantages[0][:3] == [-time, -less, less - time]
            assert advantages[1][:3] == [-time, 0, -time]


def _advantages(loaded: Loaded, way: str, measure: str) -> list[int]:
    """What steps of advantage did to each act of a game."""
    events = conflict(loaded, SetOn(way), SetOn(measure)).events
    told = (f.ActDeclared, c.DifficultySet)
    acts = [event for event in events if isinstance(event, told)]
    return [
        dict(set_.parts).get("advantage", 0)
        for act, set_ in pairwise(acts)
        if isinstance(act, f.ActDeclared) and isinstance(set_, c.DifficultySet)
    ]
