"""Giving up, the end of the Pain, shake-out, and what everybody gets."""

from msgspec import structs

from sim.events import NOBODY, Consequence, Seat
from sim.protocol import Due, Outcome
from sim.rules.solar_system.consequences import (
    ConflictClosed,
    HarmCollapsed,
    IntentionFulfilled,
)
from sim.rules.solar_system.harm.track import EMPTY, collapsed
from sim.rules.solar_system.phases import BLANK
from sim.rules.solar_system.state import (
    BYSTANDER,
    GAVE_UP,
    IN,
    State,
    active,
    members,
    participants,
    target_there,
)
from sim.seats import by_seat, seats

DRAWN = {"standoff", "round limit", "mutual concession"}
"""Endings nobody wins."""


# Giving up.


def leaving_with(state: State, who: Seat) -> tuple[Seat, ...]:
    """List who leaves when *who* gives up: in Zeitgeist the first answers for all."""
    if state.zeitgeist:
        side = members(state, state.people[who].side)
        if side and side[0] == who:
            return side
    return (who,)


def given_up(
    state: State, who: Seat, leaving: tuple[Seat, ...]
) -> tuple[IntentionFulfilled, ...]:
    """Make the intentions of the active opponents who target *who* happen.

    The intention is the one in force at this moment [SS-GIVE-02, SS-GIVE-04, RUL-35,
    RUL-51]. Those who are *leaving* too get nothing from it [RUL-41].
    """
    side = state.people[who].side
    found: list[IntentionFulfilled] = []
    for seat in active(state):
        person = state.people[seat]
        aimed = person.target == who or (
            state.zeitgeist and state.people[person.target].side == side
        )
        if person.side != side and aimed and seat not in leaving:
            cites = ("SS-GIVE-02", "SS-GIVE-04", "RUL-35", "RUL-51")
            found.append(
                IntentionFulfilled(cites, seat, person.goal, who, "concession")
            )
    return tuple(found)


def without_sealed(state: State, seat: Seat) -> State:
    """Return what *seat* may know while others' answers are sealed [RUL-41]."""
    if not any(value != BLANK for n, value in by_seat(state.shown) if n != seat):
        return state
    shown = tuple(value if n == seat else BLANK for n, value in by_seat(state.shown))
    return structs.replace(state, shown=shown)


# The end.


def decided(state: State) -> Due | None:
    """Close when at most one side has anybody left in it.

    [SS-BDP-07, SS-GIVE-03, SS-MULTI-09, RUL-51]
    """
    first = BLANK
    for one in state.people:
        if one.status == IN:
            if first == BLANK:
                first = one.side
            elif one.side != first:
                return None
    return Due(closing(state, _won(state)))


def at_gate(state: State) -> Due | None:
    """Close when it is decided, or at the round limit [RUL-75]."""
    over = decided(state)
    if over is not None:
        return over
    if state.round >= state.setup.rulings.max_volleys:
        return Due(closing(state, "round limit"))
    return None


def at_lock(state: State) -> Due | None:
    """Close when nobody's target is active and nobody turns to another [RUL-51]."""
    if state.left_in_talk:
        return None
    for seat in active(state):
        if state.people[seat].changing or target_there(state, seat):
            return None
    return Due(closing(state, "standoff"))


def _won(state: State) -> str:
    """Name how the conflict ended, by RUL-51."""
    everyone = participants(state)
    standing = active(state)
    if not standing:
        gone = {state.people[seat].status for seat in everyone}
        return "mutual concession" if gone == {GAVE_UP} else "past broken"
    if len(everyone) == 2:  # noqa: PLR2004 - a conflict of two
        left = next(seat for seat in everyone if seat not in standing)
        gave_up = state.people[left].status == GAVE_UP
        return "conceded" if gave_up else "past broken"
    return "side defeated" if state.setup.sides_set else "last standing"


def closing(state: State, how: str) -> tuple[Consequence, ...]:
    """Let the winners' intentions happen, shake the harm out, and close.

    [SS-INT-04, SS-GIVE-03, SS-SHAKE-01, RUL-28, RUL-51]
    """
    events: list[Consequence] = []
    if how not in DRAWN:
        for seat in active(state):
            person = state.people[seat]
            if not person.fulfilled and person.goal != BLANK:
                cites = ("SS-INT-04", "SS-GIVE-03", "RUL-51")
                against = person.target
                events.append(
                    IntentionFulfilled(
                        cites, seat, person.goal, against, "side_defeated"
                    )
                )
    events += _shaken_out(state)
    events.append(ConflictClosed(_CLOSE_CITES.get(how, ("SS-BDP-07", "RUL-51")), how))
    return tuple(events)


_CLOSE_CITES = {"round limit": ("RUL-75",), "mutual concession": ("RUL-41",)}


def _shaken_out(state: State) -> list[Consequence]:
    """Collapse every track with a mark to its low end [SS-SHAKE-01, RUL-27, RUL-28]."""
    travel = state.setup.rulings.collapse_labels == "travel"
    cites = ("SS-SHAKE-01", "SS-SHAKE-02", "RUL-27", "RUL-28")
    return [
        HarmCollapsed(
            cites,
            seat,
            "shake_out",
            state.people[seat].harm,
            collapsed(state.people[seat].harm, travel=travel),
        )
        for seat in participants(state)
        if state.people[seat].harm != EMPTY
    ]


# What everybody gets.


def outcome(state: State) -> Outcome:
    """Return how it ended and what every seat gets."""
    returns = tuple(_return(state, seat) for seat in seats(state.setup.size))
    if state.setup.judge != NOBODY:
        returns = (*returns, 0.0)
    return Outcome(state.how, returns, ("RUL-51",))


def _return(state: State, seat: Seat) -> float:
    """Weigh what a seat obtained against what it suffered.

    What an obtained intention is worth, or what a suffered one leaves; the mean of both
    for those who got both; one half where nothing was settled.
    """
    if state.how in {"success", "failure", "ranked"}:
        return _check_return(state, seat)
    person = state.people[seat]
    if person.obtained >= 0 and person.spared <= 1:
        return (person.obtained + person.spared) / 2
    if person.obtained >= 0:
        return person.obtained
    if person.spared <= 1:
        return person.spared
    settled = any(one.obtained >= 0 for one in state.people)
    if state.how in DRAWN or person.status == BYSTANDER or not settled:
        return 0.5
    return _ally_return(state, seat)


def _ally_return(state: State, seat: Seat) -> float:
    """Let those who obtained nothing themselves share their side's fortune."""
    side = state.people[seat].side
    got = [
        one.obtained for one in state.people if one.side == side and one.obtained >= 0
    ]
    if got:
        return max(got)
    lost = [one.spared for one in state.people if one.side == side and one.spared <= 1]
    return min(lost, default=0.5)


def _check_return(state: State, seat: Seat) -> float:
    if state.how == "failure":
        resisters = {check.against for check in state.setup.checks}
        return 1.0 if seat in resisters else 0.0
    if state.how == "success":
        rolled = {check.who for check in state.setup.checks}
        return 1.0 if seat in rolled else 0.0
    best = state.ranking[0]
    return 1.0 / len(best) if seat in best else 0.0
