"""The end of a single use: its result, and how well it went."""

from sim.rules.skill_roll.consequences import EffectAllocated, UsePerformed
from sim.rules.skill_roll.phases import Reading
from sim.rules.skill_roll.scenario.uses import UseData
from sim.rules.skill_roll.state import State, view
from sim.rules.skill_roll.uses.knowledge import ask_knowledge
from sim.rules.skill_roll.uses.levels import (
    all_to_one,
    allocations,
    left_of,
    percents,
)
from sim.rules.skill_roll.uses.research import ask_research
from sim.rules.skill_roll.uses.single import use_of
from sim.seam.events import NOBODY, Consequence
from sim.seam.protocol import Asked, Decision, Due


def ask_reading(state: State, phase: Reading) -> Asked[State]:
    """Return the next step of a use before it is over."""
    use = use_of(state, phase.matter)
    if use.knowledge is not None:
        return ask_knowledge(state, phase, use)
    if use.topics:
        return ask_research(state, phase, use)
    options = allocations(state, phase)
    if options:
        who = phase.matter.who
        return Decision(who, options, view(state, who))
    return Due(_ended(state, phase, use))


def _ended(state: State, phase: Reading, use: UseData) -> tuple[Consequence, ...]:
    """Return the result of a use, which is over [SK-QLU-01, SK-QNU-02]."""
    who, success = phase.matter.who, phase.level is not None and phase.level >= 0
    if not use.measured:
        plain = ("SK-QLU-01", "SK-QLU-02", "SK-RUL-37", "SK-CONF-09")
        return (UsePerformed(plain, who, success, (), 0),)
    results = percents(state, phase)
    unused = 0 if all_to_one(state, phase) else left_of(state, phase)
    rules = ("SK-QNU-03", "SK-QNU-04", "SK-RUL-53", "SK-RUL-06", "SK-RUL-07")
    names = [aspect.name for aspect in use.aspects]
    effect = EffectAllocated(
        rules, who, tuple(zip(names, results, strict=True)), phase.ranks, unused
    )
    over = (
        "SK-QNU-02",
        "SK-QNO-01" if use.opponent != NOBODY else "SK-QNU-01",
        "SK-CONF-09",
    )
    return (effect, UsePerformed(over, who, success, results, phase.ranks))
