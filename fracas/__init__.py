"""Fracas in Python: conflicts under tabletop rules, played, solved, replayed, audited.

The functions here do what the command line does::

    import fracas

    alley = fracas.load("alley", pool_die_timing="before_roll_only")
    with fracas.open_store("duels.db", create=True) as store:
        run = fracas.run(alley, ["steady", "bold"], games=200, seed="demo", store=store)
        first = fracas.replay(store, "1")
        assert not fracas.audit(store)

A scenario may be given by its name, by the path of a file, as a `dict` with the content
of a file, or loaded. An agent may be given by a name or `FILE.py:CLASS` as on the
command line, as a class derived from `fracas.Agent`, or as an instance of one.

Every deliberate error is a `FracasError` whose message is one sentence, or of one of
its kinds, such as `StepError` for an option that is not offered. All of them are named
here, to be caught.
"""

from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fracas._analysed import analyse, analyse_run, keep, whatif
    from fracas._compared import compare, sweep, tournament, tune
    from fracas._inputs import Playable, Scenario, campaign, changed, load
    from fracas._learned import environment
    from fracas._played import Run, play, run
    from fracas._recorded import audit, game, page, replay, story
    from fracas._shipped import agents, scenarios, systems
    from fracas._studied import (
        check_scenario,
        odds,
        playtest,
        playtest_campaign,
        reply,
        solve,
        value,
    )
    from fracas._valued import Values, values
    from fracas._walked import Option, Walk, describe, walk
    from sim.analysis.analysis import Analysis
    from sim.analysis.moments import Account, Moment
    from sim.analysis.ruled import Ruled
    from sim.analysis.totals import Overall
    from sim.analysis.whatif import WhatIf
    from sim.audit.finding import Finding
    from sim.audit.stream import DEPTHS
    from sim.campaign.campaign import Campaign
    from sim.campaign.recorded import Game
    from sim.casting.given import AgentGiven
    from sim.conflict.fork import play_on
    from sim.conflict.stream import Line
    from sim.errors import (
        AgentError,
        ExecutorError,
        FracasError,
        OddsError,
        PluginError,
        RulesError,
        SandboxError,
        ScenarioError,
        StepError,
        StoreError,
        StreamError,
        UnknownNameError,
    )
    from sim.library.scenario import Loaded
    from sim.playtest.campaign import CampaignReport
    from sim.playtest.report import Report as PlaytestReport
    from sim.run.forfeits import ForfeitCount
    from sim.run.outcome import ConflictOutcome
    from sim.run.recorded import Conflict
    from sim.seam.chances import Chances
    from sim.seam.events import Event, Fact
    from sim.seam.protocol import Agent, Appraisal, Decision, Outcome, State, Table
    from sim.statistics.summary import Summary
    from sim.store.store import Store, open_store
    from sim.study.checking import Checked
    from sim.study.replying import BestReply
    from sim.study.solving import Solution
    from sim.study.valuing import OptimalValue
    from sim.tournament.result import Result as TournamentResult
    from sim.vary.compare import Comparison
    from sim.vary.sweep import Sweep
    from sim.vary.tune import Tuning

_PLACES = {
    "fracas._analysed": ("analyse", "analyse_run", "keep", "whatif"),
    "fracas._compared": ("compare", "sweep", "tournament", "tune"),
    "fracas._inputs": ("Playable", "Scenario", "campaign", "changed", "load"),
    "fracas._learned": ("environment",),
    "fracas._played": ("Run", "play", "run"),
    "fracas._recorded": ("audit", "game", "page", "replay", "story"),
    "fracas._shipped": ("agents", "scenarios", "systems"),
    "fracas._studied": (
        *("check_scenario", "odds", "playtest"),
        *("playtest_campaign", "reply", "solve", "value"),
    ),
    "fracas._valued": ("Values", "values"),
    "fracas._walked": ("Option", "Walk", "describe", "walk"),
    "sim.analysis.analysis": ("Analysis",),
    "sim.analysis.moments": ("Account", "Moment"),
    "sim.analysis.ruled": ("Ruled",),
    "sim.analysis.totals": ("Overall",),
    "sim.analysis.whatif": ("WhatIf",),
    "sim.audit.finding": ("Finding",),
    "sim.audit.stream": ("DEPTHS",),
    "sim.campaign.campaign": ("Campaign",),
    "sim.campaign.recorded": ("Game",),
    "sim.seam.chances": ("Chances",),
    "sim.casting.given": ("AgentGiven",),
    "sim.errors": (
        *("AgentError", "ExecutorError", "FracasError", "OddsError", "PluginError"),
        *("RulesError", "SandboxError", "ScenarioError", "StepError"),
        *("StoreError", "StreamError", "UnknownNameError"),
    ),
    "sim.conflict.fork": ("play_on",),
    "sim.seam.events": ("Event", "Fact"),
    "sim.seam.protocol": (
        *("Agent", "Appraisal", "Decision"),
        *("Outcome", "State", "Table"),
    ),
    "sim.run.forfeits": ("ForfeitCount",),
    "sim.run.outcome": ("ConflictOutcome",),
    "sim.run.recorded": ("Conflict",),
    "sim.library.scenario": ("Loaded",),
    "sim.playtest.campaign": ("CampaignReport",),
    "sim.playtest.report": ("PlaytestReport",),
    "sim.statistics.summary": ("Summary",),
    "sim.store.store": ("Store", "open_store"),
    "sim.conflict.stream": ("Line",),
    "sim.study.checking": ("Checked",),
    "sim.study.replying": ("BestReply",),
    "sim.study.solving": ("Solution",),
    "sim.study.valuing": ("OptimalValue",),
    "sim.tournament.result": ("TournamentResult",),
    "sim.vary.compare": ("Comparison",),
    "sim.vary.sweep": ("Sweep",),
    "sim.vary.tune": ("Tuning",),
}
"""Module -> the public names in it; it is imported when one is first used."""

_CALLED = {"PlaytestReport": "Report", "TournamentResult": "Result"}
"""Public name -> its name in its module, where that differs."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever is called so
    for module, names in _PLACES.items():
        if name in names:
            found = getattr(import_module(module), _CALLED.get(name, name))
            globals()[name] = found
            return found
    likely = get_close_matches(name, __all__, 1)
    hint = f"; did you mean {likely[0]}?" if likely else ""
    message = f"module 'fracas' has no attribute {name!r}{hint}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return sorted(__all__)


__all__ = [
    "DEPTHS",
    "Account",
    "Agent",
    "AgentError",
    "AgentGiven",
    "Analysis",
    "Appraisal",
    "BestReply",
    "Campaign",
    "CampaignReport",
    "Chances",
    "Checked",
    "Comparison",
    "Conflict",
    "ConflictOutcome",
    "Decision",
    "Event",
    "ExecutorError",
    "Fact",
    "Finding",
    "ForfeitCount",
    "FracasError",
    "Game",
    "Line",
    "Loaded",
    "Moment",
    "OddsError",
    "OptimalValue",
    "Option",
    "Outcome",
    "Overall",
    "Playable",
    "PlaytestReport",
    "PluginError",
    "Ruled",
    "RulesError",
    "Run",
    "SandboxError",
    "Scenario",
    "ScenarioError",
    "Solution",
    "State",
    "StepError",
    "Store",
    "StoreError",
    "StreamError",
    "Summary",
    "Sweep",
    "Table",
    "TournamentResult",
    "Tuning",
    "UnknownNameError",
    "Values",
    "Walk",
    "WhatIf",
    "agents",
    "analyse",
    "analyse_run",
    "audit",
    "campaign",
    "changed",
    "check_scenario",
    "compare",
    "describe",
    "environment",
    "game",
    "keep",
    "load",
    "odds",
    "open_store",
    "page",
    "play",
    "play_on",
    "playtest",
    "playtest_campaign",
    "replay",
    "reply",
    "run",
    "scenarios",
    "solve",
    "story",
    "sweep",
    "systems",
    "tournament",
    "tune",
    "value",
    "values",
    "walk",
    "whatif",
]
