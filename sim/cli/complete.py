"""Shell completion: for each kind of word a function of `completions`.

Click calls these only while completing, so `completions` is imported only then.
"""

from collections.abc import Callable
from pkgutil import resolve_name

import click
from click.shell_completion import CompletionItem

Completes = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _completer(kind: str) -> Completes:
    def completed(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        items: list[CompletionItem] = resolve_name(f"sim.cli.completions:{kind}")(
            ctx, param, incomplete
        )
        return items

    return completed


playables = _completer("playables")
transcripts = _completer("transcripts")
agents = _completer("agents")
checkables = _completer("checkables")
schemas = _completer("schemas")
systems = _completer("systems")
rules = _completer("rules")
rulings = _completer("rulings")
settings = _completer("settings")
words = _completer("words")
runs = _completer("runs")
