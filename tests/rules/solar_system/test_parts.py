"""What the parts of a volley read is all that matters, whatever is paid within them."""

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from sim.conflict.walk import Walk
from sim.library.scenario import load
from sim.rules.solar_system.phases import Gate
from sim.rules.solar_system.state import Intent, Participant, State
from sim.seam.chart import Part
from sim.seam.events import Seat
from sim.spine.changes import put

BROKEN = [(0, 0, 0, 1, 2, 2, 1), (1, 1, 0, 2, 2, 2, 1)]
WHOLE = (1, 0, 0, 2, 0, 0, 0)


def _begun() -> tuple[State, Part[State]]:
    loaded = load("alley")
    system = loaded.system
    begun = Walk(system, system.initial(loaded.scenario)).state
    people = [
        replace(one, intent=Intent(0, Seat(1 - seat)))
        for seat, one in enumerate(begun.participants)
    ]
    state = replace(begun, phase=Gate(), participants=tuple(people))
    part = system.solving.chart.part
    assert part is not None
    found = part(state)
    assert found is not None
    return state, found


def _people(state: State) -> Iterator[tuple[Participant, ...]]:
    """Yield everybody with up to four points in a pool, broken or not."""
    tracks = list(product([WHOLE, *BROKEN], repeat=2))
    for pools in product(range(5), repeat=2):
        for mine, theirs in tracks:
            one, other = state.participants
            yield (
                replace(one, pools=(pools[0], 0, 0), harm=mine),
                replace(other, pools=(0, 0, pools[1]), harm=theirs),
            )


def _paid(people: tuple[Participant, ...], points: int) -> tuple[Participant, ...]:
    """Return *people* after each paid from the pool that differs."""
    one, other = people
    (vigor, *rest), (*most, reason) = one.pools, other.pools
    one = replace(one, pools=(vigor - points, *rest))
    return put(
        (one, other), Seat(1), replace(other, pools=(*most, max(0, reason - points)))
    )


def test_leads_after_points_were_paid_are_known_by_what_leads_read() -> None:
    """Whoever is broken and has paid a last point cannot act, and leads no more."""
    state, part = _begun()
    assert part.leads is not None
    assert part.leads_read is not None
    everybody = [replace(state, participants=one) for one in _people(state)]
    for points in (0, 1, 2):
        begun = replace(
            state,
            participants=tuple(
                [replace(one, pools=(4, 4, 4)) for one in state.participants]
            ),
        )
        view = replace(begun, participants=_paid(begun.participants, points))
        known: dict[object, tuple[float | None, ...]] = {}
        for here in everybody:
            if here.participants[0].pools[0] < points:
                continue
            if here.participants[1].pools[2] < points:
                continue
            there = part.after(here, begun, view)
            leads = tuple([part.leads(there, Seat(seat)) for seat in (0, 1)])
            assert known.setdefault(part.leads_read(here), leads) == leads
