"""Shell completion for names: scenarios, agents, systems, rules, rulings, runs.

Errors are swallowed, since nothing may be printed while completing: the shell then
completes file names.
"""

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem
from msgspec import structs

from sim.campaign.load import load
from sim.casting.roster import names as agent_names
from sim.cli.documents.table import DOCUMENTS, LINES
from sim.cli.write.glossary import entries
from sim.errors import FracasError
from sim.library import catalogue
from sim.library.registry import rule_system, system_names
from sim.library.rulings import ruling_forms
from sim.library.scenario import Loaded
from sim.library.settings import numbers
from sim.store.store import open_store


def _items(words: Iterable[str], incomplete: str) -> list[CompletionItem]:
    items = [CompletionItem(word) for word in words if word.startswith(incomplete)]
    return items or [CompletionItem(incomplete, type="file")]


def playables(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of a scenario or a campaign, else of a file."""
    del ctx, param
    return _items([*catalogue.scenarios(), *catalogue.campaigns()], incomplete)


def checkables(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of a scenario, a campaign or an agent, else of a file."""
    del ctx, param
    shipped = [*catalogue.scenarios(), *catalogue.campaigns()]
    return _items([*shipped, *agent_names()], incomplete)


def transcripts(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of a transcript, else of a file."""
    del ctx, param
    return _items(catalogue.transcripts(), incomplete)


def agents(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the last agent of a list with commas."""
    del ctx, param
    before = incomplete[: incomplete.rfind(",") + 1]
    return _items((before + name for name in agent_names()), incomplete)


def words(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete a word of the glossary."""
    del ctx, param
    return _items((word for entry in entries() for word in entry.words), incomplete)


def schemas(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of a rule system or of a command, for its schema."""
    del ctx, param
    return _items([*system_names(), "bot", "campaign", *DOCUMENTS, *LINES], incomplete)


def systems(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of a rule system."""
    del ctx, param
    return _items(system_names(), incomplete)


def rules(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete a system, the ID of a rule of any, or a word of the glossary."""
    del ctx, param
    rule_ids = [rule for name in system_names() for rule in rule_system(name).rules]
    glossary = [word for entry in entries() for word in entry.words]
    return _items([*system_names(), *rule_ids, *glossary], incomplete)


def rulings(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete NAME= of a ruling that the scenario given before it may have."""
    del param
    loaded = _scenario_before(ctx)
    if loaded is None:
        return []
    names = [
        field.name
        for form in ruling_forms(loaded.system)
        for field in structs.fields(form)
    ]
    return _items((f"{name}=" for name in names), incomplete)


def settings(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete PATH= of a number of the scenario given before it."""
    del param
    loaded = _scenario_before(ctx)
    if loaded is None:
        return []
    return _items((f"{number.path}=" for number in numbers(loaded)), incomplete)


def _scenario_before(ctx: click.Context) -> Loaded | None:
    """Return the scenario given before; None for a campaign or an unreadable file."""
    # As long as an option lacks its value, click leaves the arguments in ctx.args.
    given = ctx.params.get("scenario") or next(iter(ctx.args), "")
    try:
        playable = load(str(given))
    except FracasError:
        return None
    return playable if isinstance(playable, Loaded) else None


def runs(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the id of a run of the store given before it."""
    del param
    target = ctx.params.get("store") or ctx.params.get("target")
    try:
        with open_store(str(target)) as store:
            return _items(store.run_ids(), incomplete)
    except FracasError:
        return []
