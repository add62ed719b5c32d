"""`fracas run --html FILE`: the result of a run as one page to send."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sim.campaign.campaign import Campaign
from sim.campaign.load import Playable
from sim.campaign.summary import CampaignSummary
from sim.cli.options.scenario import rulings_text
from sim.cli.play.forfeits import forfeit_words
from sim.cli.play.report import dearer_wins
from sim.cli.play.samples import sample_commands
from sim.cli.terminal.page import put_page
from sim.fitting.field import FieldResult
from sim.library.scenario import Loaded
from sim.pages.campaign import campaign_page
from sim.pages.command import Command
from sim.pages.field import field_page
from sim.pages.results import About, run_page
from sim.run.forfeits import ForfeitCount
from sim.statistics.choices import ChoiceCounts
from sim.statistics.summary import Summary

_FACTS = ("run", "seed", "seal", "digest")


def put_run_page(
    path: Path,
    loaded: Playable,
    counted: tuple[Summary, ChoiceCounts, Sequence[ForfeitCount]],
    agents: Sequence[str],
    words: dict[str, Any],
    commands: Sequence[Command],
) -> None:
    """Write the page of a run; every forfeit is named first, also a single one.

    *commands* replay some of its conflicts.
    """
    summary, chosen, forfeits = counted
    about = About(
        title=f"{loaded.title} ({loaded.system.title})",
        remarks=_remarks(summary, forfeits, words),
        facts=[(name, words[name]) for name in _FACTS] + _changes(loaded, words),
        commands=[Command("The same again", words["again"])],
        samples=commands,
    )
    if isinstance(summary, CampaignSummary):
        text = campaign_page(summary, chosen, agents=agents, about=about)
    else:
        endings = loaded.system.endings
        text = run_page(summary, chosen, agents=agents, endings=endings, about=about)
    put_page(path, text)


def put_sampled_page(
    path: Path,
    loaded: Loaded,
    summary: Summary,
    agents: Sequence[str],
    words: dict[str, Any],
) -> None:
    """Write the page of conflicts that were sampled; *words* has facts about them."""
    about = About(
        title=f"{loaded.title} ({loaded.system.title})",
        remarks=[*words["facts"], *dearer_wins(summary.sides())],
        facts=[(name, str(words[name])) for name in ("seed", "digest", "states")],
        commands=[Command("The same again", words["again"])],
        samples=sample_commands(words["samples"]),
    )
    text = run_page(
        summary,
        ChoiceCounts(),
        agents=agents,
        endings=loaded.system.endings,
        about=about,
        what="sampled conflict",
    )
    put_page(path, text)


def put_field_page(
    path: Path,
    loaded: Loaded,
    result: FieldResult,
    words: tuple[str, str, Sequence[dict[str, Any]]],
) -> None:
    """Write the page of a field; *words* are the seed, the command and the samples."""
    seed, again, samples = words
    about = About(
        title=f"{loaded.title} ({loaded.system.title})",
        remarks=[forfeit_words(forfeit, debug=False) for forfeit in result.forfeits],
        facts=[("seed", seed), ("digest", loaded.digest.hex())],
        commands=[Command("The same again", again)],
        samples=sample_commands(samples),
    )
    put_page(path, field_page(result, loaded.system.seats(loaded.scenario), about))


def _remarks(
    summary: Summary, forfeits: Sequence[ForfeitCount], words: dict[str, Any]
) -> list[str]:
    """Return the remarks before the result, each once."""
    said = [*map(forfeit_words, forfeits), *words["remarks"]]
    return list(dict.fromkeys([*said, *dearer_wins(summary.sides())]))


def _changes(loaded: Playable, words: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the rulings and settings that are not those of the file."""
    changed = words["changed_rulings"]
    settings = [("settings", ", ".join(words["settings"]))] if words["settings"] else []
    if not changed:
        return settings
    if not isinstance(loaded, Campaign):
        return [("rulings", rulings_text(changed)), *settings]
    by_chapter = [
        (f"rulings of chapter {number}", rulings_text(rulings))
        for number, rulings in changed.items()
        if rulings
    ]
    return [*by_chapter, *settings]
