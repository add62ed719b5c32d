"""Who forfeited in a run of conflicts or campaigns, games found in a store included."""

from collections.abc import Sequence
from contextlib import suppress
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from sim.campaign.campaign import Campaign
from sim.campaign.load import Playable
from sim.campaign.plan import seats_of
from sim.errors import FracasError
from sim.run.forfeits import ForfeitCount, ForfeitLog
from sim.run.run import RunResult
from sim.store.events import conflict_stream

if TYPE_CHECKING:
    from sim.store.store import Store


def forfeits_of(
    log: ForfeitLog,
    playable: Playable,
    agents: Sequence[str],
    result: RunResult,
    store: "Store | None",
) -> tuple[ForfeitCount, ...]:
    """Return who forfeited in the run of *result*, whose forfeits *log* collected.

    Games that were played before are read from the *store*, or played again if that
    keeps only seals. *agents* are those of the seats of *playable*.
    """
    if store is not None:
        read = resolve_name("sim.campaign.recorded:forfeited")  # needs the database
        for game in log.unheard:
            # Audit reports what cannot be read or has another result.
            with suppress(FracasError):
                for seat, reason in read(store, conflict_stream(result.run_id, game)):
                    log.add(game, seat, reason)
    return log.counts(result.games, _seated(playable, agents))


def _seated(playable: Playable, agents: Sequence[str]) -> dict[str, str]:
    """Return the agent of every seat: as given, or as the file of a chapter has it."""
    given = {
        seat.name: spec
        for seat, spec in zip(seats_of(playable), agents, strict=True)
        if spec
    }
    if not isinstance(playable, Campaign):
        return given
    filed = {
        seat.name: seat.agent for chapter in playable.chapters for seat in chapter.seats
    }
    return filed | given
