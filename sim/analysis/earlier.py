"""Who played a kept branch before the event at which it branches off."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sim.casting.persons import without_choices
from sim.casting.roster import spec_of
from sim.store.events import RunStarted
from sim.store.store import Store

_DEEPEST = 20
"""The most generations of branches that are followed."""


class Earlier(Struct, frozen=True):
    """The part of a branch up to event *last*, which it shares with *parent*.

    *agents* are those that played it, a spec for each seat; empty if the store does not
    say who played.
    """

    last: int
    parent: str
    agents: Sequence[str]


def earlier_of(store: Store, conflict: str) -> list[Earlier]:
    """Return the earlier parts of a kept branch, in order; [] if it is no branch.

    A branch of a branch has several.
    """
    parts: list[Earlier] = []
    for _ in range(_DEEPEST):
        run = _run_of(store, conflict)
        if run is None or run.branch is None:
            break
        conflict = run.branch.parent
        parent = _run_of(store, conflict)
        agents = [] if parent is None else [spec_of(seat) for seat in parent.seats]
        last = min([run.branch.event - 1, *(part.last for part in parts)])
        parts.append(Earlier(last, conflict, agents))
    return [*_later(parts[::-1])]


def _later(parts: Sequence[Earlier]) -> Iterator[Earlier]:
    """Yield the parts that go further than those before them.

    A branch may leave its parent's stream before the parent itself branched off; then
    it has nothing of the parent.
    """
    reached = 1
    for part in parts:
        if part.last > reached:
            yield part
        reached = max(reached, part.last)


def _run_of(store: Store, conflict: str) -> RunStarted | None:
    run = conflict.rpartition("-")[0]
    return store.run(run) if run and store.holds_run(run) else None


def earlier_players(parts: Sequence[Earlier], place: int, agent: str) -> str:
    """Return in words who played the seat at *place* before *agent*; "" for nobody."""
    said: list[str] = []
    for number, part in enumerate(parts):
        spec = part.agents[place] if place < len(part.agents) else "somebody"
        then = parts[number + 1].agents if number + 1 < len(parts) else ()
        follows = then[place] if place < len(then) else agent
        if spec != follows:
            said.append(f"{without_choices(spec)} to event {part.last}")
    return ", ".join(said)
