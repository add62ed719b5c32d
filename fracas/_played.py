"""Conflicts played: one, or thousands."""

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any

from msgspec import Struct, structs

from fracas._inputs import (
    Playable,
    Scenario,
    check_word,
    loaded_of,
    playable_of,
    seed_of,
    specs_for,
    store_of,
    whole,
)
from sim.campaign.campaign import Campaign
from sim.campaign.chosen import recorded_choices
from sim.campaign.forfeits import forfeits_of
from sim.campaign.plan import cast, plan_of, specs_playing
from sim.campaign.rows import run_rows
from sim.campaign.summary import summary_of
from sim.casting.given import AgentGiven
from sim.conflict.choices import COUNTED
from sim.conflict.stream import Line
from sim.hosting.sandbox import Sandbox
from sim.library.scenario import Loaded
from sim.run.chunk import Job, decode_conflicts, play_chunk
from sim.run.executors import reached
from sim.run.forfeits import ForfeitCount, ForfeitLog
from sim.run.lines import Lines
from sim.run.recorded import Conflict, runs_alike
from sim.run.run import Record
from sim.run.run import run as run_plan
from sim.run.seeding import seed_for
from sim.statistics.choices import ChoiceCounts
from sim.statistics.summary import Summary
from sim.statistics.words import figure, share
from sim.store.events import conflict_stream
from sim.store.store import Store


class Run(Struct, frozen=True):
    """The result of a run: a line for each conflict, their summary, and its seal.

    *agents* are those of all seats, as the record names them. *forfeits* has the agents
    that forfeited, most often first: how many of their games, whether those are *many*,
    and why in the first.
    """

    run_id: str
    seed: str
    lines: Sequence[Line]
    summary: Summary
    seal: bytes
    forfeits: tuple[ForfeitCount, ...] = ()
    agents: tuple[str, ...] = ()
    playable: Loaded | Campaign | None = None
    choices: ChoiceCounts | None = None
    """Counts of the choices in the first games."""

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each participant of each game, with named columns.

        They are those of `fracas export --table`, and what a data frame takes as it is.

        >>> import fracas
        >>> rows = fracas.run("stuck_door", games=2, seed="demo").rows()
        >>> len(rows), rows[0]["seat"], rows[0]["agent"]
        (6, 'Wolf-Snarl', 'steady:price=0')
        """
        assert self.playable is not None
        return list(
            run_rows(self.run_id, self.playable, self.agents, self.seed, self.lines)
        )

    def __repr__(self) -> str:
        title = "" if self.playable is None else f" of {self.playable.title}"
        agents = {
            seat.name: spec
            for seat, spec in zip(self.summary.seats, self.agents, strict=False)
        }
        rows = [
            f"  {record.seat}, played by {agents.get(record.seat) or 'several'}:"
            f" wins {share(record.win)}, return {figure(record.returns)}"
            for record in self.summary.records()
        ]
        games = f"{len(self.lines)} games, seed {self.seed!r}"
        return "\n".join([f"Run {self.run_id}{title}, {games}", *rows])

    def _repr_html_(self) -> str:
        return self.summary.to_html()


def play(
    scenario: Scenario,
    agents: Sequence[AgentGiven] = (),
    *,
    seed: str | int | None = None,
    game: int = 1,
) -> Conflict:
    """Play one conflict: number *game* (from 1) of the run with this *seed*.

    *agents* are listed for the participants in order, then for the judges; a seat
    without one keeps the scenario's agent. Raises AgentError for an agent that cannot
    be loaded or fails.

    >>> import fracas
    >>> fracas.play("stuck_door", seed="demo").outcome.how
    'success'
    """
    loaded = loaded_of(scenario)
    specs = cast(loaded, specs_for(agents))
    whole("game", game, 1)
    known = seed_of(seed)
    plan = plan_of(loaded, specs, seed=known, games=game, strict=True)
    (sealed,) = decode_conflicts(play_chunk(Job(plan, game - 1, 1)))
    return Conflict(loaded, conflict_stream(plan.run_id, game - 1), sealed.rows)


def run(  # noqa: PLR0913 - all but the scenario have defaults
    scenario: Playable,
    agents: Sequence[AgentGiven] = (),
    *,
    games: int = 1000,
    seed: str | int | None = None,
    store: Store | None = None,
    record: Record | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    resume: bool = False,
    sandbox: Sandbox = "off",
) -> Run:
    """Play many conflicts and sum them up; with a *store*, record them.

    *agents* are as in `play`. For each seat and each chunk of games, a class is
    instantiated anew, and an object is copied as it is now: whatever it learns while it
    plays is lost. Both play in this process, or in worker processes that can import the
    class.

    Of a campaign every game is the whole, chapter after chapter. *record* is "full"
    (the default with a store), "packed" (the same in a tenth to a thirtieth of the
    space), "seal" or "none". With more *workers* than one as many processes play, or an
    *executor* of your own does: threads, processes, or `client.get_executor()` of a
    Dask cluster. The seal is the same whoever plays. *sandbox* restricts agents from
    files: "wall" for those from strangers, "limits" on a system without a wall. The
    seed then ends in random digits.

    Raises StoreError if the store already has this run and *resume* is not set,
    ExecutorError if *executor* is not one, or loses its workers, AgentError if an
    agent cannot be loaded or there is no wall; what was recorded is kept.
    """
    whole("games", games, 0)
    if store is not None:
        store_of(store)
    check_word("record", record or "full", Record)
    check_word("sandbox", sandbox, Sandbox)
    given = None if seed is None else seed_of(seed)
    kept = record or ("none" if store is None else "full")
    playable = playable_of(scenario)
    specs = cast(playable, specs_for(agents, workers, executor), sandbox=sandbox)
    alike = runs_alike(store, playable.digest, specs, games)
    begun = (summary.seed for summary in alike)
    known = seed_for(given, specs_playing(playable, specs), sandbox, begun)
    plan = plan_of(playable, specs, seed=known, games=games, record=kept)
    plan = structs.replace(plan, sandbox=sandbox, counted=COUNTED)
    log, chosen, lines = ForfeitLog(), ChoiceCounts(), Lines()
    summary = summary_of(playable)

    def each(line: Line) -> None:
        summary.add(line)
        log.add_line(line)
        lines.add(line)

    with reached(executor) as pool:
        result = run_plan(
            plan,
            store=store,
            workers=workers,
            executor=pool,
            resume=resume,
            on_line=each,
            on_forfeit=log.add,
            on_choices=chosen.add,
        )
    if store is not None and result.played < games:
        chosen = recorded_choices(store, result.run_id)
    forfeits = forfeits_of(log, playable, plan.agents, result, store)
    return Run(
        result.run_id,
        plan.seed,
        lines,
        summary,
        result.seal,
        forfeits,
        plan.agents,
        playable,
        chosen,
    )
