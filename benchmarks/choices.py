"""Is there anything to choose in a scenario? Strategies against replies, by returns.

    python -m benchmarks.choices                     # every scenario that is measured
    python -m benchmarks.choices intensity_brawl --games 500
    python -m benchmarks.choices --write             # and keep the tables

A strategy is a shipped agent, or to be set on one way of going about it and steady in
all else (`on:WAY`), for each seat of a side. A reply is what everybody else does.
"""

import argparse
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain, product
from pathlib import Path
from typing import Any

from agents.steady import Steady
from benchmarks.__main__ import heading
from sim.events import Fact
from sim.protocol import Agent, Decision
from sim.roster import make
from sim.scenario import Loaded, load
from tests.agents.tables import conflict

RESULTS = Path(__file__).parent / "choices.md"

MARGIN = 0.05
"""A strategy better than any other by more than this, whatever the reply, is no
choice."""


WAYS = ("approach", "goal", "kind")
"""Where an option says which way it is."""


class SetOn(Steady):
    """Goes about it in one *way* wherever it may, and is steady in all else.

    A way is an approach or a goal, by its name.
    """

    def __init__(self, way: str) -> None:
        super().__init__()
        self.way = way

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the option for the way, or silence where it is pursued already."""
        describe = self.table.rules.describe
        words = [describe(asked.view, option) for option in asked.options]
        ways = [{one.get(key) for key in WAYS} - {None, ""} for one in words]
        for option, named in zip(asked.options, ways, strict=True):
            if self.way in named:
                return option
        if asked.options[0].passes and any(ways):
            return asked.options[0]
        return super().choose(asked)


def seated(spec: str) -> Agent:
    """Return the agent called *spec*, or one set on a way: `on:WAY`."""
    return SetOn(spec.removeprefix("on:")) if spec.startswith("on:") else make(spec)


Strategy = tuple[str, ...]
"""What each seat of a side does."""


def _all(*specs: str, seats: int) -> tuple[Strategy, ...]:
    return tuple((spec,) * seats for spec in specs)


_GATE = (
    (
        *_all("on:storm the gate", "on:undermine", "steady", seats=2),
        ("on:storm the gate", "on:undermine"),
    ),
    _all("on:man the walls", "on:sally out", "steady", seats=3),
)
_RACE = (
    _all("on:sprint", "on:take the alleys", "steady", seats=1),
    _all("on:sprint", "on:pace oneself", "steady", seats=1),
    _all("on:sprint", "on:take the alleys", "steady", seats=1),
)
_BRAWL = (
    _all("on:get the beer out", "on:make him pay", "steady", "cautious", seats=1),
    _all("on:throw him out", "on:beat him to death", "steady", "cautious", seats=1),
)
_SUMMIT, _AXE = "on:stand on the summit", "on:find the old expedition's ice axe"
_CLIFF = (
    (
        (_SUMMIT, _SUMMIT),
        (_AXE, _SUMMIT),
        ("on:help", _SUMMIT),
        (_SUMMIT, "on:help"),
        ("steady", "steady"),
    ),
    _all("steady", seats=1),
)
_VAULT = "on:open the vault"
_HEIST = (
    (
        (_VAULT, _VAULT),
        (_VAULT, "on:talk the captain round"),
        (_VAULT, "on:help"),
        ("on:help", "on:talk the captain round"),
        ("steady", "steady"),
    ),
    tuple(
        (spec, "steady")
        for spec in ("on:break their nerve", "on:put a name on the list", "steady")
    ),
)
_AUCTION = (
    _all("on:outbid", "on:ruin the museum's grant", "thrift", seats=1),
    _all("on:outbid", "on:show up the forger's cash", "thrift", seats=1),
    _all("on:outbid", "on:win a friend at court", "thrift", seats=1),
)

CHOICES: Mapping[str, Sequence[Sequence[Strategy]]] = {
    "planets_race": _RACE,
    "planets_siege": _GATE,
    "intensity_auction": _AUCTION,
    "intensity_brawl": _BRAWL,
    "intensity_cliff": _CLIFF,
    "intensity_heist": _HEIST,
}
"""Scenario -> for each side what it may do; a side that chooses nothing does one."""


def replies(sides: Sequence[Sequence[Strategy]], side: int) -> list[Strategy]:
    """Return what the others do: one after the other of what each of them may do."""
    others = [one for index, one in enumerate(sides) if index != side]
    most = max(map(len, others))
    return [
        tuple(chain.from_iterable(one[turn % len(one)] for one in others))
        for turn in range(most)
    ]


def worth(
    loaded: Loaded, side: int, own: Strategy, reply: Strategy, games: int
) -> float:
    """Return the mean return of *side* by *own*, everybody else playing *reply*.

    All strategies meet the same luck.
    """
    seats = loaded.system.seats(loaded.scenario)
    players = [seat.side for seat in seats if seat.side is not None]
    mine, theirs = iter(own), iter(reply)
    specs = [next(mine) if one == side else next(theirs) for one in players]
    agents = [seated(spec) for spec in specs]
    first = players.index(side)
    played = (
        conflict(loaded, *agents, game=game, seed="choices") for game in range(games)
    )
    return sum(one.outcome.returns[first] for one in played) / games


def _cell(cell: tuple[Strategy, Strategy], name: str, side: int, games: int) -> float:
    return worth(load(name), side, *cell, games)


Table = Mapping[tuple[Strategy, Strategy], float]
"""(own strategy, reply) -> what it is worth."""


def foregone(found: Table) -> list[Strategy]:
    """Return the strategy that is best by more than the margin whatever the reply."""
    strategies = list(dict.fromkeys(own for own, _ in found))
    answers = list(dict.fromkeys(reply for _, reply in found))
    return [
        one
        for one in strategies
        if all(
            found[one, reply] > found[other, reply] + MARGIN
            for reply in answers
            for other in strategies
            if other != one
        )
    ]


def told(name: str, side: int, found: Table, games: int) -> str:
    """Return the table of one side, and whether anything is left to choose."""
    strategies = list(dict.fromkeys(own for own, _ in found))
    answers = list(dict.fromkeys(reply for _, reply in found))
    sure = foregone(found)
    verdict = f"foregone: {', '.join(sure[0])}" if sure else "a choice"
    lines = [f"### {name}, side {side + 1}: {verdict}", ""]
    lines.append(f"| {games} games | {' | '.join(', '.join(one) for one in answers)} |")
    lines.append("|---" * (len(answers) + 1) + "|")
    for own in strategies:
        shown = " | ".join(f"{found[own, reply]:.2f}" for reply in answers)
        lines.append(f"| {', '.join(own)} | {shown} |")
    return "\n".join([*lines, ""])


def measured(names: Sequence[str], games: int) -> list[str]:
    """Return the tables of every side that has something to choose."""
    tables: list[str] = []
    with ProcessPoolExecutor() as pool:
        for name in names:
            sides = CHOICES[name]
            for side, own in enumerate(sides):
                if len(own) == 1:
                    continue
                cells = list(product(own, replies(sides, side)))
                play = partial(_cell, name=name, side=side, games=games)
                found = dict(zip(cells, pool.map(play, cells), strict=True))
                tables.append(told(name, side, found, games))
                print(tables[-1])
    return tables


def kept(tables: Sequence[str]) -> str:
    """Return *tables* and, of those in the file, what was not measured again."""
    old = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    before = [f"### {one.strip()}\n" for one in old.split("\n### ")[1:]]
    titled = {one.partition(":")[0]: one for one in (*before, *tables)}
    return "\n".join(titled[title] for title in sorted(titled))


def main() -> None:
    """Measure what is named, print each table, and under --write keep them all."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.choices",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CHOICES))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--write", action="store_true", help="write choices.md anew")
    given = parser.parse_args()
    unknown = set(given.names) - set(CHOICES)
    if unknown:
        parser.error(f"found {', '.join(unknown)}, expected {', '.join(CHOICES)}")
    tables = measured(given.names or list(CHOICES), given.games)
    what = "a choice is foregone when one way is better than every other"
    rule = f"Mean returns; {what}\nby more than {MARGIN} whatever the reply."
    last = heading().replace("## ", "Last measured ").strip()
    text = f"# What there is to choose\n\n{rule}\n\n{last}\n"
    if given.write:
        RESULTS.write_text(f"{text}\n{kept(tables)}", encoding="utf-8")


if __name__ == "__main__":
    main()
