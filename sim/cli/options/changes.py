"""Options that change a scenario for one command: `--ruling` and `--set`."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click
from msgspec import Struct

from sim.campaign.campaign import Campaign
from sim.campaign.load import Playable
from sim.campaign.load import load as load_any
from sim.cli import complete
from sim.cli.options.scenario import ruling_option, rulings_of
from sim.errors import ScenarioError
from sim.library.scenario import Loaded
from sim.library.scenario import load as load_scenario
from sim.library.settings import parse, with_settings

set_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="PATH=VALUE",
    shell_complete=complete.settings,
    help="Change a value of the scenario, such as 'seats[0].name=Ann'.",
)


class Changes(Struct, frozen=True):
    """What the command line changes in every scenario that it names."""

    rulings: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()

    def load(self, reference: str) -> Loaded:
        """Return the scenario *reference*, changed; raises as reading a file does."""
        loaded = load_scenario(reference, rulings_of(self.rulings))
        return with_settings(loaded, map(parse, self.settings))

    def load_any(self, reference: str) -> Playable:
        """Return the scenario or campaign *reference*; only rulings change these."""
        playable = load_any(reference, rulings_of(self.rulings))
        if not isinstance(playable, Campaign):
            return with_settings(playable, map(parse, self.settings))
        if self.settings:
            message = (
                f"{reference} is a campaign, and --set changes one scenario: expected"
                " a scenario, or the change in the file of a chapter"
            )
            raise ScenarioError(message)
        return playable

    def words(self) -> list[str]:
        """Return the options as a command line has them."""
        parts: list[str] = []
        for ruling in self.rulings:
            parts += ["--ruling", ruling]
        for setting in self.settings:
            parts += ["--set", setting]
        return parts


def changes_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give *command* the options, which it takes as its parameter `changes`."""

    @ruling_option
    @set_option
    @wraps(command)
    def changed(
        *,
        ruling: tuple[str, ...],
        settings: tuple[str, ...],
        **others: Any,  # noqa: ANN401 - of any command
    ) -> None:
        command(**others, changes=Changes(ruling, settings))

    return changed
