"""What a shell completes: one function of `completions` for each kind of word.

Click asks these only when `fracas` is completed, so what they need is imported then.
"""

from collections.abc import Callable
from pkgutil import resolve_name

import click
from click.shell_completion import CompletionItem

Completes = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _known(kind: str) -> Completes:
    def completed(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        items: list[CompletionItem] = resolve_name(f"sim.cli.completions:{kind}")(
            ctx, param, incomplete
        )
        return items

    return completed


playables = _known("playables")
transcripts = _known("transcripts")
agents = _known("agents")
systems = _known("systems")
rules = _known("rules")
rulings = _known("rulings")
settings = _known("settings")
words = _known("words")
runs = _known("runs")
