"""A playtest of a campaign: of the whole, and of each chapter as its file has it.

Whole campaigns are played by its own agents, as a run plays them. A chapter is tested
like any scenario, with nothing carried into it, since what is carried differs from game
to game.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import takewhile
from time import monotonic
from typing import Any

from msgspec import Struct, structs

from sim.campaign.campaign import Campaign, Chapter
from sim.campaign.plan import plan_of
from sim.campaign.summary import CampaignSummary
from sim.library.scenario import Loaded
from sim.playtest.arena import Arena
from sim.playtest.budget import Budget
from sim.playtest.dealing import WHOLE, BudgetShares, deal_budget
from sim.playtest.playtest import Progress, show_no_progress
from sim.playtest.report import FORMAT, PARTS, Report, cut_short, played_less
from sim.playtest.session import announce_nothing, hold_playtest, one_process
from sim.run.executors import reached
from sim.run.run import run
from sim.spine.words import listed
from sim.statistics.samples import Sample, Samples
from sim.store.events import conflict_stream
from sim.store.store import Store

Test = tuple[bytes, tuple[str, ...]]
"""The digest of a scenario, and the agents of all its seats."""

_WHOLE_LEAST = 20


class CampaignReport(Struct, frozen=True):
    """What a playtest found about a *campaign*.

    *whole* sums up whole campaigns; *samples* are the typical and the strangest of
    them. *chapters* has a report for each chapter, in order, as far as there was time.
    *budget* counts conflicts.
    """

    campaign: Campaign
    agents: tuple[str, ...]
    seed: str
    budget: int
    whole: CampaignSummary
    chapters: tuple[Report, ...] = ()
    stopped: bool = False
    samples: tuple[Sample, ...] = ()

    @property
    def missing(self) -> tuple[str, ...]:
        """The chapters and parts for which there was no time."""
        names = [chapter.name for chapter in self.campaign.chapters]
        parts = [
            f"{part} of {name}"
            for name, report in zip(names, self.chapters, strict=False)
            for part in report.missing
        ]
        return (*parts, *names[len(self.chapters) :])

    @property
    def hurried(self) -> tuple[str, ...]:
        """The parts about which less was done than was planned, since time was short.

        Those that are missing are not named again.
        """
        return tuple(
            f"{about} in {_names_in_words(chapters)}"
            for chapters, report in self.tested()
            for about in report.hurried
            if about not in {PARTS[part] for part in report.missing}
        )

    @property
    def complete(self) -> bool:
        """Whether everything was played as it was planned."""
        return not self.missing and not self.hurried

    @property
    def cut_short(self) -> str:
        """Sentences on what is missing, or was played less; "" if nothing."""
        names = [chapter.name for chapter in self.campaign.chapters]
        parts = [
            f"{PARTS[part]} in {name}"
            for name, report in zip(names, self.chapters, strict=False)
            for part in report.missing
        ]
        unplayed = dict.fromkeys((*parts, *names[len(self.chapters) :]))
        missing = cut_short(list(unplayed), stopped=self.stopped)
        return " ".join(filter(None, [missing, played_less(self.hurried)]))

    @property
    def played(self) -> int:
        """How many conflicts the chapters' reports rest on."""
        # Chapters of one scenario share a report.
        return sum(
            report.played
            for report in {id(report): report for report in self.chapters}.values()
        )

    def tested(self) -> Iterator[tuple[list[Chapter], Report]]:
        """Yield every report with the chapters it is about."""
        by_report: dict[int, list[Chapter]] = {}
        for chapter, report in zip(self.campaign.chapters, self.chapters, strict=False):
            by_report.setdefault(id(report), []).append(chapter)
        for chapters in by_report.values():
            yield chapters, self.chapters[chapters[0].number - 1]

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows of all chapters' reports; `chapter` says of which."""
        return [
            {"chapter": number, **row}
            for number, report in enumerate(self.chapters, 1)
            for row in report.rows()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the report as `fracas playtest --json` prints it."""
        return {
            "format": FORMAT,
            "system": self.campaign.system.name,
            "campaign": self.campaign.name,
            "title": self.campaign.title,
            "digest": self.campaign.digest.hex(),
            "agents": list(self.agents),
            "seed": self.seed,
            "budget": self.budget,
            "played": self.played,
            "stopped": self.stopped,
            "hurried": list(self.hurried),
            "missing": list(self.missing),
            "whole": self.whole.to_dict(),
            "chapters": [report.to_dict() for report in self.chapters],
        }

    def __repr__(self) -> str:
        lines = [
            f"  {number}. {sentence.says}"
            for number, report in enumerate(self.chapters, 1)
            for sentence in report.sentences
        ]
        return "\n".join([f"Playtest of {self.campaign.title}", *lines])


def _names_in_words(chapters: Sequence[Chapter]) -> str:
    return listed(list(dict.fromkeys(chapter.name for chapter in chapters)))


def hold_campaign_playtest(  # noqa: PLR0913 - all but the first four have defaults
    campaign: Campaign,
    agents: tuple[str, ...],
    dealt: BudgetShares,
    seed: str,
    *,
    store: Store | None = None,
    workers: Callable[[int], int] = one_process,
    executor: Executor | None = None,
    progress: Progress = show_no_progress,
    begun: Callable[[int], None] = announce_nothing,
) -> CampaignReport:
    """Return the report of a campaign, as `hold_playtest` returns that of a scenario.

    *dealt* is its budget, by `settle_campaign_budget`.
    """
    until = monotonic() + dealt.seconds
    of_chapters, tests = _tests(campaign, agents)
    begun(dealt.games)
    report = CampaignReport(
        campaign, agents, seed, dealt.games, CampaignSummary(campaign)
    )
    try:
        whole, samples = _play_campaigns(report, workers, executor)
    except KeyboardInterrupt:
        return structs.replace(report, stopped=True)
    playtest = partial(hold_playtest, store=store, workers=workers, executor=executor)
    reports: dict[Test, Report] = {}
    for place, (key, loaded) in enumerate(tests.items()):
        share = dealt.share(place, until - monotonic())
        if share is None:
            break
        tell = _progress_after(place * dealt.each, dealt.games, progress)
        reports[key] = playtest(loaded, key[1], share, seed, progress=tell)
        if reports[key].stopped:
            break
    report = structs.replace(report, whole=whole, samples=samples)
    return _with_chapter_reports(report, of_chapters, reports)


def settle_campaign_budget(
    campaign: Campaign,
    agents: tuple[str, ...],
    budget: Budget,
    seed: str,
    workers: Callable[[int], int] = one_process,
) -> BudgetShares:
    """Return *budget* as it is dealt out; OddsError if too small for every chapter."""
    _, tests = _tests(campaign, agents)
    arenas = [Arena(loaded, specs, seed) for (_, specs), loaded in tests.items()]
    return deal_budget(arenas, budget, workers)


def _tests(
    campaign: Campaign, agents: Sequence[str]
) -> tuple[list[Test], dict[Test, Loaded]]:
    """Return what is tested of every chapter, and the scenario of each test.

    A scenario that several chapters have is tested once.
    """
    tests = [_test(campaign, chapter, agents) for chapter in campaign.chapters]
    scenarios = [chapter.loaded for chapter in campaign.chapters]
    return tests, dict(zip(tests, scenarios, strict=True))


def _test(campaign: Campaign, chapter: Chapter, agents: Sequence[str]) -> Test:
    """Return what is tested of *chapter*."""
    return chapter.loaded.digest, chapter_agents(campaign, chapter, agents)


def _progress_after(before: int, games: int, progress: Progress) -> Progress:
    """Return a callback that adds the conflicts played *before* to its progress."""

    def tell(now: int, of: int, about: str) -> None:
        progress(before + min(now, of), games, about)

    return tell


def _with_chapter_reports(
    playtest: CampaignReport, tests: Sequence[Test], reports: Mapping[Test, Report]
) -> CampaignReport:
    """Return *playtest* with the report of every chapter that was tested."""
    first = takewhile(reports.__contains__, tests)
    return structs.replace(
        playtest,
        chapters=tuple(reports[key] for key in first),
        stopped=any(report.stopped for report in reports.values()),
    )


def _play_campaigns(
    report: CampaignReport, workers: Callable[[int], int], executor: Executor | None
) -> tuple[CampaignSummary, tuple[Sample, ...]]:
    """Play whole campaigns, as a run does; return their summary, and those to read."""
    campaign = report.campaign
    games = max(_WHOLE_LEAST, int(WHOLE * report.budget / len(campaign.chapters)))
    plan = plan_of(
        campaign,
        report.agents,
        seed=report.seed,
        games=games,
        record="none",
        strict=True,
    )
    with reached(executor) as pool:
        finished = run(plan, workers=workers(games), executor=pool)
    samples = Samples()
    for line in finished.lines:
        samples.add(line, conflict_stream(plan.run_id, line.game))
    return CampaignSummary(campaign, finished.lines), tuple(samples.picked())


def chapter_agents(
    campaign: Campaign, chapter: Chapter, agents: Sequence[str]
) -> tuple[str, ...]:
    """Return the agents of all seats of *chapter*, where protagonists have *agents*."""
    given = {seat.name: spec for seat, spec in zip(campaign.seats, agents, strict=True)}
    return tuple(given.get(seat.name) or seat.agent for seat in chapter.seats)
