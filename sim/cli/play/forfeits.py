"""Warnings about agents that forfeited, printed before the result if they are many."""

from collections.abc import Sequence
from typing import Any

import click

from sim.casting.specs import files_of, is_program, parse
from sim.cli.terminal.output import put
from sim.run.forfeits import ForfeitCount

_SHOWN = 320


def forfeit_words(one: ForfeitCount, *, debug: bool = True) -> str:
    """Return a sentence: which agent forfeited, how often, and why."""
    reason = " ".join(one.reason.split())
    reason = reason if len(reason) <= _SHOWN else f"{reason[:_SHOWN]}..."
    where = f" of {one.scenario}" if one.scenario else ""
    said = (
        f"the agent {one.agent} forfeited {one.forfeits} of {one.games} games, first as"
        f" {one.seat} in game {one.first}{where}: it {reason}"
    )
    if any(files_of([one.agent])):
        own = debug and not is_program(parse(one.agent).name)
        own = own and reason.startswith("raised ")  # only what raised has a traceback
        traced = "its traceback: the same command with --debug; " if own else ""
        said += f" ({traced}what else is wrong with it: fracas check {one.agent})"
    return said


def put_forfeits(forfeits: Sequence[ForfeitCount], *, debug: bool = True) -> None:
    """Print a warning for each agent that forfeited many games."""
    many = [one for one in forfeits if one.many]
    for one in many:
        put(f"warning: {forfeit_words(one, debug=debug)}")
    if many:
        put("A forfeit earns its side nothing: what follows says little of their play.")
        put()


def forfeits_as_json(
    forfeits: Sequence[ForfeitCount], *, debug: bool = True
) -> dict[str, Any]:
    """Return all forfeits, few ones too, with a sentence each, ready for JSON."""
    said = [
        {**one.to_dict(), "sentence": forfeit_words(one, debug=debug)}
        for one in forfeits
    ]
    return {"forfeits": said}


def exit_on_forfeits(forfeits: Sequence[ForfeitCount]) -> None:
    """End with exit status 1 where an agent forfeited in many games."""
    if any(one.many for one in forfeits):
        raise click.exceptions.Exit(1)
