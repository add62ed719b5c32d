"""What the Story Guide judges in the talk: props, defences, relations, items."""

from sim.events import Consequence, Seat
from sim.protocol import Decision, Due
from sim.rules.solar_system.consequences import (
    PERPENDICULAR,
    RulingSettled,
)
from sim.rules.solar_system.facts import (
    ACTIVE,
    DEFENSIVE,
    StoryGuideRuled,
)
from sim.rules.solar_system.harm.items import has_matching_item
from sim.rules.solar_system.pain.pairing import Pairing
from sim.rules.solar_system.phases import BLANK
from sim.rules.solar_system.state import IN, State, acts, asks
from sim.seats import by_seat


def judged_at_once(state: State) -> Decision[State] | Due | None:
    """Judge props and defences right after they are declared.

    [RUL-37, RUL-45, SS-FAC-04]
    """
    judged = "relevance" in state.setup.asked
    for seat, person in by_seat(state.people):
        if person.prop < 0 and not judged:
            continue
        if person.status != IN:
            continue
        if person.prop >= 0 and state.ruling("prop", seat) == BLANK:
            if not asks(state, "prop"):
                cites = ("SS-FAC-04", "SS-ITEM-08", "ENG-02")
                return Due((RulingSettled(cites, "prop", seat, 1),))
            return _yes_no(state, "prop", seat)
        if (
            judged
            and person.stance == DEFENSIVE
            and state.ruling("relevance", seat) == BLANK
        ):
            return _yes_no(state, "relevance", seat)
    return None


def _yes_no(state: State, kind: str, of: int) -> Decision[State]:
    judge = state.setup.judge
    options = tuple(StoryGuideRuled(judge, kind, of, value) for value in (1, 0))
    return Decision(judge, options, state)


def relation_asked(state: State, pairs: tuple[Pairing, ...]) -> Decision[State] | None:
    """Ask how each mutual pair of attacks relates [SS-FAC-03, RUL-46]."""
    if not asks(state, "relation"):
        return None
    for a, b, relation in pairs:
        both = state.people[a].stance == ACTIVE and state.people[b].stance == ACTIVE
        mutual = both and (state.people[b].aim == a or state.zeitgeist)
        if mutual and state.ruling("relation", min(a, b)) == BLANK:
            judge = state.setup.judge
            other = 1 - relation if relation != PERPENDICULAR else 1
            options = tuple(
                StoryGuideRuled(judge, "relation", min(a, b), value)
                for value in (relation, other)
            )
            return Decision(judge, options, state)
    return None


def circumstance_asked(state: State) -> Decision[State] | None:
    """Ask for 0, 1 or 2 penalty dice on each roll [SS-DIE-08, RUL-74]."""
    if not asks(state, "circumstance"):
        return None
    for seat, person in by_seat(state.people):
        if acts(person) and state.ruling("circumstance", seat) == BLANK:
            judge = state.setup.judge
            options = tuple(
                StoryGuideRuled(judge, "circumstance", seat, v) for v in (0, 1, 2)
            )
            return Decision(judge, options, state)
    return None


def item_asked(state: State, pairs: tuple[Pairing, ...]) -> Decision[State] | None:
    """Ask whether an item that fits really counts here [ENG-05]."""
    if not asks(state, "item"):
        return None
    for a, b, _ in pairs:
        for seat, other in ((a, b), (b, a)):
            unruled = state.ruling("item", seat) == BLANK
            if unruled and has_matching_item(state, seat, other):
                return _yes_no(state, "item", seat)
    return None


def scenario_circumstance(state: State, seat: Seat) -> int:
    """Return the penalty dice the scenario puts on this seat's roll of the volley."""
    return sum(
        dice
        for who, dice, volleys in state.setup.circumstances
        if who == seat and (not volleys or state.round in volleys)
    )


def settled_circumstances(state: State) -> tuple[Consequence, ...]:
    """Record the circumstances the scenario settles [ENG-02, RUL-74]."""
    if not state.setup.circumstances or asks(state, "circumstance"):
        return ()
    return tuple(
        RulingSettled(("SS-DIE-08", "RUL-74", "ENG-02"), "circumstance", seat, dice)
        for seat, person in by_seat(state.people)
        if acts(person) and (dice := scenario_circumstance(state, seat))
    )
