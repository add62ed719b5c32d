"""A command whose help ends with an example built from the installed rule systems.

The engine knows no rule system by name, so an example cannot be written down.
"""

from collections.abc import Callable
from typing import Any

import click

from sim.cli.terminal.layout import Laid


class WithExample(Laid):
    """A command whose help ends with the text that *example* returns."""

    def __init__(self, *args: Any, example: Callable[[], str], **kwargs: Any) -> None:  # noqa: ANN401 - click's own
        super().__init__(*args, **kwargs)
        self._example = example

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example."""
        self.epilog = self._example()
        super().format_epilog(ctx, formatter)
