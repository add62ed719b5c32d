"""The worth of one more die on a roll."""

from sim.rules.solar_system import facts as f
from sim.rules.solar_system.appraisal.exchange import (
    NOTHING,
    Blows,
    Exchange,
    Spread,
    exchange,
    fixed,
    net_weapon,
    spread,
)
from sim.rules.solar_system.checks.levels import FACES, kept_of, level_of
from sim.rules.solar_system.consequences import (
    CHECK,
    ONE_SIDED,
    TIE,
    VOLLEY,
    Relation,
)
from sim.rules.solar_system.harm.track import BOXES, ends_at
from sim.rules.solar_system.pain.pairing import pairings
from sim.rules.solar_system.phases import Roll, Rolling, Volley
from sim.rules.solar_system.state import State
from sim.seam.events import Seat


def levels_of(roll: Roll) -> Spread:
    """Return the distribution of a roll's level; one level once it is rolled."""
    if roll.level is not None:
        return fixed(roll.level)
    return spread(roll.rank, roll.net)


def with_die(roll: Roll) -> Spread:
    """Return the levels with one more bonus die, before or after the roll [RUL-08]."""
    if roll.level is None:
        return spread(roll.rank, roll.net + 1)
    net = roll.net + 1
    # If the order counts, enough dice may have fallen already to know the level.
    if roll.ordered and roll.drawn >= 3 + abs(net):
        return fixed(level_of(roll.rank, kept_of(roll.faces, net)))
    third = 1 / len(FACES)
    dice = len(roll.faces) + 1
    return tuple(
        (level_of(roll.rank, kept_of((*roll.faces, face), dice - 3)), third)
        for face in FACES
    )


def weighed_roll(state: State, roll: Roll, mine: Spread) -> Exchange:
    """Weigh a roll on the table against the rolls it meets."""
    phase = state.phase
    assert isinstance(phase, Rolling)
    others = {other.who: other for other in phase.rolls if other.who != roll.who}
    volley = phase.within
    if phase.stage != VOLLEY or type(volley) is not Volley:
        return _simple(state, roll, mine, list(others.values()))
    win, deals, suffers, met = 0.0, 0.0, 0.0, 0
    for a, b, how in pairings(state, volley):
        if roll.who not in {a, b}:
            continue
        other = b if roll.who == a else a
        theirs = levels_of(others[other]) if other in others else fixed(0)
        blows = _blows(state, volley, roll.who, other, a, how)
        with_other = exchange(mine, theirs, blows)
        win += with_other.win
        deals += with_other.deals
        suffers += with_other.suffers
        met += 1
    return Exchange(win / met, deals, suffers) if met else NOTHING


def _blows(
    state: State, volley: Volley, who: Seat, other: Seat, a: Seat, how: Relation
) -> Blows:
    if how == ONE_SIDED and a != who:
        # The attack is one-sided: nothing opposes it.
        return Blows(strikes=False, struck=False, relation=ONE_SIDED)
    mine, theirs = volley.actions[who], volley.actions[other]
    strikes = mine is not None and mine.stance == f.ACTIVE and mine.target == other
    struck = theirs is not None and theirs.stance == f.ACTIVE and theirs.target == who
    return Blows(
        adds=net_weapon(state, who, mine.ability, other) if mine and strikes else 0,
        theirs=net_weapon(state, other, theirs.ability, who)
        if theirs and struck
        else 0,
        strikes=strikes,
        struck=struck,
        relation=how,
        ends=ends_at(state.participants[other].harm),
        ended=ends_at(state.participants[who].harm),
    )


def _simple(state: State, roll: Roll, mine: Spread, others: list[Roll]) -> Exchange:
    """Weigh a check outside the Pain: reach the difficulty, or beat the others.

    The instigator of a resisted check loses ties [SS-RES-02]; other ties are shared. A
    check that decides the whole conflict counts as much as the last box of harm.
    """
    phase, kind = state.phase, state.setup.kind
    assert isinstance(phase, Rolling)
    opens = phase.stage in {CHECK, TIE}
    decides = BOXES if opens and kind != "resisted" else 1
    if not others:
        need = max(1, roll.difficulty)
        win = sum(p for level, p in mine if level >= need)
        return Exchange(win, decides * win, 0.0) if opens else Exchange(win, 0.0, 0.0)
    tie = 0.5
    if phase.stage == CHECK and kind == "resisted":
        tie = float(roll.who != state.setup.checks[0].who)
    win = sum(_beats(mine, levels_of(other), tie) for other in others) / len(others)
    return Exchange(win, decides * win, decides * (1 - win))


def _beats(mine: Spread, other: Spread, tie: float) -> float:
    """Return the chance to have the higher level, counting a share of each tie."""
    return sum(
        chance
        * other_chance
        * (1.0 if level > against else tie if level == against else 0.0)
        for level, chance in mine
        for against, other_chance in other
    )
