"""Rows of the lists of scenarios and campaigns, rule systems, and agents."""

from typing import Any

import msgspec

from sim.campaign.campaign import Campaign
from sim.campaign.load import load
from sim.campaign.plan import seats_of
from sim.hosting.agents import introduce
from sim.hosting.sandbox import Sandbox
from sim.library.registry import rule_system


def playable_row(name: str) -> dict[str, Any]:
    """Return the shipped scenario or campaign *name* in a row."""
    loaded = load(name)
    chapters: dict[str, Any] = {}
    about: Any = loaded
    if isinstance(loaded, Campaign):
        chapters = {"chapters": [chapter.name for chapter in loaded.chapters]}
    else:
        about = loaded.scenario
    return {
        "name": name,
        "system": loaded.system.name,
        "title": loaded.title,
        "about": about.about,
        "source": about.source,
        "seats": [seat.name for seat in seats_of(loaded)],
        **chapters,
        "digest": loaded.digest.hex(),
    }


def system_row(name: str) -> dict[str, Any]:
    """Return the rule system *name* in a row: *odds* are the questions it answers."""
    system = rule_system(name)
    return {
        "name": name,
        "title": system.title,
        "version": system.version,
        "rules": len(system.rules),
        "endings": list(system.endings),
        "odds": list(system.odds),
    }


def agent_row(spec: str, sandbox: Sandbox = "wall") -> dict[str, Any]:
    """Return the agent *spec* in a row, with all its settings.

    The code of an agent from a file runs in the given *sandbox*.
    """
    (full, version, settings), about = introduce(spec, sandbox)
    return {
        "name": full,
        "version": version,
        "settings": msgspec.json.decode(settings),
        "about": about,
    }
