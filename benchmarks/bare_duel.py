"""The duel in the alley written by hand: what play is measured against.

Plain ints, lists and tuples that change in place; one function from top to bottom, for
these two sheets and the default rulings only. It rolls the same keyed dice, asks its
two strategies the same questions in the same order, and encodes and seals a stream
that is byte for byte the one Fracas makes, so nothing is left out of the record.

What it leaves out is the rest: states that can be kept, forked or compared; options
that are checked; views; replay and audit; agents that fail; every other scenario,
ruling and number of seats; the Story Guide; and changes of intention, which its
strategies never ask for, so that only the first rung of each ladder is in play.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from sim.codec import encode
from sim.dice import FUDGE, KeyedDice
from sim.seal import stream_seal

Event = tuple[Any, ...]
"""An event as a tuple: its tag, then its fields."""
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
UNANSWERED = ("RUL-48", "RUL-53", "SS-VOL-05", "SS-HARM-02")
BOXES = tuple(
    ("SS-HARM-03", "SS-HARM-04", "SS-HARM-08", severity, "RUL-20", "RUL-22")
    for severity in 4 * ["SS-HARM-06"] + 3 * ["SS-HARM-07"] + ["SS-HARM-09"]
)
RESULT = ("SS-RES-02", "SS-RES-03", "RUL-31", "RUL-73")
SHAKEN = ("SS-SHAKE-01", "SS-SHAKE-02", "RUL-27", "RUL-28")
CLOSED = ("SS-FAC-06", "SS-STALE-01")


class Result(Struct, frozen=True):
    """What a duel came to, as a line of a run has it."""

    how: str
    returns: tuple[float, float]
    rounds: int
    events: int
    decisions: int
    tally: dict[str, tuple[int, int]]
    seal: bytes


class Roll:
    """One check on the table."""

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
    found: list[Event] = [
        ("action", who, ACTIVE, ability, 1 - who, True, prop)
        for ability, prop in ATTACKS[who]
        if payable[sheet[ability][0]]
    ]
    found += [
        ("action", who, DEFENSIVE, ability, -1, True, -1)
        for ability in DEFENCES[who]
        if payable[sheet[ability][0]]
    ]
    found.append(("action", who, NONE, -1, -1, True, -1))
    kept = () if stands is None else (("action-kept", who),)
    return (*kept, *[one for one in found if one != stands])


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


class Duel:
    """One duel under way; `play` plays it to its end."""

    def __init__(self, key: bytes, strategies: Sequence[Strategy]) -> None:
        self.roll = KeyedDice(key).roll
        self.strategies = strategies
        self.events: list[Event] = []
        self.add = self.events.append
        self.decisions = self.volley = 0
        self.pools = [list(pools) for pools in POOLS]
        self.harm = [[0] * 7, [0] * 7]
        self.bruises = [0, 0]
        self.paid = [False, False]
        self.actions: list[Event] = []
        self.obtained, self.suffered = [0, 0], [0, 0]
        self.harmed, self.spent, self.conceded = [0, 0], [0, 0], [0, 0]

    def ask(self, who: int, options: Sequence[Event]) -> Event:
        """Let a strategy choose, and record its choice."""
        self.decisions += 1
        chosen = self.strategies[who](options)
        self.add(chosen)
        return chosen

    def play(self) -> tuple[str, tuple[float, float]]:
        """Return how it ended and what each got."""
        how = self.opening() or self.pain()
        for seat in (0, 1):
            harm = self.harm[seat]
            if any(harm) and how != "accepted":
                marks = [label for label in harm if label]
                after = marks + [0] * (7 - len(marks))
                self.add(("collapsed", SHAKEN, seat, "shake_out", harm, after))
        cites = {"accepted": ("SS-RES-04",), "round limit": ("RUL-75",)}
        self.add(("closed", cites.get(how, ("SS-BDP-07", "RUL-51")), how))
        first, second = (self.gets(seat) for seat in (0, 1))
        self.add(("ended", ("RUL-51",), how, (first, second)))
        return how, (first, second)

    def gets(self, seat: int) -> float:
        """Weigh what a seat obtained against what it suffered."""
        if self.obtained[seat]:
            return 0.65 if self.suffered[seat] else 1.0
        return 0.3 if self.suffered[seat] else 0.5

    def fulfil(self, who: int, cites: tuple[str, ...], cause: str) -> None:
        """Let what *who* intends happen to the other."""
        self.add(("fulfilled", cites, who, 0, 1 - who, cause, True))
        self.obtained[who] += 1
        self.suffered[1 - who] += 1

    def opening(self) -> str:
        """Sneak against Sense Danger; return how it ended, or nothing if it did not."""
        mine, theirs = self.throw("check", ((0, SNEAKS), (1, SENSES)), 1)
        winner = 0 if mine > theirs else 1
        loser = 1 - winner
        best = max(mine, theirs)
        self.add(
            ("resolved", RESULT, "resisted", winner, loser, best, winner == 0, ())
        )
        self.add(("offered", ("SS-BDP-01", "RUL-43"), loser, winner))
        for seat in (loser, winner):
            if self.ask(seat, OFFER[seat])[0] == "pain":
                self.add(("began", ("SS-BDP-01", "SS-BDP-03", "RUL-42"), seat))
                self.add(("intent", seat, 0, 1 - seat, 0))
                self.add(("intent", 1 - seat, 0, seat, 0))
                self.add(("method", ("SS-BDP-07",), False))
                return ""
        self.fulfil(winner, ("SS-RES-04", "SS-RES-05", "RUL-71"), "simple_check")
        return "accepted"

    def pain(self) -> str:
        """Volley after volley, until somebody is past broken or gives up."""
        stalled: tuple[tuple[int, int], ...] = ()
        while self.volley < VOLLEYS_MAX:
            for seat in (0, 1):
                if self.ask(seat, GATE[seat])[0] == "conceded":
                    self.conceded[seat] += 1
                    cites = ("SS-GIVE-02", "SS-GIVE-04", "RUL-35", "RUL-51")
                    self.fulfil(1 - seat, cites, "concession")
                    return "conceded"
            self.volley += 1
            cites = AFTER_STALEMATE if stalled else TALK
            free = (0, 1) if stalled else ()
            self.add(("free-and-clear", cites, self.volley, (), free, ()))
            if stalled:
                self.ask(0, KEEPS[0])
                self.ask(1, KEEPS[1])
                self.add(("talk", ("SS-FAC-05",), ()))
            self.declare()
            pair = self.lock()
            winner, over = self.meet(*pair) if pair else self.nothing()
            stalled = (pair[:2],) if pair and winner == STALEMATE else ()
            self.add(("volley-closed", CLOSED, stalled))
            if over:
                return "past broken"
        return "round limit"

    def declare(self) -> None:
        """Go round until a whole round changes nothing."""
        stands: list[Event | None] = [None, None]
        revised = -1
        for turn in range(2 * PASSES):
            seat = turn & 1
            if not seat and turn and revised < turn - 2:
                break
            pools = self.pools[seat]
            broken = self.harm[seat][6]
            payable = tuple([not broken or pool > 0 for pool in pools])
            chosen = self.ask(seat, menu(seat, payable, stands[seat]))
            if chosen[0] == "action":
                stands[seat] = chosen
                revised = turn
                if chosen[6] >= 0:
                    self.add(("settled", PROP, "prop", seat, 1))
        self.actions = [one for one in stands if one is not None]

    def lock(self) -> tuple[int, int, bool] | None:
        """Lock the actions and collect the fees: who meets whom, and unanswered?"""
        pair = self.pair()
        pairs = () if pair is None else ((pair[0], pair[1], 2 if pair[2] else 0),)
        self.add(("locked", LOCK, pairs))
        self.paid = [False, False]
        for seat in (0, 1):
            _, _, stance, ability, *_ = self.actions[seat]
            pool = SHEETS[seat][ability][0]
            if stance and self.harm[seat][6] and self.pools[seat][pool]:
                fee = ("fee", seat, ability)
                if self.ask(seat, (fee, ("no-fee", seat))) is fee:
                    self.paid[seat] = True
                    self.spend(seat, pool, FEE, "broken_action")
                else:
                    self.actions[seat] = ("action", seat, NONE, -1, -1, True, -1)
        return self.pair()

    def pair(self) -> tuple[int, int, bool] | None:
        """Return who meets whom, and whether only the first of them acts."""
        mine, theirs = self.actions[0][2], self.actions[1][2]
        if mine == ACTIVE:
            return 0, 1, theirs == NONE
        if theirs == ACTIVE:
            return 1, 0, mine == NONE
        return (0, 1, False) if mine and theirs else None

    def spend(self, who: int, pool: int, cites: tuple[str, ...], why: str) -> None:
        """Take a point from a pool."""
        self.pools[who][pool] -= 1
        self.spent[who] += 1
        left = self.pools[who][pool]
        self.add(("spent", cites, who, who, 1, pool, left, why))

    def throw(
        self, why: str, checks: Sequence[tuple[int, int]], difficulty: int
    ) -> tuple[int, int]:
        """Gather, buy, roll, buy again; return the two levels."""
        rolls = self.gather(why, checks, difficulty)
        table = list(enumerate(rolls.items()))
        for place, (who, roll) in table:
            self.buy(who, place, roll)
        for _, (who, roll) in table:
            self.fall(who, roll, why)
        changed = True
        while changed:
            changed = False
            for place, (who, roll) in table:
                if self.buy(who, place, roll):
                    changed = True
                    if roll.drawn < 3 + abs(roll.net):
                        self.fall(who, roll, why)
                    else:
                        kept = keep(roll.faces, roll.net)
                        roll.level = max(0, roll.rank + sum(kept))
                        self.add(("reread", ("RUL-08",), place, kept, roll.level))
        return tuple([rolls[who].level if who in rolls else 0 for who in (0, 1)])

    def gather(
        self, why: str, checks: Sequence[tuple[int, int]], difficulty: int
    ) -> dict[int, Roll]:
        """Put the rolls on the table, with the dice that wounds take."""
        rolls: dict[int, Roll] = {}
        gathered: list[Event] = []
        bruises = wounds = breaks = 0
        for who, ability in checks:
            pool, rank = SHEETS[who][ability]
            harm = self.harm[who]
            bruised = self.bruises[who]
            self.bruises[who] = 0
            bloodied = int(1 + pool in harm[3:6])
            broken = int(harm[6] > 0)
            bruises, wounds, breaks = bruises + bruised, wounds + bloodied, breaks + broken
            worn = (bruised, bloodied, broken)
            gathered.append((who, ability, 0, 0, *worn, 0, self.paid[who], difficulty))
            rolls[who] = Roll(pool, rank, -bruised - bloodied - broken)
        cites = DICE_CITES
        if bruises:
            cites += BRUISED
        if wounds:
            cites += BLOODIED
        if breaks:
            cites += BROKEN
        self.add(("gathered", cites, int(why == "volley"), gathered, 0))
        return rolls

    def buy(self, who: int, place: int, roll: Roll) -> bool:
        """Offer the pool die, once a check; return whether it was bought."""
        if roll.bought or not self.pools[who][roll.pool]:
            return False
        if self.ask(who, MAY_BUY[who][place])[0] != "die-bought":
            return False
        roll.bought = True
        roll.net += 1
        self.spend(who, roll.pool, BOUGHT, "bonus_die")
        return True

    def fall(self, who: int, roll: Roll, why: str) -> None:
        """Roll the dice that are still wanting, and read them."""
        net = roll.net
        first = not roll.drawn
        if first:
            roll.ordered = net < 0
        pool = DICE[3 + abs(net) - roll.drawn]
        faces = self.roll(self.volley, who, why, 0, DICE[roll.drawn], pool)
        dice = roll.faces + faces
        if net > 0 and not roll.ordered:
            net = len(dice) - 3
        kept = keep(dice, net) if net else dice
        roll.level = max(0, roll.rank + sum(kept))
        roll.drawn += len(pool)
        roll.faces = ()
        if not roll.bought and self.pools[who][roll.pool]:
            roll.faces = dice if roll.ordered else tuple(sorted(kept, reverse=True))
        reading = (roll.level, *roll.faces)
        self.add(("rolled", who, why, pool, faces, kept, reading, 0))

    def nothing(self) -> tuple[int, bool]:
        """Roll for nothing: nobody's action meets anything."""
        self.throw("volley", self.rollers(), 0)
        self.add(("volley-resolved", ("SS-VOL-07",)))
        return NOBODY, False

    def rollers(self) -> list[tuple[int, int]]:
        """List who acts, with what."""
        return [(one[1], one[3]) for one in self.actions if one[2]]

    def meet(self, a: int, b: int, unanswered: bool) -> tuple[int, bool]:  # noqa: FBT001 - from `pair`
        """Roll and compare; return who won, and whether it drove the other out."""
        levels = self.throw("volley", self.rollers(), 0)
        mine, theirs = levels[a], 0 if unanswered else levels[b]
        winner = a if mine > theirs else b
        cites = UNANSWERED if unanswered else STRUCK
        harm = None
        margin = abs(mine - theirs)
        if not margin:
            winner = NOBODY if unanswered else STALEMATE
            cites = UNANSWERED if unanswered else STALLED
        elif self.actions[winner][2] == ACTIVE:
            adds = int(self.actions[winner][6] >= 0)
            harm = (margin, adds, 0, margin + adds)
        else:
            cites = PARRIED
        suffers = (harm, None) if winner == b else (None, harm)
        head = ("contest", cites, a, b, 2 if unanswered else 0, mine, theirs)
        stalemate = winner == STALEMATE
        self.add((*head, max(winner, NOBODY), margin, stalemate, *suffers))
        self.add(("volley-resolved", ("SS-VOL-07",)))
        return winner, harm is not None and self.strike(winner, harm[3])

    def strike(self, by: int, amount: int) -> bool:
        """Mark harm; return whether it drives the other past broken."""
        who = 1 - by
        pool = SHEETS[by][self.actions[by][3]][0]
        track = self.harm[who]
        box = amount
        while box <= 7 and track[box - 1]:
            box += 1
        beyond = box > 7
        if beyond:
            box = 7 if amount > 7 and not track[6] else 0
        if box:
            track[box - 1] = 1 + pool
        self.bruises[who] += 0 < box <= 3
        self.harmed[who] += amount
        cites = ("SS-HARM-10", "RUL-21") if beyond else BOXES[box]
        self.add(("harm", cites, who, by, amount, box, pool, beyond, False))
        if beyond:
            self.fulfil(by, ("SS-HARM-10", "RUL-52", "RUL-51"), "past_broken")
        return beyond


def duel(
    key: bytes,
    strategies: Sequence[Strategy],
    stream_id: str,
    digest: bytes,
    started: Event,
) -> tuple[list[tuple[str, bytes]], Result]:
    """Play one duel; return its rows (tag, bytes) and what it came to."""
    one = Duel(key, strategies)
    how, returns = one.play()
    events = [started, *one.events]
    rows = [encode(event) for event in events]
    seal = stream_seal(stream_id, digest, rows)
    tags = [event[0] for event in events]
    tags.append("sealed")
    rows.append(encode(("sealed", len(rows), seal)))
    tally = {
        "harm": tuple(one.harmed),
        "spent": tuple(one.spent),
        "conceded": tuple(one.conceded),
        "changed": (0, 0),
        "obtained": tuple(one.obtained),
    }
    line = Result(how, returns, one.volley, len(rows), one.decisions, tally, seal)
    return list(zip(tags, rows, strict=True)), line
