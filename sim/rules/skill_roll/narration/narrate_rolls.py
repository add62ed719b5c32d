"""Sentences about rolls: their difficulty, their dice and their level."""

from collections.abc import Callable, Mapping
from typing import Any

from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll.narration.names import name
from sim.rules.skill_roll.phases import Aftermath, Purpose, Rolling
from sim.rules.skill_roll.skills.charts import Relation
from sim.rules.skill_roll.skills.words import signed, spoken
from sim.rules.skill_roll.state import State
from sim.rules.skill_roll.uses.procedures import throws
from sim.seam.events import TABLE, DiceRolled, Event

TABLE_ROLLS = {
    Purpose.INITIATIVE: "The dice say who goes first: {faces}.",
    Purpose.ORDER: "The dice say who is checked first: {faces}.",
    Purpose.DIRECTION: "A die for the direction: {faces}.",
    Purpose.FAULTY_ANSWER: "A d100 says whether memory deceives: {faces}.",
}
FOR = {
    Purpose.ATTACK: "The attack of {who}",
    Purpose.COUNTER: "The counter of {who}",
    Purpose.WITHDRAW: "Getting away, for {who},",
    Purpose.ACT: "What {who} tries",
    Purpose.USE: "What {who} tries",
}

CLOSENESS = frozenset(Relation)


def _rolled(state: State, event: DiceRolled) -> str:
    """Return the faces and, for a skill, what is added to them."""
    faces = ", ".join(map(str, event.faces))
    purpose = Purpose(event.why)
    if purpose in TABLE_ROLLS:
        return TABLE_ROLLS[purpose].format(faces=faces)
    if event.who == TABLE:
        phase = state.phase
        near = phase.near if type(phase) is Aftermath else None
        at = near[0] if near else "a bystander"
        return f"The stray at {at}: {faces}."
    purposes = {
        Purpose.DEFENCE: "rolls a defence",
        Purpose.PURSUIT: "gives chase",
        Purpose.RESIST: "resists",
        Purpose.COUNTER: "counters",
    }
    does = purposes.get(purpose, "rolls")
    return f"{name(state, event.who)} {does}: {faces}{_bonus(state, event)}."


def _bonus(state: State, event: DiceRolled) -> str:
    """Return what is added to the faces, so that readers can check the sum."""
    phase = state.phase
    if type(phase) is Rolling:
        throw = throws(state, phase.setting)[len(phase.levels)]
        dice = state.setup.dice_of(throw.skill)
        return f" {signed(throw.bonus + (0 if dice is None else dice.add))}"
    # An opponent's total is told with the dice: nothing else is said of it.
    (total,) = event.reading
    return f" {signed(total - sum(event.faces))} = {total}"


def _difficulty_set(state: State, event: c.DifficultySet) -> str:
    """Return the difficulty, and its parts if there are several.

    SK-RUL-65: a hidden difficulty is not told before the dice fall.
    """
    subject = FOR[event.purpose].format(who=name(state, event.who))
    if state.setup.rulings.difficulty_hidden:
        return f"{subject} has a difficulty that is not told."
    row = f", {_row(event.row)}" if event.row else ""
    if len(event.parts) == 1:
        return f"{subject} has difficulty {event.difficulty}{row}."
    (_, first), *others = event.parts
    said = " ".join(f"{signed(number)} {part}" for part, number in others)
    return f"{subject} has difficulty {first} {said} = {event.difficulty}{row}."


def _row(row: str) -> str:
    """Return a row of the chart, or how close a subject is to the skill, in words."""
    return f"as the subject is {spoken(row)}" if row in CLOSENESS else spoken(row)


ROLLS: Mapping[type[Event], Callable[[State, Any], str]] = {
    DiceRolled: _rolled,
    c.DifficultySet: _difficulty_set,
}
"""Class of event -> its sentence."""
