"""Rulings in the free-and-clear: props, defences, relations, items."""

from sim.rules.solar_system.consequences import (
    PARALLEL,
    PERPENDICULAR,
    Pairing,
    RulingSettled,
)
from sim.rules.solar_system.facts import ACTIVE, DEFENSIVE, NONE
from sim.rules.solar_system.harm.items import has_matching_item
from sim.rules.solar_system.phases import Declaring
from sim.rules.solar_system.scenario.sheet import (
    CIRCUMSTANCE,
    ITEM,
    PROP,
    RELATION,
    RELEVANCE,
)
from sim.rules.solar_system.state import (
    IN,
    State,
    acts,
    ask_guide,
    asks,
    members,
    ruling,
)
from sim.seam.events import Cites, Consequence, Seat
from sim.seam.protocol import Decision, Due
from sim.seam.seats import by_seat, seats


def judged_at_once(state: State, phase: Declaring) -> Decision[State] | Due | None:
    """Ask for rulings on props and defences right after they are declared.

    [RUL-37, RUL-45, SS-FAC-04]
    """
    judged = RELEVANCE in state.setup.asked
    for seat, action in by_seat(phase.actions):
        if action is None or (action.prop == NONE and not judged):
            continue
        if state.participants[seat].status != IN:
            continue
        if action.prop != NONE and ruling(phase.ruled, PROP, seat) is None:
            if not asks(state, PROP):
                cites = ("SS-FAC-04", "SS-ITEM-08", "ENG-02")
                return Due((RulingSettled(cites, PROP, seat, 1),))
            return _yes_no(state, PROP, seat)
        if (
            judged
            and action.stance == DEFENSIVE
            and ruling(phase.ruled, RELEVANCE, seat) is None
        ):
            return _yes_no(state, RELEVANCE, seat)
    return None


def _yes_no(state: State, kind: str, of: int) -> Decision[State]:
    return ask_guide(state, kind, of, (1, 0))


def relation_asked(
    state: State, phase: Declaring, pairs: tuple[Pairing, ...]
) -> Decision[State] | None:
    """Ask how each mutual pair of attacks relates [SS-FAC-03, RUL-46]."""
    if not asks(state, RELATION):
        return None
    for a, b, relation in pairs:
        mine, theirs = phase.actions[a], phase.actions[b]
        attack = mine and theirs and mine.stance == theirs.stance == ACTIVE
        mutual = attack and theirs and (theirs.target == a or state.zeitgeist)
        if mutual and ruling(phase.ruled, RELATION, min(a, b)) is None:
            other = PARALLEL if relation == PERPENDICULAR else PERPENDICULAR
            return ask_guide(state, RELATION, min(a, b), (relation, other))
    return None


def circumstance_asked(state: State, phase: Declaring) -> Decision[State] | None:
    """Ask for 0, 1 or 2 penalty dice on each roll, or each chain of a side.

    [SS-DIE-08, SS-MULTI-04, RUL-58, RUL-74]
    """
    if not asks(state, CIRCUMSTANCE):
        return None
    for seat in seats(state.setup.size):
        if acts(state, phase, seat) and _ruled_dice(state, phase, seat) is None:
            return ask_guide(state, CIRCUMSTANCE, seat, (0, 1, 2))
    return None


def _alike(state: State, phase: Declaring, seat: Seat) -> tuple[Seat, ...]:
    """List the seats with the same circumstances: in Zeitgeist the side [RUL-58]."""
    if not state.zeitgeist:
        return (seat,)
    side = members(state, state.participants[seat].side)
    return tuple([member for member in side if acts(state, phase, member)])


def _ruled_dice(state: State, phase: Declaring, seat: Seat) -> int | None:
    """Return the penalty dice ruled for *seat* or its side; None before the ruling."""
    for member in _alike(state, phase, seat):
        ruled = ruling(phase.ruled, CIRCUMSTANCE, member)
        if ruled is not None:
            return ruled
    return None


def item_asked(
    state: State, phase: Declaring, pairs: tuple[Pairing, ...]
) -> Decision[State] | None:
    """Ask whether an item that fits really counts here [ENG-05]."""
    if not asks(state, ITEM):
        return None
    for a, b, _ in pairs:
        for seat, other in ((a, b), (b, a)):
            judged = ruling(phase.ruled, ITEM, seat) is not None
            if not judged and has_matching_item(state, seat, other):
                return _yes_no(state, ITEM, seat)
    return None


def _scenario_circumstance(state: State, seat: Seat) -> int:
    """Return the penalty dice the scenario puts on this seat's roll of the volley."""
    return sum(
        dice
        for who, dice, volleys in state.setup.circumstances
        if who == seat and (not volleys or state.round in volleys)
    )


def settled_circumstances(state: State, phase: Declaring) -> tuple[Consequence, ...]:
    """Record circumstances that nobody is asked for [ENG-02, RUL-74].

    They come from the scenario; in Zeitgeist the most on any member of a side, or a
    ruling on one, counts for its whole chain [SS-MULTI-04, RUL-58].
    """
    asked = asks(state, CIRCUMSTANCE)
    if not state.setup.circumstances and not asked:
        return ()
    cites: Cites = ("SS-DIE-08", "RUL-74", "ENG-02")
    if state.zeitgeist:
        cites += ("SS-MULTI-04", "RUL-58")
    events: list[Consequence] = []
    for seat in seats(state.setup.size):
        judged = ruling(phase.ruled, CIRCUMSTANCE, seat) is not None
        if judged or not acts(state, phase, seat):
            continue
        alike = _alike(state, phase, seat)
        dice = _ruled_dice(state, phase, seat)
        if not asked:
            dice = max(_scenario_circumstance(state, member) for member in alike)
        if dice:
            events.append(RulingSettled(cites, CIRCUMSTANCE, seat, dice))
    return tuple(events)
