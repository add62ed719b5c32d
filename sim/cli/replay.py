"""`fracas replay` and `explain`: a recorded conflict as a story, and why."""

from collections.abc import Sequence

import click

from sim.cli.speak import note, put, put_json, put_json_line
from sim.cli.stores import Conflict, believing, find_conflict, line_of
from sim.codec import decode
from sim.errors import StoreError
from sim.events import Event
from sim.run.chunk import Job, Plan, finished, play_chunk
from sim.store.store import Store, open_store
from sim.stream import Row
from sim.telling.explain import explain as explanation_of
from sim.telling.explain import rendered
from sim.telling.story import objects, story


@click.command(
    epilog="Examples: fracas replay duels.db 3fa91c02-17;  fracas replay duels.db 17"
)
@click.argument("store")
@click.argument("name", metavar="[CONFLICT]", default="1")
@click.option("--numbers", is_flag=True, help="Number the events, for explain.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines, one an event.")
def replay(store: str, name: str, *, numbers: bool, as_json: bool) -> None:
    """Tell a conflict of STORE as a story: CONFLICT, or the first.

    Where a run kept only seals, the conflict is played again from its seed.
    """
    with believing(f"{store}, {name}"):
        conflict, events = _events(store, name)
        _tell(conflict, events, numbers=numbers, as_json=as_json)


def _tell(
    conflict: Conflict, events: Sequence[Event], *, numbers: bool, as_json: bool
) -> None:
    system, scenario = conflict.loaded.system, conflict.loaded.scenario
    if as_json:
        for words in objects(system, scenario, events):
            put_json_line(words)
        return
    put(f"Conflict {conflict.stream_id}")
    if numbers:
        for words in objects(system, scenario, events):
            told = words["told"] or words.get("does", "")
            put(f"{words['event']:>5}  {told} [{' '.join(words['cites'])}]")
        return
    for line in story(system, scenario, events):
        put(line)


@click.command(epilog="Example: fracas explain duels.db 3fa91c02-17 42")
@click.argument("store")
@click.argument("name", metavar="CONFLICT")
@click.argument("event", type=click.IntRange(1))
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
def explain(store: str, name: str, event: int, *, as_json: bool) -> None:
    """Say what event number EVENT of a conflict follows from.

    The facts before it, the sentences of the rules, the numbers put in, and what it
    changed. `fracas replay --numbers` numbers the events.
    """
    with believing(f"{store}, {name}"):
        conflict, events = _events(store, name)
        system, scenario = conflict.loaded.system, conflict.loaded.scenario
        found = explanation_of(system, scenario, events, event)
    if as_json:
        put_json(found)
        return
    put(rendered(found))


def _events(store: str, name: str) -> tuple[Conflict, list[Event]]:
    with open_store(store, create=False) as opened:
        conflict = find_conflict(opened, name)
        rows = conflict.rows or _again(opened, conflict)
    return conflict, decode(conflict.loaded.system, [data for _, data in rows])


def _again(store: Store, conflict: Conflict) -> Sequence[Row]:
    """Play a conflict again of which only the seal was kept."""
    run = conflict.run
    line = line_of(store, run, conflict.game + 1)
    if run.record == "full":
        message = (
            f"{store.where} should hold {conflict.stream_id}, but does not: audit it"
        )
        raise StoreError(message)
    data, agents = conflict.loaded.data, run.agents
    plan = Plan(run.run, data, agents, run.seed, run.games, "full")
    (sealed,) = finished(play_chunk(Job(plan, conflict.game, 1)))
    if sealed.line != line:
        message = (
            f"{conflict.stream_id} was played again from its seed and came out"
            " otherwise than recorded: audit the store"
        )
        raise StoreError(message)
    note(
        f"{conflict.stream_id} was played again from its seed; its seal is as recorded"
    )
    return sealed.rows
