"""Who played a kept branch before the event at which it branches off."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sim.casting.persons import without_choices
from sim.casting.roster import spec_of
from sim.store.events import RunStarted
from sim.store.store import Store

_DEEPEST = 20
"""A branch of a branch of a branch: no more generations are followed."""


class Earlier(Struct, frozen=True):
    """The events of a branch up to *last* are those of *parent*, which *agents* played.

    There is a spec a seat, and none where the store does not say who played.
    """

    last: int
    parent: str
    agents: Sequence[str]


def earlier_of(store: Store, conflict: str) -> list[Earlier]:
    """Return who played a kept branch at first; [] for what is no branch.

    A branch of a branch has several parts, in order.
    """
    found: list[Earlier] = []
    for _ in range(_DEEPEST):
        run = _run_of(store, conflict)
        if run is None or run.branch is None:
            break
        conflict = run.branch.parent
        parent = _run_of(store, conflict)
        agents = [] if parent is None else [spec_of(one) for one in parent.seats]
        last = run.branch.event - 1
        found.append(
            Earlier(min([last, *(one.last for one in found)]), conflict, agents)
        )
    return [*_later(found[::-1])]


def _later(parts: Sequence[Earlier]) -> Iterator[Earlier]:
    """Yield those that go further than the parts before them.

    A branch may begin before its parent did, and then nothing of the parent is left.
    """
    reached = 1
    for one in parts:
        if one.last > reached:
            yield one
        reached = max(reached, one.last)


def _run_of(store: Store, conflict: str) -> RunStarted | None:
    run = conflict.rpartition("-")[0]
    return store.run(run) if run and store.holds_run(run) else None


def earlier_players(parts: Sequence[Earlier], place: int, agent: str) -> str:
    """Return in words who played the seat at *place* before *agent*; "" for nobody."""
    said: list[str] = []
    for number, one in enumerate(parts):
        spec = one.agents[place] if place < len(one.agents) else "somebody"
        then = parts[number + 1].agents if number + 1 < len(parts) else ()
        follows = then[place] if place < len(then) else agent
        if spec != follows:
            said.append(f"{without_choices(spec)} to event {one.last}")
    return ", ".join(said)
