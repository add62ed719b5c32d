"""A playtest: its parts one after the other, each with its share of the conflicts."""

from collections.abc import Callable, Sequence

from msgspec import Struct, structs

from sim.conflict.stream import BESIDE_PLAY
from sim.library.scenario import Loaded
from sim.playtest.arena import Arena
from sim.playtest.budget import Budget
from sim.playtest.course import measure_course
from sim.playtest.coverage import (
    RuleCounts,
    could_use,
    measure_coverage,
    ruling_effects,
)
from sim.playtest.exact import solve_watching
from sim.playtest.exploits import WORTH_IT, find_exploits
from sim.playtest.fairness import measure_fairness
from sim.playtest.hurry import Hurry
from sim.playtest.linked_burdens import link_burdens
from sim.playtest.offers import OWN, Offers
from sim.playtest.option_values import measure_options
from sim.playtest.parts import part_worths
from sim.playtest.pilot import Mix, Pace, pace_of_mix
from sim.playtest.progress import progress_in_words
from sim.playtest.report import Report
from sim.playtest.runner import LateError, PlaytestRunner
from sim.playtest.sensitivity import measure_sensitivity
from sim.playtest.skill import measure_ladder
from sim.playtest.solving import Solution
from sim.playtest.table import Game
from sim.run.run import run_id
from sim.statistics.samples import Sample, Samples
from sim.store.events import conflict_stream

_NOTICED = 30
"""In how many conflicts of each kind of player the options are recorded."""
_LEAST = 0.4
"""The least share of its plan that a part gets, whatever was spent before it."""
_ANSWERS, _ANSWERS_MOST = 2, 8000
"""The answers for each conflict in the search for rules, and the most of them."""
_PLAIN_LEAST, _PLAIN_MOST = 40, 300

Progress = Callable[[int, int, str], None]
"""Called with the conflicts that are done, their total, and what they are about."""


def show_no_progress(done: int, total: int, about: str) -> None:
    """Show no progress."""
    del done, total, about


class _Test(Struct):
    """A playtest under way: the counts so far, and the parts that are done."""

    arena: Arena
    games: int
    hurry: Hurry
    about: str = ""
    plain: Sequence[Game] = ()
    offers: Offers | None = None
    own: RuleCounts | None = None
    others: RuleCounts | None = None
    solved: Solution = Solution()
    """The conflict between its own agents, if it could be solved."""
    late: bool = False
    """Whether a part was left because the time was over."""

    def conflicts_for(self, about: str) -> int:
        """Return how many of the conflicts left the part *about* something gets.

        If an earlier part spent more than its share, or less because it could solve
        instead of playing, the rest share the difference.
        """
        later = list(SHARES)[list(SHARES).index(about) :]
        part = SHARES[about] / sum(SHARES[name] for name in later)
        left, planned = self.games - self.arena.played, SHARES[about] * self.games
        wanted = int(max(part * left, _LEAST * planned))
        # What the clock says is recorded, so that a resumed playtest plays the same.
        runner, hurry = self.arena.runner, self.hurry
        allowed = int(
            runner.decide_by_clock(about, lambda: hurry.allowed(about, wanted))
        )
        if allowed < min(wanted, int(planned)):
            hurry.note_shortfall(about)
        return allowed


def playtest(
    loaded: Loaded,
    agents: Sequence[str],
    *,
    budget: Budget,
    seed: str,
    progress: Progress = show_no_progress,
    runner: PlaytestRunner | None = None,
) -> Report:
    """Return the report on *loaded*, played by *agents* at its seats.

    *budget* counts conflicts. If it has seconds as well, parts get fewer conflicts when
    time is short. When the time is over, the part under way is left, and only the last
    part still begins, which costs next to nothing. *runner* does the jobs; the report
    is the same whichever runner does them. Ctrl-C ends it early: then the report has
    the parts that were finished. Raises AgentError if an agent fails.
    """
    arena, games = Arena(loaded, agents, seed, runner), budget.games
    answers = {_SEARCHED: min(_ANSWERS_MOST, _ANSWERS * games)}
    hurry = Hurry(budget, SHARES, _LOOKED, arena.runner, answers)
    size = arena.runner.decide_by_clock("how many conflicts a batch has", hurry.batch)
    arena.batch = int(size)
    test = _Test(arena, games, hurry)
    arena.runner.on_progress = lambda done: progress(done, max(done, games), test.about)
    report = Report(loaded, tuple(agents), seed, games, 0)
    try:
        for about, part in PARTS.items():
            over = test.late or test.hurry.over
            if over and (about != _LAST or report.fairness is None):
                continue
            test.about = progress_in_words(about, report)
            report = _unless_late(part, test, report)
    except KeyboardInterrupt:
        report = structs.replace(report, stopped=True)
    hurried = tuple(test.hurry.parts)
    return structs.replace(report, played=arena.played, hurried=hurried)


def _unless_late(part: "_Part", test: _Test, report: Report) -> Report:
    """Return the report with one more *part*, or without it if the time is over."""
    try:
        return part(test, report)
    except LateError:
        test.late = True
        return report


def measure_pace(arena: Arena, seconds: float) -> Pace:
    """Return how fast a playtest in *arena* goes, from a few conflicts there.

    They take a small part of the *seconds* of the playtest.
    """
    looked = sum(SHARES[part] for part in _LOOKED)
    return pace_of_mix(arena, Mix(looked, SHARES["who wins"], _ANSWERS), seconds)


def _course(test: _Test, report: Report) -> Report:
    """Play the scenario's own agents, and look at everything they do."""
    arena = test.arena
    wanted = min(_PLAIN_MOST, max(_PLAIN_LEAST, test.conflicts_for("how it goes")))
    test.offers, test.own, test.others = Offers(arena), RuleCounts(), RuleCounts()
    people = {seat for own in arena.members.values() for seat in own}
    played: list[Game] = []
    for number in range(wanted):
        game = arena.play(arena.agents, number)
        test.own.add(game)
        if number < _NOTICED:
            test.offers.add(OWN, game, people)
        played.append(game)
    test.plain = played
    samples = _samples(arena, played)
    return structs.replace(
        report, course=measure_course(arena, played), samples=samples
    )


def _samples(arena: Arena, played: Sequence[Game]) -> tuple[Sample, ...]:
    """Return the typical and the strangest of the *played* games, named as in a run."""
    run = run_id(arena.seed, arena.loaded.digest, arena.agents)
    samples = Samples()
    for game in played:
        name = conflict_stream(run, game.number)
        events = len(game.events) + BESIDE_PLAY
        samples.see(name, game.how, game.returns, events)
    return tuple(samples.picked())


def _ladder(test: _Test, report: Report) -> Report:
    offers, others, arena = test.offers, test.others, test.arena
    assert offers is not None
    assert others is not None

    def on_game(player: str, side: int, game: Game) -> None:
        others.add(game)
        if game.number < _NOTICED:
            offers.add(player, game, arena.members[side])

    ladder = measure_ladder(arena, test.conflicts_for(_WEAKER), test.plain, on_game)
    return structs.replace(report, ladder=ladder)


def _restricted(test: _Test, report: Report) -> Report:
    assert test.offers is not None
    wanted = test.conflicts_for("what options are worth")
    test.solved = solve_watching(test.arena, test.hurry.seconds_at_once)
    restricted = measure_options(
        *(test.arena, test.offers, wanted, test.plain),
        test.solved,
        test.hurry.seconds_to_solve,
    )
    return structs.replace(report, restricted=restricted)


def _fairness(test: _Test, report: Report) -> Report:
    wanted, left = test.conflicts_for("who wins"), test.hurry.seconds_to_solve
    fairness = measure_fairness(test.arena, wanted, test.plain, test.solved.law, left)
    return structs.replace(report, fairness=fairness)


def _sheets(test: _Test, report: Report) -> Report:
    assert report.restricted is not None
    wanted = test.conflicts_for("what the sheets are worth")
    worths = part_worths(test.arena, wanted, test.plain)
    sheets = link_burdens(test.arena, worths, report.restricted, len(test.plain))
    return structs.replace(report, sheets=sheets)


def _coverage(test: _Test, report: Report) -> Report:
    assert test.own is not None
    assert test.others is not None
    wanted, hurry = test.conflicts_for(_SEARCHED), test.hurry
    effects = ruling_effects(test.arena, wanted, test.plain)
    answers = test.arena.runner.decide_by_clock(
        "rules that could be used", lambda: hurry.answers(_SEARCHED)
    )
    could = could_use(test.arena, int(answers), test.plain)
    coverage = measure_coverage(test.arena, test.own, test.others, effects, could)
    return structs.replace(report, coverage=coverage)


def _sensitivity(test: _Test, report: Report) -> Report:
    wanted = test.conflicts_for("what its numbers do")
    sensitivity = measure_sensitivity(test.arena, wanted, len(test.plain))
    return structs.replace(report, sensitivity=sensitivity)


def _exploits(test: _Test, report: Report) -> Report:
    assert report.fairness is not None
    assert report.restricted is not None
    exploits = find_exploits(
        test.arena,
        report.restricted.findings,
        solvable=bool(report.fairness.exact),
        left=test.hurry.seconds_for_last,
    )
    if (
        report.fairness.exact
        and not exploits.solved
        and test.hurry.seconds_for_last() < WORTH_IT
    ):
        test.hurry.note_shortfall(_LAST)
    return structs.replace(report, exploits=exploits)


_WEAKER = "what players who know less get"
_LOOKED = ("how it goes", _WEAKER)
"""In these parts every conflict is looked at."""
_SEARCHED = "which rules it uses"
"""In this part a search gives answers."""
_LAST = "the best exploit"

_Part = Callable[[_Test, Report], Report]
PARTS: dict[str, _Part] = {
    "how it goes": _course,
    _WEAKER: _ladder,
    "what options are worth": _restricted,
    "who wins": _fairness,
    "what the sheets are worth": _sheets,
    _SEARCHED: _coverage,
    "what its numbers do": _sensitivity,
    _LAST: _exploits,
}
"""What each part of a playtest is about, in order.

Options come before who wins: if some are solved, all other parts share their conflicts.
"""

SHARES: dict[str, float] = {
    "how it goes": 0.05,
    _WEAKER: 0.09,
    "what options are worth": 0.34,
    "who wins": 0.24,
    "what the sheets are worth": 0.09,
    _SEARCHED: 0.03,
    "what its numbers do": 0.16,
}
"""The share of the conflicts that each part gets."""
