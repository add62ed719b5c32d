"""Names of what states know by numbers."""

from sim.rules.dice_pool.state import State
from sim.seam.events import TABLE, Seat
from sim.spine.words import counted

NOBODY_NAMED = "nobody"
THE_TABLE = "the table"


def name(state: State, seat: Seat) -> str:
    """Return the name of *seat*."""
    if seat == TABLE:
        return THE_TABLE
    if seat == state.setup.judge:
        return state.setup.judge_name
    return state.setup.characters[seat].name


MINUTE, HOUR, DAY = 60, 3600, 86_400


def moment(clock: int) -> str:
    """Return a second of the clock as it is said, such as "1 min 3 s" or "2 days"."""
    days, rest = divmod(clock, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes, seconds = divmod(rest, MINUTE)
    parts = [
        counted(days, "day") if days else "",
        f"{hours} h" if hours else "",
        f"{minutes} min" if minutes else "",
        f"{seconds} s" if seconds else "",
    ]
    return " ".join(part for part in parts if part) or "0 s"
