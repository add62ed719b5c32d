"""What `fracas reply` finds in so many seconds where not everything can be followed.

Seconds are of the processor, one core. The reply is that of the first seat to the
agents of the scenario. A value stands alone where every chance was followed. What was
played stands with its 95 % interval; the own agent is kept where nothing better was
found. The states are those of the part that was followed.
"""

from time import process_time
from unittest.mock import patch

from msgspec import Struct

from benchmarks.kept import MEASURED, Part, Row
from benchmarks.stamp import stamp
from sim.errors import FracasError
from sim.graph import budget, clock
from sim.library.scenario import load
from sim.run.seating import seat_agents
from sim.study import best_reply as study
from sim.study.replying import Question

PART = Part(
    "What a reply finds in time",
    __doc__,
    (
        "scenario",
        "replying seat",
        "it returns",
        "the reply returns",
        "how sure",
        "free",
        "states",
        "bound by",
        "s",
        MEASURED,
    ),
)
SECONDS = 10.0
NAMES = (
    "guitar_duel",
    "intensity_cliff",
    "intensity_auction",
    "ambush",
    "dice_pool_chase",
    "intensity_heist",
    "lamp_market",
    "tribunal",
    "skill_sniper",
    "skill_gate",
    "rooftops",
)


class Found(Struct, frozen=True):
    """What was found for the first seat of a scenario, or *why* nothing was."""

    scenario: str
    seat: str
    seconds: float
    own: str = ""
    returned: str = ""
    sure: str = ""
    freed: str = ""
    states: int = 0
    why: str = ""


def found(name: str) -> Found:
    """Seek the reply of the first seat of a scenario."""
    loaded = load(name)
    seats = loaded.system.seats(loaded.scenario)
    seat = seats[0].name
    asked = Question(loaded, seat, tuple(seat_agents(seats, ("",))))
    begun = process_time()
    try:
        with (
            patch.object(budget, "monotonic", process_time),
            patch.object(clock, "monotonic", process_time),
            patch.object(study, "monotonic", process_time),
        ):
            best = study.best_reply(asked, seconds=SECONDS)
    except FracasError as error:
        return Found(name, seat, process_time() - begun, why=str(error))
    return Found(
        name,
        seat,
        process_time() - begun,
        str(best.own),
        str(best.written.returned),
        str(best.certainty),
        ", ".join(best.freed) or "everything",
        0 if best.found is None else best.found.states,
        best.why,
    )


def row(replied: Found) -> Row:
    """Return a row of the table."""
    return PART.row(
        replied.scenario,
        replied.seat,
        replied.own,
        replied.returned,
        replied.sure,
        replied.freed,
        replied.states,
        replied.why,
        f"{replied.seconds:.1f}",
        stamp(),
    )
