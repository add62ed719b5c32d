"""Names of what states know by numbers."""

from sim.events import TABLE, Seat
from sim.rules.dice_pool.state import State

NOBODY_NAMED = "nobody"
THE_TABLE = "the table"


def name(state: State, seat: Seat) -> str:
    """Return the name of *seat*."""
    if seat == TABLE:
        return THE_TABLE
    if seat == state.setup.judge:
        return state.setup.judge_name
    return state.setup.characters[seat].name


def listed(words: list[str]) -> str:
    """Return *words* as they are said: "Ann", "Ann and Bo", "Ann, Bo and Cy"."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def counted(number: int, what: str) -> str:
    """Return a number of things, such as "1 die" or "3 points"."""
    if number == 1:
        return f"1 {what}"
    return f"{number} {PLURALS.get(what, what + 's')}"


PLURALS = {"die": "dice", "success": "successes", "loss": "losses"}

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
