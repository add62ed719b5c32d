"""The footer of a run: remarks, id, seed, seal, rulings, the command to repeat it."""

from typing import TYPE_CHECKING, Any

import msgspec

from sim.campaign.campaign import Campaign
from sim.campaign.load import Playable, is_campaign
from sim.cli.options.scenario import rulings_text
from sim.cli.play.campaign import put_changed_rulings
from sim.cli.play.screens import MORE
from sim.cli.terminal.output import put, put_command
from sim.library.rulings import changed_rulings
from sim.run.chunk import Plan
from sim.spine.words import counted

if TYPE_CHECKING:
    from sim.store.store import Store


def put_facts(words: dict[str, Any]) -> None:
    """Print the facts *words* of a run, and the command that repeats it."""
    for remark in words["remarks"]:
        put(f"note: {remark}")
    put(f"run {words['run']}, seed {words['seed']}")
    for phrase in words["fair"]:
        put(f"made by {phrase}, as committed to")
    put(f"seal {words['seal']}")
    changed = words["changed_rulings"]
    if not changed:
        put("rulings: all at their defaults (--json lists them)")
    elif "chapters" in words:
        put_changed_rulings(changed)
    else:
        put(f"rulings that are not the default: {rulings_text(changed)}")
    if words["settings"]:
        put(f"changed for this run: {', '.join(words['settings'])}")
    put_command(words["again"], "the same again: ")
    put(MORE)


def rulings_words(loaded: Playable) -> dict[str, Any]:
    """Return the rulings in force; of a campaign, by the number of the chapter."""
    if isinstance(loaded, Campaign):
        by_chapter = {
            str(chapter.number): rulings_words(chapter.loaded)
            for chapter in loaded.chapters
        }
        return {
            name: {chapter: words[name] for chapter, words in by_chapter.items()}
            for name in ("rulings", "changed_rulings")
        } | {"chapters": len(by_chapter)}
    return {
        "rulings": msgspec.to_builtins(loaded.system.files.rulings(loaded.scenario)),
        "changed_rulings": msgspec.to_builtins(changed_rulings(loaded.scenario)),
    }


def kept_words(plan: Plan, store: "Store | None") -> str:
    """Return how much of a stopped run is recorded, and how to resume it."""
    if store is None or not store.holds_run(plan.run_id):
        return "nothing was recorded"
    kept = sum(1 for _ in store.lines(plan.run_id))
    what = "campaign" if is_campaign(plan.scenario) else "conflict"
    return (
        f"{kept} of {counted(plan.games, what)} are kept in {store.where};"
        " the same command with --resume plays the others"
    )
