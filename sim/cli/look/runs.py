"""The runs of a store, in a table and for programs."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sim.cli.look.contests import (
    put_sandboxes,
)
from sim.cli.play.campaign import BY_CHAPTER
from sim.cli.play.report import (
    LISTED_AGENT,
    brief_agent,
    brief_seed,
    put_long_agents,
)
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import (
    put,
)
from sim.hosting.sandbox import kept_by
from sim.reading.differences import differences
from sim.run.recorded import scenario_data
from sim.store.events import Branched, RunStarted
from sim.store.store import Store

_SHOWN = 3
"""How many differences between files are shown of each run."""
_HEADS = ("run", "title", "system", "agents", "seed", "record", "games")
_CHANGED = {
    "choice": "a choice",
    "dice": "dice",
    "agents": "agents",
    "rulings": "options",
    "person": "a person",
}
"""How a branch came about, in words."""


def put_runs(
    words_of_runs: Sequence[Mapping[str, Any]], runs: Sequence[RunStarted]
) -> None:
    """Print the table of *runs*; *words_of_runs* is what `run_words` returned."""
    put_table(_HEADS, [_run_row(words) for words in words_of_runs], words=6)
    played = (
        (words["run"], spec) for words in words_of_runs for spec in words["agents"]
    )
    put_long_agents(played, LISTED_AGENT)
    put_sandboxes("run", ((words["run"], words["sandbox"]) for words in words_of_runs))
    unlike = [
        (words["run"], _fields_text(words["differs"]))
        for words in words_of_runs
        if words["differs"]
    ]
    branches = [
        (run.run, *branch_in_words(run.branch))
        for run in runs
        if run.branch is not None
    ]
    if branches:
        put()
        heads = ("run", "branch of", "event", "what is other")
        put_table(heads, branches, words=2, remark=True)
    if unlike:
        put()
        put_table(("run", "differs from others of its title in"), unlike, words=2)


def _run_row(words: Mapping[str, Any]) -> tuple[str, ...]:
    agents = (brief_agent(spec, LISTED_AGENT) or BY_CHAPTER for spec in words["agents"])
    return (
        words["run"],
        words["title"],
        words["system"],
        ", ".join(agents),
        brief_seed(words["seed"]),
        words["record"],
        f"{words['games']}"
        if words["complete"]
        else f"{words['recorded']} of {words['games']} so far",
    )


def run_words(store: Store, run: RunStarted) -> dict[str, Any]:
    """Return what `fracas show` says of a run, for a program."""
    completed = store.completed(run.run)
    if completed is None:
        recorded = sum(1 for _ in store.lines(run.run))
    else:
        recorded = completed.games
    return {
        "run": run.run,
        "title": run.title,
        "system": run.system,
        "scenario": run.scenario,
        "agents": run.agents,
        "seed": run.seed,
        "games": run.games,
        "recorded": recorded,
        "record": "packed" if store.is_packed(run.run) else run.record,
        "sandbox": kept_by(run.agents, run.sandbox),
        "complete": completed is not None,
        "seal": completed.seal.hex() if completed is not None else None,
        "branch": None if run.branch is None else branch_as_object(run.branch),
    }


def branch_as_object(branch: Branched) -> dict[str, object]:
    """Return what a branch comes from and what is other in it, for a program."""
    return {
        "parent": branch.parent,
        "event": branch.event,
        "how": branch.how,
        "words": branch.words,
        "rulings": dict(branch.rulings),
    }


def branch_in_words(branch: Branched) -> tuple[str, str, str]:
    """Return the parent of a branch, the event it begins at, and what is changed."""
    said = f"{_CHANGED[branch.how]}: {branch.words}" if branch.words else branch.how
    return branch.parent, str(branch.event), said


def differing_fields(
    store: Store, runs: Sequence[RunStarted]
) -> dict[str, dict[str, Any]]:
    """Return the fields of each run's scenario that differ from those of other runs.

    Only runs of the same title are compared.
    """
    alike: dict[tuple[str, str], list[RunStarted]] = {}
    for run in runs:
        alike.setdefault((run.system, run.title), []).append(run)
    differing: dict[str, dict[str, Any]] = {}
    for group in alike.values():
        files = {
            run.scenario: msgspec.json.decode(scenario_data(store, run))
            for run in group
        }
        unlike = dict(zip(files, differences(list(files.values())), strict=True))
        differing |= {run.run: unlike[run.scenario] for run in group}
    return differing


def _fields_text(differs: Mapping[str, Any]) -> str:
    """Return the first few fields that differ, as text."""
    words = [f"{path} = {_literal(value)}" for path, value in differs.items()]
    more = [f"and {len(words) - _SHOWN} more"] if len(words) > _SHOWN else []
    return "; ".join(words[:_SHOWN] + more)


def _literal(value: object) -> str:
    if value is None:
        return "unset"
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
