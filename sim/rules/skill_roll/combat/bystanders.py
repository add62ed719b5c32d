"""Strays: who is where a shot that went wide lands, and whether it hits."""

from sim.rules.skill_roll.combat.effects import harm, harm_bystander, startled
from sim.rules.skill_roll.consequences import (
    BystanderChecked,
    BystandersGathered,
    DirectionFound,
)
from sim.rules.skill_roll.facts import BystandersRuled
from sim.rules.skill_roll.phases import Aftermath, Order, Purpose, Stray
from sim.rules.skill_roll.rounds.throws import skill_throw, table_throw
from sim.rules.skill_roll.scenario.sheet import Bystander
from sim.rules.skill_roll.skills.attack_difficulty import (
    Awareness,
    Defence,
    Flight,
    Line,
    attack_parts,
    total,
)
from sim.rules.skill_roll.skills.attack_result import damage
from sim.rules.skill_roll.skills.dice import TEN, DiceSet
from sim.rules.skill_roll.skills.ranged import BYSTANDER_SKILL
from sim.rules.skill_roll.state import (
    WITHDRAWN,
    State,
    character,
    form_of,
    sheet_of,
    view,
)
from sim.seam.events import TABLE, Consequence, DiceRolled, Fact, Seat
from sim.seam.protocol import Asked, Chance, Decision, Due
from sim.seam.seats import by_seat

CLOCK = DiceSet(1, 12)
"""The die for a direction, as on the face of a clock."""
_SHUFFLE = 100


def nearby(state: State, stray: Stray) -> tuple[str, ...]:
    """Return those within the miss distance, the nearest first [SK-RUL-48].

    These are all who have not got away, except the attacker and the target.
    """
    setup, strike = state.setup, stray.strike
    centre = character(state, strike.target).name
    names = [
        character(state, who).name
        for who, participant in by_seat(state.participants)
        if participant.status != WITHDRAWN and who not in {strike.who, strike.target}
    ]
    names += [bystander.name for bystander in setup.bystanders]
    far = {name: setup.distance(centre, name, state.round) for name in names}
    near = [name for name in names if far[name] <= stray.du]
    return tuple(sorted(near, key=lambda name: far[name]))


def ask_stray(state: State, phase: Aftermath, stray: Stray) -> Asked[State]:
    """Return the next question, roll or check about *stray*.

    SK-DP-10, SK-RANGED-02, SK-RANGED-03.
    """
    setup, who = state.setup, stray.strike.who
    if phase.near is not None:
        return _check_due(state, stray, phase.near[0])
    near = nearby(state, stray)
    order = phase.order
    if order is None:
        order = Order(setup.rulings.bystander_order)
        if near and setup.asks("bystanders"):
            return _ruling(state, who, order)
    if not near or order == Order.NONE:
        return Due((BystandersGathered(("SK-RUL-48", "SK-DP-10"), who, ()),))
    if setup.rulings.bystander_direction and not phase.directed:
        return table_throw(state, Purpose.DIRECTION, CLOCK)
    if order == Order.RANDOM:
        return table_throw(state, Purpose.ORDER, DiceSet(len(near), _SHUFFLE))
    return Due((BystandersGathered(("SK-RUL-48", "SK-RUL-26"), who, near),))


def _ruling(state: State, of: Seat, order: Order) -> Decision[State]:
    """Ask the Narrator: the default order, the other order, or no check."""
    judge = state.setup.judge
    orders = [order, *(other for other in Order if other != order)]
    options: list[Fact] = [BystandersRuled(judge, of, row) for row in orders]
    return Decision(judge, tuple(options), view(state, judge))


def shuffled(
    state: State, phase: Aftermath, fact: DiceRolled
) -> tuple[Consequence, ...]:
    """Return those who are checked, in the order of the dice [SK-RUL-26]."""
    stray = phase.strays[0]
    near = nearby(state, stray)
    faces = dict(zip(near, fact.faces, strict=True))
    order = tuple(sorted(near, key=lambda name: faces[name]))
    rules = ("SK-RUL-26", "SK-RANGED-03")
    return (BystandersGathered(rules, stray.strike.who, order),)


def directed(phase: Aftermath, fact: DiceRolled) -> tuple[Consequence, ...]:
    """Return the direction of a stray [SK-RANGED-02]."""
    who = phase.strays[0].strike.who
    return (DirectionFound(("SK-RANGED-02", "SK-RUL-26"), who, fact.faces[0]),)


def _check_due(state: State, stray: Stray, name: str) -> Chance | Due:
    """Return the check of somebody near: 3d6 and 6 [SK-RANGED-02]."""
    difficulty = difficulty_of(state, stray, name)
    dice = state.setup.dice
    if dice is None:
        level = TEN + BYSTANDER_SKILL - difficulty
        return Due(checked(state, stray, name, level))
    return skill_throw(
        state, TABLE, Purpose.BYSTANDER, dice, BYSTANDER_SKILL, difficulty
    )


def difficulty_of(state: State, stray: Stray, name: str) -> int:
    """Return the difficulty for a stray to hit *name* [SK-RUL-26, SK-RUL-48].

    It is like an attack that nobody there knows of: no Response, OOPS or circumstances.
    """
    setup, strike = state.setup, stray.strike
    form = form_of(state, strike.who, strike.form)
    bystander, _ = _near(state, name, form.attribute)
    line = Line.UNAWARE_OF_ATTACK
    if bystander.object:
        line = Line.PLACE
    elif not bystander.aware:
        line = Line.UNAWARE_OF_DANGER
    far = setup.distance(character(state, strike.who).name, name, state.round)
    flight = Flight(far, bystander.size_du, bystander.velocity)
    defence = Defence(line, bystander.dex)
    return total(attack_parts(defence, flight, physical=form.physical))


def _near(state: State, name: str, attribute: str) -> tuple[Bystander, int | None]:
    """Return the person or thing called *name*, and its index if it has no seat."""
    for place, bystander in enumerate(state.setup.bystanders):
        if bystander.name == name:
            return bystander, place
    who = seat_of(state, name)
    data, sheet = character(state, who), sheet_of(state, who)
    as_bystander = Bystander(
        name=name,
        dex=data.attribute(attribute),
        size_du=sheet.size_du,
        velocity=sheet.velocity,
        capacity=data.capacity,
        aware=state.participants[who].awareness != Awareness.UNAWARE_OF_DANGER,
    )
    return as_bystander, None


def seat_of(state: State, name: str) -> Seat:
    """Return the seat of the character called *name*."""
    for who, sheet in by_seat(state.setup.characters):
        if sheet.name == name:
            return who
    raise KeyError(name)


def checked(
    state: State, stray: Stray, name: str, level: int
) -> tuple[Consequence, ...]:
    """Return whether a stray hits *name*, and the damage it does [SK-RANGED-02].

    SK-RUL-48: only level 0 or more hits. SK-RUL-26: the first who is hit stops it.
    SK-RUL-34: whoever is hit becomes aware of a fight.
    """
    setup, strike = state.setup, stray.strike
    form = form_of(state, strike.who, strike.form)
    _, place = _near(state, name, form.attribute)
    hit = level >= 0
    stops = hit and setup.rulings.bystander_stop_at_first
    rules = ("SK-RANGED-02", "SK-RANGED-03", "SK-RUL-26", "SK-RUL-48")
    difficulty = difficulty_of(state, stray, name)
    check = BystanderChecked(rules, strike.who, name, difficulty, level, hit, stops)
    if not hit:
        return (check,)
    done = damage(setup.scale, form.blow(), level, whole=setup.rulings.whole)
    if not done.eighths:
        return (check,)
    cites = ("SK-RUL-48", "SK-ATTRES-04" if level else "SK-ATTRES-03")
    if place is not None:
        return (check, harm_bystander(state, place, strike.who, done, cites))
    who, harmed = seat_of(state, name), dict[Seat, int]()
    come = harm(state, who, strike.who, done, cites, harmed)
    return (check, *come, *startled(state, who, harmed))
