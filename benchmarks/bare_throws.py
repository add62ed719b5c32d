"""The rolls of the duel written by hand: gather, buy, roll, buy again."""

from collections.abc import Sequence

from benchmarks.bare_tables import (
    BLOODIED,
    BOUGHT,
    BROKEN,
    BRUISED,
    DICE,
    DICE_CITES,
    MAY_BUY,
    POOLS,
    SHEETS,
    Cites,
    Event,
    Roll,
    Strategy,
    keep,
)
from sim.dice.pool import KeyedDice


class Throws:
    """The rolls of one duel: their dice, and what adds and pays for them."""

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
        self.spent = [0, 0]

    def ask(self, who: int, options: Sequence[Event]) -> Event:
        """Let a strategy choose, and record its choice."""
        self.decisions += 1
        chosen = self.strategies[who](options)
        self.add(chosen)
        return chosen

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
        first, second = (rolls[who].level if who in rolls else 0 for who in (0, 1))
        return first, second

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
            bruises += bruised
            wounds += bloodied
            breaks += broken
            worn = (bruised, bloodied, broken)
            gathered.append((who, ability, 0, 0, *worn, 0, self.paid[who], difficulty))
            rolls[who] = Roll(pool, rank, -bruised - bloodied - broken)
        cites: Cites = DICE_CITES
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
        """Roll the dice that are still missing, and read them."""
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
