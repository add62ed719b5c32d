"""What the types of a scenario cannot say: each problem in one clear sentence.

Every message begins with the place in the file, says what was found and what was
expected, and names the nearest word that would do.
"""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from sim.errors import ScenarioError
from sim.rules.planets.difficulty import illegal, natural, prefix
from sim.rules.planets.forces import FORCES, PLANETS, Forces, forces
from sim.rules.planets.rulings import DIFFICULTIES, Rulings, chart, ladder
from sim.rules.planets.setup import (
    DICELESS,
    DIRECT,
    INDIRECT,
    approaches,
    level_of,
    side_of,
    size,
    sizes,
)
from sim.rules.planets.sheet import Approach, Character, Conflict, Weight

WHY = {
    "force_both_favored_and_opposed": "names a Force both as favored and as opposed",
    "no_neutral_force": "leaves fewer neutral Forces than min_neutral asks for",
    "no_force_favored_or_opposed": "has neither a favored nor an opposed Force",
    "not_as_many_as_the_difficulty_asks": (
        "has another number of Forces than its difficulty asks for"
    ),
}


def check_conflict(scenario: Conflict) -> None:
    """Raise ScenarioError for the first thing in *scenario* that cannot be."""
    for problem in _problems(scenario):
        raise ScenarioError(problem)


def _problems(scenario: Conflict) -> Iterator[str]:
    yield from _allowed(scenario.rulings)
    yield from _chart(scenario.rulings)
    yield from _ladder(scenario.rulings)
    yield from _names(scenario)
    yield from _guide(scenario)
    for index, one in enumerate(scenario.seats):
        yield from _character(one, f"$.seats[{index}]", scenario)
    yield from _ways(scenario)
    yield from _sides(scenario)


def _allowed(rulings: Rulings) -> Iterator[str]:
    """Sizes are offered to the Storyguide one by one: some, and each once."""
    found = rulings.allowed_sizes
    if not found or len(set(found)) < len(found):
        yield (
            f"$.rulings.allowed_sizes: found {list(found)!r}, expected one size at"
            f" least and each once"
        )


def _guide(scenario: Conflict) -> Iterator[str]:
    guide = scenario.storyguide
    if guide.asked and guide.name in {one.name for one in scenario.seats}:
        yield f"$.storyguide.name: {guide.name!r} is taken, expected another name"
    if len(set(guide.asked)) < len(guide.asked):
        yield (
            f"$.storyguide.asked: {list(guide.asked)!r} repeats one, expected each once"
        )


def _chart(rulings: Rulings) -> Iterator[str]:
    most = len(FORCES) - rulings.min_neutral
    for level in DIFFICULTIES:
        some, others = chart(level, rulings)
        if not 1 <= some + others <= most:
            yield (
                f"$.rulings.{level}_forces: {some}/{others} is {some + others} Forces,"
                f" expected 1 to {most}, so that min_neutral stay neutral"
            )


def _ladder(rulings: Rulings) -> Iterator[str]:
    try:
        rungs = ladder(rulings.wound_ladder)
    except ScenarioError as error:
        yield f"$.rulings.wound_ladder: {error}"
        return
    for rung in rungs:
        if rung.size not in rulings.allowed_sizes:
            yield (
                f"$.rulings.wound_ladder: d{rung.size} is not an allowed size,"
                f" expected one of {_dice(rulings)}"
            )


def _names(scenario: Conflict) -> Iterator[str]:
    seen: set[str] = set()
    for index, one in enumerate(scenario.seats):
        if one.name in seen:
            yield (
                f"$.seats[{index}].name: {one.name!r} is taken, expected another name"
            )
        seen.add(one.name)
    own = [approach.name for approach in scenario.approaches]
    for index, name in enumerate(own):
        if name in own[:index]:
            yield (
                f"$.approaches[{index}].name: {name!r} is taken, expected another name"
            )


def _character(one: Character, path: str, scenario: Conflict) -> Iterator[str]:
    known = [approach.name for approach in approaches(scenario)]
    yield from _known(one.approaches, known, f"{path}.approaches")
    for index, situation in enumerate(one.circumstances):
        place = f"{path}.circumstances[{index}]"
        yield from _known(situation.approaches, known, f"{place}.approaches")
        yield from _sized(situation.size, f"{place}.size", scenario.rulings)
        last = situation.to_round
        if last is not None and last < situation.from_round:
            yield (
                f"{place}.to_round is {last}, expected {situation.from_round} or more,"
                f" where it begins"
            )
    yield from _forgotten(one, path, scenario)
    for field in ("approaches", "aims", "harms"):
        values = getattr(one, field)
        if len(set(values)) < len(values):
            yield f"{path}.{field}: {list(values)!r} repeats one, expected each once"
    yield from _planets(one, path, scenario.rulings)


def _forgotten(one: Character, path: str, scenario: Conflict) -> Iterator[str]:
    """Pleas need legal Forces, and Descriptors one has, as far as they are listed."""
    known = [approach.name for approach in approaches(scenario)]
    for index, plea in enumerate(one.forgotten):
        place = f"{path}.forgotten[{index}]"
        yield from _known(plea.approaches, known, f"{place}.approaches")
        task = forces(plea.favored, plea.opposed)
        yield from _legal(task, place, scenario.rulings)
        if plea in one.forgotten[:index]:
            yield f"{place}: {plea.descriptor!r} says the same twice, expected it once"
        if one.descriptors and plea.descriptor not in one.descriptors:
            near = get_close_matches(plea.descriptor, one.descriptors, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            yield (
                f"{place}.descriptor: {plea.descriptor!r} is no Descriptor of"
                f" {one.name!r}, expected one of {', '.join(one.descriptors)}{hint}"
            )


def _planets(one: Character, path: str, rulings: Rulings) -> Iterator[str]:
    if one.planets is None:
        yield from _sized(one.weight.size, f"{path}.weight.size", rulings)
        return
    if one.weight != Weight():
        yield f"{path}.weight: only a Diceless has a weight, and this one has planets"
    for planet in PLANETS:
        entry = getattr(one.planets, planet)
        if entry != "wed":
            yield from _sized(entry, f"{path}.planets.{planet}", rulings)
    wed = sizes(one).count(0)
    if not 1 <= wed <= rulings.max_wed:
        yield (
            f"{path}.planets: {wed} Planets are wed, expected 1 to"
            f" {rulings.max_wed} (without any dice leave planets out)"
        )


def _known(names: Iterable[str], known: list[str], path: str) -> Iterator[str]:
    for index, name in enumerate(names):
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            yield (
                f"{path}[{index}]: no approach is called {name!r}, expected one of"
                f" {', '.join(known)}{hint}"
            )


def _sized(text: str, path: str, rulings: Rulings) -> Iterator[str]:
    if size(text) not in rulings.allowed_sizes:
        yield f"{path}: found {text!r}, expected one of {_dice(rulings)}"


def _dice(rulings: Rulings) -> str:
    return ", ".join(f"d{one}" for one in rulings.allowed_sizes)


def _legal(task: Forces, path: str, rulings: Rulings, level: str = "") -> Iterator[str]:
    why = illegal(task, rulings, level)
    if why:
        yield (
            f"{path}: {WHY[why]}, expected disjoint lists that together have 1 to"
            f" {len(FORCES) - rulings.min_neutral} Forces"
        )


def _ways(scenario: Conflict) -> Iterator[str]:
    """Every approach that may be rolled for must come to a legal pair of sets."""
    own = [approach.name for approach in scenario.approaches]
    tried = {name for one in scenario.seats if one.planets for name in one.approaches}
    declared = "roll" not in scenario.storyguide.asked
    for approach in approaches(scenario):
        if approach.name not in tried or (declared and approach.verdict != "roll"):
            continue
        place = f"the approach {approach.name!r}"
        if approach.name in own:
            place = f"$.approaches[{own.index(approach.name)}]"
        yield from _way(approach, place, scenario)


def _way(approach: Approach, place: str, scenario: Conflict) -> Iterator[str]:
    rulings = scenario.rulings
    favored = tuple(FORCES.index(force) for force in approach.favored)
    opposed = tuple(FORCES.index(force) for force in approach.opposed)
    if len(set(favored)) < len(favored) or len(set(opposed)) < len(opposed):
        yield f"{place}: a Force is listed twice, expected each once"
    if set(favored) & set(opposed):
        yield from _legal(prefix(favored, opposed, "", rulings), place, rulings)
    usual = level_of(approach, scenario)
    levels: tuple[str, ...] = (usual,)
    asked = scenario.storyguide.asked
    if "difficulty" in asked and "forces" not in asked:
        levels = DIFFICULTIES
    for level in levels:
        task = prefix(favored, opposed, level, rulings)
        named = level or natural(task, rulings)
        where = f"{place} at {named} difficulty"
        yield from _legal(task, where, rulings, named)


def _sides(scenario: Conflict) -> Iterator[str]:
    sides = list(dict.fromkeys(side_of(one) for one in scenario.seats))
    dice = {
        side: [
            one.planets is not None for one in scenario.seats if side_of(one) == side
        ]
        for side in sides
    }
    if scenario.decree and scenario.decree not in sides:
        near = get_close_matches(scenario.decree, sides, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        yield (
            f"$.decree: no side is called {scenario.decree!r}, expected one of"
            f" {', '.join(sides)}{hint}"
        )
    if scenario.mode == INDIRECT:
        yield from _each_alone(scenario, sides)
        return
    if len(sides) != 2:  # noqa: PLR2004 - a track has two ends
        yield f"$.seats: found {len(sides)} sides, expected 2 in {scenario.mode} mode"
    for side, rolls in dice.items():
        if rolls != sorted(rolls, reverse=True):
            yield f"$.seats: on side {side!r} a Diceless comes before one with dice"
    able = sum(any(rolls) for rolls in dice.values())
    if scenario.mode == DIRECT and able < len(sides):
        yield "$.mode: in direct mode both sides need dice; expected 'diceless'"
    if scenario.mode == DICELESS and able > 1:
        yield "$.mode: both sides have dice, expected 'direct'"


def _each_alone(scenario: Conflict, sides: list[str]) -> Iterator[str]:
    if len(sides) < len(scenario.seats):
        yield "$.seats: in indirect mode everyone is a side alone: leave side out"
    for index, one in enumerate(scenario.seats):
        if one.planets is None:
            yield f"$.seats[{index}].planets: missing; indirect mode is for dice only"
