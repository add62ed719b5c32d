"""Lists of rule systems, scenarios and agents."""

from typing import Any

from fracas._inputs import check_word
from sim.campaign.listed import agent_row, playable_row, system_row
from sim.casting.given import AgentGiven, spec_of
from sim.casting.roster import names
from sim.hosting.sandbox import Sandbox
from sim.library import catalogue
from sim.library.registry import system_names


def scenarios(*, campaigns: bool = False) -> list[dict[str, Any]]:
    """Return a row for every scenario, or with *campaigns* for every campaign.

    >>> import fracas
    >>> "alley" in [row["name"] for row in fracas.scenarios()]
    True
    """
    known = catalogue.campaigns() if campaigns else catalogue.scenarios()
    return list(catalogue.usable(known, playable_row))


def systems() -> list[dict[str, Any]]:
    """Return a row for every rule system."""
    return [system_row(name) for name in system_names()]


def agents(*others: AgentGiven, sandbox: Sandbox = "wall") -> list[dict[str, Any]]:
    """Return a row for every agent, or for each of *others*, with its settings.

    Describing an agent from a file runs its code, restricted by *sandbox*: behind the
    wall, or by "limits" on a system without a wall.

    >>> import fracas
    >>> fracas.agents("bold")[0]["settings"]["lead"]
    0.4
    """
    check_word("sandbox", sandbox, Sandbox)
    return [agent_row(spec_of(agent), sandbox) for agent in others or names()]
