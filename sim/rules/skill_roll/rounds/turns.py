"""The next turn of the round, the next round, or the end."""

from itertools import zip_longest

from sim.rules.skill_roll.consequences import (
    AwarenessGrew,
    InitiativeLost,
    InitiativeStarted,
    RoundStarted,
    SkillUseClassified,
)
from sim.rules.skill_roll.phases import Between, Purpose, Special
from sim.rules.skill_roll.rounds.ending import acts, capped, goal_reached, over
from sim.rules.skill_roll.rounds.throws import table_throw
from sim.rules.skill_roll.scenario.characters import DEX
from sim.rules.skill_roll.scenario.compile import CONTEST, TASK
from sim.rules.skill_roll.scenario.uses import UseData
from sim.rules.skill_roll.skills.attack_difficulty import Awareness
from sim.rules.skill_roll.skills.dice import DiceSet
from sim.rules.skill_roll.skills.expertise import expertise, relative
from sim.rules.skill_roll.state import (
    State,
    character,
    is_in,
    members,
    rank_of,
    sheet_of,
    sides_left,
)
from sim.seam.events import NOBODY, DiceRolled, Seat
from sim.seam.protocol import Asked, Chance, Due

_SIDES = 100
"""The sides of the dice for the order of a round: ties are rare, chances equal."""


def ask_between(state: State, phase: Between) -> Asked[State]:
    """Return the next step when nothing is under way."""
    del phase
    ended = over(state)
    if ended is not None:
        return ended
    for who in state.order:
        if not is_in(state, who):
            continue
        if state.setup.kind == TASK:
            return Due((_classified(state, who),))
        turn = _turn(state, who)
        if turn is not None:
            return turn
    return _next_round(state)


def _turn(state: State, who: Seat) -> Due | None:
    """Return the start of the turn of *who*, None if it cannot act.

    SK-RUL-46: somebody unaware has no turn; somebody who knows of a fight is fully
    aware by then. SK-RUL-45: a turn spent on a counter is skipped.
    """
    participant = state.participants[who]
    started = InitiativeStarted(("SK-CONF-02", "SK-RUL-32", "SK-RUL-56"), who)
    if state.setup.kind == CONTEST:
        # Awareness matters only in fights.
        return Due((started,))
    if participant.awareness == Awareness.UNAWARE_OF_DANGER:
        return None
    if participant.owes:
        return Due((InitiativeLost(("SK-RUL-45", "SK-RUL-31"), who),))
    if participant.awareness == Awareness.UNAWARE_OF_ATTACK:
        grown = AwarenessGrew(("SK-RUL-46",), who, Awareness.AWARE)
        return Due((grown, started))
    return Due((started,))


def _next_round(state: State) -> Asked[State]:
    """Begin another round, or end the conflict if none is left [SK-CONF-10]."""
    setup, number = state.setup, state.round + 1
    if setup.kind == TASK:
        who = setup.uses[len(state.performed)].user
        return Due((RoundStarted(("SK-CONF-10", "SK-CONF-09"), number, (who,)),))
    if setup.kind == CONTEST:
        ended = goal_reached(state)
        if ended is not None:
            return ended
    if state.round >= setup.rulings.round_cap:
        return capped(state)
    if setup.kind == CONTEST:
        cites = ("SK-CONF-10", "SK-CONF-03", "SK-RUL-50")
        return Due((RoundStarted(cites, number, _actors(state, number)),))
    if setup.rulings.initiative == "seeded_random":
        return initiative_throw(state)
    return Due((_fighting(state, _by_dex(state)),))


def _fighting(state: State, order: tuple[Seat, ...]) -> RoundStarted:
    cites = ("SK-CONF-10", "SK-RUL-32", "SK-RUL-56")
    return RoundStarted(cites, state.round + 1, order)


def initiative_throw(state: State) -> Chance:
    """Return the dice for the order of a round, one for each active combatant."""
    return table_throw(state, Purpose.INITIATIVE, DiceSet(len(_active(state)), _SIDES))


def order_thrown(state: State, fact: DiceRolled) -> tuple[RoundStarted, ...]:
    """Begin the round in the order of the dice, highest first [SK-RUL-32]."""
    numbers = dict(zip(_active(state), fact.faces, strict=True))
    order = sorted(_by_dex(state), key=lambda who: -numbers[who])
    return (_fighting(state, tuple(order)),)


def _active(state: State) -> tuple[Seat, ...]:
    return tuple([who for side in sides_left(state) for who in members(state, side)])


def _by_dex(state: State) -> tuple[Seat, ...]:
    """Return those who act in a fight, the highest DEX first [SK-RUL-32].

    Ties go by side, then by seat; or the sides take turns.
    """
    order = sorted(
        _active(state), key=lambda who: -character(state, who).attribute(DEX)
    )
    if state.setup.rulings.initiative != "alternate":
        return tuple(order)
    sides = dict.fromkeys(character(state, who).side for who in order)
    ranks = [
        [who for who in order if character(state, who).side == side] for side in sides
    ]
    return tuple(who for rank in zip_longest(*ranks) for who in rank if who is not None)


def _actors(state: State, number: int) -> tuple[Seat, ...]:
    """Return those who act for each side in a contest.

    Members of a side take turns in seat order.
    """
    actors: list[Seat] = []
    for side in sides_left(state):
        if acts(state, side):
            able = [who for who in members(state, side) if sheet_of(state, who).acts]
            actors += [able[(number - 1) % len(able)]] if able else []
    return tuple(actors)


def _classified(state: State, who: Seat) -> SkillUseClassified:
    """Return the event that classifies the next use [SK-ROLL-07, SK-RUL-51]."""
    setup, number = state.setup, len(state.performed)
    use = setup.uses[number]
    bands = setup.rulings.expertise_bands
    rank = rank_of(state, who, use.skill, use.attribute)
    within = f"{expertise(relative(rank, use.shift), bands)}" if use.culture else ""
    return SkillUseClassified(
        (*_classes(use), "SK-RUL-51", "SK-RUL-02", "SK-EXP-01", "SK-RUL-01"),
        who,
        number,
        use.measured,
        use.opponent != NOBODY,
        _special(use),
        expertise(rank, bands),
        within,
    )


def _special(use: UseData) -> Special:
    if use.knowledge is not None:
        return Special.KNOWLEDGE
    if use.topics:
        return Special.RESEARCH
    if use.range_du is not None:
        return Special.SHOT
    return Special.POWER if use.power else Special.NOTHING


def _classes(use: UseData) -> tuple[str, ...]:
    """Return the rules for this sort of use."""
    if use.knowledge is not None:
        return ("SK-ROLL-07", "SK-KNOW-01")
    if use.topics:
        return ("SK-ROLL-07", "SK-KNOW-02")
    if use.opponent != NOBODY:
        return ("SK-ROLL-07", "SK-QNO-01" if use.measured else "SK-QLO-01")
    return ("SK-ROLL-07", "SK-QNU-01" if use.measured else "SK-QLU-02")
