"""The effects of blows: damage, OOPS, who is out, who notices, what went wide."""

from sim.rules.skill_roll.combat.striking import counter_of
from sim.rules.skill_roll.consequences import (
    AttackerSeen,
    AwarenessGrew,
    BystanderHarmed,
    Cause,
    CombatantTakenOut,
    ExchangeEnded,
    HarmApplied,
    MissOffsetFound,
    OopsChanged,
)
from sim.rules.skill_roll.phases import Rolling, Stray, Strike
from sim.rules.skill_roll.scenario.seat import Attack
from sim.rules.skill_roll.skills.attack_difficulty import Awareness
from sim.rules.skill_roll.skills.attack_result import (
    BAND_RULES,
    EIGHTHS,
    MISS,
    Blow,
    Damage,
    attack_band,
    damage,
    oops_gain,
)
from sim.rules.skill_roll.skills.ranged import offset_units
from sim.rules.skill_roll.state import (
    IN,
    WITHDRAWN,
    State,
    character,
    distance,
    form_of,
    sheet_of,
)
from sim.seam.events import Consequence, Seat
from sim.seam.protocol import Due
from sim.seam.seats import by_seat


def blow_of(form: Attack, ranks: int | None) -> Blow:
    """Return the blow of *form*, with all its ranks unless fewer were chosen."""
    return form.blow(ranks)


def blows_of(phase: Rolling, strike: Strike) -> list[tuple[Strike, int, int | None]]:
    """Return the attacks of an exchange, each with its level and the ranks chosen."""
    blows: list[tuple[Strike, int, int | None]] = [
        (strike, phase.levels[0], phase.setting.ranks)
    ]
    counter = counter_of(phase.setting, strike)
    if counter is not None:
        blows.append((counter, phase.levels[1], None))
    return blows


def strike_effects(state: State, phase: Rolling, strike: Strike) -> Due:
    """Return all effects of an exchange of blows, at once [SK-RUL-45]."""
    blows = blows_of(phase, strike)
    events: list[Consequence] = []
    harmed: dict[Seat, int] = {}
    for attack, level, ranks in blows:
        events += _landed(state, attack, level, ranks, harmed)
    # Position and awareness come last: those who are out by then learn nothing more.
    for attack, level, _ in blows:
        events += _position(state, attack, level)
        events += _noticed(state, attack, harmed)
    cites = ("SK-CONF-02", "SK-RUL-63") if len(blows) > 1 else ("SK-CONF-02",)
    return Due((*events, ExchangeEnded(cites, strike.who)))


def _landed(
    state: State, strike: Strike, level: int, ranks: int | None, harmed: dict[Seat, int]
) -> list[Consequence]:
    """Return the damage of one attack, and the stray if it went wide."""
    setup, form = state.setup, form_of(state, strike.who, strike.form)
    done = damage(setup.scale, blow_of(form, ranks), level, whole=setup.rulings.whole)
    cites = (*BAND_RULES[attack_band(level)], "SK-RUL-25", "SK-RUL-33")
    if done.capped:
        cites = (*cites, "SK-ATTRES-05")
    events: list[Consequence] = []
    if form.area:
        cites = (*cites, "SK-RUL-49")
        events += _in_area(state, strike, form, done, cites, harmed)
    elif done.eighths:
        events += harm(state, strike.target, strike.who, done, cites, harmed)
    if level <= MISS and not form.hand_to_hand:
        stray = Stray(
            strike, offset_units(level, sheet_of(state, strike.target).size_du)
        )
        rules = ("SK-RANGED-01", "SK-RUL-48")
        events.append(MissOffsetFound(rules, strike.who, stray))
    return events


def _within(state: State, strike: Strike, form: Attack) -> tuple[Seat, ...]:
    """Return those who stand where an attack is aimed.

    Without a radius that is only the target. Everyone who has not got away counts
    [SK-RUL-49].
    """
    return tuple(
        who
        for who, other in by_seat(state.participants)
        if other.status != WITHDRAWN
        and (
            who == strike.target
            or 0 < form.radius_du >= distance(state, strike.target, who)
        )
    )


def _in_area(
    state: State,
    strike: Strike,
    form: Attack,
    done: Damage,
    cites: tuple[str, ...],
    harmed: dict[Seat, int],
) -> list[Consequence]:
    """Return the damage to everyone within the radius, friend or foe [SK-RUL-49]."""
    if not done.eighths:
        return []
    events: list[Consequence] = []
    for who in _within(state, strike, form):
        # SK-CONF-06: those who gave up are no targets but still stand there.
        events += harm(state, who, strike.who, done, cites, harmed)
    if not form.radius_du:
        return events
    name = character(state, strike.target).name
    for place, bystander in enumerate(state.setup.bystanders):
        if state.setup.distance(name, bystander.name, state.round) <= form.radius_du:
            events.append(harm_bystander(state, place, strike.who, done, cites))
    return events


def harm(
    state: State,
    who: Seat,
    by: Seat,
    done: Damage,
    cites: tuple[str, ...],
    harmed: dict[Seat, int],
) -> list[Consequence]:
    """Return the damage to *who*, and whether it is taken out [SK-RUL-33].

    *harmed* is everybody's damage so far in the same exchange.
    """
    participant = state.participants[who]
    before = harmed.get(who, participant.damage)
    after = harmed[who] = before + done.eighths
    capacity = character(state, who).capacity
    cites = ("SK-CONF-04", *cites)
    events: list[Consequence] = [
        HarmApplied(cites, who, by, done.eighths, after, done.capped)
    ]
    if participant.status == IN and before < capacity <= after:
        events.append(CombatantTakenOut(("SK-RUL-33", "SK-CONF-08"), who, by))
    return events


def harm_bystander(
    state: State, place: int, by: Seat, done: Damage, cites: tuple[str, ...]
) -> BystanderHarmed:
    """Return the damage to a bystander without a seat [SK-RUL-48]."""
    bystander = state.setup.bystanders[place]
    total = state.struck[place] + done.eighths
    down = total >= bystander.capacity * EIGHTHS
    return BystanderHarmed(cites, bystander.name, by, done.eighths, total, down)


def _position(state: State, strike: Strike, level: int) -> list[Consequence]:
    """Return the change of the attacker's OOPS [SK-ATTRES-01 to 03, SK-RUL-22]."""
    rulings = state.setup.rulings
    form = form_of(state, strike.who, strike.form)
    gain = oops_gain(level, hand_to_hand=form.hand_to_hand, ranged=rulings.oops_ranged)
    if not gain or not rulings.use_oops:
        return []
    cause = Cause.MISS if level <= MISS else Cause.WINGED if level else Cause.HIT
    before = state.participants[strike.who].oops
    rules = (*BAND_RULES[attack_band(level)], "SK-RUL-22", "SK-RUL-23")
    return [OopsChanged(rules, strike.who, before, before + gain, cause)]


def _noticed(
    state: State, strike: Strike, harmed: dict[Seat, int]
) -> list[Consequence]:
    """Return the gains of awareness of the fight [SK-RUL-34, SK-RUL-46].

    The side that was attacked knows at least that there is a fight; whoever was
    attacked hand to hand knows by whom; an area attack is noticed by all who stand
    there. Those who are out notice nothing more.
    """
    form = form_of(state, strike.who, strike.form)
    side = character(state, strike.target).side
    inside = _within(state, strike, form) if form.area else ()
    events: list[Consequence] = []
    for who, other in by_seat(state.participants):
        hurt = harmed.get(who, other.damage)
        if other.status != IN or hurt >= character(state, who).capacity:
            continue
        struck = who == strike.target and form.hand_to_hand
        least = Awareness.AWARE if struck else Awareness.UNAWARE_OF_ATTACK
        notices = who in inside or character(state, who).side == side
        if notices and other.awareness < least:
            rules = ("SK-RUL-34", "SK-RUL-49" if who in inside else "SK-RUL-46")
            events.append(AwarenessGrew(rules, who, least))
        if struck and strike.who not in other.seen and _hides(state, strike.who):
            events.append(AttackerSeen(("SK-RUL-46",), who, strike.who))
    return events


def startled(
    state: State, who: Seat, harmed: dict[Seat, int]
) -> tuple[AwarenessGrew, ...]:
    """Return the awareness that *who* gains by a stray hit [SK-RUL-34, SK-RUL-48].

    Unaware characters learn of the fight, unless the hit took them out.
    """
    participant = state.participants[who]
    out = participant.status != IN or harmed[who] >= character(state, who).capacity
    if out or participant.awareness >= Awareness.UNAWARE_OF_ATTACK:
        return ()
    rules = ("SK-RUL-34", "SK-RUL-48")
    return (AwarenessGrew(rules, who, Awareness.UNAWARE_OF_ATTACK),)


def _hides(state: State, who: Seat) -> bool:
    """Whether *who* has any hidden form of attack."""
    return any(form.hidden for form in character(state, who).forms)
