"""Checks that the types of a scenario cannot make: names that exist, parts that fit.

Every problem is one sentence that begins with the place in the file, says what was
found and what was expected, and names the nearest valid word.
"""

from collections.abc import Iterator

from sim.rules.dice_pool.scenario.people import Character, Intent, Pool, PoolTable
from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.scenario.sheet import DicePoolScenario, Task
from sim.rules.dice_pool.scenario.tallies import problems, tally_tags
from sim.rules.dice_pool.scenario.traits import OTHER, traits_of
from sim.rules.dice_pool.scenario.validate_steps import steps
from sim.rules.dice_pool.scenario.words import ARENA_OF, ATTRIBUTES, HURTING
from sim.seam.sides import side_names
from sim.spine.marks import check_marks
from sim.spine.problems import problem, repeated, unknown

TWO = 2
SLOTS = 3
MARKS = ("B", "L", "A", "B*", "L*", "A*", "-")


def validate(scenario: DicePoolScenario) -> Iterator[str]:
    """Yield the errors in *scenario*."""
    names = [character.name for character in scenario.seats]
    judge = [scenario.storyteller.name] if scenario.storyteller.asked else []
    yield from repeated("$.seats", names + judge)
    yield from check_marks(
        scenario,
        attributes=ARENA_OF,
        traits=_traits(scenario),
        tags=_tags(scenario),
    )
    yield from _rulings(scenario)
    for index, character in enumerate(scenario.seats):
        yield from _character(scenario, character, f"$.seats[{index}]")
    for index, hazard in enumerate(scenario.hazards):
        if hazard.contest:
            where = f"$.hazards[{index}].contest"
            yield from _pool(hazard.contest, where)
            yield from _needed(hazard.contest, where)
    yield from _kind(scenario)
    yield from steps(scenario)


def _traits(scenario: DicePoolScenario) -> set[str]:
    """Return every trait that somebody has: Attributes, Skills, the other ratings."""
    skills = {skill for character in scenario.seats for skill in character.skills}
    return skills | set(ARENA_OF) | set(OTHER) | {"medicine"}


def _rulings(scenario: DicePoolScenario) -> Iterator[str]:
    rulings: Rulings = scenario.rulings
    if rulings.again_face < rulings.success_face:
        found = str(rulings.again_face)
        expected = f"{rulings.success_face} or more, since only successes come again"
        yield problem("$.rulings.again_face", found, expected)
    asked = scenario.storyteller.asked
    if rulings.stacking == "explicit" and not {"edge", "difficulty"} <= set(asked):
        expected = "a Storyteller who is asked about edge and difficulty"
        yield problem("$.rulings.stacking", "'explicit'", expected)


def _character(
    scenario: DicePoolScenario, character: Character, where: str
) -> Iterator[str]:
    missing = [
        name for row in ATTRIBUTES for name in row if name not in character.attributes
    ]
    if missing:
        found = f"no {', '.join(missing)}"
        yield problem(f"{where}.attributes", found, "all nine Attributes")
        return
    for index, intent in enumerate(character.intents):
        place = f"{where}.intents[{index}]"
        yield from _intent(scenario, character, intent, place)
    for name, pool in (("tend", character.tend), ("treat", character.treat)):
        yield from _pool(pool, f"{where}.{name}")
        yield from _needed(pool, f"{where}.{name}")
    for skill in character.skills:
        if skill in ARENA_OF or skill in OTHER:
            found = f"a Skill called {skill!r}"
            yield problem(f"{where}.skills", found, "no name of another trait")
    yield from problems(character, where, _asked(scenario))
    for arena, pools in character.resists.items():
        for index, pool in enumerate(pools):
            yield from _pool(pool, f"{where}.resists.{arena}[{index}]")
    yield from _willpower(character, where)
    yield from _morality(character, where)
    yield from _wounds(character, where)


def _intent(
    scenario: DicePoolScenario,
    character: Character,
    intent: Intent,
    where: str,
) -> Iterator[str]:
    for index, pool in enumerate(intent.pools):
        yield from _pool(pool, f"{where}.pools[{index}]")
    texts = [" + ".join(traits_of(pool)) for pool in intent.pools]
    yield from repeated(f"{where}.pools", texts)
    if all(isinstance(pool, PoolTable) and pool.impossible for pool in intent.pools):
        yield problem(f"{where}.pools", "only impossible ones", "one that can be")
    special = [name for names in character.specialties.values() for name in names]
    for name in intent.specialties:
        yield from unknown(f"{where}.specialties", name, special or ["no specialty"])
    if intent.kind in HURTING and not intent.means:
        known = ", ".join(scenario.means) or "$.means, where there are none yet"
        yield problem(f"{where}.means", "left out", f"one of {known}")
    if intent.vice and character.vice is None:
        yield problem(f"{where}.vice", "true", f"{character.name} to have a Vice")
    if intent.virtue and character.virtue is None:
        yield problem(f"{where}.virtue", "true", f"{character.name} to have a Virtue")


def _pool(pool: Pool, where: str) -> Iterator[str]:
    """Check for one or two traits, or one besides the lowest Skill [DP-POOL-05]."""
    traits = traits_of(pool)
    broad = isinstance(pool, PoolTable) and bool(pool.lowest)
    plain = pool.traits if isinstance(pool, PoolTable) else pool
    if not 1 <= len(plain) + broad <= TWO:
        found = f"{len(traits)} traits" if traits else "no trait"
        yield problem(where, found, "one or two of them")


def _needed(pool: Pool, where: str) -> Iterator[str]:
    """Check that a pool without an alternative can be rolled [DP-R-94]."""
    if isinstance(pool, PoolTable) and pool.impossible:
        yield problem(f"{where}.impossible", "true", "false: there is no other pool")


def _tags(scenario: DicePoolScenario) -> set[str]:
    """Return every tag that can hold: of the scene, places, intents, lost tallies."""
    intents = (intent for character in scenario.seats for intent in character.intents)
    groups = [scenario.tags, *(place.tags for place in scenario.places)]
    groups += [tuple(tally_tags(character)) for character in scenario.seats]
    return {
        tag
        for group in (*groups, *(intent.tags for intent in intents))
        for tag in group
    }


def _asked(scenario: DicePoolScenario) -> set[str]:
    """Return every tag that a detail or an automatic success requires."""
    asked = [detail.when for detail in scenario.details]
    for character in scenario.seats:
        asked += [source.when for source in character.automatic]
        for intent in character.intents:
            asked += [detail.when for detail in (*intent.edges, *intent.difficulties)]
    return {tag for when in asked for tag in when}


def _willpower(character: Character, where: str) -> Iterator[str]:
    power = character.willpower
    if power.points is not None and power.points > power.dots:
        found = f"{power.points} points"
        yield problem(
            f"{where}.willpower", found, f"no more than the {power.dots} dots"
        )
    if power.original is not None and power.original < power.dots:
        found = f"{power.original} original dots"
        yield problem(
            f"{where}.willpower", found, f"no fewer than the {power.dots} there are"
        )


def _morality(character: Character, where: str) -> Iterator[str]:
    slots = SLOTS + character.attributes["resolve"]
    if len(character.intimacies) > slots:
        found = f"{len(character.intimacies)} of them"
        yield problem(f"{where}.intimacies", found, f"at most {slots}: Resolve and 3")
    crisis = character.now.crisis
    if crisis is None:
        return
    if not character.morality:
        found = "a crisis of one without Morality"
        yield problem(f"{where}.now.crisis", found, "a Morality of 1 or more")
    elif crisis.successes >= character.morality and not character.now.soulless:
        found = f"{crisis.successes} successes"
        expected = f"fewer than the Morality of {character.morality}"
        yield problem(f"{where}.now.crisis", found, expected)


def _wounds(character: Character, where: str) -> Iterator[str]:
    marks = character.now.wounds.split()
    for mark in marks:
        yield from unknown(f"{where}.now.wounds", mark, MARKS)
    boxes = character.health or 5 + character.attributes["stamina"]
    count = sum(mark != "-" for mark in marks)
    if count > boxes:
        yield problem(
            f"{where}.now.wounds", f"{count} wounds", f"at most {boxes} boxes of them"
        )

    treated = len(character.now.treated_ago)
    if treated > count:
        found, expected = f"{treated} of them", f"at most one for each of {count}"
        yield problem(f"{where}.now.treated_ago", found, f"{expected} wounds")


def _kind(scenario: DicePoolScenario) -> Iterator[str]:
    """Yield the entries that do not fit the kind of conflict."""
    kind = scenario.kind
    if kind == "task" and scenario.task is None:
        yield problem("$.task", "left out", "an obstacle, since the kind is task")
    if kind != "task" and scenario.task is not None:
        yield problem("$.task", "an obstacle", f"none, since the kind is {kind}")
    if scenario.task is not None:
        yield from _task(scenario, scenario.task)
    if kind in ("violent", "contest"):
        sides = len(side_names(scenario.seats))
        if sides < TWO:
            yield problem("$.seats", "one side", "two at least")
    elif scenario.hazards or scenario.developments:
        where = "$.hazards" if scenario.hazards else "$.developments"
        yield problem(where, "some", f"none, since the kind is {kind}")
    if kind == "violent" and scenario.developments:
        yield problem("$.developments", "some", "none, since the kind is violent")
    if kind == "aftermath" and not scenario.aftermath:
        yield problem("$.aftermath", "no steps", "one at least")


def _task(scenario: DicePoolScenario, task: Task) -> Iterator[str]:
    if not any(character.intents for character in scenario.seats):
        yield problem("$.seats", "nobody with intents", "somebody who can try")
    opposition = task.opposition
    if opposition is not None and (opposition.total is None) == (
        opposition.dice is None
    ):
        yield problem("$.task.opposition", "both or neither", "a total, or dice")
