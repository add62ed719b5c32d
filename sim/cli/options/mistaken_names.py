"""Errors for the name of a scenario where a rule system was expected.

Newcomers know the scenario they played before they know the name of its rule system.
"""

from typing import Any

from sim.errors import FracasError, UnknownNameError
from sim.library.registry import rule_system, system_names
from sim.reading.hints import quoted
from sim.seam.protocol import RuleSystem


def system_meant(name: str, command: str) -> RuleSystem[Any]:
    """Return the rule system called *name*.

    Raises UnknownNameError if there is none; if *name* is a scenario, the message says
    which system it belongs to.
    """
    if name not in system_names():
        not_a_scenario(name, command)
    return rule_system(name)


def not_a_scenario(name: str, command: str) -> None:
    """Raise UnknownNameError if *name* is a scenario, with the corrected *command*.

    The rule system's name takes the place of `{}` in *command*.
    """
    # Imported only for errors, since it is slow.
    from sim.campaign.campaign import Campaign  # noqa: PLC0415
    from sim.campaign.load import load  # noqa: PLC0415

    try:
        loaded = load(name)
    except FracasError:
        return
    kind = "campaign" if isinstance(loaded, Campaign) else "scenario"
    system = loaded.system.name
    again = f"fracas {command.format(system)}"
    message = f"{quoted(name)} is a {kind} of {system}: {again}"
    raise UnknownNameError(message)
