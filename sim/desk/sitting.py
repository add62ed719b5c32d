"""A seat at a table, as a form: the story so far, and the options to choose from.

A table is a seed and the choices that were made; each answer plays it anew from there,
so that a choice can be taken back and nothing has to be kept in a process.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, structs

from sim.casting.persons import PERSON, person_spec
from sim.casting.roster import names as agent_names
from sim.conflict.asking import Refusal
from sim.conflict.phrases import ending_line, first_line, phrase, what_was_won
from sim.conflict.play import ENGINE_ENDINGS, Game
from sim.conflict.replay import ENGINE, steps
from sim.desk.jobs import Job, RefusedError
from sim.desk.offers import Offer
from sim.desk.render import render
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.errors import UnknownNameError
from sim.library.scenario import Loaded
from sim.run.run import Plan, make_plan
from sim.run.run import run as run_plan
from sim.run.seating import seat_agents, seat_named
from sim.run.sitting import begin_agents, seated_agents
from sim.seam.events import ConflictEnded, Consequence, DiceRolled, Seat
from sim.seam.protocol import State
from sim.seam.seats import by_seat
from sim.store.store import Store

_OPTIONS_MOST = 400


class Table(Struct, frozen=True):
    """What is played: a scenario, at a seat, against whom, by which choices."""

    scenario: Offer
    seat: str = ""
    agent: str = ""
    seed: str = ""
    choices: tuple[int, ...] = ()


class TableState(Struct, frozen=True):
    """A table as it is now: its page, the number of options, whether it is over."""

    page: str
    options: int
    over: bool


def seats_and_agents(job: Job) -> dict[str, Any]:
    """Return who takes part in a scenario, and which agents there are."""
    loaded = job.given[0].load()
    seats = loaded.system.seats(loaded.scenario)
    return {
        "title": loaded.title,
        "about": getattr(loaded.scenario, "about", "").strip(),
        "seats": [seat.name for seat in seats],
        "agents": sorted({*agent_names()} - {PERSON, "scripted", "forced"}),
    }


def _plan(table: Table, loaded: Loaded) -> tuple[Plan, Seat]:
    seats = loaded.system.seats(loaded.scenario)
    where = seat_named([seat.name for seat in seats], table.seat)
    if table.agent and table.agent not in agent_names():
        message = f"no agent is called {table.agent!r}"
        raise UnknownNameError(message)
    count = sum(seat.side is not None for seat in seats)
    specs = list(seat_agents(seats, [table.agent] * count if table.agent else []))
    specs[where] = PERSON
    return make_plan(loaded, specs, seed=table.seed), where


def sit(job: Job) -> TableState:
    """Play a table as far as its choices go; return what is asked then."""
    table, parts = job.given
    loaded = table.scenario.load()
    plan, where = _plan(table, loaded)
    with seated_agents(plan) as agents:
        story, asked, game = _played(loaded, plan, list(agents), where, table.choices)
    seats = loaded.system.seats(loaded.scenario)
    options: list[str] = []
    view = game.walk.state
    if asked is not None:
        view = asked.view
        options = [first_line(loaded.system, view, option) for option in asked.options]
    page = render(
        "table.html",
        **parts,
        title=loaded.title,
        seat=seats[where].name,
        told=story,
        options=options[:_OPTIONS_MOST],
        statuses=list(_statuses(loaded, view)),
        ended=_ending(loaded, game) if asked is None else ("", ""),
        begun=bool(table.choices),
    )
    return TableState(page, len(options), asked is None)


def _ending(loaded: Loaded, game: Game[Any]) -> tuple[str, str]:
    """Return how it ended, and what that ending means."""
    end = game.walk.events[-1]
    assert isinstance(end, ConflictEnded)
    seats = loaded.system.seats(loaded.scenario)
    meanings = {**ENGINE_ENDINGS, **loaded.system.endings}
    won = what_was_won(loaded.system, game.walk.state, end.how)
    return ending_line(end, seats, won), meanings.get(end.how, "")


def _statuses(loaded: Loaded, view: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - any state
    seats = loaded.system.seats(loaded.scenario)
    for seat, words in by_seat(loaded.system.status(view)):
        rest = {what: item for what, item in words.items() if what != "who"}
        yield seats[seat].name, phrase(rest)


def _played(
    loaded: Loaded,
    plan: Plan,
    made: list[Any],
    where: Seat,
    choices: Sequence[int],
) -> tuple[list[str], Any, Game[Any]]:
    """Return what is told so far, what is asked, and the conflict.

    While anything is sealed, choices of others are told only by their consequences.
    """
    system, key = loaded.system, conflict_key(plan.seed, 0)
    agents = begin_agents(made, system, system.seats(loaded.scenario), key)
    state = system.initial(loaded.scenario)
    game: Game[Any] = Game(system, state, agents, KeyedDice(key), {where})
    lines: list[str] = []
    since, shown, remaining = state, 0, list(choices)
    try:
        while (asked := game.go_on()) is not None:
            sealed = asked.view != game.walk.state
            events = game.walk.events[shown:]
            lines += _tell(loaded, since, events, where, sealed=sealed)
            since, shown = game.walk.state, len(game.walk.events)
            if not remaining:
                return lines, asked, game
            choice = remaining.pop(0)
            if not 1 <= choice <= len(asked.options):
                message = (
                    f"there is no option {choice}: expected 1 to {len(asked.options)}"
                )
                raise RefusedError(message, 400)
            game.take(asked.options[choice - 1])
    except Refusal as refusal:
        game.forfeited(refusal, system.seats(loaded.scenario))
    lines += _tell(loaded, since, game.walk.events[shown:], where, sealed=False)
    return lines, None, game


def _tell(
    loaded: Loaded, since: State, events: Sequence[Any], where: Seat, *, sealed: bool
) -> Iterator[str]:
    for before, event, after in steps(loaded.system, since, events):
        if type(event) in ENGINE:
            continue
        if after.round != before.round:
            yield f"Round {after.round}"
        own = getattr(event, "who", None) == where
        if own or not sealed or isinstance(event, Consequence | DiceRolled):
            yield from loaded.system.narrate(before, event).splitlines()


def keep_played(store: Store, job: Job) -> str:
    """Play a table again into the store; return the conflict's id.

    A conflict that is there already, as when a choice was taken back and made again, is
    not played once more.
    """
    (table,) = job.given
    loaded = table.scenario.load()
    plan, where = _plan(table, loaded)
    specs = list(plan.agents)
    specs[where] = person_spec(table.choices)
    kept = make_plan(loaded, specs, seed=table.seed)
    if store.completed(kept.run_id) is None:
        run_plan(structs.replace(kept, files=plan.files), store=store)
    return f"{kept.run_id}-1"
