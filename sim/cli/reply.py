"""`fracas reply`: the best that one seat can do against given agents."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from sim.agent_specs import split
from sim.cli.check import ruling_option, rulings_of, trust_option
from sim.cli.grid import percent
from sim.cli.progress import growing
from sim.cli.proof import proved
from sim.cli.solve import memory_option, states_option
from sim.cli.speak import counted, note, put, put_json
from sim.errors import AgentError, UnknownNameError
from sim.events import Fact, Seat
from sim.graph.agent_file import written
from sim.graph.budget import Budget
from sim.graph.lines import ENOUGH, Told, told
from sim.graph.reply import Replied
from sim.graph.reply import reply as reply_to
from sim.narration.phrases import called
from sim.outputs import check_new, new_file
from sim.protocol import RuleSystem, SeatInfo
from sim.reading.hints import among, nearest, quoted
from sim.run.seating import seat_agents
from sim.scenario import Loaded, load
from sim.statistics.intervals import Interval
from sim.statistics.words import figure
from sim.transcript.lexicon import Lexicon

_NEAR = 1e-9
_FAR = 2.5
"""So many half widths of an interval are some five standard errors."""


class Wish(Struct, frozen=True):
    """What the command line asks for."""

    scenario: str
    seat: str
    against: str
    agent: str
    free: str
    save: str | None
    games: int
    states: int
    memory: int
    trust_files: bool


@click.command(
    epilog=(
        "Examples: fracas reply stuck_door --seat Skala;"
        "  fracas reply alley --seat Tela --free 'gives up'"
    )
)
@click.argument("scenario")
@click.option("--seat", required=True, metavar="NAME", help="Whose reply it is.")
@click.option(
    "--against",
    default="",
    metavar="AGENT",
    help="Who plays the other participants' seats; by default the scenario's.",
)
@click.option(
    "--agent",
    default="",
    help="Who chooses for the seat where it is not free; by default the scenario's.",
)
@click.option(
    "--free",
    default="",
    metavar="KINDS",
    help="Only decisions that offer one of these are free, all they offer; else all.",
)
@click.option("--save", metavar="FILE", help="Write the reply as an agent.")
@click.option(
    "--games",
    type=click.IntRange(min=0),
    default=400,
    show_default=True,
    help="By how many conflicts the lines are proved.",
)
@states_option
@memory_option
@trust_option
@ruling_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
def reply(
    *,
    ruling: tuple[str, ...],
    as_json: bool,
    **wished: Any,  # noqa: ANN401 - the fields of a Wish
) -> None:
    """Find the best that one seat of SCENARIO can do, and tell it in a few lines.

    It is the best reply to just these agents, who must always answer alike or say with
    what chances they draw lots, as uniform and noise do; it is no way to play against
    others. It chooses before what is sealed is shown. Where only some decisions are
    free, or there is no room for all of them, --agent plays the rest: what is found is
    at least so good, and the very best perhaps better.
    """
    wish = Wish(**wished)
    if wish.save is not None:
        check_new(Path(wish.save))
    loaded = load(wish.scenario, rulings_of(ruling))
    seats = loaded.system.seats(loaded.scenario)
    seat = _seat(seats, wish.seat)
    kinds = _kinds(loaded.system, wish.free)
    specs = _specs(seats, seat, wish)
    wish = replace(wish, agent=specs[seat])
    found, lines = _sought(loaded, specs, (seat, kinds), wish)
    text = _text(wish, loaded, lines)
    if wish.save is not None:
        _save(wish, loaded, specs, text)
    proof = None
    if wish.games and lines.lines:
        proof = proved(loaded, specs, seat, text, wish.games)
    if as_json:
        put_json(_words(loaded, seats[seat], specs, wish, (found, lines, proof)))
    else:
        _put(loaded, seats[seat], wish, (found, lines, proof))


def _sought(
    loaded: Loaded,
    specs: Sequence[str],
    place: tuple[Seat, tuple[type[Fact], ...] | None],
    wish: Wish,
) -> tuple[Replied, Told]:
    """Return the reply, and the lines it is told in."""
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    state, budget = system.initial(loaded.scenario), Budget(wish.states, wish.memory)
    with growing("replying", "a reply") as progress:
        found = reply_to(
            system, state, seats, specs, place, budget=budget, told=progress
        )
    with growing("putting it in a few lines", "a reply"):
        return found, told(system, seats, place[0], found)


def _seat(seats: Sequence[SeatInfo], name: str) -> Seat:
    names = [one.name for one in seats if one.side is not None]
    if name not in names:
        message = f"nobody is called {quoted(name)}, expected {among(names, name)}"
        raise UnknownNameError(message)
    return Seat([one.name for one in seats].index(name))


def _kinds(system: RuleSystem[Any], given: str) -> tuple[type[Fact], ...] | None:
    """Return the facts that make a question free; None: every question is."""
    if not given:
        return None
    lexicon = Lexicon(system)
    kinds = {one.__name__: one for one in system.events if issubclass(one, Fact)}
    found: list[type[Fact]] = []
    for word in given.split(","):
        name = lexicon.meant(word.strip())
        if name is None:
            ways = [called(system, kind) for kind in kinds]
            message = (
                f"{system.name} has no decision called {quoted(word.strip())}, expected"
                f" {', '.join(ways)}{nearest(word.strip().casefold(), ways)}"
            )
            raise UnknownNameError(message)
        found.append(kinds[name])
    return tuple(found)


def _specs(seats: Sequence[SeatInfo], seat: Seat, wish: Wish) -> list[str]:
    """Return the agents of all seats, the own one for what is not free."""
    count = sum(one.side is not None for one in seats)
    if len(split(wish.against)) > 1:
        message = f"--against names one agent, not {quoted(wish.against)}"
        raise AgentError(message)
    given = [wish.against] * count if wish.against else []
    specs = list(seat_agents(seats, given, trusted=wish.trust_files))
    own = seat_agents(seats, (), trusted=wish.trust_files)
    specs[seat] = wish.agent or own[seat]
    return specs


def _text(wish: Wish, loaded: Loaded, lines: Told) -> str:
    against = wish.against or "the agents of the scenario"
    title = f"The reply of {wish.seat} in {loaded.name} to {against}."
    return written(title, lines.lines, wish.agent)


def _save(wish: Wish, loaded: Loaded, specs: Sequence[str], text: str) -> None:
    assert wish.save is not None
    with new_file(Path(wish.save)) as target:
        target.write(text.encode())
    seats = loaded.system.seats(loaded.scenario)
    agents = [
        wish.save if one.name == wish.seat else spec
        for one, spec in zip(seats, specs, strict=True)
        if one.side is not None
    ]
    again = shlex.join(["fracas", "run", wish.scenario, "--agents", ",".join(agents)])
    note(f"{wish.save} is written; try: {again}")


def _words(
    loaded: Loaded,
    seat: SeatInfo,
    specs: Sequence[str],
    wish: Wish,
    found: tuple[Replied, Told, Interval | None],
) -> dict[str, Any]:
    replied, lines, proof = found
    return {
        "system": loaded.system.name,
        "scenario": loaded.name,
        "digest": loaded.digest.hex(),
        "agents": specs,
        "exact": replied.whole and not wish.free,
        "states": replied.states,
        "reply": {
            "seat": seat.name,
            "free": [one.strip() for one in wish.free.split(",") if one],
            "return": replied.value,
            "gain": replied.value - replied.base,
            "rules": lines.lines,
            "rules_return": lines.value,
            "games": wish.games if proof is not None else 0,
            "played": None if proof is None else proof.to_dict(),
        },
    }


def _is_far(value: float, proof: Interval) -> bool:
    """Whether *value* lies further from what was played than luck goes."""
    below, above = proof.value - proof.low, proof.high - proof.value
    return not -_FAR * below <= value - proof.value <= _FAR * above


def _put(
    loaded: Loaded,
    seat: SeatInfo,
    wish: Wish,
    all_told: tuple[Replied, Told, Interval | None],
) -> None:
    found = all_told[0]
    put(f"{loaded.title} ({loaded.system.title}): the reply of {seat.name}")
    put()
    least = "" if found.whole and not wish.free else "at least "
    some = "at least " if found.full else ""
    put(f"{wish.agent} returns  {some}{found.base:.5f}")
    put(f"the best returns {least}{found.value:.5f}")
    if found.full:
        put(f"(not every state was played: {found.full} were too few)")
    elif found.closed:
        put(
            f"(not every choice was free: {found.closed} were too few, and where they"
            f" ended {wish.agent} plays on)"
        )
    if not found.choices:
        put(f"(nothing that is free was asked of {seat.name})")
    put()
    _put_lines(loaded, wish, all_told)
    put()
    put(counted(found.states, "state"))


def _put_lines(
    loaded: Loaded, wish: Wish, all_told: tuple[Replied, Told, Interval | None]
) -> None:
    """Print the lines, what they are worth, and what they returned in play."""
    found, lines, proof = all_told
    if not lines.lines:
        if found.value > found.base + _NEAR:
            put("What gains was not found to fit into a few lines.")
        else:
            put(f"Nothing was found that is better than {wish.agent}.")
    for line in lines.lines:
        kind, *terms = line.split(" ", 1)
        put(f"  {' '.join([called(loaded.system, kind), *terms])} ({kind})")
    if lines.lines:
        # Who plays by them follows them beyond what there was room for, too.
        where = "" if found.whole else ", as far as choices were free"
        share = (lines.value - found.base) / max(found.value - found.base, _NEAR)
        kept = "" if share >= ENOUGH else f" ({percent(share, 0)} of the gain)"
        put(f"These lines{where}, and else {wish.agent}: {lines.value:.5f}{kept}")
    if proof is not None:
        put(f"Played in {wish.games} conflicts they return {figure(proof)}")
        if found.whole and _is_far(lines.value, proof):
            put("(which is further from what was worked out than luck goes)")
