"""The toy at noon, played and sealed: a conflict to make pages of."""

from sim.analysis.analyse import Record
from sim.casting.roster import make
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.run.sitting import begin_agents
from sim.seam.events import ConflictSealed, ConflictStarted, SeatTaken
from tests.noon import SCENARIO, TOY


def noon(title: str = SCENARIO.title) -> Record:
    """Return the stream of a conflict of the toy, called *title*."""
    key = conflict_key("pages", 10)
    seats = TOY.seats(SCENARIO)
    agents = begin_agents([make("uniform") for _ in seats], TOY, tuple(seats), key)
    played = play(TOY, TOY.initial(SCENARIO), agents, KeyedDice(key))
    taken = tuple([SeatTaken(seat.name, "uniform") for seat in seats])
    started = ConflictStarted("toy", 1, "00", (), taken, key.hex(), "pages", 10)
    events = [started, *played.events]
    events.append(ConflictSealed(len(events), bytes(32)))
    return Record("noon-1", title, TOY, SCENARIO, events)
