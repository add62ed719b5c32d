"""Audit of a campaign's game: each chapter, and that each follows from those before.

A chapter is audited like any conflict, under the scenario that the chapters before it
lead to; so the digests form a chain. What the campaign's own stream says of its
chapters is derived and compared.
"""

from collections.abc import Callable, Collection, Iterator, Sequence

import msgspec
from msgspec import Struct, structs

from sim.audit.chapters import SEAL, Chapters, Start
from sim.audit.finding import Finding, finding
from sim.audit.run import RunAudit, seal_finding
from sim.campaign.campaign import Campaign
from sim.campaign.chunk import event_of_chapter, started
from sim.campaign.course import (
    Course,
    Entering,
    Skipping,
    campaign_returns,
    next_chapter,
)
from sim.campaign.events import (
    CampaignCompleted,
    CampaignEvent,
    ChapterPlayed,
    ChapterSkipped,
    campaign_seal,
    decode_campaign,
    row,
)
from sim.campaign.line import campaign_line
from sim.campaign.onward import Rest
from sim.campaign.recorded import replay_plan
from sim.campaign.story import described
from sim.conflict.phrases import phrase
from sim.conflict.stream import Line, Row
from sim.errors import FracasError, StreamError
from sim.seam.events import ConflictStarted, SeatTaken
from sim.store.events import chapter_stream

Again = Callable[[str, SeatTaken], SeatTaken]

STOPS = "what comes after it cannot be judged"


class _GameSoFar(Struct):
    """The expected events and lines of the campaign's stream, as far as it goes."""

    events: list[CampaignEvent]
    course: Course
    lines: list[Line | None]
    whole: bool = True


class CampaignAudit:
    """Audits games of *campaign* in the run that *run* audits."""

    def __init__(
        self,
        run: RunAudit,
        campaign: Campaign,
        chapters: Chapters,
        depths: Collection[str],
        again: Again | None,
    ) -> None:
        self._run = run
        self._campaign = campaign
        self._examine = chapters.examine
        self._seen = chapters.seen
        self._depths = depths
        self._again = again

    def check(
        self, name: str, rows: Sequence[Row], line: Line, version: int
    ) -> Iterator[Finding]:
        """Yield findings about the game *name*, recorded as *rows*.

        The run has its *line*, in the event numbered *version*.
        """
        try:
            events = decode_campaign(name, rows)
        except StreamError as error:
            unread = f"what cannot be read ({error})"
            yield seal_finding(name, 0, unread, "the events of a campaign")
            return
        self._seen |= {
            event.stream for event in events if isinstance(event, ChapterPlayed)
        }
        if SEAL in self._depths:
            yield from self._bytes(name, events, rows)
        if set(self._depths) == {SEAL}:
            yield from self._named(name, events)
            yield from self._line(events, line, version)
            return
        derived = _GameSoFar([self._first(line.game)], Course(), [])
        try:
            yield from self._chapters(name, events, line.game, derived)
        except FracasError as error:
            derived.whole = False
            at = 1 + len(derived.events)
            recorded = f"a chapter that nobody can enter ({error})"
            yield self._rule(name, at, recorded, "one that follows", stop=True)
        if derived.whole:
            yield from self._end(name, events, line, version, derived)

    def _first(self, game: int) -> CampaignEvent:
        plan = replay_plan(self._run.began, self._campaign)
        return started(self._campaign, plan, game)

    def _bytes(
        self, name: str, events: Sequence[CampaignEvent], rows: Sequence[Row]
    ) -> Iterator[Finding]:
        """Yield findings of depth seal about *rows*."""
        for number, (event, stored) in enumerate(zip(events, rows, strict=True), 1):
            if row(event) != stored:
                yield seal_finding(
                    name, number, "bytes Fracas would not write", "the event's own"
                )
        *before, last = events
        if not isinstance(last, CampaignCompleted):
            expected = "the rest of the stream and its seal"
            yield seal_finding(name, len(events) + 1, "nothing", expected)
            return
        seal = campaign_seal(name, self._campaign.digest, before, last)
        if seal != last.seal:
            yield seal_finding(name, 0, f"the seal {last.seal.hex()}", seal.hex())

    def _named(self, name: str, events: Sequence[CampaignEvent]) -> Iterator[Finding]:
        """Yield a finding where a chapter's stream has not the seal in the record."""
        for number, event in enumerate(events, 1):
            if not isinstance(event, ChapterPlayed):
                continue
            chapters = self._campaign.chapters
            loaded = chapters[min(event.chapter, len(chapters)) - 1].loaded
            examined = self._examine(event.stream, loaded, None)
            if examined is None:
                yield self._missing(name, number, event.stream)
                continue
            yield from examined.findings
            if examined.seal != event.seal:
                here = "none" if examined.seal is None else examined.seal.hex()
                yield seal_finding(name, number, f"the seal {event.seal.hex()}", here)

    def _line(
        self, events: Sequence[CampaignEvent], line: Line, version: int
    ) -> Iterator[Finding]:
        """Yield a finding where the run's *line* differs from the game's stream."""
        path = ", ".join(
            event.how if isinstance(event, ChapterPlayed) else "skipped"
            for event in events
            if isinstance(event, ChapterPlayed | ChapterSkipped)
        )
        last = events[-1]
        if isinstance(last, CampaignCompleted):
            derived = structs.replace(
                line, how=path, returns=last.returns, seal=last.seal
            )
            yield from self._run.compare_line(line, derived, version)

    def _chapters(
        self, name: str, events: Sequence[CampaignEvent], game: int, derived: _GameSoFar
    ) -> Iterator[Finding]:
        """Audit the chapters in order, and fill in the expected events, *derived*."""
        campaign = self._campaign
        while (ahead := next_chapter(campaign, derived.course)) is not None:
            if isinstance(ahead, Skipping):
                derived.course = derived.course.skipped()
                derived.lines.append(None)
            else:
                stream = chapter_stream(name, ahead.chapter.number)
                start = self._start(ahead, game)
                rest = Rest(campaign, derived.course, ahead).of
                examined = self._examine(stream, ahead.loaded, start, rest)
                if examined is None:
                    derived.whole = False
                    yield self._missing(name, 1 + len(derived.events), stream)
                    return
                yield from examined.findings
                line = examined.line
                if line is None:
                    derived.whole = False
                    recorded, expected = f"{stream}, which breaks off", "its end"
                    yield self._rule(
                        name, 1 + len(derived.events), recorded, expected, stop=True
                    )
                    return
                records = campaign.carrying.carried(examined.state)
                derived.course = derived.course.played(
                    campaign, ahead, line.how, line.returns, records
                )
                derived.lines.append(line)
            derived.events.append(event_of_chapter(name, ahead, derived.lines[-1]))
            yield from self._compare(
                name, len(derived.events), events, derived.events[-1]
            )

    def _start(self, ahead: Entering, game: int) -> Start:
        """Return the first event that the run should have written for this chapter.

        Who plays those the campaign is not about, the chapter's file says.
        """
        cast = {seat.seat: seat for seat in self._run.began.seats if seat.agent}

        def derived(recorded: tuple[SeatTaken, ...]) -> ConflictStarted:
            given = {seat.seat: seat for seat in recorded}
            seats = tuple(
                cast.get(seat.name)
                or self._filed(
                    seat.agent, given.get(seat.name, SeatTaken(seat.name, ""))
                )
                for seat in ahead.seats
            )
            number = ahead.chapter.number
            return self._run.start_of(ahead.loaded, seats, game, number)

        return derived

    def _filed(self, spec: str, recorded: SeatTaken) -> SeatTaken:
        if self._again is None:
            return recorded
        try:
            return self._again(spec, recorded)
        except (FracasError, ValueError, msgspec.MsgspecError):
            return recorded

    def _end(
        self,
        name: str,
        events: Sequence[CampaignEvent],
        line: Line,
        version: int,
        derived: _GameSoFar,
    ) -> Iterator[Finding]:
        """Compare the first event, the last, and the run's line with those expected."""
        campaign = self._campaign
        yield from self._compare(name, 1, events, derived.events[0])
        completed = CampaignCompleted(campaign_returns(campaign, derived.course))
        seal = campaign_seal(name, campaign.digest, derived.events, completed)
        completed = structs.replace(completed, seal=seal)
        yield from self._compare(name, 1 + len(derived.events), events, completed)
        if len(events) > 1 + len(derived.events):
            at = 2 + len(derived.events)
            said = phrase(described(events[at - 1]))
            yield self._rule(name, at, said, "nothing: the campaign is over")
        whole = campaign_line(campaign, derived.course, line.game, derived.lines, seal)
        yield from self._run.compare_line(line, whole, version)

    def _compare(
        self,
        name: str,
        number: int,
        events: Sequence[CampaignEvent],
        derived: CampaignEvent,
    ) -> Iterator[Finding]:
        here = events[number - 1] if number <= len(events) else None
        if here == derived:
            return
        if type(here) is not type(derived):
            recorded = "nothing" if here is None else phrase(described(here))
            yield self._rule(name, number, recorded, phrase(described(derived)))
            return
        old, new = described(here), described(derived)
        unlike = [field for field in new if old[field] != new[field]]
        recorded = phrase({field: old[field] for field in unlike})
        yield self._rule(
            name, number, recorded, phrase({field: new[field] for field in unlike})
        )

    def _missing(self, name: str, number: int, stream: str) -> Finding:
        why = f"event {number} of {name} names it"
        return seal_finding(stream, 0, "nothing", "the stream of this chapter", why)

    def _rule(
        self, name: str, at: int, recorded: str, expected: str, *, stop: bool = False
    ) -> Finding:
        rules = ("FR-CHAPTER", "FR-CARRIED", "FR-CAMPAIGN")
        return finding(
            name, at, "rules", recorded, expected, rules=rules, why=STOPS * stop
        )
