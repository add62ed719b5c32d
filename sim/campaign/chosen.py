"""Choice counts of recorded games, read from a store."""

from collections.abc import Iterator
from functools import partial
from itertools import islice

from sim.campaign.recorded import Game, playable_of, recorded_game
from sim.conflict.choices import COUNTED, choices
from sim.conflict.phrases import first_line
from sim.run.recorded import Conflict, find_run
from sim.statistics.choices import ChoiceCounts
from sim.store.store import Store


def recorded_choices(store: Store, run_id: str) -> ChoiceCounts:
    """Return the choice counts of the first games of the run *run_id*, as recorded.

    If it kept only seals, these games are played again. Raises StoreError for a record
    that cannot be read.
    """
    counts = ChoiceCounts()
    run = find_run(store, run_id)
    playable = playable_of(store, run)
    for line in islice(store.lines(run.run), COUNTED):
        number = str(line.game + 1)
        for conflict in _conflicts(recorded_game(store, run, playable, number)):
            loaded = conflict.loaded
            system, scenario = loaded.system, loaded.scenario
            counts.add(
                choices(
                    system,
                    system.initial(scenario),
                    system.seats(scenario),
                    conflict.events,
                    partial(first_line, system),
                )
            )
    return counts


def _conflicts(game: Game | Conflict) -> Iterator[Conflict]:
    if isinstance(game, Conflict):
        yield game
        return
    for step in game.steps:
        if step.conflict is not None:
            yield step.conflict
