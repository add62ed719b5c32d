"""Warnings: what can be played but is probably a mistake."""

from collections.abc import Iterator

from sim.rules.dice_pool.scenario.sheet import DicePoolScenario
from sim.rules.dice_pool.scenario.tallies import decorations
from sim.rules.dice_pool.scenario.traits import traits_of
from sim.rules.dice_pool.scenario.words import ARENA_OF, DIRECT, RESISTANCE
from sim.seam.sides import side_of

BOXES, MINUTE = 5, 60
MILD = frozenset(RESISTANCE.values())


def warnings(scenario: DicePoolScenario) -> Iterator[str]:
    """Yield a sentence for everything odd in *scenario*."""
    for index, character in enumerate(scenario.seats):
        for place, intent in enumerate(character.intents):
            for number, pool in enumerate(intent.pools):
                attributes = [name for name in traits_of(pool) if name in ARENA_OF]
                if attributes and MILD.issuperset(attributes):
                    where = f"$.seats[{index}].intents[{place}].pools[{number}]"
                    yield (
                        f"{where}: only Resistance attributes, which are seldom used"
                        " for acts of one's own"
                    )
        asleep = character.unaware_until > 1 and not character.intents
        if asleep and scenario.kind != "aftermath":
            yield f"$.seats[{index}]: {character.name} never has anything to want"
        boxes = character.health or BOXES + character.attributes["stamina"]
        if (
            character.now.unconscious
            and len(character.now.wounds.replace("-", "").split()) < boxes
        ):
            where = f"$.seats[{index}].now.unconscious"
            yield f"{where}: {character.name} has an empty box, and so is up"
        yield from _safe(scenario, index)
        yield from decorations(character, f"$.seats[{index}]")
    yield from _unanswered(scenario)
    yield from _short(scenario)
    yield from _lost(scenario)
    yield from _late(scenario)
    yield from _never(scenario)


def _safe(scenario: DicePoolScenario, index: int) -> Iterator[str]:
    """Yield intents that serve a Virtue though no risk is ever run [DP-R-101]."""
    character = scenario.seats[index]
    struck = any(not it.who or character.name in it.who for it in scenario.hazards)
    if scenario.kind == "violent" or scenario.at_risk or struck:
        return
    for place, intent in enumerate(character.intents):
        if intent.virtue and not intent.at_risk:
            yield (
                f"$.seats[{index}].intents[{place}].virtue: {character.name} runs no"
                " risk by it, so it never refills Willpower; is the intent or the"
                " scenario at_risk?"
            )


def _unanswered(scenario: DicePoolScenario) -> Iterator[str]:
    """Yield those who may be acted upon in an arena without a pool to answer.

    [DP-R-112]
    """
    if not scenario.rulings.default_resists:
        return
    for index, character in enumerate(scenario.seats):
        acts = {
            intent.arena
            for other in scenario.seats
            if side_of(other) != side_of(character)
            for intent in other.intents
            if intent.kind in DIRECT
        }
        for arena in sorted(acts - set(character.resists)):
            yield (
                f"$.seats[{index}].resists: {character.name} names no {arena} pool, and"
                " contests such acts with a common one [DP-R-112]"
            )


def _short(scenario: DicePoolScenario) -> Iterator[str]:
    """Yield rests in which nobody sleeps a whole night [DP-R-48]."""
    night = scenario.rulings.night_minutes
    for index, step in enumerate(scenario.aftermath):
        if step.kind == "rest" and step.seconds < night * MINUTE:
            where = f"$.aftermath[{index}]"
            yield f"{where}: a rest of less than {night} minutes gives nothing"


def _late(scenario: DicePoolScenario) -> Iterator[str]:
    """Yield entries that would only happen after the last possible round [DP-R-18]."""
    last = scenario.rulings.max_turns
    rounds = [
        (f"hazards[{n}].round", hazard.round)
        for n, hazard in enumerate(scenario.hazards)
    ]
    rounds += [
        (f"developments[{n}].after_round", development.after_round)
        for n, development in enumerate(scenario.developments)
    ]
    for where, number in rounds:
        if number > last:
            yield f"$.{where}: {number} never comes, since round {last} is the last"


def _never(scenario: DicePoolScenario) -> Iterator[str]:
    """Yield steps of the aftermath for characters they can never concern."""
    waits = {condition for seat in scenario.seats for condition in seat.now.conditions}
    waits |= {step.condition for step in scenario.aftermath}
    without = {
        character.name for character in scenario.seats if character.morality is None
    }
    for index, step in enumerate(scenario.aftermath):
        where = f"$.aftermath[{index}]"
        for name in step.meets:
            if name not in waits:
                yield f"{where}.meets: nobody waits for {name!r}"
        for name in step.facing:
            if name in without:
                yield f"{where}.facing: {name} has no Morality, and nothing to face"


def _lost(scenario: DicePoolScenario) -> Iterator[str]:
    """Yield ties that are at stake or are to end but that nobody has."""
    for index, stake in enumerate(scenario.at_stake):
        owner = [
            character for character in scenario.seats if character.name == stake.who
        ]
        if all(
            bond.name != stake.intimacy
            for character in owner
            for bond in character.intimacies
        ):
            where = f"$.at_stake[{index}].intimacy"
            yield f"{where}: {stake.who} does not have the tie {stake.intimacy!r}"
    ties = {bond.name for character in scenario.seats for bond in character.intimacies}
    ties |= {step.new.name for step in scenario.aftermath if step.new is not None}
    for index, step in enumerate(scenario.aftermath):
        if step.lost is not None and step.lost not in ties:
            yield f"$.aftermath[{index}].lost: nobody has the tie {step.lost!r}"
