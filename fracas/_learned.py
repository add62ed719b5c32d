"""A conflict as an environment for learners, if the extra `learn` is installed."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from fracas._inputs import OPTIONS, Scenario
from sim.casting.given import AgentGiven
from sim.errors import StepError

if TYPE_CHECKING:
    from fracas._environment import Environment

_NOBODY: Mapping[str, AgentGiven] = MappingProxyType({})


def environment(
    scenario: Scenario,
    agents: Mapping[str, AgentGiven] = _NOBODY,
    *,
    options: int = OPTIONS,
) -> "Environment":
    """Return *scenario* as a PettingZoo environment (AEC) in which all seats learn.

    *agents* maps names of seats to agents that play them; judges are played by the
    scenario's own agents. An observation has `standing` (how everybody stands),
    `observation` (the numbers of `fracas.Appraisal` for each option) and `action_mask`;
    the reward is what a seat gets in the end. *options* is the size of the action
    space. For one learning seat there is `gymnasium.make("fracas.gym:fracas/NAME")`.

    Raises StepError if the extra is missing (`pip install 'fracas[learn]'`),
    UnknownNameError for a name without a seat, ScenarioError or AgentError for a
    scenario or an agent that cannot be loaded.

    >>> import fracas
    >>> environment = fracas.environment("stuck_door")
    >>> environment.reset(seed=7)
    >>> environment.agent_selection, len(environment.words())
    ('Wolf-Snarl', 2)
    """
    try:
        from fracas._environment import Environment  # noqa: PLC0415 - an extra
    except ImportError as error:
        message = (
            "an environment needs more than is installed, expected"
            f" pip install 'fracas[learn]' ({error})"
        )
        raise StepError(message) from error
    return Environment(scenario, agents, options=options)
