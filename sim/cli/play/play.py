"""`fracas play`: a person plays a seat; the conflict can be recorded as any other."""

from collections.abc import Sequence
from typing import Any

import click
from msgspec import Struct, structs

from sim.casting.specs import split
from sim.cli import complete
from sim.cli.options.changes import Changes, changes_options
from sim.cli.options.hosting import patience_option, sandbox_option
from sim.cli.options.scenario import agents_option, trust_option
from sim.cli.play.ending import put_ending
from sim.cli.terminal.output import note, put
from sim.conflict.asking import Refusal
from sim.conflict.phrases import ending_line, first_line, phrase, rules_behind
from sim.conflict.play import Game
from sim.conflict.replay import ENGINE, steps
from sim.conflict.stream import numeral
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.hosting.sandbox import Sandbox
from sim.library.scenario import Loaded
from sim.reading.visible import visible
from sim.run.meaning import check_settings
from sim.run.run import Plan, make_plan
from sim.run.run import run as run_plan
from sim.run.seating import seat_agents, seat_named
from sim.run.seeding import seed_for
from sim.run.sitting import begin_agents, sit_down
from sim.seam.events import ConflictEnded, Consequence, DiceRolled, Event, Fact, Seat
from sim.seam.protocol import Agent, Decision, RuleSystem, State
from sim.seam.seats import by_seat
from sim.store.store import open_store

_PERSON = "person"
_HELP = (
    "the number of an option takes it; ?NUMBER explains it, s says how everyone stands,"
    " u takes the last choice back, q leaves"
)
_LONG_HELP = """\
  NUMBER              take the option of that number
  ?NUMBER             which rules it rests on, and what it is worth
  s, status           how everyone stands
  u, undo, back       take the last choice back, and the one before it, and so on
  o, options          the options again
  q, quit, exit       leave; nothing is kept
  ?, h, help          this"""
_COMMANDS = {
    "s": ("s", "status"),
    "u": ("u", "undo", "back", "b"),
    "o": ("o", "options"),
    "q": ("q", "quit", "exit"),
    "?": ("?", "h", "help"),
}
"""Command -> the words that people may type for it."""


class _Undo(Exception):  # noqa: N818 - not an error: an answer
    """The last choice is taken back."""


class _Game(Struct, frozen=True):
    """The conflict that is played, and the seat of the person."""

    loaded: Loaded
    plan: Plan
    agents: Sequence[Agent]
    seat: Seat

    @property
    def system(self) -> RuleSystem[Any]:
        """The rules."""
        return self.loaded.system


@click.command(
    epilog="Examples: fracas play alley --seat Tela;  fracas play mine.toml --seat Ann"
)
@click.argument("scenario", shell_complete=complete.playables)
@click.option("--seat", required=True, metavar="NAME", help="Where you sit.")
@agents_option
@click.option("--seed", metavar="TEXT", help="Seed of the dice; random by default.")
@click.option("--store", metavar="PATH|URL", help="Keep the conflict in this store.")
@patience_option
@sandbox_option
@trust_option
@changes_options
def play(  # noqa: PLR0913 - the options of a command
    *,
    scenario: str,
    seat: str,
    agents: str,
    seed: str | None,
    store: str | None,
    patience: float,
    sandbox: Sandbox,
    trust_files: bool,
    changes: Changes,
) -> None:
    """Sit at a seat of SCENARIO yourself; agents play the others.

    You see what your seat may know, and choose by number. With --store the conflict is
    recorded and can be listed, replayed and audited like any other.
    An agent that fails forfeits the conflict.
    """
    loaded = changes.load(scenario)
    seats = loaded.system.seats(loaded.scenario)
    names = [one.name for one in seats]
    where = seat_named(names, seat)
    specs = list(seat_agents(seats, split(agents), trusted=trust_files))
    specs[where] = _PERSON
    check_settings([loaded], specs, sandbox)
    plan = make_plan(loaded, specs, seed=seed_for(seed, specs, sandbox))
    plan = structs.replace(plan, patience=patience, sandbox=sandbox)
    with sit_down(plan) as sitting:
        game = _Game(loaded, plan, sitting, where)
        put(f"{loaded.scenario.title} ({loaded.system.title}), seed {plan.seed}")
        put(_HELP)
        choices = _until_over(game)
    if store is not None:
        specs[game.seat] = f"{_PERSON}:choices={'.'.join(map(str, choices))}"
        _keep(store, loaded, structs.replace(plan, agents=tuple(specs)))
    else:
        note("it was not kept; with --store FILE it is, like any other")


def _keep(store: str, loaded: Loaded, played: Plan) -> None:
    plan = make_plan(loaded, played.agents, seed=played.seed)
    # The files are those that were played, whatever has become of them since.
    plan = structs.replace(
        plan, files=played.files, patience=played.patience, sandbox=played.sandbox
    )
    with open_store(store, create=True) as opened:
        run_plan(plan, store=opened)
    note(f"kept: fracas replay {store} {plan.run_id}-1")


def _until_over(game: _Game) -> list[int]:
    """Play to the end; an undo plays again from the start with one choice less."""
    choices: list[int] = []
    while True:
        try:
            _play(game, choices)
        except _Undo:
            choices.pop()
            put("the last choice is taken back")
        else:
            return choices


def _play(game: _Game, choices: list[int]) -> None:
    """Play once: the recorded *choices* first, then the choices that are typed.

    Raises _Undo when the last choice is taken back, Abort when the person quits.
    """
    system, scenario = game.system, game.loaded.scenario
    seats = system.seats(scenario)
    key = conflict_key(game.plan.seed, 0)
    agents = begin_agents(game.agents, system, seats, key)
    since = system.initial(scenario)
    conflict = Game(system, since, agents, KeyedDice(key), {game.seat})
    walk, told, made = conflict.walk, 0, 0
    failed: Refusal | None = None
    try:
        while (asked := conflict.go_on()) is not None:
            if made == len(choices):
                sealed = asked.view != walk.state
                _tell(game, since, walk.events[told:], sealed=sealed)
                since, told = walk.state, len(walk.events)
                choices.append(_read_choice(game, asked, undo=made > 0))
            conflict.take(asked.options[choices[made] - 1])
            made += 1
    except Refusal as refusal:
        conflict.forfeited(refusal, seats)
        failed = refusal
    _tell(game, since, walk.events[told:], sealed=False)
    if failed is not None:
        spec = game.plan.agents[failed.who]
        put(f"  The agent {spec} of {seats[failed.who].name} {failed}{failed.place}.")
    _put_end(game.system, walk.events, [one.name for one in seats])


def _put_end(
    system: RuleSystem[Any], events: Sequence[Event], seats: Sequence[str]
) -> None:
    """Print the ending, everybody's return, and what the ending means."""
    end = events[-1]
    assert isinstance(end, ConflictEnded)
    put(f"It ended: {ending_line(end, seats)}")
    put_ending(system, events)


def _tell(game: _Game, state: State, events: Sequence[Event], *, sealed: bool) -> None:
    """Print the story of *events*, which happened since *state*.

    While choices are *sealed*, those of others are not shown.
    """
    system = game.system
    for before, event, after in steps(system, state, events):
        if type(event) in ENGINE:
            continue
        if after.round != before.round:
            put(f"Round {after.round}")
        own = getattr(event, "who", None) == game.seat
        if own or not sealed or isinstance(event, Consequence | DiceRolled):
            for line in system.narrate(before, event).splitlines():
                put(f"  {line}")


def _read_choice(game: _Game, asked: Decision[Any], *, undo: bool) -> int:
    """Return the option number that is typed; raises _Undo, Abort."""
    options = [_words(game, asked, option) for option in asked.options]
    _put_options(options)
    while True:
        typed = str(click.prompt("choose", prompt_suffix=": ", err=True)).strip()
        if typed.isdecimal() and 1 <= int(typed) <= len(options):
            return int(typed)
        _run_command(game, asked, typed, options, undo=undo)


def _put_options(options: Sequence[str]) -> None:
    put()
    for number, words in enumerate(options, 1):
        put(f"{number:>4}  {words}")


def _run_command(
    game: _Game,
    asked: Decision[Any],
    typed: str,
    options: Sequence[str],
    *,
    undo: bool,
) -> None:
    """Carry out a *typed* command other than a choice; raises _Undo, Abort."""
    command, rest = _command(typed)
    if rest.isdecimal() and 1 <= int(rest) <= len(options):
        _explain(game, asked, int(rest))
    elif command == "?":
        put(_LONG_HELP)
    elif command == "s":
        _put_status(game, asked)
    elif command == "o":
        _put_options(options)
    elif command == "u" and undo:
        raise _Undo
    elif command == "u":
        note("there is no choice to take back: this is the first")
    elif command == "q":
        raise click.Abort
    else:
        note(f"found {visible(typed)!r}, expected 1 to {len(options)}, or: {_HELP}")


def _command(typed: str) -> tuple[str, str]:
    """Split what is typed into the command and the number of an option, if any."""
    word = typed.casefold()
    number = word.lstrip("?").removeprefix("help").strip()
    if word.startswith(("?", "help ")) and number:
        return "", number
    known = (short for short, words in _COMMANDS.items() if word in words)
    return next(known, ""), ""


def _put_status(game: _Game, asked: Decision[Any]) -> None:
    seats = game.system.seats(game.loaded.scenario)
    for seat, words in by_seat(game.system.status(asked.view)):
        rest = {what: item for what, item in words.items() if what != "who"}
        put(f"  {seats[seat].name}{' (you)' * (seat == game.seat)}: {phrase(rest)}")


def _words(game: _Game, asked: Decision[Any], option: Fact) -> str:
    """Return an option in words, on one line."""
    return first_line(game.system, asked.view, option)


def _explain(game: _Game, asked: Decision[Any], number: int) -> None:
    """Print the rules behind an option, and its appraisal from exact odds."""
    option = asked.options[number - 1]
    put(f"  {_words(game, asked, option)}")
    for rule in rules_behind(option):
        put(f"  {rule}: {game.system.rules.get(rule, '')}")
    appraise = game.system.solving.appraise
    if appraise is not None:
        worth = appraise(asked.view, option)
        put(f"  chance to win what it leads to: {worth.win:.0%}")
        put(f"  deals {worth.deals:.2f}, suffers {worth.suffers:.2f} on average")
        put(f"  costs {numeral(worth.cost)}")
