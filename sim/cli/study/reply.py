"""`fracas reply`: the best that one seat can do against given agents."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from sim.casting.specs import split
from sim.cli.options.hosting import runs_here
from sim.cli.options.scenario import ruling_option, rulings_of, trust_option
from sim.cli.study.proof import proved
from sim.cli.study.reply_report import Answer, Wish, in_words, put_reply
from sim.cli.study.solve import memory_option, more, states_option
from sim.cli.terminal.output import note, put_json
from sim.cli.terminal.progress import growing
from sim.conflict.kinds import scopes
from sim.errors import AgentError, OddsError, UnknownNameError
from sim.files.outputs import check_new, new_file
from sim.graph.agent_file import by_lines, by_sight
from sim.graph.budget import Budget
from sim.graph.lines import Told, enough, told
from sim.graph.policy import policy
from sim.graph.reply import Replied
from sim.graph.reply import reply as reply_to
from sim.library.scenario import Loaded, load
from sim.narration.phrases import called
from sim.reading.hints import among, nearest, quoted
from sim.run.meaning import check_settings
from sim.run.seating import seat_agents
from sim.seam.events import Fact, Scope, Seat
from sim.seam.protocol import RuleSystem, SeatInfo
from sim.transcript.lexicon import Lexicon


@click.command(
    epilog=(
        "Examples: fracas reply stuck_door --seat Skala;"
        "  fracas reply alley --seat Tela --free gate,dice"
    )
)
@click.argument("scenario")
@click.option(
    "--seat", required=True, metavar="NAME", help="The seat to find a reply for."
)
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
    help=(
        f"Which decisions are free: {', '.join(Scope)}, or those that offer an answer"
        " such as 'gives up'; by default all."
    ),
)
@click.option("--save", metavar="FILE", help="Write the reply as an agent.")
@click.option(
    "--games",
    type=click.IntRange(min=0),
    default=400,
    show_default=True,
    help="How many conflicts to test the lines in.",
)
@states_option
@memory_option
@trust_option
@ruling_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
@runs_here
def reply(
    *,
    ruling: tuple[str, ...],
    as_json: bool,
    **wished: Any,  # noqa: ANN401 - the fields of a Wish
) -> None:
    """Find the best that one seat of SCENARIO can do, and tell it in a few lines.

    It is the best reply to these agents only, and may do badly against others. They
    must be deterministic, or stochastic with known probabilities, as uniform and noise
    are. It chooses before what is sealed is shown. Where only some decisions are
    free, or there is no room for all of them, --agent plays the rest: what is found is
    at least so good, and the very best perhaps better. Where the lines keep less than
    99 % of the gain, what is saved knows every question by sight instead.
    """
    wish = Wish(**wished)
    if wish.save is not None:
        _check_named(wish.save)
    loaded = load(wish.scenario, rulings_of(ruling))
    seats = loaded.system.seats(loaded.scenario)
    seat = _seat(seats, wish.seat)
    kinds = _kinds(loaded.system, wish.free)
    specs = _specs(loaded, seats, seat, wish)
    wish = replace(wish, agent=specs[seat])
    found, lines = _sought(loaded, specs, (seat, kinds), wish)
    answer = _proved(loaded, specs, seat, wish, (found, lines))
    if as_json:
        put_json(in_words(loaded, specs, wish, answer))
    else:
        put_reply(loaded, wish, answer)


def _check_named(save: str) -> None:
    """Raise BadParameter or StoreError for a file that cannot be written or played."""
    if not save.endswith(".py"):
        message = f"found {quoted(save)}, expected a name that ends in .py"
        raise click.BadParameter(message, param_hint="--save")
    check_new(Path(save))


def _sought(
    loaded: Loaded,
    specs: Sequence[str],
    place: tuple[Seat, tuple[type[Fact], ...] | None],
    wish: Wish,
) -> tuple[Replied, Told]:
    """Return the reply, and the lines it is told in.

    Raises OddsError where nothing at all was found out.
    """
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    state, budget = system.initial(loaded.scenario), Budget(wish.states, wish.memory)
    with growing("replying", "a reply") as progress:
        found = reply_to(
            system, state, seats, specs, place, budget=budget, told=progress
        )
    if found.full and found.value <= 0.0:
        message = (
            f"{loaded.name} does not fit into {found.full}: nothing is known there of"
            f" what {wish.seat} can do{more(found.full)}"
        )
        raise OddsError(message)
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
    about = {one.value: kinds for one, kinds in scopes(system).items()}
    answers = {one.__name__: one for one in system.events if issubclass(one, Fact)}
    lexicon, found = Lexicon(system), list[type[Fact]]()
    for word in map(str.strip, given.split(",")):
        if word.casefold() in about:
            found += about[word.casefold()]
        elif name := lexicon.meant(word):
            found.append(answers[name])
        else:
            ways = [called(system, kind) for kind in answers]
            message = (
                f"{system.name} has no decision called {quoted(word)}, expected"
                f" {', '.join(about)}, or an answer: {', '.join(ways)}"
                f"{nearest(word.casefold(), [*about, *ways])}"
            )
            raise UnknownNameError(message)
    return tuple(found)


def _specs(
    loaded: Loaded, seats: Sequence[SeatInfo], seat: Seat, wish: Wish
) -> list[str]:
    """Return the agents of all seats, the own one for what is not free."""
    count = sum(one.side is not None for one in seats)
    if len(split(wish.against)) > 1:
        message = f"--against names one agent, not {quoted(wish.against)}"
        raise AgentError(message)
    given = [wish.against] * count if wish.against else []
    specs = list(seat_agents(seats, given, trusted=wish.trust_files))
    own = seat_agents(seats, (), trusted=wish.trust_files)
    specs[seat] = wish.agent or own[seat]
    check_settings([loaded], specs)
    return specs


def _proved(
    loaded: Loaded,
    specs: Sequence[str],
    seat: Seat,
    wish: Wish,
    sought: tuple[Replied, Told],
) -> Answer:
    """Save the reply if that is wished, and prove it by play.

    It is played by its lines, and by sight where they keep too little of the gain.
    """
    found, lines = sought
    against = wish.against or "the agents of the scenario"
    title = f"The reply of {wish.seat} in {loaded.name} to {against}."
    text = by_lines(title, lines.lines, wish.agent, loaded.system.name)
    whole, seen = None, ""
    if not enough(found, lines.value):
        whole = policy(loaded.system, found)
        seen = by_sight(title, lines.lines, wish.agent, whole)
    if wish.save is not None:
        _save(wish, loaded, specs, seen or text)
    games = wish.games
    return Answer(
        found,
        lines,
        proved(loaded, specs, seat, text, games) if games and lines.lines else None,
        whole,
        proved(loaded, specs, seat, seen, games) if games and seen else None,
    )


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
