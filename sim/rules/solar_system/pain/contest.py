"""Two actions meet: who wins, by how much, and what harm it does."""

from sim.events import NOBODY, Cites, Seat
from sim.rules.solar_system.consequences import (
    ONE_SIDED,
    PARALLEL,
    PERPENDICULAR,
    ContestResolved,
    Harm,
)
from sim.rules.solar_system.facts import ACTIVE
from sim.rules.solar_system.harm.items import armor, weapon
from sim.rules.solar_system.pain.pairing import pairings
from sim.rules.solar_system.phases import Roll
from sim.rules.solar_system.state import State, members

NO_STALEMATE = False


def contests(state: State) -> list[ContestResolved]:
    """Evaluate every pairing of the volley, by levels that are fixed now."""
    rolls = {roll.who: roll for roll in state.rolls}
    return [
        _contest(state, rolls, a, b, relation) for a, b, relation in pairings(state)
    ]


def _contest(
    state: State, rolls: dict[Seat, Roll], a: Seat, b: Seat, relation: int
) -> ContestResolved:
    level_a = rolls[a].level if a in rolls else 0
    level_b = rolls[b].level if b in rolls else 0
    if a not in rolls:
        answered = b in rolls and state.people[b].aim == a
        return _unanswered(state, b, a, level_b) if answered else _nothing(a, b)
    if b not in rolls and relation != ONE_SIDED:
        return _unanswered(state, a, b, level_a)
    if relation == ONE_SIDED:
        opposed = state.setup.rulings.unanswered_attack == "margin"
        against = level_b if opposed else 0
        return _unanswered(state, a, b, level_a, against)
    if relation == PARALLEL:
        return _parallel(state, a, b, level_a, level_b)
    return _perpendicular(state, a, b, level_a, level_b)


def _nothing(a: Seat, b: Seat) -> ContestResolved:
    """Neither acts: nothing happens [RUL-53]."""
    return ContestResolved(("RUL-53",), a, b, ONE_SIDED, 0, 0, NOBODY, 0, NO_STALEMATE)


def _unanswered(
    state: State, a: Seat, b: Seat, level: int, against: int = 0
) -> ContestResolved:
    """Nothing of *b* gets in the way of *a*: his full level is the base harm.

    Or the margin, if the ruling lets the roll of *b* oppose [RUL-48, RUL-53,
    SS-HARM-02].
    """
    base = max(0, _fought(state, a, b, level) - against)
    harm = _harm(state, a, b, base)
    winner = a if harm is not None and harm.amount else NOBODY
    cites = ("RUL-48", "RUL-53", "SS-VOL-05", "SS-HARM-02")
    margin = abs(level - against)
    return ContestResolved(
        cites,
        a,
        b,
        ONE_SIDED,
        level,
        against,
        winner,
        margin,
        NO_STALEMATE,
        None,
        harm,
    )


def _parallel(
    state: State, a: Seat, b: Seat, level_a: int, level_b: int
) -> ContestResolved:
    """Each does its full level to the other [SS-VOL-04, RUL-15, RUL-34]."""
    cites = ("SS-ACT-02", "SS-VOL-04", "SS-VOL-05", "RUL-15", "RUL-34")
    return ContestResolved(
        cites,
        a,
        b,
        PARALLEL,
        level_a,
        level_b,
        NOBODY,
        abs(level_a - level_b),
        NO_STALEMATE,
        _harm(state, b, a, _fought(state, b, a, level_b)),
        _harm(state, a, b, _fought(state, a, b, level_a)),
    )


def _perpendicular(
    state: State, a: Seat, b: Seat, level_a: int, level_b: int
) -> ContestResolved:
    """The higher level wins; the loser suffers the difference [SS-VOL-02, RUL-14].

    Equal levels are a stalemate, at zero if the ruling says so [SS-VOL-06, RUL-31,
    RUL-32]. A winner who defends does no harm [SS-VOL-03, RUL-39].
    """
    fought_a, fought_b = _fought(state, a, b, level_a), _fought(state, b, a, level_b)
    margin = abs(level_a - level_b)
    if fought_a == fought_b:
        stalemate = fought_a > 0 or state.setup.rulings.stalemate_at_zero
        return ContestResolved(
            ("SS-VOL-06", "SS-STALE-01", "RUL-31", "RUL-32"),
            a,
            b,
            PERPENDICULAR,
            level_a,
            level_b,
            NOBODY,
            margin,
            stalemate,
        )
    winner, loser = (a, b) if fought_a > fought_b else (b, a)
    cites, harm = _won(state, winner, loser, fought_a, fought_b)
    return ContestResolved(
        cites,
        a,
        b,
        PERPENDICULAR,
        level_a,
        level_b,
        winner,
        margin,
        NO_STALEMATE,
        harm if loser == a else None,
        harm if loser == b else None,
    )


def _won(
    state: State, winner: Seat, loser: Seat, fought_a: int, fought_b: int
) -> tuple[Cites, Harm | None]:
    """Return why and how much the loser suffers: nothing from one who defends."""
    if not _strikes(state, winner):
        return ("SS-VOL-02", "SS-VOL-03", "RUL-39"), None
    base = max(fought_a, fought_b)
    if state.setup.rulings.perpendicular_harm == "margin":
        base = abs(fought_a - fought_b)
    harm = _harm(state, winner, loser, base)
    return ("SS-VOL-02", "SS-VOL-05", "RUL-14", "RUL-16"), harm


def _strikes(state: State, who: Seat) -> bool:
    return state.people[who].stance == ACTIVE


def _fought(state: State, who: Seat, other: Seat, level: int) -> int:
    """Return the level that decides; items change it only by ruling [RUL-16]."""
    if state.setup.rulings.item_effect == "after_success" or level < 1:
        return level
    if not _strikes(state, who):
        return level
    return max(0, level + _weapon(state, who, other) - _armor(state, other, who))


def _harm(state: State, dealer: Seat, sufferer: Seat, base: int) -> Harm | None:
    """Add the dealer's weapon, take the sufferer's armour, never below zero.

    A failed or harmless action has no harm to add to [SS-VOL-05, SS-HARM-02,
    SS-ITEM-02, RUL-16, RUL-17, RUL-18].
    """
    if base <= 0 or not _strikes(state, dealer):
        return None
    adds = takes = 0
    if state.setup.rulings.item_effect == "after_success":
        adds, takes = _weapon(state, dealer, sufferer), _armor(state, sufferer, dealer)
    return Harm(base, adds, takes, max(0, base + adds - takes))


def _weapon(state: State, dealer: Seat, sufferer: Seat) -> int:
    """Return the dealer's weapon; in Zeitgeist the best of his side [RUL-58]."""
    if not state.zeitgeist:
        return weapon(state, dealer, state.people[dealer].ability, sufferer)
    side = members(state, state.people[dealer].side)
    return max(
        weapon(state, seat, state.people[seat].ability, sufferer)
        for seat in side
        if state.people[seat].ability >= 0
    )


def _armor(state: State, sufferer: Seat, dealer: Seat) -> int:
    """Return the sufferer's armour; in Zeitgeist the best of his side [RUL-58]."""
    ability = state.people[dealer].ability
    if not state.zeitgeist:
        return armor(state, sufferer, dealer, ability)
    side = members(state, state.people[sufferer].side)
    return max(armor(state, seat, dealer, ability) for seat in side)
