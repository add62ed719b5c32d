"""`fracas run`: play a scenario many times, record it if wanted, and sum it up."""

import shlex
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import click
import msgspec
from msgspec import Struct

from agents.roster import split
from sim.cli.check import ruling_option, rulings_of, spoken_rulings
from sim.cli.progress import progress
from sim.cli.report import put_summary
from sim.cli.speak import Stopped, put, put_json
from sim.cli.workers import workers_for
from sim.errors import AgentError, StoreError
from sim.protocol import Seat
from sim.reading.mismatch import nearest, quoted
from sim.run.run import Plan, Record, RunResult, make_plan
from sim.run.run import run as run_plan
from sim.scenario import Loaded, changed, load
from sim.seed import fresh_seed
from sim.statistics.summary import Summary
from sim.store.store import Store, open_store


class Wish(Struct, frozen=True):
    """What the command line asks for."""

    scenario: str
    agents: str
    games: int
    seed: str | None
    store: str | None
    record: Record | None
    resume: bool
    strict: bool
    rulings: tuple[str, ...]


@click.command(
    epilog=(
        "Examples: fracas run alley --games 200;  fracas run my_duel.toml --agents"
        " bold,cautious:behind=0.3 --seed table-7 --store duels.db"
    )
)
@click.argument("scenario")
@click.option("--agents", default="", metavar="A,B", help="Who plays, seat by seat.")
@click.option(
    "--games",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="How many conflicts to play.",
)
@click.option("--seed", metavar="TEXT", help="What the dice follow from; else random.")
@click.option("--store", metavar="PATH|URL", help="Record in this store.")
@click.option(
    "--record",
    type=click.Choice(["full", "seal", "none"]),
    help="Keep every event (the default with --store), a line each, or nothing.",
)
@click.option(
    "--workers", type=click.IntRange(1), help="Processes; by default up to 4."
)
@click.option("--resume", is_flag=True, help="Complete the run the store has begun.")
@click.option("--strict", is_flag=True, help="Stop when an agent fails.")
@ruling_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
def run(
    *,
    workers: int | None,
    ruling: tuple[str, ...],
    as_json: bool,
    **wished: Any,  # noqa: ANN401 - the fields of a Wish
) -> None:
    """Play SCENARIO, a file or a shipped name, many times and say how it went.

    Agents are given in the order of the seats; seats without one keep the scenario's.
    The same seed, scenario and agents give the same conflicts, die by die.

    How it ended: "accepted" a check stood, "ranked" a competitive check placed them,
    "conceded" someone gave up, "past broken" harm went beyond the last box, "side
    defeated" one side is left, "held" the goal was kept from all, "exhausted" nobody
    can go on, "round limit" nobody obtained anything, "forfeit" an agent failed.
    """
    wish = Wish(**wished, rulings=ruling)
    _consistent(wish)
    loaded = load(wish.scenario, rulings_of(ruling))
    seats = loaded.system.seats(loaded.scenario)
    agents = seated(seats, wish.agents)
    with _shelf(wish) as store:
        plan = _plan(wish, loaded, agents, store)
        summary = Summary(seats)
        result = _play(plan, wish, store, summary, workers or workers_for(wish.games))
    words = _words(wish, loaded, plan, result)
    if as_json:
        put_json(words | summary.to_words())
        return
    put(f"{loaded.scenario.title} ({loaded.system.title}), {wish.games} conflicts")
    put()
    put_summary(summary, agents)
    _put_facts(words)


def _consistent(wish: Wish) -> None:
    if wish.store is None and wish.record in {"full", "seal"}:
        message = f"--record {wish.record} needs a place to keep it: --store PATH"
        raise click.UsageError(message)
    if wish.store is None and wish.resume:
        message = "--resume needs the store with the run to complete: --store PATH"
        raise click.UsageError(message)
    if wish.store is not None and wish.record == "none":
        message = "--record none keeps nothing: leave out --store, or record seal"
        raise click.UsageError(message)


def seated(seats: Sequence[Seat], text: str) -> tuple[str, ...]:
    """Return one agent's spec for each of *seats*, as *text* gives them.

    Participants come first, then judges; an empty or missing spec leaves a seat its
    own agent. Raises AgentError when there are more agents than seats.
    """
    given = split(text)
    order = sorted(range(len(seats)), key=lambda index: seats[index].side is None)
    if len(given) > len(seats):
        names = ", ".join(seats[index].name for index in order)
        message = (
            f"{len(given)} agents for {len(seats)} seats, expected at most {names}"
        )
        raise AgentError(message)
    specs = [seat.agent for seat in seats]
    for index, spec in zip(order, given, strict=False):
        specs[index] = spec or specs[index]
    return tuple(specs)


def _shelf(wish: Wish) -> AbstractContextManager[Store | None]:
    if wish.store is None:
        return nullcontext()
    return open_store(wish.store, create=not wish.resume)


def _plan(
    wish: Wish, loaded: Loaded, agents: tuple[str, ...], store: Store | None
) -> Plan:
    record: Record = wish.record or ("none" if store is None else "full")
    seed = wish.seed
    if seed is None and wish.resume and store is not None:
        seed = _begun_seed(store, loaded, agents, wish.games)
    plan = make_plan(
        loaded,
        agents,
        seed=fresh_seed() if seed is None else seed,
        games=wish.games,
        record=record,
        strict=wish.strict,
    )
    if wish.resume and store is not None and not store.holds_run(plan.run_id):
        seeds = [one.seed for one in store.runs()]
        message = (
            f"{store.where} has no run of this scenario and these agents with the seed"
            f" {quoted(plan.seed)}, expected one to resume{nearest(plan.seed, seeds)}"
        )
        raise StoreError(message)
    return plan


def _begun_seed(
    store: Store, loaded: Loaded, agents: tuple[str, ...], games: int
) -> str:
    """Return the seed of the run to resume: the last unfinished one of this kind."""
    asked = (loaded.digest.hex(), agents, games)
    alike = [
        one for one in store.runs() if (one.scenario, one.agents, one.games) == asked
    ]
    open_ = [one for one in alike if store.completed(one.run) is None]
    if not alike:
        message = (
            f"{store.where} has no run of {games} games of this scenario with the"
            f" agents {', '.join(agents)}, expected one to resume"
        )
        raise StoreError(message)
    return (open_ or alike)[-1].seed


def _play(
    plan: Plan, wish: Wish, store: Store | None, summary: Summary, workers: int
) -> RunResult:
    try:
        with progress("playing", plan.games) as told:
            return run_plan(
                plan,
                store=store,
                workers=workers,
                resume=wish.resume,
                progress=told,
                each=summary.add,
            )
    except KeyboardInterrupt as error:
        raise Stopped(_kept(plan, store)) from error


def _kept(plan: Plan, store: Store | None) -> str:
    if store is None or not store.holds_run(plan.run_id):
        return "nothing was recorded"
    kept = sum(1 for _ in store.lines(plan.run_id))
    return (
        f"{kept} of {plan.games} conflicts are kept in {store.where};"
        " the same command with --resume plays the others"
    )


def _words(wish: Wish, loaded: Loaded, plan: Plan, result: RunResult) -> dict[str, Any]:
    return {
        "run": plan.run_id,
        "scenario": loaded.name,
        "title": loaded.scenario.title,
        "system": loaded.system.name,
        "digest": loaded.digest.hex(),
        "agents": plan.agents,
        "seed": plan.seed,
        "record": plan.record,
        "played": result.played,
        "seal": result.seal.hex(),
        "rulings": msgspec.to_builtins(loaded.system.rulings(loaded.scenario)),
        "changed_rulings": msgspec.to_builtins(changed(loaded)),
        "again": _again(wish, plan),
    }


def _again(wish: Wish, plan: Plan) -> str:
    """Return the command that gives the same conflicts again."""
    parts = ["fracas", "run", wish.scenario, "--games", str(plan.games)]
    parts += ["--agents", wish.agents] if wish.agents else []
    parts += ["--seed", plan.seed]
    for ruling in wish.rulings:
        parts += ["--ruling", ruling]
    return shlex.join(parts)


def _put_facts(words: dict[str, Any]) -> None:
    put(f"run {words['run']}, seed {words['seed']}")
    put(f"seal {words['seal']}")
    if words["changed_rulings"]:
        spoken = spoken_rulings(words["changed_rulings"])
        put(f"rulings that are not the default: {spoken}")
    else:
        put("rulings: all at their defaults (--json lists them)")
    put(f"the same again: {words['again']}")
