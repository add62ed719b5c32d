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

from collections.abc import Sequence

from benchmarks.bare_tables import (
    ACTIVE,
    AFTER_STALEMATE,
    BOXES,
    CLOSED,
    FEE,
    GATE,
    KEEPS,
    LOCK,
    NOBODY,
    NONE,
    OFFER,
    PARRIED,
    PASSES,
    PROP,
    RESULT,
    SENSES,
    SHAKEN,
    SHEETS,
    SNEAKS,
    STALEMATE,
    STALLED,
    STRUCK,
    TALK,
    UNANSWERED,
    VOLLEYS_MAX,
    Cites,
    Event,
    Result,
    Strategy,
    menu,
)
from benchmarks.bare_throws import Throws
from sim.conflict.codec import encode
from sim.conflict.seal import stream_seal

LEFT = (0.1, 0.3)
"""What it returns to each to suffer what the other wants."""


class Duel(Throws):
    """One duel under way; `play` plays it to its end."""

    def __init__(self, key: bytes, strategies: Sequence[Strategy]) -> None:
        super().__init__(key, strategies)
        self.actions: list[Event] = []
        self.obtained, self.suffered = [0, 0], [0, 0]
        self.harmed, self.conceded = [0, 0], [0, 0]

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
        left = LEFT[seat]
        if self.obtained[seat]:
            return (1.0 + left) / 2 if self.suffered[seat] else 1.0
        return left if self.suffered[seat] else 0.5

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
        self.add(("resolved", RESULT, "resisted", winner, loser, best, winner == 0, ()))
        self.add(("offered", ("SS-BDP-01", "RUL-43"), loser, winner))
        for seat in (loser, winner):
            if self.ask(seat, OFFER[seat])[0] == "pain":
                self.add(("began", ("SS-BDP-01", "SS-BDP-03", "RUL-42"), seat))
                self.add(("intent", seat, 0, 1 - seat, 0))
                self.add(("intent", 1 - seat, 0, seat, 0))
                self.add(("method", ("SS-BDP-07",), False))
                return ""
        self.fulfil(winner, ("SS-RES-04",), "simple_check")
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
            talk = AFTER_STALEMATE if stalled else TALK
            free = (0, 1) if stalled else ()
            self.add(("free-and-clear", talk, self.volley, (), free, ()))
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
        self.actions = [action for action in stands if action is not None]

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

    def nothing(self) -> tuple[int, bool]:
        """Roll for nothing: nobody's action meets anything."""
        self.throw("volley", self.rollers(), 0)
        self.add(("volley-resolved", ("SS-VOL-07",)))
        return NOBODY, False

    def rollers(self) -> list[tuple[int, int]]:
        """List who acts, with what."""
        return [(action[1], action[3]) for action in self.actions if action[2]]

    def meet(self, a: int, b: int, unanswered: bool) -> tuple[int, bool]:  # noqa: FBT001 - from `pair`
        """Roll and compare; return who won, and whether it drove the other out."""
        levels = self.throw("volley", self.rollers(), 0)
        mine, theirs = levels[a], 0 if unanswered else levels[b]
        winner = a if mine > theirs else b
        cites: Cites = UNANSWERED if unanswered else STRUCK
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


def both(counts: list[int]) -> tuple[int, int]:
    """Return *counts* as an immutable tuple."""
    first, second = counts
    return first, second


def duel(
    key: bytes,
    strategies: Sequence[Strategy],
    stream_id: str,
    digest: bytes,
    started: Event,
) -> tuple[list[tuple[str, bytes]], Result]:
    """Play one duel; return its rows (tag, bytes) and its result."""
    played = Duel(key, strategies)
    how, returns = played.play()
    events = [started, *played.events]
    rows = [encode(event) for event in events]
    seal = stream_seal(stream_id, digest, rows)
    tags = [event[0] for event in events]
    tags.append("sealed")
    rows.append(encode(("sealed", len(rows), seal)))
    tally = {
        "harm": both(played.harmed),
        "spent": both(played.spent),
        "conceded": both(played.conceded),
        "changed": (0, 0),
        "obtained": both(played.obtained),
    }
    line = Result(how, returns, played.volley, len(rows), played.decisions, tally, seal)
    return list(zip(tags, rows, strict=True)), line
