"""Before the first round: everybody as the scenario describes them."""

from sim.rules.skill_roll.scenario.compile import compile_scenario
from sim.rules.skill_roll.scenario.sheet import SkillRollScenario
from sim.rules.skill_roll.skills.attack_difficulty import Awareness
from sim.rules.skill_roll.state import Participant, State


def initial(scenario: SkillRollScenario) -> State:
    """Return the state before anything has happened."""
    setup = compile_scenario(scenario)
    return State(
        round=0,
        setup=setup,
        participants=tuple(
            Participant(
                damage=data.sheet.damage,
                awareness=Awareness[data.sheet.awareness.upper()],
                asked=data.sheet.asked_before,
            )
            for data in setup.characters
        ),
        progress=(0,) * len(setup.sides),
        struck=(0,) * len(setup.bystanders),
    )
