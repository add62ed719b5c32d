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
    """Return a row for each scenario there is, or for each of the *campaigns*.

    >>> import fracas
    >>> "alley" in [row["name"] for row in fracas.scenarios()]
    True
    """
    known = catalogue.campaigns() if campaigns else catalogue.scenarios()
    return list(catalogue.usable(known, playable_row))


def systems() -> list[dict[str, Any]]:
    """Return a row for each rule system there is."""
    return [system_row(name) for name in system_names()]


def agents(*others: AgentGiven, sandbox: Sandbox = "wall") -> list[dict[str, Any]]:
    """Return a row for each agent there is, with its settings; or for each given.

    To describe an agent from a file its code is run, held as *sandbox* says: behind the
    wall, or by "limits" where a system has no wall.

    >>> import fracas
    >>> fracas.agents("bold")[0]["settings"]["lead"]
    0.4
    """
    check_word("sandbox", sandbox, Sandbox)
    return [agent_row(spec_of(one), sandbox) for one in others or names()]
