"""What can be played but is hardly meant so."""

from collections.abc import Iterator

from sim.rules.dice_pool.scenario.sheet import DicePoolScenario
from sim.rules.dice_pool.scenario.traits import traits_of
from sim.rules.dice_pool.scenario.words import ARENA_OF, RESISTANCE

MILD = frozenset(RESISTANCE.values())


def warnings(scenario: DicePoolScenario) -> Iterator[str]:
    """Yield what is odd in *scenario*, a sentence each."""
    for index, one in enumerate(scenario.seats):
        for place, intent in enumerate(one.intents):
            for number, pool in enumerate(intent.pools):
                attributes = [name for name in traits_of(pool) if name in ARENA_OF]
                if attributes and MILD.issuperset(attributes):
                    where = f"$.seats[{index}].intents[{place}].pools[{number}]"
                    yield (
                        f"{where}: only Resistance attributes, which are seldom used"
                        " for acts of one's own"
                    )
        asleep = one.unaware_until > 1 and not one.intents
        if asleep and scenario.kind != "aftermath":
            yield f"$.seats[{index}]: {one.name} never has anything to want"
    yield from _lost(scenario)


def _lost(scenario: DicePoolScenario) -> Iterator[str]:
    """Yield ties that are at stake or are to end, and that nobody has."""
    for index, stake in enumerate(scenario.at_stake):
        owner = [one for one in scenario.seats if one.name == stake.who]
        if all(bond.name != stake.intimacy for one in owner for bond in one.intimacies):
            where = f"$.at_stake[{index}].intimacy"
            yield f"{where}: {stake.who} does not have the tie {stake.intimacy!r}"
    ties = {bond.name for one in scenario.seats for bond in one.intimacies}
    ties |= {step.new.name for step in scenario.aftermath if step.new is not None}
    for index, step in enumerate(scenario.aftermath):
        if step.lost is not None and step.lost not in ties:
            yield f"$.aftermath[{index}].lost: nobody has the tie {step.lost!r}"
