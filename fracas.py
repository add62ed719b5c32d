"""Fracas in Python: conflicts under tabletop rules, played, replayed and audited.

The functions here are what the command line does, in a few words::

    import fracas

    alley = fracas.load("alley", pool_die_timing="before_roll_only")
    with fracas.open_store("duels.db", create=True) as store:
        run = fracas.run(alley, ["steady", "bold"], games=200, seed="demo", store=store)
        first = fracas.replay(store, "1")
        assert not fracas.audit(store)

Whatever is raised on purpose is a `FracasError` whose message is one sentence.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any, Literal

from msgspec import Struct, structs

from sim.audit.finding import Finding
from sim.audit.store import StoreAudit
from sim.audit.stream import DEPTHS
from sim.campaign.campaign import Campaign
from sim.campaign.forfeits import forfeits_of
from sim.campaign.load import load as load_any
from sim.campaign.plan import cast, plan_of, playing, seats_of
from sim.campaign.recorded import Game, find
from sim.campaign.story import told_campaign
from sim.campaign.summary import CampaignSummary
from sim.conflict.stream import Line
from sim.dice.seed import fresh_seed
from sim.errors import (
    ExecutorError,
    FracasError,
    ScenarioError,
    StoreError,
    UnknownNameError,
)
from sim.hosting.sandbox import Sandbox
from sim.library.registry import rule_system
from sim.library.scenario import Loaded
from sim.library.scenario import load as load_scenario
from sim.narration.story import story as story_of
from sim.reading.hints import among
from sim.run.chunk import Job, finished, play_chunk
from sim.run.executors import reached
from sim.run.forfeits import ForfeitCount, ForfeitLog
from sim.run.recorded import Conflict, find_run, runs_alike
from sim.run.run import Record
from sim.run.run import run as run_plan
from sim.run.seeding import seed_for
from sim.seam.chances import Chances
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Appraisal, Decision, State, Table
from sim.statistics.summary import Summary
from sim.store.events import conflict_stream
from sim.store.store import Store, open_store
from sim.tournament.audit import AUDITS
from sim.tournament.contest import Format, Terms, make_contest
from sim.tournament.record import seeded
from sim.tournament.result import Result as TournamentResult
from sim.tournament.result import result as tournament_result
from sim.tournament.tournament import Tournament

Scenario = str | Loaded
"""The path of a scenario file, the name of one, or one that was loaded."""

Playable = str | Loaded | Campaign
"""The path or the name of a scenario or a campaign, or one that was loaded."""


class Run(Struct, frozen=True):
    """What a run came to: a line for each conflict, their summary, and its seal.

    *forfeits* has the agents that forfeited, most often first: how many of their games,
    whether those are *many*, and why in the first.
    """

    run_id: str
    seed: str
    lines: Sequence[Line]
    summary: Summary
    seal: bytes
    forfeits: tuple[ForfeitCount, ...] = ()


def load(reference: str, /, **rulings: object) -> Loaded:
    """Return the scenario *reference*, a file or a name, under these *rulings*.

    Raises ScenarioError or UnknownNameError, saying what is wrong and where.
    """
    return load_scenario(reference, {name: str(one) for name, one in rulings.items()})


def campaign(reference: str, /, **rulings: object) -> Campaign:
    """Return the campaign *reference*, with these *rulings* in every chapter.

    Raises ScenarioError or UnknownNameError, saying what is wrong and where.
    """
    found = load_any(reference, {name: str(one) for name, one in rulings.items()})
    if isinstance(found, Campaign):
        return found
    message = f"{reference} is a scenario, expected a campaign with chapters"
    raise ScenarioError(message)


def play(
    scenario: Scenario,
    agents: Sequence[str] = (),
    *,
    seed: str | None = None,
    game: int = 1,
) -> Conflict:
    """Play one conflict, number *game* (from 1) of the run that *seed* makes.

    *agents* are for the participants in order, then for the judges; a seat without
    one keeps the scenario's. Raises AgentError when one cannot be made or fails.
    """
    loaded = _loaded(scenario)
    specs = cast(loaded, agents)
    known = fresh_seed() if seed is None else seed
    plan = plan_of(loaded, specs, seed=known, games=game, strict=True)
    (sealed,) = finished(play_chunk(Job(plan, game - 1, 1)))
    return Conflict(loaded, conflict_stream(plan.run_id, game - 1), sealed.rows)


def run(  # noqa: PLR0913 - all but the scenario have defaults
    scenario: Playable,
    agents: Sequence[str] = (),
    *,
    games: int = 1000,
    seed: str | None = None,
    store: Store | None = None,
    record: Record | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    resume: bool = False,
    sandbox: Sandbox = "off",
) -> Run:
    """Play many conflicts and sum them up; record them where a *store* is given.

    Of a campaign every game is the whole, chapter after chapter. *record* is "full"
    (the default with a store), "seal" or "none". With more *workers* than one as many
    processes play, or an *executor* of your own does: threads, processes, or
    `client.get_executor()` of a Dask cluster. The seal is the same whoever plays.
    *sandbox* holds agents from files: "wall" for strangers', "limits" where a system
    has no wall. Then the seed ends in random digits.

    Raises StoreError when the store has this run already and *resume* is not set,
    ExecutorError when the executor is none or loses its workers, AgentError where there
    can be no wall; what was recorded is kept.
    """
    kept = record or ("none" if store is None else "full")
    loaded = _playable(scenario)
    specs = cast(loaded, agents, sandbox=sandbox)
    alike = runs_alike(store, loaded.digest, specs, games)
    begun = (one.seed for one in alike)
    known = seed_for(seed, playing(loaded, specs), sandbox, begun)
    plan = plan_of(loaded, specs, seed=known, games=games, record=kept)
    plan = structs.replace(plan, sandbox=sandbox)
    log = ForfeitLog()
    with reached(executor) as hands:
        result = run_plan(
            plan,
            store=store,
            workers=workers,
            executor=hands,
            resume=resume,
            forfeited=log.add,
        )
    for line in result.lines:
        log.add_line(line)
    forfeits = forfeits_of(log, loaded, plan.agents, result, store)
    summary = (
        CampaignSummary(loaded, result.lines)
        if isinstance(loaded, Campaign)
        else Summary(seats_of(loaded), result.lines)
    )
    return Run(result.run_id, plan.seed, result.lines, summary, result.seal, forfeits)


def replay(store: Store, conflict: str = "1") -> Conflict:
    """Return a recorded conflict, by its id or, in a store of one run, its number.

    17.2 is the second chapter of game 17 of a campaign. Where only seals were kept it
    is played again from its seed. Raises StoreError or UnknownNameError when there is
    none.
    """
    found = find(store, conflict)
    if isinstance(found, Conflict):
        return found
    message = f"{found.stream_id} is a campaign, expected a chapter: {conflict}.1"
    raise StoreError(message)


def game(store: Store, name: str = "1") -> Game:
    """Return a recorded game of a campaign, with all its chapters.

    Raises StoreError or UnknownNameError when there is none.
    """
    found = find(store, name)
    if isinstance(found, Game):
        return found
    message = f"{found.stream_id} is a conflict, expected a game of a campaign"
    raise StoreError(message)


def story(conflict: Conflict | Game) -> Iterator[str]:
    """Yield the lines of the story of *conflict*, or of a campaign's game."""
    if isinstance(conflict, Game):
        return told_campaign(conflict)
    loaded = conflict.loaded
    return story_of(loaded.system, loaded.scenario, conflict.events)


def audit(  # noqa: PLR0913 - all but the store have defaults
    store: Store,
    name: str = "",
    *,
    depths: Sequence[str] = DEPTHS,
    seal: bytes | None = None,
    target: str = "",
    workers: int = 1,
    executor: Executor | None = None,
) -> list[Finding]:
    """Return what is wrong with *store*, or with the run or conflict called *name*.

    *seal* is that of the run or conflict as it was once published. Notes, on what
    could not be judged, are findings too. More *workers* than one, or an *executor* as
    in `run`, share the games of runs; they open the store themselves, at its *target*.
    """
    if executor is not None and not target:
        message = "an executor opens the store itself, expected its address as target"
        raise ExecutorError(message)
    with reached(executor) as hands:
        auditor = StoreAudit(
            store,
            depths=depths,
            others=AUDITS,
            target=target,
            workers=workers,
            executor=hands,
        )
        if name and not store.holds_run(name):
            return list(auditor.conflict(name, seal))
        if name or seal is not None:
            return list(auditor.run(find_run(store, name).run, seal))
        return list(auditor.everything())


def odds(system: str, question: str = "", /, **query: Any) -> Mapping[str, Chances]:  # noqa: ANN401 - the fields of the question
    """Return the parts of the answer to a question about chances, as fractions.

    The first question of *system* is meant where none is named; the part named "" is
    the answer itself. Raises OddsError for what cannot be.
    """
    known = rule_system(system).odds
    name = question or next(iter(known), "")
    if name not in known:
        message = (
            f"{system} answers no question {name!r}, expected {among([*known], name)}"
        )
        raise UnknownNameError(message)
    asked = known[name]
    return asked.answer(asked.query(**query)).parts


def tournament(  # noqa: PLR0913 - all but scenarios and agents have defaults
    scenarios: Sequence[Scenario],
    agents: Sequence[str],
    *,
    games: int = 200,
    seed: str | None = None,
    until: Literal["", "settled"] = "",
    format: Format = "round-robin",  # noqa: A002 - what it is called
    store: Store | None = None,
    resume: bool = False,
    workers: int = 1,
    sandbox: Sandbox = "off",
    executor: Executor | None = None,
) -> TournamentResult:
    """Let *agents* meet under the same luck, and say who is better and how sure it is.

    Each two play *games* games or, with *until*, as many as it takes and at most so
    many. Where a *store* is given, the tournament is kept there and can be resumed. The
    result's *forfeits* are as of `Run`; *workers*, *executor* and *sandbox* are as in
    `run`.
    """
    contest = make_contest(
        [_loaded(one) for one in scenarios],
        agents,
        Terms(format=format, blocks=(games + 1) // 2, until=until),
        seed=fresh_seed() if seed is None else seed,
        sandbox=sandbox,
    )
    contest = seeded(contest, store)
    held = Tournament(contest, store=store, resume=resume)
    with reached(executor) as hands:
        held.play(workers=workers, executor=hands)
    return tournament_result(held)


def _loaded(scenario: Scenario) -> Loaded:
    return scenario if isinstance(scenario, Loaded) else load_scenario(scenario)


def _playable(scenario: Playable) -> Loaded | Campaign:
    return load_any(scenario) if isinstance(scenario, str) else scenario


__all__ = [
    "DEPTHS",
    "Agent",
    "Appraisal",
    "Campaign",
    "Chances",
    "Conflict",
    "Decision",
    "Fact",
    "Finding",
    "ForfeitCount",
    "FracasError",
    "Game",
    "Line",
    "Loaded",
    "Run",
    "State",
    "Store",
    "Summary",
    "Table",
    "TournamentResult",
    "audit",
    "campaign",
    "game",
    "load",
    "odds",
    "open_store",
    "play",
    "replay",
    "run",
    "story",
    "tournament",
]
