"""The lines of all options that come up when a scenario is played at random."""

from random import Random
from typing import Any

from sim.conflict.phrases import first_line
from sim.conflict.walk import Walk
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Chance, Decision, RuleSystem

_WALKS = 40
_LONGEST = 400
"""A walk of more answers is left."""
_SEED = "offered"


Lines = dict[tuple[Seat, str], None]


def lines_offered(
    system: RuleSystem[Any], scenario: object, seat: Seat | None = None
) -> list[str]:
    """Return the lines of the options of a few walks by lot, those of *seat* or all.

    In every other walk nobody gives up, so that they come far. They are always the
    same; what comes up once in hundreds of conflicts may be missing.
    """
    found: Lines = {}
    for number in range(_WALKS):
        _walk(system, scenario, number, found)
    lines = (line for who, line in found if seat is None or who == seat)
    return list(dict.fromkeys(lines))


def _walk(system: RuleSystem[Any], scenario: object, number: int, found: Lines) -> None:
    key = conflict_key(_SEED, number)
    dice, lots = KeyedDice(key), Random(number)  # noqa: S311 - no secret
    walk = Walk(system, system.initial(scenario))
    seen: set[Fact] = set()
    for _ in range(_LONGEST):
        asked = walk.asked
        if type(asked) is Chance:
            walk.take(asked.fall(dice, walk.state.round))
        elif type(asked) is Decision:
            for option in asked.options:
                if option not in seen:
                    seen.add(option)
                    line = first_line(system, asked.view, option)
                    found[asked.who, line] = None
            walk.take(_drawn(system, asked, lots, stays=number % 2 == 1))
        else:
            return


def _drawn(
    system: RuleSystem[Any], asked: Decision[Any], lots: Random, *, stays: bool
) -> Fact:
    """Return an option by lot; for who *stays* one that does not give up, if any."""
    appraise, view = system.solving.appraise, asked.view
    drawn = lots.sample(asked.options, len(asked.options))
    if not stays or appraise is None:
        return drawn[0]
    # Only what is drawn is appraised, which takes longer than all else here.
    going = (one for one in drawn if not appraise(view, one).concedes)
    return next(going, drawn[0])
