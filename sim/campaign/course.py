"""The course of a campaign: the chapters so far, and which comes next.

It is a function of how earlier chapters ended and of their final states, so play,
replay and audit derive the same scenario. Its rules are FR-CHAPTER, FR-CARRIED and
FR-CAMPAIGN.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import fsum

from msgspec import Struct, structs

from sim.campaign.campaign import Campaign, Chapter
from sim.campaign.sheet import When
from sim.errors import ScenarioError
from sim.library.scenario import Loaded, canonical, from_json
from sim.seam.protocol import Description, SeatInfo

Records = Mapping[str, Description]
"""What each protagonist carries, by name."""


class Reason(StrEnum):
    """Why a chapter is skipped."""

    ENDED_OTHERWISE = "ended_otherwise"
    NOT_PLAYED = "not_played"
    TOO_FEW = "too_few"


class Entering(Struct, frozen=True):
    """A chapter to be played, with what protagonists carry put into its scenario."""

    chapter: Chapter
    loaded: Loaded

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """Who is in it."""
        return self.loaded.system.seats(self.loaded.scenario)


class Skipping(Struct, frozen=True):
    """A chapter that is not to be played."""

    chapter: Chapter
    reason: Reason


class ChapterResult(Struct, frozen=True):
    """The result of a chapter that was played: its ending, and each seat's return."""

    seats: tuple[SeatInfo, ...]
    how: str
    returns: tuple[float, ...]

    def got(self, name: str) -> float | None:
        """Return what *name* got; None if *name* was not in it."""
        for seat, amount in zip(self.seats, self.returns, strict=True):
            if seat.name == name and seat.side is not None:
                return amount
        return None

    def won(self) -> frozenset[str]:
        """Return the winners: who has the highest return, unless all have it."""
        sides: dict[int, list[float]] = {}
        for seat, amount in zip(self.seats, self.returns, strict=True):
            if seat.side is not None:
                sides.setdefault(seat.side, []).append(amount)
        means = {side: fsum(amounts) / len(amounts) for side, amounts in sides.items()}
        best, worst = max(means.values()), min(means.values())
        return frozenset(
            seat.name
            for seat in self.seats
            if seat.side is not None and means[seat.side] == best > worst
        )


class Course(Struct, frozen=True):
    """The state of a campaign: results of its chapters, None for a skipped one."""

    results: tuple[ChapterResult | None, ...] = ()
    records: Records = {}

    def played(
        self,
        campaign: Campaign,
        entering: Entering,
        how: str,
        returns: Sequence[float],
        records: Records,
    ) -> "Course":
        """Return the course after a chapter that left these *records*."""
        result = ChapterResult(entering.seats, how, tuple(returns))
        carried = {
            name: record for name, record in records.items() if name in campaign.names
        }
        return Course((*self.results, result), {**self.records, **carried})

    def skipped(self) -> "Course":
        """Return the course after a chapter that was not played."""
        return structs.replace(self, results=(*self.results, None))

    @property
    def path(self) -> str:
        """How the chapters ended, one after another."""
        return ", ".join(
            "skipped" if result is None else result.how for result in self.results
        )

    def stands(self, name: str) -> bool:
        """Whether *name* can still take part."""
        return "out" not in self.records.get(name, {})


def next_chapter(
    campaign: Campaign, course: Course, *, conditions: bool = True
) -> Entering | Skipping | None:
    """Return the next chapter, entered or skipped; None after the last.

    Conditions are ignored if *conditions* is false. Raises ScenarioError if what is
    carried makes no valid scenario.
    """
    index = len(course.results)
    if index == len(campaign.chapters):
        return None
    chapter = campaign.chapters[index]
    reason = _reason_to_skip(chapter.when, course) if conditions else None
    if reason is not None:
        return Skipping(chapter, reason)
    loaded = _entered(campaign, chapter, course.records)
    return (
        Skipping(chapter, Reason.TOO_FEW)
        if loaded is None
        else Entering(chapter, loaded)
    )


def _reason_to_skip(when: When | None, course: Course) -> Reason | None:
    """Return why a chapter with this condition is skipped, if so [FR-CHAPTER]."""
    if when is None:
        return None
    result = course.results[when.chapter - 1]
    if result is None:
        return Reason.NOT_PLAYED
    if when.how and result.how not in when.how:
        return Reason.ENDED_OTHERWISE
    won = result.won()
    if when.obtained_by and won.isdisjoint(when.obtained_by):
        return Reason.ENDED_OTHERWISE
    return None if won.isdisjoint(when.not_obtained_by) else Reason.ENDED_OTHERWISE


def _entered(campaign: Campaign, chapter: Chapter, records: Records) -> Loaded | None:
    """Return the scenario with what is carried; None if too few can [FR-CARRIED]."""
    system, carrying, loaded = campaign.system, campaign.carrying, chapter.loaded
    try:
        scenario = loaded.scenario
        if carrying.in_session is not None:
            scenario = carrying.in_session(scenario, chapter.session)
        scenario = carrying.entered(scenario, records)
        if scenario is None or scenario == loaded.scenario:
            return None if scenario is None else loaded
        changed = from_json(canonical(scenario), lookup=lambda _: system)
    except ScenarioError as error:
        said = str(error).removeprefix("the stored scenario: ")
        message = f"{chapter.name} cannot be entered with what is carried: {said}"
        raise ScenarioError(message) from error
    return structs.replace(changed, name=loaded.name)


def campaign_returns(campaign: Campaign, course: Course) -> tuple[float, ...]:
    """Return each seat's return for the whole campaign [FR-CAMPAIGN].

    The weighted mean of its returns over the chapters it played; 0 if it played none
    with a weight.
    """
    returns: list[float] = []
    for name in campaign.names:
        weights: list[float] = []
        weighted: list[float] = []
        for chapter, result in zip(campaign.chapters, course.results, strict=False):
            amount = None if result is None else result.got(name)
            if amount is not None:
                weights.append(chapter.weight)
                weighted.append(chapter.weight * amount)
        total = fsum(weights)
        returns.append(fsum(weighted) / total if total else 0.0)
    return tuple(returns)
