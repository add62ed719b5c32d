"""Following the code of one event: how often a reader changes the file and returns.

    python -m benchmarks.walks

For an event of a kind, the functions that ask, decide and remember it are listed in the
order of their first calls, as someone who follows the code would read them. A *stay* is
a stretch within one file, a *return* a stay in a file that was left before. Of several
events of a kind the longest walk counts. `benchmarks/README.md` keeps the figures.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import groupby
from random import Random
from types import CodeType, FrameType
from typing import Any

from sim.library.scenario import load
from sim.seam.events import Event
from sim.seam.protocol import Decision, Due, Outcome

WALKS = (
    ("a die", "alley", "DiceRolled"),
    ("a choice", "alley", "ActionDeclared"),
    ("harm", "alley", "HarmApplied"),
    ("a contest of dice pools", "dice_pool_knives", "ContestResolved"),
    ("declaring an intent", "dice_pool_knives", "IntentDeclared"),
)
"""The scenario and the kind of event of each walk."""
GAMES = 30
"""The number of conflicts that are played at random."""


def walk(scenario: str, kind: str) -> list[str]:
    """Return the files that are read for an event of *kind*, stay by stay."""
    loaded = load(scenario)
    stays: list[list[str]] = []
    for game in range(GAMES):
        stays += _walks(loaded.system, loaded.scenario, kind, Random(game))
    return max(stays, key=len)


def _walks(
    system: Any,  # noqa: ANN401 - of any kind of state
    scenario: object,
    kind: str,
    luck: Random,
) -> Iterator[list[str]]:
    """Play a conflict at random, and yield the stays for each event of *kind*."""
    state = system.initial(scenario)
    while True:
        asked, read = followed(system.ask, state)
        if type(asked) is Outcome:
            return
        events: tuple[Event, ...]
        if type(asked) is Due:
            events = asked.events
        else:
            if type(asked) is Decision:
                fact = luck.choice(asked.options)
            else:
                faces = [luck.randrange(die.values) + die.low for die in asked.pool]
                fact = asked.rolled(tuple(faces))
            more, decided = followed(system.decide, state, fact)
            events, read = (fact, *more), read + decided
        for event in events:
            state, remembered = followed(system.evolve, state, event)
            if type(event).__name__ == kind:
                once = dict.fromkeys(read + remembered)
                yield [name for name, _ in groupby(code.co_filename for code in once)]


def followed(call: Callable[..., Any], *given: object) -> tuple[Any, list[CodeType]]:
    """Call *call*; return its result, and the functions of rules that ran, in order."""
    read: dict[CodeType, None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and "/sim/rules/" in code.co_filename:
            read.setdefault(code)

    sys.setprofile(note)
    try:
        result = call(*given)
    finally:
        sys.setprofile(None)
    return result, list(read)


def main() -> None:
    """Print the stays and returns of every walk."""
    for what, scenario, kind in WALKS:
        stays = walk(scenario, kind)
        files, returns = len(set(stays)), len(stays) - len(set(stays))
        print(f"{what:28} {len(stays)} stays in {files} files, {returns} returns")


if __name__ == "__main__":
    main()
