"""Which documents each command can print, and their JSON Schema."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.json import schema_components

from sim.cli.documents import compete, judge, look, optimal, play, study, vary, write
from sim.reading.described import with_descriptions

DOCUMENTS: Mapping[str, tuple[type[Struct], ...]] = {
    "run": (play.Run, play.CampaignRun, play.SampledRun, play.Field),
    "tournament": (compete.Tournament,),
    "league": (compete.Tournament,),
    "show": (
        look.ShownRun,
        look.ShownConflict,
        look.ShownGame,
        look.ShownChapter,
        compete.Tournament,
    ),
    "explain": (look.Explanation, look.CampaignExplanation),
    "import": (look.Imported,),
    "pack": (look.Packed,),
    "audit": (judge.Audit,),
    "analyse": (judge.Analysis, judge.Overall),
    "whatif": (judge.Throw, judge.Compared, judge.Branch, judge.Same),
    "commit": (judge.Commitment, judge.Committed),
    "reveal": (judge.Revealed,),
    "playtest": (study.Playtest, study.CampaignPlaytest),
    "odds": (study.Odds,),
    "solve": (study.Solution,),
    "value": (optimal.OptimalValue,),
    "reply": (study.Reply,),
    "sweep": (vary.Sweep,),
    "tune": (vary.Tuning,),
    "compare": (vary.Comparison, vary.Versions),
    "fit": (study.Fitted,),
    "exploit": (study.Exploit,),
    "scenarios": (write.Scenarios, write.ScenarioFile),
    "agents": (write.Agents, write.DescribedAgent),
    "rules": (
        write.Systems,
        write.Rules,
        write.RuleOptions,
        write.Glossary,
        write.Costs,
    ),
    "check": (write.CheckedScenario, write.CheckedAgent, write.RecordedExchange),
}
"""Command -> the documents that --json can print."""
LINES: Mapping[str, tuple[type[Struct], ...]] = {
    "show": (
        look.RunRow,
        look.ContestRow,
        look.PlaytestRow,
        look.Conflict,
        look.CampaignChapter,
    ),
    "replay": (look.ToldEvent,),
}
"""Command -> the documents of which --json can print one a line."""


OLDER: Mapping[str, str] = {
    "list": "show",
    "glossary": "rules",
    "check-scenario": "check",
    "check-agent": "check",
}
"""An older name of a command -> what it is called now."""


def schema_of_command(command: str) -> dict[str, Any]:
    """Return the JSON Schema of what `fracas COMMAND --json` prints."""
    command = OLDER.get(command, command)
    documents, lines = DOCUMENTS.get(command, ()), LINES.get(command, ())
    components, definitions = schema_components(
        (*documents, *lines), ref_template="#/$defs/{name}"
    )
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"fracas {command} --json",
        "anyOf": list(components),
        "$defs": definitions,
    }
    if lines:
        head["description"] = "What is listed or told is one of these a line."
    return with_descriptions(head, *documents, *lines)
