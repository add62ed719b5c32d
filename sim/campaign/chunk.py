"""A chunk of campaigns, played and sealed in any process.

Every chapter is played like any conflict, by new agents. So a game of a campaign
depends on its plan alone, and has the same result in any process.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from pkgutil import resolve_name

from msgspec import structs

from sim.campaign.campaign import Campaign
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
    CampaignStarted,
    ChapterPlayed,
    ChapterSkipped,
    campaign_seal,
    row,
)
from sim.campaign.line import campaign_line
from sim.campaign.onward import Rest
from sim.casting.specs import check_names_no_file
from sim.conflict.stream import Line, Sealed
from sim.dice.seed import conflict_key
from sim.files.sources import reading_from
from sim.run import chunk
from sim.run.chunk import (
    Job,
    Plan,
    Setting,
    describer,
    encode_conflicts,
    play_stream,
    stdout_kept_clean,
)
from sim.run.sitting import end_processes, made_agents
from sim.seam.events import ConflictStarted, SeatTaken
from sim.store.events import chapter_stream, conflict_stream


@lru_cache(maxsize=4)
def campaign_of(load: str, data: bytes) -> Campaign:
    """Return the campaign whose canonical JSON is *data*, read by *load*."""
    campaign: Campaign = resolve_name(load)(data)
    return campaign


def setting(plan: Plan) -> Setting:
    """Return the seats and the fingerprints of *plan*, for the run's first event.

    Raises ScenarioError, AgentError or UnknownNameError when that cannot be.
    """
    with stdout_kept_clean(), reading_from(plan.files):
        campaign = campaign_of(plan.load, plan.scenario)
        system = campaign.system
        first = campaign.chapters[0].loaded
        describe = describer(plan.roster, plan.sandbox)
        seats = plan.taken or tuple(
            SeatTaken(name, *describe(spec)) if spec else SeatTaken(name, "")
            for name, spec in zip(campaign.names, plan.agents, strict=True)
        )
        opening = ConflictStarted(
            system.name,
            system.version,
            campaign.digest.hex(),
            (),
            seats,
            seed=plan.seed,
        )
        state = system.initial(first.scenario)
        return Setting(
            system, campaign.title, campaign.digest, campaign.seats, state, opening
        )


def specs_of(plan: Plan) -> tuple[str, ...]:
    """Return the specs of all agents that play somewhere in *plan*."""
    return (*plan.agents, *campaign_of(plan.load, plan.scenario).agents)


def play_chunk(job: Job) -> bytes:
    """Play the campaigns of *job*; return them encoded, for `decode_chunk`.

    Raises AgentError when an agent cannot be made or, in a strict plan, fails, and
    ScenarioError if what is carried makes no scenario.
    """
    plan = job.plan
    with stdout_kept_clean(), reading_from(plan.files):
        games = range(job.first, job.first + job.count)
        return encode_conflicts(plan, [_played(plan, game) for game in games])


def _played(plan: Plan, game: int) -> Sealed:
    """Play game number *game* (from 0), chapter after chapter."""
    campaign = campaign_of(plan.load, plan.scenario)
    name = conflict_stream(plan.run_id, game)
    events: list[CampaignEvent] = [started(campaign, plan, game)]
    parts: list[Sealed] = []
    lines: list[Line | None] = []
    course = Course()
    while (ahead := next_chapter(campaign, course)) is not None:
        if isinstance(ahead, Skipping):
            course = course.skipped()
            lines.append(None)
        else:
            part, course = _chapter(plan, campaign, course, ahead, game)
            parts.append(part)
            lines.append(part.line)
        events.append(event_of_chapter(name, ahead, lines[-1]))
    completed = CampaignCompleted(campaign_returns(campaign, course))
    seal = campaign_seal(name, campaign.digest, events, completed)
    events.append(structs.replace(completed, seal=seal))
    line = campaign_line(campaign, course, game, lines, seal)
    forfeits = tuple(chain.from_iterable(part.forfeits for part in parts))
    if plan.level != "full":
        return Sealed(name, [], line, forfeits=forfeits)
    return Sealed(name, [row(event) for event in events], line, parts, forfeits)


def started(campaign: Campaign, plan: Plan, game: int) -> CampaignStarted:
    """Return the first event of a campaign's stream."""
    return CampaignStarted(
        campaign.system.name,
        campaign.system.version,
        campaign.digest.hex(),
        campaign.names,
        plan.agents,
        plan.seed,
        game,
    )


def event_of_chapter(
    name: str, ahead: Entering | Skipping, line: Line | None
) -> ChapterPlayed | ChapterSkipped:
    """Return the campaign's event for a chapter that was played or skipped."""
    number = ahead.chapter.number
    if isinstance(ahead, Skipping):
        return ChapterSkipped(number, ahead.reason)
    assert line is not None
    return ChapterPlayed(
        number,
        chapter_stream(name, number),
        ahead.loaded.digest.hex(),
        tuple(seat.name for seat in ahead.seats),
        line.how,
        line.returns,
        line.seal,
    )


def _chapter(
    plan: Plan, campaign: Campaign, course: Course, ahead: Entering, game: int
) -> tuple[Sealed, Course]:
    """Play one chapter; return it, and the course of the campaign after it."""
    number = ahead.chapter.number
    own_plan = chapter_plan(plan, campaign, ahead)
    begin = chunk.setting(own_plan)
    key = conflict_key(plan.seed, game, number)
    opened = structs.replace(begin.opening, key=key.hex(), game=game)
    stream = chapter_stream(conflict_stream(plan.run_id, game), number)
    agents = made_agents(own_plan)
    try:
        part, state = play_stream(
            stream,
            begin,
            opened,
            agents,
            plan,
            onward=Rest(campaign, course, ahead).of,
        )
    finally:
        end_processes(agents)
    records = campaign.carrying.carried(state)
    line = part.line
    return part, course.played(campaign, ahead, line.how, line.returns, records)


def chapter_plan(plan: Plan, campaign: Campaign, ahead: Entering) -> Plan:
    """Return the plan of one chapter, in which protagonists keep their agents."""
    specs = dict(zip(campaign.names, plan.agents, strict=True))
    taken = {seated.seat: seated for seated in plan.taken if seated.agent}
    agents = tuple(specs.get(seat.name) or seat.agent for seat in ahead.seats)
    seats: Iterator[SeatTaken] = iter(())
    if plan.taken:
        describe = describer(plan.roster, plan.sandbox)
        for seat, spec in zip(ahead.seats, agents, strict=True):
            # Lines have no fingerprint of agents that a chapter names itself.
            if seat.name not in taken:
                check_names_no_file(spec, f"the recorded agent of the seat {seat.name}")
        seats = (
            taken.get(seat.name) or SeatTaken(seat.name, *describe(spec))
            for seat, spec in zip(ahead.seats, agents, strict=True)
        )
    return structs.replace(
        plan,
        scenario=ahead.loaded.data,
        agents=agents,
        taken=tuple(seats),
        module=chunk.__name__,
    )
