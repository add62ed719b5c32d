"""Two actions meet: who wins, by how much, and with how much harm."""

from msgspec import structs

from sim.rules.solar_system.consequences import (
    ONE_SIDED,
    PARALLEL,
    PERPENDICULAR,
    ContestResolved,
    Harm,
    Pairing,
)
from sim.rules.solar_system.facts import ACTIVE, NONE
from sim.rules.solar_system.harm.items import armor, weapon
from sim.rules.solar_system.pain.pairing import action_in, pairings, stance_of
from sim.rules.solar_system.phases import Roll, Volley
from sim.rules.solar_system.secrets.using import modifier
from sim.rules.solar_system.state import State, members
from sim.seam.events import NOBODY, Cites, Seat


def contests(
    state: State, volley: Volley, rolls: tuple[Roll, ...]
) -> list[ContestResolved]:
    """Evaluate every pairing of the volley, by the levels of *rolls*.

    Within the chains of Zeitgeist nobody meets before the last rollers [SS-ZEIT-01].
    """
    levels = {roll.who: roll.reached for roll in rolls}
    rolled = [pairing for pairing in pairings(state, volley) if pairing[0] in levels]
    return [_contest(state, volley, levels, pairing) for pairing in rolled]


def _contest(
    state: State, volley: Volley, levels: dict[Seat, int], pairing: Pairing
) -> ContestResolved:
    a, b, relation = pairing
    level_a = levels[a]
    if b not in levels:
        return _idle(state, volley, a, b, level_a)
    level_b = levels[b]
    if relation == ONE_SIDED:
        opposed = state.setup.rulings.unanswered_attack == "margin"
        against = level_b if opposed else 0
        return _unanswered(state, volley, a, b, level_a, against)
    if relation == PARALLEL:
        return _parallel(state, volley, a, b, level_a, level_b)
    return _perpendicular(state, volley, a, b, level_a, level_b)


def _idle(
    state: State, volley: Volley, a: Seat, b: Seat, level: int
) -> ContestResolved:
    """Resolve an attack on somebody without an action, whose level is 0 [RUL-53]."""
    contest = _unanswered(state, volley, a, b, level)
    return structs.replace(contest, cites=("RUL-53", "SS-VOL-05", "SS-HARM-02"))


def _unanswered(
    state: State,
    volley: Volley,
    a: Seat,
    b: Seat,
    level: int,
    against: int = 0,
) -> ContestResolved:
    """Resolve an attack that *b* does not oppose: its full level is the base harm.

    Under `margin` the roll of *b* opposes, and the margin is the base harm [RUL-48,
    SS-HARM-02].
    """
    fought = _fought(state, volley, a, b, level)
    harm = _harm(state, volley, a, b, fought - against)
    winner = a if harm is not None and harm.amount else NOBODY
    cites = ("RUL-48", "SS-VOL-05", "SS-HARM-02")
    return ContestResolved(
        cites,
        a,
        b,
        ONE_SIDED,
        level,
        against,
        winner,
        abs(fought - against),
        stalemate=False,
        harm_b=harm,
    )


def _parallel(
    state: State, volley: Volley, a: Seat, b: Seat, level_a: int, level_b: int
) -> ContestResolved:
    """Resolve parallel attacks: each does its level [SS-VOL-04, RUL-15, RUL-34]."""
    cites = ("SS-ACT-02", "SS-VOL-04", "SS-VOL-05", "RUL-15", "RUL-34")
    fought_a = _fought(state, volley, a, b, level_a)
    fought_b = _fought(state, volley, b, a, level_b)
    return ContestResolved(
        cites,
        a,
        b,
        PARALLEL,
        level_a,
        level_b,
        NOBODY,
        abs(fought_a - fought_b),
        stalemate=False,
        harm_a=_harm(state, volley, b, a, fought_b),
        harm_b=_harm(state, volley, a, b, fought_a),
    )


def _perpendicular(
    state: State, volley: Volley, a: Seat, b: Seat, level_a: int, level_b: int
) -> ContestResolved:
    """The higher level wins; the loser suffers the difference [SS-VOL-02, RUL-14].

    Equal levels are a stalemate, at zero if the ruling says so [SS-VOL-06, RUL-31,
    RUL-32]. A winner who defends does no harm [SS-VOL-03, RUL-39].
    """
    fought_a = _fought(state, volley, a, b, level_a)
    fought_b = _fought(state, volley, b, a, level_b)
    cites: Cites = ("SS-VOL-06", "SS-STALE-01", "RUL-31", "RUL-32")
    winner = loser = NOBODY
    harm, stalemate = None, False
    if fought_a == fought_b:
        stalemate = fought_a > 0 or state.setup.rulings.stalemate_at_zero
    else:
        winner, loser = (a, b) if fought_a > fought_b else (b, a)
        cites, harm = _won(state, volley, winner, loser, fought_a, fought_b)
    return ContestResolved(
        cites,
        a,
        b,
        PERPENDICULAR,
        level_a,
        level_b,
        winner,
        abs(fought_a - fought_b),
        stalemate=stalemate,
        harm_a=harm if loser == a else None,
        harm_b=harm if loser == b else None,
    )


def _won(
    state: State,
    volley: Volley,
    winner: Seat,
    loser: Seat,
    fought_a: int,
    fought_b: int,
) -> tuple[Cites, Harm | None]:
    """Return the rules for the loser's harm, and the harm; a defender does none."""
    if not _strikes(volley, winner):
        return ("SS-VOL-02", "SS-VOL-03", "RUL-39"), None
    base = max(fought_a, fought_b)
    if state.setup.rulings.perpendicular_harm == "margin":
        base = abs(fought_a - fought_b)
    harm = _harm(state, volley, winner, loser, base)
    return ("SS-VOL-02", "SS-VOL-05", "RUL-14", "RUL-16"), harm


def _strikes(volley: Volley, who: Seat) -> bool:
    return stance_of(volley, who) == ACTIVE


def _fought(state: State, volley: Volley, who: Seat, other: Seat, level: int) -> int:
    """Return the level that decides; items change it only under an option [RUL-16]."""
    if state.setup.rulings.item_effect == "after_success" or level < 1:
        return level
    if not _strikes(volley, who):
        return level
    adds = _weapon(state, volley, who, other)
    return max(0, level + adds - _armor(state, volley, other, who))


def _harm(
    state: State, volley: Volley, dealer: Seat, sufferer: Seat, base: int
) -> Harm | None:
    """Return harm plus the dealer's weapon less the victim's armour, at least 0.

    A failed or harmless action has no harm to add to [SS-VOL-05, SS-HARM-02,
    SS-ITEM-02, RUL-16, RUL-17, RUL-18].
    """
    if base <= 0 or not _strikes(volley, dealer):
        return None
    adds = takes = 0
    if state.setup.rulings.item_effect == "after_success":
        adds = _weapon(state, volley, dealer, sufferer)
        takes = _armor(state, volley, sufferer, dealer)
    by_secret = modifier(state, volley, dealer, sufferer)
    return Harm(base, adds, takes, max(0, base + adds - takes + by_secret))


def _weapon(state: State, volley: Volley, dealer: Seat, sufferer: Seat) -> int:
    """Return the dealer's weapon; in Zeitgeist the best of the side [RUL-58]."""
    if not state.zeitgeist:
        return weapon(state, dealer, action_in(volley, dealer).ability, sufferer)
    side = members(state, state.participants[dealer].side)
    used = ((seat, volley.actions[seat]) for seat in side)
    return max(
        weapon(state, seat, action.ability, sufferer)
        for seat, action in used
        if action is not None and action.ability != NONE
    )


def _armor(state: State, volley: Volley, sufferer: Seat, dealer: Seat) -> int:
    """Return the victim's armour; in Zeitgeist the best of the side [RUL-58]."""
    ability = action_in(volley, dealer).ability
    if not state.zeitgeist:
        return armor(state, sufferer, dealer, ability)
    side = members(state, state.participants[sufferer].side)
    return max(armor(state, seat, dealer, ability) for seat in side)
