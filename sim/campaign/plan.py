"""The plan of a run: of a scenario, or of a campaign."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from sim.campaign.campaign import LOAD, MODULE, Campaign
from sim.campaign.load import Playable
from sim.casting.specs import check_names_no_file, files_of
from sim.files.sources import read_sources
from sim.hosting.sandbox import Sandbox
from sim.run.chunk import Plan, Record
from sim.run.meaning import check_settings
from sim.run.run import make_plan
from sim.run.seating import seat_agents
from sim.seam.protocol import SeatInfo


def seats_of(playable: Playable) -> tuple[SeatInfo, ...]:
    """Return the seats to which agents can be given, in their order."""
    if isinstance(playable, Campaign):
        return playable.seats
    return playable.system.seats(playable.scenario)


def cast(
    playable: Playable,
    given: Sequence[str],
    *,
    trusted: bool = False,
    sandbox: Sandbox = "off",
) -> tuple[str, ...]:
    """Return one agent's spec for each of these seats, as `seat_agents` does.

    A spec of "" says that each chapter of a campaign has its own. Agents from files are
    asked about their settings in *sandbox*. Raises AgentError when there are too many,
    or a file that is not *trusted* names one.
    """
    if isinstance(playable, Campaign) and not trusted:
        for chapter in playable.chapters:
            for seat in chapter.seats:
                where = f"the agent of the seat {seat.name} in chapter {chapter.number}"
                check_names_no_file(seat.agent, where)
    specs = seat_agents(seats_of(playable), given, trusted=trusted)
    _check_settings(playable, specs, sandbox)
    return specs


def _check_settings(playable: Playable, specs: Iterable[str], sandbox: Sandbox) -> None:
    """Raise AgentError when a name in a setting exists nowhere the agent plays."""
    if not isinstance(playable, Campaign):
        check_settings([playable], specs, sandbox)
        return
    places = [chapter.loaded for chapter in playable.chapters]
    check_settings(places, filter(None, specs), sandbox)
    for chapter in playable.chapters:
        own = [seat.agent for seat in chapter.seats]
        check_settings([chapter.loaded], own, sandbox)


def specs_playing(playable: Playable, agents: Sequence[str]) -> tuple[str, ...]:
    """Return the specs of all who play somewhere, where *agents* are given."""
    if not isinstance(playable, Campaign):
        return tuple(agents)
    return (*agents, *playable.agents)


def plan_of(
    playable: Playable,
    agents: Sequence[str],
    *,
    seed: str,
    games: int = 1,
    record: Record = "full",
    strict: bool = False,
) -> Plan:
    """Return the plan of *games* games of *playable*, with these *agents*."""
    plan = make_plan(
        playable, agents, seed=seed, games=games, record=record, strict=strict
    )
    if not isinstance(playable, Campaign):
        return plan
    files = read_sources(files_of(specs_playing(playable, agents)))
    return structs.replace(plan, files=files, load=LOAD, module=MODULE)
