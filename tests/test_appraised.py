"""Appraisals stay as they are, number by number, until somebody changes one on purpose.

No rule says what an option is worth, so each system has a table of all appraisals at
about a hundred decisions. They come from random walks through its shipped scenarios.
When appraisals have changed on purpose, write the numbers anew with

    python -m tests.test_appraised --write SYSTEM

and read what changed before you commit it. `--choose SYSTEM` also chooses the decisions
anew, as few as it takes for every line of the appraisal that runs in these walks to run
at three of them.
"""

import functools
import gc
import math
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, NamedTuple

import pytest
from msgspec import Struct, structs

from sim.laws.walking import walked
from sim.library.registry import rule_system, system_names
from sim.library.scenario import load
from sim.seam.appraisal import Appraisal
from sim.seam.protocol import Decision, RuleSystem
from tests.kept import write_what_is_asked
from tests.rules.walking import shipped

KEPT = Path(__file__).parent / "appraised"
WALKS = 4
"""How many random walks through each scenario there are to choose from."""
OFTEN = 3
"""At how many decisions each line of the appraisal should run."""
FIELDS = Appraisal.__struct_fields__
DEFAULTS = structs.astuple(Appraisal())
CACHE = type(functools.lru_cache(len))
NEARLY = {"rel_tol": 1e-7, "abs_tol": 1e-9}
"""The last digits of a sum may differ on another machine."""


class Place(NamedTuple):
    """One decision: of which scenario, on which walk, after how many others."""

    scenario: str
    walk: int
    decision: int

    def __str__(self) -> str:
        """The heading of its lines in a table."""
        return f"{self.scenario}, walk {self.walk}, decision {self.decision}"


def place_of(heading: str) -> Place:
    """Return the place that *heading* names."""
    scenario, walk, decision = heading.split(", ")
    return Place(scenario, int(walk.split()[1]), int(decision.split()[1]))


class Weighed(Struct, frozen=True):
    """One option: what kind of answer it is, and all numbers of its appraisal."""

    kind: str
    numbers: tuple[float, ...]


def decisions(
    system: RuleSystem[Any], scenario: str, walk: int
) -> Iterator[tuple[Place, Decision[Any]]]:
    """Yield every decision of one random walk, with its place."""
    steps = walked(system, load(scenario).scenario, Random(walk))
    asked = (step.asked for step in steps if type(step.asked) is Decision)
    for number, decision in enumerate(asked, 1):
        yield Place(scenario, walk, number), decision


def at(
    system: RuleSystem[Any], places: Iterable[Place]
) -> Iterator[tuple[Place, Decision[Any]]]:
    """Yield the decisions at *places*, in order; none where a walk is too short."""
    last = {(place.scenario, place.walk): place.decision for place in sorted(places)}
    wanted = frozenset(places)
    for (scenario, walk), number in last.items():
        for place, asked in islice(decisions(system, scenario, walk), number):
            if place in wanted:
                yield place, asked


def weighed(system: RuleSystem[Any], asked: Decision[Any]) -> tuple[Weighed, ...]:
    """Return all options of *asked*, appraised at once."""
    weigh = system.solving.weigh
    if weigh is None:
        return appraised(system, asked)
    return _numbers(asked, weigh(asked.view, asked.options))


def appraised(system: RuleSystem[Any], asked: Decision[Any]) -> tuple[Weighed, ...]:
    """Return the same, each option appraised by itself."""
    appraise = system.solving.appraise
    assert appraise is not None
    return _numbers(asked, [appraise(asked.view, option) for option in asked.options])


def _numbers(asked: Decision[Any], worths: Iterable[Appraisal]) -> tuple[Weighed, ...]:
    return tuple(
        Weighed(type(option).__name__, tuple(map(float, structs.astuple(worth))))
        for option, worth in zip(asked.options, worths, strict=True)
    )


def lines(place: Place, options: Sequence[Weighed]) -> Iterator[str]:
    """Yield the heading, the numbers all options share, and a line for each option.

    Numbers that are left out are those of the neutral appraisal.
    """
    yield str(place)
    columns = list(zip(*(option.numbers for option in options), strict=True))
    shared = [len(set(column)) == 1 for column in columns]
    yield _line("all", "", options[0].numbers, shared)
    for number, option in enumerate(options, 1):
        yield _line(
            str(number), option.kind, option.numbers, [not same for same in shared]
        )


def _line(head: str, kind: str, numbers: Sequence[float], told: Sequence[bool]) -> str:
    said = [
        f"{field}={value:.9g}"
        for field, value, tells, default in zip(
            FIELDS, numbers, told, DEFAULTS, strict=True
        )
        if tells and f"{value:.9g}" != f"{default:.9g}"
    ]
    return " ".join(["", head, *filter(None, [kind]), *said])


def read(text: str) -> dict[Place, tuple[Weighed, ...]]:
    """Return what a table keeps, by place."""
    kept: dict[Place, tuple[Weighed, ...]] = {}
    place, shared = Place("", 0, 0), {}
    for line in text.splitlines():
        if not line.startswith(" "):
            place = place_of(line)
            kept[place] = ()
            continue
        head, *words = line.split()
        said = {
            field: float(value)
            for field, _, value in (word.partition("=") for word in words)
            if value
        }
        if head == "all":
            shared = said
        else:
            worth = structs.replace(Appraisal(), **shared, **said)
            kept[place] += (Weighed(words[0], structs.astuple(worth)),)
    return kept


def departures(
    place: Place, kept: Sequence[Weighed], now_: Sequence[Weighed]
) -> Iterator[str]:
    """Yield a sentence for every number that is not as it was kept."""
    kinds = [weighed.kind for weighed in kept], [weighed.kind for weighed in now_]
    if kinds[0] != kinds[1]:
        yield f"{place}: options kept {kinds[0]}, found {kinds[1]}"
        return
    for number, (was, now) in enumerate(zip(kept, now_, strict=True), 1):
        for field, old, new in zip(FIELDS, was.numbers, now.numbers, strict=True):
            if not math.isclose(old, new, **NEARLY):
                option = f"option {number} {now.kind}"
                yield f"{place}, {option}: {field} kept {old:.9g}, found {new:.9g}"


@pytest.mark.parametrize("name", system_names())
def test_options_are_worth_what_they_were(name: str) -> None:
    """Options are worth the kept numbers, weighed together and one by one."""
    system = rule_system(name)
    kept = read((KEPT / f"{name}.txt").read_text("utf-8"))
    there = dict(at(system, kept))
    wrong = [
        f"{place}: there is no such decision" for place in kept if place not in there
    ]
    for weigh in (weighed, appraised):
        for place, asked in there.items():
            wrong += departures(place, kept[place], weigh(system, asked))
    hint = f"on purpose? python -m tests.test_appraised --write {name}"
    assert not wrong, "\n".join([*wrong[:40], hint])


def test_a_number_that_changed_is_said_with_its_place() -> None:
    """A changed number is told with its place, option and both values."""
    place = Place("alley", 2, 17)
    kept = tuple(Weighed("Ability", (*DEFAULTS[:-1], leaves)) for leaves in (0.25, 0.5))
    assert read("\n".join(lines(place, kept))) == {place: kept}
    changed = (kept[0], Weighed("Ability", (*DEFAULTS[:-1], 0.75)))
    assert list(departures(place, kept, changed)) == [
        "alley, walk 2, decision 17, option 2 Ability: leaves kept 0.5, found 0.75"
    ]


def chosen(system: RuleSystem[Any]) -> list[Place]:
    """Return the places of decisions that cover the appraisal OFTEN times over.

    Greedily: the next decision is the one that adds most to what is not yet covered.
    """
    seen = {
        place: _happens(system, asked)
        for scenario in shipped(system.name)
        for walk in range(WALKS)
        for place, asked in decisions(system, scenario, walk)
    }
    wanted = Counter(thing for things in seen.values() for thing in things)
    wanted = Counter({thing: min(OFTEN, often) for thing, often in wanted.items()})
    places: list[Place] = []
    while +wanted:
        best = max(
            seen, key=lambda place: sum(wanted[kind] > 0 for kind in seen[place])
        )
        wanted.subtract(kind for kind in seen.pop(best) if wanted[kind] > 0)
        places.append(best)
    return sorted(places)


def _happens(system: RuleSystem[Any], asked: Decision[Any]) -> frozenset[object]:
    """Return what appraising *asked* covers: lines run one after another, and signs.

    Caches are cleared first, or lines would not run because their answer is known.
    """
    for option in gc.get_objects():
        if type(option) is CACHE:
            option.cache_clear()
    ours = f"/rules/{system.name}/appraisal/"
    things: set[object] = set()
    last: dict[FrameType, int] = {}

    def follow(frame: FrameType, what: str, _: object) -> Any:  # noqa: ANN401 - itself
        if what == "line":
            where = frame.f_code.co_filename, last.get(frame, 0), frame.f_lineno
            things.add(where)
            last[frame] = frame.f_lineno
        return follow

    def enter(frame: FrameType, _what: str, _: object) -> Any:  # noqa: ANN401 - a tracer
        return follow if ours in frame.f_code.co_filename else None

    sys.settrace(enter)
    try:
        options = weighed(system, asked)
    finally:
        sys.settrace(None)
    for option in options:
        signs = zip(FIELDS, option.numbers, DEFAULTS, strict=True)
        things |= {
            (option.kind, name, (new > old) - (new < old)) for name, new, old in signs
        }
    return frozenset(things)


def write(name: str, *, choose: bool) -> None:
    """Write the table of *name*, at the decisions it has unless others are chosen."""
    system, file = rule_system(name), KEPT / f"{name}.txt"
    places = chosen(system) if choose else [*read(file.read_text("utf-8"))]
    text = [
        line
        for place, asked in at(system, places)
        for line in lines(place, weighed(system, asked))
    ]
    KEPT.mkdir(exist_ok=True)
    file.write_text("\n".join(text) + "\n", "utf-8")


if __name__ == "__main__":
    write_what_is_asked("tests.test_appraised", write)
