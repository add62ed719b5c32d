"""The constants of the duel written by hand: two sheets, rules, citations."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from sim.dice.pool import FUDGE

Event = tuple[Any, ...]
"""An event as a tuple: its tag, then its fields."""
Cites = tuple[str, ...]
Strategy = Callable[[Sequence[Event]], Event]

SHEETS = (
    ((2, 1), (0, 0), (0, 2), (1, 3), (2, 0), (1, 3)),
    ((0, 1), (0, 0), (1, 2), (2, 0), (1, 2), (0, 4)),
)
"""Tela's and Gael's abilities in the order of their names: (pool, rank)."""
POOLS = ((2, 2, 1), (5, 1, 3))
SNEAKS, SENSES = 5, 4
ATTACKS = (((5, -1), (0, -1), (0, 0)), ((4, -1), (0, -1)))
"""What serves their first intentions: (ability, prop)."""
DEFENCES = ((1, 3, 4), (1, 2, 3))
VOLLEYS_MAX = 200
PASSES = 4
NONE, ACTIVE, DEFENSIVE = range(3)
NOBODY, STALEMATE = -1, -2

DICE = tuple((FUDGE,) * count for count in range(24))
MAY_BUY = tuple(
    tuple((("no-die", who, place), ("die-bought", who, place)) for place in (0, 1))
    for who in (0, 1)
)
GATE = tuple((("went-on", who), ("conceded", who)) for who in (0, 1))
OFFER = tuple((("accepted", who), ("pain", who)) for who in (0, 1))
KEEPS = tuple((("intent-kept", who),) for who in (0, 1))

DICE_CITES = ("SS-CHK-02", "SS-DIE-01", "RUL-25")
BRUISED = ("SS-HARM-06", "RUL-23")
BLOODIED = ("SS-HARM-07", "SS-ABIL-02", "RUL-24")
BROKEN = ("SS-HARM-09", "RUL-13")
BOUGHT = ("SS-DIE-06", "SS-POOL-04", "SS-ABIL-01", "RUL-07")
FEE = ("SS-HARM-09", "SS-POOL-07", "RUL-11")
PROP = ("SS-FAC-04", "SS-ITEM-08", "ENG-02")
LOCK = ("SS-FAC-03", "SS-IIEE-03", "RUL-46", "RUL-48")
TALK = ("SS-FAC-01", "SS-FAC-06")
AFTER_STALEMATE = (*TALK, "SS-STALE-01")
STALLED = ("SS-VOL-06", "SS-STALE-01", "RUL-31", "RUL-32")
STRUCK = ("SS-VOL-02", "SS-VOL-05", "RUL-14", "RUL-16")
PARRIED = ("SS-VOL-02", "SS-VOL-03", "RUL-39")
UNANSWERED = ("RUL-53", "SS-VOL-05", "SS-HARM-02")
BOXES = tuple(
    ("SS-HARM-03", "SS-HARM-04", "SS-HARM-08", severity, "RUL-20", "RUL-22")
    for severity in 4 * ["SS-HARM-06"] + 3 * ["SS-HARM-07"] + ["SS-HARM-09"]
)
RESULT = ("SS-RES-02", "SS-RES-03", "RUL-31", "RUL-73")
SHAKEN = ("SS-SHAKE-01", "SS-SHAKE-02", "RUL-27", "RUL-28")
CLOSED = ("SS-FAC-06", "SS-STALE-01")


class Result(Struct, frozen=True):
    """The result of a duel, with the fields of a run's line."""

    how: str
    returns: tuple[float, float]
    rounds: int
    events: int
    decisions: int
    tally: dict[str, tuple[int, int]]
    seal: bytes


class Roll:
    """One check that is being rolled."""

    __slots__ = ("bought", "drawn", "faces", "level", "net", "ordered", "pool", "rank")

    def __init__(self, pool: int, rank: int, net: int) -> None:
        self.pool, self.rank, self.net = pool, rank, net
        self.ordered = net < 0
        self.bought = False
        self.drawn = self.level = 0
        self.faces: tuple[int, ...] = ()


@cache
def menu(
    who: int, payable: tuple[bool, ...], stands: Event | None
) -> tuple[Event, ...]:
    """List what *who* may declare: attacks, defences, nothing."""
    sheet = SHEETS[who]
    events: list[Event] = [
        ("action", who, ACTIVE, ability, 1 - who, True, prop)
        for ability, prop in ATTACKS[who]
        if payable[sheet[ability][0]]
    ]
    events += [
        ("action", who, DEFENSIVE, ability, -1, True, -1)
        for ability in DEFENCES[who]
        if payable[sheet[ability][0]]
    ]
    events.append(("action", who, NONE, -1, -1, True, -1))
    kept = () if stands is None else (("action-kept", who),)
    return (*kept, *[event for event in events if event != stands])


def keep(dice: tuple[int, ...], net: int) -> tuple[int, ...]:
    """Take the worst bonus dice or the best penalty dice away, the latest first."""
    kept = list(dice[: 3 + abs(net)])
    for _ in range(abs(net)):
        gone = min(kept) if net > 0 else max(kept)
        place = len(kept) - 1
        while kept[place] != gone:
            place -= 1
        del kept[place]
    return tuple(kept)
