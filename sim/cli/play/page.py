"""`fracas run --html FILE`: the result of a run as one page to send."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sim.campaign.load import Playable
from sim.cli.play.forfeits import forfeit_words
from sim.cli.terminal.page import put_page
from sim.pages.command import Command
from sim.pages.results import About, run_page
from sim.run.forfeits import ForfeitCount
from sim.statistics.choices import ChoiceCounts
from sim.statistics.summary import Summary


def put_run_page(
    path: Path,
    loaded: Playable,
    counted: tuple[Summary, ChoiceCounts, Sequence[ForfeitCount]],
    agents: Sequence[str],
    words: dict[str, Any],
) -> None:
    """Write the page of a run; every forfeit is named first, also a single one."""
    summary, chosen, forfeits = counted
    about = About(
        title=f"{loaded.title} ({loaded.system.title})",
        remarks=[*map(forfeit_words, forfeits), *words["remarks"]],
        facts=[(name, words[name]) for name in ("run", "seed", "seal", "digest")],
        commands=[Command("The same again", words["again"])],
    )
    endings = loaded.system.endings
    text = run_page(summary, chosen, agents=agents, endings=endings, about=about)
    put_page(path, text)
