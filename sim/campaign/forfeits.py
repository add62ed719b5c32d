"""Who forfeited in a run of conflicts or campaigns, games found in a store included."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from sim.campaign.campaign import Campaign
from sim.campaign.load import Playable
from sim.campaign.plan import seats_of
from sim.campaign.recorded import find
from sim.errors import FracasError
from sim.run.forfeits import ForfeitCount, ForfeitLog, forfeits_in
from sim.run.recorded import Conflict
from sim.run.run import RunResult
from sim.store.events import conflict_stream
from sim.store.store import Store


def forfeits_of(
    log: ForfeitLog,
    playable: Playable,
    agents: Sequence[str],
    result: RunResult,
    store: Store | None,
) -> tuple[ForfeitCount, ...]:
    """Return who forfeited in the run of *result*, of which *log* heard.

    What was played before is read from the *store*, or played again where that keeps
    only seals. *agents* are those of the seats of *playable*.
    """
    if store is not None:
        for game in log.unheard:
            # Audit reports what cannot be read or has another result.
            with suppress(FracasError):
                for seat, reason in _read(store, conflict_stream(result.run_id, game)):
                    log.add(game, seat, reason)
    return log.counts(result.games, _seated(playable, agents))


def _read(store: Store, name: str) -> Iterator[tuple[str, str]]:
    """Yield who forfeited in the game *name*, in whichever chapter, and why."""
    game = find(store, name)
    if isinstance(game, Conflict):
        parts = [game]
    else:
        parts = [step.conflict for step in game.steps if step.conflict is not None]
    for part in parts:
        seats = part.loaded.system.seats(part.loaded.scenario)
        yield from forfeits_in(part.events, seats)


def _seated(playable: Playable, agents: Sequence[str]) -> dict[str, str]:
    """Return the agent of every seat: as given, or as the file of a chapter has it."""
    given = {
        seat.name: spec
        for seat, spec in zip(seats_of(playable), agents, strict=True)
        if spec
    }
    if not isinstance(playable, Campaign):
        return given
    filed = {seat.name: seat.agent for one in playable.chapters for seat in one.seats}
    return filed | given
