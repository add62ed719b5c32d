"""Tournaments of a store, for the commands that list and show what it holds."""

from collections.abc import Iterable, Sequence
from typing import Any

from sim.cli.look.chosen import Second
from sim.cli.play.report import LISTED_AGENT, brief_agent, brief_seed, put_long_agents
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_document
from sim.hosting.sandbox import kept_by, kept_in_words
from sim.store.store import Store
from sim.tournament.contest import recorded_terms
from sim.tournament.record import (
    contest_ids,
    ended_event,
    recorded_batches,
    started_event,
)


def holds_contest(store: Store, name: str) -> bool:
    """Whether *name* is a tournament of *store*; "" means the only thing there is."""
    known = contest_ids(store)
    return name in known or (not name and len(known) == 1 and not store.run_ids())


def contests_words(store: Store) -> list[dict[str, Any]]:
    """Return a row for every tournament, ready for JSON."""
    rows: list[dict[str, Any]] = []
    for contest in contest_ids(store):
        started, ended = started_event(store, contest), ended_event(store, contest)
        terms = recorded_terms(started)
        specs = (*(agent.spec for agent in started.agents), *terms.fixed.values())
        if ended is None:
            games = sum(len(batch.lines) for batch in recorded_batches(store, contest))
        else:
            games = ended.games
        rows.append(
            {
                "tournament": contest,
                "scenarios": [place.name for place in started.places],
                "agents": [agent.spec for agent in started.agents],
                "format": terms.format,
                "until": terms.until,
                "seed": started.seed,
                "sandbox": kept_by(specs, started.sandbox),
                "recorded": games,
                "complete": ended is not None,
                "seal": ended.seal.hex() if ended is not None else None,
            }
        )
    return rows


def put_contests(contests: Sequence[dict[str, Any]]) -> None:
    """Print the table of tournaments."""
    rows = [
        (
            contest["tournament"],
            ", ".join(contest["scenarios"]),
            ", ".join(brief_agent(spec, LISTED_AGENT) for spec in contest["agents"]),
            contest["format"] + f" until {contest['until']}" * bool(contest["until"]),
            brief_seed(contest["seed"]),
            str(contest["recorded"]) + " so far" * (not contest["complete"]),
        )
        for contest in contests
    ]
    heads = ("tournament", "scenarios", "agents", "format", "seed", "games")
    put_table(heads, rows, words=5)
    played = (
        (contest["tournament"], spec)
        for contest in contests
        for spec in contest["agents"]
    )
    put_long_agents(played, LISTED_AGENT)
    put_sandboxes(
        "tournament",
        ((contest["tournament"], contest["sandbox"]) for contest in contests),
    )


def put_sandboxes(kind: str, kept: Iterable[tuple[str, str | None]]) -> None:
    """Print how agents from files were sandboxed, for each name that had any."""
    rows = [
        (name, kept_in_words(sandbox)) for name, sandbox in kept if sandbox is not None
    ]
    if rows:
        put()
        put_table((kind, "agents from files were held by"), rows, words=2)


def show_contest(store: Store, name: str, second: Second, *, as_json: bool) -> None:
    """Print a tournament's result, so far if it is not over, and what else is asked."""
    # Ratings need numpy, and most stores have no tournament: only this waits for it.
    from sim.cli.compete.differences import why_words  # noqa: PLC0415
    from sim.cli.compete.samples import (  # noqa: PLC0415
        contest_samples,
        put_contest_samples,
        result_words,
    )
    from sim.cli.compete.second_screen import put_second_screen, put_where_rest_is  # noqa: PLC0415
    from sim.cli.compete.standings import put_result  # noqa: PLC0415
    from sim.tournament.result import result_of  # noqa: PLC0415
    from sim.tournament.tournament import recall_tournament  # noqa: PLC0415

    held = recall_tournament(store, name)
    shown = result_of(held)
    samples = contest_samples(shown.contest, held.samples, store.where)
    if as_json:
        more = why_words(held, store.where) if second.why else {}
        put_document(result_words(shown, samples) | more)
        return
    put_result(shown)
    put_contest_samples(shown, samples)
    if second.why:
        put_second_screen(held, shown, samples, store.where, whole=second.every)
    put_where_rest_is(shown, second=second.why, whole=second.every)
