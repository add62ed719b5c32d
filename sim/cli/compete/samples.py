"""The typical conflict of a tournament and the strangest, on each of its scenarios."""

import shlex
from collections.abc import Iterable, Sequence
from typing import Any

from sim.cli.play.samples import words_of
from sim.run.chunk import Plan
from sim.statistics.samples import Samples
from sim.store.contests import BlocksRecorded
from sim.store.events import conflict_stream
from sim.tournament.contest import Contest
from sim.tournament.ledger import seatings_of

_MOST = 3
"""On so many scenarios conflicts are named."""


def contest_samples(
    contest: Contest,
    played: Iterable[BlocksRecorded],
    store: str,
    changes: Sequence[str],
) -> list[dict[str, Any]]:
    """Return the samples of what was *played*, with the command for each.

    Without a *store* it is played again as a run of the agents that met in it, with the
    *changes* of the tournament's scenarios. Games of an agent against itself, which
    only check, are none of them.
    """
    kept, plans = _looked_at(contest, played)
    shown = [
        (contest.places[place], one)
        for place, samples in list(kept.items())[:_MOST]
        for one in samples.picked()
    ]
    games: dict[str, int] = {}
    for _, one in shown:
        run, _, number = one.name.rpartition("-")
        games[run] = max(games.get(run, 0), int(number))
    words: list[dict[str, Any]] = []
    for where, one in shown:
        plan = plans[one.name.rpartition("-")[0]]
        again = _again(where.name, plan, games[plan.run_id], changes)
        target = store or f"{plan.run_id}.db"
        replay = shlex.join(["fracas", "replay", target, one.name])
        seats = [seat.name for seat in where.seats]
        told = words_of(one, seats, replay, "" if store else again)
        words.append({"scenario": where.name} | told)
    return words


def _looked_at(
    contest: Contest, played: Iterable[BlocksRecorded]
) -> tuple[dict[int, Samples], dict[str, Plan]]:
    """Return the samples of each scenario, by its place, and the plans by their ids."""
    kept: dict[int, Samples] = {}
    plans: dict[str, Plan] = {}
    for batch in played:
        pair = batch.first, batch.second
        if pair[0] == pair[1]:
            continue
        seatings = seatings_of(contest.places[batch.place], pair)
        each = [contest.plan(batch.place, pair, one) for one in seatings]
        samples = kept.setdefault(batch.place, Samples())
        for index, line in enumerate(batch.lines):
            plan = each[index % len(each)]
            plans[plan.run_id] = plan
            samples.add(line, conflict_stream(plan.run_id, line.game))
    return kept, plans


def _again(scenario: str, plan: Plan, games: int, changes: Sequence[str]) -> str:
    """Return the command that plays so many *games* again, into a store."""
    parts = ["fracas", "run", scenario, "--games", str(games)]
    parts += ["--agents", ",".join(plan.agents), "--seed", plan.seed, *changes]
    return shlex.join([*parts, "--record", "seal", "--store", f"{plan.run_id}.db"])
