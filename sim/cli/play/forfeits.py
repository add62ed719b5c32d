"""Warnings about agents that forfeited, printed before the result if they are many."""

from collections.abc import Sequence
from typing import Any

import click

from sim.casting.specs import files_of, is_program, parse
from sim.cli.terminal.output import put
from sim.run.forfeits import ForfeitCount

_SHOWN = 320


def forfeit_words(forfeit: ForfeitCount, *, debug: bool = True) -> str:
    """Return a sentence: which agent forfeited, how often, and why."""
    reason = " ".join(forfeit.reason.split())
    reason = reason if len(reason) <= _SHOWN else f"{reason[:_SHOWN]}..."
    where = f" of {forfeit.scenario}" if forfeit.scenario else ""
    said = (
        f"the agent {forfeit.agent} forfeited {forfeit.forfeits} of {forfeit.games}"
        f" games, first as {forfeit.seat} in game {forfeit.first}{where}: it {reason}"
    )
    if any(files_of([forfeit.agent])):
        own = debug and not is_program(parse(forfeit.agent).name)
        own = own and reason.startswith("raised ")  # only what raised has a traceback
        traced = "its traceback: the same command with --debug; " if own else ""
        said += f" ({traced}what else is wrong with it: fracas check {forfeit.agent})"
    return said


def put_forfeits(forfeits: Sequence[ForfeitCount], *, debug: bool = True) -> None:
    """Print a warning for each agent that forfeited many games."""
    many = [forfeit for forfeit in forfeits if forfeit.many]
    for forfeit in many:
        put(f"warning: {forfeit_words(forfeit, debug=debug)}")
    if many:
        put("A forfeit earns its side nothing: what follows says little of their play.")
        put()


def forfeits_as_json(
    forfeits: Sequence[ForfeitCount], *, debug: bool = True
) -> dict[str, Any]:
    """Return all forfeits, few ones too, with a sentence each, ready for JSON."""
    said = [
        {**forfeit.to_dict(), "sentence": forfeit_words(forfeit, debug=debug)}
        for forfeit in forfeits
    ]
    return {"forfeits": said}


def exit_on_forfeits(forfeits: Sequence[ForfeitCount]) -> None:
    """End with exit status 1 where an agent forfeited in many games."""
    if any(forfeit.many for forfeit in forfeits):
        raise click.exceptions.Exit(1)
