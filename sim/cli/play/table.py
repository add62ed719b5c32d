"""A person at a table: what is told, what may be typed, and choices taken back."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import click
from msgspec import Struct

from sim.cli.play.ending import put_ending
from sim.cli.terminal.output import note, put
from sim.conflict.asking import Refusal
from sim.conflict.phrases import (
    ending_line,
    first_line,
    phrase,
    rules_behind,
    what_was_won,
)
from sim.conflict.play import Game
from sim.conflict.replay import ENGINE, steps
from sim.conflict.stream import numeral
from sim.conflict.walk import Walk
from sim.reading.visible import visible
from sim.seam.events import ConflictEnded, Consequence, DiceRolled, Event, Fact, Seat
from sim.seam.protocol import Decision, RuleSystem, SeatInfo, State
from sim.seam.seats import by_seat

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
"""What a command is called for short -> all that people type for it."""


class _Undo(Exception):  # noqa: N818 - not an error: an answer
    """The last choice is taken back."""


Begun: TypeAlias = tuple[State, Game[Any]]
"""The state where a person sits down, and the conflict in play from there."""


class Sitting(Struct, frozen=True):
    """What is played, by whom, where the person sits, and how to begin it anew."""

    system: RuleSystem[Any]
    scenario: Any
    specs: Sequence[str]
    seat: Seat
    begin: Callable[[], Begun]


def until_over(game: Sitting) -> tuple[list[int], Game[Any]]:
    """Play to the end, from the start again for each choice that is taken back.

    Return the numbers that were chosen, and the conflict that they made. Raises Abort
    when the table is left.
    """
    put(_HELP)
    choices: list[int] = []
    while True:
        try:
            return choices, _play(game, choices)
        except _Undo:
            choices.pop()
            put("the last choice is taken back")


def _play(game: Sitting, choices: list[int]) -> Game[Any]:
    """Play once through: *choices* as far as they go, then whatever is typed.

    Raises _Undo when the last choice is taken back, Abort when the table is left.
    """
    seats = game.system.seats(game.scenario)
    since, conflict = game.begin()
    walk, shown, made = conflict.walk, 0, 0
    failed: Refusal | None = None
    try:
        while (asked := conflict.go_on()) is not None:
            if made == len(choices):
                sealed = asked.view != walk.state
                _tell(game, since, walk.events[shown:], sealed=sealed)
                since, shown = walk.state, len(walk.events)
                choices.append(_chosen(game, asked, undo=made > 0))
            conflict.take(asked.options[choices[made] - 1])
            made += 1
    except Refusal as refusal:
        conflict.forfeited(refusal, seats)
        failed = refusal
    _tell(game, since, walk.events[shown:], sealed=False)
    if failed is not None:
        spec = game.specs[failed.who]
        put(f"  The agent {spec} of {seats[failed.who].name} {failed}{failed.place}.")
    _put_end(game.system, walk, seats)
    return conflict


def _put_end(
    system: RuleSystem[Any], walk: Walk[Any], seats: Sequence[SeatInfo]
) -> None:
    """Print how it ended, what everybody got, and what that means."""
    end = walk.events[-1]
    assert isinstance(end, ConflictEnded)
    won = what_was_won(system, walk.state, end.how)
    put(f"It ended: {ending_line(end, seats, won)}")
    put_ending(system, walk.events)


def _tell(
    game: Sitting, state: State, events: Sequence[Event], *, sealed: bool
) -> None:
    """Tell *events*, what happened since *state*.

    While anything is *sealed*, choices of others are told only by their consequences.
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


def _chosen(game: Sitting, asked: Decision[Any], *, undo: bool) -> int:
    """Return the number of the option that is typed; raises _Undo, Abort."""
    options = [_words(game, asked, option) for option in asked.options]
    _put_options(options)
    while True:
        typed = str(click.prompt("choose", prompt_suffix=": ", err=True)).strip()
        if typed.isdecimal() and 1 <= int(typed) <= len(options):
            return int(typed)
        _obey(game, asked, typed, options, undo=undo)


def _put_options(options: Sequence[str]) -> None:
    put()
    for number, words in enumerate(options, 1):
        put(f"{number:>4}  {words}", indent=2 + len(str(number)))


def _obey(
    game: Sitting,
    asked: Decision[Any],
    typed: str,
    options: Sequence[str],
    *,
    undo: bool,
) -> None:
    """Do what is *typed* that is no choice; raises _Undo, Abort."""
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
    """Return the command that is typed, for short, and of which option it asks."""
    word = typed.casefold()
    number = word.lstrip("?").removeprefix("help").strip()
    if word.startswith(("?", "help ")) and number:
        return "", number
    known = (short for short, words in _COMMANDS.items() if word in words)
    return next(known, ""), ""


def _put_status(game: Sitting, asked: Decision[Any]) -> None:
    seats = game.system.seats(game.scenario)
    for seat, words in by_seat(game.system.status(asked.view)):
        rest = {what: item for what, item in words.items() if what != "who"}
        put(f"  {seats[seat].name}{' (you)' * (seat == game.seat)}: {phrase(rest)}")


def _words(game: Sitting, asked: Decision[Any], option: Fact) -> str:
    """Return what an option says, on one line."""
    return first_line(game.system, asked.view, option)


def _explain(game: Sitting, asked: Decision[Any], number: int) -> None:
    """Say which rules an option rests on, and what it is worth by exact odds."""
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
