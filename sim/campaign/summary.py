"""Statistics of many games of a campaign: for each chapter, and at the end."""

from collections.abc import Iterable
from math import inf
from typing import Any

from msgspec import Struct

from sim.campaign.campaign import Campaign, Chapter
from sim.campaign.line import ABSENT, CARRIES, GAINED, STANDS, return_tally
from sim.campaign.load import Playable
from sim.conflict.stream import Line
from sim.statistics.counts import Counts, mean
from sim.statistics.intervals import Interval, wilson
from sim.statistics.summary import Summary

_HUNDRED = 100
SKIPPED = "skipped"
_ENOUGH = 10
"""Means over fewer campaigns have no interval."""


class Returned(Struct, frozen=True):
    """What a chapter returned to a *seat*, over the *games* in which it was there."""

    seat: str
    games: int
    returns: Interval


class ChapterSummary(Struct, frozen=True):
    """How often a chapter was *played*, how it ended then, what it returned."""

    chapter: Chapter
    played: int
    games: int
    endings: tuple[tuple[str, int, Interval], ...]
    returns: tuple[Returned, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        chapter = self.chapter
        return {
            "chapter": chapter.number,
            "scenario": chapter.name,
            "session": chapter.session,
            "weight": chapter.weight,
            "played": self.played,
            "skipped": self.games - self.played,
            "endings": [
                {"how": how, "games": times, "share": share.to_dict()}
                for how, times, share in self.endings
            ],
            "seats": [
                {
                    "seat": returned.seat,
                    "games": returned.games,
                    "return": returned.returns.to_dict() if returned.games else None,
                }
                for returned in self.returns
            ],
        }


class Gain(Struct, frozen=True):
    """How often a *seat* gained *what*, and its return with it and without it.

    The two returns compare different games and are no causal estimate: whoever gains it
    may have done better for another reason. None if there was no such campaign.
    """

    seat: str
    what: str
    games: int
    share: Interval
    with_it: Interval | None
    without: Interval | None

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {
            "seat": self.seat,
            "what": self.what,
            "games": self.games,
            "share": self.share.to_dict(),
            "return_with": None if self.with_it is None else self.with_it.to_dict(),
            "return_without": None if self.without is None else self.without.to_dict(),
        }


class CampaignSummary(Summary):
    """Adds up the lines of a campaign's games."""

    def __init__(self, campaign: Campaign, lines: Iterable[Line] = ()) -> None:
        self.campaign = campaign
        super().__init__(campaign.seats, lines)

    def chapters(self) -> tuple[ChapterSummary, ...]:
        """Return the summaries of all chapters, in order."""
        return tuple(self._chapter(chapter) for chapter in self.campaign.chapters)

    def _chapter(self, chapter: Chapter) -> ChapterSummary:
        ended: dict[str, int] = {}
        for path, times in self.how.items():
            how = path.split(", ")[chapter.number - 1]
            ended[how] = ended.get(how, 0) + times
        ended.pop(SKIPPED, 0)
        played = sum(ended.values())
        ordered = sorted(ended.items(), key=lambda item: (-item[1], item[0]))
        counts_by_seat = self.tally.get(return_tally(chapter.number), ())
        return ChapterSummary(
            chapter,
            played,
            self.games,
            tuple((how, times, wilson(times, played)) for how, times in ordered),
            tuple(
                _returned(seat.name, counts)
                for seat, counts in zip(self.seats, counts_by_seat, strict=False)
            ),
        )

    def gains(self) -> tuple[Gain, ...]:
        """Return what was gained by name, of each seat the most frequent first."""
        gains: list[Gain] = []
        for place in range(len(self.seats)):
            of_seat = [
                self._gain(place, name)
                for name in self.tally
                if name.startswith(GAINED) and self.tally[name][place].total
            ]
            gains += sorted(of_seat, key=lambda gain: (-gain.games, gain.what))
        return tuple(gains)

    def _gain(self, place: int, name: str) -> Gain:
        got = {
            value - 1: times
            for value, times in self.tally[name][place].times.items()
            if value
        }
        rest: dict[int, int] = {}
        for returns, times in self.returns.items():
            value = round(_HUNDRED * returns[place])
            rest[value] = rest.get(value, 0) + times
        for value, times in got.items():
            rest[value] -= times
        games = sum(got.values())
        return Gain(
            self.seats[place].name,
            name.removeprefix(GAINED),
            games,
            wilson(games, self.games),
            _mean_return(got),
            _mean_return(rest),
        )

    def stands(self) -> tuple[tuple[str, Interval], ...]:
        """Return for each protagonist how often he or she still stands at the end."""
        counts_by_seat = self.tally.get(STANDS, ())
        return tuple(
            (seat.name, wilson(counts.total, self.games))
            for seat, counts in zip(self.seats, counts_by_seat, strict=False)
        )

    def measured(self) -> Summary:
        """Return what the rule system counts, over whole campaigns."""
        own = {name for name, _ in self.campaign.system.tally.values()}
        summary = self._renamed({name: name for name in self.tally if name in own})
        summary.clock = self.clock
        return summary

    def carried(self) -> Summary:
        """Return what is carried at the end; what is not there counts as 0."""
        return self._renamed(
            {
                name: self._called(name)
                for name in self.tally
                if name.startswith(CARRIES)
            }
        )

    def _called(self, name: str) -> str:
        """Return the name of a carried figure, distinct from all measures."""
        own = {measure for measure, _ in self.campaign.system.tally.values()}
        field = name.removeprefix(CARRIES)
        called = self.campaign.carrying.figures.get(field, field)
        return f"{called} on record" if called in own else called

    def _renamed(self, names: dict[str, str]) -> Summary:
        """Return a summary of those measures, under other *names*."""
        summary = Summary(self.seats)
        summary.games, summary.clock = self.games, {}
        for name, called in names.items():
            of_seats = tuple(Counts(dict(counts.times)) for counts in self.tally[name])
            for counts in of_seats:
                missing = self.games - counts.games
                if missing:
                    counts.add(0, missing)
            summary.tally[called] = of_seats
        return summary

    def to_dict(self) -> dict[str, Any]:
        """Return the whole summary, ready for JSON and the same in any order."""
        summary = super().to_dict()
        paths = summary.pop("endings")
        clock = summary.pop("conflict")
        summary.pop("measures")
        return summary | {
            "paths": paths,
            "chapters": [chapter.to_dict() for chapter in self.chapters()],
            "stands": [
                {"seat": name, "share": share.to_dict()}
                for name, share in self.stands()
            ],
            "carried": _by_seat(self.carried()),
            "campaign": clock,
            "gained": [gain.to_dict() for gain in self.gains()],
            "measures": _by_seat(self.measured()),
        }


def summary_of(playable: Playable, lines: Iterable[Line] = ()) -> Summary:
    """Return the summary of *lines*, those of a scenario's or a campaign's games."""
    if isinstance(playable, Campaign):
        return CampaignSummary(playable, lines)
    return Summary(playable.system.seats(playable.scenario), lines)


def _by_seat(summary: Summary) -> dict[str, Any]:
    return {
        name: [
            {"seat": seat.name, **counts.to_dict()}
            for seat, counts in zip(summary.seats, summary.tally[name], strict=True)
        ]
        for name in sorted(summary.tally)
    }


def _mean_return(times: dict[int, int]) -> Interval | None:
    """Return the mean of returns in hundredths; no interval where there are too few."""
    counts = {value / _HUNDRED: count for value, count in times.items() if count}
    if not counts:
        return None
    interval = mean(counts, step=0.5).within(0, 1)
    few = sum(counts.values()) < _ENOUGH
    return Interval(interval.value, -inf, inf) if few else interval


def _returned(name: str, counts: Counts) -> Returned:
    got = {
        value / _HUNDRED: times
        for value, times in counts.times.items()
        if value != ABSENT
    }
    games = sum(got.values())
    if not games:
        return Returned(name, 0, Interval(0.0, -inf, inf))
    if all(value in {0, 1} for value in got):
        return Returned(name, games, wilson(got.get(1.0, 0), games))
    return Returned(name, games, mean(got, step=0.5).within(0, 1))
