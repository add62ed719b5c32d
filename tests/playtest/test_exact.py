"""Restricted play that is solved is exact, agrees with games, and is kept to budget."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

import fracas
from sim.audit.store import StoreAudit
from sim.campaign.plan import cast as seated
from sim.graph.solve import Bounds, solve
from sim.library.scenario import load
from sim.playtest.arena import Arena
from sim.playtest.audit import AUDITS
from sim.playtest.budget import unlimited_seconds
from sim.playtest.exact import Exact, solve_restrictions, solve_watching
from sim.playtest.fairness import shares_won
from sim.playtest.findings import Label
from sim.playtest.offers import NAIVE, OWN, Offer, Offers
from sim.playtest.paired import mean_with_interval, paired_differences
from sim.playtest.restricted_agents import Limited, Naively, Option
from sim.playtest.runner import Job, PlaytestRunner
from sim.playtest.solving import SolveJob, decode_solution, solve_one
from sim.playtest.table import Table
from sim.store.store import open_store
from tests import study

CUP = str(Path(study.__file__).parent / "scenarios" / "cup.toml")
STAB = "forced:says=stab her,of=steady"
PLENTY = 10_000
DICE = range(300)


def there(scenario: str, runner: PlaytestRunner | None = None) -> Arena:
    """A scenario between its own agents."""
    loaded = load(scenario)
    return Arena(loaded, seated(loaded, ()), "s", runner)


def offered(arena: Arena, games: int = 8) -> Sequence[Offer]:
    """The options that its own agents and naive ones choose among."""
    offers = Offers(arena)
    for side in arena.sides:
        for name, who in (
            (OWN, arena.agents),
            (NAIVE, arena.seated(arena.of_side(side, Naively()))),
        ):
            for number in range(games):
                offers.add(name, arena.play(who, number), arena.members[side])
    return offers.all()


@cache
def wrestled() -> tuple[Arena, list[Exact]]:
    """All options of an arm-wrestling, solved."""
    arena = there("planets_arm_wrestle")
    return arena, solve_restrictions(
        arena, offered(arena), PLENTY, solve_watching(arena)
    )


def law_of(arena: Arena, option: Option, *, always: bool) -> dict[str, float]:
    """How the conflict ends, solved apart from everything else."""
    limited = Limited(arena.agents[option.seat], option, always)
    who = arena.seated({option.seat: limited})
    job = SolveJob(arena.loaded.data, who, 4000, 60.0)
    law = decode_solution(solve_one(job)).law
    return {f"{end}": chance for end, chance in law.items()}


def test_what_is_exact_is_scored_as_games_are() -> None:
    """A draw counts as much in an exact share of wins as in games."""
    arena = there("planets_arm_wrestle")
    ends = {(1.0, 0.0): 0.25, (0.5, 0.5): 0.5, (0.2, 0.4): 0.25}
    law = {("over", returns): chance for returns, chance in ends.items()}
    assert list(shares_won(arena, law).values()) == [0.5, 0.5]
    games = [
        (Table(arena.loaded, "s").game(0, "over", 1, returns), chance)
        for returns, chance in ends.items()
    ]
    for side in arena.sides:
        shown = sum(chance * game.scores[side] for game, chance in games)
        assert shown == pytest.approx(0.5)


@pytest.mark.slow
def test_to_hold_in_an_arm_wrestling_is_what_forcing_it_comes_to() -> None:
    """Always to hold costs what `fracas solve` says of an agent forced to hold."""
    arena, results = wrestled()
    (hold,) = [
        result
        for result in results
        if result.offer.option.words == "Renaissance Man chooses: hold."
    ]
    spec = "forced:says=chooses hold,of=steady"
    who = (*arena.agents[: hold.seat], spec, *arena.agents[hold.seat + 1 :])
    forced, usual = (
        solve(arena.system, arena.state, arena.seats, agents).returns[hold.seat].low
        for agents in (who, arena.agents)
    )
    assert hold.gain(hold.always) == pytest.approx(forced - usual, abs=1e-9)
    assert hold.gain(hold.always) < -0.5
    assert hold.gain(hold.never) == 0


def check_against_games(
    arena: Arena, results: Sequence[Exact], confidence: float
) -> None:
    """Assert that the intervals of pairs of games hold what options gain exactly."""
    plain = [game.returns for game in arena.games([(arena.agents, n) for n in DICE])]
    for result in results:
        for always, law in ((True, result.always), (False, result.never)):
            limited = Limited(arena.agents[result.seat], result.offer.option, always)
            who = arena.seated({result.seat: limited})
            played = arena.games([(who, number) for number in DICE])
            got = [game.returns[result.seat] for game in played]
            usual = [returns[result.seat] for returns in plain]
            gain = mean_with_interval(paired_differences(got, usual), confidence)
            assert gain.low <= result.gain(law) <= gain.high


@pytest.mark.slow
def test_what_games_show_holds_what_is_exact() -> None:
    """The intervals of 300 pairs of games hold the exact worth of each option."""
    check_against_games(*wrestled(), 1 - 1e-4)


@pytest.mark.slow
@pytest.mark.parametrize(
    "scenario",
    ["planets_arm_wrestle", "planets_boulder", "skill_library", "skill_page"],
)
def test_what_is_not_solved_would_change_nothing(scenario: str) -> None:
    """An option that is taken always or never anyway is not solved again."""
    arena = there(scenario)
    spared = 0
    for result in solve_restrictions(
        arena, offered(arena), PLENTY, solve_watching(arena)
    ):
        for always, law in ((True, result.always), (False, result.never)):
            if law is result.plain:
                spared += 1
                other = law_of(arena, result.offer.option, always=always)
                usual = {f"{end}": chance for end, chance in law.items()}
                assert other == pytest.approx(usual, abs=1e-9)
    assert spared


def test_a_solution_is_written_alike_in_every_process() -> None:
    """A solution lists what was taken and left in one order."""
    loaded = load("skill_library")
    job = SolveJob(loaded.data, seated(loaded, ()), 4000, 60.0, watched=True)
    solution = decode_solution(solve_one(job))
    for noted in (solution.taken, solution.left):
        assert len(noted) > 1
        assert list(noted) == sorted(noted)


def test_only_as_many_are_solved_as_there_is_room_for() -> None:
    """Options are solved only as states and time allow."""
    arena = there("skill_library")
    options = offered(arena)
    few = solve_restrictions(arena, options, 10, solve_watching(arena))
    assert 0 < len(few) < len(options)
    assert not solve_restrictions(
        arena, options, PLENTY, solve_watching(arena), lambda: 0.0
    )
    assert not solve_restrictions(
        arena, options, PLENTY, solve_watching(arena, lambda: 0.0)
    )


def test_what_the_clock_decided_is_decided_as_before() -> None:
    """A resumed record solves what it solved before, whatever time there is."""
    kept: list[tuple[str, bytes]] = []

    class Keeping:
        """Keeps everything."""

        def known(self, job: Job) -> bytes | None:
            del job
            return None

        def keep(self, job: Job, data: bytes) -> bytes:
            kept.append((job.digest, data))
            return data

    class Knowing:
        """Knows everything."""

        def known(self, job: Job) -> bytes | None:
            digest, data = kept.pop(0)
            assert digest == job.digest
            return data

        def keep(self, job: Job, data: bytes) -> bytes:
            raise AssertionError((job, data))

    times = iter([9.0])
    arena = there("skill_library", PlaytestRunner(record=Keeping()))
    options = offered(arena)
    hurried = solve_restrictions(
        arena, options, PLENTY, solve_watching(arena), lambda: next(times, 0.0)
    )
    assert len(hurried) == 1
    again = there("skill_library", PlaytestRunner(record=Knowing()))
    assert (
        solve_restrictions(
            again, options, PLENTY, solve_watching(again), unlimited_seconds
        )
        == hurried
    )
    assert not kept


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["a", "b", "bench-0"])
def test_the_cup_is_a_trap_under_every_seed(seed: str) -> None:
    """Always to stab is a trap under every seed, and costs what `solve` says."""
    report = fracas.playtest(CUP, budget="600 games", seed=seed)
    assert report.restricted is not None
    (stab,) = [
        finding for finding in report.restricted.findings if "stab her" in finding.words
    ]
    assert (stab.label, stab.exact) == (Label.TRAP, True)
    own, forced = (
        fracas.solve(CUP, agents).returns["Corvin"]
        for agents in (["steady", "steady"], ["steady", STAB])
    )
    assert isinstance(own, Bounds)
    assert isinstance(forced, Bounds)
    cost = forced.low - own.low
    assert stab.always.low == stab.always.high == pytest.approx(cost, abs=1e-9)
    assert '"stab her" (Corvin) is a trap (always taking it costs 0.0962, exact' in (
        report.sentences[2].says
    )


@pytest.mark.slow
def test_a_report_that_solves_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    """A report that solves is resumed, audited and spread over workers alike."""
    options = {"budget": "600 games", "seed": "s"}
    whole = fracas.playtest("planets_arm_wrestle", **options)
    assert whole.restricted is not None
    assert whole.restricted.solved
    target = str(tmp_path / "s.db")
    for _ in range(2):
        with open_store(target, create=True) as store:
            kept = fracas.playtest("planets_arm_wrestle", store=store, **options)
            assert not list(StoreAudit(store, others=AUDITS).everything())
        assert kept.to_dict() == whole.to_dict()
    spread = fracas.playtest("planets_arm_wrestle", workers=2, **options)
    assert spread.to_dict() == whole.to_dict()
