"""What `fracas show` prints of the choices in a run.

They are counted again in its first conflicts, where these were kept. Of a run that kept
only seals they would have to be played again, which is done only when asked for.
"""

from collections.abc import Sequence
from pkgutil import resolve_name
from typing import Any

import click
from msgspec import Struct

from sim.cli.play.choices import put_choices, put_done
from sim.cli.terminal.output import put
from sim.statistics.choices import ChoiceCounts
from sim.store.events import RunStarted
from sim.store.store import Store


class Second(Struct, frozen=True):
    """What is asked for of the second screen: it, every option, or all there is."""

    why: bool
    choices: bool
    every: bool = False

    def check(self, name: str, *, contest: bool, conflict: bool) -> None:
        """Raise UsageError if *name* is a contest, or a conflict, without it."""
        if conflict and (self.why or self.choices or self.every):
            only = self.choices and not self.every
            about = "a run" if only else "a run or a tournament"
            message = f"{self._asked} is about {about}, and {name} is a conflict"
            raise click.UsageError(message)
        if contest and self.choices and not self.every:
            message = f"--choices is about a run, and {name or 'it'} is a tournament"
            raise click.UsageError(message)

    @property
    def _asked(self) -> str:
        if self.every:
            return "--all"
        return "--choices" if self.choices else "--why"


def chosen_of(store: Store, run: RunStarted, second: Second) -> ChoiceCounts | None:
    """Return what was chosen in the first conflicts of *run*.

    None if they were not kept, and nobody asks for all choices.
    """
    if run.record == "seal" and not second.choices:
        return None
    # It follows conflicts, which takes long to import.
    counts: ChoiceCounts = resolve_name("sim.campaign.chosen:recorded_choices")(
        store, run.run
    )
    return counts


def choices_as_json(chosen: ChoiceCounts | None) -> dict[str, Any]:
    """Return the field with what was *chosen*; none where that is not known."""
    return {} if chosen is None else {"choices": chosen.to_dict()}


def put_first(
    chosen: ChoiceCounts | None, seats: Sequence[str], second: Second
) -> None:
    """Print what *seats* did most, as a run does when it was played."""
    if chosen is not None:
        put_done(chosen, seats, every=second.choices)
        return
    put()
    put("What seats did was not kept, only seals: --choices plays conflicts again")


def put_second(
    chosen: ChoiceCounts | None, seats: Sequence[str], second: Second
) -> None:
    """Print what each option earned if that is asked for, or how to ask for it."""
    if chosen is not None and (second.why or second.choices):
        put_choices(chosen, seats, every=second.choices)
    if not second.why:
        earned = "" if chosen is None else ", what each option earned"
        put(f"what was counted{earned}: --why")
